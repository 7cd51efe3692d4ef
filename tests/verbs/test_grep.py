"""`--grep` and `--regex`: hits as ripgrep finds them in the files of the map, each with the definition around it."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from pathlib import Path

import pytest

import ripwire.tree
from ripwire._core.hits import Finder, Places
from ripwire._core.pcre import Program
from ripwire.limits import GREP_LINE_BYTES, GREP_MAX_CONTEXT, GREP_MAX_HITS, GREP_STEPS
from ripwire.model.paths import tiers
from ripwire.verbs.grep import Request, grep_document
from ripwire.verbs.paging import Page
from ripwire.workspace import Root
from tests.search.oracle import rg
from tests.search.test_pattern import document, expression
from tests.support.answers import asked, check_pages, refused, twin
from tests.support.command import answer, plant, run

SHOP = {
    "app/shop.py": "class Cart:\n    def total(self): return tax(self.sum())\n    def sum(self): return 0\n",
    "app/rates.py": "def tax(x): return round_cents(x)\ndef round_cents(x): return x\n",
    "app/web.py": "from app.rates import tax\ndef checkout(cart): return tax(cart.total())\n",
    "tests/test_web.py": "from app.web import checkout\ndef test_checkout(): checkout(None)\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("shop"), SHOP)


def places(root: Path, *words: str) -> list[tuple[str, str | None, str]]:
    """Place, definition and line of each hit."""
    return [(row.get("p"), row.get("in"), row.find("m").text or "") for row in asked(root, *words)]


def test_the_worked_example(shop: Path) -> None:
    found = answer([shop, "--grep=tax("])
    legend, mark, body = found.partition(b"--><grep")
    assert legend.startswith(b"<!-- ripwire grep: ") and (mark + body).removeprefix(b"-->") == (
        b'<grep pattern="tax(" files="3" hits="3" shown="3" capped="0" hits_capped="0">'
        b'<hit p="app/rates.py:1" in="tax"><m><![CDATA[def tax(x): return round_cents(x)]]></m></hit>'
        b'<hit p="app/shop.py:2" in="Cart::total"><m><![CDATA[    def total(self): return tax(self.sum())]]></m></hit>'
        b'<hit p="app/web.py:2" in="checkout"><m><![CDATA[def checkout(cart): return tax(cart.total())]]></m></hit>'
        b"</grep>"
    )
    assert answer([shop, r"--regex=tax\("]).partition(b"--><grep")[2] == body.replace(b'"tax("', rb'"tax\("')


def test_json_is_the_same(shop: Path) -> None:
    found = twin(shop, "--regex=tax|sum", "--grep-context=1")
    assert found["hits"] == 6 and found["hits_capped"] is False and found["capped"] is False
    assert found["grep"][0] == {
        "p": "app/rates.py:1", "in": "tax", "m": "def tax(x): return round_cents(x)",
        "a": "def round_cents(x): return x",
    }  # fmt: skip
    twin(shop, "--grep=a", "--limit=3", "--offset=1")


def test_nothing_found_is_an_answer(shop: Path) -> None:
    assert answer([shop, "--grep=nowhere"]).endswith(
        b'<grep pattern="nowhere" files="0" hits="0" shown="0" capped="0" hits_capped="0"></grep>'
    )


def test_every_place_of_a_line_is_a_hit(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "x = aa + aaaa\ny = 1\n"})
    rows = asked(tmp_path, "--grep=aa")
    assert [(row.get("p"), row.get("col")) for row in rows] == [("a.py:1", None), ("a.py:1", "10"), ("a.py:1", "12")]
    assert rows.get("hits") == "3" and rows.get("files") == "1"
    # The column does not depend on where a page begins.
    assert [row.get("col") for row in asked(tmp_path, "--grep=aa", "--offset=1")] == ["10", "12"]
    assert [row.get("p") for row in asked(tmp_path, "--regex=^|1")] == ["a.py:1", "a.py:2", "a.py:2"]
    assert [row.get("p") for row in asked(tmp_path, "--regex=z*")] == ["a.py:1", "a.py:2"]


def test_order_is_source_then_tests_then_documents(tmp_path: Path) -> None:
    names = ["README.md", "b.py", "bench/x.py", "docs/a.html", "lib/fixtures/f.js", "lib/a_test.py", "zoo.py", "t.csv"]
    plant(tmp_path, {name: "word\n" for name in names} | {"docs/a.html": "<title>word</title>\n"})
    wanted = ["b.py", "zoo.py", "bench/x.py", "lib/a_test.py", "lib/fixtures/f.js", "README.md", "docs/a.html", "t.csv"]
    assert [place.removesuffix(":1") for place, _, _ in places(tmp_path, "--grep=word")] == wanted
    assert [place.removesuffix(":1") for place, _, _ in places(tmp_path, "--grep=word", "--ignore-tests")] == [
        name for name in wanted if name != "lib/a_test.py"
    ]
    assert tiers([b"test/./a.py", b"a/./test/b.py", b"spec/x.spec.js", b"contest.py"], bytes(4)) == [0, 1, 1, 0]


def test_the_innermost_definition_is_named(tmp_path: Path) -> None:
    text = "import os  # mark\n\n\nclass A:\n    mark = 1\n\n    def f(self):\n        def g():\n            mark()\n\n"
    plant(tmp_path, {"a.py": text + "        mark()\n\n\nmark()\n", "b.md": "# One\n\n## Two\n\nmark\n"})
    assert [(place, owner) for place, owner, _ in places(tmp_path, "--grep=mark")] == [
        ("a.py:1", None), ("a.py:5", "A"), ("a.py:9", "A::f::g"), ("a.py:11", "A::f"), ("a.py:14", None),
        ("b.md:5", "Two"),
    ]  # fmt: skip


def test_context(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "one = 1\ntwo = 2\r\n\nfour = 4\nfive = 5"})

    def around(*words: str) -> list[tuple[str | None, str | None, str | None]]:
        return [tuple(row.findtext(name) for name in "bma") for row in asked(tmp_path, *words)]  # type: ignore[misc]

    assert around("--grep=two") == [(None, "two = 2", None)]
    assert around("--grep=two", "--grep-context=1") == [("one = 1", "two = 2", "")]
    assert around("--grep=two", "--grep-context=9") == [("one = 1", "two = 2", "\nfour = 4\nfive = 5")]
    assert around("--grep=five", "--grep-before=2") == [("\nfour = 4", "five = 5", None)]
    assert around("--grep=four", "--grep-context=1", "--grep-before=0") == [(None, "four = 4", "five = 5")]
    assert around("--grep=four", "--grep-context=0", "--grep-after=1") == [(None, "four = 4", "five = 5")]
    assert around("--grep=one", "--grep-before=3") == [(None, "one = 1", None)]
    assert around("--regex=^$", "--grep-context=1") == [("two = 2", "", "four = 4")]


def test_lines_of_any_bytes(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            "cdata.py": "x = 'hit]]>'\n",
            "latin.py": "x = 'hit é'\n".encode("latin-1"),
            "bell.py": b"x = 'hit \x07'\n",
            "mark.py": b"\xef\xbb\xbfhit = 1\n\n",
            "crlf.py": b"a = 1\r\nhit = 2\r\n",
            "wide.py": "é漢 = 'hit'\n",
            "late.py": b"#" * 5000 + b"\n\0 hit\n",
            "zero.py": b"",
        },
    )
    document = asked(tmp_path, "--grep=hit")
    found = {row.get("p"): (row.get("scrubbed"), row.find("m").text) for row in document}
    assert found == {
        "cdata.py:1": (None, "x = 'hit]]>'"),
        "latin.py:1": ("1", "x = 'hit �'"),
        "bell.py:1": ("1", "x = 'hit �'"),
        "mark.py:1": (None, "hit = 1"),
        "crlf.py:2": (None, "hit = 2"),
        "wide.py:1": (None, "é漢 = 'hit'"),
        "late.py:2": ("1", "� hit"),
    }
    assert b"<![CDATA[x = 'hit]]]]><![CDATA[>']]>" in answer([tmp_path, "--grep=hit"])
    assert [row.get("p") for row in asked(tmp_path, "--regex=^hit")] == ["crlf.py:2", "mark.py:1"]
    # Bytes that are no UTF-8 can be asked for; a dot is a character and none of them is one.
    assert b'p="latin.py:1"' in answer([tmp_path, b"--grep=hit \xe9"])
    assert b'p="latin.py:1"' in answer([tmp_path, rb"--regex=hit (?-u:\xe9)"])
    assert [row.get("p") for row in asked(tmp_path, "--regex=hit .'")] == ["bell.py:1"]
    assert [row.get("p") for row in asked(tmp_path, r"--regex=\w\w = .hit")] == ["wide.py:1"]
    assert [row.get("p") for row in asked(tmp_path, r"--regex=\x00 hit")] == ["late.py:2"]
    assert asked(tmp_path, "--grep=HIT").get("hits") == "0"


def test_long_lines_are_shown_around_the_hit(tmp_path: Path) -> None:
    text = "é" * 400 + "hit" + "漢" * 400
    plant(tmp_path, {"a.md": f"{text}\nhit {'z' * 600}\n{'z' * 509}hit\n{'z' * 510}hit\n"})
    rows = asked(tmp_path, "--grep=hit", "--grep-context=1")
    shown = [row.findtext("m") for row in rows]
    assert [row.get("col") for row in rows] == ["801", None, None, "511"]
    assert shown[0] == "…" + "é" * 32 + "hit" + "漢" * 148 + "…"
    assert shown[1] == "hit " + "z" * (GREP_LINE_BYTES - 4) + "…"
    assert shown[2] == "z" * 509 + "hit" and shown[3] == "…" + "z" * 509 + "hit"
    assert rows[1].findtext("b") == "é" * 256 + "…" and rows[1].get("scrubbed") is None
    plant(tmp_path, {"b.md": b"\x80" * 2000 + b"hit" + b"\x80" * 2000 + b"\n"})
    assert max(len(row.findtext("m").encode()) for row in asked(tmp_path, "--grep=hit")) < 4 * GREP_LINE_BYTES


def test_notebooks_are_searched_as_they_lie(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Part\n", "words\n"]},
        {"cell_type": "code", "source": ["def f():\n", '    return words("a")\n'], "outputs": []},
    ]
    book = json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}, indent=1)
    plant(tmp_path, {"n.ipynb": book})
    lines = [number for number, text in enumerate(book.split("\n"), 1) if "words" in text]
    found = places(tmp_path, "--grep=words")
    assert [(place, owner) for place, owner, _ in found] == [
        (f"n.ipynb:{lines[0]}", "Part"), (f"n.ipynb:{lines[1]}", "f")
    ]  # fmt: skip
    assert found[1][2].strip() == r'"    return words(\"a\")\n"'


def test_several_roots(tmp_path: Path) -> None:
    for name in "ab":
        plant(tmp_path / name, {"x.py": f"def {name}():\n    word()\n", "tests/y.py": "word()\n"})
    assert [(place, owner) for place, owner, _ in places(tmp_path / "b", str(tmp_path / "a"), "--grep=word")] == [
        ("a/./x.py:2", "a"), ("b/./x.py:2", "b"), ("a/./tests/y.py:1", None), ("b/./tests/y.py:1", None),
    ]  # fmt: skip


def test_pages_are_the_whole_and_the_default_is_a_hundred(tmp_path: Path) -> None:
    plant(tmp_path, {f"{name}.py": "a = b(a, a)\n" * 20 for name in "pqrs"})
    found = asked(tmp_path, "--grep=a")
    assert (found.get("hits"), found.get("files"), found.get("shown"), found.get("capped")) == ("240", "4", "100", "1")
    check_pages(tmp_path, "--grep=a", "--grep-context=1", size=70, tag="hit")
    past = asked(tmp_path, "--grep=a", "--offset=999", "--limit=5")
    assert (past.get("shown"), past.get("next_offset"), past.get("has_more"), len(past)) == ("0", "240", "0", 0)
    for threads in ("--threads=1", "--threads=5"):
        assert answer([tmp_path, "--grep=a", "--limit=130", threads]) == answer([tmp_path, "--grep=a", "--limit=130"])


def test_more_hits_than_are_counted(tmp_path: Path) -> None:
    half = GREP_MAX_HITS // 2
    line = "a" * 99_999 + "\n"
    plant(tmp_path, {f"{name}.md": line * 20 + "a" * 10 for name in "cde"} | {"a.py": "b = 1\n", "f.md": "a\n"})
    found = asked(tmp_path, "--grep=a", "--limit=1")
    assert (found.get("hits"), found.get("files"), found.get("hits_capped")) == (str(GREP_MAX_HITS), "3", "1")
    last = asked(tmp_path, "--grep=a", f"--offset={GREP_MAX_HITS - 1}")
    assert len(last) == 1 and (last.get("has_more"), last.get("total")) == ("0", str(GREP_MAX_HITS))
    exact = asked(tmp_path, "--grep=a", "--limit=2", "--offset=1999991", "--exclude=d.md", "--exclude=e.md")
    assert (exact.get("hits"), exact.get("hits_capped"), exact.get("files")) == (str(half - 20 + 10 + 1), "0", "2")
    assert [(row.get("p"), row.get("col")) for row in exact] == []


HOSTILE = ("(a+)+[bx]", r"(?:[a-z]+ ?)+;", "(?:a|a|aa)+[bx]", r"(.*a){12}[xy]", "(?:x+x+)+[yz]")


@pytest.mark.parametrize("pattern", HOSTILE)
def test_hostile_patterns_end_and_say_what_was_given_up(tmp_path: Path, pattern: str) -> None:
    text = "aab; xxy\n" + (("a" * 40 + " " + "x" * 40 + " .; \n") * 300) + "aab; xxy aaaaaaaaaaaaax\n"
    plant(tmp_path, {"a.py": text, "b.py": "aab; xxy aaaaaaaaaaaax\n"})
    result = run([tmp_path, f"--regex={pattern}"])
    assert result.code == 0
    head = re.search(rb'<grep .*? hits="(\d+)" .*?hits_capped="(.)"( partial_files="1")?>', result.out)
    assert head is not None and int(head[1]) >= 1
    told = result.err.startswith(b"ripwire: a.py: the pattern takes too many steps")
    assert told == bool(head[3]) == (head[2] == b"1")
    for other in ([], ["--threads=1"], ["--no-cache"]):
        assert run([tmp_path, f"--regex={pattern}", *other]) == result


def test_something_is_given_up(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "aax\n" + ("a" * 40 + "c\n") * 2, "b.py": "aax\n", "c.py": ("a" * 40 + "c\n") * 9})
    result = run([tmp_path, "--regex=(a+)+[bx]"])
    assert result.err.count(b"\n") == 1 and b"ripwire: a.py and 1 more: the pattern" in result.err
    assert b'files="2" hits="2" shown="2" capped="0" hits_capped="1" partial_files="2">' in result.out


def test_a_line_that_takes_many_steps_is_searched_by_itself(tmp_path: Path) -> None:
    """Lines that exceed the steps of a whole search, but not their own, lose nothing."""
    heavy, light = "a" * 16 + "c\n", "aax foo\n"
    text = (light + heavy + heavy + "\n" + light + light + heavy) * 20 + heavy
    plant(tmp_path, {"a.py": text, "é.py": text + "é\n"})
    found = asked(tmp_path, "--regex=(a+)+[bx]", "--limit=1000")
    wanted = [number for number, line in enumerate(text.split("\n"), 1) if "x" in line]
    assert [row.get("p") for row in found] == [f"{name}.py:{number}" for name in "aé" for number in wanted]
    assert found.get("hits_capped") == "0" and found.get("partial_files") is None
    ends = asked(tmp_path, "--regex=(a+)+[bx]|^$|(?:foo)?$", "--limit=1000")
    assert {row.get("p") for row in ends} == {
        f"{name}.py:{number}" for name in "aé" for number in range(1, text.count("\n") + 1 + (name == "é"))
    }


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["--grep="], ["--grep is empty", "a text to look for"]),
        (["--regex="], ["--regex is empty", "a regular expression"]),
        (["--grep"], ["--grep", "joined by '='"]),
        (["--grep=a\nb"], ["--grep", "at byte 1", "one line"]),
        (["--regex=a(b"], ["--regex: the pattern 'a(b' is wrong at byte 1", "never closed"]),
        (["--regex=é("], ["at byte 2"]),
        (["--regex=a**{"], ["--regex", "at byte"]),
        ([r"--regex=a\nb"], ["at byte 1", r"can't hold \n"]),
        (["--regex=(?=a)b"], ["at byte", "look"]),
        ([r"--regex=(a)\1"], ["at byte 3"]),
        ([r"--regex=(?:\w{1000}){1000}"], ["too large"]),
        (["--grep-context=1"], ["--grep-context works only with --grep or --regex"]),
        (["--grep-before=1", "--match=(call) @c"], ["--grep-before works only with"]),
        (["--grep-after=1", "--tree"], ["--grep-after works only with"]),
        (["--no-prefilter"], ["--no-prefilter works only with"]),
        (["--grep=a", "--no-prefilter=1"], ["--no-prefilter takes no value"]),
        (["--grep=a", "--grep-context=x"], ["--grep-context wants", f"0..{GREP_MAX_CONTEXT}"]),
        (["--grep=a", f"--grep-after={GREP_MAX_CONTEXT + 1}"], ["--grep-after wants"]),
        (["--grep=a", "--grep-before=-1"], ["--grep-before wants"]),
        (["--grep=a", "--limit=0"], ["--limit"]),
        (["--grep=a", "--max-tokens=100"], ["--max-tokens is not for listings"]),
        (["--gerp=a"], ["unknown flag '--gerp'", "--grep"]),
        (["--regexp=a"], ["unknown flag '--regexp'", "--regex"]),
        (["--grep-contex=1"], ["--grep-context"]),
    ],
)
def test_what_is_refused(shop: Path, words: list[str], parts: list[str]) -> None:
    message = refused(shop, *words)
    assert message.startswith("ripwire: ") and message.count("\n") == 1 and "-U" not in message
    assert all(part in message for part in parts), message


def test_a_wrong_pattern_is_refused_before_a_root_is_read(tmp_path: Path) -> None:
    assert "--regex: the pattern" in refused(tmp_path, "--regex=(")
    assert len(refused(tmp_path, "--regex=(" + "a" * 100_000)) < 1000
    given = ["--grep=" + "a" * 100_000, "--grep=" + "é" * 50_000]
    assert [asked(tmp_path, words).get("hits") for words in given] == ["0", "0"]


def test_which_verb_answers(shop: Path) -> None:
    def winner(*words: str) -> tuple[str, str]:
        result = run([shop, *words])
        assert result.code == 0
        found = re.search(rb"<(\w[\w-]*)", result.out.partition(b"-->")[2])
        assert found is not None
        return found[1].decode(), result.err.decode()

    assert winner("--grep=tax", "--match=(call) @c") == (
        "grep", "ripwire: one report a run: --grep answers, ignored: --match\n"
    )  # fmt: skip
    assert winner("--regex=tax", "--grep=tax", "--around=tax")[1].endswith("answers, ignored: --regex, --around\n")
    assert winner("--regex=tax", "--match=(call) @c")[1].endswith("--regex answers, ignored: --match\n")
    assert winner("--grep=tax", "--tree", "--grep-after=1") == (
        "tree",
        "ripwire: one report a run: --tree answers, ignored: --grep\n"
        "ripwire: --grep-after: not read by --tree, nothing was dropped\n",
    )


def test_files_that_change_are_not_made_up(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "a()\na()\n", "b.py": "a()\n", "c.py": "a()\n"})
    tree = ripwire.tree.build([Root(bytes(tmp_path))])
    (tmp_path / "b.py").unlink()
    os.symlink("a.py", tmp_path / "b.py")
    document, given_up = grep_document(tree, Request("grep", b"a("), Page(), threads=2)
    (tmp_path / "a.py").write_text("b()\na()\n")
    assert dict(document.root.attributes)["unread_files"] == 1 and not given_up
    assert [dict(row.attributes) for row in document.root.children] == [
        {"p": b"a.py:2"}, {"p": b"a.py", "changed": True}, {"p": b"c.py:1"}
    ]  # fmt: skip


def test_files_that_the_map_leaves_out_are_left_out(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "word\n", "b.xyz": "word\n", "c.py": b"word\0\n", "vendor/d.py": "word\n"})
    assert [place for place, _, _ in places(tmp_path, "--grep=word", "--exclude=vendor")] == ["a.py:1"]


# --- against ripgrep, and with and without the prefilter --------------------------------------------------------------


def tree_of(root: Path, chance: random.Random) -> tuple[ripwire.tree.Tree, dict[str, bytes]]:
    files = {f"{'tests/' * (n % 3 == 0)}f{n:02}.{'py' if n % 2 else 'md'}": document(chance) for n in range(24)}
    files["long.py"] = b"".join(document(chance) for _ in range(200))
    plant(root, {name: text for name, text in files.items()})
    return ripwire.tree.build([Root(bytes(root))]), files


def hits(tree: ripwire.tree.Tree, request: Request) -> list[tuple[str, int, int | None, str]]:
    found, given_up = grep_document(tree, request, Page(10**9), threads=2)
    assert not given_up
    out = []
    for row in found.root.children:
        facts = dict(row.attributes)
        assert isinstance(facts["p"], bytes)
        path, _, line = facts["p"].decode().rpartition(":")
        out.append((path, int(line), facts.get("col"), dict(row.parts)["m"]))
    counts = dict(found.root.attributes)
    assert counts["hits"] == len(out) and counts["files"] == len({row[0] for row in out})
    return out  # type: ignore[return-value]


def lines_of_rg(root: Path, *words: str | bytes) -> set[tuple[str, int]]:
    done = subprocess.run(
        [rg(), "--no-config", "-j1", "-a", "-n", "--null", "--no-ignore", *words, "."], cwd=root, capture_output=True
    )
    assert done.returncode in (0, 1), done
    found = set()
    for line in done.stdout.split(b"\n"):
        path, mark, rest = line.partition(b"\0")
        if mark:
            found.add((path.decode().removeprefix("./"), int(rest.partition(b":")[0])))
    return found


def test_lines_are_ripgreps_with_and_without_the_prefilter(tmp_path: Path) -> None:
    chance = random.Random(20261)
    tree, files = tree_of(tmp_path, chance)
    indexed = {path.decode() for path in tree.columns.paths}
    assert len(indexed) > 20
    seen = filtered = 0
    for _ in range(250):
        pattern = expression(chance, 0, chance.random() < 0.2)
        if chance.random() < 0.3:
            pattern = f"(?:{chance.choice(['foo', 'FOO', 'Food'])}|{chance.choice(['ab1', 'caffe'])}){pattern}"
        if re.search(r"\\[Az]|\?-m|\?R", pattern):
            continue  # there ripgrep finds lines by another text than the line (tests/search/test_pattern.py)
        try:
            request = Request("regex", pattern.encode())
        except ripwire.errors.RipwireError:
            continue
        found = hits(tree, request)
        assert found == hits(tree, Request("regex", pattern.encode(), prefilter=False)), pattern
        wanted = {place for place in lines_of_rg(tmp_path, "-e", pattern) if place[0] in indexed}
        assert {row[:2] for row in found} == wanted, pattern
        seen += bool(wanted)
        filtered += bool(request._parts[2])
    assert seen > 80 and filtered > 10
    for text in ("foo", "a", "é", "1\u00a0", "ab1", "-", "漢", "\t"):
        wanted = {place for place in lines_of_rg(tmp_path, "-F", "-e", text) if place[0] in indexed}
        found = hits(tree, Request("grep", text.encode()))
        assert {row[:2] for row in found} == wanted
        assert len(found) == sum(files[path].count(text.encode()) for path in indexed)


def test_columns_and_lines_point_at_the_hit(tmp_path: Path) -> None:
    tree, files = tree_of(tmp_path, random.Random(5))
    for path, line, col, shown in hits(tree, Request("regex", rb"\w+foo|[0-9]+|\pL\d")):
        text = files[path].split(b"\n")
        assert shown == (text[line - 1].removesuffix(b"\r") if line < len(text) else text[line - 1])
        assert col is None or col > 1


def test_a_clause_is_tried_before_the_pattern() -> None:
    request = Request("regex", rb"(?:foo|bar)[a-z]*(?:baz|quux)")
    assert request._parts[2] == [(b"bar", b"foo"), (b"baz", b"quux")]
    assert Request("regex", rb"(?:foo|bar)\d", prefilter=False)._parts[2] == []
    assert Request("grep", b"foo")._parts[2] == [] and Request("regex", b"foo")._parts[2] == []


def test_the_finder_says_what_it_was_given_wrong() -> None:
    program = Program(b"a", literal=True)
    with pytest.raises(ValueError):
        Finder(program, program, [()], GREP_STEPS)
    finder = Finder(program, program, [], GREP_STEPS)
    with pytest.raises(ValueError):
        finder.begin([b"a\0b"], 1)
    finder.begin([b"/nonexistent/a"], 1)
    with pytest.raises(ValueError):
        finder.begin([], 1)
    finder.work()
    assert finder.counts() == ([0], [], [0])
    places = Places(finder, b"ba\naa")
    assert places.take(2) == [(1, 2, 1, 0, 2, True), (3, 4, 2, 3, 5, True)]
    assert places.take(9) == [(4, 5, 2, 3, 5, False)] and places.take(1) == []
    assert Places(Finder(program, program, [], GREP_STEPS), b"").take(1) == []
