# Globs of ripgrep's dialect and lists of rules made of them; see globs.pyx.
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

# Memory that is given back as a whole. All zero is an empty one.
ctypedef struct Pool:
    void* block         # the newest; its first word is the one before
    uint8_t* at
    size_t left

cdef void* pool_take(Pool* pool, size_t size) noexcept nogil    # aligned to 8; NULL: there is no memory
cdef void pool_free(Pool* pool) noexcept nogil

ctypedef struct Rule:
    const uint8_t* text  # bytes of a literal, or `Op`s
    uint32_t size        # bytes, or operations
    uint8_t kind
    bint negative        # `!` stood before it
    bint folder          # it speaks of directories only
    bint fold            # letters of ASCII in both cases
    uint32_t mark        # the caller's: a line, a selection
    int32_t before       # the rule before it in the same chain of a table, -1: none

# Rules in order; the last that matches decides. `pool` owns their texts.
ctypedef struct Rules:
    Rule* rules
    uint32_t size
    uint32_t room
    uint32_t positive    # rules without `!`
    int32_t* table       # chains of literal names and endings by hash, when there are many rules
    uint32_t mask
    int32_t* others      # the rules that are in no chain, in order; there are `rest`
    uint32_t rest
    Pool* pool

cdef enum:
    NO_RULE = -1

# Error codes of a glob; GLOB_MEMORY: there is none.
cdef enum:
    GLOB_RIGHT = 0
    GLOB_CLASS = 1       # a class is not closed
    GLOB_RANGE = 2       # a range that ends before it begins
    GLOB_ESCAPE = 3      # nothing behind the last backslash
    GLOB_OPEN = 4        # a brace is not closed
    GLOB_CLOSE = 5       # a brace closes nothing
    GLOB_UTF8 = 6        # bytes that are no UTF-8
    GLOB_MEMORY = 7

ctypedef struct Wrong:
    int code
    uint32_t at          # the byte of the glob where it shows

# Add one glob. `named`: it is asked of names only (types), else of paths.
cdef int rules_glob(Rules* rules, const uint8_t* text, size_t size, Rule* like, bint named, bint lenient,
                    Wrong* wrong) noexcept nogil
# Add one line of an ignore file, or a -g. Lenient, as for files: a bracket that never closes is a bracket.
cdef int rules_line(Rules* rules, const uint8_t* line, size_t size, bint fold, bint lenient, uint32_t mark,
                    Wrong* wrong) noexcept nogil
# Make the tables, once all are in.
cdef int rules_seal(Rules* rules) noexcept nogil
# The last rule that matches a path of which `name` is the last part, or NO_RULE.
cdef int32_t rules_match(const Rules* rules, const uint8_t* path, size_t size, size_t name, bint folder) noexcept nogil
cdef void rules_free(Rules* rules) noexcept nogil       # not its pool

cdef class RuleSet:
    cdef Rules rules
    cdef Pool pool
