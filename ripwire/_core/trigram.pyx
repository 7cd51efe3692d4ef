"""Trigrams: which documents hold which three bytes, built once and asked often.

Purpose: `Builder` takes texts and gives postings; `Postings` reads them, as untrusted input, and narrows candidates.
Invariant: a document stands in the group of each trigram it holds, so a text that is asked for can only be in documents
that stand in all of its groups. Groups ascend by trigram (three bytes, big-endian), documents ascend within a group.
Format: a block for each two first bytes that occur; `blocks` says where each of the 65,536 begins. A block is a table of
(third byte, bytes of its group as a LEB128 number), its size in front, and then the groups: LEB128 numbers, the first
document as it is, then the distances (at least 1). Natural language of other scripts has a million rare trigrams, and a
directory of fixed rows would be larger than the groups.
Cost: building, one pass over the texts with a bitmap of 2 MiB, one counting sort; reading, what is asked.
"""

from cpython cimport array
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

import array

from ripwire._core.buffer cimport Buffer, put, put_byte, release, reserve

cdef enum:
    SPACE = 1 << 24
    PREFIXES = 1 << 16
    WORDS = 1 << 18      # of 64 bits


cdef class Builder:
    """Postings of texts, in the order in which they are added."""

    # flat: the distinct trigrams of each text, uint32; ends: where those of a text end, uint64

    def __cinit__(self):
        self.seen = <uint64_t*>calloc(WORDS, sizeof(uint64_t))
        self.counts = <uint32_t*>calloc(SPACE, sizeof(uint32_t))
        if self.seen == NULL or self.counts == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.seen)
        free(self.counts)
        release(&self.flat)
        release(&self.ends)

    cdef bint add(self, const uint8_t* data, size_t size) noexcept nogil:
        """Add a text; False when memory runs out. A NULL text is one of which nothing is known to be absent: it stands
        in no group, and whoever asks must let it through."""
        cdef size_t i, begin = self.flat.size // 4, end
        cdef uint32_t t
        cdef uint32_t* list_
        cdef uint64_t bit
        if not reserve(&self.flat, 4 * size):
            return False
        list_ = <uint32_t*>self.flat.data
        end = begin
        if size >= 3:
            t = <uint32_t>data[0] << 8 | data[1]
            for i in range(2, size):
                t = (t << 8 | data[i]) & 0xFFFFFF
                bit = <uint64_t>1 << (t & 63)
                if not self.seen[t >> 6] & bit:
                    self.seen[t >> 6] |= bit
                    list_[end] = t
                    end += 1
        for i in range(begin, end):
            t = list_[i]
            self.seen[t >> 6] = 0
            self.counts[t] += 1
        self.flat.size = 4 * end
        put(&self.ends, &end, sizeof(end))
        self.documents += 1
        return not self.ends.failed

    def put(self, const uint8_t[::1] text not None) -> None:
        """Add a text."""
        if not self.add(&text[0] if text.shape[0] else NULL, <size_t>text.shape[0]):
            raise MemoryError

    def finish(self) -> tuple:
        """(blocks, data): array('Q') of 65,537 places, and bytes. The builder is spent."""
        cdef size_t total = self.flat.size // 4, i, at = 0, begin, n
        cdef uint32_t t, d, last, first
        cdef uint64_t* ends = <uint64_t*>self.ends.data
        cdef uint32_t* flat = <uint32_t*>self.flat.data
        cdef uint32_t* sorted_ = NULL
        cdef Buffer out, table, groups
        memset(&out, 0, sizeof(Buffer))
        memset(&table, 0, sizeof(Buffer))
        memset(&groups, 0, sizeof(Buffer))
        if total > 0xFFFFFFFF:
            raise OverflowError("too many postings for one index")
        blocks = array.clone(array.array("Q"), PREFIXES + 1, True)
        cdef uint64_t[::1] B = blocks
        sorted_ = <uint32_t*>malloc(4 * max(1, total))
        if sorted_ == NULL:
            raise MemoryError
        with nogil:
            for t in range(SPACE):
                n = self.counts[t]
                self.counts[t] = <uint32_t>at
                at += n
            i = 0
            for d in range(self.documents):
                while i < ends[d]:
                    t = flat[i]
                    sorted_[self.counts[t]] = d
                    self.counts[t] += 1
                    i += 1
            release(&self.flat)
            at = 0  # counts[t] is now where t's group ends
            for first in range(PREFIXES):
                B[first] = out.size
                table.size = groups.size = 0
                for t in range(first << 8, (first << 8) + 256):
                    if self.counts[t] == at:
                        continue
                    begin = groups.size
                    last = 0
                    while at < self.counts[t]:
                        _put_leb(&groups, sorted_[at] - last)
                        last = sorted_[at]
                        at += 1
                    put_byte(&table, <uint8_t>(t & 0xFF))
                    _put_leb(&table, groups.size - begin)
                if table.size:
                    _put_leb(&out, table.size)
                    put(&out, table.data, table.size)
                    put(&out, groups.data, groups.size)
            B[PREFIXES] = out.size
            free(sorted_)
        failed = out.failed or table.failed or groups.failed
        release(&table)
        release(&groups)
        if failed:
            release(&out)
            raise MemoryError
        data = (<char*>out.data)[:out.size] if out.size else b""
        release(&out)
        return blocks, data


