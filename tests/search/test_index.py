"""What an index is made of: postings of trigrams and crests, against their definitions."""

from __future__ import annotations

import random
from array import array

import pytest

from ripwire._core.crest import CLASSES, crest_of
from ripwire._core.trigram import Builder, Damaged, Postings, intersection, union


def texts(random_: random.Random) -> list[bytes]:
    return [bytes(random_.choices(b"abcd \n\xe9", k=random_.randrange(80))) for _ in range(60)] + [b"", b"ab", b"abc"]


def postings(documents: list[bytes]) -> tuple[Postings, array[int], bytes]:
    builder = Builder()
    for text in documents:
        builder.put(text)
    blocks, data = builder.finish()
    return Postings(blocks, data, len(documents)), blocks, data


@pytest.mark.parametrize("seed", range(3))
def test_a_group_holds_the_documents_with_its_trigram(seed: int) -> None:
    documents = texts(random.Random(seed))
    found, _, _ = postings(documents)
    for trigram in {text[i : i + 3] for text in documents for i in range(len(text) - 2)} | {b"zzz", b"\0\0\0"}:
        number = int.from_bytes(trigram, "big")
        wanted = [k for k, text in enumerate(documents) if trigram in text]
        assert list(found.group(number)) == wanted and found.size(number) >= len(wanted)


def test_damaged_postings_are_told_or_harmless() -> None:
    """No byte of a damaged index makes it read outside of itself or name a document that is none."""
    documents = texts(random.Random(9))
    _, blocks, data = postings(documents)
    random_ = random.Random(1)
    trigrams = [int.from_bytes(bytes(random_.choices(b"abcd ", k=3)), "big") for _ in range(40)]
    for _ in range(400):
        broken_blocks, broken = array("Q", blocks), bytearray(data)
        if random_.random() < 0.5:
            broken[random_.randrange(len(broken))] ^= 1 << random_.randrange(8)
        elif random_.random() < 0.5:
            broken = broken[: random_.randrange(len(broken))]
        else:
            broken_blocks[random_.randrange(len(blocks))] = random_.randrange(2 * len(data))
        try:
            found = Postings(broken_blocks, bytes(broken), len(documents))
            for trigram in trigrams:
                assert all(k < len(documents) for k in found.group(trigram))
        except Damaged:
            pass
    with pytest.raises(Damaged):
        Postings(blocks[:-1], data, len(documents))


def test_sets_of_documents() -> None:
    random_ = random.Random(2)
    for _ in range(50):
        a, b = ({random_.randrange(60) for _ in range(random_.randrange(30))} for _ in range(2))
        one, two = array("I", sorted(a)), array("I", sorted(b))
        assert list(intersection(one, two)) == sorted(a & b) and list(union(one, two)) == sorted(a | b)


def test_crests_are_the_longest_runs() -> None:
    random_ = random.Random(4)
    for _ in range(60):
        text = bytes(random_.choices(b"aZ09f_ \t.-\xc3\xa9", k=random_.randrange(200)))
        wanted = []
        for lane in range(16):
            longest = run = 0
            for byte in text:
                run = run + 1 if byte in CLASSES[lane % 8] or lane >= 8 and byte >= 128 else 0
                longest = max(longest, run)
            wanted.append(longest)
        assert list(crest_of(text)) == wanted
    assert crest_of(b"a" * 70_000)[3] == 65_535
