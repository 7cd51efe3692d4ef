"""From call references to contributions to the call graph: the base ladder over the columns.

Purpose: prepare what `_core.ladder` needs to know about files and families, and name its evidence.
Invariant: depends on the columns alone. Cost: linear in files here; the ladder is compiled.
"""

from __future__ import annotations

from array import array

from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.limits import MAX_TARGETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.model.columns import Columns

PROVENANCE = ("", "name", "directory", "file", "module", "scope", "self")
"""Evidence names by number, the weakest first; 0 is unused."""

_MARKDOWN = LANGUAGES.index(BY_NAME["markdown"])
_STRICT_QUALIFIERS = 1
_IMPLICIT_THIS = 2
# A qualified call of these families names its container: when the tree has none of that name, it is somebody else's.
_RULES = {"rust": _STRICT_QUALIFIERS, "c": _IMPLICIT_THIS}
# Families whose members share a graph but not declarations: a body never evicts the sibling's declaration.
_SEPARATE = frozenset({"jvm"})


class Contributions:
    """What the ladder found, one entry a (reference, target), in reference order.

    src, dst    array('I'), symbol ids
    line        array('I'), the call site
    confidence  array('f'), already shared among the targets of the reference
    provenance  array('B'), index into PROVENANCE
    ambiguous   array('I') a symbol: its calls that kept more than one target
    unresolved  array('I') a symbol: its calls whose only namesakes are in another language family
    too_ambiguous  calls with more than limits.MAX_TARGETS candidates; they have no edge, and count as ambiguous
    """

    src: array[int]
    dst: array[int]
    line: array[int]
    confidence: array[float]
    provenance: array[int]
    ambiguous: array[int]
    unresolved: array[int]
    too_ambiguous: int

    def __init__(self, raw: dict[str, object]) -> None:
        self.__dict__.update(raw)


def resolve(columns: Columns) -> Contributions:
    """Resolve every call reference of a tree."""
    from ripwire._core import ladder

    families: dict[str, int] = {"": 0}
    groups: dict[str, int] = {}
    family_of: list[int] = []
    group_of: list[int] = []
    for row in LANGUAGES:
        family_of.append(families.setdefault(row.family, len(families)))
        group_of.append(groups.setdefault(row.name if row.family in _SEPARATE else row.family, len(groups)))
    rules = bytes(_RULES.get(family, 0) for family in families)
    directories: dict[bytes, int] = {}
    file_dir = array("I", [directories.setdefault(p.rpartition(b"/")[0], len(directories)) for p in columns.paths])
    offsets = array("I", [0])
    at = 0
    for path in columns.paths:
        at += len(path)
        offsets.append(at)
    raw = ladder.resolve(
        columns.raw,
        file_family=bytes(family_of[code] for code in columns.languages),
        file_group=bytes(group_of[code] for code in columns.languages),
        family_rules=rules,
        file_dir=file_dir,
        path_text=b"".join(columns.paths),
        path_offsets=offsets,
        file_document=bytes(code == _MARKDOWN for code in columns.languages),
        max_targets=MAX_TARGETS,
    )
    return Contributions(raw)
