"""Access paths as roots and steps: what is read, and that nothing breaks or takes long."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripwire.resolve.ecma_modules import parse_json
from ripwire.resolve.paths import ATTRIBUTE, CALL, Path, names_of, parse


def shown(path: Path | None) -> str:
    """A path in one spelling: `.a` attributes, `()` calls, `[k]` items, `{}` around groups."""
    if path is None:
        return "?"
    start = path.root.decode() if path.group is None else "{" + shown(path.group) + "}"
    if path.text:
        start = '""'
    if path.cast:
        start += " as " + path.cast.decode()
    steps = "".join(
        "." + name.decode() if kind == ATTRIBUTE else "()" if kind == CALL else f"[{name.decode()}]"
        for kind, name in path.steps
    )
    return start + steps


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a", "a"),
        ("a.b.c", "a.b.c"),
        ("a.b().c", "a.b().c"),
        ("a[]", "a[]"),
        ('a["k"].b', 'a["k"].b'),
        ("a[0]", "a[0]"),
        ("a?.b?.()", "?"),
        ("a?.b", "a.b"),
        ("a!.b", "a.b"),
        ("this.#x", "this.#x"),
        ("await a.b()", "a.b()"),
        ("(await a.b()).c", "{a.b()}.c"),
        ("new A()", "A()"),
        ("new a.B().c", "a.B().c"),
        ("(x as A).b", "{x} as A.b"),
        ("(x as a.B)", "{x} as a.B"),
        ('""', '""'),
        ("::a::b", "a.b"),
        ("a->b", "a.b"),
        ("t.0.1", "t.0.1"),
        ("", "?"),
        ("a + b", "?"),
        ("1", "?"),
        ("not", "not"),
        ("await.x", "await.x"),
        ("await()", "await()"),
    ],
)
def test_paths_are_read(text: str, path: str) -> None:
    assert shown(parse(text.encode())) == path


@pytest.mark.parametrize(
    "part", [".a", "()", "[]", "[0]", "?.a", "(", "(a", "await ", "a.", "!", "::", '"', "(a as ", '["k"]']
)
def test_long_paths(part: str) -> None:
    for text in (part * 20_000, "a" + part * 20_000, "a" + part * 20_000 + ")" * 20_000):
        path = parse(text.encode())
        assert path is None or len(list(names_of(path))) <= 40_001


@given(st.text(alphabet="ab.()[]{}!?:->\"0 '#@$*&", max_size=40))
@settings(max_examples=400, deadline=None)
def test_anything_is_a_path_or_none(text: str) -> None:
    assert shown(parse(text.encode())) == shown(parse(text.encode()))


@given(st.binary(max_size=40))
@settings(max_examples=400, deadline=None)
def test_any_bytes(data: bytes) -> None:
    path = parse(data)
    assert path is None or all(isinstance(name, bytes) for name in names_of(path))


_word = st.sampled_from(["a", "b_1", "Kept", "x$"])
_step = st.one_of(_word.map(lambda w: "." + w), st.just("()"), st.just("[]"), st.just("[0]"), st.just('["k"]'))


@given(_word, st.lists(_step, max_size=12))
@settings(max_examples=300, deadline=None)
def test_spelled_paths_come_back(root: str, steps: list[str]) -> None:
    text = root + "".join(steps)
    assert shown(parse(text.encode())) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b'{\n// one\n"a": 1, /* two */ "b": [1, 2,],\n}', {"a": 1, "b": [1, 2]}),
        (b'{"a": "// no", "b": "/* no */", "c": "x,}",}', {"a": "// no", "b": "/* no */", "c": "x,}"}),
        (b'{"a": "\\"//", }', {"a": '"//'}),
        (b"[]", {}),
        (b"3", {}),
        (b"null", {}),
        (b"", {}),
        (b"{", {}),
        (b"/*", {}),
        (b'{"a": "', {}),
        (b"\xff\xfe{", {}),
        (b"[" * 100_000, {}),
        (b'{"a":' * 100_000, {}),
        (b"1" * 10_000, {}),
    ],
)
def test_json_with_comments(text: bytes, value: object) -> None:
    assert parse_json(text) == value


def test_json_that_begins_with_a_mark() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
