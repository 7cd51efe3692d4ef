"""Calls in Rust trees: modules, `use` trees, impl blocks, traits, each beside a decoy of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.calls import Call, calls_of

# Everything that the tests call exists here as well: in a crate that no other depends on.
DECOY = """pub struct Foo;
impl Foo { pub fn new() -> Foo { Foo } pub fn go(&self) {} pub fn stop(&self) {} }
pub fn free() {}
pub fn help() {}
pub mod a { pub fn free() {} pub fn help() {} }
"""


def tree(tmp_path: Path, files: dict[str, str]) -> set[Call]:
    """The calls of a crate ``mine`` with these files, beside the decoys."""
    base = {
        "Cargo.toml": '[package]\nname = "mine"\n',
        "decoy/Cargo.toml": '[package]\nname = "decoy"\n',
        "decoy/src/lib.rs": DECOY,
        "decoy/src/other.rs": DECOY,
    }
    return calls_of(tmp_path, base | files)


def test_paths_from_crate_self_and_super(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """mod a;
fn free() {}
mod inner {
    pub fn free() {}
    pub fn one() { free(); super::free(); self::deep::free(); crate::a::free(); }
    pub mod deep { pub fn free() { super::super::a::b::help(); } }
}
""",
            "src/a/mod.rs": "pub mod b;\npub fn free() { b::help() }\nfn help() {}\n",
            "src/a/b.rs": "pub fn help() {}\npub fn two() { help(); super::free(); }\n",
        },
    ) == {
        ("one", "src/lib.rs", 4, "free"),
        ("one", "src/lib.rs", 2, "free"),
        ("one", "src/lib.rs", 6, "free"),
        ("one", "src/a/mod.rs", 2, "free"),
        ("free", "src/a/b.rs", 1, "help"),
        ("two", "src/a/b.rs", 1, "help"),
        ("two", "src/a/mod.rs", 2, "free"),
    }


def test_use_trees(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """mod a;
mod b;
use a::{self, help as h, deep::{self as d, one}};
use b::*;
use std::mem::{free, swap};
fn main() { h(); a::help(); d::one(); one(); starred(); free(); swap(); }
fn local() { use crate::b::help; help(); }
""",
            "src/a.rs": "pub fn help() {}\npub mod deep { pub fn one() {} }\n",
            "src/b.rs": "pub fn help() {}\npub fn starred() {}\nfn one() {}\n",
        },
    ) == {
        ("main", "src/a.rs", 1, "help"),
        ("main", "src/a.rs", 2, "one"),
        ("main", "src/b.rs", 2, "starred"),
        ("local", "src/b.rs", 1, "help"),
    }


def test_exports_pass_on_what_they_import(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": "mod a;\npub mod prelude { pub use crate::a::*; pub use crate::a::b::help as assist; }\n"
            "mod user;\n",
            "src/a.rs": "pub mod b;\npub use self::b::Foo;\npub use b::free;\n",
            "src/a/b.rs": "pub struct Foo;\nimpl Foo { pub fn new() -> Self { Foo } }\npub fn free() {}\n"
            "pub fn help() {}\n",
            "src/user.rs": "use crate::prelude::*;\nfn f() { Foo::new(); free(); assist(); }\n",
        },
    ) == {("f", "src/a/b.rs", 2, "new"), ("f", "src/a/b.rs", 3, "free"), ("f", "src/a/b.rs", 4, "help")}


def test_crates_of_a_workspace(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["app", "core"]\n[workspace.dependencies]\n'
        'shared = { path = "libs/shared" }\n',
        "app/Cargo.toml": '[package]\nname = "app"\n[[bin]]\nname = "app"\npath = "bins/run.rs"\n[dependencies]\n'
        'my-core = { path = "../core" }\nrenamed = { package = "third", path = "../third" }\n'
        'shared = { workspace = true }\nserde = "1"\n',
        "app/src/lib.rs": "pub fn free() {}\n",
        "app/bins/run.rs": "mod part;\nuse my_core::help;\nuse serde::free as other;\n"
        "fn main() { help(); app::free(); renamed::free(); shared::free(); part::free(); other(); serde::free(); }\n",
        "app/bins/part.rs": "pub fn free() {}\n",
        "core/Cargo.toml": '[package]\nname = "my-core"\n[lib]\npath = "code/root.rs"\n',
        "core/code/root.rs": "pub fn help() {}\n",
        "third/Cargo.toml": '[package]\nname = "third"\n',
        "third/src/lib.rs": "pub fn free() {}\n",
        "libs/shared/Cargo.toml": '[package]\nname = "shared"\n',
        "libs/shared/src/lib.rs": "pub fn free() {}\n",
        "decoy/src/lib.rs": DECOY,
    }
    assert calls_of(tmp_path, files) == {
        ("main", "core/code/root.rs", 1, "help"),
        ("main", "app/src/lib.rs", 1, "free"),
        ("main", "third/src/lib.rs", 1, "free"),
        ("main", "libs/shared/src/lib.rs", 1, "free"),
        ("main", "app/bins/part.rs", 1, "free"),
    }


def test_tests_and_programs_are_crates_of_their_own(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": "pub fn free() {}\n",
            "src/main.rs": "mod util;\nfn main() { mine::free(); crate::util::free(); }\n",
            "src/util.rs": "pub fn free() {}\n",
            "tests/it.rs": "mod common;\n#[test]\nfn t() { mine::free(); common::free(); }\n",
            "tests/common/mod.rs": "pub fn free() {}\n",
        },
    ) == {
        ("main", "src/lib.rs", 1, "free"),
        ("main", "src/util.rs", 1, "free"),
        ("t", "src/lib.rs", 1, "free"),
        ("t", "tests/common/mod.rs", 1, "free"),
    }


def test_impl_blocks_stand_anywhere_in_the_crate(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """mod a;
mod b;
use a::Foo;
impl Foo { pub fn one(&self) { self.two(); Self::three(); } }
pub struct Bar;
impl Bar { fn two(&self) {} fn three() {} }
fn f(x: &Foo) { x.one(); x.two(); Foo::three(); }
mod inner {
    pub struct Foo;
    impl Foo { pub fn two(&self) { self.four() } fn four(&self) {} }
    impl super::a::Named { pub fn by_path(&self) {} }
}
fn g(x: &a::Named) { x.by_path(); }
""",
            "src/a.rs": "pub struct Foo;\npub struct Named;\nimpl Foo { pub fn two(&self) {} }\n",
            "src/b.rs": "use super::a::Foo as Other;\nimpl Other { pub fn three() {} pub fn four(&self) {} }\n",
        },
    ) == {
        ("one", "src/a.rs", 3, "two"),
        ("one", "src/b.rs", 2, "three"),
        ("f", "src/lib.rs", 4, "one"),
        ("f", "src/a.rs", 3, "two"),
        ("f", "src/b.rs", 2, "three"),
        ("two", "src/lib.rs", 10, "four"),
        ("g", "src/lib.rs", 11, "by_path"),
    }


FOO = """pub struct Foo { pub bar: Bar, pub many: Vec<Bar>, maybe: Option<Box<Bar>> }
pub struct Bar;
pub struct Wrap(pub Foo, Bar);
pub enum E { One(Foo), Two { x: u8 }, Three }
impl Foo {
    pub fn new() -> Self { todo!() }
    pub fn open() -> Result<Foo, Fault> { todo!() }
    pub fn go(&self) -> &Bar { &self.bar }
}
impl Bar { pub fn go(&self) {} pub fn stop(&self) {} }
impl E { pub fn go(&self) {} }
pub struct Fault;
impl Fault { pub fn go(&self) {} }
pub static ONE: Foo = Foo::new();
pub type Short = Foo;
"""
FOO_GO, FOO_NEW, FOO_OPEN, BAR_GO, BAR_STOP, E_GO = 8, 6, 7, 10, 10, 11


@pytest.mark.parametrize(
    "body, wanted",
    [
        ("let x = Foo::new(); x.go();", {(6, "new"), (8, "go")}),
        ("let x = Foo::open()?; x.go();", {(7, "open"), (8, "go")}),
        ("let x = Foo::open().unwrap(); x.go();", {(7, "open"), (8, "go")}),
        ("if let Ok(x) = Foo::open() { x.go(); }", {(7, "open"), (8, "go")}),
        ("match Foo::open() { Ok(x) => x.go(), _ => {} }", {(7, "open"), (8, "go")}),
        ("let x: Foo = make(); x.go().stop();", {(8, "go"), (10, "stop")}),
        ("let x: &mut Foo = make(); x.bar.stop();", {(10, "stop")}),
        ("let x: Foo = make(); let y = x.go(); y.stop();", {(8, "go"), (10, "stop")}),
        ("let x: Foo = make(); let y = &x.bar; y.stop();", {(10, "stop")}),
        ("let x: Foo = make(); x.many[0].stop();", {(10, "stop")}),
        ("let x: Foo = make(); for y in x.many.iter() { y.stop(); }", {(10, "stop")}),
        ("let x: Foo = make(); for y in &x.many { y.stop(); }", {(10, "stop")}),
        ("let x: Foo = make(); x.maybe.as_ref().unwrap().stop();", {(10, "stop")}),
        ("let x: std::sync::Arc<Foo> = make(); x.clone().go();", {(8, "go")}),
        ("let x: Wrap = make(); x.0.go(); x.1.stop();", {(8, "go"), (10, "stop")}),
        ("let x: E = make(); if let E::One(y) = x { y.go(); }", {(8, "go")}),
        ("let x = E::One(make()); x.go();", {(4, "One"), (11, "go")}),
        ("let x = E::Three; x.go();", {(11, "go")}),
        ("ONE.go();", {(8, "go")}),
        ("let x: Short = make(); x.go();", {(8, "go")}),
        ("Short::new().go();", {(6, "new"), (8, "go")}),
        ("let f = |x: &Foo| x.go(); f(make());", {(8, "go")}),
        ("let (a, b) = (1, Foo::new()); b.go();", {(6, "new"), (8, "go")}),
        ("let x: [Foo; 2] = make(); x[0].go();", {(8, "go")}),
        ("let x: Vec<u8> = make(); x.go(); x[0].stop();", set()),
        ("let x: String = make(); x.go();", set()),
    ],
)
def test_types_of_receivers(tmp_path: Path, body: str, wanted: set[tuple[int, str]]) -> None:
    found = tree(
        tmp_path,
        {"src/lib.rs": f"mod foo;\nuse foo::*;\nfn f() -> Result<(), ()> {{ {body} }}\n", "src/foo.rs": FOO},
    )
    assert {(line, name) for caller, path, line, name in found if caller == "f" and path == "src/foo.rs"} == wanted
    assert not [call for call in found if call[0] == "f" and call[1].startswith("decoy/")]


def test_traits_defaults_bounds_and_what_implements_them(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """mod t;
use t::{Run, Walk};
struct A;
impl Run for A { fn run(&self) {} }
struct Stranger;
impl Stranger { fn run(&self) {} fn twice(&self) {} }
fn default(a: &A) { a.twice(); a.run(); }
fn bound<T: Walk>(t: T) { t.walk(); }
fn clause<T>(t: &T) where T: Walk + Clone { t.walk(); }
fn object(t: Box<dyn Walk>, u: &dyn Walk, v: impl Walk) { t.walk(); u.walk(); v.walk(); }
fn by_name(a: &A) { Run::twice(a); <A as Run>::twice(a); }
fn inherited<T: Walk>(t: T) { t.twice(); }
struct Holder<T> { inner: T }
impl<T: Walk> Holder<T> { fn hold(&self) { self.inner.walk() } }
impl<T> Holder<Vec<T>> { fn none(&self, t: T) { t.walk() } }
""",
            "src/t.rs": "pub trait Run { fn run(&self); fn twice(&self) { self.run() } }\n"
            "pub trait Walk: Run { fn walk(&self) {} }\n",
        },
    ) == {
        ("twice", "src/t.rs", 1, "run"),
        ("twice", "src/lib.rs", 4, "run"),
        ("default", "src/t.rs", 1, "twice"),
        ("default", "src/lib.rs", 4, "run"),
        ("bound", "src/t.rs", 2, "walk"),
        ("clause", "src/t.rs", 2, "walk"),
        ("object", "src/t.rs", 2, "walk"),
        ("by_name", "src/t.rs", 1, "twice"),
        ("inherited", "src/t.rs", 1, "twice"),
        ("hold", "src/t.rs", 2, "walk"),
    }


def test_blanket_impls_give_methods_to_what_meets_the_bound(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """trait Read { fn fill(&self) {} }
trait ReadExt: Read { fn read_all(&self) { self.fill() } }
impl<R: Read + ?Sized> ReadExt for R {}
trait Other { fn read_all(&self) {} }
struct File;
impl Read for File {}
fn f(x: &File) { x.read_all(); }
fn g<R: Read>(x: R) { x.read_all(); }
""",
        },
    ) == {
        ("read_all", "src/lib.rs", 1, "fill"),
        ("f", "src/lib.rs", 2, "read_all"),
        ("g", "src/lib.rs", 2, "read_all"),
    }


def test_traits_that_impl_blocks_name_by_a_path(tmp_path: Path) -> None:
    files = {
        "src/lib.rs": """mod t;
