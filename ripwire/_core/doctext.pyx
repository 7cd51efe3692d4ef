"""What stands above a definition: attributes that belong to it, comments and docstrings that describe it.

Invariant: comment syntax is known by the markers below alone, for every language.
Cost: one sweep over definitions and what is above them; a comment's text is read at most once for each row of definitions.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp

from ripwire._core.rawfacts cimport *
from ripwire._core.strings cimport NO_STRING, strings_intern
from ripwire._core.utf8 cimport utf8_sequence

cdef inline bint _blank(uint8_t c) noexcept nogil:
    return c == 32 or c == 9 or c == 13 or c == 12 or c == 11


cdef inline bint _marker(uint8_t c) noexcept nogil:
    return c == 47 or c == 42 or c == 35 or c == 59 or c == 33 or c == 45  # / * # ; ! -


cdef inline bint _word(uint8_t c) noexcept nogil:
    return 48 <= c <= 57 or 65 <= c <= 90 or 97 <= c <= 122 or c >= 128


cdef int _by_start(const void* pa, const void* pb) noexcept nogil:
    cdef const Span* a = <const Span*>pa
    cdef const Span* b = <const Span*>pb
    if a.start != b.start:
        return compare(a.start, b.start)
    if a.end != b.end:
        return compare(b.end, a.end)
    return compare(b.kind, a.kind)


cdef bint _next_to(const RawFacts* f, Span* s, uint32_t start) noexcept nogil:
    """Whether only white space lies between what stands above and a byte; looked for once."""
    cdef uint32_t at
    if s.follow == 0:
        at = s.end
        while at < f.size and (_blank(f.text[at]) or f.text[at] == 10):
            at += 1
        s.follow = at + 1  # so that 0 stays free
    return s.follow - 1 >= start


cdef bint _alone(const RawFacts* f, Span* s) noexcept nogil:
    """Whether nothing else stands on its rows; the node may have taken its line feed along."""
    cdef uint32_t a = s.start, b = s.end
    if s.alone == 0:
        while a and _blank(f.text[a - 1]):
            a -= 1
        s.alone = 1 if a == 0 or f.text[a - 1] == 10 else 2
        if s.alone == 1 and not (b and f.text[b - 1] == 10):
            while b < f.size and _blank(f.text[b]):
                b += 1
            s.alone = 1 if b >= f.size or f.text[b] == 10 else 2
    return s.alone == 1


cdef bint take_attributes(RawFacts* f) noexcept nogil:
    """Definitions start at the first attribute before them."""
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef Span* above = <Span*>f.above.data
    cdef size_t i, k = 0, at
    cdef uint32_t start = NO_BYTE, at_start, row = 0, asked = NO_BYTE
    cdef bint moved = False
    if f.above.count > 1:
        qsort(above, f.above.count, sizeof(Span), _by_start)
    for i in range(f.defs.count):
        while k < f.above.count and above[k].start < d[i].start:
            k += 1
        if d[i].start != asked:  # definitions of one start go together
            asked = start = at_start = d[i].start
            row = d[i].row
            at = k
            while at > 0:
                at -= 1
                if above[at].end > at_start or not _next_to(f, &above[at], at_start):
                    break
                at_start = above[at].start
                if above[at].kind == SPAN_ATTRIBUTE:
                    start, row = above[at].start, above[at].row
        if start != d[i].start:
            d[i].start, d[i].row = start, row
            moved = True
    return moved


cdef struct Text:
    uint8_t data[MAX_DOC + 8]
    uint32_t size
    int rows


cdef bint _add_rows(Text* out, const uint8_t* p, uint32_t a, uint32_t b) noexcept nogil:
    """Add the rows of p[a:b] without their markers; False when nothing more fits."""
    cdef uint32_t line, end, i
    while a < b:
        line = a
        while line < b and p[line] != 10:
            line += 1
        end = line
        if out.rows >= MAX_DOC_ROWS:
            return False
        out.rows += 1
        while a < end and (_blank(p[a]) or _marker(p[a])):
            a += 1
        while True:
            while end > a and (_blank(p[end - 1]) or p[end - 1] == 42):
                end -= 1
            if end - a >= 2 and p[end - 1] == 47 and p[end - 2] == 42:
                end -= 2
            else:
                break
        if (end - a == 6 and memcmp(p + a, b"=begin", 6) == 0) or (end - a == 4 and memcmp(p + a, b"=end", 4) == 0):
            a = end  # Ruby's block comments
        if end > a:
            if out.size:
                out.data[out.size] = 32
                out.size += 1
            for i in range(a, end):
                if out.size > MAX_DOC:
                    return False
                out.data[out.size] = p[i]
                out.size += 1
            if out.size > MAX_DOC:
                return False
        a = line + 1
    return True


cdef int _finish(RawFacts* f, RawDef* d, Text* text) noexcept nogil:
    """Trim, cut and intern; -1 without memory."""
    cdef uint32_t a = 0, n = text.size, i = 0
    cdef int step
    if n > MAX_DOC:  # cut on a character
        n = MAX_DOC
        while n > 0 and (text.data[n] & 0xC0) == 0x80:
            n -= 1
    while n > 0 and not _word(text.data[n - 1]):
        n -= 1
    while a < n and not _word(text.data[a]):
        a += 1
    d.doc = strings_intern(&f.strings, text.data + a, n - a)
    return -1 if d.doc == NO_STRING else 0


cdef uint32_t after_quotes(const uint8_t* p, uint32_t start, uint32_t end) noexcept nogil:
    """Where a string's text starts: after its opening quotes, with a prefix of up to three letters, if there are any."""
    cdef uint32_t i, a
    for i in range(start, end if end < start + 4 else start + 4):
        if p[i] == 34 or p[i] == 39:
            a = i
            while a < end and p[a] == p[i]:
                a += 1
            return a
        if not _word(p[i]):
            break
    return start


