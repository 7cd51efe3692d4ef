"""The packed record of one file's facts: what extraction writes, assembly reads and a cache may keep."""

from libc.stdint cimport uint32_t

from ripwire._core.facts cimport Facts


ctypedef struct Counts:
    uint32_t defs, metrics, refs, imports, bindings


# How many rows a record says it has; False for what is no record.
cdef bint counts_of(bytes record, Counts* out) noexcept
# The record of the rows. Raises MemoryError.
cdef bytes encode(const Facts* f)


cdef class Decoder:
    """Room for the rows of one record at a time."""

    cdef Facts facts      # valid until the next call of `open`, while the record lives
    cdef void* memory
    cdef size_t capacity

    # Raises ValueError for what is no record, its handles and numbers included, and MemoryError.
    cdef int open(self, bytes record) except -1
