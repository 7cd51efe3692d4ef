"""`--connect=A,B[,..]`: the smallest part of the call graph that joins some definitions.

Purpose: a spanning tree over the shortest ways between the definitions (calls in either direction), printed with the
direction that each call has: Kou, Markowsky and Berman's approximation of a Steiner tree, "A fast algorithm for Steiner
trees", Acta Informatica 15 (1981), without its last pruning, which shortest ways out of one search rarely need.
Invariant: definitions that a way of at most ``radius`` calls joins are in one group; the rest is listed as unconnected.
Every call printed is an edge of the graph. What a cap or a budget leaves out is said.
Cost: a bounded breadth-first search from each definition but the last.
"""

from __future__ import annotations

from array import array

from ripwire._core.sets import ways
from ripwire.document import ESTIMATE, Document, Node
from ripwire.document import legend as legends
from ripwire.document.tokens import fit_bytes
from ripwire.errors import RipwireError, echo
from ripwire.model.columns import KINDS
from ripwire.model.selectors import NOT_FOUND
from ripwire.verbs.around import single
from ripwire.verbs.navigate import gauges
from ripwire.verbs.source import Signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute
    from ripwire.tree import Tree

DEFAULT_RADIUS = 6
MOST_TERMINALS = 16
MOST_NODES = 96
MOST_EDGES = 256


class Plan:
    """The groups of a question, and the legs that join them.

    groups  sorted terminals of each group of two or more
    alone   terminals that no way joins to another
    legs    ways, each the list of its definitions, from the lower to the higher terminal
    """

    def __init__(self, tree: Tree, terminals: list[int], radius: int) -> None:
        graph = tree.graph
        self.legs: list[list[int]] = []
        self.groups: list[list[int]] = []
        self.alone: list[int] = []
        found: dict[tuple[int, int], list[int]] = {}
        for place, low in enumerate(terminals[:-1]):
            others = terminals[place + 1 :]
            several = ways(graph.out_offset, graph.dst, graph.in_offset, graph.in_src, low, array("I", others), radius)
            found.update({(low, high): way for high, way in zip(others, several, strict=True) if way is not None})
        left = set(terminals)
        while left:  # Prim, begun anew for what is not joined to what went before
            group = [min(left)]
            left.discard(group[0])
            while joins := [
                (len(way), pair) for pair, way in found.items() if (pair[0] in left) != (pair[1] in left)
                and (pair[0] in group or pair[1] in group)
            ]:  # fmt: skip
                _, pair = min(joins)
                self.legs.append(found[pair])
                new = pair[0] if pair[0] in left else pair[1]
                group.append(new)
                left.discard(new)
            if len(group) > 1:
                self.groups.append(sorted(group))
            else:
                self.alone += group


def _edges(tree: Tree, legs: list[list[int]]) -> list[tuple[int, int]]:
    """The calls between neighbours on the legs, as (caller, callee)."""
    graph = tree.graph
    found: set[tuple[int, int]] = set()
    for way in legs:
        for one, other in zip(way, way[1:], strict=False):
            for caller, callee in ((one, other), (other, one)):
                if callee in graph.dst[graph.out_offset[caller] : graph.out_offset[caller + 1]]:
                    found.add((caller, callee))
    return sorted(found)


def _without_longest(legs: list[list[int]]) -> list[list[int]]:
    """The legs without the longest one; of several, the one between the lowest definitions."""
    gone = min(legs, key=lambda way: (-len(way), way[0], way[-1]))
    return [way for way in legs if way is not gone]