cdef int take_docstring(RawFacts* f, RawDef* d, const Span* span) noexcept nogil:
    """The docstring's text, after its quotes and their prefix."""
    cdef Text text
    text.size = 0
    text.rows = 0
    _add_rows(&text, f.text, after_quotes(f.text, span.start, span.end), span.end)
    return _finish(f, d, &text)


cdef int take_comments(RawFacts* f) noexcept nogil:
    """The comments directly above each kept definition without a docstring."""
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef Span* above = <Span*>f.above.data
    cdef Text text
    cdef size_t i, k = 0, at, first, last
    cdef uint32_t row, start, asked = NO_BYTE, doc = 0
    cdef size_t taken = 0  # one past the comment that was given last
    if f.above.count == 0:
        return 0
    for i in range(f.defs.count):
        if d[i].out < 0 or d[i].doc:
            continue
        while k < f.above.count and above[k].start < d[i].bare_start:
            k += 1
        while k > 0 and above[k - 1].start >= d[i].bare_start:
            k -= 1
        if d[i].bare_start != asked:
            asked = start = d[i].bare_start
            row = d[i].bare_row
            first = last = at = k
            while at > 0:
                at -= 1
                if above[at].end > start:
                    break
                if above[at].kind == SPAN_COMMENT and above[at].end_row == row:
                    if first != last or not _next_to(f, &above[at], start):
                        break
                elif above[at].kind == SPAN_COMMENT:
                    if above[at].end_row + 1 != row or not _alone(f, &above[at]):
                        break
                    if first == last:
                        last = at + 1
                        if last == taken:  # by a definition before it on this row
                            break
                    first = at
                elif not _next_to(f, &above[at], start):
                    break
                start, row = above[at].start, above[at].row
            if first == last:
                doc = 0
                continue
            taken = last
            text.size = 0
            text.rows = 0
            for at in range(first, last):
                if above[at].kind == SPAN_COMMENT and not _add_rows(&text, f.text, above[at].text, above[at].text_end):
                    break
            if _finish(f, &d[i], &text) < 0:
                return -1
            doc = d[i].doc
        d[i].doc = doc
    return 0
