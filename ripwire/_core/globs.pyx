"""Globs in ripgrep's dialect, and lists of rules as ignore files, -g and file types have them, without the GIL.

Purpose: the walk asks of every entry which rule names it last. A glob is compiled once to operations; most of them
turn out to be a literal name, an ending or a beginning, which are compared, and lists of many find those in a table.
Invariant: `*` and `?` never match a "/", `**` between separators crosses them, a class may match one; bytes count,
not characters, so `?` is one byte and a class with é holds two. The last matching rule decides. Cost: a literal is
one comparison. A glob without braces is matched with two places to come back to, its star and its `**`, which is all
that is ever needed: size * length steps at worst for each "/" that `**` tries. What doesn't fit that form (a class that
may match "/" beside a star, braces with many branches, `**` inside of braces) runs all its ways at once, in size *
length steps.
"""

from libc.stdint cimport INT32_MAX, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from ripwire._core.hashing cimport fnv1a
from ripwire._core.utf8 cimport utf8_is_valid, utf8_sequence

cdef enum:
    POOL_BLOCK = 16384
    MAX_BRANCHES = 16     # of braces, that become rules of their own; more run in one program
    TABLE_RULES = 8       # from so many rules on, tables pay
    STACK_OPS = 256       # a program up to this size needs no memory to run

# Operations. LIT a byte, ANY one byte but "/", STAR any number of those, CLASS a set, FIRST the `**/` at the beginning
# (nothing, "/", or all up to a "/"), BELOW the `/**` at the end, BETWEEN a `/**/`, ALL everything; SPLIT goes on here
# and at `to`.
cdef enum:
    LIT = 0
    ANY = 1
    STAR = 2
    CLASS = 3
    FIRST = 4
    BELOW = 5
    BETWEEN = 6
    ALL = 7
    SPLIT = 8
    JUMP = 9

# Kinds of rules: of the last part of a path, or of all of it.
cdef enum:
    NAME_IS = 0
    NAME_ENDS = 1
    NAME_STARTS = 2
    NAME_GLOB = 3
    PATH_IS = 4
    PATH_GLOB = 5
    PATH_PROGRAM = 6
    NAME_PROGRAM = 7

ctypedef struct Op:
    const uint64_t* set   # of CLASS: 256 bits
    int32_t to
    uint8_t code
    uint8_t byte

# One pair of braces that is open.
ctypedef struct Brace:
    int32_t start         # where its code begins
    int32_t branch        # where the branch begins (its SPLIT)
    int32_t last          # the SPLIT of the last branch that was kept, -1: none
    int32_t jumps         # chain of JUMPs to the end


# --- memory -----------------------------------------------------------------------------------------------------------

cdef void* pool_take(Pool* pool, size_t size) noexcept nogil:
    cdef size_t room
    cdef void* block
    cdef uint8_t* out
    size = (size + 7) & ~<size_t>7
    if size > pool.left:
        room = POOL_BLOCK if size < POOL_BLOCK else size
        block = malloc(room + sizeof(void*))
        if block == NULL:
            return NULL
        (<void**>block)[0] = pool.block
        pool.block = block
        pool.at = <uint8_t*>block + sizeof(void*)
        pool.left = room
    out = pool.at
    pool.at += size
    pool.left -= size
    return out


cdef void pool_free(Pool* pool) noexcept nogil:
    cdef void* before
    while pool.block != NULL:
        before = (<void**>pool.block)[0]
        free(pool.block)
        pool.block = before
    memset(pool, 0, sizeof(Pool))


cdef inline uint8_t _low(uint8_t c) noexcept nogil:
    return c + 32 if 65 <= c <= 90 else c


cdef inline bint _in_set(const uint64_t* bits, uint8_t c) noexcept nogil:
    return (bits[c >> 6] >> (c & 63)) & 1


# --- compiling --------------------------------------------------------------------------------------------------------

cdef inline uint32_t _scalar(const uint8_t* p, size_t size) noexcept nogil:
    """The code point of one sequence, for comparing the ends of ranges."""
    if size == 1:
        return p[0]
    if size == 2:
        return (p[0] & 31) << 6 | (p[1] & 63)
    if size == 3:
        return (p[0] & 15) << 12 | (p[1] & 63) << 6 | (p[2] & 63)
    return (p[0] & 7) << 18 | (p[1] & 63) << 12 | (p[2] & 63) << 6 | (p[3] & 63)


