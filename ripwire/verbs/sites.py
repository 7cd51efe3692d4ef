"""Where names are used: the sites of one, the names that the tree uses without defining them, the prose about one.

Purpose: `--uses`, `--external-surface`, `--mentions`: questions that references answer, with calls or without.
Invariant: a site is a reference; it is listed by its name, whatever the call graph makes of it, unless the definition
is picked out among its namesakes. Links and mentions in documents are no sites.
Cost: a pass over the references; `--external-surface` one for each language, and resolution's look at open imports.
"""

from __future__ import annotations

from ripwire._core.reach import places
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import DEF_HAS_BODY, ROLE_CALL, ROLE_DOC
from ripwire.model.columns import KIND_SEC, NO_SYMBOL
from ripwire.model.selectors import NOT_FOUND, select, with_name
from ripwire.verbs.navigate import gauges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ripwire.document import Attribute
    from ripwire.model.columns import Columns
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

ROLES = ("call", "read", "write", "import", "extends")
"""Names of the roles of code, by number."""

SURFACE_CAP = 100

_LOOPS = frozenset((b"(", b"in"))  # the names of calls without one


def uses_document(tree: Tree, text: bytes, page: Page) -> Document:
    """`--uses=SYM`: every place that refers to the name, with its role and what it stands in."""
    columns = tree.columns
    qualified = b":" in text
    handle = -1 if qualified else columns.strings.find(text)
    symbols = with_name(columns, handle) if handle > 0 else []
    sites = _sites(columns, (handle,)) if handle > 0 else []
    if not symbols and not sites:
        symbols = select(columns, text, "uses")  # or its refusal
    if qualified:
        sites = _sites(columns, {columns.name[symbol] for symbol in symbols})
    narrowed: list[Attribute] = []
    if qualified:
        names = {columns.name[symbol] for symbol in symbols}
        calls = sum(columns.ref_role[ref] == ROLE_CALL for ref in sites)
        sites = _of_definitions(tree, sites, symbols)
        narrowed = [
            ("defs_of_name", sum(len(with_name(columns, name)) for name in names)),
            ("narrowed_roles", ROLES[ROLE_CALL]),
            ("call_sites_of_name", calls),
        ]
    found = sorted(_place(columns, ref) for ref in sites)
    outside = sum(role == ROLE_CALL and not owner for _, _, role, owner, _ in found)
    window, facts = page.window(len(found))
    attributes: list[Attribute] = [
        ("of", text),
        ("defs", len(symbols)),
        *narrowed,
        ("external", not symbols),
        ("count", len(found)),
        *facts,
        *gauges(tree),
    ]
    if outside:
        attributes.append(("toplevel_sites", outside))
    rows = (_site(columns, *place) for place in found[window])
    return Document(Node("uses", attributes, rows, rows="uses"), legends=(legends.USES, legends.COUNTS))


def _sites(columns: Columns, names: Iterable[int]) -> list[int]:
    """The references of code to some names."""
    roles, owners, kinds = columns.ref_role, columns.ref_owner, columns.kind
    return [
        ref
        for name in names
        if columns.strings[name] not in _LOOPS
        for ref in places(columns.ref_name, name)
        if roles[ref] < ROLE_DOC and (owners[ref] == NO_SYMBOL or kinds[owners[ref]] != KIND_SEC)
    ]


def _place(columns: Columns, ref: int) -> tuple[int, int, int, bytes, int]:
    owner = columns.ref_owner[ref]
    return (
        columns.ref_file[ref], columns.ref_line[ref], columns.ref_role[ref],
        b"" if owner == NO_SYMBOL else columns.id_of(owner), ref,
    )  # fmt: skip


def _site(columns: Columns, file: int, line: int, role: int, owner: bytes, ref: int) -> Node:
    attributes: list[Attribute] = [("role", ROLES[role]), ("p", b"%s:%d" % (columns.paths[file], line))]
    return Node("u", attributes + ([("in_id", owner)] if owner else []))


def _of_definitions(tree: Tree, sites: list[int], symbols: list[int]) -> list[int]:
    """Sites without the calls that mean other definitions of the name.

    A call outside of any definition is not resolved: it stays, unless it is a bare one in a file that has only other
    definitions of the name. A call of a definition in itself makes no edge: it stays, unless it makes one to another.
    """
    columns, made = tree.columns, tree.contributions
    chosen = set(symbols)
    rows = {made.row[at] for symbol in symbols for at in places(made.dst, symbol)}
    resolved: set[int] | None = None
    own = {columns.file[symbol] for symbol in symbols}
    out: list[int] = []
    homes: set[int] | None = None
    for ref in sites:
        if columns.ref_role[ref] != ROLE_CALL or ref in rows:
            out.append(ref)
            continue
        owner = columns.ref_owner[ref]
        if owner == NO_SYMBOL:
            if homes is None:
                namesakes = {at for name in {columns.name[s] for s in symbols} for at in with_name(columns, name)}
                homes = {columns.file[at] for at in namesakes} - own
            bare = not columns.ref_receiver[ref] and not columns.ref_qualifier[ref]
            if not (bare and columns.ref_file[ref] in homes):
                out.append(ref)
        elif owner in chosen:
            if resolved is None:
                resolved = set(made.row)
            if ref not in resolved:
                out.append(ref)
    return out


