"""What one installation has kept is used by an equal one only; finding that out is quick the second time."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from ripwire.store import version as versions
from ripwire.store.version import SIZE, computed, fingerprint, memo_name, version
from tests.store.inside import lie_still, write


@pytest.fixture
def files(tmp_path: Path) -> list[tuple[str, str]]:
    """A small installation."""
    names = ["ripwire/a.py", "ripwire/_core/b.so", "queries/c/tags.scm"]
    return [(name, str(write(tmp_path / "one", name, f"content of {name}\n"))) for name in sorted(names)]


def test_the_version_is_of_names_and_contents_and_not_of_places(files: list[tuple[str, str]], tmp_path: Path) -> None:
    first = computed(files)
    assert len(first) == SIZE
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    moved = [(name, path.replace("/one/", "/two/")) for name, path in files]
    assert computed(moved) == first
    assert fingerprint(moved) != fingerprint(files)
    seen = {first}
    for place, (name, path) in enumerate(moved):
        text = Path(path).read_bytes()
        Path(path).write_bytes(text[:-1] + b"?")
        seen.add(computed(moved))
        Path(path).write_bytes(text + b"\0")
        seen.add(computed(moved))
        Path(path).write_bytes(text)
        seen.add(computed([*moved[:place], (name + "x", path), *moved[place + 1 :]]))
        seen.add(computed(moved[:place] + moved[place + 1 :]))
    assert len(seen) == 1 + 4 * len(files)
    assert computed(moved) == first


def test_content_does_not_run_from_one_file_into_the_next(tmp_path: Path) -> None:
    one = [("a", str(write(tmp_path, "1", b"xy"))), ("b", str(write(tmp_path, "2", b"z")))]
    two = [("a", str(write(tmp_path, "3", b"x"))), ("b", str(write(tmp_path, "4", b"yz")))]
    assert computed(one) != computed(two)


def test_a_touched_file_is_looked_at_again(files: list[tuple[str, str]]) -> None:
    before = fingerprint(files)
    assert fingerprint(files) == before
    os.utime(files[0][1], (1, 1))
    assert fingerprint(files) != before


def test_the_memo_saves_the_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: list[tuple[str, str]]
) -> None:
    monkeypatch.setattr(versions, "_files", lambda: files)
    kept: list[bytes] = []
    memo = os.fsencode(tmp_path / "memo")
    found = version(memo, kept.append)
    assert kept == [fingerprint(files) + found]
    Path(os.fsdecode(memo)).write_bytes(kept[0])
    monkeypatch.setattr(versions, "computed", lambda files: pytest.fail("it is known"))
    assert version(memo, kept.append) == found
    assert len(kept) == 1
    monkeypatch.undo()
    monkeypatch.setattr(versions, "_files", lambda: files)
    lie_still()
    Path(files[0][1]).write_text("other")
    changed = version(memo, kept.append)
    assert changed != found and kept[1] == fingerprint(files) + changed
    assert version(b"", kept.append) == changed


def test_the_code_and_the_queries_are_in_it_and_what_only_prints_is_not() -> None:
    names = {name for name, _ in versions._files()}
    assert {"ripwire/tree.py", "ripwire/store/version.py", "ripwire/resolve/engine.py", "ripwire/limits.py"} <= names
    assert any(name.startswith("queries/python/") for name in names)
    assert any(name.startswith("ripwire/_core/parse.") for name in names)
    assert not [name for name in names if name.startswith(("ripwire/cli/", "ripwire/verbs/", "ripwire/document/"))]
    assert all(os.path.isfile(path) for _, path in versions._files())


def test_a_memo_is_of_one_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    first = memo_name()
    assert first == memo_name() and b"/" not in first
    monkeypatch.setattr(versions, "_PACKAGE", "/elsewhere/ripwire")
    assert memo_name() != first
