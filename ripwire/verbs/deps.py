"""The graph of files by their imports: `--deps`.

Purpose: which files a file needs, as written and in the end; how coupled all of them are, what is needed most, what is
needed although it is less stable, cycles and where they are cheapest to cut.
Source: cumulative component dependency after Lakos (Large-Scale C++ Software Design, 1996), instability after Martin.
Invariant: an import counts when it can mean one file of the tree only (`ripwire.verbs.imports`), and not when that is
the file itself. Cost: a look at every import, a walk over what is below each file.
"""

from __future__ import annotations

from array import array
from math import log2

from ripwire.document import Document, Fixed, Node
from ripwire.document import legend as legends
from ripwire.languages.table import LANGUAGES
from ripwire.verbs.imports import PRECISE, Imports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

FILES_CAP = 40
ROWS_CAP = 12  # of each of the lists above the files

_HORIZONTAL, _BALANCED, _VERTICAL = 0.9, 1.1, 2.0


class FileGraph:
    """Files and what they import.

    needs     of a file, the files that it imports, with how often and as what first
    needed    of a file, how many files import it
    capable   files of languages whose imports name files
    unread    names of the languages of the tree that call and whose imports name no files
    cone      how many files a file leads to, itself among them
    cycles    files that lead to one another, largest first
    """

    def __init__(self, tree: Tree) -> None:
        columns = tree.columns
        self.paths = columns.paths
        imports = Imports(tree)
        self.capable = [file for file in range(columns.n_files) if imports.family(file) in PRECISE]
        rows = [LANGUAGES[code] for code in sorted(set(columns.languages))]
        self.unread = sorted({row.name.encode() for row in rows if row.family and row.family not in PRECISE})
        self.needs: list[dict[int, list[int]]] = [{} for _ in columns.paths]
        self._imports = imports
        for row in range(len(columns.import_file)):
            file = columns.import_file[row]
            target = imports.file_of(row)
            if target >= 0 and target != file:
                self.needs[file].setdefault(target, []).append(row)
        self.needed = [0] * columns.n_files
        first, to = array("I", [0]), array("I")
        for targets in self.needs:
            to.extend(sorted(targets))
            first.append(len(to))
            for target in targets:
                self.needed[target] += 1
        from ripwire._core.cones import components, cones

        component = components(first, to)
        self.cone = cones(first, to, component)
        groups: dict[int, list[int]] = {}
        for file, lowest in enumerate(component):
            groups.setdefault(lowest, []).append(file)
        self.cycles = sorted((files for files in groups.values() if len(files) > 1), key=lambda f: (-len(f), f[0]))

    def text(self, row: int) -> bytes:
        """What an import names, as it is written."""
        return self._imports.text(row)

    def instability(self, file: int) -> float:
        """Files that it needs, of those that it needs or is needed by; 0 for a file without either."""
        both = len(self.needs[file]) + self.needed[file]
        return len(self.needs[file]) / both if both else 0.0

    def lightest(self, files: list[int]) -> tuple[int, int, int]:
        """Of the imports inside a cycle the one that is written least often: source, target, how often."""
        inside = set(files)
        count, source, target = min(
            (len(rows), file, other)
            for file in files
            for other, rows in self.needs[file].items()
            if other in inside
        )  # fmt: skip
        return source, target, count


def deps_document(tree: Tree, page: Page) -> Document:
    """`--deps`: health, the most needed files, imports against stability, cycles, files by what they need."""
    graph = FileGraph(tree)
    bearing = [file for file in range(len(graph.paths)) if graph.needs[file] or graph.needed[file]]
    bearing.sort(key=lambda file: (-graph.cone[file], file))
    window, facts = page.window(len(bearing), FILES_CAP)
    lists = [
        ("health", [_health(graph)]),
        ("godfiles", [_most_needed(graph, bearing)]),
        ("stabledeps", [_unstable(graph)]),
        ("cycles", [_cycles(graph)]),
    ]
    rows = (_file(graph, file) for file in bearing[window])
    unread: list[Attribute] = [("imports_unread", b" ".join(graph.unread))] if graph.unread else []
    root = Node("deps", [("files", len(bearing)), *facts, *unread], rows, rows="deps", lists=lists)
    return Document(root, legends=(legends.DEPS,))


