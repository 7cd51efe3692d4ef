"""The syntax of ripgrep's regular expressions (the dialect of Rust's regex crate) as a tree.

Purpose: one tree that the lowering to PCRE2, the cover plan and the crest sieve read, so that they can't drift apart.
Letters are folded and classes are worked out while it is built; groups that capture nothing leave no node.
Invariant: what is no expression of the dialect raises PatternError with the byte where it is wrong; nothing is guessed.
The parser does not call itself, and a tree is at most PATTERN_MAX_LEVELS deep, so readers of it may.
Cost: linear in the pattern, some microseconds a character; counted repetitions are not written out.
Source of the grammar: the documentation of the crate regex-syntax 0.8, and ripgrep 15.2's answers.
"""

from __future__ import annotations

from ripwire.limits import PATTERN_MAX_LEVELS
from ripwire.named import NamedTuple
from ripwire.search import classes
from ripwire.search.classes import CharClass, NoProperty, Ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

COUNT_MAX = 0xFFFF_FFFF
"""The largest number in a repetition."""


class PatternError(ValueError):
    """A pattern that is none. ``at`` is a byte of ``pattern``; ``message`` says what is wrong and what would work."""

    def __init__(self, message: str, pattern: bytes, at: int) -> None:
        super().__init__(message)
        self.message, self.pattern, self.at = message, pattern, at


class Empty(NamedTuple):
    """The empty text."""


class Literal(NamedTuple):
    """A code point; with ``fold`` every character of the same simple folding."""

    code: int
    fold: bool = False


class Byte(NamedTuple):
    """A byte from 0x80 on, which need not be part of UTF-8."""

    value: int


class Class(NamedTuple):
    """One character of a set."""

    set: CharClass


class ByteClass(NamedTuple):
    """One byte of a set, outside of Unicode mode."""

    ranges: Ranges


class Look(NamedTuple):
    """An assertion: "start", "end" (of the text), "line-start", "line-end", "crlf-start", "crlf-end", "word",
    "not-word", "word-start", "word-end", "start-half", "end-half"; ``unicode`` says what a word is."""

    kind: str
    unicode: bool = True


class Repeat(NamedTuple):
    """``node`` from ``least`` to ``most`` times; ``most`` -1: any number. ``lazy``: as few as possible."""

    node: Node
    least: int
    most: int
    lazy: bool = False


class Group(NamedTuple):
    """A group that captures; numbers are in order of the opening brackets, from 1 on."""

    node: Node
    number: int
    name: str = ""


class Concat(NamedTuple):
    """One after the other."""

    parts: tuple[Node, ...]


class Either(NamedTuple):
    """The first alternative that leads to a match; without any, nothing matches."""

    branches: tuple[Node, ...]


Node: TypeAlias = Empty | Literal | Byte | Class | ByteClass | Look | Repeat | Group | Concat | Either


class Flags(NamedTuple):
    """The letters of (?imsUuxR)."""

    i: bool = False
    m: bool = True
    s: bool = False
    U: bool = False
    u: bool = True
    x: bool = False
    R: bool = False


class _Frame:
    """A group that is being read."""

    __slots__ = ("at", "flags", "number", "name", "branches", "parts", "repeatable", "heights", "height")

    def __init__(self, at: int, flags: Flags, number: int, name: str) -> None:
        self.at, self.flags, self.number, self.name = at, flags, number, name
        self.branches: list[Node] = []
        self.parts: list[Node] = []
        self.repeatable: list[bool] = []
        self.heights: list[int] = []
        self.height = 0

    def add(self, node: Node, height: int = 0, repeatable: bool = True) -> None:
        self.parts.append(node)
        self.heights.append(height)
        self.repeatable.append(repeatable)

    def branch(self) -> None:
        """End an alternative."""
        self.height = max(self.height, max(self.heights, default=0) + (len(self.parts) > 1))
        self.branches.append(concat(self.parts))
        self.parts, self.heights, self.repeatable = [], [], []

    def end(self) -> tuple[Node, int]:
        """The tree of all alternatives, and its height."""
        self.branch()
        if len(self.branches) == 1:
            return self.branches[0], self.height
        if all(isinstance(branch, Literal) and not branch.fold for branch in self.branches):  # a class, for ripgrep too
            codes = [(branch.code, branch.code) for branch in self.branches if isinstance(branch, Literal)]
            return one_of(CharClass(classes.ranges(*codes))), self.height + 1
        flat: list[Node] = []
        for branch in self.branches:
            flat += branch.branches if isinstance(branch, Either) and branch.branches else (branch,)
        return Either(tuple(flat)), self.height + 1


_META = frozenset("\\.+*?()|[]{}^$#&-~")
_SPECIAL = {"a": 7, "f": 12, "t": 9, "n": 10, "r": 13, "v": 11}
_WHITE = frozenset(chr(code) for low, high in classes.SPACE.ranges for code in range(low, high + 1))
_HEX = frozenset("0123456789abcdefABCDEF")
_BOUNDARIES = {"start": "word-start", "end": "word-end", "start-half": "start-half", "end-half": "end-half"}
_LOOKS = {"A": "start", "z": "end", "b": "word", "B": "not-word", "<": "word-start", ">": "word-end"}
_UNSUPPORTED = {
    "Z": "write \\z", "G": "", "K": "", "R": "write (?:\\r\\n|\\n)", "X": "", "h": "write [ \\t]", "H": "write [^ \\t]",
    "Q": "use -F", "E": "", "e": "write \\x1B", "c": "write \\x01", "C": "write (?-u:.)", "N": "write [^\\n]", "k": "",
    "g": "", "l": "", "L": "",
}  # fmt: skip


class _Escape(NamedTuple):
    """What a backslash begins: one character, a class or an assertion. ``raw``: written \\xHH, so perhaps a byte."""

    kind: str
    code: int = 0
    raw: bool = False
    set: CharClass = CharClass()
    negated: bool = False
    look: str = ""


class Parser:
    """One run over a pattern's text. Read the results after `parse`: groups, names, literals, uppercase.

    literals, uppercase   whether a character stands for itself anywhere, and whether one of them is a capital letter
                          (smart case asks)
    """

    def __init__(self, text: str, flags: Flags) -> None:
        self.text = text
        self.at = 0
        self.flags = flags
        self.groups = 0
        self.names: dict[str, int] = {}
        self.literals = False
        self.uppercase = False

    def error(self, message: str, at: int | None = None) -> PatternError:
        """An error at a character, by itself the one that comes next."""
        place = len(self.text[: self.at if at is None else at].encode())
        return PatternError(message, self.text.encode(), place)

    def peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.text[at] if at < len(self.text) else ""

    def blanks(self) -> None:
        """Skip what (?x) ignores."""
        while self.flags.x and self.at < len(self.text):
            char = self.text[self.at]
            if char in _WHITE:
                self.at += 1
            elif char == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end + 1
            else:
                return

    def step(self) -> str:
        """Go on to the next character that counts and return it; "" at the end."""
        self.at += 1
        self.blanks()
        return self.peek()

    def _deep(self, height: int, at: int) -> int:
        if height > PATTERN_MAX_LEVELS:
            raise self.error(f"it nests deeper than {PATTERN_MAX_LEVELS} here", at)
        return height

    def parse(self) -> Node:
        """The tree of the whole pattern."""
        stack = [_Frame(0, self.flags, 0, "")]
        while True:
            self.blanks()
            start, char, frame = self.at, self.peek(), stack[-1]
            if not char:
                break
            if char == "(":
                opened = self._open()
                if opened is None:
                    frame.add(Empty(), repeatable=False)
                else:
                    stack.append(opened)
                    # the group itself and the one sequence around it are certain; the rest is known when it is closed
                    self._deep(len(stack) - 1, start)
            elif char == ")":
                if len(stack) == 1:
                    raise self.error("')' closes no group; write \\) for the character")
                self.at += 1
                stack.pop()
                node, height = frame.end()
                self.flags = frame.flags
                node = Group(node, frame.number, frame.name) if frame.number else node
                stack[-1].add(node, self._deep(height + 1, frame.at))
            elif char == "|":
                self.at += 1
                frame.branch()
            elif char in "*+?{":
                if not frame.parts or not frame.repeatable[-1]:
                    raise self.error(f"there is nothing to repeat before '{char}'; write \\{char} for the character")
                node = self._repeat(frame.parts.pop(), char)
                frame.repeatable.pop()
                frame.add(node, self._deep(frame.heights.pop() + 1, start))
            elif char == "[":
                node, height = self._bracket()
                frame.add(node, self._deep(height, start))
            else:
                frame.add(self._one(char))
        if len(stack) > 1:
            raise self.error("a group is never closed; write \\( for the character", stack[-1].at)
        node, height = stack[0].end()
        self._deep(height, 0)
        return node

    # --- groups and repetitions ---------------------------------------------------------------------------------------

    def _open(self) -> _Frame | None:
        """What an opening bracket begins; None for flags that hold from here on."""
        start, before = self.at, self.flags
        self.step()
        for look in ("?=", "?!", "?<=", "?<!"):
            if self.text.startswith(look, self.at):
                raise self.error("there is no look-around in this dialect; -P has it", start)
        for begin in ("?P<", "?<"):
            if self.text.startswith(begin, self.at):
                self.groups += 1
                self.at += len(begin)
                return _Frame(start, before, self.groups, self._name())
        if self.peek() != "?":
            self.groups += 1
            return _Frame(start, before, self.groups, "")
        self.at += 1
        first, changes, negative = self.at, dict[str, bool](), False
        while (char := self.peek()) not in (")", ":"):
            if not char:
                raise self.error("a group is never closed; write \\( for the character", start)
            if char == "-":
                if negative:
                    raise self.error("a second '-' among flags")
                negative = True
            elif char not in Flags._fields:
                hint = "; -P has what Perl has" if char in "P#>|^&+0123456789'RC" else ""
                raise self.error(f"there is no flag '{char}'; the flags are i m s U u x R{hint}")
            elif char in changes:
                raise self.error(f"the flag '{char}' stands here twice")
            else:
                changes[char] = not negative
            self.at += 1
        if self.text[self.at - 1] == "-":
            raise self.error("no flag follows '-'", self.at - 1)
        if char == ")" and self.at == first:
            raise self.error("there is nothing to repeat before '?'; (?:) is an empty group", first - 1)
        self.at += 1
        self.flags = before._replace(**changes)
        return None if char == ")" else _Frame(start, before, 0, "")

    def _name(self) -> str:
        start = self.at
        while (char := self.peek()) != ">":
            later = self.at > start and char and (char.isalnum() or char in ".[]")
            if not (char == "_" or char.isalpha() or later):
                raise self.error("a group's name has letters, digits and _ . [ ], no digit first, and ends with '>'")
            self.at += 1
        name = self.text[start : self.at]
        if not name:
            raise self.error("a group's name is empty")
        if name in self.names:
            raise self.error(f"two groups are called '{name}'", start)
        self.names[name] = self.groups
        self.at += 1
        return name

    def _repeat(self, node: Node, char: str) -> Node:
        lazy = self.flags.U
        if char == "{":
            least, most = self._counts()
            self.blanks()
        else:
            least, most = {"*": (0, -1), "+": (1, -1), "?": (0, 1)}[char]
            self.at += 1
        if self.peek() == "?":
            self.at += 1
            lazy = not lazy
        return Repeat(node, least, most, lazy)

    def _counts(self) -> tuple[int, int]:
        start = self.at
        least = most = self._number() if self.step() else -1
        if self.peek() == ",":
            most = -1
            if self.step() and self.peek() != "}":
                most = self._number()
        if self.peek() != "}":
            message = "a repetition is never closed; {2} {2,} {2,5} are some, \\{ is the character"
            raise self.error(message, start)
        if 0 <= most < least:
            raise self.error(f"a repetition from {least} to {most} ends before it begins", start)
        self.at += 1
        return least, most

    def _number(self) -> int:
        start = self.at
        while self.peek() in _WHITE and self.peek():
            self.at += 1
        digits = ""
        while (char := self.peek()) and char in "0123456789":
            digits += char
            self.step()
        while self.peek() in _WHITE and self.peek():
            self.at += 1
        if not digits:
            raise self.error("a repetition counts in numbers: {2} {2,} {2,5}; write \\{ for the character", start)
        if len(digits) > 4000 or int(digits) > COUNT_MAX:
            raise self.error("this number is too large for a repetition", start)
        return int(digits)

    # --- one character ------------------------------------------------------------------------------------------------

    def _one(self, char: str) -> Node:
        flags = self.flags
        if char == "\\":
            return self._escaped()
        self.at += 1
        if char == "^":
            return Look(("crlf-start" if flags.R else "line-start") if flags.m else "start")
        if char == "$":
            return Look(("crlf-end" if flags.R else "line-end") if flags.m else "end")
        if char == ".":
            without = () if flags.s else ((10, 10), (13, 13)) if flags.R else ((10, 10),)
            last = classes.LAST if flags.u else 255
            members = classes.complement(classes.ranges(*without), last)
            return Class(CharClass(members)) if flags.u else ByteClass(members)
        return self._literal(ord(char))

    def _literal(self, code: int, raw: bool = False) -> Node:
        self._seen(code)
        if not self.flags.u and raw and code > 127:
            return Byte(code)
        letter = chr(code)
        if not self.flags.i or code < 128 and not letter.isalpha():
            return Literal(code)
        if not self.flags.u:
            return Literal(code) if code > 127 else ByteClass(classes.fold_ascii(((code, code),)))
        return Literal(code, code < 128 or _perhaps_cased(letter))

    def _seen(self, code: int) -> None:
        self.literals = True
        self.uppercase = self.uppercase or chr(code).isupper()

    def _escaped(self) -> Node:
        """What a backslash means outside of brackets."""
        start = self.at
        escape = self._escape()
        if escape.kind == "look":
            return Look(escape.look, self.flags.u)
        if escape.kind == "literal":
            return self._literal(escape.code, escape.raw)
        if escape.kind == "perl" and not self.flags.u:
            return ByteClass(_perl_bytes(escape.set, escape.negated))
        if not self.flags.u:
            raise self.error("Unicode's properties do not hold where (?-u) does; (?u:...) lets them", start)
        set_ = classes.fold(escape.set) if escape.kind == "property" and self.flags.i else escape.set
        return one_of(classes.negate(set_) if escape.negated else set_)

    def _escape(self) -> _Escape:
        start = self.at
        self.at += 1
        char = self.peek()
        if not char:
            raise self.error("a backslash ends the pattern; write \\\\ for the character", start)
        if char in "0123456789":
            raise self.error("there are no backreferences in this dialect; -P has them, \\x00 is a character", start)
        if char in "xuU":
            return self._hex(char, start)
        if char in "pP":
            return self._property(start)
        self.at += 1
        if char in "dswDSW":
            set_ = {"d": classes.DIGIT, "s": classes.SPACE, "w": classes.WORD}[char.lower()]
            return _Escape("perl", set=set_, negated=char.isupper())
        if char in _META:
            return _Escape("literal", ord(char))
        if char in _SPECIAL:
            return _Escape("literal", _SPECIAL[char])
        if char in _LOOKS:
            if char == "b" and self.peek() == "{":
                name = self._boundary(start)
                if name:
                    return _Escape("look", look=name)
            return _Escape("look", look=_LOOKS[char])
        if char.isascii() and not char.isalnum():
            return _Escape("literal", ord(char))
        if char in _UNSUPPORTED:
            words = _UNSUPPORTED[char] + ", or " if _UNSUPPORTED[char] else ""
            raise self.error(f"there is no \\{char} in this dialect; {words}-P has it", start)
        raise self.error(f"there is no escape \\{char}; write {char} for the character", start)

    def _boundary(self, start: int) -> str:
        """The name in \\b{name}; "" when the bracket begins a repetition."""
        opened = self.at
        char = self.step()
        if not char:
            raise self.error("\\b{ is never closed: \\b{start} \\b{end} \\b{start-half} \\b{end-half}", start)
        name = ""
        while char and char.isascii() and (char.isalpha() or char == "-"):
            name += char
            char = self.step()
        if not name:
            self.at = opened
            return ""
        if char != "}" or name not in _BOUNDARIES:
            raise self.error("\\b{ takes one of start, end, start-half, end-half and }", start)
        self.at += 1
        return _BOUNDARIES[name]

    def _hex(self, kind: str, start: int) -> _Escape:
        wanted = {"x": 2, "u": 4, "U": 8}[kind]
        digits, raw = "", False
        char = self.step()
        if char == "{":
            while (char := self.step()) != "}":
                if char not in _HEX or not char:
                    raise self.error(f"\\{kind}{{...}} takes hexadecimal digits and }}")
                digits += char
            if not digits:
                raise self.error(f"\\{kind}{{}} has no digits", start)
        else:
            raw = kind == "x"
            for i in range(wanted):
                if i:
                    char = self.step()
                if not char or char not in _HEX:
                    raise self.error(f"\\{kind} takes {wanted} hexadecimal digits, or any in brackets: \\{kind}{{..}}")
                digits += char
        self.at += 1
        digits = digits.lstrip("0") or "0"
        code = int(digits, 16) if len(digits) <= 6 else classes.LAST + 1
        if code > classes.LAST or 0xD800 <= code <= 0xDFFF:
            raise self.error("there is no such code point", start)
        return _Escape("literal", code, raw)

    def _property(self, start: int) -> _Escape:
        negated = self.peek() == "P"
        char = self.step()
        if not char:
            raise self.error("\\p takes a letter or a name in brackets: \\pL \\p{Greek}", start)
        if char == "{":
            name = ""
            while (char := self.step()) != "}":
                if not char:
                    raise self.error("\\p{ is never closed", start)
                name += char
        else:
            name = char
        self.at += 1
        try:
            return _Escape("property", set=classes.property_of(name), negated=negated)
        except NoProperty as error:
            raise self.error(str(error), start) from None

    # --- brackets -----------------------------------------------------------------------------------------------------

    def _bracket(self) -> tuple[Node, int]:
        """A class in brackets, and its height. Sets inside of sets are kept on a list."""
        start = self.at
        stack = [self._bracket_open(start)]
        while True:
            self.blanks()
            char, top = self.peek(), stack[-1]
            if not char:
                raise self._unclosed(start)
            if char == "[":
                named = self._posix()
                if named is not None:
                    top.add(named)
                else:
                    stack.append(self._bracket_open(start))
                    self._deep(len(stack), start)
            elif char == "]":
                self.at += 1
                stack.pop()
                set_, height = top.end()
                if not stack:
                    if top.unicode:
                        return one_of(set_), height
                    return one_byte(set_.ranges), height
                stack[-1].add(set_, height)
            elif char in "&-~" and self.peek(1) == char:
                self.at += 2
                top.operate(char * 2)
                self._deep(top.left_height, start)
            else:
                self._item(top, start)

    def _bracket_open(self, opened: int) -> _Bracket:
        char = self.step()
        negated = char == "^"
        if negated:
            char = self.step()
        out = _Bracket(negated, self.flags)
        first = True
        while char == "-":
            out.add(self._member(ord("-")))
            char, first = self.step(), False
        if char == "]" and first:
            out.add(self._member(ord("]")))
            char = self.step()
        if not char:
            raise self._unclosed(opened)
        return out

    def _unclosed(self, start: int) -> PatternError:
        return self.error("a class is never closed; write \\[ for the character", start)

    def _posix(self) -> CharClass | None:
        """A class such as [:alpha:] at the next bracket."""
        if self.peek(1) != ":":
            return None
        at = self.at + 2
        negated = self.text[at : at + 1] == "^"
        at += negated
        end = self.text.find(":", at)
        name = self.text[at:end] if end >= 0 else ""
        if name not in classes.POSIX or self.text[end : end + 2] != ":]":
            return None
        self.at = end + 2
        set_ = CharClass(classes.POSIX[name])
        return self._not(set_) if negated else set_

    def _not(self, set_: CharClass) -> CharClass:
        return classes.negate(set_) if self.flags.u else CharClass(classes.complement(set_.ranges, 255))

    def _item(self, top: _Bracket, opened: int) -> None:
        start = self.at
        low = self._primitive()
        self.blanks()
        if not self.peek():
            raise self._unclosed(opened)
        if self.peek() == "-":
            here = self.at
            after = self.step()
            if after not in ("]", "-"):
                if not after:
                    raise self._unclosed(opened)
                high = self._primitive()
                if isinstance(low, CharClass) or isinstance(high, CharClass):
                    raise self.error("a class can't be the border of a range; write \\- for the character", start)
                a, b = low.code, high.code
                if a > b:
                    raise self.error("a range ends before it begins; write \\- for the character", start)
                self._member(a, low.raw)
                self._member(b, high.raw)
                top.add(CharClass(((a, b),)))
                return
            self.at = here
        if isinstance(low, CharClass):
            top.add(low)
        else:
            top.add(self._member(low.code, low.raw))

    def _primitive(self) -> CharClass | _Escape:
        """One character in brackets, or a class that an escape names."""
        start, char = self.at, self.peek()
        if char != "\\":
            self.at += 1
            return _Escape("literal", ord(char))
        escape = self._escape()
        if escape.kind == "literal":
            return escape
        if escape.kind == "look":
            raise self.error("an assertion can't be in brackets", start)
        if escape.kind == "perl":
            if not self.flags.u:
                return CharClass(_perl_bytes(escape.set, escape.negated))
        elif not self.flags.u:
            raise self.error("Unicode's properties do not hold where (?-u) does; (?u:...) lets them", start)
        elif self.flags.i:
            set_ = classes.fold(escape.set)
            return classes.negate(set_) if escape.negated else set_
        return classes.negate(escape.set) if escape.negated else escape.set

    def _member(self, code: int, raw: bool = False) -> CharClass:
        self._seen(code)
        if not self.flags.u and code > 127 and not (raw and code < 256):
            raise self.error("outside of Unicode mode brackets hold bytes: ASCII, or \\x80 to \\xFF", self.at - 1)
        return CharClass(((code, code),))


