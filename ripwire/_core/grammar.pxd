"""A grammar with its compiled query, as the extractor reads it."""

from libc.stdint cimport uint8_t, uint32_t

from ripwire._core.rawfacts cimport NestingRules
from ripwire._core.treesitter cimport TSFieldId, TSLanguage, TSQuery

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
    N_PARTS = 16
    CAP_DEFINITION = 32  # + kind, the two scopes included
    CAP_REFERENCE = 64   # + role
    CAP_IMPORT = 96
    CAP_BINDING = 97

cdef enum:
    OP_EQ = 0
    OP_NOT_EQ = 1
    OP_ANY_OF = 2
    OP_UPPER = 3

cdef enum:
    SYM_OPEN_PARAM = 1
    SYM_SPREAD = 2
    SYM_COMMENT = 4
    SYM_CLIMB_THROUGH = 8
    SYM_CLIMB_TO = 16

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
    cdef uint32_t n_symbols
    cdef Predicate* predicates
    cdef uint32_t* pattern_first   # n_patterns + 1
    cdef Slice* strings            # of predicates, pointing into the query
    cdef Slice* words              # self words, then super words, pointing into keep
    cdef uint32_t n_self
    cdef uint32_t n_words
    cdef TSFieldId field_body
    cdef TSFieldId field_parameters
    cdef bint plain_names
    cdef bint split_dots           # import sources use dots as separators
    cdef NestingRules rules
    cdef object keep               # owns the word bytes and the capsule

    cdef int _load_symbols(self, dict sets) except -1
    cdef int _load_predicates(self) except -1
