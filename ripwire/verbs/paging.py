"""Windows over the rows of a listing: `--limit`, `--offset`, and the caps that listings have of their own.

Invariant: pages of one request, put together, are the whole; what a cap leaves out is said (spec/cli_surface 0.6).
Cost: none.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute


class Page:
    """What a run asks of a listing: ``limit`` rows (0: not said) from row ``offset`` on.

    ``active`` says that one of the two was given.
    """

    __slots__ = ("limit", "offset", "active")

    def __init__(self, limit: int | None = None, offset: int | None = None) -> None:
        self.limit = limit or 0
        self.offset = offset or 0
        self.active = limit is not None or offset is not None

    def window(self, total: int, cap: int | None = None) -> tuple[slice, list[Attribute]]:
        """The rows to print of ``total``, and the attributes that say so; ``cap`` is how many there are unasked."""
        if not self.active:
            if cap is None:
                return slice(0, total), []
            shown = min(total, cap)
            return slice(0, shown), [("shown", shown), ("capped", shown < total)]
        first = min(self.offset, total)
        size = self.limit or cap or total
        last = min(first + size, total)
        facts: list[Attribute] = [
            ("shown", last - first),
            ("capped", last - first < total),
            ("total", total),
            ("has_more", last < total),
            ("next_offset", last),
            ("offset", self.offset),
            ("limit", self.limit),
        ]
        return slice(first, last), facts
