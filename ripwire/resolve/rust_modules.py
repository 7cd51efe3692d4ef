"""Rust's calls: paths, methods, what dereferencing and the standard library's holders pass on.

Invariant: as in `own_names`. Cost: a decision a group of calls.
"""

from __future__ import annotations

import re

from ripwire.limits import MAX_OVERRIDERS
from ripwire.model.columns import KIND_OTHER, NO_SYMBOL
from ripwire.resolve.evidence import BY_FILE, BY_IMPORT, BY_TYPE
from ripwire.resolve.index import FUNCTIONS, TYPES
from ripwire.resolve.own_names import NO_TARGET, Decision
from ripwire.resolve.rust_types import RustTypes
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    GENERIC,
    INSTANCE,
    MODULE,
    OUTSIDE,
    SELF,
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
    from ripwire.resolve.paths import Path

_ARGS_UNKNOWN = 0xFF
_GENERICS = re.compile(rb"(?:::)?<[^<>]*>")
# Methods of the standard library's holders and of `Clone` that give what the holder is about.
_SAME = frozenset(
    b"unwrap expect unwrap_or unwrap_or_else unwrap_or_default as_ref as_mut as_deref as_deref_mut clone to_owned "
    b"borrow borrow_mut lock read write get_mut take ok ok_or ok_or_else map_err cloned copied by_ref into_inner "
    b"upgrade downgrade get_ref as_pin_mut unwrap_unchecked replace insert get_or_insert_with".split()
)
# Methods of its collections that give an element.
_ELEMENT = frozenset(
    b"pop_front pop_back front_mut back_mut get_mut first_mut last_mut next_back nth swap_remove peek_mut next_if "
    b"get_unchecked get_unchecked_mut".split()
)

# Functions of traits that give an object of the type that they are called on.
_MAKERS = frozenset(b"default from try_from from_str from_iter clone".split())


