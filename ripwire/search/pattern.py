"""From the patterns of a command line to programs that search.

Purpose: `compile_patterns` parses, folds, wraps (-w, -x) and compiles; the tree that it keeps is what was compiled.
Invariant: a wrong pattern raises PatternError with its place. Cost: parsing, and PCRE2's compiler with its JIT.
"""

from __future__ import annotations

from typing import NamedTuple

from ripwire._core.pcre import BadPattern, Program
from ripwire.limits import PATTERN_MAX_BYTES
from ripwire.search.classes import ranges
from ripwire.search.lower import Lowering, NeedsBytes, only_ascii
from ripwire.search.syntax import (
    Class,
    Concat,
    Either,
    Empty,
    Flags,
    Group,
    Literal,
    Look,
    Node,
    Parser,
    PatternError,
    Repeat,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class How(NamedTuple):
    """What the command line says about all patterns. ``case`` is "sensitive", "ignore" or "smart"."""

    fixed: bool = False
    pcre: bool = False
    case: str = "sensitive"
    word: bool = False
    line: bool = False
    multiline: bool = False
    dotall: bool = False
    crlf: bool = False
    unicode: bool = True
    null_data: bool = False


class Pattern:
    """What is searched for.

    ascii, utf   the programs for texts that are all ASCII, and for the others (perhaps the same)
    tree         what they were made of; None for -P
    names        of groups, to their numbers
    by_line      each line is a text of its own
    multiline    matches may hold what ends lines
    ignore_case  what smart case came to
    """

    def __init__(self, ascii_: Program, utf: Program, tree: Node | None, how: How, names: dict[str, int],
                 ignore_case: bool) -> None:  # fmt: skip
        self.ascii, self.utf, self.tree, self.names = ascii_, utf, tree, names
        self.by_line = how.pcre and not how.multiline
        self.multiline = how.multiline
        self.ignore_case = ignore_case


def compile_patterns(patterns: Sequence[bytes], how: How) -> Pattern:
    """Compile one or several patterns, of which any may match. Raises PatternError."""
    if how.pcre and not how.fixed:
        return _pcre(patterns, how)
    ends = 0 if how.null_data else 10
    parsers: list[Parser] = []
    trees: list[Node] = []
    names: dict[str, int] = {}
    fold = how.case == "ignore"
    if how.fixed:
        trees = [_fixed(pattern, how) for pattern in patterns]
        if how.case == "smart":
            texts = [pattern.decode("utf-8", "replace") for pattern in patterns]
            fold = any(texts) and not any(c.isupper() or c.istitle() for text in texts for c in text)
    else:
        parsers, trees = _parsed(patterns, how, fold, names)
        if how.case == "smart":
            fold = any(p.literals for p in parsers) and not any(p.uppercase for p in parsers)
            if fold:
                names.clear()
                parsers, trees = _parsed(patterns, how, True, names)
    if how.fixed and fold:
        trees = [_fixed(pattern, how, True) for pattern in patterns]
    for pattern, tree in zip(patterns, trees, strict=True):
        if not how.multiline:
            _refuse_ends(tree, ends, pattern)
    tree = trees[0] if len(trees) == 1 else Either([Group(tree) for tree in trees]) if trees else Class(ranges())
    if how.line:
        tree = Concat([Look("line-start", crlf=how.crlf), Group(tree), Look("line-end", crlf=how.crlf)])
    elif how.word:
        tree = Concat([Look("start-half", how.unicode), Group(tree), Look("end-half", how.unicode)])
    without = () if how.multiline else (0,) if how.null_data else (10, 13) if how.crlf else (10,)
    return _programs(tree, patterns, how, without, names, fold)


def _parsed(
    patterns: Sequence[bytes], how: How, fold: bool, names: dict[str, int]
) -> tuple[list[Parser], list[Node]]:
    parsers, trees, groups = [], [], 0
    for pattern in patterns:
        flags = Flags(i=fold, s=how.dotall and how.multiline, u=how.unicode, R=how.crlf)
        parser = Parser(pattern, flags, groups, names)
        trees.append(parser.parse())
        groups = parser.groups
        parsers.append(parser)
    return parsers, trees


def _fixed(pattern: bytes, how: How, fold: bool = False) -> Node:
    """The tree of a text that is meant as it is."""
    try:
        return Concat([Literal(ord(char), fold) for char in pattern.decode()])
    except UnicodeDecodeError as error:
        raise PatternError("it is no UTF-8", pattern, error.start) from None


def _refuse_ends(tree: Node, ends: int, pattern: bytes) -> None:
    """Refuse a pattern that names what ends a line: no line could match it."""
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, Literal) and node.code == ends:
            what = "\\n" if ends == 10 else "\\0"
            raise PatternError(f"a match lies in one line, so {what} can't be part of it; -U lets it", pattern, 0)
        if isinstance(node, (Concat, Either)):
            left += node.parts if isinstance(node, Concat) else node.branches
        elif isinstance(node, (Group, Repeat)):
            left.append(node.node)


