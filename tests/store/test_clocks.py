"""When a stamp is believed, and what a clock that is wrong may cost: time, and never an answer."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ripwire.store.stamps import NEVER, STAMP, TICK_NS, believed, stamp
from tests.store.building import built, coarse, unkept
from tests.store.inside import Looked, Tree, lie_still, looked, tiny, write
from tests.support.command import plant, run

__all__ = ["looked"]  # a fixture

SECOND = 1_000_000_000
DAY = 24 * 3600 * SECOND


def mark(content: int, entry: int) -> bytes:
    return STAMP.pack(1, 2, 3, content, entry)


def test_every_part_of_a_stamp_counts(tmp_path: Path) -> None:
    path = write(tmp_path, "a.py", "x = 1\n")
    before = stamp(path.lstat())
    assert stamp(path.lstat()) == before != NEVER
    os.utime(path, (1, 1))
    after = stamp(path.lstat())
    assert after != before
    lie_still()
    path.chmod(0o600)  # ctime alone
    assert stamp(path.lstat()) != after
    parts = [1, 2, 3, 4, 5]
    for place in range(5):
        other = list(parts)
        other[place] += 1
        assert STAMP.pack(*other) != STAMP.pack(*parts)
    assert STAMP.unpack(STAMP.pack(2**64 - 1, 2**64 - 1, 2**63 - 1, -(2**63), 2**63 - 1))[3] == -(2**63)


@pytest.mark.parametrize("content, entry", [(5, 5), (5, 1), (1, 5)], ids=["both", "content", "entry"])
def test_a_file_is_believed_when_it_has_lain_still_for_two_ticks(content: int, entry: int) -> None:
    found = mark(SECOND + content, SECOND + entry)
    latest = SECOND + max(content, entry)
    for age in -DAY, -1, 0, 1, TICK_NS, 2 * TICK_NS:
        assert believed(found, latest + age) == NEVER, age
    for age in 2 * TICK_NS + 1, 3 * TICK_NS, DAY:
        assert believed(found, latest + age) == found, age


def test_times_in_whole_seconds_are_those_of_a_coarse_file_system() -> None:
    found = mark(7 * SECOND, 8 * SECOND)
    for age in 2 * TICK_NS + 1, SECOND, 2 * SECOND:
        assert believed(found, 8 * SECOND + age) == NEVER
    assert believed(found, 8 * SECOND + 2 * SECOND + 1) == found
    set_by_hand = mark(7 * SECOND, 8 * SECOND + 1)  # a whole second of content, as `touch -d` makes it
    assert believed(set_by_hand, 8 * SECOND + 3 * TICK_NS) == set_by_hand


# --- whole runs under another clock -----------------------------------------------------------------------------------


CLOCKS: dict[str, Callable[[], int]] = {
    "right": coarse,
    "a day behind": lambda: coarse() - DAY,
    "at its beginning": lambda: 0,
    "before its beginning": lambda: -DAY,
    "a day ahead": lambda: coarse() + DAY,
    "ten years ahead": lambda: coarse() + 3650 * DAY,
    "at the end of its numbers": lambda: 2**62,
}


@pytest.mark.parametrize("name", CLOCKS)
def test_a_wrong_clock_changes_no_answer(tmp_path: Path, name: str) -> None:
    root, kept = plant(tmp_path / "tree", tiny()), tmp_path / "kept"
    lie_still()
    for step in range(3):
        expected = unkept(root)
        for graph_only in True, False, True:
            assert built(root, kept, CLOCKS[name], graph_only) == expected
        write(root, "app/tools.py", f"def load(path):\n    return helper({step})\n\ndef helper(x): return x\n")
        lie_still()


def test_a_clock_that_jumps_changes_no_answer(tmp_path: Path) -> None:
    root, kept = plant(tmp_path / "tree", tiny()), tmp_path / "kept"
    for step, name in enumerate([*CLOCKS, *reversed(CLOCKS)]):
        write(root, "app/tools.py", f"def load(path):\n    return helper({step:02})\n\ndef helper(x): return x\n")
        expected = unkept(root)
        assert built(root, kept, CLOCKS[name]) == expected
        assert built(root, kept, CLOCKS[name], graph_only=False) == expected


def test_a_clock_behind_the_files_makes_them_read_and_not_parsed(tmp_path: Path, looked: Looked) -> None:
    root, kept = plant(tmp_path / "tree", tiny()), tmp_path / "kept"
    lie_still()
    built(root, kept, CLOCKS["a day behind"])
    looked.reset()
    built(root, kept, CLOCKS["a day behind"], graph_only=False)
    assert (looked.read, looked.parsed) == (len(tiny()), 0)


def test_a_file_of_a_time_to_come_is_read_each_time_and_alone(tmp_path: Path, looked: Looked) -> None:
    root, kept = plant(tmp_path / "tree", tiny()), tmp_path / "kept"
    os.utime(root / "app/main.py", (2**33, 2**33))
    lie_still()
    built(root, kept, coarse)
    for _ in range(2):
        looked.reset()
        built(root, kept, coarse)
        assert (looked.read, looked.parsed) == (1, 0)


def test_the_moment_before_reading_counts_and_not_the_one_after(tmp_path: Path) -> None:
    """The clock stands still at the time of the last write: whatever is read now may still change in this tick."""
    root, kept = plant(tmp_path / "tree", tiny()), tmp_path / "kept"
    path = root / "app/tools.py"
    moment = max(p.lstat().st_ctime_ns for p in root.rglob("*"))
    for step in range(10):
        path.write_text(f"def load(path):\n    return helper({step})\n\ndef helper(x): return x\n")
        os.utime(path, ns=(moment, moment))
        assert built(root, kept, lambda: moment) == unkept(root)


def test_manifests_obey_the_same_rule(tmp_path: Path) -> None:
    go: Tree = {
        "go.mod": "module example.com/app\n",
        "cmd/main.go": 'package main\n\nimport "example.com/app/util"\n\nfunc main() { util.Run() }\n',
        "util/run.go": "package util\n\nfunc Run() int { return 1 }\n",
        "other/run.go": "package other\n\nfunc Run() int { return 2 }\n",
    }
    root, kept = plant(tmp_path / "tree", go), tmp_path / "kept"
    lie_still()
    moment = coarse()
    answers = set()
    for step in range(8):
        (root / "go.mod").write_text(f"module example.{('com', 'org')[step % 2]}/app\n")
        os.utime(root / "go.mod", ns=(moment, moment))
        expected = unkept(root)
        for clock in coarse, coarse, CLOCKS["a day behind"]:
            assert built(root, kept, clock) == expected
        answers.add(expected)
    assert len(answers) == 2


def test_a_file_that_is_never_believed_does_not_rewrite_the_records_each_time(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", {"a.py": "def f(): pass\n", "b.py": "def g(): f()\n"})
    os.utime(root / "a.py", (4e9, 4e9))  # in the future
    env = {"RIPWIRE_CACHE_DIR": str(tmp_path / "kept")}
    answers = [run([root], env=env)]
    files = {path: path.stat().st_ino for path in (tmp_path / "kept").iterdir()}
    answers += [run([root], env=env) for _ in range(3)]
    assert {path: path.stat().st_ino for path in (tmp_path / "kept").iterdir()} == files
    assert len(set(answers)) == 1
