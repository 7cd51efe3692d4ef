"""Whether a file is what it was: the tuple that the system keeps of it, and when that may be believed.

Purpose: a file whose device, inode, size and times are as they were when it was read needs no reading.
Invariant: a stamp is believed only if the file had lain still for a while when it was read ("racily clean" entries, as
git calls them: Documentation/technical/racy-git.txt): a later write in the same tick of the file system's clock would
leave every number as it is. The clock is the one that file times come from, which lags behind the precise one.
Cost: five integers a file.
"""

from __future__ import annotations

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    Clock = Callable[[], int]

STAMP = struct.Struct("=QQqqq")
"""Device, inode, size, and the times of content and entry in nanoseconds."""

NEVER = bytes(STAMP.size)
"""What equals no file's stamp."""

TICK_NS = 10_000_000  # the slowest kernel clock (100 Hz)
COARSE_NS = 2_000_000_000  # file systems that keep whole seconds, or every second one


def stamp(status: os.stat_result) -> bytes:
    """The stamp of a file."""
    return STAMP.pack(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def believed(found: bytes, now: int) -> bytes:
    """The stamp of a file whose reading began at ``now`` (nanoseconds); NEVER when it is too young to be believed."""
    _, _, _, content, entry = STAMP.unpack(found)
    latest = max(content, entry)
    whole = content % 1_000_000_000 == 0 and entry % 1_000_000_000 == 0
    return NEVER if latest >= now - (COARSE_NS if whole else 2 * TICK_NS) else found
