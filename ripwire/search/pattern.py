"""From the patterns of a command line to programs that search.

Purpose: `compile_patterns` joins, parses, folds, wraps (-w, -x) and compiles; its tree is what it compiled.
Invariant: a wrong or too large pattern raises PatternError with its place, exactly when ripgrep exits 2 (tests
compare); what a pattern costs is bounded before PCRE2's compiler sees it.
Cost: some microseconds a character, and PCRE2's compiler with its JIT, twice when texts beyond ASCII need their own.
"""

from __future__ import annotations

from ripwire._core.pcre import BadPattern, Program
from ripwire.limits import PATTERN_AUTOMATON_BYTES, PATTERN_MAX_BYTES, PATTERN_MAX_WEIGHT
from ripwire.search import lower
from ripwire.search.lower import ASCII, BYTES, UTF, HoldsLineEnd
from ripwire.search.plain import Flags, Pattern
from ripwire.search.syntax import Concat, Either, Empty, Literal, Look, Node, Parser, PatternError
from ripwire.search.syntax import Flags as SyntaxFlags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Flags", "Pattern", "PatternError", "compile_patterns"]


def compile_patterns(patterns: Sequence[bytes], flags: Flags) -> Pattern:
    """Compile one or several patterns, of which any may match. Raises PatternError."""
    texts = [_decoded(pattern) for pattern in patterns]
    if sum(map(len, patterns)) > PATTERN_MAX_BYTES:
        total = sum(map(len, patterns))
        raise PatternError(f"patterns have {total} bytes, more than {PATTERN_MAX_BYTES}", patterns[0], 0)
    if flags.pcre and not flags.fixed:
        return _pcre(texts, flags)
    if flags.fixed and flags.case == "sensitive":
        tree, ignore_case, names = _plain(texts), False, dict[str, int]()
    else:
        tree, ignore_case, names = _parsed(patterns, texts, flags)
    heavy = lower.literal_of(tree) is None and lower.weight(tree) > PATTERN_MAX_WEIGHT
    if heavy or lower.automaton_bytes(tree) > PATTERN_AUTOMATON_BYTES:
        message = "it is too large when its repetitions are written out; smaller counts would work"
        raise PatternError(message, patterns[0], 0)
    try:
        if not flags.text and not flags.null_data:
            lower.refuse(tree, 0)
        if not flags.multiline:
            for code in _ends(flags):
                tree = lower.strip(tree, code)
    except HoldsLineEnd as error:
        raise _refused(error.code, patterns) from None
    if flags.line:
        kind = "crlf" if flags.crlf else "line"
        tree = Concat((Look(f"{kind}-start"), tree, Look(f"{kind}-end")))
    elif flags.word:
        tree = Concat((Look("start-half", flags.unicode), tree, Look("end-half", flags.unicode)))
    # ripgrep's anchors know no NUL, so it asks line by line.
    by_line = flags.null_data and not flags.multiline
    if not flags.multiline and not by_line:
        tree = lower.by_lines(tree, flags.crlf)
    try:
        ascii_, utf, literals = _programs(tree, not flags.multiline and not flags.null_data, flags.filters)
    except BadPattern as error:
        raise PatternError(f"it is too large: {error.detail}", patterns[0] if patterns else b"", 0) from None
    line_oriented = not flags.multiline or not lower.sees_line_end(tree, 0 if flags.null_data else 10)
    return Pattern(ascii_, utf, ignore_case, line_oriented, by_line, tree, literals, names)


def _decoded(pattern: bytes) -> str:
    try:
        return pattern.decode()
    except UnicodeDecodeError as error:
        raise PatternError(
            "a pattern has to be UTF-8; (?-u:\\xFF) is the byte FF, in hexadecimal digits", pattern, error.start
        ) from None


def _ends(flags: Flags) -> tuple[int, ...]:
    return (0,) if flags.null_data else (13, 10) if flags.crlf else (10,)


def _plain(texts: list[str]) -> Node:
    """-F: texts as they are."""
    trees: list[Node] = []
    for text in texts:
        parts = tuple([Literal(ord(char)) for char in text])
        trees.append(Concat(parts) if len(parts) > 1 else parts[0] if parts else Empty())
    return trees[0] if len(trees) == 1 else Either(tuple(trees))


def _parsed(patterns: Sequence[bytes], texts: list[str], flags: Flags) -> tuple[Node, bool, dict[str, int]]:
    """The tree of the patterns, each in brackets of its own. They are read as one, so flags end with their pattern, and
    a comment or a bracket that one leaves open takes the rest with it, as in ripgrep."""
    if not texts:
        return Either(()), flags.case == "ignore", {}
    escaped = ["".join([_escaped(char) for char in text]) for text in texts] if flags.fixed else texts
    joined = "|".join([f"(?:{text})" for text in escaped])
    ignore_case = flags.case == "ignore"
    try:
        while True:
            begin = SyntaxFlags(i=ignore_case, s=flags.dotall and flags.multiline, u=flags.unicode, R=flags.crlf)
            parser = Parser(joined, begin)
            tree = parser.parse()
            if ignore_case or flags.case != "smart" or parser.uppercase or not parser.literals:
                return tree, ignore_case, parser.names
            ignore_case = True
    except PatternError as error:
        raise _placed(error, patterns, escaped, begin) from None


