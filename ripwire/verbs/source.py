"""The text behind a tree: contents of its files, and signatures of its definitions.

Purpose: the few verbs that print source or look into it read it here, when they answer.
Invariant: a file that cannot be read any more gives nothing, never an error; a notebook gives nothing, its text is not
that of its cells.
Cost: one read a file that is asked for.
"""

from __future__ import annotations

import os

from ripwire.crawl.read import ReadProblem, read_file
from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import DEF_HAS_BODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from ripwire.languages.table import Language
    from ripwire.tree import Tree

SIGNATURE_BYTES = 240


def content(tree: Tree, path: bytes) -> bytes | None:
    """The content of a path of the tree, None when it cannot be read."""
    for root in tree.roots:
        if path.startswith(root.prefix):
            try:
                return read_file(os.path.join(root.path, path[len(root.prefix) :]))
            except ReadProblem:
                return None
    return None


CHARACTERS = frozenset(("c", "jvm", "rust", "go", "csharp", "swift", "gleam", "clojure"))
"""Families in which an apostrophe is around one character at most, or is no quote at all."""

_COMMENTS: dict[str, re.Pattern[bytes]] = {}
"""By language: what its strings look like, and in group 1 what its comments do."""


def without_comments(text: bytes, language: Language) -> bytes:
    """Code with a blank in the place of each comment."""
    pattern = _COMMENTS.get(language.name)
    if pattern is None:
        pattern = _COMMENTS[language.name] = _comments(language)
    return pattern.sub(lambda match: match.group() if match.group(1) is None else b" ", text)


def _comments(language: Language) -> re.Pattern[bytes]:
    import re

    strings = [rb'"(?:\\.|[^"\\])*"']
    if language.family in ("python", "elixir", "swift", "jvm", "dart", "csharp"):
        strings.insert(0, rb'""".*?"""')
    if language.family == "python":
        strings.insert(0, rb"'''.*?'''")
    if language.family in ("ecma", "go"):
        strings.append(rb"`(?:\\.|[^`\\])*`" if language.family == "ecma" else rb"`[^`]*`")
    if language.family in CHARACTERS:
        strings.append(rb"'(?:\\[^\n]+?|[^'\\\n])'")
    else:
        strings.append(rb"'(?:\\.|[^'\\])*'")
    comments = []
    for word in language.line_comments:
        begin = word.encode()
        if word == "--":
            comments.append(rb"--\[(?P<level>=*)\[.*?\](?P=level)\]")
        if word == "#":
            # Of a word of a shell, of interpolation and of an attribute of PHP it is a part.
            begin = rb"(?<![\w$\\{&])#(?![\[{])" if language.family in ("bash", "php", "ruby", "elixir") else b"#"
        comments.append(begin + rb"[^\n]*")
        if word == "//":
            comments.append(rb"/\*.*?\*/")
    return re.compile(b"|".join((*strings, b"(" + b"|".join(comments) + b")")), re.DOTALL)


def head(tree: Tree, symbol: int, data: bytes) -> bytes:
    """The text of a definition up to its body, of the content of its file, without comments."""
    columns = tree.columns
    text = data[columns.start[symbol] : min(columns.sig_end[symbol], columns.end[symbol])]
    text = without_comments(text, LANGUAGES[columns.languages[columns.file[symbol]]])
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
