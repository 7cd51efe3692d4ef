"""Where calls go in C, C++, CUDA, Metal and Objective-C, and from Python into them: right answers beside decoys."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ripwire._core.includes import Includes
from ripwire.resolve.c_paths import parse_bracketed
from ripwire.resolve.ffi import jni_name
from tests.resolve.calls import calls_of
from tests.support.command import answer, plant


def rows(root: Path, files: dict[str, str]) -> dict[tuple[str, str, int], tuple[str, str]]:
    """(caller, path and line of the callee) -> (evidence, weight)."""
    header, *lines = answer([plant(root / "tree", files), "--export=edges.tsv"]).decode().splitlines()
    columns = header.split("\t")
    out = {}
    for line in lines:
        edge = dict(zip(columns, line.split("\t"), strict=True))
        out[edge["caller_name"], edge["callee_path"], int(edge["callee_line"])] = edge["prov"], edge["weight"]
    return out


# -- includes -------------------------------------------------------------------------------------------------------


def test_the_only_included_file_that_defines_a_name_is_meant(tmp_path: Path) -> None:
    """Through two includes; the decoy in the caller's own folder is no less likely by name."""
    found = calls_of(
        tmp_path,
        {
            "a/main.c": '#include "sub/outer.h"\nint go(void) { return helper(1) + MASK(2); }\n',
            "a/sub/outer.h": '#include "../inner.h"\n#define MASK(x) (x)\n',
            "a/inner.h": "static inline int helper(int x) { return x; }\n",
            "a/other.c": "int helper(int x) { return -x; }\n#define MASK(x) (-x)\n",
            "b/inner.h": "static inline int helper(int x) { return 0; }\n",
        },
    )
    assert found == {("go", "a/inner.h", 1, "helper"), ("go", "a/sub/outer.h", 2, "MASK")}


def test_includes_say_nothing_about_names_of_the_same_file_or_of_two_included_ones(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a/own.c": '#include "../b/x.h"\nstatic int f(void) { return 0; }\nint go(void) { return f(); }\n',
            "a/two.c": '#include "../b/x.h"\n#include "../b/y.h"\nint went(void) { return f(); }\n',
            "b/x.h": "static inline int f(void) { return 1; }\n",
            "b/y.h": "static inline int f(void) { return 2; }\n",
        },
    )
    assert found == {("go", "a/own.c", 2, "f"), ("went", "a/own.c", 2, "f")}  # the second by its folder


def test_a_header_that_also_declares_a_name_holds_only_the_stub(tmp_path: Path) -> None:
    header = "#ifdef ON\nint f(void);\n#else\nstatic inline int f(void) { return 0; }\n#endif\n"
    found = calls_of(
        tmp_path,
        {
            "main.c": '#include "f.h"\nint go(void) { return f(); }\n',
            "f.h": header,
            "f.c": "int f(void) { return 1; }\n",
        },
    )
    assert ("go", "f.c", 1, "f") in found


@pytest.mark.parametrize("line", ["#include <f.h>", '#include "../../f.h"', '#include "g.h"', ""])
def test_other_includes_are_no_evidence(tmp_path: Path, line: str) -> None:
    """The system's, outside of the root, of no file; two files of other folders have the name, so none is meant."""
    found = calls_of(
        tmp_path,
        {
            "a/main.c": line + "\nint go(void) { return f(); }\n",
            "x/f.h": "static inline int f(void) { return 1; }\n",
            "y/f.h": "static inline int f(void) { return 2; }\n",
        },
    )
    assert found == set()


def test_a_path_that_is_not_beside_the_includer_is_the_only_one_of_that_end(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "src/main.c": '#include "lib/f.h"\nint go(void) { return f() + g(); }\n',
            "src/amb.c": '#include "h.h"\nint amb(void) { return f(); }\n',
            "include/lib/f.h": "static inline int f(void) { return 1; }\n",
            "include/f.h": "static inline int f(void) { return 2; }\n",
            "p/h.h": '#include "../include/f.h"\n',
            "q/h.h": '#include "../include/lib/f.h"\n',
        },
    )
    assert found == {("go", "include/lib/f.h", 1, "f")}


def test_a_field_that_holds_a_function_is_not_an_included_function(tmp_path: Path) -> None:
    found = rows(
        tmp_path,
        {
            "a/main.c": '#include "../b/x.h"\nint go(struct ops *o) { return o->f(); }\n',
            "b/x.h": "static inline int f(void) { return 1; }\n",
            "c/y.c": "int f(void) { return 2; }\n",
        },
    )
    assert found == {}


