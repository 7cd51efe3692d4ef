"""`--grep=STR` and `--regex=PAT`: where a text stands in the files of a tree, and in which definition.

Purpose: a face on the core of `ripwire search`: its patterns, its programs, over the files that the map indexes.
Invariant: hits are those of `ripwire search` in the same files, whatever the number of threads and with or without a
prefilter; counts are of all files, only the rows of the window have their lines read. What was given up is counted.
Cost: a read and a search of each file, without the GIL; a second one of those that the window shows.
"""

from __future__ import annotations

from itertools import accumulate

from ripwire import workers
from ripwire._core.hits import Finder, Places
from ripwire._core.pcre import Program
from ripwire._core.writer import cdata_alters
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.limits import (
    GREP_LINE_BYTES,
    GREP_MAX_HITS,
    GREP_MAX_TEXTS,
    GREP_PIECE_HITS,
    GREP_STEPS,
    PATTERN_MAX_BYTES,
)
from ripwire.model.paths import is_test_path, tiers
from ripwire.search.plain import Flags, plain
from ripwire.verbs.source import content, enclosing, path_on_disk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ripwire.document import Attribute
    from ripwire.search.plain import Pattern
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

GREP_CAP = 100
_REFUSED = 1
_SHOWN_PATTERN = 200
_LEAD_BYTES = 64
"""Bytes before a hit that are shown of a line that is too long."""
_MORE = "…".encode()

Place = tuple[int, int, int, int, int, bool]
"""A hit: first and last byte, the number of its line, that line's first and last byte, whether it is its first hit."""


class Request:
    """What is looked for. Raises RipwireError for what is no pattern, before a file is read.

    flag           "grep" for a text, "regex" for a regular expression
    before, after  lines of context
    prefilter      texts that every match holds may be looked for first
    """

    def __init__(self, flag: str, given: bytes, before: int = 0, after: int = 0, prefilter: bool = True) -> None:
        self.flag, self.given = flag, given
        self.before, self.after = before, after
        if len(given) > PATTERN_MAX_BYTES:
            raise self._refusal(0, f"it has {len(given)} bytes, more than {PATTERN_MAX_BYTES}")
        clauses: list[tuple[bytes, ...]] = []
        if flag == "grep":
            if b"\n" in given:
                raise self._refusal(given.index(b"\n"), "a hit lies in one line, so the text can't hold a line end")
            ascii_ = utf = Program(given, literal=True)
        else:
            pattern = self._compiled(given, prefilter)
            ascii_, utf = pattern.ascii, pattern.utf
            if prefilter and pattern.tree is not None and not ascii_.literal:
                from ripwire.search.plan import cover

                clauses = [clause for clause in cover(pattern.tree) if len(clause) <= GREP_MAX_TEXTS]
        self._parts = ascii_, utf, clauses

    def finder(self) -> Finder:
        """What finds it, once."""
        return Finder(*self._parts, GREP_STEPS)

    def _compiled(self, given: bytes, prefilter: bool) -> Pattern:
        flags = Flags(text=True, filters=prefilter)
        if (found := plain((given,), flags)) is not None:
            return found
        from ripwire.search.pattern import PatternError, compile_patterns

        try:
            return compile_patterns((given,), flags)
        except PatternError as error:
            # Flags of `ripwire search` that would let something through are no advice here.
            raise self._refusal(error.at, error.message.partition("; -U lets it")[0]) from None

    def _refusal(self, at: int, message: str) -> RipwireError:
        text = echo(self.given)
        text = text if len(text) <= _SHOWN_PATTERN else text[:_SHOWN_PATTERN] + "..."
        example = "--grep='retry('" if self.flag == "grep" else "--regex='retr(y|ies)'"
        return RipwireError(
            _REFUSED, f"--{self.flag}: the pattern '{text}' is wrong at byte {at}: {message} (e.g. {example})"
        )


def grep_document(
    tree: Tree, request: Request, page: Page, *, threads: int, ignore_tests: bool = False
) -> tuple[Document, list[bytes]]:
    """The hits, and the paths of the files whose search was given up. With ``ignore_tests`` files of tests are not
    searched."""
    columns = tree.columns
    files = list(range(columns.n_files))
    if ignore_tests:
        files = [file for file in files if not is_test_path(columns.paths[file])]
    files.sort(key=tiers(columns.paths, columns.languages).__getitem__)
    paths = _on_disk(tree, files)
    finder = request.finder()
    finder.begin(paths, GREP_MAX_HITS)
    workers.run(max(1, min(threads, len(files))), lambda failures: finder.work(), finder.stop)
    counts, partial, unread = finder.counts()
    found = sum(counts)
    total = min(found, GREP_MAX_HITS)
    window, facts = page.window(total, GREP_CAP)
    attributes: list[Attribute] = [
        ("pattern", request.given),
        ("files", sum(map(bool, counts))),
        ("hits", total),
        *facts,
        ("hits_capped", found > total or bool(partial)),
    ]
    if partial:
        attributes.append(("partial_files", len(partial)))
    if unread:
        attributes.append(("unread_files", len(unread)))
    rows = _rows(tree, request, finder, files, counts, window)
    document = Document(Node("grep", attributes, rows, rows="grep"), legends=(legends.GREP,))
    return document, [columns.paths[files[index]] for index in partial]


