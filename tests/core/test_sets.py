"""Masks and ways against plain sets and a plain search."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire._core import csr, sets


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    n = draw(st.integers(1, 12))
    node = st.integers(0, n - 1)
    return n, sorted(draw(st.sets(st.tuples(node, node).filter(lambda pair: pair[0] != pair[1]), max_size=25)))


def arrays(n: int, edges: list[tuple[int, int]]) -> tuple[array[int], array[int], array[int], array[int]]:
    src, dst = array("I", [a for a, _ in edges]), array("I", [b for _, b in edges])
    incoming = csr.in_csr(src, dst, array("f", [1.0] * len(edges)), n)
    return csr.out_csr(src, dst, n), dst, incoming.offset, incoming.src


def steps_from(seed: int, n: int, edges: list[tuple[int, int]]) -> dict[int, int]:
    found, level, hop = {seed: 0}, {seed}, 0
    while level:
        hop += 1
        level = {b for a, b in edges + [(b, a) for a, b in edges] if a in level and b not in found}
        found.update(dict.fromkeys(level, hop))
    return found


@given(graphs(), st.integers(1, 12))
def test_ways_are_shortest_and_made_of_edges(graph: tuple[int, list[tuple[int, int]]], radius: int) -> None:
    n, edges = graph
    joined = {frozenset(edge) for edge in edges}
    distance = steps_from(0, n, edges)
    found = sets.ways(*arrays(n, edges), 0, array("I", range(n)), radius)
    for target, way in enumerate(found):
        if distance.get(target, radius + 1) > radius:
            assert way is None
            continue
        assert way is not None and (way[0], way[-1], len(way) - 1) == (0, target, distance[target])
        assert all(frozenset(pair) in joined for pair in zip(way, way[1:], strict=False))


@given(st.integers(0, 40).flatmap(lambda n: st.tuples(*[st.lists(st.booleans(), min_size=n, max_size=n)] * 2)))
def test_masks_combine_as_sets(masks: tuple[list[bool], list[bool]]) -> None:
    a, b = (array("B", mask) for mask in masks)
    one, other = ({i for i, bit in enumerate(mask) if bit} for mask in masks)
    order = array("I", reversed(range(len(a))))
    for wanted, both, without in ((one & other, True, False), (one | other, False, False), (one - other, False, True)):
        mask = sets.combine(a, b, both, without)
        assert sets.members(mask, order).tolist() == sorted(wanted, reverse=True)
        assert sets.marked(array("I", sorted(wanted)), len(a)) == mask


@given(graphs(), st.integers(0, 4))
def test_degrees(graph: tuple[int, list[tuple[int, int]]], least: int) -> None:
    n, edges = graph
    mask = sets.degree_at_least(arrays(n, edges)[0], least)
    assert mask.tolist() == [sum(a == node for a, _ in edges) >= least for node in range(n)]


@pytest.mark.parametrize("code", "BHI")
def test_values_of_any_width(code: str) -> None:
    mask = array("B", [1, 1, 0, 0])
    sets.value_at_least(array("I", [1, 2, 3]), array(code, [1, 2, 3]), 2, mask)
    assert mask.tolist() == [1, 0, 1, 1]


def test_what_does_not_fit_is_refused() -> None:
    good = arrays(3, [(0, 1), (1, 2)])
    with pytest.raises(IndexError):
        sets.ways(*good, 3, array("I", [0]), 1)
    with pytest.raises(IndexError):
        sets.ways(*good, 0, array("I", [3]), 1)
    with pytest.raises(ValueError):
        sets.ways(good[0], good[1][:1], good[2], good[3], 0, array("I", [2]), 5)
    with pytest.raises(ValueError):
        sets.ways(good[0], array("I", [1, 9]), good[2], good[3], 0, array("I", [2]), 5)
    with pytest.raises(IndexError):
        sets.marked(array("I", [3]), 3)
    with pytest.raises(IndexError):
        sets.members(array("B", [1]), array("I", [1]))
    with pytest.raises(ValueError):
        sets.combine(array("B", [1]), array("B", [1, 1]), True, False)
    with pytest.raises(ValueError):
        sets.value_at_least(array("I", [0]), array("B", [1, 2]), 1, array("B", [0]))
