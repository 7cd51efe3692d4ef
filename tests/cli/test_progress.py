"""Progress on a terminal: what is written, when, and that nothing is written anywhere else."""

from __future__ import annotations

import io
import os
import pty
import subprocess
from pathlib import Path

import pytest

from ripwire.cli import progress
from tests.support.command import command, environment, plant


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_wanted_without_a_terminal() -> None:
    assert not progress.Progress(io.StringIO()).wanted
    assert not progress.Progress(None).wanted
    with open(os.devnull, "w") as closed:
        pass
    assert not progress.Progress(closed).wanted


def test_a_short_run_writes_nothing() -> None:
    terminal = Terminal()
    shown = progress.Progress(terminal)
    shown.step(1, 2, b"a.py")
    shown.clear()
    assert terminal.getvalue() == ""


def test_a_long_run_says_what_it_reads_on_one_line_and_wipes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_DELAY_S", 0)
    monkeypatch.setattr(progress, "_INTERVAL_S", 0)
    terminal = Terminal()
    shown = progress.Progress(terminal)
    shown.step(3, 40, b"deep/" * 40 + b"last\x1b[31m\xff.py")
    line = terminal.getvalue().removeprefix("\r\x1b[K")
    assert line.startswith("ripwire: reading 3/40 ...") and line.endswith(".py")
    assert len(line) <= 79 and line.isprintable()
    shown.clear()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_a_quick_run_on_a_real_terminal_leaves_it_clean(tmp_path: Path) -> None:
    root = plant(tmp_path, {"a.py": "def f(): pass\n"})
    master, slave = pty.openpty()
    try:
        child = subprocess.run(
            command([str(root)]), stdout=subprocess.PIPE, stderr=slave, stdin=subprocess.DEVNULL, env=environment()
        )
        os.set_blocking(master, False)
        with pytest.raises(BlockingIOError):
            os.read(master, 100)
    finally:
        os.close(slave)
        os.close(master)
    assert child.returncode == 0 and b'n="f"' in child.stdout
