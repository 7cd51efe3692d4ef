"""Gleam: modules by their way below `src`, values and constructors by their imports.

Invariant: depends on columns and paths alone. Every name is bound in its file or by an import of it, so every call is
decided here; functions that are values (parameters, fields, locals) are not followed.
Cost: a pass over the paths of the family when it is first met; a file's names when it is first asked about.
"""

from __future__ import annotations

from ripwire.model.columns import KIND_FN, KIND_METHOD, KIND_VAR, NO_SYMBOL
from ripwire.resolve.evidence import BY_FILE, BY_IMPORT
from ripwire.resolve.finders import Finder
from ripwire.resolve.index import Names, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.resolve.engine import Engine

_NONE: tuple[tuple[int, ...], int] = ((), 0)
_ROOTS = (b"src", b"test", b"dev")


class GleamModules(Finder):
    """The modules of one tree."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self.modules: dict[bytes, list[int]] = {}
        self.roots: dict[int, bytes] = {}  # file -> the package's directory
        self._values: dict[int, Names] = {}
        self._bound: dict[int, tuple[dict[int, list[tuple[int, int]]], dict[bytes, list[int]]]] = {}
        for file in files:
            path = self.world.paths[file].rpartition(b".")[0]
            parts = path.split(b"/")
            at = max((n for n, part in enumerate(parts[:-1]) if part in _ROOTS), default=-1)
            self.roots[file] = b"/".join(parts[: max(at, 0)])
            self.modules.setdefault(b"/".join(parts[at + 1 :]), []).append(file)

    def _module(self, file: int, name: bytes) -> int:
        """The file of a module, -1 for none: that of the same package, else the only one of the tree."""
        found = self.modules.get(name, [])
        near = [one for one in found if self.roots[one] == self.roots[file]] or found
        return near[0] if len(near) == 1 else -1

    def values(self, file: int) -> Names:
        """Functions, constants and constructors of a module by name: types have names of their own."""
        found = self._values.get(file)
        if found is None:
            found = self._values[file] = {}
            columns = self.e.columns
            for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
                kind, top = columns.kind[symbol], columns.parent[symbol] == NO_SYMBOL
                if kind == KIND_METHOD or top and kind in (KIND_FN, KIND_VAR):
                    found.setdefault(columns.name[symbol], []).append(symbol)
        return found

    def bound(self, file: int) -> tuple[dict[int, list[tuple[int, int]]], dict[bytes, list[int]]]:
        """What a file's imports bind: (module, name) of names, and modules by what stands before a dot."""
        found = self._bound.get(file)
        if found is None:
            columns, strings = self.e.columns, self.e.strings
            names: dict[int, list[tuple[int, int]]] = {}
            modules: dict[bytes, list[int]] = {}
            for row in rows_of(columns.import_file, file):
                source = strings[columns.import_source[row]]
                module, name, alias = self._module(file, source), columns.import_name[row], columns.import_alias[row]
                if name:
                    names.setdefault(alias or name, []).append((module, name))
                else:
                    modules.setdefault(strings[alias] or source.rpartition(b"/")[2], []).append(module)
            found = self._bound[file] = names, modules
        return found

    def decide(self, ref: int) -> tuple[tuple[int, ...], int] | None:
        """The targets of a call; see `Engine.decide`."""
        columns = self.e.columns
        file, name = columns.ref_file[ref], columns.ref_name[ref]
        if columns.ref_local[ref]:
            return _NONE
        names, modules = self.bound(file)
        out: set[int] = set()
        evidence = BY_IMPORT
        before = columns.ref_qualifier[ref] or columns.ref_receiver[ref]
        if before:
            for module in modules.get(self.e.strings[before], ()):
                if module >= 0:
                    out.update(self.values(module).get(name, ()))
        elif name in self.values(file):
            out.update(self.values(file)[name])
            evidence = BY_FILE
        else:
            for module, original in names.get(name, ()):
                if module >= 0:
                    out.update(self.values(module).get(original, ()))
        return (tuple(sorted(out)), evidence) if out else _NONE
