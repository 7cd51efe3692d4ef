"""From the syntax tree to PCRE2's syntax: one source for texts that are all ASCII, one for the others.

Invariant: both match what the tree means, leftmost first; no match holds what ends lines, unless it may.
The source for ASCII holds no Unicode at all, so PCRE2 runs it over bytes. Cost: linear in the tree; counted repetitions
are left to PCRE2.
"""

from __future__ import annotations

from ripwire.search.classes import ASCII_WORD, WORD, Set
from ripwire.search.syntax import Class, Concat, Either, Empty, Group, Literal, Look, Node, Repeat

NEVER = "(*FAIL)"
_SPECIAL = frozenset("\\^$.[]|()?*+{}#-&~ /\"'<>=!:,%@`;")
_FOLDED = {0x212A: "k", 0x17F: "s"}


class NeedsBytes(Exception):
    """A tree that means bytes which are no UTF-8: there is no source for UTF texts."""


class Lowering:
    """One source.

    mode       "ascii", "utf" or "bytes": for texts that are all ASCII, for the others, or for any text in which each
               byte is a character (outside of Unicode mode)
    ends       the characters that end lines, none when matches may hold them
    """

    def __init__(self, mode: str, ends: tuple[int, ...]) -> None:
        self.mode, self.ends = mode, ends
        self.utf = mode == "utf"

    def source(self, tree: Node) -> bytes:
        """PCRE2's source of a tree. Groups that capture come in the tree's order."""
        out: list[str] = []
        left: list[Node | str] = [tree]
        while left:
            node = left.pop()
            if isinstance(node, str):
                out.append(node)
            else:
                left.extend(reversed(self._parts(node)))
        return "".join(out).encode()

    def _parts(self, node: Node) -> list[Node | str]:
        if isinstance(node, Empty):
            return []
        if isinstance(node, Literal):
            return [self._literal(node)]
        if isinstance(node, Class):
            if node.bytes_ and node.set.beyond and self.utf:
                raise NeedsBytes
            return [self.one_of(node.set)]
        if isinstance(node, Look):
            return [self._look(node)]
        if isinstance(node, Concat):
            return list(node.parts)
        if isinstance(node, Either):
            out: list[Node | str] = ["(?:"]
            for branch in node.branches:
                out += [branch, "|"]
            out[-1] = ")"
            return out
        if isinstance(node, Group):
            return ["(" if node.number else "(?:", node.node, ")"]
        assert isinstance(node, Repeat)
        most = "" if node.most < 0 else str(node.most)
        counts = {(0, -1): "*", (1, -1): "+", (0, 1): "?"}.get((node.least, node.most), f"{{{node.least},{most}}}")
        if isinstance(node.node, (Literal, Class)):
            piece = self._parts(node.node)
            if len(str(piece[0])) == 1 or str(piece[0]).startswith("["):
                return [*piece, counts + "?" * node.lazy]
        return ["(?:", node.node, ")" + counts + "?" * node.lazy]

    def _literal(self, node: Literal) -> str:
        code = node.code
        if node.byte:
            if self.utf:
                raise NeedsBytes
            return f"\\x{code:02x}" if self.mode == "bytes" else NEVER
        if self.mode == "bytes" and code > 127:
            return "".join(f"\\x{byte:02x}" for byte in chr(code).encode())
        if not self.utf and code > 127:
            if node.fold and code in _FOLDED:
                return f"[{_FOLDED[code]}{_FOLDED[code].upper()}]"
            return NEVER
        text = chr(code)
        if node.fold and (text.lower() != text or text.upper() != text):
            if not self.utf or code < 128 and text.lower() not in "ks":
                return f"[{text.lower()}{text.upper()}]" if code < 128 else f"(?i:{character(code)})"
            return f"(?i:{character(code)})"
        return character(code)

    # --- classes -------------------------------------------------------------------------------------------------

    def one_of(self, of: Set) -> str:
        """One character of a set, but not what ends a line."""
        if not self.utf:
            mask = of.ascii
            for code in self.ends:
                mask &= ~(1 << code)
            return _bracket(mask, of.beyond and self.mode == "bytes")
        there = [code for code in self.ends if of.ascii >> code & 1]
        if not there:
            return self._set(of)
        inner, negative, fold = of, False, False
        if inner.kind == "not":
            inner, negative = inner.parts[0], True
        if inner.kind == "fold":
            inner, fold = inner.parts[0], True
        items = self._items(inner)
        without = "".join(character(code) for code in there)
        if items is not None and negative:
            source = f"[^{items}{without}]"
            return f"(?i:{source})" if fold else source
        if of.kind == "ranges":
            left = [pair for pair in of.ranges]
            for code in there:
                left = [p for a, b in left for p in ([(a, code - 1), (code + 1, b)] if a <= code <= b else [(a, b)])]
            return "[" + "".join(_range(a, b) for a, b in left if a <= b) + "]"
        return f"(?![{without}]){self._set(of)}"

    def _set(self, of: Set) -> str:
        """One character of a set in UTF."""
        items = self._items(of)
        if items is not None:
            return f"[{items}]" if items else NEVER
        if of.kind == "fold":
            return f"(?i:{self._set(of.parts[0])})"
        if of.kind == "not":
            inner = of.parts[0]
            fold = inner.kind == "fold"
            items = self._items(inner.parts[0] if fold else inner)
            if items is not None:
                return f"(?i:[^{items}])" if fold else f"[^{items}]"
            return f"(?:(?!{self._set(inner)})(?s:.))"
        if of.kind == "union":
            return "(?:" + "|".join(self._set(part) for part in of.parts) + ")"
        a, b = (self._set(part) for part in of.parts)
        if of.kind == "&&":
            return f"(?:(?={a}){b})"
        if of.kind == "--":
            return f"(?:(?!{b}){a})"
        return f"(?:(?!{b}){a}|(?!{a}){b})"

    def _items(self, of: Set) -> str | None:
        """What stands in brackets for a set; None for one that needs more than brackets."""
        if of.kind == "ranges":
            return "".join(_range(low, high) for low, high in of.ranges)
        if of.kind == "property":
            return of.name
        if of.kind == "not" and of.parts[0].kind == "property":
            return r"\P" + of.parts[0].name[2:]
        if of.kind == "union":
            parts = [self._items(part) for part in of.parts]
            return None if None in parts else "".join(part or "" for part in parts)
        return None

    # --- assertions ----------------------------------------------------------------------------------------------

    def _look(self, node: Look) -> str:
        if node.crlf and node.kind == "line-start":
            return r"(?:^|(?<=\r)(?!\n))"
        if node.crlf and node.kind == "line-end":
            return r"(?:(?=\r)|(?<!\r)$|\z)"
        if node.kind in ("line-start", "line-end"):
            return "^" if node.kind == "line-start" else "$"
        word = self._set(WORD if node.unicode else ASCII_WORD) if self.utf else r"\w"
        before, after, no_before, no_after = f"(?<={word})", f"(?={word})", f"(?<!{word})", f"(?!{word})"
        if not self.utf and node.kind in ("word", "not-word"):
            return r"\b" if node.kind == "word" else r"\B"
        if self.utf and node.unicode:  # beside bytes that are no UTF-8 none of these holds
            no_before = f"(?:\\A|(?<=(?s:.)){no_before})"
            no_after = f"(?:\\z|(?=(?s:.)){no_after})"
        return {
            "word": f"(?:{before}{no_after}|{no_before}{after})",
            "not-word": f"(?:{before}{after}|{no_before}{no_after})",
            "word-start": no_before + after,
            "word-end": before + no_after,
            "start-half": no_before,
            "end-half": no_after,
        }[node.kind]


