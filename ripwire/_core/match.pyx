"""A query of the user's over the syntax trees of files: which places it matches.

Purpose: `Query` compiles a tree-sitter query and its predicates for one grammar, `Searcher` runs it over a file's bytes.
Invariant: the places are a function of (bytes, grammar, query) alone: budgets count operations, never time. Whatever the
query or the file, memory and work are bounded, and nothing of a file that was given up is told as all of it.
Cost: a parse, and the walk of the query over the tree, without the GIL. No recursion.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

from ripwire._core.arena cimport *
from ripwire._core.rescue cimport *
from ripwire._core.source cimport *
from ripwire._core.stop cimport Stop
from ripwire._core.treesitter cimport *
from ripwire._core.utf8 cimport utf8_is_valid

cdef extern from "tree_sitter/api.h" nogil:
    ctypedef enum TSQuantifier:
        TSQuantifierOne
        TSQuantifierOneOrMore
    TSQuantifier ts_query_capture_quantifier_for_id(const TSQuery* self, uint32_t pattern, uint32_t capture)
    uint32_t ts_query_start_byte_for_pattern(const TSQuery* self, uint32_t pattern)

cdef extern from *:
    """
    /* an arena that was begun serves this thread again; NULL: none does */
    static void arena_use(rw_arena* a) { rw_current = a; }
    """
    void arena_use(rw_arena* a) noexcept nogil

cdef enum:
    TEXT = 0      # some text of the query
    CAPTURE = 1   # the text of another capture
    REGEX = 2

cdef enum:  # instructions of `ripwire.verbs.automaton`
    I_RANGE = 0   # a byte from x to y
    I_SPLIT = 1   # x or y
    I_AT = 2      # a place in the text, x says which
    I_MATCH = 3

cdef enum:
    MATCH_STEPS = 50  # of `ripwire.limits`

cdef enum:
    AT_START = 0
    AT_END = 1
    AT_LINE_START = 2
    AT_LINE_END = 3
    AT_BOUNDARY = 4
    AT_NO_BOUNDARY = 5

ctypedef struct Test:
    uint32_t kind
    bint negative   # the text must differ
    bint any        # for one of the nodes, not for all
    uint32_t capture
    uint32_t first  # TEXT: the first of count texts; CAPTURE: the other capture; REGEX: the program
    uint32_t count

ctypedef struct Text:
    const char* data
    uint32_t size

ctypedef struct Instruction:
    uint32_t op
    uint32_t x
    uint32_t y

ctypedef struct Program:
    Instruction* code
    uint32_t size

ctypedef struct Hit:
    uint32_t start
    uint32_t end
    uint32_t row

ctypedef struct Threads:
    uint32_t* list    # instructions that wait for a byte
    uint32_t count
    uint32_t* mark    # an instruction: the number of the position it was added at


class BadQuery(ValueError):
    """A query that does not compile. ``kind`` is "syntax", "node type", "field", "capture", "structure", "language",
    "size", "predicate" or "pattern"; ``at`` the byte of the query; ``detail`` says more, for the last two."""

    def __init__(self, str kind, uint32_t at, str detail=""):
        super().__init__(kind, at, detail)
        self.kind, self.at, self.detail = kind, at, detail


KINDS_OF_ERRORS = ("", "syntax", "node type", "field", "capture", "structure", "language")
# (what is compared, the text must differ, one of several nodes is enough)
PREDICATES = {
    "eq?": (TEXT, False, False), "not-eq?": (TEXT, True, False), "any-eq?": (TEXT, False, True),
    "any-not-eq?": (TEXT, True, True), "any-of?": (TEXT, False, False), "not-any-of?": (TEXT, True, False),
    "match?": (REGEX, False, False), "not-match?": (REGEX, True, False), "any-match?": (REGEX, False, True),
    "any-not-match?": (REGEX, True, True),
}  # fmt: skip
SEVERAL = ("any-of?", "not-any-of?")


cdef class Query:
    """A query for one grammar; immutable, shared by all threads.

    language  the capsule named ``tree_sitter.Language`` that a grammar module's ``language()`` returns
    text      the query, UTF-8
    programs  from regular expressions, UTF-8, to their programs: bytes of 32-bit (op, x, y)
    memory    bytes that compiling may ask for
    Raises BadQuery, ValueError for a capsule that is none, MemoryError.

    needs     what a file must hold to be matched: for each pattern a tuple of texts of which one is in it (empty: none
              of them need be)
    """

    cdef const TSLanguage* lang
    cdef TSQuery* query
    cdef rw_arena arena
    cdef uint32_t n_patterns, n_captures, longest
    cdef uint32_t* first      # a pattern: its first test; n_patterns + 1
    cdef Test* tests
    cdef Text* texts
    cdef Program* programs
    cdef uint32_t n_programs
    cdef uint8_t* hidden      # a capture: its name begins with _
    cdef uint8_t* all_hidden  # a pattern: so do all of them
    cdef object keep
    cdef readonly tuple needs

    def __cinit__(self):
        self.query = NULL
        self.n_programs = 0

    def __init__(self, object language, bytes text not None, dict programs not None, uint64_t memory=<uint64_t>1 << 40):
        cdef uint32_t at = 0, i, length = 0
        cdef TSQueryError error = TSQueryErrorNone
        cdef const char* name
        cdef int status
        self.lang = language_of(language)
        self.keep = (language, text, programs)
        name = text
        length = <uint32_t>len(text)
        with nogil:
            status = self._compile(name, length, memory, &at, &error)
        if status < 0:
            raise BadQuery("size", 0)
        if self.query == NULL:
            raise BadQuery(KINDS_OF_ERRORS[<int>error], at)
        self.n_patterns = ts_query_pattern_count(self.query)
        self.n_captures = ts_query_capture_count(self.query)
        self.hidden = <uint8_t*>calloc(self.n_captures + 1, 1)
        self.all_hidden = <uint8_t*>calloc(self.n_patterns + 1, 1)
        if self.hidden == NULL or self.all_hidden == NULL:
            raise MemoryError
        for i in range(self.n_captures):
            name = ts_query_capture_name_for_id(self.query, i, &length)
            self.hidden[i] = length > 0 and name[0] == b"_"
        self._see_captures()
        self._load_programs(programs)
        self._load_tests(text, list(programs))

    cdef int _compile(self, const char* text, uint32_t size, uint64_t memory, uint32_t* at,
                      TSQueryError* error) noexcept nogil:
        """-1 when it asked for more memory than it may. The arena lives as long as the query does."""
        arena_begin(&self.arena, memory)
        if ARENA_TRY(&self.arena) != 0:
            arena_use(NULL)
            return -1
        self.query = ts_query_new(self.lang, text, size, at, error)
        arena_use(NULL)
        return 0

    cdef int _see_captures(self) except -1:
        cdef uint32_t p, i
        for p in range(self.n_patterns):
            self.all_hidden[p] = 1
            for i in range(self.n_captures):
                if not self.hidden[i] and <int>ts_query_capture_quantifier_for_id(self.query, p, i) != 0:
                    self.all_hidden[p] = 0
        return 0

    cdef int _load_programs(self, dict programs) except -1:
        cdef bytes code
        self.programs = <Program*>calloc(<size_t>len(programs) + 1, sizeof(Program))
        if self.programs == NULL:
            raise MemoryError
        self.longest = 0
        for code in programs.values():
            size = len(code) // sizeof(Instruction)
            if size == 0 or len(code) % sizeof(Instruction):
                raise ValueError("a program is damaged")
            self.programs[self.n_programs].code = <Instruction*><const char*>code
            self.programs[self.n_programs].size = <uint32_t>size
            _check(&self.programs[self.n_programs])
            self.longest = max(self.longest, <uint32_t>size)
            self.n_programs += 1
        return 0

    cdef int _load_tests(self, bytes text, list patterns) except -1:
        cdef uint32_t p, i, count = 0, n_tests = 0, n_texts = 0, length = 0, total = 0, at
        cdef const TSQueryPredicateStep* steps
        cdef const char* word
        cdef Test* test
        for p in range(self.n_patterns):
            ts_query_predicates_for_pattern(self.query, p, &count)
            total += count
        self.first = <uint32_t*>calloc(self.n_patterns + 1, sizeof(uint32_t))
        self.tests = <Test*>calloc(total + 1, sizeof(Test))
        self.texts = <Text*>calloc(total + 1, sizeof(Text))
        if self.first == NULL or self.tests == NULL or self.texts == NULL:
            raise MemoryError
        needs = []
        for p in range(self.n_patterns):
            self.first[p] = n_tests
            steps = ts_query_predicates_for_pattern(self.query, p, &count)
            at = ts_query_start_byte_for_pattern(self.query, p)
            need = ()
            i = 0
            while i < count:
                word = ts_query_string_value_for_id(self.query, steps[i].value_id, &length)
                name = word[:length].decode("utf-8", "replace")
                arguments = []  # (is a capture, id)
                i += 1
                while steps[i].type != TSQueryPredicateStepTypeDone:
                    arguments.append((steps[i].type == TSQueryPredicateStepTypeCapture, steps[i].value_id))
                    i += 1
                i += 1
                if name == "set!":
                    continue  # says something about a match, not whether it is one
                if name not in PREDICATES:
                    raise BadQuery("predicate", at, f"there is no #{name}")
                if len(arguments) < 2 or (len(arguments) > 2 and name not in SEVERAL):
                    few = "a capture and texts" if name in SEVERAL else "a capture and one more"
                    raise BadQuery("predicate", at, f"#{name} takes {few}, got {len(arguments)} arguments")
                if not arguments[0][0]:
                    raise BadQuery("predicate", at, f"#{name} takes a capture first")
                kind, negative, any_ = PREDICATES[name]
                if arguments[1][0] and kind == TEXT and name not in SEVERAL:
                    kind = CAPTURE
                elif any(is_capture for is_capture, _ in arguments[1:]):
                    raise BadQuery("predicate", at, f"#{name} compares with texts, not with captures")
                test = &self.tests[n_tests]
                n_tests += 1
                test.kind, test.negative, test.any, test.capture = kind, negative, any_, arguments[0][1]
                test.count = <uint32_t>len(arguments) - 1
                if kind == CAPTURE:
                    test.first = arguments[1][1]
                    continue
                found = []
                test.first = n_texts
                for _, number in arguments[1:]:
                    word = ts_query_string_value_for_id(self.query, number, &length)
                    self.texts[n_texts].data, self.texts[n_texts].size = word, length
                    n_texts += 1
                    found.append(word[:length])
                if kind == REGEX:
                    if found[0] not in patterns:
                        raise BadQuery("pattern", at, found[0].decode("utf-8", "replace"))
                    test.first = <uint32_t>patterns.index(found[0])
                elif not negative and not need and <int>ts_query_capture_quantifier_for_id(
                        self.query, p, test.capture) >= <int>TSQuantifierOne:
                    need = tuple(found)
            needs.append(need)
        self.first[self.n_patterns] = n_tests
        self.needs = tuple(needs)
        return 0

    def __dealloc__(self):
        if self.query != NULL:
            arena_use(&self.arena)
            ts_query_delete(self.query)
        arena_end(&self.arena)
        arena_free(&self.arena)
        free(self.first)
        free(self.tests)
        free(self.texts)
        free(self.programs)
        free(self.hidden)
        free(self.all_hidden)


cdef int _check(Program* program) except -1:
    """Whether no instruction leads out of the program."""
    cdef uint32_t i
    cdef Instruction* one
    for i in range(program.size):
        one = &program.code[i]
        if one.op > I_MATCH or (one.op == I_SPLIT and (one.x >= program.size or one.y >= program.size)):
            raise ValueError("a program is damaged")
        if (one.op == I_RANGE or one.op == I_AT) and i + 1 == program.size:
            raise ValueError("a program is damaged")
    return 0


# --- regular expressions -----------------------------------------------------------------------------------------------


cdef inline bint _is_word(const uint8_t* text, uint32_t size, int64_t at) noexcept nogil:
    cdef uint8_t c
    if at < 0 or at >= size:
        return False
    c = text[at]
    return c == b"_" or b"a" <= (c | 32) <= b"z" or b"0" <= c <= b"9"


cdef bint _is_at(uint32_t place, const uint8_t* text, uint32_t size, uint32_t at) noexcept nogil:
    if place == AT_START:
        return at == 0
    if place == AT_END:
        return at == size
    if place == AT_LINE_START:
        return at == 0 or text[at - 1] == b"\n"
    if place == AT_LINE_END:
        return at == size or text[at] == b"\n"
    return (_is_word(text, size, <int64_t>at - 1) != _is_word(text, size, at)) == (place == AT_BOUNDARY)


cdef bint _add(Threads* to, uint32_t* stack, const Program* program, uint32_t start, const uint8_t* text, uint32_t size,
               uint32_t at, uint64_t* work) noexcept nogil:
    """Add what can be reached from an instruction without a byte. True when that is the end of the program."""
    cdef uint32_t depth = 1, i
    cdef const Instruction* one
    stack[0] = start
    while depth:
        depth -= 1
        i = stack[depth]
        if to.mark[i] == at + 1:
            continue
        to.mark[i] = at + 1
        work[0] += 1
        one = &program.code[i]
        if one.op == I_MATCH:
            return True
        if one.op == I_RANGE:
            to.list[to.count] = i
            to.count += 1
        elif one.op == I_SPLIT:
            stack[depth] = one.y
            stack[depth + 1] = one.x
            depth += 2
        elif _is_at(one.x, text, size, at):
            stack[depth] = i + 1
            depth += 1
    return False


# --- searching -----------------------------------------------------------------------------------------------------------


cdef int _by_place(const void* a, const void* b) noexcept nogil:
    cdef const Hit* x = <const Hit*>a
    cdef const Hit* y = <const Hit*>b
    if x.start != y.start:
        return -1 if x.start < y.start else 1
    return (x.end > y.end) - (x.end < y.end)


cdef class Searcher:
    """Memory and scratch space for one file at a time: one a thread."""

    cdef rw_arena arena
    cdef TSTreeCursor walker
    cdef uint64_t base, per_kib, query_base, query_per_kib, error_steps, memory, memory_per_byte, reads, reads_per_kib
    cdef uint64_t work_base, work_per_kib
    cdef uint32_t matches
    cdef Stop stop
    cdef bint incomplete
    cdef Hit* hits
    cdef size_t n_hits, room
    cdef uint64_t work, work_limit
    cdef Threads now, after
    cdef uint32_t* stack
    cdef uint32_t threads_room

    def __cinit__(self, Stop stop=None):
        self.stop = Stop() if stop is None else stop
        self.base, self.per_kib, self.matches, self.error_steps = <uint64_t>1 << 62, 0, <uint32_t>-1, <uint64_t>-1
        self.memory, self.memory_per_byte = <uint64_t>1 << 62, 0
        self.reads, self.reads_per_kib = <uint64_t>1 << 62, 0
        self.work_base, self.work_per_kib = <uint64_t>1 << 62, 0
        self.query_base, self.query_per_kib = <uint64_t>1 << 62, 0

    def __dealloc__(self):
        arena_free(&self.arena)
        free(self.hits)
        self._free_threads()

    cdef void _free_threads(self) noexcept nogil:
        free(self.now.list)
        free(self.now.mark)
        free(self.after.list)
        free(self.after.mark)
        free(self.stack)
        self.now.list = self.now.mark = self.after.list = self.after.mark = self.stack = NULL

    def set_budget(self, uint64_t base, uint64_t per_kib, uint32_t matches, uint64_t error_steps, uint64_t memory,
                   uint64_t memory_per_byte, uint64_t reads, uint64_t reads_per_kib, uint64_t query_base,
                   uint64_t query_per_kib, uint64_t work, uint64_t work_per_kib):
        """What one file may cost, as for `ripwire._core.parse.Extractor`; a searcher has no limits until this is called.

        base, per_kib, query_base, query_per_kib  progress callbacks of the parser, and of the query
        work, work_per_kib  steps that predicates may take: ``work + work_per_kib * KiB``
        """
        self.memory, self.memory_per_byte = memory, memory_per_byte
        self.reads, self.reads_per_kib = reads, reads_per_kib
        self.base, self.per_kib, self.matches, self.error_steps = base, per_kib, matches, error_steps
        self.work_base, self.work_per_kib = work, work_per_kib
        self.query_base, self.query_per_kib = query_base, query_per_kib

    def guard(self):
        """Let a crash of C code in this thread be outlived, if `arm` was called. Raises MemoryError."""
        if rw_guard() < 0:
            raise MemoryError

    def unguard(self):
        """The end of `guard`, in the same thread."""
        rw_unguard()

    def search(self, Query query not None, const uint8_t[::1] data not None, bytes path not None,
               size_t most=<size_t>1 << 40):
        """The places that a query matches in a file.

        data  the file's bytes, at most 2**31 - 1; path is what is told when this crashes; most is how many are given
        Returns (list of (start, end, line), whether that may not be all). Bytes and lines (from 1) cover the captures of
        a match; each place once, by start and end. Raises MemoryError, ValueError for a file that is too large.
        """
        cdef Source source
        cdef int status
        cdef size_t i
        source_init(&source, data, self.base, self.per_kib)
        source.stop = &self.stop.raised
        self._make_room(query.longest)
        if rw_writes >= 0:
            rw_enter(path, <size_t>len(path))
        if CRASHING is not None and bytes(data[: len(CRASHING)]) == CRASHING:
            rw_crash(CRASH_KIND)
        with nogil:
            status = self._search(query, &source)
            rw_enter(NULL, 0)
        if status < 0:
            raise MemoryError
        out = []
        for i in range(self.n_hits):
            if i and self.hits[i].start == self.hits[i - 1].start and self.hits[i].end == self.hits[i - 1].end:
                continue
            if <size_t>len(out) == most:
                break
            out.append((self.hits[i].start, self.hits[i].end, self.hits[i].row + 1))
        return out, bool(self.incomplete)

    cdef int _make_room(self, uint32_t longest) except -1:
        """Room for the threads of a program."""
        if longest <= self.threads_room:
            return 0
        self._free_threads()
        self.threads_room = 0
        self.now.list = <uint32_t*>malloc(longest * sizeof(uint32_t))
        self.now.mark = <uint32_t*>malloc(longest * sizeof(uint32_t))
        self.after.list = <uint32_t*>malloc(longest * sizeof(uint32_t))
        self.after.mark = <uint32_t*>malloc(longest * sizeof(uint32_t))
        # An instruction is marked before it puts two more on the stack.
        self.stack = <uint32_t*>malloc((2 * <size_t>longest + 2) * sizeof(uint32_t))
        if (self.now.list == NULL or self.now.mark == NULL or self.after.list == NULL or self.after.mark == NULL
                or self.stack == NULL):
            raise MemoryError
        self.threads_room = longest
        return 0

    # --- without the GIL ---

    cdef int _search(self, Query q, Source* source) noexcept nogil:
        """Fill the hits, sorted. Returns -1 when memory ran out."""
        cdef int status = 0
        self.n_hits = 0
        self.work = 0
        self.work_limit = self.work_base + self.work_per_kib * (source.size // 1024)
        self.incomplete = False
        source.reads = 0
        source.read_limit = self.reads + self.reads_per_kib * (source.size // 1024)
        arena_begin(&self.arena, self.memory + self.memory_per_byte * source.size)
        # Nothing of this frame changes between here and a return through the arena.
        if ARENA_TRY(&self.arena) != 0:
            arena_end(&self.arena)
            self.incomplete = True
        else:
            status = self._collect(q, source)
            arena_end(&self.arena)
        if self.n_hits:
            qsort(self.hits, self.n_hits, sizeof(Hit), _by_place)
        return status

    cdef int _collect(self, Query q, Source* source) noexcept nogil:
        """Parse, query, and append the place of every match. Returns -1 when memory ran out."""
        cdef TSInput stream
        cdef TSParseOptions parsing
        cdef TSTree* tree
        cdef TSNode root
        cdef TSQueryMatch match
        cdef TSQueryCursorOptions options
        cdef TSQueryCursor* cursor
        cdef int status = 0
        cdef TSParser* parser = ts_parser_new()
        ts_parser_set_language(parser, q.lang)  # its ABI was checked when the query was compiled
        memset(&stream, 0, sizeof(stream))
        stream.payload = source
        stream.read = source_read
        stream.encoding = TSInputEncodingUTF8
        if not utf8_is_valid(source.data, source.size):
            stream.encoding = TSInputEncodingCustom
            stream.decode = source_decode
        parsing.payload = source
        parsing.progress_callback = source_parse_progress
        tree = ts_parser_parse_with_options(parser, NULL, stream, parsing)
        ts_parser_delete(parser)  # ends the grammar's scanner
        if tree == NULL:
            self.incomplete = True
            return 0
        if source.reads > source.read_limit:  # the tree holds what was read by then
            self.incomplete = True
        root = ts_tree_root_node(tree)
        if ts_node_has_error(root):
            self.walker = ts_tree_cursor_new(root)
            if costly_errors(&self.walker, root, self.error_steps):
                self.incomplete = True
                return 0
        source.calls = 0
        source.limit = self.query_base + self.query_per_kib * source.size // 1024
        options.payload = source
        options.progress_callback = source_query_progress
        cursor = ts_query_cursor_new()
        ts_query_cursor_set_match_limit(cursor, self.matches)
        ts_query_cursor_exec_with_options(cursor, q.query, root, &options)
        while status == 0 and self.work <= self.work_limit and ts_query_cursor_next_match(cursor, &match):
            self.work += MATCH_STEPS
            if self._holds(q, source, &match):
                status = self._append(q, &match)
        if (source.calls > source.limit or self.work > self.work_limit
                or ts_query_cursor_did_exceed_match_limit(cursor)):
            self.incomplete = True
        return status

    cdef int _append(self, Query q, const TSQueryMatch* match) noexcept nogil:
        """Append the place that covers the captures of a match. Returns -1 when memory ran out."""
        cdef uint32_t i, start = <uint32_t>-1, end = 0, row = 0, a, b
        cdef bint shown = q.all_hidden[match.pattern_index]
        cdef size_t room
        cdef Hit* grown
        self.work += match.capture_count
        for i in range(match.capture_count):
            if q.hidden[match.captures[i].index] and not shown:
                continue
            a, b = ts_node_start_byte(match.captures[i].node), ts_node_end_byte(match.captures[i].node)
            if a < start:
                start, row = a, ts_node_start_point(match.captures[i].node).row
            if b > end:
                end = b
        if start == <uint32_t>-1:
            return 0
        if self.n_hits == self.room:
            room = self.room * 2 if self.room else 64
            grown = <Hit*>realloc(self.hits, room * sizeof(Hit))
            if grown == NULL:
                return -1
            self.hits, self.room = grown, room
        self.hits[self.n_hits].start, self.hits[self.n_hits].end, self.hits[self.n_hits].row = start, end, row
        self.n_hits += 1
        return 0

    cdef bint _holds(self, Query q, Source* source, const TSQueryMatch* match) noexcept nogil:
        """Whether every test of the pattern holds."""
        cdef uint32_t t, i
        cdef Test* test
        cdef bint found, good
        for t in range(q.first[match.pattern_index], q.first[match.pattern_index + 1]):
            test = &q.tests[t]
            if test.kind == CAPTURE:
                if not self._holds_pairs(source, match, test):
                    return False
                continue
            found = not test.any
            self.work += match.capture_count
            for i in range(match.capture_count):
                if match.captures[i].index != test.capture:
                    continue
                good = self._is(q, source, match.captures[i].node, test) != test.negative
                if good == test.any:
                    found = test.any
                    break
            if not found:
                return False
        return True

    cdef bint _is(self, Query q, Source* source, TSNode node, Test* test) noexcept nogil:
        """Whether the text of a node is one of the test's, or holds a match of its regular expression."""
        cdef uint32_t start = ts_node_start_byte(node), size = ts_node_end_byte(node) - start, i
        cdef Text* text
        if test.kind == REGEX:
            return self._finds(&q.programs[test.first], source.data + start, size)
        self.work += test.count
        for i in range(test.first, test.first + test.count):
            text = &q.texts[i]
            if text.size == size:
                self.work += size // 16
                if memcmp(text.data, source.data + start, size) == 0:
                    return True
        return False

    cdef bint _holds_pairs(self, Source* source, const TSQueryMatch* match, Test* test) noexcept nogil:
        """Compare the nodes of two captures, the first with the first and so on; there must be as many of each."""
        cdef uint32_t i = 0, j = 0, a, b, size
        cdef bint more_i, more_j, same, seen = False
        self.work += 2 * match.capture_count
        while True:
            while i < match.capture_count and match.captures[i].index != test.capture:
                i += 1
            while j < match.capture_count and match.captures[j].index != test.first:
                j += 1
            more_i, more_j = i < match.capture_count, j < match.capture_count
            if not (more_i and more_j):
                return more_i == more_j and (seen or not test.any)
            a, b = ts_node_start_byte(match.captures[i].node), ts_node_start_byte(match.captures[j].node)
            size = ts_node_end_byte(match.captures[i].node) - a
            same = size == ts_node_end_byte(match.captures[j].node) - b
            if same:
                self.work += size // 16
                same = memcmp(source.data + a, source.data + b, size) == 0
            if same != test.negative:
                seen = True
            elif not test.any:
                return False
            i += 1
            j += 1

    cdef bint _finds(self, const Program* program, const uint8_t* text, uint32_t size) noexcept nogil:
        """Whether a regular expression matches anywhere in a text; False once the budget is spent."""
        cdef uint32_t at, i
        cdef const Instruction* one
        cdef Threads swap
        memset(self.now.mark, 0, program.size * sizeof(uint32_t))
        memset(self.after.mark, 0, program.size * sizeof(uint32_t))
        self.now.count = 0
        self.work += program.size // 8
        for at in range(size + 1):
            if _add(&self.now, self.stack, program, 0, text, size, at, &self.work):
                return True
            if at == size or self.work > self.work_limit:
                return False
            self.after.count = 0
            self.work += self.now.count
            for i in range(self.now.count):
                one = &program.code[self.now.list[i]]
                if one.x <= text[at] <= one.y and _add(&self.after, self.stack, program, self.now.list[i] + 1, text,
                                                       size, at + 1, &self.work):
                    return True
            swap = self.now
            self.now = self.after
            self.after = swap
        return False


