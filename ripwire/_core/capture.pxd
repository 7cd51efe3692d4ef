"""One match of a query to rows; see "Capture conventions" in CONTRIBUTING.md."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from ripwire._core.grammar cimport Grammar
from ripwire._core.rawfacts cimport RawFacts
from ripwire._core.treesitter cimport TSNode, TSQueryMatch

ctypedef struct Counted:
    int32_t named       # named children without comments
    int32_t marked      # those among them that are, or hold, a node with the symbol bit
    bint found          # whether any child does, unnamed ones too

# Walking children needs a cursor, whose memory belongs to the copy of tree-sitter in `parse`: so that module counts.
ctypedef void (*ChildCounter)(void* walker, Grammar g, TSNode node, uint8_t bit, uint8_t only, bint nested,
                              Counted* out) noexcept nogil

ctypedef struct Taker:
    RawFacts* facts
    const uint8_t* data
    void* walker
    ChildCounter count

# Append the fact of a match; -1 when memory ran out.
cdef int take_match(Taker* t, Grammar g, const TSQueryMatch* m) noexcept nogil
