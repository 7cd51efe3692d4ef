"""C#'s names: namespaces, usings and aliases, partial types, extension methods, attributes.

Purpose: a type is known by its namespace, which what stands in a file is scoped by; a name means what the innermost
namespace around it, the enclosing ones, and then the usings give it.
Invariant: a namespace is what files declare, directories say nothing; but usings of a file that defines nothing can
only be global ones, for the directory that the file stands in.
Cost: one pass over the symbols and parameters of the family; a few look-ups a name.
"""

from __future__ import annotations

from ripwire.model.codes import BIND_KIND, BIND_PARAM, DEF_HAS_BODY, IMPORT_STAR
from ripwire.model.columns import KIND_METHOD, NO_SYMBOL
from ripwire.resolve.index import CONTAINERS, FUNCTIONS, Names, rows_of
from ripwire.resolve.modules import directory_of
from ripwire.resolve.paths import parse
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.typed_names import TypedNames
from ripwire.resolve.typed_scopes import ANY, CALLED, TYPE, VALUE
from ripwire.resolve.values import (
    CLASS,
    INSTANCE,
    OUTSIDE,
    PACKAGE,
    Value,
    kind_of,
    number_of,
    thing,
    union,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.paths import Path

    Decision = tuple[tuple[int, ...], int]

_ROOT = b""
_MAX_HEAD = 500  # bytes that a list of type parameters may take
_BELOW = frozenset((b"Properties", b"Usings", b"Global"))
"""Directories whose global usings are for what stands around them."""


def _arguments(text: bytes, at: int, name: bytes) -> int:
    """Type arguments or parameters behind a name in a text; -1 where the name does not stand there."""
    if text[at : at + len(name)] != name:
        return -1
    head = text[at + len(name) : at + len(name) + _MAX_HEAD].lstrip()
    if head[:1] != b"<":
        return 0
    count, nested = 1, 0
    for mark in head:
        nested += (mark in b"<([") - (mark in b">)]")
        count += mark == 44 and nested == 1
        if nested == 0:
            break
    return count


class CsharpModules(TypedNames):
    """Namespaces by name."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        columns, strings, index = engine.columns, engine.strings, engine.index
        self.prefixes: set[bytes] = set()
        self.names: dict[bytes, Names] = {}
        self.spaces: dict[int, bytes] = {}  # handle of a scope -> namespace
        self.by_name: dict[int, list[int]] = {}  # extension methods
        self.receivers: dict[int, int] = {}  # extension method -> row of its first parameter
        self.global_stars: list[tuple[bytes, int]] = []
        self._members: dict[int, Names] = {}
        self._parts: dict[int, list[int]] = {}
        self._shapes: dict[int, tuple[int, bool]] = {}
        self._texts: dict[int, bytes] = {}
        this = strings.find(b"this")
        for file in files:
            table = index.table(file)
            first, last = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
            if first == last:
                directory = directory_of(engine.world.paths[file])
                if directory.rpartition(b"/")[2] in _BELOW:
                    directory = directory_of(directory)
                below = directory + b"/" if directory else b""
                self.global_stars.extend((below, row) for row in table.stars)
            for symbol in range(first, last):
                if columns.parent[symbol] == NO_SYMBOL:
                    space = self._space(columns.scope[symbol])
                    self.names.setdefault(space, {}).setdefault(columns.name[symbol], []).append(symbol)
            for row in table.packages:
                self._prefix(strings[columns.import_source[row]])
            for row in rows_of(columns.binding_file, file) if this > 0 else ():
                owner = columns.binding_owner[row]
                if (
                    columns.binding_name[row] == this
                    and columns.binding_flags[row] & BIND_KIND == BIND_PARAM
                    and owner != NO_SYMBOL
                ):
                    self.receivers[owner] = row
                    self.by_name.setdefault(columns.name[owner], []).append(owner)

    # --- namespaces ---

    def _space(self, scope: int) -> bytes:
        found = self.spaces.get(scope)
        if found is None:
            found = self.spaces[scope] = self.e.strings[scope].replace(b"::", b".")
            self._prefix(found)
        return found

    def _prefix(self, space: bytes) -> None:
        while space and space not in self.prefixes:
            self.prefixes.add(space)
            space = space.rpartition(b".")[0]

    def namespaces_of(self, context: int) -> list[bytes]:
        """The namespaces around a context, the innermost first, the global one last."""
        columns = self.e.columns
        file = ~context if context < 0 else columns.file[context]
        spaces = [self.e.strings[columns.import_source[row]] for row in self.e.index.table(file).packages]
        if context >= 0:
            at = context
            while columns.parent[at] != NO_SYMBOL:
                at = columns.parent[at]
            own = self._space(columns.scope[at])
            # Where the grammar loses its way, what stands in a namespace has no scope.
            spaces = [own] if own else spaces
        out: list[bytes] = []
        for space in spaces:
            while space and space not in out:
                out.append(space)
                space = space.rpartition(b".")[0]
        return [*out, _ROOT]

    def _package(self, name: bytes) -> Value:
        return (thing(PACKAGE, self.world.package("csharp", name)),)

    def in_space(self, package: int, name: bytes, want: int) -> Value:
        """What a namespace holds under a name."""
        return self._in(self.world.package_names[package], name, want)

    def _in(self, space: bytes, name: bytes, want: int) -> Value:
        symbols = self.names.get(space, {}).get(self.e.strings.find(name))
        found = self.of_symbols(symbols, want) if symbols else ABSENT
        if found != ABSENT or want in (CALLED, TYPE):
            return found
        below = space + b"." + name if space else name
        return self._package(below) if below in self.prefixes else ABSENT

    def full(self, context: int, dotted: bytes) -> Value:
        """What a dotted name in a using stands for: a namespace, or a type in one."""
        for space in reversed(self.namespaces_of(context)):
            name = space + b"." + dotted if space else dotted
            if name in self.prefixes:
                return self._package(name)
            parts = name.split(b".")
            for n in range(len(parts) - 1, -1, -1):
                outer = b".".join(parts[:n])
                if outer in self.prefixes or not outer:
                    found = self._in(outer, parts[n], TYPE)
                    for part in parts[n + 1 :]:
                        found = self.inner(found, part, TYPE) if found != ABSENT else ABSENT
                    if found not in (ABSENT, OUTSIDE):
                        return found
        return OUTSIDE

    def module(self, file: int, source: bytes) -> Value:
        """The namespace or type that a using names."""
        return self.e.solver.ask(("C", file, source), self.full, ~file, source.removeprefix(b"global::"))

    def of_import(self, row: int) -> Value | None:
        """What an alias stands for."""
        columns, strings = self.e.columns, self.e.strings
        source, name = strings[columns.import_source[row]], strings[columns.import_name[row]]
        return self.module(columns.import_file[row], source + b"." + name if name else source)

    # --- names of a file ---

    def stars(self, file: int) -> Iterator[tuple[int, Value]]:
        """The rows of a file's usings, those that are global among them, and what they open."""
        e = self.e
        path = e.world.paths[file]
        rows = list(e.index.table(file).stars)
        rows += [row for below, row in self.global_stars if path.startswith(below)]
        for row in rows:
            if e.columns.import_flags[row] & IMPORT_STAR:
                yield row, self.module(e.columns.import_file[row], e.strings[e.columns.import_source[row]])

    def outer(self, context: int, name: int, want: int) -> Value:
        """The namespaces around, then what usings give."""
        at = context
        columns = self.e.columns
        while at >= 0 and columns.parent[at] != NO_SYMBOL:
            at = columns.parent[at]
        file = ~context if context < 0 else columns.file[context]
        scope = -1 if context < 0 else columns.scope[at]
        return self.e.solver.ask(("O", file, scope, name, want), self._outer, file, context, name, want)

    def _outer(self, file: int, context: int, name: int, want: int) -> Value:
        e = self.e
        text = e.strings[name]
        spaces = self.namespaces_of(context)
        for space in spaces[:-1]:
            found = self._in(space, text, want)
            if found != ABSENT:
                return found
        values = [self._fit(e.scopes.of_import(row), want) for row in e.scopes.imports_of(file).get(name, ())]
        values = [value for value in values if value != ABSENT]
        if values:
            return union(values)
        found = self._in(_ROOT, text, want)
        if found != ABSENT:
            return found
        for _, opened in self.stars(file):
            for one in opened:
                if kind_of(one) == PACKAGE:
                    found = self._in(self.world.package_names[number_of(one)], text, want)
                    if found != ABSENT and any(kind_of(x) == PACKAGE for x in found):
                        found = ABSENT
                elif kind_of(one) == CLASS:
                    found = self.of_things((one,), name, want)
                else:
                    continue
                if found not in (ABSENT, OUTSIDE):
                    values.append(found)
        return union(values) if values else ABSENT

    def _fit(self, found: Value, want: int) -> Value:
        if found == OUTSIDE or want == VALUE:
            return found
        return tuple(one for one in found if kind_of(one) in (CLASS, INSTANCE)) or ABSENT

    def space(self, context: int, name: bytes) -> Value:
        """A namespace by its first name."""
        handle = self.e.strings.find(name)
        if handle < 0:
            return ABSENT
        found = self.outer(context, handle, VALUE)
        return found if found != ABSENT and any(kind_of(one) == PACKAGE for one in found) else ABSENT

    def foreign(self, file: int) -> bool:
        """A `using static` of something outside of the tree cannot be told from that of a namespace."""
        return False

    def path(self, text: int) -> Path | None:
        """The path of a receiver's text, without `global::`: full names are found from everywhere."""
        written = self.e.strings[text]
        return parse(written.removeprefix(b"global::")) if written.startswith(b"global::") else super().path(text)

    # --- types ---

    def parts(self, type_: int) -> list[int]:
        """The parts of a partial type: types of one full name, this one first."""
        found = self._parts.get(type_)
        if found is None:
            columns = self.e.columns
            name, parent = columns.name[type_], columns.parent[type_]
            if parent == NO_SYMBOL:
                some = self.names.get(self._space(columns.scope[type_]), {}).get(name, [])
            else:
                some = [
                    symbol
                    for part in self.parts(parent)
                    for symbol in self.e.index.members.get(part, {}).get(name, ())
                ]
            kind = columns.kind[type_]
            some = [s for s in some if s != type_ and columns.kind[s] == kind] if kind in CONTAINERS else []
            if some:
                arity, partial = self._shape(type_)
                some = [s for s in some if self._shape(s) == (arity, True)] if partial else []
            found = [type_, *some]
            self._parts[type_] = found
        return found

    def _text(self, file: int) -> bytes:
        text = self._texts.get(file)
        if text is None:
            text = self._texts[file] = self.world.read(self.world.paths[file]) or b""
        return text

    def _shape(self, type_: int) -> tuple[int, bool]:
        """The type parameters of a type and whether it says `partial`, from its text: asked for namesakes only."""
        found = self._shapes.get(type_)
        if found is None:
            columns = self.e.columns
            at = columns.name_byte[type_]
            text = self._text(columns.file[type_])
            arity = _arguments(text, at, columns.name_of(type_))
            found = 0, True
            if arity >= 0:
                found = arity, b"partial" in text[columns.start[type_] : at].split()
            self._shapes[type_] = found
        return found

    def of_reference(self, row: int, found: Value) -> Value:
        """Of namesakes, those with as many type parameters as a reference has arguments, from its text."""
        columns = self.e.columns
        if sum(kind_of(one) == CLASS for one in found) < 2:
            return found
        text = self._text(columns.ref_file[row])
        given = _arguments(text, columns.ref_byte[row], self.e.strings[columns.ref_name[row]])
        return found if given < 0 else self.of_arity(found, given)

    def found(self, ref: int, value: Value, evidence: int) -> Decision | None:
        """As everywhere, of namesakes the one that is spelled."""
        return super().found(ref, self.of_reference(ref, value), evidence)

    def of_arity(self, found: Value, given: int) -> Value:
        """Of namesakes, those with as many type parameters."""
        fitting = tuple(one for one in found if kind_of(one) == CLASS and self._shape(number_of(one))[0] == given)
        return fitting or found

    def members(self, type_: int) -> Names:
        """What stands in the parts of a type, without constructors: a part's own before those of the others."""
        found = self._members.get(type_)
        if found is None:
            columns, index = self.e.columns, self.e.index
            name = columns.name[type_]
            parts = self.parts(type_)
            found = dict(index.members.get(type_, {}))
            for part in parts[1:]:
                for other, symbols in index.members.get(part, {}).items():
                    own = found.get(other)
                    if own is None:
                        found[other] = symbols
                    else:  # a partial method, or an overload
                        arities = {columns.params[s] for s in own if columns.flags[s] & DEF_HAS_BODY}
                        found[other] = [s for s in own if columns.flags[s] & DEF_HAS_BODY] + [
                            s for s in symbols if columns.params[s] not in arities
                        ] or own
            for other, symbols in found.items():
                if len(symbols) > 1:
                    bodied = {columns.params[s] for s in symbols if columns.flags[s] & DEF_HAS_BODY}
                    found[other] = [
                        s for s in symbols if columns.flags[s] & DEF_HAS_BODY or columns.params[s] not in bodied
                    ]
            if name in found:
                kinds = columns.kind
                found[name] = [s for s in found[name] if kinds[s] != KIND_METHOD]
            self._members[type_] = found
        return found

    def constructors(self, type_: int) -> list[int]:
        """Those that the parts of a type declare."""
        columns, index = self.e.columns, self.e.index
        name = columns.name[type_]
        out = [
            symbol
            for part in self.parts(type_)
            for symbol in index.members.get(part, {}).get(name, ())
            if columns.kind[symbol] == KIND_METHOD
        ]
        # With a list of parameters behind its name a type stands for that constructor.
        return [type_, *out] if out and columns.params[type_] != 0xFFFF else out

    def delegated(self, name: bytes) -> int:
        """`: this(...)` and `: base(...)`."""
        return 1 if name == b"this" else 2 if name == b"base" else 0

    def other_name(self, owner: int, name: int) -> Value:
        """An attribute's class may be called with `Attribute` behind the name."""
        handle = self.e.strings.find(self.e.strings[name] + b"Attribute")
        return self.at(owner, handle, CALLED) if handle >= 0 else ABSENT

    # --- extension methods ---

    def receivers_of(self, symbol: int) -> int:
        """`this` before the first parameter of an extension method."""
        return int(symbol in self.receivers)

    def extensions(self, context: int, value: Value, name: int) -> list[int]:
        """Extension methods of a name whose first parameter's type fits the receiver; where the receiver is not known
        in the tree, those of the tree's only type that has some of that name."""
        e = self.e
        some = self.by_name.get(name)
        if not some:
            return []
        types = self.types_of(value)
        fitting = [s for s in self.fitting(value, name) if self._sees(context, s)]
        if fitting:
            return fitting
        visible = [s for s in some if self._sees(context, s)]
        if types:  # one for all types, or for a base outside of the tree
            return [s for s in visible if not self._receiver(s)]
        holders = {e.holder(s) for s in visible if not value or not self._receiver(s)}
        return [s for s in visible if e.holder(s) in holders] if len(holders) == 1 else []

    def _receiver(self, symbol: int) -> set[int]:
        """The types of the tree that an extension method's first parameter has."""
        row = self.receivers[symbol]
        taken = self.e.types.value(self.e.binding_type[row], self.e.context_of_row(row))
        return {part for one in taken if kind_of(one) in (INSTANCE, CLASS) for part in self.parts(number_of(one))}

    def fitting(self, value: Value, name: int) -> list[int]:
        """Extension methods of objects of these types."""
        some = self.by_name.get(name)
        types = self.types_of(value) if some else set()
        return [s for s in some or () if not types.isdisjoint(self._receiver(s))] if types else []

    def _sees(self, context: int, symbol: int) -> bool:
        """Whether the namespace of an extension method is open at a place."""
        columns = self.e.columns
        at = symbol
        while columns.parent[at] != NO_SYMBOL:
            at = columns.parent[at]
        space = self._space(columns.scope[at])
        if space in self.namespaces_of(context):
            return True
        for _, opened in self.stars(columns.file[context]):
            for one in opened:
                if kind_of(one) == PACKAGE and self.world.package_names[number_of(one)] == space:
                    return True
                if kind_of(one) == CLASS and number_of(one) == self.e.holder(symbol):
                    return True
        return False


__all__ = ["ANY", "FUNCTIONS", "CsharpModules"]
