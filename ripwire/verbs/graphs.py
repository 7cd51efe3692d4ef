"""`--export=dot|graphml|graph.json`: every definition and every edge of the call graph for other programs.

Invariant: nodes ascend by id (dot: by directory), edges by (caller, callee); each format is valid whatever names and
paths hold. What an edge has: weight (0 to 8), prov (the best evidence among its call sites), calls (their number).
Cost: linear; lines are made as they are written.
"""

from __future__ import annotations

from ripwire._core.writer import escape_attr, json_escape
from ripwire.graph.communities import folders
from ripwire.model.columns import KINDS
from ripwire.resolve.evidence import PROVENANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ripwire.tree import Tree

FORMATS = ("dot", "graphml", "graph.json")

_KINDS = [kind.encode() for kind in KINDS]
_PROVENANCE = [name.encode() for name in PROVENANCE]


def chunks(tree: Tree, format: str) -> Iterator[bytes]:
    """The graph in one of `FORMATS`, in lines."""
    return {"dot": dot, "graphml": graphml, "graph.json": node_link}[format](tree)


def node_link(tree: Tree) -> Iterator[bytes]:
    """Node-link JSON, as networkx.node_link_graph reads it."""
    columns, graph, scores = tree.columns, tree.graph, tree.rank.scores
    names, folder_of = folders(columns)
    paths = [json_escape(path) for path in columns.paths]
    modules = [json_escape(name) for name in names]
    yield b'{"directed":true,"multigraph":false,"graph":{"symbols":%d,"edges":%d,"counts_floor":true},"nodes":[' % (
        columns.n_symbols,
        graph.n_edges,
    )
    file, line, kind = columns.file, columns.line, columns.kind
    for symbol in range(columns.n_symbols):
        at = file[symbol]
        yield b'%s\n{"id":%d,"name":"%s","kind":"%s","path":"%s","line":%d,"module":"%s","rank":%.6g}' % (
            b"," if symbol else b"",
            symbol,
            json_escape(columns.name_of(symbol)),
            _KINDS[kind[symbol]],
            paths[at],
            line[symbol],
            modules[folder_of[at]],
            scores[symbol],
        )
    yield b'\n],"edges":['
    src, dst, weight, best, offset = graph.src, graph.dst, graph.weight, graph.provenance, graph.site_offset
    for edge in range(graph.n_edges):
        yield b'%s\n{"source":%d,"target":%d,"weight":%.6g,"prov":"%s","calls":%d}' % (
            b"," if edge else b"",
            src[edge],
            dst[edge],
            weight[edge],
            _PROVENANCE[best[edge]],
            offset[edge + 1] - offset[edge],
        )
    yield b"\n]}\n"


_KEYS = (
    ("name", "node", "string"), ("kind", "node", "string"), ("path", "node", "string"), ("line", "node", "int"),
    ("module", "node", "string"), ("rank", "node", "double"), ("weight", "edge", "double"), ("prov", "edge", "string"),
    ("calls", "edge", "int"),
)  # fmt: skip


def graphml(tree: Tree) -> Iterator[bytes]:
    """GraphML: nodes are ``n<id>``."""
    columns, graph, scores = tree.columns, tree.graph, tree.rank.scores
    names, folder_of = folders(columns)
    paths, modules = [escape_attr(path) for path in columns.paths], [escape_attr(name) for name in names]
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for name, of, kind_of in _KEYS:
        yield f'<key id="{name}" for="{of}" attr.name="{name}" attr.type="{kind_of}"/>\n'.encode()
    yield b'<graph id="calls" edgedefault="directed">\n'
    file, line, kind = columns.file, columns.line, columns.kind
    for symbol in range(columns.n_symbols):
        at = file[symbol]
        yield (
            b'<node id="n%d"><data key="name">%s</data><data key="kind">%s</data><data key="path">%s</data>'
            b'<data key="line">%d</data><data key="module">%s</data><data key="rank">%.6g</data></node>\n'
        ) % (
            symbol,
            escape_attr(columns.name_of(symbol)),
            _KINDS[kind[symbol]],
            paths[at],
            line[symbol],
            modules[folder_of[at]],
            scores[symbol],
        )
    src, dst, weight, best, offset = graph.src, graph.dst, graph.weight, graph.provenance, graph.site_offset
    for edge in range(graph.n_edges):
        yield (
            b'<edge source="n%d" target="n%d"><data key="weight">%.6g</data><data key="prov">%s</data>'
            b'<data key="calls">%d</data></edge>\n'
        ) % (src[edge], dst[edge], weight[edge], _PROVENANCE[best[edge]], offset[edge + 1] - offset[edge])
    yield b"</graph>\n</graphml>\n"


def dot_string(value: bytes) -> bytes:
    """A quoted string of DOT: as a label it shows the value itself, a control character as U+FFFD."""
    text = value.decode("utf-8", "replace")
    if not text.isprintable():
        text = "".join(char if ord(char) >= 32 and ord(char) != 127 else "\ufffd" for char in text)
    # Labels read backslashes and entities.
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return b'"' + text.encode() + b'"'


def dot(tree: Tree) -> Iterator[bytes]:
    """Graphviz: one cluster a directory; an edge's weight is its ``w``, as ``weight`` would bend the layout."""
    columns, graph, scores = tree.columns, tree.graph, tree.rank.scores
    names, folder_of = folders(columns)
    files: list[list[int]] = [[] for _ in names]
    for at, number in enumerate(folder_of):
        files[number].append(at)
    yield b"digraph calls {\n  rankdir=LR;\n  node [shape=box];\n"
    first, line, kind = columns.file_first_symbol, columns.line, columns.kind
    for number, name in enumerate(names):
        if all(first[at] == first[at + 1] for at in files[number]):
            continue
        yield b'  subgraph "cluster_%d" {\n    label=%s;\n' % (number, dot_string(name))
        for at in files[number]:
            path = dot_string(columns.paths[at])
            for symbol in range(first[at], first[at + 1]):
                yield b'    n%d [label=%s, kind="%s", path=%s, line=%d, rank_score="%.6g"];\n' % (
                    symbol,
                    dot_string(columns.name_of(symbol)),
                    _KINDS[kind[symbol]],
                    path,
                    line[symbol],
                    scores[symbol],
                )
        yield b"  }\n"
    src, dst, weight, best, offset = graph.src, graph.dst, graph.weight, graph.provenance, graph.site_offset
    for edge in range(graph.n_edges):
        yield b'  n%d -> n%d [w="%.6g", prov="%s", calls=%d];\n' % (
            src[edge],
            dst[edge],
            weight[edge],
            _PROVENANCE[best[edge]],
            offset[edge + 1] - offset[edge],
        )
    yield b"}\n"
