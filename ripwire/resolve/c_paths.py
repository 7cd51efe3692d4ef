"""Objective-C messages and C casts as access paths.

Purpose: `[[Foo alloc] initWithName:""]` and `(Foo*)x` are paths like others once the brackets are taken apart.
Invariant: a function of the text alone; None for what is neither. Cost: linear in the text.
"""

from __future__ import annotations

from ripwire.resolve.paths import ATTRIBUTE, CALL, Path, Step, parse

MAX_DEPTH = 16
"""Brackets inside of each other."""

_CALLS = frozenset((b"alloc", b"new", b"allocWithZone"))
_SELF = frozenset((b"self", b"retain", b"autorelease", b"copy", b"mutableCopy", b"class"))


def parse_bracketed(text: bytes, depth: int = 0) -> Path | None:
    """The path of a text that begins with a bracket.

    >>> parse_bracketed(b"[[A alloc] initWithX:y]").steps
    ((1, b''),)
    """
    if depth > MAX_DEPTH:
        return None
    end = _closing(text)
    if end < 0:
        return None
    inside, rest = text[1:end], text[end + 1 :]
    path: Path | None
    if text[:1] == b"[":
        path = _message(inside, depth)
    elif rest and (rest[:1] in b"([*&_$" or rest[:1].isalpha()):
        return _cast(inside, rest, depth)
    else:
        path = parse_any(inside, depth + 1)
    if path is None or not rest:
        return path
    more = parse(b"x" + rest)
    return None if more is None else _with(path, more.steps)


def parse_any(text: bytes, depth: int = 0) -> Path | None:
    """The path of a text of C, C++ or Objective-C."""
    text = text.strip(b" ")
    found = None if text[:1] == b"[" else parse(text)
    return parse_bracketed(text, depth) if found is None and text[:1] in (b"[", b"(") else found


def _closing(text: bytes) -> int:
    """Where the bracket closes that a text begins with, -1 for nowhere."""
    nested = 0
    quoted = False
    for at, byte in enumerate(text):
        if byte == 34:
            quoted = not quoted
        elif quoted:
            continue
        elif byte in b"[({":
            nested += 1
        elif byte in b"])}":
            nested -= 1
            if nested == 0:
                return at
    return -1


def _with(path: Path, steps: tuple[Step, ...]) -> Path:
    return Path(path.root, path.group, path.cast, path.text, (*path.steps, *steps))


def _message(inside: bytes, depth: int) -> Path | None:
    """`receiver selector:argument...`: what making an object and initialising it give is the object."""
    end = _closing(inside) if inside[:1] in (b"[", b"(") else -1
    space = inside.find(b" ", end + 1)
    if inside[:1] == b"[" and end > 0 and inside[end + 1 : end + 2] not in (b"", b" ", b"."):
        space = end + 1  # a space stays only between words
    if space <= 0:
        return None
    receiver = parse_any(inside[:space], depth + 1)
    if receiver is None:
        return None
    selector = inside[space:].lstrip(b" ")
    n = 0
    while n < len(selector) and (selector[n : n + 1].isalnum() or selector[n] in b"_$"):
        n += 1
    name = selector[:n]
    if not name:
        return None
    if name in _CALLS:
        return _with(receiver, ((CALL, b""),))
    if name in _SELF or name == b"init" or name.startswith(b"init") and name[4:5].isupper():
        return receiver
    return _with(receiver, ((ATTRIBUTE, name), (CALL, b"")))


def _cast(type_: bytes, rest: bytes, depth: int) -> Path | None:
    inner = parse_any(rest.lstrip(b"*&"), depth + 1)
    # The type's own name: texts of types are only known where they are written so.
    name = type_.replace(b"__bridge", b"").replace(b"const ", b"").strip(b" *&")
    return None if inner is None or not name else Path(b"", inner, name, False, ())
