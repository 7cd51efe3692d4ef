"""Access paths: what is left of an expression when only its shape counts; see "Access paths" in CONTRIBUTING.md."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

# `ripwire.limits` gives the reason; a test keeps both equal.
cdef enum:
    MAX_PATH = 200       # bytes of a path

cdef enum:  # how comments of a language begin
    COMMENT_SLASH = 1    # `//`, and `/* */`
    COMMENT_HASH = 2
    COMMENT_DASH = 4     # `--`
    COMMENT_SEMICOLON = 8

# The path of the text into out[MAX_PATH]: its length, or -1 when it is longer. `budget` is what may be read yet; the bytes
# that were read are taken off.
cdef int32_t path_text(const uint8_t* p, uint32_t n, uint32_t comments, uint8_t* out, uint64_t* budget) noexcept nogil
