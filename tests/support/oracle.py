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

from ripwire.languages.table import BY_NAME, LANGUAGES, Language  # noqa: E402

KINDS = {
    "function": "fn", "macro": "macro", "method": "method", "constructor": "method", "class": "cls", "struct": "struct",
    "union": "struct", "enum": "struct", "type": "struct", "interface": "iface", "trait": "iface", "protocol": "iface",
    "variable": "var", "constant": "var", "field": "var", "property": "var", "section": "sec", "module": "other",
    "namespace": "other",
}  # fmt: skip
ROLES = {"call": "call", "send": "call", "class": "call", "macro": "call", "read": "read", "write": "write",
         "import": "import", "extends": "extends"}  # fmt: skip
PRIORITY = {"macro": 2, "method": 5, "iface": 4, "struct": 3, "cls": 3, "fn": 2, "var": 1, "sec": 0, "other": 0}
PARTS = {"name", "start", "body", "params", "qualifier", "receiver", "args", "import.source", "import.name",
         "import.alias", "import.star", "import.reexport", "import.system", "binding.type", "declarator"}  # fmt: skip
FLAGS = (("*", "star"), ("r", "reexport"), ("s", "system"))
TYPES = ("cls", "struct", "iface", "scope.type")
FUNCS = ("fn", "method")


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
    return "\n".join((ROOT / "queries" / q / "tags.scm").read_text(encoding="utf-8") for q in row.queries)


def _text(node: tree_sitter.Node | None) -> bytes:
    return b"" if node is None else node.text or b""


def split_name(name: bytes, row: Language) -> tuple[bytes, bytes, int]:
    """(final segment, qualifier as written, offset of the final segment)."""
    if row.plain_names:
        quoted = len(name) >= 2 and name[:1] == name[-1:] and name[:1] in (b'"', b"'")
        return (name[1:-1], b"", 1) if quoted else (name, b"", 0)
    if not any(c >= 128 or c == 0x5F or bytes([c]).isalnum() for c in name):
        return name, b"", 0
    operator = re.compile(rb"operator(?![A-Za-z0-9_])")
    # Segments, then the separators between them, outside of template arguments.
    at = cut = depth = 0
    i = 0
    while i < len(name):
        if depth == 0 and i == at:
            while at < len(name) and name[at] in b" \t\r\n":
                at += 1
            i = at
            if operator.match(name, at) or i >= len(name):
                break
        if name[i : i + 1] == b"<":
            depth += 1
        elif name[i : i + 1] == b">" and depth:
            depth -= 1
        elif depth == 0 and name[i : i + 1] in (b".", b"\\"):
            cut, at = i, i + 1
        elif depth == 0 and name[i : i + 2] == b"::":
            cut, at = i, i + 2
            i += 1
        i += 1
    last = name[at:]
    if operator.match(last):
        if last.startswith(b"operator ") and last[9:10] not in (b"", b"("):
            last = last.partition(b"(")[0]
    else:
        last = last[:1] + last[1:].split(b"<", 1)[0]
    return last.rstrip(b" \t\r\n"), name[:cut] if at else b"", at


def _strip(text: bytes, limit: int) -> bytes:
    """A qualifier without white space and template arguments; empty when longer than ``limit``."""
    out, depth = bytearray(), 0
    for c in text:
        if c == 0x3C:
            depth += 1
        elif c == 0x3E and depth:
            depth -= 1
        elif not depth and c not in b" \t\r\n":
            out.append(c)
    return bytes(out) if len(out) <= limit else b""


def _scope(text: bytes, row: Language) -> bytes:
    """A scope as written, joined by ``::``."""
    text = _strip(text, 200)
    return text if row.plain_names else text.replace(b".", b"::").replace(b"\\", b"::")


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


def _ident(text: bytes) -> bool:
    return bool(text) and not text[:1].isdigit() and all(c in b"_$@" or c >= 128 or bytes([c]).isalnum() for c in text)


