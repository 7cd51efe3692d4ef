"""PageRank and HITS against dense linear algebra and a blockwise sum in plain Python; the prior by its rules."""

from __future__ import annotations

import math
from array import array

import numpy as np
import pytest

from ripwire._core.csr import in_csr, out_csr, out_degree
from ripwire._core.pagerank import hits, pagerank, prior

ALPHA = 0.85


class Graph:
    """A weighted graph in the shapes the kernels take."""

    def __init__(self, n: int, edges: list[tuple[int, int, float]]) -> None:
        edges = sorted(edges)
        self.n = n
        self.src = array("I", [e[0] for e in edges])
        self.dst = array("I", [e[1] for e in edges])
        self.weight = array("f", [e[2] for e in edges])
        self.rows = in_csr(self.src, self.dst, self.weight, n)
        self.out_weight = out_degree(self.src, self.weight, n)

    def pagerank(self, teleport=None, **options):
        teleport = array("f", [1.0] * self.n) if teleport is None else teleport
        return pagerank(self.rows.offset, self.rows.src, self.rows.weight, self.out_weight, teleport, **options)

    def hits(self, **options):
        rows = self.rows
        offset = out_csr(self.src, self.dst, self.n)
        return hits(rows.offset, rows.src, rows.weight, offset, self.dst, self.weight, **options)

    def dense(self) -> np.ndarray:
        """matrix[t, s] is the weight of s -> t."""
        matrix = np.zeros((self.n, self.n))
        np.add.at(matrix, (np.array(self.dst, dtype=int), np.array(self.src, dtype=int)), np.array(self.weight))
        return matrix


def random_graph(n: int, n_edges: int, seed: int, sources: int | None = None) -> Graph:
    rng = np.random.default_rng(seed)
    src, dst = rng.integers(0, sources or n, n_edges).tolist(), rng.integers(0, n, n_edges).tolist()
    pairs = sorted(set(zip(src, dst, strict=True)))
    return Graph(n, [(a, b, float(rng.uniform(0.01, 8))) for a, b in pairs if a != b])


def solved(graph: Graph, teleport: np.ndarray) -> np.ndarray:
    """The fixed point by a linear solve: r = alpha (M + p d') r + (1 - alpha) p."""
    p = teleport / teleport.sum()
    out = graph.dense().sum(axis=0)
    walk = graph.dense() / np.where(out == 0, 1, out)
    walk[:, out == 0] = p[:, None]
    return np.linalg.solve(np.eye(graph.n) - ALPHA * walk, (1 - ALPHA) * p)


GRAPHS = {
    "one node": Graph(1, []),
    "no edges": Graph(7, []),
    "pair": Graph(2, [(0, 1, 1.0), (1, 0, 1.0)]),
    "chain into a dangling node": Graph(4, [(0, 1, 1.0), (1, 2, 0.5), (2, 3, 8.0)]),
    "two components": Graph(6, [(0, 1, 1.0), (1, 2, 2.0), (2, 0, 1.0), (3, 4, 0.2), (4, 3, 1.0)]),
    "self loop": Graph(3, [(0, 0, 1.0), (0, 1, 1.0), (1, 2, 1.0)]),
    "random": random_graph(120, 700, 1),
    "random, most nodes dangling": random_graph(200, 600, 2, sources=20),
}


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("uniform", [True, False])
def test_pagerank_equals_the_linear_solve(name, uniform):
    graph = GRAPHS[name]
    teleport = np.ones(graph.n, dtype=np.float32)
    if not uniform:
        teleport = np.random.default_rng(5).uniform(0, 1, graph.n).astype(np.float32)
    rank, iterations, converged = graph.pagerank(teleport, tolerance=1e-14, max_iterations=500)
    assert rank.typecode == "d" and converged is True and 1 <= iterations < 500
    assert np.allclose(rank, solved(graph, teleport.astype(float)), rtol=0, atol=1e-12)
    assert math.fsum(rank) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("name", GRAPHS)
