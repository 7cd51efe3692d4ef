"""From the captures of one match to the row of its fact.

Purpose: read what a pattern captured, by the meaning of the capture names; nothing here knows a language.
Invariant: a row depends on the match, the file's bytes and the language's row alone.
Cost: constant a match, but for the texts that are kept and the children that are counted.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcmp, memset

from ripwire._core.bindings cimport own_word, path_of, take_arguments, take_binding
from ripwire._core.doctext cimport after_quotes
from ripwire._core.facts cimport *
from ripwire._core.grammar cimport *
from ripwire._core.names cimport *
from ripwire._core.rawfacts cimport *
from ripwire._core.strings cimport *
from ripwire._core.taker cimport Counted, Taker
from ripwire._core.treesitter cimport *


cdef uint32_t[N_SOURCES] SOURCES
SOURCES[:] = [BIND_ITEM, BIND_ENTER, BIND_NARROW, BIND_BOUND, BIND_ALIAS, BIND_RETURN | BIND_ITEM]


cdef inline bint _quote(uint8_t c) noexcept nogil:
    return c == 34 or c == 39 or c == 96 or c == 60 or c == 62


cdef inline uint32_t _end_row(TSNode node) noexcept nogil:
    """The row of a node's last byte: one that ends with a line feed is over on that line."""
    cdef TSPoint end = ts_node_end_point(node)
    return end.row - (end.column == 0 and end.row > ts_node_start_point(node).row)


cdef bint _accepts(Taker* t, Grammar g, const TSQueryMatch* m) noexcept nogil:
    """Whether a match passes its pattern's predicates."""
    cdef uint32_t p, i, k, start, size
    cdef Predicate* q
    cdef bint equal
    for p in range(g.pattern_first[m.pattern_index], g.pattern_first[m.pattern_index + 1]):
        q = &g.predicates[p]
        for i in range(m.capture_count):
            if m.captures[i].index != q.capture:
                continue
            start = ts_node_start_byte(m.captures[i].node)
            size = ts_node_end_byte(m.captures[i].node) - start
            if q.op == OP_LOWER:
                if size == 0 or not (97 <= t.data[start] <= 122 or t.data[start] == 95 or t.data[start] >= 128):
                    return False
                continue
            if q.op == OP_UPPER:
                if not is_upper(t.data + start, size):
                    return False
                continue
            equal = False
            for k in range(q.first, q.first + q.count):
                if (g.strings[k].size == size or (q.op >= OP_STARTS and g.strings[k].size < size)) and memcmp(g.strings[k].data, t.data + start, g.strings[k].size) == 0:
                    equal = True
                    break
            if equal == (q.op == OP_NOT_EQ or q.op == OP_NOT_STARTS):
                return False
    return True


