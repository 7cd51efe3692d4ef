"""Patterns against ripgrep: which lines match, with which spans, and what is no pattern."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ripwire._core.pcre import BadPattern, Program
from ripwire.limits import PATTERN_MAX_BYTES, PATTERN_MAX_LEVELS
from ripwire.search.pattern import How, compile_patterns
from ripwire.search.syntax import PatternError
from tests.search.oracle import JSON, asked, scanned

ATOMS = [
    *"abckKsé漢_1", "foo", "ß", ".", "^", "$", r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"\b", r"\B", "[ab]", "[^a]",
    "[a-c]", "[^é]", "[é-ö]", r"[\w--[a-c]]", r"[a-z&&[^b]]", r"[\d~~[0-4]]", r"\pL", r"\P{L}", r"\p{Lu}", r"\<",
    "[[:alpha:]]", r"[^\s\d]", r"\b{start}", r"\b{end}", r"\>", "(?i:k)", "(?i:[a-c])", r"(?-u:\w)", "(?i:é)", r"\x41",
    r"\u{e9}", "(?s:.)", r"\-", " ", r"[^\W\d]", "[]a]", "[a-]", "(?x: a b )", "(?i:[^K])",
]  # fmt: skip
LETTERS = "abcABCkKſsSéÉßẞ漢_ 019foo-\tKx"


def expression(random_: random.Random, depth: int = 0) -> str:
    kind = random_.random()
    if depth > 3 or kind < 0.4:
        return random_.choice(ATOMS)
    one, two = expression(random_, depth + 1), expression(random_, depth + 1)
    if kind < 0.65:
        return one + two
    if kind < 0.8:
        return f"(?:{one}|{two})"
    if kind < 0.95:
        return f"({one})" + random_.choice(["*", "+", "?", "{2}", "{1,3}", "*?", "+?", "??", "{2,}", "{0,2}?"])
    return f"(?i:{one})"


def spans(output: bytes) -> list[tuple[int, list[tuple[int, int]]]]:
    """Line numbers of matching lines, with the matches that are not empty."""
    events = (json.loads(line) for line in output.splitlines())
    return [
        (data["line_number"], [(m["start"], m["end"]) for m in data["submatches"] if m["start"] < m["end"]])
        for data in (event["data"] for event in events if event["type"] == "match")
    ]


def test_lines_and_spans_are_ripgreps(tmp_path: Path) -> None:
    """Empty matches inside of a character are left out: ripgrep reports them, PCRE2 can't be asked for them."""
    random_ = random.Random(11)
    root = tmp_path / "tree"
    root.mkdir()
    compared = 0
    for _ in range(250):
        lines = ["".join(random_.choice(LETTERS) for _ in range(random_.randrange(12))) for _ in range(6)]
        (root / "t").write_text("\n".join(lines) + random_.choice(["", "\n"]), newline="")
        patterns = [expression(random_) for _ in range(random_.choice([1, 1, 2]))]
        how, words = How(), ["--json"]
        for chance, word, change in (
            (0.2, "-i", {"case": "ignore"}), (0.2, "-S", {"case": "smart"}), (0.1, "-w", {"word": True}),
            (0.1, "-x", {"line": True}), (0.1, "-F", {"fixed": True}), (0.1, "--crlf", {"crlf": True}),
        ):  # fmt: skip
            if random_.random() < chance and not (word == "-S" and "-i" in words or word == "-x" and "-w" in words):
                how = how._replace(**change)
                words.append(word)
        code, output = asked(root, *words, *(w for p in patterns for w in ("-e", p)), "t")
        try:
            found = compile_patterns([p.encode() for p in patterns], how)
        except PatternError as error:
            assert code == 2, (words, patterns, error.message)
            continue
        assert code != 2, (words, patterns, output)
        ours = scanned(root, (found.ascii, found.utf), [b"t"], explicit=True, mode=JSON, line_number=True)
        assert spans(ours[1]) == spans(output), (words, patterns, lines)
        compared += code == 0
    assert compared > 50


