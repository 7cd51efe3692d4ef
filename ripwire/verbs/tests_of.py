"""`--affected` and `--exercises`: which tests reach a change, and what a test reaches, over calls.

Invariant: the two are each other's inverse over the call graph. Rows are exact for that graph; calls that stand outside
of any definition have no caller in it: `--affected` lists the test files that have such calls of the names that it
reached, marked, and both say how many there are.
Cost: one walk over the edges. Scripts among the tests are read when a test that is no script is listed.
"""

from __future__ import annotations

from array import array

from ripwire._core.reach import reach
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.languages.table import LANGUAGES
from ripwire.model.paths import SEAM, is_test_path
from ripwire.model.selectors import NOT_FOUND, select
from ripwire.verbs.navigate import gauges, outside_files, outside_in, ranked, row, toplevel
from ripwire.verbs.source import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ripwire.document import Attribute
    from ripwire.model.columns import Columns
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

SYMBOLS_SHOWN = 40
FILES_SHOWN = 20
_RUNNERS = {b".sh": b"bash", b".py": b"python3"}
_SAFE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+@%:=,")


def is_test(columns: Columns, file: int) -> bool:
    """Whether a file is test code: on a test path, and in a language that calls."""
    return bool(LANGUAGES[columns.languages[file]].family) and is_test_path(columns.paths[file])