cdef int take_match(Taker* t, Grammar g, const TSQueryMatch* m) noexcept nogil:
    """Append the fact of one match. Returns -1 when memory ran out."""
    cdef TSNode part[N_PARTS]
    cdef uint32_t seen = 0, i
    cdef uint8_t code, role = 0
    cdef TSNode node
    if g.pattern_first[m.pattern_index] != g.pattern_first[m.pattern_index + 1] and not _accepts(t, g, m):
        return 0
    for i in range(m.capture_count):
        code = g.codes[m.captures[i].index]
        if code == CAP_IGNORED:
            continue
        if code < N_PARTS:
            if not seen & (<uint32_t>1 << code):
                part[code] = m.captures[i].node
                seen |= <uint32_t>1 << code
        elif role == 0:
            role = code
            node = m.captures[i].node
    if role == 0:
        return _local(t, g, part[<int>CAP_LOCAL], 0) if seen & (<uint32_t>1 << CAP_LOCAL) else 0
    if role >= CAP_MARK:
        return _mark(t, <uint8_t>(role - CAP_MARK), node, part, seen)
    if CAP_DEFINITION <= role < CAP_REFERENCE:
        if seen & (<uint32_t>1 << CAP_NAME_TEXT):
            part[<int>CAP_NAME] = part[<int>CAP_NAME_TEXT]
        elif not seen & (1 << CAP_NAME):
            return 0
        return _definition(t, g, m.pattern_index, <uint8_t>(role - CAP_DEFINITION), node, part, seen)
    if role < CAP_IMPORT:
        if not seen & (1 << CAP_NAME):
            return 0
        if seen & (<uint32_t>1 << CAP_LOCAL) and _local(t, g, part[<int>CAP_LOCAL], LOCAL_WRITTEN) < 0:
            return -1
        return _reference(t, g, m.pattern_index, <uint8_t>(role - CAP_REFERENCE), part, seen)
    if role == CAP_IMPORT:
        return _import(t, g, m.pattern_index, node, part, seen)
    if role < CAP_GLOBAL:
        return take_binding(t, g, role - CAP_BINDING, node, part, seen)
    if role >= CAP_SOURCE and role < CAP_SOURCE + N_SOURCES:
        return take_binding(t, g, SOURCES[role - CAP_SOURCE], node, part, seen)
    if role == CAP_GLOBAL:
        return _local(t, g, node, LOCAL_GLOBAL)
    if role == CAP_SCOPE_IMPORT:
        return _import_scope(t, node, part, seen)
    if role == CAP_SCOPE_LOCAL:
        return _local_scope(t, node)
    if role == CAP_SKIP or role == CAP_SKIP_READ:
        return _span(&t.facts.skips, node, SKIP_ALL if role == CAP_SKIP else SKIP_READS)
    if role >= CAP_PARAM:
        return _span(&t.facts.param_marks, node, role - CAP_PARAM)
    if role == CAP_DOCSTRING:
        return _span(&t.facts.docstrings, node, 0)
    if _span(&t.facts.above, node, SPAN_COMMENT if role == CAP_COMMENT else
             SPAN_ATTRIBUTE if role == CAP_ATTRIBUTE else SPAN_BETWEEN) < 0:
        return -1
    if role == CAP_COMMENT and seen & (1 << CAP_BODY):
        _said_in(t, part[<int>CAP_BODY])
    return 0


# --- small rows ---


cdef int _span(Vec* v, TSNode node, uint32_t kind) noexcept nogil:
    cdef Span* s = <Span*>push(v, sizeof(Span))
    if s == NULL:
        return -1
    s.start, s.end, s.kind = ts_node_start_byte(node), ts_node_end_byte(node), kind
    s.row, s.end_row = ts_node_start_point(node).row, _end_row(node)
    s.text, s.text_end = s.start, s.end
    s.follow = s.alone = 0
    return 0


cdef void _said_in(Taker* t, TSNode node) noexcept nogil:
    """What the last comment says is in this node of it (Elixir's `@doc "text"`), after its opening quotes."""
    cdef Span* s = <Span*>t.facts.above.data + t.facts.above.count - 1
    s.text_end = ts_node_end_byte(node)
    s.text = after_quotes(t.data, ts_node_start_byte(node), s.text_end)


cdef int _local_scope(Taker* t, TSNode node) noexcept nogil:
    cdef LocalScope* s = <LocalScope*>push(&t.facts.scopes, sizeof(LocalScope))
    if s == NULL:
        return -1
    s.start, s.end, s.hole, s.first = ts_node_start_byte(node), ts_node_end_byte(node), NO_BYTE, 0
    return 0


cdef int _local(Taker* t, Grammar g, TSNode node, uint32_t flags) noexcept nogil:
    cdef NamePart named
    cdef LocalName* n = <LocalName*>push(&t.facts.names, sizeof(LocalName))
    if n == NULL:
        return -1
    if _named(t, g, node, g.plain_names, &named) < 0:
        return -1
    n.byte, n.name = named.byte, named.name
    n.scope = n.saved = 0
    n.flags = flags
    return 0


