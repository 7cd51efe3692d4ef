"""Ruby's names: constants by where they stand and by ancestors, methods by the object itself, reopened types as one.

Invariant: constants are global to the tree, whichever file requires which. A method of the type itself (`def self.f`,
`class << self`) goes before one of its objects where a type is asked, and the other way round.
Cost: one pass over the symbols of Ruby files; each (constant, place) is answered once.
"""

from __future__ import annotations

from ripwire.model.columns import KIND_METHOD, KIND_OTHER, KIND_VAR, NO_SYMBOL
from ripwire.resolve.index import CONTAINERS, FUNCTIONS
from ripwire.resolve.own_names import OwnNames
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    FUNCTION,
    INSTANCE,
    OUTSIDE,
    SUPER,
    UNKNOWN,
    VARIABLE,
    Value,
    kind_of,
    number_of,
    thing,
    union,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.index import Names

_SELF_DOT = len(b"def self.")
_DEF = len(b"def ")
_BODIED = 1
_SAME_OBJECT = frozenset(b"clone dup freeze itself tap".split())


class RubyNames(OwnNames):
    """Full names are bytes with ``::``; the first part of a type in the tree stands for all of it."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self.constants: dict[bytes, list[int]] = {}
        self.tops: Names = {}
        self._singles: dict[int, bool] = {}
        self._base_rows: dict[int, list[int]] = {}
        columns = engine.columns
        for file in files:
            for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
                kind = columns.kind[symbol]
                if kind == KIND_VAR and columns.name_of(symbol)[:1].isupper():
                    self.constants.setdefault(self.full_name(symbol), []).append(symbol)
                elif kind == KIND_METHOD and columns.parent[symbol] == NO_SYMBOL and not columns.scope[symbol]:
                    self.tops.setdefault(columns.name[symbol], []).append(symbol)

    # --- constants ---

    def type_of(self, full: bytes) -> Value:
        """The type of a full name; () without."""
        found = self.types().get((b"", full))
        return (thing(CLASS, found[0]),) if found else UNKNOWN

    def constant_of(self, full: bytes) -> Value:
        """The type or constant of a full name; () without."""
        found = self.type_of(full)
        if not found and full in self.constants:
            found = tuple(sorted(thing(VARIABLE, symbol) for symbol in self.constants[full]))
        return found

    def first(self, name: bytes, context: int) -> Value:
        """What a constant's first name means at a place."""
        columns = self.e.columns
        at = context
        inner = NO_SYMBOL
        while at >= 0 and at != NO_SYMBOL:
            if columns.kind[at] in CONTAINERS:
                if inner == NO_SYMBOL:
                    inner = at
                found = self.constant_of(self.full_name(at) + b"::" + name)
                if found:
                    return found
            at = columns.parent[at]
        if inner == NO_SYMBOL and context >= 0 and columns.scope[context]:
            inner = self.holder(context)
        if inner != NO_SYMBOL:
            found = self.inside(inner, name, 1)
            if found:
                return found
        return self.constant_of(name)

    def inside(self, type_: int, name: bytes, start: int = 0) -> Value:
        """A constant of a type or of its ancestors."""
        for one in self.e.hierarchy.order(type_)[0][start:]:
            found = self.constant_of(self.full_name(one) + b"::" + name)
            if found:
                return found
        return UNKNOWN

    def constant(self, dotted: bytes, context: int) -> Value:
        """What ``A.B`` means at a place; OUTSIDE when the tree does not say."""
        first, *rest = dotted.replace(b"::", b".").strip(b".").split(b".")
        found = self.constant_of(first) if dotted[:1] == b"." else self.first(first, context)
        for name in rest:
            values = [self.inside(number_of(one), name) for one in found if kind_of(one) == CLASS]
            found = union([value for value in values if value] or [UNKNOWN])
        return found or OUTSIDE

    def named(self, dotted: bytes, context: int) -> Value:
        """A type by its name."""
        if dotted == b"self":
            return self.self_of(context, dotted)
        e = self.e
        return e.solver.ask(("rn", dotted, e.types.scope_of(context)), self._named, dotted, context)

    def _named(self, dotted: bytes, context: int) -> Value:
        found = self.constant(dotted, context)
        settled = self.e.receivers.settle(found) if any(kind_of(one) == VARIABLE for one in found) else found
        return tuple(one for one in settled if kind_of(one) in (CLASS, INSTANCE)) or OUTSIDE

    # --- types ---

    def base_rows(self, type_: int, rows: list[int]) -> list[int]:
        """Those of all parts; what is mixed in last goes first, the superclass at the end."""
        found = self._base_rows.get(type_)
        if found is None:
            e = self.e
            table = e.hierarchy.base_rows()
            bytes_, ends = e.columns.ref_byte, e.columns.sig_end
            mixed: list[int] = []
            above: list[int] = []
            for part in self.same_type(type_):
                for row in table.get(part, ()):
                    (mixed if bytes_[row] >= ends[part] else above).append(row)
            found = self._base_rows[type_] = mixed[::-1] + above
        return found

    def single(self, method: int) -> bool:
        """Whether a method is one of its type itself."""
        found = self._singles.get(method)
        if found is None:
            e = self.e
            columns = e.columns
            offset = columns.name_byte[method] - columns.start[method]
            found = False
            if columns.flags[method] & _BODIED:
                holder = e.holder(method)
                own = len(columns.name_of(holder)) if holder != NO_SYMBOL else 0
                found = offset in (_SELF_DOT, _DEF + own + 1)
            if not found:
                e.index.table(columns.file[method])
                rows = e.index.bindings.get(method, {}).get(columns.name[method], ())
                found = any(e.strings[e.binding_type[row]] == b"self" for row in rows)
            self._singles[method] = found
        return found

    def self_of(self, context: int, word: bytes) -> Value:
        """The object around; in a type's body and in its own methods the type."""
        if context < 0:
            return UNKNOWN
        e = self.e
        holder = e.holder(context)
        if holder == NO_SYMBOL:
            return UNKNOWN
        holder = self.same_type(holder)[0]
        method = self.method_around(context)
        if method == NO_SYMBOL or e.columns.kind[method] == KIND_METHOD and self.single(method):
            return (thing(CLASS, holder),)
        return (thing(INSTANCE, holder),)

    def super_of(self, context: int) -> Value:
        """Ruby's `super` is a call, see `look_up`."""
        return UNKNOWN

    def member(self, one: int, name: int) -> Value | None:
        """A method of an object or of a type."""
        kind, type_ = kind_of(one), number_of(one)
        if kind not in (INSTANCE, CLASS, SUPER):
            return None
        e = self.e
        found = self.method(type_, name, kind == CLASS, 0)
        if found in (ABSENT, OUTSIDE):
            text = e.strings[name]
            if kind == CLASS and text == b"new":
                return (one,)
            if kind == INSTANCE and text in _SAME_OBJECT:
                return (one,)
            if kind == CLASS and text[:1].isupper():
                return self.inside(type_, text) or found
        return found

    def method(self, type_: int, name: int, of_type: bool, start: int) -> Value:
        """The method of a name in a type's line from ``start`` on."""
        e = self.e
        kinds = e.columns.kind
        line, outside = e.hierarchy.order(type_)
        for one in line[start:]:
            symbols = [s for s in e.hierarchy.own(one).get(name, ()) if kinds[s] in FUNCTIONS]
            if symbols and kinds[one] != KIND_OTHER:
                symbols = [s for s in symbols if self.single(s) == of_type]
            elif len(symbols) > 1:  # a module's: `module_function` and `extend self` make either out of the other
                symbols = [s for s in symbols if self.single(s) == of_type] or symbols
            if symbols:
                return e.scopes.of_symbols(symbols)
        return OUTSIDE if outside else ABSENT

    def step(self, value: Value, name: bytes, called: bool) -> Value:
        """A method needs no brackets to be called."""
        receivers = self.e.receivers
        if name == b"class" and value:
            return tuple(sorted({thing(CLASS, number_of(one)) for one in value if kind_of(one) == INSTANCE}))
        found = receivers.attribute(value, name)
        if called or not any(kind_of(one) in (FUNCTION, CLASS) for one in found) or name[:1].isupper():
            return found
        return receivers.call(found, value)

    def object_of(self, one: int) -> int:
        """`self` in a method of a type is that type."""
        return one if kind_of(one) == CLASS else super().object_of(one)

    def uncalled(self, value: Value, name: bytes) -> Value:
        """A bare method is called; `new` makes an object."""
        if name == b"new" or any(kind_of(one) == FUNCTION for one in value):
            return self.e.receivers.call(value, UNKNOWN)
        return value

    def results(self, function: int) -> Value | None:
        """What an accessor gives: the field of its name."""
        e = self.e
        columns = e.columns
        if columns.flags[function] & _BODIED:
            return None
        holder = e.holder(function)
        field = e.strings.find(b"@" + columns.name_of(function))
        return self.field(holder, field) if holder != NO_SYMBOL and field > 0 else UNKNOWN

    def field(self, type_: int, name: int) -> Value:
        """What a field of an object holds."""
        e = self.e
        for one in e.hierarchy.order(type_)[0]:
            rows: list[int] = []
            for part in self.same_type(one):
                e.index.table(e.columns.file[part])
                rows.extend(e.index.fields.get(part, {}).get(name, ()))
            if rows:
                found = e.scopes.of_rows(rows)
                if found != ABSENT:
                    return self.objects(found, type_)
        return UNKNOWN

    # --- names ---

    def look_up(self, context: int, name: int) -> Value:
        """What a bare name means at a place."""
        e = self.e
        text = e.strings[name]
        if text[:1] in (b"@", b"$"):
            holder = e.holder(context) if context >= 0 else NO_SYMBOL
            return UNKNOWN if holder == NO_SYMBOL or text[:2] == b"@@" or text[:1] == b"$" else self.field(holder, name)
        if text[:1].isupper():
            found = self.constant(text, context)
            if found != OUTSIDE:
                return found
            found = self.bare(context, name)
            return OUTSIDE if found == ABSENT else found
        if text == b"super":
            return self.above(context)
        method = self.method_around(context)
        if method == NO_SYMBOL or e.columns.name[method] != name:
            found = self.local(context, name)
            if found != ABSENT:
                return found
        return self.bare(context, name)

    def bare(self, context: int, name: int) -> Value:
        """A method of the object itself, or one that stands outside of any type."""
        e = self.e
        value = self.self_of(context, b"self")
        found = e.receivers.member(value, name) if value else ABSENT
        if found not in (ABSENT, OUTSIDE):
            return found
        below = self.in_derived(value, name) if value else ABSENT
        if below != ABSENT:
            return below
        tops = self.tops.get(name)
        if tops:
            here = [s for s in tops if e.columns.file[s] == self.file_of(context)]
            return e.scopes.of_symbols(here or self.nearest(self.world.paths[self.file_of(context)], tops))
        if e.strings[name] in e.policy(self.file_of(context)).builtins:
            return OUTSIDE
        return found

    def above(self, context: int) -> Value:
        """The method of the same name in the ancestors."""
        e = self.e
        method = self.method_around(context)
        holder = e.holder(context) if context >= 0 else NO_SYMBOL
        if method == NO_SYMBOL or holder == NO_SYMBOL or e.columns.kind[method] != KIND_METHOD:
            return OUTSIDE
        found = self.method(holder, e.columns.name[method], self.single(method), 1)
        return OUTSIDE if found == ABSENT else found
