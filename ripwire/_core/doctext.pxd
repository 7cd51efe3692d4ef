"""Attributes and doc text of definitions; see "What the engine does with them" in CONTRIBUTING.md."""

from libc.stdint cimport uint8_t, uint32_t

from ripwire._core.rawfacts cimport RawDef, RawFacts, Span

cdef enum:
    MAX_DOC = 200       # bytes of a doc text that are kept
    MAX_DOC_ROWS = 12

# Let definitions start at the attributes before them; returns whether any moved. Definitions are in order of their start.
cdef bint take_attributes(RawFacts* f) noexcept nogil
# Doc text of kept definitions that have none yet; -1 when memory ran out.
cdef int take_comments(RawFacts* f) noexcept nogil
# Where a string's text starts: after its opening quotes and what stands before them.
cdef uint32_t after_quotes(const uint8_t* p, uint32_t start, uint32_t end) noexcept nogil
# Doc text of one docstring; -1 when memory ran out.
cdef int take_docstring(RawFacts* f, RawDef* d, const Span* text) noexcept nogil
