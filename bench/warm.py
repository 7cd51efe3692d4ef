"""The second run: warm against `python -c pass`, after one file was edited, what is kept on disk, and peak memory.

Each tree is copied to a temporary folder, with a folder of kept files of its own. A round runs `python -c pass`, the
warm command, the same after one file was edited (a line at its end, another one each time), and what tells the edited
file's share: a run that only keeps the records of a folder with this file alone (its grammar included), less one of a
folder without files. So all meet the same machine; two rounds before the first are not measured, nor is a run before
each round, which finds the last edit's file too young to be believed. Sizes are of the kept files against the bytes of
the files that are indexed.

Bounds: warm at most 3 times `python -c pass` on flask, 9 times on django, 20 times on linux; after an edit at most 1.5
times warm beside that file's share; kept files at most 1.2 times the source on django; warm peak memory at most
120 MB on django.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile

import corpora
import measure

BOUNDS = {"flask": 3.0, "django": 9.0, "linux": 20.0}
EDIT_BOUND = 1.5
SIZE_BOUNDS = {"django": 1.2}
MEMORY_BOUNDS = {"django": 120}
EDITED = {"flask": "src/flask/app.py", "django": "django/urls/base.py", "linux": "mm/util.c"}
UNMEASURED = 2
SOURCE = """
import os, sys
from ripwire.crawl import crawl
print(sum(crawl(os.fsencode(sys.argv[1])).sizes))
"""


def kept(folder: str) -> int:
    """Bytes of all files of a folder."""
    return sum(entry.stat().st_size for entry in os.scandir(folder))


def a_tree(name: str, folder: str, rounds: int) -> tuple[str, ...]:
    """The row of one tree."""
    ripwire = [sys.executable, os.path.join(measure.ROOT, "bin", "ripwire")]
    warm = [*ripwire, folder]
    measure.run(warm)
    source = int(measure.run([sys.executable, "-c", SOURCE, folder], keep=True).out)
    size = kept(os.environ["RIPWIRE_CACHE_DIR"]) / source
    edited = os.path.join(folder, EDITED.get(name, ""))
    commands = {"pass": [sys.executable, "-c", "pass"], "warm": warm}
    with tempfile.TemporaryDirectory() as space:
        if os.path.isfile(edited):
            commands["edit"] = warm
            for one in ("none", "alone"):
                os.mkdir(os.path.join(space, one))
                commands[one] = [*ripwire, os.path.join(space, one), "--index-out=" + os.path.join(space, "out")]
            shutil.copy(edited, os.path.join(space, "alone"))
        walls: dict[str, list[float]] = {one: [] for one in commands}
        peak = 0
        for number in range(rounds + UNMEASURED):
            measure.run(warm)
            for one, command in commands.items():
                if one == "edit":
                    with open(edited, "a", encoding="ascii") as file:
                        file.write(f"\n{'//' if edited.endswith('.c') else '#'} {number}\n")
                child = measure.run(command)
                peak = max(peak, child.peak if command == warm else 0)
                if number >= UNMEASURED:
                    walls[one].append(child.wall)
    middle = {one: measure.median(values) for one, values in walls.items()}
    ratio, by_round = measure.ratios(walls["warm"], walls["pass"])
    share = max(0.0, middle["alone"] - middle["none"]) if "edit" in middle else 0.0
    edit = (middle["edit"] - share) / middle["warm"] if "edit" in middle else 0.0
    return (
        name,
        f"{1000 * middle['pass']:.1f}",
        f"{1000 * middle['warm']:.1f}",
        f"{ratio:.2f}",
        f"{by_round:.2f}",
        measure.verdict(ratio, BOUNDS.get(name)),
        f"{1000 * middle.get('edit', 0.0):.1f}",
        f"{1000 * share:.1f}",
        f"{edit:.2f}",
        measure.verdict(edit, EDIT_BOUND),
        f"{size:.3f}",
        measure.verdict(size, SIZE_BOUNDS.get(name)),
        f"{peak / measure.MB:.1f}",
        measure.verdict(peak / measure.MB, MEMORY_BOUNDS.get(name)),
    )


def main() -> None:
    options = measure.parser(__doc__, 15, tuple(BOUNDS)).parse_args()
    rows = []
    for name, folder in corpora.locate(options.trees, tuple(BOUNDS)):
        with tempfile.TemporaryDirectory() as space:
            copy = os.path.join(space, os.path.basename(folder))
            shutil.copytree(folder, copy, symlinks=True)
            os.environ["RIPWIRE_CACHE_DIR"] = os.path.join(space, "kept")
            rows.append(a_tree(name, copy, options.rounds))
    head = ("tree", "pass ms", "warm ms", "ratio", "by round", "bound")
    measure.table((*head, "edit ms", "share ms", "edit", "bound", "kept", "bound", "MB", "bound"), rows)


if __name__ == "__main__":
    main()
