"""`--html[=FILE]`: one page that shows the tree as modules, files and symbols, and what calls what.

Purpose: a picture to walk about in, without a network and without anything installed.
Invariant: the same tree gives the same bytes; every place is computed here (`graph.layout`), the page draws. What the
tree says is data in the page and never markup.
Cost: linear in what is shown, at most `limits.HTML_MAX_SYMBOLS` symbols; the page says how many there are.
"""

from __future__ import annotations

import os

from ripwire.graph.communities import Communities, Names
from ripwire.graph.layout import dots, packed
from ripwire.limits import HTML_MAX_SYMBOLS
from ripwire.model.columns import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ripwire.tree import Tree

_DOT = 5.0
"""Radius of a symbol, in units of the plane; files and modules follow from it."""


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


class _Picture:
    """What is shown: symbols in rank order, files and modules in the order of their best symbol."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        columns = tree.columns
        self.symbols: list[int] = list(tree.rank.order[:HTML_MAX_SYMBOLS])
        groups, labels = _groups(tree)
        self.files: list[int] = list(dict.fromkeys(columns.file[symbol] for symbol in self.symbols))
        self.file_of = {file: place for place, file in enumerate(self.files)}
        self.members: list[list[int]] = [[] for _ in self.files]
        for place, symbol in enumerate(self.symbols):
            self.members[self.file_of[columns.file[symbol]]].append(place)
        self._modules(groups, labels)
        self._places()

    def _modules(self, groups: Sequence[int], labels: dict[int, bytes]) -> None:
        """The module of each file: the group that most of its symbols are in, without any its first directory."""
        columns = self.tree.columns
        self.labels: list[bytes] = []
        self.module_of: list[int] = []
        numbers: dict[tuple[int, bytes], int] = {}
        for file, members in zip(self.files, self.members, strict=True):
            counts: dict[int, int] = {}
            for place in members:
                group = groups[self.symbols[place]]
                if group in labels:
                    counts[group] = counts.get(group, 0) + 1
            if counts:
                best = min(counts, key=lambda group: (-counts[group], group))
                key = best, labels[best]
            else:
                folder = columns.paths[file].partition(b"/")
                key = -1, folder[0] + b"/" if folder[1] else b"."
            if key not in numbers:
                numbers[key] = len(self.labels)
                self.labels.append(key[1])
            self.module_of.append(numbers[key])

    def _places(self) -> None:
        rings = [dots(len(members), _DOT) for members in self.members]
        self.file_radius = [radius + _DOT for _, radius in rings]
        inside: list[list[int]] = [[] for _ in self.labels]
        for place, module in enumerate(self.module_of):
            inside[module].append(place)
        nests = [packed([self.file_radius[place] for place in files], _DOT) for files in inside]
        self.module_radius = [radius + 2 * _DOT for _, radius in nests]
        self.module_at, self.radius = packed(self.module_radius, 4 * _DOT)
        self.file_at: list[tuple[float, float]] = [(0.0, 0.0)] * len(self.files)
        self.symbol_at: list[tuple[float, float]] = [(0.0, 0.0)] * len(self.symbols)
        for (x, y), files, (offsets, _) in zip(self.module_at, inside, nests, strict=True):
            for file, (dx, dy) in zip(files, offsets, strict=True):
                self.file_at[file] = a, b = x + dx, y + dy
                for symbol, (ex, ey) in zip(self.members[file], rings[file][0], strict=True):
                    self.symbol_at[symbol] = a + ex, b + ey


def _groups(tree: Tree) -> tuple[Sequence[int], dict[int, bytes]]:
    """The community of each symbol, and names of those of two and more."""
    found = Communities(tree)
    names = Names(tree)
    labels: dict[int, bytes] = {}
    for community in found.modules:
        members = found.of(community)
        best = names.leaders(members, 1)[0]
        labels[community] = names.folder_name(members) + b": " + tree.columns.name_of(best)
    return found.label, labels


def _xy(places: list[tuple[float, float]]) -> dict[str, list[float]]:
    return {"x": [round(x, 1) for x, _ in places], "y": [round(y, 1) for _, y in places]}


def _data(tree: Tree) -> dict[str, object]:
    picture = _Picture(tree)
    columns, graph = tree.columns, tree.graph
    place_of = {symbol: place for place, symbol in enumerate(picture.symbols)}
    sources: list[int] = []
    targets: list[int] = []
    for place, symbol in enumerate(picture.symbols):
        for callee in graph.dst[graph.out_offset[symbol] : graph.out_offset[symbol + 1]]:
            if callee in place_of:
                sources.append(place)
                targets.append(place_of[callee])
    modules = [picture.module_of[picture.file_of[columns.file[symbol]]] for symbol in picture.symbols]
    return {
        "root": _text(b" ".join(os.path.basename(os.path.abspath(one.path)) for one in tree.roots)) or "/",
        "kinds": KINDS,
        "radius": round(picture.radius, 1),
        "modules": {
            "label": [_text(label) for label in picture.labels],
            **_xy(picture.module_at),
            "r": [round(radius, 1) for radius in picture.module_radius],
        },
        "files": {
            "path": [_text(columns.paths[file]) for file in picture.files],
            "module": picture.module_of,
            **_xy(picture.file_at),
            "r": [round(radius, 1) for radius in picture.file_radius],
        },
        "symbols": {
            "name": [_text(columns.name_of(symbol)) for symbol in picture.symbols],
            "kind": [columns.kind[symbol] for symbol in picture.symbols],
            "file": [picture.file_of[columns.file[symbol]] for symbol in picture.symbols],
            "module": modules,
            "callers": [graph.in_offset[s + 1] - graph.in_offset[s] for s in picture.symbols],
            "callees": [graph.out_offset[s + 1] - graph.out_offset[s] for s in picture.symbols],
            "line": [columns.line[symbol] for symbol in picture.symbols],
            **_xy(picture.symbol_at),
            "r": [_DOT * 0.8] * len(picture.symbols),
        },
        "edges": {"src": sources, "dst": targets},
    }


def page(tree: Tree) -> Iterator[bytes]:
    """The bytes of the page."""
    import json

    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page")

    def part(name: str) -> str:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()

    data = _data(tree)
    shown, there = min(HTML_MAX_SYMBOLS, tree.columns.n_symbols), tree.columns.n_symbols
    said = f"{shown} of {there} definitions, the most important ones" if shown < there else f"{there} definitions"
    # In a script element only `</` and `<!--` mean anything: no `<` of the data stays one.
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n<title>ripwire</title>\n'
        f"<style>\n{part('page.css')}</style>\n</head>\n<body>\n"
        '<div id="view"><canvas id="canvas"></canvas></div>\n<nav id="trail" aria-label="Where"></nav>\n'
        f'<aside id="panel">\n<h1>ripwire: {said}, {len(data["edges"]["src"])} calls</h1>\n'  # type: ignore[index]
        '<input id="search" type="search" placeholder="Find a definition" aria-label="Find a definition">\n'
        '<div id="answer" aria-live="polite"></div>\n</aside>\n'
        '<script id="data" type="application/json">'
    ).encode()
    yield text.encode()
    yield f"</script>\n<script>\n{part('page.js')}</script>\n</body>\n</html>\n".encode()
