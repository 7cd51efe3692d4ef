"""`--around`: what is near a definition, how far, and what the fan-out leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.answers import asked, names, refused
from tests.support.command import answer, plant
from tests.support.documents import read_json, read_map

CHAIN = "".join(f"def d{n}():\n    d{n + 1}()\n\n\n" for n in range(1, 6)) + "def d6():\n    pass\n"
HUB = "def hub():\n    pass\n\n\n" + "".join(f"def user{n}():\n" + "    hub()\n" * n + "\n\n" for n in range(1, 7))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "chain.py": CHAIN,
        "hub.py": HUB,
        "loop.py": "def one():\n    two()\n\n\ndef two():\n    one()\n",
        "decl.h": "int twice(int x);\n",
        "impl.c": '#include "decl.h"\nint twice(int x) { return helper(x); }\nint helper(int x) { return x; }\n',
    }
    return plant(tmp_path_factory.mktemp("around"), files)


def near(root: Path, *words: str) -> dict[str, str]:
    return {row.get("n"): row.get("k") for row in asked(root, *words).iter("s")}


def test_both_directions_two_calls_far_by_nearness(root: Path) -> None:
    assert near(root, "--around=d3") == {
        "d3": "1.0000", "d2": "0.5000", "d4": "0.5000", "d1": "0.3333", "d5": "0.3333",
    }  # fmt: skip


def test_rows_are_nearest_first(root: Path) -> None:
    assert names(asked(root, "--around=d3")) == ["d3", "d2", "d4", "d1", "d5"]
    assert names(asked(root, "--around=d3", "--order=stable")) == ["d1", "d2", "d3", "d4", "d5"]


@pytest.mark.parametrize(("depth", "wanted"), [(1, {"d2", "d3", "d4"}), (3, {f"d{n}" for n in range(1, 7)})])
def test_depth(root: Path, depth: int, wanted: set[str]) -> None:
    assert set(near(root, "--around=d3", f"--around-depth={depth}")) == wanted


def test_a_cycle_ends(root: Path) -> None:
    assert near(root, "--around=one", "--around-depth=1000000000") == {"one": "1.0000", "two": "0.5000"}


def test_fanout_keeps_the_heaviest_and_counts_what_it_cuts(root: Path) -> None:
    found = asked(root, "--around=hub", "--around-fanout=2", "--around-depth=1")
    # Six callers with one to six calls each: the two that call most.
    assert set(names(found)) == {"hub", "user5", "user6"}
    assert (found.get("fanout"), found.get("fanout_cut")) == ("2", "1")
    whole = asked(root, "--around=hub")
    assert len(names(whole)) == 7 and whole.get("fanout_cut") == "0"


def test_the_focus_is_the_first_definition_that_has_a_body(root: Path) -> None:
    found = asked(root, "--around=twice")
    assert (found.get("defs"), found.get("focus_p"), found.get("focus")) == ("2", "impl.c:2", "twice")
    assert set(names(found)) == {"twice", "helper"}


def test_it_is_a_map_without_iterations(root: Path) -> None:
    stats = read_map(answer([root, "--around=d3"])).stats
    assert stats["shown"] == "5" and stats["order"] == "important-first" and "pr_iters" not in stats
    found = read_json(answer([root, "--around=d3", "--json"]))
    assert (found["of"], found["depth"], found["shown"]) == ("d3", 2, 5) and "pr_iters" not in found
    assert [row["n"] for file in found["r"] for row in file["s"]] == ["d3", "d2", "d4", "d1", "d5"]


def test_metrics_and_max_tokens_are_read(root: Path) -> None:
    assert {row.get("in") for row in asked(root, "--around=d3", "--metrics").iter("s")} == {"0", "1"}
    sizes = set()
    for budget in range(700, 60, -40):
        found = read_map(answer([root, "--around=d3", f"--max-tokens={budget}"]))
        sizes.add(len(names(found.root)))
        assert int(found.stats["est_tokens"]) <= budget or found.stats["over_ceiling"] == "1"
        assert found.stats["max_tokens"] == str(budget) and found.root.get("of") == "d3"
    assert len(sizes) > 2 and {0, 5} <= sizes


def test_refusals(root: Path) -> None:
    assert "did you mean 'hub'" in refused(root, "--around=hubb")
    assert "works only with --around" in refused(root, "--around-depth=3")
    assert "works only with --around" in refused(root, "--around-fanout=3", "--callers=d1")
    assert "integer" in refused(root, "--around=d1", "--around-depth=0")
    assert "honoured only by listings" in refused(root, "--around=d1", "--limit=3")
