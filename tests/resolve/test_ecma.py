"""TypeScript and JavaScript: where each call goes, mechanism by mechanism. Every tree has namesakes, see `marked`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.marked import Case, check, reached

_GO = "export function go() {}  //=right\n"

IMPORTS: list[Case] = [
    (
        "named, default, name space",
        {
            "a.ts": "export function go() {}  //=go\nfunction run() {}  //=run\nexport default run;\n"
            "export const arrow = () => 1;  //=arrow\n",
            "b.ts": "export function go() {}\nexport default function run() {}\n",
            "u.ts": "import { go } from './a';\nimport other, { go as went } from './a';\n"
            "import * as ns from './a';\nimport { arrow } from './a';\n"
            "function f1() { go(); }\nfunction f2() { other(); }\nfunction f3() { went(); }\n"
            "function f4() { ns.go(); }\n"
            "function f5() { arrow(); }\n",
        },
        {"f1": "go", "f2": "run", "f3": "go", "f4": "go", "f5": "arrow"},
    ),
    (
        "default by name and by class",
        {
            "a.ts": "function inner() {}  //=inner\nexport default inner;\n",
            "b.ts": "class Thing {  //=Thing\n  go() {}  //=go\n}\nexport { Thing as default };\n",
            "c.ts": "export default class {\n  go() {}  //=anonymous\n}\n",
            "u.ts": "import x from './a';\nimport T from './b';\nimport C from './c';\n"
            "function f1() { x(); }\nfunction f2() { new T().go(); }\n"
            "function f3(c: C) { c.go(); }\n",
        },
        {"f1": "inner", "f2": "Thing go", "f3": "anonymous"},
    ),
    (
        "export star and barrels",
        {
            "lib/deep/a.ts": "export function go() {}  //=go\nexport class K {  //=K\n  m() {}  //=m\n}\n",
            "lib/deep/index.ts": "export * from './a';\n",
            "lib/index.ts": "export * from './deep';\nexport * as spaced from './deep';\n"
            "export { go as went } from './deep/a';\n",
            "u.ts": "import { go, spaced, went, K } from './lib';\nfunction f1() { go(); }\n"
            "function f2() { spaced.go(); }\nfunction f3() { went(); }\n"
            "function f4() { new K().m(); }\nfunction f5() { new spaced.K().m(); }\n",
        },
        {"f1": "go", "f2": "go", "f3": "go", "f4": "K m", "f5": "K m"},
    ),
    (
        "star leaves out default; a local export beats a star",
        {
            "a.ts": "export default function go() {}\nexport function run() {}\n",
            "i.ts": "export * from './a';\nexport function run() {}  //=own\n",
            "u.ts": "import d, { run } from './i';\nfunction f1() { d(); }\nfunction f2() { run(); }\n",
        },
        {"f1": "", "f2": "own"},
    ),
    (
        "barrels in circles",
        {
            "a/index.ts": "export * from '../b';\nexport * from './x';\n",
            "b/index.ts": "export * from '../a';\nexport { lost } from '../a';\n",
            "a/x.ts": _GO,
            "u.ts": "import { go, lost } from './b';\nfunction f1() { go(); }\nfunction f2() { lost(); }\n",
            "z.ts": "export function lost() {}\n",
        },
        {"f1": "right", "f2": ""},
    ),
    (
        "imported, then exported",
        {
            "a.ts": _GO,
            "b.ts": "import { go } from './a';\nexport { go as run };\nexport default go;\n",
            "u.ts": "import d, { run } from './b';\nfunction f1() { run(); }\nfunction f2() { d(); }\n",
        },
        {"f1": "right", "f2": "right"},
    ),
    (
        "index files and ends",
        {
            "a/index.ts": "export function one() {}  //=one\n",
            "b.ts": "export function two() {}  //=two\n",
            "c.mts": "export function three() {}  //=three\n",
            "d.tsx": "export function four() {}  //=four\n",
            "u.ts": "import { one } from './a';\nimport { two } from './b.js';\n"
            "import { three } from './c.mjs';\nimport { four } from './d.jsx';\n"
            "import { one as five } from './a/index.js';\nimport { one as six } from '.';\n"
            "function f1() { one(); }\nfunction f2() { two(); }\nfunction f3() { three(); }\n"
            "function f4() { four(); }\nfunction f5() { five(); }\n"
            "function f6() { six(); }\n",
        },
        {"f1": "one", "f2": "two", "f3": "three", "f4": "four", "f5": "one", "f6": ""},
    ),
    (
        "a file before a directory of its name",
        {
            "a.ts": _GO,
            "a/index.ts": "export function go() {}\n",
            "u.ts": "import { go } from './a';\nfunction f() { go(); }\n",
        },
        {"f": "right"},
    ),
    (
        "tsconfig: paths, baseUrl, comments, extends",
        {
            "config/base.json": '{ /* base */ "compilerOptions": { "baseUrl": "..",'
            ' "paths": { "@lib/*": ["src/lib/*"], "one": ["src/one.ts"], } } }',
            "tsconfig.json": '{\n  // from there\n  "extends": "./config/base.json",\n}',
            "src/lib/a.ts": _GO,
            "src/one.ts": "export function go() {}  //=one\n",
            "other/lib/a.ts": "export function go() {}\n",
            "app/u.ts": "import { go } from '@lib/a';\nimport { go as one } from 'one';\n"
            "import { go as base } from 'src/lib/a';\n"
            "function f1() { go(); }\nfunction f2() { one(); }\nfunction f3() { base(); }\n",
        },
        {"f1": "right", "f2": "one", "f3": "right"},
    ),
    (
        "the nearest tsconfig",
        {
            "tsconfig.json": '{"compilerOptions": {"paths": {"~/*": ["./one/*"]}}}',
            "sub/tsconfig.json": '{"compilerOptions": {"paths": {"~/*": ["./two/*"]}}}',
            "one/a.ts": "export function go() {}  //=one\n",
            "sub/two/a.ts": "export function go() {}  //=two\n",
            "u.ts": "import { go } from '~/a';\nfunction f1() { go(); }\n",
            "sub/u.ts": "import { go } from '~/a';\nfunction f2() { go(); }\n",
        },
        {"f1": "one", "f2": "two"},
    ),
    (
        "packages of a workspace",
        {
            "packages/a/package.json": '{"name": "@s/a", "main": "dist/index.js"}',
            "packages/a/src/index.ts": "export function go() {}  //=a\n",
            "packages/b/package.json": '{"name": "b", "exports": {".": {"types": "./t.d.ts", "import": "./main.ts"},'
            ' "./sub/*": "./in/*.ts"}}',
            "packages/b/main.ts": "export function go() {}  //=b\n",
            "packages/b/in/x.ts": "export function go() {}  //=b.x\n",
            "packages/c/package.json": '{"name": "c", "main": "./entry"}',
            "packages/c/entry.js": "export function go() {}  //=c\n",
            "packages/u/u.ts": "import { go as a } from '@s/a';\nimport { go as b } from 'b';\n"
            "import { go as x } from 'b/sub/x';\n"
            "import { go as c } from 'c';\nimport { go as d } from 'd';\n"
            "function f1() { a(); }\nfunction f2() { b(); }\nfunction f3() { x(); }\n"
            "function f4() { c(); }\nfunction f5() { d(); }\n",
        },
        {"f1": "a", "f2": "b", "f3": "b.x", "f4": "c", "f5": ""},
    ),
    (
        "names of other people",
        {
            "a.ts": "export function map() {}\nexport class Client {\n  get() {}\n}\n",
            "u.ts": "import { map } from 'lodash';\nimport * as fs from 'fs';\n"
            "import { Client } from 'vendor';\nimport { gone } from './missing';\n"
            "function f1() { map(); }\nfunction f2() { fs.map(); }\n"
            "function f3() { new Client().get(); }\nfunction f4(c: Client) { c.get(); }\n"
            "function f5() { gone(); }\n",
            "b.ts": "export function gone() {}\n",
        },
        {"f1": "", "f2": "", "f3": "", "f4": "", "f5": ""},
    ),
    (
        "CommonJS",
        {
            "a.js": "function go() {}  //=go\nfunction run() {}  //=run\n"
            "module.exports = { go, other: run, inline() {},  //=inline\n"
            "  arrow: () => 1,  //=arrow\n};\n",
            "b.js": "exports.go = function () {};  //=b.go\nmodule.exports.run = () => 1;  //=b.run\n",
            "d.js": "class K {  //=K\n  m() {}  //=m\n}\nmodule.exports = { K };\n",
            "u.js": "const a = require('./a');\nconst { go, other: renamed } = require('./a');\n"
            "const b = require('./b.js');\nconst { K } = require('./d');\n"
            "function f1() { a.go(); }\nfunction f2() { a.other(); }\nfunction f3() { go(); }\n"
            "function f4() { renamed(); }\nfunction f5() { a.inline(); }\n"
            "function f6() { a.arrow(); }\nfunction f7() { b.go(); }\nfunction f8() { b.run(); }\n"
            "function g1() { new K().m(); }\n"
            "function g3() { const l = require('./b'); l.go(); }\n",
        },
        {
            "f1": "go",
            "f2": "run",
            "f3": "go",
            "f4": "run",
            "f5": "inline",
            "f6": "arrow",
            "f7": "b.go",
            "f8": "b.run",
            "g1": "K m",
            "g3": "b.go",
        },
    ),
    (
        "React Native's platforms",
        {
            "View.ios.js": "export function draw() {}  //=ios\n",
            "View.android.js": "export function draw() {}  //=android\n",
            "other/View.js": "export function draw() {}\n",
            "u.js": "import { draw } from './View';\nfunction f() { draw(); }\n",
        },
        {"f": "ios"},
    ),
    (
        "type imports",
        {
            "a.ts": "export interface I {\n  go(): void;  //=go\n}\n",
            "u.ts": "import type { I } from './a';\nimport { type I as J } from './a';\n"
            "function f1(i: I) { i.go(); }\nfunction f2(j: J) { j.go(); }\n"
            "function f3(k: import('./a').I) { k.go(); }\n",
        },
        {"f1": "go", "f2": "go"},
    ),
]

_CLASSES = (
    "export class A {  //=A\n  go() {}  //=A.go\n  me() { return this; }  //=A.me\n}\n"
    "export class B {  //=B\n  go() {}  //=B.go\n}\n"
    "export interface I {\n  go(): void;  //=I.go\n  call: (x: A) => B;  //=I.call\n}\n"
)


def _typed(name: str, text: str, **expected: str) -> Case:
    return name, {"a.ts": _CLASSES, "u.ts": "import { A, B, I } from './a';\n" + text}, expected


RECEIVERS: list[Case] = [
    _typed(
        "constructor",
        "function f() { const x = new A(); x.go(); }\nfunction g() { new B().go(); }\n",
        f="A A.go",
        g="B B.go",
    ),
    _typed(
        "a written constructor",
        "class C {\n  constructor(x: A) {}  //=made\n}\nclass D extends C {}  //=D\n"
        "function f(a: A) { new C(a); }\nfunction g(a: A) { new D(a); }\n",
        f="made",
        g="D",
    ),
    _typed(
        "parameters",
        "function f(x: A) { x.go(); }\nconst g = (x: B) => { x.go(); };\n"
        "function h(x?: A) { x?.go(); }\nfunction k(x: A | null | undefined) { x!.go(); }\n",
        f="A.go",
        g="B.go",
        h="A.go",
        k="A.go",
    ),
    _typed(
        "variables",
        "function f() { let x: A; x.go(); }\nconst top: B = make();\nfunction g() { top.go(); }\n",
        f="A.go",
        g="B.go",
    ),
    _typed(
        "properties",
        "class C {\n  x: A;\n  private y = new B();\n  f() { this.x.go(); }\n"
        "  g() { this.y.go(); }\n}\nfunction h(c: C) { c.x.go(); }\n",
        f="A.go",
        g="B.go",
        h="A.go",
    ),
    _typed(
        "parameter properties",
        "class C {\n  constructor(private readonly x: A, public y: B) {}\n"
        "  f() { this.x.go(); }\n  g() { this.y.go(); }\n}\n",
        f="A.go",
        g="B.go",
    ),
    _typed(
        "assigned in the constructor",
        "class C {\n  constructor() { this.x = new A(); }\n  f() { this.x.go(); }\n}\n",
        f="A.go",
    ),
    _typed(
        "this",
        "class C {\n  own() {}  //=own\n  f() { this.own(); }\n"
        "  g() { const self = this; self.own(); }\n  h() { return () => this.own(); }\n}\n"
        "function k(this: A) { this.go(); }\n",
        f="own",
        g="own",
        h="own",
        k="A.go",
    ),
    _typed(
        "this as a type",
        "class C {  //=C\n  w(): this { return this; }  //=w\n}\nclass D extends C {  //=D\n"
        "  only() {}  //=only\n}\nfunction f() { new D().w().only(); }\n",
        f="D w only",
    ),
    _typed("fluent", "function f() { new A().me().me().go(); }\n", f="A A.me A.go"),
    _typed(
        "a constraint",
        "function f<T extends A>(x: T) { x.go(); }\nclass C<T extends B> {\n  x: T;\n  g() { this.x.go(); }\n}\n",
        f="A.go",
        g="B.go",
    ),
    _typed(
        "containers",
        "function f(xs: A[]) { for (const x of xs) { x.go(); } }\n"
        "function g(xs: Array<B>) { xs[0].go(); }\n"
        "function h(m: Map<string, A>) { m.get('k')!.go(); }\n"
        "async function k(p: Promise<B>) { (await p).go(); }\n"
        "async function l(p: Promise<B>) { const x = await p; x.go(); }\n"
        "function m(xs: readonly A[]) { xs[0].go(); }\n",
        f="A.go",
        g="B.go",
        h="A.go",
        k="B.go",
        l="B.go",
        m="A.go",
    ),
    _typed(
        "unions",
        "function f(x: A | B) { x.go(); }\ntype E = A | B;\nfunction g(x: E) { x.go(); }\n",
        f="A.go B.go",
        g="A.go B.go",
    ),
    _typed(
        "interfaces", "function f(i: I) { i.go(); }\nfunction g(i: I) { i.call(x).go(); }\n", f="I.go", g="I.call B.go"
    ),
    _typed(
        "aliases and object types",
        "type X = A;\ntype O = {\n  a: A;\n  run(): B;  //=run\n};\n"
        "function f(x: X) { x.go(); }\nfunction g(o: O) { o.a.go(); }\n"
        "function h(o: O) { o.run().go(); }\n",
        f="A.go",
        g="A.go",
        h="run B.go",
    ),
    _typed(
        "guards",
        "function isA(x: unknown): x is A { return true; }  //=isA\n"
        "function f(x: unknown) { if (isA(x)) { x.go(); } }\n"
        "function g(x: any) { if (x instanceof B) x.go(); }\n",
        f="isA A.go",
        g="B.go",
    ),
    _typed(
        "as",
        "function f(x: any) { (x as A).go(); }\nfunction g(x: any) { const y = x as B; y.go(); }\n",
        f="A.go",
        g="B.go",
    ),
    _typed(
        "contextual callbacks",
        "function take(cb: (x: A) => void) {}  //=take\ntype Cb = (x: B) => void;\n"
        "function takeB(cb: Cb) {}  //=takeB\n"
        "function f() { take(x => x.go()); }\nfunction g() { takeB((x) => { x.go(); }); }\n",
        f="take A.go",
        g="takeB B.go",
    ),
    _typed("a callback's type on the variable", "const f: (x: A) => void = (x) => { x.go(); };\n", f="A.go"),
    _typed(
        "object literals",
        "const o = {\n  go() {},  //=o.go\n  arrow: () => 1,  //=o.arrow\n"
        "  own() { this.go(); },\n};\n"
        "function f() { o.go(); }\nfunction g() { o.arrow(); }\n",
        f="o.go",
        g="o.arrow",
        own="o.go",
    ),
    _typed(
        "results",
        "function make(): A { return x; }  //=make\n"
        "function made() { return new B(); }  //=made\n"
        "const arrow = () => new A();  //=arrow\nfunction f() { make().go(); }\n"
        "function g() { made().go(); }\n"
        "function h() { const x = arrow(); x.go(); }\n",
        f="make A.go",
        g="made B.go",
        h="arrow A.go",
    ),
    _typed(
        "statics",
        "class C {\n  static make(): C { return new C(); }  //=make\n  static x = new A();\n"
        "  go() {}  //=C.go\n}\nfunction f() { C.make().go(); }\nfunction g() { C.x.go(); }\n",
        f="make C.go",
        g="A.go",
    ),
    _typed(
        "class fields that are functions",
        "class C {\n  run = () => { this.go(); };  //=run\n  go() {}  //=C.go\n"
        "  f() { this.run(); }\n}\nfunction g(c: C) { c.run(); }\n",
        f="run",
        g="run",
        run="C.go",
    ),
    _typed(
        "getters",
        "class C {\n  get a(): A { return x; }  //=a\n  get b() { return new B(); }  //=b\n"
        "  f() { this.a.go(); }\n}\nfunction g(c: C) { c.b.go(); }\n",
        f="A.go",
        g="B.go",
    ),
    _typed(
        "overloads",
        "function over(x: string): A;  //=o1\nfunction over(x: number): A;  //=o2\n"
        "function over(x: any): A { return x; }  //=body\nfunction f() { over(1).go(); }\n",
        f="body A.go",
    ),
    _typed("destructuring", "function g(c: C) { const { b } = c; b.go(); }\nclass C {\n  b: B;\n}\n", g="B.go"),
    _typed(
        "name spaces",
        "namespace N {\n  export function go() {}  //=N.go\n  export namespace M {\n"
        "    export function go() {}  //=N.M.go\n  }\n  function f() { go(); }\n}\n"
        "function g() { N.go(); }\nfunction h() { N.M.go(); }\n",
        f="N.go",
        g="N.go",
        h="N.M.go",
    ),
    _typed(
        "private names",
        "class C {\n  #go() {}  //=private\n  #x = new A();\n  f() { this.#go(); }\n  g() { this.#x.go(); }\n}\n",
        f="private",
        g="A.go",
    ),
    _typed(
        "optional chains",
        "class C {\n  a?: A;\n}\nfunction f(c?: C) { c?.a?.go(); }\nfunction g(c?: C) { c?.a?.me()?.go(); }\n",
        f="A.go",
        g="A.me A.go",
    ),
    _typed(
        "enums",
        "enum E {\n  X,\n}\nnamespace E {\n  export function go(e: E) {}  //=E.go\n}\nfunction f() { E.go(E.X); }\n",
        f="E.go",
    ),
    _typed("typeof", "const the = new A();\nfunction f(x: typeof the) { x.go(); }\n", f="A.go"),
    _typed("defaults", "function f(x = new A()) { x.go(); }\n", f="A A.go"),
    _typed("closures count for the function around", "function f(a: A) { return () => { a.go(); }; }\n", f="A.go"),
]

SCOPES: list[Case] = [
    (
        "locals and parameters hide",
        {
            "u.ts": "function go() {}  //=top\nfunction f(go: any) { go(); }\n"
            "function g() { const go = () => 1;  //=inner\n go(); }\n"
            "function h() { { function go() {} } }\n"
            "function k() { go(); }\n"
        },
        {"f": "", "g": "inner", "k": "top"},
    ),
    ("bare names never mean methods", {"a.ts": "class A {\n  run() {}\n  f() { run(); }\n}\n"}, {"f": ""}),
    (
        "builtins",
        {
            "a.ts": "class A {\n  parseInt() {}\n  fetch() {}\n}\n",
            "u.ts": "function f() { parseInt('1'); fetch('x'); }\n",
        },
        {"f": ""},
    ),
    (
        "hoisting",
        {"u.ts": "function f() { return late(); }\nfunction late() {}  //=late\n", "v.ts": "function late() {}\n"},
        {"f": "late"},
    ),
]

HIERARCHY: list[Case] = [
    (
        "own, inherited, super",
        {
            "a.ts": "export class A {\n  go() {}  //=A.go\n  base() {}  //=A.base\n}\n",
            "b.ts": "import { A } from './a';\nclass B extends A {\n  go() { super.go(); }\n"
            "  f() { this.base(); }\n  constructor() { super(); super.base(); }\n}\n"
            "import * as m from './a';\nclass C extends m.A {\n  g() { this.go(); }\n}\n",
        },
        {"go": "A.go", "f": "A.base", "g": "A.go", "constructor": "A.base"},
    ),
    (
        "a written constructor below another",
        {
            "a.ts": "class A {\n  constructor(x: number) {}  //=made\n}\nclass B extends A {\n"
            "  constructor() { super(1); }  //=B\n}\n"
            "function f() { return new B(); }\n"
        },
        {"f": "B"},
    ),
    (
        "an external base",
        {
            "a.ts": "import { Base } from 'vendor';\nclass A extends Base {\n  own() {}  //=own\n"
            "  f() { this.save(); }\n  g() { this.own(); }\n}\nclass Other {\n  save() {}\n}\n"
        },
        {"f": "", "g": "own"},
    ),
    (
        "abstract",
        {
            "a.ts": "abstract class A {\n  abstract go(): void;  //=decl\n  f() { this.go(); }\n}\n"
            "class B extends A {\n  go() {}  //=B\n}\nclass C extends A {\n  go() {}  //=C\n}\n"
        },
        {"f": "decl B C"},
    ),
    (
        "abstract, too many",
        {
            "a.ts": "abstract class A {\n  abstract go(): void;  //=decl\n  f() { this.go(); }\n}\n"
            + "".join(f"class B{n} extends A {{\n  go() {{}}\n}}\n" for n in range(4))
        },
        {"f": "decl"},
    ),
    (
        "interfaces extend",
        {"a.ts": "interface P {\n  go(): void;  //=go\n}\ninterface Q extends P {}\nfunction f(q: Q) { q.go(); }\n"},
        {"f": "go"},
    ),
]

ALL = IMPORTS + RECEIVERS + SCOPES + HIERARCHY


@pytest.mark.parametrize(("files", "expected"), [case[1:] for case in ALL], ids=[case[0] for case in ALL])
def test_calls_go_where_they_really_go(tmp_path: Path, files: dict[str, str], expected: dict[str, str]) -> None:
    check(tmp_path, files, expected, ".ts")


def test_evidence_is_named(tmp_path: Path) -> None:
    files = {
        "a.ts": "export class A {\n  go() {}  //=go\n  own() { this.go(); }\n}\nexport function run() {}  //=run\n",
        "u.ts": "import { A, run } from './a';\nfunction near() {}  //=near\n"
        "function f(a: A) { a.go(); run(); near(); }\n",
    }
    found = reached(tmp_path, files, ".ts")
    assert {mark: row["prov"] for mark, row in found["f"].items()} == {"go": "type", "run": "import", "near": "file"}
    assert {mark: row["prov"] for mark, row in found["own"].items()} == {"go": "self"}
