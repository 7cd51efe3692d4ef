from libc.stdint cimport int64_t, uint64_t

from ripwire._core.finding cimport Finder
from ripwire._core.job cimport Job

cdef class Selector(Finder):
    cdef bint invert, passthru, stop_on_nonmatch, windows
    cdef int64_t max_count
    cdef uint64_t before, after
    cdef bint matched_lines(self, Job* job, size_t first, size_t last) noexcept nogil
    cdef bint context_line(self, Job* job, size_t first, size_t last) noexcept nogil
    cdef void gap(self, Job* job) noexcept nogil
    cdef bint _select(self, Job* job) noexcept nogil
    cdef bint _is_full(self, Job* job) noexcept nogil
    cdef bint _take(self, Job* job, size_t first, size_t last) noexcept nogil
    cdef bint _show(self, Job* job, size_t first, size_t last, bint after) noexcept nogil
    cdef bint _before(self, Job* job, size_t upto) noexcept nogil
    cdef bint _after(self, Job* job, size_t upto) noexcept nogil
    cdef bint _other(self, Job* job, size_t upto) noexcept nogil
    cdef bint _around(self, Job* job, size_t upto) noexcept nogil
    cdef bint _look(self, Job* job, size_t* first, size_t* last) noexcept nogil
    cdef int _by_pieces(self, Job* job) noexcept nogil
    cdef int _by_hits(self, Job* job) noexcept nogil
    cdef bint _between_hits(self, Job* job) noexcept nogil
    cdef bint _is_hit(self, Job* job, size_t first, size_t last) noexcept nogil
    cdef bint _by_lines(self, Job* job) noexcept nogil
    cdef bint _by_blocks(self, Job* job) noexcept nogil
    cdef bint _between_blocks(self, Job* job) noexcept nogil