cdef int _mark(Taker* t, uint8_t code, TSNode node, TSNode* part, uint32_t seen) noexcept nogil:
    cdef Mark* k
    cdef uint32_t a, b
    if code == MARK_CLOSURE and _local_scope(t, node) < 0:
        return -1
    k = <Mark*>push(&t.facts.marks, sizeof(Mark))
    if k == NULL:
        return -1
    k.start, k.end, k.code, k.text = ts_node_start_byte(node), ts_node_end_byte(node), code, 0
    k.operand = 0
    k.row, k.end_row = ts_node_start_point(node).row, _end_row(node)
    if seen & (1 << CAP_OPERATOR):
        k.text = _text(t, part[<int>CAP_OPERATOR])
        k.operand = ts_node_end_byte(part[<int>CAP_OPERATOR])
    elif seen & (1 << CAP_LABEL):
        a, b = ts_node_start_byte(part[<int>CAP_LABEL]), ts_node_end_byte(part[<int>CAP_LABEL])
        if b > a and t.data[b - 1] == 58:  # some grammars count the colon in
            b -= 1
        k.text = strings_intern(&t.facts.strings, t.data + a, b - a)
    return -1 if k.text == NO_STRING else 0


cdef uint32_t _text(Taker* t, TSNode node) noexcept nogil:
    cdef uint32_t a = ts_node_start_byte(node)
    return strings_intern(&t.facts.strings, t.data + a, ts_node_end_byte(node) - a)


cdef int _named(Taker* t, Grammar g, TSNode node, bint plain, NamePart* out) noexcept nogil:
    """`split_name` of a node, with its row."""
    cdef int status = split_name(&t.facts.strings, t.data, ts_node_start_byte(node), ts_node_end_byte(node), plain, out)
    out.row += ts_node_start_point(node).row
    return status


cdef uint32_t _bare(Taker* t, TSNode node, bint split) noexcept nogil:
    """`bare_text` of a node, NO_STRING without memory."""
    cdef uint32_t a = ts_node_start_byte(node), out = 0
    if bare_text(&t.facts.strings, t.data + a, ts_node_end_byte(node) - a, split, &out) < 0:
        return NO_STRING
    return out


cdef int32_t _number(Taker* t, TSNode node) noexcept nogil:
    """The decimal digits in a node's text, up to 250."""
    cdef uint32_t i
    cdef int32_t n = 0
    for i in range(ts_node_start_byte(node), ts_node_end_byte(node)):
        if 48 <= t.data[i] <= 57:
            n = n * 10 + t.data[i] - 48
            if n > 250:
                return 250
    return n


# --- definitions ---


cdef TSNode _climb(Grammar g, TSNode node) noexcept nogil:
    """The declaration or definition that a declarator belongs to, or a null node.

    Up to MAX_CLIMB parents, through declarator nodes only, so that a callback parameter's declarator leads nowhere.
    """
    cdef int i
    cdef uint8_t bits
    for i in range(MAX_CLIMB):
        node = ts_node_parent(node)
        if ts_node_is_null(node):
            return node
        bits = symbol_bits(g, node)
        if bits & SYM_CLIMB_TO:
            return node
        if not bits & SYM_CLIMB_THROUGH:
            break
    memset(&node, 0, sizeof(node))
    return node


cdef void _count_list(Taker* t, Grammar g, TSNode node, Counted* n) noexcept nogil:
    """Parameters in a list: nodes of the row's types where there are some, else all that have a name in the grammar."""
    if g.has_param_nodes:
        t.count(t.walker, g, node, SYM_OPEN_PARAM, SYM_PARAM, True, n)
        if n.named:
            return
    t.count(t.walker, g, node, SYM_OPEN_PARAM, 0, True, n)


cdef void _parameters(Taker* t, Grammar g, RawDef* d, TSNode node, TSNode* part, uint32_t seen) noexcept nogil:
    cdef Counted n
    cdef TSNode sub
    cdef bint loose = False
    if seen & (1 << CAP_ARITY):
        d.params = d.required = _number(t, part[<int>CAP_ARITY])
        return
    if seen & (1 << CAP_PARAMS):
        _count_list(t, g, part[<int>CAP_PARAMS], &n)
    else:
        if g.field_parameters:
            sub = ts_node_child_by_field_id(node, g.field_parameters)
        loose = g.field_parameters == 0 or ts_node_is_null(sub)
        if loose and not g.has_param_nodes:
            return
        if loose:
            t.count(t.walker, g, node, SYM_OPEN_PARAM, SYM_PARAM, True, &n)
        else:
            _count_list(t, g, sub, &n)
        if loose and n.named == 0 and d.kind != KIND_FN and d.kind != KIND_METHOD and d.kind != KIND_MACRO:
            return  # a type or variable that could have some, but has none
    d.params = n.named
    sub = part[<int>CAP_PARAMS] if seen & (1 << CAP_PARAMS) else node if loose else sub
    d.list_start, d.list_end = ts_node_start_byte(sub), ts_node_end_byte(sub)
    d.open = n.found
    d.required = d.params - n.marked if n.marked < d.params else 0


