"""Facts of one file: tree-sitter's C parser and one query a language, run without the GIL.

Purpose: bytes of a file in, one packed record (`facts.pxd`) out; the meaning of the captures is
"Capture conventions" in CONTRIBUTING.md.
Invariant: the record is a function of (bytes, language row, query text) alone. Budgets count parser and query operations,
never time, so that what is given up is the same on every machine.
Cost: the walk over the syntax tree; the rows are sorted once, everything else is linear. No recursion.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from ripwire._core.arena cimport *
from ripwire._core.capture cimport take_match
from ripwire._core.complexity cimport MAX_LEVELS
from ripwire._core.doctext cimport MAX_DOC, MAX_DOC_ROWS
from ripwire._core.facts cimport *
from ripwire._core.grammar cimport Grammar, SYM_COMMA, SYM_COMMENT, symbol_bits
from ripwire._core.names cimport MAX_BARE, MAX_CLIMB, MAX_SCOPE
from ripwire._core.paths cimport MAX_PATH
from ripwire._core.rawfacts cimport RawFacts, arrange, facts_free, facts_reset, pack_facts
from ripwire._core.rescue cimport *
from ripwire._core.source cimport *
from ripwire._core.stop cimport Stop
from ripwire._core.strings cimport strings_init, strings_reset
from ripwire._core.taker cimport Child, Counted, Taker
from ripwire._core.treesitter cimport *
from ripwire._core.utf8 cimport utf8_is_valid

cdef extern from *:
    """
    #ifdef RIPWIRE_CHECKED
    #define RW_CHECKED 1
    #else
    #define RW_CHECKED 0
    #endif

    """
    const int RW_CHECKED


cdef void _count_children(void* walker, Grammar g, TSNode node, uint8_t bit, uint8_t only, bint nested,
                          Counted* out) noexcept nogil:
    """Count named children that are no comments; with only, those with that symbol bit.

    nested  a child that holds a node with the bit is marked too: typed `*args: int`, TypeScript's `b = 1`
    """
    cdef TSTreeCursor* at = <TSTreeCursor*>walker
    cdef TSNode child
    cdef uint8_t bits
    cdef bint marked
    out.named = out.marked = 0
    out.found = False
    ts_tree_cursor_reset(at, node)
    if not ts_tree_cursor_goto_first_child(at):
        return
    while True:
        child = ts_tree_cursor_current_node(at)
        bits = symbol_bits(g, child)
        if not bits & SYM_COMMENT and not ts_node_is_extra(child):
            if only == 0 or bits & only:
                marked = (bits & bit) != 0 or (nested and _holds(at, g, bit))
                out.named += ts_node_is_named(child)
                out.marked += marked and ts_node_is_named(child)
                out.found = out.found or marked
            elif bits & bit and not ts_node_is_named(child):  # the `=` before the default of the one before it
                out.found = True
                out.marked += 1
        if not ts_tree_cursor_goto_next_sibling(at):
            return


cdef uint32_t _list_children(void* walker, Grammar g, TSNode node, Child* out, uint32_t room) noexcept nogil:
    """The children that have a name and are no comments, with their places between commas."""
    cdef TSTreeCursor* at = <TSTreeCursor*>walker
    cdef TSNode child
    cdef uint8_t bits
    cdef uint32_t n = 0, place = 0
    ts_tree_cursor_reset(at, node)
    if not ts_tree_cursor_goto_first_child(at):
        return 0
    while n < room:
        child = ts_tree_cursor_current_node(at)
        bits = symbol_bits(g, child)
        if bits & SYM_COMMA:
            place += 1
        elif ts_node_is_named(child) and not bits & SYM_COMMENT and not ts_node_is_extra(child):
            out[n].node, out[n].place = child, place
            n += 1
        if not ts_tree_cursor_goto_next_sibling(at):
            break
    return n


cdef bint _holds(TSTreeCursor* at, Grammar g, uint8_t bit) noexcept nogil:
    """Whether a child of the cursor's node has the symbol bit."""
    cdef bint found = False
    if not ts_tree_cursor_goto_first_child(at):
        return False
    while True:
        if symbol_bits(g, ts_tree_cursor_current_node(at)) & bit:
            found = True
            break
        if not ts_tree_cursor_goto_next_sibling(at):
            break
    ts_tree_cursor_goto_parent(at)
    return found


