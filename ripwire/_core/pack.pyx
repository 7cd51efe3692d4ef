"""Records of files that tree-sitter does not read: the same packed form, from rows made in Python.

Invariant: what `pack` writes, `assemble` reads; see `facts.pxd`.
Cost: linear; used for the few documents of a tree, never for source.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc, free

from ripwire._core.codec cimport encode
from ripwire._core.facts cimport *

ROLE_NUMBERS = {"call": ROLE_CALL, "doc": ROLE_DOC}


def pack(list sections not None, list references not None):
    """The record of a document.

    sections    (name, start, end, line, rows), ordered by start byte; the first encloses the rest
    references  (role, name, byte, line) with role "call" or "doc", ordered by byte
    Returns bytes.
    """
    cdef Facts f
    cdef dict handles = {b"": 0}
    cdef list strings = [b""]
    cdef uint32_t i, offset = 0
    for text in [row[0] for row in sections] + [row[1] for row in references]:
        if text not in handles:
            handles[text] = len(strings)
            strings.append(text)
    f.flags = f.n_metrics = f.n_imports = f.n_bindings = 0
    f.n_defs, f.n_refs, f.n_strings = <uint32_t>len(sections), <uint32_t>len(references), <uint32_t>len(strings)
    f.metrics, f.imports, f.bindings = NULL, NULL, NULL
    joined = b"".join(strings)
    f.text = <const uint8_t*><const char*>joined
    f.defs = <DefRow*>calloc(<size_t>f.n_defs + 1, sizeof(DefRow))
    f.refs = <RefRow*>calloc(<size_t>f.n_refs + 1, sizeof(RefRow))
    f.offsets = <uint32_t*>calloc(<size_t>f.n_strings + 1, sizeof(uint32_t))
    try:
        if f.defs == NULL or f.refs == NULL or f.offsets == NULL:
            raise MemoryError
        for i in range(f.n_strings):
            offset += <uint32_t>len(strings[i])
            f.offsets[i + 1] = offset
        for i in range(f.n_defs):
            name, start, end, line, rows = sections[i]
            f.defs[i].name, f.defs[i].start, f.defs[i].sig_end, f.defs[i].end = handles[name], start, end, end
            f.defs[i].name_byte, f.defs[i].line, f.defs[i].loc, f.defs[i].parent = start, line, rows, -1
            f.defs[i].kind, f.defs[i].params, f.defs[i].required = KIND_SEC, PARAMS_UNKNOWN, PARAMS_UNKNOWN
        for i in range(f.n_refs):
            role, name, byte, line = references[i]
            f.refs[i].name, f.refs[i].byte, f.refs[i].line, f.refs[i].args = handles[name], byte, line, ARGS_UNKNOWN
            f.refs[i].role = ROLE_NUMBERS[role]
            f.refs[i].owner = 0 if f.n_defs else -1  # links and mentions belong to the file's own section
        return encode(&f)
    finally:
        free(f.defs)
        free(f.refs)
        free(f.offsets)
