"""Facts of one file: tree-sitter's C parser and one query a language, run without the GIL.

Purpose: bytes of a file in, one packed record (`facts.pxd`) out; the meaning of the captures is
"Capture conventions" in CONTRIBUTING.md.
Invariant: the record is a function of (bytes, language row, query text) alone. Budgets count parser and query operations,
never time, so that what is given up is the same on every machine.
Cost: the walk over the syntax tree; the rows are sorted once, everything else is linear. No recursion.
"""

from libc.stdint cimport INT32_MAX, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy, memset

from ripwire._core.arena cimport *
from ripwire._core.facts cimport *
from ripwire._core.grammar cimport *
from ripwire._core.names cimport *
from ripwire._core.rawfacts cimport *
from ripwire._core.strings cimport *
from ripwire._core.treesitter cimport *
from ripwire._core.utf8 cimport utf8_is_valid, utf8_sequence

cdef extern from *:
    """
    #ifdef RIPWIRE_CHECKED
    #define RW_CHECKED 1
    #else
    #define RW_CHECKED 0
    #endif

    """
    const int RW_CHECKED


ctypedef struct Source:
    const uint8_t* data
    uint32_t size
    uint64_t calls   # progress callbacks so far
    uint64_t limit
    const int* stop  # set by another thread when the run is over


cdef const char* _read(void* payload, uint32_t at, TSPoint position, uint32_t* size) noexcept nogil:
    cdef Source* s = <Source*>payload
    if at >= s.size:
        size[0] = 0
        return ""
    size[0] = s.size - at
    return <const char*>s.data + at


cdef uint32_t _decode(const uint8_t* p, uint32_t left, int32_t* code_point) noexcept nogil:
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


cdef cbool _parse_progress(TSParseState* state) noexcept nogil:
    cdef Source* s = <Source*>state.payload
    s.calls += 1
    return s.calls > s.limit or s.stop[0] != 0


cdef cbool _query_progress(TSQueryCursorState* state) noexcept nogil:
    cdef Source* s = <Source*>state.payload
    s.calls += 1
    return s.calls > s.limit or s.stop[0] != 0


cdef class Stop:
    """A flag that ends the work of the extractors made with it, within microseconds."""

    cdef int raised

    def __cinit__(self):
        self.raised = 0

    def set(self) -> None:
        """Give up what is being parsed; the records of those files are not to be used."""
        self.raised = 1