class Runners:
    """The commands that surely run a test: a script of its name, else a script that names it.

    A script of Python is one when it asks for ``__main__``: a module of tests alone does nothing when it is run.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        # What is printed of a path in a run over several roots is not where it lies.
        paths = tree.columns.paths if len(tree.roots) == 1 else []
        self._scripts = [path for path in paths if path[-3:] in _RUNNERS and is_test_path(path)]
        self._texts: list[tuple[bytes, bytes]] | None = None

    def of(self, path: bytes) -> list[Attribute]:
        """The attribute ``run`` of a test file, where a command is certain."""
        if path[-3:] in _RUNNERS and is_test_path(path):
            return []
        if self._texts is None:
            texts = [(script, content(self._tree, script) or b"") for script in self._scripts]
            self._texts = [(script, text) for script, text in texts if script.endswith(b".sh") or b"__main__" in text]
        name, stem = path.rpartition(b"/")[2], _stem(path)
        namesakes = [script for script, _ in self._texts if _stem(script) == stem]
        naming = (script for script, text in self._texts if name in text)
        script = namesakes[0] if namesakes else next(naming, None)
        return [] if script is None else [("run", _RUNNERS[script[-3:]] + b" " + _quoted(script))]


def _stem(path: bytes) -> bytes:
    return path.rpartition(b"/")[2].rpartition(b".")[0]


def _quoted(path: bytes) -> bytes:
    """A path as a word of a shell."""
    if _SAFE.issuperset(path) and not path.startswith(b"-"):
        return path
    return b"'" + (b"./" if path.startswith(b"-") else b"") + path.replace(b"'", b"'\\''") + b"'"


def files_of(columns: Columns, text: bytes) -> list[int]:
    """The files that a path means: the one of that path, else those whose path contains it; may be none.

    ``./`` at its beginning and a line, or lines, at its end are passed over.
    """
    path = text
    while path.startswith(b"./"):
        path = path[2:]
    head, colon, tail = path.rpartition(b":")
    first, dash, last = tail.partition(b"-")
    if colon and first.isdigit() and (not dash or last.isdigit()):
        path = head
    if not path:
        return []
    exact = [file for file, one in enumerate(columns.paths) if one == path]
    if exact:
        return exact
    found = [file for file, one in enumerate(columns.paths) if path in one]
    return found or [file for file, one in enumerate(columns.paths) if path in one.replace(SEAM, b"/")]


def _symbols_in(columns: Columns, files: Iterable[int]) -> list[int]:
    first = columns.file_first_symbol
    return [symbol for file in sorted(set(files)) for symbol in range(first[file], first[file + 1])]


def affected_document(tree: Tree, text: bytes) -> Document:
    """`--affected=F1,F2|SYM`: the test files from which what has changed is reached."""
    columns, graph = tree.columns, tree.graph
    files: set[int] = set()
    seeds: set[int] = set()
    kinds: set[str] = set()
    for word in text.split(b","):
        if not word:
            raise RipwireError(
                NOT_FOUND, f"--affected={echo(text)}: a name between the commas is empty (e.g. --affected=src/a.py,run)"
            )
        if found := files_of(columns, word):
            files.update(found)
            kinds.add("file")
            continue
        try:
            seeds.update(select(columns, word, "affected", text.replace(word, b"%s")))
        except RipwireError as error:
            why = f"no indexed path contains {echo(word)}, and as a definition:"
            raise RipwireError(NOT_FOUND, f"--affected: {why} {error.message.partition(': ')[2]}") from error
        kinds.add("symbol")
    seeds.update(_symbols_in(columns, files))
    # A change is reached by what calls it, also where that has changed itself.
    callers: set[int] = set()
    for symbol in seeds:
        callers.update(graph.in_src[graph.in_offset[symbol] : graph.in_offset[symbol + 1]])
    reached, _, _ = reach(graph.in_offset, graph.in_src, array("I", sorted(callers)))
    touched = seeds.union(reached)
    owners = files.union(columns.file[symbol] for symbol in touched)
    outside = outside_files(tree, touched)
    tests = [file for file in sorted(owners.union(outside)) if is_test(columns, file)]
    gates = sum(path.endswith(b".sh") and is_test_path(path) for path in columns.paths)
    attributes: list[Attribute] = [
        ("changed", text),
        ("seeded_by", kinds.pop() if len(kinds) == 1 else "mixed"),
        ("seeds", len(seeds)),
        ("tests", len(tests)),
        ("reached", len(reached)),
        ("script_gates_unmodelled", gates),
        *gauges(tree),
        *toplevel(sum(outside.values())),
    ]
    runners = Runners(tree)

    def node(file: int) -> Node:
        by: list[Attribute] = [] if file in owners else [("by", "toplevel")]
        return Node("test", [("p", columns.paths[file]), *by, *runners.of(columns.paths[file])])

    rows = map(node, tests)
    return Document(Node("affected", attributes, rows, rows="affected"), legends=(legends.AFFECTED, legends.COUNTS))


def exercises_document(tree: Tree, text: bytes, page: Page) -> Document:
    """`--exercises=TESTFILE`: the definitions outside of test code that the tests of some files reach."""
    columns, graph = tree.columns, tree.graph
    files = files_of(columns, text)
    if not files:
        raise RipwireError(NOT_FOUND, f"--exercises: no indexed path contains {echo(text)} (e.g. --exercises=tests/)")
    tests = [file for file in files if is_test(columns, file)]
    if not tests:
        path = echo(columns.paths[files[0]])
        more = f" and {len(files) - 1} more are" if len(files) > 1 else " is"
        raise RipwireError(
            NOT_FOUND,
            f"--exercises: {path}{more} no test code; --callees=NAME and"
            f" --graph-query='callees(file(all,\"REGEX\"),9)' follow the calls of any code",
        )
    seeds = _symbols_in(columns, tests)
    reached, _, _ = reach(graph.out_offset, graph.dst, array("I", seeds))
    test_code = {file for file in {columns.file[symbol] for symbol in reached} if is_test_path(columns.paths[file])}
    found = ranked(tree, [symbol for symbol in reached if columns.file[symbol] not in test_code])
    window, facts = page.window(len(found), SYMBOLS_SHOWN)
    shown = [columns.paths[file] for file in tests[:FILES_SHOWN]]
    attributes: list[Attribute] = [
        ("of", text),
        ("seed_files", len(tests)),
        ("shown_seed_files", len(shown)),
        ("seed_files_capped", len(shown) < len(tests)),
        ("test_symbols", len(seeds)),
        ("reaches", len(found)),
        *_harness([columns.paths[file] for file in tests]),
        *facts,
        *gauges(tree),
        *toplevel(sum(outside_in(tree, set(tests)).values())),
    ]
    runners = Runners(tree)
    lists = [("t", [Node("t", [("p", path), *runners.of(path)]) for path in shown])]
    rows = (row(tree, symbol) for symbol in found[window])
    root = Node("exercises", attributes, rows, rows="exercises", lists=lists)
    return Document(root, legends=(legends.EXERCISES, legends.COUNTS))


def _harness(paths: list[bytes]) -> list[Attribute]:
    """Whether the tests are shell scripts, whose calls of programs are none of the graph."""
    scripts = sum(path.endswith(b".sh") for path in paths)
    if not scripts:
        return []
    note = "scripts start programs, which are no calls of the graph: what these run is not in the rows"
    return [("harness", "script" if scripts == len(paths) else "mixed"), ("note", note)]