struct A;
impl t::Run for A { fn run(&self) {} }
struct B;
impl std::io::Write for B { fn flush(&self) {} }
fn f(a: &A, b: &B) { a.twice(); b.write_all(); }
""",
        "src/t.rs": "pub trait Run { fn run(&self); fn twice(&self) { self.run() } }\npub struct Write;\n"
        "impl Write { fn write_all(&self) {} }\n",
    }
    assert tree(tmp_path, files) == {
        ("f", "src/t.rs", 1, "twice"),
        ("twice", "src/t.rs", 1, "run"),
        ("twice", "src/lib.rs", 3, "run"),
    }


def test_dereferencing(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """struct Inner;
impl Inner { fn go(&self) {} }
struct Outer(Inner);
impl std::ops::Deref for Outer { type Target = Inner; fn deref(&self) -> &Self::Target { &self.0 } }
struct Other;
impl Other { fn go(&self) {} }
fn f(x: &Outer) { x.go(); }
""",
        },
    ) == {("f", "src/lib.rs", 2, "go")}


def test_the_three_legs_of_a_qualified_call(tmp_path: Path) -> None:
    """A scope of the qualifier's name, a file that is the module, a scope that implements the qualifier."""
    files = {
        "src/lib.rs": """mod a;
struct A;
struct B;
trait Make { fn make() -> Self; }
impl Make for A { fn make() -> A { A } }
impl B { fn make() -> B { B } }
impl Default for A { fn default() -> A { A } }
impl B { fn default() -> B { B } }
fn scope() { B::make(); }
fn module() { a::make(); }
fn implements() { let x: A = Make::make(); let y: A = Default::default(); }
fn nobody() { Missing::make(); missing::make(); lib::make(); a::gone(); Vec::make(); }
""",
        "src/a.rs": "pub fn make() {}\n",
        "src/gone.rs": "pub fn gone() {}\npub fn make() {}\n",
    }
    assert {call for call in tree(tmp_path, files) if call[0] != "new"} == {
        ("scope", "src/lib.rs", 6, "make"),
        ("module", "src/a.rs", 1, "make"),
        ("implements", "src/lib.rs", 4, "make"),
        ("implements", "src/lib.rs", 5, "make"),
        ("implements", "src/lib.rs", 7, "default"),
    }


