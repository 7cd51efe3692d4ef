"""The lexer by its pitfalls, and nearly equal streams against the slow pass over all pairs."""

from __future__ import annotations

import random
from array import array

import pytest

from ripwire._core.clones import common, near
from ripwire._core.lexer import tokens, without_comments
from ripwire.languages.keywords import KEYWORDS

NAME, NUMBER, STRING = 1, 2, 3
SLASHES, HASH, DASHES, CHARACTERS, TRIPLE, BACKTICK, INNER_HASH = 1, 2, 4, 16, 32, 64, 128


def shape(code: str, how: int = SLASHES) -> str:
    """Tokens as letters: n name, 0 number, s text, k word of a language, punctuation as itself."""
    letters = {NAME: "n", NUMBER: "0", STRING: "s"}
    return "".join(letters.get(t) or ("k" if t < 512 else chr(t - 512)) for t in tokens(code.encode(), how))


@pytest.mark.parametrize(
    ("code", "how", "wanted"),
    [
        ("a = b + 12", SLASHES, "n=n+0"),
        ("if (x) return 'y';", SLASHES, "k(n)ks;"),
        ("fn f<'a>(x: &'a str) -> char { 'b' }", SLASHES + CHARACTERS, "kn<'n>(n:&'nn)->k{s}"),
        (r"let c = '\''; let d = '\u{1F600}';", SLASHES + CHARACTERS, "kn=s;kn=s;"),
        ("x = 1'000'000 + 1_000 + 0x1F + 1.5e-3", SLASHES, "n=0+0+0+0"),
        ("don't = 'text'", HASH, "n'n=s"),
        ("a # comment ' \"\nb", HASH, "nn"),
        ("a # b", SLASHES, "n#n"),
        ("a // b\nc /* d\ne */ f", SLASHES, "nnn"),
        ("a // b", HASH, "n//n"),
        ("a -- b\nc --[==[ d ]] e\n]==] f", DASHES, "nnn"),
        ("i--", SLASHES, "n--"),
        ('x = """a "b" c"""; y', HASH + TRIPLE, "n=s;n"),
        ("x = `a ${b}`", SLASHES + BACKTICK, "n=s"),
        ("x = `a`", SLASHES, "n=`n`"),
        ('"never closed', SLASHES, "s"),
        ("/* never closed", SLASHES, ""),
        ("'", SLASHES, "s"),
        ("é漢 = 1", SLASHES, "n=0"),
        ("", SLASHES, ""),
        ("1..2", SLASHES, "0..0"),
        ("a=${#b} $# # end\nc", HASH + INNER_HASH, "n=n{#n}n#n"),
        ("#[Attribute] f", SLASHES + HASH + INNER_HASH, "#[n]n"),
    ],
)
def test_tokens(code: str, how: int, wanted: str) -> None:
    assert shape(code, how) == wanted


@pytest.mark.parametrize(
    ("code", "how", "wanted"),
    [
        ("f(a /* one */, b) // two", SLASHES, "f(a  , b)  "),
        ("f('//', \"/* no */\")", SLASHES, "f('//', \"/* no */\")"),
        ("def f(a,  # one\n      b):", HASH + TRIPLE, "def f(a,   \n      b):"),
        ("fn f<'a>(x: &'a u8 /* ' */)", SLASHES + CHARACTERS, "fn f<'a>(x: &'a u8  )"),
        ("f() { echo $# \"${#a}\"", HASH + INNER_HASH, "f() { echo $# \"${#a}\""),
        ("", SLASHES, ""),
    ],
)
def test_comments_become_blanks(code: str, how: int, wanted: str) -> None:
    assert without_comments(code.encode(), how) == wanted.encode()


def test_words_of_languages_are_tokens_of_their_own() -> None:
    assert len(set(tokens(b" ".join(KEYWORDS), 0))) == len(KEYWORDS)
    assert shape(" ".join(word.decode() + "x" for word in KEYWORDS)) == "n" * len(KEYWORDS)


def slow_common(a: array[int], b: array[int]) -> int:
    row = [0] * (len(b) + 1)
    for x in a:
        before = 0
        for j, y in enumerate(b):
            before, row[j + 1] = row[j + 1], max(row[j + 1], row[j], before + 1 if x == y else 0)
    return row[-1]


def slow(streams: list[array[int]], ratio: float, jaccard: float, similar: float) -> list[tuple[int, int, int]]:
    pieces = [{tuple(s[i : i + 5]) for i in range(len(s) - 4)} for s in streams]
    out = []
    for a in range(len(streams)):
        for b in range(a + 1, len(streams)):
            n, m = len(streams[a]), len(streams[b])
            both = len(pieces[a] & pieces[b])
            if not both or min(n, m) < ratio * max(n, m) or both < jaccard * len(pieces[a] | pieces[b]):
                continue
            length = slow_common(streams[a], streams[b])
            if similar * (n + m) <= 2 * length < n + m:
                out.append((a, b, length))
    return out


def test_the_longest_common_subsequence() -> None:
    random_ = random.Random(3)
    for _ in range(60):
        a, b = (array("H", (random_.randrange(4) for _ in range(random_.randrange(200)))) for _ in range(2))
        assert common(a, b) == slow_common(a, b)
    assert common(array("H", range(1000)), array("H", range(500, 1000))) == 500


@pytest.mark.parametrize("seed", range(4))
def test_pairs_are_those_of_the_slow_pass(seed: int) -> None:
    random_ = random.Random(seed)
    seeds = [array("H", (random_.randrange(12) for _ in range(random_.randrange(20, 90)))) for _ in range(6)]
    streams = []
    for _ in range(40):
        stream = array("H", random_.choice(seeds))
        for _ in range(random_.randrange(6)):
            at = random_.randrange(len(stream))
            if random_.random() < 0.5:
                stream[at] = random_.randrange(12)
            else:
                del stream[at]
        streams.append(stream)
    first, second, length, wide, full = near(streams, ratio=0.7, jaccard=0.4, similar=0.8, bucket=1024, most=10**6)
    found = list(zip(first, second, length, strict=True))
    assert found == slow(streams, 0.7, 0.4, 0.8) and found and (wide, full) == (0, False)


def test_limits_are_told() -> None:
    streams = [array("H", [1, 2, 3, 4, 5, 6, 7, 8, 9, n + 20]) for n in range(6)]
    how = {"ratio": 0.7, "jaccard": 0.4, "similar": 0.8}
    assert len(near(streams, bucket=1024, most=100, **how)[0]) == 15
    few = near(streams, bucket=1024, most=7, **how)
    assert few[4] is True and len(few[0]) == 7
    assert list(near(streams, bucket=5, most=100, **how)[0]) == [] and near(streams, bucket=5, most=100, **how)[3] == 5
    with pytest.raises(ValueError, match="too long"):
        near([array("H", [1] * 5000)], bucket=5, most=100, **how)