cdef inline void _set_add(uint64_t* bits, uint8_t low, uint8_t high, bint fold) noexcept nogil:
    cdef unsigned int c
    for c in range(low, <unsigned int>high + 1):
        bits[c >> 6] |= <uint64_t>1 << (c & 63)
        if fold and 65 <= c <= 90:
            bits[(c + 32) >> 6] |= <uint64_t>1 << ((c + 32) & 63)
        elif fold and 97 <= c <= 122:
            bits[(c - 32) >> 6] |= <uint64_t>1 << ((c - 32) & 63)


cdef void _add_range(const uint8_t* text, size_t low, size_t high, uint64_t* bits, bint fold) noexcept nogil:
    """Bytes of a range between two characters: the last of the first to the first of the last, and the others alone."""
    cdef size_t k
    cdef size_t n = <size_t>utf8_sequence(text + low, 4), m = <size_t>utf8_sequence(text + high, 4)
    for k in range(n):
        _set_add(bits, text[low + k], text[low + k], fold)
    for k in range(m):
        _set_add(bits, text[high + k], text[high + k], fold)
    if n != m or memcmp(text + low, text + high, n) != 0:
        _set_add(bits, text[low + n - 1], text[high], fold)


cdef int _class(const uint8_t* text, size_t size, size_t* at, uint64_t* bits, bint fold) noexcept nogil:
    """Read the class behind whose bracket `at` is. Ranges compare characters; what they hold are bytes."""
    cdef size_t i = at[0], low = 0, high = 0
    cdef bint negative = False, first = True, ranging = False
    cdef uint8_t c
    cdef size_t k, length
    memset(bits, 0, 32)
    if i < size and (text[i] == 33 or text[i] == 94):
        negative = True
        i += 1
    while True:
        if i >= size:
            return GLOB_CLASS
        c = text[i]
        length = <size_t>utf8_sequence(text + i, <Py_ssize_t>(size - i))
        if c == 93 and not first:
            break
        if c == 45 and not first and not ranging:
            ranging = True
        elif ranging:
            if _scalar(text + i, length) < _scalar(text + low, <size_t>utf8_sequence(text + low, 4)):
                at[0] = i
                return GLOB_RANGE
            high = i       # of the same range once more in [a-c-e]
            ranging = False
        else:
            if not first:
                _add_range(text, low, high, bits, fold)
            low = high = i
        first = False
        i += length
    _add_range(text, low, high, bits, fold)
    if ranging:
        _set_add(bits, 45, 45, fold)
    if negative:
        for k in range(4):
            bits[k] = ~bits[k]
    at[0] = i + 1
    return GLOB_RIGHT


ctypedef struct Code:
    Op* ops
    int32_t size
    int32_t tokens        # at the outermost level
    int32_t splits


