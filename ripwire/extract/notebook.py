"""Jupyter notebooks: the code of the cells as one text, their Markdown as sections, and the way back to the file.

Purpose: `read` takes a notebook apart. Its code cells are joined, one after another with a line break between, for an
ordinary grammar to read; lines that are no code (magics, shell commands, help requests) are blanks there.
Invariant: everything that leaves here names bytes and lines of the file as it lies on disk, and grows with them: a byte
of a cell's text that JSON escapes is the byte of its backslash. `NotebookMap` leads on to the cell.
Cost: linear in the bytes, iterative, in Python: notebooks are few. A number of some bytes for each escape sequence.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right

from ripwire.extract.html import name_of, nest
from ripwire.extract.markdown import scan
from ripwire.extract.positions import Value, read_json, unescape
from ripwire.languages.table import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.extract.html import Heading
    from ripwire.extract.markdown import Link, Section

_CODES = {key: code for code, row in reversed(list(enumerate(LANGUAGES))) for key in (row.tag, row.name) if row.family}
_CODES.update({row.name: code for code, row in enumerate(LANGUAGES) if row.family})
# What kernels call themselves, where that is not the name without its version.
_ALIASES = {"ipython": "python", "pypy": "python", "c++": "cpp", "c#": "csharp", ".net (c#)": "csharp"}
_PYTHON = _CODES["python"]


class NotebookMap:
    """Where the lines of a notebook's cells are: one entry a line of a code or Markdown cell, in file order.

    lines  array('I'), the line of the file, from 1; several entries may share one
    bytes  array('I'), the byte of the file where the line's text starts
    cells  array('I'), the number of the cell, from 1; every cell of the notebook counts, whatever its kind
    rows   array('I'), the line in the cell, from 1
    code   array('I'), for each line of the joined code its entry
    """

    __slots__ = ("lines", "bytes", "cells", "rows", "code")

    def __init__(self) -> None:
        self.lines = array("I")
        self.bytes = array("I")
        self.cells = array("I")
        self.rows = array("I")
        self.code = array("I")

    def packed(self) -> bytes:
        """Everything, as bytes for `unpacked`."""
        parts = [getattr(self, name) for name in self.__slots__]
        return array("I", [len(part) for part in parts]).tobytes() + b"".join(part.tobytes() for part in parts)

    @classmethod
    def unpacked(cls, data: bytes) -> NotebookMap:
        """The map of some bytes. Raises ValueError for any that `packed` does not give."""
        found = cls()
        head = 4 * len(cls.__slots__)
        lengths = array("I", data[:head])
        if len(lengths) != len(cls.__slots__) or head + 4 * sum(lengths) != len(data):
            raise ValueError("a notebook's map is damaged")
        for name, length in zip(cls.__slots__, lengths, strict=True):
            getattr(found, name).frombytes(data[head : head + 4 * length])
            head += 4 * length
        return found

    def cell_of(self, line: int) -> tuple[int, int] | None:
        """The cell and the line in it of a line of the file, or None when no cell's text stands there.

        A file that has a whole cell on one line gives the first line of that cell; `cell_at` can tell them apart.
        """
        at = bisect_left(self.lines, line)
        if at == len(self.lines) or self.lines[at] != line:
            return None
        return self.cells[at], self.rows[at]

    def cell_at(self, byte: int) -> tuple[int, int] | None:
        """The cell and the line in it of a byte of the file; the last one that starts at the byte or before it."""
        at = bisect_right(self.bytes, byte)
        return (self.cells[at - 1], self.rows[at - 1]) if at else None


class _Text:
    """Text made of JSON strings, and where its bytes come from.

    Stretches of bytes that stand in the file as they are follow each other with escape sequences between them; a
    stretch starts at ``starts[i]`` in the text and at ``places[i]`` in the file.
    """

    __slots__ = ("text", "starts", "places", "plain")

    def __init__(self) -> None:
        self.text = bytearray()
        self.starts = array("I")
        self.places = array("I")
        self.plain = bytearray()  # 0 for an escape sequence, all of whose bytes are its first one in the file

    def add(self, piece: bytes, place: int, plain: bool) -> None:
        self.starts.append(len(self.text))
        self.places.append(place)
        self.plain.append(plain)
        self.text += piece

    def add_string(self, data: bytes, start: int, end: int) -> None:
        """The JSON string between the quotes at ``start - 1`` and ``end``."""
        at = start
        while at < end:
            slash = data.find(b"\\", at, end)
            if slash < 0:
                slash = end
            if slash > at:
                self.add(data[at:slash], at, True)
            at = slash
            if at < end:
                piece, at = unescape(data, at, end)
                self.add(piece, slash, False)

    def place(self, byte: int) -> int:
        """The byte of the file for a byte of the text, or for its end."""
        at = bisect_right(self.starts, byte) - 1
        if at < 0:
            return 0
        return self.places[at] + (byte - self.starts[at] if self.plain[at] else 0)


class Notebook:
    """One notebook, taken apart.

    broken    it is no JSON, or no notebook: only the section of the file is known
    sections  the file's own and one a Markdown heading, positions in the file
    links     what the Markdown points at, positions in the file
    language  the row of the code's language, -1 when the table has none
    code      the joined code; empty without one
    map       where its lines are
    """

    __slots__ = ("broken", "sections", "links", "language", "code", "map", "_joined")

    def __init__(self, data: bytes, stem: bytes) -> None:
        self.broken = False
        lines = max(data.count(b"\n") + (not data.endswith(b"\n")), 1)
        self.sections: list[Section] = [(stem, 0, len(data), 1, lines)]
        self.links: list[Link] = []
        self.language = -1
        self.code = b""
        self.map = NotebookMap()
        self._joined = _Text()

    def map_byte(self, byte: int) -> int:
        """The byte of the file for a byte of the joined code."""
        return self._joined.place(byte)

    def map_line(self, line: int) -> int:
        """The line of the file for a line of the joined code, from 1; past the last one it is the last one's."""
        code = self.map.code
        return self.map.lines[code[min(line, len(code)) - 1]] if code else 1


def read(data: bytes, stem: bytes) -> Notebook:
    """Take a notebook apart. Never raises for what it holds."""
    book = Notebook(data, stem)
    try:
        root = read_json(data)
        cells = _cells(root)
    except ValueError:
        book.broken = True
        return book
    book.language = _language(data, root, cells)
    _Reader(data, book).read(cells)
    return book


def _cells(root: Value) -> list[dict[bytes, Value]]:
    """The cells of all worksheets (format 3) or of the notebook, in file order. Raises ValueError without a list."""
    if not isinstance(root, dict):
        raise ValueError("no notebook")
    sheets = root.get(b"worksheets")
    owners = sheets if isinstance(sheets, list) and b"cells" not in root else [root]
    found: list[dict[bytes, Value]] = []
    for owner in owners:
        cells = owner.get(b"cells") if isinstance(owner, dict) else None
        if not isinstance(cells, list):
            raise ValueError("no cells")
        found += [cell if isinstance(cell, dict) else {} for cell in cells]
    return found


def _language(data: bytes, root: Value, cells: list[dict[bytes, Value]]) -> int:
    """The row of the language that the notebook names; Python when it names none."""
    assert isinstance(root, dict)
    metadata = root.get(b"metadata")
    words = []
    for holder, key in ((b"kernelspec", b"language"), (b"language_info", b"name"), (b"kernelspec", b"name")):
        inner = metadata.get(holder) if isinstance(metadata, dict) else None
        words.append(inner.get(key) if isinstance(inner, dict) else None)
    words += [cell.get(b"language") for cell in cells[:1]]  # format 3
    for word in words:
        if isinstance(word, tuple) and word[0] < word[1]:
            text = _Text()
            text.add_string(data, *word)
            name = text.text.decode("utf-8", "replace").strip().lower()
            name = _ALIASES.get(name, name)
            if name not in _CODES:
                name = name.rstrip("0123456789.-_ ")  # python3, c++17
                name = _ALIASES.get(name, name)
            return _CODES.get(name, -1)
    return _PYTHON


class _Reader:
    """Fills a notebook from its cells."""

    def __init__(self, data: bytes, book: Notebook) -> None:
        self.data = data
        self.book = book
        self.headings: list[Heading] = []
        self.newlines = 0  # line breaks of the file before the byte `counted`
        self.counted = 0

    def read(self, cells: list[dict[bytes, Value]]) -> None:
        book = self.book
        joined = book._joined
        for number, cell in enumerate(cells, 1):
            kind = self.word(cell.get(b"cell_type"))
            if kind not in (b"code", b"markdown", b"heading"):
                continue
            text = _Text()
            end = 0
            source = cell.get(b"source", cell.get(b"input") if kind == b"code" else None)
            for part in source if isinstance(source, list) else [source]:
                if isinstance(part, tuple):
                    text.add_string(self.data, *part)
                    end = part[1]
            if not text.text:
                continue
            first = len(book.map.lines)
            self.enter(number, text, end)
            if kind == b"code":
                if book.language >= 0:
                    shift = len(joined.text)
                    joined.starts.extend(array("I", [shift + start for start in text.starts]))
                    joined.places += text.places
                    joined.plain += text.plain
                    joined.text += without_magics(bytes(text.text), book.language == _PYTHON)
                    joined.add(b"\n", end, False)
                    book.map.code.extend(range(first, len(book.map.lines)))
            elif kind == b"heading":
                level = cell.get(b"level")
                self.heading(bytes(text.text), int(level) if level in _HEADING_LEVELS else 1, text.place(0))
            else:
                self.markdown(text, first)
        book.code = bytes(joined.text)
        size, lines = book.sections[0][2], book.sections[0][4]
        book.sections += nest(self.headings, size, lines)

    def word(self, value: Value | None) -> bytes:
        return self.data[value[0] : value[1]] if isinstance(value, tuple) else b""

    def line_at(self, byte: int) -> int:
        """The line of a byte of the file; bytes come in order."""
        self.newlines += self.data.count(b"\n", self.counted, byte)
        self.counted = byte
        return self.newlines + 1

    def enter(self, number: int, text: _Text, end: int) -> None:
        """Put the lines of a cell into the map. ``end`` is the byte of the file after its text."""
        table = self.book.map
        at = row = 0
        while at >= 0:
            row += 1
            place = text.place(at) if at < len(text.text) else end
            table.lines.append(self.line_at(place))
            table.bytes.append(place)
            table.cells.append(number)
            table.rows.append(row)
            at = text.text.find(b"\n", at) + 1 or -1

    def heading(self, text: bytes, level: int, place: int) -> None:
        name = name_of(text)
        if name:
            lines = self.book.map
            self.headings.append((name, level, place, lines.lines[bisect_right(lines.bytes, place) - 1]))

    def markdown(self, text: _Text, first: int) -> None:
        """The sections and links of a Markdown cell whose first line has the entry ``first``."""
        body = bytes(text.text)
        lines = self.book.map.lines
        sections, links = scan(body, b"")
        for name, start, _end, line, _rows in sections[1:]:
            level = len(body[start : start + 6]) - len(body[start : start + 6].lstrip(b"#"))
            self.headings.append((name, level, text.place(start), lines[first + line - 1]))
        self.book.links += [(kind, name, text.place(at), lines[first + line - 1]) for kind, name, at, line in links]


_HEADING_LEVELS = (b"1", b"2", b"3", b"4", b"5", b"6")

# --- what is no code in a cell --------------------------------------------------------------------------------------

_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") | frozenset(range(128, 256))
_HELP = _LETTERS | frozenset(b"0123456789.*%")
_TARGETS = _HELP | frozenset(b", \t()[]")
_QUOTES = frozenset(b"\"'")
# Cell magics whose body is Python that runs, or that would.
_PYTHON_CELLS = frozenset({b"time", b"timeit", b"capture", b"prun", b"python", b"python3", b"pypy", b"debug"})


