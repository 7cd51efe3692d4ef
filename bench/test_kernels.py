"""Timings of single kernels, by pytest-benchmark: `python -m pytest bench/test_kernels.py`.

Inputs are synthetic and the same on every machine. Each test also checks a property of the result, so that no kernel
is fast by doing nothing.
"""

from __future__ import annotations

import random
from array import array

import pytest

pytest.importorskip("pytest_benchmark")

from ripwire._core import csr, pagerank, radix  # noqa: E402
from ripwire._core.assemble import assemble  # noqa: E402
from ripwire._core.parse import Extractor  # noqa: E402
from ripwire._core.records import unpack  # noqa: E402
from ripwire._core.writer import Writer  # noqa: E402
from ripwire.languages.grammars import load  # noqa: E402
from ripwire.languages.table import LANGUAGES  # noqa: E402

KEYS = 1_000_000
NODES = 50_000
CALLS = 500_000
FILES = 2_000
CLASSES = 200
METHODS = 10
VALUES = 50_000


def python_source(classes: int, seed: int) -> bytes:
    """A module of classes whose methods call each other and a few free functions."""
    rng = random.Random(seed)
    lines = ["import os", "from .other import helper", ""]
    for c in range(classes):
        lines += [f"class Account{c}(Base):", '    """Holds what belongs together."""', ""]
        for m in range(METHODS):
            lines.append(f"    def step_{m}(self, first, second=None, *rest):")
            lines.append(f"        total = helper(first, {c}) + self.step_{rng.randrange(METHODS)}(second)")
            lines.append(f"        if total > len(rest): return os.path.join(first, make_{rng.randrange(classes)}())")
            lines += ["        return [total * x for x in rest if x is not None]", ""]
        lines += [f"def make_{c}():", f"    return Account{c}().step_{rng.randrange(METHODS)}(1)", ""]
    return "\n".join(lines).encode()


@pytest.fixture(scope="module")
def python_grammar():
    return load(next(code for code, row in enumerate(LANGUAGES) if row.name == "python"))


@pytest.fixture(scope="module")
def calls():
    """Unaggregated contributions: (src, dst, confidence, line), a few callees take most of the calls."""
    rng = random.Random(1)
    src = array("I", sorted(rng.randrange(NODES) for _ in range(CALLS)))
    dst = array("I", (int(NODES * rng.random() ** 3) for _ in range(CALLS)))
    confidence = array("f", (rng.choice((0.5, 1.0)) for _ in range(CALLS)))
    line = array("I", (rng.randrange(1, 5000) for _ in range(CALLS)))
    return src, dst, confidence, line


@pytest.fixture(scope="module")
def edges(calls):
    return csr.aggregate(*calls, NODES)


@pytest.mark.parametrize("bits", [32, 64])
def test_radix_argsort_of_integers(benchmark, bits):
    rng = random.Random(bits)
    keys = array("I" if bits == 32 else "Q", (rng.getrandbits(bits) for _ in range(KEYS)))
    order = benchmark(radix.argsort_u32 if bits == 32 else radix.argsort_u64, keys)
    assert len(order) == KEYS and keys[order[0]] == min(keys) and keys[order[-1]] == max(keys)


def test_radix_argsort_of_scores(benchmark):
    rng = random.Random(3)
    scores = array("f", (rng.random() ** 8 for _ in range(KEYS)))
    order = benchmark(radix.argsort_f32_desc, scores)
    assert scores[order[0]] == max(scores) and scores[order[-1]] == min(scores)


def test_csr_aggregate(benchmark, calls):
    edges = benchmark(csr.aggregate, *calls, NODES)
    assert len(edges.src) == len(set(zip(calls[0], calls[1], strict=True)))


def test_csr_of_callees(benchmark, edges):
    rows = benchmark(csr.in_csr, edges.src, edges.dst, edges.weight, NODES)
    assert rows.offset[NODES] == len(edges.src)


def test_csr_of_callers(benchmark, edges):
    offset = benchmark(csr.out_csr, edges.src, edges.dst, NODES)
    assert offset[NODES] == len(edges.src)


def test_pagerank(benchmark, edges):
    rows = csr.in_csr(edges.src, edges.dst, edges.weight, NODES)
    out_weight = csr.out_degree(edges.src, edges.weight, NODES)
    teleport = array("f", [1 / NODES]) * NODES
    scores, _, converged = benchmark(
        pagerank.pagerank, rows.offset, rows.src, rows.weight, out_weight, teleport, max_iterations=100
    )
    assert converged and sum(scores) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("method", ["attr", "text", "json_string"])
def test_writer(benchmark, method):
    rng = random.Random(5)
    plain = [b"ripwire/model/columns.py::Columns::name_%d" % rng.randrange(10**6) for _ in range(VALUES)]
    values = [value + b'<&"\xc3\xa9>' if i % 10 == 0 else value for i, value in enumerate(plain)]

    def write_all() -> int:
        writer = Writer(lambda data: None)
        if method == "attr":
            for value in values:
                writer.attr(b"id", value)
        else:
            write = getattr(writer, method)
            for value in values:
                write(value)
        writer.flush()
        return writer.count

    assert benchmark(write_all) > sum(map(len, values))


def test_parse_of_one_python_file(benchmark, python_grammar):
    """Parsing without the query, to set the next one against."""
    benchmark(Extractor().parse_only, python_grammar, python_source(CLASSES, seed=6))


def test_extract_of_one_python_file(benchmark, python_grammar):
    record = benchmark(Extractor().extract, python_grammar, python_source(CLASSES, seed=6))
    assert len(unpack(record)["defs"]) == CLASSES * (METHODS + 2)


def test_assemble(benchmark, python_grammar):
    extractor = Extractor()
    distinct = [extractor.extract(python_grammar, python_source(2, seed)) for seed in range(50)]
    records = [distinct[i % len(distinct)] for i in range(FILES)]
    modules = [b"package%d.module%d" % (i % 40, i) for i in range(FILES)]
    # assemble empties its list of records, so each round gets one of its own.
    columns = benchmark.pedantic(assemble, setup=lambda: ((list(records), modules), {}), rounds=20, warmup_rounds=2)
    assert len(columns["name"]) == FILES * 2 * (METHODS + 2)
