"""How `ripwire search` prints a line: ripgrep's frames for people, for pipes and in JSON.

Invariant: a frame is a function of its line and style; nothing here knows what was printed before. No GIL.
Cost: one pass over what is printed.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport strlen

from ripwire._core.buffer cimport Buffer, put, put_byte, put_number
from ripwire._core.utf8 cimport utf8_is_valid, utf8_sequence

cdef const char* HEX = b"0123456789abcdef"
cdef const char* BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


cdef inline void _put_text(Buffer* out, const char* text) noexcept nogil:
    put(out, text, strlen(text))


cdef inline void _put_piece(Buffer* out, Piece piece) noexcept nogil:
    put(out, piece.data, piece.size)


cdef inline void _begin(Buffer* out, const Style* style, Piece color) noexcept nogil:
    if style.color:
        _put_piece(out, style.reset)
        _put_piece(out, color)


cdef inline void _end(Buffer* out, const Style* style) noexcept nogil:
    if style.color:
        _put_piece(out, style.reset)


cdef void frame_path(Buffer* out, const Style* style, const uint8_t* path, size_t size, bint inline_) noexcept nogil:
    """A path and what stands behind it: in a line of its own, a line's end or, with ``null``, a NUL byte."""
    frame_text(out, style, path, size)
    if style.null:
        put_byte(out, 0)
    elif not inline_:
        put_byte(out, 10)


cdef void frame_text(Buffer* out, const Style* style, const uint8_t* path, size_t size) noexcept nogil:
    """A path alone."""
    _begin(out, style, style.path_color)
    put(out, path, size)
    _end(out, style)


cdef void frame_separator(Buffer* out, const Style* style) noexcept nogil:
    """What stands between lines that do not touch."""
    if style.groups:
        _put_piece(out, style.group_separator)
        put_byte(out, 10)


cdef inline void _field(Buffer* out, const Style* style, Piece color, uint64_t value, Piece separator) noexcept nogil:
    _begin(out, style, color)
    put_number(out, value)
    _end(out, style)
    _put_piece(out, separator)


cdef void _prefix(Buffer* out, const Style* style, const Line* line, uint64_t number, uint64_t column,
                  uint64_t offset) noexcept nogil:
    cdef Piece separator = style.match_separator if line.match else style.context_separator
    if style.filename and not style.heading:
        frame_path(out, style, line.path, line.path_size, True)
        if not style.null:
            _put_piece(out, separator)
    if style.line_number:
        _field(out, style, style.line_color, number, separator)
    if style.column and column:
        _field(out, style, style.column_color, column, separator)
    if style.byte_offset:
        _field(out, style, style.column_color, offset, separator)


cdef inline size_t _blanks(const uint8_t* data, size_t size) noexcept nogil:
    """How many blanks of ASCII a text begins with."""
    cdef size_t i = 0
    while i < size and (data[i] == 32 or 9 <= data[i] <= 13) and data[i] != 11:
        i += 1
    return i


cdef void _colored(Buffer* out, const Style* style, const uint8_t* data, size_t first, size_t last,
                   const size_t* spans, size_t n) noexcept nogil:
    """A stretch of a line with its matches coloured."""
    cdef size_t at = first, i, s, e
    cdef bint open_ = False
    for i in range(n):
        s, e = max(spans[2 * i], at), min(spans[2 * i + 1], last)
        if s >= e:
            continue
        if s > at or not open_:
            if open_:
                _end(out, style)
            put(out, data + at, s - at)
            _begin(out, style, style.match_color)
            open_ = True
        put(out, data + s, e - s)
        at = e
    if open_:
        _end(out, style)
    if at < last:
        put(out, data + at, last - at)


cdef void _text(Buffer* out, const Style* style, const Line* line, const uint8_t* data, size_t size,
                const size_t* spans, size_t n) noexcept nogil:
    """The text of one line, cut when it is too long, and its end."""
    cdef size_t first = 0, content = size, shown, count = 0, later = 0, i
    cdef int step
    if style.trim:
        first = _blanks(data, size)
    if content > first and data[content - 1] == style.terminator:
        content -= 1
    if style.max_columns and size - first > style.max_columns:
        if style.preview:
            shown = first
            while shown < content and count < style.max_columns:
                step = utf8_sequence(data + shown, <Py_ssize_t>(content - shown))
                shown += <size_t>(step if step > 0 else -step)
                count += 1
            _colored(out, style, data, first, shown, spans, n if style.color else 0)
            for i in range(line.n_all):
                later += line.all_spans[2 * i] >= shown
            if not n:
                _put_text(out, b" [... omitted end of long line]")
            else:
                _put_text(out, b" [... ")
                put_number(out, later)
                _put_text(out, b" more match]" if later == 1 else b" more matches]")
        elif not line.match:
            _put_text(out, b"[Omitted long context line]")
        elif style.only_matching or not line.n_all:
            _put_text(out, b"[Omitted long matching line]")
        else:
            _put_text(out, b"[Omitted long line with ")
            put_number(out, line.n_all)
            _put_text(out, b" matches]")
        put_byte(out, style.terminator)
        return
    if style.color and n:
        _colored(out, style, data, first, content, spans, n)
        put(out, data + content, size - content)
    else:
        put(out, data + first, size - first)
    if content == size:
        if style.crlf:
            put_byte(out, 13)
        put_byte(out, style.terminator)


