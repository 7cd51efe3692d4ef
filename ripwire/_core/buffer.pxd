"""A growing buffer of bytes for loops that hold no Python object.

Invariant: ``failed`` says that memory ran out; what is put after that is dropped, so one check at the end is enough.
Cost: amortised constant for each byte.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

ctypedef struct Buffer:
    uint8_t* data
    size_t size
    size_t room
    bint failed


cdef inline bint reserve(Buffer* b, size_t more) noexcept nogil:
    """Make room for more bytes; whether there is."""
    cdef size_t room = b.room
    cdef void* grown
    if b.room - b.size >= more:
        return True
    if b.failed:
        return False
    while room - b.size < more:
        room = room * 2 if room else 4096
    grown = realloc(b.data, room)
    if grown == NULL:
        b.failed = True
        return False
    b.data, b.room = <uint8_t*>grown, room
    return True


cdef inline void put(Buffer* b, const void* data, size_t size) noexcept nogil:
    if size and reserve(b, size):
        memcpy(b.data + b.size, data, size)
        b.size += size


cdef inline void put_byte(Buffer* b, uint8_t c) noexcept nogil:
    if reserve(b, 1):
        b.data[b.size] = c
        b.size += 1


cdef inline void put_number(Buffer* b, uint64_t value) noexcept nogil:
    cdef uint8_t digits[20]
    cdef int at = 20
    while True:
        at -= 1
        digits[at] = <uint8_t>(48 + value % 10)
        value //= 10
        if not value:
            break
    put(b, digits + at, 20 - at)


cdef inline void release(Buffer* b) noexcept nogil:
    free(b.data)
    b.data, b.size, b.room, b.failed = NULL, 0, 0, False
