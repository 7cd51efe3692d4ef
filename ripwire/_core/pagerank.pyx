"""Power iterations over the call graph: PageRank, HITS, and the prior PageRank teleports by.

Purpose: score every symbol from the edges around it.
Invariant: bit-identical results for the same input on every run and machine. All arithmetic is double, and every sum
over the nodes adds contiguous blocks of 1024 in index order and then the block sums in order; a row of in-edges is
added in row order. Nothing is threaded, contracted or reassociated.
Cost: O(n + E) for an iteration, four doubles of scratch a node; alpha 0.85 and tolerance 1e-6 need at most 90
iterations.

Sources: Page, Brin, Motwani and Winograd, "The PageRank Citation Ranking: Bringing Order to the Web", 1999 (dangling
mass goes back through the teleport vector). Kleinberg, "Authoritative Sources in a Hyperlinked Environment", JACM
46(5), 1999.
"""

from cpython cimport array
from libc.math cimport fabs, isfinite, sqrt
from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    BLOCK = 1024  # part of the result's definition, not a tuning knob: another size gives other low bits

    # The prior's rules.
    COMMON_NAME_ABOVE = 5
    LONG_NAME_FROM = 8
    LONG_NAME_WORDS = 2

cdef double COMMON_NAME_FACTOR = 0.5
cdef double PRIVATE_NAME_FACTOR = 0.5
cdef double LONG_NAME_FACTOR = 1.7


cdef inline array.array _f64(Py_ssize_t n):
    return array.clone(array.array("d"), n, True)


cdef inline Py_ssize_t _block_end(Py_ssize_t start, Py_ssize_t n) noexcept nogil:
    return start + BLOCK if n - start > BLOCK else n


cdef double _sum(const double[::1] x) except? -1 nogil:
    cdef Py_ssize_t n = x.shape[0]
    cdef Py_ssize_t i, end, start = 0
    cdef double partial, total = 0
    while start < n:
        end = _block_end(start, n)
        partial = 0
        for i in range(start, end):
            partial += x[i]
        total += partial
        start = end
    return total


cdef double _sum_squares(const double[::1] x) except? -1 nogil:
    cdef Py_ssize_t n = x.shape[0]
    cdef Py_ssize_t i, end, start = 0
    cdef double partial, total = 0
    while start < n:
        end = _block_end(start, n)
        partial = 0
        for i in range(start, end):
            partial += x[i] * x[i]
        total += partial
        start = end
    return total


cdef double _replace(double[::1] x, const double[::1] new) except? -1 nogil:
    """x becomes new; returns the L1 distance between the two."""
    cdef Py_ssize_t n = x.shape[0]
    cdef Py_ssize_t i, end, start = 0
    cdef double partial, total = 0
    while start < n:
        end = _block_end(start, n)
        partial = 0
        for i in range(start, end):
            partial += fabs(new[i] - x[i])
            x[i] = new[i]
        total += partial
        start = end
    return total


cdef double _spread(const double[::1] rank, const double[::1] out_weight, double[::1] share) except? -1 nogil:
    """share[j] = rank[j] / out_weight[j], 0 where nothing leaves j; returns the rank held by those dangling nodes."""
    cdef Py_ssize_t n = rank.shape[0]
    cdef Py_ssize_t i, end, start = 0
    cdef double partial, total = 0
    while start < n:
        end = _block_end(start, n)
        partial = 0
        for i in range(start, end):
            if out_weight[i] == 0:
                partial += rank[i]
                share[i] = 0
            else:
                share[i] = rank[i] / out_weight[i]
        total += partial
        start = end
    return total


cdef int _gather(const uint32_t[::1] offset, const uint32_t[::1] neighbour, const float[::1] weight,
                  const double[::1] value, double[::1] out) except -1 nogil:
    """out[i] = sum over row i of weight * value[neighbour], in row order."""
    cdef Py_ssize_t i, e
    cdef double total
    for i in range(out.shape[0]):
        total = 0
        for e in range(offset[i], offset[i + 1]):
            total += weight[e] * value[neighbour[e]]
        out[i] = total
    return 0


