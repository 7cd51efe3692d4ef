"""Reading a SCIP index: protobuf, walked without a schema compiler.

Purpose: the documents of an index with the occurrences in them, as arrays.
Invariant: whatever the file holds, `read` returns an overlay or raises `ScipError`; every length is checked against
what it is inside of, and no number in the file reserves memory.
Cost: linear, about 2 us an occurrence.
"""

from __future__ import annotations

import os
from array import array

from ripwire.limits import MAX_SCIP_BYTES

UTF8, UTF16, UTF32 = 1, 2, 3
"""What a column of a document counts; 0, unsaid, is UTF-16 in the indexers that leave it out."""

_INT_MAX = 2**31 - 1
_DEFINITION = 1  # of an occurrence's roles
_RANGE_BYTES = 4 * 10  # of the longest range there is


class ScipError(Exception):
    """The index cannot be used; the text says why, in one line and without the file's name."""


class Document:
    """One file of an index: five parallel arrays, an entry an occurrence.

    line, column  0-based start
    length        of the name, in units of `encoding`; -1 when it spans lines
    symbol        index into Overlay.symbols
    defines       1 for a definition
    """

    __slots__ = ("path", "encoding", "line", "column", "length", "symbol", "defines")

    def __init__(self) -> None:
        self.path = b""
        self.encoding = 0
        self.line = array("i")
        self.column = array("i")
        self.length = array("i")
        self.symbol = array("i")
        self.defines = array("B")


class Overlay:
    """What was read of an index.

    root       the folder that its paths start from, as a path with a slash at its end
    symbols    symbol strings; a local one stands once a document
    documents  in the order of the file
    """

    __slots__ = ("root", "symbols", "documents")

    def __init__(self) -> None:
        self.root = b"/"
        self.symbols: list[bytes] = []
        self.documents: list[Document] = []


# -- reading --------------------------------------------------------------------------------------------------------


def read(path: bytes) -> Overlay:
    """The index in a file. Raises ScipError."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except OSError as error:
        raise ScipError(error.strerror or str(error)) from error
    try:
        status = os.fstat(descriptor)
        if status.st_mode & 0o170000 != 0o100000:
            raise ScipError("not a plain file")
        if status.st_size > MAX_SCIP_BYTES:
            raise ScipError(f"larger than {MAX_SCIP_BYTES >> 20} MiB")
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read(MAX_SCIP_BYTES + 1)
    except OSError as error:
        raise ScipError(error.strerror or str(error)) from error
    finally:
        os.close(descriptor)
    if len(data) > MAX_SCIP_BYTES:  # it grew
        raise ScipError(f"larger than {MAX_SCIP_BYTES >> 20} MiB")
    return decode(data)


def decode(data: bytes) -> Overlay:
    """The index in these bytes. Raises ScipError."""
    overlay = Overlay()
    ids: dict[bytes, int] = {}
    at, end, is_index = 0, len(data), False
    try:
        while at < end:
            key, at = _varint(data, at)
            if key == 0x12:
                size, at = _varint(data, at)
                at += size
                if at > end:
                    raise ScipError("not a SCIP index, or cut short")
                document = _document(data, at - size, at, ids)
                if document.path:
                    overlay.documents.append(document)
                    is_index = True
            elif key == 0x0A:
                size, at = _varint(data, at)
                at += size
                if at > end:
                    raise ScipError("not a SCIP index, or cut short")
                is_index |= _metadata(data, at - size, at, overlay)
            else:
                at = _skip(data, at, end, key)
    except IndexError:  # a number that goes on behind the end
        raise ScipError("not a SCIP index, or cut short") from None
    if not is_index:
        raise ScipError("not a SCIP index" if data else "empty")
    overlay.symbols = [text.rpartition(b"\0")[2] for text in ids]
    return overlay


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number and the place behind it."""
    value = data[at]
    at += 1
    if value < 0x80:
        return value, at
    value &= 0x7F
    shift = 7
    while shift < 70:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ScipError("not a SCIP index: a number without an end")


