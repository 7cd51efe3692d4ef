# Stable radix argsorts shared by the kernels. `keys` is only read; `order_out` has room for `n` entries and receives
# the permutation that sorts the keys ascending, equal keys in index order. Both allocate their own scratch:
# MemoryError when there is none, ValueError when n does not fit a 32-bit index. n == 0 touches neither pointer.
from libc.stdint cimport uint32_t, uint64_t


cdef int radix_argsort_u32(const uint32_t* keys, uint32_t* order_out, size_t n) except -1 nogil
cdef int radix_argsort_u64(const uint64_t* keys, uint32_t* order_out, size_t n) except -1 nogil
