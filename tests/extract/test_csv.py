"""A CSV file is one section: its name says what is in it, its columns are no symbols."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripwire._core.records import unpack
from ripwire.crawl import crawl
from ripwire.extract.run import extract
from ripwire.languages.table import LANGUAGES


@pytest.mark.parametrize(
    ("name", "stem"), [("sales.csv", b"sales"), ("2024.q1.CSV", b"2024.q1"), (".hidden.csv", b".hidden")]
)
@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", 1),
        (b"a,b\n1,2\n", 2),
        (b"a,b\r\n1,2", 2),
        (b'a,"x\ny"\n', 2),
        (b"caf\xe9;\xff\n", 1),
        (b"a\n" * 50_000, 50_000),
    ],
    ids=["empty", "lf", "crlf", "quoted", "latin-1", "long"],
)
def test_one_section_over_the_whole_file(tmp_path: Path, name: str, stem: bytes, data: bytes, lines: int) -> None:
    (tmp_path / name).write_bytes(data)
    crawled = crawl(bytes(tmp_path), use_git=False)
    found = extract(crawled, threads=1)
    assert [LANGUAGES[code].name for code in found.languages] == ["csv"]
    assert found.records[0] is not None
    facts = unpack(found.records[0])
    assert facts["refs"] == facts["imports"] == facts["bindings"] == []
    (row,) = facts["defs"]
    assert [row[key] for key in ("kind", "name", "start", "end", "line", "loc")] == [
        "sec",
        stem,
        0,
        len(data),
        1,
        lines,
    ]
