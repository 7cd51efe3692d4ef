"""Hostile names, written to disk, printed, parsed back with a strict parser, and compared with what was written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.command import answer, plant, run
from tests.support.documents import names_of, read_json, read_map, read_table, read_xml, symbols_of

PATHS = [
    b"plain.py",
    b"two words/and three words.py",
    b"quote'single.py",
    b'quote"double.py',
    b"amp&lt;<tag>/&amp;.py",
    b"comment-- -->/<!--.py",
    b"cdata]]>.py",
    b"<![CDATA[x/y]]>.py",
    b"line\nfeed.py",
    b"carriage\rreturn.py",
    b"tab\tstop.py",
    b"bell\x07escape\x1b[31m.py",
    b"delete\x7f.py",
    b"back\\slash\\n.py",
    b"{brace}/[bracket]=%s%d$HOME`x`.py",
    b"-rf.py",
    b"--json.py",
    "\u00fcml\u00e4ut-\u4e2d\u6587-\U0001f600.py".encode(),
    "e\u0301 and \u00e9.py".encode(),
    "\u202eright-to-left.py".encode(),
    "\u2028separator\u0085.py".encode(),
    b"invalid\xff.py",
    b"overlong\xc0\xaf.py",
    b"surrogate\xed\xa0\x80.py",
    b"cut\xe4\xb8.py",
    b"\xfe\xfe/\xfe.py",
]
FORBIDDEN_IN_XML = {*map(chr, range(0x20))} - {"\t", "\n", "\r"}


def as_text(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def in_xml(text: str) -> str:
    """What XML 1.0 can hold of a text."""
    return "".join("\ufffd" if c in FORBIDDEN_IN_XML else c for c in text)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every path holds a class, so that ids carry paths, and a method that calls another file's function."""
    text = "class K:\n    def m(self):\n        return target()\n"
    files = {path: text for path in PATHS} | {b"zz/target.py": "def target():\n    pass\n"}
    return plant(tmp_path_factory.mktemp("hostile"), files)


def test_paths_round_trip_through_xml(hostile: Path) -> None:
    for args in ([], ["--order=stable"], ["--metrics"]):
        rows = symbols_of(answer([hostile, *args]))
        expected = {in_xml(as_text(path)) for path in PATHS}
        assert {path for path, kind, _name, _id in rows if kind == "cls"} == expected
        assert {ident for _p, kind, _n, ident in rows if kind == "method"} == {f"{path}::K::m" for path in expected}
    listing = read_xml(answer([hostile, "--tree"]))
    assert {file.get("p") for file in listing} == expected | {"zz/target.py"}


def test_paths_round_trip_through_json(hostile: Path) -> None:
    document = read_json(answer([hostile, "--json"]))
    expected = {as_text(path) for path in PATHS}
    assert {file["p"] for file in document["r"]} == expected | {"zz/target.py"}
    ids = {row["id"] for file in document["r"] for row in file["s"] if "id" in row}
    assert ids == {f"{path}::K::m" for path in expected}


def test_paths_cannot_break_the_table(hostile: Path) -> None:
    out = answer([hostile, "--export=edges.tsv"])
    escapes = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
    expected = [as_text(path) for path in PATHS]
    expected = ["".join(escapes.get(c, c) for c in text) for text in expected]
    assert sorted(row["caller_path"] for row in read_table(out)) == sorted(expected)
    assert out.count(b"\n") == len(PATHS) + 1


def test_rows_of_the_table_stand_in_byte_order_of_the_paths(hostile: Path) -> None:
    rows = [row["caller_path"] for row in read_table(answer([hostile, "--export=edges.tsv"]))]
    escapes = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
    assert rows == ["".join(escapes.get(c, c) for c in as_text(path)) for path in sorted(PATHS)]


def test_dropped_paths_round_trip(tmp_path: Path) -> None:
    names = [path.removesuffix(b".py") + b".min.js" for path in PATHS]
    root = plant(tmp_path, dict.fromkeys(names, "x"))
    listed = [row.get("p") for row in read_xml(answer([root, "--skipped"]))]
    assert listed == [in_xml(as_text(name)) for name in sorted(names)]