cdef class Extractor:
    """Memory and scratch space for one file at a time: one a thread, reused for every file of that thread."""

    cdef rw_arena arena
    cdef TSTreeCursor walker
    cdef RawFacts facts
    cdef uint32_t file_flags
    cdef uint64_t base, per_kib, error_steps, memory, memory_per_byte
    cdef uint32_t matches
    cdef Stop stop

    def __cinit__(self, Stop stop=None):
        self.stop = Stop() if stop is None else stop
        self.base, self.per_kib, self.matches, self.error_steps = <uint64_t>1 << 62, 0, <uint32_t>-1, <uint64_t>-1
        self.memory, self.memory_per_byte = <uint64_t>1 << 62, 0
        if strings_init(&self.facts.strings) < 0:
            raise MemoryError

    def __dealloc__(self):
        arena_free(&self.arena)
        strings_free(&self.facts.strings)
        free(self.facts.defs.data)
        free(self.facts.refs.data)
        free(self.facts.imports.data)
        free(self.facts.bindings.data)
        free(self.facts.order.data)
        free(self.facts.names.data)
        free(self.facts.scratch)

    def set_budget(self, uint64_t base, uint64_t per_kib, uint32_t matches, uint64_t error_steps, uint64_t memory,
                   uint64_t memory_per_byte):
        """What one file may cost; an extractor has no limits until this is called.

        base, per_kib  progress callbacks, one per 100 steps of parser or query: ``base + per_kib * KiB``
        matches        matches of the query in flight
        error_steps    sibling steps below syntax errors
        memory, memory_per_byte  bytes that tree-sitter may ask for, freed or not: ``memory + memory_per_byte * bytes``
        """
        self.memory, self.memory_per_byte = memory, memory_per_byte
        self.base, self.per_kib, self.matches, self.error_steps = base, per_kib, matches, error_steps

    def parse_only(self, Grammar grammar not None, const uint8_t[::1] data not None):
        """Parse and throw the tree away: the floor that extraction is measured against.

        Returns (progress callbacks, bytes that tree-sitter asked for).
        """
        cdef Source source
        cdef TSTree* tree
        _source(&source, data, self.base, self.per_kib)
        source.stop = &self.stop.raised
        with nogil:
            self._begin(&source)
            if ARENA_TRY(&self.arena) == 0:
                self._parse(grammar, &source)
            arena_end(&self.arena)
        return source.calls, self.arena.requested

    def extract(self, Grammar grammar not None, const uint8_t[::1] data not None):
        """The record of a file's facts.

        data  the file's bytes, at most 2**31 - 1
        Returns bytes, see `facts.pxd`. Raises MemoryError, ValueError for a file that is too large.
        """
        cdef Source source
        cdef int status
        cdef size_t size
        _source(&source, data, self.base, self.per_kib)
        source.stop = &self.stop.raised
        with nogil:
            status = self._extract(grammar, &source)
        if status < 0:
            raise MemoryError
        return pack_facts(&self.facts, self.file_flags)

    # --- without the GIL ---

    cdef void _begin(self, Source* source) noexcept nogil:
        arena_begin(&self.arena, self.memory + self.memory_per_byte * source.size)

    cdef TSTree* _parse(self, Grammar g, Source* source) noexcept nogil:
        """The tree, in the arena, or NULL when the parse was given up.

        The parser is made anew for each file: its own memory is the arena's. Deleting it ends the grammar's scanner.
        """
        cdef TSInput stream
        cdef TSParseOptions options
        cdef TSTree* tree
        cdef TSParser* parser = ts_parser_new()
        ts_parser_set_language(parser, g.lang)  # its ABI was checked when the grammar was loaded
        memset(&stream, 0, sizeof(stream))
        stream.payload = source
        stream.read = _read
        stream.encoding = TSInputEncodingUTF8
        if not utf8_is_valid(source.data, source.size):
            stream.encoding = TSInputEncodingCustom
            stream.decode = _decode
            self.file_flags |= FILE_NOT_UTF8
        options.payload = source
        options.progress_callback = _parse_progress
        tree = ts_parser_parse_with_options(parser, NULL, stream, options)
        ts_parser_delete(parser)
        return tree

    cdef int _extract(self, Grammar g, Source* source) noexcept nogil:
        """Fill the facts and arrange them. Returns -1 when memory ran out."""
        cdef int status
        self.facts.defs.count = self.facts.refs.count = self.facts.imports.count = self.facts.bindings.count = 0
        self.file_flags = 0
        if strings_reset(&self.facts.strings) < 0:
            return -1
        self._begin(source)
        # Nothing of this frame changes between here and a return through the arena.
        if ARENA_TRY(&self.arena) != 0:
            arena_end(&self.arena)
            self.file_flags |= FILE_ABANDONED
            return arrange(&self.facts, &g.rules)
        status = self._collect(g, source)
        arena_end(&self.arena)
        return status if status < 0 else arrange(&self.facts, &g.rules)

    cdef int _collect(self, Grammar g, Source* source) noexcept nogil:
        """Parse, query, and append the facts of every match. Returns -1 when memory ran out."""
        cdef TSTree* tree
        cdef TSNode root
        cdef TSQueryMatch match
        cdef TSQueryCursorOptions options
        cdef TSQueryCursor* cursor
        cdef int status = 0
        tree = self._parse(g, source)
        if tree == NULL:
            self.file_flags |= FILE_ABANDONED
            return 0
        root = ts_tree_root_node(tree)
        if ts_node_has_error(root):
            self.file_flags |= FILE_HAS_ERROR
        self.walker = ts_tree_cursor_new(root)
        if self.file_flags & FILE_HAS_ERROR and self._costly_errors(root):
            self.file_flags |= FILE_ABANDONED
            return 0
        source.calls = 0
        options.payload = source
        options.progress_callback = _query_progress
        cursor = ts_query_cursor_new()
        ts_query_cursor_set_match_limit(cursor, self.matches)
        ts_query_cursor_exec_with_options(cursor, g.query, root, &options)
        while status == 0 and ts_query_cursor_next_match(cursor, &match):
            status = self._fact(g, source, &match)
        if source.calls > source.limit:
            self.file_flags |= FILE_ABANDONED
        if ts_query_cursor_did_exceed_match_limit(cursor):
            self.file_flags |= FILE_MATCHES_LOST
        return status

    cdef bint _costly_errors(self, TSNode root) noexcept nogil:
        """Whether syntax errors left a node that the query would take quadratic time for.

        An ERROR node over thousands of unclosed brackets has as many children without a name, and for each of them
        tree-sitter looks for a later sibling with one. Only nodes that hold errors are visited.
        """
        cdef uint64_t cost = 0, run = 0
        cdef TSNode node
        cdef bint down
        cdef TSTreeCursor* walker = &self.walker
        ts_tree_cursor_reset(walker, root)
        while True:
            node = ts_tree_cursor_current_node(walker)
            run = 0 if ts_node_is_named(node) else run + 1
            cost += run
            if cost > self.error_steps:
                return True
            if ts_node_has_error(node) and ts_tree_cursor_goto_first_child(walker):
                run = 0
                continue
            while not ts_tree_cursor_goto_next_sibling(walker):
                run = 0
                if not ts_tree_cursor_goto_parent(walker):
                    return False

    cdef bint _accepts(self, Grammar g, Source* s, TSQueryMatch* m) noexcept nogil:
        """Whether a match passes its pattern's predicates."""
        cdef uint32_t p, i, k, start, size
        cdef Predicate* q
        cdef bint equal
        for p in range(g.pattern_first[m.pattern_index], g.pattern_first[m.pattern_index + 1]):
            q = &g.predicates[p]
            for i in range(m.capture_count):
                if m.captures[i].index != q.capture:
                    continue
                start = ts_node_start_byte(m.captures[i].node)
                size = ts_node_end_byte(m.captures[i].node) - start
                if q.op == OP_UPPER:
                    if not is_upper(s.data + start, size):
                        return False
                    continue
                equal = False
                for k in range(q.first, q.first + q.count):
                    if g.strings[k].size == size and memcmp(g.strings[k].data, s.data + start, size) == 0:
                        equal = True
                        break
                if equal == (q.op == OP_NOT_EQ):
                    return False
        return True

    cdef int _fact(self, Grammar g, Source* s, TSQueryMatch* m) noexcept nogil:
        """Append the fact of one match. Returns -1 when memory ran out."""
        cdef TSNode part[N_PARTS]
        cdef uint32_t seen = 0, i
        cdef uint8_t code, role = 0
        cdef TSNode node
        if g.pattern_first[m.pattern_index] != g.pattern_first[m.pattern_index + 1] and not self._accepts(g, s, m):
            return 0
        for i in range(m.capture_count):
            code = g.codes[m.captures[i].index]
            if code == CAP_IGNORED:
                continue
            if code < N_PARTS:
                if not seen & (<uint32_t>1 << code):
                    part[code] = m.captures[i].node
                    seen |= <uint32_t>1 << code
            elif role == 0:
                role = code
                node = m.captures[i].node
        if role == 0:
            return 0
        if role == CAP_IMPORT:
            return self._import(g, s, m.pattern_index, node, part, seen)
        if not seen & (1 << CAP_NAME):
            return 0
        if role == CAP_BINDING:
            return self._binding(s, part, seen)
        if role >= CAP_REFERENCE:
            return self._reference(g, s, m.pattern_index, <uint8_t>(role - CAP_REFERENCE), part, seen)
        return self._definition(g, s, m.pattern_index, <uint8_t>(role - CAP_DEFINITION), node, part, seen)

    cdef int _named(self, Grammar g, Source* s, TSNode node, NamePart* out) noexcept nogil:
        """`split_name` of a node, with its row."""
        cdef int status = split_name(&self.facts.strings, s.data, ts_node_start_byte(node), ts_node_end_byte(node),
                                     g.plain_names, out)
        out.row += ts_node_start_point(node).row
        return status

    cdef uint32_t _bare(self, Source* s, TSNode node, bint split) noexcept nogil:
        """`bare_text` of a node, NO_STRING without memory."""
        cdef uint32_t a = ts_node_start_byte(node), out = 0
        if bare_text(&self.facts.strings, s.data + a, ts_node_end_byte(node) - a, split, &out) < 0:
            return NO_STRING
        return out

    cdef int32_t _count(self, Grammar g, TSNode node, uint8_t bit, uint8_t* found) noexcept nogil:
        """Named children without comments; found says whether one has the symbol bit."""
        cdef int32_t n = 0
        cdef TSNode child
        cdef uint8_t bits
        found[0] = 0
        ts_tree_cursor_reset(&self.walker, node)
        if not ts_tree_cursor_goto_first_child(&self.walker):
            return 0
        while True:
            child = ts_tree_cursor_current_node(&self.walker)
            bits = self._bits(g, child)
            if not bits & SYM_COMMENT and not ts_node_is_extra(child):
                n += ts_node_is_named(child)
                if bits & bit:  # an anonymous `...` counts here too
                    found[0] = 1
                elif bit == SYM_OPEN_PARAM and self._holds(g, bit):
                    found[0] = 1
            if not ts_tree_cursor_goto_next_sibling(&self.walker):
                return n

    cdef bint _holds(self, Grammar g, uint8_t bit) noexcept nogil:
        """Whether a child of the walker's node has the symbol bit: typed `*args: int`, TypeScript's `b = 1`."""
        cdef bint found = False
        if not ts_tree_cursor_goto_first_child(&self.walker):
            return False
        while True:
            if self._bits(g, ts_tree_cursor_current_node(&self.walker)) & bit:
                found = True
                break
            if not ts_tree_cursor_goto_next_sibling(&self.walker):
                break
        ts_tree_cursor_goto_parent(&self.walker)
        return found

    cdef TSNode _climb(self, Grammar g, TSNode node) noexcept nogil:
        """The declaration or definition that a declarator belongs to, or a null node.

        Up to MAX_CLIMB parents, through declarator nodes only, so that a callback parameter's declarator leads nowhere.
        """
        cdef int i
        cdef uint8_t bits
        for i in range(MAX_CLIMB):
            node = ts_node_parent(node)
            if ts_node_is_null(node):
                return node
            bits = self._bits(g, node)
            if bits & SYM_CLIMB_TO:
                return node
            if not bits & SYM_CLIMB_THROUGH:
                break
        memset(&node, 0, sizeof(node))
        return node

    cdef inline uint8_t _bits(self, Grammar g, TSNode node) noexcept nogil:
        cdef TSSymbol symbol = ts_node_symbol(node)
        return g.symbols[symbol] if symbol < g.n_symbols else 0  # ERROR is outside the table

    cdef int _definition(self, Grammar g, Source* s, uint32_t pattern, uint8_t kind, TSNode node, TSNode* part,
                         uint32_t seen) noexcept nogil:
        cdef RawDef* d
        cdef StringTable* t = &self.facts.strings
        cdef TSNode name = part[<int>CAP_NAME], sub
        cdef NamePart named
        if kind >= KIND_SCOPE_TYPE:
            named.name = self._bare(s, name, not g.plain_names)
            named.qualifier = 0
            named.byte = ts_node_start_byte(name)
            named.row = ts_node_start_point(name).row
            if named.name == NO_STRING:
                return -1
        elif self._named(g, s, name, &named) < 0:
            return -1
        if named.name == 0:
            return 0
        if seen & (1 << CAP_DECLARATOR):
            node = self._climb(g, node)
            if ts_node_is_null(node):
                return 0
        d = <RawDef*>push(&self.facts.defs, sizeof(RawDef))
        if d == NULL:
            return -1
        memset(d, 0, sizeof(RawDef))
        d.name = named.name
        d.kind = kind
        d.pattern = pattern
        d.name_byte = named.byte
        d.name_row = named.row
        d.qualifier = named.qualifier
        sub = part[<int>CAP_START] if seen & (1 << CAP_START) else node
        d.start = ts_node_start_byte(sub)
        d.row = ts_node_start_point(sub).row
        d.end = ts_node_end_byte(node)
        d.end_row = ts_node_end_point(node).row
        d.body = NO_BYTE
        d.params = -1
        d.holder = d.out = -1
        if seen & (1 << CAP_BODY):
            d.body = ts_node_start_byte(part[<int>CAP_BODY])
        elif g.field_body:
            sub = ts_node_child_by_field_id(node, g.field_body)
            if not ts_node_is_null(sub):
                d.body = ts_node_start_byte(sub)
        if seen & (1 << CAP_PARAMS):
            d.params = self._count(g, part[<int>CAP_PARAMS], SYM_OPEN_PARAM, &d.open)
        elif g.field_parameters:
            sub = ts_node_child_by_field_id(node, g.field_parameters)
            if not ts_node_is_null(sub):
                d.params = self._count(g, sub, SYM_OPEN_PARAM, &d.open)
        if d.qualifier and not g.plain_names:  # as scopes are joined
            if bare_text(t, t.arena + t.offsets[d.qualifier],
                         <uint32_t>(t.offsets[d.qualifier + 1] - t.offsets[d.qualifier]), True, &d.qualifier) < 0:
                return -1
        if seen & (1 << CAP_QUALIFIER):
            d.qualifier = self._bare(s, part[<int>CAP_QUALIFIER], not g.plain_names)
            if d.qualifier == NO_STRING:
                return -1
        return 0

    cdef int _reference(self, Grammar g, Source* s, uint32_t pattern, uint8_t role, TSNode* part, uint32_t seen) noexcept nogil:
        cdef RawRef* r
        cdef NamePart named
        cdef StringTable* t = &self.facts.strings
        cdef uint32_t a, n, i
        cdef int32_t count
        cdef uint8_t spread = 0
        cdef const uint8_t* p
        cdef bint spaced = False
        if self._named(g, s, part[<int>CAP_NAME], &named) < 0:
            return -1
        if named.name == 0:
            return 0
        r = <RawRef*>push(&self.facts.refs, sizeof(RawRef))
        if r == NULL:
            return -1
        memset(r, 0, sizeof(RawRef))
        r.pattern = pattern
        r.row.name = named.name
        r.row.qualifier = named.qualifier
        r.row.role = role
        r.row.byte = named.byte
        r.row.line = named.row + 1
        r.row.owner = -1
        r.row.args = ARGS_UNKNOWN
        if seen & (1 << CAP_RECEIVER):
            a = ts_node_start_byte(part[<int>CAP_RECEIVER])
            n = ts_node_end_byte(part[<int>CAP_RECEIVER]) - a
            p = s.data + a
            r.row.recv = RECV_EXPR
            for i in range(g.n_words):
                if g.words[i].size == n and memcmp(g.words[i].data, p, n) == 0:
                    r.row.recv = RECV_THIS if i < g.n_self else RECV_SUPER
                    break
            if r.row.recv == RECV_EXPR and n <= 1024 and is_identifier(p, n):
                r.row.recv = RECV_VAR
            if n <= MAX_RECEIVER:
                for i in range(n):
                    if is_space(p[i]):
                        spaced = True
                        break
                if not spaced:
                    r.row.receiver = strings_intern(&self.facts.strings, p, n)
                    if r.row.receiver == NO_STRING:
                        return -1
        if seen & (1 << CAP_QUALIFIER):
            r.row.qualifier = self._bare(s, part[<int>CAP_QUALIFIER], False)
            if r.row.qualifier == NO_STRING:
                return -1
        if r.row.qualifier and r.row.recv == RECV_NONE:
            n = <uint32_t>(t.offsets[r.row.qualifier + 1] - t.offsets[r.row.qualifier])
            for i in range(g.n_self):  # `Self::f` is a call on the enclosing type
                if g.words[i].size == n and memcmp(g.words[i].data, t.arena + t.offsets[r.row.qualifier], n) == 0:
                    r.row.recv = RECV_THIS
                    r.row.qualifier = 0
                    break
        if seen & (1 << CAP_ARGS):
            count = self._count(g, part[<int>CAP_ARGS], SYM_SPREAD, &spread)
            if not spread:
                r.row.args = <uint8_t>(count if count < ARGS_UNKNOWN else ARGS_UNKNOWN - 1)
        return 0

    cdef int _import(self, Grammar g, Source* s, uint32_t pattern, TSNode node, TSNode* part, uint32_t seen) noexcept nogil:
        cdef RawImport* im
        cdef RawRef* r
        cdef uint32_t a = 0, b = 0, i, last
        cdef const uint8_t* p = s.data
        cdef bint slash = False
        cdef TSNode at
        im = <RawImport*>push(&self.facts.imports, sizeof(RawImport))
        if im == NULL:
            return -1
        memset(im, 0, sizeof(RawImport))
        im.pattern = pattern
        im.row.line = ts_node_start_point(node).row + 1
        im.row.byte = im.at = ts_node_start_byte(node)
        if seen & (1 << CAP_IMPORT_STAR):
            im.row.flags |= IMPORT_STAR
        if seen & (1 << CAP_IMPORT_REEXPORT):
            im.row.flags |= IMPORT_REEXPORT
        if seen & (1 << CAP_IMPORT_SYSTEM):
            im.row.flags |= IMPORT_SYSTEM
        if seen & (1 << CAP_IMPORT_ALIAS):
            im.row.alias = self._text(s, part[<int>CAP_IMPORT_ALIAS])
        if seen & (1 << CAP_IMPORT_SOURCE):
            at = part[<int>CAP_IMPORT_SOURCE]
            im.at = ts_node_start_byte(at)
            a = ts_node_start_byte(at)
            b = ts_node_end_byte(at)
            while a < b and _quote(p[a]):
                a += 1
            while a < b and _quote(p[b - 1]):
                b -= 1
            im.row.source = strings_intern(&self.facts.strings, p + a, b - a)
        if seen & (1 << CAP_IMPORT_NAME):
            at = part[<int>CAP_IMPORT_NAME]
            im.at = ts_node_start_byte(at)
            a = ts_node_start_byte(at)
            b = ts_node_end_byte(at)
            im.row.name = strings_intern(&self.facts.strings, p + a, b - a)
        if im.row.source == NO_STRING or im.row.name == NO_STRING or im.row.alias == NO_STRING:
            return -1
        # The import-role reference: the last segment of the name, or else of the source.
        while a < b and (p[b - 1] == 47 or p[b - 1] == 92):
            b -= 1
        for i in range(b, a, -1):
            if p[i - 1] == 47 or p[i - 1] == 92:
                a = i
                slash = True
                break
        for i in range(b, a + 1, -1):
            if p[i - 1] == 58 and p[i - 2] == 58:
                a = i
                break
        if g.split_dots and not slash:
            while a < b and p[b - 1] == 46:
                b -= 1
            for i in range(b, a, -1):
                if p[i - 1] == 46:
                    a = i
                    break
        if a >= b or not seen & ((1 << CAP_IMPORT_SOURCE) | (1 << CAP_IMPORT_NAME)):
            return 0
        last = strings_intern(&self.facts.strings, p + a, b - a)
        r = <RawRef*>push(&self.facts.refs, sizeof(RawRef))
        if r == NULL or last == NO_STRING:
            return -1
        memset(r, 0, sizeof(RawRef))
        r.pattern = pattern
        r.row.name = last
        r.row.role = ROLE_IMPORT
        r.row.byte = ts_node_start_byte(at)
        r.row.line = ts_node_start_point(at).row + 1
        r.row.owner = -1
        r.row.args = ARGS_UNKNOWN
        return 0

    cdef uint32_t _text(self, Source* s, TSNode node) noexcept nogil:
        cdef uint32_t a = ts_node_start_byte(node)
        return strings_intern(&self.facts.strings, s.data + a, ts_node_end_byte(node) - a)

    cdef int _binding(self, Source* s, TSNode* part, uint32_t seen) noexcept nogil:
        cdef BindingRow* b = <BindingRow*>push(&self.facts.bindings, sizeof(BindingRow))
        if b == NULL:
            return -1
        memset(b, 0, sizeof(BindingRow))
        b.name = self._text(s, part[<int>CAP_NAME])
        if seen & (1 << CAP_BINDING_TYPE):
            b.type = self._bare(s, part[<int>CAP_BINDING_TYPE], False)
        b.byte = ts_node_start_byte(part[<int>CAP_NAME])
        b.line = ts_node_start_point(part[<int>CAP_NAME]).row + 1
        b.owner = -1
        return -1 if b.name == NO_STRING or b.type == NO_STRING else 0

cdef inline bint _quote(uint8_t c) noexcept nogil:
    return c == 34 or c == 39 or c == 96 or c == 60 or c == 62


cdef int _source(Source* s, const uint8_t[::1] data, uint64_t base, uint64_t per_kib) except -1:
    if data.shape[0] > INT32_MAX:
        raise ValueError("a file over 2 GiB cannot be parsed")
    s.size = <uint32_t>data.shape[0]
    s.data = &data[0] if data.shape[0] else <const uint8_t*>b""
    s.calls = 0
    s.limit = base + per_kib * s.size // 1024
    return 0


ts_set_allocator(rw_malloc, rw_calloc, rw_realloc, rw_free)


def compiled_limits() -> dict:
    """The limits that are constants of the compiled code, by their names in `ripwire.limits`."""
    return {"MAX_QUALIFIER_BYTES": MAX_BARE, "MAX_RECEIVER_BYTES": MAX_RECEIVER, "MAX_SCOPE_BYTES": MAX_SCOPE,
            "MAX_DECLARATOR_LEVELS": MAX_CLIMB}


def is_checked() -> bool:
    """Whether this build has bounds checks and assertions on (``RIPWIRE_CHECKED=1``)."""
    return bool(RW_CHECKED)