def without_magics(text: bytes, python: bool) -> bytes:
    """A cell's code with blanks for each byte that is no code, its line breaks kept.

    Of Python cells these are cell magics with the whole cell (unless its body is Python), line magics, shell commands
    and help requests, and their continuation lines; where one is assigned (``files = !ls``) its result stands for it.
    (An indented one leaves a number, so that its block has a statement.) They count at the start of a statement only:
    not in brackets and strings. Cells of other languages lose a cell magic
    or the magics at their start.
    """
    if b"%" not in text and b"!" not in text and b"?" not in text:
        return text
    out = bytearray(text)
    body = text.lstrip()
    at = len(text) - len(body)
    if body.startswith(b"%%"):
        name = body[2:].split(None, 1)[0] if body[2:3].strip() else b""
        if not python or name not in _PYTHON_CELLS:
            _blank(out, 0, len(out))
            return bytes(out)
    if not python:
        while at < len(text) and text[at] in b"% \t\r\n":
            start, at = at, _line_end(text, at) if text[at] == 0x25 else at + 1
            _blank(out, start, at)
        return bytes(out)
    at = text.rfind(b"\n", 0, at) + 1
    while at < len(text):
        start = at
        while start < len(text) and text[start] in b" \t\f":
            start += 1
        end = _line_end(text, start)
        cut = _magic(text, start, end)
        if cut < 0:
            at = _statement_end(text, at)
            continue
        while end < len(text) and text[end - 1 - (text[end - 1] == 0x0D)] == 0x5C:  # continued
            end = _line_end(text, end + 1)
        _blank(out, cut, end)
        if cut > at:
            out[cut] = 0x30  # a value for the variable, or a statement for the block
        at = end + 1
    return bytes(out)


def _blank(out: bytearray, start: int, end: int) -> None:
    blanks = b"\n".join(b" " * len(line) for line in out[start:end].split(b"\n"))
    out[start:end] = blanks


def _line_end(text: bytes, at: int) -> int:
    end = text.find(b"\n", at)
    return end if end >= 0 else len(text)


def _magic(text: bytes, start: int, end: int) -> int:
    """The byte where a line that starts a statement stops being Python, or -1."""
    if start >= end:
        return -1
    first = text[start]
    if first in b"!?":
        return start
    if first == 0x25:  # %name, %%name
        after = start + 2 if text[start + 1 : start + 2] == b"%" else start + 1
        return start if after < end and text[after] in _LETTERS else -1
    line = text[start:end].rstrip()
    if line.endswith(b"?"):
        name = line.rstrip(b"?")
        return start if name and _HELP.issuperset(name) and len(line) - len(name) <= 2 else -1
    equals = line.find(b"=")
    if equals > 0:
        value = equals + 1
        while value < len(line) and line[value] in b" \t":
            value += 1
        rest = line[value : value + 2]
        names = line[:equals].strip()
        magic = rest[:1] == b"!" or (rest[:1] == b"%" and len(rest) == 2 and rest[1] in _LETTERS)
        if magic and names and _TARGETS.issuperset(names):
            return start + value
    return -1


def _statement_end(text: bytes, at: int) -> int:
    """The start of the line where the next statement may begin: not in brackets, a string or a continued line."""
    size = len(text)
    depth = 0
    while at < size:
        byte = text[at]
        if byte == 0x0A:
            if depth <= 0:
                return at + 1
        elif byte == 0x23:  # a comment
            at = _line_end(text, at)
            continue
        elif byte == 0x5C:  # what follows is of this statement, be it a line break
            at += 2 if text[at + 1 : at + 3] != b"\r\n" else 3
            continue
        elif byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
        elif byte in _QUOTES:
            at = _string_end(text, at)
            continue
        at += 1
    return size


def _string_end(text: bytes, at: int) -> int:
    """The byte after a string; one that is not closed ends with its line, or with the text when it has three quotes."""
    quote = text[at : at + 1]
    if text.startswith(quote * 3, at):
        quote *= 3
    at += len(quote)
    single = len(quote) == 1
    while at < len(text):
        byte = text[at]
        if byte == 0x5C:
            at += 2
        elif byte == quote[0] and text.startswith(quote, at):
            return at + len(quote)
        elif byte == 0x0A and single:
            return at
        else:
            at += 1
    return len(text)
