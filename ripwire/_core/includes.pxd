from libc.stdint cimport uint32_t


cdef class Includes:
    cdef const uint32_t[::1] first, to
    cdef uint32_t* mark
    cdef uint32_t* queue
    cdef uint32_t current
    cdef void walk(self, uint32_t file) noexcept nogil
    cdef bint reaches(self, uint32_t file, uint32_t other) noexcept nogil
