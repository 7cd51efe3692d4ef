"""A grammar's C code that crashes: the run begins again, leaves the file out and remembers it by its content."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ripwire.limits import MAX_CRASHES
from tests.support.command import Result, environment, plant

# The process that is begun anew runs the same words, so the hook is there again.
PROGRAM = """
import sys
from ripwire._core.parse import crash_on
crash_on({beginning!r}, {kind})
sys.argv[0] = "ripwire"
from ripwire.__main__ import program
program()
"""
FILES = {"a.py": "def a(): return b()\n", "bad.py": "#crash\ndef lost(): pass\n", "c/d.py": "def b(): pass\n"}


def crashing(root: Path, *args: str, kind: int = 0, beginning: bytes = b"#crash", kept: Path | None = None) -> Result:
    words = [sys.executable, "-P", "-c", PROGRAM.format(beginning=beginning, kind=kind), str(root), *args]
    env = environment(**({"RIPWIRE_CACHE_DIR": str(kept)} if kept else {}))
    child = subprocess.run(words, capture_output=True, env=env, cwd="/", timeout=60)
    return Result(child.returncode, child.stdout, child.stderr)


def without(root: Path, name: str, *args: str) -> bytes:
    """The answer about the tree without a file, with the count of what crashed put in."""
    (root / name).unlink()
    words = [sys.executable, "-P", "-m", "ripwire", str(root), "--no-cache", *args]
    return subprocess.run(words, capture_output=True, env=environment(), cwd="/", check=True).stdout


@pytest.mark.parametrize("kind", [0, 1, 2], ids=["wild-write", "stack", "abort"])
def test_a_crash_costs_the_file_and_not_the_run(tmp_path: Path, kind: int) -> None:
    root = plant(tmp_path / "tree", FILES)
    result = crashing(root, "--no-cache", kind=kind)
    assert result.code == 0, result
    assert b'skipped_crashed="1"' in result.out or b"skipped_crashed=1" in result.out
    assert result.err.startswith(b"ripwire: bad.py: a parser crashed") and result.err.count(b"\n") == 1
    listed = crashing(root, "--skipped", "--no-cache", kind=kind).out
    assert b'p="bad.py"' in listed and b'reason="crashed"' in listed
    assert crashing(root, "--tree", "--no-cache", kind=kind).out == without(root, "bad.py", "--tree")


def test_several_files_crash_in_one_run(tmp_path: Path) -> None:
    bad = {f"bad{n}.py": f"#crash {n}\n" for n in range(MAX_CRASHES - 1)}
    root = plant(tmp_path / "tree", {**FILES, **bad})
    result = crashing(root, "--no-cache")
    assert result.code == 0 and f"skipped_crashed={MAX_CRASHES}".encode() in result.out.replace(b'"', b"")
    assert f"and {MAX_CRASHES - 1} more".encode() in result.err and result.err.count(b"\n") == 1


def test_a_run_that_crashes_too_often_gives_up_with_a_message(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", {f"bad{n}.py": f"#crash {n}\n" for n in range(MAX_CRASHES + 3)})
    result = crashing(root, "--no-cache")
    assert result.code == 1 and result.out == b""
    assert b"a parser crashed on" in result.err and b"--exclude" in result.err and result.err.count(b"\n") == 1


def test_what_crashed_is_remembered_by_its_content(tmp_path: Path) -> None:
    root, kept = plant(tmp_path / "tree", FILES), tmp_path / "kept"
    first = crashing(root, kept=kept)
    assert first.err.count(b"\n") == 1
    (root / "copy.py").write_bytes((root / "bad.py").read_bytes())
    # The hook is not there any more: only what was kept says that these would crash.
    words = [sys.executable, "-P", "-m", "ripwire", str(root), "--skipped"]
    env = environment(RIPWIRE_CACHE_DIR=str(kept))
    again = subprocess.run(words, capture_output=True, env=env, cwd="/")
    assert again.returncode == 0 and again.stderr == b""
    assert again.stdout.count(b'reason="crashed"') == 2
    (root / "bad.py").write_text("def lost(): pass\n")
    again = subprocess.run(words, capture_output=True, env=env, cwd="/")
    assert again.stdout.count(b'reason="crashed"') == 1


def test_a_pipe_that_is_none_in_the_environment_is_nothing(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", FILES)
    for text in ("0", "77", "x", "-1", "99999999999999999999"):
        words = [sys.executable, "-P", "-m", "ripwire", str(root), "--no-cache"]
        done = subprocess.run(
            words, capture_output=True, env=environment(RIPWIRE_CRASHED=text), cwd="/", stdin=subprocess.DEVNULL
        )
        assert (done.returncode, done.stderr) == (0, b""), text
