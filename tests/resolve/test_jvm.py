"""Calls in Java and Kotlin trees: each rule with the right target and a decoy of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.calls import calls, calls_of
from tests.support.command import answer, plant

Edge = tuple[str, str, int]

STRANGERS = {
    "stranger/Stranger.java": """package stranger;
public class Stranger {
  public Stranger() {}
  public void run() {}
  public void run(int a) {}
  public static void help() {}
  public Stranger next() { return this; }
  public static Stranger make() { return null; }
  public void go() {}
}
""",
    "stranger/Strangers.kt": """package stranger
class Odd {
  fun run() {}
  fun next() {}
  fun go() {}
  fun make() {}
}
fun help() {}
fun make() {}
fun run() {}
fun go() {}
""",
}

FOO = """package lib;
public class Foo {
  public Foo() {}
  public Foo(int a) {}
  public void run() {}
  public Foo next() { return this; }
  public static Foo make() { return null; }
  public static class Part {
    public void run() {}
  }
}
"""


def targets(tmp_path: Path, files: dict[str, str], caller: str) -> set[tuple[str, int]]:
    """Path and line of what one caller of a tree calls, beside the strangers."""
    return {(path, line) for name, path, line, _ in calls_of(tmp_path, STRANGERS | files) if name == caller}


def java(tmp_path: Path, body: str, caller: str = "t", head: str = "", **files: str) -> set[tuple[str, int]]:
    """The calls of method ``t`` of a class in `app` that imports lib.Foo."""
    text = f"package app;\nimport lib.Foo;\n{head}\npublic class App {{\n{body}\n}}\n"
    named = {name.replace("__", "/") + ".java": content for name, content in files.items()}
    return targets(tmp_path, {"app/App.java": text, "lib/Foo.java": FOO} | named, caller)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("void t(Foo x) { x.run(); }", 5),
        ("Foo x; void t() { x.run(); }", 5),
        ("Foo x; void t() { this.x.run(); }", 5),
        ("void t() { Foo x = null; x.run(); }", 5),
        ("void t() { var x = Foo.make(); x.run(); }", 5),
        ("void t(Foo y) { var x = y.next(); x.run(); }", 5),
        ("void t(Foo[] y) { for (Foo x : y) { x.run(); } }", 5),
        ("void t(Foo[] y) { y[0].run(); }", 5),
        ("void t(java.util.List<Foo> y) { y.get(0).run(); }", 5),
        ("void t(java.util.Optional<Foo> y) { y.get().run(); }", 5),
        ("void t(Object o) { if (o instanceof Foo x) x.run(); }", 5),
        ("void t(Object o) { ((Foo) o).run(); }", 5),
        ("<T extends Foo> void t(T x) { x.run(); }", 5),
        ("void t() { lib.Foo x = null; x.run(); }", 5),
        ("void t(Foo.Part x) { x.run(); }", 9),
        ("Foo x; void x(Foo y) {} void t() { x.run(); }", 5),
        ("class In { void u() { x.run(); } } Foo x; void t() { x.run(); }", 5),
    ],
)
def test_java_receivers_are_declared(tmp_path: Path, body: str, line: int) -> None:
    found = java(tmp_path, body)
    assert ("lib/Foo.java", line) in found
    assert not any(path.startswith("stranger") for path, _ in found)
    assert {where for where in found if where[0] == "lib/Foo.java"} <= {("lib/Foo.java", n) for n in (line, 6, 7)}


def test_java_static_calls_and_chains(tmp_path: Path) -> None:
    assert java(tmp_path, "void t() { Foo.make().next().run(); }") == {("lib/Foo.java", n) for n in (5, 6, 7)}
    assert java(tmp_path / "full", "void t() { lib.Foo.make(); }") == {("lib/Foo.java", 7)}
    assert java(tmp_path / "typed", "void t() { Foo.<Integer, A<B>>make().run(); }") == {
        ("lib/Foo.java", 7), ("lib/Foo.java", 5),
    }  # fmt: skip


def test_a_java_parameter_without_a_type_hides_a_field(tmp_path: Path) -> None:
    body = "Foo x;\nvoid t(java.util.function.Consumer<String> c) { each(x -> x.strip()); }\nvoid each(Object o) {}"
    files = {"lib/Strip.java": "package lib;\nclass Strip {\n  void strip() {}\n}\n"}
    text = f"package app;\nimport lib.Foo;\nclass App {{\n{body}\n}}\n"
    foo = FOO.replace("  public void run() {}", "  public void strip() {}", 1)
    found = targets(tmp_path, {"app/App.java": text, "lib/Foo.java": foo} | files, "t")
    assert found == {("app/App.java", 6)}


def test_java_construction(tmp_path: Path) -> None:
    assert java(tmp_path / "a", "void t() { new Foo(); }") == {("lib/Foo.java", 3)}
    assert java(tmp_path / "b", "void t() { new Foo(1); }") == {("lib/Foo.java", 4)}
    assert java(tmp_path / "c", "void t() { new Foo.Part(); }") == {("lib/Foo.java", 8)}
    assert java(tmp_path / "d", "void t() { new lib.Foo(1).run(); }") == {("lib/Foo.java", 4), ("lib/Foo.java", 5)}
    assert java(tmp_path / "e", "void t() { new java.util.Stranger(); }") == set()


def test_java_constructors_call_each_other(tmp_path: Path) -> None:
    files = {
        "p/Base.java": "package p;\nclass Base {\n  Base(int a) {}\n  Base(int a, int b) {}\n}\n",
        "q/Base.java": "package q;\nclass Base {\n  Base(int a) {}\n}\n",
        "p/A.java": (
            "package p;\nclass A extends Base {\n  A() {\n    this(1);\n  }\n  A(int x) {\n    super(x);\n  }\n"
            "}\n"
        ),
        "p/B.java": "package p;\nclass Plain {}\nclass B extends Plain {\n  B() { super(); }\n}\n",
    }
    found = calls_of(tmp_path, files)
    assert found == {("A", "p/A.java", 6, "A"), ("A", "p/Base.java", 3, "Base"), ("B", "p/B.java", 2, "Plain")}


def test_java_names_are_of_the_package_that_a_file_declares(tmp_path: Path) -> None:
    files = {
        "x/One.java": "package p.a;\nclass One {\n  void t() { Two.go(); }\n}\n",
        "y/Two.java": "package p.a;\nclass Two {\n  static void go() {}\n}\n",
        "x/Two.java": "package p.b;\nclass Two {\n  static void go() {}\n}\n",
    }
    assert targets(tmp_path, files, "t") == {("y/Two.java", 3)}


def test_java_default_package(tmp_path: Path) -> None:
    files = {
        "x/One.java": "class One {\n  void t() { Two.go(); }\n}\n",
        "y/Two.java": "class Two {\n  static void go() {}\n}\n",
        "x/Three.java": "package x;\nclass Two {\n  static void go() {}\n}\n",
    }
    assert targets(tmp_path, files, "t") == {("y/Two.java", 2)}


def test_java_star_imports_come_after_the_package(tmp_path: Path) -> None:
    body = "package {};\npublic class {} {{\n  public static void go() {{}}\n}}\n"
    files = {
        "a/Mine.java": body.format("a", "Mine"),
        "b/Mine.java": body.format("b", "Mine"),
        "b/Only.java": body.format("b", "Only"),
        "c/Only.java": body.format("c", "Only"),
        "a/A.java": "package a;\nimport b.*;\nclass A {\n  void t() {\n    Mine.go();\n    Only.go();\n  }\n}\n",
    }
    assert targets(tmp_path, files, "t") == {("a/Mine.java", 3), ("b/Only.java", 3)}


def test_java_static_imports(tmp_path: Path) -> None:
    files = {
        "u/Util.java": (
            "package u;\npublic class Util {\n  public static void help() {}\n  public static void make() {}\n}\n"
        ),
        "a/A.java": (
            "package a;\nimport static u.Util.help;\nclass A {\n  void t() {\n    help();\n    make();\n  }\n}\n"
        ),
        "a/B.java": "package a;\nimport static u.Util.*;\nclass B {\n  void s() {\n    help();\n  }\n}\n",
        "a/C.java": "package a;\nimport static org.Other.*;\nclass C {\n  void o() {\n    help();\n  }\n}\n",
        "a/D.java": "package a;\nclass D {\n  static void help() {}\n}\n",
    }
    found = calls_of(tmp_path, files)
    assert {(c, p, n) for c, p, n, _ in found if c in "so"} == {("s", "u/Util.java", 3)}
    assert ("t", "u/Util.java", 3, "help") in found
    assert ("t", "a/D.java", 3, "help") not in found


def test_a_java_name_that_is_bound_outside_makes_no_edge(tmp_path: Path) -> None:
    body = "void t(List<String> x, Stranger y) { x.run(); y.go(); Stranger.help(); new Stranger(); }"
    assert java(tmp_path, body, head="import org.other.Stranger;\nimport java.util.*;") == set()


def test_java_inheritance(tmp_path: Path) -> None:
    files = {
        "p/Base.java": "package p;\npublic class Base {\n  protected void run() {}\n  void go() {}\n}\n",
        "p/Mid.java": "package p;\npublic class Mid extends Base {\n  protected void run() {}\n}\n",
        "a/A.java": """package a;
