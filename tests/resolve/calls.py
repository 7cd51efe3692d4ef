"""The edges of a small tree as tuples, for tests that say where each call goes."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import answer, plant

Call = tuple[str, str, int, str]


def calls(root: Path, places: bool = False) -> set[Call]:
    """(caller, path and line of the callee, its name) of all edges; with ``places`` after the caller's file."""
    out = set()
    header, *rows = answer([root, "--export=edges.tsv"]).decode().splitlines()
    columns = header.split("\t")
    for row in rows:
        edge = dict(zip(columns, row.split("\t"), strict=True))
        caller = edge["caller_name"]
        if places:
            caller = f"{edge['caller_path']} {caller}"
        out.add((caller, edge["callee_path"], int(edge["callee_line"]), edge["callee_name"]))
    return out


def calls_of(root: Path, files: dict[str, str], places: bool = False) -> set[Call]:
    """`calls` of a tree made of ``files``."""
    return calls(plant(root / "tree", files), places)