cdef inline void _put_leb(Buffer* out, uint64_t value) noexcept nogil:
    while value >= 0x80:
        put_byte(out, <uint8_t>(value | 0x80))
        value >>= 7
    put_byte(out, <uint8_t>value)


cdef inline bint _leb(const uint8_t* data, uint64_t* at, uint64_t end, uint64_t* value) noexcept nogil:
    """The number at a place, which moves behind it; False where there is none."""
    cdef int shift = 0
    value[0] = 0
    while at[0] < end and shift <= 56:
        value[0] |= <uint64_t>(data[at[0]] & 0x7F) << shift
        at[0] += 1
        if not data[at[0] - 1] & 0x80:
            return True
        shift += 7
    return False


class Damaged(ValueError):
    """Postings that no builder wrote."""


cdef class Postings:
    """Reads what `Builder.finish` gave, from any buffers. Raises Damaged where they can't be that."""

    cdef const uint64_t[::1] blocks
    cdef const uint8_t[::1] data
    cdef readonly uint32_t documents

    def __init__(self, const uint64_t[::1] blocks not None, const uint8_t[::1] data not None, uint32_t documents):
        cdef Py_ssize_t i
        cdef bint fits = blocks.shape[0] == PREFIXES + 1
        if fits:
            fits = blocks[0] == 0 and blocks[PREFIXES] == <uint64_t>data.shape[0]
        if fits:
            for i in range(PREFIXES):
                if blocks[i + 1] < blocks[i]:
                    fits = False
                    break
        if not fits:
            raise Damaged("its blocks of trigrams do not fit")
        self.blocks, self.data, self.documents = blocks, data, documents

    cdef int _find(self, uint32_t trigram, uint64_t* first, uint64_t* last) noexcept nogil:
        """Where the group of a trigram lies: 1; 0 for none, -1 for a damaged block."""
        cdef uint64_t at = self.blocks[trigram >> 8], end = self.blocks[(trigram >> 8) + 1], size = 0, table, group
        cdef const uint8_t* data
        cdef uint8_t third
        if at == end:
            return 0
        data = &self.data[0]
        if not _leb(data, &at, end, &size) or size > end - at:
            return -1
        table = at + size
        group = table
        while at < table:
            third = data[at]
            at += 1
            if not _leb(data, &at, table, &size) or size > end - group:
                return -1
            if third == trigram & 0xFF:
                first[0], last[0] = group, group + size
                return 1
            group += size
        return 0

    def size(self, uint32_t trigram) -> int:
        """The bytes of a trigram's group: at least the documents in it, 0 for a trigram that nothing holds."""
        cdef uint64_t first = 0, last = 0
        if trigram >= SPACE:
            raise ValueError(trigram)
        if self._find(trigram, &first, &last) < 0:
            raise Damaged("a block of its trigrams is damaged")
        return last - first

    def group(self, uint32_t trigram) -> object:
        """The documents that hold a trigram, ascending: array('I')."""
        cdef uint64_t first = 0, last = 0, value = 0, gap = 0
        cdef Py_ssize_t n = 0
        cdef bint fits
        if trigram >= SPACE:
            raise ValueError(trigram)
        fits = self._find(trigram, &first, &last) >= 0
        out = array.clone(array.array("I"), <Py_ssize_t>(last - first), False)
        cdef uint32_t[::1] o = out
        with nogil:
            while fits and first < last:
                fits = _leb(&self.data[0], &first, last, &gap) and (gap > 0 or n == 0) and gap < self.documents
                value += gap
                fits = fits and value < self.documents
                if fits:
                    o[n] = <uint32_t>value
                    n += 1
        if not fits:
            raise Damaged("a group of its postings is damaged")
        return out[:n]


def intersection(const uint32_t[::1] a not None, const uint32_t[::1] b not None) -> object:
    """What two ascending lists share: array('I')."""
    cdef Py_ssize_t i = 0, j = 0, n = 0
    out = array.clone(array.array("I"), min(a.shape[0], b.shape[0]), False)
    cdef uint32_t[::1] o = out
    with nogil:
        while i < a.shape[0] and j < b.shape[0]:
            if a[i] < b[j]:
                i += 1
            elif a[i] > b[j]:
                j += 1
            else:
                o[n] = a[i]
                n += 1
                i += 1
                j += 1
    return out[:n]


def union(const uint32_t[::1] a not None, const uint32_t[::1] b not None) -> object:
    """What is in one of two ascending lists: array('I')."""
    cdef Py_ssize_t i = 0, j = 0, n = 0
    out = array.clone(array.array("I"), a.shape[0] + b.shape[0], False)
    cdef uint32_t[::1] o = out
    with nogil:
        while i < a.shape[0] or j < b.shape[0]:
            if j >= b.shape[0] or i < a.shape[0] and a[i] <= b[j]:
                if j < b.shape[0] and a[i] == b[j]:
                    j += 1
                o[n] = a[i]
                i += 1
            else:
                o[n] = b[j]
                j += 1
            n += 1
    return out[:n]
