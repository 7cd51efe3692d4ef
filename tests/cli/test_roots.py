"""Several roots in one run, and roots that are addresses of git repositories."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from lxml import etree

from tests.support.command import answer, environment, plant, run

FILES = {
    "one/src/m.py": "def f(): return g()\ndef g(): pass\n",
    "two/src/m.py": "def f(): return g()\ndef h(): return f()\n",
    "two/src/tests/t.py": "def test_h(): h()\n",
}


@pytest.fixture
def space(tmp_path: Path) -> Path:
    return plant(tmp_path / "space", FILES)


def test_order_of_the_roots_never_matters_and_nothing_crosses(space: Path) -> None:
    first = answer(["one/src", "two/src", "--export=edges.tsv"], cwd=space)
    assert first == answer(["two/src", "one/src", "--export=edges.tsv"], cwd=space)
    rows = [line.split("\t") for line in first.decode().splitlines()]
    edges = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    pairs = {(e["caller_path"], e["caller_name"], e["callee_path"], e["callee_name"]) for e in edges}
    one, two = "one/src/./m.py", "two/src/./m.py"
    # `g` is only defined in the other root: no call of `two` reaches it.
    assert pairs == {(one, "f", one, "g"), (two, "h", two, "f"), ("two/src/./tests/t.py", "test_h", two, "h")}


def test_labels_are_the_shortest_endings_that_tell_roots_apart(space: Path) -> None:
    document = etree.fromstring(answer(["one/src", "two/src"], cwd=space))
    assert [(r.get("label"), r.get("p")) for r in document.iter("root")] == [
        ("one/src", "one/src"), ("two/src", "two/src"),
    ]  # fmt: skip
    plain = etree.fromstring(answer(["one", "two"], cwd=space))
    assert [r.get("label") for r in plain.iter("root")] == ["one", "two"]
    found = json.loads(answer(["one", "two", "--json"], cwd=space))
    assert found["roots_count"] == 2 and [r["label"] for r in found["roots"]] == ["one", "two"]


def test_a_selector_finds_a_file_with_the_seam_and_without(space: Path) -> None:
    for fragment in ("two/./src/m.py", "two/src/m.py", "two"):
        found = etree.fromstring(answer(["one", "two", f"--callers={fragment}:f"], cwd=space))
        assert [s.get("n") for s in found.iter("s")] == ["h"], fragment


def test_a_root_that_is_given_twice_is_read_once_with_a_notice(space: Path) -> None:
    result = run(["one", "two/../one"], cwd=space)
    assert result.code == 0 and b"read once" in result.err
    assert result.out == answer(["one"], cwd=space)


@pytest.mark.parametrize("roots", [["one", "one/src"], ["one/src", "one"], [".", "two"]])
def test_roots_that_hold_each_other_refuse(space: Path, roots: list[str]) -> None:
    result = run(roots, cwd=space)
    assert result.code == 1 and result.out == b"" and b"lies in" in result.err


def test_more_roots_than_fit_refuse(tmp_path: Path) -> None:
    root = plant(tmp_path, {f"r{n}/a.py": "" for n in range(17)})
    assert run([f"r{n}" for n in range(16)], cwd=root).code == 0
    result = run([f"r{n}" for n in range(17)], cwd=root)
    assert result.code == 1 and b"17 roots" in result.err


@pytest.mark.parametrize("flag", ["--explain=f,g", "--index-out=x", "--export=scip", "--scip=x", "--cache=x"])
def test_what_works_on_one_root_says_so(space: Path, flag: str) -> None:
    result = run(["one", "two", flag], cwd=space)
    assert result.code == 1 and result.out == b"" and b"one root" in result.err


def test_exclude_sees_labels_and_tests_are_told_by_the_path_below_the_root(space: Path) -> None:
    found = answer(["one", "two", "--exclude=two/./src/m", "--tree"], cwd=space)
    assert b"two/./src/tests/t.py" in found and b"two/./src/m.py" not in found
    tests = plant(space / "tests", {"a.py": "def kept(): pass\n"})
    assert b"kept" in answer([tests, "one", "--ignore-tests", "--tree"], cwd=space)


def test_warm_answers_about_several_roots_are_those_of_a_cold_run(space: Path, tmp_path: Path) -> None:
    env = {"RIPWIRE_CACHE_DIR": str(tmp_path / "kept")}
    cold = answer(["one", "two", "--no-cache"], cwd=space)
    for _ in range(2):
        assert answer(["one", "two"], cwd=space, env=env) == cold
    assert len(list((tmp_path / "kept").glob("*.records"))) == 2
    assert answer(["one"], cwd=space, env=env) == answer(["one", "--no-cache"], cwd=space)
    (space / "two/src/m.py").write_text("def f(): pass\n")
    assert answer(["two", "one"], cwd=space, env=env) == answer(["one", "two", "--no-cache"], cwd=space)


def repository(folder: Path) -> dict[str, str]:
    """A repository with one commit, and the environment in which its address leads there."""
    plant(folder, {"a.py": "def far(): pass\n"})
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x", "-C", str(folder)]
    env = {**environment(), "HOME": str(folder.parent)}
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *words], check=True, env=env, capture_output=True)
    return {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{folder}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://nowhere.invalid/x.git",
        "RIPWIRE_CACHE_DIR": str(folder.parent / "kept"),
    }


@pytest.mark.skipif(not shutil.which("git"), reason="no git")
def test_an_address_is_cloned_once_and_anew_when_asked(tmp_path: Path) -> None:
    env = repository(tmp_path / "origin")
    url = "https://nowhere.invalid/x.git"
    first = run([url, "--tree"], env=env)
    assert (first.code, first.err) == (0, b"") and b'n="far"' in first.out
    (tmp_path / "origin" / "a.py").write_text("def farther(): pass\n")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x", "-C", str(tmp_path / "origin"), "commit", "-qam", "y"]
    subprocess.run(git, check=True, env={**environment(), "HOME": str(tmp_path)})
    again = run([url, "--tree"], env=env)
    assert again.out == first.out and b"--refetch" in again.err
    anew = run([url, "--tree", "--refetch"], env=env)
    assert anew.code == 0 and b'n="farther"' in anew.out
    clones = tmp_path / "kept" / "clones"
    assert len(os.listdir(clones)) == 1


@pytest.mark.skipif(not shutil.which("git"), reason="no git")
def test_an_address_that_cannot_be_cloned_refuses_and_leaves_nothing(tmp_path: Path) -> None:
    env = {**repository(tmp_path / "origin"), "GIT_CONFIG_KEY_0": "url./nonexistent/y.insteadOf"}
    result = run(["https://nowhere.invalid/x.git"], env=env)
    assert result.code == 1 and result.out == b"" and b"cannot be cloned" in result.err
    assert result.err.count(b"\n") == 1
    assert os.listdir(tmp_path / "kept" / "clones") == []