def surface_document(tree: Tree, page: Page) -> Document:
    """`--external-surface`: names that are called, imported or extended and defined nowhere in the tree."""
    from ripwire._core.sites import closed_names, surface

    columns = tree.columns
    raw = columns.raw
    closed = closed_names(raw)
    tags = [row.tag for row in LANGUAGES]
    order = sorted(set(tags))
    number = bytes(order.index(tag) for tag in tags)
    tag = columns.languages.translate(number + bytes(256 - len(number)))
    found = surface(raw, closed, _meant(tree, closed), tag)
    strings = columns.strings
    rows = sorted((-refs, strings[name], order[one], calls) for name, one, refs, calls in found)
    window, facts = page.window(len(rows), SURFACE_CAP)
    nodes = (
        Node("x", [("n", name), ("lang", one), ("refs", -refs), ("calls", calls)])
        for refs, name, one, calls in rows[window]
    )
    root = Node("external-surface", [("names", len(rows)), *facts], nodes, rows="external-surface")
    return Document(root, legends=(legends.SURFACE,))


def _meant(tree: Tree, closed: bytearray) -> dict[int, int]:
    """What imports make of bare names that nothing defines, by (file << 32 | name): 0 where it is something of the tree
    (a module, what it exports under no name), for an alias the name that it is of."""
    from ripwire.verbs.imports import Imports

    columns, strings = tree.columns, tree.columns.strings
    imports: Imports | None = None
    out: dict[int, int] = {}
    outside: set[int] = set()
    for row in range(len(columns.import_file)):
        name, alias, file = columns.import_name[row], columns.import_alias[row], columns.import_file[row]
        handles = {handle for handle in (name, alias) if handle and not closed[handle]}
        if not name:
            found = (strings.find(text) for text in _last_parts(strings[columns.import_source[row]]))
            handles.update(handle for handle in found if handle > 0 and not closed[handle])
        if not handles:
            continue
        imports = imports or Imports(tree)
        inside = imports.is_inside(row)
        for handle in handles:
            key = file << 32 | handle
            if inside:
                out[key] = 0
            else:
                outside.add(key)
                if handle == alias and name:
                    out[key] = name
    return {key: handle for key, handle in out.items() if handle or key not in outside}


def _last_parts(source: bytes) -> set[bytes]:
    """What a reference to an import's source may be called, and the name that it binds: its ends."""
    last = source
    for mark in (b"/", b"\\", b"::"):
        last = last.rpartition(mark)[2]
    return {source, last, last.rpartition(b".")[2], last.partition(b".")[0]} - {b""}


def mentions_document(tree: Tree, text: bytes, page: Page) -> Document:
    """`--mentions=SYM`: the documents that name the definition in a code span."""
    columns = tree.columns
    symbols = [s for s in select(columns, text, "mentions") if columns.flags[s] & DEF_HAS_BODY]
    if not symbols:
        raise RipwireError(
            NOT_FOUND,
            f"--mentions: {echo(text)} has no definition with a body, and only those are looked for in documents "
            f"(e.g. --uses={echo(text)})",
        )
    count: dict[int, int] = {}
    sections: set[tuple[int, int]] = set()
    for name in {columns.name[symbol] for symbol in symbols}:
        for ref in places(columns.ref_name, name):
            if columns.ref_role[ref] == ROLE_DOC:
                file = columns.ref_file[ref]
                count[file] = count.get(file, 0) + 1
                sections.add((file, _section(columns, file, columns.ref_byte[ref])))
    files = sorted(count)
    window, facts = page.window(len(files))
    attributes: list[Attribute] = [
        ("of", text), ("defs", len(symbols)), ("docs", len(files)), ("sections", len(sections)), *facts,
    ]  # fmt: skip
    rows = (Node("doc", [("p", columns.paths[file]), ("mentions", count[file])]) for file in files[window])
    return Document(Node("mentions", attributes, rows, rows="mentions"), legends=(legends.MENTIONS,))


def _section(columns: Columns, file: int, byte: int) -> int:
    """The innermost section around a byte of a document."""
    found = -1
    for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
        if columns.kind[symbol] == KIND_SEC and columns.start[symbol] <= byte < columns.end[symbol]:
            found = symbol
    return found

