"""Access paths: what is left of an expression when only its shape counts (`a.f(x => 1)[0].b` is `a.f()[0].b`).

Purpose: texts of receivers and bound values that can be followed step by step, whatever stands between their brackets.
Source: "Access paths" in CONTRIBUTING.md. Invariant: a function of the bytes and of how comments begin; no language is known.
Cost: one pass, but for type arguments, whose end is looked for at most MAX_ANGLE bytes ahead and at most once for each byte
of the result. No recursion; what nests inside of templates is followed MAX_TEMPLATES deep.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from ripwire._core.names cimport is_alnum

cdef enum:
    MAX_ANGLE = 1000     # bytes of type arguments
    MAX_TEMPLATES = 16   # templates inside of templates


cdef inline bint _blank(uint8_t c) noexcept nogil:
    return c == 32 or 9 <= c <= 13


cdef inline bint _word(uint8_t c) noexcept nogil:
    return is_alnum(c) or c == 95 or c == 36 or c == 64 or c >= 128


cdef inline bint _opens(uint8_t c) noexcept nogil:
    return c == 40 or c == 91 or c == 123


cdef inline bint _closes(uint8_t c) noexcept nogil:
    return c == 41 or c == 93 or c == 125


cdef inline bint _ends_operand(uint8_t c) noexcept nogil:
    """Whether what follows such a byte belongs to it: a word character, a closing bracket, a quote."""
    return _word(c) or _closes(c) or c == 34


cdef inline uint32_t _line_end(const uint8_t* p, uint32_t i, uint32_t n) noexcept nogil:
    while i < n and p[i] != 10:
        i += 1
    return i


cdef uint32_t _comment(const uint8_t* p, uint32_t i, uint32_t n, uint32_t comments) noexcept nogil:
    """Where the comment that begins here ends, or i when none does."""
    cdef uint8_t c = p[i]
    if c == 47 and comments & COMMENT_SLASH and i + 1 < n:
        if p[i + 1] == 47:
            return _line_end(p, i, n)
        if p[i + 1] == 42:
            i += 2
            while i < n and not (p[i] == 42 and i + 1 < n and p[i + 1] == 47):
                i += 1
            return i + 2 if i < n else n
        return i
    if (c == 35 and comments & COMMENT_HASH) or (c == 59 and comments & COMMENT_SEMICOLON) or (
            c == 45 and comments & COMMENT_DASH and i + 1 < n and p[i + 1] == 45):
        return _line_end(p, i, n)
    return i


cdef uint32_t _quoted(const uint8_t* p, uint32_t i, uint32_t n) noexcept nogil:
    """Behind the string that the quote at i begins: three of them end with three; without an end it is the rest."""
    cdef uint8_t q = p[i]
    cdef bint triple = i + 2 < n and p[i + 1] == q and p[i + 2] == q
    i += 3 if triple else 1
    while i < n:
        if p[i] == 92:
            i += 2
            continue
        if p[i] == q and (not triple or (i + 2 < n and p[i + 1] == q and p[i + 2] == q)):
            return i + (3 if triple else 1)
        i += 1
    return n


cdef uint32_t _pattern(const uint8_t* p, uint32_t i, uint32_t n) noexcept nogil:
    """Behind the regular expression that the slash at i begins, at the latest at the end of the line."""
    cdef bint inside = False  # of a class, where a slash ends nothing
    i += 1
    while i < n and p[i] != 10:
        if p[i] == 92:
            i += 2
            continue
        if p[i] == 91:
            inside = True
        elif p[i] == 93:
            inside = False
        elif p[i] == 47 and not inside:
            return i + 1
        i += 1
    return i if i < n else n


cdef uint32_t _balanced(const uint8_t* p, uint32_t i, uint32_t n, uint32_t comments) noexcept nogil:
    """Behind the string, template or bracket that begins at i; n without an end."""
    cdef uint32_t holes[MAX_TEMPLATES]  # how deep each template is that has an open `${`
    cdef uint32_t depth = 0, open_ = 0, k
    cdef uint8_t c, last = 0
    cdef bint template = False
    while i < n:
        c = p[i]
        if template:
            if c == 92:
                i += 2
            elif c == 96:
                template = False
                i += 1
                last = 34
                if depth == 0:
                    return i
            elif c == 36 and i + 1 < n and p[i + 1] == 123 and open_ < MAX_TEMPLATES:
                holes[open_] = depth
                open_ += 1
                depth += 1
                template = False
                last = 123
                i += 2
            else:
                i += 1
            continue
        if c == 34 or c == 39:
            i = _quoted(p, i, n)
            last = 34
            if depth == 0:
                return i
            continue
        if c == 96:
            template = True
            i += 1
            continue
        if _blank(c):
            i += 1
            continue
        k = _comment(p, i, n, comments)
        if k != i:
            i = k
            continue
        if c == 47 and comments & COMMENT_SLASH and not _ends_operand(last) and last != 46:
            i = _pattern(p, i, n)
            last = 34
            continue
        i += 1
        last = c
        if _opens(c):
            depth += 1
        elif _closes(c):
            depth -= 1
            if open_ and holes[open_ - 1] == depth:
                open_ -= 1
                template = c == 125
            if depth == 0 and not template:
                return i
    return n


cdef uint32_t _angle(const uint8_t* p, uint32_t i, uint32_t n, uint32_t comments) noexcept nogil:
    """Behind the type arguments that begin at i, or 0 when they do not end well or something else than a path follows."""
    cdef uint32_t depth = 0, end = n if n - i <= MAX_ANGLE else i + MAX_ANGLE
    cdef uint8_t c, before = 0
    while i < end:
        c = p[i]
        if c == 60:
            depth += 1
        elif c == 62 and before != 61 and before != 45:  # no arrow
            depth -= 1
            if depth == 0:
                i += 1
                while i < n and _blank(p[i]):
                    i += 1
                return i if i == n or p[i] == 40 or p[i] == 46 or p[i] == 58 else 0
        elif _closes(c):
            return 0
        elif _opens(c) or c == 34 or c == 39 or c == 96:
            i = _balanced(p, i, end, comments)
            before = 0
            continue
        before = c
        i += 1
    return 0


cdef bint _constant(const uint8_t* p, uint32_t a, uint32_t b, uint32_t* start, uint32_t* end) noexcept nogil:
    """Whether p[a:b] is one string without escapes or one decimal integer; where its text is, without quotes."""
    cdef uint32_t i
    while a < b and _blank(p[a]):
        a += 1
    while a < b and _blank(p[b - 1]):
        b -= 1
    start[0], end[0] = a, b
    if a == b:
        return False
    if p[a] == 34 or p[a] == 39:
        if b - a < 2 or p[b - 1] != p[a]:
            return False
        for i in range(a + 1, b - 1):
            if p[i] == 34 or p[i] == 92 or p[i] < 32 or p[i] == p[a]:
                return False
        start[0], end[0] = a + 1, b - 1
        return True
    for i in range(a, b):
        if not 48 <= p[i] <= 57:
            return False
    return True


cdef int32_t path_text(const uint8_t* p, uint32_t n, uint32_t comments, uint8_t* out, uint64_t* budget) noexcept nogil:
    """The path of a text; see the header."""
    cdef uint32_t i = 0, m = 0, k, a, b, limit = n
    cdef uint8_t c
    cdef bint spaced = False, text
    if limit > budget[0]:
        limit = <uint32_t>budget[0]
    while i < n:
        if i >= limit and n > MAX_PATH:  # the file has had its share of reading
            budget[0] = 0
            return -1
        c = p[i]
        if _word(c):
            if spaced and m and _word(out[m - 1]):
                if m == MAX_PATH:
                    m += 1
                    break
                out[m] = 32
                m += 1
            spaced = False
            while i < n and _word(p[i]):
                if m == MAX_PATH:
                    break
                out[m] = p[i]
                m += 1
                i += 1
            if i < n and _word(p[i]):
                m += 1
                break
            continue
        if _blank(c):
            spaced = True
            i += 1
            continue
        k = _comment(p, i, n, comments)
        if k != i:
            spaced = True
            i = k
            continue
        if c == 34 or c == 39 or c == 96:
            if c != 96 and not spaced:  # the letters before a string belong to it
                k = m
                while k and m - k < 3 and _word(out[k - 1]):
                    k -= 1
                if m - k < 3:
                    m = k
            i = _balanced(p, i, n, comments)
            if m + 2 > MAX_PATH:
                m = MAX_PATH + 1
                break
            out[m] = out[m + 1] = 34
            m += 2
            spaced = False
            continue
        if _opens(c):
            if c == 123 or (m and (_ends_operand(out[m - 1]) or out[m - 1] == 62)):
                k = _balanced(p, i, n, comments)
                a = b = 0
                text = False
                if c == 91 and k - i >= 3 and p[k - 1] == 93 and _constant(p, i + 1, k - 1, &a, &b):
                    text = p[a - 1] == 34 or p[a - 1] == 39
                else:
                    a = b = 0
                if m + (b - a) + 2 + 2 * text > MAX_PATH:
                    m = MAX_PATH + 1
                    break
                out[m] = c
                m += 1
                if text:
                    out[m] = 34
                    m += 1
                memcpy(out + m, p + a, b - a)
                m += b - a
                if text:
                    out[m] = 34
                    m += 1
                out[m] = 41 if c == 40 else c + 2
                m += 1
                i = k
                spaced = False
                continue
        elif c == 60:
            if m and not spaced and _word(out[m - 1]):
                k = _angle(p, i, n, comments)
                if k:
                    i = k
                    spaced = False
                    continue
        elif c == 58:
            if i + 2 < n and p[i + 1] == 58 and p[i + 2] == 60 and m and not spaced and _word(out[m - 1]):
                k = _angle(p, i + 2, n, comments)
                if k:
                    i = k
                    spaced = False
                    continue
        elif c == 63:
            k = 2 if i + 1 < n and p[i + 1] == 46 else 3 if i + 2 < n and p[i + 1] == 45 and p[i + 2] == 62 else 0
            if k:
                i += k
                spaced = False
                while i < n and _blank(p[i]):
                    i += 1
                if i < n and k == 2 and (p[i] == 40 or p[i] == 91):
                    continue
                if m == MAX_PATH:
                    m += 1
                    break
                out[m] = 46
                m += 1
                continue
        elif c == 33:
            if m and _ends_operand(out[m - 1]):
                k = i + 1
                while k < n and _blank(p[k]):
                    k += 1
                if k == n or p[k] == 46 or p[k] == 40 or p[k] == 91 or p[k] == 33 or p[k] == 41 or p[k] == 63:
                    i += 1
                    continue
        elif c == 45:
            if i + 1 < n and p[i + 1] == 62 and not comments & COMMENT_SEMICOLON:  # part of a name in Lisps
                c = 46
                i += 1
        if m == MAX_PATH:
            m += 1
            break
        out[m] = c
        m += 1
        i += 1
        spaced = False
    budget[0] = budget[0] - i if budget[0] > i else 0
    return <int32_t>m if m <= MAX_PATH else -1


def access_path(bytes text not None, uint32_t comments) -> bytes:
    """The path of a text, empty when it is longer than MAX_PATH_BYTES; comments: COMMENT_* bits of `paths.pxd`."""
    cdef uint8_t out[MAX_PATH]
    cdef uint64_t budget = <uint64_t>1 << 62
    cdef int32_t n = path_text(<const uint8_t*><const char*>text, <uint32_t>len(text), comments, out, &budget)
    return b"" if n < 0 else (<char*>out)[:n]
