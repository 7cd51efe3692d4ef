"""What names mean in C++, CUDA, Metal and Objective-C: name spaces, members defined elsewhere, messages.

Purpose: a name means what its function, its type with the bases, and the name spaces around it call so.
Invariant: functions outside of name spaces that stand in another file are left to the ladder.
Cost: a name is looked up once a place.
"""

from __future__ import annotations

from ripwire.model.codes import DEF_HAS_BODY, IMPORT_STAR, RECV_NONE
from ripwire.model.columns import KIND_METHOD, KIND_VAR, NO_SYMBOL
from ripwire.resolve.c_paths import parse_bracketed
from ripwire.resolve.c_types import OBJC, CTypes
from ripwire.resolve.engine import SPELLED
from ripwire.resolve.index import CONTAINERS, FUNCTIONS, TYPES, rows_of
from ripwire.resolve.own_names import NO_TARGET, Decision
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
    VARIABLE,
    Value,
    kind_of,
    number_of,
    thing,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ripwire.resolve.paths import Path

_INNER = frozenset((b"get", b"lock", b"value", b"load", b"operator->", b"operator*"))
"""Methods of pointers that own, and of their like, that give what they hold."""

_ANY = frozenset((b"auto", b"Class"))
"""Types that say nothing; so does `id`, but what stands in its angles."""