def test_files_that_include_each_other_are_walked_once() -> None:
    from array import array

    first, to = array("I", [0, 2, 3, 4, 4]), array("I", [1, 2, 0, 1])
    includes = Includes(first, to)
    assert [includes.reached(file) for file in range(4)] == [[1, 2], [0, 2], [0, 1], []]
    with pytest.raises(IndexError):
        includes.reached(4)


# -- C++ ------------------------------------------------------------------------------------------------------------

WIDGET = """\
#pragma once
namespace app {
class Base { public: int size() const; virtual void run(); };
class Widget : public Base {
public:
  Widget(int n);
  void draw();
  static std::shared_ptr<Widget> create();
  Widget& chain();
  class Inner { public: void go(); };
  Inner inner_;
  std::unique_ptr<Widget> child_;
  std::vector<Widget*> kids_;
  void all();
};
struct Plain { int n; };
template <typename T> T make() { return T(); }
}
"""
DECOY = """\
namespace other {
class Widget { public: Widget(int n) {} void draw() {} void go() {} int size() { return 0; } void run() {}
  static int create() { return 0; } int chain() { return 0; } };
int helper(int x) { return x; }
struct Plain { void draw() {} };
template <typename T> T make() { return T(); }
}
"""


def cpp(root: Path, body: str, more: str = "") -> set[tuple[str, int, str]]:
    """Callees of what is called in a file that includes WIDGET and stands beside the decoys."""
    files = {
        "src/widget.h": WIDGET,
        "src/widget.cpp": '#include "widget.h"\n' + more,
        "src/decoy.cpp": DECOY,
        "src/use.cpp": '#include "widget.h"\n' + body,
    }
    return {(path, line, name) for caller, path, line, name in calls_of(root, files) if caller == "use"}


DRAW = ("src/widget.h", 7, "draw")


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("app::Widget w(1); w.draw();", {DRAW, ("src/widget.h", 6, "Widget")}),
        ("app::Widget *w = find(); w->draw();", {DRAW}),
        ("const app::Widget &w = find(); w.draw();", {DRAW}),
        ("std::unique_ptr<app::Widget> w; w->draw();", {DRAW}),
        ("std::unique_ptr<app::Widget> w; w.get()->draw();", {DRAW}),
        ("auto w = std::make_unique<app::Widget>(1); w->draw();", {DRAW}),
        ("auto *w = new app::Widget(1); w->draw();", {DRAW, ("src/widget.h", 6, "Widget")}),
        ("auto w = app::make<app::Widget>(); w.draw();", {DRAW, ("src/widget.h", 17, "make")}),
        ("auto w = app::Widget::create(); w->draw();", {DRAW, ("src/widget.h", 8, "create")}),
        ("auto *w = static_cast<app::Widget *>(p); w->draw();", {DRAW}),
        ("app::Widget::create()->draw();", {DRAW, ("src/widget.h", 8, "create")}),
        ("app::Widget *w; w->chain().draw();", {DRAW, ("src/widget.h", 9, "chain")}),
        ("app::Widget *w; w->size();", {("src/widget.h", 3, "size")}),
        ("app::Widget *w; w->inner_.go();", {("src/widget.h", 10, "go")}),
        ("app::Widget *w; w->child_->draw();", {DRAW}),
        ("app::Widget *w; w->kids_[0]->draw();", {DRAW}),
        ("app::Widget *w; w->Base::run();", set()),  # Base is no name here
        ("app::Widget *w; w->app::Base::run();", {("src/widget.h", 3, "run")}),
        ("app::Plain p = app::Plain{1};", {("src/widget.h", 16, "Plain")}),  # declares no constructor
        ("std::string s; s.draw();", set()),
        ("std::draw(1); nowhere::helper(2);", set()),
        ("::app::make<int>();", {("src/widget.h", 17, "make")}),
    ],
)
def test_receivers_and_qualifiers_of_cpp(
    tmp_path: Path, statements: str, expected: set[tuple[str, int, str]]
) -> None:
    assert cpp(tmp_path, f"void use() {{ {statements} }}\n") == expected


