"""Child of phases.py: one ordinary ripwire run with a clock at the end of each stage.

usage: stages.py MARKS ARGUMENT... runs `ripwire ARGUMENT...` and writes lines ``stage clock`` to the file MARKS.

The stages are wrapped where `ripwire.tree.build` looks them up, so that it is the real pipeline that runs. Nothing but
time and os is imported before it starts.
"""

from __future__ import annotations

import gc
import os
import sys
import time

MARKS: list[tuple[str, float]] = []


def _timed(holder: object, attribute: str, stage: str) -> None:
    function = getattr(holder, attribute)

    def wrapper(*args: object, **kwargs: object) -> object:
        result = function(*args, **kwargs)
        MARKS.append((stage, time.perf_counter()))
        return result

    setattr(holder, attribute, wrapper)


def main() -> None:
    import ripwire._core.assemble
    import ripwire.extract.run
    import ripwire.graph
    import ripwire.resolve
    import ripwire.tree
    from ripwire.__main__ import main as run

    _timed(ripwire.tree, "crawl", "crawl")
    _timed(ripwire.extract.run, "extract", "extract")
    _timed(ripwire._core.assemble, "assemble", "assemble")
    _timed(ripwire.resolve, "resolve", "resolve")
    _timed(ripwire.graph, "Graph", "graph")
    _timed(ripwire.graph, "rank", "rank")
    MARKS.append(("start", time.perf_counter()))
    gc.disable()  # as `ripwire.__main__.program` does, and leaves
    code = run(sys.argv[2:])
    MARKS.append(("print", time.perf_counter()))
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.writelines(f"{stage} {clock!r}\n" for stage, clock in MARKS)
    os._exit(code)


if __name__ == "__main__":
    main()
