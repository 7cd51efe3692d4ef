"""GDScript's names: a file is a class, `class_name` makes it known everywhere, `extends` and `preload` name files.

Invariant: a file's class is the thing MODULE, whether it has a name or not, an inner class is its symbol; objects and
classes of a file are not told apart. Cost: one pass over the symbols of GDScript files; each class's line is made once.
"""

from __future__ import annotations

from ripwire.model.codes import BIND_FIELD, BIND_KIND, ROLE_EXTENDS
from ripwire.model.columns import KIND_CLS, KIND_VAR, NO_SYMBOL
from ripwire.resolve.index import CONTAINERS, FUNCTIONS, rows_of
from ripwire.resolve.modules import directory_of, join
from ripwire.resolve.own_names import Decision, OwnNames
from ripwire.resolve.paths import CALL, Path, parse
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    FUNCTION,
    GENERIC,
    INSTANCE,
    MODULE,
    OUTSIDE,
    UNKNOWN,
    VARIABLE,
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

_CLASS_NAME = len(b"class_name ")
_LOADERS = frozenset({b"load", b"preload"})
MAX_LINE = 64
"""Classes that one class's line may hold."""


class GdNames(OwnNames):
    """Classes are keys: an inner class's symbol, or ``~file``."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self.symbol_of: dict[int, int] = {}  # file -> the symbol of its `class_name`
        self.key_of: dict[int, int] = {}  # and back
        self.globals: dict[int, list[int]] = {}
        self._lines: dict[int, list[int]] = {}
        self._fields: dict[int, Names] = {}
        self._own: dict[int, Names] = {}
        self._autoloads: dict[bytes, dict[bytes, bytes]] = {}
        columns = engine.columns
        for file in files:
            for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
                if (
                    columns.kind[symbol] == KIND_CLS
                    and columns.parent[symbol] == NO_SYMBOL
                    and columns.name_byte[symbol] - columns.start[symbol] >= _CLASS_NAME
                    and file not in self.symbol_of
                ):
                    self.symbol_of[file] = symbol
                    self.key_of[symbol] = ~file
                    self.globals.setdefault(columns.name[symbol], []).append(file)
        self._projects: dict[bytes, tuple[bytes, bytes]] = {}

    # --- files ---

    def home(self, file: int) -> bytes:
        """The directory of the project that a file belongs to."""
        return self.project(directory_of(self.world.paths[file]))[0]

    def project(self, directory: bytes) -> tuple[bytes, bytes]:
        """The directory and text of the nearest project.godot; of none, the tree's root."""
        at = directory
        passed: list[bytes] = []
        while (found := self._projects.get(at)) is None:
            passed.append(at)
            text = self.world.read(at + b"/project.godot" if at else b"project.godot")
            if text is not None or not at:
                found = at, text or b""
                break
            at = directory_of(at)
        for one in passed:
            self._projects[one] = found
        return found

    def script(self, file: int, source: bytes) -> Value:
        """The script that a path names in a file."""
        source = source.strip(b"\"'")
        if source.startswith(b"res://"):
            path = join(self.home(file), source[6:])
        elif b"://" in source:
            return OUTSIDE
        else:
            path = join(directory_of(self.world.paths[file]), source)
        found = self.world.file_of.get(path) if path is not None else None
        if found is None or self.e.families[self.e.columns.languages[found]] != "gdscript":
            return OUTSIDE
        return (thing(MODULE, found),)

    def autoload(self, file: int, name: bytes) -> Value:
        """The script of an autoload of the file's project."""
        root, text = self.project(directory_of(self.world.paths[file]))
        table = self._autoloads.get(root)
        if table is None:
            table = self._autoloads[root] = {}
            inside = False
            for line in text.splitlines():
                line = line.strip()
                if line.startswith(b"["):
                    inside = line == b"[autoload]"
                elif inside and b"=" in line:
                    key, _, value = line.partition(b"=")
                    table[key.strip()] = value.strip().strip(b'"').lstrip(b"*")
        path = table.get(name)
        return ABSENT if path is None else self.script(file, path)

    # --- classes ---

    def class_around(self, context: int) -> int:
        """The key of the innermost class around."""
        if context < 0:
            return context
        columns = self.e.columns
        at = context
        while at != NO_SYMBOL:
            if at in self.key_of:
                return self.key_of[at]
            if columns.kind[at] == KIND_CLS:
                return at
            at = columns.parent[at]
        return ~columns.file[context]

    def value_of(self, key: int, kind: int = INSTANCE) -> Value:
        """The thing of a class."""
        return (thing(MODULE, ~key),) if key < 0 else (thing(kind, key),)

    def key(self, one: int) -> int | None:
        """The class of a thing."""
        kind, number = kind_of(one), number_of(one)
        if kind == MODULE:
            return ~number
        return self.key_of.get(number, number) if kind in (INSTANCE, CLASS) else None

    def own(self, key: int) -> Names:
        """The definitions of a class by name."""
        found = self._own.get(key)
        if found is None:
            index = self.e.index
            if key >= 0:
                index.table(self.e.columns.file[key])
                found = index.members.get(key, {})
            else:
                table = index.table(~key)
                symbol = self.symbol_of.get(~key, NO_SYMBOL)
                found = {**table.symbols, **index.members.get(symbol, {})}
            self._own[key] = found
        return found

    def fields(self, key: int) -> Names:
        """The rows of a class's variables by name."""
        found = self._fields.get(key)
        if found is None:
            e = self.e
            columns = e.columns
            if key >= 0:
                e.index.table(columns.file[key])
                found = e.index.fields.get(key, {})
            else:
                found = {}
                for row in rows_of(columns.binding_file, ~key):
                    if e.binding_flags[row] & BIND_KIND == BIND_FIELD:
                        owner = e.binding_owner[row]
                        while owner != NO_SYMBOL and columns.kind[owner] not in CONTAINERS:
                            owner = columns.parent[owner]
                        if owner == NO_SYMBOL or owner in self.key_of:
                            found.setdefault(e.binding_name[row], []).append(row)
            self._fields[key] = found
        return found

    def base(self, key: int) -> Value:
        """The class that a class extends; OUTSIDE for one of the engine's, or none."""
        e = self.e
        columns = e.columns
        file = ~key if key < 0 else columns.file[key]
        owners = {self.symbol_of.get(file, NO_SYMBOL), NO_SYMBOL} if key < 0 else {key}
        found: Value = UNKNOWN
        for row in rows_of(columns.import_file, file):
            if columns.import_owner[row] in owners and not columns.import_alias[row]:
                found = self.script(file, e.strings[columns.import_source[row]])
                break
        rows: Sequence[int] = rows_of(columns.ref_file, file) if key < 0 else e.hierarchy.base_rows().get(key, [])
        for row in rows:
            if columns.ref_role[row] == ROLE_EXTENDS and columns.ref_owner[row] in owners:
                name = e.strings[columns.ref_name[row]]
                if found:
                    found = self.inside(found, columns.ref_name[row])
                    break
                before = e.strings[columns.ref_qualifier[row]]
                parent = ~file if key < 0 or columns.parent[key] == NO_SYMBOL else columns.parent[key]
                found = self.named(before + b"." + name if before else name, parent)
                break
        return found or OUTSIDE

    def inside(self, value: Value, name: int) -> Value:
        """A class in classes."""
        found = [self.class_in(key, name) for key in map(self.key, value) if key is not None]
        return union([f for f in found if f] or [OUTSIDE])

    def class_in(self, key: int, name: int) -> Value:
        """A class that a class or its bases have under a name: an inner one, or a constant that is a script."""
        for one in list(self.line(key)):
            for symbol in self.own(one).get(name, ()):
                if self.e.columns.kind[symbol] == KIND_CLS and symbol not in self.key_of:
                    return (thing(CLASS, symbol),)
                if self.e.columns.kind[symbol] == KIND_VAR:
                    found = self.constant(~one if one < 0 else self.e.columns.file[one], name)
                    if found:
                        return found
        return UNKNOWN

    def constant(self, file: int, name: int) -> Value:
        """The script that a file's constant was loaded from."""
        e = self.e
        rows = e.index.table(file).imports.get(name)
        return self.script(file, e.strings[e.columns.import_source[rows[0]]]) if rows else UNKNOWN

    def line(self, key: int) -> list[int]:
        """A class and its bases; the last one has one of the engine's."""
        found = self._lines.get(key)
        if found is None:
            self._lines[key] = line = [key]  # for those that ask in a circle
            at = key
            while len(line) < MAX_LINE:
                keys = [k for k in map(self.key, self.base(at)) if k is not None]
                if not keys or keys[0] in line:
                    break
                at = keys[0]
                line.append(at)
            found = line
        return found

    # --- names ---

    def look_up(self, context: int, name: int) -> Value:
        """What a bare name means at a place."""
        e = self.e
        text = e.strings[name]
        if text == b"super":
            method = self.method_around(context)
            value = self.super_of(context)
            if method == NO_SYMBOL or not value:
                return OUTSIDE
            found = e.receivers.member(value, e.columns.name[method])
            return OUTSIDE if found == ABSENT else found
        found = self.local(context, name)
        if found != ABSENT:
            return found
        file = self.file_of(context)
        if context >= 0:
            for row in e.index.imports.get(self.method_around(context), ()):
                if e.columns.import_alias[row] == name:
                    return self.script(file, e.strings[e.columns.import_source[row]])
        for key in self.classes_around(context):
            found = self.member_of(key, name)
            if found != OUTSIDE:
                return found
        return self.everywhere(file, name)

    def classes_around(self, context: int) -> list[int]:
        """The classes around a place, the innermost first."""
        out = [self.class_around(context)]
        while out[-1] >= 0:
            parent = self.e.columns.parent[out[-1]]
            out.append(~self.e.columns.file[out[-1]] if parent == NO_SYMBOL else self.class_around(parent))
        return out

    def everywhere(self, file: int, name: int) -> Value:
        """A class's name that is known everywhere, or an autoload."""
        files = self.globals.get(name)
        if files:
            root = self.home(file)
            inside = [other for other in files if self.home(other) == root] or files
            return tuple(sorted(thing(MODULE, other) for other in inside))
        found = self.autoload(file, self.e.strings[name])
        return OUTSIDE if found == ABSENT else found

    def named(self, dotted: bytes, context: int) -> Value:
        """A class by its name."""
        e = self.e
        if dotted[:1] in (b'"', b"'"):
            return self.script(self.file_of(context), dotted)
        first, *rest = dotted.split(b".")
        handle = e.strings.find(first)
        if handle < 0:
            return OUTSIDE
        found: Value = UNKNOWN
        for key in self.classes_around(context):
            if key >= 0 and e.columns.name[key] == handle:
                found = (thing(CLASS, key),)
            found = found or self.class_in(key, handle)
            if found:
                break
        found = found or self.everywhere(self.file_of(context), handle)
        for part in rest:
            handle = e.strings.find(part)
            found = self.inside(found, handle) if handle > 0 else OUTSIDE
        return found

    # --- objects ---

    def self_of(self, context: int, word: bytes) -> Value:
        """An object of the class around."""
        return self.value_of(self.class_around(context))

    def super_of(self, context: int) -> Value:
        """An object of the class that the one around extends."""
        line = self.line(self.class_around(context))
        return self.value_of(line[1]) if len(line) > 1 else OUTSIDE

    def in_derived(self, value: Value, name: int) -> Value:
        """A class knows its own methods and those of its bases only."""
        return ABSENT

    def member(self, one: int, name: int) -> Value | None:
        """A member of an object or class."""
        key = self.key(one)
        return None if key is None else self.member_of(key, name)

    def member_of(self, key: int, name: int) -> Value:
        """A member of a class or of its bases, variables replaced by what they hold."""
        e = self.e
        for one in self.line(key):
            symbols = self.own(one).get(name)
            if symbols:
                found = e.scopes.of_symbols([s for s in symbols if s not in self.key_of])
                if found != ABSENT and any(kind_of(x) == VARIABLE for x in found):
                    return self.variable(one, name)
                if found != ABSENT:
                    return found
        return OUTSIDE

    def variable(self, key: int, name: int) -> Value:
        """What a class's variable or constant holds."""
        e = self.e
        file = ~key if key < 0 else e.columns.file[key]
        found = self.constant(file, name)
        rows = self.fields(key).get(name)
        if not found and rows:
            found = e.scopes.of_rows(rows)
        return UNKNOWN if found == ABSENT else found

    def step(self, value: Value, name: bytes, called: bool) -> Value:
        """`new` makes an object."""
        e = self.e
        if called and name == b"new":
            made = {x for key in map(self.key, value) if key is not None for x in self.value_of(key)}
            return (thing(GENERIC, e.generic(UNKNOWN, tuple(sorted(made)))),) if made else OUTSIDE
        found = e.receivers.attribute(value, name)
        return found if called or not any(kind_of(one) == FUNCTION for one in found) else UNKNOWN

    # --- decisions ---

    def receiver(self, ref: int) -> Path | None:
        """The path before the name: of a long chain the text goes on behind it."""
        e = self.e
        columns = e.columns
        text = e.strings[columns.ref_receiver[ref]]
        name = e.strings[columns.ref_name[ref]]
        end = text.find(b"." + name + b"()", text.find(b".") + 1)
        if end > 0 and text.count(b".") > 1:
            return parse(text[:end])
        return super().receiver(ref)

    def receiver_value(self, ref: int, path: Path, owner: int) -> Value:
        """As everywhere; `load("x.gd")` is the script, and what the engine's own functions give may be anything."""
        e = self.e
        steps = path.steps
        if not steps or steps[0][0] != CALL or path.group is not None:
            return super().receiver_value(ref, path, owner)
        if path.root in _LOADERS:
            columns = e.columns
            file = columns.ref_file[ref]
            sources = {
                columns.import_source[row]
                for row in rows_of(columns.import_file, file)
                if columns.import_line[row] == columns.ref_line[ref] and not columns.import_alias[row]
            }
            if len(sources) != 1:
                return UNKNOWN
            value = self.script(file, e.strings[sources.pop()])
            if len(steps) == 1 or len(steps) == 3 and steps[1][1] == b"new":
                return value
            return UNKNOWN
        handle = e.strings.find(path.root)
        if handle < 0 or self.look_up(owner, handle) == OUTSIDE:
            return UNKNOWN
        return super().receiver_value(ref, path, owner)

    def found(self, ref: int, value: Value, evidence: int) -> Decision | None:
        """A class that is made stands for its constructor, else for its name."""
        out: list[int] = []
        init = self.e.strings.find(b"_init")
        for one in value:
            key = self.key(one) if kind_of(one) in (MODULE, CLASS) else None
            if key is None:
                out.append(one)
                continue
            own = [s for s in self.own(key).get(init, ()) if self.e.columns.kind[s] in FUNCTIONS]
            symbol = key if key >= 0 else self.symbol_of.get(~key, NO_SYMBOL)
            out.extend(thing(FUNCTION, s) for s in own)
            if not own and symbol != NO_SYMBOL:
                out.append(thing(CLASS, symbol))
        if value and not out:
            return (), 0
        return super().found(ref, tuple(sorted(set(out))), evidence)
