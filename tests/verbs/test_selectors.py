"""Selectors and their refusals: what is offered works when it is pasted, and headings are no definitions."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.support.command import answer, plant, run

FILES = {
    "a b/m.py": "def parse(): helper()\ndef helper(): pass\n",
    "src/main.py": "def main(): pass\n",
    "README.md": "# Checkouts\n\n# helper\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("selectors") / "tree", FILES)


@pytest.mark.parametrize(
    "flag",
    [
        "--callers=src:helper", "--impact=src:helper", "--uses=src:helper", "--path=src:parse,helper",
        "--path=parse,src:helper", "--explain=src:parse,helper", "--connect=src:parse,helper", "--affected=src:parse",
        "--graph-query=callers(name(\"src:helper\"))", "--similar=src:helper", "--around=src:helper",
    ],
)  # fmt: skip
def test_the_pasted_retry_answers(root: Path, flag: str) -> None:
    refused = run([root, flag])
    assert refused.code == 1 and refused.out == b""
    found = re.search(r"\(e\.g\. (.*)\)$", refused.err.decode().strip())
    assert found is not None, refused.err
    words = shlex.split(found[1])
    assert len(words) == 1
    assert answer([root, *words])


def test_a_heading_is_no_definition_and_is_never_offered(root: Path) -> None:
    near = run([root, "--callers=Checkoutz"])
    assert near.code == 1 and b"Checkouts" not in near.err
    alone = run([root, "--callers=Checkouts"])
    assert alone.code == 1 and alone.out == b""
    assert b'defs="1"' in answer([root, "--callers=helper"])


def test_near_misses_are_offered_as_everywhere(root: Path) -> None:
    assert b"(did you mean 'helper'?)" in run([root, "--callers=helpr"]).err
