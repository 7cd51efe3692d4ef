"""The parser of ripgrep's dialect: which patterns are none and where, facts of classes, smart case, bounds."""

from __future__ import annotations

import pathlib
import re
import subprocess

import pytest

from ripwire.search import classes, lower
from ripwire.search.classes import CharClass
from ripwire.search.pattern import Flags, PatternError, compile_patterns
from ripwire.search.syntax import Class, Concat, Literal, Look, Node, Parser, Repeat
from ripwire.search.syntax import Flags as Letters
from tests.search.test_pattern import RG, needs_rg

RIGHT = r"""
a{ 1 }
a{1, 2}
a*+
a**
^*
(?i)|a
()
(|)
(?:)
]
}
[]a]
[^]a]
[[:alpha:]]
[[:foo:]]
[:alpha:]
[[:^alpha:]]
\u{61}
\u0061
\U00000061
\ 
\-
\@
\_
\%
\"
\<a
\b{3}
\B{2}
\b{start-half}
\pL
\PL
\p{gc=Lu}
\p{gc:Lu}
\p{gc!=Lu}
\p{Script=Greek}
\p{isGreek}
\p{is Greek}
\p{lowercase letter}
\p{LC}
\p{sc=Grek}
\p{scx=Hani}
\p{Any}
\p{Assigned}
\p{ASCII}
\p{cf}
\p{sc}
\p{White_Space}
\p{XID_Start}
\p{Emoji}
\p{Extended_Pictographic}
\p{space}
\p{digit}
\p{punct}
\p{cntrl}
\p{Grapheme_Link}
(?P<a.b[0]>a)
(?P<é>a)
(?<n>a)
(?x) a { 2 }
(?x)[a b]
(?x)( ?:a)
(?x)\p{ L u }
(?x)\x{ 4 1 }
(?-u)\xFF
(?-u:é)
(?-u:\w)
(?-u:[^a])
(?-u:.)
\xFF
(?-u:\x{100})
(?-u)\b{start}
a{65535}
a{100000}
\w{500}
[a\n]
\n|a
\n{0}
[\n&&a]
[a-z&&]
[&&a]
[a&&&b]
[a--b--c]
[a||b]
[--a]
[a-]
[-a]
[a--]
[~~]
[\pL]
[\d-]
[a[b]]
[^[^a]]
[a&&[b--[c~~d]]]
[\x{0}a]
\z
\A
(?R)a$
(?U)a+
(?sm-ixU)a
(?i)(?-i)a
#
\#
a{0}
(a){0}
[[a]&&b]
[\]\-\^]
[^\s\S]
""".strip("\n").split("\n")

WRONG = r"""
a{,3}
a{}
a{
{
a{x}
a{1
a{1,
a{2,1}
a{4294967296}
(?i)*
|*
(*)
(?)
(?-)
(?i-)
(?-i-s)
(?ii)
(?i-i)
[]
[^]
[a
[a-
[z-a]
[a-\d]
[\d-a]
[[a]
\1
\8
\0
\x
\xZ
\x{}
\x{110000}
\x{D800}
\x{61
\x 41
\u12
\q
\é
\e
\Z
\G
\K
\R
\X
\h
\C
\Qa
\cA
\N{U+61}
\o{61}
\k<n>
\b{foo}
\b{start
\b{ start }
\B{start}
\pé
\p{Foo}
\p{^L}
\p{gc=Foo}
\p{sc=Foo}
\p{foo=bar}
\p{Alphabetic=Yes}
\p{Greek
\p
(?P<a
(?P<>a)
(?P<1a>a)
(?<n>a)(?<n>b)
(?=a)
(?!a)
(?<=a)
(?<!a)
(?P=n)
(?P>n)
(?#c)
(?>a)
(?|a)
(?^a)
(?n)a
(?iz)
(?i
(?i:
(?
(
)
a\
(?x)a b #c
(?x)[#]
(?-u:\pL)
(?-u:[é])
(?-u:[\x{100}])
[\b]
[\B]
[\A]
[\<]
\n
a\nb
[\n]
\n|\n
\n|ab
\n|[b-d]|a
\p{Cs}
\p{Unknown}
(\n)|a
[^a]\n
\x00
[\x{0}]
\w{10000}
""".strip("\n").split("\n")


