"""Go's packages: directories by import path, modules by go.mod, methods beside their receiver's type.

Invariant: depends on paths, package clauses and go.mod files alone. A path that leads to two directories leads nowhere.
Cost: a pass over the files when the family is first met, a few look-ups an import path.
"""

from __future__ import annotations

from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.finders import Joined
from ripwire.resolve.modules import directory_of, join
from ripwire.resolve.values import OUTSIDE, PACKAGE, Value, number_of, thing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ripwire.resolve.engine import Engine

_TEST = b"_test"


class GoModules(Joined):
    """Import paths of one tree.

    A package is what the files of one directory declare under one name; the importable one of a directory is that
    which is no test package. A path begins with a module's own path, or with one that its go.mod replaces by a
    directory. (`vendor` is never part of a tree.)
    """

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        world, columns, strings = self.world, engine.columns, engine.strings
        self.home: dict[int, int] = {}  # file -> its package
        self.importable: dict[bytes, int] = {}  # directory -> package
        self.names: dict[int, bytes] = {}  # package -> its declared name
        self.modules: list[tuple[bytes, bytes]] = []  # (module path, directory), the longest path first
        self.replaced: dict[bytes, list[tuple[bytes, bytes]]] = {}  # directory of a go.mod -> (path, directory)
        self.known: dict[tuple[bytes, bytes], Value] = {}
        self._local: dict[bytes, bytes] = {}
        self._by_last: dict[bytes, list[bytes]] | None = None
        sizes: dict[int, int] = {}
        for file in files:
            rows = engine.index.table(file).packages
            name = strings[columns.import_source[rows[0]]] if rows else b""
            directory = directory_of(world.paths[file])
            package = world.package("go", directory + b"\0" + name)
            world.package_files[package].append(file)
            self.home[file] = package
            self.names[package] = name
            test = world.paths[file].endswith(b"_test.go")
            sizes[package] = sizes.get(package, 0) + (0 if test else 1)
        for package, name in self.names.items():
            directory = world.package_names[package].partition(b"\0")[0]
            # Of several (a program that documents the package is left out of builds) the larger is the package.
            rank = (sizes[package], not name.endswith(_TEST), name != b"main", name)
            other = self.importable.get(directory)
            if other is None or rank > (
                sizes[other], not self.names[other].endswith(_TEST), self.names[other] != b"main", self.names[other],
            ):  # fmt: skip
                self.importable[directory] = package
        # They are no files of the tree: no language is theirs.
        above = set()
        for directory in self.importable:
            while directory not in above:
                above.add(directory)
                directory = directory_of(directory)
        for directory in sorted(above):
            self._manifest(directory)
        self.modules.sort(key=lambda row: (-len(row[0]), row[1]))

    # --- manifests ---

    def _manifest(self, directory: bytes) -> None:
        """Read a directory's go.mod: its module line and what it replaces by directories."""
        block = b""
        for line in (self.world.read(join(directory, b"go.mod") or b"go.mod") or b"").splitlines():
            words = line.partition(b"//")[0].replace(b'"', b" ").replace(b"`", b" ").split()
            if not words:
                continue
            if block:
                if words[0] == b")":
                    block = b""
                    continue
                words = [block, *words]
            elif len(words) == 2 and words[1] == b"(":
                block = words[0]
                continue
            if words[0] == b"module" and len(words) == 2:
                self.modules.append((words[1], directory))
            elif words[0] == b"replace" and b"=>" in words:
                at = words.index(b"=>")
                if at >= 2 and at + 1 < len(words) and words[at + 1].startswith((b"./", b"../")):
                    target = join(directory, words[at + 1])
                    if target is not None:
                        self.replaced.setdefault(directory, []).append((words[1], target))

    def module(self, file: int, source: bytes) -> Value:
        """The package that an import path means in a file."""
        directory = directory_of(self.world.paths[file])
        key = (directory, source)
        found = self.known.get(key)
        if found is None:
            at = self._directory(directory, source)
            package = None if at is None else self.importable.get(at)
            found = self.known[key] = OUTSIDE if package is None else (thing(PACKAGE, package),)
        return found

    def _directory(self, here: bytes, source: bytes) -> bytes | None:
        """The directory of an import path, None where it is not in the tree."""
        if source.startswith((b"./", b"../")):
            return join(here, source)
        governing: bytes | None = None
        up = here
        while True:
            if any(directory == up for _, directory in self.modules):
                governing = up
            if not up or governing is not None:
                break
            up = directory_of(up)
        if governing is not None:
            for path, target in sorted(self.replaced.get(governing, ()), key=lambda row: -len(row[0])):
                if source == path or source.startswith(path + b"/"):
                    return (target + source[len(path) :]).lstrip(b"/")
        found: list[bytes] = []
        length = 0
        for path, directory in self.modules:
            if len(path) < length:
                break
            if source == path or source.startswith(path + b"/"):
                at = (directory + source[len(path) :]).lstrip(b"/")
                if at in self.importable and at not in found:
                    length = len(path)
                    if directory == governing:
                        return at
                    found.append(at)
        if found:
            return found[0] if len(found) == 1 else None
        return None if self.modules else self._by_tail(source)

    def _by_tail(self, source: bytes) -> bytes | None:
        """Without any go.mod: the one directory whose path ends as an import path with a host does."""
        if b"." not in source.partition(b"/")[0]:
            return None
        if self._by_last is None:
            self._by_last = {}
            for directory in self.importable:
                if directory:
                    self._by_last.setdefault(directory.rpartition(b"/")[2], []).append(directory)
        best: list[bytes] = []
        length = 0
        parts = source.split(b"/")
        for directory in self._by_last.get(parts[-1], ()):
            n = 0
            for a, b in zip(reversed(parts), reversed(directory.split(b"/")), strict=False):
                if a != b:
                    break
                n += 1
            if n > length:
                best, length = [], n
            if n == length:
                best.append(directory)
        return best[0] if len(best) == 1 and length > 1 else None

    # --- names ---

    def local_name(self, row: int) -> int:
        """An import binds the package's own name; one that is not in the tree most likely its path's last word."""
        columns = self.e.columns
        file = columns.import_file[row]
        source = self.e.strings[columns.import_source[row]]
        found = self.module(file, source)
        name = self._guessed(source) if found == OUTSIDE else self.names[number_of(found[0])]
        return max(0, self.e.strings.find(name))

    def _guessed(self, source: bytes) -> bytes:
        found = self._local.get(source)
        if found is None:
            parts = source.split(b"/")
            last = parts[-1]
            if len(parts) > 1 and last[:1] == b"v" and last[1:].isdigit():
                last = parts[-2]
            if source.startswith(b"gopkg.in/"):
                last = last.partition(b".")[0]
            last = last.removeprefix(b"go-").removesuffix(b"-go").removesuffix(b".go").replace(b"-", b"_")
            found = self._local[source] = last
        return found

    def packages_of(self, file: int) -> list[int]:
        """The package that a file belongs to."""
        return [self.home[file]]

    def unit(self, file: int) -> Hashable:
        """Types are known by name within their package."""
        return self.home[file]

    def holder(self, symbol: int) -> int:
        """The receiver's type, of a function in a method too."""
        columns = self.e.columns
        at = symbol
        while columns.parent[at] != NO_SYMBOL:
            at = columns.parent[at]
        return super().holder(at)


__all__ = ["GoModules"]
