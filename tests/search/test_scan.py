"""What is printed: frames, contexts, counts, binary files and encodings, against ripgrep."""

from __future__ import annotations

import errno
import itertools
import os
import random
import re
import shutil
from array import array
from pathlib import Path
from typing import Any

import pytest

from ripwire._core.pcre import Program
from ripwire._core.scan import Scan
from ripwire.limits import SEARCH_STREAMED_BYTES
from tests.search.oracle import (
    COUNT,
    COUNT_MATCHES,
    FILES,
    FILES_WITHOUT,
    JSON,
    LINES,
    PLAIN,
    QUIET,
    asked,
    scanned,
)

MODES = {
    "": LINES, "-l": FILES, "--files-without-match": FILES_WITHOUT, "-c": COUNT, "--count-matches": COUNT_MATCHES,
    "--json": JSON, "-q": QUIET,
}  # fmt: skip
TEXTS = ["foo", "foo bar foo", "bar", "", "  foo", "xxxxxxxxxfoo", "é foo", "fo", "foofoo", "qux\r", "foo\r"]
COLORS = (b"\x1b[35m", b"\x1b[32m", b"", b"\x1b[1m\x1b[31m")


def plain(output: bytes) -> list[bytes]:
    """Lines in any order, without times and what ripgrep counts in pieces of its buffer."""
    output = re.sub(rb'"(secs|nanos|bytes_searched|bytes_printed)":\d+|"human":"[^"]*"', b"", output)
    return sorted(line for line in output.split(b"\n") if b'"type":"summary"' not in line)


def test_lines_are_ripgreps(tmp_path: Path) -> None:
    random_ = random.Random(21)
    for case in range(300):
        root = tmp_path / "tree"
        names = []
        for k in range(random_.randrange(1, 4)):
            name = random_.choice(["a", "b", "d/e", "d/f"]) + str(k)
            data = ("\n".join(random_.choices(TEXTS, k=random_.randrange(12))) + random_.choice(["\n", ""])).encode()
            if random_.random() < 0.15:
                at = random_.randrange(len(data) + 1)
                data = data[:at] + b"\0" + data[at:]
            elif random_.random() < 0.05:
                data = b"\xef\xbb\xbf" + data
            elif random_.random() < 0.05:
                data = b"\xff\xfe" + data.decode().encode("utf-16-le")
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)
            names.append(name)
        mode = random_.choice(["", "", "", *MODES])
        how: dict[str, Any] = {"mode": MODES[mode], "line_number": mode == "--json"}
        words = [mode] if mode else []
        # Not asked beside -v, -m and --passthru: what ripgrep does there depends on which of its loops is at work.
        odd = random_.random() < 0.5
        choices: list[tuple[float, list[str], dict[str, Any]]] = [
            (0.3, ["-n"], {"line_number": True}),
            (0.05, ["-0"], {"null": True}),
            (0.1, ["-a"], {"text": True}),
            (0.3, ["-v"], {"invert": True}) if odd else (0.3, ["-m", "2"], {"max_count": 2}),
            (0.4, ["-A", "1", "-B", "2"], {"after": 1, "before": 2}),
        ]
        if mode == "":
            choices += [
                (0.1, ["--column"], {"column": True, "line_number": True}), (0.1, ["-b"], {"byte_offset": True}),
                (0.1, ["-o"], {"only_matching": True}), (0.1, ["--trim"], {"trim": True}),
                (0.1, ["--heading"], {"heading": True}), (0.1, ["-M", "7"], {"max_columns": 7}),
                (0.1, ["--color=always"], {"colors": COLORS}),
            ]  # fmt: skip
        for chance, some, change in choices:
            if random_.random() < chance:
                words += some
                how |= change
        pattern = random_.choice(["foo", "foo", "bar", "o"])
        explicit = random_.random() < 0.3
        if explicit and len(names) == 1:
            how["filename"] = False
        paths = names if explicit else sorted(names, key=lambda name: name.replace("/", "\0"))
        wanted = asked(root, *words, pattern, *(names if explicit else []))
        program = Program(pattern.encode(), literal=True)
        for threads in (1, 2):
            code, output = scanned(
                root, (program, program), [path.encode() for path in paths], explicit=explicit, threads=threads, **how
            )
            assert (code, plain(output)) == (wanted[0], plain(wanted[1])), (case, words, pattern, explicit)
        shutil.rmtree(root)


