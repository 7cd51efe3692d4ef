"""The second run: warm against `python -c pass`, after one file was edited, what is kept on disk, and peak memory.

Each tree is copied to a temporary folder, with a folder of kept files of its own. A round runs `python -c pass` and the
warm command one after the other, so that both meet the same machine; two rounds before the first are not measured. Then
one file is edited before each run (a line at its end, another one each time). Sizes are of the kept files against
the bytes of the files that are indexed. The edited file's share is what it takes to parse it: a run that only keeps the
records of a folder with this file alone (its grammar included), less one of a folder without files.

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


def share_of(path: str, rounds: int) -> float:
    """Seconds that parsing a file takes."""
    ripwire = [sys.executable, os.path.join(measure.ROOT, "bin", "ripwire")]
    walls: list[list[float]] = [[], []]
    with tempfile.TemporaryDirectory() as space:
        folders = [os.path.join(space, name) for name in ("none", "one")]
        for folder in folders:
            os.mkdir(folder)
        shutil.copy(path, folders[1])
        for number in range(rounds + UNMEASURED):
            for place, folder in enumerate(folders):
                wall = measure.run([*ripwire, folder, "--index-out=" + os.path.join(space, "out")]).wall
                if number >= UNMEASURED:
                    walls[place].append(wall)
    return max(0.0, measure.median(walls[1]) - measure.median(walls[0]))


def a_tree(name: str, folder: str, rounds: int) -> tuple[str, ...]:
    """The row of one tree."""
    base = [sys.executable, "-c", "pass"]
    warm = [sys.executable, os.path.join(measure.ROOT, "bin", "ripwire"), folder]
    measure.run(warm)
    source = int(measure.run([sys.executable, "-c", SOURCE, folder], keep=True).out)
    size = kept(os.environ["RIPWIRE_CACHE_DIR"]) / source
    walls: list[list[float]] = [[], []]
    peak = 0
    for number in range(rounds + UNMEASURED):
        for place, command in enumerate((base, warm)):
            child = measure.run(command)
            peak = max(peak, child.peak if place else 0)
            if number >= UNMEASURED:
                walls[place].append(child.wall)
    ratio, by_round = measure.ratios(walls[1], walls[0])
    edits = []
    share = 0.0
    edited = os.path.join(folder, EDITED.get(name, ""))
    if os.path.isfile(edited):
        share = share_of(edited, max(3, rounds // 2))
        for number in range(max(3, rounds // 2)):
            with open(edited, "a", encoding="ascii") as file:
                file.write(f"\n{'//' if edited.endswith('.c') else '#'} {number}\n")
            edits.append(measure.run(warm).wall)
    edit = (measure.median(edits) - share) / measure.median(walls[1]) if edits else 0.0
    return (
        name,
        f"{1000 * measure.median(walls[0]):.1f}",
        f"{1000 * measure.median(walls[1]):.1f}",
        f"{ratio:.2f}",
        f"{by_round:.2f}",
        measure.verdict(ratio, BOUNDS.get(name)),
        f"{1000 * measure.median(edits):.1f}" if edits else "-",
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
