"""The folder of kept files: where it is, what may be in it and for how long, and how files get into it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import BinaryIO

import pytest

from ripwire.limits import STORE_MAX_AGE_S
from ripwire.store import folder as folders
from ripwire.store.folder import Folder, default_folder, replace
from ripwire.store.sections import Unusable
from tests.store.inside import cold, inside, lie_still, only, tiny, told, warm, write
from tests.support.command import plant

SECOND = 1_000_000_000
DAY_S = 24 * 3600
NOW_S = 1_700_000_000


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    folder = tmp_path / "kept"
    folder.mkdir(mode=0o700)
    return folder


def file(kept: Path, name: str, age_s: float, size: int = 1) -> Path:
    path = kept / name
    path.write_bytes(bytes(size))
    when = int((NOW_S - age_s) * SECOND)
    os.utime(path, ns=(when, when))
    return path


def swept(kept: Path) -> set[str]:
    Folder(os.fsencode(kept)).sweep(NOW_S * SECOND)
    return set(os.listdir(kept))


def test_what_nobody_has_used_for_a_month_goes(kept: Path) -> None:
    assert STORE_MAX_AGE_S == 30 * DAY_S
    file(kept, "old.records", 31 * DAY_S)
    file(kept, "old.graph", 30 * DAY_S + 2)
    file(kept, "month.records", 30 * DAY_S - 2)
    file(kept, "new.graph", 0)
    file(kept, "future.records", -DAY_S)
    assert swept(kept) == {"month.records", "new.graph", "future.records"}


def test_too_many_files_go_the_longest_unused_first(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "STORE_MAX_FILES", 3)
    for number in range(6):
        file(kept, f"{number}.records", (number * 7) % 6 * 100)
    assert swept(kept) == {"0.records", "1.records", "2.records"}


def test_too_many_bytes_go_the_longest_unused_first(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "STORE_MAX_BYTES", 100)
    file(kept, "huge.graph", 50, 90)
    file(kept, "oldest.records", 400, 10)
    file(kept, "a.records", 20, 40)
    file(kept, "b.records", 10, 60)
    assert swept(kept) == {"a.records", "b.records"}
    monkeypatch.setattr(folders, "STORE_MAX_BYTES", 99)
    assert swept(kept) == {"b.records"}
    monkeypatch.setattr(folders, "STORE_MAX_BYTES", 59)
    assert swept(kept) == set()


def test_what_a_killed_run_left_goes_after_an_hour(kept: Path) -> None:
    file(kept, "x.records.tmp.12.abcd", 3602)
    file(kept, "version-1.tmp.12.abcd", 3602)
    file(kept, "x.graph.tmp.13.abcd", 3598)
    assert swept(kept) == {"x.graph.tmp.13.abcd"}


def test_what_is_not_ours_stays(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "STORE_MAX_FILES", 0)
    file(kept, "notes.txt", 400 * DAY_S)
    file(kept, "version-0123", 400 * DAY_S)
    (kept / "folder.records").mkdir()
    file(tmp_path, "precious", 400 * DAY_S)
    (kept / "link.graph").symlink_to(tmp_path / "precious")
    assert swept(kept) == {"notes.txt", "version-0123", "folder.records"}
    assert (tmp_path / "precious").exists()


def test_using_a_file_saves_it_from_the_broom(kept: Path) -> None:
    old, new = file(kept, "old.graph", 29 * DAY_S), file(kept, "new.graph", DAY_S / 2)
    outside = file(kept.parent, "outside.graph", 29 * DAY_S)
    (kept / "link.graph").symlink_to(outside)
    folder = Folder(os.fsencode(kept))
    before = outside.stat().st_mtime_ns, new.stat().st_mtime_ns
    for path in old, new, outside, kept / "link.graph", kept / "missing.graph":
        folder.used(os.fsencode(path), NOW_S * SECOND)
    assert old.stat().st_mtime_ns == NOW_S * SECOND
    assert (outside.stat().st_mtime_ns, new.stat().st_mtime_ns) == before


@pytest.mark.parametrize("verb", ["--json", "--explain=start,load", "--export=scip"])
def test_every_verb_marks_the_records_that_it_uses(tmp_path: Path, verb: str) -> None:
    """Who asks one and the same question each day shall not lose what makes it quick after a month."""
    root, kept = plant(tmp_path / "tree", tiny()), tmp_path / "kept"
    lie_still()
    warm([root, "--json"], kept)
    path = only(kept, ".records")
    os.utime(path, (1_000_000, 1_000_000))
    warm([root, verb], kept)
    assert path.exists() and path.stat().st_mtime > 2_000_000


def test_a_run_that_writes_sweeps_and_keeps_what_it_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept"
    trees = [plant(tmp_path / f"tree{number}", {"a.py": f"def f{number}(): return 1\n"}) for number in range(3)]
    monkeypatch.setattr(folders, "STORE_MAX_FILES", 2)
    for tree in trees:
        warm([tree, "--json"], kept)
        assert len([n for n in os.listdir(kept) if not n.startswith("version-")]) <= 3
    write(trees[2], "a.py", "def g(): return 2\n")
    warm([trees[2], "--json"], kept)
    names = {p.stem.partition("-")[0] for p in kept.iterdir() if p.suffix in (".records", ".graph")}
    assert len(names) == 1


@pytest.mark.parametrize("limit", ["STORE_MAX_FILES", "STORE_MAX_BYTES", "STORE_MAX_AGE_S"])
def test_limits_of_nothing_change_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    root, kept = plant(tmp_path / "tree", tiny()), tmp_path / "kept"
    monkeypatch.setattr(folders, limit, 0 if limit != "STORE_MAX_AGE_S" else -1)
    for verb in "--json", "--export=scip", "--json", "--export=scip":
        assert told(inside([root, verb], kept), cold([root, verb])) == b""


# --- writing --------------------------------------------------------------------------------------------------------


def contents(kept: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in kept.iterdir()}


def test_a_file_is_replaced_whole(kept: Path) -> None:
    path = os.fsencode(kept / "a")
    for text in b"first", b"second":
        assert replace(path, lambda out, text=text: out.writelines([text])) == ""  # type: ignore[misc]
        assert contents(kept) == {"a": text}
    assert (kept / "a").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), OSError("odd")])
def test_a_write_that_fails_leaves_the_file_and_nothing_else(kept: Path, error: OSError) -> None:
    def fail(out: BinaryIO) -> None:
        out.write(b"half" * 100_000)
        raise error

    (kept / "a").write_bytes(b"before")
    assert replace(os.fsencode(kept / "a"), fail) == (error.strerror or str(error))
    assert contents(kept) == {"a": b"before"}


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ZeroDivisionError])
def test_what_is_no_failure_of_the_disk_goes_on_and_leaves_nothing(kept: Path, error: type[BaseException]) -> None:
    def fail(out: BinaryIO) -> None:
        out.write(b"half")
        raise error

    with pytest.raises(error):
        replace(os.fsencode(kept / "a"), fail)
    assert contents(kept) == {}


def test_nothing_is_written_through_a_link(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"mine")
    (kept / "a").symlink_to(tmp_path / "precious")
    assert replace(os.fsencode(kept / "a"), lambda out: out.writelines([b"kept"])) == ""
    assert (tmp_path / "precious").read_bytes() == b"mine"
    assert not (kept / "a").is_symlink()


def test_a_name_of_any_length_is_written_or_told(kept: Path) -> None:
    assert replace(os.fsencode(kept / ("n" * 255)), lambda out: out.writelines([b"x"])) == ""
    assert "too long" in replace(os.fsencode(kept / ("n" * 256)), lambda out: out.writelines([b"x"]))
    assert len(contents(kept)) == 1


# --- where it is ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "environment, platform, folder",
    [
        ({b"HOME": b"/home/u"}, "linux", b"/home/u/.cache/ripwire"),
        ({b"HOME": b"/home/u", b"XDG_CACHE_HOME": b"/var/c"}, "linux", b"/var/c/ripwire"),
        ({b"HOME": b"/home/u", b"XDG_CACHE_HOME": b" /var/c "}, "linux", b"/var/c/ripwire"),
        ({b"HOME": b"/home/u", b"XDG_CACHE_HOME": b"relative"}, "linux", b"/home/u/.cache/ripwire"),
        ({b"HOME": b"/home/u", b"XDG_CACHE_HOME": b"  "}, "freebsd14", b"/home/u/.cache/ripwire"),
        ({b"HOME": b"/home/u", b"XDG_CACHE_HOME": b"/var/c"}, "darwin", b"/home/u/Library/Caches/ripwire"),
        ({b"HOME": b"/home/\xff"}, "linux", b"/home/\xff/.cache/ripwire"),
    ],
)
def test_the_folder_of_a_user(environment: dict[bytes, bytes], platform: str, folder: bytes) -> None:
    assert default_folder(environment, platform) == folder


def test_without_a_home_it_is_that_of_the_user_database() -> None:
    assert default_folder({}, "linux").endswith(b"/.cache/ripwire")
    assert default_folder({b"HOME": b""}, "linux") == default_folder({}, "linux")


def test_an_unusable_folder_is_refused_for_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Unusable, match="no folder"):
        Folder(os.fsencode(tmp_path / "file"))
    with pytest.raises(Unusable) as caught:
        Folder(os.fsencode(tmp_path / "file" / "below"))
    assert caught.value.told and caught.value.reason


def test_what_was_just_written_is_never_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "STORE_MAX_BYTES", 10)
    kept = Folder(os.fsencode(tmp_path / "kept"))
    paths = [kept.file(name) for name in (b"a.records", b"b.records")]
    for path in paths:
        Path(os.fsdecode(path)).write_bytes(bytes(100))
    kept.sweep(time.time_ns(), paths[0])
    assert os.listdir(kept.path) == [b"a.records"]
