"""The folder in which things are kept: where it is, who may write it, how files get into it and out of it again.

Purpose: a private folder of the user, files that are replaced whole, and an end to what nobody uses.
Invariant: nothing is written through a link or into a folder that somebody else may write; a reader sees a file as it
was or as it is, never half of one. Whatever fails here costs speed and no answer.
Cost: two lstats, and no import of contextlib, which takes 4 ms; sweeping reads the folder, and happens only when
something is written.
"""

from __future__ import annotations

# ruff: noqa: SIM105
import os

from ripwire.limits import STORE_MAX_AGE_S, STORE_MAX_BYTES, STORE_MAX_FILES
from ripwire.store.sections import Unusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import BinaryIO

SUFFIXES = (b".records", b".graph", b".search", b".amended", b".walked")
_TEMPORARY = b".tmp"
_TEMPORARY_AGE_S = 3600  # of a run that was killed
_FRESH_S = 24 * 3600  # what was used within a day is not marked again


def default_folder(environment: Mapping[bytes, bytes], platform: str) -> bytes:
    """Where this user's caches are (as `platformdirs.user_cache_dir` says, whose import would cost 20 ms)."""
    home = environment.get(b"HOME") or os.path.expanduser(b"~")
    if platform == "darwin":
        return os.path.join(home, b"Library", b"Caches", b"ripwire")
    caches = environment.get(b"XDG_CACHE_HOME", b"").strip()
    return os.path.join(caches if os.path.isabs(caches) else os.path.join(home, b".cache"), b"ripwire")


class Folder:
    """A folder of kept files. Raises Unusable where it is not private and cannot be made."""

    def __init__(self, path: bytes) -> None:
        self.path = os.path.abspath(path)
        try:
            status = os.lstat(self.path)
        except FileNotFoundError:
            status = self._made()
        except OSError as error:
            raise Unusable(error.strerror or str(error)) from error
        if status.st_mode & 0o170000 != 0o040000:
            raise Unusable("it is no folder")
        if status.st_uid != os.geteuid():
            raise Unusable("it belongs to somebody else")
        if status.st_mode & 0o022:
            raise Unusable("others may write it (chmod 700 makes it private)")

    def _made(self) -> os.stat_result:
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            try:
                os.mkdir(self.path, 0o700)
            except FileExistsError:  # another run made it just now
                pass
            return os.lstat(self.path)
        except OSError as error:
            raise Unusable(error.strerror or str(error)) from error

    def file(self, name: bytes) -> bytes:
        """Path of a kept file."""
        return os.path.join(self.path, name)

    def used(self, path: bytes, now: int) -> None:
        """Mark a file of the folder as used, so that others are swept before it."""
        if os.path.dirname(path) != self.path:
            return
        try:
            if os.lstat(path).st_mtime_ns < now - _FRESH_S * 1_000_000_000:
                os.utime(path, ns=(now, now), follow_symlinks=False)
        except OSError:
            pass

    def sweep(self, now: int, spared: bytes = b"") -> None:
        """Remove what is old, then what is too much, the longest unused first; ``spared``, just written, stays."""
        files: list[tuple[int, bytes, int]] = []
        try:
            with os.scandir(self.path) as entries:
                for entry in entries:
                    try:
                        status = entry.stat(follow_symlinks=False)
                    except OSError:  # another run has swept it just now
                        continue
                    age = (now - status.st_mtime_ns) // 1_000_000_000
                    if _TEMPORARY in entry.name:
                        if age > _TEMPORARY_AGE_S:
                            _unlink(entry.path)
                    elif entry.name.endswith(SUFFIXES):
                        if age > STORE_MAX_AGE_S and entry.path != spared:
                            _unlink(entry.path)
                        else:
                            files.append((status.st_mtime_ns, entry.path, status.st_size))
        except OSError:
            return
        files.sort()
        total = sum(size for _, _, size in files)
        for place, (_, path, size) in enumerate(files):
            if total <= STORE_MAX_BYTES and len(files) - place <= STORE_MAX_FILES:
                break
            if path != spared:
                _unlink(path)
                total -= size


def _unlink(path: bytes) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


def replace(path: bytes, write: Callable[[BinaryIO], None], mode: int = 0o600) -> str:
    """Write a file beside ``path`` and move it there; what went wrong, or nothing."""
    folder, name = os.path.split(path)
    mark = b"%s.%d.%s" % (_TEMPORARY, os.getpid(), os.urandom(4).hex().encode())
    temporary = os.path.join(folder, name[:150] + mark)
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    except OSError as error:
        return error.strerror or str(error)
    try:
        with open(descriptor, "wb", buffering=1 << 16) as file:
            write(file)
        os.replace(temporary, path)
    except OSError as error:
        _unlink(temporary)
        return error.strerror or str(error)
    except BaseException:
        _unlink(temporary)
        raise
    return ""
