"""Types and their bases: the order in which members are looked for, what is derived from what.

Source: C3 linearisation after Barrett et al. (OOPSLA 1996) for Python; elsewhere bases depth first, each once.
Invariant: a base that is not in the tree makes a type open: a member that is not found may be inherited from outside.
Cost: each type's order is made once.
"""

from __future__ import annotations

from ripwire.limits import MAX_BASES
from ripwire.model.codes import ROLE_EXTENDS
from ripwire.model.columns import KIND_IFACE, KIND_VAR, NO_SYMBOL
from ripwire.resolve.index import CONTAINERS, Names
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import CLASS, OUTSIDE, Value, kind_of, number_of, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.resolve.engine import Engine



class Hierarchy:
    """The types of one tree."""

    def __init__(self, engine: Engine) -> None:
        self.e = engine
        self.orders: dict[int, tuple[list[int], bool]] = {}
        self.making: set[int] = set()
        self.reading: set[int] = set()
        self._base_rows: dict[int, list[int]] | None = None
        self._bases: dict[int, tuple[list[int], bool]] = {}
        self._derived: dict[int, list[int]] = {}
        self._named: tuple[dict[int, list[int]], dict[int, set[int]], dict[int, list[int]]] | None = None

    def base_rows(self) -> dict[int, list[int]]:
        """Rows of the references that name a type's bases, by type."""
        if self._base_rows is None:
            self._base_rows = {}
            columns = self.e.columns
            roles, owners, kinds = columns.ref_role, columns.ref_owner, columns.kind
            at = -1
            role_bytes = roles.tobytes()
            mark = bytes([ROLE_EXTENDS])
            while (at := role_bytes.find(mark, at + 1)) >= 0:
                owner = owners[at]
                if owner == NO_SYMBOL and columns.ref_qualifier[at]:
                    owner = self.e.finder(columns.ref_file[at]).extended(at)
                if owner != NO_SYMBOL and kinds[owner] in CONTAINERS:
                    self._base_rows.setdefault(owner, []).append(at)
        return self._base_rows

    def bases(self, type_: int) -> tuple[list[int], bool]:
        """The direct bases of a type, in order, and whether some are outside of the tree or unknown."""
        found = self._bases.get(type_)
        if found is None:
            if type_ in self.reading:
                self.e.solver.doubt()
                return [], True
            self.reading.add(type_)
            try:
                found = self._read_bases(type_)
            finally:
                self.reading.discard(type_)
            # In a circle of questions the first one asked for gets the answer that it leaves.
            if self.e.solver.complete or not self.reading:
                self._bases[type_] = found
        return found

    def _read_bases(self, type_: int) -> tuple[list[int], bool]:
        e = self.e
        out: list[int] = []
        outside = False
        if e.policy(e.columns.file[type_]).apart:
            return e.finder(e.columns.file[type_]).bases(type_)
        rows = self.base_rows().get(type_, [])
        if e.policy(e.columns.file[type_]).own_names:
            rows = e.finder(e.columns.file[type_]).base_rows(type_, rows)
        for row in rows:
            found = e.types.of_reference(row, type_)
            if len(found) > 1:
                found = e.finder(e.columns.file[type_]).of_reference(row, found)
            inside = [number_of(one) for one in found if kind_of(one) == CLASS and number_of(one) != type_]
            if not inside:
                outside = True
            out.extend(base for base in inside if base not in out)
        if e.policy(e.columns.file[type_]).linear == "mixins":
            mixed = [base for base in reversed(out) if e.columns.kind[base] == KIND_IFACE]
            out = mixed + [base for base in out if base not in mixed]
        return out, outside

    def order(self, type_: int) -> tuple[list[int], bool]:
        """The type and its bases in the order of look-up, and whether something of it is outside of the tree."""
        found = self.orders.get(type_)
        if found is not None:
            return found
        if type_ in self.making:
            self.e.solver.doubt()
            return [type_], True
        self.making.add(type_)
        try:
            below, waiting, bases = self._above(type_)
            # Bases first, so that each type's order is made from finished ones; what is left over has itself as a base.
            ready = [one for one, count in waiting.items() if count == 0]
            for one in ready:
                self.orders.setdefault(one, self._order(one, bases[one]))
                for other in below.get(one, ()):
                    waiting[other] -= 1
                    if waiting[other] == 0:
                        ready.append(other)
            for one, count in waiting.items():
                if count:
                    self.orders.setdefault(one, (self._circle(one, bases), True))
        finally:
            self.making.discard(type_)
        found = self.orders[type_]
        if not self.e.solver.complete and self.making:  # something that is still being asked may add bases
            for one in waiting:
                self.orders.pop(one, None)
        return found

    def _above(
        self, type_: int
    ) -> tuple[dict[int, list[int]], dict[int, int], dict[int, tuple[list[int], bool]]]:
        """Of a type and its bases near and far, as far as no order is known: who derives, how many wait, the bases."""
        known: dict[int, tuple[list[int], bool]] = {}
        below: dict[int, list[int]] = {}
        waiting: dict[int, int] = {}
        queue = [type_]
        for one in queue:
            if one in waiting:
                continue
            known[one] = self.bases(one)
            bases = [base for base in known[one][0] if base not in self.orders]
            waiting[one] = len(bases)
            for base in bases:
                below.setdefault(base, []).append(one)
            queue.extend(bases)
        return below, waiting, known

    def _circle(self, type_: int, bases: dict[int, tuple[list[int], bool]]) -> list[int]:
        """A type and everything that it has as bases, nearest first."""
        line = [type_]
        seen = {type_}
        for one in line:
            for base in bases.get(one, ((), True))[0]:
                if len(line) < MAX_BASES and base not in seen:
                    seen.add(base)
                    line.append(base)
        return line

    def _order(self, type_: int, direct: tuple[list[int], bool]) -> tuple[list[int], bool]:
        """The order of a type whose bases' orders are known."""
        bases, outside = direct
        above = [self.orders.get(base, ([base], True)) for base in bases]  # one that was given up is alone
        rows = [line for line, _ in above]
        outside = outside or any(more for _, more in above)
        line = [type_]
        linear = self.e.policy(self.e.columns.file[type_]).linear
        if len(rows) == 1:
            rest = rows[0]
        elif linear == "c3":
            rest = _merge([*(list(row) for row in rows), list(bases)])
        elif linear == "breadth":  # the least deep first
            deepest = max(map(len, rows), default=0)
            rest = [one for level in range(deepest) for row in rows for one in row[level : level + 1]]
        else:
            rest = [one for row in rows for one in row]
        seen = {type_}
        for one in rest:
            if one not in seen:
                seen.add(one)
                line.append(one)
        if len(line) > MAX_BASES:
            line, outside = line[:MAX_BASES], True
            self.e.solver.limited = True
        return line, outside

    def own(self, type_: int) -> Names:
        """The definitions that stand in a type itself, by name."""
        e = self.e
        e.index.table(e.columns.file[type_])
        return e.own_members(type_)

    def member(self, type_: int, name: int) -> Value:
        """A member of a type: its own or the first inherited. OUTSIDE where it may come from outside, else ABSENT."""
        return self.e.solver.ask(("m", type_, name), self._member, type_, name, 0)

    def inherited(self, type_: int, name: int) -> Value:
        """As `member`, without the type's own."""
        return self.e.solver.ask(("s", type_, name), self._member, type_, name, 1)

    def _member(self, type_: int, name: int, start: int) -> Value:
        e = self.e
        line, outside = self.order(type_)
        for one in line[start:]:
            symbols = self.own(one).get(name)
            if symbols:
                found = e.scopes.of_symbols(symbols)
                if found != ABSENT:
                    return found
            if e.flowing and (literal := e.flow.table(one, e.strings[name])):
                return literal
            rows = e.index.fields.get(one, {}).get(name)
            if not rows and e.policy(e.columns.file[one]).own_names:
                parts = e.finder(e.columns.file[one]).same_type(one)
                rows = [row for part in parts for row in e.index.fields.get(part, {}).get(name, ())]
            if rows:
                found = e.scopes.of_rows(rows)
                return () if found == ABSENT else found
        return OUTSIDE if outside else ABSENT

    def derived(self, type_: int) -> list[int]:
        """The types that name a type as a base, ascending.

        Only types whose base is written with its name, or with one that an import or a variable may give it, are asked.
        """
        found = self._derived.get(type_)
        if found is None:
            name = self.e.columns.name[type_]
            named, renamed, free = self._by_name()
            candidates = set(free.get(type_, ()))
            for handle in (name, *renamed.get(name, ())):
                candidates.update(named.get(handle, ()))
            found = self._derived[type_] = sorted(one for one in candidates if type_ in self.bases(one)[0])
        return found

    def _by_name(self) -> tuple[dict[int, list[int]], dict[int, set[int]], dict[int, list[int]]]:
        """Types by how a base is written; names by their aliases; by base, types whose words for it tell nothing."""
        if self._named is None:
            columns = self.e.columns
            named: dict[int, list[int]] = {}
            for type_, rows in self.base_rows().items():
                for row in rows:
                    named.setdefault(columns.ref_name[row], []).append(type_)
            renamed: dict[int, set[int]] = {}
            loose: set[int] = set()
            for name, alias in zip(columns.import_name, columns.import_alias, strict=True):
                if alias in named:
                    if name:
                        renamed.setdefault(name, set()).add(alias)
                    else:
                        loose.add(alias)
            for name, kind in zip(columns.name, columns.kind, strict=True):
                if kind == KIND_VAR and name in named:
                    loose.add(name)
            free: dict[int, list[int]] = {}
            for type_ in sorted({type_ for handle in loose for type_ in named[handle]} | set(self.e.based_apart())):
                for base in self.bases(type_)[0]:
                    free.setdefault(base, []).append(type_)
            self._named = named, renamed, free
        return self._named

    def below(self, type_: int, limit: int) -> list[int]:
        """All types derived from one, itself left out, nearest first; at most ``limit``."""
        out: list[int] = []
        seen = {type_}
        queue = [type_]
        for one in queue:
            for other in self.derived(one):
                if other not in seen and len(out) < limit:
                    seen.add(other)
                    out.append(other)
                    queue.append(other)
        return out

    def in_derived(self, type_: int, name: int, limit: int) -> Value:
        """What the types derived from one call so (a mixin's view of its users); ABSENT without."""
        values = []
        for one in self.below(type_, limit):
            found = self.member(one, name)
            if found not in (ABSENT, OUTSIDE):
                values.append(found)
        return union(values) if values else ABSENT


def _merge(rows: list[list[int]]) -> list[int]:
    """C3's merge; where no order exists, the rows one after the other."""
    out: list[int] = []
    rows = [row for row in rows if row]
    while rows:
        for row in rows:
            head = row[0]
            if not any(head in other[1:] for other in rows):
                break
        else:
            return out + [one for row in rows for one in row]
        out.append(head)
        rows = [[one for one in row if one != head] for row in rows]
        rows = [row for row in rows if row]
    return out
