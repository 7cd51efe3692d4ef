"""`--uses`, `--external-surface`, `--mentions`, and rows against columns."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.support.answers import asked, check_pages, twin
from tests.support.command import answer, plant, run

SHOP = {
    "app/shop.py": "class Cart:\n    def total(self): return tax(self.sum())\n    def sum(self): return 0\n",
    "app/rates.py": "def tax(x): return round_cents(x)\ndef round_cents(x): return x\n",
    "app/web.py": "from app.rates import tax\ndef checkout(cart): return tax(cart.total())\n",
    "tests/test_web.py": "from app.web import checkout\ndef test_checkout(): checkout(None)\n",
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return plant(tmp_path / "shop", SHOP)


def sites(found: Any) -> list[tuple[str, str, str | None]]:
    return [(u.get("role"), u.get("p"), u.get("in_id")) for u in found]


# --- uses ---


def test_uses_of_the_documented_example(shop: Path) -> None:
    found = asked(shop, "--uses=tax")
    assert list(found.items()) == [
        ("of", "tax"), ("defs", "1"), ("external", "0"), ("count", "3"), ("counts_floor", "1"),
    ]  # fmt: skip
    assert sites(found) == [
        ("call", "app/shop.py:2", "app/shop.py::Cart::total"),
        ("import", "app/web.py:1", None),
        ("call", "app/web.py:2", "checkout"),
    ]


ROLES = {
    "base.py": "LIMIT = 1\nclass Base: pass\n",
    "use.py": "from base import Base, LIMIT\nimport base\n\n\nclass One(Base):\n    def f(self):\n"
    "        global LIMIT\n        LIMIT = 2\n        return LIMIT + base.LIMIT\nBase()\n",
    "README.md": "# LIMIT\nSee `LIMIT`, [[base]] and `Base`.\n",
}


def test_every_role_is_told_and_documents_are_no_sites(tmp_path: Path) -> None:
    root = plant(tmp_path, ROLES)
    assert sites(asked(root, "--uses=LIMIT")) == [
        ("import", "use.py:1", None),
        ("write", "use.py:8", "use.py::One::f"),
        ("read", "use.py:9", "use.py::One::f"),
        ("read", "use.py:9", "use.py::One::f"),
    ]
    found = asked(root, "--uses=Base")
    assert sites(found) == [
        ("import", "use.py:1", None), ("extends", "use.py:5", "One"), ("call", "use.py:10", None),
    ]  # fmt: skip
    assert found.get("toplevel_sites") == asked(root, "--callers=Base").get("toplevel_sites") == "1"


def test_a_name_without_definition_answers_and_one_without_sites_refuses(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": "def f(): return len('')\n", "b.md": "# len\n"})
    found = asked(root, "--uses=len")
    assert (found.get("external"), found.get("defs"), found.get("count")) == ("1", "0", "1")
    known = asked(root, "--uses=f")
    assert (known.get("external"), known.get("count"), len(known)) == ("0", "0", 0)
    refused = run([root, "--uses=lem"])
    assert refused.code == 1 and refused.out == b"" and b"--uses" in refused.err and b"lem" in refused.err
    wrong = run([root, "--uses=a.py:len"])  # the file defines none, though the tree has sites
    assert wrong.code == 1 and wrong.out == b""


NAMESAKES = {
    "a.py": "def run(): return run()\ndef go(): return run()\nrun()\n",
    "b.py": "def run(): pass\ndef go(): return run()\nrun()\n",
    "c.py": "from a import run\ndef far(): return run()\nrun()\n",
}


def test_a_picked_definition_keeps_the_calls_that_mean_it(tmp_path: Path) -> None:
    root = plant(tmp_path, NAMESAKES)
    whole = asked(root, "--uses=run")
    assert whole.get("count") == "8" and whole.get("narrowed_roles") is None
    found = asked(root, "--uses=a.py:run")
    assert sites(found) == [
        ("call", "a.py:1", "run"),  # a call of itself has no edge
        ("call", "a.py:2", "go"),
        ("call", "a.py:3", None),
        ("import", "c.py:1", None),
        ("call", "c.py:2", "far"),
        ("call", "c.py:3", None),  # not resolved outside of a definition: kept, as it may mean this one
    ]
    facts = ("defs", "defs_of_name", "narrowed_roles", "call_sites_of_name")
    assert [found.get(name) for name in facts] == ["1", "2", "call", "7"]
    # In c.py nothing else is called so, so its unresolved call may mean b's; that of a.py surely means a's.
    assert sites(asked(root, "--uses=b.py:run")) == [
        ("call", "b.py:2", "go"), ("call", "b.py:3", None), ("import", "c.py:1", None), ("call", "c.py:3", None),
    ]  # fmt: skip


def test_two_calls_on_one_line_are_two_sites(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": "def f(x): return x\ndef g(): return f(f(1))\n"})
    found = asked(root, "--uses=f")
    assert found.get("count") == "2" and sites(found) == [("call", "a.py:2", "g")] * 2


def test_uses_in_json_and_in_pages(tmp_path: Path) -> None:
    root = plant(tmp_path, NAMESAKES)
    assert twin(root, "--uses=run")["external"] is False
    check_pages(root, "--uses=run", size=3)


# --- external surface ---


def test_what_is_defined_nowhere_is_listed_by_language(tmp_path: Path) -> None:
    root = plant(
        tmp_path,
        {
            "app/__init__.py": "",
            "app/a.py": "import os\nfrom . import b\nfrom numpy import array as arr\nclass A(Outer):\n"
            "    def f(self, cb):\n        for x in cb(): arr(x)\n        super().f()\n"
            "        return b.g(os.getcwd())\n",
            "app/b.py": "def g(x): return len(x)\n",
            "web/x.js": "import y from './y.js';\nimport lib from 'lib';\nfunction f() { return y(lib(), len()); }\n",
            "web/y.js": "export default function () {}\n",
            "README.md": "# getcwd\n[[Elsewhere]] `other()`\n",
        },
    )
    found = asked(root, "--external-surface")
    rows = [(x.get("n"), x.get("lang"), x.get("refs"), x.get("calls")) for x in found]
    # Not there: b and y (modules of the tree), arr (it is array), cb (a parameter), super, Elsewhere (a link).
    assert rows == [
        ("array", "py", "2", "1"),
        ("lib", "js", "2", "1"),
        ("Outer", "py", "1", "0"),
        ("getcwd", "py", "1", "1"),
        ("len", "js", "1", "1"),
        ("len", "py", "1", "1"),
        ("os", "py", "1", "0"),
    ]
    assert (found.get("names"), found.get("shown"), found.get("capped")) == ("7", "7", "0")
    twin(root, "--external-surface")
    check_pages(root, "--external-surface", size=2)


def test_a_long_surface_is_capped_and_says_so(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": "".join(f"outer{i}()\n" for i in range(130))})
    found = asked(root, "--external-surface")
    assert (found.get("names"), found.get("shown"), found.get("capped"), len(found)) == ("130", "100", "1", 100)


def test_an_empty_surface_is_an_answer(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": "def f(): pass\ndef g(): f()\n"})
    assert asked(root, "--external-surface").get("names") == "0"


# --- mentions ---


PROSE = {
    "a.py": "LIMIT = 1\nclass Parser:\n    def parse(self, x): return x\ndef load(): pass\n",
    "README.md": "# One\n`parse()` and `Parser::parse(x)` here.\n## Two\nAgain `parse`, not parse, and `LIMIT`.\n",
    "docs/guide.md": "Read `parse`.\n```\n`parse`\n```\n[[parse]]\n",
}


def test_documents_that_name_a_definition_in_code_spans(tmp_path: Path) -> None:
    root = plant(tmp_path, PROSE)
    found = asked(root, "--mentions=parse")
    assert list(found.items()) == [("of", "parse"), ("defs", "1"), ("docs", "2"), ("sections", "3")]
    assert [(d.get("p"), d.get("mentions")) for d in found] == [("README.md", "3"), ("docs/guide.md", "1")]
    assert asked(root, "--mentions=a.py:load").get("docs") == "0"
    twin(root, "--mentions=parse")


def test_what_has_no_body_is_refused_not_answered_with_zero(tmp_path: Path) -> None:
    root = plant(tmp_path, PROSE)
    for name in ("LIMIT", "One", "nothing"):
        refused = run([root, f"--mentions={name}"])
        assert refused.code == 1 and refused.out == b"" and name.encode() in refused.err


def test_mentions_in_pages(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": "def load(): pass\n", **{f"d{i}.md": "`load`\n" for i in range(7)}})
    check_pages(root, "--mentions=load", size=3)


# --- format ---


def expanded(document: bytes) -> list[dict[str, str]]:
    """The rows of a columnar answer."""
    root = etree.fromstring(document)
    paths = dict(part.split("=", 1) for part in (root.findtext("paths") or "").split(" ") if part)
    columns = root.find("cols")
    assert columns is not None
    fields, n = str(columns.get("fields")).split(","), int(str(columns.get("n")))
    assert [column.tag for column in columns] == fields
    lists = [(column.text or "").split(",") if n else [] for column in columns]
    assert all(len(values) == n for values in lists)
    rows = [dict(zip(fields, map(html.unescape, values), strict=True)) for values in zip(*lists, strict=True)]
    return [{**row, "path": html.unescape(paths[row["path"]])} for row in rows]


STRANGE = {
    "a b, c&d.cpp": "struct T { T operator,(int); void f() { g(); } };\nvoid g() { g(); }\nvoid h() { g(); }\n",
    "z.cpp": "void g();\nvoid k() { g(); }\n",
    "t.test.js": "function g() {}\ndescribe('one, two', () => { test('a, b & c', () => { g(); }); });\n",
}


@pytest.mark.parametrize("flag", ["--callers=g", "--callees=k", "--impact=g", "--uses=g", "--uses=nope", "--callees=g"])
def test_columns_expand_to_the_rows(tmp_path: Path, flag: str) -> None:
    root = plant(tmp_path, {**STRANGE, "y.py": "nope()\n"})
    rows = etree.fromstring(answer([root, flag]))
    columnar = answer([root, flag, "--format=columnar"])
    found = etree.fromstring(columnar)
    assert dict(found.attrib) == {**rows.attrib, "format": "columnar"}
    if flag.startswith("--uses"):
        told = [(f"{r['path']}:{r['line']}", r["role"], r["in_id"] or None) for r in expanded(columnar)]
        assert told == [(u.get("p"), u.get("role"), u.get("in_id")) for u in rows]
    else:
        told = [(f"{r['path']}:{r['line']}", r["name"], r["kind"]) for r in expanded(columnar)]
        assert told == [(s.get("p"), s.get("n"), s.get("t")) for s in rows]
    assert answer([root, flag, "--format=rows"]) == columnar


def test_columns_have_pages_too(tmp_path: Path) -> None:
    root = plant(tmp_path, NAMESAKES)
    whole = expanded(answer([root, "--uses=run", "--format=columnar"]))
    pages = [
        expanded(answer([root, "--uses=run", "--format=columnar", "--limit=3", f"--offset={at}"])) for at in (0, 3, 6)
    ]
    assert [row for page in pages for row in page] == whole and len(whole) == 8


@pytest.mark.parametrize(
    "flags",
    [["--format=columnar"], ["--format=columnar", "--tree"], ["--format=wide", "--callers=f"],
     ["--format=columnar", "--json", "--callers=f"], ["--format="]],
)  # fmt: skip
def test_format_is_refused_where_it_means_nothing(shop: Path, flags: list[str]) -> None:
    refused = run([shop, *flags])
    assert refused.code == 1 and refused.out == b"" and b"--format" in refused.err
