"""Whether two records of one file differ only in what resolution never looks at, and in places that keep their order.

Purpose: after an edit that only moves things (a comment, a blank line, another docstring) the graph of the tree is what it
was, and lines and bytes of that file are all that has to be put into it.
Invariant: every column of a record is classified here, by name; a column that is not makes the import of this module
fail. Two records are the same when all numbers and texts are, but for these:
  BYTE  the places of all sections together keep their order: what was before, at or behind another place still is. So
        whatever compares places, looks for the nearest one or asks what contains what, finds what it found.
  LEAD  a place as BYTE, whose distance from the definition's start is what it was as well (languages tell by it how a
        function is written).
  LINE  as BYTE, for lines; so one old line is one new line.
  FREE  nothing: extents in rows, docs, measurements. tests/resolve/test_numbering.py runs resolution without them.
Numbers of strings are no part of a record's meaning: texts are compared, and how they are numbered decides nothing.
Cost: one sort of the places.
"""

from cpython cimport array
from libc.stdint cimport int8_t, uint32_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcmp

import array

from ripwire._core.codec cimport Decoder
from ripwire._core.facts cimport *

cdef enum:
    UNKNOWN = 0
    SAME = 1
    TEXT = 2
    BYTE = 3
    LEAD = 4
    LINE = 5
    FREE = 6
    MAX_FIELDS = 17
    N_SECTIONS = 5

cdef enum:  # where a definition's start is in its row
    START = 2

cdef struct Section:
    int fields
    int8_t kinds[MAX_FIELDS]

cdef struct Move:
    uint32_t old
    uint32_t new

cdef Section[N_SECTIONS] SECTIONS

NAMES = {SAME: "same", TEXT: "text", BYTE: "byte", LEAD: "lead", LINE: "line", FREE: "free"}
CLASSES = {}  # section -> column -> what may differ, for tests


