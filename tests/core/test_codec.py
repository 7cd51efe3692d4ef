"""The packed record: every row comes back, damage is refused, nothing asks for memory that the bytes do not pay for."""

from __future__ import annotations

import contextlib
import random
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire._core.assemble import assemble
from ripwire._core.codec import flags_of, with_flags
from ripwire._core.pack import pack
from ripwire._core.parse import Extractor
from ripwire._core.records import recode, unpack
from ripwire.languages.grammars import load
from ripwire.languages.table import BY_NAME, LANGUAGES

SOURCE = b'''
"""Module."""
import os.path as p
from . import a, b as c

LIMIT = 3

class Shop(Base):
    """Sells."""

    def total(self, rate: float = 1.0, *rest: int) -> Money:
        for item in rest:
            if item and rate or LIMIT:
                return self.tax(item)
        self.seen = Basket()
        return p.join(c.name, "x")
'''


def record() -> bytes:
    return Extractor().extract(load(LANGUAGES.index(BY_NAME["python"])), SOURCE)


def test_every_kind_of_row_is_in_the_sample() -> None:
    facts = unpack(record())
    assert all(facts[key] for key in ("defs", "refs", "imports", "bindings"))
    assert facts["defs"][2]["doc"] == b"" and facts["defs"][1]["doc"] == b"Sells"
    assert any(d["ev"] > 1 for d in facts["defs"])


@given(
    st.lists(st.tuples(st.binary(max_size=300), st.integers(0, 2**32 - 1), st.integers(0, 70000)), max_size=40),
    st.lists(
        st.tuples(st.sampled_from(["call", "doc"]), st.binary(max_size=9), st.integers(0, 2**32 - 1)), max_size=40
    ),
)
def test_rows_come_back_whatever_their_values(
    sections: list[tuple[bytes, int, int]], references: list[tuple[str, bytes, int]]
) -> None:
    given_sections = [(name, start, start, line, 1) for name, start, line in sections]
    given_references = [(role, name, byte, 7) for role, name, byte in references]
    facts = unpack(pack(given_sections, given_references))
    assert [(d["name"], d["start"], d["end"], d["line"], d["loc"]) for d in facts["defs"]] == given_sections
    assert [(r["role"], r["name"], r["byte"], r["line"]) for r in facts["refs"]] == given_references


def test_recoding_to_the_same_encoding_changes_nothing() -> None:
    assert recode(record(), "utf-8") == record()


def test_flags_are_added() -> None:
    assert flags_of(with_flags(record(), 4)) == flags_of(record()) | 4
    assert unpack(with_flags(record(), 4)) == unpack(record())


@pytest.mark.parametrize("cut", range(0, 400, 7))
def test_a_cut_record_is_refused(cut: int) -> None:
    good = record()
    for damaged in (good[:cut], good[: len(good) - 1 - cut], good + b"\\0" * (cut + 1)):
        with pytest.raises(ValueError):
            unpack(damaged)
        with pytest.raises(ValueError):
            assemble([damaged], [b"m"])


def test_damage_is_an_error_or_other_rows_but_never_a_crash_or_a_feast() -> None:
    good = record()
    chance = random.Random(5)
    tracemalloc.start()
    for _ in range(3000):
        damaged = bytearray(good)
        for _ in range(chance.randrange(1, 5)):
            at = chance.randrange(len(damaged)) if chance.random() < 0.5 else chance.randrange(240)
            damaged[at] = chance.choice((0, 1, 2, 4, 127, 255, chance.randrange(256)))
        with contextlib.suppress(ValueError, MemoryError):
            assemble([bytes(damaged)], [b"m"])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 * len(good) + 1_000_000
