"""Classes of characters as facts: sorted ranges of code points, and Unicode's properties by name.

Purpose: what the parser builds for ``[...]``, ``.``, ``\\w`` and ``\\p{..}``, and what lowering, cover plan and crest
ask of it: which ASCII characters are members, may any other be one, which code points exactly.
Invariant: `CharClass` holds properties only where a bracket of PCRE2 can say the same; whatever needs more (operations
on sets, folding of properties) is worked out to ranges, which PCRE2's own tables give, so there is one edition of
Unicode.
Cost: a class without properties costs its ranges; a property that must be worked out is asked once a process (some
10 ms, see `_every_character`). Nothing here runs for patterns of plain ASCII.
"""

from __future__ import annotations

from functools import cache

from ripwire._core.pcre import BadPattern, Program
from ripwire.named import NamedTuple

Ranges = tuple[tuple[int, int], ...]
LAST = 0x10FFFF


def ranges(*pairs: tuple[int, int]) -> Ranges:
    """Ranges in order, without overlaps and gaps of nothing."""
    out: list[tuple[int, int]] = []
    for low, high in sorted(pairs):
        if out and low <= out[-1][1] + 1:
            if high > out[-1][1]:
                out[-1] = (out[-1][0], high)
        else:
            out.append((low, high))
    return tuple(out)


def complement(of: Ranges, last: int = LAST) -> Ranges:
    """All code points up to ``last`` that are in none of the ranges."""
    out, at = [], 0
    for low, high in of:
        if at < low:
            out.append((at, low - 1))
        at = high + 1
    if at <= last:
        out.append((at, last))
    return tuple(out)


def common(a: Ranges, b: Ranges) -> Ranges:
    """What is in both."""
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low <= high:
            out.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return tuple(out)


class CharClass(NamedTuple):
    """A set of code points: ``ranges`` and PCRE2's items ``properties`` (``\\p{Nd}``), or with ``negated`` all others.

    ``negated`` is set only beside properties; halves of surrogate pairs may be in ranges and mean nothing.
    """

    ranges: Ranges = ()
    properties: tuple[str, ...] = ()
    negated: bool = False

    @property
    def ascii(self) -> int:
        """The members below 128 as a mask."""
        mask = mask_of(self.ranges)
        for item in self.properties:
            mask |= _ascii_of(item)
        return mask ^ ASCII_MASK if self.negated else mask

    @property
    def beyond(self) -> bool:
        """Whether a character outside of ASCII may be a member. A property is taken to have one."""
        return bool(self.properties) or bool(self.ranges) and self.ranges[-1][1] > 127

    @property
    def empty(self) -> bool:
        """Whether nothing is a member."""
        return not self.properties and not common(self.ranges, VALID)

    def exact(self) -> Ranges:
        """The members as ranges."""
        return _exact(self)

    def single(self) -> int:
        """The one member, or -1."""
        if not self.properties and len(self.ranges) == 1 and self.ranges[0][0] == self.ranges[0][1]:
            return self.ranges[0][0]
        return -1

    def without(self, codes: tuple[int, ...]) -> CharClass:
        """This class but for some characters of ASCII."""
        mask = self.ascii
        codes = tuple(code for code in codes if mask >> code & 1)
        if not codes:
            return self
        taken = ranges(*((code, code) for code in codes))
        if self.negated:
            return CharClass(ranges(*self.ranges, *taken), self.properties, True)
        if any(_ascii_of(item) >> code & 1 for item in self.properties for code in codes):
            if len(self.properties) == 1 and not self.ranges and self.properties[0].startswith(r"\P"):
                return CharClass(taken, (r"\p" + self.properties[0][2:],), True)
            return CharClass(common(self.exact(), complement(taken)))
        return CharClass(common(self.ranges, complement(taken)), self.properties)


@cache
def _exact(of: CharClass) -> Ranges:
    out = ranges(*of.ranges, *(pair for item in of.properties for pair in _members(item)))
    return common(complement(out) if of.negated else out, VALID)


