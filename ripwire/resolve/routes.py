"""Paths of the web that one part of a tree serves and another asks for (spec/algorithms 4.7); outside of the graph.

Purpose: `@app.get("/users/{id}")` in Python or `app.get("/users/:id", show)` in JavaScript serves what `requests.get`
and `fetch` ask for with "/users/7".
Invariant: only strings that are written out count, and only a request that exactly one function serves has a route.
Cost: a pass over the bindings; nothing more in a tree without such strings.
"""

from __future__ import annotations

from bisect import bisect_left

from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import (
    ARGS_UNKNOWN,
    BIND_ARGUMENT,
    BIND_CALL,
    BIND_FIELD,
    BIND_KIND,
    BIND_ROUTE,
    BIND_VALUE,
    ROLE_CALL,
)
from ripwire.model.columns import NO_SYMBOL
from ripwire.resolve.index import FUNCTIONS, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.model.columns import Columns

METHODS = frozenset(b"get post put delete patch head options trace".split())
_SERVED = METHODS | frozenset(b"route api_route all websocket".split())
_ADDED = frozenset(b"add_url_rule add_api_route add_route".split()) | {b"add_" + method for method in METHODS}
_SERVERS = frozenset(b"app router server api fastify routes".split())
"""Names by which JavaScript's servers go where nothing in the file says what they are."""
_MADE_SERVERS = frozenset(b"express Router fastify Fastify Hono Koa".split())
_CLIENTS = {
    "python": frozenset((b"requests", b"httpx")),
    "ecma": frozenset((b"axios", b"ky", b"got", b"fetch")),
}
_MADE_CLIENTS = {
    "python": frozenset(
        b"requests.Session requests.session httpx.Client httpx.AsyncClient Session AsyncClient TestClient".split()
    ),
    "ecma": frozenset(b"axios.create ky.create got.extend".split()),
}
_PLACES = frozenset(b"0 1 path rule url".split())
"""Where a call takes its path."""


class Route:
    """One request and what serves it.

    method   upper case, empty where neither side says it
    path     as the serving side writes it
    caller   symbol that asks; `line` is where
    handler  symbol that serves
    """

    __slots__ = ("method", "path", "caller", "handler", "line")

    def __init__(self, method: bytes, path: bytes, caller: int, handler: int, line: int) -> None:
        self.method, self.path, self.caller, self.handler, self.line = method, path, caller, handler, line


class _Node:
    """Served paths by their next segment; ``other`` is a template's."""

    __slots__ = ("named", "other", "served")

    def __init__(self) -> None:
        self.named: dict[bytes, _Node] = {}
        self.other: _Node | None = None
        self.served: list[tuple[bytes, int, bytes]] = []  # method, handler, path

    def add(self, path: bytes, method: bytes, handler: int) -> None:
        at = self
        for segment in segments(path):
            if is_template(segment):
                at.other = at.other or _Node()
                at = at.other
            else:
                at = at.named.setdefault(segment, _Node())
        at.served.append((method, handler, path))

    def serving(self, path: bytes, method: bytes) -> tuple[bytes, int, bytes] | None:
        """The method, handler and path that a request means; None without, or with several handlers."""
        found: tuple[bytes, int, bytes] | None = None
        parts = segments(path)
        open_ = [(self, 0)]
        while open_:
            at, place = open_.pop()
            if place < len(parts):
                if at.other is not None:
                    open_.append((at.other, place + 1))
                if parts[place] in at.named:
                    open_.append((at.named[parts[place]], place + 1))
                continue
            for row in at.served:
                if method and row[0] and method != row[0]:
                    continue
                if found is not None and found[1] != row[1]:
                    return None
                found = found or row
        return found


def segments(path: bytes) -> list[bytes]:
    """The segments of a path or address, without host, query and fragment, empty ones left out.

    >>> segments(b"https://h:8/users//7/?a=/b#c")
    [b'users', b'7']
    """
    if not path.startswith(b"/"):
        path = path.partition(b"://")[2].partition(b"/")[2]
    path = path.partition(b"?")[0].partition(b"#")[0]
    return [segment for segment in path.split(b"/") if segment]


def is_template(segment: bytes) -> bool:
    """Whether a segment of a served path stands for any.

    >>> [is_template(segment) for segment in (b"{id}", b":id", b"<int:id>", b"id", b"a{id}")]
    [True, True, True, False, False]
    """
    return segment[:1] == b":" or (segment[:1] + segment[-1:]) in (b"{}", b"<>")


