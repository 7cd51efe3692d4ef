"""The default map: the best symbols of a tree with what they call.

Invariant: a pure function of (tree, request); rows are generated as they are printed.
Cost: linear in the symbols shown and their edges; `--max-tokens` prints O(log n) times.
"""

from __future__ import annotations

from ripwire._core.records import FILE_HAS_ERROR, FILE_NOT_UTF8, PARAMS_UNKNOWN
from ripwire.document import ESTIMATE, Document, Fixed, Node
from ripwire.document import legend as legends
from ripwire.document.tokens import (
    AUTO_ORDER_TOKENS,
    EDGE_BYTES,
    FILE_BYTES,
    SCOPED_BYTES,
    SYMBOL_BYTES,
    MapModel,
    fit_bytes,
)
from ripwire.model.columns import KIND_FN, KIND_METHOD, KINDS
from ripwire.model.paths import layer_of
from ripwire.resolve.evidence import PROVENANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator

    from ripwire.document import Attribute, Rendered
    from ripwire.tree import Tree

DEFAULT_TOP_K = 200
SHOWN_EVIDENCE = frozenset({"scip", "binding", "flow"})
"""Evidence that `<c>` names: it comes from outside of the calling language's own names."""

HUB_CALLERS = 8
ORDERS = ("stable", "important-first", "important-last")

# Header keys of what was left out, by reason of the drop. Every reason has one.
DROP_KEYS = {
    "oversize": "skipped_oversize",
    "generated": "skipped_generated",
    "minified": "skipped_minified",
    "nested": "skipped_nested",
    "binary": "skipped_binary",
    "encoding": "skipped_encoding",
    "language": "skipped_language",
    "crashed": "skipped_crashed",
    "symlink": "skipped_symlink",
    "special": "skipped_special",
    "not-a-regular-file": "skipped_special",
    "worktree": "skipped_worktree",
    "unreadable": "skipped_unreadable",
    "vanished": "skipped_vanished",
}


class MapRequest:
    """What a map should show.

    top_k       symbols at most
    max_tokens  shape: as many as fit; None = no limit
    order       one of ORDERS; None chooses important-first, or important-last for a large document
    metrics     add the measured numbers of each symbol
    """

    __slots__ = ("top_k", "max_tokens", "order", "metrics")

    def __init__(
        self,
        top_k: int = DEFAULT_TOP_K,
        max_tokens: int | None = None,
        order: str | None = None,
        metrics: bool = False,
    ) -> None:
        self.top_k = top_k
        self.max_tokens = max_tokens
        self.order = order
        self.metrics = metrics


def left_out(tree: Tree) -> list[Attribute]:
    """Header counts of what the index does not hold; only those that are not zero."""
    counts: dict[str, int] = {}
    for drop in tree.drops:
        key = DROP_KEYS[drop.reason]
        counts[key] = counts.get(key, 0) + 1
    ordered = dict.fromkeys(DROP_KEYS.values())
    pairs: list[tuple[str, int]] = [(key, counts.get(key, 0)) for key in ordered]
    crawled = tree.crawl
    pairs += [
        ("over_budget", len(tree.over_budget)),
        ("parse_errors", sum(flags & FILE_HAS_ERROR for flags in tree.columns.file_flags)),
        ("too_ambiguous", tree.contributions.too_ambiguous),
        ("wide_abstract", tree.contributions.wide),
        ("resolution_limits", tree.contributions.limited),
        ("excluded", crawled.excluded),
        ("denied_dirs", crawled.denied_dirs),
        ("ignored_files", crawled.ignored_files),
        ("ignored_dirs", crawled.ignored_dirs),
    ]
    return [(key, count) for key, count in pairs if count]


def precise(tree: Tree) -> list[Attribute]:
    """How many edges rest on an index or on a foreign-function binding; nothing where there is neither."""
    marks = {PROVENANCE.index(name) for name in ("scip", "binding")}
    if tree.pins is None and marks.isdisjoint(tree.graph.provenance):
        return []
    return [("precise", sum(evidence in marks for evidence in tree.graph.provenance))]


class _Row:
    """One printed symbol: the lowest id of the definitions that share file, kind and canonical id."""

    __slots__ = ("symbol", "members")

    def __init__(self, symbol: int) -> None:
        self.symbol = symbol
        self.members = [symbol]


