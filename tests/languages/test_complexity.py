"""Complexity of small functions, by the compiled engine and by the oracle.

Every number was derived by hand from the text of CONTRIBUTING.md ("Complexity"); the comments say how.
"""

from __future__ import annotations

import pathlib
import textwrap
from typing import Any

import pytest

from ripwire.languages.table import BY_EXTENSION, BY_NAME, LANGUAGES
from tests.languages.test_fixtures import FIXTURES, engine, fixture_name
from tests.support import oracle

USUAL = {"cx": 1, "ccx": 0, "nest": 0, "humps": 0, "deep": 0, "locals": 0, "ppalt": 0, "ev": 1, "why": {}}
READERS = {"engine": engine, "oracle": oracle.extract}


@pytest.fixture(params=sorted(READERS))
def numbers(request: pytest.FixtureRequest) -> Any:
    """A function: (language, code, name) -> the numbers that differ from those of an empty function."""

    def of(language: str, code: str, name: str = "f") -> dict[str, Any]:
        facts = READERS[request.param](BY_NAME[language], textwrap.dedent(code).encode())
        (found,) = (d for d in facts["defs"] if d["name"] == name.encode())
        return {key: found[key] for key, usual in USUAL.items() if found[key] != usual}

    return of


def python_body(*rows: str) -> str:
    return "def f(a, b, c, d):\n" + "".join(f"    {row}\n" for row in rows)


# --- What counts -----------------------------------------------------------------------------------------------------


def test_nothing_counts_in_a_straight_function(numbers: Any) -> None:
    assert numbers("python", python_body("g()", "return a")) == {}
    assert numbers("c", "int f(int a) { g(); return a; }") == {}
    assert numbers("javascript", "function f(a) { g(); return a; }") == {}


def test_an_elif_and_an_else_weigh_one_without_nesting(numbers: Any) -> None:
    code = python_body("if a:", "    g()", "elif b:", "    g()", "else:", "    g()")
    assert numbers("python", code) == {"cx": 3, "ccx": 3, "nest": 1}  # if 1, elif 1, else 1


def test_an_else_that_ends_with_an_elif_of_its_own_weighs_one(numbers: Any) -> None:
    code = python_body("if a:", "    g()", "else:", "    if b:", "        g()", "    elif c:", "        g()")
    assert numbers("python", code) == {"cx": 4, "ccx": 5, "nest": 2}  # if 1, else 1, inner if 2, elif 1


@pytest.mark.parametrize("language, head", [("c", "void f(int a)"), ("javascript", "function f(a)")])
def test_an_else_if_chain_is_flat(numbers: Any, language: str, head: str) -> None:
    code = head + " { if (a == 1) g(); else if (a == 2) g(); else if (a == 3) g(); else g(); }"
    # The two else that hold an if weigh nothing of their own; the last one does, though all end at one byte.
    assert numbers(language, code) == {"cx": 4, "ccx": 4, "nest": 1}


@pytest.mark.parametrize("language, head", [("c", "void f(int a)"), ("javascript", "function f(a)")])
def test_an_if_in_the_block_of_an_else_is_nested(numbers: Any, language: str, head: str) -> None:
    code = head + " { if (a == 1) g(); else { if (a == 2) g(); } }"
    assert numbers(language, code) == {"cx": 3, "ccx": 4, "nest": 2}  # if 1, else 1, inner if 2


@pytest.mark.parametrize("language, head", [("c", "void f(int a, int b)"), ("javascript", "function f(a, b)")])
def test_what_an_else_if_holds_is_no_deeper_than_what_the_if_holds(numbers: Any, language: str, head: str) -> None:
    code = head + " { if (a == 1) g(); else if (a == 2) { while (b) g(); } }"
    assert numbers(language, code) == {"cx": 4, "ccx": 4, "nest": 2}  # if 1, elif 1, while 2


