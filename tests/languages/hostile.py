"""Hostile files of every language with a grammar, built from one row a language.

Purpose: the same damage for all: deep nesting, very long lines, a cut in the middle of a construct, bytes that are not
UTF-8; always between a definition ``before_damage`` and a definition ``after_damage``.
Invariant: `cases` is a pure function of the row, the depth and the width. What a grammar cannot recover from stands in
the row's ``lost``, with the reason.
Cost: files of a few KiB in the ordinary suite, of megabytes in the heavy one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

BEFORE = "before_damage"
AFTER = "after_damage"


# Why a definition is lost; the file counts as one with syntax errors.
OPEN = "what never closes may hold everything that follows"
STRAY = "error recovery gives up what follows so many stray closers"
WORD = "a word on a line of its own and the definition below it make one broken statement"
SCANNER = "the scanner of the grammar can remember 255 open strings"
WHOLE = "one broken value makes the whole file an error: the definition before it is lost too"
MEMBER = "only what stands in a whole object is a key"


class Row(NamedTuple):
    """How a language writes what the cases are made of.

    define   a definition; NAME stands for its name
    nests    (before, opening, inside, closing, after) of what nests; repeated as often as the depth says
    string   (before, after) of a string that stands on one line, as a statement
    comment  (before, after) of a comment
    chain    (before, repeated, after): code that makes a long line
    cuts     constructs that a truncated file ends in
    lead     what a file begins with
    tail     what it ends with
    lost     case -> why the definition is not found there
    dropped  case -> why the file is not parsed at all, in the words of `ripwire.crawl.sniff.inspect`
    costly   cases that may be given up for their cost
    """

    define: str
    nests: tuple[tuple[str, str, str, str, str], ...]
    string: tuple[str, str]
    comment: tuple[str, str]
    chain: tuple[str, str, str]
    cuts: tuple[str, ...]
    lead: str = ""
    tail: str = ""
    lost: dict[str, str] = {}
    dropped: dict[str, str] = {"longer code": "minified"}
    costly: frozenset[str] = frozenset()


def _for(reason: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, reason)


_C_BRACKETS = (
    ("int a = ", "(", "1", ")", ";\n"),
    ("int f(void) ", "{\n", "", "}\n", "\n"),
    ("int a[] = ", "{", "1", "}", ";\n"),
    ("int a = x", "[x", "", "]", ";\n"),
)
_C_CUTS = ("int f(int a, ", "int f(void) { g(1, ", 'char *s = "abc', "/* abc", "struct s {\n  int", "#if A\nint b")
_C = Row(
    define="int NAME(void) { return 1; }\n",
    nests=_C_BRACKETS,
    string=('char *s = "', '";\n'),
    comment=("/* ", " */\n"),
    chain=("int f(void) { return 1", " + g(1)", "; }\n"),
    cuts=_C_CUTS,
    lost=_for(OPEN, "unclosed (1)", "unclosed {1}", "unclosed [x]"),
)
_CPP = _C._replace(
    nests=(*_C_BRACKETS, ("", "namespace n {\n", "", "}\n", "\n"), ("", "A<", "B", ">", " x;\n")),
    cuts=(*_C_CUTS, 'auto s = R"x(abc', "template <class T, ", "class A : public B { void f() {"),
    lost=_for(OPEN, "unclosed (1)", "unclosed {1}", "unclosed [x]", "unclosed A<B>"),
)
_ECMA = Row(
    define="function NAME() { return 1; }\n",
    nests=(
        ("x = ", "(", "1", ")", ";\n"),
        ("x = ", "[", "1", "]", ";\n"),
        ("", "{\n", "", "}\n", "\n"),
        ("x = ", "`${", "1", "}`", ";\n"),
        ("x = ", "f(", "1", ")", ";\n"),
    ),
    string=('x = "', '";\n'),
    comment=("/* ", " */\n"),
    chain=("x = 1", " + g(1)", ";\n"),
    cuts=("function f(a, ", "x = `abc ${", "x = `abc", "/* abc", "class A { m() { if (", "x = /abc", "import { a, "),
)
_TYPESCRIPT = _ECMA._replace(
    nests=(*_ECMA.nests, ("let x: ", "A<", "B", ">", ";\n")), lost=_for(OPEN, "unclosed A<B>")
)

ROWS: dict[str, Row] = {
    "python": Row(
        define="def NAME():\n    return 1\n",
        nests=(
            ("x = ", "(", "1", ")", "\n"),
            ("x = ", "[", "1", "]", "\n"),
            ("x = ", "{", "1", "}", "\n"),
            ("x = ", "f(", "1", ")", "\n"),
            ("x = ", "lambda: ", "1", "", "\n"),
            ("x = ", "not ", "1", "", "\n"),
        ),
        string=('x = "', '"\n'),
        comment=("# ", "\n"),
        chain=("x = 1", " + g(1)", "\n"),
        cuts=("def f(a, ", "x = '''abc", "x = f'abc {", "class A(B, ", "if x:\n    y = [1, ", "@a\n", "x = 'abc"),
        lost={
            **_for(OPEN, "unclosed (1)", "unclosed [1]", "unclosed {1}", "unclosed f(1)", "unclosed lambda: 1",
                 "unclosed not 1"),
        },
    ),
    "c": _C,
    "cpp": _CPP,
    "objc": _C._replace(
        nests=(*_C_BRACKETS, ("void f(void) { ", "[x ", "y", " z]", "; }\n"), ("id a = ", "@[", "", "]", ";\n")),
        cuts=(*_C_CUTS, "@interface A : B\n- (void)m:(int", '@implementation A\n- (void)m { [self n:@"a'),
        lost=_for(OPEN, "unclosed (1)", "unclosed {1}", "unclosed [x]", "unclosed [x y z]", "unclosed @[]"),
    ),
    "cuda": _CPP._replace(cuts=(*_CPP.cuts, "__global__ void k(int *a) { k<<<1, ")),
    "metal": _CPP._replace(cuts=(*_CPP.cuts, "kernel void k(device int *a [[buffer(")),
    "rust": Row(
        define="fn NAME() -> i32 { 1 }\n",
        nests=(
            ("const A: i32 = ", "(", "1", ")", ";\n"),
            ("const A: i32 = ", "[", "1", "]", ";\n"),
            ("fn f() ", "{\n", "", "}\n", "\n"),
            ("", "/* ", "", " */", "\n"),
            ("type A = ", "B<", "C", ">", ";\n"),
            ("m!", "(", "", ")", ";\n"),
        ),
        string=('const A: &str = "', '";\n'),
        comment=("/* ", " */\n"),
        chain=("const A: i32 = 1", " + g(1)", ";\n"),
        cuts=(
            "fn f(a: i32, ", 'const A: &str = r##"abc', "/* a /* b", "impl A { fn f() { if ", "struct A<'a, ", "m!(a, ",
        ),
        lost={
            **_for(OPEN, "unclosed (1)", "unclosed [1]", "unclosed /*  */", "unclosed B<C>", "unclosed ()"),
            **_for(STRAY, "unopened /*  */", "unopened B<C>"),
        },
        costly=frozenset({"nested ()"}),  # patterns of token trees take the square of their depth
    ),
    "go": Row(
        lead="package a\n",
        define="func NAME() int { return 1 }\n",
        nests=(
            ("var a = ", "(", "1", ")", "\n"),
            ("var a = ", "[]int{", "1", "}", "\n"),
            ("func f() ", "{\n", "", "}\n", "\n"),
            ("var a ", "[]", "int", "", "\n"),
        ),
        string=('var a = "', '"\n'),
        comment=("/* ", " */\n"),
        chain=("var a = 1", " + g(1)", "\n"),
        cuts=(
            "func f(a int, ", "var a = `abc", "/* abc", "type A struct {\n b", "func (a *A) f() { if ", "import (\n\"a",
        ),
        lost={
            **_for(OPEN, "unclosed (1)", "unclosed []int{1}", "unclosed { }", "unclosed []int"),
            **_for(WORD, "bytes that are no code"),
        },
    ),
    "swift": Row(
        define="func NAME() -> Int { return 1 }\n",
        nests=(
            ("let a = ", "(", "1", ")", "\n"),
            ("let a = ", "[", "1", "]", "\n"),
            ("func f() ", "{\n", "", "}\n", "\n"),
            ("let a = ", '"\\(', "1", ')"', "\n"),
            ("", "/* ", "", " */", "\n"),
            ("let a: ", "A<", "B", ">", "\n"),
        ),
        string=('let a = "', '"\n'),
        comment=("/* ", " */\n"),
        chain=("let a = 1", " + g(1)", "\n"),
        cuts=("func f(a: Int, ", 'let a = "abc \\(', 'let a = """\nabc', "/* a /* b", "class A: B { func f() { if "),
        lost={
            **_for(OPEN, "unclosed (1)", "unclosed [1]", 'unclosed "\\(1)"', "unclosed A<B>"),
            **_for(STRAY, "unopened /*  */"),
        },
    ),
    "typescript": _TYPESCRIPT._replace(cuts=(*_ECMA.cuts, "interface A { m(a: ", "let x: A<B<")),
    "tsx": _TYPESCRIPT._replace(
        nests=(*_TYPESCRIPT.nests, ("x = ", "<a>", "", "</a>", ";\n")), cuts=(*_ECMA.cuts, "x = <a b={<c>"),
        lost=_for(OPEN, "unclosed A<B>", "unclosed <a></a>"),
    ),
    "javascript": _ECMA._replace(
        nests=(*_ECMA.nests, ("x = ", "<a>", "", "</a>", ";\n")), cuts=(*_ECMA.cuts, "x = <a b={<c>"),
        lost=_for(OPEN, "unclosed <a></a>"),
    ),
    "java": Row(
        define="class NAME { }\n",
        nests=(
            ("class C { int a = ", "(", "1", ")", "; }\n"),
            ("class C { int[] a = ", "{", "1", "}", "; }\n"),
            ("class C { void f() ", "{\n", "", "}\n", "}\n"),
            ("class C { ", "A<", "B", ">", " x; }\n"),
            ("", "class C {\n", "", "}\n", "\n"),
        ),
        string=('class C { String s = "', '"; }\n'),
        comment=("/* ", " */\n"),
        chain=("class C { int a = 1", " + g(1)", "; }\n"),
        cuts=(
            "class C { void f(int a, ", 'class C { String s = """\nabc', "/* abc", "class C { int a = f(1, ", "@A(b = ",
        ),
        lost={**_for(OPEN, "unclosed (1)", "unclosed {1}", "unclosed A<B>"), **_for(WORD, "long word")},
    ),
    "ruby": Row(
        define="def NAME\n  1\nend\n",
        nests=(
            ("x = ", "(", "1", ")", "\n"),
            ("x = ", "[", "1", "]", "\n"),
            ("x = ", '"#{', "1", '}"', "\n"),
            ("", "module M\n", "", "end\n", "\n"),
            ("x = ", "%w(", "1", ")", "\n"),
            ("", "f do\n", "", "end\n", "\n"),
        ),
        string=('x = "', '"\n'),
        comment=("# ", "\n"),
        chain=("x = 1", " + g(1)", "\n"),
        cuts=("def f(a, ", "x = <<~A\n abc", 'x = "abc #{', "=begin\nabc", "class A < B\n def f\n  if ", "x = %w[a b"),
        lost=_for(OPEN, "unclosed %w(1)"),
    ),
    "bash": Row(
        define="NAME() { echo 1; }\n",
        nests=(
            ("x=", "$(echo ", "1", ")", "\n"),
            ("x=", '"$(echo ', "1", ')"', "\n"),
            ("x=", "${a:-", "1", "}", "\n"),
            ("", "{\n", "echo\n", "}\n", "\n"),
            ("", "(", "echo", ")", "\n"),
            ("x=$((", "(", "1", ")", "))\n"),
            ("", "if a; then\n", "b\n", "fi\n", "\n"),
        ),
        string=('x="', '"\n'),
        comment=("# ", "\n"),
        chain=("echo", " $(g 1)", "\n"),
        cuts=("f() { if ", "cat <<A\nabc $(", 'x="abc', "x=$(echo ", "x=${a:-", "case $x in a) ", "for x in a; do"),
        lost={
            **_for(OPEN, "unclosed ${a:-1}", "unclosed (echo)", "unclosed (1)"),
            **_for(STRAY, "unopened $(echo 1)", "unopened (echo)", "unopened (1)"),
        },
    ),
    "csharp": Row(
        define="class NAME { }\n",
        nests=(
            ("class C { int a = ", "(", "1", ")", "; }\n"),
            ("class C { int[] a = ", "{", "1", "}", "; }\n"),
            ("class C { void f() ", "{\n", "", "}\n", "}\n"),
            ("class C { ", "A<", "B", ">", " x; }\n"),
            ("class C { string s = ", '$"{', "1", '}"', "; }\n"),
            ("", "namespace N {\n", "", "}\n", "\n"),
        ),
        string=('class C { string s = "', '"; }\n'),
        comment=("/* ", " */\n"),
        chain=("class C { int a = 1", " + g(1)", "; }\n"),
        cuts=(
            "class C { void f(int a, ", 'class C { string s = @"abc', "/* abc",
            'class C { string s = $"abc {', "#if A\nclass",
        ),
        lost={
            **_for(OPEN, "unclosed (1)", "unclosed {1}", "unclosed { }", "unclosed A<B>", 'unclosed $"{1}"'),
            **_for(WORD, "long word"),
            **_for(SCANNER, 'nested $"{1}"'),
        },
    ),
    "php": Row(
        lead="<?php\n",
        define="function NAME() { return 1; }\n",
        nests=(
            ("$x = ", "(", "1", ")", ";\n"),
            ("$x = ", "[", "1", "]", ";\n"),
            ("", "{\n", "", "}\n", "\n"),
            ("$x = ", '"{$a[', "1", ']}"', ";\n"),
            ("$x = ", "f(", "1", ")", ";\n"),
        ),
        string=('$x = "', '";\n'),
        comment=("/* ", " */\n"),
        chain=("$x = 1", " + g(1)", ";\n"),
        cuts=(
            "function f($a, ", "$x = <<<A\nabc {$", '$x = "abc {$', "/* abc", "class A { function f() { if (", "?> <b",
        ),
        lost=_for(OPEN, "unclosed (1)", "unclosed [1]", 'unclosed "{$a[1]}"', "unclosed f(1)"),
    ),
    "lua": Row(
        define="function NAME() return 1 end\n",
        nests=(
            ("x = ", "(", "1", ")", "\n"),
            ("x = ", "{", "1", "}", "\n"),
            ("", "do\n", "", "end\n", "\n"),
            ("x = ", "f(", "1", ")", "\n"),
            ("x = ", "function() return ", "1", " end", "\n"),
        ),
        string=('x = "', '"\n'),
        comment=("--[[ ", " ]]\n"),
        chain=("x = 1", " + g(1)", "\n"),
        cuts=("function f(a, ", "x = [==[abc", "--[[ abc", "local t = { a = ", "if x then y(", "x = 'abc"),
        lost={
            **_for(OPEN, "unclosed (1)", "unclosed {1}", "unclosed f(1)", "unclosed function() return 1 end"),
            **_for(WORD, "long word"),
        },
    ),
    "elixir": Row(
        lead="defmodule M do\n",
        define="def NAME do\n  1\nend\n",
        tail="end\n",
        nests=(
            ("@x ", "(", "1", ")", "\n"),
            ("@x ", "[", "1", "]", "\n"),
            ("@x ", "{", "1", "}", "\n"),
            ("@x ", "%{a: ", "1", "}", "\n"),
            ("@x ", '"#{', "1", '}"', "\n"),
            ("", "if a do\n", "1\n", "end\n", "\n"),
        ),
        string=('@x "', '"\n'),
        comment=("# ", "\n"),
        chain=("@x 1", " + g(1)", "\n"),
        cuts=(
            "def f(a, ", '@doc """\nabc', '@x "abc #{', "@x ~s(abc", "def f do\n  if a do\n", "@x %{a: [1, ",
            "@x fn a ->",
        ),
    ),
    "dart": Row(
        define="int NAME() { return 1; }\n",
        nests=(
            ("var x = ", "(", "1", ")", ";\n"),
            ("var x = ", "[", "1", "]", ";\n"),
            ("void f() ", "{\n", "", "}\n", "\n"),
            ("var x = ", '"${', "1", '}"', ";\n"),
            ("", "A<", "B", ">", " x;\n"),
            ("", "/* ", "", " */", "\n"),
        ),
        string=('var x = "', '";\n'),
        comment=("/* ", " */\n"),
        chain=("var x = 1", " + g(1)", ";\n"),
        cuts=("int f(int a, ", "var x = '''abc ${", "var x = r'abc", "/* abc", "class A extends B { void f() { if ("),
        lost=_for(OPEN, "unclosed (1)", "unclosed [1]", 'unclosed "${1}"', "unclosed A<B>"),
    ),
    "kotlin": Row(
        define="fun NAME(): Int { return 1 }\n",
        nests=(
            ("val x = ", "(", "1", ")", "\n"),
            ("fun f() ", "{\n", "", "}\n", "\n"),
            ("val x = ", '"${', "1", '}"', "\n"),
            ("", "/* ", "", " */", "\n"),
            ("val x: ", "A<", "B", ">", "\n"),
            ("val x = ", "f(", "1", ")", "\n"),
        ),
        string=('val x = "', '"\n'),
        comment=("/* ", " */\n"),
        chain=("val x = 1", " + g(1)", "\n"),
        cuts=("fun f(a: Int, ", 'val x = "abc ${', 'val x = """abc', "/* a /* b", "class A : B() { fun f() { if ("),
        lost={**_for(OPEN, "unclosed (1)", "unclosed A<B>", "unclosed f(1)"), **_for(WORD, "bytes that are no code")},
        dropped={"longer code": "minified", **_for("nested", 'nested "${1}"', 'unclosed "${1}"')},
    ),
    "clojure": Row(
        define="(defn NAME [] 1)\n",
        nests=(
            ("(def x ", "(", "1", ")", ")\n"),
            ("(def x ", "[", "1", "]", ")\n"),
            ("(def x ", "{1 ", "1", "}", ")\n"),
            ("(def x ", "'", "1", "", ")\n"),
            ("(def x ", "#{", "1", "}", ")\n"),
            ("", "#_ ", "1", "", "\n"),
        ),
        string=('(def x "', '")\n'),
        comment=("; ", "\n"),
        chain=("(def x (+ 1", " (g 1)", "))\n"),
        cuts=("(defn f [a ", '(def x "abc', "(ns a (:require [b ", "#?(:clj (", "(let [a {:b ", "(defn f [] (g 1"),
    ),
    "gdscript": Row(
        define="func NAME():\n\treturn 1\n",
        nests=(
            ("var x = ", "(", "1", ")", "\n"),
            ("var x = ", "[", "1", "]", "\n"),
            ("var x = ", "{1: ", "1", "}", "\n"),
            ("var x = ", "f(", "1", ")", "\n"),
            ("var x = ", "not ", "1", "", "\n"),
        ),
        string=('var x = "', '"\n'),
        comment=("# ", "\n"),
        chain=("var x = 1", " + g(1)", "\n"),
        cuts=(
            "func f(a, ", 'var x = """abc', "class A extends B:\n\tfunc f(", "var x = {1: [", "if x:\n\ty(",
            "@export var",
        ),
        lost=_for(OPEN, "unclosed not 1"),
    ),
    "gleam": Row(
        define="pub fn NAME() { 1 }\n",
        nests=(
            ("const x = ", "#(", "1", ")", "\n"),
            ("const x = ", "[", "1", "]", "\n"),
            ("fn f() ", "{\n", "1", "}\n", "\n"),
            ("type A = ", "List(", "B", ")", "\n"),
            ("const x = ", "F(", "1", ")", "\n"),
        ),
        string=('const x = "', '"\n'),
        comment=("// ", "\n"),
        chain=("fn f() { 1", " + g(1)", " }\n"),
        cuts=(
            "fn f(a: Int, ", 'const x = "abc', "type A {\n  B(", "fn f() { case x { 1 -> ", "import a.{b, ",
            "const x = <<1",
        ),
        lost=_for(OPEN, "unclosed #(1)", "unclosed [1]", "unclosed { 1}", "unclosed List(B)", "unclosed F(1)"),
    ),
    "json": Row(
        lead="{\n",
        define='"NAME": 1,\n',
        tail='"z": 0}\n',
        nests=(('"x": ', "[", "1", "]", ",\n"), ('"x": ', '{"a": ', "1", "}", ",\n")),
        string=('"x": "', '",\n'),
        comment=("/* ", " */\n"),
        chain=('"x": [1', ", 1", "],\n"),
        cuts=('"x": "abc', '"x": [1, ', '"x": {"a": ', '"x": tru', '"x"'),
        lost={
            **_for(STRAY, 'unopened {"a": 1}'),
            **_for(MEMBER, 'cut at "x": [1, ', 'cut at "x": {"a": ', 'cut at "x": tru', 'cut at "x"',
                 "cut after 22 bytes", "cut after 29 bytes", "cut after 36 bytes", "cut after 43 bytes"),
        },
        dropped=_for("nested", 'nested [1]', 'unclosed [1]', 'nested {"a": 1}', 'unclosed {"a": 1}'),
    ),
    "toml": Row(
        define="[NAME]\na = 1\n",
        nests=(("x = ", "[", "1", "]", "\n"), ("x = ", "{a = ", "1", "}", "\n"), ("", "[", "a", "]", "\n")),
        string=('x = "', '"\n'),
        comment=("# ", "\n"),
        chain=("x = [1", ", 1", "]\n"),
        cuts=('x = "abc', 'x = """abc', "x = [1, ", "x = {a = ", "[a.b", "x = 1979-", "x"),
        lost={**_for(WORD, "long word"), **_for(WHOLE, "unclosed [1]", "unclosed {a = 1}")},
        dropped={},
    ),
    "yaml": Row(
        define="NAME: 1\n",
        nests=(("x: ", "[", "1", "]", "\n"), ("x: ", "{a: ", "1", "}", "\n"), ("x:\n", "- ", "1", "", "\n")),
        string=('x: "', '"\n'),
        comment=("# ", "\n"),
        chain=("x: [1", ", 1", "]\n"),
        cuts=('x: "abc', "x: 'abc", "x: [1, ", "x: {a: ", "x: |\n  abc", "x: &a", "x:\n  - ? "),
        lost={**_for(OPEN, "unclosed [1]", "unclosed {a: 1}"), **_for(STRAY, "unopened [1]", "unopened {a: 1}")},
        dropped=_for("nested", "nested - 1", "unclosed - 1"),
    ),
}  # fmt: skip


