"""Notebooks: the reader against the standard one, the way back to the file, magics, what extraction makes of them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire._core.codec import flags_of, with_flags
from ripwire._core.pack import pack
from ripwire._core.records import FILE_ABANDONED, FILE_HAS_ERROR, FILE_NOT_UTF8, unpack
from ripwire._core.splice import merge
from ripwire.crawl import crawl
from ripwire.extract.notebook import Notebook, read, without_magics
from ripwire.extract.positions import read_json, unescape
from ripwire.extract.run import Extraction, extract
from ripwire.languages.pool import Pool
from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.limits import NOTEBOOK_MAX_LEVELS

Cells = list[dict[str, Any]]


def code(*lines: str) -> dict[str, Any]:
    """A code cell as Jupyter writes it: a list of lines, all but the last with their line break."""
    return {
        "cell_type": "code", "execution_count": 1, "id": "a", "metadata": {}, "outputs": [],
        "source": [line + "\n" for line in lines[:-1]] + list(lines[-1:]),
    }  # fmt: skip


def markdown(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": code(*lines)["source"]}


def notebook(*cells: dict[str, Any], language: str | None = "python", indent: int | None = 1) -> bytes:
    metadata = {"language_info": {"name": language}} if language else {}
    whole = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=indent, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def run(tmp_path: Path, data: bytes, name: str = "book.ipynb") -> Extraction:
    tmp_path.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(data)
    return extract(crawl(bytes(tmp_path), use_git=False), threads=1)


def facts(found: Extraction) -> dict[str, list[dict[str, Any]]]:
    assert found.drops == [] and found.records[0] is not None
    return unpack(found.records[0])


def line_of(data: bytes, byte: int) -> int:
    return 1 + data.count(b"\n", 0, byte)


# --- JSON with positions --------------------------------------------------------------------------------------------


def plain(data: bytes, value: Any) -> Any:
    """What read_json gave as the standard reader would."""
    if isinstance(value, dict):
        return {key.decode("utf-8", "surrogatepass"): plain(data, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(data, inner) for inner in value]
    if isinstance(value, tuple):
        out, (at, end) = [], value
        while at < end:
            piece, at = unescape(data, at, end) if data[at] == 0x5C else (data[at : at + 1], at + 1)
            out.append(piece)
        return b"".join(out).decode("utf-8")
    return json.loads(value)


def halves(value: Any) -> Any:
    """The standard reader's value with U+FFFD for each half of a character, as ours has it."""
    if isinstance(value, str):
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in value)
    if isinstance(value, list):
        return [halves(inner) for inner in value]
    if isinstance(value, dict):
        return {halves(key): halves(inner) for key, inner in value.items()}
    return value


JSON = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(),
        st.text('\\"/\n\té😀\ud800', max_size=5),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=4)),
    max_leaves=12,
)  # fmt: skip


@given(JSON, st.booleans(), st.sampled_from([None, 0, 2]))
def test_reads_what_the_standard_writer_writes(value: Any, ascii_only: bool, indent: int | None) -> None:
    data = json.dumps(halves(value) if not ascii_only else value, ensure_ascii=ascii_only, indent=indent).encode()
    assert plain(data, read_json(data)) == halves(json.loads(data))


@given(JSON, st.data())
def test_accepts_what_the_standard_reader_accepts(value: Any, draw: st.DataObject) -> None:
    text = json.dumps(value, indent=draw.draw(st.sampled_from([None, 1])))
    for _ in range(draw.draw(st.integers(1, 3))):
        at = draw.draw(st.integers(0, len(text)))
        drop = draw.draw(st.integers(0, 2))
        put = draw.draw(
            st.sampled_from(["", *'{}[]:,"\\0123-.eEu \n\t\x01ntfNI', "null", "-Infinity", '"k":', "\\u12"])
        )
        text = text[:at] + put + text[at + drop :]
    data = text.encode()
    try:
        wanted = json.loads(data)
    except ValueError:
        with pytest.raises(ValueError):
            read_json(data)
    else:
        assert json.dumps(plain(data, read_json(data))) == json.dumps(halves(wanted))  # NaN equals nothing


