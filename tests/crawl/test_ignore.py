"""Git's verdict in the crawl: git's rules exactly, no effect without git, the same result whenever git answers."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from ripwire.crawl import Crawl, crawl
from ripwire.crawl.ignore import Verdict, find_repository

from .conftest import Plant, facts, git


@pytest.fixture
def repository(root: Path) -> Path:
    git(root, "init", "-q")
    return root


def run(root: Path) -> Crawl:
    return crawl(os.fsencode(root))


def test_nested_negated_and_anchored_rules(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="*.gen.py\n!keep.gen.py\n/only_top.py\nlogs/\n")
    plant("sub/.gitignore", text="ignored/\n!a.gen.py\n")
    plant("a.gen.py", "keep.gen.py", "only_top.py", "sub/only_top.py", "sub/a.gen.py", "sub/ignored/x.py")
    plant("sub/logs/deep/y.py", "logs/z.py", "main.py")
    result = run(repository)
    assert result.git == "applied"
    assert result.paths == [b"keep.gen.py", b"main.py", b"sub/a.gen.py", b"sub/only_top.py"]
    assert (result.ignored_files, result.ignored_dirs) == (2, 3)
    everything = crawl(os.fsencode(repository), use_git=False)
    assert (len(everything.paths), everything.ignored_files, everything.ignored_dirs) == (9, 0, 0)


def test_info_exclude_and_the_users_own_ignore_file(repository: Path, plant: Plant, git_environment: Path) -> None:
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "exclude").write_text("private.py\n")
    (git_environment / "config" / "git").mkdir(parents=True)
    (git_environment / "config" / "git" / "ignore").write_text("mine.py\n")
    plant("private.py", "mine.py", "a.py")
    result = run(repository)
    assert (result.paths, result.ignored_files) == ([b"a.py"], 2)


def test_a_tracked_file_is_not_ignored(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="gen/\n")
    plant("gen/tracked.py", "gen/other.py")
    git(repository, "add", "-f", "gen/tracked.py")
    result = run(repository)
    assert (result.paths, result.ignored_files, result.ignored_dirs) == ([b"gen/tracked.py"], 1, 0)


def test_rules_of_a_parent_reach_a_root_inside_the_repository(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="*.gen.py\n")
    plant("pkg/a.gen.py", "pkg/b.py")
    assert run(repository / "pkg").paths == [b"b.py"]


def test_a_root_that_is_itself_ignored_is_read(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="scratch/\n")
    plant("scratch/a.py", "scratch/deep/b.py")
    assert run(repository / "scratch").paths == [b"a.py", b"deep/b.py"]
    assert run(repository / "scratch" / "deep").paths == [b"b.py"]
    assert run(repository).paths == []


def test_ignored_bytes_names(repository: Path, plant: Plant) -> None:
    (repository / ".gitignore").write_bytes(b"bad*\nnew*\n*uo*\n\xe2\x8a\x97.py\n")
    names = [b"bad\xff.py", b"new\nline.py", b"q'uo\"te\\.py", b"\xe2\x8a\x97.py"]
    plant(*names, b"d/" + names[0], "fine\u2297.py")
    result = run(repository)
    assert (result.paths, result.ignored_files) == (["fine\u2297.py".encode()], 4)
    # "d" holds nothing but ignored files, which is what git calls an ignored directory
    assert result.ignored_dirs == 1


def test_denylist_comes_first_and_counts_of_ignored_directories_are_taken_back(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="node_modules/\nold/\n*.min.js\nlink.py\n")
    plant("node_modules/a.py", "old/b.txt", "old/build/c.py", "old/lib.min.js", "old/obj/CMakeCache.txt", "a.min.js")
    os.symlink("x", repository / "old" / "l.py")
    os.symlink("x", repository / "link.py")
    plant("b.py", "b.txt")
    result = run(repository)
    assert result.paths == [b"b.py"]
    assert result.drops == []
    assert (result.ignored_files, result.ignored_dirs) == (2, 1)
    assert (result.denied_dirs, result.unsupported) == (2, 2)  # .git, node_modules; .gitignore, b.txt


def test_ignored_embedded_repository_stays_ignored_and_another_is_read(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="private/\n")
    plant("private/a.py", "embedded/b.py", "c.py")
    git(repository / "private", "init", "-q")
    git(repository / "embedded", "init", "-q")
    result = run(repository)
    assert (result.paths, result.ignored_dirs) == ([b"c.py", b"embedded/b.py"], 1)


def test_real_worktrees(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="*.gen.py\n")
    plant("a.py")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "one")
    git(repository, "worktree", "add", "-q", str(repository / "wt"))
    git(repository, "worktree", "add", "-q", str(repository / ".claude" / "worktrees" / "x"), "-b", "x")
    result = run(repository)
    assert result.paths == [b"a.py"]
    assert [(drop.path, drop.reason) for drop in result.drops] == [(b"wt", "worktree")]
    # the worktree itself: .git is a file, its rules hold
    plant("wt/b.gen.py")
    inside = run(repository / "wt")
    assert (inside.git, inside.paths, inside.ignored_files, inside.unsupported) == ("applied", [b"a.py"], 1, 1)


def test_unborn_head_and_empty_repository(repository: Path) -> None:
    result = run(repository)
    assert (result.git, result.paths) == ("applied", [])


def test_no_repository_starts_no_process(root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant("a.py")
    monkeypatch.setattr(os, "posix_spawnp", None)  # a call would raise
    assert find_repository(os.fsencode(root)) is None
    result = run(root)
    assert (result.git, result.paths) == ("absent", [b"a.py"])


def test_no_git_installed(repository: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(".gitignore", text="a.py\n")
    plant("a.py")
    monkeypatch.setenv("PATH", str(repository))
    before = len(os.listdir("/proc/self/fd"))
    result = run(repository)
    assert (result.git, result.paths) == ("absent", [b"a.py"])
    assert len(os.listdir("/proc/self/fd")) == before


def test_failing_git_has_no_effect(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="a.py\n")
    plant("a.py")
    (repository / ".git" / "HEAD").unlink()
    result = run(repository)
    assert (result.git, result.paths, result.ignored_files) == ("failed", [b"a.py"], 0)


def test_repository_variables_of_a_hook_are_not_followed(
    repository: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plant(".gitignore", text="a.py\n")
    plant("a.py", "sub/b.py")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", "/")
    assert (run(repository).git, run(repository).paths) == ("applied", [b"sub/b.py"])


def test_a_program_named_in_the_trees_configuration_does_not_run(repository: Path, plant: Plant) -> None:
    plant("a.py")
    script = repository / "hook"
    script.write_text(f"#!/bin/sh\ntouch {repository}/ran\n")
    script.chmod(0o755)
    git(repository, "config", "core.fsmonitor", str(script))
    assert run(repository).git == "applied"
    assert not (repository / "ran").exists()


def test_the_index_is_not_touched(repository: Path, plant: Plant) -> None:
    plant("a.py")
    git(repository, "add", "a.py")
    index = repository / ".git" / "index"
    os.utime(repository / "a.py", (1, 1))
    before = index.stat().st_mtime_ns
    run(repository)
    assert index.stat().st_mtime_ns == before


def test_the_answer_does_not_depend_on_when_git_answers(
    repository: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(".gitignore", text="out*/\n*.log.py\nobj/\n")
    plant(*(f"out{i}/d/e{i}.py" for i in range(9)), *(f"src/s{i}/f.py" for i in range(9)))
    plant("src/a.log.py", "obj/CMakeCache.txt", "obj/a.c", "out1/deep/out/x.py", "src/out9/y.py", "z.txt")
    real_init, real_poll = Verdict.__init__, Verdict.poll

    def early(self: Verdict, root: bytes) -> None:
        real_init(self, root)
        self.wait()

    def late(self: Verdict) -> None:
        os.set_blocking(self._pipe, True)
        real_poll(self)

    with monkeypatch.context() as patch:
        patch.setattr(Verdict, "__init__", early)
        first = facts(run(repository))
    with monkeypatch.context() as patch:
        patch.setattr(Verdict, "poll", lambda self: self.state != "running")
        patch.setattr(Verdict, "wait", late)
        last = facts(run(repository))
    assert first == last
    assert (first["ignored_dirs"], first["ignored_files"]) == (11, 1)
    for seed in range(3):
        assert facts(crawl(os.fsencode(repository), shuffle=random.Random(seed).shuffle)) == first


def test_more_output_than_a_pipe_holds(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="ignored_*\n")
    names = [f"ignored_{'n' * 180}{i}.py" for i in range(600)]
    plant("a.py", *names)
    result = run(repository)
    assert (result.paths, result.ignored_files) == ([b"a.py"], 600)


def test_ignored_sigchld_loses_no_verdict(repository: Path, plant: Plant) -> None:
    plant(".gitignore", text="a.py\n")
    plant("a.py", "b.py")
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        result = run(repository)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert (result.git, result.paths) == ("applied", [b"b.py"])


def test_an_interrupted_walk_leaves_no_process_and_no_descriptor(repository: Path, plant: Plant) -> None:
    plant("a.py")

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(KeyboardInterrupt):
        crawl(os.fsencode(repository), shuffle=interrupt)
    assert len(os.listdir("/proc/self/fd")) == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_root_that_looks_like_an_option(root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant("-x/a.py", "-x/b.py", "-x/.gitignore", text="a.py\n")
    git(root / "-x", "init", "-q")
    monkeypatch.chdir(root)
    assert crawl(b"-x").paths == [b"b.py"]
