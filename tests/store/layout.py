"""A kept file taken apart without the code under test, and put together again with digests that fit.

Purpose: to damage one known place, and to make what only somebody who knows the layout can make.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from xxhash import xxh3_64_intdigest

MAGIC = b"\x89ripwire"
HEADER = struct.Struct("=8sII16s16s16x")
ENTRY = struct.Struct("=24s1s7xQQQ")
TRAILER = struct.Struct("=QQQQ8s")

HEADER_FIELDS = {"magic": (0, 8), "order": (8, 4), "format": (12, 4), "kind": (16, 16), "version": (32, 16)}
ENTRY_FIELDS = {"name": (0, 24), "code": (24, 1), "offset": (32, 8), "bytes": (40, 8), "digest": (48, 8)}
TRAILER_FIELDS = {"directory": (0, 8), "entries": (8, 8), "size": (16, 8), "digest": (24, 8), "magic": (32, 8)}


class Section(NamedTuple):
    name: str
    code: str
    start: int
    size: int
    place: int
    """Where its entry is."""


def sections(data: bytes) -> dict[str, Section]:
    """The directory of a valid file."""
    at, count, size, digest, magic = TRAILER.unpack_from(data, len(data) - TRAILER.size)
    assert size == len(data) and magic == MAGIC and data.startswith(MAGIC)
    found = {}
    for place in range(at, at + count * ENTRY.size, ENTRY.size):
        name, code, start, length, _ = ENTRY.unpack_from(data, place)
        text = name.rstrip(b"\0").decode()
        found[text] = Section(text, code.decode(), start, length, place)
    assert sealed(data) == data
    return found


def sealed(data: bytes) -> bytes:
    """The same bytes with the digest of header and directory that they should have."""
    end = len(data) - TRAILER.size
    at, count, size, _, magic = TRAILER.unpack_from(data, end)
    digest = xxh3_64_intdigest(data[: HEADER.size] + data[at:end] + struct.pack("=QQQ", at, count, size))
    return data[:end] + TRAILER.pack(at, count, size, digest, magic)


def put(data: bytes, at: int, part: bytes) -> bytes:
    """Some bytes replaced."""
    assert 0 <= at <= at + len(part) <= len(data)
    return data[:at] + part + data[at + len(part) :]


def replaced(data: bytes, name: str, part: bytes) -> bytes:
    """A section with another content of the same size, every digest as it should be."""
    section = sections(data)[name]
    assert len(part) == section.size
    out = put(data, section.start, part)
    if name != "records":  # which have a digest each
        out = put(out, section.place + ENTRY_FIELDS["digest"][0], struct.pack("=Q", xxh3_64_intdigest(part)))
    return sealed(out)


def content(data: bytes, name: str) -> bytes:
    section = sections(data)[name]
    return data[section.start : section.start + section.size]


def borders(data: bytes) -> list[int]:
    """Every place where something begins or ends, and those beside it."""
    found = {0, 1, 7, 8, HEADER.size, len(data) - TRAILER.size, len(data)}
    for section in sections(data).values():
        found |= {section.start, section.start + section.size}
    found = {at for border in found for at in (border - 1, border)}
    found |= {section.place for section in list(sections(data).values())[::4]}
    return sorted(at for at in found if 0 <= at < len(data))


def fields(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Name, place and size of each field of header, directory and trailer."""
    for name, (at, size) in HEADER_FIELDS.items():
        yield f"header {name}", at, size
    for section in sections(data).values():
        for name, (at, size) in ENTRY_FIELDS.items():
            yield f"{section.name} {name}", section.place + at, size
    for name, (at, size) in TRAILER_FIELDS.items():
        yield f"trailer {name}", len(data) - TRAILER.size + at, size


def changes(old: bytes) -> list[bytes]:
    """Other values of a field: nothing, everything, one more, a bit, a huge count."""
    number = int.from_bytes(old, "little")
    top = (1 << 8 * len(old)) - 1
    values = {0, top, (number + 1) & top, number ^ 1, number ^ 1 << 8 * len(old) - 1, top >> 1} - {number}
    return [value.to_bytes(len(old), "little") for value in sorted(values)]
