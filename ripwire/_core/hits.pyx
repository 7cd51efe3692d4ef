"""Hits of a pattern in files: how many each file has, in any number of threads, and where they are, piece by piece.

Purpose: `Finder` counts the hits of a list of files; `Places` gives those of one text, in order, as many as are asked for.
Invariant: both find by the same steps, so the n-th hit of a text is the same one for either. A hit is a match that is not
empty, or the first match of its line. What is counted is a function of texts and pattern alone: the files that come first
in the list are counted until they have enough. A file that cannot be read, or whose search is given up for its steps, says
so. Nothing here holds the GIL while it searches.
Cost: one read and one search of each file, none where a text that every match holds is missing; no memory for a hit.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr

from ripwire._core.body cimport Body, NO_LINK, body_read, body_release, count_byte, is_ascii
from ripwire._core.pcre cimport FOUND, LIMIT, NONE, Program

cdef extern from "<string.h>" nogil:
    void* memmem(const void* data, size_t size, const void* needle, size_t length)
    void* memrchr(const void* data, int c, size_t size)

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_mutex_t:
        pass
    int pthread_mutex_init(pthread_mutex_t* m, void* a)
    int pthread_mutex_destroy(pthread_mutex_t* m)
    int pthread_mutex_lock(pthread_mutex_t* m)
    int pthread_mutex_unlock(pthread_mutex_t* m)

cdef enum:
    BATCH = 8            # files that a thread takes at once

cdef enum:  # what came of a file
    WAITS = 0
    SEARCHED = 1
    GIVEN_UP = 2         # its hits up to there count
    UNREAD = 3

ctypedef struct Text:
    const uint8_t* data
    size_t size
    bint last            # of its clause

# The search of one text.
ctypedef struct Cursor:
    const uint8_t* data
    size_t size
    void* scratch[2]     # of the program for ASCII, and of the other
    size_t* groups
    bint beyond          # the text is not all ASCII
    size_t at            # what comes next is searched for from here
    size_t line_end      # of the last hit: where the next line begins, or one more than the text's size
    bint leads           # it was the first of its line
    int64_t spent        # steps on lines that took too many
    int error            # a negative result of `Program.find`


cdef class Finder:
    """One pattern.

    ascii, utf  the programs for texts that are all ASCII, and for the others
    clauses     texts: one of each clause is in every text that has a match
    steps       from one start of PCRE2's: in a search of all the text, in one of a line, in one of a line that took too
                many, and how many of the latter two a text may take in all before it is given up
    """

    cdef readonly Program ascii, utf
    cdef uint32_t steps[3]
    cdef int64_t budget
    cdef list held
    cdef Text* texts
    cdef size_t n_texts
    # files
    cdef const char** names
    cdef uint32_t files
    cdef int64_t* found
    cdef uint8_t* states
    cdef int64_t most
    # shared by the threads
    cdef pthread_mutex_t lock
    cdef uint32_t taken, settled
    cdef int64_t total       # of the settled files: all those before the first that waits
    cdef bint stopped

    def __cinit__(self):
        pthread_mutex_init(&self.lock, NULL)

    def __init__(self, Program ascii not None, Program utf not None, list clauses not None,
                 tuple steps not None):
        cdef size_t i = 0
        self.ascii, self.utf = ascii, utf
        self.steps[0], self.steps[1], self.steps[2], self.budget = steps
        self.held = [bytes(text) for clause in clauses for text in clause]
        self.texts = <Text*>calloc(max(<size_t>1, <size_t>len(self.held)), sizeof(Text))
        if self.texts == NULL:
            raise MemoryError
        for clause in clauses:
            if not clause:
                raise ValueError("a clause has a text")
            for _ in clause:
                self.texts[i].data = <const uint8_t*><char*>(<bytes>self.held[i])
                self.texts[i].size = <size_t>len(self.held[i])
                i += 1
            self.texts[i - 1].last = True
        self.n_texts = i

    def __dealloc__(self):
        free(self.texts)
        free(self.names)
        free(self.found)
        free(self.states)
        pthread_mutex_destroy(&self.lock)

    # --- files --------------------------------------------------------------------------------------------------------

    def begin(self, list paths not None, int64_t most) -> None:
        """Take the files that are to be counted, until those that come first have more than ``most`` hits."""
        cdef size_t i
        cdef size_t count = <size_t>len(paths)
        if self.names != NULL:
            raise ValueError("a count begins once")
        for path in paths:
            if not isinstance(path, bytes) or b"\0" in path:
                raise ValueError("a path is bytes without NUL")
        self.names = <const char**>calloc(max(<size_t>1, count), sizeof(char*))
        self.found = <int64_t*>calloc(max(<size_t>1, count), sizeof(int64_t))
        self.states = <uint8_t*>calloc(max(<size_t>1, count), 1)
        if self.names == NULL or self.found == NULL or self.states == NULL:
            raise MemoryError
        self.held.append(paths)
        for i in range(count):
            self.names[i] = <const char*>(<bytes>paths[i])
        self.files, self.most = <uint32_t>count, most

    def work(self) -> None:
        """Count until no file is left; called in each thread."""
        cdef Body body
        cdef Cursor cursor
        cdef bint ready
        body.raw.data = body.decoded.data = NULL
        body.raw.size = body.raw.room = body.decoded.size = body.decoded.room = 0
        body.raw.failed = body.decoded.failed = False
        with nogil:
            ready = self._open(&cursor)
            if ready:
                self._work(&body, &cursor)
            self._close(&cursor)
            body_release(&body)
        if not ready:
            raise MemoryError

    def stop(self) -> None:
        """End the work of all threads after the files that they are at."""
        self.stopped = True

    def counts(self) -> tuple[list[int], list[int], list[int]]:
        """When all threads have ended: the hits of each file up to the one with which there were enough, and the numbers of
        the files among them that were given up, and that could not be read."""
        cdef uint32_t i
        given_up, unread = [], []
        for i in range(self.settled):
            if self.states[i] == GIVEN_UP:
                given_up.append(i)
            elif self.states[i] == UNREAD:
                unread.append(i)
        return [self.found[i] for i in range(self.settled)], given_up, unread

    cdef void _work(self, Body* body, Cursor* cursor) noexcept nogil:
        cdef uint32_t i, last
        while True:
            pthread_mutex_lock(&self.lock)
            i = self.taken
            last = i if self.stopped or self.total > self.most else min(self.files, i + <uint32_t>BATCH)
            self.taken = last
            pthread_mutex_unlock(&self.lock)
            if i >= last:
                return
            while i < last and not self.stopped:
                self.states[i] = self._file(body, cursor, i)
                i += 1
            pthread_mutex_lock(&self.lock)
            while self.settled < self.files and self.states[self.settled] != WAITS and self.total <= self.most:
                self.total += self.found[self.settled]
                self.settled += 1
            pthread_mutex_unlock(&self.lock)

    cdef int _file(self, Body* body, Cursor* cursor, uint32_t i) noexcept nogil:
        cdef size_t first = 0, last = 0
        cdef int64_t found = 0
        if body_read(body, self.names[i], NO_LINK):
            return UNREAD
        if not self._may_match(body.data, body.size):
            return SEARCHED
        self._begin(cursor, body.data, body.size)
        while found <= self.most and self._next(cursor, &first, &last):
            found += 1
        self.found[i] = found
        return GIVEN_UP if cursor.error else SEARCHED

    cdef bint _may_match(self, const uint8_t* data, size_t size) noexcept nogil:
        cdef size_t i
        cdef bint seen = False
        for i in range(self.n_texts):
            if not seen:
                seen = memmem(data, size, self.texts[i].data, self.texts[i].size) != NULL
            if self.texts[i].last:
                if not seen:
                    return False
                seen = False
        return True

    # --- one text -----------------------------------------------------------------------------------------------------

    cdef bint _open(self, Cursor* c) noexcept nogil:
        """What a cursor needs for any text; False when memory runs out."""
        c.groups = <size_t*>calloc(2 * (max(self.ascii.groups, self.utf.groups) + 1), sizeof(size_t))
        c.scratch[0] = self.ascii.scratch_new()
        c.scratch[1] = self.utf.scratch_new()
        if c.scratch[0] == NULL or c.scratch[1] == NULL or c.groups == NULL:
            return False
        self._limit(c, self.steps[0])
        return True

    cdef void _limit(self, Cursor* c, uint32_t steps) noexcept nogil:
        self.ascii.scratch_limit(c.scratch[0], steps)
        self.utf.scratch_limit(c.scratch[1], steps)

    cdef void _close(self, Cursor* c) noexcept nogil:
        self.ascii.scratch_free(c.scratch[0])
        self.utf.scratch_free(c.scratch[1])
        free(c.groups)

    cdef void _begin(self, Cursor* c, const uint8_t* data, size_t size) noexcept nogil:
        """A text from its start on; the mark of UTF-8 is no part of its first line."""
        c.data, c.size = data, size
        if size >= 3 and data[0] == 0xEF and data[1] == 0xBB and data[2] == 0xBF:
            c.data, c.size = data + 3, size - 3
        c.at = c.line_end = 0
        c.spent = 0
        c.error = 0
        c.beyond = self.ascii is not self.utf and not is_ascii(c.data, c.size)

    cdef inline int _once(self, Cursor* c, size_t at, size_t size) noexcept nogil:
        if c.beyond:
            return self.utf.find(c.scratch[1], c.data, size, at, c.groups)
        return self.ascii.find(c.scratch[0], c.data, size, at, c.groups)

    cdef int _find(self, Cursor* c) noexcept nogil:
        """The next match, in ``c.groups``. A search of all the text ends at a line that takes many steps: that line is
        found and searched by itself, with more of them."""
        cdef size_t at = c.at, end
        cdef const void* found
        cdef int result = LIMIT, tier
        cdef bint again = True
        while True:
            if again:
                result = self._once(c, at, c.size)
                if result != LIMIT:
                    return result
            again = False
            found = memchr(c.data + at, 10, c.size - at) if at < c.size else NULL
            end = c.size if found == NULL else <size_t>(<const uint8_t*>found - c.data) + 1
            result = self._once(c, at, end)
            tier = 1
            while result == LIMIT and tier < 3:
                again = True
                c.spent += self.steps[tier]
                if c.spent > self.budget:
                    return LIMIT
                self._limit(c, self.steps[tier])
                result = self._once(c, at, end)
                self._limit(c, self.steps[0])
                tier += 1
            if result < 0 or result == FOUND and (c.groups[0] < end or end == c.size):
                return result
            if end == c.size:
                return NONE
            at = end

    cdef bint _next(self, Cursor* c, size_t* first, size_t* last) noexcept nogil:
        """The next hit."""
        cdef int result
        cdef size_t s, e
        cdef const void* end
        while c.at <= c.size:
            result = self._find(c)
            if result != FOUND:
                c.error = result
                return False
            s, e = c.groups[0], c.groups[1]
            if s >= c.size and (c.size == 0 or c.data[c.size - 1] == 10):
                return False  # behind the last line
            c.at = e
            if s == e:
                c.at += 1
                while c.beyond and c.at < c.size and c.data[c.at] & 0xC0 == 0x80:
                    c.at += 1
                if s < c.line_end:
                    continue
            c.leads = s >= c.line_end
            if c.leads:
                end = memchr(c.data + e, 10, c.size - e) if e < c.size else NULL
                c.line_end = c.size + 1 if end == NULL else <size_t>(<const uint8_t*>end - c.data) + 1
            first[0], last[0] = s, e
            return True
        return False


cdef class Places:
    """The hits of a text, one after the other."""

    cdef Finder finder
    cdef bytes text
    cdef Cursor cursor
    cdef size_t mark         # bytes before what is searched
    cdef size_t counted      # up to here line ends are counted
    cdef size_t number, line  # of the line there, and where it begins

    def __init__(self, Finder finder not None, bytes text not None):
        if self.finder is not None:
            raise ValueError("places are of one text")
        self.finder, self.text = finder, text
        if not finder._open(&self.cursor):
            raise MemoryError
        finder._begin(&self.cursor, <const uint8_t*><char*>text, <size_t>len(text))
        self.mark = <size_t>len(text) - self.cursor.size
        self.number = 1

    def __dealloc__(self):
        if self.finder is not None:
            self.finder._close(&self.cursor)

    def skip(self, int64_t count) -> None:
        """Go past some hits."""
        cdef size_t first = 0, last = 0
        with nogil:
            while count > 0 and self.finder._next(&self.cursor, &first, &last):
                count -= 1

    def take(self, Py_ssize_t most) -> list[tuple[int, int, int, int, int, bool]]:
        """The next hits, fewer than ``most`` only at the end: first and last byte, the line's number, its first byte and
        its end without what ends it, and whether it is the first of its line."""
        cdef size_t first = 0, last = 0, mark = self.mark
        cdef const void* before
        cdef Cursor* c = &self.cursor
        cdef bint more
        out = []
        while len(out) < most:
            with nogil:
                more = self.finder._next(c, &first, &last)
                if more:
                    self.number += count_byte(c.data + self.counted, first - self.counted, 10)
                    before = memrchr(c.data + self.counted, 10, first - self.counted)
                    if before != NULL:
                        self.line = <size_t>(<const uint8_t*>before - c.data) + 1
                    self.counted = first
            if not more:
                break
            out.append((first + mark, last + mark, self.number, self.line + mark, c.line_end - 1 + mark, bool(c.leads)))
        return out