cdef int _compile(const uint8_t* text, size_t size, bint fold, bint lenient, Pool* pool, Code* code,
                  Wrong* wrong) noexcept nogil:
    """Operations of a glob into `code.ops`, which is the caller's to free."""
    cdef size_t i = 0, end, room = 8, length, k
    cdef Brace* braces = NULL
    cdef int32_t depth = 0, n = 0, to
    cdef size_t deepest = 0
    cdef Op* ops
    cdef Brace* brace
    cdef uint8_t c
    cdef int prev = -1, cur = -1, result     # the byte before this one, as read (an escaped one counts as itself)
    cdef bint have = False                   # whether this branch has anything
    cdef bint literal_brackets = False
    cdef uint64_t bits[4]
    cdef uint64_t* kept
    for i in range(size):
        room += 1
        if text[i] == 123 or text[i] == 44 or text[i] == 125:
            room += 2
            deepest += text[i] == 123
    if room >= INT32_MAX:
        return GLOB_MEMORY
    ops = <Op*>malloc(room * sizeof(Op))
    if deepest:
        braces = <Brace*>malloc(deepest * sizeof(Brace))
    if ops == NULL or deepest and braces == NULL:
        free(ops)
        free(braces)
        return GLOB_MEMORY
    memset(ops, 0, room * sizeof(Op))
    code.ops, code.tokens, code.splits = ops, 0, 0
    result = GLOB_RIGHT
    i = 0
    while i < size:
        c = text[i]
        wrong.at = <uint32_t>i
        prev, cur = cur, c
        i += 1
        if c == 63:
            ops[n].code = ANY
            n += 1
        elif c == 42:
            if i >= size or text[i] != 42:
                ops[n].code = STAR
                n += 1
            else:
                i += 1       # the second star
                if not have:
                    if i < size and text[i] != 47:
                        ops[n].code = STAR
                        n += 1
                    else:
                        ops[n].code = FIRST
                        n += 1
                        if i < size:
                            cur = 47
                            i += 1
                elif prev != 47 and not (depth and (prev == 44 or prev == 123)):
                    # (an escaped comma or brace is taken for the border of a branch)
                    ops[n].code = STAR
                    n += 1
                elif i >= size or depth and (text[i] == 44 or text[i] == 125):
                    if ops[n - 1].code != FIRST and ops[n - 1].code != BELOW:
                        ops[n - 1].code = BELOW
                    code.tokens -= not depth     # it takes the place of the one before
                elif text[i] == 47:
                    if ops[n - 1].code != FIRST and ops[n - 1].code != BELOW:
                        ops[n - 1].code = BETWEEN
                    code.tokens -= not depth
                    cur = 47
                    i += 1
                else:
                    ops[n].code = STAR
                    n += 1
        elif c == 91 and not literal_brackets:
            end = i
            result = _class(text, size, &end, bits, fold)
            if result == GLOB_CLASS and lenient:
                result = GLOB_RIGHT
                literal_brackets = True
                ops[n].code, ops[n].byte = LIT, 91
                n += 1
            elif result:
                break
            else:
                kept = <uint64_t*>pool_take(pool, 32)
                if kept == NULL:
                    result = GLOB_MEMORY
                    break
                memcpy(kept, bits, 32)
                ops[n].code, ops[n].set = CLASS, kept
                n += 1
                i = end
                cur = 93
        elif c == 123:
            brace = &braces[depth]
            depth += 1
            brace.start = brace.branch = n
            brace.last = brace.jumps = -1
            ops[n].code, ops[n].to = SPLIT, -1
            n += 1
            have = False
            continue
        elif c == 44 and depth or c == 125:
            if not depth:
                result = GLOB_CLOSE
                break
            brace = &braces[depth - 1]
            if n == brace.branch + 1:
                n = brace.branch             # an empty branch is none
            else:
                brace.last = brace.branch
                ops[n].code, ops[n].to = JUMP, brace.jumps
                brace.jumps = n
                n += 1
                ops[brace.branch].to = n
            if c == 44:
                brace.branch = n
                ops[n].code, ops[n].to = SPLIT, -1
                n += 1
                have = False
                continue
            if brace.last >= 0:
                ops[brace.last].to = -1      # there is no other
                # Its jump goes to the next operation; it stays, so that places of code need no change.
            while brace.jumps >= 0:
                to = ops[brace.jumps].to
                ops[brace.jumps].to = n
                brace.jumps = to
            depth -= 1
        elif c == 92:
            if i >= size:
                result = GLOB_ESCAPE
                break
            length = <size_t>utf8_sequence(text + i, <Py_ssize_t>(size - i))
            cur = text[i]
            for k in range(length):
                ops[n].code, ops[n].byte = LIT, _low(text[i]) if fold else text[i]
                n += 1
                i += 1
        else:
            # A character of several bytes is one token, which only matters to a glob that is nothing but `**`.
            ops[n].code, ops[n].byte = LIT, _low(c) if fold else c
            n += 1
        have = True
        code.tokens += not depth
    if not result and depth:
        result = GLOB_OPEN
        wrong.at = <uint32_t>size
    free(braces)
    if result:
        wrong.code = result
        if result == GLOB_RANGE:
            wrong.at = <uint32_t>end
        free(ops)
        code.ops = NULL
        return result
    if n == 1 and code.tokens == 1 and ops[0].code == FIRST:
        ops[0].code = ALL
    for to in range(n):
        code.splits += ops[to].code == SPLIT
    code.size = n
    return GLOB_RIGHT


# --- rules ------------------------------------------------------------------------------------------------------------

cdef int _append(Rules* rules, const Rule* rule) noexcept nogil:
    cdef Rule* grown
    cdef uint32_t room
    if rules.size == rules.room:
        room = rules.room * 2 if rules.room else 8
        grown = <Rule*>realloc(rules.rules, room * sizeof(Rule))
        if grown == NULL:
            return GLOB_MEMORY
        rules.rules, rules.room = grown, room
    rules.rules[rules.size] = rule[0]
    rules.size += 1
    rules.positive += not rule.negative
    return GLOB_RIGHT


