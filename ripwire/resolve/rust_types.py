"""Rust's types: paths and type parameters in types, impl blocks wherever they stand, traits and what implements them.

Invariant: impl blocks are matched by the names of their modules alone. Cost: a pass over the family's symbols and one
over its base rows, each when first asked for.
"""

from __future__ import annotations

from bisect import bisect_left

from ripwire.limits import MAX_MEANINGS
from ripwire.model.codes import BIND_BOUND
from ripwire.model.columns import KIND_IFACE, KIND_OTHER, NO_SYMBOL
from ripwire.resolve.index import FUNCTIONS, TYPES
from ripwire.resolve.policy import HOLDERS
from ripwire.resolve.rust_scopes import RustScopes
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import (
    CLASS,
    EXTERNAL,
    INSTANCE,
    MODULE,
    OUTSIDE,
    UNKNOWN,
    Value,
    kind_of,
    number_of,
    thing,
    union,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.index import Names
    from ripwire.resolve.paths import Step

    Made = TypeVar("Made")

_MARK = bytes([4])  # the role of what names a base

class RustTypes(RustScopes):
    """Types of one tree's Rust."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self._impls: dict[int, Names] | None = None
        self._bounds: dict[tuple[int, int], list[int]] = {}
        self._impl_types: dict[tuple[int, bytes], int] = {}
        self._by_name: dict[tuple[int, bytes], list[int]] | None = None
        self._bases: dict[int, tuple[list[int], bool]] | None = None
        self._foreign: dict[bytes, list[int]] = {}  # name of a trait outside of the tree -> types that implement it

    def root(self, name: bytes, steps: tuple[Step, ...], context: int) -> tuple[Value, tuple[Step, ...]]:
        """The value of the name that a path begins with, and the steps that are left."""
        if name in (b"crate", b"super"):
            parts = [name]
            for kind, text in steps:
                if kind or text != b"super":
                    break
                parts.append(text)
            return self.from_module(parts, self.module_of(context))[0], steps[len(parts) - 1 :]
        handle = self.e.strings.find(name)
        found = self.look_up(context, handle) if handle >= 0 else ABSENT
        if found and found != ABSENT:
            return self.through(found), steps
        value = self.type_at(context, name)
        return UNKNOWN if value == ABSENT else value, steps

    def type_at(self, context: int, name: bytes) -> Value:
        """What a name means before `::`: a type, a module, a type parameter, a crate; ABSENT without."""
        return self.e.solver.ask(("rt", context, name), self._type_at, context, name)

    def _type_at(self, context: int, name: bytes) -> Value:
        e = self.e
        bound = self.bound(context, name)
        if bound is not None:
            return bound
        handle = e.strings.find(name)
        columns = e.columns
        at = context
        while at >= 0 and at != NO_SYMBOL and handle >= 0:
            if columns.kind[at] in FUNCTIONS:
                found = self.function_items(at, handle)
                kept = _with_inside(found)
                if kept and kept != OUTSIDE:
                    return self.through(kept)
            elif columns.kind[at] == KIND_OTHER:
                break
            at = columns.parent[at]
        module = self.module_of(context)
        found = self.in_module(module, handle) if handle >= 0 else ABSENT
        kept = _with_inside(found)
        if kept:
            return self.through(kept)
        outer = self.external(module, name)
        if outer != OUTSIDE:
            return outer
        if found == UNKNOWN:
            return UNKNOWN
        return OUTSIDE if self.crates.is_foreign(self.crates.file_of(module), name) else ABSENT

    def through(self, value: Value) -> Value:
        """Type aliases replaced by what they stand for."""
        kinds = self.e.columns.kind
        if any(kind_of(one) == CLASS and kinds[number_of(one)] != KIND_OTHER for one in value):
            return self.e.types._through_alias(value)
        return value

    # --- types ---

    def bound(self, context: int, name: bytes) -> Value | None:
        """The traits that a type parameter is bound by; None where a name is none."""
        e = self.e
        handle = e.strings.find(name)
        if context < 0 or handle < 0:
            return None
        columns, flags = e.columns, e.binding_flags
        at = context
        while at != NO_SYMBOL and columns.kind[at] != KIND_OTHER:
            rows = [row for row in e.index.bindings.get(at, {}).get(handle, ()) if flags[row] & BIND_BOUND]
            parent = columns.parent[at]
            if not rows and columns.scope[at] and self.is_apart(at):
                around = ~columns.file[at] if parent == NO_SYMBOL else parent
                rows = self._block_bounds(around, handle, columns.file[at], columns.start[at])
            if rows and columns.kind[at] in TYPES and all(e.binding_type[row] == handle for row in rows):
                # Most types leave the bounds to their impl blocks.
                rows = self._any_bounds(~columns.file[at] if parent == NO_SYMBOL else parent, handle) or rows
            if rows:
                values = [
                    e.types.value(e.binding_type[row], context) for row in rows if e.binding_type[row] != handle
                ]
                values = [value for value in values if value]
                return union(values) if values else OUTSIDE
            at = parent
        return None

    def _bounds_beside(self, context: int, name: int) -> list[int]:
        """Rows of type parameters of a name that belong to the impl blocks of a context, in the order of writing."""
        found = self._bounds.get((context, name))
        if found is None:
            e = self.e
            table = e.index.table(~context).bindings if context < 0 else e.index.bindings.get(context, {})
            found = [row for row in table.get(name, ()) if e.binding_flags[row] & BIND_BOUND]
            self._bounds[context, name] = found
        return found

    def _any_bounds(self, context: int, name: int) -> list[int]:
        """One row of each bound that the impl blocks of a context give a type parameter; none where there are many."""
        key = (context, -name)
        found = self._bounds.get(key)
        if found is None:
            texts = self.e.binding_type
            found = list({texts[row]: row for row in self._bounds_beside(context, name)}.values())
            self._bounds[key] = found = found if len(found) <= MAX_MEANINGS else []
        return found

    def _block_bounds(self, context: int, name: int, file: int, byte: int) -> list[int]:
        """Of a type parameter's rows those of the last impl block whose head begins before a byte of a file."""
        columns = self.e.columns
        rows = self._bounds_beside(context, name)
        bytes_, starts = columns.binding_byte, columns.start
        last = bisect_left(rows, byte, key=bytes_.__getitem__)
        if not last:
            return []
        first = columns.file_first_symbol[file]
        at = bisect_left(starts, bytes_[rows[last - 1]], first, columns.file_first_symbol[file + 1]) - 1
        edge = starts[at] if at >= first else -1  # what began before the block
        at = last
        while at and bytes_[rows[at - 1]] > edge:
            at -= 1
        return rows[at:last]

    def named(self, dotted: bytes, context: int) -> Value:
        """What a path means as a type."""
        first, *rest = dotted.split(b".")
        if first == b"Self":
            holder = self.holder(context) if context >= 0 else NO_SYMBOL
            if holder == NO_SYMBOL or len(rest) > 1:
                return OUTSIDE
            value: Value = (thing(CLASS, holder),)
            if rest:
                handle = self.e.strings.find(rest[0])
                symbols = [s for s in self.members(holder).get(handle, ()) if self.e.columns.kind[s] in TYPES]
                if not symbols:
                    return OUTSIDE
                value = self.e.types._through_alias(tuple(sorted(thing(CLASS, s) for s in symbols)))
            return value
        if first in (b"crate", b"super", b"self"):
            value, at = self.from_module([first, *rest], self.module_of(context))
            rest = rest[at - 1 :]
        else:
            value = self.type_at(context, first)
            if value == ABSENT:
                return OUTSIDE
        for part in rest:
            value = union([self.inside(one, self.e.strings.find(part)) for one in value] or [UNKNOWN])
        if not value:
            return UNKNOWN  # of the tree, made by a macro
        value = tuple(one for one in value if kind_of(one) in (CLASS, INSTANCE))
        value = tuple(one for one in value if self.e.columns.kind[number_of(one)] in TYPES)
        if not value:
            return OUTSIDE
        if len(value) == 1 and kind_of(value[0]) == CLASS:
            symbol = number_of(value[0])
            if self.e.columns.name_of(symbol) in HOLDERS and self.e.alias_rows(symbol):
                return OUTSIDE  # a shorter name for the standard library's `Result`: by its arguments
        return self.through(value)

    def self_of(self, context: int, word: bytes) -> Value:
        """What `self` and `Self` mean."""
        holder = self.holder(context) if context >= 0 else NO_SYMBOL
        return UNKNOWN if holder == NO_SYMBOL else (thing(INSTANCE, holder),)

    def holder(self, symbol: int) -> int:
        """The type of the impl block or trait around a symbol."""
        columns = self.e.columns
        at = symbol
        while at != NO_SYMBOL:
            kind = columns.kind[at]
            if kind in TYPES and not (columns.scope[at] and self.is_apart(at)):
                return at
            if columns.scope[at] and self.is_apart(at):
                return self.impl_type(at)
            at = columns.parent[at]
        return NO_SYMBOL

    def impl_type(self, symbol: int) -> int:
        """The type of the impl block that an item stands in."""
        columns = self.e.columns
        parent = columns.parent[symbol]
        context = ~columns.file[symbol] if parent == NO_SYMBOL else parent
        return self.type_named(context, columns.scope_of(symbol).rpartition(b"::")[2])

    def type_named(self, context: int, name: bytes) -> int:
        """The type that an impl block of a context names, NO_SYMBOL when it is not in the tree."""
        key = (context, name)
        found = self._impl_types.get(key)
        if found is None:
            found = self._impl_types[key] = self.alone(self._type_named, context, name)
        return found

    def alone(self, make: Callable[..., Made], *arguments: Any) -> Made:
        """The result of a question that leans on none of those that are being asked: it is the same at any time."""
        solver = self.e.solver
        saved = solver.open, solver.low, solver.steps
        solver.open = {}
        solver.begin()
        try:
            return make(*arguments)
        finally:
            solver.open, solver.low, solver.steps = saved

    def _type_named(self, context: int, name: bytes) -> int:
        columns = self.e.columns
        value = self.type_at(context, name)
        if value != ABSENT:
            inside = [
                number_of(one) for one in value
                if kind_of(one) in (CLASS, INSTANCE) and columns.kind[number_of(one)] in TYPES
            ]  # fmt: skip
            return inside[0] if inside else NO_SYMBOL
        found = self._alone(context, name)  # the block may have named it by a path
        return found[0] if len(found) == 1 else NO_SYMBOL

    def _by_path(self, context: int, name: bytes) -> Value:
        """The trait that `impl path::Trait for X` names, of which only the name is known: the crate's only one."""
        if self.type_at(context, name) != ABSENT or self.takes_foreign(self.module_of(context)):
            return OUTSIDE
        found = self._alone(context, name)
        if len(found) != 1 or self.e.columns.kind[found[0]] != KIND_IFACE:
            return OUTSIDE
        return (thing(CLASS, found[0]),)

    def _alone(self, context: int, name: bytes) -> list[int]:
        """The types of a name in a context's crate."""
        columns = self.e.columns
        if self._by_name is None:
            self._by_name = {}
            for file in self.files:
                crate = self.crates.root(thing(MODULE, file))
                first, last = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
                for symbol, kind in enumerate(columns.kind[first:last], first):
                    if kind in TYPES and not self.is_apart(symbol):
                        self._by_name.setdefault((crate, columns.name_of(symbol)), []).append(symbol)
        return self._by_name.get((self.crates.root(self.module_of(context)), name), [])

    def members(self, type_: int) -> Names:
        """What stands in a type and in its impl blocks."""
        own = self.e.index.members.get(type_, {})
        if self.e.columns.kind[type_] == KIND_OTHER:
            return own
        if self._impls is None:
            self._impls = {}  # as in `based`
            self._impls = self.alone(self._match_impls)
        apart = self._impls.get(type_)
        if not own or not apart:
            return apart or own
        found = self._members.get(type_)
        if found is None:
            found = self._members[type_] = {name: list(symbols) for name, symbols in own.items()}
            for name, symbols in apart.items():
                found.setdefault(name, []).extend(symbols)
        return found

    def _match_impls(self) -> dict[int, Names]:
        """Items of impl blocks by type."""
        columns = self.e.columns
        out: dict[int, Names] = {}
        for file in self.files:
            first, last = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
            scopes, parents, names = columns.scope[first:last], columns.parent[first:last], columns.name[first:last]
            for symbol, scope, parent, name in zip(range(first, last), scopes, parents, names, strict=True):
                if not scope or parent != NO_SYMBOL and columns.kind[parent] in TYPES or not self.is_apart(symbol):
                    continue
                type_ = self.impl_type(symbol)
                if type_ != NO_SYMBOL:
                    out.setdefault(type_, {}).setdefault(name, []).append(symbol)
        return out

    # --- traits ---

    def based(self) -> dict[int, tuple[list[int], bool]]:
        """The traits of each type and trait, and whether some are outside of the tree."""
        if self._bases is None:
            self._bases = {}  # nobody's, for who asks while they are matched
            self._bases = self.alone(self._match_traits)
        return self._bases

    def bases(self, type_: int) -> tuple[list[int], bool]:
        """The traits that a type implements or a trait requires."""
        return self.based().get(type_, ([], False))

    def _match_traits(self) -> dict[int, tuple[list[int], bool]]:
        columns, strings = self.e.columns, self.e.strings
        lists: dict[int, dict[int, None]] = {}  # as sets that keep their order
        open_: set[int] = set()
        files = set(self.files)
        roles = columns.ref_role.tobytes()
        row = -1
        while (row := roles.find(_MARK, row + 1)) >= 0:
            file = columns.ref_file[row]
            if file not in files:
                continue
            self.e.solver.begin()
            owner, gains = columns.ref_owner[row], strings[columns.ref_qualifier[row]]
            context = ~file if owner == NO_SYMBOL else owner
            name = strings[columns.ref_name[row]]
            if gains:
                receivers = self._blanket(row, context, columns.ref_qualifier[row])
                if receivers is not None:
                    value = self.named(name, context)
                    traits = [number_of(one) for one in value if kind_of(one) in (CLASS, INSTANCE)]
                    for one in receivers:
                        if kind_of(one) in (CLASS, INSTANCE):
                            line = lists.setdefault(number_of(one), {})
                            line.update((t, None) for t in traits if t != number_of(one))
                    continue
                type_ = self.type_named(context, gains.rpartition(b"::")[2])
            elif owner != NO_SYMBOL and columns.kind[owner] in TYPES:
                type_ = owner
            else:
                continue
            if type_ == NO_SYMBOL:
                continue
            found = self.named(name, context)
            if found == OUTSIDE and gains:
                found = self._by_path(context, name)
            traits = [number_of(one) for one in found if kind_of(one) in (CLASS, INSTANCE)]
            if not traits:
                open_.add(type_)
                if gains:
                    self._foreign.setdefault(name, []).append(type_)
            line = lists.setdefault(type_, {})
            line.update((trait, None) for trait in traits if trait != type_)
        return {type_: (list(line), type_ in open_) for type_, line in lists.items()}

    def _blanket(self, row: int, context: int, name: int) -> Value | None:
        """What `impl<T: A> B for T` is for: the bounds of the type parameter; None where the name is none."""
        e = self.e
        columns = e.columns
        file, place = columns.ref_file[row], columns.ref_byte[row]
        rows = self._block_bounds(context, name, file, place)
        if not rows:
            return None
        at = bisect_left(
            columns.start, columns.binding_byte[rows[-1]],
            columns.file_first_symbol[file], columns.file_first_symbol[file + 1],
        )  # fmt: skip
        if at < columns.file_first_symbol[file + 1] and columns.start[at] < place:
            return None  # an earlier block's
        values = [e.types.value(e.binding_type[r], context) for r in rows if e.binding_type[r] != name]
        values = [value for value in values if value]
        return union(values) if values else OUTSIDE


def _with_inside(value: Value) -> Value:
    """Of what a name means that which has names inside."""
    return tuple(one for one in value if kind_of(one) in (CLASS, MODULE, EXTERNAL)) if value != ABSENT else ()


__all__ = ["RustTypes"]
