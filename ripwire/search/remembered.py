"""The walk of a whole tree, kept: which files a search without options finds, and what has to be as it was for that.

Purpose: `remember` keeps the files of a walk with its witnesses, `recalled` gives them back without a walk.
Invariant: what is recalled is what a walk would find now. A walk is a function of the names in the folders that it
reads, of the ignore files there and above, of git's own files, and of code. So witnesses are: each folder that was read
and each ignore file in one, by its stamp; of the folders above, and of the user's files, those that there are by their
stamps and those that there are not; of the code, the stamps of its modules. Each stamp is from before the walk and the
grain of the clock (`store.stamps`), and each absence is in a folder with such a stamp, or nothing is kept: so a witness
that holds now is of what the walk saw. What is told by a walk (unreadable folders, wrong globs) is told by a walk only.
Cost: keeping, some stats a folder; recalling, one for each folder and ignore file.
"""

from __future__ import annotations

# ruff: noqa: SIM105
import os
from array import array

from ripwire import workers
from ripwire._core import lookup
from ripwire._core import walk as compiled
from ripwire._core.lookup import fitting, lay_still, stamp_of, witnessed
from ripwire.search import globs
from ripwire.search import walk as walks
from ripwire.search.kept import names
from ripwire.search.walk import Surroundings, Walked, WalkRequest, global_files
from ripwire.store.folder import Folder, replace
from ripwire.store.sections import Sections, Unusable, Writer
from ripwire.store.stamps import COARSE_NS, TICK_NS
from ripwire.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

KIND = b"walked"
SAME, ABSENT, A_FOLDER = 0, 1, 2
RULES = (b".rgignore", b".ignore", b".gitignore")
_STAMP = 5
_SHARD = 512  # witnesses that are worth a thread


def _version() -> bytes:
    """A digest of the code that decides what a walk finds, by the stamps of its modules."""
    from xxhash import xxh3_128_digest

    beside = os.path.dirname(os.path.abspath(compiled.__file__))
    name = os.path.basename(compiled.__file__).replace("walk", "globs", 1)
    files = (compiled.__file__, os.path.join(beside, name), lookup.__file__, walks.__file__, globs.__file__, __file__)
    stamps = [stamp_of(os.fsencode(file)).tobytes() for file in files]
    return xxh3_128_digest(VERSION.encode() + b"\0" + b"".join(stamps))


# --- keeping ----------------------------------------------------------------------------------------------------------


class _Unsettled(Exception):
    """Something changed as the walk was made, or is of a kind that no witness is known for."""


class _Witnesses:
    def __init__(self, anchor: int) -> None:
        self.fine, self.coarse = anchor - 2 * TICK_NS, anchor - COARSE_NS
        self.paths: list[bytes] = []
        self.stamps: array[int] = array("q")
        self.kinds = bytearray()

    def add(self, path: bytes, kind: int) -> None:
        """Take a path as what it is said to be now, which it was as the walk was made."""
        found = stamp_of(path)
        if kind == SAME and not (found and lay_still(found, self.fine, self.coarse)):
            raise _Unsettled
        self.paths.append(path)
        self.stamps.extend(found if kind == SAME else array("q", bytes(8 * _STAMP)))
        self.kinds.append(kind)

    def add_file(self, path: bytes) -> None:
        """Take a file that there is or is not."""
        if stamp_of(path):
            self.add(path, SAME)
            return
        if os.path.lexists(path):  # a link to nowhere, or a folder that can't be looked into
            raise _Unsettled
        above = path
        while not os.path.lexists(above := os.path.dirname(above) or b"."):
            pass
        around = stamp_of(above)
        if not (around and lay_still(around, self.fine, self.coarse) and os.path.isdir(above)):
            raise _Unsettled  # it may have been there
        self.add(path, ABSENT)

    def add_excludes(self, folder: bytes, within: bool) -> None:
        """Take the excludes of a repository, and outside of the tree that it is one."""
        git = os.path.join(folder, b".git")
        if not os.path.lexists(git):
            if not within:
                self.add_file(git)
            return
        if not os.path.isdir(git) or os.path.islink(git):  # a worktree or a submodule
            raise _Unsettled
        if not within:
            around = stamp_of(folder)
            if not (around and lay_still(around, self.fine, self.coarse)):
                raise _Unsettled
            self.add(git, A_FOLDER)  # what is in it changes with every command
        self.add_file(os.path.join(git, b"info/exclude"))


