"""Compiled searches that loops without the GIL run: literals, and PCRE2 (https://pcre.org) with its JIT.

Purpose: `Program` is made from a source in PCRE2's syntax, or from a literal, once; any number of threads search with it.
Invariant: a search is bounded by PCRE2's match limit and says so when that is hit; nothing here recurses on the C stack
with the text or the pattern.
Cost: compiling some microseconds to milliseconds; searching what memchr, memmem or machine code of the JIT cost.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memcpy

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
        PCRE2_DOLLAR_ENDONLY
        PCRE2_EXTENDED
        PCRE2_NO_UTF_CHECK
        PCRE2_JIT_COMPLETE
        PCRE2_INFO_CAPTURECOUNT
        PCRE2_INFO_NAMECOUNT
        PCRE2_INFO_NAMEENTRYSIZE
        PCRE2_INFO_NAMETABLE
        PCRE2_INFO_JITSIZE
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

cdef extern from "<string.h>" nogil:
    void* memmem(const void* data, size_t size, const void* needle, size_t length)

cdef enum:
    # Of `ripwire.limits`, see there.
    MATCH_LIMIT = 50_000_000
    HEAP_LIMIT = 512 * 1024          # KiB
    JIT_STACK = 32 * 1024
    JIT_STACK_MOST = 16 * 1024 * 1024
    PARENS = 1000

# How common bytes are in source code, as a rank: the higher, the more common. A literal is looked for by its rarest byte.
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


cdef class Program:
    """One search.

    source     PCRE2's syntax, or the text itself with ``literal``
    utf        the text is UTF-8 but for bytes that are none and match nothing; \\w, \\d and so on are Unicode's
    caseless   of a literal: letters of ASCII are equal in both cases
    newline    what ends a line: b"\\n" or b"\\0"
    plain      the source is the user's own (-P): the options are what ripgrep gives PCRE2
    """

    def __init__(self, bytes source not None, *, bint utf=False, bint literal=False, bint caseless=False,
                 bytes newline=b"\n", bint dotall=False):
        cdef int error = 0, result
        cdef size_t at = 0, jit = 0
        cdef uint32_t options, count = 0
        cdef const uint8_t* text = <const uint8_t*><char*>source
        cdef size_t size = <size_t>len(source)
        cdef pcre2_compile_context* context
        cdef uint8_t message[256]
        self.names = {}
        if literal:
            self._literal(source, caseless)
            return
        options = PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C
        if utf:
            options |= PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF
        if caseless:
            options |= PCRE2_CASELESS
        if dotall:
            options |= PCRE2_DOTALL
        context = pcre2_compile_context_create(NULL)
        if context == NULL:
            raise MemoryError
        pcre2_set_newline(context, PCRE2_NEWLINE_NUL if newline == b"\0" else PCRE2_NEWLINE_LF)
        pcre2_set_parens_nest_limit(context, PARENS)
        with nogil:
            self._code = pcre2_compile(text, size, options, &error, &at, context)
            pcre2_compile_context_free(context)
            if self._code != NULL:
                self._jit = pcre2_jit_compile(<pcre2_code*>self._code, PCRE2_JIT_COMPLETE) == 0
        if self._code == NULL:
            result = pcre2_get_error_message(error, message, sizeof(message))
            raise BadPattern(message[:max(0, result)].decode("ascii", "replace"), at)
        self._limits = pcre2_match_context_create(NULL)
        if self._limits == NULL:
            raise MemoryError
        pcre2_set_match_limit(<pcre2_match_context*>self._limits, MATCH_LIMIT)
        pcre2_set_heap_limit(<pcre2_match_context*>self._limits, HEAP_LIMIT)
        pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_CAPTURECOUNT, &count)
        self.groups = count
        self._names()

    cdef void _literal(self, bytes source, bint caseless):
        cdef size_t i
        self.literal = True
        self._needle = source.lower() if caseless else source  # of ASCII only
        self._text = <const uint8_t*><char*>self._needle
        self._size = <size_t>len(source)
        self._caseless = caseless
        for i in range(self._size):
            if COMMON[self._text[i]] < COMMON[self._text[self._rare]]:
                self._rare = i

    cdef object _names(self):
        cdef uint32_t count = 0, size = 0, i
        cdef const uint8_t* table = NULL
        cdef bytes name
        pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_NAMECOUNT, &count)
        pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_NAMEENTRYSIZE, &size)
        pcre2_pattern_info(<pcre2_code*>self._code, PCRE2_INFO_NAMETABLE, &table)
        for i in range(count):
            name = <char*>(table + i * size + 2)
            self.names[name] = table[i * size] << 8 | table[i * size + 1]

    def __dealloc__(self):
        if self._code != NULL:
            pcre2_code_free(<pcre2_code*>self._code)
        if self._limits != NULL:
            pcre2_match_context_free(<pcre2_match_context*>self._limits)

    cdef void* scratch_new(self) noexcept nogil:
        cdef Scratch* scratch = <Scratch*>calloc(1, sizeof(Scratch))
        if scratch == NULL or self.literal:
            return scratch
        scratch.data = pcre2_match_data_create_from_pattern(<pcre2_code*>self._code, NULL)
        scratch.limits = pcre2_match_context_copy(<pcre2_match_context*>self._limits)
        if scratch.limits != NULL and self._jit:
            scratch.stack = pcre2_jit_stack_create(JIT_STACK, JIT_STACK_MOST, NULL)
            if scratch.stack != NULL:
                pcre2_jit_stack_assign(scratch.limits, NULL, scratch.stack)
        if scratch.data == NULL or scratch.limits == NULL:
            self.scratch_free(scratch)
            return NULL
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

    cdef int find(self, void* given, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil:
        cdef Scratch* scratch = <Scratch*>given
        cdef const void* found
        cdef int result
        if start > size:
            return NONE
        if self.literal:
            if self._caseless:
                return self._find_caseless(data, size, start, spans)
            found = memmem(data + start, size - start, self._text, self._size)
            if found == NULL:
                return NONE
            spans[0] = <size_t>(<const uint8_t*>found - data)
            spans[1] = spans[0] + self._size
            return FOUND
        if size == 0:
            data = <const uint8_t*>b""
        if self._jit:
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

    cdef int _find_caseless(self, const uint8_t* data, size_t size, size_t start, size_t* spans) noexcept nogil:
        """By the rarest byte in both its cases: the next place of each is kept, so that a common other case costs nothing."""
        cdef size_t n = self._size, rare = self._rare, at, i, first, end
        cdef uint8_t low, high, c
        cdef size_t next_low, next_high
        cdef const void* found
        if n == 0:
            spans[0] = spans[1] = start
            return FOUND
        if size - start < n:
            return NONE
        low = self._text[rare]
        high = low - 32 if 97 <= low <= 122 else low
        at, end = start + rare, size - n + rare + 1  # places of that byte
        next_low = next_high = 0
        while at < end:
            if next_low <= at:
                found = memchr(data + at, low, end - at)
                next_low = end if found == NULL else <size_t>(<const uint8_t*>found - data)
                next_low += 1
            if high != low and next_high <= at:
                found = memchr(data + at, high, end - at)
                next_high = end if found == NULL else <size_t>(<const uint8_t*>found - data)
                next_high += 1
            at = next_low if high == low else min(next_low, next_high)
            if at > end:
                return NONE
            first = at - 1 - rare
            for i in range(n):
                c = data[first + i]
                if 65 <= c <= 90:
                    c += 32
                if c != self._text[i]:
                    break
            else:
                spans[0], spans[1] = first, first + n
                return FOUND
        return NONE

    def search(self, const uint8_t[::1] data not None, size_t start=0):
        """The borders of the first match from ``start`` on and of its groups, as a list (-1: took no part), or None."""
        cdef void* scratch = self.scratch_new()
        cdef size_t* spans = <size_t*>calloc(2 * (self.groups + 1), sizeof(size_t))
        cdef int found
        cdef Py_ssize_t i
        if scratch == NULL or spans == NULL:
            self.scratch_free(scratch)
            free(spans)
            raise MemoryError
        with nogil:
            found = self.find(scratch, &data[0] if data.shape[0] else <const uint8_t*>b"", data.shape[0], start, spans)
        out = [<Py_ssize_t>spans[i] for i in range(2 * (self.groups + 1))] if found == FOUND else None
        self.scratch_free(scratch)
        free(spans)
        if found < 0:
            raise RuntimeError("the match limit was hit" if found == LIMIT else "PCRE2 failed")
        return out


def compiled_limits() -> dict:
    """The limits that are constants of the compiled code, by their names in `ripwire.limits`."""
    return {"REGEX_MATCH_LIMIT": MATCH_LIMIT, "REGEX_HEAP_KIB": HEAP_LIMIT, "REGEX_STACK_BYTES": JIT_STACK_MOST,
            "REGEX_MAX_PARENS": PARENS}
