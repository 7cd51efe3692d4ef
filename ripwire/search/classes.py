"""Sets of characters: ranges, properties of Unicode by name, and what set operations make of them.

Purpose: a class of a pattern stays as it was said, since PCRE2 knows the tables of Unicode; and yet the cover plan, the
crest sieve and the search of ASCII texts can ask which ASCII characters it has and whether it has others.
Invariant: ``ascii`` is exact; ``beyond`` is false only where no character from 0x80 on is in the set.
Cost: a property's ASCII members are found by PCRE2 once a process.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Range = tuple[int, int]
ASCII = (1 << 128) - 1
LAST = 0x10FFFF


class Set:
    """A set of characters.

    kind    "ranges", "property", "union", "not", "fold", or an operator: "&&", "--", "~~"
    ranges  of "ranges": ascending, apart from one another
    name    of "property": PCRE2's source for it
    parts   of the others
    ascii   its ASCII members, as bits
    beyond  whether it may have others
    """

    __slots__ = ("kind", "ranges", "name", "parts", "ascii", "beyond")

    def __init__(self, kind: str, ascii_: int, beyond: bool, ranges: tuple[Range, ...] = (), name: str = "",
                 parts: tuple[Set, ...] = ()) -> None:  # fmt: skip
        self.kind, self.ascii, self.beyond = kind, ascii_, beyond
        self.ranges, self.name, self.parts = ranges, name, parts


def _bits(low: int, high: int) -> int:
    """The bits of the ASCII characters in a range."""
    high = min(high, 127)
    return ((1 << (high - low + 1)) - 1) << low if low <= high else 0


def ranges(*pairs: Range) -> Set:
    """The characters in some ranges."""
    merged: list[Range] = []
    for low, high in sorted(pairs):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(merged[-1][1], high)
        else:
            merged.append((low, high))
    ascii_ = 0
    for low, high in merged:
        ascii_ |= _bits(low, high)
    return Set("ranges", ascii_, bool(merged) and merged[-1][1] > 127, tuple(merged))


EVERY = ranges((0, LAST))
SPACES = ranges((9, 13), (32, 32), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
                (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000))  # fmt: skip
DIGITS = Set("property", _bits(48, 57), True, name=r"\p{Nd}")
ASCII_WORD = ranges((48, 57), (65, 90), (95, 95), (97, 122))
WORD = Set(
    "union",
    ASCII_WORD.ascii,
    True,
    parts=(
        ASCII_WORD,
        *(Set("property", 0, True, name=rf"\p{{{name}}}") for name in ("Alphabetic", "M", "Nd", "Pc")),
        ranges((0x200C, 0x200D)),
    ),
)
"""What a word is made of: Unicode's technical standard 18, annex C."""


def perl(letter: str, unicode: bool) -> Set:
    """The set of ``\\d``, ``\\s`` or ``\\w``."""
    if unicode:
        return {"d": DIGITS, "s": SPACES, "w": WORD}[letter]
    return {"d": ranges((48, 57)), "s": ranges((9, 13), (32, 32)), "w": ASCII_WORD}[letter]


def union(parts: Sequence[Set]) -> Set:
    """What is in one of the sets."""
    if len(parts) == 1:
        return parts[0]
    if all(part.kind == "ranges" for part in parts):
        return ranges(*(pair for part in parts for pair in part.ranges))
    ascii_ = 0
    for part in parts:
        ascii_ |= part.ascii
    return Set("union", ascii_, any(part.beyond for part in parts), parts=tuple(parts))


def negated(of: Set) -> Set:
    """What is not in the set."""
    if of.kind == "not":
        return of.parts[0]
    if of.kind == "ranges":
        out, at = [], 0
        for low, high in of.ranges:
            if at < low:
                out.append((at, low - 1))
            at = high + 1
        if at <= LAST:
            out.append((at, LAST))
        return ranges(*out)
    return Set("not", ASCII & ~of.ascii, True, parts=(of,))


def combined(sign: str, a: Set, b: Set) -> Set:
    """What ``&&`` (both), ``--`` (the first alone) or ``~~`` (one of them alone) make of two sets."""
    if a.kind == b.kind == "ranges":
        if sign == "&&":
            return negated(union([negated(a), negated(b)]))
        if sign == "--":
            return negated(union([negated(a), b]))
        return union([combined("--", a, b), combined("--", b, a)])
    ascii_ = {"&&": a.ascii & b.ascii, "--": a.ascii & ~b.ascii, "~~": a.ascii ^ b.ascii}[sign]
    beyond = a.beyond and b.beyond if sign == "&&" else a.beyond if sign == "--" else a.beyond or b.beyond
    return Set(sign, ascii_, beyond, parts=(a, b))


_UPPER, _LOWER = _bits(65, 90), _bits(97, 122)
_FOLDED_TO_ASCII = ((0x212A, "kK"), (0x17F, "sS"))


def both_cases(ascii_: int) -> int:
    """The bits of ASCII letters and of their other case."""
    return ascii_ | (ascii_ & _UPPER) << 32 | (ascii_ & _LOWER) >> 32


def folded(of: Set) -> Set:
    """The set with the other case of each of its letters (Unicode's simple case folding)."""
    if of.kind == "ranges" and (of.ranges in ((), ((0, LAST),)) or of.ascii and not of.beyond and not _letters(of)):
        return of
    ascii_ = both_cases(of.ascii)
    for code, letters in _FOLDED_TO_ASCII:
        if _holds(of, code):
            ascii_ |= 1 << ord(letters[0]) | 1 << ord(letters[1])
    beyond = of.beyond or any(ascii_ >> ord(letter) & 1 for _, letters in _FOLDED_TO_ASCII for letter in letters)
    return Set("fold", ascii_, beyond, parts=(of,))


