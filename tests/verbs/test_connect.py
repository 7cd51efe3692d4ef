"""`--connect`: joining subgraphs, groups, radius, caps and budgets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.answers import asked, refused, twin
from tests.support.command import plant


def chain(name: str, length: int) -> str:
    """name1 calls name2 calls ... name<length>."""
    calls = "".join(f"def {name}{n}():\n    {name}{n + 1}()\n\n\n" for n in range(1, length))
    return calls + f"def {name}{length}():\n    pass\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "chain.py": chain("c", 9),
        "fork.py": "def top(size: int) -> int:\n    left()\n    right()\n\n\n"
        "def left():\n    pass\n\n\ndef right():\n    pass\n",
        "both.py": "def ping():\n    pong()\n\n\ndef pong():\n    ping()\n",
        "alone.py": "def island():\n    pass\n",
        "same/a.py": "def same():\n    other()\n\n\ndef other():\n    pass\n",
        "same/b.py": "from same.a import same as first\n\n\ndef same():\n    first()\n",
    }
    return plant(tmp_path_factory.mktemp("connect"), files)


def edges(element: Any) -> list[tuple[str, str]]:
    return [(e.get("f"), e.get("t")) for e in element.iter("e")]


def test_calls_are_followed_either_way_and_keep_their_direction(root: Path) -> None:
    found = asked(root, "--connect=left,right")
    assert edges(found) == [("top", "left"), ("top", "right")]
    assert [(s.get("n"), s.text) for s in found.iter("s")] == [("top", "def top(size: int) -> int")]
    assert [t.get("n") for t in found.iter("t")] == ["left", "right"]
    wanted = {"terminals": "2", "nodes": "3", "edges": "2", "radius": "6", "groups": "1", "counts_floor": "1"}
    assert {key: found.get(key) for key in wanted} == wanted and found.get("truncated") is None


def test_calls_in_both_directions_are_two(root: Path) -> None:
    assert edges(asked(root, "--connect=ping,pong")) == [("ping", "pong"), ("pong", "ping")]


def test_several_are_joined_by_the_shortest_ways(root: Path) -> None:
    found = asked(root, "--connect=c5,c1,c3")
    assert edges(found) == [("c1", "c2"), ("c2", "c3"), ("c3", "c4"), ("c4", "c5")]
    assert (found.get("terminals"), found.get("nodes")) == ("3", "5")


def test_the_radius_bounds_a_way(root: Path) -> None:
    apart = asked(root, "--connect=c1,c5", "--connect-radius=3")
    assert [row.get("n") for row in apart.find("unconnected")] == ["c1", "c5"]
    assert (apart.get("groups"), apart.get("nodes"), apart.find("unconnected").get("radius")) == ("0", "2", "3")
    assert asked(root, "--connect=c1,c5", "--connect-radius=4").get("groups") == "1"
    assert asked(root, "--connect=c1,c7").get("groups") == "1"
    assert asked(root, "--connect=c1,c8").get("groups") == "0"
    assert asked(root, "--connect=c1,c9", "--connect-radius=12").get("edges") == "8"


def test_groups_and_what_nothing_joins(root: Path) -> None:
    found = twin(root, "--connect=c1,left,island,c2,right")
    assert [[row["n"] for row in group["t"]] for group in found["g"]] == [["c1", "c2"], ["left", "right"]]
    assert [row["n"] for row in found["unconnected"][0]["t"]] == ["island"]
    assert (found["terminals"], found["groups"], found["nodes"], found["edges"]) == (5, 2, 6, 3)


def test_places_tell_names_apart(root: Path) -> None:
    found = asked(root, "--connect=b.py:same,other")
    assert [dict(e.attrib) for e in found.iter("e")] == [
        {"f": "same", "t": "other", "f_p": "same/a.py:1"},
        {"f": "same", "t": "same", "f_p": "same/b.py:4", "t_p": "same/a.py:1"},
    ]


def test_a_budget_takes_signatures_then_the_longest_way(root: Path) -> None:
    question = "--connect=c1,c2,c8,left,right"
    whole = asked(root, question)
    size = int(whole.get("est_tokens"))
    assert whole.get("truncated") is None and [g.get("terminals") for g in whole.iter("g")] == ["3", "2"]
    seen: dict[str | None, Any] = {}
    for budget in range(size * 2, 20, -40):
        found = asked(root, question, f"--max-tokens={budget}")
        assert int(found.get("est_tokens")) <= budget or found.get("over_ceiling") == "1"
        seen.setdefault(found.get("truncated"), found)
        assert [t.get("n") for t in found.iter("t")] == ["c1", "c2", "c8", "left", "right"]
    assert set(seen) == {None, "signatures", "signatures,paths"}
    assert len(edges(seen["signatures"])) == len(edges(whole))
    assert all(s.text is None for s in seen["signatures"].iter("s"))
    assert edges(seen["signatures,paths"]) == [("c1", "c2"), ("top", "left"), ("top", "right")]


def test_more_than_the_cap_of_nodes_drops_the_longest_ways(tmp_path: Path) -> None:
    arms = "".join(chain(f"arm{chr(97 + k)}", 12) for k in range(10))
    calls = "".join(f"    arm{chr(97 + k)}1()\n" for k in range(10))
    plant(tmp_path, {"arms.py": f"def hub():\n{calls}\n\n{arms}"})
    ends = ",".join(f"arm{chr(97 + k)}12" for k in range(10))
    found = asked(tmp_path, f"--connect=hub,{ends}", "--connect-radius=12")
    assert found.get("truncated") == "paths" and found.get("terminals") == "11" == found.find("g").get("terminals")
    assert int(found.get("nodes")) <= 96 + 3
    # 1 + 12k nodes are at most 96: seven arms. The ties go by the lower definitions first.
    assert {e.get("f")[3] for e in found.iter("e") if e.get("f") != "hub"} == set("defghij")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--connect=left"], "2 to 16"),
        (["--connect=,"], "2 to 16"),
        (["--connect=" + ",".join(["c1", "c2"] * 9)], "2 to 16"),
        (["--connect=left,left"], "one definition"),
        (["--connect=left,rihgt"], "did you mean 'right'"),
        (["--connect=left,right", "--connect-radius=0"], "1..12"),
        (["--connect=left,right", "--connect-radius=13"], "1..12"),
        (["--connect-radius=3"], "works only with --connect"),
        (["--connect=left,right", "--limit=1"], "honoured only by listings"),
    ],
)
def test_refusals(root: Path, words: list[str], wanted: str) -> None:
    assert wanted in refused(root, *words)
