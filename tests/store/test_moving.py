"""Records go with the content: to another place, under another name, into a file that the user names, within bounds."""

from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path

import pytest
from xxhash import xxh3_64_intdigest

from tests.store import layout
from tests.store.inside import Looked, Word, cold, inside, lie_still, looked, only, small, told, warm, write
from tests.support.command import plant, run

__all__ = ["looked"]  # a fixture

VERBS = [["--json", "--metrics"], ["--skipped"], ["--export=edges.tsv"], ["--export=scip"], ["--explain=start,load"]]
READ = sum(not os.fsdecode(name).endswith(".txt") for name in small())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return plant(tmp_path / "tree", small())


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def shipped(root: Path, tmp_path: Path) -> Path:
    """What --index-out writes."""
    base = tmp_path / "ship" / "index"
    base.parent.mkdir()
    found = inside([root, f"--index-out={base}"], tmp_path / "not-made")
    assert found == (0, b"", b"")
    assert os.listdir(base.parent) == ["index.ripwirecache"]
    assert not (tmp_path / "not-made").exists()
    return base.with_suffix(".ripwirecache")


def test_an_index_serves_a_copy_of_the_tree_without_parsing(
    root: Path, shipped: Path, kept: Path, tmp_path: Path, looked: Looked
) -> None:
    copy = tmp_path / "checkout"
    shutil.copytree(root, copy, symlinks=True)
    for verb in VERBS:
        expected = cold([copy, *verb])
        looked.reset()
        assert inside([copy, *verb, f"--cache={shipped}"], kept) == expected
        assert looked.parsed == 0
    assert not list(kept.glob("*.records"))
    lie_still()
    inside([copy, f"--cache={shipped}", "--skipped"], kept)
    inside([copy, f"--cache={shipped}", "--skipped"], kept)
    looked.reset()
    inside([copy, f"--cache={shipped}", "--skipped"], kept)
    assert looked.read == 0  # the stamps are those of the copy by now


def test_the_real_command_writes_an_index_and_uses_it(root: Path, tmp_path: Path, kept: Path) -> None:
    env = {"RIPWIRE_CACHE_DIR": str(kept)}
    assert run([root, "--index-out=mine"], cwd=tmp_path, env=env) == (0, b"", b"")
    for verb in VERBS[:1]:
        found = run([root, *verb, "--cache=mine.ripwirecache"], cwd=tmp_path, env=env)
        assert found == run([root, *verb, "--no-cache"])
        assert found.err == b""


def test_an_index_is_parsed_from_every_file_whatever_was_kept(root: Path, shipped: Path, looked: Looked) -> None:
    first = shipped.read_bytes()
    lie_still()
    for _ in range(2):
        looked.reset()
        inside([root, f"--index-out={shipped.with_suffix('')}"], "/nonexistent/kept")
        assert looked.read == looked.parsed == READ
    stamped = layout.sections(first)["stamps"]
    now = shipped.read_bytes()
    assert layout.content(now, "records") == layout.content(first, "records")
    assert layout.sections(now)["stamps"].size == stamped.size


def test_two_indexes_of_one_tree_are_equal_but_for_stamps(root: Path, shipped: Path, tmp_path: Path) -> None:
    copy = tmp_path / "checkout"
    shutil.copytree(root, copy, symlinks=True)
    assert inside([copy, f"--index-out={tmp_path / 'other'}", "--threads=3"], "/nonexistent/kept").code == 0
    one, two = shipped.read_bytes(), (tmp_path / "other.ripwirecache").read_bytes()
    for name in layout.sections(one):
        if name != "stamps":
            assert layout.content(one, name) == layout.content(two, name)


def test_an_index_that_others_may_write_is_used_because_it_was_named(root: Path, shipped: Path, kept: Path) -> None:
    shipped.chmod(0o666)
    for verb in VERBS:
        assert inside([root, *verb, f"--cache={shipped}"], kept) == cold([root, *verb])


