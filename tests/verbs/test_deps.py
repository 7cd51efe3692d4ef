"""`--deps`: files by their imports; and the walks behind it."""

from __future__ import annotations

from array import array
from math import log2
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire._core.cones import components, cones
from tests.support.answers import asked, check_pages, twin
from tests.support.command import plant, run


def edges(found: Any) -> dict[str, list[str]]:
    """Files and those that they import, in the order of the answer's files."""
    return {f.get("p"): [inc.get("p") for inc in f] for f in found.findall("f")}


CHAIN = {
    "a.py": "import b\nimport os\n",
    "b.py": "import c\nfrom c import x\n",
    "c.py": "import d\n",
    "d.py": "x = 1\n",
    "lone.py": "import sys\n",
    "notes.md": "# d\n",
}


def test_a_chain_of_files(tmp_path: Path) -> None:
    found = asked(plant(tmp_path, CHAIN), "--deps")
    assert edges(found) == {"a.py": ["b.py"], "b.py": ["c.py"], "c.py": ["d.py"], "d.py": []}
    assert (found.get("files"), found.get("shown"), found.get("capped")) == ("4", "4", "0")
    rows = [tuple(f.attrib.values()) for f in found.findall("f")]
    assert rows == [
        ("a.py", "1", "0", "1.00", "3"), ("b.py", "1", "1", "0.50", "2"), ("c.py", "1", "1", "0.50", "1"),
        ("d.py", "0", "1", "0.00", "0"),
    ]  # fmt: skip
    (inc,) = found.findall("f")[1]
    assert (inc.get("t"), inc.get("refs")) == ("c", "2")
    (health,) = found.findall("health")
    ccd, n = 4 + 3 + 2 + 1 + 1, 5  # the file without imports is one of Python, too; the document is none
    assert list(health.items()) == [
        ("files", "6"), ("dep_files", "5"), ("ccd", str(ccd)), ("acd", f"{ccd / n:.1f}"),
        ("nccd", f"{ccd / ((n + 1) * log2(n + 1) - n):.2f}"), ("shape", "balanced"),
    ]  # fmt: skip
    assert found.find("stabledeps").get("violations") == "0" and found.find("cycles").get("total") == "0"


def test_a_cycle_is_cut_at_its_lightest_import(tmp_path: Path) -> None:
    files = {
        "a.py": "import b\nfrom b import x\n",
        "b.py": "import c\nfrom c import y\n",
        "c.py": "import a\n",
        "d.py": "import a\n",
        "e.py": "import f\n",
        "f.py": "import e\n",
    }
    found = asked(plant(tmp_path, files), "--deps")
    cycles = [(dict(cycle.attrib), [f.get("p") for f in cycle]) for cycle in found.find("cycles")]
    assert cycles == [
        ({"size": "3", "cost": "9", "cut": "c.py -> a.py", "cutrefs": "1"}, ["a.py", "b.py", "c.py"]),
        ({"size": "2", "cost": "4", "cut": "e.py -> f.py", "cutrefs": "1"}, ["e.py", "f.py"]),
    ]
    assert {f.get("p"): f.get("transitive") for f in found.findall("f")} == {
        "d.py": "3", "a.py": "2", "b.py": "2", "c.py": "2", "e.py": "1", "f.py": "1",
    }  # fmt: skip


def test_needing_what_is_less_stable_is_told(tmp_path: Path) -> None:
    files = {
        "core.py": "import shaky\n",  # needed by three, needs one: 0.25
        "shaky.py": "import x\nimport y\nimport z\n",  # needed by one, needs three: 0.75
        **{f"{name}.py": "" for name in "xyz"},
        **{f"user{i}.py": "import core\n" for i in range(3)},
    }
    found = asked(plant(tmp_path, files), "--deps")
    (violation,) = found.find("stabledeps")
    assert list(violation.items()) == [("from", "core.py"), ("to", "shaky.py"), ("gap", "0.50")]
    (first, *_) = found.find("godfiles")
    assert (first.get("p"), first.get("afferent")) == ("core.py", "3")