class A extends p.Mid {
  void bare() { go(); }
  void own() { this.run(); }
  void up() { super.run(); }
  void of(A x) { x.go(); }
}
""",
    }
    found = {(c, p, n) for c, p, n, _ in calls_of(tmp_path, STRANGERS | files) if p != "a/A.java"}
    assert found == {
        ("bare", "p/Base.java", 4), ("own", "p/Mid.java", 3), ("up", "p/Mid.java", 3), ("of", "p/Base.java", 4),
    }  # fmt: skip


def test_what_a_base_outside_may_have_does_not_hide_what_is_further_out(tmp_path: Path) -> None:
    body = "void go() {}\nclass In extends android.View {\n void t() { go(); run(); }\n}"
    assert java(tmp_path, body) == {("app/App.java", 5)}


def test_java_interfaces_stay_targets(tmp_path: Path) -> None:
    files = {
        "p/Job.java": "package p;\npublic interface Job {\n  void run();\n  default void all() {\n    run();\n  }\n}\n",
        "p/One.java": "package p;\nclass One implements Job {\n  public void run() {}\n}\n",
        "a/A.java": "package a;\nimport p.Job;\nclass A {\n  void t(Job j) {\n    j.run();\n    j.all();\n  }\n}\n",
    }
    assert targets(tmp_path, files, "t") == {("p/Job.java", 3), ("p/Job.java", 4), ("p/One.java", 3)}
    (tmp_path / "lone").mkdir()
    del files["p/One.java"]
    assert targets(tmp_path / "lone", files, "t") == {("p/Job.java", 3), ("p/Job.java", 4)}


def test_java_overloads_differ_in_the_number_of_arguments(tmp_path: Path) -> None:
    body = "void f() {}\nvoid f(int a) {}\nvoid f(int a, int b) {}\nvoid t() { f(1); }\nvoid u() { this.f(); f(1, 2); }"
    assert java(tmp_path / "a", body) == {("app/App.java", 6)}
    assert java(tmp_path / "b", body, "u") == {("app/App.java", 5), ("app/App.java", 7)}


def test_a_java_local_is_no_method(tmp_path: Path) -> None:
    body = (
        "Foo name() { return null; }\nvoid t(Foo size) {\nFoo name = name();\nname.run();\nsize();\n}\n"
        "void size() {}"
    )
    assert java(tmp_path, body) == {("app/App.java", 5), ("lib/Foo.java", 5), ("app/App.java", 11)}


def test_java_anonymous_classes(tmp_path: Path) -> None:
    body = """void go() {}