@pytest.mark.parametrize(
    ("lines", "statements"),
    [
        ("using namespace app;", "Widget *w; w->draw();"),
        ("using app::Widget;", "Widget *w; w->draw();"),
        ("namespace a = app;", "a::Widget *w; w->draw();"),
        ("using Mine = app::Widget;", "Mine *w; w->draw();"),
        ("typedef app::Widget *Pointer;", "Pointer w; w->draw();"),
        ("", "using app::Widget; Widget *w; w->draw();"),
    ],
)
def test_names_of_other_name_spaces(tmp_path: Path, lines: str, statements: str) -> None:
    assert cpp(tmp_path, f"{lines}\nvoid use() {{ {statements} }}\n") == {DRAW}


def test_members_that_are_defined_elsewhere_are_the_types(tmp_path: Path) -> None:
    """Also behind `using namespace`, which the definition's scope does not show."""
    more = "using namespace app;\nvoid app::Widget::draw() {}\nint Base::size() const { return 1; }\n"
    found = cpp(tmp_path, "void use(app::Widget &w) { w.draw(); w.size(); }\n", more)
    assert found == {("src/widget.cpp", 3, "draw"), ("src/widget.cpp", 4, "size")}


def test_what_a_member_calls_without_an_object(tmp_path: Path) -> None:
    """Its own, an inherited, an inner type's, one of its name space; not the other type's and not the other space's."""
    found = cpp(
        tmp_path,
        "namespace app {\nstatic int helper(int x) { return x; }\n"
        "void Widget::all() { auto use = [this] { draw(); this->draw(); size(); helper(1); inner_.go(); };"
        " use(); }\n}\n",
    )
    assert found == {DRAW, ("src/widget.h", 3, "size"), ("src/use.cpp", 3, "helper"), ("src/widget.h", 10, "go")}


def test_a_method_without_a_body_is_shared_with_those_that_override_it(tmp_path: Path) -> None:
    found = rows(
        tmp_path,
        {
            "a.h": "struct Shape { virtual int area() = 0; };\n"
            "struct Square : Shape { int area() override { return 1; } };\n"
            "struct Other { int area() { return 2; } };\n",
            "b.cpp": '#include "a.h"\nint use(Shape &s) { return s.area(); }\n'
            'int own(Square &s) { return s.area(); }\n',
        },
    )
    assert {key for key in found if key[0] == "use"} == {("use", "a.h", 1), ("use", "a.h", 2)}
    assert {key for key in found if key[0] == "own"} == {("own", "a.h", 2)}


def test_a_local_name_hides_functions(tmp_path: Path) -> None:
    files = {"a.cpp": "namespace n {\nvoid run() {}\nvoid use(void (*run)()) { run(); }\nvoid real() { run(); }\n}\n"}
    assert calls_of(tmp_path, files) == {("real", "a.cpp", 2, "run")}


def test_cuda_and_metal_are_cpp(tmp_path: Path) -> None:
    header = "struct Grid { int at(int i) { return i; } };\nstruct Decoy { int at(int i) { return i; } };\n"
    for name, text in (
        ("k.cu", '#include "g.h"\n__global__ void kernel(Grid *g) { g->at(1); }\nvoid go() { kernel<<<1, 2>>>(0); }\n'),
        ("k.metal", '#include "g.h"\nvoid kernel_one(Grid g) { g.at(1); }\nvoid go(Grid g) { kernel_one(g); }\n'),
    ):
        found = calls_of(tmp_path / name, {"g.h": header, name: text})
        kernel = "kernel" if name == "k.cu" else "kernel_one"
        assert found == {(kernel, "g.h", 1, "at"), ("go", name, 2, kernel)}


def test_a_plain_header_is_c_until_cpp_includes_it(tmp_path: Path) -> None:
    """Nothing decides for C by types: the call through a field goes by its name, as before."""
    header = "struct ops { int (*run)(void); };\n"
    body = '#include "a.h"\nint run(void) { return 1; }\nint go(struct ops *o) { return o->run(); }\n'
    c = {"a.h": header, "a.c": body}
    assert calls_of(tmp_path / "c", c) == {("go", "a.c", 2, "run")}
    found = calls_of(tmp_path / "cpp", {"a.h": header, "a.cpp": c["a.c"]})
    assert found == set()


def test_what_a_parameter_of_a_template_has_goes_by_its_name(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {"a.cpp": "struct One { void only() {} };\ntemplate <class T> void use(T t) { t.only(); }\n"
         "void no(Elsewhere e) { e.only(); }\n"},
    )  # fmt: skip
    assert found == {("use", "a.cpp", 1, "only")}


# -- Objective-C ----------------------------------------------------------------------------------------------------

