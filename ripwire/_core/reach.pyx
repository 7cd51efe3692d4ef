"""Walks over a CSR: what can be reached from some nodes, in how many steps, and by which way.

Invariant: breadth first, seeds in the order given, neighbours in the order of the CSR, so equal inputs give equal orders.
Cost: linear in the nodes and edges that are reached; no Python object is touched in the loops.
"""

from cpython cimport array
from libc.stdint cimport uint8_t, uint32_t, uint64_t

import array

from ripwire._core.facts cimport KIND_SEC, ROLE_CALL
from ripwire._core.radix cimport radix_argsort_u64

cdef uint32_t NONE = <uint32_t>-1


def _check(const uint32_t[::1] offset, const uint32_t[::1] neighbour):
    if offset.shape[0] < 1 or offset[0] != 0 or offset[offset.shape[0] - 1] != <size_t>neighbour.shape[0]:
        raise ValueError("the offsets do not fit the neighbours")


def reach(const uint32_t[::1] offset not None, const uint32_t[::1] neighbour not None,
          const uint32_t[::1] seeds not None, uint32_t depth=NONE):
    """The nodes that are at most ``depth`` steps from a seed, nearest first, the seeds themselves among them.

    offset, neighbour  a CSR of n nodes: unsigned 32-bit, shapes (n + 1,) and (E,)
    Returns (nodes as array('I'), their steps as array('I'), the node that each was reached from as array('I'),
    0xFFFFFFFF for a seed).
    ValueError for a CSR that does not fit, IndexError for a node that is not below n.
    """
    cdef Py_ssize_t n = offset.shape[0] - 1, at = 0, count = 0, i
    cdef uint32_t node, other, edge
    _check(offset, neighbour)
    for i in range(seeds.shape[0]):
        if seeds[i] >= <size_t>n:
            raise IndexError(f"node {seeds[i]} of {n}")
    reached = array.clone(array.array("I"), n, False)
    steps = array.clone(array.array("I"), n, False)
    origin = array.clone(array.array("I"), n, False)
    marks = array.clone(array.array("B"), n, True)
    cdef uint32_t[::1] r = reached, s = steps, o = origin
    cdef uint8_t[::1] m = marks
    cdef bint fits = True
    with nogil:
        for i in range(seeds.shape[0]):
            if not m[seeds[i]]:
                m[seeds[i]] = 1
                r[count], s[count], o[count] = seeds[i], 0, NONE
                count += 1
        while at < count:
            node = r[at]
            if s[at] < depth:
                if offset[node + 1] < offset[node] or offset[node + 1] > <size_t>neighbour.shape[0]:
                    fits = False
                    break
                for edge in range(offset[node], offset[node + 1]):
                    other = neighbour[edge]
                    if other >= <size_t>n:
                        fits = False
                        break
                    if not m[other]:
                        m[other] = 1
                        r[count], s[count], o[count] = other, s[at] + 1, node
                        count += 1
            if not fits:
                break
            at += 1
    if not fits:
        raise ValueError("the offsets do not fit the neighbours")
    return reached[:count], steps[:count], origin[:count]


def places(const uint32_t[::1] column not None, uint32_t value):
    """The indexes at which a column has a value, ascending: array('I')."""
    cdef Py_ssize_t n = column.shape[0], i, count = 0
    for i in range(n):
        count += column[i] == value
    out = array.clone(array.array("I"), count, False)
    cdef uint32_t[::1] o = out
    count = 0
    for i in range(n):
        if column[i] == value:
            o[count] = <uint32_t>i
            count += 1
    return out


def outside_calls(dict columns not None):
    """Where the names of definitions are called outside of any definition, and how often there.

    Returns (handles of names, files, counts), each as array('I'), by name and then by file: a pair of the first two
    stands there once. Names that nothing but headings has are left out.
    """
    cdef const uint32_t[::1] name = columns["name"], ref_name = columns["ref_name"], ref_owner = columns["ref_owner"]
    cdef const uint32_t[::1] ref_file = columns["ref_file"]
    cdef const uint8_t[::1] ref_role = columns["ref_role"], kind = columns["kind"]
    cdef Py_ssize_t n = len(columns["strings"]), i, calls = 0, found = 0
    cdef uint64_t last = 0
    defined = array.clone(array.array("B"), n, True)
    cdef uint8_t[::1] d = defined
    for i in range(name.shape[0]):
        if kind[i] != KIND_SEC:
            d[name[i]] = 1
    for i in range(ref_name.shape[0]):
        calls += ref_role[i] == ROLE_CALL and ref_owner[i] == NONE and d[ref_name[i]]
    keys_array = array.clone(array.array("Q"), calls, False)
    order_array = array.clone(array.array("I"), calls, False)
    cdef uint64_t[::1] keys = keys_array
    cdef uint32_t[::1] order = order_array
    calls = 0
    for i in range(ref_name.shape[0]):
        if ref_role[i] == ROLE_CALL and ref_owner[i] == NONE and d[ref_name[i]]:
            keys[calls] = (<uint64_t>ref_name[i] << 32) | ref_file[i]
            calls += 1
    if calls:
        radix_argsort_u64(&keys[0], &order[0], <size_t>calls)
    for i in range(calls):
        if i == 0 or keys[order[i]] != last:
            last = keys[order[i]]
            found += 1
    names = array.clone(array.array("I"), found, False)
    files = array.clone(array.array("I"), found, False)
    counts = array.clone(array.array("I"), found, True)
    cdef uint32_t[::1] h = names, f = files, k = counts
    found = -1
    for i in range(calls):
        if i == 0 or keys[order[i]] != last:
            last = keys[order[i]]
            found += 1
            h[found], f[found] = <uint32_t>(last >> 32), <uint32_t>last
        k[found] += 1
    return names, files, counts
