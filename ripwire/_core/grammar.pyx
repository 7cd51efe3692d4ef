"""Grammars with their queries: capture names to roles, predicates to programs, node type names to bits.

Purpose: everything that is known about a language before its first file, checked once and loudly.
Invariant: a Grammar never changes after its construction and is shared by all threads.
Cost: dominated by `ts_query_new`, 0.2 to 110 ms a language, which runs without the GIL.
"""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport strcmp, strstr

from ripwire._core.facts cimport *
from ripwire._core.paths cimport COMMENT_DASH, COMMENT_HASH, COMMENT_SEMICOLON, COMMENT_SLASH
from ripwire._core.treesitter cimport *

KINDS = {
    "function": KIND_FN, "macro": KIND_MACRO, "method": KIND_METHOD, "constructor": KIND_METHOD, "class": KIND_CLS,
    "struct": KIND_STRUCT, "union": KIND_STRUCT, "enum": KIND_STRUCT, "type": KIND_STRUCT, "interface": KIND_IFACE,
    "trait": KIND_IFACE, "protocol": KIND_IFACE, "variable": KIND_VAR, "constant": KIND_VAR, "field": KIND_VAR,
    "property": KIND_VAR, "section": KIND_SEC, "module": KIND_OTHER, "namespace": KIND_OTHER,
}  # fmt: skip
ROLES = {"call": ROLE_CALL, "send": ROLE_CALL, "class": ROLE_CALL, "macro": ROLE_CALL, "read": ROLE_READ,
         "write": ROLE_WRITE, "import": ROLE_IMPORT, "extends": ROLE_EXTENDS}
PARTS = {
    "name": CAP_NAME, "start": CAP_START, "body": CAP_BODY, "params": CAP_PARAMS, "qualifier": CAP_QUALIFIER,
    "receiver": CAP_RECEIVER, "args": CAP_ARGS, "import.source": CAP_IMPORT_SOURCE, "import.name": CAP_IMPORT_NAME,
    "import.alias": CAP_IMPORT_ALIAS, "import.star": CAP_IMPORT_STAR, "import.reexport": CAP_IMPORT_REEXPORT,
    "import.system": CAP_IMPORT_SYSTEM, "import.default": CAP_IMPORT_DEFAULT, "import.package": CAP_IMPORT_PACKAGE,
    "import.except": CAP_IMPORT_EXCEPT, "declarator": CAP_DECLARATOR, "binding.type": CAP_BINDING_TYPE,
    "binding.call": CAP_BINDING_CALL, "operator": CAP_OPERATOR, "label": CAP_LABEL, "end": CAP_END, "arity": CAP_ARITY,
    "pipe": CAP_PIPE, "local": CAP_LOCAL, "name.text": CAP_NAME_TEXT, "bare": CAP_BARE,
    "binding.value": CAP_BINDING_VALUE,
}  # fmt: skip
FACTS = {
    "import": CAP_IMPORT, "scope.type": CAP_DEFINITION + KIND_SCOPE_TYPE,
    "scope.module": CAP_DEFINITION + KIND_SCOPE_MODULE, "scope.local": CAP_SCOPE_LOCAL, "global": CAP_GLOBAL,
    "binding": CAP_BINDING + BIND_VAR, "binding.field": CAP_BINDING + BIND_FIELD,
    "binding.param": CAP_BINDING + BIND_PARAM, "binding.return": CAP_BINDING + BIND_RETURN, "skip": CAP_SKIP,
    "skip.read": CAP_SKIP_READ, "comment": CAP_COMMENT, "docstring": CAP_DOCSTRING, "attribute": CAP_ATTRIBUTE,
    "binding.item": CAP_SOURCE, "binding.enter": CAP_SOURCE + 1, "binding.narrow": CAP_SOURCE + 2,
    "binding.bound": CAP_SOURCE + 3, "binding.alias": CAP_SOURCE + 4, "binding.yield": CAP_SOURCE + 5,
    "between": CAP_BETWEEN, "scope.import": CAP_SCOPE_IMPORT,
    "param.none": CAP_PARAM + PARAM_NONE, "param.more": CAP_PARAM + PARAM_MORE,
    "param.optional": CAP_PARAM + PARAM_OPTIONAL,
    "control.elif": CAP_MARK + MARK_ELIF, "control.if": CAP_MARK + MARK_IF, "control.loop": CAP_MARK + MARK_LOOP,
    "control.switch": CAP_MARK + MARK_SWITCH, "control.catch": CAP_MARK + MARK_CATCH,
    "control.ternary": CAP_MARK + MARK_TERNARY, "else": CAP_MARK + MARK_ELSE, "closure": CAP_MARK + MARK_CLOSURE,
    "branch": CAP_MARK + MARK_BRANCH, "branch.case": CAP_MARK + MARK_CASE, "branch.default": CAP_MARK + MARK_DEFAULT,
    "branch.boolean": CAP_MARK + MARK_BOOLEAN, "labelled": CAP_MARK + MARK_LABELLED,
    "jump.return": CAP_MARK + MARK_RETURN, "jump.break": CAP_MARK + MARK_BREAK,
    "jump.continue": CAP_MARK + MARK_CONTINUE, "jump.goto": CAP_MARK + MARK_GOTO,
    "jump.fallthrough": CAP_MARK + MARK_FALLTHROUGH, "count.local": CAP_MARK + MARK_LOCAL,
    "count.ppalt": CAP_MARK + MARK_PPALT,
}  # fmt: skip


