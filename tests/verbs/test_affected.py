"""`--affected` and `--exercises`: exact over the call graph, and each other's inverse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.answers import asked, names, pages, refused, twin
from tests.support.command import plant

SHOP = {
    "app/shop.py": "from app.rates import tax\n\n\nclass Cart:\n    def total(self):\n"
    "        return tax(self.sum())\n\n    def sum(self):\n        return 0\n",
    "app/rates.py": "def tax(x):\n    return round_cents(x)\n\n\ndef round_cents(x):\n    return x\n",
    "app/web.py": "from app.rates import tax\nfrom app.shop import Cart\n\n\ndef checkout(cart: Cart):\n"
    "    return tax(cart.total())\n",
    "tests/test_web.py": "from app.web import checkout\n\n\ndef test_checkout():\n    checkout(None)\n",
    "tests/helpers.py": "from app.rates import round_cents\n\n\ndef cents():\n    return round_cents(1)\n",
    "tests/test_cents.py": "from tests.helpers import cents\n\n\ndef test_cents():\n    cents()\n",
    "tests/test_nothing.py": "def test_nothing():\n    pass\n",
    "tests/data.json": '{"key": 1}\n',
    "tests/gate.sh": "run() { true; }\nrun\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("shop"), SHOP)


def listed(element: Any) -> list[str]:
    return [row.get("p") for row in element]


@pytest.mark.parametrize(
    ("item", "by", "seeds", "reached", "tests"),
    [
        ("app/rates.py", "file", 2, 6, ["tests/helpers.py", "tests/test_cents.py", "tests/test_web.py"]),
        ("./app/rates.py:3-4", "file", 2, 6, ["tests/helpers.py", "tests/test_cents.py", "tests/test_web.py"]),
        ("tax", "symbol", 1, 3, ["tests/test_web.py"]),
        ("Cart::sum", "symbol", 1, 3, ["tests/test_web.py"]),
        ("app/web.py:9", "file", 1, 1, ["tests/test_web.py"]),
        ("web.py", "file", 2, 1, ["tests/test_web.py"]),
        ("helpers,total", "mixed", 2, 3, ["tests/helpers.py", "tests/test_cents.py", "tests/test_web.py"]),
        ("tests/test_nothing.py", "file", 1, 0, ["tests/test_nothing.py"]),
        ("tests/data.json", "file", 1, 0, []),
    ],
)
def test_tests_from_which_a_change_is_reached(
    root: Path, item: str, by: str, seeds: int, reached: int, tests: list[str]
) -> None:
    found = asked(root, f"--affected={item}")
    assert listed(found) == tests
    wanted = {
        "changed": item, "seeded_by": by, "seeds": str(seeds), "tests": str(len(tests)), "reached": str(reached),
        "script_gates_unmodelled": "1", "counts_floor": "1",
    }  # fmt: skip
    assert {key: found.get(key) for key in wanted} == wanted


def test_a_definition_that_changed_and_calls_what_changed_is_reached(tmp_path: Path) -> None:
    plant(tmp_path, {name: SHOP[name] for name in ("app/shop.py", "app/rates.py", "app/web.py", "tests/test_web.py")})
    found = twin(tmp_path, "--affected=app/rates.py")
    assert found["affected"] == [{"p": "tests/test_web.py"}]
    # total, checkout, test_checkout, and tax, which calls round_cents.
    assert (found["seeds"], found["tests"], found["reached"], found["script_gates_unmodelled"]) == (2, 1, 4, 0)


def test_affected_and_exercises_are_inverse(root: Path) -> None:
    definitions = [(path, name) for path, name in (
        ("app/shop.py", "total"), ("app/shop.py", "sum"), ("app/rates.py", "tax"), ("app/rates.py", "round_cents"),
        ("app/web.py", "checkout"),
    )]  # fmt: skip
    for test in ("tests/test_web.py", "tests/test_cents.py", "tests/test_nothing.py", "tests/helpers.py"):
        reached = set(names(asked(root, f"--exercises={test}")))
        for path, name in definitions:
            affected = listed(asked(root, f"--affected={path}:{name}"))
            assert (test in affected) == (name in reached), (test, name)


def test_exercises_leaves_test_code_out(root: Path) -> None:
    found = twin(root, "--exercises=test_cents")
    assert [row["n"] for row in found["exercises"]] == ["round_cents"]
    assert [row["p"] for row in found["t"]] == ["tests/test_cents.py"]
    assert (found["seed_files"], found["test_symbols"], found["reaches"], found["capped"]) == (1, 1, 1, False)
    whole = asked(root, "--exercises=tests/")
    assert set(names(whole)) == {"total", "sum", "tax", "round_cents", "checkout"}
    assert (whole.get("seed_files"), whole.get("harness")) == ("5", "mixed")
    assert asked(root, "--exercises=gate.sh").get("harness") == "script"


def test_forty_rows_and_twenty_files_unless_asked(tmp_path: Path) -> None:
    files = {"app.py": "".join(f"def f{n:02}():\n    return {n}\n\n\n" for n in range(50))}
    for k in range(25):
        body = "".join(f"    f{n:02}()\n" for n in range(2 * k, 2 * k + 2))
        files[f"tests/test_{k:02}.py"] = f"from app import *\n\n\ndef test_{k:02}():\n{body}"
    plant(tmp_path, files)
    found = asked(tmp_path, "--exercises=tests")
    assert (len(found.findall("s")), len(found.findall("t"))) == (40, 20)
    assert (found.get("reaches"), found.get("shown"), found.get("capped")) == ("50", "40", "1")
    assert (found.get("seed_files"), found.get("shown_seed_files"), found.get("seed_files_capped")) == ("25", "20", "1")
    assert len({row["n"] for row in pages(tmp_path, 20, "s", "--exercises=tests")}) == 50


def test_a_command_only_where_it_is_certain(tmp_path: Path) -> None:
    plant(tmp_path, {
        "lib.c": "int twice(int x) { return 2 * x; }\n",
        "tests/one.c": "int twice(int);\nint one(void) { return twice(1); }\n",
        "tests/one.sh": "cc one.c && ./a.out\n",
        "tests/two.c": "int twice(int);\nint two(void) { return twice(2); }\n",
        "tests/a driver.py": "if __name__ == '__main__':\n    build('two.c')\n",
        "tests/three.c": "int twice(int);\nint three(void) { return twice(3); }\n",
        "tests/test_mentions.py": "def test_it():\n    assert 'three.c'\n",
    })  # fmt: skip
    rows = {row.get("p"): row.get("run") for row in asked(tmp_path, "--affected=lib.c:twice,lib.c")}
    assert rows == {
        "tests/one.c": "bash tests/one.sh", "tests/two.c": "python3 'tests/a driver.py'", "tests/three.c": None,
    }  # fmt: skip


def test_calls_outside_of_definitions_are_told(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "def run():\n    pass\n", "tests/test_a.py": "from a import run\n\nrun()\nrun()\n"})
    found = asked(tmp_path, "--affected=run")
    assert [dict(row.attrib) for row in found] == [{"p": "tests/test_a.py", "by": "toplevel"}]
    assert (found.get("tests"), found.get("toplevel_sites")) == ("1", "2")


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("--affected=nope", ["no indexed path contains nope", "no definition is called nope"]),
        ("--affected=tax,txa", ["did you mean 'tax'"]),
        ("--affected=tax,,sum", ["empty"]),
        ("--exercises=nope", ["no indexed path contains nope"]),
        ("--exercises=app/web.py", ["app/web.py is no test code", "--callees", "--graph-query"]),
        ("--exercises=tests/data.json", ["no test code"]),
    ],
)
def test_refusals(root: Path, word: str, wanted: list[str]) -> None:
    message = refused(root, word)
    assert all(text in message for text in wanted), message