cdef Op* _lowered(const Op* ops, int32_t* size, Pool* pool) noexcept nogil:
    """Operations without FIRST, BETWEEN and BELOW, for `_program`; NULL: no memory."""
    cdef int32_t i, n = 0
    cdef int32_t* moved = <int32_t*>malloc((<size_t>size[0] + 1) * sizeof(int32_t))
    cdef Op* out = <Op*>pool_take(pool, (4 * <size_t>size[0] + 1) * sizeof(Op))
    if moved == NULL or out == NULL:
        free(moved)
        return NULL
    memset(out, 0, (4 * <size_t>size[0] + 1) * sizeof(Op))
    for i in range(size[0]):
        moved[i] = n
        out[n] = ops[i]
        if ops[i].code == BETWEEN or ops[i].code == BELOW:
            out[n].code, out[n].byte = LIT, 47
            n += 1
        if ops[i].code == BETWEEN or ops[i].code == FIRST:  # nothing, or all up to a "/"
            out[n].code, out[n].to = SPLIT, -2 - (n + 3)
            out[n + 1].code = ALL
            out[n + 2].code, out[n + 2].byte = LIT, 47
            n += 3
        elif ops[i].code == BELOW:
            out[n].code = ALL
            n += 1
        else:
            n += 1
    moved[size[0]] = n
    for i in range(n):
        if out[i].code == SPLIT or out[i].code == JUMP:
            if out[i].to <= -2:
                out[i].to = -2 - out[i].to
            elif out[i].to >= 0:
                out[i].to = moved[out[i].to]
    free(moved)
    size[0] = n
    return out


cdef int _keep(Rules* rules, const Op* ops, int32_t n, const Rule* like, bint named) noexcept nogil:
    """Add the rule that operations make; the simplest kind that says the same."""
    cdef Rule rule = like[0]
    cdef int32_t i, begin = 0, stars = 0, literals = 0, size = 0
    cdef bint crossing = False, simple = True, parts = False
    cdef uint8_t* text
    cdef Op* kept
    rule.before = NO_RULE
    for i in range(n):
        if ops[i].code == LIT:
            literals += 1
            parts = parts or ops[i].byte == 47
        elif ops[i].code == STAR:
            stars += 1
        elif ops[i].code == CLASS:
            crossing = crossing or _in_set(ops[i].set, 47)
        elif ops[i].code == FIRST:
            simple = simple and i == 0
        elif ops[i].code == BELOW:
            simple = simple and i == n - 1
            parts = True
        elif ops[i].code == ALL or ops[i].code == BETWEEN:
            parts = True
        else:
            simple = False
    if crossing and stars:
        simple = False
    rule.kind = NAME_PROGRAM if named else PATH_PROGRAM
    if simple:
        if not named and n > 1 and ops[0].code == FIRST and not parts and not crossing:
            named = True
            begin = 1
        if named and begin == 0 and n and ops[0].code == FIRST and not parts and not crossing:
            begin = 1
        rule.kind = NAME_GLOB if named else PATH_GLOB
        if literals == n - begin:
            rule.kind = NAME_IS if named else PATH_IS
        elif named and literals == n - begin - 1 and ops[begin].code == STAR:
            rule.kind = NAME_ENDS
            begin += 1
        elif named and literals == n - begin - 1 and ops[n - 1].code == STAR:
            rule.kind = NAME_STARTS
            n -= 1
    size = n - begin
    if rule.kind <= NAME_STARTS or rule.kind == PATH_IS:
        text = <uint8_t*>pool_take(rules.pool, <size_t>size + 1)
        if text == NULL:
            return GLOB_MEMORY
        for i in range(size):
            text[i] = ops[begin + i].byte
        rule.text = text
    elif rule.kind == NAME_GLOB or rule.kind == PATH_GLOB:
        kept = <Op*>pool_take(rules.pool, (<size_t>size + 1) * sizeof(Op))
        if kept == NULL:
            return GLOB_MEMORY
        memcpy(kept, ops + begin, size * sizeof(Op))
        rule.text = <uint8_t*>kept
    else:
        kept = _lowered(ops, &size, rules.pool)
        if kept == NULL:
            return GLOB_MEMORY
        rule.text = <uint8_t*>kept
    rule.size = <uint32_t>size
    return _append(rules, &rule)


