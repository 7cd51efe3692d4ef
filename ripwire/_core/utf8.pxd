"""UTF-8 sequences: the one place that knows which bytes are valid."""

from libc.stdint cimport uint8_t


cdef inline bint utf8_continues(uint8_t c) noexcept nogil:
    return (c & 0xC0) == 0x80


cdef inline int utf8_sequence(const uint8_t* p, Py_ssize_t left) noexcept nogil:
    """Length of the UTF-8 sequence at p, or minus the length of the maximal subpart to replace. left >= 1.

    Unicode 15, table 3-7: only the second byte has bounds that depend on the first.
    """
    cdef uint8_t lead = p[0]
    cdef uint8_t low = 0x80
    cdef uint8_t high = 0xBF
    cdef int length, k
    if lead < 0x80:
        return 1
    if lead < 0xC2 or lead > 0xF4:
        return -1
    length = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    if lead == 0xE0:
        low = 0xA0
    elif lead == 0xED:
        high = 0x9F  # above are the surrogates
    elif lead == 0xF0:
        low = 0x90
    elif lead == 0xF4:
        high = 0x8F
    if left < 2 or p[1] < low or p[1] > high:
        return -1
    for k in range(2, length):
        if left <= k or not utf8_continues(p[k]):
            return -k
    return length


cdef inline bint utf8_is_valid(const uint8_t* p, size_t size) noexcept nogil:
    """Whether all bytes are UTF-8."""
    cdef size_t i = 0
    cdef int length
    while i < size:
        if p[i] < 0x80:
            i += 1
            continue
        length = utf8_sequence(p + i, <Py_ssize_t>(size - i))
        if length < 0:
            return False
        i += <size_t>length
    return True
