"""The text behind a tree: contents of its files, signatures of its definitions, and the definition around a place.

Purpose: the few verbs that print source or look into it read it here, when they answer.
Invariant: a file that cannot be read any more gives nothing, never an error; a notebook gives nothing, its text is not
that of its cells.
Cost: one read a file that is asked for.
"""

from __future__ import annotations

import os
from bisect import bisect_right

from ripwire._core.lexer import without_comments
from ripwire.crawl.read import ReadProblem, read_file
from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import DEF_HAS_BODY
from ripwire.model.columns import KIND_VAR, NO_SYMBOL
from ripwire.verbs.writing import how_written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute
    from ripwire.tree import Tree

SIGNATURE_BYTES = 240


def content(tree: Tree, path: bytes) -> bytes | None:
    """The content of a path of the tree, None when it cannot be read."""
    try:
        return read_file(path_on_disk(tree, path))
    except ReadProblem:
        return None


def head(tree: Tree, symbol: int, data: bytes) -> bytes:
    """The text of a definition up to its body, of the content of its file, without comments."""
    columns = tree.columns
    text = data[columns.start[symbol] : min(columns.sig_end[symbol], columns.end[symbol])]
    text = without_comments(text, how_written(LANGUAGES[columns.languages[columns.file[symbol]]]))
    if columns.flags[symbol] & DEF_HAS_BODY:
        return text
    ends = [at for at in (text.find(b"{"), text.find(b";")) if at >= 0]
    return text[: min(ends)] if ends else text


def signature(tree: Tree, symbol: int, data: bytes) -> bytes:
    """`head` on one line, shortened to SIGNATURE_BYTES at the border of a character."""
    text = b" ".join(head(tree, symbol, data).split()).rstrip(b" {:;")
    if len(text) > SIGNATURE_BYTES:
        text = text[:SIGNATURE_BYTES].decode("utf-8", "ignore").encode()
    return text


class Signatures:
    """Signatures of single definitions; a file is read once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._read: dict[int, bytes | None] = {}

    def of(self, symbol: int) -> bytes:
        """The signature of a definition, empty when its file cannot be read or is a notebook."""
        columns = self._tree.columns
        file = columns.file[symbol]
        if file not in self._read:
            path = columns.paths[file]
            self._read[file] = None if path.endswith(b".ipynb") else content(self._tree, path)
        data = self._read[file]
        return b"" if data is None else signature(self._tree, symbol, data)


def path_on_disk(tree: Tree, path: bytes) -> bytes:
    """Where the file of a path of the tree lies."""
    for root in tree.roots:
        if path.startswith(root.prefix):
            return os.path.join(root.path, path[len(root.prefix) :])
    raise ValueError(path)


def enclosing(tree: Tree, file: int, byte: int) -> list[Attribute]:
    """The definition around a byte of a file, as the attribute ``in``; empty outside of all."""
    columns = tree.columns
    owner = owner_of(tree, file, byte)
    if owner == NO_SYMBOL:
        return []
    scope = columns.scope_of(owner)
    return [("in", scope + b"::" + columns.name_of(owner) if scope else columns.name_of(owner))]


def owner_of(tree: Tree, file: int, byte: int) -> int:
    """The innermost definition around a byte of a file, variables only where there is no other; else NO_SYMBOL."""
    columns = tree.columns
    first, last = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
    at = bisect_right(columns.start, byte, first, last) - 1
    symbol = at if at >= first else NO_SYMBOL
    variable = NO_SYMBOL
    while symbol != NO_SYMBOL:
        if byte < columns.end[symbol]:
            if columns.kind[symbol] != KIND_VAR:
                return symbol
            if variable == NO_SYMBOL:
                variable = symbol
        symbol = columns.parent[symbol]
    return variable
