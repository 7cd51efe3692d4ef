"""Inputs that made a grammar's C code or our own reading of a file lose the whole run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ripwire.crawl import ignore, inspect
from ripwire.crawl.sniff import python_levels
from ripwire.extract.cookie import declared_encoding
from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.limits import PYTHON_MAX_LEVELS
from tests.support.command import PEAK, TIMEOUT_S, answer, environment, plant, run
from tests.support.documents import names_of, read_table, stats_of

PYTHON = LANGUAGES.index(BY_NAME["python"])


def indented(levels: int, tail: str) -> bytes:
    """A file with so many nested blocks and ``tail`` in the innermost."""
    lines = [" " * level + "if x:" for level in range(levels)]
    return "\n".join([*lines, " " * levels + tail, ""]).encode()


# tree-sitter-python saves its indentation stack into 1024 bytes and writes one byte past them: 511 levels and one open
# string overwrite a pointer of the parser, 384 levels do with 255 strings.
@pytest.mark.parametrize(("levels", "strings"), [(384, 255), (511, 1), (600, 1), (2_000, 3)])
def test_python_nested_beyond_its_scanners_buffer_is_left_out(levels: int, strings: int, tmp_path: Path) -> None:
    text = 'f"{' * min(strings, 3) + "x" + '}"' * min(strings, 3)
    root = plant(tmp_path, {"deep.py": indented(levels, "y = " + text), "b.py": "def neighbour(): pass\n"})
    document = answer([root])
    assert stats_of(document)["skipped_nested"] == "1" and names_of(document) == {"neighbour"}


def test_python_at_the_limit_is_read(tmp_path: Path) -> None:
    data = indented(PYTHON_MAX_LEVELS, 'y = f"a{x}b"') + b"def after_deep(): pass\n"
    assert inspect(data, PYTHON) == (PYTHON, None)
    assert names_of(answer([plant(tmp_path, {"deep.py": data})])) >= {"after_deep"}


def test_python_levels_are_counted_by_line() -> None:
    assert python_levels(b"if a:\n\tif b:\n\t\tc\nd\n") == 2
    assert python_levels(b"x = '''\n" + b" " * 900 + b"art\n'''\n") == 1
    deep_art = b"x = '''\n" + b" " * 900 + b"art\n'''\n"
    assert inspect(deep_art, PYTHON) == (PYTHON, None)


@pytest.mark.parametrize("name", ["idna", "utf-7", "unicode_escape", "hex", "rot13", "punycode", "utf-16", "nonsense"])
def test_an_encoding_that_changes_ascii_is_not_believed(name: str, tmp_path: Path) -> None:
    source = f"# coding: {name}\n".encode() + b'def one(): return "+2AA-\\ud800".two()\n# \xff\n'
    assert declared_encoding(source) is None
    root = plant(tmp_path, {"a.py": source, "b.py": "def neighbour(): pass\n"})
    assert names_of(answer([root])) == {"one", "neighbour"}


def test_a_declared_encoding_translates_names(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": b"# -*- coding: latin-1 -*-\ndef caf\xe9(): pass\n"})
    assert names_of(answer([root])) == {"caf\u00e9"}


def test_a_file_over_two_gib_is_left_out_whatever_the_limit(tmp_path: Path) -> None:
    root = plant(tmp_path, {"b.py": "def neighbour(): pass\n"})
    with open(root / "a.py", "wb") as file:
        file.truncate(2**31)  # a hole: it takes no room
    document = answer([root, "--max-file-size=8G"])
    assert stats_of(document)["skipped_oversize"] == "1" and names_of(document) == {"neighbour"}


def test_a_failing_git_is_told(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", {"a.py": "def f(): pass\n"})
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_text("ref: refs/heads/x\n")
    (root / ".git" / "objects").mkdir()
    (root / ".git" / "refs").mkdir()
    (root / ".git" / "config").write_text("[core]\nrepositoryformatversion = 99\n")
    result = run([root])
    assert result.code == 0 and names_of(result.out) == {"f"}
    assert result.err.startswith(b"ripwire: git could not say what is ignored")


def test_rust_self_is_the_type_of_the_impl(tmp_path: Path) -> None:
    source = """
