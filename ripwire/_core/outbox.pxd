from libc.stdint cimport uint8_t, uint32_t

from ripwire._core.buffer cimport Buffer
from ripwire._core.frame cimport Style

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_mutex_t:
        pass
    ctypedef struct pthread_cond_t:
        pass

cdef enum:
    STREAMED = 1 << 20           # SEARCH_STREAMED_BYTES of `ripwire.limits`

cdef enum:  # what stands between the outputs of two files
    BLANK_LINE = 1
    GROUP = 2

ctypedef struct Result:
    Buffer out
    uint8_t done                 # 2: its output begins with a line and not with a notice

cdef class Outbox:
    cdef pthread_mutex_t lock
    cdef pthread_cond_t turn
    cdef Result* results
    cdef uint32_t files, taken, next
    cdef size_t waiting
    cdef Buffer kept
    cdef const Style* style
    cdef int fd, separator
    cdef bint eager, anything
    cdef bint stopped
    cdef int error
    cdef int begin(self, uint32_t files, int fd, const Style* style, int separator, bint eager) except -1
    cdef bint take(self, uint32_t* first, uint32_t* last) noexcept nogil
    cdef void deliver(self, uint32_t file, Buffer* out, bint lined, bint streamed) noexcept nogil
    cdef bint let_go(self, uint32_t file, Buffer* out, bint lined, bint streamed) noexcept nogil
    cdef void stop(self) noexcept
    cdef void finish(self) noexcept nogil
    cdef void _emit(self, Buffer* out, bint first, bint lined) noexcept nogil
    cdef void _flush(self) noexcept nogil
    cdef void _write(self, const uint8_t* data, size_t size) noexcept nogil
