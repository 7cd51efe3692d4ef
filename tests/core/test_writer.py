"""The escaping writer, read back by lxml and json."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from ripwire._core.writer import Writer, cdata_alters, escape_attr, json_escape

CAPACITY = 65536

# Bytes where something can go wrong: every C0 control, markup, dashes, and pieces of UTF-8 sequences.
NASTY = [bytes([c]) for c in range(0x20)]
NASTY += [b"&", b"<", b">", b'"', b"'", b"\\", b"\x7f", b"&amp;", b"\r\n"]
NASTY += [b"-", b"--", b"-->", b"<!--", b"]", b"]]", b"]]>"]
NASTY += [b"\x80", b"\xbf", b"\xc2", b"\xe2\x82", b"\xf0\x9f\x98", b"\xf5\x80", b"\xff"]  # stray and truncated
NASTY += [b"\xc0\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"]  # overlong, beyond
NASTY += [b"\xef\xbf\xbe", b"\xef\xbf\xbf", b"\xef\xbf\xbd", b"\xf0\x9f\xbf\xbe", b"\xef\xb7\x90", b"\xee\x80\x80"]
NASTY += [b"\xc3\xa9", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xc2\x85", b"\xe2\x80\xa8"]
VALUES = st.binary() | st.lists(st.sampled_from(NASTY) | st.binary(max_size=3)).map(b"".join)


def written(method: str, *arguments: bytes) -> bytes:
    pieces: list[bytes] = []
    writer = Writer(pieces.append)
    getattr(writer, method)(*arguments)
    writer.flush()
    data = b"".join(pieces)
    assert writer.count == len(data)
    counting = Writer(None)
    getattr(counting, method)(*arguments)
    assert counting.count == len(data)
    return data


def as_xml_text(value: bytes) -> str:
    """What XML can hold of the value: the oracle for every XML place."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", value.decode("utf-8", "replace"))


def parsed(document: bytes) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, strip_cdata=False, huge_tree=True)
    return etree.fromstring(b'<?xml version="1.0" encoding="UTF-8"?>' + document, parser)


@given(VALUES)
@example(b"a\tb\nc\rd\r\ne")
def test_attribute_round_trip(value):
    data = written("attr", b"name", value)
    assert data.startswith(b' name="') and data.endswith(b'"')
    assert data == b' name="' + escape_attr(value) + b'"'
    assert parsed(b"<e" + data + b"/>").get("name") == as_xml_text(value)


@given(VALUES)
def test_text_round_trip(value):
    assert (parsed(b"<e>" + written("text", value) + b"</e>").text or "") == as_xml_text(value)


@given(VALUES)
@example(b"]]>")
@example(b"]]]]>>]]>]]>")
@example(b"]]\xff>")
def test_cdata_round_trip(value):
    data = written("cdata", value)
    assert data.startswith(b"<![CDATA[") and data.endswith(b"]]>")
    expected = as_xml_text(value)
    assert (parsed(b"<e>" + data + b"</e>").text or "") == expected.replace("\r\n", "\n").replace("\r", "\n")
    altered = expected.encode() != value
    assert Writer(None).cdata(value) is altered
    assert cdata_alters(value) is altered
    if not altered:  # the bytes themselves are all there, CR included
        assert data[9:-3].replace(b"]]><![CDATA[", b"") == value.replace(b"]]><![CDATA[", b"")


def test_cdata_splits_the_end_mark_and_says_nothing_was_lost():
    assert written("cdata", b"a]]>b") == b"<![CDATA[a]]]]><![CDATA[>b]]>"
    assert Writer(None).cdata(b"a]]>b\r\n\t") is False
    assert Writer(None).cdata(b"\x00") is True


@given(VALUES)
@example(b"-")
@example(b"-\x01-")
@example(b"-->")
@example(b"-\xff-")
def test_comment_is_well_formed(value):
    data = written("comment", value)
    body = data[4:-3]
    assert data.startswith(b"<!--") and data.endswith(b"-->")
    assert b"--" not in body and not body.endswith(b"-")
    assert not re.search(rb"[\x00-\x1f\x7f]", body)
    kept = re.sub("[\x00-\x1f\x7f]", "", value.decode("utf-8", "replace"))
    kept = re.sub("-+", "-", re.sub("[\ufffe\uffff]", "\ufffd", kept))
    expected = kept + " " if kept.endswith("-") else kept
    assert body.decode() == expected
    (comment,) = parsed(b"<e>" + data + b"</e>")
    assert comment.text == expected


@given(VALUES)
def test_json_round_trip(value):
    data = written("json_string", value)
    assert json.loads(data) == value.decode("utf-8", "replace")
    assert data == b'"' + json_escape(value) + b'"'
    assert not re.search(rb"[\x00-\x1f]", data)


