"""Names of a function's parameters, in order, from the text behind its name (Python, JavaScript, TypeScript).

Purpose: an argument's place says which parameter takes it; untyped parameters have no binding of their own.
Invariant: a function of the text alone; what cannot be read ends the list. Cost: linear in the signature.
"""

from __future__ import annotations

import re

from ripwire.limits import MAX_SIGNATURE_BYTES

PLAIN, NAMED, LIST, EVERY_NAME = range(4)
"""How a parameter takes its values: by place or name, by name only, all further ones by place, all further by name."""

Parameter = tuple[bytes, int]

_TOKEN = re.compile(
    rb"""\s+ | \#[^\n]* | //[^\n]* | /\*.*?\*/
      | (?P<text>\"\"\".*?\"\"\" | '''.*?''' | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `(?:[^`\\]|\\.)*`)
      | (?P<word>[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*)
      | (?P<mark>\.\.\. | \*\*|=>|.)""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN_ECMA = re.compile(rb"[\s:=]*(?:async\s+)?(?P<name>[A-Za-z_$][A-Za-z0-9_$]*)\s*=>")
_BEFORE = frozenset({b"public", b"private", b"protected", b"readonly", b"override"})
_OPEN, _CLOSE = b"([{", b")]}"


def parameters(text: bytes, python: bool) -> list[Parameter]:
    """The parameters that are written behind a function's name; without a name what is taken apart.

    >>> parameters(b"(a, *, b: int = f(1, 2), **c):", True)
    [(b'a', 0), (b'b', 1), (b'c', 3)]
    """
    text = text[:MAX_SIGNATURE_BYTES]
    if python:
        word = re.match(rb"\s*(?::[^=\n]*)?=\s*\(*lambda\b", text)
        if word:
            return _read(text[word.end() :], python, b":")
    else:
        alone = _PLAIN_ECMA.match(text)
        if alone and alone["name"] != b"async":
            return [(alone["name"], PLAIN)]
    at = _open(text, python)
    return _read(text[at + 1 :], python, b")") if at >= 0 else []


def _open(text: bytes, python: bool) -> int:
    """Where the list's bracket is: behind type parameters or what a name is bound to."""
    depth = 0
    opened = b"[" if python else b"<"
    closed = b"]" if python else b">"
    for match in _TOKEN.finditer(text):
        mark = match["mark"]
        if mark == opened:
            depth += 1
        elif mark == closed:
            depth -= 1
        elif mark == b"(" and depth <= 0:
            return match.start()
        elif mark == b"{" and depth <= 0:
            return -1
    return -1


def _read(text: bytes, python: bool, close: bytes) -> list[Parameter]:
    out: list[Parameter] = []
    depth = 0
    kind = PLAIN
    name: bytes | None = None
    rest = by_name = False
    for match in _TOKEN.finditer(text):
        word, mark = match["word"], match["mark"]
        if depth == 0 and mark and (mark == close or mark == b","):
            if name is not None:
                out.append((name, kind))
            elif python and kind == LIST:
                by_name = True
            if mark == close:
                return out
            name, rest = None, False
            kind = NAMED if by_name else PLAIN
            continue
        if mark and mark in _OPEN:
            if depth == 0 and name is None and not rest:
                name, rest = b"", True  # a pattern
            depth += 1
        elif mark and mark in _CLOSE:
            depth -= 1
        elif depth or rest:
            continue
        elif mark in (b"*", b"..."):
            kind = LIST
        elif mark == b"**":
            kind = EVERY_NAME
        elif mark in (b":", b"=", b"?"):
            rest = True
        elif word and name is None and not (not python and word in _BEFORE):
            name = word
            if python and kind == LIST:
                by_name = True
    return []
