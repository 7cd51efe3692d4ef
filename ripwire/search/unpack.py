"""Compressed files of --search-zip.

Purpose: `unpack` gives the text of a file whose ending says that it is compressed; any other is its own text.
Invariant: what could be unpacked is searched, and what could not is told, with the reason. Endings are ripgrep's.
Cost: one pass of the library; each is imported when a file needs it.
"""

from __future__ import annotations

from ripwire.limits import SEARCH_UNPACKED_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class _Stream(Protocol):
        @property
        def eof(self) -> bool: ...
        @property
        def unused_data(self) -> bytes: ...
        def decompress(self, data: bytes, max_length: int = ...) -> bytes: ...


_KINDS = {
    b".gz": "gzip", b".tgz": "gzip", b".bz2": "bzip2", b".tbz2": "bzip2", b".xz": "xz", b".txz": "xz", b".lzma": "lzma",
    b".lz4": "LZ4", b".br": "Brotli", b".zst": "Zstandard", b".zstd": "Zstandard", b".Z": "compress",
}  # fmt: skip


def unpack(path: bytes, data: bytes) -> tuple[bytes, str | None]:
    """The text, and what is wrong with the file."""
    name = path.rpartition(b"/")[2]
    kind = _KINDS.get(name[name.rfind(b".") :] if b"." in name else b"")
    if kind is None:
        return data, None
    if kind in ("LZ4", "Brotli", "Zstandard", "compress"):
        return b"", f"it is compressed by {kind}, which ripwire does not read"
    if kind == "gzip":
        import zlib

        return _unpacked(data, lambda: zlib.decompressobj(31), kind)
    if kind == "bzip2":
        import bz2

        return _unpacked(data, bz2.BZ2Decompressor, kind)
    import lzma

    form = lzma.FORMAT_AUTO if kind == "xz" else lzma.FORMAT_ALONE
    return _unpacked(data, lambda: lzma.LZMADecompressor(form), kind)


def _unpacked(data: bytes, begin: Callable[[], _Stream], kind: str) -> tuple[bytes, str | None]:
    """All streams of a file, one behind the other."""
    out: list[bytes] = []
    room = SEARCH_UNPACKED_BYTES
    first = True
    while first or data.strip(b"\0"):
        stream = begin()
        try:
            text = stream.decompress(data, room)
        except Exception as error:  # each library has an error of its own
            if not first:
                return b"".join(out), f"there is something else behind its {kind} data"
            return b"", f"it is no {kind} file ({error})"
        out.append(text)
        room -= len(text)
        if not stream.eof:
            rest = f"it has more than {SEARCH_UNPACKED_BYTES} bytes, which are searched" if room <= 0 else ""
            return b"".join(out), rest or f"its {kind} data end too early"
        data, first = stream.unused_data, False
        if room <= 0 and data.strip(b"\0"):
            return b"".join(out), f"it has more than {SEARCH_UNPACKED_BYTES} bytes, which are searched"
    return b"".join(out), None


def decoding(encoding: str, packed: bool) -> Callable[[bytes | None, bytes], tuple[bytes, str | None]] | None:
    """What the scan asks for the text of a file (``how["decode"]``); None when texts are what files hold.

    encoding  "auto", "none", or the name of one
    packed    -z; standard input is not unpacked
    """
    if encoding in ("auto", "none"):
        return _unpacked_file if packed else None
    from ripwire.search.encodings import decoder

    decode = decoder(encoding)

    def both(path: bytes | None, data: bytes) -> tuple[bytes, str | None]:
        text, told = _unpacked_file(path, data) if packed else (data, None)
        return decode(text), told

    return both


def _unpacked_file(path: bytes | None, data: bytes) -> tuple[bytes, str | None]:
    return (data, None) if path is None else unpack(path, data)
