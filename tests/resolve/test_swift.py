"""Calls in Swift trees: each mechanism with the right target and a decoy of the same name."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls_of

STRANGER = """
class Stranger {
  init() {}
  func run() {}
  func helper() {}
  static func make() {}
  func area() {}
}
"""


def tree(tmp_path: Path, **files: str) -> set[Call]:
    """The calls of a tree with these files (``a__b`` is a/b.swift), beside strangers."""
    named = {name.replace("__", "/") + ".swift": text for name, text in files.items()}
    return calls_of(tmp_path, {"z.swift": STRANGER, "lib/z.swift": STRANGER.replace("Str", "OtherStr")} | named)


def test_extensions_anywhere_join_their_type(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""struct Box {
  var side: Int = 0
  func go() { run(); self.run(); nested() }
}
""",
        deep__b="""extension Box {
  func run() { helper(); go() }
  private func nested() {}
  struct Inner { func helper() {} }
}
""",
        deep__c="""extension Box {
  func helper() {}
}
func use(box: Box) { box.run(); Box.Inner().helper() }
""",
    ) == {
        ("go", "deep/b.swift", 2, "run"),
        ("go", "deep/b.swift", 3, "nested"),
        ("run", "deep/c.swift", 2, "helper"),
        ("run", "a.swift", 3, "go"),
        ("use", "deep/b.swift", 2, "run"),
        ("use", "deep/b.swift", 4, "Inner"),
        ("use", "deep/b.swift", 4, "helper"),
    }


def test_protocols_give_what_their_extensions_define(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""protocol Shape { func area() }
extension Shape { func run() { helper() } }
extension Shape { func helper() { area() } }
""",
        b="""struct Round {}
extension Round: Shape {
  func area() { run() }
}
func use(shape: Shape) { shape.helper() }
func use(round: Round) { round.helper(); round.area() }
""",
    ) == {
        ("run", "a.swift", 3, "helper"),
        ("helper", "a.swift", 1, "area"),
        ("helper", "b.swift", 3, "area"),
        ("area", "a.swift", 2, "run"),
        ("use", "a.swift", 3, "helper"),
        ("use", "b.swift", 3, "area"),
    }


def test_initialisers_stand_for_types_that_declare_them(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""class Base {
  init() {}
  convenience init(one: Int) { self.init() }
}
class Derived: Base {
  init(two: Int) { super.init(one: 1) }
}
struct Plain {}
func use() { _ = Derived(two: 1); _ = Plain() }
""",
    ) == {
        ("init", "a.swift", 2, "init"),
        ("init", "a.swift", 3, "init"),
        ("use", "a.swift", 6, "init"),
        ("use", "a.swift", 8, "Plain"),
    }


def test_receivers_have_their_properties_types(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""class Tool {
  static let shared = Tool()
  static func make() -> Tool { Tool() }
  func run() {}
}
class Work {
  let tool: Tool?
  var own: Tool { Tool.make() }
  lazy var other = Tool.shared
  func optional() { tool?.run(); self.tool!.run() }
  func computed() { own.run() }
  func lazily() { other.run() }
  func chain() { Tool.make().run() }
  func constant() { Tool.shared.run() }
  func value() { let one = own; one.run() }
  func bound() { if let it = tool { it.run() } }
  func guarded() { guard let it = tool else { return }; it.run() }
  func each(tools: [Tool]) { for it in tools { it.run() } }
  func unknown(other: Outside) { other.run() }
  func outer() { Self.make(); helper() }
  static func make() {}
}
extension Work {
  static let kept = Tool()
  var added: Tool { Tool.make() }
  func extended() { added.run(); Work.kept.run() }
}
""",
    ) == {
        ("shared", "a.swift", 1, "Tool"),
        ("make", "a.swift", 1, "Tool"),
        ("kept", "a.swift", 1, "Tool"),
        ("own", "a.swift", 3, "make"),
        ("added", "a.swift", 3, "make"),
        ("chain", "a.swift", 3, "make"),
        ("outer", "a.swift", 21, "make"),
    } | {
        (name, "a.swift", 4, "run")
        for name in (
            "optional", "computed", "lazily", "chain", "constant", "value", "bound", "guarded", "each", "extended",
        )
    }  # fmt: skip


def test_super_means_the_base(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""class Base { func run() {} }
class Middle: Base { }
class Last: Middle {
  override func run() { super.run() }
}
""",
    ) == {("run", "a.swift", 1, "run")}


