"""SCIP both ways: indexes that decide calls, and the index that the export writes."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripwire.languages.table import LANGUAGES
from ripwire.limits import MAX_SCIP_BYTES
from ripwire.model.columns import KIND_SEC
from ripwire.resolve import scip_index
from ripwire.resolve.evidence import PROVENANCE
from ripwire.resolve.scip import ScipError, match_files, names_of, pinned
from ripwire.resolve.scip_index import Overlay, decode, read
from ripwire.tree import Tree, build
from ripwire.verbs.scip import Index, call_targets, symbol_strings
from tests.support.command import answer, plant, run
from tests.support.scip import document, field, index, occurrence, read_index, varint
from tests.support.trees import mixed

P = "scheme npm project 1 "
DEFINITION = 1
NOT_AN_INDEX = [
    b"", b"\x0a", b"\x0a\x05abc", b"hello world, this is text\n" * 9, b"\x13", b"\x0c\x0c", b"\x02\x00", b"\x80" * 30,
]  # fmt: skip


def occurrences_of(overlay: Overlay, path: bytes) -> list[tuple[int, int, int, bytes, int]]:
    (d,) = [d for d in overlay.documents if d.path == path]
    symbols = [overlay.symbols[s] for s in d.symbol]
    return list(zip(d.line, d.column, d.length, symbols, d.defines, strict=True))


# -- reading --------------------------------------------------------------------------------------------------------


def test_what_is_read_of_an_index() -> None:
    data = index(
        document(
            "src/a.ts",
            occurrence([3, 4, 9], P + "a/f()."),
            occurrence([3, 4, 3, 9], P + "a/g().", 9),
            occurrence([3, 4, 5, 1], P + "a/h().", 8),
            occurrence([300, 1000, 70000], "local 1", 1, more=field(7, [300, 0, 400, 1])),
            encoding=2,
        ),
        document("src/b.ts", occurrence([0, 0, 1], "local 1"), occurrence([0, 2, 3], P + "a/f().")),
        root="file:///home/me/my%20project",
    )
    overlay = decode(data)
    assert overlay.root == b"/home/me/my project/"
    assert [(d.path, d.encoding) for d in overlay.documents] == [(b"src/a.ts", 2), (b"src/b.ts", 0)]
    p = P.encode()
    assert occurrences_of(overlay, b"src/a.ts") == [
        (3, 4, 5, p + b"a/f().", 0),
        (3, 4, 5, p + b"a/g().", 1),
        (3, 4, -1, p + b"a/h().", 0),
        (300, 1000, 69000, b"local 1", 1),
    ]
    first, second = overlay.documents
    assert first.symbol[0] == second.symbol[1] and first.symbol[3] != second.symbol[0]  # a local is one of its file


def test_unknown_fields_and_other_spellings_are_passed_over() -> None:
    strange = field(9, 12345) + field(10, b"xyz") + varint(11 * 8 + 1) + bytes(8) + varint(12 * 8 + 5) + bytes(4)
    strange += varint(5000 * 8 + 2) + varint(3) + b"abc"
    unpacked = b"".join(varint(8) + varint(n) for n in (1, 2, 5))
    one = field(2, strange + unpacked + field(2, P + "f().") + strange)
    data = strange + index(field(2, strange + field(1, "a.py") + one + strange)) + strange
    assert occurrences_of(decode(data), b"a.py") == [(1, 2, 3, P.encode() + b"f().", 0)]


@pytest.mark.parametrize(
    "place",
    [[], [1], [1, 2], [1, 2, 3, 4, 5], [-1, 0, 3], [0, -1, 3], [0, 9, 3], [2**31, 0, 3], [2**63, 0, 3], [0] * 5000],
)
def test_an_impossible_place_is_no_occurrence(place: list[int]) -> None:
    data = index(document("a.py", occurrence(place, P + "f()."), occurrence([0, 0, 1], P + "g().")))
    assert [row[3] for row in occurrences_of(decode(data), b"a.py")] == [P.encode() + b"g()."]
    unpacked = b"".join(varint(8) + varint(n) for n in place)
    data = index(document("a.py", field(2, unpacked + field(2, P + "f()."))))
    assert occurrences_of(decode(data), b"a.py") == []


def test_syntax_without_a_symbol_is_no_occurrence() -> None:
    data = index(document("a.py", field(2, field(1, [0, 0, 3]) + field(5, 4))))
    assert occurrences_of(decode(data), b"a.py") == []


def test_an_index_of_an_empty_project_is_one() -> None:
    assert decode(index()).documents == []


@pytest.mark.parametrize("data", NOT_AN_INDEX)
def test_what_is_no_index_is_refused(data: bytes) -> None:
    with pytest.raises(ScipError) as caught:
        decode(data)
    assert str(caught.value) and "\n" not in str(caught.value)


def test_lengths_may_not_leave_what_they_are_in() -> None:
    inner = field(1, "a.py")
    for wrong in (
        varint(8 * 2 + 2) + varint(len(inner) + 1) + inner,
        field(2, inner + varint(8 * 2 + 2) + varint(100) + b"short"),
        field(2, inner + field(2, varint(8 * 1 + 2) + varint(50) + b"\1\2\3") + bytes(60)),
        field(2, inner + field(2, varint(8 * 2 + 2) + varint(50) + b"abc") + bytes(60)),
        field(2, inner + field(2, field(1, [1, 2, 3]) + b"\x18")),
        field(2, inner + field(2, varint(8 * 1 + 2) + varint(1) + b"\x80") + b"\x01"),
        # What stands behind would be taken for more of it, or for fields.
        field(2, inner + field(2, varint(8 * 2 + 2) + varint(3 + 6) + b"abc") + field(5, "text")),
        field(2, inner + field(2, field(1, b"\x80") + field(2, b"a" + b"(a" * 10 + b"(\x80\x01"))),
        varint(8 * 9) + b"\x80" * 11 + b"\x01",
        field(2, inner + varint(8 * 7 + 2) + varint(2**62)),
    ):
        with pytest.raises(ScipError):
            decode(index() + wrong)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScipError, match="No such file"):
        read(os.fsencode(tmp_path / "absent"))
    with pytest.raises(ScipError, match="not a plain file"):
        read(os.fsencode(tmp_path))
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(ScipError, match="not a plain file"):
        read(os.fsencode(tmp_path / "fifo"))
    large = tmp_path / "large"
    with open(large, "wb") as file:
        file.truncate(MAX_SCIP_BYTES + 1)
    with pytest.raises(ScipError, match="larger than 256 MiB"):
        read(os.fsencode(large))


@given(st.binary(max_size=200))
def test_random_bytes_never_break_the_reader(data: bytes) -> None:
    inside = index(field(2, field(1, "a.py") + data))
    for candidate in (data, index() + data, inside, index(document("a", field(2, data)))):
        with contextlib.suppress(ScipError):
            assert isinstance(decode(candidate), Overlay)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tree, bytes, bytes]:
    root = os.fsencode(plant(tmp_path_factory.mktemp("exported"), mixed()))
    tree = build(root)
    return tree, b"".join(Index(tree).chunks()), root


@settings(max_examples=150, deadline=None)
@given(st.integers(min_value=0), st.lists(st.tuples(st.integers(min_value=0), st.integers(1, 255)), max_size=4))
def test_damaged_indexes_never_break_the_reader(
    exported: tuple[Tree, bytes, bytes], cut: int, flips: list[tuple[int, int]]
) -> None:
    tree, data, root = exported
    broken = bytearray(data[: len(data) - cut % 3000])
    for place, mask in flips:
        broken[place % len(broken)] ^= mask
    try:
        overlay = decode(bytes(broken))
        pins = pinned(tree.columns, overlay, root)
    except ScipError:
        return
    n = tree.columns.n_symbols
    assert all(target < n for targets in pins.values() for target in targets)


def test_a_cut_index_is_refused_wherever_it_is_cut() -> None:
    data = index(document("a.py", occurrence([0, 4, 5], P + "f().", 1), occurrence([300, 0, 1], "local 3")), root="")
    whole = {len(index(root="")), len(data)}
    for cut in range(len(index(root="")) + 1, len(data)):
        with pytest.raises(ScipError):
            decode(data[:cut])
    assert all(decode(data[:cut]) for cut in whole)


# -- names and files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("symbol", "names"),
    [
        ("s m p v a/b.ts/f().", ("f",)),
        ("s m p v `a.ts`/f(+12).", ("f",)),
        ("s m p v `a.ts`/K#", ("K",)),
        ("s m p v `a.ts`/K#field.", ("field",)),
        ("s m p v `a.ts`/K#`<constructor>`().", ("constructor", "K")),
        ("s m p v `a.b`/K#__init__().", ("__init__", "K")),
        ("s m p v a/`K x`#`<init>`(+1).", ("K x",)),
        ("s m p v a/K#`<get>size`().", ("size",)),
        ("s m p v a/`we``ird`().", ("we`ird",)),
        ("s m p v a/```q``b```#", ("`q`b`",)),
        ("s m p v a/f().(parameter)", ()),
        ("s m p v a/K#[T]", ()),
        ("s m p v a/__init__:", ("__init__",)),
        ("s m p v a/", ("a",)),
        ("s m p v mac!", ("mac",)),
        ("local 7", ()),
        ("", ()),
        ("`", ()),
        ("`#", ()),
        (").", ()),
        ("#", ()),
        ("ripwire . . . a/K+2#", ("K",)),
        ("other . . . a/K+2#", ("K+2",)),
    ],
)
def test_names_of_symbols(symbol: str, names: tuple[str, ...]) -> None:
    assert names_of(symbol.encode()) == tuple(name.encode() for name in names)


@given(st.text("`#/.:()[]<> a", max_size=12))
def test_any_text_has_names_or_none(symbol: str) -> None:
    assert all(names_of(symbol.encode()))


@pytest.mark.parametrize(
    ("ours", "theirs", "matched"),
    [
        (["a.py", "b/a.py"], ["a.py", "b/a.py", "c.py"], ["a.py", "b/a.py", None]),  # the same root
        (["pkg/src/a.ts", "pkg/src/b.ts", "a.ts"], ["src/a.ts", "src/b.ts"], ["pkg/src/a.ts", "pkg/src/b.ts"]),
        (["a.py", "j/a.py"], ["src/x/a.py", "src/x/j/a.py", "j/a.py"], ["a.py", "j/a.py", None]),  # below it
        (["a.py", "b.py"], ["xa.py", "b.py"], [None, "b.py"]),  # whole segments only
        (["x/index.ts", "y/index.ts"], ["index.ts"], [None]),  # one of two, and nothing tells which
        (["index.ts", "y/index.ts"], ["index.ts"], ["index.ts"]),
        (["src/a.cs"], [".\\src\\a.cs"], ["src/a.cs"]),
        (["project/a.py", "lib/b.py"], ["a.py", "../lib/b.py"], ["project/a.py", "lib/b.py"]),
        (["a.py"], ["z.py"], [None]),
        (["a.py"], [], []),
    ],
)
def test_files_are_matched_by_one_way_between_the_roots(
    ours: list[str], theirs: list[str], matched: list[str | None]
) -> None:
    overlay = decode(index(*(document(path, occurrence([0, 0, 1], P + "f().")) for path in theirs)))
    paths = sorted(path.encode() for path in ours)
    found = match_files(paths, overlay)
    assert [paths[i].decode() if i >= 0 else None for i in found] == matched


# -- pinning --------------------------------------------------------------------------------------------------------


class Site:
    """A tree with an index over it: `at` gives ranges by what stands in the files, so that nobody counts columns."""

    def __init__(self, root: Path, files: dict[str, str], encoding: int = 0) -> None:
        plant(root, dict(files))
        self.files, self.encoding = files, encoding
        self.tree = build(os.fsencode(root))
        self.root = os.fsencode(root)
        self.marks: dict[str, list[bytes]] = {path: [] for path in files}

    def mark(self, path: str, near: str, name: str, symbol: str, roles: int = 0, nth: int = 0) -> None:
        """An occurrence at the nth ``name`` in the line that holds ``near``."""
        lines = self.files[path].split("\n")
        (number,) = [n for n, line in enumerate(lines) if near in line]
        column = -1
        for _ in range(nth + 1):
            column = lines[number].index(name, column + 1)
        first, last = self.units(lines[number][:column]), self.units(lines[number][: column + len(name)])
        self.marks[path].append(occurrence([number, first, last], symbol, roles))

    def units(self, text: str) -> int:
        if self.encoding == 1:
            return len(text.encode())
        return len(text) if self.encoding == 3 else len(text.encode("utf-16-le")) // 2

    def pins(self, *, only: tuple[str, ...] | None = None) -> dict[tuple[str, int], list[str]]:
        """(name at the call, line) -> its targets, as path:line:name."""
        paths = self.files if only is None else only
        data = index(*(document(path, *self.marks[path], encoding=self.encoding) for path in paths))
        columns = self.tree.columns
        found: dict[tuple[str, int], list[str]] = {}
        for row, targets in pinned(columns, decode(data), self.root).items():
            key = (columns.strings[columns.ref_name[row]].decode(), columns.ref_line[row])
            found.setdefault(key, []).extend(
                f"{columns.path_of(t).decode()}:{columns.line[t]}:{columns.name_of(t).decode()}" for t in targets
            )
        return found


def test_a_call_goes_where_the_index_says(tmp_path: Path) -> None:
    files = {
        "one.py": "def run():\n    return 1\n",
        "two.py": "def run():\n    return 2\n",
        "use.py": "from two import run\nimport other\n\n\ndef main():\n    return run()\n\n\nrun()\n",
    }
    site = Site(tmp_path, files)
    site.mark("one.py", "def run", "run", P + "one/run().", DEFINITION)
    site.mark("two.py", "def run", "run", P + "two/run().", DEFINITION)
    site.mark("use.py", "return run()", "run", P + "one/run().")  # not what the import says: the index decides
    assert site.pins() == {("run", 6): ["one.py:1:run"]}


def test_calls_on_one_line_are_told_apart(tmp_path: Path) -> None:
    files = {
        "lib.ts": "export class A { run(): A { return this; } }\nexport class B { run(): B { return this; } }\n",
        "use.ts": "import { A, B } from './lib';\nfunction f(a: A, b: B) { a.run(); b.run(); a.run().run(); }\n",
    }
    site = Site(tmp_path, files)
    site.mark("lib.ts", "class A", "run", P + "lib/A#run().", DEFINITION)
    site.mark("lib.ts", "class B", "run", P + "lib/B#run().", DEFINITION)
    for nth, owner in enumerate("ABAB"):
        site.mark("use.ts", "function f", "run", P + f"lib/{owner}#run().", nth=nth)
    assert site.pins() == {("run", 2): ["lib.ts:1:run", "lib.ts:2:run", "lib.ts:1:run", "lib.ts:2:run"]}


@pytest.mark.parametrize("encoding", [0, 1, 2, 3])
def test_columns_behind_wide_characters(tmp_path: Path, encoding: int) -> None:
    line = '    s = "\u00e4\U0001f600\u4e2d"; return pick("\U0001f600") + pick(s)\n'
    files = {"lib.py": "def pick(x):\n    return x\n\n\ndef other(x):\n    return x\n", "use.py": "def f():\n" + line}
    site = Site(tmp_path, files, encoding)
    site.mark("lib.py", "def pick", "pick", P + "lib/pick().", DEFINITION)
    site.mark("lib.py", "def other", "other", P + "lib/other().", DEFINITION)
    site.mark("use.py", "return", "pick", P + "lib/pick().", nth=0)
    site.mark("use.py", "return", "pick", P + "lib/other().", nth=1)
    assert site.pins() == {("pick", 2): ["lib.py:1:pick", "lib.py:5:other"]}


def test_a_line_that_is_not_utf8(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": b"def f():\n    s = '\xff\xfe'; return g()\n\n\ndef g():\n    return 1\n"})
    tree = build(os.fsencode(tmp_path))
    use = occurrence([1, 21, 22], P + "g().")  # a wrong byte is one unit, as U+FFFD would be
    data = index(document("a.py", use, occurrence([4, 4, 5], P + "g().", DEFINITION)))
    assert list(pinned(tree.columns, decode(data), os.fsencode(tmp_path)).values()) == [[1]]


def test_an_alias_is_followed(tmp_path: Path) -> None:
    files = {
        "lib.py": "def real():\n    return 1\n\n\ndef alias():\n    return 2\n",
        "use.py": "from lib import real as other\n\n\ndef f():\n    return other()\n",
    }
    site = Site(tmp_path, files)
    site.mark("lib.py", "def real", "real", P + "lib/real().", DEFINITION)
    site.mark("use.py", "return other", "other", P + "lib/real().")
    assert site.pins() == {("other", 5): ["lib.py:1:real"]}


def test_constructors(tmp_path: Path) -> None:
    files = {
        "lib.ts": "export class A {\n  constructor(x: number) {}\n}\nexport class B {}\nexport class C {}\n",
        "use.ts": "import { A, B, C } from './lib';\nfunction f() {\n  new A(1);\n  new B();\n  new C();\n}\n",
    }
    site = Site(tmp_path, files)
    for name in "ABC":
        site.mark("lib.ts", f"class {name}", name, P + f"lib/{name}#", DEFINITION)
    site.mark("lib.ts", "constructor", "constructor", P + "lib/A#`<constructor>`().", DEFINITION)
    site.marks["lib.ts"].append(occurrence([0, 0, 1], P + "lib/C#`<constructor>`().", DEFINITION))  # a generated one
    site.mark("use.ts", "new A", "A", P + "lib/A#`<constructor>`().")
    site.mark("use.ts", "new B", "B", P + "lib/B#")
    site.mark("use.ts", "new C", "C", P + "lib/C#`<constructor>`().")
    expected = {("A", 3): ["lib.ts:2:constructor"], ("B", 4): ["lib.ts:4:B"], ("C", 5): ["lib.ts:5:C"]}
    assert site.pins() == expected


def test_the_body_is_meant_and_not_its_overloads(tmp_path: Path) -> None:
    files = {
        "lib.ts": "export function f(a: string): void;\nexport function f(a: number): void;\n"
        "export function f(a: any): void { g(); }\nfunction g() {}\n",
        "use.ts": "import { f } from './lib';\nfunction h() { f(1); }\n",
    }
    site = Site(tmp_path, files)
    for near in ("string", "number", "any"):
        site.mark("lib.ts", near, "f", P + "lib/f().", DEFINITION, nth=1)
    site.mark("use.ts", "function h", "f", P + "lib/f().", nth=1)
    assert site.pins() == {("f", 2): ["lib.ts:3:f"]}


def test_a_value_is_called_and_not_the_type_of_its_name(tmp_path: Path) -> None:
    files = {
        "lib.py": "class Shape:\n    pass\n\n\ndef Shape():\n    return 1\n",
        "use.py": "from lib import Shape\n\n\ndef f():\n    return Shape()\n",
    }
    site = Site(tmp_path, files)
    site.mark("lib.py", "class", "Shape", P + "lib/Shape#", DEFINITION)
    site.mark("lib.py", "def", "Shape", P + "lib/Shape().", DEFINITION)
    site.mark("use.py", "return", "Shape", P + "lib/Shape#")
    site.mark("use.py", "return", "Shape", P + "lib/Shape().")
    assert site.pins() == {("Shape", 5): ["lib.py:5:Shape"]}


FOREIGN = {
    "lib.py": "def get():\n    return 1\n",
    "more.py": "def put():\n    return 1\n",
    "use.py": "def f(d):\n    d.get()\n    d.put()\n    d.pop()\n",
}


@pytest.mark.parametrize(
    ("symbol", "indexed", "expected"),
    [
        # Every file that defines the name is in the index, or the library comes with the language: nothing of ours.
        ("scheme npm library 2 lib/D#{}().", ("lib.py", "more.py", "use.py"), {"get": [], "put": [], "pop": []}),
        ("scheme npm library 2 lib/D#{}().", ("lib.py", "use.py"), {"get": [], "pop": []}),
        ("scip-python python python-stdlib 3 builtins/D#{}().", ("use.py",), {"get": [], "put": [], "pop": []}),
        # The index's own package, and locals, may have been lost by the indexer.
        (P + "lib/D#{}().", ("lib.py", "more.py", "use.py"), {}),
        ("local {}", ("lib.py", "more.py", "use.py"), {}),
    ],
)
def test_calls_of_what_is_not_in_the_tree(
    tmp_path: Path, symbol: str, indexed: tuple[str, ...], expected: dict[str, list[str]]
) -> None:
    site = Site(tmp_path, FOREIGN)
    for name in ("get", "put", "pop"):
        site.mark("use.py", "d." + name, name, symbol.format(name))
    for path in indexed:
        site.mark(path, "def", "def", P + path + "/", DEFINITION)  # so that P is the package of the index
    assert {name: targets for (name, _), targets in site.pins(only=indexed).items()} == expected


def test_a_call_of_a_field_calls_no_namesake(tmp_path: Path) -> None:
    files = {
        "lib.py": "def emit():\n    return 1\n",
        "use.ts": "interface O { next(x: number): void }\nfunction f(o: T) { o.emit(); o.next(1); }\n",
        "types.ts": "export type T = { emit: Emit, next: Next };\n",
    }
    site = Site(tmp_path, files)
    for name in ("emit", "next"):
        site.mark("types.ts", "type T", name, P + f"types/T#{name}.", DEFINITION)
        site.mark("use.ts", "function f", name, P + f"types/T#{name}.")
    assert site.pins() == {("emit", 2): [], ("next", 2): []}
    (tmp_path / "two").mkdir()
    # In the same file as a symbol of that name nothing is certain.
    files["types.ts"] += "export function emit() {}\n"
    site = Site(tmp_path / "two", files)
    site.mark("types.ts", "type T", "emit", P + "types/T#emit.", DEFINITION)
    site.mark("use.ts", "function f", "emit", P + "types/T#emit.")
    assert site.pins() == {}


def test_an_index_of_an_older_state_says_nothing(tmp_path: Path) -> None:
    files = {"a.py": "# new\n\ndef f():\n    return helper(f)\n\n\ndef helper(x):\n    return x\n"}
    site = Site(tmp_path, files)
    data = index(
        document(
            "a.py",
            occurrence([2, 4, 5], P + "a/f().", DEFINITION),
            occurrence([1, 11, 17], P + "a/helper()."),
            occurrence([3, 11, 14], P + "a/f()."),
            occurrence([99, 0, 2], P + "a/helper()."),
            occurrence([4, 4, 10], P + "a/helper().", DEFINITION),
        )
    )
    assert pinned(site.tree.columns, decode(data), site.root) == {}


def test_a_definition_marked_as_a_whole_is_found_by_line_and_name(tmp_path: Path) -> None:
    files = {"a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n"}
    site = Site(tmp_path, files)
    site.marks["a.py"].append(occurrence([4, 0, 5, 12], P + "a/g().", DEFINITION))
    site.mark("a.py", "return g", "g", P + "a/g().")
    assert site.pins() == {("g", 2): ["a.py:5:g"]}


def test_an_index_of_other_files_is_refused(tmp_path: Path) -> None:
    site = Site(tmp_path, {"a.py": "def f():\n    return 1\n"})
    with pytest.raises(ScipError, match="other files"):
        pinned(site.tree.columns, decode(index(document("b.py", occurrence([0, 0, 1], P + "f().")))), site.root)
    assert pinned(site.tree.columns, decode(index()), site.root) == {}


# -- the export -----------------------------------------------------------------------------------------------------

IDENTIFIER = r"(?:[_+\-$A-Za-z0-9]+|`(?:[^`]|``)+`)"
SYMBOL = re.compile(
    rf"ripwire \. \. \. (?:{IDENTIFIER}(?:/|\#|\.|:|\((?:[_+\-$A-Za-z0-9]+)?\)\.))+", re.DOTALL
)


def is_code(tree: Tree, symbol: int) -> bool:
    columns = tree.columns
    return LANGUAGES[columns.languages[columns.file[symbol]]].family != "" and columns.kind[symbol] != KIND_SEC


def edges_of(tree: Tree) -> set[tuple[int, int]]:
    pairs = zip(tree.contributions.src, tree.contributions.dst, strict=True)
    return {(src, dst) for src, dst in pairs if is_code(tree, src)}


def round_trip(tree: Tree, root: Path) -> None:
    exported = Index(tree)
    overlay = decode(b"".join(exported.chunks()))
    assert exported.changed == []
    columns = tree.columns
    pins = pinned(columns, overlay, os.fsencode(root))
    assert pins == {row: t for row, t in call_targets(tree).items() if is_code(tree, columns.ref_owner[row])}
    with tempfile.NamedTemporaryFile(suffix=".scip") as file:
        file.write(b"".join(Index(tree).chunks()))
        file.flush()
        again = build(os.fsencode(root), scip=os.fsencode(file.name))
    assert not again.problems and edges_of(again) == edges_of(tree)
    named = {PROVENANCE[evidence] for evidence in again.graph.provenance}
    assert not edges_of(tree) or named <= {"scip", "directory", "name"}  # wiki links are no code
    # And what the index takes for definitions are all of ours.
    defined = {overlay.symbols[s] for d in overlay.documents for s, k in zip(d.symbol, d.defines, strict=True) if k}
    expected = {text for s, text in enumerate(symbol_strings(columns)) if is_code(tree, s)}
    assert defined == {text.decode("utf-8", "replace").encode() for text in expected}


def test_the_export_pins_the_edges_that_it_came_from(tmp_path: Path) -> None:
    plant(tmp_path, mixed())
    tree = build(os.fsencode(tmp_path))
    assert len(edges_of(tree)) > 50
    round_trip(tree, tmp_path)


def test_the_export_of_the_language_fixtures_pins_their_edges(tmp_path: Path) -> None:
    fixtures = Path(__file__).resolve().parents[1] / "languages"
    for folder in sorted(fixtures.iterdir()):
        if folder.is_dir() and folder.name not in ("cpp", "cuda", "metal", "objc"):  # quick to compile
            for file in sorted(folder.glob("*.*")):
                if file.stem in ("sample", "facts") and file.suffix != ".json":
                    (tmp_path / folder.name).mkdir(exist_ok=True)
                    shutil.copy(file, tmp_path / folder.name)
    round_trip(build(os.fsencode(tmp_path)), tmp_path)


ODD: dict[str, bytes] = {
    "marked.py": b"\xef\xbb\xbfdef bom(): return lat()\r\ndef lat():\r\n    return bom()\r\n",
    "latin.py": b"# coding: latin-1\ndef gr\xfcn(): return 1\ndef b(): return gr\xfcn(), '\xe4', gr\xfcn()\n",
    "returns.py": b"def a(): return b()\rdef b(): return a()\r",
    "line.js": 'let \u00e4 = "\u00fc"; function f() { return "\u00fc" + g() + g(); } function g() { f(); }'.encode(),
    "ends.py": b"def x(): return y()\ndef y(): return x()",
    "names.ex": b"defmodule A.B do\n  @limit 1\n  def f(x), do: g(x, @limit) + f(x)\n  def g(a, b), do: a + b\nend\n",
}


@pytest.mark.parametrize("escaped", [True, False])
def test_the_export_of_odd_files_pins_their_edges(tmp_path: Path, escaped: bool) -> None:
    """Byte order marks, encodings, line ends, names that are written otherwise, code inside of notebooks."""
    source = ["def f\u00fc(x):\n", '    return g("a\\tb", x)\n', "\n", "def g(a, b): return 1\n"]
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [cell | {"source": source}, cell | {"source": "f\u00fc(1)\ndef h(): return f\u00fc(g(1, 2))\n"}]
    kernel = {"kernelspec": {"language": "python", "name": "python3"}}
    book = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    text = json.dumps(book, ensure_ascii=escaped, indent=1 if escaped else None)
    tree = build(os.fsencode(plant(tmp_path, {**ODD, "book.ipynb": text})))
    assert len({tree.columns.file[src] for src, _ in edges_of(tree)}) == len(ODD) + 1
    round_trip(tree, tmp_path)


NAMES = st.sampled_from(["f", "g", "run", "Aa", "_x", "\u00e4b"])
FUNCTIONS = st.tuples(NAMES, st.lists(NAMES, max_size=4), st.booleans())


@settings(max_examples=40, deadline=None)
@given(st.lists(FUNCTIONS, min_size=1, max_size=8), st.integers(1, 3))
def test_the_export_of_any_namesakes_pins_their_edges(
    functions: list[tuple[str, list[str], bool]], n_files: int
) -> None:
    texts = [""] * n_files
    for number, (name, calls, in_class) in enumerate(functions):
        body = "; ".join(f"'\u00fc', {call}({call})" for call in calls) or "pass"
        indent = "    " if in_class else ""
        texts[number % n_files] += f"{'class K:' if in_class else ''}\n{indent}def {name}(x): {body}\n"
    with tempfile.TemporaryDirectory() as folder:
        root = plant(Path(folder) / "r", {f"d/m{i}.py": text for i, text in enumerate(texts)})
        round_trip(build(os.fsencode(root)), root)


def test_each_call_of_a_line_gets_its_targets(tmp_path: Path) -> None:
    text = "def one(x): return x\ndef two(x): return x\ndef two(x): return 2\ndef f(): return one(two(two(1)))\n"
    tree = build(os.fsencode(plant(tmp_path, {"a.py": text})))
    columns = tree.columns
    one, two, other, f = 0, 1, 2, 3
    outer, inner, innermost = [row for row, role in enumerate(columns.ref_role) if role == 0]
    assert set(columns.ref_owner) == {f}
    assert call_targets(tree) == {outer: [one], inner: [two, other], innermost: [two, other]}


def test_what_the_index_says(tmp_path: Path) -> None:
    text = (
        '"""Module."""\nLIMIT = 3\n\n\nclass Car:\n    """Drives."""\n\n'
        "    def __init__(self):\n        self.go(LIMIT)\n\n"
        "    def go(self, n):\n        return helper(n)\n\n\ndef helper(n):\n    return n\n"
    )
    root = plant(tmp_path / "my tree", {"src/car park.py": text, "README.md": "# Title\n", "a.json": '{"a": 1}'})
    parsed = read_index(b"".join(Index(build(os.fsencode(root))).chunks()))
    assert parsed.tool[0] == "ripwire" and parsed.encoding == 1
    assert parsed.root == "file://" + os.path.realpath(root).replace(" ", "%20")
    ((path, car),) = parsed.documents.items()
    assert (path, car.language, car.encoding) == ("src/car park.py", "Python", 1)
    base = "ripwire . . . src/`car park.py`/"
    assert [(o.range, o.symbol.removeprefix(base), o.roles, o.enclosing) for o in car.occurrences] == [
        ((1, 0, 5), "LIMIT.", 1, (1, 0, 9)),
        ((4, 6, 9), "Car#", 1, (4, 0, 11, 24)),
        ((7, 8, 16), "Car#__init__().", 1, (7, 4, 8, 22)),
        ((8, 13, 15), "Car#go().", 0, ()),
        ((10, 8, 10), "Car#go().", 1, (10, 4, 11, 24)),
        ((11, 15, 21), "helper().", 0, ()),
        ((14, 4, 10), "helper().", 1, (14, 0, 15, 12)),
    ]
    short = [(i.symbol.removeprefix(base), *i[1:4], i.enclosing.removeprefix(base)) for i in car.infos]
    assert short == [
        ("LIMIT.", "", 61, "LIMIT", ""),
        ("Car#", "Drives", 7, "Car", ""),
        ("Car#__init__().", "", 9, "__init__", "Car#"),
        ("Car#go().", "", 26, "go", "Car#"),
        ("helper().", "", 17, "helper", ""),
    ]


def test_every_symbol_is_spelled_by_the_grammar_and_unique(tmp_path: Path) -> None:
    files = dict(mixed())
    files["py/same.py"] = "def a(): pass\n" * 3 + "class a: pass\nclass a:\n    def b(self): pass\n"
    files["ops.rb"] = "class V\n  def +(o) = o\n  def [](i) = i\n  def ok? = 1\nend\n"
    root = plant(tmp_path, files)
    tree = build(os.fsencode(root))
    parsed = read_index(b"".join(Index(tree).chunks()))
    definitions = [o.symbol for d in parsed.documents.values() for o in d.occurrences if o.roles & DEFINITION]
    assert len(definitions) == len(set(definitions)) > 100
    assert all(SYMBOL.fullmatch(symbol) for symbol in definitions)
    assert sorted(definitions) == sorted(i.symbol for d in parsed.documents.values() for i in d.infos)
    assert {o.symbol for d in parsed.documents.values() for o in d.occurrences} == set(definitions)
    same = [o.symbol.rpartition("/")[2] for o in parsed.documents["py/same.py"].occurrences]
    assert same == ["a().", "a(+1).", "a(+2).", "a#", "a+1#", "a+1#b()."]
    spelled = {o.symbol.rpartition("#")[2] for o in parsed.documents["ops.rb"].occurrences}
    assert spelled >= {"+().", "`[]`().", "`ok?`()."}


def test_the_export_is_the_same_each_time(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", mixed())
    outputs = {b"".join(Index(build(os.fsencode(root), threads=n)).chunks()) for n in (1, 2, 5)}
    assert len(outputs) == 1


def test_tests_are_marked(tmp_path: Path) -> None:
    root = plant(tmp_path, {"tests/test_a.py": "def test_a():\n    assert b()\n\n\ndef b():\n    return 1\n"})
    (only,) = read_index(b"".join(Index(build(os.fsencode(root))).chunks())).documents.values()
    assert [o.roles for o in only.occurrences] == [33, 32, 33]


@pytest.mark.parametrize("change", ["gone", "shorter", "cut", "moved", "renamed", "link"])
def test_a_file_that_changed_is_left_out_and_counted(tmp_path: Path, change: str) -> None:
    text = "def first():\n    return second()\n\n\ndef second():\n    return 1\n"
    root = plant(tmp_path, {"a.py": text, "b.py": "def third():\n    return 1\n"})
    tree = build(os.fsencode(root))
    file = root / "a.py"
    if change in ("gone", "link"):
        file.unlink()
        if change == "link":
            file.symlink_to("b.py")
    else:
        new = {"shorter": text[:30], "cut": text[:-3], "moved": "\n" + text}
        file.write_text(new.get(change, text.replace("second", "seconds")))
    exported = Index(tree)
    parsed = read_index(b"".join(exported.chunks()))
    assert set(parsed.documents) == {"b.py"} and exported.changed == [b"a.py"]


# -- the command ----------------------------------------------------------------------------------------------------

SMALL = {"a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n", "b.py": "def g():\n    return 2\n"}


def test_the_command_writes_the_index(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", SMALL)
    out = answer([root, "--export=scip"])
    assert set(read_index(out).documents) == {"a.py", "b.py"}
    assert answer([root, "--export=scip:calls.scip"], cwd=tmp_path) == b""
    assert (tmp_path / "calls.scip").read_bytes() == out
    assert os.listdir(tmp_path) in (["tree", "calls.scip"], ["calls.scip", "tree"])


def test_an_index_that_cannot_be_used_is_one_line_and_no_more(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", SMALL)
    (tmp_path / "text").write_bytes(b"no index\n" * 99)
    (tmp_path / "cut").write_bytes(answer([root, "--export=scip"])[:-1])
    (tmp_path / "other").write_bytes(index(document("z.py", occurrence([0, 0, 1], P + "f()."))))
    with open(tmp_path / "large", "wb") as file:
        file.truncate(MAX_SCIP_BYTES + 1)
    plain = answer([root])
    for name in ("text", "cut", "other", "large", "absent", "tree", "a\nb"):
        result = run([root, f"--scip={name}"], cwd=tmp_path)
        assert (result.code, result.out) == (0, plain)
        assert result.err.startswith(b"ripwire: --scip: ") and result.err.count(b"\n") == 1


def test_the_index_is_found_from_the_folder_of_the_caller(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", SMALL)
    answer([root, "--export=scip:x.scip"], cwd=tmp_path)
    answer([root, "--scip=x.scip"], cwd=tmp_path)
    answer([".", "--scip=../x.scip", "--tree"], cwd=root)
    tree = build(os.fsencode(root), scip=os.fsencode(tmp_path / "x.scip"))
    assert tree.pins is not None and list(tree.pins.values()) == [[1]]
    assert build(os.fsencode(root)).pins is None


def test_the_reader_needs_no_more_than_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file that grows between the look at its size and its end is still held to the limit."""
    path = tmp_path / "index"
    path.write_bytes(index(document("a.py", occurrence([0, 0, 1], P + "f()."))))
    size = path.stat().st_size
    monkeypatch.setattr(scip_index, "MAX_SCIP_BYTES", size)
    assert read(os.fsencode(path)).documents
    monkeypatch.setattr(scip_index, "MAX_SCIP_BYTES", size - 1)
    with pytest.raises(ScipError, match="larger"):
        read(os.fsencode(path))
