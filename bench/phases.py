"""Where the wall time of a cold run goes, stage by stage.

Each round is one whole ripwire run in a fresh process, stdout to /dev/null, with a clock at the end of each stage. A
stage includes the glue before it. start is everything before the command line is looked at (interpreter, imports),
print is rendering and writing, exit is from the last byte written to the end of the process. The columns are medians of
the rounds and need not add up to the whole.

Bound: resolve and graph together take at most 25 % of the whole process.
"""

from __future__ import annotations

import os
import sys
import tempfile

import corpora
import measure

STAGES = ("start", "crawl", "extract", "assemble", "resolve", "graph", "rank", "print", "exit")
AFTER_EXTRACTION = ("assemble", "resolve", "graph", "rank", "print")
RESOLUTION = ("resolve", "graph")
TREES = ("django", "linux", "react-native")
BOUND = 25


def measured(folder: str) -> dict[str, float]:
    """Seconds of each stage and of the whole of one run."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stages.py")
    with tempfile.TemporaryDirectory() as scratch:
        marks = os.path.join(scratch, "marks")
        child = measure.run([sys.executable, script, marks, folder, "--no-cache"])
        with open(marks, encoding="ascii") as file:
            clocks = [(stage, float(clock)) for stage, clock in map(str.split, file)]
    clocks.append(("exit", child.ended))
    if tuple(stage for stage, _ in clocks) != STAGES:
        raise SystemExit(f"the pipeline has other stages than this script: {' '.join(stage for stage, _ in clocks)}")
    out, before = {}, child.began
    for stage, clock in clocks:
        out[stage], before = clock - before, clock
    out["whole"] = child.wall
    return out


def main() -> None:
    options = measure.parser(__doc__, 5, TREES).parse_args()
    rows = []
    for name, folder in corpora.locate(options.trees, TREES):
        measured(folder)  # warms the page cache
        rounds = [measured(folder) for _ in range(options.rounds)]
        after, share = (
            measure.median([100 * sum(one[stage] for stage in stages) / one["whole"] for one in rounds])
            for stages in (AFTER_EXTRACTION, RESOLUTION)
        )
        times = [f"{1000 * measure.median([one[stage] for one in rounds]):.1f}" for stage in (*STAGES, "whole")]
        rows.append((name, *times, f"{after:.1f} %", f"{share:.1f} %", measure.verdict(share, BOUND) + " %"))
    print("milliseconds; shares of the whole: after = assemble to print, resolution = resolve and graph")
    measure.table(("tree", *STAGES, "whole", "after", "resolution", "bound"), rows)


if __name__ == "__main__":
    main()
