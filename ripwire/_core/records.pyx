"""Reading a packed record row by row, for tests, debugging and the few places that look at one file."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from ripwire._core.facts cimport *

KIND_NAMES = ("fn", "method", "cls", "struct", "iface", "var", "sec", "other")
ROLE_NAMES = ("call", "read", "write", "import", "extends", "doc")
RECEIVER_NAMES = ("none", "this", "super", "var", "expr")
globals().update(
    FILE_HAS_ERROR=FILE_HAS_ERROR, FILE_ABANDONED=FILE_ABANDONED, FILE_MATCHES_LOST=FILE_MATCHES_LOST,
    FILE_NOT_UTF8=FILE_NOT_UTF8, PARAMS_UNKNOWN=PARAMS_UNKNOWN,
)  # for Python


def record_flags(bytes record not None) -> int:
    """The FILE_* bits of a record. Raises ValueError when it is none."""
    if <size_t>len(record) < sizeof(RecordHeader):
        raise ValueError("not a record")
    return (<const RecordHeader*><const char*>record).flags


def recode(bytes record not None, str encoding not None) -> bytes:
    """The record with its strings translated from an encoding to UTF-8; rows and offsets stay.

    Bytes that the encoding does not know become U+FFFD. Raises LookupError for an unknown encoding, ValueError.
    """
    cdef RecordHeader head
    cdef uint32_t i, offset = 0
    cdef size_t start
    record_flags(record)
    memcpy(&head, <const char*>record, sizeof(head))
    if record_size(&head) != <size_t>len(record):
        raise ValueError("not a record")
    start = sizeof(RecordHeader) + (<size_t>head.n_strings + 1) * sizeof(uint32_t)
    offsets = memoryview(record)[sizeof(RecordHeader) : start].cast("I")
    text = record[len(record) - head.string_bytes :]
    strings = [text[offsets[i] : offsets[i + 1]].decode(encoding, "replace").encode("utf-8", "replace") for i in range(head.n_strings)]
    fresh = bytearray(start - sizeof(RecordHeader))
    places = memoryview(fresh).cast("I")
    for i in range(head.n_strings):
        offset += <uint32_t>len(strings[i])
        places[i + 1] = offset
    head.string_bytes = offset
    head.size = <uint32_t>record_size(&head)
    text = b"".join(strings)
    rows = record[start : len(record) - _string_bytes(record)]
    return (<char*>&head)[: sizeof(head)] + bytes(fresh) + rows + text


cdef uint32_t _string_bytes(bytes record):
    return (<const RecordHeader*><const char*>record).string_bytes


def unpack(bytes record not None) -> dict:
    """All rows of a record as dicts of Python values: ``defs``, ``refs``, ``imports``, ``bindings``."""
    cdef const char* at = <const char*>record
    cdef const RecordHeader* head = <const RecordHeader*>at
    cdef const uint32_t* offsets
    cdef const DefRow* d
    cdef const RefRow* r
    cdef const ImportRow* m
    cdef const BindingRow* b
    cdef uint32_t i
    if (<size_t>len(record) < sizeof(RecordHeader) or head.magic != RECORD_MAGIC or head.size != <size_t>len(record)
            or record_size(head) != <size_t>len(record)):
        raise ValueError("not a record")
    at += sizeof(RecordHeader)
    offsets = <const uint32_t*>at
    text = record[len(record) - head.string_bytes :]
    strings = [text[offsets[i] : offsets[i + 1]] for i in range(head.n_strings)]
    at += (<size_t>head.n_strings + 1) * sizeof(uint32_t)
    out = {"defs": [], "refs": [], "imports": [], "bindings": []}
    for i in range(head.n_defs):
        d = <const DefRow*>at + i
        if d.kind > KIND_OTHER:
            raise ValueError("not a record")
        out["defs"].append({
            "kind": KIND_NAMES[d.kind], "name": strings[d.name], "scope": strings[d.scope], "start": d.start,
            "sig_end": d.sig_end, "end": d.end, "name_byte": d.name_byte, "line": d.line, "loc": d.loc,
            "parent": d.parent, "params": None if d.params == PARAMS_UNKNOWN else d.params,
            "exact": bool(d.flags & DEF_ARITY_EXACT), "has_body": bool(d.flags & DEF_HAS_BODY),
        })  # fmt: skip
    at += <size_t>head.n_defs * sizeof(DefRow)
    for i in range(head.n_refs):
        r = <const RefRow*>at + i
        out["refs"].append({
            "role": ROLE_NAMES[r.role], "name": strings[r.name], "line": r.line, "byte": r.byte, "owner": r.owner,
            "recv": RECEIVER_NAMES[r.recv], "receiver": strings[r.receiver], "qualifier": strings[r.qualifier],
            "argc": None if r.args == ARGS_UNKNOWN else r.args,
        })  # fmt: skip
    at += <size_t>head.n_refs * sizeof(RefRow)
    for i in range(head.n_imports):
        m = <const ImportRow*>at + i
        flags = "".join(c for c, bit in (("*", IMPORT_STAR), ("r", IMPORT_REEXPORT), ("s", IMPORT_SYSTEM)) if m.flags & bit)
        out["imports"].append({"source": strings[m.source], "name": strings[m.name], "alias": strings[m.alias],
                               "line": m.line, "byte": m.byte, "flags": flags})
    at += <size_t>head.n_imports * sizeof(ImportRow)
    for i in range(head.n_bindings):
        b = <const BindingRow*>at + i
        out["bindings"].append({"name": strings[b.name], "type": strings[b.type], "line": b.line, "byte": b.byte,
                                "owner": b.owner})
    return out
