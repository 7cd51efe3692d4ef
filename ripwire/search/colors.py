"""What begins the parts of an answer in colour: `--colors` as escape sequences (ECMA-48) of the order that ripgrep has.

Invariant: a part without an attribute has an empty sequence. Cost: nothing where there are no colours.
"""

from __future__ import annotations

from ripwire.search.options import COLORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.search.argv import Color

DEFAULTS: tuple[Color, ...] = (
    ("path", "fg", "magenta"), ("line", "fg", "green"), ("match", "fg", "red"), ("match", "style", "bold"),
)  # fmt: skip
PARTS = ("path", "line", "column", "match", "highlight")

_NUMBERS = dict(zip(COLORS, (0, 4, 2, 1, 6, 5, 3, 7), strict=True))
_STYLES = ("bold", "italic", "underline")  # in the order in which they are written, with their codes
_CODES = (b"\x1b[1m", b"\x1b[3m", b"\x1b[4m")


def begins(changes: Sequence[Color]) -> tuple[bytes, ...]:
    """The sequence before each of PARTS; what comes later changes what came before."""
    looks: dict[str, dict[str, object]] = {part: {} for part in PARTS}
    for part, attribute, value in (*DEFAULTS, *changes):
        look = looks[part]
        if attribute == "none":
            look.clear()
        elif attribute == "style":
            assert isinstance(value, str)
            off = value.startswith("no")
            look[value[2:] if off else value] = not off
        else:
            look[attribute] = value
    return tuple(_sequence(looks[part]) for part in PARTS)


def _sequence(look: dict[str, object]) -> bytes:
    out = b"".join(code for name, code in zip(_STYLES, _CODES, strict=True) if look.get(name))
    intense = bool(look.get("intense"))
    for attribute, base in (("fg", 30), ("bg", 40)):
        value = look.get(attribute)
        if value is None:
            continue
        if isinstance(value, str):
            number = _NUMBERS[value]
            code = f"{base + 8};5;{number + 8}" if intense else str(base + number)
        elif isinstance(value, int):
            code = f"{base + 8};5;{value}"
        else:
            assert isinstance(value, tuple)
            code = f"{base + 8};2;" + ";".join(map(str, value))
        out += f"\x1b[{code}m".encode()
    return out
