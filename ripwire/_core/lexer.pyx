"""Code as a stream of tokens without its names: names, numbers and texts are one token each, whatever they are; words of
languages and punctuation stay; comments and blanks go.

Invariant: a function of the bytes and of how the language writes alone; at most one token for each byte.
Cost: one pass, no memory.
"""

from cpython cimport array
from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcmp, memset

import array

from ripwire.languages.keywords import KEYWORDS

cdef enum:
    ROOM = 24

cdef struct Word:
    uint8_t size
    uint8_t text[ROOM]

cdef Word words[400]
cdef int first_of[257]        # words by their first byte


def _fill() -> None:
    cdef int i, k
    cdef bytes word
    if len(KEYWORDS) > 400 or max(map(len, KEYWORDS)) > ROOM:
        raise ValueError("the table of words has no room")
    memset(words, 0, sizeof(words))
    for i, word in enumerate(KEYWORDS):
        words[i].size = len(word)
        for k in range(len(word)):
            words[i].text[k] = word[k]
    for k in range(257):
        first_of[k] = sum(word[0] < k for word in KEYWORDS)


_fill()


cdef inline bint _is_name(uint8_t c) noexcept nogil:
    return 97 <= c <= 122 or 65 <= c <= 90 or 48 <= c <= 57 or c == 95 or c == 36 or c >= 128


cdef inline bint _is_digit(uint8_t c) noexcept nogil:
    return 48 <= c <= 57


cdef uint16_t _word(const uint8_t* text, size_t size) noexcept nogil:
    cdef int i
    for i in range(first_of[text[0]], first_of[text[0] + 1]):
        if words[i].size == size and memcmp(words[i].text, text, size) == 0:
            return <uint16_t>(FIRST_KEYWORD + i)
    return NAME


cdef size_t _line(const uint8_t* data, size_t size, size_t at) noexcept nogil:
    while at < size and data[at] != 10:
        at += 1
    return at


cdef size_t _comment(const uint8_t* data, size_t size, size_t at, int how) noexcept nogil:
    """Where the comment that begins here ends; ``at`` when none does."""
    cdef uint8_t c = data[at], d = data[at + 1] if at + 1 < size else 0
    cdef size_t end, level
    if c == 47 and how & SLASHES:
        if d == 47:
            return _line(data, size, at)
        if d == 42:
            end = at + 2
            while end < size and not (data[end] == 42 and end + 1 < size and data[end + 1] == 47):
                end += 1
            return min(size, end + 2)
    if c == 35 and how & HASH and not (how & INNER_HASH and _is_inner(data, at, d)) or c == 59 and how & SEMICOLON:
        return _line(data, size, at)
    if c == 45 and d == 45 and how & DASHES:
        end = at + 2
        if end < size and data[end] == 91:
            level = 0
            end += 1
            while end < size and data[end] == 61:
                level += 1
                end += 1
            if end < size and data[end] == 91:
                end += 1
                while end < size:
                    if data[end] == 93 and _closes(data, size, end + 1, level):
                        return end + level + 2
                    end += 1
                return size
        return _line(data, size, at)
    return at


cdef bint _is_inner(const uint8_t* data, size_t at, uint8_t after) noexcept nogil:
    """Whether a # is part of a word, an expansion, an interpolation or an attribute."""
    cdef uint8_t before = data[at - 1] if at else 32
    return _is_name(before) or before == 92 or before == 123 or before == 38 or after == 91 or after == 123


cdef bint _closes(const uint8_t* data, size_t size, size_t at, size_t level) noexcept nogil:
    cdef size_t k
    for k in range(level):
        if at + k >= size or data[at + k] != 61:
            return False
    return at + level < size and data[at + level] == 93


