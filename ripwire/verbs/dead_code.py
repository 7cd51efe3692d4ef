"""`--dead-code[=DIR]`: functions that nothing can be using.

Purpose: few rows, all of them worth a look: functions that only a known part of the tree can name, without a caller in
the graph, and whose name is written nowhere else in that part (so they are no callback, no entry of a table and no
argument of a macro either). In C, files that others include are left out, and so are names that an included file writes
or that a macro may put together: by a ``##`` in the file, or out of a part of the name that a macro is given or stands
for.
Invariant: C and its relatives: a function with a body and ``static`` before its name, in a file that is no header; its
part of the tree is the file. Go: a function with a body whose name begins with a small letter, ``init`` and ``main``
aside; its part is the folder. A comment names nothing where its line shows that it is one. What cannot be read is
counted and none of the rows.
Cost: one read of the files that have such functions without a caller; of all of C when some are left over.
"""

from __future__ import annotations

from array import array

from ripwire._core import sets
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.model.codes import DEF_HAS_BODY
from ripwire.model.columns import KIND_FN, KINDS
from ripwire.model.paths import SEAM
from ripwire.model.selectors import NOT_FOUND
from ripwire.verbs.navigate import unresolved
from ripwire.verbs.source import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from ripwire.document import Attribute
    from ripwire.model.columns import Columns
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

EVIDENCE = "internal-linkage+zero-callers+named-nowhere-else"
_GO = LANGUAGES.index(BY_NAME["go"])
_C = frozenset(number for number, language in enumerate(LANGUAGES) if language.family == "c")
_HEADERS = (b".h", b".hh", b".hpp", b".hxx", b".h++", b".cuh", b".inl", b".inc", b".ipp", b".tpp", b".def")
_SOURCES = (b".c", b".cc", b".cpp", b".cxx", b".m", b".mm", b".cu", b".metal")
NAMESAKES_READ = 16
"""Files of an included name that are looked into."""
_ENTRIES = frozenset((b"init", b"main"))
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") | frozenset(range(0x80, 256))
_ORDERS = (b"//export ", b"//go:")
"""Comments of Go that the compiler reads."""


def in_folder(path: bytes, folder: bytes) -> bool:
    """Whether whole components of a path are ``folder``; ``./folder`` stands at the root."""
    path = path.rpartition(SEAM)[2]
    parts = folder.strip(b"/")
    if folder.startswith(b"./"):
        parts = parts[1:].strip(b"/")
        return not parts or path == parts or path.startswith(parts + b"/")
    return b"/" + parts + b"/" in b"/" + path + b"/"