ASCII_MASK = (1 << 128) - 1
VALID: Ranges = ((0, 0xD7FF), (0xE000, LAST))
EVERY = CharClass(((0, LAST),))
SPACE = CharClass(
    ranges((9, 13), (0x20, 0x20), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
           (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000))
)  # fmt: skip
DIGIT = CharClass(((48, 57),), (r"\p{Nd}",))
ASCII_WORD: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
WORD = CharClass(ASCII_WORD, (r"\p{Alphabetic}", r"\p{M}", r"\p{Nd}", r"\p{Pc}", r"\p{Join_Control}"))
_CLOSED = frozenset(WORD.properties) | frozenset(r"\P" + item[2:] for item in WORD.properties)
"""Items that folding adds nothing to in the company in which they come: those of \\w and \\d, and their complements."""

POSIX: dict[str, Ranges] = {
    "alnum": ((48, 57), (65, 90), (97, 122)), "alpha": ((65, 90), (97, 122)), "ascii": ((0, 127),),
    "blank": ((9, 9), (32, 32)), "cntrl": ((0, 31), (127, 127)), "digit": ((48, 57),), "graph": ((33, 126),),
    "lower": ((97, 122),), "print": ((32, 126),), "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "space": ((9, 13), (32, 32)), "upper": ((65, 90),), "word": ASCII_WORD, "xdigit": ((48, 57), (65, 70), (97, 102)),
}  # fmt: skip


def mask_of(of: Ranges, last: int = 127) -> int:
    """The members up to ``last`` as a mask."""
    mask = 0
    for low, high in of:
        if low > last:
            break
        mask |= (1 << min(high, last) + 1) - (1 << low)
    return mask


def ranges_of(mask: int) -> Ranges:
    """The ranges of a mask."""
    out, at = [], 0
    while mask >> at:
        at += ((mask >> at) & -(mask >> at)).bit_length() - 1
        rest = ~(mask >> at)
        length = (rest & -rest).bit_length() - 1
        out.append((at, at + length - 1))
        at += length
    return tuple(out)


def union(a: CharClass, b: CharClass) -> CharClass:
    """What is in either."""
    if a.empty:
        return b
    if b.empty:
        return a
    parts = [_positive(a), _positive(b)]
    properties = tuple(dict.fromkeys(parts[0].properties + parts[1].properties))
    return CharClass(ranges(*parts[0].ranges, *parts[1].ranges), properties)


def _positive(of: CharClass) -> CharClass:
    return CharClass(of.exact()) if of.negated else of


def negate(of: CharClass) -> CharClass:
    """What is not in it."""
    if not of.properties:
        return CharClass(complement(of.ranges))
    if not of.ranges and not of.negated and len(of.properties) == 1:
        item = of.properties[0]
        return CharClass((), ((r"\p" if item.startswith(r"\P") else r"\P") + item[2:],))
    return CharClass(of.ranges, of.properties, not of.negated)


def operate(kind: str, a: CharClass, b: CharClass) -> CharClass:
    """``&&``, ``--`` or ``~~`` of two classes."""
    x, y = a.exact(), b.exact()
    if kind == "&&":
        return CharClass(common(x, y))
    if kind == "--":
        return CharClass(common(x, complement(y)))
    return CharClass(ranges(*common(x, complement(y)), *common(y, complement(x))))


# --- folding ----------------------------------------------------------------------------------------------------------


def fold_ascii(of: Ranges) -> Ranges:
    """With both cases of the letters of ASCII that are in it, and nothing else."""
    mask = mask_of(of)
    letters = mask >> 65 & ((1 << 26) - 1) | mask >> 97 & ((1 << 26) - 1)
    return ranges(*of, *ranges_of(letters << 65 | letters << 97))


