"""From the syntax tree to PCRE2's syntax, and what a tree comes to when it is simpler than that.

Purpose: `source` writes a tree for one of three kinds of texts; `literal_of` and `run_of` find the trees that need no
PCRE2; `strip` takes what ends lines out of a tree; `weight` bounds what a pattern costs before PCRE2 sees it.
Invariant: each source matches what the tree means, leftmost first, in the texts that it is for.
Cost: linear in the tree, but for classes beyond ASCII in BYTES, which are written out as sequences of UTF-8.

ASCII   texts without a byte from 0x80 on: classes are their ASCII members, words are ASCII's
UTF     any text, by characters; bytes that are no UTF-8 match nothing (PCRE2_MATCH_INVALID_UTF)
BYTES   any text, by bytes: for patterns that mean bytes, (?-u:\\xFF), and for those that mean the same either way
"""

from __future__ import annotations

from functools import cache

from ripwire.search.classes import (
    ASCII_MASK,
    ASCII_WORD,
    DIGIT,
    LAST,
    VALID,
    WORD,
    CharClass,
    Ranges,
    common,
    complement,
    fold,
    mask_of,
    ranges_of,
)
from ripwire.search.syntax import (
    Byte,
    ByteClass,
    Class,
    Concat,
    Either,
    Empty,
    Group,
    Literal,
    Look,
    Node,
    Repeat,
    one_byte,
    one_of,
)

ASCII, UTF, BYTES = "ascii", "utf", "bytes"
NEVER = "(*FAIL)"
REPEAT_MOST = 65_535
"""The largest count of PCRE2; larger ones are written as several."""


# --- what can be said of a tree ---------------------------------------------------------------------------------------


def children(node: Node) -> tuple[Node, ...]:
    """The nodes below a node."""
    if isinstance(node, Concat):
        return node.parts
    if isinstance(node, Either):
        return node.branches
    return (node.node,) if isinstance(node, (Repeat, Group)) else ()


def hollow(node: Node) -> bool:
    """Whether the empty text matches wherever nothing else does, also inside of characters, where ripgrep looks too."""
    return _nullable(node) and not _looks(node)


def _nullable(node: Node) -> bool:
    if isinstance(node, Repeat):
        return node.least == 0 or _nullable(node.node)
    if isinstance(node, Either):
        return any(map(_nullable, node.branches))
    if isinstance(node, (Concat, Group)):
        return all(map(_nullable, children(node)))
    return isinstance(node, (Empty, Look))


def _looks(node: Node) -> bool:
    return isinstance(node, Look) or any(map(_looks, children(node)))


def weight(node: Node) -> int:
    """How many items of PCRE2's code a tree becomes, about: what is in repetitions is copied."""
    below = sum(map(weight, children(node)))
    if isinstance(node, Repeat):
        copies = max(node.least, node.most, 1)
        single = isinstance(node.node, (Literal, Class, ByteClass, Byte))
        return 1 + copies // REPEAT_MOST if single else (below + 2) * copies
    if isinstance(node, Class):
        return 4 + len(node.set.ranges) // 4
    return below + 1


def automaton_bytes(node: Node) -> int:
    """What ripgrep's automaton of a tree takes in memory, about (measured on ripgrep 15.2): that is what it bounds."""
    below = sum(map(automaton_bytes, children(node)))
    if isinstance(node, Repeat):
        return below * max(node.least, node.most, 1) + 64 * max(1, node.most - node.least)
    if isinstance(node, Literal):
        return 80 if node.fold else 32 * len(chr(node.code).encode("utf-8", "surrogatepass"))
    if isinstance(node, Class):
        return _class_bytes(node.set)
    if isinstance(node, ByteClass):
        return 64 + 8 * len(node.ranges)
    return below + 64


@cache
def _class_bytes(of: CharClass) -> int:
    if not of.beyond:
        return 64 + 8 * len(of.ranges)
    if of.properties in (WORD.properties, DIGIT.properties):  # known, and PCRE2 need not be asked
        return 51_000 if of.properties == WORD.properties else 5_200
    exact = of.exact() or ((0, 0),)
    return 66 * len(exact) + (850 if exact[-1][1] == LAST else 0)


