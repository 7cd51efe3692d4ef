"""Communities of the call graph: definitions that call one another more than they call others.

Purpose: the partition that Louvain's local moving finds, what stands for a community, and the levels above it; and
directories, the other way to cut a tree.
Source: spec/algorithms section 11.
Invariant: a function of the graph alone; a community's number is the place of its first symbol among the first symbols.
Cost: about 10 ms on 61,000 edges, 110 ms on 426,000; everything else is a fraction of it. Nothing is a Python object
but what is asked for.
"""

from __future__ import annotations

from array import array

from ripwire._core import clusters, louvain
from ripwire.model.columns import KIND_SEC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.model.columns import Columns
    from ripwire.tree import Tree

MAX_LEVELS = 8
ENOUGH = 10
"""Levels are added until no more modules than this are left."""

# Names of which every type has one, and which so say nothing about a community.
ACCESSORS = b"""
    size empty begin end get set push_back length len count first last front back at data value values key keys items
    item index next prev add remove insert clear contains has find init __init__ new __new__ constructor create make
    copy clone close open read write name type id toString to_string str __str__ __repr__ __len__ __iter__ __eq__
    __hash__ __getitem__ __setitem__ __enter__ __exit__ hash equals hashCode iter into from default fmt free put pop
    push peek reset swap append extend update delete min max
""".split()

_HEADERS = (b".h", b".hh", b".hpp", b".cuh")


class Communities:
    """The finest partition, in which every symbol is in one community.

    label            array('I') [N], the community of each symbol
    count            how many there are, those of one symbol included
    offset, members  the symbols of community ``c`` are ``members[offset[c]:offset[c + 1]]``, ascending
    degree_offset, neighbour   the undirected graph that was cut
    """

    def __init__(self, tree: Tree) -> None:
        graph = tree.graph
        self.tree = tree
        self.degree_offset, self.neighbour = louvain.undirected(
            graph.out_offset, graph.dst, graph.in_offset, graph.in_src
        )
        self.label, self.count = louvain.move(self.degree_offset, self.neighbour)
        self.offset, self.members = clusters.grouped(self.label, self.count)
        self.modules = by_size(self.offset)
        """Communities of two symbols and more, the largest first."""

    def of(self, community: int) -> array[int]:
        """The symbols of a community, ascending."""
        return self.members[self.offset[community] : self.offset[community + 1]]

    def bridges(self) -> list[tuple[int, int, int]]:
        """(community, other community, calls between them): most calls first, then by number."""
        graph = self.tree.graph
        return heaviest(*clusters.crossings(graph.out_offset, graph.dst, self.label, self.count))

    def isolated(self) -> tuple[int, int, int, int]:
        """Symbols without any call, as `_core.clusters.alone` tells them apart."""
        columns = self.tree.columns
        header = bytes(path.endswith(_HEADERS) for path in columns.paths)
        return clusters.alone(self.degree_offset, columns.file, columns.kind, columns.flags, KIND_SEC, header)


class Level:
    """One level of a hierarchy: level 1 is the communities, each level above groups the groups of the one below.

    offset, members  symbols of its groups, as in `Communities`
    below            the groups of the level below: those of group ``g`` are ``below[first[g]:first[g + 1]]``
    """

    __slots__ = ("label", "count", "offset", "members", "first", "below")

    def __init__(self, label: array[int], count: int, parent: array[int] | None) -> None:
        self.label, self.count = label, count
        self.offset, self.members = clusters.grouped(label, count)
        self.first, self.below = clusters.grouped(parent, count) if parent is not None else (array("I"), array("I"))

    def size(self, group: int) -> int:
        return self.offset[group + 1] - self.offset[group]

    def of(self, group: int) -> array[int]:
        """The symbols of a group, ascending."""
        return self.members[self.offset[group] : self.offset[group + 1]]