cdef class Extractor:
    """Memory and scratch space for one file at a time: one a thread, reused for every file of that thread."""

    cdef rw_arena arena
    cdef TSTreeCursor walker
    cdef RawFacts facts
    cdef uint32_t file_flags
    cdef uint64_t base, per_kib, error_steps, memory, memory_per_byte, reads, reads_per_kib
    cdef uint32_t matches
    cdef Stop stop
    cdef bytes path

    def __cinit__(self, Stop stop=None):
        self.stop = Stop() if stop is None else stop
        self.base, self.per_kib, self.matches, self.error_steps = <uint64_t>1 << 62, 0, <uint32_t>-1, <uint64_t>-1
        self.memory, self.memory_per_byte = <uint64_t>1 << 62, 0
        self.reads, self.reads_per_kib = <uint64_t>1 << 62, 0
        if strings_init(&self.facts.strings) < 0:
            raise MemoryError

    def __dealloc__(self):
        arena_free(&self.arena)
        facts_free(&self.facts)

    def set_budget(self, uint64_t base, uint64_t per_kib, uint32_t matches, uint64_t error_steps, uint64_t memory,
                   uint64_t memory_per_byte, uint64_t reads=<uint64_t>1 << 62, uint64_t reads_per_kib=0):
        """What one file may cost; an extractor has no limits until this is called.

        base, per_kib  progress callbacks, one per 100 steps of parser or query: ``base + per_kib * KiB``
        matches        matches of the query in flight
        error_steps    sibling steps below syntax errors
        memory, memory_per_byte  bytes that tree-sitter may ask for, freed or not: ``memory + memory_per_byte * bytes``
        reads, reads_per_kib  pieces of 1 KiB that the lexer may read, new ones or not: ``reads + reads_per_kib * KiB``
        """
        self.memory, self.memory_per_byte = memory, memory_per_byte
        self.reads, self.reads_per_kib = reads, reads_per_kib
        self.base, self.per_kib, self.matches, self.error_steps = base, per_kib, matches, error_steps

    def guard(self):
        """Let a crash of the parser in this thread be outlived, if `arm` was called. Raises MemoryError."""
        if rw_guard() < 0:
            raise MemoryError

    def unguard(self):
        """The end of `guard`, in the same thread."""
        rw_unguard()

    def on(self, bytes path not None):
        """Say which file is extracted next."""
        self.path = path

    def parse_only(self, Grammar grammar not None, const uint8_t[::1] data not None):
        """Parse and throw the tree away: the floor that extraction is measured against.

        Returns (progress callbacks, bytes that tree-sitter asked for, pieces that the lexer read).
        """
        cdef Source source
        cdef TSTree* tree
        source_init(&source, data, self.base, self.per_kib)
        source.stop = &self.stop.raised
        with nogil:
            self._begin(&source)
            if ARENA_TRY(&self.arena) == 0:
                self._parse(grammar, &source)
            arena_end(&self.arena)
        return source.calls, self.arena.requested, source.reads

    def extract(self, Grammar grammar not None, const uint8_t[::1] data not None):
        """The record of a file's facts.

        data  the file's bytes, at most 2**31 - 1
        Returns bytes, see `facts.pxd`. Raises MemoryError, ValueError for a file that is too large.
        """
        cdef Source source
        cdef int status
        cdef size_t size
        source_init(&source, data, self.base, self.per_kib)
        source.stop = &self.stop.raised
        if self.path is not None and rw_writes >= 0:
            rw_enter(self.path, <size_t>len(self.path))
        if CRASHING is not None and bytes(data[: len(CRASHING)]) == CRASHING:
            rw_crash(CRASH_KIND)
        with nogil:
            status = self._extract(grammar, &source)
            rw_enter(NULL, 0)
        if status < 0:
            raise MemoryError
        return pack_facts(&self.facts, self.file_flags)

    # --- without the GIL ---

    cdef void _begin(self, Source* source) noexcept nogil:
        arena_begin(&self.arena, self.memory + self.memory_per_byte * source.size)
        source.reads = 0
        source.read_limit = self.reads + self.reads_per_kib * (source.size // 1024)

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
        stream.read = source_read
        stream.encoding = TSInputEncodingUTF8
        if not utf8_is_valid(source.data, source.size):
            stream.encoding = TSInputEncodingCustom
            stream.decode = source_decode
            self.file_flags |= FILE_NOT_UTF8
        options.payload = source
        options.progress_callback = source_parse_progress
        tree = ts_parser_parse_with_options(parser, NULL, stream, options)
        ts_parser_delete(parser)
        return tree

    cdef int _extract(self, Grammar g, Source* source) noexcept nogil:
        """Fill the facts and arrange them. Returns -1 when memory ran out."""
        cdef int status
        facts_reset(&self.facts, source.data, source.size)
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
        cdef Taker taker
        cdef int status = 0
        tree = self._parse(g, source)
        if tree == NULL:
            self.file_flags |= FILE_ABANDONED
            return 0
        if source.reads > source.read_limit:  # the tree holds what was read by then
            self.file_flags |= FILE_ABANDONED
        root = ts_tree_root_node(tree)
        if ts_node_has_error(root):
            self.file_flags |= FILE_HAS_ERROR
        self.walker = ts_tree_cursor_new(root)
        if self.file_flags & FILE_HAS_ERROR and costly_errors(&self.walker, root, self.error_steps):
            self.file_flags |= FILE_ABANDONED
            return 0
        source.calls = 0
        options.payload = source
        options.progress_callback = source_query_progress
        cursor = ts_query_cursor_new()
        ts_query_cursor_set_match_limit(cursor, self.matches)
        ts_query_cursor_exec_with_options(cursor, g.query, root, &options)
        taker.facts, taker.data, taker.walker, taker.count = &self.facts, source.data, &self.walker, _count_children
        taker.children = _list_children
        while status == 0 and ts_query_cursor_next_match(cursor, &match):
            status = take_match(&taker, g, &match)
        if source.calls > source.limit:
            self.file_flags |= FILE_ABANDONED
        if ts_query_cursor_did_exceed_match_limit(cursor):
            self.file_flags |= FILE_MATCHES_LOST
        return status


cdef bytes CRASHING = None
cdef int CRASH_KIND = 0


def crash_on(bytes beginning not None, int kind=0):
    """For tests: from now on a file that begins so crashes this process: 0 by a wild write, 1 by using up the stack, 2 by
    giving up as a damaged heap does."""
    global CRASHING, CRASH_KIND
    CRASHING, CRASH_KIND = beginning, kind


def arm(int reads, int writes, bytes program not None, list argv not None, list envp not None):
    """From now on a crash while a file is parsed writes the file's path, and a zero, to a pipe and executes a program.

    reads, writes  the pipe's ends; the program inherits the first
    program        path of what is executed, argv and envp what it gets, all bytes
    Raises MemoryError.
    """
    rescue_arm(reads, writes, program, argv, envp)


def disarm():
    """The end of `arm`."""
    rescue_disarm()


ts_set_allocator(rw_malloc, rw_calloc, rw_realloc, rw_free)


def compiled_limits() -> dict:
    """The limits that are constants of the compiled code, by their names in `ripwire.limits`."""
    return {"MAX_QUALIFIER_BYTES": MAX_BARE, "MAX_PATH_BYTES": MAX_PATH, "MAX_SCOPE_BYTES": MAX_SCOPE,
            "MAX_DECLARATOR_LEVELS": MAX_CLIMB, "MAX_DOC_BYTES": MAX_DOC, "MAX_DOC_ROWS": MAX_DOC_ROWS,
            "MAX_FUNCTION_LEVELS": MAX_LEVELS}


def is_checked() -> bool:
    """Whether this build has bounds checks and assertions on (``RIPWIRE_CHECKED=1``)."""
    return bool(RW_CHECKED)
