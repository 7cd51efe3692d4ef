"""Answers of verbs as attributes and rows: read from XML, held against JSON, asked cold, warm and without a cache."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.command import answer, run
from tests.support.documents import read_json, read_xml


def asked(root: Path, *words: str) -> Any:
    """The root element of an answer, which is the same cold, warm and without a cache."""
    first = answer([root, *words])
    assert answer([root, *words]) == first
    assert answer([root, *words, "--no-cache"]) == first
    return read_xml(first)


def twin(root: Path, *words: str) -> Any:
    """The JSON of an answer whose XML has the same attributes and, below each list, the same rows."""
    document = answer([root, *words, "--json"])
    _compare(asked(root, *words), json.loads(document, parse_float=str))
    return read_json(document)


def _compare(element: Any, found: dict[str, Any]) -> None:
    plain = {key: value for key, value in found.items() if not isinstance(value, list)}
    shown = dict(element.attrib, **({"text" if "text" in plain else "sig": element.text} if element.text else {}))
    for side in (plain, shown):
        side.pop("est_tokens", None)  # of two documents of different sizes
    parts = [child for child in element if not child.attrib and isinstance(found.get(child.tag), str)]
    shown |= {child.tag: child.text or "" for child in parts}
    rows = [row for value in found.values() if isinstance(value, list) for row in value]
    assert {key: _text(value) for key, value in plain.items()} == shown
    children = [child for child in element if child not in parts]
    assert len(rows) == len(children)
    for child, row in zip(children, rows, strict=True):
        _compare(child, row)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


def names(element: Any, tag: str = "s") -> list[str]:
    return [row.get("n") for row in element.iter(tag)]


def refused(root: Path, *words: str) -> str:
    """The message of a refusal: exit code 1, nothing on stdout."""
    result = run([root, *words])
    assert (result.code, result.out) == (1, b""), result
    return result.err.decode()


def pages(root: Path, size: int, tag: str, *words: str) -> list[dict[str, str]]:
    """The attributes of all rows, read page by page; each page says how much there is and where the next begins."""
    found: list[dict[str, str]] = []
    while True:
        page = asked(root, *words, f"--limit={size}", f"--offset={len(found)}")
        rows = [dict(row.attrib) for row in page.findall(tag)]
        found += rows
        assert int(page.get("shown")) == len(rows) and int(page.get("next_offset")) == len(found)
        if page.get("has_more") == "0":
            assert int(page.get("total")) == len(found)
            return found
        assert len(rows) == size


def check_pages(root: Path, *words: str, size: int, tag: str = "*") -> None:
    """Pages put together are the whole, and there are several."""
    whole = [dict(row.attrib) for row in asked(root, *words, "--limit=1000000").findall(tag)]
    assert len(whole) > size and pages(root, size, tag, *words) == whole
