"""Which files are searched: ripgrep's set, in one order.

Purpose: options in, paths out. Invariant: the set is that of `rg --files` with the same options
(tests/search/test_walk.py holds the two against each other); paths are sorted with "/" before every other byte,
however many threads worked. What could not be read is a problem (exit code 2), a line of an ignore file that is no
glob only a note. Nothing here reads the environment: the caller says where home is. Cost: `_core.walk`, which does
the work; nothing is done per file here.
"""

from __future__ import annotations

import errno
import os

from ripwire import workers
from ripwire._core.globs import RuleSet
from ripwire._core.walk import Walker, read_rules
from ripwire.errors import echo
from ripwire.named import NamedTuple
from ripwire.search.globs import GLOB_UTF8, add_name_globs, overrides, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator
    from typing import Protocol

    class Paths(Protocol):
        """Files in order: what a walk has found, or what is remembered of one."""

        @property
        def size(self) -> int: ...
        def path(self, index: int) -> bytes: ...
        def buffers(self) -> tuple[bytes, bytes, bytes]: ...

# As git reads it in its simplest form, which is all that ripgrep looks for.
_EXCLUDES_FILE = rb'(?im)^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$'


class WalkRequest(NamedTuple):
    """What the command line says about files. Everything has ripgrep's default."""

    paths: tuple[bytes, ...] = ()  # as typed; none: the current directory, printed without "./"; "-": stdin
    globs: tuple[tuple[bytes, bool], ...] = ()  # -g and --iglob (caseless)
    glob_case_insensitive: bool = False
    types: tuple[tuple[str, bytes], ...] = ()  # ("add" | "clear" | "select" | "negate", value) in the order given
    genera: frozenset[int] = frozenset()  # --code --docs --data: any of these
    genera_not: frozenset[int] = frozenset()  # --no-...: none of these
    hidden: bool = False
    ignore_dot: bool = True  # .ignore and .rgignore
    ignore_vcs: bool = True  # .gitignore, and what git has beside it
    ignore_exclude: bool = True
    ignore_global: bool = True
    ignore_parent: bool = True
    ignore_files: tuple[bytes, ...] = ()  # --ignore-file; --no-ignore-files leaves it empty
    ignore_case_insensitive: bool = False  # --ignore-file-case-insensitive; not of ignore_files
    require_git: bool = True
    follow: bool = False
    one_file_system: bool = False
    max_depth: int | None = None
    max_filesize: int | None = None
    threads: int = 1


class Surroundings(NamedTuple):
    """What a walk has to know of the process that it works for."""

    cwd: bytes
    home: bytes = b""  # $HOME; "": none
    xdg_config: bytes = b""  # $XDG_CONFIG_HOME; "": none
    stdout: tuple[int, int] | None = None  # device and inode of the file that the answer goes to: it is not searched


class Walked:
    """Paths as printed. `found` is what loops without the GIL read; the sequence makes bytes on the way."""

    def __init__(
        self, found: Paths, problems: list[tuple[bytes, str]], notes: list[tuple[bytes, str]], stdin: bool
    ) -> None:
        self.found = found
        self.problems = problems  # (path, what is wrong with it): exit code 2
        self.notes = notes  # the same of lines in ignore files: no exit code
        self.stdin = stdin
        self.folders: list[bytes] = []  # that were read, of a walk that was asked for them

    def __len__(self) -> int:
        return self.found.size

    def __getitem__(self, index: int) -> bytes:
        return self.found.path(index if index >= 0 else index + len(self))

    def __iter__(self) -> Iterator[bytes]:
        paths, _, _ = self.found.buffers()
        return iter(paths.split(b"\0")[:-1])

    def offsets(self) -> array[int]:
        """Where each path begins in the buffer of `found`, and the end of all."""
        from array import array

        return array("Q", self.found.buffers()[1])

    @property
    def explicit(self) -> bytes:
        """A byte a path: 1 for a file that was named."""
        return self.found.buffers()[2]


