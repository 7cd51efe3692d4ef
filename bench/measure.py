"""What the whole-process scripts share: child processes with their wall time, CPU time and peak memory, and printing.

Invariant: a figure comes from a fresh process that this module started and waited for with wait4, so it belongs to that
process alone. On Linux a child's peak memory is never below that of the process that started it (the kernel carries it
over at exec); the scripts therefore stay small and never load ripwire themselves.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MB = 1_000_000
_RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes there, KiB on Linux and the BSDs


class Child:
    """How one child process went.

    wall   seconds from before it was started until after it was waited for
    cpu    seconds of user and system time, its own waited-for children included
    peak   largest resident set in bytes
    began, ended   the clock (perf_counter, system-wide) at both ends of ``wall``
    out    stdout as bytes; empty unless it was asked for
    """

    __slots__ = ("wall", "cpu", "peak", "began", "ended", "out")

    def __init__(self, began: float, ended: float, cpu: float, peak: int, out: bytes) -> None:
        self.began, self.ended, self.cpu, self.peak, self.out = began, ended, cpu, peak, out
        self.wall = ended - began


def environment() -> dict[str, str]:
    """The environment of children: in a checkout whose package is not installed, the checkout is on the module path."""
    env = dict(os.environ)
    if importlib.util.find_spec("ripwire") is None:
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, env.get("PYTHONPATH", "")]))
    return env


def run(command: list[str], *, keep: bool = False, cwd: str | None = None, codes: tuple[int, ...] = (0,)) -> Child:
    """Run a command to its end, stdout to the null device unless ``keep``. An exit code that is none of ``codes`` ends
    the script."""
    env = environment()
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as output:
        began = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output if keep else subprocess.DEVNULL, stderr=errors, env=env,
            cwd=cwd,
        )  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        ended = time.perf_counter()
        process.returncode = os.waitstatus_to_exitcode(status)  # waited for behind its back
        if process.returncode not in codes:
            errors.seek(0)
            message = errors.read().decode("utf-8", "replace").strip()
            raise SystemExit(f"{' '.join(command)}\nfailed with {process.returncode}: {message}")
        output.seek(0)
        out = output.read() if keep else b""
    return Child(began, ended, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _RSS_UNIT, out)


def ripwire(*arguments: str) -> list[str]:
    """The command line of ripwire in this interpreter."""
    return [sys.executable, "-m", "ripwire", *arguments]


def parser(description: str | None, rounds: int, trees: tuple[str, ...] = ()) -> argparse.ArgumentParser:
    """A script's arguments: --rounds, and trees when it has default ones. Its help is the script's docstring."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument(
        "--rounds", type=_positive, default=rounds, metavar="N", help=f"rounds to measure (default: {rounds})"
    )
    if trees:
        text = f"folders, or names of corpora (default: {' '.join(trees)})"
        made.add_argument("trees", nargs="*", metavar="TREE", help=text)
    return made


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def median(values: list[float]) -> float:
    return statistics.median(values)


def ratios(over: list[float], under: list[float]) -> tuple[float, float]:
    """(ratio of the medians, median of the ratios of each round). The second one forgives a clock that drifts."""
    return median(over) / median(under), median([a / b for a, b in zip(over, under, strict=True)])


def verdict(value: float, bound: float | None) -> str:
    """In words, whether a figure keeps its bound."""
    if bound is None:
        return "no bound"
    return f"within {bound:g}" if value <= bound else f"OVER {bound:g}"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Print right-aligned columns, the first one left-aligned."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join([row[0].ljust(len(first)), *rest]).rstrip(), flush=True)
