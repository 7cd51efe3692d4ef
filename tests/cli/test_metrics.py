"""`--metrics`: measured numbers are printed, what was not measured is absent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ripwire
from tests.support.command import answer, plant
from tests.support.documents import read_json, read_map

SHOP = b'''\
RATE = 2


# Picks one.
def pick(items, limit=3):
    for item in items:
        if item and item.price or limit:
            if item.free:
                return item
    return None


class Cart:
    """Holds."""

    def total(self):
        return sum(self.items)

    def nested(self, a, b, c, d):
        if a:
            if b:
                if c:
                    if d:
                        return 1
        return 2
'''
BROKEN = b"int run(int a) {\n  int b = 1;\n  if (a) { return b; }\n  return ((( 3;\n}\n"
PROTOTYPE = b"int run(int a);\n"


def rows(data: bytes) -> dict[str, dict[str, str]]:
    return {s.get("n"): dict(s.attrib) for s in read_map(data).root.iter("s")}


def test_numbers_of_functions(tmp_path: Path) -> None:
    found = rows(answer([plant(tmp_path, {"shop.py": SHOP}), "--metrics"]))
    pick, total, nested = found["pick"], found["total"], found["nested"]
    # for 1, if 2 + boolean runs 2 (and, or), if 3: 8; decisions: for, if, and, or, if.
    assert {k: pick[k] for k in ("cx", "ccx", "nest", "params", "loc", "ev", "ev_why")} == {
        "cx": "6", "ccx": "8", "nest": "3", "params": "2", "loc": "6", "ev": "4", "ev_why": "guard-return:1",
    }  # fmt: skip
    assert (total["cx"], total["ccx"], total["nest"]) == ("1", "0", "0")
    assert "ev" not in total and "humps" not in total and "locals" not in total
    assert {k: nested[k] for k in ("cx", "ccx", "nest", "humps", "deep", "ev")} == {
        "cx": "5", "ccx": "10", "nest": "4", "humps": "1", "deep": "2", "ev": "5",
    }  # fmt: skip
    assert list(pick) == ["t", "n", "in", "out", "cx", "ccx", "loc", "params", "nest", "k", "ev", "ev_why"]


def test_what_is_not_measured_is_absent(tmp_path: Path) -> None:
    found = rows(answer([plant(tmp_path, {"shop.py": SHOP, "lib.h": PROTOTYPE}), "--metrics"]))
    for name in ("RATE", "Cart", "run"):
        assert not {"cx", "ccx", "nest", "ev"} & set(found[name])


def test_numbers_of_a_broken_file_are_floors(tmp_path: Path) -> None:
    run = rows(answer([plant(tmp_path, {"run.c": BROKEN}), "--metrics"]))["run"]
    assert (run["locals"], run["locals_floor"], run["ev_floor"]) == ("1", "1", "1")


def test_json_has_the_same_numbers(tmp_path: Path) -> None:
    tree = plant(tmp_path, {"shop.py": SHOP})
    found: dict[str, Any] = {
        s["n"]: s for f in read_json(answer([tree, "--metrics", "--json"]))["r"] for s in f["s"]
    }
    assert (found["pick"]["cx"], found["pick"]["ev_why"]) == (6, "guard-return:1")


def test_the_api_gives_doc_and_complexity(tmp_path: Path) -> None:
    found = {s.name: s for s in ripwire.open(plant(tmp_path, {"shop.py": SHOP})).symbols}
    assert (found["pick"].doc, found["Cart"].doc, found["total"].doc) == ("Picks one", "Holds", "")
    complexity = found["pick"].complexity
    assert complexity is not None
    assert (complexity.cx, complexity.ccx, complexity.ev, complexity.why) == (6, 8, 4, (("guard-return", 1),))
    assert found["RATE"].complexity is None
    assert complexity.locals is None and found["pick"].cell is None


def test_what_a_language_does_not_measure_is_none(tmp_path: Path) -> None:
    tree = plant(tmp_path, {"a.sh": b"f() { if x; then return 1; fi; }\n", "b.c": b"int g(int a) { return a; }\n"})
    found = {s.name: s.complexity for s in ripwire.open(tree).symbols}
    shell, c = found["f"], found["g"]
    assert shell is not None and (shell.cx, shell.ev, shell.locals) == (2, None, None)
    assert c is not None and (c.ev, c.locals, c.ppalt) == (1, 0, 0)