def has_line_end(node: Node, ends: tuple[int, ...]) -> bool:
    """Whether a match may hold one of these characters."""
    if isinstance(node, Literal):
        return node.code in ends
    if isinstance(node, Class):
        return any(node.set.ascii >> code & 1 for code in ends)
    if isinstance(node, ByteClass):
        return any(mask_of(node.ranges) >> code & 1 for code in ends)
    return any(has_line_end(child, ends) for child in children(node))


def sees_line_end(node: Node, end: int) -> bool:
    """Whether a match may hold what ends lines, or asks where lines or the text begin or end. ripgrep takes such
    patterns for ones whose matches span lines, and counts and joins what they find another way."""
    if isinstance(node, Look):
        return end == 10 and node.kind in _PLACES
    return has_line_end(node, (end,)) or any(sees_line_end(child, end) for child in children(node))


def bytewise(node: Node) -> bool:
    """Whether one source, by bytes, says the tree in every text: no item depends on where characters begin."""
    if isinstance(node, Literal):
        return not node.fold or node.code < 128 and chr(node.code).lower() not in "ks"
    if isinstance(node, Class):
        return not node.set.beyond
    if isinstance(node, Look):
        return not node.unicode or node.kind in _PLACES
    return all(map(bytewise, children(node)))


def needs_bytes(node: Node) -> bool:
    """Whether a match may begin or end inside of a character, so that only a source by bytes can say the tree."""
    if isinstance(node, ByteClass):
        return node.ranges[-1][1] > 127 if node.ranges else False
    return isinstance(node, Byte) or any(map(needs_bytes, children(node)))


def literal_of(node: Node) -> tuple[bytes, bool] | None:
    """The one text that a tree matches, and whether both cases of its letters of ASCII do."""
    out, folds = bytearray(), set[bool]()
    for part in node.parts if isinstance(node, Concat) else (node,):
        if isinstance(part, Byte):
            out.append(part.value)
        elif isinstance(part, Literal) and not (part.fold and part.code > 127):
            if chr(part.code).isascii() and chr(part.code).isalpha():
                folds.add(part.fold)
            out += chr(part.code).encode()
        else:
            return None
    if len(folds) > 1 or True in folds and not out.isascii():
        return None
    return bytes(out), True in folds


def run_of(node: Node, ascii_only: bool) -> tuple[bytes, int, int] | None:
    """The class as 256 bytes, and the counts, of a tree that is one class repeated; ``ascii_only``: the text is."""
    least, most = 1, 1
    if isinstance(node, Repeat) and node.least > 0:
        least, most = node.least, node.least if node.lazy else node.most
        node = node.node
    if isinstance(node, Class) and (ascii_only or not node.set.beyond):
        mask = node.set.ascii
    elif isinstance(node, ByteClass):
        mask = mask_of(node.ranges, 255)
    else:
        return None
    return bytes(mask >> code & 1 for code in range(256)), least, most


def needle_of(node: Node, mode: str) -> tuple[bytes, bool] | None:
    """The longest text that every match holds, and whether letters of ASCII stand for both their cases in it; None when
    there is none worth looking for: what begins with a character in one spelling is found as fast by PCRE2."""
    if _begins_plainly(node):
        return None
    best, best_folds = b"", False
    text, folds = bytearray(), set[bool]()
    left: list[Node] = [Empty(), node]
    while left:
        part = left.pop()
        if isinstance(part, Concat):
            left += reversed(part.parts)
            continue
        if isinstance(part, Group):
            left.append(part.node)
            continue
        if isinstance(part, Look):
            continue
        piece, fold_ = b"", False
        if isinstance(part, Byte):
            piece = bytes((part.value,))
        elif isinstance(part, Literal):
            char = chr(part.code)
            fold_ = part.fold
            if not fold_ or part.code < 128 and (mode == ASCII or char.lower() not in "ks"):
                piece = char.encode()
        letter = piece.isascii() and piece.isalpha()
        mixed = not piece.isascii() and True in folds or fold_ and not text.isascii()
        if not piece or mixed or letter and folds - {fold_}:
            if len(text) > len(best):
                best, best_folds = bytes(text), True in folds
            text, folds = bytearray(), set[bool]()
        text += piece
        if letter:
            folds.add(fold_)
    if len(text) > len(best):
        best, best_folds = bytes(text), True in folds
    return (best, best_folds) if len(best) > 2 or len(best) == 2 and mode == UTF else None


