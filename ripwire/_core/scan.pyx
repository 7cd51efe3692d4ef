"""The search of files: which lines are selected, in any number of threads, printed in the order of the files.

Purpose: `Scan` takes paths and a pattern and writes to a descriptor what `ripwire search` prints. What it is made of, each
on top of the one before: `finding`, `selecting`, `printing`.
Invariant: the output is a function of (texts, pattern, style) alone, whatever the number of threads; a file that cannot be
read is told, never dropped. Nothing in the loops holds the GIL.
Cost: one read and one search of each file; the order of the output is kept by `outbox`.
"""

from libc.errno cimport ENOMEM
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memset

from ripwire._core.body cimport ANY, body_decode, body_read, body_release, committed
from ripwire._core.buffer cimport put, release
from ripwire._core.frame cimport LINK_COLUMN, LINK_LINE, LINK_PATH, LINK_TEXT, Link, Piece, Style
from ripwire._core.job cimport STDIN, Job, Problem
from ripwire._core.outbox cimport BLANK_LINE, GROUP, Outbox
from ripwire._core.pcre cimport Program
from ripwire._core.printing cimport COUNT_MATCHES, JSON, LINES, Printer

cdef enum:
    DETECTED = 65536             # of a text in one view ripgrep looks for NUL here, and in the lines that it hands on

cdef enum:
    TOLD = -100                  # among the numbers of `problems`: `Scan.words` says what

cdef enum:  # of binary files
    QUIT = 0             # stop at the piece that has the first NUL byte
    CONVERT = 1          # a NUL byte ends a line, and the file is told to be binary
    MAPPED = 2           # a NUL byte is a byte, and the file is told to be binary where it is seen
    TEXT = 3


