"""Which parameters are asked for, and which arguments may answer: those of functions that call, keep or give back a
parameter, and of those that hand theirs on to them.

Invariant: a choice by names is only ever too wide; what counts is decided by the callees' values.
Cost: a few passes over the bindings, and each callee that may count is looked up once.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from ripwire.languages.table import LANGUAGES
from ripwire.limits import MAX_REST_ARGUMENTS
from ripwire.model.codes import (
    BIND_ARGUMENT,
    BIND_CALL,
    BIND_FIELD,
    BIND_ITEM,
    BIND_KIND,
    BIND_PARAM,
    BIND_RETURN,
    BIND_VALUE,
    RECV_NONE,
    RECV_THIS,
)  # fmt: skip
from ripwire.model.columns import KIND_FN, KIND_VAR, NO_SYMBOL
from ripwire.resolve.flow_calls import Calls
from ripwire.resolve.index import CONTAINERS, FUNCTIONS
from ripwire.resolve.policy import POLICIES
from ripwire.resolve.signature import EVERY_NAME, LIST, NAMED
from ripwire.resolve.values import CLASS, FUNCTION, GENERIC, VARIABLE, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:

    from ripwire.model.columns import Columns
    from ripwire.resolve.engine import Engine

FOLLOWED = frozenset(policy.family for policy in POLICIES.values() if policy.signature)
"""Families whose function values are followed."""

_CALLABLE = frozenset({FUNCTION, CLASS, VARIABLE, GENERIC})
ROOT = re.compile(rb"[^.\[(]*")
_NO_SELECTORS: frozenset[bytes] = frozenset()
_LAST = re.compile(rb"(?:[(\[][^.]*)$")


def called_values(columns: Columns) -> set[int]:
    """Names of calls that a value decides: local names, and the bracket of a callee without a name."""
    out = {columns.ref_name[at] for at in local_calls(columns)}
    out.update(handle for handle in map(columns.strings.find, (b"(", b"in")) if handle > 0)
    return out


def local_calls(columns: Columns) -> list[int]:
    """Calls of local names, and of what stands below one without having a name."""
    bracket = columns.strings.find(b"(")
    local = columns.ref_local.tobytes()
    names, recvs, owners, roles = columns.ref_name, columns.ref_recv, columns.ref_owner, columns.ref_role
    codes = [row.family in FOLLOWED for row in LANGUAGES]
    files = [codes[code] for code in columns.languages]
    out = []
    at = local.find(1)
    while at >= 0:
        told = recvs[at] == RECV_NONE or names[at] == bracket
        if told and roles[at] == 0 and owners[at] != NO_SYMBOL and files[columns.ref_file[at]]:
            out.append(at)
        at = local.find(1, at + 1)
    return out


class Asked(Calls):
    """The parameters that are asked for."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.families = [family in FOLLOWED for family in engine.families]
        self.bracket = engine.strings.find(b"(")
        self.prefixes: dict[int, set[bytes]] = {}  # a place: names of literals there, `d` and `d["a"]`
        self.own: set[tuple[int, int]] = set()  # those of `wanted` that are parameters
        self._keys: set[int] = set()
        self.calls: list[int] = []  # of local names, that nothing else decides
        self._callees: dict[tuple[int, bytes], list[tuple[int, int]]] = {}
        self._decorations: list[tuple[int, list[int]]] = []

    def _literals(self) -> None:
        """Names of literals with entries, by place."""
        e = self.e
        strings = e.strings
        texts = {}
        for handle in set(e.binding_name):
            text = strings[handle]
            if text.endswith(b"]"):
                texts[handle] = text
        flags, files = e.binding_flags, e.binding_file
        columns = e.columns
        keys: set[bytes] = set()
        keyed = [policy.signature == "ecma" for policy in e.policies]  # `o.k` is `o["k"]`
        for row, handle in enumerate(e.binding_name):
            if handle in texts:
                if flags[row] & BIND_KIND >= BIND_ARGUMENT or not self.families[columns.languages[files[row]]]:
                    continue
                place = self._place_of(row)
                known = self.prefixes.setdefault(place, set())
                text = texts[handle]
                at = text.find(b"[")
                while at > 0:
                    known.add(text[:at])
                    end = text.index(b"]", at)
                    if keyed[columns.languages[files[row]]]:
                        keys.add(text[at + 1 : end])
                    at = end + 1 if end + 1 < len(text) else -1
        self._keys = {strings.find(key[1:-1]) for key in keys if key[:1] == b'"'}

    def _place_of(self, row: int) -> int:
        e = self.e
        kinds, parents = e.columns.kind, e.columns.parent
        owner = e.binding_owner[row]
        if e.binding_flags[row] & BIND_KIND == BIND_FIELD:
            while owner != NO_SYMBOL and kinds[owner] not in CONTAINERS:
                owner = parents[owner]
        else:
            while owner != NO_SYMBOL and kinds[owner] == KIND_VAR:
                owner = parents[owner]
        return ~e.binding_file[row] if owner == NO_SYMBOL else owner

    def _want(self, owner: int, name: int) -> None:
        """A name of a function holds what is called: it or, where one around has the parameter, that is asked for."""
        e = self.e
        parents, kinds, names = e.columns.parent, e.columns.kind, e.columns.name
        text = e.strings[name]
        while owner != NO_SYMBOL and (owner, name) not in self.wanted:
            if kinds[owner] in FUNCTIONS:
                self.wanted.add((owner, name))
                self._released.extend(self._waiting.pop((owner, name), ()))
                rows = self.signature(owner)
                for place, (own, kind) in enumerate(rows):
                    if own == text:
                        self.own.add((owner, name))
                        self._takes(owner, names[owner], place, kind, text)
                        return
            owner = parents[owner]

    def _takes(self, function: int, name: int, place: int, kind: int, text: bytes) -> None:
        """Calls of these names with these arguments are to be looked at."""
        e = self.e
        parent = e.columns.parent[function]
        own = [name]
        if name in self._inits and parent != NO_SYMBOL:
            own.append(e.columns.name[parent])
        shift = self._own(function, False)
        selectors = {text}
        if kind == LIST:
            selectors.update(b"%d" % k for k in range(max(place - shift, 0), MAX_REST_ARGUMENTS))
        elif kind == EVERY_NAME:
            selectors = {b"**"}
        elif kind != NAMED:
            selectors.update((b"%d" % place, b"%d" % (place - shift)))
        for one in own:
            known = self._selectors.setdefault(one, set())
            if not selectors <= known:
                known |= selectors
                self._todo.append(one)

    def _candidates(self) -> list[int]:
        """Rows of the arguments that may give a function to a parameter that is called, kept or given back."""
        e = self.e
        columns, strings = e.columns, e.strings
        flags, types, names, owners = e.binding_flags, e.binding_type, e.binding_name, e.binding_owner
        self._selectors: dict[int, set[bytes]] = {}  # a function's name: the arguments that count
        heirs: dict[int, set[int]] = {}  # a type's name: names of types that may inherit its constructor
        for type_, rows in e.hierarchy.base_rows().items():
            for row in rows:
                heirs.setdefault(columns.ref_name[row], set()).add(columns.name[type_])
        self._heirs = heirs
        self._todo: list[int] = []
        self._brackets: list[int] = []
        self._released: list[int] = []
        self._waiting: dict[tuple[int, int], list[int]] = {}
        self._through: set[int] = set()  # arguments whose values come through a parameter
        self._inits = {strings.find(name) for name in (b"__init__", b"constructor", b"__call__")}
        # Fields that the same file calls: `self.f()` elsewhere is mostly another class's.
        attributes: set[tuple[int, int]] = set()
        recvs = columns.ref_recv.tobytes()
        at = recvs.find(RECV_THIS)
        while at >= 0:
            if not columns.ref_role[at]:
                attributes.add((columns.ref_file[at], columns.ref_name[at]))
            at = recvs.find(RECV_THIS, at + 1)
        arguments: list[int] = []
        kept: list[int] = []
        returned: list[int] = []
        held: dict[tuple[int, int], list[int]] = {}
        others: dict[int, list[tuple[int, int]]] = {}  # a name: the names that hold it
        holds: list[int] = []
        for row, flag in enumerate(flags):
            kind = flag & BIND_KIND
            if kind == BIND_ARGUMENT:
                arguments.append(row)
            elif flag & (BIND_VALUE | BIND_CALL):
                if kind == BIND_FIELD:
                    if flag & BIND_VALUE and (e.binding_file[row], names[row]) in attributes:
                        kept.append(row)
                elif kind == BIND_RETURN:
                    returned.append(row)
                elif kind != BIND_PARAM:
                    held.setdefault((owners[row], names[row]), []).append(row)
                    holds.append(row)
                if flag & BIND_VALUE and not flag & BIND_ITEM and kind < BIND_RETURN:
                    others.setdefault(types[row], []).append((names[row], row))
        for n, a in zip(columns.import_name, columns.import_alias, strict=True):
            if a and n:
                others.setdefault(n, []).append((a, -1))
        self._kept = kept
        self._held = held
        self._decorators = set(columns.name) | {a for a in columns.import_alias if a}
        self._roots = {root for known in self.prefixes.values() for root in known}
        self._called_names(columns)
        for row in kept:
            if owners[row] != NO_SYMBOL and b"." not in strings[types[row]]:
                self._want(owners[row], types[row])
        # Results that are called: `f(x)()` and `y = f(x)`, `y()`; what decorators give back.
        results = self._called_results(columns)
        for key in list(self.wanted):
            for row in held.get(key, ()):
                if flags[row] & BIND_CALL:
                    results.add(self._tail(strings[types[row]]))
                else:
                    root = ROOT.match(strings[types[row]])
                    handle = strings.find(root.group()) if root else -1
                    if handle > 0:
                        self._want(key[0], handle)
        functions = {n for n, k in zip(columns.name, columns.kind, strict=True) if k == KIND_FN}
        results &= functions
        while True:
            more = set()
            for row in returned:
                owner = owners[row]
                if owner != NO_SYMBOL and columns.name[owner] in results and columns.kind[owner] == KIND_FN:
                    text = types[row]
                    if flags[row] & BIND_CALL:
                        more.add(self._tail(strings[text]))
                    elif b"." not in strings[text]:
                        self._want(owner, text)
                        more.add(text)
            more &= functions
            if more <= results:
                break
            results |= more
        return self._select(arguments, others)

    def _tail(self, callee: bytes) -> int:
        """Handle of the last name of a callee."""
        return self.e.strings.find(_LAST.sub(b"", callee).rpartition(b".")[2])

    def _called_results(self, columns: Columns) -> set[int]:
        """Names of functions whose results are called."""
        e = self.e
        out = set()
        for ref in self._brackets:
            text = e.strings[columns.ref_receiver[ref]]
            if text.endswith(b"()"):
                out.add(self._tail(text))
        for _, refs in self._decorations:
            out.update(columns.ref_name[ref] for ref in refs)
        return out

    def _called_names(self, columns: Columns) -> None:
        """Local names that are called."""
        e = self.e
        for at in self.calls:
            name = columns.ref_name[at]
            if name == self.bracket:
                self._brackets.append(at)
                root = ROOT.match(e.strings[columns.ref_receiver[at]])
                name = e.strings.find(root.group()) if root else -1
            if name > 0:
                self._want(columns.ref_owner[at], name)

    def _select(
        self, arguments: list[int], others: dict[int, list[tuple[int, int]]]
    ) -> list[int]:
        e = self.e
        strings, names = e.strings, e.binding_name
        split: dict[int, tuple[int, bytes, bool]] = {}
        by_callee: dict[int, list[int]] = {}
        for row in arguments:
            handle = names[row]
            found = split.get(handle)
            if found is None:
                callee, _, selector = strings[handle].rpartition(b"(")
                last = -1 if callee[-1:] in b")(]" else strings.find(callee.rpartition(b".")[2])
                found = split[handle] = last, selector, last == -1 or b"." not in callee
            by_callee.setdefault(found[0], []).append(row)
        out: set[int] = set()
        # Callees that are no names, or names of parameters and variables, may be any of the functions.
        anything = {e.columns.ref_name[at] for at in self.calls} | {-1}
        self._callees = {}
        self._givers: dict[tuple[int, int], bool] = {}
        self._root_names = {strings.find(root) for root in self._roots}
        seen: set[int] = set()
        done: dict[int, int] = {}
        todo = [*self._todo, *anything]
        self._todo = []
        while todo or self._released:
            for row in self._released:
                self._take(row, out)
            self._released = []
            for name in todo:
                selectors = self._selectors.get(name, _NO_SELECTORS)
                if done.get(name) == len(selectors):
                    continue
                done[name] = len(selectors)
                loose = name in anything
                for row in by_callee.get(name, ()):
                    if row in seen:
                        continue
                    _, selector, plain = split[names[row]]
                    fits = selector in selectors or (b"**" in selectors and not selector.isdigit())
                    if not (fits or loose and plain):
                        continue
                    seen.add(row)
                    if not self._may_give(row) and self._handed(row) < 0:
                        continue
                    if self._may_take(row, loose):
                        self._take(row, out)
                for other in (*(one for one, _ in others.get(name, ())), *self._heirs.get(name, ())):
                    known = self._selectors.setdefault(other, set())
                    if not selectors <= known:
                        known |= selectors
                        self._todo.append(other)
            todo, self._todo = self._todo, []
        return sorted(out)

    def _may_give(self, row: int) -> bool:
        """Whether an argument may be a function or class: it is one, or a literal or variable may hold one."""
        e = self.e
        text = e.binding_type[row]
        context = e.context_of_row(row)
        key = (context, text)
        found = self._givers.get(key)
        if found is None:
            e.solver.begin()
            value = e.receivers.of_text(text, context)
            root = ROOT.match(e.strings[text])
            handle = e.strings.find(root.group()) if root else -1
            found = self._givers[key] = (
                any(kind_of(one) in _CALLABLE for one in value)
                if value
                else handle in self._root_names or (e.binding_owner[row], handle) in self._held
            )
        return found

    def _take(self, row: int, out: set[int]) -> None:
        """An argument counts, and so does what is given to the parameter that it hands on."""
        e = self.e
        out.add(row)
        handed = self._handed(row)
        if handed > 0 or not self._may_give(row):
            self._through.add(row)
        if handed > 0:
            self._want(e.binding_owner[row], handed)

    def _handed(self, row: int) -> int:
        """The parameter that an argument hands on, -1 for none."""
        e = self.e
        owner = e.binding_owner[row]
        text = e.strings[e.binding_type[row]]
        if owner == NO_SYMBOL or b"." in text:
            return -1
        root = ROOT.match(text)
        handle = e.strings.find(root.group()) if root else -1
        if root and e.word(e.binding_file[row], root.group()):
            return -1
        return handle if handle > 0 and self._is_parameter(owner, e.strings[handle]) else -1

    def _may_take(self, row: int, anything: bool) -> bool:
        """Whether an argument goes to a parameter that is asked for, or to what only values tell."""
        e = self.e
        callee, _, selector = e.strings[e.binding_name[row]].rpartition(b"(")
        context = e.context_of_row(row)
        key = (context, callee)
        functions = self._callees.get(key)
        if functions is None:
            e.solver.begin()
            functions = self._callees[key] = self._called(callee, context)
        if not functions:
            return anything and (b"." not in callee or callee[-1:] in b")](")
        takers = []
        for function, shift in functions:
            name, _ = self._place(function, shift, selector)
            if (function, name) in self.wanted:
                return True
            takers.append((function, name))
        for taker in takers:
            self._waiting.setdefault(taker, []).append(row)
        return False

    def _is_parameter(self, owner: int, name: bytes) -> bool:
        """Whether a function, or one around it, has a parameter of a name."""
        parents = self.e.columns.parent
        while owner != NO_SYMBOL:
            if any(own == name for own, _ in self.signature(owner)):
                return True
            owner = parents[owner]
        return False

    def _decorated(self) -> list[tuple[int, list[int]]]:
        """Functions of Python with the calls that their decorators are, outermost first."""
        e = self.e
        columns = e.columns
        starts, names, kinds = columns.start, columns.name_byte, columns.kind
        marked = [policy.decorators for policy in e.policies]
        files, bytes_ = columns.ref_file, columns.ref_byte
        if not any(marked[code] for code in set(columns.languages)):
            return []
        symbols = [s for s, (a, b) in enumerate(zip(starts, names, strict=True)) if b - a > 6]
        out = []
        for symbol in symbols:
            file = columns.file[symbol]
            if kinds[symbol] not in FUNCTIONS or not marked[columns.languages[file]]:
                continue
            first = bisect_left(files, file)
            row = bisect_left(bytes_, starts[symbol], first, bisect_left(files, file + 1, first))
            refs = []
            while row < len(files) and files[row] == file and bytes_[row] < names[symbol]:
                if columns.ref_role[row] == 0 and columns.ref_owner[row] == symbol:
                    refs.append(row)
                row += 1
            if refs:
                out.append((symbol, refs))
        return out
