"""What a search is compiled to, and the patterns that are just a text.

Purpose: `plain` makes a literal of a pattern without any operator, without the parser of patterns, whose import costs
more than a search of a small tree. Invariant: it gives what `pattern.compile_patterns` would give, or None.
Cost: microseconds.
"""

from __future__ import annotations

from ripwire._core.pcre import Program
from ripwire.limits import PATTERN_MAX_BYTES
from ripwire.named import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.search.syntax import Node

_OPERATORS = frozenset(b"\\.+*?()|[]{}^$")


class Flags(NamedTuple):
    """What the command line says about all patterns. ``case`` is "sensitive", "ignore" or "smart"; the others are -F,
    -P, -w, -x, -U, --multiline-dotall, --crlf, not --no-unicode, --null-data, -a. ``filters``: programs may look first
    for texts that every match holds; without that they find the same."""

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
    text: bool = False
    filters: bool = True


class Pattern(NamedTuple):
    """What is searched for.

    ascii, utf      the programs for texts that are all ASCII, and for the others (perhaps the same object)
    ignore_case     what smart case came to
    line_oriented   no match can hold what ends lines, so a whole text is searched at once
    by_line         each line is a text of its own, without what ends it (-P, --null-data)
    tree            what the programs were made of; None for -P
    literals        the text that is searched for, when it is just one in one spelling
    names           of groups, to their numbers
    """

    ascii: Program
    utf: Program
    ignore_case: bool
    line_oriented: bool
    by_line: bool
    tree: Node | None
    literals: bytes | None
    names: dict[str, int]


def plain(patterns: Sequence[bytes], flags: Flags) -> Pattern | None:
    """The program of one pattern of printable ASCII without operators, in just this spelling; None for all others."""
    if len(patterns) != 1 or not patterns[0] or flags.word or flags.line or flags.null_data:
        return None
    if flags.pcre and not flags.fixed:
        return None
    text = patterns[0]
    if len(text) > PATTERN_MAX_BYTES or not text.isascii() or min(text) < 32:
        return None
    if not flags.fixed and not _OPERATORS.isdisjoint(text):
        return None
    if flags.case == "ignore" or flags.case == "smart" and text == text.lower():
        return None
    program = Program(text, literal=True)
    return Pattern(program, program, False, True, False, None, text, {})
