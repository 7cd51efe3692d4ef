"""Louvain communities: local moving over an undirected graph, and the graph of what it found.

Purpose: `undirected` makes the graph from calls, `move` finds groups in it, `contract` makes the graph of the groups,
for the next level.
Invariant: nodes are visited by number and neighbours ascending, all floats are doubles and are added in one order, so
equal inputs give equal groups, bit for bit. A graph is a CSR whose rows ascend, in which (u, v) and (v, u) are both
present with one weight and no node is its own neighbour.
Cost: a pass of `move` is linear in the edges, at most `MAX_PASSES` of them; `contract` sorts the edges between groups by
radix. No Python object is touched in the loops. Scratch: 40 bytes a node, 4 an edge.
"""

from cpython cimport array
from libc.math cimport isfinite
from libc.stdint cimport uint32_t, uint64_t

import array

from ripwire._core.radix cimport radix_argsort_u64
from ripwire._core.rows cimport check_rows

cdef enum:
    PASSES = 16
    MAX_EDGES = 0xFFFFFFFE  # offsets are 32-bit

MAX_PASSES = PASSES

cdef double EPSILON = 1e-9  # gains that differ by less are equal
cdef uint32_t NONE = <uint32_t>-1


cdef Py_ssize_t _merged(const uint32_t* a, Py_ssize_t n_a, const uint32_t* b, Py_ssize_t n_b, uint32_t own,
                        uint32_t* out) noexcept nogil:
    """The union of two ascending rows without ``own``: how many, and with ``out`` which."""
    cdef Py_ssize_t i = 0, j = 0, count = 0
    cdef uint32_t other, last = NONE
    while i < n_a or j < n_b:
        if j == n_b or (i < n_a and a[i] <= b[j]):
            other = a[i]
            i += 1
        else:
            other = b[j]
            j += 1
        if other == own or other == last:
            continue
        last = other
        if out != NULL:
            out[count] = other
        count += 1
    return count


def undirected(const uint32_t[::1] out_offset not None, const uint32_t[::1] dst not None,
               const uint32_t[::1] in_offset not None, const uint32_t[::1] in_src not None):
    """Who calls or is called by whom: (offset as array('I') of n + 1, neighbour as array('I')).

    The arguments are the two CSRs of a graph of n nodes with ascending rows. ValueError when they do not fit.
    """
    cdef Py_ssize_t n = out_offset.shape[0] - 1, i, total = 0
    cdef const uint32_t* called = &dst[0] if dst.shape[0] else NULL
    cdef const uint32_t* callers = &in_src[0] if in_src.shape[0] else NULL
    check_rows(out_offset, dst)
    check_rows(in_offset, in_src)
    if in_offset.shape[0] != out_offset.shape[0]:
        raise ValueError(f"{n} callers but {in_offset.shape[0] - 1} callees")
    offset_array = array.clone(array.array("I"), n + 1, True)
    cdef uint32_t[::1] offset = offset_array
    with nogil:
        for i in range(n):
            total += _merged(called + out_offset[i], out_offset[i + 1] - out_offset[i],
                             callers + in_offset[i], in_offset[i + 1] - in_offset[i], <uint32_t>i, NULL)
            offset[i + 1] = <uint32_t>total
    if total > <Py_ssize_t>MAX_EDGES:
        raise ValueError(f"too many edges for 32-bit offsets: {total}")
    neighbour_array = array.clone(array.array("I"), total, False)
    cdef uint32_t[::1] neighbour = neighbour_array
    cdef uint32_t* out = &neighbour[0] if total else NULL
    if total:
        with nogil:
            for i in range(n):
                _merged(called + out_offset[i], out_offset[i + 1] - out_offset[i],
                        callers + in_offset[i], in_offset[i + 1] - in_offset[i], <uint32_t>i, out + offset[i])
    return offset_array, neighbour_array


