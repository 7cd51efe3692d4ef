"""`--explain=CALLER,NAME`: how each call of a name in a function was resolved, and what became of every candidate.

Purpose: the tool to argue with the call graph: the tier that decided, the receiver as it was understood, who was left
out and at which step.
Invariant: the steps are recorded by the code that resolves, never worked out again; each candidate has one row.
Cost: one more resolution of the tree, plus the candidates of the calls that are asked about.
"""

from __future__ import annotations

from ripwire.document import Document, Fixed, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.languages.table import LANGUAGES
from ripwire.limits import MAX_TARGETS
from ripwire.model.codes import ARGS_UNKNOWN, ROLE_CALL
from ripwire.model.columns import KINDS
from ripwire.model.selectors import select
from ripwire.resolve import STEPS, closures
from ripwire.resolve.evidence import PROVENANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ripwire.document import Attribute
    from ripwire.model.columns import Columns
    from ripwire.resolve import Contributions

NOT_FOUND = 1
SITES_SHOWN = 100
CANDIDATES_SHOWN = 50
"""Rows of a site; those that are kept come first, then those that came furthest."""
RECEIVERS = ("none", "this", "super", "var", "expr")


def call_sites(columns: Columns, text: bytes) -> tuple[list[int], int, list[int]]:
    """The callers, the name's handle and the rows of its calls, for ``CALLER,NAME``. Raises RipwireError."""
    caller, comma, name = text.rpartition(b",")
    if not comma or not caller or not name:
        raise RipwireError(NOT_FOUND, f"--explain={echo(text)}: wants CALLER,NAME (e.g. --explain=main,parse)")
    callers = select(columns, caller, "explain", b"%s," + name)
    handle = columns.strings.find(name)
    wanted = set(callers)
    # A call in a local function value is one of the functions around it, too.
    for symbol, around in enumerate(closures(columns)):
        if around in wanted:
            wanted.add(symbol)
    rows = []
    called: set[int] = set()
    for row, owner in enumerate(columns.ref_owner):
        if owner in wanted and columns.ref_role[row] == ROLE_CALL:
            called.add(columns.ref_name[row])
            if columns.ref_name[row] == handle:
                rows.append(row)
    if rows:
        return callers, handle, rows
    from ripwire.suggest import nearest

    names = sorted(columns.strings[one] for one in called)
    near = nearest(name, names)
    if near is not None:
        advice = f" (did you mean '{echo(near)}'?)"
    elif names:
        more = f" and {len(names) - 6} more" if len(names) > 6 else ""
        advice = f" (it calls {', '.join(map(echo, names[:6]))}{more})"
    else:
        advice = " (it calls nothing)"
    raise RipwireError(NOT_FOUND, f"--explain: {echo(caller)} has no call of {echo(name)}{advice}")


def explain_document(columns: Columns, text: bytes, resolve: Callable[[list[int]], Contributions]) -> Document:
    """The document of ``CALLER,NAME``; ``resolve`` resolves the tree and keeps the steps of rows that it is given."""
    callers, _, rows = call_sites(columns, text)
    found = resolve(rows)
    targets: dict[int, list[tuple[int, float, int]]] = {row: [] for row in rows}
    owners = {row: columns.ref_owner[row] for row in rows}
    for at, row in enumerate(found.row):
        if row in targets and found.src[at] == owners[row]:
            targets[row].append((found.dst[at], found.confidence[at], found.provenance[at]))
    nodes = [_site(columns, row, found, targets[row]) for row in rows[:SITES_SHOWN]]
    attributes: list[Attribute] = [
        ("caller", text.rpartition(b",")[0]),
        ("defs", len(callers)),
        ("callee", text.rpartition(b",")[2]),
        ("sites", len(rows)),
    ]
    if len(nodes) < len(rows):
        attributes.append(("shown", len(nodes)))
    if unresolved := sum(found.unresolved):
        attributes.append(("graph_unresolved", unresolved))
    return Document(Node("explain", attributes, nodes, rows="sites"), legends=(legends.EXPLAIN,))