cdef int _definition(Taker* t, Grammar g, uint32_t pattern, uint8_t kind, TSNode node, TSNode* part,
                     uint32_t seen) noexcept nogil:
    cdef RawDef* d
    cdef StringTable* table = &t.facts.strings
    cdef TSNode name = part[<int>CAP_NAME], sub
    cdef NamePart named
    if kind >= KIND_SCOPE_TYPE:
        named.name = _bare(t, name, not g.plain_names)
        named.qualifier = 0
        named.byte = ts_node_start_byte(name)
        named.row = ts_node_start_point(name).row
        if named.name == NO_STRING:
            return -1
    elif _named(t, g, name, g.plain_names or seen & (<uint32_t>1 << CAP_NAME_TEXT), &named) < 0:
        return -1
    if named.name == 0:
        return 0
    if seen & (1 << CAP_DECLARATOR):
        node = _climb(g, node)
        if ts_node_is_null(node):
            return 0
    d = <RawDef*>push(&t.facts.defs, sizeof(RawDef))
    if d == NULL:
        return -1
    memset(d, 0, sizeof(RawDef))
    d.name = named.name
    d.title = (seen & (<uint32_t>1 << CAP_NAME_TEXT)) != 0
    if g.prefixes[pattern].size:
        d.name = with_prefix(table, <const uint8_t*>g.prefixes[pattern].data, g.prefixes[pattern].size, named.name)
        if d.name == NO_STRING:
            return -1
    d.kind = kind
    d.pattern = pattern
    d.order = <uint32_t>t.facts.defs.count
    d.name_byte = named.byte
    d.name_row = named.row
    d.qualifier = named.qualifier
    sub = part[<int>CAP_START] if seen & (1 << CAP_START) else node
    d.start = ts_node_start_byte(sub)
    d.row = ts_node_start_point(sub).row
    d.bare_start, d.bare_row = d.start, d.row
    sub = part[<int>CAP_END] if seen & (1 << CAP_END) else node
    d.end = ts_node_end_byte(sub)
    d.end_row = _end_row(sub)
    if d.end < d.start or d.end_row < d.row:  # an end that lies before the start
        d.end, d.end_row = ts_node_end_byte(node), _end_row(node)
    d.body = d.body_end = NO_BYTE
    d.params = d.required = -1
    d.holder = d.out = -1
    if seen & (1 << CAP_BODY):
        sub = part[<int>CAP_BODY]
        d.body, d.body_end = ts_node_start_byte(sub), ts_node_end_byte(sub)
    elif g.field_body:
        sub = ts_node_child_by_field_id(node, g.field_body)
        if not ts_node_is_null(sub):
            d.body, d.body_end = ts_node_start_byte(sub), ts_node_end_byte(sub)
    _parameters(t, g, d, node, part, seen)
    if d.qualifier and not g.plain_names:  # as scopes are joined
        if bare_text(table, table.arena + table.offsets[d.qualifier],
                     <uint32_t>(table.offsets[d.qualifier + 1] - table.offsets[d.qualifier]), True, &d.qualifier) < 0:
            return -1
    if seen & (1 << CAP_QUALIFIER):
        d.qualifier = _bare(t, part[<int>CAP_QUALIFIER], not g.plain_names)
        if d.qualifier == NO_STRING:
            return -1
    return 0


# --- references ---


