"""Sections and links of Markdown files, on small documents whose facts are written by hand."""

from __future__ import annotations

import pytest

from ripwire.extract.markdown import Link, scan


def names(data: bytes) -> list[bytes]:
    """The headings' names, without the file's own section."""
    return [section[0] for section in scan(data, b"stem")[0][1:]]


def links(data: bytes) -> list[Link]:
    return scan(data, b"stem")[1]


def test_file_is_the_first_section() -> None:
    data = b"text\nmore\n"
    assert scan(data, b"README") == ([(b"README", 0, len(data), 1, 2)], [])


@pytest.mark.parametrize(("data", "lines"), [(b"", 1), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"\n\n", 2)])
def test_file_spans_every_line(data: bytes, lines: int) -> None:
    assert scan(data, b"x")[0] == [(b"x", 0, len(data), 1, lines)]


def test_section_ends_at_the_next_of_its_level_or_higher() -> None:
    data = b"intro\n# One\na\n## Two\nb\n### Three\nc\n## Four\nd\n# Five\ne\n"
    assert scan(data, b"doc")[0] == [
        (b"doc", 0, len(data), 1, 11),
        (b"One", 6, data.index(b"# Five"), 2, 8),
        (b"Two", data.index(b"## Two"), data.index(b"## Four"), 4, 4),
        (b"Three", data.index(b"### Three"), data.index(b"## Four"), 6, 2),
        (b"Four", data.index(b"## Four"), data.index(b"# Five"), 8, 2),
        (b"Five", data.index(b"# Five"), len(data), 10, 2),
    ]


def test_indented_heading_starts_at_its_hash_and_ends_the_one_before_at_its_line() -> None:
    assert scan(b"# a\n   # b\n", b"x")[0][1:] == [(b"a", 0, 4, 1, 1), (b"b", 7, 11, 2, 1)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (b"# One", b"One"),
        (b"###### Six", b"Six"),
        (b"#\tTab", b"Tab"),
        (b"   # Indented", b"Indented"),
        (b"# Closed ##", b"Closed"),
        (b"# Closed ##  \t", b"Closed"),
        (b"## About C#", b"About C#"),
        (b"# One\r", b"One"),
        (b"# Closed #\r", b"Closed"),
        (b"# `code` and [link](x.md)", b"`code` and [link](x.md)"),
        (b"# v1.2.3 a::b<c>", b"v1.2.3 a::b<c>"),
        (b"# caf\xc3\xa9 \xff", b"caf\xc3\xa9 \xff"),
    ],
)
def test_heading(line: bytes, name: bytes) -> None:
    assert names(line + b"\n") == [name]
    assert names(line) == [name]


@pytest.mark.parametrize(
    "line",
    [b"#One", b"####### Seven", b"    # Code", b"\t# Code", b"#", b"## ##", b"# ", b"> # Quoted", b"\\# Escaped"],
)
def test_no_heading(line: bytes) -> None:
    assert names(line + b"\n") == []


def test_byte_order_mark() -> None:
    data = b"\xef\xbb\xbf# Title\n"
    assert scan(data, b"x")[0] == [(b"x", 0, 11, 1, 1), (b"Title", 3, 11, 1, 1)]


def test_fences_hide_headings_and_links() -> None:
    data = (
        b"```sh\n# no\n`hidden` [[hidden]]\n~~~\n```\n# yes\n"
        b"~~~~\n# no\n~~~\n```\n# no\n~~~~ \n# also\n"
        b"``` not `a` fence\n# third\n"
    )
    assert names(data) == [b"yes", b"also", b"third"]
    assert links(data) == []


def test_fence_with_words_does_not_close() -> None:
    assert names(b"```\n```js\n# no\n```\n# yes\n") == [b"yes"]


def test_fence_in_a_list_item() -> None:
    assert names(b"1. x\n\n    ```sh\n# no\n    ```\n# yes\n") == [b"yes"]


def test_deeper_fence_is_text_of_an_outer_one() -> None:
    assert names(b"```md\n- x\n    ```\n# no\n```\n# yes\n") == [b"yes"]


def test_unclosed_fence_runs_to_the_end() -> None:
    assert names(b"# yes\n```\n# no\n") == [b"yes"]


def test_crlf_fence() -> None:
    assert names(b"```\r\n# no\r\n```\r\n# yes\r\n") == [b"yes"]


@pytest.mark.parametrize(
    ("text", "name", "byte"),
    [
        (b"[[page]]", b"page", 2),
        (b"see [[ page ]]", b"page", 7),
        (b"[[page|shown]]", b"page", 2),
        (b"[[page#part]]", b"page", 2),
        (b"[[page#part|shown]]", b"page", 2),
        (b"| [[page\\|in a table]] |", b"page", 4),
        (b"[[docs/page.md]]", b"page", 7),
        (b"![[page]]", b"page", 3),
        (b"[[broken [[page]]", b"page", 11),
    ],
)
def test_wiki_link(text: bytes, name: bytes, byte: int) -> None:
    assert links(b"\n" + text + b"\n") == [(b"wiki", name, byte + 1, 2)]


@pytest.mark.parametrize("text", [b"[[]]", b"[[#part]]", b"[[open", b"[page]", b"`[[page]]`", b"[[a\nb]]"])
def test_no_wiki_link(text: bytes) -> None:
    assert [link for link in links(text) if link[0] == b"wiki"] == []


@pytest.mark.parametrize(
    ("text", "name", "byte"),
    [
        (b"`name`", b"name", 1),
        (b"`` name ``", b"name", 3),
        (b"`name()`", b"name", 1),
        (b"`name (x, y)`", b"name", 1),
        (b"`Scope::Deep::name()`", b"name", 14),
        (b"`_private1`", b"_private1", 1),
        (b"# heading with `name`", b"name", 16),
        (b"a `` ` `` and `name`", b"name", 15),
        (b"\\`not `name`", b"name", 7),
        (b"``open `name`", b"name", 8),
    ],
)
def test_code_span(text: bytes, name: bytes, byte: int) -> None:
    assert links(text) == [(b"code", name, byte, 1)]


@pytest.mark.parametrize(
    "text",
    [b"`ab`", b"`a.name`", b"`--flag`", b"`1st`", b"`two words`", b"`open", b"``name`", b"\\`name`", b"`()`", b"`a::`"],
)
def test_no_code_span(text: bytes) -> None:
    assert links(text) == []


def test_links_are_in_order_around_code() -> None:
    assert links(b"[[one]] `two()` [[three]] `four`\n[[five]]") == [
        (b"wiki", b"one", 2, 1),
        (b"code", b"two", 9, 1),
        (b"wiki", b"three", 18, 1),
        (b"code", b"four", 27, 1),
        (b"wiki", b"five", 35, 2),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"`" * 400_000,
        b" ".join(b"`" * n for n in range(900)),
        b"`a ``b " * 60_000,
        b"[" * 400_000,
        b"[[" * 200_000 + b"]]",
        b"\\`" * 200_000,
        b"\\" * 400_000 + b"`",
        b"#" * 400_000,
        b"# " * 200_000,
        b"".join(b"#" * (n % 6 + 1) + b" x\n" for n in range(80_000)),
        b"```\n" * 100_001,
    ],
    ids=[
        "ticks",
        "growing",
        "mixed",
        "brackets",
        "one-close",
        "escaped",
        "slashes",
        "hashes",
        "closers",
        "deep",
        "fences",
    ],
)
def test_hostile_input_comes_to_an_end(data: bytes) -> None:
    scan(data, b"x")  # quadratic work on these takes minutes, and the suite with them
