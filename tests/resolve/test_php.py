"""PHP: calls go where namespaces, `use`, types, traits and Composer say. Every tree has decoys of the same names."""

from __future__ import annotations

import json
from pathlib import Path

from tests.resolve.calls import Call, calls_of

DECOY = """<?php
namespace Other;
class Repo { function find() {} function all() {} function save() {} static function make() {} }
class Base { function __construct($x) {} function run() {} function stop() {} }
function helper() {}
function other() {}
trait Greets { function hello() {} }
"""


def of(found: set[Call], caller: str) -> set[tuple[str, int, str]]:
    return {call[1:] for call in found if call[0] == caller}


def test_namespaces_use_and_aliases(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "src/lib.php": "<?php\nnamespace App\\Util;\nfunction helper() {}\nfunction other() {}\nclass Tool\n{\n"
            "    static function go() {}\n}\n",
            "src/local.php": "<?php\nnamespace App\\Web;\nfunction near() {}\nclass Page\n{\n"
            "    function __construct() {}\n}\n",
            "src/global.php": "<?php\nfunction everywhere() {}\nclass Plain {}\n",
            "src/main.php": "<?php\nnamespace App\\Web;\n"
            "use App\\Util;\nuse App\\Util\\{Tool as T};\nuse function App\\Util\\helper;\n"
            "use function App\\Util\\other as o;\n"
            "function main()\n{\n    helper();\n    o();\n    Util\\other();\n    \\App\\Util\\helper();\n"
            "    T::go();\n"
            "    Util\\Tool::go();\n    near();\n    namespace\\near();\n    everywhere();\n    new Page();\n"
            "    new \\Plain();\n"
            "    strlen('x');\n}\n",
            "vendor/decoy.php": DECOY
            + "function near() {}\nfunction everywhere() {}\nfunction strlen($x) {}\n"
            "class Tool { static function go() {} }\n"
            "class Page { function __construct() {} }\nclass Plain {}\n",
        },
    )
    assert of(found, "main") == {
        ("src/lib.php", 3, "helper"),
        ("src/lib.php", 4, "other"),
        ("src/lib.php", 7, "go"),
        ("src/local.php", 3, "near"),
        ("src/local.php", 6, "__construct"),
        ("src/global.php", 2, "everywhere"),
        ("src/global.php", 3, "Plain"),
    }


def test_a_name_outside_of_the_tree_has_no_edge(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.php": "<?php\nnamespace App;\nuse Lib\\Repo;\nfunction f(Repo $r, \\Lib\\Base $b)\n{\n"
            "    $r->find();\n    $b->run();\n"
            "    new Repo();\n    Repo::make();\n    helper();\n}\n",
            "b.php": DECOY,
        },
    )
    assert of(found, "f") == set()


def test_receivers(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.php": "<?php\nnamespace App;\n"
            "class Repo\n{\n    function find(): Row {}\n    static function make(): static {}\n"
            "    function all() {}\n}\n"
            "class Row\n{\n    function save(): self { return $this; }\n}\n"
            "class Shop\n{\n    private Repo $repo;\n    private static ?Repo $shared;\n    private $plain;\n"
            "    function __construct(private Row $row, ?Repo $r)\n    {\n        $this->plain = new Repo();\n    }\n"
            "    function fields() { $this->repo->find(); $this->row->save(); $this->plain->all(); "
            "self::$shared->all(); }\n"
            "    function chain() { $this->repo->find()->save()->save(); Repo::make()->all(); (new Repo())->find(); }\n"
            "    function locals() { $a = $this->repo; $a->all(); $b = Repo::make(); $b->find(); "
            "$c = $b->find(); $c->save(); }\n"
            "    function params(Repo|null $r, Row $s) { $r?->find(); $s->save(); }\n"
            "    function made() { return new Row($this->repo); }\n"
            "    function results() { $this->made()->save(); }\n"
            "}\n",
            "b.php": DECOY + "class Row { function save() {} function find() {} }\n",
        },
    )
    find, make, all_, save = (
        ("a.php", 5, "find"), ("a.php", 6, "make"), ("a.php", 7, "all"), ("a.php", 11, "save"),
    )  # fmt: skip
    assert of(found, "fields") == {find, save, all_}
    assert of(found, "chain") == {find, save, make, all_, ("a.php", 3, "Repo")}
    assert of(found, "locals") == {all_, make, find, save}
    assert of(found, "params") == {find, save}
    assert of(found, "results") == {save, ("a.php", 26, "made")}


