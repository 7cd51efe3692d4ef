"""What a file's path says about it: test code, layer, module name, directory. Computed once, used everywhere.

Invariant: functions of the root-relative path's bytes alone. Cost: a few bytes operations a file.
"""

from __future__ import annotations

from ripwire.languages.table import BY_NAME, LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_TEST_DIRECTORIES = frozenset({b"test", b"tests"})
_FIXTURE_DIRECTORIES = frozenset({b"bench", b"benches", b"fixture", b"fixtures", b"testdata"})
_TEST_MARKS = (b"_test.", b".test.", b"_spec.", b".spec.")

_LAYERS: dict[bytes, bytes] = {
    name: layer
    for layer, names in (
        (b"game", b"game gameplay"),
        (b"infra", b"infra infrastructure"),
        (b"render", b"metal render renderer"),
        (b"math", b"math numerics"),
        (b"sound", b"sound audio"),
        (b"ai", b"steer ai behavior"),
        (b"test", b"test tests bench"),
    )
    for name in names.split()
}

SEAM = b"/./"
"""In a run over several roots: between a root's label, which says nothing about a file, and the path below it."""

# Files that stand for their directory: a name imported from the directory is looked for in them.
_PACKAGE_FILES = frozenset({b"__init__", b"mod", b"index"})
_CRATE_ROOTS = frozenset({b"lib", b"main"})
_RUST = LANGUAGES.index(BY_NAME["rust"])


def is_test_path(path: bytes) -> bool:
    """Whether a path is test code: below test/ or tests/, ``test_*``, ``*_test.*``, ``*.spec.*`` and the like.

    >>> is_test_path(b"tests/a.py"), is_test_path(b"src/contest.py")
    (True, False)
    """
    *directories, name = path.rpartition(SEAM)[2].split(b"/")
    if name.startswith(b"test_") or any(mark in name for mark in _TEST_MARKS):
        return True
    return not _TEST_DIRECTORIES.isdisjoint(directories)


def tiers(paths: Iterable[bytes], languages: bytes) -> list[int]:
    """Of each file 0 for source, 1 for tests, benchmarks and fixtures, 2 for documents: the order in which places are
    listed.

    >>> tiers([b"a.py", b"bench/a.py"], bytes(2))
    [0, 1]
    """
    folders: dict[bytes, int] = {}
    out: list[int] = []
    for path, language in zip(paths, languages, strict=True):
        folder, _, name = path.rpartition(b"/")
        tier = folders.get(folder)
        if tier is None:
            inside = (folder + b"/").rpartition(SEAM)[2].split(b"/")
            fixture = not _FIXTURE_DIRECTORIES.isdisjoint(inside)
            tier = folders[folder] = int(fixture or is_test_path(folder + b"/"))
        if not LANGUAGES[language].grammar:
            tier = 2
        elif not tier and (b"test" in name or b"spec" in name):
            tier = int(is_test_path(name))
        out.append(tier)
    return out


def layer_of(path: bytes) -> bytes:
    """The built-in layer of a path: that of its first directory with a known name, or empty."""
    for directory in path.rpartition(SEAM)[2].split(b"/")[:-1]:
        layer = _LAYERS.get(directory.lower())
        if layer:
            return layer
    return b""


def module_name(path: bytes, language: int) -> bytes:
    """The name under which other files would qualify this one: its stem, or its directory for a package file.

    Rust's crate roots (lib.rs, main.rs) are no module and give an empty name.
    """
    directory, _, name = path.rpartition(b"/")
    stem = name.partition(b".")[0]
    if language == _RUST and stem in _CRATE_ROOTS:
        return b""
    if stem in _PACKAGE_FILES and directory:
        return directory.rpartition(b"/")[2]
    return stem