def _upper(text: bytes) -> bool:
    return (
        len(text) >= 2
        and text[:1].isalpha()
        and text[:1].isupper()
        and all(c == 0x5F or 0x30 <= c <= 0x39 or 0x41 <= c <= 0x5A for c in text)
    )


@functools.cache
def compiled(row: Language) -> tuple[tree_sitter.Language, tree_sitter.Query]:
    lang = load(row)
    return lang, tree_sitter.Query(lang, query_text(row))


def matches(row: Language, data: bytes) -> Any:
    lang, query = compiled(row)
    for i in range(query.capture_count):
        name = query.capture_name(i)
        known = name in PARTS or name.startswith("_") or name in ("import", "binding", "scope.type", "scope.module")
        head, _, tail = name.partition(".")
        known = known or (head == "definition" and tail in KINDS) or (head == "reference" and tail in ROLES)
        if not known:
            raise ValueError(f"{row.name}: unknown capture @{name}")

    def predicate(name: str, args: Any, pattern: int, caps: dict[str, list[tree_sitter.Node]]) -> bool:
        if name != "upper?":
            raise ValueError(f"{row.name}: unknown predicate #{name}")
        return all(_upper(_text(n)) for n in caps.get(args[0][0], []))

    tree = tree_sitter.Parser(lang).parse(data)
    return tree, tree_sitter.QueryCursor(query).matches(tree.root_node, predicate)


