"""Content checks: encoding, binary, Objective-C headers, nesting, minified code; exact and in linear time."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripwire.crawl import inspect
from ripwire.crawl.sniff import json_levels, kotlin_levels, yaml_levels
from ripwire.languages.table import LANGUAGES
from ripwire.limits import (
    BINARY_SNIFF_BYTES,
    JSON_MAX_LEVELS,
    KOTLIN_MAX_LEVELS,
    KOTLIN_MAX_TEMPLATES,
    MINIFIED_MIN_BYTES,
    OBJC_SNIFF_BYTES,
    YAML_MAX_LEVELS,
)

CODE = {row.name: code for code, row in enumerate(LANGUAGES)}


def reason(data: bytes, language: str) -> str | None:
    code, why = inspect(data, CODE[language])
    assert code == CODE[language]
    return why


@pytest.mark.parametrize("language", sorted(CODE))
def test_ordinary_empty_and_tiny_files_pass(language: str) -> None:
    for data in (b"", b"x", b"\xef\xbb\xbfx = 1\r\n", b"caf\xe9\n", b"{}\n", b"\n" * 50):
        assert reason(data, language) is None


def test_binary_and_wide_encodings() -> None:
    assert reason(b"a\0b", "python") == "binary"
    assert reason(b"a" * (BINARY_SNIFF_BYTES - 1) + b"\0", "python") == "binary"
    assert reason(b"a\n" * (BINARY_SNIFF_BYTES // 2) + b"\0", "python") is None
    for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
        data = "\ufeffx = 1\n".encode(encoding)
        assert reason(data, "python") == "encoding"
    assert reason("x = 1".encode("utf-16-le"), "python") == "binary"  # without a mark it is not text


OBJC = b"#import <F/F.h>\n\nNS_ASSUME_NONNULL_BEGIN\n%s Thing : NSObject\n@end\n"


MARKS = [b"@interface", b"@protocol", b"@implementation", b"  @interface", b"API(9) @protocol"]
DOXYGEN = [b" * @interface Foo", b"/// @protocol Foo", b"/** @interface Foo */", b"int a; // @interface"]


@pytest.mark.parametrize("mark", MARKS)
def test_objective_c_headers(mark: bytes) -> None:
    data = OBJC % mark
    assert inspect(data, CODE["cpp"]) == (CODE["objc"], None)
    assert inspect(data, CODE["cpp"], b"a/b.h") == (CODE["objc"], None)
    assert inspect(data, CODE["cpp"], b"a/b.hpp") == (CODE["cpp"], None)
    assert inspect(data, CODE["c"]) == (CODE["c"], None)
    assert inspect(b"\n" * OBJC_SNIFF_BYTES + data, CODE["cpp"]) == (CODE["cpp"], None)


@pytest.mark.parametrize("line", DOXYGEN)
def test_doxygen_commands_are_not_objective_c(line: bytes) -> None:
    assert inspect(line + b"\nclass Foo {};\n", CODE["cpp"], b"foo.h") == (CODE["cpp"], None)


# --- JSON


def test_json_nesting_at_the_limit() -> None:
    for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
        for levels, expected in ((JSON_MAX_LEVELS, None), (JSON_MAX_LEVELS + 1, "nested"), (20000, "nested")):
            assert reason(opening * levels + b"1" + closing * levels, "json") == expected
            assert reason(opening * levels, "json") == expected
    assert reason(b"[[1],[2]]," * 5000, "json") is None


def test_json_brackets_in_strings_do_not_count() -> None:
    assert reason(b'["' + b"[" * 5000 + b'"]', "json") is None
    assert reason(b'["\\"' + b"[" * 5000 + b'\\\\", [1]]', "json") is None


def test_broken_json_hides_no_nesting() -> None:
    deep = b"[" * 1000
    for data in (b'"\n' + deep, b"]" * 5000 + deep, b'{"a: 1}\n' + deep, b"// it's \"\n" + deep, b'"\\"\n' + deep):
        assert reason(data, "json") == "nested"


VALUES = st.recursive(
    st.none() | st.text(alphabet='[]{}"\\a\n', max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('[{"\\', max_size=3), inner, max_size=3),
    max_leaves=20,
)


def depth_of(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth_of, value), default=0)
    return 0


@settings(max_examples=150, deadline=None, database=None)
@given(VALUES, st.sampled_from([None, 1]))
def test_json_levels_of_valid_json(value: object, indent: int | None) -> None:
    assert json_levels(json.dumps(value, indent=indent).encode()) == depth_of(value)


# --- YAML


def steps(line: bytes, levels: int, newline: bytes = b"\n") -> bytes:
    return b"".join(b" " * level + line + newline for level in range(levels))


# Each of these, at 254 levels, makes the grammar's scanner write out of bounds (found by running it).
CRASHES: dict[str, Callable[[int], bytes]] = {
    "compact sequence": lambda levels: b"- " * levels + b"x\n",
    "compact key": lambda levels: b"? " * levels + b"x\n",
    "compact value": lambda levels: b": " * levels + b"x\n",
    "mapping": lambda levels: steps(b"a:", levels),
    "sequence": lambda levels: steps(b"-", levels),
    "carriage returns": lambda levels: steps(b"a:", levels, b"\r"),
    "byte order mark": lambda levels: b"\xef\xbb\xbf" + b"- " * levels + b"x\n",
    "sequence in its key's column": lambda levels: b"".join(
        b" " * level + b"a:\n" + b" " * level + b"-\n" for level in range(levels // 2)
    ),
    "after a syntax error": lambda levels: b"-\"x\" `@'y': >" + b"- " * (levels + 2),
}


@pytest.mark.parametrize("shape", sorted(CRASHES))
def test_yaml_that_would_break_the_scanner(shape: str) -> None:
    make = CRASHES[shape]
    assert reason(make(254), "yaml") == "nested"
    assert reason(make(5000 if "-" in shape else 600), "yaml") == "nested"
    assert reason(make(YAML_MAX_LEVELS - 8), "yaml") is None


def test_yaml_levels_of_ordinary_files() -> None:
    assert yaml_levels(b"a:\n  b:\n  - c: 1\n    d: 2\n  - e\nf: 1\n") == 4  # a, b, the sequence, c
    assert yaml_levels(b"a:\r\n  b: 1\r\n\r\n# c\r\n      # d\r\n") == 2
    chart = b"".join(b" " * (2 * (i % 40)) + b"key%d: some - text\n" % i for i in range(12000))
    assert reason(chart, "yaml") is None
    assert reason(b"# " + b"-" * 400 + b"\na: '" + b"- " * 100 + b"'\n", "yaml") is None
    assert reason(b"{" + b"a: 1, " * 2000 + b"}\n", "yaml") is None


# --- Kotlin


def test_kotlin_templates() -> None:
    for quote in (b'"', b'"""'):
        for levels, expected in ((KOTLIN_MAX_LEVELS, None), (KOTLIN_MAX_LEVELS + 1, "nested"), (3000, "nested")):
            data = b"val x = " + (quote + b"${") * levels + b"1" + (b"}" + quote) * levels
            assert reason(data, "kotlin") == expected
            assert reason((quote + b"${") * levels, "kotlin") == expected
    assert kotlin_levels(b'val x = "${a + "${b.map { "${it}" }}"} ${c}" + "${d}"') == 3


