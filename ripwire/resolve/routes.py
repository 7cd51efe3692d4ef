"""Paths of the web that one part of a tree serves and another asks for (spec/algorithms 4.7); outside of the graph.

Purpose: `@app.get("/users/{id}")` in Python or `app.get("/users/:id", show)` in JavaScript serves what `requests.get`
and `fetch` ask for with "/users/7".
Invariant: only strings that are written out count, and only a request that exactly one function serves has a route.
Cost: a pass over the bindings; nothing more in a tree without such strings.
"""

from __future__ import annotations

from bisect import bisect_left

from ripwire.languages.table import LANGUAGES
from ripwire.limits import MAX_ROUTE_STEPS
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
_SERVED = METHODS | frozenset((b"route", b"api_route"))
_ADDED = frozenset(b"add_url_rule add_api_route add_route".split()) | {b"add_" + method for method in METHODS}
_SERVERS = {
    "python": frozenset(b"app router server api bp blueprint application".split()),
    "ecma": frozenset(b"app router server fastify routes".split()),
}
"""Names by which servers go where nothing in the file says what they are."""
_SERVER_ENDS = (b"router", b"app", b"server", b"blueprint", b"_bp")
_MADE_SERVERS = {
    "python": frozenset(b"Flask FastAPI Blueprint APIRouter APIBlueprint Quart Sanic Starlette Bottle".split()),
    "ecma": frozenset(b"express Router fastify Fastify Hono Koa".split()),
}
_PREFIXES = frozenset((b"prefix", b"url_prefix"))
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
_BY_KEYWORD = frozenset(b"view_func endpoint handler".split())
_HANDLER_PLACES = {b"add_url_rule": b"2", b"add_route": b"2"}
_NEAR = 64
"""Rows between the name of a server and its prefix, at most."""
_PLACES = frozenset(b"0 path rule url".split())
"""Where a call takes its path; behind the method where that is an argument."""
_METHOD_FIRST = frozenset(b"request stream add_route".split())


