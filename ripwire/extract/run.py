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

from ripwire import workers
from ripwire._core.codec import flags_of
from ripwire._core.parse import Extractor
from ripwire._core.records import (
    FILE_ABANDONED,
    FILE_HAS_ERROR,
    FILE_MATCHES_LOST,
    FILE_NOT_UTF8,
    recode,
)
from ripwire._core.stop import Stop
from ripwire.crawl import Crawl, Drop, ReadProblem, inspect
from ripwire.crawl.read import read_with_status
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
    from collections.abc import Callable, Collection, Sequence
    from typing import Protocol

    from ripwire.extract.markdown import Link, Section
    from ripwire.extract.notebook import NotebookMap

    Progress = Callable[[int, int, bytes], None]
else:
    Protocol = object


class Outcome:
    """What the bytes of one file gave.

    language  its language after its content was seen
    reason    why it was left out, as `inspect` says it, "language" or "crashed"; empty when it was not
    record    its facts; None when it was left out
    book      of a notebook, the way from its lines to those of its cells
    """

    __slots__ = ("language", "reason", "record", "book")

    def __init__(self, language: int, reason: str = "", record: bytes | None = None) -> None:
        self.language, self.reason, self.record = language, reason, record
        self.book: NotebookMap | None = None

    @property
    def over_budget(self) -> bool:
        """Whether its parse was given up for its cost."""
        return self.record is not None and bool(flags_of(self.record) & (FILE_ABANDONED | FILE_MATCHES_LOST))


class Kept(Protocol):
    """Outcomes of earlier runs; safe to use from any thread."""

    def known(self, index: int) -> bool:
        """Whether file ``index`` of the crawl is what it was: it needs no reading, its outcome is put in by `fill`."""

    def fill(self, out: Extraction) -> None:
        """Put the outcomes of the known files in."""

    def now(self) -> int:
        """The clock of file times, nanoseconds."""

    def key(self, language: int, path: bytes, data: bytes) -> bytes:
        """A digest of everything that an outcome depends on."""

    def find(self, key: bytes) -> Outcome | None:
        """An earlier outcome."""

    def put(self, index: int, key: bytes, outcome: Outcome, status: os.stat_result | None, now: int) -> None:
        """Keep an outcome; ``status`` is the file's, read at ``now``, None when it did not lie still."""


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

    def take(self, crawled: Crawl, index: int, outcome: Outcome, size: int) -> None:
        """Put the outcome of a file in, whatever thread it comes from."""
        path = crawled.paths[index]
        self.languages[index] = outcome.language
        if outcome.reason:
            self.drops.append(Drop(path, outcome.reason, size))
            if outcome.reason == "language":
                self.failed.add(outcome.language)
            return
        self.records[index] = outcome.record
        if outcome.over_budget:
            self.budget.append(path)
        if outcome.book is not None and outcome.book.lines:
            self.notebooks[index] = outcome.book


    def settle(self) -> None:
        """Put everything into its order."""
        self.drops.sort(key=lambda drop: (drop.path, drop.reason))
        self.budget.sort()
        self.notebooks = dict(sorted(self.notebooks.items()))


class _Work:
    """The files still to do, by language, largest first."""

    def __init__(self, crawled: Crawl, indexes: Sequence[int]) -> None:
        self._lock = threading.Lock()
        self._sizes = crawled.sizes
        self._left: dict[int, list[int]] = {}
        # Size decides only who goes first; equal sizes keep path order. Taken from the end.
        for index in sorted(indexes, key=lambda i: (crawled.sizes[i], -i)):
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


def extract(
    crawled: Crawl,
    *,
    threads: int,
    pool: Pool | None = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
    crashed: Collection[bytes] = (),
    arm: Callable[[], None] | None = None,
) -> Extraction:
    """Extract the facts of every file of a crawl.

    threads   how many work at once, at least 1; no effect on the result
    pool      grammars, some of them perhaps loading already
    kept      outcomes of earlier runs; files that it knows are left to its `fill`
    crashed   paths on which a parser crashed in this run; they are left out
    arm       called before the first file is parsed
    progress  called now and then with (files done, files in all, path at hand), from any thread
    """
    out = Extraction(len(crawled.paths), crawled.languages)
    indexes = [i for i in range(len(crawled.paths)) if kept is None or not kept.known(i)]
    count = len(indexes)
    work = _Work(crawled, indexes)
    grammars = pool or Pool()
    done = 0
    stop = Stop()

    if arm is not None and indexes:
        arm()

    def run(failures: list[BaseException]) -> None:
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
        extractor.guard()
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
                _one(crawled, index, extractor, grammars, out, kept, crashed)
        finally:
            extractor.unguard()

    workers.run(min(threads, count), run, stop.set)
    out.settle()
    out.problems = [grammars.problems[code] for code in sorted(out.failed)]
    return out


