"""Python: where each call goes, mechanism by mechanism. Every tree has namesakes, see `marked`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.marked import Case, check, reached
from tests.support.command import answer, plant

IMPORTS: list[Case] = [
    (
        "a name",
        {
            "a.py": "def go(): pass  #=right\n",
            "b.py": "from a import go\ndef main(): go()\n",
            "c.py": "def go(): pass\n",
        },
        {"main": "right"},
    ),
    (
        "a name under another name",
        {
            "a.py": "def go(): pass  #=right\ndef run(): pass\n",
            "b.py": "from a import go as run\ndef main(): run()\n",
            "c.py": "def run(): pass\n",
        },
        {"main": "right"},
    ),
    (
        "a module under another name",
        {
            "a/__init__.py": "def go(): pass\n",
            "a/b.py": "def go(): pass  #=right\n",
            "c.py": "import a.b as c\ndef main(): c.go()\n",
            "c/__init__.py": "",
        },
        {"main": "right"},
    ),
    (
        "a dotted module",
        {
            "a/__init__.py": "def go(): pass  #=top\n",
            "a/b.py": "def go(): pass  #=right\n",
            "d.py": "import a.b\ndef main(): a.b.go()\ndef above(): a.go()\n",
        },
        {"main": "right", "above": "top"},
    ),
    (
        "from a package its module",
        {
            "a/__init__.py": "",
            "a/b.py": "def go(): pass  #=right\n",
            "b.py": "def go(): pass\n",
            "d.py": "from a import b\ndef main(): b.go()\n",
        },
        {"main": "right"},
    ),
    (
        "relative, every level",
        {
            "p/__init__.py": "def go(): pass  #=p\n",
            "p/m.py": "def go(): pass  #=p.m\n",
            "p/q/__init__.py": "def go(): pass  #=q\n",
            "p/q/m.py": "def go(): pass  #=q.m\n",
            "p/q/r/__init__.py": "def go(): pass  #=r\n",
            "p/q/r/m.py": "def go(): pass  #=r.m\n",
            "p/q/r/user.py": "from . import go as g1\nfrom .m import go as g2\nfrom .. import go as g3\n"
            "from ..m import go as g4\nfrom ... import go as g5\nfrom ...m import go as g6\n"
            "from .. import m as mod\n"
            "def u1(): g1()\ndef u2(): g2()\ndef u3(): g3()\ndef u4(): g4()\ndef u5(): g5()\n"
            "def u6(): g6()\n"
            "def u7(): mod.go()\n",
        },
        {"u1": "r", "u2": "r.m", "u3": "q", "u4": "q.m", "u5": "p", "u6": "p.m", "u7": "q.m"},
    ),
    (
        "a relative import above the tree",
        {
            "go.py": "def go(): pass\n",
            "p/u.py": "from .... import go\nfrom ....x import go as g2\ndef u(): go()\ndef v(): g2()\n",
        },
        {"u": "", "v": ""},
    ),
    (
        "re-exports over three packages",
        {
            "a/__init__.py": "from .b import go as went\n",
            "a/b/__init__.py": "from .c import go\n",
            "a/b/c/__init__.py": "from .d import *\n",
            "a/b/c/d.py": "def go(): pass  #=right\n",
            "u.py": "from a import went\nimport a\ndef main(): went()\ndef other(): a.b.c.go()\n",
        },
        {"main": "right", "other": "right"},
    ),
    (
        "re-exports in a circle",
        {
            "a.py": "from b import go, lost\nfrom c import *\n",
            "b.py": "from a import lost\nfrom c import go\nfrom a import *\n",
            "c.py": "from b import *\ndef go(): pass  #=right\n",
            "u.py": "from a import go\nfrom b import lost\ndef main(): go()\ndef gone(): lost()\n",
            "d.py": "def lost(): pass\n",
        },
        {"main": "right", "gone": ""},
    ),
    (
        "a star takes what __all__ says",
        {
            "a.py": "__all__ = ['shown', '_kept']\ndef shown(): pass  #=shown\ndef _kept(): pass  #=kept\n"
            "def hidden(): pass\n",
            "b.py": "def hidden(): pass  #=b\n",
            "u.py": "from b import *\nfrom a import *\ndef f1(): shown()\ndef f2(): _kept()\ndef f3(): hidden()\n",
        },
        {"f1": "shown", "f2": "kept", "f3": "b"},
    ),
    (
        "a star takes no names with an underscore",
        {
            "a.py": "def _own(): pass\ndef all_(): pass  #=all\n",
            "b.py": "def _own(): pass  #=b\n",
            "u.py": "from b import _own\nfrom a import *\ndef f1(): _own()\ndef f2(): all_()\n",
        },
        {"f1": "b", "f2": "all"},
    ),
    (
        "an explicit name beats a star, the later definition in the file both",
        {
            "a.py": "def go(): pass\ndef run(): pass\n",
            "b.py": "def go(): pass  #=b\n",
            "u.py": "from a import *\nfrom b import go\ndef run(): pass  #=own\ndef f1(): go()\ndef f2(): run()\n",
        },
        {"f1": "b", "f2": "own"},
    ),
    (
        "both ways of a condition",
        {
            "fast.py": "def go(): pass  #=fast\n",
            "slow.py": "def go(): pass  #=slow\n",
            "u.py": "try:\n    from fast import go\nexcept ImportError:\n    from slow import go\ndef main(): go()\n",
        },
        {"main": "fast slow"},
    ),
    (
        "a condition with one way out of the tree",
        {
            "slow.py": "def go(): pass  #=slow\n",
            "u.py": "try:\n    from fast import go\nexcept ImportError:\n    from slow import go\ndef main(): go()\n",
        },
        {"main": "slow"},
    ),
    (
        "in a function",
        {
            "a.py": "def go(): pass  #=a\n",
            "b.py": "def go(): pass  #=b\n",
            "u.py": "from b import go\ndef inner():\n    from a import go\n    go()\ndef outer(): go()\n"
            "def module():\n    import a\n    a.go()\n",
        },
        {"inner": "a", "outer": "b", "module": "a"},
    ),
    (
        "for type checkers only",
        {
            "a.py": "class A:\n    def go(self): pass  #=right\n",
            "u.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import A\n"
            "def main(x: 'A'): x.go()\n",
        },
        {"main": "right"},
    ),
    (
        "the src layout",
        {
            "src/pkg/__init__.py": "",
            "src/pkg/a.py": "def go(): pass  #=right\n",
            "src/pkg/b.py": "from pkg.a import go\ndef inside(): go()\n",
            "tests/test_a.py": "from pkg.a import go\ndef test(): go()\n",
            "other/a.py": "def go(): pass\n",
            "pyproject.toml": "[project]\nname='pkg'\n",
        },
        {"inside": "right", "test": "right"},
    ),
    (
        "two roots with a package of one name",
        {
            "one/pkg/__init__.py": "",
            "one/pkg/a.py": "def go(): pass  #=one\n",
            "one/pkg/u.py": "from pkg.a import go\ndef first(): go()\n",
            "two/pkg/__init__.py": "",
            "two/pkg/a.py": "def go(): pass  #=two\n",
            "two/pkg/u.py": "from pkg.a import go\ndef second(): go()\n",
        },
        {"first": "one", "second": "two"},
    ),
    (
        "packages without __init__",
        {
            "ns/one/a.py": "def go(): pass  #=one\n",
            "ns/two/a.py": "def go(): pass  #=two\n",
            "u.py": "from ns.one.a import go\nimport ns.two.a\nfrom ns.two import a as b\n"
            "def f1(): go()\ndef f2(): ns.two.a.go()\ndef f3(): b.go()\n",
        },
        {"f1": "one", "f2": "two", "f3": "two"},
    ),
    (
        "names of other people",
        {
            "a.py": "class Client:\n    def get(self): pass\ndef get(): pass\ndef dumps(x): pass\n",
            "u.py": "import requests\nfrom json import dumps\nfrom vendor import Client\n"
            "import a.missing as m\n"
            "def f1(): requests.get()\ndef f2(): dumps(1)\ndef f3(): Client().get()\ndef f4():\n"
            "    c = requests.Session()\n"
            "    c.get()\ndef f5(): m.get()\n",
        },
        {"f1": "", "f2": "", "f3": "", "f4": "", "f5": ""},
    ),
    (
        "an attribute beats the module of its name, a module is found where there is none",
        {
            "p/__init__.py": "from .impl import thing\n",
            "p/impl.py": "def thing(): pass  #=attribute\n",
            "p/thing.py": "def go(): pass\n",
            "p/other.py": "def go(): pass  #=module\n",
            "u.py": "from p import thing, other\ndef f1(): thing()\ndef f2(): other.go()\n",
        },
        {"f1": "attribute", "f2": "module"},
    ),
    (
        "assigned names",
        {
            "a.py": "def go(): pass  #=go\nclass A:  #=A\n    def run(self): pass  #=run\nalias = go\n"
            "B = A\nobj = A()\n",
            "u.py": "import a\nfrom a import alias, B, obj\nlocal = a.go\ndef f1(): alias()\n"
            "def f2(): B().run()\n"
            "def f3(): obj.run()\ndef f4(): local()\ndef f5(): a.obj.run()\n",
        },
        {"f1": "go", "f2": "A run", "f3": "run", "f4": "go", "f5": "run"},
    ),
]

SCOPES: list[Case] = [
    (
        "locals and parameters hide",
        {
            "u.py": "def go(): pass  #=go\ndef l():\n    go = make()\n    go()\ndef n():\n"
            "    def go(): pass  #=inner\n"
            "    go()\ndef g():\n    global go\n    go()\ndef c(): [go() for go in things()]\n",
        },
        {"l": "", "n": "inner", "g": "go", "c": ""},
    ),
    (
        "a class's names are none of its methods'",
        {
            "u.py": "def go(): pass  #=top\ndef only(): pass  #=only\nclass A:\n"
            "    def go(self): pass  #=method\n    def near(self): go()\n"
            "    def own(self): self.go()\n    def lone(self): pass\n    def miss(self): lone()\n"
            "    x = only()\n",
        },
        {"near": "top", "own": "method", "miss": ""},
    ),
    (
        "bare names never mean methods",
        {"a.py": "class A:\n    def run_it(self): pass\n", "u.py": "def main(): run_it()\n"},
        {"main": ""},
    ),
    (
        "builtins",
        {
            "a.py": "def print(x): pass\ndef len(x): pass  #=len\nclass A:\n    def open(self): pass\n",
            "u.py": "def f1(): print(1)\ndef f2(): open('x')\n",
            "v.py": "from a import len\ndef f3(): len(1)\n",
        },
        {"f1": "", "f2": "", "f3": "len"},
    ),
    (
        "functions in functions",
        {
            "u.py": "def helper(): pass  #=top\ndef outer():\n    def helper(): pass  #=inner\n"
            "    def user(): helper()\n    user()  \n"
            "def other(): helper()\n",
        },
        {"user": "inner", "other": "top"},
    ),
]

_CLASSES = (
    "class A:  #=A\n    def go(self): pass  #=A.go\n    def me(self): return self  #=A.me\n"
    "class B:  #=B\n    def go(self): pass  #=B.go\n"
)
_FROM = "from a import A, B\n"


def _typed(name: str, text: str, **expected: str) -> Case:
    return name, {"a.py": _CLASSES, "u.py": "from __future__ import annotations\n" + _FROM + text}, expected


RECEIVERS: list[Case] = [
    _typed("constructor", "def f():\n    x = A()\n    x.go()\ndef g(): B().go()\n", f="A A.go", g="B B.go"),
    _typed("parameter", "def f(x: A): x.go()\ndef g(x, *, y: B = None): y.go()\n", f="A.go", g="B.go"),
    _typed("variable", "def f():\n    x: A = make()\n    x.go()\nz: B\ndef g(): z.go()\n", f="A.go", g="B.go"),
    _typed("field", "class U:\n    x: A\n    def f(self): self.x.go()\ndef g(u: U): u.x.go()\n", f="A.go", g="A.go"),
    _typed(
        "optional",
        "import typing as t\nfrom typing import Optional\ndef f(x: Optional[A]): x.go()\n"
        "def g(x: A | None): x.go()\n"
        "def i(x: t.Optional['A']): x.go()\ndef k(x: A | B | None): x.go()\n",
        f="A.go",
        g="A.go",
        i="A.go",
        k="A.go B.go",
    ),
    _typed(
        "strings",
        "import a\ndef f(x: 'A'): x.go()\ndef g(x: 'a.B'): x.go()\n"
        "def h(x: 'A | None'): x.go()\ndef i(x: 'list[A]'): x[0].go()\n"
        "def j(x: \"Optional['A']\"): x.go()\n",
        f="A.go",
        g="B.go",
        h="A.go",
        i="A.go",
    ),
    _typed(
        "the outer type of a generic",
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Box(Generic[T]):\n"
        "    def go(self): pass  #=Box.go\n"
        "    def get(self) -> T: pass  #=Box.get\ndef f(x: Box[A]): x.go()\n",
        f="Box.go",
    ),
    _typed(
        "elements",
        "def f(xs: list[A]):\n    for x in xs:\n        x.go()\n"
        "def g(xs: dict[str, B]): xs['k'].go()\n"
        "def i(xs: list[A]): [x.go() for x in xs]\ndef j(xs: tuple[A, ...]): xs[0].go()\n"
        "def l(xs: dict[str, B]):\n    for v in xs.values(): v.go()\n"
        "def m(xs: dict[str, B]): xs.get('k').go()\n",
        f="A.go",
        g="B.go",
        i="A.go",
        j="A.go",
        l="B.go",
        m="B.go",
    ),
    _typed(
        "assigned to self in any method",
        "class U:\n    def setup(self): self.x = A()\n    def f(self): self.x.go()\n"
        "    def late(self, y: B): self.y = y\n"
        "    def g(self): self.y.go()\nclass V(U):\n    def h(self): self.x.go()\n",
        f="A.go",
        g="B.go",
        h="A.go",
    ),
    _typed(
        "dataclass",
        "from dataclasses import dataclass, field\n@dataclass\nclass U:  #=U\n    x: A\n"
        "    ys: list[B] = field(default_factory=list)\n"
        "    def f(self): self.x.go()\ndef g(u: U):\n    for y in u.ys: y.go()\n"
        "def h(): U(A()).x.go()\n",
        f="A.go",
        g="B.go",
        h="U A A.go",
    ),
    _typed(
        "class attribute",
        "class U:  #=U\n    x = A()\n    kind = B\n    def f(self): self.x.go()\n"
        "    def g(self): self.kind().go()\ndef h(): U.x.go()\n",
        f="A.go",
        g="B B.go",
        h="A.go",
    ),
    _typed("default", "def f(x=A()): x.go()\ndef g(k=B): k().go()\n", f="A A.go", g="B B.go"),
    _typed(
        "result",
        "def make() -> A: ...  #=make\ndef maybe() -> B | None: ...  #=maybe\n"
        "def f(): make().go()\ndef g():\n    x = maybe()\n    x.go()\n",
        f="make A.go",
        g="maybe B.go",
    ),
    _typed(
        "result without annotation",
        "def make():  #=make\n    x = A()\n    return x\ndef pick(c):  #=pick\n"
        "    if c: return A()\n    return B()\n"
        "def f(): make().go()\ndef g(): pick(1).go()\n",
        f="make A.go",
        g="pick A.go B.go",
    ),
    _typed(
        "fluent",
        "class Q:  #=Q\n    def where(self): return self  #=where\n"
        "    def end(self) -> A: ...  #=end\nclass R(Q):  #=R\n"
        "    def more(self): return self  #=more\ndef f(): Q().where().where().end().go()\n"
        "def g(): R().where().more()\n",
        f="Q where end A.go",
        g="R where more",
    ),
    _typed(
        "Self",
        "from typing import Self, TypeVar\nT = TypeVar('T', bound='Base')\nclass Base:\n"
        "    def same(self) -> Self: ...  #=same\n"
        "    def var(self: T) -> T: ...  #=var\n    @classmethod\n"
        "    def make(cls) -> Self: ...  #=make\n"
        "class Sub(Base):  #=Sub\n    def only(self): pass  #=only\n"
        "def f(): Sub().same().only()\ndef g(): Sub().var().only()\ndef h(): Sub.make().only()\n",
        f="Sub same only",
        g="Sub var only",
        h="make only",
    ),
    _typed(
        "with",
        "class C:  #=C\n    def __enter__(self) -> A: ...\n    def __exit__(self, *a): ...\n"
        "class D:  #=D\n    async def __aenter__(self) -> B: ...\ndef f():\n"
        "    with C() as x: x.go()\nasync def g():\n    async with D() as x: x.go()\n"
        "class S:  #=S\n    def __enter__(self): return self\n    def go(self): pass  #=S.go\n"
        "def h():\n    with S() as s: s.go()\n",
        f="C A.go",
        g="D B.go",
        h="S S.go",
    ),
    _typed(
        "await",
        "async def make() -> A: ...  #=make\nasync def f(): (await make()).go()\n"
        "async def g():\n    x = await make()\n    x.go()\n",
        f="make A.go",
        g="make A.go",
    ),
    _typed(
        "generators",
        "def gen():  #=gen\n    yield B()\ndef f():\n    for x in gen(): x.go()\ndef g(): [x.go() for x in gen()]\n",
        f="gen B.go",
        g="gen B.go",
    ),
    _typed(
        "comprehension and walrus",
        "def f(xs: list[A]): return {x.go() for x in xs if x}\ndef g():\n    if (x := B()):\n        x.go()\n",
        f="A.go",
        g="B B.go",
    ),
    _typed("isinstance", "def f(x):\n    if isinstance(x, A):\n        x.go()\n", f="A.go"),
    _typed(
        "property",
        "from functools import cached_property\nclass U:\n    @property\n"
        "    def p(self) -> A: ...  #=p\n    @cached_property\n"
        "    def q(self): return B()  #=q\n"
        "    def f(self): self.p.go()\ndef g(u: U): u.q.go()\n",
        f="A.go",
        g="B.go",
    ),
    _typed(
        "classmethod, staticmethod",
        "class U:  #=U\n    @classmethod\n    def make(cls): return cls()  #=make\n"
        "    @staticmethod\n    def st(): pass  #=st\n    def go(self): pass  #=U.go\n"
        "    @classmethod\n    def via(cls): cls.make()\ndef f(): U.make().go()\n"
        "def g(): U.st()\ndef h(u: U): u.st()\n",
        via="make",
        f="make U.go",
        g="st",
        h="st",
    ),
    _typed(
        "nested classes",
        "class U:\n    class A:  #=U.A\n        def go(self): pass  #=U.A.go\n"
        "    def f(self): self.A().go()\n    def g(self): U.A().go()\n"
        "    def h(self): A().go()\n",
        f="U.A U.A.go",
        g="U.A U.A.go",
        h="A A.go",
    ),
    _typed("chains over modules", "import a\ndef f(): a.A().me().me().go()\n", f="A A.me A.go"),
    _typed("unpacking", "def f():\n    x, y = A(), B()\n    x.go()\n", f="A B A.go"),
    _typed("functools and lambdas", "def f():\n    make = lambda: A()  #=make\n    make().go()\n", f="make A A.go"),
    _typed("type[A]", "def f(k: type[A]): k().go()\n", f="A A.go"),
    _typed(
        "aliases of types",
        "X = A\ndef f(x: X): x.go()\ntype Z = B\ndef h(x: Z): x.go()\n",
        f="A.go",
        h="B.go",
    ),
    _typed(
        "constrained variables",
        "class U:\n    def f(self, x: A):\n        y = x\n        z = y\n        z.go()\n",
        f="A.go",
    ),
    _typed(
        "__call__",
        "class C:  #=C\n    def __call__(self) -> A: ...  #=call\ndef f():\n    c = C()\n    c().go()\n",
        f="C call A.go",
    ),
    _typed(
        "except",
        "class E(Exception):\n    def go(self): pass  #=E.go\ndef f():\n    try: pass\n    except E as e: e.go()\n",
        f="E.go",
    ),
]

HIERARCHY: list[Case] = [
    (
        "own, inherited, super",
        {
            "a.py": "class A:\n    def go(self): pass  #=A.go\n    def base(self): pass  #=A.base\n",
            "b.py": "from a import A\nclass B(A):\n    def go(self): super().go()\n"
            "    def f(self): self.base()\n"
            "class C(B):\n    def base(self): super().base()\n    def g(self): self.go()  #=\n",
        },
        {"go": "A.go", "f": "A.base", "base": "A.base"},
    ),
    (
        "a diamond in C3's order",
        {
            "a.py": "class O:\n    def go(self): pass  #=O\nclass L(O): pass\nclass R(O):\n"
            "    def go(self): pass  #=R\n"
            "class D(L, R):\n    def f(self): self.go()\n",
        },
        {"f": "R"},
    ),
    (
        "mixins come first",
        {
            "a.py": "class Base:\n    def go(self): pass  #=base\nclass Mix:\n"
            "    def go(self): super().go()  #=mix\n"
            "class D(Mix, Base):\n    def f(self): self.go()\n    def h(self): super().go()\n",
        },
        {"f": "mix", "h": "mix"},
    ),
    (
        "super in multiple inheritance follows the class itself",
        {
            "a.py": "class L:\n    def go(self): pass  #=L\nclass R:\n    def go(self): pass  #=R\n"
            "    def only(self): pass  #=only\n"
            "class D(L, R):\n    def f(self): super().go()\n    def g(self): super().only()\n"
            "    def h(self): super(L, self).go()\n",
        },
        {"f": "L", "g": "only"},
    ),
    (
        "what an external base may have is nobody's",
        {
            "a.py": "from vendor import Base\nclass A(Base):\n    def own(self): pass  #=own\n"
            "    def f(self): self.save()\n    def g(self): self.own()\n"
            "    def h(self): super().save()\nclass Other:\n    def save(self): pass\n",
        },
        {"f": "", "g": "own", "h": ""},
    ),
    (
        "bases by module and alias",
        {
            "a.py": "class A:\n    def go(self): pass  #=go\n",
            "b.py": "import a as m\nBase = m.A\nclass B(m.A):\n    def f(self): self.go()\n"
            "class C(Base):\n    def g(self): self.go()\n",
        },
        {"f": "go", "g": "go"},
    ),
    (
        "a generic base",
        {
            "a.py": "class A[T]:\n    def go(self): pass  #=go\nclass B(A[int]):\n    def f(self): self.go()\n",
        },
        {"f": "go"},
    ),
    (
        "an abstract method is itself and its definitions",
        {
            "a.py": "from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n"
            "    def go(self): ...  #=decl\n    def f(self): self.go()\n"
            "class B(A):\n    def go(self): pass  #=B\nclass C(A):\n    def go(self): pass  #=C\n"
            "def g(a: A): a.go()\n",
        },
        {"f": "decl B C", "g": "decl B C"},
    ),
    (
        "four definitions are too many",
        {
            "a.py": "from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n"
            "    def go(self): ...  #=decl\n    def f(self): self.go()\n"
            + "".join(f"class B{n}(A):\n    def go(self): pass  #=B{n}\n" for n in range(4)),
        },
        {"f": "decl"},
    ),
    (
        "overloads are their first row",
        {
            "a.py": "from typing import overload\nclass A:\n    @overload\n"
            "    def go(self, x: int) -> int: ...  #=first\n    @overload\n"
            "    def go(self, x: str) -> str: ...\n    def go(self, x): return x\n"
            "    def f(self): self.go(1)\n"
            "@overload\ndef top(x: int) -> int: ...  #=top\n@overload\n"
            "def top(x: str) -> str: ...\ndef top(x): return x\ndef g(): top(1)\n",
        },
        {"f": "first", "g": "top"},
    ),
    (
        "what a mixin's users have",
        {
            "a.py": "class Mix:\n    def f(self): self.go()\nclass User(Mix):\n    def go(self): pass  #=go\n",
        },
        {"f": "go"},
    ),
    (
        "overridden fields",
        {
            "a.py": "class X:\n    def go(self): pass  #=X\nclass Y:\n    def go(self): pass  #=Y\n"
            "class A:\n    x: X\n    def f(self): self.x.go()\n"
            "class B(A):\n    x: Y\n    def g(self): self.x.go()\n",
        },
        {"f": "X", "g": "Y"},
    ),
    (
        "unbound methods",
        {
            "a.py": "class A:\n    def go(self): pass  #=go\nclass B(A):\n    def f(self): A.go(self)\n"
            "    def g(self): B.go(self)\n",
        },
        {"f": "go", "g": "go"},
    ),
]

ALL = IMPORTS + SCOPES + RECEIVERS + HIERARCHY


@pytest.mark.parametrize(("files", "expected"), [case[1:] for case in ALL], ids=[case[0] for case in ALL])
def test_calls_go_where_they_really_go(tmp_path: Path, files: dict[str, str], expected: dict[str, str]) -> None:
    check(tmp_path, files, expected, ".py")


def test_shares_of_an_abstract_call_are_one_together(tmp_path: Path) -> None:
    text = (
        "from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n"
        "    def go(self): ...  #=decl\n"
        "    def f(self): self.go()\n"
    )
    text += "".join(f"class B{n}(A):\n    def go(self): pass  #=B{n}\n" for n in range(3))
    rows = reached(tmp_path, {"a.py": text}, ".py")["f"]
    assert set(rows) == {"decl", "B0", "B1", "B2"}
    assert len({row["weight"] for row in rows.values()}) == 1
    assert {row["prov"] for row in rows.values()} <= {"self", "type"}


def test_calls_of_abstract_methods_with_many_definitions_are_counted(tmp_path: Path) -> None:
    text = (
        "from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n    def go(self): ...\n"
        "    def f(self): self.go()\n    def g(self):\n        self.go()\n        self.go()\n"
    )
    few = text + "".join(f"class B{n}(A):\n    def go(self): pass\n" for n in range(3))
    many = text + "".join(f"class B{n}(A):\n    def go(self): pass\n" for n in range(4))
    assert b"wide_abstract" not in answer([plant(tmp_path / "few", {"a.py": few})])
    assert b" wide_abstract=3 " in answer([plant(tmp_path / "many", {"a.py": many})])