cdef int _spread(Rules* rules, const Code* code, const Rule* like, bint named) noexcept nogil:
    """Add a rule for each way through the braces; -1, with nothing added, when there are too many."""
    cdef int32_t stack[MAX_BRANCHES + 1]     # the ways not taken yet: where they go on
    cdef int32_t sizes[MAX_BRANCHES + 1]     # and how much of the way before counts
    cdef int32_t depth = 1, at, n, count = 0
    cdef uint32_t before = rules.size, positive = rules.positive
    cdef int result = GLOB_RIGHT
    cdef Op* way = <Op*>malloc((<size_t>code.size + 1) * sizeof(Op))
    if way == NULL:
        return GLOB_MEMORY
    stack[0] = sizes[0] = 0
    while depth and not result:
        depth -= 1
        at, n = stack[depth], sizes[depth]
        while at < code.size:
            if code.ops[at].code == JUMP:
                at = code.ops[at].to
            elif code.ops[at].code == SPLIT:
                if code.ops[at].to >= 0:
                    if depth >= MAX_BRANCHES:
                        result = -1
                        break
                    stack[depth], sizes[depth] = code.ops[at].to, n
                    depth += 1
                at += 1
            else:
                way[n] = code.ops[at]
                n += 1
                at += 1
        count += 1
        if count > MAX_BRANCHES:
            result = -1
        if not result:
            result = _keep(rules, way, n, like, named)
    free(way)
    if result:
        rules.size, rules.positive = before, positive
    elif not like.negative:
        rules.positive = positive + 1
    return result


cdef int rules_glob(Rules* rules, const uint8_t* text, size_t size, Rule* like, bint named, bint lenient,
                    Wrong* wrong) noexcept nogil:
    cdef Code code
    cdef int result
    wrong.code, wrong.at = GLOB_RIGHT, 0
    if not utf8_is_valid(text, size):
        wrong.code = GLOB_UTF8
        return GLOB_UTF8
    result = _compile(text, size, like.fold, lenient, rules.pool, &code, wrong)
    if result:
        wrong.code = result
        return result
    if not code.splits:
        result = _keep(rules, code.ops, code.size, like, named)
    else:
        result = _spread(rules, &code, like, named)
        if result == -1:
            result = _keep(rules, code.ops, code.size, like, named)
    free(code.ops)
    wrong.code = result
    return result


cdef size_t _trimmed(const uint8_t* line, size_t size) noexcept nogil:
    """The size without white space (Unicode's) at the end."""
    cdef uint32_t c
    while size:
        c = line[size - 1]
        if c == 32 or 9 <= c <= 13:
            size -= 1
        elif size >= 2 and line[size - 2] == 0xC2 and (c == 0x85 or c == 0xA0):
            size -= 2
        elif size >= 3 and _wide_blank(line + size - 3):
            size -= 3
        else:
            break
    return size


cdef inline bint _wide_blank(const uint8_t* p) noexcept nogil:
    if p[0] == 0xE2 and p[1] == 0x80:
        return p[2] <= 0x8A or p[2] == 0xA8 or p[2] == 0xA9 or p[2] == 0xAF
    return p[0] == 0xE2 and p[1] == 0x81 and p[2] == 0x9F or p[0] == 0xE3 and p[1] == 0x80 and p[2] == 0x80 \
        or p[0] == 0xE1 and p[1] == 0x9A and p[2] == 0x80


