"""The public Python API: a tree with its symbols, edges, ranks and map.

Invariant: read-only views over the columns; `Symbol` and `Edge` objects are made when they are looked at.
Cost: `open` is one run of the pipeline; indexing is constant time, iterating linear.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import overload

from ripwire.errors import RipwireError
from ripwire.limits import DEFAULT_MAX_FILE_SIZE
from ripwire.model.columns import KINDS
from ripwire.resolve.evidence import PROVENANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from ripwire.model.columns import Complexity
    from ripwire.tree import Tree as _Tree


def _text(value: bytes) -> str:
    return value.decode("utf-8", "surrogateescape")


class Symbol:
    """One definition.

    Attributes: index (int), name, kind, scope, id, path (str, undecodable bytes as surrogates), line (1-based),
    start, end (byte offsets), rank (float), cell, doc (str), complexity.
    """

    __slots__ = ("_tree", "index")

    def __init__(self, tree: _Tree, index: int) -> None:
        self._tree = tree
        self.index = index

    @property
    def name(self) -> str:
        return _text(self._tree.columns.name_of(self.index))

    @property
    def kind(self) -> str:
        """One of fn, method, cls, struct, iface, var, sec, other."""
        return KINDS[self._tree.columns.kind[self.index]]

    @property
    def scope(self) -> str:
        """Enclosing containers joined by ``::``; empty at the top of a file."""
        return _text(self._tree.columns.scope_of(self.index))

    @property
    def id(self) -> str:
        """``path::scope::name``, or the bare name without scope."""
        return _text(self._tree.columns.id_of(self.index))

    @property
    def path(self) -> str:
        """Path from the root."""
        return _text(self._tree.columns.path_of(self.index))

    @property
    def line(self) -> int:
        """1-based line of the name."""
        return self._tree.columns.line[self.index]

    @property
    def start(self) -> int:
        """Byte offset of the definition's first byte."""
        return self._tree.columns.start[self.index]

    @property
    def end(self) -> int:
        """Byte offset past the definition's last byte."""
        return self._tree.columns.end[self.index]

    @property
    def rank(self) -> float:
        """PageRank, 0 to 1; all symbols of a tree sum to 1."""
        return self._tree.rank.scores[self.index]

    @property
    def cell(self) -> tuple[int, int] | None:
        """In a notebook, the number of the cell and the line in it, both from 1; None elsewhere."""
        book = self._tree.notebooks.get(self._tree.columns.path_of(self.index))
        return None if book is None else book.cell_at(self._tree.columns.name_byte[self.index])

    @property
    def doc(self) -> str:
        """The start of its docstring or of the comments above it, at most 200 bytes; empty without."""
        return _text(self._tree.columns.doc_of(self.index))

    @property
    def complexity(self) -> Complexity | None:
        """Of a function with a body: cx, ccx, ev, nest, humps, deep, locals, ppalt (int), why ((tag, count) pairs).

        None for every other symbol.
        """
        return self._tree.columns.complexity_of(self.index)

    def __repr__(self) -> str:
        return f"<Symbol {self.kind} {self.id} {self.path}:{self.line}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and other._tree is self._tree and other.index == self.index

    def __hash__(self) -> int:
        return hash((id(self._tree), self.index))


class Edge:
    """One edge of the call graph: caller, callee (Symbol), weight (0 to 8), provenance (str), lines (call sites)."""

    __slots__ = ("_tree", "index")

    def __init__(self, tree: _Tree, index: int) -> None:
        self._tree = tree
        self.index = index

    @property
    def caller(self) -> Symbol:
        return Symbol(self._tree, self._tree.graph.src[self.index])

    @property
    def callee(self) -> Symbol:
        return Symbol(self._tree, self._tree.graph.dst[self.index])

    @property
    def weight(self) -> float:
        """Summed confidence of the call sites, damped by their number: 0 to 8."""
        return self._tree.graph.weight[self.index]

    @property
    def provenance(self) -> str:
        """The best evidence: name, directory, file, module, scope or self."""
        return PROVENANCE[self._tree.graph.provenance[self.index]]

    @property
    def lines(self) -> tuple[int, ...]:
        """1-based lines of the call sites in the caller's file, ascending."""
        graph = self._tree.graph
        return tuple(sorted(graph.site_line[graph.site_offset[self.index] : graph.site_offset[self.index + 1]]))

    def __repr__(self) -> str:
        return f"<Edge {self.caller.id} -> {self.callee.id} {self.weight:.4g}>"


class Route:
    """A request for a path of the web and the one function of the tree that serves it.

    Attributes: method (upper case, empty where neither side says it), path (as the serving side writes it), caller and
    handler (Symbol), line (1-based, of the request).
    """

    __slots__ = ("method", "path", "caller", "handler", "line")

    def __init__(self, method: str, path: str, caller: Symbol, handler: Symbol, line: int) -> None:
        self.method, self.path, self.caller, self.handler, self.line = method, path, caller, handler, line

    def __repr__(self) -> str:
        return f"<Route {self.method or '*'} {self.path}: {self.caller.id} -> {self.handler.id}>"


