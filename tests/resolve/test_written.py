"""Written types as trees: what is read, and that nothing breaks or takes long."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripwire.resolve.written import FUNCTION, LIST, META, NAME, OBJECT, UNION, Type, parse

KINDS = {NAME: "name", UNION: "union", LIST: "list", FUNCTION: "function", META: "meta", OBJECT: "object"}


def shown(tree: Type | None) -> str:
    """A tree as text: names as they are, everything else by its kind."""
    if tree is None:
        return "?"
    args = ", ".join(shown(one) for one in tree.args)
    if tree.kind == NAME:
        return tree.name.decode() + (f"<{args}>" if tree.args else "")
    return f"{KINDS[tree.kind]}({args})"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A", "A"),
        ("a.b.C", "a.b.C"),
        ("A | None", "union(A, None)"),
        ("Optional[A]", "Optional<A>"),
        ("Optional['a.B']", "Optional<a.B>"),
        ('"A"', "A"),
        ("dict[str, list[A]]", "dict<str, list<A>>"),
        ("Callable[[A, B], C]", "Callable<list(A), C>"),
        ("tuple[A, ...]", "tuple<A, ?>"),
        ("A[]", "list(A)"),
        ("A[][]", "list(list(A))"),
        ("(A | B)[]", "list(union(A, B))"),
        ("readonly A[]", "list(A)"),
        ("Map<string, A>", "Map<string, A>"),
        ("Map<string, Array<A>>", "Map<string, Array<A>>"),
        ("(x: A, y?: B) => C", "function(A, B, C)"),
        ("() => void", "function(void)"),
        ("(x: A) => (y: B) => C", "function(A, function(B, C))"),
        ("| A | B", "union(A, B)"),
        ("A & B", "union(A, B)"),
        ("{ a: A }", "object()"),
        ("typeof a.b", "meta(a.b)"),
        ("const std::vector<A> &", "std.vector<A>"),
        ("A*", "A"),
        ("A?", "A"),
        ("[]*A", "list(A)"),
        ("&'a mut A", "A"),
        ("new () => A", None),
    ],
)
def test_types_are_read(text: str, tree: str | None) -> None:
    found = parse(text.encode())
    if tree is not None:
        assert shown(found) == tree


def _depth(tree: Type | None) -> int:
    return 0 if tree is None else 1 + max((_depth(one) for one in tree.args), default=0)


@pytest.mark.parametrize(
    "open_",
    ["list[", "Array<", "(", "((x: ", "{", "[", "[]", "A | ", "typeof ", "Optional['", "const ", "*", "A<B, ", "<"],
)
@pytest.mark.parametrize("end", ["", "A", "]" * 50_000, ">" * 50_000, ")" * 50_000])
def test_depth_is_bounded(open_: str, end: str) -> None:
    assert _depth(parse((open_ * 20_000 + end).encode())) < 200


@given(st.text(alphabet="AB.,|&<>[](){}:?=>-'\" \n*!\\_0", max_size=60))
@settings(max_examples=400, deadline=None)
def test_anything_is_read_or_not(text: str) -> None:
    tree = parse(text.encode())
    assert shown(tree) == shown(parse(text.encode()))


@given(st.binary(max_size=40))
@settings(max_examples=400, deadline=None)
def test_any_bytes(data: bytes) -> None:
    tree = parse(data)
    assert tree is None or tree.kind in KINDS


_names = st.sampled_from(["A", "B", "pkg.C", "Optional", "str"])
_types = st.recursive(
    _names,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["list", "Box"]), inner).map(lambda t: f"{t[0]}[{t[1]}]"),
        st.tuples(inner, inner).map(lambda t: f"Pair[{t[0]}, {t[1]}]"),
    ),
    max_leaves=12,
)


@given(_types)
@settings(max_examples=200, deadline=None)
def test_nested_generics_come_back(text: str) -> None:
    assert shown(parse(text.encode())).replace("<", "[").replace(">", "]") == text
