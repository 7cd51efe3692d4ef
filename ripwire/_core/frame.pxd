from libc.stdint cimport int64_t, uint8_t, uint64_t

from ripwire._core.buffer cimport Buffer

ctypedef struct Piece:
    const uint8_t* data
    size_t size

cdef enum:  # of links
    LINK_TEXT = 0
    LINK_PATH = 1
    LINK_LINE = 2
    LINK_COLUMN = 3

ctypedef struct Link:
    int kind
    Piece text

# How lines are framed; texts belong to the Python object that made it.
ctypedef struct Style:
    bint filename, heading, line_number, column, byte_offset, color, null, trim, crlf, preview, only_matching, vimgrep
    uint8_t terminator
    uint64_t max_columns      # 0: any length
    Piece match_separator, context_separator, group_separator
    bint groups               # a separator stands between groups that do not touch
    uint8_t path_separator    # what a "/" in a path becomes
    const Link* links         # what the address of a link is made of
    size_t n_links
    bint line_links           # it depends on the line
    Piece path_color, line_color, column_color, match_color, reset
    Piece highlight           # of the lines that have matches; nothing: none

# One line (or, for a match over several lines, all of them) that is to be printed.
ctypedef struct Line:
    const uint8_t* path
    size_t path_size
    Piece link                # the path in links; nothing: no links
    const uint8_t* data
    size_t size               # with its terminator
    bint match                # else it is context
    uint64_t number           # 1-based
    uint64_t offset           # of its first byte in the text
    const size_t* spans       # its matches: 2 values each, relative to data
    size_t n_spans
    const size_t* new_spans   # of JSON: what each match is replaced by, in new_data; or NULL
    const uint8_t* new_data
    bint block                # it may have several lines

cdef void frame_end(Buffer* out, const Style* style) noexcept nogil
cdef void frame_path(Buffer* out, const Style* style, const uint8_t* path, size_t size, Piece link,
                     bint inline_) noexcept nogil
cdef void frame_text(Buffer* out, const Style* style, const uint8_t* path, size_t size, Piece link) noexcept nogil
cdef void frame_line(Buffer* out, const Style* style, const Line* line) noexcept nogil
cdef void frame_separator(Buffer* out, const Style* style) noexcept nogil
cdef void json_begin(Buffer* out, const uint8_t* path, size_t size) noexcept nogil
cdef void json_line(Buffer* out, const Style* style, const Line* line) noexcept nogil
cdef void json_end(Buffer* out, const uint8_t* path, size_t size, int64_t nul, const uint64_t* counts) noexcept nogil
cdef void link_path(Buffer* out, const uint8_t* path, size_t size) noexcept nogil
cdef void json_text(Buffer* out, const uint8_t* data, size_t size) noexcept nogil
