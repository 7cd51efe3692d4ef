"""Communities, zoom, seams and flowcharts: what they print of small trees, over the real command."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from lxml import etree

from tests.support.command import answer, plant, run


def clique(name: str, size: int, calls: str = "") -> str:
    """Python functions that all call one another; the first one calls ``calls`` too."""
    members = [f"{name}{i}" for i in range(size)]
    lines = []
    for i, member in enumerate(members):
        lines += [f"def {member}():", *(f"    {other}()" for other in members if other != member)]
        if i == 0 and calls:
            lines.append(f"    {calls}()")
    return "\n".join(lines) + "\n"


# Two cliques with one call between them; an isolated function, a class without a body's calls and a heading.
TREE = {
    "a/alpha.py": "from b.beta import beta0\n" + clique("alpha", 4, "beta0"),
    "b/beta.py": clique("beta", 3),
    "b/lone.py": "def lone():\n    return 1\n",
    "b/lone.h": "int in_header(void) { return 1; }\nint declared(void);\n",
    "README.md": "# Title\n",
}

# The tree of the specification's worked examples.
SHOP = {
    "app/shop.py": "from app.rates import tax\nclass Cart:\n    def total(self): return tax(self.sum())\n"
    "    def sum(self): return 0\n",
    "app/rates.py": "def tax(x): return round_cents(x)\ndef round_cents(x): return x\n",
    "app/web.py": "from app.rates import tax\ndef checkout(cart): return tax(cart.total())\n",
    "tests/test_web.py": "from app.web import checkout\ndef test_checkout(): checkout(None)\n",
}


def chain(cliques: int) -> dict[str, str]:
    """Cliques of five, each in a directory of its own, the first of each calling into the next one."""
    files = {}
    for i in range(cliques):
        name = f"c{i:02}x"
        following = f"c{i + 1:02}x"
        text = clique(name, 5, f"{following}4" if i + 1 < cliques else "")
        files[f"d{i:02}/m{i:02}.py"] = (
            f"from d{i + 1:02}.m{i + 1:02} import {following}4\n" if i + 1 < cliques else ""
        ) + text
    return files


def xml(*args: str | Path) -> etree._Element:
    return etree.fromstring(answer([*args]))


def names(element: etree._Element) -> list[str]:
    return [member.get("n") for member in element.findall("member")]


def test_two_cliques_are_two_communities(tmp_path: Path) -> None:
    root = xml(plant(tmp_path / "t", TREE), "--communities")
    assert root.tag == "communities"
    assert [(c.get("size"), c.get("dir"), c.get("shown"), c.get("capped")) for c in root.findall("community")] == [
        ("4", "a", "4", "0"),
        ("3", "b", "3", "0"),
    ]
    first, second = root.findall("community")
    # beta0 has three callers, its two friends two; in alpha all have three, the better ranked one leads.
    assert names(second)[0] == "beta0" and set(names(second)) == {"beta0", "beta1", "beta2"}
    assert second.get("label") == "b::beta0@b/beta.py:1:0"
    assert set(names(first)) == {f"alpha{i}" for i in range(4)}
    bridge = root.find("bridge")
    assert bridge is not None and len(root.findall("bridge")) == 1
    assert {bridge.get("a"), bridge.get("b")} == {first.get("id"), second.get("id")}
    assert bridge.get("edges") == "1"
    assert {bridge.get("from_label"), bridge.get("to_label")} == {first.get("label"), second.get("label")}


def test_isolates_are_told_apart_and_add_up(tmp_path: Path) -> None:
    root = xml(plant(tmp_path / "t", TREE), "--communities")
    counts = {key: int(root.get(f"isolated{key}")) for key in ("", "_decl", "_header", "_source", "_doc")}
    assert counts == {"": 5, "_decl": 1, "_header": 1, "_source": 1, "_doc": 2}  # the document and its heading
    assert root.get("symbols") == str(4 + 3 + 5)
    assert (root.get("modules"), root.get("shown_modules"), root.get("modules_capped")) == ("2", "2", "0")
    assert (root.get("bridges"), root.get("shown_bridges"), root.get("bridges_capped")) == ("1", "1", "0")
    assert root.get("connected_singletons") == "0"
    assert root.get("drill") == "--community=ID"


def test_accessors_stand_for_nothing_but_themselves(tmp_path: Path) -> None:
    text = "def get():\n    return 1\n" + "".join(f"def user{i}():\n    get()\n    rare()\n" for i in range(3))
    text += "def rare():\n    get()\n"
    root = xml(plant(tmp_path / "t", {"m.py": text}), "--communities")
    community = root.find("community")
    assert community is not None
    assert names(community)[0] == "rare" and names(community)[-1] == "get"  # although it has most callers
    assert community.get("dir") == "." and community.get("label").startswith(".::rare@m.py:12:")


def test_pages_of_communities_are_the_whole(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", chain(35))
    whole = xml(tree, "--communities", "--limit=1000")
    everything = [etree.tostring(c) for c in whole.findall("community")]
    assert len(everything) == int(whole.get("modules")) == int(whole.get("total")) == 35
    plain = xml(tree, "--communities")
    assert (plain.get("shown_modules"), plain.get("modules_capped"), len(plain.findall("community"))) == ("30", "1", 30)
    assert (plain.get("bridges"), plain.get("shown_bridges"), plain.get("bridges_capped")) == ("34", "12", "1")
    assert len(plain.findall("bridge")) == 12
    pages: list[bytes] = []
    offset = 0
    while True:
        page = xml(tree, "--communities", "--limit=16", f"--offset={offset}")
        pages += [etree.tostring(c) for c in page.findall("community")]
        assert int(page.get("shown_modules")) == len(page.findall("community"))
        offset = int(page.get("next_offset"))
        if page.get("has_more") == "0":
            break
    assert pages == everything
    past = xml(tree, "--communities", "--offset=99")
    assert (past.get("shown_modules"), past.get("next_offset"), past.findall("community")) == ("0", "35", [])


def test_a_community_has_all_its_members_and_bridges(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", {**TREE, "c.py": clique("many", 45)})
    listed = {c.get("dir"): c for c in xml(tree, "--communities").findall("community")}
    for folder, size, shown in (("a", 4, 4), (".", 45, 40)):
        one = listed[folder]
        root = xml(tree, f"--community={one.get('id')}")
        assert root.tag == "communities" and root.get("id") == one.get("id")
        for key in ("size", "dir", "label"):
            assert root.get(key) == one.get(key)
        assert int(root.get("size")) == size
        assert int(root.get("shown")) == len(names(root)) == shown
        assert root.get("capped") == ("1" if shown < size else "0")
        assert names(root)[:5] == names(one)[:5]
    many = listed["."].get("id")
    pages = [xml(tree, f"--community={many}", "--limit=20", f"--offset={offset}") for offset in (0, 20, 40)]
    whole = xml(tree, f"--community={many}", "--limit=100")
    assert [name for page in pages for name in names(page)] == names(whole)
    assert sorted(names(whole)) == sorted(f"many{i}" for i in range(45))
    alpha = xml(tree, f"--community={listed['a'].get('id')}")
    (bridge,) = alpha.findall("bridge")
    assert (bridge.get("to"), bridge.get("to_label")) == (listed["b"].get("id"), listed["b"].get("label"))
    assert (alpha.get("bridges"), alpha.get("shown_bridges"), alpha.get("bridges_capped")) == ("1", "1", "0")


def test_the_partition_holds_every_symbol_once(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", TREE)
    partition = int(xml(tree, "--community=0").get("partition"))
    found = [name for i in range(partition) for name in names(xml(tree, f"--community={i}"))]
    expected = [f"alpha{i}" for i in range(4)] + [f"beta{i}" for i in range(3)]
    assert sorted(found) == sorted([*expected, "lone", "in_header", "declared", "README", "Title"])
    result = run([tree, f"--community={partition}"])
    assert (result.code, result.out) == (1, b"")
    assert f"numbered 0..{partition - 1}, {partition - 1} is the nearest".encode() in result.err
    suggested = re.search(rb"e\.g\. (--community=\d+)", result.err)
    assert suggested is not None
    assert answer([tree, suggested[1]])


def test_zoom_nests_communities_in_modules(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", chain(30))
    root = xml(tree, "--zoom=8")
    top = root.findall("module")
    assert int(root.get("levels")) > 1 and len(top) == int(root.get("top_modules")) == int(root.get("shown"))
    assert (root.get("symbols"), root.get("isolated")) == ("150", "0")
    assert sum(int(module.get("size")) for module in top) == 150
    sizes = [int(module.get("size")) for module in top]
    assert sizes == sorted(sizes, reverse=True)
    ids = {c.get("id"): c for c in xml(tree, "--communities", "--limit=100").findall("community")}

    def check(module: etree._Element, level: int) -> None:
        assert int(module.get("level")) <= level
        inner = module.findall("module")
        if not inner:
            assert module.get("level") == "1" or "community" in module.attrib or "modules" in module.attrib
            community = ids[module.get("community", module.get("id"))]
            assert names(module) == names(community) and module.get("size") == community.get("size")
            return
        assert module.find("member") is None
        assert int(module.get("shown")) == len(inner)
        if module.get("capped") == "0":
            assert len(inner) == int(module.get("modules"))
            assert sum(int(part.get("size")) for part in inner) == int(module.get("size"))
        for part in inner:
            check(part, int(module.get("level")) - 1)

    for module in top:
        check(module, int(root.get("levels")))
    bridges = root.findall("bridge")
    assert bridges and len(bridges) == int(root.get("shown_bridges"))
    assert {b.get(end) for b in bridges for end in ("a", "b")} <= {module.get("id") for module in top}
    # On a chain there is one call between neighbours.
    assert all(bridge.get("edges") == "1" for bridge in bridges) and int(root.get("bridges")) == len(top) - 1


def test_zoom_depth_says_how_far_modules_are_opened(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", chain(30))
    depths = []
    for depth in ("=1", "", "=2", "=3"):
        root = xml(tree, f"--zoom{depth}")
        deepest = max(len(list(element.iterancestors("module"))) + 1 for element in root.iter("module"))
        depths.append(deepest)
    assert depths[0] == 1 and depths[1] == depths[2] == 2 and depths[3] >= 2
    flat = xml(tree, "--zoom=1")
    assert all(module.findall("member") and int(module.get("modules", "0")) != 1 for module in flat.findall("module"))


def test_zoom_pages_its_top_modules(tmp_path: Path) -> None:
    separate = {f"m{i:02}.py": clique(f"f{i:02}x", 3) for i in range(25)}  # nothing joins them
    tree = plant(tmp_path / "t", separate)
    plain = xml(tree, "--zoom")
    assert (plain.get("levels"), plain.get("top_modules"), plain.get("bridges")) == ("1", "25", "0")
    assert (plain.get("shown"), plain.get("capped"), len(plain.findall("module"))) == ("20", "1", 20)
    whole = [etree.tostring(m) for m in xml(tree, "--zoom", "--limit=25").findall("module")]
    paged = [xml(tree, "--zoom", "--limit=9", f"--offset={offset}") for offset in (0, 9, 18)]
    assert [etree.tostring(m) for page in paged for m in page.findall("module")] == whole
    assert len(whole) == 25


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("--zoom=0", b"1..8, got '0' (e.g. --zoom=2)"),
        ("--zoom=9", b"1..8, got '9'"),
        ("--zoom=x", b"1..8, got 'x'"),
        ("--zoom=", b"--zoom is empty"),
        ("--community=x", b"0..1000000000, got 'x'"),
        ("--community=", b"--community is empty"),
    ],
)
def test_wrong_values_are_refused_before_the_root_is_looked_at(flag: str, words: bytes) -> None:
    result = run(["/nowhere", flag])
    assert (result.code, result.out) == (1, b"") and words in result.err


def test_pictures_refuse_pages_and_json(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", TREE)
    for flags, words in (
        (["--zoom", "--mermaid", "--limit=5"], b"--limit is honoured only by listings, not by --zoom --mermaid"),
        (["--zoom", "--mermaid", "--offset=5"], b"--offset is honoured only by listings, not by --zoom --mermaid"),
        (["--zoom", "--mermaid", "--json"], b"--json is not supported for --zoom --mermaid"),
        (["--mermaid", "--limit=5"], b"--limit is honoured only by listings, not by --mermaid"),
        (["--mermaid", "--json"], b"--json is not supported for --mermaid"),
    ):
        result = run([tree, *flags])
        assert (result.code, result.out) == (1, b"") and words in result.err


def test_zoom_with_mermaid_is_one_report_and_others_are_told(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", TREE)
    assert answer([tree, "--zoom", "--mermaid"]).startswith(b"flowchart TB\n")
    assert answer([tree, "--mermaid"]).startswith(b"flowchart LR\n")
    result = run([tree, "--zoom", "--seams", "--mermaid"])
    assert result.code == 0 and result.err.endswith(b"--zoom answers, ignored: --seams\n")
    result = run([tree, "--seams", "--mermaid"])
    assert result.code == 0 and result.err.endswith(b"--seams answers, ignored: --mermaid\n")


# -- seams ----------------------------------------------------------------------------------------------------------

UNTESTED = {
    "core/lib.py": "def used():\n    return 1\ndef other():\n    return 2\n",
    "web/page.py": "from core.lib import used, other\ndef tested():\n    used()\n"
    "def untested():\n    used()\n    other()\n",
    "cli/main.py": "from core.lib import used\nfrom web.page import untested\n"
    "def main():\n    used()\n    untested()\n",
    "tests/test_page.py": "from web.page import tested\nfrom core.lib import used\n"
    "def test_it():\n    tested()\n    used()\n",
}


def test_seams_are_calls_between_directories_that_no_test_reaches(tmp_path: Path) -> None:
    root = xml(plant(tmp_path / "t", UNTESTED), "--seams")
    rows = [(s.get("from"), s.get("to"), s.get("untested"), s.get("shown"), s.get("capped")) for s in root]
    assert rows == [("web", "core", "2", "2", "0"), ("cli", "core", "1", "1", "0"), ("cli", "web", "1", "1", "0")]
    edges = [(e.get("caller"), e.get("p"), e.get("callee"), e.get("cp")) for e in root[0]]
    assert edges == [
        ("untested", "web/page.py:4", "used", "core/lib.py:1"),
        ("untested", "web/page.py:4", "other", "core/lib.py:3"),
    ]
    facts = [root.get(key) for key in ("modules", "bridges", "untested", "test_files", "seam_pairs", "shown")]
    # Calls out of tests are no bridges: what is left is web -> core (3), cli -> core, cli -> web.
    assert facts == ["4", "5", "4", "1", "3", "3"]


def test_seams_without_tests_are_all_calls_between_directories(tmp_path: Path) -> None:
    files = {name: text for name, text in UNTESTED.items() if not name.startswith("tests/")}
    root = xml(plant(tmp_path / "t", files), "--seams")
    assert (root.get("test_files"), root.get("bridges"), root.get("untested")) == ("0", "5", "5")
    # Tests that are left out reach nothing, and the answer shows that there are none.
    left_out = xml(plant(tmp_path / "u", UNTESTED), "--seams", "--ignore-tests")
    assert [left_out.get(key) for key in ("test_files", "bridges", "untested")] == ["0", "5", "5"]


def test_pages_of_seams_are_the_whole_and_edges_are_capped(tmp_path: Path) -> None:
    files = {f"d{i:02}/m.py": f"from lib.core import f\ndef g{i}():\n    f()\n" for i in range(23)}
    files["lib/core.py"] = "def f():\n    return 1\n"
    files["big/m.py"] = "from lib.core import f\n" + "".join(f"def b{i}():\n    f()\n" for i in range(7))
    tree = plant(tmp_path / "t", files)
    plain = xml(tree, "--seams")
    assert (plain.get("seam_pairs"), plain.get("shown"), plain.get("capped"), len(plain)) == ("24", "20", "1", 20)
    assert [plain[0].get(key) for key in ("from", "untested", "shown", "capped")] == ["big", "7", "5", "1"]
    assert len(plain[0]) == 5
    whole = [etree.tostring(row) for row in xml(tree, "--seams", "--limit=100")]
    pages = [xml(tree, "--seams", "--limit=10", f"--offset={offset}") for offset in (0, 10, 20)]
    assert [etree.tostring(row) for page in pages for row in page] == whole and len(whole) == 24


# -- flowcharts -----------------------------------------------------------------------------------------------------

NODE = re.compile(r'^ *(\w+)\["((?:[^"#]|#\w+;)*)"\]$')
OPEN = re.compile(r'^ *subgraph (\w+)\["((?:[^"#]|#\w+;)*)"\]$')
ARROW = re.compile(r"^  (\w+) (-->|---)\|(\d+)\| (\w+)$")


def chart(text: bytes) -> tuple[dict[str, str], dict[str, str], list[tuple[str, str, int]]]:
    """A check of the subset that is written: nodes and subgraphs (name to label), arrows between known names."""
    nodes: dict[str, str] = {}
    groups: dict[str, str] = {}
    arrows: list[tuple[str, str, int]] = []
    depth = 0
    for line in text.decode().splitlines()[1:]:
        if line.lstrip().startswith("%%"):
            continue
        if match := NODE.match(line):
            assert match[1] not in nodes
            nodes[match[1]] = match[2]
        elif match := OPEN.match(line):
            assert match[1] not in groups
            groups[match[1]] = match[2]
            depth += 1
        elif match := ARROW.match(line):
            assert {match[1], match[4]} <= nodes.keys() | groups.keys()
            arrows.append((match[1], match[4], int(match[3])))
        else:
            assert line.strip() == "end", line
            depth -= 1
            assert depth >= 0
    assert depth == 0
    return nodes, groups, arrows


def test_mermaid_draws_directories_and_their_calls(tmp_path: Path) -> None:
    files = {
        "src/a/x.py": "from src.b.y import f, g, h\ndef one():\n    f()\n    g()\n    h()\n",
        "src/b/y.py": "def f():\n    pass\ndef g():\n    pass\ndef h():\n    pass\n",
        "other/z.py": "from src.b.y import f, g\ndef two():\n    f()\n    g()\n",
        "top.py": "def t():\n    pass\n",
    }
    text = answer([plant(tmp_path / "t", files), "--mermaid"])
    nodes, groups, arrows = chart(text)
    assert sorted(nodes.values()) == [". (1)", "other (1)", "src/a (1)", "src/b (3)"]
    assert list(groups.values()) == ["src"]  # the only segment with several
    by_label = {label: name for name, label in nodes.items()}
    assert arrows == [(by_label["src/a (1)"], by_label["src/b (3)"], 3)]  # two calls are too few for an arrow
    assert b"%% 4 of 4 directories" in text and b"1 of 2 arrows" in text


def test_mermaid_keeps_the_thirty_largest(tmp_path: Path) -> None:
    files = {f"d{i:02}/m.py": "".join(f"def f{n}():\n    pass\n" for n in range(i + 1)) for i in range(33)}
    text = answer([plant(tmp_path / "t", files), "--mermaid"])
    nodes, _, _ = chart(text)
    assert sorted(nodes.values()) == sorted(f"d{i:02} ({i + 1})" for i in range(3, 33))
    assert b"%% 30 of 33 directories" in text


def test_hostile_directory_names_stay_labels(tmp_path: Path) -> None:
    names = ('q"uote', "a]b", "x#1;y", "<b>", "tick`", "line\nend", "end", "%%")
    files: dict[str | bytes, str] = {f"s/{name}/m.py": "def f():\n    pass\n" for name in names}
    files[b"s/\xff/m.py"] = "def f():\n    pass\n"
    nodes, _, _ = chart(answer([plant(tmp_path / "t", files), "--mermaid"]))
    labels = set(nodes.values())
    assert len(nodes) == len(names) + 1
    for label in ("s/q#quot;uote (1)", "s/a]b (1)", "s/x#35;1;y (1)", "s/#lt;b#gt; (1)", "s/tick#96; (1)"):
        assert label in labels
    assert "s/line\ufffdend (1)" in labels and "s/\ufffd (1)" in labels


def test_zoom_as_a_flowchart_has_the_modules_of_zoom(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", chain(30))
    root = xml(tree, "--zoom")
    nodes, groups, arrows = chart(answer([tree, "--zoom", "--mermaid"]))
    opened = [m for m in root.findall("module") if m.find("module") is not None]
    assert len(groups) == len(opened)
    assert len(nodes) == sum(1 for m in root.iter("module") if m.find("module") is None)
    wanted = [(f"m{b.get('a')}", f"m{b.get('b')}", int(b.get("edges"))) for b in root.findall("bridge")]
    assert arrows == wanted


# -- all of them ----------------------------------------------------------------------------------------------------

FLAGS = (["--communities"], ["--community=0"], ["--zoom"], ["--zoom=1"], ["--seams"], ["--mermaid"],
         ["--zoom", "--mermaid"])  # fmt: skip


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
def test_warm_cold_and_uncached_answers_are_equal(flags: list[str], tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", {**TREE, **SHOP, **chain(12)})
    cold = answer([tree, *flags])
    assert cold == answer([tree, *flags]) == answer([tree, *flags, "--no-cache"])
    assert cold == answer([tree, *flags, "--no-cache", "--threads=1"])


def as_data(element: etree._Element) -> dict[str, object]:
    """What the JSON of an element should be: attributes as text, and a list for each kind of child."""
    out: dict[str, object] = dict(element.attrib)
    for child in element:
        rows = out.setdefault(child.tag, [])
        assert isinstance(rows, list)
        rows.append(as_data(child))
    return out


def as_text(value: object) -> object:
    if isinstance(value, dict):
        return {key: as_text(inner) for key, inner in value.items() if inner != []}
    if isinstance(value, list):
        return [as_text(inner) for inner in value]
    return {True: "1", False: "0"}[value] if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(
    "flag", ["--communities", "--community=0", "--zoom", "--zoom=3", "--seams", "--seams --limit=1"]
)
def test_json_has_what_xml_has(flag: str, tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", {**TREE, **SHOP, **chain(12)})
    pairs: list[tuple[str, object]] = []

    def unique(items: list[tuple[str, object]]) -> dict[str, object]:
        assert len({key for key, _ in items}) == len(items), items
        pairs.extend(items)
        return dict(items)

    found = json.loads(answer([tree, *flag.split(), "--json"]), object_pairs_hook=unique)
    assert as_text(found) == as_data(xml(tree, *flag.split()))
    assert any(isinstance(value, bool) for _, value in pairs) and any(isinstance(value, int) for _, value in pairs)


@pytest.mark.parametrize(
    "files", [{}, {"a.py": "# nothing\n"}, {"a.py": "def f():\n    pass\n"}], ids=["", "no", "one"]
)
def test_trees_without_calls_are_answers(files: dict[str, str], tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", files)
    symbols = str(sum(text.count("def ") for text in files.values()))
    for flag in ("--communities", "--zoom", "--seams"):
        result = run([tree, flag])
        assert result.code == 0
        root = etree.fromstring(result.out)
        assert len(root) == 0 and root.get("symbols", symbols) == symbols
    for flags in (["--mermaid"], ["--zoom", "--mermaid"]):
        result = run([tree, *flags])
        assert result.code == 0 and chart(result.out)[2] == []
    result = run([tree, "--community=0"])
    assert result.code == (0 if symbols == "1" else 1)


def test_the_worked_example(tmp_path: Path) -> None:
    root = xml(plant(tmp_path / "t", SHOP), "--communities")
    groups = [set(names(c)) for c in root.findall("community")]
    assert groups == [{"tax", "round_cents"}, {"total", "sum"}, {"checkout", "test_checkout"}]
    assert (root.get("symbols"), root.get("isolated"), root.get("isolated_source")) == ("7", "1", "1")  # Cart
    ids = [int(c.get("id")) for c in root.findall("community")]
    assert all(a < b for a, b in pairwise(ids))  # of one size: by number
    seams = xml(tmp_path / "t", "--seams")
    assert (seams.get("modules"), seams.get("bridges"), seams.get("test_files")) == ("2", "0", "1")
