"""Names as they are written: final segments, qualifiers, and what an identifier is.

Source: "What the engine does with them" in CONTRIBUTING.md. Invariant: functions of the bytes alone.
Cost: one pass over a name.
"""

from libc.stdint cimport int32_t
from libc.string cimport memcmp, memcpy

from ripwire._core.strings cimport *


cdef bint is_identifier(const uint8_t* p, uint32_t n) noexcept nogil:
    cdef uint32_t i
    if n == 0 or 48 <= p[0] <= 57:
        return False
    for i in range(n):
        if not (is_alnum(p[i]) or p[i] == 95 or p[i] == 36 or p[i] == 64 or p[i] >= 128):
            return False
    return True


cdef const uint8_t* first_word(const StringTable* t, uint32_t handle, uint32_t* size) noexcept nogil:
    cdef const uint8_t* p = t.arena + t.offsets[handle]
    cdef const uint8_t* end = t.arena + t.offsets[handle + 1]
    cdef const uint8_t* start
    while p < end and p[0] == 40:
        p += 1
    start = p
    while p < end and (is_word(p[0]) or p[0] == 36 or p[0] == 64):
        p += 1
    size[0] = <uint32_t>(p - start)
    return start


cdef bint is_upper(const uint8_t* p, uint32_t n) noexcept nogil:
    cdef uint32_t i
    if n < 2 or not 65 <= p[0] <= 90:
        return False
    for i in range(n):
        if not (65 <= p[i] <= 90 or 48 <= p[i] <= 57 or p[i] == 95):
            return False
    return True


cdef inline bint _is_operator(const uint8_t* p, uint32_t a, uint32_t b) noexcept nogil:
    """Whether a segment is C++'s `operator...`, not a longer word."""
    return (b - a >= 8 and memcmp(p + a, b"operator", 8) == 0
            and not (b - a > 8 and (is_alnum(p[a + 8]) or p[a + 8] == 95)))


cdef int split_name(StringTable* t, const uint8_t* p, uint32_t a, uint32_t b, bint plain, NamePart* out) noexcept nogil:
    """Split the name at p[a:b] into its final segment and what qualifies it. Returns -1 when memory ran out.

    out.name is 0 when nothing is left of it; out.row counts from the row of p[a].
    """
    cdef uint32_t i, k, at = a, cut = a, depth = 0
    cdef bint word = False
    out.qualifier = 0
    out.row = 0
    if plain:
        if b - a >= 2 and p[a] == p[b - 1] and (p[a] == 34 or p[a] == 39):  # a quoted key is its text
            i = a + 1
            while i < b - 1 and (p[i] != p[a] or (i < b - 2 and p[i + 1] == p[a])):
                i += 1 + (p[i] == 92 or p[i] == p[a])  # an escaped or doubled one is inside
            if i >= b - 1:  # one pair of quotes, not `"a"."b"`
                a += 1
                b -= 1
    else:
        for i in range(a, b):
            if is_alnum(p[i]) or p[i] == 95 or p[i] >= 128:
                word = True
                break
        if b - a >= 2 and p[a] == 58 and p[a + 1] != 58:  # Ruby's `:symbol`
            a += 1
            at = cut = a
        if b - a > 2 and p[a] == 45 and p[a + 1] == 62 and 65 <= p[a + 2] <= 90:  # Clojure: `->T` and `map->T` make a T
            a += 2
        elif b - a > 5 and memcmp(p + a, b"map->", 5) == 0 and 65 <= p[a + 5] <= 90:
            a += 5
        if word and b - a > 1 and p[b - 1] == 46 and is_alnum(p[b - 2]):  # so does `T.`
            b -= 1
        at = cut = a
    if word:  # anything else is an operator and stays as it is
        i = a
        while i < b:
            if depth == 0 and i == at:
                while at < b and is_space(p[at]):
                    at += 1
                i = at
                if _is_operator(p, at, b):
                    break
                if i >= b:
                    break
            if p[i] == 60:
                depth += 1
            elif p[i] == 62 and depth:
                depth -= 1
            elif depth == 0 and (p[i] == 46 or p[i] == 92):
                cut = i
                at = i + 1
            elif depth == 0 and p[i] == 58 and i + 1 < b and p[i + 1] == 58:
                cut = i
                at = i + 2
                i += 1
            i += 1
        if at > a and b - at > 1 and p[at] == 45 and is_alnum(p[at + 1]):  # `.-field`
            at += 1
        if at > a and cut > a and bare_text(t, p + a, cut - a, False, &out.qualifier) < 0:
            return -1
        for i in range(a, at):
            out.row += p[i] == 10
        if _is_operator(p, at, b):
            # The text names the operator; a conversion's parameter list and qualifiers do not.
            if b - at > 9 and p[at + 8] == 32 and p[at + 9] != 40:
                for k in range(at + 9, b):
                    if p[k] == 40:
                        b = k
                        break
        else:
            for k in range(at + 1, b):
                if p[k] == 60:
                    b = k
                    break
        while at < b and is_space(p[b - 1]):
            b -= 1
        a = at
    out.byte = a
    out.name = strings_intern(t, p + a, b - a)
    return -1 if out.name == NO_STRING else 0


cdef int bare_text(StringTable* t, const uint8_t* p, uint32_t size, bint split, uint32_t* out) noexcept nogil:
    """Handle of a text without white space and `<...>` groups; 0 when longer than MAX_BARE. -1 without memory.

    split writes `::` for the separators `.` and `\\`, as scopes are joined.
    """
    cdef uint8_t buffer[512]
    cdef uint32_t i, n = 0, depth = 0
    cdef uint8_t c
    out[0] = 0
    for i in range(size):
        c = p[i]
        if c == 60:
            depth += 1
        elif c == 62 and depth:
            depth -= 1
        elif depth == 0 and not is_space(c):
            if n >= MAX_BARE:
                return 0
            if split and (c == 46 or c == 92):
                buffer[n] = 58
                n += 1
                c = 58
            buffer[n] = c
            n += 1
    out[0] = strings_intern(t, buffer, n)
    return -1 if out[0] == NO_STRING else 0


cdef uint32_t with_arity(StringTable* t, uint32_t name, int32_t n) noexcept nogil:
    """Handle of the name with `/N` at its end; of names that are longer than MAX_SCOPE the name itself."""
    cdef uint8_t buffer[MAX_SCOPE + 16]
    cdef uint8_t digits[12]
    cdef uint32_t size = <uint32_t>(t.offsets[name + 1] - t.offsets[name]), k = 0
    if size > MAX_SCOPE:
        return name
    memcpy(buffer, t.arena + t.offsets[name], size)
    buffer[size] = 47
    size += 1
    while True:
        digits[k] = <uint8_t>(48 + n % 10)
        k += 1
        n //= 10
        if n <= 0:
            break
    while k:
        k -= 1
        buffer[size] = digits[k]
        size += 1
    return strings_intern(t, buffer, size)


cdef uint32_t with_prefix(StringTable* t, const uint8_t* prefix, uint32_t size, uint32_t name) noexcept nogil:
    """Handle of both texts in a row; the name itself when that would be longer than MAX_SCOPE."""
    cdef uint8_t buffer[MAX_SCOPE]
    cdef uint32_t n = <uint32_t>(t.offsets[name + 1] - t.offsets[name])
    if size + n > MAX_SCOPE:
        return name
    memcpy(buffer, prefix, size)
    memcpy(buffer + size, t.arena + t.offsets[name], n)
    return strings_intern(t, buffer, size + n)
