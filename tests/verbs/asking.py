"""Questions to the real command, with what must hold of every answer: warm as cold, JSON as XML, pages as the whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lxml import etree

from tests.support.command import answer


def ask(root: Path, *flags: str) -> Any:
    """The answer's root element; it is the same without a cache, with an empty one and with a full one."""
    cold = answer([root, *flags, "--no-cache"])
    assert answer([root, *flags]) == cold == answer([root, *flags])
    return etree.fromstring(cold)


def twin(root: Path, *flags: str) -> Any:
    """The answer in JSON, which has the rows and attributes of the XML."""
    document = answer([root, *flags, "--json"])
    assert _plain(json.loads(document, parse_float=str)) == _of_element(ask(root, *flags))
    return json.loads(document)


def _plain(value: Any) -> Any:
    """JSON as it would be written in XML: texts for all values, and no empty lists."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items() if one != []}
    return str(value)


def _of_element(element: Any) -> dict[str, Any]:
    """An element as an object, its children in lists by the names that JSON gives them."""
    out: dict[str, Any] = dict(element.attrib)
    for child in element:
        found = _of_element(child)
        if child.text:
            found["sig"] = child.text
        out.setdefault(_LISTS.get((element.tag, child.tag), child.tag), []).append(found)
    return out


_LISTS = {
    ("uses", "u"): "uses", ("external-surface", "x"): "external-surface", ("mentions", "doc"): "mentions",
    ("deps", "f"): "deps", ("callers", "s"): "callers", ("impact", "s"): "impact",
}  # fmt: skip


def check_pages(root: Path, *flags: str, size: int = 2, rows: str = "*") -> None:
    """Pages put together are the whole, and say where the next one begins."""
    whole = ask(root, *flags, "--limit=1000000")
    total = int(whole.get("total"))
    assert total > size and whole.get("has_more") == "0"
    found: list[bytes] = []
    offset = 0
    while True:
        page = ask(root, *flags, f"--limit={size}", f"--offset={offset}")
        nodes = page.findall(rows)
        assert len(nodes) == int(page.get("shown")) and page.get("total") == whole.get("total")
        found += [etree.tostring(node) for node in nodes]
        offset = int(page.get("next_offset"))
        if page.get("has_more") == "0":
            break
    assert found == [etree.tostring(node) for node in whole.findall(rows)] and len(found) == total
