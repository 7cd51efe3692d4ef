"""How the records of a tree are written anew: with some rows exchanged, or collected one by one.

Purpose: an edit of one file costs a copy of the blob, not a look at each of its rows.
Invariant: both ways write rows of which each is true (an outcome, and under which stamp a path was seen to have it);
a body that no row names is not written. Cost: exchanging moves bytes in large pieces, collecting is Python a row.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import accumulate

from ripwire.limits import STORE_CARRIED_PERCENT
from ripwire.store.records import KEY, KIND
from ripwire.store.sections import Writer
from ripwire.store.stamps import STAMP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from ripwire.store.records import Row, Table

_ROW_BYTES = 100  # what a row takes beside its record


class Written:
    """What is to be written: columns with a row a path, and the records."""

    paths: list[bytes]
    stamps: bytes
    keys: bytes
    languages: bytes
    states: bytes

    def __init__(self) -> None:
        self.bodies: list[bytes | memoryview] = []
        self.offsets: array[int] = array("Q")
        self.sizes: array[int] = array("I")
        self.sums: array[int] = array("Q")

    def write(self, file: BinaryIO, version: bytes) -> None:
        """Write the blob."""
        writer = Writer(file, KIND, version)
        writer.add("records", "B", self.bodies, summed=False)
        writer.add("paths", "B", [b"\0".join(self.paths)])
        writer.add("stamps", "B", [self.stamps])
        writer.add("keys", "B", [self.keys])
        writer.add("languages", "B", [self.languages])
        writer.add("states", "B", [self.states])
        for name, column in (("offsets", self.offsets), ("sizes", self.sizes), ("sums", self.sums)):
            writer.add(name, column.typecode, [column.tobytes()])
        writer.close()


def exchanged(table: Table, new: list[Row | None]) -> Written | None:
    """The rows of a blob, of which some are exchanged for new ones: what lies between these is copied as it is.

    None for a blob whose records lie in each other or beyond its end.
    """
    from xxhash import xxh3_64_intdigest

    out = Written()
    out.paths = table.paths
    stamps, keys = bytearray(table.stamps), bytearray(table.keys)
    languages, states = bytearray(table.languages), bytearray(table.states)
    out.offsets, out.sizes, out.sums = array("Q", table.offsets), array("I", table.sizes), array("Q", table.sums)
    fresh = {index: row for index, row in enumerate(new) if row is not None}
    kept = {place for index, place in enumerate(table.offsets) if index not in fresh}
    # Bytes that go: equal files have one record, which stays as long as one of them does.
    gone = {(table.offsets[index], table.sizes[index]) for index in fresh if table.offsets[index] not in kept}
    holes = sorted((start, size) for start, size in gone if size)
    ends = [0, *(start + size for start, size in holes)]
    if any(end > start for end, (start, _) in zip(ends, holes, strict=False)) or ends[-1] > len(table.records):
        return None
    starts, less = [start for start, _ in holes], [0, *accumulate(size for _, size in holes)]
    if holes:
        for index, place in enumerate(table.offsets):
            out.offsets[index] = place - less[bisect_left(starts, place)]
    for (start, _), end in zip(holes, ends, strict=False):
        out.bodies.append(table.records[end:start])
    out.bodies.append(table.records[ends[-1] :])
    at = len(table.records) - less[-1]
    for index, row in fresh.items():
        stamps[index * STAMP.size : (index + 1) * STAMP.size] = row.stamp
        keys[index * KEY : (index + 1) * KEY] = row.key
        languages[index], states[index] = row.language, row.state
        body = memoryview(row.body or b"")
        out.bodies.append(body)
        out.offsets[index], out.sizes[index], out.sums[index] = at, len(body), xxh3_64_intdigest(body)
        at += len(body)
    out.stamps, out.keys, out.languages, out.states = bytes(stamps), bytes(keys), bytes(languages), bytes(states)
    return out


def collected(table: Table | None, paths: list[bytes], rows: list[int], new: list[Row | None]) -> Written:
    """The rows of a crawl's paths, new or those of the blob, and what is carried over of the blob's others."""
    merged = dict(_merged(table, paths, rows, new))
    ordered = list(merged.values())
    out = Written()
    out.paths = list(merged)
    out.bodies = list(_bodies(table, ordered, out))
    out.stamps = b"".join(row.stamp for row in ordered)
    out.keys = b"".join(row.key for row in ordered)
    out.languages = bytes(row.language for row in ordered)
    out.states = bytes(row.state for row in ordered)
    return out


def _merged(
    table: Table | None, paths: list[bytes], rows: list[int], new: list[Row | None]
) -> Iterator[tuple[bytes, Row]]:
    """Rows by path, ascending."""
    found: dict[bytes, Row] = {}
    met = 0
    for path, row, made in zip(paths, rows, new, strict=True):
        if made is not None:
            found[path] = made
            met += len(made.body or b"") + _ROW_BYTES
        elif row >= 0 and table is not None:
            found[path] = table.row(row)
            met += table.sizes[row] + _ROW_BYTES
    if table is not None:
        room = met * STORE_CARRIED_PERCENT // 100
        for place, path in enumerate(table.paths):
            size = table.sizes[place] + _ROW_BYTES
            # A damaged row would take the place of a sound one of its key.
            if path not in found and size <= room and table.outcome(place) is not None:
                room -= size
                found[path] = table.row(place)
    for path in sorted(found):
        yield path, found[path]


def _bodies(table: Table | None, rows: list[Row], out: Written) -> Iterator[bytes | memoryview]:
    """The records of the rows, each once; fills the three columns."""
    from xxhash import xxh3_64_intdigest

    at = 0
    written: dict[tuple[bytes, int], tuple[int, int, int]] = {}
    for row in rows:
        place = written.get((row.key, row.state))
        if place is None:
            if row.old >= 0 and table is not None:
                body, total = table.body(row.old), table.sums[row.old]
            else:
                body = memoryview(row.body or b"")
                total = xxh3_64_intdigest(body)
            yield body
            place = written[row.key, row.state] = at, len(body), total
            at += len(body)
        out.offsets.append(place[0])
        out.sizes.append(place[1])
        out.sums.append(place[2])
