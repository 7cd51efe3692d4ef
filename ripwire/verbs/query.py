"""`--graph-query=EXPR`: sets of definitions, put together by operators.

Grammar (spec/cli_surface section 2; case-sensitive, blanks are free, texts have no escapes):

    expr := all | all() | name("X") | kind(expr, K) | cx(expr, N) | fanin(expr, N) | file(expr, "regular expression")
          | callers(expr[, depth]) | callees(expr[, depth]) | and(expr, expr) | or(expr, expr) | not(expr, expr)

Invariant: an expression nests at most MAX_NESTING deep and has at most MAX_OPERATORS operators, so neither reading nor
answering can run away; every name in it means something, or the expression is refused.
Cost: an operator is one pass over the symbols, or one walk over the edges, in compiled code.
"""

from __future__ import annotations

from array import array

from ripwire._core import sets
from ripwire._core.reach import places, reach
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.model.codes import DEF_HAS_BODY
from ripwire.model.columns import KIND_FN, KIND_METHOD, KINDS
from ripwire.model.selectors import NOT_FOUND, select
from ripwire.verbs.navigate import gauges, row
from ripwire.verbs.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute
    from ripwire.tree import Tree
    from ripwire.verbs.paging import Page

MAX_NESTING = 64
MAX_OPERATORS = 256
MAX_DIGITS = 18
DEFAULT_ROWS = 200

# What stands between the parentheses of each operator; "depth" may be left out, with its comma.
OPERATORS: dict[str, tuple[str, ...]] = {
    "all": (),
    "name": ("text",),
    "kind": ("expr", "kind"),
    "cx": ("expr", "number"),
    "fanin": ("expr", "number"),
    "file": ("expr", "text"),
    "callers": ("expr", "depth"),
    "callees": ("expr", "depth"),
    "and": ("expr", "expr"),
    "or": ("expr", "expr"),
    "not": ("expr", "expr"),
}
KIND_WORDS = KINDS[:-1]  # "other" is none that can be asked for
GRAMMAR = (
    'expr := all | name("X") | kind(expr,K) | cx(expr,N) | fanin(expr,N) | file(expr,"regex") | callers(expr[,N])'
    f" | callees(expr[,N]) | and(expr,expr) | or(expr,expr) | not(expr,expr); K is one of {' '.join(KIND_WORDS)}"
)
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


class Expr:
    """One operator with what it is applied to: expressions, then a text or a number."""

    __slots__ = ("operator", "parts", "text", "number")

    def __init__(self, operator: str) -> None:
        self.operator = operator
        self.parts: list[Expr] = []
        self.text = b""
        self.number = 1


def parse(text: bytes) -> Expr:
    """The expression of a text. Raises RipwireError with the place, what was wanted there, and the grammar."""
    reader = _Reader(text)
    found = reader.expression(1)
    reader.blanks()
    if reader.at < len(text):
        raise reader.wrong("nothing more")
    return found


