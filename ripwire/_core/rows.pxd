# What the kernels that walk a CSR ask of it before they do without bounds checks.
from libc.stdint cimport uint32_t


cdef inline int check_rows(const uint32_t[::1] offset, const uint32_t[::1] neighbour) except -1:
    """A CSR of n nodes, offset (n + 1,), whose rows ascend and hold nodes only; ValueError for anything else."""
    cdef Py_ssize_t n = offset.shape[0] - 1, i
    cdef bint fits = n >= 0 and n < <Py_ssize_t>0xFFFFFFFF and neighbour.shape[0] < <Py_ssize_t>0xFFFFFFFF
    if fits:
        fits = offset[0] == 0 and offset[n] == <size_t>neighbour.shape[0]
    if fits:
        with nogil:
            for i in range(n):
                if offset[i + 1] < offset[i]:
                    fits = False
                    break
            for i in range(neighbour.shape[0]):
                if neighbour[i] >= <size_t>n:
                    fits = False
                    break
    if not fits:
        raise ValueError("the offsets do not fit the neighbours")
    return 0
