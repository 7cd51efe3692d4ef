"""Two builds of ripwire on the same trees: what a change costs in cold time and in bytes of records.

before, after  two checkouts with built extensions; after is the one that this script is in
cold           wall time of a whole `python -m ripwire TREE --no-cache > /dev/null`, alternating within one run
records        bytes of the records of all files that both builds read

    python bench/growth.py --before=FOLDER django react-native

Bounds of the step to full facts: cold at most 1.25 times, records at most 1.6 times.
"""

from __future__ import annotations

import os
import sys

TREES = ("django", "react-native")
TIME_BOUND, SIZE_BOUND = 1.25, 1.6


def record_bytes(root: str) -> str:
    """In the child: the size of every record, by path."""
    import json

    from ripwire.crawl import crawl
    from ripwire.extract.run import extract

    found = crawl(os.fsencode(root))
    extraction = extract(found, threads=2)
    sizes = {
        path.decode("utf-8", "surrogateescape"): len(record)
        for path, record in zip(found.paths, extraction.records, strict=True)
        if record is not None
    }
    return json.dumps(sizes)


def main() -> None:
    import json

    import corpora
    from measure import ROOT, parser, ratios, run, table, verdict

    arguments = parser(__doc__, 5, TREES)
    arguments.add_argument("--before", required=True, metavar="FOLDER", help="checkout to compare with")
    options = arguments.parse_args()
    builds = (os.path.abspath(options.before), ROOT)

    def command(build: str, *rest: str) -> list[str]:
        return ["/usr/bin/env", f"PYTHONPATH={build}", sys.executable, "-P", *rest]

    rows = []
    for name, tree in corpora.locate(options.trees, TREES):
        walls: tuple[list[float], list[float]] = ([], [])
        for build in builds:
            run(command(build, "-m", "ripwire", tree, "--no-cache"))
        for _ in range(options.rounds):
            for build, times in zip(builds, walls, strict=True):
                times.append(run(command(build, "-m", "ripwire", tree, "--no-cache")).wall)
        sizes = [
            json.loads(run([*command(build, __file__, "--records", tree)], keep=True).out) for build in builds
        ]
        both = sizes[0].keys() & sizes[1].keys()
        grown = sum(sizes[1][path] for path in both) / sum(sizes[0][path] for path in both)
        ratio, by_round = ratios(walls[1], walls[0])
        rows.append((
            name, f"{sorted(walls[0])[len(walls[0]) // 2]:.2f} s", f"{sorted(walls[1])[len(walls[1]) // 2]:.2f} s",
            f"{ratio:.2f}", f"{by_round:.2f}", verdict(ratio, TIME_BOUND), f"{grown:.2f}", verdict(grown, SIZE_BOUND),
        ))  # fmt: skip
    table(("tree", "before", "after", "cold", "by round", "", "records", ""), rows)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--records":
        print(record_bytes(sys.argv[2]))
    else:
        main()