def _skip(data: bytes, at: int, end: int, key: int) -> int:
    """The place behind the value of a field that is not read."""
    wire = key & 7
    if key >> 3 == 0:
        raise ScipError("not a SCIP index: a field without a number")
    if wire == 0:
        _, at = _varint(data, at)
    elif wire == 2:
        size, at = _varint(data, at)
        at += size
    elif wire == 1:
        at += 8
    elif wire == 5:
        at += 4
    else:
        raise ScipError("not a SCIP index: a kind of value that protobuf 3 does not have")
    if at > end:
        raise ScipError("not a SCIP index, or cut short")
    return at


def _metadata(data: bytes, at: int, end: int, overlay: Overlay) -> bool:
    """Take the project's root; whether a tool made itself known."""
    has_tool = False
    while at < end:
        key, at = _varint(data, at)
        start = at
        at = _skip(data, at, end, key)
        has_tool |= key == 0x12
        if key == 0x1A:
            _, start = _varint(data, start)
            overlay.root = _root(data[start:at])
    return has_tool


def _root(uri: bytes) -> bytes:
    """The path of a file URI, with one slash at its end."""
    text = uri.removeprefix(b"file://")
    if b"%" in text:
        from urllib.parse import unquote_to_bytes

        text = unquote_to_bytes(text)
    return b"/" + b"".join(part + b"/" for part in text.split(b"/") if part)


def _document(data: bytes, at: int, end: int, ids: dict[bytes, int]) -> Document:
    """One document. The loop over its occurrences is most of the time of reading, so it is written out."""
    document = Document()
    add_line, add_column, add_length = document.line.append, document.column.append, document.length.append
    add_symbol, add_defines = document.symbol.append, document.defines.append
    # A local symbol is one of its document alone: its key has the document's number in front.
    here = b"%d\0" % at
    while at < end:
        key = data[at]
        at += 1
        if key != 0x12:
            if key >= 0x80:
                key, at = _varint(data, at - 1)
            start = at
            at = _skip(data, at, end, key)
            if key == 0x0A:
                _, start = _varint(data, start)
                document.path = data[start:at]
            elif key == 0x30:
                document.encoding, _ = _varint(data, start)
            continue
        size = data[at]
        at += 1
        if size >= 0x80:
            size, at = _varint(data, at - 1)
        stop = at + size
        if stop > end:
            raise ScipError("not a SCIP index, or cut short")
        numbers: list[int] = []
        symbol = b""
        roles = 0
        while at < stop:
            key = data[at]
            at += 1
            if key == 0x0A:  # a packed range
                size = data[at]
                at += 1
                if size >= 0x80:
                    size, at = _varint(data, at - 1)
                last = at + size
                if size > _RANGE_BYTES:
                    at = last
                    numbers = [0] * 5
                while at < last:
                    value = data[at]
                    at += 1
                    if value >= 0x80:
                        value, at = _varint(data, at - 1)
                    numbers.append(value)
                if at != last:
                    raise ScipError("not a SCIP index, or cut short")
            elif key == 0x12:
                size = data[at]
                at += 1
                if size >= 0x80:
                    size, at = _varint(data, at - 1)
                symbol = data[at : at + size]
                at += size
            elif key == 0x18:
                roles = data[at]
                at += 1
                if roles >= 0x80:
                    roles, at = _varint(data, at - 1)
            elif key == 0x08:  # a range that was not packed
                value, at = _varint(data, at)
                if len(numbers) < 5:
                    numbers.append(value)
            else:
                if key >= 0x80:
                    key, at = _varint(data, at - 1)
                at = _skip(data, at, stop, key)
        if at != stop:
            raise ScipError("not a SCIP index, or cut short")
        if not symbol:
            continue  # syntax only
        if len(numbers) == 3:
            line, column, until = numbers
            length = until - column
        elif len(numbers) == 4:
            line, column, last_line, until = numbers
            length = until - column if last_line == line else -1
        else:
            continue
        if line > _INT_MAX or column > _INT_MAX or not -1 <= length <= _INT_MAX:
            continue
        add_line(line)
        add_column(column)
        add_length(length)
        add_symbol(ids.setdefault(here + symbol if symbol.startswith(b"local ") else symbol, len(ids)))
        add_defines(roles & _DEFINITION)
    return document
