"""How the tree falls apart: communities of calls, their hierarchy, and the calls between directories that no test
reaches.

Invariant: a count is of all there is, whatever is printed; lists of a second kind have capped pairs of their own.
Calls that the text does not show are missing here as everywhere, so bridges are a floor.
Cost: that of `ripwire.graph.communities`; labels are made for what is printed.
"""

from __future__ import annotations

from ripwire._core import clusters
from ripwire._core.reach import reach
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.graph.communities import MAX_LEVELS, Communities, Names, by_size, folders, heaviest, levels, marks_of
from ripwire.model.columns import KINDS
from ripwire.model.paths import is_test_path
from ripwire.model.selectors import NOT_FOUND
from ripwire.verbs.navigate import outside_in, toplevel, unresolved
from ripwire.verbs.paging import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Iterator

    from ripwire.document import Attribute
    from ripwire.tree import Tree

MODULES = 30
BRIDGES = 12
SHOWN_MEMBERS = 5
MEMBERS = 40
SEAMS = 20
SEAM_EDGES = 5
TOP_MODULES = 20
NESTED = 8
DEPTH = 2


def communities_document(tree: Tree, page: Page) -> Document:
    """`--communities`: the largest communities with their first members, and the most used bridges."""
    found, names = Communities(tree), Names(tree)
    window, facts = page.window(len(found.modules), MODULES)
    bridges = found.bridges()
    few = bridges[:BRIDGES]
    bare, header, source, document = found.isolated()
    isolated = bare + header + source + document
    attributes: list[Attribute] = [
        ("drill", "--community=ID"),
        ("modules", len(found.modules)),
        *_renamed(facts, "modules"),
        *_listed("bridges", len(bridges), len(few)),
        ("isolated", isolated),
        ("isolated_decl", bare),
        ("isolated_header", header),
        ("isolated_source", source),
        ("isolated_doc", document),
        ("connected_singletons", found.count - len(found.modules) - isolated),
        ("symbols", tree.columns.n_symbols),
        *unresolved(tree),
    ]
    rows = (_community(tree, names, found, community) for community in found.modules[window])
    across = (
        Node(
            "bridge",
            [
                ("a", a),
                ("b", b),
                ("from_label", names.label(found.of(a))),
                ("to_label", names.label(found.of(b))),
                ("edges", edges),
            ],
        )
        for a, b, edges in few
    )
    root = Node("communities", attributes, across, rows="bridge", lists=[("community", rows)])
    return Document(root, legends=(legends.COMMUNITIES, legends.UNRESOLVED))


def _community(tree: Tree, names: Names, found: Communities, community: int) -> Node:
    members = found.of(community)
    first = names.leaders(members, SHOWN_MEMBERS)
    attributes: list[Attribute] = [
        ("id", community),
        *_named(names, members),
        ("shown", len(first)),
        ("capped", len(first) < len(members)),
    ]
    return Node("community", attributes, _members(tree, first), rows="member")


def _named(names: Names, members: array[int]) -> list[Attribute]:
    return [("size", len(members)), ("dir", names.folder_name(members)), ("label", names.label(members))]


def _members(tree: Tree, symbols: Iterable[int]) -> Iterator[Node]:
    columns = tree.columns
    for symbol in symbols:
        facts: list[Attribute] = [("t", KINDS[columns.kind[symbol]]), ("n", columns.name_of(symbol))]
        yield Node("member", [*facts, ("p", columns.place_of(symbol))])


def _renamed(facts: list[Attribute], noun: str) -> list[Attribute]:
    """The attributes of a window over one of two listings: ``shown`` and ``capped`` say of which."""
    names = {"shown": f"shown_{noun}", "capped": f"{noun}_capped"}
    return [(names.get(name, name), value) for name, value in facts]


def _listed(noun: str, total: int, shown: int) -> list[Attribute]:
    return [(noun, total), (f"shown_{noun}", shown), (f"{noun}_capped", shown < total)]


