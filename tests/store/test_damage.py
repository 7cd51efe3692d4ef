"""What is kept may be damaged in any way: the answer stays right, one line says so, and the next run is well again."""

from __future__ import annotations

import os
import random
import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.store import layout
from tests.store.inside import Looked, Word, cold, inside, leftovers, lie_still, looked, only, tiny, told
from tests.support.command import Result, plant

__all__ = ["looked"]  # a fixture

USING = {".records": ["--export=scip"], ".graph": ["--json", "--metrics"]}
"""For each kind of kept file a verb that reads all of it."""
KINDS = sorted(USING)


class Kept(NamedTuple):
    root: Path
    folder: Path
    expected: dict[str, Result]
    whole: dict[str, bytes]

    def path(self, kind: str) -> Path:
        (found,) = (p for p in self.names() if p.suffix == kind)
        return found

    def names(self) -> list[Path]:
        return [self.folder / name for name in self.whole if "." in name]

    def restore(self) -> None:
        """The folder as it was."""
        shutil.rmtree(self.folder)
        self.folder.mkdir(mode=0o700)
        for name, data in self.whole.items():
            (self.folder / name).write_bytes(data)
            (self.folder / name).chmod(0o600)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    base = tmp_path_factory.mktemp("damage")
    root, folder = plant(base / "tree", tiny()), base / "kept"
    lie_still()
    for verb in USING.values():
        inside([root, *verb], folder)
    whole = {p.name: p.read_bytes() for p in sorted(folder.iterdir())}
    assert len(whole) == 3
    return Kept(root, folder, {kind: cold([root, *verb]) for kind, verb in USING.items()}, whole)


@pytest.fixture
def kept(made: Kept) -> Kept:
    made.restore()
    return made


def answered(kept: Kept, kind: str) -> bytes:
    """The line of the first run after a damage; the second must be healthy, the other verb too."""
    line = told(inside([kept.root, *USING[kind]], kept.folder), kept.expected[kind])
    for again in KINDS:
        assert inside([kept.root, *USING[again]], kept.folder) == kept.expected[again]
    return line


def damaged(kept: Kept, kind: str, data: bytes) -> bytes:
    kept.path(kind).write_bytes(data)
    return answered(kept, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_was_cut_anywhere_is_told_and_made_anew(kept: Kept, kind: str, looked: Looked) -> None:
    whole = kept.whole[kept.path(kind).name]
    for size in layout.borders(whole):
        assert b"what is kept there is not used" in damaged(kept, kind, whole[:size]), size
        assert leftovers(kept.folder) == []
    looked.reset()
    inside([kept.root, *USING[kind]], kept.folder)
    assert looked.read == 0


@pytest.mark.parametrize("kind", KINDS)
def test_any_field_of_header_directory_and_trailer_may_hold_anything(kept: Kept, kind: str) -> None:
    whole = kept.whole[kept.path(kind).name]
    silent = set()
    for name, at, size in layout.fields(whole):
        for number, part in enumerate(layout.changes(whole[at : at + size])):
            if number == (2 if name.startswith(("header", "trailer")) else 1):
                break
            if not damaged(kept, kind, layout.put(whole, at, part)):
                silent.add(name)
    assert silent == {"header format", "header version"}  # of another version, which is no damage


@pytest.mark.parametrize("kind", KINDS)
def test_flipped_bytes_never_change_an_answer(kept: Kept, kind: str) -> None:
    whole = kept.whole[kept.path(kind).name]
    chance = random.Random(20)
    lines = 0
    for _ in range(30):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 20))):
            data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        lines += bool(damaged(kept, kind, bytes(data)))
    assert lines >= 18  # padding and what no verb reads may be damaged in silence


