"""Reading ripwire's own documents back: the stats line, the XML through lxml, the rows of the table."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from lxml import etree


class Map(NamedTuple):
    """A parsed XML map: stats line in order (keys and texts), root element, comments in document order."""

    stats: dict[str, str]
    root: Any
    comments: list[str]


def read_xml(data: bytes) -> Any:
    """The root element; fails for anything that is not well-formed XML in UTF-8."""
    data.decode("utf-8")
    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, huge_tree=True))


def read_map(data: bytes) -> Map:
    root = read_xml(data)
    before = [node.text for node in reversed(list(root.itersiblings(preceding=True)))]
    after = [node.text for node in root.itersiblings()]
    stats = [text for text in before + after if re.match(r" files=\d", text)]
    assert len(stats) == 1, stats
    pairs = [word.split("=", 1) for word in stats[0].split()]
    assert len(pairs) == len({key for key, _ in pairs})
    return Map(dict(map(tuple, pairs)), root, before + after)  # type: ignore[arg-type]


def stats_of(data: bytes) -> dict[str, str]:
    return read_map(data).stats


def symbols_of(data: bytes) -> list[tuple[str, str, str, str]]:
    """(path, kind, name, id or "") of each row, in the order printed."""
    return [(s.getparent().get("p"), s.get("t"), s.get("n"), s.get("id", "")) for s in read_map(data).root.iter("s")]


def names_of(data: bytes) -> set[str]:
    return {name for _path, _kind, name, _id in symbols_of(data)}


def calls_of(data: bytes) -> dict[str, list[str]]:
    """Callee names by ``path::name`` of the caller's row."""
    rows = read_map(data).root.iter("s")
    return {f"{s.getparent().get('p')}::{s.get('n')}": [c.get("n") for c in s] for s in rows if len(s)}


def read_json(data: bytes) -> Any:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(pairs) == len({key for key, _ in pairs}), pairs
        return dict(pairs)

    return json.loads(data.decode("utf-8"), object_pairs_hook=unique)


def read_table(data: bytes) -> list[dict[str, str]]:
    lines = data.decode("utf-8").split("\n")
    assert lines.pop() == ""
    head, *rows = [line.split("\t") for line in lines]
    assert all(len(row) == len(head) for row in rows)
    return [dict(zip(head, row, strict=True)) for row in rows]
