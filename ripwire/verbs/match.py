"""`--match=QUERY`: the places in the syntax trees of a tree that a tree-sitter query matches.

Purpose: ask for code by its shape, in every language whose grammar knows the query's node types.
Invariant: rows by path, line and byte, each place once; a place covers the captures of a match whose names do not begin
with ``_``. What is not searched to its end is counted. The same rows come from any number of threads.
Cost: a parse of each file that holds the texts which the query's predicates ask for.
"""

from __future__ import annotations

import threading

from ripwire import workers
from ripwire._core.match import BadQuery, Query, Searcher, names_of
from ripwire._core.stop import Stop
from ripwire.crawl import inspect
from ripwire.crawl.walk import language_of
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.languages.grammars import LanguageProblem, capsule
from ripwire.languages.table import LANGUAGES
from ripwire.limits import (
    BUDGET_BASE_CALLS,
    BUDGET_CALLS_PER_KIB,
    ERROR_STEPS,
    MATCH_MAX_HITS,
    MEMORY_BASE_BYTES,
    MEMORY_BYTES_PER_BYTE,
    PARSER_MAX_BYTES,
    PREDICATE_BASE_STEPS,
    PREDICATE_STEPS_PER_KIB,
    QUERY_BASE_CALLS,
    QUERY_CALLS_PER_KIB,
    QUERY_MATCHES_IN_FLIGHT,
    QUERY_MAX_BYTES,
    QUERY_MAX_LEVELS,
    QUERY_MAX_PATTERNS,
    QUERY_MEMORY_BYTES,
    READ_BASE_PIECES,
    READ_PIECES_PER_KIB,
)
from ripwire.model.paths import is_test_path
from ripwire.verbs.source import content, enclosing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ripwire.document import Attribute
    from ripwire.extract.notebook import Notebook
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

MATCH_CAP = 100
TEXT_BYTES = 120
_REFUSED = 1
_EXAMPLE = "e.g. --match='(call function: (identifier) @f (#eq? @f \"open\"))'"
_IPYNB = next(code for code, row in enumerate(LANGUAGES) if row.name == "ipynb")
_BEGINS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.?!$")

Place = tuple[int, int, bytes]
"""A match in a file: its first byte, its line, its text on one line."""


