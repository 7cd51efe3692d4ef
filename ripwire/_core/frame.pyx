"""How `ripwire search` prints a line: ripgrep's frames for people, for pipes and in JSON.

Invariant: a frame is a function of its line and style; nothing here knows what was printed before. No GIL.
Cost: one pass over what is printed.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memchr, strlen

from ripwire._core.buffer cimport Buffer, put, put_byte, put_number
from ripwire._core.utf8 cimport utf8_is_valid, utf8_sequence

cdef const char* HEX = b"0123456789abcdef"
cdef const char* UPPER_HEX = b"0123456789ABCDEF"
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


cdef void frame_end(Buffer* out, const Style* style) noexcept nogil:
    """What ends a line of output."""
    if style.crlf:
        put_byte(out, 13)
    put_byte(out, style.terminator)


cdef void link_path(Buffer* out, const uint8_t* path, size_t size) noexcept nogil:
    """A path as it stands in links."""
    cdef size_t i
    cdef uint8_t c
    for i in range(size):
        c = path[i]
        if 48 <= c <= 58 or 65 <= c <= 90 or 97 <= c <= 122 or 45 <= c <= 47 or c == 95 or c == 126 or c >= 128:
            put_byte(out, c)
        else:
            put_byte(out, 37)
            put_byte(out, UPPER_HEX[c >> 4])
            put_byte(out, UPPER_HEX[c & 15])


cdef bint _link(Buffer* out, const Style* style, Piece link, uint64_t line, uint64_t column) noexcept nogil:
    """Begin a link; whether there is one."""
    cdef size_t i
    if not style.n_links or not style.color or not link.size:
        return False
    _put_text(out, b"\x1b]8;;")
    for i in range(style.n_links):
        if style.links[i].kind == LINK_TEXT:
            _put_piece(out, style.links[i].text)
        elif style.links[i].kind == LINK_PATH:
            _put_piece(out, link)
        else:
            put_number(out, max(<uint64_t>1, line if style.links[i].kind == LINK_LINE else column))
    _put_text(out, b"\x1b\\")
    return True


cdef inline void _unlink(Buffer* out) noexcept nogil:
    _put_text(out, b"\x1b]8;;\x1b\\")


cdef void frame_path(Buffer* out, const Style* style, const uint8_t* path, size_t size, Piece link,
                     bint inline_) noexcept nogil:
    """A path and what stands behind it: in a line of its own, a line's end or, with ``null``, a NUL byte."""
    frame_text(out, style, path, size, link)
    if style.null:
        put_byte(out, 0)
    elif not inline_:
        frame_end(out, style)


cdef void frame_text(Buffer* out, const Style* style, const uint8_t* path, size_t size, Piece link) noexcept nogil:
    """A path alone."""
    cdef bint linked = _link(out, style, link, 0, 0)
    _path(out, style, path, size)
    if linked:
        _unlink(out)


cdef void _path(Buffer* out, const Style* style, const uint8_t* path, size_t size) noexcept nogil:
    cdef size_t i = out.size
    _begin(out, style, style.path_color)
    put(out, path, size)
    if style.path_separator:
        while i < out.size:
            if out.data[i] == 47:
                out.data[i] = style.path_separator
            i += 1
    _end(out, style)


cdef void frame_separator(Buffer* out, const Style* style) noexcept nogil:
    """What stands between lines that do not touch."""
    if style.groups:
        _put_piece(out, style.group_separator)
        frame_end(out, style)


cdef inline void _field(Buffer* out, const Style* style, Piece color, uint64_t value) noexcept nogil:
    _begin(out, style, color)
    put_number(out, value)
    _end(out, style)


cdef void _prefix(Buffer* out, const Style* style, const Line* line, uint64_t number, uint64_t column,
                  uint64_t offset) noexcept nogil:
    """What stands before a line's text. A link goes from the path to the last number."""
    cdef Piece separator = style.match_separator if line.match else style.context_separator
    cdef Piece between
    cdef uint8_t nul = 0
    cdef bint linked = False
    between.data, between.size = NULL, 0
    if style.filename and (style.line_links or not style.heading):
        linked = _link(out, style, line.link, number, column)
    if style.filename and not style.heading:
        _path(out, style, line.path, line.path_size)
        between = separator
        if style.null:
            between.data, between.size = &nul, 1
    if style.line_number:
        _put_piece(out, between)
        _field(out, style, style.line_color, number)
        between = separator
    if style.column and column:
        _put_piece(out, between)
        _field(out, style, style.column_color, column)
        between = separator
    if style.byte_offset:
        _put_piece(out, between)
        _field(out, style, style.column_color, offset)
        between = separator
    if linked:
        _unlink(out)
    _put_piece(out, between)


