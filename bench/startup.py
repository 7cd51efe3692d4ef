"""Start-up: `ripwire --version` and `ripwire -h` against `python -c pass`.

Every round runs each command once, in the same order, so that all meet the same machine; two rounds before the first
are not measured. The console script is the one beside the interpreter, where it is installed; `python -m ripwire` also
pays for the runpy module.

Bound: --version takes at most 1.5 times as long as `python -c pass`; the same is asked of -h.
"""

from __future__ import annotations

import os
import sys

import measure

BOUND = 1.5
UNMEASURED = 2


def commands() -> dict[str, list[str]]:
    """Command lines by the name they are printed with; the first one is what the others are compared with."""
    out = {"python -c pass": [sys.executable, "-c", "pass"]}
    script = os.path.join(os.path.dirname(sys.executable), "ripwire")
    for flag in ("--version", "-h"):
        if os.access(script, os.X_OK):
            out[f"ripwire {flag}"] = [script, flag]
        out[f"python -m ripwire {flag}"] = measure.ripwire(flag)
    return out


def main() -> None:
    options = measure.parser(__doc__, 30).parse_args()
    names = commands()
    walls: dict[str, list[float]] = {name: [] for name in names}
    for number in range(options.rounds + UNMEASURED):
        for name, command in names.items():
            wall = measure.run(command).wall
            if number >= UNMEASURED:
                walls[name].append(wall)
    base, *others = names
    rows = [(base, f"{1000 * measure.median(walls[base]):.2f}", "1.00", "1.00", "")]
    for name in others:
        of_medians, of_rounds = measure.ratios(walls[name], walls[base])
        milliseconds = f"{1000 * measure.median(walls[name]):.2f}"
        rows.append((name, milliseconds, f"{of_medians:.2f}", f"{of_rounds:.2f}", measure.verdict(of_medians, BOUND)))
    measure.table(("command", "ms", "ratio", "by round", "bound"), rows)


if __name__ == "__main__":
    main()