def test_levels_are_limited() -> None:
    deepest = b"[" * NOTEBOOK_MAX_LEVELS + b"0" + b"]" * NOTEBOOK_MAX_LEVELS
    read_json(deepest)
    for bomb in (b"[" + deepest + b"]", b"[" * 1_000_000, b'{"a":' * 200_000, b"[{" * 100):
        with pytest.raises(ValueError):
            read_json(bomb)


# --- cells and the way back -----------------------------------------------------------------------------------------

SOURCES = st.lists(
    st.sampled_from(["x", "y = 'é'", "\n", '"', "\\", "\t", "😀", "\r\n", "  ", "f(1)", "\x01", "\u2028", "# a"]),
    max_size=12,
).map("".join)


@st.composite
def books(draw: st.DrawFn) -> tuple[bytes, Cells]:
    cells: Cells = []
    for _ in range(draw(st.integers(0, 5))):
        source: Any = draw(SOURCES)
        if draw(st.booleans()):
            source = source.splitlines(keepends=True) if draw(st.booleans()) else list(source)
        cells.append({"cell_type": draw(st.sampled_from(["code", "code", "markdown", "raw"])), "source": source})
    if draw(st.booleans()):
        cells.append({"source": ["z"], "outputs": [{"text": ["source", "cells"]}], "cell_type": "code"})
    whole = {"cells": cells, "metadata": {}}
    text = json.dumps(whole, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode(), cells


def joined(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)


@given(books())
def test_joined_code_is_the_cells_text(made: tuple[bytes, Cells]) -> None:
    data, cells = made
    texts = [joined(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    book = read(data, b"book")
    assert not book.broken
    assert book.code.decode() == "".join(text + "\n" for text in texts if text)


@given(books())
def test_every_byte_leads_back_to_the_file(made: tuple[bytes, Cells]) -> None:
    data, cells = made
    book = read(data, b"book")
    places = [book.map_byte(at) for at in range(len(book.code) + 1)]
    assert places == sorted(places)
    at = 0
    for char in book.code.decode():
        size = len(char.encode())
        place = places[at]
        if data[place] == 0x5C:
            assert unescape(data, place, len(data))[0] == char.encode()
            assert places[at : at + size] == [place] * size
        elif data[place] == 0x22:  # the break after a cell stands for the quote that ends its text
            assert char == "\n"
        else:
            assert data[place : place + size].decode() == char
            assert places[at : at + size] == list(range(place, place + size))
        at += size


@given(books())
def test_every_line_leads_back_to_its_cell(made: tuple[bytes, Cells]) -> None:
    data, cells = made
    book = read(data, b"book")
    table = book.map
    wanted = []
    for number, cell in enumerate(cells, 1):
        text = joined(cell["source"])
        if cell["cell_type"] in ("code", "markdown") and text:
            wanted += [(number, row) for row in range(1, text.count("\n") + 2)]
    assert list(zip(table.cells, table.rows, strict=True)) == wanted
    assert list(table.bytes) == sorted(table.bytes)
    assert list(table.lines) == [line_of(data, byte) for byte in table.bytes]
    starts = [0] + [at + 1 for at, byte in enumerate(book.code) if byte == 0x0A]
    assert len(starts) == len(table.code) + 1  # the text ends in a line break
    for line, (start, entry) in enumerate(zip(starts, table.code, strict=False), 1):
        assert book.map_line(line) == table.lines[entry] == line_of(data, book.map_byte(start))
        assert cells[table.cells[entry] - 1]["cell_type"] == "code"
    for entry, line in enumerate(table.lines):
        first = list(table.lines).index(line)
        assert table.cell_of(line) == (table.cells[first], table.rows[first])
        if entry + 1 == len(table.bytes) or table.bytes[entry + 1] > table.bytes[entry]:
            assert table.cell_at(table.bytes[entry]) == (table.cells[entry], table.rows[entry])


def test_lines_outside_of_cells_have_none() -> None:
    data = notebook(code("x = 1", "y = 2"), markdown("# A"))
    book = read(data, b"book")
    assert book.map.cell_of(line_of(data, data.index(b"y = 2"))) == (1, 2)
    assert book.map.cell_of(line_of(data, data.index(b"# A"))) == (2, 1)
    assert (
        book.map.cell_of(1)
        is book.map.cell_of(line_of(data, data.index(b"outputs")))
        is book.map.cell_of(10_000)
        is None
    )
    assert book.map.cell_at(0) is None
    assert book.map.cell_at(data.index(b"y = 2") + 3) == (1, 2)


# --- what extraction makes of it ------------------------------------------------------------------------------------

SAMPLE = notebook(
    markdown("# Report", "See `helper` and [[notes]].", "```", "# no", "```"),
    code("%matplotlib inline", "import os", "", "def helper(a):", '    return "q: \\"" + a'),
    markdown("## Data"),
    code("!pip install x", "class Table:", "    def load(self):", "        return helper('é' + \"\t\")"),
    {"cell_type": "raw", "metadata": {}, "source": ["def no(): pass"]},
    code("Table().load()", "total = 1"),
)


def test_definitions_and_references_are_at_their_place_in_the_file(tmp_path: Path) -> None:
    found = run(tmp_path, SAMPLE)
    assert [LANGUAGES[row].name for row in found.languages] == ["python"]
    rows = facts(found)
    seen = {row["name"]: row for row in rows["defs"]}
    assert [row["name"] for row in rows["defs"]] == [
        b"book", b"Report", b"helper", b"Data", b"Table", b"load", b"total"
    ]  # fmt: skip
    assert [row["kind"] for row in rows["defs"]] == ["sec", "sec", "fn", "sec", "cls", "method", "var"]
    for name, text in (
        (b"helper", b"def helper"),
        (b"Table", b"class Table"),
        (b"load", b"def load"),
        (b"total", b"total"),
    ):
        row = seen[name]
        assert row["start"] == SAMPLE.index(text)
        assert SAMPLE[row["name_byte"] :].startswith(name)
        assert row["line"] == line_of(SAMPLE, row["name_byte"])
    assert SAMPLE[seen[b"helper"]["start"] : seen[b"helper"]["end"]].endswith(rb"return \"q: \\\"\" + a")
    assert SAMPLE[seen[b"Table"]["start"] : seen[b"Table"]["end"]].endswith(b"return helper('\xc3\xa9' + \\\"\\t\\\")")
    assert rows["defs"][seen[b"load"]["parent"]]["name"] == b"Table"
    calls = [row for row in rows["refs"] if row["role"] == "call" and row["name"] != b"notes"]
    assert [(row["name"], rows["defs"][row["owner"]]["name"] if row["owner"] >= 0 else b"") for row in calls] == [
        (b"helper", b"load"), (b"Table", b""), (b"load", b"")
    ]  # fmt: skip
    for row in rows["refs"]:
        assert SAMPLE[row["byte"] :].startswith(row["name"])
        assert row["line"] == line_of(SAMPLE, row["byte"])
    assert [(row["source"], row["line"]) for row in rows["imports"]] == [
        (b"os", line_of(SAMPLE, SAMPLE.index(b"import os")))
    ]  # fmt: skip
    assert found.notebooks[0].cell_of(seen[b"load"]["line"]) == (4, 3)
    assert found.notebooks[0].cell_of(seen[b"total"]["line"]) == (6, 2)
    assert flags_of(found.records[0] or b"") == 0


def test_markdown_cells_are_sections_and_links_of_the_file(tmp_path: Path) -> None:
    rows = facts(run(tmp_path, SAMPLE))
    lines = SAMPLE.count(b"\n")
    report, data = SAMPLE.index(b"# Report"), SAMPLE.index(b"## Data")
    secs = [row for row in rows["defs"] if row["kind"] == "sec"]
    assert [(row["name"], row["start"], row["end"], row["line"], row["loc"]) for row in secs] == [
        (b"book", 0, len(SAMPLE), 1, lines),
        (b"Report", report, len(SAMPLE), line_of(SAMPLE, report), lines + 1 - line_of(SAMPLE, report)),
        (b"Data", data, len(SAMPLE), line_of(SAMPLE, data), lines + 1 - line_of(SAMPLE, data)),
    ]
    links = [row for row in rows["refs"] if row["name"] == b"notes" or row["role"] == "doc"]
    assert [(row["role"], row["name"], rows["defs"][row["owner"]]["name"]) for row in links] == [
        ("doc", b"helper", b"book"), ("call", b"notes", b"book")
    ]  # fmt: skip


def test_a_heading_ends_at_the_next_one_in_whatever_cell(tmp_path: Path) -> None:
    data = notebook(markdown("# A", "text", "## B"), code("x = 1"), markdown("# C"))
    secs = {row["name"]: row for row in facts(run(tmp_path, data))["defs"]}
    start = data.index(b"# C")
    assert secs[b"A"]["end"] == secs[b"B"]["end"] == secs[b"C"]["start"] == start
    assert secs[b"A"]["line"] + secs[b"A"]["loc"] == line_of(data, start)


def test_references_of_the_record_are_ordered_by_byte(tmp_path: Path) -> None:
    data = notebook(markdown("`alpha`"), code("f()"), markdown("`beta`"), code("g()"))
    rows = facts(run(tmp_path, data))["refs"]
    assert [row["name"] for row in rows if row["role"] in ("doc", "call")] == [b"alpha", b"f", b"beta", b"g"]
    assert [row["byte"] for row in rows] == sorted(row["byte"] for row in rows)


@pytest.mark.parametrize(
    "change",
    [
        lambda book: json.dumps(book),
        lambda book: json.dumps(book, indent=4),
        lambda book: json.dumps(book, indent=1).replace("\n", "\r\n"),
        lambda book: "\ufeff" + json.dumps(book, indent=1),
        lambda book: json.dumps(book, indent=1, sort_keys=True),
        lambda book: json.dumps(
            {**book, "cells": [{**c, "source": "".join(c["source"])} for c in book["cells"]]}, indent=1
        ),
        lambda book: json.dumps({"worksheets": [{"cells": [old(c) for c in book["cells"]]}], "nbformat": 3}, indent=1),
        lambda book: json.dumps(
            {"worksheets": [{"cells": [old(c)]} for c in book["cells"]], "nbformat": 3, "metadata": {}}
        ),
    ],
    ids=["compact", "indented", "crlf", "bom", "sorted", "string", "v3", "v3-sheets"],
)
def test_the_layout_of_the_file_changes_positions_alone(tmp_path: Path, change: Any) -> None:
    wanted = facts(run(tmp_path / "a", SAMPLE))
    data = change(json.loads(SAMPLE)).encode()
    found = run(tmp_path / "b", data)
    rows = facts(found)
    for table, keys in (("defs", ("kind", "name", "scope", "parent", "params")), ("refs", ("role", "name", "owner"))):
        assert [[row[key] for key in keys] for row in rows[table]] == [
            [row[key] for key in keys] for row in wanted[table]
        ]
    for row in rows["defs"][1:]:
        assert row["line"] == line_of(data, row["name_byte"])
        assert data[row["name_byte"] :].lstrip(b"# ").startswith(row["name"])
    load = next(row for row in rows["defs"] if row["name"] == b"load")
    assert found.notebooks[0].cell_at(load["name_byte"]) == (4, 3)


def old(cell: dict[str, Any]) -> dict[str, Any]:
    """A cell as format 3 had it."""
    cell = copy.deepcopy(cell)
    if cell["cell_type"] == "code":
        cell["input"] = cell.pop("source")
        cell["language"] = "python"
    return cell


def test_heading_cells_of_format_3(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["A  b"]},
        {"cell_type": "heading", "level": 1, "source": "C"},
    ]
    rows = facts(run(tmp_path, json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3}).encode()))["defs"]
    assert [row["name"] for row in rows] == [b"book", b"A b", b"C"]
    assert rows[1]["end"] == rows[2]["start"]


