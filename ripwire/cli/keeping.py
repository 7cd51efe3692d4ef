"""Where this run keeps things: the flags, the environment and the clock of `ripwire.store`.

Cost: with a store the version's memo, about 1 ms.
"""

from __future__ import annotations

import os
import sys
import time

from ripwire.cli.parse import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.store import Store
    from ripwire.workspace import Root


def clock() -> int:
    """The clock that the system takes file times from, in nanoseconds."""
    coarse = getattr(time, "CLOCK_REALTIME_COARSE", None)
    return time.time_ns() if coarse is None else time.clock_gettime_ns(coarse)


def stores_of(options: Options, roots: list[Root]) -> list[Store]:
    """The store of each root of a run in its configuration; none when nothing is to be kept."""
    if options.no_cache:
        return []
    from ripwire.store import Store
    from ripwire.store.folder import default_folder

    folder = os.environb.get(b"RIPWIRE_CACHE_DIR") or default_folder(os.environb, sys.platform)
    scip = b"" if options.scip is None else os.path.realpath(options.scip)
    others = [] if len(roots) == 1 else [(os.path.realpath(root.path), root.label) for root in roots]
    configuration = (options.exclude, options.ignore_tests, options.no_ignore, options.max_file_size, scip, others)
    blob = b"" if options.cache is None else os.path.abspath(options.cache)
    if options.verb == "index-out":
        assert options.index_out is not None
        folder, blob = b"", os.path.abspath(options.index_out) + b".ripwirecache"
    fresh = options.verb == "index-out"
    return [Store(root.path, configuration, folder, blob, clock, fresh=fresh) for root in roots]
