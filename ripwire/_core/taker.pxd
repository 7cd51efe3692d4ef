"""What reading a match needs: the rows so far, the file's bytes, and ways to walk a node's children."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from ripwire._core.grammar cimport Grammar
from ripwire._core.rawfacts cimport RawFacts
from ripwire._core.treesitter cimport TSNode

ctypedef struct Counted:
    int32_t named       # named children without comments
    int32_t marked      # those among them that are, or hold, a node with the symbol bit
    bint found          # whether any child does, unnamed ones too

ctypedef struct Child:
    TSNode node
    uint32_t place      # how many commas stand before it

# Walking children needs a cursor, whose memory belongs to the copy of tree-sitter in `parse`: so that module counts.
ctypedef void (*ChildCounter)(void* walker, Grammar g, TSNode node, uint8_t bit, uint8_t only, bint nested,
                              Counted* out) noexcept nogil

# The children that have a name and are no comments, at most `room`: how many.
ctypedef uint32_t (*ChildLister)(void* walker, Grammar g, TSNode node, Child* out, uint32_t room) noexcept nogil

ctypedef struct Taker:
    RawFacts* facts
    const uint8_t* data
    void* walker
    ChildCounter count
    ChildLister children
