"""The page: its bytes, and what a real browser makes of it."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ripwire.graph.layout import packed, spiral
from ripwire.limits import HTML_MAX_SYMBOLS
from tests.support.browser import PROGRAM, Browser
from tests.support.command import answer, plant, run

FILES = {
    "shop/cart.py": "from shop.rates import tax\ndef total(c): return tax(c)\ndef show(c): return total(c)\n",
    "shop/rates.py": "def tax(x): return half(x)\ndef half(x): return x\n",
    "other/lone.py": "def lone(): pass\n",
    "odd/</script><b>.py": "def odd(): pass\n",
}


def data_of(page: bytes) -> Any:
    found = re.search(rb'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("html") / "tree", FILES)


def test_the_page_holds_every_definition_and_call_once(root: Path) -> None:
    page = answer([root, "--html"])
    data = data_of(page)
    names = data["symbols"]["name"]
    assert sorted(names) == ["half", "lone", "odd", "show", "tax", "total"]
    calls = {(names[a], names[b]) for a, b in zip(data["edges"]["src"], data["edges"]["dst"], strict=True)}
    assert calls == {("show", "total"), ("total", "tax"), ("tax", "half")}
    places = {n: data["files"]["path"][f] for n, f in zip(names, data["symbols"]["file"], strict=True)}
    assert places["tax"] == "shop/rates.py" and places["odd"] == "odd/</script><b>.py"
    assert b"6 definitions, 3 calls" in page


def test_nothing_of_the_tree_is_markup_and_nothing_is_loaded(root: Path) -> None:
    page = answer([root, "--html"])
    assert page.count(b"</script>") == 2 and b"<b>.py" not in page
    assert not re.search(rb"""(?:src|href)\s*=|url\(|@import|https?://|fetch\(|XMLHttpRequest""", page)


def test_the_same_tree_gives_the_same_page_cold_warm_and_on_any_number_of_threads(root: Path, tmp_path: Path) -> None:
    pages = {
        answer([root, "--html", *more])
        for more in ([], [], ["--no-cache"], ["--no-cache", "--threads=1"], ["--no-cache", "--threads=4"])
    }
    assert len(pages) == 1
    answer([root, f"--html={tmp_path / 'page.html'}"])
    assert {(tmp_path / "page.html").read_bytes()} == pages


def test_an_empty_tree_has_a_page(tmp_path: Path) -> None:
    data = data_of(answer([plant(tmp_path / "empty", {"a.py": ""}), "--html"]))
    assert data["symbols"]["name"] == [] and data["modules"]["label"] == []


def test_a_file_that_cannot_be_written_refuses(root: Path, tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "none" / "x.html"):
        result = run([root, f"--html={target}"])
        assert result.code == 1 and result.out == b"" and b"--html" in result.err


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    count = HTML_MAX_SYMBOLS + 7
    # The last one calls everybody, so it is called by nobody and ranks last.
    lines = [f"def f{n}(): pass\n" for n in range(count - 1)]
    lines.append("def zz(): " + "; ".join(f"f{n}()" for n in range(0, count - 1, 50)) + "\n")
    root = plant(tmp_path / "large", {"a.py": "".join(lines)})
    page = answer([root, "--html"])
    assert f"{HTML_MAX_SYMBOLS} of {count} definitions".encode() in page
    shown = data_of(page)["symbols"]
    assert len(shown["name"]) == HTML_MAX_SYMBOLS and "zz" not in shown["name"]
    assert shown["callers"][shown["name"].index("f0")] == 1  # though its caller is not shown


def test_circles_do_not_overlap_and_lie_in_what_holds_them() -> None:
    radii = [float(1 + n * 7919 % 13) for n in range(120)]
    places, around = packed(radii, 0.5)
    for i, (x, y) in enumerate(places):
        assert (x * x + y * y) ** 0.5 + radii[i] <= around + 1e-9
        for j in range(i):
            distance = ((x - places[j][0]) ** 2 + (y - places[j][1]) ** 2) ** 0.5
            assert distance >= radii[i] + radii[j] - 1e-9
    assert packed([], 1.0) == ([], 0.0)


def test_the_spiral_can_begin_anywhere() -> None:
    whole, later = spiral(2.0), spiral(2.0, 1000)
    for _ in range(1000):
        next(whole)
    (a, b), (c, d) = next(whole), next(later)
    assert abs(a - c) < 1e-6 and abs(b - d) < 1e-6


def pixels(png: bytes) -> set[bytes]:
    """The distinct pixels of an 8-bit PNG without interlace, filters undone roughly enough to tell blank from drawn."""
    at, parts, header = 8, b"", b""
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind = png[at + 4 : at + 8]
        if kind == b"IHDR":
            header = png[at + 8 : at + 8 + size]
        if kind == b"IDAT":
            parts += png[at + 8 : at + 8 + size]
        at += 12 + size
    width, _, _, colours = struct.unpack(">IIBB", header[:10])
    depth = 4 if colours == 6 else 3
    raw = zlib.decompress(parts)
    line = 1 + width * depth
    starts = [start + 1 + n * depth for start in range(0, len(raw), line) for n in range(width)]
    return {raw[start : start + depth] for start in starts}


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    if PROGRAM is None:
        pytest.skip("no Chromium here (Debian: chromium)")
    made = Browser(tmp_path / "profile")
    yield made
    made.close()


def test_a_browser_opens_finds_and_shows_callers(root: Path, browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(answer([root, "--html"]))
    browser.open(page)
    assert len(pixels(browser.screenshot())) > 20
    browser.type("#search", "TA")
    found = browser.value("[...document.querySelectorAll('#answer button')].map(b => b.firstChild.data.trim())")
    assert found == ["tax", "total"]
    browser.click_on("#answer button")
    assert browser.value("document.getElementById('chosen').textContent") == "tax"
    heads = browser.value("[...document.querySelectorAll('#answer h2')].map(h => h.textContent)")
    assert heads[1:] == ["Callers (1)", "Callees (1)"]
    lists = browser.value("[...document.querySelectorAll('#answer ul')].map(u => u.textContent.trim())")
    assert lists == ["total shop/cart.py:2", "half shop/rates.py:2"]
    assert "shop/rates.py" in browser.value("document.getElementById('trail').textContent")
    browser.click_on("#answer ul button")  # the caller
    assert browser.value("document.getElementById('chosen').textContent") == "total"
    assert browser.errors == []


def test_a_click_into_the_picture_goes_to_what_is_there(root: Path, browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(answer([root, "--html"]))
    browser.open(page)
    browser.type("#search", "half")
    browser.click_on("#answer button")
    before = browser.screenshot()
    browser.click_on("#view")  # the chosen symbol is in the middle
    assert browser.value("document.getElementById('chosen').textContent") == "half"
    browser.click_on("#trail button")
    assert browser.value("document.getElementById('chosen')") is None
    assert browser.screenshot() != before
    assert browser.errors == []


def test_thousands_of_definitions_are_drawn_and_found(browser: Browser, tmp_path: Path) -> None:
    files = {
        f"d{n % 40}/m{n}.py": "".join(f"def f{n}_{k}(): return f{n}_{k + 1}()\n" for k in range(12)) for n in range(420)
    }
    page = tmp_path / "page.html"
    page.write_bytes(answer([plant(tmp_path / "large", files), "--html"]))
    browser.open(page)
    browser.type("#search", "f7_3")
    assert browser.value("document.querySelector('#answer button').firstChild.data.trim()") == "f7_3"
    browser.click_on("#answer button")
    assert len(pixels(browser.screenshot())) > 20
    assert browser.errors == []
