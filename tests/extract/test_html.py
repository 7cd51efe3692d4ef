"""Titles and headings of HTML files: by hand, and against html.parser on generated documents."""

from __future__ import annotations

import html
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire.extract.html import name_of, scan
from ripwire.limits import MAX_TITLE_BYTES, MAX_TITLE_SOURCE_BYTES


def names(data: bytes) -> list[bytes]:
    """The title, or the stem, and the headings' names."""
    return [section[0] for section in scan(data, b"stem")[0]]


def test_title_and_headings_with_their_spans() -> None:
    data = (
        b"<!doctype html>\n<html><head>\n<title>The\n  page</title></head>\n"
        b"<body><h1 class=x>One</h1>\n<p>a\n<h2>Two</h2><h2>Three <em>and</em> more</h2>\n<H1>Four</H1>\n</body>\n"
    )
    size = len(data)
    assert scan(data, b"page") == (
        [
            (b"The page", 0, size, 1, 9),
            (b"One", data.index(b"<h1"), data.index(b"<H1"), 5, 3),
            (b"Two", data.index(b"<h2>Two"), data.index(b"<h2>Three"), 7, 1),
            (b"Three and more", data.index(b"<h2>Three"), data.index(b"<H1"), 7, 1),
            (b"Four", data.index(b"<H1"), size, 8, 2),
        ],
        [],
    )


@pytest.mark.parametrize(("data", "lines"), [(b"", 1), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"\n\n", 2)])
def test_without_title_the_stem_names_the_file(data: bytes, lines: int) -> None:
    assert scan(data, b"x") == ([(b"x", 0, len(data), 1, lines)], [])


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"<TITLE lang='en'>A</TITLE >", [b"A"]),
        (b"<title></title>", [b"stem"]),
        (b"<title> \n</title><title>B</title>", [b"B"]),
        (b"<title>A</title><title>B</title>", [b"A"]),
        (b"<title>A & B &lt;c&gt; &#233;&nbsp;&hellip;</title>", "A & B <c> é …".encode()),
        (b"<title>caf\xe9 &amp; \xff</title>", [b"caf\xe9 & \xff"]),
        (b"<title>a</titles>b</title/>", [b"a</titles>b"]),
        (b"<title>no <h1>tags</h1> here</title>", [b"no <h1>tags</h1> here"]),
        (b"<title>never closed", [b"never closed"]),
        (b"<titles>no</titles>", [b"stem"]),
        (b"<!-- <title>no</title> --><title>A</title>", [b"A"]),
        (b"<!--><title>A</title>", [b"A"]),
        (b"<!---><title>A</title>", [b"A"]),
        (b"<!-- --!><title>A</title>", [b"A"]),
        (b"<!-- ---><title>A</title>", [b"A"]),
        (b"<!-- <title>no</title>", [b"stem"]),
        (b"<?php '<title>no</title>' ?>", [b"stem"]),
        (b"<? a > <title>A</title> ?>", [b"A"]),  # it ends at its first >, as in a browser
        (b"</ <title>no</title><title>A</title>", [b"A"]),
        (b"<![CDATA[<title>no</title>]]><title>A</title>", [b"A"]),
        (b"<script>'<title>no</title>'</script><title>A</title>", [b"A"]),
        (b"<style><title>no</title></style><title>A</title>", [b"A"]),
        (b"<textarea><h1>no</h1></textarea><h1>A</h1>", [b"stem", b"A"]),
        (b"<script>'<h1>no</h1>'</scripts></script\n><h1>A</h1>", [b"stem", b"A"]),
        (b"<script><h1>no</h1>", [b"stem"]),
        (b"<plaintext><h1>no</h1>", [b"stem"]),
        (b"<svg><title>shape</title></svg><title>A</title>", [b"A"]),
        (b"<svg/><title>A</title>", [b"A"]),
        (b"</svg><title>A</title>", [b"A"]),
        (b'<p title="<h1>no</h1>"><h1>A</h1>', [b"stem", b"A"]),
        (b"<p title = '>\"<h1>no</h1>'><h1>A</h1>", [b"stem", b"A"]),
        (b"<p title=it's><h1>A</h1>", [b"stem", b"A"]),
        (b'<p x=a="><h1>A</h1>', [b"stem", b"A"]),
        (b'<p "\'><h1>A</h1>', [b"stem", b"A"]),
        (b'<a href="{% url "x" %}"><h1>A</h1></a>', [b"stem", b"A"]),
        (b"<h1>a<br>b<br/>c</h1>", [b"stem", b"a b c"]),
        (b"<h1>1 < 2</h1>", [b"stem", b"1 < 2"]),
        (b"<h1>a<script>'<h2>'</script>b<!-- c -->d</h1>", [b"stem", b"abd"]),
        (b"<h1><img src=x></h1><h2>B</h2>", [b"stem", b"B"]),
        (b"<h1>A<h2>B</h2>", [b"stem", b"A", b"B"]),
        (b"<h1>A</h3>B", [b"stem", b"A"]),
        (b"<h1>A", [b"stem", b"A"]),
        (b"<h1", [b"stem"]),
        (b"<h1 ", [b"stem"]),
        (b"<h1><h2", [b"stem"]),
        (b"<h7>no</h7><h10>no</h10><hr><header>no</header>", [b"stem"]),
        (b"<h1>a\x00b</h1>", [b"stem", b"a\x00b"]),
        (b"\xef\xbb\xbf<title>A</title>", [b"A"]),
        (b"<title>{% block title %}{% endblock %}</title>", [b"{% block title %}{% endblock %}"]),
        (b"<h1\r\n>A\r\n</h1\r\n>", [b"stem", b"A"]),
    ],
)  # fmt: skip
def test_names(data: bytes, found: list[bytes] | bytes) -> None:
    assert names(data) == ([found] if isinstance(found, bytes) else found)


