"""Types and their bases: the order in which members are looked for, what is derived from what.

Source: C3 linearisation after Barrett et al. (OOPSLA 1996) for Python; elsewhere bases depth first, each once.
Invariant: a base that is not in the tree makes a type open: a member that is not found may be inherited from outside.
Cost: each type's order is made once.
"""

from __future__ import annotations

from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.index import CONTAINERS, Names
from ripwire.resolve.scopes import ABSENT
from ripwire.resolve.values import CLASS, OUTSIDE, Value, kind_of, number_of, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.resolve.engine import Engine

ROLE_EXTENDS = 4
MAX_BASES = 256
"""Types that one type's order may hold; what comes after them is taken for outside of the tree."""


class Hierarchy:
    """The types of one tree."""

    def __init__(self, engine: Engine) -> None:
        self.e = engine
        self.orders: dict[int, tuple[list[int], bool]] = {}
        self.making: set[int] = set()
        self._base_rows: dict[int, list[int]] | None = None
        self._derived: dict[int, list[int]] | None = None

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
                if owner != NO_SYMBOL and kinds[owner] in CONTAINERS:
                    self._base_rows.setdefault(owner, []).append(at)
        return self._base_rows

    def bases(self, type_: int) -> tuple[list[int], bool]:
        """The direct bases of a type, in order, and whether some are outside of the tree or unknown."""
        e = self.e
        out: list[int] = []
        outside = False
        rows = self.base_rows().get(type_, [])
        if e.policy(e.columns.file[type_]).own_names:
            rows = e.finder(e.columns.file[type_]).base_rows(type_, rows)
        for row in rows:
            found = e.types.of_reference(row, type_)
            inside = [number_of(one) for one in found if kind_of(one) == CLASS and number_of(one) != type_]
            if not inside:
                outside = True
            out.extend(base for base in inside if base not in out)
        return out, outside

    def order(self, type_: int) -> tuple[list[int], bool]:
        """The type and its bases in the order of look-up, and whether something of it is outside of the tree."""
        found = self.orders.get(type_)
        if found is not None:
            return found
        if type_ in self.making:
            return [type_], True  # a circle of bases
        self.making.add(type_)
        try:
            bases, outside = self.bases(type_)
            rows = []
            for base in bases:
                line, more = self.order(base)
                rows.append(list(line))
                outside = outside or more
        finally:
            self.making.discard(type_)
        line = [type_]
        if self.e.policy(self.e.columns.file[type_]).linear == "c3":
            rest = _merge([*rows, list(bases)])
        else:
            rest = [one for row in rows for one in row]
        for one in rest:
            if one not in line:
                line.append(one)
        if len(line) > MAX_BASES:
            line, outside = line[:MAX_BASES], True
        if not self.making:
            self.orders[type_] = line, outside
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
            rows = e.index.fields.get(one, {}).get(name)
            if rows:
                found = e.scopes.of_rows(rows)
                return () if found == ABSENT else found
        return OUTSIDE if outside else ABSENT

    def derived(self) -> dict[int, list[int]]:
        """The types that name a type as a base, by type."""
        if self._derived is None:
            self._derived = {}
            for type_ in self.base_rows():
                for base in self.bases(type_)[0]:
                    self._derived.setdefault(base, []).append(type_)
        return self._derived

    def below(self, type_: int, limit: int) -> list[int]:
        """All types derived from one, itself left out, nearest first; at most ``limit``."""
        derived = self.derived()
        out: list[int] = []
        seen = {type_}
        queue = [type_]
        for one in queue:
            for other in derived.get(one, ()):
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