def _witnesses(root: bytes, found: Walked, around: Surroundings, anchor: int) -> _Witnesses:
    """What has to hold for the walk of the current folder. Raises _Unsettled."""
    out = _Witnesses(anchor)
    for folder in found.folders:
        out.add(folder, SAME)
        for name in RULES:
            if os.path.lexists(folder + name):
                out.add(folder + name, SAME)
        out.add_excludes(folder, True)
        if os.path.islink(folder + b".jj"):
            raise _Unsettled
    above = root
    while above != b"/":
        above = os.path.dirname(above)
        for name in RULES:
            out.add_file(os.path.join(above, name))
        out.add_excludes(above, False)
        if os.path.lexists(os.path.join(above, b".jj")):
            raise _Unsettled
        out.add_file(os.path.join(above, b".jj"))
    for path in global_files(around) if around.home or around.xdg_config else ():
        if not os.path.isabs(path):
            raise _Unsettled
        out.add_file(path)
    return out


def remember(folder: Folder, root: bytes, found: Walked, around: Surroundings, anchor: int) -> bool:
    """Keep a walk of the current folder, whose real path is ``root``; whether it could be kept.

    found   a walk without options and with its folders
    anchor  nanoseconds of the clock of files before the walk

    Raises OSError when it can't be written.
    """
    path = names(folder.path, root)[2]
    try:
        if found.problems or found.notes:
            raise _Unsettled
        seen = _witnesses(root, found, around, anchor)
    except _Unsettled:
        try:
            os.unlink(path)
        except OSError:
            pass
        return False
    paths, offsets, _ = found.found.buffers()

    def write(file: BinaryIO) -> None:
        out = Writer(file, KIND, _version())
        out.add("root", "B", [root])
        out.add("user", "B", [_user(around)])
        out.add("paths", "B", [paths])
        out.add("offsets", "Q", [offsets])
        out.add("witnesses", "B", [path + b"\0" for path in seen.paths])
        out.add("stamps", "q", [seen.stamps.tobytes()])
        out.add("kinds", "B", [bytes(seen.kinds)])
        out.close()

    if problem := replace(path, write):
        raise OSError(f"{os.fsdecode(path)}: {problem}")
    return True


def _user(around: Surroundings) -> bytes:
    return around.home + b"\0" + around.xdg_config


# --- recalling --------------------------------------------------------------------------------------------------------


class Recalled:
    """What `_core.walk.Found` says, of a kept walk."""

    def __init__(self, paths: bytes, offsets: memoryview) -> None:
        self._paths, self._offsets = paths, offsets

    @property
    def size(self) -> int:
        return len(self._offsets) - 1

    def path(self, index: int) -> bytes:
        """One path."""
        if not 0 <= index < self.size:
            raise IndexError(index)
        return self._paths[self._offsets[index] : self._offsets[index + 1] - 1]

    def buffers(self) -> tuple[bytes, bytes, bytes]:
        """(paths with a NUL byte behind each, uint64 offsets and the end, a byte each: none was named)."""
        return self._paths, self._offsets.tobytes(), bytes(self.size)


def recalled(
    folder: bytes, request: WalkRequest, around: Surroundings, tell: Callable[[str], None]
) -> Walked | None:
    """The files of a walk of the current folder; None where they are not known."""
    path = names(folder, around.cwd)[2]
    if request._replace(threads=1) != WalkRequest() or not os.path.lexists(path):
        return None
    try:
        Folder(folder)
        kept = Sections(path, KIND, _version())
        if kept.bytes("root") != around.cwd or kept.bytes("user") != _user(around):
            return None
        paths, offsets = kept.view("paths"), kept.view("offsets")
        seen, stamps, kinds = kept.view("witnesses"), kept.view("stamps"), kept.view("kinds")
        if not fitting(paths, offsets):
            raise Unusable("its parts do not fit each other")
        if around.stdout is not None and around.stdout[0] in set(stamps[::_STAMP]):
            return None  # a walk would look for the file that the answer goes to
        if not _hold(seen, stamps, kinds, request.threads):
            return None
    except Unusable as error:
        if error.told:
            from ripwire.errors import echo

            tell(f"{echo(path)}: this walk is not used: {error.reason} (ripwire index makes a new one)")
        return None
    return Walked(Recalled(bytes(paths), offsets), [], [], False)


def _hold(paths: memoryview, stamps: memoryview, kinds: memoryview, threads: int) -> bool:
    """Whether all witnesses hold, looked at in threads."""
    count = len(kinds)
    shards = max(1, min(threads, count // _SHARD))
    bounds = [count * k // shards for k in range(shards + 1)]
    numbers = iter(range(shards))
    sound = [False] * shards

    def work(failures: list[BaseException]) -> None:
        k = next(numbers)
        sound[k] = witnessed(paths, stamps, kinds, bounds[k], bounds[k + 1])

    if shards == 1:
        work([])
    else:
        workers.run(shards, work, lambda: None)
    return all(sound)