def _health(graph: FileGraph) -> Node:
    """Lakos's measures over the files whose imports are known; 1 is what a balanced binary tree of them has.

    Without such files nothing is measured, and no number is there.
    """
    n = len(graph.capable)
    counted: list[Attribute] = [("files", len(graph.paths)), ("dep_files", n)]
    if not n:
        return Node("health", counted)
    total = sum(graph.cone[file] for file in graph.capable)
    balanced = (n + 1) * log2(n + 1) - n
    normal = total / balanced
    if normal < _HORIZONTAL:
        shape = "horizontal"
    elif normal <= _BALANCED:
        shape = "balanced"
    else:
        shape = "vertical" if normal <= _VERTICAL else "cyclic"
    measured: list[Attribute] = [
        ("ccd", total),
        ("acd", Fixed(total / n, 1)),
        ("nccd", Fixed(normal, 2)),
        ("shape", shape),
    ]
    return Node("health", counted + measured)


def _capped(total: int) -> list[Attribute]:
    return [("shown", min(total, ROWS_CAP)), ("capped", total > ROWS_CAP)]


def _most_needed(graph: FileGraph, bearing: list[int]) -> Node:
    needed = sorted((file for file in bearing if graph.needed[file]), key=lambda file: (-graph.needed[file], file))
    rows = [Node("f", [("p", graph.paths[file]), ("afferent", graph.needed[file])]) for file in needed[:ROWS_CAP]]
    return Node("godfiles", [("total", len(needed)), *_capped(len(needed))], rows, rows="f")


def _unstable(graph: FileGraph) -> Node:
    """Imports of files that are less stable than the importing one, the worst first."""
    found: list[tuple[float, int, int]] = []
    for file, targets in enumerate(graph.needs):
        own = graph.instability(file)
        for target in targets:
            gap = graph.instability(target) - own
            if gap >= 0.005:  # what is printed as nothing is none
                found.append((-gap, file, target))
    found.sort()
    rows = [
        Node("v", [("from", graph.paths[file]), ("to", graph.paths[target]), ("gap", Fixed(-gap, 2))])
        for gap, file, target in found[:ROWS_CAP]
    ]
    return Node("stabledeps", [("violations", len(found)), *_capped(len(found))], rows, rows="v")


def _cycles(graph: FileGraph) -> Node:
    rows = []
    for files in graph.cycles[:ROWS_CAP]:
        source, target, count = graph.lightest(files)
        attributes: list[Attribute] = [
            ("size", len(files)),
            ("cost", len(files) ** 2),
            ("cut", graph.paths[source] + b" -> " + graph.paths[target]),
            ("cutrefs", count),
        ]
        if len(files) > ROWS_CAP:
            attributes += _capped(len(files))
        rows.append(Node("cycle", attributes, [Node("f", [("p", graph.paths[f])]) for f in files[:ROWS_CAP]], rows="f"))
    total = len(graph.cycles)
    return Node("cycles", [("total", total), *_capped(total)], rows, rows="cycle")


def _file(graph: FileGraph, file: int) -> Node:
    """One file and what it imports, in the order of writing."""
    needs = graph.needs[file]
    rows = []
    for target, imports in sorted(needs.items(), key=lambda item: item[1][0]):
        attributes: list[Attribute] = [("t", graph.text(imports[0])), ("p", graph.paths[target])]
        rows.append(Node("inc", attributes + ([("refs", len(imports))] if len(imports) > 1 else [])))
    facts: list[Attribute] = [
        ("p", graph.paths[file]),
        ("includes", len(needs)),
        ("afferent", graph.needed[file]),
        ("instab", Fixed(graph.instability(file), 2)),
        ("transitive", graph.cone[file] - 1),
    ]
    return Node("f", facts, rows, rows="inc")
