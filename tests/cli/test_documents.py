"""The real command on trees with notebooks, HTML and CSV files: the bytes that it prints, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import ripwire
from tests.support.command import answer, plant, run

NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": ["# Sales & more\n", "\n", "see `total`"]},
            {
                "cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [],
                "source": [
                    "%matplotlib inline\n", "from lib import total\n", "\n",
                    "def report():\n", "    return total(\"q\")",
                ],
            },
            {"cell_type": "code", "execution_count": 2, "metadata": {}, "outputs": [], "source": "!ls\nreport()"},
        ],
        "metadata": {"kernelspec": {"language": "python", "name": "python3"}},
        "nbformat": 4,
    },
    indent=1,
)  # fmt: skip

TREE = {
    "book.ipynb": NOTEBOOK,
    "broken.ipynb": NOTEBOOK[:-9],
    "data/sales 2024.csv": "id,name\n1,x\n",
    "lib.py": "def total(kind):\n    return kind\n",
    "page.html": (
        "<!-- <h1>no</h1> --><title>A &lt;page&gt;</title>\n<body><h1>One</h1><script>'<h1>no</h1>'</script>\n<h2>Two"
    ),
    "stem.htm": "<p>nothing</p>",
}

ROWS = (
    '<f p="book.ipynb"><s t="sec" n="book"/><s t="sec" n="Sales &amp; more"/>'
    '<s t="fn" n="report"><c n="total"/></s></f>'
    '<f p="broken.ipynb"><s t="sec" n="broken"/></f>'
    '<f p="data/sales 2024.csv"><s t="sec" n="sales 2024"/></f>'
    '<f p="lib.py"><s t="fn" n="total"/></f>'
    '<f p="page.html"><s t="sec" n="A &lt;page&gt;"/><s t="sec" n="One"/><s t="sec" n="Two"/></f>'
    '<f p="stem.htm"><s t="sec" n="stem"/></f>'
)


def test_map_of_documents(tmp_path: Path) -> None:
    out = answer([plant(tmp_path / "t", TREE), "--order=stable"]).decode()
    assert out.count("<r>") == 1 and out[out.index("<r>") : out.index("</r>")] == "<r>" + ROWS
    assert "files=6 symbols=10 edges=1 shown=10 " in out
    assert " parse_errors=1 " in out and "skipped_" not in out.rpartition("<!--")[2]


def test_map_of_documents_as_json(tmp_path: Path) -> None:
    root = plant(tmp_path / "t", TREE)
    whole = json.loads(answer([root, "--json", "--metrics"]))
    assert whole["parse_errors"] == 1
    text = json.dumps(whole)
    for name in ("Sales & more", "A <page>", "sales 2024", "broken", "Two"):
        assert json.dumps(name) in text


def test_lines_of_a_notebook_are_those_of_its_file(tmp_path: Path) -> None:
    root = plant(tmp_path / "t", TREE)
    out = answer([root, "--metrics", "--order=stable"]).decode()
    row = out[out.index('n="report"') :]
    assert row.startswith('n="report" in="0" out="1" cx="1" ccx="0" loc="2"'), row[:80]


def test_large_notebook_is_left_out_and_counted(tmp_path: Path) -> None:
    cells = json.loads(NOTEBOOK)
    cells["cells"][1]["outputs"] = [{"data": {"image/png": "A" * 5_000_000}}]
    root = plant(tmp_path / "t", {"big.ipynb": json.dumps(cells), "a.csv": ""})
    assert b" skipped_oversize=1 " in answer([root])
    out = answer([root, "--max-file-size=64M"])
    assert b"skipped_oversize=" not in out and b'n="report"' in out


def test_hostile_documents_are_answered(tmp_path: Path) -> None:
    files = {
        "bomb.ipynb": b"[" * 1_000_000,
        "deep.ipynb": b'{"cells": [{"cell_type": "code", "source": ' + b"[" * 5000 + b"]" * 5000 + b"}]}",
        "empty.ipynb": b"",
        "latin.ipynb": NOTEBOOK.replace("Sales", "S\udce9les").encode("utf-8", "surrogateescape"),
        "old.ipynb": b'{"worksheets": [{"cells": [{"cell_type": "code", "input": ["def v3(): pass"]}]}]}',
        "tags.html": b"<h1" * 350_000,
        "open.html": b"<h1>" * 100 + b"<title>" + b"x" * 100_000,
        "latin.html": b"<title>caf\xe9 \x01 &#0; &#xD800; &#27;</title>",
        "empty.html": b"",
        "nul.html": b"a" * 5000 + b"\0<h1>A</h1>",
        "empty.csv": b"",
    }  # fmt: skip
    result = run([plant(tmp_path / "t", files), "--order=stable"])
    assert (result.code, result.err) == (0, b"")
    result.out.decode()
    assert b" parse_errors=3 " in result.out
    assert b'n="v3"' in result.out and b'n="A"' in result.out and b"x" * 200 + b'"' in result.out


def test_the_api_says_which_cell_a_definition_is_in(tmp_path: Path) -> None:
    root = plant(tmp_path / "t", TREE)
    cells = {symbol.name: symbol.cell for symbol in ripwire.open(root).symbols if symbol.path == "book.ipynb"}
    assert cells["report"] == (2, 4) and cells["Sales & more"] == (1, 1)
