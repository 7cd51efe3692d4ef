"""Rules of the oracle about text and names: scopes, types, doc text, local names, and the rows that fixtures hold.

Plain Python from "Capture conventions" in CONTRIBUTING.md; nothing here knows the compiled engine.
"""

from __future__ import annotations

import bisect
import re
from typing import Any

from ripwire.languages.table import Language

WHY = (
    "guard-return", "loop-escape", "switch-escape", "labelled-jump", "goto", "back-edge", "fallthrough", "multi-entry",
)  # fmt: skip
BLANK = b" \t\r\n\f\v"
DOC_ROWS = 12
DOC_BYTES = 200
Spans = list[tuple[int, int]]


def split_name(name: bytes, row: Language, plain: bool = False) -> tuple[bytes, bytes, int]:
    """(final segment, qualifier as written, offset of the final segment)."""
    if (row.plain_names and not (row.arity_names and name[:1] == b":")) or plain:
        quote = re.fullmatch(rb"(['\"])(?:\\.|\1\1|(?!\1)[^\\])*\1", name, re.DOTALL)
        quoted = quote is not None
        return (name[1:-1], b"", 1) if quoted else (name, b"", 0)
    if not any(c >= 128 or c == 0x5F or bytes([c]).isalnum() for c in name):
        return name, b"", 0
    if name[:1] == b":" and name[1:2] != b":":
        last, qualifier, offset = split_name(name[1:], row)
        return last, qualifier, offset + 1
    made = re.match(rb"(map)?->(?=[A-Z])", name)
    if made:
        last, qualifier, offset = split_name(name[made.end() :], row)
        return last, qualifier, offset + made.end()
    name = re.sub(rb"(?<=[0-9A-Za-z])\.\Z", b"", name)
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
    if at and re.match(rb"-[0-9A-Za-z]", name[at:]):
        at += 1
    last = name[at:]
    if operator.match(last):
        if last.startswith(b"operator ") and last[9:10] not in (b"", b"("):
            last = last.partition(b"(")[0]
    else:
        last = last[:1] + last[1:].split(b"<", 1)[0]
    return last.rstrip(b" \t\r\n"), name[:cut] if at else b"", at


def strip_qualifier(text: bytes, limit: int) -> bytes:
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


def scope_text(text: bytes, row: Language) -> bytes:
    """A scope as written, joined by ``::``."""
    text = strip_qualifier(text, 200)
    return text if row.plain_names else text.replace(b".", b"::").replace(b"\\", b"::")


def is_identifier(text: bytes) -> bool:
    return bool(text) and not text[:1].isdigit() and all(c in b"_$@" or c >= 128 or bytes([c]).isalnum() for c in text)


def is_upper(text: bytes) -> bool:
    return (
        len(text) >= 2
        and text[:1].isalpha()
        and text[:1].isupper()
        and all(c == 0x5F or 0x30 <= c <= 0x39 or 0x41 <= c <= 0x5A for c in text)
    )


def binding_text(text: bytes) -> bytes:
    """A bound type, or the callee whose result is bound: one space between words and none elsewhere."""
    text = text.strip(BLANK)
    text = text[2:] if text[:2] == b"->" else text[1:] if text[:1] == b":" and text[1:2] != b":" else text
    text = text.strip(BLANK)
    if len(text) >= 2 and text[:1] == text[-1:] and text[:1] in (b'"', b"'"):
        text = text[1:-1].strip(BLANK)
    text = re.sub(rb"(?<=[A-Za-z0-9_\x80-\xff])[ \t\r\n\f\v]+(?=[A-Za-z0-9_\x80-\xff])", b"\0", text)
    text = bytes(c for c in text if c not in BLANK).replace(b"\0", b" ")
    text = re.sub(rb"(?<=[0-9A-Za-z_\x80-\xff])\.\Z", b"", text)
    return text if len(text) <= 200 else b""


