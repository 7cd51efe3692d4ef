"""Call references in groups that mean the same: what one of a group refers to, all of it refer to.

Invariant: groups are numbered by their first reference, so equal columns give equal numbers.
Cost: one hash look-up a reference; no Python object is touched in the loops.
"""

from cpython cimport array
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

import array

from ripwire._core.facts cimport *

cdef uint32_t NONE = <uint32_t>-1

ctypedef struct Key:
    uint32_t context   # symbol, or file with the highest bit
    uint32_t name
    uint32_t prefix    # receiver or qualifier
    uint32_t form      # receiver kind, qualified, local


cdef inline uint64_t _hash(Key* key) noexcept nogil:
    cdef uint64_t h = (<uint64_t>key.context << 32 | key.name) * <uint64_t>0x9E3779B97F4A7C15
    h ^= (<uint64_t>key.prefix << 32 | key.form) * <uint64_t>0xC2B2AE3D27D4EB4F
    return h ^ h >> 29


cdef inline bint _container(uint8_t kind) noexcept nogil:
    return kind == KIND_CLS or kind == KIND_STRUCT or kind == KIND_IFACE or kind == KIND_OTHER


def holders(dict columns not None):
    """The innermost type or module around each symbol, itself included: array('I') of symbols, 0xFFFFFFFF = none."""
    cdef const uint32_t[::1] parent = columns["parent"]
    cdef const uint8_t[::1] kind = columns["kind"]
    cdef size_t n = parent.shape[0], i
    out = array.clone(array.array("I"), <Py_ssize_t>n, zero=False)
    cdef uint32_t[::1] o = out
    with nogil:
        for i in range(n):
            if _container(kind[i]):
                o[i] = <uint32_t>i
            elif parent[i] == NONE:
                o[i] = NONE
            else:
                o[i] = o[parent[i]]
    return out


def closures(dict columns not None, const uint64_t[::1] leads not None):
    """The function around each local function value, itself a function: array('I') of symbols, 0xFFFFFFFF = no such value.

    leads  a file: bit n says that a definition whose name stands n bytes (below 64) after its start is a name that is
           given a function, not a declaration
    """
    cdef const uint32_t[::1] parent = columns["parent"], start = columns["start"], name_byte = columns["name_byte"]
    cdef const uint32_t[::1] file = columns["file"]
    cdef const uint8_t[::1] kind = columns["kind"]
    cdef size_t n = parent.shape[0], i
    cdef uint32_t p, lead
    out = array.clone(array.array("I"), <Py_ssize_t>n, zero=False)
    cdef uint32_t[::1] o = out
    with nogil:
        for i in range(n):
            o[i] = NONE
            p = parent[i]
            lead = name_byte[i] - start[i]
            if ((kind[i] == KIND_FN or kind[i] == KIND_METHOD) and p != NONE and (kind[p] == KIND_FN or kind[p] == KIND_METHOD) and lead < 64
                    and leads[file[i]] >> lead & 1):
                o[i] = p
    return out


