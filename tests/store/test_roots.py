"""Several roots in one run: each keeps its own records, and the graph is of all of them together."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.store.inside import Looked, Tree, inside, lie_still, looked, small, tiny, warm, write
from tests.support.command import plant

__all__ = ["looked"]  # a fixture

VERBS = [["--json", "--metrics"], ["--skipped"], ["--export=edges.tsv"], ["--tree"], ["--ignore-tests", "--json"]]


@pytest.fixture
def roots(tmp_path: Path) -> list[Path]:
    return [plant(tmp_path / "one", small()), plant(tmp_path / "two", tiny())]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def everywhere(roots: list[Path], kept: Path) -> list[bytes]:
    found = [warm([*roots, *verb], kept) for verb in VERBS]
    lie_still()
    for _ in range(2):
        assert [inside([*roots, *verb], kept).out for verb in VERBS] == found
    return found


def test_several_roots_answer_warm_as_cold_over_edits_in_each(roots: list[Path], kept: Path) -> None:
    seen = [everywhere(roots, kept)]
    write(roots[0], "app/other.py", "def helper(x):\n    return load(x)\n")
    seen.append(everywhere(roots, kept))
    write(roots[1], "app/tools.py", "def load(x):\n    return x\n")
    seen.append(everywhere(roots, kept))
    os.unlink(roots[1] / "docs/one.md")
    seen.append(everywhere(roots, kept))
    os.rename(roots[0] / "app/other.py", roots[1] / "app/other.py")
    seen.append(everywhere(roots, kept))
    os.rename(roots[1] / "app/other.py", roots[0] / "app/other.py")
    seen.append(everywhere(roots, kept))
    assert seen[5] == seen[3]
    assert len({tuple(answers) for answers in seen}) == len(seen) - 1


def test_the_order_of_the_roots_makes_no_other_answer_and_nothing_to_read(
    roots: list[Path], kept: Path, looked: Looked
) -> None:
    lie_still()
    for verb in VERBS:
        inside([*roots, *verb], kept)
    looked.reset()
    for verb in VERBS:
        assert warm([*reversed(roots), *verb], kept) == warm([*roots, *verb], kept)
    assert looked.read == 0


def test_runs_of_one_root_and_of_both_share_their_records(roots: list[Path], kept: Path, looked: Looked) -> None:
    lie_still()
    for root in roots:
        warm([root, "--json"], kept)
    looked.reset()
    both = everywhere(roots, kept)
    assert looked.read == 0
    for root in roots:
        assert warm([root, "--json", "--metrics"], kept) not in both
    assert looked.read == 0
    assert len(list(kept.glob("*.records"))) == 2


def test_other_companions_and_other_labels_are_other_graphs(roots: list[Path], kept: Path, tmp_path: Path) -> None:
    third = plant(tmp_path / "deep" / "two", {"app/main.py": "def start(): return stop()\ndef stop(): return 1\n"})
    sets = [roots, [roots[0], third], [*roots, third], [roots[1], third], [third]]
    lie_still()
    for _ in range(2):
        assert len({tuple(warm([*some, *verb], kept) for verb in VERBS) for some in sets}) == len(sets)


def test_a_manifest_of_the_second_root_counts(tmp_path: Path, kept: Path) -> None:
    go: Tree = {
        "cmd/main.go": 'package main\n\nimport "example.com/app/util"\n\nfunc main() { util.Run() }\n',
        "util/run.go": "package util\n\nfunc Run() int { return 1 }\n",
        "other/run.go": "package other\n\nfunc Run() int { return 2 }\n",
    }
    roots = [plant(tmp_path / "a", tiny()), plant(tmp_path / "b", go)]
    none = everywhere(roots, kept)
    write(roots[1], "go.mod", "module example.com/app\n")
    right = everywhere(roots, kept)
    assert right[2] != none[2]  # the edges
    os.rename(roots[1] / "go.mod", roots[0] / "go.mod")
    assert everywhere(roots, kept)[2] == none[2]
    os.rename(roots[0] / "go.mod", roots[1] / "go.mod")
    assert everywhere(roots, kept) == right