class Route:
    """One request and what serves it.

    method   of the request, upper case, empty where it does not say it
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
        self.served: dict[tuple[bytes, int], bytes] = {}  # method and handler: path

    def add(self, path: bytes, method: bytes, handler: int) -> None:
        at = self
        for segment in segments(path):
            if is_template(segment):
                at.other = at.other or _Node()
                at = at.other
            else:
                at = at.named.setdefault(segment, _Node())
        at.served.setdefault((method, handler), path)

    def serving(self, path: bytes, method: bytes) -> tuple[int, bytes] | None:
        """The handler and path that a request means; None without, or with several handlers."""
        found: tuple[int, bytes] | None = None
        parts = segments(path)
        open_ = [(self, 0)]
        steps = 0
        while open_:
            steps += 1
            if steps > MAX_ROUTE_STEPS:
                return None
            at, place = open_.pop()
            if place < len(parts):
                if at.other is not None:
                    open_.append((at.other, place + 1))
                if parts[place] in at.named:
                    open_.append((at.named[parts[place]], place + 1))
                continue
            for (its, handler), served in at.served.items():
                if method and its and method != its:
                    continue
                if found is not None and found[0] != handler:
                    return None
                found = found or (handler, served)
        return found


def segments(path: bytes) -> list[bytes]:
    """The segments of a path or address, without host, query and fragment, empty ones left out.

    >>> segments(b"https://h:8/users//7/?a=/b#c")
    [b'users', b'7']
    """
    path = path.partition(b"?")[0].partition(b"#")[0]
    if not path.startswith(b"/"):
        path = path.partition(b"://")[2].partition(b"/")[2]
    return [segment for segment in path.split(b"/") if segment]


def is_template(segment: bytes) -> bool:
    """Whether a segment of a served path stands for any.

    >>> [is_template(segment) for segment in (b"{id}", b":id", b"<int:id>", b"id", b"a{id}")]
    [True, True, True, False, False]
    """
    return segment[:1] == b":" or (segment[:1] + segment[-1:]) in (b"{}", b"<>")


def is_elsewhere(path: bytes) -> bool:
    """Whether an address names a host of the world, which this tree does not serve: one with a dot and letters.

    >>> [is_elsewhere(path) for path in (b"https://a.com/x", b"http://web:80/x", b"http://127.0.0.1/x", b"/x")]
    [True, False, False, False]
    """
    if path.startswith(b"/"):
        return False
    host = path.partition(b"://")[2].partition(b"/")[0].partition(b"?")[0].rpartition(b"@")[2].partition(b":")[0]
    return b"." in host and host.lower() != host.upper()


class _Finder:
    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.strings = columns.strings
        self.families = [row.family for row in LANGUAGES]
        self.served = _Node()
        self.asked: list[tuple[int, bytes]] = []  # rows of requests, their methods
        self._made: dict[int, dict[bytes, set[bytes]]] = {}
        self._prefixes: dict[tuple[int, bytes], bytes] = {}  # file and name of a server: what its paths begin with
        self._functions: dict[int, dict[int, int]] = {}

    def find(self) -> list[Route]:
        columns, strings = self.columns, self.strings
        flags = columns.binding_flags
        rows = [row for row, flag in enumerate(flags) if flag & BIND_KIND == BIND_ROUTE]
        for row in rows:
            self._look_for_prefix(row)
        for row in rows:
            self._look_at(row)
        known: dict[tuple[int, bytes], tuple[int, bytes] | None] = {}
        out = []
        for row, method in self.asked:
            owner = columns.binding_owner[row]
            key = columns.binding_name[row], method
            if key not in known:
                known[key] = self.served.serving(strings[key[0]], method)
            found = known[key]
            if found is not None and owner != NO_SYMBOL and found[0] != owner:
                ref = self._call(row)
                line = columns.ref_line[ref] if ref >= 0 else columns.line[owner]
                out.append(Route(method, found[1], owner, found[0], line))
        return out

    def _look_for_prefix(self, row: int) -> None:
        """`router = APIRouter(prefix="/x")`: the name that the call's result goes to stands before its argument."""
        columns, strings = self.columns, self.strings
        callee, _, place = strings[columns.binding_type[row]].rpartition(b"(")
        if place not in _PREFIXES:
            return
        file = columns.binding_file[row]
        first = rows_of(columns.binding_file, file).start
        for other in range(row - 1, max(first - 1, row - _NEAR), -1):
            flags = columns.binding_flags[other]
            if flags & BIND_CALL and flags & BIND_KIND <= BIND_FIELD and strings[columns.binding_type[other]] == callee:
                self._prefixes[file, strings[columns.binding_name[other]]] = strings[columns.binding_name[row]]
                return

    def _look_at(self, row: int) -> None:
        columns = self.columns
        file, owner = columns.binding_file[row], columns.binding_owner[row]
        family = self.families[columns.languages[file]]
        callee, _, place = self.strings[columns.binding_type[row]].rpartition(b"(")
        before, _, last = callee.rpartition(b".")
        if family not in _CLIENTS or place not in _PLACES and not (place == b"1" and last in _METHOD_FIRST):
            return
        path = self.strings[columns.binding_name[row]]
        method = last.upper() if last in METHODS else b""
        made = self._made_in(file)
        root = callee.partition(b".")[0]
        holder = before.removeprefix(b"self.").removeprefix(b"this.")
        if root in _CLIENTS[family] and root not in made or self._is_made(holder, made, _MADE_CLIENTS[family], family):
            if (last in METHODS | _METHOD_FIRST or not before) and not is_elsewhere(path):
                if not method and not before and self._given(row) == 1:
                    method = b"GET"
                self.asked.append((row, method))
            return
        if path[:1] != b"/" or not self._is_server(holder, made, family):
            return
        path = self._prefixes.get((file, holder), b"") + path
        if family == "python" and last in _SERVED and self._is_decorator(row):
            if last == b"route" and self._given(row) == 1:
                method = b"GET"
            self.served.add(path, method, owner)
        elif family == "python" and last in _ADDED or family == "ecma" and last in METHODS | {b"all"}:
            handler = self._handler(row, callee, family)
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

    def _is_made(self, holder: bytes, made: dict[bytes, set[bytes]], makers: frozenset[bytes], family: str) -> bool:
        """Whether everything that a name holds in the file is made by one of these."""
        found = made.get(holder)
        if found and family == "python":
            found = {callee for callee in found if not callee.endswith(b".test_client")}
            return found <= makers
        return bool(found) and found is not None and found <= makers

    def _is_server(self, holder: bytes, made: dict[bytes, set[bytes]], family: str) -> bool:
        found = made.get(holder)
        if found:
            return all(callee.rpartition(b".")[2] in _MADE_SERVERS[family] for callee in found)
        name = holder.rpartition(b".")[2]
        return name in _SERVERS[family] or name.lower().endswith(_SERVER_ENDS)

    def _made_in(self, file: int) -> dict[bytes, set[bytes]]:
        """Names of a file's variables and fields, and the callees whose results they are."""
        found = self._made.get(file)
        if found is None:
            columns = self.columns
            found = self._made[file] = {}
            for row in rows_of(columns.binding_file, file):
                flags = columns.binding_flags[row]
                if flags & BIND_CALL and flags & BIND_KIND <= BIND_FIELD:
                    name = self.strings[columns.binding_name[row]]
                    found.setdefault(name, set()).add(self.strings[columns.binding_type[row]])
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

    def _handler(self, row: int, callee: bytes, family: str) -> int:
        """The first function of the file by the name of the handler that a call is given, -1 without.

        That is its last argument, or what a keyword says.
        """
        columns, strings = self.columns, self.strings
        file = columns.binding_file[row]
        given = self._given(row)
        last = b""
        place = 0
        for other in range(row + 1, rows_of(columns.binding_file, file).stop):
            flags = columns.binding_flags[other]
            if flags & BIND_KIND == BIND_ROUTE:
                break  # the next call
            if flags & BIND_KIND != BIND_ARGUMENT:
                continue
            its, _, at = strings[columns.binding_name[other]].rpartition(b"(")
            if its != callee:
                continue
            if at.isdigit():
                if int(at) <= place:
                    break  # the next call
                place = int(at)
            if family == "ecma":
                fits = place == given - 1
            else:
                fits = at in _BY_KEYWORD or at == _HANDLER_PLACES.get(callee.rpartition(b".")[2], b"1")
            if fits and flags & BIND_VALUE:
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
