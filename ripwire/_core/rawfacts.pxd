"""Working rows of one file, between the query's matches and the packed record."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport realloc

from ripwire._core.facts cimport BindingRow, ImportRow, MetricRow, RefRow
from ripwire._core.strings cimport StringTable

ctypedef struct RawDef:
    uint32_t name_byte
    uint32_t name        # string handle
    uint32_t start
    uint32_t end
    uint32_t row
    uint32_t end_row
    uint32_t bare_start  # without the attributes before it
    uint32_t bare_row
    uint32_t name_row
    uint32_t body        # byte, or NO_BYTE
    uint32_t body_end
    uint32_t qualifier   # string handle
    uint32_t pattern
    uint32_t order       # of its match, the last word in every sort
    uint32_t path        # string handle of scope::name, containers only
    uint32_t scope
    uint32_t doc         # string handle
    uint32_t list_start  # of the parameters that were counted
    uint32_t list_end
    int32_t params       # -1 unknown
    int32_t required
    int32_t holder       # index of the innermost container in sorted order, or -1
    int32_t out          # index among the kept definitions, or -1
    uint8_t kind
    uint8_t open
    bint title           # the name is a text: no arity belongs to it
    uint8_t sections     # nesting depth of sections here, saturating

ctypedef struct RawRef:
    RefRow row           # its prefix comes last, from the next two
    uint32_t receiver
    uint32_t qualifier
    uint32_t pattern
    uint32_t order       # of its match
    bint bare            # a word that is a call, unless it is a local
    bint local           # a call of or on a local name
    bint own             # begins with a word of the enclosing object: never of a local name
    bint piped           # one argument more than written

ctypedef struct RawImport:
    ImportRow row
    uint32_t at
    uint32_t end         # of the node
    uint32_t pattern

ctypedef struct ImportScope:  # what the imports inside share
    uint32_t start
    uint32_t end
    uint32_t prefix      # string handle: the path before their sources
    uint32_t separator   # string handle: what stands between the two
    uint32_t flags
    uint32_t path        # with the prefixes of the scopes around it
    uint32_t lead        # the same, its separator at the end

ctypedef struct Span:
    uint32_t start
    uint32_t end
    uint32_t row
    uint32_t end_row
    uint32_t follow      # the first byte behind it that is no white space, once it was looked for
    uint32_t alone       # whether nothing else is on its rows: 1 yes, 2 no, 0 not looked yet
    uint32_t text        # where what it says starts and ends
    uint32_t text_end
    uint32_t kind        # SPAN_* of what is above a definition, SKIP_* of a place without references

ctypedef struct Mark:
    uint32_t start
    uint32_t end
    uint32_t row
    uint32_t end_row
    uint32_t text        # string handle of a label or an operator
    uint32_t operand     # byte after the operator
    uint32_t code        # MARK_*

ctypedef struct LocalName:
    uint32_t byte
    uint32_t name
    int32_t scope        # index of the local scope, or -1
    int32_t saved        # how often the name was bound outside, while a `global` of it is open
    uint32_t flags       # LOCAL_*

ctypedef struct LocalScope:
    uint32_t start
    uint32_t end
    uint32_t hole        # a byte that is not inside: a function's own name
    uint32_t first       # of its names, in their order by scope

cdef enum:
    SPAN_COMMENT = 0
    SPAN_BETWEEN = 1
    SPAN_ATTRIBUTE = 2

cdef enum:
    SKIP_ALL = 0
    SKIP_READS = 1

cdef enum:
    LOCAL_WRITTEN = 1    # the same name is a write, which claims its byte itself
    LOCAL_GLOBAL = 2

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
    bint switch_breaks
    bint arity_names     # of functions, methods and counted calls: /N at the end of the name

ctypedef struct RawFacts:
    const uint8_t* text  # the file's bytes
    uint32_t size
    StringTable strings
    # From here to `gotos` all vectors in a row: `facts_free` walks them. A vector has items of one size only.
    Vec defs         # RawDef
    Vec refs         # RawRef
    Vec imports      # RawImport
    Vec bindings     # BindingRow
    Vec import_scopes  # ImportScope
    Vec above        # Span: comments, attributes and what may stand between them and a definition
    Vec docstrings   # Span
    Vec skips        # Span
    Vec param_marks  # Span of kind PARAM_*
    Vec names        # LocalName
    Vec scopes       # LocalScope: closures and blocks; functions are added to them
    Vec marks        # Mark
    Vec metrics      # MetricRow
    Vec order        # int32_t: the stack of open definitions
    Vec claims       # uint32_t: bytes of names that are no reads
    Vec bound        # int32_t a string: how many open scopes declare it
    Vec rows         # DefRow, when the record is made
    Vec lists        # Span: the parameter lists of definitions, then closures
    Vec pending      # parts of one value that wait to be bound
    Vec frames       # scratch of the complexity sweep, as are the next four
    Vec controls
    Vec stack
    Vec labels
    Vec gotos
    uint64_t reading     # bytes that may be read yet for access paths
    uint8_t* scratch
    size_t scratch_size

cdef extern from *:
    """
    #define RW_NO_BYTE ((uint32_t)0xFFFFFFFFu)
    """
    const uint32_t NO_BYTE "RW_NO_BYTE"  # no such node


cdef inline bint grow(Vec* v, size_t count, size_t item) noexcept nogil:
    """Room for so many items; False without memory."""
    cdef size_t capacity
    cdef void* grown
    if count > v.capacity:
        capacity = v.capacity * 2 if v.capacity * 2 > count else count
        if capacity < 256:
            capacity = 256
        grown = realloc(v.data, capacity * item)
        if grown == NULL:
            return False
        v.data = grown
        v.capacity = capacity
    return True


cdef inline void* push(Vec* v, size_t item) noexcept nogil:
    if v.count == v.capacity and not grow(v, v.count + 1, item):
        return NULL
    v.count += 1
    return <char*>v.data + (v.count - 1) * item


cdef inline int compare(uint32_t a, uint32_t b) noexcept nogil:
    return (a > b) - (a < b)


cdef void facts_reset(RawFacts* f, const uint8_t* text, uint32_t size) noexcept nogil
cdef void facts_free(RawFacts* f) noexcept nogil
# Sort, deduplicate, nest and attribute; -1 when memory ran out.
cdef int arrange(RawFacts* f, const NestingRules* rules) noexcept nogil
cdef bytes pack_facts(RawFacts* f, uint32_t flags)
