"""Protobuf by hand, to make SCIP indexes and to read them back without the code under test.

`field` and `index` write, `fields` and `read_index` read. Field numbers stand here and nowhere else in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Value = int | bytes | str | Sequence[int]


def varint(value: int) -> bytes:
    value &= 2**64 - 1  # a negative number takes ten bytes
    out = []
    while True:
        value, low = divmod(value, 128)
        out.append(low + (128 if value else 0))
        if not value:
            return bytes(out)


def field(number: int, value: Value) -> bytes:
    """A number, a text or message, or packed numbers."""
    if isinstance(value, int):
        return varint(number * 8) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    elif not isinstance(value, bytes):
        value = b"".join(varint(item) for item in value)
    return varint(number * 8 + 2) + varint(len(value)) + value


def occurrence(place: Sequence[int], symbol: str, roles: int = 0, more: bytes = b"") -> bytes:
    return field(2, field(1, place) + field(2, symbol) + (field(3, roles) if roles else b"") + more)


def document(path: str, *occurrences: bytes, encoding: int = 0) -> bytes:
    return field(2, field(1, path) + b"".join(occurrences) + (field(6, encoding) if encoding else b""))


def index(*documents: bytes, root: str = "file:///elsewhere/project") -> bytes:
    return field(1, field(2, field(1, "test")) + field(3, root)) + b"".join(documents)


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value += (byte % 128) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = number()
        if key % 8 == 0:
            yield key // 8, number()
        else:
            assert key % 8 == 2, "nothing else is written"
            size = number()
            assert at + size <= len(data)
            yield key // 8, data[at : at + size]
            at += size


def numbers(data: bytes) -> tuple[int, ...]:
    return tuple(value for byte in _varints(data) for value in byte)


def _varints(data: bytes) -> Iterable[tuple[int, ...]]:
    value = shift = 0
    for byte in data:
        value += (byte % 128) << shift
        shift += 7
        if byte < 128:
            yield (value,)
            value = shift = 0
    assert shift == 0


class Occurrence(NamedTuple):
    range: tuple[int, ...]
    symbol: str
    roles: int
    enclosing: tuple[int, ...]


class Info(NamedTuple):
    symbol: str
    documentation: str
    kind: int
    name: str
    enclosing: str


class Document(NamedTuple):
    language: str
    encoding: int
    occurrences: list[Occurrence]
    infos: list[Info]


class Index(NamedTuple):
    tool: tuple[str, str]
    root: str
    encoding: int
    documents: dict[str, Document]


def _message(data: bytes) -> dict[int, list[int | bytes]]:
    found: dict[int, list[int | bytes]] = {}
    for number, value in fields(data):
        found.setdefault(number, []).append(value)
    return found


def _text(message: dict[int, list[int | bytes]], number: int) -> str:
    (value,) = message.get(number, [b""])
    assert isinstance(value, bytes)
    return value.decode("utf-8")


def _number(message: dict[int, list[int | bytes]], number: int) -> int:
    (value,) = message.get(number, [0])
    assert isinstance(value, int)
    return value


def _numbers(message: dict[int, list[int | bytes]], number: int) -> tuple[int, ...]:
    (value,) = message.get(number, [b""])
    assert isinstance(value, bytes)
    return numbers(value)


def _messages(message: dict[int, list[int | bytes]], number: int) -> Iterator[dict[int, list[int | bytes]]]:
    for value in message.get(number, []):
        assert isinstance(value, bytes)
        yield _message(value)


def read_index(data: bytes) -> Index:
    """The whole index; fails for what no reader would take, such as text that is not UTF-8."""
    top = _message(data)
    assert set(top) <= {1, 2}
    (metadata,) = _messages(top, 1)
    (tool,) = _messages(metadata, 2)
    documents = {}
    for d in _messages(top, 2):
        occurrences = [
            Occurrence(_numbers(o, 1), _text(o, 2), _number(o, 3), _numbers(o, 7)) for o in _messages(d, 2)
        ]
        infos = [Info(_text(s, 1), _text(s, 3), _number(s, 5), _text(s, 6), _text(s, 8)) for s in _messages(d, 3)]
        path = _text(d, 1)
        assert path not in documents
        documents[path] = Document(_text(d, 4), _number(d, 6), occurrences, infos)
    return Index((_text(tool, 1), _text(tool, 2)), _text(metadata, 3), _number(metadata, 4), documents)
