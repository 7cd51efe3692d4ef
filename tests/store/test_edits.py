"""A run after an edit says what a run without a store says, and resolves again where the edit may decide something.

`quick` says whether the kept graph was renewed: nothing was resolved. Every edit is followed by every verb, and undone.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ripwire.resolve
import ripwire.tree
from tests.store.building import built, unkept
from tests.store.inside import Looked, Tree, cells, cold, inside, lie_still, looked, only, warm, write
from tests.store.layout import content, put, sections
from tests.support.command import plant

__all__ = ["looked"]  # a fixture

VERBS: list[list[str]] = [
    [],
    ["--json", "--metrics"],
    ["--skipped"],
    ["--tree"],
    ["--export=edges.tsv"],
    ["--callers=helper"],
    ["--impact=helper", "--json"],
    ["--uses=helper"],
    ["--around=load"],
    ["--dead-code"],
    ["--exercises=tests"],
]
RECORDS: list[list[str]] = [
    ["--export=scip"], ["--explain=start,load"], ["--deps"], ["--lego=Store"], ["--mentions=helper"],
]  # fmt: skip


def tree() -> Tree:
    """Calls of every kind that text beside the records decides: decorators, parameters, manifests; three languages."""
    return {
        "app/main.py": "import os\nfrom app.tools import load, Store, each\nfrom app.hooks import register\n\n\n"
        "def start(path):\n    '''Begin here.'''\n    store = Store()\n    if path:\n"
        "        return store.take(load(path))\n    each(stop, path)\n    return stop()\n\n\n"
        "@register\ndef stop(x=0):\n    return 0\n\n\n"
        "@register('late')\ndef late():\n    return stop()\n\n\nstart(1)\n",
        "app/tools.py": "LIMIT = 1\n\n\nclass Base:\n    kept = None\n\n    def take(self, item):\n"
        "        return item\n\n\n"
        "class Store(Base):\n    '''Keeps things.'''\n\n    def take(self, item):\n"
        "        # what is taken\n        return helper(item) + super().take(item)\n\n\n"
        "def load(path):\n    return helper(path)\n\n\n"
        "def each(call, *items):\n    for item in items:\n        call(item)\n\n\n"
        "def helper(x):\n    if x > LIMIT:\n        return x\n    return 1\n",
        "app/hooks.py": "known = {}\n\n\ndef register(function):\n"
        "    known['a'] = function\n    function()\n    return function\n",
        "app/other.py": "def helper(x):\n    return x + 1\n\n\ndef alone():\n    return helper(2)\n",
        "tests/test_main.py": "from app.main import start\n\n\ndef test_start():\n    assert start('x')\n",
        "web/a.ts": "import { scale, each } from '@lib/b';\n\n/** The side. */\nexport class Square {\n"
        "  constructor(private side: number) {}\n  area(): number { return scale(this.side) * 2; }\n}\n"
        "export function all(xs: number[]) { each(xs, x => scale(x)); }\n",
        "web/lib/b.ts": "export function scale(x: number): number { return x * 3; }\n"
        "export function each(xs: any[], f) { for (const x of xs) { f(x); } }\n",
        "web/tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["lib/*"]}}}\n',
        "native/unit.c": '#include "unit.h"\n\nstatic int twice(int x) { return x * 2; }\n\n/* Runs it. */\n'
        "int unit_run(int x) {\n  if (x) { return twice(x); }\n  return 0;\n}\n",
        "native/unit.h": "int unit_run(int x);\n",
        "docs/guide.md": "# Guide\n\nSee `helper()`.\n\n## Setup\n\ntext\n",
        "conf/a.json": '{"name": "a", "deep": {"k": [1, 2]}}\n',
        "notes/work.ipynb": cells("def in_cell():\n    return 1\n", "in_cell()\n"),
        "bad/wide.py": "def wide(): pass\n".encode("utf-16"),
    }


Edit = Callable[[Path], object]


def swap(name: str, old: str, new: str) -> Edit:
    def edit(root: Path) -> None:
        path = root / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return edit


def add(name: str, text: str) -> Edit:
    return lambda root: write(root, name, (root / name).read_text() + text)


def top(name: str, text: str) -> Edit:
    return lambda root: write(root, name, text + (root / name).read_text())


def both(*edits: Edit) -> Edit:
    return lambda root: [edit(root) for edit in edits]


QUICK: dict[str, Edit] = {
    "a comment at the end": add("app/main.py", "\n# more\n"),
    "a comment at the top": top("app/main.py", "# first\n# second\n"),
    "many lines at the top": top("app/tools.py", "#\n" * 300),
    "a comment in a function": swap("app/main.py", "    if path:", "    # whether\n    if path:"),
    "a comment before a decorator": swap("app/main.py", "@register\n", "# hooked\n@register\n"),
    "a comment in a signature": swap("app/tools.py", "def each(call, ", "def each(call,  # function, a\n         "),
    "a statement without calls": swap("app/tools.py", "    if x > LIMIT:", "    x += 1\n    if x and x > LIMIT:"),
    "branches": swap("app/tools.py", "        return x\n", "        while 1:\n            break\n        return x\n"),
    "other branches": swap("app/tools.py", "    if x > LIMIT:\n", "    while x < 3 or x > LIMIT and x:\n"),
    "no export": swap("web/lib/b.ts", "export function each", "function each"),
    "a docstring": swap("app/main.py", "Begin here.", "Begin there, or at helper."),
    "a shorter docstring": swap("app/tools.py", "Keeps things.", ""),
    "a docstring that is a name": swap("app/tools.py", "Keeps things.", "exports"),
    "a docstring of a name in use": swap("app/tools.py", "Keeps things.", "helper"),
    "a comment that becomes a doc": swap("app/tools.py", "def load", "# Loads it.\ndef load"),
    "a doc in C": swap("native/unit.c", "Runs it.", "Runs it again."),
    "a comment in C": swap("native/unit.c", "  return 0;", "  /* no */\n  return 0;"),
    "a number in C": swap("native/unit.c", "return 0;", "return 4711;"),
    "a comment in a header": add("native/unit.h", "// end\n"),
    "a comment in TypeScript": top("web/a.ts", "// first\n"),
    "a doc in TypeScript": swap("web/a.ts", "The side.", "A side."),
    "a literal in TypeScript": swap("web/lib/b.ts", "x * 3", "x * 3 + 1"),
    "space in TypeScript": swap("web/lib/b.ts", "export function each", "\n\nexport function each"),
    "text of a document": swap("docs/guide.md", "text\n", "more text, and more\n\nof it\n"),
    "a value of configuration": swap("conf/a.json", "[1, 2]", "[1, 2, 3]"),
    "a test": top("tests/test_main.py", "# of the start\n"),
    "two files": both(add("app/main.py", "# end\n"), swap("app/tools.py", "Keeps things.", "Keeps.")),
    "files of all languages": both(
        top("web/a.ts", "// a\n"), add("native/unit.c", "// b\n"),
        top("app/tools.py", "# c\n"), add("docs/guide.md", "d\n"),
    ),
    "spaces at the end": add("app/other.py", "\n\n\n"),
    "no newline at the end": lambda r: write(r, "app/other.py", (r / "app/other.py").read_text().rstrip()),
}
FULL: dict[str, Edit] = {
    "a call more": swap("app/tools.py", "    return 1\n", "    return load(1)\n"),
    "a call less": swap("app/main.py", "    each(stop, path)\n", ""),
    "a call elsewhere": swap("app/main.py", "start(1)\n", "late()\n"),
    "a read more": swap("app/tools.py", "x > LIMIT", "x > LIMIT or kept"),
    "a new function": add("app/other.py", "\n\ndef new():\n    return 1\n"),
    "a function less": swap("app/other.py", "def alone():\n    return helper(2)\n", ""),
    "a function renamed": swap("app/other.py", "def helper", "def helped"),
    "functions in another order": lambda r: write(
        r, "app/other.py", "def alone():\n    return helper(2)\n\n\ndef helper(x):\n    return x + 1\n"
    ),
    "a signature": swap("app/other.py", "def helper(x)", "def helper(x, y)"),
    "a name of a parameter that is called": swap("app/tools.py", "def each(call, *items)", "def each(*items, call)"),
    "a default of a parameter": swap("app/main.py", "def stop(x=0)", "def stop(x)"),
    "a decorator that is called": swap("app/main.py", "@register\n", "@register()\n"),
    "a decorator less": swap("app/main.py", "@register\n", ""),
    "an import": swap("app/main.py", "import load, Store", "import helper as load, Store"),
    "an import renamed": swap("app/main.py", "import os", "import re"),
    "a base": swap("app/tools.py", "class Store(Base)", "class Store"),
    "a scope": swap("app/tools.py", "\n\ndef load(path)", "\n    def load(path)"),
    "a variable": swap("app/hooks.py", "known = {}", "known = {}\nmore = known"),
    "a type": swap("web/lib/b.ts", "xs: any[]", "xs: number[]"),
    "a call in TypeScript": swap("web/a.ts", "* 2", "* scale(2)"),
    "a prototype": swap("native/unit.h", "int x", "int x, int y"),
    "a call in C": swap("native/unit.c", "return 0;", "return twice(0);"),
    "a heading": swap("docs/guide.md", "## Setup", "## Set up"),
    "a mention": swap("docs/guide.md", "text\n", "`load()`\n"),
    "a key": swap("conf/a.json", '"deep"', '"deeper"'),
    "a manifest": swap("web/tsconfig.json", '"lib/*"', '"lob/*"'),
    "a comment in a manifest": swap("web/tsconfig.json", '"baseUrl"', '\n"baseUrl"'),
    "a notebook": lambda r: write(r, "notes/work.ipynb", cells("# +\ndef in_cell():\n    return 1\n", "in_cell()\n")),
    "an error": swap("app/other.py", "return x + 1", "return x +"),
    "a byte that is no text": lambda r: write(r, "app/other.py", (r / "app/other.py").read_bytes() + b"# \xff\n"),
    "binary": lambda r: write(r, "app/other.py", (r / "app/other.py").read_bytes() + b"\0"),
    "text where there was none": lambda r: write(r, "bad/wide.py", "def wide(): pass\n"),
    "nothing left": lambda r: write(r, "app/other.py", ""),
    "a file more": lambda r: write(r, "app/more.py", "# nothing\n"),
    "a file less": lambda r: (r / "app/hooks.py").unlink(),
    "a file renamed": lambda r: os.rename(r / "app/hooks.py", r / "app/books.py"),
    "one file of two": both(add("app/main.py", "# end\n"), swap("app/tools.py", "return helper(path)", "return path")),
    "a comment and a file more": both(add("app/main.py", "# end\n"), lambda r: write(r, "docs/more.md", "# More\n")),
}


OTHER_LANGUAGES = ("TypeScript", " C", "header", "languages", "type", "export", "whole", "manifest", "prototype")
"""In names of edits: they are made in the whole tree, others in one that is read more quickly."""


def made(name: str) -> Tree:
    """The tree that an edit is made in."""
    if any(word in name for word in OTHER_LANGUAGES):
        return tree()
    return {path: text for path, text in tree().items() if not str(path).startswith(("web/", "native/"))}


class Resolved:
    """How often something was resolved since `reset`."""

    count = 0

    def reset(self) -> None:
        self.count = 0


@pytest.fixture
def resolved(monkeypatch: pytest.MonkeyPatch) -> Resolved:
    counts = Resolved()
    resolve = ripwire.resolve.resolve

    def counted(*args: object) -> object:
        counts.count += 1
        return resolve(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(ripwire.resolve, "resolve", counted)
    return counts


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return plant(tmp_path / "tree", made(""))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def quick(root: Path, kept: Path, resolved: Resolved, verb: list[str] | None = None) -> bool:
    """Whether a run did without resolving; it must say what a run without a store says."""
    words = [root, *(verb or [])]
    expected = cold(words)
    resolved.reset()
    assert inside(words, kept) == expected
    return not resolved.count


def same_as_cold(root: Path, kept: Path, verbs: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare answers of one configuration with those of one tree that was built without a store."""
    words = [[root, *verb] for verb in verbs]
    found = [inside(each, kept) for each in words]
    tree = ripwire.tree.build(os.fsencode(root), threads=1)
    with monkeypatch.context() as patch:
        patch.setattr(ripwire.tree, "build", lambda *_, **__: tree)
        assert found == [cold(each) for each in words]
    assert {one.code for one in found} == {0}


