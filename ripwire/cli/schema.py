"""`--schema`: the option tables as one JSON document, for programs that build a command line.

Invariant: every row that is not hidden is in it, keys come in a fixed order, the text is ASCII. json is imported here
only.
"""

from __future__ import annotations

from ripwire.cli.exits import MEANINGS
from ripwire.cli.help import SEARCH_SUMMARY, SEARCH_USAGE, SUMMARY, USAGE
from ripwire.cli.options import TABLE, Flag, Table
from ripwire.cli.parse import wants
from ripwire.search import options as search
from ripwire.version import VERSION


def render(table: Table = TABLE) -> str:
    """The document, with a line end."""
    import json

    return json.dumps(describe(table), indent=2) + "\n"


def describe(table: Table = TABLE) -> dict[str, object]:
    """The document as plain data."""
    return {
        "program": "ripwire",
        "version": VERSION,
        "summary": SUMMARY,
        "usage": USAGE,
        "exit_codes": {str(code): meaning for code, meaning in MEANINGS},
        "families": [{"name": key, "title": title} for key, title in table.families if table.family(key)],
        "verb_precedence": [name for name in table.precedence if name in table.by_name],
        "default_verb": {
            "name": table.default_verb.name,
            "description": table.default_verb.long,
            "json": table.default_verb.json,
            "pages": table.default_verb.pages,
            "reads": list(table.default_verb.reads),
        },
        "flags": [_row(flag) for flag in table.flags if not flag.hidden],
        "commands": [_search()],
    }


def _search() -> dict[str, object]:
    return {
        "name": "search",
        "summary": SEARCH_SUMMARY,
        "usage": SEARCH_USAGE,
        "exit_codes": {str(code): meaning for code, meaning in search.EXIT_CODES},
        "families": [{"name": key, "title": title} for key, title in search.FAMILIES],
        "flags": [_search_row(flag) for flag in search.FLAGS],
    }


def _search_row(flag: search.Flag) -> dict[str, object]:
    row: dict[str, object] = {
        "name": flag.name,
        "spelling": flag.spelling,
        "family": flag.family,
        "kind": flag.kind,
        "short": flag.short,
        "description": flag.long,
        "example": flag.example,
        "repeatable": flag.repeats,
    }
    if flag.letter:
        row["letter"] = flag.letter
    if flag.takes_value:
        row["metavar"] = flag.metavar
        row["value_required"] = not flag.optional
    if flag.choices:
        row["choices"] = list(flag.choices)
    row["negation"] = flag.off or None
    row["aliases"] = list(flag.aliases)
    row["served"] = not flag.refusal
    return row


def _row(flag: Flag) -> dict[str, object]:
    row: dict[str, object] = {
        "name": flag.name,
        "spelling": flag.spelling,
        "role": flag.role,
        "family": flag.family,
        "kind": flag.kind,
        "short": flag.short,
        "description": flag.long,
        "example": flag.example,
        "repeatable": flag.repeats,
    }
    if flag.letter:
        row["letter"] = flag.letter
    if flag.takes_value:
        row["metavar"] = flag.metavar
        row["wants"] = wants(flag)
        row["value_required"] = flag.kind != "optional-text"
        row["default"] = flag.default
    if flag.kind in ("int", "float"):
        row["minimum"] = flag.low
        row["maximum"] = flag.high
        if flag.zero_needs is not None:
            row["zero_needs"] = list(flag.zero_needs)
    if flag.kind == "size":
        row["minimum"] = flag.low
        row["unit"] = flag.unit
    if flag.choices:
        row["choices"] = list(flag.choices)
    if flag.role == "verb":
        row["json"] = flag.json
        row["pages"] = flag.pages
        row["reads"] = list(flag.reads)
    if flag.role == "modifier":
        row["read_by"] = flag.read_by
    row["requires_any"] = list(flag.requires)
    row["conflicts"] = list(flag.conflicts)
    row["aliases"] = [{"name": name, "value": value} for name, value in flag.aliases]
    row["deprecated_aliases"] = [{"name": name, "value": value} for name, value in flag.deprecated]
    return row