cdef int _classify(int which, str name, size_t size, list columns) except -1:
    """Each column is given with its offset in the row; none may be missing and none given twice."""
    cdef int k
    cdef size_t at
    SECTIONS[which].fields = <int>(size // sizeof(uint32_t))
    if SECTIONS[which].fields > MAX_FIELDS:
        raise ImportError(f"{name} has more columns than there is room for")
    for k in range(MAX_FIELDS):
        SECTIONS[which].kinds[k] = UNKNOWN
    for column, at, kind in columns:
        if at % sizeof(uint32_t) or at >= size or SECTIONS[which].kinds[at // sizeof(uint32_t)] != UNKNOWN:
            raise ImportError(f"{name}.{column} is classified twice")
        SECTIONS[which].kinds[at // sizeof(uint32_t)] = kind
    for k in range(SECTIONS[which].fields):
        if SECTIONS[which].kinds[k] == UNKNOWN:
            raise ImportError(f"column {k} of {name} is not classified: may it differ where resolution is the same?")
    CLASSES[name] = {column: NAMES[kind] for column, _, kind in columns}
    return 0


cdef DefRow _d
cdef MetricRow _k
cdef RefRow _r
cdef ImportRow _m
cdef BindingRow _v

_classify(0, "definitions", sizeof(DefRow), [
    ("name", <char*>&_d.name - <char*>&_d, TEXT), ("scope", <char*>&_d.scope - <char*>&_d, TEXT),
    ("start", <char*>&_d.start - <char*>&_d, BYTE), ("sig_end", <char*>&_d.sig_end - <char*>&_d, BYTE),
    ("end", <char*>&_d.end - <char*>&_d, BYTE), ("name_byte", <char*>&_d.name_byte - <char*>&_d, LEAD),
    ("line", <char*>&_d.line - <char*>&_d, LINE), ("loc", <char*>&_d.loc - <char*>&_d, FREE),
    ("parent", <char*>&_d.parent - <char*>&_d, SAME), ("doc", <char*>&_d.doc - <char*>&_d, FREE),
    ("params", <char*>&_d.params - <char*>&_d, SAME), ("required", <char*>&_d.required - <char*>&_d, SAME),
    ("kind", <char*>&_d.kind - <char*>&_d, SAME), ("flags", <char*>&_d.flags - <char*>&_d, SAME),
])
_classify(1, "metrics", sizeof(MetricRow), [
    ("owner", <char*>&_k.owner - <char*>&_k, FREE), ("cx", <char*>&_k.cx - <char*>&_k, FREE),
    ("ccx", <char*>&_k.ccx - <char*>&_k, FREE), ("nest", <char*>&_k.nest - <char*>&_k, FREE),
    ("humps", <char*>&_k.humps - <char*>&_k, FREE), ("deep", <char*>&_k.deep - <char*>&_k, FREE),
    ("locals", <char*>&_k.locals - <char*>&_k, FREE), ("ppalt", <char*>&_k.ppalt - <char*>&_k, FREE),
    ("ev", <char*>&_k.ev - <char*>&_k, FREE),
] + [(f"why{i}", <char*>&_k.why[i] - <char*>&_k, FREE) for i in range(N_WHY)])
_classify(2, "references", sizeof(RefRow), [
    ("name", <char*>&_r.name - <char*>&_r, TEXT), ("prefix", <char*>&_r.prefix - <char*>&_r, TEXT),
    ("line", <char*>&_r.line - <char*>&_r, LINE), ("byte", <char*>&_r.byte - <char*>&_r, BYTE),
    ("owner", <char*>&_r.owner - <char*>&_r, SAME), ("role", <char*>&_r.role - <char*>&_r, SAME),
    ("recv", <char*>&_r.recv - <char*>&_r, SAME), ("args", <char*>&_r.args - <char*>&_r, SAME),
    ("flags", <char*>&_r.flags - <char*>&_r, SAME),
])
_classify(3, "imports", sizeof(ImportRow), [
    ("source", <char*>&_m.source - <char*>&_m, TEXT), ("name", <char*>&_m.name - <char*>&_m, TEXT),
    ("alias", <char*>&_m.alias - <char*>&_m, TEXT), ("line", <char*>&_m.line - <char*>&_m, LINE),
    ("byte", <char*>&_m.byte - <char*>&_m, BYTE), ("owner", <char*>&_m.owner - <char*>&_m, SAME),
    ("flags", <char*>&_m.flags - <char*>&_m, SAME),
])
_classify(4, "bindings", sizeof(BindingRow), [
    ("name", <char*>&_v.name - <char*>&_v, TEXT), ("type", <char*>&_v.type - <char*>&_v, TEXT),
    ("byte", <char*>&_v.byte - <char*>&_v, BYTE), ("owner", <char*>&_v.owner - <char*>&_v, SAME),
    ("flags", <char*>&_v.flags - <char*>&_v, SAME),
])


cdef inline bint _same_text(const Facts* a, uint32_t i, const Facts* b, uint32_t k) noexcept nogil:
    cdef uint32_t n = a.offsets[i + 1] - a.offsets[i]
    return b.offsets[k + 1] - b.offsets[k] == n and memcmp(a.text + a.offsets[i], b.text + b.offsets[k], n) == 0


cdef bint _compare(const Facts* a, const Facts* b, const Section* section, const uint32_t* x, const uint32_t* y, uint32_t count,
                   Move* bytes_, size_t* n_bytes, Move* lines, size_t* n_lines) noexcept nogil:
    """Whether the rows are the same; appends where their places have moved."""
    cdef uint32_t i
    cdef int k, kind
    for i in range(count):
        for k in range(section.fields):
            kind = section.kinds[k]
            if kind == SAME:
                if x[k] != y[k]:
                    return False
            elif kind == TEXT:
                if not _same_text(a, x[k], b, y[k]):
                    return False
            elif kind == LINE:
                lines[n_lines[0]].old, lines[n_lines[0]].new = x[k], y[k]
                n_lines[0] += 1
            elif kind != FREE:
                if kind == LEAD and x[k] - x[START] != y[k] - y[START]:
                    return False
                bytes_[n_bytes[0]].old, bytes_[n_bytes[0]].new = x[k], y[k]
                n_bytes[0] += 1
        x += section.fields
        y += section.fields
    return True


cdef int _by_old(const void* pa, const void* pb) noexcept nogil:
    cdef const Move* a = <const Move*>pa
    cdef const Move* b = <const Move*>pb
    if a.old != b.old:
        return 1 if a.old > b.old else -1
    return (a.new > b.new) - (a.new < b.new)


cdef bint _in_order(Move* moves, size_t* count) noexcept nogil:
    """Sort the moves and leave each out that is there already; whether they keep their order."""
    cdef size_t i, kept = 0
    if count[0] > 1:
        qsort(moves, count[0], sizeof(Move), _by_old)
    for i in range(count[0]):
        if kept:
            if moves[i].old == moves[kept - 1].old:
                if moves[i].new != moves[kept - 1].new:
                    return False
                continue
            if moves[i].new <= moves[kept - 1].new:
                return False
        moves[kept] = moves[i]
        kept += 1
    count[0] = kept
    return True


cdef class Moved:
    """How the lines of a file have moved; ``docs``: a definition says something else of itself."""

    cdef readonly bint docs
    cdef array.array old, new

    def relined(self, const uint32_t[::1] lines not None):
        """Where lines of references, definitions and imports are now: array('I'). Raises ValueError for any other."""
        cdef const uint32_t[::1] old = self.old, new = self.new
        cdef Py_ssize_t i, low, high, middle, n = old.shape[0]
        made = array.clone(array.array("I"), lines.shape[0], zero=False)
        cdef uint32_t[::1] out = made
        for i in range(lines.shape[0]):
            low, high = 0, n
            while low < high:
                middle = (low + high) // 2
                if old[middle] < lines[i]:
                    low = middle + 1
                else:
                    high = middle
            if low == n or old[low] != lines[i]:
                raise ValueError(f"line {lines[i]} is none of the file")
            out[i] = new[low]
        return made


def moved(bytes old not None, bytes new not None):
    """What has moved between two records of a file; None when they differ in more. Raises ValueError, MemoryError."""
    cdef Decoder da = Decoder(), db = Decoder()
    cdef Facts* a = &da.facts
    cdef Facts* b = &db.facts
    cdef Move* bytes_ = NULL
    cdef Move* lines = NULL
    cdef size_t n_bytes = 0, n_lines = 0, i
    cdef uint32_t[::1] x, y
    cdef bint same
    da.open(old)
    db.open(new)
    if a.flags != b.flags or a.n_defs != b.n_defs or a.n_refs != b.n_refs or a.n_imports != b.n_imports or a.n_bindings != b.n_bindings:
        return None
    bytes_ = <Move*>malloc((4 * <size_t>a.n_defs + a.n_refs + a.n_imports + a.n_bindings + 1) * sizeof(Move))
    lines = <Move*>malloc((<size_t>a.n_defs + a.n_refs + a.n_imports + 1) * sizeof(Move))
    try:
        if bytes_ == NULL or lines == NULL:
            raise MemoryError
        with nogil:
            same = (
                _compare(a, b, &SECTIONS[0], <uint32_t*>a.defs, <uint32_t*>b.defs, a.n_defs, bytes_, &n_bytes, lines, &n_lines)
                and _compare(a, b, &SECTIONS[2], <uint32_t*>a.refs, <uint32_t*>b.refs, a.n_refs, bytes_, &n_bytes, lines, &n_lines)
                and _compare(a, b, &SECTIONS[3], <uint32_t*>a.imports, <uint32_t*>b.imports, a.n_imports,
                             bytes_, &n_bytes, lines, &n_lines)
                and _compare(a, b, &SECTIONS[4], <uint32_t*>a.bindings, <uint32_t*>b.bindings, a.n_bindings,
                             bytes_, &n_bytes, lines, &n_lines)
                and _in_order(bytes_, &n_bytes) and _in_order(lines, &n_lines)
            )
        if not same:
            return None
        out = Moved.__new__(Moved)
        (<Moved>out).docs = False
        for i in range(a.n_defs):
            if not _same_text(a, a.defs[i].doc, b, b.defs[i].doc):
                (<Moved>out).docs = True
                break
        (<Moved>out).old = array.clone(array.array("I"), <Py_ssize_t>n_lines, zero=False)
        (<Moved>out).new = array.clone(array.array("I"), <Py_ssize_t>n_lines, zero=False)
        x, y = (<Moved>out).old, (<Moved>out).new
        for i in range(n_lines):
            x[i], y[i] = lines[i].old, lines[i].new
        return out
    finally:
        free(bytes_)
        free(lines)
