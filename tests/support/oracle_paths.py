"""Access paths, as CONTRIBUTING.md describes them, in plain Python; nothing here knows the compiled engine."""

from __future__ import annotations

import re

MAX_PATH = 200
MAX_TEMPLATES = 16
MAX_ANGLE = 1000

STRING = re.compile(rb"(\"\"\"|'''|\"|')(?:\\.|(?!\1)[^\\])*+(?:\1|\\?\Z)", re.DOTALL)
WORD = re.compile(rb"[A-Za-z0-9_$@\x80-\xff]+")
BLANK = re.compile(rb"[ \t\n\v\f\r]+")
COMMENTS = {
    "//": rb"//[^\n]*+|/\*(?:(?!\*/).)*+(?:\*/|\Z)",
    "#": rb"#[^\n]*+",
    "--": rb"--[^\n]*+",
    ";": rb";[^\n]*+",
}
REGEX = re.compile(rb"/(?:\\.|\[(?:\\.|[^\]\\\n])*+(?:\]|\\?\Z|(?=\n))|[^/\\\[\n])*+(?:/|\\?\Z|(?=\n))", re.DOTALL)
INDEX = re.compile(rb"\[\s*+(?:\"([^\"\\\x00-\x1f]*)\"|'([^\"'\\\x00-\x1f]*)'|([0-9]+))\s*\]")
OPERAND = re.compile(rb"[A-Za-z0-9_$@\x80-\xff)\]}\"]\Z")


class Paths:
    """The paths of texts of one language; comments: how they begin."""

    def __init__(self, comments: tuple[str, ...]) -> None:
        self.comment = re.compile(b"|".join(COMMENTS[c] for c in comments), re.DOTALL)
        self.slash, self.lisp = "//" in comments, ";" in comments

    def closing(self, text: bytes, i: int) -> int:
        """Behind the string, template or bracket that begins at i."""
        stack: list[bytes] = []  # an opening bracket, or b"${"
        template, last = False, b""
        while i < len(text):
            c = text[i : i + 1]
            if template:
                hole = text[i : i + 2] == b"${" and stack.count(b"${") < MAX_TEMPLATES
                template = c != b"`" and not hole
                if hole:
                    stack.append(b"${")
                i += 2 if c == b"\\" or hole else 1
                last = b"{" if hole else b'"'
                if c == b"`" and not stack:
                    return i
                continue
            found = BLANK.match(text, i) or self.comment.match(text, i)
            if found:
                i = found.end()
                continue
            string = STRING.match(text, i)
            if string is None and c == b"/" and self.slash and not OPERAND.match(last) and last != b".":
                string = REGEX.match(text, i)
            i = string.end() if string else i + 1
            template, last = c == b"`", b'"' if string or c == b"`" else c
            if c in (b"(", b"[", b"{"):
                stack.append(c)
            elif c in (b")", b"]", b"}") and stack.pop() == b"${":
                template = c == b"}"
            if not stack and not template:
                return i
        return len(text)

    def angle(self, text: bytes, i: int) -> int:
        """Behind type arguments that begin at i and that a path follows, else 0."""
        depth, near = 0, text[: i + MAX_ANGLE]
        while i < len(near):
            c = near[i : i + 1]
            if c in b"([{\"'`":
                i = self.closing(near, i)
                continue
            if c in b")]}":
                return 0
            if near[i : i + 2] in (b"=>", b"->"):
                i += 2
                continue
            depth += (c == b"<") - (c == b">")
            i += 1
            if depth == 0:
                blank = BLANK.match(text, i)
                i = blank.end() if blank else i
                return i if text[i : i + 1] in b"(.:" else 0
        return 0

    def of(self, text: bytes) -> bytes:
        """The path of a text, empty when it is longer than MAX_PATH."""
        out, i, spaced = b"", 0, False
        while i < len(text) and len(out) <= MAX_PATH:
            c = text[i : i + 1]
            found = BLANK.match(text, i) or self.comment.match(text, i)
            if found:
                i, spaced = found.end(), True
                continue
            word = WORD.match(text, i)
            if word:
                out += b" " if spaced and WORD.match(out[-1:]) else b""
                out, i, spaced = out + word[0], word.end(), False
                continue
            turbofish = text[i : i + 3] == b"::<"
            if (c == b"<" or turbofish) and not spaced and WORD.match(out[-1:]):
                end = self.angle(text, i + 2 * turbofish)
                if end:
                    i = end
                    continue
            after, spaced, touching = text[i + 1 :].lstrip(b" \t\n\v\f\r")[:1], False, not spaced
            maybe = re.compile(rb"\?->|\?\.[ \t\n\v\f\r]*").match(text, i)
            if c in (b'"', b"'", b"`"):
                if c != b"`" and touching:
                    prefix = re.search(rb"(?<![A-Za-z0-9_$@\x80-\xff])[A-Za-z0-9_$@\x80-\xff]{1,2}\Z", out)
                    out = out[: prefix.start()] if prefix else out
                out, i = out + b'""', self.closing(text, i)
            elif c == b"{" or (c in (b"(", b"[") and (OPERAND.search(out) or out.endswith(b">"))):
                end = self.closing(text, i)
                index = INDEX.fullmatch(text, i, end) if c == b"[" else None
                inside = b""
                if index:
                    inside = index[3] or b'"' + (index[1] if index[1] is not None else index[2]) + b'"'
                out, i = out + c + inside + {b"(": b")", b"[": b"]", b"{": b"}"}[c], end
            elif maybe:
                i = maybe.end()
                out += b"" if maybe[0] != b"?->" and text[i : i + 1] in (b"(", b"[") else b"."
            elif c == b"!" and OPERAND.search(out) and after in (b"", b".", b"(", b"[", b"!", b")", b"?"):
                i += 1
            elif text[i : i + 2] == b"->" and not self.lisp:
                out, i = out + b".", i + 2
            else:
                out, i = out + c, i + 1
        return out if len(out) <= MAX_PATH else b""
