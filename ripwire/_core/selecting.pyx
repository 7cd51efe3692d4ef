"""Which lines of a text are selected and which stand around them.

Purpose: three loops that hand lines to `matched_lines` and `context_line` of a derived class: from hit to hit, line by
line, and (-U) block by block, a block being the lines of matches that touch.
Invariant: what is handed on is what ripgrep's searcher hands to its printers, in that order. Its loops differ in what -m
means beside -v, --passthru and --stop-on-nonmatch, so the choice of the loop is part of the answer. No GIL.
Cost: that of finding; a line that is handed on costs a call.
"""

from libc.stdint cimport int64_t, uint64_t

from ripwire._core.body cimport Pieces, pieces_begin, pieces_next
from ripwire._core.finding cimport Finder, line_end, line_start
from ripwire._core.job cimport Job

cdef enum:  # how the loop from hit to hit ends
    STOPPED = 0
    AT_END = 1
    TO_LINES = 2


cdef class Selector(Finder):
    # --- what a derived class does with them; False ends the text ----------------------------------------------------

    cdef bint matched_lines(self, Job* job, size_t first, size_t last) noexcept nogil:
        return False

    cdef bint context_line(self, Job* job, size_t first, size_t last) noexcept nogil:
        return False

    cdef void gap(self, Job* job) noexcept nogil:
        """Lines that do not touch."""

    # --- steps --------------------------------------------------------------------------------------------------------

    cdef bint _select(self, Job* job) noexcept nogil:
        """Hand on what is selected; whether the text was searched to its end."""
        cdef int ended
        job.pos = job.shown = 0
        job.left = job.count = 0
        job.has_matched = job.sunk = False
        job.hit = 0
        if self.multiline:
            return self._by_blocks(job)
        if self.by_line or self.passthru:
            return self._by_lines(job)
        # Only these see where ripgrep's buffer ends: its loop begins anew there, and -m or the first match weigh then.
        if not job.in_view and self.invert and (self.stop_on_nonmatch or self.max_count >= 0 and self.after):
            ended = self._by_pieces(job)
        else:
            ended = self._by_hits(job)
        return self._by_lines(job) if ended == TO_LINES else ended == AT_END

    cdef bint _is_full(self, Job* job) noexcept nogil:
        return self.max_count >= 0 and job.count >= <uint64_t>self.max_count

    cdef bint _take(self, Job* job, size_t first, size_t last) noexcept nogil:
        """Hand on what is selected."""
        if self.windows and job.sunk and first > job.shown:
            self.gap(job)
        if not self.matched_lines(job, first, last):
            return False
        job.shown = last
        job.left = self.after
        job.sunk = True
        if not self.multiline:
            job.count += 1
        return not job.error

    cdef bint _show(self, Job* job, size_t first, size_t last, bint after) noexcept nogil:
        """Hand on a line of context."""
        if not self.context_line(job, first, last):
            return False
        job.shown = last
        job.sunk = True
        if after:
            job.left -= 1
        return not job.error

    cdef bint _before(self, Job* job, size_t upto) noexcept nogil:
        cdef size_t start = upto, end
        cdef uint64_t k = self.before
        while k and start > job.shown:
            start = line_start(job.data, job.shown, start - 1, self.terminator)
            k -= 1
        if start < upto and self.windows and job.sunk and start > job.shown:
            self.gap(job)
        while start < upto:
            end = line_end(job.data, upto, start, self.terminator)
            if not self._show(job, start, end, False):
                return False
            start = end
        return True

    cdef bint _after(self, Job* job, size_t upto) noexcept nogil:
        """Lines behind the last that was selected. When -m allows no more, those that are selected as well are handed
        on as such, in the place of context."""
        cdef size_t start = job.shown, end
        cdef uint64_t left
        while job.left and start < upto:
            end = line_end(job.data, upto, start, self.terminator)
            if self._is_full(job) and self._line_matches(job, start, end) != self.invert:
                left = job.left - 1
                if not self._take(job, start, end):
                    return False
                job.left = left
                job.pos = end
            elif not self._show(job, start, end, True):
                return False
            start = end
        return True

    cdef bint _other(self, Job* job, size_t upto) noexcept nogil:
        cdef size_t start = job.shown, end
        while start < upto:
            end = line_end(job.data, upto, start, self.terminator)
            if not self._show(job, start, end, False):
                return False
            start = end
        return True

    # --- from hit to hit ----------------------------------------------------------------------------------------------

    cdef int _by_pieces(self, Job* job) noexcept nogil:
        """From hit to hit in each piece of the text that ripgrep reads."""
        cdef Pieces pieces
        cdef size_t size = job.size
        cdef int ended = AT_END
        cdef bint more
        pieces_begin(&pieces, &job.body)
        while ended == AT_END and job.pos < size:
            # A last line without an end is a piece by itself.
            more = pieces_next(&pieces, &job.body, <size_t>-1, self.terminator)
            job.size = min(size, pieces.done) if more else size
            ended = self._by_hits(job)
        job.size = size
        return ended

    cdef int _by_hits(self, Job* job) noexcept nogil:
        cdef size_t first = 0, last = 0
        while job.pos < job.size:
            if self.stop_on_nonmatch and job.has_matched:
                return TO_LINES
            if self.invert:
                if not self._between_hits(job):
                    break  # not the end for ripgrep, which reads on and may see a NUL byte
            else:
                if self._is_full(job) or not self._next_hit(job, job.pos, &first, &last):
                    break
                job.has_matched = True
                if not self._after(job, first) or not self._before(job, first):
                    return STOPPED
                job.pos = last
                if not self._take(job, first, last):
                    return STOPPED
        if not self._after(job, job.size) or self._is_full(job) and not job.left or job.error:
            return STOPPED
        job.pos = job.size
        return AT_END

    cdef bint _between_hits(self, Job* job) noexcept nogil:
        """-v: the lines before the next hit."""
        cdef size_t first = 0, last = 0, at = job.pos, upto = job.size, end
        if not self._is_full(job) and self._next_hit(job, job.pos, &first, &last):
            upto, job.pos = first, last
        else:
            job.pos = job.size
        if at == upto or job.error:
            return not job.error
        job.has_matched = True
        if not self._after(job, at) or not self._before(job, at):
            return False
        while at < upto:
            end = line_end(job.data, upto, at, self.terminator)
            if not self._take(job, at, end) or self._is_full(job):
                return False
            at = end
        return True

    # --- line by line -------------------------------------------------------------------------------------------------

    cdef bint _is_hit(self, Job* job, size_t first, size_t last) noexcept nogil:
        """Whether a line matches; lines are asked in order."""
        if self.by_line:
            return self._line_matches(job, first, last)
        if job.hit == 0 or job.hit == 1 and job.hit_first < first:
            job.hit = 1 if self._next_hit(job, first, &job.hit_first, &job.hit_last) else 2
        return job.hit == 1 and job.hit_first == first

    cdef bint _by_lines(self, Job* job) noexcept nogil:
        cdef size_t first, last
        cdef bint full, selected
        while job.pos < job.size and not job.error:
            full = self._is_full(job)
            if full and not job.left and not self.passthru:
                return False
            first, last = job.pos, line_end(job.data, job.size, job.pos, self.terminator)
            selected = (not full and self._is_hit(job, first, last)) != self.invert  # a full -m ends the finding
            job.pos = last
            if selected:
                job.has_matched = True
                if not self._before(job, first) or not self._take(job, first, last):
                    return False
            elif job.left or self.passthru:
                if not self._show(job, first, last, job.left > 0):
                    return False
            if self.stop_on_nonmatch and not selected and job.has_matched:
                return False
        return not job.error

    # --- block by block -----------------------------------------------------------------------------------------------

    cdef bint _around(self, Job* job, size_t upto) noexcept nogil:
        if self.passthru:
            return self._other(job, upto)
        return self._after(job, upto) and self._before(job, upto)

    cdef bint _look(self, Job* job, size_t* first, size_t* last) noexcept nogil:
        """The lines of the next match; the next look begins behind it."""
        cdef size_t s = 0, e = 0
        if self._is_full(job) or not self._next_match(job, job.pos, &s, &e):
            return False
        job.count += 1
        first[0] = line_start(job.data, 0, s, self.terminator)
        last[0] = e
        if e <= first[0] or job.data[e - 1] != self.terminator:
            last[0] = line_end(job.data, job.size, e, self.terminator) if e < job.size else job.size
        job.pos = e
        if s == e and e < job.size:
            job.pos += 1
        return True

    cdef bint _by_blocks(self, Job* job) noexcept nogil:
        cdef size_t first = 0, last = 0, begin = 0, end = 0
        cdef bint some = False
        while job.pos < job.size and not job.error:
            if self.invert:
                if not self._between_blocks(job):
                    return False
                continue
            if not self._look(job, &first, &last):
                job.pos = job.size
            elif not some:
                begin, end, some = first, last, True
            elif end >= first:
                end = last
            else:
                if not self._around(job, begin) or not self._take(job, begin, end):
                    return False
                begin, end = first, last
        if job.error:
            return False
        if some and self._around(job, begin) and begin < end:
            if not self._take(job, begin, end):
                return False
        return self._other(job, job.size) if self.passthru else self._after(job, job.size)

    cdef bint _between_blocks(self, Job* job) noexcept nogil:
        """-v: the lines before the next match."""
        cdef size_t first = 0, last = 0, at = job.pos, upto = job.size, end
        if self._look(job, &first, &last):
            upto = first
            job.pos = last
            if first == last and last < job.size:
                job.pos += 1
        else:
            job.pos = job.size
        if job.error:
            return False
        if at >= upto:
            return True
        if not self._around(job, at):
            return False
        while at < upto:
            end = line_end(job.data, upto, at, self.terminator)
            if not self._take(job, at, end):
                return False
            at = end
        return True