# --- languages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metadata", "name"),
    [
        ({}, "python"),
        ({"kernelspec": {"language": "python"}}, "python"),
        ({"kernelspec": {"language": "Python"}, "language_info": {"name": "rust"}}, "python"),
        ({"kernelspec": {"name": "python3"}}, "python"),
        ({"kernelspec": {"language": ""}, "language_info": {"name": "ipython"}}, "python"),
        ({"language_info": {"name": "rust"}}, "rust"),
        ({"language_info": {"name": "js"}}, "javascript"),
        ({"kernelspec": {"language": "C++17"}}, "cpp"),
        ({"kernelspec": {"language": "C#"}}, "csharp"),
        ({"kernelspec": {"language": "R"}}, None),
        ({"kernelspec": {"language": "julia"}}, None),
        ({"kernelspec": {"language": "json"}}, None),
        ({"kernelspec": {"language": 3}, "language_info": ["x"]}, "python"),
        (["x"], "python"),
    ],
)
def test_language_of_the_code(metadata: Any, name: str | None) -> None:
    book = read(json.dumps({"cells": [code("x")], "metadata": metadata}).encode(), b"book")
    assert book.language == (LANGUAGES.index(BY_NAME[name]) if name else -1)
    assert bool(book.code) == bool(name)


def test_other_languages_are_read_with_their_grammar(tmp_path: Path) -> None:
    data = notebook(code("fn add(a: i32) -> i32 {", "    a % 2", "}"), language="rust")
    found = run(tmp_path, data)
    assert [LANGUAGES[row].name for row in found.languages] == ["rust"]
    assert [(row["kind"], row["name"]) for row in facts(found)["defs"]] == [("sec", b"book"), ("fn", b"add")]