def test_an_index_that_cannot_be_written_is_a_refusal(root: Path, tmp_path: Path) -> None:
    (tmp_path / "folder.ripwirecache").mkdir()
    for base in tmp_path / "missing" / "x", tmp_path / "folder":
        code, out, err = inside([root, f"--index-out={base}"], "/nonexistent/kept")
        assert (code, out) == (1, b"")
        assert err.endswith(b"\n") and all(line.startswith(b"ripwire: ") for line in err.splitlines())


def test_an_index_of_a_tree_without_source_is_a_file_too(tmp_path: Path, kept: Path) -> None:
    """It takes the place of an older one."""
    root = plant(tmp_path / "tree", {"notes.txt": "nothing\n"})
    inside([root, f"--index-out={tmp_path / 'index'}"], kept)
    assert (tmp_path / "index.ripwirecache").is_file()


def test_a_cache_that_is_damaged_is_told_and_made_anew(root: Path, shipped: Path, kept: Path) -> None:
    whole = shipped.read_bytes()
    words: list[Word] = [root, "--json", f"--cache={shipped}"]
    expected = cold([root, "--json"])
    body = layout.sections(whole)["records"]
    for data in whole[:100], b"", layout.put(whole, body.start + body.size // 2, b"\0\0\0\0"), whole + b"x":
        shipped.write_bytes(data)
        for path in kept.glob("*.graph"):
            path.unlink()
        told(inside(words, kept), expected)
        assert inside(words, kept) == expected


def test_a_cache_where_no_file_can_be_is_told(root: Path, tmp_path: Path, kept: Path) -> None:
    expected = cold([root, "--json"])
    (tmp_path / "folder").mkdir()
    for place in tmp_path / "missing" / "x", tmp_path / "folder":
        for _ in range(2):
            assert told(inside([root, "--json", f"--cache={place}"], kept), expected)
        for path in kept.glob("*.graph"):
            path.unlink()


def test_caches_of_two_names_do_not_answer_for_each_other(root: Path, tmp_path: Path, kept: Path) -> None:
    lie_still()
    names = ["", f"--cache={tmp_path / 'a'}", f"--cache={tmp_path / 'b'}"]
    for step in range(3):
        for name in names:
            words: list[Word] = [root, "--json", *([name] if name else [])]
            for _ in range(2):
                assert inside(words, kept) == cold([root, "--json"])
        write(root, "app/other.py", f"def helper(x):\n    return load({step})\n")


def resigned(data: bytes, bodies: bytes) -> bytes:
    """An index with other records, each with the digest that it should have."""
    sizes = struct.iter_unpack("=I", layout.content(data, "sizes"))
    offsets = struct.iter_unpack("=Q", layout.content(data, "offsets"))
    sums = [xxh3_64_intdigest(bodies[at : at + size]) for (at,), (size,) in zip(offsets, sizes, strict=True)]
    return layout.replaced(layout.replaced(data, "records", bodies), "sums", struct.pack(f"={len(sums)}Q", *sums))


@pytest.mark.parametrize("filler", [b"\0", b"\xff", b"RWF2\x40\0\0\0"], ids=["zeros", "ones", "headers"])
def test_an_index_of_what_is_no_record_is_refused_although_its_digests_fit(
    root: Path, shipped: Path, kept: Path, filler: bytes
) -> None:
    """It may come from anywhere."""
    data = shipped.read_bytes()
    size = layout.sections(data)["records"].size
    shipped.write_bytes(resigned(data, (filler * size)[:size]))
    words: list[Word] = [root, "--json", f"--cache={shipped}"]
    expected = cold([root, "--json"])
    told(inside(words, kept), expected)
    assert inside(words, kept) == expected


# --- other places ---------------------------------------------------------------------------------------------------


def test_a_moved_checkout_answers_the_same_and_parses_nothing(
    root: Path, tmp_path: Path, kept: Path, looked: Looked
) -> None:
    cache = f"--cache={tmp_path / 'facts'}"
    lie_still()
    for verb in VERBS:
        inside([root, *verb, cache], kept)
    moved = tmp_path / "deep" / "moved"
    moved.parent.mkdir()
    os.rename(root, moved)
    looked.reset()
    for verb in VERBS:
        assert inside([moved, *verb, cache], kept) == cold([moved, *verb])
    assert looked.parsed == 0


def test_two_checkouts_share_no_kept_file_unless_told_so(
    root: Path, tmp_path: Path, kept: Path, looked: Looked
) -> None:
    other = tmp_path / "other"
    shutil.copytree(root, other, symlinks=True)
    write(other, "app/other.py", "def helper(x):\n    return stop()\n")
    lie_still()
    for _ in range(2):
        for place in root, other:
            for verb in VERBS[:4]:
                warm([place, *verb], kept)
    assert len(list(kept.glob("*.records"))) == 2
    cache = f"--cache={tmp_path / 'facts'}"
    for _ in range(2):
        looked.reset()
        for place in root, other:
            for verb in VERBS[:4]:
                assert inside([place, *verb, cache], kept) == cold([place, *verb])
    assert looked.parsed <= 2  # the file in which they differ, and nothing else


def test_one_tree_by_several_spellings_is_one_tree(root: Path, tmp_path: Path, kept: Path, looked: Looked) -> None:
    (tmp_path / "link").symlink_to(root)
    lie_still()
    expected = warm([root, "--json"], kept)
    looked.reset()
    for spelling in f"{root}/", f"{root}/app/..", str(tmp_path / "link"), os.path.relpath(root):
        assert inside([spelling, "--json"], kept).out == expected
    assert looked.read == 0
    assert len(list(kept.glob("*.records"))) == 1


# --- what is carried over -------------------------------------------------------------------------------------------


def rows(kept: Path) -> list[bytes]:
    data = only(kept, ".records").read_bytes()
    return layout.content(data, "paths").split(b"\0")


def test_a_narrower_run_keeps_what_it_did_not_meet(root: Path, kept: Path, looked: Looked) -> None:
    lie_still()
    warm([root, "--json"], kept)
    everything = rows(kept)
    write(root, "app/main.py", "def start(p):\n    return load(p)\n")
    lie_still()
    for words in ["--exclude=docs", "--exclude=notes"], ["--max-file-size=150"]:
        warm([root, "--json", *words], kept)
    assert rows(kept) == everything
    looked.reset()
    warm([root, "--export=scip"], kept)
    assert looked.parsed == 0


def test_what_was_deleted_is_known_when_it_comes_back(root: Path, kept: Path, looked: Looked) -> None:
    lie_still()
    warm([root, "--json"], kept)
    (root / "docs/one.md").unlink()
    write(root, "app/main.py", "def start(p):\n    return load(p)\n")
    warm([root, "--json"], kept)
    looked.reset()
    plant(root, {"docs/one.md": small()["docs/one.md"]})
    inside([root, "--json"], kept)
    assert looked.parsed == 0


def test_what_is_carried_over_has_a_bound(tmp_path: Path, kept: Path) -> None:
    """A tree whose files have another name and another content each time."""
    root = plant(tmp_path / "tree", {"app/main.py": small()["app/main.py"]})
    for generation in range(15):
        for number in range(4):
            (root / f"made_{generation - 1}_{number}.py").unlink(missing_ok=True)
            write(root, f"made_{generation}_{number}.py", f"def f_{generation}_{number}(x):\n    return x + {number}\n")
        inside([root, "--json"], kept)
        met = sum(path.is_file() for path in root.rglob("*.py"))
        assert len(rows(kept)) <= 3 * met
    warm([root, "--json"], kept)


def test_what_gave_nothing_is_carried_over_within_a_bound_as_well(tmp_path: Path, kept: Path) -> None:
    """Binary files have no record, but a row each."""
    root = plant(tmp_path / "tree", {"app/main.py": small()["app/main.py"]})
    for generation in range(15):
        for number in range(4):
            (root / f"made_{generation - 1}_{number}.py").unlink(missing_ok=True)
            write(root, f"made_{generation}_{number}.py", b"\0%d %d" % (generation, number))
        inside([root, "--json"], kept)
    assert len(rows(kept)) <= 4 * 5
