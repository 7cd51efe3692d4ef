"""Programs: which need no expression, literals without case, limits and errors of PCRE2."""

from __future__ import annotations

import random

import pytest

from ripwire._core.pcre import BadPattern, Program
from ripwire.search.pattern import Flags, PatternError, compile_patterns


def test_literals_need_no_expression() -> None:
    for pattern, how, literal in (
        (b"foo", Flags(), True), (b"foo.", Flags(), False), (b"f.o", Flags(fixed=True), True),
        (b"foo", Flags(word=True), False),
        (b"bar", Flags(case="ignore"), True), ("é".encode(), Flags(), True),
    ):  # fmt: skip
        found = compile_patterns([pattern], how)
        assert found.ascii.literal is literal and (found.utf is found.ascii) == literal or pattern == b"foo."
    folded = compile_patterns([b"kiss"], Flags(case="ignore"))
    assert folded.ascii.literal and not folded.utf.literal
    assert folded.utf.search("KISſ".encode()) == (0, 5)


@pytest.mark.parametrize("needle", [b"semaphore", b"a", b"zz", b"x1_y"])
def test_a_caseless_literal_is_found_where_lower_case_finds_it(needle: bytes) -> None:
    random_ = random.Random(5)
    program = Program(needle, literal=True, caseless=True)
    for _ in range(200):
        text = bytes(random_.choice(b"aAzZxX1_yYsS \n") for _ in range(random_.randrange(60)))
        if random_.random() < 0.5:
            at = random_.randrange(len(text) + 1)
            text = text[:at] + bytes(random_.choice((c, c ^ 32)) if chr(c).isalpha() else c for c in needle) + text[at:]
        at = text.lower().find(needle)
        assert program.search(text) == (None if at < 0 else (at, at + len(needle)))


def test_a_catastrophe_hits_the_limit_and_says_so() -> None:
    program = Program(rb"^(\w+\s?)+$")
    with pytest.raises(RuntimeError, match="too many steps"):
        program.search(b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")


def test_pcres_own_errors_have_their_place() -> None:
    with pytest.raises(BadPattern) as caught:
        Program(b"a(b")
    assert caught.value.at == 3
    with pytest.raises(PatternError):
        compile_patterns([b"a(b"], Flags(pcre=True))
    assert compile_patterns([rb"(a)\1"], Flags(pcre=True)).ascii.search(b"xaa") == (1, 3, 1, 2)