cdef int rules_line(Rules* rules, const uint8_t* line, size_t size, bint fold, bint lenient, uint32_t mark,
                    Wrong* wrong) noexcept nogil:
    cdef Rule like
    cdef bint anchored = False, slash = False
    cdef size_t i
    cdef uint8_t* text
    cdef uint8_t* begin
    cdef const uint8_t* whole = line
    cdef int result
    wrong.code, wrong.at = GLOB_RIGHT, 0
    if not utf8_is_valid(line, size):
        wrong.code = GLOB_UTF8
        return GLOB_UTF8
    if size and line[0] == 35:
        return GLOB_RIGHT
    if not (size >= 2 and line[size - 1] == 32 and line[size - 2] == 92):
        size = _trimmed(line, size)
    if not size:
        return GLOB_RIGHT
    memset(&like, 0, sizeof(Rule))
    like.fold, like.mark = fold, mark
    if size >= 2 and line[0] == 92 and (line[1] == 33 or line[1] == 35):
        line += 1
        size -= 1
    else:
        if line[0] == 33:
            like.negative = True
            line += 1
            size -= 1
        if size and line[0] == 47:
            anchored = True
            line += 1
            size -= 1
    if size and line[size - 1] == 47:
        like.folder = True
        size -= 1
        if size and line[size - 1] == 92:
            size -= 1
    for i in range(size):
        slash = slash or line[i] == 47
    # "**/" before what may stand anywhere; "/*" behind "/**", which speaks of what is below and not of the directory.
    text = begin = <uint8_t*>malloc(size + 8)
    if text == NULL:
        wrong.code = GLOB_MEMORY
        return GLOB_MEMORY
    memcpy(begin + 3, line, size)
    text = begin + 3
    if not anchored and not slash and not (size == 2 and text[0] == 42 and text[1] == 42):
        memcpy(begin, b"**/", 3)
        text = begin
        size += 3
    if size >= 3 and memcmp(text + size - 3, b"/**", 3) == 0:
        memcpy(text + size, b"/*", 2)
        size += 2
    result = rules_glob(rules, text, size, &like, False, lenient, wrong)
    wrong.at = wrong.at + <uint32_t>(line - whole) - (3 if text == begin and result else 0) if result else 0
    free(begin)
    return result


cdef inline uint32_t _slot(const Rules* rules, const uint8_t* text, size_t size, bint ending) noexcept nogil:
    return <uint32_t>(fnv1a(text, <uint32_t>size) + ending) & rules.mask


cdef inline size_t _last_dot(const uint8_t* text, size_t begin, size_t end) noexcept nogil:
    """Where the last dot of text[begin:end] is, `end` when there is none."""
    cdef size_t at = end
    while at > begin:
        at -= 1
        if text[at] == 46:
            return at
    return end


cdef inline bint _is_ending(const Rule* rule) noexcept nogil:
    """Whether a rule names what stands from the last dot of a name on."""
    return rule.kind == NAME_ENDS and rule.size > 1 and rule.text[0] == 46 and _last_dot(rule.text, 0, rule.size) == 0


cdef int rules_seal(Rules* rules) noexcept nogil:
    cdef uint32_t n = 16, i, slot
    cdef Rule* rule
    if rules.size < TABLE_RULES or rules.table != NULL:
        return GLOB_RIGHT
    while n < rules.size * 2:
        n *= 2
    rules.table = <int32_t*>malloc(n * sizeof(int32_t))
    if rules.table == NULL:
        return GLOB_MEMORY
    rules.others = <int32_t*>malloc(rules.size * sizeof(int32_t))
    if rules.others == NULL:
        free(rules.table)
        rules.table = NULL
        return GLOB_MEMORY
    memset(rules.table, 0xFF, n * sizeof(int32_t))
    rules.mask = n - 1
    for i in range(rules.size):
        rule = &rules.rules[i]
        if not rule.fold and (rule.kind == NAME_IS or _is_ending(rule)):
            slot = _slot(rules, rule.text, rule.size, rule.kind == NAME_ENDS)
            rule.before = rules.table[slot]
            rules.table[slot] = <int32_t>i
        else:
            rules.others[rules.rest] = <int32_t>i
            rules.rest += 1
    return GLOB_RIGHT


cdef void rules_free(Rules* rules) noexcept nogil:
    free(rules.rules)
    free(rules.table)
    free(rules.others)
    rules.rules, rules.table, rules.others, rules.size, rules.room, rules.rest = NULL, NULL, NULL, 0, 0, 0


# --- matching ---------------------------------------------------------------------------------------------------------

cdef inline bint _same(const uint8_t* pattern, const uint8_t* text, size_t size, bint fold) noexcept nogil:
    cdef size_t i
    if not fold:
        return memcmp(pattern, text, size) == 0
    for i in range(size):
        if pattern[i] != _low(text[i]):
            return False
    return True