def test_modules_see_themselves_and_what_they_import(tmp_path: Path) -> None:
    library = "public class Tool { public init() {}\n  public func run() {} }\n"
    assert tree(
        tmp_path,
        Package="let package = 1",
        Sources__One__t=library,
        Sources__Two__t=library,
        Sources__App__a="""import Two
func use(tool: Tool) { tool.run(); helper(); more() }
""",
        Sources__App__b="""extension Tool { func more() { run() } }
func helper() {}
""",
        Sources__One__c="""func helper() {}
func own() { Tool().run() }
""",
    ) == {
        ("use", "Sources/Two/t.swift", 2, "run"),
        ("use", "Sources/App/b.swift", 2, "helper"),
        ("more", "Sources/Two/t.swift", 2, "run"),
        ("own", "Sources/One/t.swift", 1, "init"),
        ("own", "Sources/One/t.swift", 2, "run"),
    }


def test_circles_and_strange_extensions_end(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""class A: B { func run() { self.run(); go() } }
class B: A { func go() { super.run() } }
extension Missing: Missing { func run() { run() } }
extension A: A {}
""",
    ) == {("run", "a.swift", 2, "go"), ("go", "a.swift", 1, "run")}


def test_extensions_of_types_outside(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""extension URL {
  func run() { helper(); self.helper() }
  func helper() {}
}
extension String { func helper() {} }
extension Collection { func run() {} }
""",
        b="""class Load {
  let url: URL?
  func go(text: String, all: [Int]) { url?.run(); self.url!.run(); text.helper(); all.run(); "".helper() }
  func made() { let it = URL(string: ""); it.run() }
  func other(it: Data, that: Locale) { it.run(); that.helper() }
}
""",
    ) == {
        ("run", "a.swift", 3, "helper"),
        ("go", "a.swift", 2, "run"),
        ("go", "a.swift", 5, "helper"),
        ("go", "a.swift", 6, "run"),
        ("made", "a.swift", 2, "run"),
        ("other", "a.swift", 6, "run"),
    }


def test_what_the_module_has_is_not_inherited_from_outside(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""class Screen: UIViewController {
  func go() { Plain(); Log.run(); free(); present(); own() }
  func own() {}
}
extension Screen { func more() { free(); dismiss(); Plain() } }
""",
        b="""struct Plain {}
class Log { static func run() {} }
func free() {}
class Other { func present() {}
  func dismiss() {} }
""",
    ) == {
        ("go", "b.swift", 1, "Plain"),
        ("go", "b.swift", 2, "run"),
        ("go", "b.swift", 3, "free"),
        ("go", "a.swift", 3, "own"),
        ("more", "b.swift", 3, "free"),
        ("more", "b.swift", 1, "Plain"),
    }


def test_aliases_of_types(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""protocol One { func run() }
class Two { func helper() {} }
typealias Both = One & Two
class Use {
  let it: any Both
  func go() { it.run(); it.helper() }
}
""",
    ) == {("go", "a.swift", 1, "run"), ("go", "a.swift", 2, "helper")}


def test_types_in_extensions_see_what_is_around(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""enum Space {}
extension Space {
  struct Axis {
    static let vertical = Axis(1)
    init(_ a: Int) {}
    func go() { Space.Other().run(); Other().run() }
  }
}
extension Space { class Other { func run() {} } }
""",
        b="struct Axis { init(_ a: Int) {} }\nclass Other { func run() {} }\n",
    ) == {("vertical", "a.swift", 5, "init"), ("go", "a.swift", 9, "Other"), ("go", "a.swift", 9, "run")}
