"""The XML rendering of a document: minified, well-formed, valid UTF-8 for any bytes.

Invariant: all escaping is `_core.writer`'s. Cost: one Writer call an attribute.
"""

from __future__ import annotations

from itertools import chain

from ripwire._core.writer import Writer
from ripwire.document import ESTIMATE, Document, Estimate, Fixed, Node, Rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute, Value


def text_of(value: Value) -> bytes:
    """A value as it stands in an attribute, before escaping."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, bool):
        return b"1" if value else b"0"
    if isinstance(value, Fixed):
        return value.text.encode()
    assert not isinstance(value, Estimate)
    return str(value).encode("utf-8", "replace")


class _Printer:
    """A Writer whose output is cut into pieces where the estimate will stand."""

    def __init__(self, limit: int) -> None:
        self.pieces: list[bytes | Estimate] = []
        self.writer = Writer(self.pieces.append)
        self.limit = limit

    def hole(self) -> None:
        self.writer.flush()
        self.pieces.append(ESTIMATE)

    def attributes(self, attributes: list[Attribute]) -> None:
        writer = self.writer
        for name, value in attributes:
            if isinstance(value, Estimate):
                writer.raw(b" " + name.encode() + b'="')
                self.hole()
                writer.raw(b'"')
            else:
                writer.attr(name.encode(), value if isinstance(value, bytes) else text_of(value))

    def node(self, node: Node, top: bool = False) -> bool:
        """Print a node and what is below it. False when the size limit was passed."""
        writer = self.writer
        # Depth is bounded by the verbs (four levels), so this recursion is too.
        writer.raw(b"<" + node.tag.encode())
        self.attributes(node.attributes)
        children = iter(node.children)
        if node.lists:
            children = chain.from_iterable([*(rows for _, rows in node.lists), node.children])
        child = next(children, None)
        if node.text is not None:
            writer.raw(b">")
            writer.text(node.text[1])
            writer.raw(b"</" + node.tag.encode() + b">")
            return writer.count <= self.limit
        if node.parts:
            writer.raw(b">")
            for name, value in node.parts:
                writer.raw(b"<" + name.encode() + b">")
                writer.cdata(value)
                writer.raw(b"</" + name.encode() + b">")
            writer.raw(b"</" + node.tag.encode() + b">")
            return writer.count <= self.limit
        if child is None and not (top and node.rows):  # an empty listing keeps both its tags
            writer.raw(b"/>")
            return writer.count <= self.limit
        writer.raw(b">")
        while child is not None:
            if not self.node(child):
                return False
            child = next(children, None)
        writer.raw(b"</" + node.tag.encode() + b">")
        return writer.count <= self.limit

    def header(self, header: list[Attribute]) -> None:
        if not header:
            return
        self.writer.raw(b"<!--")
        for name, value in header:
            self.writer.raw(b" " + name.encode() + b"=")
            if isinstance(value, Estimate):
                self.hole()
            else:
                self.writer.raw(text_of(value))
        self.writer.raw(b" -->")


def render(document: Document, limit: int = 1 << 62) -> Rendered | None:
    """Print a document. Returns None as soon as it is certain to exceed ``limit`` bytes."""
    printer = _Printer(limit)
    for legend in document.legends:
        printer.writer.comment(b" " + legend.encode() + b" ")
    if not document.trailing:
        printer.header(document.header)
    if not printer.node(document.root, top=True):
        return None
    if document.trailing:
        printer.header(document.header)
    printer.writer.flush()
    rendered = Rendered(printer.pieces, document.rate)
    return rendered if rendered.size <= limit else None
