"""The kept graph made one of a tree in which some files have changed, without resolving again.

Purpose: after an edit that resolution cannot see (comments, blank lines, docstrings, what is only measured) a run pays
for the changed files and not for the tree.
Invariant: a graph is renewed only where it is proved to be the one that a run from scratch would give; in every other
case there is none, and everything is resolved again. The proof, for each file whose content is another one:
  * it was a file of the tree and is one, of the same language, and so is every other file, with the same content;
  * its records, then and now, are the same but for what resolution does not look at and for places that keep their
    order (`_core.moves`, where every column of a record is classified);
  * what resolution had asked of its text it would be told again (`resolve.sources`), and it had not read it whole;
  * or, in place of these two, that its facts are no part of the graph at all (--ignore-tests);
  * whatever else was read for the graph is what it was (`Inputs`), and no index of positions had its say (`--scip`).
So resolution finds the same calls with the same targets, and the ranks are the same; what differs are places, sizes,
docs and measurements of the symbols of these files, and lines of the calls in them, which are put into the columns.
Cost: the kept graph is copied; of it only columns with places are touched, and all strings where a docstring changed.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from ripwire._core.assemble import Strings, assemble, subset
from ripwire._core.moves import moved
from ripwire.crawl.read import ReadProblem, read_file
from ripwire.store.records import KEY, tree_key
from ripwire.store.sections import Sections, Unusable, Writer
from ripwire.store.snapshot import DIGEST, KIND, NAMED, NARROWED, answers_digest, check_inputs, cut, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from ripwire._core.moves import Moved
    from ripwire.crawl.walk import Crawl
    from ripwire.resolve.sources import Answer, Question
    from ripwire.store.records import Records
    from ripwire.store.snapshot import Inputs

_PLACES = ("start", "sig_end", "end", "name_byte", "line", "loc")
_METRICS = ("metric_symbol", *(name for name in NARROWED if name.startswith("metric_")))
_PINNED = 4  # in the section `numbers`

Piece = tuple[int, int, "array[int]"]
"""What stands in a column from one row to another, and what is to stand there."""


class _Change:
    """A file that has changed: its number in the columns, its symbols, and its facts of now as the only file's.

    ``how`` is None where the graph has nothing of the file.
    """

    def __init__(self, file: int, first: int, last: int, how: Moved | None, record: bytes) -> None:
        self.file, self.first, self.last, self.how = file, first, last, how
        self.raw: dict[str, Any] = assemble([record], [b""])


def renewed(kept: Sections, crawled: Crawl, records: Records, inputs: Inputs) -> Renewal | None:
    """What makes of a kept graph that of a crawl's files; None where it is theirs, or cannot be. Raises Unusable."""
    keys = records.keys
    before = kept.bytes("keys")
    if keys is None or keys == before or len(keys) != len(before):
        return None
    if kept.bytes("tree_key") != tree_key(crawled.paths, before) or kept.view("numbers")[_PINNED]:
        return None
    other = [i for i in records.fresh if keys[i * KEY : i * KEY + KEY] != before[i * KEY : i * KEY + KEY]]
    whole = {path for (path,) in rows_of(kept, "whole", 1)}
    gone = {path for path, _, _ in rows_of(kept, "drops", 3)}
    patched = bytearray(before)
    for index in other:
        path = crawled.paths[index]
        if path in whole or path in gone:
            return None
        patched[index * KEY : index * KEY + KEY] = keys[index * KEY : index * KEY + KEY]
    if patched != keys:
        return None
    check_inputs(kept, inputs)
    numbers = [i for i, path in enumerate(crawled.paths) if path not in gone] if gone else None
    changes: list[_Change] = []
    try:
        for index in other:
            file = index if numbers is None else bisect_left(numbers, index)
            change = _change(kept, crawled, records, index, file, before[index * KEY : index * KEY + KEY])
            if change is None:
                return None
            changes.append(change)
        return Renewal(kept, tree_key(crawled.paths, keys), keys, changes)
    except (IndexError, ValueError, OverflowError) as error:  # it had its digests: somebody else wrote it
        raise Unusable("its columns do not fit each other") from error


def _change(kept: Sections, crawled: Crawl, records: Records, index: int, file: int, before: bytes) -> _Change | None:
    """What has changed in a file, where nothing has that decides anything."""
    found = records.change(index, before)
    if found is None:
        return None
    language, old, new = found
    firsts = kept.view("file_first_symbol")
    first, last = firsts[file], firsts[file + 1]
    if first == last and len(assemble([old], [b""])["name"]):  # it has symbols, and they are left out
        return _Change(file, first, last, None, new)
    how = moved(old, new)
    if how is None:
        return None
    change = _Change(file, first, last, how, new)
    if change.last - change.first != len(change.raw["name"]):
        raise Unusable("its columns do not fit the records")
    return change if _told_again(kept, crawled, records, index, change, language) else None


