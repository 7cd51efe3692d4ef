"""A grammar with its compiled query, as the extractor reads it."""

from libc.stdint cimport uint8_t, uint32_t

from ripwire._core.rawfacts cimport NestingRules
from ripwire._core.treesitter cimport TSFieldId, TSLanguage, TSNode, TSQuery, TSSymbol, ts_node_symbol

# What a capture means; one byte a capture id.
cdef enum:
    CAP_IGNORED = 0
    CAP_NAME = 1
    CAP_START = 2
    CAP_BODY = 3
    CAP_PARAMS = 4
    CAP_QUALIFIER = 5
    CAP_RECEIVER = 6
    CAP_ARGS = 7
    CAP_IMPORT_SOURCE = 8
    CAP_IMPORT_NAME = 9
    CAP_IMPORT_ALIAS = 10
    CAP_IMPORT_STAR = 11
    CAP_IMPORT_REEXPORT = 12
    CAP_IMPORT_SYSTEM = 13
    CAP_BINDING_TYPE = 14
    CAP_DECLARATOR = 15
    CAP_BINDING_CALL = 16
    CAP_OPERATOR = 17
    CAP_LABEL = 18
    CAP_END = 19
    CAP_ARITY = 20
    CAP_PIPE = 21
    CAP_IMPORT_DEFAULT = 22
    CAP_IMPORT_PACKAGE = 23
    CAP_IMPORT_EXCEPT = 24
    CAP_LOCAL = 25         # a part, and a fact when nothing else is captured
    CAP_NAME_TEXT = 26
    CAP_BARE = 27
    CAP_BINDING_VALUE = 28
    N_PARTS = 29
    CAP_DEFINITION = 32    # + kind, the two scopes included
    CAP_REFERENCE = 64     # + role
    CAP_IMPORT = 96
    CAP_BINDING = 97       # + kind
    CAP_GLOBAL = 104
    CAP_SCOPE_LOCAL = 105
    CAP_SKIP = 106
    CAP_SKIP_READ = 107
    CAP_COMMENT = 108
    CAP_DOCSTRING = 109
    CAP_ATTRIBUTE = 110
    CAP_BETWEEN = 111
    CAP_SCOPE_IMPORT = 112
    CAP_PARAM = 113        # + PARAM_*
    CAP_SOURCE = 116       # bindings that say more of their source: item, enter, narrow, bound, alias, yield
    N_SOURCES = 6
    CAP_MARK = 128         # + MARK_*

cdef enum:
    OP_EQ = 0
    OP_NOT_EQ = 1
    OP_ANY_OF = 2
    OP_UPPER = 3
    OP_LOWER = 4
    OP_STARTS = 5
    OP_NOT_STARTS = 6

cdef enum:
    SYM_OPEN_PARAM = 1
    SYM_SPREAD = 2
    SYM_COMMENT = 4
    SYM_CLIMB_THROUGH = 8
    SYM_CLIMB_TO = 16
    SYM_PARAM = 32
    SYM_COMMA = 64

cdef enum:  # what a node is as a value, or as what a value is bound to; the order counts, see `bindings`
    SHAPE_NONE = 0
    SHAPE_NAME = 1
    SHAPE_PATH = 2       # an attribute
    SHAPE_INDEX = 3
    SHAPE_CALL = 4       # its first child is the callee
    SHAPE_WRAP = 5       # its first child is the value
    SHAPE_EITHER = 6     # left, operator, right
    SHAPE_CHOICE = 7
    SHAPE_CAST = 8
    SHAPE_ANGLE = 9      # the type of a cast that stands first
    SHAPE_LIST = 10
    SHAPE_DICT = 11
    SHAPE_PAIR = 12
    SHAPE_SHORT = 13     # a key that is its own value
    SHAPE_TARGETS = 14
    SHAPE_FUNCTION = 15
    SHAPE_KEYWORD = 16
    SHAPE_ASSIGN = 17
    SHAPE_PARAMETER = 18
    SHAPE_FIELDS = 19    # targets that are named by the attributes they get
    SHAPE_TEXT = 20      # a string

cdef enum:
    FIELD_LEFT = 0
    FIELD_RIGHT = 1
    FIELD_OPERATOR = 2
    FIELD_CONSEQUENCE = 3
    FIELD_ALTERNATIVE = 4
    FIELD_KEY = 5
    FIELD_VALUE = 6
    FIELD_NAME = 7
    FIELD_PATTERN = 8
    FIELD_TYPE = 9
    FIELD_PARAMETER = 10
    FIELD_PARAMETERS = 11
    N_FIELDS = 12

ctypedef struct Predicate:
    uint8_t op
    uint32_t capture
    uint32_t first  # index of its first string in Grammar.pred_strings
    uint32_t count

ctypedef struct Slice:
    const char* data
    uint32_t size


cdef class Grammar:
    cdef const TSLanguage* lang
    cdef TSQuery* query
    cdef uint8_t* codes            # a capture id
    cdef uint32_t n_captures
    cdef uint8_t* symbols          # SYM_* bits a node symbol
    cdef uint8_t* shapes           # SHAPE_* a node symbol
    cdef uint32_t n_symbols
    cdef Predicate* predicates
    cdef uint32_t* pattern_first   # n_patterns + 1
    cdef Slice* prefixes           # a pattern: what its names start with, pointing into the query
    cdef Slice* strings            # of predicates, pointing into the query
    cdef Slice* words              # self words, then super words, pointing into keep
    cdef uint32_t n_self
    cdef uint32_t n_words
    cdef TSFieldId field_body
    cdef TSFieldId field_parameters
    cdef TSFieldId[N_FIELDS] fields
    cdef bint has_shapes
    cdef bint plain_names
    cdef bint split_dots           # import sources use dots as separators
    cdef bint split_quoted         # even in quotes
    cdef bint nested_spread        # spread_args stand inside arguments
    cdef bint has_param_nodes
    cdef uint32_t comments         # COMMENT_* bits
    cdef NestingRules rules
    cdef object keep               # owns the word bytes and the capsule

    cdef int _load_symbols(self, dict sets) except -1
    cdef int _load_predicates(self) except -1
    cdef int _load_shapes(self, tuple values) except -1


cdef inline uint8_t symbol_bits(Grammar g, TSNode node) noexcept nogil:
    cdef TSSymbol symbol = ts_node_symbol(node)
    return g.symbols[symbol] if symbol < g.n_symbols else 0  # ERROR is outside the table


cdef inline uint8_t shape_of(Grammar g, TSNode node) noexcept nogil:
    cdef TSSymbol symbol = ts_node_symbol(node)
    return g.shapes[symbol] if symbol < g.n_symbols else SHAPE_NONE
