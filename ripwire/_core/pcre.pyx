"""Compiled searches that loops without the GIL run: literals, runs of one class, and PCRE2 (https://pcre.org) with its JIT.

Purpose: `Program` is made from a source in PCRE2's syntax, from a literal or from a class of bytes, once; any number of
threads search with it.
Invariant: compiling and searching are bounded, and say so when a bound is hit; nothing here recurses on the C stack with
the text or the pattern.
Cost: compiling takes microseconds to milliseconds. Literals are found by two of their rarest bytes at once, in vectors of
the baseline machine; runs by probing every n-th byte (`[0-9a-f]{8}`: several times the JIT's speed).
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memcmp, memcpy

cdef extern from "pcre2.h" nogil:
    ctypedef struct pcre2_code:
        pass
    ctypedef struct pcre2_match_data:
        pass
    ctypedef struct pcre2_match_context:
        pass
    ctypedef struct pcre2_compile_context:
        pass
    ctypedef struct pcre2_jit_stack:
        pass
    enum:
        PCRE2_UTF
        PCRE2_UCP
        PCRE2_MULTILINE
        PCRE2_DOTALL
        PCRE2_CASELESS
        PCRE2_MATCH_INVALID_UTF
        PCRE2_NEVER_BACKSLASH_C
        PCRE2_ALT_CIRCUMFLEX
        PCRE2_JIT_COMPLETE
        PCRE2_INFO_CAPTURECOUNT
        PCRE2_INFO_NAMECOUNT
        PCRE2_INFO_NAMEENTRYSIZE
        PCRE2_INFO_NAMETABLE
        PCRE2_INFO_SIZE
        PCRE2_ERROR_NOMATCH
        PCRE2_ERROR_MATCHLIMIT
        PCRE2_ERROR_DEPTHLIMIT
        PCRE2_ERROR_HEAPLIMIT
        PCRE2_ERROR_JIT_STACKLIMIT
        PCRE2_NEWLINE_LF
        PCRE2_NEWLINE_NUL
        PCRE2_NEWLINE_ANYCRLF
    pcre2_compile_context* pcre2_compile_context_create(void* general)
    void pcre2_compile_context_free(pcre2_compile_context* context)
    int pcre2_set_newline(pcre2_compile_context* context, uint32_t value)
    int pcre2_set_parens_nest_limit(pcre2_compile_context* context, uint32_t value)
    int pcre2_set_max_pattern_compiled_length(pcre2_compile_context* context, size_t value)
    pcre2_code* pcre2_compile(const uint8_t* pattern, size_t length, uint32_t options, int* error, size_t* at,
                              pcre2_compile_context* context)
    void pcre2_code_free(pcre2_code* code)
    int pcre2_jit_compile(pcre2_code* code, uint32_t options)
    int pcre2_pattern_info(const pcre2_code* code, uint32_t what, void* where)
    int pcre2_get_error_message(int error, uint8_t* out, size_t room)
    pcre2_match_context* pcre2_match_context_create(void* general)
    void pcre2_match_context_free(pcre2_match_context* context)
    int pcre2_set_match_limit(pcre2_match_context* context, uint32_t value)
    int pcre2_set_heap_limit(pcre2_match_context* context, uint32_t value)
    pcre2_match_data* pcre2_match_data_create_from_pattern(const pcre2_code* code, void* general)
    void pcre2_match_data_free(pcre2_match_data* data)
    size_t* pcre2_get_ovector_pointer(pcre2_match_data* data)
    pcre2_jit_stack* pcre2_jit_stack_create(size_t start, size_t most, void* general)
    void pcre2_jit_stack_free(pcre2_jit_stack* stack)
    void pcre2_jit_stack_assign(pcre2_match_context* context, void* callback, void* data)
    pcre2_match_context* pcre2_match_context_copy(pcre2_match_context* context)
    int pcre2_match(const pcre2_code* code, const uint8_t* subject, size_t length, size_t start, uint32_t options,
                    pcre2_match_data* data, pcre2_match_context* context)
    int pcre2_jit_match(const pcre2_code* code, const uint8_t* subject, size_t length, size_t start, uint32_t options,
                        pcre2_match_data* data, pcre2_match_context* context)

cdef extern from *:
    """
    #define _GNU_SOURCE 1
    #include <stdint.h>
    #include <string.h>

    typedef uint8_t rw_bytes __attribute__((vector_size(16)));
    typedef uint64_t rw_words __attribute__((vector_size(16)));

    static inline rw_bytes rw_load(const uint8_t *at) {
        rw_bytes value;
        memcpy(&value, at, sizeof value);
        return value;
    }

    /* The first i in [at, end) with (data[i + one] | fold1) == byte1 and (data[i + two] | fold2) == byte2, or end.
       Every data[i + one] and data[i + two] with i < end must be readable. */
    static size_t rw_pair(const uint8_t *data, size_t at, size_t end, size_t one, uint8_t byte1, uint8_t fold1,
                          size_t two, uint8_t byte2, uint8_t fold2) {
        const rw_bytes b1 = byte1 - (rw_bytes){}, f1 = fold1 - (rw_bytes){};
        const rw_bytes b2 = byte2 - (rw_bytes){}, f2 = fold2 - (rw_bytes){};
        for (; at + 64 <= end; at += 64) {
            const uint8_t *p = data + at + one, *q = data + at + two;
            rw_bytes any = (rw_bytes)((rw_load(p) | f1) == b1) & (rw_bytes)((rw_load(q) | f2) == b2);
            any |= (rw_bytes)((rw_load(p + 16) | f1) == b1) & (rw_bytes)((rw_load(q + 16) | f2) == b2);
            any |= (rw_bytes)((rw_load(p + 32) | f1) == b1) & (rw_bytes)((rw_load(q + 32) | f2) == b2);
            any |= (rw_bytes)((rw_load(p + 48) | f1) == b1) & (rw_bytes)((rw_load(q + 48) | f2) == b2);
            rw_words words = (rw_words)any;
            if (words[0] | words[1]) break;
        }
        for (; at < end; at++)
            if ((data[at + one] | fold1) == byte1 && (data[at + two] | fold2) == byte2) return at;
        return end;
    }
    """
    size_t rw_pair(const uint8_t* data, size_t at, size_t end, size_t one, uint8_t byte1, uint8_t fold1,
                   size_t two, uint8_t byte2, uint8_t fold2) noexcept nogil

cdef extern from "<string.h>" nogil:
    void* memmem(const void* data, size_t size, const void* needle, size_t length)
    void* memrchr(const void* data, int byte, size_t size)

cdef enum:
    # Steps of one search. The dialect of ripgrep has no such limit, so this is far beyond what an honest pattern needs;
    # what a user writes for PCRE2 itself (-P) runs under PCRE2's own default, as in ripgrep.
    MATCH_LIMIT = 50_000_000
    USER_LIMIT = 10_000_000
    HEAP_LIMIT = 256 * 1024          # KiB, of the interpreter that PCRE2 uses where it has no JIT
    JIT_STACK = 32 * 1024
    JIT_STACK_MOST = 10 * 1024 * 1024
    PARENS = 1000                    # groups in groups; PCRE2's compiler recurses with them
    CODE_MOST = 16 * 1024 * 1024     # bytes of compiled code; a class in UTF-8 that is repeated needs a lot
    JIT_CODE_MOST = 2 * 1024 * 1024  # beyond that the JIT would take seconds, so PCRE2 interprets
    LINE_MOST = 1 << 16              # bytes looked at for the end of a line or run, so that long ones are not read per match
    VERIFY_MOST = 1 << 16            # bytes compared in vain before a literal is left to memmem, which is linear

cdef enum:
    LITERAL = 0
    RUN = 1
    CODE = 2
    JIT = 3

# How common bytes are in source code, as a rank: the higher, the more common. A literal is looked for by its rarest bytes.
cdef uint8_t COMMON[256]

ctypedef struct Scratch:
    pcre2_match_data* data
    pcre2_match_context* limits
    pcre2_jit_stack* stack


class BadPattern(ValueError):
    """A source that PCRE2 does not take. ``at`` is the byte of the source, ``detail`` PCRE2's words."""

    def __init__(self, str detail, Py_ssize_t at):
        super().__init__(detail, at)
        self.detail, self.at = detail, at