def cases(row: Row, depth: int, width: int) -> Iterator[tuple[str, bytes, str]]:
    """(case, file, the definition that it must give): nesting ``depth`` levels deep, lines of ``width`` bytes."""

    def file(damage: str | bytes) -> bytes:
        raw = damage if isinstance(damage, bytes) else damage.encode()
        head, tail = row.lead + row.define.replace("NAME", BEFORE), row.define.replace("NAME", AFTER) + row.tail
        return head.encode() + raw + b"\n" + tail.encode()

    for before, opening, inside, closing, after in row.nests:
        name = (opening + inside + closing).strip().replace("\n", " ")
        yield f"nested {name}", file(before + opening * depth + inside + closing * depth + after), AFTER
        yield f"unclosed {name}", file(before + opening * depth), AFTER
        if closing:
            yield f"unopened {name}", file(closing * depth), AFTER
    yield "long string", file(row.string[0] + "x" * width + row.string[1]), AFTER
    yield "long comment", file(row.comment[0] + "x" * width + row.comment[1]), AFTER
    before, repeated, after = row.chain
    for name, size in (("long code", width // 30), ("longer code", width)):
        yield name, file(before + repeated * (size // len(repeated)) + after), AFTER
    yield "long word", file("x" * width), AFTER
    yield "long blank", file(" " * width), AFTER
    for cut in row.cuts:
        data = (row.lead + row.define.replace("NAME", BEFORE) + cut).encode()
        yield f"cut at {cut}".replace("\n", " "), data, BEFORE
    define = (row.lead + row.define.replace("NAME", BEFORE)).encode()
    whole = define + row.define.replace("NAME", "cut").encode() * 3
    for size in range(len(define), len(whole), 7):
        yield f"cut after {size} bytes", whole[:size], BEFORE
    bad = b"caf\xe9 \xff\xfe \xc3( \xed\xa0\x80 \xf4\x90\x80\x80 \xe4\xb8"
    code = bad.replace(b"(", b",")  # an open bracket would be damage of its own
    yield "latin-1 and worse in a comment", file(row.comment[0].encode() + bad + row.comment[1].encode()), AFTER
    yield "latin-1 and worse in a string", file(row.string[0].encode() + bad + row.string[1].encode()), AFTER
    yield "latin-1 name", file(row.define.encode().replace(b"NAME", b"caf\xe9")), AFTER
    yield "bytes that are no code", file(code), AFTER
