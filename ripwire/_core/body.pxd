from libc.stdint cimport uint8_t

from ripwire._core.buffer cimport Buffer

cdef enum:
    NO_NUL = -1

cdef enum:  # what `body_read` reads
    ANY = 0
    REGULAR = 1          # regular files, and waits for nothing
    NO_LINK = 2          # the same, but for a symbolic link to one

ctypedef struct Body:
    Buffer raw            # what was read, kept for the next file
    Buffer decoded        # of UTF-16
    const uint8_t* data   # the text: in raw or in decoded
    size_t size

# ripgrep's line buffer on its way through a text.
ctypedef struct Pieces:
    size_t room, begin, end
    size_t done           # what is searched up to here is whole lines
    bint first

cdef void pieces_begin(Pieces* pieces, const Body* body) noexcept nogil
cdef bint pieces_next(Pieces* pieces, const Body* body, size_t nul, uint8_t terminator) noexcept nogil
cdef int body_read(Body* body, const char* path, int what) noexcept nogil
cdef int body_drain(Body* body, int fd, size_t wanted) noexcept nogil
cdef bint body_decode(Body* body) noexcept nogil
cdef void body_release(Body* body) noexcept nogil
cdef size_t committed(const Body* body, size_t nul, uint8_t terminator) noexcept nogil
cdef bint is_ascii(const uint8_t* data, size_t size) noexcept nogil
cdef size_t count_byte(const uint8_t* data, size_t size, uint8_t c) noexcept nogil