BAR_H = """\
@interface Bar : NSObject
@property Bar *other;
+ (instancetype)shared;
- (void)hop;
@end
"""
BAR_M = '#import "Bar.h"\n@implementation Bar\n+ (instancetype)shared { return nil; }\n- (void)hop {}\n@end\n'
BAR_CATEGORY = '#import "Bar.h"\n@implementation Bar (More)\n- (void)more {}\n@end\n'
STRANGER = """\
@implementation Stranger
- (void)hop {}
- (void)more {}
- (id)shared { return nil; }
- (void)quiet {}
- (void)doIt {}
- (void)only {}
@end
"""
HOP, MORE, SHARED = ("Bar.m", 4, "hop"), ("More.m", 3, "more"), ("Bar.m", 3, "shared")


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("Bar *b = [Bar new]; [b hop];", {HOP}),
        ("[[Bar new] hop];", {HOP}),
        ("[[[Bar alloc] init] hop];", {HOP}),
        ("[[Bar shared] hop];", {HOP, SHARED}),
        ("[Bar.shared hop];", {HOP}),
        ("[self.bar hop];", {HOP}),
        ("[_bar hop];", {HOP}),
        ("[_variable hop];", {HOP}),
        ("[self->_bar hop];", {HOP}),
        ("[self->_variable hop];", {HOP}),
        ("[self.bar.other hop];", {HOP}),
        ("[[self makeBar] hop];", {HOP, ("Foo.m", 9, "makeBar")}),
        ("[(Bar *)anything hop];", {HOP}),
        ("[self.bar more];", {MORE}),
        ("[self quiet];", {("Foo.m", 10, "quiet")}),
        ("[super quiet];", set()),
        ("__weak __typeof(self) weak = self; [weak quiet];", {("Foo.m", 10, "quiet")}),
        ("[self.delegate doIt];", {("Foo.h", 2, "doIt"), ("Foo.m", 11, "doIt")}),
        ("NSString *s = nil; [s hop];", set()),
        ("id any = nil; [any only];", {("Stranger.m", 7, "only")}),
    ],
)
def test_messages(tmp_path: Path, statements: str, expected: set[tuple[str, int, str]]) -> None:
    foo_h = (
        "@protocol Doer\n- (void)doIt;\n@end\n"
        "@interface Foo : NSObject <Doer>\n@property Bar *bar;\n@property (weak) id<Doer> delegate;\n@end\n"
    )
    foo_m = (
        '#import "Foo.h"\n#import "Bar.h"\n\n\n\n\n'
        "@implementation Foo { Bar *_variable; }\n"
        f"- (void)use {{ {statements} }}\n"
        "- (Bar *)makeBar { return nil; }\n- (void)quiet {}\n- (void)doIt {}\n@end\n"
    )
    files = {
        "Foo.h": foo_h, "Foo.m": foo_m, "Bar.h": BAR_H, "Bar.m": BAR_M, "More.m": BAR_CATEGORY, "Stranger.m": STRANGER,
    }  # fmt: skip
    assert {call[1:] for call in calls_of(tmp_path, files) if call[0] == "use"} == expected


@pytest.mark.parametrize(
    ("text", "root", "steps"),
    [
        (b"[A b]", b"A", ["b", ""]),
        (b"[[A alloc] initWithX:[B c]y:2]", b"A", [""]),
        (b"[self.a b:\"\"].c", b"self", ["a", "b", "", "c"]),
        (b"[A b:\"]\"]", b"A", ["b", ""]),
        (b"(A*)b", b"", []),
    ],
)
def test_messages_are_paths(text: bytes, root: bytes, steps: list[str]) -> None:
    path = parse_bracketed(text)
    assert path is not None and path.root == root and [name.decode() for _, name in path.steps] == steps


@pytest.mark.parametrize("text", [b"[", b"[]", b"[a", b"(a", b"[a b", b"[a :b]", b"[" * 5000, b"[[" * 40 + b"a"])
def test_what_is_no_message_is_no_path(text: bytes) -> None:
    assert parse_bracketed(text) is None


# -- other languages ------------------------------------------------------------------------------------------------

MODULE = """\
int add(int a, int b) { return a + b; }
int hidden(int a) { return a; }
struct Box { int open() { return 1; } };
PYBIND11_MODULE(fast, m) {
  m.def("plus", &add, "doc");
  m.def("hidden_name", &hidden);
  m.log("minus", &hidden);
  py::class_<Box>(m, "Box").def("unlock", &Box::open);
}
"""


