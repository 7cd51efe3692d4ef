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

from ripwire._core.parse import Extractor
from ripwire._core.records import record_flags
from ripwire.crawl import Crawl, Drop, ReadProblem, inspect, read_file
from ripwire.languages.table import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ripwire._core.grammar import Grammar

    Progress = Callable[[int, int, bytes], None]

_ABANDONED = 2
_MATCHES_LOST = 4


class Extraction:
    """What extraction gives back.

    records    one bytes a file in path order, None where the file gave nothing
    languages  the language code of each file after its content was seen (bytearray)
    drops      files left out while reading, path-ordered
    budget     paths whose parse was given up for its cost, path-ordered; their records hold what was known by then
    problems   one message a language that cannot be read here
    """

    __slots__ = ("records", "languages", "drops", "budget", "problems")

    def __init__(self, count: int, languages: bytes) -> None:
        self.records: list[bytes | None] = [None] * count
        self.languages = bytearray(languages)
        self.drops: list[Drop] = []
        self.budget: list[bytes] = []
        self.problems: list[str] = []


class _Grammars:
    """Grammars by language code, each loaded once, by the first thread that needs it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._locks: dict[int, threading.Lock] = {}
        self._loaded: dict[int, Grammar | None] = {}
        self.problems: dict[int, str] = {}

    def get(self, code: int) -> Grammar | None:
        try:
            return self._loaded[code]
        except KeyError:
            pass
        with self._lock:
            lock = self._locks.setdefault(code, threading.Lock())
        with lock:
            if code not in self._loaded:
                from ripwire.languages.grammars import LanguageProblem, load

                try:
                    self._loaded[code] = load(code)
                except LanguageProblem as problem:
                    self.problems[code] = str(problem)
                    self._loaded[code] = None
            return self._loaded[code]


def extract(crawled: Crawl, *, threads: int, progress: Progress | None = None) -> Extraction:
    """Extract the facts of every file of a crawl.

    threads   how many work at once, at least 1; no effect on the result
    progress  called now and then with (files done, files in all, path at hand), from any thread
    """
    count = len(crawled.paths)
    out = Extraction(count, crawled.languages)
    # Size decides only who goes first; equal sizes keep path order.
    order = sorted(range(count), key=lambda i: -crawled.sizes[i])
    grammars = _Grammars()
    work = iter(order)
    lock = threading.Lock()
    done = 0
    failures: list[BaseException] = []

    def run() -> None:
        nonlocal done
        extractor = Extractor()
        try:
            while not failures:
                with lock:
                    index = next(work, None)
                    done += 1
                    seen = done
                if index is None:
                    return
                if progress is not None:
                    progress(seen, count, crawled.paths[index])
                _one(crawled, index, extractor, grammars, out)
        except BaseException as error:  # noqa: B036 - carried to the calling thread, which raises it
            failures.append(error)

    helpers = [threading.Thread(target=run, daemon=True) for _ in range(min(threads, max(count, 1)) - 1)]
    for helper in helpers:
        helper.start()
    try:
        run()
    except KeyboardInterrupt as error:
        failures.append(error)
    for helper in helpers:
        helper.join()
    if failures:
        raise failures[0]
    out.drops.sort(key=lambda drop: (drop.path, drop.reason))
    out.budget.sort()
    out.problems = [grammars.problems[code] for code in sorted(grammars.problems)]
    return out


def _one(crawled: Crawl, index: int, extractor: Extractor, grammars: _Grammars, out: Extraction) -> None:
    path = crawled.paths[index]
    try:
        data = read_file(crawled.full_path(index))
    except ReadProblem as problem:
        out.drops.append(Drop(path, problem.reason, crawled.sizes[index]))
        return
    language, reason = inspect(data, crawled.languages[index], path)
    out.languages[index] = language
    if reason is not None:
        out.drops.append(Drop(path, reason, len(data)))
        return
    if not LANGUAGES[language].grammar:
        out.records[index] = _document(data, path)
        return
    grammar = grammars.get(language)
    if grammar is None:
        out.drops.append(Drop(path, "language", len(data)))
        return
    record = extractor.extract(grammar, data)
    if record_flags(record) & (_ABANDONED | _MATCHES_LOST):
        out.budget.append(path)
    out.records[index] = record


def _document(data: bytes, path: bytes) -> bytes:
    from ripwire._core.pack import pack
    from ripwire.extract.markdown import scan

    stem = os.path.basename(path).partition(b".")[0] or path
    sections, links = scan(data, os.path.splitext(os.path.basename(path))[0] or stem)
    roles = {b"wiki": "call", b"code": "doc"}
    return pack(sections, [(roles[kind], name, byte, line) for kind, name, byte, line in links])
