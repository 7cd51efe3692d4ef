"""What names are bound to: one match, or one call's arguments, to binding rows."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from ripwire._core.grammar cimport Grammar
from ripwire._core.rawfacts cimport RawRef
from ripwire._core.taker cimport Taker
from ripwire._core.treesitter cimport TSNode

# RECV_THIS or RECV_SUPER for a text that says so, else RECV_NONE.
cdef int own_word(Grammar g, const uint8_t* p, uint32_t n) noexcept nogil
# Handle of the access path of a text of the file; -1 when memory ran out.
cdef int path_of(Taker* t, Grammar g, uint32_t a, uint32_t b, uint32_t* out) noexcept nogil
# The rows of one @binding... match; flags are its kind and what the fact says of the source.
cdef int take_binding(Taker* t, Grammar g, uint32_t flags, TSNode node, TSNode* part, uint32_t seen) noexcept nogil
# What is given to a call; alone: its name is all of the callee.
cdef int take_arguments(Taker* t, Grammar g, const RawRef* r, bint alone, TSNode args) noexcept nogil