@cache
def fold(of: CharClass) -> CharClass:
    """With every character whose simple folding is that of a member (Unicode's, so K has the Kelvin sign)."""
    if of.negated or any(item not in _CLOSED for item in of.properties):
        of = CharClass(of.exact())
    out = fold_ascii(of.ranges)
    mask = mask_of(out)
    if mask >> ord("k") & 1:
        out = ranges(*out, (0x212A, 0x212A))
    if mask >> ord("s") & 1:
        out = ranges(*out, (0x17F, 0x17F))
    high = common(of.ranges, ((128, 0xD7FF), (0xE000, LAST)))
    if high == ((128, 0xD7FF), (0xE000, LAST)):  # all of them: that is the Kelvin sign and the long s for ASCII
        out = ranges(*out, *((ord(char), ord(char)) for char in "KkSs"))
    elif high:
        source = "(?i)[" + "".join(f"\\x{{{low:x}}}-\\x{{{high:x}}}" for low, high in high) + "]"
        text = _cased()
        for low, end in Program(source.encode(), utf=True).spans(text):
            code = ord(text[low:end].decode())
            out = ranges(*out, (code, code))
    return CharClass(out, of.properties)


# --- PCRE2's tables ---------------------------------------------------------------------------------------------------


@cache
def _every_character() -> bytes:
    """All code points in order as UTF-8 (4.4 MB), for PCRE2 to say which it takes."""
    from array import array

    codes = array("I", range(0xD800))
    codes.extend(range(0xE000, LAST + 1))
    little = memoryview(codes).cast("B").tobytes()
    return little.decode("utf-32-le" if array("H", [1]).tobytes()[0] else "utf-32-be").encode()


def _code_at(offset: int) -> int:
    """The code point at an offset of that text."""
    if offset < 0x80:
        return offset
    if offset < 0x80 + 2 * 0x780:
        return 0x80 + (offset - 0x80) // 2
    offset -= 0x80 + 2 * 0x780
    if offset < 3 * 0xF000:
        code = 0x800 + offset // 3
        return code if code < 0xD800 else code + 0x800
    return 0x10000 + (offset - 3 * 0xF000) // 4


@cache
def _members(item: str) -> Ranges:
    """The code points of a property."""
    program = Program(f"[{item}]++".encode(), utf=True)
    return ranges(*((_code_at(low), _code_at(high) - 1) for low, high in program.spans(_every_character())))


@cache
def _ascii_of(item: str) -> int:
    """The characters of ASCII that have a property, as a mask."""
    spans = Program(f"[{item}]".encode(), utf=True).spans(bytes(range(128)))
    return sum(1 << low for low, _ in spans)


@cache
def _cased() -> bytes:
    """All characters that have another case, as UTF-8."""
    every = _every_character()
    return b"".join(every[a:b] for a, b in Program(rb"[\p{CWCM}\p{CWCF}]++", utf=True).spans(every))


# --- properties by name -----------------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return text.split()


_CATEGORIES = {
    "other": "C", "control": "Cc", "cntrl": "Cc", "format": "Cf", "unassigned": "Cn", "privateuse": "Co",
    "surrogate": "Cs", "letter": "L", "casedletter": "L&", "lc": "L&", "lowercaseletter": "Ll",
    "modifierletter": "Lm", "otherletter": "Lo", "titlecaseletter": "Lt", "uppercaseletter": "Lu", "mark": "M",
    "combiningmark": "M", "spacingmark": "Mc", "enclosingmark": "Me", "nonspacingmark": "Mn", "number": "N",
    "decimalnumber": "Nd", "digit": "Nd", "letternumber": "Nl", "othernumber": "No", "punctuation": "P", "punct": "P",
    "connectorpunctuation": "Pc", "dashpunctuation": "Pd", "closepunctuation": "Pe", "finalpunctuation": "Pf",
    "initialpunctuation": "Pi", "otherpunctuation": "Po", "openpunctuation": "Ps", "symbol": "S",
    "currencysymbol": "Sc", "modifiersymbol": "Sk", "mathsymbol": "Sm", "othersymbol": "So", "separator": "Z",
    "lineseparator": "Zl", "paragraphseparator": "Zp", "spaceseparator": "Zs",
    **{
        short.lower(): short
        for short in _words("""
            C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
        """)
    },
}  # fmt: skip
"""Names of general categories, without what loose matching leaves out, to those of PCRE2."""

