"""What names are bound to: small sources and their rows, written by hand from "Bindings" in CONTRIBUTING.md."""

from __future__ import annotations

import pytest

from ripwire._core.assemble import assemble
from ripwire._core.parse import Extractor
from ripwire.languages.table import BY_NAME, LANGUAGES
from tests.languages.test_fixtures import assert_same, compiled, engine
from tests.support import oracle

# (language, source, "KIND NAME TYPE [source...]" a row, in any order)
TABLE: list[tuple[str, str, list[str]]] = [
    # --- Python: values
    ("python", "x = y", ["var x y value"]),
    ("python", "x = a.b.c", ["var x a.b.c value"]),
    ("python", "x = d['k'][0]", ['var x d["k"][0] value']),
    ("python", "x = d[k]", ["var x d[] value"]),
    ("python", "x = f(1)", ["var x f call"]),
    ("python", "x = a.f(g)(h)", ["argument a.f()(0 h value", "argument a.f(0 g value", "var x a.f() call"]),
    ("python", "x = (f)(1)", ["var x f call"]),
    ("python", "x = await (f())", ["var x f call"]),
    ("python", "x = a or b.c and d()", ["var x d call", "var x a value"]),
    ("python", "x = a if b else c()", ["var x c call", "var x a value"]),
    ("python", "x = 1 + y", []),
    ("python", "x = None; y = 'a'; z = 2; w = not a", []),
    ("python", "x = y = z", ["var x z value", "var y z value"]),
    ("python", "x: T = y", ["var x T"]),
    ("python", "if (x := f()): pass", ["var x f call"]),
    ("python", "a, b = f, g()", ["var a f value", "var b g call"]),
    ("python", "[a, (b)] = [f, g]", ["var a f value"]),
    ("python", "a, *b, c = f, g, h", ["var a f value"]),
    ("python", "a, b, c = f, *g, h", ["var a f value"]),
    ("python", "a, b = f()", []),
    ("python", "d = {'k': f, 'l': {'m': a.g, 2: h()}, k: f, **e}",
     ['var d["k"] f value', 'var d["l"]["m"] a.g value', 'var d["l"][2] h call']),
    ("python", "l = [f, 1, g, *h, f]", ["var l[0] f value", "var l[2] g value"]),
    ("python", "d['k'] = f", ['var d["k"] f value']),
    ("python", "d[k] = f; d().e[0] = f; a.b = f; a.b['k'] = f", []),
    ("python", "def m(self):\n  self.x = f\n  self.t['k'] = f()", ["field x f value", 'field t["k"] f call']),
    ("python", "class K:\n  x = f\n  y: T = g\n  t = {'a': f}",
     ["field x f value", "field y T", 'field t["a"] f value']),
    ("python", "def m(a=f, b=None, c=d.e): pass", ["param a f value", "param c d.e value"]),
    # --- Python: items, what is entered, tests, bounds
    ("python", "for x in a.b: pass", ["var x a.b value item"]),
    ("python", "for x in f(): pass", ["var x f call item"]),
    ("python", "for x in (f, g): pass", ["var x f value", "var x g value"]),
    ("python", "for a, b in f(): pass", []),
    ("python", "[x for x in xs]", ["var x xs value item"]),
    ("python", "with f() as x, y as z, w: pass", ["var x f call enter", "var z y value enter"]),
    ("python", "isinstance(a.b, T)",
     ["argument isinstance(0 a.b value", "var a.b T narrow", "argument isinstance(1 T value"]),
    ("python", "isinstance(x, (T, m.U))",
     ["argument isinstance(0 x value", "var x T narrow", "var x m.U narrow"]),
    ("python", "isinstance(f(), T)", ["argument isinstance(0 f call", "argument isinstance(1 T value"]),
    ("python", "type X = A | B", ["var X A|B alias"]),
    ("python", "type X[T] = list[T]", ["var X list[T] alias"]),
    ("python", "def f[T: Foo](): pass", ["var T Foo bound"]),
    # --- Python: what functions give back
    ("python", "def f():\n  return a.b", ["return - a.b value"]),
    ("python", "def f():\n  return a or g()", ["return - a value", "return - g call"]),
    ("python", "def f():\n  return [a]\n  return None", []),
    ("python", "def f():\n  def g(): return a\n  return g", ["return - a value", "return - g value"]),
    ("python", "return a", []),
    ("python", "def f():\n  yield a\n  yield from b\n  yield", ["return - a value item"]),
    ("python", "f = lambda x: g(x)", ["return - g call", "argument g(0 x value"]),
    ("python", "def f(): return a(lambda: b)", ["return - a call"]),
    # --- Python: arguments
    ("python", "f(x, a.b, k=y, l=g(), m=1)",
     ["argument f(0 x value", "argument f(1 a.b value", "argument f(k y value", "argument f(l g call"]),
    ("python", "a.f(1, x, *y, z)", ["argument a.f(1 x value"]),
    ("python", "a.get('/x/{id}', y)", ["route /x/{id} a.get(0", "argument a.get(1 y value"]),
    ("python", "f(url='http://h/x')", ["route http://h/x f(url"]),
    ("python", "f('x', 'ftp://h', 'http://', f'/x', r'/x', '/a b', '/a\\n', '', '/' '/')", []),
    ("python", "f(\"\"\"/x\"\"\", ['/x'])", []),
    ("python", "x = '/x'", []),
    ("javascript", "f('/x', `/y/z`, `/y/${z}`, \"https://h/$a\")",
     ["route /x f(0", "route /y/z f(1", "route https://h/$a f(3"]),
    ("typescript", "@Get('/x') class A {}", ["route /x Get(0"]),
    ("python", "f(d['k'], (x), x or y, [x], g()())", []),
    ("python", "a[0].f(x)", ["argument a[0].f(0 x value"]),
    ("python", "f(lambda u, v=1, *w: u, key=lambda k: 1)",
     ["param u f(0(0 context", "param v f(0(1 context", "param k f(key(0 context"]),
    # --- JavaScript and TypeScript: values
    ("javascript", "const x = y, z = new A.B(w)", ["var x y value", "var z A.B call", "argument A.B(0 w value"]),
    ("javascript", "let x = a ?? b || c", ["var x a value", "var x b value", "var x c value"]),
    ("javascript", "let x = a && b", ["var x b value"]),
    ("javascript", "let x = a ? b : (c())", ["var x c call", "var x b value"]),
    ("javascript", "let x = await a.b?.(1)", ["var x a.b call"]),
    ("javascript", "let x = undefined, y = null, z = 1 + a, f = () => {}", []),
    ("javascript", "const x = require('y')", []),
    ("javascript", "const {a, b: c, d = 1, e: {f}, 'g-h': i, [j]: k, l: m = 2, ...n} = p.q",
     ["var a p.q.a value", "var c p.q.b value", "var d p.q.d value", 'var i p.q["g-h"] value', "var m p.q.l value"]),
    ("javascript", "({a} = await (f(1)))", ["var a f().a value"]),
    ("javascript", "const {a} = b || c, {d} = {e}, {f} = (() => 1)()", []),
    ("javascript", "for (const {a} of b) {}", []),
    ("typescript", "const {a, b: c}: T = p", []),
    ("typescript", "const {a} = p!, {b} = this", ["var a p.a value", "var b this.b value"]),
    ("javascript", "[a, , b] = [f, g, h]", ["var a f value", "var b h value"]),
    ("javascript", "const [a, ...b] = [f, g]", ["var a f value"]),
    ("javascript", "const o = {a: f, b, 'c-d': g.h, 1: i(), [q]: r, m() {}, ...s, n: {p: f}}",
     ['var o["a"] f value', 'var o["b"] b value', 'var o["c-d"] g.h value', 'var o["n"]["p"] f value',
      "var o[1] i call"]),
    ("javascript", "const l = [f, g()]", ["var l[0] f value", "var l[1] g call"]),
    ("javascript", "o['k'] = f; o[k] = f; o.k = f", ['var o["k"] f value']),
    ("javascript", "x = y = z", ["var x z value", "var y z value"]),
    ("javascript", "class K { f = g; #p = new A(); static s = h; constructor() { this.x = y; this.t['k'] = y } }",
     ["field f g value", "field #p A call", "field s h value", "field x y value", 'field t["k"] y value']),
    ("javascript", "function f(a = g, { b } = h, ...c) {}", ["param a g value"]),
    ("javascript", "for (const x of a.b) {}", ["var x a.b value item"]),
    ("javascript", "for (const x of [f, g]) {}", ["var x f value", "var x g value"]),
    ("javascript", "for (const x in a) {}", []),
    ("javascript", "if (a.b instanceof C) {}", ["var a.b C narrow"]),
    ("javascript", "const f = x => g(x)", ["return - g call", "argument g(0 x value"]),
    ("javascript", "function f() { return a.map(x => x.y).z }",
     ["return - a.map().z value", "param x a.map(0(0 context"]),
    ("javascript", "function f() { a(function () { return b }); return c }", ["return - c value"]),
    ("javascript", "class K { m() { return this } h = () => this.a }",
     ["return - this value", "return - this.a value"]),
    ("javascript", "function* f() { yield a; yield* b }", ["return - a value item"]),
    ("javascript", "module.exports = () => a", []),
    ("javascript", "p.then((a, { b }, [c], d = 1) => 1, function (e) {}, x)",
     ["param a p.then(0(0 context", "param d p.then(0(3 context", "param e p.then(1(0 context",
      "argument p.then(2 x value"]),
    ("javascript", "f(x => 1)", ["param x f(0(0 context"]),
    ("javascript", "class K extends A { constructor(x) { super(x); super.m(x) } }",
     ["argument super(0 x value", "argument super.m(0 x value"]),
    ("javascript", "f(...x, y)", []),
    ("typescript", "let x = y as T, z = <A.B>y, w = y satisfies U, v = y!, u = y as const",
     ["var x T", "var z A.B", "var w U", "var v y value", "var u y value"]),
    ("typescript", "let x: T = y", ["var x T"]),
    ("typescript", "type X = A | B", ["var X A|B alias"]),
    ("typescript", "function f<T extends Foo<T>>(a = g, b: B = h, c?: C) {}",
     ["var T Foo<T> bound", "param a g value", "param b B", "param c C"]),
    ("typescript", "class K { f = g; p: P = h }", ["field f g value", "field p P"]),
    ("typescript", "f((a, b: B, c?) => 1)", ["param a f(0(0 context", "param b B", "param c f(0(2 context"]),
    ("typescript", "for (const x of a as T[]) {}", ["var x a value item"]),
    ("typescript", "const x = new Map<string, A>(y)", ["var x Map call", "argument Map(0 y value"]),
    ("tsx", "const x = <A b={c} />, y = z as T", ["var y T"]),
    # --- Go
    ("go", "package a\nfunc f() { x := New(y) }", ["var x New call", "argument New(0 y value"]),
    ("go", "package a\nfunc f() { x, y := a.b, (<-c) }", ["var x a.b value", "var y c value"]),
    ("go", "package a\nfunc f(xs ...*T) { for _, x := range xs {} }", ["param xs xs...*T", "var x xs value item"]),
    ("go", "package a\ntype A []*T\ntype B func() T\ntype C = T", ["return - *T item", "return - T", "var C T alias"]),
    ("go", "package a\nfunc f() { switch x := y.(type) { case *T: } }", ["var x T narrow"]),
    # --- Rust
    ("rust", "fn f() { let x = a.b()?.c; }", ["var x a.b().c value"]),
    ("rust", "fn f() { if let Some(x) = a {} }", ["var x a value"]),
    ("rust", "fn f() { match a { E::B(ref x) => {} } }", ["var x E::B value item"]),
    ("rust", "fn f() { for x in a.iter() {} }", ["var x a.iter call item"]),
    ("rust", "impl<T: A, U> B for C<T, U> where U: D {}", ["var T A bound", "var U U bound", "var U D bound"]),
    ("rust", "struct S(A, pub B); type C = A;", ["return - A item", "return - B item", "var C A alias"]),
]


