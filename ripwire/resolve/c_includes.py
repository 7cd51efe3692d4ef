"""The files that C, C++, Objective-C, CUDA and Metal files include.

Purpose: `#include "x.h"` beside the file that says it; a build's folders are unknown, so a path that is not there means
the only file of the tree that ends so, or none. Angle brackets name the system's files: none (spec/algorithms 4.8).
Invariant: depends on paths and rows alone. Cost: a look-up a folder and source, a pass over the paths.
"""

from __future__ import annotations

from array import array

from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import IMPORT_DEFAULT, IMPORT_PACKAGE, IMPORT_REEXPORT, IMPORT_STAR, IMPORT_SYSTEM
from ripwire.model.columns import KIND_METHOD, NO_SYMBOL
from ripwire.resolve.modules import directory_of, join, normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.model.columns import Columns

_NO_INCLUDE = IMPORT_STAR | IMPORT_REEXPORT | IMPORT_SYSTEM | IMPORT_DEFAULT | IMPORT_PACKAGE


class Sources:
    """What the sources of includes mean."""

    def __init__(self, columns: Columns) -> None:
        family = [row.family == "c" for row in LANGUAGES]
        self.paths = columns.paths
        self.file_of = {path: file for file, path in enumerate(columns.paths) if family[columns.languages[file]]}
        self._named: dict[bytes, list[int]] | None = None
        self._known: dict[tuple[bytes, bytes], int] = {}

    def file(self, directory: bytes, source: bytes) -> int:
        """The file that a source in quotes means in a file of a directory, -1 for none."""
        key = directory, source
        found = self._known.get(key)
        if found is None:
            path = join(directory, source)
            found = self.file_of.get(path, -1) if path else -1
            if found < 0:
                found = self._ending(source)
            self._known[key] = found
        return found

    def _ending(self, source: bytes) -> int:
        """The only file whose path ends with a source."""
        path = normal(source)
        if not path:
            return -1
        if self._named is None:
            self._named = {}
            for known, file in self.file_of.items():
                self._named.setdefault(known.rpartition(b"/")[2], []).append(file)
        end = b"/" + path
        namesakes = self._named.get(path.rpartition(b"/")[2], ())
        found = [file for file in namesakes if (b"/" + self.paths[file]).endswith(end)]
        return found[0] if len(found) == 1 else -1


def graph(columns: Columns) -> tuple[array[int], array[int]]:
    """The files that each file includes itself: offsets, and files in ascending order without the file itself."""
    family = bytes(row.family == "c" for row in LANGUAGES)
    first = array("I", [0])
    to = array("I")
    rows = columns.import_file
    if not any(family[code] for code in set(columns.languages)):
        return array("I", bytes(4 * (columns.n_files + 1))), to
    sources = Sources(columns)
    strings = columns.strings
    at, n_rows = 0, len(rows)
    for file, code in enumerate(columns.languages):
        start = at
        while at < n_rows and rows[at] == file:
            at += 1
        if at > start and family[code]:
            directory = directory_of(columns.paths[file])
            found = {
                sources.file(directory, strings[columns.import_source[row]])
                for row in range(start, at)
                if not columns.import_flags[row] & _NO_INCLUDE
                and not columns.import_name[row] and not columns.import_alias[row]
            }
            to.extend(sorted(found - {-1, file}))
        first.append(len(to))
    return first, to


_PLAIN = b".h"


def decided(columns: Columns, first: array[int], to: array[int]) -> bytearray:
    """A file: 1 where it is C++, CUDA, Metal or Objective-C, which names and types decide.

    A header is, if it has methods or name spaces, or if such a file includes it; all others are C.
    """
    out = bytearray(columns.n_files)
    code_of = {row.name: code for code, row in enumerate(LANGUAGES) if row.family == "c"}
    codes = set(code_of.values())
    queue: list[int] = []
    for file, code in enumerate(columns.languages):
        if code not in codes or code == code_of["c"]:
            continue
        low, high = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
        if (
            code != code_of["cpp"]
            or not columns.paths[file].endswith(_PLAIN)
            or KIND_METHOD in columns.kind[low:high]
            or any(p == NO_SYMBOL and s for p, s in zip(columns.parent[low:high], columns.scope[low:high], strict=True))
        ):
            out[file] = 1
            queue.append(file)
    for file in queue:
        for other in to[first[file] : first[file + 1]]:
            if not out[other] and columns.languages[other] != code_of["c"]:
                out[other] = 1
                queue.append(other)
    return out