class CNames(CTypes):
    """The names of one tree's files of the C family that are decided."""

    # --- names ---

    def using(self, file: int) -> tuple[list[bytes], dict[int, list[bytes]]]:
        """The name spaces whose names a file takes over, and full names by the names that it gives them."""
        found = self._using.get(file)
        if found is None:
            found = self._using[file] = ([], {})
            columns, strings = self.e.columns, self.e.strings
            for row in rows_of(columns.import_file, file):
                source = strings[columns.import_source[row]].removeprefix(b"::")
                if columns.import_flags[row] & IMPORT_STAR:
                    found[0].append(source)
                elif (name := self.local_name(row)) > 0:
                    found[1].setdefault(name, []).append(source)
        return found

    def local_name(self, row: int) -> int:
        """`using a::b` binds b, an include nothing."""
        columns = self.e.columns
        if columns.import_alias[row]:
            return int(columns.import_alias[row])
        _, colons, last = self.e.strings[columns.import_source[row]].rpartition(b"::")
        return max(0, self.e.strings.find(last)) if colons and not columns.import_flags[row] & IMPORT_STAR else 0

    def of_import(self, row: int) -> Value | None:
        """What a `using` declaration or an alias in a function names."""
        columns = self.e.columns
        source = self.e.strings[columns.import_source[row]].removeprefix(b"::")
        found = self.full(source, columns.import_file[row], False)
        return OUTSIDE if found == ABSENT else found

    def _scopes_around(self, context: int) -> Iterator[bytes]:
        """The name spaces around a place, the innermost first, the nameless last."""
        columns, strings = self.e.columns, self.e.strings
        if context >= 0:
            texts = [strings[columns.scope[self.outermost(context)]]]
        else:
            texts = sorted((strings[scope] for scope in self._in_file.get(~context, ())), key=lambda t: (-len(t), t))
        seen = set()
        for text in texts:
            while text:
                if text not in seen:
                    seen.add(text)
                    yield text
                text = text.rpartition(b"::")[0]
        yield b""

    def outer(self, context: int, name: int, types: bool) -> Value:
        """What the name spaces around a place call so; ABSENT for nothing."""
        file = self.file_of(context)
        top = ~file if context < 0 else self.place(context)
        return self.e.solver.ask(("n", top, name, types), self._outer, top, file, name, types)

    def _outer(self, context: int, file: int, name: int, types: bool) -> Value:
        e = self.e
        spaces, names = self.using(file)
        for scope in self._scopes_around(context):
            found = self.in_space(scope, name, file, types)
            if found != ABSENT:
                return found
        for source in names.get(name, ()):
            found = self.full(source, file, types)
            if found != ABSENT:
                return found
        for source in spaces:
            for outer in self._scopes_around(context):
                space = outer + b"::" + source if outer else source
                if space in self.space_names:
                    found = self.in_space(space, name, file, types)
                    if found != ABSENT:
                        return found
        if not types:
            rows = e.index.table(file).bindings.get(name)
            if rows:
                return e.scopes.of_rows(rows)
        return ABSENT

    def full(self, source: bytes, file: int, types: bool) -> Value:
        """What a full name means; ABSENT for nothing."""
        if source in self.space_names and not self.types_at(source):
            return (thing(PACKAGE, self.world.package("c", source)),)
        scope, _, last = source.rpartition(b"::")
        handle = self.e.strings.find(last)
        if handle <= 0:
            return ABSENT
        outer = self.types_at(scope) if scope else []
        if outer:
            value = self.type_of(outer, file)
            return self.e.scopes.of_modules(value, handle) if value else ABSENT
        return self.in_space(scope, handle, file, types)

    def in_space(self, scope: bytes, name: int, file: int, types: bool) -> Value:
        """What a name space holds under a name, as a file sees it."""
        e = self.e
        columns = e.columns
        handle = e.strings.find(scope) if scope else 0
        symbols = self.spaces.get(handle, {}).get(name, []) if handle >= 0 else []
        functions = [] if types else [s for s in symbols if columns.kind[s] in FUNCTIONS]
        if functions:
            bodied = [s for s in functions if columns.flags[s] & DEF_HAS_BODY]
            if not scope:
                bodied = functions = [s for s in bodied if columns.file[s] == file]
            chosen = self.choose(bodied or functions, file)
            if chosen:
                return tuple(sorted(thing(FUNCTION, s) for s in chosen))
        found = [s for s in symbols if columns.kind[s] in TYPES]
        if not found and scope and not functions and scope + b"::" + e.strings[name] not in self.space_names:
            found = self._elsewhere(name, scope, file)
        if found:
            return self.type_of(found, file)
        inner = scope + b"::" + e.strings[name] if scope else e.strings[name]
        if inner in self.space_names:
            return (thing(PACKAGE, self.world.package("c", inner)),)
        variables = [] if types else [s for s in symbols if columns.kind[s] == KIND_VAR]
        if variables:
            return tuple(sorted(thing(VARIABLE, s) for s in self.choose(variables, file)))
        return ABSENT

    def below(self, package: int, name: bytes) -> Value:
        """What a name space holds under a name, as any file sees it."""
        handle = self.e.strings.find(name)
        if handle <= 0:
            return UNKNOWN
        found = self.in_space(self.world.package_names[package], handle, self._file, False)
        return UNKNOWN if found == ABSENT else found

    _file = 0

    def member(self, one: int, name: int) -> Value | None:
        """The names of a name space depend on the file that asks."""
        if kind_of(one) == PACKAGE:
            found = self.in_space(self.world.package_names[number_of(one)], name, self._file, False)
            return OUTSIDE if found == ABSENT else found
        return None

    def look_up(self, context: int, name: int) -> Value:
        """What a bare name means at a place."""
        e = self.e
        columns = e.columns
        holder = NO_SYMBOL
        at = context
        while at >= 0 and at != NO_SYMBOL:
            kind = columns.kind[at]
            if kind in FUNCTIONS:
                found = e.scopes.in_function(at, name)
                if found != ABSENT:
                    return self.objects(found, e.holder(at))
            elif kind in CONTAINERS:
                holder = at
                found = self._of_type(at, name)
                if found not in (ABSENT, OUTSIDE):
                    return found
            at = columns.parent[at]
        if context >= 0 and holder == NO_SYMBOL and (holder := e.holder(context)) != NO_SYMBOL:
            while holder != NO_SYMBOL:
                found = self._of_type(holder, name)
                if found not in (ABSENT, OUTSIDE):
                    return found
                holder = columns.parent[holder]
        return self.outer(context, name, False)

    def _of_type(self, type_: int, name: int) -> Value:
        e = self.e
        found = e.hierarchy.member(type_, name)
        if found in (ABSENT, OUTSIDE) and self.e.strings[name][:1] == b"_":  # a property's variable
            parts = self._objc_parts(e.columns.name[type_])
            handle = e.strings.find(e.strings[name][1:]) if type_ in parts else -1
            if handle > 0:
                found = e.hierarchy.member(type_, handle)
        return found

    def named(self, dotted: bytes, context: int) -> Value:
        """What a dotted name means as a type."""
        e = self.e
        first, *rest = dotted.split(b".")
        handle = e.strings.find(first)
        if handle < 0:
            return OUTSIDE
        file = self.file_of(context)
        found = self._type_at(context, handle)
        if found == OUTSIDE and not rest and (first in _ANY or len(first) == 1 and first.isupper()):
            return UNKNOWN  # a parameter of a template has a name of one letter
        for part in rest:
            handle = e.strings.find(part)
            if handle < 0 or not found or found == OUTSIDE:
                return OUTSIDE
            values: set[int] = set()
            for one in found:
                if kind_of(one) == PACKAGE:
                    inner = self.in_space(self.world.package_names[number_of(one)], handle, file, True)
                elif kind_of(one) in (CLASS, INSTANCE):
                    inner = self._nested(number_of(one), handle, file)
                else:
                    inner = OUTSIDE
                values.update(inner if inner != ABSENT else OUTSIDE)
            found = tuple(sorted(values))
        return tuple(one for one in found if kind_of(one) != PACKAGE) or (OUTSIDE if found else UNKNOWN)

    def _nested(self, type_: int, name: int, file: int) -> Value:
        """The type that a type or one of its bases holds under a name."""
        e = self.e
        kinds = e.columns.kind
        line, outside = e.hierarchy.order(type_)
        for one in line:
            symbols = [s for s in self.members(one).get(name, ()) if kinds[s] in TYPES]
            if symbols:
                return self.type_of(symbols, file)
        return OUTSIDE if outside else ABSENT

    def _type_at(self, context: int, name: int) -> Value:
        e = self.e
        columns = e.columns
        file = self.file_of(context)
        at = context
        types: list[int] = []
        while at >= 0 and at != NO_SYMBOL:
            kind = columns.kind[at]
            if kind in FUNCTIONS:
                e.index.table(file)
                symbols = [s for s in e.index.members.get(at, {}).get(name, ()) if columns.kind[s] in TYPES]
                if symbols:
                    return self.type_of(symbols, file)
            elif kind in TYPES:
                types.append(at)
            at = columns.parent[at]
        if context >= 0 and not types and (holder := e.holder(context)) != NO_SYMBOL:
            while holder != NO_SYMBOL:
                types.append(holder)
                holder = columns.parent[holder]
        for type_ in types:
            if columns.name[type_] == name:
                return (thing(CLASS, type_),)
            # A type that is just being ordered has no bases to look in yet.
            line = e.hierarchy.order(type_)[0] if type_ not in e.hierarchy.making else [type_]
            for one in line:
                symbols = [s for s in self.members(one).get(name, ()) if columns.kind[s] in TYPES]
                if symbols:
                    return self.type_of(symbols, file)
        found = self.outer(context, name, True)
        return OUTSIDE if found == ABSENT else found

    # --- decisions ---

    def self_of(self, context: int, word: bytes) -> Value:
        """The object of the type around."""
        holder = self.e.holder(context) if context >= 0 else NO_SYMBOL
        return UNKNOWN if holder == NO_SYMBOL else (thing(INSTANCE, holder),)

    def super_of(self, context: int) -> Value:
        """The bases of the type around."""
        holder = self.e.holder(context) if context >= 0 else NO_SYMBOL
        return UNKNOWN if holder == NO_SYMBOL else (thing(SUPER, holder),)

    def step(self, value: Value, name: bytes, called: bool) -> Value:
        """Properties give their results, pointers that own what they hold."""
        receivers = self.e.receivers
        found = receivers.attribute(value, name)
        if found in (UNKNOWN, OUTSIDE) and name[:1] == b"_" and any(
            kind_of(x) == INSTANCE and self._is_objc(number_of(x)) for x in value
        ):
            found = receivers.attribute(value, name[1:])  # a property's variable
        if not called and any(kind_of(x) == FUNCTION and self._is_objc(number_of(x)) for x in found):
            return receivers.call(found, value)
        if called and found in (UNKNOWN, OUTSIDE) and name in _INNER and any(kind_of(x) == INSTANCE for x in value):
            return (thing(GENERIC, self.e.generic(UNKNOWN, value)),)
        if not called and found in (UNKNOWN, OUTSIDE) and name == b"second" and INSTANCE in map(kind_of, value):
            return value  # an iterator of a map is taken for its values
        return found

    def held(self, value: Value) -> Value:
        """What variables hold; a property is what a message to it runs."""
        if self._message and all(self._is_objc(number_of(one)) for one in value):
            return value
        return super().held(value)

    _message = False

    def _is_objc(self, symbol: int) -> bool:
        return self.e.columns.languages[self.e.columns.file[symbol]] == OBJC

    def receiver(self, ref: int) -> Path | None:
        """The path before a call's name; None also where it begins with a local name of which nothing is known."""
        path = super().receiver(ref)
        if path is None:
            columns = self.e.columns
            text = columns.ref_qualifier[ref] or columns.ref_receiver[ref]
            written = self.e.strings[text]
            if written[:1] in (b"[", b"("):
                path = parse_bracketed(written)
        if path is not None and path.root and self.e.columns.ref_local[ref]:
            handle = self.e.strings.find(path.root)
            if handle > 0 and self.local(self.e.columns.ref_owner[ref], handle) == ABSENT:
                return None
        return path

    def decide(self, ref: int) -> Decision | None:
        """As everywhere, but a qualifier that means nothing known is not overlooked."""
        columns = self.e.columns
        self._file = columns.ref_file[ref]
        self._message = columns.ref_recv[ref] != RECV_NONE
        owner, name, recv = columns.ref_owner[ref], columns.ref_name[ref], columns.ref_recv[ref]
        bare = recv == RECV_NONE and not columns.ref_qualifier[ref]
        if bare and columns.ref_local[ref] and self.local(owner, name) == ABSENT:
            return NO_TARGET
        found = super().decide(ref)
        if found is None and bare:
            # What is bound to something unknown is no function of that name.
            return NO_TARGET if self.look_up(owner, name) == UNKNOWN else None
        return SPELLED if found is None and columns.ref_qualifier[ref] else found

    def found(self, ref: int, value: Value, evidence: int) -> Decision | None:
        """As everywhere, but a method that is named with its type is none of a derived one's; of methods of one type in
        several files the nearest.
        """
        columns = self.e.columns
        if columns.ref_qualifier[ref]:
            targets, known = self.e.targets(value)
            if not targets:
                return NO_TARGET if known else None
        else:
            decision = super().found(ref, value, evidence)
            if decision is None or not decision[0]:
                return decision
            targets, evidence = list(decision[0]), decision[1]
        one = targets[0]
        if all(columns.kind[t] == KIND_METHOD and columns.scope[t] == columns.scope[one] for t in targets):
            targets = self.nearest(columns.paths[columns.ref_file[ref]], targets)
        return tuple(sorted(set(targets))), evidence
