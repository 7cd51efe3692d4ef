"""Where the imports of a tree lead: to one of its files, to something else in it, or out of it.

Purpose: resolution knows what each language's imports mean (`ripwire.resolve`); this asks it row by row.
Invariant: a file is path-precise, the only one that the import can mean, or there is none. Names never lead from one
root of a run to another, paths do. Cost: the tables of the families that import, then a few look-ups an import.
"""

from __future__ import annotations

from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import (
    IMPORT_DEFAULT,
    IMPORT_EXCEPT,
    IMPORT_PACKAGE,
    IMPORT_REEXPORT,
    IMPORT_STAR,
    IMPORT_SYSTEM,
)
from ripwire.model.columns import NO_SYMBOL, Columns
from ripwire.model.paths import SEAM
from ripwire.resolve.engine import Engine
from ripwire.resolve.modules import directory_of, join
from ripwire.resolve.values import EXTERNAL, INSTANCE, MODULE, PACKAGE, kind_of, number_of
from ripwire.verbs.source import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ripwire.resolve.values import Value
    from ripwire.tree import Tree

PRECISE = frozenset(
    (
        "c", "python", "ecma", "rust", "lua", "dart", "gleam", "clojure", "gdscript", "jvm", "php", "ruby", "elixir",
        "bash",
    )
)  # fmt: skip
"""Families whose imports name files, or what stands in one file; packages of Go and C# are directories and more."""


def engine_of(tree: Tree) -> Engine:
    """Resolution's tables over a tree. Several roots are to it as if they were folders of one."""
    columns = tree.columns
    if not any(SEAM in path for path in columns.paths):
        return Engine(columns, lambda path: content(tree, path))
    printed = {path.replace(SEAM, b"/"): path for path in columns.paths}
    plain = Columns([path.replace(SEAM, b"/") for path in columns.paths], columns.languages, columns.raw)
    labels = sorted((root.label for root in tree.roots), key=len, reverse=True)

    def seamed(path: bytes) -> bytes | None:
        if path in printed:
            return content(tree, printed[path])
        for label in labels:
            if path.startswith(label + b"/"):
                return content(tree, label + SEAM + path[len(label) + 1 :])
        return None

    return Engine(plain, seamed)


