"""Cold run against the floor: what tree-sitter alone needs for the same files.

floor  wall time of reading and parsing exactly the files that the map indexes, by the same compiled parser with no
       query, on all cores, large files first, in a fresh process. The parse phase alone: start-up, the crawl, the
       content checks and loading grammars are done before the clock starts. Files without a grammar (Markdown) and
       files that were left out are no part of it.
cold   wall time of a whole `python -m ripwire TREE --no-cache > /dev/null`.

Floor and cold alternate within one run, after one unmeasured cold run that warms the page cache. Bound: cold is at
most 1.8 times the floor.
"""

from __future__ import annotations

import os
import sys

TREES = ("django", "pillow", "react-native")
BOUND = 1.8


def parse_tree(root: str) -> str:
    """In the child: ``files bytes threads seconds`` of parsing the tree."""
    import threading
    import time

    from ripwire._core.parse import Extractor
    from ripwire.crawl import ReadProblem, crawl, inspect, read_file
    from ripwire.languages.grammars import LanguageProblem, load
    from ripwire.languages.table import LANGUAGES
    from ripwire.workers import usable_cores

    found = crawl(os.fsencode(root))
    grammars = {}
    files = []
    size = 0
    for index in range(len(found.paths)):
        try:
            data = read_file(found.full_path(index))
        except ReadProblem:
            continue
        language, reason = inspect(data, found.languages[index], found.paths[index])
        if reason is not None or not LANGUAGES[language].grammar:
            continue
        if language not in grammars:
            try:
                grammars[language] = load(language)
            except LanguageProblem:
                grammars[language] = None
        if grammars[language] is not None:
            files.append((-found.sizes[index], found.full_path(index), grammars[language]))
            size += len(data)
    files.sort(key=lambda file: file[0])
    work = iter(files)
    lock = threading.Lock()
    done = []

    def parse_some() -> None:
        extractor = Extractor()
        count = 0
        while True:
            with lock:
                item = next(work, None)
            if item is None:
                break
            extractor.parse_only(item[2], read_file(item[1]))
            count += 1
        done.append(count)

    threads = min(usable_cores(), max(len(files), 1))
    began = time.perf_counter()
    helpers = [threading.Thread(target=parse_some) for _ in range(threads - 1)]
    for helper in helpers:
        helper.start()
    parse_some()
    for helper in helpers:
        helper.join()
    seconds = time.perf_counter() - began
    if sum(done) != len(files):
        raise RuntimeError(f"{len(files) - sum(done)} files were not parsed")
    return f"{len(files)} {size} {threads} {seconds!r}"


def main() -> None:
    import corpora
    import measure

    options = measure.parser(__doc__, 5, TREES).parse_args()
    rows = []
    for name, folder in corpora.locate(options.trees, TREES):
        floors, colds = [], []
        cold_command = measure.ripwire(folder, "--no-cache")
        floor_command = [sys.executable, os.path.abspath(__file__), "--parse-tree", folder]
        measure.run(cold_command)
        seen = set()
        for _ in range(options.rounds):
            files, size, threads, seconds = measure.run(floor_command, keep=True).out.split()
            seen.add((int(files), int(size), int(threads)))
            floors.append(float(seconds))
            colds.append(measure.run(cold_command).wall)
        if len(seen) > 1:
            raise SystemExit(f"{folder} changed while it was measured")
        [(n_files, n_bytes, n_threads)] = seen
        if not n_files:
            raise SystemExit(f"{folder}: no file in there that a grammar reads, so there is no floor")
        of_medians, of_rounds = measure.ratios(colds, floors)
        floor, cold = measure.median(floors), measure.median(colds)
        rows.append(
            (name, str(n_files), str(n_bytes), str(n_threads), f"{floor:.3f}", f"{cold:.3f}", f"{of_medians:.2f}")
            + (f"{of_rounds:.2f}", measure.verdict(of_medians, BOUND))
        )
    measure.table(("tree", "files", "bytes", "threads", "floor s", "cold s", "cold/floor", "by round", "bound"), rows)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--parse-tree"]:
        print(parse_tree(sys.argv[2]))
    else:
        main()
