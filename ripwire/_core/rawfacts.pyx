"""From a file's raw facts to its final rows: duplicates merged, definitions nested, references attributed.

Invariant: every sort key is total; of two matches of one pattern in one place the earlier goes first.
Cost: a few sorts over the rows, linear sweeps otherwise; one stack, no recursion; packing is one copy.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, qsort, realloc
from libc.string cimport memcmp, memcpy, memmove

from ripwire._core.codec cimport encode
from ripwire._core.complexity cimport measure
from ripwire._core.doctext cimport take_attributes, take_comments, take_docstring
from ripwire._core.facts cimport *
from ripwire._core.names cimport MAX_SCOPE, with_arity
from ripwire._core.strings cimport *
from ripwire._core.uses cimport drop_uses


cdef enum:
    READS = 64  # of a file for access paths: calls nest, so receivers hold receivers


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
        return compare(a.name_byte, b.name_byte)
    if _priority(a.kind) != _priority(b.kind):
        return _priority(b.kind) - _priority(a.kind)
    if a.start != b.start:
        return compare(a.start, b.start)
    if a.end != b.end:
        return compare(b.end, a.end)
    if a.pattern != b.pattern:
        return compare(a.pattern, b.pattern)
    return compare(a.order, b.order)


cdef int _by_start(const void* pa, const void* pb) noexcept nogil:
    cdef const RawDef* a = <const RawDef*>pa
    cdef const RawDef* b = <const RawDef*>pb
    if a.start != b.start:
        return compare(a.start, b.start)
    if a.end != b.end:
        return compare(b.end, a.end)
    if _is_scope(a.kind) != _is_scope(b.kind):
        return -1 if _is_scope(a.kind) else 1
    if a.name_byte != b.name_byte:
        return compare(a.name_byte, b.name_byte)
    if a.pattern != b.pattern:
        return compare(a.pattern, b.pattern)
    return compare(a.order, b.order)


cdef int _by_ref(const void* pa, const void* pb) noexcept nogil:
    cdef const RawRef* a = <const RawRef*>pa
    cdef const RawRef* b = <const RawRef*>pb
    if a.row.byte != b.row.byte:
        return compare(a.row.byte, b.row.byte)
    if a.row.role != b.row.role:
        return <int>a.row.role - <int>b.row.role
    if a.pattern != b.pattern:
        return compare(a.pattern, b.pattern)
    return compare(a.order, b.order)


cdef int _by_import(const void* pa, const void* pb) noexcept nogil:
    cdef const RawImport* a = <const RawImport*>pa
    cdef const RawImport* b = <const RawImport*>pb
    if a.row.byte != b.row.byte:
        return compare(a.row.byte, b.row.byte)
    if a.at != b.at:
        return compare(a.at, b.at)
    return compare(a.pattern, b.pattern)


cdef extern from *:
    """
    static _Thread_local const void* rw_sorted;  /* the strings that the rows that are being sorted name */
    """
    const void* rw_sorted


cdef int _by_text(uint32_t a, uint32_t b) noexcept nogil:
    """Two strings in byte order, the shorter one first."""
    cdef const StringTable* t = <const StringTable*>rw_sorted
    cdef size_t n = t.offsets[a + 1] - t.offsets[a], m = t.offsets[b + 1] - t.offsets[b]
    cdef int way = memcmp(t.arena + t.offsets[a], t.arena + t.offsets[b], n if n < m else m)
    return way if way else (n > m) - (n < m)


cdef int _by_binding(const void* pa, const void* pb) noexcept nogil:
    cdef const BindingRow* a = <const BindingRow*>pa
    cdef const BindingRow* b = <const BindingRow*>pb
    if a.byte != b.byte:
        return compare(a.byte, b.byte)
    if a.name != b.name:
        return _by_text(a.name, b.name)
    if (a.flags & BIND_SOURCES) != (b.flags & BIND_SOURCES):
        return compare(a.flags & BIND_SOURCES, b.flags & BIND_SOURCES)
    if a.type != b.type:
        return _by_text(a.type, b.type)
    return compare(b.flags, a.flags)


cdef void _merge_bindings(RawFacts* f) noexcept nogil:
    """Bindings of one name to one type are one, unless one is a field and one a parameter; a variable says least."""
    global rw_sorted
    cdef BindingRow* b = <BindingRow*>f.bindings.data
    cdef size_t i, kept = 0
    rw_sorted = &f.strings
    if f.bindings.count > 1:
        qsort(b, f.bindings.count, sizeof(BindingRow), _by_binding)
    for i in range(f.bindings.count):
        if (kept and b[kept - 1].byte == b[i].byte and b[kept - 1].type == b[i].type and b[kept - 1].name == b[i].name
                and (b[kept - 1].flags == b[i].flags or b[i].flags == ((b[kept - 1].flags & BIND_SOURCES) | BIND_VAR))):
            continue
        b[kept] = b[i]
        kept += 1
    f.bindings.count = kept


cdef int _by_span(const void* pa, const void* pb) noexcept nogil:
    return compare((<const Span*>pa).start, (<const Span*>pb).start)


cdef int _by_u32(const void* a, const void* b) noexcept nogil:
    return compare((<const uint32_t*>a)[0], (<const uint32_t*>b)[0])


cdef int _merge_definitions(RawFacts* f) noexcept nogil:
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef size_t n = f.defs.count, i, kept = 0
    if n == 0:
        return 0
    qsort(d, n, sizeof(RawDef), _by_name_byte)
    for i in range(n):
        if kept and not _is_scope(d[i].kind) and d[kept - 1].name_byte == d[i].name_byte:
            if d[kept - 1].body == NO_BYTE:
                d[kept - 1].body, d[kept - 1].body_end = d[i].body, d[i].body_end
            if d[kept - 1].params < 0:
                d[kept - 1].params, d[kept - 1].required = d[i].params, d[i].required
                d[kept - 1].open = d[i].open
                d[kept - 1].list_start, d[kept - 1].list_end = d[i].list_start, d[i].list_end
            if d[kept - 1].qualifier == 0:
                d[kept - 1].qualifier = d[i].qualifier
            continue
        if kept != i:
            d[kept] = d[i]
        kept += 1
    f.defs.count = kept
    qsort(d, kept, sizeof(RawDef), _by_start)
    if take_attributes(f):
        qsort(d, kept, sizeof(RawDef), _by_start)
    return 0


cdef int _by_list(const void* pa, const void* pb) noexcept nogil:
    cdef const Span* a = <const Span*>pa
    cdef const Span* b = <const Span*>pb
    if a.start != b.start:
        return compare(a.start, b.start)
    if a.end != b.end:
        return compare(b.end, a.end)
    return compare(a.kind, b.kind)


cdef int _count_marked(RawFacts* f) noexcept nogil:
    """Parameters that are more or fewer than the children of their list, in the innermost list around each mark."""
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef Span* marks = <Span*>f.param_marks.data
    cdef Span* lists
    cdef Span* one
    cdef RawDef* of
    cdef int32_t* stack
    cdef size_t i, k = 0
    cdef int32_t depth = 0
    if f.param_marks.count == 0:
        return 0
    qsort(marks, f.param_marks.count, sizeof(Span), _by_list)
    f.lists.count = 0
    for i in range(f.defs.count):
        if d[i].params >= 0 and d[i].list_end:
            one = <Span*>push(&f.lists, sizeof(Span))
            if one == NULL:
                return -1
            one.start, one.end, one.kind = d[i].list_start, d[i].list_end, <uint32_t>i
    lists = <Span*>f.lists.data
    if f.lists.count > 1:
        qsort(lists, f.lists.count, sizeof(Span), _by_list)
    if not grow(&f.order, f.lists.count + 1, sizeof(int32_t)):
        return -1
    stack = <int32_t*>f.order.data
    for i in range(f.param_marks.count):
        if i and marks[i].start == marks[i - 1].start and marks[i].kind == marks[i - 1].kind:
            continue
        while k < f.lists.count and lists[k].start <= marks[i].start:
            while depth and lists[stack[depth - 1]].end <= lists[k].start:
                depth -= 1
            stack[depth] = <int32_t>k
            depth += 1
            k += 1
        while depth and lists[stack[depth - 1]].end <= marks[i].start:
            depth -= 1
        if depth == 0:
            continue
        of = &d[lists[stack[depth - 1]].kind]
        if marks[i].kind == PARAM_NONE:
            of.params -= of.params > 0
            of.required -= of.required > 0
        else:
            of.params += 1
            of.required += marks[i].kind == PARAM_MORE
            of.open = of.open or marks[i].kind == PARAM_OPTIONAL
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


cdef inline bint _twins(const RawDef* a, const RawDef* b) noexcept nogil:
    """Whether two symbols share one declaration, as `f` and `g` in `int f(), g();`: neither holds the other."""
    return a.start == b.start and a.end == b.end and not _is_scope(a.kind) and not _is_scope(b.kind)


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
        while depth and (not (d[stack[depth - 1]].start <= d[i].start and d[i].end <= d[stack[depth - 1]].end)
                         or _twins(&d[stack[depth - 1]], &d[i])):
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
        if rules.arity_names and not d[i].title and (
                d[i].params >= 0 or d[i].kind == KIND_FN or d[i].kind == KIND_METHOD or d[i].kind == KIND_MACRO):
            d[i].name = with_arity(&f.strings, d[i].name, d[i].params if d[i].params > 0 else 0)
            if d[i].name == NO_STRING:
                return -1
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


cdef int _merge_references(RawFacts* f, const NestingRules* rules) noexcept nogil:
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef uint32_t* names
    cdef uint32_t* slot
    cdef size_t n = f.refs.count, i, kept = 0, at = 0
    cdef RefRow* last
    if n == 0:
        return 0
    qsort(r, n, sizeof(RawRef), _by_ref)
    f.order.count = 0
    for i in range(f.defs.count):
        if d[i].out >= 0:
            slot = <uint32_t*>push(&f.order, sizeof(uint32_t))
            if slot == NULL:
                return -1
            slot[0] = d[i].name_byte
    names = <uint32_t*>f.order.data
    if f.order.count > 1:
        qsort(names, f.order.count, sizeof(uint32_t), _by_u32)
    for i in range(n):
        while at < f.order.count and names[at] < r[i].row.byte:
            at += 1
        if at < f.order.count and names[at] == r[i].row.byte:
            continue
        if kept:
            last = &r[kept - 1].row
            if last.byte == r[i].row.byte and last.role == r[i].row.role:
                if last.recv == RECV_NONE:
                    last.recv = r[i].row.recv
                    r[kept - 1].receiver = r[i].receiver
                if r[kept - 1].qualifier == 0:
                    r[kept - 1].qualifier = r[i].qualifier
                if last.args == ARGS_UNKNOWN:
                    last.args = r[i].row.args
                r[kept - 1].piped = r[kept - 1].piped or r[i].piped
                r[kept - 1].own = r[kept - 1].own or r[i].own
                r[kept - 1].bare = r[kept - 1].bare and r[i].bare
                continue
        if kept != i:
            r[kept] = r[i]
        kept += 1
    f.refs.count = kept
    return 0


cdef int _count_arguments(RawFacts* f, const NestingRules* rules) noexcept nogil:
    """What is piped in is an argument, and names may end with the number; by now local names, which have none, are gone."""
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef RefRow* row
    cdef size_t i
    for i in range(f.refs.count):
        row = &r[i].row
        if row.args == ARGS_UNKNOWN:
            continue
        if r[i].piped and row.args < ARGS_UNKNOWN - 1:
            row.args += 1
        if rules.arity_names and row.role == ROLE_CALL:
            row.name = with_arity(&f.strings, row.name, <int32_t>row.args)
            if row.name == NO_STRING:
                return -1
    return 0


cdef struct Owners:  # the innermost kept definition at a byte that only grows
    RawDef* d
    size_t count
    size_t next
    int32_t* stack
    int32_t depth


cdef int32_t _owner(Owners* o, uint32_t byte) noexcept nogil:
    """Index of the definition around a byte, or -1."""
    cdef RawDef* d = o.d
    while o.next < o.count and d[o.next].start <= byte:
        if d[o.next].out >= 0 and d[o.next].kind != KIND_SEC:
            while o.depth and d[o.stack[o.depth - 1]].end <= d[o.next].start:
                o.depth -= 1
            o.stack[o.depth] = <int32_t>o.next
            o.depth += 1
        o.next += 1
    while o.depth and d[o.stack[o.depth - 1]].end <= byte:
        o.depth -= 1
    return o.stack[o.depth - 1] if o.depth else -1


cdef void _owners(RawFacts* f, Owners* o) noexcept nogil:
    o.d, o.count, o.next, o.depth = <RawDef*>f.defs.data, f.defs.count, 0, 0
    o.stack = <int32_t*>f.order.data


cdef inline bint _returns_value(const BindingRow* b) noexcept nogil:
    return b.flags & 7 == BIND_RETURN and b.flags & (BIND_CALL | BIND_VALUE)


cdef int _drop_returns(RawFacts* f) noexcept nogil:
    """What a closure returns is not returned by the function around it, unless the closure is the function.

    Owners are indexes among all definitions before, among the kept ones after.
    """
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef BindingRow* b = <BindingRow*>f.bindings.data
    cdef Mark* marks = <Mark*>f.marks.data
    cdef Span* s
    cdef int32_t* stack
    cdef size_t i, k = 0, kept = 0
    cdef int32_t depth = 0
    f.lists.count = 0
    for i in range(f.marks.count):
        if marks[i].code == MARK_CLOSURE:
            s = <Span*>push(&f.lists, sizeof(Span))
            if s == NULL:
                return -1
            s.start, s.end, s.kind = marks[i].start, marks[i].end, 0
    s = <Span*>f.lists.data
    if f.lists.count > 1:
        qsort(s, f.lists.count, sizeof(Span), _by_list)
    if not grow(&f.order, f.lists.count + 1, sizeof(int32_t)):
        return -1
    stack = <int32_t*>f.order.data
    for i in range(f.bindings.count):
        if _returns_value(&b[i]):
            while k < f.lists.count and s[k].start <= b[i].byte:
                while depth and s[stack[depth - 1]].end <= s[k].start:
                    depth -= 1
                stack[depth] = <int32_t>k
                depth += 1
                k += 1
            while depth and s[stack[depth - 1]].end <= b[i].byte:
                depth -= 1
            if b[i].owner < 0 or (depth and not (s[stack[depth - 1]].start <= d[b[i].owner].body
                                                 and d[b[i].owner].body_end <= s[stack[depth - 1]].end)):
                continue
        b[kept] = b[i]
        b[kept].owner = d[b[i].owner].out if b[i].owner >= 0 else -1
        kept += 1
    f.bindings.count = kept
    return 0


cdef int _attribute(RawFacts* f) noexcept nogil:
    """Innermost kept definition of every reference, import, binding and docstring: a sweep in byte order for each."""
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef RawImport* im = <RawImport*>f.imports.data
    cdef BindingRow* b = <BindingRow*>f.bindings.data
    cdef Span* s = <Span*>f.docstrings.data
    cdef Owners o
    cdef size_t i
    cdef int32_t at
    if not grow(&f.order, f.defs.count + 1, sizeof(int32_t)):
        return -1
    _owners(f, &o)
    for i in range(f.refs.count):
        at = _owner(&o, r[i].row.byte)
        r[i].row.owner = d[at].out if at >= 0 else -1
    _owners(f, &o)
    for i in range(f.imports.count):
        at = _owner(&o, im[i].row.byte)
        im[i].row.owner = d[at].out if at >= 0 else -1
    _owners(f, &o)
    for i in range(f.bindings.count):
        at = _owner(&o, b[i].byte)
        b[i].owner = at
    if _drop_returns(f) < 0:
        return -1
    if f.docstrings.count > 1:
        qsort(s, f.docstrings.count, sizeof(Span), _by_span)
    _owners(f, &o)
    for i in range(f.docstrings.count):
        at = _owner(&o, s[i].start)
        if at >= 0 and d[at].doc == 0 and take_docstring(f, &d[at], &s[i]) < 0:
            return -1
    return 0


cdef int arrange(RawFacts* f, const NestingRules* rules) noexcept nogil:
    """Sort, deduplicate, nest and attribute what the matches gave."""
    if _merge_definitions(f) < 0 or _count_marked(f) < 0 or _nest(f, rules) < 0:
        return -1
    if f.imports.count > 1:
        qsort(f.imports.data, f.imports.count, sizeof(RawImport), _by_import)
    if f.import_scopes.count and _join_imports(f) < 0:
        return -1
    _merge_bindings(f)
    if _merge_references(f, rules) < 0 or drop_uses(f) < 0 or _count_arguments(f, rules) < 0:
        return -1
    if _attribute(f) < 0 or take_comments(f) < 0:
        return -1
    return measure(f, rules)


cdef int _by_import_scope(const void* pa, const void* pb) noexcept nogil:
    cdef const ImportScope* a = <const ImportScope*>pa
    cdef const ImportScope* b = <const ImportScope*>pb
    if a.start != b.start:
        return compare(a.start, b.start)
    return compare(b.end, a.end)


cdef uint32_t _joined(RawFacts* f, uint32_t left, uint32_t right) noexcept nogil:
    """Handle of both texts in a row; of the left one alone when that would be longer than MAX_SCOPE."""
    cdef StringTable* t = &f.strings
    cdef uint8_t buffer[MAX_SCOPE]
    cdef size_t a = t.offsets[left + 1] - t.offsets[left], b = t.offsets[right + 1] - t.offsets[right]
    if a + b > MAX_SCOPE:
        return left
    memcpy(buffer, t.arena + t.offsets[left], a)
    memcpy(buffer + a, t.arena + t.offsets[right], b)
    return strings_intern(t, buffer, <uint32_t>(a + b))


cdef int _join_imports(RawFacts* f) noexcept nogil:
    """Sources of imports in a list with a path of its own, and what the statement around it says of all of them."""
    cdef RawImport* im = <RawImport*>f.imports.data
    cdef ImportScope* s = <ImportScope*>f.import_scopes.data
    cdef size_t i = 0, k
    cdef int32_t depth = 0
    cdef int32_t* stack
    qsort(s, f.import_scopes.count, sizeof(ImportScope), _by_import_scope)
    if not grow(&f.order, f.import_scopes.count, sizeof(int32_t)):
        return -1
    stack = <int32_t*>f.order.data
    for k in range(f.imports.count):
        while i < f.import_scopes.count and s[i].start <= im[k].row.byte:
            while depth and s[stack[depth - 1]].end <= s[i].start:
                depth -= 1
            s[i].path = s[i].prefix
            if depth:
                s[i].flags |= s[stack[depth - 1]].flags
                s[i].path = _joined(f, s[stack[depth - 1]].lead, s[i].prefix)
            s[i].lead = NO_STRING if s[i].path == NO_STRING else _joined(f, s[i].path, s[i].separator)
            if s[i].lead == NO_STRING:
                return -1
            stack[depth] = <int32_t>i
            depth += 1
            i += 1
        while depth and s[stack[depth - 1]].end <= im[k].row.byte:
            depth -= 1
        if depth == 0:
            continue
        im[k].row.flags |= s[stack[depth - 1]].flags
        if im[k].row.source:
            im[k].row.source = _joined(f, s[stack[depth - 1]].lead, im[k].row.source)
        else:
            im[k].row.source = s[stack[depth - 1]].path
        if im[k].row.source == NO_STRING:
            return -1
    return 0


cdef void facts_reset(RawFacts* f, const uint8_t* text, uint32_t size) noexcept nogil:
    """Ready for the rows of another file."""
    f.text, f.size = text, size
    f.reading = <uint64_t>size * READS + (1 << 18)
    f.defs.count = f.refs.count = f.imports.count = f.bindings.count = f.above.count = f.docstrings.count = 0
    f.import_scopes.count = f.param_marks.count = 0
    f.skips.count = f.names.count = f.scopes.count = f.marks.count = f.metrics.count = f.claims.count = 0


cdef void facts_free(RawFacts* f) noexcept nogil:
    cdef Vec* v = &f.defs
    while v <= &f.gotos:
        free(v.data)
        v += 1
    free(f.scratch)
    strings_free(&f.strings)


cdef bytes pack_facts(RawFacts* f, uint32_t flags):
    """The record of arranged facts. Raises MemoryError."""
    cdef Facts out
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef RawImport* im = <RawImport*>f.imports.data
    cdef DefRow* row
    cdef size_t i, n = 0
    cdef int32_t holder
    for i in range(f.defs.count):
        n += d[i].out >= 0
    # The working rows are wider than the final ones, which take their places from the front on.
    out.flags = flags
    out.n_defs, out.n_refs, out.n_imports = <uint32_t>n, <uint32_t>f.refs.count, <uint32_t>f.imports.count
    out.n_metrics, out.n_bindings = <uint32_t>f.metrics.count, <uint32_t>f.bindings.count
    out.n_strings = f.strings.count
    if f.strings.arena_size > <size_t>0xFFFFFFFF or not grow(&f.bound, <size_t>f.strings.count + 1, sizeof(uint32_t)):
        raise MemoryError
    if not grow(&f.rows, n, sizeof(DefRow)):
        raise MemoryError
    out.offsets = <uint32_t*>f.bound.data
    for i in range(<size_t>f.strings.count + 1):
        out.offsets[i] = <uint32_t>f.strings.offsets[i]
    out.defs = <DefRow*>f.rows.data
    n = 0
    for i in range(f.defs.count):
        if d[i].out < 0:
            continue
        row = &out.defs[n]
        n += 1
        row.name, row.scope = d[i].name, d[i].scope
        row.start, row.sig_end, row.end = d[i].start, d[i].body, d[i].end
        row.name_byte, row.line = d[i].name_byte, d[i].name_row + 1
        row.loc = d[i].end_row - d[i].row + 1
        row.kind = d[i].kind
        row.doc = d[i].doc
        row.params = <uint32_t>d[i].params if 0 <= d[i].params < PARAMS_UNKNOWN else PARAMS_UNKNOWN
        row.required = <uint32_t>d[i].required if 0 <= d[i].required < PARAMS_UNKNOWN else PARAMS_UNKNOWN
        row.flags = (DEF_HAS_BODY if row.sig_end < row.end else 0) | (0 if d[i].open else DEF_ARITY_EXACT)
        holder = d[i].holder
        while holder >= 0 and d[holder].out < 0:
            holder = d[holder].holder
        row.parent = d[holder].out if holder >= 0 else -1
    out.metrics = <MetricRow*>f.metrics.data
    out.refs = <RefRow*>f.refs.data
    for i in range(f.refs.count):
        r[i].row.prefix = r[i].qualifier if r[i].qualifier else r[i].receiver
        r[i].row.flags = (REF_QUALIFIED if r[i].qualifier else 0) | (REF_LOCAL if r[i].local else 0)
        memmove(&out.refs[i], &r[i].row, sizeof(RefRow))
    out.imports = <ImportRow*>f.imports.data
    for i in range(f.imports.count):
        memmove(&out.imports[i], &im[i].row, sizeof(ImportRow))
    out.bindings = <BindingRow*>f.bindings.data
    out.text = f.strings.arena
    return encode(&out)
