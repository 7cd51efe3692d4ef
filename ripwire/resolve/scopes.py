"""Names in scopes: what a bare name means at a place, what a module exports, what a type has as members.

Purpose: locals, enclosing functions, the file, its imports and their re-exports to a fixed point, packages.
Invariant: a name that something binds means that and nothing else; ABSENT says that nothing binds it.
Cost: each (scope, name) is answered once.
"""

from __future__ import annotations

from ripwire.limits import MAX_STAR_FILES
from ripwire.model.codes import (
    BIND_ALIAS,
    BIND_BOUND,
    BIND_CONTEXT,
    BIND_KIND,
    BIND_NARROW,
    BIND_PARAM,
    IMPORT_DEFAULT,
    IMPORT_REEXPORT,
    ROLE_WRITE,
)  # fmt: skip
from ripwire.model.columns import KIND_IFACE, KIND_OTHER, KIND_STRUCT, KIND_VAR, NO_SYMBOL
from ripwire.resolve.index import BIND_WRITTEN, CONTAINERS, FUNCTIONS, TYPES, rows_of
from ripwire.resolve.values import (
    CLASS,
    EXTERNAL,
    FUNCTION,
    MODULE,
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
    from ripwire.resolve.engine import Engine

ABSENT: Value = (-1,)
"""Nothing binds the name. Never part of another value."""


DEFAULT_NAME = -2
"""In place of a name's handle: what a module exports as its default."""


class Scopes:
    """The scopes of one tree."""

    def __init__(self, engine: Engine) -> None:
        self.e = engine
        self.default_text = engine.strings.find(b"default")

    # --- symbols ---

    def of_symbols(self, symbols: list[int]) -> Value:
        """The value of a name that stands for these definitions of one scope."""
        e = self.e
        kinds = e.columns.kind
        things: list[int] = []
        variables: list[int] = []
        for symbol in e.representative(symbols):
            kind = kinds[symbol]
            if kind in FUNCTIONS:
                things.append(thing(FUNCTION, symbol))
            elif kind in CONTAINERS:
                things.append(thing(CLASS, symbol))
            elif kind == KIND_VAR:
                variables.append(thing(VARIABLE, symbol))
        # An interface or alias beside a variable of its name: the one is the type, the other the value.
        if variables and all(
            kind_of(one) == CLASS and kinds[number_of(one)] in (KIND_IFACE, KIND_STRUCT) for one in things
        ):
            things += variables
        return tuple(sorted(things)) if things else ABSENT

    def of_rows(self, rows: list[int]) -> Value:
        """The value of a name with these bindings: as written, else as tested for, else by its values.

        ABSENT when the rows say nothing about it.
        """
        e = self.e
        flags, types = e.binding_flags, e.binding_type
        written: list[Value] = []
        tested: list[Value] = []
        given: list[Value] = []
        defaults: list[Value] = []
        for row in rows:
            flag = flags[row]
            if flag & (BIND_BOUND | BIND_ALIAS):
                continue
            if flag & BIND_NARROW:
                tested.append(e.types.value(types[row], e.context_of_row(row)))
            elif not flag & BIND_WRITTEN:
                context = e.context_of_row(row)
                # A type of which only its length is known is an object type.
                written.append(e.types.value(types[row], context) if types[row] else e.types.in_place(context))
            elif flag & BIND_KIND == BIND_PARAM and not flag & BIND_CONTEXT:
                defaults.append(e.receivers.of_row(row))
            else:
                given.append(e.receivers.of_row(row))
        if not (written or tested or given or defaults):
            return ABSENT
        said = union(written) if written else UNKNOWN
        if tested and (not said or said == OUTSIDE):
            narrowed = union(tested)
            if narrowed and narrowed != OUTSIDE:
                return narrowed
        if said:
            return said
        flow = union(given) if given else UNKNOWN
        if flow and flow != OUTSIDE:
            return flow
        default = union(defaults) if defaults else UNKNOWN
        return default if default and default != OUTSIDE else flow

    # --- names at a place ---

    def look_up(self, context: int, name: int) -> Value:
        """What a bare name means in a symbol (``context`` >= 0) or at the top of file ``~context``."""
        e = self.e
        file = ~context if context < 0 else e.columns.file[context]
        policy = e.policy_of[file]
        if policy.own_names:
            return e.finder(file).look_up(context, name)
        if context < 0:
            return self.in_file(file, name)
        kinds, parents = e.columns.kind, e.columns.parent
        at = top = context
        inherited = False
        while at != NO_SYMBOL:
            kind = kinds[at]
            found = ABSENT
            if kind in FUNCTIONS:
                found = self.in_function(at, name)
            elif kind == KIND_OTHER or kind in TYPES and (
                policy.implicit or (policy.classes_hide and at == context)
            ):
                found = e.hierarchy.member(at, name)
            if found == OUTSIDE and policy.implicit and kind in TYPES:
                inherited = True
            elif found != ABSENT:
                return found
            top, at = at, parents[at]
        if policy.implicit and (holder := e.finder(file).holder(top)) != NO_SYMBOL:
            found = e.hierarchy.member(holder, name)
            if found == OUTSIDE:
                inherited = True
            elif found != ABSENT:
                return found
        found = self.in_file(file, name)
        # A base outside may have it: then what the file and its imports know comes first.
        return OUTSIDE if found == ABSENT and inherited else found

    def in_function(self, function: int, name: int) -> Value:
        """What a function itself binds a name to."""
        e = self.e
        index = e.index
        if (file := e.columns.file[function]) not in index.tables:
            index.table(file)
        members = index.members.get(function)
        rows = index.bindings.get(function)
        imports = index.imports.get(function)
        if e.flowing and not (members and name in members):
            given = e.flow.local(function, name)
            if given is not None:
                return given
        if not (members and name in members or rows and name in rows or imports):
            return ABSENT
        return e.solver.ask(("l", function, name), self._in_function, function, name)

    def _in_function(self, function: int, name: int) -> Value:
        e = self.e
        values = []
        symbols = e.index.members.get(function, {}).get(name)
        if symbols:
            found = self.of_symbols(symbols)
            if found != ABSENT:
                values.append(found)
        for row in e.index.imports.get(function, ()):
            if self.local_name(row) == name:
                values.append(self.of_import(row))
        if values:
            return union(values)
        rows = e.index.bindings.get(function, {}).get(name)
        return self.of_rows(rows) if rows else ABSENT

    def in_file(self, file: int, name: int) -> Value:
        """What a name means at the top of a file."""
        e = self.e
        if e.index.table(file).stars:
            return e.solver.ask(("f", file, name), self._in_file, file, name)
        return e.solver.ask(("o", file, name), self._own_in_file, file, name)

    def _in_file(self, file: int, name: int) -> Value:
        found = self.own_in_file(file, name)
        if found == ABSENT:
            return self.through_stars(file, name, False)
        return found

    def own_in_file(self, file: int, name: int) -> Value:
        """As `in_file`, without what imports of everything bring."""
        return self.e.solver.ask(("o", file, name), self._own_in_file, file, name)

    def _own_in_file(self, file: int, name: int) -> Value:
        e = self.e
        table = e.index.table(file)
        values = []
        symbols = table.symbols.get(name)
        if symbols:
            found = self.of_symbols(symbols)
            if found != ABSENT:
                values.append(found)
        for row in self.imports_of(file).get(name, ()):
            values.append(self.of_import(row))
        if values:
            return union(values)
        rows = table.bindings.get(name)
        if rows:
            found = self.of_rows(rows)
            return UNKNOWN if found == ABSENT else found
        found = self.package_name(file, name)
        if found != ABSENT:
            return found
        around = e.finder(file).around(file) if e.policy(file).sibling else -1
        if around >= 0 and (found := self.in_file(around, name)) != ABSENT:
            return found
        return ABSENT

    def package_name(self, file: int, name: int) -> Value:
        """What other files of the same package call so."""
        e = self.e
        if not e.policy(file).sibling:
            return ABSENT
        values = []
        for package in e.finder(file).packages_of(file):
            found = self.in_package(package, name)
            if found != ABSENT:
                values.append(found)
        return union(values) if values else ABSENT

    def in_package(self, package: int, name: int) -> Value:
        """What the files of a name space define under a name, or the name space below it."""
        return self.e.solver.ask(("p", package, name), self._in_package, package, name)

    def _in_package(self, package: int, name: int) -> Value:
        e = self.e
        values = []
        for file in e.world.package_files[package]:
            symbols = e.index.table(file).symbols.get(name)
            if symbols:
                found = self.of_symbols(symbols)
                if found != ABSENT:
                    values.append(found)
        if values:
            return union(values)
        return e.finder_of(e.world.package_families[package]).below(package, e.strings[name]) or ABSENT

    # --- imports ---

    def local_name(self, row: int) -> int:
        """Handle of the name that an import binds where it stands."""
        e = self.e
        alias: int = e.columns.import_alias[row]
        if alias:
            return alias
        name: int = e.columns.import_name[row]
        if name:
            return name
        return e.finder(e.columns.import_file[row]).local_name(row)

    def imports_of(self, file: int) -> dict[int, list[int]]:
        """Rows of a file's imports by the name that they bind."""
        e = self.e
        imports = e.index.table(file).imports
        unnamed = imports.pop(0, None)
        if unnamed:
            for row in unnamed:
                imports.setdefault(self.local_name(row), []).append(row)
        return imports

    def of_import(self, row: int) -> Value:
        """What an import's local name stands for; OUTSIDE when that is not in the tree."""
        return self.e.solver.ask(("i", row), self._of_import, row)

    def _of_import(self, row: int) -> Value:
        e = self.e
        columns = e.columns
        file = columns.import_file[row]
        source = e.strings[columns.import_source[row]]
        name, flags = columns.import_name[row], columns.import_flags[row]
        finder = e.finder(file)
        special = finder.of_import(row)
        if special is not None:
            return special
        module = finder.module(file, source)
        if flags & IMPORT_DEFAULT or name and name == self.default_text and e.policy(file).exports:
            return self.of_default(module)
        if not name:
            return module or OUTSIDE
        found = self.of_modules(module, name)
        return OUTSIDE if found == ABSENT else found

    def of_modules(self, modules: Value, name: int) -> Value:
        """What modules export under a name."""
        values = []
        for one in modules:
            kind = kind_of(one)
            if kind == MODULE:
                values.append(self.exported(number_of(one), name))
            elif kind == PACKAGE:
                values.append(self.in_package(number_of(one), name))
            elif kind == CLASS:
                values.append(self.e.hierarchy.member(number_of(one), name))
            elif kind == EXTERNAL:
                values.append(OUTSIDE)
        values = [value for value in values if value != ABSENT]
        return union(values) if values else ABSENT

    def of_default(self, modules: Value) -> Value:
        """What modules export as their default; a module without one stands for itself (CommonJS)."""
        values: list[Value] = []
        for one in modules:
            if kind_of(one) != MODULE:
                values.append(OUTSIDE)
                continue
            exports = self.e.policy(number_of(one)).exports
            found = self.exported(number_of(one), DEFAULT_NAME) if exports else ABSENT
            values.append((one,) if found == ABSENT else found)
        return union(values) if values else OUTSIDE

    def exported(self, file: int, name: int) -> Value:
        """What a file gives to those that import a name from it."""
        return self.e.solver.ask(("e", file, name), self._exported, file, name)

    def _exported(self, file: int, name: int) -> Value:
        e = self.e
        if e.policy(file).exports:
            return self._exported_by_list(file, name)
        special = e.finder(file).exported(file, name)
        if special is not None:
            return self.through_stars(file, name, True) if special == ABSENT else special
        found = self.in_file(file, name)
        if not found or found in (ABSENT, OUTSIDE):
            child = e.finder(file).child(file, e.strings[name])
            if child:
                return child
        return found

    def _exported_by_list(self, file: int, name: int) -> Value:
        found = self._own_export(file, name)
        if found != ABSENT or name == DEFAULT_NAME:
            return found
        found = self.in_file(file, name)
        return self.through_stars(file, name, True) if found == ABSENT else found

    def _own_export(self, file: int, name: int) -> Value:
        """What a file exports itself, without `export *`."""
        e = self.e
        if not e.policy(file).exports:
            special = e.finder(file).exported(file, name)
            return self.own_in_file(file, name) if special is None else special
        table = e.index.table(file)
        names, aliases, flags = e.columns.import_name, e.columns.import_alias, e.columns.import_flags
        values = []
        for row in table.exports:
            if flags[row] & IMPORT_DEFAULT:
                if name == DEFAULT_NAME:
                    values.append(self.in_file(file, names[row]))
            elif (aliases[row] or names[row]) == name or (
                name == DEFAULT_NAME and aliases[row] and aliases[row] == self.default_text
            ):
                values.append(self.in_file(file, names[row]))
        if not values and name == DEFAULT_NAME:
            for row in self.imports_of(file).get(self.default_text, ()):
                if flags[row] & IMPORT_REEXPORT:
                    values.append(self.of_import(row))
        for row in self.imports_of(file).get(0, ()):  # module.exports = require("x")
            if e.columns.import_line[row] in self._whole_exports(file):
                module = e.finder(file).module(file, e.strings[e.columns.import_source[row]])
                values.append(self.of_default(module) if name == DEFAULT_NAME else self.of_modules(module, name))
        values = [value for value in values if value != ABSENT]
        if values:
            return union(values)
        return ABSENT if name == DEFAULT_NAME else self.own_in_file(file, name)

    def through_stars(self, file: int, name: int, exporting: bool) -> Value:
        """What a file's imports of everything bring under a name, through as many files as hand it on.

        One walk, breadth first, each file once: circles of stars are common in packages. ``exporting``: by `export *`,
        where a language tells that from importing.
        """
        e = self.e
        flags = e.columns.import_flags
        values: list[Value] = []
        seen = {file}
        queue = [(file, exporting)]
        for one, handed in queue:
            table = e.index.table(one)
            apart = e.policy(one).stars_apart
            for row in table.stars:
                if apart and bool(flags[row] & IMPORT_REEXPORT) != handed:
                    continue
                source = e.columns.import_source[row]
                if table.hidden and name in table.hidden.get((source, e.columns.import_line[row]), ()):
                    continue
                for target in self._starred(row):
                    kind, number = kind_of(target), number_of(target)
                    if kind == MODULE and number not in seen:
                        if not self._gives(number, name) or self._lacks(number, name):
                            continue
                        if len(seen) >= MAX_STAR_FILES:
                            e.solver.limited = True
                            continue
                        seen.add(number)
                        found = self._own_export(number, name)
                        if found == ABSENT:
                            queue.append((number, True))
                        else:
                            values.append(found)
                    elif kind == PACKAGE:
                        values.append(self.in_package(number, name))
                    elif kind == CLASS:
                        values.append(e.hierarchy.member(number, name))
        values = [value for value in values if value != ABSENT]
        return union(values) if values else ABSENT

    def _starred(self, row: int) -> Value:
        """What an import of everything names."""
        found: Value | None = self.e.solver.known.get(("sr", row))
        if found is None:
            file = self.e.columns.import_file[row]
            found = self.e.finder(file).module(file, self.e.strings[self.e.columns.import_source[row]])
            self.e.solver.known["sr", row] = found
        return found

    def _lacks(self, file: int, name: int) -> bool:
        """Whether a file has a name neither itself nor by imports of everything: most files of a large barrel."""
        table = self.e.index.table(file)
        return not (table.stars or name in self._own_names(file))

    def _own_names(self, file: int) -> set[int]:
        names: set[int] | None = self.e.solver.known.get(("on", file))
        if names is None:
            e = self.e
            table = e.index.table(file)
            names = {*table.symbols, *self.imports_of(file), *table.bindings}
            for row in table.exports:
                names.add(e.columns.import_alias[row] or e.columns.import_name[row])
            if 0 in names or e.policy(file).sibling:  # by more than what is written in it
                names = set(e.columns.name) | set(e.columns.import_alias)
            e.solver.known["on", file] = names
        return names

    def _gives(self, file: int, name: int) -> bool:
        """Whether an import of everything from a file may bring a name."""
        if not self.e.policy(file).stars_hide:
            return True
        listed = self._listed(file)
        return name in listed if listed else not self.e.strings[name].startswith(b"_")

    def _whole_exports(self, file: int) -> set[int]:
        """Lines that give something to `module.exports` as a whole."""
        lines: set[int] | None = self.e.solver.known.get(("w", file))
        if lines is None:
            columns, find = self.e.columns, self.e.strings.find
            exports, module = find(b"exports"), find(b"module")
            lines = {
                columns.ref_line[row]
                for row in rows_of(columns.ref_file, file)
                if columns.ref_name[row] == exports
                and columns.ref_receiver[row] == module
                and columns.ref_role[row] == ROLE_WRITE
            }
            self.e.solver.known["w", file] = lines
        return lines

    def _listed(self, file: int) -> set[int]:
        names: set[int] | None = self.e.solver.known.get(("a", file))
        if names is None:
            names = {self.e.columns.import_name[row] for row in self.e.index.table(file).exports}
            self.e.solver.known["a", file] = names
        return names