def test_default_constants_always_converge_and_keep_the_sum(name):
    rank, iterations, converged = GRAPHS[name].pagerank()
    assert converged and iterations <= 90
    assert math.fsum(rank) == pytest.approx(1, abs=1e-9)


def test_a_cycle_is_uniform():
    rank, iterations, converged = Graph(5, [(i, (i + 1) % 5, 1.0) for i in range(5)]).pagerank()
    assert converged and iterations == 1
    assert rank.tolist() == pytest.approx([0.2] * 5)


def test_a_zero_teleport_entry_gets_rank_only_through_edges():
    rank, _, _ = Graph(3, [(0, 1, 1.0)]).pagerank(array("f", [1, 0, 0]))
    assert rank[1] > 0 and rank[2] == 0


def test_an_all_zero_teleport_is_uniform():
    graph = GRAPHS["random"]
    assert graph.pagerank(array("f", [0.0] * graph.n)) == graph.pagerank()


def test_an_empty_graph_has_converged():
    assert Graph(0, []).pagerank() == (array("d"), 0, True)
    assert Graph(0, []).hits() == (array("d"), array("d"), 0, True)


def block_sum(values: list[float]) -> float:
    total = 0.0
    for start in range(0, len(values), 1024):
        partial = 0.0
        for value in values[start : start + 1024]:
            partial += value
        total += partial
    return total


def pagerank_in_python(graph: Graph, teleport: list[float], tolerance: float = 1e-6) -> tuple[list[float], int]:
    """The same recurrence in plain Python, every sum over nodes in blocks of 1024."""
    total = block_sum(teleport)
    p = [t / total for t in teleport]
    rank = p
    iterations = 0
    while True:
        dangling = block_sum([r if w == 0 else 0.0 for r, w in zip(rank, graph.out_weight, strict=True)])
        share = [0.0 if w == 0 else r / w for r, w in zip(rank, graph.out_weight, strict=True)]
        jump = ALPHA * dangling + (1 - ALPHA)
        new = []
        for i in range(graph.n):
            gathered = 0.0
            for e in range(graph.rows.offset[i], graph.rows.offset[i + 1]):
                gathered += graph.rows.weight[e] * share[graph.rows.src[e]]
            new.append(ALPHA * gathered + jump * p[i])
        residual = block_sum([abs(a - b) for a, b in zip(new, rank, strict=True)])
        rank = new
        iterations += 1
        if residual < tolerance:
            return rank, iterations