def test_unknown_language_leaves_a_document(tmp_path: Path) -> None:
    found = run(tmp_path, notebook(markdown("# A"), code("def f(): pass"), language="R"))
    assert [LANGUAGES[row].name for row in found.languages] == ["ipynb"]
    assert [row["name"] for row in facts(found)["defs"]] == [b"book", b"A"]
    assert found.notebooks[0].cell_of(10_000) is None


def test_without_a_grammar_the_notebook_is_left_out(tmp_path: Path) -> None:
    class Missing(Pool):
        def get(self, code: int) -> None:
            self.problems[code] = "python: not here"

    (tmp_path / "book.ipynb").write_bytes(SAMPLE)
    found = extract(crawl(bytes(tmp_path), use_git=False), threads=1, pool=Missing())
    assert [(drop.path, drop.reason, drop.size) for drop in found.drops] == [(b"book.ipynb", "language", len(SAMPLE))]
    assert (found.problems, found.records, found.notebooks) == (["python: not here"], [None], {})


def test_threads_change_nothing(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number}.ipynb").write_bytes(SAMPLE + b" " * number)
        (tmp_path / f"{number}.py").write_bytes(b"def f(): pass\n")
    crawled = crawl(bytes(tmp_path), use_git=False)
    one, many = (extract(crawled, threads=threads) for threads in (1, 6))
    assert (one.records, one.languages) == (many.records, many.languages)
    wanted = [index for index, path in enumerate(crawled.paths) if path.endswith(b".ipynb")]
    assert list(one.notebooks) == list(many.notebooks) == wanted


