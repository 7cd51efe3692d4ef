"""Which identifiers are reads and writes of something that has a name outside of its function.

Purpose: the queries capture every identifier as a read; this drops declared names, callees, skipped places and locals.
Invariant: a function of the rows' bytes and names; the order of matches does not matter.
Cost: sorts and linear sweeps; whether a name is local is a look at a counter.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from ripwire._core.facts cimport *
from ripwire._core.names cimport first_word
from ripwire._core.rawfacts cimport *
from ripwire._core.strings cimport NO_STRING, StringTable, strings_find


cdef int _by_u32(const void* a, const void* b) noexcept nogil:
    return compare((<const uint32_t*>a)[0], (<const uint32_t*>b)[0])


cdef int _by_start(const void* pa, const void* pb) noexcept nogil:
    return compare((<const Span*>pa).start, (<const Span*>pb).start)


cdef int _by_scope_start(const void* pa, const void* pb) noexcept nogil:
    cdef const LocalScope* a = <const LocalScope*>pa
    cdef const LocalScope* b = <const LocalScope*>pb
    if a.start != b.start:
        return compare(a.start, b.start)
    if a.end != b.end:
        return compare(b.end, a.end)
    return compare(a.hole, b.hole)


cdef int _by_byte(const void* pa, const void* pb) noexcept nogil:
    return compare((<const LocalName*>pa).byte, (<const LocalName*>pb).byte)


cdef int _by_scope(const void* pa, const void* pb) noexcept nogil:
    cdef const LocalName* a = <const LocalName*>pa
    cdef const LocalName* b = <const LocalName*>pb
    if a.scope != b.scope:
        return (a.scope > b.scope) - (a.scope < b.scope)
    if (a.flags & LOCAL_GLOBAL) != (b.flags & LOCAL_GLOBAL):  # globals last: they hide the locals of their function
        return compare(a.flags & LOCAL_GLOBAL, b.flags & LOCAL_GLOBAL)
    return compare(a.byte, b.byte)


cdef inline bint _is_use(const RawRef* r) noexcept nogil:
    return r.row.role == ROLE_READ or r.row.role == ROLE_WRITE or r.bare


cdef int _claim(RawFacts* f, uint32_t byte) noexcept nogil:
    cdef uint32_t* slot = <uint32_t*>push(&f.claims, sizeof(uint32_t))
    if slot == NULL:
        return -1
    slot[0] = byte
    return 0


cdef inline bint _names(const BindingRow* b) noexcept nogil:
    """Whether the binding's byte is that of a name that gets a value there."""
    return not (b.flags & BIND_NARROW or b.flags & 7 >= BIND_ARGUMENT
                or (b.flags & 7 == BIND_RETURN and b.flags & (BIND_CALL | BIND_VALUE)))


cdef int _drop_claimed(RawFacts* f) noexcept nogil:
    """Uses at a byte that something else claims, and every reference in a skipped place."""
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef LocalName* names = <LocalName*>f.names.data
    cdef BindingRow* b = <BindingRow*>f.bindings.data
    cdef RawImport* im = <RawImport*>f.imports.data
    cdef Span* skips = <Span*>f.skips.data
    cdef uint32_t* claims
    cdef size_t i, j, kept = 0, at = 0, bound = 0, skip = 0, imported = 0
    cdef uint32_t byte, no_refs = 0, no_uses = 0
    cdef bint other, written, stored, named
    for i in range(f.defs.count):
        if (d[i].out >= 0 or d[i].kind != KIND_VAR) and _claim(f, d[i].name_byte) < 0:  # a dropped variable is a write
            return -1
    for i in range(f.names.count):
        if not names[i].flags & LOCAL_WRITTEN and _claim(f, names[i].byte) < 0:
            return -1
    claims = <uint32_t*>f.claims.data
    if f.claims.count > 1:
        qsort(claims, f.claims.count, sizeof(uint32_t), _by_u32)
    if f.skips.count > 1:
        qsort(skips, f.skips.count, sizeof(Span), _by_start)
    i = 0
    while i < f.refs.count:
        byte = r[i].row.byte
        other = written = stored = False
        j = i
        while j < f.refs.count and r[j].row.byte == byte:
            stored = stored or r[j].row.role == ROLE_WRITE
            j += 1
        j = i
        while j < f.refs.count and r[j].row.byte == byte:
            other = other or not (_is_use(&r[j]) or (stored and r[j].row.role == ROLE_CALL))
            written = written or r[j].row.role == ROLE_WRITE or r[j].bare
            j += 1
        while at < f.claims.count and claims[at] < byte:
            at += 1
        while bound < f.bindings.count and b[bound].byte < byte:
            bound += 1
        while skip < f.skips.count and skips[skip].start <= byte:
            if skips[skip].kind == SKIP_ALL and skips[skip].end > no_refs:
                no_refs = skips[skip].end
            if skips[skip].end > no_uses:
                no_uses = skips[skip].end
            skip += 1
        while imported < f.imports.count and im[imported].row.byte <= byte:
            if im[imported].end > no_uses:
                no_uses = im[imported].end
            imported += 1
        other = other or byte < no_uses or (at < f.claims.count and claims[at] == byte)
        named = False
        while bound < f.bindings.count and b[bound].byte == byte:
            named = named or _names(&b[bound])
            bound += 1
        while i < j:
            if byte >= no_refs and not (stored and r[i].row.role == ROLE_CALL) and not (_is_use(&r[i]) and (
                    other or (r[i].row.role == ROLE_READ and (written or named)))):
                if kept != i:
                    r[kept] = r[i]
                kept += 1
            i += 1
    f.refs.count = kept
    return 0


