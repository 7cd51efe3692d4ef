"""Call graph edges and their compressed sparse rows.

Purpose: turn resolved references into weighted edges, and edges into the adjacency that ranking and reach walk.
Invariant: results depend on the input order alone; edges are sorted by (source, target) and rows keep that order.
Cost: aggregation is one radix sort of the references plus two linear passes; every other function is linear in n + E.
Ids and lines are unsigned 32-bit, edge weights 32-bit floats, degrees doubles. n is the number of nodes; an id that is
not below n is a ValueError that names the edge, never a write out of bounds.
"""

cimport cython
from cpython cimport array
from libc.math cimport isfinite, sqrtf
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from ripwire._core.radix cimport radix_argsort_u64

cdef extern from "<assert.h>" nogil:
    void c_assert "assert" (bint condition) noexcept

cdef enum:
    MAX_ROWS = 0xFFFFFFFE  # ids and offsets are 32-bit, and offsets has one entry more than there are rows

# An edge of many references must not drown the rest of the graph (64 references of confidence 1 reach the cap).
cdef float MAX_WEIGHT = 8.0


@cython.final
@cython.auto_pickle(False)
cdef class InCSR:
    """In-edges by target: row t is src[offset[t]:offset[t + 1]], weights beside it.

    offset: array('I'), n + 1. src: array('I'), E. weight: array('f'), E.
    """

    cdef readonly array.array offset
    cdef readonly array.array src
    cdef readonly array.array weight


@cython.final
@cython.auto_pickle(False)
cdef class Edges:
    """Distinct edges sorted by (src, dst), and the references each one is made of.

    src, dst: array('I'), E. weight: array('f'), E. best: array('B'), E, the highest provenance rank of its references.
    site_offset: array('I'), E + 1; the lines of edge e are site_line[site_offset[e]:site_offset[e + 1]], in reference
    order. site_line: array('I'), M.
    """

    cdef readonly array.array src
    cdef readonly array.array dst
    cdef readonly array.array weight
    cdef readonly array.array best
    cdef readonly array.array site_offset
    cdef readonly array.array site_line


cdef inline array.array _u32(Py_ssize_t n):
    return array.clone(array.array("I"), n, False)


cdef int _check_rows(Py_ssize_t n) except -1:
    if n < 0 or n > <Py_ssize_t>MAX_ROWS:
        raise ValueError(f"number of nodes out of range: {n}")
    return 0


cdef int _check_edge_count(Py_ssize_t n_edges) except -1:
    if n_edges > <Py_ssize_t>MAX_ROWS:
        raise ValueError(f"too many edges for 32-bit offsets: {n_edges}")
    return 0


cdef Py_ssize_t _first_bad_id(const uint32_t[::1] src, const uint32_t[::1] dst, Py_ssize_t n) except -2 nogil:
    cdef Py_ssize_t e
    for e in range(src.shape[0]):
        if src[e] >= n or dst[e] >= n:
            return e
    return -1


cdef int _check_edges(const uint32_t[::1] src, const uint32_t[::1] dst, Py_ssize_t n) except -1:
    cdef Py_ssize_t bad
    _check_rows(n)
    _check_edge_count(src.shape[0])
    if src.shape[0] != dst.shape[0]:
        raise ValueError(f"{src.shape[0]} sources but {dst.shape[0]} targets")
    with nogil:
        bad = _first_bad_id(src, dst, n)
    if bad >= 0:
        raise ValueError(f"edge {bad} ({src[bad]} -> {dst[bad]}) has an id that is not below {n}")
    return 0


cdef int _check_column(str name, Py_ssize_t found, Py_ssize_t expected) except -1:
    if found != expected:
        raise ValueError(f"{name} has {found} items, expected {expected}")
    return 0


cdef int _counts_to_offsets(uint32_t[::1] offset) except -1 nogil:
    """offset[i + 1] holds the length of row i; make it the end of row i."""
    cdef Py_ssize_t i
    for i in range(1, offset.shape[0]):
        offset[i] += offset[i - 1]
    return 0


