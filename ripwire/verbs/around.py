"""`--around=SYM`: the map of what surrounds a definition, nearest first.

Invariant: the definitions that are reached over the heaviest calls in either direction; where a definition has more
neighbours than the fan-out, the answer says so.
Cost: a look at the neighbours of each definition that is reached, and one map of them.
"""

from __future__ import annotations

from array import array

from ripwire.document import legend as legends
from ripwire.graph import Rank
from ripwire.model.codes import DEF_HAS_BODY
from ripwire.model.selectors import select
from ripwire.tree import Tree
from ripwire.verbs.map import MapRequest, shaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute, Document
    from ripwire.model.columns import Columns

DEFAULT_DEPTH = 2
DEFAULT_FANOUT = 32


def single(columns: Columns, text: bytes, flag: str, retry: bytes = b"%s") -> tuple[int, int]:
    """The one definition that a verb about a single one takes, and how many the text means.

    It is the first; one without a body only when none has a body, since calls go to those that have one.
    """
    found = select(columns, text, flag, retry)
    bodied = [symbol for symbol in found if columns.flags[symbol] & DEF_HAS_BODY]
    return (bodied or found)[0], len(found)


class Neighbourhood:
    """What is at most ``depth`` calls from a definition, at most ``fanout`` neighbours of each.

    hops  steps of each definition, in the order in which they were reached
    cut   definitions that have more neighbours than were looked at
    """

    def __init__(self, tree: Tree, focus: int, depth: int, fanout: int) -> None:
        self._graph = tree.graph
        self._fanout = fanout
        self.hops = {focus: 0}
        self.cut = 0
        level = [focus]
        for hop in range(1, depth + 1):
            beyond: list[int] = []
            for symbol in level:
                for other in self._heaviest(symbol):
                    if other not in self.hops:
                        self.hops[other] = hop
                        beyond.append(other)
            if not beyond:
                break
            level = beyond

    def _heaviest(self, symbol: int) -> list[int]:
        """The neighbours of a definition over its heaviest calls, ascending."""
        graph = self._graph
        weights: dict[int, float] = {}
        for offset, other, weight in (
            (graph.out_offset, graph.dst, graph.weight),
            (graph.in_offset, graph.in_src, graph.in_weight),
        ):
            first, last = offset[symbol], offset[symbol + 1]
            for one, heavy in zip(other[first:last], weight[first:last], strict=True):
                if heavy > weights.get(one, -1.0):
                    weights[one] = heavy
        if len(weights) <= self._fanout:
            return sorted(weights)
        import heapq

        self.cut += 1
        return sorted(heapq.nsmallest(self._fanout, weights, key=lambda one: (-weights[one], one)))


def around_document(tree: Tree, text: bytes, depth: int | None, fanout: int | None, request: MapRequest) -> Document:
    """`--around=SYM`: a map of the neighbourhood; the ``k`` of a definition says how near it is."""
    depth, fanout = depth or DEFAULT_DEPTH, fanout or DEFAULT_FANOUT
    focus, defs = single(tree.columns, text, "around")
    near = Neighbourhood(tree, focus, depth, fanout)
    scores = array("f", bytes(4 * tree.columns.n_symbols))
    for symbol, hop in near.hops.items():
        scores[symbol] = 1 / (1 + hop)
    order = array("I", sorted(near.hops, key=lambda symbol: (near.hops[symbol], symbol)))
    view = Tree()
    for name in Tree.__slots__:
        setattr(view, name, getattr(tree, name))
    view.rank = Rank(scores, order, 0, True)
    shape = MapRequest(len(order), request.max_tokens, request.order or "important-first", request.metrics)
    columns = tree.columns
    about: list[Attribute] = [
        ("of", text),
        ("defs", defs),
        ("focus", columns.id_of(focus)),
        ("focus_p", columns.place_of(focus)),
        ("depth", depth),
        ("fanout", fanout),
        ("fanout_cut", near.cut),
    ]

    def dress(found: Document) -> Document:
        """A map with what it is about; no power iteration made its order."""
        found.header = [pair for pair in found.header if pair[0] != "pr_iters"]
        found.keys = [pair for pair in found.keys if pair[0] != "pr_iters"]
        found.root.attributes = about + found.root.attributes
        found.legends = (legends.AROUND, *found.legends)
        return found

    return shaped(view, shape, dress)
