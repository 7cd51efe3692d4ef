"""Facts of a Markdown file: its sections and what its prose points at.

Purpose: `scan` gives one section for the file, one for each ATX heading, and the links of the prose: wiki links to
other files and inline code spans that name a definition.
Invariant: sections are in source order, their spans nest, and no link comes from inside a fenced block. Lines end at
LF alone; a CR before it belongs to no name.
Cost: one pass over the lines, linear in the bytes whatever they hold: every search either consumes what it finds or
ends the line.
"""

from __future__ import annotations

Section = tuple[bytes, int, int, int, int]
Link = tuple[bytes, bytes, int, int]

BOM = b"\xef\xbb\xbf"
BLANKS = b" \t"
MAX_INDENT = 3  # deeper is an indented code block (or a list item, whose headings are no sections)
MAX_LEVEL = 6
MIN_FENCE = 3
MIN_CODE_NAME = 3  # shorter code spans are variables and flags more often than definitions
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") | frozenset(range(128, 256))


def scan(data: bytes, stem: bytes) -> tuple[list[Section], list[Link]]:
    """The sections and links of one file.

    A section is (name, start byte, end byte, line, lines spanned), the file's own first; a link is (kind, name, byte,
    line) with the kind ``b"wiki"`` or ``b"code"``.
    """
    headings: list[tuple[bytes, int, int, int, int]] = []  # name, level, start byte, line's byte, line
    links: list[Link] = []
    fence: tuple[int, int, int] | None = None  # character, length, indent
    at = len(BOM) if data.startswith(BOM) else 0
    line = 0
    while at < len(data):
        line += 1
        newline = data.find(b"\n", at)
        end = newline if newline >= 0 else len(data)
        text = data[at:end].rstrip(b"\r")
        body = text.lstrip(b" ")
        indent = len(text) - len(body)
        run = _fence_run(body)
        if fence is not None:
            if run and body[0] == fence[0] and run >= fence[1] and indent <= fence[2] + MAX_INDENT:
                fence = None if not body[run:].strip(BLANKS) else fence
        elif run and not (body[:1] == b"`" and b"`" in body[run:]):
            # Any indent may open a fence: in a list item it is four blanks and more.
            fence = (body[0], run, indent)
        else:
            level = _heading_level(body) if indent <= MAX_INDENT else 0
            name = _heading_name(body[level:]) if level else b""
            if name:
                headings.append((name, level, at + indent, at, line))
            if b"`" in body or b"[[" in body:
                _inline(text, at, line, links)
        at = end + 1
    return _sections(headings, stem, len(data), max(line, 1)), links


def _fence_run(body: bytes) -> int:
    """How many fence characters a line starts with; 0 when it is no fence."""
    mark = body[:1]
    if mark != b"`" and mark != b"~":
        return 0
    run = len(body) - len(body.lstrip(mark))
    return run if run >= MIN_FENCE else 0


def _heading_level(body: bytes) -> int:
    """1 to 6 for a run of hashes that a blank or the line's end follows, else 0."""
    if body[:1] != b"#":
        return 0
    level = len(body) - len(body.lstrip(b"#"))
    if level > MAX_LEVEL or body[level : level + 1] not in (b"", b" ", b"\t"):
        return 0
    return level


def _heading_name(text: bytes) -> bytes:
    """The heading's text without the closing hashes; hashes that touch a word (``C#``) are part of it."""
    text = text.strip(BLANKS)
    bare = text.rstrip(b"#")
    if not bare or bare[-1:] in (b" ", b"\t"):
        text = bare.rstrip(BLANKS)
    return text


def _sections(headings: list[tuple[bytes, int, int, int, int]], stem: bytes, size: int, lines: int) -> list[Section]:
    """Close every heading at the next one of the same or a higher level."""
    ends = [(size, lines + 1)] * len(headings)  # the byte and the line where the section has ended
    open_: list[int] = []
    for i, (_name, level, _start, line_byte, line) in enumerate(headings):
        while open_ and headings[open_[-1]][1] >= level:
            ends[open_.pop()] = (line_byte, line)
        open_.append(i)
    found: list[Section] = [(stem, 0, size, 1, lines)]
    for (name, _level, start, _line_byte, line), (end, end_line) in zip(headings, ends, strict=True):
        found.append((name, start, end, line, end_line - line))
    return found


def _inline(text: bytes, at: int, line: int, links: list[Link]) -> None:
    """Add the code spans of one line, and the wiki links between them."""
    runs = _backtick_runs(text)
    where: dict[int, list[int]] = {}  # run length -> the runs of it, in order
    for i, (_start, length) in enumerate(runs):
        where.setdefault(length, []).append(i)
    passed = dict.fromkeys(where, 0)  # how many of each list are behind us, so that no search starts over
    prose = 0
    i = 0
    while i < len(runs):
        start, length = runs[i]
        if _escaped(text, start, prose):
            start, length = start + 1, length - 1
        same = where.get(length, ())
        k = passed.get(length, 0)
        while k < len(same) and same[k] <= i:
            k += 1
        if length:
            passed[length] = k
        if not length or k == len(same):
            i += 1
            continue
        close = same[k]
        _wiki(text, prose, start, at, line, links)
        _code(text, start + length, runs[close][0], at, line, links)
        prose = runs[close][0] + length
        i = close + 1
    _wiki(text, prose, len(text), at, line, links)


def _backtick_runs(text: bytes) -> list[tuple[int, int]]:
    runs = []
    start = text.find(b"`")
    while start >= 0:
        end = start + 1
        while end < len(text) and text[end] == 0x60:
            end += 1
        runs.append((start, end - start))
        start = text.find(b"`", end)
    return runs


def _escaped(text: bytes, at: int, floor: int) -> bool:
    """Whether an odd number of backslashes stands right before a byte of the prose that starts at ``floor``."""
    first = at
    while first > floor and text[first - 1] == 0x5C:
        first -= 1
    return (at - first) % 2 == 1


def _code(text: bytes, start: int, end: int, at: int, line: int, links: list[Link]) -> None:
    """A code span that names something: ``Scope::name(...)`` counts as its last name."""
    name = text[start:end]
    cut = name.find(b"(")
    if cut >= 0:
        name = name[:cut]
    path = name.rfind(b"::")
    if path >= 0:
        start, name = start + path + 2, name[path + 2 :]
    start += len(name) - len(name.lstrip(BLANKS))
    name = name.strip(BLANKS)
    if len(name) >= MIN_CODE_NAME and not 0x30 <= name[0] <= 0x39 and _WORD.issuperset(name):
        links.append((b"code", name, at + start, line))


def _wiki(text: bytes, start: int, end: int, at: int, line: int, links: list[Link]) -> None:
    """The ``[[slug|text#part]]`` links of a stretch of prose, each as the bare slug: no folder, no suffix."""
    start = text.find(b"[[", start, end)
    while start >= 0:
        close = text.find(b"]]", start + 2, end)
        if close < 0:
            return
        start = text.rfind(b"[[", start, close) + 2
        slug = text[start:close].partition(b"|")[0].partition(b"#")[0].rstrip(b" \t\\")
        folder = slug.rfind(b"/") + 1
        start, slug = start + folder, slug[folder:]
        start += len(slug) - len(slug.lstrip(BLANKS))
        slug = slug.strip(BLANKS).removesuffix(b".md")
        if slug:
            links.append((b"wiki", slug, at + start, line))
        start = text.find(b"[[", close + 2, end)