# --- magics ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("x = 1", "x = 1"),
        ("%matplotlib inline\nx = 1", "                  \nx = 1"),
        ("x = 1\n%time f(x)\ny = 2", "x = 1\n          \ny = 2"),
        ("!ls -l 'a\ny = 2", "         \ny = 2"),
        ("!pip install \\\n  a b\ny = 2", "              \n     \ny = 2"),
        ("?obj\nobj?\nobj.a.b??\nx", "    \n    \n         \nx"),
        ("%%bash\necho (\nls", "      \n      \n  "),
        ("\n\n%%html\n<b>", "\n\n      \n   "),
        ("%%time\nx = f()", "      \nx = f()"),
        ("%%capture out\nx = f()", "             \nx = f()"),
        ("%%\nx", "  \n "),
        ("if x:\n    %time f()\n    y = 2", "if x:\n    0        \n    y = 2"),
        ("if x:\n    !ls", "if x:\n    0  "),
        ("files = !ls *.py\ny = files", "files = 0       \ny = files"),
        ("a, b = %sql select\ny", "a, b = 0          \ny"),
        ("x = y % z", "x = y % z"),
        ("x = (y\n%z)", "x = (y\n%z)"),
        ("x = y \\\n%z", "x = y \\\n%z"),
        ("x = '''\n%no\n!no\n'''\n!ls", "x = '''\n%no\n!no\n'''\n   "),
        ('x = """\n\\"""\n!no """\n!ls', 'x = """\n\\"""\n!no """\n   '),
        ("x = 'a\\\n!no'\n!ls", "x = 'a\\\n!no'\n   "),
        ("x = 'open\n!ls", "x = 'open\n   "),
        ("# why?\nx = 1  # why?", "# why?\nx = 1  # why?"),
        ("x = {\n  'a': 1,\n}\n%who", "x = {\n  'a': 1,\n}\n    "),
        ("f())\n!ls", "f())\n   "),
        ("x != y", "x != y"),
        ("def f():\n  return a.b != c", "def f():\n  return a.b != c"),
        ("x = 1  # (\n!ls", "x = 1  # (\n   "),
        ("%", "%"),
        ("!", " "),
    ],
)
def test_what_is_no_python_is_blank(text: str, left: str) -> None:
    assert without_magics(text.encode(), True).decode() == left