class _Answer:
    """One plan as a document, in the sizes that it may have."""

    def __init__(self, tree: Tree, text: bytes, plan: Plan, radius: int) -> None:
        self.tree, self.text, self.plan, self.radius = tree, text, plan, radius
        self.signatures = Signatures(tree)

    def place(self, symbol: int) -> bytes:
        return self.tree.columns.place_of(symbol)

    def node(self, tag: str, symbol: int, signed: bool = False) -> Node:
        columns = self.tree.columns
        attributes: list[Attribute] = [
            ("n", columns.name_of(symbol)),
            ("t", KINDS[columns.kind[symbol]]),
            ("p", self.place(symbol)),
        ]
        text = self.signatures.of(symbol) if signed else b""
        return Node(tag, attributes, text=("sig", text) if text else None)

    def edge(self, caller: int, callee: int, twice: set[int]) -> Node:
        """A call; the places stand with names that several definitions of the group have."""
        columns = self.tree.columns
        attributes: list[Attribute] = [("f", columns.name_of(caller)), ("t", columns.name_of(callee))]
        if columns.name[caller] in twice:
            attributes.append(("f_p", self.place(caller)))
        if columns.name[callee] in twice:
            attributes.append(("t_p", self.place(callee)))
        return Node("e", attributes)

    def group(self, terminals: list[int], legs: list[list[int]], signed: bool) -> Node:
        names = self.tree.columns.name
        mine = [way for way in legs if way[0] in terminals]
        between = sorted({symbol for way in mine for symbol in way}.difference(terminals))
        seen: set[int] = set()
        twice: set[int] = set()
        for symbol in (*terminals, *between):
            (twice if names[symbol] in seen else seen).add(names[symbol])
        edges = [self.edge(caller, callee, twice) for caller, callee in _edges(self.tree, mine)]
        lists = [
            ("t", [self.node("t", symbol) for symbol in terminals]),
            ("s", [self.node("s", symbol, signed) for symbol in between]),
        ]
        return Node("g", [("terminals", len(terminals))], edges, rows="e", lists=lists)

    def document(self, legs: list[list[int]], signed: bool, over: bool) -> Document:
        plan = self.plan
        cut = [word for word, gone in (("signatures", not signed), ("paths", len(legs) < len(plan.legs))) if gone]
        groups = [self.group(terminals, legs, signed) for terminals in plan.groups]
        nodes = {symbol for group in plan.groups for symbol in group}.union(plan.alone, *legs)
        attributes: list[Attribute] = [
            ("of", self.text),
            ("terminals", len(plan.alone) + sum(map(len, plan.groups))),
            ("nodes", len(nodes)),
            ("edges", len(_edges(self.tree, legs))),
            ("radius", self.radius),
            ("groups", len(groups)),
            *gauges(self.tree),
            ("est_tokens", ESTIMATE),
        ]
        if cut:
            attributes.append(("truncated", ",".join(cut)))
        if over:
            attributes.append(("over_ceiling", True))
        alone = [self.node("t", symbol) for symbol in plan.alone]
        rest = [Node("unconnected", [("radius", self.radius)], alone, rows="t")] if alone else []
        root = Node("connect", attributes, rest, rows="unconnected", lists=[("g", groups)])
        return Document(root, legends=(legends.CONNECT, legends.COUNTS))


def terminals_of(tree: Tree, text: bytes) -> list[int]:
    """The definitions of a list of selectors, ascending. Raises RipwireError."""
    words = [word for word in text.split(b",") if word]
    if not 2 <= len(words) <= MOST_TERMINALS:
        wants = f"wants 2 to {MOST_TERMINALS} definitions (e.g. --connect=main,parse)"
        raise RipwireError(NOT_FOUND, f"--connect={echo(text)}: {wants}")
    found = sorted({single(tree.columns, word, "connect", _retry(words, word))[0] for word in words})
    if len(found) < 2:
        raise RipwireError(NOT_FOUND, f"--connect={echo(text)}: all of them are one definition; name another")
    return found


def _retry(words: list[bytes], word: bytes) -> bytes:
    """The value of the flag with ``%s`` in the place of a word."""
    return b",".join(b"%s" if one == word else one for one in words)


def connect_document(tree: Tree, text: bytes, radius: int | None, max_tokens: int | None) -> Document:
    """`--connect=A,B[,..]`, shaped to ``max_tokens`` when that is given: signatures go first, then the longest legs."""
    from ripwire.document import xml

    radius = radius or DEFAULT_RADIUS
    plan = Plan(tree, terminals_of(tree, text), radius)
    legs = plan.legs
    while legs and (
        len({symbol for way in legs for symbol in way}) > MOST_NODES or len(_edges(tree, legs)) > MOST_EDGES
    ):
        legs = _without_longest(legs)
    answer = _Answer(tree, text, plan, radius)
    if max_tokens is None:
        return answer.document(legs, True, False)
    limit = fit_bytes(max_tokens)
    signed = True
    while xml.render(answer.document(legs, signed, False), limit) is None:
        if signed:
            signed = False
        elif legs:
            legs = _without_longest(legs)
        else:
            return answer.document(legs, False, True)
    return answer.document(legs, signed, False)