def literal_of(tree: Node) -> tuple[bytes, bool] | None:
    """The text that a tree means and whether letters of ASCII fold, when it means just one text."""
    parts = list(tree.parts) if isinstance(tree, Concat) else [tree]
    out, folds = [], set()
    for part in parts:
        if isinstance(part, Empty):
            continue
        if not isinstance(part, Literal) or part.byte and part.code > 127:
            return None
        text = chr(part.code)
        if text.lower() != text or text.upper() != text:
            folds.add(part.fold)
        out.append(text)
    text = "".join(out)
    fold = True in folds
    if not text or len(folds) > 1 or fold and not text.isascii():
        return None
    return text.encode(), fold


def _programs(
    tree: Node, patterns: Sequence[bytes], how: How, ends: tuple[int, ...], names: dict[str, int], fold: bool
) -> Pattern:
    newline = b"\0" if how.null_data else b"\n"
    ascii_ = utf = None
    if (text := literal_of(tree)) is not None:
        ascii_ = Program(text[0], literal=True, caseless=text[1])
        if not text[1] or not set(text[0].lower()) & set(b"ks"):
            utf = ascii_
    try:
        if ascii_ is None:
            ascii_ = Program(Lowering("ascii" if how.unicode else "bytes", ends).source(tree), newline=newline)
            if not how.unicode or only_ascii(tree):
                utf = ascii_
        if utf is None:
            utf = Program(Lowering("utf", ends).source(tree), utf=True, newline=newline)
    except NeedsBytes:
        raise PatternError("bytes that are no UTF-8 are not supported in patterns; -P takes \\xFF with --no-unicode",
                           patterns[0], 0) from None  # fmt: skip
    except BadPattern as error:
        raise PatternError(f"it is too large: {error.detail}", patterns[0], 0) from None
    return Pattern(ascii_, utf, tree, how, names, fold)


def _pcre(patterns: Sequence[bytes], how: How) -> Pattern:
    """-P: the user's own source, for PCRE2 as it is."""
    sources = []
    fold = how.case == "ignore"
    if how.case == "smart":
        text = b"".join(patterns).decode("utf-8", "replace")
        fold = not any(c.isupper() for c in text)
    for pattern in patterns:
        if len(pattern) > PATTERN_MAX_BYTES:
            raise PatternError(f"it has {len(pattern)} bytes, more than {PATTERN_MAX_BYTES}", pattern, 0)
        sources.append(b"(?:" + pattern + b")")
    before, after = b"", b""
    source = sources[0] if len(sources) == 1 else b"(?:" + b"|".join(sources) + b")" if sources else b"(*FAIL)"
    if how.line:
        before, after = b"(?m:^)", b"(?m:$)"
    elif how.word:
        before, after = rb"(?<!\w)", rb"(?!\w)"
    newline = b"\0" if how.null_data else b"\n"
    try:
        program = Program(before + source + after, utf=how.unicode, caseless=fold, dotall=how.dotall, newline=newline)
    except BadPattern as error:
        at = min(max(0, error.at - len(before) - 3), len(patterns[0]) if patterns else 0)
        raise PatternError(error.detail, patterns[0] if patterns else b"", at) from None
    names = {name.decode(): number for name, number in program.names.items()}
    return Pattern(program, program, None, how, names, fold)


