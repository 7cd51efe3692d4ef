"""Groups of symbols: who is in them, who stands for them, where they lie, and which calls go from one to another.

Purpose: the loops over all symbols and edges of the verbs that speak of communities and directories.
Invariant: members ascend, ties go to the lower number, so equal inputs give equal answers.
Cost: linear in the symbols or edges, `crossings` sorts what crosses by radix; no Python object is touched in the loops.
"""

from cpython cimport array
from libc.stdint cimport uint8_t, uint32_t, uint64_t

import array

from ripwire._core.radix cimport radix_argsort_u64
from ripwire._core.rows cimport check_rows

cdef enum:
    HAS_BODY = 1  # of facts.pxd: DEF_HAS_BODY


cdef int _check_groups(const uint32_t[::1] group, Py_ssize_t count) except -1:
    cdef Py_ssize_t i, bad = -1
    if count < 0:
        raise ValueError(f"{count} groups")
    with nogil:
        for i in range(group.shape[0]):
            if group[i] >= <size_t>count:
                bad = i
                break
    if bad >= 0:
        raise ValueError(f"group {group[bad]} of {count}")
    return 0


def grouped(const uint32_t[::1] group not None, Py_ssize_t count):
    """The members of each group: (offset as array('I') of count + 1, members as array('I'), ascending in a group)."""
    cdef Py_ssize_t i
    cdef uint32_t at
    _check_groups(group, count)
    offset_array = array.clone(array.array("I"), count + 1, True)
    cursor_array = array.clone(array.array("I"), count, False)
    member_array = array.clone(array.array("I"), group.shape[0], False)
    cdef uint32_t[::1] offset = offset_array, cursor = cursor_array, member = member_array
    with nogil:
        for i in range(group.shape[0]):
            offset[group[i] + 1] += 1
        for i in range(count):
            offset[i + 1] += offset[i]
            cursor[i] = offset[i]
        for i in range(group.shape[0]):
            at = cursor[group[i]]
            cursor[group[i]] = at + 1
            member[at] = <uint32_t>i
    return offset_array, member_array


def crossings(const uint32_t[::1] out_offset not None, const uint32_t[::1] dst not None,
              const uint32_t[::1] group not None, Py_ssize_t count, *, bint directed=False, const uint8_t[::1] keep=None):
    """Pairs of groups that calls cross, and by how many: three array('I'), sorted by (first, second).

    out_offset, dst  the call graph; group  of each of its nodes, below ``count``
    directed  (caller's group, callee's group); else the lower group is first and both directions count
    keep      nodes whose calls count, 1 a node; all without it
    """
    cdef Py_ssize_t n = out_offset.shape[0] - 1, i, m, total = 0, kept = -1
    cdef uint32_t e, own, other
    cdef uint64_t last = 0
    cdef bint every = keep is None
    _check_groups(group, count)
    if group.shape[0] != n or (not every and keep.shape[0] != n):
        raise ValueError(f"{n} nodes, {group.shape[0]} groups")
    check_rows(out_offset, dst)
    with nogil:
        for i in range(n):
            if every or keep[i]:
                for e in range(out_offset[i], out_offset[i + 1]):
                    total += group[i] != group[dst[e]]
    keys_array = array.clone(array.array("Q"), total, False)
    order_array = array.clone(array.array("I"), total, False)
    cdef uint64_t[::1] keys = keys_array
    cdef uint32_t[::1] order = order_array
    with nogil:
        m = 0
        for i in range(n):
            if every or keep[i]:
                for e in range(out_offset[i], out_offset[i + 1]):
                    own, other = group[i], group[dst[e]]
                    if own != other:
                        if not directed and other < own:
                            own, other = other, own
                        keys[m] = (<uint64_t>own << 32) | other
                        m += 1
        if total:
            radix_argsort_u64(&keys[0], &order[0], <size_t>total)
        for m in range(total):
            if m == 0 or keys[order[m]] != last:
                last = keys[order[m]]
                kept += 1
    kept += 1
    first_array = array.clone(array.array("I"), kept, False)
    second_array = array.clone(array.array("I"), kept, False)
    number_array = array.clone(array.array("I"), kept, True)
    cdef uint32_t[::1] first = first_array, second = second_array, number = number_array
    with nogil:
        kept = -1
        for m in range(total):
            if m == 0 or keys[order[m]] != last:
                last = keys[order[m]]
                kept += 1
                first[kept] = <uint32_t>(last >> 32)
                second[kept] = <uint32_t>last
            number[kept] += 1
    return first_array, second_array, number_array