def character(code: int) -> str:
    """A character as itself, outside of brackets or in them."""
    if code < 32 or code > 126:
        return f"\\x{{{code:x}}}"
    text = chr(code)
    return "\\" + text if text in _SPECIAL else text


def _range(low: int, high: int) -> str:
    if low <= 0xDFFF and high >= 0xD800:  # halves of pairs are no characters
        parts = [(low, 0xD7FF), (0xE000, high)]
        return "".join(_range(a, b) for a, b in parts if a <= b)
    if low == high:
        return character(low)
    return f"{character(low)}-{character(high)}"


def _bracket(mask: int, high: bool) -> str:
    """Brackets with the characters of a mask of ASCII, and with ``high`` all other bytes; a larger set is said as what
    it lacks, which in texts that are all ASCII comes to the same."""
    members = [code for code in range(128) if mask >> code & 1]
    turned = len(members) > 96 or high
    if turned:
        members = [code for code in range(128) if not mask >> code & 1]
    if not members:
        return "(?s:.)" if turned else NEVER
    if len(members) == 1 and not turned:
        return character(members[0])
    out, at = [], 0
    while at < len(members):
        end = at
        while end + 1 < len(members) and members[end + 1] == members[end] + 1:
            end += 1
        out.append(_range(members[at], members[end]))
        at = end + 1
    return f"[{'^' if turned else ''}{''.join(out)}]"


def only_ascii(tree: Node) -> bool:
    """Whether the source for ASCII texts means the same in every text: no match can touch a byte from 0x80 on."""
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, Literal):
            text = chr(node.code)
            if node.code > 127 or node.byte or node.fold and text.lower() in "ks":
                return False
        elif isinstance(node, Class):
            if node.set.beyond or node.set.kind not in ("ranges", "fold") or _turned(node.set.ascii):
                return False
        elif isinstance(node, Look):
            if node.kind not in ("line-start", "line-end"):
                return False
        elif isinstance(node, Concat):
            left += node.parts
        elif isinstance(node, Either):
            left += node.branches
        elif isinstance(node, (Group, Repeat)):
            left.append(node.node)
    return True


def _turned(mask: int) -> bool:
    return mask.bit_count() > 96
