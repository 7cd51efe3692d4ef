"""The version of what makes records and graphs: a digest of ripwire's own code, its queries and the grammars' releases.

Purpose: nobody has to think of bumping a number; what another version has kept is not used.
Invariant: equal installations have equal versions on every machine of one kind; one byte of difference in code or
queries makes another one.
Cost: reading the package (some 15 ms), or one stat a file (about 1 ms) where a memo says that nothing has changed.
"""

from __future__ import annotations

import os
import sys

from ripwire.crawl.read import ReadProblem, read_file
from ripwire.store.digest import blake2b
from ripwire.store.stamps import stamp
from ripwire.version import TREE_SITTER, VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_LEFT_OUT = frozenset(("__pycache__", "cli", "verbs", "document"))  # what has no part in records and graphs
SIZE = 16


def _files() -> list[tuple[str, str]]:
    """Name and path of the code and the queries, sorted by names, which are the same wherever they are installed."""
    from ripwire.languages.grammars import queries_folder

    out: list[tuple[str, str]] = []
    for base, name in ((_PACKAGE, "ripwire"), (queries_folder(), "queries")):
        pending = [(base, name)]
        while pending:
            folder, name = pending.pop()
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name not in _LEFT_OUT:
                            pending.append((entry.path, f"{name}/{entry.name}"))
                    elif entry.name.endswith((".py", ".so", ".pyd", ".scm")):
                        out.append((f"{name}/{entry.name}", entry.path))
    return sorted(set(out))


def _releases() -> bytes:
    """Names of the installed distributions that hold grammars, with their versions; the interpreter."""
    from ripwire.languages.grammars import package_folders

    names: set[str] = set()
    for folder in package_folders("tree_sitter_language_pack"):
        names.update(name for name in os.listdir(os.path.dirname(folder)) if name.startswith("tree_sitter"))
    facts = [VERSION, TREE_SITTER, sys.implementation.cache_tag or "", sys.platform, *sorted(names)]
    return "\n".join(facts).encode()


def fingerprint(files: list[tuple[str, str]]) -> bytes:
    """A digest of the stamps of the files: as long as it is the same, they are."""
    from xxhash import xxh3_128_digest

    parts = [_releases()]
    for _, path in files:
        parts += [path.encode("utf-8", "surrogateescape"), stamp(os.stat(path))]
    return xxh3_128_digest(b"\0".join(parts))


def computed(files: list[tuple[str, str]]) -> bytes:
    """The version, from everything that makes it."""
    digest = blake2b(_releases(), digest_size=SIZE)
    for name, path in files:
        with open(path, "rb") as file:
            content = file.read()
        digest.update(b"\0%s\0%d\0" % (name.encode("utf-8", "surrogateescape"), len(content)))
        digest.update(content)
    return digest.digest()


def version(memo: bytes, keep: Callable[[bytes], None]) -> bytes:
    """The version in force, SIZE bytes.

    memo  path of a file in which what was computed is kept, b"" for none
    keep  is given the content for that file where it was missing or old
    """
    files = _files()
    mark = fingerprint(files)
    try:
        text = read_file(memo) if memo else b""
    except ReadProblem:
        text = b""
    if len(text) == 2 * SIZE and text.startswith(mark):
        return text[SIZE:]
    found = computed(files)
    keep(mark + found)
    return found


def memo_name() -> bytes:
    """A file name for the memo of this installation."""
    from xxhash import xxh3_64_hexdigest

    return b"version-" + xxh3_64_hexdigest(_PACKAGE.encode("utf-8", "surrogateescape")).encode()
