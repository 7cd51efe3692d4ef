"""`--clones`: equal bodies, similar ones, who is exempt, and what is counted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ripwire.document import xml
from ripwire.tree import build
from ripwire.verbs.clones import clones_document
from ripwire.verbs.paging import Page
from tests.support.answers import asked, check_pages, twin
from tests.support.command import answer, plant
from tests.support.documents import read_xml

BODY = """\
    total = 0
    for {v} in {w}:
        if {v} > {n} and {v} != other:
            total += {v} * {n}
        else:
            total -= call({v}, 'text', {n})
    check(total, {w}, {n})
    return total
"""


def body(v: str = "x", w: str = "items", n: str = "3", more: str = "") -> str:
    return BODY.format(v=v, w=w, n=n).replace("    return", more + "    return")


def groups(found: Any) -> list[tuple[str, list[str]]]:
    return [(group.get("type"), [f.get("n") for f in group]) for group in found]


def test_equal_bodies_whatever_the_names(tmp_path: Path) -> None:
    plant(tmp_path, {
        "a.py": f"def one(items):\n{body()}\n\ndef short():\n    return 1\n",
        "b.py": f"def two(rows):\n    # a comment\n{body('row', 'rows', '17')}",
        "c.py": "def short():\n    return 1\n",
    })  # fmt: skip
    found = asked(tmp_path, "--clones")
    assert groups(found) == [("2", ["one", "two"])]
    assert (found.get("groups"), found.get("type3"), found.get("total"), found.get("functions")) == ("1", "0", "1", "2")
    assert [f.get("p") for f in found[0]] == ["a.py:1", "b.py:1"] and int(found[0].get("tokens")) >= 40
    twin(tmp_path, "--clones")


def test_across_languages_of_the_same_spelling(tmp_path: Path) -> None:
    code = "{ int t = 0; for (int i = 0; i < n; ++i) { if (i % 2) { t += i * 2; } else { t -= F(i); } } return t; }\n"
    java = "class B { int two(int n) " + code.replace("F", "g") + "}\n"
    plant(tmp_path, {"a.c": "int one(int n) " + code, "B.java": java})
    assert groups(asked(tmp_path, "--clones")) == [("2", ["two", "one"])]


def test_similar_bodies_make_groups_around_the_first(tmp_path: Path) -> None:
    plant(tmp_path, {
        "a.py": f"def one(items):\n{body()}",
        "b.py": f"def two(items):\n{body(more='    log(total)' + chr(10))}",
        "c.py": f"def three(items):\n{body()}",
        "d.py": "def other(a, b):\n" + "".join(f"    a[{i}] = b.c{i}(d, e) or (f if g else h)\n" for i in range(8)),
    })  # fmt: skip
    found = asked(tmp_path, "--clones")
    assert groups(found) == [("2", ["one", "three"]), ("3", ["one", "two"])]
    assert 0.8 <= float(found[1].get("similarity")) < 1


def test_a_function_is_no_clone_of_what_it_holds(tmp_path: Path) -> None:
    inner = "".join("    " + line + "\n" for line in f"def inner(items):\n{body()}".splitlines())
    plant(tmp_path, {"a.py": f"def outer():\n{inner}    return inner\n"})
    found = asked(tmp_path, "--clones")
    assert (found.get("total"), found.get("functions")) == ("0", "2")


def test_fixtures_and_runners_are_told(tmp_path: Path) -> None:
    steps = "".join(f"  if [ $x -eq {i} ]; then\n    echo step {i} $y\n  fi\n" for i in range(9))
    plant(tmp_path, {
        "tests/fixtures/a.py": f"def one(items):\n{body()}", "tests/fixtures/b.py": f"def two(items):\n{body()}",
        "tests/a.sh": f"run() {{\n{steps}}}\n", "tests/b.sh": f"go() {{\n{steps}}}\n",
    })  # fmt: skip
    found = asked(tmp_path, "--clones")
    assert sorted(group.get("exempt") for group in found) == ["fixture", "shell-runner"]
    assert found.get("exempt_groups") == "2"


def test_pages_are_the_whole_for_any_number_of_threads(tmp_path: Path) -> None:
    files = {}
    for i in range(7):
        more = "".join(f"    call_{k}(items)\n" for k in range(i * 3))
        for side in "ab":
            files[f"{side}{i}.py"] = f"def {side}{i}(items):\n{body(more=more)}"
    plant(tmp_path, files)
    check_pages(tmp_path, "--clones", size=3)
    assert answer([tmp_path, "--clones", "--threads=1"]) == answer([tmp_path, "--clones", "--threads=4"])


def test_files_that_are_gone_or_shorter_are_counted(tmp_path: Path) -> None:
    plant(tmp_path, {f"{name}.py": f"def {name}(items):\n{body()}" for name in ("one", "two", "three", "four")})
    tree = build(os.fsencode(tmp_path))
    (tmp_path / "one.py").unlink()
    (tmp_path / "two.py").write_text("pass\n")
    rendered = xml.render(clones_document(tree, Page()))
    assert rendered is not None
    found = read_xml(b"".join(rendered.chunks()))
    assert (found.get("unread_files"), found.get("functions")) == ("2", "2")
    assert groups(found) == [("2", ["four", "three"])]
