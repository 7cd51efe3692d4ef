"""Replacements, matches over lines, other line ends and PCRE2, beside everything that prints, against ripgrep."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from ripwire.search.pattern import Flags, PatternError, compile_patterns
from ripwire.search.replace import template
from tests.search.oracle import COUNT, asked, scanned
from tests.search.test_scan import COLORS, MODES, plain

TEXTS = ["foo", "foo bar foo", "bar", "", "  foo", "xxxxxxxxxfoo", "é foo", "fo", "foofoo", "qux\r", "foo\r", "ab 12"]
PATTERNS = ["foo", "bar", "o", "o+", r"\w+", r"(f)(o*)", "^", "$", "x*", r"\b", "foo$", "^foo", "(?P<n>o)|(b)", "[^o]+"]
TEMPLATES = ["X", "<$0>", "$1", "${n}-", "$$", "$1a", "[$2$1]", "", "a\\nb", "$", "${", "$9"]
MORE = {
    "lines": [],
    "multiline": [
        r"foo\n", r"foo\nbar", r"\n", r"o\n*", r"(?s)f.*o", r"\s+", "[^x]+", r"foo\s+(\w+)", r"^$\n", r"\n|$",
        r"(?s)o.b", r"(o)\n(b)?", r"\Afoo", r"o\z|x\n", r"\w+\n\w+", r"x*\n?", "$\n|^", r"\bfoo\s\b",
    ],
    "crlf": [r"\r\n|o", "o$", r"^\r?$"],
    "null": ["o$", r"[^x]+"],
    "pcre": [r"(?<=o )b", r"(?<!\w)f", "f(?=o)", r"\Afoo", r"o\z", "[^x]+"],
}  # fmt: skip
FAMILIES: dict[str, tuple[list[str], dict[str, Any], dict[str, Any]]] = {
    "lines": ([], {}, {}),
    "multiline": (["-U"], {"multiline": True}, {}),
    "crlf": (["--crlf"], {"crlf": True}, {"crlf": True}),
    "null": (["--null-data"], {"null_data": True}, {"terminator": 0, "text": True}),
    "pcre": (["-P"], {"pcre": True}, {}),
}
Choice = tuple[float, list[str], dict[str, Any]]


def grow(root: Path, random_: random.Random, family: str) -> list[str]:
    """A few files; the names."""
    names = []
    for k in range(random_.choice([1, 1, 2])):
        name = random_.choice(["a", "b", "d/e", "d/f"]) + str(k)
        separator = "\0" if family == "null" else "\n"
        lines = [text + (random_.choice(["\r", ""]) if family == "crlf" else "") for text in
                 random_.choices(TEXTS, k=random_.randrange(12))]  # fmt: skip
        data = (separator.join(lines) + random_.choice([separator, ""])).encode()
        if random_.random() < 0.1 and family != "null":
            at = random_.randrange(len(data) + 1)
            data = data[:at] + b"\0" + data[at:]
        elif random_.random() < 0.05:
            data = b"\xef\xbb\xbf" + data
        elif random_.random() < 0.05:
            data = b"\xff\xfe" + data.decode().encode("utf-16-le")
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
        names.append(name)
    return names


def choices(random_: random.Random, family: str, mode: str) -> list[Choice]:
    """What may stand on the command line, with what it means to the scan."""
    most = random_.choice([1, 2, 3])
    some: list[Choice] = [
        (0.4, ["-n"], {"line_number": True}), (0.05, ["-0"], {"null": True}), (0.1, ["-a"], {"text": True}),
        (0.25, ["-v"], {"invert": True}), (0.4, ["-A", "1", "-B", "2"], {"after": 1, "before": 2}),
        (0.3, ["-m", str(most)], {"max_count": most}), (0.15, ["--passthru"], {"passthru": True}),
    ]  # fmt: skip
    if family != "multiline":  # it turns -U off
        some.append((0.15, ["--stop-on-nonmatch"], {"stop_on_nonmatch": True}))
    text = random_.choice(TEMPLATES)
    if mode in ("", "--json"):
        some.append((0.3, ["-r", text], {"replace": text}))
    if mode == "":
        some += [
            (0.15, ["--column"], {"column": True, "line_number": True}), (0.15, ["-b"], {"byte_offset": True}),
            (0.15, ["-o"], {"only_matching": True}), (0.1, ["--trim"], {"trim": True}),
            (0.1, ["--heading"], {"heading": True}), (0.15, ["-M", "7"], {"max_columns": 7}),
            (0.1, ["-M", "7", "--max-columns-preview"], {"max_columns": 7, "preview": True}),
            (0.15, ["--color=always"], {"colors": COLORS}),
            (0.15, ["--vimgrep"], {"vimgrep": True, "line_number": True, "column": True}),
        ]  # fmt: skip
    return some


@pytest.mark.parametrize(
    ("family", "cases"), [("lines", 200), ("multiline", 250), ("crlf", 120), ("pcre", 120), ("null", 100)]
)
def test_what_is_printed_is_ripgreps(tmp_path: Path, family: str, cases: int) -> None:
    random_ = random.Random(100)
    for case in range(cases):
        root = tmp_path / "tree"
        names = grow(root, random_, family)
        mode = random_.choice(["", "", "", "", *MODES])
        before, flags, how = FAMILIES[family]
        words = [*before, mode] if mode else [*before]
        how = {"mode": MODES[mode], "line_number": mode == "--json", **how}
        for chance, some, change in choices(random_, family, mode):
            against = {"--passthru": "after", "--vimgrep": "heading"}.get(some[0], "")
            if random_.random() < chance and not how.get(against):
                words += some
                how |= change
        explicit = random_.random() < 0.4
        how["filename"] = not explicit or len(names) > 1 or bool(how.get("vimgrep"))
        if mode == "--count-matches" and how.get("invert"):
            how["mode"] = COUNT
        source = random_.choice(PATTERNS + 2 * MORE[family])
        wanted = asked(root, *words, "-e", source, *(names if explicit else []))
        try:
            pattern = compile_patterns([source.encode()], Flags(text=bool(how.get("text")), **flags))
        except PatternError:
            assert wanted[0] == 2, (case, words, source)
            shutil.rmtree(root)
            continue
        if how.get("replace") is not None:
            how["replace"] = template(how["replace"].encode(), pattern.names)
        how |= {"by_line": pattern.by_line, "multiline": not pattern.line_oriented}
        paths = names if explicit else sorted(names, key=lambda name: name.replace("/", "\0"))
        programs = pattern.ascii, pattern.utf
        code, output = scanned(root, programs, [path.encode() for path in paths], explicit=explicit, **how)
        if wanted[0] != 101:  # where ripgrep panics
            assert (code, plain(output)) == (wanted[0], plain(wanted[1])), (case, words, source, explicit)
        shutil.rmtree(root)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (b"a$1b", [b"a"]), (b"a${1}b", [b"a", 1, b"b"]), (b"$n-$0", [2, b"-", 0]), (b"$$n", [b"$", b"n"]),
        (b"$", [b"$"]), (b"${n", [b"${n"]), (b"${}", [b"${}"]), (b"${n m}", [b"${n m}"]),
        (b"$n.x", [2, b".x"]), (b"$\xff", [b"$\xff"]), (b"$007", [7]),
    ],
)  # fmt: skip
def test_templates(text: bytes, parts: list[bytes | int]) -> None:
    assert template(text, {"n": 2}) == parts


def test_templates_say_what_ripgreps_say(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a").write_text("foo bar é\n")
    source = r"(?P<n>\w)(\w)(?P<long_name>)|(é)"
    pattern = compile_patterns([source.encode()], Flags())
    random_ = random.Random(3)
    for _ in range(150):
        text = "".join(random_.choices(["$", "{", "}", "n", "1", "2", "long_name", "é", " ", "0", "_", "["], k=7))
        wanted = asked(root, "-r", text, "-e", source)
        how = {"replace": template(text.encode(), pattern.names)}
        got = scanned(root, (pattern.ascii, pattern.utf), [b"a"], **how)
        assert got == wanted, text