class Imports:
    """The imports of one tree."""

    def __init__(self, tree: Tree) -> None:
        self.e = engine_of(tree)
        self.columns = self.e.columns
        self.families = [row.family for row in LANGUAGES]
        self._sources: Any = None
        self._spaces: dict[bytes, list[int]] | None = None
        self._endings: dict[bytes, list[int]] | None = None

    def family(self, file: int) -> str:
        """The family of a file's language."""
        return self.families[self.columns.languages[file]]

    def text(self, row: int) -> bytes:
        """An import's source, with the name that it takes from it where that is part of the path."""
        columns = self.columns
        source, name = self.e.strings[columns.import_source[row]], self.e.strings[columns.import_name[row]]
        between = {"rust": b"::", "jvm": b".", "php": b"\\"}.get(self.family(columns.import_file[row]))
        return source + between + name if between and source and name else source or name

    def file_of(self, row: int) -> int:
        """The file of the tree that an import names, -1 for none."""
        columns = self.columns
        flags, file = columns.import_flags[row], columns.import_file[row]
        source = self.e.strings[columns.import_source[row]]
        family = self.family(file)
        if not source or flags & (IMPORT_PACKAGE | IMPORT_EXCEPT) or family not in PRECISE:
            return -1
        found = getattr(self, "_of_" + family, self._of_module)(row, file, source)
        return int(found)

    def is_inside(self, row: int) -> bool:
        """Whether an import is of something of the tree, be it a file or not."""
        if self.file_of(row) >= 0:
            return True
        columns = self.columns
        file, flags = columns.import_file[row], columns.import_flags[row]
        if flags & (IMPORT_PACKAGE | IMPORT_EXCEPT) or self.family(file) not in ("python", "go", "jvm", "csharp"):
            return bool(flags & (IMPORT_PACKAGE | IMPORT_EXCEPT))
        star = flags & IMPORT_STAR and self.family(file) in ("jvm", "csharp")
        source = self.e.strings[columns.import_source[row]]
        found = self.e.finder(file).module(file, source) if star else self.e.scopes.of_import(row)
        return any(kind_of(one) != EXTERNAL for one in found if one >= 0)

    # --- by family ---

    def _one(self, value: Value) -> int:
        """The only file that things stand in; -1 for several, and for what has none."""
        files = set()
        for one in value:
            kind, number = kind_of(one), number_of(one)
            if one < 0 or kind in (EXTERNAL, PACKAGE, INSTANCE):
                continue
            files.add(number if kind == MODULE else self.columns.file[number])
        return files.pop() if len(files) == 1 else -1

    def _of_module(self, row: int, file: int, source: bytes) -> int:
        return self._one(self.e.finder(file).module(file, source))

    def _of_c(self, row: int, file: int, source: bytes) -> int:
        columns = self.columns
        other = IMPORT_STAR | IMPORT_REEXPORT | IMPORT_SYSTEM | IMPORT_DEFAULT
        if columns.import_flags[row] & other or columns.import_name[row] or columns.import_alias[row]:
            return -1  # the system's, or a using-declaration
        if self._sources is None:
            from ripwire.resolve.c_includes import Sources

            self._sources = Sources(columns)
        return int(self._sources.file(directory_of(columns.paths[file]), source))

    def _of_python(self, row: int, file: int, source: bytes) -> int:
        """`from a import b`: the module b where a has one and calls nothing else so, else a."""
        finder = self.e.finder(file)
        found = finder.module(file, source)
        name = self.columns.import_name[row]
        if name and len(found) == 1:
            kind, number = kind_of(found[0]), number_of(found[0])
            text = self.e.strings[name]
            if kind == PACKAGE:
                return self._one(finder.below(number, text))
            if kind == MODULE and name not in self.e.index.table(number).symbols:
                child = self._one(finder.child(number, text))
                if child >= 0:
                    return child
        return self._one(found)

    def _of_rust(self, row: int, file: int, source: bytes) -> int:
        """`mod x;` names a file; of `use a::b` that of the module b, else that of a."""
        from ripwire.resolve.rust_scopes import RustScopes

        finder = self.e.finder(file)
        assert isinstance(finder, RustScopes)
        columns = self.columns
        owner = columns.import_owner[row]
        if (declared := finder.crates.declared.get(owner)) is not None:
            return declared  # `mod x;` stands in the symbol that it makes
        module = finder.module_of(~file if owner == NO_SYMBOL else owner)
        parts = source.split(b"::")
        name = columns.import_name[row]
        if name:
            taken = finder.path_value([*parts, self.e.strings[name]], module)
            if any(kind_of(one) == MODULE for one in taken if one >= 0):
                return self._one(taken)
        return self._one(finder.path_value(parts, module))

    def _of_gleam(self, row: int, file: int, source: bytes) -> int:
        from ripwire.resolve.gleam_modules import GleamModules

        finder = self.e.finder(file)
        assert isinstance(finder, GleamModules)
        return finder._module(file, source)

    def _of_gdscript(self, row: int, file: int, source: bytes) -> int:
        from ripwire.resolve.gdscript_names import GdNames

        finder = self.e.finder(file)
        assert isinstance(finder, GdNames)
        return self._one(finder.script(file, source))

    def _of_clojure(self, row: int, file: int, source: bytes) -> int:
        from ripwire.resolve.clojure_names import ClojureNames

        finder = self.e.finder(file)
        assert isinstance(finder, ClojureNames)
        if self._spaces is None:
            self._spaces = {}
            for one, space in finder.home.items():
                self._spaces.setdefault(space, []).append(one)
        found = self._spaces.get(source, ())
        return found[0] if len(found) == 1 else -1

    def _of_elixir(self, row: int, file: int, source: bytes) -> int:
        """The file of a module by its full name."""
        from ripwire.resolve.elixir_modules import ElixirModules

        finder = self.e.finder(file)
        assert isinstance(finder, ElixirModules)
        columns = self.columns
        full = finder.expand(source, file, columns.import_owner[row], columns.import_line[row], row)
        files = {columns.file[key] for key in finder.modules.get(full, ()) if key >= 0}
        return files.pop() if len(files) == 1 else -1

    def _of_jvm(self, row: int, file: int, source: bytes) -> int:
        if self.columns.import_flags[row] & IMPORT_STAR:
            return -1
        return self._one(self.e.scopes.of_import(row))

    def _of_php(self, row: int, file: int, source: bytes) -> int:
        """`use` names a type by its full name, `require` a path."""
        from ripwire.resolve.php_names import PhpNames

        finder = self.e.finder(file)
        assert isinstance(finder, PhpNames)
        name = self.e.strings[self.columns.import_name[row]]
        if not name and (b"/" in source or source.endswith(b".php")):
            return self._beside(file, source.lstrip(b"/"), b"")
        full = (source + b"\\" + name if name else source).strip(b"\\").replace(b"\\", b".").lower()
        return self._one(finder.defined(full, file))

    def _of_ruby(self, row: int, file: int, source: bytes) -> int:
        """`require_relative` is beside the file; `require` below a `lib` of the tree."""
        end = b"" if source.endswith(b".rb") else b".rb"
        if not self.columns.import_flags[row] & IMPORT_SYSTEM or source.startswith((b"./", b"../")):
            return self._beside(file, source, end)
        if self._endings is None:
            self._endings = {}
            for number, path in enumerate(self.columns.paths):
                below = (b"/" + path).rpartition(b"/lib/")[2]
                if below != b"/" + path and path.endswith(b".rb"):
                    self._endings.setdefault(below, []).append(number)
        found = self._endings.get(source + end, ())
        return found[0] if len(found) == 1 else -1

    def _of_bash(self, row: int, file: int, source: bytes) -> int:
        return self._beside(file, source, b"")

    def _beside(self, file: int, source: bytes, end: bytes) -> int:
        """The file at a path from a file's directory."""
        path = join(directory_of(self.columns.paths[file]), source + end)
        return -1 if path is None else self.e.world.file_of.get(path, -1)