def move(const uint32_t[::1] offset not None, const uint32_t[::1] neighbour not None, const double[::1] weight=None):
    """Local moving: every node alone at first, then each to the neighbouring group that gains most, pass after pass.

    weight  one an edge, 1 each without it; finite and positive
    Returns (group of each node as array('I'), number of groups): groups are numbered in the order of their first nodes.
    The gain of a group is k_in - degree * total / m2, where k_in is the weight from the node into the group, total the
    group's summed degree without the node, and m2 the sum of all degrees. The node's own group is the first candidate,
    the others follow in the order in which its neighbours name them; a gain that is greater by more than 1e-9 replaces
    the candidate, one within 1e-9 does when its group's number is lower, and then the gain to beat stays.
    ValueError for a CSR that does not fit, one with an edge to a node without edges, and for a bad weight.
    """
    cdef Py_ssize_t n = offset.shape[0] - 1, i, k, touched, bad = -1
    cdef uint32_t e, own, group, best, count = 0
    cdef bint weighted = weight is not None, moved
    cdef double m2 = 0, degree, gain, best_gain
    cdef int turn
    check_rows(offset, neighbour)
    if weighted:
        if weight.shape[0] != neighbour.shape[0]:
            raise ValueError(f"{weight.shape[0]} weights but {neighbour.shape[0]} neighbours")
        for i in range(weight.shape[0]):
            if not (weight[i] > 0 and isfinite(weight[i])):
                bad = i
                break
        if bad >= 0:
            raise ValueError(f"edge {bad} has weight {weight[bad]}")
    # Most nodes of a call graph have no neighbours: without them the rest fits into the caches. Their order stays.
    label_array = array.clone(array.array("I"), n, False)
    place_array = array.clone(array.array("I"), n, False)
    cdef uint32_t[::1] out = label_array, place = place_array
    cdef uint32_t met = 0
    with nogil:
        for i in range(n):
            place[i] = NONE
            if offset[i + 1] != offset[i]:
                place[i] = met
                met += 1
    group_array = array.clone(array.array("I"), met, False)
    seen_array = array.clone(array.array("I"), met, False)
    first_array = array.clone(array.array("I"), met + 1, True)
    other_array = array.clone(array.array("I"), neighbour.shape[0], False)
    degrees_array = array.clone(array.array("d"), met, False)
    total_array = array.clone(array.array("d"), met, False)
    into_array = array.clone(array.array("d"), met, True)
    cdef uint32_t[::1] label = group_array, seen = seen_array, first = first_array, other = other_array
    cdef double[::1] degrees = degrees_array, total = total_array, into = into_array
    with nogil:
        for i in range(n):
            if place[i] != NONE:
                first[place[i] + 1] = offset[i + 1]
        for i in range(neighbour.shape[0]):
            other[i] = place[neighbour[i]]
            if other[i] == NONE:
                bad = i
    if bad >= 0:
        raise ValueError(f"edge {bad} has no way back")
    with nogil:
        for i in range(met):
            label[i] = <uint32_t>i
            degree = first[i + 1] - first[i]
            if weighted:
                degree = 0
                for e in range(first[i], first[i + 1]):
                    degree += weight[e]
            degrees[i] = degree
            total[i] = degree
            m2 += degree
        for turn in range(PASSES):
            moved = False
            for i in range(met):
                own = label[i]
                degree = degrees[i]
                touched = 0
                for e in range(first[i], first[i + 1]):
                    group = label[other[e]]
                    if into[group] == 0:  # weights are positive
                        seen[touched] = group
                        touched += 1
                    into[group] += weight[e] if weighted else 1.0
                total[own] -= degree
                best = own
                best_gain = into[own] - degree * total[own] / m2
                for k in range(touched):
                    group = seen[k]
                    gain = into[group] - degree * total[group] / m2
                    if gain > best_gain + EPSILON:
                        best = group
                        best_gain = gain
                    elif gain >= best_gain - EPSILON and group < best:
                        best = group
                for k in range(touched):
                    into[seen[k]] = 0
                total[best] += degree
                if best != own:
                    label[i] = best
                    moved = True
            if not moved:
                break
        for i in range(met):
            seen[i] = NONE
        for i in range(n):
            if place[i] == NONE:
                out[i] = count
                count += 1
                continue
            group = label[place[i]]
            if seen[group] == NONE:
                seen[group] = count
                count += 1
            out[i] = seen[group]
    return label_array, count


def contract(const uint32_t[::1] offset not None, const uint32_t[::1] neighbour not None, const double[::1] weight,
             const uint32_t[::1] group not None, Py_ssize_t count):
    """The graph of groups: (offset as array('I') of count + 1, neighbour as array('I'), weight as array('d')).

    weight  as for `move`; group  of each node, below ``count``
    Two groups are neighbours when an edge goes from one to the other; its weight is the sum of those edges, in the
    order of (node, neighbour). Edges inside a group are gone. ValueError for columns that do not fit.
    """
    cdef Py_ssize_t n = offset.shape[0] - 1, i, bad = -1, total = 0, kept = -1, m
    cdef uint32_t e, own, other
    cdef uint64_t last = 0
    cdef bint weighted = weight is not None
    check_rows(offset, neighbour)
    if weighted and weight.shape[0] != neighbour.shape[0]:
        raise ValueError(f"{weight.shape[0]} weights but {neighbour.shape[0]} neighbours")
    if group.shape[0] != n or count < 0 or count > n:
        raise ValueError(f"{group.shape[0]} groups, {count} distinct, but {n} nodes")
    with nogil:
        for i in range(n):
            if group[i] >= <size_t>count:
                bad = i
                break
    if bad >= 0:
        raise ValueError(f"group {group[bad]} of {count}")
    with nogil:
        for i in range(n):
            for e in range(offset[i], offset[i + 1]):
                total += group[i] != group[neighbour[e]]
    keys_array = array.clone(array.array("Q"), total, False)
    sums_array = array.clone(array.array("d"), total, False)
    order_array = array.clone(array.array("I"), total, False)
    offset_array = array.clone(array.array("I"), count + 1, True)
    cdef uint64_t[::1] keys = keys_array
    cdef double[::1] sums = sums_array
    cdef uint32_t[::1] order = order_array, rows = offset_array
    with nogil:
        m = 0
        for i in range(n):
            own = group[i]
            for e in range(offset[i], offset[i + 1]):
                other = group[neighbour[e]]
                if own != other:
                    keys[m] = (<uint64_t>own << 32) | other
                    sums[m] = weight[e] if weighted else 1.0
                    m += 1
        if total:
            radix_argsort_u64(&keys[0], &order[0], <size_t>total)
        for m in range(total):
            if m == 0 or keys[order[m]] != last:
                last = keys[order[m]]
                kept += 1
    kept += 1
    neighbour_array = array.clone(array.array("I"), kept, False)
    weight_array = array.clone(array.array("d"), kept, False)
    cdef uint32_t[::1] out = neighbour_array
    cdef double[::1] weights = weight_array
    with nogil:
        kept = -1
        for m in range(total):
            if m == 0 or keys[order[m]] != last:
                last = keys[order[m]]
                kept += 1
                out[kept] = <uint32_t>last
                weights[kept] = 0
                rows[(last >> 32) + 1] += 1
            weights[kept] += sums[order[m]]
        for i in range(count):
            rows[i + 1] += rows[i]
    return offset_array, neighbour_array, weight_array
