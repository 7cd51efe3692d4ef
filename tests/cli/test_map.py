"""The default map of the real command: shape, counts, budgets, order, and its two spellings."""

from __future__ import annotations

import math
import os
import re
from pathlib import Path
from typing import Any

import pytest

from ripwire.document import xml
from ripwire.tree import build
from ripwire.verbs.map import MapRequest, document
from tests.support.command import answer, plant, run
from tests.support.documents import (
    calls_of,
    names_of,
    read_json,
    read_map,
    read_table,
    read_xml,
    stats_of,
    symbols_of,
)

SHOP = {
    "app/shop.py": """\
class Cart:
    def total(self):
        return tax(self.sum())

    def sum(self):
        return 0
""",
    "app/rates.py": """\
def tax(x):
    return round_cents(x)


def round_cents(x):
    return x
""",
    "app/web.py": """\
from app.rates import tax


def checkout(cart):
    return tax(cart.total())
""",
    "tests/test_web.py": """\
from app.web import checkout


def test_checkout():
    checkout(None)
""",
    "docs/guide.md": "# Guide\n\n## tax\n",
}
SYMBOL_KEYS = [
    "t", "n", "id", "overloads", "in", "out", "cx", "ccx", "role", "loc", "params", "nest", "humps", "deep",
    "deep_floor", "locals", "locals_floor", "ppalt", "amb", "k", "ev", "ev_floor", "ev_why",
]  # fmt: skip
STATS_KEYS = ["files", "symbols", "edges", "shown", "est_tokens", "ambiguous", "unresolved"]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("shop"), SHOP)


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1,200 symbols in 60 files."""
    files = {
        f"pkg{i % 6}/module_{i}.py": "".join(
            f"def function_{i}_{j}(argument):\n    return function_{i}_{(j + 1) % 20}(argument)\n" for j in range(20)
        )
        for i in range(60)
    }
    return plant(tmp_path_factory.mktemp("wide"), files)


# -- invocation, exit codes, refusals -------------------------------------------------------------------------------


def test_one_document_without_a_line_end(shop: Path) -> None:
    for args in ([], ["--json"], ["--order=stable"], ["--tree"], ["--skipped"]):
        out = answer([shop, *args])
        assert b"\n" not in out and out.endswith((b">", b"}"))


def test_flags_may_stand_anywhere(shop: Path) -> None:
    assert answer(["--top-k=3", shop]) == answer([shop, "--top-k=3"]) == answer(["--top-k=3", "--", shop])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["/nonexistent", "--nosuch"], ["--nosuch"]),  # flags are read before roots
        (["/nonexistent", "--top-k=5"], ["/nonexistent"]),
        (["--top-k=0", "."], ["--top-k", "'0'", "e.g. --top-k="]),
        (["--top-k=0", "--json", "."], ["--top-k", "'0'"]),
        (["--top-k=-1", "."], ["--top-k", "'-1'"]),
        (["--top-k=", "."], ["--top-k", "empty", "e.g."]),
        (["--top-k=ten", "."], ["--top-k", "got 'ten'", "e.g."]),
        (["--top-k=1000000001", "."], ["--top-k", "1000000001"]),
        (["--max-tokens=0", "."], ["--max-tokens", "'0'"]),
        (["--token-budget=9Q", "."], ["--token-budget", "9Q", "K"]),
        (["--max-file-size=x", "."], ["--max-file-size", "16K"]),
        (["--order=bogus", "."], ["--order", "bogus", "stable"]),
        (["--jsno", "."], ["did you mean '--json'"]),
        (["--mermaid", "--json", "."], ["--json", "--mermaid"]),
        (["--tree", "--top-k=5", "."], ["--top-k", "--tree"]),
        ([".", ".."], ["lies in", "twice"]),
        ([".", "/usr", "--explain=a,b"], ["--explain", "one root"]),
        ([], ["ripwire"]),
    ],
    ids=lambda value: " ".join(value) or "nothing",
)
def test_refusal_prints_nothing_and_says_why(args: list[str], words: list[str], shop: Path) -> None:
    result = run(args, cwd=shop)
    assert (result.code, result.out) == (1, b"")
    lines = result.err.decode().splitlines()
    assert lines and all(line.startswith("ripwire: ") for line in lines)
    assert all(word in result.err.decode() for word in words), result.err


def test_notices_leave_the_answer_alone(shop: Path) -> None:
    two = run([shop, "--tree", "--skipped"])
    assert two.code == 0 and two.out == answer([shop, "--skipped"])
    assert two.err.startswith(b"ripwire: ") and two.err.count(b"\n") == 1
    old = run([shop, "--stable", "--most-important-last"])
    assert old.out == answer([shop, "--order=important-last"]) and old.err.count(b"\n") == 1


# -- shape ----------------------------------------------------------------------------------------------------------


def test_two_comments_then_the_map(shop: Path) -> None:
    out = answer([shop])
    assert re.fullmatch(rb"<!--[^>]*--><!-- files=[^>]* --><r est_tokens=\"\d+\">.*</r>", out)
    read = read_map(out)
    assert len(read.comments) == 2 and "--" not in read.comments[0]
    assert [*read.stats] == [*STATS_KEYS, "pr_iters", "order"]
    assert read.stats["order"] == "important-first"


def test_stable_order_moves_the_stats_behind_the_map(shop: Path) -> None:
    out = answer([shop, "--order=stable"])
    assert re.fullmatch(rb"<!--[^>]*--><r><f .*</r><!-- files=[^>]* order=stable -->", out)
    read = read_map(out)
    assert not read.root.attrib and all("k" not in s.attrib for s in read.root.iter("s"))
    paths = [f.get("p") for f in read.root]
    assert paths == sorted(SHOP)
    names = [s.get("n") for s in read.root.find("f[@p='app/shop.py']")]
    assert names == ["Cart", "total", "sum"]  # by position, not by rank
    stats = dict(read.stats)
    assert stats.pop("order") == "stable" and int(stats["est_tokens"]) > 0
    assert read_json(answer([shop, "--order=stable", "--json"]))["order"] == "stable"


def test_stable_order_keeps_its_prefix_when_the_tree_grows(tmp_path: Path) -> None:
    root = plant(tmp_path, SHOP)
    before = answer([root, "--order=stable"])
    plant(root, {"zz/last.py": "def last():\n    pass\n"})
    after = answer([root, "--order=stable"])
    prefix = before[: before.index(b"</r>")]
    assert len(prefix) > 500 and after.startswith(prefix)


def test_attributes_stand_in_one_order_and_absent_is_not_zero(shop: Path) -> None:
    for flags in ([], ["--metrics"], ["--metrics", "--order=stable"]):
        for s in read_map(answer([shop, *flags])).root.iter("s"):
            assert [*s.attrib] == [key for key in SYMBOL_KEYS if key in s.attrib]
            assert {"t", "n"} <= set(s.attrib)
            assert s.get("amb") != "0" and s.get("overloads") not in ("0", "1") and s.get("id") != ""
            assert ("k" in s.attrib) == ("--order=stable" not in flags)
            assert ("loc" in s.attrib) == ("--metrics" in flags)
            if "k" in s.attrib:
                assert re.fullmatch(r"[01]\.\d{4}", s.get("k"))


def test_id_only_with_a_scope(shop: Path) -> None:
    ids = {name: ident for _path, _kind, name, ident in symbols_of(answer([shop])) if ident}
    assert ids == {"total": "app/shop.py::Cart::total", "sum": "app/shop.py::Cart::sum"}


def test_kinds_and_calls(shop: Path) -> None:
    out = answer([shop])
    assert {(kind, name) for _path, kind, name, _id in symbols_of(out)} == {
        ("cls", "Cart"), ("method", "total"), ("method", "sum"), ("fn", "tax"), ("fn", "round_cents"),
        ("fn", "checkout"), ("fn", "test_checkout"), ("sec", "guide"), ("sec", "Guide"), ("sec", "tax"),
    }  # fmt: skip
    assert calls_of(out) == {
        "app/shop.py::total": ["tax", "sum"],  # by id of the callee: rates.py comes before shop.py
        "app/rates.py::tax": ["round_cents"],
        "app/web.py::checkout": ["tax", "total"],
        "tests/test_web.py::test_checkout": ["checkout"],
    }


def test_metrics(tmp_path: Path) -> None:
    calls = "".join(f"def c{i}():\n    return hub(1)\n" for i in range(8))
    root = plant(tmp_path, {"a.py": f"def hub(x, y=1, *z):\n    return x\n\n\n{calls}\nclass K:\n    pass\nV = 1\n"})
    rows = {s.get("n"): dict(s.attrib) for s in read_map(answer([root, "--metrics"])).root.iter("s")}
    hub = rows["hub"]
    assert (hub["in"], hub["out"], hub["role"], hub["loc"], hub["params"]) == ("8", "0", "hub", "2", "3")
    assert (rows["c0"]["in"], rows["c0"]["out"], rows["c0"]["params"]) == ("0", "1", "0") and "role" not in rows["c0"]
    assert "params" not in rows["K"] and "params" not in rows["V"] and rows["K"]["loc"] == "2"


def test_metrics_of_a_merged_row_count_all_its_definitions(tmp_path: Path) -> None:
    """A declaration and its definition are one row; what the row lists as called is what it counts."""
    header = "int twice(int x);\nclass R { int next(); };\n"
    source = "static int twice(int x) { return x; }\nint R::next() { return twice(1); }\n"
    source += "int user(R r) { return r.next(); }\n"
    root = plant(tmp_path, {"r.cpp": header + source})
    rows = {s.get("n"): s for s in read_map(answer([root, "--metrics"])).root.iter("s")}
    assert rows["next"].get("overloads") == "2" and [c.get("n") for c in rows["next"]] == ["twice"]
    assert {name: s.get("out") for name, s in rows.items()} == {name: str(len(s)) for name, s in rows.items()}
    edges = read_table(answer([root, "--export=edges.tsv"]))
    for name, s in rows.items():
        assert s.get("in") == str(len({e["caller_line"] for e in edges if e["callee_name"] == name})), name


def test_layers_come_from_the_first_known_directory(tmp_path: Path) -> None:
    paths = {
        "src/render/a.py": "render", "Metal/a.py": "render", "numerics/deep/a.py": "math", "x/gameplay/a.py": "game",
        "infrastructure/a.py": "infra", "audio/a.py": "sound", "ai/a.py": "ai", "bench/render/a.py": "test",
        "tests/a.py": "test", "src/renderers/a.py": None, "render.py": None, "a/ai.py": None,
    }  # fmt: skip
    root = plant(tmp_path, dict.fromkeys(paths, "def f(): pass\n"))
    read = read_map(answer([root])).root
    assert {f.get("p"): f.get("layer") for f in read} == paths
    assert all([*f.attrib] == (["p", "layer"] if f.get("layer") else ["p"]) for f in read)


# -- counts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flags", [[], ["--top-k=4"], ["--order=stable", "--top-k=7"], ["--max-tokens=400"]])
def test_counts_are_the_rows(flags: list[str], shop: Path) -> None:
    read = read_map(answer([shop, *flags]))
    rows = [*read.root.iter("s")]
    assert int(read.stats["shown"]) == sum(int(s.get("overloads", "1")) for s in rows)
    assert read.stats["files"] == "5" and read.stats["symbols"] == "10"
    whole = read_map(answer([shop]))
    edges = read_table(answer([shop, "--export=edges.tsv"]))
    assert int(whole.stats["edges"]) == len(edges) == len([*whole.root.iter("c")]) == 6
    listing = read_xml(answer([shop, "--tree"]))
    assert int(listing.get("files")) == len(listing) == 5
    assert sum(int(file.get("symbols")) for file in listing) == 10
    assert all(len(file) == min(3, int(file.get("symbols"))) for file in listing)


def test_rows_are_the_best_by_rank(wide: Path) -> None:
    whole = read_map(answer([wide, "--top-k=5000", "--order=important-first"])).root
    ranks = {(s.getparent().get("p"), s.get("n")): s.get("k") for s in whole.iter("s")}
    assert len(ranks) == 1200
    some = read_map(answer([wide, "--top-k=30"])).root
    shown = [float(s.get("k")) for s in some.iter("s")]
    assert len(shown) == 30 and min(shown) >= sorted(map(float, ranks.values()))[-30]
    for file in whole:
        ks = [float(s.get("k")) for s in file]
        assert ks == sorted(ks, reverse=True)
    bests = [float(file[0].get("k")) for file in whole]
    assert bests == sorted(bests, reverse=True)


def test_important_last_is_the_reverse(shop: Path) -> None:
    first = symbols_of(answer([shop, "--order=important-first"]))
    assert symbols_of(answer([shop, "--order=important-last"])) == first[::-1]


def test_default_top_k_is_200(wide: Path) -> None:
    assert stats_of(answer([wide]))["shown"] == "200"
    assert answer([wide]) == answer([wide, "--top-k=200"])


def test_overloads_merge_into_one_row(tmp_path: Path) -> None:
    java = "class P {\n  int add(int a) { return one(); }\n  int add(int a, int b) { return two(); }\n"
    java += "  int one() { return 1; }\n  int two() { return 2; }\n}\n"
    python = "def add(a):\n    return a\n\n\ndef add(a, b):\n    return b\n"
    root = plant(tmp_path, {"P.java": java, "a.py": python})
    read = read_map(answer([root]))
    rows = {(s.getparent().get("p"), s.get("n")): s for s in read.root.iter("s")}
    assert rows[("P.java", "add")].get("overloads") == rows[("a.py", "add")].get("overloads") == "2"
    assert rows[("P.java", "one")].get("overloads") is None
    assert [c.get("n") for c in rows[("P.java", "add")]] == ["one", "two"]  # what any of them calls
    assert read.stats["symbols"] == read.stats["shown"] == "7" and len(rows) == 5
    assert read_xml(answer([root, "--tree"])).find("file[@p='P.java']").get("symbols") == "5"


def test_edges_are_distinct_pairs(tmp_path: Path) -> None:
    text = "def f():\n    g()\n    g()\n\n    return g()\n\n\ndef g():\n    return 1\n"
    root = plant(tmp_path, {"a.py": text})
    assert stats_of(answer([root]))["edges"] == "1"
    (row,) = read_table(answer([root, "--export=edges.tsv"]))
    assert row["sites"] == "2,3,5" and float(row["weight"]) == pytest.approx(math.sqrt(3), abs=1e-5)


def test_recursion_is_no_edge(tmp_path: Path) -> None:
    out = answer(
        [
            plant(
                tmp_path, {"a.py": "def f(n):\n    return f(n - 1)\n\n\nclass A:\n    def g(self):\n        self.g()\n"}
            )
        ]
    )
    assert stats_of(out)["edges"] == "0" and stats_of(out)["unresolved"] == "0" and not calls_of(out)


def test_unresolved_counts_calls_into_another_language(tmp_path: Path) -> None:
    root = plant(
        tmp_path,
        {"a.py": "def f():\n    helper()\n    printf(1)\n    helper()\n", "b.go": "package b\nfunc helper() {}\n"},
    )
    stats = stats_of(answer([root]))
    assert (stats["unresolved"], stats["edges"]) == ("2", "0")
    assert read_json(answer([root, "--json"]))["unresolved"] == 2
    (root / "b.go").unlink()
    assert stats_of(answer([root]))["unresolved"] == "0"


def test_ambiguous_counts_are_those_of_the_rows(tmp_path: Path) -> None:
    files = {
        "a.py": "def f():\n    return twin()\n",
        "b.py": "def twin():\n    pass\n",
        "c.py": "def twin():\n    pass\n",
    }
    read = read_map(answer([plant(tmp_path, files)]))
    assert {s.get("n"): s.get("amb") for s in read.root.iter("s")} == {"f": "1", "twin": None}
    assert read.stats["ambiguous"] == "1"
    assert [c.get("n") for c in read.root.iter("c")] == ["twin", "twin"]  # one an edge


def test_sections_are_listed_and_never_called(tmp_path: Path) -> None:
    files = {
        "a.md": "# helper\n\n## f\n",
        "b.py": "def f():\n    helper()\n    name()\n    part()\n",
        "c.json": '{"helper": 1, "name": 2}',
        "d.toml": "part = 1\n",
    }
    out = answer([plant(tmp_path, files)])
    assert stats_of(out)["edges"] == stats_of(out)["unresolved"] == "0"
    sections = {(path, name) for path, kind, name, _id in symbols_of(out) if kind == "sec"}
    assert sections == {
        ("a.md", "a"), ("a.md", "helper"), ("a.md", "f"), ("c.json", "helper"), ("c.json", "name"), ("d.toml", "part"),
    }  # fmt: skip


def test_crawl_flags_reach_the_counts(tmp_path: Path) -> None:
    root = plant(tmp_path, {**SHOP, "gen/x.py": "def generated(): pass\n", "node_modules/a.js": "function a() {}"})
    stats = stats_of(answer([root, "--exclude=gen/", "--exclude=web"]))
    assert (stats["files"], stats["excluded"], stats["denied_dirs"]) == ("3", "3", "1")
    without_tests = answer([root, "--ignore-tests"])
    assert "test_checkout" not in names_of(without_tests)
    assert stats_of(without_tests)["files"] == stats_of(answer([root]))["files"] == "6"


# -- token estimates and budgets ------------------------------------------------------------------------------------


def _python_rate(out: bytes) -> float:
    """Bytes a token by the published model, for a map of Python files alone."""
    root = read_map(out).root
    size = markup = 320.0
    text = 0
    for file in root:
        markup += 12
        text += len(file.get("p").encode())
        for s in file:
            markup += 30 + (6 if "id" in s.attrib else 0) + 9 * len(s)
            text += sum(len(value.encode()) for value in (s.get("n"), s.get("id", ""), *(c.get("n") for c in s)))
    size = markup + text
    return size / (markup / 2.50 + text / 2.36)


@pytest.mark.parametrize("flags", [[], ["--top-k=3"], ["--metrics"], ["--order=stable"], ["--max-tokens=900"]])
def test_estimate_is_the_fixed_point_over_the_bytes(flags: list[str], wide: Path) -> None:
    out = answer([wide, *flags])
    read = read_map(out)
    estimate = int(read.stats["est_tokens"])
    assert estimate == math.floor(len(out) / _python_rate(out) + 0.5)
    assert read.root.get("est_tokens", str(estimate)) == str(estimate)
    twin = answer([wide, *flags, "--json"])
    assert read_json(twin)["est_tokens"] == math.floor(len(twin) / _python_rate(out) + 0.5)


@pytest.mark.parametrize("flags", [[], ["--metrics"], ["--order=stable"]])
@pytest.mark.parametrize("tokens", [300, 1000, 6000, 10**9])
def test_max_tokens_fits_and_says_so(tokens: int, flags: list[str], wide: Path) -> None:
    out = answer([wide, f"--max-tokens={tokens}", "--top-k=5000", *flags])
    stats = stats_of(out)
    assert [*stats][-3:] == ["max_tokens", "fit_bytes", "order"]
    assert (stats["max_tokens"], stats["fit_bytes"]) == (str(tokens), str(math.floor(tokens * 2.36 * 0.90)))
    assert len(out) <= int(stats["fit_bytes"]) and int(stats["est_tokens"]) <= tokens
    assert len(read_map(out).comments) == (4 if "--metrics" in flags else 3)
    if tokens == 10**9:
        assert stats["shown"] == "1200"


@pytest.mark.parametrize("tokens", [300, 1000, 6000])
def test_max_tokens_keeps_as_many_as_fit(tokens: int, wide: Path) -> None:
    stats = stats_of(answer([wide, f"--max-tokens={tokens}", "--top-k=5000"]))
    shown, limit = int(stats["shown"]), int(stats["fit_bytes"])
    fit: list[Any] = [("max_tokens", tokens), ("fit_bytes", limit)]
    one_more = document(build(os.fsencode(wide)), MapRequest(5000, tokens), shown + 1, fit)
    assert xml.render(one_more, limit) is None


def test_max_tokens_never_shows_more_than_top_k(wide: Path) -> None:
    assert stats_of(answer([wide, "--max-tokens=100000", "--top-k=9"]))["shown"] == "9"


def test_max_tokens_below_the_smallest_document(shop: Path) -> None:
    out = answer([shop, "--max-tokens=1"])
    stats = stats_of(out)
    assert [*stats][-4:] == ["max_tokens", "fit_bytes", "over_ceiling", "order"]
    assert (stats["shown"], stats["over_ceiling"], len(read_map(out).root)) == ("0", "1", 0)
    assert read_json(answer([shop, "--max-tokens=1", "--json"]))["over_ceiling"] is True


def test_fit_of_the_json_twin_is_measured_in_xml(wide: Path) -> None:
    """Both spellings show the same symbols, so the JSON has to say whose size fits."""
    out, twin = answer([wide, "--max-tokens=1000"]), read_json(answer([wide, "--max-tokens=1000", "--json"]))
    assert str(twin["shown"]) == stats_of(out)["shown"]
    keys = [*twin]
    assert keys[keys.index("max_tokens") :][:3] == ["max_tokens", "fit_bytes", "fit_measured_in"]
    assert twin["fit_measured_in"] == "xml"


def test_token_budget_is_a_gate(shop: Path) -> None:
    for flags in ([], ["--json"], ["--order=stable"], ["--metrics"]):
        out = answer([shop, *flags])
        estimate = read_json(out)["est_tokens"] if "--json" in flags else int(stats_of(out)["est_tokens"])
        assert answer([shop, *flags, f"--token-budget={estimate}"]) == out
        result = run([shop, *flags, f"--token-budget={estimate - 1}"])
        assert result.code == 3
        if "--json" in flags:
            record = f'{{"withheld_est_tokens":{estimate},"budget":{estimate - 1},"withheld":true}}'
        else:
            record = f'<r withheld_est_tokens="{estimate}" budget="{estimate - 1}" withheld="1"/>'
        assert result.out == record.encode()
        assert result.err.startswith(b"ripwire: ")
        assert result.err.endswith(f"est_tokens={estimate} > budget={estimate - 1}\n".encode())


def test_token_budget_takes_units_and_judges_what_was_shaped(wide: Path, tmp_path: Path) -> None:
    assert answer([wide, "--token-budget=1M"]) == answer([wide])
    assert run([wide, "--token-budget=1K"]).code == 3
    assert answer([wide, "--token-budget=1K", "--max-tokens=1000"]) == answer([wide, "--max-tokens=1000"])
    assert run([tmp_path, "--token-budget=1"]).code == 3  # an empty answer has a size, too
    assert answer([tmp_path, "--token-budget=1K"]) == answer([tmp_path])


# -- automatic order ------------------------------------------------------------------------------------------------


def test_large_maps_put_the_best_last(wide: Path) -> None:
    large, small = answer([wide, "--top-k=1000"]), answer([wide, "--top-k=300"])
    assert stats_of(large)["order"] == "important-last(auto:fill)"
    assert stats_of(small)["order"] == "important-first"
    assert symbols_of(large) == symbols_of(answer([wide, "--top-k=1000", "--order=important-last"]))
    asked = answer([wide, "--top-k=1000", "--order=important-first"])
    assert stats_of(asked)["order"] == "important-first" and symbols_of(asked) == symbols_of(large)[::-1]
    assert stats_of(answer([wide, "--top-k=1000", "--order=important-last"]))["order"] == "important-last"
    assert stats_of(answer([wide, "--top-k=1000", "--order=stable"]))["order"] == "stable"
    assert read_json(answer([wide, "--top-k=1000", "--json"]))["order"] == "important-last(auto:fill)"


# -- JSON is the same document --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "flags", [[], ["--metrics"], ["--order=stable"], ["--top-k=3"], ["--order=important-last", "--metrics"]]
)
def test_json_twin(flags: list[str], shop: Path) -> None:
    read, twin = read_map(answer([shop, *flags])), read_json(answer([shop, *flags, "--json"]))
    assert [*twin] == [*read.stats, "r"]
    for key, text in read.stats.items():
        assert isinstance(twin[key], str if key == "order" else int)
        assert key == "est_tokens" or str(twin[key]) == text  # each spelling has a size of its own
    assert len(twin["r"]) == len(read.root)
    for file, node in zip(twin["r"], read.root, strict=True):
        assert [*file] == [*node.attrib, "s"]
        assert {key: file[key] for key in node.attrib} == dict(node.attrib)
        for row, s in zip(file["s"], node, strict=True):
            assert [*row] == [*s.attrib, "c"]
            for key, text in s.attrib.items():
                assert row[key] == (
                    text if key in ("t", "n", "id", "role") else float(text) if key == "k" else int(text)
                )
            assert row["c"] == [{"n": c.get("n")} for c in s]


def test_wiki_links_join_documents(tmp_path: Path) -> None:
    links = "# A\n[[b]] and [[sub/c|x]] and [[nowhere]]\n"
    files = {"a.md": links, "b.md": "[[a#A]]\n", "sub/c.md": "x\n", "d/b.md": "y\n"}
    rows = read_table(answer([plant(tmp_path, files), "--export=edges.tsv"]))
    assert [(row["caller_path"], row["callee_path"], row["prov"]) for row in rows] == [
        ("a.md", "b.md", "directory"),
        ("a.md", "sub/c.md", "name"),
        ("b.md", "a.md", "directory"),
    ]
