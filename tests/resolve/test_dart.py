"""Calls in Dart trees: each mechanism with the right target and a decoy of the same name."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls_of

STRANGER = """class Stranger { void run() {} static void make() {} void helper() {} }
class Cart { void add() {} void run() {} }
void helper() {}
void run() {}
"""


def tree(tmp_path: Path, **files: str) -> set[Call]:
    """The calls of a package ``shop`` with these files (``lib__a`` is lib/a.dart), beside strangers."""
    named = {name.replace("__", "/") + ".dart": text for name, text in files.items()}
    manifest = {"pubspec.yaml": "# shop\nname: 'shop' # the name\n"}
    return calls_of(tmp_path, {"lib/z.dart": STRANGER, "lib/src/z.dart": STRANGER} | manifest | named)


def test_imports_by_path_and_by_package(tmp_path: Path) -> None:
    cart = "class Cart { void add() {} }\nvoid helper() {}\nvoid _own() {}\n"
    assert tree(
        tmp_path,
        lib__src__one=cart,
        lib__src__two=cart,
        bin__a="""import 'package:shop/src/one.dart';
void go() { helper(); Cart().add(); _own(); }
""",
        lib__b="""import 'src/two.dart';
void go() { helper(); final c = Cart(); c.add(); }
""",
        bin__c="""import 'package:other/src/one.dart';
import 'dart:io';
void go() { helper(); Cart().add(); exit(1); }
""",
        bin__d="""void go() { helper(); run(); Cart.make(); }
""",
    ) == {
        ("go", "lib/src/one.dart", 2, "helper"),
        ("go", "lib/src/one.dart", 1, "Cart"),
        ("go", "lib/src/two.dart", 2, "helper"),
        ("go", "lib/src/two.dart", 1, "Cart"),
        ("go", "lib/src/two.dart", 1, "add"),
    }


def test_prefixes_show_and_hide(tmp_path: Path) -> None:
    both = "void helper() {}\nvoid run() {}\n"
    assert tree(
        tmp_path,
        lib__one=both,
        lib__two=both,
        lib__a="""import 'one.dart' as one;
import 'two.dart' hide helper;
void first() { one.helper(); run(); helper(); }
""",
        lib__b="""import 'one.dart' show helper;
import 'two.dart' show run;
void second() { helper(); run(); }
""",
    ) == {
        ("first", "lib/one.dart", 1, "helper"),
        ("first", "lib/two.dart", 2, "run"),
        ("second", "lib/one.dart", 1, "helper"),
        ("second", "lib/two.dart", 2, "run"),
    }


def test_exports_give_what_they_say(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        lib__src__one="void helper() {}\nvoid run() {}\nvoid inner() {}\n",
        lib__src__two="void helper() {}\nvoid run() {}\nvoid last() {}\n",
        lib__all="""import 'src/deep.dart';
export 'src/one.dart' show helper;
export 'src/two.dart' hide helper, last;
export 'all.dart';
""",
        lib__src__deep="void deep() {}\n",
        lib__a="""import 'all.dart';
void go() { helper(); run(); inner(); last(); deep(); }
""",
    ) == {("go", "lib/src/one.dart", 1, "helper"), ("go", "lib/src/two.dart", 2, "run")}


def test_parts_are_one_library(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        lib__one="void helper() {}\n",
        lib__a="""import 'one.dart';
part 'src/p.dart';
void go() { _inside(); }
void _back() {}
""",
        lib__src__p="""part of '../a.dart';
void _inside() { helper(); _back(); }
""",
        lib__named="""library shop.named;
import 'one.dart';
part 'q.dart';
void other() { _quiet(); _inside(); }
""",
        lib__q="""part of shop.named;
