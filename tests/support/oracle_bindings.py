"""Bindings, as CONTRIBUTING.md describes them, over py-tree-sitter nodes; nothing here knows the compiled engine."""

from __future__ import annotations

import re
from typing import Any

import tree_sitter

from ripwire.languages.table import Language
from tests.support.oracle_paths import Paths
from tests.support.oracle_text import binding_text, is_identifier

MAX_ENTRIES = 64
MAX_LEVELS = 3
MAX_PATH = 200
SOURCES = ("call", "value", "item", "context", "enter", "narrow", "bound", "alias")  # in the order of their bits
KINDS = ("var", "field", "param", "return", "argument", "route")
_WEB = re.compile(rb"(?P<mark>[\"'`])(?P<path>(?:/|https?://(?!(?P=mark)))(?:(?!(?P=mark))[^\x00-\x20\\])*)(?P=mark)")
Node = tree_sitter.Node
Row = dict[str, Any]


def _text(node: Node | None) -> bytes:
    return b"" if node is None else node.text or b""


def entries(node: Node, room: int = MAX_ENTRIES) -> list[tuple[int, Node]]:
    """The children that count, with how many commas stand before each."""
    out, place = [], 0
    for child in node.children:
        if child.type == ",":
            place += 1
        elif child.is_named and not child.is_extra and "comment" not in child.type:
            out.append((place, child))
    return out[:room]


def source_rank(source: tuple[str, ...]) -> int:
    return sum(1 << SOURCES.index(s) for s in source)