cdef class Scan(Printer):
    """One search.

    ascii, utf    the programs for texts that are all ASCII, and for the others
    by_line       each line is a text of its own
    how           what the command line says, as plain values. What is selected and how much: mode (LINES .. QUIET),
                  invert, max_count (-1: any), stop_on_nonmatch, before, after, passthru, text, mapping (CONVERT or MAPPED,
                  of files that are named), stats, include_zero. How it is framed: filename, heading, line_number,
                  column, byte_offset, null, trim, crlf, preview, only_matching, vimgrep, terminator, max_columns (0: any),
                  match_separator, context_separator, group_separator (None: none), colors (None, or what begins paths,
                  line numbers, columns and matches), highlight (None, or what begins lines that have matches). eager: write after each file.
                  hollow: the empty text matches inside of characters. multiline: matches may hold what ends lines (-U, and the pattern is such). replace: None, or what
                  stands for each match: texts and numbers of groups. all_named: files that are not named are taken as
                  binary no other way than those that are, but never mapped. path_separator: None, or the byte that "/"
                  becomes in paths, not in JSON. links: None, or what links are made of, with ``colors``: texts and "path",
                  "line", "column".
    decoding      decode: None, or what is asked for each text, (path or None for standard input, bytes) -> (bytes, None or
                  what to tell of the file, which is then a problem of number TOLD). no_mark: a mark of an encoding is
                  text (-E).
    """

    cdef int mapping
    cdef bint eager, all_text, all_named, no_mark
    cdef list held
    cdef Link* links
    cdef object decode
    cdef readonly dict words     # by number of the file: what ``decode`` told of it
    # paths
    cdef const uint8_t[::1] paths
    cdef const uint64_t[::1] offsets
    cdef const uint8_t[::1] explicit
    cdef uint32_t files
    # shared by the threads
    cdef Job** jobs
    cdef int n_jobs

    def __init__(self, Program ascii not None, Program utf not None, dict how not None):
        self.ascii, self.utf = ascii, utf
        self.box = Outbox()
        self.held = []
        self.by_line = how["by_line"]
        self.hollow = how["hollow"]
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
        if self.passthru:
            self.before = self.after = 0
        self.windows = bool(self.before or self.after)
        self.multiline = how["multiline"]
        self.crlf, self.terminator = how["crlf"], how["terminator"]
        if self.passthru and self.terminator != 10:
            self.by_line = not self.multiline
        self._set_replacement(how["replace"])
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
        style.vimgrep = how["vimgrep"]
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
            style.highlight = self._hold(how["highlight"] or b"")
        if how["path_separator"] is not None:
            style.path_separator = <uint8_t>ord(how["path_separator"])
        self._set_links(how["links"])
        self.decode, self.words = how["decode"], {}
        self.all_named, self.no_mark = how["all_named"], how["no_mark"]
        self.always_spans = bool(
            style.column or style.only_matching or style.color and style.match_color.size or style.vimgrep or self.stats
            or self.mode == JSON or self.mode == COUNT_MATCHES
        )

    def __dealloc__(self):
        for k in range(self.n_jobs):
            self._drop(self.jobs[k])
        free(self.jobs)
        free(self.links)

    cdef int _set_links(self, list parts) except -1:
        cdef size_t n = 0
        if parts is None or not self.style.color:
            return 0
        self.links = <Link*>calloc(len(parts) + 1, sizeof(Link))
        if self.links == NULL:
            raise MemoryError
        for part in parts:
            if isinstance(part, bytes):
                self.links[n].kind, self.links[n].text = LINK_TEXT, self._hold(part)
            else:
                self.links[n].kind = {"path": LINK_PATH, "line": LINK_LINE, "column": LINK_COLUMN}[part]
            n += 1
        self.style.links, self.style.n_links = self.links, n
        self.style.line_links = "line" in parts or "column" in parts
        return 0

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
        release(&job.replaced)
        release(&job.link)
        release(&job.new_spans)
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
        cdef const void* found = NULL
        cdef int binary, error
        cdef bint cut = False, mapped
        job.file = i
        job.named = self.explicit[i]
        job.linked = False
        job.path = &self.paths[self.offsets[i]]
        job.path_size = <size_t>(self.offsets[i + 1] - self.offsets[i]) - 1
        job.out.size = 0
        job.printed = job.streamed = False
        job.bytes_printed = job.weighed = 0
        job.error = 0
        error = body_read(&job.body, NULL if job.named == STDIN else <const char*>job.path, ANY)
        if not error and self.decode is not None:
            with gil:
                error = self._decoded(job)
        if not error and not self.no_mark and not body_decode(&job.body):
            error = ENOMEM
        if error:
            self._problem(job, error)
            return
        job.data, job.size = job.body.data, job.body.size
        job.searched_files += 1
        binary = TEXT if self.all_text else self.mapping if job.named else CONVERT if self.all_named else QUIT
        # A text that is decoded is not mapped.
        mapped = job.named and self.mapping == MAPPED and job.data == job.body.raw.data and self.decode is None
        if binary == MAPPED and not mapped and not self.multiline:
            binary = CONVERT
        if binary != TEXT:
            found = memchr(job.data, 0, job.size)
        job.in_view = self.multiline or mapped
        job.quits = job.seen = False
        job.region = job.nul = job.size
        if found != NULL:
            job.nul = <size_t>(<const uint8_t*>found - job.data)
            if job.in_view:
                job.seen = job.nul < DETECTED
                job.quits = binary == QUIT
            else:
                job.region = committed(&job.body, job.nul, self.terminator)
                if binary == QUIT:
                    job.size = job.region
                    cut = True
                else:
                    self._without_nul(job)
        self._print_text(job, cut)
        if job.error:
            self._problem(job, job.error)

    cdef int _decoded(self, Job* job) except -1:
        """Ask Python for the text of a file."""
        cdef bytes path, data, text
        cdef object told
        try:
            path = <bytes>job.path[:job.path_size]
            data = <bytes>job.body.data[:job.body.size]
            text, told = self.decode(None if job.named == STDIN else path, data)
        except MemoryError:
            return ENOMEM
        except Exception as error:  # a file that cannot be decoded is told as one that cannot be read
            text, told = b"", f"{type(error).__name__}: {error}"
        if told is not None:
            self.words[job.file] = told
            self._problem(job, TOLD)
        job.body.raw.size = 0
        put(&job.body.raw, <const char*>text, len(text))
        job.body.data, job.body.size = job.body.raw.data, job.body.raw.size
        if job.body.raw.failed:
            job.body.raw.failed = False
            return ENOMEM
        return 0

    cdef void _without_nul(self, Job* job) noexcept nogil:
        """Make each NUL byte the end of a line, in a copy that is the file's own already."""
        cdef uint8_t* p = <uint8_t*>job.data
        cdef size_t i
        for i in range(job.nul, job.size):
            if p[i] == 0:
                p[i] = self.terminator

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
        out = dict.fromkeys(("searches", "searches_with_match", "bytes_searched", "bytes_printed", "matched_lines",
                             "matches"), 0)
        for k in range(self.n_jobs):
            job = self.jobs[k]
            out["searches"] += job.searched_files
            out["searches_with_match"] += job.matched_files
            out["bytes_searched"] += job.bytes_searched
            out["bytes_printed"] += job.all_bytes_printed
            out["matched_lines"] += job.matched_lines
            out["matches"] += job.matches
        return out