class RustModules(RustTypes):
    """Calls of one tree's Rust."""

    # --- members ---

    def member(self, one: int, name: int) -> Value | None:
        """A member of a thing, by what it dereferences to where it has none itself."""
        kind, number = kind_of(one), number_of(one)
        columns = self.e.columns
        if kind == MODULE or columns.kind[number] == KIND_OTHER:
            return self.inside(one, name)
        found = self.e.hierarchy.member(number, name)
        if any(kind_of(x) == SELF for x in found):
            found = tuple(sorted({one if kind_of(x) == SELF else x for x in found}))
        if found not in (ABSENT, OUTSIDE):
            return found
        for value in self.dereferenced(number):
            if kind_of(value) == INSTANCE:
                other = self.e.hierarchy.member(number_of(value), name)
                if other not in (ABSENT, OUTSIDE):
                    return other
        return found

    def dereferenced(self, type_: int) -> Value:
        """What `*x` of an object of a type is."""
        handle = self.e.strings.find(b"deref")
        symbols = self.members(type_).get(handle, ()) if handle >= 0 else ()
        values = [self.e.receivers.results(symbol) for symbol in symbols]
        return union(values) if values else UNKNOWN

    def step(self, value: Value, name: bytes, called: bool) -> Value:
        """The attribute of a settled value in a path."""
        if name == b"await":
            return value
        if name.isdigit():
            return self.placed(value, int(name))
        receivers = self.e.receivers
        if len(value) > 1 and name in _SAME:  # a holder of the tree beside what it holds
            return union([self.step((one,), name, called) for one in value])
        found = receivers.attribute(value, name)
        if found and found != OUTSIDE or not value or value == OUTSIDE:
            return found
        if any(kind_of(one) == GENERIC for one in value):
            return receivers.attribute(value, b"pop") if name in _ELEMENT else found
        if all(kind_of(one) == CLASS for one in value) and found == OUTSIDE:  # derived, or made by a macro
            if name not in _MAKERS:
                return UNKNOWN
            value = tuple(sorted(thing(INSTANCE, number_of(one)) for one in value))
        elif name not in _SAME:
            return found
        return (thing(GENERIC, self.e.generic(UNKNOWN, value)),)

    def placed(self, value: Value, place: int) -> Value:
        """A field of a tuple type."""
        e = self.e
        values = []
        for one in value:
            if kind_of(one) in (INSTANCE, CLASS):
                rows = e.index.bindings.get(number_of(one), {}).get(0, ())
                if place < len(rows):
                    found = e.types.value(e.binding_type[rows[place]], e.context_of_row(rows[place]))
                    values.append(self.own(found, number_of(one)))
        values = [found for found in values if found]
        return union(values) if values else UNKNOWN

    def payload(self, symbol: int) -> Value:
        """The first field of a variant."""
        e = self.e
        columns = e.columns
        e.index.table(columns.file[symbol])
        bytes_ = columns.binding_byte
        for row in e.index.bindings.get(columns.parent[symbol], {}).get(0, ()):
            if columns.start[symbol] <= bytes_[row] < columns.end[symbol]:
                return self.own(e.types.value(e.binding_type[row], e.context_of_row(row)), columns.parent[symbol])
        return UNKNOWN

    # --- decisions ---

    def receiver_value(self, ref: int, path: Path, owner: int) -> Value:
        """What a call's receiver is."""
        return self.e.receivers.settle(self.e.receivers.of_path(path, owner))

    def decide(self, ref: int) -> Decision | None:
        """The targets of a call reference and their evidence."""
        columns = self.e.columns
        owner, name = columns.ref_owner[ref], columns.ref_name[ref]
        if columns.ref_qualifier[ref]:
            return self.qualified(ref, owner, name, self.e.strings[columns.ref_qualifier[ref]])
        if columns.ref_local[ref]:
            # A local name of which nothing is known hides what is further out.
            path = self.receiver(ref)
            root = self.e.strings.find(path.root) if path is not None and path.root else name
            if columns.ref_receiver[ref] and path is None:
                return None
            if self.local_value(owner, root) == ABSENT:
                return None if columns.ref_receiver[ref] else NO_TARGET
        return super().decide(ref)

    def unbound(self, ref: int, owner: int, name: int) -> Decision | None:
        """As for all, and nothing where the name may come by `use outside::*`."""
        decision = super().unbound(ref, owner, name)
        columns = self.e.columns
        if decision is None and columns.ref_args[ref] != _ARGS_UNKNOWN:
            module = self.module_of(owner)
            at = owner
            rows = list(self.globs.get(module, ()))
            while at != NO_SYMBOL:
                rows.extend(self.globs.get(~at, ()))
                at = columns.parent[at]
            if any(self.e.solver.ask(("rg", row), self.of_glob, row, module) == OUTSIDE for row in rows):
                return NO_TARGET
        return decision

    def local_value(self, context: int, name: int) -> Value:
        """What the functions around bind a name to."""
        columns = self.e.columns
        at = context
        while at != NO_SYMBOL and columns.kind[at] != KIND_OTHER:
            if columns.kind[at] in FUNCTIONS and (found := self.in_function(at, name)) != ABSENT:
                return found
            at = columns.parent[at]
        return ABSENT

    def qualified(self, ref: int, owner: int, name: int, text: bytes) -> Decision | None:
        """The decision about `path::name()`."""
        e = self.e
        while b"<" in text and (shorter := _GENERICS.sub(b"", text)) != text:
            text = shorter
        first, *rest = text.split(b"::")
        if first == b"Self":
            value = self.self_of(owner, first)
        elif first in (b"crate", b"self", b"super"):
            value, at = self.from_module([first, *rest], self.module_of(owner))
            rest = rest[at - 1 :]
        elif not first and rest:
            value = self.external(self.module_of(owner), rest[0])
            rest = rest[1:]
        else:
            value = self.type_at(owner, first)
            if value == ABSENT:
                return None if rest else self.implemented(ref, owner, name, first)
        for part in rest:
            handle = e.strings.find(part)
            value = self.through(union([self.inside(one, handle) for one in value] or [UNKNOWN]))
        if value == OUTSIDE:
            return NO_TARGET
        value = tuple(one for one in value if kind_of(one) in (CLASS, INSTANCE, MODULE))
        if not value:
            return None
        found = e.receivers.member(value, name)
        if found == ABSENT:
            return NO_TARGET
        in_module = any(kind_of(one) == MODULE or e.columns.kind[number_of(one)] == KIND_OTHER for one in value)
        return self.found(ref, found, BY_IMPORT if in_module else BY_TYPE)

    def found(self, ref: int, value: Value, evidence: int) -> Decision | None:
        """As for all; variants stand for themselves, and `Trait::f` for what its types make of it as well."""
        columns = self.e.columns
        variants = [number_of(one) for one in value if kind_of(one) == VARIABLE and self.is_variant(number_of(one))]
        if variants:
            return tuple(sorted(variants)), evidence
        decision = super().found(ref, value, evidence)
        if decision is not None and columns.ref_qualifier[ref] and decision[0]:
            return tuple(sorted(set(self.e.with_overriders(list(decision[0]))))), decision[1]
        return decision

    def is_variant(self, symbol: int) -> bool:
        """Whether a symbol is a variant of an enumeration."""
        parent = self.e.columns.parent[symbol]
        return parent != NO_SYMBOL and self.e.columns.kind[parent] in TYPES

    def implemented(self, ref: int, owner: int, name: int, trait: bytes) -> Decision | None:
        """`Default::default()`: what implements a trait that nothing binds: here, else in the directory, else alone."""
        self.based()
        columns = self.e.columns
        out: list[int] = []
        for type_ in self._foreign.get(trait, ()):
            out.extend(symbol for symbol in self.members(type_).get(name, ()) if symbol not in out)
        file = columns.file[owner]
        directory = columns.paths[file].rpartition(b"/")[0]
        near = [symbol for symbol in out if columns.file[symbol] == file]
        near = near or [s for s in out if columns.paths[columns.file[s]].rpartition(b"/")[0] == directory]
        out = near or out
        if not out or len(out) > (MAX_OVERRIDERS if near else 1):
            return None
        return tuple(sorted(out)), BY_FILE if columns.file[out[0]] == file else BY_IMPORT


__all__ = ["RustModules"]
