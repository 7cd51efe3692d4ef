"""Readers of kept files against any bytes: refused as `Unusable`, or read as what was written; nothing else."""

from __future__ import annotations

import os
import struct
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest

from ripwire.crawl import crawl
from ripwire.extract.notebook import NotebookMap
from ripwire.extract.run import Extraction
from ripwire.store import Unusable
from ripwire.store.records import Records
from ripwire.store.sections import Sections, Writer
from tests.store import layout
from tests.store.building import built, coarse, unkept
from tests.store.inside import lie_still, only, tiny
from tests.support.command import plant

FAST = settings(
    max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
WHOLE = settings(FAST, max_examples=40)
VERSION = b"0123456789abcdef"


def opened(path: Path, data: bytes, kind: bytes = b"test") -> Sections:
    path.write_bytes(data)
    path.chmod(0o600)
    return Sections(os.fsencode(path), kind, VERSION)


def written(path: Path, sections: dict[str, tuple[str, list[bytes]]], kind: bytes = b"test") -> bytes:
    with open(path, "wb") as file:
        writer = Writer(file, kind, VERSION)
        for name, (code, chunks) in sections.items():
            writer.add(name, code, chunks)
        writer.close()
    return path.read_bytes()


@pytest.fixture(scope="module")
def path() -> Path:
    return Path(tempfile.mkdtemp(prefix="ripwire-readers-")) / "file"


ITEMS = {"B": 1, "H": 2, "I": 4, "Q": 8, "q": 8, "f": 4, "d": 8}


@FAST
@given(st.lists(st.tuples(st.sampled_from(sorted(ITEMS)), st.lists(st.binary(max_size=9), max_size=4)), max_size=6))
def test_sections_are_read_as_they_were_written(path: Path, parts: list[tuple[str, list[bytes]]]) -> None:
    whole = {f"s{i}": (code, [chunk * ITEMS[code] for chunk in chunks]) for i, (code, chunks) in enumerate(parts)}
    data = written(path, whole)
    assert set(layout.sections(data)) == set(whole)
    kept = opened(path, data)
    for name, (code, chunks) in whole.items():
        assert kept.bytes(name) == b"".join(chunks)
        assert kept.view(name).format == code and kept.view(name).readonly or not kept.bytes(name)
        assert name in kept
    assert "missing" not in kept
    with pytest.raises(Unusable):
        kept.view("missing")


@FAST
@given(st.binary(max_size=400))
def test_any_bytes_are_no_file_of_sections(path: Path, data: bytes) -> None:
    for whole in data, layout.MAGIC + data, data + layout.MAGIC, layout.MAGIC + data + layout.MAGIC:
        with pytest.raises(Unusable):
            opened(path, whole)


@FAST
@given(st.binary(max_size=200), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(0, 300))
def test_any_trailer_is_refused_or_tells_a_directory_that_is_there(
    path: Path, body: bytes, at: int, count: int, small: int
) -> None:
    """The digest fits, so that every other check has to hold."""
    header = layout.HEADER.pack(layout.MAGIC, 0x01020304, 1, b"test", VERSION)
    end = layout.HEADER.size + len(body) + layout.TRAILER.size
    for place, entries in (at, count), (layout.HEADER.size, small), (at, small), (small, count):
        tail = struct.pack("=QQQ", place, entries, end)
        digest = xxh3_64_intdigest(header + (header + body)[place:] + tail)
        data = header + body + tail + struct.pack("=Q8s", digest, layout.MAGIC)
        try:
            kept = opened(path, data)
        except Unusable:
            continue
        assert place + entries * layout.ENTRY.size == layout.HEADER.size + len(body)
        del kept


ENTRY = st.tuples(
    st.binary(min_size=24, max_size=24),
    st.sampled_from([*(code.encode() for code in ITEMS), b"\0", b"x", b"P", b"c", b"?"]),
    st.one_of(st.integers(0, 200), st.integers(0, 2**64 - 1)),
    st.one_of(st.integers(0, 200), st.integers(0, 2**64 - 1)),
    st.integers(0, 2**64 - 1),
)


@FAST
@given(st.binary(max_size=64), st.lists(ENTRY, max_size=4))
def test_any_directory_is_refused_or_stays_within_the_file(
    path: Path, body: bytes, entries: list[tuple[bytes, bytes, int, int, int]]
) -> None:
    header = layout.HEADER.pack(layout.MAGIC, 0x01020304, 1, b"test", VERSION)
    directory = b"".join(layout.ENTRY.pack(*entry) for entry in entries)
    at = layout.HEADER.size + len(body)
    end = at + len(directory) + layout.TRAILER.size
    data = layout.sealed(header + body + directory + layout.TRAILER.pack(at, len(entries), end, 0, layout.MAGIC))
    try:
        kept = opened(path, data)
    except Unusable:
        return
    for name, _, start, size, _ in entries:
        assert start + size <= at
        try:
            kept.view(name.rstrip(b"\0").decode("ascii", "replace"), summed=False)
        except Unusable:
            pytest.fail("it is there")


# --- whole kept files -------------------------------------------------------------------------------------------------


class Made:
    def __init__(self, base: Path) -> None:
        self.root, self.kept = plant(base / "tree", tiny()), base / "kept"
        lie_still()
        for graph_only in False, True:
            built(self.root, self.kept, graph_only=graph_only)
        self.expected = unkept(self.root)
        self.paths = {kind: only(self.kept, kind) for kind in (".records", ".graph")}
        self.whole = {kind: path.read_bytes() for kind, path in self.paths.items()}
        self.version = self.whole[".records"][32:48]
        self.crawl = crawl(os.fsencode(self.root))

    def put(self, kind: str, data: bytes) -> None:
        for name, path in self.paths.items():
            path.write_bytes(data if name == kind else self.whole[name])
            path.chmod(0o600)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("readers"))


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["put", "put", "cut", "insert", "drop", "copy"]),
        st.floats(0, 1),
        st.binary(min_size=1, max_size=9),
    ),
    min_size=1,
    max_size=4,
)