@given(VALUES, st.sampled_from(["attr", "text", "cdata", "comment", "json_string"]))
def test_output_is_valid_utf8_and_nothing_xml_excludes(value, method):
    data = written(method, b"n", value) if method == "attr" else written(method, value)
    text = data.decode("utf-8")
    if method != "json_string":
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", text)


def test_every_two_byte_sequence_is_replaced_as_python_does():
    for lead in range(256):
        for second in range(256):
            for tail in (b"", b"\x80", b"\x80\x80", b"a"):
                value = bytes([lead, second]) + tail
                assert json.loads(b'"' + json_escape(value) + b'"') == value.decode("utf-8", "replace"), value


def test_spelling():
    assert escape_attr(b'<a href="x">&\'</a>') == b"&lt;a href=&quot;x&quot;&gt;&amp;&apos;&lt;/a&gt;"
    assert escape_attr(b"\t\n\r\x00\x7f") == b"&#9;&#10;&#13;\xef\xbf\xbd\x7f"
    assert written("text", b"\t\n\r<") == b"\t\n&#13;&lt;"
    assert json_escape(b'"\\\n\t\x1f\x00\x7f/') == b'\\"\\\\\\u000a\\u0009\\u001f\\u0000\x7f/'
    assert written("comment", b"a--b--") == b"<!--a-b- -->"
    assert written("raw", b"<&>") == b"<&>"
    assert escape_attr(b"operator<=>") == b"operator&lt;=&gt;"


@pytest.mark.parametrize("escape", [escape_attr, json_escape])
def test_a_clean_value_is_returned_itself(escape):
    for value in (b"", b"plain text"):
        assert escape(value) is value


@pytest.mark.parametrize("size", [0, 1, CAPACITY - 1, CAPACITY, CAPACITY + 1, 3 * CAPACITY + 5])
def test_pieces_are_full_buffers(size):
    pieces: list[bytes] = []
    writer = Writer(pieces.append)
    value = bytes(32 + i % 90 for i in range(size))
    writer.raw(value[: size // 3])
    writer.raw(value[size // 3 :])
    assert writer.count == size
    writer.flush()
    writer.flush()
    assert b"".join(pieces) == value
    assert all(type(piece) is bytes for piece in pieces)
    assert [len(piece) for piece in pieces[:-1]] == [CAPACITY] * (len(pieces) - 1)
    assert len(pieces) == -(-size // CAPACITY)


def test_escapes_across_the_end_of_the_buffer():
    for lead in range(CAPACITY - 12, CAPACITY + 2):
        pieces: list[bytes] = []
        writer = Writer(pieces.append)
        writer.raw(b"x" * lead)
        writer.text(b'<">&\xff\xe2\x82\xac')
        writer.flush()
        assert b"".join(pieces)[lead:] == b"&lt;&quot;&gt;&amp;\xef\xbf\xbd\xe2\x82\xac"


def test_nothing_reaches_the_sink_before_the_buffer_is_full_or_flushed():
    pieces: list[bytes] = []
    writer = Writer(pieces.append)
    writer.raw(b"x" * CAPACITY)
    assert pieces == []
    writer.raw(b"y")
    assert [len(piece) for piece in pieces] == [CAPACITY]
    writer.flush()
    assert pieces[1:] == [b"y"]


def test_a_failing_sink_is_heard_and_its_bytes_are_not_offered_again():
    calls: list[bytes] = []

    def sink(piece: bytes) -> None:
        calls.append(piece)
        if len(calls) == 1:
            raise BrokenPipeError("gone")

    writer = Writer(sink)
    writer.raw(b"first")
    with pytest.raises(BrokenPipeError):
        writer.flush()
    writer.raw(b"second")
    writer.flush()
    assert calls == [b"first", b"second"]
    failing = Writer(lambda piece: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        failing.attr(b"n", b"<" * CAPACITY)


def test_a_sink_may_write_to_its_writer():
    pieces: list[bytes] = []

    def sink(piece: bytes) -> None:
        pieces.append(piece)
        if len(pieces) == 1:
            writer.raw(b"inner")

    writer = Writer(sink)
    writer.raw(b"outer")
    writer.flush()
    writer.flush()
    assert pieces == [b"outer", b"inner"]


def test_wrong_types_are_refused():
    with pytest.raises(TypeError, match="callable or None"):
        Writer(3)
    writer = Writer()
    for call in (writer.raw, writer.text, writer.cdata, writer.comment, writer.json_string, escape_attr, json_escape):
        for value in ("text", None, 1):
            with pytest.raises(TypeError):
                call(value)
    assert writer.count == 0
