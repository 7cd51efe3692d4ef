"""Sets of symbols as masks of one byte a symbol, and the shortest ways between single symbols.

Purpose: the set operators of `--graph-query` and the legs of `--connect`, over hundreds of thousands of symbols.
Invariant: a mask holds 0 and 1 only; walks are breadth first in the order of the CSR, so equal inputs give equal results.
Cost: one pass over the symbols (masks), or over the nodes and edges that are reached (ways).
"""

from cpython cimport array
from libc.stdint cimport uint8_t, uint16_t, uint32_t

import array

cdef uint32_t NONE = <uint32_t>-1

ctypedef fused number:
    uint8_t
    uint16_t
    uint32_t


cdef array.array _zeros(Py_ssize_t n):
    return array.clone(array.array("B"), n, True)


def marked(const uint32_t[::1] symbols not None, Py_ssize_t n):
    """The mask of some of ``n`` symbols. IndexError for one that is not below n."""
    cdef Py_ssize_t i
    mask = _zeros(n)
    cdef uint8_t[::1] m = mask
    for i in range(symbols.shape[0]):
        if symbols[i] >= <size_t>n:
            raise IndexError(f"symbol {symbols[i]} of {n}")
        m[symbols[i]] = 1
    return mask


def members(const uint8_t[::1] mask not None, const uint32_t[::1] order not None):
    """The symbols of a mask in the order of ``order``, which names symbols. IndexError for one that the mask lacks."""
    cdef Py_ssize_t i, count = 0
    for i in range(order.shape[0]):
        if order[i] >= <size_t>mask.shape[0]:
            raise IndexError(f"symbol {order[i]} of {mask.shape[0]}")
        count += mask[order[i]] != 0
    out = array.clone(array.array("I"), count, False)
    cdef uint32_t[::1] o = out
    count = 0
    for i in range(order.shape[0]):
        if mask[order[i]]:
            o[count] = order[i]
            count += 1
    return out


def degree_at_least(const uint32_t[::1] offset not None, unsigned long long least):
    """The mask of the rows of a CSR that have ``least`` entries or more."""
    cdef Py_ssize_t i, n = offset.shape[0] - 1
    if n < 0:
        raise ValueError("no offsets")
    mask = _zeros(n)
    cdef uint8_t[::1] m = mask
    for i in range(n):
        m[i] = offset[i + 1] >= offset[i] and offset[i + 1] - offset[i] >= least
    return mask


def value_at_least(const uint32_t[::1] symbols not None, const number[::1] values not None, unsigned long long least,
                   mask not None):
    """Mark, or unmark, each symbol by whether its value is ``least`` or more. Columns of one length, else ValueError."""
    cdef Py_ssize_t i
    cdef uint8_t[::1] m = mask
    if symbols.shape[0] != values.shape[0]:
        raise ValueError("columns of different length")
    for i in range(symbols.shape[0]):
        if symbols[i] >= <size_t>m.shape[0]:
            raise IndexError(f"symbol {symbols[i]} of {m.shape[0]}")
        m[symbols[i]] = values[i] >= least


def combine(const uint8_t[::1] a not None, const uint8_t[::1] b not None, bint both, bint without):
    """A new mask: ``a`` and ``b`` (both), ``a`` and not ``b`` (without), else ``a`` or ``b``."""
    cdef Py_ssize_t i, n = a.shape[0]
    if b.shape[0] != n:
        raise ValueError("masks of different length")
    mask = _zeros(n)
    cdef uint8_t[::1] m = mask
    if without:
        for i in range(n):
            m[i] = a[i] & (b[i] ^ 1)
    elif both:
        for i in range(n):
            m[i] = a[i] & b[i]
    else:
        for i in range(n):
            m[i] = a[i] | b[i]
    return mask


def ways(const uint32_t[::1] out_offset not None, const uint32_t[::1] dst not None,
         const uint32_t[::1] in_offset not None, const uint32_t[::1] in_src not None,
         uint32_t seed, const uint32_t[::1] targets not None, uint32_t radius):
    """The shortest ways from a symbol to others over calls in either direction.

    Breadth first: of each node first what it calls, then what calls it, in the order of the CSR. Returns a list, for
    each target the nodes of its way from ``seed`` to it, or None when it is more than ``radius`` steps away.
    ValueError for a CSR that does not fit, IndexError for a node that is none.
    """
    cdef Py_ssize_t n = out_offset.shape[0] - 1, at = 0, count = 0, i, missing = 0
    cdef uint32_t node, other, edge, side
    cdef const uint32_t[::1] offset, neighbour
    if n < 0 or in_offset.shape[0] != n + 1:
        raise ValueError("the offsets do not fit each other")
    for offset, neighbour in ((out_offset, dst), (in_offset, in_src)):
        if offset[n] != <size_t>neighbour.shape[0]:
            raise ValueError("the offsets do not fit the neighbours")
    wanted = _zeros(n)
    queue = array.clone(array.array("I"), n, False)
    steps = array.clone(array.array("I"), n, False)
    origin = array.clone(array.array("I"), n, False)
    seen = _zeros(n)
    cdef uint8_t[::1] w = wanted, m = seen
    cdef uint32_t[::1] q = queue, s = steps, o = origin
    if seed >= <size_t>n:
        raise IndexError(f"node {seed} of {n}")
    for i in range(targets.shape[0]):
        if targets[i] >= <size_t>n:
            raise IndexError(f"node {targets[i]} of {n}")
        missing += targets[i] != seed and not w[targets[i]]
        w[targets[i]] = 1
    q[0], s[seed], o[seed], m[seed] = seed, 0, NONE, 1
    count = 1
    while at < count and missing:
        node = q[at]
        at += 1
        if s[node] >= radius:
            break
        for side in range(2):
            offset = in_offset if side else out_offset
            neighbour = in_src if side else dst
            if offset[node + 1] < offset[node] or offset[node + 1] > <size_t>neighbour.shape[0]:
                raise ValueError("the offsets do not fit the neighbours")
            for edge in range(offset[node], offset[node + 1]):
                other = neighbour[edge]
                if other >= <size_t>n:
                    raise ValueError("the neighbours do not fit the offsets")
                if not m[other]:
                    m[other] = 1
                    s[other], o[other], q[count] = s[node] + 1, node, other
                    count += 1
                    missing -= w[other]
    found = []
    for i in range(targets.shape[0]):
        node = targets[i]
        if not m[node]:
            found.append(None)
            continue
        way = []
        while node != NONE:
            way.append(node)
            node = o[node]
        found.append(way[::-1])
    return found
