"""One tree's resolution: the tables that the mechanisms share, and the decision about each group of call sites.

Purpose: `decide` says of a call site which definitions it means, that it means none of the tree, or that nothing is
known.
Invariant: depends on columns, paths and manifests alone. Cost: a decision a group, see `_core.groups`.
"""

from __future__ import annotations

import importlib

from ripwire.languages.table import LANGUAGES
from ripwire.limits import MAX_DERIVED, MAX_HOLDER_LEVELS, MAX_OVERRIDERS
from ripwire.model.codes import (
    BIND_ALIAS,
    BIND_KIND,
    BIND_PARAM,
    DEF_HAS_BODY,
    PARAMS_UNKNOWN,
    RECV_NONE,
    RECV_SUPER,
    RECV_THIS,
)
from ripwire.model.columns import KIND_CLS, KIND_IFACE, KIND_METHOD, NO_SYMBOL
from ripwire.resolve.evidence import BY_FILE, BY_IMPORT, BY_SELF, BY_TYPE
from ripwire.resolve.finders import FINDERS, Finder
from ripwire.resolve.flow import Flow
from ripwire.resolve.hierarchy import Hierarchy
from ripwire.resolve.index import FUNCTIONS, TYPES, Index, Names
from ripwire.resolve.modules import World
from ripwire.resolve.policy import POLICIES, Policy
from ripwire.resolve.receivers import Receivers
from ripwire.resolve.scopes import ABSENT, Scopes
from ripwire.resolve.solver import Solver
from ripwire.resolve.sources import Sources
from ripwire.resolve.told_by_calls import ToldByCalls
from ripwire.resolve.types import Types
from ripwire.resolve.values import (
    CLASS,
    EXTERNAL,
    FUNCTION,
    GENERIC,
    INSTANCE,
    MODULE,
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
    from collections.abc import Callable, Sequence
    from typing import Any

    from ripwire.model.columns import Columns
    from ripwire.resolve.paths import Path
    from ripwire.resolve.written import Type



Answer = tuple[tuple[int, ...], int] | None
"""Targets and their evidence; no targets: none in the tree; None: nothing is known."""

SPELLED: tuple[tuple[int, ...], int] = ((), -1)
"""The decision that only the receiver's or qualifier's own text may say more."""

MISSED: tuple[tuple[int, ...], int] = ((), -2)
"""The decision that a call means nothing of the tree though something there has its name: it counts as unresolved."""



class Engine:
    """Everything that is known about one tree, and its mechanisms."""

    def __init__(self, columns: Columns, read: Callable[[bytes], bytes | None]) -> None:
        from ripwire._core import groups

        self.columns = columns
        self.raw: dict[str, Any] = columns.raw
        self.strings = columns.strings
        self.binding_flags: Sequence[int] = self.columns.binding_flags
        self.binding_type: Sequence[int] = self.columns.binding_type
        self.binding_name: Sequence[int] = self.columns.binding_name
        self.binding_owner: Sequence[int] = self.columns.binding_owner
        self.binding_file: Sequence[int] = self.columns.binding_file
        self.families = [row.family for row in LANGUAGES]
        none = Policy("")
        self.policies = [POLICIES.get(family, none) for family in self.families]
        # `super()` is a word and a call in an access path.
        self.policy_of = [self.policies[code] for code in columns.languages]
        self._words = [
            {w.removesuffix("()").encode(): n for n, ws in ((2, row.super_words), (1, row.self_words)) for w in ws}
            for row in LANGUAGES
        ]
        self.wide = False  # whether the call at hand is of an abstract method with too many definitions
        self.defined = set(columns.name)
        self.generics: list[tuple[Value, Value]] = []
        self._generic: dict[tuple[Value, Value], int] = {}
        self.index = Index(columns, [policy.structural for policy in self.policies])
        self.world = World(columns.paths, read)
        self.sources = Sources(columns, read)
        self.solver = Solver()
        self.scopes = Scopes(self)
        self.hierarchy = Hierarchy(self)
        self.types = Types(self)
        self.receivers = Receivers(self)
        self.calls = ToldByCalls(self)
        self.flow = Flow(self)
        self.flowing = False  # whether function values count in the answer at hand
        self._holders = groups.holders(columns.raw)
        self._finders: dict[str, Finder] = {}
        self._finder_of_code: dict[int, Finder] = {}
        self._present = {self.families[code] for code in set(columns.languages)}
        self._marked: dict[bytes, set[int]] = {}
        self._parameters: dict[int, list[int]] = {}

    # --- what files and symbols are ---

    def policy(self, file: int) -> Policy:
        """The row of a file's family."""
        return self.policy_of[file]

    def word(self, file: int, name: bytes) -> int:
        """1 for a word that means the object itself in a file, 2 for its bases, else 0."""
        return self._words[self.columns.languages[file]].get(name, 0)

    def finder(self, file: int) -> Finder:
        """What answers a file's language's own questions."""
        code = self.columns.languages[file]
        found = self._finder_of_code.get(code)
        if found is None:
            found = self._finder_of_code[code] = self.finder_of(self.families[code])
        return found

    def finder_of(self, family: str) -> Finder:
        """As `finder`, by the family's name."""
        found = self._finders.get(family)
        if found is None:
            codes = {code for code, name in enumerate(self.families) if name == family}
            files = [file for file, code in enumerate(self.columns.languages) if code in codes]
            kind = Finder
            if family in FINDERS:
                module, name = FINDERS[family]
                kind = getattr(importlib.import_module(module), name)
            found = self._finders[family] = kind(self, files)
        return found

    def holder(self, symbol: int) -> int:
        """The innermost type or module around a symbol, NO_SYMBOL for none."""
        if self.policy(self.columns.file[symbol]).apart:
            return self.finder(self.columns.file[symbol]).holder(symbol)
        found = int(self._holders[symbol])
        if found == NO_SYMBOL and self.columns.scope[symbol]:
            return self.finder(self.columns.file[symbol]).holder(symbol)
        return found

    def self_value(self, context: int, word: bytes) -> Value:
        """What `self` and its like mean in a context."""
        file = ~context if context < 0 else self.columns.file[context]
        if self.policy(file).own_names:
            return self.finder(file).self_of(context, word)
        if context < 0:
            return UNKNOWN
        handle = self.strings.find(word)
        at = context
        while handle > 0 and at != NO_SYMBOL and self.columns.kind[at] in FUNCTIONS:  # TypeScript's `this: T`
            rows = self.index.bindings.get(at, {}).get(handle)
            if rows:
                found = self.scopes.of_rows(rows)
                if found and found not in (ABSENT, OUTSIDE):
                    return found
            at = self.columns.parent[at]
        holder = self.holder(context)
        if holder == NO_SYMBOL:
            return UNKNOWN
        return (thing(CLASS if word == b"cls" else INSTANCE, holder),)

    def super_value(self, context: int) -> Value:
        """What `super` and its like mean in a context."""
        file = ~context if context < 0 else self.columns.file[context]
        if self.policy(file).own_names:
            return self.finder(file).super_of(context)
        holder = self.holder(context) if context >= 0 else NO_SYMBOL
        return UNKNOWN if holder == NO_SYMBOL else (thing(SUPER, holder),)

    def is_unbound(self, path: Path, context: int) -> bool:
        """Whether a path begins with a name that nothing binds, where a language has no other names in scope."""
        file = ~context if context < 0 else self.columns.file[context]
        if not path.root or not self.policy(file).closed or self.word(file, path.root):
            return False
        handle = self.strings.find(path.root)
        return handle < 0 or self.scopes.look_up(context, handle) == ABSENT

    def own_finder(self, one: int) -> Finder | None:
        """The finder that says what the members of a thing are, where the policy leaves it to that."""
        kind, number = kind_of(one), number_of(one)
        if kind == PACKAGE:
            family = self.world.package_families[number]
            return self.finder_of(family) if family in POLICIES and POLICIES[family].own_names else None
        if kind not in (INSTANCE, CLASS, SUPER, MODULE):
            return None
        file = number if kind == MODULE else self.columns.file[number]
        return self.finder(file) if self.policy(file).own_names else None

    def is_hidden(self, ref: int, owner: int, name: int) -> bool:
        """Whether a name is a local one of which nothing is known, where such a name hides what is further out."""
        if not self.columns.ref_local[ref] or not self.policy(self.columns.file[owner]).hides:
            return False
        at = owner
        while at != NO_SYMBOL:
            if self.columns.kind[at] in FUNCTIONS and self.scopes.in_function(at, name) != ABSENT:
                return False
            at = self.columns.parent[at]
        return True

    def based_apart(self) -> list[int]:
        """The types whose bases do not stand in their declarations."""
        apart = [row.family for row in POLICIES.values() if row.apart and row.family in self._present]
        return [type_ for family in apart for type_ in self.finder_of(family).based()]

    def own_members(self, type_: int) -> Names:
        """Definitions of a type by name."""
        return self.finder(self.columns.file[type_]).members(type_)

    def context_of_row(self, row: int) -> int:
        """Where a binding's text is to be read."""
        owner = self.binding_owner[row]
        return ~self.binding_file[row] if owner == NO_SYMBOL else owner

    def generic(self, item: Value, result: Value) -> int:
        """Number of a holder of ``item`` whose call gives ``result``."""
        item, result = self._shallow(item), self._shallow(result)
        key = (item, result)
        number = self._generic.setdefault(key, len(self.generics))
        if number == len(self.generics):
            self.generics.append(key)
        return number

    def as_value(self, found: Value) -> Value:
        """What a name is where a value is meant: beside a variable an interface or alias of its name is none."""
        if len(found) > 1 and any(kind_of(one) == VARIABLE for one in found):
            kinds = self.columns.kind
            return tuple(one for one in found if kind_of(one) != CLASS or kinds[number_of(one)] == KIND_CLS)
        return found

    def _shallow(self, value: Value) -> Value:
        """A value without holders that hold holders beyond `MAX_HOLDER_LEVELS`."""
        if not any(kind_of(one) == GENERIC for one in value):
            return value
        return tuple(one for one in value if kind_of(one) != GENERIC or self._depth(one) < MAX_HOLDER_LEVELS)

    def _depth(self, one: int) -> int:
        if kind_of(one) != GENERIC:
            return 0
        return 1 + max((self._depth(x) for value in self.generics[number_of(one)] for x in value), default=0)

    def call_method(self, type_: int) -> int:
        """Handle of the method that calling an object of a type calls, -1 for none."""
        name = self.policy(self.columns.file[type_]).call_method
        return self.strings.find(name) if name else -1

    def item_methods(self, type_: int, over: bool) -> list[tuple[int, bool]]:
        """Handles of the methods that give an object's elements, and whether they give an iterator of them."""
        policy = self.policy(self.columns.file[type_])
        rows = [(self.strings.find(policy.item_method), False), (self.strings.find(policy.iterate_method), True)]
        return [row for row in (rows[::-1] if over else rows) if row[0] > 0]

    def constructors(self, type_: int) -> list[int]:
        """The constructors that a type itself declares."""
        out: list[int] = []
        for name in self.policy(self.columns.file[type_]).constructors:
            handle = self.strings.find(name) if name else self.columns.name[type_]
            if handle >= 0:
                out.extend(self.hierarchy.own(type_).get(handle, ()))
        return out or self.finder(self.columns.file[type_]).constructors(type_)

    def takes(self, symbol: int, given: int) -> bool:
        """Whether a definition may be called with so many arguments; where none of its parameters is optional it takes
        no more than it has."""
        needed, most = self.columns.required[symbol], self.columns.params[symbol]
        if needed == PARAMS_UNKNOWN:
            return True
        given += self.finder(self.columns.file[symbol]).receivers_of(symbol)
        return needed <= given and (needed < most or given <= most)

    def marked(self, decorator: bytes) -> set[int]:
        """Symbols that carry a decorator of a name, whatever stands before its last dot."""
        found = self._marked.get(decorator)
        if found is None:
            found = self._marked[decorator] = set()
            handle = self.strings.find(decorator)
            columns = self.columns
            names, owners, starts, at = columns.ref_name, columns.ref_owner, columns.name_byte, -1
            while handle >= 0:
                try:
                    at = names.index(handle, at + 1)
                except ValueError:
                    break
                owner = owners[at]
                if owner != NO_SYMBOL and columns.ref_byte[at] < starts[owner]:
                    found.add(owner)
        return found

    def representative(self, symbols: list[int]) -> list[int]:
        """Definitions of one name in one scope without those that others stand for: overloads are their first row."""
        if len(symbols) < 2:
            return symbols
        columns = self.columns
        file = columns.file[symbols[0]]
        if mark := self.policy(file).overload_mark:
            overloads = self.marked(mark)
            first = next((s for s in symbols if s in overloads), None)
            if first is not None:
                return [first]
            return symbols
        bodied = any(columns.flags[s] & DEF_HAS_BODY and columns.kind[s] in FUNCTIONS for s in symbols)
        return [s for s in symbols if not bodied or columns.flags[s] & DEF_HAS_BODY or columns.kind[s] not in FUNCTIONS]

    def parameters(self, function: int) -> list[int]:
        """Rows of a function's written parameters, in order."""
        found = self._parameters.get(function)
        if found is None:
            self.index.table(self.columns.file[function])
            rows = self.index.bindings.get(function, {})
            first = self.columns.start[function]
            end = self.columns.sig_end[function]
            bytes_ = self.columns.binding_byte
            found = sorted(
                row
                for some in rows.values()
                for row in some
                if self.binding_flags[row] & BIND_KIND == BIND_PARAM and first <= bytes_[row] < end
            )
            self._parameters[function] = found
        return found

    def alias_rows(self, symbol: int) -> list[int]:
        """Rows that say what a type's symbol is another name of."""
        rows = self.index.bindings.get(symbol, {}).get(self.columns.name[symbol], ())
        if not rows and self.columns.parent[symbol] == NO_SYMBOL:
            rows = self.index.table(self.columns.file[symbol]).bindings.get(self.columns.name[symbol], ())
        return [row for row in rows if self.binding_flags[row] & BIND_ALIAS]

    def alias_of(self, dotted: bytes, context: int) -> tuple[Type | None, int] | None:
        """The tree that a type alias stands for, and where it is written."""
        name = self.strings.find(dotted)
        if name < 0:
            return None
        found = self.scopes.look_up(context, name)
        for one in found if found != ABSENT else ():
            if kind_of(one) == CLASS:
                rows = self.alias_rows(number_of(one))
                if rows:
                    return self.types.tree(self.binding_type[rows[0]]), self.context_of_row(rows[0])
        return None

    # --- decisions ---

    def targets(self, value: Value) -> tuple[list[int], bool]:
        """The definitions that calling a value calls, and whether anything is known about it."""
        out: list[int] = []
        known = False
        columns = self.columns
        beside = any(kind_of(one) == VARIABLE for one in value)
        for one in value:
            kind, number = kind_of(one), number_of(one)
            if kind == FUNCTION:
                out.append(number)
            elif kind == CLASS and beside and columns.kind[number] != KIND_CLS:
                continue  # the variable beside it is the value
            elif kind == CLASS:
                own = self.constructors(number)
                if own:
                    out.extend(self.representative(own))
                elif columns.kind[number] in TYPES:
                    out.append(number)
            elif kind == MODULE and (default := self.scopes.of_default((one,))) != (one,):
                out.extend(self.targets(default)[0])
            elif kind == VARIABLE:
                held, _ = self.targets(self.receivers.held(number))
                if self.policy(columns.file[number]).variables or not held:
                    out.append(number)
                else:
                    out.extend(held)
            elif kind == INSTANCE:
                method = self.call_method(number)
                if method >= 0:
                    found = self.hierarchy.member(number, method)
                    out.extend(number_of(x) for x in found if found != ABSENT and kind_of(x) == FUNCTION)
            if kind != EXTERNAL:
                known = True
        return out, known or bool(value)

    def is_abstract(self, method: int) -> bool:
        """Whether a method of a type is declared only: without a body, or marked so."""
        columns = self.columns
        if columns.kind[method] != KIND_METHOD or self.holder(method) == NO_SYMBOL:
            return False
        policy = self.policy(columns.file[method])
        if policy.abstract_mark:
            return method in self.marked(policy.abstract_mark)
        if policy.structural and columns.kind[self.holder(method)] == KIND_IFACE:
            return False
        return not columns.flags[method] & DEF_HAS_BODY

    def with_overriders(self, methods: list[int]) -> list[int]:
        """Methods, and for those that are only declared the definitions in derived types that a call may run."""
        out = list(methods)
        for method in methods:
            if self.is_abstract(method):
                name = self.columns.name[method]
                found: list[int] = []
                derived = self.hierarchy.below(self.holder(method), MAX_DERIVED)
                for type_ in derived:
                    found.extend(self.representative(self.hierarchy.own(type_).get(name, [])))
                if len(found) <= MAX_OVERRIDERS and len(derived) < MAX_DERIVED:
                    out.extend(found)
                else:
                    self.wide = True
        return out

    def decide(self, ref: int, context: int) -> tuple[tuple[int, ...], int] | None:
        """The targets of a call reference and their evidence; no targets: none in the tree; None: nothing is known.

        ``context`` is what of the place matters (see `_core.groups`): equal receivers there are one.
        """
        columns = self.columns
        owner = columns.ref_owner[ref]
        name = columns.ref_name[ref]
        recv = columns.ref_recv[ref]
        file = columns.file[owner]
        policy = self.policy(file)
        self.solver.begin()
        if policy.own_names or policy.whole:
            return self.finder(file).decide(ref)
        if name == self.flow.loop or name == self.flow.bracket:
            return None  # values decide
        before = columns.ref_qualifier[ref] or columns.ref_receiver[ref]
        evidence = BY_TYPE
        if recv == RECV_NONE and not columns.ref_qualifier[ref]:
            value = self.scopes.look_up(owner, name)
            if value == ABSENT or self.is_hidden(ref, owner, name):
                return self.decide_unbound(ref, owner, name)
            evidence = BY_FILE
        elif recv == RECV_THIS and not columns.ref_qualifier[ref]:
            holder = self.holder(owner)
            own = self.self_value(owner, self.strings[before] if before else b"")
            if not own:
                return None
            evidence = BY_SELF
            if self.strings[name] == b"this":
                return tuple(sorted(self.constructors(holder))) if holder != NO_SYMBOL else (), BY_SELF
            if holder == NO_SYMBOL or number_of(own[0]) != holder:  # what a parameter of that name says
                value = self.receivers.member(own, name)
                if value == ABSENT:
                    return (), 0
            else:
                value = self.hierarchy.member(holder, name)
            if value in (ABSENT, OUTSIDE) and holder != NO_SYMBOL:
                found = self.hierarchy.in_derived(holder, name, MAX_DERIVED) if name in self.defined else ABSENT
                if found == ABSENT:
                    return ((), 0) if value == OUTSIDE or policy.closed else None
                value = found
        elif recv == RECV_SUPER:
            value = self.super_value(owner)
            if columns.kind[owner] != KIND_METHOD and not value:
                return None
            if self.strings[name] == b"super":
                out = []
                bases = self.hierarchy.bases(self.holder(owner))[0] if value else []
                if policy.linear == "mixins":  # one of them is the superclass
                    bases = [base for base in bases if columns.kind[base] != KIND_IFACE][:1]
                for base in bases:
                    out.extend(self.constructors(base))
                return tuple(sorted(set(out))), BY_TYPE
            value = self.receivers.member(value, name)
            if value == ABSENT:
                return (), 0
        else:
            if not before:
                return None
            path = self.receivers.path(before)
            if path is None or path.root and self.is_hidden(ref, owner, self.strings.find(path.root)):
                return ((), 0) if self.strings[name] in policy.own_methods else None
            receiver = self.receivers.at(before, path, owner, context)
            unknown = ("u", before, context)
            answered: tuple[Answer] | None = self.solver.known.get(unknown) if not receiver else None
            if answered is not None:
                return answered[0]  # as for another name: what is asked about the receiver is the same
            value = self.receivers.member(receiver, name) if receiver else UNKNOWN
            if not value or value in (ABSENT, OUTSIDE):
                tested = self.calls.tested(before, owner)
                narrowed = self.receivers.member(tested, name) if tested else UNKNOWN
                if narrowed and narrowed not in (ABSENT, OUTSIDE):
                    value = narrowed
                elif added := self.finder(file).of_outside(path, owner, name):
                    return tuple(sorted(set(added))), BY_TYPE
                elif not receiver and self.strings[name] in policy.own_methods:
                    return (), 0
                elif not receiver:
                    unbound = not columns.ref_local[ref] and self.is_unbound(path, owner)
                    answer = (((), 0) if policy.imported else SPELLED) if unbound else None
                    if not tested and policy.closed and not policy.own_methods and self.solver.complete:
                        self.solver.known[unknown] = (answer,)
                    return answer
                elif value in (ABSENT, OUTSIDE):
                    return (), 0
        out, known = self.targets(value)
        if out:
            if recv != RECV_SUPER and (recv != RECV_NONE or policy.implicit):
                out = self.with_overriders(out)
            if evidence == BY_FILE and any(columns.file[target] != file for target in out):
                evidence = BY_IMPORT
            return tuple(sorted(set(out))), evidence
        if not known and not self.solver.complete:
            return None  # a limit was met: nothing is known after all
        return ((), 0) if known or policy.closed and recv == RECV_NONE else None

    def decide_unbound(self, ref: int, owner: int, name: int) -> tuple[tuple[int, ...], int] | None:
        """A bare call of a name that nothing binds: what the language itself has under it, or anybody's."""
        policy = self.policy(self.columns.file[owner])
        if policy.imported or self.columns.ref_local[ref] or self.strings[name] in policy.builtins:
            return (), 0
        return None

    # --- explanations ---

    def describe(self, ref: int) -> str:
        """What the receiver of a call was found to be, for people; empty without a receiver."""
        columns = self.columns
        before = columns.ref_qualifier[ref] or columns.ref_receiver[ref]
        if columns.ref_recv[ref] == RECV_NONE and not columns.ref_qualifier[ref]:
            return ""
        owner = columns.ref_owner[ref]
        self.solver.begin()
        path = self.receivers.path(before) if before else None
        if path is None:
            return "unknown"
        value = self.receivers.settle(self.receivers.of_path(path, owner))
        return " | ".join(self._words_of(one) for one in value) or "unknown"

    def _words_of(self, one: int) -> str:
        kind, number = kind_of(one), number_of(one)
        columns = self.columns
        if kind in (INSTANCE, CLASS, SUPER):
            word = {INSTANCE: "object of ", CLASS: "type ", SUPER: "bases of "}[kind]
            return f"{word}{columns.name_of(number).decode('utf-8', 'replace')} ({self._place(number)})"
        if kind == MODULE:
            return f"module {columns.paths[number].decode('utf-8', 'replace')}"
        if kind == PACKAGE:
            return f"package {self.world.package_names[number].decode('utf-8', 'replace')}"
        if kind == EXTERNAL:
            return "outside of the tree"
        return "container" if kind == GENERIC else "unknown"

    def _place(self, symbol: int) -> str:
        return f"{self.columns.path_of(symbol).decode('utf-8', 'replace')}:{self.columns.line[symbol]}"
