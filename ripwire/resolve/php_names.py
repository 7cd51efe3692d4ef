"""PHP's names: namespaces as declared, `use` with aliases, Composer's autoloading where one name has two files.

Invariant: a name's full form follows from the file that it stands in; what the tree does not define under that is no
part of it. Composer's manifests choose between definitions of one full name and say nothing else.
Cost: one pass over the symbols of PHP files; manifests are read when a name is defined twice.
"""

from __future__ import annotations

from ripwire.model.columns import KIND_STRUCT, KIND_VAR, NO_SYMBOL
from ripwire.resolve.ecma_modules import parse_json
from ripwire.resolve.index import CONTAINERS, FUNCTIONS, TYPES
from ripwire.resolve.modules import directory_of, join
from ripwire.resolve.own_names import OwnNames
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    FUNCTION,
    GENERIC,
    INSTANCE,
    OUTSIDE,
    PACKAGE,
    SUPER,
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

_HOLDERS = frozenset(b"array callable iterable".split())


class PhpNames(OwnNames):
    """Full names are lower-case bytes with dots: classes and functions are found whatever their case."""

    open_self = False

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self.classes: dict[bytes, list[int]] = {}
        self.functions: dict[bytes, list[int]] = {}
        self.spaces: dict[bytes, int] = {}
        self._methods: dict[tuple[int, int], Value] = {}
        self._aliases: dict[int, dict[bytes, bytes]] = {}
        self._manifests: list[Manifest] | None = None
        columns = engine.columns
        scopes: dict[int, bytes] = {}
        for file in files:
            for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
                kind = columns.kind[symbol]
                parent = columns.parent[symbol]
                inside = parent != NO_SYMBOL and columns.kind[parent] in TYPES
                if kind not in CONTAINERS and (kind not in FUNCTIONS or inside):
                    continue
                scope = columns.scope[symbol] if parent == NO_SYMBOL else columns.scope[self._outermost(symbol)]
                space = scopes.get(scope)
                if space is None:
                    space = scopes[scope] = engine.strings[scope].replace(b"::", b".").lower()
                    self._space(space)
                name = columns.name_of(symbol).lower()
                full = space + b"." + name if space else name
                (self.functions if kind in FUNCTIONS else self.classes).setdefault(full, []).append(symbol)

    def _outermost(self, symbol: int) -> int:
        parents = self.e.columns.parent
        while parents[symbol] != NO_SYMBOL:
            symbol = parents[symbol]
        return symbol

    def _space(self, space: bytes) -> None:
        while space and space not in self.spaces:
            self.spaces[space] = self.world.package("php", space)
            space = space.rpartition(b".")[0]

    # --- names ---

    def space_of(self, context: int) -> bytes:
        """The namespace that a context stands in."""
        e = self.e
        if context >= 0:
            return e.columns.scope_of(self._outermost(context)).replace(b"::", b".").lower()
        for row in e.index.table(~context).packages:
            return e.strings[e.columns.import_source[row]].replace(b"\\", b".").strip(b".").lower()
        return b""

    def aliases(self, file: int) -> dict[bytes, bytes]:
        """Full names by the names that a file's `use` gives them."""
        found = self._aliases.get(file)
        if found is None:
            found = self._aliases[file] = {}
            e = self.e
            columns, strings = e.columns, e.strings
            table = e.index.table(file)
            for row in sorted(row for rows in table.imports.values() for row in rows):
                source = strings[columns.import_source[row]]
                if b"/" in source or b"." in source:  # `require "a.php"`
                    continue
                name, alias = strings[columns.import_name[row]], strings[columns.import_alias[row]]
                full = (source + b"\\" + name if name else source).strip(b"\\")
                local = alias or full.rpartition(b"\\")[2]
                if local:
                    found.setdefault(local, full.replace(b"\\", b".").lower())
        return found

    def candidates(self, name: bytes, context: int) -> list[bytes]:
        """The full names that a dotted name may be short for, the likeliest first.

        A name that is written from the root has lost its first backslash, so the root is tried last.
        """
        name = name.replace(b"\\", b".").replace(b"::", b".").strip(b".")
        first, dot, rest = name.partition(b".")
        if first == b"namespace" and dot:
            space = self.space_of(context)
            return [(space + b"." + rest if space else rest).lower()]
        alias = self.aliases(self.file_of(context)).get(first)
        if alias is not None:
            return [alias + dot + rest.lower()]
        space = self.space_of(context)
        name = name.lower()
        return [space + b"." + name, name] if space else [name]

    def defined(self, full: bytes, file: int) -> Value:
        """What has a full name: types, functions, a namespace."""
        values: list[int] = []
        if full in self.classes:
            values += [thing(CLASS, symbol) for symbol in self.choose(full, self.classes[full], file)]
        if full in self.functions:
            values += [thing(FUNCTION, symbol) for symbol in self.choose(full, self.functions[full], file)]
        if full in self.spaces:
            values.append(thing(PACKAGE, self.spaces[full]))
        return tuple(sorted(values))

    def look_up(self, context: int, name: int) -> Value:
        """Variables of the functions around, else a class, function or namespace by its full name."""
        e = self.e
        text = e.strings[name]
        if text[:1] == b"$":
            return self._variable(context, name)
        scope = e.types.scope_of(context)
        return e.solver.ask(("pn", name, scope), self._look_up, text, context)

    def _look_up(self, text: bytes, context: int) -> Value:
        for full in self.candidates(text, context):
            found = self.defined(full, self.file_of(context))
            if found:
                return found
        return OUTSIDE

    def _variable(self, context: int, name: int) -> Value:
        found = self.local(context, name)
        if found != ABSENT:
            return found
        if context >= 0 and self.e.columns.name_of(self._outermost(context))[:1] != b"$":
            return ABSENT
        rows = self.e.index.table(self.file_of(context)).bindings.get(name)
        return self.e.scopes.of_rows(rows) if rows else ABSENT

    def named(self, dotted: bytes, context: int) -> Value:
        """A class by its name."""
        if dotted in (b"self", b"static", b"$this"):
            return self.self_of(context, b"self")
        if dotted == b"parent":
            return self.super_of(context)
        if dotted.lower() in _HOLDERS:  # of what, nothing says
            return (thing(GENERIC, self.e.generic(UNKNOWN, UNKNOWN)),)
        for full in self.candidates(dotted, context):
            if full in self.classes:
                found = self.choose(full, self.classes[full], self.file_of(context))
                return tuple(sorted(thing(CLASS, symbol) for symbol in found))
        return OUTSIDE

    def below(self, package: int, name: bytes) -> Value:
        """What a namespace has under a name."""
        return self.defined(self.world.package_names[package] + b"." + name.lower(), -1)

    # --- objects ---

    def holder_of(self, context: int) -> int:
        """The type around."""
        return self.e.holder(context) if context >= 0 else NO_SYMBOL

    def self_of(self, context: int, word: bytes) -> Value:
        """`$this` is an object, `self` and `static` its class."""
        holder = self.holder_of(context)
        return UNKNOWN if holder == NO_SYMBOL else (thing(INSTANCE if word == b"$this" else CLASS, holder),)

    def super_of(self, context: int) -> Value:
        """`parent` is the bases."""
        holder = self.holder_of(context)
        return UNKNOWN if holder == NO_SYMBOL else (thing(SUPER, holder),)

    def same_type(self, type_: int) -> list[int]:
        """Types have one part."""
        return [type_]

    def members(self, type_: int) -> dict[int, list[int]]:
        """What stands in the type."""
        return self.e.index.members.get(type_, {})

    def holder(self, symbol: int) -> int:
        """Nothing outside of a type belongs to one."""
        return NO_SYMBOL

    def base_rows(self, type_: int, rows: list[int]) -> list[int]:
        """What traits bring goes before what is inherited."""
        body = self.e.columns.sig_end[type_]
        bytes_ = self.e.columns.ref_byte
        traits = [row for row in rows if bytes_[row] >= body]
        return traits + [row for row in rows if bytes_[row] < body] if traits else rows

    def member(self, one: int, name: int) -> Value | None:
        """A method: properties have names of their own."""
        found = self._methods.get((one, name))
        if found is None and kind_of(one) in (INSTANCE, CLASS, SUPER):
            found = self._methods[one, name] = self._method(one, name)
        return found

    def _method(self, one: int, name: int) -> Value:
        e = self.e
        columns = e.columns
        line, outside = e.hierarchy.order(number_of(one))
        for type_ in line[1:] if kind_of(one) == SUPER else line:
            symbols = [s for s in e.hierarchy.own(type_).get(name, ()) if columns.kind[s] in FUNCTIONS]
            if symbols:
                return e.scopes.of_symbols(symbols)
        return OUTSIDE if outside else ABSENT

    def step(self, value: Value, name: bytes, called: bool) -> Value:
        """A method where it is called, else a property, static property or case."""
        e = self.e
        types = [one for one in value if kind_of(one) in (INSTANCE, CLASS, SUPER)]
        if called or not types:
            return e.receivers.attribute(value, name)
        handle = e.strings.find(name)
        found = [self.field(number_of(one), handle) for one in types] if handle > 0 else []
        rest = tuple(one for one in value if one not in types)  # a namespace may have the name of a class
        if rest:
            found.append(e.receivers.attribute(rest, name))
        found = [one for one in found if one]
        return union(found) if found else UNKNOWN

    def field(self, type_: int, name: int) -> Value:
        """What a property holds; UNKNOWN where no type is written."""
        e = self.e
        line, _ = e.hierarchy.order(type_)
        for one in line:
            symbols = e.hierarchy.own(one).get(name, ())
            rows = e.index.fields.get(one, {}).get(name)
            if rows:
                found = e.scopes.of_rows(rows)
                if found != ABSENT:
                    return self.bound(found, one)
            if e.columns.kind[one] == KIND_STRUCT and any(e.columns.kind[s] == KIND_VAR for s in symbols):
                return (thing(INSTANCE, one),)  # a case of an enumeration
        return UNKNOWN

    def bound(self, value: Value, type_: int) -> Value:
        """A value with `self` and `static` replaced by objects of a type."""
        return self.objects(value, type_)

    # --- one of several ---

    def choose(self, full: bytes, symbols: list[int], file: int) -> list[int]:
        """Of definitions of one name that in the same file, else those that Composer finds, by the nearest manifest."""
        if len(symbols) < 2:
            return symbols
        files = self.e.columns.file
        here = [symbol for symbol in symbols if files[symbol] == file]
        if here:
            return here
        if self._manifests is None:
            self._manifests = self._read()
        paths = self.world.paths
        importer = paths[file] if file >= 0 else b""
        scores = []
        for symbol in symbols:
            # The importer's own package goes before those that it depends on, an inner one before one around it.
            loading = [m for m in self._manifests if m.loads(full, paths[files[symbol]])]
            found = [m.depth + 1 if m.serves(importer) else 0 for m in loading]
            scores.append(max(found, default=-1))
        best = max(scores)
        if best < 0:
            return self.nearest(importer, symbols)
        return [symbol for score, symbol in zip(scores, symbols, strict=True) if score == best]

    def _read(self) -> list[Manifest]:
        found = []
        for path in self.world.paths:
            if path == b"composer.json" or path.endswith(b"/composer.json"):
                found.append(Manifest(directory_of(path), parse_json(self.world.read(path))))
        return found