class Request:
    """A query as it was given, looked at before a file is. Raises RipwireError for what no grammar could take.

    text      the query, perhaps with a capture put behind it (`captured`)
    programs  of the regular expressions in it
    """

    def __init__(self, given: bytes) -> None:
        self.given = self.text = given
        if len(given) > QUERY_MAX_BYTES:
            raise self.refusal(0, f"it has {len(given)} bytes, more than {QUERY_MAX_BYTES}")
        self._predicates: list[tuple[int, bytes]] = []
        self._patterns: list[int] = []
        captures, comments, top = self._look()
        if top > QUERY_MAX_PATTERNS:
            raise self.refusal(0, f"it has {top} patterns, more than {QUERY_MAX_PATTERNS}")
        self.captured = False
        if not captures:
            if top != 1 or comments:
                few = "has a comment" if comments else f"has {top} patterns"
                raise self.refusal(0, f"it captures nothing and {few}; write @m behind what is to be listed")
            self.text, self.captured = given.rstrip() + b" @m", True
        self.programs = self._programs()

    def _look(self) -> tuple[bool, bool, int]:
        """Whether there are captures and comments, and how many patterns stand outside of any other."""
        text, at, end = self.text, 0, len(self.text)
        levels: list[int] = []
        captures = comments = False
        top = 0
        try:
            text.decode()
        except UnicodeDecodeError as error:
            raise self.refusal(error.start, "it is no UTF-8") from None
        if 0 in text:
            raise self.refusal(text.index(0), "it has a byte 0")
        while at < end:
            char, start = text[at], at
            at += 1
            if char == 0x22:  # "
                while at < end and text[at] != 0x22:
                    at += 2 if text[at] == 0x5C else 1
                if at >= end:
                    raise self.refusal(start, "a text has no end")
                at += 1
                top += not levels
            elif char == 0x3B:  # ;
                comments = True
                line_end = text.find(b"\n", at)
                at = end if line_end < 0 else line_end
            elif char in b"([":
                top += not levels
                levels.append(start)
                if len(levels) > QUERY_MAX_LEVELS:
                    raise self.refusal(start, f"brackets nest deeper than {QUERY_MAX_LEVELS}")
            elif char in b")]":
                if not levels or text[levels[-1]] != (0x28 if char == 0x29 else 0x5B):
                    raise self.refusal(start, f"'{chr(char)}' closes nothing")
                if levels.pop() in self._patterns[-1:]:
                    self._patterns.pop()
            elif char in b"@#" or char in _BEGINS:
                while at < end and text[at] in _WORD:
                    at += 1
                word = text[start:at]
                if char == 0x40:
                    captures = captures or not self._patterns
                elif char == 0x23 and levels:
                    if len(levels) == 1:  # tree-sitter would take it for a pattern of its own that asks nothing
                        inside = f"put it inside of the brackets of one: ((identifier) @f ({echo(word)} @f ...))"
                        raise self.refusal(levels[-1], f"a predicate stands outside of a pattern; {inside}")
                    self._predicates.append((start, word[1:]))
                    self._patterns.append(levels[-1])
                elif not levels and word == b"_":
                    top += 1
                elif not levels and not text[at:].lstrip().startswith(b":"):
                    raise self.refusal(start, f"'{echo(word)}' stands outside of a pattern; write ({echo(word)})")
        if levels:
            raise self.refusal(levels[-1], f"'{chr(text[levels[-1]])}' is never closed")
        return captures, comments, top

    def _programs(self) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        for at, name in self._predicates:
            if name not in (b"match?", b"not-match?", b"any-match?", b"any-not-match?"):
                continue
            from ripwire.verbs.automaton import BadExpression, program

            quote = self.text.find(b'"', at)
            if quote < 0:
                continue  # the grammar's compiler says what is missing
            text, _ = _string(self.text, quote)
            try:
                found[text] = program(text)
            except BadExpression as error:
                raise self.refusal(quote, f"the regular expression of #{name.decode()}: {error}") from None
        return found

    def predicate_at(self, pattern: int, detail: str) -> int:
        """Where the predicate stands that a message is about, in a pattern from a byte on."""
        for at, name in self._predicates:
            if at >= pattern and "#" + name.decode("utf-8", "replace") in detail.split():
                return at
        return pattern

    def refusal(self, at: int, message: str) -> RipwireError:
        """A refusal that names the place in the query."""
        before = self.given[:at]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        return RipwireError(_REFUSED, f"--match: line {line}, column {column} of the query: {message} ({_EXAMPLE})")


def _string(text: bytes, quote: int) -> tuple[bytes, int]:
    """What stands between quotes, as tree-sitter reads it, and where it ends."""
    out = bytearray()
    at = quote + 1
    while at < len(text) and text[at] != 0x22:
        char = text[at]
        if char == 0x5C and at + 1 < len(text):
            at += 1
            char = {0x6E: 10, 0x72: 13, 0x74: 9, 0x30: 0}.get(text[at], text[at])
        out.append(char)
        at += 1
    return bytes(out), at + 1


# --- compiling -------------------------------------------------------------------------------------------------------