class Rows:
    """The rows of a file: where each starts, and which of them a span fills alone."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.starts = [0, *(i + 1 for i, c in enumerate(data) if c == 0x0A)]

    def of(self, byte: int) -> int:
        return bisect.bisect_right(self.starts, byte) - 1

    def text(self, row: int) -> bytes:
        end = self.starts[row + 1] if row + 1 < len(self.starts) else len(self.data)
        return self.data[self.starts[row] : end]

    def trimmed(self, start: int, end: int) -> tuple[int, int, int]:
        """(first row, last row, end) of a span without the white space at its end."""
        while end > start and self.data[end - 1] in BLANK:
            end -= 1
        return self.of(start), self.of(max(start, end - 1)), end

    def alone(self, start: int, end: int) -> bool:
        first, last, end = self.trimmed(start, end)
        before = self.data[self.starts[first] : start]
        after = self.data[end : self.starts[last] + len(self.text(last))]
        return not before.strip(BLANK) and not after.strip(BLANK)


def attribute_start(start: int, data: bytes, attributes: Spans, others: Spans) -> int:
    """Where a definition starts: at the first attribute before it, with only white space and comments between."""
    ends = {end: (begin, True) for begin, end in attributes}
    ends.update({end: (begin, False) for begin, end in others if end not in ends})
    first = at = start
    while True:
        here = at
        while here > 0 and here not in ends and data[here - 1] in BLANK:
            here -= 1
        begin, attribute = ends.get(here, (here, False))
        if begin >= here:
            return first
        at = begin
        if attribute:
            first = begin


def comment_rows(
    start: int, rows: Rows, comments: Spans, between: Spans, said: dict[int, Any]
) -> tuple[list[bytes], int]:
    """Rows of the comments above a definition that was written at a byte, in source order, and where they end."""
    found: list[bytes] = []
    nearest = -1
    passed = {end: begin for begin, end in sorted(between)}  # of two that end together the inner one
    row = rows.of(start)
    while True:
        end = start
        while end > 0 and end not in passed and rows.data[end - 1] in BLANK:
            end -= 1
        if passed.get(end, end) < end:
            start = passed[end]
            row = rows.of(start)
            continue
        above = [c for c in comments if c[1] <= start and rows.trimmed(*c)[1] == row - 1 and rows.alone(*c)]
        if not above:
            return found, nearest
        start, end = min(above)
        nearest = end if nearest < 0 else nearest
        text = rows.data[start : rows.trimmed(start, end)[2]]
        if start in said:
            text = without_opening(said[start].text or b"")
        found = text.split(b"\n") + found
        row = rows.of(start)


def without_opening(text: bytes) -> bytes:
    """A docstring without its prefix and its opening quotes."""
    prefix = re.match(rb"[A-Za-z0-9\x80-\xff]{0,3}(?=[\"'])", text)
    if prefix is None:
        return text
    return text[prefix.end() :].lstrip(text[prefix.end() : prefix.end() + 1])


def doc_text(rows: list[bytes]) -> bytes:
    """Doc text of rows: markers stripped, joined, cut on a character, trimmed to alphanumeric ends."""
    kept = [re.sub(rb"(\*/|[\s*])+$", b"", re.sub(rb"^[\s/*#;!-]+", b"", r)) for r in rows]
    text = b" ".join(r for r in kept if r and r not in (b"=begin", b"=end"))
    cut = min(DOC_BYTES, len(text))
    while cut < len(text) and text[cut] & 0xC0 == 0x80:
        cut -= 1
    text = text[:cut]

    def alnum(c: int) -> bool:
        return c >= 128 or bytes([c]).isalnum()

    while text and not alnum(text[0]):
        text = text[1:]
    while text and not alnum(text[-1]):
        text = text[:-1]
    return text


class LocalScopes:
    """Which names are local where: functions, closures and `@scope.local` nodes with the names that they declare."""

    def __init__(
        self,
        everything: list[dict[str, Any]],
        places: dict[str, Spans],
        declared: list[tuple[bytes, int]],
        global_names: list[tuple[bytes, int]],
    ) -> None:
        # (start, end, its own name's byte, is a function, names, global names)
        self.scopes: list[tuple[int, int, int, bool, set[bytes], set[bytes]]] = [
            (d["start"], d["end"], d["name_byte"], True, set(), set())
            for d in everything
            if d["kind"] in ("fn", "method")
        ]
        for place in ("closure", "scope.local"):
            self.scopes += [(start, end, -1, False, set(), set()) for start, end in places[place]]
        self.scopes.sort(key=lambda s: s[1] - s[0])
        for name, byte in declared:
            for scope in self.around(byte)[:1]:
                scope[4].add(name)
        for name, byte in global_names:
            for scope in [s for s in self.around(byte) if s[3]][:1]:
                scope[5].add(name)

    def around(self, byte: int) -> list[tuple[int, int, int, bool, set[bytes], set[bytes]]]:
        """The scopes that contain a byte, innermost first."""
        return [s for s in self.scopes if s[0] <= byte < s[1] and byte != s[2]]

    def is_local(self, name: bytes, byte: int) -> bool:
        around = self.around(byte)
        if any(name in s[5] for s in [s for s in around if s[3]][:1]):
            return False
        return any(name in s[4] and name not in s[5] for s in around)


def within(byte: int, spans: Spans) -> bool:
    return any(start <= byte < end for start, end in spans)


def _metric_rows(d: dict[str, Any]) -> str:
    out = ""
    for key, usual in (("cx", 1), ("ccx", 0), ("nest", 0)):
        out += f" {key}={d[key]}" if d[key] != usual else ""
    out += f" humps={d['humps']} deep={d['deep']}" if d["humps"] or d["deep"] else ""
    for key in ("locals", "ppalt"):
        out += f" {key}={d[key]}" if d[key] else ""
    if d["ev"] != 1:
        out += f" ev={d['ev']}:" + ",".join(f"{tag}*{d['why'][tag]}" for tag in WHY if d["why"].get(tag))
    return out


def lines(facts: dict[str, list[dict[str, Any]]], data: bytes) -> list[str]:
    """The facts as the text rows that fixtures hold; see tests/languages/README.md."""
    out = []

    def t(b: bytes) -> str:
        return b.decode("utf-8", "replace")

    for d in facts["defs"]:
        row = f"def {d['kind']} {t(d['path'])} L{d['line']}" + (f"+{d['loc']}" if d["loc"] != 1 else "")
        if d["params"] is not None:
            row += f" params={d['params']}" + (f"/{d['required']}" if d["required"] != d["params"] else "")
            row += "!" if d["exact"] else ""
        row += "" if d["has_body"] else " bodiless"
        out.append(row + (_metric_rows(d) if d["kind"] in ("fn", "method") else ""))
        if d["doc"]:
            out.append(f"doc {t(d['path'])} {t(d['doc'])}")
    for r in facts["refs"]:
        shown = r["recv"] in ("var", "expr") and r["receiver"]
        recv = "" if r["recv"] == "none" else f" recv={r['recv']}" + (f":{t(r['receiver'])}" if shown else "")
        qual = f" qual={t(r['qualifier'])}" if r["qualifier"] else ""
        argc = ("" if r["argc"] is None else f" args={r['argc']}") + (" local" if r["local"] else "")
        out.append(f"ref {r['role']} {t(r['name'])} L{r['line']}{recv}{qual}{argc} in={t(r['from']) or '-'}")
    for i in facts["imports"]:
        parts = [f"import {t(i['source']) or '-'}", f"L{i['line']}"]
        parts += [f"name={t(i['name'])}"] if i["name"] else []
        parts += [f"as={t(i['alias'])}"] if i["alias"] else []
        parts += [f"flags={i['flags']}"] if i["flags"] else []
        parts += [f"in={t(i['from'])}"] if i["from"] else []
        out.append(" ".join(parts))
    for b in facts["bindings"]:
        line = data.count(b"\n", 0, b["byte"]) + 1
        source = "".join(" " + s for s in b["source"])
        bound = f"{t(b['name']) or '-'} {t(b['type']) or '-'}"
        out.append(f"bind {b['kind']} {bound} L{line}{source} in={t(b['from']) or '-'}")
    return out
