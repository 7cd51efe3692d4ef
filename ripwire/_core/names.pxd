"""Names as they are written: final segments, qualifiers, and what an identifier is."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from ripwire._core.strings cimport StringTable

# `ripwire.limits` gives the reasons; a test keeps both equal.
cdef enum:
    MAX_BARE = 200       # bytes of a qualifier, scope or type
    MAX_SCOPE = 4096     # bytes of joined scopes
    MAX_CLIMB = 6        # parents between a declarator and its declaration

ctypedef struct NamePart:
    uint32_t name       # string handle of the final segment
    uint32_t qualifier  # string handle of what stands before it
    uint32_t byte
    uint32_t row


cdef inline bint is_space(uint8_t c) noexcept nogil:
    return c == 32 or c == 9 or c == 10 or c == 13


cdef inline bint is_alnum(uint8_t c) noexcept nogil:
    return 48 <= c <= 57 or 65 <= c <= 90 or 97 <= c <= 122


cdef inline bint is_word(uint8_t c) noexcept nogil:
    return is_alnum(c) or c == 95 or c >= 128


# The word at the start of a string, behind any `(`, and its size.
cdef const uint8_t* first_word(const StringTable* t, uint32_t handle, uint32_t* size) noexcept nogil
cdef bint is_identifier(const uint8_t* p, uint32_t n) noexcept nogil
cdef bint is_upper(const uint8_t* p, uint32_t n) noexcept nogil
cdef int split_name(StringTable* t, const uint8_t* p, uint32_t a, uint32_t b, bint plain, NamePart* out) noexcept nogil
cdef int bare_text(StringTable* t, const uint8_t* p, uint32_t size, bint split, uint32_t* out) noexcept nogil
# Handle of the prefix and the name, or NO_STRING.
cdef uint32_t with_prefix(StringTable* t, const uint8_t* prefix, uint32_t size, uint32_t name) noexcept nogil
# Handle of name/N, or NO_STRING.
cdef uint32_t with_arity(StringTable* t, uint32_t name, int32_t n) noexcept nogil
