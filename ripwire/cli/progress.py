"""Progress of long runs on a terminal's stderr: what is being read, n of m, the file's name. Silent anywhere else.

Invariant: nothing is written unless stderr is a terminal and the run takes longer than a second; the line is wiped
before an answer or an error is printed. Cost: one clock read a file.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_DELAY_S = 1.0
_INTERVAL_S = 0.2
_WIDTH = 79


class Progress:
    """A progress line; `step` may be called from any thread."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._next = time.monotonic() + _DELAY_S
        self._shown = False
        try:
            self.wanted = stream is not None and stream.isatty()
        except ValueError:  # closed
            self.wanted = False

    def step(self, done: int, total: int, path: bytes) -> None:
        """Show ``done`` of ``total`` files and the one at hand, a few times a second."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _INTERVAL_S
        self._shown = True
        name = os.fsdecode(path).encode("ascii", "replace").decode()
        head = f"ripwire: reading {done}/{total} "
        room = _WIDTH - len(head)
        if len(name) > room:
            name = "..." + name[len(name) - room + 3 :]
        self._write("\r\x1b[K" + head + "".join(c if c.isprintable() else "?" for c in name))

    def clear(self) -> None:
        """Wipe the line."""
        if self._shown:
            self._shown = False
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        try:
            assert self._stream is not None
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self.wanted = False
