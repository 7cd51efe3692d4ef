"""Regular expressions as programs that run in time linear in the text: Python's syntax, without what needs more.

Purpose: `#match?` of a query, on files and with expressions that nobody vouches for.
Invariant: a program says of every valid UTF-8 text what `re.search` says with re.ASCII, but that `$` stands at the end
only and never before a last line break. Look-around, back references, possessive repeats and conditions are refused.
Cost: Python's own parser of expressions, and a walk over what it gives; a program has at most REGEX_MAX_STEPS steps.
"""

from __future__ import annotations

from array import array

from ripwire.limits import REGEX_MAX_STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Ranges = list[tuple[int, int]]

# Instructions and places as `ripwire._core.match` reads them.
_RANGE, _SPLIT, _AT, _MATCH = range(4)
_PLACES = {
    "AT_BEGINNING": (0, 2), "AT_BEGINNING_STRING": (0, 0), "AT_END": (1, 3), "AT_END_STRING": (1, 1),
    "AT_BOUNDARY": (4, 4), "AT_NON_BOUNDARY": (5, 5),
}  # fmt: skip
"""By the parser's names: the place, and the place where ``^`` and ``$`` mean lines."""
_ANY = [(0, 0xD7FF), (0xE000, 0x10FFFF)]
_DIGITS = [(48, 57)]
_SPACES = [(9, 13), (32, 32)]
_WORDS = [(48, 57), (65, 90), (95, 95), (97, 122)]
_CATEGORIES = {"DIGIT": _DIGITS, "SPACE": _SPACES, "WORD": _WORDS}


class BadExpression(ValueError):
    """An expression that is none or that needs more than a program can do; the message says which."""


def program(text: bytes) -> bytes:
    """The program of an expression, 32-bit (op, x, y) a step. Raises BadExpression."""
    import re
    import warnings
    from importlib import import_module

    try:
        source = text.decode()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of constructs that may mean something else one day
            tree = import_module("re._parser").parse(source, re.ASCII)
            compiler = _Compiler(tree.state.flags)
            compiler.sequence(tree, tree.state.flags)
    except UnicodeDecodeError:
        raise BadExpression("it is no UTF-8") from None
    except re.error as error:
        where = "" if error.pos is None else f" at its character {error.pos + 1}"
        raise BadExpression(f"{error.msg}{where}") from None
    except (RecursionError, OverflowError, ValueError) as error:
        if isinstance(error, BadExpression):
            raise
        raise BadExpression("it is nested too deep or counts too far") from None
    compiler.emit(_MATCH)
    return compiler.code.tobytes()


class _Compiler:
    """Walks over what Python's parser gives and appends steps."""

    def __init__(self, flags: int) -> None:
        self.code = array("I")

    def emit(self, op: int, x: int = 0, y: int = 0) -> int:
        """Append a step; returns its number."""
        at = len(self.code) // 3
        if at >= REGEX_MAX_STEPS:
            raise BadExpression(f"it has more than {REGEX_MAX_STEPS} steps once its repeats are written out")
        self.code.extend((op, x, y))
        return at

    @property
    def here(self) -> int:
        return len(self.code) // 3

    def split(self) -> int:
        """A step that goes on to the next one or to a place that is set later."""
        at = self.emit(_SPLIT)
        self.code[3 * at + 1] = at + 1
        return at

    def lead(self, at: int, to: int) -> None:
        """Set the second place that a split goes to."""
        self.code[3 * at + 2] = to

    def jump(self) -> int:
        """A step that goes to a place that is set later, with `land`."""
        return self.emit(_SPLIT)

    def land(self, at: int, to: int) -> None:
        self.code[3 * at + 1] = self.code[3 * at + 2] = to

    def sequence(self, items: Iterable[tuple[Any, Any]], flags: int) -> None:
        for op, value in items:
            self.one(str(op), value, flags)

    def one(self, op: str, value: Any, flags: int) -> None:
        import re

        if op == "LITERAL":
            self.characters([(value, value)], flags)
        elif op == "NOT_LITERAL":
            self.characters(_without(_cased([(value, value)], flags)), 0)
        elif op == "ANY":
            self.characters(_ANY if flags & re.DOTALL else _without([(10, 10)]), 0)
        elif op == "IN":
            self.characters(_members(value, flags), 0)
        elif op == "BRANCH":
            self.branch(value[1], flags)
        elif op == "SUBPATTERN":
            _, added, removed, inner = value
            self.sequence(inner, (flags | added) & ~removed)
        elif op in ("MAX_REPEAT", "MIN_REPEAT"):  # lazy or greedy, it matches or it does not
            least, most, inner = value
            self.repeat(least, most, inner, flags)
        elif op == "AT":
            self.emit(_AT, _PLACES[str(value)][bool(flags & re.MULTILINE)])
        else:
            what = {"GROUPREF": "a back reference", "ASSERT": "a look-around", "ASSERT_NOT": "a look-around"}
            raise BadExpression(f"it has {what.get(op, 'a construct')} that needs more than linear time")

    def branch(self, branches: list[Any], flags: int) -> None:
        ends = []
        for number, inner in enumerate(branches):
            last = number == len(branches) - 1
            fork = -1 if last else self.split()
            self.sequence(inner, flags)
            if not last:
                ends.append(self.jump())
                self.lead(fork, self.here)
        for end in ends:
            self.land(end, self.here)

    def repeat(self, least: int, most: Any, inner: Any, flags: int) -> None:
        from importlib import import_module

        endless = most == import_module("re._constants").MAXREPEAT
        least, most = int(least), int(most)
        if not list(inner):
            return
        for _ in range(least):
            before = self.here
            self.sequence(inner, flags)
            if self.here == before:  # it takes no steps, however often
                return
        if endless:
            fork = self.split()
            self.sequence(inner, flags)
            self.land(self.jump(), fork)
            self.lead(fork, self.here)
            return
        forks = []
        for _ in range(most - least):
            forks.append(self.split())
            self.sequence(inner, flags)
        for fork in forks:
            self.lead(fork, self.here)

    def characters(self, ranges: Ranges, flags: int) -> None:
        """Steps for one character out of ranges of code points, as UTF-8."""
        sequences = [one for low, high in _merged(_cased(ranges, flags)) for one in _utf8(low, high)]
        if not sequences:  # nothing can be this character: a step that no byte passes
            self.emit(_RANGE, 1, 0)
            return
        ends = []
        for number, sequence in enumerate(sequences):
            last = number == len(sequences) - 1
            fork = -1 if last else self.split()
            for low, high in sequence:
                self.emit(_RANGE, low, high)
            if not last:
                ends.append(self.jump())
                self.lead(fork, self.here)
        for end in ends:
            self.land(end, self.here)