class _Finder:
    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.strings = columns.strings
        self.families = [row.family for row in LANGUAGES]
        self.served = _Node()
        self.asked: list[tuple[int, bytes]] = []  # rows of requests, their methods
        self._made: dict[int, dict[bytes, bytes]] = {}
        self._functions: dict[int, dict[int, int]] = {}

    def find(self) -> list[Route]:
        columns, strings = self.columns, self.strings
        flags = columns.binding_flags
        for row, flag in enumerate(flags):
            if flag & BIND_KIND == BIND_ROUTE:
                self._look_at(row)
        out = []
        for row, method in self.asked:
            owner = columns.binding_owner[row]
            found = self.served.serving(strings[columns.binding_name[row]], method) if owner != NO_SYMBOL else None
            if found is not None and found[1] != owner:
                ref = self._call(row)
                line = columns.ref_line[ref] if ref >= 0 else columns.line[owner]
                out.append(Route(method or found[0], found[2], owner, found[1], line))
        return out

    def _look_at(self, row: int) -> None:
        columns = self.columns
        file, owner = columns.binding_file[row], columns.binding_owner[row]
        family = self.families[columns.languages[file]]
        callee, _, place = self.strings[columns.binding_type[row]].rpartition(b"(")
        if family not in _CLIENTS or place not in _PLACES:
            return
        before, _, last = callee.rpartition(b".")
        path = self.strings[columns.binding_name[row]]
        method = last.upper() if last in METHODS else b""
        made = self._made_in(file)
        root = callee.partition(b".")[0]
        holder = before.removeprefix(b"self.").removeprefix(b"this.")
        if root in _CLIENTS[family] or holder in made and self._is_client(made[holder], family):
            if last in METHODS or last == b"request" or not before:
                if not method and last != b"request" and self._given(row) == 1:
                    method = b"GET"
                self.asked.append((row, method))
            return
        if path[:1] != b"/":
            return
        if family == "python" and last in _SERVED and self._is_decorator(row):
            if last == b"route" and self._given(row) == 1:
                method = b"GET"
            self.served.add(path, method, owner)
            return
        added = family == "python" and last in _ADDED
        if added or family == "ecma" and last in METHODS | {b"all"} and self._is_server(holder, made):
            handler = self._handler(row, callee)
            if handler >= 0:
                plain = last.removeprefix(b"add_")
                self.served.add(path, plain.upper() if plain in METHODS else b"", handler)

    def _is_decorator(self, row: int) -> bool:
        """Whether a row stands before the name of the function that it belongs to."""
        columns = self.columns
        owner = columns.binding_owner[row]
        return (
            owner != NO_SYMBOL
            and columns.kind[owner] in FUNCTIONS
            and columns.start[owner] <= columns.binding_byte[row] < columns.name_byte[owner]
        )

    def _is_client(self, callee: bytes, family: str) -> bool:
        return callee in _MADE_CLIENTS[family] or family == "python" and callee.endswith(b".test_client")

    def _is_server(self, holder: bytes, made: dict[bytes, bytes]) -> bool:
        if holder in made:
            return made[holder].rpartition(b".")[2] in _MADE_SERVERS
        return holder in _SERVERS or holder.endswith((b"Router", b"App", b"Server"))

    def _made_in(self, file: int) -> dict[bytes, bytes]:
        """Names of a file's variables and fields, and the callee whose result each is."""
        found = self._made.get(file)
        if found is None:
            columns = self.columns
            found = self._made[file] = {}
            for row in rows_of(columns.binding_file, file):
                flags = columns.binding_flags[row]
                if flags & BIND_CALL and flags & BIND_KIND <= BIND_FIELD:
                    found.setdefault(self.strings[columns.binding_name[row]], self.strings[columns.binding_type[row]])
        return found

    def _call(self, row: int) -> int:
        """The reference of the call that a row's string is given to, -1 where it has none."""
        columns = self.columns
        callee = self.strings[columns.binding_type[row]].rpartition(b"(")[0]
        name = self.strings.find(callee.rpartition(b".")[2])
        here = rows_of(columns.ref_file, columns.binding_file[row])
        ref = bisect_left(columns.ref_byte, columns.binding_byte[row], here.start, here.stop) - 1
        while ref >= here.start:
            if columns.ref_role[ref] == ROLE_CALL and columns.ref_name[ref] == name:
                return ref
            ref -= 1
        return -1

    def _given(self, row: int) -> int:
        """How many arguments the call has, ARGS_UNKNOWN where that is not known."""
        ref = self._call(row)
        return self.columns.ref_args[ref] if ref >= 0 else ARGS_UNKNOWN

    def _handler(self, row: int, callee: bytes) -> int:
        """The first function of the file by the name of a call's last argument, -1 without."""
        columns, strings = self.columns, self.strings
        file = columns.binding_file[row]
        rows = rows_of(columns.binding_file, file)
        last = b""
        for other in range(row + 1, rows.stop):
            flags = columns.binding_flags[other]
            if flags & BIND_KIND == BIND_ROUTE:
                break  # the next call
            if flags & BIND_KIND != BIND_ARGUMENT or not flags & BIND_VALUE:
                continue
            if strings[columns.binding_name[other]].rpartition(b"(")[0] == callee:
                last = strings[columns.binding_type[other]].rpartition(b".")[2]
        if not last:
            return -1
        if file not in self._functions:
            found = self._functions[file] = {}
            for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
                if columns.kind[symbol] in FUNCTIONS:
                    found.setdefault(columns.name[symbol], symbol)
        return self._functions[file].get(strings.find(last), -1)


def routes(columns: Columns) -> list[Route]:
    """The requests of a tree that exactly one of its functions serves, in the order of files and lines."""
    return _Finder(columns).find()
