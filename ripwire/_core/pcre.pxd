# One compiled search: a literal, a run of bytes of one class, or PCRE2 code.
#
# find: the leftmost match in data[:size] at or behind start. spans gets two values for the match and for each group
# (SIZE_MAX for a group that took no part), so it has room for 2 * (groups + 1). FOUND, NONE, LIMIT (the match took too
# many steps) or FAILED. A scratch belongs to one thread at a time.
from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    FOUND = 1
    NONE = 0
    LIMIT = -1
    FAILED = -2

cdef class Program:
    cdef readonly Py_ssize_t groups
    cdef readonly bint literal
    cdef readonly bint jit
    cdef readonly bint utf       # starts of searches must be starts of characters
    cdef readonly list names     # (name, number) of the groups that have one
    cdef void* _code             # pcre2_code
    cdef void* _limits           # pcre2_match_context
    cdef int _kind
    cdef int _filter             # what must be found first, and is searched for faster: LITERAL, RUN, or CODE for nothing
    cdef bytes _needle           # of a literal (in small letters when caseless), or the class of a run: 256 bytes, 0 or 1
    cdef const uint8_t* _text    # its bytes
    cdef size_t _size
    cdef bint _caseless
    cdef size_t _first, _second  # of a literal: where its two rarest bytes are
    cdef size_t _least, _most    # of a run
    cdef void* scratch_new(self) noexcept nogil
    cdef void scratch_free(self, void* scratch) noexcept nogil
    cdef void scratch_limit(self, void* scratch, uint32_t steps) noexcept nogil
    cdef int find(self, void* scratch, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil
    cdef int _compile(self, bytes source, uint32_t options, uint32_t newline, uint32_t steps) except -1
    cdef int _name(self) except -1
    cdef void _set_literal(self, bytes text, bint caseless)
    cdef void _set_run(self, bytes members, Py_ssize_t least, Py_ssize_t most)
    cdef int _pick(self) except -1
    cdef int _cost(self, uint8_t c)
    cdef int _find_code(self, void* scratch, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil
    cdef int _find_near_literal(self, void* scratch, const uint8_t* data, size_t size, size_t start,
                                size_t* spans) noexcept nogil
    cdef int _find_in_run(self, void* scratch, const uint8_t* data, size_t size, size_t start,
                          size_t* spans) noexcept nogil
    cdef int _find_literal(self, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil
    cdef int _find_run(self, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil
