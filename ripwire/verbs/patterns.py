"""Regular expressions that users give: read, judged, and turned into one of Python's over bytes.

Purpose: `compiled` takes the syntax of ECMAScript (spec/cli_surface, `--regex`) and gives a `re.Pattern` that cannot
run away: shapes whose cost doubles with each byte are refused, and so are more repetitions than texts of the given
length allow.
Invariant: decided by the pattern and that length alone, before anything is searched; classes are ASCII; ``$`` is the
end of the text and nothing else.
Cost: linear in the pattern, which is at most MAX_BYTES long.
"""

from __future__ import annotations

from ripwire.errors import RipwireError, echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

REFUSED = 1
MAX_BYTES = 512
MAX_NESTING = 32
MAX_REPEAT = 1000
MAX_COST_BITS = 30.0
"""The logarithm of the steps that one text may cost at most."""

_LETTERS = frozenset(b"bBdDsSwWfnrtvcxu")
_SETS = frozenset(b"dDsSwW")
_SPECIAL = frozenset(b"\\^$.|?*+()[]{}")


class _Wrong(Exception):
    """What is no pattern."""


class _Cost:
    """What a part of a pattern may cost: the logarithm of its choices, its unbounded repetitions, and what is in it."""

    __slots__ = ("bits", "unbounded", "repeats", "branches")

    def __init__(self, bits: float = 0.0, unbounded: int = 0, repeats: bool = False, branches: bool = False) -> None:
        self.bits, self.unbounded, self.repeats, self.branches = bits, unbounded, repeats, branches

    def add(self, other: _Cost) -> None:
        self.bits += other.bits
        self.unbounded += other.unbounded
        self.repeats |= other.repeats
        self.branches |= other.branches


def compiled(text: bytes, longest: int, flag: str) -> re.Pattern[bytes]:
    """The pattern of a text, for searching texts of up to ``longest`` bytes. Raises RipwireError with the reason."""
    import math
    import re

    if len(text) > MAX_BYTES:
        raise _refusal(flag, text[:40] + b"...", f"a pattern has at most {MAX_BYTES} bytes")
    at = 0
    while (at := text.find(b"\\", at)) >= 0:
        letter = text[at + 1 : at + 2]
        if letter.isalpha() and letter[0] not in _LETTERS:
            raise _refusal(flag, text, f"\\{echo(letter)} means nothing in a pattern (write the letter alone)")
        at += 2
    reader = _Reader(text, max(longest, 2))
    try:
        out, cost = reader.pattern()
        found = re.compile(out)
    except _Wrong as error:
        raise _refusal(flag, text, str(error)) from error
    except (re.error, OverflowError, RecursionError) as error:
        raise _refusal(flag, text, f"it does not compile: {error}") from error
    # Equal bytes are not given to several repetitions in every order: so many fewer steps.
    bits = cost.bits + math.log2(reader.longest) - math.log2(math.factorial(cost.unbounded))
    if bits > MAX_COST_BITS:
        raise _refusal(flag, text, "it repeats so many things that searching may not end (use fewer repetitions)")
    return found


def _refusal(flag: str, text: bytes, why: str) -> RipwireError:
    return RipwireError(REFUSED, f"--{flag}: the pattern {echo(text)!r} is refused: {why}")


class _Reader:
    """Reads a pattern from left to right and writes Python's."""

    def __init__(self, text: bytes, longest: int) -> None:
        self.text, self.longest, self.at = text, longest, 0

    def peek(self) -> bytes:
        return self.text[self.at : self.at + 1]

    def take(self, word: bytes) -> bool:
        if self.text.startswith(word, self.at):
            self.at += len(word)
            return True
        return False

    def pattern(self) -> tuple[bytes, _Cost]:
        out, cost = self.branches(0)
        if self.at < len(self.text):
            raise _Wrong("a ) without its (")
        return out, cost

    def branches(self, nesting: int) -> tuple[bytes, _Cost]:
        """Alternatives up to the end or to an unmatched ``)``."""
        import math

        if nesting > MAX_NESTING:
            raise _Wrong(f"groups are nested at most {MAX_NESTING} deep")
        out, total, count = b"", _Cost(), 0
        while True:
            text, cost = self.sequence(nesting)
            out += text
            total.add(cost)
            count += 1
            if not self.take(b"|"):
                break
            out += b"|"
        if count > 1:
            total.bits += math.log2(count)
            total.branches = True
        return out, total

    def sequence(self, nesting: int) -> tuple[bytes, _Cost]:
        out, total = b"", _Cost()
        while self.peek() not in (b"", b"|", b")"):
            atom, cost, kind = self.atom(nesting)
            quantifier, low, high = self.quantifier()
            if quantifier:
                if kind == "assertion":
                    raise _Wrong("nothing before the repetition can be repeated")
                cost = self.repeated(cost, low, high, kind)
            out += atom + quantifier
            total.add(cost)
        return out, total

    def repeated(self, cost: _Cost, low: int, high: int | None, kind: str) -> _Cost:
        """The cost of a part that is repeated. Raises _Wrong for what must not be."""
        import math

        if kind == "group" and high is None and cost.repeats:
            raise _Wrong(
                "a repetition of a group with a repetition in it takes time without bound (merge the two, or bound the"
                " outer one, as in {1,20})"
            )
        if kind == "group" and high is None and cost.branches:
            raise _Wrong(
                "a repetition of a group with | in it takes time without bound (bound it, as in {1,20}, or use a class"
                " as in [ab])"
            )
        most = self.longest if high is None else min(high, self.longest)
        choices = max(1, most - min(low, most) + 1)
        out = _Cost(cost.bits * (1 if high is None else most) + math.log2(choices), cost.unbounded, True, cost.branches)
        out.unbounded = cost.unbounded + (high is None)
        return out

    def quantifier(self) -> tuple[bytes, int, int | None]:
        """What follows an atom: its text, and the least and the highest count (None: any)."""
        low: int
        high: int | None
        if self.take(b"*"):
            text, low, high = b"*", 0, None
        elif self.take(b"+"):
            text, low, high = b"+", 1, None
        elif self.take(b"?"):
            text, low, high = b"?", 0, 1
        elif (bounds := self.bounds()) is not None:
            text, low, high = bounds
        else:
            return b"", 1, 1
        if self.take(b"?"):
            text += b"?"
        if self.peek() in (b"*", b"+", b"?") or self.peek() == b"{" and self.bounds() is not None:
            raise _Wrong("one repetition directly after another")
        return text, low, high

    def bounds(self) -> tuple[bytes, int, int | None] | None:
        """``{n}``, ``{n,}`` or ``{n,m}``; None when the brace is only a brace."""
        if self.peek() != b"{":
            return None
        end = self.text.find(b"}", self.at)
        first, comma, last = self.text[self.at + 1 : end].partition(b",") if end > 0 else (b"", b"", b"")
        if not first.isdigit() or last and not last.isdigit():
            return None
        if len(first) > 4 or len(last) > 4 or int(first) > MAX_REPEAT or last and int(last) > MAX_REPEAT:
            raise _Wrong(f"a count of a repetition is at most {MAX_REPEAT}")
        low, high = int(first), (int(last) if last else None) if comma else int(first)
        if high is not None and high < low:
            raise _Wrong("the counts of a repetition are the wrong way round")
        self.at = end + 1
        return b"{%d}" % low if not comma else b"{%d,%s}" % (low, last), low, high

    def atom(self, nesting: int) -> tuple[bytes, _Cost, str]:
        """One thing that may be repeated; its kind is "group", "one" or "assertion"."""
        if self.peek() == b"(":
            return self.group(nesting)
        if self.peek() == b"[":
            return self.charset(), _Cost(), "one"
        char = self.peek()
        if char in (b"*", b"+", b"?"):
            raise _Wrong("nothing before the repetition can be repeated")
        if char == b"\\":
            return self.escape()
        self.at += 1
        if char == b"^":
            return b"\\A", _Cost(), "assertion"
        if char == b"$":
            return b"\\Z", _Cost(), "assertion"
        if char == b".":
            return b"[^\\n\\r]", _Cost(), "one"
        if char >= b"\x80":  # the bytes of one character stay together
            start = self.at - 1
            while self.peek() >= b"\x80" and self.peek() < b"\xc0":
                self.at += 1
            return b"(?:" + self.text[start : self.at] + b")", _Cost(), "one"
        return _literal(char[0]), _Cost(), "one"

    def group(self, nesting: int) -> tuple[bytes, _Cost, str]:
        self.at += 1
        head, kind = b"(", "group"
        if self.take(b"?"):
            for word in (b":", b"=", b"!", b"<=", b"<!"):
                if self.take(word):
                    head, kind = b"(?" + word, "group" if word == b":" else "assertion"
                    break
            else:
                end = self.text.find(b">", self.at)
                name = self.text[self.at + 1 : end] if self.take(b"<") and end > 0 else b""
                if not (name.isascii() and name.decode("ascii", "replace").isidentifier()):
                    raise _Wrong("(? is not followed by :, =, !, <=, <! or <name>")
                self.at = end + 1
                head = b"(?P<" + name + b">"
        inner, cost = self.branches(nesting + 1)
        if not self.take(b")"):
            raise _Wrong("a ( without its )")
        return head + inner + b")", cost, kind

    def escape(self) -> tuple[bytes, _Cost, str]:
        """A backslash and what follows, outside of a class."""
        letter = self.text[self.at + 1 : self.at + 2]
        if letter in (b"b", b"B"):
            self.at += 2
            return b"\\" + letter, _Cost(), "assertion"
        if letter.isdigit() and letter != b"0":
            self.at += 2
            import math

            return b"(?:\\" + letter + b")", _Cost(math.log2(self.longest)), "one"
        code = self.code()
        if isinstance(code, bytes):
            return code, _Cost(), "one"
        data = chr(code).encode("utf-8", "surrogatepass") if code > 0x7F else bytes((code,))
        return b"(?:" + b"".join(map(_literal, data)) + b")", _Cost(), "one"

    def code(self) -> int | bytes:
        """The character of an escape, or the text of a set of characters."""
        letter = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if not letter:
            raise _Wrong("nothing after the last backslash")
        if letter[0] in _SETS:
            return b"\\" + letter
        if letter in b"fnrtv":
            return {b"f": 12, b"n": 10, b"r": 13, b"t": 9, b"v": 11}[letter]
        if letter == b"0":
            return 0
        if letter == b"c":
            name = self.peek()
            if not name.isalpha():
                raise _Wrong("\\c is not followed by a letter")
            self.at += 1
            return name[0] & 31
        if letter in b"xu":
            size = 2 if letter == b"x" else 4
            digits = self.text[self.at : self.at + size]
            if len(digits) < size or any(byte not in b"0123456789abcdefABCDEF" for byte in digits):
                raise _Wrong(f"\\{letter.decode()} is not followed by {size} hexadecimal digits")
            self.at += size
            return int(digits, 16)
        return letter[0] if letter < b"\x80" else letter

    def charset(self) -> bytes:
        """``[...]``."""
        self.at += 1
        negated = self.take(b"^")
        out = b""
        while not self.take(b"]"):
            first = self.member()
            if self.peek() == b"-" and self.text[self.at + 1 : self.at + 2] not in (b"]", b""):
                self.at += 1
                last = self.member()
                if isinstance(first, bytes) or isinstance(last, bytes):
                    raise _Wrong("a range in [ ] begins or ends with a set")
                if last < first:
                    raise _Wrong("a range in [ ] is the wrong way round")
                out += b"\\x%02x-\\x%02x" % (first, last)
            else:
                out += first if isinstance(first, bytes) else b"\\x%02x" % first
        if not out:
            return b"[\\x00-\\xff]" if negated else b"(?!)"
        return (b"[^" if negated else b"[") + out + b"]"

    def member(self) -> int | bytes:
        """One byte, or one set, of a class."""
        char = self.peek()
        if not char:
            raise _Wrong("a [ without its ]")
        if char == b"\\":
            if self.text[self.at + 1 : self.at + 2] == b"b":
                self.at += 2
                return 8
            found = self.code()
            if isinstance(found, int) and found > 0x7F:
                raise _Wrong("[ ] holds ASCII characters only")
            return found
        if char >= b"\x80":
            raise _Wrong("[ ] holds ASCII characters only")
        self.at += 1
        return char[0]


def _literal(byte: int) -> bytes:
    return b"\\x%02x" % byte if byte in _SPECIAL or byte >= 0x80 or byte < 0x21 else bytes((byte,))
