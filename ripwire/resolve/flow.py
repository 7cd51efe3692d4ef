"""Function values: what a called name holds when a function or a class was put into it.

Purpose: a function that is handed to another one, kept in a literal or a field, returned, or wrapped by a decorator is
called where its value is. Asked only where names, imports, receivers and the hierarchy say nothing.
Invariant: flow-insensitive and bounded; the values of parameters are a fixed point that is found before the first
answer, so no answer depends on the order of asking. Answers of this module never mix with those without it: they have a
solver of their own.
Cost: a pass over the bindings; then the arguments of functions that call, keep or give back a parameter.
"""

from __future__ import annotations

from ripwire.limits import MAX_FLOW_ROUNDS, MAX_FUNCTION_VALUES
from ripwire.model.codes import BIND_CALL, BIND_KIND, BIND_PARAM, BIND_VALUE, RECV_NONE
from ripwire.model.columns import KIND_VAR, NO_SYMBOL
from ripwire.resolve.evidence import BY_FLOW, BY_TYPE
from ripwire.resolve.flow_asked import ROOT, Asked, called_values, local_calls
from ripwire.resolve.index import CONTAINERS
from ripwire.resolve.paths import parse
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.solver import Solver
from ripwire.resolve.sources import CALLED_DECORATOR, NO_DECORATOR
from ripwire.resolve.values import (
    CLASS,
    FUNCTION,
    GENERIC,
    INSTANCE,
    OUTSIDE,
    TABLE,
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
    from collections.abc import Callable, Sequence

    from ripwire.resolve.engine import Engine
    from ripwire.resolve.paths import Path


_KEEP = frozenset({FUNCTION, CLASS, TABLE, GENERIC})
_ENTRY = frozenset({b"get", b"pop", b"setdefault", b"popitem", b"at", b"shift"})
_ENTRIES = frozenset({b"values", b"copy", b"slice", b"filter", b"reverse", b"concat"})

Decision = tuple[tuple[int, ...], int] | None


class Flow(Asked):
    """The function values of one tree."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.solver = Solver()
        self.cut = 0  # parameters with more values than are kept, or that the last round still changed
        self.params: dict[tuple[int, int], Value] = {}  # (function, name of a parameter): what callers give
        self.wrapped: dict[int, Value] = {}  # a decorated function: what decorators put in its place
        self.tables: list[tuple[int, bytes]] = []
        self.numbers: dict[tuple[int, bytes], int] = {}
        self.fields: set[int] = set()  # names of fields and keys that callers give a value
        self.loop = engine.strings.find(b"in")

    def revise(
        self,
        firsts: Sequence[int],
        answers: list[Decision],
        groups: Sequence[int],
        beside: dict[int, tuple[int, ...]],
    ) -> None:
        """Answer by values what nothing else decided; ``beside`` gets what decorators add to a group.

        ``firsts`` is a reference of each group, ``groups`` the group of each reference.
        """
        columns = self.e.columns
        codes, files = columns.languages, columns.ref_file
        mine = [group for group, ref in enumerate(firsts) if self.families[codes[files[ref]]]]
        if not mine:
            return
        self.calls = [
            ref
            for ref in local_calls(columns)
            if (group := groups[ref]) != NO_SYMBOL
            and (not (found := answers[group]) or not found[0] or self._is_default(ref))
        ]
        self.prepare()
        for group in mine:
            try:
                found = self._revised(firsts[group], answers[group])
                more = self.beside(found) if self.wrapped else ()
            except RecursionError:
                continue
            answers[group] = found
            if more:
                beside[group] = more

    def _is_default(self, ref: int) -> bool:
        """Whether what a call means is only a parameter's default, beside which callers give others."""
        e = self.e
        rows = e.index.bindings.get(e.columns.ref_owner[ref], {}).get(e.columns.ref_name[ref], ())
        return any(e.binding_flags[row] & BIND_KIND == BIND_PARAM for row in rows)

    def _revised(self, ref: int, found: Decision) -> Decision:
        columns = self.e.columns
        name, recv, owner = columns.ref_name[ref], columns.ref_recv[ref], columns.ref_owner[ref]
        bare = recv == RECV_NONE and not columns.ref_qualifier[ref]
        if name == self.loop and not bare:
            return self._iterated(ref)
        if found is not None and found[0]:
            targets = found[0]
            if len(targets) == 1:
                symbol = targets[0]
                if columns.name[symbol] == name:
                    return found
                if columns.kind[symbol] == KIND_VAR:
                    return found
            given = bare and columns.ref_local[ref] and self._is_given(owner, name)
            if not (given or bare and all(columns.kind[s] == KIND_VAR for s in targets)):
                return (targets, BY_FLOW) if self._by_value(ref, targets, bare) else found
        elif name == self.bracket:
            pass
        elif bare:
            if not columns.ref_local[ref]:
                return found
        elif name not in self.fields:
            return found
        out = self._within(self._targets, ref, bare)
        if not out:
            return ((), 0) if name == self.bracket else found
        if found is not None and found[0] and not set(found[0]) < set(out):
            return found
        return out, BY_FLOW

    def beside(self, found: Decision) -> tuple[int, ...]:
        """What a call runs beside what its name means: what a decorator put in that one's place."""
        if not found or len(found[0]) != 1 or found[1] == BY_FLOW or found[0][0] not in self.wrapped:
            return ()
        symbol = found[0][0]
        return tuple(one for one in self._within(self._of_wrapped, symbol) if one != symbol)

    def _within(self, ask: Callable[..., tuple[int, ...]], *arguments: object) -> tuple[int, ...]:
        """The answer to a question with function values."""
        e = self.e
        known, e.solver, e.flowing = e.solver, self.solver, True
        e.solver.begin()
        try:
            return ask(*arguments)
        finally:
            e.solver, e.flowing = known, False

    def _targets(self, ref: int, bare: bool) -> tuple[int, ...]:
        e = self.e
        columns = e.columns
        owner, name = columns.ref_owner[ref], columns.ref_name[ref]
        if bare:
            if e.is_hidden(ref, owner, name):
                return ()
            value = e.scopes.look_up(owner, name)
        else:
            before = columns.ref_qualifier[ref] or columns.ref_receiver[ref]
            path = e.receivers.path(before) if before else None
            if path is None:
                if columns.ref_recv[ref] != 1:
                    return ()
                value = e.self_value(owner, b"this")
            else:
                value = e.receivers.of_path(path, owner)
            if name != self.bracket:
                value = self.step(self.plain(value), e.strings[name])
        if value == ABSENT:
            return ()
        return self._symbols(value)

    def _symbols(self, value: Value) -> tuple[int, ...]:
        """The definitions that calling a value runs."""
        value = tuple(one for one in self.plain(value) if kind_of(one) != VARIABLE)
        out, _ = self.e.targets(value)
        return tuple(sorted(set(out))) if len(out) <= MAX_FUNCTION_VALUES else ()

    def _iterated(self, ref: int) -> Decision:
        """A loop calls the methods of the object that it runs over."""
        e = self.e
        path = e.receivers.path(e.columns.ref_receiver[ref])
        if path is None:
            return (), 0
        e.solver.begin()
        owner = e.columns.ref_owner[ref]
        out = self._iterators(e.receivers.settle(e.receivers.of_path(path, owner)))
        if out:
            return out, BY_TYPE
        out = self._within(self._flowing_iterators, path, owner)
        return (out, BY_FLOW) if out else ((), 0)  # nobody is called by the keyword

    def _flowing_iterators(self, path: Path, owner: int) -> tuple[int, ...]:
        return self._iterators(self.plain(self.e.receivers.of_path(path, owner)))

    def _iterators(self, value: Value) -> tuple[int, ...]:
        out: set[int] = set()
        for one in value:
            if kind_of(one) == INSTANCE:
                for methods, _ in self._iteration(one):
                    out.update(number_of(x) for x in methods if kind_of(x) == FUNCTION)
        return tuple(sorted(out)) if len(out) <= MAX_FUNCTION_VALUES else ()

    def _iteration(self, one: int) -> list[tuple[Value, Value]]:
        """The methods that iterating over an object calls, each with the object that it is called on."""
        e = self.e
        handle = e.strings.find(b"__iter__")
        found = e.hierarchy.member(number_of(one), handle) if handle > 0 else ABSENT
        if not found or found in (ABSENT, OUTSIDE):
            return []
        out: list[tuple[Value, Value]] = [(found, (one,))]
        handle = e.strings.find(b"__next__")
        if handle > 0:
            for iterator in e.receivers.call(found, (one,)):
                if kind_of(iterator) == INSTANCE:
                    found = e.hierarchy.member(number_of(iterator), handle)
                    if found and found not in (ABSENT, OUTSIDE):
                        out.append((found, (iterator,)))
        return out

    def next_of(self, one: int) -> Value:
        """What a loop over an object gives, by its iterator's methods."""
        calls = self._iteration(one)
        if len(calls) < 2:
            return UNKNOWN
        values = [self.e.receivers.call(method, bound) for method, bound in calls[1:]]
        values = [v for v in values if v]
        return union(values) if values else UNKNOWN

    def _of_wrapped(self, symbol: int) -> tuple[int, ...]:
        return self._symbols(self.wrapped[symbol])

    def _is_given(self, owner: int, name: int) -> bool:
        parents = self.e.columns.parent
        while owner != NO_SYMBOL:
            if (owner, name) in self.params:
                return True
            owner = parents[owner]
        return False

    def _by_value(self, ref: int, targets: tuple[int, ...], bare: bool) -> bool:
        """Whether definitions of other names were reached through a variable or field, not through an import."""
        e = self.e
        columns = e.columns
        name, owner = columns.ref_name[ref], columns.ref_owner[ref]
        constructors = e.policy(columns.file[owner]).constructors
        call_method = e.policy(columns.file[owner]).call_method
        for target in targets:
            own = columns.name[target]
            text = e.strings[own]
            if text in constructors and (holder := e.holder(target)) != NO_SYMBOL:
                own = columns.name[holder]
            if own == name or text == call_method:
                return False
        if name == self.bracket:
            return True
        if bare:
            at = owner
            while at != NO_SYMBOL:
                if any(e.scopes.local_name(row) == name for row in e.index.imports.get(at, ())):
                    return False
                at = columns.parent[at]
            return name not in e.scopes.imports_of(columns.file[owner]) and bool(
                columns.ref_local[ref] or e.index.table(columns.file[owner]).symbols.get(name)
            )
        return name in self.fields

    def local(self, function: int, name: int) -> Value | None:
        """What a name of a function holds by what callers give or by a literal's entries; None without either."""
        given = self.params.get((function, name))
        table = self.table(function, self.e.strings[name])
        if given is None and not table and (function, name) not in self.own:
            return None
        rows = self.e.index.bindings.get(function, {}).get(name)
        values = [given or UNKNOWN, table]
        if rows:
            found = self.e.scopes.of_rows(rows)
            if found != ABSENT:
                values.append(found)
        values = [v for v in values if v]
        return union(values) if values else UNKNOWN

    def table(self, place: int, name: bytes) -> Value:
        """The literal that a name holds at a place: a function, a type, or the top of file ``~place``."""
        known = self.prefixes.get(place)
        if not known or name not in known:
            return UNKNOWN
        key = (place, name)
        number = self.numbers.setdefault(key, len(self.tables))
        if number == len(self.tables):
            self.tables.append(key)
        return (thing(TABLE, number),)

    def _names_at(self, place: int) -> dict[int, list[int]]:
        e = self.e
        if place < 0:
            return e.index.table(~place).bindings
        e.index.table(e.columns.file[place])
        return (e.index.fields if e.columns.kind[place] in CONTAINERS else e.index.bindings).get(place, {})

    def entry(self, number: int, key: bytes) -> Value:
        """What a literal holds under a constant key."""
        place, prefix = self.tables[number]
        text = prefix + b"[" + key + b"]"
        values = [self.table(place, text)]
        handle = self.e.strings.find(text)
        rows = self._names_at(place).get(handle) if handle > 0 else None
        if rows:
            values.extend(self.e.receivers.of_row(row) for row in rows)
        values = [v for v in values if v]
        return union(values) if values else UNKNOWN

    def entries(self, number: int) -> Value:
        """Whatever a literal holds."""
        place, prefix = self.tables[number]
        start = prefix + b"["
        strings = self.e.strings
        keys = set()
        for handle in self._names_at(place):
            text = strings[handle] if handle else b""
            if text.startswith(start):
                keys.add(text[len(start) : text.index(b"]", len(start))])
        values = [v for v in (self.entry(number, key) for key in sorted(keys)) if v]
        return union(values) if values else UNKNOWN

    def item(self, value: Value, key: bytes) -> Value:
        """What indexing a value gives."""
        values: list[Value] = []
        rest: list[int] = []
        for one in self.plain(value):
            if kind_of(one) != TABLE:
                rest.append(one)
            elif key:
                found = self.entry(number_of(one), key)
                values.append(found or self.entries(number_of(one)))
            else:
                values.append(self.entries(number_of(one)))
        if rest and not all(kind_of(one) == FUNCTION for one in rest):
            values.append(self.e.receivers.item(tuple(rest)))
        values = [v for v in values if v]
        return union(values) if values else UNKNOWN

    def step(self, value: Value, name: bytes) -> Value:
        """An attribute of a value whose literals are known."""
        e = self.e
        values: list[Value] = []
        rest: list[int] = []
        for one in value:
            if kind_of(one) != TABLE:
                rest.append(one)
                continue
            number = number_of(one)
            own = self.entry(number, b'"' + name + b'"')
            if own:
                values.append(own)
            elif name in _ENTRY:
                values.append((thing(GENERIC, e.generic(UNKNOWN, self.entries(number))),))
            elif name in _ENTRIES:
                held = (thing(GENERIC, e.generic(self.entries(number), UNKNOWN)),)
                values.append((thing(GENERIC, e.generic(UNKNOWN, held)),))
        if rest:
            found = e.receivers.attribute(e.receivers.settle(tuple(rest)), name)
            if found:
                values.append(found)
        return union(values) if values else UNKNOWN

    def prepare(self) -> None:
        """Find the fixed point; none where the source nests deeper than questions can."""
        try:
            self._prepare()
        except RecursionError:
            self.params, self.wrapped, self.fields = {}, {}, set()
            self.solver.known.clear()

    def _prepare(self) -> None:
        self._literals()
        self._decorations = self._decorated()
        rows = self._candidates()
        self._fixed: dict[tuple[int, int], set[int]] = {}
        open_ = []
        for row in rows:
            self.e.solver.begin()
            if not self._argument(row, self._fixed, False) and self._is_open(row):
                open_.append(row)
        decorated = [found for found in self._decorations if self._is_inside(found)]
        if rows or decorated:
            self._within(self._rounds, open_, decorated)
        self._give_fields()

    def _is_open(self, row: int) -> bool:
        """Whether an argument that nothing else tells may be told by values."""
        e = self.e
        callee = e.strings[e.binding_name[row]].rpartition(b"(")[0]
        if row in self._through or not self._callees[e.context_of_row(row), callee]:
            return True
        text = e.strings[e.binding_type[row]]
        root = ROOT.match(text)
        handle = e.strings.find(root.group()) if root else -1
        return b"[" in text or text in self._roots or (e.binding_owner[row], handle) in self._held

    def _is_inside(self, decorated: tuple[int, list[int]]) -> bool:
        """Whether a decorator of a function is of the tree."""
        e = self.e
        symbol, refs = decorated
        parent = e.columns.parent[symbol]
        context = ~e.columns.file[symbol] if parent == NO_SYMBOL else parent
        for ref in refs:
            before = e.columns.ref_receiver[ref]
            name = e.columns.ref_name[ref]
            if name not in self._decorators:
                continue
            path = parse(e.strings[before] + b"." + e.strings[name] if before else e.strings[name])
            e.solver.begin()
            value = e.receivers.of_path(path, context) if path is not None else UNKNOWN
            if any(kind_of(one) in (FUNCTION, CLASS, VARIABLE) for one in value) or not value and context >= 0:
                return True
        return False

    def _give_fields(self) -> None:
        """The fields and keys that only values decide."""
        e = self.e
        out: set[int] = set()
        for row in self._kept:
            root = ROOT.match(e.strings[e.binding_type[row]])
            handle = e.strings.find(root.group()) if root else -1
            if handle > 0 and self._is_given(e.binding_owner[row], handle):
                out.add(e.binding_name[row])
        out.update(self._keys)
        self.fields = out

    def _rounds(self, rows: list[int], decorated: list[tuple[int, list[int]]]) -> tuple[int, ...]:
        fixed = {key: set(things) for key, things in self._fixed.items()}
        for _ in range(MAX_FLOW_ROUNDS):
            self.solver.known.clear()
            given = {key: set(things) for key, things in fixed.items()}
            wrapped: dict[int, Value] = {}
            self._callees = {}
            for row in rows:
                self.solver.begin()
                self._argument(row, given, True)
            for symbol, refs in decorated:
                self.solver.begin()
                value = self._decorate(symbol, refs, given)
                if value:
                    wrapped[symbol] = value
            new = {
                key: tuple(sorted(things)) if len(things) <= MAX_FUNCTION_VALUES else UNKNOWN
                for key, things in given.items()
            }
            self.cut = sum(len(things) > MAX_FUNCTION_VALUES for things in given.values())
            if new == self.params and wrapped == self.wrapped:
                break
            before, self.params, self.wrapped = self.params, new, wrapped
        else:  # what the last round still changed is not told to the end
            self.cut += sum(before.get(key) != value for key, value in new.items())
        self.solver.known.clear()
        return ()

    def _argument(self, row: int, given: dict[tuple[int, int], set[int]], last: bool) -> bool:
        """Add what an argument gives to the parameters that may take it; False: nothing is known yet."""
        e = self.e
        callee, _, selector = e.strings[e.binding_name[row]].rpartition(b"(")
        context = e.context_of_row(row)
        key = (context, callee)
        functions = self._callees.get(key)
        if functions is None:
            functions = self._callees[key] = self._called(callee, context)
        takers: list[tuple[int, int, bool]] = []
        for function, shift in functions:
            found = self._parameter(function, shift, selector)
            if found is not None:
                takers.append((function, *found))
        if not takers:
            return bool(functions)
        if not last and row in self._through:
            return False
        value = e.receivers.of_text(e.binding_type[row], context)
        if e.binding_flags[row] & BIND_CALL:
            value = e.receivers.call(value, UNKNOWN)
        value = self.plain(value)
        if not value:
            return False
        things = {one for one in value if kind_of(one) in _KEEP}
        if not things:
            return True
        for function, name, several in takers:
            if several:
                item = thing(GENERIC, e.generic(tuple(sorted(things)), UNKNOWN))
                given.setdefault((function, name), set()).add(item)
            else:
                given.setdefault((function, name), set()).update(things)
        return True

    def _decorate(self, symbol: int, refs: list[int], given: dict[tuple[int, int], set[int]]) -> Value:
        """What a decorated function's name stands for; hands the function to its decorators."""
        e = self.e
        columns = e.columns
        parent = columns.parent[symbol]
        context = ~columns.file[symbol] if parent == NO_SYMBOL else parent
        value: Value = (thing(FUNCTION, symbol),)
        changed = False
        for ref in reversed(refs):
            before = columns.ref_receiver[ref]
            name = e.strings[columns.ref_name[ref]]
            path = parse(e.strings[before] + b"." + name if before else name)
            written = e.sources.decoration(ref) if path is not None else NO_DECORATOR
            if path is None or written == NO_DECORATOR:
                continue
            decorator = self.plain(e.receivers.of_path(path, context))
            if written == CALLED_DECORATOR:
                decorator = self.plain(e.receivers.call(decorator, UNKNOWN))
            results: list[Value] = []
            for one in decorator:
                for function, shift in self._runs(one, UNKNOWN):
                    found = self._parameter(function, shift, b"0")
                    if found is not None:
                        given.setdefault((function, found[0]), set()).update(value)
                    if kind_of(one) == CLASS:
                        results.append((thing(INSTANCE, number_of(one)),))
                    else:
                        results.append(self._replaced(function, shift, value))
            results = [v for v in results if v]
            if results:
                new = union(results)
                changed = changed or new != value
                value = new or value
        return value if changed else UNKNOWN

    def _replaced(self, decorator: int, shift: int, value: Value) -> Value:
        """What a decorator makes of a function: that itself where it comes back."""
        e = self.e
        rows = self.signature(decorator)
        own = e.strings.find(rows[shift][0]) if shift < len(rows) and rows[shift][0] else -1
        values: list[Value] = []
        e.index.table(e.columns.file[decorator])
        for row in e.index.bindings.get(decorator, {}).get(0, ()):
            if e.binding_flags[row] & BIND_VALUE and e.binding_type[row] == own:
                values.append(value)
            elif e.binding_flags[row] & (BIND_VALUE | BIND_CALL):
                found = self.plain(e.receivers.of_row(row))
                values.append(tuple(one for one in found if kind_of(one) in (FUNCTION, CLASS, INSTANCE)))
        values = [v for v in values if v]
        return union(values) if values else value


__all__ = ["Flow", "called_values"]