def in_csr(const uint32_t[::1] src not None, const uint32_t[::1] dst not None, const float[::1] weight not None,
           Py_ssize_t n):
    """In-edge CSR in two passes: count and prefix sum, then scatter.

    src, dst: unsigned 32-bit ids, shape (E,). weight: 32-bit floats, shape (E,). Returns InCSR with targets as rows.
    The scatter is stable: edges sorted by (src, dst) give rows with ascending sources. Self loops and parallel edges
    are kept. ValueError for columns of different length and for an id that is not below n.
    """
    cdef Py_ssize_t n_edges = src.shape[0]
    cdef Py_ssize_t e
    cdef uint32_t at
    cdef InCSR rows
    _check_edges(src, dst, n)
    _check_column("weight", weight.shape[0], n_edges)

    rows = InCSR.__new__(InCSR)
    rows.offset = array.clone(array.array("I"), n + 1, True)
    rows.src = _u32(n_edges)
    rows.weight = array.clone(array.array("f"), n_edges, False)
    cdef array.array cursor_array = _u32(n)
    cdef uint32_t[::1] offset = rows.offset
    cdef uint32_t[::1] cursor = cursor_array
    cdef uint32_t[::1] out_src = rows.src
    cdef float[::1] out_weight = rows.weight
    with nogil:
        for e in range(n_edges):
            offset[<Py_ssize_t>dst[e] + 1] += 1
        _counts_to_offsets(offset)
        for e in range(n):
            cursor[e] = offset[e]
        for e in range(n_edges):
            at = cursor[dst[e]]
            cursor[dst[e]] = at + 1
            out_src[at] = src[e]
            out_weight[at] = weight[e]
    return rows


def out_csr(const uint32_t[::1] src not None, const uint32_t[::1] dst not None, Py_ssize_t n):
    """Offsets of the out-edge CSR: row s is dst[offset[s]:offset[s + 1]], targets ascending.

    src, dst: unsigned 32-bit ids, shape (E,), sorted by (src, dst), so no edge moves and dst itself is the column
    array.
    Returns array('I') of n + 1 offsets. ValueError when an edge is out of order or has an id that is not below n.
    """
    cdef Py_ssize_t n_edges = src.shape[0]
    cdef Py_ssize_t e
    cdef Py_ssize_t bad = -1
    _check_edges(src, dst, n)
    cdef array.array result = array.clone(array.array("I"), n + 1, True)
    cdef uint32_t[::1] offset = result
    with nogil:
        for e in range(n_edges):
            if e > 0 and (src[e] < src[e - 1] or (src[e] == src[e - 1] and dst[e] < dst[e - 1])):
                bad = e
                break
            offset[<Py_ssize_t>src[e] + 1] += 1
        _counts_to_offsets(offset)
    if bad >= 0:
        raise ValueError(f"edge {bad} ({src[bad]} -> {dst[bad]}) is not in (source, target) order")
    return result


def out_degree(const uint32_t[::1] src not None, const float[::1] weight not None, Py_ssize_t n):
    """Weighted out-degree: for each node the sum of the weights of its out-edges, added in edge order in double.

    src: unsigned 32-bit ids, shape (E,), in any order. weight: 32-bit floats, shape (E,). Returns array('d'), n.
    ValueError for columns of different length and for an id that is not below n.
    """
    cdef Py_ssize_t e
    _check_edges(src, src, n)
    _check_column("weight", weight.shape[0], src.shape[0])
    cdef array.array result = array.clone(array.array("d"), n, True)
    cdef double[::1] degree = result
    with nogil:
        for e in range(src.shape[0]):
            degree[src[e]] += weight[e]
    return result


def sources(const uint32_t[::1] offset not None):
    """The source of each edge of an out-CSR: array('I'), E = offset[n].

    offset: unsigned 32-bit, shape (n + 1,), ascending. ValueError when it is not.
    """
    cdef Py_ssize_t n = offset.shape[0] - 1, i
    cdef uint32_t e
    if n < 0 or offset[0] != 0:
        raise ValueError("an offset column begins with 0")
    for i in range(n):
        if offset[i + 1] < offset[i]:
            raise ValueError("an offset column ascends")
    cdef array.array result = array.clone(array.array("I"), offset[n], False)
    cdef uint32_t[::1] src = result
    with nogil:
        for i in range(n):
            for e in range(offset[i], offset[i + 1]):
                src[e] = <uint32_t>i
    return result


def dangling(const double[::1] out_weight not None):
    """Mask of the nodes a random walk can't leave: 1 where the weighted out-degree is 0.

    out_weight: doubles, shape (n,), from out_degree. Returns array('B'), n.
    """
    cdef Py_ssize_t i
    cdef array.array result = array.clone(array.array("B"), out_weight.shape[0], False)
    cdef uint8_t[::1] mask = result
    with nogil:
        for i in range(out_weight.shape[0]):
            mask[i] = out_weight[i] == 0.0
    return result


