"""Calls in Go trees: where imports, receivers and embedding lead, each beside a decoy of the same name."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls_of

# Everything that the tests call exists here as well: in another package, which nobody imports.
DECOY = """package decoy

type T struct{}

func (t *T) Run()  {}
func (t *T) Stop() {}
func (t T) Name() string { return "" }
func New() *T { return nil }
func Helper() {}
func F() {}
"""


def tree(tmp_path: Path, **files: str) -> set[Call]:
    """The calls of a module example.com/m with these files (``a__b`` is a/b.go), beside the decoys."""
    named = {name.replace("__", "/") + ".go": text for name, text in files.items()}
    manifest = {"go.mod": "module example.com/m\n\ngo 1.21\n"}
    return calls_of(tmp_path, manifest | {"decoy/decoy.go": DECOY, "zz/decoy.go": DECOY} | named)


def test_a_bare_name_means_the_package_whatever_the_file(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="package m\n\nfunc main() { Helper() }\n",
        b="package m\n\nfunc Helper() {}\n",
        a_test="package m_test\n\nfunc TestA() { Helper() }\n",
        b_test="package m_test\n\nfunc Helper() {}\n",
    ) == {("main", "b.go", 3, "Helper"), ("TestA", "b_test.go", 3, "Helper")}


def test_an_import_means_its_directory_by_any_name(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

import (
	"example.com/m/one"
	two "example.com/m/sub/one"
	. "example.com/m/dot"
	_ "example.com/m/decoy"
)

func A() { one.F() }
func B() { two.F() }
func C() { Dotted() }
""",
        one__f="package one\n\nfunc F() {}\n",
        sub__one__f="package one\n\nfunc F() {}\n",
        dot__f="package dot\n\nfunc Dotted() {}\nfunc Other() {}\n",
        away__dot="package away\n\nfunc Dotted() {}\n",
    ) == {("A", "one/f.go", 3, "F"), ("B", "sub/one/f.go", 3, "F"), ("C", "dot/f.go", 3, "Dotted")}


def test_a_package_is_called_as_it_declares(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a='package m\n\nimport "example.com/m/go-yaml/v2"\n\nfunc A() { yaml.F() }\n',
        **{"go-yaml__v2__y": "package yaml\n\nfunc F() {}\n", "yaml__y": "package yaml\n\nfunc F() {}\n"},
    ) == {("A", "go-yaml/v2/y.go", 3, "F")}


def test_what_is_outside_of_the_tree_has_no_edge(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

import (
	"os"
	ext "github.com/other/decoy"
)

func A() { os.F(); ext.F(); ext.New().Run() }
func B(f *os.File, l []int) { f.Stop(); _ = len(l); panic("x") }
""",
        b="package m\n\ntype L struct{}\n\nfunc (l L) len() {}\nfunc (l L) panic() {}\n",
    ) == set()


def test_modules_in_one_tree_and_what_they_replace(tmp_path: Path) -> None:
    files = {
        "app/go.mod": 'module example.com/app\nreplace (\n\texample.com/old v1.0.0 => ../fork // ours\n)\n',
        "app/main.go": 'package main\n\nimport (\n\t"example.com/old/x"\n\t"example.com/lib"\n)\n\n'
        "func main() { x.F(); lib.F() }\n",
        "fork/go.mod": "module example.com/fork\n",
        "fork/x/x.go": "package x\n\nfunc F() {}\n",
        "lib/go.mod": "module example.com/lib\n",
        "lib/lib.go": "package lib\n\nfunc F() {}\n",
        "old/x/x.go": "package x\n\nfunc F() {}\n",
        "decoy/lib/lib.go": "package lib\n\nfunc F() {}\n",
    }
    assert calls_of(tmp_path, files) == {("main", "fork/x/x.go", 3, "F"), ("main", "lib/lib.go", 3, "F")}


def test_without_manifest_the_end_of_a_path_with_a_host_counts(tmp_path: Path) -> None:
    files = {
        "src/github.com/me/x/a.go": 'package x\n\nimport (\n\t"github.com/me/x/util"\n\t"strings/util"\n)\n\n'
        "func A() { util.F() }\n",
        "src/github.com/me/x/util/u.go": "package util\n\nfunc F() {}\n",
        "other/util/u.go": "package util\n\nfunc F() {}\n",
    }
    assert ("A", "src/github.com/me/x/util/u.go", 3, "F") in calls_of(tmp_path, files)


def test_methods_belong_to_their_receivers_type_across_files(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

type T struct{}
type U struct{}

func (u *U) Run() {}
func use(t T, p *T) { t.Run(); p.Stop() }
""",
        b="package m\n\nfunc (t *T) Run()  { t.Stop() }\nfunc (t *T) Stop() {}\nfunc (u U) Stop() {}\n",
    ) == {("use", "b.go", 3, "Run"), ("use", "b.go", 4, "Stop"), ("Run", "b.go", 4, "Stop")}


