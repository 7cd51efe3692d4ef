"""Pairs of token streams that are nearly equal (clones of type 3).

Purpose: `near` compares streams by the five-token pieces that they share and then by their longest common subsequence.
Invariant: pairs come in the order of their members and are those that the slow pass over all pairs would give, but for
pieces that stand in more than ``bucket`` streams and for what comes behind ``most`` compared pairs, which is counted.
Cost: linear in the tokens for the pieces; a merge of two sorted lists for each pair that shares one; 64 cells of the
table of the longest common subsequence at a time for those that pass (Hyyrö 2004, "Bit-parallel LCS-length computation").
"""

from cpython cimport array
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort

import array

from ripwire._core.radix cimport radix_argsort_u64

cdef enum:
    PIECE = 5
    CODES = 1024


cdef int _compare(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t*>a)[0], y = (<const uint64_t*>b)[0]
    return (x > y) - (x < y)


cdef int _compare_short(const void* a, const void* b) noexcept nogil:
    cdef uint32_t x = (<const uint32_t*>a)[0], y = (<const uint32_t*>b)[0]
    return (x > y) - (x < y)


cdef uint32_t _common(const uint16_t* a, uint32_t n, const uint16_t* b, uint32_t m, uint64_t* masks,
                      uint64_t* row) noexcept nogil:
    """The length of the longest common subsequence; ``masks`` has CODES rows of zeros, as it has afterwards."""
    cdef uint32_t words = (n + 63) // 64, i, j, w, total = 0
    cdef uint64_t carry, u, v, sum_
    for i in range(n):
        masks[<size_t>a[i] * 64 + i // 64] |= <uint64_t>1 << (i & 63)
    for w in range(words):
        row[w] = <uint64_t>-1
    for j in range(m):
        carry = 0
        for w in range(words):
            v = row[w]
            u = v & masks[<size_t>b[j] * 64 + w]
            sum_ = v + u + carry
            carry = 1 if sum_ < v or carry and sum_ == v else 0
            row[w] = sum_ | (v & ~u)
    for i in range(n):
        total += not row[i // 64] >> (i & 63) & 1
    for i in range(n):
        masks[<size_t>a[i] * 64 + i // 64] = 0
    return total


def common(const uint16_t[::1] a not None, const uint16_t[::1] b not None) -> int:
    """The length of the longest common subsequence of two streams of at most 4,096 tokens below 1,024."""
    cdef uint64_t row[64]
    cdef uint64_t* masks
    cdef Py_ssize_t i
    if a.shape[0] > 4096 or b.shape[0] > 4096:
        raise ValueError("the streams are too long")
    for i in range(a.shape[0]):
        if a[i] >= CODES:
            raise ValueError("a token is out of range")
    for i in range(b.shape[0]):
        if b[i] >= CODES:
            raise ValueError("a token is out of range")
    if not a.shape[0] or not b.shape[0]:
        return 0
    masks = <uint64_t*>calloc(CODES * 64, sizeof(uint64_t))
    if masks == NULL:
        raise MemoryError
    with nogil:
        i = _common(&a[0], <uint32_t>a.shape[0], &b[0], <uint32_t>b.shape[0], masks, row)
    free(masks)
    return i


cdef struct Stream:
    const uint16_t* tokens
    uint32_t size
    uint64_t* pieces      # distinct, ascending
    uint32_t count


def near(list streams not None, *, double ratio, double jaccard, double similar, int bucket, Py_ssize_t most) -> tuple:
    """The pairs of streams (array('H') each, at most 4,096 tokens) that are similar, but not equal.

    ratio    of the shorter one's tokens to the longer one's, at least
    jaccard  of their distinct pieces, at least
    similar  2 * common subsequence / (tokens of both), at least and below 1
    bucket   pieces that more streams have are not looked at
    most     pairs whose common subsequence is computed

    Returns (firsts, seconds, lengths of the subsequence, wide pieces left out, whether ``most`` was reached).
    """
    cdef Py_ssize_t n = len(streams), i, total = 0, k, at, begin, wide = 0, compared = 0, candidates, wide_here
    cdef Stream* s = <Stream*>calloc(max(1, n), sizeof(Stream))
    cdef uint64_t* pieces = NULL
    cdef uint32_t* order = NULL
    cdef uint32_t* owner = NULL
    cdef uint64_t* masks = <uint64_t*>calloc(CODES * 64, sizeof(uint64_t))
    cdef uint32_t* stamp = <uint32_t*>calloc(max(1, n), sizeof(uint32_t))
    cdef uint32_t* found = <uint32_t*>malloc(max(1, n) * sizeof(uint32_t))
    cdef uint32_t* shared = <uint32_t*>malloc(max(1, n) * sizeof(uint32_t))
    cdef uint32_t* where = NULL
    cdef uint32_t* group_end = NULL
    cdef uint64_t row[64]
    cdef const uint16_t[::1] view
    cdef uint32_t j, length
    cdef bint full = False
    firsts, seconds, lengths = array.array("I"), array.array("I"), array.array("I")
    try:
        if s == NULL or masks == NULL or stamp == NULL or found == NULL or shared == NULL:
            raise MemoryError
        for i in range(n):
            view = streams[i]
            if view.shape[0] > 4096:
                raise ValueError("a stream is too long")
            for k in range(view.shape[0]):
                if view[k] >= CODES:
                    raise ValueError("a token is out of range")
            s[i].size = <uint32_t>view.shape[0]
            s[i].tokens = &view[0] if view.shape[0] else NULL
            total += max(0, view.shape[0] - PIECE + 1)
        pieces = <uint64_t*>malloc(max(1, total) * sizeof(uint64_t))
        owner = <uint32_t*>malloc(max(1, total) * sizeof(uint32_t))
        order = <uint32_t*>malloc(max(1, total) * sizeof(uint32_t))
        where = <uint32_t*>malloc(max(1, total) * sizeof(uint32_t))
        group_end = <uint32_t*>malloc(max(1, total) * sizeof(uint32_t))
        if pieces == NULL or owner == NULL or order == NULL or where == NULL or group_end == NULL:
            raise MemoryError
        at = 0
        for i in range(n):
            s[i].pieces = pieces + at
            for k in range(<Py_ssize_t>s[i].size - PIECE + 1):
                s[i].pieces[k] = _piece(s[i].tokens + k)
            s[i].count = _distinct(s[i].pieces, max(0, <Py_ssize_t>s[i].size - PIECE + 1))
            for k in range(s[i].count):
                owner[at + k] = <uint32_t>i
            at += s[i].count
        total = at
        if total:
            radix_argsort_u64(pieces, order, total)  # equal pieces in the order of their streams
        begin = 0
        while begin < total:
            k = begin
            while k < total and pieces[order[k]] == pieces[order[begin]]:
                k += 1
            if k - begin > bucket:
                wide += 1
            for at in range(begin, k):
                where[order[at]] = <uint32_t>at
                group_end[at] = <uint32_t>(k if k - begin <= bucket else at)
            begin = k
        with nogil:
            for i in range(n):
                if full:
                    break
                # Candidates: later streams that share a piece, once each, in their order. How many pieces they share,
                # but for wide ones, mostly tells that the share of all pieces is too small.
                candidates = wide_here = 0
                for k in range(s[i].count):
                    at = where[(s[i].pieces - pieces) + k]
                    wide_here += group_end[at] == <uint32_t>at
                    for begin in range(at + 1, group_end[at]):
                        j = owner[order[begin]]
                        if stamp[j] != <uint32_t>(i + 1):
                            stamp[j] = <uint32_t>(i + 1)
                            found[candidates] = j
                            candidates += 1
                            shared[j] = 0
                        shared[j] += 1
                qsort(found, <size_t>candidates, sizeof(uint32_t), _compare_short)
                for k in range(candidates):
                    j = found[k]
                    if (shared[j] + wide_here) * (1 + jaccard) < jaccard * (s[i].count + s[j].count) * (1 - 1e-9):
                        continue
                    if min(s[i].size, s[j].size) < ratio * max(s[i].size, s[j].size):
                        continue
                    if not _alike(&s[i], &s[j], jaccard):
                        continue
                    if compared >= most:
                        full = True
                        break
                    compared += 1
                    length = _common(s[i].tokens, s[i].size, s[j].tokens, s[j].size, masks, row)
                    if 2.0 * length >= similar * (s[i].size + s[j].size) and 2 * length < s[i].size + s[j].size:
                        with gil:
                            firsts.append(i)
                            seconds.append(j)
                            lengths.append(length)
    finally:
        free(s)
        free(pieces)
        free(owner)
        free(order)
        free(where)
        free(group_end)
        free(masks)
        free(stamp)
        free(found)
        free(shared)
    return firsts, seconds, lengths, wide, full


cdef inline uint64_t _piece(const uint16_t* tokens) noexcept nogil:
    """Five tokens of ten bits each: no two pieces are one number."""
    return (<uint64_t>tokens[0] << 40 | <uint64_t>tokens[1] << 30 | <uint64_t>tokens[2] << 20
            | <uint64_t>tokens[3] << 10 | tokens[4])


cdef uint32_t _distinct(uint64_t* values, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    cdef uint32_t out = 0
    if n <= 0:
        return 0
    qsort(values, <size_t>n, sizeof(uint64_t), _compare)
    for i in range(n):
        if i == 0 or values[i] != values[out - 1]:
            values[out] = values[i]
            out += 1
    return out


cdef bint _alike(const Stream* a, const Stream* b, double least) noexcept nogil:
    """Whether the shared share of the distinct pieces of both is at least ``least``."""
    cdef uint32_t i = 0, j = 0, shared = 0
    while i < a.count and j < b.count:
        if a.pieces[i] < b.pieces[j]:
            i += 1
        elif a.pieces[i] > b.pieces[j]:
            j += 1
        else:
            shared += 1
            i += 1
            j += 1
    return shared >= least * (a.count + b.count - shared)
