"""Recall of definitions against recorded facts of another implementation.

--reference names a folder with NAME.symbols.tsv.gz for each corpus and the compare.py that reads them. For each corpus
that has facts and a tree, ripwire prints its whole map as JSON and `compare.py NAME MAP` says what is found, missing
and extra. Trees are matched to facts by the name of their folder. There is no bound: a miss is to be explained.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile

import corpora
import measure

FACTS = ".symbols.tsv.gz"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--reference", required=True, metavar="DIR", help="folder with the facts and compare.py")
    arguments.add_argument("--missing", metavar="N", help="examples of misses for each extension, for compare.py")
    arguments.add_argument("--kinds", action="store_true", help="the kind must agree too, for compare.py")
    arguments.add_argument("trees", nargs="*", metavar="TREE", help="folders, or names (default: all with facts)")
    options = arguments.parse_args()
    compare = os.path.join(options.reference, "compare.py")
    if not os.path.isfile(compare):
        raise SystemExit(f"{options.reference}: no compare.py in there")
    known = sorted(name[: -len(FACTS)] for name in os.listdir(options.reference) if name.endswith(FACTS))
    present = tuple(name for name in known if corpora.find(name))
    if not options.trees:
        if not present:
            raise SystemExit(f"no tree of {', '.join(known) or 'any facts'} in {corpora.base()} (set RIPWIRE_CORPORA)")
        for name in sorted(set(known) - set(present)):
            print(f"{name}: left out, no tree of that name in {corpora.base()}")
    extra = ["--kinds"] if options.kinds else []
    if options.missing is not None:
        extra += ["--missing", options.missing]
    for name, folder in corpora.locate(options.trees, present):
        if name not in known:
            raise SystemExit(f"{folder}: no facts for {name} in {options.reference}; there are: {', '.join(known)}")
        print(f"== {name}", flush=True)
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            file.write(measure.run(measure.ripwire(folder, "--json", "--top-k=1000000"), keep=True).out)
            file.flush()
            subprocess.run([sys.executable, compare, name, file.name, *extra], check=True)


if __name__ == "__main__":
    main()
