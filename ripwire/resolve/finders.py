"""What a language adds to resolution: one finder a family, with the questions that the mechanisms ask it.

Purpose: where imports lead, which files share their names, which definitions belong to a type without standing in it.
Invariant: a finder depends on columns, paths and manifests; what it does not override is the same for all languages.
Cost: a finder is made when its family is first met; `Joined` passes once over the symbols of its family.
"""

from __future__ import annotations

from bisect import bisect_left

from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.index import CONTAINERS
from ripwire.resolve.values import OUTSIDE, UNKNOWN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.index import Names


def rows_of(files: Sequence[int], file: int) -> range:
    """The rows of a file, by the column that says each row's."""
    first = bisect_left(files, file)
    return range(first, bisect_left(files, file + 1, first))


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

    # Asked only where the policy says `own_names` (`decide` also where it says `whole`); `own_names.OwnNames` has the rest of them.

    def decide(self, ref: int) -> tuple[tuple[int, ...], int] | None:
        """As `Engine.decide`."""
        return None

    def look_up(self, context: int, name: int) -> Value:
        """What a bare name means at a place."""
        return UNKNOWN

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

    def member(self, one: int, name: int) -> Value | None:
        """The method ``name`` (a handle) of one thing; None: as everywhere."""
        return None

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
    "elixir": ("ripwire.resolve.elixir_modules", "ElixirModules"),
    "ecma": ("ripwire.resolve.ecma_modules", "EcmaModules"),
    "go": ("ripwire.resolve.go_modules", "GoModules"),
    "rust": ("ripwire.resolve.rust_modules", "RustModules"),
}
"""Module and class of each family's finder; imported when the family is first met."""