cdef int _receiver(Taker* t, Grammar g, RawRef* r, TSNode node) noexcept nogil:
    cdef uint32_t a = ts_node_start_byte(node), n = ts_node_end_byte(node) - a
    cdef const uint8_t* p = t.data + a
    r.row.recv = <uint32_t>own_word(g, p, n)
    if r.row.recv == RECV_NONE:
        r.row.recv = RECV_VAR if n <= 1024 and is_identifier(p, n) else RECV_EXPR
    return path_of(t, g, a, a + n, &r.receiver)


cdef bint _begins_own(Grammar g, const StringTable* t, const RawRef* r) noexcept nogil:
    """Whether a call's own name, or what stands before it, begins with the word of the enclosing object or its bases."""
    cdef uint32_t text = r.qualifier if r.qualifier else r.receiver if r.receiver else r.row.name, n
    cdef const uint8_t* p = first_word(t, text, &n)
    return own_word(g, p, n) != RECV_NONE


cdef int32_t _before_arguments(Grammar g, TSNode args, TSNode* part, uint32_t seen) noexcept nogil:
    """Named children of a call without a list of arguments, up to its name and receiver."""
    cdef uint32_t last = ts_node_start_byte(part[<int>CAP_NAME]), i, n
    cdef int32_t before = 0
    cdef TSNode child
    if last < ts_node_start_byte(args) or last >= ts_node_end_byte(args):
        return 0
    if seen & (1 << CAP_RECEIVER) and ts_node_start_byte(part[<int>CAP_RECEIVER]) > last:
        last = ts_node_start_byte(part[<int>CAP_RECEIVER])
    n = ts_node_named_child_count(args)
    for i in range(n):
        child = ts_node_named_child(args, i)
        if ts_node_start_byte(child) > last:
            break
        before += not symbol_bits(g, child) & SYM_COMMENT and not ts_node_is_extra(child)
    return before


cdef int _reference(Taker* t, Grammar g, uint32_t pattern, uint8_t role, TSNode* part, uint32_t seen) noexcept nogil:
    cdef RawRef* r
    cdef NamePart named
    cdef StringTable* table = &t.facts.strings
    cdef TSNode name = part[<int>CAP_NAME]
    cdef Counted n
    cdef int32_t count = -1
    cdef bint alone
    cdef uint32_t a = ts_node_start_byte(name)
    if (role == ROLE_READ or role == ROLE_WRITE) and own_word(g, t.data + a, ts_node_end_byte(name) - a) != RECV_NONE:
        return 0
    if _named(t, g, name, g.plain_names and not (g.rules.arity_names and t.data[a] == 58), &named) < 0:  # an atom's colon
        return -1
    if named.name == 0:
        return 0
    r = <RawRef*>push(&t.facts.refs, sizeof(RawRef))
    if r == NULL:
        return -1
    memset(r, 0, sizeof(RawRef))
    r.pattern = pattern
    r.order = <uint32_t>t.facts.refs.count
    r.row.name = named.name
    r.qualifier = named.qualifier
    r.row.role = role
    r.row.byte = named.byte
    r.row.line = named.row + 1
    r.row.owner = -1
    r.row.args = ARGS_UNKNOWN
    if seen & (1 << CAP_RECEIVER) and _receiver(t, g, r, part[<int>CAP_RECEIVER]) < 0:
        return -1
    if seen & (1 << CAP_QUALIFIER):
        r.qualifier = _bare(t, part[<int>CAP_QUALIFIER], False)
        if r.qualifier == NO_STRING:
            return -1
    if r.qualifier and r.row.recv == RECV_NONE:  # `Self::f` is a call on the enclosing type
        if own_word(g, table.arena + table.offsets[r.qualifier],
                 <uint32_t>(table.offsets[r.qualifier + 1] - table.offsets[r.qualifier])) == RECV_THIS:
            r.row.recv = RECV_THIS
            r.qualifier = 0
    if seen & (1 << CAP_ARITY):
        count = _number(t, part[<int>CAP_ARITY])
    elif seen & (1 << CAP_ARGS):
        t.count(t.walker, g, part[<int>CAP_ARGS], SYM_SPREAD, 0, g.nested_spread, &n)
        if not n.found:
            count = n.named - _before_arguments(g, part[<int>CAP_ARGS], part, seen)
    if count >= 0:
        r.row.args = <uint32_t>(count if count < ARGS_UNKNOWN else ARGS_UNKNOWN - 1)
    if role == ROLE_CALL:
        r.own = _begins_own(g, table, r)
    r.bare = seen & (<uint32_t>1 << CAP_BARE) and role == ROLE_CALL
    if r.bare and r.row.args == ARGS_UNKNOWN:
        r.row.args = 0
    r.piped = seen & (1 << CAP_PIPE)
    if g.has_shapes and role == ROLE_CALL and seen & (1 << CAP_ARGS):
        # `super(x)` is its own receiver.
        alone = seen & (1 << CAP_RECEIVER) and ts_node_start_byte(part[<int>CAP_RECEIVER]) == a
        return take_arguments(t, g, r, alone, part[<int>CAP_ARGS])
    return 0


