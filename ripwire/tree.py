"""The pipeline: crawl, extract, assemble, resolve, graph, rank, over one root.

Purpose: one object with everything that a verb may ask about a tree.
Invariant: the same tree gives the same object, whatever the number of threads. Cost: parsing; the rest is a fraction.
"""

from __future__ import annotations

import os

from ripwire.crawl import Crawl, Drop, crawl
from ripwire.errors import RipwireError, echo
from ripwire.limits import DEFAULT_MAX_FILE_SIZE
from ripwire.model.columns import Columns
from ripwire.model.paths import is_test_path, module_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ripwire.extract.notebook import NotebookMap
    from ripwire.extract.run import Extraction
    from ripwire.graph import Graph, Rank
    from ripwire.resolve import Contributions
    from ripwire.store import Store
    from ripwire.store.records import Records
    from ripwire.store.snapshot import Inputs


class Tree:
    """One source tree, read and ranked.

    crawl          what was found and what was not looked at
    drops          everything left out, by path and reason, reading included
    over_budget    paths whose parse was given up for its cost
    notebooks      by path, the way from a notebook's bytes to its cells
    problems       messages about languages that cannot be read here, and a SCIP index that cannot be used
    pins           with a SCIP index, what `resolve.scip.pinned` found in it
    columns, contributions, graph, rank   the stages' results
    kept_outside   with a kept graph, what `outside_calls` gives
    max_file_size  the ceiling in force, bytes
    """

    __slots__ = (
        "crawl", "drops", "over_budget", "problems", "columns", "contributions", "graph", "rank", "max_file_size",
        "notebooks", "pins", "kept_outside",
    )  # fmt: skip

    crawl: Crawl
    drops: list[Drop]
    over_budget: list[bytes]
    notebooks: dict[bytes, NotebookMap]
    problems: list[str]
    columns: Columns
    contributions: Contributions
    graph: Graph
    rank: Rank
    max_file_size: int
    pins: dict[int, list[int]] | None
    kept_outside: tuple[Sequence[int], Sequence[int]] | None

    @property
    def outside_calls(self) -> tuple[Sequence[int], Sequence[int]]:
        """Handles of the names of definitions that are called outside of any definition, ascending, and how often."""
        from ripwire._core.reach import outside_calls

        if self.kept_outside is not None:
            return self.kept_outside
        return outside_calls(self.columns.raw)

    def resolve_traced(self, rows: list[int]) -> Contributions:
        """The tree resolved once more, with the steps of some references (ascending rows)."""
        from ripwire.resolve import resolve

        return resolve(self.columns, lambda path: _content(self, path), self.pins, rows)


