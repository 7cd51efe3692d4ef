"""The swell of a pattern: how long a run of digits, capitals, spaces and so on every match must hold.

Purpose: `swell` reads from the syntax tree, for each lane (a class of bytes), a lower bound of the longest run of
bytes of that lane in any match; a document whose longest run of a lane is shorter has no match of that alternative.
Invariant: everything that is unknown rounds down; both sides saturate at the same number (RUN_MAX).
Cost: linear in the tree; counted repetitions by squaring.
"""

from __future__ import annotations

from ripwire.limits import SWELL_MAX_ALTERNATIVES
from ripwire.named import NamedTuple
from ripwire.search.classes import mask_of
from ripwire.search.syntax import (
    Byte,
    ByteClass,
    Class,
    Concat,
    Either,
    Empty,
    Group,
    Literal,
    Look,
    Node,
    Repeat,
)

RUN_MAX = 0xFFFF

HIGH = (1 << 256) - (1 << 128)
"""The bytes from 0x80 on."""


def _lane(*pairs: tuple[str, str]) -> int:
    return mask_of(tuple(sorted((ord(low), ord(high)) for low, high in pairs)))


_DIGIT, _UPPER, _LOWER = ("0", "9"), ("A", "Z"), ("a", "z")
_NARROW = (
    _lane(_DIGIT),
    _lane(_DIGIT, ("A", "F"), ("a", "f")),
    _lane(_UPPER),
    _lane(_LOWER),
    _lane(_UPPER, _LOWER),
    _lane(_DIGIT, _UPPER, _LOWER, ("_", "_")),
    _lane(("\t", "\r"), (" ", " ")),
    _lane(("!", "/"), (":", "@"), ("[", "^"), ("`", "`"), ("{", "~")),
)
LANES: tuple[int, ...] = (*_NARROW, *(lane | HIGH for lane in _NARROW))
"""digit, hex, upper, lower, alpha, word, space, punct; and the same with all bytes from 0x80 on."""
_EACH = range(len(LANES))


class Bounds(NamedTuple):
    """By lane: ``inside`` a forced run anywhere, ``first`` and ``last`` at the borders, ``whole`` certainly nothing
    else. ``size`` is the least number of bytes of a match."""

    inside: tuple[int, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]
    size: int
    whole: tuple[bool, ...]


_ZERO = (0,) * len(LANES)
_NOTHING = Bounds(_ZERO, _ZERO, _ZERO, 0, (True,) * len(LANES))
_UNKNOWN = Bounds(_ZERO, _ZERO, _ZERO, 0, (False,) * len(LANES))


def swell(tree: Node) -> list[tuple[int, ...]]:
    """The bounds by lane of each alternative of a tree; empty when nothing could be ruled out by them."""
    apart: list[tuple[int, ...]] = []
    left = [tree]
    while left:
        node = _core(left.pop())
        if isinstance(node, Either):
            left += reversed(node.branches)
        else:
            apart.append(_bounds(node).inside)
    if len(apart) > SWELL_MAX_ALTERNATIVES:
        rest = apart[SWELL_MAX_ALTERNATIVES - 1 :]
        apart[SWELL_MAX_ALTERNATIVES - 1 :] = [tuple(map(min, zip(*rest, strict=True)))]
    return apart if all(map(any, apart)) else []


def _core(node: Node) -> Node:
    """What is left without captures and the assertions around it (-w, -x)."""
    while True:
        if isinstance(node, Group):
            node = node.node
        elif isinstance(node, Concat) and len(parts := [p for p in node.parts if not isinstance(p, Look)]) == 1:
            node = parts[0]
        else:
            return node


def _bounds(node: Node) -> Bounds:
    if isinstance(node, (Empty, Look)):
        return _NOTHING
    if isinstance(node, Group):
        return _bounds(node.node)
    if isinstance(node, Concat):
        out = _NOTHING
        for part in node.parts:
            out = _joined(out, _bounds(part))
        return out
    if isinstance(node, Either):
        return _either([_bounds(branch) for branch in node.branches])
    if isinstance(node, Repeat):
        return _repeated(_bounds(node.node), node.least, node.most)
    return _character(node)


def _character(node: Literal | Byte | Class | ByteClass) -> Bounds:
    if isinstance(node, Byte):
        mask, size = 1 << node.value, 1
    elif isinstance(node, ByteClass):
        mask, size = mask_of(node.ranges, 255), 1
    elif isinstance(node, Class):
        mask = node.set.ascii
        if mask:
            size = 1
        else:
            lowest = 0x80 if node.set.properties or not node.set.ranges else node.set.ranges[0][0]
            size = 2 if lowest < 0x800 else 3 if lowest < 0x10000 else 4
        mask |= HIGH if node.set.beyond else 0
    elif not node.fold:
        size = 1 if node.code < 0x80 else 2 if node.code < 0x800 else 3 if node.code < 0x10000 else 4
        mask = 1 << node.code if size == 1 else HIGH
    elif node.code < 128 or node.code in (0x212A, 0x17F):
        letter = {0x212A: "k", 0x17F: "s"}.get(node.code) or chr(node.code).lower()
        mask, size = 1 << ord(letter) | 1 << ord(letter.upper()) | (HIGH if letter in "ks" else 0), 1
    else:
        mask, size = HIGH, 2  # another case may be shorter
    if not mask:
        return _UNKNOWN
    inside = tuple([mask & ~lane == 0 for lane in LANES])
    run = tuple([size if yes else 0 for yes in inside])
    return Bounds(run, run, run, size, inside)


def _sum(a: int, b: int) -> int:
    return min(a + b, RUN_MAX)


def _joined(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(
        tuple([max(a.inside[i], b.inside[i], _sum(a.last[i], b.first[i])) for i in _EACH]),
        tuple([_sum(a.size, b.first[i]) if a.whole[i] else a.first[i] for i in _EACH]),
        tuple([_sum(b.size, a.last[i]) if b.whole[i] else b.last[i] for i in _EACH]),
        _sum(a.size, b.size),
        tuple([a.whole[i] and b.whole[i] for i in _EACH]),
    )


def _either(all_: list[Bounds]) -> Bounds:
    if not all_:
        return _UNKNOWN
    return Bounds(
        tuple([min(one.inside[i] for one in all_) for i in _EACH]),
        tuple([min(one.first[i] for one in all_) for i in _EACH]),
        tuple([min(one.last[i] for one in all_) for i in _EACH]),
        min(one.size for one in all_),
        tuple([all(one.whole[i] for one in all_) for i in _EACH]),
    )


def _repeated(of: Bounds, least: int, most: int) -> Bounds:
    if most == 0:
        return _NOTHING
    out, power, count = _NOTHING, of, min(least, RUN_MAX)
    while count:
        if count & 1:
            out = _joined(out, power)
        power = _joined(power, power)
        count >>= 1
    return out._replace(whole=of.whole)