@pytest.mark.parametrize(
    "expression, cx, ccx",
    [
        ("a and b and c", 3, 1),
        ("a and b or c", 3, 2),
        ("a or b and c or d", 4, 2),  # the or is one run around the and
        ("a and (b and c)", 3, 1),  # parentheses do not end a run
        ("a and ((b and c))", 3, 1),
        ("a and (b or c) and d", 4, 2),
        ("(a or b) and (c or d)", 4, 3),
        ("a and not (b and c)", 3, 2),  # an operand of `not` is none of `and`
        ("a and g(b and c)", 3, 2),  # nor is an argument, though it stands in parentheses
    ],
)
def test_boolean_runs(numbers: Any, expression: str, cx: int, ccx: int) -> None:
    assert numbers("python", python_body("return " + expression)) == {"cx": cx, "ccx": ccx}
    text = expression.replace("and", "&&").replace("or", "||").replace("not ", "!")
    assert numbers("c", "int f(int a, int b, int c, int d) { return " + text + "; }") == {"cx": cx, "ccx": ccx}
    assert numbers("javascript", "function f(a, b, c, d) { return " + text + "; }") == {"cx": cx, "ccx": ccx}


def test_a_comprehension_decides_without_nesting(numbers: Any) -> None:
    assert numbers("python", python_body("return [x for x in a if x if b]")) == {"cx": 4}  # for, if, if


def test_except_clauses_deepen_and_an_else_weighs_one(numbers: Any) -> None:
    handlers = ("except A:", "    g()", "except B:", "    if a:", "        g()")
    rows = ("try:", "    g()", *handlers, "else:", "    g()", "finally:", "    g()")
    assert numbers("python", python_body(*rows)) == {"cx": 4, "ccx": 5, "nest": 2}  # 1 + 1 + if 2 + else 1


def test_a_ternary_in_a_ternary_is_nested(numbers: Any) -> None:
    want = {"cx": 3, "ccx": 3, "nest": 2}
    assert numbers("python", python_body("return 1 if a else 2 if b else 3")) == want
    assert numbers("c", "int f(int a, int b) { return a ? 1 : b ? 2 : 3; }") == want
    assert numbers("javascript", "function f(a, b) { return a ? 1 : b ? 2 : 3; }") == want


def test_arms_weigh_and_the_default_does_not(numbers: Any) -> None:
    rows = ("match a:", "    case 1:", "        g()", "    case 2:", "        g()", "    case _:", "        g()")
    want = {"cx": 3, "ccx": 1, "nest": 1}
    assert numbers("python", python_body(*rows)) == want
    body = " { switch (a) { case 1: g(); case 2: g(); default: g(); } }"
    assert numbers("c", "void f(int a)" + body) == want
    assert numbers("javascript", "function f(a)" + body) == want


def test_loops(numbers: Any) -> None:
    body = "{ for (;;) { while (a) { do { g(); } while (a); } } }"
    want = {"cx": 4, "ccx": 6, "nest": 3}
    assert numbers("c", "void f(int a) " + body) == want
    assert numbers("javascript", "function f(a) " + body) == want


def test_an_alternative_of_the_preprocessor_counts_apart(numbers: Any) -> None:
    code = """\
        void f(void) {
        #if A
            g();
        #elif B
            g();
        #else
            g();
        #endif
        }
        """
    assert numbers("c", code) == {"ppalt": 2}


def test_locals_are_the_declarators_in_blocks(numbers: Any) -> None:
    assert numbers("c", "void f(int a) { int x = a, *y; g(x); { int z; g(z); } }") == {"locals": 3}


# --- Functions in functions ------------------------------------------------------------------------------------------


def test_a_nested_function_counts_for_the_outer_one_too(numbers: Any) -> None:
    code = """\
        def f(a):
            if a:
                def inner(b):
                    if b:
                        return 1
                return inner
        """
    # Both returns mark the one if that stands between them and their own function; inner deepens as the if does.
    assert numbers("python", code) == {"cx": 3, "ccx": 4, "nest": 3, "ev": 3, "why": {"guard-return": 2}}
    assert numbers("python", code, "inner") == {"cx": 2, "ccx": 1, "nest": 1, "ev": 2, "why": {"guard-return": 1}}


def test_marks_stop_at_a_nested_function(numbers: Any) -> None:
    code = """\
        def f(a):
            for x in a:
                def inner(b):
                    if b:
                        return 1
                g(inner)
        """
    assert numbers("python", code) == {"cx": 3, "ccx": 4, "nest": 3, "ev": 2, "why": {"guard-return": 1}}