cdef void frame_line(Buffer* out, const Style* style, const Line* line) noexcept nogil:
    """A line of output, or one for each match of ``only_matching``."""
    cdef size_t i, s, e
    cdef size_t span[2]
    if style.only_matching and line.n_spans:
        for i in range(line.n_spans):
            s, e = line.spans[2 * i], line.spans[2 * i + 1]
            _prefix(out, style, line, line.number, s + 1, line.offset + s)
            span[0], span[1] = 0, e - s
            _text(out, style, line, line.data + s, e - s, span, 1)
        return
    _prefix(out, style, line, line.number, line.column, line.offset)
    _text(out, style, line, line.data, line.size, line.spans, line.n_spans)


# --- JSON -------------------------------------------------------------------------------------------------------------


cdef void _json_string(Buffer* out, const uint8_t* data, size_t size) noexcept nogil:
    cdef size_t i, start = 0
    cdef uint8_t c
    put_byte(out, 34)
    for i in range(size):
        c = data[i]
        if c >= 32 and c != 34 and c != 92:
            continue
        put(out, data + start, i - start)
        start = i + 1
        put_byte(out, 92)
        if c == 34 or c == 92:
            put_byte(out, c)
        elif c == 10:
            put_byte(out, 110)
        elif c == 13:
            put_byte(out, 114)
        elif c == 9:
            put_byte(out, 116)
        elif c == 8:
            put_byte(out, 98)
        elif c == 12:
            put_byte(out, 102)
        else:
            _put_text(out, b"u00")
            put_byte(out, HEX[c >> 4])
            put_byte(out, HEX[c & 15])
    put(out, data + start, size - start)
    put_byte(out, 34)


cdef void _json_base64(Buffer* out, const uint8_t* data, size_t size) noexcept nogil:
    cdef size_t i = 0
    cdef uint64_t bits
    put_byte(out, 34)
    while i < size:
        bits = <uint64_t>data[i] << 16
        if i + 1 < size:
            bits |= <uint64_t>data[i + 1] << 8
        if i + 2 < size:
            bits |= data[i + 2]
        put_byte(out, BASE64[bits >> 18])
        put_byte(out, BASE64[bits >> 12 & 63])
        put_byte(out, BASE64[bits >> 6 & 63] if i + 1 < size else 61)
        put_byte(out, BASE64[bits & 63] if i + 2 < size else 61)
        i += 3
    put_byte(out, 34)


cdef void json_text(Buffer* out, const uint8_t* data, size_t size) noexcept nogil:
    """Text as ``{"text":...}``, or what is no UTF-8 as ``{"bytes":...}`` in base64."""
    if utf8_is_valid(data, size):
        _put_text(out, b'{"text":')
        _json_string(out, data, size)
    else:
        _put_text(out, b'{"bytes":')
        _json_base64(out, data, size)
    put_byte(out, 125)


cdef void json_begin(Buffer* out, const uint8_t* path, size_t size) noexcept nogil:
    _put_text(out, b'{"type":"begin","data":{"path":')
    json_text(out, path, size)
    _put_text(out, b'}}\n')


cdef void json_line(Buffer* out, const Style* style, const Line* line) noexcept nogil:
    cdef size_t i, s, e
    _put_text(out, b'{"type":"match"' if line.match else b'{"type":"context"')
    _put_text(out, b',"data":{"path":')
    json_text(out, line.path, line.path_size)
    _put_text(out, b',"lines":')
    json_text(out, line.data, line.size)
    _put_text(out, b',"line_number":')
    if style.line_number:
        put_number(out, line.number)
    else:
        _put_text(out, b"null")
    _put_text(out, b',"absolute_offset":')
    put_number(out, line.offset)
    _put_text(out, b',"submatches":[')
    for i in range(line.n_spans):
        s, e = line.spans[2 * i], line.spans[2 * i + 1]
        if i:
            put_byte(out, 44)
        _put_text(out, b'{"match":')
        json_text(out, line.data + s, e - s)
        _put_text(out, b',"start":')
        put_number(out, s)
        _put_text(out, b',"end":')
        put_number(out, e)
        put_byte(out, 125)
    _put_text(out, b']}}\n')


cdef void json_end(Buffer* out, const uint8_t* path, size_t size, int64_t nul, const uint64_t* counts) noexcept nogil:
    """``counts``: bytes searched, bytes printed, matched lines, matches. Times are zeros: the same tree, the same bytes."""
    _put_text(out, b'{"type":"end","data":{"path":')
    json_text(out, path, size)
    _put_text(out, b',"binary_offset":')
    if nul < 0:
        _put_text(out, b"null")
    else:
        put_number(out, <uint64_t>nul)
    _put_text(out, b',"stats":{"elapsed":{"secs":0,"nanos":0,"human":"0.000000s"},"searches":1,"searches_with_match":')
    put_byte(out, 49 if counts[2] else 48)
    _put_text(out, b',"bytes_searched":')
    put_number(out, counts[0])
    _put_text(out, b',"bytes_printed":')
    put_number(out, counts[1])
    _put_text(out, b',"matched_lines":')
    put_number(out, counts[2])
    _put_text(out, b',"matches":')
    put_number(out, counts[3])
    _put_text(out, b'}}}\n')
