"""Louvain and the loops over groups against plain Python, written from the rules."""

from __future__ import annotations

import random
from array import array
from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripwire._core import clusters, louvain
from ripwire._core.csr import in_csr, out_csr

Adjacency = list[dict[int, float]]

NODES = 24
SLOW = 9  # the seed of a graph that is not done after 16 passes
graphs = st.integers(1, NODES).flatmap(
    lambda n: st.tuples(st.just(n), st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=70))
)


def u32(values) -> array[int]:
    return array("I", values)


def calls(n: int, pairs) -> tuple[array[int], array[int], array[int], array[int]]:
    """Both CSRs of a call graph."""
    edges = sorted(pairs)
    src, dst = u32(a for a, _ in edges), u32(b for _, b in edges)
    incoming = in_csr(src, dst, array("f", [1.0] * len(edges)), n)
    return out_csr(src, dst, n), dst, incoming.offset, incoming.src


def csr(adjacency: Adjacency) -> tuple[array[int], array[int], array[float]]:
    offset, neighbour, weight = u32([0]), u32([]), array("d")
    for row in adjacency:
        for other in sorted(row):
            neighbour.append(other)
            weight.append(row[other])
        offset.append(len(neighbour))
    return offset, neighbour, weight


def adjacency_of(n: int, pairs) -> Adjacency:
    out: Adjacency = [{} for _ in range(n)]
    for a, b in pairs:
        if a != b:
            out[a][b] = out[b][a] = 1.0
    return out


def moved(adjacency: Adjacency, passes: int = 16) -> list[int]:
    """Local moving by the rules, with dicts."""
    n = len(adjacency)
    label = list(range(n))
    degree = [sum(row[other] for other in sorted(row)) for row in adjacency]
    total = list(degree)
    m2 = sum(degree)
    for _ in range(passes):
        any_moved = False
        for node in range(n):
            if not adjacency[node]:
                continue
            own = label[node]
            total[own] -= degree[node]
            into: dict[int, float] = {}
            for other in sorted(adjacency[node]):
                into[label[other]] = into.get(label[other], 0.0) + adjacency[node][other]
            best, best_gain = own, into.get(own, 0.0) - degree[node] * total[own] / m2
            for group, weight in into.items():  # in the order of their first neighbour
                gain = weight - degree[node] * total[group] / m2
                if gain > best_gain + 1e-9:
                    best, best_gain = group, gain
                elif gain >= best_gain - 1e-9 and group < best:
                    best = group
            total[best] += degree[node]
            label[node] = best
            any_moved |= best != own
        if not any_moved:
            break
    number: dict[int, int] = {}
    return [number.setdefault(group, len(number)) for group in label]


def contracted(adjacency: Adjacency, group: list[int]) -> Adjacency:
    out: list[defaultdict[int, float]] = [defaultdict(float) for _ in range(max(group) + 1)]
    for node, row in enumerate(adjacency):
        for other in sorted(row):
            if group[node] != group[other]:
                out[group[node]][group[other]] += row[other]
    return [dict(row) for row in out]


@settings(max_examples=300, deadline=None)
@given(graphs)
def test_undirected_is_the_union_of_callers_and_callees(graph) -> None:
    n, pairs = graph
    expected = csr(adjacency_of(n, pairs))
    offset, neighbour = louvain.undirected(*calls(n, pairs))
    assert (offset, neighbour) == (expected[0], expected[1])
    assert offset.typecode == neighbour.typecode == "I"


@settings(max_examples=400, deadline=None)
@given(graphs)
def test_every_level_is_that_of_the_rules(graph) -> None:
    n, pairs = graph
    adjacency = adjacency_of(n, pairs)
    offset, neighbour, _ = csr(adjacency)
    weight = None
    for _ in range(4):
        label, count = louvain.move(offset, neighbour, weight)
        assert list(label) == moved(adjacency)
        assert count == max(label) + 1
        offset, neighbour, weight = louvain.contract(offset, neighbour, weight, label, count)
        adjacency = contracted(adjacency, list(label))
        assert (offset, neighbour, weight) == csr(adjacency)


