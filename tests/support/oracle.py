"""A second, slow extractor: py-tree-sitter and plain Python, from the same query files.

It follows "Capture conventions" in CONTRIBUTING.md independently of the compiled engine, so that a difference between
the two is a fault in one of them. Run it by hand while writing a query:

    python -m tests.support.oracle LANGUAGE FILE [--tree]
"""

from __future__ import annotations

import functools
import importlib.util
import pathlib
import re
import sys
import warnings
from importlib.machinery import ExtensionFileLoader
from typing import Any

import tree_sitter

ROOT = pathlib.Path(__file__).resolve().parents[2]

from ripwire.languages.grammars import QUERY_FILES  # noqa: E402
from ripwire.languages.table import BY_NAME, Language  # noqa: E402
from tests.support.oracle_bindings import Binder, merged  # noqa: E402
from tests.support.oracle_metrics import CAPTURES, collect, measure  # noqa: E402
from tests.support.oracle_paths import Paths  # noqa: E402
from tests.support.oracle_text import (  # noqa: E402
    DOC_ROWS,
    LocalScopes,
    Rows,
    attribute_start,
    binding_text,
    comment_rows,
    doc_text,
    is_identifier,
    is_upper,
    lines,
    scope_text,
    split_name,
    strip_qualifier,
    within,
    without_opening,
)

KINDS = {
    "function": "fn", "macro": "macro", "method": "method", "constructor": "method", "class": "cls", "struct": "struct",
    "union": "struct", "enum": "struct", "type": "struct", "interface": "iface", "trait": "iface", "protocol": "iface",
    "variable": "var", "constant": "var", "field": "var", "property": "var", "section": "sec", "module": "other",
    "namespace": "other",
}  # fmt: skip
ROLES = {"call": "call", "send": "call", "class": "call", "macro": "call", "read": "read", "write": "write",
         "import": "import", "extends": "extends"}  # fmt: skip
ROLE_ORDER = ("call", "read", "write", "import", "extends")
PRIORITY = {"macro": 2, "method": 5, "iface": 4, "struct": 3, "cls": 3, "fn": 2, "var": 1, "sec": 0, "other": 0}
BINDINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "binding": ("var", ()), "binding.field": ("field", ()), "binding.param": ("param", ()),
    "binding.return": ("return", ()), "binding.item": ("var", ("item",)), "binding.enter": ("var", ("enter",)),
    "binding.narrow": ("var", ("narrow",)), "binding.bound": ("var", ("bound",)), "binding.alias": ("var", ("alias",)),
    "binding.yield": ("return", ("item",)),
}  # fmt: skip
FLAGS = (("*", "star"), ("r", "reexport"), ("s", "system"), ("d", "default"), ("p", "package"), ("x", "except"))
PLACES = ("local", "global", "scope.local", "skip", "skip.read", "comment", "docstring", "attribute", "between")
FACTS = {
    *("definition." + kind for kind in KINDS), *("reference." + role for role in ROLES), "scope.type", "scope.module",
    "import", "scope.import", "param.more", "param.optional", "param.none", *BINDINGS, *PLACES, *CAPTURES,
}  # fmt: skip
PARTS = {
    "name", "name.text", "start", "body", "end", "params", "declarator", "qualifier", "receiver", "args", "arity",
    "pipe", "import.source", "import.name", "import.alias", *("import." + flag for _, flag in FLAGS), "binding.type",
    "binding.call", "binding.value", "operator", "label", "bare",
}  # fmt: skip
TYPES = ("cls", "struct", "iface", "scope.type")
FUNCS = ("fn", "method")
Part = dict[str, tree_sitter.Node]
Span = tuple[int, int]


def load(row: Language) -> tree_sitter.Language:
    """The grammar of a row, loaded without running the pack's ``__init__``."""
    package, _, module = row.grammar.partition(":")
    if not module:
        package, module = "tree_sitter_language_pack", "bindings/" + row.grammar
    spec = importlib.util.find_spec(package)
    assert spec and spec.submodule_search_locations
    path = pathlib.Path(spec.submodule_search_locations[0]) / (module + ".abi3.so")
    name = "tests.grammars." + path.name.split(".")[0]
    loader = ExtensionFileLoader(name, str(path))
    mod = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))  # type: ignore[arg-type]
    loader.exec_module(mod)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return tree_sitter.Language(mod.language())