def refused(pattern: bytes, flags: Flags | None = None) -> PatternError | None:
    try:
        compile_patterns([pattern], flags or Flags())
    except PatternError as error:
        return error
    return None


@pytest.mark.parametrize("pattern", RIGHT)
def test_what_is_a_pattern(pattern: str) -> None:
    assert refused(pattern.encode()) is None


@pytest.mark.parametrize("pattern", WRONG)
def test_what_is_none(pattern: str) -> None:
    error = refused(pattern.encode())
    assert error is not None
    assert error.pattern == pattern.encode()
    assert 0 <= error.at <= len(error.pattern)
    assert error.message


@needs_rg
def test_ripgrep_agrees_which_patterns_are_none(tmp_path: pathlib.Path) -> None:
    (tmp_path / "text").write_bytes(b"aaaa\n")
    for patterns, refuses in ((RIGHT, False), (WRONG, True)):
        for pattern in patterns:
            command = [str(RG), "--no-config", "-e", pattern, str(tmp_path / "text")]
            code = subprocess.run(command, capture_output=True, check=False).returncode
            assert (code == 2) is refuses, pattern


@pytest.mark.parametrize(
    ("pattern", "at"),
    [
        ("ab(c", 2), ("ab)c", 2), ("é[z-a]", 3), ("a\\q", 1), ("x{2,1}", 1), ("a(?z)", 3), ("(?=a)", 0),
        ("ab\\p{Foo}", 2), ("a\\x{110000}", 1), ("a[b", 1), ("*a", 0), ("ab\\n", 2), ("(?<n>a)(?<n>b)", 10),
    ],
)  # fmt: skip
def test_errors_point_at_the_place(pattern: str, at: int) -> None:
    error = refused(pattern.encode())
    assert error is not None
    assert error.at == at


def test_the_place_is_in_the_pattern_that_is_wrong() -> None:
    with pytest.raises(PatternError) as caught:
        compile_patterns([b"abc", b"d(e", b"f"], Flags())
    assert (caught.value.pattern, caught.value.at) == (b"d(e", 1)


def test_patterns_are_utf8() -> None:
    error = refused(b"a\xff")
    assert error is not None
    assert error.at == 1
    assert "(?-u:\\xFF)" in error.message


@pytest.mark.parametrize(
    ("pattern", "flags", "wrong"),
    [
        (rb"a\nb", Flags(multiline=True), False), (rb"\r", Flags(), False), (rb"\r", Flags(crlf=True), True),
        (rb"[\r\n]", Flags(crlf=True), True), (rb"\x00", Flags(text=True), False),
        (rb"\x00", Flags(null_data=True), True), (rb"\n", Flags(null_data=True), False),
        (b"a\nb", Flags(fixed=True), True), (b"(", Flags(fixed=True), False),
        (rb"(?=a)", Flags(pcre=True), False), (rb"(", Flags(pcre=True), True), (rb"\pL", Flags(unicode=False), True),
        (rb"\w", Flags(unicode=False), False), ("é".encode(), Flags(unicode=False), False),
    ],
)  # fmt: skip
def test_flags_decide_what_is_wrong(pattern: bytes, flags: Flags, wrong: bool) -> None:
    assert (refused(pattern, flags) is not None) is wrong


@pytest.mark.parametrize(
    "pattern",
    [
        b"(" * 300 + b"a" + b")" * 300, b"(?:a" * 200 + b")" * 200, b"[" * 300 + b"a" + b"]" * 300, b"a" + b"*" * 300,
        b"(" * 1_000_000, b"[" * 1_000_000, b"a" * (11 << 20), b"((((a{1000}){1000}){1000}){1000}){1000}",
        b"(?:a?){500}" * 2000, b"a{99999999999999999999}", b"(?:\\w{1000}x){1000}", b"[" + b"a-z&&" * 150_000 + b"]",
        b"a|" * 500_000 + b"(",
    ],
    ids=lambda pattern: repr(pattern[:12]),
)  # fmt: skip
def test_hostile_patterns_are_refused(pattern: bytes) -> None:
    assert refused(pattern) is not None


def test_nesting_ends_where_ripgrep_ends_it() -> None:
    assert refused(b"(" * 249 + b"a" + b")" * 249) is None
    assert refused(b"(" * 250 + b"a" + b")" * 250) is not None


