"""How a language writes comments and texts, for the lexer of `_core.lexer`.

Invariant: what the language's row says, and a few families' quotes. Cost: none.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.languages.table import Language

_COMMENTS = {"//": 1, "#": 2, "--": 4, ";": 8}
_CHARACTERS = frozenset(("c", "jvm", "rust", "go", "csharp", "swift", "gleam", "clojure"))
"""Families in which an apostrophe is around one character at most, or is no quote at all."""
_INNER_HASH = frozenset(("bash", "php", "ruby", "elixir"))
_TRIPLE = frozenset(("python", "elixir", "swift", "jvm", "dart", "csharp"))
_BACKTICK = frozenset(("ecma", "go"))


def how_written(language: Language) -> int:
    """The sum of `_core.lexer.tokens`."""
    how = sum(_COMMENTS.get(word, 0) for word in language.line_comments)
    if language.family in _CHARACTERS:
        how += 16
    if language.family in _TRIPLE:
        how += 32
    if language.family in _BACKTICK:
        how += 64
    if language.family in _INNER_HASH:
        how += 128
    return how
