"""The syntax of ripgrep's regular expressions (the dialect of Rust's regex crate) as a tree.

Purpose: one tree that the lowering to PCRE2, the cover plan and the crest sieve read, so that they can't drift apart.
Invariant: what is no expression of the dialect raises PatternError with the byte where it is wrong; nothing is guessed.
Classes stay symbolic where they are Unicode's (`classes.Set`). No function calls itself for each bracket of a pattern.
Cost: linear in the pattern; copies of counted repetitions are not written out here.
Source of the grammar: the documentation of the crate regex-syntax 0.8.
"""

from __future__ import annotations

from ripwire.limits import PATTERN_MAX_BYTES, PATTERN_MAX_LEVELS, REPEAT_MAX
from ripwire.search import classes
from ripwire.search.classes import Set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

class PatternError(ValueError):
    """A pattern that is none. ``at`` is a byte of ``pattern``."""

    def __init__(self, message: str, pattern: bytes, at: int) -> None:
        super().__init__(message)
        self.message, self.pattern, self.at = message, pattern, at


class Node:
    """A part of an expression. ``fold``: letters stand for both their cases."""

    __slots__ = ()


class Empty(Node):
    """Matches the empty text."""

    __slots__ = ()


class Literal(Node):
    """A code point, or with ``byte`` a byte that need not be UTF-8."""

    __slots__ = ("code", "fold", "byte")

    def __init__(self, code: int, fold: bool = False, byte: bool = False) -> None:
        self.code, self.fold, self.byte = code, fold, byte


class Class(Node):
    """One of a set of characters, folded already; ``bytes_``: of bytes, outside of Unicode mode."""

    __slots__ = ("set", "bytes_")

    def __init__(self, set_: Set, bytes_: bool = False) -> None:
        self.set, self.bytes_ = set_, bytes_


class Look(Node):
    """An assertion: "line-start", "line-end", "word", "not-word", "word-start", "word-end", "start-half" or
    "end-half"."""

    __slots__ = ("kind", "unicode", "crlf")

    def __init__(self, kind: str, unicode: bool = True, crlf: bool = False) -> None:
        self.kind, self.unicode, self.crlf = kind, unicode, crlf


class Repeat(Node):
    """``node`` from least to most times; most -1: any number."""

    __slots__ = ("node", "least", "most", "lazy")

    def __init__(self, node: Node, least: int, most: int, lazy: bool) -> None:
        self.node, self.least, self.most, self.lazy = node, least, most, lazy


class Group(Node):
    """``number`` 0: captures nothing."""

    __slots__ = ("node", "number", "name")

    def __init__(self, node: Node, number: int = 0, name: str = "") -> None:
        self.node, self.number, self.name = node, number, name


class Concat(Node):
    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Node]) -> None:
        self.parts = tuple(parts)


class Either(Node):
    """The first alternative that matches."""

    __slots__ = ("branches",)

    def __init__(self, branches: Sequence[Node]) -> None:
        self.branches = tuple(branches)


class Flags:
    """What the letters in (?imsUuxR) say."""

    __slots__ = ("i", "m", "s", "U", "u", "x", "R")

    def __init__(self, i: bool = False, m: bool = True, s: bool = False, u: bool = True, R: bool = False) -> None:
        self.i, self.m, self.s, self.u, self.R = i, m, s, u, R
        self.U = self.x = False

    def copy(self) -> Flags:
        other = Flags()
        for letter in self.__slots__:
            setattr(other, letter, getattr(self, letter))
        return other


_ESCAPES = {"a": 7, "f": 12, "t": 9, "n": 10, "r": 13, "v": 11}
_POSIX = {
    "alnum": b"09AZaz", "alpha": b"AZaz", "ascii": b"\x00\x7f", "blank": b"\t\t  ", "cntrl": b"\x00\x1f\x7f\x7f",
    "digit": b"09", "graph": b"!~", "lower": b"az", "print": b" ~", "punct": b"!/:@[`{~", "space": b"\t\r  ",
    "upper": b"AZ", "word": b"09AZ__az", "xdigit": b"09AFaf",
}  # fmt: skip
_BOUNDARIES = {"start": "word-start", "end": "word-end", "start-half": "start-half", "end-half": "end-half"}
_LOOKS = {"A": "line-start", "z": "line-end", "<": "word-start", ">": "word-end", "b": "word", "B": "not-word"}
_ADVICE = "; -P has them"


