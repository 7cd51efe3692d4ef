"""Where the index of a tree is kept, and which tree around a folder has one.

Cost: a digest and a stat for each folder up to the root of the system; a search without an index imports no more.
"""

from __future__ import annotations

import os

from ripwire.store.digest import blake2b

SUFFIXES = (b".search", b".amended", b".walked")


def names(folder: bytes, root: bytes) -> tuple[bytes, bytes, bytes]:
    """The paths of the base, of the amendment and of the walk of a root, which is a real path."""
    name = os.path.join(folder, blake2b(root, digest_size=12).hexdigest().encode())
    return name + SUFFIXES[0], name + SUFFIXES[1], name + SUFFIXES[2]


def nearest(folder: bytes, path: bytes) -> bytes | None:
    """The folder with an index that is nearest to a real path, itself or above it."""
    if not folder or not os.path.isdir(folder):
        return None
    while True:
        if os.path.lexists(names(folder, path)[0]):
            return path
        above = os.path.dirname(path)
        if above == path:
            return None
        path = above


def has_walk(folder: bytes, root: bytes) -> bool:
    """Whether a walk of a root, which is a real path, is kept."""
    return os.path.lexists(names(folder, root)[2])
