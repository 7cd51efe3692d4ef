"""When two records of a file are the same but for what resolution does not look at, and when they are not."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import pytest

from ripwire._core.codec import with_flags
from ripwire._core.moves import CLASSES, moved
from ripwire._core.pack import pack
from ripwire._core.parse import Extractor
from ripwire._core.records import recode, unpack
from ripwire.languages.grammars import load
from ripwire.languages.table import BY_NAME, LANGUAGES
from tests.core.test_codec import SOURCE

GRAMMAR = load(LANGUAGES.index(BY_NAME["python"]))


def record(source: bytes) -> bytes:
    return Extractor().extract(GRAMMAR, source)


def put(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(source: bytes) -> bytes:
        assert old in source
        return source.replace(old, new, 1)

    return change


SAME: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda s: s,
    "a comment at the end": lambda s: s + b"# end\n",
    "a comment at the top": lambda s: b"# top\n" + s,
    "a comment inside of a function": put(b"            if item", b"            # note\n            if item"),
    "blank lines": put(b"class Shop", b"\n\n\nclass Shop"),
    "an empty statement": put(b"        self.seen", b"        pass\n        self.seen"),
    "a docstring": put(b"Sells.", b"Buys and sells."),
    "a literal": put(b"LIMIT = 3", b"LIMIT = 3000"),
    "a literal argument": put(b'"x")', b'"yyy")'),
    "space between tokens": put(b"p.join(c.name,", b"p.join(c.name,    "),
    "a read of a local name": put(b"if item and rate", b"if item and item and rate"),
    "what is measured": put(b"            if item", b"            if 1:\n                pass\n            if item"),
    "a line less": put(b"\nLIMIT", b"LIMIT"),
}
OTHER: dict[str, Callable[[bytes], bytes]] = {
    "a call more": lambda s: s + b"        self.tax(1)\n",
    "a call less": put(b"return self.tax(item)", b"return item"),
    "a read more": put(b"if item and rate", b"if item and rate and outside"),
    "another name": put(b"self.tax", b"self.tex"),
    "another receiver": put(b"self.tax", b"other.tax"),
    "another argument count": put(b"self.tax(item)", b"self.tax(item, item)"),
    "another order": put(b"a, b as c", b"b as c, a"),
    "another alias": put(b"os.path as p", b"os.path as p2"),
    "another base": put(b"(Base)", b"(Bass)"),
    "a definition more": lambda s: s + b"def more(): pass\n",
    "a definition renamed": put(b"def total", b"def totol"),
    "a parameter more": put(b"rate: float = 1.0,", b"rate: float = 1.0, more=1,"),
    "another type": put(b"rate: float", b"rate: int"),
    "an error": lambda s: s + b"(\n",
    "two lines made of one": put(b'p.join(c.name, "x")', b'p.join(\n            c.name, "x")'),
    "one line made of two": put(b"Basket()\n        return", b"Basket(); return"),
    "a body that begins with a definition": put(b'    """Sells."""\n', b""),
    "another start": put(b"    def total", b"    @static\n    def total"),
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_what_is_the_same(change: Callable[[bytes], bytes]) -> None:
    new = change(SOURCE)
    before, after = unpack(record(SOURCE)), unpack(record(new))
    for old, now in ((SOURCE, new), (new, SOURCE)):
        found = moved(record(old), record(now))
        assert found is not None
        assert found.docs == ([d["doc"] for d in before["defs"]] != [d["doc"] for d in after["defs"]])
    found = moved(record(SOURCE), record(new))
    assert found is not None
    for rows in ("defs", "refs", "imports"):
        lines = array("I", [row["line"] for row in before[rows]])
        assert found.relined(lines).tolist() == [row["line"] for row in after[rows]]


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_what_is_not(change: Callable[[bytes], bytes]) -> None:
    new = record(change(SOURCE))
    if unpack(new)["refs"] == unpack(record(SOURCE))["refs"]:
        assert new != record(SOURCE)
    assert moved(record(SOURCE), new) is None
    assert moved(new, record(SOURCE)) is None


def test_numbers_of_strings_are_no_matter() -> None:
    """The string of the docstring stands before others."""
    a, b = record(b'def f():\n    """One two."""\n    g(1)\n'), record(b'def f():\n    """g"""\n    g(1)\n')
    assert a.endswith(b"fgOne two") and b.endswith(b"fg")
    assert moved(a, b) is not None and moved(recode(b, "utf-8"), a) is not None


def test_flags_of_a_file_count() -> None:
    assert moved(record(SOURCE), with_flags(record(SOURCE), 4)) is None


Row = tuple[bytes, int, int, int, int]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ([(b"a", 0, 9, 1, 1), (b"b", 5, 9, 2, 1)], [(b"a", 0, 8, 1, 1), (b"b", 7, 8, 2, 9)], True),
        ([(b"a", 0, 9, 1, 1), (b"b", 5, 9, 2, 1)], [(b"a", 0, 9, 1, 1), (b"b", 5, 8, 2, 1)], False),  # an end
        ([(b"a", 0, 5, 1, 1), (b"b", 6, 9, 2, 1)], [(b"a", 0, 6, 1, 1), (b"b", 6, 9, 2, 1)], False),  # two in one
        ([(b"a", 0, 5, 1, 1), (b"b", 6, 9, 2, 1)], [(b"a", 0, 7, 1, 1), (b"b", 6, 9, 2, 1)], False),  # another order
        ([(b"a", 0, 5, 1, 1), (b"b", 6, 9, 2, 1)], [(b"a", 0, 5, 2, 1), (b"b", 6, 9, 2, 1)], False),  # two lines in one
        ([(b"a", 0, 5, 3, 1), (b"b", 6, 9, 3, 1)], [(b"a", 0, 5, 3, 1), (b"b", 6, 9, 4, 1)], False),  # one line in two
    ],
)
def test_places_keep_their_order(first: list[Row], second: list[Row], same: bool) -> None:
    assert (moved(pack(first, []), pack(second, [])) is not None) == same


def test_places_of_different_rows_keep_their_order() -> None:
    sections = [(b"a", 10, 50, 1, 1)]
    inside, at, before = ([("doc", b"r", byte, 2)] for byte in (11, 10, 9))
    for one, other in ((inside, at), (at, before), (inside, before)):
        assert moved(pack(sections, one), pack(sections, other)) is None
    assert moved(pack(sections, inside), pack(sections, [("doc", b"r", 40, 2)])) is not None


def test_lines_that_are_none_of_the_file_are_refused() -> None:
    found = moved(record(SOURCE), record(SOURCE))
    assert found is not None
    with pytest.raises(ValueError, match="999"):
        found.relined(array("I", [999]))


def test_no_record_is_refused() -> None:
    for pair in ((b"", record(SOURCE)), (record(SOURCE), b"RWF2"), (record(SOURCE)[:-1], record(SOURCE))):
        with pytest.raises(ValueError):
            moved(*pair)


def test_every_column_is_classified() -> None:
    """Importing the module fails when one is not. This is the decision as it was taken: a new column needs one."""
    kinds = {rows: sorted(columns) for rows, columns in CLASSES.items()}
    facts = unpack(record(SOURCE))
    assert set(CLASSES) == {"definitions", "metrics", "references", "imports", "bindings"}
    assert {name for name, kind in CLASSES["references"].items() if kind not in ("same", "text")} == {"line", "byte"}
    assert {name for name, kind in CLASSES["imports"].items() if kind not in ("same", "text")} == {"line", "byte"}
    assert {name for name, kind in CLASSES["bindings"].items() if kind not in ("same", "text")} == {"byte"}
    assert {name for name, kind in CLASSES["definitions"].items() if kind == "same"} == {
        "parent", "params", "required", "kind", "flags",
    }  # fmt: skip
    assert all(kinds.values()) and facts["defs"]
