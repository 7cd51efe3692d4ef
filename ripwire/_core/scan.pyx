"""The search of files: which lines are selected, in any number of threads, printed in the order of the files.

Purpose: `Scan` takes paths and a pattern and writes to a descriptor what `ripwire search` prints.
Invariant: the output is a function of (texts, pattern, style) alone, whatever the number of threads; a file that cannot be
read is told, never dropped. Nothing in the loops holds the GIL.
Cost: one read and one search of each file; the order of the output is kept by `outbox`.
"""

from libc.errno cimport EINTR, ENOMEM, errno
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memset, strlen

from ripwire._core.body cimport (
    Body,
    body_decode,
    body_read,
    body_release,
    committed,
    count_byte,
    is_ascii,
)
from ripwire._core.buffer cimport Buffer, put, put_byte, put_number, release
from ripwire._core.frame cimport (
    Line,
    Piece,
    Style,
    frame_line,
    frame_path,
    frame_separator,
    frame_text,
    json_begin,
    json_end,
    json_line,
)
from ripwire._core.outbox cimport BLANK_LINE, GROUP, STREAMED, Outbox
from ripwire._core.pcre cimport Program

cdef extern from "<string.h>" nogil:
    void* memrchr(const void* data, int c, size_t size)

cdef enum:  # what is printed of a file
    LINES = 0
    FILES = 1            # its path, when a line is selected
    FILES_WITHOUT = 2    # its path, when none is
    COUNT = 3            # how many lines are selected
    COUNT_MATCHES = 4
    JSON = 5
    QUIET = 6            # nothing: the first selected line ends the run

cdef enum:
    DETECTED = 65536             # of a mapped file ripgrep looks for NUL here, and in the lines that it prints

cdef enum:  # of binary files
    QUIT = 0             # stop at the piece that has the first NUL byte
    CONVERT = 1          # a NUL byte ends a line, and the file is told to be binary
    MAPPED = 2           # a NUL byte is a byte, and the file is told to be binary where it is seen
    TEXT = 3

ctypedef struct Problem:
    uint32_t file
    int error            # an errno, or a negative result of `Program.find`

# What a thread has for the file that it is at.
ctypedef struct Job:
    Body body
    Buffer out
    Buffer spans         # of size_t
    Buffer problems      # of Problem
    void* ascii_scratch
    void* utf_scratch
    size_t* groups
    # the text
    const uint8_t* data
    size_t size
    bint ascii
    int error
    uint32_t file
    const uint8_t* path
    size_t path_size
    # the place in it
    size_t at            # where the line begins that comes next
    size_t hit_first     # of -v: the next line that matches
    size_t hit_last
    int hit              # 0 not looked for, 1 known, 2 there is none
    size_t counted       # up to here lines are numbered
    uint64_t number
    bint printed
    bint streamed        # some of its output is let go already
    uint64_t bytes_printed
    # of all files of this thread
    uint64_t searched_files, matched_files, bytes_searched, matched_lines, matches
    uint64_t file_matches


cdef inline size_t _line_end(const uint8_t* data, size_t size, size_t at, uint8_t terminator) noexcept nogil:
    """Where the next line begins."""
    cdef const void* found = memchr(data + at, terminator, size - at)
    return size if found == NULL else <size_t>(<const uint8_t*>found - data) + 1


cdef inline size_t _line_start(const uint8_t* data, size_t low, size_t at, uint8_t terminator) noexcept nogil:
    """Where the line of the byte before or at ``at`` begins, at ``low`` or behind it."""
    cdef const void* found = memrchr(data + low, terminator, at - low) if at > low else NULL
    return low if found == NULL else <size_t>(<const uint8_t*>found - data) + 1