@pytest.mark.parametrize(
    ("pattern", "at", "words"),
    [
        ("a)", 1, "closes no group"), ("(a", 0, "never closed"), ("[a", 0, "never closed"),
        ("*a", 0, "nothing to repeat"),
        ("a|*", 2, "nothing to repeat"), ("a{2", 1, "never closed"), ("a{,3}", 1, "numbers"), ("a{3,2}", 1, "before"),
        (r"\8", 0, "back references"), (r"\é", 0, "means nothing"), (r"\p{foo}", 0, "no Unicode property"),
        ("(?z)a", 2, "no flag"), ("(?=a)", 0, "look-around"), ("(?<!a)", 0, "look-around"), ("[z-a]", 1, "before"),
        (r"[a-\d]", 1, "not to a class"), (r"\x{110000}", 0, "no character"), ("(?<n>a)(?<n>b)", 10, "called 'n'"),
        (r"\b{foo}", 2, "start-half"), ("(?x)a # b", 6, "comment"), ("(?)", 1, "nothing to repeat"), (r"a\n", 0, "-U"),
        ("(?u-u)", 4, "twice"), ("ab\\", 2, "nothing follows"), ("é)", 2, "closes no group"),
    ],
)  # fmt: skip
def test_what_is_no_pattern_is_refused_with_its_place(tmp_path: Path, pattern: str, at: int, words: str) -> None:
    with pytest.raises(PatternError) as caught:
        compile_patterns([pattern.encode()], How())
    assert words in caught.value.message and caught.value.at == at, (caught.value.message, caught.value.at)
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "t").write_text("a\n")
    assert asked(tmp_path / "tree", "-e", pattern, "t")[0] == 2


@pytest.mark.parametrize(
    ("pattern", "folds"),
    [("foo", True), ("Foo", False), (r"foo\S", True), (r"\x46oo", False), (r"\w", False), ("É", False),
     ("[A-Z]a", False), ("[a-z]", True), ("", False), (r"\p{Lu}x", True)],
)  # fmt: skip
def test_smart_case_looks_at_the_characters_of_the_parsed_pattern(pattern: str, folds: bool) -> None:
    assert compile_patterns([pattern.encode()], How(case="smart")).ignore_case is folds


def test_a_word_is_part_of_the_pattern_and_no_filter() -> None:
    found = compile_patterns([b"foo|foo_bar"], How(word=True))
    assert found.ascii.search(b"x foo_bar y") == [2, 9]


def test_literals_need_no_expression() -> None:
    for pattern, how, literal in (
        (b"foo", How(), True), (b"foo.", How(), False), (b"f.o", How(fixed=True), True),
        (b"foo", How(word=True), False),
        (b"bar", How(case="ignore"), True), ("é".encode(), How(), True),
    ):  # fmt: skip
        found = compile_patterns([pattern], how)
        assert found.ascii.literal is literal and (found.utf is found.ascii) == literal or pattern == b"foo."
    folded = compile_patterns([b"kiss"], How(case="ignore"))
    assert folded.ascii.literal and not folded.utf.literal
    assert folded.utf.search("KISſ".encode()) == [0, 5]


@pytest.mark.parametrize("needle", [b"semaphore", b"a", b"zz", b"x1_y"])
def test_a_caseless_literal_is_found_where_lower_case_finds_it(needle: bytes) -> None:
    random_ = random.Random(5)
    program = Program(needle, literal=True, caseless=True)
    for _ in range(200):
        text = bytes(random_.choice(b"aAzZxX1_yYsS \n") for _ in range(random_.randrange(60)))
        if random_.random() < 0.5:
            at = random_.randrange(len(text) + 1)
            text = text[:at] + bytes(random_.choice((c, c ^ 32)) if chr(c).isalpha() else c for c in needle) + text[at:]
        at = text.lower().find(needle)
        assert program.search(text) == (None if at < 0 else [at, at + len(needle)])


@pytest.mark.parametrize(
    "pattern",
    [b"(" * (PATTERN_MAX_LEVELS + 1) + b"a" + b")" * (PATTERN_MAX_LEVELS + 1), b"a" * (PATTERN_MAX_BYTES + 1),
     b"((a{999}){999}){999}",
     b"[" * 300, b"a" + b"*" * 300, b"a{99999}", b"(?:" * 5000],
    ids=["groups", "long", "bomb", "classes", "repeats", "count", "unclosed"],
)  # fmt: skip
def test_hostile_patterns_are_refused(pattern: bytes) -> None:
    with pytest.raises(PatternError):
        compile_patterns([pattern], How())


def test_a_catastrophe_hits_the_limit_and_says_so() -> None:
    program = Program(rb"^(\w+\s?)+$")
    with pytest.raises(RuntimeError, match="limit"):
        program.search(b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")


def test_pcres_own_errors_have_their_place() -> None:
    with pytest.raises(BadPattern) as caught:
        Program(b"a(b")
    assert caught.value.at == 3
    with pytest.raises(PatternError):
        compile_patterns([b"a(b"], How(pcre=True))
    assert compile_patterns([rb"(a)\1"], How(pcre=True)).ascii.search(b"xaa") == [1, 3, 1, 2]
