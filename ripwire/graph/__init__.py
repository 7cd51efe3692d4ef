"""The call graph and its ranking.

Purpose: distinct weighted edges, both adjacency directions, the prior and PageRank.
Invariant: edges are sorted by (caller, callee); every float reduction has one order, so bits do not depend on threads.
Cost: linear passes and a radix sort in compiled code.
"""

from __future__ import annotations

from ripwire._core import csr, pagerank, radix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from ripwire.model.columns import Columns
    from ripwire.resolve import Contributions

MAX_ITERATIONS = 100


class Graph:
    """Edges of a tree, sorted by (src, dst).

    src, dst      array('I') [E]
    weight        array('f') [E], 0 to 8
    provenance    array('B') [E], the best evidence of the edge's call sites
    site_offset   array('I') [E + 1] into site_line
    site_line     array('I'), 1-based lines of the call sites, in reference order
    out_offset    array('I') [N + 1]: the edges of caller ``i`` are ``out_offset[i]`` to ``out_offset[i + 1]``
    in_offset, in_src, in_weight   the same by callee
    out_weight    array('d') [N], summed edge weights of a caller
    """

    def __init__(self, contributions: Contributions, n: int) -> None:
        c = contributions
        edges = csr.aggregate(c.src, c.dst, c.confidence, c.line, n, c.provenance)
        self.src: array[int] = edges.src
        self.dst: array[int] = edges.dst
        self.weight: array[float] = edges.weight
        self.provenance: array[int] = edges.best
        self.site_offset: array[int] = edges.site_offset
        self.site_line: array[int] = edges.site_line
        self.out_offset: array[int] = csr.out_csr(self.src, self.dst, n)
        incoming = csr.in_csr(self.src, self.dst, self.weight, n)
        self.in_offset: array[int] = incoming.offset
        self.in_src: array[int] = incoming.src
        self.in_weight: array[float] = incoming.weight
        self.out_weight: array[float] = csr.out_degree(self.src, self.weight, n)

    @property
    def n_edges(self) -> int:
        return len(self.src)


class Rank:
    """A ranking of all symbols.

    scores      array('f') [N]
    order       array('I') [N], symbol ids by (score descending, id ascending)
    iterations  of the power iteration
    converged   False when the iteration cap cut it off
    """

    __slots__ = ("scores", "order", "iterations", "converged")

    def __init__(self, scores: array[float], order: array[int], iterations: int, converged: bool) -> None:
        self.scores = scores
        self.order = order
        self.iterations = iterations
        self.converged = converged


def rank(columns: Columns, graph: Graph, max_iterations: int = MAX_ITERATIONS) -> Rank:
    """Personalized PageRank with the naming prior as teleport vector."""
    strings = columns.strings
    teleport = pagerank.prior(columns.name, strings.offsets, strings.arena)
    scores, iterations, converged = pagerank.pagerank(
        graph.in_offset, graph.in_src, graph.in_weight, graph.out_weight, teleport, max_iterations=max_iterations
    )
    single = pagerank.to_single(scores)
    return Rank(single, radix.argsort_f32_desc(single), iterations, converged)