def test_names_that_pybind_gives(tmp_path: Path) -> None:
    """A definition of the caller's own language beats them; what is no `def` names nothing."""
    found = rows(
        tmp_path,
        {
            "ext/fast.cpp": MODULE,
            "use.py": "import fast\nfrom fast import plus\n"
            "def go():\n    fast.plus(1, 2)\n"
            "def went():\n    plus(1, 2)\n"
            "def boxed(b):\n    b.unlock()\n"
            "def no():\n    fast.minus(1)\n"
            "def own():\n    hidden_name(1)\n",
            "lib/own.py": "def hidden_name(x):\n    return x\n",
        },
    )
    binding = {key: value for key, value in found.items() if value[0] == "binding"}
    assert {key for key in binding} == {
        ("go", "ext/fast.cpp", 1), ("went", "ext/fast.cpp", 1), ("boxed", "ext/fast.cpp", 3),
    }  # fmt: skip
    assert {float(confidence) for _, confidence in binding.values()} == {0.2}
    assert ("own", "lib/own.py", 1) in found


def test_functions_of_a_loaded_library(tmp_path: Path) -> None:
    found = rows(
        tmp_path,
        {
            "native/lib.c": "int twice(int x) { return 2 * x; }\nstatic int inner(void) { return 1; }\n",
            "native/lib.cpp": "namespace n { int twice(int x) { return 0; } }\n",
            "use.py": "import ctypes\nfrom ctypes import cdll\nlib = ctypes.CDLL('lib.so')\nother = open('x')\n"
            "def go():\n    lib.twice(1)\n"
            "def no():\n    other.twice(1)\n"
            "class A:\n    def __init__(self):\n        self.lib = cdll.LoadLibrary('x')\n"
            "    def run(self):\n        self.lib.twice(2)\n",
        },
    )
    assert {key: (prov, float(c)) for key, (prov, c) in found.items()} == {
        ("go", "native/lib.c", 1): ("binding", 0.1),
        ("run", "native/lib.c", 1): ("binding", 0.1),
    }


def test_calls_into_another_language_are_ambiguous(tmp_path: Path) -> None:
    root = plant(tmp_path / "tree", {"f.cpp": MODULE, "u.py": "import fast\ndef go():\n    fast.plus(1, 2)\n"})
    assert b'n="go" amb="1"' in answer([root])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (b"Java_com_example_Main_run", b"com.example.Main.run"),
        (b"Java_a_b_1c_m__I", b"a.b_c.m"),
        (b"Java_", b""),
        (b"run", b""),
    ],
)
def test_what_java_calls_a_native_function(name: bytes, expected: bytes) -> None:
    assert jni_name(name) == expected


def test_the_map_says_what_java_calls_a_native_function(tmp_path: Path) -> None:
    text = "int Java_com_example_Main_run(void *e) { return 1; }\nint other(void) {}\n"
    root = plant(tmp_path / "tree", {"a.c": text})
    out = answer([root])
    assert b'n="Java_com_example_Main_run" bind="com.example.Main.run"' in out and out.count(b" bind=\"") == 1


# -- what may not break ---------------------------------------------------------------------------------------------

CIRCLES = {
    "a.h": '#include "b.h"\nstruct A : B { void f(); A *next; };\nusing X = Y;\nusing Z = X;\n',
    "b.h": '#include "a.h"\nstruct B : A { void g() { f(); next->f(); } };\nusing Y = Z;\n',
    "c.cpp": '#include "a.h"\nnamespace n = m;\nnamespace m = n;\nusing namespace n;\nusing n::q;\n'
    "void use(X x, Y *y, n::q z) { x.f(); y->f(); z.f(); n::f(); q(); A a; a.g(); a.next->next->g(); }\n",
}


def test_circles_end(tmp_path: Path) -> None:
    found = calls_of(tmp_path, CIRCLES)
    assert ("use", "b.h", 2, "g") in found


def test_deep_nesting_is_survived(tmp_path: Path) -> None:
    spaces = "".join(f"namespace n{i} {{ " for i in range(400)) + "void f() {} void g() { f(); }" + "}" * 400
    chain = "struct S { S *n; void f(); };\nvoid use(S *s) { s" + "->n" * 60 + "->f(); }\n"
    messages = "@implementation A\n- (id)b { return " + "[" * 300 + "self" + " b]" * 300 + "; }\n@end\n"
    started = time.perf_counter()
    found = calls_of(tmp_path, {"a.cpp": spaces, "b.cpp": chain, "c.m": messages})
    assert time.perf_counter() - started < 30
    assert ("g", "a.cpp", 1, "f") in found and ("use", "b.cpp", 1, "f") in found
