"""Peak resident memory of `ripwire TREE`, each run a fresh process.

The figure is the largest resident set that the kernel reports to wait4; the largest of the rounds counts.
Bounds: 250 MB on django, 900 MB on linux (a MB is 10**6 bytes); other trees have none.
"""

from __future__ import annotations

import corpora
import measure

BOUNDS = {"django": 250, "linux": 900}


def main() -> None:
    options = measure.parser(__doc__, 3, tuple(BOUNDS)).parse_args()
    rows = []
    for name, folder in corpora.locate(options.trees, tuple(BOUNDS)):
        peaks = [measure.run(measure.ripwire(folder, "--no-cache")).peak / measure.MB for _ in range(options.rounds)]
        bound = measure.verdict(max(peaks), BOUNDS.get(name))
        rows.append((name, f"{max(peaks):.1f}", f"{measure.median(peaks):.1f}", bound))
    measure.table(("tree", "peak MB", "median MB", "bound MB"), rows)


if __name__ == "__main__":
    main()