cdef class Scan:
    """One search.

    ascii, utf    the programs for texts that are all ASCII, and for the others
    by_line       each line is a text of its own
    how           what the command line says, as plain values. What is selected and how much: mode (LINES .. QUIET),
                  invert, max_count (-1: any), stop_on_nonmatch, before, after, passthru, text, mapping (CONVERT or MAPPED,
                  of files that are named), stats, include_zero. How it is framed: filename, heading, line_number,
                  column, byte_offset, null, trim, crlf, preview, only_matching, vimgrep, terminator, max_columns (0: any),
                  match_separator, context_separator, group_separator (None: none), colors (None, or what begins paths,
                  line numbers, columns and matches). eager: write after each file.
    """

    cdef Program ascii, utf
    cdef bint by_line, invert, passthru, always_spans, stats, include_zero, stop_on_nonmatch, windows, vimgrep, eager
    cdef int mode, mapping
    cdef bint all_text
    cdef int64_t max_count
    cdef uint64_t before, after
    cdef Style style
    cdef list held
    # paths
    cdef const uint8_t[::1] paths
    cdef const uint64_t[::1] offsets
    cdef const uint8_t[::1] explicit
    cdef uint32_t files
    # shared by the threads
    cdef Outbox box
    cdef bint matched
    cdef Job** jobs
    cdef int n_jobs

    def __init__(self, Program ascii not None, Program utf not None, dict how not None):
        self.ascii, self.utf = ascii, utf
        self.box = Outbox()
        self.held = []
        self.by_line = how["by_line"]
        self.mode = how["mode"]
        self.invert = how["invert"]
        self.passthru = how["passthru"]
        self.stats = how["stats"]
        self.include_zero = how["include_zero"]
        self.stop_on_nonmatch = how["stop_on_nonmatch"]
        self.max_count = how["max_count"]
        self.before, self.after = how["before"], how["after"]
        self.all_text = how["text"]
        self.mapping = how["mapping"]
        self.eager = how["eager"]
        self.windows = bool(self.before or self.after) and not self.passthru
        cdef Style* style = &self.style
        memset(style, 0, sizeof(Style))
        style.filename = how["filename"]
        style.heading = how["heading"]
        style.line_number = how["line_number"]
        style.column = how["column"]
        style.byte_offset = how["byte_offset"]
        style.null = how["null"]
        style.trim = how["trim"]
        style.crlf = how["crlf"]
        style.preview = how["preview"]
        style.only_matching = how["only_matching"]
        style.terminator = how["terminator"]
        style.max_columns = how["max_columns"]
        self.vimgrep = how["vimgrep"]
        style.match_separator = self._hold(how["match_separator"])
        style.context_separator = self._hold(how["context_separator"])
        if how["group_separator"] is not None:
            style.groups = True
            style.group_separator = self._hold(how["group_separator"])
        if how["colors"] is not None:
            style.color = True
            style.reset = self._hold(b"\x1b[0m")
            path_color, line_color, column_color, match_color = how["colors"]
            style.path_color = self._hold(path_color)
            style.line_color = self._hold(line_color)
            style.column_color = self._hold(column_color)
            style.match_color = self._hold(match_color)
        self.always_spans = bool(
            style.column or style.only_matching or style.color or self.vimgrep or self.stats
            or self.mode == JSON or self.mode == COUNT_MATCHES
        )

    def __dealloc__(self):
        for k in range(self.n_jobs):
            self._drop(self.jobs[k])
        free(self.jobs)

    cdef Piece _hold(self, bytes text):
        cdef Piece piece
        self.held.append(text)
        piece.data, piece.size = <const uint8_t*><char*>text, <size_t>len(text)
        return piece

    # --- threads and output -------------------------------------------------------------------------------------------

    def begin(self, const uint8_t[::1] paths not None, const uint64_t[::1] offsets not None,
              const uint8_t[::1] explicit not None, int threads, int fd) -> None:
        """Take the files: paths one behind the other, each ended by a NUL byte, and where they begin.

        explicit  1 for a file that was named, 2 for standard input
        """
        cdef int k
        cdef Py_ssize_t i
        cdef bint fits = offsets.shape[0] == explicit.shape[0] + 1
        if self.jobs != NULL or threads < 1:
            raise ValueError("a search begins once, and in at least one thread")
        if fits:
            fits = offsets[0] == 0 and offsets[explicit.shape[0]] == <uint64_t>paths.shape[0]
        if fits:
            for i in range(explicit.shape[0]):
                if not offsets[i] < offsets[i + 1] <= <uint64_t>paths.shape[0] or paths[offsets[i + 1] - 1]:
                    fits = False
                    break
        if not fits:
            raise ValueError("the paths do not fit each other")
        self.paths, self.offsets, self.explicit = paths, offsets, explicit
        self.files = <uint32_t>explicit.shape[0]
        separator = 0
        if self.mode == LINES:
            separator = BLANK_LINE if self.style.heading else GROUP if self.windows else 0
        self.box.begin(self.files, fd, &self.style, separator, self.eager)
        self.jobs = <Job**>calloc(threads, sizeof(Job*))
        if self.jobs == NULL:
            raise MemoryError
        for k in range(threads):
            self.jobs[k] = <Job*>calloc(1, sizeof(Job))
            if self.jobs[k] == NULL:
                raise MemoryError
            self.n_jobs = k + 1
            self.jobs[k].ascii_scratch = self.ascii.scratch_new()
            self.jobs[k].utf_scratch = self.utf.scratch_new()
            self.jobs[k].groups = <size_t*>calloc(2 * (max(self.ascii.groups, self.utf.groups) + 1), sizeof(size_t))
            if self.jobs[k].ascii_scratch == NULL or self.jobs[k].utf_scratch == NULL or self.jobs[k].groups == NULL:
                raise MemoryError

    cdef void _drop(self, Job* job) noexcept:
        if job == NULL:
            return
        if job.ascii_scratch != NULL:
            self.ascii.scratch_free(job.ascii_scratch)
        if job.utf_scratch != NULL:
            self.utf.scratch_free(job.utf_scratch)
        free(job.groups)
        body_release(&job.body)
        release(&job.out)
        release(&job.spans)
        release(&job.problems)
        free(job)

    def stop(self) -> None:
        """End the work of all threads after the files that they are at."""
        self.box.stop()

    def work(self, int k) -> None:
        """Search files until none is left; thread k of those of `begin`."""
        cdef Job* job
        if not 0 <= k < self.n_jobs:
            raise IndexError(k)
        job = self.jobs[k]
        with nogil:
            self._work(job)

    def finish(self) -> None:
        """Write what is left, when all threads have ended."""
        with nogil:
            self.box.finish()

    cdef void _work(self, Job* job) noexcept nogil:
        cdef uint32_t first = 0, last = 0, i
        while self.box.take(&first, &last):
            for i in range(first, last):
                if self.box.stopped:
                    return
                self._file(job, i)
                self.box.deliver(i, &job.out, job.printed, job.streamed)

    # --- one file -----------------------------------------------------------------------------------------------------

    cdef void _problem(self, Job* job, int error) noexcept nogil:
        cdef Problem problem
        problem.file, problem.error = job.file, error
        put(&job.problems, &problem, sizeof(Problem))

    cdef void _file(self, Job* job, uint32_t i) noexcept nogil:
        cdef const void* found
        cdef int named = self.explicit[i], binary, error
        cdef size_t nul = 0, region
        cdef bint has_nul = False, known
        job.file = i
        job.path = &self.paths[self.offsets[i]]
        job.path_size = <size_t>(self.offsets[i + 1] - self.offsets[i]) - 1
        job.out.size = 0
        job.printed = job.streamed = False
        job.bytes_printed = 0
        job.error = 0
        error = body_read(&job.body, NULL if named == 2 else <const char*>job.path, False)
        if not error and not body_decode(&job.body):
            error = ENOMEM
        if error:
            self._problem(job, error)
            return
        job.data, job.size = job.body.data, job.body.size
        job.searched_files += 1
        binary = TEXT if self.all_text else (self.mapping if named else QUIT)
        if binary != TEXT:
            found = memchr(job.data, 0, job.size)
            if found != NULL:
                has_nul = True
                nul = <size_t>(<const uint8_t*>found - job.data)
        region = job.size
        if binary == MAPPED and job.data != job.body.raw.data:
            binary = CONVERT  # a text behind a mark of its encoding is not mapped
        if has_nul and binary == QUIT:
            region = committed(&job.body, nul, self.style.terminator)
        elif has_nul and binary == CONVERT:
            region = committed(&job.body, nul, self.style.terminator)
            self._without_nul(job, nul)
        if self.mode == LINES or self.mode == JSON:
            if not has_nul:
                self._lines(job, job.size, 0, False, -1)
            elif binary == QUIT or self.mode == JSON:
                if binary == QUIT:
                    job.size = region
                known = binary != MAPPED or nul < DETECTED
                if self._lines(job, job.size, nul, False, <int64_t>nul if known else -1) and self.mode == LINES:
                    self._told(job, b"WARNING: stopped searching binary file after match (found \"\\0\" byte around offset ", nul)
            else:
                self._lines(job, region if binary == CONVERT else job.size, nul, binary == MAPPED, -1)
        else:
            job.size = region if binary == QUIT else job.size
            self._counted(job, has_nul and binary == QUIT)
        if job.error:
            self._problem(job, job.error)

    cdef void _without_nul(self, Job* job, size_t nul) noexcept nogil:
        """Make each NUL byte the end of a line, in a copy that is the file's own already."""
        cdef uint8_t* p = <uint8_t*>job.data
        cdef size_t i
        for i in range(nul, job.size):
            if p[i] == 0:
                p[i] = self.style.terminator

    cdef void _told(self, Job* job, const char* text, size_t nul) noexcept nogil:
        """A notice among the lines, about the first NUL byte."""
        if self.style.filename:
            frame_text(&job.out, &self.style, job.path, job.path_size)
            put(&job.out, b": ", 2)
        put(&job.out, text, strlen(text))
        put_number(&job.out, nul)
        put(&job.out, b")\n", 2)

    # --- finding ------------------------------------------------------------------------------------------------------

    cdef inline bint _find(self, Job* job, size_t size, size_t start) noexcept nogil:
        """The first match in the text's first ``size`` bytes from ``start`` on, in ``job.groups``."""
        cdef int found
        if job.ascii:
            found = self.ascii.find(job.ascii_scratch, job.data, size, start, job.groups)
        else:
            found = self.utf.find(job.utf_scratch, job.data, size, start, job.groups)
        if found < 0:
            job.error = found
        return found == 1

    cdef bint _find_in(self, Job* job, size_t first, size_t last, size_t start) noexcept nogil:
        """The same in one line, which is a text of its own if need be; positions are those of the text."""
        cdef int found
        cdef Py_ssize_t k
        if not self.by_line:
            return self._find(job, last, start)
        if job.ascii:
            found = self.ascii.find(job.ascii_scratch, job.data + first, last - first, start - first, job.groups)
        else:
            found = self.utf.find(job.utf_scratch, job.data + first, last - first, start - first, job.groups)
        if found < 0:
            job.error = found
        if found == 1:
            for k in range(2 * (max(self.ascii.groups, self.utf.groups) + 1)):
                if job.groups[k] != <size_t>-1:
                    job.groups[k] += first
        return found == 1

    cdef bint _next_hit(self, Job* job, size_t at, size_t* first, size_t* last) noexcept nogil:
        """The first line from ``at`` on, where a line begins, that the pattern matches."""
        cdef const uint8_t* data = job.data
        cdef size_t size = job.size, end, s
        cdef uint8_t terminator = self.style.terminator
        if self.by_line:
            while at < size and not job.error:
                end = _line_end(data, size, at, terminator)
                if self._find_in(job, at, end - (data[end - 1] == terminator), at):
                    first[0], last[0] = at, end
                    return True
                at = end
            return False
        if at >= size or not self._find(job, size, at):
            return False
        s = job.groups[0]
        if s >= size and data[size - 1] == terminator:
            return False  # behind the last line
        first[0] = _line_start(data, at, s, terminator)
        last[0] = _line_end(data, size, s, terminator) if s < size else size
        return True

    cdef bint _next(self, Job* job, size_t* first, size_t* last) noexcept nogil:
        """The next selected line."""
        if not self.invert:
            if not self._next_hit(job, job.at, first, last):
                return False
            job.at = last[0]
            return True
        while job.at < job.size and not job.error:
            if job.hit == 0:
                job.hit = 1 if self._next_hit(job, job.at, &job.hit_first, &job.hit_last) else 2
            if job.hit == 1 and job.hit_first == job.at:
                job.at = job.hit_last
                job.hit = 0
                continue
            first[0] = job.at
            last[0] = job.at = _line_end(job.data, job.size, job.at, self.style.terminator)
            return True
        return False

    cdef void _begin_text(self, Job* job) noexcept nogil:
        job.at = job.counted = 0
        job.number = 1
        job.hit = 0
        job.file_matches = 0
        job.ascii = self.ascii is self.utf or is_ascii(job.data, job.size)

    cdef size_t _spans_of(self, Job* job, size_t first, size_t last) noexcept nogil:
        """The matches in a line, into ``job.spans``, relative to the line; how many."""
        cdef bint terminated = last > first and job.data[last - 1] == self.style.terminator
        cdef size_t end = last - terminated, at = first, s, e, behind = <size_t>-1
        cdef size_t pair[2]
        job.spans.size = 0
        while at <= end and self._find_in(job, first, end, at):
            s, e = job.groups[0], job.groups[1]
            if s == e:
                at = e + 1
                while at < end and job.data[at] & 0xC0 == 0x80:
                    at += 1
                if s == behind or s == end and not terminated and s > first:
                    continue
            else:
                at = e
            behind = e
            pair[0], pair[1] = s - first, e - first
            put(&job.spans, pair, sizeof(pair))
        if job.spans.failed:
            job.spans.failed = False
            job.error = ENOMEM
        return job.spans.size // sizeof(pair)

    # --- what is printed ----------------------------------------------------------------------------------------------

    cdef void _counted(self, Job* job, bint cut) noexcept nogil:
        """The modes that print no lines. ``cut``: the rest of a binary file was not searched."""
        cdef size_t first = 0, last = 0, behind = 0
        cdef uint64_t lines = 0, found = 0
        cdef int64_t left = 0
        cdef uint64_t most = <uint64_t>self.max_count if self.max_count >= 0 else <uint64_t>-1
        cdef bint one = self.mode == FILES or self.mode == FILES_WITHOUT or self.mode == QUIET
        self._begin_text(job)
        while self._next(job, &first, &last):
            if lines >= most:
                # ripgrep looks for the context of the last line, and counts what it finds there.
                left -= <int64_t>count_byte(job.data + behind, first - behind, self.style.terminator) + 1
                if left < 0:
                    break
                behind = last
            lines += 1
            if lines == most:
                behind = last
                left = <int64_t>self.after
            if self.always_spans and not self.invert:
                found += self._spans_of(job, first, last)
            if one and not self.stats:
                break
        cut = cut and lines < most  # who has enough lines never comes to the NUL byte
        job.bytes_searched += job.size
        job.matched_lines += lines
        job.matches += found
        job.matched_files += lines > 0
        if self.mode == FILES_WITHOUT:
            if not lines or cut:
                self.matched = True
            if not lines and not cut:
                frame_path(&job.out, &self.style, job.path, job.path_size, False)
            return
        if lines and (not cut or self.mode != COUNT and self.mode != COUNT_MATCHES):
            self.matched = True
        if self.mode == QUIET:
            if lines and not self.stats:
                self.box.stopped = True
        elif self.mode == FILES:
            if lines:
                frame_path(&job.out, &self.style, job.path, job.path_size, False)
        elif not cut and (lines or self.include_zero):
            if self.style.filename:
                frame_path(&job.out, &self.style, job.path, job.path_size, True)
                if not self.style.null:
                    put(&job.out, self.style.match_separator.data, self.style.match_separator.size)
            put_number(&job.out, found if self.mode == COUNT_MATCHES and not self.invert else lines)
            put_byte(&job.out, 10)

    cdef void _print(self, Job* job, size_t first, size_t last, bint match) noexcept nogil:
        """One line."""
        cdef Line line
        cdef size_t i, n = 0, printed
        cdef size_t* spans
        line.path, line.path_size = job.path, job.path_size
        line.data, line.size = job.data + first, last - first
        line.match = match
        line.offset = first
        line.number = line.column = 0
        line.n_spans = line.n_all = 0
        line.spans = line.all_spans = NULL
        if self.style.line_number:
            job.number += count_byte(job.data + job.counted, first - job.counted, self.style.terminator)
            job.counted = first
            line.number = job.number
        if self.always_spans and match != self.invert:
            n = self._spans_of(job, first, last)
            line.n_spans = line.n_all = n
            line.spans = line.all_spans = spans = <size_t*>job.spans.data
            if match:
                job.file_matches += n
            if n:
                line.column = spans[0] + 1
        if not job.printed:
            job.printed = True
            if self.mode == JSON:
                json_begin(&job.out, job.path, job.path_size)
            elif self.style.heading and self.style.filename:
                frame_path(&job.out, &self.style, job.path, job.path_size, False)
        if self.mode == JSON:
            json_line(&job.out, &self.style, &line)
        elif self.vimgrep and n:
            for i in range(n):
                line.column = spans[2 * i] + 1
                if not self.style.only_matching:
                    line.offset = first + spans[2 * i]
                line.spans = spans + 2 * i
                line.n_spans = 1
                frame_line(&job.out, &self.style, &line)
        else:
            frame_line(&job.out, &self.style, &line)
        if job.out.size >= <size_t>STREAMED:
            printed = job.out.size
            if self.box.let_go(job.file, &job.out, job.printed, job.streamed):
                job.streamed = True
                job.bytes_printed += printed

    cdef bint _seen_binary(self, Job* job, size_t first, size_t last, size_t region, size_t nul, bint mapped) noexcept nogil:
        """Whether ripgrep knows, when it comes to this line, that the text is binary."""
        if first >= region:
            return True
        return mapped and (nul < DETECTED or memchr(job.data + first, 0, last - first) != NULL)

    cdef bint _is_selected(self, Job* job, size_t first, size_t last) noexcept nogil:
        cdef size_t s = 0, e = 0
        cdef bint hit = self._next_hit(job, first, &s, &e) and s == first
        return hit != self.invert

    cdef bint _lines(self, Job* job, size_t region, size_t nul, bint mapped, int64_t binary_offset) noexcept nogil:
        """Print the selected lines of a text with what stands around them; whether there are
        any and all was searched.

        region  a line that would be printed and begins behind it ends the text, with a notice about the NUL byte at
                ``nul`` if anything was selected
        mapped  so does one that has a NUL byte, or any when NUL is among the text's first bytes
        """
        cdef const uint8_t* data = job.data
        cdef size_t size = job.size, first = 0, last = 0, shown = 0, limit, start, end, selected_end = 0
        cdef uint64_t selected = 0, left, k
        cdef uint64_t after = <uint64_t>-1 if self.passthru else self.after
        cdef uint64_t before = <uint64_t>-1 if self.passthru else self.before
        cdef bint more, full = False, told = False, again
        cdef uint8_t terminator = self.style.terminator
        cdef uint64_t counts[4]
        self._begin_text(job)
        left = after if self.passthru else 0
        while True:
            more = not full and self._next(job, &first, &last)
            if self.stop_on_nonmatch and selected and (not more or first != selected_end):
                more = False
                left = min(left, <uint64_t>1)  # ripgrep prints the line that stops it
            limit = first if more else size
            while left and shown < limit:
                end = _line_end(data, size, shown, terminator)
                if self._seen_binary(job, shown, end, region, nul, mapped):
                    told = True
                    break
                # Behind the last line that -m allows, ripgrep frames and counts what it finds in the context.
                again = full and not self.passthru and self._is_selected(job, shown, end)
                selected += again
                self._print(job, shown, end, again)
                shown = end
                left -= 1
            if not more or told:
                break
            start, k = first, before
            while k and start > shown:
                start = _line_start(data, shown, start - 1, terminator)
                k -= 1
            if job.printed and start > shown and self.windows and self.mode == LINES:
                frame_separator(&job.out, &self.style)
            while start < first and not told:
                end = _line_end(data, size, start, terminator)
                if self._seen_binary(job, start, end, region, nul, mapped):
                    told = True
                else:
                    self._print(job, start, end, False)
                    start = end
            if told:
                break
            selected += 1
            if self._seen_binary(job, first, last, region, nul, mapped):
                told = True
                break
            self._print(job, first, last, True)
            shown = last
            selected_end = last
            left = after
            if self.max_count >= 0 and selected >= <uint64_t>self.max_count:
                full = True
            if self.box.stopped:
                break
        job.matched_lines += selected
        job.matched_files += selected > 0
        job.matches += job.file_matches
        job.bytes_searched += size
        if selected:
            self.matched = True
        if self.mode == JSON:
            if job.printed:
                counts[0], counts[1] = size, job.bytes_printed + job.out.size
                counts[2], counts[3] = selected, job.file_matches
                json_end(&job.out, job.path, job.path_size, binary_offset, counts)
        elif selected and (told or region < size and not full):
            self._told(job, b"binary file matches (found \"\\0\" byte around offset ", nul)
        return selected > 0 and not full

    # --- what came of it ----------------------------------------------------------------------------------------------

    @property
    def selected(self) -> bool:
        """Whether anything was selected (with FILES_WITHOUT: a path printed)."""
        return bool(self.matched)

    @property
    def error(self) -> int:
        """The errno of writing, 0 for none."""
        return self.box.error

    def problems(self) -> list[tuple[int, int]]:
        """(number of the file, errno or a negative result of `Program.find`), by file."""
        cdef int k
        cdef size_t i
        cdef Problem* p
        out = []
        for k in range(self.n_jobs):
            p = <Problem*>self.jobs[k].problems.data
            for i in range(self.jobs[k].problems.size // sizeof(Problem)):
                out.append((p[i].file, p[i].error))
        return sorted(out)

    def counts(self) -> dict[str, int]:
        """Sums over all files."""
        cdef int k
        cdef Job* job
        out = dict.fromkeys(("searches", "searches_with_match", "bytes_searched", "matched_lines", "matches"), 0)
        for k in range(self.n_jobs):
            job = self.jobs[k]
            out["searches"] += job.searched_files
            out["searches_with_match"] += job.matched_files
            out["bytes_searched"] += job.bytes_searched
            out["matched_lines"] += job.matched_lines
            out["matches"] += job.matches
        return out
