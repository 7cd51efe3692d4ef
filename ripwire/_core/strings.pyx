"""Interned byte strings for compiled code.

Invariant: handles are given in order of first interning, so equal inputs in equal order give equal handles.
Cost: one FNV-1a pass and on average less than two probes a lookup; the table is at most half full.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from ripwire._core.hashing cimport fnv1a


cdef int strings_init(StringTable* t) noexcept nogil:
    memset(t, 0, sizeof(StringTable))
    t.arena_capacity = 1 << 14
    t.offsets_capacity = 1 << 10
    t.mask = (1 << 11) - 1
    t.arena = <uint8_t*>malloc(t.arena_capacity)
    t.offsets = <uint64_t*>malloc(t.offsets_capacity * sizeof(uint64_t))
    t.hashes = <uint32_t*>malloc(t.offsets_capacity * sizeof(uint32_t))
    t.slots = <uint32_t*>malloc((<size_t>t.mask + 1) * sizeof(uint32_t))
    if t.arena == NULL or t.offsets == NULL or t.hashes == NULL or t.slots == NULL:
        strings_free(t)
        return -1
    return strings_reset(t)


cdef int strings_reset(StringTable* t) noexcept nogil:
    cdef uint32_t* small
    if t.mask > (1 << 14) - 1:  # one huge file must not make every later reset clear its table
        small = <uint32_t*>realloc(t.slots, (<size_t>1 << 11) * sizeof(uint32_t))
        if small == NULL:
            return -1
        t.slots = small
        t.mask = (1 << 11) - 1
    memset(t.slots, 0, (<size_t>t.mask + 1) * sizeof(uint32_t))
    t.arena_size = 0
    t.count = 0
    t.offsets[0] = 0
    return 0 if strings_intern(t, t.arena, 0) == 0 else -1


cdef void strings_free(StringTable* t) noexcept nogil:
    free(t.arena)
    free(t.offsets)
    free(t.hashes)
    free(t.slots)
    memset(t, 0, sizeof(StringTable))


cdef int _grow_table(StringTable* t) noexcept nogil:
    cdef uint32_t mask = t.mask * 2 + 1, i, at
    cdef uint32_t* slots = <uint32_t*>malloc((<size_t>mask + 1) * sizeof(uint32_t))
    if slots == NULL:
        return -1
    memset(slots, 0, (<size_t>mask + 1) * sizeof(uint32_t))
    for i in range(t.count):
        at = t.hashes[i] & mask
        while slots[at]:
            at = (at + 1) & mask
        slots[at] = i + 1
    free(t.slots)
    t.slots = slots
    t.mask = mask
    return 0


cdef uint32_t strings_intern(StringTable* t, const uint8_t* data, uint32_t size) noexcept nogil:
    cdef uint64_t h = fnv1a(data, size)
    cdef uint32_t low = <uint32_t>h
    cdef uint32_t at = low & t.mask
    cdef uint32_t slot, handle
    cdef size_t capacity
    cdef void* grown
    while True:
        slot = t.slots[at]
        if slot == 0:
            break
        handle = slot - 1
        if (t.hashes[handle] == low and t.offsets[handle + 1] - t.offsets[handle] == size
                and memcmp(t.arena + t.offsets[handle], data, size) == 0):
            return handle
        at = (at + 1) & t.mask
    if <size_t>t.count + 2 > t.offsets_capacity:
        capacity = t.offsets_capacity * 2
        grown = realloc(t.offsets, capacity * sizeof(uint64_t))
        if grown == NULL:
            return NO_STRING
        t.offsets = <uint64_t*>grown
        grown = realloc(t.hashes, capacity * sizeof(uint32_t))
        if grown == NULL:
            return NO_STRING
        t.hashes = <uint32_t*>grown
        t.offsets_capacity = capacity
    if t.arena_size + size > t.arena_capacity:
        capacity = t.arena_capacity
        while t.arena_size + size > capacity:
            capacity *= 2
        grown = realloc(t.arena, capacity)
        if grown == NULL:
            return NO_STRING
        t.arena = <uint8_t*>grown
        t.arena_capacity = capacity
    handle = t.count
    memcpy(t.arena + t.arena_size, data, size)
    t.arena_size += size
    t.hashes[handle] = low
    t.count += 1
    t.offsets[t.count] = t.arena_size
    t.slots[at] = handle + 1
    if t.count * 2 > t.mask:
        if _grow_table(t) < 0:
            return NO_STRING
    return handle


cdef uint32_t strings_find(const StringTable* t, const uint8_t* data, uint32_t size) noexcept nogil:
    cdef uint32_t low = <uint32_t>fnv1a(data, size)
    cdef uint32_t at = low & t.mask
    cdef uint32_t handle
    while t.slots[at]:
        handle = t.slots[at] - 1
        if (t.hashes[handle] == low and t.offsets[handle + 1] - t.offsets[handle] == size
                and memcmp(t.arena + t.offsets[handle], data, size) == 0):
            return handle
        at = (at + 1) & t.mask
    return NO_STRING