void t(Foo x) {
  Foo r = new Foo() {
    public void in() {
      help();
      this.next();
      go();
      super.run();
    }
    void help() {}
  };
  help();
}"""
    assert java(tmp_path, body, "in") == {
        ("app/App.java", 14), ("lib/Foo.java", 6), ("app/App.java", 5), ("lib/Foo.java", 5),
    }  # fmt: skip


def test_java_enums_and_records(tmp_path: Path) -> None:
    body = """enum Color {
  RED, BLUE;
  void run() {}
}
record Pair(Foo left, Foo right) {
  void t() {
    left.run();
    right().next();
    Color.RED.run();
  }
}"""
    found = java(tmp_path, body)
    assert found == {("lib/Foo.java", 5), ("lib/Foo.java", 6), ("app/App.java", 7), ("app/App.java", 9)}


def test_java_outer_objects(tmp_path: Path) -> None:
    body = "void go() {}\nclass In {\n  void go() {}\n  void t() {\n    App.this.go();\n  }\n}"
    assert java(tmp_path, body) == {("app/App.java", 5)}


def test_circles_of_bases_and_imports_end(tmp_path: Path) -> None:
    files = {
        "a/A.java": "package a;\nclass A extends B {\n  void t() { go(); super.go(); }\n}\n",
        "a/B.java": "package a;\nclass B extends A {\n}\nclass C extends C.D {\n  class D extends C {}\n}\n",
        "a/k.kt": (
            "package a\nimport a.k.*\ntypealias X = Y\ntypealias Y = X\nfun u(x: X) { x.go() }\nclass E : F()\n"
            "class F : E()\n"
        ),
    }
    assert targets(tmp_path, files, "t") == set()


# --- Kotlin ---


def kotlin(tmp_path: Path, body: str, caller: str = "t", **files: str) -> set[tuple[str, int]]:
    text = f"package app\nimport lib.*\n{body}\n"
    named = {name.replace("__", "/") + ".kt": content for name, content in files.items()}
    return targets(tmp_path, {"app/App.kt": text, "lib/Bar.kt": BAR} | named, caller)


BAR = """package lib
open class Bar(val other: Bar?) {
  constructor(a: Int, b: Int) : this(null)
  fun run() {}
  fun next(): Bar = this
  val twin: Bar
    get() = this
  companion object {
    fun make(): Bar = Bar(null)
  }
}
object Single {
  fun go() {}
}
fun help() {}
fun Bar.ext(): Bar = this
fun Odd.ext() {}
"""


@pytest.mark.parametrize(
    "body",
    [
        "fun t(x: Bar) { x.run() }",
        "fun t(x: Bar?) { x?.run() }",
        "fun t(x: Bar?) { x!!.run() }",
        "class A(val x: Bar) {\n  fun t() { x.run() }\n}",
        "class A(val x: Bar) {\n  fun t() { this.x.run() }\n}",
        "class A {\n  lateinit var x: Bar\n  fun t() { x.run() }\n}",
        "fun t() {\n  val x = Bar.make()\n  x.run()\n}",
        "fun t() {\n  val x: Bar = q()\n  x.run()\n}",
        "fun t(y: Bar) { y.next().run() }",
        "fun t(y: Bar) { y.twin.run() }",
        "fun t(y: Bar) { y.other?.run() }",
        "fun t(y: List<Bar>) { y[0].run() }",
        "fun t(y: Any) { (y as Bar).run() }",
        "fun <T : Bar> t(x: T) { x.run() }",
        "typealias B = Bar\nfun t(x: B) { x.run() }",
        "fun t(x: lib.Bar) { x.run() }",
        "fun t(y: Bar) { y.ext().run() }",
        "class A : Bar(null) {\n  fun t() { run() }\n}",
        "class A : Bar(null) {\n  fun t() { this@A.run() }\n}",
        "class A : Bar(null) {\n  fun t() { super.run() }\n}",
        "fun Bar.t() { run() }",
        "fun Bar.t() { this.run() }",
        "val x = Bar(null)\nfun t() { x.run() }",
    ],
)
def test_kotlin_receivers(tmp_path: Path, body: str) -> None:
    found = kotlin(tmp_path, body)
    assert ("lib/Bar.kt", 4) in found
    assert not any(path.startswith("stranger") for path, _ in found)
    assert ("lib/Bar.kt", 17) not in found


def test_kotlin_functions_and_objects(tmp_path: Path) -> None:
    body = "fun t() {\n  help()\n  Single.go()\n  Bar.make()\n}"
    assert kotlin(tmp_path, body) == {("lib/Bar.kt", 15), ("lib/Bar.kt", 13), ("lib/Bar.kt", 9)}


def test_kotlin_construction(tmp_path: Path) -> None:
    assert kotlin(tmp_path / "a", "fun t() { Bar(1, 2) }") >= {("lib/Bar.kt", 3)}
    plain = "package lib\nclass Plain {\n  fun run() {}\n}\n"
    files = {"lib__Plain": plain, "odd__Plain": "package odd\nclass Plain\n"}
    assert kotlin(tmp_path / "b", "fun t() { Plain() }", **files) == {("lib/Plain.kt", 2)}
    assert kotlin(tmp_path / "c", "class T : Plain()", "T", **files) == {("lib/Plain.kt", 2)}


def test_kotlin_imports_with_aliases(tmp_path: Path) -> None:
    text = (
        "package app\nimport lib.help as h\nimport lib.Bar as B\nimport org.other.run\nfun t(x: B) {\n  h()\n"
        "  x.run()\n  run()\n}\n"
    )
    assert targets(tmp_path, {"app/a.kt": text, "lib/Bar.kt": BAR}, "t") == {("lib/Bar.kt", 15), ("lib/Bar.kt", 4)}


def test_kotlin_extensions_are_imported(tmp_path: Path) -> None:
    one = "package {}\nfun String.twist() {{}}\n"
    files = {"x/One.kt": one.format("x"), "y/Two.kt": one.format("y")}
    text = "package app\nimport x.twist\nfun t(s: String) {\n  s.twist()\n}\n"
    assert targets(tmp_path, {"app/a.kt": text} | files, "t") == {("x/One.kt", 2)}
    assert targets(tmp_path / "n", {"app/a.kt": text.replace("import x.twist", "")} | files, "t") == set()


def test_kotlin_locals_that_are_called(tmp_path: Path) -> None:
    body = "class H {\n  operator fun invoke() {}\n}\nfun t(run: H, go: () -> Unit) {\n  run()\n  go()\n}"
    assert kotlin(tmp_path, body) == {("app/App.kt", 4)}


# --- together ---


def test_java_and_kotlin_share_packages(tmp_path: Path) -> None:
    files = {
        "p/Box.java": (
            "package p;\npublic class Box {\n  public Box getInner() { return this; }\n  public void run() {}\n"
            "}\n"
        ),
        "p/Kit.kt": "package p\nclass Kit {\n  fun mend() {}\n}\nfun patch() {}\n",
        "p/use.kt": "package p\nfun t(b: Box) { b.inner.run() }\n",
        "p/Use.java": (
            "package p;\nclass Use {\n  void u(Kit k) {\n    k.mend();\n    KitKt.patch();\n    new Kit();\n  }\n"
            "}\n"
        ),
    }
    found = calls_of(tmp_path, STRANGERS | files)
    assert {(p, n) for c, p, n, _ in found if c == "t"} == {("p/Box.java", 4)}
    assert {(p, n) for c, p, n, _ in found if c == "u"} == {("p/Kit.kt", 3), ("p/Kit.kt", 5), ("p/Kit.kt", 2)}


JAVA_TREE = {
    "a/Job.java": "package a;\npublic interface Job {\n  void run();\n}\n",
    "a/One.java": "package a;\npublic class One implements Job {\n  public void run() {}\n}\n",
    "a/Util.java": "package a;\npublic class Util {\n  public static void help() {}\n}\n",
    "b/Use.java": """package b;
