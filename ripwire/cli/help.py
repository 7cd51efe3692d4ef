"""Help from the option tables: the short usage, -h (one screen), --help (everything), and argparse twins for the man
pages, of `ripwire` and of `ripwire search`.

The man pages are built with argparse-manpage, their date pinned so that they only change when a table does. With
ripwire installed (or PYTHONPATH=. in a checkout):

    SOURCE_DATE_EPOCH=0 argparse-manpage --module ripwire.cli.help --function build_argparse --prog ripwire \\
        --project-name ripwire --version 0.1.0 --manual-title "User Commands" --output man/ripwire.1

and the same with build_search_argparse, ripwire-search and man/ripwire-search.1.

Invariant: ASCII, lines of at most 80 columns; -h has at most 24 lines. Cost: -h imports only its table; --help adds
textwrap; argparse is imported for the man pages only.
"""

from __future__ import annotations

from ripwire.cli.options import TABLE, Flag, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import Protocol, TypeVar

    from ripwire.search.options import Flag as SearchFlag

    class Row(Protocol):
        """What help reads of a row, of either table."""

        dest: str
        short: str
        letter: str

        @property
        def spelling(self) -> str: ...

    R = TypeVar("R", bound=Row)


USAGE = "ripwire DIR [flags]"
SUMMARY = "map a source tree: its main definitions, and what calls what"
SEARCH_USAGE = "ripwire search [flags] PATTERN [PATH...]"
SEARCH_SUMMARY = "find lines that match a regular expression, as ripgrep does"
COLUMNS = 80
SCREEN_LINES = 24


def usage() -> str:
    """What a run without a root prints on stderr."""
    return (
        f"usage: {USAGE}\n"
        "no directory was named (e.g. ripwire . --top-k=50)\n"
        "ripwire -h shows the most used flags, ripwire --help all of them"
    )


def screen(table: Table = TABLE) -> str:
    """The text of -h."""
    rows = [flag for flag in table.flags if flag.screen and not flag.hidden]
    footer = "Flags may stand anywhere; a value is joined by '=': ripwire . --top-k=50"
    return _screen(f"ripwire: {SUMMARY}\nusage: {USAGE}", rows, footer)


def full(table: Table = TABLE) -> str:
    """The text of --help."""
    from ripwire.cli.exits import MEANINGS

    groups = [(heading, table.family(key)) for key, heading in table.families]
    return _full(f"ripwire: {SUMMARY}\n\nusage: {USAGE}", _INTRODUCTION, groups, _described, MEANINGS)


def search_help(long: bool) -> str:
    """The text of `ripwire search --help`, or of its -h."""
    from ripwire.search.options import EXIT_CODES, TABLE

    if not long:
        rows = [flag for flag in TABLE.flags if flag.screen]
        footer = "ripwire search --help describes all flags: ripgrep's, --rank, --code and --docs"
        return _screen(f"ripwire search: {SEARCH_SUMMARY}\nusage: {SEARCH_USAGE}", rows, footer)
    groups = [(heading, TABLE.family(key)) for key, heading in TABLE.families]
    title = f"ripwire search: {SEARCH_SUMMARY}\n\nusage: {SEARCH_USAGE}\n       " + "\n       ".join(_SEARCH_FORMS)
    return _full(title, _SEARCH_INTRODUCTION, groups, _search_described, EXIT_CODES)


def build_argparse() -> argparse.ArgumentParser:
    """The table as an argparse parser, for argparse-manpage. It documents; it is never asked to parse.

    Each flag is declared as a switch whose one name is its label (`--top-k=N`, `-h, --help`): argparse would print
    `--top-k N`, which ripwire refuses, and argparse-manpage leaves out what is named --help. Texts stay unwrapped: the
    wrapping of argparse breaks at hyphens, and groff wraps anyway.
    """
    from ripwire.cli.exits import MEANINGS

    groups = [(heading, TABLE.family(key)) for key, heading in TABLE.families]
    return _twin("ripwire", USAGE, SUMMARY, _INTRODUCTION, groups, _described, MEANINGS)


def build_search_argparse() -> argparse.ArgumentParser:
    """The same of `ripwire search`."""
    from ripwire.search.options import EXIT_CODES, TABLE

    groups = [(heading, TABLE.family(key)) for key, heading in TABLE.families]
    usage = SEARCH_USAGE
    return _twin("ripwire-search", usage, SEARCH_SUMMARY, _SEARCH_INTRODUCTION, groups, _search_described, EXIT_CODES)


