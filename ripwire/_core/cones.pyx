"""How much a node of a graph leads to, and which nodes lead to one another.

Invariant: components are numbered by their first node, so equal graphs give equal numbers.
Cost: `components` is linear; `cones` walks what is below each component once.
"""

from cpython cimport array
from libc.stdint cimport uint32_t

import array

cdef uint32_t NONE = <uint32_t>-1


def _check(const uint32_t[::1] offset, const uint32_t[::1] to):
    cdef Py_ssize_t i, n = offset.shape[0] - 1
    if n < 0 or offset[0] != 0 or offset[n] != <size_t>to.shape[0]:
        raise ValueError("the offsets do not fit the edges")
    for i in range(n):
        if offset[i + 1] < offset[i]:
            raise ValueError("the offsets do not fit the edges")
    for i in range(to.shape[0]):
        if to[i] >= <size_t>n:
            raise ValueError("an edge leads to no node")


def components(const uint32_t[::1] offset not None, const uint32_t[::1] to not None):
    """The strongly connected component of each node, by the lowest node in it: array('I').

    Source: Tarjan, SIAM J. Comput. 1 (1972), with a stack of its own. ValueError for offsets that do not fit.
    """
    _check(offset, to)
    cdef Py_ssize_t n = offset.shape[0] - 1
    out = array.clone(array.array("I"), n, False)
    works = [array.clone(array.array("I"), n, False) for _ in range(5)]
    cdef uint32_t[::1] o = out, index = works[0], low = works[1], path = works[2], held = works[3], edge = works[4]
    cdef uint32_t root, node, other, count = 0, first
    cdef Py_ssize_t depth, size = 0, i, at
    with nogil:
        for i in range(n):
            index[i] = NONE
            o[i] = NONE
        for i in range(n):
            if index[i] != NONE:
                continue
            root = <uint32_t>i
            path[0] = root
            depth = 1
            index[root] = low[root] = count
            edge[root] = offset[root]
            count += 1
            held[size] = root
            size += 1
            while depth:
                node = path[depth - 1]
                if edge[node] < offset[node + 1]:
                    other = to[edge[node]]
                    edge[node] += 1
                    if index[other] == NONE:
                        index[other] = low[other] = count
                        edge[other] = offset[other]
                        count += 1
                        held[size] = other
                        size += 1
                        path[depth] = other
                        depth += 1
                    elif o[other] == NONE and index[other] < low[node]:
                        low[node] = index[other]
                    continue
                depth -= 1
                if depth and low[node] < low[path[depth - 1]]:
                    low[path[depth - 1]] = low[node]
                if low[node] == index[node]:
                    at = size
                    first = NONE
                    while True:
                        at -= 1
                        if held[at] < first:
                            first = held[at]
                        if held[at] == node:
                            break
                    while size > at:
                        size -= 1
                        o[held[size]] = first
    return out


def cones(const uint32_t[::1] offset not None, const uint32_t[::1] to not None, const uint32_t[::1] component not None):
    """How many nodes each node leads to, itself among them: array('I').

    component  what `components` says of the same graph
    """
    _check(offset, to)
    cdef Py_ssize_t n = offset.shape[0] - 1, i
    if component.shape[0] != n:
        raise ValueError("the components do not fit the nodes")
    out = array.clone(array.array("I"), n, False)
    marks = array.clone(array.array("I"), n, True)
    reached = array.clone(array.array("I"), n, False)
    cdef uint32_t[::1] o = out, mark = marks, r = reached
    cdef uint32_t head, tail, at, edge, other
    with nogil:
        for i in range(n):
            if component[i] < <size_t>i:  # the lowest node of a component has been asked
                o[i] = o[component[i]]
                continue
            mark[i] = <uint32_t>i + 1
            r[0] = <uint32_t>i
            head, tail = 0, 1
            while head < tail:
                at = r[head]
                head += 1
                for edge in range(offset[at], offset[at + 1]):
                    other = to[edge]
                    if mark[other] != <uint32_t>i + 1:
                        mark[other] = <uint32_t>i + 1
                        r[tail] = other
                        tail += 1
            o[i] = tail
    return out
