"""Every fixture, read by the compiled engine: against the rows written by hand, and against py-tree-sitter."""

from __future__ import annotations

import functools
import pathlib

import pytest

from ripwire._core.parse import Extractor
from ripwire._core.records import unpack
from ripwire.languages.grammars import load
from ripwire.languages.table import BY_EXTENSION, BY_NAME, LANGUAGES, Language
from tests.support import oracle

HERE = pathlib.Path(__file__).parent
ROWS = [row for row in LANGUAGES if row.grammar]
FIXTURES = sorted([*HERE.glob("*/sample.*"), *(p for p in HERE.glob("*/facts.*") if p.suffix != ".txt")])
EXPECTED = {"sample": "expected.txt", "facts": "facts.txt"}


compiled = functools.cache(load)


def engine(row: Language, data: bytes) -> dict[str, list[dict[str, object]]]:
    """The engine's facts in the oracle's shape."""
    facts = unpack(Extractor().extract(compiled(LANGUAGES.index(row)), data))
    for d in facts["defs"]:
        d["path"] = d["scope"] + b"::" + d["name"] if d["scope"] else d["name"]
    for fact in (*facts["refs"], *facts["imports"], *facts["bindings"]):
        fact["from"] = facts["defs"][fact["owner"]]["path"] if fact["owner"] >= 0 else b""
    return facts


def fixture_name(path: pathlib.Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def test_every_language_has_a_fixture() -> None:
    assert {row.name for row in ROWS} == {path.parent.name for path in FIXTURES if path.stem == "sample"}
    facts = {path.parent.name for path in HERE.glob("*/facts.*") if path.suffix != ".txt"}
    assert facts == {row.name for row in ROWS} and all((HERE / name / "facts.txt").is_file() for name in facts)
    for path in FIXTURES:
        assert LANGUAGES[BY_EXTENSION[path.suffix]].name == path.parent.name


@pytest.mark.parametrize("path", FIXTURES, ids=fixture_name)
def test_fixture_gives_the_rows_written_by_hand(path: pathlib.Path) -> None:
    row = LANGUAGES[BY_EXTENSION[path.suffix]]
    expected = (path.parent / EXPECTED[path.stem]).read_text(encoding="utf-8").splitlines()
    data = path.read_bytes()
    assert oracle.lines(engine(row, data), data) == expected


@pytest.mark.parametrize("path", FIXTURES, ids=fixture_name)
def test_fixture_agrees_with_py_tree_sitter(path: pathlib.Path) -> None:
    row = LANGUAGES[BY_EXTENSION[path.suffix]]
    assert_same(engine(row, path.read_bytes()), oracle.extract(row, path.read_bytes()))


def assert_same(ours: dict[str, list[dict[str, object]]], theirs: dict[str, list[dict[str, object]]]) -> None:
    keys = {
        "defs": (
            "kind", "path", "start", "sig_end", "end", "name_byte", "line", "loc", "params", "required", "exact",
            "has_body", "doc", "cx", "ccx", "nest", "humps", "deep", "locals", "ppalt", "ev", "why",
        ),
        "refs": ("role", "name", "line", "byte", "from", "recv", "receiver", "qualifier", "argc", "local"),
        "imports": ("source", "name", "alias", "line", "byte", "flags", "from"),
        "bindings": ("kind", "name", "type", "byte", "source", "from"),
    }  # fmt: skip
    for table, columns in keys.items():
        left = [tuple(row[key] for key in columns) for row in ours[table]]
        right = [tuple(row[key] for key in columns) for row in theirs[table]]
        assert left == right, table


def test_loading_a_grammar_leaves_modules_of_its_name_alone() -> None:
    import json
    import sys

    compiled(LANGUAGES.index(BY_NAME["json"]))
    assert sys.modules["json"] is json
    assert json.loads("1") == 1


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_query_compiles(row: Language) -> None:
    compiled(LANGUAGES.index(row))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.parametrize("data", [b"", b"\n", b"\x00\x01(", b"((((", b'"', "\u00e9\u4e2d(x)".encode()])
def test_odd_bytes_agree_with_py_tree_sitter(row: Language, data: bytes) -> None:
    assert_same(engine(row, data), oracle.extract(row, data))
