"""Function values in Python and JavaScript: each mechanism with its target, and a namesake that must not be hit."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import answer, plant

Edge = tuple[str, str, str]


def edges(tmp_path: Path, files: dict[str | bytes, bytes | str]) -> set[Edge]:
    """(caller, callee, evidence) of a tree; a callee in another file than a.py or a.js with its path before it."""
    out = set()
    root = plant(tmp_path / "tree", files)
    header, *rows = answer([root, "--export=edges.tsv"]).decode().splitlines()
    columns = header.split("\t")
    for row in rows:
        edge = dict(zip(columns, row.split("\t"), strict=True))
        path, callee = edge["callee_path"], edge["callee_name"]
        name = callee if path in ("a.py", "a.js") else f"{path}:{callee}"
        out.add((edge["caller_name"], name, edge["prov"]))
    return out


def python(tmp_path: Path, text: str, **files: str) -> set[Edge]:
    tree: dict[str | bytes, bytes | str] = {"a.py": text, "decoy.py": PYTHON}
    tree.update((f"{name}.py", body) for name, body in files.items())
    return edges(tmp_path, tree)


def javascript(tmp_path: Path, text: str) -> set[Edge]:
    return edges(tmp_path, {"a.js": text, "decoy.js": JAVASCRIPT})


PYTHON = """def cb(): pass
def call(): pass
def hook(): pass
def f(): pass
def g(): pass
"""

JAVASCRIPT = """export function cb() {}
export function call() {}
export function hook() {}
export function f() {}
export function g() {}
"""


def test_local_alias_is_flow_and_the_name_itself_is_not(tmp_path: Path) -> None:
    text = "def one(): pass\ndef two(): pass\ndef main():\n    f = one\n    f()\n    two()\n"
    assert python(tmp_path, text) == {("main", "one", "flow"), ("main", "two", "file")}


def test_parameter_by_place_name_and_default(tmp_path: Path) -> None:
    text = """def one(): pass
def two(): pass
def three(): pass
def never(): pass
def place(other, cb): cb()
def named(*, cb, other=None): cb()
def given(cb=three): cb()
def main():
    place(never, one)
    named(other=never, cb=two)
    given()
"""
    assert python(tmp_path, text) == {
        ("place", "one", "flow"), ("named", "two", "flow"), ("given", "three", "flow"),
        ("main", "place", "file"), ("main", "named", "file"), ("main", "given", "file"),
    }  # fmt: skip


def test_default_and_callers_are_both_called(tmp_path: Path) -> None:
    text = "def one(): pass\ndef two(): pass\ndef run(cb=one): cb()\ndef main():\n    run()\n    run(two)\n"
    found = python(tmp_path, text)
    assert {edge for edge in found if edge[0] == "run"} == {("run", "one", "flow"), ("run", "two", "flow")}


def test_parameters_are_handed_on_through_several_functions_and_files(tmp_path: Path) -> None:
    text = "from b import outer\ndef one(): pass\ndef two(): pass\ndef main():\n    outer(two, one)\n"
    other = "def outer(g, f): middle(f)\ndef middle(f): inner(cb=f)\ndef inner(cb): cb()\n"
    found = python(tmp_path, text, b=other)
    assert {edge for edge in found if edge[2] == "flow"} == {("inner", "one", "flow")}


def test_callers_of_a_namesake_give_it_nothing(tmp_path: Path) -> None:
    text = """def one(): pass
def two(): pass
class A:
    def run(self, cb): cb()
class B:
    def run(self, cb): return cb
def main(b: B):
    A().run(one)
    b.run(two)
"""
    assert {edge for edge in python(tmp_path, text) if edge[2] == "flow"} == {("run", "one", "flow")}


def test_star_parameters_hold_any_of_their_arguments(tmp_path: Path) -> None:
    text = """def one(): pass
def two(): pass
def never(): pass
def run(first, *rest):
    for f in rest:
        f()
def main():
    run(never, one, two)
"""
    found = python(tmp_path, text)
    assert {edge for edge in found if edge[0] == "run"} == {("run", "one", "flow"), ("run", "two", "flow")}


def test_parameter_that_a_field_keeps(tmp_path: Path) -> None:
    text = """def one(): pass
def two(): pass
class Button:
    def __init__(self, label, hook):
        self.label = label
        self.hook = hook
    def press(self):
        self.hook()
class Small(Button): pass
def main():
    Button(two, one)
"""
    found = python(tmp_path, text)
    assert {edge for edge in found if edge[0] == "press"} == {("press", "one", "flow")}


def test_constructor_that_is_inherited_takes_the_value(tmp_path: Path) -> None:
    text = """def one(): pass
class Button:
    def __init__(self, hook): self.hook = hook
    def press(self): self.hook()
class Small(Button): pass
def main(): Small(one)
"""
    assert ("press", "one", "flow") in python(tmp_path, text)


def test_decorator_runs_its_inner_function_which_runs_the_decorated(tmp_path: Path) -> None:
    text = """def deco(f):
    def wrapper():
        f()
    return wrapper
@deco
def one(): pass
def two(): pass
def main():
    one()
    two()