import a.*;
class Use extends Odd {
  void t(Job j, Some s, Two w) {
    j.run();
    Util.help();
    s.run();
    w.mix();
    var v = Thing.make();
    v.run();
    help();
    new Util();
  }
}
""",
}
KOTLIN_FILES = {
    "a/More.kt": """package a
class Two : Job {
  override fun run() {}
  fun mix() {}
}
class Three : Job {
  override fun run() {}
}
class Util {
  fun help() {}
}
fun help() {}
fun run() {}
""",
    "b/Thing.kt": (
        "package b\nclass Thing {\n  fun run() {}\n  companion object {\n    fun make(): Thing = Thing()\n"
        "  }\n}\nclass Some {\n  fun run() {}\n}\nopen class Odd\n"
    ),
}


def weights(root: Path) -> set[bytes]:
    """The rows of the edges between Java's definitions."""
    rows = answer([root, "--export=edges.tsv"]).splitlines()
    return {row for row in rows if row.count(b".java") == 2}


def test_adding_kotlin_files_moves_no_edge_of_java(tmp_path: Path) -> None:
    alone = plant(tmp_path / "alone", JAVA_TREE)
    both = plant(tmp_path / "both", JAVA_TREE | KOTLIN_FILES)
    assert calls(alone) == {
        ("t", "a/Job.java", 3, "run"), ("t", "a/One.java", 3, "run"), ("t", "a/Util.java", 3, "help"),
        ("t", "a/Util.java", 2, "Util"),
    }  # fmt: skip
    named = {edge for edge in calls(both) if edge[1].endswith(".java")}
    assert named == calls(alone)
    assert weights(both) == weights(alone)


def test_each_language_prefers_its_own(tmp_path: Path) -> None:
    files = {
        "p/Tool.java": "package p;\npublic class Tool {\n  public static void mend() {}\n}\n",
        "p/Tool.kt": "package p\nobject Tool {\n  fun mend() {}\n}\n",
        "p/J.java": "package p;\nclass J {\n  void j() { Tool.mend(); }\n}\n",
        "p/K.kt": "package p\nfun k() { Tool.mend() }\n",
    }
    found = calls_of(tmp_path, files)
    assert found == {("j", "p/Tool.java", 3, "mend"), ("k", "p/Tool.kt", 3, "mend")}
