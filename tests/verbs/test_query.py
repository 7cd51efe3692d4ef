"""`--graph-query`: the operators, the grammar's refusals, and patterns that cannot run away."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire.errors import RipwireError
from ripwire.verbs.patterns import compiled
from ripwire.verbs.query import MAX_NESTING, MAX_OPERATORS, parse
from tests.support.answers import asked, names, pages, refused, twin
from tests.support.command import plant

TREE = {
    "app/a.py": """\
LIMIT = 3


class Box:
    def open(self, x):
        if x:
            return step(x)
        return 0


def start(x):
    return Box().open(x)


def step(x):
    while x:
        if x > LIMIT:
            x -= 1
    return last(x)


def last(x):
    return x
""",
    "lib/b.py": "def alone():\n    return 1\n\n\n"
    "def loop(n):\n    return again(n)\n\n\ndef again(n):\n    return loop(n)\n",
    "notes.md": "# Notes\n\ntext\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("query"), TREE)


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [
        ("all", {"LIMIT", "Box", "open", "start", "step", "last", "alone", "loop", "again", "Notes", "notes"}),
        (" all ( ) ", {"LIMIT", "Box", "open", "start", "step", "last", "alone", "loop", "again", "Notes", "notes"}),
        ('name("step")', {"step"}),
        ('name("b.py:loop")', {"loop"}),
        ("kind(all,fn)", {"start", "step", "last", "alone", "loop", "again"}),
        ("kind(all, method)", {"open"}),
        ("kind(all,cls)", {"Box"}),
        ("kind(all,var)", {"LIMIT"}),
        ("kind(all,sec)", {"Notes", "notes"}),
        ("kind(all,iface)", set()),
        ("cx(all,1)", {"open", "start", "step", "last", "alone", "loop", "again"}),
        ("cx(all,2)", {"open", "step"}),
        ("cx(all,3)", {"step"}),
        ("fanin(kind(all,fn),1)", {"step", "last", "loop", "again"}),
        ("fanin(all,999999999999999999)", set()),
        ('file(all,"^lib/")', {"alone", "loop", "again"}),
        ('file(kind(all,fn),"[.]py$")', {"start", "step", "last", "alone", "loop", "again"}),
        ('callers(name("last"))', {"step"}),
        ('callers(name("last"),2)', {"step", "open"}),
        ('callers(name("last"),999999)', {"step", "open", "start"}),
        ('callees(name("open"))', {"step"}),
        ('callees(name("open"),2)', {"step", "last"}),
        ('callers(or(name("last"),name("step")))', {"open"}),
        ('callers(name("loop"),9)', {"again"}),
        ('and(kind(all,fn),file(all,"lib"))', {"alone", "loop", "again"}),
        ('or(name("alone"),name("Box"))', {"alone", "Box"}),
        ('not(file(all,"lib"),name("alone"))', {"loop", "again"}),
        ('callees(name("alone"))', set()),
    ],
)
def test_operator(root: Path, expr: str, wanted: set[str]) -> None:
    found = asked(root, f"--graph-query={expr}")
    assert set(names(found)) == wanted
    assert (found.get("expr"), found.get("count")) == (expr, str(len(wanted)))
    assert (found.get("capped"), found.get("shown"), found.get("counts_floor")) == ("0", str(len(wanted)), "1")


def test_rows_are_by_rank_and_have_their_place(root: Path) -> None:
    found = twin(root, '--graph-query=or(name("last"),or(name("step"),name("alone")))')
    assert [(row["t"], row["n"], row["p"]) for row in found["query"]] == [
        ("fn", "last", "app/a.py:22"), ("fn", "step", "app/a.py:15"), ("fn", "alone", "lib/b.py:1"),
    ]  # fmt: skip


def test_pages_are_the_whole_and_top_k_caps(root: Path) -> None:
    whole = [dict(row.attrib) for row in asked(root, "--graph-query=all").iter("s")]
    assert pages(root, 3, "s", "--graph-query=all") == whole
    capped = asked(root, "--graph-query=all", "--top-k=4")
    assert [dict(row.attrib) for row in capped.iter("s")] == whole[:4]
    assert (capped.get("count"), capped.get("shown"), capped.get("capped")) == ("11", "4", "1")
    assert len(asked(root, "--graph-query=all", "--top-k=4", "--limit=6")) == 6


@pytest.mark.parametrize(
    ("expr", "words"),
    [
        ('callers(name("nope"))', ["--graph-query", "nope"]),
        ('name("stepp")', ["did you mean 'step'"]),
        ('name("nowhere.py:step")', ["nowhere.py"]),
        ("callrs(all)", ["byte 1", "did you mean 'callers'"]),
        ("kind(all,func)", ["byte 10", "kind", "expr :="]),
        ("all all", ["byte 5", "nothing more"]),
        ("and(all)", ["byte 8", "','"]),
        ("cx(all,-1)", ["whole number"]),
        ("cx(all,1234567890123456789)", ["18 digits"]),
        ("callers(all,0)", ["at least 1"]),
        ('name("step', ["between two"]),
        ('name("")', ["not empty"]),
        ("name", ["'('"]),
        ('file(all,"(")', ["("]),
        ('file(all,"(a+)+$")', ["merge"]),
        ('file(all,"\\\\y")'.replace("\\\\", "\\"), ["\\y"]),
        ("not(" * (MAX_NESTING + 1) + "all", [f"at most {MAX_NESTING} deep"]),
    ],
)
def test_refusal_names_what_is_wrong(root: Path, expr: str, words: list[str]) -> None:
    message = refused(root, f"--graph-query={expr}")
    assert all(word in message for word in words), message
    assert all(line.startswith("ripwire: ") for line in message.splitlines())


def test_an_empty_tree_answers(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "# nothing\n"})
    assert asked(tmp_path, "--graph-query=callers(not(all,kind(all,fn)))").get("count") == "0"


def test_nesting_and_size_are_bounded() -> None:
    deep = "not(" * (MAX_NESTING - 1) + "all" + ",all)" * (MAX_NESTING - 1)
    assert parse(deep.encode()).operator == "not"
    for hostile in (b"not(" * 100_000, b"(" * 100_000, b"and(all," * 100_000, b'name("' + b"x" * 100_000):
        with pytest.raises(RipwireError):
            parse(hostile)

    def balanced(n: int) -> bytes:
        return b"all" if n == 1 else b"or(%s,%s)" % (balanced(n // 2), balanced(n // 2))

    parse(balanced(MAX_OPERATORS // 2))
    with pytest.raises(RipwireError, match="operators"):
        parse(balanced(MAX_OPERATORS))


@given(st.text(alphabet='alnotckidfe(),"0 1x', max_size=60))
def test_any_text_is_an_expression_or_a_refusal(text: str) -> None:
    try:
        parse(text.encode())
    except RipwireError as error:
        assert "--graph-query" in error.message


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (b"^src/[a-z_]+\\.py$", b"src/a_b.py", b"src/a_b.py\n"),
        (b"(?:a|bc){2}d", b"xabcd", b"xabd"),
        (b"\\bapp\\b", b"my/app.py", b"my/apple.py"),
        (b"a.c", b"abc", b"a\nc"),
        (b"[^/]+/[]", b"", b"a/b"),
        (b"^(?!test)", b"src", b"test"),
        (b"\\u00e9+$", "caféé".encode(), b"cafe"),
        ("é?x$".encode(), b"x", b"y"),
        (b"(.)\\1", b"hello", b"helo"),
        (b"a{,2}", b"a{,2}", b"aa"),
        (b"x{2,3}?y", b"xxy", b"xy"),
        (b"\\x2e\\cJ", b".\n", b"."),
        (b"[a-c\\d-]", b"-", b"d"),
    ],
)
def test_pattern_means_what_it_means_elsewhere(pattern: bytes, yes: bytes, no: bytes) -> None:
    found = compiled(pattern, 100, "graph-query")
    assert bool(found.search(yes)) == (pattern != b"[^/]+/[]")
    assert not found.search(no)


@pytest.mark.parametrize(
    "pattern",
    [
        b"(a+)+", b"(a*)*", b"((a{2}))+", b"(?:x|x)*y", b"(a?){30}a{30}", b".*.*.*.*.*.*.*.*x", b"a**", b"*a",
        b"a{2}{3}",
        b"(", b")", b"[a", b"[b-a]", b"\\", b"\\q", b"\\u12", b"(?P<n>a)", b"(?i)a", b"a{3,2}", b"a{9999}", b"(?=a)*",
        b"(" * 50 + b")" * 50, b"a" * 600, b"(?<=a+)b", b"\\9", b"a++",
    ],
)  # fmt: skip
def test_pattern_is_refused(pattern: bytes) -> None:
    with pytest.raises(RipwireError, match="refused"):
        compiled(pattern, 200, "graph-query")


PIECES = ("a", "b", "(", ")", "(?:", "|", "*", "+", "?", "{2}", "{1,}", ".", "[ab]", "^", "$")


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_what_is_accepted_ends_soon(text: str) -> None:
    try:
        found = compiled(text.encode(), 60, "graph-query")
    except RipwireError:
        return
    assert isinstance(found, re.Pattern)
    begin = time.process_time()
    found.search(b"a" * 59 + b"!")
    assert time.process_time() - begin < 2
