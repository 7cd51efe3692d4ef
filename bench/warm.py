"""The second run: warm against `python -c pass`, after one file was edited, what is kept on disk, and peak memory.

Each tree is copied to a temporary folder, with a folder of kept files of its own. A round runs `python -c pass` and the
warm command one after the other, so that both meet the same machine; two rounds before the first are not measured. Then
one file is edited before each run (a line at its end, another one each time). Sizes are of the kept files against
the bytes of the files that are indexed.

Bounds: warm at most 3 times `python -c pass` on flask, 9 times on django, 20 times on linux; after an edit at most 1.5
times warm; kept files at most 1.2 times the source on django; warm peak memory at most 120 MB on django.
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
    edited = os.path.join(folder, EDITED.get(name, ""))
    if os.path.isfile(edited):
        for number in range(max(3, rounds // 5)):
            with open(edited, "a", encoding="ascii") as file:
                file.write(f"\n{'//' if edited.endswith('.c') else '#'} {number}\n")
            edits.append(measure.run(warm).wall)
    edit = measure.median(edits) / measure.median(walls[1]) if edits else 0.0
    return (
        name,
        f"{1000 * measure.median(walls[0]):.1f}",
        f"{1000 * measure.median(walls[1]):.1f}",
        f"{ratio:.2f}",
        f"{by_round:.2f}",
        measure.verdict(ratio, BOUNDS.get(name)),
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
    measure.table((*head, "edit", "bound", "kept", "bound", "MB", "bound"), rows)


if __name__ == "__main__":
    main()