def _begins_plainly(node: Node) -> bool:
    while isinstance(node, (Concat, Group)):
        node = next((p for p in children(node) if not isinstance(p, Look)), Empty())
    return isinstance(node, Literal) and not node.fold


class HoldsLineEnd(ValueError):
    """A tree that names a character which no match may hold."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def refuse(node: Node, code: int) -> None:
    """Raise HoldsLineEnd when the tree names a character, alone and not in a class with others."""
    if isinstance(node, Literal) and node.code == code:
        raise HoldsLineEnd(code)
    if isinstance(node, Either) and _like_class(node):
        if all(branch == Literal(code) for branch in node.branches):
            raise HoldsLineEnd(code)
        return
    if not (isinstance(node, Repeat) and node.most == 0):
        for child in children(node):
            refuse(child, code)


def strip(node: Node, code: int) -> Node:
    """The tree whose matches do not hold a character. Raises HoldsLineEnd when it is named outside of classes, or is
    all that a class has."""
    if isinstance(node, Literal) and node.code == code:
        raise HoldsLineEnd(code)
    if isinstance(node, Class) and not node.set.empty:
        set_ = node.set.without((code,))
        if set_.empty:
            raise HoldsLineEnd(code)
        return one_of(set_)
    if isinstance(node, ByteClass) and node.ranges:
        left = common(node.ranges, complement(((code, code),)))
        if not left:
            raise HoldsLineEnd(code)
        return one_byte(left)
    if isinstance(node, Concat):
        return Concat(tuple([strip(part, code) for part in node.parts]))
    if isinstance(node, Either):
        branches = [b for b in node.branches if b != Literal(code)] if _like_class(node) else node.branches
        if node.branches and not branches:
            raise HoldsLineEnd(code)
        return Either(tuple([strip(branch, code) for branch in branches]))
    if isinstance(node, Repeat):
        return node._replace(node=strip(node.node, code)) if node.most else Empty()
    return node._replace(node=strip(node.node, code)) if isinstance(node, Group) else node


def _like_class(node: Either) -> bool:
    """Whether alternatives are single characters, which is the same as a class: there \\n may be one of several."""
    return all(isinstance(branch, Literal) and not branch.fold for branch in node.branches)


def by_lines(node: Node, crlf: bool) -> Node:
    """The tree for whole texts that means what the given one means in each line by itself."""
    if isinstance(node, Look):
        kind = node.kind
        if kind in ("start", "end"):
            kind = f"crlf-{kind}" if crlf and kind == "end" else f"line-{kind}"
        return Look(kind, node.unicode)
    if isinstance(node, Concat):
        return Concat(tuple([by_lines(part, crlf) for part in node.parts]))
    if isinstance(node, Either):
        return Either(tuple([by_lines(branch, crlf) for branch in node.branches]))
    if isinstance(node, (Repeat, Group)):
        return node._replace(node=by_lines(node.node, crlf))
    return node


# --- the source -------------------------------------------------------------------------------------------------------


def source(node: Node, mode: str) -> bytes:
    """PCRE2's source of a tree, for programs without CASELESS and DOTALL, with MULTILINE. Groups keep their numbers."""
    return _Writer(mode).alternatives(node).encode("ascii")


