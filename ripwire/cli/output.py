"""Writing to the user: whole bytes on stdout, prefixed lines on stderr, past Python's buffers.

Invariant: a closed stderr changes no answer; every line on stderr starts with `ripwire: `. Cost: one system call.
"""

from __future__ import annotations

import os


def say(message: str) -> None:
    """Print each line of a message on stderr, in one write."""
    lines = "".join(f"ripwire: {line}\n" for line in message.split("\n"))
    try:  # noqa: SIM105 - contextlib costs more than the whole front door
        write_all(2, lines.encode("utf-8", "backslashreplace"))
    except OSError:
        pass


def write_all(file: int, data: bytes) -> None:
    """Write all bytes to a descriptor. Raises OSError."""
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]
