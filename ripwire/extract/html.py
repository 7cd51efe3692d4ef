"""Facts of an HTML file: its title and its headings.

Purpose: `scan` gives one section for the file, named by its ``<title>`` (its stem without one), and one for each
``<h1>`` to ``<h6>``. `nest` closes headings at the next of their level or a higher one.
Invariant: tags are found where HTML finds them: none in comments, attribute values, scripts, style sheets and other raw
text. Names are bytes of the file, entities decoded and white space squeezed. Sections are in source order.
Cost: seven searches for a file without title and headings, else one pass over its tags; linear in the bytes whatever
they hold, since every search moves on to what it found or ends the scan. No recursion.
"""

from __future__ import annotations

from ripwire.limits import MAX_TITLE_BYTES, MAX_TITLE_SOURCE_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ripwire.extract.markdown import Link, Section

Heading = tuple[bytes, int, int, int]  # name, level, start byte, line

_BLANKS = frozenset(b" \t\n\r\f")
_NAME_ENDS = _BLANKS | frozenset(b"/>")
_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyz")
_LEVELS = {b"h%d" % level: level for level in range(1, 7)}
# What stands in these is text up to their own end tag.
_RAW = frozenset({b"title", b"script", b"style", b"textarea", b"xmp", b"iframe", b"noembed", b"noframes"})
_WANTED = (b"<title", *(b"<" + name for name in _LEVELS))


def scan(data: bytes, stem: bytes) -> tuple[list[Section], list[Link]]:
    """The sections of one file, its own first, as `markdown.scan` gives them; an HTML file has no links."""
    low = data.lower()
    lines = max(data.count(b"\n") + (not data.endswith(b"\n")), 1)
    if not any(mark in low for mark in _WANTED):
        return [(stem, 0, len(data), 1, lines)], []
    title, headings = _read(data, low)
    return [(title or stem, 0, len(data), 1, lines), *nest(_with_lines(data, headings), len(data), lines)], []


def nest(headings: list[Heading], size: int, lines: int) -> list[Section]:
    """Sections of headings in source order. Each ends where the next of its level or a higher one starts."""
    ends = [(size, lines + 1)] * len(headings)  # the byte and the line where the section has ended
    open_: list[int] = []
    for i, (_name, level, start, line) in enumerate(headings):
        while open_ and headings[open_[-1]][1] >= level:
            ends[open_.pop()] = (start, line)
        open_.append(i)
    return [
        (name, start, end, line, max(end_line - line, 1))
        for (name, _level, start, line), (end, end_line) in zip(headings, ends, strict=True)
    ]


def name_of(text: bytes) -> bytes:
    """Text as a name: entities decoded, white space squeezed, cut on a character."""
    name = b" ".join(text.split())[:MAX_TITLE_SOURCE_BYTES]
    if b"&" in name:
        import html  # few titles hold an entity, and it brings a table of two thousand

        text = html.unescape(name.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
        name = b" ".join(text.replace(b"\xc2\xa0", b" ").split())
    if len(name) > MAX_TITLE_BYTES:
        end = MAX_TITLE_BYTES
        while end > MAX_TITLE_BYTES - 4 and name[end] & 0xC0 == 0x80:
            end -= 1
        name = name[:end].rstrip()
    return name


def _with_lines(data: bytes, headings: Iterable[tuple[bytes, int, int]]) -> list[Heading]:
    found = []
    at, line = 0, 1
    for name, level, start in headings:
        line += data.count(b"\n", at, start)
        at = start
        found.append((name, level, start, line))
    return found


def _read(data: bytes, low: bytes) -> tuple[bytes, list[tuple[bytes, int, int]]]:
    """The title and (name, level, start byte) of each heading. ``low`` is the data in lower case."""
    title = b""
    headings: list[tuple[bytes, int, int]] = []
    level = start = 0  # of the open heading; level 0: none is open
    text: list[bytes] = []  # of the open heading
    drawings = 0  # open <svg>: their titles are those of shapes
    size = len(data)
    at = 0

    def close() -> None:
        name = name_of(b"".join(text))
        if level and name:
            headings.append((name, level, start))
        text.clear()

    while at < size:
        tag = low.find(b"<", at)
        if level:
            text.append(data[at : tag if tag >= 0 else size])
        if tag < 0:
            break
        first = low[tag + 1] if tag + 1 < size else 0
        if first in _LETTERS:
            ends = False
            name_at = tag + 1
        elif first == 0x2F and tag + 2 < size and low[tag + 2] in _LETTERS:  # </name
            ends = True
            name_at = tag + 2
        elif first in b"!?/":
            at = _comment_end(low, tag)
            continue
        else:  # a less-than sign
            if level:
                text.append(b"<")
            at = tag + 1
            continue
        at = name_at + 1
        while at < size and low[at] not in _NAME_ENDS:
            at += 1
        name = low[name_at:at]
        at = _tag_end(low, at)
        if at < 0:  # a tag that never ends is none
            break
        if name in _LEVELS:
            close()
            level = 0 if ends else _LEVELS[name]
            start = tag
        elif name == b"br":
            if level:
                text.append(b" ")
        elif name == b"svg":
            if ends:
                drawings = max(drawings - 1, 0)
            elif low[at - 2] != 0x2F:
                drawings += 1
        elif ends:
            pass
        elif name == b"plaintext":
            break
        elif name in _RAW and not (drawings and name == b"title"):
            end = _raw_end(low, name, at)
            if name == b"title" and not title:
                title = name_of(data[at:end])
            at = end
    close()
    return title, headings


def _comment_end(low: bytes, tag: int) -> int:
    """Where a comment, a doctype, a processing instruction or an end tag without a name ends."""
    if not low.startswith(b"<!--", tag):
        end = low.find(b">", tag)
        return end + 1 if end >= 0 else len(low)
    if low.startswith(b">", tag + 4) or low.startswith(b"->", tag + 4):
        return low.index(b">", tag) + 1
    end = low.find(b"--", tag + 4)
    while end >= 0:
        if low.startswith(b">", end + 2):
            return end + 3
        if low.startswith(b"!>", end + 2):
            return end + 4
        end = low.find(b"--", end + 1)
    return len(low)


def _tag_end(low: bytes, at: int) -> int:
    """The byte after a tag whose name ends at ``at``, or -1. A quoted attribute value may hold a ``>``."""
    size = len(low)
    close = low.find(b">", at)
    while close >= 0:
        equals = low.find(b"=", at, close)
        if equals < 0:
            return close + 1
        at = equals + 1
        while at < size and low[at] in _BLANKS:
            at += 1
        quote = low[at : at + 1]
        if quote == b'"' or quote == b"'":
            at = low.find(quote, at + 1) + 1
            if not at:
                return -1
        else:
            while at < size and low[at] != 0x3E and low[at] not in _BLANKS:
                at += 1
        if at > close:
            close = low.find(b">", at)
    return -1


def _raw_end(low: bytes, name: bytes, at: int) -> int:
    """Where the end tag of a raw text element starts, or the end of the file."""
    mark = b"</" + name
    end = low.find(mark, at)
    while end >= 0:
        after = end + len(mark)
        if after < len(low) and low[after] in _NAME_ENDS:
            return end
        end = low.find(mark, after)
    return len(low)