@settings(max_examples=100, deadline=None)
@given(graphs, st.randoms(use_true_random=False))
def test_fractions_as_weights_are_added_in_one_order(graph, random) -> None:
    n, pairs = graph
    adjacency = adjacency_of(n, pairs)
    for a, row in enumerate(adjacency):
        for b in row:
            if a < b:
                adjacency[a][b] = adjacency[b][a] = random.choice((0.1, 0.3, 1 / 3, 2.5, 1e6))
    offset, neighbour, weight = csr(adjacency)
    label, count = louvain.move(offset, neighbour, weight)
    assert list(label) == moved(adjacency)
    assert louvain.contract(offset, neighbour, weight, label, count) == csr(contracted(adjacency, list(label)))


def test_cliques_on_a_chain_are_the_communities() -> None:
    size, cliques = 5, 4
    pairs = {(c * size + a, c * size + b) for c in range(cliques) for a in range(size) for b in range(a)}
    pairs |= {(c * size + size - 1, (c + 1) * size) for c in range(cliques - 1)}
    label, count = louvain.move(*louvain.undirected(*calls(size * cliques, pairs)))
    assert count == cliques
    assert list(label) == [node // size for node in range(size * cliques)]


def test_passes_end_after_sixteen() -> None:
    rng, n = random.Random(SLOW), 1500
    chords = {(rng.randrange(n), rng.randrange(n)) for _ in range(150)}
    adjacency = adjacency_of(n, {(i, i + 1) for i in range(n - 1)} | chords)
    assert moved(adjacency, 16) != moved(adjacency, 17)  # it would go on
    offset, neighbour, _ = csr(adjacency)
    assert louvain.MAX_PASSES == 16
    assert list(louvain.move(offset, neighbour)[0]) == moved(adjacency)


def test_a_tie_goes_to_the_lower_group() -> None:
    # 1 - 2 - 3: the gains of both neighbours of 2 are equal, whichever way round; 0 is alone.
    label, count = louvain.move(u32([0, 0, 1, 3, 4]), u32([2, 1, 3, 2]))
    assert (list(label), count) == (moved(adjacency_of(4, {(1, 2), (2, 3)})), 2)
    assert label[0] not in (label[1], label[2], label[3])


def test_nothing_and_isolates() -> None:
    assert louvain.undirected(u32([0]), u32([]), u32([0]), u32([])) == (u32([0]), u32([]))
    assert louvain.move(u32([0]), u32([])) == (u32([]), 0)
    assert louvain.move(u32([0, 0, 0]), u32([])) == (u32([0, 1]), 2)
    assert louvain.contract(u32([0]), u32([]), None, u32([]), 0) == (u32([0]), u32([]), array("d"))


def test_what_does_not_fit_is_refused() -> None:
    pair = u32([0, 1, 2]), u32([1, 0])
    for offset, neighbour in (([], []), ([1, 1], [0]), ([0, 2, 1], [0]), ([0, 1, 2], [1, 2]), ([0, 1, 3], [1, 0])):
        with pytest.raises(ValueError, match="fit"):
            louvain.move(u32(offset), u32(neighbour))
    with pytest.raises(ValueError, match="edge 0 has no way back"):
        louvain.move(u32([0, 1, 1]), u32([1]))
    with pytest.raises(ValueError, match="callees"):
        louvain.undirected(*pair, u32([0]), u32([]))
    for weight in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="weight"):
            louvain.move(*pair, array("d", [1.0, weight]))
    with pytest.raises(ValueError, match="weights"):
        louvain.move(*pair, array("d", [1.0]))
    with pytest.raises(ValueError, match="group 2 of 2"):
        louvain.contract(*pair, None, u32([0, 2]), 2)
    with pytest.raises(ValueError, match="groups"):
        louvain.contract(*pair, None, u32([0]), 1)


