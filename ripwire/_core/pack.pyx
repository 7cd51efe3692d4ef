"""Records of files that tree-sitter does not read: the same packed form, from rows made in Python.

Invariant: what `pack` writes, `assemble` reads; see `facts.pxd`.
Cost: linear; used for the few documents of a tree, never for source.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from ripwire._core.facts cimport *

ROLE_NUMBERS = {"call": ROLE_CALL, "doc": ROLE_DOC}


def pack(list sections not None, list references not None):
    """The record of a document.

    sections    (name, start, end, line, rows), ordered by start byte; the first encloses the rest
    references  (role, name, byte, line) with role "call" or "doc", ordered by byte
    Returns bytes.
    """
    cdef RecordHeader head
    cdef DefRow d
    cdef RefRow r
    cdef dict handles = {b"": 0}
    cdef list strings = [b""]
    cdef uint32_t offset = 0
    cdef char* out
    for text in [row[0] for row in sections] + [row[1] for row in references]:
        if text not in handles:
            handles[text] = len(strings)
            strings.append(text)
    memset(&head, 0, sizeof(head))
    head.magic, head.version = RECORD_MAGIC, RECORD_VERSION
    head.n_defs, head.n_refs = <uint32_t>len(sections), <uint32_t>len(references)
    head.n_strings = <uint32_t>len(strings)
    head.string_bytes = <uint32_t>sum(map(len, strings))
    head.size = <uint32_t>record_size(&head)
    record = PyBytes_FromStringAndSize(NULL, <Py_ssize_t>record_size(&head))
    out = PyBytes_AS_STRING(record)
    memcpy(out, &head, sizeof(head))
    out += sizeof(head)
    for text in [b"", *strings]:  # the offset before each string, and one past the last
        offset += <uint32_t>len(text)
        memcpy(out, &offset, sizeof(offset))
        out += sizeof(offset)
    for name, start, end, line, rows in sections:
        memset(&d, 0, sizeof(d))
        d.name, d.start, d.sig_end, d.end, d.name_byte = handles[name], start, end, end, start
        d.line, d.loc, d.parent, d.params, d.kind = line, rows, -1, PARAMS_UNKNOWN, KIND_SEC
        memcpy(out, &d, sizeof(d))
        out += sizeof(d)
    for role, name, byte, line in references:
        memset(&r, 0, sizeof(r))
        r.name, r.byte, r.line, r.args = handles[name], byte, line, ARGS_UNKNOWN
        r.role = ROLE_NUMBERS[role]
        r.owner = 0 if sections else -1  # links and mentions belong to the file's own section
        memcpy(out, &r, sizeof(r))
        out += sizeof(r)
    text = b"".join(strings)
    if text:
        memcpy(out, PyBytes_AS_STRING(text), len(text))
    return record
