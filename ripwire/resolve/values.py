"""What an expression may stand for, as far as the tree can say.

Purpose: the small language that imports, written types, receivers and the hierarchy speak with each other.
Invariant: a value is an ascending tuple of things without repetition, so equal values are equal tuples; () is unknown.
Cost: a thing is one int: its number times 16, plus what it is.
"""

from __future__ import annotations

from ripwire.limits import MAX_MEANINGS

INSTANCE, CLASS, FUNCTION, MODULE, PACKAGE, SUPER, GENERIC, SELF, VARIABLE, EXTERNAL, TABLE = range(11)
"""Kinds of things, by what their number is.

INSTANCE, CLASS   a type's symbol
FUNCTION          a function's or method's symbol
MODULE            a file
PACKAGE           a name space without a file of its own, by its number in `modules`
SUPER             a type's symbol: its bases as seen from an object of it
GENERIC           a row of `Evaluator.generics`: something that holds other values
SELF              the object that a method was called on (in results only)
VARIABLE          a variable's symbol: what it holds is asked for when it is used
EXTERNAL          something outside of the tree
TABLE             a literal with entries, by its number in `flow`; only in answers with function values
"""

Value = tuple[int, ...]

UNKNOWN: Value = ()
OUTSIDE: Value = (EXTERNAL,)
THIS: Value = (SELF,)


def thing(kind: int, number: int) -> int:
    """One thing."""
    return number << 4 | kind


def kind_of(one: int) -> int:
    """What a thing is."""
    return one & 15


def number_of(one: int) -> int:
    """Which one it is."""
    return one >> 4


def union(values: list[Value]) -> Value:
    """All things of some values. What is outside counts only where nothing inside is known."""
    if len(values) == 1:
        return values[0]
    things = {one for value in values for one in value}
    if len(things) > 1:
        things.discard(EXTERNAL)
    return tuple(sorted(things)) if len(things) <= MAX_MEANINGS else UNKNOWN
