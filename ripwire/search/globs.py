"""Globs of the command line (-g, --iglob, file types): compiled, or refused with the place where they are wrong.

Invariant: what ripgrep refuses with exit code 2 is a GlobError here. Cost: that of `_core.globs`, where the work is
done.
"""

from __future__ import annotations

from ripwire._core.globs import RuleSet
from ripwire.errors import echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

GLOB_UTF8 = 6  # the code of `_core.globs` for bytes that are no UTF-8

_WRONG = {
    1: "this character class is not closed; a ] is missing",
    2: "this range ends before it begins",
    3: "nothing follows this \\",
    4: "a brace is not closed; a } is missing",
    5: "this } closes nothing",
    GLOB_UTF8: "it is not UTF-8",
}


class GlobError(ValueError):
    """A glob that is none. ``at`` is the byte where it shows."""

    def __init__(self, glob: bytes, code: int, at: int) -> None:
        super().__init__(glob, code, at)
        self.glob = glob
        self.at = at
        self.reason = reason(code)

    def __str__(self) -> str:
        return f"the glob {echo(self.glob)} is wrong at byte {self.at}: {self.reason}"


class TypesError(ValueError):
    """A type that nobody knows, or a definition that is none."""


def reason(code: int) -> str:
    """What an error code of `_core.globs` means."""
    return _WRONG[code]


def overrides(globs: Iterable[tuple[bytes, bool]], fold: bool = False) -> RuleSet | None:
    """The rules of -g and --iglob, (glob, caseless) as given; None without one. All --iglob come after all -g."""
    rules = RuleSet()
    for glob, caseless in sorted(globs, key=lambda given: given[1]):
        code, at = rules.line(glob, fold=fold or caseless)
        if code:
            raise GlobError(glob, code, at)
    rules.seal()
    return rules if len(rules) else None


def add_name_globs(rules: RuleSet, globs: Iterable[bytes], mark: int, negative: bool = False) -> None:
    """Add globs that are asked of names, not of paths."""
    for glob in globs:
        code, at = rules.glob(glob, mark, negative)
        if code:
            raise GlobError(glob, code, at)
