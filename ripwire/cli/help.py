"""Help from the option table: the short usage, -h (one screen), --help (everything), and an argparse twin for the man
page.

The man page is built with argparse-manpage, its date pinned so that it only changes when the table does. With ripwire
installed (or PYTHONPATH=. in a checkout):

    SOURCE_DATE_EPOCH=0 argparse-manpage --module ripwire.cli.help --function build_argparse --prog ripwire \\
        --project-name ripwire --version 0.1.0 --manual-title "User Commands" --output man/ripwire.1

Invariant: ASCII, lines of at most 80 columns; -h has at most 24 lines. Cost: -h imports only the table; --help adds
textwrap; argparse is imported for the man page only.
"""

from __future__ import annotations

from ripwire.cli.options import TABLE, Flag, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

USAGE = "ripwire DIR [flags]"
SUMMARY = "map a source tree: its main definitions, and what calls what"
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
    lines = [f"ripwire: {SUMMARY}", f"usage: {USAGE}", ""]
    lines += [f"  {_label(flag):<29} {flag.short}" for flag in rows]
    lines += ["", "Flags may stand anywhere; a value is joined by '=': ripwire . --top-k=50"]
    return "\n".join(lines) + "\n"


def full(table: Table = TABLE) -> str:
    """The text of --help."""
    from textwrap import fill

    def paragraph(text: str, indent: int) -> str:
        pad = " " * indent
        return fill(
            text, COLUMNS, initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False, break_long_words=False
        )

    parts = [f"ripwire: {SUMMARY}\n\nusage: {USAGE}\n", paragraph(_INTRODUCTION, 0) + "\n"]
    for key, heading in table.families:
        rows = table.family(key)
        if not rows:
            continue
        parts.append(heading + ":\n")
        for flag in rows:
            parts.append(f"  {_label(flag)}\n{paragraph(_described(flag), 6)}\n")
    from ripwire.cli.exits import MEANINGS

    parts.append("Exit codes:\n")
    codes = []
    for code, meaning in MEANINGS:
        codes.append(f"  {code:<4}" + paragraph(meaning, 6)[6:])
    parts.append("\n".join(codes) + "\n")
    return "\n".join(parts)


def build_argparse() -> argparse.ArgumentParser:
    """The table as an argparse parser, for argparse-manpage. It documents; it is never asked to parse.

    Each flag is declared as a switch whose one name is its label (`--top-k=N`, `-h, --help`): argparse would print
    `--top-k N`, which ripwire refuses, and argparse-manpage leaves out what is named --help. Texts stay unwrapped: the
    wrapping of argparse breaks at hyphens, and groff wraps anyway.
    """
    import argparse

    parser = argparse.ArgumentParser(
        prog="ripwire",
        usage=USAGE,
        description=_INTRODUCTION,
        add_help=False,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.man_short_description = SUMMARY  # type: ignore[attr-defined]  # argparse-manpage reads it
    for key, heading in TABLE.families:
        rows = TABLE.family(key)
        if not rows:
            continue
        group = parser.add_argument_group(heading)
        for flag in rows:
            text = _described(flag).replace("%", "%%")
            group.add_argument(_label(flag), action="store_true", dest=flag.dest, help=text)
    from ripwire.cli.exits import MEANINGS

    codes = parser.add_argument_group("Exit codes")
    for code, meaning in MEANINGS:
        codes.add_argument(f"exit_{code}", metavar=str(code), help=meaning)
    return parser


_INTRODUCTION = (
    "ripwire parses every source file below DIR, resolves names into a call graph, ranks the definitions and prints one"
    " document on stdout. The same tree gives the same bytes. Notices and refusals go to stderr, each line marked with"
    " ripwire and a colon. Flags may stand anywhere; a value is joined by '='; after -- everything is a directory."
)


def _label(flag: Flag) -> str:
    return (f"-{flag.letter}, " if flag.letter else "") + flag.spelling


def _described(flag: Flag) -> str:
    text = flag.long
    if flag.takes_value:
        text += f" Example: {flag.example}"
    old = [f"--{name}" for name, _ in flag.deprecated]
    if old:
        text += f" (Old spellings: {', '.join(old)}.)"
    return text