cdef Py_ssize_t _first_bad_row(const uint32_t[::1] offset, const uint32_t[::1] neighbour,
                               const float[::1] weight) except -2 nogil:
    """First row with descending offsets, an id out of range, or a weight that is negative or not finite; else -1."""
    cdef Py_ssize_t n = offset.shape[0] - 1
    cdef Py_ssize_t i, e
    for i in range(n):
        if offset[i + 1] < offset[i] or offset[i + 1] > neighbour.shape[0]:
            return i
        for e in range(offset[i], offset[i + 1]):
            if neighbour[e] >= n or not (weight[e] >= 0 and isfinite(weight[e])):
                return i
    return -1


cdef int _check_csr(str side, const uint32_t[::1] offset, const uint32_t[::1] neighbour, const float[::1] weight,
                    Py_ssize_t n) except -1:
    cdef Py_ssize_t bad
    if offset.shape[0] != n + 1:
        raise ValueError(f"{side} offsets: {offset.shape[0]} items for {n} nodes, expected one more than nodes")
    if neighbour.shape[0] != weight.shape[0]:
        raise ValueError(f"{side} edges: {neighbour.shape[0]} ids but {weight.shape[0]} weights")
    if offset[0] != 0 or offset[n] != neighbour.shape[0]:
        raise ValueError(f"{side} offsets run from {offset[0]} to {offset[n]}, expected 0 to {neighbour.shape[0]}")
    with nogil:
        bad = _first_bad_row(offset, neighbour, weight)
    if bad >= 0:
        raise ValueError(f"{side} row {bad} has descending offsets, an id out of range or a bad weight")
    return 0


cdef int _check_not_negative(str name, const double[::1] x) except -1:
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        if not (x[i] >= 0 and isfinite(x[i])):
            raise ValueError(f"{name} {i} is {x[i]}, expected a finite number that is not negative")
    return 0


cdef array.array _widened(str name, const float[::1] x):
    cdef Py_ssize_t i
    cdef array.array result = _f64(x.shape[0])
    cdef double[::1] wide = result
    for i in range(x.shape[0]):
        wide[i] = x[i]
    _check_not_negative(name, wide)
    return result


def pagerank(const uint32_t[::1] in_offset not None, const uint32_t[::1] in_src not None,
             const float[::1] in_weight not None, const double[::1] out_weight not None,
             const float[::1] teleport not None, *, double alpha=0.85, double tolerance=1e-6, int max_iterations=100):
    """PageRank by power iteration (Page et al. 1999).

    in_offset: unsigned 32-bit, shape (n + 1,); in_src: unsigned 32-bit, in_weight: 32-bit floats, shape (E,): the
    in-edge CSR. out_weight: doubles, shape (n,): weighted out-degrees, the same edges summed by source. teleport:
    32-bit floats, shape (n,): the share of each node in a random jump, scaled to sum 1 here; all zero means uniform.
    The walk starts at the teleport vector; a node with out_weight 0 passes its rank to it.

    Returns (rank, iterations, converged): array('d') of n scores that sum to 1, the iterations done, and whether the
    last one changed the scores by less than tolerance (L1). When max_iterations comes first the last iterate is
    returned. An empty graph has converged after 0 iterations. ValueError for shapes that don't match, a CSR that
    isn't one, a negative or non-finite weight, or alpha outside [0, 1].
    """
    cdef Py_ssize_t n = out_weight.shape[0]
    cdef Py_ssize_t i
    cdef int iterations = 0
    cdef bint converged = n == 0
    cdef double dangling_rank, jump, total
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha is {alpha}, expected 0 to 1")
    if teleport.shape[0] != n:
        raise ValueError(f"teleport has {teleport.shape[0]} items for {n} nodes")
    _check_csr("in", in_offset, in_src, in_weight, n)
    _check_not_negative("out_weight", out_weight)

    cdef array.array jump_array = _widened("teleport", teleport)
    cdef array.array rank_array = _f64(n)
    cdef array.array next_array = _f64(n)
    cdef array.array share_array = _f64(n)
    cdef double[::1] p = jump_array
    cdef double[::1] rank = rank_array
    cdef double[::1] next_rank = next_array
    cdef double[::1] share = share_array
    with nogil:
        total = _sum(p)
        for i in range(n):
            p[i] = p[i] / total if total > 0 else 1.0 / <double>n
            rank[i] = p[i]
        while not converged and iterations < max_iterations:
            dangling_rank = _spread(rank, out_weight, share)
            _gather(in_offset, in_src, in_weight, share, next_rank)
            jump = alpha * dangling_rank + (1 - alpha)
            for i in range(n):
                next_rank[i] = alpha * next_rank[i] + jump * p[i]
            iterations += 1
            converged = _replace(rank, next_rank) < tolerance
    return rank_array, iterations, converged