@pytest.mark.parametrize(
    ("pattern", "folds"),
    [
        (rb"foo", True), (rb"Foo", False), (rb"foo\S", True), (rb"\x46oo", False), (rb"\S", False), (rb"[a-z]", True),
        (rb"[A-Z]x", False), (rb"\pL", False), ("É".encode(), False), ("é".encode(), True), (rb"foo\p{Lu}", True),
        (rb"\W\w", False), (rb"(?i)foo", True), (rb"[[:upper:]]", False), ("ǅ".encode(), True), (rb"1", True),
        (rb"\b", False),
    ],
)  # fmt: skip
def test_smart_case_reads_the_literals(pattern: bytes, folds: bool) -> None:
    assert compile_patterns([pattern], Flags(case="smart")).ignore_case is folds


def test_smart_case_reads_all_patterns() -> None:
    assert not compile_patterns([b"foo", b"Bar"], Flags(case="smart")).ignore_case
    assert not compile_patterns([b"F.o"], Flags(case="smart", fixed=True)).ignore_case
    assert compile_patterns([b"f.o"], Flags(case="smart", fixed=True)).ignore_case
    assert not compile_patterns([rb"Foo"], Flags(case="smart", pcre=True)).ignore_case
    assert compile_patterns([rb"foo\S"], Flags(case="smart", pcre=True)).ignore_case


def tree(pattern: str, letters: Letters | None = None) -> Node:
    return Parser(pattern, letters or Letters()).parse()


def set_of(pattern: str, letters: Letters | None = None) -> CharClass:
    node = tree(pattern, letters)
    assert isinstance(node, Class)
    return node.set


def test_trees() -> None:
    assert tree("ab") == Concat((Literal(97), Literal(98)))
    assert tree("(?:a)") == Literal(97)
    assert tree("a{2,3}?") == Repeat(Literal(97), 2, 3, True)
    assert tree("(?U)a*") == Repeat(Literal(97), 0, -1, True)
    assert tree("[a]") == Literal(97)
    assert tree("(?i)a1") == Concat((Literal(97, True), Literal(49)))
    assert tree("(?R:$)") == Look("crlf-end")
    assert tree("(?-m)^") == Look("start")


def test_classes_are_facts() -> None:
    assert set_of("[a-c&&[^b]]").ranges == ((97, 97), (99, 99))
    assert set_of("[a-c--b]").ranges == ((97, 97), (99, 99))
    assert set_of("[a-c~~b-d]").ranges == ((97, 97), (100, 100))
    assert set_of(r"[^\x{80}-\x{10FFFF}]").ranges == ((0, 127),)
    assert not set_of(r"[^\x{80}-\x{10FFFF}]").beyond
    assert set_of("(?i)[k]").exact() == ((75, 75), (107, 107), (0x212A, 0x212A))
    assert set_of("(?i)[\u017f]").exact() == ((83, 83), (115, 115), (0x17F, 0x17F))
    assert set_of("(?i)[σ]").exact() == ((0x3A3, 0x3A3), (0x3C2, 0x3C3))
    assert set_of(r"\w").ascii == classes.mask_of(classes.ASCII_WORD)
    assert set_of(r"\W").beyond
    assert set_of(r"\p{Greek}").ascii == 0
    assert set_of(r"\s").without((10,)).ascii == classes.mask_of(((9, 9), (11, 13), (32, 32)))
    assert set_of(r"\P{L}").without((10,)).negated
    assert set_of(r"[^\W\d]").ascii == classes.mask_of(((65, 90), (95, 95), (97, 122)))


def test_masks_and_ranges() -> None:
    for of in ((), ((0, 0),), ((0, 127),), ((3, 5), (7, 7), (100, 127))):
        assert classes.ranges_of(classes.mask_of(of)) == of


def test_sequences_of_utf8_say_exactly_the_ranges() -> None:
    borders = (0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)
    for low, high in (
        (0x80, 0x10FFFF), (0x7F0, 0x812), (0xD7F0, 0xE010), (0xFFF0, 0x10010), (0x3FFFF, 0x40001), (0xE9, 0xE9),
    ):  # fmt: skip
        source = lower.source(Class(CharClass(((low, high),))), lower.BYTES)
        taken = re.compile(source)
        for code in {*borders, low - 1, low, low + 1, high - 1, high}:
            if code > 0x7F and not 0xD800 <= code <= 0xDFFF:
                assert bool(taken.fullmatch(chr(code).encode())) is (low <= code <= high), (low, high, code)
