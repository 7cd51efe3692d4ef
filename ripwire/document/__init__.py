"""What every verb returns: one tree of nodes that the renderers print as XML or JSON.

Purpose: `Document` (comments, header, root) and `Node` (tag, attributes, rows), plus the few value types.
Invariant: attribute names equal JSON keys, order is the order given, and rows may be generated lazily, so that a
document of a million rows costs no memory.
Cost: one small object a row while it is printed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    Value: TypeAlias = "bytes | str | int | bool | Fixed | Estimate"
    Attribute: TypeAlias = tuple[str, Value]


class Fixed:
    """A number that is printed with a fixed count of decimals in both renderings."""

    __slots__ = ("text",)

    def __init__(self, value: float, digits: int) -> None:
        self.text = f"{value:.{digits}f}"


class Estimate:
    """The place of the document's own token estimate, known only when the rest is printed."""

    __slots__ = ()


ESTIMATE = Estimate()


class Node:
    """An element: tag, attributes in order, child nodes.

    rows   name of the JSON list that holds the children (their tag, as a rule); "" for a node that never has any
    lists  further children, before these: names of their JSON lists, and the nodes
    text   the text of an element without children, by its JSON key
    parts  texts of an element without other children, by JSON key, which is the tag of a CDATA section's element too
    """

    __slots__ = ("tag", "attributes", "children", "rows", "lists", "text", "parts")

    def __init__(
        self,
        tag: str,
        attributes: list[Attribute],
        children: Iterable[Node] = (),
        *,
        rows: str = "",
        lists: Sequence[tuple[str, Iterable[Node]]] = (),
        text: tuple[str, bytes] | None = None,
        parts: Sequence[tuple[str, bytes]] = (),
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children = children
        self.rows = rows
        self.lists = lists
        self.text = text
        self.parts = parts


class Document:
    """A whole answer.

    legends   comment texts before the answer (XML only), ours
    header    the stats line, a comment in XML
    keys      the same for JSON, as top-level keys; the header unless given
    root      the answer; its attributes are top-level JSON keys too, unless the header has them
    trailing  the header comment comes after the root, so that the start of the document is stable
    rate      bytes a token, for `Estimate`
    """

    __slots__ = ("legends", "header", "keys", "root", "trailing", "rate")

    def __init__(
        self,
        root: Node,
        *,
        legends: tuple[str, ...] = (),
        header: list[Attribute] | None = None,
        keys: list[Attribute] | None = None,
        trailing: bool = False,
        rate: float = 2.50,
    ) -> None:
        self.root = root
        self.legends = legends
        self.header = header or []
        self.keys = self.header if keys is None else keys
        self.trailing = trailing
        self.rate = rate


class Rendered:
    """Printed bytes with holes for the token estimate."""

    __slots__ = ("pieces", "size", "holes", "estimate")

    def __init__(self, pieces: list[bytes | Estimate], rate: float) -> None:
        self.pieces = pieces
        self.holes = sum(piece is ESTIMATE for piece in pieces)
        plain = sum(len(piece) for piece in pieces if not isinstance(piece, Estimate))
        # The document prints its own estimate, which changes its size: iterate to the fixed point.
        self.estimate = 0
        self.size = plain
        for _ in range(4):
            self.size = plain + self.holes * len(str(self.estimate))
            nearer = int(self.size / rate + 0.5)
            if nearer == self.estimate:
                break
            self.estimate = nearer

    def chunks(self) -> Iterable[bytes]:
        """The bytes, in order."""
        number = str(self.estimate).encode()
        for piece in self.pieces:
            yield number if isinstance(piece, Estimate) else piece