cdef int _normalise(double[::1] x) except -1 nogil:
    """Scale to Euclidean length 1; a zero vector stays zero."""
    cdef double length = sqrt(_sum_squares(x))
    cdef Py_ssize_t i
    if length > 0:
        for i in range(x.shape[0]):
            x[i] /= length
    return 0


def hits(const uint32_t[::1] in_offset not None, const uint32_t[::1] in_src not None,
         const float[::1] in_weight not None, const uint32_t[::1] out_offset not None,
         const uint32_t[::1] out_dst not None, const float[::1] out_edge_weight not None, *,
         double tolerance=1e-6, int max_iterations=100):
    """Authority and hub scores (Kleinberg 1999) over weighted edges.

    in_offset, in_src, in_weight: the in-edge CSR; out_offset, out_dst, out_edge_weight: the same edges by source.
    Offsets and ids are unsigned 32-bit, shapes (n + 1,) and (E,); weights 32-bit floats, shape (E,). Both scores
    start at 1/sqrt(n); in each iteration authority gathers hubs over in-edges, then hub gathers the new authorities
    over out-edges, each scaled to Euclidean length 1. Without edges both are zero.

    Returns (authority, hub, iterations, converged): array('d') of n each, the iterations done, and whether the last one
    changed both scores together by less than tolerance (L1). ValueError for shapes that don't match, a CSR that isn't
    one, or a negative or non-finite weight.
    """
    cdef Py_ssize_t n = in_offset.shape[0] - 1
    cdef Py_ssize_t i
    cdef int iterations = 0
    cdef bint converged = n == 0
    cdef double change
    if n < 0:
        raise ValueError("in offsets: 0 items, expected one more than nodes")
    _check_csr("in", in_offset, in_src, in_weight, n)
    _check_csr("out", out_offset, out_dst, out_edge_weight, n)
    if in_src.shape[0] != out_dst.shape[0]:
        raise ValueError(f"{in_src.shape[0]} in-edges but {out_dst.shape[0]} out-edges")

    cdef array.array authority_array = _f64(n)
    cdef array.array hub_array = _f64(n)
    cdef array.array next_array = _f64(n)
    cdef double[::1] authority = authority_array
    cdef double[::1] hub = hub_array
    cdef double[::1] next_score = next_array
    with nogil:
        for i in range(n):
            authority[i] = 1.0 / sqrt(<double>n)
            hub[i] = authority[i]
        while not converged and iterations < max_iterations:
            _gather(in_offset, in_src, in_weight, hub, next_score)
            _normalise(next_score)
            change = _replace(authority, next_score)
            _gather(out_offset, out_dst, out_edge_weight, authority, next_score)
            _normalise(next_score)
            change += _replace(hub, next_score)
            iterations += 1
            converged = change < tolerance
    return authority_array, hub_array, iterations, converged


cdef enum:
    NO_WORD
    UPPER
    LOWER
    DIGIT
    CASELESS


cdef inline int _letter_class(uint8_t c) noexcept nogil:
    if 65 <= c <= 90:
        return UPPER
    if 97 <= c <= 122:
        return LOWER
    if 48 <= c <= 57:
        return DIGIT
    return CASELESS if c >= 0x80 else NO_WORD


