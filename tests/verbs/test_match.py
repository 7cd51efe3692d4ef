"""`--match`: every place that a query matches, in every language that takes it, and what is wrong with those that none
takes."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ripwire._core.match import BadQuery, Query, Searcher, compiled_limits
from ripwire.languages.grammars import capsule
from ripwire.languages.table import BY_NAME
from ripwire.limits import MATCH_MAX_HITS, MATCH_STEPS, QUERY_MAX_LEVELS, QUERY_MAX_PATTERNS
from ripwire.verbs.automaton import program
from ripwire.verbs.match import Request
from tests.support.answers import asked, pages, refused
from tests.support.command import answer, environment, plant

PYTHON = """\
import os

LIMIT = max(1, 2)


class Reader:
    def read(self, path):
        with open(path) as file:
            return file.read()

    def both(self):
        def inner():
            return open("a",
                        "b")

        return inner(), self.read("é")


x = x
y = 1
open(open)
"""
SCRIPT = "function load(path) { return open(path); }\nconst opened = open('x');\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"pkg/a.py": PYTHON, "pkg/b.js": SCRIPT, "README.md": "# open(1)\n", "pkg/tests/test_a.py": "open()\n"}
    return plant(tmp_path_factory.mktemp("match"), files)


def rows(root: Path, query: str, *words: str) -> list[tuple[str, str | None, str]]:
    found = asked(root, f"--match={query}", *words)
    out = [(row.get("p"), row.get("in"), row.text) for row in found]
    assert found.get("hits") == str(len(out)) and found.get("hits_capped") == "0" and found.get("partial_files") is None
    return out


def test_matches_with_their_places_their_definitions_and_their_text(root: Path) -> None:
    assert rows(root, '(call function: (identifier) @f (#eq? @f "open")) @call') == [
        ("pkg/a.py:8", "Reader::read", "open(path)"),
        ("pkg/a.py:13", "Reader::both::inner", 'open("a", "b")'),
        ("pkg/a.py:21", None, "open(open)"),
        ("pkg/tests/test_a.py:1", None, "open()"),
    ]


def test_each_language_that_takes_the_query_is_searched(root: Path) -> None:
    found = asked(root, "--match=((identifier) @i (#eq? @i open))")
    assert (found.get("langs"), found.get("files"), found.get("hits")) == ("js,py", "3", "7")
    assert [row.get("p") for row in found][4:6] == ["pkg/b.js:1", "pkg/b.js:2"]
    found = asked(root, "--match=(call_expression) @c")
    assert (found.get("langs"), found.get("files")) == ("js", "1")
    assert [(row.get("in"), row.text) for row in found] == [("load", "open(path)"), (None, "open('x')")]


def test_json_says_the_same(root: Path) -> None:
    query = "--match=(call) @c"
    found = json.loads(answer([root, query, "--json"]))
    element = asked(root, query)
    assert [(m["p"], m.get("in"), m["text"]) for m in found["match"]] == [
        (m.get("p"), m.get("in"), m.text) for m in element
    ]
    assert (found["hits"], found["capped"], found["hits_capped"]) == (8, False, False)
    assert element.get("hits") == "8"


def test_a_row_covers_what_is_captured_but_for_hidden_captures(root: Path) -> None:
    query = "(call function: (identifier) @f arguments: (_) @a (#eq? @f max))"
    assert rows(root, query) == [("pkg/a.py:3", "LIMIT", "max(1, 2)")]
    assert rows(root, query.replace("@f", "@_f")) == [("pkg/a.py:3", "LIMIT", "(1, 2)")]
    assert rows(root, query.replace("@f", "@_f").replace("@a", "@_a")) == [("pkg/a.py:3", "LIMIT", "max(1, 2)")]


@pytest.mark.parametrize(
    ("predicate", "wanted"),
    [
        ('(#eq? @f "open")', "open open open open"),
        ("(#not-eq? @f open)", "max inner"),
        ("(#any-of? @f max inner)", "max inner"),
        ("(#not-any-of? @f max open)", "inner"),
        ('(#match? @f "^(?:m|in)")', "max inner"),
        ('(#match? @f "N$")', ""),
        ('(#match? @f "(?i)N$")', "open open open open"),
        ('(#not-match? @f "e")', "max"),
        ('(#match? @f "e") (#not-eq? @f "open")', "inner"),
        ('(#set! kind "x") (#eq? @f max)', "max"),
        ('(#any-eq? @f "max")', "max"),
        ('(#any-not-match? @f "pe|ax")', "inner"),
    ],
)
def test_predicates(root: Path, predicate: str, wanted: str) -> None:
    found = [text for _, _, text in rows(root, f"(call function: (identifier) @f {predicate})")]
    assert sorted(found) == sorted(wanted.split())


def test_predicates_between_captures(root: Path) -> None:
    query = "(assignment left: (_) @l right: (_) @r (#{} @l @r)) @a"
    assert [text for _, _, text in rows(root, query.format("eq?"))] == ["x = x"]
    assert [text for _, _, text in rows(root, query.format("not-eq?"))] == ["LIMIT = max(1, 2)", "y = 1"]


def search(text: str, query: str, language: str = "python") -> list[tuple[int, int, int]]:
    request = Request(query.encode())
    found, incomplete = Searcher().search(
        Query(capsule(BY_NAME[language]), request.text, request.programs), text.encode(), b""
    )
    assert not incomplete
    return found


def test_quantified_captures_hold_for_all_or_for_any() -> None:
    text = "f(a, a)\nf(a, b)\nf(b, b)\nf()\n"
    for name, lines in (("eq?", {1, 4}), ("any-eq?", {1, 2}), ("not-eq?", {3, 4}), ("any-not-eq?", {2, 3})):
        query = f'(call arguments: (argument_list "(" . [(identifier) @a ","]* . ")") (#{name} @a "a")) @c'
        whole = {line for start, end, line in search(text, query) if text[start:end].startswith("f(")}
        assert whole == lines, name


def test_a_lone_pattern_needs_no_capture(root: Path) -> None:
    found = asked(root, "--match=(class_definition)")
    assert (found.get("auto_captured"), found[0].get("p"), found[0].get("in")) == ("1", "pkg/a.py:6", "Reader")
    assert found[0].text.endswith("…") and len(found[0].text) <= 121 and "\n" not in found[0].text
    assert asked(root, "--match=(class_definition) @c").get("auto_captured") is None


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("(call", ["column 1", "'(' is never closed"]),
        ("(call) @a\n\n  (call]", ["line 3, column 8", "']' closes nothing"]),
        ("(call) @a\n(cal) @é", ["line 2, column 2", "no node type 'cal'", "did you mean 'call'?", "python"]),
        ("(call functon: (_) @f)", ["column 7", "no field 'functon'", "'function'"]),
        ("((call) @é (#eq? @x 1))", ["column 19", "@x is captured nowhere"]),
        ("(identifier (call)) @x", ["column 13", "can look like this"]),
        ("((call) @x (#near? @x y))", ["column 13", "no #near?"]),
        ("((call) @x (#eq? @x))", ["column 13", "#eq?", "1 arguments"]),
        ("((call) @x (#match? @x x))", ["#match?", "quotes"]),
        ('((call) @x (#match? @x "a(b"))', ["column 24", "#match?", "character 2"]),
        ('((call) @x (#match? @x "a(?!b)"))', ["column 24", "look-around"]),
        ('((call) @x (#match? @x "(a)\\\\1"))', ["column 24", "back reference"]),
        ('((call) @x (#match? @x "(a{99}){99}"))', ["column 24", "steps"]),
        ('((call) @x (#eq? @x "a))', ["column 21", "text has no end"]),
        ('(call) @x (#eq? @x "a")', ["column 11", "outside of a pattern", "((identifier) @f (#eq? @f ...))"]),
        ("(call) (call)", ["captures nothing", "2 patterns"]),
        ("; all\n(call)", ["captures nothing", "comment"]),
        ("call", ["column 1", "write (call)"]),
        ("(" * (QUERY_MAX_LEVELS + 1), [f"deeper than {QUERY_MAX_LEVELS}", f"column {QUERY_MAX_LEVELS + 1}"]),
        ("(_) @a " * (QUERY_MAX_PATTERNS + 1), [f"more than {QUERY_MAX_PATTERNS}"]),
        ("(_)" + " " * 20000, ["bytes, more than"]),
    ],
)
def test_what_no_grammar_takes_is_refused_with_its_place(root: Path, query: str, words: list[str]) -> None:
    message = refused(root, "--match=" + query)
    assert message.startswith("ripwire: --match: line ") and message.count("\n") == 1
    assert all(word in message for word in words), message


def test_a_tree_without_a_grammar_is_refused(tmp_path: Path) -> None:
    assert "nothing to search" in refused(plant(tmp_path, {"a.md": "# a\n"}), "--match=(call)")


def test_pages_are_the_whole(root: Path) -> None:
    whole = asked(root, "--match=(identifier) @i", "--limit=1000")
    assert [row["p"] for row in pages(root, 5, "m", "--match=(identifier) @i")] == [row.get("p") for row in whole]
    assert len(whole) > 20


def test_hits_are_capped_and_say_so(tmp_path: Path) -> None:
    lines = MATCH_MAX_HITS // 3
    plant(tmp_path, {f"{name}.py": "f()\n" * lines for name in "abcdefg"})
    found = asked(tmp_path, "--match=(call) @c")
    assert (found.get("hits"), found.get("hits_capped"), found.get("shown")) == (str(MATCH_MAX_HITS), "1", "100")
    last = asked(tmp_path, "--match=(call) @c", f"--offset={MATCH_MAX_HITS - 1}")
    assert [row.get("p") for row in last] == [f"d.py:{MATCH_MAX_HITS - 3 * lines}"]
    exact = asked(tmp_path, "--match=(call) @c", "--exclude=d.py", "--exclude=e.py", "--exclude=f.py", "--exclude=g.py")
    assert (exact.get("hits"), exact.get("hits_capped")) == (str(3 * lines), "0")
    for threads in ("--threads=1", "--threads=5"):
        assert answer([tmp_path, "--match=(call) @c", threads]) == answer([tmp_path, "--match=(call) @c"])


def test_tests_can_be_left_out(root: Path) -> None:
    found = asked(root, "--match=(call function: (identifier) @f (#eq? @f open))", "--ignore-tests")
    assert [row.get("p") for row in found] == ["pkg/a.py:8", "pkg/a.py:13", "pkg/a.py:21"]


def test_notebooks_and_bytes_that_are_no_utf8(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["open(1)"]},
        {"cell_type": "code", "source": ["def f():\n", '    return open("a\\"b")\n'], "outputs": []},
    ]
    book = json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}, indent=1)
    plant(tmp_path, {"n.ipynb": book, "l.py": "café = open('é')\n".encode("latin-1")})
    found = asked(tmp_path, "--match=(call) @c")
    line = next(number for number, text in enumerate(book.split("\n"), 1) if "return open" in text)
    assert [(row.get("p"), row.get("in")) for row in found] == [("l.py:1", "café".replace("é", "�")), (
        f"n.ipynb:{line}", "f")] or [row.get("p") for row in found] == ["l.py:1", f"n.ipynb:{line}"]
    assert found[1].text == 'open("a\\"b")' and found[1].get("in") == "f"


def test_several_roots(tmp_path: Path) -> None:
    for name in "ab":
        plant(tmp_path / name, {"x.py": f"def {name}():\n    open()\n"})
    found = asked(tmp_path / "a", str(tmp_path / "b"), "--match=(call) @c")
    assert [(row.get("p"), row.get("in")) for row in found] == [("a/./x.py:2", "a"), ("b/./x.py:2", "b")]


@pytest.mark.parametrize(
    "query",
    [
        "(_ (_) @b (_) @c) @a " * QUERY_MAX_PATTERNS,
        "(_ " + "(_)* @a " * 1500 + ")",
        "(" * 60 + "(_)" + "?)*" * 60 + " @x",
        "[" + "(_) " * 4000 + "] @x",
        '((string) @s (#match? @s "((((a*)*)*)*)*b"))',
    ],
    ids=["patterns", "repeats", "groups", "branches", "expression"],
)
def test_hostile_queries_end(tmp_path: Path, query: str) -> None:
    text = "f(" * 150 + ")" * 150 + "\n" + "x = f(a, [b, c], d)\n" * 2000 + "s = '" + "a" * 200_000 + "'\n"
    plant(tmp_path, {"a.py": text})
    found = asked(tmp_path, "--match=" + query)  # three runs, each with the time limit of the tests' command
    assert found.get("files") == "1"


def test_what_is_given_up_is_counted(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "x = f(a, [b, c], d)\n" * 3000, "b.py": "f()\n"})
    found = asked(tmp_path, "--match=" + "(_ (_) @b (_) @c) @a " * QUERY_MAX_PATTERNS)
    assert found.get("partial_files") == "1"


def test_a_changed_file_that_its_scanner_would_not_survive_is_not_parsed(root: Path) -> None:
    import ripwire.tree
    from ripwire.verbs.match import match_document
    from ripwire.verbs.paging import Page
    from ripwire.workspace import Root

    copy = plant(root.parent / "changing", {"a.py": "f()\n", "b.py": "f()\n"})
    tree = ripwire.tree.build([Root(bytes(copy))])
    (copy / "a.py").write_bytes(b"".join(b" " * n + b"if x:\n" for n in range(600)))
    document = match_document(tree, Request(b"(call) @c"), Page(), threads=2)
    assert dict(document.root.attributes)["partial_files"] == 1
    assert [dict(row.attributes)["p"] for row in document.root.children] == [b"b.py:1"]


PROGRAM = """
import sys
from ripwire._core.match import crash_on
crash_on(b"#crash", {kind})
sys.argv[0] = "ripwire"
from ripwire.__main__ import program
program()
"""


@pytest.mark.parametrize("kind", [0, 1, 2], ids=["wild-write", "stack", "abort"])
@pytest.mark.parametrize("kept", [True, False])
def test_a_crash_costs_the_file_and_not_the_run(tmp_path: Path, kind: int, kept: bool) -> None:
    root = plant(tmp_path / "tree", {"a.py": "f()\n", "bad.py": "#crash\nf()\n", "c.py": "f()\n"})
    words = [sys.executable, "-P", "-c", PROGRAM.format(kind=kind), str(root), "--match=(call) @c"]
    env = environment(RIPWIRE_CACHE_DIR=str(tmp_path / "kept"))
    done = subprocess.run(
        words + ([] if kept else ["--no-cache"]), capture_output=True, env=env, cwd="/", timeout=60
    )
    assert done.returncode == 0, done
    assert b"bad.py" in done.stderr and done.stderr.count(b"\n") == 1
    assert b'crashed_files="1"' in done.stdout and b'hits="2"' in done.stdout and b"bad.py" not in done.stdout


def test_expressions_match_what_pythons_do() -> None:
    """Against `re`, over random expressions and texts."""
    random_ = random.Random(7)
    atoms = ["a", "b", "é", "漢", ".", "_", r"\w", r"\W", r"\d", r"\s", "[ab]", "[^a]", "[é-ö]", "[^é]"]
    atoms += [r"\b", r"\B", "^"]

    def expression(depth: int = 0) -> str:
        kind = random_.random()
        if depth > 3 or kind < 0.45:
            return random_.choice(atoms)
        if kind < 0.7:
            return expression(depth + 1) + expression(depth + 1)
        if kind < 0.8:
            return f"(?:{expression(depth + 1)}|{expression(depth + 1)})"
        if kind < 0.95:
            return f"(?:{expression(depth + 1)})" + random_.choice(["*", "+", "?", "{2}", "{1,3}", "*?", "{2,}"])
        return f"(?i:{expression(depth + 1)})"

    grammar = capsule(BY_NAME["python"])
    searcher = Searcher()
    seen = [0, 0]
    for _ in range(500):
        pattern = expression() + random_.choice(["", "", r"\Z"])
        texts = ["".join(random_.choice("abAé漢_ö1 z") for _ in range(random_.randrange(9))) for _ in range(5)]
        lines = [f"#{text}." for text in texts]
        query = '((comment) @c (#match? @c "{}"))'.format(pattern.replace("\\", "\\\\"))
        compiled = Query(grammar, query.encode(), {pattern.encode(): program(pattern.encode())})
        found, _ = searcher.search(compiled, "\n".join(lines).encode(), b"")
        wanted = {line for line, text in enumerate(lines, 1) if re.search(pattern, text, re.ASCII)}
        assert {line for _, _, line in found} == wanted, pattern
        seen[bool(wanted)] += 1
    assert min(seen) > 50


def test_matches_are_those_of_tree_sitters_own_binding() -> None:
    tree_sitter: Any = pytest.importorskip("tree_sitter")
    language = tree_sitter.Language(capsule(BY_NAME["python"]))
    parser = tree_sitter.Parser(language)
    text = Path(__file__).read_bytes()
    parsed = parser.parse(text)
    for query in (
        "(call function: (_) @f arguments: (_) @a)",
        '((identifier) @i (#eq? @i "root"))',
        '((identifier) @i (#match? @i "^t[a-z]+$"))',
        "((keyword_argument name: (_) @l value: (_) @r) (#eq? @l @r))",
        "[(if_statement) (for_statement)] @loop",
        "(module (_) @a (_) @b)",
        "(decorated_definition (decorator)* @d definition: (_) @x)",
    ):
        wanted = set()
        for _, captures in tree_sitter.QueryCursor(tree_sitter.Query(language, query)).matches(parsed.root_node):
            nodes = [node for found in captures.values() for node in found]
            if nodes:
                first = min(nodes, key=lambda node: node.start_byte)
                wanted.add((first.start_byte, max(node.end_byte for node in nodes), first.start_point[0] + 1))
        found = search(text.decode(), query)
        assert found == sorted(wanted) and found


def test_limits_of_the_compiled_code_and_damaged_programs() -> None:
    assert compiled_limits() == {"MATCH_STEPS": MATCH_STEPS}
    grammar = capsule(BY_NAME["python"])
    for code in (b"", b"\0" * 11, b"\0" * 12, (1).to_bytes(4, "little") + b"\x09\0\0\0" + b"\0" * 4):
        with pytest.raises(ValueError):
            Query(grammar, b'((comment) @c (#match? @c "a"))', {b"a": code})
    with pytest.raises(BadQuery) as caught:
        Query(grammar, b"(call) @c", {}, 1000)
    assert caught.value.kind == "size"
