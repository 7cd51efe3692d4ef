"""The cover plan: which texts of bytes a document must hold for a pattern to match in it.

Purpose: `cover` gives clauses for an index of trigrams. Every clause is necessary by itself: a document with a match
holds, for each clause, one of its texts whole. No clause: the pattern forces nothing that an index could look up.
Invariant: leaving a clause out only enlarges the candidates; whatever is not understood is left out.
Cost: bounded by the limits below, whatever the pattern.
"""

from __future__ import annotations

from itertools import product

from ripwire.limits import COVER_MAX_ATOMS, COVER_MAX_CLAUSES, COVER_MAX_COPIES, COVER_MAX_MEMBERS
from ripwire.search import classes
from ripwire.search.classes import CharClass
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

Clause = tuple[bytes, ...]
Texts = frozenset[bytes]

SHORTEST = 3
"""A text has at least one trigram."""

NOTHING: Texts = frozenset((b"",))


def cover(tree: Node) -> list[Clause]:
    """The clauses of a tree, those with the fewest texts when there are many, each sorted."""
    clauses = [tuple(sorted(clause)) for clause in _collect(tree)]
    if len(clauses) > COVER_MAX_CLAUSES:
        clauses = sorted(sorted(clauses, key=len)[:COVER_MAX_CLAUSES], key=clauses.index)
    return clauses


def _members(node: Node) -> Texts | None:
    """The texts of a node that is one character; None when there are too many, or it is something else."""
    if isinstance(node, Literal):
        if not node.fold:
            return frozenset((chr(node.code).encode(),))
        if node.code > 127:
            return None
        node = Class(classes.fold(CharClass(((node.code, node.code),))))
    if isinstance(node, Byte):
        return frozenset((bytes((node.value,)),))
    if isinstance(node, ByteClass):
        values = [value for low, high in node.ranges for value in range(low, high + 1)]
        return frozenset(bytes((value,)) for value in values) if 0 < len(values) <= COVER_MAX_MEMBERS else None
    if not isinstance(node, Class) or node.set.properties:
        return None
    if sum(high - low + 1 for low, high in node.set.ranges) > COVER_MAX_MEMBERS:
        return None
    found = frozenset(chr(code).encode() for low, high in node.set.exact() for code in range(low, high + 1))
    return found or None


def _crossed(a: Texts, b: Texts) -> Texts | None:
    if len(a) * len(b) > COVER_MAX_ATOMS:
        return None
    return frozenset(x + y for x in a for y in b)


def _united(sets: list[Texts | None]) -> Texts | None:
    out: set[bytes] = set()
    for one in sets:
        if one is None:
            return None
        out |= one
    return frozenset(out) if 0 < len(out) <= COVER_MAX_ATOMS else None


def _items(node: Node) -> list[Node]:
    """What a node is a sequence of: groups are looked through, counted repetitions written out."""
    out: list[Node] = []
    left = [node]
    while left:
        one = left.pop()
        if isinstance(one, Concat):
            left += reversed(one.parts)
        elif isinstance(one, Group):
            left.append(one.node)
        elif isinstance(one, Repeat) and (one.least > 1 or one.least == 1 and one.most != -1):
            if len(out) + one.least > 8 * COVER_MAX_COPIES or one.least > COVER_MAX_COPIES:
                out += [one.node, Repeat(one.node, 0, -1), one.node]
            elif one.most == -1:
                left += [Repeat(one.node, 1, -1), *[one.node] * (one.least - 1)]
            elif one.most - one.least > COVER_MAX_COPIES:
                left += [Repeat(one.node, 0, -1), *[one.node] * one.least]
            else:
                left += [*[Repeat(one.node, 0, 1)] * (one.most - one.least), *[one.node] * one.least]
        else:
            out.append(one)
    return out