class Manifest:
    """What a composer.json loads.

    directory   where it stands
    depth       directories above it
    """

    def __init__(self, directory: bytes, content: dict[str, object]) -> None:
        self.directory = directory
        self.depth = directory.count(b"/") + bool(directory)
        self.prefixes: list[tuple[bytes, bytes, bool]] = []  # (lower-case prefix, directory, whether by PSR-4)
        self.places: list[bytes] = []
        for section in ("autoload", "autoload-dev"):
            rules = content.get(section)
            if not isinstance(rules, dict):
                continue
            for key in ("psr-4", "psr-0"):
                table = rules.get(key)
                for prefix, places in table.items() if isinstance(table, dict) else ():
                    for place in _places(places):
                        at = join(directory, place)
                        if at is not None:
                            text = prefix.encode("utf-8", "surrogatepass").lower()
                            self.prefixes.append((text, at, key == "psr-4"))
            for key in ("classmap", "files"):
                for place in _places(rules.get(key)):
                    at = join(directory, place)
                    if at is not None:
                        self.places.append(at)

    def serves(self, path: bytes) -> bool:
        """Whether a file is of the manifest's own package."""
        return not self.directory or path.startswith(self.directory + b"/")

    def loads(self, full: bytes, path: bytes) -> bool:
        """Whether a full name comes from a path."""
        lower = path.lower()
        for prefix, at, four in self.prefixes:
            dotted = prefix.replace(b"\\", b".").strip(b".")
            below = full == dotted or full.startswith(dotted + b".")
            if dotted and not below and (four or not full.startswith(dotted)):
                continue
            rest = full[len(dotted) :].strip(b".") if four else full
            if not four:  # underscores of a class's name are directories as well
                space, dot, last = rest.rpartition(b".")
                rest = space + dot + last.replace(b"_", b".")
            if lower == ((at + b"/" if at else b"") + rest.replace(b".", b"/") + b".php").lower():
                return True
        return any(path == at or not at or path.startswith(at + b"/") for at in self.places)


def _places(value: object) -> list[bytes]:
    """The paths of a rule, which may be one text or a list."""
    values = value if isinstance(value, list) else [value]
    return [v.encode("utf-8", "surrogatepass") for v in values if isinstance(v, str)]
