"""What a language adds to resolution: one finder a family, with the questions that the mechanisms ask it.

Purpose: where imports lead, which files share their names, which definitions belong to a type without standing in it.
Invariant: a finder depends on columns, paths and manifests; what it does not override is the same for all languages.
Cost: a finder is made when its family is first met; `Joined` passes once over the symbols of its family.
"""

from __future__ import annotations

from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.index import CONTAINERS
from ripwire.resolve.values import CLASS, INSTANCE, OUTSIDE, SUPER, UNKNOWN, Value, kind_of, number_of, thing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.index import Names
    from ripwire.resolve.paths import Path, Step


class Finder:
    """The questions, answered as for a language without any of it."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        self.e = engine
        self.world = engine.world
        self.files = files

    def module(self, file: int, source: bytes) -> Value:
        """The module or name space that an import's source means in a file; OUTSIDE when it is not in the tree."""
        return OUTSIDE

    def of_import(self, row: int) -> Value | None:
        """What an import's local name stands for; None: by `module` and the imported name."""
        return None

    def local_name(self, row: int) -> int:
        """Handle of the name that an import without name and alias binds; 0 for none."""
        return 0

    def child(self, owner: int, name: bytes) -> Value:
        """The module ``name`` below the package whose file is ``owner``."""
        return UNKNOWN

    def below(self, package: int, name: bytes) -> Value:
        """The module or name space ``name`` below a name space."""
        return UNKNOWN

    def packages_of(self, file: int) -> list[int]:
        """The name spaces whose names a file sees without an import, its own first."""
        return []

    def members(self, type_: int) -> Names:
        """Definitions of a type by name."""
        return self.e.index.members.get(type_, {})

    def same_type(self, type_: int) -> list[int]:
        """All symbols that together are one type (reopened, partial), the asked one among them."""
        return [type_]

    def holder(self, symbol: int) -> int:
        """The type that a symbol outside of any belongs to, by its scope; NO_SYMBOL for none."""
        return NO_SYMBOL

    def exported(self, file: int, name: int) -> Value | None:
        """What a file gives under a name to those that import it, without `export *`; None: what it calls so itself."""
        return None

    def around(self, file: int) -> int:
        """The file whose names, imported ones too, a file sees as its own; -1 for none."""
        return -1

    def of_outside(self, path: Path, context: int, name: int) -> Sequence[int]:
        """What the tree adds under a name to the outside type of a path's value."""
        return ()

    def extended(self, row: int) -> int:
        """The type that is no symbol around a reference to its base (an extension's), NO_SYMBOL for none."""
        return NO_SYMBOL

    def of_arity(self, found: Value, given: int) -> Value:
        """Of types of one name, those that take so many type arguments."""
        return found

    def of_reference(self, row: int, found: Value) -> Value:
        """Of types of one name, those that a reference to a base means."""
        return found

    def receivers_of(self, symbol: int) -> int:
        """Parameters of a definition that calls do not give in brackets: 1 for an extension's receiver among them."""
        return 0

    # Asked only where the policy says `own_names` (`decide` also where it says `whole`); `own_names.OwnNames` has the
    # rest of them.

    def decide(self, ref: int) -> tuple[tuple[int, ...], int] | None:
        """As `Engine.decide`."""
        return None

    def look_up(self, context: int, name: int) -> Value:
        """What a bare name means at a place."""
        return UNKNOWN

    def begin(self, context: int, name: int, called: bool) -> Value:
        """As `look_up` of the name that a path begins with, and whether the path goes on with a call of it."""
        return self.look_up(context, name)

    def named(self, dotted: bytes, context: int) -> Value:
        """What a dotted name means as a type at a place."""
        return OUTSIDE

    def self_of(self, context: int, word: bytes) -> Value:
        """What a word for the object itself means."""
        return UNKNOWN

    def super_of(self, context: int) -> Value:
        """What a word for the bases means."""
        return UNKNOWN

    def step(self, value: Value, name: bytes, called: bool) -> Value:
        """The attribute of a settled value in a path, and whether the path goes on with a call of it."""
        return self.e.receivers.attribute(value, name)

    def object_of(self, one: int) -> int:
        """What a method that was taken from a thing gives when it gives back the object that it is called on."""
        return thing(INSTANCE, number_of(one)) if kind_of(one) in (INSTANCE, CLASS, SUPER) else one

    def uncalled(self, value: Value, name: bytes) -> Value:
        """What a path's first name is where the path does not go on with a call of it."""
        return value

    def member(self, one: int, name: int) -> Value | None:
        """The method ``name`` (a handle) of one thing; None: as everywhere."""
        return None

    def results(self, function: int) -> Value | None:
        """What calling a function gives; None: by its bindings."""
        return None

    # Asked only where the policy says `apart`.

    def bases(self, type_: int) -> tuple[list[int], bool]:
        """The bases of a type, and whether some are outside of the tree."""
        return [], False

    def based(self) -> Iterable[int]:
        """The types that have bases."""
        return ()

    def payload(self, symbol: int) -> Value:
        """What a variant of an enumeration holds."""
        return UNKNOWN

    def root(self, name: bytes, steps: tuple[Step, ...], context: int) -> tuple[Value, tuple[Step, ...]]:
        """The value of the name that a path begins with, and the steps that are left."""
        return UNKNOWN, steps

    def constructors(self, type_: int) -> list[int]:
        """The constructors that a type itself declares under no fixed name."""
        return []

    def place(self, context: int) -> int:
        """What stands for all contexts outside of types in which types' names mean the same as in this one."""
        return ~self.e.columns.file[context]

    def base_rows(self, type_: int, rows: list[int]) -> list[int]:
        """The rows that name a type's bases, in the order of look-up."""
        return rows


