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


def clock() -> int:
    """The clock that the system takes file times from, in nanoseconds."""
    coarse = getattr(time, "CLOCK_REALTIME_COARSE", None)
    return time.time_ns() if coarse is None else time.clock_gettime_ns(coarse)


def store_of(options: Options) -> Store | None:
    """The store of a run's root and configuration; None when nothing is to be kept."""
    if options.no_cache:
        return None
    from ripwire.store import Store
    from ripwire.store.folder import default_folder

    folder = os.environb.get(b"RIPWIRE_CACHE_DIR") or default_folder(os.environb, sys.platform)
    scip = b"" if options.scip is None else os.path.abspath(options.scip)
    configuration = (options.exclude, options.ignore_tests, options.no_ignore, options.max_file_size, scip)
    blob = b"" if options.cache is None else os.path.abspath(options.cache)
    if options.verb == "index-out":
        assert options.index_out is not None
        folder, blob = b"", os.path.abspath(options.index_out) + b".ripwirecache"
    return Store(options.roots[0], configuration, folder, blob, clock, fresh=options.verb == "index-out")