def _one(
    crawled: Crawl,
    index: int,
    extractor: Extractor,
    grammars: Pool,
    out: Extraction,
    kept: Kept | None,
    crashed: Collection[bytes],
) -> None:
    path = crawled.paths[index]
    now = kept.now() if kept is not None else 0
    try:
        data, status = read_with_status(crawled.full_path(index))
    except ReadProblem as problem:
        out.drops.append(Drop(path, problem.reason, crawled.sizes[index]))
        return
    if len(data) > PARSER_MAX_BYTES:  # it has grown since
        out.drops.append(Drop(path, "oversize", len(data), PARSER_MAX_BYTES))
        return
    key = kept.key(crawled.languages[index], path, data) if kept is not None else b""
    outcome = kept.find(key) if kept is not None else None
    if outcome is None and path in crashed:
        outcome = Outcome(crawled.languages[index], "crashed")
    if outcome is None:
        extractor.on(path)
        outcome = outcome_of(data, crawled.languages[index], path, extractor, grammars)
    out.take(crawled, index, outcome, len(data))
    if kept is not None and outcome.reason != "language":
        kept.put(index, key, outcome, status, now)


def outcome_of(data: bytes, language: int, path: bytes, extractor: Extractor, grammars: Pool) -> Outcome:
    """What the bytes of a file give: a function of them, the language by its name, and the name of a document."""
    language, reason = inspect(data, language, path)
    if reason is not None:
        return Outcome(language, reason)
    if not LANGUAGES[language].grammar:
        if LANGUAGES[language].name == "ipynb":
            return _notebook(data, language, path, extractor, grammars)
        sections, links = _SCANNERS[LANGUAGES[language].name](data, stem(path))
        return Outcome(language, record=_packed(sections, links))
    outcome = _code(data, language, extractor, grammars)
    record = outcome.record
    if record is not None and flags_of(record) & FILE_NOT_UTF8 and LANGUAGES[language].name == "python":
        from ripwire.extract.cookie import declared_encoding

        encoding = declared_encoding(data)
        if encoding is not None:
            outcome.record = recode(record, encoding)
    return outcome


def _code(code: bytes, language: int, extractor: Extractor, grammars: Pool) -> Outcome:
    """The facts of source text; "language" when its language cannot be read here."""
    grammar = grammars.get(language)
    if grammar is None:
        return Outcome(language, "language")
    return Outcome(language, record=extractor.extract(grammar, code))


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


def stem(path: bytes) -> bytes:
    """What a document is called without a title of its own."""
    name = os.path.basename(path)
    return os.path.splitext(name)[0] or name.partition(b".")[0] or path


def _packed(sections: list[Section], links: list[Link]) -> bytes:
    from ripwire._core.pack import pack

    return pack(sections, [(_ROLES[kind], name, byte, line) for kind, name, byte, line in links])


def _notebook(data: bytes, language: int, path: bytes, extractor: Extractor, grammars: Pool) -> Outcome:
    """A notebook: a document, and source of the language of its code cells."""
    from ripwire._core.codec import with_flags
    from ripwire._core.records import remap
    from ripwire._core.splice import merge
    from ripwire.extract import notebook

    book = notebook.read(data, stem(path))
    record = _packed(book.sections, book.links)
    if book.broken:
        record = with_flags(record, FILE_HAS_ERROR)
    elif book.language >= 0 and book.code:
        # The code may be deep or hold a NUL where the notebook, with its escapes, does not.
        reason = inspect(book.code, book.language)[1]
        if reason is not None:
            return Outcome(language, reason)
        language = book.language
        code = _code(book.code, language, extractor, grammars)
        if code.record is None:
            return code
        record = merge(record, remap(code.record, book.map_line, book.map_byte))
    outcome = Outcome(language, record=record)
    outcome.book = book.map
    return outcome
