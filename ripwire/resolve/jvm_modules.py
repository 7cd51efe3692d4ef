"""Java's and Kotlin's names: packages as declared, imports, facades of Kotlin files, extension functions.

Purpose: both languages share packages, types and one call graph, each with its own first: what Kotlin files define is
seen by Java only where no Java file defines the same name in the same package, so adding them moves no edge of Java's.
Invariant: a package is what files declare, directories say nothing.
Cost: one pass over the symbols of the family; a few look-ups a name.
"""

from __future__ import annotations

from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.model.codes import BIND_ALIAS, IMPORT_STAR, PARAMS_UNKNOWN
from ripwire.model.columns import KIND_METHOD, NO_SYMBOL
from ripwire.resolve.index import CONTAINERS, FUNCTIONS, TYPES, Names
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.typed_names import TypedNames
from ripwire.resolve.typed_scopes import ANY, CALLED, TYPE, VALUE
from ripwire.resolve.values import (
    CLASS,
    FUNCTION,
    INSTANCE,
    MODULE,
    OUTSIDE,
    PACKAGE,
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

    Decision = tuple[tuple[int, ...], int]

JAVA = LANGUAGES.index(BY_NAME["java"])
KOTLIN = LANGUAGES.index(BY_NAME["kotlin"])

_ROOT = b"*"
"""In place of a package's name: the one that only holds packages."""



class JvmModules(TypedNames):
    """Packages by (language that looks, name)."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        columns, strings, index = engine.columns, engine.strings, engine.index
        self.package: dict[int, bytes] = {}
        self.prefixes: set[bytes] = set()
        self.names: dict[tuple[int, bytes], Names] = {}
        self.facades: dict[tuple[bytes, bytes], list[int]] = {}  # (package, name) -> Kotlin files
        self.by_name: dict[int, list[int]] = {}  # extension functions
        self._members: dict[int, Names] = {}
        self._foreign: dict[int, bool] = {}
        for file in files:
            table = index.table(file)
            package = strings[columns.import_source[table.packages[0]]] if table.packages else b""
            self.package[file] = package
            names = self.names.setdefault((columns.languages[file], package), {})
            for name, symbols in table.symbols.items():
                names.setdefault(name, []).extend(symbols)
            if columns.languages[file] == KOTLIN:
                stem = engine.world.paths[file].rpartition(b"/")[2].rpartition(b".")[0]
                facade = stem[:1].upper() + stem[1:] + b"Kt"
                self.facades.setdefault((package, facade), []).append(file)
            while package and package not in self.prefixes:
                self.prefixes.add(package)
                package = package.rpartition(b".")[0]
        wanted = set(files)
        for (file, _), orphans in index.orphans.items():
            if file in wanted:
                for name, symbols in orphans.items():
                    self.by_name.setdefault(name, []).extend(s for s in symbols if self.is_extension(s))

    # --- packages ---

    def _package(self, language: int, name: bytes) -> Value:
        return (thing(PACKAGE, self.world.package("jvm", b"%d:%s" % (language, name))),)

    def in_space(self, package: int, name: bytes, want: int) -> Value:
        """What a package holds under a name, as a language sees it."""
        return self.e.solver.ask(("J", package, name, want), self._in_space, package, name, want)

    def _in_space(self, package: int, name: bytes, want: int) -> Value:
        number, _, space = self.world.package_names[package].partition(b":")
        language = int(number)
        if space != _ROOT:
            handle = self.e.strings.find(name)
            sibling = JAVA if language == KOTLIN else KOTLIN
            for one in (language, sibling):
                symbols = self.names.get((one, space), {}).get(handle, ())
                if language == JAVA and one == KOTLIN:
                    symbols = [s for s in symbols if self.e.columns.kind[s] in TYPES]
                found = self.of_symbols(symbols, want) if symbols else ABSENT
                if language == KOTLIN and one == KOTLIN and found == ABSENT and want in (CALLED, ANY):
                    some = [s for s in self.by_name.get(handle, ()) if self.package[self.e.columns.file[s]] == space]
                    found = tuple(sorted(thing(FUNCTION, s) for s in some)) or ABSENT
                if found != ABSENT:
                    return found
            if language == JAVA and want in (VALUE, ANY):
                files = self.facades.get((space, name))
                if files:
                    return tuple(sorted(thing(MODULE, file) for file in files))
        below = space + b"." + name if space and space != _ROOT else name
        return self._package(language, below) if want in (VALUE, ANY) and below in self.prefixes else ABSENT

    def of_other(self, one: int, name: int, want: int) -> Value:
        """What a Kotlin file's own class gives to Java."""
        if kind_of(one) != MODULE:
            return OUTSIDE
        symbols = self.e.index.table(number_of(one)).symbols.get(name, [])
        symbols = symbols + [s for s in self.by_name.get(name, ()) if self.e.columns.file[s] == number_of(one)]
        return self.of_symbols(symbols, want) if symbols else ABSENT

    def full(self, language: int, dotted: bytes) -> Value:
        """What a full name stands for: a package, or something in the longest package that its beginning names."""
        return self.e.solver.ask(("F", language, dotted), self._full, language, dotted)

    def _full(self, language: int, dotted: bytes) -> Value:
        parts = dotted.split(b".")
        for n in range(len(parts) - 1, -1, -1):
            space = b".".join(parts[:n])
            if space in self.prefixes or not space:
                found = self.in_space(number_of(self._package(language, space)[0]), parts[n], ANY)
                if found == ABSENT or not space and n + 1 < len(parts) and kind_of(found[0]) == PACKAGE:
                    continue
                for part in parts[n + 1 :]:
                    found = self._inside(found, part)
                return OUTSIDE if found in (ABSENT, UNKNOWN) else found
        return OUTSIDE

    def _inside(self, found: Value, part: bytes) -> Value:
        if any(kind_of(one) == MODULE for one in found):
            handle = self.e.strings.find(part)
            values = [self.of_other(one, handle, ANY) for one in found if kind_of(one) == MODULE]
            return union([value for value in values if value != ABSENT] or [OUTSIDE])
        return self.inner(found, part, ANY)

    def module(self, file: int, source: bytes) -> Value:
        """The package or type that the source of a star import names."""
        return self.full(self.language(file), source)

    def of_import(self, row: int) -> Value | None:
        """What an import binds."""
        columns, strings = self.e.columns, self.e.strings
        source, name = strings[columns.import_source[row]], strings[columns.import_name[row]]
        language = columns.languages[columns.import_file[row]]
        if language == JAVA and name:
            source = source + b"." + name
        return self.full(language, source)

    def space(self, context: int, name: bytes) -> Value:
        """A package at the root."""
        return self._package(self.language(self._file(context)), name) if name in self.prefixes else ABSENT

    def _file(self, context: int) -> int:
        return ~context if context < 0 else self.e.columns.file[context]

    # --- names of a file ---

    def outer(self, context: int, name: int, want: int) -> Value:
        """The file's own names and imports, its package, star imports, packages."""
        file = self._file(context)
        return self.e.solver.ask(("O", file, name, want), self._outer, file, name, want)

    def _outer(self, file: int, name: int, want: int) -> Value:
        e = self.e
        table = e.index.table(file)
        language = self.language(file)
        symbols = table.symbols.get(name)
        found = self.of_symbols(symbols, want) if symbols else ABSENT
        if found != ABSENT:
            return found
        values = [self._fit(e.scopes.of_import(row), want) for row in e.scopes.imports_of(file).get(name, ())]
        values = [value for value in values if value != ABSENT]
        if values:
            return union(values)
        text = e.strings[name]
        space = number_of(self._package(language, self.package[file])[0])
        found = self._no_package(self.in_space(space, text, want))
        if found != ABSENT:
            return found
        for row in table.stars:
            for one in self.module(file, e.strings[e.columns.import_source[row]]):
                found = ABSENT
                if kind_of(one) == PACKAGE:
                    found = self._no_package(self.in_space(number_of(one), text, want))
                elif kind_of(one) in (CLASS, MODULE):
                    found = self.of_things((one,), name, want)
                if found not in (ABSENT, OUTSIDE):
                    values.append(found)
        if values:
            return union(values)
        return self.in_space(number_of(self._package(language, _ROOT)[0]), text, want) if want == VALUE else ABSENT

    def _no_package(self, found: Value) -> Value:
        """A package inside of one that is open is not called by its last name."""
        return ABSENT if found != ABSENT and any(kind_of(one) == PACKAGE for one in found) else found

    def _fit(self, found: Value, want: int) -> Value:
        """What an import gives to one that wants a call, a value or a type; ABSENT for nothing."""
        if found == OUTSIDE or not found:
            return OUTSIDE
        e = self.e
        symbols = [number_of(one) for one in found if kind_of(one) not in (PACKAGE, MODULE, INSTANCE)]
        others = tuple(one for one in found if kind_of(one) in (PACKAGE, MODULE, INSTANCE))
        if want == VALUE and others:
            return others
        if want == VALUE and symbols and all(e.columns.kind[s] in FUNCTIONS for s in symbols):
            return self.of_symbols([s for s in symbols if self.is_property(s)], want)
        return self.of_symbols(symbols, want) if symbols else ABSENT

    def foreign(self, file: int) -> bool:
        """Whether a star import brings names from outside."""
        found = self._foreign.get(file)
        if found is None:
            e = self.e
            found = self._foreign[file] = any(
                e.columns.import_flags[row] & IMPORT_STAR
                and not self._inside_tree(self.language(file), e.strings[e.columns.import_source[row]])
                for row in e.index.table(file).stars
            )
        return found

    def _inside_tree(self, language: int, source: bytes) -> bool:
        """Whether a star import opens something that the tree defines: for Java, that Java files define."""
        found = self.full(language, source)
        if language == KOTLIN:
            return found != OUTSIDE
        if any(kind_of(one) == PACKAGE for one in found):
            return (JAVA, source) in self.names
        files = self.e.columns.file
        return any(kind_of(one) == CLASS and self.language(files[number_of(one)]) == JAVA for one in found)

    def unbound(self, owner: int) -> Decision | None:
        """A bare call in Java is of a member of the types around, whose bases in Kotlin are as those outside."""
        columns = self.e.columns
        if self.language(columns.file[owner]) == JAVA:
            at = owner
            while at != NO_SYMBOL:
                if columns.kind[at] in TYPES:
                    for one in self.e.hierarchy.order(at)[0]:
                        if self.language(columns.file[one]) == KOTLIN:
                            return (), 0
                at = columns.parent[at]
        return None

    def unbound_type(self, file: int) -> Decision | None:
        """All types in scope are imported or of the same package, but those of the languages themselves."""
        return (), 0

    def calls_values(self, file: int) -> bool:
        """Kotlin's variables may hold functions."""
        return self.language(file) == KOTLIN

    def casts(self, file: int) -> bool:
        """Kotlin's smart casts."""
        return self.language(file) == KOTLIN

    def inner(self, value: Value, name: bytes, want: int) -> Value:
        """As everywhere; a companion's names are those of its class."""
        if name == b"Companion" and self._is_kotlin(value):
            return value
        found = super().inner(value, name, want)
        if found == ABSENT and want == ANY and self._is_kotlin(value):
            # Where the grammar cannot read a class's head, what it holds stands at the top of the file.
            handle = self.e.strings.find(name)
            files = sorted({self.e.columns.file[number_of(one)] for one in value})
            symbols = [s for file in files for s in self.e.index.table(file).symbols.get(handle, ())]
            return self.of_symbols(symbols, want) if symbols else ABSENT
        return found

    def step(self, value: Value, name: bytes, called: bool) -> Value:
        """As everywhere; `INSTANCE` is how Java calls an object of Kotlin."""
        if name in (b"Companion", b"INSTANCE") and self._is_kotlin(value):
            return value
        return super().step(value, name, called)

    def _is_kotlin(self, value: Value) -> bool:
        columns = self.e.columns
        return bool(value) and all(
            kind_of(one) == CLASS and columns.languages[columns.file[number_of(one)]] == KOTLIN for one in value
        )

    # --- members ---

    def is_property(self, symbol: int) -> bool:
        """Kotlin's properties with accessors are functions without parameters."""
        columns = self.e.columns
        return columns.params[symbol] in (0, PARAMS_UNKNOWN) and columns.languages[columns.file[symbol]] == KOTLIN

    def members(self, type_: int) -> Names:
        """A type's definitions without its constructors."""
        found = self._members.get(type_)
        if found is None:
            e = self.e
            e.index.table(e.columns.file[type_])
            found = e.index.members.get(type_, {})
            name = self._constructor_name(type_)
            if name in found:
                kinds = e.columns.kind
                found = {**found, name: [s for s in found[name] if kinds[s] != KIND_METHOD]}
            self._members[type_] = found
        return found

    def _constructor_name(self, type_: int) -> int:
        columns = self.e.columns
        kotlin = columns.languages[columns.file[type_]] == KOTLIN
        return self.e.strings.find(b"constructor") if kotlin else columns.name[type_]

    def constructors(self, type_: int) -> list[int]:
        """Those that a type declares; a class of Kotlin stands for its first one when that has parameters."""
        columns = self.e.columns
        self.e.index.table(columns.file[type_])
        name = self._constructor_name(type_)
        out = [s for s in self.e.index.members.get(type_, {}).get(name, ()) if columns.kind[s] == KIND_METHOD]
        if out and columns.languages[columns.file[type_]] == KOTLIN and 0 < columns.params[type_] < PARAMS_UNKNOWN:
            return [type_, *out]
        return out

    def delegated(self, name: bytes) -> int:
        """`this(...)` and `super(...)`."""
        return 1 if name == b"this" else 2 if name == b"super" else 0

    def synthetic(self, line: list[int], name: int, want: int) -> Value:
        """Kotlin reads `getName()` of Java as `name`, Java calls `name` of Kotlin so."""
        e = self.e
        columns = e.columns
        text = e.strings[name]
        if want == VALUE:
            for prefix in (b"get", b"is"):
                handle = e.strings.find(prefix + text[:1].upper() + text[1:])
                for one in line if handle >= 0 else ():
                    if columns.languages[columns.file[one]] == JAVA:
                        some = [s for s in self.members(one).get(handle, ()) if columns.params[s] == 0]
                        if some:
                            return tuple(sorted(thing(FUNCTION, symbol) for symbol in some))
            return ABSENT
        kotlin = [one for one in line if columns.languages[columns.file[one]] == KOTLIN]
        if not kotlin:
            return ABSENT
        accessor = text[:3] in (b"get", b"set") and text[3:4].isupper()
        if accessor and (handle := e.strings.find(text[3:4].lower() + text[4:])) >= 0:
            for one in kotlin:
                symbols = [s for s in self.members(one).get(handle, ()) if columns.kind[s] in FUNCTIONS]
                if symbols:
                    return self.of_symbols(symbols, CALLED)
        else:
            handle = name
        if handle >= 0 and (accessor or text[:2] == b"is"):
            for one in kotlin:
                if self._field(one, handle) != ABSENT:  # without code of its own, so no definition here
                    return OUTSIDE
        return ABSENT

    def through_alias(self, found: Value) -> Value:
        """Kotlin's type aliases replaced by what they stand for."""
        e = self.e
        out: list[Value] = []
        for one in found:
            rows = e.alias_rows(number_of(one)) if kind_of(one) == CLASS else []
            rows = [row for row in rows if e.binding_flags[row] & BIND_ALIAS]
            if rows:
                out.append(union([e.types.value(e.binding_type[row], e.context_of_row(row)) for row in rows]))
            else:
                out.append((one,))
        return union(out) if out else OUTSIDE

    # --- extension functions ---

    def is_extension(self, symbol: int) -> bool:
        """Whether a function outside of types is one of a type's."""
        columns = self.e.columns
        return bool(columns.scope[symbol]) and columns.parent[symbol] == NO_SYMBOL and columns.kind[symbol] in FUNCTIONS

    def holder(self, symbol: int) -> int:
        """The type of an extension's receiver."""
        for one in self.named(self.e.columns.scope_of(symbol).replace(b"::", b"."), ~self.e.columns.file[symbol]):
            if kind_of(one) in (CLASS, INSTANCE) and self.e.columns.kind[number_of(one)] in CONTAINERS:
                return number_of(one)
        return NO_SYMBOL

    def extensions(self, context: int, value: Value, name: int) -> list[int]:
        """Extension functions in scope whose receiver's type fits; by the import alone where the type is not known."""
        e = self.e
        columns = e.columns
        file = columns.file[context]
        if self.language(file) != KOTLIN:
            return []
        imported = [
            number_of(one)
            for row in e.scopes.imports_of(file).get(name, ())
            for one in e.scopes.of_import(row)
            if kind_of(one) == FUNCTION and self.is_extension(number_of(one))
        ]
        if not value:
            return imported
        some = imported or [s for s in self.by_name.get(name, ()) if self._sees(file, columns.file[s])]
        if not some:
            return []
        types = self.types_of(value)
        fitting = [s for s in some if self.holder(s) in types]
        return fitting or [s for s in some if self.holder(s) == NO_SYMBOL]

    def fitting(self, value: Value, name: int) -> list[int]:
        """Extension functions of objects of these types."""
        some = self.by_name.get(name)
        types = self.types_of(value) if some else set()
        return [s for s in some or () if self.holder(s) in types] if types else []

    def _sees(self, file: int, other: int) -> bool:
        """Whether a file has the top level of another one in scope without naming it."""
        package = self.package[other]
        if package == self.package[file]:
            return True
        e = self.e
        return any(e.strings[e.columns.import_source[row]] == package for row in e.index.table(file).stars)


__all__ = ["CALLED", "TYPE", "JvmModules"]