LIB = """package lib

type T struct{}

func (t *T) Run() *T { return t }
func (t *T) Stop()   {}
func New() (*T, error) { return nil, nil }

var Default *T
"""


def calls_in(tmp_path: Path, body: str, more: str = "") -> set[tuple[str, int, str]]:
    """Callees of a function ``use`` with this body that imports LIB's package, without constructions."""
    text = f'package m\n\nimport "example.com/m/lib"\n\n{more}\n\nfunc use() {{\n{body}\n}}\n'
    found = tree(tmp_path, a=text, lib__lib=LIB)
    return {(path, line, name) for caller, path, line, name in found if caller == "use" and name != "T"}


RUN, STOP, NEW = ("lib/lib.go", 5, "Run"), ("lib/lib.go", 6, "Stop"), ("lib/lib.go", 7, "New")


def test_types_of_variables(tmp_path: Path) -> None:
    for at, (body, wanted) in enumerate(
        [
            ("x := lib.T{}\nx.Run()", {RUN}),
            ("x := &lib.T{}\nx.Run()", {RUN}),
            ("x := new(lib.T)\nx.Run()", {RUN}),
            ("var x lib.T\nx.Run()", {RUN}),
            ("var x = &lib.T{}\nx.Run()", {RUN}),
            ("x, err := lib.New()\nx.Run()\n_ = err", {RUN, NEW}),
            ("n, x := 1, lib.Default\nx.Run()\n_ = n", {RUN}),
            ("x := any(nil).(*lib.T)\nx.Run()", {RUN}),
            ("lib.Default.Run()", {RUN}),
            ("x := lib.Default\nx.Run()", {RUN}),
            ("x := lib.Default.Run()\nx.Stop()", {RUN, STOP}),
            ("lib.Default.Run().Run().Stop()", {RUN, STOP}),
            ("x := make([]*lib.T, 1)\nx[0].Run()", {RUN}),
            ("x := []lib.T{}\nfor _, y := range x { y.Run() }", {RUN}),
            ("x := map[string]*lib.T{}\nx[\"a\"].Stop()\nfor _, y := range x { y.Run() }", {RUN, STOP}),
            ("func(x *lib.T) { x.Run() }(nil)", {RUN}),
            ("(&lib.T{}).Run()", {RUN}),
        ]
    ):
        assert calls_in(tmp_path / str(at), body) == wanted, body


def test_a_local_name_hides_a_package_and_its_functions(tmp_path: Path) -> None:
    assert calls_in(tmp_path, "lib := 1\nlib.Run()\nHelper := func() {}\nHelper()", "func Helper() {}") == {
        ("a.go", 10, "Helper")
    }


