"""`--similar`: cosines of shared callers and callees, against a direct computation."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from tests.support.answers import asked, pages, refused, twin
from tests.support.command import plant

CALLS = {
    "one": ["read", "parse", "write"],
    "two": ["read", "parse"],
    "three": ["read", "show"],
    "four": ["show", "write"],
    "five": ["five"],
    "read": ["low"],
    "parse": ["low", "deep"],
    "write": ["deep"],
    "show": [],
    "low": [],
    "deep": [],
}
SOURCE = "\n\n".join(f"def {name}():\n    " + ("".join(f"{c}()\n    {c}()\n    " for c in calls) + "pass\n")
                     for name, calls in CALLS.items())  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("similar"), {"a.py": SOURCE})


def expected(focus: str) -> dict[str, tuple[str, str]]:
    callees = {name: set(calls) - {name} for name, calls in CALLS.items()}
    callers = {name: {one for one, calls in callees.items() if name in calls} for name in CALLS}

    def cosine(sets: dict[str, set[str]], other: str) -> float:
        shared = len(sets[focus] & sets[other])
        return shared / sqrt(len(sets[focus]) * len(sets[other])) if shared else 0.0

    both = {name: (cosine(callers, name), cosine(callees, name)) for name in CALLS if name != focus}
    return {name: (f"{a:.4f}", f"{b:.4f}") for name, (a, b) in both.items() if a or b}


@pytest.mark.parametrize("focus", sorted(CALLS))
def test_scores_are_the_cosines_of_the_sets(root: Path, focus: str) -> None:
    found = asked(root, f"--similar={focus}")
    scores = {row.get("n"): (row.get("cocited"), row.get("coupled")) for row in found.iter("s")}
    assert scores == expected(focus)
    assert found.get("count") == str(len(scores)) and found.get("capped") == "0"


def test_the_highest_sum_is_first_and_ties_go_by_place(root: Path) -> None:
    rows = [(row["n"], row["cocited"], row["coupled"]) for row in twin(root, "--similar=read")["similar"]]
    assert rows == [
        ("parse", 0.8165, 0.7071), ("write", 0.4082, 0.0), ("show", 0.4082, 0.0),
    ]  # fmt: skip


def test_twenty_rows_unless_asked_and_pages_are_the_whole(tmp_path: Path) -> None:
    users = "".join(f"def u{n:02}():\n    base()\n    pass\n\n\n" for n in range(30))
    plant(tmp_path, {"a.py": users + "def base():\n    pass\n"})
    found = asked(tmp_path, "--similar=u03")
    assert [row.get("n") for row in found] == [f"u{n:02}" for n in range(21) if n != 3]
    assert (found.get("count"), found.get("shown"), found.get("capped")) == ("29", "20", "1")
    every = pages(tmp_path, 7, "s", "--similar=u03")
    assert [row["n"] for row in every] == [f"u{n:02}" for n in range(30) if n != 3]


def test_an_island_is_like_nothing(root: Path) -> None:
    found = asked(root, "--similar=five")
    assert (found.get("count"), found.get("callers"), found.get("callees"), len(found)) == ("0", "0", "0", 0)


def test_refusals(root: Path) -> None:
    assert "did you mean 'read'" in refused(root, "--similar=raed")
    assert "not for listings" in refused(root, "--similar=read", "--top-k=3")