@pytest.mark.parametrize("language, source, rows", TABLE)
def test_bindings_of_small_sources(language: str, source: str, rows: list[str]) -> None:
    row = BY_NAME[language]
    facts = engine(row, source.encode())
    found = []
    for b in facts["bindings"]:
        name, type_, sources = b["name"], b["type"], b["source"]
        assert isinstance(name, bytes) and isinstance(type_, bytes) and isinstance(sources, tuple)
        found.append(" ".join([str(b["kind"]), name.decode() or "-", type_.decode(), *sources]))
    assert sorted(found) == sorted(rows)
    assert_same(facts, oracle.extract(row, source.encode()))


def test_reads_of_what_is_bound_stay() -> None:
    source = b"import a\nd['k'] = a.f\nif isinstance(g, a.T): h(g)\ndef r():\n  return g\n"
    refs = engine(BY_NAME["python"], source)["refs"]
    reads = [(r["name"], r["line"]) for r in refs if r["role"] == "read"]
    assert reads == [(b"d", 2), (b"a", 2), (b"f", 2), (b"g", 3), (b"a", 3), (b"T", 3), (b"g", 3), (b"g", 5)]


def test_calls_of_and_on_local_names_are_marked() -> None:
    source = b"def f(a, self):\n  a(); a.b(); a.b.c(); b(); self.d(); b.a()\n  def g(): pass\n  g()\na()\n"
    record = Extractor().extract(compiled(LANGUAGES.index(BY_NAME["python"])), source)
    columns = assemble([record], [b"m"])
    calls = [
        (columns["strings"][name], local)
        for name, role, local in zip(columns["ref_name"], columns["ref_role"], columns["ref_local"], strict=True)
        if role == 0
    ]
    assert calls == [(b"a", 1), (b"b", 1), (b"c", 1), (b"b", 0), (b"d", 0), (b"a", 0), (b"g", 0), (b"a", 0)]


@pytest.mark.parametrize("language", ["python", "javascript", "typescript"])
@pytest.mark.parametrize(
    "source",
    [
        b"x = " + b"(" * 3000 + b"y" + b")" * 3000,
        b"x = " + b"[" * 3000 + b"y" + b"]" * 3000,
        b"x = " + b"a || " * 3000 + b"b",
        b"x = [" + b"a," * 5000 + b"]",
        b"f(" + b"a," * 5000 + b")",
        b"x = " + b"f(" * 3000 + b"y" + b")" * 3000,
        b"x = " + b"y." * 3000 + b"z",
        b"x = y" + b"[0]" * 3000,
        b"[x" * 1000 + b"]" * 1000 + b" = " + b"[y" * 1000 + b"]" * 1000,
        b"x = " + b"y = " * 2000 + b"z",
        b"f(x" * 1000 + b").y" * 1000,
    ],
    ids=range(11),
)
def test_large_values_are_read(language: str, source: bytes) -> None:
    facts = engine(BY_NAME[language], source)
    assert len(facts["bindings"]) < 20_000
