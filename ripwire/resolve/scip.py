"""A SCIP index over the tree: which definitions a call means, as a type checker saw it.

Purpose: pair the occurrences of an index with our call references, byte by byte.
Invariant: a pairing that is not certain is left out, so that the ladder decides as if there were no index.
Cost: linear, about 2 us an occurrence, and each indexed file is read again (columns of an index start at its lines,
which we do not keep); nothing of it runs without an index.
"""

from __future__ import annotations

import os
from array import array
from bisect import bisect_left, bisect_right

from ripwire.crawl.read import ReadProblem, read_file
from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import DEF_HAS_BODY, ROLE_CALL
from ripwire.model.columns import KIND_SEC, NO_SYMBOL
from ripwire.resolve.scip_index import UTF8, UTF32, Document, Overlay, ScipError, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ripwire.model.columns import Columns

__all__ = ["Overlay", "ScipError", "match_files", "names_of", "pinned", "read"]

_OWN_SCHEME = b"ripwire "

# -- names of symbols -----------------------------------------------------------------------------------------------

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-$")
_CONSTRUCTORS = frozenset({b"constructor", b"__init__", b"__new__", b"new", b"init", b"initialize"})


def _last_name(symbol: bytes, end: int) -> tuple[bytes, int]:
    """The name that ends at ``end`` in a symbol's descriptors, and where it starts."""
    if symbol[end - 1 : end] == b"`":
        start = end - 1
        while start > 0:
            start = symbol.rfind(b"`", 0, start)
            if start <= 0 or symbol[start - 1 : start] != b"`":
                break
            start -= 1  # two of them are one in the name
        if start < 0:
            return b"", end
        return symbol[start + 1 : end - 1].replace(b"``", b"`"), start
    start = end
    while start > 0 and symbol[start - 1] in _PLAIN:
        start -= 1
    return symbol[start:end], start


def names_of(symbol: bytes) -> tuple[bytes, ...]:
    """What a symbol may be called in the source, itself first; empty for locals and parameters.

    A constructor is called by its class's name, too. Accessors are `<get>name` in some schemes.
    """
    if symbol.startswith(b"local "):
        return ()
    last = symbol[-1:]
    if symbol.endswith(b")."):
        end = symbol.rfind(b"(")
    elif last and last in b"/#.:!":
        end = len(symbol) - 1
    else:
        return ()
    name, start = _last_name(symbol, end)
    if symbol.startswith(_OWN_SCHEME) and name.rpartition(b"+")[2].isdigit():  # how our export numbers namesakes
        name = name.rpartition(b"+")[0] or name
    if name.startswith(b"<") and b">" in name[:-1]:
        name = name.partition(b">")[2]
    if name in (b"<constructor>", b"<init>"):
        name = b"constructor" if name == b"<constructor>" else b""
    elif name not in _CONSTRUCTORS:
        return (name,) if name else ()
    owner = _last_name(symbol, start - 1)[0] if symbol[start - 1 : start] == b"#" else b""
    return tuple(text for text in (name, owner) if text)


def _constructed(symbol: bytes) -> bytes:
    """The symbol of the type that has this member."""
    _, start = _last_name(symbol, symbol.rfind(b"(")) if symbol.endswith(b").") else (b"", 0)
    return symbol[:start] if symbol[start - 1 : start] == b"#" else b""


def _package(symbol: bytes) -> bytes:
    """Scheme, manager, package and version of a global symbol."""
    return b" ".join(symbol.split(b" ", 4)[:4])


# Manager and package of what comes with a language and so is in no tree.
_STANDARD = frozenset(
    {
        (b"python", b"python-stdlib"), (b"npm", b"typescript"), (b"maven", b"jdk"),
        (b"cargo", b"std"), (b"cargo", b"core"), (b"cargo", b"alloc"),
    }
)  # fmt: skip


# -- pairing --------------------------------------------------------------------------------------------------------


def _endings(path: bytes) -> Iterable[int]:
    """Where the whole-segment endings of a path start, the longest first."""
    at = 0
    while True:
        yield at
        at = path.find(b"/", at) + 1
        if at == 0:
            return