class _Selection:
    """The K best symbols, grouped by file in the order of their best symbol."""

    def __init__(self, tree: Tree, count: int) -> None:
        columns = tree.columns
        self.count = count
        self.files: dict[int, list[_Row]] = {}
        rows: dict[tuple[int, int, int, int], _Row] = {}
        for symbol in tree.rank.order[:count]:
            file = columns.file[symbol]
            key = (file, columns.kind[symbol], columns.scope[symbol], columns.name[symbol])
            row = rows.get(key)
            if row is None:
                rows[key] = row = _Row(symbol)
                self.files.setdefault(file, []).append(row)
            else:
                row.members.append(symbol)
                row.symbol = min(row.symbol, symbol)

    def ordered(self, order: str) -> list[tuple[int, list[_Row]]]:
        """Files with their rows in printing order."""
        if order == "stable":
            return [(file, sorted(rows, key=lambda row: row.symbol)) for file, rows in sorted(self.files.items())]
        files = list(self.files.items())
        if order == "important-last":
            return [(file, rows[::-1]) for file, rows in files[::-1]]
        return files


def callees(tree: Tree, row: _Row) -> list[int]:
    """Ids of the definitions that a row calls, ascending, each once."""
    return _neighbours(row, tree.graph.out_offset, tree.graph.dst)


def evidence_of(tree: Tree, row: _Row) -> dict[int, int]:
    """The callees of a row, ascending, with the best evidence for each."""
    graph = tree.graph
    found: dict[int, int] = {}
    for symbol in row.members:
        for edge in range(graph.out_offset[symbol], graph.out_offset[symbol + 1]):
            callee = graph.dst[edge]
            found[callee] = max(found.get(callee, 0), graph.provenance[edge])
    return dict(sorted(found.items())) if len(row.members) > 1 else found


def _callee(tree: Tree, callee: int, evidence: int) -> list[Attribute]:
    attributes: list[Attribute] = [("n", tree.columns.name_of(callee))]
    if PROVENANCE[evidence] in SHOWN_EVIDENCE:
        attributes.append(("prov", PROVENANCE[evidence]))
    return attributes


def _neighbours(row: _Row, offset: array[int], neighbour: array[int]) -> list[int]:
    """What the members of a row are joined to in one direction, ascending, each once."""
    if len(row.members) == 1:
        return list(neighbour[offset[row.symbol] : offset[row.symbol + 1]])
    found: set[int] = set()
    for symbol in row.members:
        found.update(neighbour[offset[symbol] : offset[symbol + 1]])
    return sorted(found)


def _symbol_attributes(tree: Tree, row: _Row, order: str, metrics: bool) -> list[Attribute]:
    columns, graph, symbol = tree.columns, tree.graph, row.symbol
    kind = columns.kind[symbol]
    complexity = columns.complexity_of(symbol) if metrics else None
    # In a file with syntax errors part of a function may be hidden.
    broken = columns.file_flags[columns.file[symbol]] & FILE_HAS_ERROR

    def floor(name: str) -> list[Attribute]:
        return [(name + "_floor", 1)] if broken else []

    out: list[Attribute] = [("t", KINDS[kind]), ("n", columns.name_of(symbol))]
    if columns.scope[symbol]:
        out.append(("id", columns.id_of(symbol)))
    if len(row.members) > 1:
        out.append(("overloads", len(row.members)))
    if kind == KIND_FN and columns.name_of(symbol).startswith(b"Java_"):
        from ripwire.resolve.ffi import jni_name

        out.append(("bind", jni_name(columns.name_of(symbol))))
    if metrics:
        callers = len(_neighbours(row, graph.in_offset, graph.in_src))
        out += [("in", callers), ("out", len(callees(tree, row)))]
        if complexity is not None:
            out += [("cx", complexity.cx), ("ccx", complexity.ccx)]
        if callers >= HUB_CALLERS:
            out.append(("role", "hub"))
        out.append(("loc", columns.loc[symbol]))
        if kind in (KIND_FN, KIND_METHOD) and columns.params[symbol] != PARAMS_UNKNOWN:
            out.append(("params", columns.params[symbol]))
        if complexity is not None:
            out.append(("nest", complexity.nest))
            if complexity.humps:
                out += [("humps", complexity.humps), ("deep", complexity.deep), *floor("deep")]
            if complexity.locals:
                out += [("locals", complexity.locals), *floor("locals")]
            if complexity.ppalt:
                out.append(("ppalt", complexity.ppalt))
    ambiguous = sum(tree.contributions.ambiguous[member] for member in row.members)
    if ambiguous:
        out.append(("amb", ambiguous))
    if order != "stable":
        out.append(("k", Fixed(tree.rank.scores[symbol], 4)))
    if complexity is not None and complexity.ev and complexity.ev > 1:
        why = ",".join(f"{tag}:{count}" for tag, count in complexity.why)
        out += [("ev", complexity.ev), *floor("ev"), ("ev_why", why)]
    return out