def _told_again(
    kept: Sections, crawled: Crawl, records: Records, index: int, change: _Change, language: int
) -> bool:
    """Whether the text of a file answers what resolution has asked of it as it did."""
    files = kept.view("asked_files")
    at = bisect_left(files, change.file)
    if at == len(files) or files[at] != change.file:
        return True
    from ripwire.resolve.sources import SIGNATURE, answer

    try:
        text = read_file(crawled.full_path(index))
    except ReadProblem:
        return False
    if records.key(crawled.languages[index], crawled.paths[index], text) != records.key_of(index):
        return False  # written once more since
    offsets = kept.view("asked_offset")
    raw = change.raw
    told: dict[Question, Answer] = {}
    strings = raw["strings"]
    for question in kept.view("asked")[offsets[at] : offsets[at + 1]]:
        row = question >> 1
        if question & 1 == SIGNATURE:
            name, place, end = raw["name"][row], raw["name_byte"][row], raw["end"][row]
        else:
            name, place, end = raw["ref_name"][row], raw["ref_byte"][row], raw["ref_byte"][row]
        told[question] = answer(text, question, strings[name], place, end, language)
    return cut(kept.bytes("asked_answers"), DIGEST)[at] == answers_digest(told)


class Renewal:
    """A kept graph with the places of its changed files as they are now."""

    def __init__(self, kept: Sections, key: bytes, keys: bytes, changes: list[_Change]) -> None:
        self._kept = kept
        changes = [change for change in changes if change.how is not None]
        self._sections: dict[str, tuple[str, list[bytes | memoryview]]] = {
            "tree_key": ("B", [key]),
            "keys": ("B", [keys]),
        }
        if not changes:
            return
        for name in _PLACES:
            self._put(name, [(c.first, c.last, c.raw[name]) for c in changes])
        self._put_metrics(changes)
        self._put_lines(changes)
        if any(c.how is not None and c.how.docs for c in changes):
            self._put_docs(changes)

    def _put(self, name: str, pieces: list[Piece]) -> None:
        """Put pieces, ascending, into a column."""
        view = self._kept.view(name)
        code = view.format
        top = 1 << 8 * view.itemsize
        if any(max(values, default=0) >= top for _, _, values in pieces):
            wide = array("I", view.tolist())
            view, code = memoryview(wide), "I"
        out: list[bytes | memoryview] = []
        at = 0
        for first, last, values in pieces:
            if not at <= first <= last <= len(view):
                raise ValueError("rows of the files are in no order")
            out.append(view[at:first].tobytes())
            out.append(array(code, values).tobytes())
            at = last
        out.append(view[at:].tobytes())
        self._sections[name] = code, out

    def _put_metrics(self, changes: list[_Change]) -> None:
        owners = self._kept.view("metric_symbol")
        rows = [(bisect_left(owners, c.first), bisect_left(owners, c.last)) for c in changes]
        for name in _METRICS:
            each = len(self._kept.view(name)) // max(1, len(owners))  # why: several a row
            pieces: list[Piece] = []
            for (first, last), change in zip(rows, changes, strict=True):
                values = change.raw[name]
                if name == "metric_symbol":
                    values = array("I", [owner + change.first for owner in values])
                pieces.append((first * each, last * each, values))
            self._put(name, pieces)

    def _put_lines(self, changes: list[_Change]) -> None:
        """The lines of calls: those that symbols of a file make stand together, and are all in that file."""
        edges, sites = self._kept.view("graph_out_offset"), self._kept.view("graph_site_offset")
        lines = self._kept.view("graph_site_line")
        pieces: list[Piece] = []
        for change in changes:
            assert change.how is not None
            first, last = sites[edges[change.first]], sites[edges[change.last]]
            pieces.append((first, last, change.how.relined(lines[first:last])))
        self._put("graph_site_line", pieces)

    def _put_docs(self, changes: list[_Change]) -> None:
        """Strings without the old docs and with the new ones, and all columns that name them."""
        texts, places = self._kept.bytes("strings"), array("I", self._kept.view("string_offsets"))
        named = {name: array("I", self._kept.view(name)) for name in (*NAMED, "outside_names")}
        parts = [texts[: places[-1]]]
        for change in changes:
            strings, docs = change.raw["strings"], change.raw["doc"]
            for row, handle in enumerate(docs):
                text = strings[handle]
                named["doc"][change.first + row] = len(places) - 1 if text else 0
                if text:
                    parts.append(text)
                    places.append(places[-1] + len(text))
        kept, columns = subset(Strings(b"".join(parts), places, array("I")), list(named.values()))
        self._sections["strings"] = "B", [kept.arena]  # type: ignore[list-item]
        self._sections["string_offsets"] = "I", [memoryview(kept.offsets).cast("B")]
        for name, values in zip(named, columns, strict=True):
            self._sections[name] = "I", [memoryview(values).cast("B")] if len(values) else []

    def write(self, file: BinaryIO, version: bytes) -> None:
        """Write the graph, in the order in which it was kept."""
        writer = Writer(file, KIND, version)
        for name in self._kept.names:
            found = self._sections.get(name)
            if found is None:
                writer.carry(self._kept, name)
            else:
                writer.add(name, *found)
        writer.close()
