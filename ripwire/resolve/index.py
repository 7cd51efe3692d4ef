"""Rows by what they belong to: the members of files and types, the bindings and imports of functions.

Purpose: the look-ups of resolution, made file by file when first asked for.
Invariant: lists are in row order, which is source order. Cost: one pass over the rows of each file that is asked about.
"""

from __future__ import annotations

from bisect import bisect_left

from ripwire.model.codes import (
    BIND_ARGUMENT,
    BIND_CALL,
    BIND_CONTEXT,
    BIND_FIELD,
    BIND_KIND,
    BIND_NARROW,
    BIND_RETURN,
    BIND_ROUTE,
    BIND_VALUE,
    IMPORT_EXCEPT,
    IMPORT_PACKAGE,
    IMPORT_REEXPORT,
    IMPORT_STAR,
)  # fmt: skip
from ripwire.model.columns import (
    KIND_CLS,
    KIND_FN,
    KIND_IFACE,
    KIND_METHOD,
    KIND_OTHER,
    KIND_SEC,
    KIND_STRUCT,
    KIND_VAR,
    NO_SYMBOL,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.model.columns import Columns

TYPES = frozenset({KIND_CLS, KIND_STRUCT, KIND_IFACE})
CONTAINERS = frozenset({KIND_CLS, KIND_STRUCT, KIND_IFACE, KIND_OTHER})
FUNCTIONS = frozenset({KIND_FN, KIND_METHOD})

BIND_WRITTEN = BIND_CALL | BIND_VALUE | BIND_CONTEXT | BIND_NARROW
"""A row with none of these bits holds a written type."""

Names = dict[int, list[int]]
"""Rows or symbols by the handle of a name."""


def rows_of(files: Sequence[int], file: int) -> range:
    """The rows of a file, by the column that says each row's."""
    first = bisect_left(files, file)
    return range(first, bisect_left(files, file + 1, first))


class FileTable:
    """What one file declares.

    symbols    symbols at its top, by name
    imports    rows of imports at its top, by local name; `stars` those of everything, `exports` re-exports without
               a source
    bindings   rows of bindings at its top, by name
    hidden     names that an import of everything leaves out, by its source and line
    """

    __slots__ = ("symbols", "imports", "stars", "exports", "bindings", "packages", "hidden")

    def __init__(self) -> None:
        self.symbols: Names = {}
        self.imports: Names = {}
        self.stars: list[int] = []
        self.hidden: dict[tuple[int, int], set[int]] = {}
        self.exports: list[int] = []
        self.packages: list[int] = []
        self.bindings: Names = {}


class Index:
    """Look-ups over the columns of a tree.

    members    a container's or function's own definitions, by name
    bindings   rows of a function's variables, parameters and results, by name (results by 0)
    fields     rows of a type's fields, by name
    outside    rows of fields whose type is no symbol around them (in an extension), by the field's symbol
    imports    rows of imports that stand in a function
    passed     rows of arguments that are values, by the definition that they stand in; of languages (by number) that
               are `guarded`: a call may say what its argument is
    bounds     rows of the bounds that make a variable a bounded type variable
    orphans    definitions at the top of a file that have a scope, by file and scope
    """

    def __init__(self, columns: Columns, guarded: list[bool]) -> None:
        self.columns = columns
        self.guarded = guarded
        self.tables: dict[int, FileTable] = {}
        self.members: dict[int, Names] = {}
        self.bindings: dict[int, Names] = {}
        self.fields: dict[int, Names] = {}
        self.outside: dict[int, list[int]] = {}
        self.imports: dict[int, list[int]] = {}
        self.passed: dict[int, list[int]] = {}
        self.bounds: dict[int, list[int]] = {}
        found = (columns.strings.find(prefix + b"TypeVar(bound") for prefix in (b"", b"typing.", b"t."))
        self.bound_names = {handle for handle in found if handle > 0}
        self.orphans: dict[tuple[int, int], Names] = {}  # (file, scope): members of what is no symbol here

    def table(self, file: int) -> FileTable:
        """The table of a file; fills `members`, `bindings`, `fields` and `imports` of what is in it."""
        found = self.tables.get(file)
        if found is None:
            found = self.tables[file] = FileTable()
            self._symbols(file, found)
            self._bindings(file, found)
            self._imports(file, found)
        return found

    def _symbols(self, file: int, table: FileTable) -> None:
        columns = self.columns
        first, last = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
        top, members = table.symbols, self.members
        names, parents, kinds, scopes = (
            columns.name[first:last], columns.parent[first:last], columns.kind[first:last], columns.scope[first:last],
        )  # fmt: skip
        for symbol, name, parent, kind, scope in zip(range(first, last), names, parents, kinds, scopes, strict=True):
            if kind == KIND_SEC:
                continue
            if parent == NO_SYMBOL:
                if scope:
                    self.orphans.setdefault((file, scope), {}).setdefault(name, []).append(symbol)
                else:
                    top.setdefault(name, []).append(symbol)
            else:
                members.setdefault(parent, {}).setdefault(name, []).append(symbol)

    def _bindings(self, file: int, table: FileTable) -> None:
        columns = self.columns
        here = rows_of(columns.binding_file, file)
        first, last = here.start, here.stop
        names, owners, flags = (
            columns.binding_name[first:last], columns.binding_owner[first:last], columns.binding_flags[first:last],
        )  # fmt: skip
        kinds, parents = columns.kind, columns.parent
        guards = self.guarded[columns.languages[file]]
        for row, name, owner, flag in zip(range(first, last), names, owners, flags, strict=True):
            kind = flag & BIND_KIND
            if kind == BIND_ROUTE:
                continue
            if kind == BIND_ARGUMENT:
                if name in self.bound_names and owner != NO_SYMBOL and kinds[owner] == KIND_VAR:
                    self.bounds.setdefault(owner, []).append(row)
                if guards and owner != NO_SYMBOL and flag & BIND_VALUE:
                    self.passed.setdefault(owner, []).append(row)
                continue
            if kind == BIND_FIELD:
                inner = owner
                while owner != NO_SYMBOL and kinds[owner] not in CONTAINERS:
                    owner = parents[owner]
                if owner != NO_SYMBOL:
                    self.fields.setdefault(owner, {}).setdefault(name, []).append(row)
                elif inner != NO_SYMBOL:
                    self.outside.setdefault(inner, []).append(row)
                continue
            while owner != NO_SYMBOL and kinds[owner] == KIND_VAR:
                owner = parents[owner]
            if owner == NO_SYMBOL:
                table.bindings.setdefault(name, []).append(row)
            else:
                self.bindings.setdefault(owner, {}).setdefault(0 if kind == BIND_RETURN else name, []).append(row)

    def _imports(self, file: int, table: FileTable) -> None:
        columns = self.columns
        kinds, parents = self.columns.kind, self.columns.parent
        for row in rows_of(columns.import_file, file):
            flags, owner = columns.import_flags[row], columns.import_owner[row]
            while owner != NO_SYMBOL and kinds[owner] not in FUNCTIONS:
                owner = parents[owner]
            if flags & IMPORT_EXCEPT:
                place = columns.import_source[row], columns.import_line[row]
                table.hidden.setdefault(place, set()).add(columns.import_name[row])
            elif flags & IMPORT_PACKAGE:
                table.packages.append(row)
            elif flags & IMPORT_REEXPORT and not columns.import_source[row]:
                table.exports.append(row)
            elif owner != NO_SYMBOL:
                self.imports.setdefault(owner, []).append(row)
            elif flags & IMPORT_STAR and not columns.import_alias[row]:
                table.stars.append(row)
            else:
                local = columns.import_alias[row] or columns.import_name[row]
                table.imports.setdefault(local, []).append(row)  # 0: the name is in the source


__all__ = ["KIND_FN", "FileTable", "Index", "Names"]
