"""From a file's raw facts to its final rows: duplicates merged, definitions nested, references attributed.

Invariant: the order of the query's matches does not matter; every sort key is total.
Cost: a few sorts over the rows, linear sweeps otherwise; one stack, no recursion; packing is one copy.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport qsort, realloc
from libc.string cimport memcpy, memset

from ripwire._core.facts cimport *
from ripwire._core.names cimport MAX_SCOPE
from ripwire._core.strings cimport *


cdef inline int _cmp(uint64_t a, uint64_t b) noexcept nogil:
    return (a > b) - (a < b)


cdef inline int _priority(uint8_t kind) noexcept nogil:
    if kind == KIND_METHOD:
        return 5
    if kind == KIND_IFACE:
        return 4
    if kind == KIND_STRUCT or kind == KIND_CLS:
        return 3
    if kind == KIND_FN or kind == KIND_MACRO:
        return 2
    if kind == KIND_VAR:
        return 1
    return 0


cdef inline bint _is_scope(uint8_t kind) noexcept nogil:
    return kind >= KIND_SCOPE_TYPE


cdef int _by_name_byte(const void* pa, const void* pb) noexcept nogil:
    """Duplicates of one definition, best first; scopes are never duplicates of symbols."""
    cdef const RawDef* a = <const RawDef*>pa
    cdef const RawDef* b = <const RawDef*>pb
    if _is_scope(a.kind) != _is_scope(b.kind):
        return 1 if _is_scope(a.kind) else -1
    if a.name_byte != b.name_byte:
        return _cmp(a.name_byte, b.name_byte)
    if _priority(a.kind) != _priority(b.kind):
        return _priority(b.kind) - _priority(a.kind)
    if a.start != b.start:
        return _cmp(a.start, b.start)
    if a.end != b.end:
        return _cmp(b.end, a.end)
    return _cmp(a.pattern, b.pattern)


cdef int _by_start(const void* pa, const void* pb) noexcept nogil:
    cdef const RawDef* a = <const RawDef*>pa
    cdef const RawDef* b = <const RawDef*>pb
    if a.start != b.start:
        return _cmp(a.start, b.start)
    if a.end != b.end:
        return _cmp(b.end, a.end)
    if _is_scope(a.kind) != _is_scope(b.kind):
        return -1 if _is_scope(a.kind) else 1
    if a.name_byte != b.name_byte:
        return _cmp(a.name_byte, b.name_byte)
    return _cmp(a.pattern, b.pattern)


cdef int _by_ref(const void* pa, const void* pb) noexcept nogil:
    cdef const RawRef* a = <const RawRef*>pa
    cdef const RawRef* b = <const RawRef*>pb
    if a.row.byte != b.row.byte:
        return _cmp(a.row.byte, b.row.byte)
    if a.row.role != b.row.role:
        return <int>a.row.role - <int>b.row.role
    return _cmp(a.pattern, b.pattern)


cdef int _by_import(const void* pa, const void* pb) noexcept nogil:
    cdef const RawImport* a = <const RawImport*>pa
    cdef const RawImport* b = <const RawImport*>pb
    if a.row.byte != b.row.byte:
        return _cmp(a.row.byte, b.row.byte)
    if a.at != b.at:
        return _cmp(a.at, b.at)
    return _cmp(a.pattern, b.pattern)


cdef int _by_binding(const void* pa, const void* pb) noexcept nogil:
    cdef const BindingRow* a = <const BindingRow*>pa
    cdef const BindingRow* b = <const BindingRow*>pb
    if a.byte != b.byte:
        return _cmp(a.byte, b.byte)
    return _cmp(a.type, b.type)


cdef int _by_u32(const void* a, const void* b) noexcept nogil:
    return _cmp((<const uint32_t*>a)[0], (<const uint32_t*>b)[0])


cdef int _merge_definitions(RawFacts* f) noexcept nogil:
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef size_t n = f.defs.count, i, kept = 0
    if n == 0:
        return 0
    qsort(d, n, sizeof(RawDef), _by_name_byte)
    for i in range(n):
        if kept and not _is_scope(d[i].kind) and d[kept - 1].name_byte == d[i].name_byte:
            if d[kept - 1].body == NO_BYTE:
                d[kept - 1].body = d[i].body
            if d[kept - 1].params < 0:
                d[kept - 1].params = d[i].params
                d[kept - 1].open = d[i].open
            if d[kept - 1].qualifier == 0:
                d[kept - 1].qualifier = d[i].qualifier
            continue
        if kept != i:
            d[kept] = d[i]
        kept += 1
    f.defs.count = kept
    qsort(d, kept, sizeof(RawDef), _by_start)
    return 0


cdef uint32_t _join(RawFacts* f, uint32_t left, uint32_t right) noexcept nogil:
    """Handle of left::right; an empty side leaves the other."""
    cdef size_t a, b
    cdef void* grown
    cdef StringTable* t = &f.strings
    if left == 0:
        return right
    if right == 0:
        return left
    a = t.offsets[left + 1] - t.offsets[left]
    b = t.offsets[right + 1] - t.offsets[right]
    if a + b + 2 > f.scratch_size:
        grown = realloc(f.scratch, 2 * (a + b + 2))
        if grown == NULL:
            return NO_STRING
        f.scratch = <uint8_t*>grown
        f.scratch_size = 2 * (a + b + 2)
    memcpy(f.scratch, t.arena + t.offsets[left], a)
    memcpy(f.scratch + a, b"::", 2)
    memcpy(f.scratch + a + 2, t.arena + t.offsets[right], b)
    return strings_intern(t, f.scratch, <uint32_t>(a + b + 2))


cdef int _nest(RawFacts* f, const NestingRules* rules) noexcept nogil:
    """Scopes, parents, methods, dropped locals; fills `out` with the index of each kept definition."""
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef RawDef* top
    cdef size_t n = f.defs.count, i
    cdef int32_t kept = 0, at
    cdef int32_t* stack
    cdef int32_t depth = 0
    cdef uint8_t holder
    f.order.count = 0
    for i in range(n):
        if push(&f.order, sizeof(int32_t)) == NULL:
            return -1
    stack = <int32_t*>f.order.data
    for i in range(n):
        while depth and not (d[stack[depth - 1]].start <= d[i].start and d[i].end <= d[stack[depth - 1]].end):
            depth -= 1
        d[i].holder = -1
        d[i].sections = 0
        if depth:
            at = stack[depth - 1]
            d[i].sections = d[at].sections
            # Vars and sections hold nothing, so the holder of the top is this one's too.
            d[i].holder = d[at].holder if d[at].kind == KIND_VAR or d[at].kind == KIND_SEC else at
        if d[i].kind == KIND_SEC and d[i].sections < 255:
            d[i].sections += 1
        d[i].scope = d[i].qualifier
        holder = KIND_OTHER
        if d[i].holder >= 0:
            top = &d[d[i].holder]
            holder = top.kind
            d[i].scope = _join(f, top.path, d[i].qualifier)
            if d[i].scope == NO_STRING:
                return -1
            if rules.methods and d[i].kind == KIND_FN and (
                    holder == KIND_CLS or holder == KIND_STRUCT or holder == KIND_IFACE or holder == KIND_SCOPE_TYPE):
                d[i].kind = KIND_METHOD
        if d[i].kind != KIND_VAR and d[i].kind != KIND_SEC:
            # A long chain of nested names is cut off rather than squared: nothing real nests this deep.
            if f.strings.offsets[d[i].scope + 1] - f.strings.offsets[d[i].scope] > MAX_SCOPE:
                d[i].path = d[i].scope
            else:
                d[i].path = _join(f, d[i].scope, d[i].name)
            if d[i].path == NO_STRING:
                return -1
        stack[depth] = <int32_t>i
        depth += 1
        if _is_scope(d[i].kind):
            continue
        if d[i].kind == KIND_MACRO:
            d[i].kind = KIND_FN
        if (not rules.keep_locals and d[i].kind == KIND_VAR and d[i].holder >= 0
                and (holder == KIND_FN or holder == KIND_METHOD)):
            continue
        if rules.module_vars and d[i].kind == KIND_VAR and d[i].holder >= 0 and holder != KIND_OTHER:
            continue
        # A prototype inside a function is a local too, and more often C++'s `Lock guard(mutex);` than a prototype.
        if (d[i].kind == KIND_FN and (d[i].body == NO_BYTE or d[i].body >= d[i].end) and d[i].holder >= 0
                and (holder == KIND_FN or holder == KIND_METHOD)):
            continue
        if d[i].kind == KIND_SEC:
            if rules.max_depth and d[i].sections > rules.max_depth:
                continue
            d[i].scope = 0
        d[i].out = kept
        kept += 1
        if d[i].body == NO_BYTE or d[i].body <= d[i].start or d[i].body >= d[i].end:
            d[i].body = d[i].end
        if d[i].params < 0 or d[i].open or rules.arity == 0 or (rules.arity == 1 and d[i].kind != KIND_FN):
            d[i].open = 1
    return 0


cdef int _merge_references(RawFacts* f) noexcept nogil:
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef uint32_t* names
    cdef uint32_t* slot
    cdef size_t n = f.refs.count, i, kept = 0, at = 0
    cdef RefRow* last
    if n == 0:
        return 0
    qsort(r, n, sizeof(RawRef), _by_ref)
    f.names.count = 0
    for i in range(f.defs.count):
        if d[i].out >= 0:
            slot = <uint32_t*>push(&f.names, sizeof(uint32_t))
            if slot == NULL:
                return -1
            slot[0] = d[i].name_byte
    names = <uint32_t*>f.names.data
    if f.names.count > 1:
        qsort(names, f.names.count, sizeof(uint32_t), _by_u32)
    for i in range(n):
        while at < f.names.count and names[at] < r[i].row.byte:
            at += 1
        if at < f.names.count and names[at] == r[i].row.byte:
            continue
        if kept:
            last = &r[kept - 1].row
            if last.byte == r[i].row.byte and last.role == r[i].row.role:
                if last.recv == RECV_NONE:
                    last.recv = r[i].row.recv
                    last.receiver = r[i].row.receiver
                if last.qualifier == 0:
                    last.qualifier = r[i].row.qualifier
                if last.args == ARGS_UNKNOWN:
                    last.args = r[i].row.args
                continue
        if kept != i:
            r[kept] = r[i]
        kept += 1
    f.refs.count = kept
    return 0


cdef int _attribute(RawFacts* f) noexcept nogil:
    """Innermost kept definition of every reference and binding, by one sweep over both in byte order."""
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef BindingRow* b = <BindingRow*>f.bindings.data
    cdef int32_t* stack = <int32_t*>f.order.data
    cdef int32_t depth = 0
    cdef size_t i = 0, j = 0, k = 0
    cdef uint32_t byte
    cdef int32_t owner
    while j < f.refs.count or k < f.bindings.count:
        if k >= f.bindings.count or (j < f.refs.count and r[j].row.byte <= b[k].byte):
            byte = r[j].row.byte
        else:
            byte = b[k].byte
        while i < f.defs.count and d[i].start <= byte:
            if d[i].out >= 0 and d[i].kind != KIND_SEC:
                while depth and d[stack[depth - 1]].end <= d[i].start:
                    depth -= 1
                stack[depth] = <int32_t>i
                depth += 1
            i += 1
        while depth and d[stack[depth - 1]].end <= byte:
            depth -= 1
        owner = d[stack[depth - 1]].out if depth else -1
        while j < f.refs.count and r[j].row.byte == byte:
            r[j].row.owner = owner
            j += 1
        while k < f.bindings.count and b[k].byte == byte:
            b[k].owner = owner
            k += 1
    return 0


cdef int arrange(RawFacts* f, const NestingRules* rules) noexcept nogil:
    """Sort, deduplicate, nest and attribute what the matches gave."""
    if _merge_definitions(f) < 0 or _nest(f, rules) < 0:
        return -1
    if _merge_references(f) < 0:
        return -1
    if f.imports.count > 1:
        qsort(f.imports.data, f.imports.count, sizeof(RawImport), _by_import)
    if f.bindings.count > 1:
        qsort(f.bindings.data, f.bindings.count, sizeof(BindingRow), _by_binding)
    return _attribute(f)


cdef bytes pack_facts(RawFacts* f, uint32_t flags):
    """The record of arranged facts. Raises MemoryError."""
    cdef RecordHeader head
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef RawImport* im = <RawImport*>f.imports.data
    cdef DefRow row
    cdef size_t i, size
    cdef int32_t holder
    cdef uint32_t offset
    cdef char* out
    memset(&head, 0, sizeof(head))
    head.magic = RECORD_MAGIC
    head.version = RECORD_VERSION
    head.flags = flags
    for i in range(f.defs.count):
        head.n_defs += d[i].out >= 0
    head.n_refs = <uint32_t>f.refs.count
    head.n_imports = <uint32_t>f.imports.count
    head.n_bindings = <uint32_t>f.bindings.count
    head.n_strings = f.strings.count
    head.string_bytes = <uint32_t>f.strings.arena_size
    size = record_size(&head)
    if size > <size_t>NO_STRING:
        raise MemoryError
    head.size = <uint32_t>size
    record = PyBytes_FromStringAndSize(NULL, <Py_ssize_t>size)
    out = PyBytes_AS_STRING(record)
    memcpy(out, &head, sizeof(head))
    out += sizeof(head)
    for i in range(<size_t>f.strings.count + 1):
        offset = <uint32_t>f.strings.offsets[i]
        memcpy(out, &offset, sizeof(uint32_t))
        out += sizeof(uint32_t)
    for i in range(f.defs.count):
        if d[i].out < 0:
            continue
        memset(&row, 0, sizeof(row))
        row.name, row.scope = d[i].name, d[i].scope
        row.start, row.sig_end, row.end = d[i].start, d[i].body, d[i].end
        row.name_byte, row.line = d[i].name_byte, d[i].name_row + 1
        row.loc = d[i].end_row - d[i].row + 1
        row.kind = d[i].kind
        row.params = <uint16_t>(d[i].params if 0 <= d[i].params < PARAMS_UNKNOWN else PARAMS_UNKNOWN)
        row.flags = (DEF_HAS_BODY if row.sig_end < row.end else 0) | (0 if d[i].open else DEF_ARITY_EXACT)
        holder = d[i].holder
        while holder >= 0 and d[holder].out < 0:
            holder = d[holder].holder
        row.parent = d[holder].out if holder >= 0 else -1
        memcpy(out, &row, sizeof(row))
        out += sizeof(row)
    for i in range(f.refs.count):
        memcpy(out, &r[i].row, sizeof(RefRow))
        out += sizeof(RefRow)
    for i in range(f.imports.count):
        memcpy(out, &im[i].row, sizeof(ImportRow))
        out += sizeof(ImportRow)
    if f.bindings.count:
        memcpy(out, f.bindings.data, f.bindings.count * sizeof(BindingRow))
        out += f.bindings.count * sizeof(BindingRow)
    memcpy(out, f.strings.arena, f.strings.arena_size)
    return record
