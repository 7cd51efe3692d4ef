"""Who calls, what is called, what a change reaches, what connects: questions that the call graph answers.

Invariant: rows are distinct definitions; counts are of all of them, whatever is printed. Calls that the text does not
show are not counted, so every count is a floor, and says so.
Cost: one walk over the edges that are asked about.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from ripwire._core.reach import reach
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.model.columns import KINDS
from ripwire.model.selectors import NOT_FOUND, select
from ripwire.verbs.paging import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from ripwire.document import Attribute
    from ripwire.tree import Tree

IMPACT_CAP = 40
_NONE = 0xFFFFFFFF


def row(tree: Tree, symbol: int) -> Node:
    """One definition: kind, name, place."""
    columns = tree.columns
    facts: list[Attribute] = [("t", KINDS[columns.kind[symbol]]), ("n", columns.name_of(symbol))]
    return Node("s", [*facts, ("p", columns.place_of(symbol))])


def by_place(tree: Tree, symbols: Iterable[int]) -> list[int]:
    """Distinct symbols by path, line and name."""
    columns = tree.columns
    # Files are numbered in the order of their paths.
    return sorted(set(symbols), key=lambda s: (columns.file[s], columns.line[s], columns.name_of(s), s))


def gauges(tree: Tree) -> list[Attribute]:
    """What every answer from the call graph says of its bounds."""
    return [("counts_floor", True), *unresolved(tree)]


def unresolved(tree: Tree) -> list[Attribute]:
    """How many calls make no edge because their only namesakes are in another language; nothing for none."""
    calls = sum(tree.contributions.unresolved)
    return [("graph_unresolved", calls)] if calls else []


def outside_sites(tree: Tree, symbols: Iterable[int]) -> list[Attribute]:
    """How many calls of the symbols' names stand outside of any definition, and so have no caller to be listed."""
    return toplevel(sum(outside_files(tree, symbols).values()))


def toplevel(sites: int) -> list[Attribute]:
    """The attribute of a number of calls outside of any definition; nothing for none."""
    return [("toplevel_sites", sites)] if sites else []


def outside_files(tree: Tree, symbols: Iterable[int]) -> dict[int, int]:
    """The files that call the symbols' names outside of any definition, and how often."""
    names = tree.columns.name
    handles, files, counts = tree.outside_calls
    out: dict[int, int] = {}
    for wanted in {names[symbol] for symbol in symbols}:
        at = bisect_left(handles, wanted)
        while at < len(handles) and handles[at] == wanted:
            out[files[at]] = out.get(files[at], 0) + counts[at]
            at += 1
    return out


def outside_in(tree: Tree, files: Container[int]) -> dict[int, int]:
    """Those of some files that call definitions of the tree outside of any definition, and how often."""
    out: dict[int, int] = {}
    _, places, counts = tree.outside_calls
    for file, count in zip(places, counts, strict=True):
        if file in files:
            out[file] = out.get(file, 0) + count
    return out


def neighbours(tree: Tree, symbols: list[int], callers: bool) -> list[int]:
    """What calls the symbols, or what they call: distinct, by place."""
    graph = tree.graph
    offset, other = (graph.in_offset, graph.in_src) if callers else (graph.out_offset, graph.dst)
    found: set[int] = set()
    for symbol in symbols:
        found.update(other[offset[symbol] : offset[symbol + 1]])
    return by_place(tree, found)


def callers_document(tree: Tree, text: bytes, page: Page, flag: str = "callers") -> Document:
    """`--callers=SYM` and `--callees=SYM`: one step, over all definitions that the text means."""
    symbols = select(tree.columns, text, flag)
    found = neighbours(tree, symbols, flag == "callers")
    window, facts = page.window(len(found))
    attributes: list[Attribute] = [("of", text), ("defs", len(symbols)), ("count", len(found)), *facts, *gauges(tree)]
    if flag == "callers":
        attributes += outside_sites(tree, symbols)
    rows = (row(tree, symbol) for symbol in found[window])
    return Document(Node(flag, attributes, rows, rows=flag), legends=(legends.CALLERS, legends.COUNTS))


def impact_document(tree: Tree, text: bytes, page: Page) -> Document:
    """`--impact=SYM`: everything that reaches the definitions over calls, the most important first."""
    symbols = select(tree.columns, text, "impact")
    graph = tree.graph
    reached, _, _ = reach(graph.in_offset, graph.in_src, array("I", symbols))
    found = ranked(tree, set(reached).difference(symbols))
    window, facts = page.window(len(found), IMPACT_CAP)
    attributes: list[Attribute] = [
        ("of", text),
        ("defs", len(symbols)),
        ("reaches", len(found)),
        *facts,
        *gauges(tree),
        *outside_sites(tree, reached),
    ]
    rows = (row(tree, symbol) for symbol in found[window])
    return Document(Node("impact", attributes, rows, rows="impact"), legends=(legends.IMPACT, legends.COUNTS))


def ranked(tree: Tree, symbols: Iterable[int]) -> list[int]:
    """Symbols by rank, best first, ties by id."""
    scores = tree.rank.scores
    return sorted(symbols, key=lambda symbol: (-scores[symbol], symbol))


def path_document(tree: Tree, text: bytes) -> Document:
    """`--path=SRC,DST`: the shortest way from one definition to another over calls."""
    source, comma, target = text.partition(b",")
    if not comma or not source or not target:
        raise RipwireError(NOT_FOUND, f"--path={echo(text)}: wants SRC,DST (e.g. --path=main,parse)")
    columns, graph = tree.columns, tree.graph
    sources = select(columns, source, "path", b"%s," + target)
    targets = select(columns, target, "path", source + b",%s")
    wanted = set(targets)
    reached, steps, origin = reach(graph.out_offset, graph.dst, array("I", sources))
    way: list[int] = []
    at = next((place for place, symbol in enumerate(reached) if symbol in wanted), -1)
    if at >= 0:
        from_of = dict(zip(reached[: at + 1], origin[: at + 1], strict=True))
        symbol = reached[at]
        while symbol != _NONE:
            way.append(symbol)
            symbol = from_of[symbol]
        way.reverse()
    first, last = (way[0], way[-1]) if way else (sources[0], targets[0])
    attributes: list[Attribute] = [
        ("from", source),
        ("to", target),
        ("from_p", columns.place_of(first)),
        ("to_p", columns.place_of(last)),
        ("from_defs", len(sources)),
        ("to_defs", len(targets)),
        ("reachable", bool(way)),
        ("hops", steps[at] if way else 0),
        *unresolved(tree),
    ]
    if not way:
        several = len(sources) > 1 or len(targets) > 1
        name = f"; {echo(source)},{echo(target)} may mean others: file:name tells them apart" if several else ""
        attributes.append(
            ("hint", f"no chain of calls is known; connect={echo(source)},{echo(target)} looks in both directions, "
                     f"uses={echo(target)} lists its sites, impact={echo(target)} what reaches it{name}")
        )  # fmt: skip
    root = Node("path", attributes, [row(tree, s) for s in way], rows="path")
    return Document(root, legends=(legends.PATH, legends.UNRESOLVED))
