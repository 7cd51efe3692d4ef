"""`--callers`, `--callees`, `--impact` and `--path` over the shapes that a call graph can have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.answers import asked, check_pages, names, refused, twin
from tests.support.command import plant


def calls(*edges: str) -> str:
    """Python functions by ``a>b,c``: a calls b and c."""
    out = []
    for edge in edges:
        caller, _, callees = edge.partition(">")
        body = "".join(f"    {name}()\n" for name in callees.split(",") if name)
        out.append(f"def {caller}():\n{body}    return\n")
    return "\n\n".join(out)


def impact(root: Path, text: str) -> set[str]:
    found = asked(root, f"--impact={text}")
    assert int(found.get("reaches")) == len(found) == len(names(found))
    return set(names(found))


def test_a_chain(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": calls("a>b", "b>c", "c>d", "d>")})
    assert [impact(tmp_path, name) for name in "dcba"] == [{"a", "b", "c"}, {"a", "b"}, {"a"}, set()]
    assert names(asked(tmp_path, "--callers=d")) == ["c"] and names(asked(tmp_path, "--callees=a")) == ["b"]
    assert names(asked(tmp_path, "--path=a,d")) == ["a", "b", "c", "d"]
    back = asked(tmp_path, "--path=d,a")
    assert (back.get("reachable"), back.get("hops"), names(back)) == ("0", "0", []) and back.get("hint")
    twin(tmp_path, "--impact=d")
    twin(tmp_path, "--path=a,d")
    check_pages(tmp_path, "--impact=d", size=2)


def test_a_diamond_counts_each_once_and_takes_the_shortest_way(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": calls("top>left,right", "left>middle", "middle>end", "right>end", "end>")})
    assert impact(tmp_path, "end") == {"top", "left", "middle", "right"}
    assert names(asked(tmp_path, "--path=top,end")) == ["top", "right", "end"]
    assert names(asked(tmp_path, "--callers=end")) == ["middle", "right"]


def test_a_cycle_reaches_itself_but_is_not_in_its_own_impact(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": calls("a>b", "b>c", "c>a", "outside>a")})
    assert impact(tmp_path, "a") == {"b", "c", "outside"}
    assert names(asked(tmp_path, "--path=b,a")) == ["b", "c", "a"]


def test_recursion_is_no_caller_of_its_own(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": calls("walk>walk,leaf", "leaf>")})
    assert asked(tmp_path, "--callers=walk").get("count") == "0" and impact(tmp_path, "walk") == set()
    assert names(asked(tmp_path, "--callers=leaf")) == ["walk"]
    assert asked(tmp_path, "--path=walk,walk").get("hops") == "0"


def test_overloads_are_one_name(tmp_path: Path) -> None:
    methods = ["void f(int a) {}", "void f(int a, int b) {}", "void one() { f(1); }", "void two() { f(1, 2); }"]
    plant(tmp_path, {"A.java": "class A {\n" + "\n".join(methods) + "\n}\n"})
    found = asked(tmp_path, "--callers=f")
    assert (found.get("defs"), names(found)) == ("2", ["one", "two"])


def test_namesakes_in_many_files_are_chosen_by_path(tmp_path: Path) -> None:
    files = {f"m{i}.py": calls("run>", f"use{i}>run") for i in range(12)}
    plant(tmp_path, files)
    every = asked(tmp_path, "--callers=run")
    assert (every.get("defs"), every.get("count")) == ("12", "12")
    for i in (0, 7, 11):
        assert names(asked(tmp_path, f"--callers=m{i}.py:run")) == [f"use{i}"]
    check_pages(tmp_path, "--callers=run", size=5)


def test_calls_outside_of_definitions_of_all_that_is_reached_are_counted(tmp_path: Path) -> None:
    files = {"a.py": calls("low>", "high>low"), "main.py": "from a import high, low\n\nhigh()\nhigh()\nlow()\n"}
    plant(tmp_path, files)
    found = asked(tmp_path, "--impact=low")
    assert (found.get("reaches"), found.get("toplevel_sites")) == ("1", "3")
    assert asked(tmp_path, "--callers=low").get("toplevel_sites") == "1"
    never = asked(plant(tmp_path / "b", {"a.py": calls("low>")}), "--callers=low")
    assert (never.get("count"), never.get("toplevel_sites")) == ("0", None)


@pytest.mark.parametrize("flag", ["--callers", "--callees", "--impact"])
def test_an_unknown_name_is_refused_and_a_lonely_one_is_not(tmp_path: Path, flag: str) -> None:
    plant(tmp_path, {"a.py": calls("lonely>")})
    assert "did you mean 'lonely'?" in refused(tmp_path, f"{flag}=lonly")
    assert len(asked(tmp_path, f"{flag}=lonely")) == 0


def test_both_halves_of_a_path_are_named_when_they_are_wrong(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": calls("left>right", "right>")})
    assert "'left'" in refused(tmp_path, "--path=lft,right")
    assert "'right'" in refused(tmp_path, "--path=left,rigt")
