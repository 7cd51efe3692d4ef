"""`--export=scip`: definitions and resolved calls as a SCIP index, for editors and code-search engines.

Purpose: one Document a code file: an occurrence a definition and a (call site, target), a symbol a definition.
Invariant: every symbol string is unique in the index and depends on the tree alone; occurrences stand in file order.
A file that is no longer what was parsed is left out and counted.
Cost: linear; each file is read once more for its line starts. Documents are made as they are written.
"""

from __future__ import annotations

import os
from array import array
from bisect import bisect_left, bisect_right

from ripwire.crawl.read import ReadProblem, read_file
from ripwire.languages.table import LANGUAGES
from ripwire.model.columns import (
    KIND_CLS,
    KIND_FN,
    KIND_IFACE,
    KIND_METHOD,
    KIND_OTHER,
    KIND_SEC,
    KIND_STRUCT,
    KIND_VAR,
    NO_SYMBOL,
)
from ripwire.model.paths import is_test_path
from ripwire.resolve.scip_index import UTF8
from ripwire.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ripwire.model.columns import Columns
    from ripwire.tree import Tree

_DEFINITION, _TEST = 1, 32  # of an occurrence's roles

_LANGUAGE_NAMES = {
    "bash": "ShellScript", "c": "C", "clojure": "Clojure", "cpp": "CPP", "csharp": "CSharp", "cuda": "CUDA",
    "dart": "Dart", "elixir": "Elixir", "gdscript": "GDScript", "gleam": "Gleam", "go": "Go", "java": "Java",
    "javascript": "JavaScript", "kotlin": "Kotlin", "lua": "Lua", "metal": "Metal", "objc": "Objective_C",
    "php": "PHP", "python": "Python", "ruby": "Ruby", "rust": "Rust", "swift": "Swift", "tsx": "TypeScriptReact",
    "typescript": "TypeScript",
}  # fmt: skip
"""As SCIP spells them, or in its manner."""

# SymbolInformation.Kind and the descriptor's ending, by our kind.
_KINDS = {
    KIND_FN: (17, b"()."), KIND_METHOD: (26, b"()."), KIND_CLS: (7, b"#"), KIND_STRUCT: (49, b"#"),
    KIND_IFACE: (21, b"#"), KIND_VAR: (61, b"."), KIND_SEC: (0, b":"), KIND_OTHER: (29, b"/"),
}  # fmt: skip
_CONSTRUCTOR_KIND = 9
_CONSTRUCTOR_NAMES = frozenset({b"constructor", b"__init__", b"__construct", b"initialize"})

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-$")
_WORD = _PLAIN.difference(b"+-").union(range(0x80, 0x100))


# -- protobuf -------------------------------------------------------------------------------------------------------


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(field: int, value: bytes) -> bytes:
    """A string; protobuf wants valid UTF-8. Nothing for the empty one."""
    if not value:
        return b""
    return _bytes(field, value if value.isascii() else value.decode("utf-8", "replace").encode())


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value) if value else b""


# -- symbols --------------------------------------------------------------------------------------------------------


def _identifier(name: bytes) -> bytes:
    """A name as SCIP's grammar writes it."""
    if _PLAIN.issuperset(name):
        return name or b"_"
    if not name.isascii():
        name = name.decode("utf-8", "replace").encode()
    return b"`" + name.replace(b"`", b"``") + b"`"


def symbol_strings(columns: Columns) -> list[bytes]:
    """The symbol string of every definition: ``ripwire . . . `` and descriptors for path, containers and name.

    Namesakes of one container are told apart by ``(+1)`` where the grammar has room for it, else in the name.
    """
    strings = [b""] * columns.n_symbols
    used: set[bytes] = set()
    next_number: dict[bytes, int] = {}
    files: dict[int, bytes] = {}
    for symbol in range(columns.n_symbols):
        chain = [symbol]  # innermost first; a container may have a higher number than what it contains
        while not strings[chain[-1]]:
            parent = _container(columns, chain[-1])
            if parent is None:
                break
            chain.append(parent)
        for s in reversed(chain):
            if not strings[s]:
                parent = _container(columns, s)
                scope = columns.scope_of(s)
                if parent is None:
                    file = columns.file[s]
                    if file not in files:
                        parts = columns.paths[file].split(b"/")
                        files[file] = b"ripwire . . . " + b"".join(_identifier(part) + b"/" for part in parts)
                    base = files[file]
                else:
                    base = strings[parent]
                    within = columns.name_of(parent)
                    outer = columns.scope_of(parent)
                    within = outer + b"::" + within if outer else within
                    scope = scope[len(within) :] if scope.startswith(within) else b""
                base += b"".join(_identifier(part) + b"#" for part in scope.split(b"::") if part)
                strings[s] = _unique(base, columns.name_of(s), columns.kind[s], used, next_number)
    return strings


def _container(columns: Columns, symbol: int) -> int | None:
    """The innermost symbol around one that gives scope."""
    parent = columns.parent[symbol]
    while parent != NO_SYMBOL and columns.kind[parent] in (KIND_VAR, KIND_SEC):
        parent = columns.parent[parent]
    return None if parent == NO_SYMBOL else parent