def test_magics_with_crlf_keep_their_lines() -> None:
    assert without_magics(b"!pip \\\r\n  a\r\ny = 1\r\n", True).split(b"\n")[2] == b"y = 1\r"
    assert without_magics(b"%who\r\ny = 1", True).split() == [b"y", b"=", b"1"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("%use x\n%use y\nval a = b\n% c", "      \n      \nval a = b\n% c"),
        ("%%writefile x\nfn f() {}", "             \n         "),
        ("let a = !b;", "let a = !b;"),
    ],
)
def test_other_languages_lose_the_magics_at_the_start(text: str, left: str) -> None:
    assert without_magics(text.encode(), False).decode() == left


@given(
    st.lists(
        st.sampled_from(["%a", "%%b", "!c", "x?", "\n", "\r\n", " ", "(", ")", "'", '"""', "\\", "#", "=", "é", "x"])
    )
)
def test_blanks_keep_bytes_and_lines(parts: list[str]) -> None:
    text = "".join(parts).encode()
    for python in (True, False):
        out = without_magics(text, python)
        assert len(out) == len(text)
        assert [at for at, byte in enumerate(out) if byte == 0x0A] == [
            at for at, byte in enumerate(text) if byte == 0x0A
        ]
        assert all(a == b or a in b" 0" for a, b in zip(out, text, strict=True))


