"""The radix argsorts against numpy's stable sort."""

from __future__ import annotations

import itertools
from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire._core.radix import argsort_f32_desc, argsort_u32, argsort_u64

ASCENDING = [(argsort_u32, np.uint32, "I"), (argsort_u64, np.uint64, "Q")]


@pytest.mark.parametrize(("sort", "dtype", "code"), ASCENDING)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 1000, 70_000])
@pytest.mark.parametrize("bits", [1, 8, 11, 22, 32, 64])
def test_ascending_order_equals_a_stable_sort(sort, dtype, code, n, bits):
    if bits > 8 * np.dtype(dtype).itemsize:
        return
    rng = np.random.default_rng(n + bits)
    keys = rng.integers(0, 2**bits, n, dtype=dtype)
    order = sort(keys)
    assert isinstance(order, array) and order.typecode == "I"
    assert np.array_equal(order, np.argsort(keys, kind="stable"))
    assert sort(array(code, keys.tolist())) == order
    assert sort(memoryview(keys.tobytes()).cast(code)) == order


@pytest.mark.parametrize(("sort", "dtype", "code"), ASCENDING)
def test_one_digit_at_every_position_decides(sort, dtype, code):
    for shift in range(8 * np.dtype(dtype).itemsize):
        keys = array(code, [1 << shift, 0, 1 << shift, 0])
        assert list(sort(keys)) == [1, 3, 0, 2]


@pytest.mark.parametrize(("sort", "dtype", "code"), ASCENDING)
def test_sorted_equal_and_reversed_keys(sort, dtype, code):
    top = np.iinfo(dtype).max
    assert list(sort(array(code, [0, 5, 5, top]))) == [0, 1, 2, 3]
    assert list(sort(array(code, [top] * 4))) == [0, 1, 2, 3]
    assert list(sort(array(code, [top, 5, 5, 0]))) == [3, 1, 2, 0]


def expected_descending(scores: np.ndarray) -> np.ndarray:
    return np.argsort(-scores.astype(np.float64), kind="stable")


@given(st.lists(st.floats(width=32, allow_nan=False)))
def test_scores_descend_and_ties_keep_index_order(values):
    scores = array("f", values)
    assert np.array_equal(argsort_f32_desc(scores), expected_descending(np.array(values, dtype=np.float32)))


def test_many_tied_scores():
    scores = np.random.default_rng(1).integers(-50, 50, 50_000).astype(np.float32) / 7
    assert np.array_equal(argsort_f32_desc(scores), expected_descending(scores))


def test_zeros_of_both_signs_are_equal_and_extremes_are_in_place():
    smallest = 1.401298464324817e-45
    values = [-0.0, 0.0, -0.0, smallest, -smallest, float("inf"), float("-inf"), 3.4e38, -3.4e38]
    assert list(argsort_f32_desc(array("f", values))) == [5, 7, 3, 0, 1, 2, 4, 8, 6]
    for signs in itertools.product([0.0, -0.0], repeat=4):
        assert list(argsort_f32_desc(array("f", signs))) == [0, 1, 2, 3]


def test_a_nan_is_refused_by_position():
    with pytest.raises(ValueError, match="score 2 is not a number"):
        argsort_f32_desc(array("f", [1, 2, float("nan"), float("nan")]))


@pytest.mark.parametrize("sort", [argsort_u32, argsort_u64, argsort_f32_desc])
def test_other_item_types_are_refused(sort):
    with pytest.raises(ValueError):
        sort(array("d", [1.0]))
    with pytest.raises(TypeError):
        sort(None)


def test_the_input_is_not_written():
    keys = bytes(range(64, 0, -1))
    before = bytes(keys)
    argsort_u32(memoryview(keys).cast("I"))
    assert keys == before