def edited(data: bytes, edits: list[tuple[str, float, bytes]]) -> bytes:
    for what, where, part in edits:
        at = int(where * max(len(data) - len(part), 0))
        if what == "put":
            data = data[:at] + part + data[at + len(part) :]
        elif what == "cut":
            data = data[:at]
        elif what == "insert":
            data = data[:at] + part + data[at:]
        elif what == "drop":
            data = data[:at] + data[at + len(part) :]
        else:
            data = data[: at // 2] + data[at:] + data[at // 2 : at]
    return data


@pytest.mark.parametrize("kind", [".records", ".graph"])
@WHOLE
@given(EDITS)
def test_any_change_of_a_kept_file_leaves_the_answer(
    made: Made, kind: str, edits: list[tuple[str, float, bytes]]
) -> None:
    made.put(kind, edited(made.whole[kind], edits))
    assert built(made.root, made.kept, graph_only=kind == ".graph", sound=False) == made.expected
    assert built(made.root, made.kept, graph_only=kind == ".graph") == made.expected


@FAST
@given(EDITS)
def test_records_are_those_that_were_written_or_refused(
    made: Made, edits: list[tuple[str, float, bytes]]
) -> None:
    made.put(".records", made.whole[".records"])
    path = os.fsencode(made.paths[".records"])
    true = Extraction(len(made.crawl.paths), made.crawl.languages)
    Records(made.crawl, Sections(path, b"records", made.version), coarse).fill(true)
    made.put(".records", edited(made.whole[".records"], edits))
    found = Extraction(len(made.crawl.paths), made.crawl.languages)
    try:
        records = Records(made.crawl, Sections(path, b"records", made.version), coarse)
        known = [records.known(index) for index in range(len(made.crawl.paths))]
        records.fill(found)
    except Unusable:
        return
    for index, here in enumerate(known):
        if here:
            assert found.records[index] == true.records[index]
            assert found.languages[index] == true.languages[index]
    if all(known):
        assert [(d.path, d.reason) for d in found.drops] == [(d.path, d.reason) for d in true.drops]
        assert {i: book.packed() for i, book in found.notebooks.items()} == {
            i: book.packed() for i, book in true.notebooks.items()
        }


COLUMNS = ["paths", "stamps", "keys", "languages", "states", "offsets", "sizes", "sums"]


@FAST
@given(st.sampled_from(COLUMNS), EDITS)
def test_a_column_with_any_content_is_refused_or_its_rows_are_not_there(
    made: Made, name: str, edits: list[tuple[str, float, bytes]]
) -> None:
    """All digests fit: somebody has made it so."""
    whole = made.whole[".records"]
    part = layout.content(whole, name)
    changed = edited(part, edits)[: len(part)].ljust(len(part), b"\xff")
    made.put(".records", layout.replaced(whole, name, changed))
    path = os.fsencode(made.paths[".records"])
    out = Extraction(len(made.crawl.paths), made.crawl.languages)
    try:
        records = Records(made.crawl, Sections(path, b"records", made.version), coarse)
        for index, data in enumerate(made.crawl.paths):
            records.known(index)
            records.find(records.key(made.crawl.languages[index], data, b"x"))
        for at in range(0, len(changed), 16):
            records.find(changed[at : at + 16])
        records.fill(out)
    except Unusable:
        return
    records.tree_key()


@FAST
@given(st.binary(max_size=120))
def test_the_map_of_a_notebook_is_read_back_or_refused(data: bytes) -> None:
    try:
        found = NotebookMap.unpacked(data)
    except ValueError:
        return
    assert found.packed() == data