class _Symbols(Sequence[Symbol]):
    """All symbols, best rank first."""

    def __init__(self, tree: _Tree) -> None:
        self._tree = tree

    def __len__(self) -> int:
        return self._tree.columns.n_symbols

    @overload
    def __getitem__(self, index: int) -> Symbol: ...
    @overload
    def __getitem__(self, index: slice) -> list[Symbol]: ...
    def __getitem__(self, index: int | slice) -> Symbol | list[Symbol]:
        order = self._tree.rank.order
        if isinstance(index, slice):
            return [Symbol(self._tree, i) for i in order[index]]
        return Symbol(self._tree, order[index])


class _Edges(Sequence[Edge]):
    """All edges, by caller and callee id."""

    def __init__(self, tree: _Tree) -> None:
        self._tree = tree

    def __len__(self) -> int:
        return self._tree.graph.n_edges

    @overload
    def __getitem__(self, index: int) -> Edge: ...
    @overload
    def __getitem__(self, index: slice) -> list[Edge]: ...
    def __getitem__(self, index: int | slice) -> Edge | list[Edge]:
        places = range(len(self))[index]
        return [Edge(self._tree, i) for i in places] if isinstance(places, range) else Edge(self._tree, places)


class Tree:
    """A source tree, read and ranked; what `open` returns."""

    def __init__(self, tree: _Tree) -> None:
        self._tree = tree

    @property
    def symbols(self) -> Sequence[Symbol]:
        """All N definitions, best rank first, ties by id."""
        return _Symbols(self._tree)

    @property
    def edges(self) -> Sequence[Edge]:
        """All E distinct (caller, callee) pairs, by caller and callee id."""
        return _Edges(self._tree)

    @property
    def routes(self) -> list[Route]:
        """Requests that exactly one function of the tree serves, by file and line of the request; no edges are made of
        them."""
        from ripwire.resolve.routes import routes

        tree = self._tree
        return [
            Route(_text(one.method), _text(one.path), Symbol(tree, one.caller), Symbol(tree, one.handler), one.line)
            for one in routes(tree.columns)
        ]

    @property
    def rank(self) -> array[float]:
        """PageRank by symbol index, array('f') of length N; sums to 1."""
        return self._tree.rank.scores

    @property
    def files(self) -> list[str]:
        """Paths of the indexed files from the root, in byte order."""
        return [_text(path) for path in self._tree.columns.paths]

    @property
    def skipped(self) -> Iterator[tuple[str, str]]:
        """(path, reason) of every file that was found and left out or given up; ignored folders are not listed."""
        rows = [(drop.path, drop.reason) for drop in self._tree.drops]
        rows += [(path, "budget") for path in self._tree.over_budget]
        return ((_text(path), reason) for path, reason in sorted(rows))

    def map(
        self,
        *,
        top_k: int = 200,
        max_tokens: int | None = None,
        order: str | None = None,
        metrics: bool = False,
        format: str = "xml",
    ) -> str:
        """The ranked map as the command prints it.

        top_k       symbols at most, at least 1
        max_tokens  shape the map to this many tokens; None = no limit
        order       "important-first", "important-last", "stable", or None to choose
        format      "xml" or "json"
        Raises ValueError for a value outside these.
        """
        from ripwire.document import json, xml
        from ripwire.verbs.map import ORDERS, MapRequest, shaped

        if top_k < 1 or (max_tokens is not None and max_tokens < 1):
            raise ValueError("top_k and max_tokens need a positive integer")
        if order is not None and order not in ORDERS:
            raise ValueError(f"order is one of {', '.join(ORDERS)}, not {order!r}")
        if format not in ("xml", "json"):
            raise ValueError(f"format is xml or json, not {format!r}")
        document = shaped(self._tree, MapRequest(top_k, max_tokens, order, metrics))
        rendered = json.render(document) if format == "json" else xml.render(document)
        assert rendered is not None
        return b"".join(rendered.chunks()).decode("utf-8")


def open(
    path: str | bytes | os.PathLike[str],
    *,
    exclude: Sequence[str] = (),
    ignore_tests: bool = False,
    use_git: bool = True,
    max_file_size: int = DEFAULT_MAX_FILE_SIZE,
    threads: int | None = None,
) -> Tree:
    """Read, resolve and rank the source tree below ``path``.

    exclude        substrings of root-relative paths to leave out
    ignore_tests   leave out the symbols of test files
    use_git        leave out what git ignores
    max_file_size  larger files are left out, bytes
    threads        worker threads, None = all cores; no effect on the result
    Raises RipwireError for a path that is no readable directory, ValueError for a bad number.
    """
    from ripwire.tree import build

    if threads is not None and threads < 1:
        raise ValueError("threads needs a positive integer")
    if max_file_size < 1:
        raise ValueError("max_file_size needs a positive integer")
    return Tree(
        build(
            os.fsencode(path),
            exclude=[os.fsencode(text) for text in exclude],
            ignore_tests=ignore_tests,
            use_git=use_git,
            max_file_size=max_file_size,
            threads=threads,
        )
    )


__all__ = ["Edge", "RipwireError", "Route", "Symbol", "Tree", "open"]
