"""Two records of one file made one: what a document says about itself, and the code that it holds.

Invariant: rows keep their order (definitions by start, references by byte; the document's first where they are equal),
and whatever names a definition by number still names it. See `facts.pxd`.
Cost: linear; a handful of allocations.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc

from ripwire._core.codec cimport Decoder, encode
from ripwire._core.facts cimport *


def merge(bytes document not None, bytes code not None) -> bytes:
    """One record with the rows of both. Raises ValueError for what is no record, MemoryError.

    document  a record of `pack.pack`: sections and references
    code      any record whose positions are in the same file
    """
    cdef Decoder da = Decoder(), db = Decoder()
    cdef Facts* a = &da.facts
    cdef Facts* b = &db.facts
    cdef Facts out
    cdef uint32_t i
    cdef int32_t* numbers = NULL  # the new number of each definition: the document's, then the code's
    da.open(document)
    db.open(code)
    if a.n_imports or a.n_bindings or a.n_metrics:
        raise ValueError("the first record is no document")
    out = b[0]
    out.flags |= a.flags
    out.n_defs += a.n_defs
    out.n_refs += a.n_refs
    out.n_strings += a.n_strings  # the code's stand first, so that its handles stay
    text = code[len(code) - b.offsets[b.n_strings] :] + document[len(document) - a.offsets[a.n_strings] :]
    out.text = <const uint8_t*><const char*>text
    out.defs = <DefRow*>malloc((<size_t>out.n_defs + 1) * sizeof(DefRow))
    out.refs = <RefRow*>malloc((<size_t>out.n_refs + 1) * sizeof(RefRow))
    out.offsets = <uint32_t*>malloc((<size_t>out.n_strings + 1) * sizeof(uint32_t))
    numbers = <int32_t*>malloc((<size_t>out.n_defs + 1) * sizeof(int32_t))
    try:
        if out.defs == NULL or out.refs == NULL or out.offsets == NULL or numbers == NULL:
            raise MemoryError
        for i in range(b.n_strings):
            out.offsets[i] = b.offsets[i]
        for i in range(a.n_strings + 1):
            out.offsets[b.n_strings + i] = b.offsets[b.n_strings] + a.offsets[i]
        _definitions(a, b, numbers, out.defs)
        _references(a, b, numbers, out.refs)
        for i in range(b.n_metrics):
            b.metrics[i].owner = <uint32_t>_number(numbers + a.n_defs, b.n_defs, <int32_t>b.metrics[i].owner)
        for i in range(b.n_imports):
            b.imports[i].owner = _number(numbers + a.n_defs, b.n_defs, b.imports[i].owner)
        for i in range(b.n_bindings):
            b.bindings[i].owner = _number(numbers + a.n_defs, b.n_defs, b.bindings[i].owner)
        return encode(&out)
    finally:
        free(out.defs)
        free(out.refs)
        free(out.offsets)
        free(numbers)


cdef inline int32_t _number(const int32_t* numbers, size_t count, int32_t old) except? -1:
    """The new number of a definition; -1 stands for none."""
    if old < 0:
        return -1
    if <size_t>old >= count:
        raise ValueError("the rows of a record are damaged")
    return numbers[old]


cdef int _definitions(const Facts* a, const Facts* b, int32_t* numbers, DefRow* rows) except -1:
    cdef size_t i = 0, k = 0
    cdef DefRow* row
    while i < a.n_defs or k < b.n_defs:
        row = rows + i + k
        if k == b.n_defs or (i < a.n_defs and a.defs[i].start <= b.defs[k].start):
            numbers[i] = <int32_t>(i + k)
            row[0] = a.defs[i]
            row.parent = _number(numbers, i, a.defs[i].parent)
            row.name = _handle(b, a.defs[i].name)
            row.scope = _handle(b, a.defs[i].scope)
            row.doc = _handle(b, a.defs[i].doc)
            i += 1
        else:
            numbers[a.n_defs + k] = <int32_t>(i + k)
            row[0] = b.defs[k]
            row.parent = _number(numbers + a.n_defs, k, b.defs[k].parent)
            k += 1
    return 0


cdef int _references(const Facts* a, const Facts* b, int32_t* numbers, RefRow* rows) except -1:
    cdef size_t i = 0, k = 0
    cdef RefRow* row
    while i < a.n_refs or k < b.n_refs:
        row = rows + i + k
        if k == b.n_refs or (i < a.n_refs and a.refs[i].byte <= b.refs[k].byte):
            row[0] = a.refs[i]
            row.owner = _number(numbers, a.n_defs, a.refs[i].owner)
            row.name = _handle(b, a.refs[i].name)
            row.prefix = _handle(b, a.refs[i].prefix)
            i += 1
        else:
            row[0] = b.refs[k]
            row.owner = _number(numbers + a.n_defs, b.n_defs, b.refs[k].owner)
            k += 1
    return 0


cdef inline uint32_t _handle(const Facts* code, uint32_t handle) noexcept:
    """A handle of the document in the record of both; the empty string stays 0."""
    return handle + code.n_strings if handle else 0