"""
    assert python(tmp_path, text) == {
        ("main", "one", "file"), ("main", "wrapper", "flow"), ("wrapper", "one", "flow"), ("main", "two", "file"),
        ("one", "deco", "file"),
    }  # fmt: skip


def test_decorator_with_arguments_and_one_on_another(tmp_path: Path) -> None:
    text = """def times(n):
    def deco(f):
        def wrapper(): f()
        return wrapper
    return deco
def plain(g):
    def around(): g()
    return around
@plain
@times(3)
def one(): pass
def main(): one()
"""
    found = {edge for edge in python(tmp_path, text) if edge[2] == "flow"}
    assert found == {("main", "around", "flow"), ("around", "wrapper", "flow"), ("wrapper", "one", "flow")}


def test_decorator_that_gives_the_function_back_adds_nothing(tmp_path: Path) -> None:
    text = "def mark(f): return f\n@mark\ndef one(): pass\n@mark\ndef two(): pass\ndef main(): one()\n"
    assert {edge for edge in python(tmp_path, text) if edge[0] == "main"} == {("main", "one", "file")}


def test_result_that_is_a_function(tmp_path: Path) -> None:
    text = """def one(): pass
def two(): pass
def pick(f): return f
def make():
    return two
def main():
    g = pick(one)
    g()
    f = make()
    f()
"""
    found = {edge for edge in python(tmp_path, text) if edge[2] == "flow"}
    assert found == {("main", "one", "flow"), ("main", "two", "flow")}


def test_iteration_over_a_literal_and_a_generator(tmp_path: Path) -> None:
    text = """def one(): pass
def two(): pass
def three(): pass
def gen():
    yield three
def main():
    for f in [one, two]:
        f()
def other():
    for g in gen():
        g()
"""
    found = {edge for edge in python(tmp_path, text) if edge[2] == "flow"}
    assert found == {("main", "one", "flow"), ("main", "two", "flow"), ("other", "three", "flow")}


def test_class_as_a_value(tmp_path: Path) -> None:
    text = "class A: pass\nclass B: pass\ndef build(cb): cb()\ndef main(): build(A)\n"
    assert {edge for edge in python(tmp_path, text) if edge[2] == "flow"} == {("build", "A", "flow")}


def test_bound_method_as_a_value(tmp_path: Path) -> None:
    text = """class A:
    def go(self): pass
    def start(self): run(self.go)
class B:
    def go(self): pass
def run(cb): cb()
"""
    root = plant(tmp_path / "tree", {"a.py": text, "decoy.py": PYTHON})
    rows = [row.split("\t") for row in answer([root, "--export=edges.tsv"]).decode().splitlines()]
    assert [(row[2], row[4], row[7]) for row in rows if row[5] == "go"] == [("run", "2", "flow")]


def test_what_everybody_gives_says_nothing(tmp_path: Path) -> None:
    many = "".join(f"def f{i}(): pass\n" for i in range(20))
    text = many + "def run(cb): cb()\ndef main():\n" + "".join(f"    run(f{i})\n" for i in range(20))
    assert python(tmp_path, text) == {("main", "run", "file")}


def test_functions_that_give_each_other_to_each_other_end(tmp_path: Path) -> None:
    text = "def a(cb): b(cb)\ndef b(cb):\n    a(cb)\n    cb(cb)\ndef one(x): pass\ndef main(): a(one)\n"
    assert ("b", "one", "flow") in python(tmp_path, text)


def test_an_unrelated_file_changes_nothing(tmp_path: Path) -> None:
    text = "def one(): pass\ndef run(cb): cb()\ndef main(): run(one)\n"
    before = python(tmp_path / "x", text)
    after = python(tmp_path / "y", text, z="def two(): pass\ndef run(cb): pass\ndef cb(): pass\ndef k(): run(two)\n")
    assert {edge for edge in after if not edge[1].startswith("z.py")} - {("k", "z.py:run", "file")} == before


def test_javascript_parameter_field_and_result(tmp_path: Path) -> None:
    text = """function one() {}
function two() {}
function three() {}
function run(other, cb, ...rest) { cb(); for (const f of rest) f(); }
class Button {
  constructor(label, hook) { this.hook = hook; }
  press() { this.hook(); }
}
function make() { return three; }
function main() {
  run(two, one, three);
  new Button(one, two).press();
  const g = make();
  g();
}
"""
    found = {edge for edge in javascript(tmp_path, text) if edge[2] == "flow"}
    assert found == {
        ("run", "one", "flow"), ("run", "three", "flow"), ("press", "two", "flow"), ("main", "three", "flow"),
    }  # fmt: skip


def test_javascript_object_of_functions(tmp_path: Path) -> None:
    text = """function one() {}
function two() {}
function main() {
  const table = {call: one, hook: two};
  table.call();
  table["hook"]();
}
function other(table) { table.call(); }
"""
    found = {edge for edge in javascript(tmp_path, text) if edge[2] == "flow"}
    assert found == {("main", "one", "flow"), ("main", "two", "flow")}


def test_javascript_arrow_takes_a_function(tmp_path: Path) -> None:
    text = "function one() {}\nfunction two() {}\nconst run = cb => cb();\nfunction main() { run(one); return two; }\n"
    assert {edge for edge in javascript(tmp_path, text) if edge[2] == "flow"} == {("run", "one", "flow")}
