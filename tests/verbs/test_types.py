"""`--lego`: what a type asks of others, and who gives it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.answers import asked, twin
from tests.support.command import plant, run

TREES: dict[str, tuple[str, str, list[str], list[tuple[str, str | None]]]] = {
    "a.py": (
        "class Reader:\n    def read(self, n): ...\n    def close(self):\n        pass\nclass File(Reader):\n"
        "    def read(self, n): return b''\nclass Big(File): pass\nclass Other: pass\n",
        "Reader",
        ["def read(self, n)", "def close(self)"],
        [("File", None), ("Big", "2")],
    ),
    "a.ts": (
        "interface Reader { read(n: number): string; size: number }\n"
        "abstract class Base implements Reader { abstract go(): void; size = 1; read(n: number) { return ''; } }\n"
        "class Leaf extends Base { go() {} }\n",
        "Reader",
        ["read(n: number): string"],
        [("Base", None), ("Leaf", "2")],
    ),
    "A.java": (
        "interface Reader { String read(int n) throws X; }\n"
        "class File implements Reader { public String read(int n) { return null; } }\n",
        "Reader",
        ["String read(int n) throws X"],
        [("File", None)],
    ),
    "a.rs": (
        "pub trait Reader { fn read(&mut self, n: u8) -> u8; fn close(&self) {} }\npub struct File;\n"
        "impl Reader for File { fn read(&mut self, n: u8) -> u8 { n } }\nimpl File { fn open() {} }\n",
        "Reader",
        ["fn read(&mut self, n: u8) -> u8", "fn close(&self)"],
        [("File", None)],
    ),
    "a.cs": (
        "interface Reader { string Read(int n); }\n"
        "class File : Reader { public string Read(int n) { return null; } }\n",
        "Reader",
        ["string Read(int n)"],
        [("File", None)],
    ),
    "a.php": (
        "<?php\ninterface Reader { public function read(int $n): string; }\n"
        "class File implements Reader { public function read(int $n): string { return ''; } }\n",
        "Reader",
        ["public function read(int $n): string"],
        [("File", None)],
    ),
    "a.rb": (
        "module Reader\n  def read(n); raise; end\nend\nclass File2\n  include Reader\nend\n",
        "Reader",
        ["def read(n)"],
        [("File2", None)],
    ),
    "a.swift": (
        "protocol Reader { func read(n: Int) -> Int }\nclass File: Reader { func read(n: Int) -> Int { return n } }\n"
        "struct Pipe {}\nextension Pipe: Reader { func read(n: Int) -> Int { return n } }\n",
        "Reader",
        ["func read(n: Int) -> Int"],
        [("File", None), ("Pipe", None)],
    ),
    "a.kt": (
        "interface Reader { fun read(n: Int): String }\n"
        "class File : Reader { override fun read(n: Int): String = \"\" }\n",
        "Reader",
        ["fun read(n: Int): String"],
        [("File", None)],
    ),
    "a.dart": (
        "abstract class Reader { String read(int n); }\nclass File implements Reader { String read(int n) => ''; }\n",
        "Reader",
        ["String read(int n)"],
        [("File", None)],
    ),
    "a.ex": (
        "defmodule Reader do\n  @callback read(n :: integer) :: binary\nend\ndefmodule File2 do\n  @behaviour Reader\n"
        "  def read(_n), do: \"\"\nend\n",
        "Reader",
        ["@callback read(n :: integer) :: binary"],
        [("File2", None)],
    ),
    "a.clj": (
        "(ns a)\n(defprotocol Reader (read-it [this n]))\n(defrecord File [] Reader (read-it [this n] n))\n",
        "Reader",
        ["(read-it [this n])"],
        [("File", None)],
    ),
    "a.m": (
        "@protocol Reader\n- (int)read:(int)n;\n@end\n@interface File : NSObject <Reader>\n@end\n@implementation File\n"
        "- (int)read:(int)n { return 1; }\n@end\n",
        "Reader",
        ["- (int)read:(int)n"],
        [("File", None)],
    ),
    "a.gd": (
        "class_name Reader\nfunc read(n): pass\nclass Inner extends Reader:\n\tfunc read(n): pass\n",
        "Reader",
        ["func read(n)"],
        [("Inner", None)],
    ),
}


def told(found: Any) -> tuple[list[str], list[tuple[str, str | None]]]:
    (iface,) = found.iter("iface")
    assert iface.get("implementors") == str(len(iface.findall("impl")))
    return [m.text for m in iface.iter("m")], [(i.get("n"), i.get("steps")) for i in iface.iter("impl")]


@pytest.mark.parametrize("path", TREES)
def test_methods_and_implementors_in_each_language(tmp_path: Path, path: str) -> None:
    source, name, methods, implementors = TREES[path]
    found = asked(plant(tmp_path, {path: source}), f"--lego={name}")
    assert told(found) == (methods, implementors)


def test_a_type_in_go_has_an_interface_when_it_has_its_methods(tmp_path: Path) -> None:
    source = (
        "package a\ntype Closer interface { Close() }\ntype Reader interface { Closer; Read(n int) int }\n"
        "type File struct{}\nfunc (f *File) Read(n int) int { return n }\nfunc (f *File) Close() {}\n"
        "type Wrap struct { File }\ntype Half struct{}\nfunc (h Half) Read(n int) int { return n }\n"
        "type Other struct{}\nfunc (o Other) Read(n, m int) int { return n }\nfunc (o Other) Close() {}\n"
    )
    root = plant(tmp_path, {"a.go": source, "go.mod": "module a\n"})
    assert told(asked(root, "--lego=Reader")) == (["Read(n int) int"], [("File", None), ("Wrap", None)])
    assert told(asked(root, "--lego=Closer"))[1] == [("File", None), ("Wrap", None), ("Other", None)]


def test_a_namesake_of_another_file_or_language_has_no_implementors(tmp_path: Path) -> None:
    files = {
        "a.py": "class Reader: pass\nclass A(Reader): pass\n",
        "b.py": "class Reader: pass\nclass B(Reader): pass\n",
        "c.ts": "class Reader {}\nclass C extends Reader {}\n",
    }
    root = plant(tmp_path, files)
    for path, name in (("a.py", "A"), ("b.py", "B"), ("c.ts", "C")):
        assert told(asked(root, f"--lego={path}:Reader"))[1] == [(name, None)], path
    assert told(asked(root, "--lego=Reader"))[1] == [("A", None)]  # the first of several


def test_const_methods_without_effects_are_pure(tmp_path: Path) -> None:
    source = (
        "struct Box {\n  int size() const { return n; }\n  int loud() const { return say(); }\n"
        "  void set(int m) { n = m; }\n"
        "  constexpr int twice() { return 2 * n; }\n  int n;\n};\nint say() { return printf(\"x\"); }\n"
    )
    found = asked(plant(tmp_path, {"a.cpp": source}), "--lego=Box")
    pure = [(m.text, m.get("pure")) for m in found.iter("m")]
    assert pure == [
        ("int size() const", "1"), ("int loud() const", None), ("void set(int m)", None),
        ("constexpr int twice()", "1"),
    ]  # fmt: skip


def test_what_is_not_told_of_a_language_is_said(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.c": "struct ops { int (*read)(int n); };\n", "b.py": "import x\nclass A(x.Y): pass\n"})
    (iface,) = asked(root, "--lego=ops").iter("iface")
    assert (iface.get("methods"), iface.get("caveat")) == ("0", "not-extracted-for-lang")
    assert told(asked(root, "--lego=A")) == ([], [])


def test_an_interface_with_bases_outside_is_open(tmp_path: Path) -> None:
    source = "package a\nimport \"io\"\ntype R interface { io.Reader; Two() }\ntype T struct{}\nfunc (t T) Two() {}\n"
    (iface,) = asked(plant(tmp_path, {"a.go": source}), "--lego=R").iter("iface")
    assert iface.get("open") == "1"


def test_lego_in_json(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": TREES["a.py"][0]})
    (iface,) = twin(root, "--lego=Reader")["lego"][0]["iface"]
    assert iface["implementors"] == 2 and iface["m"][0] == {"sig": "def read(self, n)"}
    assert iface["impl"][1] == {"n": "Big", "p": "a.py:7", "steps": 2}


def test_a_module_that_nothing_can_extend_is_no_type(tmp_path: Path) -> None:
    refused = run([plant(tmp_path, {"a.rs": "mod inner { pub fn f() {} }\n"}), "--lego=inner"])
    assert refused.code == 1 and b"no type" in refused.err


@pytest.mark.parametrize("flags", [["--lego=nothing"], ["--lego=f"], ["--lego="], ["--lego=A", "--limit=1"]])
def test_what_is_no_type_is_refused(tmp_path: Path, flags: list[str]) -> None:
    root = plant(tmp_path, {"a.py": "class A: pass\ndef f(): pass\n"})
    refused = run([root, *flags])
    assert refused.code == 1 and refused.out == b"" and (b"--lego" in refused.err)
