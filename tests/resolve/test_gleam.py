"""Calls in Gleam trees: each mechanism with the right target and a decoy of the same name."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls_of

STRANGER = "pub type Cart { Cart(a: Int) Empty }\npub fn add(a) { a }\npub fn run(a) { a }\npub fn new() { 1 }\n"


def tree(tmp_path: Path, **files: str) -> set[Call]:
    """The calls of a package with these files (``src__a`` is src/a.gleam), beside strangers."""
    named = {name.replace("__", "/") + ".gleam": text for name, text in files.items()}
    strangers = {"src/stranger.gleam": STRANGER, "src/shop/other.gleam": STRANGER, "gleam.toml": 'name = "shop"\n'}
    return calls_of(tmp_path, strangers | named)


CART = "pub type Cart { Cart(a: Int) Empty }\npub fn add(a) { a }\npub fn run(a) { add(a) }\npub fn new() { Empty }\n"


def test_imports_qualified_and_not(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        src__shop__cart=CART,
        src__a="""import shop/cart
pub fn go() { cart.run(1) cart.Cart(1) cart.Empty run(1) stranger.run(1) }
""",
        src__b="""import shop/cart as c
import gleam/cart
pub fn other() { 1 |> c.add |> c.run() cart.new() }
""",
        src__c="""import shop/cart.{type Cart, Cart, Empty, add, new as fresh}
pub fn third() { add(1) fresh() new() Cart(1) |> add }
""",
        test__a_test="""import a
import shop/cart
pub fn check() { a.go() cart.new() }
""",
    ) == {
        ("run", "src/shop/cart.gleam", 2, "add"),
        ("new", "src/shop/cart.gleam", 1, "Empty"),
        ("go", "src/shop/cart.gleam", 3, "run"),
        ("go", "src/shop/cart.gleam", 1, "Cart"),
        ("go", "src/shop/cart.gleam", 1, "Empty"),
        ("other", "src/shop/cart.gleam", 2, "add"),
        ("other", "src/shop/cart.gleam", 3, "run"),
        ("third", "src/shop/cart.gleam", 2, "add"),
        ("third", "src/shop/cart.gleam", 4, "new"),
        ("third", "src/shop/cart.gleam", 1, "Cart"),
        ("check", "src/a.gleam", 2, "go"),
        ("check", "src/shop/cart.gleam", 4, "new"),
    }


def test_values_and_fields_are_not_followed(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        src__cart=CART,
        src__a="""import cart
pub fn go(run, cart) { run(1) cart.add(1) let new = run new() }
""",
    ) == {("run", "src/cart.gleam", 2, "add"), ("new", "src/cart.gleam", 1, "Empty")}


def test_modules_of_the_own_package_come_first(tmp_path: Path) -> None:
    use = "import cart\npub fn {}() {{ cart.run(1) }}\n"
    inner = {("run", f"{package}/src/cart.gleam", 2, "add") for package in ("one", "two")}
    empty = {("new", f"{package}/src/cart.gleam", 1, "Empty") for package in ("one", "two")}
    assert tree(
        tmp_path,
        one__src__cart=CART,
        two__src__cart=CART,
        one__src__a=use.format("first"),
        two__test__a=use.format("second"),
        src__a=use.format("neither"),
    ) == {("first", "one/src/cart.gleam", 3, "run"), ("second", "two/src/cart.gleam", 3, "run")} | inner | empty


def test_circles_end(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        src__a="import b.{run}\nimport a.{add}\npub fn go() { run() add() a.go() }\n",
        src__b="import a.{run}\npub fn other() { run() a.go() }\n",
    ) == {("other", "src/a.gleam", 3, "go")}
