"""The same tree gives the same bytes: for every run, thread count, hash seed, locale, listing order and spelling of
the root."""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ripwire.document import json, xml
from ripwire.languages import grammars
from ripwire.tree import Tree, build
from ripwire.verbs.export import edge_rows
from ripwire.verbs.listing import skipped_document, tree_document
from ripwire.verbs.map import MapRequest, shaped
from ripwire.verbs.paging import Page
from tests.support.command import answer, plant
from tests.support.documents import read_json, read_map, read_table, read_xml
from tests.support.trees import mixed

COMMANDS = {
    "map": [],
    "json": ["--json", "--metrics"],
    "stable": ["--metrics", "--order=stable", "--max-tokens=2500"],
    "tree": ["--tree"],
    "skipped": ["--skipped"],
    "edges": ["--export=edges.tsv"],
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("first") / "tree", mixed())


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same tree under another name, its files made in the opposite order."""
    return plant(tmp_path_factory.mktemp("second") / "a-longer-name", dict(reversed(mixed().items())))


SMALL = ["py/\u00fcml\u00e4ut \u4e2d.py", b"py/bad\xff.py", "py/part0.py", "docs/page0.md", "py/binary.py", "notes.txt"]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files whose names and contents a locale could change; one quick grammar."""
    files = mixed()
    return plant(tmp_path_factory.mktemp("small") / "tree", {name: files[name] for name in SMALL})


@pytest.fixture(scope="module")
def expected_small(small: Path) -> dict[str, bytes]:
    return {name: answer([small, *args]) for name, args in COMMANDS.items()}


@pytest.fixture(scope="module")
def expected(tree: Path) -> dict[str, bytes]:
    return {name: answer([tree, *args]) for name, args in COMMANDS.items()}


def test_the_documents_say_something(expected: dict[str, bytes]) -> None:
    """Equal bytes prove nothing when they are empty."""
    read = read_map(expected["map"])
    assert int(read.stats["files"]) >= 39 and int(read.stats["edges"]) >= 50
    dropped = {"oversize": 1, "generated": 2, "minified": 1, "nested": 1, "binary": 1, "encoding": 1}
    assert {f"skipped_{k}": str(v) for k, v in dropped.items()}.items() <= read.stats.items()
    assert len(read_xml(expected["skipped"])) == 7
    assert len(read_table(expected["edges"])) == int(read.stats["edges"])
    assert read_json(expected["json"])["files"] == int(read.stats["files"])
    assert {s.get("n") for s in read.root.iter("s")} >= {"in_bad_name", "\u0131stanbul"}


VARIANTS: dict[str, tuple[list[str], dict[str, str], bool]] = {
    "again": ([], {}, False),
    "one-thread": (["--threads=1"], {"LC_ALL": "C", "PYTHONHASHSEED": "0"}, False),
    "two-threads-turkish": (["--threads=2"], {"LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "1"}, False),
    "five-threads-elsewhere": (["--threads=5"], {"PYTHONHASHSEED": "random", "TZ": "Asia/Tokyo"}, True),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_bytes_do_not_depend_on_how_it_is_run(variant: str, tree: Path, copy: Path, expected: dict[str, bytes]) -> None:
    flags, environment, elsewhere = VARIANTS[variant]
    root = copy if elsewhere else tree
    for name, args in COMMANDS.items():
        assert answer([root, *args, *flags], env=environment) == expected[name], name


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "tr_TR.UTF-8"])
@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_bytes_do_not_depend_on_locale_and_hash_seed(
    seed: str, locale: str, small: Path, expected_small: dict[str, bytes]
) -> None:
    here = {"PYTHONHASHSEED": seed, "LC_ALL": locale, "LANG": locale}
    assert answer([small], env=here) == expected_small["map"]
    assert answer([small, "--skipped"], env=here) == expected_small["skipped"]


@pytest.mark.parametrize("spelling", [".", "./", "absolute/", "..", "link"])
def test_bytes_do_not_depend_on_how_the_root_is_spelled(
    spelling: str, small: Path, expected_small: dict[str, bytes], tmp_path: Path
) -> None:
    root, folder = spelling, small
    if spelling == "absolute/":
        root, folder = f"{small}/", tmp_path
    elif spelling == "..":
        folder = small / "py"
    elif spelling == "link":
        (tmp_path / "link").symlink_to(small)
        folder = tmp_path
    for name in ("map", "skipped", "edges"):
        assert answer([root, *COMMANDS[name]], cwd=folder) == expected_small[name], name


def _bytes(tree: Tree) -> list[bytes]:
    documents = [
        shaped(tree, MapRequest()),
        shaped(tree, MapRequest(order="stable", max_tokens=2500, metrics=True)),
        tree_document(tree, Page()),
        skipped_document(tree),
    ]
    out = []
    for document in documents:
        rendered = xml.render(document)
        assert rendered is not None
        out.append(b"".join(rendered.chunks()))
    out.append(b"".join(json.render(shaped(tree, MapRequest(metrics=True))).chunks()))
    out.append(b"".join(edge_rows(tree)))
    return out


@pytest.fixture
def compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling the queries is most of a build of this tree; grammars are immutable."""
    monkeypatch.setattr(grammars, "load", functools.cache(grammars.load))


@pytest.mark.usefixtures("compiled_once")
def test_bytes_do_not_depend_on_the_order_of_directory_listings(tree: Path, expected: dict[str, bytes]) -> None:
    def reordered(seed: int) -> Callable[[list[os.DirEntry[bytes]]], None]:
        return random.Random(seed).shuffle

    root = os.fsencode(tree)
    plain = _bytes(build(root))
    assert plain == [expected[name] for name in ("map", "stable", "tree", "skipped", "json", "edges")]
    for seed in range(4):
        assert _bytes(build(root, shuffle=reordered(seed), threads=1 + seed)) == plain
    assert _bytes(build(root, shuffle=lambda entries: entries.reverse())) == plain
    assert _bytes(build(root)) == plain  # nothing is left behind that a later run could see
