"""Exit codes. A refusal is never spelled as an empty answer, so an empty answer exits 0 and a refusal never does."""

from __future__ import annotations

ANSWERED = 0
"""An answer was printed; an empty answer is one too. A closed pipe also ends here, quietly."""
REFUSED = 1
"""Refusal, usage error, unreadable input, or an internal error."""
GATE_FIRED = 2
"""A gate that was asked for found something."""
OVER_BUDGET = 3
"""The document was larger than --token-budget and was withheld."""
OBLIGATIONS = 4
"""A test gate has tests to run or untested code to look at."""
INTERRUPTED = 130
"""Ctrl-C."""

MEANINGS = (
    (ANSWERED, "an answer was printed, also when it is empty"),
    (REFUSED, "refused: a wrong flag or value, an unknown name, an unreadable root, or an internal error"),
    (GATE_FIRED, "a gate that was asked for found something"),
    (OVER_BUDGET, "the document exceeded --token-budget and was withheld"),
    (OBLIGATIONS, "a test gate has tests to run or untested code"),
    (INTERRUPTED, "interrupted by Ctrl-C"),
)