def group(dict columns not None, const uint8_t[::1] files not None, const uint8_t[::1] names not None):
    """Groups of the call references that stand in a definition.

    files  a file: 0 = its references are in no group, 1 = what a name means may depend on the function,
           2 = it depends on the function only where the name is local or functions nest
    names  a string: 0 = references of this name are in no group
    Returns (group of each reference as array('I'), 0xFFFFFFFF = none; first reference of each group, array('I'); what
    of its place matters to each group, array('q'): a symbol, or ``~file``).
    Raises MemoryError.
    """
    cdef const uint32_t[::1] ref_name = columns["ref_name"], ref_receiver = columns["ref_receiver"]
    cdef const uint32_t[::1] ref_qualifier = columns["ref_qualifier"], ref_owner = columns["ref_owner"]
    cdef const uint32_t[::1] ref_file = columns["ref_file"], parent = columns["parent"]
    cdef const uint32_t[::1] scope = columns["scope"]
    cdef const uint8_t[::1] ref_role = columns["ref_role"], ref_recv = columns["ref_recv"], kind = columns["kind"]
    cdef const uint8_t[::1] ref_local = columns["ref_local"]
    cdef size_t n_refs = ref_name.shape[0], n_symbols = parent.shape[0], i, mask = (1 << 12) - 1, at, k
    cdef uint32_t n = 0, capacity = 1 << 11, owner, p
    cdef Key key
    cdef Key* keys = NULL
    cdef Key* grown
    cdef uint32_t* slots = NULL
    cdef uint32_t* larger
    # The outermost function around a symbol, and whether functions or types are nested in it.
    cdef uint32_t* outer = <uint32_t*>malloc((n_symbols + 1) * sizeof(uint32_t))
    cdef uint8_t* nests = <uint8_t*>calloc(n_symbols + 1, 1)
    out = array.clone(array.array("I"), <Py_ssize_t>n_refs, zero=False)
    holder = holders(columns)
    cdef uint32_t[::1] o = out, held = holder, firsts
    cdef long long[::1] contexts
    keys = <Key*>malloc(capacity * sizeof(Key))
    slots = <uint32_t*>calloc(mask + 1, sizeof(uint32_t))
    try:
        if outer == NULL or nests == NULL or keys == NULL or slots == NULL:
            raise MemoryError
        with nogil:
            for i in range(n_symbols):
                p = parent[i]
                if p != NONE and outer[p] != NONE:
                    outer[i] = outer[p]
                    nests[outer[p]] = 1
                elif kind[i] == KIND_FN or kind[i] == KIND_METHOD:
                    outer[i] = <uint32_t>i
                else:
                    outer[i] = NONE
            for i in range(n_refs):
                o[i] = NONE
                owner = ref_owner[i]
                if ref_role[i] != ROLE_CALL or owner == NONE or not files[ref_file[i]] or not names[ref_name[i]]:
                    continue
                memset(&key, 0, sizeof(Key))
                key.name = ref_name[i]
                key.prefix = ref_qualifier[i] if ref_qualifier[i] else ref_receiver[i]
                key.form = (<uint32_t>ref_recv[i] | <uint32_t>(ref_qualifier[i] != 0) << 8 | <uint32_t>ref_local[i] << 9)
                if files[ref_file[i]] == 1 or ref_local[i] or (outer[owner] != NONE and nests[outer[owner]]):
                    key.context = owner
                elif held[owner] != NONE:
                    key.context = held[owner]
                    key.form |= <uint32_t>(kind[owner] == KIND_METHOD) << 10
                elif scope[owner] or ref_recv[i] == RECV_THIS:  # of a type that stands elsewhere
                    key.context = owner
                else:
                    key.context = ref_file[i] | <uint32_t>1 << 31
                at = <size_t>_hash(&key) & mask
                while slots[at]:
                    k = slots[at] - 1
                    if (keys[k].context == key.context and keys[k].name == key.name and keys[k].prefix == key.prefix
                            and keys[k].form == key.form):
                        o[i] = <uint32_t>k
                        break
                    at = (at + 1) & mask
                if o[i] != NONE:
                    continue
                if n == capacity:
                    grown = <Key*>realloc(keys, 2 * <size_t>capacity * sizeof(Key))
                    larger = <uint32_t*>calloc(2 * (mask + 1), sizeof(uint32_t))
                    if grown != NULL:
                        keys = grown
                    if grown == NULL or larger == NULL:
                        free(larger)
                        with gil:
                            raise MemoryError
                    capacity *= 2
                    mask = 2 * mask + 1
                    free(slots)
                    slots = larger
                    for k in range(n):
                        at = <size_t>_hash(&keys[k]) & mask
                        while slots[at]:
                            at = (at + 1) & mask
                        slots[at] = <uint32_t>k + 1
                    at = <size_t>_hash(&key) & mask
                    while slots[at]:
                        at = (at + 1) & mask
                keys[n] = key
                slots[at] = n + 1
                o[i] = n
                n += 1
        first = array.clone(array.array("I"), n, zero=False)
        where = array.clone(array.array("q"), n, zero=False)
        firsts, contexts = first, where
        for k in range(n):
            contexts[k] = (~<long long>(keys[k].context & 0x7FFFFFFF) if keys[k].context >> 31
                           else <long long>keys[k].context)
        for i in range(n_refs):  # backwards, so that the first stays
            k = n_refs - 1 - i
            if o[k] != NONE:
                firsts[o[k]] = <uint32_t>k
        return out, first, where
    finally:
        free(outer)
        free(nests)
        free(keys)
        free(slots)


def marked(const uint32_t[::1] groups not None, const uint8_t[::1] marks not None):
    """The references whose group has a mark (not 0), ascending: array('I').

    groups  the group of each reference, 0xFFFFFFFF or any number beyond ``marks`` = none
    """
    cdef size_t n = groups.shape[0], m = marks.shape[0], i, count = 0
    for i in range(n):
        count += groups[i] < m and marks[groups[i]] != 0
    out = array.clone(array.array("I"), <Py_ssize_t>count, zero=False)
    cdef uint32_t[::1] o = out
    count = 0
    for i in range(n):
        if groups[i] < m and marks[groups[i]]:
            o[count] = <uint32_t>i
            count += 1
    return out
