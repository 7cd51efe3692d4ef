"""What resolution must not look at: numbers of texts, texts that stand nowhere in code, docs, sizes, measurements.

A kept graph is renewed after an edit that changes nothing else (`ripwire.store.renewal`); it would be wrong if one of
these decided where a call goes.
"""

from __future__ import annotations

import os
import random
from array import array
from pathlib import Path

import pytest

from ripwire._core.assemble import Strings
from ripwire._core.moves import CLASSES
from ripwire.crawl.read import ReadProblem, read_file
from ripwire.graph import Graph, rank
from ripwire.model.columns import Columns
from ripwire.resolve import Contributions, resolve
from ripwire.tree import Tree, build
from tests.resolve.test_properties import Tree as Made
from tests.support.command import plant
from tests.support.trees import mixed

NONE = 0xFFFFFFFF
HANDLES = (
    "file_module", "name", "scope", "doc", "ref_name", "ref_receiver", "ref_qualifier", "import_source", "import_name",
    "import_alias", "binding_name", "binding_type",
)  # fmt: skip
FREE = {("definitions", "loc"), ("definitions", "doc")}
WORDS = [b"exports", b"module", b"self", b"__init__", b"constructor", b"default", b"(", b"x.y", b"new", b"super"]


def renumbered(columns: Columns, seed: int) -> Columns:
    """The same columns with strings in another order and some more of them."""
    rng = random.Random(seed)
    texts = [columns.strings[handle] for handle in range(len(columns.strings))]
    known = set(texts)
    more = [word for word in WORDS if word not in known] + [b"never seen %d" % k for k in range(rng.randrange(50))]
    order = list(range(1, len(texts) + len(more)))
    rng.shuffle(order)
    order.insert(0, 0)  # the empty string stays
    place = array("I", bytes(4 * len(order)))
    for new, old in enumerate(order):
        place[old] = new
    texts += more
    tails = [*columns.strings.tails, *[NONE] * len(more)]  # type: ignore[misc]
    offsets = array("I", [0])
    for old in order:
        offsets.append(offsets[-1] + len(texts[old]))
    moved = array("I", [tails[old] if tails[old] == NONE else place[tails[old]] for old in order])
    raw = dict(columns.raw)
    raw["strings"] = Strings(b"".join(texts[old] for old in order), offsets, moved)
    for name in HANDLES:
        raw[name] = array("I", [place[handle] for handle in columns.raw[name]])
    return Columns(columns.paths, columns.languages, raw)


def without(columns: Columns) -> Columns:
    """The columns without those that an edit may change freely; looking at one raises."""
    gone = {"doc", "loc", "file_flags", *(name for name in columns.raw if name.startswith("metric_"))}
    return Columns(columns.paths, columns.languages, {k: v for k, v in columns.raw.items() if k not in gone})


def facts(found: Contributions) -> dict[str, object]:
    columns = ("src", "dst", "line", "row", "confidence", "provenance", "ambiguous", "unresolved")
    numbers = ("too_ambiguous", "wide", "limited", "asked", "whole")
    return {name: getattr(found, name) for name in (*columns, *numbers)}


def ranked(columns: Columns, found: Contributions) -> tuple[object, ...]:
    result = rank(columns, Graph(found, columns.n_symbols))
    return result.scores, result.order, result.iterations


def trees() -> dict[str, object]:
    made = {f"seed {seed}": Made(seed).files for seed in range(3)}
    return {"mixed": mixed(), **made}


@pytest.fixture(scope="module", params=["mixed", "seed 0", "seed 1", "seed 2"])
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    root = plant(tmp_path_factory.mktemp("tree"), trees()[request.param])  # type: ignore[arg-type]
    return build(os.fsencode(root), threads=1)


def read(tree: Tree, path: bytes) -> bytes | None:
    try:
        return read_file(os.path.join(tree.crawl.root, path))
    except ReadProblem:
        return None


@pytest.mark.parametrize("seed", range(4))
def test_numbers_of_strings_and_strings_of_no_code_decide_nothing(tree: Tree, seed: int) -> None:
    columns = renumbered(tree.columns, seed)
    found = resolve(columns, lambda path: read(tree, path))
    assert facts(found) == facts(tree.contributions)
    assert ranked(columns, found) == ranked(tree.columns, tree.contributions)
    assert len(found.src) > 10


def test_docs_sizes_and_measurements_are_not_looked_at(tree: Tree) -> None:
    columns = without(tree.columns)
    found = resolve(columns, lambda path: read(tree, path))
    assert facts(found) == facts(tree.contributions)
    assert ranked(columns, found) == ranked(tree.columns, tree.contributions)


def test_what_may_differ_freely_is_what_is_left_out_here() -> None:
    free = {(rows, name) for rows, columns in CLASSES.items() for name, kind in columns.items() if kind == "free"}
    assert free == FREE | {("metrics", name) for name in CLASSES["metrics"]}


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["flask", "rxjs", "rust-regex", "cobra", "pillow", "sinatra"])
def test_numbers_of_strings_decide_nothing_in_real_trees(name: str) -> None:
    folder = Path(os.environ.get("RIPWIRE_CORPORA", "")) / name
    if not folder.is_dir():
        pytest.skip(f"no {name} in $RIPWIRE_CORPORA")
    tree = build(os.fsencode(folder))
    expected = facts(tree.contributions)
    for seed in range(3):
        assert facts(resolve(renumbered(tree.columns, seed), lambda path: read(tree, path))) == expected
    assert facts(resolve(without(tree.columns), lambda path: read(tree, path))) == expected


__all__ = ["tree"]