class _Compiled:
    """A request for each language that can take it: queries by language code."""

    def __init__(self, request: Request, codes: Sequence[int]) -> None:
        self.queries: dict[int, Query] = {}
        problems: list[tuple[int, BadQuery]] = []
        grammars: dict[str, Query | None] = {}
        missing: list[str] = []
        for code in codes:
            row = LANGUAGES[code]
            if row.grammar in grammars:
                known = grammars[row.grammar]
                if known is not None:
                    self.queries[code] = known
                continue
            grammars[row.grammar] = None
            try:
                found = Query(capsule(row), request.text, request.programs, QUERY_MEMORY_BYTES)
            except BadQuery as error:
                problems.append((code, error))
            except LanguageProblem as error:
                missing.append(str(error))
            else:
                grammars[row.grammar] = self.queries[code] = found
        if self.queries:
            return
        if not problems:
            why = "; ".join(missing) or "no file here is of a language with a grammar"
            raise RipwireError(_REFUSED, f"--match: there is nothing to search: {why}")
        # The language that takes most of the query is the one that was meant.
        compiled = ("predicate", "pattern", "structure")  # found when the rest was compiled
        reach = [len(request.text) if error.kind in compiled else error.at for _, error in problems]
        code, worst = problems[reach.index(max(reach))]
        raise self._refusal(request, code, worst, len(problems) - 1)

    def _refusal(self, request: Request, code: int, error: BadQuery, others: int) -> RipwireError:
        name = LANGUAGES[code].name
        rest = f" (nor is it one for {others} more languages here)" if others else ""
        at = min(error.at, len(request.given))
        if error.kind == "predicate":
            return request.refusal(request.predicate_at(at, error.detail), error.detail)
        if error.kind == "pattern":
            return request.refusal(at, f"#match? takes its expression in quotes: \"{echo(error.detail)}\"")
        if error.kind == "size":
            return request.refusal(0, f"it is too large for {name}{rest}")
        end = at
        while end < len(request.text) and request.text[end] in _WORD:
            end += 1
        word = request.text[at:end]
        what = {
            "node type": f"{name} has no node type '{echo(word)}'",
            "field": f"{name} has no field '{echo(word)}'",
            "capture": f"@{echo(word.lstrip(b'@'))} is captured nowhere",
            "structure": f"no tree of {name} can look like this",
        }.get(error.kind, f"syntax error before '{echo(request.text[at : at + 20] or b'the end')}'")
        near = ""
        if error.kind in ("node type", "field") and word:
            from ripwire.suggest import nearest

            types, fields = names_of(capsule(LANGUAGES[code]))
            found = nearest(word, types if error.kind == "node type" else fields)
            near = f" (did you mean '{echo(found)}'?)" if found is not None else ""
        return request.refusal(at, what + near + rest)


# --- searching -------------------------------------------------------------------------------------------------------


class _Found:
    """What the files of a tree gave: by number of the file in the list, None until it was searched."""

    def __init__(self, count: int) -> None:
        self.places: list[list[Place] | None] = [None] * count
        self.incomplete = bytearray(count)
        self._settled = 0
        self._hits = 0
        self._lock = threading.Lock()

    def put(self, index: int, places: list[Place], incomplete: bool) -> None:
        with self._lock:
            self.places[index] = places
            self.incomplete[index] = incomplete
            while self._settled < len(self.places):
                one = self.places[self._settled]
                if one is None:
                    break
                self._hits += len(one)
                self._settled += 1

    @property
    def enough(self) -> bool:
        """Whether the files that come first have all hits that are collected."""
        return self._hits > MATCH_MAX_HITS


class _Search:
    """One query over the files of a tree."""

    def __init__(self, tree: Tree, compiled: _Compiled, files: list[int]) -> None:
        self.tree, self.compiled, self.files = tree, compiled, files

    def run(self, threads: int) -> _Found:
        """Search all files; in the end only those before which there are too few hits matter."""
        found = _Found(len(self.files))
        stop = Stop()
        left = iter(range(len(self.files)))
        lock = threading.Lock()

        def work(failures: list[BaseException]) -> None:
            searcher = Searcher(stop)
            searcher.set_budget(
                BUDGET_BASE_CALLS,
                BUDGET_CALLS_PER_KIB,
                QUERY_MATCHES_IN_FLIGHT,
                ERROR_STEPS,
                MEMORY_BASE_BYTES,
                MEMORY_BYTES_PER_BYTE,
                READ_BASE_PIECES,
                READ_PIECES_PER_KIB,
                QUERY_BASE_CALLS,
                QUERY_CALLS_PER_KIB,
                PREDICATE_BASE_STEPS,
                PREDICATE_STEPS_PER_KIB,
            )
            searcher.guard()
            try:
                while not failures and not found.enough:
                    with lock:
                        index = next(left, None)
                    if index is None:
                        return
                    found.put(index, *self._one(searcher, self.files[index]))
            finally:
                searcher.unguard()

        workers.run(max(1, min(threads, len(self.files))), work, stop.set)
        return found

    def _one(self, searcher: Searcher, file: int) -> tuple[list[Place], bool]:
        """The places in one file, sorted, and whether these may not be all."""
        columns = self.tree.columns
        path, code = columns.paths[file], columns.languages[file]
        data = content(self.tree, path)
        if data is None or len(data) > PARSER_MAX_BYTES:
            return [], True
        book: Notebook | None = None
        if language_of(path.rpartition(b"/")[2]) == _IPYNB:
            from ripwire.extract import notebook
            from ripwire.extract.run import stem

            book = notebook.read(data, stem(path))
            if book.broken or book.language != code:
                return [], True
            data = book.code
        # The file may be another one by now: what a scanner would not survive is found out once more.
        code, reason = inspect(data, code, path)
        query = self.compiled.queries.get(code)
        if reason is not None or query is None:
            return [], True
        if not any(not texts or any(text in data for text in texts) for texts in query.needs):
            return [], False
        hits, incomplete = searcher.search(query, data, path, MATCH_MAX_HITS + 1)
        places = [(start, line, _one_line(data, start, end)) for start, end, line in hits]
        if book is not None:
            places = [(book.map_byte(start), book.map_line(line), text) for start, line, text in places]
        return places, incomplete


