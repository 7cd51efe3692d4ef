"""From written types and base names to types of the tree.

Purpose: what an object declared with this text is. Invariant: a name means what it means where it is written.
Cost: each (text, scope that matters for types) is answered once.
"""

from __future__ import annotations

from ripwire.model.codes import BIND_ALIAS, BIND_BOUND
from ripwire.model.columns import KIND_METHOD, NO_SYMBOL
from ripwire.resolve.index import CONTAINERS, FUNCTIONS, TYPES
from ripwire.resolve.policy import HOLDERS, LAST, THROUGH
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    EXTERNAL,
    GENERIC,
    INSTANCE,
    OUTSIDE,
    THIS,
    UNKNOWN,
    VARIABLE,
    Value,
    kind_of,
    number_of,
    thing,
    union,
)  # fmt: skip
from ripwire.resolve.written import FUNCTION, LIST, META, NAME, OBJECT, UNION, Type, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.resolve.engine import Engine

_NOTHING = frozenset(
    b"None null undefined void never nil Nothing Unit Never NoReturn bool boolean int string str number float double "
    b"long short byte char bytes object any Any unknown symbol bigint true false mixed Variant".split()
)
_META = frozenset({b"type", b"Type", b"typing.Type", b"t.Type"})
_CALLABLE = frozenset({b"Callable"})


