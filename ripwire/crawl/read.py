"""Reading one file of the tree without trusting that it still is what the crawl saw.

Purpose: bytes of a regular file, or a reason.
Invariant: never blocks on a FIFO or a device, never follows a symbolic link in the last component, never opens a
terminal as the controlling one. The kind is checked on the open descriptor, so nothing can be swapped in between.
Cost: open, two fstats, two reads, close (the second read proves the end of the file, the second fstat that it lay
still).
"""

from __future__ import annotations

import errno
import os

from ripwire.system import OPEN_FLAGS

_KIND = 0o170000
_REGULAR = 0o100000

# ELOOP and EMLINK: O_NOFOLLOW met a link (Linux, BSD). ENXIO, EOPNOTSUPP: a socket or a device without a driver.
_NOT_REGULAR = frozenset({errno.ELOOP, errno.EMLINK, errno.ENXIO, errno.EOPNOTSUPP, errno.ENODEV})


class ReadProblem(Exception):
    """A file that can not be read. ``reason`` is "unreadable", "vanished" or "not-a-regular-file"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def problem_of(error: OSError) -> str:
    """The word for an error met on a path that existed a moment ago."""
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return "vanished"
    return "unreadable"


def read_file(path: bytes) -> bytes:
    """The whole content of the regular file at ``path``."""
    return read_with_status(path)[0]


def read_with_status(path: bytes) -> tuple[bytes, os.stat_result | None]:
    """The content of the regular file at ``path``, and what the system says of it; None when that has changed while it
    was read, so that nobody can say which content it goes with."""
    try:
        descriptor = os.open(path, OPEN_FLAGS)
    except OSError as error:
        reason = "not-a-regular-file" if error.errno in _NOT_REGULAR else problem_of(error)
        raise ReadProblem(reason) from error
    try:
        status = os.fstat(descriptor)
        if status.st_mode & _KIND != _REGULAR:
            raise ReadProblem("not-a-regular-file")
        # One byte more than the size: a file that has not grown ends in a short read.
        data = os.read(descriptor, status.st_size + 1)
        more = os.read(descriptor, 65536) if data else b""
        if more:
            parts = [data]
            while more:
                parts.append(more)
                more = os.read(descriptor, 65536)
            data = b"".join(parts)
        after = os.fstat(descriptor)
        same = (
            len(data) == status.st_size == after.st_size
            and status.st_mtime_ns == after.st_mtime_ns
            and status.st_ctime_ns == after.st_ctime_ns
        )
        return data, status if same else None
    except OSError as error:
        raise ReadProblem("unreadable") from error
    finally:
        os.close(descriptor)