def match_files(paths: list[bytes], overlay: Overlay) -> list[int]:
    """For each document the number of our file, -1 for none.

    The tree may start above the index's root or below it, so one path may be an ending of the other. One way between
    the two roots is chosen for all documents, the one that matches the most; equal ones of which none is the same
    root match nothing, for a file of a common name would be taken for another.
    """
    ours = {path.decode("utf-8", "replace").encode(): number for number, path in enumerate(paths)}
    theirs: dict[bytes, int] = {}
    absolute: list[bytes] = []
    for document in overlay.documents:
        parts: list[bytes] = []
        path = document.path.replace(b"\\", b"/")
        for part in (path if path.startswith(b"/") else overlay.root + path).split(b"/"):
            if part == b"..":
                del parts[-1:]
            elif part not in (b"", b"."):
                parts.append(part)
        absolute.append(b"/".join(parts))
    root = overlay.root[1:]
    for path in absolute:
        if path.startswith(root):
            theirs[path[len(root) :]] = 0
    votes: dict[tuple[bytes, bytes], int] = {}
    for path in set(absolute):  # our root lies at or below some folder of theirs
        for at in _endings(path):
            if path[at:] in ours:
                votes[path[:at], b""] = votes.get((path[:at], b""), 0) + 1
    for path in ours:  # our root lies above theirs
        for at in _endings(path):
            if at and path[at:] in theirs:
                votes[root, path[:at]] = votes.get((root, path[:at]), 0) + 1
    if not votes:
        return [-1] * len(absolute)
    best = max(votes.values())
    ways = [way for way, count in votes.items() if count == best]
    if len(ways) > 1:
        ways = [way for way in ways if way == (root, b"")]
        if not ways:
            return [-1] * len(absolute)
    cut, put = ways[0]
    return [ours.get(put + path[len(cut) :], -1) if path.startswith(cut) else -1 for path in absolute]


class _Pairing:
    """The state of `pinned` over all documents."""

    def __init__(self, columns: Columns, overlay: Overlay, root: bytes) -> None:
        self.columns, self.root = columns, root
        self.names = [names_of(symbol) for symbol in overlay.symbols]
        self.found: dict[int, set[int]] = {}  # row -> SCIP symbols
        self.meant: dict[int, set[int]] = {}  # SCIP symbol -> our symbols

    def add(self, document: Document, file: int) -> None:
        """Pair one document with our file."""
        columns, names = self.columns, self.names
        try:
            data = read_file(os.path.join(self.root, columns.paths[file]))
        except ReadProblem:
            return
        uses, definitions = _places(document, data)
        first, last = bisect_left(columns.ref_file, file), bisect_right(columns.ref_file, file)
        for row in range(first, last) if uses else ():
            here = uses.get(columns.ref_byte[row])
            if here is None or columns.ref_role[row] != ROLE_CALL or columns.ref_owner[row] == NO_SYMBOL:
                continue
            name = columns.strings[columns.ref_name[row]]
            size = self.size(name, file)
            for symbol, length in here:
                # An index of an older state of the file has other things there.
                if length == size or name in names[symbol]:
                    self.found.setdefault(row, set()).add(symbol)
        own = range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1])
        at_byte: dict[int, int] = {}
        on_line: dict[tuple[int, bytes], int] = {}
        for s in own:
            if columns.kind[s] != KIND_SEC:
                at_byte.setdefault(columns.name_byte[s], s)
                on_line.setdefault((columns.line[s], columns.name_of(s)), s)
        for symbol, byte, line, length in definitions:
            target = at_byte.get(byte)
            if target is None or not (
                length == self.size(columns.name_of(target), file) or columns.name_of(target) in names[symbol]
            ):
                # Some indexers point at the whole definition.
                target = next((on_line[line, name] for name in names[symbol] if (line, name) in on_line), None)
            if target is not None:
                self.meant.setdefault(symbol, set()).add(target)

    def size(self, name: bytes, file: int) -> int:
        """The bytes that a name takes where it is written."""
        if LANGUAGES[self.columns.languages[file]].arity_names:
            name = name.rpartition(b"/")[0] or name
        return len(name)


def _places(
    document: Document, data: bytes
) -> tuple[dict[int, list[tuple[int, int]]], list[tuple[int, int, int, int]]]:
    """Offset -> (SCIP symbol, length in bytes) of the uses; (SCIP symbol, offset, line from 1, length) of definitions.

    What is not in the file, because the file is another one by now, is left out.
    """
    starts = array("q", [0])
    at = data.find(b"\n") + 1
    while at > 0:
        starts.append(at)
        at = data.find(b"\n", at) + 1
    n_lines, starts_end = len(starts), len(data)
    starts.append(starts_end)
    is_exact = document.encoding == UTF8 or data.isascii()
    maps: dict[int, array[int] | None] = {}
    uses: dict[int, list[tuple[int, int]]] = {}
    definitions: list[tuple[int, int, int, int]] = []
    for line, column, length, symbol, defines in zip(
        document.line, document.column, document.length, document.symbol, document.defines, strict=True
    ):
        if line >= n_lines:
            continue
        byte = starts[line] + column
        if not is_exact:
            if line not in maps:
                maps[line] = _byte_of_unit(data[starts[line] : starts[line + 1]], document.encoding)
            byte_of = maps[line]
            if byte_of is not None:
                if column + max(length, 0) >= len(byte_of):
                    continue
                byte = starts[line] + byte_of[column]
                length = length if length < 0 else byte_of[column + length] - byte_of[column]
        if byte > starts[line + 1]:
            continue
        if defines:
            definitions.append((symbol, byte, line + 1, length))
        else:
            uses.setdefault(byte, []).append((symbol, length))
    return uses, definitions


