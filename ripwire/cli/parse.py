"""argv -> `Options`, from the option table alone: no I/O, no look at the roots, no argparse.

Grammar: `--flag` and `--flag=value` anywhere, `--` ends flags, the rest are roots (kept as bytes). The last of several
values wins, unless the flag repeats. Checks run in this order: spelling and value of each argument in argv order, then
companions, then the verb, then what the verb reads. So a wrong flag is reported before anything about a root.

Invariant: refusals raise `RipwireError` with a text that names the flag, what it wants, what it got and an example that
runs; what is merely of no effect becomes a line in `Options.notices`.
"""

from __future__ import annotations

import os

from ripwire.cli.exits import REFUSED
from ripwire.cli.options import SIZE_MAX, TABLE, Flag, Table
from ripwire.errors import RipwireError, echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Value = bool | int | float | str | bytes | tuple[bytes, ...] | tuple[str, bytes | None] | None

_UNITS = {b"K": 1 << 10, b"M": 1 << 20, b"G": 1 << 30}
_MAX_DIGITS = 19  # of SIZE_MAX; longer ones overflow, and int() of a huge text would be quadratic
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,@%+")


class Options:
    """What was asked for: read-only, every value flag and switch as an attribute (`top-k` is `top_k`).

    The annotations below mirror the table; a test keeps them equal. An API caller may build one without argv:
    `Options(roots=(b"src",), top_k=50)`.
    """

    __slots__ = ("roots", "verb", "standalone", "given", "notices", "_values")

    roots: tuple[bytes, ...]
    verb: str
    """The name of the row that answers; "map" when no verb was given."""
    standalone: bool
    """The verb is a standalone flag: it needs no root."""
    given: frozenset[str]
    """Names of the rows that argv holds, for the difference between a default and a wish."""
    notices: list[str]
    """Lines for stderr, without prefix."""

    top_k: int | None
    max_tokens: int | None
    token_budget: int | None
    order: str | None
    metrics: bool
    json: bool
    callers: bytes | None
    callees: bytes | None
    impact: bytes | None
    path: bytes | None
    uses: bytes | None
    external_surface: bool
    mentions: bytes | None
    lego: bytes | None
    deps: bool
    format: str | None
    connect: bytes | None
    connect_radius: int | None
    around: bytes | None
    around_depth: int | None
    around_fanout: int | None
    graph_query: bytes | None
    similar: bytes | None
    affected: bytes | None
    exercises: bytes | None
    dead_code: bytes | None
    communities: bool
    community: int | None
    zoom: bytes | None
    seams: bool
    mermaid: bool
    grep: bytes | None
    regex: bytes | None
    grep_context: int | None
    grep_before: int | None
    grep_after: int | None
    no_prefilter: bool
    match: bytes | None
    clones: bool
    limit: int | None
    offset: int | None
    exclude: tuple[bytes, ...]
    ignore_tests: bool
    no_ignore: bool
    max_file_size: int
    tree: bool
    skipped: bool
    export: tuple[str, bytes | None] | None
    refetch: bool
    threads: int | None
    scip: bytes | None
    cache: bytes | None
    html: bytes | None
    index_out: bytes | None
    explain: bytes | None
    no_cache: bool
    help: bool
    version: bool
    schema: bool
    completions: str | None

    def __init__(
        self,
        roots: Iterable[bytes] = (),
        verb: str = "map",
        *,
        standalone: bool = False,
        given: Iterable[str] = (),
        notices: Iterable[str] = (),
        table: Table = TABLE,
        **values: Value,
    ) -> None:
        every = {flag.dest: _absent(flag) for flag in table.flags}
        unknown = values.keys() - every.keys()
        if unknown:
            raise TypeError("no such option: " + ", ".join(sorted(unknown)))
        every.update(values)
        put = object.__setattr__
        put(self, "roots", tuple(roots))
        put(self, "verb", verb)
        put(self, "standalone", standalone)
        put(self, "given", frozenset(given))
        put(self, "notices", list(notices))
        put(self, "_values", every)

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name in Options.__slots__:  # not set yet: a copy or unpickled object under construction
                raise AttributeError(name)
            try:
                return self._values[name]
            except KeyError:
                raise AttributeError(name) from None

        def __setattr__(self, name, value):
            raise AttributeError("Options are read-only")

    def __repr__(self) -> str:
        values: dict[str, Value] = object.__getattribute__(self, "_values")
        given = {name: values[name.replace("-", "_")] for name in sorted(self.given)}
        return f"<Options {self.verb} roots={self.roots} {given}>"