cdef bint _simple(const Op* ops, int32_t size, const uint8_t* text, size_t length, bint fold) noexcept nogil:
    """A glob without branches. Going back to the last star is enough, and when that meets a "/", to the last `**`: what
    an earlier one could take instead, the later one can take as well."""
    cdef int32_t p = 0, star_p = -1, wide_p = -1
    cdef size_t t = 0, star_t = 0, wide_t = 0
    cdef uint8_t code, c
    cdef const void* found
    while True:
        if p == size:
            if t == length:
                return True
        else:
            code = ops[p].code
            if code == STAR:
                p += 1
                star_p, star_t = p, t
                continue
            if code == FIRST:
                p += 1
                star_p = -1
                wide_p, wide_t = p, 0
                continue
            if code == ALL:
                return True
            if t < length:
                c = text[t]
                if code == LIT:
                    if ops[p].byte == (_low(c) if fold else c):
                        p += 1
                        t += 1
                        continue
                elif code == ANY:
                    if c != 47:
                        p += 1
                        t += 1
                        continue
                elif code == CLASS:
                    if _in_set(ops[p].set, c):
                        p += 1
                        t += 1
                        continue
                elif c == 47:
                    if code == BELOW:
                        return True
                    p += 1
                    t += 1
                    star_p = -1
                    wide_p, wide_t = p, t
                    continue
        if star_p >= 0 and star_t < length and text[star_t] != 47:
            star_t += 1
            p, t = star_p, star_t
            continue
        if wide_p < 0:
            return False
        found = NULL
        if wide_t < length:
            found = _next_slash(text + wide_t, length - wide_t)
        if found == NULL:
            return False
        wide_t = <size_t>(<const uint8_t*>found - text) + 1
        p, t, star_p = wide_p, wide_t, -1


cdef inline const void* _next_slash(const uint8_t* text, size_t size) noexcept nogil:
    cdef size_t i
    for i in range(size):
        if text[i] == 47:
            return text + i
    return NULL


cdef void _enter(const Op* ops, int32_t size, int32_t at, int32_t* set_, int32_t* n, int32_t* place,
                 int32_t* stack) noexcept nogil:
    """Add a place and all that is reached from it without a byte."""
    cdef int32_t depth = 1
    stack[0] = at
    while depth:
        depth -= 1
        at = stack[depth]
        if place[at] < n[0] and set_[place[at]] == at:
            continue
        place[at] = n[0]
        set_[n[0]] = at
        n[0] += 1
        if at == size:
            continue
        if ops[at].code == JUMP:
            stack[depth] = ops[at].to
            depth += 1
        elif ops[at].code >= STAR and ops[at].code != CLASS:  # STAR, ALL, SPLIT
            if ops[at].code == SPLIT and ops[at].to >= 0:
                stack[depth] = ops[at].to
                depth += 1
            stack[depth] = at + 1
            depth += 1


cdef bint _program(const Op* ops, int32_t size, const uint8_t* text, size_t length, bint fold) noexcept nogil:
    """Any glob, lowered: all ways at once."""
    cdef int32_t small[5 * (STACK_OPS + 2)]
    cdef int32_t* memory = small
    cdef int32_t* now
    cdef int32_t* then
    cdef int32_t* place
    cdef int32_t* stack
    cdef int32_t n = 0, m, i, at
    cdef size_t t, room = <size_t>size + 2
    cdef uint8_t c, code
    cdef bint found = False
    if size > STACK_OPS:
        memory = <int32_t*>malloc(5 * room * sizeof(int32_t))
        if memory == NULL:
            return False
    now, then, place, stack = memory, memory + room, memory + 2 * room, memory + 3 * room
    memset(place, 0, room * sizeof(int32_t))
    _enter(ops, size, 0, now, &n, place, stack)
    for t in range(length):
        c = text[t]
        m = 0
        for i in range(n):
            at = now[i]
            if at == size:
                continue
            code = ops[at].code
            if code == LIT and ops[at].byte == (_low(c) if fold else c) or code == ANY and c != 47 \
                    or code == CLASS and _in_set(ops[at].set, c):
                _enter(ops, size, at + 1, then, &m, place, stack)
            elif code == STAR and c != 47 or code == ALL:
                _enter(ops, size, at, then, &m, place, stack)
        n = m
        now, then = then, now
        if not n:
            break
    for i in range(n):
        found = found or now[i] == size
    if memory != small:
        free(memory)
    return found


