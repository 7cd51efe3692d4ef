"""The facts of one file as rows, and the words for what is in them.

Rows are structs of 32-bit fields only, so that `codec` can pack any of them column by column. Handles index the file's own
strings, 0 is the empty string.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t

cdef enum:  # kinds; the numbers order nothing
    KIND_FN = 0
    KIND_METHOD = 1
    KIND_CLS = 2
    KIND_STRUCT = 3
    KIND_IFACE = 4
    KIND_VAR = 5
    KIND_SEC = 6
    KIND_OTHER = 7
    # These live only inside the extractor.
    KIND_MACRO = 8         # a fn that is never a method
    KIND_SCOPE_TYPE = 9
    KIND_SCOPE_MODULE = 10

cdef enum:
    ROLE_CALL = 0
    ROLE_READ = 1
    ROLE_WRITE = 2
    ROLE_IMPORT = 3
    ROLE_EXTENDS = 4
    ROLE_DOC = 5  # a mention in prose; never an edge of the call graph

cdef enum:
    RECV_NONE = 0
    RECV_THIS = 1
    RECV_SUPER = 2
    RECV_VAR = 3
    RECV_EXPR = 4

cdef enum:
    REF_QUALIFIED = 1
    REF_LOCAL = 2        # a call of a local name, or on what its receiver or qualifier begins with, a local name

cdef enum:
    DEF_HAS_BODY = 1
    DEF_ARITY_EXACT = 2

cdef enum:
    IMPORT_STAR = 1
    IMPORT_REEXPORT = 2
    IMPORT_SYSTEM = 4
    IMPORT_DEFAULT = 8
    IMPORT_PACKAGE = 16
    IMPORT_EXCEPT = 32

cdef enum:  # what a node in a parameter list is beside what counting its children says
    PARAM_NONE = 0
    PARAM_MORE = 1
    PARAM_OPTIONAL = 2

cdef enum:
    BIND_VAR = 0
    BIND_FIELD = 1
    BIND_PARAM = 2
    BIND_RETURN = 3
    BIND_ARGUMENT = 4        # the name is CALLEE(SEL, the place in a call
    BIND_ROUTE = 5           # a path of the web, given to a call: the type is CALLEE(SEL
    # What the type's text is; none of them: a written type.
    BIND_CALL = 256          # the path of a callee: its result
    BIND_VALUE = 512         # a path: that value
    BIND_ITEM = 1024         # with one of these two: what iterating over it yields; of a function: an item of what it yields
    BIND_CONTEXT = 2048      # CALLEE(SEL(INDEX: a parameter of a function literal that is an argument
    BIND_ENTER = 4096        # with CALL or VALUE: what `with` binds
    BIND_NARROW = 8192       # a written type that the name is tested for
    BIND_BOUND = 16384       # the bound of the type parameter that the name is
    BIND_ALIAS = 32768       # what the type stands for that the name is
    BIND_SOURCES = 0xFF00

cdef enum:  # nodes that complexity counts; of two from ELIF to ELSE on one node the smaller number wins
    MARK_LABELLED = 0
    MARK_ELIF = 1
    MARK_IF = 2
    MARK_LOOP = 3
    MARK_SWITCH = 4
    MARK_CATCH = 5
    MARK_TERNARY = 6
    MARK_CLOSURE = 7
    MARK_DEFAULT = 8
    MARK_CASE = 9
    MARK_BOOLEAN = 10
    MARK_BRANCH = 11
    MARK_ELSE = 12
    MARK_RETURN = 13
    MARK_BREAK = 14
    MARK_CONTINUE = 15
    MARK_GOTO = 16
    MARK_FALLTHROUGH = 17
    MARK_LOCAL = 18
    MARK_PPALT = 19

cdef enum:  # why a jump is unstructured; indexes of MetricRow.why
    WHY_GUARD_RETURN = 0
    WHY_LOOP_ESCAPE = 1
    WHY_SWITCH_ESCAPE = 2
    WHY_LABELLED_JUMP = 3
    WHY_GOTO = 4
    WHY_BACK_EDGE = 5
    WHY_FALLTHROUGH = 6
    WHY_MULTI_ENTRY = 7
    N_WHY = 8

cdef enum:
    FILE_HAS_ERROR = 1      # the tree holds ERROR nodes
    FILE_ABANDONED = 2      # the parse or the query ran out of budget; the rows are what was known by then
    FILE_MATCHES_LOST = 4   # the query engine dropped matches at its limit
    FILE_NOT_UTF8 = 8       # some bytes are not UTF-8

cdef enum:
    ARGS_UNKNOWN = 255
    PARAMS_UNKNOWN = 65535

ctypedef struct DefRow:
    uint32_t name
    uint32_t scope
    uint32_t start      # bytes; the signature is [start, sig_end), the whole definition [start, end)
    uint32_t sig_end
    uint32_t end
    uint32_t name_byte
    uint32_t line       # 1-based row of the name
    uint32_t loc        # rows spanned
    int32_t parent      # innermost enclosing definition of this record, or -1
    uint32_t doc        # text of its docstring or of the comments above it
    uint32_t params     # saturate at PARAMS_UNKNOWN
    uint32_t required   # of the params; PARAMS_UNKNOWN with them
    uint32_t kind
    uint32_t flags

ctypedef struct MetricRow:  # of a function that differs from cx 1, ev 1 and zeros; ordered by owner; numbers saturate at 65535
    uint32_t owner
    uint32_t cx
    uint32_t ccx
    uint32_t nest
    uint32_t humps
    uint32_t deep
    uint32_t locals
    uint32_t ppalt
    uint32_t ev
    uint32_t why[N_WHY]  # saturate at 255

ctypedef struct RefRow:
    uint32_t name
    uint32_t prefix     # the qualifier with REF_QUALIFIED, else the receiver's text: both are next to never written
    uint32_t line
    uint32_t byte
    int32_t owner       # innermost definition that contains the name, or -1
    uint32_t role
    uint32_t recv
    uint32_t args       # saturate at ARGS_UNKNOWN - 1
    uint32_t flags

ctypedef struct ImportRow:
    uint32_t source
    uint32_t name
    uint32_t alias
    uint32_t line
    uint32_t byte
    int32_t owner
    uint32_t flags

ctypedef struct BindingRow:
    uint32_t name
    uint32_t type
    uint32_t byte
    int32_t owner
    uint32_t flags      # BIND_*: a kind and what the type is

ctypedef struct Facts:  # all rows of a file; the memory is someone else's
    uint32_t flags      # FILE_*
    uint32_t n_defs
    uint32_t n_metrics
    uint32_t n_refs
    uint32_t n_imports
    uint32_t n_bindings
    uint32_t n_strings  # at least 1
    DefRow* defs
    MetricRow* metrics
    RefRow* refs
    ImportRow* imports
    BindingRow* bindings
    uint32_t* offsets   # of the strings, n_strings + 1
    const uint8_t* text
