"""What never changes where calls go: order, threads, files that nobody imports, consistent new names of directories.

Purpose: trees of Python and TypeScript from seeds, with imports, classes, typed receivers and namesakes. Invariant:
a failing seed is in the test's name. Cost: a few runs of the command a seed.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ripwire.resolve.evidence import PROVENANCE
from tests.resolve.marked import edges
from tests.support.command import plant

SEEDS = range(6)
BOUND = {"import", "type", "self", "file", "flow"}
NAMES = ("run", "make", "find", "save", "load", "close")


class Tree:
    """A tree from a seed: modules in directories, each with functions, classes and calls of what it imports."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.directories = ["app", "app/core", "app/web", "lib"]
        self.files: dict[str, str] = {d + "/__init__.py": "" for d in self.directories}
        self.modules = [(self.rng.choice(self.directories), f"m{n}") for n in range(6)]
        for number, (directory, module) in enumerate(self.modules):
            earlier = self.modules[:number]
            self.files[f"{directory}/{module}.py"] = self._python(number, earlier)
            self.files[f"{directory}/{module}.ts"] = self._typescript(number, directory, earlier)

    def _names(self) -> list[str]:
        return self.rng.sample(NAMES, 3)

    def _python(self, number: int, earlier: list[tuple[str, str]]) -> str:
        rng, lines, users = self.rng, ["from __future__ import annotations"], []
        base = ""
        for directory, module in rng.sample(earlier, min(2, len(earlier))):
            dotted = directory.replace("/", ".") + "." + module
            other = module[1:]
            style = rng.randrange(3)
            if style == 0:
                lines.append(f"import {dotted} as {module}")
                users += [f"{module}.top{other}()", f"{module}.K{other}().{rng.choice(NAMES)}()"]
                base = f"{module}.K{other}"
            elif style == 1:
                lines.append(f"from {dotted} import K{other}, top{other} as t{other}")
                users += [f"t{other}()", f"K{other}().{rng.choice(NAMES)}()"]
                base = f"K{other}"
            else:
                lines.append(f"from {dotted} import *")
                users += [f"top{other}()", f"K{other}().{rng.choice(NAMES)}()"]
                base = f"K{other}"
        lines.append(f"class K{number}({base}):" if base else f"class K{number}:")
        own = self._names()
        for name in own:
            lines += [f"    def {name}(self):", f"        self.{rng.choice(own)}()"]
        lines += [f"def top{number}() -> K{number}:", f"    return K{number}()"]
        lines += [f"def use{number}(x, y: K{number}):", f"    y.{rng.choice(NAMES)}()", f"    x.{rng.choice(NAMES)}()"]
        lines += [f"    top{number}().{rng.choice(NAMES)}()", *("    " + user for user in users)]
        return "\n".join(lines) + "\n"

    def _typescript(self, number: int, directory: str, earlier: list[tuple[str, str]]) -> str:
        rng, lines, users = self.rng, [], []
        base = ""
        for there, module in rng.sample(earlier, min(2, len(earlier))):
            path = "./" + "../" * (directory.count("/") + 1) + there + "/" + module
            other = module[1:]
            if rng.randrange(2):
                lines.append(f"import * as {module} from '{path}';")
                users += [f"{module}.top{other}();", f"new {module}.K{other}().{rng.choice(NAMES)}();"]
                base = f" extends {module}.K{other}"
            else:
                lines.append(f"import {{ K{other}, top{other} as t{other} }} from '{path}';")
                users += [f"t{other}();", f"new K{other}().{rng.choice(NAMES)}();"]
                base = f" extends K{other}"
        lines.append(f"export class K{number}{base} {{")
        own = self._names()
        lines += [f"  {name}() {{ this.{rng.choice(own)}(); }}" for name in own]
        lines += ["}", f"export function top{number}(): K{number} {{ return new K{number}(); }}"]
        lines += [f"export function use{number}(x: any, y: K{number}) {{", f"  y.{rng.choice(NAMES)}();"]
        lines += [
            f"  x.{rng.choice(NAMES)}();",
            f"  top{number}().{rng.choice(NAMES)}();",
            *("  " + user for user in users),
        ]
        return "\n".join([*lines, "}"]) + "\n"


