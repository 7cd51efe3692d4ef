"""`--clones`: functions that are written twice.

Purpose: bodies that are equal but for names, numbers and texts (type 2), and bodies that are nearly so (type 3).
Invariant: groups are the same for any number of threads, warm or cold; what is not compared is counted.
Cost: one read and one lexing of each file that has functions; see `_core.clones` for the comparison.
Source of the types: C. K. Roy, J. R. Cordy, R. Koschke, "Comparison and evaluation of code clone detection techniques
and tools", 2009.
"""

from __future__ import annotations

from array import array

from ripwire._core.clones import near
from ripwire._core.lexer import tokens
from ripwire.document import Document, Fixed, Node
from ripwire.document import legend as legends
from ripwire.languages.table import LANGUAGES
from ripwire.limits import CLONE_BUCKET, CLONE_MAX_PAIRS, CLONE_MAX_TOKENS
from ripwire.model.codes import DEF_HAS_BODY
from ripwire.model.columns import KIND_FN, KIND_METHOD
from ripwire.model.paths import SEAM, is_test_path
from ripwire.verbs.source import content
from ripwire.verbs.writing import how_written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

MIN_TOKENS = 40
GROUPS_A_TYPE = 40
_RATIO, _JACCARD, _SIMILAR = 0.70, 0.40, 0.80
_FIXTURES = frozenset(b"fixture fixtures testdata test-data test_data corpus golden snapshots".split())


class Bodies:
    """The token streams of the bodies of functions, of at least ``least`` tokens.

    symbols, streams   beside each other, by symbol
    unread             files that could not be read any more, or are shorter than when they were
    """

    def __init__(self, tree: Tree, least: int) -> None:
        columns = tree.columns
        self.symbols: list[int] = []
        self.streams: list[array[int]] = []
        self.unread = 0
        by_file: dict[int, list[int]] = {}
        for symbol in range(columns.n_symbols):
            if columns.kind[symbol] in (KIND_FN, KIND_METHOD) and columns.flags[symbol] & DEF_HAS_BODY:
                by_file.setdefault(columns.file[symbol], []).append(symbol)
        for file, symbols in by_file.items():
            data = content(tree, columns.paths[file])
            if data is None or len(data) < max(columns.end[symbol] for symbol in symbols):
                self.unread += 1
                continue
            how = how_written(LANGUAGES[columns.languages[file]])
            for symbol in symbols:
                body = data[columns.sig_end[symbol] : columns.end[symbol]]
                if len(body) < least:
                    continue
                stream = tokens(body, how)
                if len(stream) >= least:
                    self.symbols.append(symbol)
                    self.streams.append(stream)


class _Group:
    """Members that are alike, by place; ``similarity`` is 1 for equal ones."""

    __slots__ = ("members", "tokens", "similarity")

    def __init__(self, members: list[int], tokens_: int, similarity: float) -> None:
        self.members, self.tokens, self.similarity = members, tokens_, similarity


def clones_document(tree: Tree, page: Page) -> Document:
    """Groups of equal bodies, then groups of similar ones, each the longest first."""
    bodies = Bodies(tree, MIN_TOKENS)
    equal: dict[bytes, list[int]] = {}
    for place, stream in enumerate(bodies.streams):
        equal.setdefault(stream.tobytes(), []).append(place)
    second = [
        _Group([bodies.symbols[place] for place in places], len(bodies.streams[places[0]]), 1.0)
        for places in equal.values()
        if len(places) > 1
    ]
    # One of each group of equals stands for all of them.
    single = sorted(places[0] for places in equal.values())
    chosen = [place for place in single if len(bodies.streams[place]) <= CLONE_MAX_TOKENS]
    third, wide, full = _similar(tree, bodies, chosen)
    for groups in (second, third):
        groups.sort(key=lambda group: (-group.tokens, group.members))
    exempt = [_exempt(tree, group) for group in (*second, *third)]
    rows = [(2, group) for group in second] + [(3, group) for group in third]
    if page.active:
        window, facts = page.window(len(rows))
        shown = rows[window]
    else:
        shown = [(2, group) for group in second[:GROUPS_A_TYPE]] + [(3, group) for group in third[:GROUPS_A_TYPE]]
        facts = [("shown", len(shown)), ("capped", len(shown) < len(rows))]
    attributes: list[Attribute] = [
        ("groups", len(second)),
        ("type3", len(third)),
        # of a page this is what `facts` say already
        *([] if page.active else [("total", len(rows))]),
        ("exempt_groups", sum(map(bool, exempt))),
        *facts,
        ("functions", len(bodies.symbols)),
        ("min_tokens", MIN_TOKENS),
    ]
    counts = (("too_long", len(single) - len(chosen)), ("wide_pieces", wide), ("unread_files", bodies.unread))
    attributes += [(name, value) for name, value in counts if value]
    if full:
        attributes.append(("pairs_capped", True))
    nodes = (_node(tree, kind, group) for kind, group in shown)
    return Document(Node("clones", attributes, nodes, rows="clones"), legends=(legends.CLONES,))


def _similar(tree: Tree, bodies: Bodies, chosen: list[int]) -> tuple[list[_Group], int, bool]:
    """Groups of similar bodies, what was left out, and whether there were too many pairs.

    A group is a first member and all that are similar to it, not a chain in which the ends have nothing in common. Who
    is in a group already begins another one only for members that no group has.
    """
    streams = [bodies.streams[place] for place in chosen]
    firsts, seconds, lengths, wide, full = near(
        streams, ratio=_RATIO, jaccard=_JACCARD, similar=_SIMILAR, bucket=CLONE_BUCKET, most=CLONE_MAX_PAIRS
    )
    members: dict[int, list[int]] = {}
    least: dict[int, float] = {}
    taken = bytearray(len(chosen))
    for a, b, length in zip(firsts, seconds, lengths, strict=True):
        if taken[b] or _within(tree, bodies.symbols[chosen[a]], bodies.symbols[chosen[b]]):
            continue
        taken[b] = 1
        members.setdefault(a, [a]).append(b)
        least[a] = min(least.get(a, 1.0), 2 * length / (len(streams[a]) + len(streams[b])))
    groups = [
        _Group([bodies.symbols[chosen[at]] for at in group], max(len(streams[at]) for at in group), least[first])
        for first, group in members.items()
    ]
    return groups, wide, full


def _within(tree: Tree, outer: int, inner: int) -> bool:
    """Whether the second definition stands inside of the first one."""
    columns = tree.columns
    return columns.file[outer] == columns.file[inner] and columns.end[inner] <= columns.end[outer]


def _exempt(tree: Tree, group: _Group) -> str:
    """Why all members of a group may well be alike; empty when they may not."""
    paths = {tree.columns.path_of(symbol) for symbol in group.members}
    if all(not _FIXTURES.isdisjoint(path.rpartition(SEAM)[2].lower().split(b"/")[:-1]) for path in paths):
        return "fixture"
    if all(path.endswith((b".sh", b".bash", b".bats")) and is_test_path(path) for path in paths):
        return "shell-runner"
    return ""


def _node(tree: Tree, kind: int, group: _Group) -> Node:
    attributes: list[Attribute] = [("type", kind), ("tokens", group.tokens), ("n", len(group.members))]
    if kind == 3:
        attributes.append(("similarity", Fixed(int(group.similarity * 100) / 100, 2)))
    if exempt := _exempt(tree, group):
        attributes.append(("exempt", exempt))
    columns = tree.columns
    rows = (Node("f", [("n", columns.name_of(s)), ("p", columns.place_of(s))]) for s in group.members)
    return Node("group", attributes, rows, rows="f")
