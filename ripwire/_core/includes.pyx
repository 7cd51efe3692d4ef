"""Which files a file includes, directly or through others.

Invariant: depends on the rows alone. Cost: a walk over what is reachable from a file when it is asked about and was not
the last one asked about; nothing is kept of the others, so asking file by file costs one walk each.
"""

from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free, malloc


cdef class Includes:
    """``to[first[f]:first[f + 1]]`` are the files that file f includes itself. Raises MemoryError."""

    def __cinit__(self, const uint32_t[::1] first not None, const uint32_t[::1] to not None):
        self.mark = self.queue = NULL
        self.first, self.to = first, to
        self.current = 0
        self.mark = <uint32_t*>calloc(first.shape[0] + 1, sizeof(uint32_t))
        self.queue = <uint32_t*>malloc((first.shape[0] + 1) * sizeof(uint32_t))
        if self.mark == NULL or self.queue == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.mark)
        free(self.queue)

    cdef void walk(self, uint32_t file) noexcept nogil:
        """Mark what a file reaches with its number plus one; itself it does not reach."""
        cdef uint32_t mark = file + 1, head = 0, tail = 1, at, other, i
        self.current = mark
        self.mark[file] = mark
        self.queue[0] = file
        while head < tail:
            at = self.queue[head]
            head += 1
            for i in range(self.first[at], self.first[at + 1]):
                other = self.to[i]
                if self.mark[other] != mark:
                    self.mark[other] = mark
                    self.queue[tail] = other
                    tail += 1
        self.mark[file] = 0

    cdef bint reaches(self, uint32_t file, uint32_t other) noexcept nogil:
        """Whether a file includes another one; both below the number of files."""
        if self.first[file] == self.first[file + 1]:
            return False
        if self.current != file + 1:
            self.walk(file)
        return self.mark[other] == file + 1

    def reached(self, uint32_t file):
        """The files that a file includes, ascending."""
        cdef uint32_t n = <uint32_t>self.first.shape[0] - 1, other
        if file >= n:
            raise IndexError(file)
        return [other for other in range(n) if self.reaches(file, other)]
