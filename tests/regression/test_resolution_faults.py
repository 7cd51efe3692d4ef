"""What attacks on resolution found: each case was wrong once. A case that still is carries the reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.resolve.marked import Case, check, edges
from tests.support.command import PEAK, answer, environment, plant, run

_A = "class A:  #=A\n    def go(self): pass  #=A.go\nclass B:  #=B\n    def go(self): pass  #=B.go\n"

PYTHON: list[tuple[str, Case]] = [
    (
        "an alias `E = Union[A, B]` is not its parts",
        (
            "Union is its parts",
            {
                "u.py": "from typing import Union\n"
                + _A
                + "def f(x: Union[A, None]): x.go()\ndef g(x: Union[A, B]): x.go()\n"
                "E = Union[A, B]\ndef h(x: E): x.go()\n"
            },
            {"f": "A.go", "g": "A.go B.go", "h": "A.go B.go"},
        ),
    ),
    (
        "",
        (
            "a parameter without a type hides",
            {
                "u.py": "def go(): pass\ndef f(go): go()\ndef g(): return lambda go: go()\n"
                "def h(a, go=None): return go(a)\n"
            },
            {"f": "", "g": "", "h": ""},
        ),
    ),
    (
        "",
        (
            "a context manager's generator",
            {
                "u.py": "from contextlib import contextmanager\nfrom collections.abc import Iterator\n"
                + _A
                + "@contextmanager\ndef opened() -> Iterator[A]: yield A()  #=opened\ndef f():\n"
                "    with opened() as x: x.go()\n"
            },
            {"f": "opened A.go"},
        ),
    ),
    (
        "",
        (
            "the bound of a type variable",
            {"u.py": "from typing import TypeVar\n" + _A + "T = TypeVar('T', bound=A)\ndef f(x: T): x.go()\n"},
            {"f": "A.go"},
        ),
    ),
    (
        "elements of items() and enumerate() are unknown",
        (
            "pairs of items and of enumerate",
            {
                "u.py": _A + "def f(d: dict[str, B]):\n    for k, v in d.items(): v.go()\n"
                "def g(xs: list[A]):\n    for n, x in enumerate(xs): x.go()\n"
            },
            {"f": "B.go", "g": "A.go"},
        ),
    ),
    (
        "elements of *xs and **ks are unknown",
        (
            "parameters of any number",
            {"u.py": _A + "def f(*xs: A):\n    for x in xs: x.go()\ndef g(**ks: B):\n    ks['k'].go()\n"},
            {"f": "A.go", "g": "B.go"},
        ),
    ),
    (
        "class patterns bind nothing",
        (
            "a class in a match",
            {"u.py": _A + "def f(x):\n    match x:\n        case A() as y: y.go()\n"},
            {"f": "A.go"},
        ),
    ),
    (
        "",
        (
            "objects that are iterated",
            {
                "u.py": "from collections.abc import Iterator\n"
                + _A
                + "class C:  #=C\n    def __iter__(self) -> Iterator[A]: ...  #=C.iter\n"
                "class D:  #=D\n    def __iter__(self): yield B()  #=D.iter\ndef f():\n"
                "    for x in C(): x.go()\ndef g():\n    for x in D(): x.go()\n"
            },
            {"f": "C A.go C.iter", "g": "D B.go D.iter"},
        ),
    ),
    (
        "",
        (
            "a union under a name",
            {"u.py": _A + "E = A | B\ndef f(x: E): x.go()\n"},
            {"f": "A.go B.go"},
        ),
    ),
    (
        "",
        (
            "an unrelated copy of a package",
            {
                "lib/__init__.py": "",
                "lib/m.py": "def go(): pass  #=right\n",
                "app/__init__.py": "",
                "app/u.py": "from lib.m import go\ndef f(): go()\n",
                "foreign/x/lib/__init__.py": "",
                "foreign/x/lib/m.py": "def go(): pass\n",
            },
            {"f": "right"},
        ),
    ),
    (
        "",
        (
            "a class of the same name elsewhere has the member that this one lacks",
            {
                "a/m.py": "class Kept:\n    def f(self): self.load()\n",
                "b/m.py": "class Kept:\n    def load(self): pass\n",
            },
            {"f": ""},
        ),
    ),
    (
        "",
        (
            "stars in a wide circle",
            {
                f"s{i}.py": "".join(f"from s{(i + j * 37 + 1) % 100} import *\n" for j in range(5))
                + f"def d{i}(): pass  #=d{i}\ndef u{i}(): d{(i + 50) % 100}()\n"
                for i in range(100)
            },
            {"u0": "d50", "u60": "d10"},
        ),
    ),
    (
        "elements of list literals are unknown",
        (
            "elements of a list literal",
            {"u.py": _A + "def f():\n    xs = [B()]\n    for x in xs: x.go()\n"},
            {"f": "B B.go"},
        ),
    ),
]

_AB = "class A {  //=A\n  go() {}  //=A.go\n}\nclass B {  //=B\n  go() {}  //=B.go\n}\n"

ECMA: list[tuple[str, Case]] = [
    (
        "",
        (
            "a default export that is a declaration",
            {
                "a.ts": "export default function run() {}  //=run\n",
                "u.ts": "import x, { default as y } from './a';\nfunction f() { x(); }\nfunction g() { y(); }\n",
            },
            {"f": "run", "g": "run"},
        ),
    ),
    (
        "",
        (
            "the default of a name space",
            {
                "a.ts": "function run() {}  //=run\nexport default run;\n",
                "u.ts": "import * as ns from './a';\nfunction f() { ns.default(); }\n",
            },
            {"f": "run"},
        ),
    ),
    (
        "",
        (
            "a module that is what it exports",
            {
                "a.js": "function whole() {}  //=whole\nmodule.exports = whole;\n",
                "b.js": "class Kept {  //=Kept\n  m() {}  //=m\n}\nmodule.exports = Kept;\n",
                "u.js": "const a = require('./a');\nconst Kept = require('./b');\nfunction f() { a(); }\n"
                "function g() { new Kept().m(); }\n",
            },
            {"f": "whole", "g": "Kept m"},
        ),
    ),
    (
        "",
        (
            "a module that is a function or class without more",
            {
                "a.js": "module.exports = function whole() {};  //=whole\n",
                "b.js": "module.exports = class Kept {  //=Kept\n  m() {}  //=m\n};\n",
                "u.js": "const a = require('./a');\nconst Kept = require('./b');\nfunction f() { a(); }\n"
                "function g() { new Kept().m(); }\n",
            },
            {"f": "whole", "g": "Kept m"},
        ),
    ),
    (
        "",
        (
            "modules handed on",
            {
                "a.js": "exports.go = function () {};  //=go\n",
                "b.js": "module.exports = require('./a');\n",
                "u.js": "const b = require('./b');\nfunction f() { b.go(); }\n",
            },
            {"f": "go"},
        ),
    ),
    (
        "a member as a value in module.exports is no export",
        (
            "members handed on",
            {
                "a.js": "exports.go = function () {};  //=go\n",
                "c.js": "const a = require('./a');\nmodule.exports = { went: a.go };\n",
                "u.js": "const { went } = require('./c');\nfunction f() { went(); }\n",
            },
            {"f": "go"},
        ),
    ),
    (
        "a call of require is no module",
        (
            "require in place",
            {"a.js": "exports.go = function () {};  //=go\n", "u.js": "function f() { require('./a').go(); }\n"},
            {"f": "go"},
        ),
    ),
    (
        "the interface is taken for the value",
        (
            "a constant and an interface of one name",
            {
                "u.ts": _AB + "interface Both {\n  go(): void;  //=type\n}\nconst Both = {\n"
                "  make(): Both { return x; },  //=make\n};\n"
                "function f() { Both.make().go(); }\n"
            },
            {"f": "make type"},
        ),
    ),
    (
        "",
        (
            "callbacks of containers",
            {
                "u.ts": _AB + "function f(xs: A[]) { xs.forEach(x => x.go()); }\n"
                "function g(xs: B[]) { xs.map((x) => x.go()); }\n"
                "function h(xs: A[]) { xs.filter(x => x).forEach(function (x) { x.go(); }); }\n"
            },
            {"f": "A.go", "g": "B.go", "h": "A.go"},
        ),
    ),
    (
        "",
        (
            "callbacks of promises",
            {"u.ts": _AB + "function f(p: Promise<A>) { p.then(x => x.go()); }\n"},
            {"f": "A.go"},
        ),
    ),
    (
        "casts in angle brackets are unknown",
        (
            "casts in angle brackets",
            {"u.ts": _AB + "function f(x: any) { (<A>x).go(); }\n"},
            {"f": "A.go"},
        ),
    ),
    (
        "functions of nested object literals are nobody's",
        (
            "nested object literals",
            {"u.ts": "const o = {\n  nested: { deep() {} },  //=deep\n};\nfunction f() { o.nested.deep(); }\n"},
            {"f": "deep"},
        ),
    ),
    (
        "",
        (
            "the constructor of the base",
            {
                "u.ts": "class A {\n  constructor(x: number) {}  //=made\n}\nclass B extends A {\n"
                "  constructor() { super(1); }\n}\n"
            },
            {"constructor": "made"},
        ),
    ),
    (
        "type arguments of a constructed container are not read",
        (
            "a container that is constructed",
            {
                "u.ts": _AB + "class S {\n  private m = new Map<string, A>();\n  f() { this.m.get('x')?.go(); }\n}\n",
            },
            {"f": "A.go"},
        ),
    ),
    (
        "a pattern with a type binds nothing",
        (
            "a destructured parameter",
            {"u.ts": _AB + "type Props = { a: A };\nfunction f({ a }: Props) { a.go(); }\n"},
            {"f": "A.go"},
        ),
    ),
    (
        "members of an object type in place are not read",
        (
            "an object type in place",
            {"u.ts": _AB + "function f(o: { a: A }) { o.a.go(); }\n"},
            {"f": "A.go"},
        ),
    ),
]


def _params(cases: list[tuple[str, Case]]) -> list[object]:
    return [
        pytest.param(*case[1:], id=case[0], marks=[pytest.mark.xfail(strict=True, reason=reason)] if reason else [])
        for reason, case in cases
    ]


@pytest.mark.parametrize(("files", "expected"), _params(PYTHON))
def test_python(tmp_path: Path, files: dict[str, str], expected: dict[str, str]) -> None:
    check(tmp_path, files, expected, ".py")


@pytest.mark.parametrize(("files", "expected"), _params(ECMA))
def test_ecma(tmp_path: Path, files: dict[str, str], expected: dict[str, str]) -> None:
    check(tmp_path, files, expected, ".ts")


HANG_S = 20  # these take a fraction of a second, or for ever

HANGS: list[tuple[str, str, dict[str, str]]] = [
    (
        "",
        "stacked diamonds",
        {
            "a.py": "class A0:\n    def go(self): pass\n"
            + "".join(
                f"class B{i}(A{i - 1}): pass\nclass C{i}(A{i - 1}): pass\nclass A{i}(B{i}, C{i}): pass\n"
                for i in range(1, 60)
            )
            + "def f(x: A59): x.go()\n"
        },
    ),
    (
        "",
        "stacked diamonds of interfaces",
        {
            "a.ts": "interface A0 { go(): void }\n"
            + "".join(
                f"interface B{i} extends A{i - 1} {{}}\ninterface C{i} extends A{i - 1} {{}}\n"
                f"interface A{i} extends B{i}, C{i} {{}}\n"
                for i in range(1, 60)
            )
            + "function f(x: A59) { x.go(); }\n"
        },
    ),
    (
        "",
        "all classes before as bases",
        {
            "a.py": "class C0:\n    def go(self): pass\n"
            + "".join(f"class C{i}({', '.join(f'C{j}' for j in range(i - 1, -1, -1))}): pass\n" for i in range(1, 60))
            + "def f(x: C59): x.go()\n"
        },
    ),
    (
        "",
        "all classes as each other's bases",
        {
            "a.py": "".join(
                f"class C{i}({', '.join(f'C{j}' for j in range(30) if j != i)}):\n    def m{i}(self): self.go()\n"
                for i in range(30)
            )
            + "class Z:\n    def go(self): pass\n"
        },
    ),
    (
        "",
        "results in circles in lists",
        {
            "a.py": "".join(
                f"def g{i}():\n"
                + "".join(f"    if x: return [g{(i * 7 + j * 13) % 300}()]\n    yield g{j}()\n" for j in range(10))
                for i in range(300)
            )
            + "class A:\n    def go(self): pass\ndef f():\n"
            + "".join(f"    g{i}()[0][0].go()\n" for i in range(300))
        },
    ),
]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(files, id=name, marks=[pytest.mark.xfail(strict=True, reason=reason)] if reason else [])
        for reason, name, files in HANGS
    ],
)
def test_nothing_hangs(tmp_path: Path, files: dict[str, str]) -> None:
    root = plant(tmp_path / "tree", files)
    try:
        result = run([root, "--export=edges.tsv"], timeout=HANG_S)
    except subprocess.TimeoutExpired:
        pytest.fail("it hangs")
    assert (result.code, result.err) == (0, b"")


def _barrel(count: int) -> dict[str, str]:
    """A barrel of ``count`` modules, each of which calls a function of the next one by it."""
    files: dict[str, str] = {
        f"s{i}.ts": f"import {{ d{(i + 1) % count} }} from './hub';\nexport function d{i}() {{}}\n"
        f"export function u{i}() {{ d{(i + 1) % count}(); }}\n"
        for i in range(count)
    }
    files["hub.ts"] = "".join(f"export * from './s{i}';\n" for i in range(count))
    return files


def _peak(root: Path, count: int) -> int:
    """KiB at most in use for a barrel."""
    words = [sys.executable, "-P", "-c", PEAK, str(plant(root / str(count), _barrel(count))), "--export=edges.tsv"]
    child = subprocess.run(words, env=environment(), capture_output=True, timeout=60)
    assert child.returncode == 0 and child.stdout
    return int(child.stderr.split()[1])


def test_memory_of_a_barrel_is_linear(tmp_path: Path) -> None:
    least, half, whole = _peak(tmp_path, 1), _peak(tmp_path, 400), _peak(tmp_path, 800)
    assert whole - least < 3 * (half - least)


def test_every_module_of_a_large_barrel_is_found(tmp_path: Path) -> None:
    found = {row["caller_name"]: row["callee_name"] for row in edges(plant(tmp_path / "tree", _barrel(800)))}
    assert found == {f"u{i}": f"d{(i + 1) % 800}" for i in range(800)}


ODD_MANIFESTS = [
    b"[]", b"3", b"null", b'{"name": [], "main": {}, "exports": []}',
    b'{"name": "p", "main": 4, "exports": 7, "module": null}',
    b'{"name": "p", "exports": {"./": {"a": {"b": [1, null, {"c": ["x", 4]}]}}, "*": null, ".": []}}',
    b'{"compilerOptions": []}', b'{"compilerOptions": {"paths": [], "baseUrl": 3}}',
    b'{"compilerOptions": {"paths": {"*": "x", "a": [1, null, [], {}], "**": ["**"]}, "baseUrl": "../../../.."}}',
    b'{"extends": "./tsconfig.json"}', b'{"extends": [["a"], null, 3, {}, "./tsconfig.json", "./package.json"]}',
    b'{"extends": {"a": 1}}', b"{" * 5000, b"[" * 100_000, b'"', b'{"name": "\\ud800", "main": "\\ud800"}',
    b'{"compilerOptions": {"baseUrl": "\\u0000", "paths": {"\\ud800*": ["\\ud800/*", "\\u0000"]}}}',
    b'{"name": "p", "exports": {"./*": "./*/*/*", "./a": "../../../../x"}}',
    b'{"name": "p", "exports": ' + b'{"a":' * 3000 + b"1" + b"}" * 3000 + b"}", b"/*", b"// ", b"\xff\xfe",
    b'{"name": 1e999, "version": NaN}', b'{"name": "p", "main": ".", "exports": {".": "."}}',
    b'{"name": "", "main": ""}',
    b"1" * 10_000,
]  # fmt: skip
ODD_IMPORTS = (
    "import a from 'p'; import b from 'p/x'; import c from '@/y'; import { d } from 'x'; import e from '\\ud800';\n"
    "import '..';\n"
    "import f from ''; import g from '/'; import h from '@'; import i from 'p/'; import j from './\\u0000';\n"
    "import k from 'a';\n"
    "import l from '../../../../../../z'; import m from '.'; import n from './';\n"
    "import { near } from './x';\n"
    "function user() { a(); b(); c(); d(); e(); f(); g.go(); h(); i(); j(); k(); l(); m(); n(); near(); }\n"
)


def test_manifests_of_any_content(tmp_path: Path) -> None:
    files: dict[str | bytes, bytes | str] = {}
    for number, text in enumerate(ODD_MANIFESTS):
        for name in (
            "package.json",
            "tsconfig.json",
            "jsconfig.json",
            "pyproject.toml",
            "go.mod",
            "composer.json",
            "Cargo.toml",
        ):
            files[f"d{number}/{name}"] = text
        files[f"d{number}/u.ts"] = ODD_IMPORTS
        files[f"d{number}/x.ts"] = "export function near() {}\n"
    found = {row["caller_path"] for row in edges(plant(tmp_path / "tree", files)) if row["callee_name"] == "near"}
    assert found == {f"d{number}/u.ts" for number in range(len(ODD_MANIFESTS))}


def test_names_of_any_bytes(tmp_path: Path) -> None:
    files: dict[str | bytes, bytes | str] = {
        b"a\nb.py": "def go(): pass\ndef f(): go()\n",
        b"\xff\xfe.py": "def go(): pass\n",
        b"\xff/__init__.py": "from . import x\ndef f(): x.go()\n",
        b"a.b/c.d.py": "def go(): pass\n",
        b"a b/c d.py": "from . import x\ndef go(): pass\n",
        b"__init__.py": "from . import x\nfrom .x import go\ndef r(): go()\n",
        b"x.py": "def go(): pass\n",
        b"x/__init__.py": "def go(): pass\n",
        b"X.py": "def go(): pass\n",
        b".py": "def go(): pass\n",
        b"..py": "from . import go\ndef f(): go()\n",
        b"index.ts": "import { go } from '.';\nexport function f() { go(); }\n",
        b"\xff.ts": b"import { go } from './\xff';\nimport { go as h } from './q\x01';\nfunction f() { go(); h(); }\n",
        b"q\x01.ts": "export function go() {}\n",
        b"nul.py": b'def go\x00(): pass\nfrom \xff import \xfe\nclass \xff(\xfe): pass\ndef f(x: "\x00"): x.go()\n',
        b"nul.ts": b"import { \xff } from '\x00';\n"
        b"class \xff extends \xfe { go(x: \xff) { x.\xff(); this.\x00(); } }\n",
        b"u.py": "import x, X\ndef lower(): x.go()\ndef upper(): X.go()\n",
    }
    root = plant(tmp_path / "tree", files)
    (root / "loop").symlink_to("loop")
    (root / "inner").symlink_to(".")
    found = {(row["caller_name"], row["callee_path"]) for row in edges(root)}
    assert ("upper", "X.py") in found and ("upper", "x.py") not in found
    assert ("lower", "X.py") not in found


def test_parts_of_a_type_that_is_its_own_base_end(tmp_path: Path) -> None:
    """Bases were read while they were being read, by 100 files of seven kilobytes for minutes, then a KeyError."""
    text = "partial class P : P.Q {{ void p{0}() {{ p{1}(); q(); }} partial class Q : P {{ }} }}\n"
    files = {f"p{i}.cs": text.format(i, (i + 1) % 60) for i in range(60)}
    result = run([plant(tmp_path / "tree", files), "--export=edges.tsv"], timeout=HANG_S)
    assert (result.code, result.err) == (0, b"")


def test_export_to_a_descriptor_keeps_what_is_in_its_file(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", {"a.py": "def f(): g()\ndef g(): pass\n"})
    log = tmp_path / "log"
    log.write_bytes(b"before\n")
    words = [sys.executable, "-P", "-m", "ripwire", str(root), "--export=edges.tsv:/dev/stdout"]
    with log.open("ab") as out:
        assert subprocess.run(words, env=environment(), stdout=out, timeout=60).returncode == 0
    lines = log.read_bytes().splitlines()
    assert lines[0] == b"before" and lines[1].startswith(b"caller_path") and len(lines) == 3


def test_what_a_decorator_adds_shares_the_call(tmp_path: Path) -> None:
    """A decorated call had shares of 2 in all, and the decorator's inner function called itself."""
    text = (
        "def deco(f):\n    def inner(n):\n        return again(n)\n    return inner\n\n\n"
        "@deco\ndef again(n):\n    return n\n\n\ndef user():\n    return again(1)\n"
    )
    root = plant(tmp_path, {"a.py": text})
    found = {(row["caller_name"], row["callee_name"]): float(row["weight"]) for row in edges(root)}
    assert found["user", "again"] == found["user", "inner"] == 0.5
    assert ("inner", "inner") not in found


