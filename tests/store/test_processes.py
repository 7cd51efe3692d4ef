"""Several runs at once, and runs that are killed: whoever comes later finds whole files and gives the right answer."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.store.inside import Looked, Word, cold, inside, lie_still, looked, small, told, warm
from tests.support.command import command, environment, plant

__all__ = ["looked"]  # a fixture

VERBS = ["--json", "--export=scip", "--export=edges.tsv", "--explain=start,load"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return plant(tmp_path / "tree", small())


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def start(root: Path, kept: Path, *words: str) -> subprocess.Popen[bytes]:
    env = environment(RIPWIRE_CACHE_DIR=str(kept))
    return subprocess.Popen(command([str(root), *words]), stdout=-1, stderr=-1, stdin=subprocess.DEVNULL, env=env)


def edit(root: Path, number: int) -> None:
    text = f"def helper(a):\n    return load({number})\n\n\ndef alone():\n    return helper(1)\n"
    (root / "app/other.py").write_text(text)


def unfinished(kept: Path) -> list[str]:
    return sorted(p.name for p in kept.iterdir() if ".tmp" in p.name)


@pytest.mark.parametrize("count", [2, 8])
def test_runs_at_once_do_not_disturb_each_other(root: Path, kept: Path, count: int, looked: Looked) -> None:
    """Each round begins with no kept file, an edit, or nothing to do."""
    for number in range(3):
        if number == 1:
            edit(root, 7)
        expected = {verb: cold([root, verb]) for verb in VERBS}
        runs = [(VERBS[i % len(VERBS)], start(root, kept, VERBS[i % len(VERBS)])) for i in range(count)]
        for verb, process in runs:
            out, err = process.communicate(timeout=60)
            assert (process.returncode, out, err) == expected[verb]
        assert unfinished(kept) == []
    lie_still()
    inside([root, "--json"], kept)
    looked.reset()
    for verb in VERBS:
        warm([root, verb], kept)
    assert looked.read == 0


def test_a_run_that_is_killed_leaves_nothing_that_counts(root: Path, kept: Path) -> None:
    """At moments all over the run; the tree changes, so that each has something to write."""
    chance = random.Random(9)
    begin = time.monotonic()
    process = start(root, kept, "--export=scip")
    process.communicate(timeout=60)
    whole = time.monotonic() - begin
    for number in range(12):
        edit(root, number)
        process = start(root, kept, VERBS[number % 2])
        time.sleep(whole * chance.random() * 1.2)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        warm([root, VERBS[number % 2]], kept)
    lie_still()
    for verb in VERBS:
        warm([root, verb], kept)


KILLED_WHILE_WRITING = """
import os, signal, sys
from ripwire.store import sections
left = int(sys.argv[1])
close = sections.Writer.close
add = sections.Writer.add
def killed(self, *args, **options):
    global left
    left -= 1
    if left <= 0:
        self._file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    return add(self, *args, **options)
sections.Writer.add = killed
from ripwire.__main__ import main
sys.exit(main(sys.argv[2:]))
"""


def test_a_run_that_is_killed_while_it_writes_leaves_the_file_as_it_was(root: Path, kept: Path) -> None:
    lie_still()
    warm([root, "--export=scip"], kept)
    edit(root, 5)
    lie_still()
    before = {p.name: p.read_bytes() for p in kept.iterdir()}
    for at in 1, 2, 9, 10, 11, 30:  # records have nine sections, the graph follows
        words = [sys.executable, "-P", "-c", KILLED_WHILE_WRITING, str(at), str(root), "--export=scip"]
        process = subprocess.run(words, env=environment(RIPWIRE_CACHE_DIR=str(kept)), capture_output=True, timeout=60)
        assert process.returncode == -signal.SIGKILL
        names = unfinished(kept)
        assert names
        now = {p.name: p.read_bytes() for p in kept.iterdir() if p.name not in names}
        assert now.keys() == before.keys()
        assert [n for n in now if n.endswith(".graph") and now[n] != before[n]] == []
        warm([root, "--explain=start,load"], kept)
        for name, data in before.items():  # as it was before the next one
            (kept / name).write_bytes(data)
    # Young ones may be of a run that still writes; old ones are swept when something is written.
    for name in unfinished(kept):
        os.utime(kept / name, (1, 1))
    edit(root, 6)
    warm([root, "--export=scip"], kept)
    assert unfinished(kept) == []


def test_ctrl_c_while_writing_leaves_no_half_file(root: Path, kept: Path) -> None:
    code = KILLED_WHILE_WRITING.replace("signal.SIGKILL", "signal.SIGINT")
    words = [sys.executable, "-P", "-c", code, "5", str(root), "--export=scip"]
    process = subprocess.run(words, env=environment(RIPWIRE_CACHE_DIR=str(kept)), capture_output=True, timeout=60)
    assert (process.returncode, process.stdout, process.stderr) == (130, b"", b"")
    assert unfinished(kept) == [] and not list(kept.glob("*.records"))
    warm([root, "--export=scip"], kept)


def test_files_that_change_while_runs_read_them_are_seen_by_the_next(root: Path, kept: Path) -> None:
    """A writer that never rests beside runs that keep what they read; at the end, the last content is told."""
    path = root / "app/other.py"
    env = environment()
    code = (
        "import sys\n"
        "for i in range(10 ** 9):\n"
        "    with open(sys.argv[1], 'r+b') as f: f.write(b'def n%07d(): return 1\\n' % (i % 10 ** 7))\n"
    )
    path.write_text("def n0000000(): return 1\n")
    writer = subprocess.Popen([sys.executable, "-c", code, str(path)], env=env)
    try:
        for _ in range(12):
            assert inside([root, "--json"], kept)[0] == 0
            assert inside([root, "--export=edges.tsv"], kept)[0] == 0
    finally:
        writer.kill()
        writer.wait()
    for verb in VERBS[:3]:
        warm([root, verb], kept)


CUT_WHILE_READ = """
import os, sys
from ripwire import tree
crawl = tree.crawl
def cut(*args, **options):
    found = crawl(*args, **options)
    os.truncate(sys.argv[1], int(sys.argv[2]))
    return found
tree.crawl = cut
from ripwire.__main__ import main
sys.exit(main(sys.argv[3:]))
"""


@pytest.mark.parametrize("size", [0, 5000])
def test_a_named_cache_that_is_cut_while_a_run_reads_it_does_not_kill_the_run(
    root: Path, kept: Path, tmp_path: Path, size: int
) -> None:
    """Copying another index over it does that: the file is the user's, and nobody promises to replace it whole."""
    plant(root, {f"many/m{i}.py": f"def f{i}(x):\n    return helper(x + {i})\n" for i in range(100)})
    inside([root, f"--index-out={tmp_path / 'index'}"], kept)
    cache = tmp_path / "index.ripwirecache"
    assert cache.stat().st_size > 10_000
    words = [sys.executable, "-P", "-c", CUT_WHILE_READ, str(cache), str(size), str(root), "--json", f"--cache={cache}"]
    process = subprocess.run(words, env=environment(RIPWIRE_CACHE_DIR=str(kept)), capture_output=True, timeout=60)
    expected = cold([root, "--json"])
    assert (process.returncode, process.stdout) == (0, expected.out)
    words_again: list[Word] = [root, "--json", f"--cache={cache}"]
    told(inside(words_again, kept), expected)
    assert inside(words_again, kept) == expected
