"""Dart: libraries by relative path and by `package:`, their parts and exports, extensions.

Invariant: depends on columns, paths and each `pubspec.yaml`'s name. A library is a file with its parts; what begins
with an underscore is its own. An import gives what a library declares and exports, not what it imports itself.
Cost: a pass over the imports and bases of the family when it is first met.
"""

from __future__ import annotations

from ripwire.model.codes import BIND_ALIAS, IMPORT_PACKAGE, IMPORT_REEXPORT, IMPORT_STAR, IMPORT_SYSTEM
from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.finders import Finder
from ripwire.resolve.index import rows_of
from ripwire.resolve.modules import directory_of, join
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import CLASS, INSTANCE, MODULE, OUTSIDE, Value, kind_of, number_of, thing, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.index import Names



class DartModules(Finder):
    """The libraries of one tree."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        world, columns, strings = self.world, engine.columns, engine.strings
        self.roots: dict[bytes, list[bytes]] = {}  # a package's name -> its directories
        self._read_manifests()
        self.library: dict[int, int] = {}  # file -> its name space
        first: dict[int, int] = {}
        named: dict[bytes, list[int]] = {}
        parts: list[tuple[int, int]] = []
        for file in files:
            for row in rows_of(columns.import_file, file):
                flags = columns.import_flags[row]
                if flags & IMPORT_STAR and flags & IMPORT_SYSTEM:
                    for one in self.module(file, strings[columns.import_source[row]]):
                        if kind_of(one) == MODULE:
                            parts.append((file, number_of(one)))
                elif flags & IMPORT_PACKAGE:
                    named.setdefault(strings[columns.import_source[row]], []).append(file)

        def root(file: int) -> int:
            while first.get(file, file) != file:
                file = first[file]
            return file

        # `part of a.b;` and `library a.b;` share a name, in one directory or below.
        for some in named.values():
            parts.extend((some[0], other) for other in some[1:] if self._near(some[0], other))
        for one, other in parts:
            a, b = sorted((root(one), root(other)))
            first[b] = a
        for file in files:
            package = world.package("dart", world.paths[root(file)])
            world.package_files[package].append(file)
            self.library[file] = package
        self._mains: dict[int, int] = {}
        for some in world.package_files:
            if len(some) > 1 and some[0] in self.library:
                self._mains.update((file, max(some, key=lambda one: (self._imports(one), -one))) for file in some)
        self._added: dict[int, Names] = {}
        self._owners: dict[tuple[int, int], int] = {}
        self._extensions = False  # whether they have been looked for

    def _near(self, one: int, other: int) -> bool:
        a, b = directory_of(self.world.paths[one]), directory_of(self.world.paths[other])
        return a == b or a.startswith(b + b"/") or b.startswith(a + b"/")

    def _imports(self, file: int) -> int:
        """How much a file imports: parts cannot."""
        flags = self.e.columns.import_flags
        other = IMPORT_SYSTEM | IMPORT_PACKAGE
        return sum(1 for row in rows_of(self.e.columns.import_file, file) if not flags[row] & other)

    def around(self, file: int) -> int:
        """The library's file that has the imports, of a part."""
        main = self._mains.get(file, file)
        return main if main != file and not self._imports(file) else -1

    # --- imports ---

    def _read_manifests(self) -> None:
        above: set[bytes] = set()
        for file in self.files:
            directory = directory_of(self.world.paths[file])
            while directory not in above:
                above.add(directory)
                directory = directory_of(directory)
        for directory in sorted(above):
            text = self.world.read(directory + b"/pubspec.yaml" if directory else b"pubspec.yaml") or b""
            for line in text.splitlines():
                if line.startswith(b"name:"):
                    name = line[5:].partition(b"#")[0].strip().strip(b"\"'")
                    self.roots.setdefault(name, []).append(directory)
                    break

    def module(self, file: int, source: bytes) -> Value:
        """The library at a source's path."""
        scheme, colon, rest = source.partition(b":")
        if not colon:
            path = join(directory_of(self.world.paths[file]), source)
            return self._at([path] if path else [])
        if scheme != b"package":
            return OUTSIDE
        package, _, path = rest.partition(b"/")
        roots = self.roots.get(package)
        if roots is None:
            return OUTSIDE
        return self._at([(root + b"/lib/" if root else b"lib/") + path for root in roots])

    def _at(self, paths: list[bytes]) -> Value:
        found = [self.world.file_of[path] for path in paths if path in self.world.file_of]
        return (thing(MODULE, found[0]),) if len(found) == 1 and found[0] in set(self.files) else OUTSIDE

    def packages_of(self, file: int) -> list[int]:
        """The library: a part sees what the others declare."""
        return [self.library[file]]

    def exported(self, file: int, name: int) -> Value | None:
        """What a library gives to those that import it, without what it exports whole."""
        e = self.e
        if file not in self.library:
            return None
        if e.strings[name][:1] == b"_":
            return ABSENT
        values = []
        for part in self.world.package_files[self.library[file]]:
            table = e.index.table(part)
            if name in table.symbols:
                values.append(e.scopes.of_symbols(table.symbols[name]))
            for row in table.imports.get(name, ()):
                if e.columns.import_flags[row] & IMPORT_REEXPORT:
                    values.append(e.scopes.of_import(row))
        values = [value for value in values if value != ABSENT]
        return union(values) if values else ABSENT

    # --- extensions ---

    def _extend(self) -> None:
        """Find the types that extensions add to, apart from the question that is being answered."""
        self._extensions = True
        solver = self.e.solver
        saved = solver.open, solver.low, solver.steps
        solver.open, solver.low = {}, 1 << 30
        try:
            self._find_extensions()
        finally:
            solver.open, solver.low, solver.steps = saved

    def _find_extensions(self) -> None:
        e = self.e
        columns, strings = e.columns, e.strings
        for file in self.files:
            e.index.table(file)
            for row in rows_of(columns.binding_file, file):
                owner = columns.binding_owner[row]
                if owner != NO_SYMBOL and columns.binding_flags[row] & BIND_ALIAS:
                    self._add(strings[columns.binding_type[row]], ~file, e.index.members.get(owner, {}))
        wanted = set(self.files)
        for (file, scope), names in list(e.index.orphans.items()):
            if file in wanted:
                type_ = self._add(strings[scope], ~file, names)
                if type_ != NO_SYMBOL:
                    self._owners[file, scope] = type_

    def _add(self, written: bytes, context: int, names: Names) -> int:
        e = self.e
        e.solver.steps = 0
        found = [number_of(one) for one in e.types.named(written, context) if kind_of(one) in (CLASS, INSTANCE)]
        if len(found) != 1:
            return NO_SYMBOL
        table = self._added.setdefault(found[0], {})
        for name, symbols in names.items():
            table.setdefault(name, []).extend(symbols)
        return found[0]

    def members(self, type_: int) -> Names:
        """A type's own definitions, then those of its extensions."""
        if not self._extensions:
            self._extend()
        own = self.e.index.members.get(type_, {})
        added = self._added.get(type_)
        return {**added, **own} if added else own

    def holder(self, symbol: int) -> int:
        """The type that an unnamed extension's member is added to."""
        if not self._extensions:
            self._extend()
        columns = self.e.columns
        return self._owners.get((columns.file[symbol], columns.scope[symbol]), NO_SYMBOL)
