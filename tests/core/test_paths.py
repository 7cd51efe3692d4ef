"""Access paths: texts of many languages and what is left of them, hostile ones, and the oracle's own implementation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire._core.paths import access_path
from ripwire.limits import MAX_PATH_BYTES
from tests.support.oracle_paths import Paths

SLASH, HASH, DASH, SEMICOLON = 1, 2, 4, 8
WORDS = {SLASH: ("//",), HASH: ("#",), DASH: ("--",), SEMICOLON: (";",), SLASH | HASH: ("//", "#")}

# (how comments begin, text, path)
TABLE = [
    (SLASH, "a", "a"),
    (SLASH, "this.a.pipe(map(x => x + 1)).b", "this.a.pipe().b"),
    (SLASH, "a?.b?.(c)?.[0].d", "a.b()[0].d"),
    (SLASH, "a!.b![0]!(x)!", "a.b[0]()"),
    (SLASH, "a != b", "a!=b"),
    (SLASH, "$('.a > .b').on", "$().on"),
    (SLASH, "d['k'].x", 'd["k"].x'),
    (SLASH, 'd[ "k" ]', 'd["k"]'),
    (SLASH, "d['k\\'']", "d[]"),
    (SLASH, "d['a\"b']", "d[]"),
    (SLASH, "d[`k`]", "d[]"),
    (SLASH, "d[0][12]", "d[0][12]"),
    (SLASH, "d[-1]", "d[]"),
    (SLASH, "d[0x1]", "d[]"),
    (SLASH, "d[i][]", "d[][]"),
    (SLASH, "d['a' + 'b']", "d[]"),
    (SLASH, "(a || b).c", "(a||b).c"),
    (SLASH, "(f(x) ?? g[i]).c", "(f()??g[]).c"),
    (SLASH, "[a, f(1)].map", "[a,f()].map"),
    (SLASH, "({a: 1}).b", "({}).b"),
    (SLASH, "new A(1, 2).b", "new A().b"),
    (SLASH, "(await f()).g", "(await f()).g"),
    (SLASH, "x as T", "x as T"),
    (SLASH, "f() as T", "f()as T"),
    (SLASH, "get<Map<string, () => void>>(1).x", "get().x"),
    (SLASH, "A<B>.c", "A.c"),
    (SLASH, "a<b", "a<b"),
    (SLASH, "a < b > (c)", "a<b>()"),
    (SLASH, "std::vector<int>::iterator", "std::vector::iterator"),
    (SLASH, "x.collect::<Vec<_>>().len", "x.collect().len"),
    (SLASH, "p->q->r", "p.q.r"),
    (SLASH, "static_cast<Worker*>(x)->run", "static_cast().run"),
    (SLASH | HASH, "$a?->b()->c", "$a.b().c"),
    (SLASH | HASH, "$a # ]\n ->b", "$a.b"),
    (SLASH, "a // x.y(\n .b /* ) */ .c", "a.b.c"),
    (SLASH, "f(/* ) */ 1).g", "f().g"),
    (SLASH, "f(// )\n 1).g", "f().g"),
    (SLASH, "s.replace(/[)/'\"]\\//g, '').trim", "s.replace().trim"),
    (SLASH, "f(a / b, ')').g", "f().g"),
    (SLASH, "`a ${f(`b ${c} )`)} )`.d", '"".d'),
    (SLASH, "f(`${x(`)`)}`).g", "f().g"),
    (SLASH, "styled.div`a`.b", 'styled.div"".b'),
    (SLASH, '"abc".length', '"".length'),
    (SLASH, 'u8"abc".size', '"".size'),
    (SLASH, '@"abc".size', '"".size'),
    (SLASH, "a.b{1}.c", "a.b{}.c"),
    (SLASH, "[Feed alloc]", "[Feed alloc]"),
    (SLASH, "a\n  .b\n  .c", "a.b.c"),
    (SLASH, "await  x . y", "await x.y"),
    (HASH, "a // b", "a//b"),
    (HASH, "(a # ) comment\n).b", "(a).b"),
    (HASH, "f(x, # )\n 1).y", "f().y"),
    (HASH, "r'a\\'b'.join", '"".join'),
    (HASH, "rb\"a\".join", '"".join'),
    (HASH, "long'a'.join", 'long"".join'),
    (HASH, '"""a " b""".join', '"".join'),
    (HASH, "''.join", '"".join'),
    (HASH, "super().f", "super().f"),
    (HASH, "d['k'][\"l\"](x)[0]", 'd["k"]["l"]()[0]'),
    (HASH, "(x for x in y).z", "(x for x in y).z"),
    (HASH, "x.empty?.y", "x.empty.y"),
    (DASH, 'a["b"] -- c\n:d', 'a["b"]:d'),
    (SEMICOLON, "(f (g x)) ; y", "(f())"),
    (SEMICOLON, "map->Line", "map->Line"),
    (SLASH, "h\u00e9.\u4e2d(1)", "h\u00e9.\u4e2d()"),
    (SLASH, "", ""),
]

HOSTILE = [
    b"a" + b"(" * 30_000,
    b"(" * 30_000,
    b"a" + b"(" * 30_000 + b")" * 30_000 + b".b",
    b"a[" + b"[{(" * 30_000,
    b"a" + b")" * 50,
    b"]" * 30_000,
    b"'" + b"x" * 30_000,
    b"f('" + b"x" * 30_000,
    b"f('''a''",
    b"`${" * 15_000,
    b"f(" + b"`${" * 15_000,
    b"a<" * 15_000,
    b"a<" + b"b" * 30_000,
    b"a" + b"<" * 30_000 + b">" * 30_000,
    b"f(/" + b"[" * 30_000,
    b"f(/" * 15_000,
    b"/*" * 15_000,
    b"a.\x00.b\x00",
    b"\x00" * 300,
    b"f(\x00).b",
    b"a\\",
    b"'\\",
    b"f(/\\",
    b"`\\",
    b"a[",
    b"a['",
    b"a['k'",
    b"a[0",
    b"!" * 1000,
    b"a" + b"!" * 30_000,
    b"a?" * 30_000,
    b"\xff\xfe.\x80",
]


@pytest.mark.parametrize("comments, text, path", TABLE)
def test_paths_of_ordinary_texts(comments: int, text: str, path: str) -> None:
    assert access_path(text.encode(), comments) == path.encode()
    assert Paths(WORDS[comments]).of(text.encode()) == path.encode()


@pytest.mark.parametrize("comments", WORDS)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_agree_with_the_oracle(text: bytes, comments: int) -> None:
    path = access_path(text, comments)
    assert len(path) <= MAX_PATH_BYTES
    assert path == Paths(WORDS[comments]).of(text)


def test_what_brackets_hold_may_be_long_but_a_path_may_not() -> None:
    assert access_path(b"f(" + b"x" * 100_000 + b").g", SLASH) == b"f().g"
    assert access_path(b"x" * MAX_PATH_BYTES, SLASH) == b"x" * MAX_PATH_BYTES
    assert access_path(b"x" * (MAX_PATH_BYTES + 1), SLASH) == b""
    assert access_path(b"x" * (MAX_PATH_BYTES - 2) + b"(a)", SLASH) == b"x" * (MAX_PATH_BYTES - 2) + b"()"
    assert access_path(b"x" * (MAX_PATH_BYTES - 1) + b"(a)", SLASH) == b""


PIECES = st.sampled_from(
    ["a", "bc", "$", " ", "\n", ".", "?.", "!", "->", "?->", "::", "<", ">", "(", ")", "[", "]", "{", "}", '"', "'"]
    + ["`", "${", "\\"]
    + ['"""', "//", "/*", "*/", "#", "--", ";", "/", '"k"', "0", "=>", "=", ",", "\0", "\u00e9", "await"]
)


@given(st.lists(PIECES, max_size=40), st.sampled_from(sorted(WORDS)))
def test_random_texts_agree_with_the_oracle(pieces: list[str], comments: int) -> None:
    text = "".join(pieces).encode()
    assert access_path(text, comments) == Paths(WORDS[comments]).of(text)