def _placed(error: PatternError, patterns: Sequence[bytes], texts: list[str], begin: SyntaxFlags) -> PatternError:
    """An error of the joined patterns as one of the pattern it is in: the first that is wrong by itself, or else the
    one where the reading stopped."""
    at = error.at
    for pattern, text in zip(patterns, texts, strict=True):
        try:
            Parser(text, begin).parse()
        except PatternError as alone:
            return PatternError(alone.message, pattern, min(alone.at, len(pattern)))
    for pattern, text in zip(patterns, texts, strict=True):
        size = len(text.encode())
        if at <= 3 + size or pattern is patterns[-1]:
            break
        at -= size + 5
    return PatternError(error.message, pattern, min(max(0, at - 3), len(pattern)))


def _escaped(char: str) -> str:
    return "\\" + char if char.isascii() and not char.isalnum() and char not in "<>" else char


def _refused(code: int, patterns: Sequence[bytes]) -> PatternError:
    if code == 10:
        message = "a match lies in one line, so it can't hold \\n; -U lets it"
    elif code == 13:
        message = "with --crlf a match can't hold \\r; -U lets it"
    else:
        message = "a match can't hold the byte 0: it marks binary files and, with --null-data, ends lines; -a lets it"
    spellings = {10: (b"\\n", b"\n", b"\\x0a", b"\\x0A"), 13: (b"\\r", b"\r"), 0: (b"\\x00", b"\0", b"\\x{0}")}[code]
    for pattern in patterns:
        for spelling in spellings:
            if spelling in pattern:
                return PatternError(message, pattern, pattern.index(spelling))
    return PatternError(message, patterns[0], 0)


def _programs(tree: Node, by_lines: bool, filters: bool) -> tuple[Program, Program, bytes | None]:
    """The two programs of a tree, and its text when it is one. ``by_lines``: no match holds \\n or looks beyond it."""
    by_lines = by_lines and filters
    literal = lower.literal_of(tree)
    if literal is not None:
        text, caseless = literal
        program = Program(text, literal=True, caseless=caseless)
        if lower.bytewise(tree):
            return program, program, None if caseless else text
        return program, _program(tree, UTF, by_lines), None
    run = lower.run_of(tree, True)
    if run is not None:
        ascii_ = Program(run[0], run=(run[1], run[2]))
        if lower.run_of(tree, False) is not None:
            return ascii_, ascii_, None
    elif lower.bytewise(tree):
        program = _program(tree, BYTES, by_lines)
        return program, program, None
    else:
        ascii_ = _program(tree, ASCII, by_lines)
    mode = BYTES if lower.needs_bytes(tree) else UTF
    if filters and run is not None and run[1] > 1 and mode == UTF:
        members = bytes(128) + bytes([1]) * 128
        within = bytes([a | b for a, b in zip(run[0], members, strict=True)]), run[1]
        return ascii_, Program(lower.source(tree, UTF), utf=True, within=within), None
    return ascii_, _program(tree, mode, by_lines), None


def _program(tree: Node, mode: str, by_lines: bool) -> Program:
    near = lower.needle_of(tree, mode) if by_lines else None
    return Program(lower.source(tree, mode), utf=mode == UTF, near=near)


# --- -P ---------------------------------------------------------------------------------------------------------------


def _pcre(texts: list[str], flags: Flags) -> Pattern:
    """-P: the user's own source, for PCRE2 as it is."""
    if not texts:
        program = Program(b"(*FAIL)")
        return Pattern(program, program, False, True, not flags.multiline, None, None, {})
    source = texts[0] if len(texts) == 1 else "|".join([f"(?:{text})" for text in texts])
    ignore_case = flags.case == "ignore" or flags.case == "smart" and not _has_capital(source)
    before, after = "", ""
    if flags.line:
        before, after = "(?m:^)(?:", ")(?m:$)"
    elif flags.word:
        before, after = r"(?<!\w)(?:", r")(?!\w)"
    newline = b"\r\n" if flags.crlf else b"\n"
    try:
        program = Program(
            (before + source + after).encode(),
            utf=flags.unicode, caseless=ignore_case, dotall=flags.dotall and flags.multiline, newline=newline,
            user=True,
        )  # fmt: skip
    except BadPattern as error:
        at = error.at - len(before)
        pattern = texts[0].encode()
        for text in texts if len(texts) > 1 else ():
            pattern, at = text.encode(), at - 3
            if at <= len(pattern):
                break
            at -= len(pattern) + 2
        raise PatternError(error.detail, pattern, min(max(0, at), len(pattern))) from None
    names = {name.decode(): number for name, number in program.names}
    return Pattern(program, program, ignore_case, not flags.multiline, not flags.multiline, None, None, names)


def _has_capital(source: str) -> bool:
    """Whether a source for PCRE2 has a capital letter that no backslash precedes."""
    at = 0
    while at < len(source):
        if source[at] == "\\":
            at += 1
        elif source[at].isupper():
            return True
        at += 1
    return False