def extract(row: Language, data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Facts of one file: ``defs``, ``refs``, ``imports``, ``bindings``, each a list of dicts in source order."""
    tree, found = matches(row, data)
    self_words = {w.encode() for w in row.self_words}
    super_words = {w.encode() for w in row.super_words}
    raw_defs: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    scopes: list[dict[str, Any]] = []
    raw_refs: dict[tuple[int, str], list[tuple[int, dict[str, Any]]]] = {}
    imports: list[dict[str, Any]] = []
    bindings: list[dict[str, Any]] = []
    for pattern, caps in found:
        role = next((c for c in caps if c.partition(".")[0] in ("definition", "reference", "scope", "binding")
                     and c != "binding.type"), "import" if "import" in caps else None)  # fmt: skip
        if role is None:
            continue
        part = {k: v[0] for k, v in caps.items()}
        node, name = part[role], part.get("name")
        head, _, tail = role.partition(".")
        if head == "import":
            source = _text(part.get("import.source")).strip(b"\"'`<>")
            iname = _text(part.get("import.name"))
            at = part.get("import.name") or part.get("import.source")
            imports.append({
                "at": at.start_byte if at else node.start_byte, "pattern": pattern,
                "line": node.start_point[0] + 1, "byte": node.start_byte, "source": source,
                "name": iname, "alias": _text(part.get("import.alias")),
                "flags": "".join(f for f, k in FLAGS if "import." + k in part),
            })  # fmt: skip
            last = (iname or source).rstrip(b"/\\")
            path = b"/" in last or b"\\" in last
            last = last.replace(b"\\", b"/").rsplit(b"/", 1)[-1].rsplit(b"::", 1)[-1]
            if row.family != "c" and not path:
                last = last.rstrip(b".").rsplit(b".", 1)[-1]
            if at is not None and last:
                raw_refs.setdefault((at.start_byte, "import"), []).append((pattern, {
                    "role": "import", "name": last, "line": at.start_point[0] + 1, "byte": at.start_byte,
                    "recv": "none", "receiver": b"", "qualifier": b"", "argc": None}))  # fmt: skip
            continue
        if name is None:
            raise ValueError(f"{row.name}: pattern {pattern} has {role} without @name")
        if head == "binding":
            bindings.append({"name": _text(name), "type": _strip(_text(part.get("binding.type")), 200),
                             "byte": name.start_byte, "line": name.start_point[0] + 1})  # fmt: skip
            continue
        if head in ("definition", "scope"):
            text, qualifier, offset = split_name(_text(name), row)
            if head == "scope":
                text, qualifier, offset = _scope(_text(name), row), b"", 0
            if not text:
                continue
            if "declarator" in part:
                climbed = climb(node, row)
                if climbed is None:
                    continue
                node = climbed
            params = part.get("params") or node.child_by_field_name("parameters")
            body = part.get("body") or node.child_by_field_name("body")
            d = {
                "kind": KINDS[tail] if head == "definition" else role, "name": text,
                "qualifier": _scope(_text(part["qualifier"]) if "qualifier" in part else qualifier, row),
                "start": part["start"].start_byte if "start" in part else node.start_byte, "end": node.end_byte,
                "row": part["start"].start_point[0] if "start" in part else node.start_point[0],
                "end_row": node.end_point[0], "line": name.start_point[0] + 1 + _text(name)[:offset].count(b"\n"),
                "name_byte": name.start_byte + offset,
                "body": body.start_byte if body else None, "params": None, "open": False,
            }  # fmt: skip
            if params is not None:
                kids = _count(params)
                d["params"] = len(kids)
                d["open"] = any(
                    c.type in row.open_params for k in params.children if not k.is_extra for c in (k, *k.children)
                )
            if head == "scope":
                scopes.append(d)
            else:
                raw_defs.setdefault(d["name_byte"], []).append((pattern, d))
            continue
        rname, rqualifier, offset = split_name(_text(name), row)
        if not rname:
            continue
        byte = name.start_byte + offset
        receiver = part.get("receiver")
        text = _text(receiver)
        if receiver is None:
            recv = "none"
        elif text in self_words:
            recv = "this"
        elif text in super_words:
            recv = "super"
        elif _ident(text):
            recv = "var"
        else:
            recv = "expr"
        if len(text) > 64 or any(c in b" \t\r\n" for c in text):
            text = b""
        qualifier = _strip(_text(part["qualifier"]) if "qualifier" in part else rqualifier, 200)
        if recv == "none" and qualifier in self_words:
            recv, qualifier = "this", b""
        argc = None
        if "args" in part:
            kids = _count(part["args"])
            argc = (
                len(kids)
                if not any(k.type in row.spread_args for k in part["args"].children if not k.is_extra)
                else None
            )
        raw_refs.setdefault((byte, ROLES[tail]), []).append((pattern, {
            "role": ROLES[tail], "name": rname, "byte": byte,
            "line": name.start_point[0] + 1 + _text(name)[:offset].count(b"\n"),
            "recv": recv, "receiver": text, "argc": argc,
            "qualifier": qualifier,
        }))  # fmt: skip

    defs = []
    for group in raw_defs.values():
        group.sort(key=lambda p: (-PRIORITY[p[1]["kind"]], p[1]["start"], -p[1]["end"], p[0]))
        best = dict(group[0][1])
        for _, other in group[1:]:
            if best["body"] is None and other["body"] is not None:
                best["body"] = other["body"]
            if best["params"] is None and other["params"] is not None:
                best["params"], best["open"] = other["params"], other["open"]
            best["qualifier"] = best["qualifier"] or other["qualifier"]
        defs.append(best)
    # A container's span decides; at the same span a scope holds a symbol.
    everything = sorted(
        scopes + defs, key=lambda d: (d["start"], -d["end"], not d["kind"].startswith("scope"), d["name_byte"])
    )
    stack: list[dict[str, Any]] = []
    kept = []
    for d in everything:
        while stack and not (stack[-1]["start"] <= d["start"] and d["end"] <= stack[-1]["end"]):
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
            d["dropped"] = True
            continue
        if d["kind"] == "var" and row.module_vars and holder and holder["kind"] not in ("other", "scope.module"):
            d["dropped"] = True
            continue
        bodiless = d["body"] is None or d["body"] >= d["end"]
        if d["kind"] == "fn" and bodiless and holder and holder["kind"] in FUNCS:
            d["dropped"] = True
            continue
        if d["kind"] == "sec" and row.max_depth and depth > row.max_depth:
            d["dropped"] = True
            continue
        if d["kind"] == "sec":
            d["scope"] = b""
        kept.append(d)
    for d in kept:
        b = d["body"]
        d["sig_end"] = b if b is not None and d["start"] < b < d["end"] else d["end"]
        d["has_body"] = d["sig_end"] < d["end"]
        exact_kind = row.arity == "all" or (row.arity == "functions" and d["kind"] == "fn")
        d["exact"] = bool(exact_kind and d["params"] is not None and not d["open"])
        d["loc"] = d["end_row"] - d["row"] + 1
    refs = []
    for (byte, _role), group2 in raw_refs.items():
        if byte in raw_defs and any(d["name_byte"] == byte and "dropped" not in d for d in kept):
            continue
        group2.sort(key=lambda p: p[0])
        r = dict(group2[0][1])
        for _, other in group2[1:]:
            if r["recv"] == "none":
                r["recv"], r["receiver"] = other["recv"], other["receiver"]
            r["qualifier"] = r["qualifier"] or other["qualifier"]
            r["argc"] = other["argc"] if r["argc"] is None else r["argc"]
        inside = [d for d in kept if d["start"] <= byte < d["end"] and d["kind"] != "sec"]
        r["from"] = (
            min(inside, key=lambda d: (d["end"] - d["start"], -d["start"], -d["name_byte"]))["path"] if inside else b""
        )
        refs.append(r)
    refs.sort(key=lambda r: (r["byte"], r["role"]))
    imports.sort(key=lambda i: (i["byte"], i["at"], i["pattern"]))
    bindings.sort(key=lambda b: (b["byte"], b["type"]))
    return {"defs": kept, "refs": refs, "imports": imports, "bindings": bindings}


def lines(facts: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The facts as the text rows that fixtures hold; see tests/languages/README.md."""
    out = []

    def t(b: bytes) -> str:
        return b.decode("utf-8", "replace")

    for d in facts["defs"]:
        span = f"L{d['line']}" + (f"+{d['loc']}" if d["loc"] != 1 else "")
        params = "" if d["params"] is None else f" params={d['params']}" + ("!" if d["exact"] else "")
        out.append(f"def {d['kind']} {t(d['path'])} {span}{params}{'' if d['has_body'] else ' bodiless'}")
    for r in facts["refs"]:
        recv = (
            ""
            if r["recv"] == "none"
            else f" recv={r['recv']}"
            + (f":{t(r['receiver'])}" if r["recv"] in ("var", "expr") and r["receiver"] else "")
        )
        qual = f" qual={t(r['qualifier'])}" if r["qualifier"] else ""
        argc = "" if r["argc"] is None else f" args={r['argc']}"
        out.append(f"ref {r['role']} {t(r['name'])} L{r['line']}{recv}{qual}{argc} in={t(r['from']) or '-'}")
    for i in facts["imports"]:
        parts = [f"import {t(i['source']) or '-'}", f"L{i['line']}"]
        parts += [f"name={t(i['name'])}"] if i["name"] else []
        parts += [f"as={t(i['alias'])}"] if i["alias"] else []
        parts += [f"flags={i['flags']}"] if i["flags"] else []
        out.append(" ".join(parts))
    for b in facts["bindings"]:
        out.append(f"bind {t(b['name'])} {t(b['type'])} L{b['line']}")
    return out


def main() -> None:
    row = BY_NAME[sys.argv[1]]
    data = pathlib.Path(sys.argv[2]).read_bytes()
    if "--tree" in sys.argv:
        print(tree_sitter.Parser(load(row)).parse(data).root_node)
        return
    print("\n".join(lines(extract(row, data))))


if __name__ == "__main__":
    assert LANGUAGES
    main()
