"""`ripwire index` and `ripwire status`: the index of search of one tree, made and described.

Invariant: status writes nothing. What goes wrong exits with 1 and says why.
"""

from __future__ import annotations

import os

from ripwire.cli.exits import ANSWERED, REFUSED
from ripwire.cli.output import say, write_all
from ripwire.errors import RipwireError, echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.search.index import Index

COMMANDS = ("index", "status")
USAGES = {
    "index": "ripwire index [--full] [DIR]",
    "status": "ripwire status [--json] [DIR]",
}
_HELP = {
    "index": """\
make or amend the index of search of DIR, or of the current folder

ripwire search reads only the files that the index can't rule out, and believes it about a file only
when a stat says that the file is what it was. What has changed since is searched as ever.

  --full   make a new one, also where the old one could be amended
""",
    "status": """\
describe the index of search of DIR, or of the current folder; nothing is written

  --json   as one line of JSON
""",
}
_FLAGS = {"index": ("--full",), "status": ("--json",)}


def command(name: str, argv: Sequence[bytes | str]) -> int:
    """Run `ripwire index` or `ripwire status`; returns the exit code."""
    flags: set[str] = set()
    folders: list[bytes] = []
    plain = False
    for arg in argv:
        text = os.fsdecode(arg)
        if text == "--" and not plain:
            plain = True
        elif text.startswith("-") and not plain:
            if text in ("-h", "--help"):
                write_all(1, f"usage: {USAGES[name]}\n\n{_HELP[name]}".encode())
                return ANSWERED
            if text not in _FLAGS[name]:
                from ripwire.suggest import hint

                near = hint(os.fsencode(text), [flag.encode() for flag in _FLAGS[name]])
                raise RipwireError(REFUSED, f"unknown flag '{echo(text)}'{near}; usage: {USAGES[name]}")
            flags.add(text)
        else:
            folders.append(os.fsencode(arg))
    if len(folders) > 1:
        raise RipwireError(REFUSED, f"one folder at a time: got {len(folders)}; usage: {USAGES[name]}")
    from ripwire.tree import check_root

    folder = folders[0] if folders else b"."
    check_root(folder)
    root = os.path.realpath(folder)
    os.chdir(root)
    return _index(root, "--full" in flags) if name == "index" else _status(root, "--json" in flags)


def _index(root: bytes, full: bool) -> int:
    from ripwire.cli.keeping import clock
    from ripwire.cli.searching import kept_folder
    from ripwire.search.index import build
    from ripwire.search.walk import Surroundings
    from ripwire.store.folder import Folder
    from ripwire.store.sections import Unusable
    from ripwire.workers import usable_cores

    around = Surroundings(root, os.environb.get(b"HOME", b""), os.environb.get(b"XDG_CONFIG_HOME", b""))
    mark = int.from_bytes(os.urandom(8), "big") >> 1
    try:
        kept = Folder(kept_folder())
        built = build(kept, root, around, usable_cores(), clock, mark, say, full=full)
    except Unusable as error:
        raise RipwireError(REFUSED, f"{echo(kept_folder())}: the index can't be kept there: {error.reason}") from None
    except OSError as error:
        raise RipwireError(REFUSED, f"the index can't be kept: {error}") from None
    what = {"full": "indexed", "amended": "amended", "unchanged": "up to date"}[built.kind]
    write_all(1, f"{what}: {built.documents} files, {built.read} read\n".encode())
    return ANSWERED


def _status(root: bytes, json: bool) -> int:
    from ripwire.cli.keeping import clock
    from ripwire.cli.searching import kept_folder
    from ripwire.search.index import opened
    from ripwire.search.kept import nearest
    from ripwire.store.folder import Folder
    from ripwire.store.sections import Unusable

    problems: list[str] = []
    index = None
    above = nearest(kept_folder(), root)
    if above is not None:
        try:
            index = opened(Folder(kept_folder()), above, problems.append)
        except Unusable as error:
            problems.append(f"{echo(kept_folder())}: {error.reason}")
    facts = _facts(index, clock()) | {"problem": problems[0] if problems else ""}
    if json:
        from json import dumps

        write_all(1, (dumps(facts) + "\n").encode())
    else:
        write_all(1, "".join(f"{name}: {value}\n" for name, value in facts.items() if value != "").encode())
    return ANSWERED


def _facts(index: Index | None, now: int) -> dict[str, str | int]:
    """What there is to say, in a fixed order. Ages are whole seconds."""
    if index is None:
        return {"state": "unavailable"}
    from ripwire.search.index import INDEXED, LARGE, SETTLED

    def many(bit: int) -> int:
        return sum(bool(kind & bit) for part in index.parts for kind in part.kinds)

    return {
        "state": "ready",
        "root": echo(index.root),
        "files": index.base.documents,
        "amended": index.amendment.documents if index.amendment is not None else 0,
        "indexed": many(INDEXED),
        "believed": many(SETTLED),
        "too_large": many(LARGE),
        "text_bytes": sum(part.text_bytes for part in index.parts),
        "postings_bytes": sum(part.size for part in index.parts),
        "age_seconds": max(0, (now - index.base.anchor) // 1_000_000_000),
        "resident": "none",
    }

