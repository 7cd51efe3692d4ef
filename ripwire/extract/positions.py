"""JSON read for where its strings are: the standard reader gives values without positions.

Purpose: `read_json` gives objects, arrays and, for a string, its place; `unescape` reads one escape sequence.
Invariant: takes what the standard reader takes in its default mode, invalid UTF-8 in strings aside, which passes as it
is. Iterative; nesting is bounded.
Cost: linear, some 0.3 microseconds a token or escape sequence; the text of a string is not copied.
"""

from __future__ import annotations

from ripwire.limits import NOTEBOOK_MAX_LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    # An object, an array, the (start, end) of what is between the quotes of a string, or the text of anything else.
    Value = dict[bytes, "Value"] | list["Value"] | tuple[int, int] | bytes
else:
    Value = object

_ESCAPES = {
    0x22: b'"', 0x5C: b"\\", 0x2F: b"/", 0x62: b"\b", 0x66: b"\f", 0x6E: b"\n", 0x72: b"\r", 0x74: b"\t",
}  # fmt: skip

_patterns: list[re.Pattern[bytes]] = []


def _compiled() -> list[re.Pattern[bytes]]:
    if not _patterns:
        import re  # only a notebook comes here

        texts = (
            rb"[ \t\n\r]*",
            rb'[^"\\\x00-\x1f]*',
            rb'\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})',
            rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null|NaN|-?Infinity",
        )
        _patterns[:] = [re.compile(text) for text in texts]
    return _patterns


def unescape(data: bytes, at: int, end: int) -> tuple[bytes, int]:
    """The UTF-8 text of the escape sequence at a backslash, and the byte after it.

    ``end`` is where the string ends. Two sequences that are halves of one character are one; a half alone is U+FFFD.
    """
    kind = data[at + 1]
    if kind != 0x75:
        return _ESCAPES[kind], at + 2
    code = int(data[at + 2 : at + 6], 16)
    at += 6
    if 0xD800 <= code < 0xDC00 and at + 6 <= end and data[at] == 0x5C and data[at + 1] == 0x75:
        low = int(data[at + 2 : at + 6], 16)
        if 0xDC00 <= low < 0xE000:
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
            at += 6
    if 0xD800 <= code < 0xE000:
        code = 0xFFFD
    return chr(code).encode(), at


def read_json(data: bytes) -> Value:
    """The one value of a JSON text. Raises ValueError when it is none, or nests too deep."""
    blanks, plain, escape, scalar = _compiled()

    def string_end(at: int) -> int:
        while True:
            found = plain.match(data, at)
            assert found is not None  # it may match nothing at all
            at = found.end()
            mark = data[at : at + 1]
            if mark == b'"':
                return at
            found = escape.match(data, at) if mark == b"\\" else None
            if found is None:
                raise ValueError(f"a broken string at byte {at}")
            at = found.end()

    def key_at(at: int) -> tuple[bytes, int]:
        """A key, with the byte where its value starts."""
        if data[at : at + 1] != b'"':
            raise ValueError(f"no key at byte {at}")
        end = string_end(at + 1)
        key = data[at + 1 : end]
        if b"\\" in key:
            parts = []
            place = at + 1
            while place < end:
                slash = data.find(b"\\", place, end)
                slash = slash if slash >= 0 else end
                parts.append(data[place:slash])
                place = slash
                if place < end:
                    part, place = unescape(data, place, end)
                    parts.append(part)
            key = b"".join(parts)
        at = skip(end + 1)
        if data[at : at + 1] != b":":
            raise ValueError(f"no colon at byte {at}")
        return key, skip(at + 1)

    def skip(at: int) -> int:
        found = blanks.match(data, at)
        assert found is not None  # as above
        return found.end()

    root: list[Value] = []
    open_: list[dict[bytes, Value] | list[Value]] = [root]
    key = b""
    at = skip(3 if data.startswith(b"\xef\xbb\xbf") else 0)
    while True:
        # A value starts here.
        mark = data[at : at + 1]
        value: Value
        opened = False
        if mark == b'"':
            end = string_end(at + 1)
            value = (at + 1, end)
            at = end + 1
        elif mark == b"{" or mark == b"[":
            value = {} if mark == b"{" else []
            opened = True
            at += 1
        else:
            found = scalar.match(data, at)
            if found is None:
                raise ValueError(f"no value at byte {at}")
            value = found[0]
            at = found.end()
        top = open_[-1]
        if isinstance(top, dict):
            top[key] = value
        else:
            top.append(value)
        at = skip(at)
        if opened:
            assert isinstance(value, (dict, list))
            if data[at : at + 1] != (b"}" if mark == b"{" else b"]"):
                if len(open_) > NOTEBOOK_MAX_LEVELS:
                    raise ValueError(f"too many levels at byte {at}")
                open_.append(value)
                if mark == b"{":
                    key, at = key_at(at)
                continue
            at = skip(at + 1)
        # A value has ended here: close what it was the last of.
        while True:
            top = open_[-1]
            mark = data[at : at + 1]
            if top is root:
                if mark:
                    raise ValueError(f"more than one value at byte {at}")
                return root[0]
            if mark == b",":
                at = skip(at + 1)
                if isinstance(top, dict):
                    key, at = key_at(at)
                break
            if mark != (b"}" if isinstance(top, dict) else b"]"):
                raise ValueError(f"no comma at byte {at}")
            open_.pop()
            at = skip(at + 1)