def _on_disk(tree: Tree, files: list[int]) -> list[bytes]:
    paths = tree.columns.paths
    if len(tree.roots) == 1 and not tree.roots[0].prefix:
        root = tree.roots[0].path.rstrip(b"/") + b"/"
        return [root + paths[file] for file in files]
    return [path_on_disk(tree, paths[file]) for file in files]


def _rows(
    tree: Tree, request: Request, finder: Finder, files: list[int], counts: list[int], window: slice
) -> Iterator[Node]:
    """The rows of a window over the hits of all files."""
    first, last = window.start, window.stop
    ends = list(accumulate(counts))
    for index, end in enumerate(ends):
        begin = end - counts[index]
        low, high = max(first, begin), min(last, end)
        if begin >= last:
            return
        if low >= high:
            continue
        path = tree.columns.paths[files[index]]
        data = content(tree, path)
        printed = 0
        if data is not None:
            lines = _Lines(data, request)
            places = Places(finder, data)
            places.skip(low - begin)
            while printed < high - low:
                piece = places.take(min(GREP_PIECE_HITS, high - low - printed))
                for place in piece:
                    yield _row(tree, files[index], place, lines)
                printed += len(piece)
                if not piece:
                    break
        for _ in range(printed, high - low):
            yield Node("hit", [("p", path), ("changed", True)])


def _row(tree: Tree, file: int, place: Place, lines: _Lines) -> Node:
    first, _, number, start, _, leads = place
    attributes: list[Attribute] = [("p", b"%s:%d" % (tree.columns.paths[file], number)), *enclosing(tree, file, first)]
    line, begins = lines.line(place)
    if not (leads and begins):
        attributes.append(("col", first - start + 1))
    before, after = lines.around(place)
    parts = [("m", line)]
    if before is not None:
        parts.insert(0, ("b", before))
    if after is not None:
        parts.append(("a", after))
    if any(cdata_alters(text) for _, text in parts):
        attributes.append(("scrubbed", True))
    return Node("hit", attributes, parts=parts)


class _Lines:
    """The lines of a file around its hits, which come in order."""

    def __init__(self, data: bytes, request: Request) -> None:
        self._data, self._before, self._after = data, request.before, request.after
        self._begin = 3 if data.startswith(b"\xef\xbb\xbf") else 0
        self._line = -1
        self._around: tuple[bytes | None, bytes | None] = None, None

    def line(self, place: Place) -> tuple[bytes, bool]:
        """What is shown of the line of a hit, and whether that is the line's beginning."""
        first, last, _, start, end, _ = place
        end = self._content_end(start, end)
        if end - start <= GREP_LINE_BYTES or last - start <= GREP_LINE_BYTES:
            return self._cut(start, end), True
        low = max(start, min(first - _LEAD_BYTES, end - GREP_LINE_BYTES))
        while low < first and self._data[low] & 0xC0 == 0x80:
            low += 1
        return _MORE + self._cut(low, end), False

    def around(self, place: Place) -> tuple[bytes | None, bytes | None]:
        """The lines before and after the line of a hit, joined; None where there are none."""
        start, end = place[3:5]
        if start != self._line and (self._before or self._after):
            self._line = start
            self._around = self._lines_before(start), self._lines_after(end)
        return self._around

    def _lines_before(self, start: int) -> bytes | None:
        out: list[bytes] = []
        while len(out) < self._before and start > self._begin:
            end = start - 1
            start = max(self._begin, self._data.rfind(b"\n", 0, end) + 1)
            out.append(self._cut(start, self._content_end(start, end)))
        return b"\n".join(reversed(out)) if out else None

    def _lines_after(self, end: int) -> bytes | None:
        out: list[bytes] = []
        while len(out) < self._after and end + 1 < len(self._data):
            start = end + 1
            end = self._data.find(b"\n", start)
            if end < 0:
                end = len(self._data)
            out.append(self._cut(start, self._content_end(start, end)))
        return b"\n".join(out) if out else None

    def _content_end(self, start: int, end: int) -> int:
        """The end of a line without the CR of a CR LF."""
        return end - (end > start and end < len(self._data) and self._data[end - 1] == 13)

    def _cut(self, start: int, end: int) -> bytes:
        """A stretch of a line, shortened at the border of a character."""
        if end - start <= GREP_LINE_BYTES:
            return self._data[start:end]
        end = start + GREP_LINE_BYTES
        for _ in range(3):
            if self._data[end] & 0xC0 != 0x80:
                break
            end -= 1
        return self._data[start:end] + _MORE
