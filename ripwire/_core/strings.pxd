"""Interned byte strings: one arena, offsets, and an open-addressing table; handle 0 is the empty string."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

ctypedef struct StringTable:
    uint8_t* arena
    size_t arena_size
    size_t arena_capacity
    uint64_t* offsets       # count + 1 entries: string i is arena[offsets[i]:offsets[i + 1]]
    uint32_t count
    size_t offsets_capacity
    uint32_t* slots         # handle + 1, 0 = free
    uint32_t mask
    uint32_t* hashes        # the low hash bits of every string, so that growing never rereads the arena

cdef extern from *:
    """
    #define RW_NO_STRING ((uint32_t)0xFFFFFFFFu)
    """
    const uint32_t NO_STRING "RW_NO_STRING"  # no handle: memory ran out

cdef int strings_init(StringTable* t) noexcept nogil
cdef int strings_reset(StringTable* t) noexcept nogil
cdef void strings_free(StringTable* t) noexcept nogil
# The handle of a string, or NO_STRING when memory ran out.
cdef uint32_t strings_intern(StringTable* t, const uint8_t* data, uint32_t size) noexcept nogil
# The handle of a string that is there, or NO_STRING.
cdef uint32_t strings_find(const StringTable* t, const uint8_t* data, uint32_t size) noexcept nogil
