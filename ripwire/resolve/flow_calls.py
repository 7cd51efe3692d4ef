"""What calls of function values have in common: the functions that a callee may be, and what takes an argument there.

Invariant: depends on columns, signatures (`sources`) and the solver at hand. Cost: a signature is read once.
"""

from __future__ import annotations

from ripwire.limits import MAX_FUNCTION_VALUES
from ripwire.model.columns import KIND_METHOD
from ripwire.resolve.paths import parse
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.signature import EVERY_NAME, LIST, NAMED, Parameter
from ripwire.resolve.values import (
    CLASS,
    FUNCTION,
    INSTANCE,
    MODULE,
    PACKAGE,
    UNKNOWN,
    VARIABLE,
    Value,
    kind_of,
    number_of,
    union,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.resolve.engine import Engine


class Calls:
    """Callees and the parameters behind them."""

    def __init__(self, engine: Engine) -> None:
        self.e = engine
        self.wanted: set[tuple[int, int]] = set()  # (function, name): what it holds is called, kept or given back

    def signature(self, function: int) -> list[Parameter]:
        """A function's parameters in order."""
        return self.e.sources.signature(function)

    def plain(self, value: Value) -> Value:
        """A value with what variables hold in their place."""
        if not any(kind_of(one) == VARIABLE for one in value):
            return value
        e = self.e
        values = [e.receivers.held(number_of(one)) if kind_of(one) == VARIABLE else (one,) for one in value]
        return union([v for v in values if v] or [UNKNOWN])

    def _called(self, callee: bytes, context: int) -> list[tuple[int, int]]:
        """The functions that a callee may be, and how many of their parameters are not written in the call."""
        path = parse(callee.removesuffix(b".("))
        if path is None:
            return []
        value, bound = self.e.receivers.walk(path, context)
        out: list[tuple[int, int]] = []
        for one in self.plain(value):
            out.extend(self._runs(one, bound))
        return out if len(out) <= MAX_FUNCTION_VALUES else []

    def _runs(self, one: int, bound: Value) -> list[tuple[int, int]]:
        e = self.e
        kind, number = kind_of(one), number_of(one)
        if kind == FUNCTION:
            by_type = bool(bound) and all(kind_of(x) in (CLASS, MODULE, PACKAGE) for x in bound)
            return [(number, self._own(number, by_type))]
        handle = -1
        if kind == CLASS:
            own = e.constructors(number)
            if own:
                return [(function, 0) for function in own]
            if init := e.policy(e.columns.file[number]).init_method:
                handle = e.strings.find(init)
        elif kind == INSTANCE:
            handle = e.call_method(number)
        if handle < 0:
            return []
        found = e.hierarchy.member(number, handle)
        if found == ABSENT:
            return []
        return [(number_of(x), self._own(number_of(x), False)) for x in found if kind_of(x) == FUNCTION]

    def _own(self, function: int, by_type: bool) -> int:
        """1 when the first parameter is the object that a method is called on."""
        e = self.e
        if e.columns.kind[function] != KIND_METHOD:
            return 0
        names = self.signature(function)
        if not names or e.word(e.columns.file[function], names[0][0]) != 1:
            return 0
        return 0 if by_type and names[0][0] != b"cls" else 1

    def _parameter(self, function: int, shift: int, selector: bytes) -> tuple[int, bool] | None:
        """The parameter that takes an argument, if it is asked for, and whether it takes several."""
        handle, several = self._place(function, shift, selector)
        return (handle, several) if handle > 0 and (function, handle) in self.wanted else None

    def _place(self, function: int, shift: int, selector: bytes) -> tuple[int, bool]:
        """The parameter (a handle) that takes an argument, -1 for none, and whether it takes several."""
        rows = self.signature(function)
        at = int(selector) + shift if selector.isdigit() else -1
        found = b""
        several = False
        for place, (name, kind) in enumerate(rows):
            if kind == LIST:
                if at >= place:
                    found, several = name, True
                    break
                at = -2 if at >= 0 else at
            elif kind == EVERY_NAME:
                if at == -1:
                    found, several = name, True
            elif at == place and kind != NAMED or at == -1 and name == selector:
                found = name
                break
        return self.e.strings.find(found) if found else -1, several