struct A; struct B;
impl A { fn n() {} fn go() { Self::n(); } }
impl B { fn n() {} }
"""
    rows = read_table(answer([plant(tmp_path, {"lib.rs": source}), "--export=edges.tsv"]))
    assert [(row["caller_name"], row["callee_name"], row["callee_line"], row["prov"]) for row in rows] == [
        ("go", "n", "3", "self")
    ]


# Error recovery on these takes gigabytes, and a failed allocation in tree-sitter ends the process.
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.java", b"x=>" * 8_000),
        ("a.kt", b"@a " * 16_000),
        ("a.cs", b"template<\n" * 20_000),
        ("a.cpp", b"%w(" * 8_000),
    ],
)
def test_a_file_that_would_take_gigabytes_is_given_up(name: str, data: bytes, tmp_path: Path) -> None:
    root = plant(tmp_path, {name: data, "b.py": "def neighbour(): pass\n"})
    child = subprocess.run(
        [sys.executable, "-c", PEAK, str(root)], env=environment(), cwd="/", capture_output=True, timeout=TIMEOUT_S
    )
    assert child.returncode == 0 and names_of(child.stdout) == {"neighbour"}
    assert stats_of(child.stdout)["over_budget"] == "1"
    assert int(child.stderr.split()[1]) < 1000 * 1024  # VmHWM: N kB


def test_reading_a_partial_clone_runs_no_command_of_its_config(tmp_path: Path) -> None:
    root = plant(tmp_path / "evil", {"a.py": "def f(): pass\n", "sub/.gitignore": "x\n", "sub/b.py": "def g(): pass\n"})

    def git(*words: str) -> bytes:
        identity = ["-c", "user.name=n", "-c", "user.email=e@example.invalid", "-c", "init.defaultBranch=main"]
        return subprocess.run(
            ["git", "-C", str(root), *identity, *words], check=True, capture_output=True, env=environment()
        ).stdout

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "x")
    blob = git("rev-parse", "HEAD:sub/.gitignore").decode().strip()
    git("update-index", "--skip-worktree", "sub/.gitignore")
    (root / "sub" / ".gitignore").unlink()
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    mark = tmp_path / "PWNED"
    for key, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": "ssh://x/y",
        "core.sshCommand": f"touch {mark}; false",
    }.items():
        git("config", key, value)
    result = run([root])
    assert result.code == 0 and {"f", "g"} <= names_of(result.out)
    assert not mark.exists()


def test_a_git_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = plant(tmp_path / "tree", {"a.py": "def f(): pass\n"})
    (root / ".git").mkdir()
    tools = plant(tmp_path / "tools", {"git": "#!/bin/sh\nsleep 600\n"})
    (tools / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    verdict = ignore.Verdict(os.fsencode(root))
    verdict.wait(0.2)
    assert (verdict.state, verdict.files) == ("failed", frozenset())


def test_export_writes_through_a_link_and_keeps_its_mode(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", {"a.py": "def f(): g()\ndef g(): pass\n"})
    target = tmp_path / "real.tsv"
    target.write_bytes(b"old")
    target.chmod(0o600)
    link = tmp_path / "link.tsv"
    link.symlink_to("real.tsv")
    assert run([root, f"--export=edges.tsv:{link}"]) == (0, b"", b"")
    assert link.is_symlink() and target.read_bytes().startswith(b"caller_path\t")
    assert target.stat().st_mode & 0o777 == 0o600
    assert run([root, f"--export=edges.tsv:{tmp_path / ('n' * 250)}"]).code == 0


def test_a_closed_stdout_is_told(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": "def f(): pass\n"})
    result = run([root], preexec_fn=lambda: os.close(1), stdout=None)
    assert result.code == 1 and b"can't write the output" in result.err


def test_a_working_directory_that_is_gone_is_no_internal_error(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    program = "import os, sys; os.rmdir('.'); from ripwire.__main__ import main; sys.exit(main(['.']))"
    child = subprocess.run([sys.executable, "-c", program], cwd=gone, env=environment(), capture_output=True)
    assert b"internal error" not in child.stderr
