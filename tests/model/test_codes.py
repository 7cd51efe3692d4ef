"""The numbers that Python reads columns by are those that the compiled modules write."""

from __future__ import annotations

import re
from pathlib import Path

from ripwire.model import codes, columns
from ripwire.resolve import evidence

CORE = Path(codes.__file__).resolve().parents[1] / "_core"


def numbers(name: str) -> dict[str, int]:
    """Names with numbers in the enumerations of a compiled module's source."""
    return {n: int(v) for n, v in re.findall(r"^    ([A-Z_]+) = (\d+)\b", (CORE / name).read_text(), re.MULTILINE)}


def test_codes_are_those_of_the_facts() -> None:
    facts = numbers("facts.pxd")
    ours = {name: value for name, value in vars(codes).items() if name.isupper() and name != "BIND_KIND"}
    assert len(ours) > 30
    assert {name: facts[name] for name in ours} == ours
    names = [name for name in vars(columns) if re.fullmatch(r"KIND_[A-Z]+", name) and name != "KIND_NAMES"]
    kinds = {name: vars(columns)[name] for name in names}
    assert {name: facts[name] for name in kinds} == kinds


def test_evidence_is_that_of_the_ladder() -> None:
    ladder = {name: n for name, n in numbers("ladder.pyx").items() if name.startswith("BY_")}
    assert len(ladder) > 6
    named = {"BY_UNIQUE_NAME": "BY_NAME"}
    assert {name: getattr(evidence, named.get(name, name)) for name in ladder} == ladder