def test_fields_embedding_and_what_hides_it(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

import "example.com/m/lib"

type Base struct{}

func (b *Base) Name() string { return "" }
func (b *Base) Stop()        {}

type Middle struct{ Base }

type Outer struct {
	*Middle
	lib.T
	f    *lib.T
	many []*lib.T
}

func (m *Middle) Deep() {}

func use(o *Outer) {
	o.Name()
	o.Deep()
	o.Run()
	o.f.Stop()
	o.many[0].Stop()
	o.Middle.Base.Stop()
	o.Middle.Stop()
}
""",
        lib__lib=LIB,
    ) == {
        ("use", "a.go", 7, "Name"),
        ("use", "a.go", 19, "Deep"),
        ("use", "lib/lib.go", 5, "Run"),
        ("use", "lib/lib.go", 6, "Stop"),
        ("use", "a.go", 8, "Stop"),
    }


def test_the_least_deep_of_embedded_methods_counts(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

type Far struct{}

func (f Far) Run() {}

type Left struct{ Far }
type Right struct{}

func (r Right) Run() {}

type Both struct {
	Left
	Right
}

func use(b Both) { b.Run() }
""",
    ) == {("use", "a.go", 10, "Run")}


def test_interfaces(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

type Runner interface{ Run() }
type Both interface {
	Runner
	Stop()
}
type T struct{}

func (t T) Run() {}

func use(b Both) { b.Run(); b.Stop() }
func bound[R Runner](r R) { r.Run() }
""",
    ) == {("use", "a.go", 3, "Run"), ("use", "a.go", 6, "Stop"), ("bound", "a.go", 3, "Run")}


def test_type_switches_named_collections_functions_and_aliases(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

type T struct{}

func (t *T) Run() {}

type U struct{}

func (u U) Run() {}

type Ts []*T
type Maker func() *T
type Same = T

func one(x any) {
	switch y := x.(type) {
	case *T:
		y.Run()
	}
}
func two(ts Ts) { ts[0].Run() }
func three(ts Ts) {
	for _, t := range ts {
		t.Run()
	}
}
func four(m Maker)    { m().Run() }
func five(s *Same)    { s.Run() }
func six(ts ...*T)    { ts[0].Run() }
func seven(c chan *T) { x := <-c; x.Run() }
""",
    ) == {(name, "a.go", 5, "Run") for name in ("one", "two", "three", "four", "five", "six", "seven")}


def test_generic_types(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

type Stack[E any] struct{ items []E }

func (s *Stack[E]) Push(e E) { s.grow() }
func (s *Stack[E]) grow()    {}

type Other[E any] struct{}

func (o *Other[E]) grow() {}

func use(s *Stack[int]) { s.Push(1) }
""",
    ) == {("Push", "a.go", 6, "grow"), ("use", "a.go", 5, "Push")}


def test_errors_of_unknown_type_are_the_languages_own(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""package m

import "example.com/m/lib"

type Fault struct{}

func (f Fault) Error() string { return "" }

func use() {
	_, err := lib.New()
	_ = err.Error()
	f := Fault{}
	_ = f.Error()
	_, other := lib.New()
	other.Unwrapped()
}

func (f Fault) Unwrapped() {}
""",
        lib__lib=LIB,
    ) == {
        ("use", "lib/lib.go", 7, "New"),
        ("use", "a.go", 5, "Fault"),
        ("use", "a.go", 7, "Error"),
        ("use", "a.go", 18, "Unwrapped"),  # a type of which nothing is known: by the name
    }


def test_circles_and_broken_manifests_do_no_harm(tmp_path: Path) -> None:
    files = {
        "go.mod": b"module\nmodule a b c\nreplace => \nreplace (\n(\n\xff\xfe".decode("latin-1"),
        "a/a.go": 'package a\n\nimport "example.com/b"\n\ntype A struct{ *A; B }\ntype B struct{ A }\n'
        "type C = D\ntype D = C\n\nfunc use(a A, c C) { a.Run(); c.Run(); b.F() }\n",
        "b/b.go": 'package b\n\nimport "example.com/a"\n\nfunc F() { a.use() }\n',
        "empty.go": "",
        "c/none.go": "func F() {}\n",
    }
    calls_of(tmp_path, files)