class _Bracket:
    """A class that is being read: the items of the union so far, and what stands left of the last operator."""

    __slots__ = ("negated", "unicode", "folds", "set", "items", "height", "left", "operator", "left_height")

    def __init__(self, negated: bool, flags: Flags) -> None:
        self.negated, self.unicode, self.folds = negated, flags.u, flags.i
        self.set = CharClass()
        self.items = self.height = self.left_height = 0
        self.left: CharClass | None = None
        self.operator = ""

    def add(self, set_: CharClass, height: int = 0) -> None:
        self.set = classes.union(self.set, set_) if self.items else set_
        self.items += 1
        self.height = max(self.height, height)

    def fold(self, set_: CharClass) -> CharClass:
        if not self.folds:
            return set_
        return classes.fold(set_) if self.unicode else CharClass(classes.fold_ascii(set_.ranges))

    def operate(self, kind: str) -> None:
        """End the operand left of an operator."""
        self.left, self.left_height = self._operand()
        self.operator = kind
        self.set, self.items, self.height = CharClass(), 0, 0

    def _operand(self) -> tuple[CharClass, int]:
        height = self.height + (self.items > 1)
        if self.left is None:
            return self.set, height
        set_ = classes.operate(self.operator, self.fold(self.left), self.fold(self.set))
        return set_, max(height, self.left_height) + 1

    def end(self) -> tuple[CharClass, int]:
        """The class, and its height with the brackets themselves."""
        set_, height = self._operand()
        set_ = self.fold(set_)
        if self.negated:
            set_ = classes.negate(set_) if self.unicode else CharClass(classes.complement(set_.ranges, 255))
        return set_, height + 1


def _perl_bytes(set_: CharClass, negated: bool) -> Ranges:
    members = classes.common(set_.ranges, ((0, 127),))
    return classes.complement(members, 255) if negated else members


def _perhaps_cased(letter: str) -> bool:
    """False only for characters that are certain to have no other case, whatever edition of Unicode this Python has."""
    if letter.lower() != letter or letter.upper() != letter or letter.casefold() != letter:
        return True
    return not letter.isprintable()  # unassigned for Python, perhaps not for PCRE2


def concat(parts: list[Node]) -> Node:
    """A sequence, without empty texts and sequences in it."""
    out: list[Node] = []
    for part in parts:
        if isinstance(part, Concat):
            out += part.parts
        elif not isinstance(part, Empty):
            out.append(part)
    return Concat(tuple(out)) if len(out) > 1 else out[0] if out else Empty()


def one_of(set_: CharClass) -> Node:
    """A class; one of a single character is that character."""
    code = set_.single()
    return Literal(code) if code >= 0 else Class(set_)


def one_byte(of: Ranges) -> Node:
    """A class of bytes; one of a single byte is that byte."""
    code = CharClass(of).single()
    return ByteClass(of) if code < 0 else Literal(code) if code < 128 else Byte(code)