def leaders(const uint32_t[::1] members not None, Py_ssize_t k, const uint8_t[::1] weak not None,
            const uint32_t[::1] in_offset not None, const float[::1] scores not None):
    """The k members that stand for a group, best first: array('I').

    weak  1 for a node that comes after all others
    Order: weak ones last, number of callers descending, score descending, node.
    """
    cdef Py_ssize_t n = in_offset.shape[0] - 1, i, at, count = 0
    cdef uint32_t node
    if weak.shape[0] != n or scores.shape[0] != n or k < 0:
        raise ValueError(f"{n} nodes, {weak.shape[0]} marks, {scores.shape[0]} scores")
    for i in range(members.shape[0]):
        if members[i] >= <size_t>n:
            raise IndexError(f"node {members[i]} of {n}")
    k = min(k, members.shape[0])
    best_array = array.clone(array.array("I"), k, False)
    cdef uint32_t[::1] best = best_array
    if not k:
        return best_array
    with nogil:
        for i in range(members.shape[0]):
            node = members[i]
            if count == k and not _before(node, best[k - 1], weak, in_offset, scores):
                continue
            at = count if count < k else k - 1
            while at > 0 and _before(node, best[at - 1], weak, in_offset, scores):
                best[at] = best[at - 1]
                at -= 1
            best[at] = node
            if count < k:
                count += 1
    return best_array


cdef bint _before(uint32_t a, uint32_t b, const uint8_t[::1] weak, const uint32_t[::1] in_offset,
                  const float[::1] scores) noexcept nogil:
    cdef uint32_t callers_a, callers_b
    if weak[a] != weak[b]:
        return weak[a] < weak[b]
    callers_a, callers_b = in_offset[a + 1] - in_offset[a], in_offset[b + 1] - in_offset[b]
    if callers_a != callers_b:
        return callers_a > callers_b
    if scores[a] != scores[b]:
        return scores[a] > scores[b]
    return a < b


def commonest(const uint32_t[::1] members not None, const uint32_t[::1] of not None, uint32_t[::1] counts not None):
    """The value that most members have, the lowest one of several: an int.

    of  a value for each node; counts  zeros, one a value, and zeros again afterwards
    IndexError for a node or a value that is not there, ValueError without members.
    """
    cdef Py_ssize_t i
    cdef uint32_t value, best = 0
    cdef uint32_t most = 0
    if not members.shape[0]:
        raise ValueError("no members")
    for i in range(members.shape[0]):
        if members[i] >= <size_t>of.shape[0] or of[members[i]] >= <size_t>counts.shape[0]:
            raise IndexError(f"node {members[i]} of {of.shape[0]}")
    with nogil:
        for i in range(members.shape[0]):
            counts[of[members[i]]] += 1
        for i in range(members.shape[0]):
            value = of[members[i]]
            if counts[value] > most or (counts[value] == most and value < best):
                best, most = value, counts[value]
        for i in range(members.shape[0]):
            counts[of[members[i]]] = 0
    return best


def large(const uint32_t[::1] offset not None, uint32_t least):
    """The groups of at least so many members, ascending: array('I'). ValueError for offsets that do not ascend."""
    cdef Py_ssize_t n = offset.shape[0] - 1, i, count = 0
    cdef bint ascends = n >= 0
    with nogil:
        for i in range(n):
            ascends = ascends and offset[i + 1] >= offset[i]
            count += offset[i + 1] - offset[i] >= least
    if not ascends:
        raise ValueError("an offset column ascends")
    out_array = array.clone(array.array("I"), count, False)
    cdef uint32_t[::1] out = out_array
    count = 0
    with nogil:
        for i in range(n):
            if offset[i + 1] - offset[i] >= least:
                out[count] = <uint32_t>i
                count += 1
    return out_array