# -- loops over groups ----------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(graphs, st.data())
def test_groups_and_what_crosses_them(graph, data) -> None:
    n, pairs = graph
    count = data.draw(st.integers(1, 6))
    group = u32(data.draw(st.lists(st.integers(0, count - 1), min_size=n, max_size=n)))
    keep = bytes(data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
    offset, members = clusters.grouped(group, count)
    rows = [list(members[offset[g] : offset[g + 1]]) for g in range(count)]
    assert rows == [[node for node in range(n) if group[node] == g] for g in range(count)]
    assert list(clusters.large(offset, 2)) == [g for g in range(count) if len(rows[g]) >= 2]

    out_offset, dst, _, _ = calls(n, pairs)
    for directed in (False, True):
        for mask in (None, keep):
            expected: Counter[tuple[int, int]] = Counter()
            for a, b in pairs:
                if group[a] != group[b] and (mask is None or mask[a]):
                    pair = group[a], group[b]
                    expected[pair if directed else (min(pair), max(pair))] += 1
            found = clusters.crossings(out_offset, dst, group, count, directed=directed, keep=mask)
            assert list(zip(*found, strict=True)) == [(*pair, expected[pair]) for pair in sorted(expected)]
    for source in range(count):
        for target in range(count):
            wanted = [(a, b) for a, b in sorted(pairs) if keep[a] and (group[a], group[b]) == (source, target)]
            for limit in (0, 1, 3, 100):
                found2 = clusters.between(out_offset, dst, group, source, target, keep, limit)
                assert list(zip(*found2, strict=True)) == wanted[:limit]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_leaders_and_commonest(data) -> None:
    n = data.draw(st.integers(1, 20))
    weak = bytes(data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
    callers = data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    scores = array("f", data.draw(st.lists(st.sampled_from((0.0, 0.25, 0.5)), min_size=n, max_size=n)))
    members = u32(sorted(data.draw(st.sets(st.integers(0, n - 1), min_size=1))))
    offset = u32([sum(callers[:i]) for i in range(n + 1)])
    expected = sorted(members, key=lambda s: (weak[s], -callers[s], -scores[s], s))
    for k in (0, 1, 3, n, n + 5):
        assert list(clusters.leaders(members, k, weak, offset, scores)) == expected[:k]

    values = u32(data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n)))
    counts = u32([0] * 5)
    times = Counter(values[member] for member in members)
    assert clusters.commonest(members, values, counts) == min(times, key=lambda v: (-times[v], v))
    assert list(counts) == [0] * 5


def test_alone_counts_each_isolate_once() -> None:
    # 0, 1 call each other; 2 has no body, 3 is in a header, 4 in a source, 5 a section, 6 a section without a body.
    offset = u32([0, 1, 2, 2, 2, 2, 2, 2])
    file, kind, flags = u32([0, 0, 1, 1, 0, 2, 2]), bytes([0, 0, 0, 0, 0, 6, 6]), bytes([1, 1, 2, 1, 3, 1, 0])
    assert clusters.alone(offset, file, kind, flags, 6, b"\0\1\0") == (1, 1, 1, 2)
    with pytest.raises(IndexError):
        clusters.alone(offset, file, kind, flags, 6, b"\0\1")
    with pytest.raises(ValueError, match="kinds"):
        clusters.alone(offset, file, kind[1:], flags, 6, b"\0\1\0")


def test_gathered_and_marked() -> None:
    assert clusters.gathered(u32([2, 0, 2]), u32([7, 8, 9])) == u32([9, 7, 9])
    assert clusters.marked(u32([1, 0]), b"\1\0") == array("B", [0, 1])
    with pytest.raises(IndexError):
        clusters.gathered(u32([3]), u32([7, 8, 9]))
    with pytest.raises(IndexError):
        clusters.marked(u32([2]), b"\1\0")


def test_groups_that_do_not_fit_are_refused() -> None:
    out_offset, dst, _, _ = calls(2, {(0, 1)})
    with pytest.raises(ValueError, match="group 1 of 1"):
        clusters.grouped(u32([0, 1]), 1)
    with pytest.raises(ValueError, match="groups"):
        clusters.crossings(out_offset, dst, u32([0]), 1)
    with pytest.raises(ValueError, match="fit"):
        clusters.crossings(u32([0, 2, 1]), dst, u32([0, 0]), 1)
    with pytest.raises(ValueError, match="marks"):
        clusters.between(out_offset, dst, u32([0, 1]), 0, 1, b"\1", 5)
    with pytest.raises(IndexError):
        clusters.leaders(u32([2]), 1, b"\0\0", u32([0, 0, 1]), array("f", [0, 0]))
    with pytest.raises(ValueError, match="members"):
        clusters.commonest(u32([]), u32([0]), u32([0]))
