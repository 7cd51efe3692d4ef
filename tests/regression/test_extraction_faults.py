"""Faults that a search for them found in the extraction engine, by name."""

from __future__ import annotations

from typing import Any

import pytest

from ripwire._core.parse import Extractor
from ripwire._core.records import FILE_ABANDONED, FILE_MATCHES_LOST, unpack
from ripwire.extract.run import flags_of
from ripwire.languages.grammars import load
from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.limits import BUDGET_BASE_CALLS, BUDGET_CALLS_PER_KIB, ERROR_STEPS, MAX_MATCHES_IN_FLIGHT


def facts(language: str, text: str) -> dict[str, list[dict[str, Any]]]:
    extractor = Extractor()
    extractor.set_budget(
        BUDGET_BASE_CALLS, BUDGET_CALLS_PER_KIB, MAX_MATCHES_IN_FLIGHT, ERROR_STEPS, 1 << 40, 1 << 20
    )
    record = extractor.extract(load(LANGUAGES.index(BY_NAME[language])), text.encode())
    assert not flags_of(record) & (FILE_ABANDONED | FILE_MATCHES_LOST)
    return unpack(record)


@pytest.mark.parametrize("language", ["javascript", "typescript", "tsx"])
def test_a_long_import_list_does_not_hold_a_match_for_each_name(language: str) -> None:
    names = [f"a{i}" for i in range(4000)]
    text = "import {" + ",\n".join(names) + "} from 'b';\nexport {" + ", ".join(names) + "} from 'c';\n"
    found = facts(language, text)
    assert [i["name"].decode() for i in found["imports"]] == names + names
    assert {i["source"] for i in found["imports"]} == {b"b", b"c"}


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("c", "int f(void), g(void);\n", [b"f", b"g"]),
        ("cpp", "int f(), g();\nclass A { int a(), b(); };\n", [b"f", b"g", b"A", b"a", b"b"]),
    ],
)
def test_declarators_of_one_declaration_do_not_hold_each_other(language: str, text: str, names: list[bytes]) -> None:
    assert [d["name"] for d in facts(language, text)["defs"]] == names


def test_a_goto_means_the_label_that_its_block_can_see() -> None:
    loop = "for i = 1, 2 do if a then goto continue end b() ::continue:: end\n"
    [found] = facts("lua", "function f()\n" + loop * 3 + "end\n")["defs"]
    assert found["why"] == {"goto": 3}


def test_comments_are_looked_at_once_for_all_definitions_below() -> None:
    found = facts("python", "# x" + "\n" * 200_000 + "a = 1\n" * 20_000)["defs"]
    assert len(found) == 20_000 and not any(d["doc"] for d in found)


def test_operators_below_a_long_bracket_are_runs_of_their_own() -> None:
    text = "function f() { x = (" + "\n" * 100_000 + "g,\n" + "a&&b,\n" * 500 + "y) && z }"
    [found] = facts("javascript", text)["defs"]
    assert (found["cx"], found["ccx"]) == (502, 501)


def test_a_label_that_is_closed_is_no_target() -> None:
    text = "function f(){" + "a:;\n" * 20_000 + "for(;;){for(;;){" + "break a;\n" * 5_000 + "}}}"
    [found] = facts("javascript", text)["defs"]
    assert found["ev"] == 1 and found["why"] == {}


def test_a_static_member_is_a_definition_and_no_read() -> None:
    assert [r["name"] for r in facts("cpp", "int A::count;\n")["refs"] if r["role"] == "read"] == []
