"""Calls in C# trees: each rule with the right target and a decoy of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.calls import calls_of

STRANGER = """namespace Stranger {
  public class Stranger {
    public Stranger() { }
    public void Run() { }
    public void Run(int a) { }
    public static void Help() { }
    public Stranger Next() { return this; }
    public static Stranger Make() { return null; }
    public void Go() { }
  }
  public class Odd {
    public void Run() { }
    public void Next() { }
    public static void Help() { }
    public static void Make() { }
    public void Go() { }
  }
}
"""

FOO = """namespace Lib;

public class Foo
{
    public Foo() { }
    public Foo(int a) { }
    public void Run() { }
    public Foo Next() => this;
    public static Foo Make() { return null; }
    public Foo Twin => this;
    public Foo Other { get; set; }
    public class Part
    {
        public void Run() { }
    }
}
"""


def targets(tmp_path: Path, files: dict[str, str], caller: str = "T") -> set[tuple[str, int]]:
    """Path and line of what one caller of a tree calls, beside the strangers."""
    trees = {"Stranger.cs": STRANGER, "Lib/Foo.cs": FOO} | files
    return {(path, line) for name, path, line, _ in calls_of(tmp_path, trees) if name == caller}


def app(tmp_path: Path, body: str, caller: str = "T", head: str = "using Lib;", **files: str) -> set[tuple[str, int]]:
    """The calls of method T of a class in a namespace that uses Lib."""
    text = f"using System;\n{head}\nnamespace App.Core\n{{\n  class A\n  {{\n{body}\n  }}\n}}\n"
    return targets(tmp_path, {"App/A.cs": text} | {name + ".cs": content for name, content in files.items()}, caller)


@pytest.mark.parametrize(
    "body",
    [
        "void T(Foo x) { x.Run(); }",
        "void T(Foo x) { x?.Run(); }",
        "void T(Foo x) { x!.Run(); }",
        "void T(Foo y) { y.Other?.Run(); }",
        "void T(Foo y) { y?.Other?.Next()?.Run(); }",
        "Foo x; void T() { x.Run(); }",
        "Foo x; void T() { this.x.Run(); }",
        "Foo X { get; set; }\nvoid T() { X.Run(); }",
        "Foo X => null;\nvoid T() { X.Run(); }",
        "void T(Foo y) { y.Twin.Run(); }",
        "void T() { var x = new Foo(); x.Run(); }",
        "void T() { Foo x = new(); x.Run(); }",
        "void T() { var x = Foo.Make(); x.Run(); }",
        "void T(Foo y) { var x = y.Next(); x.Run(); }",
        "void T() { using var x = new Foo(); x.Run(); }",
        "void T(Foo[] y) { foreach (Foo x in y) x.Run(); }",
        "void T(Foo[] y) { y[0].Run(); }",
        'void T(Dictionary<string, Foo> y) { y["a"].Run(); }',
        "void T(object o) { if (o is Foo x) x.Run(); }",
        "void T(object o) { ((Foo)o).Run(); }",
        "void T(object o) { (o as Foo).Run(); }",
        "void T<X>(X x) where X : class, Foo { x.Run(); }",
        "void T() { Lib.Foo x = null; x.Run(); }",
        "void T() { global::Lib.Foo.Make().Run(); }",
        "void T() { Inner(); void Inner() { } new Foo().Run(); }",
        "class B : Foo { void T() { Run(); } }",
        "class B : Foo { void T() { base.Run(); } }",
        "class B : Foo { void T() { this.Run(); } }",
    ],
)
def test_receivers(tmp_path: Path, body: str) -> None:
    found = app(tmp_path, body)
    assert ("Lib/Foo.cs", 7) in found
    assert not any(path == "Stranger.cs" for path, _ in found)
    assert ("Lib/Foo.cs", 14) not in found


def test_construction(tmp_path: Path) -> None:
    assert app(tmp_path / "a", "void T() { new Foo(); }") == {("Lib/Foo.cs", 5)}
    assert app(tmp_path / "b", "void T() { new Foo(1); }") == {("Lib/Foo.cs", 6)}
    assert app(tmp_path / "c", "void T() { new Foo.Part(); }") == {("Lib/Foo.cs", 12)}
    assert app(tmp_path / "d", "void T() { new Lib.Foo(1); }") == {("Lib/Foo.cs", 6)}
    assert app(tmp_path / "e", "void T() { Foo f = new(1); }") == {("Lib/Foo.cs", 6)}


def test_constructors_call_each_other(tmp_path: Path) -> None:
    body = """class Base
{
    public Base(int a) { }
    public Base(int a, int b) { }
}
class T : Base
{
    public T() : this(1) { }
    public T(int x) : base(x, 2) { }
}"""
    assert app(tmp_path, body) == {("App/A.cs", 15), ("App/A.cs", 10)}


def test_namespaces_around_come_before_usings(tmp_path: Path) -> None:
    body = "namespace {} {{\n  public class Tool {{\n    public static void Go() {{ }}\n  }}\n}}\n"
    files = {"One.cs": body.format("App"), "Two.cs": body.format("Lib"), "Three.cs": body.format("App.Core")}
    text = "using Lib;\nnamespace App.Core {\n  class A {\n    void T() { Tool.Go(); }\n  }\n}\n"
    assert targets(tmp_path / "three", {"A.cs": text} | files) == {("Three.cs", 3)}
    del files["Three.cs"]
    assert targets(tmp_path / "one", {"A.cs": text} | files) == {("One.cs", 3)}
    del files["One.cs"]
    assert targets(tmp_path / "two", {"A.cs": text} | files) == {("Two.cs", 3)}


def test_namespaces_are_declared_not_directories(tmp_path: Path) -> None:
    body = "namespace {} {{\n  public class Tool {{\n    public static void Go() {{ }}\n  }}\n}}\n"
    files = {
        "App/Tool.cs": body.format("Odd"),
        "x/Tool.cs": body.format("App.Deep"),
        "App/A.cs": "namespace App;\nclass A {\n  void T() {\n    Deep.Tool.Go();\n    App.Deep.Tool.Go();\n  }\n}\n",
    }
    assert targets(tmp_path, files) == {("x/Tool.cs", 3)}


def test_using_static_and_aliases(tmp_path: Path) -> None:
    util = (
        "namespace {} {{\n  public static class Util {{\n    public static void Help() {{ }}\n"
        "    public static void Make() {{ }}\n  }}\n}}\n"
    )
    files = {"One.cs": util.format("U"), "Two.cs": util.format("V")}
    named = {name[:-3]: text for name, text in files.items()}
    found = app(tmp_path / "a", "void T() { Help(); }", head="using static U.Util;", **named)
    assert found == {("One.cs", 3)}
    head = "using W = V.Util;\nusing N = U;\nusing F = Lib.Foo;"
    body = "void T(F x) {\nW.Help();\nN.Util.Make();\nx.Run();\n}"
    assert app(tmp_path / "b", body, head=head, **named) == {
        ("Two.cs", 3), ("One.cs", 4), ("Lib/Foo.cs", 7),
    }  # fmt: skip


def test_global_usings(tmp_path: Path) -> None:
    files = {
        "P/GlobalUsings.cs": "global using Lib;\n",
        "P/A.cs": "namespace P;\nclass A {\n  void T(Foo x) { x.Run(); }\n}\n",
        "Q/B.cs": "namespace Q;\nclass B {\n  void U(Foo x) { x.Run(); }\n}\n",
    }
    assert targets(tmp_path / "in", files) == {("Lib/Foo.cs", 7)}
    assert targets(tmp_path / "out", files, "U") == set()


def test_partial_classes(tmp_path: Path) -> None:
    part = "namespace {} {{\n  public partial class Both {{\n{}\n  }}\n}}\n"
    files = {
        "One.cs": part.format(
            "P", "    void T() { Other(); this.Other(); Declared(1); }\n    partial void Declared(int a);"
        ),
        "Two.cs": part.format("P", "    void Other() { }\n    partial void Declared(int a) { }"),
        "Odd.cs": part.format("Q", "    void Other() { }\n    void Declared(int a) { }"),
    }
    assert targets(tmp_path, files) == {("Two.cs", 3), ("Two.cs", 4)}


def test_namesakes_differ_in_their_type_parameters(tmp_path: Path) -> None:
    files = {
        "Box": "namespace Lib {\n  public class Box {\n    public void Go() { }\n  }\n}\n",
        "Box1": "namespace Lib {\n  public class Box<A> {\n    Box(int a) { }\n    public void Go() { }\n  }\n}\n",
        "Box2": "namespace Lib {\n  public class Box<A, B> {\n    public void Go() { }\n  }\n}\n",
    }
    body = "void T(Box<int> x) { x.Go(); }"
    assert app(tmp_path / "a", body, **files) == {("Box1.cs", 4)}
    body = "void T(Box<int, Box<int>> x) { x.Go(); new Box<string>(1); }"
    assert app(tmp_path / "b", body, **files) == {("Box2.cs", 3), ("Box1.cs", 3)}
    assert app(tmp_path / "e", "void T() { new Box(); }", **files) == {("Box.cs", 2)}
    body = "class B : Box<int> {\n  B() : base(1) { }\n  void T() { Go(); }\n}"
    assert app(tmp_path / "c", body, **files) == {("Box1.cs", 4)}
    assert app(tmp_path / "d", body, "B", **files) == {("Box1.cs", 3)}


def test_extension_methods(tmp_path: Path) -> None:
    extension = (
        "namespace {} {{\n  public static class Ext{} {{\n"
        "    public static Foo Mend(this {} x, int a) {{ return null; }}\n  }}\n}}\n"
    )
    files = {"One": "using Lib;\n" + extension.format("E", 1, "Foo"), "Two": extension.format("E", 2, "Odd")}
    files["Three"] = "using Lib;\n" + extension.format("Z", 3, "Foo")
    body = "void T(Foo x) { x.Mend(1); }"
    assert app(tmp_path / "seen", body, head="using Lib;\nusing E;", **files) == {("One.cs", 4)}
    assert app(tmp_path / "unseen", body, head="using Lib;", **files) == set()
    chain = "void T(Foo x) { x.Mend(1).Run(); }"
    assert app(tmp_path / "chain", chain, head="using Lib;\nusing E;", **files) == {("One.cs", 4), ("Lib/Foo.cs", 7)}
    only = {"One": extension.format("E", 1, "string").replace("Foo Mend", "string Mend")}
    text = "void T(string s) { s.Mend(1); }"
    assert app(tmp_path / "outside", text, head="using E;", **only) == {("One.cs", 3)}


def test_interfaces_stay_targets(tmp_path: Path) -> None:
    files = {
        "IJob": "namespace P {\n  public interface IJob {\n    void Run();\n    void All() { Run(); }\n  }\n}\n",
        "One": "namespace P {\n  class One : IJob {\n    public void Run() { }\n  }\n}\n",
    }
    body = "void T(P.IJob j) { j.Run(); j.All(); }"
    assert app(tmp_path / "one", body, **files) == {("IJob.cs", 3), ("IJob.cs", 4), ("One.cs", 3)}
    del files["One"]
    assert app(tmp_path / "lone", body, **files) == {("IJob.cs", 3), ("IJob.cs", 4)}


def test_nested_types_see_what_is_around(tmp_path: Path) -> None:
    body = (
        "static void Go() { }\nclass In : Outside.Thing {\n  void T() { Go(); Run(); Part.Do(); }\n}\n"
        "class Part {\n  public static void Do() { }\n}"
    )
    assert app(tmp_path, body) == {("App/A.cs", 7), ("App/A.cs", 12)}


def test_overloads_differ_in_the_number_of_arguments(tmp_path: Path) -> None:
    body = (
        "void F() { }\nvoid F(int a) { }\nvoid F(int a, int b) { }\nvoid T() { F(1); }\n"
        "void U() { this.F(); F(1, 2); }"
    )
    assert app(tmp_path / "a", body) == {("App/A.cs", 8)}
    assert app(tmp_path / "b", body, "U") == {("App/A.cs", 7), ("App/A.cs", 9)}


def test_attributes(tmp_path: Path) -> None:
    text = "namespace {} {{\n  public class MarkAttribute : Attribute {{ }}\n}}\n"
    files = {"One": text.format("Lib"), "Two": text.format("Odd")}
    assert app(tmp_path, "[Mark]\nvoid T() { }", **files) == {("One.cs", 2)}


def test_what_is_bound_outside_makes_no_edge(tmp_path: Path) -> None:
    body = (
        "void T(List<string> x, System.Text.Stranger y) {\nx.Run();\ny.Go();\nSystem.Odd.Help();\n"
        "new System.Text.Stranger();\n}"
    )
    assert app(tmp_path, body) == set()


def test_enumerations_and_records(tmp_path: Path) -> None:
    files = {"E": "namespace Lib {\n  public record Pair(Foo Left, Foo Right);\n}\n"}
    assert app(tmp_path, "void T(Pair p) { p.Left.Run(); }", **files) == {("Lib/Foo.cs", 7)}


def test_circles_end(tmp_path: Path) -> None:
    files = {
        "A": "using X = Y;\nusing Y = X;\nclass A : B {\n  void T() { Go(); base.Go(); new X(); }\n}\n",
        "B": "class B : A { class C : B.C { } }\n",
    }
    assert app(tmp_path, "", **files) == set()