def rows(root: Path, files: dict[str, str], *options: str) -> list[tuple[str, ...]]:
    """All edges of a tree, whole."""
    return sorted(tuple(edge.values()) for edge in edges(plant(root, files), *options))


def bound(root: Path, files: dict[str, str]) -> set[tuple[str, ...]]:
    """The edges whose evidence is the language's own."""
    keys = ("caller_path", "caller_line", "caller_name", "callee_path", "callee_line", "callee_name", "prov", "sites")
    return {tuple(edge[key] for key in keys) for edge in edges(plant(root, files)) if edge["prov"] in BOUND}


@pytest.mark.parametrize("seed", SEEDS)
def test_order_of_creation_and_threads_change_nothing(tmp_path: Path, seed: int) -> None:
    tree = Tree(seed)
    names = list(tree.files)
    expected = rows(tmp_path / "a", tree.files)
    assert expected, "a tree without edges shows nothing"
    tree.rng.shuffle(names)
    assert rows(tmp_path / "b", {name: tree.files[name] for name in names}) == expected
    assert rows(tmp_path / "a", {}, "--threads=1") == rows(tmp_path / "a", {}, "--threads=7") == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_files_that_nobody_imports_change_no_bound_edge(tmp_path: Path, seed: int) -> None:
    tree = Tree(seed)
    expected = bound(tmp_path / "a", tree.files)
    other = Tree(seed + 1000)
    # The copies' packages have a name of their own: see test_resolution_faults for those that have not.
    foreign = {
        f"foreign/{seed}x/own/{name}": text.replace("app.", "own.app.").replace("lib.", "own.lib.")
        for name, text in other.files.items()
    }
    foreign[f"foreign/{seed}x/own/__init__.py"] = ""
    renamed = {
        "unrelated/one.py": "def nobody():\n    pass\nclass Nobody:\n    def nothing(self): pass\n",
        "unrelated/two.ts": "export function never() {}\n",
        "unrelated/three.rb": "def rare; end\n",
    }
    for number, more in enumerate((renamed, foreign)):
        found = bound(tmp_path / f"b{number}", {**tree.files, **more})
        here = {edge for edge in found if not edge[0].startswith(("foreign/", "unrelated/"))}
        assert here == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_a_directory_under_another_name_keeps_the_edges(tmp_path: Path, seed: int) -> None:
    tree = Tree(seed)
    expected = bound(tmp_path / "a", tree.files)
    files = {
        name.replace("app/", "zoo/"): text.replace("app.", "zoo.").replace("app/", "zoo/")
        for name, text in tree.files.items()
    }
    found = bound(tmp_path / "b", files)
    assert {tuple(field.replace("zoo/", "app/") for field in edge) for edge in found} == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_twice_in_one_process_is_the_same_and_counts_agree(tmp_path: Path, seed: int) -> None:
    from ripwire.model.columns import NO_SYMBOL
    from ripwire.resolve import resolve
    from ripwire.tree import build

    root = plant(tmp_path / "a", Tree(seed).files)
    columns = build(str(root).encode()).columns

    def read(path: bytes) -> bytes | None:
        try:
            return (root / path.decode()).read_bytes()
        except OSError:
            return None

    first, second = resolve(columns, read), resolve(columns, read)
    assert len(first.src) > 20
    for name in ("src", "dst", "line", "row", "confidence", "provenance", "ambiguous", "unresolved"):
        assert getattr(first, name) == getattr(second, name), name
    assert all(0 < one < len(PROVENANCE) for one in first.provenance)
    shares: dict[tuple[int, int], list[float]] = {}
    for src, row, confidence in zip(first.src, first.row, first.confidence, strict=True):
        shares.setdefault((src, row), []).append(confidence)
    ambiguous = [0] * len(columns.kind)
    for (src, _), parts in shares.items():
        assert sum(parts) <= 1.0001
        ambiguous[src] += len(parts) > 1
    assert list(first.ambiguous) == ambiguous
    assert all(columns.ref_owner[row] != NO_SYMBOL for row in first.row)