# --- hostile input --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"", b" \n", b"{", b"[]", b"null", b'"x"', b"{}", b'{"cells": 1}', b'{"cells": {}}', b'{"worksheets": [1]}',
        b'{"worksheets": [{}]}', b'{"metadata": {}}', SAMPLE[:-40], SAMPLE + b"x", b"def f(): pass\n",
        SAMPLE.replace(b'"cells"', b'"cells" "cells"'), b'{"cells": [' + b"[" * 100_000, b"[" * 1_000_000,
        b'{"cells": [{"cell_type": "code", "source": "\\x"}]}', b'{"cells": [{"source": "a\nb"}]}',
    ],
    ids=range(20),
)  # fmt: skip
def test_broken_notebook_is_a_document_with_a_parse_error(tmp_path: Path, data: bytes) -> None:
    found = run(tmp_path, data)
    rows = facts(found)
    assert [(row["kind"], row["name"], row["end"]) for row in rows["defs"]] == [("sec", b"book", len(data))]
    assert rows["refs"] == [] and found.notebooks == {}
    assert flags_of(found.records[0] or b"") == FILE_HAS_ERROR


@pytest.mark.parametrize(
    "cells",
    [
        [], [1, None, "x", []], [{}], [{"cell_type": "code"}], [{"cell_type": "code", "source": []}],
        [{"cell_type": "code", "source": ""}], [{"cell_type": "code", "source": [1, None, {}]}],
        [{"cell_type": "code", "source": {"a": "b"}}], [{"cell_type": ["code"], "source": "x"}],
        [{"cell_type": "unknown", "source": "x"}], [{"cell_type": "heading", "level": "x", "source": " "}],
    ],
    ids=range(11),
)  # fmt: skip
def test_odd_cells_hold_nothing(tmp_path: Path, cells: Any) -> None:
    found = run(tmp_path, json.dumps({"cells": cells}).encode())
    assert [row["name"] for row in facts(found)["defs"]] == [b"book"]
    assert flags_of(found.records[0] or b"") == 0


def test_error_in_the_code_is_a_parse_error(tmp_path: Path) -> None:
    found = run(tmp_path, notebook(code("def f(:"), code("def g(): pass")))
    assert flags_of(found.records[0] or b"") & FILE_HAS_ERROR
    assert b"g" in [row["name"] for row in facts(found)["defs"]]


def test_bytes_that_are_no_utf_8_pass(tmp_path: Path) -> None:
    data = notebook(markdown("# caf\u00e9"), code("def f(): pass  # \u00e9")).replace("\u00e9".encode(), b"\xe9")
    found = run(tmp_path, data)
    assert [row["name"] for row in facts(found)["defs"]] == [b"book", b"caf\xe9", b"f"]
    assert flags_of(found.records[0] or b"") == FILE_NOT_UTF8


def test_code_that_no_grammar_survives_leaves_the_notebook_out(tmp_path: Path) -> None:
    deep = "".join(" " * level + "if x:\n" for level in range(600)) + " " * 600 + "pass"
    for source, reason in ((deep, "nested"), ("x = '\0'", "binary")):
        found = run(tmp_path, json.dumps({"cells": [code("x"), {"cell_type": "code", "source": source}]}).encode())
        assert [(drop.path, drop.reason) for drop in found.drops] == [(b"book.ipynb", reason)]
        assert found.records == [None] and found.notebooks == {}


def test_magics_only(tmp_path: Path) -> None:
    found = run(tmp_path, notebook(code("%%bash", "def f(): pass"), code("!ls")))
    assert [row["name"] for row in facts(found)["defs"]] == [b"book"]
    assert flags_of(found.records[0] or b"") == 0


def test_huge_outputs_cost_a_moment() -> None:
    image = "iVBORw0KGgo" * 400_000
    outputs = [{"data": {"image/png": image + "\n"}} for _ in range(8)] + [{"text": ['line "x"\n'] * 100_000}]
    data = notebook({**code("def f(): pass"), "outputs": outputs})
    assert len(data) > 35_000_000
    book = read(data, b"book")
    assert book.code == b"def f(): pass\n" and data[book.map_byte(0) :].startswith(b"def f()")


