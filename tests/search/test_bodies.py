"""What is searched in a file and how its path is printed: encodings, compressed files, links, separators, --binary."""

from __future__ import annotations

import bz2
import gzip
import itertools
import lzma
import socket
from array import array
from pathlib import Path

import pytest

from ripwire._core.pcre import Program
from ripwire._core.scan import Scan
from ripwire.search.encodings import decoder
from ripwire.search.links import link_parts
from ripwire.search.pattern import Flags, compile_patterns
from ripwire.search.unpack import decoding
from tests.search.oracle import COUNT, FILES, JSON, LINES, PLAIN, asked, scanned
from tests.search.test_scan import COLORS, plain

FOO = Program(b"foo", literal=True)
ALL = Program(b"")


def single(root: Path, data: bytes, name: str) -> bytes:
    (root / "a").write_bytes(data)
    return asked(root, "-a", "-E", name, "--no-filename", "-e", "^", "a")[1]


@pytest.mark.parametrize(
    "name",
    ["ibm866", *(f"iso-8859-{k}" for k in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)), "iso-8859-8-i", "koi8-r",
     "koi8-u", "macintosh", "windows-874", *(f"windows-125{k}" for k in range(9)), "x-mac-cyrillic", "x-user-defined"],
)  # fmt: skip
def test_encodings_of_single_bytes(tmp_path: Path, name: str) -> None:
    data = b"".join(bytes([code]) + b"z\n" for code in range(256))
    assert decoder(name)(data) == single(tmp_path, data, name)


@pytest.mark.parametrize(
    "name", ["utf-8", "gbk", "gb18030", "shift_jis", "euc-jp", "euc-kr", "big5", "iso-2022-jp"]
)
def test_encodings_of_several_bytes(tmp_path: Path, name: str) -> None:
    """Each pair that may be a character. Outside of these rows the web's Big5 has characters that Python's lacks."""
    rows = [*range(0xA4, 0xC6), *range(0xC9, 0xFA)] if name == "big5" else range(0x80, 0x100)
    lines = [bytes([lead, trail]) + b"zz" for lead in rows for trail in range(0x30, 0x100)]
    if name == "iso-2022-jp":
        lines = [b"\x1b$B" + line[:2] + b"\x1b(Bz" for line in lines if line[0] < 0x80] + [b"a\x0eb", b"\x1b(Jx\x1b(B"]
    data = b"".join(line + b"\n" for line in lines)
    ours, theirs = decoder(name)(data).split(b"\n"), single(tmp_path, data, name).split(b"\n")
    assert [pair for pair in zip(lines, ours, theirs, strict=False) if pair[1] != pair[2]] == []