def test_paths_in_messages_stay_on_one_line(tmp_path: Path) -> None:
    for name in (b"a\nripwire: fake", b"\x1b[31mred", b"\xff\xfe"):
        result = run([os.fsencode(tmp_path) + b"/" + name])
        assert (result.code, result.out) == (1, b"")
        assert result.err.count(b"\n") == 1 and b"\x1b" not in result.err
        result.err.decode("utf-8")


OPERATORS = [
    "operator<<", "operator<=>", "operator()", "operator[]", "operator&&", "operator->", "operator bool", "operator,",
    "operator<", "operator>>=", "operator!", "operator==", "operator new", "operator~",
]  # fmt: skip


def test_operator_names_round_trip(tmp_path: Path) -> None:
    text = """\
struct V {
  V& operator<<(int x);
  bool operator<=>(const V& o) const;
  V operator()(int a, int b) { return *this; }
  int operator[](int i) { return i; }
  bool operator&&(bool b) { return b; }
  V* operator->() { return this; }
  operator bool() const { return true; }
  V operator,(V o) { return o; }
  bool operator<(const V& o) const { return true; }
  V& operator>>=(int x) { return *this; }
  bool operator!() { return true; }
  bool operator==(const V& o) const { return true; }
  void* operator new(unsigned long n);
  V operator~() { return *this; }
};
V& V::operator<<(int x) { return *this; }
"""
    root = plant(tmp_path, {"v.cpp": text})
    out = answer([root])
    assert names_of(out) == {"V", *OPERATORS}
    ids = {ident for _p, _k, name, ident in symbols_of(out) if name != "V"}
    assert ids == {f"v.cpp::V::{name}" for name in OPERATORS}
    rows = [row for file in read_json(answer([root, "--json"]))["r"] for row in file["s"]]
    assert {row["n"] for row in rows} == {"V", *OPERATORS}
    assert next(row for row in rows if row["n"] == "operator<<")["overloads"] == 2


HEADINGS = [
    b"plain",
    b"<script>alert('x')</script>",
    b"&amp; & \"quoted\" 'single'",
    b"a -- b --> c <!-- d",
    b"]]> <![CDATA[ ]]>",
    "\u4e2d\u6587 \U0001f600 e\u0301 \u202e".strip().encode(),
    b"latin \xe9\xe8 and \xff",
    b"control \x01\x1b[0m",
    b"C# and F#",
    b"tab\there",
    b"back\\slash \\n",
    "noncharacter \ufffe\uffff.".encode(),
]


def test_headings_round_trip(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.md": b"".join(b"# " + text + b"\n\ntext\n\n" for text in HEADINGS)})
    expected = {as_text(text) for text in HEADINGS} | {"a"}
    xml_names = {in_xml(text).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd") for text in expected}
    assert names_of(answer([root])) == xml_names
    rows = [row["n"] for file in read_json(answer([root, "--json"]))["r"] for row in file["s"]]
    assert set(rows) == expected


def test_keys_are_printed_as_they_are_written(tmp_path: Path) -> None:
    """A key's name is its source text: escapes stay escapes."""
    keys = ['a<&>\\"--]]>', "\\u00e9", "caf\u00e9\U0001f600", "'", "a.b::c<d>", "tab\\t"]
    text = "{" + ", ".join(f'"{key}": 1' for key in keys) + "}"
    root = plant(tmp_path, {"k.json": text})
    assert names_of(answer([root])) == set(keys)
    assert {row["n"] for row in read_json(answer([root, "--json"]))["r"][0]["s"]} == set(keys)


def test_nothing_of_the_tree_stands_in_a_comment(hostile: Path) -> None:
    comments = "".join(read_map(answer([hostile, "--metrics", "--max-tokens=3000"])).comments)
    assert "--" not in comments and "\ufffd" not in comments and "quote" not in comments


def test_very_long_paths_are_whole(tmp_path: Path) -> None:
    path = "/".join(["a-directory-with-a-rather-long-name-" + str(i) * 20 for i in range(12)]) + "/module.py"
    root = plant(tmp_path, {path: "class K:\n    def m(self):\n        pass\n"})
    assert len(path) > 600
    rows = symbols_of(answer([root]))
    assert {row[0] for row in rows} == {path} and f"{path}::K::m" in {row[3] for row in rows}