def test_turbofish_macros_variants_and_constructors(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """mod a;
use a::{Pair, Shape, make};
macro_rules! twice { () => {} }
fn f() { make::<u8>(); a::make::<u8>(); Shape::Round(1); Pair(1, 2); twice!(a::make()); Vec::<u8>::make(); }
fn make_other() {}
""",
            "src/a.rs": "pub fn make<T>() {}\npub enum Shape { Round(u8) }\npub struct Pair(u8, u8);\n",
            "src/b.rs": "pub fn make<T>() {}\npub enum Shape { Round(u8) }\npub struct Pair(u8, u8);\n",
        },
    ) == {
        ("f", "src/a.rs", 1, "make"),
        ("f", "src/a.rs", 2, "Round"),
        ("f", "src/a.rs", 3, "Pair"),
        ("f", "src/lib.rs", 3, "twice"),
    }


def test_names_from_outside_and_of_the_prelude_make_no_edge(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """use std::fs::{self, File};
use std::task::Poll::*;
struct Ready;
mod x { pub struct Pending(u8); pub fn read() {} pub fn drop() {} pub struct File; impl File { pub fn open() {} } }
fn f() { fs::read(); File::open(); Pending(1); drop(1); std::fs::read(); ::std::fs::read(); }
fn g(read: fn()) { read(); }
""",
        },
    ) == set()