cdef int _open_scopes(RawFacts* f) noexcept nogil:
    """The local scopes of the file in order, functions included, and their names in the order of their scopes."""
    cdef RawDef* d = <RawDef*>f.defs.data
    cdef LocalScope* scopes
    cdef LocalScope* made
    cdef LocalName* names = <LocalName*>f.names.data
    cdef int32_t* stack
    cdef size_t i, k
    cdef int32_t depth = 0, at
    cdef uint32_t* slot
    cdef size_t symbol = 0
    f.bound.count = 0
    for i in range(f.defs.count):
        if d[i].out >= 0 and not (d[i].kind == KIND_VAR and d[i].holder >= 0 and (
                d[d[i].holder].kind == KIND_FN or d[d[i].holder].kind == KIND_METHOD)):
            slot = <uint32_t*>push(&f.bound, sizeof(uint32_t))
            if slot == NULL:
                return -1
            slot[0] = d[i].name_byte
        if d[i].kind == KIND_FN or d[i].kind == KIND_METHOD or d[i].kind == KIND_MACRO:
            made = <LocalScope*>push(&f.scopes, sizeof(LocalScope))
            if made == NULL:
                return -1
            made.start, made.end, made.hole = d[i].start, d[i].end, d[i].name_byte
    scopes = <LocalScope*>f.scopes.data
    if f.scopes.count > 1:
        qsort(scopes, f.scopes.count, sizeof(LocalScope), _by_scope_start)
    if not grow(&f.order, f.scopes.count + 1, sizeof(int32_t)):
        return -1
    stack = <int32_t*>f.order.data
    if f.names.count > 1:
        qsort(names, f.names.count, sizeof(LocalName), _by_byte)
    slot = <uint32_t*>f.bound.data
    if f.bound.count > 1:
        qsort(slot, f.bound.count, sizeof(uint32_t), _by_u32)
    i = 0
    for k in range(f.names.count):
        while symbol < f.bound.count and slot[symbol] < names[k].byte:
            symbol += 1
        if symbol < f.bound.count and slot[symbol] == names[k].byte:  # a nested function, a constant of a namespace
            names[k].scope = -1
            continue
        while i < f.scopes.count and scopes[i].start <= names[k].byte:
            while depth and scopes[stack[depth - 1]].end <= scopes[i].start:
                depth -= 1
            stack[depth] = <int32_t>i
            depth += 1
            i += 1
        while depth and scopes[stack[depth - 1]].end <= names[k].byte:
            depth -= 1
        at = depth - 1
        while at >= 0 and (scopes[stack[at]].hole == names[k].byte or scopes[stack[at]].end <= names[k].byte
                           or (names[k].flags & LOCAL_GLOBAL and scopes[stack[at]].hole == NO_BYTE)):
            at -= 1
        names[k].scope = stack[at] if at >= 0 else -1
    if f.names.count > 1:
        qsort(names, f.names.count, sizeof(LocalName), _by_scope)
    k = 0
    while k < f.names.count and names[k].scope < 0:
        k += 1
    for i in range(f.scopes.count):
        scopes[i].first = <uint32_t>k
        while k < f.names.count and names[k].scope == <int32_t>i:
            k += 1
    return 0


