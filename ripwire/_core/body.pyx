"""The text of a file as it is searched: read, its byte order mark taken off, UTF-16 turned into UTF-8, and how much of a
file with a NUL byte counts.

Invariant: `committed` is the one place that decides how much of a binary file is searched (ripgrep 15's line buffer, with
a fresh buffer for each file). Nothing here holds the GIL. Cost: one read of the file, one pass for what is asked.
"""

from libc.errno cimport EINTR, ENOMEM, errno
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memchr

from ripwire._core.buffer cimport Buffer, put_byte, release, reserve

cdef extern from "<fcntl.h>" nogil:
    enum: O_RDONLY
    enum: O_CLOEXEC
    enum: O_NOCTTY
    enum: O_NONBLOCK
    enum: O_NOFOLLOW
    int open(const char* path, int flags, ...)

cdef extern from "<unistd.h>" nogil:
    ssize_t read(int fd, void* data, size_t size)
    int close(int fd)

cdef extern from "<sys/stat.h>" nogil:
    ctypedef struct stat_t "struct stat":
        long long st_size
        unsigned int st_mode
    int fstat(int fd, stat_t* out)
    bint S_ISDIR(unsigned int mode)
    bint S_ISREG(unsigned int mode)

cdef extern from "<errno.h>" nogil:
    enum: EISDIR

cdef extern from "<string.h>" nogil:
    void* memrchr(const void* data, int c, size_t size)

cdef enum:
    PIECE = 65536        # ripgrep's line buffer
    FIRST_PIECE = 3      # what its look for a byte order mark reads


cdef int body_read(Body* body, const char* path, int what) noexcept nogil:
    """Read a whole file (standard input with a NULL path); returns 0 or an errno. Unless ``what`` is ANY, anything but a
    regular file is EISDIR, and nothing is waited for."""
    cdef int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (O_NONBLOCK if what else 0) | (O_NOFOLLOW if what == NO_LINK else 0)
    cdef int fd = 0, error = 0
    cdef stat_t facts
    cdef size_t wanted = PIECE
    body.raw.size = 0
    body.data, body.size = NULL, 0
    if path != NULL:
        while True:
            fd = open(path, flags)
            if fd >= 0 or errno != EINTR:
                break
        if fd < 0:
            return errno
        if fstat(fd, &facts) == 0:
            if S_ISDIR(facts.st_mode) or what and not S_ISREG(facts.st_mode):
                close(fd)
                return EISDIR
            if facts.st_size > 0:
                wanted = <size_t>facts.st_size + 1  # one more, so that the end is seen by the same read
    error = body_drain(body, fd, wanted)
    if path != NULL:
        close(fd)
    return error


cdef int body_drain(Body* body, int fd, size_t wanted) noexcept nogil:
    """Read all that a descriptor still gives, ``wanted`` bytes to begin with; returns 0 or an errno."""
    cdef int error = 0
    cdef ssize_t got
    body.raw.size = 0
    while True:
        if not reserve(&body.raw, wanted):
            body.raw.failed = False
            error = ENOMEM
            break
        got = read(fd, body.raw.data + body.raw.size, body.raw.room - body.raw.size)
        if got < 0:
            if errno == EINTR:
                continue
            error = errno
            break
        if got == 0:
            break
        body.raw.size += <size_t>got
        wanted = 1
        if body.raw.size == body.raw.room:
            wanted = PIECE
    body.data, body.size = body.raw.data, body.raw.size
    return error


cdef bint body_decode(Body* body) noexcept nogil:
    """Take the mark of an encoding off the text and turn UTF-16 into UTF-8; False when memory runs out."""
    cdef const uint8_t* p = body.data
    if body.size >= 3 and p[0] == 0xEF and p[1] == 0xBB and p[2] == 0xBF:
        body.data += 3
        body.size -= 3
        return True
    if body.size >= 2 and (p[0] == 0xFF and p[1] == 0xFE or p[0] == 0xFE and p[1] == 0xFF):
        return _from_utf16(body, p[0] == 0xFE)
    return True


