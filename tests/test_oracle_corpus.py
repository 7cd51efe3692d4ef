"""The compiled engine against py-tree-sitter on real trees.

Heavy: run it by hand with ``python -m pytest -m heavy tests/test_oracle_corpus.py``. RIPWIRE_CORPORA names a folder of
source trees; without it, and without the default folder, there is nothing to compare.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ripwire.crawl import crawl, inspect, read_file
from ripwire.languages.table import LANGUAGES
from tests.languages.test_fixtures import assert_same, engine
from tests.support import oracle

CORPORA = Path(os.environ.get("RIPWIRE_CORPORA", "~/.cache/ripwire-corpora")).expanduser()
FILES_A_LANGUAGE = 25
ORACLE_MAX_BYTES = 200_000  # the oracle is Python

pytestmark = pytest.mark.heavy


def _folders() -> list[Path]:
    return sorted(path for path in CORPORA.iterdir() if path.is_dir()) if CORPORA.is_dir() else []


def _sample(found: list[int]) -> list[int]:
    """Up to FILES_A_LANGUAGE of them, spread over the whole list."""
    step = max(1, len(found) // FILES_A_LANGUAGE)
    return found[::step][:FILES_A_LANGUAGE]


@pytest.mark.parametrize("folder", _folders(), ids=lambda path: path.name)
def test_engine_agrees_with_py_tree_sitter(folder: Path) -> None:
    crawled = crawl(os.fsencode(folder))
    by_language: dict[int, list[int]] = {}
    for index, code in enumerate(crawled.languages):
        if LANGUAGES[code].grammar and crawled.sizes[index] <= ORACLE_MAX_BYTES:
            by_language.setdefault(code, []).append(index)
    compared = 0
    for found in by_language.values():
        for index in _sample(found):
            data = read_file(crawled.full_path(index))
            code, reason = inspect(data, crawled.languages[index], crawled.paths[index])
            if reason is not None:
                continue
            row = LANGUAGES[code]
            try:
                assert_same(engine(row, data), oracle.extract(row, data))
            except AssertionError as error:
                raise AssertionError(f"{crawled.paths[index]!r} ({row.name}): {error}") from error
            compared += 1
    assert compared, "no file of a known language here"
