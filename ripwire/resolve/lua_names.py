"""Lua's names: `require` finds files, tables are known by the functions that are defined in them.

Invariant: a table is the scope of its functions in one file; what a file returns is what requiring it gives. A path
that two files fit is none. Cost: one pass over the symbols of Lua files; each (directory, source) is looked for once.
"""

from __future__ import annotations

from ripwire.model.codes import BIND_FIELD, BIND_KIND, BIND_RETURN, RECV_NONE
from ripwire.model.columns import KIND_METHOD, NO_SYMBOL
from ripwire.resolve.engine import SPELLED
from ripwire.resolve.index import FUNCTIONS, rows_of
from ripwire.resolve.modules import directory_of
from ripwire.resolve.own_names import NO_TARGET, Decision, OwnNames
from ripwire.resolve.paths import CALL, Path, parse
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    FUNCTION,
    MODULE,
    OUTSIDE,
    PACKAGE,
    UNKNOWN,
    Value,
    kind_of,
    number_of,
    thing,
    union,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.index import Names

_LIBRARIES = frozenset(b"_G coroutine debug io jit math os package string table utf8 bit bit32 ffi ngx vim".split())
_OF_STRINGS = frozenset(b"byte find format gmatch gsub len lower match pack rep reverse sub unpack upper".split())
_LOCAL = len(b"local function ")
MAX_LINE = 64
"""Tables that one table's line may hold."""

Table = tuple[int, bytes]
"""A file and the scope of the functions in it."""


