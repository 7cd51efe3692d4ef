"""The bytes of one file as tree-sitter reads them, and the budgets that its work is held to.

Invariant: budgets count what tree-sitter does, never time, so that what is given up is the same on every machine.
Cost: a callback per piece of PIECE bytes and per 100 steps of parser or query.
"""

from libc.stdint cimport INT32_MAX, int32_t, uint8_t, uint32_t, uint64_t

from ripwire._core.treesitter cimport *
from ripwire._core.utf8 cimport utf8_sequence

cdef enum:
    PIECE = 1024  # bytes handed to the lexer at a time, a power of two; READ_... of ripwire.limits count them

ctypedef struct Source:
    const uint8_t* data
    uint32_t size
    uint64_t calls   # progress callbacks so far
    uint64_t limit
    uint64_t reads   # pieces handed to the lexer so far
    uint64_t read_limit
    const int* stop  # set by another thread when the run is over


cdef inline int source_init(Source* s, const uint8_t[::1] data, uint64_t base, uint64_t per_kib) except -1:
    """Point at some bytes, with ``base + per_kib * KiB`` progress callbacks."""
    if data.shape[0] > INT32_MAX:
        raise ValueError("a file over 2 GiB cannot be parsed")
    s.size = <uint32_t>data.shape[0]
    s.data = &data[0] if data.shape[0] else <const uint8_t*>b""
    s.calls = 0
    s.limit = base + per_kib * s.size // 1024
    return 0


cdef inline const char* source_read(void* payload, uint32_t at, TSPoint position, uint32_t* size) noexcept nogil:
    """The next piece of the file, or nothing once too many were read: then the file ends here for the parser.

    Scanners of some grammars look from every position to the end of the file, and no other callback counts that.
    """
    cdef Source* s = <Source*>payload
    cdef uint32_t end
    s.reads += 1
    if at >= s.size or s.reads > s.read_limit or s.stop[0] != 0:
        size[0] = 0
        return ""
    end = (at | (PIECE - 1)) + 1
    while end < s.size and s.data[end] & 0xC0 == 0x80 and end & (PIECE - 1) < 3:
        end += 1  # no piece ends inside of a UTF-8 sequence
    size[0] = (end if end < s.size else s.size) - at
    return <const char*>s.data + at


cdef inline uint32_t source_decode(const uint8_t* p, uint32_t left, int32_t* code_point) noexcept nogil:
    """UTF-8, and any other byte as a letter of its own, so that a Latin-1 name is not cut at its accents."""
    cdef int length = utf8_sequence(p, left)
    if length < 1:
        code_point[0] = 0xAA  # FEMININE ORDINAL INDICATOR: a letter in every grammar that knows Unicode letters
        return 1
    if length == 1:
        code_point[0] = p[0]
    elif length == 2:
        code_point[0] = (p[0] & 0x1F) << 6 | (p[1] & 0x3F)
    elif length == 3:
        code_point[0] = (p[0] & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F)
    else:
        code_point[0] = (p[0] & 0x07) << 18 | (p[1] & 0x3F) << 12 | (p[2] & 0x3F) << 6 | (p[3] & 0x3F)
    return <uint32_t>length


cdef inline cbool source_parse_progress(TSParseState* state) noexcept nogil:
    cdef Source* s = <Source*>state.payload
    s.calls += 1
    return s.calls > s.limit or s.stop[0] != 0


cdef inline cbool source_query_progress(TSQueryCursorState* state) noexcept nogil:
    cdef Source* s = <Source*>state.payload
    s.calls += 1
    return s.calls > s.limit or s.stop[0] != 0


cdef inline bint costly_errors(TSTreeCursor* walker, TSNode root, uint64_t steps) noexcept nogil:
    """Whether syntax errors left a node that a query would take quadratic time for.

    An ERROR node over thousands of unclosed brackets has as many children without a name, and for each of them
    tree-sitter looks for a later sibling with one. Only nodes that hold errors are visited.
    """
    cdef uint64_t cost = 0, run = 0
    cdef TSNode node
    ts_tree_cursor_reset(walker, root)
    while True:
        node = ts_tree_cursor_current_node(walker)
        run = 0 if ts_node_is_named(node) else run + 1
        cost += run
        if cost > steps:
            return True
        if ts_node_has_error(node) and ts_tree_cursor_goto_first_child(walker):
            run = 0
            continue
        while not ts_tree_cursor_goto_next_sibling(walker):
            run = 0
            if not ts_tree_cursor_goto_parent(walker):
                return False