def test_a_long_binary_file_is_searched_as_far_as_ripgrep_does(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    line = b"y" * 79 + b"\n"
    for name, data in {
        "a": b"foo 1\n" + line * 1000 + b"foo 2\n\0\nfoo 3\n",
        "b": b"foo 1\n" + line * 2000 + b"foo 2\nzz\n" + line * 2000 + b"\0 \nfoo 3\n",
        "c": b"foo 1" + b"x" * 200_000 + b"\nfoo 2\n" + b"\0\nfoo 3\n",
    }.items():
        (root / name).write_bytes(data)
    program = Program(b"foo", literal=True)
    for word, mode in (("-n", LINES), ("-c", COUNT), ("-l", FILES)):
        wanted = asked(root, word, "foo")
        how = {"mode": mode, "line_number": mode == LINES}
        code, output = scanned(root, (program, program), [b"a", b"b", b"c"], **how)
        assert (code, plain(output)) == (wanted[0], plain(wanted[1])), word


@pytest.mark.parametrize(
    "how",
    [{}, {"heading": True, "line_number": True}, {"after": 1, "before": 1}, {"mode": COUNT}, {"mode": JSON},
     {"mode": FILES}],
    ids=["lines", "heading", "context", "count", "json", "files"],
)  # fmt: skip
def test_many_threads_print_what_one_does(tmp_path: Path, how: dict[str, Any]) -> None:
    """Byte for byte, in the order of the paths; some files are long enough to be let go in parts."""
    random_ = random.Random(8)
    root = tmp_path / "tree"
    root.mkdir()
    names = []
    for k in range(120):
        name = f"f{k:03}"
        lines = random_.choices(TEXTS, k=300_000 if k % 37 == 5 else random_.choice([0, 3, 9, 40, 2000]))
        (root / name).write_text("\n".join(lines), newline="")
        names.append(name.encode())
    program = Program(b"foo", literal=True)
    one = scanned(root, (program, program), names, **how)
    assert len(one[1]) > 2 * SEARCH_STREAMED_BYTES or how.get("mode") in (COUNT, FILES)
    for threads in (2, 5):
        assert scanned(root, (program, program), names, threads=threads, **how) == one
    if not how:
        paths = [line.split(b":")[0] for line in one[1].splitlines()]
        assert paths == sorted(paths) and len(set(paths)) > 60


def test_what_cannot_be_read_is_told_and_the_rest_is_searched(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("foo\n")
    (tmp_path / "folder").mkdir()
    program = Program(b"foo", literal=True)
    paths = [str(tmp_path / name).encode() + b"\0" for name in ("none", "folder", "a")]
    offsets = array("Q", [0, *itertools.accumulate(map(len, paths))])
    scan = Scan(program, program, PLAIN)
    with open(tmp_path / "out", "wb") as out:
        scan.begin(b"".join(paths), offsets, bytes(3), 1, out.fileno())
        scan.work(0)
        scan.finish()
    assert scan.problems() == [(0, errno.ENOENT), (1, errno.EISDIR)] and scan.selected
    assert (tmp_path / "out").read_bytes() == paths[2][:-1] + b":foo\n"


def test_a_closed_pipe_ends_the_search(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("foo\n" * 100_000)
    program = Program(b"foo", literal=True)
    reading, writing = os.pipe()
    os.close(reading)
    scan = Scan(program, program, PLAIN)
    path = str(tmp_path / "a").encode() + b"\0"
    scan.begin(path, array("Q", [0, len(path)]), bytes(1), 1, writing)
    scan.work(0)
    scan.finish()
    os.close(writing)
    assert scan.error == errno.EPIPE


@pytest.mark.parametrize(
    ("paths", "offsets", "explicit"),
    [(b"a\0", [0, 2], b""), (b"a\0", [0, 9], b"\0"), (b"a\0b\0", [0, 1, 4], b"\0\0"), (b"a\0b\0", [0, 4, 2], b"\0\0"),
     (b"ab", [0, 2], b"\0")],
)  # fmt: skip
def test_paths_that_do_not_fit_are_refused(paths: bytes, offsets: list[int], explicit: bytes) -> None:
    program = Program(b"foo", literal=True)
    with pytest.raises(ValueError, match="fit"):
        Scan(program, program, PLAIN).begin(paths, array("Q", offsets), explicit, 1, 1)
