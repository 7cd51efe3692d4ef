"""The walk without git: what is found, what is left out, and for which reason."""

from __future__ import annotations

import errno
import os
import random
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ripwire.crawl import Crawl, Drop, ReadProblem, crawl, language_of, read_file
from ripwire.crawl.denylist import DENIED_DIRECTORIES
from ripwire.languages.table import LANGUAGES
from ripwire.limits import DEFAULT_MAX_FILE_SIZE, JSON_MAX_BYTES, YAML_MAX_BYTES

from .conftest import Plant, facts


def walk(root: Path, **options: Any) -> Crawl:
    return crawl(os.fsencode(root), use_git=False, **options)


def reasons(result: Crawl) -> list[tuple[bytes, str]]:
    return [(drop.path, drop.reason) for drop in result.drops]


def test_paths_are_byte_sorted_with_language_and_size(root: Path, plant: Plant) -> None:
    plant("b.py", "a/z.go", "a.py", "a-b/c.rs", "a/B.H", "README.md", "notes.txt")
    result = walk(root)
    # "-" and "." sort before "/": whole paths are compared, not component by component
    assert result.paths == [b"README.md", b"a-b/c.rs", b"a.py", b"a/B.H", b"a/z.go", b"b.py"]
    assert [LANGUAGES[code].name for code in result.languages] == ["markdown", "rust", "python", "cpp", "go", "python"]
    assert result.sizes == [6] * 6
    assert (result.unsupported, result.drops, result.git) == (1, [], "off")
    assert read_file(result.full_path(5)) == b"x = 1\n"


def test_every_extension_of_the_table_in_both_cases() -> None:
    for code, row in enumerate(LANGUAGES):
        for extension in row.extensions:
            assert language_of(b"x" + extension.encode()) == code
            assert language_of(b"x.y" + extension.upper().encode()) == code
    assert language_of(b"Makefile") == language_of(b"x.") == language_of(b"py") == -1


def test_a_name_that_is_only_an_extension_has_none(root: Path, plant: Plant) -> None:
    plant(".py", ".json", ".hidden.py")
    result = walk(root)
    assert (result.paths, result.unsupported) == ([b".hidden.py"], 2)