# --- imports ---


cdef void _unquoted(Taker* t, TSNode node, uint32_t* a, uint32_t* b) noexcept nogil:
    a[0] = ts_node_start_byte(node)
    b[0] = ts_node_end_byte(node)
    while a[0] < b[0] and _quote(t.data[a[0]]):
        a[0] += 1
    while a[0] < b[0] and _quote(t.data[b[0] - 1]):
        b[0] -= 1


cdef void _last_segment(Grammar g, const uint8_t* p, bint quoted, uint32_t* start, uint32_t* end) noexcept nogil:
    """Narrow a path to its last segment: after `/` or `\\`, else after `::`, else after a dot where dots separate.

    In quotes a dot belongs to the name of a file or package.
    """
    cdef uint32_t a = start[0], b = end[0], i
    cdef bint slash = quoted
    while a < b and (p[b - 1] == 47 or p[b - 1] == 92):
        b -= 1
    for i in range(b, a, -1):
        if p[i - 1] == 47 or p[i - 1] == 92:
            a = i
            slash = True
            break
    for i in range(b, a + 1, -1):
        if p[i - 1] == 58 and p[i - 2] == 58:
            a = i
            break
    if g.split_dots and not slash:
        while a < b and p[b - 1] == 46:
            b -= 1
        for i in range(b, a, -1):
            if p[i - 1] == 46:
                a = i
                break
    start[0] = a
    end[0] = b


cdef uint32_t _import_name(StringTable* table, Grammar g, const uint8_t* p, uint32_t size) noexcept nogil:
    """Handle of an imported name; with `arity_names` the pair `name: 2` is name/2."""
    cdef uint32_t i, k
    cdef int32_t n = 0
    if g.rules.arity_names:
        for i in range(size):
            if p[i] == 58:
                for k in range(i + 1, size):
                    if 48 <= p[k] <= 57 and n < 255:
                        n = n * 10 + p[k] - 48
                return with_arity(table, strings_intern(table, p, i), n)
    return strings_intern(table, p, size)