cdef inline size_t _trimmed(const Style* style, const uint8_t* data, size_t first, size_t last) noexcept nogil:
    """Where a line begins without its blanks of ASCII; what ends lines is none."""
    cdef uint8_t c
    if not style.trim:
        return first
    while first < last:
        c = data[first]
        if c != 32 and not 9 <= c <= 13 or c == 11 or c == style.terminator or style.crlf and (c == 13 or c == 10):
            break
        first += 1
    return first


cdef inline size_t _content(const Style* style, const uint8_t* data, size_t first, size_t last) noexcept nogil:
    """Where a line's content ends."""
    if last > first and data[last - 1] == style.terminator:
        last -= 1
        if style.crlf and last > first and data[last - 1] == 13:
            last -= 1
    return last


cdef void _colored(Buffer* out, const Style* style, const uint8_t* data, size_t first, size_t last,
                   const size_t* spans, size_t n, size_t* index, bint highlights) noexcept nogil:
    """A stretch of a line without its end, with its matches coloured. ``index``: of the first match that may be in it."""
    cdef size_t at = first, upto
    cdef bint open_ = False
    last = _content(style, data, first, last)
    highlights = highlights and n and style.color and style.highlight.size
    if highlights:
        _begin(out, style, style.highlight)
    while at < last:
        if not style.color or not n:
            put(out, data + at, last - at)
            break
        if spans[2 * index[0] + 1] <= at:
            if index[0] + 1 < n:
                index[0] += 1
                continue
            if open_:
                _end(out, style)
                open_ = False
                if highlights:
                    _put_piece(out, style.highlight)
            put(out, data + at, last - at)
            break
        if at < spans[2 * index[0]]:
            upto = min(last, spans[2 * index[0]])
            if open_:
                _end(out, style)
                open_ = False
                if highlights:
                    _put_piece(out, style.highlight)
        else:
            upto = min(last, spans[2 * index[0] + 1])
            if not open_:
                _begin(out, style, style.match_color)
                open_ = True
        put(out, data + at, upto - at)
        at = upto
    if open_:
        _end(out, style)
        if highlights:
            _put_piece(out, style.highlight)
    if highlights:
        _end(out, style)


cdef void _too_long(Buffer* out, const Style* style, const Line* line, const uint8_t* data, size_t first, size_t last,
                    const size_t* spans, size_t n, size_t* index) noexcept nogil:
    """What stands for a line that is longer than --max-columns. ``spans``: of the line; those of ``line`` are all."""
    cdef size_t shown = first, count = 0, later = 0, i
    cdef int step
    if style.preview:
        while shown < last and count < style.max_columns:
            step = utf8_sequence(data + shown, <Py_ssize_t>(last - shown))
            if data[shown] == 13 and shown + 1 < last and data[shown + 1] == 10:
                step = 2
            shown += <size_t>(step if step > 0 else -step)
            count += 1
        _colored(out, style, data, first, shown, spans, n, index, line.match)
        if not n:
            _put_text(out, b" [... omitted end of long line]")
        else:
            for i in range(n):
                later += shown <= spans[2 * i] < last
            _put_text(out, b" [... ")
            put_number(out, later)
            _put_text(out, b" more match]" if later == 1 else b" more matches]")
    elif not line.match and (style.only_matching or not line.n_spans):
        _put_text(out, b"[Omitted long context line]")
    elif style.only_matching or not line.n_spans:
        _put_text(out, b"[Omitted long matching line]")
    else:
        _put_text(out, b"[Omitted long line with ")
        put_number(out, line.n_spans)
        _put_text(out, b" matches]")
    frame_end(out, style)


cdef void _text(Buffer* out, const Style* style, const Line* line, const uint8_t* data, size_t size,
                const size_t* spans, size_t n) noexcept nogil:
    """The text of one line, cut when it is too long, and its end."""
    cdef size_t first = _trimmed(style, data, 0, size), index = 0
    # Matches without a look of their own are no reason for ripgrep to look for them.
    cdef bint colored = style.color and (style.match_color.size or style.only_matching)
    if style.max_columns and size - first > style.max_columns:
        if colored:
            _too_long(out, style, line, data, first, size, spans, n, &index)
        else:  # without colours ripgrep counts all matches of the line
            _too_long(out, style, line, data, first, size, line.spans, line.n_spans, &index)
    elif colored and n:
        _colored(out, style, data, first, size, spans, n, &index, line.match)
        frame_end(out, style)
    else:
        put(out, data + first, size - first)
        if not size or data[size - 1] != style.terminator:
            frame_end(out, style)


