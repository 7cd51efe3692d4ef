"""What the crawl leaves out by name alone: dependency, build and tool directories, generated files.

Purpose: the fixed list that holds with and without git; ``--no-ignore`` does not switch it off.
Invariant: names are matched whole and case-sensitively, as bytes, and only below the root: a directory that the user
names as the root is read whatever it is called.
Cost: one set look-up a directory, one suffix test a source file.
"""

from __future__ import annotations

DENIED_DIRECTORIES: frozenset[bytes] = frozenset(
    {
        # version control and assistants (nested worktrees live under .claude)
        b".git", b".hg", b".svn", b".claude",
        # other people's code
        b"node_modules", b"vendor", b"third_party", b".venv", b"venv",
        # what builds leave behind
        b"build", b"dist", b"out", b"target", b"asan", b"build_prof", b"CMakeFiles", b"__pycache__", b".next",
        # what tools leave behind
        b".cache", b".gradle", b".mypy_cache", b".pytest_cache", b".ruff_cache", b".tox", b"captures",
        # editors
        b".idea", b".vscode",
    }
)  # fmt: skip

DENIED_DIRECTORY_PREFIX = b"cmake-build-"

# A directory that holds this file is a CMake build directory under a name of its own.
BUILD_DIRECTORY_MARK = b"CMakeCache.txt"

GENERATED_NAMES: frozenset[bytes] = frozenset({b"package-lock.json", b"npm-shrinkwrap.json"})
GENERATED_SUFFIXES: tuple[bytes, ...] = (b".min.js", b"_pb2.py", b".pb.go")


def is_denied_directory(name: bytes) -> bool:
    """Whether a directory of this name is never read."""
    return name in DENIED_DIRECTORIES or name.startswith(DENIED_DIRECTORY_PREFIX)


def is_generated(name: bytes) -> bool:
    """Whether a file of this name was written by a program and says nothing its source does not."""
    return name.endswith(GENERATED_SUFFIXES) or name in GENERATED_NAMES
