"""Hostile files of every language: what follows the damage is found or the file is counted, and nothing crashes."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from ripwire._core.codec import flags_of
from ripwire._core.parse import Extractor
from ripwire._core.records import FILE_ABANDONED, FILE_HAS_ERROR, FILE_MATCHES_LOST, unpack
from ripwire.crawl import inspect
from ripwire.languages.grammars import load
from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.limits import (
    BUDGET_BASE_CALLS,
    BUDGET_CALLS_PER_KIB,
    ERROR_STEPS,
    MAX_MATCHES_IN_FLIGHT,
    MEMORY_BASE_BYTES,
    MEMORY_BYTES_PER_BYTE,
    READ_BASE_PIECES,
    READ_PIECES_PER_KIB,
)
from tests.languages.hostile import AFTER, BEFORE, MEMBER, ROWS, WHOLE, cases
from tests.support.command import answer, plant
from tests.support.documents import read_map, read_xml

LANGUAGE_NAMES = sorted(row.name for row in LANGUAGES if row.grammar)
DEPTH, WIDTH = 1_000, 50_000
HEAVY_DEPTH, HEAVY_WIDTH = 20_000, 2_000_000

QUADRATIC = [
    ("lua", b".." * 50_000),
    ("lua", b"[[" * 50_000),
]

compiled = functools.cache(load)


def extractor() -> Extractor:
    made = Extractor()
    made.set_budget(
        BUDGET_BASE_CALLS,
        BUDGET_CALLS_PER_KIB,
        MAX_MATCHES_IN_FLIGHT,
        ERROR_STEPS,
        MEMORY_BASE_BYTES,
        MEMORY_BYTES_PER_BYTE,
        READ_BASE_PIECES,
        READ_PIECES_PER_KIB,
    )
    return made


class Seen:
    """What one file gives without the command: the reason to drop it, the flags and names of its record."""

    def __init__(self, language: str, data: bytes) -> None:
        code = LANGUAGES.index(BY_NAME[language])
        same, self.reason = inspect(data, code, b"a" + BY_NAME[language].extensions[0].encode())
        assert same == code
        self.flags = 0
        self.names: set[str] = set()
        if self.reason is None:
            record = extractor().extract(compiled(code), data)
            self.flags = flags_of(record)
            # Names of some languages end in their arity.
            self.names = {row["name"].decode("utf-8", "replace").partition("/")[0] for row in unpack(record)["defs"]}

    def counted(self) -> bool:
        return self.reason is not None or bool(self.flags & (FILE_ABANDONED | FILE_HAS_ERROR | FILE_MATCHES_LOST))


@functools.cache
def seen(language: str) -> dict[str, tuple[str, Seen]]:
    """(definition wanted, what was seen) of each case, in the ordinary size."""
    return {case: (want, Seen(language, data)) for case, data, want in cases(ROWS[language], DEPTH, WIDTH)}


def test_every_language_has_hostile_files() -> None:
    assert sorted(ROWS) == LANGUAGE_NAMES
    for row in ROWS.values():
        names = [case for case, _, _ in cases(row, 2, 10)]
        assert len(names) == len(set(names))
        assert {*row.lost, *row.dropped} <= set(names)


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_the_definition_is_found_or_the_table_says_why_not(language: str) -> None:
    row = ROWS[language]
    found = seen(language)
    assert {case: got.reason for case, (_, got) in found.items() if got.reason} == row.dropped
    given_up = {case for case, (_, got) in found.items() if got.flags & FILE_ABANDONED}
    assert given_up <= row.costly
    lost = {case for case, (want, got) in found.items() if want not in got.names and not got.reason}
    assert lost - given_up == set(row.lost)
    for case, (_, got) in found.items():
        if got.reason is None and case not in given_up and row.lost.get(case) not in (WHOLE, MEMBER):
            assert BEFORE in got.names, case
        if case in row.lost:
            assert got.counted(), case


@functools.cache
def _tree_files() -> dict[str, tuple[str, str, bytes]]:
    """Path -> (language, case, content) of every hostile file."""
    out = {}
    for language in LANGUAGE_NAMES:
        extension = BY_NAME[language].extensions[0]
        for number, (case, data, _) in enumerate(cases(ROWS[language], DEPTH, WIDTH)):
            out[f"{language}/f{number:02}{extension}"] = (language, case, data)
    return out


def test_the_command_answers_a_tree_of_hostile_files(tmp_path: Path) -> None:
    """Exit code 0, not a word on stderr, and file by file what the extractor gives alone."""
    files = _tree_files()
    root = plant(tmp_path, {path: data for path, (_, _, data) in files.items()})
    document = read_map(answer([root, "--top-k=1000000", "--max-tokens=100000000"]))
    named: dict[str, set[str]] = {path: set() for path in files}
    for symbol in document.root.iter("s"):
        named[symbol.getparent().get("p")].add(symbol.get("n").partition("/")[0])
    skipped = {row.get("p"): row.get("reason") for row in read_xml(answer([root, "--skipped"]))}
    errors = 0
    for path, (language, case, _) in files.items():
        want, got = seen(language)[case]
        assert (want in named[path]) == (want in got.names), (path, case)
        over = "budget" if got.flags & (FILE_ABANDONED | FILE_MATCHES_LOST) else None
        assert skipped.get(path) == (got.reason or over), (path, case)
        errors += bool(got.flags & FILE_HAS_ERROR)
    assert document.stats["parse_errors"] == str(errors)
    dropped = sum(got.reason is not None for language in ROWS for _, got in seen(language).values())
    assert sum(int(value) for key, value in document.stats.items() if key.startswith("skipped_")) == dropped


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_a_budget_ends_the_work_where_it_says(language: str) -> None:
    """Every file, with budgets far below what it needs: no call and no byte more, and the file says so."""
    code = LANGUAGES.index(BY_NAME[language])
    for case, data, _ in cases(ROWS[language], 300, 3_000):
        if inspect(data, code)[1] is not None:
            continue
        made = Extractor()
        calls, asked = made.parse_only(compiled(code), data)[:2]
        if calls > 4:
            made.set_budget(2, 0, 1 << 20, 1 << 60, 1 << 60, 0)
            assert made.parse_only(compiled(code), data)[0] == 3, case
            assert flags_of(made.extract(compiled(code), data)) & FILE_ABANDONED, case
        made.set_budget(1 << 60, 0, 1 << 20, 1 << 60, asked // 2, 0)
        record = made.extract(compiled(code), data)
        assert flags_of(record) & FILE_ABANDONED and not unpack(record)["defs"], case


# Without a limit on what the lexer reads each of these takes 10 seconds or more.
@pytest.mark.parametrize(("language", "damage"), QUADRATIC)
def test_a_scanner_that_looks_to_the_end_of_the_file_is_stopped(language: str, damage: bytes) -> None:
    row = ROWS[language]
    data = row.lead.encode() + row.define.replace("NAME", BEFORE).encode() + damage
    got = Seen(language, data)
    assert got.reason is None and got.flags & FILE_ABANDONED and BEFORE in got.names


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_pieces_change_nothing(language: str) -> None:
    """Names and comments of two-, three- and four-byte characters, valid or not, across every boundary of a piece."""
    row = ROWS[language]
    for shift in range(4):
        text = "\u00e9\u4e2d\U0001f600" * 1_000
        head, tail = row.lead + " " * shift + row.comment[0], row.define.replace("NAME", AFTER) + row.tail
        data = (head + text + row.comment[1] + tail).encode()
        for bad in (data, data.replace("\u4e2d".encode(), b"\xe4\xb8"), data.replace(b"\xc3\xa9", b"\xe9")):
            assert AFTER in Seen(language, bad).names, (shift, bad[:40])


@pytest.mark.heavy
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_megabytes_of_damage_are_answered(language: str) -> None:
    row = ROWS[language]
    for case, data, want in cases(row, HEAVY_DEPTH, HEAVY_WIDTH):
        got = Seen(language, data)
        assert want in got.names or got.counted(), case