cdef inline bint _matches(const Rule* rule, const uint8_t* path, size_t size, size_t name) noexcept nogil:
    cdef size_t length = size - name
    cdef uint8_t kind = rule.kind
    if kind == NAME_IS:
        return rule.size == length and _same(rule.text, path + name, length, rule.fold)
    if kind == NAME_ENDS:
        return rule.size <= length and _same(rule.text, path + size - rule.size, rule.size, rule.fold)
    if kind == NAME_STARTS:
        return rule.size <= length and _same(rule.text, path + name, rule.size, rule.fold)
    if kind == NAME_GLOB:
        return _simple(<const Op*>rule.text, <int32_t>rule.size, path + name, length, rule.fold)
    if kind == PATH_IS:
        return rule.size == size and _same(rule.text, path, size, rule.fold)
    if kind == PATH_GLOB:
        return _simple(<const Op*>rule.text, <int32_t>rule.size, path, size, rule.fold)
    if kind == PATH_PROGRAM:
        return _program(<const Op*>rule.text, <int32_t>rule.size, path, size, rule.fold)
    return _program(<const Op*>rule.text, <int32_t>rule.size, path + name, length, rule.fold)


cdef inline int32_t _look(const Rules* rules, const uint8_t* text, size_t size, bint ending,
                          bint folder) noexcept nogil:
    """The last rule of the tables that is this literal."""
    cdef int32_t at = rules.table[_slot(rules, text, size, ending)]
    cdef const Rule* rule
    while at >= 0:
        rule = &rules.rules[at]
        if (rule.kind == NAME_ENDS) == ending and rule.size == size and memcmp(rule.text, text, size) == 0 \
                and (folder or not rule.folder):
            return at
        at = rule.before
    return NO_RULE


cdef int32_t rules_match(const Rules* rules, const uint8_t* path, size_t size, size_t name, bint folder) noexcept nogil:
    cdef int32_t best = NO_RULE, at
    cdef uint32_t left
    cdef const Rule* rule
    cdef size_t dot
    if not rules.size:
        return NO_RULE
    if rules.table != NULL:
        best = _look(rules, path + name, size - name, False, folder)
        dot = _last_dot(path, name, size)
        if dot < size:
            best = max(best, _look(rules, path + dot, size - dot, True, folder))
    left = rules.size if rules.table == NULL else rules.rest
    while left:
        left -= 1
        at = <int32_t>left if rules.table == NULL else rules.others[left]
        if at <= best:
            break
        rule = &rules.rules[at]
        if (folder or not rule.folder) and _matches(rule, path, size, name):
            return at
    return best


# --- the face for Python ----------------------------------------------------------------------------------------------

cdef tuple _added(const Wrong* wrong):
    if wrong.code == GLOB_MEMORY:
        raise MemoryError
    return (wrong.code, wrong.at)


cdef class RuleSet:
    """Rules from Python. What adds gives (error code, place in the text), (0, 0) for a right glob."""

    def __cinit__(self):
        memset(&self.rules, 0, sizeof(Rules))
        memset(&self.pool, 0, sizeof(Pool))
        self.rules.pool = &self.pool

    def __dealloc__(self):
        rules_free(&self.rules)
        pool_free(&self.pool)

    def glob(self, bytes text not None, uint32_t mark=0, bint negative=False) -> tuple[int, int]:
        """Add a glob that is asked of names only, as those of file types."""
        cdef Rule like
        cdef Wrong wrong
        memset(&like, 0, sizeof(Rule))
        like.mark, like.negative = mark, negative
        rules_glob(&self.rules, <const uint8_t*><char*>text, <size_t>len(text), &like, True, False, &wrong)
        return _added(&wrong)

    def line(self, bytes text not None, bint fold=False, bint lenient=False, uint32_t mark=0) -> tuple[int, int]:
        """Add a line of an ignore file (lenient), or a -g."""
        cdef Wrong wrong
        rules_line(&self.rules, <const uint8_t*><char*>text, <size_t>len(text), fold, lenient, mark, &wrong)
        return _added(&wrong)

    def seal(self) -> None:
        """Make the tables. Nothing is added after that."""
        if rules_seal(&self.rules):
            raise MemoryError

    def match(self, bytes path not None, bint folder=False) -> tuple[int, bool] | None:
        """(mark, negative) of the last rule that matches."""
        cdef int32_t found = rules_match(&self.rules, <const uint8_t*><char*>path, <size_t>len(path),
                                         <size_t>(path.rfind(b"/") + 1), folder)
        if found < 0:
            return None
        return (self.rules.rules[found].mark, bool(self.rules.rules[found].negative))

    @property
    def positive(self) -> int:
        """How many rules have no `!`; braces count once."""
        return self.rules.positive

    def kinds(self) -> list[int]:
        """How each rule is matched (tests look at it)."""
        cdef uint32_t i
        return [self.rules.rules[i].kind for i in range(self.rules.size)]

    def __len__(self) -> int:
        return self.rules.size
