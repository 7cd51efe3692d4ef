"""`ripwire search`: the command line, the environment and the standard files of one search.

Invariant: what goes wrong exits with 2, never with 1, which says that nothing was found; --help and --version win over
everything else. Cost: --help loads the table of flags only.
"""

from __future__ import annotations

import os
import stat
import sys

from ripwire.cli.output import say, write_all
from ripwire.search.argv import parse
from ripwire.search.options import FOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def search(argv: Sequence[bytes | str], own_process: bool = False) -> int:
    """Answer the arguments behind `ripwire search`; returns the exit code. ``own_process``: see
    `ripwire.__main__.main`."""
    request = parse([arg if isinstance(arg, bytes) else os.fsencode(arg) for arg in argv])
    if request.special:
        write_all(1, _about(request.special).encode("ascii"))
        return FOUND
    from ripwire.search.run import Around, run
    from ripwire.workers import usable_cores

    environment = os.environb
    crashed: list[bytes] = []
    arm = None
    if own_process and request.rank is not None:
        from ripwire.cli import rescue

        crashed = rescue.crashed_before()
        arm = lambda: rescue.arm(crashed)  # noqa: E731
    around = Around(
        cwd=os.getcwdb(),
        home=environment.get(b"HOME", b""),
        xdg_config=environment.get(b"XDG_CONFIG_HOME", b""),
        out=1,
        terminal=_is_terminal(1),
        colorful=not environment.get(b"NO_COLOR") and environment.get(b"TERM", b"") not in (b"", b"dumb"),
        piped=_is_piped(0),
        cores=usable_cores(),
        read=_read,
        tell=say,
        arm=arm,
        crashed=crashed,
        host=os.fsencode(os.uname().nodename) if request.hyperlink_format else b"",
        kept=kept_folder(),
        cover=environment.get(b"RIPWIRE_NO_COVER") != b"1",
        crest=environment.get(b"RIPWIRE_NO_CREST") != b"1",
        lens=b"index" in environment.get(b"RIPWIRE_TRACE", b"").split(b","),
    )
    return run(request, around)


def kept_folder() -> bytes:
    """The folder with indexes."""
    from ripwire.store.folder import default_folder

    return os.environb.get(b"RIPWIRE_CACHE_DIR") or default_folder(os.environb, sys.platform)


def _about(special: str) -> str:
    if special in ("help", "help-short"):
        from ripwire.cli.help import search_help

        return search_help(special == "help")
    from ripwire.version import PCRE2, VERSION

    if special == "pcre2-version":
        return f"PCRE2 {PCRE2} is available (with its compiler to machine code where the processor has one)\n"
    python = ".".join(map(str, sys.version_info[:3]))
    return f"ripwire {VERSION} (search; PCRE2 {PCRE2}, {sys.implementation.name} {python})\n"


def _is_terminal(file: int) -> bool:
    try:
        return os.isatty(file)
    except OSError:
        return False


def _is_piped(file: int) -> bool:
    """Whether there is something to read: a pipe, a file or a socket."""
    try:
        mode = os.fstat(file).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def _read(path: bytes) -> bytes:
    if path == b"-":
        with open(0, "rb", closefd=False) as file:
            return file.read()
    with open(path, "rb") as file:
        return file.read()
