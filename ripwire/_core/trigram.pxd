from libc.stdint cimport uint8_t, uint32_t, uint64_t

from ripwire._core.buffer cimport Buffer

cdef class Builder:
    cdef uint64_t* seen
    cdef uint32_t* counts
    cdef Buffer flat
    cdef Buffer ends
    cdef readonly uint32_t documents
    cdef bint add(self, const uint8_t* data, size_t size) noexcept nogil