def between(const uint32_t[::1] out_offset not None, const uint32_t[::1] dst not None,
            const uint32_t[::1] group not None, uint32_t source, uint32_t target, const uint8_t[::1] keep not None,
            Py_ssize_t limit):
    """The first calls from one group into another: (callers as array('I'), callees as array('I')), at most ``limit``.

    keep  callers that count, 1 a node. Order: (caller, callee). ValueError for columns that do not fit.
    """
    cdef Py_ssize_t n = out_offset.shape[0] - 1, i, count = 0
    cdef uint32_t e
    check_rows(out_offset, dst)
    if group.shape[0] != n or keep.shape[0] != n or limit < 0:
        raise ValueError(f"{n} nodes, {group.shape[0]} groups, {keep.shape[0]} marks")
    limit = min(limit, dst.shape[0])
    caller_array = array.clone(array.array("I"), limit, False)
    callee_array = array.clone(array.array("I"), limit, False)
    cdef uint32_t[::1] caller = caller_array, callee = callee_array
    with nogil:
        for i in range(n):
            if group[i] != source or not keep[i]:
                continue
            for e in range(out_offset[i], out_offset[i + 1]):
                if count < limit and group[dst[e]] == target:
                    caller[count], callee[count] = <uint32_t>i, dst[e]
                    count += 1
            if count == limit:
                break
    return caller_array[:count], callee_array[:count]


def gathered(const uint32_t[::1] index not None, const uint32_t[::1] values not None):
    """values[i] for each i of ``index``: array('I'). IndexError for one that is not there."""
    cdef Py_ssize_t i
    out_array = array.clone(array.array("I"), index.shape[0], False)
    cdef uint32_t[::1] out = out_array
    for i in range(index.shape[0]):
        if index[i] >= <size_t>values.shape[0]:
            raise IndexError(f"{index[i]} of {values.shape[0]}")
        out[i] = values[index[i]]
    return out_array


def marked(const uint32_t[::1] index not None, const uint8_t[::1] marks not None):
    """marks[i] for each i of ``index``: array('B'). IndexError for one that is not there."""
    cdef Py_ssize_t i
    out_array = array.clone(array.array("B"), index.shape[0], False)
    cdef uint8_t[::1] out = out_array
    for i in range(index.shape[0]):
        if index[i] >= <size_t>marks.shape[0]:
            raise IndexError(f"{index[i]} of {marks.shape[0]}")
        out[i] = marks[index[i]]
    return out_array


def alone(const uint32_t[::1] offset not None, const uint32_t[::1] file not None, const uint8_t[::1] kind not None,
          const uint8_t[::1] flags not None, uint8_t section, const uint8_t[::1] header not None):
    """How many nodes have no neighbour, by what they are: (without a body, in headers, in sources, in documents).

    offset  of the undirected graph; file, kind, flags  columns of its nodes
    section  the kind of what stands in documents; header  1 for each file that is one
    Sections are a document's, of the others those without a body come first, whatever their file.
    """
    cdef Py_ssize_t n = offset.shape[0] - 1, i
    cdef uint64_t bare = 0, headers = 0, sources = 0, documents = 0
    if file.shape[0] != n or kind.shape[0] != n or flags.shape[0] != n:
        raise ValueError(f"{n} nodes, {file.shape[0]} files, {kind.shape[0]} kinds, {flags.shape[0]} flags")
    for i in range(n):
        if file[i] >= <size_t>header.shape[0]:
            raise IndexError(f"file {file[i]} of {header.shape[0]}")
        if offset[i] != offset[i + 1]:
            continue
        if kind[i] == section:
            documents += 1
        elif not flags[i] & HAS_BODY:
            bare += 1
        elif header[file[i]]:
            headers += 1
        else:
            sources += 1
    return bare, headers, sources, documents