class _Writer:
    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.utf = mode == UTF

    def alternatives(self, node: Node) -> str:
        """A node where alternatives need no brackets."""
        if isinstance(node, Either) and node.branches:
            return "|".join([self.alternatives(branch) for branch in node.branches])
        return self.sequence(node)

    def sequence(self, node: Node) -> str:
        """A node between others."""
        if not isinstance(node, Concat):
            return self.item(node)
        out: list[str] = []
        folded: list[str] = []
        for part in (*node.parts, Empty()):
            if isinstance(part, Literal) and self.folds(part):
                folded.append(character(part.code))
                continue
            if folded:
                out.append(f"(?i:{''.join(folded)})")
                folded = []
            out.append(self.item(part))
        return "".join(out)

    def item(self, node: Node) -> str:
        if isinstance(node, Empty):
            return ""
        if isinstance(node, Literal):
            return f"(?i:{character(node.code)})" if self.folds(node) else self.literal(node)
        if isinstance(node, Byte):
            return NEVER if self.mode == ASCII else f"\\x{node.value:02x}"
        if isinstance(node, Class):
            return self.one_of(node.set)
        if isinstance(node, ByteClass):
            return self.one_byte(node.ranges)
        if isinstance(node, Look):
            return self.look(node)
        if isinstance(node, Repeat):
            return self.repeat(node)
        if isinstance(node, Group):
            return f"({self.alternatives(node.node)})"
        if isinstance(node, Either) and not node.branches:
            return NEVER
        return f"(?:{self.alternatives(node)})"

    def folds(self, node: Literal) -> bool:
        """Whether PCRE2's own folding says a literal."""
        stays = node.code < 128 and (self.mode == ASCII or chr(node.code).lower() not in "ks")
        return node.fold and (self.utf or stays)

    def literal(self, node: Literal) -> str:
        if self.utf or node.code < 128 and not node.fold:
            return character(node.code)
        if node.fold:
            return self.one_of(fold(CharClass(((node.code, node.code),))))
        if self.mode == ASCII:
            return NEVER
        return "".join(f"\\x{byte:02x}" for byte in chr(node.code).encode())

    def repeat(self, node: Repeat) -> str:
        inner = self.item(node.node)
        if not isinstance(node.node, (Literal, Class, ByteClass, Byte)) or inner[:1] != "[" and len(inner) > 1:
            inner = f"(?:{self.alternatives(node.node)})"
        lazy, least, most = "?" * node.lazy, node.least, node.most
        out = []
        while least > REPEAT_MOST:
            out.append(f"{inner}{{{REPEAT_MOST}}}")
            least -= REPEAT_MOST
            most -= REPEAT_MOST if most >= 0 else 0
        while most > REPEAT_MOST:
            out.append(f"{inner}{{{least},{REPEAT_MOST}}}{lazy}")
            most -= REPEAT_MOST
            least = 0
        counts = {(0, -1): "*", (1, -1): "+", (0, 1): "?"}.get((least, most))
        if counts is None:
            counts = f"{{{least}}}" if least == most else f"{{{least},{most if most >= 0 else ''}}}"
        return "".join([*out, inner, counts, lazy])

    # --- classes ------------------------------------------------------------------------------------------------------

    def one_of(self, of: CharClass) -> str:
        if self.utf:
            return self.bracket(of)
        if self.mode == ASCII:
            return _mask_bracket(of.ascii)
        high = common(of.exact(), ((128, LAST),)) if of.beyond else ()
        if not high:
            return _mask_bracket(of.ascii, 255)
        parts = [_mask_bracket(of.ascii, 255)] if of.ascii else []
        return f"(?:{'|'.join([*parts, *_sequences(high)])})"

    def one_byte(self, of: Ranges) -> str:
        mask = mask_of(of, 255)
        if self.mode == ASCII:
            return _mask_bracket(mask & ASCII_MASK)
        return _mask_bracket(mask, 255)

    def bracket(self, of: CharClass) -> str:
        """A class in UTF, by what it has or by what it lacks, whichever is shorter."""
        if of.properties:
            return f"[{'^' * of.negated}{_items(of.ranges)}{''.join(of.properties)}]"
        other = common(complement(of.ranges), VALID)
        if of.empty:
            return NEVER
        if not other:
            return "(?s:.)"
        if len(other) < len(of.ranges) or of.ranges[-1][1] == LAST and len(other) == len(of.ranges):
            return f"[^{_items(other)}]"
        return f"[{_items(of.ranges)}]"

    # --- assertions ---------------------------------------------------------------------------------------------------

    def behind(self, of: CharClass) -> str:
        """One character of a set, for looking behind. By bytes PCRE2 goes back as far as a character is long and looks
        ahead from there: thousands of sequences are too many alternatives for it to go back over."""
        high = common(of.exact(), ((128, LAST),)) if self.mode == BYTES and of.beyond else ()
        if not high:
            return self.one_of(of)
        parts = [_mask_bracket(of.ascii, 255)] if of.ascii else []
        for size, low, last in ((2, 0x80, 0x7FF), (3, 0x800, 0xFFFF), (4, 0x10000, LAST)):
            if some := _sequences(common(high, ((low, last),))):
                parts.append(f"(?={'|'.join(some)})[\\x80-\\xff]{{{size}}}")
        return "|".join(parts)

    def look(self, node: Look) -> str:
        """An assertion. Alternatives stand in an assertion of their own, which PCRE2 can skip when it looks for what a
        match begins with."""
        kind = node.kind
        if kind in _PLACES:
            return _PLACES[kind]
        if not self.utf and (self.mode == ASCII or not node.unicode) and kind in ("word", "not-word"):
            return r"\b" if kind == "word" else r"\B"
        every = CharClass(((0, LAST),))
        word = CharClass(ASCII_WORD) if self.mode == ASCII or not node.unicode else WORD
        before, after = f"(?<={self.behind(word)})", f"(?={self.one_of(word)})"
        no_before, no_after = f"(?<!{self.behind(word)})", f"(?!{self.one_of(word)})"
        if self.mode == ASCII or not node.unicode:
            whole_before, whole_after = no_before, no_after
        else:  # next to a byte that is no UTF-8, none of the assertions that no word is there holds
            whole_before = f"(?<=\\A|{self.behind(every)}){no_before}"
            whole_after = f"(?=\\z|{self.one_of(every)}){no_after}"
        return {
            "word": f"(?={before}{no_after}|{no_before}{after})",
            "not-word": f"(?={before}{after}|{whole_before}{whole_after})",
            "word-start": no_before + after,
            "word-end": before + no_after,
            "start-half": whole_before,
            "end-half": whole_after,
        }[kind]