def test_a_closure_deepens_and_ends_the_way_of_jumps(numbers: Any) -> None:
    code = """\
        function f(list) {
            for (const x of list) {
                list.map(function (y) { if (y) { return 1; } return 2; });
            }
        }
        """
    # for 1, if 1 + for + closure; the first return marks the if alone, the second nothing.
    assert numbers("javascript", code) == {"cx": 3, "ccx": 4, "nest": 3, "ev": 2, "why": {"guard-return": 1}}
    arrow = "function f(list) { return list.map((y) => (y ? 1 : 2)); }"
    assert numbers("javascript", arrow) == {"cx": 2, "ccx": 2, "nest": 2}
    assert numbers("python", python_body("return map(lambda y: 1 if y else 2, a)")) == {"cx": 2, "ccx": 2, "nest": 2}


# --- Jumps -----------------------------------------------------------------------------------------------------------


def test_a_return_marks_every_control_around_it(numbers: Any) -> None:
    assert numbers("python", python_body("for x in a:", "    return x")) == {
        "cx": 2, "ccx": 1, "nest": 1, "ev": 2, "why": {"guard-return": 1},
    }  # fmt: skip
    rows = ("while a:", "    if b:", "        return 1", "if c:", "    g()")
    assert numbers("python", python_body(*rows)) == {
        "cx": 4, "ccx": 4, "nest": 2, "ev": 3, "why": {"guard-return": 1},
    }  # fmt: skip


def test_a_return_in_an_elif_marks_the_if_too(numbers: Any) -> None:
    rows = ("if a:", "    g()", "elif b:", "    return 1")
    assert numbers("python", python_body(*rows)) == {
        "cx": 3, "ccx": 2, "nest": 1, "ev": 3, "why": {"guard-return": 1},
    }  # fmt: skip


def test_operators_are_never_essential(numbers: Any) -> None:
    rows = ("if a and b:", "    return 1")
    assert numbers("python", python_body(*rows)) == {
        "cx": 3, "ccx": 2, "nest": 1, "ev": 2, "why": {"guard-return": 1},
    }  # fmt: skip


def test_a_jump_directly_in_its_loop_marks_nothing(numbers: Any) -> None:
    for jump in ("break", "continue"):
        assert numbers("python", python_body("for x in a:", "    " + jump)) == {"cx": 2, "ccx": 1, "nest": 1}
        assert numbers("c", f"void f(int a) {{ while (a) {{ g(); {jump}; }} }}") == {"cx": 2, "ccx": 1, "nest": 1}


def test_a_jump_in_an_if_marks_the_if_and_so_the_loop(numbers: Any) -> None:
    want = {"cx": 3, "ccx": 3, "nest": 2, "ev": 3, "why": {"loop-escape": 1}}
    for jump in ("break", "continue"):
        assert numbers("python", python_body("for x in a:", "    if x:", "        " + jump)) == want
        assert numbers("c", f"void f(int a) {{ while (a) {{ if (a) {jump}; g(); }} }}") == want
        assert numbers("javascript", f"function f(a) {{ while (a) {{ if (a) {jump}; g(); }} }}") == want


def test_marks_go_on_to_what_is_around_the_loop(numbers: Any) -> None:
    rows = ("if b:", "    for x in a:", "        if x:", "            break")
    assert numbers("python", python_body(*rows)) == {
        "cx": 4, "ccx": 6, "nest": 3, "ev": 4, "why": {"loop-escape": 1},
    }  # fmt: skip


def test_a_break_out_of_a_switch(numbers: Any) -> None:
    body = " { switch (a) { case 1: g(); break; case 2: if (a) break; g(); break; default: g(); } }"
    # Only the break in the if marks: the if, and the switch around it with its two arms.
    want = {"cx": 4, "ccx": 3, "nest": 2, "ev": 4, "why": {"switch-escape": 1}}
    assert numbers("c", "void f(int a)" + body) == want
    assert numbers("javascript", "function f(a)" + body) == want


