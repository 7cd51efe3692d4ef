from libc.stdint cimport uint8_t, uint32_t

from ripwire._core.buffer cimport Buffer

# A glob of ripgrep's dialect, and lists of rules as ignore files have them.
#
# kind: how it is matched. NAME_IS, NAME_ENDS and NAME_GLOB look at the last part of a path, PATH_GLOB at all of it.
cdef enum:
    NAME_IS = 0
    NAME_ENDS = 1
    NAME_GLOB = 2
    PATH_GLOB = 3

ctypedef struct Rule:
    uint8_t kind
    bint negative      # of an ignore file: !
    bint folder        # for directories only
    bint fold          # letters of ASCII in both cases
    uint32_t size
    uint8_t* text

ctypedef struct Rules:
    Buffer rules       # of Rule
    uint32_t positive  # rules without !

cdef enum:
    UNKNOWN = 0
    IGNORED = 1
    WANTED = 2

cdef bint glob_match(const uint8_t* pattern, size_t size, const uint8_t* text, size_t length, bint fold) noexcept nogil
cdef int rules_add(Rules* rules, const uint8_t* line, size_t size, bint fold) noexcept nogil
cdef bint rules_add_file(Rules* rules, const char* path, bint fold) noexcept nogil
cdef int rules_match(const Rules* rules, const uint8_t* path, size_t size, bint folder) noexcept nogil
cdef void rules_free(Rules* rules) noexcept nogil

cdef class RuleList:
    cdef Rules rules