def _one_line(data: bytes, start: int, end: int) -> bytes:
    """A stretch of a file with each run of blanks as one, shortened at the border of a character."""
    text = b" ".join(data[start : min(end, start + 16 * TEXT_BYTES)].split())
    if len(text) <= TEXT_BYTES and end <= start + 16 * TEXT_BYTES:
        return text
    cut = text[:TEXT_BYTES]
    while cut and text[len(cut) : len(cut) + 1] and text[len(cut)] & 0xC0 == 0x80:
        cut = cut[:-1]
    return cut.rstrip() + "…".encode()


def match_document(
    tree: Tree,
    request: Request,
    page: Page,
    *,
    threads: int,
    ignore_tests: bool = False,
    crashed: Collection[bytes] = (),
    arm: Callable[[], None] | None = None,
) -> Document:
    """The matches of a query.

    ignore_tests  files of tests are not searched
    crashed       paths on which this run crashed before; they are left out and counted
    arm           called before the first file is searched
    """
    columns = tree.columns
    wanted = [
        file
        for file, path in enumerate(columns.paths)
        if LANGUAGES[columns.languages[file]].grammar and not (ignore_tests and is_test_path(path))
    ]
    count: dict[int, int] = {}
    for file in wanted:
        count[columns.languages[file]] = count.get(columns.languages[file], 0) + 1
    compiled = _Compiled(request, sorted(count, key=lambda code: (-count[code], code)))
    files = [f for f in wanted if columns.languages[f] in compiled.queries and columns.paths[f] not in crashed]
    if arm is not None:
        arm()
    found = _Search(tree, compiled, files).run(threads)
    rows: list[tuple[int, Place]] = []
    partial = 0
    for index, file in enumerate(files):
        places = found.places[index]
        if places is None or len(rows) > MATCH_MAX_HITS:
            break
        rows += [(file, place) for place in places]
        partial += found.incomplete[index]
    hits_capped = len(rows) > MATCH_MAX_HITS
    del rows[MATCH_MAX_HITS:]
    window, facts = page.window(len(rows), MATCH_CAP)
    attributes: list[Attribute] = [
        ("files", len(files)),
        ("langs", ",".join(sorted({LANGUAGES[code].tag for code in compiled.queries}))),
        ("hits", len(rows)),
        *facts,
        ("hits_capped", hits_capped),
    ]
    if partial:
        attributes.append(("partial_files", partial))
    if crashed:
        attributes.append(("crashed_files", len(crashed)))
    if request.captured:
        attributes.append(("auto_captured", True))
    nodes = (_row(tree, file, place) for file, place in rows[window])
    return Document(Node("match", attributes, nodes, rows="match"), legends=(legends.MATCH,))


def _row(tree: Tree, file: int, place: Place) -> Node:
    start, line, text = place
    attributes: list[Attribute] = [("p", b"%s:%d" % (tree.columns.paths[file], line)), *enclosing(tree, file, start)]
    return Node("m", attributes, text=("text", text))
