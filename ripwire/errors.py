"""The one exception that ends a run with a message for the user.

Invariant: raised anywhere, caught in `ripwire.__main__.main` only. The message holds one or more lines without a
prefix; main prints each as `ripwire: LINE` on stderr and exits with the code.
"""

from __future__ import annotations


class DamagedRecord(ValueError):
    """The facts of a file that were kept are none."""


class RipwireError(Exception):
    """A refusal (or a gate) with its exit code; the codes are named in `ripwire.cli.exits`."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


def echo(text: str | bytes) -> str:
    """Spell user text so that it can stand in a one-line message: no control bytes, no invalid UTF-8, no line ends.

    >>> echo(b"a\\nb\\xff")
    'a\\\\nb\\\\xff'
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(char: str) -> str:
    if "\udc80" <= char <= "\udcff":  # a byte that was no UTF-8
        return f"\\x{ord(char) - 0xDC00:02x}"
    return char.encode("unicode_escape").decode("ascii")
