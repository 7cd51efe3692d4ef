"""Decisions for languages whose types are all declared (Java, Kotlin, C#), on the names of `typed_scopes`.

Purpose: a receiver's type is declared, so what it does not have is no target; constructors, `this(...)`, extension
methods, those that are only declared and their definitions in derived types.
Invariant: targets of the caller's own language come before those of a sibling, whatever else is known.
Cost: a decision a group of references.
"""

from __future__ import annotations

from ripwire.limits import MAX_DERIVED, MAX_OVERRIDERS
from ripwire.model.codes import RECV_NONE, RECV_SUPER, RECV_THIS
from ripwire.model.columns import KIND_IFACE, KIND_METHOD, NO_SYMBOL
from ripwire.resolve.engine import SPELLED
from ripwire.resolve.evidence import BY_FILE, BY_IMPORT, BY_SELF, BY_TYPE
from ripwire.resolve.index import FUNCTIONS, TYPES
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.typed_scopes import CALLED, NOTHING_KNOWN, VALUE, TypedScopes
from ripwire.resolve.values import (
    CLASS,
    FUNCTION,
    GENERIC,
    INSTANCE,
    OUTSIDE,
    PACKAGE,
    SELF,
    SUPER,
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
    from ripwire.resolve.paths import Path

    Decision = tuple[tuple[int, ...], int]

_NONE: Decision = ((), 0)


class TypedNames(TypedScopes):
    """A finder that decides."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self._derived_from: dict[tuple[int, int], list[int]] = {}

    # --- what a language says ---

    def extensions(self, context: int, value: Value, name: int) -> list[int]:
        """The extension methods of a name that fit a receiver and are in scope."""
        return []

    def fitting(self, value: Value, name: int) -> list[int]:
        """The extension methods of a name, in scope or not, whose receiver is of a value's types in the tree."""
        return []

    def constructors(self, type_: int) -> list[int]:
        """What making an object of a type calls."""
        return []

    def delegated(self, name: bytes) -> int:
        """1 for a constructor's call of another of its own type, 2 for that of its base's, else 0."""
        return 0

    def calls_values(self, file: int) -> bool:
        """Whether what a variable holds may be called by the variable's name."""
        return True

    def casts(self, file: int) -> bool:
        """Whether a test gives a variable a derived type that nothing else says."""
        return False

    def foreign(self, file: int) -> bool:
        """Whether names that nothing binds may come from outside of the tree."""
        return False

    def unbound(self, owner: int) -> Decision | None:
        """The decision about a bare call of a name that nothing binds."""
        return None

    def unbound_type(self, file: int) -> Decision | None:
        """The decision about a call on a type that nothing binds."""
        return _NONE if self.foreign(file) else SPELLED

    def path(self, text: int) -> Path | None:
        """The path of a receiver's text."""
        return self.e.receivers.path(text)

    # --- objects ---

    def begin(self, context: int, name: int, called: bool) -> Value:
        """What the name that a path begins with means."""
        if not called:
            return self.at(context, name, VALUE)
        found = self.at(context, name, CALLED)
        if found in NOTHING_KNOWN:
            held = self.at(context, name, VALUE)
            if held not in NOTHING_KNOWN:
                return held
        return self.given(found)

    def self_of(self, context: int, word: bytes) -> Value:
        """What `this` means in a context; in an anonymous class an object of its base."""
        if context < 0:
            return UNKNOWN
        method = self._method(context)
        if method != NO_SYMBOL:
            bases = self.anonymous(self.e.columns.parent[method])
            return tuple(sorted(thing(INSTANCE, base) for base in bases)) or OUTSIDE
        holder = self.e.holder(context)
        return UNKNOWN if holder == NO_SYMBOL else (thing(INSTANCE, holder),)

    def super_of(self, context: int) -> Value:
        """What a word for the bases means in a context."""
        if context < 0:
            return UNKNOWN
        if self._method(context) != NO_SYMBOL:
            return self.self_of(context, b"")
        holder = self.e.holder(context)
        return UNKNOWN if holder == NO_SYMBOL else (thing(SUPER, holder),)

    def _method(self, context: int) -> int:
        """The method of an anonymous class that a context is or stands in, NO_SYMBOL for none."""
        columns = self.e.columns
        at = context
        while at != NO_SYMBOL and columns.kind[at] not in TYPES:
            parent = columns.parent[at]
            if columns.kind[at] == KIND_METHOD and parent != NO_SYMBOL and columns.kind[parent] in FUNCTIONS:
                return at
            at = parent
        return NO_SYMBOL

    def step(self, value: Value, name: bytes, called: bool) -> Value:
        """The attribute of a settled value in a path."""
        if name == b"this":
            return tuple(sorted(thing(INSTANCE, number_of(one)) for one in value if kind_of(one) == CLASS))
        if name == b"super":
            return tuple(sorted(thing(SUPER, number_of(one)) for one in value if kind_of(one) == CLASS))
        if name == b"class":
            return OUTSIDE
        handle = self.e.strings.find(name)
        found = self.of_things(value, handle, CALLED if called else VALUE) if handle >= 0 else OUTSIDE
        if called and found in NOTHING_KNOWN and handle >= 0:
            held = self.of_things(value, handle, VALUE)
            if held not in NOTHING_KNOWN:
                return held
        if called and found in (ABSENT, OUTSIDE) and handle >= 0 and (some := self.fitting(value, handle)):
            return tuple(sorted(thing(FUNCTION, symbol) for symbol in some))
        if found == OUTSIDE and any(kind_of(one) == GENERIC for one in value):
            return self.e.receivers._of_holder(value, name) or OUTSIDE
        if called:
            return self.given(found)
        return UNKNOWN if found == ABSENT else found

    def given(self, value: Value) -> Value:
        """A value that is called, where variables (a record's components) give what they hold."""
        if value == ABSENT:
            return UNKNOWN
        if not any(kind_of(one) == VARIABLE for one in value):
            return value
        out: list[Value] = []
        for one in value:
            if kind_of(one) == VARIABLE:
                out.append((thing(GENERIC, self.e.generic(UNKNOWN, self.held(number_of(one)))),))
            else:
                out.append((one,))
        return union(out)

    def member(self, one: int, name: int) -> Value | None:
        """The method of one thing."""
        if kind_of(one) in (INSTANCE, CLASS, SUPER, PACKAGE):
            return self.of_things((one,), name, CALLED)
        return None

    def of_things(self, value: Value, name: int, want: int) -> Value:
        """The member of a settled value; ABSENT where none of its things has one."""
        values: list[Value] = []
        for one in value:
            kind, number = kind_of(one), number_of(one)
            if kind in (INSTANCE, CLASS):
                found = self.of_type(number, name, want)
                if any(kind_of(x) == SELF for x in found):
                    found = tuple(sorted({one if kind_of(x) == SELF else x for x in found}))
            elif kind == SUPER:
                found = self.of_type(number, name, want, 1)
            elif kind == PACKAGE:
                found = self.in_space(number, self.e.strings[name], want)
                found = OUTSIDE if found == ABSENT else found
            else:
                found = self.of_other(one, name, want)
            if found != ABSENT:
                values.append(found)
        return union(values) if values else ABSENT

    def of_other(self, one: int, name: int, want: int) -> Value:
        """The member of a thing that is neither object, type nor name space."""
        return OUTSIDE

    # --- decisions ---

    def decide(self, ref: int) -> Decision | None:
        """The targets of a call reference and their evidence; no targets: none in the tree; None: nothing is known."""
        e = self.e
        columns = e.columns
        owner, name, recv = columns.ref_owner[ref], columns.ref_name[ref], columns.ref_recv[ref]
        delegated = self.delegated(e.strings[name])
        if delegated and (recv in (RECV_THIS, RECV_SUPER) or recv == RECV_NONE and not columns.ref_qualifier[ref]):
            return self._delegated(ref, owner, delegated)
        if recv == RECV_NONE and not columns.ref_qualifier[ref]:
            return self._bare(ref, owner, name)
        evidence = BY_TYPE
        if recv == RECV_THIS and not columns.ref_qualifier[ref]:
            method = self._method(owner)
            if method != NO_SYMBOL:
                found = self._in_function(columns.parent[method], method, name, CALLED)
                if found != ABSENT:
                    return self.found(ref, found, BY_SELF)
            receiver = self.self_of(owner, b"this")
            evidence = BY_SELF
        elif recv == RECV_SUPER:
            receiver = self.super_of(owner)
        else:
            before = columns.ref_qualifier[ref] or columns.ref_receiver[ref]
            path = self.path(before) if before else None
            if path is None:
                return None
            if columns.ref_local[ref] and path.root and not self.is_bound(owner, path.root):
                receiver = UNKNOWN
            else:
                receiver = e.receivers.settle(e.receivers.of_path(path, owner))
            if not receiver and path.root and not columns.ref_local[ref] and path.root[:1].isupper():
                handle = e.strings.find(path.root)
                if handle < 0 or self.at(owner, handle, VALUE) in (ABSENT, OUTSIDE):
                    # A type that nothing binds: the language's own, or one that a star import brings from outside.
                    some = self.extensions(owner, OUTSIDE, name)
                    if some:
                        return self._chosen(ref, some, BY_IMPORT)
                    return self.unbound_type(columns.ref_file[ref])
        if not receiver:
            some = self.extensions(owner, UNKNOWN, name)
            return self._chosen(ref, some, BY_IMPORT) if some else None
        found = self.of_things(receiver, name, CALLED)
        if found in (ABSENT, OUTSIDE):
            some = self.extensions(owner, receiver, name)
            if some:
                return self._chosen(ref, some, BY_IMPORT)
            if found == ABSENT and self.casts(columns.ref_file[ref]):
                below = self._in_derived(receiver, name, self.language(columns.ref_file[ref]))
                if below != ABSENT:
                    return self.found(ref, below, evidence)
            if self.calls_values(columns.ref_file[ref]):
                held = self.of_things(receiver, name, VALUE)
                return self.found(ref, held, evidence) or _NONE if held not in NOTHING_KNOWN else _NONE
            return _NONE
        return self.found(ref, found, evidence)

    def _in_derived(self, value: Value, name: int, language: int) -> Value:
        """The method in the types derived from those of objects; ABSENT for none."""
        values = [
            found
            for one in value
            if kind_of(one) == INSTANCE
            for type_ in self.derived_from(number_of(one), language)
            for symbols in (self.members(type_).get(name),)
            if symbols and (found := self.of_symbols(symbols, CALLED)) != ABSENT
        ]
        return union(values) if values else ABSENT

    def _bare(self, ref: int, owner: int, name: int) -> Decision | None:
        e = self.e
        local = e.columns.ref_local[ref]
        found = self.at(owner, name, CALLED)
        if (local or found in NOTHING_KNOWN) and self.calls_values(e.columns.ref_file[ref]):
            held = UNKNOWN if local and not self.is_bound(owner, e.strings[name]) else self.at(owner, name, VALUE)
            if held not in NOTHING_KNOWN and (decision := self.found(ref, held, BY_FILE)) and decision[0]:
                return decision
        if found in (ABSENT, OUTSIDE):
            other = self.other_name(owner, name)
            if other != ABSENT:
                return self.found(ref, other, BY_FILE)
        if found == ABSENT:
            if local or e.strings[name] in e.policy(e.columns.ref_file[ref]).builtins:
                return _NONE
            return _NONE if self.foreign(e.columns.ref_file[ref]) else self.unbound(owner)
        return self.found(ref, found, BY_FILE)

    def other_name(self, owner: int, name: int) -> Value:
        """What a bare call of a name means under another one; ABSENT for nothing."""
        return ABSENT

    def _delegated(self, ref: int, owner: int, sort: int) -> Decision | None:
        """A constructor's call of another one."""
        e = self.e
        holder = e.holder(owner)
        if holder == NO_SYMBOL:
            return None
        out: list[int] = []
        if sort == 1:
            out = self.constructed(holder)
        else:
            for base in e.hierarchy.bases(holder)[0]:
                if e.columns.kind[base] != KIND_IFACE:
                    out.extend(self.constructed(base))
        return self._chosen(ref, out, BY_TYPE) if out else _NONE

    def constructed(self, type_: int) -> list[int]:
        """What making an object of a type calls: its constructors, or the type where it declares none."""
        return self.constructors(type_) or self.parts(type_)[:1]

    def targets(self, value: Value) -> list[int]:
        """The definitions that calling a value calls."""
        e = self.e
        out: list[int] = []
        for one in value:
            kind, number = kind_of(one), number_of(one)
            if kind == FUNCTION:
                out.append(number)
            elif kind == CLASS:
                if e.columns.kind[number] in TYPES:
                    out.extend(self.constructed(number))
            elif kind == VARIABLE:
                out.append(number)
            elif kind == INSTANCE:
                method = e.call_method(number)
                found = self.of_type(number, method, CALLED) if method >= 0 else ABSENT
                out.extend(number_of(x) for x in found if found != ABSENT and kind_of(x) == FUNCTION)
        return out

    def found(self, ref: int, value: Value, evidence: int) -> Decision | None:
        """The decision for what a call's name stands for."""
        if not value:
            return None
        out = self.targets(value)
        if not out:
            return _NONE
        if self.e.columns.ref_recv[ref] != RECV_SUPER:
            out = self.with_overriders(out, self.language(self.e.columns.ref_file[ref]))
        return self._chosen(ref, out, evidence)

    def _chosen(self, ref: int, out: list[int], evidence: int) -> Decision:
        """A decision for these targets: those of the caller's own language where there are some."""
        columns = self.e.columns
        file = columns.ref_file[ref]
        language = self.language(file)
        own = [target for target in out if self.language(columns.file[target]) == language]
        out = own or out
        if evidence == BY_FILE and any(columns.file[target] != file for target in out):
            evidence = BY_IMPORT
        return tuple(sorted(set(out))), evidence

    def with_overriders(self, methods: list[int], language: int) -> list[int]:
        """Methods, and for those that are only declared the definitions in derived types that a call may run.

        All of the caller's language, so that what a sibling declares gives it no edge among its own.
        """
        out = list(methods)
        columns = self.e.columns
        for method in methods:
            if self.e.is_abstract(method) and self.language(columns.file[method]) == language:
                name, params = columns.name[method], columns.params[method]
                found: list[int] = []
                for type_ in self.derived_from(self.e.holder(method), language):
                    found.extend(s for s in self.members(type_).get(name, ()) if columns.params[s] == params)
                if len(found) <= MAX_OVERRIDERS:
                    out.extend(found)
                else:
                    self.e.wide = True
        return out

    def derived_from(self, type_: int, language: int) -> list[int]:
        """The types derived from one that are of a language, through such types, nearest first."""
        key = (type_, language)
        out = self._derived_from.get(key)
        if out is None:
            files = self.e.columns.file
            out = []
            seen = {type_}
            queue = [type_]
            for one in queue:
                for other in self.e.hierarchy.derived(one):
                    if other not in seen and len(out) < MAX_DERIVED and self.language(files[other]) == language:
                        seen.add(other)
                        out.append(other)
                        queue.append(other)
            self._derived_from[key] = out
        return out