def parse(argv: Sequence[bytes | str], table: Table = TABLE) -> Options:
    """Read the arguments that follow the program's name."""
    args = [os.fsencode(arg) for arg in argv]
    roots: list[bytes] = []
    values: dict[str, Value] = {}
    given: dict[str, Flag] = {}  # in the order of first use
    renamed: dict[str, str] = {}  # deprecated spelling -> what to write
    flags_end = False
    for index, arg in enumerate(args):
        if flags_end or not arg.startswith(b"-"):
            roots.append(arg)
            continue
        if arg == b"--":
            flags_end = True
            continue
        name, equals, text = arg.partition(b"=")
        spelling = name.decode("utf-8", "surrogateescape")
        row = table.spellings.get(spelling)
        if row is None:
            raise _unknown(name, arg, table)
        flag, stands_for, is_deprecated = row
        if stands_for is not None or not flag.takes_value:
            if equals:
                raise _refusal(f"{spelling} takes no value, got '{echo(text)}'", _spelled(flag, stands_for))
            value = True if stands_for is None else read_value(flag, os.fsencode(stands_for))
        elif equals:
            value = read_value(flag, text)
        elif flag.kind == "optional-text":
            value = b""
        else:
            raise _missing(flag, args[index + 1] if index + 1 < len(args) else None)
        if flag.repeats:
            assert isinstance(value, bytes)
            earlier = values.get(flag.dest, ())
            assert isinstance(earlier, tuple)
            value = (*earlier, value)
        values[flag.dest] = value
        given.setdefault(flag.name, flag)
        if is_deprecated:
            renamed[spelling] = _spelled(flag, stands_for)

    notices = []
    if renamed:
        news = ", ".join(f"{new} instead of {old}" for old, new in renamed.items())
        notices.append(f"deprecated flags: write {news}")
    for flag in given.values():
        if flag.role == "standalone":
            return _options(roots, flag, given, notices, table, values)
    _check_companions(given, values)
    verb = _choose_verb(given, table, notices)
    _check_reach(given, verb, table, notices)
    return _options(roots, verb, given, notices, table, values)


def _options(
    roots: list[bytes], verb: Flag, given: dict[str, Flag], notices: list[str], table: Table, values: dict[str, Value]
) -> Options:
    return Options(
        roots,
        verb.name,
        standalone=verb.role == "standalone",
        given=given,
        notices=notices,
        table=table,
        **values,
    )


# -- values ---------------------------------------------------------------------------------------------------------


def read_value(flag: Flag, text: bytes) -> Value:
    """The value of one `--flag=text`, or a refusal."""
    if not text:
        if flag.kind == "optional-text" and flag.empty_is_bare:
            return b""
        raise _refusal(f"the value of --{flag.name} is empty; it wants {wants(flag)}", flag.example)
    value: Value = None
    if flag.kind == "int":
        value = _read_int(text, flag.low, flag.high)
    elif flag.kind == "float":
        value = _read_float(text, flag.low, flag.high)
    elif flag.kind == "size":
        value = _read_size(text)
        if value is not None and value > SIZE_MAX:
            far = f"--{flag.name} can't count that far, got '{echo(text)}'"
            raise _refusal(f"{far}; it wants {wants(flag)}", flag.example)
        if value is not None and value < flag.low:
            value = None
    elif flag.kind == "choice":
        word = text.decode("utf-8", "surrogateescape")
        value = word if word in flag.choices else None
    elif flag.kind == "format":
        head, colon, file = text.partition(b":")
        word = head.decode("utf-8", "surrogateescape")
        if word in flag.choices and colon and not file:
            raise _refusal(f"the file name in --{flag.name}={word}: is empty; it wants {wants(flag)}", flag.example)
        value = (word, file if colon else None) if word in flag.choices else None
    else:
        return text
    if value is None:
        near = _near_choice(flag, text)
        raise _refusal(f"--{flag.name} wants {wants(flag)}, got '{echo(text)}'{near}", flag.example)
    return value


def wants(flag: Flag) -> str:
    """What kind of value the flag takes, as refusals and the schema say it."""
    if flag.kind in ("int", "float"):
        low = 1 if flag.zero_needs is not None and flag.low == 0 else flag.low
        return f"{'an integer' if flag.kind == 'int' else 'a number'} in {low}..{flag.high}"
    if flag.kind == "size":
        least = " (at least 1)" if flag.low else ""
        return f"a number of {flag.unit}{least}, with an optional suffix K, M or G as in 16000, 16K, 10MB"
    if flag.kind == "choice":
        return "one of " + ", ".join(flag.choices)
    if flag.kind == "format":
        return f"{' or '.join(flag.choices)}, with an optional :FILE"
    return flag.wants


def _absent(flag: Flag) -> Value:
    if flag.kind == "switch":
        return False
    if flag.kind == "repeat-text":
        return ()
    return flag.default


def _read_int(text: bytes, low: int, high: int) -> int | None:
    if not text.isdigit() or len(text.lstrip(b"0")) > _MAX_DIGITS:
        return None
    value = int(text)
    return value if low <= value <= high else None


def _read_float(text: bytes, low: float, high: float) -> float | None:
    whole, _, fraction = text.partition(b".")
    if not (whole + fraction).isdigit() or len(text) > 2 * _MAX_DIGITS:
        return None  # no sign, exponent, nan or inf: what is typed is what is meant
    value = float(text)
    return value if low <= value <= high else None


