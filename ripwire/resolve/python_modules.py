"""Python's modules: dotted names, packages by directory, name spaces, relative imports.

Invariant: depends on paths alone. A name that fits two files equally well fits none.
Cost: a pass over the paths when the family is first met, a few look-ups a source.
"""

from __future__ import annotations

from ripwire.resolve.finders import Finder
from ripwire.resolve.modules import directory_of
from ripwire.resolve.values import MODULE, OUTSIDE, PACKAGE, UNKNOWN, Value, thing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.resolve.engine import Engine


class PythonModules(Finder):
    """Dotted names of Python files.

    A file's name counts from the first directory above it that is no package (has no ``__init__.py``); a directory
    without one is a name space when files are below it. Names also count from the root and from the importing file's
    own directory, as a script's do.
    """

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        world = self.world
        self.names: dict[bytes, list[int]] = {}
        self.spaces: dict[bytes, int] = {}
        self.home: dict[int, tuple[bytes, bytes]] = {}  # file -> (root of its names, dotted name of its package)
        packages = {directory_of(world.paths[file]) for file in files if world.paths[file].endswith(b"/__init__.py")}
        roots: dict[bytes, bytes] = {}
        for file in files:
            path = world.paths[file]
            directory, _, base = path.rpartition(b"/")
            root = roots.get(directory)
            if root is None:
                root = directory
                while root in packages:
                    root = directory_of(root)
                roots[directory] = root
            self._add(file, root, path, directory, base)
        # Without packages around them, files are also known by their way from the root, or from src/ or lib/ in it.
        for file in files:
            path = world.paths[file]
            directory, _, base = path.rpartition(b"/")
            if roots[directory]:
                for prefix in (b"", b"src/", b"lib/"):
                    if path.startswith(prefix) and roots[directory] + b"/" != prefix:
                        self._late(file, path[len(prefix) :])

    def _dotted(self, path: bytes) -> bytes:
        stem = path.rpartition(b".")[0]
        if stem == b"__init__":
            return b""
        if stem.endswith(b"/__init__"):
            stem = stem[:-9]
        return stem.replace(b"/", b".")

    def _add(self, file: int, root: bytes, path: bytes, directory: bytes, base: bytes) -> None:
        dotted = self._dotted(path[len(root) + 1 :] if root else path)
        package = dotted if base.startswith(b"__init__.") else dotted.rpartition(b".")[0]
        self.home[file] = (root, package)
        if dotted:
            self.names.setdefault(dotted, []).append(file)
            self._space(dotted)

    def _late(self, file: int, path: bytes) -> None:
        dotted = self._dotted(path)
        if dotted and dotted not in self.names:
            self.names[dotted] = [file]
            self._space(dotted)

    def _space(self, dotted: bytes) -> None:
        space = dotted.rpartition(b".")[0]
        while space and space not in self.spaces:
            self.spaces[space] = self.world.package("python", space)
            space = space.rpartition(b".")[0]

    def local_name(self, row: int) -> int:
        """`import a.b` binds a."""
        source = self.e.strings[self.e.columns.import_source[row]]
        return max(0, self.e.strings.find(source.partition(b".")[0]))

    def of_import(self, row: int) -> Value | None:
        """`import a.b` binds a, whatever is below it."""
        columns = self.e.columns
        if columns.import_name[row] or columns.import_alias[row]:
            return None
        source = self.e.strings[columns.import_source[row]]
        return self.module(columns.import_file[row], source.partition(b".")[0]) or OUTSIDE

    def module(self, file: int, source: bytes) -> Value:
        """What ``source``, with its leading dots, means in a file."""
        dotted = source.lstrip(b".")
        level = len(source) - len(dotted)
        path = self.world.paths[file]
        if level:
            directory = directory_of(path)
            for _ in range(level - 1):
                if not directory:
                    return OUTSIDE
                directory = directory_of(directory)
            below = directory + b"/" if directory else b""
            if not dotted:
                return self._at(below + b"__init__", directory)
            return self._at(below + dotted.replace(b".", b"/"), below + dotted.replace(b".", b"/"))
        found = self.names.get(dotted)
        if found:
            return self._nearest(file, found)
        space = self.spaces.get(dotted)
        if space is not None:
            return (thing(PACKAGE, space),)
        if (directory := directory_of(path)) != b"" and directory + b"/__init__.py" not in self.world.file_of:
            beside = self._at(directory + b"/" + dotted.replace(b".", b"/"), b"")
            if beside:
                return beside
        return OUTSIDE

    def _at(self, stem: bytes, directory: bytes) -> Value:
        """The module at a path without its end; for a directory without a file its name space."""
        for end in (b".py", b"/__init__.py", b".pyi"):
            file = self.world.file_of.get(stem + end)
            if file is not None:
                return (thing(MODULE, file),)
        if directory:
            # A name space is known by its dotted name: find it from a file below.
            for name, number in self.spaces.items():
                if (b"/" + directory).endswith(b"/" + name.replace(b".", b"/")):
                    return (thing(PACKAGE, number),)
        return UNKNOWN

    def _nearest(self, file: int, found: list[int]) -> Value:
        """Of files of one dotted name, that whose root shares most of its path with the importing file's; else none."""
        if len(found) == 1:
            return (thing(MODULE, found[0]),)
        own = self.home[file][0] if file in self.home else b""
        here = self.world.paths[file].split(b"/")[:-1]

        def closeness(other: int) -> tuple[bool, int, int]:
            """Under the importer's own root; how long a root that the importer is below of; directories shared."""
            root = self.home[other][0]
            parts = root.split(b"/") if root else []
            shared = 0
            for a, b in zip(here, self.world.paths[other].split(b"/"), strict=False):
                if a != b:
                    break
                shared += 1
            return root == own, len(parts) if here[: len(parts)] == parts else -1, shared

        scores = [closeness(other) for other in found]
        best = max(scores)
        nearest = [other for other, score in zip(found, scores, strict=True) if score == best]
        return (thing(MODULE, nearest[0]),) if len(nearest) == 1 else OUTSIDE

    def child(self, owner: int, name: bytes) -> Value:
        """The module ``name`` below a package, by the file of the package."""
        path = self.world.paths[owner]
        if not path.endswith(b"/__init__.py") and path != b"__init__.py":
            return UNKNOWN
        directory = directory_of(path)
        return self._at((directory + b"/" if directory else b"") + name, b"")

    def below(self, package: int, name: bytes) -> Value:
        """The module or name space ``name`` below a name space."""
        dotted = self.world.package_names[package] + b"." + name
        found = self.names.get(dotted)
        if found:
            return (thing(MODULE, found[0]),) if len(found) == 1 else UNKNOWN
        space = self.spaces.get(dotted)
        return (thing(PACKAGE, space),) if space is not None else UNKNOWN
