"""From a root to source bytes: the walk, the denylist, git's ignore verdict, content checks, reading.

Purpose: the first stage of the pipeline. Paths are bytes, relative to the root; nothing here knows about parsing.
Invariant: every file below the root is indexed, counted or listed as a drop; see ``Crawl``.
Cost: about 10 microseconds a file, git's process beside it.
"""

from __future__ import annotations

from ripwire.crawl.read import ReadProblem, read_file
from ripwire.crawl.sniff import inspect
from ripwire.crawl.walk import Crawl, Drop, crawl, language_of

__all__ = ["Crawl", "Drop", "ReadProblem", "crawl", "inspect", "language_of", "read_file"]