def walk(request: WalkRequest, around: Surroundings, *, with_folders: bool = False) -> Walked:
    """The files. Raises GlobError and TypesError for what is wrong in the request itself."""
    notes: list[tuple[bytes, str]] = []
    types, selected, type_genera = _types(request.types)
    genera, genera_kept = _genera(request, bool(type_genera))
    walker = Walker(
        cwd=around.cwd,
        overrides=overrides(request.globs, request.glob_case_insensitive),
        types=types,
        selected=selected,
        type_genera=type_genera,
        genera=genera,
        genera_kept=genera_kept,
        global_rules=_global(request, around, notes),
        explicit_rules=[rules for path in request.ignore_files if (rules := _given(path, False, notes)) is not None],
        hidden=request.hidden,
        dot=request.ignore_dot,
        vcs=request.ignore_vcs,
        exclude=request.ignore_vcs and request.ignore_exclude,
        parents=request.ignore_parent,
        require_git=request.require_git,
        fold=request.ignore_case_insensitive,
        follow=request.follow,
        one_device=request.one_file_system,
        max_depth=-1 if request.max_depth is None else request.max_depth,
        max_size=-1 if request.max_filesize is None else request.max_filesize,
        skip=around.stdout,
    )
    if not request.paths:
        walker.add_here()
    for path in request.paths:
        if path != b"-":
            walker.add(path)
    workers.run(request.threads, lambda failures: walker.run(), walker.stop)
    # The current directory that nobody typed is "./" to ripgrep wherever it doesn't print a result.
    before = b"" if request.paths else b"./"
    problems = [(before + path, _problem(code, other)) for path, code, other in walker.problems()]
    for path, line, code, text, above in walker.notes():
        # ripgrep's exit code is 2 for a wrong glob above a root; bytes that are no UTF-8 only end the reading.
        told = problems if above and code != GLOB_UTF8 else notes
        told.append((path if above else before + path, f"line {line}: {echo(text)}: {reason(code)}"))
    out = Walked(walker.found(), problems, notes, b"-" in request.paths)
    if with_folders:
        out.folders = walker.folders().split(b"\0")[:-1]
    return out


def _types(changes: tuple[tuple[str, bytes], ...]) -> tuple[RuleSet | None, bool, list[tuple[int, int, bool]]]:
    """The rules of -t and -T, whether there is a -t, and (selection, bits of genera, negative) for names of genera."""
    if not changes:
        return None, False, []
    from ripwire.search import genus
    from ripwire.search.types import Types

    table = Types(change for change in changes if change[0] in ("add", "clear"))
    names: list[tuple[bytes, bool]] = []
    known = Types()
    for at, (kind, value) in enumerate(changes):
        if kind in ("add", "clear"):
            continue
        if value == b"all":
            known = Types(change for change in changes[:at] if change[0] in ("add", "clear"))
            names += [(name, kind == "negate") for name in known.names()]
        else:
            names.append((value, kind == "negate"))
    rules = RuleSet()
    genera: list[tuple[int, int, bool]] = []
    for mark, (name, negative) in enumerate(names):
        if name in genus.ALIASES and name not in table:  # a definition of the user goes first
            genera.append((mark, 1 << genus.ALIASES[name], negative))
        else:
            add_name_globs(rules, table.globs(name), mark, negative)
    rules.seal()
    return (rules if names else None), any(not negative for _, negative in names), genera


def _genera(request: WalkRequest, of_types: bool) -> tuple[RuleSet | None, int]:
    """The rules that tell genera apart, where somebody asks, and the genera that are kept, as bits."""
    if not (request.genera or request.genera_not or of_types):
        return None, 7
    from ripwire.search import genus

    return genus.rules(), genus.kept(request.genera, request.genera_not)


def _given(path: bytes, fold: bool, notes: list[tuple[bytes, str]], quiet: bool = False) -> RuleSet | None:
    """The rules of an ignore file that is given by its path."""
    rules, error, wrong = read_rules(path, fold)
    notes += [(where, f"line {line}: {echo(text)}: {reason(code)}") for where, line, code, text, _ in wrong]
    if error:
        if not quiet:
            notes.append((path, os.strerror(error) if error > 0 else "it is no file"))
        return None
    return rules if len(rules) else None


def _global(request: WalkRequest, around: Surroundings, notes: list[tuple[bytes, str]]) -> RuleSet | None:
    """The rules of git's own ignore file: core.excludesFile, or `git/ignore` where configuration lives."""
    if not (request.ignore_vcs and request.ignore_global):
        return None
    if not (around.home or around.xdg_config):
        return None
    return _given(global_files(around)[-1], request.ignore_case_insensitive, notes, quiet=True)


def global_files(around: Surroundings) -> list[bytes]:
    """What decides what git ignores everywhere: the configurations that are looked at, and the file of rules."""
    config = around.xdg_config or (os.path.join(around.home, b".config") if around.home else b"")
    out: list[bytes] = []
    path = None
    for folder, name in ((around.home, b".gitconfig"), (config, b"git/config")):
        if folder and path is None:
            out.append(os.path.join(folder, name))
            path = _excludes_file(out[-1], around.home)
    if path is None and config:
        path = os.path.join(config, b"git/ignore")
    return out if path is None else [*out, path]


def _excludes_file(config: bytes, home: bytes) -> bytes | None:
    """core.excludesFile of a git configuration."""
    try:
        with open(config, "rb") as file:
            data = file.read()
    except OSError:
        return None
    if b"excludesfile" not in data.lower():
        return None
    import re

    found = re.search(_EXCLUDES_FILE, data)
    return found[1].replace(b"~", home) if found and home else found[1] if found else None


def _problem(code: int, other: bytes) -> str:
    if code == errno.ELOOP and other:
        return f"a loop: it points to {echo(other)}, which it is in"
    return f"{os.strerror(code)} (os error {code})"
