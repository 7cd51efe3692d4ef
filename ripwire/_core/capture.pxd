"""One match of a query to rows; see "Capture conventions" in CONTRIBUTING.md."""

from ripwire._core.grammar cimport Grammar
from ripwire._core.taker cimport Taker
from ripwire._core.treesitter cimport TSQueryMatch

# Append the fact of a match; -1 when memory ran out.
cdef int take_match(Taker* t, Grammar g, const TSQueryMatch* m) noexcept nogil
