"""Loops of the index of search: reading what is indexed, and finding out which files a search need not read.

Purpose: `ingest` reads files into postings and crests; `prove` says of files which of them are unchanged and hold no match;
`witnessed`, whether what a walk saw is as it was; `sieve` and `marked` narrow documents, `kept` compacts lists of files.
Invariant: a file is left out only when a stat that is taken now equals the one of when it was read, which is older than the
clock's grain; whatever is not known is searched. Paths are ordered with "/" before every other byte.
Cost: ingest, one read of each file; prove, a comparison and a stat for each file that holds no match. No GIL.
"""

from cpython cimport array
from libc.errno cimport ENOENT, errno
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset, strlen

import array

from ripwire._core.body cimport Body, body_decode, body_drain, body_release
from ripwire._core.buffer cimport Buffer, put, release
from ripwire._core.crest cimport LANES, crest
from ripwire._core.trigram cimport Builder

cdef extern from *:
    """
    #include <fcntl.h>
    #include <stdint.h>
    #include <sys/stat.h>
    #include <unistd.h>
    /* The stamp of a path, or of an open file; -1 for what is not there, 0 for a regular
       file, 2 for a folder, 1 for anything else. */
    #define RW_NS(t) (int64_t)((uint64_t)(t).tv_sec * 1000000000u + (uint64_t)(t).tv_nsec)
    static int rw_stamp(const char *path, int fd, int64_t *out) {
        struct stat s;
        if (path != NULL ? stat(path, &s) : fstat(fd, &s)) return -1;
        out[0] = (int64_t)s.st_dev;
        out[1] = (int64_t)s.st_ino;
        out[2] = (int64_t)s.st_size;
    #ifdef __APPLE__
        out[3] = RW_NS(s.st_mtimespec);
        out[4] = RW_NS(s.st_ctimespec);
    #else
        out[3] = RW_NS(s.st_mtim);
        out[4] = RW_NS(s.st_ctim);
    #endif
        return S_ISREG(s.st_mode) ? 0 : S_ISDIR(s.st_mode) ? 2 : 1;
    }
    static int rw_open(const char *path) {
        return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
    }
    """
    int rw_stamp(const char* path, int fd, int64_t* out) noexcept nogil
    int rw_open(const char* path) noexcept nogil
    int close(int fd) noexcept nogil

cdef enum:
    STAMP = 5            # device, inode, size, time of the content, time of the inode
    INDEXED = 1          # its postings and its crest are known
    SETTLED = 2          # its stamp proves that it is unchanged
    SHORT = 4            # it has no trigram
    LARGE = 8            # larger than what is indexed

cdef enum:               # what is known of a path that a walk looked at
    SAME = 0
    ABSENT = 1
    A_FOLDER = 2


cdef inline bint _lay_still(const int64_t* stamp, int64_t fine, int64_t coarse) noexcept nogil:
    """Whether a file was last changed before its clock's grain; the law of `ripwire.store.stamps.believed`."""
    cdef int64_t latest = max(stamp[3], stamp[4])
    cdef bint whole = stamp[3] % 1_000_000_000 == 0 and stamp[4] % 1_000_000_000 == 0
    return latest < (coarse if whole else fine)


def lay_still(const int64_t[::1] stamp not None, int64_t fine, int64_t coarse) -> bool:
    """The law by which stamps are settled, for one stamp."""
    if stamp.shape[0] != STAMP:
        raise ValueError("a stamp has five numbers")
    return _lay_still(&stamp[0], fine, coarse)


cdef int _read_text(Body* body, const char* path, uint64_t most, int64_t* stamp, bint* same) noexcept nogil:
    """Read and decode a file: its kind. ``same``: its stamp is that of what was read, for the open file had the same
    before and after it."""
    cdef int64_t after[STAMP]
    cdef int kind = 0, fd = rw_open(path)
    same[0] = False
    if fd < 0:
        return 0
    if rw_stamp(NULL, fd, stamp) == 0:
        if <uint64_t>stamp[2] > most:
            kind = LARGE
        elif body_drain(body, fd, <size_t>stamp[2] + 1) == 0 and body_decode(body):
            kind = INDEXED
            same[0] = rw_stamp(NULL, fd, after) == 0 and memcmp(stamp, after, sizeof(after)) == 0
    close(fd)
    return kind


