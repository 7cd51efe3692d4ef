"""What a search prints of a text: its lines with what stands around them, JSON, or one line about all of it.

Invariant: notices about NUL bytes, and what ends where one is seen, are those of ripgrep's printers. No GIL.
Cost: one pass over what is printed, and one look for matches in it where they are shown or counted.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memchr, strlen

from ripwire._core.body cimport count_byte, is_ascii
from ripwire._core.buffer cimport put, put_byte, put_number
from ripwire._core.frame cimport (
    Line,
    Piece,
    frame_end,
    frame_line,
    frame_path,
    frame_separator,
    frame_text,
    json_begin,
    json_end,
    json_line,
    link_path,
)
from ripwire._core.job cimport STDIN, Job
from ripwire._core.outbox cimport STREAMED
from ripwire._core.selecting cimport Selector

cdef extern from "<stdlib.h>" nogil:
    char* realpath(const char* path, char* room)


cdef class Printer(Selector):
    # --- what is selected ---------------------------------------------------------------------------------------------

    cdef bint matched_lines(self, Job* job, size_t first, size_t last) noexcept nogil:
        if job.quits and self._sees_nul(job, first, last):
            return False
        job.selected += 1
        if self.mode != LINES and self.mode != JSON:
            return self._count_lines(job, first, last)
        if self._sees_nul(job, first, last) and self.mode == LINES:
            job.lines += 1
            if self.stats:
                job.file_matches += self._spans_of(job, first, last, False, False)
            job.told = True
            return False
        return self._print(job, first, last, True)

    cdef bint context_line(self, Job* job, size_t first, size_t last) noexcept nogil:
        if self._sees_nul(job, first, last) and (job.quits or self.mode == LINES):
            job.told = True
            return False
        if self.mode != LINES and self.mode != JSON:
            return True
        return self._print(job, first, last, False)

    cdef void gap(self, Job* job) noexcept nogil:
        if self.mode == LINES:
            frame_separator(&job.out, &self.style)

    cdef bint _sees_nul(self, Job* job, size_t first, size_t last) noexcept nogil:
        """Whether ripgrep knows, when it comes to this line, that the text is binary."""
        if first >= job.region:
            job.seen = True
        elif job.in_view and not job.seen and job.nul < last:
            job.seen = memchr(job.data + first, 0, last - first) != NULL
        return job.seen

    cdef bint _count_lines(self, Job* job, size_t first, size_t last) noexcept nogil:
        """The modes that print no lines."""
        cdef uint64_t n = 1
        if (self.stats or self.multiline or self.mode == COUNT_MATCHES) and (not self.invert or self.multiline):
            n = max(n, <uint64_t>self._spans_of(job, first, last, False, False))
        job.file_matches += n
        job.lines += 1 if not self.multiline else count_byte(job.data + first, last - first, self.terminator) + (
            job.data[last - 1] != self.terminator)
        if self.mode == FILES_WITHOUT and job.nul < job.body.size:
            return True  # ripgrep goes on, and a NUL byte takes the answer back
        return self.stats or not (self.mode == FILES or self.mode == FILES_WITHOUT or self.mode == QUIET)

    cdef bint _print(self, Job* job, size_t first, size_t last, bint match) noexcept nogil:
        """One line or block."""
        cdef Line line
        cdef size_t n = 0
        line.path, line.path_size, line.link = job.path, job.path_size, self._link(job)
        line.data, line.size = job.data + first, last - first
        line.match = match
        line.block = match and self.multiline
        line.offset = first
        line.number = 0
        line.n_spans = 0
        line.spans = line.new_spans = NULL
        line.new_data = NULL
        if self.style.line_number:
            job.number += count_byte(job.data + job.counted, first - job.counted, self.terminator)
            job.counted = first
            line.number = job.number
        if match:
            job.lines += 1 if not line.block else count_byte(line.data, line.size, self.terminator) + (
                line.data[line.size - 1] != self.terminator)
        if (self.always_spans or self.replaces) and (self.invert or match):
            # Without a limit and from hit to hit none of the lines that -v selects has a match.
            if not match or not self.invert or self.multiline or self.by_line or self.max_count >= 0:
                n = self._spans_of(job, first, last, not match, self.replaces)
            line.n_spans = n
            line.spans = <size_t*>job.spans.data
            if match:
                job.file_matches += n
            if n and self.replaces:
                line.new_spans, line.new_data = <size_t*>job.new_spans.data, job.replaced.data
                if self.mode != JSON:
                    line.data, line.size, line.spans = job.replaced.data, job.replaced.size, line.new_spans
        if not job.printed:
            job.printed = True
            if self.mode == JSON:
                json_begin(&job.out, job.path, job.path_size)
            elif self.style.heading and self.style.filename:
                frame_path(&job.out, &self.style, job.path, job.path_size, self._link(job), False)
        if self.mode == JSON:
            json_line(&job.out, &self.style, &line)
        else:
            frame_line(&job.out, &self.style, &line)
        if job.out.size >= <size_t>STREAMED:
            self._count_printed(job)
            if self.box.let_go(job.file, &job.out, job.printed, job.streamed):
                job.streamed = True
                job.weighed = 0
        return not self.box.stopped

    cdef Piece _link(self, Job* job) noexcept nogil:
        """The file's path in links; nothing where there are none."""
        cdef Piece piece
        cdef char* real
        cdef size_t i
        if self.style.n_links and not job.linked:
            job.linked = True
            job.link.size = 0
            put(&job.link, job.path, job.path_size + 1)
            for i in range(job.link.size):  # ripgrep asks for the path that it prints, which may be none
                if self.style.path_separator and job.link.data[i] == 47:
                    job.link.data[i] = self.style.path_separator
            real = realpath(<const char*>job.link.data, NULL) if job.named != STDIN and job.link.size else NULL
            job.link.size = 0
            if real != NULL:
                link_path(&job.link, <const uint8_t*>real, strlen(real))
                free(real)
        piece.data, piece.size = job.link.data, job.link.size if self.style.n_links else 0
        return piece

    cdef void _count_printed(self, Job* job) noexcept nogil:
        """Count what is printed and not yet counted; colours do not count."""
        cdef const uint8_t* data = job.out.data
        cdef size_t i = job.weighed
        job.bytes_printed += job.out.size - i
        job.weighed = job.out.size
        while self.style.color and i < job.weighed:
            if data[i] == 27:
                while i < job.weighed and data[i] != 109:
                    job.bytes_printed -= 1
                    i += 1
                job.bytes_printed -= 1
            i += 1

    cdef void _told(self, Job* job, const char* text) noexcept nogil:
        """A notice among the lines, about the first NUL byte."""
        if self.style.filename:
            frame_text(&job.out, &self.style, job.path, job.path_size, self._link(job))
            put(&job.out, b": ", 2)
        put(&job.out, text, strlen(text))
        put_number(&job.out, job.nul)
        put(&job.out, b")\n", 2)

    # --- a text -------------------------------------------------------------------------------------------------------

    cdef void _print_text(self, Job* job, bint cut) noexcept nogil:
        """Search a text and print. ``cut``: it ends where its NUL byte would be seen."""
        cdef bint to_end = True
        job.counted = 0
        job.number = 1
        job.selected = job.lines = job.file_matches = 0
        job.told = False
        job.ascii = self.ascii is self.utf or is_ascii(job.data, job.size)
        if not (job.quits and job.seen):
            to_end = self._select(job)
        cut = cut and to_end or job.quits and job.seen
        if job.in_view and job.seen:
            job.pos = min(job.pos, job.nul)
        job.bytes_searched += job.pos
        job.matched_lines += job.lines
        job.matches += job.file_matches
        job.matched_files += job.selected > 0
        if self.mode == LINES or self.mode == JSON:
            if job.told or to_end and job.region < job.size:
                job.seen = True
            self._print_lines(job, cut)
            if self.stats:
                self._count_printed(job)
            job.all_bytes_printed += job.bytes_printed
        else:
            self._print_count(job, cut)

    cdef void _print_lines(self, Job* job, bint cut) noexcept nogil:
        cdef uint64_t counts[4]
        if job.selected:
            self.matched = True
        if self.mode == JSON:
            if job.printed:
                self._count_printed(job)
                counts[0], counts[1] = job.pos, job.bytes_printed
                counts[2], counts[3] = job.lines, job.file_matches
                json_end(&job.out, job.path, job.path_size, <int64_t>job.nul if cut or job.seen else -1, counts)
        elif job.selected and cut:
            self._told(job, b"WARNING: stopped searching binary file after match (found \"\\0\" byte around offset ")
        elif job.selected and job.seen:
            self._told(job, b"binary file matches (found \"\\0\" byte around offset ")

    cdef void _print_count(self, Job* job, bint cut) noexcept nogil:
        cdef bint some = job.selected > 0
        if self.mode == FILES_WITHOUT:
            if not some or cut:
                self.matched = True
            if not some and not cut:
                frame_path(&job.out, &self.style, job.path, job.path_size, self._link(job), False)
            return
        if cut:
            return
        if some:
            self.matched = True
        if self.mode == QUIET:
            if some and not self.stats:
                self.box.stopped = True
        elif self.mode == FILES:
            if some:
                frame_path(&job.out, &self.style, job.path, job.path_size, self._link(job), False)
        elif some or self.include_zero:
            if self.style.filename:
                frame_path(&job.out, &self.style, job.path, job.path_size, self._link(job), True)
                if not self.style.null:
                    put_byte(&job.out, 58)  # whatever the separator of fields is
            put_number(&job.out, job.file_matches if self.multiline or self.mode == COUNT_MATCHES else job.lines)
            frame_end(&job.out, &self.style)
