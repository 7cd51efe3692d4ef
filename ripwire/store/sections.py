"""Files of named sections: how everything that is kept between runs lies on disk.

Layout: a header, the sections, a directory with a digest for each of them, and a trailer that says where the directory
is and how long the file is. A reader begins at the trailer, so a file that was cut anywhere is no file of this kind.
Invariant: every number of the file is checked against its size before it is used, and a section against its digest
when it is first asked for. Bytes are in this machine's order; a file from a machine with another one is refused.
Cost: opening maps the file and hashes header and directory; a section costs its digest once (some GB a second).
"""

from __future__ import annotations

import mmap
import os
import struct
from array import array

from ripwire.system import OPEN_FLAGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

_MAGIC = b"\x89ripwire"
_FORMAT = 1
_ORDER = 0x01020304
_HEADER = struct.Struct("=8sII16s16s16x")  # magic, order, format, kind, version
_ENTRY = struct.Struct("=24s1s7xQQQ")  # name, type code, offset, bytes, digest
_TRAILER = struct.Struct("=QQQQ8s")  # offset of the directory, entries, bytes of the file, digest, magic
_ALIGNMENT = 8
_CODES = frozenset((b"B", b"H", b"I", b"Q", b"q", b"f", b"d"))
_MAX_SECTIONS = 256
_CHUNK = 1 << 20


