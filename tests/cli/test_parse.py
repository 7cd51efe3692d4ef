"""argv -> Options: grammar, values, refusals, companions, verbs; and the distance behind did-you-mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripwire.cli.options import FLAGS, MAP, SIZE_MAX, TABLE, Flag, Table
from ripwire.cli.parse import Options, parse
from ripwire.errors import RipwireError, echo
from ripwire.limits import DEFAULT_MAX_FILE_SIZE
from ripwire.suggest import CUTOFF, hint, nearest, osa

VALUE_FLAGS = [flag for flag in FLAGS if flag.takes_value]
GARBAGE = {"int": "abc", "float": "1e3", "size": "12Q", "choice": "bogus", "format": "bogus"}


def by_name(flag: Flag) -> str:
    return flag.name


def refusal(*argv: str | bytes, table: Table = TABLE) -> str:
    with pytest.raises(RipwireError) as caught:
        parse(argv, table)
    assert caught.value.code == 1
    assert "\n" not in caught.value.message
    return caught.value.message


# -- grammar --------------------------------------------------------------------------------------------------------


def test_defaults() -> None:
    options = parse(["."])
    assert (options.verb, options.standalone, options.roots) == ("map", False, (b".",))
    assert options.top_k is None and options.max_tokens is None and options.token_budget is None
    assert options.order is None and options.threads is None and options.export is None
    assert options.scip is None
    assert options.exclude == () and options.json is False and options.metrics is False
    assert options.max_file_size == DEFAULT_MAX_FILE_SIZE == 4 << 20
    assert options.notices == [] and options.given == frozenset()


def test_flags_stand_anywhere_and_roots_keep_their_order() -> None:
    options = parse(["b", "--top-k=7", "a", "--json", "c"])
    assert options.roots == (b"b", b"a", b"c")
    assert options.top_k == 7 and options.json is True
    assert options.given == {"top-k", "json"}


def test_double_dash_ends_flags() -> None:
    options = parse(["--json", "--", "--tree", "-x", "--"])
    assert options.roots == (b"--tree", b"-x", b"--")
    assert options.verb == "map"


def test_roots_are_bytes_as_typed() -> None:
    assert parse([b"caf\xe9", "caf\udce9", "gr\u00fcn"]).roots == (b"caf\xe9", b"caf\xe9", "gr\u00fcn".encode())


def test_last_value_wins_and_repeatable_ones_add_up() -> None:
    options = parse([".", "--top-k=1", "--top-k=2", "--exclude=a", "--exclude=b", "--exclude=a"])
    assert options.top_k == 2
    assert options.exclude == (b"a", b"b", b"a")
    assert parse(["--exclude=a=b"]).exclude == (b"a=b",)
    assert parse([b"--exclude=\xff"]).exclude == (b"\xff",)
    refusal("--top-k=x", "--top-k=2")  # each value is checked, also one that would lose


def test_switches_take_no_value() -> None:
    assert refusal("--json=yes") == "--json takes no value, got 'yes' (e.g. --json)"
    assert "takes no value" in refusal("--json=")
    assert "takes no value" in refusal("--stable=1")


def test_value_in_the_next_argument_shows_the_joined_spelling() -> None:
    assert refusal("--top-k", "25").endswith("(e.g. --top-k=25)")
    assert refusal("--top-k", ".").endswith("(e.g. --top-k=50)")  # no value: a root
    assert refusal("--top-k").endswith("(e.g. --top-k=50)")
    assert refusal("--exclude", "two words").endswith("(e.g. --exclude='two words')")
    assert refusal("--exclude", "--json").endswith("(e.g. --exclude=vendor/)")
    assert "'='" in refusal("--order", "stable")


def test_unknown_flags() -> None:
    assert refusal("--topk=5") == "unknown flag '--topk' (did you mean '--top-k'?)"
    assert "(did you mean '--json'?)" in refusal("--JSON")
    assert "(did you mean '--json'?)" in refusal("-json")
    assert "did you mean" not in refusal("--something-else-entirely")
    assert "'--something-else-entirely'" in refusal("--something-else-entirely=1")
    assert "'-x'" in refusal("-x") and "./-x" in refusal("-x")
    assert "'-'" in refusal("-")
    assert "'--=x'" in refusal("--=x")
    assert "'---'" in refusal("---")
    assert "\\x1b" in refusal("--\x1b[31m") and "\\xff" in refusal(b"--\xff")
    assert "stabl'" in refusal("--stabl") and "'--stable'" not in refusal("--stabl")  # deprecated: not suggested


def test_flags_are_checked_before_roots() -> None:
    assert "--nonsense" in refusal("no/such/dir", "--nonsense")
    assert parse(["no/such/dir"]).roots == (b"no/such/dir",)  # a root is looked at later


def test_options_are_read_only_and_know_their_names() -> None:
    options = parse(["."])
    with pytest.raises(AttributeError):
        setattr(options, "top_k", 5)  # noqa: B010 - mypy refuses the plain spelling
    with pytest.raises(AttributeError):
        _ = options.topk  # type: ignore[attr-defined]
    made = Options(roots=(b"a",), top_k=3)
    assert made.top_k == 3 and made.max_file_size == DEFAULT_MAX_FILE_SIZE and made.verb == "map"
    with pytest.raises(TypeError):
        Options(topk=3)
    assert "top-k" in repr(parse(["--top-k=5"]))


# -- values ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flag", VALUE_FLAGS, ids=by_name)
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["xml", "json"])
def test_empty_value(flag: Flag, more: list[str]) -> None:
    if flag.kind == "optional-text" and flag.empty_is_bare:
        assert parse([f"--{flag.name}="]).given == {flag.name}
        return
    text = refusal(f"--{flag.name}=", *more, ".")
    assert f"--{flag.name}" in text and "empty" in text and f"(e.g. {flag.example})" in text
    assert text == refusal(f"--{flag.name}=")


@pytest.mark.parametrize("flag", [flag for flag in VALUE_FLAGS if flag.kind in GARBAGE], ids=by_name)
def test_garbage_value(flag: Flag) -> None:
    garbage = GARBAGE[flag.kind]
    text = refusal(f"--{flag.name}={garbage}")
    assert f"--{flag.name}" in text and f"got '{garbage}'" in text and f"(e.g. {flag.example})" in text
    assert "empty" not in text
    assert text != refusal(f"--{flag.name}=")


@pytest.mark.parametrize("flag", [flag for flag in VALUE_FLAGS if flag.kind in ("int", "float")], ids=by_name)
def test_ranged_values_refuse_on_both_ends(flag: Flag) -> None:
    low = max(flag.low, 1) if flag.zero_needs is not None else flag.low
    sentences = set()
    for value in (low - 1, flag.high + 1, -1, 10**40):
        sentences.add(refusal(f"--{flag.name}={value}").replace(f"'{value}'", "X"))
    assert len(sentences) == 1
    assert f"{low}..{flag.high}" in sentences.pop()
    for value in (low, flag.high):
        verb = ["--callers=f"] if flag.read_by == "paging" else [f"--{name}=f" for name in flag.requires[:1]]
        assert getattr(parse([f"--{flag.name}={value}", *verb]), flag.dest) == value


@pytest.mark.parametrize("text", ["+5", "5.0", "0x10", "1_000", " 5", "5 ", "\u0665", "\u00b2", "1e3", "-5"])
def test_integers_are_plain_digits(text: str) -> None:
    refusal(f"--top-k={text}")


def test_zero_alone() -> None:
    assert "got '0'" in refusal("--top-k=0", ".")
    assert parse(["--top-k=007"]).top_k == 7


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1", 1),
        ("16000", 16000),
        ("16K", 16384),
        ("16k", 16384),
        ("10MB", 10 << 20),
        ("2G", 2 << 30),
        ("7B", 7),
        ("8589934591G", SIZE_MAX - 2**30 + 1),
        (str(SIZE_MAX), SIZE_MAX),
        ("0" * 50 + "9", 9),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert parse([f"--max-file-size={text}"]).max_file_size == size
    assert parse([f"--token-budget={text}"]).token_budget == size


@pytest.mark.parametrize("text", ["0", "K", "KB", "1.5M", "-1", "1T", "1KK", "1BB", "1KiB", "0x1", "\u0661", "1 K"])
def test_sizes_refused(text: str) -> None:
    message = refusal(f"--max-file-size={text}")
    assert f"got '{text}'" in message
    assert "K, M or G" in message  # the grammar of the suffix


@pytest.mark.parametrize("text", [str(SIZE_MAX + 1), "8589934592G", "9" * 5000])
def test_sizes_overflow(text: str) -> None:
    assert f"got '{text}'" in refusal(f"--max-file-size={text}")


def test_choices() -> None:
    for order in ("stable", "important-first", "important-last"):
        assert parse([f"--order={order}"]).order == order
    assert "(did you mean 'stable'?)" in refusal("--order=stabel")
    refusal("--order=Stable")


def test_formats() -> None:
    assert parse(["--export=edges.tsv"]).export == ("edges.tsv", None)
    assert parse([b"--export=edges.tsv:a:b\xff"]).export == ("edges.tsv", b"a:b\xff")
    assert parse(["--export=edges.tsv"]).verb == "export"
    assert parse(["--export=scip:calls.scip"]).export == ("scip", b"calls.scip")
    assert "empty" in refusal("--export=edges.tsv:")
    assert "got 'edges.csv:x'" in refusal("--export=edges.csv:x")


# -- aliases --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alias", "order"),
    [("stable", "stable"), ("most-important-last", "important-last"), ("no-auto-order", "important-first")],
)
def test_old_spellings_resolve(alias: str, order: str) -> None:
    options = parse([f"--{alias}", "."])
    assert options.order == order and options.given == {"order"}
    assert len(options.notices) == 1
    assert f"--{alias}" in options.notices[0] and f"--order={order}" in options.notices[0]


def test_one_deprecation_notice_for_all() -> None:
    options = parse(["--stable", "--no-auto-order", "--stable", "--most-important-last", "."])
    assert len(options.notices) == 1
    assert options.order == "important-last"  # the last one wins
    assert parse(["--stable", "--order=important-first"]).order == "important-first"
    assert not parse(["--order=stable"]).notices


# -- verbs and what they read ---------------------------------------------------------------------------------------


def test_several_verbs() -> None:
    options = parse(["--tree", ".", "--export=edges.tsv", "--skipped"])
    assert options.verb == "export"
    assert len(options.notices) == 1
    assert all(name in options.notices[0] for name in ("--export", "--tree", "--skipped"))
    assert parse(["--tree", "--skipped"]).verb == "skipped"
    assert parse(["--tree", "--tree"]).notices == []


def test_json_is_refused_where_there_is_none() -> None:
    assert parse(["--json"]).json
    for verb in (flag for flag in FLAGS if flag.role == "verb" and not flag.json):
        text = refusal("--json", verb.example)
        assert f"--{verb.name}" in text and "the map" in text


def test_budgets_on_listings_refuse_and_elsewhere_are_mentioned() -> None:
    assert "--tree" in refusal("--tree", "--max-tokens=5")
    options = parse(["--skipped", "--max-tokens=5", "--top-k=5", "--order=stable"])
    assert options.verb == "skipped"
    assert len(options.notices) == 1
    assert all(name in options.notices[0] for name in ("--max-tokens", "--top-k", "--order", "--skipped"))
    assert parse(["--skipped", "--exclude=x", "--threads=1"]).notices == []


def test_standalone_flags_answer_before_verbs() -> None:
    for argv in (["--schema"], ["--completions=zsh"], ["--help"], ["-h"], ["--version"], ["-v"]):
        assert parse(argv).standalone
    options = parse(["--tree", "--json", "--schema"])
    assert options.verb == "schema" and options.standalone
    refusal("--schema", "--nonsense")


MORE = Table(
    (
        *FLAGS,
        Flag("limit", "int", "list", "s", "l.", metavar="N", example="--limit=5", read_by="paging"),
        Flag("owners", "optional-text", "list", "s", "l.", metavar="SYM", wants="a name", role="verb", pages=True),
        Flag("situ", "optional-text", "list", "s", "l.", metavar="F", wants="a file", role="verb", empty_is_bare=True),
        Flag("grep", "text", "list", "s", "l.", metavar="STR", wants="a text", role="verb", example="--grep=TODO"),
        Flag("grep-context", "int", "list", "s", "l.", metavar="N", low=0, requires=("grep",), example="--grep=x"),
        Flag("ratio", "float", "list", "s", "l.", metavar="X", low=0, high=1, example="--ratio=0.5"),
        Flag("with-graph", "switch", "list", "s", "l.", conflicts=("metrics",), aliases=(("graph", None),)),
        Flag("zero", "int", "list", "s", "l.", metavar="N", low=0, zero_needs=("metrics",), example="--zero=1"),
    ),
    MAP,
)  # fmt: skip


def test_machinery_that_later_rows_need() -> None:
    def ask(*argv: str) -> Options:
        return parse(argv, MORE)

    assert ask("--owners").owners == b"" and ask("--owners=x").owners == b"x"  # type: ignore[attr-defined]
    assert ask().owners is None  # type: ignore[attr-defined]
    assert "empty" in refusal("--owners=", table=MORE)
    assert ask("--situ=").situ == b""  # type: ignore[attr-defined]
    assert ask("--owners", "--limit=3").limit == 3  # type: ignore[attr-defined]
    assert "--limit" in refusal("--limit=3", table=MORE) and "the map" in refusal("--limit=3", table=MORE)
    assert "--situ" in refusal("--situ", "--limit=3", table=MORE)
    assert "works only with --grep " in refusal("--grep-context=1", table=MORE)
    assert ask("--grep-context=0", "--grep=a b").grep == b"a b"  # type: ignore[attr-defined]
    assert ask("--ratio=.5").ratio == 0.5 and ask("--ratio=1.").ratio == 1.0  # type: ignore[attr-defined]
    for bad in (".", "1.1", "nan", "inf", "1e0", "-0", "", "0.5.1"):
        refusal(f"--ratio={bad}", table=MORE)
    assert "exclude each other" in refusal("--metrics", "--graph", table=MORE)
    assert ask("--graph").with_graph and not ask("--graph").notices  # type: ignore[attr-defined]
    assert "without --metrics" in refusal("--zero=0", table=MORE)
    assert ask("--zero=0", "--metrics").zero == 0  # type: ignore[attr-defined]


@given(st.lists(st.one_of(st.sampled_from(sorted(TABLE.spellings)), st.binary(max_size=8), st.text(max_size=8))))
def test_any_argv_parses_or_refuses_in_one_printable_line(argv: list[str | bytes]) -> None:
    argv = [arg for arg in argv if isinstance(arg, bytes) or not any("\ud800" <= c <= "\udfff" for c in arg)]
    try:
        options = parse(argv)
    except RipwireError as error:
        assert error.message.isprintable() and error.code == 1
    else:
        assert all(notice.isprintable() for notice in options.notices)


def test_echo() -> None:
    assert echo("plain \u00fc") == "plain \u00fc"
    assert echo("a\nb\t\x1b") == "a\\nb\\t\\x1b"
    assert echo(b"\xff\xc3\xbc") == "\\xff\u00fc"
    assert echo("\udcff\ud800") == "\\xff\\ud800"


# -- did you mean ---------------------------------------------------------------------------------------------------


def slow_osa(a: bytes, b: bytes) -> int:
    """The recurrence of the definition, over the whole matrix."""
    rows = [[i + j if 0 in (i, j) else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            options = [rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])]
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                options.append(rows[i - 2][j - 2] + 1)
            rows[i][j] = min(options)
    return rows[-1][-1]


few = st.lists(st.sampled_from(b"abcAB"), max_size=9).map(bytes)


@settings(max_examples=300)
@given(few, few, st.integers(0, 9))
def test_osa_is_the_definition_up_to_its_cutoff(a: bytes, b: bytes, cutoff: int) -> None:
    assert osa(a, b, cutoff) == min(slow_osa(a, b), cutoff + 1)


@given(few, few)
def test_osa_is_symmetric_and_zero_only_on_equals(a: bytes, b: bytes) -> None:
    assert osa(a, b, 20) == osa(b, a, 20)
    assert (osa(a, b, 20) == 0) == (a == b)


@given(few, st.integers(0, 7), st.sampled_from(b"abcxyz"))
def test_osa_counts_one_for_one_edit(a: bytes, at: int, letter: int) -> None:
    at = min(at, len(a))
    assert osa(a, a[:at] + bytes([letter]) + a[at:]) == 1
    if at + 1 < len(a):
        assert osa(a, a[:at] + a[at + 1 : at + 2] + a[at : at + 1] + a[at + 2 :]) <= 1


def test_osa_edits_no_substring_twice() -> None:
    assert osa(b"ca", b"abc") == 3  # the unrestricted distance is 2


@settings(max_examples=300)
@given(few, st.lists(few, max_size=8))
def test_nearest_is_the_best_of_the_pool(text: bytes, pool: list[bytes]) -> None:
    def key(name: bytes) -> tuple[int, int, bytes]:
        a, b = text.lower(), name.lower()
        shared = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        return slow_osa(a, b), -shared, name

    best = min((key(name) for name in pool if name != text), default=None)
    assert nearest(text, pool) == (best[2] if best and best[0] <= CUTOFF else None)


def test_hint() -> None:
    assert hint(b"chekout", [b"checkout", b"check"]) == " (did you mean 'checkout'?)"
    assert hint(b"checkout", [b"checkout"]) == ""
    assert hint(b"x", [b"a\n"]) == " (did you mean 'a\\n'?)"
    assert hint(b"", []) == ""
