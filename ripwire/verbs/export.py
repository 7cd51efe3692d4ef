"""`--export=edges.tsv`: every edge of the call graph as a table for other programs.

Invariant: rows are sorted by (caller id, callee id); text is valid UTF-8, one line a row.
Cost: linear; rows are generated as they are written.
"""

from __future__ import annotations

from ripwire.resolve.evidence import PROVENANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ripwire.tree import Tree

COLUMNS = (
    "caller_path", "caller_line", "caller_name", "callee_path", "callee_line", "callee_name", "weight", "prov", "sites",
)  # fmt: skip


def cell(value: bytes) -> bytes:
    """A value that cannot break the table: tab, LF and CR become ``\\t \\n \\r``, invalid UTF-8 U+FFFD."""
    if value.isascii() and not (b"\t" in value or b"\n" in value or b"\r" in value):
        return value
    value = value.decode("utf-8", "replace").encode()
    return value.replace(b"\t", b"\\t").replace(b"\n", b"\\n").replace(b"\r", b"\\r")


def edge_rows(tree: Tree) -> Iterator[bytes]:
    """The header and one line an edge, line ends included.

    weight  0 to 8, six significant digits
    prov    the best evidence among the call sites: name < directory < file < module < scope < self
    sites   call-site lines in the caller's file, comma-separated, ascending
    """
    yield "\t".join(COLUMNS).encode() + b"\n"
    columns, graph = tree.columns, tree.graph
    paths = [cell(path) for path in columns.paths]
    for edge in range(graph.n_edges):
        caller, callee = graph.src[edge], graph.dst[edge]
        sites = sorted(graph.site_line[graph.site_offset[edge] : graph.site_offset[edge + 1]])
        yield (
            b"\t".join(
                (
                    paths[columns.file[caller]],
                    str(columns.line[caller]).encode(),
                    cell(columns.name_of(caller)),
                    paths[columns.file[callee]],
                    str(columns.line[callee]).encode(),
                    cell(columns.name_of(callee)),
                    b"%.6g" % graph.weight[edge],
                    PROVENANCE[graph.provenance[edge]].encode(),
                    ",".join(map(str, sites)).encode(),
                )
            )
            + b"\n"
        )
