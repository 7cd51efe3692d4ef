from libc.stdint cimport int64_t

from ripwire._core.frame cimport Piece, Style
from ripwire._core.job cimport Job
from ripwire._core.outbox cimport Outbox
from ripwire._core.selecting cimport Selector

cdef enum:  # what is printed of a file
    LINES = 0
    FILES = 1            # its path, when a line is selected
    FILES_WITHOUT = 2    # its path, when none is
    COUNT = 3            # how many lines are selected
    COUNT_MATCHES = 4
    JSON = 5
    QUIET = 6            # nothing: the first selected line ends the run

cdef class Printer(Selector):
    cdef int mode
    cdef bint always_spans, stats, include_zero
    cdef Style style
    cdef Outbox box
    cdef bint matched
    cdef bint _sees_nul(self, Job* job, size_t first, size_t last) noexcept nogil
    cdef bint _count_lines(self, Job* job, size_t first, size_t last) noexcept nogil
    cdef bint _print(self, Job* job, size_t first, size_t last, bint match) noexcept nogil
    cdef Piece _link(self, Job* job) noexcept nogil
    cdef void _count_printed(self, Job* job) noexcept nogil
    cdef void _told(self, Job* job, const char* text) noexcept nogil
    cdef void _print_text(self, Job* job, bint cut) noexcept nogil
    cdef void _print_lines(self, Job* job, bint cut) noexcept nogil
    cdef void _print_count(self, Job* job, bint cut) noexcept nogil