def names_of(object language):
    """(node types that a query can name, fields) of a grammar: two lists of bytes, each name once."""
    cdef const TSLanguage* lang = language_of(language)
    cdef const char* name
    cdef uint32_t i
    types, fields = set(), set()
    for i in range(ts_language_symbol_count(lang)):
        name = ts_language_symbol_name(lang, <TSSymbol>i)
        if name != NULL and ts_language_symbol_type(lang, <TSSymbol>i) != 1:
            types.add(<bytes>name)
    for i in range(1, ts_language_field_count(lang) + 1):
        name = ts_language_field_name_for_id(lang, <TSFieldId>i)
        if name != NULL:
            fields.add(<bytes>name)
    return sorted(types), sorted(fields)


cdef extern from "tree_sitter/api.h" nogil:
    int ts_language_symbol_type(const TSLanguage* self, TSSymbol symbol)
    uint32_t ts_language_field_count(const TSLanguage* self)
    const char* ts_language_field_name_for_id(const TSLanguage* self, TSFieldId id)


cdef bytes CRASHING = None
cdef int CRASH_KIND = 0


def crash_on(bytes beginning not None, int kind=0):
    """For tests: from now on a file that begins so crashes this process when it is searched, as in `parse`."""
    global CRASHING, CRASH_KIND
    CRASHING, CRASH_KIND = beginning, kind


def arm(int reads, int writes, bytes program not None, list argv not None, list envp not None):
    """From now on a crash while a file is searched does what a crash while one is parsed does; see `parse.arm`."""
    rescue_arm(reads, writes, program, argv, envp)


def compiled_limits() -> dict:
    """As `parse.compiled_limits`."""
    return {"MATCH_STEPS": MATCH_STEPS}


def disarm():
    """The end of `arm`."""
    rescue_disarm()


ts_set_allocator(rw_malloc, rw_calloc, rw_realloc, rw_free)
