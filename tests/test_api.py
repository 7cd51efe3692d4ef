"""The public Python API: what `import ripwire` gives, and that it says the same as the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

import ripwire
from ripwire import api
from ripwire.resolve.evidence import PROVENANCE
from ripwire.version import VERSION
from tests.support.command import answer, environment, plant
from tests.support.documents import read_table

FILES = {
    "app/shop.py": """\
class Cart:
    def total(self):
        return tax(self.sum()) + tax(1)

    def sum(self):
        return 0
""",
    "app/rates.py": "def tax(x):\n    return x\n",
    "app/util.go": "package app\nfunc Tax() {}\n",
    "tests/test_shop.py": "from app.shop import Cart\n\ndef test_total():\n    Cart().total()\n",
    b"bad\xff.py": "def odd():\n    return 1\n",
    "large.json": '{"k": "' + "x" * 300_000 + '"}',
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("api"), FILES)


@pytest.fixture(scope="module")
def tree(root: Path) -> ripwire.Tree:
    return ripwire.open(root)


def test_names_are_pinned() -> None:
    assert ripwire.__all__ == ["Edge", "RipwireError", "Route", "Symbol", "Tree", "__version__", "open"]
    assert ripwire.__version__ == VERSION
    assert set(ripwire.__all__) <= set(dir(ripwire))
    assert all(getattr(ripwire, name) is not None for name in ripwire.__all__)
    assert api.__all__ == ["Edge", "RipwireError", "Route", "Symbol", "Tree", "open"]
    with pytest.raises(AttributeError, match="no attribute 'nosuch'"):
        ripwire.nosuch  # noqa: B018


def test_import_loads_nothing_else() -> None:
    code = "import sys, ripwire; print(sorted(m for m in sys.modules if m.partition('.')[0] == 'ripwire'))"
    code += "; ripwire.__version__; print(sorted(m for m in sys.modules if m.startswith('ripwire.')))"
    child = [sys.executable, "-P", "-I" if "PYTHONPATH" not in environment() else "-s", "-c", code]
    out = subprocess.run(child, capture_output=True, env=environment(), cwd="/", check=True).stdout
    assert out.decode().splitlines() == ["['ripwire']", "['ripwire.version']"]


@pytest.mark.parametrize("spell", [str, os.fsencode, Path, lambda path: f"{path}/"])
def test_open_takes_any_path(spell: Any, root: Path) -> None:
    assert len(ripwire.open(spell(root)).symbols) == 7


def test_symbols(tree: ripwire.Tree) -> None:
    by_name = {symbol.name: symbol for symbol in tree.symbols}
    assert set(by_name) == {"Cart", "total", "sum", "tax", "Tax", "test_total", "odd"}
    total = by_name["total"]
    assert (total.kind, total.scope, total.id, total.path) == (
        "method",
        "Cart",
        "app/shop.py::Cart::total",
        "app/shop.py",
    )
    assert (total.line, total.start) == (2, len("class Cart:\n    "))
    assert FILES["app/shop.py"][total.start : total.end].endswith("+ tax(1)")  # type: ignore[index]
    assert (by_name["tax"].scope, by_name["tax"].id) == ("", "tax")
    assert by_name["odd"].path == "bad\udcff.py" and os.fsencode(by_name["odd"].path) == b"bad\xff.py"
    assert repr(total) == "<Symbol method app/shop.py::Cart::total app/shop.py:2>"


def test_symbols_are_a_sequence_by_rank(tree: ripwire.Tree) -> None:
    symbols = tree.symbols
    ranks = [(-symbol.rank, symbol.index) for symbol in symbols]
    assert ranks == sorted(ranks) and len(symbols) == 7
    assert symbols[0] == symbols[-7] == [*symbols][0] and symbols[1:3] == [symbols[1], symbols[2]]
    assert symbols[0] in symbols and symbols.index(symbols[3]) == 3
    assert symbols[0] != symbols[1] and symbols[0] != "x" and len({*symbols, *symbols}) == 7
    for index in (7, -8):
        with pytest.raises(IndexError):
            symbols[index]


def test_symbols_of_two_trees_are_never_equal(tree: ripwire.Tree, root: Path) -> None:
    assert ripwire.open(root).symbols[0] != tree.symbols[0]


def test_rank(tree: ripwire.Tree) -> None:
    assert isinstance(tree.rank, array) and tree.rank.typecode == "f" and len(tree.rank) == 7
    assert sum(tree.rank) == pytest.approx(1, abs=1e-5)
    assert all(tree.rank[symbol.index] == symbol.rank for symbol in tree.symbols)


def test_edges_are_those_of_the_export(tree: ripwire.Tree, root: Path) -> None:
    table = read_table(answer([root, "--export=edges.tsv"]))
    found = [
        {
            "caller_path": edge.caller.path,
            "caller_line": str(edge.caller.line),
            "caller_name": edge.caller.name,
            "callee_path": edge.callee.path,
            "callee_line": str(edge.callee.line),
            "callee_name": edge.callee.name,
            "weight": f"{edge.weight:.6g}",
            "prov": edge.provenance,
            "sites": ",".join(map(str, edge.lines)),
        }
        for edge in tree.edges
    ]
    assert found == table and len(table) == 4
    assert all(edge.provenance in PROVENANCE[1:] and 0 < edge.weight <= 8 for edge in tree.edges)
    (twice,) = (edge for edge in tree.edges if edge.callee.name == "tax")
    assert twice.lines == (3, 3) and repr(twice).startswith("<Edge app/shop.py::Cart::total -> tax ")
    assert [edge.index for edge in tree.edges[1:]] == [1, 2, 3] and tree.edges[-1].index == 3
    with pytest.raises(IndexError):
        tree.edges[4]


def test_files_and_skipped(tree: ripwire.Tree) -> None:
    assert tree.files == ["app/rates.py", "app/shop.py", "app/util.go", "bad\udcff.py", "tests/test_shop.py"]
    assert list(tree.skipped) == [("large.json", "oversize")]


@pytest.mark.parametrize(
    ("arguments", "flags"),
    [
        ({}, []),
        ({"top_k": 2}, ["--top-k=2"]),
        ({"order": "stable", "metrics": True}, ["--order=stable", "--metrics"]),
        ({"format": "json"}, ["--json"]),
        ({"max_tokens": 300, "format": "json"}, ["--json", "--max-tokens=300"]),
    ],
)
def test_map_is_what_the_command_prints(
    arguments: dict[str, Any], flags: list[str], tree: ripwire.Tree, root: Path
) -> None:
    assert tree.map(**arguments).encode() == answer([root, *flags])


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"top_k": 0}, "top_k"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"order": "best"}, "important-first"),
        ({"format": "yaml"}, "json"),
    ],
)
def test_map_refuses_bad_values(arguments: dict[str, Any], word: str, tree: ripwire.Tree) -> None:
    with pytest.raises(ValueError, match=word):
        tree.map(**arguments)


def test_open_options(root: Path) -> None:
    def names(**options: Any) -> set[str]:
        return {symbol.name for symbol in ripwire.open(root, **options).symbols}

    assert names(exclude=["app/"]) == {"test_total", "odd"}
    assert names(exclude=["bad\udcff", ""]) == {"Cart", "total", "sum", "tax", "Tax", "test_total"}
    assert "test_total" not in names(ignore_tests=True)
    assert names(max_file_size=30) == {"tax", "Tax", "odd"}
    assert [*ripwire.open(root, max_file_size=1 << 40).skipped] == [
        ("large.json", "oversize")
    ]  # JSON has its own limit
    assert ripwire.open(root, threads=1).map() == ripwire.open(root, threads=3).map()


@pytest.mark.parametrize("options", [{"threads": 0}, {"threads": -1}, {"max_file_size": 0}])
def test_open_refuses_bad_values(options: dict[str, Any], root: Path) -> None:
    with pytest.raises(ValueError, match="positive integer"):
        ripwire.open(root, **options)


@pytest.mark.parametrize("affinity", [True, False])
def test_threads_that_are_asked_for_are_used_on_every_system(
    affinity: bool, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = {}

    def build(_root: bytes, **options: Any) -> object:
        seen.update(options)
        return object()

    if not affinity:
        monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr("ripwire.tree.build", build)
    ripwire.open(root, threads=3)
    assert seen["threads"] == 3


def test_errors(root: Path, tmp_path: Path) -> None:
    with pytest.raises(ripwire.RipwireError) as caught:
        ripwire.open(tmp_path / "missing")
    assert caught.value.code == 1 and "missing" in str(caught.value) == caught.value.message
    with pytest.raises(ripwire.RipwireError, match="not a directory"):
        ripwire.open(root / "app" / "shop.py")


def test_empty_tree(tmp_path: Path) -> None:
    tree = ripwire.open(tmp_path)
    assert [*tree.symbols] == [*tree.edges] == [*tree.rank] == tree.files == [*tree.skipped] == []
    assert json.loads(tree.map(format="json"))["files"] == 0