@pytest.mark.parametrize("name", [*QUICK, *FULL])
def test_after_an_edit_every_verb_says_what_it_says_cold(
    tmp_path: Path, kept: Path, resolved: Resolved, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    root = plant(tmp_path / "tree", made(name))
    lie_still()
    before = inside([root], kept)
    edit = {**QUICK, **FULL}[name]
    edit(root)
    assert quick(root, kept, resolved) == (name in QUICK)
    lie_still()
    resolved.reset()
    inside([root], kept)
    assert not resolved.count  # it is kept
    same_as_cold(root, kept, [*VERBS, *RECORDS] if name in QUICK else VERBS[:5], monkeypatch)
    plant(root, made(name))
    for extra in ("app/more.py", "app/books.py", "docs/more.md"):
        (root / extra).unlink(missing_ok=True)
    lie_still()
    resolved.reset()
    assert inside([root], kept) == before
    assert (not resolved.count) == (name in QUICK)  # undone


@pytest.mark.parametrize("verb", [["--uses=helper"], ["--export=scip"]], ids=lambda v: v[0])
def test_verbs_that_ask_for_references_renew_the_graph_as_well(
    root: Path, kept: Path, resolved: Resolved, verb: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lie_still()
    inside([root], kept)
    QUICK["a comment at the top"](root)
    warm([root, *verb], kept)
    assert quick(root, kept, resolved)
    same_as_cold(root, kept, VERBS, monkeypatch)


def test_one_file_is_parsed_and_no_other_is_looked_at(root: Path, kept: Path, looked: Looked) -> None:
    lie_still()
    warm([root], kept)
    lie_still()
    inside([root], kept)
    looked.reset()
    for number in range(3):
        add("app/main.py", f"# {number}\n")(root)
        lie_still()
        inside([root], kept)
        assert (looked.read, looked.parsed) == (number + 1, number + 1)


def test_many_edits_one_after_the_other_leave_no_more_than_one(root: Path, kept: Path, resolved: Resolved) -> None:
    """What was replaced does not stay in the files."""
    lie_still()
    warm([root], kept)
    sizes = []
    for number in range(30):
        text = f"Keeps things of {number % 10}."
        path = root / "app/tools.py"
        path.write_text(path.read_text().replace("Keeps things.", text))
        resolved.reset()
        found = inside([root], kept).out
        assert not resolved.count
        path.write_text(path.read_text().replace(text, "Keeps things."))
        inside([root], kept)
        sizes.append([only(kept, ending).stat().st_size for ending in (".graph", ".records")])
    assert found
    assert abs(sizes[-1][0] - sizes[0][0]) < 64
    assert abs(sizes[-1][1] - sizes[0][1]) < 64
    assert quick(root, kept, resolved)


def test_configurations_that_did_not_see_the_old_record_resolve(root: Path, kept: Path, resolved: Resolved) -> None:
    """Records are shared by all configurations: the old one is gone when the second looks for it."""
    lie_still()
    for verb in [], ["--exclude=docs"]:
        warm([root, *verb], kept)
    QUICK["a comment at the top"](root)
    assert quick(root, kept, resolved)
    assert not quick(root, kept, resolved, ["--exclude=docs"])
    assert quick(root, kept, resolved, ["--exclude=docs"])


def test_tests_that_are_left_out_may_be_anything(root: Path, kept: Path, resolved: Resolved) -> None:
    lie_still()
    verb = ["--ignore-tests"]
    warm([root, *verb], kept)
    swap("tests/test_main.py", "assert start('x')", "assert helper(late(start('x')))")(root)
    assert quick(root, kept, resolved, verb)
    lie_still()
    add("app/main.py", "# end\n")(root)
    assert quick(root, kept, resolved, verb)
    write(root, "tests/test_main.py", "")
    assert quick(root, kept, resolved, verb)
    write(root, "tests/test_main.py", "def test_more(): pass\n")  # nothing says that it was left out
    quick(root, kept, resolved, verb)
    write(root, "tests/test_main.py", b"\0")
    assert not quick(root, kept, resolved, verb)


def test_a_manifest_beside_the_tree_is_looked_at(tmp_path: Path, kept: Path, resolved: Resolved) -> None:
    root = plant(
        tmp_path / "go",
        {
            "go.mod": "module example.com/app\n",
            "cmd/main.go": 'package main\n\nimport "example.com/app/util"\n\nfunc main() { util.Run() }\n',
            "util/run.go": "package util\n\nfunc Run() int { return 1 }\n",
            "other/run.go": "package other\n\nfunc Run() int { return 2 }\n",
        },
    )
    verb = ["--export=edges.tsv"]
    lie_still()
    warm([root, *verb], kept)
    add("util/run.go", "// end\n")(root)
    assert quick(root, kept, resolved, verb)
    add("util/run.go", "// end\n")(root)
    write(root, "go.mod", "module example.org/app\n")
    assert not quick(root, kept, resolved, verb)


def test_several_roots_and_an_index_resolve(root: Path, tmp_path: Path, kept: Path, resolved: Resolved) -> None:
    from tests.support.scip import document, index, occurrence

    other = plant(tmp_path / "second", {"b.py": "def b():\n    return 1\n"})
    symbol = "scip-python python t 1 `other`/helper()."
    path = tmp_path / "index.scip"
    places = occurrence([0, 4, 10], symbol, 1), occurrence([5, 11, 17], symbol)
    path.write_bytes(index(document("app/other.py", *places)))
    lie_still()
    for words in [root, other], [root, f"--scip={path}"]:
        for _ in range(2):
            assert inside(words, kept) == cold(words)
        top("app/other.py", "# moved\n")(root)
        resolved.reset()
        found = inside(words, kept)
        assert resolved.count
        assert found == cold(words)


@pytest.mark.parametrize(
    "name", ["keys", "whole", "asked_files", "asked_offset", "asked", "asked_answers", "graph_site_line"]
)
def test_damage_in_what_is_renewed_is_noticed(
    tmp_path: Path, kept: Path, resolved: Resolved, name: str
) -> None:
    root = plant(tmp_path / "tree", made(name))
    lie_still()
    warm([root], kept)
    path = only(kept, ".graph")
    data = path.read_bytes()
    section = sections(data)[name]
    assert section.size
    path.write_bytes(put(data, section.start, bytes(255 - b for b in content(data, name))))
    add("app/main.py", "# end\n")(root)
    expected = cold([root])
    resolved.reset()
    found = inside([root], kept)
    assert found.out == expected.out and resolved.count
    assert quick(root, kept, resolved)


# --- edits from seeds ------------------------------------------------------------------------------------------------

SMALL: Tree = {name: text for name, text in tree().items() if str(name).startswith(("app/", "web/", "native/"))}
LINES = {
    ".py": ["# note", "", "    # deep", "pass", "load(1)", "    '''doc'''", "x = helper"],
    ".ts": ["// note", "", "/* a", "*/", "scale(1);"],
}
WORDS = ("helper", "load", "take", "item", "path", "x", "1", "2", "scale", "each", "twice")
LINES[".c"] = LINES[".h"] = ["// note", "", "/* a */", "int y;", "#if 0", "#endif"]


def a_change(text: str, ending: str, rng: random.Random) -> str:
    """One small edit, sensible or not."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(9)
    if kind < 3:
        lines.insert(at, rng.choice(LINES[ending]))
    elif kind == 3:
        del lines[at]
    elif kind == 4:
        lines[at] += "  " + rng.choice(["# x", "// x", "/* x */"])
    elif kind == 5:
        lines.insert(at, rng.choice(lines))
    elif kind == 6 and text:
        place = rng.randrange(len(text))
        return text[:place] + rng.choice([" ", "\n", "x", "(", "'", "# \n"]) + text[place:]
    elif kind == 7:
        words = [word for word in WORDS if word in text]
        return text.replace(rng.choice(words), rng.choice(words)) if words else text
    else:
        old = rng.choice(["Begin here.", "Keeps things.", "Runs it.", "# note", "return 1", "x * 3", "LIMIT = 1"])
        return text.replace(old, rng.choice([old + "?", "other words", "", old + "\n"]))
    return "\n".join(lines)


def differ(root: Path, kept: Path, seed: int, steps: int, resolved: Resolved) -> int:
    """Edits one after the other; how many of them were quick."""
    rng = random.Random(seed)
    names = [str(name) for name in SMALL if str(name).endswith((".py", ".ts", ".c", ".h"))]
    plant(root, SMALL)
    built(root, kept)
    quick_ones = 0
    for step in range(steps):
        if rng.random() < 0.2:
            plant(root, SMALL)
        for name in rng.sample(names, rng.choice([1, 1, 1, 2])):
            path = root / name
            path.write_text(a_change(path.read_text(), path.suffix, rng))
        expected = unkept(root)
        resolved.reset()
        assert built(root, kept) == expected, (seed, step)
        quick_ones += not resolved.count
    return quick_ones


@pytest.fixture
def space(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    yield tmp_path / "made", tmp_path / "kept"


@pytest.mark.parametrize("seed", range(3))
def test_edits_from_seeds_say_what_they_say_cold(space: tuple[Path, Path], seed: int, resolved: Resolved) -> None:
    assert differ(*space, seed, 14, resolved) > 1


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 116))
def test_many_edits_from_seeds_say_what_they_say_cold(space: tuple[Path, Path], seed: int, resolved: Resolved) -> None:
    assert differ(*space, seed, 120, resolved) > 10
