"""Stable radix argsort of 32- and 64-bit keys.

Purpose: put edges and scores in order without a comparison, a Python object or a touch of the payload.
Invariant: the result is the one stable ascending permutation, so it can't depend on thread, platform or hash seed.
Cost: one pass to count every digit, then one scatter pass for each 11-bit digit that is not the same in all keys (at
most 3 for 32-bit keys, 6 for 64-bit keys); 16 or 20 bytes of scratch a key. Keys already in order cost one scan.

Algorithm: least-significant-digit radix sort (Knuth, The Art of Computer Programming 3, section 5.2.5, algorithm R).
"""

from cpython cimport array
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

cdef extern from "<assert.h>" nogil:
    void c_assert "assert" (bint condition) noexcept

# 11 bits: 3 digits cover 32 bits and 6 cover 64, and the counters of one digit (8 KB) stay in the first-level cache.
cdef enum:
    DIGIT_BITS = 11
    BUCKETS = 2048
    DIGIT_MASK = 2047
    DIGITS_U32 = 3
    DIGITS_U64 = 6

ctypedef fused key_t:
    uint32_t
    uint64_t


cdef int _refuse_size() except -1 nogil:
    with gil:
        raise ValueError("too many keys for a 32-bit index")


cdef int _refuse_memory() except -1 nogil:
    with gil:
        raise MemoryError()


cdef void _sort(const key_t* keys, uint32_t* order_out, size_t n, uint32_t* count, int n_digits,
                key_t* key_a, key_t* key_b, uint32_t* order_b) noexcept nogil:
    """Sort with scratch the caller owns: `count` is n_digits x BUCKETS, the others are n long."""
    cdef size_t i
    cdef int digit, shift, bucket
    cdef uint32_t start, held
    cdef uint32_t* histogram
    cdef key_t key
    cdef key_t* key_from = key_a
    cdef key_t* key_to = key_b
    cdef key_t* key_swap
    cdef uint32_t* order_from = order_out
    cdef uint32_t* order_to = order_b
    cdef uint32_t* order_swap

    memset(count, 0, <size_t>n_digits * BUCKETS * sizeof(uint32_t))
    for i in range(n):
        key = keys[i]
        key_a[i] = key
        order_out[i] = <uint32_t>i
        for digit in range(n_digits):
            count[digit * BUCKETS + <int>((key >> (digit * DIGIT_BITS)) & DIGIT_MASK)] += 1

    for digit in range(n_digits):
        histogram = count + digit * BUCKETS
        shift = digit * DIGIT_BITS
        if histogram[(keys[0] >> shift) & DIGIT_MASK] == n:
            continue  # every key has this digit: the pass would copy
        start = 0
        for bucket in range(BUCKETS):
            held = histogram[bucket]
            histogram[bucket] = start
            start += held
        c_assert(start == n)
        for i in range(n):
            key = key_from[i]
            bucket = <int>((key >> shift) & DIGIT_MASK)
            start = histogram[bucket]
            histogram[bucket] = start + 1
            key_to[start] = key
            order_to[start] = order_from[i]
        key_swap = key_from
        key_from = key_to
        key_to = key_swap
        order_swap = order_from
        order_from = order_to
        order_to = order_swap

    if order_from != order_out:
        memcpy(order_out, order_from, n * sizeof(uint32_t))


cdef int _argsort(const key_t* keys, uint32_t* order_out, size_t n, int n_digits) except -1 nogil:
    cdef size_t i
    cdef bint in_order = True
    cdef key_t* key_scratch
    cdef uint32_t* order_scratch

    if n == 0:
        return 0
    if n > 0xFFFFFFFFU:
        _refuse_size()
    for i in range(1, n):
        if keys[i] < keys[i - 1]:
            in_order = False
            break
    if in_order:
        for i in range(n):
            order_out[i] = <uint32_t>i
        return 0

    key_scratch = <key_t*>malloc(2 * n * sizeof(key_t))
    order_scratch = <uint32_t*>malloc((n + <size_t>n_digits * BUCKETS) * sizeof(uint32_t))
    if key_scratch == NULL or order_scratch == NULL:
        free(key_scratch)
        free(order_scratch)
        _refuse_memory()
    _sort(keys, order_out, n, order_scratch + n, n_digits, key_scratch, key_scratch + n, order_scratch)
    free(key_scratch)
    free(order_scratch)
    return 0


