"""Where the pattern of a search matches: the next line, the next match over lines, the matches in what is printed, and
what they are replaced by.

Invariant: spans in a line or block are what ripgrep's printers find, which look again at what its searcher has found, in
another stretch of the text. Nothing here holds the GIL. Cost: that of `Program.find`.
"""

from libc.errno cimport ENOMEM
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr

from ripwire._core.buffer cimport Buffer, put
from ripwire._core.job cimport Job
from ripwire._core.pcre cimport Program

cdef extern from "<string.h>" nogil:
    void* memrchr(const void* data, int c, size_t size)

cdef enum:
    LOOK_AHEAD = 128     # bytes behind a block of lines that a match in it may look at


cdef size_t line_end(const uint8_t* data, size_t size, size_t at, uint8_t terminator) noexcept nogil:
    """Where the next line begins."""
    cdef const void* found = memchr(data + at, terminator, size - at)
    return size if found == NULL else <size_t>(<const uint8_t*>found - data) + 1


cdef size_t line_start(const uint8_t* data, size_t low, size_t at, uint8_t terminator) noexcept nogil:
    """Where the line of the byte before or at ``at`` begins, at ``low`` or behind it."""
    cdef const void* found = memrchr(data + low, terminator, at - low) if at > low else NULL
    return low if found == NULL else <size_t>(<const uint8_t*>found - data) + 1


cdef class Finder:
    def __dealloc__(self):
        free(self.parts)

    cdef int _set_replacement(self, list template) except -1:
        """Texts, and numbers of groups; those that the pattern lacks are empty."""
        cdef Part* part
        self.replaces = template is not None
        if template is None:
            return 0
        self.texts = list(template)
        self.parts = <Part*>calloc(max(1, len(self.texts)), sizeof(Part))
        if self.parts == NULL:
            raise MemoryError
        for item in self.texts:
            part = &self.parts[self.n_parts]
            if isinstance(item, bytes):
                part.data, part.size, part.group = <const uint8_t*><char*>item, len(item), -1
            elif 0 <= item <= min(self.ascii.groups, self.utf.groups):
                part.group = item
            else:
                continue
            self.n_parts += 1
        return 0

    cdef int _find_in(self, Job* job, size_t base, size_t end, size_t start) noexcept nogil:
        """The leftmost match in data[base:end], a text of its own, from ``start`` on; positions are those of the text."""
        cdef int found
        cdef Py_ssize_t k
        cdef const uint8_t* data = job.data + base if base else job.data
        if job.ascii:
            found = self.ascii.find(job.ascii_scratch, data, end - base, start - base, job.groups)
        else:
            found = self.utf.find(job.utf_scratch, data, end - base, start - base, job.groups)
        if found < 0:
            job.error = found
        if found != 1:
            return False
        if base:
            for k in range(2 * ((self.ascii.groups if job.ascii else self.utf.groups) + 1)):
                if job.groups[k] != <size_t>-1:
                    job.groups[k] += base
        return True

    cdef size_t _content(self, const uint8_t* data, size_t first, size_t last) noexcept nogil:
        """Where a line's content ends."""
        if last > first and data[last - 1] == self.terminator:
            last -= 1
            if self.crlf and last > first and data[last - 1] == 13:
                last -= 1
        return last

    cdef bint _line_matches(self, Job* job, size_t first, size_t last) noexcept nogil:
        """Whether the pattern matches in a line by itself."""
        cdef size_t end = self._content(job.data, first, last)
        if (self.by_line or self.multiline) and self.crlf and end + 1 == last:
            end = last  # to ripgrep's loops a line feed alone ends no line
        return self._find_in(job, first if self.by_line or self.multiline else 0, end, first)

    cdef bint _next_hit(self, Job* job, size_t at, size_t* first, size_t* last) noexcept nogil:
        """The first line from ``at`` on, where a line begins, that the pattern matches."""
        cdef const uint8_t* data = job.data
        cdef size_t size = job.size, end, s
        if self.by_line:
            while at < size and not job.error:
                end = line_end(data, size, at, self.terminator)
                if self._line_matches(job, at, end):
                    first[0], last[0] = at, end
                    return True
                at = end
            return False
        # ripgrep looks at the rest as at a text of its own. That shows where a look behind asks for a line feed.
        if at >= size or not self._find_in(job, 0 if self.terminator == 10 else at, size, at):
            return False
        s = job.groups[0]
        if s >= size and data[size - 1] == self.terminator:
            return False  # behind the last line
        first[0] = line_start(data, at, s, self.terminator)
        last[0] = line_end(data, size, s, self.terminator) if s < size else size
        return True

    cdef bint _next_match(self, Job* job, size_t at, size_t* first, size_t* last) noexcept nogil:
        """The first match in the text that begins at ``at``."""
        if at >= job.size or not self._find_in(job, at, job.size, at):
            return False
        first[0], last[0] = job.groups[0], job.groups[1]
        return True

    cdef size_t _spans_of(self, Job* job, size_t first, size_t last, bint alone, bint replace) noexcept nogil:
        """The matches in a line or block, into ``job.spans``, relative to it; how many. With ``replace`` the line with
        its matches replaced goes into ``job.replaced``, and where they are into ``job.new_spans``.

        alone  nothing before the line is seen
        """
        cdef const uint8_t* data = job.data
        cdef size_t end, at = first, s, e, behind = <size_t>-1, copied = first, k, i
        cdef size_t base = first if alone else 0
        cdef bint by_characters = not job.ascii and self.utf.utf
        cdef size_t pair[2]
        cdef Part* part
        if not self.multiline:
            end = self._content(data, first, last)
        elif alone:
            end = last
        else:
            end = min(job.size, last + LOOK_AHEAD)
        job.spans.size = job.replaced.size = job.new_spans.size = 0
        while at <= end:
            if self.hollow and by_characters and at < end and data[at] & 0xC0 == 0x80 and at > first:
                # Programs of characters don't look here, and nothing but the empty text could match.
                for k in range(2 * (max(self.ascii.groups, self.utf.groups) + 1)):
                    job.groups[k] = <size_t>-1
                job.groups[0] = job.groups[1] = at
            elif not self._find_in(job, base, end, at):
                break
            s, e = job.groups[0], job.groups[1]
            if s == e:
                at = e + 1
                while by_characters and not self.hollow and at < end and data[at] & 0xC0 == 0x80:
                    at += 1
                if s == behind:
                    continue
            else:
                at = e
            if s >= last:
                break
            behind = e
            pair[0], pair[1] = s - first, e - first
            put(&job.spans, pair, sizeof(pair))
            if replace:
                put(&job.replaced, data + copied, s - copied)
                copied = e
                pair[0] = job.replaced.size
                for k in range(self.n_parts):
                    part = &self.parts[k]
                    if part.group < 0:
                        put(&job.replaced, part.data, part.size)
                    elif job.groups[2 * part.group] != <size_t>-1:
                        i = job.groups[2 * part.group]
                        put(&job.replaced, data + i, job.groups[2 * part.group + 1] - i)
                pair[1] = job.replaced.size
                put(&job.new_spans, pair, sizeof(pair))
        if replace:
            if self.multiline:
                i = end if copied > last else min(end, last)
                put(&job.replaced, data + copied, i - copied)
            else:
                put(&job.replaced, data + copied, last - copied)
        if job.spans.failed or job.replaced.failed or job.new_spans.failed:
            job.spans.failed = job.replaced.failed = job.new_spans.failed = False
            job.spans.size = job.replaced.size = job.new_spans.size = 0
            job.error = ENOMEM
        return job.spans.size // sizeof(pair)
