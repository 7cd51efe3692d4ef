"""Names of languages whose types are all declared: what Java, Kotlin and C# have in common.

Purpose: methods, values and types are looked up apart, since `size`, `size()` and `Size` may be three things; the
innermost scope wins, a type's members (inherited ones too) come before the file's names.
Invariant: what a base outside of the tree may define does not hide what a scope further out does define.
Cost: an answer for each (scope, name, want), kept by the solver.
"""

from __future__ import annotations

from ripwire.model.codes import BIND_BOUND, ROLE_EXTENDS
from ripwire.model.columns import KIND_IFACE, KIND_METHOD, KIND_STRUCT, KIND_VAR, NO_SYMBOL
from ripwire.resolve.finders import Finder
from ripwire.resolve.index import CONTAINERS, FUNCTIONS, TYPES, rows_of
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    EXTERNAL,
    FUNCTION,
    GENERIC,
    INSTANCE,
    OUTSIDE,
    PACKAGE,
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
    from collections.abc import Iterable, Sequence

    from ripwire.resolve.engine import Engine

CALLED, VALUE, TYPE, ANY = range(4)
"""What a name is wanted for: a call of it, what it holds, the type of that name, or (imports) all that it is."""

NOTHING_KNOWN = (ABSENT, OUTSIDE, UNKNOWN)


