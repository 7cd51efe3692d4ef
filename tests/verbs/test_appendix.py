"""The worked example of the command line's specification: four files, and what every verb answers about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.answers import asked, names, refused
from tests.support.command import answer, plant
from tests.support.documents import read_map

FILES = {
    "app/shop.py": "class Cart:\n    def total(self): return tax(self.sum())\n    def sum(self): return 0\n",
    "app/rates.py": "def tax(x): return round_cents(x)\ndef round_cents(x): return x\n",
    "app/web.py": "from app.rates import tax\ndef checkout(cart): return tax(cart.total())\n",
    "tests/test_web.py": "from app.web import checkout\ndef test_checkout(): checkout(None)\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("appendix"), FILES)


def shown(root: Path, *words: str) -> str:
    """An answer's root element as it is printed, without its legends."""
    return answer([root, *words]).decode().rpartition("-->")[2]


def test_map(root: Path) -> None:
    found = read_map(answer([root]))
    # total -> tax, sum; tax -> round_cents; checkout -> tax, total; test_checkout -> checkout
    wanted = {"files": "4", "symbols": "7", "edges": "6", "shown": "7", "ambiguous": "0", "unresolved": "0"}
    assert {key: found.stats[key] for key in wanted} == wanted
    assert found.stats["est_tokens"] == found.root.get("est_tokens")
    first = found.root[0]
    assert first.get("p") == "app/rates.py" and names(first) == ["round_cents", "tax"]
    assert [c.get("n") for c in first[1]] == ["round_cents"]


def test_callers(root: Path) -> None:
    assert shown(root, "--callers=tax") == (
        '<callers of="tax" defs="1" count="2" counts_floor="1"><s t="method" n="total" p="app/shop.py:2"/>'
        '<s t="fn" n="checkout" p="app/web.py:2"/></callers>'
    )
    assert json.loads(answer([root, "--callers=tax", "--json"])) == {
        "of": "tax", "defs": 1, "count": 2, "counts_floor": True,
        "callers": [
            {"t": "method", "n": "total", "p": "app/shop.py:2"}, {"t": "fn", "n": "checkout", "p": "app/web.py:2"},
        ],
    }  # fmt: skip


def test_a_page_past_the_end_is_an_answer(root: Path) -> None:
    assert shown(root, "--callers=tax", "--limit=1", "--offset=5") == (
        '<callers of="tax" defs="1" count="2" shown="0" capped="1" total="2" has_more="0" next_offset="2" offset="5" '
        'limit="1" counts_floor="1"></callers>'
    )


def test_uses(root: Path) -> None:
    assert shown(root, "--uses=tax") == (
        '<uses of="tax" defs="1" external="0" count="3" counts_floor="1">'
        '<u role="call" p="app/shop.py:2" in_id="app/shop.py::Cart::total"/><u role="import" p="app/web.py:1"/>'
        '<u role="call" p="app/web.py:2" in_id="checkout"/></uses>'
    )


def test_path_and_impact(root: Path) -> None:
    assert shown(root, "--path=test_checkout,round_cents") == (
        '<path from="test_checkout" to="round_cents" from_p="tests/test_web.py:2" to_p="app/rates.py:2" from_defs="1" '
        'to_defs="1" reachable="1" hops="3"><s t="fn" n="test_checkout" p="tests/test_web.py:2"/>'
        '<s t="fn" n="checkout" p="app/web.py:2"/><s t="fn" n="tax" p="app/rates.py:1"/>'
        '<s t="fn" n="round_cents" p="app/rates.py:2"/></path>'
    )
    found = asked(root, "--impact=round_cents")
    assert dict(found.attrib) == {
        "of": "round_cents", "defs": "1", "reaches": "4", "shown": "4", "capped": "0", "counts_floor": "1",
    }  # fmt: skip
    assert sorted(names(found)) == ["checkout", "tax", "test_checkout", "total"]


def test_affected(root: Path) -> None:
    found = asked(root, "--affected=app/rates.py")
    wanted = {"changed": "app/rates.py", "seeded_by": "file", "seeds": "2", "tests": "1", "reached": "4"}
    assert {key: found.get(key) for key in wanted} == wanted and found.get("script_gates_unmodelled") == "0"
    assert [row.get("p") for row in found] == ["tests/test_web.py"]


@pytest.mark.parametrize(
    ("flag", "parts"),
    [
        ("--top-k=abc", ["--top-k", "'abc'", "--top-k=50"]),
        ("--callers=chekout", ["'checkout'"]),
        ("--callers=app/shop.py:tax", ["app/shop.py", "app/rates.py", "--callers=app/rates.py:tax"]),
    ],
)
def test_refusals(root: Path, flag: str, parts: list[str]) -> None:
    message = refused(root, flag)
    assert all(part in message for part in parts), message

