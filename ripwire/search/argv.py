"""argv -> `Request`, from the table of `ripwire search` alone: no I/O, no look at files, no argparse.

Grammar, as ripgrep 15 has it: flags and other arguments in any order, `--` ends flags; `--flag=VALUE` or
`--flag VALUE`, `-fVALUE`, `-f=VALUE` or `-f VALUE`, where VALUE is the next argument whatever it looks like; letters in
one bundle, of which the last may take a value. The first argument that is no flag is the pattern, unless -e or -f gave
one or nothing is searched; the others are paths.

Invariant: `parse` raises `UsageError` exactly where ripgrep exits with 2 before it looks at a file, a pattern, a glob
or a type (and for what its table refuses). What depends on the terminal or on files stays None until `settle`.
Cost: the table, and a few microseconds an argument.
"""

from __future__ import annotations

from ripwire.errors import RipwireError, echo
from ripwire.search.options import (
    COLOR_PARTS,
    COLOR_STYLES,
    COLORS,
    ENCODINGS,
    FAILED,
    GENERA,
    LEVEL_MAX,
    LINK_VARIABLES,
    LINKS,
    NUMBER_MAX,
    RANK_ROWS,
    TABLE,
    Flag,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Color = tuple[str, str, str | int | tuple[int, int, int]]

_UNITS = {b"K": 1 << 10, b"M": 1 << 20, b"G": 1 << 30}
_MAX_DIGITS = 20  # of NUMBER_MAX; int() of a huge text would be quadratic


class UsageError(RipwireError):
    """A command line that is wrong. Its message is one line without a prefix, its exit code 2."""

    def __init__(self, message: str) -> None:
        super().__init__(FAILED, message)


class Request:
    """What was asked for, folded. The annotations mirror the table; a test keeps them equal."""

    special: str
    """"": a search, or a list. Else nothing is searched: "help", "help-short", "version", "pcre2-version"."""
    mode: str
    """"lines", "files", "files-without", "count", "count-matches", "json", "list-files" or "type-list"."""
    sources: tuple[tuple[str, bytes], ...]
    """("pattern" | "file", value) in order; `patterns_of` makes patterns of them. Empty if nothing is searched."""
    paths: tuple[bytes, ...]
    given: frozenset[str]
    """Names of the rows that argv holds."""

    # the pattern
    case: str  # "sensitive", "ignore", "smart"
    fixed: bool
    engine: str  # "default", "pcre2", "auto"
    word: bool
    line: bool
    multiline: bool
    dotall: bool
    unicode: bool
    crlf: bool
    null_data: bool
    regex_size_limit: int | None
    dfa_size_limit: int | None

    # what counts as a match
    invert: bool
    max_count: int | None  # 0: nothing is searched
    binary: str  # "auto", "search", "text"
    encoding: str  # "auto", "none", or the WHATWG's name in lower case
    search_zip: bool
    stop_on_nonmatch: bool

    # which files: the fields of WalkRequest, by the same names
    globs: tuple[tuple[bytes, bool], ...]  # (glob, upper and lower case are the same)
    glob_case_insensitive: bool
    types: tuple[tuple[str, bytes], ...]  # ("select" | "negate" | "add" | "clear", value) in order
    genera: frozenset[int]
    genera_not: frozenset[int]
    hidden: bool
    ignore_dot: bool
    ignore_vcs: bool
    ignore_exclude: bool
    ignore_global: bool
    ignore_parent: bool
    ignore_files: tuple[bytes, ...]
    ignore_case_insensitive: bool
    require_git: bool
    follow: bool
    one_file_system: bool
    max_depth: int | None
    max_filesize: int | None
    threads: int | None  # None: as many as there are cores

    # what is printed
    quiet: bool
    before: int
    after: int
    passthru: bool
    include_zero: bool
    vimgrep: bool
    only_matching: bool
    replace: bytes | None
    stats: bool
    rank: int | None  # how many rows; None: no ranked answer
    sort: tuple[str, bool] | None  # ("path" | "modified" | "accessed", reversed)

    # how lines look; what is None is for `settle`
    line_number: bool | None
    column: bool | None
    with_filename: bool | None
    heading: bool | None
    color: str  # "auto", "never", "always", "ansi"
    colored: bool | None  # what `color` comes to
    byte_offset: bool
    null: bool
    trim: bool
    max_columns: int | None
    max_columns_preview: bool
    colors: tuple[Color, ...]  # (part, "fg" | "bg" | "style" | "none", value)
    hyperlink_format: bytes  # b"": no links
    context_separator: bytes | None  # None: no line between groups
    field_match_separator: bytes
    field_context_separator: bytes
    path_separator: bytes | None

    # how the run is done
    index: bool | None
    mmap: bool | None
    buffer: str  # "auto", "line", "block"
    messages: bool
    ignore_messages: bool

    __slots__ = tuple(__annotations__)

    @property
    def pcre(self) -> bool:
        return self.engine == "pcre2"

    @property
    def text(self) -> bool:
        return self.binary == "text"

    @property
    def searches(self) -> bool:
        """Files are read: no list of files or types."""
        return self.mode not in ("list-files", "type-list")

    def __repr__(self) -> str:
        return f"<Request {self.mode} {self.sources} {self.paths} {sorted(self.given)}>"


# Every value of a run without flags. Those that are no field of Request are folded away.
DEFAULTS: dict[str, Any] = {
    "special": "",
    "mode": "lines",
    "sources": (),
    "case": "sensitive",
    "fixed": False,
    "engine": "default",
    "word": False,
    "line": False,
    "multiline": False,
    "dotall": False,
    "unicode": True,
    "crlf": False,
    "null_data": False,
    "regex_size_limit": None,
    "dfa_size_limit": None,
    "invert": False,
    "max_count": None,
    "binary": "auto",
    "encoding": "auto",
    "search_zip": False,
    "stop_on_nonmatch": False,
    "globs": (),
    "iglobs": (),
    "glob_case_insensitive": False,
    "types": (),
    "genera": (),
    "genera_not": (),
    "hidden": False,
    "unrestricted": 0,
    "ignore_dot": True,
    "ignore_vcs": True,
    "ignore_exclude": True,
    "ignore_global": True,
    "ignore_parent": True,
    "ignore_files": (),
    "use_ignore_files": True,
    "ignore_case_insensitive": False,
    "require_git": True,
    "follow": False,
    "one_file_system": False,
    "max_depth": None,
    "max_filesize": None,
    "threads": None,
    "quiet": False,
    "before": None,
    "after": None,
    "around": None,
    "passthru": False,
    "include_zero": False,
    "vimgrep": False,
    "only_matching": False,
    "replace": None,
    "stats": False,
    "rank": None,
    "sort": None,
    "line_number": None,
    "column": None,
    "with_filename": None,
    "heading": None,
    "color": "auto",
    "colored": None,
    "byte_offset": False,
    "null": False,
    "trim": False,
    "max_columns": None,
    "max_columns_preview": False,
    "colors": (),
    "hyperlink_format": b"",
    "context_separator": b"--",
    "field_match_separator": b":",
    "field_context_separator": b"-",
    "path_separator": None,
    "index": None,
    "mmap": None,
    "buffer": "auto",
    "messages": True,
    "ignore_messages": True,
}


def parse(argv: Sequence[bytes]) -> Request:
    """Read the arguments that follow `ripwire search`."""
    values = dict(DEFAULTS)
    given: dict[str, Flag] = {}
    others: list[bytes] = []
    count = len(argv)
    at = 0
    while at < count:
        arg = argv[at]
        at += 1
        if arg[:1] != b"-" or arg == b"-":
            others.append(arg)
        elif arg == b"--":
            others.extend(argv[at:])
            break
        elif arg[:2] == b"--":
            name, equals, text = arg[2:].partition(b"=")
            row = TABLE.longs.get(name.decode("utf-8", "surrogateescape"))
            if row is None:
                raise _unknown(name)
            flag, on = row
            spelled = "--" + name.decode()
            value: bytes | None = None
            if not (on and flag.takes_value):
                if equals:
                    raise UsageError(f"{spelled} takes no value, got '{echo(text)}'")
            elif equals:
                value = text
            elif not flag.optional:
                if at == count:
                    raise _missing(flag, spelled)
                value = argv[at]
                at += 1
            _give(values, given, flag, on, spelled, value)
        else:
            at = _bundle(argv, at, values, given)
    return _folded(values, given, others)


def _bundle(argv: Sequence[bytes], at: int, values: dict[str, Any], given: dict[str, Flag]) -> int:
    """Read the letters of the argument before `at`, and the next argument if it is a value; return what follows."""
    arg = argv[at - 1]
    place = 1
    spelled = ""
    while place < len(arg):
        letter = chr(arg[place])
        if letter == "=" and spelled:
            raise UsageError(f"{spelled} takes no value, got '{echo(arg[place + 1 :])}'")
        flag = TABLE.letters.get(letter)
        if flag is None:
            raise _unknown_letter(arg, place)
        spelled = "-" + letter
        place += 1
        value: bytes | None = None
        if flag.takes_value:
            if place < len(arg):
                value = arg[place + (arg[place] == 61) :]  # 61 is "="
                place = len(arg)
            elif at < len(argv):
                value = argv[at]
                at += 1
            else:
                raise _missing(flag, spelled)
        _give(values, given, flag, True, spelled, value)
    return at


def _give(
    values: dict[str, Any], given: dict[str, Flag], flag: Flag, on: bool, spelled: str, text: bytes | None
) -> None:
    """Let one flag, or its negation, change the values."""
    given[flag.name] = flag
    if not on:
        if flag.name == "json" and values["mode"] != "json":
            return  # takes back nothing but itself
        for name, value in (("mode", "lines"),) if flag.name == "json" else flag.unsets:
            values[name] = value
        return
    if flag.refusal and (text or not flag.off and flag.name != "hostname-bin"):
        raise UsageError(f"{spelled} is refused: {flag.refusal}")
    if text is not None:
        value = _READERS[flag.kind](flag, spelled, text)
        if flag.many:
            values[flag.dest] += ((flag.tag, value) if flag.tag else value,)
        elif not flag.refusal:
            values[flag.dest] = value
    elif flag.kind == "mark":
        values[flag.dest] += (flag.tag,)
    elif flag.kind == "level":
        _unrestrict(values, spelled)
    elif flag.optional:
        values["rank"] = values["rank"] or RANK_ROWS  # the number of an earlier --rank=N stays
    for name, value in flag.sets:
        values[name] = value
    if spelled == "-h":
        values["special"] = "help-short"


def _unrestrict(values: dict[str, Any], spelled: str) -> None:
    level = values["unrestricted"] = values["unrestricted"] + 1
    if level > LEVEL_MAX:
        raise UsageError(f"{spelled} may be given {LEVEL_MAX} times, there is nothing left that a fourth could lift")
    if level == 1:
        values.update(TABLE.longs["no-ignore"][0].sets)
    elif level == 2:
        values["hidden"] = True
    else:
        values["binary"] = "search"


def _folded(values: dict[str, Any], given: dict[str, Flag], others: list[bytes]) -> Request:
    """The request that the values come to, or a refusal about several of them."""
    mode = values["mode"]
    request = Request()
    if not values["special"]:
        if values["rank"] is not None:
            for flag in given.values():
                if not flag.beside_rank:
                    raise UsageError(f"--rank has rows of its own; leave out --{flag.name}")
        if mode in ("list-files", "type-list"):
            values["sources"] = ()
        elif not values["sources"]:
            if not others:
                raise UsageError("no pattern was given (e.g. ripwire search TODO src)")
            values["sources"] = (("pattern", _utf8(others.pop(0), "the pattern")),)
        elif ("file", b"-") in values["sources"]:
            if values["sources"].count(("file", b"-")) > 1:
                raise UsageError("-f - is given twice, but the standard input can be read once")
            if b"-" in others:
                raise UsageError("the standard input can't hold the patterns (-f -) and be searched (-)")
    if mode == "count" and values["only_matching"]:
        mode = "count-matches"
    elif mode == "count-matches" and values["invert"]:
        mode = "count"
    around = values["around"] or 0
    for name in ("before", "after"):
        if values[name] is None:
            values[name] = around
    request.given = frozenset(given)
    request.paths = tuple(others)
    values["mode"] = mode
    values["globs"] = (*((glob, False) for glob in values["globs"]), *((glob, True) for glob in values["iglobs"]))
    if not values["use_ignore_files"]:
        values["ignore_files"] = ()
    for name in ("genera", "genera_not"):
        values[name] = frozenset(map(GENERA.index, values[name]))
    for name in ("max_columns", "threads"):
        values[name] = values[name] or None  # 0 is "no limit" of the one, "you choose" of the other
    for name in _FOLDED_AWAY:
        del values[name]
    for name, value in values.items():
        setattr(request, name, value)
    return request


_FOLDED_AWAY = ("iglobs", "around", "unrestricted", "use_ignore_files")


def settle(
    request: Request, stdout_is_tty: bool, one_file: bool, *, only_stdin: bool = False, colorful: bool = True
) -> None:
    """Decide what the flags left open.

    ``one_file``: one path is searched, and it is no folder. ``only_stdin``: that is the standard input. ``colorful``:
    the environment has nothing against colours (NO_COLOR is not set, TERM is set and not "dumb").
    """
    lines = request.mode == "lines"
    if request.column is None:
        request.column = request.vimgrep
    if request.heading is None:
        request.heading = stdout_is_tty
    request.heading = request.heading and not request.vimgrep
    if request.with_filename is None:
        request.with_filename = request.vimgrep or not one_file
    if request.line_number is None:
        shown = stdout_is_tty and not only_stdin or request.column or request.vimgrep
        request.line_number = not request.quiet and (request.mode == "json" or lines and shown)
    request.colored = request.color in ("always", "ansi") or request.color == "auto" and stdout_is_tty and colorful
    if request.buffer == "auto":
        request.buffer = "line" if stdout_is_tty else "block"


def patterns_of(sources: Sequence[tuple[str, bytes]], read: Callable[[bytes], bytes]) -> tuple[bytes, ...]:
    """The patterns in order, each once. ``read`` gives what a file of patterns holds (of b"-": the standard input);
    none may be left, and then nothing matches."""
    patterns: dict[bytes, None] = {}
    for kind, value in sources:
        if kind == "pattern":
            patterns[value] = None
            continue
        lines = read(value).split(b"\n")
        if not lines[-1]:
            lines.pop()  # the last line has its end
        for number, line in enumerate(lines, 1):
            pattern = line[:-1] if line.endswith(b"\r") else line
            patterns[_utf8(pattern, f"line {number} of {echo(value)}")] = None
    return tuple(patterns)


# -- values ---------------------------------------------------------------------------------------------------------


def _utf8(text: bytes, what: str) -> bytes:
    try:
        text.decode()
    except UnicodeDecodeError:
        raise UsageError(f"{what} is not valid UTF-8: '{echo(text)}'; a pattern writes a byte as \\xFF") from None
    return text


def _text(flag: Flag, spelled: str, text: bytes) -> bytes:
    try:
        text.decode()
    except UnicodeDecodeError:
        way = "; a pattern writes a byte as (?-u:\\xFF)" if flag.name == "regexp" else ""
        raise UsageError(f"{spelled} wants valid UTF-8, got '{echo(text)}'{way}") from None
    return text


def _path(flag: Flag, spelled: str, text: bytes) -> bytes:
    return text


def _digits(text: bytes) -> int | None:
    """The number below 2**64 that the digits are, or None."""
    if not text.isdigit() or len(text.lstrip(b"0")) > _MAX_DIGITS:
        return None
    value = int(text)
    return value if value <= NUMBER_MAX else None


def _number(flag: Flag, spelled: str, text: bytes) -> int:
    value = _digits(text[1:] if text[:1] == b"+" else text)
    if value is None:
        raise _wrong(flag, spelled, "a whole number from 0 to 2^64-1", text)
    return value


def _rank(flag: Flag, spelled: str, text: bytes) -> int:
    return _number(flag, spelled, text) or RANK_ROWS


def _size(flag: Flag, spelled: str, text: bytes) -> int:
    unit = _UNITS.get(text[-1:], 1)
    value = _digits(text if unit == 1 else text[:-1])
    if value is None or value * unit > NUMBER_MAX:
        raise _wrong(flag, spelled, "a number of bytes below 2^64, which may have K, M or G behind it", text)
    return value * unit


def _choice(flag: Flag, spelled: str, text: bytes) -> str | tuple[str, bool] | None:
    word = text.decode("utf-8", "surrogateescape")
    if flag.dest == "sort" and word == "created":
        raise UsageError(f"{spelled}=created is refused: not every file system says when a file was made; try modified")
    if word not in flag.choices:
        raise _wrong(flag, spelled, "one of " + ", ".join(flag.choices), text, flag.choices)
    if flag.dest != "sort":
        return word
    return None if word == "none" else (word, flag.name == "sortr")


def _separator(flag: Flag, spelled: str, text: bytes) -> bytes:
    """UTF-8 with escapes; a backslash that begins none stands for itself."""
    _text(flag, spelled, text)
    parts = text.split(b"\\")
    made = [parts[0]]
    at = 1
    while at < len(parts):
        part = parts[at]
        at += 1
        if not part and at < len(parts):  # two of them
            made.append(b"\\" + parts[at])
            at += 1
        elif part[:1] in _ESCAPES and part:
            made.append(_ESCAPES[part[:1]] + part[1:])
        elif part[:1] == b"x" and len(part) > 2 and _HEX.issuperset(part[1:3]):
            made.append(bytes((int(part[1:3], 16),)) + part[3:])
        else:
            made.append(b"\\" + part)
    return b"".join(made)


_ESCAPES = {b"0": b"\0", b"n": b"\n", b"r": b"\r", b"t": b"\t"}
_HEX = frozenset(b"0123456789abcdefABCDEF")


def _byte(flag: Flag, spelled: str, text: bytes) -> bytes | None:
    made = _separator(flag, spelled, text)
    if len(made) > 1:
        raise _wrong(flag, spelled, "one byte", text)
    return made or None


def _encoding(flag: Flag, spelled: str, text: bytes) -> str:
    label = text.decode("utf-8", "surrogateescape")
    if label in ("auto", "none"):
        return label
    label = label.strip(" \t\n\f\r")
    if label.isascii():
        label = label.lower()
        for name, labels in ENCODINGS:
            if label in labels.split():
                return name
    known = [label for _, labels in ENCODINGS for label in labels.split()]
    raise _wrong(flag, spelled, "auto, none or the name of an encoding", text, known)


def _color(flag: Flag, spelled: str, text: bytes) -> Color:
    words = text.decode("utf-8", "surrogateescape").split(":")
    part, attribute = words[0].lower(), words[1].lower() if len(words) > 1 else ""
    if part not in COLOR_PARTS or not 2 <= len(words) <= 3 or attribute not in ("none", "fg", "bg", "style"):
        raise _wrong(flag, spelled, "PART:none or PART:fg|bg|style:VALUE, PART one of " + ", ".join(COLOR_PARTS), text)
    if attribute == "none":
        return part, "none", ""
    word = words[2].lower() if len(words) > 2 else ""
    if attribute == "style":
        if word not in COLOR_STYLES:
            raise _wrong(flag, spelled, "a style: " + ", ".join(COLOR_STYLES), text)
        return part, attribute, word
    if word in COLORS:
        return part, attribute, word
    # As it was typed: 0x, but not 0X.
    numbers = [_channel(number) for number in (words[2] if len(words) > 2 else "").split(",")]
    channels = [number for number in numbers if number is not None]
    if len(channels) == len(numbers) == 1:
        return part, attribute, channels[0]
    if len(channels) == len(numbers) == 3:
        return part, attribute, (channels[0], channels[1], channels[2])
    raise _wrong(flag, spelled, f"a colour: {', '.join(COLORS)}, or one number below 256 or three, R,G,B", text)


def _channel(text: str) -> int | None:
    """A number below 256, in hexadecimal behind 0x."""
    base = 16 if text.startswith("0x") else 10
    digits = text[2:] if base == 16 else text
    digits = digits[1:] if digits.startswith("+") else digits
    if not digits or len(digits.lstrip("0")) > 3 or not all(c in "0123456789abcdefABCDEF"[: base + 6] for c in digits):
        return None
    if base == 10 and not digits.isdigit():
        return None
    value = int(digits, base)
    return value if value < 256 else None


def _link(flag: Flag, spelled: str, text: bytes) -> bytes:
    """A format of hyperlinks, checked: known variables, a path among them, a scheme before them."""
    _text(flag, spelled, text)
    form = text.decode()
    form = dict(LINKS).get(form, form)
    why = _wrong_link(form)
    if why:
        raise UsageError(f"{spelled}={echo(text)}: {why} (e.g. {flag.example})")
    return form.encode()


def _wrong_link(form: str) -> str:
    """What is wrong with a format, or nothing."""
    names: list[str] = []
    plain = ""  # the text before the first variable
    rest = form
    while rest:
        text, brace, behind = rest, "", ""
        for at, char in enumerate(rest):
            if char in "{}":
                text, brace, behind = rest[:at], char, rest[at + 1 :]
                break
        plain += "" if names else text
        rest = behind
        if not brace:
            break
        if behind.startswith(brace):  # doubled: the character itself
            plain += "" if names else brace
            rest = behind[1:]
        elif brace == "}":
            return "a '}' closes nothing; the character itself is written '}}'"
        else:
            name, closed, rest = behind.partition("}")
            if not closed:
                return "a '{' is never closed; the character itself is written '{{'"
            if name not in LINK_VARIABLES:
                return f"there is no {{{echo(name)}}}; there are {', '.join(LINK_VARIABLES)}"
            names.append(name)
    if not form:
        return ""
    if not names:
        return f"it holds no {{path}} and is no name of a format: {', '.join(name for name, _ in LINKS)}"
    if "path" not in names:
        return "it holds no {path}"
    if "column" in names and "line" not in names:
        return "it holds {column} but no {line}"
    scheme, colon, _ = plain.partition(":")
    if not colon or not scheme or not all(c.isascii() and (c.isalnum() or c in "+-.") for c in scheme):
        return "it must begin with a scheme, as in file://"
    return ""


_READERS: dict[str, Callable[[Flag, str, bytes], Any]] = {
    "number": _number,
    "size": _size,
    "text": _text,
    "path": _path,
    "separator": _separator,
    "byte": _byte,
    "choice": _choice,
    "encoding": _encoding,
    "color": _color,
    "link": _link,
    "optional-number": _rank,
}


# -- refusals -------------------------------------------------------------------------------------------------------


def _wrong(flag: Flag, spelled: str, wants: str, text: bytes, near: Sequence[str] = ()) -> UsageError:
    from ripwire.suggest import hint

    maybe = hint(text, [name.encode() for name in near]) if near else ""
    return UsageError(f"{spelled} wants {wants}, got '{echo(text)}'{maybe} (e.g. {flag.example})")


def _missing(flag: Flag, spelled: str) -> UsageError:
    return UsageError(f"{spelled} wants a value, and nothing follows it (e.g. {flag.example})")


def _unknown(name: bytes) -> UsageError:
    from ripwire.suggest import hint

    near = hint(name, TABLE.suggestions(), "--") if name else ""
    return UsageError(f"unknown flag '--{echo(name)}'{near or '; see ripwire search --help'}")


def _unknown_letter(arg: bytes, place: int) -> UsageError:
    """A letter that is none, in an argument that may have been meant as a pattern or with one dash more."""
    from ripwire.suggest import hint

    letter = arg[place:].decode("utf-8", "replace")[:1]
    beside = f" in '{echo(arg)}'" if len(arg) > 2 else ""
    near = ""
    name = arg[1:].partition(b"=")[0]
    if name.decode("utf-8", "replace") in TABLE.longs:
        near = f" (did you mean '-{echo(arg)}'?)"
    elif len(name) > 3:
        near = hint(name, TABLE.suggestions(), "--")
    return UsageError(f"unknown flag '-{echo(letter)}'{beside}{near or f'; a pattern that begins so: -e {echo(arg)}'}")
