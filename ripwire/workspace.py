"""Several roots as one tree: their labels, and how what was found in each is put together.

Purpose: `ripwire DIR1 DIR2` answers about both; a path is printed as ``LABEL/./REL``.
Invariant: the order of the arguments never matters; names are resolved within a root and never across (a definition of
the same name elsewhere is another one). Cost: columns are assembled once more for the whole.
"""

from __future__ import annotations

import os
from array import array

from ripwire.crawl import Crawl, Drop
from ripwire.errors import RipwireError, echo
from ripwire.model.paths import SEAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ripwire.resolve import Contributions

MAX_ROOTS = 16


class Root:
    """A root as it was given, and its label; empty for the only root of a run."""

    __slots__ = ("path", "label")

    def __init__(self, path: bytes, label: bytes = b"") -> None:
        self.path, self.label = path, label

    @property
    def prefix(self) -> bytes:
        """What stands before the paths of its files."""
        return self.label + SEAM if self.label else b""


def labelled(roots: Sequence[bytes]) -> tuple[list[Root], list[str]]:
    """The roots of a run, each once, by label (the shortest ending of its path that tells it apart); and notices.

    Raises RipwireError for roots that hold each other, and for more than MAX_ROOTS.
    """
    notices: list[str] = []
    real: dict[bytes, bytes] = {}
    for root in roots:
        place = os.path.realpath(root)
        if place in real:
            notices.append(f"{echo(root)} is {echo(real[place])}, which is read once")
        else:
            real[place] = root
    if len(real) == 1:
        return [Root(next(iter(real.values())))], notices
    if len(real) > MAX_ROOTS:
        raise RipwireError(1, f"{len(real)} roots are more than ripwire reads at once ({MAX_ROOTS})")
    places = sorted(real)
    for outer in places:
        for inner in places:
            if inner != outer and inner.startswith(outer.rstrip(b"/") + b"/"):
                both = f"{echo(real[inner])} lies in {echo(real[outer])}"
                raise RipwireError(1, f"{both}: its files would be read twice (name one of them)")
    parts = {place: place.strip(b"/").split(b"/") for place in places}
    labels: dict[bytes, bytes] = {}
    for place in places:
        for n in range(1, len(parts[place]) + 1):
            label = b"/".join(parts[place][-n:])
            if sum(b"/".join(other[-n:]) == label for other in parts.values()) == 1:
                break
        labels[place] = label or b"root"
    found = [Root(real[place], labels[place]) for place in places]
    return sorted(found, key=lambda root: root.prefix), notices


def joined(roots: list[Root], crawls: list[Crawl]) -> Crawl:
    """One crawl out of those of several roots."""
    out = Crawl(b"")
    states = {one.git for one in crawls}
    out.git = next((state for state in ("failed", "applied", "absent") if state in states), "off")
    languages: list[bytes] = []
    for root, one in zip(roots, crawls, strict=True):
        prefix = root.prefix
        out.paths += [prefix + path for path in one.paths]
        languages.append(one.languages)
        out.sizes += one.sizes
        out.stats += one.stats
        out.drops += [prefixed(drop, prefix) for drop in one.drops]
        out.ignored_files += one.ignored_files
        out.ignored_dirs += one.ignored_dirs
        out.denied_dirs += one.denied_dirs
        out.excluded += one.excluded
        out.unsupported += one.unsupported
    out.languages = b"".join(languages)
    out.drops.sort(key=lambda drop: (drop.path, drop.reason))
    return out


def prefixed(drop: Drop, prefix: bytes) -> Drop:
    """A drop with the path that is printed."""
    return Drop(prefix + drop.path, drop.reason, drop.size, drop.limit) if prefix else drop


def merged(found: list[Contributions], symbols: list[int], references: list[int]) -> Contributions:
    """The contributions of all roots; ``symbols`` and ``references`` say how many rows each root has."""
    from ripwire.resolve import Contributions

    raw: dict[str, Any] = {name: array("I") for name in ("src", "dst", "line", "row", "ambiguous", "unresolved")}
    raw["confidence"], raw["provenance"] = array("f"), array("B")
    raw |= {"too_ambiguous": 0, "wide": 0, "limited": 0, "traces": {}, "verdicts": {}, "receivers": {}}
    raw |= {"asked": {}, "whole": set()}  # of several roots nobody asks
    first_symbol = first_reference = 0
    for one, n_symbols, n_references in zip(found, symbols, references, strict=True):
        raw["src"].extend(array("I", [symbol + first_symbol for symbol in one.src]))
        raw["dst"].extend(array("I", [symbol + first_symbol for symbol in one.dst]))
        raw["row"].extend(array("I", [row + first_reference for row in one.row]))
        for name in ("line", "confidence", "provenance", "ambiguous", "unresolved"):
            raw[name].extend(getattr(one, name))
        for name in ("too_ambiguous", "wide", "limited"):
            raw[name] += getattr(one, name)
        first_symbol += n_symbols
        first_reference += n_references
    return Contributions(raw)