class Unusable(Exception):
    """A file that can't be used. ``told`` is false where that is no fault: there is none, or another version's.
    ``foreign`` says that it may be anybody's, not only a damaged one of ours."""

    def __init__(self, reason: str, told: bool = True, foreign: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.told = told
        self.foreign = foreign


class Writer:
    """Sections, one after the other, into an open file."""

    def __init__(self, file: BinaryIO, kind: bytes, version: bytes) -> None:
        self._file = file
        self._at = _HEADER.size
        self._header = _HEADER.pack(_MAGIC, _ORDER, _FORMAT, kind, version)
        self._entries: list[bytes] = []
        file.write(self._header)

    def add(self, name: str, code: str, chunks: Iterable[bytes | memoryview], *, summed: bool = True) -> None:
        """Write a section of items with an `array` type code; without ``summed`` its content has digests elsewhere."""
        from xxhash import xxh3_64

        if padding := -self._at % _ALIGNMENT:
            self._file.write(bytes(padding))
        start = self._at + padding
        digest = xxh3_64()
        size = 0
        for chunk in chunks:
            self._file.write(chunk)
            size += len(chunk)
            if summed:
                digest.update(chunk)
        total = digest.intdigest() if summed else 0
        self._entries.append(_ENTRY.pack(name.encode(), code.encode(), start, size, total))
        self._at = start + size

    def carry(self, kept: Sections, name: str) -> None:
        """Write a section as it lies in another file, with the digest that it has there, be it right or not."""
        start, size, code, total = kept.entry(name)
        self.add(name, code, [kept.data[start : start + size]], summed=False)
        self._entries[-1] = _ENTRY.pack(name.encode(), code.encode(), self._at - size, size, total)

    def close(self) -> None:
        """Write directory and trailer."""
        from xxhash import xxh3_64_intdigest

        directory = b"".join(self._entries)
        end = self._at + len(directory) + _TRAILER.size
        facts = struct.pack("=QQQ", self._at, len(self._entries), end)
        digest = xxh3_64_intdigest(self._header + directory + facts)
        self._file.write(directory + _TRAILER.pack(self._at, len(self._entries), end, digest, _MAGIC))


class Sections:
    """A mapped file of sections. Raises Unusable wherever the file is not what it should be."""

    def __init__(self, path: bytes, kind: bytes, version: bytes, *, own: bool = True) -> None:
        """``own``: only a file of this user that nobody else may write is opened."""
        self._sums: dict[str, tuple[int, int, bytes, int]] = {}
        self._views: dict[str, memoryview] = {}
        self._map = _mapped(path, own)
        self.data = memoryview(self._map)
        self._read_directory(kind, version)

    def _read_directory(self, kind: bytes, version: bytes) -> None:
        from xxhash import xxh3_64_intdigest

        data = self.data
        if len(data) < _HEADER.size + _TRAILER.size:
            raise Unusable("it is too short", foreign=bytes(data[: len(_MAGIC)]) != _MAGIC[: len(data)])
        magic, order, layout, its_kind, its_version = _HEADER.unpack_from(data)
        if magic != _MAGIC:
            raise Unusable("it is no file of ripwire", foreign=True)
        if order != _ORDER:
            raise Unusable("it is from a machine with another byte order")
        if layout != _FORMAT or its_version != version.ljust(16, b"\0"):
            raise Unusable("it is from another version of ripwire", told=False)
        if its_kind != kind.ljust(16, b"\0"):
            raise Unusable("it holds something else")
        at, count, end, digest, magic = _TRAILER.unpack_from(data, len(data) - _TRAILER.size)
        directory = len(data) - _TRAILER.size
        if magic != _MAGIC or end != len(data) or count > _MAX_SECTIONS or at + count * _ENTRY.size != directory:
            raise Unusable("its end is missing or damaged")
        facts = struct.pack("=QQQ", at, count, end)
        if xxh3_64_intdigest(bytes(data[: _HEADER.size]) + bytes(data[at:directory]) + facts) != digest:
            raise Unusable("its directory is damaged")
        for place in range(at, directory, _ENTRY.size):
            name, code, start, size, total = _ENTRY.unpack_from(data, place)
            if code not in _CODES or start > at or size > at - start or size % struct.calcsize(code):
                raise Unusable("its directory is damaged")
            self._sums[name.rstrip(b"\0").decode("ascii", "replace")] = start, size, code, total

    @property
    def names(self) -> list[str]:
        """The sections, in their order."""
        return list(self._sums)

    def entry(self, name: str) -> tuple[int, int, str, int]:
        """Place, bytes, type code and digest of a section."""
        start, size, code, total = self._sums[name]
        return start, size, code.decode(), total

    def __contains__(self, name: str) -> bool:
        return name in self._sums

    def view(self, name: str, *, summed: bool = True) -> memoryview:
        """The items of a section, read-only; its digest is looked at the first time."""
        from xxhash import xxh3_64_intdigest

        found = self._views.get(name)
        if found is None:
            if name not in self._sums:
                raise Unusable(f"{name} is missing")
            start, size, code, total = self._sums[name]
            part = self.data[start : start + size]
            if summed and xxh3_64_intdigest(part) != total:
                raise Unusable(f"{name} is damaged")
            letter = code.decode()
            # Nothing cannot be cast.
            found = part.cast(letter) if size else memoryview(array(letter))  # type: ignore[call-overload]
            self._views[name] = found
        return found

    def bytes(self, name: str) -> bytes:
        """A copy of a section."""
        return self.view(name).tobytes()


def _mapped(path: bytes, own: bool) -> mmap.mmap | bytes:
    """The content of a file. One that is not our own may be cut while it is mapped, so it is read."""
    try:
        descriptor = os.open(path, OPEN_FLAGS)
    except FileNotFoundError:
        raise Unusable("there is none", told=False) from None
    except OSError as error:
        raise Unusable(os.strerror(error.errno or 0)) from error
    try:
        status = os.fstat(descriptor)
        if status.st_mode & 0o170000 != 0o100000:
            raise Unusable("it is no regular file", foreign=True)
        if own and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
            raise Unusable("others may write it")
        if not status.st_size:
            raise Unusable("it is empty", foreign=False)
        if not own:
            with open(descriptor, "rb", closefd=False) as file:
                return file.read()
        return mmap.mmap(descriptor, status.st_size, prot=mmap.PROT_READ)
    except (OSError, ValueError) as error:
        raise Unusable(str(error)) from error
    finally:
        os.close(descriptor)
