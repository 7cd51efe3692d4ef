"""Answers that depend on each other, each computed once.

Purpose: imports re-export each other in circles, classes and results refer to each other; a question that is asked
while it is being answered has no answer yet.
Invariant: an answer is kept only if it did not lean on a question that was still open further out, so what is kept does
not depend on the order of asking. Cost: one dictionary look-up for what is known.
"""

from __future__ import annotations

from ripwire.limits import MAX_OPEN_QUESTIONS, MAX_QUESTIONS
from ripwire.resolve.values import UNKNOWN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FAR = 1 << 30


class Solver:
    """The questions of one tree."""

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}
        self.open: dict[Any, int] = {}
        self.low = _FAR
        self.steps = 0
        self.limited = False  # whether a limit was met since someone looked

    @property
    def complete(self) -> bool:
        """Whether no question was left unanswered since the call site began."""
        return self.low == _FAR

    def doubt(self) -> None:
        """Say that an answer leans on something unfinished: nothing around it is kept."""
        self.low = -1

    def begin(self) -> None:
        """A new call site: give it its steps."""
        self.steps = 0
        self.low = _FAR

    def ask(self, key: Any, compute: Callable[..., Value], *arguments: Any) -> Value:
        """The answer to ``key``, from ``compute(*arguments)`` when it is not known."""
        found: Value | None = self.known.get(key)
        if found is not None:
            return found
        outer = self.open.get(key)
        if outer is not None:
            if outer < self.low:
                self.low = outer
            return UNKNOWN
        depth = len(self.open)
        self.steps += 1
        if self.steps > MAX_QUESTIONS:  # kept as it is, or every other site would spend as much again
            self.limited = True
            return UNKNOWN
        if depth >= MAX_OPEN_QUESTIONS:
            self.low = -1
            self.limited = True
            return UNKNOWN
        before, self.low = self.low, _FAR
        self.open[key] = depth
        try:
            answer = compute(*arguments)
        finally:
            del self.open[key]
        if self.low >= depth:
            self.known[key] = answer
            self.low = before
        elif before < self.low:
            self.low = before
        return answer
