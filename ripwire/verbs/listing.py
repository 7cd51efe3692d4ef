"""Listings of the index itself: `--tree` (files with their best symbols) and `--skipped` (what was left out).

Invariant: a file is in one of them or counted in its head. Cost: one pass over the ranked symbols, or over what was
left out; nothing is read.
"""

from __future__ import annotations

from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.limits import JSON_MAX_BYTES
from ripwire.model.columns import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ripwire.document import Attribute
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

SYMBOLS_A_FILE = 3


def tree_document(tree: Tree, page: Page) -> Document:
    """Files that own symbols, ordered by their best symbol's rank, then path."""
    columns = tree.columns
    best: dict[int, list[int]] = {}
    for symbol in tree.rank.order:
        rows = best.setdefault(columns.file[symbol], [])
        if len(rows) < SYMBOLS_A_FILE:
            rows.append(symbol)

    def symbols(rows: list[int]) -> Iterator[Node]:
        for symbol in rows:
            yield Node("s", [("t", KINDS[columns.kind[symbol]]), ("n", columns.name_of(symbol))])

    window, facts = page.window(len(best))

    def files() -> Iterator[Node]:
        first = columns.file_first_symbol
        for file in list(best)[window]:  # insertion order is rank order; equal ranks come by id, so by path
            rows = best[file]
            count = first[file + 1] - first[file]
            yield Node("file", [("p", columns.paths[file]), ("symbols", count)], symbols(rows), rows="s")

    attributes: list[Attribute] = [("files", len(best)), ("files_unlisted", columns.n_files - len(best)), *facts]
    return Document(Node("tree", attributes, files(), rows="file"), legends=(legends.TREE,))


def skipped_document(tree: Tree) -> Document:
    """Everything that was found and left out, by path."""
    rows: list[tuple[bytes, list[Attribute]]] = []
    for drop in tree.drops:
        attributes: list[Attribute] = [("p", drop.path), ("bytes", drop.size)]
        if drop.limit:
            attributes.append(("limit", drop.limit))
        if drop.reason != "oversize":
            attributes.append(("reason", drop.reason))
        rows.append((drop.path, attributes))
    rows += [(path, [("p", path), ("reason", "budget")]) for path in tree.over_budget]
    rows.sort(key=lambda row: row[0])
    oversize = sum(drop.reason == "oversize" for drop in tree.drops)
    crawled = tree.crawl
    head: list[Attribute] = [
        ("oversize", oversize),
        ("max_file_size", tree.max_file_size),
        ("json_ceiling", JSON_MAX_BYTES),
        ("rows", len(rows)),
        ("excluded", crawled.excluded),
        ("denied_dirs", crawled.denied_dirs),
        ("ignored_files", crawled.ignored_files),
        ("ignored_dirs", crawled.ignored_dirs),
        ("unsupported", crawled.unsupported),
    ]
    nodes = (Node("f", attributes) for _, attributes in rows)
    return Document(Node("skipped", head, nodes, rows="f"), legends=(legends.SKIPPED,))
