"""Recall and precision of the call graph against tables of calls that a type checker resolved.

--truth names a folder with NAME.tsv for each tree (caller_path caller caller_line callee_defs callee sites) and
the score.py that reads them with an edges.tsv. Trees are matched to tables by the name of their folder. Beside the
score stands which evidence the wrong edges and the right ones have. The bound depends on the language of most callers.
"""

from __future__ import annotations

import argparse
import collections
import csv
import os
import subprocess
import sys
import tempfile

import corpora
import measure

BOUNDS = {".py": 0.95, ".ts": 0.90, ".tsx": 0.90}


def evidence(table: str, edges: str) -> tuple[collections.Counter[str], collections.Counter[str]]:
    """Of the edges whose callee's name the table judges for their caller: right and wrong ones by evidence."""
    good: dict[tuple[str, str], set[str]] = collections.defaultdict(set)
    names: dict[tuple[str, str], set[str]] = collections.defaultdict(set)
    with open(table, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            key = (row["caller_path"], row["caller"])
            good[key].update(row["callee_defs"].split("|"))
            names[key].add(row["callee"])
    right: collections.Counter[str] = collections.Counter()
    wrong: collections.Counter[str] = collections.Counter()
    with open(edges, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            key = (row["caller_path"], row["caller_name"])
            if row["callee_name"] in names.get(key, ()):
                place = f"{row['callee_path']}:{row['callee_line']}"
                (right if place in good[key] else wrong)[row["prov"]] += 1
    return right, wrong


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--truth", required=True, metavar="DIR", help="folder with the tables and score.py")
    arguments.add_argument("--missing", type=int, default=0, metavar="N", help="examples of missing rows")
    arguments.add_argument("--wrong", type=int, default=0, metavar="N", help="examples of wrong edges")
    arguments.add_argument("trees", nargs="*", metavar="TREE", help="folders, or names (default: all with a table)")
    options = arguments.parse_args()
    score = os.path.join(options.truth, "score.py")
    if not os.path.isfile(score):
        raise SystemExit(f"{options.truth}: no score.py in there")
    known = tuple(sorted(name[:-4] for name in os.listdir(options.truth) if name.endswith(".tsv")))
    for name, folder in corpora.locate(options.trees, tuple(name for name in known if corpora.find(name))):
        table = os.path.join(options.truth, os.path.basename(name.rstrip("/")) + ".tsv")
        if not os.path.isfile(table):
            print(f"{name}: no table of that name in {options.truth}")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            edges = os.path.join(scratch, "edges.tsv")
            measure.run([sys.executable, "-m", "ripwire", folder, f"--export=edges.tsv:{edges}"])
            command = [sys.executable, score, table, edges]
            command += ["--missing", str(options.missing), "--wrong", str(options.wrong)]
            result = subprocess.run(command, check=True, capture_output=True, text=True)
            right, wrong = evidence(table, edges)
        first, _, rest = result.stdout.partition("\n")
        with open(table, encoding="utf-8") as file:
            ends = collections.Counter(os.path.splitext(line.partition("\t")[0])[1] for line in file)
        bound = BOUNDS.get(ends.most_common(1)[0][0])
        print(f"{name}: {first}" + ("" if bound is None else f" (bound {bound:.2f} and {bound:.2f})"))
        for label, counter in (("right", right), ("wrong", wrong)):
            print(f"  {label} by evidence: " + ", ".join(f"{prov} {n}" for prov, n in counter.most_common()))
        if rest.strip():
            print(rest.rstrip())


if __name__ == "__main__":
    main()