_BINARY = frozenset(_words("""
    ahex alpha alphabetic asciihexdigit bidic bidicontrol bidim bidimirrored cased caseignorable changeswhencasefolded
    changeswhencasemapped changeswhenlowercased changeswhentitlecased changeswhenuppercased ci cwcf cwcm cwl cwt cwu
    dash defaultignorablecodepoint dep deprecated di dia diacritic ebase ecomp emod emoji emojicomponent emojimodifier
    emojimodifierbase emojipresentation epres ext extendedpictographic extender extpict graphemebase graphemeextend
    graphemelink grbase grext grlink hex hexdigit idc idcompatmathcontinue idcompatmathstart idcontinue ideo
    ideographic ids idsb idsbinaryoperator idst idstart idstrinaryoperator idsu idsunaryoperator joinc joincontrol loe
    logicalorderexception lower lowercase math mcm modifiercombiningmark nchar noncharactercodepoint patsyn
    patternsyntax patternwhitespace patws pcm prependedconcatenationmark qmark quotationmark radical regionalindicator
    ri sd sentenceterminal softdotted space sterm term terminalpunctuation uideo unifiedideograph upper uppercase
    variationselector vs whitespace wspace xidc xidcontinue xids xidstart
"""))

_UNKNOWN_KEYS = frozenset(("age", "wb", "wordbreak", "sb", "sentencebreak", "gcb", "graphemeclusterbreak"))
_UNKNOWN = frozenset(_words("""
    hyphen oalpha odi ogrext oidc oids olower omath otheralphabetic otherdefaultignorablecodepoint othergraphemeextend
    otheridcontinue otheridstart otherlowercase othermath otheruppercase oupper
"""))
"""Properties of ripgrep that PCRE2 has no tables of."""


class NoProperty(ValueError):
    """There is no such property, or none that can be searched for."""


def _loose(name: str) -> str:
    out = "".join(c for c in name.lower() if c not in " _-" and c.isascii())
    if out.startswith("is") and out not in ("is", "isc"):
        out = out[2:]
    return out


@cache
def property_of(name: str) -> CharClass:
    """The class of a Unicode property, by ``name``, ``key=name``, ``key:name`` or ``key!=name``. Raises NoProperty."""
    for sign in ("!=", ":", "="):
        key, found, value = name.partition(sign)
        if found:
            break
    else:
        key, sign, value = "", "", name
    key, value = _loose(key) if sign else "", _loose(value)
    if sign and key in _UNKNOWN_KEYS:
        raise NoProperty(f"the property '{key}' can't be searched for; general categories, scripts and binary ones can")
    if sign and key not in ("gc", "generalcategory", "sc", "script", "scx", "scriptextensions"):
        raise NoProperty(f"there is no Unicode property '{key}'; gc, sc and scx take a value")
    out = _by_name(key, value)
    return negate(out) if sign == "!=" else out


def _by_name(key: str, value: str) -> CharClass:
    category = key in ("", "gc", "generalcategory")
    if not key and value in _BINARY and value not in ("cf", "sc", "lc"):
        return _known(rf"\p{{{value}}}")
    if category and value in ("any", "assigned", "ascii"):
        return EVERY if value == "any" else CharClass(((0, 127),)) if value == "ascii" else CharClass((), (r"\P{Cn}",))
    if not key and value in _UNKNOWN:
        raise NoProperty(f"the property '{value}' can't be searched for; it only helps to define others")
    if category and value in _CATEGORIES and value not in ("cs", "surrogate"):
        return CharClass((), (rf"\p{{{_CATEGORIES[value]}}}",))
    if not category or not key:
        item = rf"\p{{{'scx' if key.startswith('scx') or key.endswith('extensions') else 'sc'}:{value}}}"
        if value.isalnum() and value not in ("unknown", "zzzz"):
            return _known(item)
    raise NoProperty("there is no Unicode property of that name")


def _known(item: str) -> CharClass:
    try:
        _ascii_of(item)
    except BadPattern:
        raise NoProperty("there is no Unicode property of that name") from None
    return CharClass((), (item,))