def usable_cores() -> int:
    """Cores that this process may use, at least 1."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can tell
        return os.cpu_count() or 1


def check_root(root: bytes) -> None:
    """Refuse a root that is no readable directory, saying which it is."""
    name = echo(root)
    if not os.path.lexists(root):
        raise RipwireError(1, f"{name}: no such directory")
    if not os.path.isdir(root):
        raise RipwireError(1, f"{name} is not a directory (give the folder that holds it)")
    try:
        os.scandir(root).close()
    except OSError as error:
        raise RipwireError(1, f"{name}: cannot be read: {error.strerror or error}") from error


def build(
    root: bytes,
    *,
    exclude: Sequence[bytes] = (),
    ignore_tests: bool = False,
    use_git: bool = True,
    max_file_size: int = DEFAULT_MAX_FILE_SIZE,
    threads: int | None = None,
    scip: bytes | None = None,
    progress: Callable[[int, int, bytes], None] | None = None,
    shuffle: Callable[[list[os.DirEntry[bytes]]], None] | None = None,
    store: Store | None = None,
    graph_only: bool = False,
    records_only: bool = False,
    crashed: Collection[bytes] = (),
    arm: Callable[[], None] | None = None,
) -> Tree:
    """Read, resolve and rank the tree below ``root``. Raises RipwireError for a root that cannot be read.

    ``threads`` None means all cores that the process may use; ``scip`` is the file of an index that decides the calls
    it covers; ``shuffle`` is a test hook that reorders listings; ``store`` is what earlier runs have kept, and
    ``graph_only`` says that nothing of references is asked for, so that a kept graph will do, ``records_only`` that
    nothing is asked for but that the store gets its records: then the tree has a crawl, drops and problems only;
    ``crashed`` are paths on which a parser crashed, ``arm`` is called before one is at work.
    """
    from ripwire.languages.pool import Pool

    check_root(root)
    tree = Tree()
    tree.max_file_size = max_file_size
    tree.kept_outside = None
    pool = Pool()
    blob = store.open_records() if store is not None else None
    met = pool.prefetch if blob is None else None
    tree.crawl = crawl(root, exclude=exclude, max_file_size=max_file_size, use_git=use_git, shuffle=shuffle, met=met)
    kept = store.records(tree.crawl, blob) if store is not None else None
    if store is not None and kept is not None and graph_only and _restored(tree, store, kept):
        return tree
    from ripwire.extract.run import extract

    cores = threads or usable_cores()

    def extracted(kept: Records | None) -> Extraction:
        return extract(tree.crawl, threads=cores, pool=pool, progress=progress, kept=kept, crashed=crashed, arm=arm)

    extraction = extracted(kept)
    if store is not None and kept is not None:
        if kept.changed and graph_only and _restored(tree, store, kept):  # other stamps, the same contents
            store.save_records(kept)
            return tree
        from ripwire.store import Unusable

        try:
            kept.fill(extraction)
        except Unusable as error:
            store.damaged(error)
            kept = store.records(tree.crawl, None)
            extraction = extracted(kept)
        store.save_records(kept)
        kept.release()
    tree.drops = sorted(tree.crawl.drops + extraction.drops, key=lambda drop: (drop.path, drop.reason))
    tree.over_budget, tree.problems = extraction.budget, extraction.problems
    if records_only:
        return tree
    inputs = store.inputs(tree.crawl) if store is not None else None
    _finish(tree, extraction, ignore_tests, scip, inputs)
    if store is not None and kept is not None and inputs is not None:
        store.save_graph(tree, kept.tree_key(), extraction.drops, inputs)
    return tree


def _restored(tree: Tree, store: Store, kept: Records) -> bool:
    """Take a kept graph of these files, where there is one."""
    found = store.snapshot(tree.crawl, kept.tree_key())
    if found is None:
        return False
    tree.drops = sorted(tree.crawl.drops + found.drops, key=lambda drop: (drop.path, drop.reason))
    tree.over_budget, tree.notebooks, tree.problems = found.over_budget, {}, []
    tree.pins = {} if found.pinned else None
    tree.columns, tree.contributions = found.columns, found.contributions
    tree.graph, tree.rank, tree.kept_outside = found.graph, found.rank, found.outside
    return True


def _finish(tree: Tree, extraction: Extraction, ignore_tests: bool, scip: bytes | None, inputs: Inputs | None) -> None:
    """From the records of the files to the ranked graph."""
    from ripwire._core.assemble import assemble
    from ripwire.graph import Graph, rank
    from ripwire.resolve import resolve

    tree.notebooks = {tree.crawl.paths[index]: book for index, book in extraction.notebooks.items()}
    paths, languages = tree.crawl.paths, extraction.languages
    gone = {drop.path for drop in extraction.drops}
    if gone:  # a file that was left out while reading is no file of the tree
        kept = [i for i, path in enumerate(paths) if path not in gone]
        paths = [paths[i] for i in kept]
        languages = bytearray(languages[i] for i in kept)
        records = [extraction.records[i] for i in kept]
    else:
        records = extraction.records
    extraction.records = []
    if ignore_tests:
        records = [None if is_test_path(path) else record for path, record in zip(paths, records, strict=True)]
    modules = [module_name(path, code) for path, code in zip(paths, languages, strict=True)]
    tree.columns = Columns(paths, bytes(languages), assemble(records, modules))
    if scip is not None and inputs is not None:
        inputs.read(os.path.abspath(scip))
    tree.pins = None if scip is None else _pins(tree, scip)
    read = inputs.read if inputs is not None else lambda path: _content(tree, path)
    tree.contributions = resolve(tree.columns, read, tree.pins)
    tree.graph = Graph(tree.contributions, tree.columns.n_symbols)
    tree.rank = rank(tree.columns, tree.graph)


def _pins(tree: Tree, path: bytes) -> dict[int, list[int]] | None:
    """What the index in a file says about the calls; None, and a problem told, when it says nothing."""
    from ripwire.resolve.scip import ScipError, pinned, read

    try:
        return pinned(tree.columns, read(path), tree.crawl.root)
    except ScipError as error:
        tree.problems.append(f"--scip: {echo(path)}: {error}; calls are resolved without it")
        return None


def _content(tree: Tree, path: bytes) -> bytes | None:
    """The content of a path of the tree, for manifests; None when it cannot be read any more."""
    from ripwire.crawl.read import ReadProblem, read_file

    try:
        return read_file(os.path.join(tree.crawl.root, path))
    except ReadProblem:
        return None