COMMENTS = {b"//": COMMENT_SLASH, b"#": COMMENT_HASH, b"--": COMMENT_DASH, b";": COMMENT_SEMICOLON}


SHAPES = {
    "name": SHAPE_NAME, "path": SHAPE_PATH, "index": SHAPE_INDEX, "call": SHAPE_CALL, "wrap": SHAPE_WRAP,
    "either": SHAPE_EITHER, "choice": SHAPE_CHOICE, "cast": SHAPE_CAST, "angle": SHAPE_ANGLE, "list": SHAPE_LIST,
    "dict": SHAPE_DICT, "pair": SHAPE_PAIR, "short": SHAPE_SHORT, "targets": SHAPE_TARGETS,
    "function": SHAPE_FUNCTION, "keyword": SHAPE_KEYWORD, "assign": SHAPE_ASSIGN, "parameter": SHAPE_PARAMETER,
    "fields": SHAPE_FIELDS, "text": SHAPE_TEXT,
}  # fmt: skip
FIELDS = (b"left", b"right", b"operator", b"consequence", b"alternative", b"key", b"value", b"name", b"pattern", b"type",
          b"parameter", b"parameters")


cdef int _capture_code(str name) except -1:
    """The code of a capture name, or ValueError."""
    if name.startswith("_"):
        return CAP_IGNORED
    head, _, tail = name.partition(".")
    if name in PARTS:
        return PARTS[name]
    if name in FACTS:
        return FACTS[name]
    if head == "definition" and tail in KINDS:
        return CAP_DEFINITION + KINDS[tail]
    if head == "reference" and tail in ROLES:
        return CAP_REFERENCE + ROLES[tail]
    raise ValueError(f"unknown capture @{name}")


