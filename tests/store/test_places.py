"""A folder that cannot be used, a full disk, rights that are missing: told in one line, and the answer is right.

Real processes, for rights and limits are theirs.
"""

from __future__ import annotations

import os
import resource
import signal
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.store.inside import cold, inside, leftovers, lie_still, only, tiny, told
from tests.support.command import Result, bound_by_permissions, plant, run

VERB = "--export=scip"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return plant(tmp_path / "tree", tiny())


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def outside(root: Path, kept: Path | str, *words: str, **popen: Any) -> Result:
    """The real command, which must not hang."""
    return run([root, *(words or (VERB,))], env={"RIPWIRE_CACHE_DIR": str(kept)}, **{"timeout": 10, **popen})


def as_file(kept: Path) -> None:
    kept.write_text("mine")


def open_to_all(kept: Path) -> None:
    kept.mkdir()
    kept.chmod(0o777)


def open_to_the_group(kept: Path) -> None:
    kept.mkdir()
    kept.chmod(0o770)


def as_link(kept: Path) -> None:
    (kept.parent / "elsewhere").mkdir(mode=0o700)
    kept.symlink_to("elsewhere")


def as_dangling_link(kept: Path) -> None:
    kept.symlink_to("nowhere")


def as_fifo(kept: Path) -> None:
    os.mkfifo(kept)


