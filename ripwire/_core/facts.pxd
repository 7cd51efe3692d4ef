"""The packed record of one file's facts: what extraction writes, assembly reads and a cache may keep.

A record is one run of bytes: a header, the string offsets, the fixed-size rows below, then the string bytes. All
numbers are native-endian and 4-byte aligned; handles in rows index the record's own strings, 0 is the empty string.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

cdef enum:
    RECORD_MAGIC = 0x31465752  # "RWF1"
    RECORD_VERSION = 1

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
    DEF_HAS_BODY = 1
    DEF_ARITY_EXACT = 2

cdef enum:
    IMPORT_STAR = 1
    IMPORT_REEXPORT = 2
    IMPORT_SYSTEM = 4

cdef enum:
    FILE_HAS_ERROR = 1      # the tree holds ERROR nodes
    FILE_ABANDONED = 2      # the parse or the query ran out of budget; the rows are what was known by then
    FILE_MATCHES_LOST = 4   # the query engine dropped matches at its limit
    FILE_NOT_UTF8 = 8       # some bytes are not UTF-8

cdef enum:
    ARGS_UNKNOWN = 255
    PARAMS_UNKNOWN = 65535

ctypedef struct RecordHeader:
    uint32_t magic
    uint32_t version
    uint32_t size       # bytes of the whole record
    uint32_t flags
    uint32_t n_defs
    uint32_t n_refs
    uint32_t n_imports
    uint32_t n_bindings
    uint32_t n_strings
    uint32_t string_bytes

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
    uint16_t params
    uint8_t kind
    uint8_t flags

ctypedef struct RefRow:
    uint32_t name
    uint32_t receiver
    uint32_t qualifier
    uint32_t line
    uint32_t byte
    int32_t owner       # innermost definition that contains the name, or -1
    uint8_t role
    uint8_t recv
    uint8_t args
    uint8_t flags

ctypedef struct ImportRow:
    uint32_t source
    uint32_t name
    uint32_t alias
    uint32_t line
    uint32_t byte
    uint32_t flags

ctypedef struct BindingRow:
    uint32_t name
    uint32_t type
    uint32_t line
    uint32_t byte
    int32_t owner
    uint32_t flags


cdef inline size_t record_size(const RecordHeader* h) noexcept nogil:
    """Bytes of a record with these counts."""
    return (sizeof(RecordHeader) + (<size_t>h.n_strings + 1) * sizeof(uint32_t) + <size_t>h.n_defs * sizeof(DefRow)
            + <size_t>h.n_refs * sizeof(RefRow) + <size_t>h.n_imports * sizeof(ImportRow)
            + <size_t>h.n_bindings * sizeof(BindingRow) + h.string_bytes)