def community_document(tree: Tree, community: int, page: Page) -> Document:
    """`--community=ID`: all members of one community, and where its calls cross into others."""
    found, names = Communities(tree), Names(tree)
    if community >= found.count:
        if not found.count:
            raise RipwireError(NOT_FOUND, f"--community={community}: a tree without symbols has no communities")
        last = found.count - 1
        raise RipwireError(
            NOT_FOUND,
            f"--community={community}: communities are numbered 0..{last}, {last} is the nearest"
            f" (--communities lists the largest; e.g. --community={found.modules[0] if found.modules else last})",
        )
    members = found.of(community)
    window, facts = page.window(len(members), MEMBERS)
    shown = names.leaders(members, window.stop)[window]
    bridges = [(b if a == community else a, edges) for a, b, edges in found.bridges() if community in (a, b)]
    few = bridges[:MEMBERS]
    attributes: list[Attribute] = [
        ("id", community),
        ("partition", found.count),
        *_named(names, members),
        *facts,
        *_listed("bridges", len(bridges), len(few)),
        *unresolved(tree),
    ]
    across = (
        Node("bridge", [("to", other), ("to_label", names.label(found.of(other))), ("edges", edges)])
        for other, edges in few
    )
    root = Node("communities", attributes, across, rows="bridge", lists=[("member", _members(tree, shown))])
    return Document(root, legends=(legends.COMMUNITY, legends.UNRESOLVED))


# -- zoom -----------------------------------------------------------------------------------------------------------


def depth_of(text: bytes) -> int:
    """How many levels `--zoom=DEPTH` prints; raises RipwireError for what is no such number."""
    if not text:
        return DEPTH
    if text.isdigit() and len(text.lstrip(b"0")) == 1 and int(text) <= MAX_LEVELS:
        return int(text)
    raise RipwireError(
        NOT_FOUND, f"--zoom wants an integer in 1..{MAX_LEVELS}, got '{echo(text)}' (e.g. --zoom={DEPTH})"
    )