def test_a_continue_leaves_a_switch_for_its_loop(numbers: Any) -> None:
    body = " { while (a) { switch (a) { case 1: continue; case 2: break; } } }"
    want = {"cx": 4, "ccx": 3, "nest": 2, "ev": 4, "why": {"loop-escape": 1}}
    assert numbers("c", "void f(int a)" + body) == want
    assert numbers("javascript", "function f(a)" + body) == want


def test_a_break_in_a_match_leaves_the_loop(numbers: Any) -> None:
    rows = ("for x in a:", "    match x:", "        case 1:", "            break")
    assert numbers("python", python_body(*rows)) == {
        "cx": 3, "ccx": 3, "nest": 2, "ev": 3, "why": {"loop-escape": 1},
    }  # fmt: skip


def test_labelled_jumps(numbers: Any) -> None:
    def code(label: str, jump: str) -> str:
        return f"function f(a) {{ {label}: for (const x of a) {{ for (const y of x) {{ {jump} }} }} }}"

    # The inner loop stands between, and the outer one is around it.
    want = {"cx": 3, "ccx": 3, "nest": 2, "ev": 3, "why": {"labelled-jump": 1}}
    assert numbers("javascript", code("out", "break out;")) == want
    assert numbers("javascript", code("out", "continue out;")) == want
    assert numbers("javascript", code("out", "if (y) { break out; }")) == {
        "cx": 4, "ccx": 6, "nest": 3, "ev": 4, "why": {"labelled-jump": 1},
    }  # fmt: skip
    straight = {"cx": 2, "ccx": 1, "nest": 1}
    # A labelled block is left with everything in it.
    assert numbers("javascript", "function f(a) { out: { g(); if (a) { break out; } } }") == {
        "cx": 2, "ccx": 1, "nest": 1, "ev": 2, "why": {"labelled-jump": 1},
    }  # fmt: skip
    assert numbers("javascript", "function f(a) { out: { g(); break out; } }") == {}
    assert numbers("javascript", "function f(a) { out: for (const x of a) { break out; } }") == straight


def test_a_goto_forwards(numbers: Any) -> None:
    assert numbers("c", "int f(int a) { if (a) goto out; g(); out: return 0; }") == {
        "cx": 2, "ccx": 1, "nest": 1, "ev": 2, "why": {"goto": 1},
    }  # fmt: skip


def test_a_goto_backwards(numbers: Any) -> None:
    assert numbers("c", "int f(int a) { again: g(); if (a) goto again; return 0; }") == {
        "cx": 2, "ccx": 1, "nest": 1, "ev": 2, "why": {"back-edge": 1},
    }  # fmt: skip
    assert numbers("c", "void f(void) { again: g(); goto again; }") == {}


def test_a_goto_into_a_block(numbers: Any) -> None:
    assert numbers("c", "int f(int a) { if (a) goto in; while (a) { in: g(); } return 0; }") == {
        "cx": 3, "ccx": 2, "nest": 1, "ev": 3, "why": {"multi-entry": 1},
    }  # fmt: skip
    # Backwards into a block: a multi-entry alone.
    assert numbers("c", "int f(int a) { while (a) { in: g(); } if (a) goto in; return 0; }") == {
        "cx": 3, "ccx": 2, "nest": 1, "ev": 3, "why": {"multi-entry": 1},
    }  # fmt: skip


def test_a_goto_inside_the_block_of_its_label_marks_what_it_leaves(numbers: Any) -> None:
    # The while is around both; it is marked because it is around the if that is.
    assert numbers("c", "int f(int a) { while (a) { if (a) goto next; g(); next: g(); } return 0; }") == {
        "cx": 3, "ccx": 3, "nest": 2, "ev": 3, "why": {"goto": 1},
    }  # fmt: skip


def test_unknown_targets_mark_nothing(numbers: Any) -> None:
    assert numbers("c", "int f(int a) { if (a) goto gone; return 0; }") == {"cx": 2, "ccx": 1, "nest": 1}
    assert numbers("c", "void f(int a) { if (a) break; }") == {"cx": 2, "ccx": 1, "nest": 1}


