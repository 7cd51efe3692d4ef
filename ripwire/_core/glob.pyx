"""Globs, and lists of rules as ignore files have them, in the dialect of ripgrep (the crates globset and ignore).

Purpose: the walk asks for each entry of each directory whether a rule names it; rules are read and asked without the GIL.
Invariant: the last rule that matches decides. `*` and `?` never match a "/", `**` does between two of them. A wrong glob
makes no rule. Cost: most rules are a comparison of bytes; the others walk pattern and text with two places to come back to,
so at worst length * length.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcmp, memcpy, memset

from ripwire._core.body cimport Body, body_read, body_release
from ripwire._core.buffer cimport Buffer, put, put_byte, release

cdef enum:
    BRANCHES = 256       # GLOB_MAX_BRANCHES of `ripwire.limits`: what the braces of one glob may come to
    LEVELS = 32          # GLOB_MAX_LEVELS: braces inside of one another

cdef extern from "<string.h>" nogil:
    void* memrchr(const void* data, int c, size_t size)


cdef inline uint8_t _low(uint8_t c) noexcept nogil:
    return c + 32 if 65 <= c <= 90 else c


cdef size_t _class_end(const uint8_t* pattern, size_t size, size_t at) noexcept nogil:
    """Where the class that begins at a bracket ends (behind its bracket), 0 for one that does not."""
    at += 1
    if at < size and (pattern[at] == 33 or pattern[at] == 94):
        at += 1
    if at < size and pattern[at] == 93:
        at += 1
    while at < size and pattern[at] != 93:
        at += 1
    return at + 1 if at < size else 0


cdef bint _in_class(const uint8_t* pattern, size_t at, size_t end, uint8_t c, bint fold) noexcept nogil:
    """Whether a byte is in the class between two brackets."""
    cdef bint negative = False, found = False, first = True
    cdef uint8_t low, high
    at += 1
    end -= 1
    if pattern[at] == 33 or pattern[at] == 94:
        negative = True
        at += 1
    while at < end:
        low = high = pattern[at]
        at += 1
        if at + 1 < end and pattern[at] == 45:
            high = pattern[at + 1]
            at += 2
        if low <= c <= high:
            found = True
        elif fold and (low <= _low(c) <= high or 97 <= c <= 122 and low <= c - 32 <= high):
            found = True
        first = False
    return found != negative


cdef bint glob_match(const uint8_t* pattern, size_t size, const uint8_t* text, size_t length, bint fold) noexcept nogil:
    """Whether a glob without braces matches a whole text."""
    cdef size_t p = 0, t = 0, end
    cdef size_t star_p = 0, star_t = 0, wide_p = 0, wide_t = 0
    cdef bint star = False, wide = False, ok
    cdef uint8_t c
    while True:
        if p < size:
            c = pattern[p]
            if c == 42 and p + 1 < size and pattern[p + 1] == 42 and _is_part(pattern, size, p):
                end = p + 2
                while end < size and pattern[end] == 42:
                    end += 1
                if end >= size:  # at the end: all below
                    return p == 0 or t < length
                # "**/": no directory, or any number
                wide, wide_p, wide_t = True, end + 1, t
                star = False
                p = end + 1
                continue
            if c == 42:
                star, star_p, star_t = True, p + 1, t
                p += 1
                continue
            if t < length:
                ok = False
                end = p + 1
                if c == 63:
                    ok = text[t] != 47
                elif c == 91:
                    end = _class_end(pattern, size, p)
                    ok = text[t] != 47 and _in_class(pattern, p, end, text[t], fold)
                else:
                    if c == 92 and p + 1 < size:
                        c = pattern[p + 1]
                        end = p + 2
                    ok = c == text[t] or fold and _low(c) == _low(text[t])
                if ok:
                    p = end
                    t += 1
                    continue
        elif t == length:
            return True
        # Nothing goes on from here: a star takes one byte more, or "**/" one directory more.
        if star and star_t < length and text[star_t] != 47:
            star_t += 1
            p, t = star_p, star_t
            continue
        star = False
        if wide:
            while wide_t < length and text[wide_t] != 47:
                wide_t += 1
            if wide_t < length:
                wide_t += 1
                p, t = wide_p, wide_t
                continue
        return False


cdef inline bint _is_part(const uint8_t* pattern, size_t size, size_t p) noexcept nogil:
    """Whether the stars here stand alone between separators."""
    cdef size_t end = p
    if p and pattern[p - 1] != 47:
        return False
    while end < size and pattern[end] == 42:
        end += 1
    return end - p == 2 and (end == size or pattern[end] == 47)


cdef bint _is_glob(const uint8_t* text, size_t size) noexcept nogil:
    cdef size_t i
    for i in range(size):
        if text[i] == 42 or text[i] == 63 or text[i] == 91 or text[i] == 92 or text[i] == 123 or text[i] == 125:
            return True
    return False


cdef int _check(const uint8_t* pattern, size_t size) noexcept nogil:
    """0 for a right glob; 1 unclosed class, 2 dangling backslash, 3 unclosed brace, 4 brace closes nothing, 5 range."""
    cdef size_t at = 0, end, k
    cdef int depth = 0
    while at < size:
        if pattern[at] == 92:
            if at + 1 >= size:
                return 2
            at += 2
            continue
        if pattern[at] == 91:
            end = _class_end(pattern, size, at)
            if not end:
                return 1
            k = at + 1
            if pattern[k] == 33 or pattern[k] == 94:
                k += 1
            while k < end - 1:
                if k + 2 < end - 1 and pattern[k + 1] == 45:
                    if pattern[k] > pattern[k + 2]:
                        return 5
                    k += 3
                else:
                    k += 1
            at = end
            continue
        if pattern[at] == 123:
            depth += 1
        elif pattern[at] == 125:
            depth -= 1
            if depth < 0:
                return 4
        at += 1
    return 3 if depth else 0


cdef bint _rule(Rules* rules, const uint8_t* text, size_t size, bint anchored, Rule* like) noexcept nogil:
    """Add one glob without braces."""
    cdef Rule rule = like[0]
    cdef bint path = anchored or memchr(text, 47, size) != NULL
    cdef size_t extra = 0
    # "x/**" means what is below, not the directory
    if size >= 3 and text[size - 1] == 42 and text[size - 2] == 42 and text[size - 3] == 47:
        extra = 2
    if not path and size == 2 and text[0] == 42 and text[1] == 42:
        path = True
    if path and not anchored and size > 3 and text[0] == 42 and text[1] == 42 and text[2] == 47 \
            and memchr(text + 3, 47, size - 3) == NULL and not (size == 5 and text[3] == 42 and text[4] == 42):
        text += 3
        size -= 3
        path = False
    rule.kind = PATH_GLOB if path else NAME_GLOB
    if not path and not _is_glob(text, size):
        rule.kind = NAME_IS
    elif not path and size > 1 and text[0] == 42 and not _is_glob(text + 1, size - 1):
        rule.kind = NAME_ENDS
        text += 1
        size -= 1
    rule.size = <uint32_t>(size + extra)
    rule.text = <uint8_t*>malloc(max(1, size + extra))
    if rule.text == NULL:
        return False
    memcpy(rule.text, text, size)
    if extra:
        memcpy(rule.text + size, b"/*", 2)
    put(&rules.rules, &rule, sizeof(Rule))
    rules.positive += not rule.negative
    return not rules.rules.failed


cdef int _expand(Rules* rules, const uint8_t* text, size_t size, bint anchored, Rule* like, int* left,
                 int levels) noexcept nogil:
    """Add a rule for each branch of the first brace, and of those in what comes of it."""
    cdef size_t at = 0, end, begin, k
    cdef int depth, result
    cdef Buffer whole
    while at < size and text[at] != 123:
        if text[at] == 92:
            at += 2
        elif text[at] == 91:
            at = _class_end(text, size, at)
        else:
            at += 1
    if at >= size:
        left[0] -= 1
        if left[0] < 0:
            return 6
        return 0 if _rule(rules, text, size, anchored, like) else 7
    if not levels:
        return 6
    end = at + 1
    depth = 1
    while end < size:
        if text[end] == 92:
            end += 2
            continue
        if text[end] == 91:
            end = _class_end(text, size, end)
            continue
        if text[end] == 123:
            depth += 1
        elif text[end] == 125:
            depth -= 1
            if not depth:
                break
        end += 1
    begin = k = at + 1
    depth = 0
    memset(&whole, 0, sizeof(Buffer))
    while k <= end:
        if k < end and text[k] == 92:
            k += 2
            continue
        if k < end and text[k] == 91:
            k = _class_end(text, size, k)
            continue
        if k < end and text[k] == 123:
            depth += 1
        elif k < end and text[k] == 125:
            depth -= 1
        elif k == end or text[k] == 44 and not depth:
            whole.size = 0
            put(&whole, text, at)
            put(&whole, text + begin, k - begin)
            put(&whole, text + end + 1, size - end - 1)
            if whole.size:
                result = _expand(rules, whole.data, whole.size, anchored, like, left, levels - 1)
                if result or whole.failed:
                    release(&whole)
                    return result if result else 7
            begin = k + 1
        k += 1
    release(&whole)
    return 0


cdef int rules_add(Rules* rules, const uint8_t* line, size_t size, bint fold) noexcept nogil:
    """Add a line of an ignore file. 0, or what is wrong with it: see `_check`; 6 too many branches or levels, 7 no memory."""
    cdef Rule rule
    cdef bint anchored = False
    cdef int result, left = BRANCHES
    if size and line[size - 1] == 13:
        size -= 1
    if not size or line[0] == 35:
        return 0
    if not (size >= 2 and line[size - 1] == 32 and line[size - 2] == 92):
        while size and (line[size - 1] == 32 or 9 <= line[size - 1] <= 13):
            size -= 1
    if not size:
        return 0
    memset(&rule, 0, sizeof(Rule))
    rule.fold = fold
    if size >= 2 and line[0] == 92 and (line[1] == 33 or line[1] == 35):
        line += 1
        size -= 1
        anchored = line[0] == 47
    else:
        if line[0] == 33:
            rule.negative = True
            line += 1
            size -= 1
        if size and line[0] == 47:
            anchored = True
            line += 1
            size -= 1
    if rule.negative and not size and not anchored:
        line, size = <const uint8_t*>b"*", 1  # what ripgrep makes of a lone !
    if size and line[size - 1] == 47:
        rule.folder = True
        size -= 1
        if size and line[size - 1] == 92:
            size -= 1
    if not size:
        return 0
    result = _check(line, size)
    if result:
        return result
    return _expand(rules, line, size, anchored, &rule, &left, LEVELS)


cdef bint rules_add_file(Rules* rules, const char* path, bint fold) noexcept nogil:
    """Add the lines of a file; whether there was one that could be read."""
    cdef Body body
    cdef size_t at = 0, end
    cdef const void* found
    memset(&body, 0, sizeof(Body))
    if body_read(&body, path, True):
        body_release(&body)
        return False
    if body.size >= 3 and body.data[0] == 0xEF and body.data[1] == 0xBB and body.data[2] == 0xBF:
        at = 3
    while at < body.size:
        found = memchr(body.data + at, 10, body.size - at)
        end = body.size if found == NULL else <size_t>(<const uint8_t*>found - body.data)
        rules_add(rules, body.data + at, end - at, fold)
        at = end + 1
    body_release(&body)
    return True


cdef inline bint _same(const uint8_t* a, const uint8_t* b, size_t size, bint fold) noexcept nogil:
    cdef size_t i
    if not fold:
        return memcmp(a, b, size) == 0
    for i in range(size):
        if _low(a[i]) != _low(b[i]):
            return False
    return True


cdef int rules_match(const Rules* rules, const uint8_t* path, size_t size, bint folder) noexcept nogil:
    """What the last rule that names a path says: WANTED for one with !, IGNORED for another, UNKNOWN without."""
    cdef const Rule* list_ = <const Rule*>rules.rules.data
    cdef size_t n = rules.rules.size // sizeof(Rule), length
    cdef const Rule* rule
    cdef const void* slash
    cdef const uint8_t* name = path
    cdef bint found
    if not n:
        return UNKNOWN
    slash = memrchr(path, 47, size)
    if slash != NULL:
        name = <const uint8_t*>slash + 1
    length = size - <size_t>(name - path)
    while n:
        n -= 1
        rule = &list_[n]
        if rule.folder and not folder:
            continue
        if rule.kind == NAME_IS:
            found = rule.size == length and _same(rule.text, name, length, rule.fold)
        elif rule.kind == NAME_ENDS:
            found = rule.size <= length and _same(rule.text, name + (length - rule.size), rule.size, rule.fold)
        elif rule.kind == NAME_GLOB:
            found = glob_match(rule.text, rule.size, name, length, rule.fold)
        else:
            found = glob_match(rule.text, rule.size, path, size, rule.fold)
        if found:
            return WANTED if rule.negative else IGNORED
    return UNKNOWN


cdef void rules_free(Rules* rules) noexcept nogil:
    cdef Rule* list_ = <Rule*>rules.rules.data
    cdef size_t i
    for i in range(rules.rules.size // sizeof(Rule)):
        free(list_[i].text)
    release(&rules.rules)


WRONG = {
    1: "a class [..] is never closed", 2: "nothing follows the last \\", 3: "a brace is never closed",
    4: "a brace closes nothing", 5: "a range has its end before its beginning", 6: "its braces have too many branches or levels",
    7: "there is no memory for it",
}  # fmt: skip


cdef class RuleList:
    """Rules from Python: the lines of -g, or of a file."""

    def __cinit__(self):
        memset(&self.rules, 0, sizeof(Rules))

    def __dealloc__(self):
        rules_free(&self.rules)

    def add(self, bytes line not None, bint fold=False) -> None:
        """Add a line. Raises ValueError for a wrong glob."""
        cdef int wrong = rules_add(&self.rules, <const uint8_t*><char*>line, <size_t>len(line), fold)
        if wrong:
            raise ValueError(WRONG[wrong])

    def add_file(self, bytes path not None, bint fold=False) -> bool:
        """Add the lines of a file; whether it could be read."""
        return rules_add_file(&self.rules, path, fold)

    def match(self, bytes path not None, bint folder=False) -> int:
        """0 unknown, 1 ignored, 2 wanted."""
        return rules_match(&self.rules, <const uint8_t*><char*>path, <size_t>len(path), folder)

    @property
    def positive(self) -> int:
        return self.rules.positive

    def __len__(self) -> int:
        return self.rules.rules.size // sizeof(Rule)


def compiled_limits() -> dict:
    """The limits that are constants of the compiled code, by their names in `ripwire.limits`."""
    return {"GLOB_MAX_BRANCHES": BRANCHES, "GLOB_MAX_LEVELS": LEVELS}
