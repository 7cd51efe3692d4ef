"""Rust's modules: what a name means in one, in a function, in a `use` tree.

Source: the Rust reference, "Names", without the prelude and hygiene.
Invariant: the look-up of names in modules never asks for members of types, so impl blocks are matched without circles.
Cost: each (module, name) once.
"""

from __future__ import annotations

from ripwire.model.columns import KIND_OTHER, NO_SYMBOL
from ripwire.resolve.index import FUNCTIONS, TYPES, rows_of
from ripwire.resolve.own_names import OwnNames
from ripwire.resolve.rust_crates import Crates
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    EXTERNAL,
    INSTANCE,
    MODULE,
    OUTSIDE,
    SELF,
    UNKNOWN,
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

_STAR = 1
_MAX_BELOW = 16
"""Items of a name, and modules around each, among which the only one below a module is looked for."""


class RustScopes(OwnNames):
    """Modules of one tree's Rust."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self.crates = Crates(engine, files)
        self.uses: dict[int, Names] = {}  # module -> rows by the name they bind
        self.globs: dict[int, list[int]] = {}  # module, or ~function -> rows
        self._full: dict[int, bytes] = {}
        self._items: Names | None = None
        for file in files:
            engine.index.table(file)
            self._read_uses(file)

    # --- modules ---

    def _read_uses(self, file: int) -> None:
        columns = self.e.columns
        for row in rows_of(columns.import_file, file):
            name, owner = columns.import_name[row], columns.import_owner[row]
            star = columns.import_flags[row] & _STAR
            if not (name or star):
                continue  # `mod x;`
            at = owner
            while at != NO_SYMBOL and columns.kind[at] not in FUNCTIONS and columns.kind[at] != KIND_OTHER:
                at = columns.parent[at]
            if at != NO_SYMBOL and columns.kind[at] in FUNCTIONS:
                if star:
                    self.globs.setdefault(~at, []).append(row)
                continue
            module = thing(MODULE, file) if at == NO_SYMBOL else thing(CLASS, at)
            if star:
                self.globs.setdefault(module, []).append(row)
            else:
                local = columns.import_alias[row] or name
                self.uses.setdefault(module, {}).setdefault(local, []).append(row)

    def module_of(self, context: int) -> int:
        """The module around a context."""
        if context < 0:
            return thing(MODULE, ~context)
        columns = self.e.columns
        at = context
        while at != NO_SYMBOL and columns.kind[at] != KIND_OTHER:
            at = columns.parent[at]
        return thing(MODULE, columns.file[context]) if at == NO_SYMBOL else self.module_at(at)

    def module_at(self, symbol: int) -> int:
        """The module of a `mod` item."""
        file = self.crates.declared.get(symbol)
        return thing(CLASS, symbol) if file is None else thing(MODULE, file)

    def full(self, symbol: int) -> bytes:
        """The scope of what stands directly in a symbol."""
        found = self._full.get(symbol)
        if found is None:
            scope, name = self.e.columns.scope_of(symbol), self.e.columns.name_of(symbol)
            found = self._full[symbol] = scope + b"::" + name if scope else name
        return found

    def is_apart(self, symbol: int) -> bool:
        """Whether a symbol is an item of an impl block."""
        columns = self.e.columns
        parent, scope = columns.parent[symbol], columns.scope_of(symbol)
        return scope != (b"" if parent == NO_SYMBOL else self.full(parent))

    def of_items(self, symbols: list[int]) -> Value:
        """The value of a name that stands for these items of one module."""
        found = self.e.scopes.of_symbols([symbol for symbol in symbols if not self.is_apart(symbol)])
        if found == ABSENT:
            return ABSENT
        kinds = self.e.columns.kind
        out = set()
        for one in found:
            if kind_of(one) == CLASS and kinds[number_of(one)] == KIND_OTHER:
                out.add(self.module_at(number_of(one)))
            else:
                out.add(one)
        return tuple(sorted(out))

    def in_module(self, module: int, name: int) -> Value:
        """What a name means in a module; ABSENT where nothing in sight binds it."""
        return self.e.solver.ask(("rm", module, name), self._in_module, module, name)

    def _in_module(self, module: int, name: int) -> Value:
        e = self.e
        number = number_of(module)
        if kind_of(module) == MODULE:
            symbols = e.index.table(number).symbols.get(name)
        else:
            symbols = e.index.members.get(number, {}).get(name)
        values = []
        if symbols:
            found = self.of_items(symbols)
            if found != ABSENT:
                values.append(found)
        for row in self.uses.get(module, {}).get(name, ()):
            values.append(self.of_use(row, module))
        if values:
            return union(values)
        for row in self.globs.get(module, ()):
            values.append(self.by_glob(row, module, name))
        values = [found for found in values if found and found not in (ABSENT, OUTSIDE)]
        if values:
            return union(values)
        if kind_of(module) == MODULE:
            hidden = self.crates.hidden.get((number, e.strings[name]))
            if hidden is not None:
                return (thing(MODULE, hidden),)
        return ABSENT

    def of_use(self, row: int, module: int) -> Value:
        """What a `use` gives its name."""
        return self.e.solver.ask(("ru", row), self._of_use, row, module)

    def _of_use(self, row: int, module: int) -> Value:
        columns, strings = self.e.columns, self.e.strings
        source = strings[columns.import_source[row]]
        parts = source.split(b"::") if source else []
        return self.path_value([*parts, strings[columns.import_name[row]]], module)

    def by_glob(self, row: int, module: int, name: int) -> Value:
        """What `use path::*` binds a name to."""
        values = []
        for one in self.e.solver.ask(("rg", row), self.of_glob, row, module):
            if one != module:
                values.append(self.inside(one, name))
        values = [found for found in values if found and found not in (ABSENT, OUTSIDE)]
        return union(values) if values else ABSENT

    def of_glob(self, row: int, module: int) -> Value:
        """What the path before a `*` means."""
        return self.path_value(self.e.strings[self.e.columns.import_source[row]].split(b"::"), module)

    def takes_foreign(self, module: int) -> bool:
        """Whether a module takes all names of something outside of the tree."""
        return any(
            self.e.solver.ask(("rg", row), self.of_glob, row, module) == OUTSIDE for row in self.globs.get(module, ())
        )

    def path_value(self, parts: list[bytes], module: int) -> Value:
        """What a `use` path means in a module; OUTSIDE when it begins outside of the tree."""
        find = self.e.strings.find
        first = parts[0]
        at = 1
        value: Value
        if first in (b"crate", b"self", b"super"):
            value, at = self.from_module(parts, module)
        elif not first:  # `::name`
            value = UNKNOWN
            if len(parts) > 1:
                value, at = self.external(module, parts[1]), 2
        else:
            handle = find(first)
            value = self.in_module(module, handle) if handle >= 0 else ABSENT
            if len(parts) > 1:  # only what has something inside of it can go on
                value = tuple(x for x in value if kind_of(x) in (CLASS, MODULE, EXTERNAL)) if value != ABSENT else value
            if not value or value == ABSENT:
                value = self.external(module, first)
            package = self.crates.package_of(self.crates.file_of(module))
            if value == OUTSIDE and handle >= 0 and (package is None or package.old):
                old = self.in_module(self.crates.root(module), handle)
                value = old if old and old != ABSENT else OUTSIDE
        for part in parts[at:]:
            handle = find(part)
            value = union([self.inside(one, handle) for one in value] or [UNKNOWN])
        return value

    def from_module(self, parts: list[bytes], module: int) -> tuple[Value, int]:
        """The module that `crate`, `self` and `super` at the start of a path mean, and how many of them there are."""
        at = 0
        while at < len(parts) and parts[at] in (b"crate", b"self", b"super"):
            if parts[at] == b"crate":
                module = self.crates.root(module)
            elif parts[at] == b"super":
                module = self.crates.parent(module)
            at += 1
        return (module,), at

    def external(self, module: int, name: bytes) -> Value:
        """The crate of a name."""
        file = self.crates.extern(self.crates.file_of(module), name.removeprefix(b"r#"))
        return (thing(MODULE, file),) if file >= 0 else OUTSIDE

    def inside(self, one: int, name: int) -> Value:
        """What a module or an enumeration has under a name; UNKNOWN where macros may have made it."""
        kind, number = kind_of(one), number_of(one)
        if kind == EXTERNAL:
            return OUTSIDE
        found = ABSENT
        if name >= 0 and (kind == MODULE or kind == CLASS and self.e.columns.kind[number] == KIND_OTHER):
            found = self.in_module(one, name)
            if found in (ABSENT, UNKNOWN) and kind == MODULE:
                found = self.below_module(one, name)
        elif name >= 0 and kind == CLASS:
            symbols = self.e.index.members.get(number, {}).get(name)
            found = self.e.scopes.of_symbols(symbols) if symbols else ABSENT
        return UNKNOWN if found == ABSENT else found

    def below_module(self, module: int, name: int) -> Value:
        """The only item of a name in the files below a module, where a macro may export it; ABSENT without."""
        columns = self.e.columns
        if self._items is None:
            self._items = {}
            for file in self.files:
                for handle, symbols in self.e.index.table(file).symbols.items():
                    kept = [s for s in symbols if columns.kind[s] in TYPES or columns.kind[s] in FUNCTIONS]
                    if kept:
                        self._items.setdefault(handle, []).extend(kept)
        found: list[int] = []
        several = self._items.get(name, [])
        for symbol in several if len(several) <= _MAX_BELOW else []:
            at = thing(MODULE, columns.file[symbol])
            for _ in range(_MAX_BELOW):
                if at == module:
                    found.append(symbol)
                    break
                up = self.crates.parent(at)
                if up == at:
                    break
                at = up
        return self.of_items(found) if len(found) == 1 else ABSENT

    # --- names at a place ---

    def look_up(self, context: int, name: int) -> Value:
        """What a name means at a place."""
        columns = self.e.columns
        at = context
        while at >= 0 and at != NO_SYMBOL:
            if columns.kind[at] in FUNCTIONS:
                found = self.in_function(at, name)
                if found != ABSENT:
                    return found
            elif columns.kind[at] == KIND_OTHER:
                break
            at = columns.parent[at]
        return self.in_module(self.module_of(context), name)

    def in_function(self, function: int, name: int) -> Value:
        """What a function itself binds a name to."""
        index = self.e.index
        if not (
            name in index.members.get(function, ())
            or name in index.bindings.get(function, ())
            or function in index.imports
        ):
            return ABSENT
        return self.e.solver.ask(("rl", function, name), self._in_function, function, name)

    def _in_function(self, function: int, name: int) -> Value:
        rows = self.e.index.bindings.get(function, {}).get(name)
        if rows:
            found = self.e.scopes.of_rows(rows)
            if found != ABSENT:
                return self.own(found, function)
        return self.function_items(function, name)

    def function_items(self, function: int, name: int) -> Value:
        """The items and imports of a name that stand in a function."""
        columns, index = self.e.columns, self.e.index
        values = []
        symbols = index.members.get(function, {}).get(name)
        if symbols:
            found = self.of_items(symbols)
            if found != ABSENT:
                values.append(found)
        module = self.module_of(function)
        for row in index.imports.get(function, ()):
            if columns.import_name[row] and (columns.import_alias[row] or columns.import_name[row]) == name:
                values.append(self.of_use(row, module))
        if values:
            return union(values)
        for row in self.globs.get(~function, ()):
            values.append(self.by_glob(row, module, name))
        values = [found for found in values if found != ABSENT]
        return union(values) if values else ABSENT

    def own(self, value: Value, context: int) -> Value:
        """A value with `Self` as what it is in a context."""
        if not any(kind_of(one) == SELF for one in value):
            return value
        holder = self.holder(context)
        rest = [one for one in value if kind_of(one) != SELF]
        return tuple(sorted({*rest, thing(INSTANCE, holder)})) if holder != NO_SYMBOL else tuple(rest)


__all__ = ["RustScopes"]