BAD: dict[str, tuple[Callable[[Path], None], bytes]] = {
    "a file": (as_file, b"it is no folder"),
    "others may write it": (open_to_all, b"others may write it"),
    "the group may write it": (open_to_the_group, b"others may write it"),
    "a link": (as_link, b"it is no folder"),
    "a link to nothing": (as_dangling_link, b"it is no folder"),
    "a fifo": (as_fifo, b"it is no folder"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_folder_that_is_not_private_is_not_used(root: Path, kept: Path, name: str) -> None:
    make, reason = BAD[name]
    make(kept)
    before = sorted(str(p) for p in kept.parent.rglob("*"))
    expected = cold([root, VERB])
    for _ in range(2):
        assert reason in told(inside([root, VERB], kept), expected)
    assert sorted(str(p) for p in kept.parent.rglob("*")) == before


def test_a_folder_below_what_is_no_folder_is_told(root: Path, kept: Path) -> None:
    as_file(kept)
    expected = cold([root, VERB])
    for below in kept / "in" / "file", Path("/proc/nothing/kept"), kept.parent / ("x" * 300):
        assert told(inside([root, VERB], below), expected)


def test_folders_on_the_way_are_made(root: Path, kept: Path) -> None:
    folder = kept / "a" / "b"
    expected = cold([root, VERB])
    assert told(inside([root, VERB], folder), expected) == b""
    assert folder.stat().st_mode & 0o777 == 0o700
    assert only(folder, ".records").stat().st_mode & 0o777 == 0o600


def test_a_folder_of_somebody_else_is_not_used(root: Path, kept: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give a folder away")
    kept.mkdir(mode=0o700)
    os.chown(kept, 12345, 12345)
    expected = cold([root, VERB])
    assert b"somebody else" in told(inside([root, VERB], kept), expected)
    os.chown(kept, 0, 0)
    inside([root, VERB], kept)
    os.chown(only(kept, ".records"), 12345, 12345)
    assert b"others may write it" in told(inside([root, VERB], kept), expected)
    assert only(kept, ".records").stat().st_uid == 0
    assert told(inside([root, VERB], kept), expected) == b""


@pytest.fixture
def bound(tmp_path: Path) -> dict[str, Any]:
    secret = tmp_path / "secret"
    secret.mkdir()
    secret.chmod(0)
    return bound_by_permissions(secret)


def test_a_folder_that_cannot_be_written_is_read(root: Path, kept: Path, bound: dict[str, Any]) -> None:
    lie_still()
    expected = cold([root, VERB])
    for verb in VERB, "--json":
        inside([root, verb], kept)
    kept.chmod(0o500)
    try:
        assert outside(root, kept, "--json", **bound) == cold([root, "--json"])
        (root / "app/main.py").write_text("def changed(): return 1\n")
        told(outside(root, kept, **bound), cold([root, VERB]))
        assert leftovers(kept) == []
    finally:
        kept.chmod(0o700)
    assert told(inside([root, VERB], kept), cold([root, VERB])) == b""
    assert cold([root, VERB]) != expected


def test_an_empty_folder_that_cannot_be_written_is_told(root: Path, kept: Path, bound: dict[str, Any]) -> None:
    kept.mkdir(mode=0o500)
    for _ in range(2):
        line = told(outside(root, kept, **bound), cold([root, VERB]))
        assert b"cannot be kept" in line


def test_a_folder_that_cannot_be_entered_is_told(root: Path, kept: Path, bound: dict[str, Any]) -> None:
    kept.mkdir(mode=0)
    assert told(outside(root, kept, **bound), cold([root, VERB]))
    kept.chmod(0o700)


@pytest.mark.parametrize("kind", [".records", ".graph"])
def test_a_kept_file_that_cannot_be_read_is_told_and_replaced(
    root: Path, kept: Path, bound: dict[str, Any], kind: str
) -> None:
    lie_still()
    words = {".records": VERB, ".graph": "--json"}
    for verb in words.values():
        inside([root, verb], kept)
    only(kept, kind).chmod(0)
    expected = cold([root, words[kind]])
    assert told(outside(root, kept, words[kind], **bound), expected)
    assert outside(root, kept, words[kind], **bound) == expected
    assert stat.S_IMODE(only(kept, kind).stat().st_mode) == 0o600


def full_after(size: int) -> Callable[[], None]:
    """In a child: no file gets larger than this, as on a full disk."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def test_a_full_disk_keeps_what_was_there(root: Path, kept: Path) -> None:
    lie_still()
    expected = cold([root, VERB])
    for size in 0, 1, 70, 500:
        line = told(outside(root, kept, preexec_fn=full_after(size)), expected)
        assert b"cannot be kept" in line
        assert not list(kept.glob("*.records")) and leftovers(kept) == []
    assert told(outside(root, kept), expected) == b""
    before = {p.name: p.read_bytes() for p in kept.iterdir()}
    (root / "app/main.py").write_text("def changed(): return 1\n")
    for size in 0, 70, 500:
        assert b"cannot be kept" in told(outside(root, kept, preexec_fn=full_after(size)), cold([root, VERB]))
        assert {p.name: p.read_bytes() for p in kept.iterdir()} == before
    assert told(outside(root, kept), cold([root, VERB])) == b""


def test_a_signal_of_the_size_limit_does_not_kill_the_run(root: Path, kept: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    assert b"cannot be kept" in told(outside(root, kept, preexec_fn=limit), cold([root, VERB]))


def test_a_fifo_in_the_place_of_the_version_memo_is_not_waited_for(root: Path, kept: Path) -> None:
    kept.mkdir(mode=0o700)
    expected = cold([root, VERB])
    inside([root, VERB], kept)
    (memo,) = kept.glob("version-*")
    memo.unlink()
    os.mkfifo(memo)
    assert told(outside(root, kept), expected) == b""


def test_a_mask_that_forbids_nothing_makes_private_files_all_the_same(root: Path, kept: Path) -> None:
    before = os.umask(0)
    try:
        for verb in VERB, "--json":
            inside([root, verb], kept)
    finally:
        os.umask(before)
    assert {stat.S_IMODE(p.stat().st_mode) for p in kept.iterdir()} == {0o600}
    assert stat.S_IMODE(kept.stat().st_mode) == 0o700


def test_a_relative_folder_is_of_the_working_directory(root: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    assert outside(root, "kept-here", cwd=work) == cold([root, VERB])
    assert list((work / "kept-here").glob("*.records"))