def _unique(base: bytes, name: bytes, kind: int, used: set[bytes], next_number: dict[bytes, int]) -> bytes:
    ending = _KINDS[kind][1]
    first = text = base + _identifier(name) + ending
    while text in used:
        number = next_number.get(first, 1)
        next_number[first] = number + 1
        if ending == b"().":
            text = base + _identifier(name) + b"(+%d)." % number
        else:
            text = base + _identifier(name + b"+%d" % number) + ending
    used.add(text)
    return text


# -- calls ----------------------------------------------------------------------------------------------------------


def call_targets(tree: Tree) -> dict[int, list[int]]:
    """Row of a call reference -> the definitions that it was resolved to, ascending."""
    contributions = tree.contributions
    targets: dict[int, set[int]] = {}
    for row, dst in zip(contributions.row, contributions.dst, strict=True):
        targets.setdefault(row, set()).add(dst)
    return {row: sorted(found) for row, found in sorted(targets.items())}


# -- documents ------------------------------------------------------------------------------------------------------


class _Changed(Exception):
    """The file is not what was parsed."""


class _Source:
    """A file's bytes with its line starts."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.starts = array("q", [0])
        at = data.find(b"\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = data.find(b"\n", at + 1)

    def place(self, byte: int) -> tuple[int, int]:
        """0-based line and column of an offset."""
        line = bisect_right(self.starts, byte) - 1
        return line, byte - self.starts[line]

    def name(self, byte: int, line: int, name: bytes) -> tuple[int, int, int]:
        """The range of a name: line, first column, last column. Raises _Changed when it cannot be there."""
        data = self.data
        if byte >= len(data) or self.place(byte)[0] != line - 1:
            raise _Changed
        column = byte - self.starts[line - 1]
        if data.startswith(name, byte):
            return line - 1, column, column + len(name)
        if _WORD.issuperset(name) and name.isascii():
            raise _Changed
        # A name that is not written like this: Elixir's `f/2`, a destructor's `~T`, another encoding.
        end = byte
        while end < len(data) and data[end] in _WORD:
            end += 1
        return line - 1, column, column + max(end - byte, 1)


class Index:
    """The index of a tree, to be written once.

    changed  files that were left out because they changed or vanished while ripwire ran; complete after `chunks`
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.changed: list[bytes] = []

    def chunks(self) -> Iterator[bytes]:
        """The bytes of the index, a chunk a document."""
        from urllib.parse import quote_from_bytes

        tree = self.tree
        columns = tree.columns
        tool = _text(1, b"ripwire") + _text(2, VERSION.encode())
        root = b"file://" + quote_from_bytes(os.path.realpath(tree.crawl.root)).encode()
        yield _bytes(1, _bytes(2, tool) + _text(3, root) + _number(4, UTF8))
        strings = symbol_strings(columns)
        targets = call_targets(tree)
        sited = array("I", targets)
        for file, path in enumerate(columns.paths):
            language = LANGUAGES[columns.languages[file]]
            if not language.family:
                continue
            rows = sited[
                bisect_left(sited, file, key=columns.ref_file.__getitem__) : bisect_right(
                    sited, file, key=columns.ref_file.__getitem__
                )
            ]
            try:
                source = _Source(read_file(os.path.join(tree.crawl.root, path)))
                body = _document(columns, file, source, strings, rows, targets)
            except (ReadProblem, _Changed):
                self.changed.append(path)
                continue
            head = _text(4, _LANGUAGE_NAMES[language.name].encode()) + _text(1, path)
            yield _bytes(2, head + body + _number(6, UTF8))


def _document(
    columns: Columns,
    file: int,
    source: _Source,
    strings: list[bytes],
    rows: Sequence[int],
    targets: dict[int, list[int]],
) -> bytes:
    """Occurrences and symbols of one file."""
    occurrences: list[tuple[tuple[int, int, int], bytes, int, bytes]] = []
    symbols: list[bytes] = []
    role = _TEST if is_test_path(columns.paths[file]) else 0
    for s in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
        if columns.kind[s] == KIND_SEC:
            continue  # a heading of a notebook
        name = columns.name_of(s)
        where = source.name(columns.name_byte[s], columns.line[s], name)
        if columns.end[s] > len(source.data):
            raise _Changed
        first, last = source.place(columns.start[s]), source.place(columns.end[s])
        around = (*first, last[1]) if first[0] == last[0] else (*first, *last)
        occurrences.append((where, strings[s], _DEFINITION | role, _bytes(7, b"".join(map(_varint, around)))))
        kind = _KINDS[columns.kind[s]][0]
        if kind == _KINDS[KIND_METHOD][0] and name in _CONSTRUCTOR_NAMES:
            kind = _CONSTRUCTOR_KIND
        parent = _container(columns, s)
        symbols.append(
            _text(1, strings[s])
            + _text(3, columns.doc_of(s))
            + _number(5, kind)
            + _text(6, name)
            + (_text(8, strings[parent]) if parent is not None else b"")
        )
    for row in rows:
        where = source.name(columns.ref_byte[row], columns.ref_line[row], columns.strings[columns.ref_name[row]])
        occurrences.extend((where, strings[target], role, b"") for target in targets[row])
    occurrences.sort()
    return b"".join(
        _bytes(2, _bytes(1, b"".join(map(_varint, where))) + _text(2, symbol) + _number(3, roles) + around)
        for where, symbol, roles, around in occurrences
    ) + b"".join(_bytes(3, symbol) for symbol in symbols)
