"""`ripwire search` as a whole against ripgrep: generated trees, command lines and patterns; and the real command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ripwire.search.colors import PARTS, begins
from tests.search.cases import difference
from tests.search.oracle import rg

COMMAND = [sys.executable, "-m", "ripwire", "search"]
BLOCKS = 5


def searched(root: Path, *argv: str, stdin: bytes | None = None, **variables: str) -> tuple[int, bytes, bytes]:
    """Exit code, stdout and stderr of the real command; ``stdin`` None is the null device."""
    environment = {**os.environ, "HOME": str(root), **variables}
    given = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
    done = subprocess.run([*COMMAND, *argv], cwd=root, capture_output=True, env=environment, **given)  # type: ignore[call-overload]
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("block", range(BLOCKS))
def test_generated_command_lines_have_ripgreps_answer(block: int, tmp_path: Path) -> None:
    """500 cases: 125 trees with four command lines each."""
    found = [difference(seed, tmp_path) for seed in range(block * 25, block * 25 + 25)]
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.heavy
@pytest.mark.parametrize("block", range(50))
def test_many_generated_command_lines_have_ripgreps_answer(block: int, tmp_path: Path) -> None:
    """20,000 cases."""
    found = [difference(seed, tmp_path) for seed in range(1000 + block * 100, 1100 + block * 100)]
    assert not any(found), "\n".join(filter(None, found))


def test_the_command_line_is_ripgreps(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "a").write_text("foo bar\nFOO\nbaz\n")
    (tmp_path / "d" / "x.py").write_text("a foo é\n")
    (tmp_path / "words").write_text("FOO\nbaz\n")
    for argv in (
        ["foo"], ["-n", "foo", "."], ["-f", "words"], ["-c", "-i", "foo"], ["foo", "nosuch"], ["("], ["-e"], 
        ["--files"],
        ["-tpy", "foo"], ["-tnone", "foo"], ["-m0", "("], ["zzz"], ["--no-such"], ["-q", "foo", "nosuch", "a"], 
        ["-g[", "a"],
        ["-f", "nosuch"], ["--max-filesize", "1", "foo"], ["-P", "f(?=oo)"], ["--engine=auto", "f(?=oo)"],
        ["--color=always", "-n", "foo"], ["--sort=none", "foo"], ["--sortr=path", "foo"],
    ):  # fmt: skip
        code, out, err = searched(tmp_path, *argv)
        wanted = subprocess.run(
            [rg(), "--no-config", "-j1", *argv], cwd=tmp_path, capture_output=True, stdin=subprocess.DEVNULL
        )
        assert (code, sorted(out.split(b"\n"))) == (wanted.returncode, sorted(wanted.stdout.split(b"\n"))), argv
        assert (code == 2 or argv[0] == "-q") == bool(err), (argv, err)
        assert all(line.startswith(b"ripwire: ") for line in err.splitlines()) and b"Traceback" not in err


def test_what_is_piped_in_is_searched(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("foo a\n")
    assert searched(tmp_path, "foo", stdin=b"foo in\nbar\n") == (0, b"foo in\n", b"")
    assert searched(tmp_path, "-H", "foo", "-", "a", stdin=b"foo in\n") == (0, b"<stdin>:foo in\na:foo a\n", b"")
    assert searched(tmp_path, "foo", ".", stdin=b"foo in\n") == (0, b"./a:foo a\n", b"")
    assert searched(tmp_path, "-f", "-", stdin=b"foo\n") == (0, b"a:foo a\n", b"")
    assert searched(tmp_path, "--files", stdin=b"foo\n") == (0, b"a\n", b"")


def test_git_has_rules_beside_the_tree(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in "abc":
        (tmp_path / name).write_text("foo\n")
    (tmp_path / ".gitconfig").write_text('[core]\n\texcludesFile = "~/rules"\n')
    (tmp_path / "rules").write_text("a\n")
    assert searched(tmp_path, "-l", "foo")[1] == b"b\nc\n"
    (tmp_path / ".gitconfig").unlink()
    (tmp_path / "c.d" / "git").mkdir(parents=True)
    (tmp_path / "c.d" / "git" / "ignore").write_text("b\n")
    assert searched(tmp_path, "-l", "foo", XDG_CONFIG_HOME=str(tmp_path / "c.d"))[1] == b"a\nc\n"


def test_help_and_versions(tmp_path: Path) -> None:
    code, out, err = searched(tmp_path, "foo", "--help", "--no-such")
    assert code == 2 and b"--no-such" in err and not out
    code, out, err = searched(tmp_path, "--help")
    assert code == 0 and b"usage: ripwire search" in out and not err
    code, out, _ = searched(tmp_path, "-h")
    assert code == 0 and len(out.splitlines()) <= 24
    assert searched(tmp_path, "--version")[1].startswith(b"ripwire ")
    assert b"PCRE2" in searched(tmp_path, "--pcre2-version")[1]


def test_a_folder_that_is_called_search_can_be_mapped(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "a.py").write_text("def f(): pass\n")
    done = subprocess.run(
        [sys.executable, "-m", "ripwire", "./search", "--no-cache"], cwd=tmp_path, capture_output=True
    )
    assert done.returncode == 0 and b'n="f"' in done.stdout


def test_an_answer_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("foo\n" * 10)
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "foo"], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
        )
    assert done.returncode == 2 and b"can't write" in done.stderr


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("foo\n" * 300_000)
    child = subprocess.Popen(
        [*COMMAND, "foo"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    assert child.stdout is not None and child.stderr is not None
    child.stdout.read(10)
    child.stdout.close()
    assert child.stderr.read() == b"" and child.wait() == 0
    child.stderr.close()


def test_colors_are_those_that_ripgrep_writes(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("foo\n")
    assert [begins(())[PARTS.index(part)] for part in ("path", "column", "match")] == [
        b"\x1b[35m",
        b"",
        b"\x1b[1m\x1b[31m",
    ]
    looks = [
        "match:fg:blue", "path:style:intense", "path:bg:7", "line:fg:1,2,3", "match:style:underline",
        "match:style:nobold", "match:style:italic", "column:fg:0x33", "line:style:bold", "path:fg:black",
    ]  # fmt: skip
    for some in ([look] for look in looks), [looks], [looks[::-1]]:
        for colors in some:
            argv = ["--color=always", "--column", *(f"--colors={look}" for look in colors), "foo"]
            wanted = subprocess.run(
                [rg(), "--no-config", *argv], cwd=tmp_path, capture_output=True, stdin=subprocess.DEVNULL
            )
            assert searched(tmp_path, *argv)[:2] == (0, wanted.stdout), colors