def test_long_name_is_cut_on_a_character() -> None:
    assert name_of(b"a" * 300) == b"a" * MAX_TITLE_BYTES
    for lead in range(4):
        name = name_of(b"a" * lead + "\u20ac\U0001f600".encode() * 60)
        assert MAX_TITLE_BYTES - 4 < len(name) <= MAX_TITLE_BYTES
        name.decode()
    assert name_of(b"\x80" * 300) == b"\x80" * (MAX_TITLE_BYTES - 4)
    assert name_of(b"a" * (MAX_TITLE_BYTES - 1) + b" b") == b"a" * (MAX_TITLE_BYTES - 1)


def test_numbers_that_python_refuses_to_read() -> None:
    assert name_of(b"x &#" + b"9" * 10_000 + b"; y") == "x \ufffd".encode()
    assert MAX_TITLE_SOURCE_BYTES < 4300


class Oracle(HTMLParser):
    """The same facts from the standard parser's events."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[str, str]] = []  # tag, text
        self.open = ""
        self.text = ""

    def finish(self) -> None:
        if self.open:
            self.found.append((self.open, " ".join(html.unescape(self.text).split())))
        self.open = self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "br":
            self.text += " "
        if tag == "title" or (tag[0] == "h" and tag[1:] in "123456"):
            self.finish()
            self.open = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == "title" or (tag[0] == "h" and tag[1:] in "123456"):
            self.finish()

    def handle_data(self, data: str) -> None:
        if self.cdata_elem in (None, "title"):
            self.text += data

    def handle_entityref(self, name: str) -> None:
        self.text += f"&{name};"

    def handle_charref(self, name: str) -> None:
        self.text += f"&#{name};"


WORD = st.text("abcxyz é<>\"'=/!-h1", max_size=12)
TEXT = st.lists(
    st.sampled_from(["a", "b c", "é", "\n", " ", "&amp;", "&#65;", "&lt;h1&gt;", "'", '"', "=", "-->"])
).map("".join)
ATTRIBUTES = st.lists(
    st.one_of(
        st.sampled_from(["", "class=x", "disabled", "href=a/b", "x = y"]),
        WORD.filter(lambda text: '"' not in text).map(lambda text: f'title="{text}"'),
        WORD.filter(lambda text: "'" not in text).map(lambda text: f"title='{text}'"),
    ),
    max_size=3,
).map(" ".join)


@st.composite
def pieces(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(["text", "comment", "raw", "heading", "inline", "title", "void"]))
    attributes = draw(ATTRIBUTES)
    opened = f" {attributes} " if attributes else ""
    if kind == "text":
        return draw(TEXT)
    if kind == "comment":
        return f"<!--x{draw(WORD).replace('-', '')} -->"
    if kind == "raw":
        tag = draw(st.sampled_from(["script", "style"]))
        return f"<{tag}{opened}>{draw(WORD).replace('</', '')} <h1>no</h1></{tag}>"
    if kind == "title":
        return f"<title{opened}>{draw(TEXT)}</title>"
    if kind == "void":
        return draw(st.sampled_from(["<br>", "<br/>", "<hr>", "<!doctype html>"]))
    tag = f"h{draw(st.integers(1, 6))}" if kind == "heading" else draw(st.sampled_from(["p", "em", "div", "html"]))
    tag = tag.upper() if draw(st.booleans()) else tag
    inner = "".join(draw(st.lists(st.one_of(TEXT, st.sampled_from(["<em>", "</em>", "<br>", "<!--h-->"])), max_size=3)))
    return f"<{tag}{opened}>{inner}</{tag}>"


@given(st.lists(pieces(), max_size=12).map("".join))
def test_agrees_with_the_standard_parser(text: str) -> None:
    oracle = Oracle()
    oracle.feed(text)
    oracle.close()
    oracle.finish()
    titles = [name for tag, name in oracle.found if tag == "title" and name]
    wanted = [(titles[0] if titles else "stem").encode()]
    wanted += [name.encode() for tag, name in oracle.found if tag != "title" and name]
    assert names(text.encode()) == wanted


@given(
    st.lists(st.sampled_from([b"<", b"h1", b">", b"</", b"title", b"\n", b"script", b"!--", b"-->", b"'", b"=", b"a"]))
)
def test_sections_are_ordered_and_inside_the_file(parts: list[bytes]) -> None:
    data = b"".join(parts)
    sections, links = scan(data, b"x")
    lines = sections[0][4]
    assert links == []
    starts = [section[1] for section in sections[1:]]
    assert starts == sorted(set(starts))
    for name, start, end, line, rows in sections:
        assert name and 0 <= start <= end <= len(data)
        assert line == 1 + data.count(b"\n", 0, start)
        assert rows >= 1 and line + rows - 1 <= lines


@pytest.mark.parametrize(
    "data",
    [
        b"<h1" * 350_000,
        b"<h1 " * 250_000,
        b"<h1>" * 250_000,
        b"<h1><h1 x='" * 90_000,
        b"<title>" * 150_000,
        b"<title></titl" * 80_000,
        b"<h1>" + b"<!--" * 250_000,
        b"<h1>" + b"<!-- --" * 150_000,
        b"<h1>" + b"-" * 10 + b"<!" * 500_000,
        b"<h1>" + b"</" * 500_000,
        b"<h1 " + b"x=1 " * 250_000 + b">",
        b"<h1 " + b"x='' " * 200_000,
        b"<h1 " + b"=" * 1_000_000 + b">",
        b"<h1>" + b"&#" * 500_000,
        b"<h1>" + b"&#" + b"9" * 1_000_000,
        b"<svg>" * 200_000 + b"<title>",
        b"<script></script" * 60_000 + b"<h1>",
        b"<h1>\n" * 200_000,
        b"".join(b"<h%d>x" % (n % 6 + 1) for n in range(150_000)),
        b"<h1>" + b"\x00" * 1_000_000,
    ],
    ids=range(20),
)
def test_hostile_input_comes_to_an_end(data: bytes) -> None:
    sections, _ = scan(data, b"x")  # quadratic work on these takes minutes
    assert sections and all(0 <= start <= end <= len(data) for _, start, end, _, _ in sections)
