"""`--format=columnar`: the rows of a listing as one list for each of their fields.

Purpose: fewer tokens for the same rows; paths are numbered, names of attributes are said once.
Invariant: the lists, split at commas and with their character references read, are the rows. Cost: one pass.
"""

from __future__ import annotations

from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.document.xml import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute

DEFINITIONS = (("path", "p"), ("name", "n"), ("line", "p"), ("kind", "t"))
USES = (("path", "p"), ("line", "p"), ("role", "role"), ("in_id", "in_id"))
"""Fields, with the attribute of a row that each is taken from."""


def columnar(document: Document) -> Document:
    """A listing of definitions or of sites in the other form; its attributes stay."""
    root = document.root
    fields = USES if root.tag == "uses" else DEFINITIONS
    lists: dict[str, list[bytes]] = {field: [] for field, _ in fields}
    numbers: dict[bytes, int] = {}
    n = 0
    for row in root.children:
        n += 1
        values = {name: text_of(value) for name, value in row.attributes}
        path, _, line = values["p"].rpartition(b":")
        values["path"], values["line"] = b"%d" % numbers.setdefault(path, len(numbers)), line
        for field, source in fields:
            lists[field].append(_escaped(values.get(field, values.get(source, b""))))
    paths = b" ".join(b"%d=%s" % (number, _escaped(path)) for path, number in numbers.items())
    columns = [Node(field, [], text=(field, b",".join(values))) for field, values in lists.items()]
    head: list[Attribute] = [("n", n), ("fields", ",".join(lists))]
    children = [Node("paths", [], text=("paths", paths)), Node("cols", head, columns)]
    shaped = Node(root.tag, [*root.attributes, ("format", "columnar")], children, rows=root.rows)
    return Document(shaped, legends=(*document.legends, legends.COLUMNAR))


def _escaped(value: bytes) -> bytes:
    """A value without what separates values."""
    return value.replace(b"&", b"&#38;").replace(b",", b"&#44;").replace(b" ", b"&#32;")
