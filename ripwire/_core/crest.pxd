from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    LANES = 16

cdef void crest(const uint8_t* data, size_t size, uint16_t* out) noexcept nogil
