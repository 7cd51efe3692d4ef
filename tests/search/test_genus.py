"""Code, docs, data: a partition of paths."""

from __future__ import annotations

import random

import pytest

from ripwire.search.genus import CODE, DATA, DOCS, genus_of, kept, spellings


@pytest.mark.parametrize(
    ("genus", "paths"),
    [
        (CODE, b"docs/conf.py a.c Makefile changes.html CMakeLists.txt d/meson_options.txt shard.yml docker-compose.yml"
               b" docker-compose.test.yml x.tf.json x.tfvars.json strange doc.c a.unknown .changelog"
               b" prodocs/X adocs"),
        (DOCS, b"docs/notes.md docs/CONVENTIONS CHANGELOG.old README README.py a.txt LICENSE d/COPYING.lib man/x"
               b" Manual/deep/y changelog todo ToDo.x javadoc/z a.3 x/Documentation/q d/AUTHORS faq a.mdc"),
        (DATA, b"Cargo.lock a.json a.yml a.csv composer.lock a.conf x.gz docs/a.json a.xml.dist a.plist"
               b" Dvcfile changes.diff"),
    ],
)  # fmt: skip
def test_paths(genus: int, paths: bytes) -> None:
    assert [path for path in paths.split() if genus_of(path) != genus] == []


def test_the_seven_spellings_of_code_that_would_be_swallowed() -> None:
    genus, globs = spellings()[-1]
    assert genus == CODE
    assert globs == (
        b"*.tf.json", b"*.tfvars.json", b"CMakeLists.txt", b"docker-compose.*.yml", b"docker-compose.yml",
        b"meson_options.txt", b"shard.yml",
    )  # fmt: skip


def test_no_spelling_is_of_docs_and_data() -> None:
    of: dict[bytes, set[int]] = {}
    for genus, globs in spellings():
        for glob in globs:
            of.setdefault(glob, set()).add(genus)
    assert [glob for glob, genera in of.items() if {DOCS, DATA} <= genera] == []


def test_flags() -> None:
    assert kept(set(), set()) == 0b111 and kept({DOCS}, set()) == 0b010 and kept(set(), {DOCS}) == 0b101
    assert kept({DOCS, DATA}, {DATA}) == 0b010 and kept({CODE}, {CODE}) == 0


def test_every_path_has_one() -> None:
    source = random.Random(5)
    for _ in range(2000):
        path = bytes(source.choice(b"abcmdocs./\xff\nREADME") for _ in range(source.randrange(1, 20)))
        assert genus_of(path) in (CODE, DOCS, DATA)