def folded_ascii(of: Set) -> Set:
    """The set with the other case of each of its ASCII letters."""
    bits = both_cases(of.ascii) & ~of.ascii
    return union([of, ranges(*((code, code) for code in range(128) if bits >> code & 1))]) if bits else of


def _letters(of: Set) -> int:
    return of.ascii & (_UPPER | _LOWER)


def _holds(of: Set, code: int) -> bool:
    """Whether a set holds a character from 0x80 on; of a property: as far as its ASCII letters tell."""
    if of.kind == "ranges":
        return any(low <= code <= high for low, high in of.ranges)
    if of.kind == "property":
        return bool(_letters(of))
    inner = [_holds(part, code) for part in of.parts]
    if of.kind == "not":
        return not inner[0]
    if of.kind in ("union", "fold"):
        return any(inner)
    return {"&&": inner[0] and inner[1], "--": inner[0] and not inner[1], "~~": inner[0] != inner[1]}[of.kind]


# --- properties by name -----------------------------------------------------------------------------------------------

_LONG = (
    "other=C control=Cc cntrl=Cc format=Cf unassigned=Cn privateuse=Co surrogate=Cs letter=L casedletter=L& lc=L&"
    " lowercaseletter=Ll modifierletter=Lm otherletter=Lo titlecaseletter=Lt uppercaseletter=Lu mark=M"
    " combiningmark=M spacingmark=Mc enclosingmark=Me nonspacingmark=Mn number=N decimalnumber=Nd digit=Nd"
    " letternumber=Nl othernumber=No punctuation=P punct=P connectorpunctuation=Pc dashpunctuation=Pd"
    " closepunctuation=Pe finalpunctuation=Pf initialpunctuation=Pi otherpunctuation=Po openpunctuation=Ps symbol=S"
    " currencysymbol=Sc modifiersymbol=Sk mathsymbol=Sm othersymbol=So separator=Z lineseparator=Zl"
    " paragraphseparator=Zp spaceseparator=Zs"
)
_SHORT = "C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs"
_CATEGORIES = dict(pair.split("=") for pair in _LONG.split()) | {short.lower(): short for short in _SHORT.split()}
"""Names of general categories, without what loose matching ignores, to those of PCRE2."""

_BINARY_NAMES = (
    "ahex alpha alphabetic asciihexdigit bidic bidicontrol bidim bidimirrored cased caseignorable"
    " changeswhencasefolded changeswhencasemapped changeswhenlowercased changeswhentitlecased changeswhenuppercased"
    " ci cwcf cwcm cwl cwt cwu dash defaultignorablecodepoint dep deprecated di dia diacritic ebase ecomp emod emoji"
    " emojicomponent emojimodifier emojimodifierbase emojipresentation epres ext extendedpictographic extender"
    " extpict graphemebase graphemeextend grbase grext hex hexdigit idc idcontinue ideo ideographic ids idsb"
    " idsbinaryoperator idst idstart idstrinaryoperator joinc joincontrol logicalorderexception lower lowercase math"
    " nchar noncharactercodepoint patsyn patternsyntax patternwhitespace patws qmark quotationmark radical"
    " regionalindicator ri sentenceterminal softdotted space sd sterm term terminalpunctuation uideo"
    " unifiedideograph upper uppercase variationselector vs whitespace wspace xidc xidcontinue xids xidstart"
)
_BINARY = frozenset(_BINARY_NAMES.split())
_PROPERTIES: dict[str, Set | None] = {}


def property_of(name: str) -> Set | None:
    """The set of a Unicode property, by ``name`` or ``key=name``; None when there is none."""
    key, sign, value = name.rpartition("=")
    loose = "".join(c for c in value.lower() if c not in " _-")
    key = "".join(c for c in key.lower() if c not in " _-") if sign else ""
    if loose.startswith("is") and len(loose) > 2 and not key:
        loose = loose[2:]
    if key not in ("", "gc", "generalcategory", "sc", "script", "scx", "scriptextensions") or not loose.isascii():
        return None
    known = _PROPERTIES.get(f"{key}={loose}", EVERY)
    if known is not EVERY:
        return known
    if key in ("", "gc", "generalcategory") and loose in ("any", "assigned", "ascii"):
        found: Set | None = {"any": EVERY, "ascii": ranges((0, 127))}.get(loose)
        if found is None:
            found = negated(Set("property", 0, True, name=r"\p{Cn}"))
        return found
    source = ""
    if key in ("", "gc", "generalcategory") and loose in _CATEGORIES:
        source = rf"\p{{{_CATEGORIES[loose]}}}"
    elif not key and loose in _BINARY:
        source = rf"\p{{{loose}}}"
    elif key in ("", "sc", "script", "scx", "scriptextensions") and loose.isalnum():
        source = rf"\p{{{'scx' if key.startswith('scx') or key.endswith('extensions') else 'sc'}:{loose}}}"
    found = _asked(source) if source else None
    _PROPERTIES[f"{key}={loose}"] = found
    return found


def _asked(source: str) -> Set | None:
    """A property with its ASCII members, of which PCRE2 tells; None when it knows none of that name."""
    from ripwire._core.pcre import BadPattern, Program

    try:
        program = Program(source.encode(), utf=True)
    except BadPattern:
        return None
    ascii_, at, text = 0, 0, bytes(range(128))
    while (found := program.search(text, at)) is not None:
        ascii_ |= 1 << found[0]
        at = found[1]
    return Set("property", ascii_, True, name=source)