def test_kotlin_templates_side_by_side_do_not_nest() -> None:
    line = b'val x = "${a}\\${b \\" }" + \'"\' + """ " \\${c}""" // "${\n/* "${ */ fun f() { g("{") }\n'
    assert reason(line * 150, "kotlin") is None
    assert kotlin_levels(line * 150) == 1
    assert reason(b'val y = "${a}"\n' * KOTLIN_MAX_TEMPLATES, "kotlin") is None
    assert reason(b'val y = "${a}"\n' * (KOTLIN_MAX_TEMPLATES + 1), "kotlin") == "nested"


# --- minified


MINIFIED = b'function a(b,c){return b?c(b,{d:1,e:"f"}):a(c,b)};'


def test_minified_code() -> None:
    data = b"/*! licence\n * of many\n * lines\n */\n" + MINIFIED * 1000
    assert reason(data, "javascript") == reason(data, "tsx") == "minified"
    assert reason(data, "elixir") == reason(data, "bash") == "minified"  # code too, though their names are plain
    wrapped = b"\n".join(MINIFIED * 10 for _ in range(100))  # minifiers that break lines at 500 bytes
    assert reason(wrapped, "javascript") == "minified"


def test_what_only_looks_minified() -> None:
    assert reason(MINIFIED * (MINIFIED_MIN_BYTES // len(MINIFIED)), "javascript") is None  # small
    data = b'{"a": [1, 2, 3]},' * 5000
    assert reason(data, "json") is None and reason(data, "markdown") is None and reason(data, "yaml") is None
    asset = b'ICON = "' + base64.b64encode(bytes(100_000)) + b'"\n\n\ndef icon():\n    return ICON\n'
    assert reason(asset, "python") is None
    generated = b"// @generated\n" + b"export function f(a, b) { return g(a, b); }\n" * 2000
    assert reason(generated + b"//# sourceMappingURL=a.js.map\n", "javascript") is None


# --- cost


@pytest.mark.parametrize(
    ("language", "data"),
    [
        ("json", b"[" * 262144), ("json", b'{"a":"' * 40000), ("json", b'\\"' * 130000), ("json", b"[]" * 130000),
        ("yaml", b"- " * 262144), ("yaml", b"x - " * 131072), ("yaml", b" " * 524288), ("yaml", b"- - - a\n" * 65536),
        ("kotlin", b'"${' * 990 + b'"' * 4_000_000), ("kotlin", b"${" * 990 + b"/*" * 2_000_000),
        ("cpp", b"@interface" * 100000), ("javascript", b";" * 4_000_000),
    ],
)  # fmt: skip
def test_hostile_files_take_linear_time(language: str, data: bytes) -> None:
    started = time.process_time()
    inspect(data, CODE[language])
    assert time.process_time() - started < 5  # quadratic would be minutes
