"""The pipeline: crawl, extract, assemble, resolve, graph, rank, over one root or several.

Purpose: one object with everything that a verb may ask about a tree.
Invariant: the same tree gives the same object, whatever the number of threads. Cost: parsing; the rest is a fraction.
"""

from __future__ import annotations

import os

from ripwire.crawl import Crawl, Drop, crawl
from ripwire.errors import DamagedRecord, RipwireError, echo
from ripwire.limits import DEFAULT_MAX_FILE_SIZE
from ripwire.model.columns import Columns
from ripwire.model.paths import is_test_path, module_name
from ripwire.resolve import Unresolved
from ripwire.workers import usable_cores
from ripwire.workspace import Root, joined, merged, prefixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ripwire.extract.notebook import NotebookMap
    from ripwire.extract.run import Extraction
    from ripwire.graph import Graph, Rank
    from ripwire.resolve import Contributions
    from ripwire.store import Store, Unusable
    from ripwire.store.records import Records
    from ripwire.store.snapshot import Inputs


class Tree:
    """One source tree, read and ranked.

    roots          the roots, by label
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
        "notebooks", "pins", "kept_outside", "roots",
    )  # fmt: skip

    roots: list[Root]
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
    kept_outside: tuple[Sequence[int], Sequence[int], Sequence[int]] | None

    @property
    def outside_calls(self) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
        """Where names of definitions are called outside of any definition: handles of names, files, and how often; by
        name, then by file."""
        from ripwire._core.reach import outside_calls

        if self.kept_outside is not None:
            return self.kept_outside
        return outside_calls(self.columns.raw)

    def resolve_traced(self, rows: list[int]) -> Contributions:
        """The tree resolved once more, with the steps of some references (ascending rows)."""
        from ripwire.resolve import resolve

        return resolve(self.columns, _reader(self.crawl.root), self.pins, rows)


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
    root: bytes | Sequence[Root],
    *,
    exclude: Sequence[bytes] = (),
    ignore_tests: bool = False,
    use_git: bool = True,
    max_file_size: int = DEFAULT_MAX_FILE_SIZE,
    threads: int | None = None,
    scip: bytes | None = None,
    progress: Callable[[int, int, bytes], None] | None = None,
    shuffle: Callable[[list[os.DirEntry[bytes]]], None] | None = None,
    stores: Sequence[Store] = (),
    graph_only: bool = False,
    records_only: bool = False,
    crashed: Collection[bytes] = (),
    arm: Callable[[], None] | None = None,
) -> Tree:
    """Read, resolve and rank the tree below ``root``, or below several. Raises RipwireError for a root that cannot be
    read.

    ``threads`` None means all cores that the process may use; ``scip`` is the file of an index that decides the calls
    it covers; ``shuffle`` is a test hook that reorders listings; ``stores`` hold what earlier runs have kept, one a
    root, and ``graph_only`` says that nothing of references is asked for, so that a kept graph will do,
    ``records_only`` that nothing is asked for but that the stores get their records: then the tree has a crawl, drops
    and problems only; ``crashed`` are paths on which a parser crashed, ``arm`` is called before one is at work.
    """
    from ripwire.languages.pool import Pool

    roots = [Root(root)] if isinstance(root, bytes) else list(root)
    for one in roots:
        check_root(one.path)
    tree = Tree()
    tree.roots = roots
    tree.max_file_size = max_file_size
    tree.kept_outside = None
    pool = Pool()
    kept: list[Store | None] = [*stores] or [None] * len(roots)
    parts = [_Part(one, store) for one, store in zip(roots, kept, strict=True)]
    for part in parts:
        blob = part.store.open_records() if part.store is not None else None
        part.crawl = crawl(
            part.root.path, exclude=exclude, max_file_size=max_file_size, use_git=use_git, shuffle=shuffle,
            met=pool.prefetch if blob is None else None, prefix=part.root.prefix,
        )  # fmt: skip
        part.kept = part.store.records(part.crawl, blob) if part.store is not None else None
    tree.crawl = parts[0].crawl if len(parts) == 1 else joined(roots, [part.crawl for part in parts])
    store = stores[0] if stores else None
    if store is not None and graph_only and _restored(tree, store, parts):
        return tree
    from ripwire.extract.run import extract

    def extracted(part: _Part) -> Extraction:
        return extract(
            part.crawl, threads=threads or usable_cores(), pool=pool, progress=progress, kept=part.kept,
            crashed=crashed, arm=arm,
        )  # fmt: skip

    for part in parts:
        part.extraction = extracted(part)
    if store is not None:
        read = any(part.kept is not None and part.kept.read for part in parts)
        if read and len(parts) == 1 and parts[0].kept is not None:
            store.renew(tree.crawl, parts[0].kept)
        if read and graph_only and _restored(tree, store, parts):  # other stamps, the same contents
            for part in parts:
                part.save()
            return tree
        from ripwire.store import Unusable

        for part in parts:
            if part.kept is not None:
                try:
                    part.kept.fill(part.extraction)
                except Unusable as error:
                    part.anew(error, extracted)
            part.save()
    _tell(tree, parts)
    if records_only:
        return tree
    try:
        columns = _assemble(tree, parts, ignore_tests)
    except DamagedRecord as error:  # it had its digest: somebody else wrote it
        if not any(part.kept is not None and part.kept.used for part in parts):
            raise
        from ripwire.store import Unusable

        for part in parts:
            part.anew(Unusable(str(error)), extracted)
            part.save()
        _tell(tree, parts)
        columns = _assemble(tree, parts, ignore_tests)
    key = _tree_key(parts)
    found = store.snapshot(tree.crawl.paths, key) if store is not None else None
    inputs = store.inputs() if store is not None else None
    if inputs is not None and scip is not None:
        inputs.read(os.path.realpath(scip))
    tree.pins = None if scip is None else _pins(tree, scip)
    if found is not None and found.columns.n_symbols == tree.columns.n_symbols:
        # Who calls whom is known; at which site, that is found out for those that ask.
        tree.graph, tree.rank = found.graph, found.rank
        tree.contributions = Unresolved(found.contributions, lambda: _resolved(tree, parts, columns, None))
        return tree
    from ripwire.graph import Graph, rank

    tree.contributions = _resolved(tree, parts, columns, inputs)
    tree.graph = Graph(tree.contributions, tree.columns.n_symbols)
    tree.rank = rank(tree.columns, tree.graph)
    if store is not None and inputs is not None:
        keys = parts[0].kept.keys if len(parts) == 1 and parts[0].kept is not None else None
        store.save_graph(tree, key, keys or b"", _drops(parts), inputs)
    return tree


def _drops(parts: list[_Part]) -> list[Drop]:
    """What was left out after its content was seen."""
    return [prefixed(drop, part.root.prefix) for part in parts for drop in part.extraction.drops]


def _tell(tree: Tree, parts: list[_Part]) -> None:
    """Put what extraction found beside the facts into the tree."""
    tree.drops = sorted(tree.crawl.drops + _drops(parts), key=lambda drop: (drop.path, drop.reason))
    tree.over_budget = [part.root.prefix + path for part in parts for path in part.extraction.budget]
    tree.problems = list(dict.fromkeys(problem for part in parts for problem in part.extraction.problems))


class _Part:
    """What is known of one root while a tree is built."""

    crawl: Crawl
    kept: Records | None
    extraction: Extraction

    def __init__(self, root: Root, store: Store | None) -> None:
        self.root, self.store = root, store

    def anew(self, error: Unusable, extracted: Callable[[_Part], Extraction]) -> None:
        """Extract again without what was kept, which turned out to be damaged."""
        if self.store is not None:
            self.store.damaged(error)
            self.kept = self.store.records(self.crawl, None)
        self.extraction = extracted(self)

    def save(self) -> None:
        """Write the records, where there are new ones, and let go of them."""
        if self.store is not None and self.kept is not None:
            self.store.save_records(self.kept)
            self.kept.release()


def _tree_key(parts: list[_Part]) -> bytes:
    """What the trees of all parts hold; empty when that is not known."""
    keys = [part.kept.tree_key() if part.kept is not None else b"" for part in parts]
    return b"".join(keys) if all(keys) else b""


def _restored(tree: Tree, store: Store, parts: list[_Part]) -> bool:
    """Take a kept graph of these files, where there is one."""
    found = store.snapshot(tree.crawl.paths, _tree_key(parts))
    if found is None:
        return False
    tree.drops = sorted(tree.crawl.drops + found.drops, key=lambda drop: (drop.path, drop.reason))
    tree.over_budget, tree.notebooks, tree.problems = found.over_budget, {}, []
    tree.pins = {} if found.pinned else None
    tree.columns, tree.contributions = found.columns, found.contributions
    tree.graph, tree.rank, tree.kept_outside = found.graph, found.rank, found.outside
    return True


def _assemble(tree: Tree, parts: list[_Part], ignore_tests: bool) -> list[Columns]:
    """The columns of each root; those of all together become the tree's."""
    from ripwire._core.assemble import assemble

    tree.notebooks = {}
    out: list[Columns] = []
    records: list[bytes | None] = []
    modules: list[bytes] = []
    for part in parts:
        paths, languages, its_records = _files(part, ignore_tests)
        its_modules = [module_name(path, code) for path, code in zip(paths, languages, strict=True)]
        for index, book in part.extraction.notebooks.items():
            tree.notebooks[part.root.prefix + part.crawl.paths[index]] = book
        if len(parts) > 1:
            records += its_records
            modules += its_modules
        out.append(Columns(paths, languages, assemble(its_records, its_modules)))
    if len(parts) == 1:
        tree.columns = out[0]
        return out
    named = [part.root.prefix + path for part, one in zip(parts, out, strict=True) for path in one.paths]
    tree.columns = Columns(named, b"".join(one.languages for one in out), assemble(records, modules))
    return out