class Types:
    """Written types of one tree."""

    def __init__(self, engine: Engine) -> None:
        self.e = engine
        self.trees: dict[int, Type | None] = {}
        self.scopes: dict[int, int] = {}

    def value(self, text: int, context: int) -> Value:
        """The value of something that is declared with a text (a handle) in a context."""
        if not text:
            return UNKNOWN
        return self.e.solver.ask(("t", text, self.scope_of(context)), self._value, text, context)

    def tree(self, text: int) -> Type | None:
        """The tree of a text."""
        if text not in self.trees:
            self.trees[text] = parse(self.e.strings[text])
        return self.trees[text]

    def scope_of(self, context: int) -> int:
        """The innermost context around that can change what a type's name means."""
        if context < 0:
            return context
        found = self.scopes.get(context)
        if found is None:
            e = self.e
            index, columns = e.index, e.columns
            index.table(columns.file[context])
            at = context
            while at != NO_SYMBOL:
                kind = columns.kind[at]
                if kind in CONTAINERS or at in index.members or at in index.imports or self._has_bounds(at):
                    break
                if kind == KIND_METHOD and e.policy(columns.file[at]).apart:  # parameters of its impl block
                    break
                at = columns.parent[at]
            found = self.scopes[context] = e.finder(columns.file[context]).place(context) if at == NO_SYMBOL else at
        return found

    def _has_bounds(self, symbol: int) -> bool:
        flags = self.e.binding_flags
        rows = self.e.index.bindings.get(symbol)
        return rows is not None and any(flags[row] & BIND_BOUND for some in rows.values() for row in some)

    def _value(self, text: int, context: int) -> Value:
        tree = self.tree(text)
        return UNKNOWN if tree is None else self.of_tree(tree, context)

    def of_tree(self, tree: Type | None, context: int) -> Value:
        """The value of something declared with this type."""
        if tree is None:
            return UNKNOWN
        e = self.e
        if tree.kind == UNION:
            parts = [self.of_tree(part, context) for part in tree.args]
            return union([part for part in parts if part] or [UNKNOWN])
        if tree.kind == LIST:
            return self._holder(self.of_tree(tree.args[0], context), UNKNOWN)
        if tree.kind == FUNCTION:
            return self._holder(UNKNOWN, self.of_tree(tree.args[-1], context))
        if tree.kind == OBJECT:
            return self.in_place(context)
        if tree.kind == META:
            return self.metas(self.of_tree(tree.args[0], context))
        name = tree.name
        if name in _NOTHING:
            return UNKNOWN if name in (b"any", b"Any", b"unknown", b"object", b"mixed", b"Variant") else OUTSIDE
        file = ~context if context < 0 else e.columns.file[context]
        if name in e.policy(file).self_types:
            return THIS
        found = self.named(name, context)
        if len(found) > 1:
            found = e.finder(file).of_arity(found, len(tree.args))
        if not found:
            return UNKNOWN
        last = name.rpartition(b".")[2]
        how = HOLDERS.get(last)
        if found and found != OUTSIDE:
            if how == THROUGH and tree.args and e.policy(file).apart:  # a holder of the tree, and what it holds
                inner = [self.of_tree(part, context) for part in tree.args]
                return union([instances(found), *(value for value in inner if value and value != OUTSIDE)])
            return instances(found)
        if how is not None and tree.args:
            if how == THROUGH and not e.policy(file).optionals:  # whose `Optional` is asked for what it holds
                inner = [self.of_tree(part, context) for part in tree.args[: 1 if last == b"Result" else None]]
                if not any(inner) and e.policy(file).apart:
                    return UNKNOWN
                return union([value for value in inner if value] or [OUTSIDE])
            part = tree.args[-1] if how == LAST else tree.args[0]
            return self._holder(self.of_tree(part, context), UNKNOWN)
        if name in _META and tree.args:
            return self.metas(self.of_tree(tree.args[0], context))
        if last in _CALLABLE and tree.args:
            return self._holder(UNKNOWN, self.of_tree(tree.args[-1], context))
        return UNKNOWN if e.policy(file).types_unknown and (not found or name == b"id") else OUTSIDE

    def in_place(self, context: int) -> Value:
        """An object type that is written in place: its members are known as those of the type that it stands in."""
        if context < 0 or self.e.columns.kind[context] not in TYPES:
            return UNKNOWN
        return (thing(INSTANCE, context),)

    def metas(self, value: Value) -> Value:
        """The types of objects."""
        return tuple(sorted(thing(CLASS, number_of(one)) for one in value if kind_of(one) == INSTANCE)) or OUTSIDE

    def _holder(self, item: Value, result: Value) -> Value:
        """Something that holds elements, or that gives a result when it is called."""
        if (not item or item == OUTSIDE) and (not result or result == OUTSIDE):
            return OUTSIDE
        return (thing(GENERIC, self.e.generic(item, result)),)

    def named(self, dotted: bytes, context: int) -> Value:
        """What a dotted name means as a type: CLASS things, or INSTANCE things for what stands for a type."""
        file = ~context if context < 0 else self.e.columns.file[context]
        if self.e.policy(file).own_names:
            return self.e.finder(file).named(dotted, context)
        first, *rest = dotted.split(b".")
        name = self.e.strings.find(first)
        if name < 0:
            return OUTSIDE
        found = self._first(name, context)
        for part in rest:
            handle = self.e.strings.find(part)
            if handle < 0 or not found or found == OUTSIDE:
                return OUTSIDE
            inside = [self.e.scopes.of_modules(found, handle)]
            found = inside[0] if inside[0] != ABSENT else OUTSIDE
        return self._settled(found)

    def _settled(self, found: Value) -> Value:
        """Variables that stand for types replaced by those."""
        if not any(kind_of(one) == VARIABLE for one in found):
            return found
        types = tuple(one for one in found if kind_of(one) in (CLASS, INSTANCE))
        if types:
            return types  # a value of the same name is none
        values: list[Value] = []
        for one in found:
            if kind_of(one) == VARIABLE:
                held = self.e.receivers.held(number_of(one))
                types = tuple(x for x in held if kind_of(x) in (CLASS, EXTERNAL))
                values.append(self.bound_of(number_of(one)) or types)
            else:
                values.append((one,))
        return union([value for value in values if value] or [UNKNOWN])

    def bound_of(self, variable: int) -> Value:
        """The bound of `T = TypeVar("T", bound=A)`, as a type or an object of it."""
        e = self.e
        for row in e.index.bounds.get(variable, ()):
            return self.value(e.binding_type[row], e.context_of_row(row))
        return UNKNOWN

    def _first(self, name: int, context: int) -> Value:
        e = self.e
        if context < 0:
            return self._in_file(~context, name)
        columns = e.columns
        index = e.index
        index.table(columns.file[context])
        at = context
        while at != NO_SYMBOL:
            rows = index.bindings.get(at, {}).get(name, ())
            for row in rows:
                if e.binding_flags[row] & (BIND_BOUND | BIND_ALIAS):
                    return self.value(e.binding_type[row], e.context_of_row(row))
            kind = columns.kind[at]
            if kind in FUNCTIONS:
                symbols = index.members.get(at, {}).get(name)
                if symbols:
                    found = e.scopes.of_symbols(symbols)
                    if found != ABSENT:
                        return found
                for row in index.imports.get(at, ()):
                    if e.scopes.local_name(row) == name:
                        return e.scopes.of_import(row)
            elif kind in CONTAINERS:
                symbols = e.hierarchy.own(at).get(name)
                if symbols:
                    inside = [s for s in symbols if columns.kind[s] in TYPES]
                    if inside:
                        return e.scopes.of_symbols(inside)
                if columns.name[at] == name and kind in TYPES:
                    return (thing(CLASS, at),)
            at = columns.parent[at]
        return self._in_file(columns.file[context], name)

    def _in_file(self, file: int, name: int) -> Value:
        e = self.e
        for row in e.index.table(file).bindings.get(name, ()):
            if e.binding_flags[row] & BIND_ALIAS:
                return self.value(e.binding_type[row], ~file)
        found = e.scopes.in_file(file, name)
        if found == ABSENT:
            return OUTSIDE
        return self._through_alias(found)

    def _through_alias(self, found: Value) -> Value:
        """Type aliases among types replaced by what they stand for."""
        e = self.e
        out: list[Value] = []
        for one in found:
            if kind_of(one) == CLASS:
                symbol = number_of(one)
                e.index.table(e.columns.file[symbol])
                rows = e.alias_rows(symbol)
                if rows:
                    values = [self.value(e.binding_type[row], e.context_of_row(row)) for row in rows]
                    if e.index.members.get(symbol) or e.index.fields.get(symbol):
                        values.append((one,))  # members of an object type that is written in place
                    out.append(union([value for value in values if value] or [(one,)]))
                    continue
            out.append((one,))
        return union(out) if out else found

    def of_reference(self, row: int, type_: int) -> Value:
        """The types that a reference to a base names."""
        columns = self.e.columns
        strings = self.e.strings
        name = strings[columns.ref_name[row]]
        before = columns.ref_qualifier[row] or columns.ref_receiver[row]
        if before and columns.ref_owner[row] == NO_SYMBOL:  # what is extended, not a path
            return self._bases(name, ~columns.ref_file[row])
        if before:
            name = strings[before].replace(b"::", b".") + b"." + name
        parent = columns.parent[type_]
        return self._bases(name, parent if parent != NO_SYMBOL else self.e.finder(columns.file[type_]).place(type_))

    def _bases(self, name: bytes, context: int) -> Value:
        found = self.named(name, context)
        return tuple(thing(CLASS, number_of(one)) if kind_of(one) == INSTANCE else one for one in found)


def instances(found: Value) -> Value:
    """Objects of types; what is no type stays as it is."""
    return tuple(sorted({thing(INSTANCE, number_of(one)) if kind_of(one) == CLASS else one for one in found}))


__all__ = ["NAME", "Types", "instances"]