cdef inline float _edge_weight(float confidence_sum, uint32_t n_references) noexcept nogil:
    """Mean confidence times the root of the count, in 32-bit floats throughout, capped."""
    cdef float count = <float>n_references
    cdef float weight = confidence_sum / count * sqrtf(count)
    return weight if weight < MAX_WEIGHT else MAX_WEIGHT


cdef Py_ssize_t _first_bad_confidence(const float[::1] conf) except -2 nogil:
    cdef Py_ssize_t m
    for m in range(conf.shape[0]):
        if not (conf[m] >= 0 and isfinite(conf[m])):
            return m
    return -1


cdef Py_ssize_t _count_runs(const uint64_t[::1] keys, const uint32_t[::1] order) except -1 nogil:
    cdef Py_ssize_t m
    cdef Py_ssize_t n_runs = 0
    for m in range(order.shape[0]):
        if m == 0 or keys[order[m]] != keys[order[m - 1]]:
            n_runs += 1
    return n_runs


def aggregate(const uint32_t[::1] src not None, const uint32_t[::1] dst not None, const float[::1] conf not None,
              const uint32_t[::1] line not None, Py_ssize_t n, const uint8_t[::1] prov=None):
    """Group contributions (one for each reference and target, in reference order) into distinct edges.

    src, dst, line: unsigned 32-bit, shape (M,). conf: 32-bit floats, shape (M,), finite and not negative: the share
    of the reference's confidence this target gets. prov: bytes, shape (M,), provenance rank, higher is better;
    without it every rank is 0. Returns Edges. The weight of an edge of k contributions is (sum of conf / k) *
    sqrt(k), at most 8, in 32-bit arithmetic with the sum taken in reference order. ValueError for columns of
    different length, an id that is not below n, or a bad confidence.
    """
    cdef Py_ssize_t n_refs = src.shape[0]
    cdef Py_ssize_t m, at, bad, n_edges
    cdef Py_ssize_t e = -1
    cdef uint64_t key
    cdef float confidence_sum = 0
    cdef uint32_t n_in_edge = 0
    cdef bint has_prov = prov is not None
    cdef Edges edges
    _check_edges(src, dst, n)
    _check_column("conf", conf.shape[0], n_refs)
    _check_column("line", line.shape[0], n_refs)
    if has_prov:
        _check_column("prov", prov.shape[0], n_refs)
    with nogil:
        bad = _first_bad_confidence(conf)
    if bad >= 0:
        raise ValueError(f"contribution {bad} ({src[bad]} -> {dst[bad]}) has confidence {conf[bad]}")

    cdef array.array keys_array = array.clone(array.array("Q"), n_refs, False)
    cdef array.array order_array = _u32(n_refs)
    cdef uint64_t[::1] keys = keys_array
    cdef uint32_t[::1] order = order_array
    with nogil:
        for m in range(n_refs):
            keys[m] = (<uint64_t>src[m] << 32) | dst[m]
        if n_refs > 0:
            radix_argsort_u64(&keys[0], &order[0], <size_t>n_refs)
        n_edges = _count_runs(keys, order)

    edges = Edges.__new__(Edges)
    edges.src = _u32(n_edges)
    edges.dst = _u32(n_edges)
    edges.weight = array.clone(array.array("f"), n_edges, False)
    edges.best = array.clone(array.array("B"), n_edges, True)
    edges.site_offset = _u32(n_edges + 1)
    edges.site_line = _u32(n_refs)
    cdef uint32_t[::1] edge_src = edges.src
    cdef uint32_t[::1] edge_dst = edges.dst
    cdef float[::1] edge_weight = edges.weight
    cdef uint8_t[::1] best = edges.best
    cdef uint32_t[::1] site_offset = edges.site_offset
    cdef uint32_t[::1] site_line = edges.site_line
    with nogil:
        for m in range(n_refs):
            at = order[m]
            key = keys[at]
            if m == 0 or key != keys[order[m - 1]]:
                if e >= 0:
                    edge_weight[e] = _edge_weight(confidence_sum, n_in_edge)
                e += 1
                edge_src[e] = <uint32_t>(key >> 32)
                edge_dst[e] = <uint32_t>key
                site_offset[e] = <uint32_t>m
                confidence_sum = 0
                n_in_edge = 0
            confidence_sum += conf[at]
            n_in_edge += 1
            site_line[m] = line[at]
            if has_prov and prov[at] > best[e]:
                best[e] = prov[at]
        if e >= 0:
            edge_weight[e] = _edge_weight(confidence_sum, n_in_edge)
        c_assert(e + 1 == n_edges)
        site_offset[n_edges] = <uint32_t>n_refs
    return edges
