"""Rows of facts packed column by column, each column as narrow as its values allow.

A record is a header, the sections in the order of `Facts`, and the strings' bytes. A section holds a width of 0, 1, 2 or 4
bytes and a base for each column, then the columns: what is stored is the value minus the base, of a value that is first
made small (the difference to the row before, or to another field of the row). A column of width 0 has one value.
Invariant: decoding gives the rows that were encoded; bytes that are no record are refused, whatever they hold, and never ask
for more memory than a fixed multiple of their size (the first column of a section is never of width 0).
Cost: two passes over the rows. Numbers are native-endian: a record is for the machine that made it.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from ripwire._core.facts cimport *

cdef enum:
    MAGIC = 0x32465752  # "RWF2"
    MAX_FIELDS = 17
    N_SECTIONS = 6

cdef enum:              # how a field is made small; anything else is the index of the field that is taken off
    PLAIN = -1
    DELTA = -2          # the row before is taken off
    SIGNED = -3         # -1 is the smallest value


cdef struct Header:
    uint32_t magic
    uint32_t size       # bytes of the whole record
    uint32_t flags
    uint32_t counts[N_SECTIONS]   # definitions, metrics, references, imports, bindings, strings
    uint32_t string_bytes


cdef struct Column:
    uint32_t base
    uint32_t width


cdef struct Section:
    int fields
    int8_t how[MAX_FIELDS]


cdef Section[N_SECTIONS] SECTIONS

cdef int _section(int which, list how) except -1:
    cdef int k
    SECTIONS[which].fields = len(how)
    for k in range(len(how)):
        SECTIONS[which].how[k] = how[k]
    return 0

_section(0, [PLAIN, PLAIN, DELTA, 2, 2, 2, PLAIN, PLAIN, SIGNED, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN])
_section(1, [DELTA] + [PLAIN] * 16)
_section(2, [PLAIN, PLAIN, DELTA, DELTA, SIGNED, PLAIN, PLAIN, PLAIN, PLAIN])
_section(3, [PLAIN, PLAIN, PLAIN, DELTA, DELTA, SIGNED, PLAIN])
_section(4, [PLAIN, PLAIN, DELTA, SIGNED, PLAIN])
_section(5, [DELTA])  # the end of each string


cdef inline uint32_t _small(const uint32_t* row, int field, int fields, int how, bint first) noexcept nogil:
    """The value that is stored, before its base is taken off; arithmetic is modulo 2**32."""
    if how == PLAIN:
        return row[field]
    if how == DELTA:
        return row[field] if first else row[field] - (row - fields)[field]
    if how == SIGNED:
        return row[field] + 1
    return row[field] - row[how]


cdef size_t _measure(const uint32_t* rows, size_t count, const Section* section, Column* columns) noexcept nogil:
    """Width and base of every column; returns the bytes of the section."""
    cdef int k
    cdef size_t i, size = section.fields * sizeof(Column)
    cdef uint32_t low, high, v
    for k in range(section.fields):
        low = <uint32_t>-1
        high = 0
        for i in range(count):
            v = _small(rows + i * section.fields, k, section.fields, section.how[k], i == 0)
            if v < low:
                low = v
            if v > high:
                high = v
        columns[k].base = low if count else 0
        high = high - low if count else 0
        columns[k].width = 4 if high > 0xFFFF else 2 if high > 0xFF else 1 if high or k == 0 else 0
        size += columns[k].width * count
    return size


cdef char* _write(const uint32_t* rows, size_t count, const Section* section, const Column* columns, char* out) noexcept nogil:
    cdef int k
    cdef size_t i
    cdef uint32_t v
    cdef uint16_t half
    memcpy(out, columns, section.fields * sizeof(Column))
    out += section.fields * sizeof(Column)
    for k in range(section.fields):
        if columns[k].width == 0:
            continue
        for i in range(count):
            v = _small(rows + i * section.fields, k, section.fields, section.how[k], i == 0) - columns[k].base
            if columns[k].width == 1:
                out[0] = <char>v
            elif columns[k].width == 2:
                half = <uint16_t>v
                memcpy(out, &half, 2)
            else:
                memcpy(out, &v, 4)
            out += columns[k].width
    return out


cdef const char* _read(uint32_t* rows, size_t count, const Section* section, const char* at, const char* end) noexcept nogil:
    """Fill the rows; NULL when the bytes do not hold them."""
    cdef Column columns[MAX_FIELDS]
    cdef int k, how
    cdef size_t i
    cdef uint32_t v, fields = <uint32_t>section.fields
    cdef uint16_t half
    cdef uint32_t* row
    if <size_t>(end - at) < fields * sizeof(Column):
        return NULL
    memcpy(columns, at, fields * sizeof(Column))
    at += fields * sizeof(Column)
    for k in range(section.fields):
        if columns[k].width != 0 and columns[k].width != 1 and columns[k].width != 2 and columns[k].width != 4:
            return NULL
        if (k == 0 and columns[k].width == 0) or <size_t>(end - at) < columns[k].width * count:
            return NULL
        how = section.how[k]
        for i in range(count):
            v = 0
            if columns[k].width == 1:
                v = <uint8_t>at[0]
            elif columns[k].width == 2:
                memcpy(&half, at, 2)
                v = half
            elif columns[k].width == 4:
                memcpy(&v, at, 4)
            at += columns[k].width
            v += columns[k].base
            row = rows + i * fields
            if how == DELTA:
                if i:
                    v += (row - fields)[k]
            elif how == SIGNED:
                v -= 1
            elif how != PLAIN:
                v += row[how]
            row[k] = v
    return at


cdef void _sections(const Facts* f, const uint32_t** rows) noexcept nogil:
    rows[0] = <const uint32_t*>f.defs
    rows[1] = <const uint32_t*>f.metrics
    rows[2] = <const uint32_t*>f.refs
    rows[3] = <const uint32_t*>f.imports
    rows[4] = <const uint32_t*>f.bindings
    rows[5] = f.offsets + 1


cdef bytes encode(const Facts* f):
    """The record of the rows. Raises MemoryError."""
    cdef Header head
    cdef Column columns[N_SECTIONS][MAX_FIELDS]
    cdef const uint32_t* rows[N_SECTIONS]
    cdef size_t size
    cdef char* out
    cdef int k
    head.magic, head.flags = MAGIC, f.flags
    head.counts[0], head.counts[1], head.counts[2] = f.n_defs, f.n_metrics, f.n_refs
    head.counts[3], head.counts[4], head.counts[5] = f.n_imports, f.n_bindings, f.n_strings
    head.string_bytes = f.offsets[f.n_strings]
    _sections(f, rows)
    size = sizeof(head) + head.string_bytes
    for k in range(N_SECTIONS):
        size += _measure(rows[k], head.counts[k], &SECTIONS[k], columns[k])
    if size > <size_t>0xFFFFFFFF:
        raise MemoryError
    head.size = <uint32_t>size
    record = PyBytes_FromStringAndSize(NULL, <Py_ssize_t>size)
    out = PyBytes_AS_STRING(record)
    memcpy(out, &head, sizeof(head))
    out += sizeof(head)
    for k in range(N_SECTIONS):
        out = _write(rows[k], head.counts[k], &SECTIONS[k], columns[k], out)
    memcpy(out, f.text, head.string_bytes)
    return record


cdef bint counts_of(bytes record, Counts* out) noexcept:
    cdef Header head
    if <size_t>len(record) < sizeof(head):
        return False
    memcpy(&head, PyBytes_AS_STRING(record), sizeof(head))
    out.defs, out.metrics, out.refs = head.counts[0], head.counts[1], head.counts[2]
    out.imports, out.bindings = head.counts[3], head.counts[4]
    return head.magic == MAGIC and head.size == <size_t>len(record) and (
        head.counts[0] <= head.size and head.counts[1] <= head.size and head.counts[2] <= head.size
        and head.counts[3] <= head.size and head.counts[4] <= head.size)


cdef bint _sound(const Facts* f) noexcept nogil:
    """Whether every handle, number and name of a kind is one."""
    cdef uint32_t i, n = f.n_strings
    cdef int32_t count = <int32_t>f.n_defs
    for i in range(f.n_defs):
        if not (f.defs[i].name < n and f.defs[i].scope < n and f.defs[i].doc < n and -1 <= f.defs[i].parent < <int32_t>i
                and f.defs[i].start <= f.defs[i].sig_end <= f.defs[i].end and f.defs[i].kind <= KIND_OTHER
                and f.defs[i].params <= PARAMS_UNKNOWN and f.defs[i].required <= PARAMS_UNKNOWN):
            return False
    for i in range(f.n_metrics):
        if f.metrics[i].owner >= f.n_defs or (i and f.metrics[i].owner <= f.metrics[i - 1].owner):
            return False
    for i in range(f.n_refs):
        if not (f.refs[i].name < n and f.refs[i].prefix < n and -1 <= f.refs[i].owner < count
                and f.refs[i].role <= ROLE_DOC and f.refs[i].recv <= RECV_EXPR and f.refs[i].args <= ARGS_UNKNOWN
                and f.refs[i].flags <= (REF_QUALIFIED | REF_LOCAL)):
            return False
    for i in range(f.n_imports):
        if not (f.imports[i].source < n and f.imports[i].name < n and f.imports[i].alias < n
                and -1 <= f.imports[i].owner < count):
            return False
    for i in range(f.n_bindings):
        if not (f.bindings[i].name < n and f.bindings[i].type < n and -1 <= f.bindings[i].owner < count
                and f.bindings[i].flags & 0xFF <= BIND_ROUTE and f.bindings[i].flags <= 0xFFFF):
            return False
    return True


cdef class Decoder:

    def __cinit__(self):
        self.memory = NULL
        self.capacity = 0

    def __dealloc__(self):
        free(self.memory)

    cdef int open(self, bytes record) except -1:
        cdef Header head
        cdef const char* at = PyBytes_AS_STRING(record)
        cdef const char* end = at + len(record)
        cdef uint32_t* rows[N_SECTIONS]
        cdef uint64_t need = 1
        cdef uint32_t i
        cdef int k
        cdef Facts* f = &self.facts
        if <size_t>len(record) < sizeof(head):
            raise ValueError("not a record")
        memcpy(&head, at, sizeof(head))
        if head.magic != MAGIC or head.size != <size_t>len(record) or head.counts[5] == 0:
            raise ValueError("not a record")
        for k in range(N_SECTIONS):
            if head.counts[k] > head.size:  # a row takes a byte at least
                raise ValueError("not a record")
            need += <uint64_t>head.counts[k] * SECTIONS[k].fields
        need *= sizeof(uint32_t)
        if need > self.capacity:
            free(self.memory)
            self.capacity = 0
            self.memory = malloc(need)
            if self.memory == NULL:
                raise MemoryError
            self.capacity = need
        rows[0] = <uint32_t*>self.memory
        for k in range(1, N_SECTIONS):
            rows[k] = rows[k - 1] + <size_t>head.counts[k - 1] * SECTIONS[k - 1].fields
        rows[5][0] = 0  # where the first string starts
        at += sizeof(head)
        for k in range(N_SECTIONS):
            at = _read(rows[k] + (k == 5), head.counts[k], &SECTIONS[k], at, end)
            if at == NULL:
                raise ValueError("not a record")
        if <size_t>(end - at) != head.string_bytes or rows[5][head.counts[5]] != head.string_bytes:
            raise ValueError("not a record")
        for i in range(head.counts[5]):
            if rows[5][i] > rows[5][i + 1]:
                raise ValueError("not a record")
        f.flags = head.flags
        f.n_defs, f.n_metrics, f.n_refs = head.counts[0], head.counts[1], head.counts[2]
        f.n_imports, f.n_bindings, f.n_strings = head.counts[3], head.counts[4], head.counts[5]
        f.defs, f.metrics, f.refs = <DefRow*>rows[0], <MetricRow*>rows[1], <RefRow*>rows[2]
        f.imports, f.bindings, f.offsets = <ImportRow*>rows[3], <BindingRow*>rows[4], rows[5]
        f.text = <const uint8_t*>at
        if not _sound(f):
            raise ValueError("not a record")
        return 0


def flags_of(bytes record not None) -> int:
    """The FILE_* bits of a record. Raises ValueError when it is none."""
    cdef Header head
    if <size_t>len(record) < sizeof(head):
        raise ValueError("not a record")
    memcpy(&head, PyBytes_AS_STRING(record), sizeof(head))
    if head.magic != MAGIC or head.size != <size_t>len(record):
        raise ValueError("not a record")
    return head.flags


def with_flags(bytes record not None, uint32_t flags) -> bytes:
    """The record with more of the FILE_* bits. Raises ValueError when it is none."""
    cdef Header head
    flags_of(record)
    memcpy(&head, PyBytes_AS_STRING(record), sizeof(head))
    head.flags |= flags
    return (<char*>&head)[: sizeof(head)] + record[sizeof(head) :]


assert sizeof(DefRow) == 4 * SECTIONS[0].fields and sizeof(MetricRow) == 4 * SECTIONS[1].fields
assert sizeof(RefRow) == 4 * SECTIONS[2].fields and sizeof(ImportRow) == 4 * SECTIONS[3].fields
assert sizeof(BindingRow) == 4 * SECTIONS[4].fields