cdef int _count_words(const uint8_t[::1] text, Py_ssize_t start, Py_ssize_t end) except -1 nogil:
    """Words of a name: cut at bytes that are neither letter nor digit and where case changes.

    A capital starts a word after anything but a capital, and inside a run of capitals when a small letter follows it
    (parseURL: parse, URL; HTTPServer: HTTP, Server). Digits stay with the word before them. Bytes of non-ASCII
    characters count as letters without case.
    """
    cdef Py_ssize_t i
    cdef int here, before = NO_WORD
    cdef int n_words = 0
    for i in range(start, end):
        here = _letter_class(text[i])
        if here != NO_WORD:
            if before == NO_WORD:
                n_words += 1
            elif here == UPPER:
                if before != UPPER or (i + 1 < end and _letter_class(text[i + 1]) == LOWER):
                    n_words += 1
        before = here
    return n_words


def prior(const uint32_t[::1] name_ids not None, const uint32_t[::1] str_offsets not None,
          const uint8_t[::1] str_bytes not None, const float[::1] teleport=None):
    """Teleport vector weighted by what the names say.

    name_ids: unsigned 32-bit, shape (n,), the name of each symbol. str_offsets: unsigned 32-bit, shape (S + 1,);
    str_bytes: bytes; name s is str_bytes[str_offsets[s]:str_offsets[s + 1]]. teleport: 32-bit floats, shape (n,);
    None is uniform. A symbol's entry is multiplied by 0.5 when more than 5 of the n symbols have its name, by 0.5
    when the name starts with an underscore, and by 1.7 when it is at least 8 bytes long and has at least 2 words; the
    rules multiply.

    Returns array('f'), n, that sums to 1 up to rounding to 32 bits; when every product is 0 the teleport comes back
    unchanged. ValueError for shapes that don't match, a name id or offset out of range, or a negative or non-finite
    entry.
    """
    cdef Py_ssize_t n = name_ids.shape[0]
    cdef Py_ssize_t n_names = str_offsets.shape[0] - 1
    cdef Py_ssize_t i, s, start, end
    cdef double total, factor
    cdef array.array weight_array
    if n_names < 0:
        raise ValueError("string offsets: 0 items, expected one more than strings")
    if teleport is None:
        weight_array = _f64(n)
    else:
        if teleport.shape[0] != n:
            raise ValueError(f"teleport has {teleport.shape[0]} items for {n} symbols")
        weight_array = _widened("teleport", teleport)
    for s in range(n_names):
        if str_offsets[s] > str_offsets[s + 1] or str_offsets[s + 1] > str_bytes.shape[0]:
            raise ValueError(f"string {s} runs from {str_offsets[s]} to {str_offsets[s + 1]} of {str_bytes.shape[0]}")
    for i in range(n):
        if name_ids[i] >= n_names:
            raise ValueError(f"symbol {i} has name {name_ids[i]} of {n_names}")

    cdef array.array result = array.clone(array.array("f"), n, False)
    cdef array.array count_array = array.clone(array.array("I"), n_names, True)
    cdef array.array factor_array = _f64(n_names)
    cdef float[::1] out = result
    cdef uint32_t[::1] n_definitions = count_array
    cdef double[::1] name_factor = factor_array
    cdef double[::1] weight = weight_array
    with nogil:
        for i in range(n):
            n_definitions[name_ids[i]] += 1
        for s in range(n_names):
            start = str_offsets[s]
            end = str_offsets[s + 1]
            factor = 1
            if n_definitions[s] > COMMON_NAME_ABOVE:
                factor *= COMMON_NAME_FACTOR
            if end > start and str_bytes[start] == 95:  # an underscore
                factor *= PRIVATE_NAME_FACTOR
            if end - start >= LONG_NAME_FROM and _count_words(str_bytes, start, end) >= LONG_NAME_WORDS:
                factor *= LONG_NAME_FACTOR
            name_factor[s] = factor
        for i in range(n):
            if teleport is None:
                weight[i] = 1.0 / <double>n
            weight[i] *= name_factor[name_ids[i]]
        total = _sum(weight)
        for i in range(n):
            if total > 0:
                out[i] = <float>(weight[i] / total)
            else:
                out[i] = teleport[i]
    return result


def to_single(values) -> array.array:
    """The doubles of a buffer as array('f') of the same length, rounded to nearest."""
    cdef const double[::1] source = values
    cdef array.array made = array.clone(array.array("f"), source.shape[0], zero=False)
    cdef float[::1] out = made
    cdef Py_ssize_t i
    for i in range(source.shape[0]):
        out[i] = <float>source[i]
    return made
