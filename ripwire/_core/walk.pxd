# What a walk came to, for loops that read the files; see walk.pyx.
from libc.stdint cimport uint8_t, uint64_t

from ripwire._core.buffer cimport Buffer


cdef class Found:
    cdef uint8_t* paths       # each with a NUL byte behind it
    cdef uint64_t* offsets    # where each begins, and the end of all
    cdef uint8_t* named       # 1: it stood on the command line
    cdef readonly Py_ssize_t size
    cdef int _take(self, Buffer* paths, Buffer* offsets, bytearray named) except -1
