"""FNV-1a 64: the one non-cryptographic hash of the compiled code (Fowler, Noll, Vo; public domain constants)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef inline uint64_t fnv1a(const uint8_t* data, uint32_t size) noexcept nogil:
    cdef uint64_t h = 0xcbf29ce484222325
    cdef uint32_t i
    for i in range(size):
        h = (h ^ data[i]) * <uint64_t>0x100000001b3
    return h ^ (h >> 32)  # fold, so that the low bits used as a table index depend on every byte
