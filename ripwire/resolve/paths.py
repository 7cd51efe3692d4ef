"""Access paths: the reduced text of a receiver or value, as a root and steps.

Purpose: `a.b().c[0]` is looked up step by step; this module says what the steps are, `receivers` what they mean.
Invariant: a function of the text alone. A text that is more than a path (an operator, a literal with content) has none.
Cost: linear in the text, which the extractor keeps below `limits.MAX_PATH_BYTES`; parsed paths are kept by handle.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ATTRIBUTE, CALL, ITEM = range(3)

Step = tuple[int, bytes]
"""(ATTRIBUTE, name), (CALL, b"") or (ITEM, the key as written, empty when it is no constant)."""

_TOKEN = re.compile(
    rb"""\s*(?:
      (?P<word>[#@]{0,2}[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*(?:[?!](?!\.))?)
    | (?P<key>\[(?:"[^"]*"|\d+)?\])
    | (?P<string>"")
    | (?P<call>\(\)|\{\})
    | (?P<number>\d[\w.]*)
    | (?P<mark>\?\.|->|::|\.|\(|\)|\[|\]|.)
    )""",
    re.VERBOSE | re.DOTALL,
)
_PREFIXES = frozenset({b"await", b"new", b"try", b"yield", b"not", b"typeof", b"void", b"async", b"the"})
_DOTS = frozenset({b".", b"::", b"->", b"?.", b"\\"})
_DEPTH = 16  # of grouping brackets; the text's limit allows for more, nobody writes them


class Path:
    """A root and the steps from it.

    root    name it begins with; b"" for a group
    group   the path in brackets that it begins with, else None
    cast    the type that the group is cast to, else b""
    text    whether it begins with a string literal
    steps   what follows
    """

    __slots__ = ("root", "group", "cast", "text", "steps")

    def __init__(self, root: bytes, group: Path | None, cast: bytes, text: bool, steps: tuple[Step, ...]) -> None:
        self.root = root
        self.group = group
        self.cast = cast
        self.text = text
        self.steps = steps

    def then(self, kind: int) -> Path:
        """The path with a step without a name behind it."""
        return Path(self.root, self.group, self.cast, self.text, (*self.steps, (kind, b"")))


_NAME = rb"[A-Za-z_\x80-\xff][A-Za-z0-9_$\x80-\xff]*"
_EXPLICIT = re.compile(rb"\.<[^<>]*(?:<[^<>]*>[^<>]*)*>")
_SIMPLE = re.compile(rb"[#@$]{0,2}" + _NAME + rb"(?:\.[#$]?" + _NAME + rb")*\Z")


def parse(text: bytes) -> Path | None:
    """The path of a text, or None where it is something else.

    >>> parse(b'a.b()["k"]').steps
    ((0, b'b'), (1, b''), (2, b'"k"'))
    """
    if _SIMPLE.match(text) and text not in _PREFIXES:
        root, *names = text.split(b".")
        return Path(root, None, b"", False, tuple((ATTRIBUTE, name) for name in names))
    if b".<" in text:  # Java's `A.<T>f()`
        text = _EXPLICIT.sub(b".", text)
    tokens = [(m.lastgroup or "", m.group(m.lastgroup or 0)) for m in _TOKEN.finditer(text)]
    path, at = _expression(tokens, 0, 0)
    return path if at == len(tokens) else None


def _expression(tokens: list[tuple[str, bytes]], at: int, depth: int) -> tuple[Path | None, int]:
    n = len(tokens)
    while at < n and (tokens[at][1] in _PREFIXES or tokens[at][1] in (b"*", b"&", b"\\", b"::")):
        if at + 1 == n or tokens[at + 1][0] == "call" or (
            tokens[at + 1][1] in _DOTS and not (tokens[at][1] == b"new" and tokens[at + 1][1] in (b"\\", b"::"))
        ):
            break  # a name that happens to be such a word
        at += 1
    if at == n or depth > _DEPTH:
        return None, at
    kind, text = tokens[at]
    root, group, cast, literal = b"", None, b"", False
    if kind == "word":
        root = text
        at += 1
    elif kind == "string":
        literal = True
        at += 1
    elif text == b"(":
        group, at = _expression(tokens, at + 1, depth + 1)
        if group is None:
            return None, at
        if at < n and tokens[at][1] in (b"as", b"satisfies"):
            start = at + 1
            while at < n and tokens[at][1] != b")":
                at += 1
            cast = b"".join(token for _, token in tokens[start:at])
        if at == n or tokens[at][1] != b")":
            return None, at
        at += 1
        if at < n and not cast and (tokens[at][0] == "word" or tokens[at][1] == b"(") and group.root:
            # `(a.T) x`: a cast of all that follows
            cast = b".".join([group.root, *(name for _, name in group.steps)])
            group, at = _expression(tokens, at, depth + 1)
            return (None if group is None else Path(b"", group, cast, False, ())), at
    else:
        return None, at
    steps: list[Step] = []
    if at < n and root in (b"this", b"super") and tokens[at][1][:1] == b"@" and len(tokens[at][1]) > 1:
        steps.append((ATTRIBUTE, root))  # Kotlin's `this@Outer`, as Java's `Outer.this`
        root = tokens[at][1][1:]
        at += 1
    while at < n:
        kind, text = tokens[at]
        if kind == "call":
            if text == b"()":
                steps.append((CALL, b""))
        elif kind == "key":
            steps.append((ITEM, text[1:-1]))
        elif text in _DOTS and at + 1 < n and tokens[at + 1][0] == "word":
            name = tokens[at + 1][1]
            if text == b"::" and name[:1] == b"$":  # PHP's static properties
                name = name[1:]
            at += 1
            steps.append((ATTRIBUTE, name))
        elif text == b"." and at + 1 < n and tokens[at + 1][0] == "number":  # fields of a tuple
            at += 1
            steps.extend((ATTRIBUTE, part) for part in tokens[at][1].split(b".") if part)
        elif text not in (b"!", b"?"):
            break
        at += 1
    return Path(root, group, cast, literal, tuple(steps)), at


def names_of(path: Path) -> Iterator[bytes]:
    """All names in a path."""
    if path.group is not None:
        yield from names_of(path.group)
    if path.root:
        yield path.root
    for kind, name in path.steps:
        if kind == ATTRIBUTE:
            yield name