def _site(columns: Columns, row: int, found: Contributions, targets: list[tuple[int, float, int]]) -> Node:
    verdict = found.verdicts[row]
    steps = found.traces.get(row, [])
    kept = {dst for dst, _, _ in targets}
    if targets:
        by = PROVENANCE[targets[0][2]]
    elif verdict == "outside":
        by = "outside"
    elif kept_at_end(steps) == [columns.ref_owner[row]]:
        by = "recursion"
    elif len(kept_at_end(steps)) > MAX_TARGETS:
        by = "too-many"
    else:
        by = "nothing"
    attributes: list[Attribute] = [
        ("p", columns.paths[columns.ref_file[row]] + b":" + str(columns.ref_line[row]).encode()),
        ("recv", RECEIVERS[columns.ref_recv[row]]),
    ]
    before = columns.ref_qualifier[row] or columns.ref_receiver[row]
    if before:
        attributes.append(("receiver", columns.strings[before]))
    if found.receivers.get(row):
        attributes.append(("receiver_is", found.receivers[row]))
    if columns.ref_args[row] != ARGS_UNKNOWN:
        attributes.append(("args", columns.ref_args[row]))
    attributes.append(("by", by))
    if targets:
        attributes.append(("confidence", Fixed(sum(share for _, share, _ in targets), 4)))
    attributes.append(("targets", len(targets)))
    fates = _fates(columns, row, steps, kept, verdict)
    attributes.append(("candidates", len(fates)))
    if len(fates) > CANDIDATES_SHOWN:
        attributes.append(("shown", CANDIDATES_SHOWN))
        fates.sort(key=lambda row: (row[1] != "kept", row[1] in ("name", "language"), row[0]))
    children = [_candidate(columns, symbol, fate) for symbol, fate in fates[:CANDIDATES_SHOWN]]
    return Node("site", attributes, children, rows="candidates")


def kept_at_end(steps: list[tuple[int, list[int]]]) -> list[int]:
    """What the last step left."""
    return steps[-1][1] if steps else []


def _fates(
    columns: Columns, row: int, steps: list[tuple[int, list[int]]], kept: set[int], verdict: str
) -> list[tuple[int, str]]:
    """Every candidate with what became of it: ``kept``, or the step that left it out."""
    fates: dict[int, str] = {}
    families = [language.family for language in LANGUAGES]
    family = families[columns.languages[columns.ref_file[row]]]
    handle, at = columns.ref_name[row], -1
    while True:
        try:
            at = columns.name.index(handle, at + 1)
        except ValueError:
            break
        language = families[columns.languages[columns.file[at]]]
        if language:
            fates[at] = "name" if language == family else "language"
    if verdict and verdict != "spelled":
        for symbol, fate in fates.items():
            if fate == "name":
                fates[symbol] = verdict
    else:
        before: set[int] = set()
        for step, left in steps:
            for symbol in before.difference(left):
                fates[symbol] = STEPS[step]
            before = set(left)
        for symbol in before:
            fates[symbol] = "spelled" if verdict == "spelled" else "ambiguous"
    for symbol in kept:
        fates[symbol] = "kept"
    if columns.ref_owner[row] in fates and columns.ref_owner[row] not in kept and columns.ref_owner[row] in kept_at_end(
        steps
    ):
        fates[columns.ref_owner[row]] = "recursion"
    return sorted(fates.items())


def _candidate(columns: Columns, symbol: int, fate: str) -> Node:
    attributes: list[Attribute] = [
        ("t", KINDS[columns.kind[symbol]]),
        ("n", columns.name_of(symbol)),
        ("p", columns.path_of(symbol) + b":" + str(columns.line[symbol]).encode()),
    ]
    if columns.scope[symbol]:
        attributes.append(("id", columns.id_of(symbol)))
    attributes.append(("out", fate))
    return Node("c", attributes)