class Zoom:
    """The hierarchy of a tree as it is shown: modules of modules, down to a number of levels.

    top      the groups of the coarsest level with two symbols and more, largest first
    bridges  (group, group, calls) of that level
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        found = Communities(tree)
        self.names = Names(tree)
        self.levels = levels(found)
        self.isolated = sum(found.isolated())
        self.top: list[int] = []
        self.bridges: list[tuple[int, int, int]] = []
        if self.levels:
            level, graph = self.levels[-1], tree.graph
            self.top = by_size(level.offset)
            self.bridges = heaviest(*clusters.crossings(graph.out_offset, graph.dst, level.label, level.count))

    def narrowest(self, number: int, group: int) -> tuple[int, int]:
        """The lowest level (from 1) on which a group has the same members, and its number there."""
        while number > 1:
            level = self.levels[number - 1]
            if level.first[group + 1] - level.first[group] != 1:
                break
            group = level.below[level.first[group]]
            number -= 1
        return number, group

    def inside(self, number: int, group: int) -> list[tuple[int, int]]:
        """The modules that a group falls into on the next level that splits it, largest first; none on level 1."""
        number, group = self.narrowest(number, group)
        if number == 1:
            return []
        level, below = self.levels[number - 1], self.levels[number - 2]
        parts = [part for part in level.below[level.first[group] : level.first[group + 1]] if below.size(part) > 1]
        parts.sort(key=lambda part: -below.size(part))
        return [self.narrowest(number - 1, part) for part in parts]


def zoom_document(tree: Tree, depth: int, page: Page) -> Document:
    """`--zoom[=DEPTH]`: the coarsest modules, what they fall into, and the bridges between them."""
    zoom = Zoom(tree)
    window, facts = page.window(len(zoom.top), TOP_MODULES)
    few = zoom.bridges[:BRIDGES]
    number = len(zoom.levels)
    attributes: list[Attribute] = [
        ("levels", number),
        ("top_modules", len(zoom.top)),
        *facts,
        *_listed("bridges", len(zoom.bridges), len(few)),
        ("symbols", tree.columns.n_symbols),
        ("isolated", zoom.isolated),
        *unresolved(tree),
    ]
    rows = (_module(zoom, number, group, depth) for group in zoom.top[window])
    root = Node("zoom", attributes, _across(zoom, few), rows="bridge", lists=[("module", rows)])
    return Document(root, legends=(legends.ZOOM, legends.UNRESOLVED))


def _across(zoom: Zoom, bridges: list[tuple[int, int, int]]) -> Iterator[Node]:
    for a, b, edges in bridges:
        level, names = zoom.levels[-1], zoom.names
        labels: list[Attribute] = [
            ("from_label", names.label(level.of(a))),
            ("to_label", names.label(level.of(b))),
        ]
        yield Node("bridge", [("a", a), ("b", b), *labels, ("edges", edges)])


def _module(zoom: Zoom, number: int, group: int, depth: int) -> Node:
    """A module with ``depth`` levels, itself included; where no more are printed, its first members."""
    names, level = zoom.names, zoom.levels[number - 1]
    members = level.of(group)
    attributes: list[Attribute] = [("level", number), ("id", group), *_named(names, members)]
    lowest, community = zoom.narrowest(number, group)
    if lowest == 1 and number > 1:
        attributes.append(("community", community))
    parts = zoom.inside(number, group)
    if parts:
        attributes.append(("modules", len(parts)))
    if parts and depth > 1:
        few = parts[:NESTED]
        attributes += [("shown", len(few)), ("capped", len(few) < len(parts))]
        return Node("module", attributes, (_module(zoom, *part, depth - 1) for part in few), rows="module")
    first = names.leaders(members, SHOWN_MEMBERS)
    attributes += [("shown", len(first)), ("capped", len(first) < len(members))]
    return Node("module", attributes, _members(zoom.tree, first), rows="member")


# -- seams ----------------------------------------------------------------------------------------------------------


def seams_document(tree: Tree, page: Page) -> Document:
    """`--seams`: calls from one directory into another, made by definitions that no test reaches."""
    columns, graph = tree.columns, tree.graph
    names, folder_of = folders(columns)
    folder = clusters.gathered(columns.file, folder_of)
    is_test = [is_test_path(path) for path in columns.paths]
    first = columns.file_first_symbol
    marks, seeds = marks_of(columns, is_test)
    production = marks.translate(bytes((1, 0)) + bytes(254))
    unreached = bytearray(production)
    for symbol in reach(graph.out_offset, graph.dst, seeds)[0]:
        unreached[symbol] = 0

    def crossings(keep: bytes | bytearray) -> list[tuple[int, int, int]]:
        calls = clusters.crossings(graph.out_offset, graph.dst, folder, len(names), directed=True, keep=keep)
        return heaviest(*calls)

    outside = outside_in(tree, {file for file, yes in enumerate(is_test) if yes})
    test_files = {file for file, yes in enumerate(is_test) if yes and first[file] < first[file + 1]}
    every, pairs = crossings(production), crossings(unreached)
    window, facts = page.window(len(pairs), SEAMS)
    attributes: list[Attribute] = [
        ("modules", len(names)),
        ("bridges", sum(calls for _, _, calls in every)),
        ("untested", sum(calls for _, _, calls in pairs)),
        ("test_files", len(test_files.union(outside))),
        ("seam_pairs", len(pairs)),
        *facts,
        *unresolved(tree),
        *toplevel(sum(outside.values())),
    ]

    def seam(source: int, target: int, untested: int) -> Node:
        calls = clusters.between(graph.out_offset, graph.dst, folder, source, target, unreached, SEAM_EDGES)
        rows = [_edge(tree, caller, callee) for caller, callee in zip(*calls, strict=True)]
        head: list[Attribute] = [
            ("from", names[source]),
            ("to", names[target]),
            ("untested", untested),
            ("shown", len(rows)),
            ("capped", len(rows) < untested),
        ]
        return Node("seam", head, rows, rows="edge")

    root = Node("seams", attributes, (seam(*pair) for pair in pairs[window]), rows="seam")
    return Document(root, legends=(legends.SEAMS, legends.UNRESOLVED))


def _edge(tree: Tree, caller: int, callee: int) -> Node:
    columns = tree.columns
    names = columns.name_of(caller), columns.name_of(callee)
    places = columns.place_of(caller), columns.place_of(callee)
    return Node("edge", [("caller", names[0]), ("p", places[0]), ("callee", names[1]), ("cp", places[1])])