@pytest.mark.parametrize("n", [1023, 1024, 1025, 5000])
def test_block_order_bit_for_bit(n):
    graph = random_graph(n, 4 * n, seed=n, sources=n // 2)
    teleport = array("f", np.random.default_rng(n).uniform(0, 1, n).astype(np.float32).tolist())
    rank, iterations, converged = graph.pagerank(teleport)
    assert converged
    assert (rank.tolist(), iterations) == pagerank_in_python(graph, list(teleport))


def test_blocks_are_visible_in_the_low_bits():
    """Guards the test above: a straight sum of the same numbers differs, so equality there is no accident."""
    values = np.random.default_rng(5000).uniform(0, 1, 5000).tolist()
    straight = 0.0
    for value in values:
        straight += value
    assert straight != block_sum(values)


def test_repeated_runs_are_bit_identical():
    graph = random_graph(3000, 12_000, seed=9, sources=2000)
    first = graph.pagerank()
    first_hits = graph.hits()
    for _ in range(3):
        assert graph.pagerank() == first
        assert graph.hits() == first_hits


def test_the_iteration_cap_is_told():
    graph = GRAPHS["random"]
    _, needed, converged = graph.pagerank()
    assert converged and needed > 3
    rank, iterations, converged = graph.pagerank(max_iterations=3)
    assert (iterations, converged) == (3, False)
    assert math.fsum(rank) == pytest.approx(1, abs=1e-9)
    assert graph.pagerank(max_iterations=needed)[1:] == (needed, True)
    assert graph.pagerank(max_iterations=needed - 1)[1:] == (needed - 1, False)
    start, iterations, converged = graph.pagerank(max_iterations=0)
    assert (iterations, converged) == (0, False)
    assert start.tolist() == [1 / graph.n] * graph.n


def replaced(position: int, value: object) -> list[object]:
    """Arguments of pagerank for 0 -> 1 -> 2, one of them exchanged."""
    arguments: list[object] = [
        array("I", [0, 0, 1, 2]),
        array("I", [0, 1]),
        array("f", [1, 1]),
        array("d", [1, 1, 0]),
        array("f", [1, 1, 1]),
    ]
    arguments[position] = value
    return arguments


@pytest.mark.parametrize(
    ("position", "value", "message"),
    [
        (0, array("I", [0, 0, 1]), "3 items for 3 nodes"),
        (0, array("I", []), "0 items for 3 nodes"),
        (0, array("I", [1, 1, 1, 2]), "run from 1 to 2"),
        (0, array("I", [0, 0, 1, 1]), "run from 0 to 1"),
        (0, array("I", [0, 2, 1, 2]), "row 1"),
        (0, array("I", [0, 9, 1, 2]), "row 0"),
        (1, array("I", [0, 3]), "row 2"),
        (1, array("I", [0]), "1 ids but 2 weights"),
        (2, array("f", [1, -1]), "row 2"),
        (2, array("f", [float("nan"), 1]), "row 1"),
        (3, array("d", [1, 1]), "teleport has 3 items for 2 nodes"),
        (3, array("d", [1, -1, 0]), "out_weight 1 is -1"),
        (3, array("d", [1, float("inf"), 0]), "out_weight 1 is inf"),
        (4, array("f", [1, 1]), "teleport has 2 items for 3"),
        (4, array("f", [1, float("nan"), 1]), "teleport 1 is nan"),
        (4, array("f", [1, -1, 1]), "teleport 1 is -1"),
        (4, array("d", [1, 1, 1]), "Buffer dtype"),
    ],
)
def test_bad_arrays_are_refused(position, value, message):
    with pytest.raises(ValueError, match=message):
        pagerank(*replaced(position, value))


@pytest.mark.parametrize("alpha", [-0.1, 1.1, float("nan")])
def test_bad_alpha_is_refused(alpha):
    with pytest.raises(ValueError, match="alpha"):
        Graph(2, []).pagerank(alpha=alpha)


def test_hits_equals_the_singular_vectors():
    graph = random_graph(40, 400, seed=3)
    authority, hub, iterations, converged = graph.hits(tolerance=1e-13, max_iterations=2000)
    assert converged and iterations < 2000
    left, _, right = np.linalg.svd(graph.dense())
    assert np.allclose(authority, np.abs(left[:, 0]), atol=1e-9)
    assert np.allclose(hub, np.abs(right[0]), atol=1e-9)


def test_hits_by_hand_without_edges_and_capped():
    authority, hub, _, converged = Graph(3, [(0, 2, 1.0), (1, 2, 1.0)]).hits()
    assert converged
    assert authority.tolist() == [0, 0, 1]
    assert hub.tolist() == pytest.approx([math.sqrt(0.5), math.sqrt(0.5), 0])
    assert Graph(2, []).hits() == (array("d", [0, 0]), array("d", [0, 0]), 2, True)
    assert GRAPHS["random"].hits(max_iterations=1)[2:] == (1, False)


def test_hits_refuses_mismatched_sides():
    none, one = array("I"), array("I", [0])
    with pytest.raises(ValueError, match="expected one more than nodes"):
        hits(none, none, array("f"), array("I", [0]), none, array("f"))
    with pytest.raises(ValueError, match="out offsets: 3 items for 1 nodes"):
        hits(array("I", [0, 0]), none, array("f"), array("I", [0, 0, 0]), none, array("f"))
    with pytest.raises(ValueError, match="0 in-edges but 1 out-edges"):
        hits(array("I", [0, 0]), none, array("f"), array("I", [0, 1]), one, array("f", [1]))


def packed(names: list[bytes]) -> tuple[array[int], bytes]:
    offsets = array("I", [0])
    for name in names:
        offsets.append(offsets[-1] + len(name))
    return offsets, b"".join(names)


def factors(names: list[bytes], per_symbol: list[int] | None = None) -> list[float]:
    """Multipliers the prior applied, relative to symbol 0, whose name has none."""
    ids = array("I", per_symbol if per_symbol is not None else range(len(names)))
    result = prior(ids, *packed(names))
    assert result.typecode == "f"
    assert math.fsum(result) == pytest.approx(1, abs=1e-6)
    return [round(value / result[0], 3) for value in result]


@pytest.mark.parametrize(
    ("name", "factor"),
    [
        (b"", 1),
        (b"_", 0.5),
        (b"_x", 0.5),
        (b"x_", 1),
        (b"running", 1),
        (b"runnings", 1),
        (b"run_fast", 1.7),
        (b"run_fas", 1),
        (b"parseURL", 1.7),
        (b"URLparse", 1.7),
        (b"HTTPServer", 1.7),
        (b"ABCDEFGH", 1),
        (b"ABCDEFGh", 1.7),
        (b"Abcdefgh", 1),
        (b"sha256sum", 1),
        (b"base64Url", 1.7),
        (b"V2CLIENT", 1.7),
        (b"________", 0.5),
        (b"_privates", 0.5),
        (b"_private_one", 0.85),
        (b"__init__", 0.5),
        (b"$element", 1),
        (b"operator<<", 1),
        (b"big-endian", 1.7),
        ("größeres".encode(), 1),
        ("größeFläche".encode(), 1.7),
    ],
)
def test_prior_of_a_name(name, factor):
    assert factors([b"plain", name])[1] == pytest.approx(factor, abs=2e-3)


def test_prior_of_common_names():
    names = [b"plain", b"five", b"six", b"_six", b"six_or_more"]
    ids = [0] + [1] * 5 + [2] * 6 + [3] * 6 + [4] * 6
    assert factors(names, ids) == [1] + [1] * 5 + [0.5] * 6 + [0.25] * 6 + [0.85] * 6


def test_prior_weighs_the_given_teleport():
    result = prior(array("I", [0, 1, 1]), *packed([b"plain", b"_x"]), array("f", [1, 2, 0]))
    assert list(result) == [0.5, 0.5, 0]


def test_prior_of_a_zero_teleport_is_that_teleport():
    assert list(prior(array("I", [0, 0]), *packed([b"_x"]), array("f", [0, 0]))) == [0, 0]


def test_prior_of_no_symbols():
    assert prior(array("I"), array("I", [0]), b"") == array("f")
    assert prior(array("I"), *packed([b"unused"]), array("f")) == array("f")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((array("I", [1]), array("I", [0, 1]), b"a"), "symbol 0 has name 1 of 1"),
        ((array("I", [0]), array("I", [0, 2]), b"a"), "string 0 runs from 0 to 2 of 1"),
        ((array("I", [0]), array("I", [1, 0]), b"a"), "string 0 runs from 1 to 0"),
        ((array("I", []), array("I", []), b""), "expected one more than strings"),
        ((array("I", [0]), array("I", [0, 1]), b"a", array("f")), "teleport has 0 items for 1"),
        ((array("I", [0]), array("I", [0, 1]), b"a", array("f", [-1])), "teleport 0 is -1"),
    ],
)
def test_prior_refuses_bad_columns(arguments, message):
    with pytest.raises(ValueError, match=message):
        prior(*arguments)
