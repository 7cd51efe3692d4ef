"""What names are bound to: written types, callees, and values that can be followed.

Purpose: rows of `@binding...` captures and of calls' arguments. A value is taken apart by the shapes of the language's row
(`values` of languages/table.py), so that a query captures it whole and needs no pattern for every form of it.
Source: "Bindings" in CONTRIBUTING.md. Invariant: a row depends on the match, the file's bytes and the language's row alone.
Cost: linear in the nodes that are looked at; of a literal's entries at most MAX_ENTRIES, MAX_LEVELS deep. No recursion.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from ripwire._core.facts cimport *
from ripwire._core.grammar cimport *
from ripwire._core.names cimport *
from ripwire._core.paths cimport MAX_PATH, path_text
from ripwire._core.rawfacts cimport *
from ripwire._core.strings cimport *
from ripwire._core.taker cimport Child, Taker
from ripwire._core.treesitter cimport *

cdef enum:
    MAX_ENTRIES = 64     # of a literal or a list of arguments
    MAX_LEVELS = 3       # of literals inside of literals
    MAX_PENDING = 1024   # parts of a value that wait


cdef struct Bound:       # a value on its way to a row
    TSNode value
    uint32_t name        # string handle
    uint32_t byte
    uint32_t flags
    uint32_t level       # of literals around


cdef int own_word(Grammar g, const uint8_t* p, uint32_t n) noexcept nogil:
    """RECV_THIS or RECV_SUPER for a text that says so, else RECV_NONE."""
    cdef uint32_t i
    for i in range(g.n_words):
        if g.words[i].size == n and memcmp(g.words[i].data, p, n) == 0:
            return RECV_THIS if i < g.n_self else RECV_SUPER
    return RECV_NONE


cdef inline bint _is_self(Taker* t, Grammar g, TSNode node) noexcept nogil:
    cdef uint32_t a = ts_node_start_byte(node)
    return own_word(g, t.data + a, ts_node_end_byte(node) - a) == RECV_THIS


cdef inline uint32_t _text(Taker* t, TSNode node) noexcept nogil:
    cdef uint32_t a = ts_node_start_byte(node)
    return strings_intern(&t.facts.strings, t.data + a, ts_node_end_byte(node) - a)


cdef inline TSNode _field(Grammar g, TSNode node, int field) noexcept nogil:
    """The child with that field, or a null node."""
    if g.fields[field]:
        return ts_node_child_by_field_id(node, g.fields[field])
    memset(&node, 0, sizeof(node))
    return node


cdef int path_of(Taker* t, Grammar g, uint32_t a, uint32_t b, uint32_t* out) noexcept nogil:
    """Handle of the access path of a text of the file; 0 when it is longer than MAX_PATH."""
    cdef uint8_t buffer[MAX_PATH]
    cdef uint32_t n = b - a
    cdef const uint8_t* p = t.data + a
    cdef int32_t size
    if n <= MAX_PATH and is_identifier(p, n):
        out[0] = strings_intern(&t.facts.strings, p, n)
    else:
        size = path_text(p, n, g.comments, buffer, &t.facts.reading)
        out[0] = strings_intern(&t.facts.strings, buffer, <uint32_t>size) if size > 0 else 0
    return -1 if out[0] == NO_STRING else 0


cdef inline int _path(Taker* t, Grammar g, TSNode node, uint32_t* out) noexcept nogil:
    return path_of(t, g, ts_node_start_byte(node), ts_node_end_byte(node), out)


cdef int _type(Taker* t, TSNode node, uint32_t* out) noexcept nogil:
    """A type as written, with one space between words and none elsewhere, without quotes around it and `:` or `->` before.

    0 when it is longer than MAX_BARE.
    """
    cdef uint8_t buffer[MAX_BARE + 2]
    cdef bint spaced = False
    cdef uint32_t a = ts_node_start_byte(node), b = ts_node_end_byte(node), n = 0, i
    cdef const uint8_t* p = t.data
    out[0] = 0
    while a < b and (is_space(p[a]) or (p[a] == 58 and not (a + 1 < b and p[a + 1] == 58)) or (p[a] == 45 and a + 1 < b and p[a + 1] == 62)
                     or (p[a] == 62 and a > 0 and p[a - 1] == 45)):
        a += 1
    while a < b and is_space(p[b - 1]):
        b -= 1
    if b - a >= 2 and p[a] == p[b - 1] and (p[a] == 34 or p[a] == 39):
        a += 1
        b -= 1
    if b - a >= 2 and p[b - 1] == 46 and is_word(p[b - 2]):  # Clojure's `(Date.)` makes a Date
        b -= 1
    for i in range(a, b):
        if is_space(p[i]):
            spaced = True
            continue
        if spaced and n and is_word(buffer[n - 1]) and is_word(p[i]):
            buffer[n] = 32
            n += 1
        spaced = False
        if n >= MAX_BARE:
            return 0
        buffer[n] = p[i]
        n += 1
    out[0] = strings_intern(&t.facts.strings, buffer, n)
    return -1 if out[0] == NO_STRING else 0


cdef int _callee(Taker* t, Grammar g, TSNode node, uint32_t* out) noexcept nogil:
    """The access path of what is called."""
    cdef uint32_t a = ts_node_start_byte(node), b = ts_node_end_byte(node)
    if b - a > 2 and t.data[a] == 45 and t.data[a + 1] == 62:  # Clojure's `(->Date)` and `(Date.)` make a Date
        a += 2
    if b - a >= 2 and t.data[b - 1] == 46 and is_word(t.data[b - 2]):
        b -= 1
    return path_of(t, g, a, b, out)


cdef int _emit(Taker* t, uint32_t name, uint32_t type, uint32_t byte, uint32_t flags) noexcept nogil:
    cdef BindingRow* b
    if name == NO_STRING or type == NO_STRING:
        return -1
    b = <BindingRow*>push(&t.facts.bindings, sizeof(BindingRow))
    if b == NULL:
        return -1
    b.name, b.type, b.byte, b.flags, b.owner = name, type, byte, flags, -1
    return 0


cdef uint32_t _joined(Taker* t, uint32_t left, const uint8_t* middle, uint32_t n, uint32_t right) noexcept nogil:
    """Handle of a string, a text and a string in a row; 0 when that is longer than MAX_PATH."""
    cdef uint8_t buffer[MAX_PATH]
    cdef StringTable* s = &t.facts.strings
    cdef uint32_t a = <uint32_t>(s.offsets[left + 1] - s.offsets[left]), b = <uint32_t>(s.offsets[right + 1] - s.offsets[right])
    if a > MAX_PATH or b > MAX_PATH or n > MAX_PATH or a + b + n > MAX_PATH:
        return 0
    memcpy(buffer, s.arena + s.offsets[left], a)
    memcpy(buffer + a, middle, n)
    memcpy(buffer + a + n, s.arena + s.offsets[right], b)
    return strings_intern(s, buffer, a + n + b)


cdef uint32_t _decimal(uint8_t* out, uint32_t n) noexcept nogil:
    """The digits of a number below a million; how many."""
    cdef uint8_t digits[8]
    cdef uint32_t k = 0, i
    while True:
        digits[k] = <uint8_t>(48 + n % 10)
        k += 1
        n //= 10
        if n == 0 or k == 8:
            break
    for i in range(k):
        out[i] = digits[k - 1 - i]
    return k


cdef uint32_t _numbered(Taker* t, uint32_t name, uint8_t opening, uint32_t n, bint closed) noexcept nogil:
    """Handle of name[n] or name(n."""
    cdef uint8_t text[12]
    cdef uint32_t k
    text[0] = opening
    k = 1 + _decimal(text + 1, n)
    if closed:
        text[k] = opening + 2
        k += 1
    return _joined(t, name, text, k, 0)


cdef uint32_t _property(Taker* t, uint32_t name, const uint8_t* p, uint32_t n) noexcept nogil:
    """Handle of name["text"]."""
    cdef uint8_t text[MAX_PATH + 4]
    if n > MAX_PATH:
        return 0
    text[0], text[1] = 91, 34
    memcpy(text + 2, p, n)
    text[n + 2], text[n + 3] = 34, 93
    return _joined(t, name, text, n + 4, 0)


cdef uint32_t _keyed(Taker* t, Grammar g, uint32_t name, TSNode key) noexcept nogil:
    """Handle of name["key"] or name[1] for a constant key, else 0: a variable is none."""
    cdef uint8_t text[MAX_PATH + 3]
    cdef uint8_t out[MAX_PATH]
    cdef uint32_t a, n
    cdef int32_t got
    if ts_node_is_null(key) or (shape_of(g, key) != SHAPE_NONE and shape_of(g, key) != SHAPE_TEXT):
        return 0
    a = ts_node_start_byte(key)
    n = ts_node_end_byte(key) - a
    if n == 0 or n > MAX_PATH:
        return 0
    if is_identifier(t.data + a, n):  # of an object
        return _property(t, name, t.data + a, n)
    text[0], text[1] = 120, 91  # as an index
    memcpy(text + 2, t.data + a, n)
    text[n + 2] = 93
    got = path_text(text, n + 3, g.comments, out, &t.facts.reading)
    if got < 4 or not _indexed(out, <uint32_t>got):
        return 0
    return _joined(t, name, out + 1, <uint32_t>got - 1, 0)


cdef inline bint _indexed(const uint8_t* p, uint32_t n) noexcept nogil:
    """Whether a path ends with a constant index."""
    return n > 3 and p[n - 1] == 93 and (p[n - 2] == 34 or 48 <= p[n - 2] <= 57)


# --- values ---


cdef int _later(Taker* t, TSNode value, const Bound* of, uint32_t name, uint32_t level) noexcept nogil:
    """Put a part of a value on the stack, or nothing when its name found no room."""
    cdef Bound* b
    if name == NO_STRING:
        return -1
    if ts_node_is_null(value) or t.facts.pending.count >= MAX_PENDING:
        return 0
    b = <Bound*>push(&t.facts.pending, sizeof(Bound))
    if b == NULL:
        return -1
    b.value, b.name, b.byte, b.flags, b.level = value, name, of.byte, of.flags, level
    return 0


cdef int _entries(Taker* t, Grammar g, const Bound* b, uint8_t shape) noexcept nogil:
    """What the entries of a literal bind; iterating over a list yields them."""
    cdef Child child[MAX_ENTRIES]
    cdef Bound item = b[0]
    cdef uint32_t n, i, name
    cdef uint8_t inner
    item.flags = b.flags & ~<uint32_t>BIND_ITEM
    if b.flags & BIND_ENTER or b.flags & 7 == BIND_RETURN or (not b.flags & BIND_ITEM and (b.name == 0 or b.level >= MAX_LEVELS)):
        return 0
    n = t.children(t.walker, g, b.value, child, MAX_ENTRIES)
    for i in range(n):
        inner = shape_of(g, child[i].node)
        if shape == SHAPE_LIST:
            if symbol_bits(g, child[i].node) & SYM_SPREAD:
                return 0
            if b.flags & BIND_ITEM:
                if _later(t, child[i].node, &item, b.name, b.level) < 0:
                    return -1
                continue
            name = _numbered(t, b.name, 91, child[i].place, True)
            if name and _later(t, child[i].node, b, name, b.level + 1) < 0:
                return -1
        elif b.flags & BIND_ITEM:
            return 0
        elif inner == SHAPE_PAIR:
            name = _keyed(t, g, b.name, _field(g, child[i].node, FIELD_KEY))
            if name and _later(t, _field(g, child[i].node, FIELD_VALUE), b, name, b.level + 1) < 0:
                return -1
        elif inner == SHAPE_SHORT:
            name = _property(t, b.name, t.data + ts_node_start_byte(child[i].node),
                             ts_node_end_byte(child[i].node) - ts_node_start_byte(child[i].node))
            if name and _emit(t, name, _text(t, child[i].node), b.byte, b.flags | BIND_VALUE) < 0:
                return -1
    return 0


cdef int _either(Taker* t, Grammar g, const Bound* b) noexcept nogil:
    """`a or b` is one of both, `a and b` is b where it is anything."""
    cdef TSNode between = _field(g, b.value, FIELD_OPERATOR)
    cdef const uint8_t* p
    cdef uint32_t n
    cdef bint both
    if ts_node_is_null(between):
        return 0
    p = t.data + ts_node_start_byte(between)
    n = ts_node_end_byte(between) - ts_node_start_byte(between)
    both = n == 2 and (memcmp(p, b"or", 2) == 0 or memcmp(p, b"||", 2) == 0 or memcmp(p, b"??", 2) == 0)
    if not both and not (n == 3 and memcmp(p, b"and", 3) == 0) and not (n == 2 and memcmp(p, b"&&", 2) == 0):
        return 0
    if _later(t, _field(g, b.value, FIELD_RIGHT), b, b.name, b.level) < 0:
        return -1
    return _later(t, _field(g, b.value, FIELD_LEFT), b, b.name, b.level) if both else 0


cdef int _choice(Taker* t, Grammar g, const Bound* b, const Child* child, uint32_t n) noexcept nogil:
    """Both results of a condition, which stands first where they have names and between them where they have none."""
    cdef TSNode yes = _field(g, b.value, FIELD_CONSEQUENCE), no = _field(g, b.value, FIELD_ALTERNATIVE)
    if ts_node_is_null(yes) and n == 3:
        yes, no = child[0].node, child[2].node
    if _later(t, no, b, b.name, b.level) < 0:
        return -1
    return _later(t, yes, b, b.name, b.level)


cdef int _cast(Taker* t, Grammar g, const Bound* b, const Child* child, uint32_t n) noexcept nogil:
    """`x as T`, `<T>x`: the type is written; of `x as const` and of what is iterated over the value counts."""
    cdef bint before = shape_of(g, child[0].node) == SHAPE_ANGLE
    cdef TSNode written
    cdef Child inner[1]
    cdef uint32_t type = 0
    if n < 2 or b.flags & (BIND_ITEM | BIND_ENTER):
        return _later(t, child[1 if before and n > 1 else 0].node, b, b.name, b.level)
    written = child[1].node
    if before:
        if t.children(t.walker, g, child[0].node, inner, 1) == 0:
            return 0
        written = inner[0].node
    if _type(t, written, &type) < 0:
        return -1
    return _emit(t, b.name, type, b.byte, b.flags) if type else 0


cdef uint8_t _unwrapped(Taker* t, Grammar g, TSNode* node) noexcept nogil:
    """The shape of what parentheses hold, which takes the node's place."""
    cdef Child inner[1]
    cdef int i
    for i in range(MAX_LEVELS):
        if shape_of(g, node[0]) != SHAPE_WRAP or t.children(t.walker, g, node[0], inner, 1) == 0:
            break
        node[0] = inner[0].node
    return shape_of(g, node[0])


cdef int _one(Taker* t, Grammar g, const Bound* b) noexcept nogil:
    """The row of a value, or its parts onto the stack."""
    cdef Child child[3]
    cdef uint32_t type = 0, n
    cdef uint8_t shape = shape_of(g, b.value), inner
    if shape == SHAPE_NONE or shape == SHAPE_TEXT:
        return 0
    if shape <= SHAPE_INDEX:
        if _path(t, g, b.value, &type) < 0:
            return -1
        return _emit(t, b.name, type, b.byte, b.flags | BIND_VALUE) if type else 0
    if shape == SHAPE_LIST or shape == SHAPE_DICT:
        return _entries(t, g, b, shape)
    if shape == SHAPE_EITHER:
        return _either(t, g, b)
    if shape == SHAPE_ASSIGN:
        return _later(t, _field(g, b.value, FIELD_RIGHT), b, b.name, b.level)
    n = t.children(t.walker, g, b.value, child, 3)
    if n == 0:
        return 0
    if shape == SHAPE_WRAP:
        return _later(t, child[0].node, b, b.name, b.level)
    if shape == SHAPE_CHOICE:
        return _choice(t, g, b, child, n)
    if shape == SHAPE_CAST:
        return _cast(t, g, b, child, n)
    if shape == SHAPE_CALL:
        inner = _unwrapped(t, g, &child[0].node)
        if inner == SHAPE_NONE or inner > SHAPE_CALL:
            return 0
        if _path(t, g, child[0].node, &type) < 0:
            return -1
        return _emit(t, b.name, type, b.byte, b.flags | BIND_CALL) if type else 0
    return 0


cdef int _value(Taker* t, Grammar g, TSNode value, uint32_t name, uint32_t byte, uint32_t flags) noexcept nogil:
    """All rows of a value."""
    cdef Bound b
    b.value, b.name, b.byte, b.flags, b.level = value, name, byte, flags, 0
    t.facts.pending.count = 0
    if name == NO_STRING or _one(t, g, &b) < 0:
        return -1
    while t.facts.pending.count:
        t.facts.pending.count -= 1
        b = (<Bound*>t.facts.pending.data)[t.facts.pending.count]
        if _one(t, g, &b) < 0:
            return -1
    return 0


# --- names ---


cdef int _target(Taker* t, Grammar g, TSNode name, TSNode value, uint32_t flags) noexcept nogil:
    """Bind a name, an attribute of the enclosing object or a constant index of either; other targets are none."""
    cdef Child child[2]
    cdef uint8_t shape = shape_of(g, name), inner
    cdef uint32_t a = ts_node_start_byte(name), b = ts_node_end_byte(name), handle = 0, n
    cdef StringTable* s = &t.facts.strings
    if shape == SHAPE_NAME or shape == SHAPE_NONE:
        n = t.data[a] == 35  # a private name of JavaScript
        return _value(t, g, value, _text(t, name), a, flags) if is_identifier(t.data + a + n, b - a - n) else 0
    if shape != SHAPE_PATH and shape != SHAPE_INDEX:
        return 0
    n = t.children(t.walker, g, name, child, 2)
    if n < 2:
        return 0
    if shape == SHAPE_PATH:
        if not _is_self(t, g, child[0].node):
            return 0
        a = ts_node_start_byte(child[1].node)
        return _value(t, g, value, _text(t, child[1].node), a, (flags & ~<uint32_t>7) | BIND_FIELD)
    inner = shape_of(g, child[0].node)
    if _path(t, g, name, &handle) < 0:
        return -1
    n = <uint32_t>(s.offsets[handle + 1] - s.offsets[handle])
    if not _indexed(s.arena + s.offsets[handle], n) or _is_self(t, g, child[0].node):
        return 0
    if inner == SHAPE_PATH:
        if t.children(t.walker, g, child[0].node, child, 2) < 2 or not _is_self(t, g, child[0].node):
            return 0
        if path_of(t, g, ts_node_start_byte(child[1].node), b, &handle) < 0:  # without the object
            return -1
        return _value(t, g, value, handle, b - 1, (flags & ~<uint32_t>7) | BIND_FIELD)
    return _value(t, g, value, handle, b - 1, flags) if inner == SHAPE_NAME else 0


cdef int _pairs(Taker* t, Grammar g, TSNode names, TSNode values, uint32_t flags) noexcept nogil:
    """`a, b = f, g` binds each name to what stands at its place, up to the first star on either side."""
    cdef Child name[MAX_ENTRIES]
    cdef Child value[MAX_ENTRIES]
    cdef uint32_t n, m, i, k = 0
    if shape_of(g, values) != SHAPE_LIST or flags & (BIND_ITEM | BIND_ENTER):
        return 0
    n = t.children(t.walker, g, names, name, MAX_ENTRIES)
    m = t.children(t.walker, g, values, value, MAX_ENTRIES)
    for i in range(n):
        if t.data[ts_node_start_byte(name[i].node)] == 42 or t.data[ts_node_start_byte(name[i].node)] == 46:
            break
        while k < m and value[k].place < name[i].place and not symbol_bits(g, value[k].node) & SYM_SPREAD:
            k += 1
        if k == m or symbol_bits(g, value[k].node) & SYM_SPREAD:
            break
        if value[k].place == name[i].place and _target(t, g, name[i].node, value[k].node, flags) < 0:
            return -1
    return 0


cdef int _fields(Taker* t, Grammar g, TSNode names, TSNode value, uint32_t flags) noexcept nogil:
    """`{a, b: c} = x` binds a to x.a and c to x.b, where x is a name, an attribute, an index or a call of one."""
    cdef Child child[MAX_ENTRIES]
    cdef uint32_t n, i, base = 0, type, a
    cdef uint8_t shape = _unwrapped(t, g, &value)
    cdef TSNode name, key
    if shape == SHAPE_NONE or shape > SHAPE_CALL or flags & (BIND_ITEM | BIND_ENTER):
        return 0
    if shape == SHAPE_CALL:
        if t.children(t.walker, g, value, child, 1) == 0:
            return 0
        shape = _unwrapped(t, g, &child[0].node)
        if shape == SHAPE_NONE or shape > SHAPE_CALL:
            return 0
    if _path(t, g, value, &base) < 0:
        return -1
    if base == 0:
        return 0
    n = t.children(t.walker, g, names, child, MAX_ENTRIES)
    for i in range(n):
        name = key = child[i].node
        shape = shape_of(g, name)
        if shape == SHAPE_PAIR:
            key, name = _field(g, key, FIELD_KEY), _field(g, name, FIELD_VALUE)
            if not ts_node_is_null(name) and shape_of(g, name) == SHAPE_PARAMETER:
                name = _field(g, name, FIELD_LEFT)
            if ts_node_is_null(name) or ts_node_is_null(key) or shape_of(g, name) != SHAPE_NAME:
                continue
        elif shape == SHAPE_PARAMETER:
            name = key = _field(g, name, FIELD_LEFT)
            if ts_node_is_null(name):
                continue
        elif shape != SHAPE_SHORT:
            continue
        a = ts_node_start_byte(key)
        if is_identifier(t.data + a, ts_node_end_byte(key) - a):
            type = _text(t, key)
            if type != NO_STRING:
                type = _joined(t, base, b".", 1, type)
        else:
            type = _keyed(t, g, base, key)
        if type and _emit(t, _text(t, name), type, ts_node_start_byte(name), flags | BIND_VALUE) < 0:
            return -1
    return 0


cdef int _narrow(Taker* t, Grammar g, TSNode name, TSNode type) noexcept nogil:
    """What a name is tested for: one type, or one of several."""
    cdef Child child[MAX_ENTRIES]
    cdef uint32_t handle = 0, n = 1, i, text = 0
    cdef uint8_t shape = shape_of(g, name)
    if shape != SHAPE_NAME and shape != SHAPE_PATH:
        return 0
    if _path(t, g, name, &handle) < 0:
        return -1
    child[0].node = type
    if shape_of(g, type) == SHAPE_LIST:
        n = t.children(t.walker, g, type, child, MAX_ENTRIES)
    for i in range(n):
        if _type(t, child[i].node, &text) < 0:
            return -1
        if handle and text and _emit(t, handle, text, ts_node_start_byte(name), BIND_NARROW) < 0:
            return -1
    return 0


cdef bint _tests_type(Taker* t, Grammar g, TSNode node, TSNode* part) noexcept nogil:
    """Whether a node is `left instanceof right`; then these are its parts."""
    cdef TSNode between = _field(g, node, FIELD_OPERATOR)
    cdef uint32_t a
    if ts_node_is_null(between):
        return False
    a = ts_node_start_byte(between)
    if ts_node_end_byte(between) - a != 10 or memcmp(t.data + a, b"instanceof", 10) != 0:
        return False
    part[<int>CAP_NAME], part[<int>CAP_BINDING_TYPE] = _field(g, node, FIELD_LEFT), _field(g, node, FIELD_RIGHT)
    return not ts_node_is_null(part[<int>CAP_NAME]) and not ts_node_is_null(part[<int>CAP_BINDING_TYPE])


cdef int take_binding(Taker* t, Grammar g, uint32_t flags, TSNode node, TSNode* part, uint32_t seen) noexcept nogil:
    """The rows of one match."""
    cdef uint32_t a, type = 0, name = 0
    cdef bint typed = seen & (1 << CAP_BINDING_TYPE)
    cdef TSNode value
    if flags & BIND_NARROW:
        if not (typed and seen & (1 << CAP_NAME)) and not _tests_type(t, g, node, part):
            return 0
        return _narrow(t, g, part[<int>CAP_NAME], part[<int>CAP_BINDING_TYPE])
    if not seen & (1 << CAP_NAME) and flags & 7 != BIND_RETURN:
        return 0
    if seen & (1 << CAP_RECEIVER):
        if not _is_self(t, g, part[<int>CAP_RECEIVER]):
            return 0
    if seen & (<uint32_t>1 << CAP_BINDING_VALUE):
        value = part[<int>CAP_BINDING_VALUE]
        if flags & 7 == BIND_RETURN:
            return _value(t, g, value, 0, ts_node_start_byte(value), flags)
        if shape_of(g, part[<int>CAP_NAME]) == SHAPE_TARGETS:
            return _pairs(t, g, part[<int>CAP_NAME], value, flags)
        if shape_of(g, part[<int>CAP_NAME]) == SHAPE_FIELDS:
            return _fields(t, g, part[<int>CAP_NAME], value, flags)
        return _target(t, g, part[<int>CAP_NAME], value, flags)
    if seen & (1 << CAP_NAME):
        name = _text(t, part[<int>CAP_NAME])
        a = ts_node_start_byte(part[<int>CAP_NAME])
    else:
        a = ts_node_start_byte(part[<int>CAP_BINDING_TYPE] if typed else
                               part[<int>CAP_BINDING_CALL] if seen & (1 << CAP_BINDING_CALL) else node)
    if typed:
        if _type(t, part[<int>CAP_BINDING_TYPE], &type) < 0:
            return -1
    elif seen & (1 << CAP_BINDING_CALL):
        flags |= BIND_CALL
        if _callee(t, g, part[<int>CAP_BINDING_CALL], &type) < 0:
            return -1
    return _emit(t, name, type, a, flags)


# --- arguments ---


cdef int _parameters(Taker* t, Grammar g, TSNode function, uint32_t selected) noexcept nogil:
    """The parameters of a function literal that is an argument; selected: handle of CALLEE(SEL."""
    cdef Child child[MAX_ENTRIES]
    cdef uint32_t n, i, type
    cdef uint8_t shape
    cdef TSNode name = _field(g, function, FIELD_PARAMETER)
    if not ts_node_is_null(name):
        child[0].node, child[0].place = name, 0
        n = 1
    else:
        name = _field(g, function, FIELD_PARAMETERS)
        if ts_node_is_null(name):
            return 0
        n = t.children(t.walker, g, name, child, MAX_ENTRIES)
    for i in range(n):
        name = child[i].node
        if t.data[ts_node_start_byte(name)] == 42 or t.data[ts_node_start_byte(name)] == 46:  # the rest
            break
        shape = shape_of(g, name)
        if shape == SHAPE_PARAMETER:
            if not ts_node_is_null(_field(g, name, FIELD_TYPE)):
                continue
            name = _field(g, child[i].node, FIELD_PATTERN)
            if ts_node_is_null(name):
                name = _field(g, child[i].node, FIELD_NAME)
            if ts_node_is_null(name):
                name = _field(g, child[i].node, FIELD_LEFT)
            if ts_node_is_null(name):
                continue
            shape = shape_of(g, name)
        if shape != SHAPE_NAME:
            continue
        type = _numbered(t, selected, 40, child[i].place, False)
        if type and _emit(t, _text(t, name), type, ts_node_start_byte(name), BIND_PARAM | BIND_CONTEXT) < 0:
            return -1
    return 0


cdef bint _web_path(Taker* t, TSNode text, uint32_t* first, uint32_t* length) noexcept nogil:
    """Whether a string in one pair of quotes is a path or address of the web that is written out; where its content is."""
    cdef uint32_t a = ts_node_start_byte(text) + 1, b = ts_node_end_byte(text) - 1, n, i
    cdef const uint8_t* p = t.data + a
    if b <= a or b - a > MAX_PATH:
        return False
    n = b - a
    if p[-1] != t.data[b] or not (p[-1] == 34 or p[-1] == 39 or p[-1] == 96):
        return False
    if p[0] != 47:
        i = 5 if n > 4 and p[4] == 115 else 4
        if n <= i + 3 or memcmp(p, b"http", 4) != 0 or memcmp(p + i, b"://", 3) != 0:
            return False
    for i in range(n):
        if p[i] <= 32 or p[i] == 92 or p[i] == p[-1] or (p[i] == 36 and p[-1] == 96 and p[i + 1] == 123):
            return False
    first[0], length[0] = a, n
    return True


cdef int take_arguments(Taker* t, Grammar g, const RawRef* r, bint alone, TSNode args) noexcept nogil:
    """What is given to a call: values that can be followed, and the parameters of function literals."""
    cdef Child child[MAX_ENTRIES]
    cdef Child callee[1]
    cdef StringTable* s = &t.facts.strings
    cdef uint32_t n, i, path = r.row.name, before = r.qualifier if r.qualifier else r.receiver, selected, a = 0, type = 0, length = 0
    cdef uint8_t shape
    cdef TSNode value
    if alone:
        before = 0
    elif before == 0 and r.row.recv != RECV_NONE:
        return 0
    n = t.children(t.walker, g, args, child, MAX_ENTRIES)
    if n and before and s.arena[s.offsets[path]] == 40:  # a callee without a name: `f()(x)`
        path = before
    elif n and before:
        path = _joined(t, before, b".", 1, path)
        if path == NO_STRING:
            return -1
    if path == 0:
        return 0
    for i in range(n):
        value = child[i].node
        shape = shape_of(g, value)
        if shape == SHAPE_NONE:
            if symbol_bits(g, value) & SYM_SPREAD:
                break
            continue
        if shape == SHAPE_KEYWORD:
            value = _field(g, child[i].node, FIELD_VALUE)
            if ts_node_is_null(value):
                continue
            shape = shape_of(g, value)
        if shape == SHAPE_TEXT:
            if _web_path(t, value, &a, &length) == 0:
                continue
        elif not (shape == SHAPE_NAME or shape == SHAPE_PATH or shape == SHAPE_CALL or shape == SHAPE_FUNCTION):
            continue
        if shape == SHAPE_CALL:
            if t.children(t.walker, g, value, callee, 1) == 0:
                continue
            shape = shape_of(g, callee[0].node)
            if shape != SHAPE_NAME and shape != SHAPE_PATH:
                continue
            shape = SHAPE_CALL
        if shape_of(g, child[i].node) == SHAPE_KEYWORD:
            selected = _text(t, _field(g, child[i].node, FIELD_NAME))
            if selected != NO_STRING:
                selected = _joined(t, path, b"(", 1, selected)
        else:
            selected = _numbered(t, path, 40, child[i].place, False)
        if selected == NO_STRING:
            return -1
        if selected == 0:
            continue
        if shape == SHAPE_TEXT:
            if _emit(t, strings_intern(s, t.data + a, length), selected, a, BIND_ROUTE) < 0:
                return -1
            continue
        if shape == SHAPE_FUNCTION:
            if _parameters(t, g, value, selected) < 0:
                return -1
            continue
        a = ts_node_start_byte(value)
        if _path(t, g, callee[0].node if shape == SHAPE_CALL else value, &type) < 0:
            return -1
        if type and _emit(t, selected, type, a, BIND_ARGUMENT | (BIND_CALL if shape == SHAPE_CALL else BIND_VALUE)) < 0:
            return -1
    return 0