void _quiet() { helper(); }
""",
    ) == {
        ("go", "lib/src/p.dart", 2, "_inside"),
        ("_inside", "lib/one.dart", 1, "helper"),
        ("_inside", "lib/a.dart", 4, "_back"),
        ("other", "lib/q.dart", 2, "_quiet"),
        ("_quiet", "lib/one.dart", 1, "helper"),
    }


def test_constructors(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        lib__a="""class Base {
  Base.named();
  factory Base.make() => Base.named();
  factory Base.short() = Base.named;
  void run() {}
}
class Derived extends Base {
  final int a;
  Derived(this.a) : super.named();
  Derived.other() : a = 1, super.named();
}
class Plain { void run() {} }
void go() { Derived(1); Derived.other(); new Base.make(); Plain(); }
""",
    ) == {
        ("make", "lib/a.dart", 2, "named"),
        ("short", "lib/a.dart", 2, "named"),
        ("Derived", "lib/a.dart", 2, "named"),
        ("other", "lib/a.dart", 2, "named"),
        ("go", "lib/a.dart", 9, "Derived"),
        ("go", "lib/a.dart", 10, "other"),
        ("go", "lib/a.dart", 3, "make"),
        ("go", "lib/a.dart", 12, "Plain"),
    }


def test_members_of_bases_mixins_and_extensions(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        lib__one="""class Box { void run() {} }
""",
        lib__a="""import 'one.dart';
class Base { void run() {} void only() {} }
mixin One { void run() {} void one() { two(); } void two() {} }
mixin Two { void run() {} }
class Derived extends Base with One, Two {
  final Box box;
  Box get made => box;
  void go() { run(); only(); this.one(); box.run(); made.run(); box.twice(); made.quiet(); }
  void up() { super.run(); }
}
extension Twice on Box { void twice() { run(); } }
extension on Box { void quiet() { twice(); } }
class Own { void twice() {} void quiet() {} }
""",
    ) == {
        ("go", "lib/a.dart", 4, "run"),
        ("go", "lib/a.dart", 2, "only"),
        ("go", "lib/a.dart", 3, "one"),
        ("one", "lib/a.dart", 3, "two"),
        ("go", "lib/one.dart", 1, "run"),
        ("go", "lib/a.dart", 11, "twice"),
        ("go", "lib/a.dart", 12, "quiet"),
        ("up", "lib/a.dart", 4, "run"),
        ("twice", "lib/one.dart", 1, "run"),
        ("quiet", "lib/a.dart", 11, "twice"),
    }


def test_circles_and_strange_manifests_end(tmp_path: Path) -> None:
    root = {
        "pubspec.yaml": "name: [1, 2]\nname:\n",
        "a/pubspec.yaml": "\x00\x01",
        "lib/a.dart": "part 'b.dart';\nexport 'b.dart';\nclass A extends B { void run() { super.run(); } }\n",
        "lib/b.dart": "part of 'a.dart';\npart 'a.dart';\nclass B extends A { void run() { go(); } }\n",
        "lib/c.dart": "import 'package:/x.dart';\nimport '../../../x.dart';\n"
        "extension E on E { void run() { run(); } }\n",
        "a/d.dart": "part of 'd.dart';\nimport 'd.dart';\nextension on Missing { void run() { run(); } }\n",
    }
    assert calls_of(tmp_path, root) == {("run", "lib/b.dart", 3, "run")}


def test_what_is_imported_is_not_inherited_from_outside(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        lib__one="void free() {}\nclass Log { static void run() {} }\nclass Other { void setState() {} }\n",
        lib__a="""import 'package:flutter/widgets.dart';
import 'one.dart';
class Page extends State<Home> {
  void go() { free(); Log.run(); setState(); own(); Text(1); }
  void own() {}
}
""",
    ) == {("go", "lib/one.dart", 1, "free"), ("go", "lib/one.dart", 2, "run"), ("go", "lib/a.dart", 5, "own")}


def test_constructors_without_names_call_each_other(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        lib__a="""class Base { Base(int a); }
class Face { Face(int a); }
class Last extends Base implements Face {
  Last(int a) : super(a);
  Last.short() : this(1);
}
""",
    ) == {("Last", "lib/a.dart", 1, "Base"), ("short", "lib/a.dart", 4, "Last")}