@pytest.mark.parametrize("kind", KINDS)
def test_a_flipped_byte_in_each_section_is_noticed_or_without_meaning(kept: Kept, kind: str) -> None:
    whole = kept.whole[kept.path(kind).name]
    for section in layout.sections(whole).values():
        if section.size:
            at = section.start + section.size // 2
            line = damaged(kept, kind, layout.put(whole, at, bytes([whole[at] ^ 0x10])))
            assert b"damaged" in line, section.name


def numbers(*values: int) -> bytes:
    return struct.pack(f"={len(values)}Q", *values)


WHOLE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "one byte": lambda _: b"\x89",
    "text": lambda _: b"not a file of ripwire\n" * 100,
    "zeros": lambda data: bytes(len(data)),
    "twice": lambda data: data + data,
    "one byte more": lambda data: data + b"\0",
    "the end alone": lambda data: data[-layout.TRAILER.size :],
    "the end twice": lambda data: data + data[-layout.TRAILER.size :],
    "sections in each other": lambda data: layout.sealed(
        layout.put(data, next(iter(layout.sections(data).values())).place + 32, numbers(0, 2**63))
    ),
    "sections past the end": lambda data: layout.sealed(
        layout.put(data, next(iter(layout.sections(data).values())).place + 32, numbers(len(data), 8))
    ),
    "a section of half an item": lambda data: layout.sealed(
        layout.put(data, layout.sections(data)["offsets" if b"records" in data[:64] else "numbers"].place + 40, b"\x01")
    ),
    "a huge count": lambda data: layout.put(data, len(data) - layout.TRAILER.size + 8, numbers(2**61)),
    "a count that wraps": lambda data: layout.put(data, len(data) - layout.TRAILER.size, numbers(2**64 - 56, 2**61)),
    "a directory before the file": lambda data: layout.put(data, len(data) - layout.TRAILER.size, numbers(2**64 - 1)),
    "another byte order": lambda data: layout.sealed(layout.put(data, 8, data[8:12][::-1])),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_another_kind_or_with_absurd_numbers(kept: Kept, kind: str) -> None:
    whole = kept.whole[kept.path(kind).name]
    for name, change in WHOLE.items():
        assert damaged(kept, kind, change(whole)), name
    (other,) = (k for k in KINDS if k != kind)
    assert b"it holds something else" in damaged(kept, kind, kept.whole[kept.path(other).name])
    assert b"byte order" in damaged(kept, kind, WHOLE["another byte order"](whole))


@pytest.mark.parametrize("kind", KINDS)
def test_another_version_is_passed_over_in_silence_and_replaced(kept: Kept, kind: str, looked: Looked) -> None:
    whole = kept.whole[kept.path(kind).name]
    other = layout.sealed(layout.put(whole, 32, bytes(16)))
    assert damaged(kept, kind, other) == b""
    assert kept.path(kind).read_bytes()[32:48] == whole[32:48]
    assert damaged(kept, kind, layout.sealed(layout.put(whole, 12, b"\x63"))) == b""


def test_files_of_another_tree_are_not_believed(kept: Kept, tmp_path: Path) -> None:
    """Both kept files of another tree under the names of this one."""
    root, folder = plant(tmp_path / "tree", {"app/main.py": "def other():\n    return 5\n"}), tmp_path / "kept"
    lie_still()
    for verb in USING.values():
        inside([root, *verb], folder)
    for kind in KINDS:
        shutil.copyfile(only(folder, kind), kept.path(kind))
    assert answered(kept, ".graph") == b""


def fifo(path: Path, _: Path) -> None:
    os.mkfifo(path, 0o600)


def socket(path: Path, spare: Path) -> None:
    import socket as sockets

    with sockets.socket(sockets.AF_UNIX) as made:
        made.bind(str(spare / "s"))
    os.rename(spare / "s", path)


def link_to_a_copy(path: Path, spare: Path) -> None:
    shutil.copyfile(spare / path.name, spare / "copy")
    path.symlink_to(spare / "copy")


