"""Working rows of one file, between the query's matches and the packed record."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport realloc

from ripwire._core.facts cimport BindingRow, ImportRow, RefRow
from ripwire._core.strings cimport StringTable

ctypedef struct RawDef:
    uint32_t name_byte
    uint32_t name        # string handle
    uint32_t start
    uint32_t end
    uint32_t row
    uint32_t end_row
    uint32_t name_row
    uint32_t body        # byte, or NO_BYTE
    uint32_t qualifier   # string handle
    uint32_t pattern
    uint32_t path        # string handle of scope::name, containers only
    uint32_t scope
    int32_t params       # -1 unknown
    int32_t holder       # index of the innermost container in sorted order, or -1
    int32_t out          # index among the kept definitions, or -1
    uint8_t kind
    uint8_t open
    uint8_t sections     # nesting depth of sections here, saturating

ctypedef struct RawRef:
    RefRow row
    uint32_t pattern

ctypedef struct RawImport:
    ImportRow row
    uint32_t at
    uint32_t pattern

ctypedef struct Vec:
    void* data
    size_t count
    size_t capacity

ctypedef struct NestingRules:  # of the language's table row
    int arity            # 0 none, 1 functions only, 2 all
    uint32_t max_depth   # of sections, 0 = no limit
    bint keep_locals
    bint module_vars     # variables in types are none
    bint methods

ctypedef struct RawFacts:
    StringTable strings
    Vec defs         # RawDef
    Vec refs         # RawRef
    Vec imports      # RawImport
    Vec bindings     # BindingRow
    Vec order        # int32_t: the stack of open definitions
    Vec names        # uint32_t: name bytes of kept definitions
    uint8_t* scratch
    size_t scratch_size

cdef extern from *:
    """
    #define RW_NO_BYTE ((uint32_t)0xFFFFFFFFu)
    """
    const uint32_t NO_BYTE "RW_NO_BYTE"  # no such node


cdef inline void* push(Vec* v, size_t item) noexcept nogil:
    cdef size_t capacity
    cdef void* grown
    if v.count == v.capacity:
        capacity = v.capacity * 2 if v.capacity else 256
        grown = realloc(v.data, capacity * item)
        if grown == NULL:
            return NULL
        v.data = grown
        v.capacity = capacity
    v.count += 1
    return <char*>v.data + (v.count - 1) * item


# Sort, deduplicate, nest and attribute; -1 when memory ran out.
cdef int arrange(RawFacts* f, const NestingRules* rules) noexcept nogil
cdef bytes pack_facts(RawFacts* f, uint32_t flags)