class Binder:
    """Rows of one file."""

    def __init__(self, row: Language, paths: Paths) -> None:
        self.row, self.paths = row, paths
        self.self_words = {w.encode() for w in row.self_words}
        self.shapes = {node: shape for shape, nodes in row.values.items() for node in nodes}
        self.rows: list[Row] = []

    def shape(self, node: Node | None) -> str:
        return self.shapes.get(node.type, "") if node is not None and node.is_named else ""

    def path(self, node: Node | None) -> bytes:
        return self.paths.of(_text(node))

    def emit(self, kind: str, name: bytes, type_: bytes, byte: int, source: tuple[str, ...]) -> None:
        self.rows.append({"kind": kind, "name": name, "type": type_, "byte": byte, "source": source})

    # --- values ---

    def values(
        self, node: Node | None, kind: str, name: bytes, byte: int, source: tuple[str, ...], level: int = 0
    ) -> None:
        """Rows of a value for a name; source is what the fact says: (), ("item",), ("enter",)."""

        def again(part: Node | None, other: bytes | None = None, deeper: int = 0) -> None:
            self.values(part, kind, name if other is None else other, byte, source, level + deeper)

        shape = self.shape(node)
        if node is None or not shape:
            return
        kids = entries(node, 3)
        if shape in ("name", "path", "index"):
            if self.path(node):
                self.emit(kind, name, self.path(node), byte, ("value", *source))
        elif shape == "call":
            callee = kids[0][1] if kids else None
            callee = self.unwrapped(callee) if callee is not None else None
            if self.shape(callee) in ("name", "path", "index", "call") and self.path(callee):
                self.emit(kind, name, self.path(callee), byte, ("call", *source))
        elif shape == "wrap" and kids:
            again(kids[0][1])
        elif shape == "assign":
            again(node.child_by_field_name("right"))
        elif shape == "either":
            operator = _text(node.child_by_field_name("operator"))
            if operator in (b"or", b"||", b"??"):
                again(node.child_by_field_name("left"))
            if operator in (b"or", b"||", b"??", b"and", b"&&"):
                again(node.child_by_field_name("right"))
        elif shape == "choice":
            if node.child_by_field_name("consequence"):
                again(node.child_by_field_name("consequence"))
                again(node.child_by_field_name("alternative"))
            elif len(kids) == 3:
                again(kids[0][1])
                again(kids[2][1])
        elif shape == "cast" and kids:
            before = self.shape(kids[0][1]) == "angle"
            if len(kids) < 2 or source:
                again(kids[1 if before and len(kids) > 1 else 0][1])
            else:
                written = (entries(kids[0][1]) or [(0, None)])[0][1] if before else kids[1][1]
                if binding_text(_text(written)):
                    self.emit(kind, name, binding_text(_text(written)), byte, ())
        elif shape == "list" and kind != "return" and "item" in source:
            for _, entry in entries(node):
                if entry.type in self.row.spread_args:
                    break
                self.values(entry, kind, name, byte, (), level)
        elif shape in ("list", "dict") and kind != "return" and not source and name and level < MAX_LEVELS:
            for place, entry in entries(node):
                if shape == "list":
                    if entry.type in self.row.spread_args:
                        break
                    longer = name + b"[%d]" % place
                    if len(longer) <= MAX_PATH:
                        again(entry, longer, 1)
                elif self.shape(entry) == "pair":
                    key = self.key(entry.child_by_field_name("key"))
                    if key and len(name + key) <= MAX_PATH:
                        again(entry.child_by_field_name("value"), name + key, 1)
                elif self.shape(entry) == "short":
                    longer = name + b'["' + _text(entry) + b'"]'
                    if len(longer) <= MAX_PATH:
                        self.emit(kind, longer, _text(entry), byte, ("value",))

    def key(self, node: Node | None) -> bytes:
        """The index that a constant key is."""
        if node is None or self.shape(node) not in ("", "text"):
            return b""
        if is_identifier(_text(node)):
            return b'["' + _text(node) + b'"]'
        index = self.paths.of(b"x[" + _text(node) + b"]")[1:]
        return index if re.fullmatch(rb"\[(\d+|\"[^\"]*\")\]", index) else b""

    # --- names ---

    def target(self, name: Node, value: Node, kind: str, source: tuple[str, ...]) -> None:
        shape = self.shape(name)
        text = _text(name)
        kids = entries(name, 2)
        if shape in ("", "name"):
            if is_identifier(text.removeprefix(b"#")):
                self.values(value, kind, text, name.start_byte, source)
        elif shape == "path" and len(kids) == 2 and _text(kids[0][1]) in self.self_words:
            self.values(value, "field", _text(kids[1][1]), kids[1][1].start_byte, source)
        elif shape == "index" and len(kids) == 2 and re.search(rb"[\"0-9]\]\Z", self.path(name)):
            base = kids[0][1]
            of = entries(base, 2)
            if self.shape(base) == "name" and _text(base) not in self.self_words:
                self.values(value, kind, self.path(name), name.end_byte - 1, source)
            elif self.shape(base) == "path" and len(of) == 2 and _text(of[0][1]) in self.self_words:
                rest = text[of[1][1].start_byte - name.start_byte :]
                self.values(value, "field", self.paths.of(rest), name.end_byte - 1, source)

    def pairs(self, names: Node, values: Node, kind: str, source: tuple[str, ...]) -> None:
        if self.shape(values) != "list" or source:
            return
        given = {}
        for place, value in entries(values):
            if value.type in self.row.spread_args:
                break
            given[place] = value
        for place, name in entries(names):
            if _text(name)[:1] in (b"*", b".") or not any(p >= place for p in given):
                break
            if place in given:
                self.target(name, given[place], kind, source)

    def unwrapped(self, node: Node) -> Node:
        for _ in range(MAX_LEVELS):
            if self.shape(node) == "wrap" and entries(node):
                node = entries(node)[0][1]
        return node

    def fields(self, names: Node, value: Node, kind: str, source: tuple[str, ...]) -> None:
        value = self.unwrapped(value)
        followed = ("name", "path", "index", "call")
        base = self.path(value)
        if source or not base or self.shape(value) not in followed:
            return
        if self.shape(value) == "call" and self.shape(self.unwrapped(entries(value)[0][1])) not in followed:
            return
        for _, entry in entries(names):
            name: Node | None = None
            key: Node | None = None
            if self.shape(entry) == "pair":
                key, name = entry.child_by_field_name("key"), entry.child_by_field_name("value")
                if name is not None and self.shape(name) == "parameter":
                    name = name.child_by_field_name("left")
                name = name if self.shape(name) == "name" else None
            elif self.shape(entry) == "parameter":
                key = name = entry.child_by_field_name("left")
            elif self.shape(entry) == "short":
                key = name = entry
            if name is None or key is None:
                continue
            path = base + (b"." + _text(key) if is_identifier(_text(key)) else self.key(key))
            if path != base and len(path) <= MAX_PATH:
                self.emit(kind, _text(name), path, name.start_byte, ("value",))

    def narrow(self, name: Node, written: Node) -> None:
        types = [t for _, t in entries(written)] if self.shape(written) == "list" else [written]
        if self.shape(name) in ("name", "path") and self.path(name):
            for one in types:
                if binding_text(_text(one)):
                    self.emit("var", self.path(name), binding_text(_text(one)), name.start_byte, ("narrow",))

    def value_of(self, name: Node | None, value: Node, kind: str, source: tuple[str, ...]) -> None:
        """The rows of a match with @binding.value."""
        if name is None:
            self.values(value, kind, b"", value.start_byte, source)
        elif self.shape(name) == "targets":
            self.pairs(name, value, kind, source)
        elif self.shape(name) == "fields":
            self.fields(name, value, kind, source)
        else:
            self.target(name, value, kind, source)

    # --- arguments ---

    def arguments(self, ref: Row, args: Node) -> None:
        before = ref["qualifier"] or ref["receiver"]
        if not before and ref["recv"] != "none":
            return
        path = before + b"." + ref["name"] if before else ref["name"]
        if before and ref["name"] == b"(":  # a callee without a name
            path = before
        if len(path) > MAX_PATH and before:
            return
        for place, entry in entries(args):
            if entry.type in self.row.spread_args and not self.shape(entry):
                break
            value: Node | None = entry
            selected = path + b"(%d" % place
            if self.shape(entry) == "keyword":
                value = entry.child_by_field_name("value")
                selected = path + b"(" + _text(entry.child_by_field_name("name"))
            if value is None or len(selected) > MAX_PATH:
                continue
            shape = self.shape(value)
            kids = entries(value, 1)
            if shape == "text":
                found = _WEB.fullmatch(_text(value))
                if found and len(found["path"]) <= MAX_PATH and not (found["mark"] == b"`" and b"${" in found["path"]):
                    self.emit("route", found["path"], selected, value.start_byte + 1, ())
            elif shape == "function":
                self.parameters(value, selected)
            elif shape in ("name", "path") and self.path(value):
                self.emit("argument", selected, self.path(value), value.start_byte, ("value",))
            elif shape == "call" and kids and self.shape(kids[0][1]) in ("name", "path") and self.path(kids[0][1]):
                self.emit("argument", selected, self.path(kids[0][1]), value.start_byte, ("call",))

    def parameters(self, function: Node, selected: bytes) -> None:
        one, several = function.child_by_field_name("parameter"), function.child_by_field_name("parameters")
        for place, param in [(0, one)] if one else entries(several) if several else []:
            if _text(param)[:1] in (b"*", b"."):
                break
            name: Node | None = param
            if self.shape(param) == "parameter":
                if param.child_by_field_name("type"):
                    continue
                fields = [param.child_by_field_name(field) for field in ("pattern", "name", "left")]
                name = next((f for f in fields if f), None)
            text = selected + b"(%d" % place
            if name is not None and self.shape(name) == "name" and len(text) <= MAX_PATH:
                self.emit("param", _text(name), text, name.start_byte, ("context",))


def merged(rows: list[Row]) -> list[Row]:
    """One row of each name byte, name, source and type; of a variable and anything else the else."""
    places: dict[tuple[Any, ...], set[str]] = {}
    for b in rows:
        places.setdefault((b["byte"], b["name"], source_rank(b["source"]), b["type"]), set()).add(b["kind"])
    source = {source_rank(b["source"]): b["source"] for b in rows}
    out = []
    for byte, name, rank, type_ in sorted(places):
        kinds = places[byte, name, rank, type_]
        for kind in reversed(KINDS):
            if kind in kinds and (kind != "var" or len(kinds) == 1):
                out.append({"kind": kind, "name": name, "byte": byte, "source": source[rank], "type": type_})
    return out