class Joined(Finder):
    """Types whose parts stand in several places: by full name within a unit (a package, a crate, the tree)."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self._types: dict[tuple[Hashable, bytes], list[int]] | None = None
        self._outside: dict[tuple[Hashable, bytes], Names] = {}
        self._members: dict[int, Names] = {}

    def unit(self, file: int) -> Hashable:
        """What a file shares its full names with."""
        return b""

    def full_name(self, type_: int) -> bytes:
        """A type's name with its scope."""
        columns = self.e.columns
        scope = columns.scope_of(type_)
        name = columns.name_of(type_)
        return scope + b"::" + name if scope else name

    def types(self) -> dict[tuple[Hashable, bytes], list[int]]:
        """Types by unit and full name."""
        if self._types is None:
            self._types = {}
            columns, index = self.e.columns, self.e.index
            for file in self.files:
                index.table(file)
                unit = self.unit(file)
                kinds = columns.kind[columns.file_first_symbol[file] : columns.file_first_symbol[file + 1]]
                for symbol, kind in enumerate(kinds, columns.file_first_symbol[file]):
                    if kind in CONTAINERS:
                        self._types.setdefault((unit, self.full_name(symbol)), []).append(symbol)
            wanted = set(self.files)
            for (file, scope), names in index.orphans.items():
                if file in wanted:
                    table = self._outside.setdefault((self.unit(file), self.e.strings[scope]), {})
                    for name, symbols in names.items():
                        table.setdefault(name, []).extend(symbols)
        return self._types

    def same_type(self, type_: int) -> list[int]:
        """Types of the same full name in the same unit."""
        key = (self.unit(self.e.columns.file[type_]), self.full_name(type_))
        return self.types().get(key, [type_])

    def members(self, type_: int) -> Names:
        """What stands in the parts of a type, and outside of them under its name."""
        found = self._members.get(type_)
        if found is None:
            parts = self.same_type(type_)
            key = (self.unit(self.e.columns.file[type_]), self.full_name(type_))
            tables = [self.e.index.members.get(part, {}) for part in parts]
            tables.append(self._outside.get(key, {}))
            tables = [table for table in tables if table]
            if len(tables) == 1:
                found = tables[0]
            else:
                found = {}
                for table in tables:
                    for name, symbols in table.items():
                        found.setdefault(name, []).extend(symbols)
            self._members[type_] = found
        return found

    def holder(self, symbol: int) -> int:
        """The type that a symbol's scope names."""
        columns = self.e.columns
        scope = columns.scope_of(symbol)
        if not scope:
            return NO_SYMBOL
        found = self.types().get((self.unit(columns.file[symbol]), scope))
        return found[0] if found else NO_SYMBOL


FINDERS: dict[str, tuple[str, str]] = {
    "python": ("ripwire.resolve.python_modules", "PythonModules"),
    "swift": ("ripwire.resolve.swift_modules", "SwiftModules"),
    "dart": ("ripwire.resolve.dart_modules", "DartModules"),
    "gleam": ("ripwire.resolve.gleam_modules", "GleamModules"),
    "clojure": ("ripwire.resolve.clojure_names", "ClojureNames"),
    "elixir": ("ripwire.resolve.elixir_modules", "ElixirModules"),
    "c": ("ripwire.resolve.c_names", "CNames"),
    "ecma": ("ripwire.resolve.ecma_modules", "EcmaModules"),
    "php": ("ripwire.resolve.php_names", "PhpNames"),
    "ruby": ("ripwire.resolve.ruby_names", "RubyNames"),
    "gdscript": ("ripwire.resolve.gdscript_names", "GdNames"),
    "lua": ("ripwire.resolve.lua_names", "LuaNames"),
    "go": ("ripwire.resolve.go_modules", "GoModules"),
    "jvm": ("ripwire.resolve.jvm_modules", "JvmModules"),
    "csharp": ("ripwire.resolve.csharp_modules", "CsharpModules"),
    "rust": ("ripwire.resolve.rust_modules", "RustModules"),
}
"""Module and class of each family's finder; imported when the family is first met."""