def levels(found: Communities) -> list[Level]:
    """The communities and what they form, from the finest level to the coarsest; none for a tree without symbols.

    A level without calls between its groups is left out: it would only say what is connected at all.
    """
    if not found.count:
        return []
    label, count = found.label, found.count
    out = [Level(label, count, None)]
    offset, neighbour, weight = louvain.contract(found.degree_offset, found.neighbour, None, label, count)
    while len(out) < MAX_LEVELS and len(clusters.large(out[-1].offset, 2)) > ENOUGH:
        group, fewer = louvain.move(offset, neighbour, weight)
        if fewer == count:
            break
        offset, neighbour, weight = louvain.contract(offset, neighbour, weight, group, fewer)
        if not neighbour:
            break
        label, count = clusters.gathered(label, group), fewer
        out.append(Level(label, count, group))
    return out


def by_size(offset: array[int]) -> list[int]:
    """Groups of two members and more, the largest first, then by number."""
    return sorted(clusters.large(offset, 2), key=lambda group: offset[group] - offset[group + 1])


def heaviest(first: array[int], second: array[int], number: array[int]) -> list[tuple[int, int, int]]:
    """Pairs, most calls first, then in the order given."""
    order = sorted(range(len(number)), key=number.__getitem__, reverse=True)  # stable in reverse, too
    return [(first[i], second[i], number[i]) for i in order]


class Names:
    """What stands for a group of symbols: its commonest directory and its most called member."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        columns = tree.columns
        self.folders, folder_of = folders(columns)
        self.folder = clusters.gathered(columns.file, folder_of)
        self._counts = array("I", bytes(4 * len(self.folders)))
        marks = bytearray(len(columns.strings))
        for name in ACCESSORS:
            for text in (name, *(b"%s/%d" % (name, arity) for arity in range(4))):
                if (handle := columns.strings.find(text)) >= 0:
                    marks[handle] = 1
        self._weak = clusters.marked(columns.name, marks)

    def leaders(self, members: array[int], count: int) -> array[int]:
        """The members that stand for a group, best first: accessors last, most callers, highest rank, lowest id."""
        graph, scores = self.tree.graph, self.tree.rank.scores
        if count <= 256:
            return clusters.leaders(members, count, self._weak, graph.in_offset, scores)
        weak, calls = self._weak, graph.in_offset
        order = sorted(members, key=lambda s: (weak[s], calls[s] - calls[s + 1], -scores[s], s))
        return array("I", order[:count])

    def folder_name(self, members: array[int]) -> bytes:
        """The directory that holds most members, the first of several by name."""
        return self.folders[clusters.commonest(members, self.folder, self._counts)]

    def label(self, members: array[int]) -> bytes:
        """``dir::name@path:line:byte`` of a group's first leader, dir being the group's commonest directory."""
        columns = self.tree.columns
        best = self.leaders(members, 1)[0]
        place = (columns.path_of(best), columns.line[best], columns.start[best])
        return b"%s::%s@%s:%d:%d" % (self.folder_name(members), columns.name_of(best), *place)


def folders(columns: Columns) -> tuple[list[bytes], array[int]]:
    """The directories that hold files, in byte order, and the number of each file's; ``.`` is the root itself."""
    own = [path.rpartition(b"/")[0] or b"." for path in columns.paths]
    names = sorted(set(own))
    number = {name: i for i, name in enumerate(names)}
    return names, array("I", [number[name] for name in own])


def marks_of(columns: Columns, chosen: Sequence[bool]) -> tuple[bytearray, array[int]]:
    """For files that are marked: a mark for each symbol, and the marked symbols, ascending."""
    marks, symbols = bytearray(columns.n_symbols), array("I")
    first = columns.file_first_symbol
    for file, yes in enumerate(chosen):
        if yes:
            symbols.extend(range(first[file], first[file + 1]))
            marks[first[file] : first[file + 1]] = b"\1" * (first[file + 1] - first[file])
    return marks, symbols