def query_text(row: Language) -> str:
    paths = [ROOT / "queries" / folder / name for folder in row.queries for name in QUERY_FILES]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths if path.name == QUERY_FILES[0] or path.exists())


def _text(node: tree_sitter.Node | None) -> bytes:
    return b"" if node is None else node.text or b""


def climb(node: tree_sitter.Node, row: Language) -> tree_sitter.Node | None:
    for _ in range(6):
        parent = node.parent
        if parent is None or parent.type in row.climb_to:
            return parent
        if parent.type not in row.climb_through:
            return None
        node = parent
    return None


def _count(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [c for c in node.named_children if not c.is_extra and "comment" not in c.type]


@functools.cache
def compiled(row: Language) -> tuple[tree_sitter.Language, tree_sitter.Query]:
    lang = load(row)
    return lang, tree_sitter.Query(lang, query_text(row))


def matches(row: Language, data: bytes) -> tuple[tree_sitter.Tree, list[tuple[int, str, Part]], dict[int, bytes]]:
    """The tree, (pattern, fact, parts) of every match, and what `#prefix!` says of a pattern."""
    prefixes: dict[int, bytes] = {}
    lang, query = compiled(row)
    for i in range(query.capture_count):
        name = query.capture_name(i)
        if name not in FACTS and name not in PARTS and not name.startswith("_"):
            raise ValueError(f"{row.name}: unknown capture @{name}")

    def predicate(name: str, args: Any, pattern: int, caps: dict[str, list[tree_sitter.Node]]) -> bool:
        if name == "prefix!":
            prefixes[pattern] = args[0][0].encode()
            return True
        if name in ("starts?", "not-starts?"):
            heads = tuple(value.encode() for value, kind in args[1:] if kind == "string")
            return all(_text(n).startswith(heads) == (name == "starts?") for n in caps.get(args[0][0], []))
        if name == "lower?":
            return all(re.match(rb"[a-z_\x80-\xff]", _text(n)) for n in caps.get(args[0][0], []))
        if name != "upper?":
            raise ValueError(f"{row.name}: unknown predicate #{name}")
        return all(is_upper(_text(n)) for n in caps.get(args[0][0], []))

    tree = tree_sitter.Parser(lang).parse(data)
    found = []
    for pattern, caps in tree_sitter.QueryCursor(query).matches(tree.root_node, predicate):
        facts = [name for name in caps if name in FACTS]
        if sorted(facts) == ["local", "reference.write"]:
            facts = ["reference.write"]
        if len(facts) > 1:
            raise ValueError(f"{row.name}: pattern {pattern} makes more than one fact: {sorted(facts)}")
        if facts:
            found.append((pattern, facts[0], {name: nodes[0] for name, nodes in caps.items()}))
    return tree, found, prefixes


def extract(row: Language, data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Facts of one file: ``defs``, ``refs``, ``imports``, ``bindings``, each a list of dicts in source order."""
    return _File(row, data).facts()


class _File:
    def __init__(self, row: Language, data: bytes) -> None:
        self.row, self.data = row, data
        self.paths = Paths(row.line_comments)
        self.binder = Binder(row, self.paths)
        self.self_words = {w.encode() for w in row.self_words}
        self.super_words = {w.encode() for w in row.super_words}
        self.raw_defs: dict[int, list[tuple[int, dict[str, Any]]]] = {}
        self.scopes: list[dict[str, Any]] = []
        self.raw_refs: dict[tuple[int, str], list[tuple[int, dict[str, Any]]]] = {}
        self.imports: list[dict[str, Any]] = []
        self.bindings = self.binder.rows
        self.param_marks: set[tuple[int, str]] = set()
        self.import_scopes: list[tuple[int, int, bytes, bytes, bool]] = []
        self.places: dict[str, list[Span]] = {"import": [], "closure": [], **{place: [] for place in PLACES}}
        self.locals: list[tuple[bytes, int]] = []
        self.declared: set[int] = set()  # bytes of locals that are no writes, globals and imported names
        self.globals: list[tuple[bytes, int]] = []
        counted: list[tuple[str, Part]] = []
        self.tree, found, self.prefixes = matches(row, data)
        self.said: dict[int, tree_sitter.Node] = {}  # by the start of a comment: the string in it that speaks
        for pattern, fact, part in found:
            node = part[fact]
            head, _, tail = fact.partition(".")
            if fact in self.places and (node.start_byte, node.end_byte) not in self.places[fact]:
                self.places[fact].append((node.start_byte, node.end_byte))
                if fact == "comment" and "body" in part:
                    self.said[node.start_byte] = part["body"]
            if fact in CAPTURES:
                counted.append((fact, part))
            elif fact == "import":
                self.add_import(pattern, node, part)
            elif head == "param":
                self.param_marks.add((node.start_byte, tail))
            elif fact == "scope.import":
                prefix = separator = b""
                if "import.source" in part:
                    after = self.data[part["import.source"].end_byte : node.end_byte]
                    separator = after[: len(after) - len(after.lstrip(b":.\\"))]
                    prefix = _text(part["import.source"]).strip(b"\"'`<>")
                shared = (node.start_byte, node.end_byte, prefix, separator, "import.reexport" in part)
                self.import_scopes.append(shared)
            elif fact in ("local", "global"):
                name, byte = self.place(node)
                (self.locals if fact == "local" else self.globals).append((name, byte))
                self.declared.add(byte)
            elif fact in BINDINGS:
                self.add_binding(fact, node, part)
            elif head in ("definition", "reference") or fact in ("scope.type", "scope.module"):
                if "name" not in part and "name.text" not in part:
                    raise ValueError(f"{row.name}: pattern {pattern} has {fact} without @name")
                if head == "reference":
                    self.add_reference(pattern, ROLES[tail], part)
                    if "local" in part:
                        self.locals.append(self.place(part["local"]))
                else:
                    self.add_definition(pattern, fact, part)
        self.marks = collect(self.tree, counted)

    def place(self, node: tree_sitter.Node) -> tuple[bytes, int]:
        name, _, offset = split_name(_text(node), self.row)
        return name, node.start_byte + offset

    def receiver(self, part: Part) -> tuple[str, bytes]:
        text = _text(part.get("receiver"))
        if "receiver" not in part:
            recv = "none"
        elif text in self.self_words:
            recv = "this"
        elif text in self.super_words:
            recv = "super"
        else:
            recv = "var" if is_identifier(text) else "expr"
        return recv, self.paths.of(text)

    def add_import(self, pattern: int, node: tree_sitter.Node, part: Part) -> None:
        source, name = _text(part.get("import.source")).strip(b"\"'`<>"), _text(part.get("import.name"))
        if self.row.arity_names:
            name = re.sub(rb"^([^:]*):.*?(\d+).*$", rb"\1/\2", name)
        flags = "".join(f for f, k in FLAGS if "import." + k in part)
        name = name.strip(b"\"'`<>")
        alias = _text(part.get("import.alias")).strip(b"\"'`<>")
        self.declared.update(part[p].start_byte for p in part if p in ("import.name", "import.alias", "import.default"))
        at = part.get("import.name") or part.get("import.source")
        last = (name or source).rstrip(b"/\\")
        path = b"/" in last or b"\\" in last
        if at is not None and not self.row.dotted_sources:
            around = self.data[at.start_byte - 1 : at.start_byte], self.data[at.end_byte : at.end_byte + 1]
            path = path or _text(at)[:1] in (b'"', b"'", b"`") or (
                around[0] in (b'"', b"'", b"`") and around[0] == around[1]
            )
        last = last.replace(b"\\", b"/").rsplit(b"/", 1)[-1].rsplit(b"::", 1)[-1]
        if self.row.family != "c" and not path:
            last = last.rstrip(b".").rsplit(b".", 1)[-1]
        if self.row.arity_names and b"/" in name:
            last = name
        if "d" in flags and "r" not in flags:
            at = part["import.default"]
            alias = last = _text(at)
        self.imports.append({
            "at": at.start_byte if at else node.start_byte, "pattern": pattern, "line": node.start_point[0] + 1,
            "byte": node.start_byte, "source": source, "name": name, "alias": alias, "flags": flags,
        })  # fmt: skip
        if at is not None and last and "p" not in flags:
            self.raw_refs.setdefault((at.start_byte, "import"), []).append((pattern, {
                "role": "import", "name": last, "line": at.start_point[0] + 1, "byte": at.start_byte, "recv": "none",
                "receiver": b"", "qualifier": b"", "argc": None, "pipe": False, "bare": False, "own": False,
            }))  # fmt: skip

    def add_binding(self, fact: str, node: tree_sitter.Node, part: Part) -> None:
        kind, source = BINDINGS[fact]
        if "receiver" in part and self.receiver(part)[0] != "this":
            return
        typed = part.get("binding.type") or part.get("binding.call")
        if fact == "binding.narrow" and "name" not in part:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if _text(node.child_by_field_name("operator")) == b"instanceof" and left and right:
                self.binder.narrow(left, right)
            return
        if "name" not in part and kind != "return":
            raise ValueError(f"{self.row.name}: {fact} without @name")
        if "binding.value" in part:
            return self.binder.value_of(part.get("name"), part["binding.value"], kind, source)
        if fact == "binding.narrow":
            return self.binder.narrow(part["name"], part["binding.type"])
        name, byte = _text(part.get("name")), part.get("name", typed or node).start_byte
        if "binding.type" in part:
            text = binding_text(_text(typed))
        else:
            text = re.sub(rb"\A->(?=.)|(?<=[0-9A-Za-z_\x80-\xff])\.\Z", b"", _text(typed))
            text = self.paths.of(text)
        if "binding.type" not in part and "binding.call" in part:
            source = ("call", *source)
        self.binder.emit(kind, name, text, byte, source)

    def add_definition(self, pattern: int, fact: str, part: Part) -> None:
        row, name, node = self.row, part.get("name.text") or part["name"], part[fact]
        text, qualifier, offset = split_name(_text(name), row, "name.text" in part)
        symbol = fact.startswith("definition")
        if not symbol:
            text, qualifier, offset = scope_text(_text(name), row), b"", 0
        if not text:
            return
        if "declarator" in part:
            climbed = climb(node, row)
            if climbed is None:
                return
            node = climbed
        body = part.get("body") or node.child_by_field_name("body")
        first, last = part.get("start", node), part.get("end", node)
        end_row = last.end_point[0]
        if last.end_point[1] == 0 and last.end_byte > first.start_byte:
            end_row -= 1
        d: dict[str, Any] = {
            "kind": KINDS[fact.partition(".")[2]] if symbol else fact, "name": self.prefixes.get(pattern, b"") + text,
            "title": "name.text" in part,
            "qualifier": scope_text(_text(part["qualifier"]) if "qualifier" in part else qualifier, row),
            "start": first.start_byte, "end": last.end_byte, "end_row": end_row,
            "line": name.start_point[0] + 1 + _text(name)[:offset].count(b"\n"), "name_byte": name.start_byte + offset,
            "body": (body.start_byte, body.end_byte) if body else None, "params": None, "required": None, "open": False,
        }  # fmt: skip
        params = part.get("params") or node.child_by_field_name("parameters")
        kids: list[tree_sitter.Node] | None = None
        around = node if params is None else params
        beside: list[tree_sitter.Node] = []
        opening: list[tree_sitter.Node] = []
        if row.param_nodes:
            kids = [c for c in around.children if c.type in row.param_nodes]
            opening = [c for k in kids for c in (k, *k.children)]
            beside = [c for c in around.children if not c.is_named and c.type in row.open_params]
        if params is not None and not kids:
            kids, beside = _count(params), []
            opening = [c for k in params.children if not k.is_extra for c in (k, *k.children)]
        elif params is None and not kids and (not row.param_nodes or d["kind"] not in ("fn", "method", "macro")):
            kids = None
        d["list"] = (around.start_byte, around.end_byte) if kids is not None else None
        if kids is not None:
            d["params"] = len(kids)
            d["open"] = bool(beside) or any(c.type in row.open_params for c in opening)
            required = sum(not any(c.type in row.open_params for c in (k, *k.children)) for k in kids)
            d["required"] = max(0, required - len(beside))
        if "arity" in part:
            d["params"] = d["required"] = _number(part["arity"])
        if symbol:
            self.raw_defs.setdefault(d["name_byte"], []).append((pattern, d))
        else:
            self.scopes.append(d)

    def add_reference(self, pattern: int, role: str, part: Part) -> None:
        name = part["name"]
        text, qualifier, offset = split_name(_text(name), self.row)
        if not text:
            return
        byte = name.start_byte + offset
        recv, receiver = self.receiver(part)
        qualifier = strip_qualifier(_text(part["qualifier"]) if "qualifier" in part else qualifier, 200)
        if recv == "none" and qualifier in self.self_words:
            recv, qualifier = "this", b""
        argc: int | None = None
        if "args" in part:
            kids = [k for k in part["args"].children if not k.is_extra]
            spread = [c for k in kids for c in (k, *(k.children if self.row.nested_spread else ()))]
            argc = None if any(c.type in self.row.spread_args for c in spread) else len(self.arguments(part))
        if "arity" in part:
            argc = _number(part["arity"])
        word = re.match(rb"\(*([A-Za-z0-9_$@\x80-\xff]+)", qualifier or receiver or text)
        if role == "call" and "args" in part and self.row.values:
            called = {"name": text, "qualifier": qualifier, "receiver": receiver, "recv": recv}
            if "receiver" in part and part["receiver"].start_byte == name.start_byte:
                called = {"name": text, "qualifier": b"", "receiver": b"", "recv": "none"}
            self.binder.arguments(called, part["args"])
        self.raw_refs.setdefault((byte, role), []).append((pattern, {
            "own": bool(word) and word[1] in self.self_words | self.super_words,
            "role": role, "name": text, "byte": byte, "recv": recv, "receiver": receiver,
            "argc": 0 if "bare" in part and argc is None else argc,
            "bare": "bare" in part and role == "call",
            "line": name.start_point[0] + 1 + _text(name)[:offset].count(b"\n"), "qualifier": qualifier,
            "pipe": "pipe" in part,
        }))  # fmt: skip

    def arguments(self, part: Part) -> list[tree_sitter.Node]:
        """Children of the list, or those behind name and receiver where these are inside it."""
        args, last = part["args"], part["name"].start_byte
        if not args.start_byte <= last < args.end_byte:
            return _count(args)
        if "receiver" in part:
            last = max(last, part["receiver"].start_byte)
        return [c for c in _count(args) if c.start_byte > last]

    def merged_definitions(self) -> list[dict[str, Any]]:
        defs = []
        comments = self.places["comment"] + self.places["between"]
        for group in self.raw_defs.values():
            group.sort(key=lambda p: (-PRIORITY[p[1]["kind"]], p[1]["start"], -p[1]["end"], p[0]))
            best = dict(group[0][1])
            for _, other in group[1:]:
                if best["body"] is None and other["body"] is not None:
                    best["body"] = other["body"]
                if best["params"] is None and other["params"] is not None:
                    best.update({key: other[key] for key in ("params", "required", "open", "list")})
                best["qualifier"] = best["qualifier"] or other["qualifier"]
            defs.append(best)
        self.count_marked(defs)
        for best in defs:
            named = best["kind"] in ("fn", "method", "macro") or best["params"] is not None
            if self.row.arity_names and named and not best["title"]:
                best["name"] += b"/%d" % (best["params"] or 0)
            best["written"] = best["start"]
            best["start"] = attribute_start(best["start"], self.data, self.places["attribute"], comments)
        return defs

    def count_marked(self, defs: list[dict[str, Any]]) -> None:
        lists = [d for d in defs if d["list"] and d["params"] is not None]
        for byte, kind in self.param_marks:
            around = [d for d in lists if d["list"][0] <= byte < d["list"][1]]
            if not around:
                continue
            d = min(around, key=lambda d: d["list"][1] - d["list"][0])
            if kind == "none":
                d["params"], d["required"] = max(0, d["params"] - 1), max(0, d["required"] - 1)
            else:
                d["params"] += 1
                d["required"] += kind == "more"
                d["open"] = d["open"] or kind == "optional"

    def definitions(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """(kept definitions, all of them with the scopes)."""
        row, rows = self.row, Rows(self.data)
        # A container's span decides; at the same span a scope holds a symbol.
        everything = sorted(
            self.scopes + self.merged_definitions(),
            key=lambda d: (d["start"], -d["end"], not d["kind"].startswith("scope"), d["name_byte"]),
        )
        stack: list[dict[str, Any]] = []
        kept = []
        for d in everything:
            while stack and (
                not (stack[-1]["start"] <= d["start"] and d["end"] <= stack[-1]["end"])
                or ((stack[-1]["start"], stack[-1]["end"]) == (d["start"], d["end"])
                    and not stack[-1]["kind"].startswith("scope") and not d["kind"].startswith("scope"))
            ):
                stack.pop()
            holder = next((s for s in reversed(stack) if s["kind"] not in ("var", "sec")), None)
            depth = sum(s["kind"] == "sec" for s in stack) + 1
            d["scope"] = b"::".join(filter(None, [holder["path"] if holder else b"", d["qualifier"]]))
            d["path"] = d["scope"] + b"::" + d["name"] if d["scope"] else d["name"]
            d["within"] = holder
            if row.methods and d["kind"] == "fn" and holder and holder["kind"] in TYPES:
                d["kind"] = "method"
            stack.append(d)
            if d["kind"].startswith("scope"):
                continue
            if d["kind"] == "macro":
                d["kind"] = "fn"
            if d["kind"] == "var" and holder and holder["kind"] in FUNCS and not row.keep_locals:
                continue
            if d["kind"] == "var" and row.module_vars and holder and holder["kind"] not in ("other", "scope.module"):
                continue
            bodiless = d["body"] is None or d["body"][0] >= d["end"]
            if d["kind"] == "fn" and bodiless and holder and holder["kind"] in FUNCS:
                continue
            if d["kind"] == "sec" and row.max_depth and depth > row.max_depth:
                continue
            if d["kind"] == "sec":
                d["scope"] = b""
            kept.append(d)
        for d in kept:
            body = d["body"]
            d["sig_end"] = body[0] if body and d["start"] < body[0] < d["end"] else d["end"]
            d["has_body"] = d["sig_end"] < d["end"]
            exact_kind = row.arity == "all" or (row.arity == "functions" and d["kind"] == "fn")
            d["exact"] = bool(exact_kind and d["params"] is not None and not d["open"])
            d["loc"] = d["end_row"] - rows.of(d["start"]) + 1
        self.add_docs(kept, rows)
        measure(self.marks, kept, row.switch_breaks)
        return kept, everything

    def add_docs(self, kept: list[dict[str, Any]], rows: Rows) -> None:
        strings: dict[int, Span] = {}
        for start, end in sorted(self.places["docstring"]):
            holder = self.innermost(kept, start)
            if holder is not None:
                strings.setdefault(holder["name_byte"], (start, end))
        between = self.places["between"] + self.places["attribute"]
        given: dict[int, int] = {}  # by the end of the comments: the start that they describe
        for d in kept:
            if d["name_byte"] in strings:
                start, end = strings[d["name_byte"]]
                text = without_opening(self.data[start:end]).split(b"\n")
            else:
                text, end = comment_rows(d["written"], rows, self.places["comment"], between, self.said)
                if text and given.setdefault(end, d["written"]) != d["written"]:
                    text = []
            d["doc"] = doc_text(text[:DOC_ROWS])

    @staticmethod
    def innermost(kept: list[dict[str, Any]], byte: int) -> dict[str, Any] | None:
        inside = [d for d in kept if d["start"] <= byte < d["end"] and d["kind"] != "sec"]
        return min(inside, key=lambda d: (d["end"] - d["start"], -d["start"], -d["name_byte"]), default=None)

    def references(self, kept: list[dict[str, Any]], everything: list[dict[str, Any]]) -> list[dict[str, Any]]:
        names = {d["name_byte"] for d in kept}
        anywhere = names | {d["name_byte"] for d in everything if d["kind"] != "var"}
        nested = {
            d["name_byte"] for d in kept
            if d["kind"] != "var" or d["within"] is None or d["within"]["kind"] not in FUNCS
        }  # fmt: skip
        scopes = LocalScopes(everything, self.places, [x for x in self.locals if x[1] not in nested], self.globals)
        claimed = anywhere | self.declared
        bare = {byte for (byte, _), group in self.raw_refs.items() if all(r["bare"] for _, r in group)}
        stored = {byte for byte, role in self.raw_refs if role == "write"}
        others = {(byte, role) for byte, role in self.raw_refs if role not in ("read", "write")}
        claimed |= {byte for byte, role in others if role != "call" or byte not in stored} - bare
        read_elsewhere = {byte for byte, role in self.raw_refs if role == "write"} | {
            b["byte"] for b in self.bindings
            if "narrow" not in b["source"] and b["kind"] not in ("argument", "route") and not self.gives_back(b)
        }  # fmt: skip
        read_elsewhere |= bare
        refs = []
        for (byte, role), group in self.raw_refs.items():
            group.sort(key=lambda p: p[0])
            r = dict(group[0][1])
            for _, other in group[1:]:
                if r["recv"] == "none":
                    r["recv"], r["receiver"] = other["recv"], other["receiver"]
                r["qualifier"] = r["qualifier"] or other["qualifier"]
                r["argc"] = other["argc"] if r["argc"] is None else r["argc"]
                r["pipe"] = r["pipe"] or other["pipe"]
                r["bare"] = r["bare"] and other["bare"]
                r["own"] = r["own"] or other["own"]
            if r["qualifier"]:
                r["receiver"] = b""
            if (role == "call" and byte in stored) or byte in names or within(byte, self.places["skip"]):
                continue
            if role in ("read", "write") or r["bare"]:
                if byte in claimed or (role == "read" and byte in read_elsewhere):
                    continue
                if within(byte, self.places["import"]) or within(byte, self.places["skip.read"]):
                    continue
                if r["name"] in self.self_words or r["name"] in self.super_words:
                    continue
                if r["recv"] == "none" and not r["qualifier"] and scopes.is_local(r["name"], byte):
                    continue
            r["local"] = role == "call" and self.begins_locally(r, scopes)
            if r["argc"] is not None:
                r["argc"] += r["pipe"]
                r["name"] += b"/%d" % r["argc"] if self.row.arity_names and role == "call" else b""
            refs.append(r)
        return refs

    @staticmethod
    def begins_locally(r: dict[str, Any], scopes: LocalScopes) -> bool:
        """Whether a call's own name, or the first word of what stands before it, is a local name."""
        before = r["qualifier"] or r["receiver"]
        if r["own"] or (not before and r["recv"] != "none"):
            return False
        word = re.match(rb"\(*([A-Za-z0-9_$@\x80-\xff]+)", before)
        return (word is not None or not before) and scopes.is_local(word[1] if word else r["name"], r["byte"])

    def facts(self) -> dict[str, list[dict[str, Any]]]:
        kept, everything = self.definitions()
        refs = self.references(kept, everything)
        bindings = [b for b in merged(self.bindings) if not self.returned_elsewhere(b, kept)]
        for fact in (*refs, *self.imports, *bindings):
            holder = self.innermost(kept, fact["byte"])
            fact["from"] = holder["path"] if holder else b""
        refs.sort(key=lambda r: (r["byte"], ROLE_ORDER.index(r["role"])))
        for i in self.imports:
            around = sorted((s for s in self.import_scopes if s[0] <= i["byte"] < s[1]), key=lambda s: (s[0], -s[1]))
            path = b""
            for _, _, prefix, separator, _ in around:
                path += prefix + separator
            if around:
                i["source"] = path + i["source"] if i["source"] else path[: len(path) - len(around[-1][3])]
                if any(s[4] for s in around) and "r" not in i["flags"]:
                    i["flags"] = "".join(f for f, _ in FLAGS if f in i["flags"] + "r")
        self.imports.sort(key=lambda i: (i["byte"], i["at"], i["pattern"]))
        return {"defs": kept, "refs": refs, "imports": self.imports, "bindings": bindings}

    @staticmethod
    def gives_back(b: dict[str, Any]) -> bool:
        return b["kind"] == "return" and ("value" in b["source"] or "call" in b["source"])

    def returned_elsewhere(self, b: dict[str, Any], kept: list[dict[str, Any]]) -> bool:
        """Whether a closure gives the value back that is no definition's own function."""
        holder = self.innermost(kept, b["byte"])
        around = [c for c in self.places["closure"] if c[0] <= b["byte"] < c[1]]
        if not self.gives_back(b) or (holder and not around):
            return False
        body = holder["body"] if holder else None
        start, end = min(around, key=lambda c: c[1] - c[0], default=(0, 0))
        return holder is None or body is None or not (start <= body[0] and body[1] <= end)


def _number(node: tree_sitter.Node) -> int:
    digits = bytes(c for c in _text(node) if c in b"0123456789")
    return int(digits or b"0")


def main() -> None:
    row = BY_NAME[sys.argv[1]]
    data = pathlib.Path(sys.argv[2]).read_bytes()
    if "--tree" in sys.argv:
        print(tree_sitter.Parser(load(row)).parse(data).root_node)
        return
    print("\n".join(lines(extract(row, data), data)))


if __name__ == "__main__":
    main()