LANGUAGES: dict[str, tuple[dict[str, str], dict[str, list[str]]]] = {
    "python": (
        {"p/__init__.py": "from . import a\n", "p/a.py": "from p.b import f\nfrom .sub import g\n", "p/b.py": "",
         "p/sub/__init__.py": "from p import b\n", "other.py": "from p import name\n"},
        {"other.py": ["p/__init__.py"], "p/__init__.py": ["p/a.py"], "p/a.py": ["p/b.py", "p/sub/__init__.py"],
         "p/sub/__init__.py": ["p/b.py"]},
    ),
    "ecma": (
        {"a.ts": "import x, { y } from './lib';\nexport * from './b';\nimport fs from 'fs';\n", "b.ts": "",
         "lib/index.ts": "const z = require('../b');\n"},
        {"a.ts": ["lib/index.ts", "b.ts"], "lib/index.ts": ["b.ts"]},
    ),
    "c": (
        {"src/a.c": "#include \"a.h\"\n#include <b.h>\n#include \"b.h\"\n", "src/a.h": "", "include/b.h": "",
         "one/c.h": "", "two/c.h": "", "src/d.c": "#include \"c.h\"\n"},
        {"src/a.c": ["src/a.h", "include/b.h"]},  # c.h is in two places: none
    ),
    "rust": (
        {"Cargo.toml": "[package]\nname = \"r\"\nedition = \"2021\"\n", "src/lib.rs": "mod a;\nmod m;\nuse a::Thing;\n",
         "src/a.rs": "use crate::m::deep;\nuse std::fmt;\npub struct Thing;\n", "src/m/mod.rs": "pub mod deep;\n",
         "src/m/deep.rs": "use super::super::a::Thing;\n"},
        {"src/lib.rs": ["src/a.rs", "src/m/mod.rs"], "src/a.rs": ["src/m/deep.rs"], "src/m/mod.rs": ["src/m/deep.rs"],
         "src/m/deep.rs": ["src/a.rs"]},
    ),
    "ruby": (
        {"lib/a.rb": "require 'json'\nrequire 'sub/c'\nrequire_relative 'b'\n", "lib/b.rb": "", "lib/sub/c.rb": ""},
        {"lib/a.rb": ["lib/sub/c.rb", "lib/b.rb"]},
    ),
    "php": (
        {"a.php": "<?php\nuse App\\Foo;\nrequire 'b.php';\n", "b.php": "<?php\n",
         "src/Foo.php": "<?php\nnamespace App;\nclass Foo {}\n"},
        {"a.php": ["src/Foo.php", "b.php"]},
    ),
    "java": (
        {"J.java": "import p.q.K;\nimport java.util.List;\nimport p.q.*;\n",
         "p/q/K.java": "package p.q;\nclass K {}\n"},
        {"J.java": ["p/q/K.java"]},
    ),
    "lua": ({"a.lua": "local b = require \"x.b\"\nlocal s = require 'string'\n", "x/b.lua": "return {}\n"},
            {"a.lua": ["x/b.lua"]}),
    "dart": ({"a.dart": "import 'dart:io';\nimport 'b.dart';\n", "b.dart": "class B {}\n"}, {"a.dart": ["b.dart"]}),
    "elixir": (
        {"a.ex": "defmodule A do\n  alias B.C\n  alias C.D\n  use GenServer\nend\n", "c.ex": "defmodule B.C do\nend\n",
         "d.ex": "defmodule B.C.D do\nend\n"},
        {"a.ex": ["c.ex", "d.ex"]},
    ),
    "clojure": (
        {"app/a.clj": "(ns app.a (:require [app.b :as b] [clojure.string :as s]))\n", "app/b.clj": "(ns app.b)\n"},
        {"app/a.clj": ["app/b.clj"]},
    ),
    "gleam": ({"gleam.toml": "name = \"g\"\n", "src/a.gleam": "import b\nimport gleam/io\n",
               "src/b.gleam": "pub fn f() { 1 }\n"}, {"src/a.gleam": ["src/b.gleam"]}),
    "gdscript": ({"project.godot": "", "a.gd": "extends \"res://b.gd\"\nconst C = preload(\"res://s/c.gd\")\n",
                  "b.gd": "extends Node\n", "s/c.gd": ""}, {"a.gd": ["b.gd", "s/c.gd"]}),
    "bash": ({"a.sh": "source ./lib/b.sh\n. c.sh\n", "lib/b.sh": "f() { :; }\n"}, {"a.sh": ["lib/b.sh"]}),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_imports_lead_to_the_files_that_they_name(tmp_path: Path, language: str) -> None:
    files, wanted = LANGUAGES[language]
    found = edges(asked(plant(tmp_path, files), "--deps"))
    assert {path: targets for path, targets in found.items() if targets} == wanted


def test_the_same_in_a_root_of_several(tmp_path: Path) -> None:
    files, wanted = LANGUAGES["ecma"]
    one, two = plant(tmp_path / "one", files), plant(tmp_path / "two", files)
    found = edges(asked(one, str(two), "--deps"))
    assert {path: targets for path, targets in found.items() if targets} == {
        f"{label}/./{path}": [f"{label}/./{target}" for target in targets]
        for label in ("one", "two")
        for path, targets in wanted.items()
    }


def test_deps_in_json_in_pages_and_without_files(tmp_path: Path) -> None:
    root = plant(tmp_path / "full", {f"m{i}.py": f"import m{i + 1}\n" for i in range(50)})
    found = asked(root, "--deps")
    assert (found.get("files"), found.get("shown"), found.get("capped")) == ("50", "40", "1")
    assert found.find("godfiles").get("total") == "49" and len(found.find("godfiles")) == 12
    check_pages(root, "--deps", size=17, tag="f")
    twin(root, "--deps", "--limit=3")
    empty = asked(plant(tmp_path / "empty", {"a.md": "# a\n"}), "--deps")
    assert (empty.get("files"), empty.find("health").get("ccd")) == ("0", None)


def test_deps_takes_no_value(tmp_path: Path) -> None:
    refused = run([plant(tmp_path, CHAIN), "--deps=a.py"])
    assert refused.code == 1 and refused.out == b"" and b"--deps" in refused.err


@given(st.integers(1, 12).flatmap(lambda n: st.lists(st.lists(st.integers(0, n - 1)), min_size=n, max_size=n)))
def test_cones_and_components_are_those_of_plain_reachability(graph: list[list[int]]) -> None:
    first, to = array("I", [0]), array("I")
    for targets in graph:
        to.extend(targets)
        first.append(len(to))
    reached = [{node} for node in range(len(graph))]
    for _ in graph:
        for node, targets in enumerate(graph):
            reached[node].update(*(reached[target] for target in targets))
    component = components(first, to)
    assert list(component) == [
        min(other for other in reached[node] if node in reached[other]) for node in range(len(graph))
    ]
    assert list(cones(first, to, component)) == [len(one) for one in reached]


@pytest.mark.parametrize("first, to", [([], []), ([0, 2], [0]), ([0, 1], [1]), ([0, 2, 1], [0]), ([1, 1], [0])])
def test_a_graph_that_does_not_fit_is_refused(first: list[int], to: list[int]) -> None:
    with pytest.raises(ValueError):
        components(array("I", first), array("I", to))
