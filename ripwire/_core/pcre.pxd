# One compiled search: a literal or PCRE2 code.
#
# find: the leftmost match in data[:size] at or behind start. spans gets two values for the match and for each group
# (SIZE_MAX for a group that took no part). FOUND, NONE, LIMIT (the match took too many steps) or FAILED.
# A scratch belongs to one thread at a time.
from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    FOUND = 1
    NONE = 0
    LIMIT = -1
    FAILED = -2

cdef class Program:
    cdef readonly Py_ssize_t groups
    cdef readonly bint literal
    cdef readonly dict names
    cdef void* _code             # pcre2_code
    cdef void* _limits           # pcre2_match_context
    cdef bint _jit
    cdef uint32_t _options
    cdef bytes _needle
    cdef const uint8_t* _text
    cdef size_t _size
    cdef bint _caseless
    cdef size_t _rare            # of a caseless literal: where its rarest byte is
    cdef void* scratch_new(self) noexcept nogil
    cdef void scratch_free(self, void* scratch) noexcept nogil
    cdef int find(self, void* scratch, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil
    cdef void _literal(self, bytes source, bint caseless)
    cdef object _names(self)
    cdef int _find_caseless(self, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil
