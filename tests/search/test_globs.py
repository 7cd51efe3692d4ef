"""Globs: the dialect of ripgrep, how each is matched, and that none is expensive."""

from __future__ import annotations

import random

import pytest

from ripwire._core.globs import RuleSet
from ripwire.search.globs import GlobError, overrides

NAME_IS, NAME_ENDS, NAME_STARTS, NAME_GLOB, PATH_IS, PATH_GLOB, PATH_PROGRAM = range(7)


def rule(line: bytes, **how: bool) -> RuleSet:
    rules = RuleSet()
    assert rules.line(line, **how) == (0, 0)
    return rules


def matches(line: bytes, path: bytes, folder: bool = False, fold: bool = False) -> bool:
    return rule(line, fold=fold).match(path, folder) is not None


@pytest.mark.parametrize(
    ("line", "yes", "no"),
    [
        (b"a", b"a d/a d/e/a", b"b a/b ab"), (b"*.c", b"x.c .c d/x.c", b"x.cc x.c/y"), (b"/a", b"a", b"d/a"),
        (b"a?b", b"axb", b"ab a/b axxb"), (b"a*b", b"ab axxb", b"a/b abc"), (b"a/*b", b"a/b a/xb", b"d/a/b a/x/b"),
        (b"a/**", b"a/b a/b/c", b"a ab"), (b"**/a", b"a d/a", b"ab"), (b"a/**/b", b"a/b a/x/b a/x/y/b", b"ab axb a/xb"),
        (b"[ab]", b"a b", b"c ab"), (b"[!a]", b"b", b"a"), (b"[^a]", b"b", b"a"), (b"[]x]", b"] x", b"a"),
        (b"[a-c]", b"b", b"d -"),
        (b"[a-]", b"a -", b"b"), (b"[-a]", b"a -", b"b"), (b"{a,b}", b"a b", b"c ab"), (b"{a,b*}c", b"ac bxc", b"c"),
        (b"{a,{b,c}}d", b"ad bd cd", b"d"), (b"{,a}b", b"ab", b"b"), (b"{}b", b"b", b"{}b"), (b"a,b", b"a,b", b"a b"),
        (b"\\*", b"*", b"a"), (b"\\{a", b"{a", b"a"), (b"***/a", b"x/a", b"a x/y/a"), (b"a**b", b"ab axb", b"a/b"),
        (b"{**/a,b}", b"a x/a b", b"x/c"), (b"*[!x]b", b"a/b aab", b"xb"), (b"[+-0]a", b"/a .a", b"a"),
    ],
)  # fmt: skip
def test_what_matches(line: bytes, yes: bytes, no: bytes) -> None:
    assert [path for path in yes.split() if not matches(line, path)] == []
    assert [path for path in no.split() if matches(line, path)] == []


def test_bytes_count_not_characters() -> None:
    assert not matches(b"a?b", "aéb".encode()) and matches(b"a??b", "aéb".encode())
    assert matches("[é][é]".encode(), "é".encode())


def test_letters_in_both_cases() -> None:
    assert matches(b"Ab*[c-d].X", b"aBzD.x", fold=True) and not matches(b"Ab", b"ab")
    assert not matches(b"[!a]", b"A", fold=True) and not matches("É".encode(), "é".encode(), fold=True)


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        (b"a.c", [NAME_IS]), (b"*.c", [NAME_ENDS]), (b"a*", [NAME_STARTS]), (b"a*b", [NAME_GLOB]), (b"/a", [PATH_IS]),
        (b"a/*", [PATH_GLOB]), (b"*.{c,h}", [NAME_ENDS] * 2), (b"**/a", [NAME_IS]), (b"*[!a]b", [PATH_PROGRAM]),
        (b"{a,b}{c,d}", [NAME_IS] * 4), (b"{a,b}" * 9, [PATH_PROGRAM]), (b"x{**/a,b}", [PATH_IS, PATH_PROGRAM]),
    ],
)  # fmt: skip
def test_the_simplest_way_is_taken(line: bytes, kinds: list[int]) -> None:
    assert sorted(rule(line).kinds()) == kinds


def test_ways_agree() -> None:
    """A glob whose braces are rules of their own, and the same with braces that are one program."""
    source = random.Random(3)
    parts = [b"a", b"b", b"*", b"?", b"/", b"**/", b"[ab]", b".c", b"/**/", b"c"]
    for _ in range(400):
        glob = b"a" + b"".join(source.choice(parts) for _ in range(source.randrange(1, 6))) + b"c"
        plain, program = rule(b"/" + glob), rule(b"/{" + glob + b"," + b"{zz,zy}" * 5 + b"}")
        assert program.kinds() == [PATH_PROGRAM]
        for _ in range(30):
            path = b"a" + b"".join(source.choice([b"a", b"b", b"/", b"c", b".c"]) for _ in range(source.randrange(8)))
            assert (plain.match(path) is None) == (program.match(path) is None), (glob, path)


@pytest.mark.parametrize(
    ("line", "at"),
    [(b"[a", 0), (b"x[a", 1), (b"{a", 2), (b"a}", 1), (b"a\\", 1), (b"/d/[z-a]", 6), (b"{a,{b}", 6), (b"\xff", 0)],
)
def test_errors_say_where(line: bytes, at: int) -> None:
    with pytest.raises(GlobError) as caught:
        overrides([(line, False)])
    assert caught.value.at == at
    assert str(at) in str(caught.value) and caught.value.reason in str(caught.value)


def test_a_bracket_in_a_file_may_stay_open() -> None:
    rules = rule(b"[a*", lenient=True)
    assert rules.match(b"[ab") and not rules.match(b"a")


def test_the_last_rule_decides_with_and_without_tables() -> None:
    lines = [b"*.c", b"!a.c", b"b.c/", b"x*", b"!xa.c", b"*.tar.gz", b"!.c", b"n", b"!n/", b"m", b"!*.h", b"*.h"]
    plain, table = RuleSet(), RuleSet()
    for mark, line in enumerate(lines):
        plain.line(line, mark=mark)
        table.line(line, mark=mark)
    table.seal()
    for path in b"a.c q.c b.c xa.c xb.c d/.c n m o.h a.tar.gz none x.tar.gz".split():
        for folder in (False, True):
            assert plain.match(path, folder) == table.match(path, folder), (path, folder)
    assert table.match(b"xa.c") == (4, True)
    assert table.match(b"n", True) == (8, True) and table.match(b"n") == (7, False)


@pytest.mark.parametrize(
    "glob", [b"a*" * 2000 + b"b", b"{a,b}" * 400, b"**/" * 900 + b"b", b"*[!x]" * 500 + b"y", b"{" * 4000]
)
def test_hostile_globs_end(glob: bytes) -> None:
    rules = RuleSet()
    if rules.line(glob)[0] == 0:
        rules.match(b"a" * 4000)
        rules.match(b"a/" * 2000)