def _members(items: list[tuple[Any, Any]], flags: int) -> Ranges:
    """The code points of a set in brackets."""
    ranges: Ranges = []
    negated = False
    for op, value in items:
        name = str(op)
        if name == "NEGATE":
            negated = True
        elif name == "LITERAL":
            ranges += _cased([(value, value)], flags)
        elif name == "RANGE":
            ranges += _cased([value], flags)
        elif name == "CATEGORY":
            _, _, category = str(value).partition("CATEGORY_")
            found = _CATEGORIES[category.removeprefix("NOT_")]
            ranges += _without(found) if category.startswith("NOT_") else found
        else:
            raise BadExpression(f"it has {name} in a set")
    return _without(ranges) if negated else ranges


def _cased(ranges: Ranges, flags: int) -> Ranges:
    """With the letters of the other case, where case does not count; ASCII letters only."""
    import re

    if not flags & re.IGNORECASE:
        return ranges
    out = list(ranges)
    for low, high in ranges:
        for first, last, step in ((65, 90, 32), (97, 122, -32)):
            if max(low, first) <= min(high, last):
                out.append((max(low, first) + step, min(high, last) + step))
    return out


def _merged(ranges: Ranges) -> Ranges:
    """Sorted, without overlaps, and without surrogates, which no text holds."""
    out: Ranges = []
    for low, high in sorted(ranges):
        if out and low <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return [
        (max(low, first), min(high, last))
        for low, high in out
        for first, last in _ANY
        if max(low, first) <= min(high, last)
    ]


def _without(ranges: Ranges) -> Ranges:
    """All other characters."""
    out: Ranges = []
    at = 0
    for low, high in _merged(ranges):
        if at < low:
            out.append((at, low - 1))
        at = high + 1
    out.append((at, 0x10FFFF))
    return _merged([pair for pair in out if pair[0] <= pair[1]])


def _utf8(low: int, high: int) -> list[list[tuple[int, int]]]:
    """Sequences of byte ranges that spell the code points from low to high, no surrogates among them."""
    out: list[list[tuple[int, int]]] = []
    todo = [(low, high)]
    while todo:
        low, high = todo.pop()
        for limit in (0x7F, 0x7FF, 0xFFFF):  # as many bytes at both ends
            if low <= limit < high:
                todo += [(limit + 1, high), (low, limit)]
                break
        else:
            if high <= 0x7F:
                out.append([(low, high)])
                continue
            for bits in (6, 12, 18):  # the last bytes run over all values, or the bytes before are the same
                mask = (1 << bits) - 1
                if low & ~mask != high & ~mask:
                    if low & mask:
                        todo += [((low | mask) + 1, high), (low, low | mask)]
                        break
                    if high & mask != mask:
                        todo += [(high & ~mask, high), (low, (high & ~mask) - 1)]
                        break
            else:
                out.append(list(zip(chr(low).encode(), chr(high).encode(), strict=True)))
    return out