def test_hierarchy(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.php": "<?php\nnamespace App;\n"
            "interface Named\n{\n    function name();\n}\n"
            "trait Greets\n{\n    function hello() { $this->name(); }\n    function both() {}\n}\n"
            "abstract class Base implements Named\n{\n    function __construct() {}\n    function run() {}\n"
            "    function both() {}\n}\n"
            "class Child extends Base\n{\n    use Greets;\n    function __construct() { parent::__construct(); }\n"
            "    function name() {}\n"
            "    function go() { $this->run(); parent::run(); self::hello(); static::both(); $this->absent(); }\n"
            "}\n"
            "enum Suit\n{\n    case Hearts;\n    function label() {}\n"
            "    static function first() { self::Hearts->label(); }\n}\n",
            "b.php": DECOY + "class Child { function absent() {} function name() {} "
            "function both() {} function label() {} }\n",
        },
    )
    assert of(found, "__construct") == {("a.php", 14, "__construct")}
    # A trait's methods go before inherited ones.
    assert of(found, "go") == {("a.php", 15, "run"), ("a.php", 9, "hello"), ("a.php", 10, "both")}
    assert of(found, "hello") == {("a.php", 22, "name")}
    assert of(found, "first") == {("a.php", 28, "label")}


def test_a_property_is_no_method(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.php": "<?php\nclass A\n{\n    private B $item;\n    function item(): C {}\n"
            "    function f() { $this->item->run(); $this->item()->run(); }\n}\n"
            "class B { function run() {} }\nclass C { function run() {} }\nclass D { function run() {} }\n",
        },
    )
    assert of(found, "f") == {("a.php", 8, "run"), ("a.php", 9, "run"), ("a.php", 5, "item")}


def test_dynamic_callees_have_no_edge(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.php": "<?php\nfunction target() {}\nclass T { function run() {} }\nfunction f($x, $m)\n{\n"
            "    $g = 'target';\n    $g();\n"
            "    $x->$m();\n    new $g();\n    call_user_func('target');\n}\n",
        },
    )
    assert of(found, "f") == set()


def test_composer_says_which_of_two_files_has_a_class(tmp_path: Path) -> None:
    classes = "<?php\nnamespace App\\{};\nclass {}\n{{\n    static function go() {{}}\n}}\n"

    def one(space: str, name: str) -> str:
        return classes.format(space, name).replace("\\;", ";")

    found = calls_of(
        tmp_path,
        {
            "composer.json": json.dumps(
                {
                    "autoload": {
                        "psr-4": {"App\\Four\\": ["src/four/"]},
                        "psr-0": {"App\\Zero\\": "src/zero"},
                        "classmap": ["src/mapped/"],
                        "files": ["src/listed.php"],
                    }
                }
            ),
            "src/four/A.php": one("Four", "A"),
            "old/four/A.php": one("Four", "A"),
            "src/zero/App/Zero/B/C.php": one("Zero", "B_C"),
            "old/zero/App/Zero/B_C.php": one("Zero", "B_C"),
            "src/mapped/any.php": one("Mapped", "D"),
            "old/any.php": one("Mapped", "D"),
            "src/listed.php": "<?php\nnamespace App;\nfunction listed() {}\n",
            "old/listed.php": "<?php\nnamespace App;\nfunction listed() {}\n",
            "old/main.php": "<?php\nnamespace App;\nfunction main()\n{\n    Four\\A::go();\n    Zero\\B_C::go();\n"
            "    Mapped\\D::go();\n"
            "    listed();\n}\n",
        },
    )
    assert of(found, "main") == {
        ("src/four/A.php", 5, "go"),
        ("src/zero/App/Zero/B/C.php", 5, "go"),
        ("src/mapped/any.php", 5, "go"),
        ("src/listed.php", 3, "listed"),
    }