def _resolved(tree: Tree, parts: list[_Part], columns: list[Columns], inputs: Inputs | None) -> Contributions:
    """The calls of all roots, resolved in each root alone; what is read beside the records goes through ``inputs``."""
    from ripwire.resolve import resolve

    found: list[Contributions] = []
    for part, one in zip(parts, columns, strict=True):
        read = _reader(part.root.path) if inputs is None else inputs.reader(part.root.path, part.crawl)
        found.append(resolve(one, read, tree.pins))
    if len(parts) == 1:
        return found[0]
    return merged(found, [one.n_symbols for one in columns], [len(one.ref_name) for one in columns])


def _files(part: _Part, ignore_tests: bool) -> tuple[list[bytes], bytes, list[bytes | None]]:
    """Paths, languages and records of the files of a root; the extraction lets go of the records."""
    paths, languages, records = part.crawl.paths, part.extraction.languages, part.extraction.records
    part.extraction.records = []
    gone = {drop.path for drop in part.extraction.drops}
    if gone:  # a file that was left out while reading is no file of the tree
        kept = [i for i, path in enumerate(paths) if path not in gone]
        paths = [paths[i] for i in kept]
        languages = bytearray(languages[i] for i in kept)
        records = [records[i] for i in kept]
    if ignore_tests:
        records = [None if is_test_path(path) else record for path, record in zip(paths, records, strict=True)]
    return paths, bytes(languages), records


def _pins(tree: Tree, path: bytes) -> dict[int, list[int]] | None:
    """What the index in a file says about the calls; None, and a problem told, when it says nothing."""
    from ripwire.resolve.scip import ScipError, pinned, read

    try:
        return pinned(tree.columns, read(path), tree.crawl.root)
    except ScipError as error:
        tree.problems.append(f"--scip: {echo(path)}: {error}; calls are resolved without it")
        return None


def _reader(root: bytes) -> Callable[[bytes], bytes | None]:
    """What gives the content of a path below a root, for manifests; None when it cannot be read."""
    from ripwire.crawl.read import ReadProblem, read_file

    def read(path: bytes) -> bytes | None:
        try:
            return read_file(os.path.join(root, path))
        except ReadProblem:
            return None

    return read
