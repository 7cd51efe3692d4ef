"""Rust's crates and module files: Cargo manifests, `mod` declarations, the files that macros declare.

Invariant: depends on columns, paths and manifests alone; what is no TOML, or has other types in it, says nothing.
Cost: a pass over the files and manifests when the family is first met.
"""

from __future__ import annotations

from ripwire.model.codes import DEF_HAS_BODY
from ripwire.model.columns import KIND_OTHER, NO_SYMBOL
from ripwire.resolve.modules import directory_of, join
from ripwire.resolve.values import CLASS, MODULE, kind_of, number_of, thing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ripwire.resolve.engine import Engine

_ROOTS = frozenset({b"lib.rs", b"main.rs", b"build.rs"})
_TARGETS = frozenset({b"tests", b"benches", b"examples"})
_STANDARD = frozenset({b"std", b"core", b"alloc", b"proc_macro"})
_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")


def parse_toml(data: bytes | None) -> dict[str, Any]:
    """A manifest; {} for what is none."""
    import tomllib

    try:
        return tomllib.loads((data or b"").decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> bytes:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else b""


class Package:
    """A Cargo package.

    directory     where its manifest stands
    name          as other manifests call it
    crate         as code calls its library
    library       the library's root file, -1 without one in the tree
    old           of the edition of 2015: `use` paths begin at the crate's root
    dependencies  specifications by the name that code uses
    """

    __slots__ = ("directory", "name", "crate", "library", "old", "dependencies")

    def __init__(self, directory: bytes, name: bytes, crate: bytes, library: int) -> None:
        self.directory = directory
        self.name = name
        self.crate = crate
        self.library = library
        self.old = False
        self.dependencies: dict[bytes, tuple[bytes, bytes | None]] = {}  # (package name, directory of a path)


class Crates:
    """The packages of one tree, and where each Rust file stands in its crate's module tree."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        self.e = engine
        self.world = engine.world
        self.files = files
        self.packages: dict[bytes, Package] = {}
        self.by_name: dict[bytes, list[Package]] = {}
        self.roots: set[int] = set()
        self.declared: dict[int, int] = {}  # symbol of `mod x;` -> file
        self.parents: dict[int, int] = {}  # file -> the module that declares it, a MODULE or CLASS thing
        self.hidden: dict[tuple[int, bytes], int] = {}  # (file, name) -> file of a module that no `mod` names
        self._root_of: dict[int, int] = {}
        self._package_of: dict[bytes, Package | None] = {}
        self._manifests()
        self._modules()

    # --- manifests ---

    def _manifests(self) -> None:
        world = self.world
        read: list[tuple[bytes, dict[str, Any]]] = []
        for path in world.paths:
            if path == b"Cargo.toml" or path.endswith(b"/Cargo.toml"):
                read.append((directory_of(path), parse_toml(world.read(path))))
        shared = {
            directory: _table(_table(manifest.get("workspace")).get("dependencies")) for directory, manifest in read
        }
        for directory, manifest in read:
            name = _text(_table(manifest.get("package")).get("name"))
            if not name:
                continue
            library = _table(manifest.get("lib"))
            crate = _text(library.get("name")) or name.replace(b"-", b"_")
            root = join(directory, _text(library.get("path")) or b"src/lib.rs")
            file = world.file_of.get(root, -1) if root is not None else -1
            package = self.packages[directory] = Package(directory, name, crate, file)
            package.old = _table(manifest.get("package")).get("edition", "2015") == "2015"
            self.by_name.setdefault(name, []).append(package)
            if file >= 0:
                self.roots.add(file)
            for kind in ("bin", "test", "example", "bench"):
                targets = manifest.get(kind)
                for target in targets if isinstance(targets, list) else ():
                    at = join(directory, _text(_table(target).get("path")) or b"\0")
                    if at is not None and at in world.file_of:
                        self.roots.add(world.file_of[at])
            scopes = [manifest, *(_table(value) for value in _table(manifest.get("target")).values())]
            for scope in scopes:
                for table in _TABLES:
                    for key, given in _table(scope.get(table)).items():
                        self._dependency(package, key, _table(given), shared)

    def _dependency(
        self, package: Package, key: str, given: dict[str, Any], shared: dict[bytes, dict[str, Any]]
    ) -> None:
        """Take one dependency of a package; ``shared`` are those that workspaces declare, by directory."""
        directory = package.directory
        if given.get("workspace") is True:
            up = directory
            while not shared.get(up) and up:
                up = directory_of(up)
            own, given = given, _table(shared.get(up, {}).get(key))
            given = {**given, **{k: v for k, v in own.items() if k == "package"}}
            directory = up
        path = given.get("path")
        at = join(directory, _text(path)) if isinstance(path, str) else None
        name = _text(given.get("package")) or _text(key)
        package.dependencies[_text(key).replace(b"-", b"_")] = name, at

    def package_of(self, file: int) -> Package | None:
        """The package that a file belongs to: that of the nearest manifest above it."""
        start = directory = directory_of(self.world.paths[file])
        if start not in self._package_of:
            while directory not in self.packages and directory:
                directory = directory_of(directory)
            self._package_of[start] = self.packages.get(directory)
        return self._package_of[start]

    def extern(self, file: int, name: bytes) -> int:
        """The root file of the library that a file knows by a name, -1 for none in the tree."""
        package = self.package_of(file)
        if package is None:
            found = [p for some in self.by_name.values() for p in some if p.crate == name]
        elif name == package.crate and package.library >= 0:
            return package.library
        elif name in package.dependencies:
            known, at = package.dependencies[name]
            if at is not None:
                found = [self.packages[at]] if at in self.packages else []
            else:
                found = self.by_name.get(known, [])
        else:
            # A library may be called otherwise than its package.
            found = [
                self.packages[at] for _, at in package.dependencies.values()
                if at is not None and at in self.packages and self.packages[at].crate == name
            ]  # fmt: skip
        return found[0].library if len(found) == 1 else -1

    def is_foreign(self, file: int, name: bytes) -> bool:
        """Whether a file knows a crate of a name that is not in the tree."""
        if name in _STANDARD:
            return True
        package = self.package_of(file)
        return package is not None and name in package.dependencies and self.extern(file, name) < 0

    # --- modules ---

    def _modules(self) -> None:
        columns, world = self.e.columns, self.world
        claims: dict[int, list[tuple[bool, int, int]]] = {}
        for file in self.files:
            first, last = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
            kinds = columns.kind[first:last]
            if KIND_OTHER not in kinds:
                continue
            for symbol, kind in enumerate(kinds, first):
                if kind != KIND_OTHER or columns.flags[symbol] & DEF_HAS_BODY:
                    continue
                found = self._declared_file(file, symbol)
                if found is None or found == file:
                    continue
                self.declared[symbol] = found
                parent = columns.parent[symbol]
                where = thing(MODULE, file) if parent == NO_SYMBOL else thing(CLASS, parent)
                # A file that the library and a program both declare counts as the library's.
                claims.setdefault(found, []).append((not world.paths[file].endswith(b"lib.rs"), symbol, where))
        for found, several in claims.items():
            if found not in self.roots:
                self.parents[found] = min(several)[2]
        for file in self.files:
            if file not in self.parents and not self.is_root(file):
                self._by_place(file)

    def is_root(self, file: int) -> bool:
        """Whether a file is the root of a crate by the manifests or by its place."""
        directory, _, base = self.world.paths[file].rpartition(b"/")
        if file in self.roots or base in _ROOTS:
            return True
        above, _, last = directory.rpartition(b"/")
        if last == b"bin":
            return above.rpartition(b"/")[2] == b"src"
        return last in _TARGETS and (above in self.packages or b"src" not in above.split(b"/"))

    def _declared_file(self, file: int, symbol: int) -> int | None:
        """The file of `mod x;`."""
        columns, file_of = self.e.columns, self.world.file_of
        names = [columns.name_of(symbol)]
        at = columns.parent[symbol]
        while at != NO_SYMBOL:
            names.append(columns.name_of(at))
            at = columns.parent[at]
        below = b"/".join(reversed(names)).replace(b"r#", b"")
        directory, _, base = self.world.paths[file].rpartition(b"/")
        beside = (directory + b"/" if directory else b"") + below
        under = (directory + b"/" if directory else b"") + base.removesuffix(b".rs") + b"/" + below
        stems = (beside, under) if base == b"mod.rs" or self.is_root(file) else (under, beside)
        for stem in stems:
            for end in (b".rs", b"/mod.rs"):
                found = file_of.get(stem + end)
                if found is not None:
                    return found
        return None

    def _by_place(self, file: int) -> None:
        """The module of a file that no declaration in sight names: macros declare modules, too."""
        directory, _, base = self.world.paths[file].rpartition(b"/")
        name = base.removesuffix(b".rs")
        if base == b"mod.rs":
            directory, _, name = directory.rpartition(b"/")
        inside = directory + b"/" if directory else b""
        for path in (inside + b"mod.rs", directory + b".rs", inside + b"lib.rs", inside + b"main.rs"):
            found = self.world.file_of.get(path)
            if found is not None and found != file:
                self.parents[file] = thing(MODULE, found)
                self.hidden[found, name] = file
                return

    def file_of(self, module: int) -> int:
        """The file that a module stands in or is."""
        number = number_of(module)
        return number if kind_of(module) == MODULE else int(self.e.columns.file[number])

    def parent(self, module: int) -> int:
        """The module around a module; itself for a crate's root."""
        if kind_of(module) == CLASS:
            at = self.e.columns.parent[number_of(module)]
            while at != NO_SYMBOL and self.e.columns.kind[at] != KIND_OTHER:
                at = self.e.columns.parent[at]
            return thing(CLASS, at) if at != NO_SYMBOL else thing(MODULE, self.file_of(module))
        return self.parents.get(number_of(module), module)

    def root(self, module: int) -> int:
        """The root of a module's crate."""
        file = self.file_of(module)
        found = self._root_of.get(file)
        if found is None:
            seen = {file}
            at = file
            while at in self.parents:
                at = self.file_of(self.parents[at])
                if at in seen:
                    break
                seen.add(at)
            found = self._root_of[file] = at
        return thing(MODULE, found)


__all__ = ["Crates"]
