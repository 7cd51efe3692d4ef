"""A run outlives a crash of a grammar's C code: it begins again and leaves out the file that did it.

Purpose: one hostile or unlucky file costs itself, not the answer.
Invariant: only the program's own process is ever started anew, before it has written anything; after MAX_CRASHES files
the run gives up with a message.
Cost: a pipe and five signal handlers in a run that parses.
"""

from __future__ import annotations

import os
import stat
import sys

from ripwire.errors import RipwireError, echo
from ripwire.limits import MAX_CRASHES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_VARIABLE = b"RIPWIRE_CRASHED"
"""What the new process finds in its environment: the descriptor of the pipe with the paths."""


def crashed_before() -> list[bytes]:
    """The paths, below the root, on which this run crashed already."""
    text = os.environb.pop(_VARIABLE, b"")
    if not text.isdigit() or len(text) > 9:
        return []
    descriptor = int(text)
    try:
        if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            return []
        os.set_blocking(descriptor, False)
        data = b""
        while chunk := os.read(descriptor, 1 << 16):
            data += chunk
        os.close(descriptor)
    except OSError:
        return []
    return data.split(b"\0")[:-1]


def arm(crashed: list[bytes], armed: Callable[[int, int, bytes, list[bytes], list[bytes]], None] | None = None) -> None:
    """Prepare this process for a crash; ``armed`` is the `arm` of the module that is at work next, by itself `parse`'s.
    Raises RipwireError when it has crashed too often."""
    from ripwire._core import parse

    if len(crashed) > MAX_CRASHES:
        names = f"{echo(crashed[0])} and {len(crashed) - 1} more"
        raise RipwireError(1, f"a parser crashed on {names} files; --exclude=SUBSTR leaves files out")
    if not sys.executable:
        return
    reading, writing = os.pipe()
    os.write(writing, b"".join(path + b"\0" for path in crashed))
    environment = {**os.environb, _VARIABLE: b"%d" % reading}
    (armed or parse.arm)(
        reading,
        writing,
        os.fsencode(sys.executable),
        [os.fsencode(word) for word in sys.orig_argv],
        [name + b"=" + value for name, value in environment.items()],
    )
