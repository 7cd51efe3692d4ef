from libc.stdint cimport uint8_t

from ripwire._core.job cimport Job
from ripwire._core.pcre cimport Program

ctypedef struct Part:    # of a replacement
    const uint8_t* data
    size_t size
    Py_ssize_t group     # -1: the text

cdef size_t line_end(const uint8_t* data, size_t size, size_t at, uint8_t terminator) noexcept nogil
cdef size_t line_start(const uint8_t* data, size_t low, size_t at, uint8_t terminator) noexcept nogil

cdef class Finder:
    cdef Program ascii, utf
    cdef bint by_line, multiline, crlf, hollow
    cdef uint8_t terminator
    cdef Py_ssize_t groups
    cdef Part* parts
    cdef size_t n_parts
    cdef bint replaces
    cdef list texts
    cdef int _set_replacement(self, list template) except -1
    cdef int _find_in(self, Job* job, size_t base, size_t end, size_t start) noexcept nogil
    cdef size_t _content(self, const uint8_t* data, size_t first, size_t last) noexcept nogil
    cdef bint _line_matches(self, Job* job, size_t first, size_t last) noexcept nogil
    cdef bint _next_hit(self, Job* job, size_t at, size_t* first, size_t* last) noexcept nogil
    cdef bint _next_match(self, Job* job, size_t at, size_t* first, size_t* last) noexcept nogil
    cdef size_t _spans_of(self, Job* job, size_t first, size_t last, bint alone, bint replace) noexcept nogil
