"""The walk: from a root to the byte-sorted list of source files, and a list of what was left out.

Purpose: decide what is indexed, by name, kind, size and git's verdict; no file is opened (content checks are in sniff).
Invariant: the result depends on the tree alone: not on the order of directory listings, and not on when git answers.
Tallies are kept for each directory, so those of a directory that turns out to be ignored can be taken back.
Cost: one scandir a directory, one lstat a file of a known language. Iterative: depth costs memory, no stack.

A file is judged in this order, the first word wins: no language, --exclude, git, symlink, special, generated, oversize.
"""

from __future__ import annotations

import os

from ripwire.crawl.denylist import BUILD_DIRECTORY_MARK, is_denied_directory, is_generated
from ripwire.crawl.ignore import Verdict
from ripwire.crawl.read import ReadProblem, problem_of, read_file
from ripwire.languages.table import BY_EXTENSION, LANGUAGES
from ripwire.limits import DEFAULT_MAX_FILE_SIZE, LANGUAGE_MAX_BYTES, PARSER_MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Shuffle = Callable[[list[os.DirEntry[bytes]]], None]

_LINK_MAX_BYTES = 8192  # a .git file is one line with one path

_LANGUAGE_OF: dict[bytes, int] = {extension.encode(): code for extension, code in BY_EXTENSION.items()}


def language_of(name: bytes) -> int:
    """The language code of a file name, -1 without one. ``.py`` alone is a hidden file without an extension."""
    dot = name.rfind(b".")
    if dot <= 0:
        return -1
    code = _LANGUAGE_OF.get(name[dot:])
    return _LANGUAGE_OF.get(name[dot:].lower(), -1) if code is None else code


class Drop:
    """One thing that was left out.

    path    relative to the root; ``.`` is the root
    size    bytes, where the size is the reason or was known anyway, else 0
    limit   bytes, for "oversize", else 0
    reason  "oversize", "generated", "symlink", "special", "worktree", "unreadable" or "vanished"; what inspect() and
            read_file() find later has their words
    """

    __slots__ = ("path", "size", "limit", "reason")

    def __init__(self, path: bytes, reason: str, size: int = 0, limit: int = 0) -> None:
        self.path = path
        self.reason = reason
        self.size = size
        self.limit = limit

    def __repr__(self) -> str:
        return f"Drop({self.path!r}, {self.reason!r}, size={self.size}, limit={self.limit})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Drop):
            return NotImplemented
        return (self.path, self.reason, self.size, self.limit) == (other.path, other.reason, other.size, other.limit)

    __hash__ = None  # type: ignore[assignment]


class Crawl:
    """What is to be indexed below one root.

    root           as given
    paths          root-relative, byte-sorted; regular files of a known language
    languages      for each path its index in LANGUAGES
    sizes          for each path its size in bytes when it was seen
    stats          for each path what the system said of it then
    drops          sorted by path, then reason
    ignored_files  files of a known language that git's rules leave out, outside of ignored directories
    ignored_dirs   directories that git's rules leave out
    denied_dirs    directories of the denylist, CMake build directories among them
    excluded       directories and files of a known language left out by --exclude
    unsupported    regular files of no known language in the directories that were read
    git            "applied", "absent" (no git, no repository), "failed" or "off"
    """

    __slots__ = (
        "root", "paths", "languages", "sizes", "stats", "drops", "ignored_files", "ignored_dirs", "denied_dirs",
        "excluded", "unsupported", "git",
    )  # fmt: skip

    def __init__(self, root: bytes) -> None:
        self.root = root
        self.paths: list[bytes] = []
        self.languages = b""
        self.sizes: list[int] = []
        self.stats: list[os.stat_result] = []
        self.drops: list[Drop] = []
        self.ignored_files = 0
        self.ignored_dirs = 0
        self.denied_dirs = 0
        self.excluded = 0
        self.unsupported = 0
        self.git = "off"

    def full_path(self, index: int) -> bytes:
        """The path to open for file ``index``."""
        return os.path.join(self.root, self.paths[index])

    def dropped(self, reason: str) -> int:
        """How many drops have this reason."""
        return sum(drop.reason == reason for drop in self.drops)


class _Directory:
    """What one directory holds itself, sub-directories not counted."""

    __slots__ = ("path", "files", "drops", "denied", "excluded", "unsupported")

    def __init__(self, path: bytes) -> None:
        self.path = path
        self.files: list[tuple[bytes, int, os.stat_result]] = []  # path, language, status
        self.drops: list[Drop] = []
        self.denied = 0
        self.excluded = 0
        self.unsupported = 0


def crawl(
    root: bytes,
    *,
    exclude: Sequence[bytes] = (),
    max_file_size: int = DEFAULT_MAX_FILE_SIZE,
    use_git: bool = True,
    shuffle: Shuffle | None = None,
    met: Callable[[int], None] | None = None,
    prefix: bytes = b"",
) -> Crawl:
    """Collect the source files below ``root``. Never raises for what it meets in the tree.

    ``exclude`` are substrings of the root-relative path, directories with a ``/`` at their end. ``shuffle`` is for
    tests: it reorders a directory listing in place. ``met`` is told each language when its first file is seen (which
    git's verdict may still drop), so that its grammar can be loaded meanwhile. ``prefix`` stands before the paths that
    ``exclude`` looks at.
    """
    verdict = Verdict(root) if use_git else None
    try:
        parts = tuple(filter(None, exclude))
        directories = _walk(root, parts, max_file_size, verdict, shuffle, met, prefix)
        if verdict is not None:
            verdict.wait()
    finally:
        if verdict is not None:
            verdict.close()
    return _collect(Crawl(root), directories, verdict)


def _walk(
    root: bytes,
    exclude: tuple[bytes, ...],
    max_file_size: int,
    verdict: Verdict | None,
    shuffle: Shuffle | None,
    met: Callable[[int], None] | None,
    label: bytes,
) -> list[_Directory]:
    """Every directory that was reached, parents before children."""
    seen: set[int] = set()
    limits = [min(max_file_size, LANGUAGE_MAX_BYTES.get(row.name, PARSER_MAX_BYTES)) for row in LANGUAGES]
    base = os.path.join(root, b"") if root else b""
    reached: list[_Directory] = []
    pending = [b""]
    while pending:
        path = pending.pop()
        here = _Directory(path)
        reached.append(here)
        # Once git has answered, ignored directories need no reading; _collect drops the ones read before that.
        if verdict is not None and verdict.poll() and path in verdict.directories:
            continue
        try:
            with os.scandir(base + path if path else root or b".") as listing:
                entries = list(listing)
        except OSError as error:
            here.drops.append(Drop(path or b".", problem_of(error)))
            continue
        if shuffle is not None:
            shuffle(entries)
        if path and (outcome := _is_foreign(entries)) is not None:
            if outcome:
                here.drops.append(Drop(path, outcome))
            else:
                here.denied = 1
            continue
        _read_entries(here, entries, exclude, limits, pending, label)
        if met is not None:
            for _, language, _ in here.files:
                if language not in seen:
                    seen.add(language)
                    met(language)
    return reached


def _is_foreign(entries: list[os.DirEntry[bytes]]) -> str | None:
    """None for a directory to read, "" for a build directory, "worktree" for another checkout of the same project.

    Submodules and other embedded repositories are read: their code is part of what the root builds. A linked worktree
    would bring every symbol of the project a second time.
    """
    for entry in entries:
        name = entry.name
        if name == BUILD_DIRECTORY_MARK:
            return ""
        if name == b".git" and entry.is_file(follow_symlinks=False):
            try:
                link = read_file(entry.path) if entry.stat(follow_symlinks=False).st_size < _LINK_MAX_BYTES else b""
            except (OSError, ReadProblem):
                return None
            if link.startswith(b"gitdir:") and link.rstrip().rpartition(b"/")[0].endswith(b"/worktrees"):
                return "worktree"
            return None
    return None


def _read_entries(
    here: _Directory,
    entries: list[os.DirEntry[bytes]],
    exclude: tuple[bytes, ...],
    limits: list[int],
    pending: list[bytes],
    label: bytes,
) -> None:
    """Sort the entries of one directory into files, drops, tallies, and directories still to read."""
    prefix = here.path + b"/" if here.path else b""
    files = here.files
    get_language = _LANGUAGE_OF.get
    for entry in entries:
        name = entry.name
        try:
            if entry.is_dir(follow_symlinks=False):
                if is_denied_directory(name):
                    here.denied += 1
                elif exclude and _is_excluded(label + prefix + name + b"/", exclude):
                    here.excluded += 1
                else:
                    pending.append(prefix + name)
                continue
            dot = name.rfind(b".")
            language = get_language(name[dot:], -1) if dot > 0 else -1
            if language < 0 and (language := language_of(name)) < 0:
                # A worktree's or a submodule's .git is git's own, as the directory of that name is.
                if name != b".git" and entry.is_file(follow_symlinks=False):
                    here.unsupported += 1
                elif entry.is_symlink() and not is_denied_directory(name) and _is_directory(entry):
                    here.drops.append(Drop(prefix + name, "symlink"))
                continue
            path = prefix + name
            if exclude and _is_excluded(label + path, exclude):
                here.excluded += 1
            elif not entry.is_file(follow_symlinks=False):
                here.drops.append(Drop(path, "symlink" if entry.is_symlink() else "special"))
            else:
                status = entry.stat(follow_symlinks=False)
                size = status.st_size
                if is_generated(name):
                    here.drops.append(Drop(path, "generated", size))
                elif size > limits[language]:
                    here.drops.append(Drop(path, "oversize", size, limits[language]))
                else:
                    files.append((path, language, status))
        except OSError as error:
            # From lstat: the entry is gone, or its path is longer than the system takes.
            here.drops.append(Drop(prefix + name, problem_of(error)))


def _is_directory(link: os.DirEntry[bytes]) -> bool:
    """Whether a link leads to a directory; one that leads in a circle or nowhere does not."""
    try:
        return link.is_dir()
    except OSError:
        return False


def _is_excluded(path: bytes, exclude: tuple[bytes, ...]) -> bool:
    return any(part in path for part in exclude)


def _collect(result: Crawl, directories: list[_Directory], verdict: Verdict | None) -> Crawl:
    """Apply git's verdict, add up, and put everything into its final order."""
    files: list[tuple[bytes, int, os.stat_result]] = []
    drops = result.drops
    ignored_files: frozenset[bytes] = verdict.files if verdict is not None else frozenset()
    ignored_directories: frozenset[bytes] = verdict.directories if verdict is not None else frozenset()
    if verdict is not None:
        result.git = verdict.state
    dead: set[bytes] = set()  # directories at or below an ignored one
    for directory in directories:
        path = directory.path
        if ignored_directories:
            if path.rpartition(b"/")[0] in dead:
                dead.add(path)
                continue
            if path in ignored_directories:
                dead.add(path)
                result.ignored_dirs += 1
                continue
        if ignored_files:
            kept = [file for file in directory.files if file[0] not in ignored_files]
            kept_drops = [drop for drop in directory.drops if drop.path not in ignored_files]
            result.ignored_files += len(directory.files) - len(kept) + len(directory.drops) - len(kept_drops)
            directory.files, directory.drops = kept, kept_drops
        files += directory.files
        drops += directory.drops
        result.denied_dirs += directory.denied
        result.excluded += directory.excluded
        result.unsupported += directory.unsupported
    files.sort()
    drops.sort(key=lambda drop: (drop.path, drop.reason))
    result.paths = [file[0] for file in files]
    result.languages = bytes([file[1] for file in files])
    result.stats = [file[2] for file in files]
    result.sizes = [status.st_size for status in result.stats]
    return result