@pytest.mark.parametrize("edition, wanted", [("2015", {("f", "src/loom.rs", 1, "help")}), ("2021", set())])
def test_use_paths_begin_at_the_root_in_the_first_edition(
    tmp_path: Path, edition: str, wanted: set[tuple[str, str, int, str]]
) -> None:
    assert tree(
        tmp_path,
        {
            "Cargo.toml": f'[package]\nname = "mine"\nedition = "{edition}"\n[dependencies]\nloom = "1"\n',
            "src/lib.rs": "mod loom;\nmod a;\n",
            "src/loom.rs": "pub fn help() {}\n",
            "src/a.rs": "use loom::help;\nfn f() { help(); }\n",
        },
    ) == wanted


def test_what_derives_makes_gives_an_object_of_the_type(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": """#[derive(Default, Clone)]
struct A;
impl A { fn go(&self) {} }
struct B;
impl B { fn go(&self) {} }
fn f() { let x = A::default(); x.clone().go(); }
""",
        },
    ) == {("f", "src/lib.rs", 3, "go")}


def test_modules_that_macros_declare_are_found_by_their_place(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "src/lib.rs": "cfg! { pub mod net; pub use net::connect; }\nmod user;\n",
            "src/net/mod.rs": "cfg! { mod tcp; pub use tcp::Stream; }\npub fn connect() {}\n",
            "src/net/tcp.rs": "pub struct Stream;\n"
            "impl Stream { pub fn open() -> Stream { Stream } pub fn send(&self) {} }\n",
            "src/user.rs": "use crate::net::{self, Stream};\nfn f() { Stream::open().send(); net::connect(); }\n",
            "src/decoy.rs": "pub struct Stream;\nimpl Stream { pub fn open() {} pub fn send(&self) {} }\n"
            "pub fn connect() {}\n",
        },
    ) == {
        ("f", "src/net/tcp.rs", 2, "open"),
        ("f", "src/net/tcp.rs", 2, "send"),
        ("f", "src/net/mod.rs", 2, "connect"),
    }


def test_circles_and_broken_manifests_do_no_harm(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[package]\nname = 3\n[lib]\npath = ["x"]\n[[bin]]\npath = 4\n[dependencies]\nx = [1]\n'
        '[workspace]\ndependencies = "y"\n',
        "b/Cargo.toml": "[[[",
        "c/Cargo.toml": '[package]\nname = "c"\nlib = 1\n[dependencies]\nb = { path = "../../../.." }\n'
        "c = { workspace = true }\n",
        "src/lib.rs": """mod lib; mod a;
pub use self::a::*; pub use crate::b::x; use x::y; use y::x; use self::z as z;
trait A: B {} trait B: A { fn go(&self); } impl<T: A> B for T {} impl<T> A for T {}
type X = Y; type Y = X; struct D; impl std::ops::Deref for D { type Target = D; fn deref(&self) -> &D { self } }
fn f(x: X, d: D, a: &dyn A) { x.go(); d.gone(); a.go(); x(); super::super::y(); crate::x::y::z(); Self::f(); self.f(); }
""",
        "src/a.rs": "pub use super::*; mod a; pub use a::*; pub fn q() { w(); crate::w(); }\n",
        "src/a/a.rs": "pub use super::super::*; use super::*;\n",
        "c/src/lib.rs": "use c::f; use b::f as g; fn f() { f(); g(); }\n",
    }
    calls_of(tmp_path, files)
