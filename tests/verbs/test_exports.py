"""The call graph for other programs: each format parsed, and compared with edges.tsv and with the map."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from lxml import etree

from tests.support.command import answer, plant, run

FORMATS = ("dot", "graphml", "graph.json")
NS = "{http://graphml.graphdrawing.org/xmlns}"

TREE = {
    "app/shop.py": "from app.rates import tax\nclass Cart:\n    def total(self): return tax(self.sum())\n"
    "    def sum(self): return 0\n",
    "app/rates.py": "def tax(x):\n    round_cents(x)\n    return round_cents(x)\ndef round_cents(x): return x\n",
    "app/web.py": "from app.rates import tax\ndef checkout(cart): return tax(cart.total())\n",
    "ops/v.cc": "struct V { bool operator<(V o) { return less(o); } bool operator&(V o); bool less(V o); };\n",
    "app/deep/a.py": "def lone(): pass\n",
    "readme.md": '# A "quoted" \\ <title> & more\n',
}

HOSTILE: dict[str | bytes, str | bytes] = {
    **TREE,
    'we"ird & <dir>/back\\slash.py': "def f(): g()\ndef g(): pass\n",
    "new\nline/x\ty.py": "def h(): i()\ndef i(): pass\n",
    b"bytes\xff\x01/m.py": b"def j(): k()\ndef k(): pass\n",
    "uml\u00e4ut/m.py": "def \u00e4(): \u00f6()\ndef \u00f6(): pass\n",
    "docs/h.md": b"# ctrl \x07 and \xe9 and &amp; and ]]> and -- here\n",
}


class Parsed:
    """nodes: id to (name, path, line, module); edges: (source, target) to (weight, prov, calls)."""

    def __init__(self) -> None:
        self.nodes: dict[int, tuple[str, str, int, str]] = {}
        self.kinds: dict[int, str] = {}
        self.edges: dict[tuple[int, int], tuple[float, str, int]] = {}

    def node(self, number: int, kind: str, *facts: object) -> None:
        assert number not in self.nodes
        self.nodes[number] = facts  # type: ignore[assignment]
        self.kinds[number] = kind

    def edge(self, pair: tuple[int, int], *facts: object) -> None:
        assert pair not in self.edges
        self.edges[pair] = facts  # type: ignore[assignment]


def parsed_json(text: bytes) -> Parsed:
    out, data = Parsed(), json.loads(text)
    assert (data["directed"], data["multigraph"]) == (True, False)
    for node in data["nodes"]:
        out.node(node["id"], node["kind"], node["name"], node["path"], node["line"], node["module"])
        assert 0 <= node["rank"] <= 1
    for edge in data["edges"]:
        out.edge((edge["source"], edge["target"]), edge["weight"], edge["prov"], edge["calls"])
    graph = data["graph"]
    assert graph == {"symbols": len(out.nodes), "edges": len(out.edges), "counts_floor": True}
    return out


def parsed_graphml(text: bytes) -> Parsed:
    out, root = Parsed(), etree.fromstring(text)
    assert root.tag == NS + "graphml"
    keys = {key.get("id"): key for key in root.findall(NS + "key")}
    graph = root.find(NS + "graph")
    assert graph is not None and graph.get("edgedefault") == "directed"

    def facts(element: etree._Element) -> dict[str, str]:
        kind = etree.QName(element).localname
        for data in element:
            assert keys[data.get("key")].get("for") == kind
        return {data.get("key"): data.text or "" for data in element}

    for node in graph.findall(NS + "node"):
        f = facts(node)
        out.node(int(node.get("id")[1:]), f["kind"], f["name"], f["path"], int(f["line"]), f["module"])
        assert 0 <= float(f["rank"]) <= 1
    for edge in graph.findall(NS + "edge"):
        f = facts(edge)
        ends = int(edge.get("source")[1:]), int(edge.get("target")[1:])
        out.edge(ends, float(f["weight"]), f["prov"], int(f["calls"]))
    return out


TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*|-?[\d.]+)|(->|[{}\[\]=,;]))', re.S)


def parsed_dot(text: bytes) -> Parsed:
    """A parser of what the format is made of: strings, names, and the statements that are written."""
    out, tokens, at = Parsed(), [], 0
    source = text.decode().strip()
    while at < len(source):
        match = TOKEN.match(source, at)
        assert match is not None, source[at : at + 60]
        string = match[1]
        if string is not None:
            assert not re.search(r"[\x00-\x1f\x7f]", string)
            string = re.sub(r"\\(.)", r"\1", string).replace("&amp;", "&")
        tokens.append(("string", string) if string is not None else ("", match[2] or match[3]))
        at = match.end()
    tokens.reverse()

    def take(wanted: str | None = None) -> str:
        kind, token = tokens.pop()
        assert wanted is None or (kind, token) == ("", wanted), (token, wanted)
        return token

    def attributes() -> dict[str, str]:
        found: dict[str, str] = {}
        take("[")
        while True:
            name = take()
            take("=")
            assert name not in found
            found[name] = take()
            if take() == "]":
                take(";")
                return found

    take("digraph")
    take()
    take("{")
    module, clusters = None, []
    while tokens:
        word = take()
        if word == "}":
            module, closed = None, module
            if closed is None:
                assert not tokens
                return out
        elif word == "subgraph":
            assert module is None
            clusters.append(take())
            assert clusters[-1].startswith("cluster_")
            take("{")
            take("label")
            take("=")
            module = take()
            take(";")
        elif word == "rankdir":
            take("=")
            take("LR")
            take(";")
        elif word == "node":
            attributes()
        elif tokens[-1] == ("", "->"):
            take("->")
            target = take()
            f = attributes()
            out.edge((int(word[1:]), int(target[1:])), float(f["w"]), f["prov"], int(f["calls"]))
        else:
            f = attributes()
            assert module is not None and 0 <= float(f["rank_score"]) <= 1
            out.node(int(word[1:]), f["kind"], f["label"], f["path"], int(f["line"]), module)
    raise AssertionError("the graph is not closed")


PARSERS = {"dot": parsed_dot, "graphml": parsed_graphml, "graph.json": parsed_json}


def graphs(tree: Path) -> dict[str, Parsed]:
    return {name: PARSERS[name](answer([tree, f"--export={name}"])) for name in FORMATS}


def table(tree: Path) -> list[list[str]]:
    return [line.split("\t") for line in answer([tree, "--export=edges.tsv"]).decode().splitlines()[1:]]


def test_every_format_holds_the_edges_of_the_table(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", TREE)
    rows = table(tree)
    assert len(rows) >= 6
    expected = [
        ((r[2], r[0], int(r[1])), (r[5], r[3], int(r[4])), (float(r[6]), r[7], len(r[8].split(",")))) for r in rows
    ]
    for name, graph in graphs(tree).items():
        found = [(graph.nodes[a][:3], graph.nodes[b][:3], facts) for (a, b), facts in graph.edges.items()]
        assert found == expected, name  # in the order of the table
    assert any(calls == 2 for _, _, (_, _, calls) in expected)


def test_every_format_holds_every_definition(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", TREE)
    document = json.loads(answer([tree, "--json", "--top-k=1000"]))
    in_map = sorted((s["n"], s["t"], f["p"]) for f in document["r"] for s in f["s"])
    for graph in graphs(tree).values():
        assert len(graph.nodes) == document["symbols"] and len(graph.edges) == document["edges"]
        assert sorted(graph.nodes) == list(range(document["symbols"]))
        assert sorted((facts[0], graph.kinds[n], facts[1]) for n, facts in graph.nodes.items()) == in_map
        for _, path, _, module in graph.nodes.values():
            assert module == (path.rpartition("/")[0] or ".")
    assert {"operator<", "operator&", 'A "quoted" \\ <title> & more'} <= {name for name, _, _ in in_map}


def test_hostile_names_and_paths_survive_in_every_format(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", HOSTILE)
    found = graphs(tree)
    json_graph = found["graph.json"]
    assert json_graph.nodes.keys() == found["graphml"].nodes.keys() == found["dot"].nodes.keys()
    assert json_graph.edges == found["graphml"].edges == found["dot"].edges
    names = {facts[0] for facts in json_graph.nodes.values()}
    paths = {facts[1] for facts in json_graph.nodes.values()}
    assert {"\u00e4", "\u00f6", "operator<"} <= names
    assert {'we"ird & <dir>/back\\slash.py', "new\nline/x\ty.py", "uml\u00e4ut/m.py"} <= paths

    def plain(text: object) -> object:
        """What XML and DOT cannot hold in a name is replaced there."""
        return re.sub(r"[\x00-\x1f\x7f]", "\ufffd", text) if isinstance(text, str) else text

    for name in ("graphml", "dot"):
        for number, facts in json_graph.nodes.items():
            assert [plain(f) for f in found[name].nodes[number]] == [plain(f) for f in facts]
    xml_paths = {facts[1] for facts in found["graphml"].nodes.values()}
    assert "new\nline/x\ty.py" in xml_paths  # white space is content


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_bytes_cold_warm_uncached_and_in_a_file(name: str, tmp_path: Path) -> None:
    tree, target = plant(tmp_path / "t", HOSTILE), tmp_path / "out"
    cold = answer([tree, f"--export={name}"])
    assert cold == answer([tree, f"--export={name}"]) == answer([tree, f"--export={name}", "--no-cache"])
    assert cold == answer([tree, f"--export={name}", "--no-cache", "--threads=1"])
    assert answer([tree, f"--export={name}:{target}"]) == b"" and target.read_bytes() == cold
    assert cold.endswith(b"\n") and cold.decode()


@pytest.mark.parametrize("name", FORMATS)
def test_a_tree_without_definitions_is_a_graph(name: str, tmp_path: Path) -> None:
    for files in ({}, {"a.py": "# nothing\n"}):
        result = run([plant(tmp_path / str(len(files)), files), f"--export={name}"])
        assert result.code == 0
        graph = PARSERS[name](result.out)
        assert not graph.nodes and not graph.edges


def test_wrong_formats_are_refused(tmp_path: Path) -> None:
    tree = plant(tmp_path / "t", TREE)
    for flag, words in (
        ("--export=graphm", b"did you mean 'graphml'"),
        ("--export=json", b"edges.tsv or dot or graphml or graph.json or scip"),
        ("--export=dot:", b"is empty"),
    ):
        result = run([tree, flag])
        assert (result.code, result.out) == (1, b"") and words in result.err
    result = run([tree, "--export=dot", "--json"])
    assert (result.code, result.out) == (1, b"")


def test_networkx_reads_node_link_json_and_graphml(tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    tree = plant(tmp_path / "t", HOSTILE)
    expected = graphs(tree)["graph.json"]
    linked = networkx.node_link_graph(json.loads(answer([tree, "--export=graph.json"])), edges="edges")
    target = tmp_path / "g.graphml"
    answer([tree, f"--export=graphml:{target}"])
    read = networkx.read_graphml(target)
    assert linked.is_directed() and read.is_directed() and not linked.is_multigraph() and not read.is_multigraph()
    assert set(linked.nodes) == set(expected.nodes)
    assert {int(node[1:]) for node in read.nodes} == set(expected.nodes)
    for (a, b), (weight, prov, calls) in expected.edges.items():
        for data in (linked.edges[a, b], read.edges[f"n{a}", f"n{b}"]):
            assert (data["weight"], data["prov"], data["calls"]) == (weight, prov, calls)
    assert linked.number_of_edges() == read.number_of_edges() == len(expected.edges)
    assert linked.nodes[0]["line"] == read.nodes["n0"]["line"] == expected.nodes[0][2]


def test_graphviz_reads_dot(tmp_path: Path) -> None:
    program = shutil.which("dot")
    if program is None:
        pytest.skip("Graphviz is not installed")
    text = answer([plant(tmp_path / "t", HOSTILE), "--export=dot"])
    drawn = subprocess.run([program, "-Tplain"], input=text, capture_output=True, check=True)
    assert drawn.stderr == b""
    assert drawn.stdout.count(b"\nnode ") == len(parsed_dot(text).nodes)
