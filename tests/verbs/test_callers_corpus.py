"""`--callers` on real trees: the callers of fifty functions are those of the table of edges, one for one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from lxml import etree

from bench import corpora
from tests.support.command import answer

pytestmark = pytest.mark.heavy


@pytest.mark.parametrize("name", ["flask", "rxjs"])
def test_callers_of_fifty_functions_are_those_of_the_edges(name: str) -> None:
    try:
        ((_, folder),) = corpora.locate((name,), ())
    except SystemExit as error:
        pytest.skip(str(error))
    header, *lines = answer([Path(folder), "--export=edges.tsv"]).decode().splitlines()
    columns = header.split("\t")
    callers: dict[tuple[str, str], set[str]] = {}
    for line in lines:
        edge = dict(zip(columns, line.split("\t"), strict=True))
        place = f"{edge['caller_path']}:{edge['caller_line']} {edge['caller_name']}"
        callers.setdefault((edge["callee_path"], edge["callee_name"]), set()).add(place)
    for path, callee in random.Random(7).sample(sorted(callers), 50):
        found = etree.fromstring(answer([Path(folder), f"--callers={path}:{callee}"]))
        rows = {f"{row.get('p')} {row.get('n')}" for row in found.iter("s")}
        assert rows == callers[path, callee], (path, callee)
        assert int(found.get("count")) == len(rows)
