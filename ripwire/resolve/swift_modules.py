"""Swift: modules by directory, extensions anywhere that join their type, conformances that extensions add.

Invariant: depends on columns and paths alone. A module is a directory below `Sources`, `Tests` or `Plugins` beside a
`Package.swift`; all other files are one module, as in a project without packages. An extension of a type that its
module does not declare belongs to the type of that name in the modules that it imports, else to the only one of the
tree, else to a type outside, which a receiver of that written type has.
Cost: a pass over the paths and symbols of the family when it is first met.
"""

from __future__ import annotations

from ripwire.model.codes import BIND_CALL
from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.finders import Joined
from ripwire.resolve.index import BIND_WRITTEN, rows_of
from ripwire.resolve.paths import ATTRIBUTE
from ripwire.resolve.written import LIST, NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.paths import Path

_CONFORMS = {
    name: (b"Collection", b"Sequence") for name in (b"Array", b"Set", b"Dictionary", b"String", b"Substring", b"Data")
}
_ROOTS = frozenset({b"Sources", b"Tests", b"Plugins"})


class SwiftModules(Joined):
    """Modules of one tree, and the types that extensions extend."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        world, columns, strings = self.world, engine.columns, engine.strings
        self.home: dict[int, int] = {}
        self.names: dict[bytes, list[int]] = {}
        self.seen: dict[int, list[int]] = {}
        self._extended: dict[tuple[int, bytes], tuple[Hashable, bytes]] = {}
        for file in files:
            parts = world.paths[file].split(b"/")[:-1]
            at = max((n for n, part in enumerate(parts[:-1]) if part in _ROOTS), default=-1)
            if at >= 0 and b"/".join([*parts[:at], b"Package.swift"]) not in world.file_of:
                at = -1
            package = world.package("swift", b"/".join(parts[: at + 2]) if at >= 0 else b"")
            if at >= 0 and not world.package_files[package]:
                self.names.setdefault(parts[at + 1], []).append(package)
            world.package_files[package].append(file)
            self.home[file] = package
        for file in files:
            own = self.home[file]
            seen = [own]
            for row in rows_of(columns.import_file, file):
                name = strings[columns.import_source[row]].partition(b".")[0]
                seen.extend(package for package in self.names.get(name, ()) if package not in seen)
            self.seen[file] = seen
        self._join()

    def packages_of(self, file: int) -> list[int]:
        """The file's module, then those that it imports."""
        return self.seen[file]

    def unit(self, file: int) -> Hashable:
        """The module: types of other modules share names with it, and nothing else."""
        return self.home[file]

    def _join(self) -> None:
        """Give what stands in extensions to the types that they extend."""
        types = self.types()
        units: dict[bytes, list[Hashable]] = {}
        for unit, full in types:
            units.setdefault(full, []).append(unit)
        imported: dict[int, set[int]] = {}
        for file, seen in self.seen.items():
            imported.setdefault(self.home[file], set()).update(seen)
        for key in list(self._outside):
            home = self._home(key, units, imported)
            if home is not None and home != key:
                table = self._outside.setdefault(home, {})
                for name, symbols in self._outside.pop(key).items():
                    table.setdefault(name, []).extend(symbols)
        self._units, self._imported = units, imported

    def _home(
        self, key: tuple[Hashable, bytes], units: dict[bytes, list[Hashable]], imported: dict[int, set[int]]
    ) -> tuple[Hashable, bytes] | None:
        """Unit and full name of the type that a name means in a unit."""
        unit, full = key
        if key in self.types():
            return key
        known = units.get(full, [])
        among = imported.get(unit, set()) if isinstance(unit, int) else set()
        near = [one for one in known if one in among] or known
        return (near[0], full) if len(near) == 1 else None

    def holder(self, symbol: int) -> int:
        """The type that an extension's member belongs to."""
        columns = self.e.columns
        return self._type(columns.file[symbol], columns.scope_of(symbol))

    def _type(self, file: int, full: bytes) -> int:
        home = self._home((self.home[file], full), self._units, self._imported) if full else None
        return NO_SYMBOL if home is None else self.types()[home][0]

    # --- types outside ---

    def of_outside(self, path: Path, context: int, name: int) -> Sequence[int]:
        """What extensions add under a name to a type that is not of the tree."""
        written = self._written(path, context)
        if not written:
            return ()
        out: list[int] = []
        for full in (written, *_CONFORMS.get(written, ())):
            for unit in self.seen[self.e.columns.file[context]]:
                out.extend(self._outside.get((unit, full), {}).get(name, ()))
            if out:
                break
        return out

    def _written(self, path: Path, context: int) -> bytes:
        """The name of the type that a variable, parameter or field is declared with or made by."""
        e = self.e
        if path.text and not path.steps:
            return b"String"
        names = [path.root, *(name for _, name in path.steps)]
        own = e.word(e.columns.file[context], path.root) == 1
        if path.group is not None or len(names) > 1 + own or any(kind != ATTRIBUTE for kind, _ in path.steps):
            return b""
        handle = e.strings.find(names[-1])
        rows: list[int] = []
        at = context
        while at != NO_SYMBOL and not rows:
            if not own:
                rows = e.index.bindings.get(at, {}).get(handle, [])
            rows = rows or e.index.fields.get(at, {}).get(handle, [])
            at = e.columns.parent[at]
        holder = e.holder(context)
        if not rows and holder != NO_SYMBOL:
            rows = e.index.fields.get(holder, {}).get(handle, [])
        for row in rows:
            if not e.binding_flags[row] & BIND_WRITTEN:
                tree = e.types.tree(e.binding_type[row])
                if tree is not None and tree.kind in (NAME, LIST):
                    return tree.name if tree.kind == NAME else b"Array"
            elif e.binding_flags[row] & BIND_CALL and e.strings[e.binding_type[row]][:1].isupper():
                return e.strings[e.binding_type[row]]
        return b""

    def extended(self, row: int) -> int:
        """The type that an extension gives a base to, by the reference that names the base."""
        columns = self.e.columns
        return self._type(columns.ref_file[row], self.e.strings[columns.ref_qualifier[row]])
