"""Edge aggregation and CSR against dense matrices and plain loops."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from ripwire._core.csr import aggregate, dangling, in_csr, out_csr, out_degree


def u32(values) -> array[int]:
    return array("I", values)


def f32(values) -> array[float]:
    return array("f", values)


def random_edges(n: int, n_edges: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distinct edges sorted by (source, target), self loops among them."""
    rng = np.random.default_rng(seed)
    cells = np.sort(rng.choice(n * n, n_edges, replace=False))
    return (
        (cells // n).astype(np.uint32),
        (cells % n).astype(np.uint32),
        rng.uniform(0.01, 8, n_edges).astype(np.float32),
    )


@pytest.mark.parametrize(("n", "n_edges"), [(1, 0), (1, 1), (5, 25), (60, 400), (300, 2000)])
def test_csr_equals_the_dense_matrix(n, n_edges):
    src, dst, weight = random_edges(n, n_edges, seed=n)
    dense = np.zeros((n, n), dtype=np.float32)
    dense[src, dst] = weight

    rows = in_csr(src, dst, weight, n)
    assert [rows.offset.typecode, rows.src.typecode, rows.weight.typecode] == ["I", "I", "f"]
    assert len(rows.offset) == n + 1 and rows.offset[n] == n_edges
    for t in range(n):
        row = slice(rows.offset[t], rows.offset[t + 1])
        assert list(rows.src[row]) == np.flatnonzero(dense[:, t]).tolist()
        assert np.array_equal(np.array(rows.weight[row], dtype=np.float32), dense[rows.src[row], t])

    offset = out_csr(src, dst, n)
    for s in range(n):
        assert dst[offset[s] : offset[s + 1]].tolist() == np.flatnonzero(dense[s]).tolist()

    degree = out_degree(src, weight, n)
    expected = [0.0] * n
    for s, w in zip(src.tolist(), weight.tolist(), strict=True):
        expected[s] += w
    assert degree.typecode == "d" and list(degree) == expected
    assert list(dangling(degree)) == [int(not row.any()) for row in dense]


def test_no_nodes_and_no_edges():
    nothing = in_csr(u32([]), u32([]), f32([]), 0)
    assert (list(nothing.offset), list(nothing.src), list(nothing.weight)) == ([0], [], [])
    assert list(in_csr(u32([]), u32([]), f32([]), 3).offset) == [0, 0, 0, 0]
    assert list(out_csr(u32([]), u32([]), 0)) == [0]
    assert list(out_csr(u32([]), u32([]), 2)) == [0, 0, 0]
    assert list(out_degree(u32([]), f32([]), 0)) == []
    assert list(dangling(array("d"))) == []
    edges = aggregate(u32([]), u32([]), f32([]), u32([]), 0, prov=b"")
    assert list(edges.site_offset) == [0]
    assert not any(map(len, (edges.src, edges.dst, edges.weight, edges.best, edges.site_line)))


def test_self_loops_and_parallel_edges_are_kept_and_rows_keep_input_order():
    rows = in_csr(u32([2, 1, 1, 0]), u32([1, 1, 1, 0]), f32([1, 2, 3, 4]), 3)
    assert list(rows.offset) == [0, 1, 4, 4]
    assert list(rows.src) == [0, 2, 1, 1]
    assert list(rows.weight) == [4, 1, 2, 3]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: in_csr(u32([0, 3]), u32([1, 1]), f32([1, 1]), 3), r"edge 1 \(3 -> 1\)"),
        (lambda: in_csr(u32([0, 2]), u32([7, 1]), f32([1, 1]), 3), r"edge 0 \(0 -> 7\)"),
        (lambda: in_csr(u32([0]), u32([0]), f32([1]), 0), r"edge 0 \(0 -> 0\)"),
        (lambda: in_csr(u32([0]), u32([0, 1]), f32([1]), 2), "1 sources but 2 targets"),
        (lambda: in_csr(u32([0]), u32([1]), f32([]), 2), "weight has 0 items, expected 1"),
        (lambda: in_csr(u32([]), u32([]), f32([]), -1), "out of range: -1"),
        (lambda: in_csr(u32([]), u32([]), f32([]), 2**32), "out of range: 4294967296"),
        (lambda: out_csr(u32([0, 2]), u32([1, 4294967295]), 3), r"edge 1 \(2 -> 4294967295\)"),
        (lambda: out_csr(u32([1, 0]), u32([1, 1]), 3), r"edge 1 \(0 -> 1\) is not in"),
        (lambda: out_csr(u32([1, 1]), u32([2, 1]), 3), r"edge 1 \(1 -> 1\) is not in"),
        (lambda: out_degree(u32([0, 9]), f32([1, 1]), 3), r"edge 1 \(9 -> 9\)"),
        (lambda: out_degree(u32([0]), f32([1, 1]), 3), "weight has 2 items"),
        (lambda: aggregate(u32([5]), u32([0]), f32([1]), u32([1]), 3), r"edge 0 \(5 -> 0\)"),
        (lambda: aggregate(u32([1]), u32([0]), f32([]), u32([1]), 3), "conf has 0 items"),
        (lambda: aggregate(u32([1]), u32([0]), f32([1]), u32([]), 3), "line has 0 items"),
        (lambda: aggregate(u32([1]), u32([0]), f32([1]), u32([1]), 3, b""), "prov has 0 items"),
        (lambda: aggregate(u32([1]), u32([0]), f32([float("nan")]), u32([1]), 3), "confidence nan"),
        (lambda: aggregate(u32([1]), u32([0]), f32([float("inf")]), u32([1]), 3), "confidence inf"),
        (lambda: aggregate(u32([1]), u32([0]), f32([-1]), u32([1]), 3), "confidence -1"),
    ],
)
def test_bad_input_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("n", "n_refs"), [(1, 5), (4, 300), (70_000, 5000)])
def test_aggregate_equals_a_plain_loop(n, n_refs):
    rng = np.random.default_rng(n_refs)
    src = rng.integers(0, n, n_refs, dtype=np.uint32)
    dst = rng.integers(0, n, n_refs, dtype=np.uint32)
    conf = rng.choice(np.array([1, 0.5, 0.2, 0.1, 1 / 3, 0.02], dtype=np.float32), n_refs)
    line = rng.integers(1, 10_000, n_refs, dtype=np.uint32)
    prov = rng.integers(0, 256, n_refs, dtype=np.uint8)

    groups: dict[tuple[int, int], list[int]] = {}
    for m, pair in enumerate(zip(src.tolist(), dst.tolist(), strict=True)):
        groups.setdefault(pair, []).append(m)
    edges = aggregate(src, dst, conf, line, n, prov)
    assert list(zip(edges.src, edges.dst, strict=True)) == sorted(groups)
    for e, pair in enumerate(sorted(groups)):
        members = groups[pair]
        total = np.float32(0)
        for m in members:
            total += conf[m]
        count = np.float32(len(members))
        assert np.float32(edges.weight[e]) == min(total / count * np.sqrt(count), np.float32(8))
        assert list(edges.site_line[edges.site_offset[e] : edges.site_offset[e + 1]]) == line[members].tolist()
        assert edges.best[e] == prov[members].max()
    assert edges.site_offset[len(edges.src)] == n_refs
    codes = [c.typecode for c in (edges.src, edges.dst, edges.weight, edges.best, edges.site_offset, edges.site_line)]
    assert codes == ["I", "I", "f", "B", "I", "I"]


def test_weight_by_hand_cap_and_default_rank():
    src, dst, conf = [0] * 4 + [1] * 100, [1] * 4 + [0] * 100, [1, 0, 1, 0] + [1] * 100
    edges = aggregate(u32(src), u32(dst), f32(conf), u32([9] * 104), 2)
    assert list(edges.src) == [0, 1] and list(edges.dst) == [1, 0]
    assert list(edges.weight) == [1.0, 8.0]
    assert list(edges.best) == [0, 0]


def test_aggregated_references_flow_into_csr():
    edges = aggregate(u32([2, 0, 2, 1, 2]), u32([0, 2, 0, 1, 1]), f32([1, 0.5, 1, 1, 0.2]), u32([5, 1, 3, 8, 7]), 3)
    assert list(out_csr(edges.src, edges.dst, 3)) == [0, 1, 2, 4]
    rows = in_csr(edges.src, edges.dst, edges.weight, 3)
    assert list(rows.offset) == [0, 1, 3, 4] and list(rows.src) == [2, 1, 2, 0]
    assert list(edges.site_line) == [1, 8, 5, 3, 7]
