"""Clojure: namespaces as declared, aliases, referred names, protocols and multimethods with their implementations.

Invariant: depends on columns and paths alone. A namespace's file binds every name that it calls, by definition,
`:refer`, `:use` or from `clojure.core`, so a name that nothing binds means nothing of the tree; a method of an object
(`.close`) is the host's. Where a namespace has files of several dialects, those of the caller's count first.
Cost: a pass over the imports and symbols of the family when it is first met, a look-up a call.
"""

from __future__ import annotations

from ripwire.limits import MAX_OVERRIDERS
from ripwire.model.codes import IMPORT_PACKAGE, IMPORT_STAR, RECV_NONE, ROLE_EXTENDS
from ripwire.model.columns import (
    KIND_CLS,
    KIND_FN,
    KIND_IFACE,
    KIND_METHOD,
    KIND_STRUCT,
    KIND_VAR,
    NO_SYMBOL,
)  # fmt: skip
from ripwire.resolve.evidence import BY_FILE, BY_IMPORT
from ripwire.resolve.finders import Finder
from ripwire.resolve.index import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.resolve.engine import Engine


_NONE: tuple[tuple[int, ...], int] = ((), 0)
_TOP = frozenset({KIND_FN, KIND_VAR, KIND_CLS, KIND_STRUCT, KIND_IFACE})
_ROOTS = (b"src", b"test", b"dev")


class _Space:
    """What a file's imports bind.

    aliases   namespaces by what stands before a slash
    names     (namespace, name) of referred names and imported types
    used      namespaces all of whose names are used
    """

    __slots__ = ("aliases", "names", "used")

    def __init__(self) -> None:
        self.aliases: dict[bytes, list[bytes]] = {}
        self.names: dict[bytes, list[tuple[bytes, bytes]]] = {}
        self.used: list[bytes] = []