@pytest.mark.parametrize(
    "source",
    [
        "\n" * 100_000, "\\" * 100_000, "!" * 100_000, "!a \\\n" * 30_000, "%a\n" * 40_000, "(\n" * 60_000,
        "'\n" * 60_000, '"""\n' * 30_001, "x = " * 30_000, "x?\n" * 40_000, "# `a`\n" * 20_000, "\u00e9" * 60_000,
    ],
    ids=range(12),
)  # fmt: skip
def test_hostile_cells_come_to_an_end(source: str) -> None:
    for kind in ("code", "markdown"):
        for language in ("python", "rust"):
            book = read(notebook({"cell_type": kind, "source": source}, language=language), b"x")
            assert not book.broken
    # Quadratic work takes minutes.
    book = read(notebook(*({"cell_type": "code", "source": part} for part in source[:5_000])), b"x")
    assert book.map.cells[-1] == 5_000


# --- records of two parts -------------------------------------------------------------------------------------------


def test_merge_keeps_order_numbers_and_strings(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(
        b"import os\nclass A:\n    x: int = 1\n    def f(self, b: int):\n        g(b)\nh = A()\n"
    )
    part = extract(crawl(bytes(tmp_path), use_git=False), threads=1).records[0]
    assert part is not None
    alone = unpack(part)
    sections = [(b"doc", 0, 90, 1, 6), (b"inside", 30, 60, 3, 1), (b"last", 80, 90, 6, 1)]
    both = unpack(merge(pack(sections, [("doc", b"g", 5, 1), ("call", b"page", 70, 5)]), part))
    for table in ("defs", "refs"):
        at = "start" if table == "defs" else "byte"
        assert [row[at] for row in both[table]] == sorted(row[at] for row in both[table])
    for table, key in (("defs", "parent"), ("refs", "owner"), ("bindings", "owner")):
        kept = [
            row
            for row in both[table]
            if row.get("kind") != "sec" and row["name"] != b"page" and row.get("role") != "doc"
        ]
        assert len(kept) == len(alone[table])
        for row, before in zip(kept, alone[table], strict=True):
            named = both["defs"][row[key]]["name"] if row[key] >= 0 else None
            assert named == (alone["defs"][before[key]]["name"] if before[key] >= 0 else None)
            assert {k: v for k, v in row.items() if k != key} == {k: v for k, v in before.items() if k != key}
    assert [row["name"] for row in both["defs"] if row["kind"] == "sec"] == [b"doc", b"inside", b"last"]
    assert [(row["name"], both["defs"][row["owner"]]["name"]) for row in both["refs"] if row["role"] == "doc"] == [
        (b"g", b"doc")
    ]
    assert [row["source"] for row in both["imports"]] == [row["source"] for row in alone["imports"]] == [b"os"]


def test_merge_refuses_what_is_no_record(tmp_path: Path) -> None:
    document = pack([(b"a", 0, 1, 1, 1)], [])
    for damaged in (b"", b"x" * 200, document[:-1], document + b"x", b"\0" * len(document)):
        with pytest.raises(ValueError):
            merge(document, damaged)
        with pytest.raises(ValueError):
            merge(damaged, document)
        with pytest.raises(ValueError):
            with_flags(damaged, 1)
    assert unpack(with_flags(document, FILE_HAS_ERROR)) == unpack(document)
    assert (
        flags_of(with_flags(with_flags(document, FILE_HAS_ERROR), FILE_ABANDONED))
        == FILE_HAS_ERROR | FILE_ABANDONED
    )


def test_a_notebook_alone_is_read_without_a_grammar() -> None:
    book = read(SAMPLE, b"book")
    assert isinstance(book, Notebook) and [section[0] for section in book.sections] == [b"book", b"Report", b"Data"]