class _Reader:
    """Reads an expression from left to right; it calls itself MAX_NESTING deep at most."""

    def __init__(self, text: bytes) -> None:
        self.text, self.at, self.operators = text, 0, 0

    def wrong(self, wanted: str, near: str = "") -> RipwireError:
        rest = self.text[self.at : self.at + 20]
        got = f"'{echo(rest)}'" if rest else "its end"
        place = f"--graph-query: at byte {self.at + 1}: wants {wanted}, got {got}{near}"
        return RipwireError(NOT_FOUND, f"{place}\n{GRAMMAR}")

    def blanks(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def sign(self, sign: bytes) -> bool:
        self.blanks()
        if self.text.startswith(sign, self.at):
            self.at += 1
            return True
        return False

    def word(self) -> str:
        """The word that begins here, without moving on."""
        self.blanks()
        end = self.at
        while end < len(self.text) and self.text[end] in _WORD:
            end += 1
        return self.text[self.at : end].decode("ascii")

    def one_of(self, words: tuple[str, ...], what: str) -> str:
        word = self.word()
        if word not in words:
            from ripwire.suggest import hint

            raise self.wrong(what, hint(word.encode(), [one.encode() for one in words]) if word else "")
        self.at += len(word)
        return word

    def expression(self, nesting: int) -> Expr:
        out = Expr(self.one_of(tuple(OPERATORS), "an operator"))
        self.operators += 1
        if nesting > MAX_NESTING:
            raise RipwireError(NOT_FOUND, f"--graph-query: an expression nests at most {MAX_NESTING} deep")
        if self.operators > MAX_OPERATORS:
            raise RipwireError(NOT_FOUND, f"--graph-query: an expression has at most {MAX_OPERATORS} operators")
        opened = self.sign(b"(")
        if out.operator == "all":
            if opened and not self.sign(b")"):
                raise self.wrong("')'")
            return out
        if not opened:
            raise self.wrong("'('")
        for place, shape in enumerate(OPERATORS[out.operator]):
            if shape == "depth" and not self.sign(b","):
                break
            if place and shape != "depth" and not self.sign(b","):
                raise self.wrong("','")
            if shape == "expr":
                out.parts.append(self.expression(nesting + 1))
            elif shape == "text":
                out.text = self.quoted()
            elif shape == "kind":
                out.text = self.one_of(KIND_WORDS, "a kind").encode()
            else:
                out.number = self.number(1 if shape == "depth" else 0)
        if not self.sign(b")"):
            raise self.wrong("')'")
        return out

    def quoted(self) -> bytes:
        self.blanks()
        end = self.text.find(b'"', self.at + 1)
        if self.text[self.at : self.at + 1] != b'"' or end < 0:
            raise self.wrong('a text between two "')
        found = self.text[self.at + 1 : end]
        if not found:
            raise self.wrong("a text that is not empty")
        self.at = end + 1
        return found

    def number(self, low: int) -> int:
        self.blanks()
        end = self.at
        while end < len(self.text) and self.text[end] in b"0123456789":
            end += 1
        digits = self.text[self.at : end]
        if not 0 < len(digits) <= MAX_DIGITS or int(digits) < low:
            raise self.wrong(f"a whole number of at most {MAX_DIGITS} digits, at least {low}")
        self.at = end
        return int(digits)


class _Answer:
    """Expressions over one tree, as masks."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.n = tree.columns.n_symbols

    def mask(self, expr: Expr) -> array[int]:
        if expr.operator == "all":
            return array("B", b"\1" * self.n)
        if expr.operator == "name":
            return sets.marked(array("I", self.named(expr.text)), self.n)
        parts = [self.mask(part) for part in expr.parts]
        first = parts[0]
        if expr.operator in ("and", "or", "not"):
            return sets.combine(first, parts[1], expr.operator == "and", expr.operator == "not")
        if expr.operator in ("callers", "callees"):
            return self.closure(first, expr.operator, expr.number)
        return sets.combine(first, self.filtered(expr), True, False)

    def named(self, name: bytes) -> list[int]:
        """The definitions of a name; of what is no name, those that it selects."""
        columns = self.tree.columns
        handle = columns.strings.find(name)
        found = list(places(columns.name, handle)) if handle >= 0 else []
        return found or select(columns, name, "graph-query", b'name("%s")')

    def closure(self, seeds: array[int], operator: str, depth: int) -> array[int]:
        """What is up to ``depth`` calls away from a set, without the set."""
        graph = self.tree.graph
        offset, other = (graph.in_offset, graph.in_src) if operator == "callers" else (graph.out_offset, graph.dst)
        start = sets.members(seeds, array("I", range(self.n)))
        reached, _, _ = reach(offset, other, start, min(depth, self.n))
        return sets.combine(sets.marked(reached, self.n), seeds, False, True)

    def filtered(self, expr: Expr) -> array[int]:
        """The symbols of the tree that a test keeps."""
        columns = self.tree.columns
        if expr.operator == "kind":
            wanted = KINDS.index(expr.text.decode())
            return array("B", bytes(columns.kind).translate(bytes(kind == wanted for kind in range(256))))
        if expr.operator == "fanin":
            return sets.degree_at_least(self.tree.graph.in_offset, expr.number)
        if expr.operator == "cx":
            return self.complex(expr.number)
        return self.in_files(expr.text)

    def complex(self, least: int) -> array[int]:
        """Functions and methods of a cyclomatic complexity; nothing else has one."""
        columns = self.tree.columns
        functions = bytes(kind in (KIND_FN, KIND_METHOD) for kind in range(256))
        bodied = bytes(flags & DEF_HAS_BODY != 0 for flags in range(256))
        measured = sets.combine(
            bytes(columns.kind).translate(functions), bytes(columns.flags).translate(bodied), True, False
        )
        # Those without a row of their own have no decisions.
        found = array("B", bytes(self.n)) if least > 1 else array("B", measured)
        sets.value_at_least(columns.metric_symbol, columns.metric_cx, least, found)
        return sets.combine(found, measured, True, False)

    def in_files(self, text: bytes) -> array[int]:
        """The symbols of the files whose path a pattern finds something in."""
        columns = self.tree.columns
        pattern = compiled(text, max(map(len, columns.paths), default=0), "graph-query")
        first = columns.file_first_symbol
        found = bytearray(self.n)
        for file, path in enumerate(columns.paths):
            if pattern.search(path):
                found[first[file] : first[file + 1]] = b"\1" * (first[file + 1] - first[file])
        return array("B", found)


def query_document(tree: Tree, text: bytes, page: Page, rows: int | None = None) -> Document:
    """`--graph-query=EXPR`: the definitions that an expression means, the most important first."""
    found = sets.members(_Answer(tree).mask(parse(text)), tree.rank.order)
    window, facts = page.window(len(found), DEFAULT_ROWS if rows is None else rows)
    attributes: list[Attribute] = [("expr", text), ("count", len(found)), *facts, *gauges(tree)]
    nodes = (row(tree, symbol) for symbol in found[window])
    return Document(Node("query", attributes, nodes, rows="query"), legends=(legends.QUERY, legends.COUNTS))
