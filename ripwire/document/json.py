"""The JSON rendering of a document: the same keys in the same order, integers and booleans native.

Invariant: a node is an object of its attributes followed by its lists, the last named by `Node.rows`; the header's keys
come first at the top. Cost: one Writer call a value.
"""

from __future__ import annotations

from ripwire._core.writer import Writer
from ripwire.document import ESTIMATE, Document, Estimate, Fixed, Node, Rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute


class _Printer:
    def __init__(self) -> None:
        self.pieces: list[bytes | Estimate] = []
        self.writer = Writer(self.pieces.append)

    def members(self, attributes: list[Attribute]) -> None:
        writer = self.writer
        first = True
        for name, value in attributes:
            writer.raw((b'"' if first else b',"') + name.encode() + b'":')
            first = False
            if isinstance(value, bytes):
                writer.json_string(value)
            elif isinstance(value, bool):
                writer.raw(b"true" if value else b"false")
            elif isinstance(value, int):
                writer.raw(str(value).encode())
            elif isinstance(value, Fixed):
                writer.raw(value.text.encode())
            elif isinstance(value, Estimate):
                writer.flush()
                self.pieces.append(ESTIMATE)
            else:
                writer.json_string(value.encode("utf-8", "replace"))

    def node(self, node: Node, attributes: list[Attribute]) -> None:
        writer = self.writer
        writer.raw(b"{")
        self.members(attributes)
        comma = bool(attributes)
        for name, text in (*((node.text,) if node.text is not None else ()), *node.parts):
            writer.raw((b',"' if comma else b'"') + name.encode() + b'":')
            writer.json_string(text)
            comma = True
        for name, children in (*node.lists, *(((node.rows, node.children),) if node.rows else ())):
            writer.raw((b',"' if comma else b'"') + name.encode() + b'":[')
            comma, first = True, True
            for child in children:
                if not first:
                    writer.raw(b",")
                first = False
                self.node(child, child.attributes)
            writer.raw(b"]")
        writer.raw(b"}")


def render(document: Document) -> Rendered:
    """Print a document; without a line end, as XML."""
    printer = _Printer()
    named = {name for name, _ in document.keys}
    top = document.keys + [pair for pair in document.root.attributes if pair[0] not in named]
    printer.node(document.root, top)
    printer.writer.flush()
    return Rendered(printer.pieces, document.rate)