def ingest(const uint8_t[::1] paths not None, const uint64_t[::1] offsets not None, Builder builder not None,
           int64_t fine, int64_t coarse, uint64_t most) -> tuple:
    """Read files, whose paths are relative to the current folder: (stamps, kinds, crests, bytes of texts).

    fine, coarse  nanoseconds of the clock of files before the first is read, less its grain: what changed since is not
                  settled. The coarse one is for file systems that keep whole seconds
    most          bytes; a larger file is a member of the index that is always searched
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, i
    cdef Body body
    cdef int64_t* stamp
    cdef bint failed = False, same = False
    cdef uint64_t total = 0
    stamps = array.clone(array.array("q"), STAMP * n, True)
    kinds = bytearray(n)
    crests = array.clone(array.array("H"), LANES * n, True)
    if not n:
        return stamps, kinds, crests, 0
    if paths.shape[0] != <Py_ssize_t>offsets[n]:
        raise ValueError("the paths do not fit each other")
    cdef int64_t[::1] s = stamps
    cdef uint8_t[::1] k = kinds
    cdef uint16_t[::1] c = crests
    memset(&body, 0, sizeof(Body))
    with nogil:
        for i in range(n):
            stamp = &s[STAMP * i]
            k[i] = _read_text(&body, <const char*>&paths[offsets[i]], most, stamp, &same)
            if k[i] & INDEXED and same and _lay_still(stamp, fine, coarse):
                k[i] |= SETTLED
            if k[i] & INDEXED and body.size < 3:
                k[i] |= SHORT
            if k[i] & INDEXED:
                total += body.size
                crest(body.data, body.size, &c[LANES * i])
                failed = not builder.add(body.data, body.size)
            else:
                failed = not builder.add(NULL, 0)
            if failed:
                break
        body_release(&body)
    if failed:
        raise MemoryError
    return stamps, kinds, crests, total


def stamp_of(bytes path not None) -> object:
    """The stamp of a path, links followed: array('q'), empty where there is nothing."""
    cdef int64_t numbers[STAMP]
    cdef int i
    out = array.array("q")
    if rw_stamp(path, 0, numbers) >= 0:
        for i in range(STAMP):
            out.append(numbers[i])
    return out


def witnessed(const uint8_t[::1] paths not None, const int64_t[::1] stamps not None, const uint8_t[::1] kinds not None,
              Py_ssize_t first, Py_ssize_t last) -> bool:
    """Whether paths first to last, each ended by a NUL byte, are what they were: SAME as their stamps, ABSENT, or (of
    A_FOLDER) folders."""
    cdef Py_ssize_t i, n = kinds.shape[0]
    cdef const uint8_t* at
    cdef const uint8_t* end
    cdef int64_t now[STAMP]
    cdef int got
    cdef bint holds = True
    if not 0 <= first <= last <= n or stamps.shape[0] != STAMP * n:
        raise ValueError("the stamps do not fit the paths")
    if not n:
        return True
    if not paths.shape[0] or paths[paths.shape[0] - 1]:
        raise ValueError("the paths have no end")
    with nogil:
        at, end = &paths[0], &paths[0] + paths.shape[0]
        for i in range(last):
            if at >= end:
                holds = False
                break
            if i >= first:
                got = rw_stamp(<const char*>at, 0, now)
                if kinds[i] == SAME:
                    holds = got >= 0 and memcmp(now, &stamps[STAMP * i], sizeof(now)) == 0
                elif kinds[i] == ABSENT:
                    holds = got < 0 and errno == ENOENT
                else:
                    holds = kinds[i] == A_FOLDER and got == 2
                if not holds:
                    break
            at += strlen(<const char*>at) + 1
    return holds


def marked(const uint32_t[::1] documents not None, Py_ssize_t n) -> bytearray:
    """A byte for each of n documents, 1 for those that are named."""
    cdef Py_ssize_t i
    out = bytearray(n)
    cdef uint8_t[::1] o = out
    for i in range(documents.shape[0]):
        if documents[i] < <uint32_t>n:
            o[documents[i]] = 1
    return out


def sieve(const uint16_t[::1] crests not None, const uint16_t[::1] bounds not None, uint8_t[::1] marks not None) -> int:
    """Take the mark from documents that fall short of every alternative, each 16 bounds; how many are left."""
    cdef Py_ssize_t n = marks.shape[0], i, a, alternatives = bounds.shape[0] // LANES, left = 0
    cdef int lane
    cdef bint fits
    if crests.shape[0] != LANES * n or bounds.shape[0] % LANES:
        raise ValueError("the crests do not fit the documents")
    with nogil:
        for i in range(n):
            if not marks[i]:
                continue
            fits = False
            for a in range(alternatives):
                fits = True
                for lane in range(LANES):
                    if crests[LANES * i + lane] < bounds[LANES * a + lane]:
                        fits = False
                        break
                if fits:
                    break
            marks[i] = fits
            left += fits
    return left


cdef inline int _order(const uint8_t* a, size_t a_size, const uint8_t* b, size_t b_size) noexcept nogil:
    """Of two paths, "/" before every other byte."""
    cdef size_t i, n = min(a_size, b_size)
    cdef int x, y
    for i in range(n):
        if a[i] != b[i]:
            x, y = 0 if a[i] == 47 else a[i], 0 if b[i] == 47 else b[i]
            return x - y
    return (a_size > b_size) - (a_size < b_size)


def fitting(const uint8_t[::1] paths not None, const uint64_t[::1] offsets not None) -> bool:
    """Whether there are paths with a NUL byte behind each where these numbers say that they begin, and the last ends."""
    cdef Py_ssize_t n = offsets.shape[0] - 1, i
    if n < 0 or offsets[0] or offsets[n] != <uint64_t>paths.shape[0]:
        return False
    for i in range(n):
        if not offsets[i] < offsets[i + 1] <= <uint64_t>paths.shape[0] or paths[offsets[i + 1] - 1]:
            return False
    return True


cdef class Layer:
    """The documents of an index: their paths, stamps and kinds, and which of them may match.

    prefix  bytes of a document's path before what a search's paths begin with; only documents with it are looked at
    """

    cdef const uint8_t[::1] paths
    cdef const uint64_t[::1] offsets
    cdef const int64_t[::1] stamps
    cdef const uint8_t[::1] kinds
    cdef const uint8_t[::1] marks
    cdef Py_ssize_t first, last
    cdef size_t skipped

    def __init__(self, const uint8_t[::1] paths not None, const uint64_t[::1] offsets not None,
                 const int64_t[::1] stamps not None, const uint8_t[::1] kinds not None,
                 const uint8_t[::1] marks not None, const uint8_t[::1] prefix not None):
        cdef Py_ssize_t n = kinds.shape[0]
        if offsets.shape[0] != n + 1 or stamps.shape[0] != STAMP * n or marks.shape[0] != n or not fitting(paths, offsets):
            raise ValueError("its documents do not fit each other")
        self.paths, self.offsets, self.stamps, self.kinds, self.marks = paths, offsets, stamps, kinds, marks
        self.skipped = <size_t>prefix.shape[0]
        self.first, self.last = 0, n
        if self.skipped:
            # Documents below a folder are neighbours: a folder's slash comes before every other byte.
            self.first = self._bound(&prefix[0], self.skipped, False)
            self.last = self._bound(&prefix[0], self.skipped, True)

    cdef Py_ssize_t _bound(self, const uint8_t* prefix, size_t size, bint behind) noexcept nogil:
        """The first document that does not come before the prefix, or before all that begins with it."""
        cdef Py_ssize_t low = 0, high = self.kinds.shape[0], middle
        cdef size_t length
        cdef int order
        while low < high:
            middle = (low + high) // 2
            length = <size_t>(self.offsets[middle + 1] - self.offsets[middle]) - 1
            order = _order(&self.paths[self.offsets[middle]], min(length, size) if behind else length, prefix, size)
            if order < 0 or behind and order == 0:
                low = middle + 1
            else:
                high = middle
        return low

    cdef inline int _compared(self, Py_ssize_t document, const uint8_t* path, size_t size) noexcept nogil:
        cdef size_t length = <size_t>(self.offsets[document + 1] - self.offsets[document]) - 1 - self.skipped
        return _order(&self.paths[self.offsets[document] + self.skipped], length, path, size)

    cdef Py_ssize_t find(self, const uint8_t* path, size_t size, Py_ssize_t near) noexcept nogil:
        """The document of a path, or -1; ``near`` is where it is expected, at or before its place."""
        cdef Py_ssize_t low = self.first, high = self.last, middle, step
        cdef int order
        near = max(near, low)
        for step in range(4):
            if near >= high:
                break
            order = self._compared(near, path, size)
            if order == 0:
                return near
            if order > 0:
                high = near
                break
            near += 1
            low = near
        while low < high:
            middle = (low + high) // 2
            order = self._compared(middle, path, size)
            if order == 0:
                return middle
            if order < 0:
                low = middle + 1
            else:
                high = middle
        return -1

    cdef inline bint settled(self, Py_ssize_t document, const char* path) noexcept nogil:
        """Whether the file is what it was when it was read."""
        cdef int64_t now[STAMP]
        if self.kinds[document] & (INDEXED | SETTLED) != INDEXED | SETTLED:
            return False
        return rw_stamp(path, 0, now) == 0 and memcmp(now, &self.stamps[STAMP * document], sizeof(now)) == 0


def prove(list layers not None, const uint8_t[::1] paths not None, const uint64_t[::1] offsets not None,
          const uint64_t[::1] starts not None, uint8_t[::1] wanted not None, Py_ssize_t first, Py_ssize_t last) -> tuple:
    """Of files first to last, set the bytes of those that have to be searched; (found in the index, proved unchanged).

    layers  the later one knows better
    starts  where, in each path, the part begins that the index knows; the path's length for a file that it can't know
    """
    cdef Py_ssize_t i, k, count = len(layers), document
    cdef Py_ssize_t near[2]
    cdef Layer a, b
    cdef Layer layer
    cdef const uint8_t* path
    cdef size_t size
    cdef Py_ssize_t found = 0, proved = 0
    if not 1 <= count <= 2 or not 0 <= first <= last <= wanted.shape[0]:
        raise ValueError("one or two layers, and files that there are")
    if offsets.shape[0] != wanted.shape[0] + 1 or starts.shape[0] != wanted.shape[0]:
        raise ValueError("the paths do not fit each other")
    a = layers[count - 1]
    b = layers[0]
    near[0] = near[1] = 0
    with nogil:
        for i in range(first, last):
            wanted[i] = 1
            path = &paths[offsets[i]]
            size = <size_t>(offsets[i + 1] - offsets[i]) - 1
            if starts[i] >= size:
                continue
            document = a.find(path + starts[i], size - starts[i], near[0])
            if document >= 0:
                near[0] = document + 1
                found += 1
                if not a.marks[document] and a.settled(document, <const char*>path):
                    wanted[i] = 0
                    proved += 1
                continue
            if count == 1:
                continue
            document = b.find(path + starts[i], size - starts[i], near[1])
            if document >= 0:
                near[1] = document + 1
                found += 1
                if not b.marks[document] and b.settled(document, <const char*>path):
                    wanted[i] = 0
                    proved += 1
    return found, proved


def kept(const uint8_t[::1] paths not None, const uint64_t[::1] offsets not None, const uint8_t[::1] named not None,
         const uint8_t[::1] wanted not None) -> tuple:
    """The files whose byte is set: (paths, offsets, named), as bytes."""
    cdef Py_ssize_t n = wanted.shape[0], i
    cdef Buffer text, places, flags
    cdef uint64_t at = 0, size
    if offsets.shape[0] != n + 1 or named.shape[0] != n or n and offsets[n] > <uint64_t>paths.shape[0]:
        raise ValueError("the paths do not fit each other")
    memset(&text, 0, sizeof(Buffer))
    memset(&places, 0, sizeof(Buffer))
    memset(&flags, 0, sizeof(Buffer))
    with nogil:
        put(&places, &at, sizeof(at))
        for i in range(n):
            if wanted[i]:
                size = offsets[i + 1] - offsets[i]
                put(&text, &paths[offsets[i]], <size_t>size)
                at += size
                put(&places, &at, sizeof(at))
                put(&flags, &named[i], 1)
    try:
        if text.failed or places.failed or flags.failed:
            raise MemoryError
        return (
            (<char*>text.data)[:text.size] if text.size else b"",
            (<char*>places.data)[:places.size],
            (<char*>flags.data)[:flags.size] if flags.size else b"",
        )
    finally:
        release(&text)
        release(&places)
        release(&flags)
