"""`--explain=CALLER,NAME`: the real command on small trees, and the selector's refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import answer, plant, run
from tests.support.documents import read_xml

TREE = {
    "app/shop.py": """\
from app.rates import tax


class Cart:
    def total(self, other):
        tax(1)
        self.sum(2)
        other.sum(3)
        len(self.items)
        return self.total(other)

    def sum(self, by):
        return by
""",
    "app/rates.py": "def tax(x):\n    return x\n",
    "lib/rates.py": "def tax(x):\n    return x\n\n\ndef one(a):\n    return a.sum(1)\n",
    "web/tax.go": "package web\nfunc tax() {}\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return plant(tmp_path, TREE)


def test_an_import_decides_and_says_who_is_left_out(root: Path) -> None:
    tree = read_xml(answer([root, "--explain=total,tax"]))
    (site,) = tree.iter("site")
    assert site.attrib["by"] == "import" and site.attrib["p"] == "app/shop.py:6"
    assert site.attrib["confidence"] == "1.0000" and site.attrib["targets"] == "1"
    fates = {row.attrib["p"]: row.attrib["out"] for row in site.iter("c")}
    assert fates == {"app/rates.py:1": "kept", "lib/rates.py:1": "import", "web/tax.go:2": "language"}


def test_the_object_itself_and_an_unknown_receiver(root: Path) -> None:
    tree = read_xml(answer([root, "--explain=app/shop.py:total,sum"]))
    own, other = tree.iter("site")
    assert own.attrib["by"] == "self" and own.attrib["receiver_is"] == "object of Cart (app/shop.py:4)"
    assert other.attrib["receiver"] == "other" and other.attrib["receiver_is"] == "unknown"
    assert other.attrib["by"] == "file"
    assert [row.attrib["out"] for row in other.iter("c")] == ["kept"]


def test_recursion_is_no_edge_and_says_so(root: Path) -> None:
    (site,) = read_xml(answer([root, "--explain=total,total"])).iter("site")
    assert site.attrib["by"] == "recursion" and site.attrib["targets"] == "0"
    assert [row.attrib["out"] for row in site.iter("c")] == ["recursion"]


def test_what_has_no_definition_is_outside(root: Path) -> None:
    (site,) = read_xml(answer([root, "--explain=total,len"])).iter("site")
    assert site.attrib["targets"] == site.attrib["candidates"] == "0" and site.attrib["by"] == "nothing"


def test_several_places_of_a_name_are_not_chosen_from(tmp_path: Path) -> None:
    files = {f"{d}/m.py": "def go():\n    return 1\n" for d in "ab"}
    files["c/n.py"] = "def f(x):\n    return x.go()\n"
    (site,) = read_xml(answer([plant(tmp_path, files), "--explain=f,go"])).iter("site")
    assert site.attrib["by"] == "nothing"
    assert [row.attrib["out"] for row in site.iter("c")] == ["ambiguous", "ambiguous"]


def test_json_has_the_same_facts(root: Path) -> None:
    data = json.loads(answer([root, "--explain=total,tax", "--json"]))
    assert data["callee"] == "tax" and data["defs"] == 1
    text = json.dumps(data)
    assert '"by": "import"' in text and '"out": "language"' in text


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("total", "wants CALLER,NAME"),
        (",tax", "wants CALLER,NAME"),
        ("total,", "wants CALLER,NAME"),
        ("totl,tax", "did you mean 'total'?"),
        ("total,txa", "did you mean 'tax'?"),
        ("nosuch/:total,tax", "no indexed path contains nosuch/"),
        ("app/rates.py:total,tax", "--explain=app/shop.py:total"),
        ("one,zebra", "it calls sum"),
        ("app/rates.py:tax,zebra", "it calls nothing"),
    ],
)
def test_refusals_name_the_wrong_half_and_what_would_work(root: Path, text: str, advice: str) -> None:
    result = run([root, f"--explain={text}"])
    assert result.code == 1 and result.out == b""
    assert advice in result.err.decode()


@pytest.mark.parametrize(
    "caller", ["app/shop.py::Cart::total", "shop:total", "app/shop.py:5:total", "app/shop.py:5-9:total", "total"]
)
def test_selectors_mean_the_same_definition(root: Path, caller: str) -> None:
    document = answer([root, f"--explain={caller},tax"])
    assert b'by="import"' in document and b'defs="1"' in document


def test_a_call_in_a_local_function_value_is_one_of_the_function_around(tmp_path: Path) -> None:
    text = "function leaf() {}\nfunction outer(xs) { const each = () => { leaf(); }; xs.map(each); }\n"
    (site,) = read_xml(answer([plant(tmp_path, {"a.js": text}), "--explain=outer,leaf"])).iter("site")
    assert site.attrib["by"] == "file" and site.attrib["targets"] == "1"


def test_a_foreign_function_says_so(tmp_path: Path) -> None:
    files = {
        "native.cpp": 'extern "C" int cfun(int x) { return x; }\n',
        "use.py": "import ctypes\n\n\ndef user():\n    lib = ctypes.CDLL('x')\n    return lib.cfun(1)\n",
    }
    (site,) = read_xml(answer([plant(tmp_path, files), "--explain=user,cfun"])).iter("site")
    assert site.attrib["by"] == "binding" and [row.attrib["out"] for row in site.iter("c")] == ["kept"]


def test_many_candidates_are_cut_with_their_count(tmp_path: Path) -> None:
    files = {f"d{i:03}/m.py": "class A:\n    def go(self): pass\n" for i in range(120)}
    files["u.py"] = "def f(x):\n    return x.go()\n"
    (site,) = read_xml(answer([plant(tmp_path, files), "--explain=f,go"])).iter("site")
    assert (site.attrib["candidates"], site.attrib["shown"], len([*site.iter("c")])) == ("120", "50", 50)