class _Open:
    """A group that is not closed yet: what came before it, and how it began."""

    __slots__ = ("at", "branches", "parts", "flags", "number", "name")

    def __init__(self, at: int, branches: list[Node], parts: list[Node], flags: Flags, number: int, name: str) -> None:
        self.at, self.branches, self.parts, self.flags = at, branches, parts, flags
        self.number, self.name = number, name


class Parser:
    """One pattern. ``groups`` is how many groups capture before it (of the patterns in front of it)."""

    def __init__(self, pattern: bytes, flags: Flags, groups: int = 0, names: dict[str, int] | None = None) -> None:
        self.pattern = pattern
        try:
            self.text = pattern.decode()
        except UnicodeDecodeError as error:
            raise PatternError("it is no UTF-8; write the byte as \\x.. outside of Unicode mode: (?-u:\\xFF)",
                               pattern, error.start) from None  # fmt: skip
        if len(pattern) > PATTERN_MAX_BYTES:
            raise PatternError(f"it has {len(pattern)} bytes, more than {PATTERN_MAX_BYTES}", pattern, 0)
        self.at = 0
        self.flags = flags
        self.groups = groups
        self.names = {} if names is None else names
        self.literals = False
        self.uppercase = False

    def error(self, message: str, at: int | None = None) -> PatternError:
        """An error at a character, by itself the one that comes next."""
        place = len(self.text[: self.at if at is None else at].encode())
        return PatternError(message, self.pattern, place)

    def peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.text[at] if at < len(self.text) else ""

    def _blanks(self) -> None:
        """Skip what (?x) ignores."""
        while self.flags.x and self.at < len(self.text):
            char = self.text[self.at]
            if char.isspace():
                self.at += 1
            elif char == "#":
                end = self.text.find("\n", self.at)
                if end < 0:  # ripgrep puts a bracket around each pattern, which the comment swallows
                    raise self.error("a comment has no end: it hides what closes the pattern")
                self.at = end + 1
            else:
                return

    def parse(self) -> Node:
        """The tree of the whole pattern."""
        stack: list[_Open] = []
        branches: list[Node] = []
        parts: list[Node] = []
        deep = 0  # how deep repetitions of the last part go
        while True:
            self._blanks()
            char = self.peek()
            if not char:
                break
            start = self.at
            if char == "(":
                opened = self._open(branches, parts)
                if opened is not None:
                    stack.append(opened)
                    if len(stack) > PATTERN_MAX_LEVELS:
                        raise self.error(f"groups nest deeper than {PATTERN_MAX_LEVELS}", start)
                    branches, parts = [], []
                deep = 0
                continue
            self.at += 1
            if char == ")":
                if not stack:
                    raise self.error("this closes no group; write \\) for the character", start)
                opened = stack.pop()
                node = Group(_either([*branches, _concat(parts)]), opened.number, opened.name)
                branches, parts, self.flags = opened.branches, opened.parts, opened.flags
                parts.append(node)
                deep = 0
            elif char == "|":
                branches.append(_concat(parts))
                parts = []
            elif char in "*+?" or char == "{":
                if not parts:
                    raise self.error("there is nothing to repeat; write \\" + char + " for the character", start)
                deep += 1
                if deep > PATTERN_MAX_LEVELS:
                    raise self.error(f"repetitions nest deeper than {PATTERN_MAX_LEVELS}", start)
                parts.append(self._repeat(parts.pop(), char, start))
            else:
                parts.append(self._one(char, start))
                deep = 0
        if stack:
            raise self.error("a group is never closed", stack[-1].at)
        return _either([*branches, _concat(parts)])

    # --- groups and repetitions ----------------------------------------------------------------------------------

    def _open(self, branches: list[Node], parts: list[Node]) -> _Open | None:
        """What a bracket begins; None for flags that hold from here on."""
        start = self.at
        self.at += 1
        before = self.flags.copy()
        if self.peek() != "?":
            self.groups += 1
            return _Open(start, branches, parts, before, self.groups, "")
        for look in ("?=", "?!", "?<=", "?<!"):
            if self.text.startswith(look, self.at):
                raise self.error("look-around is not part of this dialect" + _ADVICE, start)
        for begin in ("?P<", "?<"):
            if self.text.startswith(begin, self.at):
                self.at += len(begin)
                name = self._name()
                self.groups += 1
                self.names[name] = self.groups
                return _Open(start, branches, parts, before, self.groups, name)
        self.at += 1
        first = self.at
        flags, negative, seen = self.flags.copy(), False, set[str]()
        while (char := self.peek()) not in (")", ":"):
            if not char:
                raise self.error("a group is never closed", start)
            if char == "-":
                if negative:
                    raise self.error("a second '-' in flags")
                negative = True
            elif char not in Flags.__slots__:
                raise self.error(f"there is no flag '{char}'; there are i m s U u x R")
            elif char in seen:
                raise self.error(f"the flag '{char}' stands here twice")
            else:
                seen.add(char)
                setattr(flags, char, not negative)
            self.at += 1
        if negative and self.text[self.at - 1] == "-":
            raise self.error("no flag follows '-'", self.at - 1)
        if char == ")" and self.at == first:
            raise self.error("there is nothing to repeat; (?) is no group", first - 1)
        self.at += 1
        self.flags = flags
        if char == ")":
            return None
        return _Open(start, branches, parts, before, 0, "")

    def _name(self) -> str:
        end = self.text.find(">", self.at)
        name = self.text[self.at : end] if end >= 0 else ""
        if not name:
            raise self.error("a group's name is empty or has no '>'")
        good = (name[0].isalpha() or name[0] == "_") and all(c.isalnum() or c in "_.[]" for c in name)
        if not good:
            raise self.error(f"'{name}' can't be a group's name: letters, digits and _ . [ ], no digit first")
        if name in self.names:
            raise self.error(f"two groups are called '{name}'")
        self.at = end + 1
        return name

    def _repeat(self, node: Node, char: str, start: int) -> Node:
        least, most = {"*": (0, -1), "+": (1, -1), "?": (0, 1)}.get(char, (0, 0))
        if char == "{":
            least, most = self._counts(start)
        lazy = self.flags.U
        self._blanks()
        if self.peek() == "?":
            self.at += 1
            lazy = not lazy
        return Repeat(node, least, most, lazy)

    def _counts(self, start: int) -> tuple[int, int]:
        end = self.text.find("}", self.at)
        if end < 0:
            raise self.error("a repetition {n,m} is never closed; write \\{ for the character", start)
        inside = self.text[self.at : end]
        first, comma, last = (part.strip() for part in inside.partition(","))
        if not (first.isascii() and first.isdecimal()) or last and not (last.isascii() and last.isdecimal()):
            raise self.error("a repetition wants numbers: {3} {3,} {3,5}", start)
        if len(first) > 6 or len(last) > 6 or max(int(first), int(last or 0)) > REPEAT_MAX:
            raise self.error(f"a repetition counts to {REPEAT_MAX} at most", start)
        least = int(first)
        most = int(last) if last else -1 if comma else least
        if 0 <= most < least:
            raise self.error(f"a repetition from {least} to {most} has its end before its beginning", start)
        self.at = end + 1
        return least, most

    # --- single characters ---------------------------------------------------------------------------------------

    def _one(self, char: str, start: int) -> Node:
        if char == "^":
            return Look("line-start", crlf=self.flags.R)
        if char == "$":
            return Look("line-end", crlf=self.flags.R)
        if char == ".":
            if not self.flags.u and self.flags.s:
                return Class(classes.EVERY, bytes_=True)
            but = classes.ranges((10, 10)) if not self.flags.R else classes.ranges((10, 10), (13, 13))
            return Class(classes.EVERY if self.flags.s else classes.negated(but), bytes_=not self.flags.u)
        if char == "[":
            return Class(self._class(start), bytes_=not self.flags.u)
        if char == "\\":
            return self._escape(start)
        return self._literal(ord(char))

    def _literal(self, code: int) -> Node:
        self._seen(code)
        if self.flags.i and not self.flags.u:  # outside of Unicode mode letters of ASCII fold, and to one another
            letter = chr(code)
            if code < 128 and letter.isalpha():
                return Class(classes.ranges(*((ord(c), ord(c)) for c in (letter.lower(), letter.upper()))), bytes_=True)
            return Literal(code)
        return Literal(code, self.flags.i)

    def _seen(self, code: int) -> None:
        self.literals = True
        self.uppercase = self.uppercase or chr(code).isupper() or chr(code).istitle()

    def _escape(self, start: int) -> Node:
        """What a backslash means outside of a class."""
        char = self.peek()
        if char and char in "Az<>bB":
            self.at += 1
            if char == "b" and self.peek() == "{":
                end = self.text.find("}", self.at)
                name = self.text[self.at + 1 : end] if end >= 0 else ""
                if name in _BOUNDARIES:
                    self.at = end + 1
                    return Look(_BOUNDARIES[name], self.flags.u)
                raise self.error("\\b{..} is one of start, end, start-half and end-half")
            return Look(_LOOKS[char], self.flags.u)
        found = self._escaped(start)
        if isinstance(found, Set):
            return Class(classes.folded(found) if self.flags.i and self.flags.u else found, bytes_=not self.flags.u)
        code, byte = found
        if byte:
            self.literals = True
            return Literal(code, byte=True)
        return self._literal(code)

    def _escaped(self, start: int) -> Set | tuple[int, bool]:
        """The class, or the code (and whether it is a byte that need not be UTF-8), that an escape means."""
        char = self.peek()
        if not char:
            raise self.error("nothing follows the last \\", start)
        self.at += 1
        if char.isdecimal() and char.isascii():
            more = " (octal numbers are not, either: write \\x..)" if char == "0" else _ADVICE
            raise self.error("back references are not part of this dialect" + more, start)
        if char in "dswDSW":
            found = classes.perl(char.lower(), self.flags.u)
            return classes.negated(found) if char.isupper() else found
        if char in "pP":
            return self._property(char == "P", start)
        if char in "xuU":
            return self._number(char, start)
        if char in _ESCAPES:
            return _ESCAPES[char], False
        if char == " " and not self.flags.x or not char.isascii() or char.isalnum() or char in "<>" or ord(char) < 32:
            raise self.error(f"\\{char} means nothing here", start)
        return ord(char), False

    def _number(self, char: str, start: int) -> tuple[int, bool]:
        width = {"x": 2, "u": 4, "U": 8}[char]
        if self.peek() == "{":
            end = self.text.find("}", self.at)
            digits = self.text[self.at + 1 : end] if end >= 0 else ""
            self.at = end + 1
        else:
            digits = self.text[self.at : self.at + width]
            self.at += width
            if len(digits) < width:
                raise self.error(f"\\{char} wants {width} hexadecimal digits, or braces", start)
        if not digits or len(digits) > 8 or any(c not in "0123456789abcdefABCDEF" for c in digits):
            raise self.error(f"\\{char} wants hexadecimal digits", start)
        code = int(digits, 16)
        if code > 0x10FFFF or 0xD800 <= code < 0xE000:
            raise self.error(f"there is no character {digits}", start)
        return code, not self.flags.u and 0x80 <= code <= 0xFF

    def _property(self, negative: bool, start: int) -> Set:
        if not self.flags.u:
            raise self.error("\\p needs Unicode mode", start)
        if self.peek() == "{":
            end = self.text.find("}", self.at)
            name = self.text[self.at + 1 : end] if end >= 0 else ""
            self.at = max(end + 1, self.at)
        else:
            name = self.peek()
            self.at += 1
        if name.startswith("^"):
            name, negative = name[1:], not negative
        for sign, turns in (("!=", True), ("=", False), (":", False)):
            if sign in name:
                key, _, value = name.partition(sign)
                negative = negative != turns
                name = f"{key}={value}"
                break
        found = classes.property_of(name)
        if found is None:
            raise self.error(f"there is no Unicode property '{name}'", start)
        return classes.negated(found) if negative else found

    # --- classes -------------------------------------------------------------------------------------------------

    def _class(self, start: int) -> Set:
        """The set in square brackets; the first one is read already."""
        stack: list[tuple[int, bool, list[Set], list[tuple[str, Set]]]] = []
        items: list[Set] = []
        operators: list[tuple[str, Set]] = []
        negative = self._begin_class(items)
        at = start
        while True:
            self._blanks()
            char = self.peek()
            here = self.at
            if not char:
                raise self.error("a class is never closed; write \\[ for the character", at)
            if char == "[":
                found = self._posix()
                if found is not None:
                    items.append(found)
                    continue
                self.at += 1
                stack.append((at, negative, items, operators))
                if len(stack) > PATTERN_MAX_LEVELS:
                    raise self.error(f"classes nest deeper than {PATTERN_MAX_LEVELS}", here)
                at, items, operators = here, [], []
                negative = self._begin_class(items)
            elif char == "]":
                self.at += 1
                whole = _joined(items, operators)
                if self.flags.i:
                    whole = classes.folded(whole) if self.flags.u else classes.folded_ascii(whole)
                if negative:
                    whole = classes.negated(whole)
                if not stack:
                    return whole
                at, negative, items, operators = stack.pop()
                items.append(whole)
            elif self.text[here : here + 2] in ("&&", "--", "~~"):
                self.at += 2
                operators.append((self.text[here : here + 2], classes.union(items)))
                items = []
            else:
                items.append(self._range())

    def _begin_class(self, items: list[Set]) -> bool:
        self._blanks()
        negative = self.peek() == "^"
        if negative:
            self.at += 1
            self._blanks()
        while self.peek() == "-":  # in front they are characters
            items.append(classes.ranges((45, 45)))
            self.literals = True
            self.at += 1
            self._blanks()
        if not items and self.peek() == "]":
            items.append(classes.ranges((93, 93)))
            self.literals = True
            self.at += 1
        return negative

    def _posix(self) -> Set | None:
        if self.peek(1) != ":":
            return None
        end = self.text.find(":]", self.at + 2)
        name = self.text[self.at + 2 : end] if end >= 0 else ""
        negative = name.startswith("^")
        pairs = _POSIX.get(name.removeprefix("^"))
        if pairs is None:
            return None
        self.at = end + 2
        found = classes.ranges(*zip(pairs[::2], pairs[1::2], strict=True))
        return classes.negated(found) if negative else found

    def _range(self) -> Set:
        start = self.at
        first = self._member()
        self._blanks()
        if self.peek() != "-" or self.peek(1) in ("]", "-", ""):
            return first if isinstance(first, Set) else classes.ranges((first, first))
        self.at += 1
        self._blanks()
        last = self._member()
        if isinstance(first, Set) or isinstance(last, Set):
            raise self.error("a range goes from one character to another, not to a class", start)
        if first > last:
            raise self.error("a range has its end before its beginning", start)
        return classes.ranges((first, last))

    def _member(self) -> Set | int:
        start = self.at
        char = self.peek()
        if not char:
            raise self.error("a class is never closed")
        self.at += 1
        if char != "\\":
            if not char.isascii() and not self.flags.u:
                raise self.error("outside of Unicode mode a class holds bytes, and this character is several", start)
            self._seen(ord(char))
            return ord(char)
        if self.peek() == "b":
            raise self.error("\\b is no character of a class; the backspace is \\x08", start)
        found = self._escaped(start)
        if isinstance(found, Set):
            return found
        code, byte = found
        if not byte:
            self._seen(code)
        return code


def _joined(items: list[Set], operators: list[tuple[str, Set]]) -> Set:
    """What a class holds whose members are joined by && -- and ~~, from left to right."""
    out: Set | None = None
    sign = ""
    for next_sign, set_ in [*operators, ("", classes.union(items))]:
        out = set_ if out is None else classes.combined(sign, out, set_)
        sign = next_sign
    assert out is not None
    return out


def _concat(parts: list[Node]) -> Node:
    return parts[0] if len(parts) == 1 else Concat(parts) if parts else Empty()


def _either(branches: list[Node]) -> Node:
    return branches[0] if len(branches) == 1 else Either(branches)