def _exacts(node: Node) -> Texts | None:
    """All texts that a node matches, when they are few."""
    if isinstance(node, (Empty, Look)):
        return NOTHING
    if isinstance(node, Either):
        return _united([_exacts(branch) for branch in node.branches])
    if isinstance(node, Repeat) and node.most == 0:
        return NOTHING
    if isinstance(node, Repeat) and node.least == 0:
        inside = _exacts(node.node) if 0 < node.most <= 8 else None
        out: Texts | None = NOTHING
        for _ in range(node.most if inside is not None else 0):
            out = _crossed(out, inside | NOTHING) if out is not None and inside is not None else None
        return out if inside is not None else None
    if isinstance(node, (Concat, Group, Repeat)):
        items = _items(node)
        if len(items) == 1 and items[0] == node:  # one or more
            return None
        out = NOTHING
        for item in items:
            one = _exacts(item)
            out = _crossed(out, one) if out is not None and one is not None else None
            if out is None:
                return None
        return out
    return _members(node)


def _edge(node: Node, first: bool) -> Texts | None:
    """Texts of which every match begins (or ends) with one; None when that is unknown."""
    exact = _exacts(node)
    if exact is not None:
        return exact
    if isinstance(node, Either):
        return _united([_edge(branch, first) for branch in node.branches])
    if isinstance(node, Repeat) and node.least == 0:
        return None
    if isinstance(node, Repeat) and node.least == 1 and node.most == -1:
        return _edge(node.node, first)
    if not isinstance(node, (Concat, Group, Repeat)):
        return None
    items = _items(node)
    out: Texts = NOTHING
    for item in items if first else reversed(items):
        one = _exacts(item)
        edge = one if one is not None else _edge(item, first)
        longer = None if edge is None else _crossed(out, edge) if first else _crossed(edge, out)
        if longer is None:
            break
        out = longer
        if one is None:
            break
    return out if out != NOTHING else None


def _collect(node: Node) -> list[Texts]:
    """The clauses that a node forces."""
    while isinstance(node, Group) or isinstance(node, Repeat) and node.least == 1 and node.most == -1:
        node = node.node
    if isinstance(node, Either) and _exacts(node) is None:
        return _alternatives(node)
    out: list[Texts] = []
    segment: list[Texts] = []
    for item in _items(node):
        exact = _exacts(item)
        if exact is not None:
            if exact != NOTHING:
                segment.append(exact)
            continue
        edge = _edge(item, True)
        if edge is not None:
            segment.append(edge)
        out += _windows(segment)
        if not isinstance(item, Repeat) or item.least > 0:
            out += _collect(item) if item != node else []
        edge = _edge(item, False)
        segment = [edge] if edge is not None else []
    return list(dict.fromkeys(out + _windows(segment)))[: 4 * COVER_MAX_CLAUSES]


def _alternatives(node: Either) -> list[Texts]:
    """For every choice of one clause of each alternative, their union."""
    sides = [_collect(branch) for branch in node.branches]
    out = sides[0] if sides else []
    for side in sides[1:]:
        united = [a | b for a, b in product(out, side) if len(a | b) <= COVER_MAX_ATOMS]
        out = list(dict.fromkeys(united))[:COVER_MAX_CLAUSES]
    return out


def _windows(segment: list[Texts]) -> list[Texts]:
    """The clauses of sets that follow one another: all of them when that is few texts, else the shortest pieces."""
    whole = _window(segment)
    if whole is not None:
        return [whole]
    out = []
    for start in range(len(segment)):
        least = 0
        for end in range(start, len(segment)):
            least += min(map(len, segment[end]))
            if least >= SHORTEST:
                found = _window(segment[start : end + 1])
                if found is not None:
                    out.append(found)
                break
    return out


def _window(segment: list[Texts]) -> Texts | None:
    out: Texts | None = NOTHING
    for one in segment:
        out = _crossed(out, one) if out is not None else None
    return out if out is not None and min(map(len, out)) >= SHORTEST else None
