"""Written types: the text of an annotation as a tree, for all languages at once.

Purpose: `Optional["a.B"]`, `A | None`, `const std::vector<A>&`, `(x: A) => B[]` and `[]*A` say which types they are
made of.
Invariant: a function of the text alone; what cannot be read is `None`, never a guess. Cost: linear in the text.
"""

from __future__ import annotations

import re

NAME, UNION, LIST, FUNCTION, META, OBJECT = range(6)


class Type:
    """A node.

    kind   NAME, UNION (of args), LIST (elements: args[0]), FUNCTION (args: parameters, then the result), META
           (`typeof A`, the thing itself: args[0]), OBJECT (members in braces)
    name   the dotted name, ``.`` between segments
    args   type arguments
    """

    __slots__ = ("kind", "name", "args")

    def __init__(self, kind: int, name: bytes = b"", args: tuple[Type | None, ...] = ()) -> None:
        self.kind = kind
        self.name = name
        self.args = args


_WORD = rb"[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*"
_TOKEN = re.compile(
    rb"""\s*(?:
      (?P<word>\\?"""
    + _WORD
    + rb"""(?:(?:\.|::|\\)"""
    + _WORD
    + rb""")*)
    | (?P<arrow>=>|->)
    | (?P<string>"[^"]*"|'[^'\s]*'|'[a-z_]+)
    | (?P<mark>.)
    )""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN = re.compile(_WORD + rb"(?:\." + _WORD + rb")*\Z")
_MODIFIERS = frozenset(
    b"const volatile mut readonly unique struct class enum union typename final dyn impl in out inout ref var let weak "
    b"unowned suspend asserts infer chan override static abstract some any nonnull nullable owned sink move vararg "
    b"consuming borrowing isolated sending each"
    b" __weak __strong __block __kindof __unsafe_unretained __nullable __nonnull "
    b"_Nonnull _Nullable __autoreleasing constexpr device constant thread threadgroup".split()
)
_DEPTH = 24


def parse(text: bytes) -> Type | None:
    """The tree of a written type, None where it cannot be read.

    >>> parse(b"Optional[a.B]").args[0].name
    b'a.B'
    """
    if _PLAIN.match(text):
        return Type(NAME, text)
    name, dots, rest = text.partition(b"...")
    if dots and name.strip().isalnum() and rest:  # Go's parameter of any number of values, whole
        return parse(b"[]" + rest)
    tokens = [(m.lastgroup or "", m.group(m.lastgroup or 0)) for m in _TOKEN.finditer(text)]
    tree, _ = _union(tokens, 0, 0)
    return tree


_Tokens = list[tuple[str, bytes]]


def _union(tokens: _Tokens, at: int, depth: int) -> tuple[Type | None, int]:
    parts: list[Type | None] = []
    if at < len(tokens) and tokens[at][1] == b"|":  # TypeScript lets a union begin with its mark
        at += 1
    while True:
        part, at = _one(tokens, at, depth)
        parts.append(part)
        if at < len(tokens) and tokens[at][1] in (b"|", b"&", b"+"):
            after = tokens[at + 1][1] if at + 1 < len(tokens) else b""
            if after and after not in (b",", b")", b">", b"]"):
                at += 1
                continue
            at += 1  # C++'s reference mark at the end
        break
    if len(parts) == 1:
        return parts[0], at
    return Type(UNION, b"", tuple(part for part in parts if part is not None)), at


def _list(tokens: _Tokens, at: int, depth: int, close: bytes) -> tuple[list[Type | None], int]:
    """Types up to the closing mark, which is passed; names before colons are left out."""
    out: list[Type | None] = []
    n = len(tokens)
    while at < n and tokens[at][1] != close:
        start = at
        if tokens[at][0] == "word" and at + 1 < n and tokens[at + 1][1] in (b":", b"?") and close == b")":
            k = at + 1
            if tokens[k][1] == b"?":
                k += 1
            if k < n and tokens[k][1] == b":":
                at = k + 1
        elif tokens[at][1] == b"." and close == b")":  # `...rest: T[]`
            while at < n and tokens[at][1] == b".":
                at += 1
            continue
        part, at = _union(tokens, at, depth + 1)
        out.append(part)
        nested = 0
        while at < n and (nested or tokens[at][1] not in (b",", b";", close)):
            if tokens[at][1] in (b"(", b"[", b"<", b"{"):
                nested += 1
            elif tokens[at][1] in (b")", b"]", b">", b"}") and nested:
                nested -= 1
            at += 1
        if at < n and tokens[at][1] in (b",", b";"):
            at += 1
        if at == start:
            break
    return out, at + 1


def _skip(tokens: _Tokens, at: int, close: bytes) -> int:
    nested = 0
    open_ = tokens[at][1]
    while at < len(tokens):
        if tokens[at][1] == open_:
            nested += 1
        elif tokens[at][1] == close:
            nested -= 1
            if nested == 0:
                return at + 1
        at += 1
    return at


def _one(tokens: _Tokens, at: int, depth: int) -> tuple[Type | None, int]:
    n = len(tokens)
    if depth > _DEPTH:
        return None, n
    while at < n and (
        tokens[at][1] in (b"*", b"&", b"?", b"@", b"^")
        or tokens[at][0] == "string" and tokens[at][1][:1] == b"'" and tokens[at][1][-1:] != b"'"  # Rust's lifetime
        or tokens[at][1] in _MODIFIERS and at + 1 < n and tokens[at + 1][1] not in (b",", b"|", b".", b">", b"]", b"=")
    ):
        at += 1
    if at >= n:
        return None, at
    kind, text = tokens[at]
    tree: Type | None
    if kind == "string":
        quoted = text[1:-1]
        return (parse(quoted) if _PLAIN.match(quoted) else None), at + 1
    if text in (b"typeof", b"keyof"):
        inner, at = _one(tokens, at + 1, depth + 1)
        return (Type(META, b"", (inner,)) if text == b"typeof" else None), at
    if kind == "word":
        name = text.replace(b"::", b".").replace(b"\\", b".")
        at += 1
        if at < n and tokens[at] == ("word", b"is"):  # `x is T` is a boolean
            _, at = _one(tokens, at + 1, depth + 1)
            return None, at
        args: list[Type | None] = []
        if at < n and tokens[at][1] in (b"<", b"["):
            close = b">" if tokens[at][1] == b"<" else b"]"
            if not (close == b"]" and at + 1 < n and tokens[at + 1][1] == b"]"):
                args, at = _list(tokens, at + 1, depth, close)
                if close == b"]" and at < n and (tokens[at][0] == "word" or tokens[at][1] in (b"*", b"[")):
                    value, at = _one(tokens, at, depth + 1)  # Go's map[K]V
                    args.append(value)
        tree = Type(NAME, name, tuple(args))
    elif text == b"(":
        inside, at = _list(tokens, at + 1, depth, b")")
        if at < n and tokens[at][0] == "arrow":
            result, at = _union(tokens, at + 1, depth + 1)
            return Type(FUNCTION, b"", (*inside, result)), at
        tree = inside[0] if len(inside) == 1 else None
    elif text == b"[":
        if at + 1 < n and tokens[at + 1][1] == b"]":  # Go's []T
            inner_type, at = _one(tokens, at + 2, depth + 1)
            return Type(LIST, b"", (inner_type,)), at
        inside, at = _list(tokens, at + 1, depth, b"]")
        if at < n and tokens[at][0] == "word":  # Go's [4]T
            inner_type, at = _one(tokens, at, depth + 1)
            return Type(LIST, b"", (inner_type,)), at
        tree = Type(LIST, b"", tuple(inside[:1])) if inside else None
    elif text == b"{":
        tree = Type(OBJECT)
        at = _skip(tokens, at, b"}")
    elif text == b"<":  # a generic function type
        at = _skip(tokens, at, b">")
        return _one(tokens, at, depth + 1)
    else:
        return None, at + 1
    while at < n:
        if tokens[at][1] == b"[" and at + 1 < n and tokens[at + 1][1] == b"]":
            tree = Type(LIST, b"", (tree,))
            at += 2
        elif tokens[at][1] == b"[":
            at = _skip(tokens, at, b"]")
            tree = None
        elif tokens[at][1] in (b"?", b"!", b"*", b".") or tokens[at][1] in _MODIFIERS:
            at += 1
        else:
            break
    return tree, at
