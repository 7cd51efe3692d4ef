"""The encodings of --encoding: texts of the web's standard names as UTF-8.

Purpose: `decoder` gives what turns bytes of one encoding into UTF-8 (https://encoding.spec.whatwg.org/#names-and-labels).
Invariant: a mark of UTF-16 wins over the name, and is left to whoever reads marks; one of UTF-8 is dropped, and the
name holds, as in ripgrep; what is malformed becomes U+FFFD.
Cost: one pass of Python's codec; nothing is imported before a file is decoded.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Python's codecs, where the name is not Python's own.
_CODECS = {
    "iso-8859-8-i": "iso8859-8", "macintosh": "mac-roman", "windows-874": "cp874", "x-mac-cyrillic": "mac-cyrillic",
    "gbk": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932", "euc-kr": "cp949",
    "iso-2022-jp": "iso2022_jp_ext",
}  # fmt: skip
_WIDE = {"gbk", "gb18030", "big5", "shift_jis", "euc-kr", "euc-jp", "iso-2022-jp", "utf-16le", "utf-16be"}
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_MARK = b"\xef\xbb\xbf"

# Where the standard and Python's tables differ.
_CHANGES: dict[str, dict[int, int]] = {
    "windows-1255": {0xCA: 0x5BA},
    "koi8-u": {0xAE: 0x45E, 0xBE: 0x40E},
    "x-mac-cyrillic": {0xA2: 0x490, 0xB6: 0x491, 0xFF: 0x20AC},
}
_GB = {
    0xE5E5: 0x3000, 0xE7C7: 0x1E3F, 0xE81E: 0x9FB4, 0xE826: 0x9FB5, 0xE82B: 0x9FB6, 0xE82C: 0x9FB7, 0xE832: 0x9FB8,
    0xE843: 0x9FB9, 0xE854: 0x9FBA, 0xE864: 0x9FBB, 0xE78D: 0xFE10, 0xE78E: 0xFE12, 0xE78F: 0xFE11,
    **{0xE790 + k: 0xFE13 + k for k in range(7)},
}  # fmt: skip
# Characters of JIS X 0208 that the web takes in their wide forms.
_JIS = {0x301C: 0xFF5E, 0x2016: 0x2225, 0x2212: 0xFF0D, 0xA2: 0xFFE0, 0xA3: 0xFFE1, 0xAC: 0xFFE2, 0xA6: 0xFFE4}
# Of Big5 the codec has the tables of Hong Kong; a hundred rare characters of the web's own table are lacking in it.
_BIG5 = {
    0x2022: 0x2027, 0xFF64: 0xFE51, 0x203E: 0xAF, 0x223C: 0xFF5E, 0x2641: 0x2295, 0x2609: 0x2299, 0xA5: 0xFFE5,
    0xA2: 0xFFE0, 0xA3: 0xFFE1,
}  # fmt: skip
_WIDE_CHANGES: dict[str, dict[int, int]] = {
    "gbk": _GB, "gb18030": _GB, "big5": _BIG5, "shift_jis": dict.fromkeys(range(0xF8F0, 0xF8F4), 0xFFFD),
    "iso-2022-jp": _JIS | dict.fromkeys((0x0E, 0x0F, 0x1B), 0xFFFD), "euc-jp": _JIS,
}  # fmt: skip


def _malformed(error: UnicodeError) -> tuple[str, int]:
    """A pair whose second byte is beyond ASCII is one error, any other byte is one by itself."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    data, at = error.object, error.start
    lead = data[at]
    if error.encoding.startswith("gb"):
        beyond = 0x81 <= lead < 0xFF and data[at + 1 : at + 2] == b"\xff"
        return "\u20ac" if lead == 0x80 else "\ufffd", error.end + beyond
    if error.encoding == "euc_jp":
        leads = lead in (0x8E, 0x8F) or 0xA1 <= lead < 0xFF
    else:
        leads = 0x81 <= lead < 0xFF and (lead != 0xA0 or error.encoding != "cp932")
    pair = leads and at + 1 < len(data) and data[at + 1] >= 0x80
    if pair and error.encoding == "euc_jp" and lead >= 0xA1 and 0xA1 <= data[at + 1] < 0xFF:
        # Rows of vendors, which Python's table has in the shifted form only.
        row, cell = lead - 0xA0, data[at + 1] - 0xA0
        second = cell + 0x3F + (cell > 63) if row % 2 else cell + 0x9E
        char = bytes([(row - 1 >> 1) + (0x81 if row < 63 else 0xC1), second]).decode("cp932", "replace")
        return "\ufffd" if len(char) > 1 or 0xE000 <= ord(char) < 0xF900 else char, at + 2
    return "\ufffd", at + 2 if pair else at + 1


def decoder(name: str) -> Callable[[bytes], bytes]:
    """``name``: of an encoding, in small letters."""
    if name == "utf-8":
        return lambda data: data if data.startswith(_WIDE_MARKS) else data.decode("utf-8", "replace").encode()
    codec = _CODECS.get(name, name)
    if name in _WIDE:
        from codecs import register_error

        register_error("ripwire.malformed", _malformed)
        errors = "replace" if name.startswith(("utf", "iso")) else "ripwire.malformed"
        changes = _WIDE_CHANGES.get(name)

        def wide(data: bytes) -> bytes:
            if data.startswith(_WIDE_MARKS):
                return data
            text = data.removeprefix(_MARK).decode(codec, errors)
            return (text.translate(changes) if changes else text).encode("utf-8", "replace")

        return wide
    from codecs import charmap_decode

    table = _table(name, codec)

    def narrow(data: bytes) -> bytes:
        if data.startswith(_WIDE_MARKS):
            return data
        return charmap_decode(data.removeprefix(_MARK), "strict", table)[0].encode()

    return narrow


def _table(name: str, codec: str) -> str:
    """The 256 characters of an encoding of single bytes."""
    if name == "x-user-defined":
        return "".join([chr(code if code < 128 else 0xF700 + code) for code in range(256)])
    changes = _CHANGES.get(name, {})
    out = []
    for code in range(256):
        char = bytes([code]).decode(codec, "replace")
        if char == "\ufffd" and 0x80 <= code < 0xA0 and name.startswith("windows"):
            char = chr(code)  # control characters, which Python's tables lack there
        out.append(chr(changes[code]) if code in changes else char)
    return "".join(out)