_PLACES = {
    "start": r"\A", "end": r"\z", "line-start": "^", "line-end": "$",
    "crlf-start": r"(?:^|(?<=\r)(?!\n))", "crlf-end": r"(?:\z|(?=\r)|(?<!\r)$)",
}  # fmt: skip


def character(code: int) -> str:
    """A character as itself, outside of brackets or in them."""
    text = chr(code)
    if text.isascii() and text.isalnum() or text == "_":
        return text
    return "\\" + text if 32 < code < 127 else f"\\x{{{code:x}}}"


def _items(of: Ranges) -> str:
    """What stands in brackets for ranges; halves of surrogate pairs are no characters."""
    out = []
    for low, high in of:
        if 0xD800 <= low <= 0xDFFF:
            low = 0xE000
        if 0xD800 <= high <= 0xDFFF:
            high = 0xD7FF
        if low <= high:
            out.append(character(low) if low == high else f"{character(low)}-{character(high)}")
    return "".join(out)


def _mask_bracket(mask: int, last: int = 127) -> str:
    """One byte of a mask. Where the text is all ASCII (``last`` 127), what a class lacks is as good as what it has."""
    every = (1 << last + 1) - 1
    if not mask:
        return NEVER
    if mask == every:
        return "(?s:.)"
    have, lack = ranges_of(mask), ranges_of(mask ^ every)
    if len(lack) < len(have) or len(lack) == len(have) and mask.bit_count() > 64:
        return f"[^{_items(lack)}]"
    return f"[{_items(have)}]"


# --- UTF-8 ------------------------------------------------------------------------------------------------------------


def _sequences(of: Ranges) -> list[str]:
    """Ranges beyond ASCII as sequences of bytes, in PCRE2's syntax for texts of bytes."""
    out = []
    for low, high in common(of, ((0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, LAST))):
        while low <= high:
            first = chr(low).encode()
            end = low
            for tail in range(len(first) - 1, 0, -1):  # the largest block of whole tails that begins here
                size = 1 << 6 * tail
                if low % size == 0 and low + size - 1 <= high:
                    blocks = (high - low + 1) // size
                    above = size << 6
                    if tail < len(first) - 1:
                        blocks = min(blocks, (above - low % above) // size)
                    end = low + blocks * size - 1
                    break
            else:
                end = min(high, low | 63)
            last = chr(end).encode()
            out.append("".join(_byte_range(a, b) for a, b in zip(first, last, strict=True)))
            low = end + 1
    return out


def _byte_range(low: int, high: int) -> str:
    return f"\\x{low:02x}" if low == high else f"[\\x{low:02x}-\\x{high:02x}]"
