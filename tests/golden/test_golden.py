"""Whole documents of small trees, byte for byte. `update.py` tells how to renew them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.trees import RENDERINGS, TREES
from tests.golden.update import HERE, golden_file
from tests.support.command import answer, plant


@pytest.mark.parametrize("rendering", RENDERINGS)
@pytest.mark.parametrize("tree", TREES)
def test_golden(tree: str, rendering: str, tmp_path: Path) -> None:
    expected = golden_file(tree, rendering).read_bytes()
    assert answer([plant(tmp_path, TREES[tree]), *RENDERINGS[rendering]]) == expected


def test_no_golden_file_is_left_over() -> None:
    known = {golden_file(tree, rendering).name for tree in TREES for rendering in RENDERINGS}
    assert {path.name for path in HERE.iterdir() if path.suffix in (".xml", ".json", ".tsv")} == known