class _Search:
    """Functions without a caller, and who else writes their names."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.unread: set[int] = set()
        self.named = 0
        self._data: dict[int, bytes | None] = {}
        self._folders: dict[bytes, list[int]] | None = None
        self._comment: re.Pattern[bytes] | None = None
        self._sources: set[bytes] | None = None
        self._of_name: dict[bytes, list[int]] = {}

    def candidates(self) -> dict[int, list[int]]:
        """Functions with a body and without a caller, by file."""
        columns, n = self.tree.columns, self.tree.columns.n_symbols
        functions = bytes(columns.kind).translate(bytes(kind == KIND_FN for kind in range(256)))
        bodied = bytes(columns.flags).translate(bytes(flags & DEF_HAS_BODY != 0 for flags in range(256)))
        mask = sets.combine(functions, bodied, True, False)
        mask = sets.combine(mask, sets.degree_at_least(self.tree.graph.in_offset, 1), False, True)
        found: dict[int, list[int]] = {}
        for symbol in sets.members(mask, array("I", range(n))):
            found.setdefault(columns.file[symbol], []).append(symbol)
        return found

    def dead(self, file: int, symbols: list[int]) -> Iterator[tuple[int, str]]:
        """Those of a file's candidates that nothing can be using, and why nobody else can name them."""
        columns = self.tree.columns
        code, path = columns.languages[file], columns.paths[file]
        if code in _C and not path.endswith(_HEADERS):
            why, around = "static", [file]
        elif code == _GO:
            symbols = [s for s in symbols if _unexported(columns.name_of(s))]
            why, around = "unexported", self._folder(path) if symbols else []
        else:
            return
        if why == "static":
            data = self._content(file)
            if data is None or b"static" not in data:
                return
            symbols = [s for s in symbols if _has_word(data[columns.start[s] : columns.name_byte[s]], b"static")]
        alone = [symbol for symbol in symbols if not any(self._written(symbol, other) for other in around)]
        if why == "static":
            data = self._data.pop(file, None)
            if alone and data is not None:
                alone = self._not_shared(file, data, alone)
        self.named += len(symbols) - len(alone)
        for symbol in alone:
            yield symbol, why

    def _not_shared(self, file: int, data: bytes, symbols: list[int]) -> list[int]:
        """Those of a file's functions that neither a macro nor a file on the other end of an include can name."""
        columns = self.tree.columns
        pasted = Pasted(data)
        symbols = [symbol for symbol in symbols if not pasted.may_be(columns.name_of(symbol))]
        if symbols and columns.paths[file].rpartition(b"/")[2] in self._included_sources():
            return []
        for name in included(data) if symbols else ():
            for other in self._of_name[name][:NAMESAKES_READ] if name in self._of_name else ():
                text = self._content(other) or b""
                symbols = [symbol for symbol in symbols if not _has_word(text, columns.name_of(symbol))]
        return symbols

    def _included_sources(self) -> set[bytes]:
        """The last names of files of C that are no headers and yet included, by any file."""
        if self._sources is None:
            self._sources = set()
            columns = self.tree.columns
            for file, path in enumerate(columns.paths):
                if columns.languages[file] not in _C:
                    continue
                self._of_name.setdefault(path.rpartition(b"/")[2], []).append(file)
                data = content(self.tree, path) or b""
                if any(ending + quote in data for ending in _SOURCES for quote in (b'"', b">")):
                    self._sources.update(name for name in included(data) if not name.endswith(_HEADERS))
        return self._sources

    def _folder(self, path: bytes) -> list[int]:
        """The files of Go in the folder of a path."""
        if self._folders is None:
            self._folders = {}
            for file, one in enumerate(self.tree.columns.paths):
                if self.tree.columns.languages[file] == _GO:
                    self._folders.setdefault(one.rpartition(b"/")[0], []).append(file)
        return self._folders[path.rpartition(b"/")[0]]

    def _content(self, file: int) -> bytes | None:
        if file not in self._data:
            self._data[file] = content(self.tree, self.tree.columns.paths[file])
            if self._data[file] is None:
                self.unread.add(file)
        return self._data[file]

    def _written(self, symbol: int, file: int) -> bool:
        """Whether a file names a function outside of comments, of the function, and of its declarations."""
        data = self._content(file)
        if data is None:
            return True  # nobody knows
        columns = self.tree.columns
        name, handle = columns.name_of(symbol), columns.name[symbol]
        doubtful: list[int] = []
        own: list[tuple[int, int]] | None = None
        for at in _places(data, name):
            if own is None:
                first = columns.file_first_symbol
                own = [
                    (columns.start[s], columns.end[s])
                    for s in range(first[file], first[file + 1])
                    if columns.name[s] == handle
                ]
            if any(start <= at < end for start, end in own):
                continue
            line = data[data.rfind(b"\n", 0, at) + 1 : at].lstrip()
            if line.startswith(_ORDERS) or not (line.startswith(b"*") or b"//" in line or b"/*" in line):
                return True
            doubtful.append(at)
        return bool(doubtful) and not self._all_comments(data, doubtful)

    def _all_comments(self, data: bytes, places: list[int]) -> bool:
        import re

        if self._comment is None:
            self._comment = re.compile(
                rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`[^`]*`|(//[^\n]*|/\*.*?\*/)', re.DOTALL
            )
        left = set(places)
        for match in self._comment.finditer(data):
            if match.group(1) is not None:
                left = {at for at in left if not match.start() <= at < match.end()}
                if not left:
                    return True
        return False


def included(data: bytes) -> set[bytes]:
    """The last names of the files that a file of C includes."""
    import re

    found = re.findall(rb"^[ \t]*#[ \t]*include[ \t]*[<\"]([^<>\"\n]+)[>\"]", data, re.M)
    return {path.rpartition(b"/")[2] for path in found}


class Pasted:
    """The names that macros may put together in a file of C."""

    def __init__(self, data: bytes) -> None:
        import re

        self._shapes: list[re.Pattern[bytes]] = []
        for define in re.finditer(rb"^[ \t]*#[ \t]*define[ \t]+\w+\(([^)]*)\)((?:[^\n]*\\\n)*[^\n]*)", data, re.M):
            parameters = {word.strip() for word in define.group(1).split(b",")}
            for chain in re.finditer(rb"\w+(?:\s*##\s*\w+)+", define.group(2)):
                pieces = [piece.strip() for piece in chain.group().split(b"##")]
                if not parameters.issuperset(pieces):
                    shape = b"".join(rb"\w*" if piece in parameters else re.escape(piece) for piece in pieces)
                    self._shapes.append(re.compile(shape))
        self._arguments: set[bytes] = set()
        for call in re.finditer(rb"(?:^(?:static[ \t]+)?\w+|\b_*[A-Z][A-Z0-9_]*)[ \t]*\(([^();]*)", data, re.M):
            self._arguments.update(word.strip() for word in call.group(1).split(b","))
        self._arguments.update(re.findall(rb"^[ \t]*#[ \t]*define[ \t]+\w+[ \t]+([A-Za-z_]\w*)[ \t]*$", data, re.M))

    def may_be(self, name: bytes) -> bool:
        """Whether a name may be one of them."""
        if any(shape.fullmatch(name) for shape in self._shapes):
            return True
        words = name.split(b"_")
        parts = (words[i:j] for i in range(len(words)) for j in range(i + 1, len(words) + 1) if j - i < len(words))
        return any(b"_".join(part) in self._arguments for part in parts if any(part))


def _unexported(name: bytes) -> bool:
    return name not in _ENTRIES and name != b"_" and (name[:1].islower() or name[:1] == b"_")


def _places(data: bytes, word: bytes) -> Iterator[int]:
    """Where a whole word stands."""
    at = data.find(word)
    while at >= 0:
        end = at + len(word)
        if (not at or data[at - 1] not in _WORD) and (end == len(data) or data[end] not in _WORD):
            yield at
        at = data.find(word, end)


def _has_word(data: bytes, word: bytes) -> bool:
    return next(_places(data, word), None) is not None


def dead_code_document(tree: Tree, folder: bytes, page: Page) -> Document:
    """`--dead-code[=DIR]`: by path and line; ``folder`` empty means everywhere."""
    columns = tree.columns
    chosen = _chosen(columns, folder)
    search = _Search(tree)
    found = [
        row
        for file, symbols in search.candidates().items()
        if chosen is None or file in chosen
        for row in search.dead(file, symbols)
    ]
    window, facts = page.window(len(found))
    attributes: list[Attribute] = [
        ("count", len(found)),
        ("confidence", "high"),
        ("evidence", EVIDENCE),
        ("named_elsewhere", search.named),
        *([("unread", len(search.unread))] if search.unread else []),
        *([("filter", folder)] if folder else []),
        *facts,
        *unresolved(tree),
    ]

    def node(symbol: int, why: str) -> Node:
        return Node(
            "d",
            [
                ("n", columns.name_of(symbol)),
                ("t", KINDS[columns.kind[symbol]]),
                ("p", columns.path_of(symbol)),
                ("l", columns.line[symbol]),
                ("why", why),
            ],
        )

    rows = (node(symbol, why) for symbol, why in found[window])
    root = Node("dead-code", attributes, rows, rows="dead-code")
    return Document(root, legends=(legends.DEAD_CODE, legends.UNRESOLVED))


def _chosen(columns: Columns, folder: bytes) -> set[int] | None:
    """The files of a folder, None for all. Raises RipwireError when there are none."""
    if not folder:
        return None
    found = {file for file, path in enumerate(columns.paths) if in_folder(path, folder)}
    if not found:
        why = f"no indexed path has the folder {echo(folder)}"
        raise RipwireError(NOT_FOUND, f"--dead-code: {why} (e.g. --dead-code=src)")
    return found
