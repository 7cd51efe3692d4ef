"""Token estimates: the rate of our markup, the model of the map's encoding, and what a budget means in bytes.

Rates of source text stand with the languages (`languages/table.py`).

Source: spec/algorithms section 8. Invariant: estimates are functions of the document's facts, never of a tokenizer.
Cost: a few additions a row.
"""

from __future__ import annotations

MARKUP_RATE = 2.50  # bytes a token of our own markup
DENSEST_RATE = 2.36
HEADROOM = 0.90
AUTO_ORDER_TOKENS = 16_000  # half of a nominal window: beyond it the most important rows belong at the end

ENVELOPE_BYTES = 320
FILE_BYTES = 12
SYMBOL_BYTES = 30
SCOPED_BYTES = 6
EDGE_BYTES = 9


def fit_bytes(tokens: int) -> int:
    """Bytes of a document that surely stays under a number of tokens."""
    return int(tokens * DENSEST_RATE * HEADROOM)


class MapModel:
    """Bytes and tokens that a map of certain rows is expected to take."""

    __slots__ = ("bytes", "tokens")

    def __init__(self) -> None:
        self.bytes = float(ENVELOPE_BYTES)
        self.tokens = ENVELOPE_BYTES / MARKUP_RATE

    def markup(self, size: int) -> None:
        self.bytes += size
        self.tokens += size / MARKUP_RATE

    def text(self, size: int, rate: float) -> None:
        self.bytes += size
        self.tokens += size / rate

    @property
    def rate(self) -> float:
        return self.bytes / self.tokens