cdef int _import(Taker* t, Grammar g, uint32_t pattern, TSNode node, TSNode* part, uint32_t seen) noexcept nogil:
    cdef RawImport* im
    cdef RawRef* r
    cdef uint32_t a = 0, b = 0, last
    cdef bint quoted
    cdef TSNode at
    cdef StringTable* table = &t.facts.strings
    im = <RawImport*>push(&t.facts.imports, sizeof(RawImport))
    if im == NULL:
        return -1
    memset(im, 0, sizeof(RawImport))
    im.pattern = pattern
    im.row.line = ts_node_start_point(node).row + 1
    im.row.byte = im.at = ts_node_start_byte(node)
    im.end = ts_node_end_byte(node)
    im.row.owner = -1
    im.row.flags = ((IMPORT_STAR if seen & (1 << CAP_IMPORT_STAR) else 0)
                    | (IMPORT_REEXPORT if seen & (1 << CAP_IMPORT_REEXPORT) else 0)
                    | (IMPORT_SYSTEM if seen & (1 << CAP_IMPORT_SYSTEM) else 0)
                    | (IMPORT_DEFAULT if seen & (1 << CAP_IMPORT_DEFAULT) else 0)
                    | (IMPORT_PACKAGE if seen & (1 << CAP_IMPORT_PACKAGE) else 0)
                    | (IMPORT_EXCEPT if seen & (1 << CAP_IMPORT_EXCEPT) else 0))
    if seen & (1 << CAP_IMPORT_ALIAS):
        _unquoted(t, part[<int>CAP_IMPORT_ALIAS], &a, &b)
        im.row.alias = strings_intern(table, t.data + a, b - a)
        a = b = 0
        if _claim(t, part[<int>CAP_IMPORT_ALIAS]) < 0:
            return -1
    if seen & (1 << CAP_IMPORT_SOURCE):
        at = part[<int>CAP_IMPORT_SOURCE]
        im.at = ts_node_start_byte(at)
        _unquoted(t, at, &a, &b)
        im.row.source = strings_intern(table, t.data + a, b - a)
    if seen & (1 << CAP_IMPORT_NAME):
        at = part[<int>CAP_IMPORT_NAME]
        im.at = ts_node_start_byte(at)
        _unquoted(t, at, &a, &b)
        im.row.name = _import_name(table, g, t.data + a, b - a)
        if _claim(t, at) < 0:
            return -1
    elif seen & (1 << CAP_IMPORT_DEFAULT) and not seen & (1 << CAP_IMPORT_REEXPORT):
        at = part[<int>CAP_IMPORT_DEFAULT]
        im.at = a = ts_node_start_byte(at)
        b = ts_node_end_byte(at)
        im.row.alias = strings_intern(table, t.data + a, b - a)
        if _claim(t, at) < 0:
            return -1
    if im.row.source == NO_STRING or im.row.name == NO_STRING or im.row.alias == NO_STRING:
        return -1
    if im.row.flags & IMPORT_PACKAGE:
        return 0
    quoted = a and b < t.facts.size and t.data[a - 1] == t.data[b] and (
        t.data[b] == 34 or t.data[b] == 39 or t.data[b] == 96)
    _last_segment(g, t.data, quoted and not g.split_quoted, &a, &b)
    if a >= b:
        return 0
    last = _import_name(table, g, t.data + a, b - a)
    r = <RawRef*>push(&t.facts.refs, sizeof(RawRef))
    if r == NULL or last == NO_STRING:
        return -1
    memset(r, 0, sizeof(RawRef))
    r.pattern = pattern
    r.row.name = last
    r.row.role = ROLE_IMPORT
    r.row.byte = ts_node_start_byte(at)
    r.row.line = ts_node_start_point(at).row + 1
    r.row.owner = -1
    r.row.args = ARGS_UNKNOWN
    return 0


cdef int _import_scope(Taker* t, TSNode node, TSNode* part, uint32_t seen) noexcept nogil:
    cdef ImportScope* s = <ImportScope*>push(&t.facts.import_scopes, sizeof(ImportScope))
    cdef uint32_t a, b, end = ts_node_end_byte(node)
    if s == NULL:
        return -1
    memset(s, 0, sizeof(ImportScope))
    s.start, s.end = ts_node_start_byte(node), end
    s.flags = IMPORT_REEXPORT if seen & (1 << CAP_IMPORT_REEXPORT) else 0
    if seen & (1 << CAP_IMPORT_SOURCE):
        b = ts_node_end_byte(part[<int>CAP_IMPORT_SOURCE])
        a = b
        while a < end and (t.data[a] == 58 or t.data[a] == 46 or t.data[a] == 92):  # `::`, `.` or `\\`
            a += 1
        s.separator = strings_intern(&t.facts.strings, t.data + b, a - b)
        _unquoted(t, part[<int>CAP_IMPORT_SOURCE], &a, &b)
        s.prefix = strings_intern(&t.facts.strings, t.data + a, b - a)
    return -1 if s.prefix == NO_STRING or s.separator == NO_STRING else 0


cdef int _claim(Taker* t, TSNode node) noexcept nogil:
    """The identifier is no read."""
    cdef uint32_t* slot = <uint32_t*>push(&t.facts.claims, sizeof(uint32_t))
    if slot == NULL:
        return -1
    slot[0] = ts_node_start_byte(node)
    return 0
