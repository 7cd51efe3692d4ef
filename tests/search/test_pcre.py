"""Programs: which need no expression, literals without case, limits and errors of PCRE2."""

from __future__ import annotations

import random

import pytest

from ripwire._core.pcre import BadPattern, Program
from ripwire.search.pattern import Flags, PatternError, compile_patterns
from ripwire.search.plain import plain


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


def test_a_plain_text_is_compiled_as_the_parser_compiles_it() -> None:
    random_ = random.Random(3)
    seen = [0, 0]
    for _ in range(400):
        text = bytes(random_.choices(b"abAB01 _-#&~:/.\\([", k=random_.randrange(1, 6)))
        flags = Flags(fixed=random_.random() < 0.4, case=random_.choice(["sensitive", "smart", "ignore"]),
                      word=random_.random() < 0.1, multiline=random_.random() < 0.2)  # fmt: skip
        fast = plain([text], flags)
        seen[fast is not None] += 1
        if fast is None:
            continue
        slow = compile_patterns([text], flags)
        assert slow.literals == fast.literals == text and not slow.ignore_case and slow.line_oriented
        for document in (b"xx" + text + b"\n" + text, text[:-1], text.upper(), text.swapcase() + b"\xff"):
            assert slow.ascii.search(document) == fast.ascii.search(document) == fast.utf.search(document)
    assert min(seen) > 50
    for others in ([], [b"a", b"b"], [b""], [b"a\nb"], ["é".encode()], [b"a" * 2_000_000]):
        assert plain(others, Flags(fixed=True)) is None