def _files(tree: Tree, selection: _Selection, order: str, metrics: bool) -> Iterator[Node]:
    columns = tree.columns
    for file, rows in selection.ordered(order):
        path = columns.paths[file]
        layer = layer_of(path)
        attributes: list[Attribute] = [("p", path)]
        if layer:
            attributes.append(("layer", layer))
        if columns.file_flags[file] & FILE_NOT_UTF8:
            attributes.append(("enc", "not-utf8"))
        yield Node("f", attributes, _symbols(tree, rows, order, metrics), rows="s")


def _symbols(tree: Tree, rows: list[_Row], order: str, metrics: bool) -> Iterator[Node]:
    for row in rows:
        called = (Node("c", _callee(tree, callee, evidence)) for callee, evidence in evidence_of(tree, row).items())
        yield Node("s", _symbol_attributes(tree, row, order, metrics), called, rows="c")


def _model(tree: Tree, selection: _Selection) -> MapModel:
    """The expected size of a map of this selection."""
    columns = tree.columns
    model = MapModel()
    for file, rows in selection.files.items():
        model.markup(FILE_BYTES)
        model.text(len(columns.paths[file]), columns.token_rate_of(rows[0].symbol))
        for row in rows:
            rate = columns.token_rate_of(row.symbol)
            scoped = bool(columns.scope[row.symbol])
            called = callees(tree, row)
            model.markup(SYMBOL_BYTES + (SCOPED_BYTES if scoped else 0) + EDGE_BYTES * len(called))
            text = len(columns.name_of(row.symbol)) + sum(len(columns.name_of(callee)) for callee in called)
            if scoped:
                text += len(columns.id_of(row.symbol))
            model.text(text, rate)
    return model


def document(tree: Tree, request: MapRequest, count: int, fit: list[Attribute] | None = None) -> Document:
    """The map of the ``count`` best symbols."""
    selection = _Selection(tree, count)
    model = _model(tree, selection)
    order = request.order or ("important-last" if model.tokens > AUTO_ORDER_TOKENS else "important-first")
    label = order if request.order or order == "important-first" else "important-last(auto:fill)"
    header: list[Attribute] = [
        ("files", tree.columns.n_files),
        ("symbols", tree.columns.n_symbols),
        ("edges", tree.graph.n_edges),
        ("shown", min(count, tree.columns.n_symbols)),
        ("est_tokens", ESTIMATE),
        ("ambiguous", sum(tree.contributions.ambiguous)),
        ("unresolved", sum(tree.contributions.unresolved)),
        *precise(tree),
        *([("roots", len(tree.roots))] if len(tree.roots) > 1 else []),
        *left_out(tree),
        ("pr_iters", tree.rank.iterations),
    ]
    if not tree.rank.converged:
        header.append(("pr_converged", False))
    ordered: list[Attribute] = [("order", label)]
    fit = fit or []
    keys = [("roots_count" if key == "roots" else key, value) for key, value in header] + ordered
    if fit:
        keys += [*fit[:2], ("fit_measured_in", "xml"), *fit[2:]]
    header += fit + ordered
    stable = order == "stable"
    several = tree.roots if len(tree.roots) > 1 else []
    rows = [Node("root", [("label", one.label), ("p", one.path)]) for one in several]
    root = Node(
        "r",
        [] if stable else [("est_tokens", ESTIMATE)],
        _files(tree, selection, order, request.metrics),
        rows="r",
        lists=[("roots", rows)] if rows else (),
    )
    texts = (legends.MAP, *((legends.METRICS,) if request.metrics else ()), *((legends.FIT,) if fit else ()))
    return Document(root, legends=texts, header=header, keys=keys, trailing=stable, rate=model.rate)


def shaped(tree: Tree, request: MapRequest, dress: Callable[[Document], Document] | None = None) -> Document:
    """The map of a request: of ``top_k`` symbols, or of as many as fit into ``max_tokens``.

    ``dress`` makes another verb's document of a map; what fits is that document.
    """
    from ripwire.document import xml

    most = min(request.top_k, tree.columns.n_symbols)
    limit = fit_bytes(request.max_tokens or 0)
    fit: list[Attribute] = [("max_tokens", request.max_tokens), ("fit_bytes", limit)] if request.max_tokens else []

    def of(count: int) -> Document:
        plain = document(tree, request, count, fit)
        return dress(plain) if dress is not None else plain

    def fits(count: int) -> Rendered | None:
        return xml.render(of(count), limit)

    if request.max_tokens is None:
        return of(most)

    low, high = 0, 1  # low fits (or nothing does); find the first power of two that does not
    while high < most and fits(high):
        low, high = high, high * 2
    high = min(high, most) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    if low == 0 and not fits(0):
        fit.append(("over_ceiling", True))
    return of(low)