def test_wide_encodings_and_marks(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    texts = {
        "a": "foo é\n\U0001f600 foo".encode("utf-16-le"), "b": "foo é\nbar\n".encode("utf-16-be"),
        "c": b"\xff\xfe" + "foo é\n".encode("utf-16-le"), "d": b"\xef\xbb\xbffoo \xe9\n", "e": b"\x00\xd8f\0o\0o\0x",
    }  # fmt: skip
    for name, data in texts.items():
        (root / name).write_bytes(data)
    for encoding in ("utf-16le", "utf-16be", "windows-1252", "utf-8", "none", "auto"):
        wanted = asked(root, "-a", "-E", encoding, "foo")
        how = {"decode": decoding(encoding, False), "no_mark": encoding == "none", "text": True}
        got = scanned(root, (FOO, FOO), [name.encode() for name in texts], **how)
        assert (got[0], plain(got[1])) == (wanted[0], plain(wanted[1])), encoding


def test_compressed_files(tmp_path: Path) -> None:
    """Those that are whole say what ripgrep says; the others are told, and what they have is searched."""
    root = tmp_path / "tree"
    root.mkdir()
    whole = {
        "a.gz": gzip.compress(b"foo1\n") * 2, "b.tgz": gzip.compress(b"foo2"), "c.bz2": bz2.compress(b"foo3\n"),
        "d.tbz2": bz2.compress(b"foo4"), "e.xz": lzma.compress(b"foo5"), "f.txz": lzma.compress(b"foo6"),
        "g.lzma": lzma.compress(b"foo7", lzma.FORMAT_ALONE), "h.xz": lzma.compress(b"foo8", lzma.FORMAT_ALONE),
        "i.GZ": gzip.compress(b"foo9"), "j.gz": gzip.compress("\ufefffoo".encode("utf-16-le")), "k": b"foo\n",
        ".gz": gzip.compress(b"foo0"),
    }  # fmt: skip
    for name, data in whole.items():
        (root / name).write_bytes(data)
    names = [name.encode() for name in sorted(whole)]
    for words, mode in (([], LINES), (["-c"], COUNT)):
        wanted = asked(root, "-z", "--hidden", *words, "foo")
        got = scanned(root, (FOO, FOO), names, mode=mode, decode=decoding("auto", True))
        assert (got[0], plain(got[1])) == (wanted[0], plain(wanted[1]))
    torn = {
        "a.gz": gzip.compress(b"foo1\n") + b"trail", "b.gz": gzip.compress(b"foo2\n" * 50)[:-9], "c.gz": b"foo",
        "d.zst": b"foo", "e.xz": b"", "f.Z": b"foo",
    }  # fmt: skip
    paths = []
    for name, data in torn.items():
        (root / name).write_bytes(data)
        paths.append(str(root / name).encode() + b"\0")
    scan = Scan(FOO, FOO, {**PLAIN, "mode": FILES, "decode": decoding("auto", True)})
    with open(tmp_path / "out", "wb") as out:
        offsets = array("Q", [0, *itertools.accumulate(map(len, paths))])
        scan.begin(b"".join(paths), offsets, bytes(len(paths)), 1, out.fileno())
        scan.work(0)
        scan.finish()
    assert [file for file, _ in scan.problems()] == list(range(6)) and sorted(scan.words) == list(range(6))
    assert [path[:-1] for path in paths[:2]] == (tmp_path / "out").read_bytes().splitlines()
    assert "behind" in scan.words[0] and "early" in scan.words[1] and "Zstandard" in scan.words[3]


def test_what_a_decoder_raises_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("foo\n")

    def broken(path: bytes | None, data: bytes) -> tuple[bytes, str | None]:
        raise ValueError("no")

    path = str(tmp_path / "a").encode() + b"\0"
    scan = Scan(FOO, FOO, {**PLAIN, "decode": broken})
    with open(tmp_path / "out", "wb") as out:
        scan.begin(path, array("Q", [0, len(path)]), bytes(1), 1, out.fileno())
        scan.work(0)
        scan.finish()
    assert [file for file, _ in scan.problems()] == [0] and scan.words == {0: "ValueError: no"} and not scan.selected


def grown(root: Path) -> list[bytes]:
    (root / "d é").mkdir(parents=True)
    (root / "d é" / "x y%.c").write_text("foo\nbar foo\nbar\n\nfoo")
    (root / "z").write_text("bar foo\nfoo\0\n" * 3)
    return ["d é/x y%.c".encode(), b"z"]


FORMATS = ["file://{host}{path}", "x:{path}#{line}", "x:{{{path}}}{wslprefix}?{line}:{column}"]


@pytest.mark.parametrize(
    ("words", "how"),
    [
        (["-n"], {"line_number": True}),
        (["--column", "-b"], {"line_number": True, "column": True, "byte_offset": True}),
        (["-N"], {}), (["--heading", "-n", "-A1"], {"heading": True, "line_number": True, "after": 1}),
        (["--heading", "-N"], {"heading": True}), (["-l"], {"mode": FILES}), (["-c"], {"mode": COUNT}),
        (["-0"], {"null": True}), (["--vimgrep"], {"vimgrep": True, "line_number": True, "column": True}),
        (["-o", "-n"], {"only_matching": True, "line_number": True}), (["--json"], {"mode": JSON, "line_number": True}),
        (["-I", "-n"], {"filename": False, "line_number": True}),
    ],
    ids=lambda value: "".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_links_and_separators(tmp_path: Path, words: list[str], how: dict[str, object]) -> None:
    root = tmp_path / "tree"
    names = grown(root)
    host = socket.gethostname().encode()
    for form in FORMATS:
        for colors in (COLORS, None):
            for separator in (b"\\", None):
                more = ["--path-separator", "\\"] if separator else []
                color = "--color=always" if colors else "--color=never"
                wanted = asked(root, *words, color, "--hyperlink-format", form, *more, "foo")
                got = scanned(
                    root, (FOO, FOO), names,
                    **{"colors": colors, "links": link_parts(form.encode(), host), "path_separator": separator, **how},
                )  # fmt: skip
                assert (got[0], plain(got[1])) == (wanted[0], plain(wanted[1])), (form, color, separator)


@pytest.mark.parametrize(
    "words",
    [[], ["-v"], ["-o"], ["-M4", "--max-columns-preview"], ["--vimgrep"], ["-U"], ["-Uo"], ["-U", "--vimgrep"],
     ["-A1", "-v"]],
    ids="".join,
)  # fmt: skip
def test_highlighted_lines(tmp_path: Path, words: list[str]) -> None:
    root = tmp_path / "tree"
    names = grown(root)
    source, pattern = "foo", compile_patterns([b"foo"], Flags())
    if "-U" in words or "-Uo" in words:
        source = r"foo\nb|o\n"
        pattern = compile_patterns([source.encode()], Flags(multiline=True))
    how = {
        "invert": "-v" in words, "only_matching": "-o" in words or "-Uo" in words, "after": int("-A1" in words),
        "multiline": not pattern.line_oriented,
    }  # fmt: skip
    if "--vimgrep" in words:
        how |= {"vimgrep": True, "column": True, "line_number": True}
    if "-M4" in words:
        how |= {"max_columns": 4, "preview": True}
    wanted = asked(root, "--color=always", "--colors=highlight:bg:blue", *words, source)
    got = scanned(root, (pattern.ascii, pattern.utf), names, colors=COLORS, highlight=b"\x1b[44m", **how)
    assert (got[0], plain(got[1])) == (wanted[0], plain(wanted[1]))


def test_binary_files_that_are_not_named(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    names = grown(root)
    (root / "m").write_bytes(b"bar\n" * 30_000 + b"foo\n\0foo\n")
    for words, mode in (([], LINES), (["-c"], COUNT), (["-l"], FILES), (["--json"], JSON)):
        wanted = asked(root, "--binary", *words, "foo")
        got = scanned(root, (FOO, FOO), [names[0], b"m", b"z"], mode=mode, all_named=True, line_number=mode == JSON)
        assert (got[0], plain(got[1])) == (wanted[0], plain(wanted[1])), words
