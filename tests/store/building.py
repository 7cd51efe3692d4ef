"""Trees built in this process, with a store whose clock the test decides, and everything that they answer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from ripwire.document import json
from ripwire.store import Store
from ripwire.tree import Tree, build
from ripwire.verbs.export import edge_rows
from ripwire.verbs.listing import skipped_document
from ripwire.verbs.map import MapRequest, shaped


def coarse() -> int:
    """The clock of file times."""
    return time.clock_gettime_ns(getattr(time, "CLOCK_REALTIME_COARSE", time.CLOCK_REALTIME))


def said(tree: Tree) -> bytes:
    """Everything that a kept graph answers."""
    request = MapRequest(100, None, "stable", True)
    map_ = b"".join(json.render(shaped(tree, request)).chunks())
    return map_ + b"".join(edge_rows(tree)) + b"".join(json.render(skipped_document(tree)).chunks())


def built(
    root: Path, kept: Path, now: Callable[[], int] = coarse, graph_only: bool = True, sound: bool = True
) -> bytes:
    """The answer of a run; nothing may be wrong with a ``sound`` store."""
    store = Store(os.fsencode(root), (), os.fsencode(kept), b"", now)
    tree = build(os.fsencode(root), threads=1, stores=[store], graph_only=graph_only)
    assert not store.problems or not sound
    return said(tree)


def unkept(root: Path) -> bytes:
    """The answer of a run without a store."""
    return said(build(os.fsencode(root), threads=1))