def test_long_chains_of_imports_end_where_they_lead(tmp_path: Path) -> None:
    """Nine files that hand a name on lost it."""
    files = {f"pk/m{i}.py": f"from pk.m{i + 1} import leaf\n" for i in range(16)}
    files |= {"pk/__init__.py": "", "pk/m16.py": "def leaf(): pass\n", "z/decoy.py": "def leaf(): pass\n"}
    files["pk/use.py"] = "from pk.m0 import leaf\ndef user(): leaf()\n"
    assert [(row["callee_path"], row["prov"]) for row in edges(plant(tmp_path, files))] == [("pk/m16.py", "import")]


def test_a_limit_of_resolution_is_counted(tmp_path: Path) -> None:
    """A parameter with more functions than are kept lost them all unseen."""
    many = "".join(f"def cb{i}(): pass\n" for i in range(13))
    calls = "".join(f"    run(cb{i})\n" for i in range(13))
    few = plant(tmp_path / "few", {"a.py": "def run(f): f()\ndef cb(): pass\ndef user(): run(cb)\n"})
    root = plant(tmp_path / "many", {"a.py": f"def run(f): f()\n{many}def user():\n{calls}"})
    assert b"resolution_limits" not in answer([few]) and b"resolution_limits=1 " in answer([root])
    assert {row["callee_name"] for row in edges(few)} == {"run", "cb"}
    assert {row["callee_name"] for row in edges(root)} == {"run"}
