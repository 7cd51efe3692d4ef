"""From call references to contributions to the call graph.

Purpose: decide each group of equal call sites by imports, receivers and the hierarchy where the language's policy knows
how (`engine`), leave the rest to the compiled ladder of names, and name the evidence.
Invariant: depends on the columns and the tree's manifests alone. Cost: Python a group, compiled code a reference.
"""

from __future__ import annotations

from array import array

from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.limits import MAX_TARGETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ripwire.model.columns import Columns

PROVENANCE = (
    "", "binding", "name", "directory", "file", "flow", "include", "module", "scope", "self", "import", "type", "scip",
)  # fmt: skip
"""Evidence names by number, the weakest first; 0 is unused."""

_MARKDOWN = LANGUAGES.index(BY_NAME["markdown"])
_STRICT_QUALIFIERS = 1
_IMPLICIT_THIS = 2
# A qualified call of these families names its container: when the tree has none of that name, it is somebody else's.
_NO_MEMBERS = 4
_RULES = {"rust": _STRICT_QUALIFIERS, "c": _IMPLICIT_THIS, "python": _NO_MEMBERS, "ecma": _NO_MEMBERS}
# Families whose members share a graph but not declarations: a body never evicts the sibling's declaration.
_SEPARATE = frozenset({"jvm"})

BY_SCIP = PROVENANCE.index("scip")
_NO_GROUP = 0xFFFFFFFF
_UNDECIDED, _NO_TARGET, _SPELLED, _FIRST_LIST = range(4)


class Contributions:
    """What resolution found, one entry a (reference, target), in reference order.

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


class Decisions:
    """What is decided about groups of references, in the form that the ladder reads.

    group       array('I') a reference: its group, or 0xFFFFFFFF
    decided     array('I') a group: 0 = nothing, 1 = no target, 2 = by what is spelled out, n = list n - 3
    offset, target, provenance   the lists
    missed      groups without a target whose references count as unresolved
    """

    def __init__(self, n_refs: int) -> None:
        self.group: array[int] = array("I", [_NO_GROUP]) * n_refs
        self.decided: array[int] = array("I")
        self.offset: array[int] = array("I", [0])
        self.target: array[int] = array("I")
        self.provenance: array[int] = array("B")
        self.missed: set[int] = set()
        self._lists: dict[tuple[tuple[int, ...], int], int] = {}

    def number(self, targets: tuple[int, ...], evidence: int) -> int:
        """What to write into `decided` for these targets."""
        if not targets:
            return _NO_TARGET
        key = (targets, evidence)
        number = self._lists.get(key)
        if number is None:
            number = self._lists[key] = len(self._lists) + _FIRST_LIST
            self.target.extend(targets)
            self.offset.append(len(self.target))
            self.provenance.append(evidence)
        return number


def decide(columns: Columns, read: Callable[[bytes], bytes | None], pins: dict[int, list[int]] | None) -> Decisions:
    """Decide the groups of all families that have a policy, then what an index has pinned."""
    decisions = Decisions(len(columns.ref_name))
    _decide_groups(decisions, columns, read)
    if pins:
        # Each pinned reference is a group of its own.
        for ref in sorted(pins):
            decisions.group[ref] = len(decisions.decided)
            decisions.decided.append(decisions.number(tuple(pins[ref]), BY_SCIP))
    return decisions


def _decide_groups(decisions: Decisions, columns: Columns, read: Callable[[bytes], bytes | None]) -> None:
    from ripwire.resolve.policy import POLICIES

    codes = [row.family in POLICIES for row in LANGUAGES]
    whole = [row.family in POLICIES and POLICIES[row.family].whole for row in LANGUAGES]
    if not any(codes[code] for code in set(columns.languages)):
        return
    from ripwire._core import groups
    from ripwire.resolve.engine import MISSED, SPELLED, Engine
    from ripwire.resolve.finders import rows_of

    raw = columns.raw
    files = bytearray(2 * codes[code] for code in columns.languages)
    kinds = columns.kind
    for file, owner in zip(columns.import_file, columns.import_owner, strict=True):
        if owner != _NO_GROUP and files[file] and kinds[owner] < 2:
            files[file] = 1
    names = bytearray(len(columns.strings))
    for column in (columns.name, columns.import_alias, columns.import_name, columns.binding_name):
        for handle in set(column):
            names[handle] = 1
    for file, code in enumerate(columns.languages):
        if whole[code]:
            files[file] = 1
            for row in rows_of(columns.ref_file, file):
                names[columns.ref_name[row]] = 1
    decisions.group, firsts = groups.group(raw, files, names)
    engine = Engine(columns, read)
    number, spelled = decisions.number, SPELLED
    out = []
    for ref in firsts:
        found = engine.decide(ref)
        if found is MISSED:
            decisions.missed.add(len(out))
        out.append(_UNDECIDED if found is None else _SPELLED if found is spelled else number(*found))
    decisions.decided = array("I", out)


def resolve(
    columns: Columns, read: Callable[[bytes], bytes | None], pins: dict[int, list[int]] | None = None
) -> Contributions:
    """Resolve every call reference of a tree.

    ``read`` gives the content of a path of the tree, None where it cannot; ``pins`` are references with their targets
    by an index.
    """
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
    decisions = decide(columns, read, pins)
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
        ref_group=decisions.group,
        decided=decisions.decided,
        list_offset=decisions.offset,
        list_target=decisions.target,
        list_provenance=decisions.provenance,
    )
    if decisions.missed:
        for ref, group in enumerate(decisions.group):
            if group in decisions.missed:
                raw["unresolved"][columns.ref_owner[ref]] += 1
    return Contributions(raw)