cdef void frame_line(Buffer* out, const Style* style, const Line* line) noexcept nogil:
    """A line or block, or a line for each match of ``only_matching`` and ``vimgrep``."""
    cdef size_t i, s, e
    cdef size_t span[2]
    if line.block:
        _block(out, style, line)
    elif not line.n_spans:
        _prefix(out, style, line, line.number, 0, line.offset)
        _text(out, style, line, line.data, line.size, NULL, 0)
    elif style.only_matching:
        for i in range(line.n_spans):
            s, e = line.spans[2 * i], line.spans[2 * i + 1]
            _prefix(out, style, line, line.number, s + 1, line.offset + s)
            span[0], span[1] = 0, e - s
            _text(out, style, line, line.data + s, e - s, span, 1)
    elif style.vimgrep:
        for i in range(line.n_spans):
            s = line.spans[2 * i]
            _prefix(out, style, line, line.number, s + 1, line.offset + s)
            _text(out, style, line, line.data, line.size, line.spans + 2 * i, 1)
    else:
        _prefix(out, style, line, line.number, line.spans[0] + 1, line.offset)
        _text(out, style, line, line.data, line.size, line.spans, line.n_spans)


cdef inline size_t _next_line(const uint8_t* data, size_t size, size_t at, uint8_t terminator) noexcept nogil:
    cdef const void* found = memchr(data + at, terminator, size - at)
    return size if found == NULL else <size_t>(<const uint8_t*>found - data) + 1


cdef void _block(Buffer* out, const Style* style, const Line* line) noexcept nogil:
    """The lines of a match, or of matches that touch."""
    cdef const uint8_t* data = line.data
    cdef size_t first = 0, last, begin, index = 0
    cdef uint64_t number = line.number
    if line.n_spans and style.only_matching:
        _only_matching(out, style, line)
        return
    if line.n_spans and style.vimgrep:
        _each_match(out, style, line)
        return
    while first < line.size:
        last = _next_line(data, line.size, first, style.terminator)
        _prefix(out, style, line, number, line.spans[0] + 1 if line.n_spans else 0, line.offset + first)
        begin = _trimmed(style, data, first, last)
        if not line.n_spans:
            _text(out, style, line, data + first, last - first, NULL, 0)
        elif style.max_columns and last - begin > style.max_columns:
            _too_long(out, style, line, data, begin, last, line.spans, line.n_spans, &index)
        else:
            _colored(out, style, data, begin, last, line.spans, line.n_spans, &index, True)
            frame_end(out, style)
        number += 1
        first = last


cdef void _only_matching(Buffer* out, const Style* style, const Line* line) noexcept nogil:
    """Each line of each match of a block; a match that is empty is in none."""
    cdef const uint8_t* data = line.data
    cdef const size_t* spans = line.spans
    cdef size_t at = 0, last, next_ = 0, upto, i = 0
    cdef uint64_t number = line.number
    while next_ < line.size:
        at, next_ = next_, _next_line(data, line.size, next_, style.terminator)
        last = _content(style, data, at, next_)
        at = _trimmed(style, data, at, last)
        while at < last:
            if spans[2 * i + 1] <= at:
                if i + 1 == line.n_spans:
                    break
                i += 1
            elif at < spans[2 * i]:
                at = min(last, spans[2 * i])
            else:
                upto = min(last, spans[2 * i + 1])
                _prefix(out, style, line, number, spans[2 * i] + 1, line.offset + spans[2 * i])
                if style.max_columns and upto - at > style.max_columns:
                    _too_long(out, style, line, data, at, upto, spans, line.n_spans, &i)
                else:
                    _begin(out, style, style.match_color)
                    put(out, data + at, upto - at)
                    _end(out, style)
                    frame_end(out, style)
                at = upto
        number += 1


cdef void _each_match(Buffer* out, const Style* style, const Line* line) noexcept nogil:
    """The first line of each match of a block, and those before it that are too long."""
    cdef const uint8_t* data = line.data
    cdef const size_t* span
    cdef size_t first, last, begin, end, index, i, column
    cdef uint64_t number
    for i in range(line.n_spans):
        span = line.spans + 2 * i
        number = line.number
        last = 0
        while last < line.size:
            first, last = last, _next_line(data, line.size, last, style.terminator)
            if first >= span[1]:
                break
            if last <= span[0]:
                number += 1
                continue
            column = span[0] - first if span[0] > first else 0
            _prefix(out, style, line, number, column + 1, line.offset + first)
            number += 1
            end = _content(style, data, first, last)
            begin = _trimmed(style, data, first, end)
            index = 0
            if style.max_columns and end - begin > style.max_columns:
                _too_long(out, style, line, data, begin, end, span, 1, &index)
                continue
            _colored(out, style, data, begin, end, span, 1, &index, False)
            frame_end(out, style)
            break


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
        e = min(e, line.size)
        json_text(out, line.data + s, e - s)
        if line.new_spans != NULL:
            _put_text(out, b',"replacement":')
            json_text(out, line.new_data + line.new_spans[2 * i], line.new_spans[2 * i + 1] - line.new_spans[2 * i])
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
