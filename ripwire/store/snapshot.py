"""The graph of a tree as the last run left it: symbols, edges and ranks, mapped and used in place.

Purpose: answers about symbols and calls without reading, parsing or resolving anything.
Invariant: a graph is of one list of paths and contents (`Records.tree_key`), of everything else that was read for it
(manifests, which may lie beside the files of the tree) and of one version and configuration; it is used only when all
of these are as they were. What is mapped is what was computed, to the last bit.
Cost: about 150 bytes a symbol and 20 an edge on disk; a section is hashed when it is first looked at.
"""

from __future__ import annotations

import os
from array import array
from itertools import accumulate

from ripwire._core import csr
from ripwire._core.assemble import Strings, subset
from ripwire.crawl.read import ReadProblem, read_with_status
from ripwire.crawl.walk import Crawl, Drop
from ripwire.graph import Graph, Rank
from ripwire.model.columns import Columns
from ripwire.resolve import Contributions
from ripwire.store.digest import blake2b
from ripwire.store.sections import Sections, Unusable, Writer
from ripwire.store.stamps import NEVER, STAMP, believed, stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, BinaryIO

    from ripwire.resolve.sources import Answer, Question
    from ripwire.tree import Tree

KIND = b"graph"
DIGEST = 16

NAMED = ("name", "scope", "doc")
_PLAIN = (
    "file_flags", "file_first_symbol", "file", "start", "sig_end", "end", "name_byte", "parent", "params", "required",
    "kind", "flags", "metric_symbol",
)  # fmt: skip
NARROWED = (
    "line", "loc", "metric_cx", "metric_ccx", "metric_nest", "metric_humps", "metric_deep", "metric_locals",
    "metric_ppalt", "metric_ev", "metric_why",
)  # fmt: skip
"""Columns that no compiled code reads: their items are as wide as their largest one needs."""
_GRAPH = (
    "dst", "weight", "provenance", "site_offset", "site_line", "out_offset", "in_offset", "in_src", "in_weight",
)  # fmt: skip
_FOR_RENEWAL = ("keys", "whole", "asked_files", "asked_offset", "asked", "asked_answers")
_COUNTED = ("ambiguous", "unresolved")
_NUMBERS = ("too_ambiguous", "wide", "limited")


