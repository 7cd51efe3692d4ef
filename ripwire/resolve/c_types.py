"""Types of C++, CUDA, Metal and Objective-C, and their members wherever they stand.

Purpose: a type's members stand in its body, in any file under its full name, in Objective-C in all parts of a class.
Invariant: a full name means one thing in a program; of several, the one in the same file, else in an included one, else
in the nearest folder.
Cost: one pass over the symbols of the files that are decided here (`c_includes.decided`): plain C is not.
"""

from __future__ import annotations

from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.model.codes import DEF_HAS_BODY
from ripwire.model.columns import KIND_CLS, KIND_IFACE, KIND_METHOD, KIND_SEC, NO_SYMBOL
from ripwire.resolve.c_includes import decided, graph
from ripwire.resolve.index import FUNCTIONS, TYPES, Names
from ripwire.resolve.own_names import OwnNames
from ripwire.resolve.values import (
    CLASS,
    INSTANCE,
    OUTSIDE,
    Value,
    kind_of,
    number_of,
    thing,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ripwire.resolve.engine import Engine

OBJC = LANGUAGES.index(BY_NAME["objc"])

MAX_SCOPES = 64
"""Name spaces and types around a type; what is deeper is found by its place only."""


class CTypes(OwnNames):
    """The types of one tree's files of the C family that are decided, and what stands in which name space."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        columns = engine.columns
        self.first, self.to = graph(columns)
        on = decided(columns, self.first, self.to)
        super().__init__(engine, [file for file in files if on[file]])
        self.spaces: dict[int, Names] = {}  # scope -> what stands in it but in no symbol
        self.named_types: Names = {}
        self.objc: Names = {}  # parts of Objective-C's classes and protocols
        self.space_names: set[bytes] = {b""}
        self._in_file: dict[int, set[int]] = {}  # file -> scopes of what stands in it
        self._outside_of: dict[int, Names] | None = None
        self._members_of: dict[int, Names] = {}
        self._scope_types: dict[tuple[int, int], list[int]] = {}
        self._reach: dict[int, set[int]] = {}
        self._places: dict[tuple[int, int], int] = {}
        self._using: dict[int, tuple[list[bytes], dict[int, list[bytes]]]] = {}
        self._scan()

    def _scan(self) -> None:
        columns = self.e.columns
        for file in self.files:
            first, last = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
            objc = columns.languages[file] == OBJC
            seen = self._in_file[file] = set()
            for symbol in range(first, last):
                kind, name = columns.kind[symbol], columns.name[symbol]
                if kind == KIND_SEC:
                    continue
                if columns.parent[symbol] == NO_SYMBOL:
                    scope = columns.scope[symbol]
                    self.spaces.setdefault(scope, {}).setdefault(name, []).append(symbol)
                    seen.add(scope)
                if kind in TYPES:
                    self.named_types.setdefault(name, []).append(symbol)
                    if objc and kind in (KIND_CLS, KIND_IFACE):
                        self.objc.setdefault(name, []).append(symbol)
        for scope, names in self.spaces.items():
            text = self.e.strings[scope]
            types = self.types_of_scope(columns.file[next(iter(names.values()))[0]], scope) if scope else []
            if types:  # what stands here are members
                text = columns.scope_of(types[0])
            while text and text not in self.space_names:
                self.space_names.add(text)
                text = text.rpartition(b"::")[0]

    # --- which of several ---

    def reach(self, file: int) -> set[int]:
        """The files that a file includes, directly or through others."""
        found = self._reach.get(file)
        if found is None:
            found = self._reach[file] = set()
            queue = [file]
            for at in queue:
                for other in self.to[self.first[at] : self.first[at + 1]]:
                    if other not in found:
                        found.add(other)
                        queue.append(other)
        return found

    def choose(self, symbols: list[int], file: int) -> list[int]:
        """Of definitions of one full name those that a file means."""
        files = self.e.columns.file
        if len({files[symbol] for symbol in symbols}) < 2:
            return symbols
        reach = self.reach(file)
        for near in ([s for s in symbols if files[s] == file], [s for s in symbols if files[s] in reach]):
            if near:
                return near
        return self.nearest(self.e.columns.paths[file], symbols)

    def type_of(self, symbols: list[int], file: int) -> Value:
        """The type that these definitions of one name are; () when what it is is written nowhere."""
        columns = self.e.columns
        parts = [s for s in symbols if s in self._objc_parts(columns.name[s])]
        if parts:
            return self._objc_class(parts)
        bodied = [s for s in symbols if columns.flags[s] & DEF_HAS_BODY]
        if bodied:
            return tuple(sorted(thing(CLASS, s) for s in self.choose(bodied, file)))
        if all(columns.kind[s] == KIND_CLS for s in symbols):  # declared only
            found_at = self._elsewhere(columns.name[symbols[0]], columns.scope_of(symbols[0]), file)
            return tuple(sorted(thing(CLASS, s) for s in found_at)) or OUTSIDE
        aliases = self.choose([s for s in symbols if columns.kind[s] != KIND_CLS], file)
        found: set[int] = set()
        for symbol in aliases:
            self.e.index.table(columns.file[symbol])
            for row in self.e.alias_rows(symbol):
                value = self.e.types.value(self.e.binding_type[row], self.e.context_of_row(row))
                found.update(thing(CLASS, number_of(x)) if kind_of(x) == INSTANCE else x for x in value)
        return tuple(sorted(found))

    def _elsewhere(self, name: int, scope: bytes, file: int) -> list[int]:
        """The only type of a name in the outermost of its name spaces: a macro at a class may hide the inner ones."""
        columns = self.e.columns
        outermost = scope.partition(b"::")[0]
        found = [
            s for s in self.named_types.get(name, ())
            if columns.flags[s] & DEF_HAS_BODY and columns.kind[s] == KIND_CLS
            and columns.scope_of(s).partition(b"::")[0] == outermost
        ]  # fmt: skip
        return self.choose(found, file) if len({columns.scope[s] for s in found}) == 1 else []

    def _objc_parts(self, name: int) -> list[int]:
        return self.objc.get(name, [])

    def _objc_class(self, parts: list[int]) -> Value:
        """One symbol for all parts of a class: an implementation, else what has members."""
        e = self.e
        columns = e.columns
        kind = columns.kind[parts[0]]
        parts = [s for s in self._objc_parts(columns.name[parts[0]]) if columns.kind[s] == kind]
        for symbol in parts:
            if columns.flags[symbol] & DEF_HAS_BODY:
                return (thing(CLASS, symbol),)
        bases = e.hierarchy.base_rows()
        for symbol in parts:
            e.index.table(columns.file[symbol])
            if e.index.members.get(symbol) or symbol in bases:
                return (thing(CLASS, symbol),)
        return OUTSIDE

    # --- types and their members ---

    def types_at(self, full: bytes) -> list[int]:
        """The types of a full name, declared ones among them."""
        scope, _, name = full.rpartition(b"::")
        handle, scope_handle = self.e.strings.find(name), self.e.strings.find(scope)
        if handle <= 0 or full.count(b"::") > MAX_SCOPES:
            return []
        kinds = self.e.columns.kind
        found = []
        if scope_handle >= 0:
            found = [s for s in self.spaces.get(scope_handle, {}).get(handle, ()) if kinds[s] in TYPES]
        if not found and scope:
            for outer in self.types_at(scope):
                self.e.index.table(self.e.columns.file[outer])
                inner = self.e.index.members.get(outer, {}).get(handle, ())
                found.extend(s for s in inner if kinds[s] in TYPES)
        return found

    def types_of_scope(self, file: int, scope: int) -> list[int]:
        """The types that a scope of symbols outside of them names; none for a name space."""
        key = file, scope
        found = self._scope_types.get(key)
        if found is None:
            columns = self.e.columns
            text = self.e.strings[scope]
            found = [s for s in self.types_at(text) if columns.flags[s] & DEF_HAS_BODY]
            if not found and (handle := self.e.strings.find(text.rpartition(b"::")[2])) > 0:
                # Behind `using namespace`, which the scope does not show.
                found = [
                    s for s in self.named_types.get(handle, ())
                    if columns.flags[s] & DEF_HAS_BODY and self.full_name(s).endswith(b"::" + text)
                ]  # fmt: skip
                if len({self.full_name(s) for s in found}) > 1:
                    near = self.choose(found, file)
                    found = near if len({self.full_name(s) for s in near}) == 1 else []
                if not found and b"::" in text and columns.kind[next(iter(self._standing(scope, file)))] == KIND_METHOD:
                    found = self._elsewhere(handle, text, file)
            found = self._scope_types[key] = self.choose(found, file) if found else []
        return found

    def _standing(self, scope: int, file: int) -> Iterator[int]:
        """What stands in a scope in a file."""
        files = self.e.columns.file
        return (s for symbols in self.spaces[scope].values() for s in symbols if files[s] == file)

    def _apart(self) -> dict[int, Names]:
        """Members that stand outside of their types, by type."""
        if self._outside_of is None:
            self._outside_of = {}
            columns = self.e.columns
            for scope, names in self.spaces.items():
                if not scope:
                    continue
                for name, symbols in names.items():
                    for symbol in symbols:
                        if columns.kind[symbol] in TYPES:
                            continue
                        for type_ in self.types_of_scope(columns.file[symbol], scope):
                            self._outside_of.setdefault(type_, {}).setdefault(name, []).append(symbol)
        return self._outside_of

    def same_type(self, type_: int) -> list[int]:
        """The parts of an Objective-C class; another type is in one piece."""
        columns = self.e.columns
        parts = self._objc_parts(columns.name[type_])
        if type_ not in parts:
            return [type_]
        return [s for s in parts if columns.kind[s] == columns.kind[type_]]

    def members(self, type_: int) -> Names:
        """Definitions of a type by name, wherever they stand."""
        found = self._members_of.get(type_)
        if found is None:
            found = {}
            for part in self.same_type(type_):
                self.e.index.table(self.e.columns.file[part])
                for table in (self.e.index.members.get(part, {}), self._apart().get(part, {})):
                    for name, symbols in table.items():
                        found.setdefault(name, []).extend(symbols)
            self._members_of[type_] = found
        return found

    def constructors(self, type_: int) -> list[int]:
        """Functions of a type that have its name."""
        columns = self.e.columns
        return [s for s in self.members(type_).get(columns.name[type_], ()) if columns.kind[s] in FUNCTIONS]

    def base_rows(self, type_: int, rows: list[int]) -> list[int]:
        """The rows of all parts."""
        every = self.e.hierarchy.base_rows()
        return [row for part in self.same_type(type_) for row in every.get(part, ())]

    def outermost(self, symbol: int) -> int:
        """The outermost symbol around one."""
        parents = self.e.columns.parent
        while parents[symbol] != NO_SYMBOL:
            symbol = parents[symbol]
        return symbol

    def holder(self, symbol: int) -> int:
        """The type that a function outside of any belongs to, by its scope."""
        columns = self.e.columns
        top = self.outermost(symbol)
        scope = columns.scope[top]
        if not scope or columns.kind[top] not in FUNCTIONS:
            return NO_SYMBOL
        found = self.types_of_scope(columns.file[top], scope)
        return found[0] if found else NO_SYMBOL

    def place(self, context: int) -> int:
        """One of the symbols outside of any that see the same types as ``context``."""
        columns = self.e.columns
        top = self.outermost(context)
        if columns.kind[top] in TYPES or top in self.e.index.members:
            return top
        return self._places.setdefault((columns.file[top], columns.scope[top]), top)