cdef size_t _text(const uint8_t* data, size_t size, size_t at, int how) noexcept nogil:
    """Where the text that begins with this quote ends; ``at`` when it is none."""
    cdef uint8_t quote = data[at]
    cdef size_t end = at + 1
    if quote == 39 and at and _is_name(data[at - 1]):
        return at
    if quote == 39 and how & CHARACTERS:
        if end < size and data[end] == 92:
            end += 2
            while end < size and data[end] != 39 and data[end] != 10:
                end += 1
            return end + 1 if end < size and data[end] == 39 else at
        if end < size and data[end] != 39:
            end += 1
            while end < size and data[end] & 0xC0 == 0x80:
                end += 1
            if end < size and data[end] == 39:
                return end + 1
        return at
    if quote == 96 and not how & BACKTICK:
        return at
    if how & TRIPLE and quote != 96 and end + 1 < size and data[end] == quote and data[end + 1] == quote:
        end += 2
        while end < size:
            if data[end] == 92:
                end += 2
            elif data[end] == quote and end + 2 < size and data[end + 1] == quote and data[end + 2] == quote:
                return end + 3
            else:
                end += 1
        return size
    while end < size and data[end] != quote:
        end += 2 if data[end] == 92 else 1
    return min(size, end + 1)


cdef size_t _number(const uint8_t* data, size_t size, size_t at) noexcept nogil:
    """Where the number that begins here ends, with separators, fractions and exponents."""
    cdef size_t end = at + 1
    cdef bint sixteen = data[at] == 48 and end < size and (data[end] | 32) == 120
    while end < size:
        if _is_name(data[end]) and data[end] < 128 and data[end] != 36:
            end += 1
        elif data[end] == 46 and end + 1 < size and _is_digit(data[end + 1]):
            end += 2
        elif data[end] == 39 and end + 1 < size and _is_name(data[end + 1]) and data[end + 1] < 128:
            end += 2
        elif (data[end] == 43 or data[end] == 45) and not sixteen and (data[end - 1] | 32) == 101 and end + 1 < size \
                and _is_digit(data[end + 1]):
            end += 2
        else:
            break
    return end


cdef size_t lex(const uint8_t* data, size_t size, int how, uint16_t* out) noexcept nogil:
    """Tokens into ``out``, which has room for one for each byte; how many there are."""
    cdef size_t at = 0, end, n = 0
    cdef uint8_t c
    while at < size:
        c = data[at]
        if c <= 32:
            at += 1
            continue
        end = _comment(data, size, at, how)
        if end > at:
            at = end
            continue
        if _is_digit(c):
            at = _number(data, size, at)
            out[n] = NUMBER
        elif _is_name(c):
            end = at
            while end < size and _is_name(data[end]):
                end += 1
            out[n] = _word(data + at, end - at)
            at = end
        else:
            end = _text(data, size, at, how) if c == 34 or c == 39 or c == 96 else at
            if end > at:
                out[n] = STRING
                at = end
            else:
                out[n] = <uint16_t>(FIRST_MARK + c)
                at += 1
        n += 1
    return n


def tokens(const uint8_t[::1] data not None, int how) -> object:
    """The tokens of a piece of code: array('H'). ``how``: the sum of what the language has of

    1 // and /* */ comments, 2 # comments, 4 -- comments, 8 ; comments, 16 ' around one character only, 32 triple quotes,
    64 texts in backticks, 128 # within words, expansions and attributes that begin no comment.
    """
    cdef Py_ssize_t size = data.shape[0]
    cdef size_t n = 0
    out = array.clone(array.array("H"), size, False)
    cdef uint16_t[::1] o = out
    if size:
        with nogil:
            n = lex(&data[0], <size_t>size, how, &o[0])
    return out[:n]


def without_comments(const uint8_t[::1] data not None, int how) -> bytes:
    """A piece of code with a blank in the place of each comment; ``how`` as for `tokens`."""
    cdef size_t size = <size_t>data.shape[0], at = 0, end, n = 0
    cdef const uint8_t* text
    if not size:
        return b""
    text = &data[0]
    out = bytearray(size)
    cdef uint8_t[::1] o = out
    with nogil:
        while at < size:
            end = _comment(text, size, at, how)
            if end > at:
                o[n] = 32
                n += 1
                at = end
                continue
            end = at + 1
            if text[at] == 34 or text[at] == 39 or text[at] == 96:
                end = max(end, _text(text, size, at, how))
            while at < end:
                o[n] = text[at]
                n += 1
                at += 1
    return bytes(out[:n])
