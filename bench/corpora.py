"""Where the trees to measure on are.

A tree is a folder, or the name of one in $RIPWIRE_CORPORA (~/.cache/ripwire-corpora when that is not set). Nothing is
fetched: put public source trees there under their names (django, linux, ...), or give folders.
"""

from __future__ import annotations

import os


def base() -> str:
    """The folder in which bare names are looked up."""
    return os.environ.get("RIPWIRE_CORPORA") or os.path.join(os.path.expanduser("~"), ".cache", "ripwire-corpora")


def find(name: str) -> str | None:
    """The folder of a tree, None when there is none. A name without a separator may be in the corpora folder."""
    if os.path.isdir(name):
        return name
    path = os.path.join(base(), name)
    return path if os.sep not in name and os.path.isdir(path) else None


def locate(given: list[str], default: tuple[str, ...]) -> list[tuple[str, str]]:
    """(name, folder) of each tree that was given, else of the default ones. Ends the script when one is missing."""
    trees = [(name, find(name)) for name in given or default]
    missing = [name for name, folder in trees if folder is None]
    if missing:
        raise SystemExit(
            f"no such tree: {', '.join(missing)} (neither a folder nor a name in {base()}).\n"
            "Give folders, or set RIPWIRE_CORPORA to a folder that holds trees under these names."
        )
    return [(os.path.basename(os.path.abspath(folder)), folder) for _, folder in trees if folder is not None]