def _read_size(text: bytes) -> int | None:
    """The size, SIZE_MAX + 1 for one that overflows, or None for what is no size."""
    digits = text.upper().removesuffix(b"B")
    unit = _UNITS.get(digits[-1:], 1)
    if unit != 1:
        digits = digits[:-1]
    if not digits.isdigit():
        return None
    if len(digits.lstrip(b"0")) > _MAX_DIGITS:
        return SIZE_MAX + 1
    return int(digits) * unit


# -- refusals -------------------------------------------------------------------------------------------------------


def _refusal(message: str, example: str) -> RipwireError:
    return RipwireError(REFUSED, f"{message} (e.g. {example})")


def _unknown(name: bytes, arg: bytes, table: Table) -> RipwireError:
    from ripwire.suggest import hint

    bare = name.lstrip(b"-")
    near = hint(bare, table.suggestions(), "--") if bare else ""
    if not arg.startswith(b"--") and bare in table.suggestions():  # a dash short: nothing is nearer
        near = f" (did you mean '--{bare.decode()}'?)"
    if arg.startswith(b"--"):
        return RipwireError(REFUSED, f"unknown flag '{echo(name if bare else arg)}'{near or '; see ripwire --help'}")
    return RipwireError(REFUSED, f"'{echo(arg)}' is no flag{near}; a directory of that name is written './{echo(arg)}'")


def _missing(flag: Flag, following: bytes | None) -> RipwireError:
    """`--flag value`: show the joined spelling of what was typed when it is a value, else the row's example."""
    example = flag.example
    if following is not None and not following.startswith(b"-"):
        word = following.decode("utf-8", "surrogateescape")
        try:
            read_value(flag, following)
        except RipwireError:
            pass
        else:
            if word.isprintable() and "'" not in word:
                example = f"--{flag.name}=" + (word if _PLAIN.issuperset(word) else f"'{word}'")
    return _refusal(f"--{flag.name} wants {wants(flag)}, joined by '=': {flag.spelling}", example)


def _near_choice(flag: Flag, text: bytes) -> str:
    if not flag.choices:
        return ""
    from ripwire.suggest import hint

    return hint(text.partition(b":")[0], [choice.encode() for choice in flag.choices])


def _spelled(flag: Flag, stands_for: str | None) -> str:
    return f"--{flag.name}" if stands_for is None else f"--{flag.name}={stands_for}"


# -- checks over all flags ------------------------------------------------------------------------------------------


def _check_companions(given: dict[str, Flag], values: dict[str, Value]) -> None:
    for flag in given.values():
        if flag.requires and not any(name in given for name in flag.requires):
            raise _refusal(f"--{flag.name} works only with {_any_of(flag.requires)}", flag.example)
        for other in flag.conflicts:
            if other in given:
                raise _refusal(f"--{flag.name} and --{other} exclude each other", flag.example)
        helpers = flag.zero_needs
        if helpers is not None and values[flag.dest] == 0 and not any(name in given for name in helpers):
            beside = f" without {_any_of(helpers)}" if helpers else ""
            raise _refusal(f"--{flag.name} wants {wants(flag)}{beside}, got '0'", flag.example)


def _choose_verb(given: dict[str, Flag], table: Table, notices: list[str]) -> Flag:
    verbs = [flag for flag in given.values() if flag.role == "verb"]
    if not verbs:
        return table.default_verb
    verbs.sort(key=lambda flag: table.precedence.index(flag.name))
    if len(verbs) > 1:
        ignored = ", ".join("--" + flag.name for flag in verbs[1:] if verbs[0].name not in flag.shapes)
        if ignored:
            notices.append(f"one report a run: --{verbs[0].name} answers, ignored: {ignored}")
    return verbs[0]


def _check_reach(given: dict[str, Flag], verb: Flag, table: Table, notices: list[str]) -> None:
    """Refuse or mention the modifiers that the verb does not read."""
    title = f"the {verb.name}" if verb is table.default_verb else f"--{verb.name}"
    unread = []
    for flag in given.values():
        if flag.role != "modifier" or flag.read_by == "all" or flag.name in verb.reads:
            continue
        if flag.read_by == "json":
            if not verb.json:
                supported = ", ".join(table.json_verbs())
                raise _refusal(f"--json is not supported for {title}; it is for: {supported}", "--json")
        elif flag.read_by == "paging":
            if not verb.pages:
                raise _refusal(f"--{flag.name} is honoured only by listings, not by {title}", flag.example)
        elif flag.read_by == "budget" and verb.pages:
            raise _refusal(f"--{flag.name} is not for listings, and {title} is one", verb.example)
        else:
            unread.append("--" + flag.name)
    if unread:
        notices.append(f"{', '.join(unread)}: not read by {title}, nothing was dropped")


def _any_of(names: tuple[str, ...]) -> str:
    return " or ".join("--" + name for name in names)
