"""Decisions for languages whose names and members follow rules of their own (PHP, Ruby, Lua, GDScript).

Purpose: the skeleton of `Engine.decide` with every question about a name asked of the language's finder.
Invariant: as in `engine`: no targets where the tree has none, None where nothing is known.
Cost: a decision a group of references.
"""

from __future__ import annotations

from ripwire.limits import MAX_DERIVED
from ripwire.model.codes import RECV_NONE, RECV_SUPER, RECV_THIS
from ripwire.model.columns import KIND_METHOD, NO_SYMBOL
from ripwire.resolve.evidence import BY_FILE, BY_IMPORT, BY_SELF, BY_TYPE
from ripwire.resolve.finders import Joined
from ripwire.resolve.index import FUNCTIONS, TYPES
from ripwire.resolve.paths import ITEM
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import CLASS, INSTANCE, OUTSIDE, SELF, UNKNOWN, VARIABLE, Value, kind_of, number_of, thing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.resolve.paths import Path

Decision = tuple[tuple[int, ...], int]

NO_TARGET: Decision = ((), 0)


class OwnNames(Joined):
    """A finder that decides.

    open_self   an object may have methods that no source declares
    """

    open_self = True

    def file_of(self, context: int) -> int:
        """The file of a context."""
        return ~context if context < 0 else self.e.columns.file[context]

    def receiver(self, ref: int) -> Path | None:
        """The path before a call's name."""
        columns = self.e.columns
        text = columns.ref_qualifier[ref] or columns.ref_receiver[ref]
        return self.e.receivers.path(text) if text else None

    def receiver_value(self, ref: int, path: Path, owner: int) -> Value:
        """What a call's receiver is; an element of something outside of the tree may be anything."""
        value = self.e.receivers.settle(self.e.receivers.of_path(path, owner))
        return UNKNOWN if value == OUTSIDE and any(kind == ITEM for kind, _ in path.steps) else value

    def decide(self, ref: int) -> Decision | None:
        """The targets of a call reference and their evidence."""
        e = self.e
        columns = e.columns
        owner, name, recv = columns.ref_owner[ref], columns.ref_name[ref], columns.ref_recv[ref]
        evidence = BY_TYPE
        if recv == RECV_NONE and not columns.ref_qualifier[ref]:
            value = self.look_up(owner, name)
            if value == ABSENT:
                return self.unbound(ref, owner, name)
            return self.found(ref, value, BY_FILE)
        if recv == RECV_THIS and not columns.ref_qualifier[ref]:
            value = self.self_of(owner, e.strings[columns.ref_receiver[ref]])
            evidence = BY_SELF
        elif recv == RECV_SUPER:
            value = self.super_of(owner)
        else:
            path = self.receiver(ref)
            if path is None:
                return None
            if columns.ref_local[ref] and path.root and self.local(owner, e.strings.find(path.root)) == ABSENT:
                return None
            value = self.receiver_value(ref, path, owner)
            if value == OUTSIDE:
                return NO_TARGET
        if not value:
            return None
        member = e.receivers.member(value, name)
        if evidence == BY_SELF and member in (ABSENT, OUTSIDE):
            below = self.in_derived(value, name)
            if below == ABSENT:
                return None if member == ABSENT and self.open_self else NO_TARGET
            member = below
        if member == ABSENT:
            return self.missing(value)
        return self.found(ref, member, evidence)

    def missing(self, value: Value) -> Decision | None:
        """The decision about a member that a receiver's type, all of it in the tree, does not have."""
        return NO_TARGET

    def unbound(self, ref: int, owner: int, name: int) -> Decision | None:
        """The decision about a bare call of a name that nothing binds."""
        builtins = self.e.policy(self.e.columns.file[owner]).builtins
        return NO_TARGET if self.e.columns.ref_local[ref] or self.e.strings[name] in builtins else None

    def in_derived(self, value: Value, name: int) -> Value:
        """What the types derived from those of an object call so; ABSENT without."""
        for one in value:
            if kind_of(one) in (INSTANCE, CLASS):
                found = self.e.hierarchy.in_derived(number_of(one), name, MAX_DERIVED)
                if found != ABSENT:
                    return found
        return ABSENT

    def found(self, ref: int, value: Value, evidence: int) -> Decision | None:
        """The decision for what a call's name stands for."""
        e = self.e
        columns = e.columns
        if not value:
            return None
        value = tuple(one for one in value if kind_of(one) != VARIABLE) or self.held(value)
        out, known = e.targets(value)
        if not out:
            return NO_TARGET if known else None
        if columns.ref_recv[ref] not in (RECV_NONE, RECV_SUPER):
            out = e.with_overriders(out)
        file = columns.ref_file[ref]
        if evidence == BY_FILE and any(columns.file[target] != file for target in out):
            evidence = BY_IMPORT
        return tuple(sorted(set(out))), evidence

    def held(self, value: Value) -> Value:
        """What variables hold."""
        return self.e.receivers.settle(value)

    # --- what the finders share ---

    def objects(self, value: Value, type_: int) -> Value:
        """A value with the object itself replaced by one of a type."""
        if not any(kind_of(one) == SELF for one in value):
            return value
        rest = {one for one in value if kind_of(one) != SELF}
        return tuple(sorted(rest | {thing(INSTANCE, type_)} if type_ != NO_SYMBOL else rest))

    def nearest(self, path: bytes, symbols: list[int]) -> list[int]:
        """Those whose file shares the longest way with a path, and of them the highest."""
        here = path.split(b"/")[:-1]
        scores = []
        for symbol in symbols:
            there = self.e.columns.path_of(symbol).split(b"/")[:-1]
            n = 0
            for a, b in zip(here, there, strict=False):
                if a != b:
                    break
                n += 1
            scores.append((n, -len(there)))
        best = max(scores)
        return [symbol for score, symbol in zip(scores, symbols, strict=True) if score == best]

    def method_around(self, context: int) -> int:
        """The innermost method that a symbol is or stands in, else the outermost function, NO_SYMBOL for none."""
        columns = self.e.columns
        at, found = context, NO_SYMBOL
        while at >= 0 and at != NO_SYMBOL and columns.kind[at] not in TYPES:
            if columns.kind[at] == KIND_METHOD:
                return at
            if columns.kind[at] in FUNCTIONS:
                found = at
            at = columns.parent[at]
        return found

    def local(self, context: int, name: int) -> Value:
        """What the functions around bind a name to; ABSENT without."""
        columns = self.e.columns
        at = context
        while at >= 0 and at != NO_SYMBOL:
            if columns.kind[at] in FUNCTIONS:
                found = self.e.scopes.in_function(at, name)
                if found != ABSENT:
                    return self.objects(found, self.e.holder(at))
            elif columns.kind[at] in TYPES:
                break
            at = columns.parent[at]
        return ABSENT


__all__ = ["UNKNOWN", "Decision", "NO_TARGET", "OwnNames"]