class LuaNames(OwnNames):
    """Tables are name spaces of their own."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self.numbers: dict[Table, int] = {}
        self.top: dict[int, list[bytes]] = {}
        self.globals: Names = {}
        self.scoped: set[int] = set()  # names of functions in tables
        self.methods: set[int] = set()
        self._modules: dict[tuple[bytes, bytes], Value] = {}
        self._fields: dict[int, dict[tuple[bytes, int], list[int]]] = {}
        columns = engine.columns
        for file in files:
            for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
                if columns.kind[symbol] not in FUNCTIONS or columns.parent[symbol] != NO_SYMBOL:
                    continue
                scope = columns.scope_of(symbol)
                if scope:
                    self.scoped.add(columns.name[symbol])
                    if columns.kind[symbol] == KIND_METHOD:
                        self.methods.add(columns.name[symbol])
                    while scope:
                        self.number(file, scope)
                        scope = scope.rpartition(b"::")[0]
                elif columns.name_byte[symbol] - columns.start[symbol] not in (_LOCAL, len(b"local ")):
                    self.globals.setdefault(columns.name[symbol], []).append(symbol)

    def number(self, file: int, scope: bytes) -> int:
        """The name space that a table is, made when new."""
        found = self.numbers.get((file, scope))
        if found is None:
            found = self.numbers[file, scope] = self.world.package("lua", b"%d\0%s" % (file, scope))
            if b"::" not in scope:
                self.top.setdefault(file, []).append(scope)
        return found

    def table(self, number: int) -> Table:
        """The table that a name space is."""
        file, _, scope = self.world.package_names[number].partition(b"\0")
        return int(file), scope

    # --- files ---

    def module(self, file: int, source: bytes) -> Value:
        """The file that `require` finds: from the importer's directory up to the root, there and in src/ and lua/."""
        directory = directory_of(self.world.paths[file])
        found = self._modules.get((directory, source))
        if found is None:
            found = self._modules[directory, source] = self._find(directory, source.replace(b".", b"/"))
        return found

    def _find(self, directory: bytes, stem: bytes) -> Value:
        hits: set[int] = set()
        while True:
            below = directory + b"/" if directory else b""
            for place in (b"", b"src/", b"lua/"):
                for end in (b".lua", b"/init.lua"):
                    hit = self.world.file_of.get(below + place + stem + end)
                    if hit is not None:
                        hits.add(hit)
            if not directory:
                break
            directory = directory_of(directory)
        if not hits:
            return OUTSIDE
        return (thing(MODULE, hits.pop()),) if len(hits) == 1 else OUTSIDE

    def given(self, file: int) -> Value:
        """What requiring a file gives; () when nothing says it."""
        return self.e.solver.ask(("lg", file), self._given, file)

    def _given(self, file: int) -> Value:
        e = self.e
        values = []
        for row in e.index.table(file).bindings.get(0, ()):
            text = e.strings[e.binding_type[row]]
            if e.binding_flags[row] & BIND_KIND == BIND_RETURN and text.startswith(b"return "):
                name = e.strings.find(text[7:].rstrip(b"; "))
                found = self.look_up(~file, name) if name > 0 else ABSENT
                values.append(UNKNOWN if found == ABSENT else found)
        values = [value for value in values if value]
        return union(values) if values else UNKNOWN

    def imported(self, row: int) -> Value:
        """What an import's local name stands for."""
        e = self.e
        module = self.module(e.columns.import_file[row], e.strings[e.columns.import_source[row]])
        name = e.columns.import_name[row]
        if not name or not module or module == OUTSIDE:
            return module
        found = e.receivers.member(module, name)
        return UNKNOWN if found == ABSENT else found

    # --- names ---

    def look_up(self, context: int, name: int) -> Value:
        """What a bare name means at a place."""
        e = self.e
        columns = e.columns
        at = context
        while at >= 0 and at != NO_SYMBOL:
            if columns.kind[at] in FUNCTIONS:
                e.index.table(columns.file[at])
                for row in e.index.imports.get(at, ()):
                    if columns.import_alias[row] == name:
                        return self.imported(row)
                found = e.scopes.in_function(at, name)
                if found != ABSENT:
                    return found
            at = columns.parent[at]
        file = self.file_of(context)
        found = e.solver.ask(("lf", file, name), self._in_file, file, name)
        if found != ABSENT:
            return found
        text = e.strings[name]
        if text in _LIBRARIES:
            return OUTSIDE
        symbols = self.globals.get(name)
        if symbols:
            return e.scopes.of_symbols(self.nearest(self.world.paths[file], symbols))
        return OUTSIDE if text in e.policy(file).builtins else ABSENT

    def _in_file(self, file: int, name: int) -> Value:
        e = self.e
        table = e.index.table(file)
        symbols = table.symbols.get(name)
        if symbols:
            found = e.scopes.of_symbols(symbols)
            if found != ABSENT:
                return found
        number = self.numbers.get((file, e.strings[name]))
        if number is not None:
            return (thing(PACKAGE, number),)
        values = [self.imported(row) for row in table.imports.get(name, ())]
        if values:
            return union([value for value in values if value] or [UNKNOWN])
        rows = table.bindings.get(name)
        return e.scopes.of_rows(rows) if rows else ABSENT

    def named(self, dotted: bytes, context: int) -> Value:
        """A table by its name."""
        e = self.e
        first, *rest = dotted.replace(b":", b".").split(b".")
        handle = e.strings.find(first)
        if handle < 0:
            return OUTSIDE
        found = self.self_of(context, first) if first == b"self" else self.look_up(context, handle)
        for part in rest:
            handle = e.strings.find(part)
            if not found or found in (ABSENT, OUTSIDE) or handle < 0:
                return OUTSIDE
            found = e.receivers.member(found, handle)
        return OUTSIDE if found == ABSENT else found

    # --- tables ---

    def self_of(self, context: int, word: bytes) -> Value:
        """The table that the outermost function around stands in."""
        columns = self.e.columns
        at = context
        scope = b""
        while at >= 0 and at != NO_SYMBOL:
            if columns.kind[at] in FUNCTIONS:
                scope = columns.scope_of(at)
            at = columns.parent[at]
        number = self.numbers.get((self.file_of(context), scope))
        return UNKNOWN if number is None else (thing(PACKAGE, number),)

    def super_of(self, context: int) -> Value:
        """Lua has no word for it."""
        return UNKNOWN

    def member(self, one: int, name: int) -> Value | None:
        """A member of a table, or of what a file gives."""
        kind, number = kind_of(one), number_of(one)
        if kind == MODULE:
            return self.e.solver.ask(("lm", number, name), self._of_module, number, name)
        if kind == PACKAGE:
            return self.e.solver.ask(("lt", number, name), self._of_table, number, name)
        return None

    def _of_module(self, file: int, name: int) -> Value:
        e = self.e
        given = self.given(file)
        if given and given != OUTSIDE:
            return e.receivers.member(given, name)
        # A file that does not say what it gives: the functions that it leaves behind, or those of its only table.
        found = [thing(FUNCTION, s) for s in e.index.table(file).symbols.get(name, ())]
        if found:
            return tuple(sorted(found))
        scopes = self.top.get(file, [])
        if len(scopes) == 1:
            return e.receivers.member((thing(PACKAGE, self.number(file, scopes[0])),), name)
        return UNKNOWN

    def _of_table(self, number: int, name: int) -> Value:
        e = self.e
        line = self.line(number)
        for at in line:
            file, scope = self.table(at)
            handle = e.strings.find(scope)
            e.index.table(file)
            symbols = e.index.orphans.get((file, handle), {}).get(name)
            if symbols:
                found = e.scopes.of_symbols(symbols)
                if found != ABSENT:
                    return found
            inner = self.numbers.get((file, scope + b"::" + e.strings[name]))
            if inner is not None:
                return (thing(PACKAGE, inner),)
            rows = self.fields(file).get((scope, name))
            if rows:
                return e.scopes.of_rows(rows)
        return ABSENT

    def line(self, number: int) -> list[int]:
        """A table and those that it was made from."""
        e = self.e
        line = [number]
        for at in line:
            file, scope = self.table(at)
            handle = e.strings.find(scope)
            rows = e.index.table(file).bindings.get(handle) if handle > 0 else None
            values: list[int] = list(e.scopes.of_rows(rows)) if rows else []
            for one in values:
                if kind_of(one) == MODULE:
                    values.extend(x for x in self.given(number_of(one)) if kind_of(x) == PACKAGE)
                elif kind_of(one) == PACKAGE and number_of(one) not in line and len(line) < MAX_LINE:
                    line.append(number_of(one))
        return line

    def fields(self, file: int) -> dict[tuple[bytes, int], list[int]]:
        """The rows of `self.x = y`, by table and name."""
        found = self._fields.get(file)
        if found is None:
            found = self._fields[file] = {}
            e = self.e
            for row in rows_of(e.columns.binding_file, file):
                if e.binding_flags[row] & BIND_KIND == BIND_FIELD and e.binding_owner[row] != NO_SYMBOL:
                    for one in self.self_of(e.binding_owner[row], b"self"):
                        found.setdefault((self.table(number_of(one))[1], e.binding_name[row]), []).append(row)
        return found

    # --- decisions ---

    def receiver(self, ref: int) -> Path | None:
        """The path before the name; a colon is a dot."""
        text = self.e.strings[self.e.columns.ref_receiver[ref]]
        return parse(text.replace(b":", b".")) if b":" in text else super().receiver(ref)

    def receiver_value(self, ref: int, path: Path, owner: int) -> Value:
        """As everywhere; `require("a.b")` is the file."""
        e = self.e
        columns = e.columns
        if path.root == b"require" and path.group is None and len(path.steps) == 1 and path.steps[0][0] == CALL:
            rows = [
                row
                for row in rows_of(columns.import_file, columns.ref_file[ref])
                if columns.import_line[row] == columns.ref_line[ref]
                and not columns.import_alias[row]
                and columns.import_name[row] in (0, columns.ref_name[ref])
            ]
            sources = {columns.import_source[row] for row in rows}
            return self.module(columns.ref_file[ref], e.strings[sources.pop()]) if len(sources) == 1 else UNKNOWN
        return super().receiver_value(ref, path, owner)

    def decide(self, ref: int) -> Decision | None:
        """As everywhere; a table that no file says anything about may have been filled anywhere."""
        found = super().decide(ref)
        if found is not None:
            return found
        columns = self.e.columns
        name = columns.ref_name[ref]
        if columns.ref_recv[ref] == RECV_NONE:
            # A name that the file gives a value of which nothing is known is nobody else's.
            return NO_TARGET if self.look_up(columns.ref_owner[ref], name) == UNKNOWN else None
        path = self.receiver(ref) if not columns.ref_local[ref] else None
        if path is not None and path.root and not path.steps:
            handle = self.e.strings.find(path.root)
            if handle > 0 and self.look_up(columns.ref_owner[ref], handle) == ABSENT:
                return SPELLED
        # What is taken from a value stands in a table; strings have methods of their own.
        reach = self.methods if self.e.strings[name] in _OF_STRINGS else self.scoped
        return None if name in reach else NO_TARGET

    def missing(self, value: Value) -> Decision | None:
        """A table may be filled by other files."""
        return SPELLED if any(kind_of(one) == PACKAGE for one in value) else NO_TARGET

    def found(self, ref: int, value: Value, evidence: int) -> Decision | None:
        """What a file gives may be a function."""
        out: list[int] = []
        for one in value:
            out.extend(self.given(number_of(one)) if kind_of(one) == MODULE else (one,))
        if value and not out:
            return NO_TARGET
        return super().found(ref, tuple(sorted(set(out))), evidence)