def test_a_fallthrough_marks_its_switch(numbers: Any) -> None:
    code = """\
        package p

        func f(a int) {
            switch a {
            case 1:
                fallthrough
            case 2:
                g()
            default:
                g()
            }
        }
        """
    assert numbers("go", code) == {"cx": 3, "ccx": 1, "nest": 1, "ev": 3, "why": {"fallthrough": 1}}


# --- Humps -----------------------------------------------------------------------------------------------------------


def test_two_humps_and_what_is_deeper_in_one(numbers: Any) -> None:
    code = """\
        def f(a):
            if a:
                if a:
                    if a:
                        if a:
                            g()
                        if a:
                            if a:
                                g()
        """
    # Only the step from 3 to 4 makes a hump: rows 5-6 and 7-9.
    assert numbers("python", code) == {"cx": 7, "ccx": 1 + 2 + 3 + 4 + 4 + 5, "nest": 5, "humps": 2, "deep": 5}


def test_a_row_of_two_humps_counts_once(numbers: Any) -> None:
    code = """\
        void f(int a) {
            if (a) {
                while (a) {
                    for (;;) {
                        if (a) {
                            g();
                        } if (a) {
                            g();
                        }
                    }
                }
            }
        }
        """
    assert numbers("c", code) == {"cx": 6, "ccx": 1 + 2 + 3 + 4 + 4, "nest": 4, "humps": 2, "deep": 5}
    rows = ("if a:", "    if b:", "        if c:", "            g(1 if a else 2, 3 if b else 4)")
    assert numbers("python", python_body(*rows)) == {
        "cx": 6, "ccx": 1 + 2 + 3 + 4 + 4, "nest": 4, "humps": 2, "deep": 1,
    }  # fmt: skip


def test_a_nested_function_deepens_and_starts_anew(numbers: Any) -> None:
    code = """\
        def f(a):
            if a:
                if a:
                    if a:
                        def inner(b):
                            if b:
                                g()
        """
    # The step from 3 to 4 is inner itself, rows 5-7; the if in it is the fifth: 1 + 2 + 3 + 5.
    assert numbers("python", code) == {"cx": 5, "ccx": 11, "nest": 5, "humps": 1, "deep": 3}
    assert numbers("python", code, "inner") == {"cx": 2, "ccx": 1, "nest": 1}


@pytest.mark.parametrize(
    "code", ["const f = (a) => { if (a) g(); };", "const o = { f: function (a) { if (a) g(); } };"]
)
def test_the_function_of_a_definition_is_no_closure_in_it(numbers: Any, code: str) -> None:
    assert numbers("javascript", code) == {"cx": 2, "ccx": 1, "nest": 1}
    # For a function around it, it deepens once: as the nested function that it is.
    assert numbers("javascript", "function outer(a) { " + code + " }", "outer") == {"cx": 2, "ccx": 2, "nest": 2}


def test_a_closure_in_the_function_of_a_definition_deepens(numbers: Any) -> None:
    code = "const f = (a) => a.map((b) => (b ? 1 : 2));"
    assert numbers("javascript", code) == {"cx": 2, "ccx": 2, "nest": 2}  # closure, then ternary 2
    assert numbers("python", "f = lambda a: lambda b: 1 if b else 2\n") == {"cx": 2, "ccx": 2, "nest": 2}


@pytest.mark.parametrize("path", FIXTURES, ids=fixture_name)
def test_numbers_of_every_fixture_are_possible(path: pathlib.Path) -> None:
    for d in engine(LANGUAGES[BY_EXTENSION[path.suffix]], path.read_bytes())["defs"]:
        if d["kind"] not in ("fn", "method"):
            assert not any(d[key] for key in USUAL if key not in ("cx", "ev")), d["path"]
            continue
        assert 1 <= d["ev"] <= d["cx"], d["path"]
        assert bool(d["humps"]) == (d["nest"] >= 4), d["path"]
        assert bool(d["deep"]) == bool(d["humps"]) and d["deep"] <= d["loc"], d["path"]
        assert all(count > 0 for count in d["why"].values()) and (d["ev"] == 1 or d["why"]), d["path"]
