"""Content checks that come before a parse: is it text, which language, and does the grammar survive it.

Purpose: the language after a look inside, and a reason to leave a file out. The nesting checks are memory safety:
scanners of some grammars write past their buffers on deep input (limits.py has the numbers).
Invariant: pure functions of the bytes. Linear time, no recursion, whatever the input.
Cost: each check has a gate that an ordinary file passes in a microsecond or so, and an exact scan behind it.

A generated file (an ``@generated`` mark, a source map's address) is kept unless it is minified: its names are called
from hand-written code, and without it those calls would lead nowhere.
"""

from __future__ import annotations

from itertools import accumulate

from ripwire.languages.table import LANGUAGES
from ripwire.limits import (
    BINARY_SNIFF_BYTES,
    JSON_MAX_LEVELS,
    KOTLIN_MAX_LEVELS,
    KOTLIN_MAX_TEMPLATES,
    MINIFIED_LINE_BYTES,
    MINIFIED_MIN_BYTES,
    MINIFIED_PUNCTUATION_PERCENT,
    OBJC_SNIFF_BYTES,
    PYTHON_MAX_LEVELS,
    YAML_MAX_LEVELS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_CODES = {row.name: code for code, row in enumerate(LANGUAGES)}
_CPP, _OBJC, _JSON, _YAML, _KOTLIN, _PYTHON = (
    _CODES[name] for name in ("cpp", "objc", "json", "yaml", "kotlin", "python")
)
# Long lines are normal in data and in prose.
_CODE = frozenset(code for code, row in enumerate(LANGUAGES) if row.family)

# UTF-16 in both orders; the first is also how little-endian UTF-32 starts.
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_OBJC_MARKS = (b"@interface", b"@protocol", b"@implementation")
_PUNCTUATION = (b";", b",", b"(", b")", b"{", b"}")


def inspect(data: bytes, language: int, path: bytes = b"") -> tuple[int, str | None]:
    """The language after sniffing, and the reason to drop the file: "encoding", "binary", "nested", "minified" or None.

    Only a header can turn into Objective-C. ``path`` tells a header from a C++ source; without it each C++ file counts
    as one.
    """
    if data.startswith(_WIDE_MARKS):
        return language, "encoding"
    if data.find(0, 0, BINARY_SNIFF_BYTES) >= 0:
        return language, "binary"
    if language == _CPP:
        if (not path or path[-2:] in (b".h", b".H")) and is_objc(data):
            language = _OBJC
    elif language == _JSON:
        if data.count(b"{") + data.count(b"[") > JSON_MAX_LEVELS and json_levels(data) > JSON_MAX_LEVELS:
            return language, "nested"
    elif language == _YAML:
        if _may_be_deep_yaml(data) and yaml_levels(data) > YAML_MAX_LEVELS:
            return language, "nested"
    elif language == _PYTHON:
        if _may_be_deep_python(data) and python_levels(data) > PYTHON_MAX_LEVELS:
            return language, "nested"
    elif language == _KOTLIN:
        templates = data.count(b"${")
        if templates > KOTLIN_MAX_TEMPLATES or (
            templates > KOTLIN_MAX_LEVELS and kotlin_levels(data) > KOTLIN_MAX_LEVELS
        ):
            return language, "nested"
    if len(data) >= MINIFIED_MIN_BYTES and language in _CODE and is_minified(data):
        return language, "minified"
    return language, None


def is_objc(header: bytes) -> bool:
    """Whether the start of a C-family header has an Objective-C directive outside of a comment.

    Doxygen has commands of the same names, so what stands before the directive on its line decides.
    """
    if header.find(b"@", 0, OBJC_SNIFF_BYTES) < 0:
        return False
    head = header[:OBJC_SNIFF_BYTES]
    for mark in _OBJC_MARKS:
        at = head.find(mark)
        while at >= 0:
            before = head[head.rfind(b"\n", 0, at) + 1 : at].lstrip()
            if not before.startswith(b"*") and b"//" not in before and b"/*" not in before:
                return True
            at = head.find(mark, at + 1)
    return False


def is_minified(data: bytes) -> bool:
    """Whether the lines are too long for a person, and are code and not one long literal."""
    if (data.count(b"\n") + 1) * MINIFIED_LINE_BYTES > len(data):
        return False
    return sum(map(data.count, _PUNCTUATION)) * 100 >= len(data) * MINIFIED_PUNCTUATION_PERCENT


# --- Python ---------------------------------------------------------------------------------------------------------

# A tab stands for up to 8 columns, so a line this deep has a run of at least that many blanks.
_DEEP_BLANKS = PYTHON_MAX_LEVELS // 8


_DEEP_LINE = b"\n" + b" " * _DEEP_BLANKS
_BLANKS_ALIKE = bytes.maketrans(b"\t\f\r", b"  \n")


def _may_be_deep_python(data: bytes) -> bool:
    """Whether a line may be indented by more columns than there may be levels. Two searches for nearly every file."""
    if b"\t" in data or b"\f" in data or b"\r" in data:
        data = data.translate(_BLANKS_ALIKE)
    return _DEEP_LINE in data or data.startswith(_DEEP_LINE[1:])


def python_levels(data: bytes) -> int:
    """The most indentation levels that can be open at once: every line counts, in strings and brackets too."""
    open_levels: list[int] = []
    deepest = 0
    for line in data.splitlines():
        body = line.lstrip(b" \t\f")
        if not body:
            continue
        column = len(line[: len(line) - len(body)].expandtabs(8))
        while open_levels and open_levels[-1] >= column:
            open_levels.pop()
        if column:
            open_levels.append(column)
        deepest = max(deepest, len(open_levels))
    return deepest


# --- JSON -----------------------------------------------------------------------------------------------------------

_NOT_BRACKET = bytes(set(range(256)) - set(b"[]{}"))
# Opening is +1 and closing -1 when read as signed bytes.
_STEP = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")


def json_levels(data: bytes) -> int:
    """How deep arrays and objects nest, brackets in strings not counted.

    A string ends at the end of its line at the latest: JSON strings hold no line break, and with one quote too many the
    rest of a broken file must not pass as text.
    """
    body = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    pieces = body.split(b'"')
    if len(pieces) % 2 and b"\n" not in b"".join(pieces[1::2]):
        outside = b"".join(pieces[::2])
    else:
        outside = b"".join(b"".join(line.split(b'"')[::2]) for line in body.split(b"\n"))
    steps = memoryview(outside.translate(_STEP, _NOT_BRACKET)).cast("b")
    deepest = depth = lowest = 0
    for depth in accumulate(steps):
        # Depth is measured from the lowest point so far: closing more than was opened must not hide what follows.
        if depth - lowest > deepest:
            deepest = depth - lowest
        elif depth < lowest:
            lowest = depth
    return deepest


# --- YAML -----------------------------------------------------------------------------------------------------------

# A deep file has a line with a long run of indentation or of indicators. By the grammar the run would be at the line's
# start and about 120 bytes long; in error recovery the scanner also opens levels in the middle of a line, so the gate
# asks for much less, anywhere.
_DEEP_RUN = b" " * 24
_RUN = bytes(32 if byte in b" \t-?:" else 120 for byte in range(256))
_INDICATORS = frozenset({b"-", b"?", b":"})
# Blanks and line breaks as the scanner sees them: a tab is one column, \r alone ends a line.
_PLAIN_BLANKS = bytes.maketrans(b"\t\r", b" \n")


def _may_be_deep_yaml(data: bytes) -> bool:
    return _DEEP_RUN in data.translate(_RUN)


def yaml_levels(data: bytes) -> int:
    """How many block mappings and sequences are open at once, at most.

    An upper bound: each line is taken to open a mapping at its first word, indicators in the middle of a line open a
    level too (the scanner may think so after a syntax error), and text in block scalars counts like any other.
    """
    columns: list[int] = []  # of the open levels; the same column twice is a sequence in its key's column
    sequences: list[bool] = []
    deepest = 0
    for line in data.removeprefix(b"\xef\xbb\xbf").translate(_PLAIN_BLANKS).split(b"\n"):
        column = 0
        opens = True  # the first word of a line and the one after an indicator open a level
        for word in line.split(b" "):
            if word:
                indicator = word in _INDICATORS
                if indicator or opens:
                    if word[0] == 35 and opens:  # a comment opens nothing
                        break
                    sequence = word == b"-"
                    while columns and (
                        columns[-1] > column or (columns[-1] == column and sequences[-1] and not sequence)
                    ):
                        columns.pop()
                        sequences.pop()
                    if not columns or columns[-1] < column or sequence != sequences[-1]:
                        columns.append(column)
                        sequences.append(sequence)
                        deepest = max(deepest, len(columns))
                    opens = indicator
            column += len(word) + 1
    return deepest


# --- Kotlin ---------------------------------------------------------------------------------------------------------

_patterns: list[re.Pattern[bytes]] = []


def kotlin_levels(data: bytes) -> int:
    """How deep ``${`` templates nest. A small lexer: a stack of open braces, templates and strings."""
    if not _patterns:
        import re  # only files with very many templates come here

        _patterns.append(re.compile(rb"\"\"\"|\"|[{}]|//[^\n]*|/\*|'(?:\\.|[^'\\\n])'"))
        _patterns.append(re.compile(rb"\\.|\"|\$\{|\n", re.DOTALL))
        _patterns.append(re.compile(rb"\"\"\"+|\$\{"))
    code, text, raw = _patterns
    stack: list[bytes] = []  # b"{", b"${", b'"' or b'"""'
    templates = deepest = at = 0
    while True:
        top = stack[-1] if stack else b""
        pattern = text if top == b'"' else raw if top == b'"""' else code
        match = pattern.search(data, at)
        if match is None:
            return deepest
        at = match.end()
        token = match[0]
        if token == b"${":
            stack.append(token)
            templates += 1
            deepest = max(deepest, templates)
        elif token == b"/*":
            end = data.find(b"*/", at)
            at = len(data) if end < 0 else end + 2
        elif token == b"{" or (pattern is code and token in (b'"', b'"""')):
            stack.append(token)
        elif token == b"}":
            if stack:
                templates -= stack.pop() == b"${"
        elif token == b"\n" or token == b'"' or (pattern is raw and token.startswith(b'"""')):
            stack.pop()
