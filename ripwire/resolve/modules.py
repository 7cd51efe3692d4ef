"""The files of a tree as imports see them, and paths.

Invariant: depends on the paths alone. Cost: one dictionary over the paths.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

class World:
    """The files of a tree as imports see them.

    paths      root-relative paths, in byte order
    file_of    path -> file
    whole      paths whose content was asked for, be they there or not
    packages   name spaces by name, `package_files` the files of each `package_names` and
               `package_families` their names and families
    """

    def __init__(self, paths: Sequence[bytes], read: Callable[[bytes], bytes | None]) -> None:
        self.paths = paths
        self.file_of = {path: file for file, path in enumerate(paths)}
        self._read = read
        self.whole: set[bytes] = set()
        self.packages: dict[tuple[str, bytes], int] = {}
        self.package_files: list[list[int]] = []
        self.package_names: list[bytes] = []
        self.package_families: list[str] = []

    def read(self, path: bytes) -> bytes | None:
        """The content of a path of the tree, None where there is none. Of source files see `sources`."""
        self.whole.add(path)
        return self._read(path)

    def package(self, family: str, name: bytes) -> int:
        """Number of a name space, made when new."""
        number = self.packages.setdefault((family, name), len(self.package_files))
        if number == len(self.package_files):
            self.package_files.append([])
            self.package_names.append(name)
            self.package_families.append(family)
        return number


def normal(path: bytes) -> bytes | None:
    """A path without ``.`` and ``..``; None when it leaves the root.

    >>> normal(b"a/./b/../c"), normal(b"../x")
    (b'a/c', None)
    """
    parts: list[bytes] = []
    for part in path.split(b"/"):
        if part == b"..":
            if not parts:
                return None
            parts.pop()
        elif part not in (b"", b"."):
            parts.append(part)
    return b"/".join(parts)


def join(directory: bytes, path: bytes) -> bytes | None:
    """`normal` of a path relative to a directory."""
    return normal(directory + b"/" + path)


def directory_of(path: bytes) -> bytes:
    """The directory of a path, empty for the root."""
    return path.rpartition(b"/")[0]
