"""What the cover plan and the swell say of patterns, and that no text with a match goes against them."""

from __future__ import annotations

import random

import pytest

from ripwire.limits import COVER_MAX_ATOMS
from ripwire.search.pattern import Flags, PatternError, compile_patterns
from ripwire.search.plan import SHORTEST, Clause, cover
from ripwire.search.swell import LANES, RUN_MAX, swell
from tests.search.test_pattern import document, expression


def clauses(pattern: str, flags: Flags | None = None) -> list[Clause]:
    tree = compile_patterns([pattern.encode()], flags or Flags(unicode=False)).tree
    assert tree is not None
    return cover(tree)


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        (r"https?://", [("http://", "https://")]), ("[0-9a-f]{8}", []), ("foo|ba", []), ("foo|bar", [("bar", "foo")]),
        (r"(foo|bar)+baz", [("bar", "foo"), ("barbaz", "foobaz")]), ("a.*b", []),
        (r"\bword\b", [("word",)]),
        ("^#include", [("#include",)]), ("ab", []), ("abc", [("abc",)]), ("(abc)?", []), ("(?:abc){2}", [("abcabc",)]),
        ("abc.def", [("abc",), ("def",)]), ("(?i)ab1", [("AB1", "Ab1", "aB1", "ab1")]),
        ("x(abc|def.)y", [("xabc", "xdef"), ("abc", "def")]),
        ("(ab|cd)ef{1,2}", [("abef", "abeff", "cdef", "cdeff")]),
    ],
)  # fmt: skip
def test_cover(pattern: str, wanted: list[tuple[str, ...]]) -> None:
    found = [tuple(text.decode() for text in clause) for clause in clauses(pattern)]
    assert sorted(found) == sorted(wanted)


def test_cover_with_classes() -> None:
    (clause,) = clauses(r"func\s+\w+\(")
    assert clause == tuple(b"func" + bytes((space,)) for space in b"\t\v\f\r ")
    found = clauses(r"if\s+err\s*!=\s*nil")
    assert len(found) == 3
    assert (b"nil",) in found
    assert b" err" in {text for clause in found for text in clause}
    found = clauses("[0-9a-f]{8}-[0-9a-f]{4}")
    assert [len(clause) for clause in found] == [256, 256, 256]
    assert {bytes(0x2D if c == 0x2D else 0x78 for c in clause[0]) for clause in found} == {b"xx-", b"x-x", b"-xx"}


def test_bounds_of_the_cover() -> None:
    for pattern in ("(?:abc|def){30}", "a{100000}", "(?:(?:a|b){9}c){40}", ".*".join(f"w{n:04}" for n in range(99))):
        found = clauses(pattern)
        assert len(found) <= 16
        assert all(len(clause) <= COVER_MAX_ATOMS and min(map(len, clause)) >= SHORTEST for clause in found)


NAMES = ["digit", "hex", "upper", "lower", "alpha", "word", "space", "punct"]


def lanes(pattern: str, flags: Flags | None = None) -> list[dict[str, int]]:
    tree = compile_patterns([pattern.encode()], flags or Flags()).tree
    assert tree is not None
    names = [*NAMES, *(f"{name}+u" for name in NAMES)]
    return [{name: run for name, run in zip(names, one, strict=True) if run} for one in swell(tree)]


def test_swell() -> None:
    assert lanes("[0-9a-f]{8}", Flags(unicode=False)) == [{"hex": 8, "word": 8, "hex+u": 8, "word+u": 8}]
    assert lanes(r"\d{6}") == [{"digit+u": 6, "hex+u": 6, "word+u": 6}]
    assert lanes("a.*b")[0]["lower"] == 1
    assert lanes("x?") == []
    assert lanes("AB|cd") == [
        {"hex": 2, "upper": 2, "alpha": 2, "word": 2, "hex+u": 2, "upper+u": 2, "alpha+u": 2, "word+u": 2},
        {"hex": 2, "lower": 2, "alpha": 2, "word": 2, "hex+u": 2, "lower+u": 2, "alpha+u": 2, "word+u": 2},
    ]
    assert lanes("[A-Z]{70000}")[0]["upper"] == RUN_MAX
    assert lanes("(?i)kk") == [{"alpha+u": 2, "word+u": 2}]
    assert lanes("é{3}")[0]["lower+u"] == 6
    assert lanes("ab(?:cd)*[0-9]")[0]["word"] == 3
    assert len(lanes("|".join(f"w{n}" for n in range(20)))) == 8
    assert lanes(r"\<abc")[0]["lower"] == 3
    assert lanes("abc|12", Flags(word=True)) == lanes("abc|12")


def longest(text: bytes, lane: int) -> int:
    best = now = 0
    for byte in text:
        now = now + 1 if lane >> byte & 1 else 0
        best = max(best, now)
    return best


@pytest.mark.parametrize("seed", range(2))
def test_no_match_goes_against_plan_or_swell(seed: int) -> None:
    chance, matched = random.Random(seed), 0
    for _ in range(80):
        patterns = [expression(chance, 0, chance.random() < 0.2).encode() for _ in range(chance.choice([1, 2]))]
        flags = Flags(case=chance.choice(["sensitive", "ignore"]), word=chance.random() < 0.2, text=True)
        try:
            pattern = compile_patterns(patterns, flags)
        except PatternError:
            continue
        assert pattern.tree is not None
        plan, bounds = cover(pattern.tree), swell(pattern.tree)
        for _ in range(8):
            text = document(chance)
            program = pattern.ascii if text.isascii() else pattern.utf
            if program.search(text) is None:
                continue
            matched += 1
            assert all(any(one in text for one in clause) for clause in plan), (patterns, flags, text, plan)
            runs = [longest(text, lane) for lane in LANES]
            fits = [all(run >= least for run, least in zip(runs, one, strict=True)) for one in bounds]
            assert not bounds or any(fits), (patterns, flags, text)
    assert matched > 80
