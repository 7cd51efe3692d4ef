"""Runs of the program inside this process, with a folder of kept files of their own, and trees to run it on.

Purpose: hundreds of warm runs beside cold ones at a few milliseconds each; tests/support/command.py runs the real
command where processes matter. Invariant: descriptors and environment are as before when a call returns.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from ripwire.__main__ import main
from ripwire.store.records import Records
from ripwire.store.stamps import TICK_NS
from tests.support.command import Result

Word = str | bytes | Path
Tree = dict[str | bytes, bytes | str]
LINE_BYTES = 1000
"""What one line about a kept file may have at most: its path and a sentence."""


@contextmanager
def _settings(**values: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def inside(args: Sequence[Word], kept: Path | str) -> Result:
    """Run ``ripwire ARGS`` in this process, with a folder for what is kept."""
    words = [str(arg) if isinstance(arg, Path) else arg for arg in args]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        saved = os.dup(1), os.dup(2)
        try:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            with _settings(RIPWIRE_CACHE_DIR=str(kept), HOME="/nonexistent", GIT_CONFIG_NOSYSTEM="1"):
                code = main(words)
        finally:
            for number, descriptor in enumerate(saved, 1):
                os.dup2(descriptor, number)
                os.close(descriptor)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read())
    return Result(code, *texts)


def cold(args: Sequence[Word]) -> Result:
    """The answer without a store."""
    return inside([*args, "--no-cache"], "/nonexistent/kept")


def warm(args: Sequence[Word], kept: Path | str) -> bytes:
    """The answer of a run with a store, which must be what a run without one says, to the byte, stderr included."""
    found = inside(args, kept)
    assert found == cold(args)
    assert found.code == 0
    return found.out


def told(result: Result, expected: Result) -> bytes:
    """What a run has said about its kept files: it must have answered as expected, and said one line at most."""
    assert result.code == expected.code == 0, result
    assert result.out == expected.out
    assert expected.err == b""
    if result.err:
        assert result.err.startswith(b"ripwire: ") and result.err.endswith(b"\n")
        assert result.err.count(b"\n") == 1
        assert len(result.err) <= LINE_BYTES
    return result.err


def lie_still() -> None:
    """Let what was just written become old enough for its stamp to be believed."""
    clock = getattr(time, "CLOCK_REALTIME_COARSE", time.CLOCK_REALTIME)
    until = time.clock_gettime_ns(clock) + 3 * TICK_NS
    while time.clock_gettime_ns(clock) <= until:
        time.sleep(0.002)


def only(kept: Path, ending: str) -> Path:
    """The one kept file of a kind."""
    (found,) = kept.glob("*" + ending)
    return found


def leftovers(kept: Path) -> list[str]:
    """Names of what is in the folder and no kept file."""
    return sorted(p.name for p in kept.iterdir() if p.suffix not in (".records", ".graph") and "version-" not in p.name)


class Looked:
    """How many files the runs since `reset` have read, and how many of these no earlier run knew."""

    def __init__(self) -> None:
        self.read = self.parsed = 0

    def reset(self) -> None:
        self.read = self.parsed = 0


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    counts = Looked()
    put = Records.put

    def counted(self: Records, *args: object) -> None:
        before = self.parsed
        put(self, *args)  # type: ignore[arg-type]
        counts.read += 1
        counts.parsed += self.parsed - before

    monkeypatch.setattr(Records, "put", counted)
    return counts


def cells(*sources: str) -> str:
    """A notebook of code cells."""
    import json

    made = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in sources]
    metadata = {"language_info": {"name": "python"}}
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def small() -> Tree:
    """Documents, code of two languages that compile quickly, what is left out by content, and names of all kinds."""
    return {
        "app/main.py": "from app.tools import load, Store\n\n\ndef start(path):\n    '''Begin.'''\n"
        "    store = Store()\n"
        "    if path:\n        return store.take(load(path))\n    return stop()\n\n\ndef stop():\n    return 0\n",
        "app/tools.py": "class Store:\n    def take(self, item):\n        return helper(item)\n\n\n"
        "def load(path):\n    return helper(path)\n\n\ndef helper(x):\n    return x\n",
        "app/other.py": "def helper(x):\n    return x + 1\n\n\ndef alone():\n    return helper(2)\n",
        "app/twin_a.py": "def twin():\n    return 2\n",
        "app/twin_b.py": "def twin():\n    return 2\n",
        "tests/test_main.py": "from app.main import start\n\n\ndef test_start():\n    assert start('x')\n",
        "docs/one.md": "See [[two]] and `helper()`.\n\n## Setup\n\ntext\n",
        "docs/two.md": "See [[two]] and `helper()`.\n\n## Setup\n\ntext\n",
        "notes/work.ipynb": cells("def in_cell():\n    return 1\n", "in_cell()\n"),
        "notes/copy.ipynb": cells("def in_cell():\n    return 1\n", "in_cell()\n"),
        "data/a.csv": "x,y\n1,2\n",
        "conf/a.json": '{"name": "a", "deep": {"k": [1, 2]}}\n',
        "bad/binary.py": b"def nul():\n    pass\n\0",
        "bad/wide.py": "def wide(): pass\n".encode("utf-16"),
        "bad/deep.json": "[" * 600 + "]" * 600,
        b"bad/n\xff\n.py": "def odd_name():\n    return 1\n",
        "empty.py": "",
        "notes.txt": "no source\n",
    }


def tiny() -> Tree:
    """A few of these: code, a document, a notebook, and one that is left out."""
    files = small()
    names = ("app/main.py", "app/tools.py", "docs/one.md", "notes/work.ipynb", "bad/wide.py")
    return {name: files[name] for name in names}


def write(root: Path, name: str, content: str | bytes) -> Path:
    """Write one file of a tree."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