class TypedScopes(Finder):
    """The names of one family."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self._anonymous: dict[int, list[int]] | None = None

    # --- what a language says ---

    def language(self, file: int) -> int:
        """Number of a file's language."""
        return self.e.columns.languages[file]

    def outer(self, context: int, name: int, want: int) -> Value:
        """What a name means outside of all types and functions of its file; ABSENT for nothing."""
        return ABSENT

    def in_space(self, package: int, name: bytes, want: int) -> Value:
        """What a name space holds under a name; ABSENT for nothing."""
        return ABSENT

    def types_of(self, value: Value) -> set[int]:
        """The types of objects and their bases."""
        types: set[int] = set()
        for one in value:
            if kind_of(one) in (INSTANCE, CLASS):
                types.update(self.e.hierarchy.order(number_of(one))[0])
        return types

    def parts(self, type_: int) -> list[int]:
        """All symbols that together are one type, the asked one first."""
        return [type_]

    # --- members of types ---

    def of_type(self, type_: int, name: int, want: int, start: int = 0) -> Value:
        """A member of a type or its bases; OUTSIDE where one outside of the tree may have it, ABSENT for nothing."""
        return self.e.solver.ask(("M", type_, name, want, start), self._of_type, type_, name, want, start)

    def _of_type(self, type_: int, name: int, want: int, start: int) -> Value:
        e = self.e
        columns = e.columns
        line, outside = e.hierarchy.order(type_)
        methods: dict[tuple[int, int], list[int]] = {}
        for one in line[start:]:
            if want == VALUE:
                found = self._field(one, name)
                if found != ABSENT:
                    return found
                continue
            symbols = self.members(one).get(name)
            if not symbols:
                continue
            if want == CALLED and any(columns.kind[symbol] in FUNCTIONS for symbol in symbols):
                # Overloads of bases count beside a type's own, but not those that it overrides.
                level: dict[tuple[int, int], list[int]] = {}
                for symbol in symbols:
                    if columns.kind[symbol] in FUNCTIONS:
                        level.setdefault((columns.params[symbol], columns.required[symbol]), []).append(symbol)
                for arity, some in level.items():
                    methods.setdefault(arity, some)
                continue
            if methods:
                continue
            found = self.of_symbols(symbols, want)
            if found != ABSENT:
                return found
        if methods:
            return tuple(sorted(thing(FUNCTION, symbol) for some in methods.values() for symbol in some))
        if want in (VALUE, CALLED):
            found = self.synthetic(line[start:], name, want)
            if found != ABSENT:
                return found
        return OUTSIDE if outside else ABSENT

    def synthetic(self, line: list[int], name: int, want: int) -> Value:
        """A member that a language makes of one of another name; ABSENT for none."""
        return ABSENT

    def _field(self, type_: int, name: int) -> Value:
        """What a field, property, constant or nested type of a type holds; ABSENT for none."""
        e = self.e
        for part in self.parts(type_):
            e.index.table(e.columns.file[part])
            rows = e.index.fields.get(part, {}).get(name)
            if rows:
                found = e.scopes.of_rows(rows)
                return UNKNOWN if found == ABSENT else found
        symbols = self.members(type_).get(name)
        return self.of_symbols(symbols, VALUE) if symbols else ABSENT

    def of_symbols(self, symbols: Iterable[int], want: int) -> Value:
        """What definitions of one name in one scope stand for; ABSENT for nothing of what is wanted."""
        e = self.e
        columns = e.columns
        functions: list[int] = []
        types: list[int] = []
        variables: list[int] = []
        for symbol in symbols:
            kind = columns.kind[symbol]
            if kind in FUNCTIONS:
                functions.append(symbol)
            elif kind in CONTAINERS:
                types.append(symbol)
            elif kind == KIND_VAR:
                variables.append(symbol)
        if want == TYPE:
            return tuple(sorted(thing(CLASS, s) for s in types if columns.kind[s] in TYPES)) or ABSENT
        if want == VALUE:
            if variables:
                return union([self.held(symbol) for symbol in variables])
            if types:
                return tuple(sorted(thing(CLASS, symbol) for symbol in types))
            found = [self._property(symbol) for symbol in functions if self.is_property(symbol)]
            return union([value for value in found if value] or [UNKNOWN]) if found else ABSENT
        if want == CALLED and functions:  # `fun Shape(...)` beside `interface Shape`: only one of them can be called
            types = [symbol for symbol in types if columns.kind[symbol] != KIND_IFACE]
        things = [thing(FUNCTION, s) for s in functions] + [thing(CLASS, s) for s in types]
        if want == ANY or not things:
            things += [thing(VARIABLE, symbol) for symbol in variables]
        return tuple(sorted(things)) if things else ABSENT

    def is_property(self, symbol: int) -> bool:
        """Whether a function's symbol may be a property with code: read without being called."""
        return self.e.columns.params[symbol] == 0

    def _property(self, symbol: int) -> Value:
        e = self.e
        rows = e.index.bindings.get(symbol, {}).get(e.columns.name[symbol])
        found = e.scopes.of_rows(rows) if rows else ABSENT
        return (thing(FUNCTION, symbol),) if found == ABSENT else found

    def held(self, symbol: int) -> Value:
        """What a variable holds; a constant of an enumeration holds an object of it."""
        e = self.e
        found = e.receivers.held(symbol)
        parent = e.columns.parent[symbol]
        if not found and parent != NO_SYMBOL and e.columns.kind[parent] == KIND_STRUCT:
            return (thing(INSTANCE, parent),)
        return found

    # --- names at a place ---

    def look_up(self, context: int, name: int) -> Value:
        """What a name that is read means at a place."""
        return self.at(context, name, VALUE)

    def at(self, context: int, name: int, want: int) -> Value:
        """What a name means at a place for what it is wanted for; OUTSIDE where a base outside may define it."""
        if context < 0:
            return self.outer(context, name, want)
        columns = self.e.columns
        index = self.e.index
        outside = False
        at, before, top = context, NO_SYMBOL, context
        while at != NO_SYMBOL:
            kind = columns.kind[at]
            found = ABSENT
            if kind in FUNCTIONS:
                found = self._in_function(at, before, name, want)
            elif kind in CONTAINERS:
                found = self._bound(at, name) if want == TYPE else ABSENT
                if found == ABSENT and want == TYPE and columns.name[at] == name and kind in TYPES:
                    found = (thing(CLASS, at),)
                if found == ABSENT:
                    found = self.of_type(at, name, want)
            if found in (ABSENT, OUTSIDE) and want == VALUE and kind in CONTAINERS:
                # The parameters of a class, and what its initialisers call so.
                rows = index.bindings.get(at, {}).get(name)
                if rows and name:
                    given = self.e.solver.ask(("L", at, name), self.e.scopes.of_rows, rows)
                    found = found if given == ABSENT else given
            if found == OUTSIDE and want != TYPE and kind in CONTAINERS:
                outside, found = True, ABSENT
            elif found == OUTSIDE and kind in CONTAINERS:
                found = ABSENT
            if found != ABSENT:
                return found
            if kind in FUNCTIONS and before != NO_SYMBOL and columns.kind[before] == KIND_METHOD and want != TYPE:
                for base in self.anonymous(at):
                    found = self.of_type(base, name, want)
                    if found not in (ABSENT, OUTSIDE):
                        return found
            before, top, at = at, at, columns.parent[at]
        if columns.scope[top] and columns.kind[top] in FUNCTIONS and want != TYPE:
            holder = self.holder(top)
            if holder != NO_SYMBOL:
                found = self.of_type(holder, name, want)
                if found not in (ABSENT, OUTSIDE):
                    return found
                outside = outside or found == OUTSIDE
            elif index.table(columns.file[top]):
                outside = outside or self.is_extension(top)
        found = self.outer(context, name, want)
        return OUTSIDE if found == ABSENT and outside else found

    def is_bound(self, context: int, name: bytes) -> bool:
        """Whether something is known of a local name; where nothing is, it still hides what is further out."""
        columns, index = self.e.columns, self.e.index
        handle = self.e.strings.find(name)
        at = context
        while at != NO_SYMBOL and handle > 0:
            if handle in index.bindings.get(at, ()):
                return True
            if columns.kind[at] in CONTAINERS:
                break
            if handle in index.members.get(at, ()):
                return True
            at = columns.parent[at]
        return False

    def is_extension(self, symbol: int) -> bool:
        """Whether a function outside of types is one of a type's."""
        return False

    def _bound(self, at: int, name: int) -> Value:
        """The bound of a type parameter; OUTSIDE for one without would hide types of its name, so ABSENT."""
        e = self.e
        for row in e.index.bindings.get(at, {}).get(name, ()):
            if e.binding_flags[row] & BIND_BOUND:
                return e.types.value(e.binding_type[row], e.context_of_row(row))
        return ABSENT

    def _in_function(self, function: int, before: int, name: int, want: int) -> Value:
        """What a function itself binds a name to; ``before`` is what the look-up comes from in it."""
        e = self.e
        columns = e.columns
        if want == TYPE:
            found = self._bound(function, name)
            if found != ABSENT:
                return found
        elif want == VALUE:
            rows = e.index.bindings.get(function, {}).get(name)
            if rows and name:
                found = e.solver.ask(("L", function, name), e.scopes.of_rows, rows)
                if found != ABSENT:
                    return found
        symbols = e.index.members.get(function, {}).get(name)
        if not symbols:
            return ABSENT
        # Methods in a function are those of anonymous classes: only these see each other.
        inside = before != NO_SYMBOL and columns.kind[before] == KIND_METHOD
        symbols = [s for s in symbols if inside or columns.kind[s] != KIND_METHOD]
        return self.of_symbols(symbols, want) if symbols else ABSENT

    def anonymous(self, function: int) -> list[int]:
        """The bases of the anonymous classes in a function, as far as they are in the tree."""
        if self._anonymous is None:
            self._anonymous = {}
            columns = self.e.columns
            for file in self.files:
                for row in rows_of(columns.ref_file, file):
                    owner = columns.ref_owner[row]
                    if columns.ref_role[row] != ROLE_EXTENDS or owner == NO_SYMBOL:
                        continue
                    if columns.kind[owner] in FUNCTIONS:
                        self._anonymous.setdefault(owner, []).append(row)
        out: list[int] = []
        for row in self._anonymous.get(function, ()):
            for one in self.of_base(row, function):
                if kind_of(one) == CLASS and number_of(one) not in out:
                    out.append(number_of(one))
        return out

    def of_base(self, row: int, context: int) -> Value:
        """The types that a reference to a base names at a place."""
        columns, strings = self.e.columns, self.e.strings
        name = strings[columns.ref_name[row]]
        before = columns.ref_qualifier[row] or columns.ref_receiver[row]
        if before:
            name = strings[before].replace(b"::", b".") + b"." + name
        found = self.named(name, context)
        return tuple(thing(CLASS, number_of(one)) if kind_of(one) == INSTANCE else one for one in found)

    # --- types by name ---

    def named(self, dotted: bytes, context: int) -> Value:
        """What a dotted name means as a type."""
        strings = self.e.strings
        first, *rest = dotted.split(b".")
        handle = strings.find(first)
        found = self.at(context, handle, TYPE) if handle >= 0 else ABSENT
        if found == ABSENT:
            found = self.space(context, first) if rest else ABSENT
        for part in rest:
            if found in NOTHING_KNOWN:
                break
            found = self.inner(found, part, TYPE if part is rest[-1] else ANY)
        if found in NOTHING_KNOWN:
            return OUTSIDE
        return self.through_alias(tuple(one for one in found if kind_of(one) in (CLASS, INSTANCE, GENERIC, EXTERNAL)))

    def through_alias(self, found: Value) -> Value:
        """Type aliases among types replaced by what they stand for."""
        return found or OUTSIDE

    def space(self, context: int, name: bytes) -> Value:
        """The name space of a name at a place; ABSENT for none."""
        return ABSENT

    def inner(self, value: Value, name: bytes, want: int) -> Value:
        """What types and name spaces hold under a name; ABSENT for nothing."""
        handle = self.e.strings.find(name)
        if handle < 0:
            return ABSENT
        values: list[Value] = []
        for one in value:
            kind, number = kind_of(one), number_of(one)
            if kind == PACKAGE:
                values.append(self.in_space(number, name, want))
            elif kind in (CLASS, INSTANCE):
                if want == ANY:
                    line, _ = self.e.hierarchy.order(number)
                    symbols = [symbol for base in line for symbol in self.members(base).get(handle, ())]
                    values.append(self.of_symbols(symbols, ANY) if symbols else ABSENT)
                else:
                    values.append(self.of_type(number, handle, want))
        values = [found for found in values if found != ABSENT]
        return union(values) if values else ABSENT