PLACES: dict[str, Callable[[Path, Path], object]] = {
    "fifo": fifo,
    "socket": socket,
    "link to a copy": link_to_a_copy,
    "link to itself": lambda path, _: path.symlink_to(path),
    "link to nothing": lambda path, spare: path.symlink_to(spare / "nothing"),
    "link to a device": lambda path, _: path.symlink_to("/dev/zero"),
    "link to a folder": lambda path, spare: path.symlink_to(spare),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_not_opened_and_is_replaced(kept: Kept, kind: str, tmp_path: Path) -> None:
    path = kept.path(kind)
    (tmp_path / path.name).write_bytes(kept.whole[path.name])
    for name, make in PLACES.items():
        path.unlink()
        make(path, tmp_path)
        assert answered(kept, kind), name
        assert path.is_file() and not path.is_symlink()
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize("inner", [False, True], ids=["empty", "full"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_in_the_place_of_a_file_is_told_and_left(kept: Kept, kind: str, inner: bool) -> None:
    kept.path(kind).unlink()
    kept.path(kind).mkdir()
    if inner:
        (kept.path(kind) / "x").write_text("mine")
    for _ in range(3):
        assert told(inside([kept.root, *USING[kind]], kept.folder), kept.expected[kind])
    assert kept.path(kind).is_dir()
    assert leftovers(kept.folder) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_used_and_replaced_by_a_private_one(
    kept: Kept, kind: str, mode: int
) -> None:
    kept.path(kind).chmod(mode)
    assert b"others may write it" in answered(kept, kind)
    assert kept.path(kind).stat().st_mode & 0o777 == 0o600


def test_a_record_of_the_wrong_content_is_parsed_again(kept: Kept, looked: Looked) -> None:
    """Only its own digest tells: header, directory and columns are all right."""
    whole = kept.whole[kept.path(".records").name]
    body = layout.sections(whole)["records"]
    for at in range(body.start, body.start + body.size, 251):
        looked.reset()
        line = damaged(kept, ".records", layout.put(whole, at, bytes([whole[at] ^ 1])))
        assert b"a record is damaged" in line
        assert looked.read > 0


def test_a_damaged_record_is_not_written_again_in_place_of_a_sound_one(kept: Kept, tmp_path: Path) -> None:
    """The damaged record is of a file that is gone; one with the same content comes and is parsed."""
    root, folder = plant(tmp_path / "tree", {"a.py": "def one():\n    return two()\n", "c.py": ""}), tmp_path / "kept"
    lie_still()
    inside([root], folder)
    path = only(folder, ".records")
    data = path.read_bytes()
    body = layout.sections(data)["records"]
    path.write_bytes(layout.put(data, body.start + body.size // 3, b"\xee\xee\xee"))
    os.rename(root / "a.py", root / "b.py")
    lie_still()
    words: list[Word] = [root, "--export=scip"]
    expected = cold(words)
    told(inside(words, folder), expected)
    for _ in range(2):
        assert inside(words, folder) == expected


MEMOS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[:-1],
    "longer": lambda data: data + b"x",
    "another installation": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "zeros": lambda data: bytes(len(data)),
}


def test_a_damaged_memo_of_the_version_costs_nothing_but_time(kept: Kept, looked: Looked) -> None:
    (name,) = (name for name in kept.whole if name.startswith("version-"))
    for change in MEMOS.values():
        kept.restore()
        (kept.folder / name).write_bytes(change(kept.whole[name]))
        looked.reset()
        assert answered(kept, ".records") == b""
        assert looked.read == 0  # the version came out the same
        assert (kept.folder / name).read_bytes() == kept.whole[name]
    (kept.folder / name).unlink()
    (kept.folder / name).mkdir()
    assert answered(kept, ".records") == b""
    assert leftovers(kept.folder) == []


def test_a_memo_with_another_version_makes_everything_old(kept: Kept) -> None:
    (name,) = (name for name in kept.whole if name.startswith("version-"))
    (kept.folder / name).write_bytes(kept.whole[name][:-1] + b"?")
    assert answered(kept, ".records") == b""