class Inputs:
    """What was read beside the files of the crawls: absolute paths, with a digest of their content or of its absence.

    Reading a file of the crawl for a second time is no input, as long as it is what it was; ``torn`` says that one was
    not.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._stats: dict[bytes, os.stat_result] = {}
        self.found: dict[bytes, tuple[bytes, bytes]] = {}  # path: stamp, digest
        self.torn = False

    def lies(self, path: bytes, mark: bytes, digest: bytes) -> bool:
        """Whether an input is what it was: by its stamp, else by its content."""
        try:
            if mark != NEVER and stamp(os.lstat(path)) == mark:
                return True
        except OSError:
            pass
        return _digest(self.read(path)) == digest

    def reader(self, root: bytes, crawled: Crawl) -> Callable[[bytes], bytes | None]:
        """What gives the content of a path below a root, None when it cannot be read."""
        base = os.path.realpath(root)
        paths = [os.path.join(base, path) for path in crawled.paths]
        self._stats.update(zip(paths, crawled.stats, strict=True))
        return lambda path: self.read(os.path.join(base, path))

    def read(self, path: bytes) -> bytes | None:
        """The content of an absolute path, None when it cannot be read."""
        now = self._now()
        try:
            data, status = read_with_status(path)
        except ReadProblem:
            data, status = None, None
        known = self._stats.get(path)
        if known is None:
            mark = NEVER if status is None else believed(stamp(status), now)
            self.found[path] = mark, _digest(data)
        elif status is None or stamp(status) != stamp(known):
            self.torn = True
        return data


def _digest(data: bytes | None) -> bytes:
    """A digest of a content; of zeros for none."""
    return bytes(DIGEST) if data is None else blake2b(data, digest_size=DIGEST).digest()


class KeptColumns(Columns):
    """The columns of symbols, each mapped when it is first looked at; those of references are not there."""

    def __init__(self, kept: Sections, paths: list[bytes]) -> None:
        strings = Strings(kept.view("strings"), kept.view("string_offsets"), array("I"))
        super().__init__(paths, kept.bytes("file_languages"), {"strings": strings})
        self._kept = kept

    def __getattr__(self, name: str) -> Any:
        if name not in _PLAIN and name not in NAMED and name not in NARROWED:
            raise AttributeError(f"a kept graph has no column {name!r}")
        found = self.__dict__[name] = self._kept.view(name)
        return found


class KeptGraph(Graph):
    """A graph, each part mapped when it is first looked at."""

    def __init__(self, kept: Sections) -> None:
        self._kept = kept

    def __getattr__(self, name: str) -> Any:
        found: Any
        if name in _GRAPH:
            found = self._kept.view("graph_" + name)
        elif name == "src":
            found = csr.sources(self.out_offset)
        elif name == "out_weight":
            found = csr.out_degree(self.src, self.weight, len(self.out_offset) - 1)
        else:
            raise AttributeError(f"a graph has no {name!r}")
        self.__dict__[name] = found
        return found


class Snapshot:
    """What a kept graph holds, for the files of a crawl. Raises Unusable when it is of another tree.

    drops, over_budget  what was left out after its content was seen, and what was given up
    pinned              whether an index (`--scip`) had its say
    outside             as `Tree.outside_calls`
    columns, graph, rank, contributions  as those of a tree, without references and their contributions
    """

    def __init__(self, kept: Sections, tree_key: bytes, paths: list[bytes], inputs: Inputs) -> None:
        if not tree_key or kept.bytes("tree_key") != tree_key:
            raise Unusable("the tree is another one", told=False)
        check_inputs(kept, inputs)
        n_files, n_symbols, iterations, converged, pinned, *counts = kept.view("numbers")
        self.pinned = bool(pinned)
        self.drops = [Drop(path, reason.decode(), int(size)) for path, reason, size in rows_of(kept, "drops", 3)]
        gone = {drop.path for drop in self.drops}
        names = [path for path in paths if path not in gone] if gone else paths
        if len(names) != n_files:
            raise Unusable("its files do not fit the tree")
        self.over_budget = [row[0] for row in rows_of(kept, "over_budget", 1)]
        self.columns = KeptColumns(kept, names)
        self.graph = KeptGraph(kept)
        scores, order = kept.view("scores"), kept.view("order")
        if not len(scores) == len(order) == n_symbols:
            raise Unusable("its columns do not fit each other")
        self.rank = Rank(scores, order, iterations, bool(converged))  # type: ignore[arg-type]
        facts: dict[str, object] = {name: kept.view(name) for name in _COUNTED}
        facts.update(zip(_NUMBERS, counts, strict=True))
        self.contributions = Contributions(facts)
        self.outside = kept.view("outside_names"), kept.view("outside_files"), kept.view("outside_counts")
        if len(set(map(len, self.outside))) != 1:
            raise Unusable("its columns do not fit each other")
        # From here on nothing may fail: every section has its digest looked at now.
        for name in (*_PLAIN, *NAMED, *NARROWED, *_FOR_RENEWAL):
            kept.view(name)
        for name in _GRAPH:
            kept.view("graph_" + name)


def check_inputs(kept: Sections, inputs: Inputs) -> None:
    paths = [row[0] for row in rows_of(kept, "inputs", 1)]
    marks = cut(kept.bytes("input_stamps"), STAMP.size)
    digests = cut(kept.bytes("input_digests"), DIGEST)
    if not len(paths) == len(marks) == len(digests):
        raise Unusable("its inputs do not fit each other")
    if not all(map(inputs.lies, paths, marks, digests)):
        raise Unusable("the tree is another one", told=False)


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def rows_of(kept: Sections, name: str, width: int) -> list[list[bytes]]:
    """Texts, each with a zero behind it, in rows."""
    data = kept.bytes(name)
    parts = data.split(b"\0")[:-1]
    if len(parts) % width:
        raise Unusable(f"{name} is damaged")
    return [parts[at : at + width] for at in range(0, len(parts), width)]


def narrow(values: array[int]) -> array[int]:
    """The same numbers in items as wide as the largest one needs."""
    most = max(values, default=0)
    for code in ("B", "H"):
        if most < 1 << 8 * array(code).itemsize and code != values.typecode:
            return array(code, values.tolist())
    return values


def answers_digest(answers: dict[Question, Answer]) -> bytes:
    """A digest of what the text of a file has answered to resolution."""
    return blake2b(repr(sorted(answers.items())).encode(), digest_size=DIGEST).digest()


def write(
    file: BinaryIO, version: bytes, tree_key: bytes, keys: bytes, tree: Tree, drops: list[Drop], inputs: Inputs
) -> None:
    """Write what `Snapshot` reads, and what `renewal` asks beside it.

    ``keys`` are those of the files of the crawl, empty for several roots; ``drops`` were found by content.
    """
    columns, graph, found = tree.columns, tree.graph, tree.contributions
    outside, files, counts = tree.outside_calls
    strings, named = subset(columns.strings, [*(columns.raw[name] for name in NAMED), outside])
    writer = Writer(file, KIND, version)

    def texts(name: str, rows: Iterable[bytes]) -> None:
        writer.add(name, "B", [row + b"\0" for row in rows])

    def column(name: str, values: array[Any]) -> None:
        writer.add(name, values.typecode, [memoryview(values).cast("B")] if len(values) else [])

    writer.add("tree_key", "B", [tree_key])
    writer.add("keys", "B", [keys])
    texts("whole", sorted(found.whole))
    asked = sorted(found.asked.items())
    column("asked_files", array("I", [file_ for file_, _ in asked]))
    column("asked_offset", array("I", accumulate((len(answers) for _, answers in asked), initial=0)))
    column("asked", array("I", [question for _, answers in asked for question in sorted(answers)]))
    writer.add("asked_answers", "B", [answers_digest(answers) for _, answers in asked])
    texts("drops", (part for d in drops for part in (d.path, d.reason.encode(), b"%d" % d.size)))
    texts("over_budget", tree.over_budget)
    texts("inputs", inputs.found)
    writer.add("input_stamps", "B", [mark for mark, _ in inputs.found.values()])
    writer.add("input_digests", "B", [digest for _, digest in inputs.found.values()])
    numbers = [columns.n_files, columns.n_symbols, tree.rank.iterations, tree.rank.converged, tree.pins is not None]
    numbers += [getattr(found, name) for name in _NUMBERS]
    column("numbers", array("q", numbers))
    writer.add("file_languages", "B", [columns.languages])
    writer.add("strings", "B", [strings.arena])  # type: ignore[list-item]
    column("string_offsets", strings.offsets)  # type: ignore[arg-type]
    column("outside_names", named.pop())
    column("outside_files", narrow(array("I", files)))
    column("outside_counts", narrow(array("I", counts)))
    for name, values in zip(NAMED, named, strict=True):
        column(name, values)
    for name in _PLAIN:
        column(name, columns.raw[name])
    for name in NARROWED:
        column(name, narrow(columns.raw[name]))
    for name in _GRAPH:
        column("graph_" + name, getattr(graph, name))
    for name in _COUNTED:
        column(name, narrow(getattr(found, name)))
    column("scores", tree.rank.scores)
    column("order", tree.rank.order)
    writer.close()
