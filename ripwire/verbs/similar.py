"""`--similar=SYM`: the definitions that are used like one, and those that use the same as it does.

Purpose: two similarities that need nothing but the call graph. Co-citation (H. Small, "Co-citation in the scientific
literature", JASIS 24, 1973): two definitions are alike by the callers that they share. Bibliographic coupling (M. M.
Kessler, "Bibliographic coupling between scientific papers", American Documentation 14, 1963): by the callees that they
share. Both are normalised as cosines (G. Salton): shared / sqrt(own * other), with the edges taken as 0 or 1, however
many calls one stands for.
Invariant: rows by the sum of both scores, best first, ties by id; only the column of the one definition is computed.
Cost: the out-edges of its callers and the in-edges of its callees.
"""

from __future__ import annotations

from ripwire.document import Document, Fixed, Node
from ripwire.document import legend as legends
from ripwire.verbs.around import single
from ripwire.verbs.navigate import gauges, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from ripwire.document import Attribute
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

ROWS_SHOWN = 20


def shared(
    symbol: int, near_offset: array[int], near: array[int], back_offset: array[int], back: array[int]
) -> dict[int, float]:
    """The cosine of a node with every other that shares a neighbour with it.

    ``near`` is the adjacency to the neighbours, ``back`` the one from them; nodes that share none are not there.
    """
    from collections import Counter
    from math import sqrt

    found: Counter[int] = Counter()
    own = near[near_offset[symbol] : near_offset[symbol + 1]]
    for other in own:
        found.update(back[back_offset[other] : back_offset[other + 1]])
    found.pop(symbol, None)
    return {
        other: count / sqrt(len(own) * (near_offset[other + 1] - near_offset[other])) for other, count in found.items()
    }


def similar_document(tree: Tree, text: bytes, page: Page) -> Document:
    """`--similar=SYM`: both scores of each definition that shares a caller or a callee with it."""
    columns, graph = tree.columns, tree.graph
    focus, defs = single(columns, text, "similar")
    callers = shared(focus, graph.in_offset, graph.in_src, graph.out_offset, graph.dst)
    callees = shared(focus, graph.out_offset, graph.dst, graph.in_offset, graph.in_src)
    scores = {other: (callers.get(other, 0.0), callees.get(other, 0.0)) for other in callers.keys() | callees.keys()}
    found = sorted(scores, key=lambda other: (-sum(scores[other]), other))
    window, facts = page.window(len(found), ROWS_SHOWN)
    attributes: list[Attribute] = [
        ("of", text),
        ("defs", defs),
        ("focus", columns.id_of(focus)),
        ("focus_p", columns.place_of(focus)),
        ("callers", graph.in_offset[focus + 1] - graph.in_offset[focus]),
        ("callees", graph.out_offset[focus + 1] - graph.out_offset[focus]),
        ("count", len(found)),
        *facts,
        *gauges(tree),
    ]

    def node(other: int) -> Node:
        out = row(tree, other)
        cocited, coupled = scores[other]
        out.attributes += [("cocited", Fixed(cocited, 4)), ("coupled", Fixed(coupled, 4))]
        return out

    root = Node("similar", attributes, map(node, found[window]), rows="similar")
    return Document(root, legends=(legends.SIMILAR, legends.COUNTS))