def _fill() -> None:
    cdef int c
    order = b" etaorins_lcdpum)(f,=.\n0hg;byv1-*\"2w>/'x3:k{}45S6789AEq[]TCR+I&<jNzODPLMF\tUBG#!|VH\\%$KWX@?Y^~`JQZ"
    for c in range(256):
        COMMON[c] = 8
    for c in range(len(order)):
        COMMON[order[c]] = 255 - c


_fill()


cdef inline uint8_t lower(uint8_t c) noexcept nogil:
    return c + 32 if 65 <= c <= 90 else c


cdef inline bint letter(uint8_t c) noexcept nogil:
    return 97 <= lower(c) <= 122


cdef class Program:
    """One search.

    source     PCRE2's syntax, or the text itself with ``literal``, or with ``run`` 256 bytes that are 1 for the members
               of a class
    run        how many members in a row, at least and at most (-1: any number)
    utf        the text is UTF-8 but for bytes that are none and match nothing; \\w, \\d and so on are Unicode's
    caseless   of a literal: letters of ASCII are equal in both cases
    newline    what ends a line for ^ and $: b"\\n", b"\\0", or b"\\r\\n" for any of CR, LF, CRLF
    user       the source is the user's own (-P), under the limits that ripgrep gives PCRE2
    near       (text, caseless) that every match holds; no match holds a line end, so PCRE2 sees only the lines with it
    within     (class, least): every match is bytes of a class, at least that many, and looks at nothing around it
    """

    def __init__(self, bytes source not None, *, bint utf=False, bint literal=False, bint caseless=False,
                 bytes newline=b"\n", bint dotall=False, bint user=False, run=None,
                 near=None, within=None):
        cdef uint32_t options = PCRE2_MULTILINE
        self.names = []
        self.utf = utf
        self._filter = CODE
        if run is not None:
            if len(source) != 256 or run[0] < 1:
                raise ValueError("a run has a class of 256 bytes and at least one member")
            self._kind = RUN
            self._set_run(source, run[0], run[1])
            return
        if literal:
            self._kind = LITERAL
            self.literal = True
            self._set_literal(source, caseless)
            return
        if near is not None:
            self._filter = LITERAL
            self._set_literal(near[0], near[1])
        elif within is not None:
            self._filter = RUN
            self._set_run(within[0], within[1], -1)
        if utf:
            options |= PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C
        if caseless:
            options |= PCRE2_CASELESS
        if dotall:
            options |= PCRE2_DOTALL
        if not user:
            options |= PCRE2_ALT_CIRCUMFLEX
        self._compile(
            source, options,
            PCRE2_NEWLINE_NUL if newline == b"\0" else PCRE2_NEWLINE_ANYCRLF if newline == b"\r\n" else PCRE2_NEWLINE_LF,
            USER_LIMIT if user else MATCH_LIMIT,
        )

    cdef void _set_literal(self, bytes text, bint caseless):
        self._caseless = caseless
        self._needle = text.lower() if caseless else text  # of ASCII only
        self._text = <const uint8_t*><char*>self._needle
        self._size = <size_t>len(text)
        self._pick()

    cdef void _set_run(self, bytes members, Py_ssize_t least, Py_ssize_t most):
        self._needle = members
        self._text = <const uint8_t*><char*>self._needle
        self._least = least
        self._most = <size_t>most if most >= 0 else <size_t>-1

    cdef int _compile(self, bytes source, uint32_t options, uint32_t newline, uint32_t steps) except -1:
        cdef int error = 0, result
        cdef size_t at = 0, length = 0
        cdef uint32_t count = 0
        cdef const uint8_t* text = <const uint8_t*><char*>source
        cdef size_t size = <size_t>len(source)
        cdef uint8_t message[256]
        cdef pcre2_compile_context* context = pcre2_compile_context_create(NULL)
        self._limits = pcre2_match_context_create(NULL)
        if context == NULL or self._limits == NULL:
            pcre2_compile_context_free(context)
            raise MemoryError
        pcre2_set_newline(context, newline)
        pcre2_set_parens_nest_limit(context, PARENS)
        pcre2_set_max_pattern_compiled_length(context, CODE_MOST)
        self._kind = CODE
        with nogil:
            self._code = pcre2_compile(text, size, options, &error, &at, context)
            pcre2_compile_context_free(context)
            if self._code != NULL:
                pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_SIZE, &length)
                if length <= JIT_CODE_MOST and pcre2_jit_compile(<pcre2_code*>self._code, PCRE2_JIT_COMPLETE) == 0:
                    self._kind = JIT
        if self._code == NULL:
            result = pcre2_get_error_message(error, message, sizeof(message))
            raise BadPattern(message[:max(0, result)].decode("ascii", "replace"), at)
        self.jit = self._kind == JIT
        pcre2_set_match_limit(<pcre2_match_context*>self._limits, steps)
        pcre2_set_heap_limit(<pcre2_match_context*>self._limits, HEAP_LIMIT)
        pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_CAPTURECOUNT, &count)
        self.groups = count
        return self._name()

    cdef int _name(self) except -1:
        cdef uint32_t count = 0, size = 0, i
        cdef const uint8_t* table = NULL
        cdef bytes name
        pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_NAMECOUNT, &count)
        pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_NAMEENTRYSIZE, &size)
        pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_NAMETABLE, &table)
        for i in range(count):
            name = <char*>(table + i * size + 2)
            self.names.append((name, table[i * size] << 8 | table[i * size + 1]))
        return 0

    cdef int _pick(self) except -1:
        """Choose the two bytes by which the literal is looked for: the rarest, and the rarest that is another byte."""
        cdef size_t i
        cdef int best = 256, cost
        for i in range(self._size):
            cost = self._cost(self._text[i])
            if cost < best:
                best, self._first = cost, i
        best, self._second = 256, self._first
        for i in range(self._size):
            cost = self._cost(self._text[i])
            if cost < best and self._text[i] != self._text[self._first]:
                best, self._second = cost, i
        return 0

    cdef int _cost(self, uint8_t c):
        if self._caseless and letter(c):
            return max(COMMON[c], COMMON[c - 32])
        return COMMON[c]

    def __dealloc__(self):
        if self._code != NULL:
            pcre2_code_free(<pcre2_code*>self._code)
        if self._limits != NULL:
            pcre2_match_context_free(<pcre2_match_context*>self._limits)

    cdef void* scratch_new(self) noexcept nogil:
        cdef Scratch* scratch = <Scratch*>calloc(1, sizeof(Scratch))
        if scratch == NULL or self._kind < CODE:
            return scratch
        scratch.data = pcre2_match_data_create_from_pattern(<pcre2_code*>self._code, NULL)
        scratch.limits = pcre2_match_context_copy(<pcre2_match_context*>self._limits)
        if scratch.data == NULL or scratch.limits == NULL:
            self.scratch_free(scratch)
            return NULL
        if self._kind == JIT:  # without a stack of its own the JIT takes 32 KiB of the machine's
            scratch.stack = pcre2_jit_stack_create(JIT_STACK, JIT_STACK_MOST, NULL)
            if scratch.stack != NULL:
                pcre2_jit_stack_assign(scratch.limits, NULL, scratch.stack)
        return scratch

    cdef void scratch_free(self, void* given) noexcept nogil:
        cdef Scratch* scratch = <Scratch*>given
        if scratch == NULL:
            return
        if scratch.data != NULL:
            pcre2_match_data_free(scratch.data)
        if scratch.limits != NULL:
            pcre2_match_context_free(scratch.limits)
        if scratch.stack != NULL:
            pcre2_jit_stack_free(scratch.stack)
        free(scratch)

    cdef void scratch_limit(self, void* given, uint32_t steps) noexcept nogil:
        """Let searches with a scratch take other numbers of steps than the program's."""
        cdef Scratch* scratch = <Scratch*>given
        if scratch.limits != NULL:
            pcre2_set_match_limit(scratch.limits, steps)

    cdef int find(self, void* scratch, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil:
        if start > size:
            return NONE
        if self._kind == LITERAL:
            return self._find_literal(data, size, start, spans)
        if self._kind == RUN:
            return self._find_run(data, size, start, spans)
        if self._filter == LITERAL:
            return self._find_near_literal(scratch, data, size, start, spans)
        if self._filter == RUN:
            return self._find_in_run(scratch, data, size, start, spans)
        return self._find_code(scratch, data, size, start, spans)

    cdef int _find_code(self, void* given, const uint8_t* data, size_t size, size_t start,
                        size_t* spans) noexcept nogil:
        cdef Scratch* scratch = <Scratch*>given
        cdef int result
        if size == 0:
            data = <const uint8_t*>b""
        if self._kind == JIT:
            result = pcre2_jit_match(<pcre2_code*>self._code, data, size, start, 0, scratch.data, scratch.limits)
        else:
            result = pcre2_match(<pcre2_code*>self._code, data, size, start, 0, scratch.data, scratch.limits)
        if result > 0:
            memcpy(spans, pcre2_get_ovector_pointer(scratch.data), 2 * (<size_t>self.groups + 1) * sizeof(size_t))
            return FOUND
        if result == PCRE2_ERROR_NOMATCH:
            return NONE
        if (result == PCRE2_ERROR_MATCHLIMIT or result == PCRE2_ERROR_DEPTHLIMIT or result == PCRE2_ERROR_HEAPLIMIT
                or result == PCRE2_ERROR_JIT_STACKLIMIT):
            return LIMIT
        return FAILED

    cdef int _find_near_literal(self, void* scratch, const uint8_t* data, size_t size, size_t start,
                                size_t* spans) noexcept nogil:
        """Line by line, those that hold the literal. What is before the line stays in view, and the line's end does."""
        cdef size_t at = start, begin, end, room
        cdef size_t hit[2]
        cdef const void* found
        cdef int result
        while self._find_literal(data, size, at, hit) == FOUND:
            found = memrchr(data + at, 10, hit[0] - at)
            begin = at if found == NULL else <size_t>(<const uint8_t*>found - data) + 1
            room = min(size - hit[0], <size_t>LINE_MOST)
            found = memchr(data + hit[0], 10, room)
            end = size if found == NULL else <size_t>(<const uint8_t*>found - data) + 1
            result = self._find_code(scratch, data, end, begin, spans)
            if result != NONE:
                return result
            at = end
        return NONE

    cdef int _find_in_run(self, void* scratch, const uint8_t* data, size_t size, size_t start,
                          size_t* spans) noexcept nogil:
        """Run by run, those that are long enough."""
        cdef size_t at = start, end, most
        cdef size_t run[2]
        cdef int result
        while self._find_run(data, size, at, run) == FOUND:
            end, most = run[0] + self._least, min(size, run[0] + self._least + LINE_MOST)
            while end < most and self._text[data[end]]:
                end += 1
            if end == most:
                end = size
            result = self._find_code(scratch, data, end, run[0], spans)
            if result != NONE:
                return result
            at = end
        return NONE

    cdef int _find_literal(self, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil:
        cdef size_t n = self._size, at = start, end, i, wasted = 0
        cdef uint8_t byte1, byte2, fold1, fold2
        cdef const void* found
        if n == 0:
            spans[0] = spans[1] = start
            return FOUND
        if size - start < n:
            return NONE
        byte1, byte2 = self._text[self._first], self._text[self._second]
        fold1 = 32 if self._caseless and letter(byte1) else 0
        fold2 = 32 if self._caseless and letter(byte2) else 0
        end = size - n + 1
        if n == 1 and not fold1:
            found = memchr(data + at, byte1, end - at)
            at = end if found == NULL else <size_t>(<const uint8_t*>found - data)
        else:
            while True:
                at = rw_pair(data, at, end, self._first, byte1, fold1, self._second, byte2, fold2)
                if at == end:
                    break
                i = 0
                if self._caseless:
                    while i < n and lower(data[at + i]) == self._text[i]:
                        i += 1
                    if i == n:
                        break
                elif memcmp(data + at, self._text, n) == 0:
                    break
                at += 1
                wasted += n
                if wasted > VERIFY_MOST and not self._caseless:
                    found = memmem(data + at, size - at, self._text, n)
                    at = end if found == NULL else <size_t>(<const uint8_t*>found - data)
                    break
        if at == end:
            return NONE
        spans[0], spans[1] = at, at + n
        return FOUND

    cdef int _find_run(self, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil:
        """data[at:known] are members; a byte that is none lets the search jump behind it, so most bytes are never read."""
        cdef const uint8_t* member = self._text
        cdef size_t n = self._least, at = start, known = start, probe
        while size - at >= n:
            probe = at + n
            while probe > known and member[data[probe - 1]]:
                probe -= 1
            if probe == known:
                known = at + n
                while self._kind == RUN and known < size and known - at < self._most and member[data[known]]:
                    known += 1
                spans[0], spans[1] = at, known
                return FOUND
            known = at + n  # behind the byte that is none, all up to here are members
            at = probe
        return NONE

    def search(self, const uint8_t[::1] data not None, size_t start=0):
        """The borders of the first match from ``start`` on and of its groups (-1: took no part), or None."""
        cdef void* scratch = self.scratch_new()
        cdef size_t* spans = <size_t*>calloc(2 * (self.groups + 1), sizeof(size_t))
        cdef int found
        cdef Py_ssize_t i
        cdef const uint8_t* text = &data[0] if data.shape[0] else <const uint8_t*>b""
        if scratch == NULL or spans == NULL:
            self.scratch_free(scratch)
            free(spans)
            raise MemoryError
        with nogil:
            found = self.find(scratch, text, data.shape[0], start, spans)
        out = tuple([<Py_ssize_t>spans[i] for i in range(2 * (self.groups + 1))]) if found == FOUND else None
        self.scratch_free(scratch)
        free(spans)
        _check(found)
        return out

    def spans(self, const uint8_t[::1] data not None):
        """The borders of all matches that do not overlap, left to right; none that is empty begins where one ended."""
        cdef void* scratch = self.scratch_new()
        cdef size_t* spans = <size_t*>calloc(2 * (self.groups + 1), sizeof(size_t))
        cdef int found = FOUND
        cdef size_t at = 0, size = data.shape[0], last = <size_t>-1
        cdef const uint8_t* text = &data[0] if data.shape[0] else <const uint8_t*>b""
        out = []
        if scratch == NULL or spans == NULL:
            self.scratch_free(scratch)
            free(spans)
            raise MemoryError
        while at <= size:
            with nogil:
                found = self.find(scratch, text, size, at, spans)
            if found != FOUND:
                break
            if spans[1] == spans[0] and spans[0] == last:
                at = last + 1
                while self.utf and at < size and text[at] & 0xC0 == 0x80:
                    at += 1
                continue
            out.append((spans[0], spans[1]))
            at = last = spans[1]
        self.scratch_free(scratch)
        free(spans)
        _check(found)
        return out


cdef int _check(int found) except -1:
    if found == LIMIT:
        raise RuntimeError("the match took too many steps")
    if found == FAILED:
        raise RuntimeError("PCRE2 failed")
    return 0


def compiled_limits() -> dict:
    """The limits that are constants of the compiled code, by their names in `ripwire.limits`."""
    return {"REGEX_MATCH_LIMIT": MATCH_LIMIT, "REGEX_USER_MATCH_LIMIT": USER_LIMIT, "REGEX_HEAP_KIB": HEAP_LIMIT,
            "REGEX_STACK_BYTES": JIT_STACK_MOST, "REGEX_CODE_BYTES": CODE_MOST, "REGEX_JIT_CODE_BYTES": JIT_CODE_MOST,
            "REGEX_MAX_PARENS": PARENS}