cdef int radix_argsort_u32(const uint32_t* keys, uint32_t* order_out, size_t n) except -1 nogil:
    return _argsort(keys, order_out, n, DIGITS_U32)


cdef int radix_argsort_u64(const uint64_t* keys, uint32_t* order_out, size_t n) except -1 nogil:
    return _argsort(keys, order_out, n, DIGITS_U64)


def argsort_u32(const uint32_t[::1] keys not None):
    """Order of 32-bit keys: ascending, equal keys in index order.

    keys: buffer of unsigned 32-bit integers, shape (n,). Returns array('I') of n indices. ValueError when the buffer
    has another item type or more than 2**32 - 1 items.
    """
    cdef Py_ssize_t n = keys.shape[0]
    cdef array.array order = array.clone(array.array("I"), n, False)
    if n > 0:
        with nogil:
            radix_argsort_u32(&keys[0], <uint32_t*>order.data.as_uints, <size_t>n)
    return order


def argsort_u64(const uint64_t[::1] keys not None):
    """Order of 64-bit keys: ascending, equal keys in index order.

    keys: buffer of unsigned 64-bit integers, shape (n,). Returns array('I') of n indices. ValueError when the buffer
    has another item type or more than 2**32 - 1 items.
    """
    cdef Py_ssize_t n = keys.shape[0]
    cdef array.array order = array.clone(array.array("I"), n, False)
    if n > 0:
        with nogil:
            radix_argsort_u64(&keys[0], <uint32_t*>order.data.as_uints, <size_t>n)
    return order


cdef Py_ssize_t _descending_keys(const float[::1] scores, uint32_t* keys) except -2 nogil:
    """Map each score to an integer whose ascending order is the score's descending order.

    IEEE 754 orders like sign-magnitude integers: negative floats flip all bits, the others only the sign, which makes
    an ascending key; its complement descends. -0.0 takes the key of +0.0. Returns the index of the first NaN, or -1.
    """
    cdef Py_ssize_t i
    cdef float score
    cdef uint32_t bits
    for i in range(scores.shape[0]):
        score = scores[i]
        if score != score:
            return i
        memcpy(&bits, &score, sizeof(uint32_t))
        if bits == 0x80000000U:
            bits = 0
        if bits & 0x80000000U:
            keys[i] = bits
        else:
            keys[i] = ~(bits | 0x80000000U)
    return -1


def argsort_f32_desc(const float[::1] scores not None):
    """Order of scores: highest first, equal scores in index order, which makes the order total.

    scores: buffer of 32-bit floats, shape (n,); -0.0 equals +0.0, infinities are ordinary. Returns array('I') of n
    indices. ValueError names the first NaN, and is raised for another item type or more than 2**32 - 1 items.
    """
    cdef Py_ssize_t n = scores.shape[0]
    cdef Py_ssize_t nan_at
    cdef array.array order = array.clone(array.array("I"), n, False)
    cdef array.array keys = array.clone(array.array("I"), n, False)
    cdef uint32_t* keys_ptr = <uint32_t*>keys.data.as_uints
    if n > 0:
        with nogil:
            nan_at = _descending_keys(scores, keys_ptr)
        if nan_at >= 0:
            raise ValueError(f"score {nan_at} is not a number")
        with nogil:
            radix_argsort_u32(keys_ptr, <uint32_t*>order.data.as_uints, <size_t>n)
    return order