cdef class Grammar:
    """A grammar with its compiled query and the words of its table row; immutable, shared by all threads.

    language     the capsule named ``tree_sitter.Language`` that a grammar module's ``language()`` returns
    query        the query text, UTF-8
    self_words, super_words  receiver texts (bytes)
    open_params, spread_args, climb_through, climb_to  node type names (bytes); every one must exist in the grammar
    param_nodes  node types of the parameters of a definition without a list
    values       (node type name, shape) pairs: what a node is as a value, see SHAPES
    line_comments  how comments begin: ``//`` (with ``/* */``), ``#``, ``--``, ``;``
    arity        0 none, 1 functions only, 2 all
    Raises ValueError naming what is wrong: capsule, ABI, query syntax with line and column, capture, predicate, node type.
    """

    def __cinit__(self):
        self.lang = NULL
        self.query = NULL

    def __init__(self, object language, bytes query, *, tuple self_words=(), tuple super_words=(), tuple open_params=(),
                 tuple spread_args=(), int arity=0, bint plain_names=False, int max_depth=0, bint split_dots=True, bint split_quoted=False,
                 bint keep_locals=False, bint module_vars=False,
                 bint methods=True, tuple climb_through=(), tuple climb_to=(), tuple param_nodes=(),
                 bint nested_spread=False, bint arity_names=False, bint switch_breaks=True,
                 tuple line_comments=(b"//",), tuple values=()):
        cdef uint32_t at = 0, length = 0, i
        cdef TSQueryError error = TSQueryErrorNone
        cdef const char* text
        self.lang = language_of(language)
        self.keep = (language, tuple(self_words) + tuple(super_words))
        text = query
        length = <uint32_t>len(query)
        with nogil:  # the slow part of a start: other threads go on parsing
            self.query = ts_query_new(self.lang, text, length, &at, &error)
        if self.query == NULL:
            line = query.count(b"\n", 0, at) + 1
            around = query[at : at + 40].split(b"\n")[0].decode("utf-8", "replace")
            what = ("", "syntax", "node type", "field", "capture", "structure", "language")[<int>error]
            raise ValueError(f"query line {line}: bad {what} near {around!r}")
        self.n_captures = ts_query_capture_count(self.query)
        self.codes = <uint8_t*>calloc(self.n_captures + 1, 1)
        if self.codes == NULL:
            raise MemoryError
        for i in range(self.n_captures):
            text = ts_query_capture_name_for_id(self.query, i, &length)
            self.codes[i] = <uint8_t>_capture_code(text[:length].decode())
        self._load_symbols({SYM_OPEN_PARAM: open_params, SYM_SPREAD: spread_args, SYM_CLIMB_THROUGH: climb_through,
                            SYM_CLIMB_TO: climb_to, SYM_PARAM: param_nodes})
        self._load_shapes(values)
        self._load_predicates()
        words = self.keep[1]
        self.n_self = <uint32_t>len(self_words)
        self.n_words = <uint32_t>len(words)
        self.words = <Slice*>calloc(self.n_words + 1, sizeof(Slice))
        if self.words == NULL:
            raise MemoryError
        for i in range(self.n_words):
            self.words[i].data = PyBytes_AS_STRING(words[i])
            self.words[i].size = <uint32_t>len(words[i])
        self.field_body = ts_language_field_id_for_name(self.lang, b"body", 4)
        self.field_parameters = ts_language_field_id_for_name(self.lang, b"parameters", 10)
        self.plain_names = plain_names
        self.split_dots = split_dots
        self.split_quoted = split_quoted
        self.nested_spread = nested_spread
        self.has_param_nodes = bool(param_nodes)
        self.comments = 0
        for word in line_comments:
            self.comments |= <uint32_t>COMMENTS[word]
        self.rules.switch_breaks = switch_breaks
        self.rules.arity_names = arity_names
        self.rules.arity = arity
        self.rules.max_depth = <uint32_t>max_depth
        self.rules.keep_locals = keep_locals
        self.rules.module_vars = module_vars
        self.rules.methods = methods

    cdef int _load_symbols(self, dict sets) except -1:
        cdef uint32_t i
        cdef const char* name
        self.n_symbols = ts_language_symbol_count(self.lang)
        self.symbols = <uint8_t*>calloc(self.n_symbols + 1, 1)
        if self.symbols == NULL:
            raise MemoryError
        missing = set().union(*sets.values())
        for i in range(self.n_symbols):
            name = ts_language_symbol_name(self.lang, <TSSymbol>i)
            if name == NULL:
                continue
            text = <bytes>name
            missing.discard(text)
            for bit, names in sets.items():
                if text in names:
                    self.symbols[i] |= <uint8_t>bit
            if strstr(name, "comment") != NULL:
                self.symbols[i] |= SYM_COMMENT
        if missing:
            raise ValueError("the grammar has no node type " + ", ".join(sorted(m.decode() for m in missing)))
        return 0

    cdef int _load_shapes(self, tuple values) except -1:
        cdef uint32_t i
        cdef const char* name
        self.shapes = <uint8_t*>calloc(self.n_symbols + 1, 1)
        if self.shapes == NULL:
            raise MemoryError
        self.has_shapes = bool(values)
        shapes = dict(values)
        missing = set(shapes)
        if shapes:
            for i in range(self.n_symbols):
                name = ts_language_symbol_name(self.lang, <TSSymbol>i)
                if name == NULL:
                    continue
                text = <bytes>name
                missing.discard(text)
                if text == b",":
                    self.symbols[i] |= SYM_COMMA
                if text in shapes:
                    self.shapes[i] = <uint8_t>SHAPES[shapes[text]]
        if missing:
            raise ValueError("the grammar has no node type " + ", ".join(sorted(m.decode() for m in missing)))
        for i, field in enumerate(FIELDS):
            self.fields[i] = ts_language_field_id_for_name(self.lang, <const char*><bytes>field, <uint32_t>len(field))
        return 0

    cdef int _load_predicates(self) except -1:
        cdef uint32_t n_patterns = ts_query_pattern_count(self.query), p, i, count = 0, n_pred = 0, n_str = 0, length = 0
        cdef const TSQueryPredicateStep* steps
        cdef const char* text
        total = 0
        for p in range(n_patterns):
            ts_query_predicates_for_pattern(self.query, p, &count)
            total += count
        self.predicates = <Predicate*>calloc(total + 1, sizeof(Predicate))
        self.strings = <Slice*>calloc(total + 1, sizeof(Slice))
        self.pattern_first = <uint32_t*>calloc(n_patterns + 1, sizeof(uint32_t))
        self.prefixes = <Slice*>calloc(n_patterns + 1, sizeof(Slice))
        if self.predicates == NULL or self.strings == NULL or self.pattern_first == NULL or self.prefixes == NULL:
            raise MemoryError
        ops = {"eq?": OP_EQ, "not-eq?": OP_NOT_EQ, "any-of?": OP_ANY_OF, "upper?": OP_UPPER, "lower?": OP_LOWER, "starts?": OP_STARTS, "not-starts?": OP_NOT_STARTS}
        for p in range(n_patterns):
            self.pattern_first[p] = n_pred
            steps = ts_query_predicates_for_pattern(self.query, p, &count)
            i = 0
            while i < count:
                text = ts_query_string_value_for_id(self.query, steps[i].value_id, &length)
                name = text[:length].decode()
                if name == "prefix!":
                    if steps[i + 1].type != TSQueryPredicateStepTypeString or steps[i + 2].type != TSQueryPredicateStepTypeDone:
                        raise ValueError("#prefix! needs one string")
                    self.prefixes[p].data = ts_query_string_value_for_id(self.query, steps[i + 1].value_id, &length)
                    self.prefixes[p].size = length
                    i += 3
                    continue
                if name not in ops:
                    raise ValueError(f"unknown predicate #{name}")
                i += 1
                if steps[i].type != TSQueryPredicateStepTypeCapture:
                    raise ValueError(f"#{name} needs a capture first")
                self.predicates[n_pred].op = ops[name]
                self.predicates[n_pred].capture = steps[i].value_id
                self.predicates[n_pred].first = n_str
                i += 1
                while steps[i].type != TSQueryPredicateStepTypeDone:
                    if steps[i].type != TSQueryPredicateStepTypeString:
                        raise ValueError(f"#{name} compares with strings only")
                    text = ts_query_string_value_for_id(self.query, steps[i].value_id, &length)
                    self.strings[n_str].data = text
                    self.strings[n_str].size = length
                    n_str += 1
                    i += 1
                self.predicates[n_pred].count = n_str - self.predicates[n_pred].first
                n_pred += 1
                i += 1
        self.pattern_first[n_patterns] = n_pred
        return 0

    def __dealloc__(self):
        if self.query != NULL:
            ts_query_delete(self.query)
        free(self.codes)
        free(self.symbols)
        free(self.shapes)
        free(self.predicates)
        free(self.pattern_first)
        free(self.strings)
        free(self.prefixes)
        free(self.words)
