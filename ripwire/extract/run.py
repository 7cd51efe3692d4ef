"""Facts of every file of a crawl, on all cores.

Purpose: read, inspect and parse each file once; give back one packed record a file and what had to be left out.
Invariant: a record depends on the bytes of its file alone; threads only decide who makes it. Nothing is shared but the
list of work and the immutable grammars.
Cost: parsing and querying run without the GIL; Python spends some 30 microseconds a file. Large files go first, so
that no thread is left with one at the end.
"""

from __future__ import annotations

import os
import threading

from ripwire._core.codec import flags_of
from ripwire._core.parse import Extractor, Stop
from ripwire._core.records import (
    FILE_ABANDONED,
    FILE_HAS_ERROR,
    FILE_MATCHES_LOST,
    FILE_NOT_UTF8,
    recode,
)
from ripwire.crawl import Crawl, Drop, ReadProblem, inspect, read_file
from ripwire.languages.pool import Pool
from ripwire.languages.table import LANGUAGES
from ripwire.limits import (
    BUDGET_BASE_CALLS,
    BUDGET_CALLS_PER_KIB,
    ERROR_STEPS,
    MAX_MATCHES_IN_FLIGHT,
    MEMORY_BASE_BYTES,
    MEMORY_BYTES_PER_BYTE,
    PARSER_MAX_BYTES,
    READ_BASE_PIECES,
    READ_PIECES_PER_KIB,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ripwire.extract.markdown import Link, Section
    from ripwire.extract.notebook import NotebookMap

    Progress = Callable[[int, int, bytes], None]


class Extraction:
    """What extraction gives back.

    records    one bytes a file in path order, None where the file gave nothing
    languages  the language code of each file after its content was seen (bytearray)
    drops      files left out while reading, path-ordered
    budget     paths whose parse was given up for its cost, path-ordered; their records hold what was known by then
    failed     language codes of files that were left out because their language cannot be read here
    problems   one message for each of these
    notebooks  for each notebook, by file number, the way from a line of the file to a line of a cell
    """

    __slots__ = ("records", "languages", "drops", "budget", "failed", "problems", "notebooks")

    def __init__(self, count: int, languages: bytes) -> None:
        self.records: list[bytes | None] = [None] * count
        self.languages = bytearray(languages)
        self.drops: list[Drop] = []
        self.budget: list[bytes] = []
        self.failed: set[int] = set()
        self.problems: list[str] = []
        self.notebooks: dict[int, NotebookMap] = {}


class _Work:
    """The files still to do, by language, largest first."""

    def __init__(self, crawled: Crawl) -> None:
        self._lock = threading.Lock()
        self._sizes = crawled.sizes
        self._left: dict[int, list[int]] = {}
        # Size decides only who goes first; equal sizes keep path order. Taken from the end.
        for index in sorted(range(len(crawled.paths)), key=lambda i: (crawled.sizes[i], -i)):
            self._left.setdefault(crawled.languages[index], []).append(index)

    def take(self, pool: Pool) -> tuple[int | None, list[int]]:
        """The largest file whose grammar is ready; without one, the languages to wait for (none: the work is done)."""
        with self._lock:
            best = None
            waiting = []
            for code, indexes in self._left.items():
                if LANGUAGES[code].grammar and not pool.ready(code):
                    waiting.append(code)
                elif best is None or self._sizes[indexes[-1]] > self._sizes[self._left[best][-1]]:
                    best = code
            if best is None:
                return None, waiting
            index = self._left[best].pop()
            if not self._left[best]:
                del self._left[best]
            return index, waiting


def extract(crawled: Crawl, *, threads: int, pool: Pool | None = None, progress: Progress | None = None) -> Extraction:
    """Extract the facts of every file of a crawl.

    threads   how many work at once, at least 1; no effect on the result
    pool      grammars, some of them perhaps loading already
    progress  called now and then with (files done, files in all, path at hand), from any thread
    """
    count = len(crawled.paths)
    out = Extraction(count, crawled.languages)
    work = _Work(crawled)
    grammars = pool or Pool()
    done = 0
    failures: list[BaseException] = []
    stop = Stop()

    def run() -> None:
        nonlocal done
        extractor = Extractor(stop)
        extractor.set_budget(
            BUDGET_BASE_CALLS,
            BUDGET_CALLS_PER_KIB,
            MAX_MATCHES_IN_FLIGHT,
            ERROR_STEPS,
            MEMORY_BASE_BYTES,
            MEMORY_BYTES_PER_BYTE,
            READ_BASE_PIECES,
            READ_PIECES_PER_KIB,
        )
        try:
            while not failures:
                index, waiting = work.take(grammars)
                if index is None:
                    if not waiting:
                        return
                    grammars.load_one(waiting)
                    continue
                done += 1
                if progress is not None:
                    progress(done, count, crawled.paths[index])
                _one(crawled, index, extractor, grammars, out)
        except BaseException as error:  # carried to the calling thread, which raises it
            failures.append(error)
            stop.set()

    # This thread only waits, so that Ctrl-C is heard at once and not after the file at hand.
    workers = [threading.Thread(target=run, daemon=True) for _ in range(min(threads, count))]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    except BaseException as error:
        failures.append(error)
        stop.set()
        raise
    finally:
        for worker in workers:
            if worker.ident is not None:
                worker.join()
    if failures:
        raise failures[0]
    out.drops.sort(key=lambda drop: (drop.path, drop.reason))
    out.budget.sort()
    out.notebooks = dict(sorted(out.notebooks.items()))
    out.problems = [grammars.problems[code] for code in sorted(out.failed)]
    return out


def _one(crawled: Crawl, index: int, extractor: Extractor, grammars: Pool, out: Extraction) -> None:
    path = crawled.paths[index]
    try:
        data = read_file(crawled.full_path(index))
    except ReadProblem as problem:
        out.drops.append(Drop(path, problem.reason, crawled.sizes[index]))
        return
    if len(data) > PARSER_MAX_BYTES:  # it has grown since
        out.drops.append(Drop(path, "oversize", len(data), PARSER_MAX_BYTES))
        return
    language, reason = inspect(data, crawled.languages[index], path)
    out.languages[index] = language
    if reason is not None:
        out.drops.append(Drop(path, reason, len(data)))
        return
    if not LANGUAGES[language].grammar:
        if LANGUAGES[language].name == "ipynb":
            _notebook(data, index, path, extractor, grammars, out)
        else:
            sections, links = _SCANNERS[LANGUAGES[language].name](data, _stem(path))
            out.records[index] = _packed(sections, links)
        return
    record = _code(data, len(data), language, path, extractor, grammars, out)
    if record is None:
        return
    if flags_of(record) & FILE_NOT_UTF8 and LANGUAGES[language].name == "python":
        from ripwire.extract.cookie import declared_encoding

        encoding = declared_encoding(data)
        if encoding is not None:
            record = recode(record, encoding)
    out.records[index] = record


def _code(
    code: bytes, size: int, language: int, path: bytes, extractor: Extractor, grammars: Pool, out: Extraction
) -> bytes | None:
    """The record of source text from a file of ``size`` bytes; None when its language cannot be read here."""
    grammar = grammars.get(language)
    if grammar is None:
        out.failed.add(language)
        out.drops.append(Drop(path, "language", size))
        return None
    record = extractor.extract(grammar, code)
    if flags_of(record) & (FILE_ABANDONED | FILE_MATCHES_LOST):
        out.budget.append(path)
    return record


# --- documents ------------------------------------------------------------------------------------------------------


def _markdown(data: bytes, stem: bytes) -> tuple[list[Section], list[Link]]:
    from ripwire.extract import markdown

    return markdown.scan(data, stem)


def _html(data: bytes, stem: bytes) -> tuple[list[Section], list[Link]]:
    from ripwire.extract import html

    return html.scan(data, stem)


def _csv(data: bytes, stem: bytes) -> tuple[list[Section], list[Link]]:
    """A table is found by its name alone."""
    return [(stem, 0, len(data), 1, max(data.count(b"\n") + (not data.endswith(b"\n")), 1))], []


# Each gives the sections of a document, its own first, and its links, as `markdown.scan` describes them.
_SCANNERS = {"markdown": _markdown, "html": _html, "csv": _csv}
_ROLES = {b"wiki": "call", b"code": "doc"}


def _stem(path: bytes) -> bytes:
    name = os.path.basename(path)
    return os.path.splitext(name)[0] or name.partition(b".")[0] or path


def _packed(sections: list[Section], links: list[Link]) -> bytes:
    from ripwire._core.pack import pack

    return pack(sections, [(_ROLES[kind], name, byte, line) for kind, name, byte, line in links])


def _notebook(data: bytes, index: int, path: bytes, extractor: Extractor, grammars: Pool, out: Extraction) -> None:
    """A notebook: a document, and source of the language of its code cells."""
    from ripwire._core.codec import with_flags
    from ripwire._core.records import remap
    from ripwire._core.splice import merge
    from ripwire.extract import notebook

    book = notebook.read(data, _stem(path))
    record = _packed(book.sections, book.links)
    if book.broken:
        record = with_flags(record, FILE_HAS_ERROR)
    elif book.language >= 0 and book.code:
        # The code may be deep or hold a NUL where the notebook, with its escapes, does not.
        reason = inspect(book.code, book.language)[1]
        if reason is not None:
            out.drops.append(Drop(path, reason, len(data)))
            return
        out.languages[index] = book.language
        code = _code(book.code, len(data), book.language, path, extractor, grammars, out)
        if code is None:
            return
        record = merge(record, remap(code, book.map_line, book.map_byte))
    out.records[index] = record
    if book.map.lines:
        out.notebooks[index] = book.map