cdef void _enter(RawFacts* f, int32_t scope, int32_t* bound) noexcept nogil:
    cdef LocalName* names = <LocalName*>f.names.data
    cdef size_t k = (<LocalScope*>f.scopes.data)[scope].first
    while k < f.names.count and names[k].scope == scope:
        if names[k].flags & LOCAL_GLOBAL:
            names[k].saved = bound[names[k].name]
            bound[names[k].name] = 0
        else:
            bound[names[k].name] += 1
        k += 1


cdef void _leave(RawFacts* f, int32_t scope, int32_t* bound) noexcept nogil:
    """Undo `_enter`, in the opposite order."""
    cdef LocalName* names = <LocalName*>f.names.data
    cdef size_t first = (<LocalScope*>f.scopes.data)[scope].first, k = first
    while k < f.names.count and names[k].scope == scope:
        k += 1
    while k > first:
        k -= 1
        if names[k].flags & LOCAL_GLOBAL:
            bound[names[k].name] = names[k].saved
        else:
            bound[names[k].name] -= 1


cdef uint32_t _first_word(const StringTable* t, const RawRef* r) noexcept nogil:
    """Handle of the name that a call begins with: its own, or the first word of what stands before it; NO_STRING for none."""
    cdef uint32_t before = r.qualifier if r.qualifier else r.receiver, n
    cdef const uint8_t* p
    if before == 0:
        return NO_STRING if r.row.recv != RECV_NONE else r.row.name
    p = first_word(t, before, &n)
    if n == t.offsets[before + 1] - t.offsets[before]:
        return before
    return strings_find(t, p, n) if n else NO_STRING


cdef int _drop_locals(RawFacts* f) noexcept nogil:
    """Bare uses of names that an open scope declares go; calls of and on such names are marked."""
    cdef RawRef* r = <RawRef*>f.refs.data
    cdef LocalScope* scopes = <LocalScope*>f.scopes.data
    cdef int32_t* stack = <int32_t*>f.order.data
    cdef int32_t* bound
    cdef size_t i = 0, j, kept = 0
    cdef int32_t depth = 0
    cdef uint32_t name
    cdef bint called
    if not grow(&f.bound, f.strings.count, sizeof(int32_t)):
        return -1
    bound = <int32_t*>f.bound.data
    memset(bound, 0, f.strings.count * sizeof(int32_t))
    for j in range(f.refs.count):
        called = r[j].row.role == ROLE_CALL
        if called or (_is_use(&r[j]) and r[j].row.recv == RECV_NONE and r[j].qualifier == 0):
            while i < f.scopes.count and scopes[i].start <= r[j].row.byte:
                while depth and scopes[stack[depth - 1]].end <= scopes[i].start:
                    depth -= 1
                    _leave(f, stack[depth], bound)
                stack[depth] = <int32_t>i
                depth += 1
                _enter(f, <int32_t>i, bound)
                i += 1
            while depth and scopes[stack[depth - 1]].end <= r[j].row.byte:
                depth -= 1
                _leave(f, stack[depth], bound)
            if not called or (r[j].bare and r[j].row.recv == RECV_NONE and r[j].qualifier == 0):
                if bound[r[j].row.name] > 0:
                    continue
            elif not r[j].own:
                name = _first_word(&f.strings, &r[j])
                r[j].local = name != NO_STRING and bound[name] > 0
        if kept != j:
            r[kept] = r[j]
        kept += 1
    f.refs.count = kept
    return 0


cdef int drop_uses(RawFacts* f) noexcept nogil:
    """Drop the reads and writes that are none."""
    if f.refs.count == 0:
        return 0
    if _drop_claimed(f) < 0:
        return -1
    if f.names.count == 0:
        return 0
    if _open_scopes(f) < 0:
        return -1
    return _drop_locals(f)