def test_the_importers_own_package_goes_first(tmp_path: Path) -> None:
    manifest = json.dumps({"autoload": {"psr-4": {"App\\": "src"}}})
    a = "<?php\nnamespace App;\nclass A\n{\n    static function go() {}\n}\n"
    main = "<?php\nnamespace App;\nclass Main\n{\n    function main() { A::go(); }\n}\n"
    found = calls_of(
        tmp_path,
        {f"{d}/{name}": text for d in ("one", "two")
         for name, text in (("composer.json", manifest), ("src/A.php", a), ("src/Main.php", main))},
        places=True,
    )  # fmt: skip
    assert found == {(f"{d}/src/Main.php main", f"{d}/src/A.php", 5, "go") for d in ("one", "two")}


def test_broken_manifests_and_circles_are_survived(tmp_path: Path) -> None:
    a = "<?php\nnamespace App;\nclass A extends B { function f() { $this->g(); parent::h(); } }\n"
    "class B extends A { use B; }\n"
    for n, text in enumerate(
        ("[", "[]", '{"autoload": 3}', '{"autoload": {"psr-4": [1], "classmap": {"a": 1}, "files": "x"}}',
         '{"autoload": {"psr-4": {"": null, "App\\\\": [4, "../.."]}, "psr-0": 5}}')
    ):  # fmt: skip
        found = calls_of(
            tmp_path / str(n),
            {
                "composer.json": text,
                "a.php": a,
                "b.php": a,
                "c.php": "<?php\nnamespace App;\nfunction x() { new A(); }\n",
            },
        )
        assert {call[3] for call in found} <= {"A"}


def test_a_namespace_may_have_the_name_of_a_class(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.php": "<?php\nnamespace App\\Shop;\nclass Item\n{\n    function go() {}\n}\n",
            "b.php": "<?php\nnamespace App;\nclass Shop\n{\n    static function open() {}\n}\n",
            "c.php": "<?php\nnamespace Web;\nfunction main()\n{\n    $item = new \\App\\Shop\\Item();\n"
            "    $item->go();\n"
            "    \\App\\Shop::open();\n    (new \\App\\Shop\\Item())->go();\n}\n",
            "d.php": DECOY + "class Item { function go() {} }\nclass Shop { static function open() {} }\n",
        },
    )
    assert of(found, "main") == {("a.php", 3, "Item"), ("a.php", 5, "go"), ("b.php", 5, "open")}


def test_elements_and_mixed_values_may_be_anything(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.php": "<?php\nfunction f(array $list, mixed $any, \\Lib\\Thing $out)\n{\n    $list[0]->unique();\n"
            "    $any->single();\n"
            "    $out->single();\n    $out->unique();\n}\nfunction g(\\Lib\\Thing $out) { $out->only(); }\n",
            "b.php": "<?php\nclass A { function unique() {} function single() {} function only() {} }\n",
        },
    )
    assert of(found, "f") == {("b.php", 2, "unique"), ("b.php", 2, "single")}
    assert of(found, "g") == set()


def test_long_lines_of_bases_are_survived(tmp_path: Path) -> None:
    lines = [f"class C{i} extends C{i + 1} {{ function f{i}() {{ $this->last(); }} }}\n" for i in range(1500)]
    found = calls_of(tmp_path, {"a.php": "<?php\n" + "".join(lines) + "class C1500 { function last() {} }\n"})
    assert ("f1499", "a.php", 1502, "last") in found