def test_empty_missing_and_odd_roots(root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert facts(walk(root)) == facts(Crawl(os.fsencode(root)))
    assert reasons(walk(root / "missing")) == [(b".", "vanished")]
    plant("a/f.py")
    assert reasons(walk(root / "a" / "f.py")) == [(b".", "vanished")]
    monkeypatch.chdir(root)
    for spelling in (b".", b"", b"./", os.fsencode(root) + b"//"):
        result = crawl(spelling, use_git=False)
        assert result.paths == [b"a/f.py"]
        assert read_file(result.full_path(0))


@pytest.mark.parametrize("name", sorted(DENIED_DIRECTORIES) + [b"cmake-build-debug"])
def test_denied_directories(root: Path, plant: Plant, name: bytes) -> None:
    plant(b"sub/" + name + b"/x.py", b"sub/" + b"x" + name + b"/y.py", "sub/f.py")
    result = walk(root)
    assert result.denied_dirs == 1
    assert b"sub/" + name + b"/x.py" not in result.paths
    assert b"sub/f.py" in result.paths
    # only below the root: the user named it
    assert crawl(os.path.join(os.fsencode(root), b"sub", name), use_git=False).paths == [b"x.py"]


def test_a_file_may_be_called_like_a_denied_directory(root: Path, plant: Plant) -> None:
    plant("build", "vendor.py")
    result = walk(root)
    assert (result.paths, result.denied_dirs, result.unsupported) == ([b"vendor.py"], 0, 1)


def test_cmake_build_directory_under_any_name(root: Path, plant: Plant) -> None:
    plant("obj/CMakeCache.txt", "obj/a.c", "obj/sub/b.c", "src/c.c")
    result = walk(root)
    assert (result.paths, result.denied_dirs) == ([b"src/c.c"], 1)
    assert walk(root / "obj").paths == [b"a.c", b"sub/b.c"]


def test_generated_names(root: Path, plant: Plant) -> None:
    plant("package-lock.json", "npm-shrinkwrap.json", "a.min.js", "a_pb2.py", "a.pb.go", "a.js", "package.json")
    result = walk(root)
    assert result.paths == [b"a.js", b"package.json"]
    assert {reason for _, reason in reasons(result)} == {"generated"}
    assert result.drops[0] == Drop(b"a.min.js", "generated", 6)
    assert result.dropped("generated") == 5


def test_oversize_says_size_and_limit(root: Path) -> None:
    sizes = {"a.json": JSON_MAX_BYTES, "b.yml": YAML_MAX_BYTES, "c.py": DEFAULT_MAX_FILE_SIZE}
    for name, limit in sizes.items():
        for size, stem in ((limit, "fits-"), (limit + 1, "over-")):
            with open(root / (stem + name), "wb") as out:
                out.truncate(size)
    result = walk(root)
    assert result.paths == [b"fits-a.json", b"fits-b.yml", b"fits-c.py"]
    assert result.drops == [
        Drop(b"over-" + name.encode(), "oversize", limit + 1, limit) for name, limit in sizes.items()
    ]


def test_max_file_size_moves_every_ceiling_down_and_only_the_general_one_up(root: Path) -> None:
    for name in ("a.json", "b.py"):
        with open(root / name, "wb") as out:
            out.truncate(DEFAULT_MAX_FILE_SIZE + 1)
    large = walk(root, max_file_size=1 << 30)
    assert (large.paths, large.drops[0].limit) == ([b"b.py"], JSON_MAX_BYTES)
    assert [drop.limit for drop in walk(root, max_file_size=100).drops] == [100, 100]


def test_exclude_prunes_directories_and_drops_files(root: Path, plant: Plant) -> None:
    plant("tests/a.py", "tests/deep/b.py", "src/tests.py", "src/c.py", "src/c_test.py", "tests.txt")
    assert walk(root, exclude=[b"tests/"]).paths == [b"src/c.py", b"src/c_test.py", b"src/tests.py"]
    result = walk(root, exclude=[b"tests", b"_test"])
    assert (result.paths, result.excluded, result.drops) == ([b"src/c.py"], 3, [])
    assert walk(root, exclude=[b""]).excluded == 0


@pytest.mark.parametrize(
    "name", [b"bad\xff.py", b"new\nline.py", b"q'uo\"te.py", b"-dash.py", b" .py ", b"sp ace.py", b"\x01\x1b[31m.py"]
)
def test_hostile_names_lose_nothing(root: Path, plant: Plant, name: bytes) -> None:
    plant(name, b"dir" + name + b"/inner.py", "plain.py")
    result = walk(root)
    assert b"plain.py" in result.paths and b"dir" + name + b"/inner.py" in result.paths
    assert (name in result.paths) == (not name.endswith(b" "))


def test_symbolic_links_are_listed_and_never_followed(root: Path, plant: Plant) -> None:
    plant("real/a.py")
    os.symlink("a.py", root / "real" / "b.py")
    os.symlink("nowhere.py", root / "dangling.py")
    os.symlink("self.py", root / "self.py")
    os.symlink("..", root / "real" / "up")
    os.symlink(root, root / "again.py")
    os.symlink("real", root / "node_modules")
    result = walk(root)
    assert result.paths == [b"real/a.py"]
    assert reasons(result) == [
        (b"again.py", "symlink"), (b"dangling.py", "symlink"), (b"real/b.py", "symlink"), (b"real/up", "symlink"),
        (b"self.py", "symlink"),
    ]  # fmt: skip
    assert (result.unsupported, result.denied_dirs) == (0, 0)


def test_a_root_that_is_a_link_is_followed(root: Path, plant: Plant) -> None:
    plant("a.py")
    os.symlink(root, root.parent / "link")
    assert walk(root.parent / "link").paths == [b"a.py"]


def test_fifo_and_socket_are_dropped_unopened(root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant("a.py")
    monkeypatch.chdir(root)
    os.mkfifo("fifo.py")
    os.mkfifo("fifo")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.py")
        result = walk(root)
        assert reasons(result) == [(b"fifo.py", "special"), (b"socket.py", "special")]
        assert (result.paths, result.unsupported) == ([b"a.py"], 0)
        for name in (b"fifo.py", b"socket.py", b".", b"/dev/null"):
            with pytest.raises(ReadProblem, match="not-a-regular-file"):
                read_file(name)


@pytest.mark.parametrize(
    ("code", "reason"), [(errno.EACCES, "unreadable"), (errno.EIO, "unreadable"), (errno.ENOENT, "vanished")]
)
def test_a_directory_that_can_not_be_listed(
    root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch, code: int, reason: str
) -> None:
    plant("a.py", "closed/b.py", "open/c.py")
    real = os.scandir

    def scandir(path: bytes) -> Any:
        if path.endswith(b"closed"):
            raise OSError(code, os.strerror(code), path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    result = walk(root)
    assert result.paths == [b"a.py", b"open/c.py"]
    assert reasons(result) == [(b"closed", reason)]


class _NoStat:
    """A directory entry whose file went away between the listing and lstat."""

    def __init__(self, entry: os.DirEntry[bytes]) -> None:
        self.name, self.path = entry.name, entry.path
        self.is_dir, self.is_file, self.is_symlink = entry.is_dir, entry.is_file, entry.is_symlink

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        raise FileNotFoundError(errno.ENOENT, "gone")


def test_a_file_that_vanishes_while_listing(root: Path, plant: Plant) -> None:
    plant("a.py", "b.py")

    def replace(entries: list[Any]) -> None:
        entries[:] = [_NoStat(entry) if entry.name == b"a.py" else entry for entry in entries]

    result = walk(root, shuffle=replace)
    assert (result.paths, reasons(result)) == ([b"b.py"], [(b"a.py", "vanished")])


def test_a_file_that_vanishes_or_changes_kind_before_the_read(root: Path, plant: Plant) -> None:
    plant("a.py", "b.py", "c.py", "d/e.py")
    result = walk(root)
    os.unlink(root / "a.py")
    os.unlink(root / "b.py")
    os.symlink("c.py", root / "b.py")
    os.unlink(root / "c.py")
    os.mkfifo(root / "c.py")
    shutil.rmtree(root / "d")
    (root / "d").write_text("now a file")
    problems = []
    for index in range(4):
        with pytest.raises(ReadProblem) as caught:
            read_file(result.full_path(index))
        problems.append(caught.value.reason)
    assert problems == ["vanished", "not-a-regular-file", "not-a-regular-file", "vanished"]


def test_read_of_a_file_without_permission(root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant("a.py")

    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(ReadProblem) as caught:
        read_file(b"a.py")
    assert caught.value.reason == "unreadable"


def test_read_returns_all_of_a_file_that_grew(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytes(range(256)) * 2000
    (root / "a.py").write_bytes(content)
    assert read_file(os.fsencode(root / "a.py")) == content
    (root / "empty.py").write_bytes(b"")
    assert read_file(os.fsencode(root / "empty.py")) == b""
    real = os.read
    monkeypatch.setattr(os, "read", lambda descriptor, size: real(descriptor, min(size, 1000)))
    assert read_file(os.fsencode(root / "a.py")) == content


def test_listing_order_does_not_matter(root: Path, plant: Plant) -> None:
    plant(*(f"d{i % 7}/e{i % 3}/f{i}.py" for i in range(60)), "a.min.js", "d1/x.txt", "d2/build/y.py")
    os.symlink("x", root / "d3" / "l.py")
    os.symlink("x", root / "d1" / "l.py")
    expected = facts(walk(root))
    assert len(expected["paths"]) == 60  # type: ignore[arg-type]
    for seed in range(5):
        assert facts(walk(root, shuffle=random.Random(seed).shuffle)) == expected


@pytest.fixture
def abyss(root: Path) -> Iterator[int]:
    """3,000 directories deep, each called "d"; too deep for a path, so it is built and removed step by step."""
    levels = 3000
    descriptor = os.open(root, os.O_RDONLY)
    try:
        for _ in range(levels):
            os.mkdir("d", dir_fd=descriptor)
            below = os.open("d", os.O_RDONLY, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
            os.close(os.open("f.py", os.O_CREAT | os.O_WRONLY, dir_fd=descriptor))
        yield levels
    finally:
        for _ in range(levels):
            os.unlink("f.py", dir_fd=descriptor)
            above = os.open("..", os.O_RDONLY, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = above
            os.rmdir("d", dir_fd=descriptor)
        os.close(descriptor)


def test_deeper_than_a_path_can_say(root: Path, abyss: int) -> None:
    result = walk(root)
    # 4,095 bytes hold about 2,000 levels; what is beyond is said, not lost
    assert 1000 < len(result.paths) < abyss
    assert {reason for _, reason in reasons(result)} == {"unreadable"}
    assert all(read_file(result.full_path(index)) == b"" for index in (0, len(result.paths) - 1))


def test_linked_worktree_is_another_checkout_and_a_submodule_is_not(root: Path, plant: Plant) -> None:
    plant("a.py", "wt/a.py", "sub/b.py", "emb/.git/config", "emb/c.py", "odd/.git", "odd/d.py")
    (root / "wt" / ".git").write_text(f"gitdir: {root}/.git/worktrees/wt\n")
    (root / "sub" / ".git").write_text("gitdir: ../.git/modules/sub\n")
    result = walk(root)
    assert result.paths == [b"a.py", b"emb/c.py", b"odd/d.py", b"sub/b.py"]
    assert reasons(result) == [(b"wt", "worktree")]
    assert (result.unsupported, result.denied_dirs) == (0, 1)
    # named as the root, a worktree is a tree like any other
    assert walk(root / "wt").paths == [b"a.py"]


def test_imports_stay_light() -> None:
    heavy = {"re", "argparse", "json", "dataclasses", "typing", "inspect", "enum", "numpy", "subprocess"}
    code = "import sys, ripwire.crawl; print(*sys.modules)"
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {os.getcwd()!r}); {code}"]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    bare = [sys.executable, "-I", "-c", "import sys; print(*sys.modules)"]
    before = subprocess.run(bare, check=True, capture_output=True, text=True).stdout.split()
    assert not (set(loaded) - set(before)) & heavy