class ClojureNames(Finder):
    """The namespaces of one tree."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        columns, strings = engine.columns, engine.strings
        self.home: dict[int, bytes] = {}
        self.defined: dict[tuple[bytes, bytes], list[int]] = {}
        self.spaces: dict[int, _Space] = {}
        self.known: set[bytes] = set()
        self._implementations: dict[int, list[int]] | None = None
        for file in files:
            self._imports(file)
            home = self.home[file]
            self.known.add(home)
            for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
                kind, parent = columns.kind[symbol], columns.parent[symbol]
                top = parent == NO_SYMBOL and kind in _TOP
                if top or kind == KIND_METHOD and parent != NO_SYMBOL and columns.kind[parent] == KIND_IFACE:
                    self.defined.setdefault((home, strings[columns.name[symbol]]), []).append(symbol)

    def _imports(self, file: int) -> None:
        columns, strings = self.e.columns, self.e.strings
        space = self.spaces[file] = _Space()
        home = b""
        for row in rows_of(columns.import_file, file):
            flags, source = columns.import_flags[row], strings[columns.import_source[row]]
            name, alias = strings[columns.import_name[row]], strings[columns.import_alias[row]]
            if flags & IMPORT_PACKAGE:
                home = home or source
            elif flags & IMPORT_STAR:
                space.used.append(source)
            elif name:
                # A type of `(:import (a_b.c T))` is written as its class.
                for one in (source, source.replace(b"_", b"-")):
                    space.names.setdefault(_plain(alias or name), []).append((one, _plain(name)))
            elif alias:
                space.aliases.setdefault(alias, []).append(source)
            else:
                before, _, last = source.rpartition(b".")
                space.names.setdefault(last, []).append((before.replace(b"_", b"-"), last))
        if not home:
            parts = self.world.paths[file].rpartition(b".")[0].split(b"/")
            at = max((n for n, part in enumerate(parts[:-1]) if part in _ROOTS), default=-1)
            home = b".".join(parts[at + 1 :]).replace(b"_", b"-")
        self.home[file] = home

    def _of(self, file: int, namespace: bytes, name: bytes) -> list[int]:
        """What a namespace calls so, of the file's own dialect where that has it."""
        found = self.defined.get((namespace, name), [])
        if len(found) > 1:
            columns, paths = self.e.columns, self.world.paths
            end = paths[file].rpartition(b".")[2]
            own = [s for s in found if paths[columns.file[s]].rpartition(b".")[2] in (end, b"cljc")]
            found = own if own and end != b"cljc" else found
            called = [s for s in found if columns.kind[s] != KIND_VAR]
            found = called or found
        return found

    def bare(self, file: int, name: bytes) -> list[int]:
        """What a name without a namespace means in a file."""
        found = self._of(file, self.home[file], name)
        if found:
            return found
        space = self.spaces[file]
        out: list[int] = []
        for namespace, original in space.names.get(name, ()):
            out.extend(self._of(file, namespace, original))
        for namespace in () if out else space.used:
            out.extend(self._of(file, namespace, name))
        return sorted(set(out))

    def qualified(self, file: int, before: bytes, name: bytes) -> list[int]:
        """What a name in a namespace, or behind an alias of one, means in a file."""
        out: list[int] = []
        for namespace in self.spaces[file].aliases.get(before) or [before]:
            out.extend(self._of(file, namespace, name))
        return sorted(set(out))

    def implementations(self) -> dict[int, list[int]]:
        """The methods that a protocol's methods and multimethods run, by their symbols."""
        if self._implementations is None:
            found: dict[int, list[int]] = {}
            columns, strings = self.e.columns, self.e.strings
            for file in self.files:
                protocols: dict[tuple[int, int], set[int]] = {}  # by a type's symbol or the scope of its extension
                for row in rows_of(columns.ref_file, file):
                    if columns.ref_role[row] == ROLE_EXTENDS:
                        name, scope = strings[columns.ref_name[row]], columns.ref_qualifier[row]
                        owner = columns.ref_owner[row]
                        key = (owner, 0) if owner != NO_SYMBOL and not scope else (NO_SYMBOL, scope)
                        protocols.setdefault(key, set()).update(self._protocols(file, name))
                for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
                    if columns.kind[symbol] != KIND_METHOD:
                        continue
                    parent, scope, name = columns.parent[symbol], columns.scope[symbol], columns.name_of(symbol)
                    if parent == NO_SYMBOL and not scope:
                        targets = [s for s in self.bare(file, name) if columns.kind[s] == KIND_FN]
                    else:
                        types = protocols.get((parent, 0) if parent != NO_SYMBOL else (NO_SYMBOL, scope), set())
                        targets = [method for type_ in types for method in self._own(type_, columns.name[symbol])]
                    for target in targets:
                        if target != symbol:
                            found.setdefault(target, []).append(symbol)
            self._implementations = found
        return self._implementations

    def _protocols(self, file: int, name: bytes) -> list[int]:
        """The protocols that a base's name may mean: what it has before a slash is not kept."""
        found = self.bare(file, name)
        if not found:
            found = [s for before in self.spaces[file].aliases for s in self.qualified(file, before, name)]
        return [symbol for symbol in found if self.e.columns.kind[symbol] == KIND_IFACE]

    def _own(self, protocol: int, name: int) -> list[int]:
        self.e.index.table(self.e.columns.file[protocol])
        return self.e.index.members.get(protocol, {}).get(name, [])

    def decide(self, ref: int) -> tuple[tuple[int, ...], int] | None:
        """The targets of a call; see `Engine.decide`."""
        columns, strings = self.e.columns, self.e.strings
        file, name = columns.ref_file[ref], strings[columns.ref_name[ref]]
        before = columns.ref_qualifier[ref]
        if columns.ref_recv[ref] != RECV_NONE or columns.ref_local[ref] and not before:
            return _NONE
        found = self.qualified(file, strings[before], name) if before else self.bare(file, name)
        if not found:
            return _NONE
        evidence = BY_FILE if all(columns.file[symbol] == file for symbol in found) else BY_IMPORT
        out = set(found)
        for symbol in found:
            more = self.implementations().get(symbol, ())
            if len(more) <= MAX_OVERRIDERS:
                out.update(more)
            else:
                self.e.wide = True
        return tuple(sorted(out)), evidence


def _plain(name: bytes) -> bytes:
    """A referred constructor's type: `->Item`, `map->Item`."""
    for mark in (b"map->", b"->"):
        rest = name.removeprefix(mark)
        if rest != name and rest[:1].isupper():
            return rest
    return name