def _screen(title: str, rows: Sequence[Row], footer: str) -> str:
    lines = [title, ""]
    lines += [f"  {_label(flag):<29} {flag.short}" for flag in rows]
    lines += ["", footer]
    return "\n".join(lines) + "\n"


def _full(
    title: str,
    introduction: str,
    groups: Sequence[tuple[str, Sequence[R]]],
    described: Callable[[R], str],
    codes: Sequence[tuple[int, str]],
) -> str:
    from textwrap import fill

    def paragraph(text: str, indent: int) -> str:
        pad = " " * indent
        return fill(
            text, COLUMNS, initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False, break_long_words=False
        )

    parts = [title + "\n", paragraph(introduction, 0) + "\n"]
    for heading, rows in groups:
        if not rows:
            continue
        parts.append(heading + ":\n")
        for flag in rows:
            parts.append(f"  {_label(flag)}\n{paragraph(described(flag), 6)}\n")
    parts.append("Exit codes:\n")
    lines = []
    for code, meaning in codes:
        lines.append(f"  {code:<4}" + paragraph(meaning, 6)[6:])
    parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _twin(
    prog: str,
    usage: str,
    summary: str,
    introduction: str,
    groups: Sequence[tuple[str, Sequence[R]]],
    described: Callable[[R], str],
    codes: Sequence[tuple[int, str]],
) -> argparse.ArgumentParser:
    import argparse

    parser = argparse.ArgumentParser(
        prog=prog,
        usage=usage,
        description=introduction,
        add_help=False,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.man_short_description = summary  # type: ignore[attr-defined]  # argparse-manpage reads it
    for heading, rows in groups:
        if not rows:
            continue
        group = parser.add_argument_group(heading)
        for flag in rows:
            text = described(flag).replace("%", "%%")
            group.add_argument(_label(flag), action="store_true", dest=flag.dest, help=text)
    listed = parser.add_argument_group("Exit codes")
    for code, meaning in codes:
        listed.add_argument(f"exit_{code}", metavar=str(code), help=meaning)
    return parser


_INTRODUCTION = (
    "ripwire parses every source file below DIR, resolves names into a call graph, ranks the definitions and prints one"
    " document on stdout. The same tree gives the same bytes. Notices and refusals go to stderr, each line marked with"
    " ripwire and a colon. Flags may stand anywhere; a value is joined by '='; after -- everything is a directory."
    " ripwire search finds text, ripwire index and ripwire status make and describe an index for it: each has a --help"
    " of its own."
)


_SEARCH_FORMS = (
    "ripwire search [flags] -e PATTERN | -f FILE ... [PATH...]",
    "ripwire search [flags] --files [PATH...]",
    "ripwire search [flags] --type-list",
)

_SEARCH_INTRODUCTION = (
    "ripwire search reads the files below each PATH (the current folder when there is none, the standard input when"
    " something is piped into it) and prints the lines that PATTERN matches. Flags, patterns, answers and exit codes"
    " are those of ripgrep 15; files come in the order of their paths. What git ignores, names that begin with a dot"
    " and binary files are left out, unless a flag or a path asks for them. Flags and paths may stand in any order; a"
    " value follows its flag, or is joined to it: -m 3, -m3, --max-count 3, --max-count=3; letters may share a dash."
    " After -- nothing is a flag."
)


def _label(flag: Row) -> str:
    return (f"-{flag.letter}, " if flag.letter else "") + flag.spelling


def _described(flag: Flag) -> str:
    text = flag.long
    if flag.takes_value:
        text += f" Example: {flag.example}"
    old = [f"--{name}" for name, _ in flag.deprecated]
    if old:
        text += f" (Old spellings: {', '.join(old)}.)"
    return text


def _search_described(flag: SearchFlag) -> str:
    text = flag.long
    if flag.takes_value and not flag.refusal:
        text += f" Example: {flag.example}"
    if flag.off and not flag.refusal:
        text += f" (Its negation: --{flag.off}.)"
    if flag.aliases:
        text += f" (Also: {', '.join('--' + name for name in flag.aliases)}.)"
    return text