def _byte_of_unit(text: bytes, encoding: int) -> array[int] | None:
    """Unit of a line -> its byte, the end included; None for ASCII, where they are the same."""
    if text.isascii():
        return None
    byte_of = array("i", [0])
    at = 0
    for char in text.decode("utf-8", "surrogateescape"):
        point = ord(char)
        if point < 0x80 or 0xDC80 <= point <= 0xDCFF:  # a byte that is no UTF-8
            at += 1
        elif point < 0x800:
            at += 2
        elif point < 0x10000:
            at += 3
        else:
            if encoding != UTF32:
                byte_of.append(at)  # inside of the pair
            at += 4
        byte_of.append(at)
    return byte_of


def pinned(columns: Columns, overlay: Overlay, root: bytes) -> dict[int, list[int]]:
    """Row of a call reference with an owner -> our symbols that it calls, ascending, in row order.

    ``root`` is the folder that the paths of the columns start from. Raises ScipError when the index is of other files.

    An empty list is a call of what is surely no symbol of the tree: of a package that is not the index's own and by
    a name that every file which defines it is in the index, or of something in a file of ours (a field, a constant)
    that we make no symbol of. What the index says nothing certain about is absent.
    """
    files = match_files(columns.paths, overlay)
    if overlay.documents and max(files) < 0:
        raise ScipError("an index of other files")
    pairing = _Pairing(columns, overlay, root)
    defined: dict[int, set[int]] = {}  # SCIP symbol -> files of ours, -1 for others
    for document, file in zip(overlay.documents, files, strict=True):
        for symbol, defines in zip(document.symbol, document.defines, strict=True):
            if defines:
                defined.setdefault(symbol, set()).add(file)
        if file >= 0:
            pairing.add(document, file)
    meant = {symbol: _bodied(columns, ours) for symbol, ours in pairing.meant.items()}
    ids = {text: symbol for symbol, text in enumerate(overlay.symbols)}
    for symbol in defined:
        if symbol not in meant and len(pairing.names[symbol]) == 2:  # a constructor that we have not: its class
            owner = meant.get(ids.get(_constructed(overlay.symbols[symbol]), -1))
            if owner:
                meant[symbol] = owner
    missing = _Missing(columns, overlay, pairing.names, defined, set(files))
    pins: dict[int, list[int]] = {}
    for row in sorted(pairing.found):
        symbols = pairing.found[row]
        targets = {target for s in _values(overlay, symbols) for target in meant.get(s, ())}
        if targets:
            pins[row] = sorted(targets)
        elif all(missing.surely(s, columns.ref_name[row]) for s in symbols):
            pins[row] = []
    return pins


class _Missing:
    """Which SCIP symbols are surely no symbols of ours."""

    def __init__(
        self,
        columns: Columns,
        overlay: Overlay,
        names: list[tuple[bytes, ...]],
        defined: dict[int, set[int]],
        indexed: set[int],
    ) -> None:
        self.columns, self.overlay, self.names, self.defined = columns, overlay, names, defined
        self.packages = {_package(overlay.symbols[s]) for s in defined if names[s]}
        code = [s for s in range(columns.n_symbols) if columns.kind[s] != KIND_SEC]
        self.elsewhere = {columns.name[s] for s in code if columns.file[s] not in indexed}
        self.held: dict[int, set[bytes]] = {}  # file -> the names that it defines

    def surely(self, symbol: int, name: int) -> bool:
        """Whether a call of ``symbol`` by this name calls nothing of ours."""
        text, files = self.overlay.symbols[symbol], self.defined.get(symbol)
        if text.startswith(b"local "):
            return False
        if files is None:
            package = _package(text)
            is_standard = tuple(package.split(b" ")[1:3]) in _STANDARD
            return package not in self.packages and (is_standard or name not in self.elsewhere)
        return bool(self.names[symbol]) and all(
            file >= 0 and self.in_file(file).isdisjoint(self.names[symbol]) for file in files
        )

    def in_file(self, file: int) -> set[bytes]:
        known = self.held.get(file)
        if known is None:
            columns = self.columns
            own = range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1])
            known = self.held[file] = {columns.name_of(s) for s in own}
        return known


def _bodied(columns: Columns, ours: set[int]) -> set[int]:
    """The definitions of one SCIP symbol without the overloads and prototypes of what has a body."""
    return {s for s in ours if columns.flags[s] & DEF_HAS_BODY} or ours


def _values(overlay: Overlay, symbols: set[int]) -> Iterable[int]:
    """Of a type and a value of one name (TypeScript's interface and constant) the value: types are not called."""
    texts = {overlay.symbols[s] for s in symbols}
    if len(symbols) == 1 or any(text.startswith(_OWN_SCHEME) for text in texts):
        return symbols
    return [
        s
        for s in symbols
        if not (text := overlay.symbols[s]).endswith(b"#") or texts.isdisjoint((text[:-1] + b".", text[:-1] + b"()."))
    ]
