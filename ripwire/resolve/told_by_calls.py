"""What calls say about expressions: tests of an argument, parameters of function literals.

Purpose: `if (isA(x)) x.f()` says what x is there, `xs.forEach(x => x.f())` what the literal is given.
Invariant: flow-insensitive like `receivers`; a test counts in the whole function that makes it, and only where the
declared type does not know the member. Cost: each guard is read once; literals cost a look-up of the callee.
"""

from __future__ import annotations

from ripwire.model.codes import BIND_NARROW
from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.index import BIND_WRITTEN, FUNCTIONS
from ripwire.resolve.paths import ATTRIBUTE, Path, parse
from ripwire.resolve.policy import GIVES_ELEMENTS
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    FUNCTION,
    GENERIC,
    INSTANCE,
    OUTSIDE,
    UNKNOWN,
    Value,
    kind_of,
    number_of,
    union,
)  # fmt: skip
from ripwire.resolve.written import FUNCTION as FUNCTION_TYPE
from ripwire.resolve.written import UNION, Type
from ripwire.resolve.written import parse as parse_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.resolve.engine import Engine


class ToldByCalls:
    """The calls of one tree, as far as they tell what is handed to them."""

    def __init__(self, engine: Engine) -> None:
        self.e = engine

    # --- tests ---

    def tested(self, text: int, context: int) -> Value:
        """What a function tests an expression for: by name, or by functions whose result says what an argument is."""
        e = self.e
        kinds, parents = e.columns.kind, e.columns.parent
        values: list[Value] = []
        at = context
        while at != NO_SYMBOL and kinds[at] in FUNCTIONS:
            for row in e.index.bindings.get(at, {}).get(text, ()):
                if e.binding_flags[row] & BIND_NARROW:
                    values.append(e.types.value(e.binding_type[row], e.context_of_row(row)))
            for row in e.index.passed.get(at, ()):
                if e.binding_type[row] == text:
                    values.append(self.e.solver.ask(("g", e.binding_name[row], at), self._guarded, row, at))
            at = parents[at]
        values = [value for value in values if value]
        return union(values) if values else UNKNOWN

    def _guarded(self, row: int, context: int) -> Value:
        """What an argument is known to be where its call gives true."""
        e = self.e
        callee, _, selector = e.strings[e.binding_name[row]].rpartition(b"(")
        path = parse(callee) if selector.isdigit() else None
        if path is None:
            return UNKNOWN
        values: list[Value] = []
        for one in self.e.receivers.of_path(path, context):
            if kind_of(one) != FUNCTION:
                continue
            function = number_of(one)
            e.index.table(e.columns.file[function])
            for result in e.index.bindings.get(function, {}).get(0, ()):
                if e.binding_flags[result] & BIND_WRITTEN:
                    continue
                text = e.strings[e.binding_type[result]]
                name, mark, type_ = text.partition(b" is ")
                where = e.context_of_row(result)
                if mark:
                    if self._parameter_name(function, int(selector)) == name.removeprefix(b"asserts "):
                        values.append(e.types.of_tree(parse_type(type_), where))
                elif text.startswith((b"TypeGuard[", b"TypeIs[")) and selector == b"0":
                    tree = parse_type(text)
                    values.append(e.types.of_tree(tree.args[0] if tree is not None and tree.args else None, where))
        values = [value for value in values if value]
        return union(values) if values else UNKNOWN

    def _parameter_name(self, function: int, position: int) -> bytes:
        rows = self.e.parameters(function)
        return self.e.strings[self.e.binding_name[rows[position]]] if position < len(rows) else b""

    # --- parameters of function literals ---

    def contextual(self, text: bytes, context: int) -> Value:
        """The type of parameter INDEX of the function that parameter SEL of CALLEE takes: ``CALLEE(SEL(INDEX``."""
        callee, _, index = text.rpartition(b"(")
        callee, _, selector = callee.rpartition(b"(")
        if not (selector.isdigit() and index.isdigit()):
            return UNKNOWN
        path = parse(callee)
        if path is None:
            return UNKNOWN
        held = self._element_for(path, int(index), context) if selector == b"0" else UNKNOWN
        if held:
            return held
        value = self.e.receivers.of_path(path, context)
        out: list[Value] = []
        for one in value:
            for function in self._called(one):
                out.append(self.parameter_of_parameter(function, int(selector), int(index)))
        out = [v for v in out if v]
        return union(out) if out else UNKNOWN

    def _element_for(self, path: Path, index: int, context: int) -> Value:
        """What a method of a standard holder hands to its callback: `xs.forEach(x => ...)`, `p.then(x => ...)`."""
        if not path.steps or path.steps[-1][0] != ATTRIBUTE:
            return UNKNOWN
        method = path.steps[-1][1]
        if index != (1 if method in (b"reduce", b"reduceRight") else 0):
            return UNKNOWN
        before = Path(path.root, path.group, path.cast, path.text, path.steps[:-1])
        receiver = self.e.receivers.settle(self.e.receivers.of_path(before, context))
        values = [
            self.e.generics[number_of(one)][0] if kind_of(one) == GENERIC and method in GIVES_ELEMENTS else UNKNOWN
            for one in receiver
        ]
        if method == b"then":  # a promise stands for what it gives
            handle = self.e.strings.find(method)
            values += [
                (one,)
                for one in receiver
                if kind_of(one) == INSTANCE
                and (handle < 0 or self.e.hierarchy.member(number_of(one), handle) in (ABSENT, OUTSIDE))
            ]
        return union([value for value in values if value] or [UNKNOWN])

    def _called(self, one: int) -> list[int]:
        """The functions that calling a thing runs."""
        e = self.e
        kind = kind_of(one)
        if kind == FUNCTION:
            return [number_of(one)]
        if kind == CLASS:
            return e.constructors(number_of(one))
        return []

    def parameter_of_parameter(self, function: int, selector: int, index: int) -> Value:
        """The value of a parameter of the function that a parameter of ``function`` is declared to take."""
        e = self.e
        rows = e.parameters(function)
        if selector >= len(rows):
            return UNKNOWN
        row = rows[selector]
        tree = e.types.tree(e.binding_type[row]) if not e.binding_flags[row] & BIND_WRITTEN else None
        return self._parameter(tree, e.context_of_row(row), index, 0)

    def _parameter(self, tree: Type | None, context: int, index: int, depth: int) -> Value:
        e = self.e
        if tree is None or depth > 8:
            return UNKNOWN
        if tree.kind == UNION:
            values = [self._parameter(part, context, index, depth + 1) for part in tree.args]
            values = [v for v in values if v]
            return union(values) if values else UNKNOWN
        if tree.kind == FUNCTION_TYPE:
            return e.types.of_tree(tree.args[index], context) if index < len(tree.args) - 1 else UNKNOWN
        if tree.name:
            alias = e.alias_of(tree.name, context)
            if alias is not None:
                return self._parameter(alias[0], alias[1], index, depth + 1)
        return UNKNOWN