cdef bint _from_utf16(Body* body, bint big) noexcept nogil:
    """UTF-16 behind its mark as UTF-8; halves of pairs that are alone become U+FFFD, as does an odd byte at the end."""
    cdef const uint8_t* p = body.data + 2
    cdef size_t left = body.size - 2, i
    cdef uint32_t unit, low
    cdef Buffer* out = &body.decoded
    out.size = 0
    if not reserve(out, left // 2 * 3 + 3):
        out.failed = False
        return False
    i = 0
    while i + 1 < left:
        unit = (<uint32_t>p[i] << 8 | p[i + 1]) if big else (<uint32_t>p[i + 1] << 8 | p[i])
        i += 2
        if 0xD800 <= unit < 0xDC00 and i + 1 < left:
            low = (<uint32_t>p[i] << 8 | p[i + 1]) if big else (<uint32_t>p[i + 1] << 8 | p[i])
            if 0xDC00 <= low < 0xE000:
                i += 2
                unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
            else:
                unit = 0xFFFD
        elif 0xD800 <= unit < 0xE000:
            unit = 0xFFFD
        _put_code_point(out, unit)
    if i < left:
        _put_code_point(out, 0xFFFD)
    body.data, body.size = out.data, out.size
    return not out.failed


cdef inline void _put_code_point(Buffer* out, uint32_t c) noexcept nogil:
    if c < 0x80:
        put_byte(out, <uint8_t>c)
    elif c < 0x800:
        put_byte(out, <uint8_t>(0xC0 | c >> 6))
        put_byte(out, <uint8_t>(0x80 | c & 0x3F))
    elif c < 0x10000:
        put_byte(out, <uint8_t>(0xE0 | c >> 12))
        put_byte(out, <uint8_t>(0x80 | c >> 6 & 0x3F))
        put_byte(out, <uint8_t>(0x80 | c & 0x3F))
    else:
        put_byte(out, <uint8_t>(0xF0 | c >> 18))
        put_byte(out, <uint8_t>(0x80 | c >> 12 & 0x3F))
        put_byte(out, <uint8_t>(0x80 | c >> 6 & 0x3F))
        put_byte(out, <uint8_t>(0x80 | c & 0x3F))


cdef void body_release(Body* body) noexcept nogil:
    release(&body.raw)
    release(&body.decoded)


cdef void pieces_begin(Pieces* pieces, const Body* body) noexcept nogil:
    pieces.room = PIECE
    pieces.begin = pieces.end = pieces.done = 0
    pieces.first = body.data == body.raw.data


cdef bint pieces_next(Pieces* pieces, const Body* body, size_t nul, uint8_t terminator) noexcept nogil:
    """Read the next piece, unless the NUL byte at ``nul`` is in it or there is none; whether there was one.

    ripgrep reads into a buffer of 64 KiB that keeps the line which is not yet whole, and doubles when one does not fit;
    it searches up to the last terminator of each piece, and drops the piece that has the NUL. Its look for a mark of an
    encoding makes the first piece one of three bytes, unless these are the mark.
    """
    cdef const uint8_t* data = body.data
    cdef size_t piece
    cdef const void* last
    if pieces.end >= body.size:
        return False
    # ``begin`` is where the buffer's content begins, ``end`` where what was read ends.
    if pieces.room == pieces.end - pieces.begin:
        pieces.room *= 2
    piece = pieces.room - (pieces.end - pieces.begin)
    if pieces.first:
        piece = min(piece, <size_t>FIRST_PIECE)
        pieces.first = False
    piece = min(piece, body.size - pieces.end)
    if nul < pieces.end + piece:
        return False
    last = memrchr(data + pieces.end, terminator, piece)
    pieces.end += piece
    if last != NULL:
        pieces.begin = pieces.done = <size_t>(<const uint8_t*>last - data) + 1
    return True


cdef size_t committed(const Body* body, size_t nul, uint8_t terminator) noexcept nogil:
    """How much of a text was searched before its first NUL byte, at ``nul``, was seen."""
    cdef Pieces pieces
    pieces_begin(&pieces, body)
    while pieces_next(&pieces, body, nul, terminator):
        pass
    return pieces.done


cdef bint is_ascii(const uint8_t* data, size_t size) noexcept nogil:
    cdef size_t i = 0, end
    cdef uint8_t seen = 0
    while i < size:
        end = min(size, i + 4096)
        while i < end:
            seen |= data[i]
            i += 1
        if seen & 0x80:
            return False
    return True


cdef size_t count_byte(const uint8_t* data, size_t size, uint8_t c) noexcept nogil:
    """How often a byte stands in a text."""
    cdef size_t i = 0, end, total = 0
    cdef uint8_t few
    while i < size:
        end = min(size, i + 255)
        few = 0  # so that the compiler counts in lanes of bytes
        while i < end:
            few += data[i] == c
            i += 1
        total += few
    return total
