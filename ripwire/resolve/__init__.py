"""From call references to contributions to the call graph.

Purpose: decide each group of equal call sites by imports, receivers and the hierarchy where the language's policy knows
how (`engine`), leave the rest to the compiled ladder of names, and name the evidence.
Invariant: depends on the columns and the tree's manifests alone. Cost: Python a group, compiled code a reference.
"""

from __future__ import annotations

import gc
import sys
from array import array

from ripwire.languages.table import BY_NAME, LANGUAGES
from ripwire.limits import MAX_TARGETS
from ripwire.model.codes import ARGS_UNKNOWN
from ripwire.resolve.evidence import BY_BINDING, BY_FLOW, BY_SCIP, PROVENANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any

    from ripwire.model.columns import Columns
    from ripwire.resolve.engine import Engine
    from ripwire.resolve.sources import Answer, Question


STEPS = ("decided", "name", "language", "spelled", "members", "place", "arity", "locality")
"""What leaves candidates, by number: what was decided before the ladder; the name; the caller's own language where
siblings share a graph; what the call spells out; that bare calls mean no members; the file or directory; arity;
locality."""

_MARKDOWN = LANGUAGES.index(BY_NAME["markdown"])
_WEAK = 128  # beside BY_BINDING, for the ladder: by a library's handle
_NO_GROUP = 0xFFFFFFFF
_UNDECIDED, _NO_TARGET, _SPELLED, _FIRST_LIST = range(4)


class Contributions:
    """What resolution found, one entry a (reference, caller, target), in reference order: a call in a local
    function value counts for the functions around it as well. What decorators put beside a target comes last.

    src, dst    array('I'), symbol ids
    line, row   array('I'), the call site's line and reference
    confidence  array('f'), already shared among the targets of the reference
    provenance  array('B'), index into PROVENANCE
    ambiguous   array('I') a symbol: its calls that kept more than one target
    unresolved  array('I') a symbol: its calls whose only namesakes are in another language family
    traces      of references that were asked about: what was left of the candidates after each of STEPS
    verdicts    of them: what was decided before the ladder ("" nothing, "outside", "spelled", else the evidence)
    receivers   of them: what their receiver was found to be
    wide           calls of an abstract method with more than `limits.MAX_OVERRIDERS` definitions in derived types,
                   which stay with the declaration
    limited        calls and parameters, at least, that met a limit of resolution
    too_ambiguous  calls with more than limits.MAX_TARGETS candidates; they have no edge, and count as ambiguous
    asked          what was asked of the text of source files, by file (`sources.Sources.asked`)
    whole          root-relative paths that were read as a whole, manifests above all
    """

    src: array[int]
    dst: array[int]
    line: array[int]
    row: array[int]
    confidence: array[float]
    provenance: array[int]
    ambiguous: array[int]
    unresolved: array[int]
    too_ambiguous: int
    wide: int
    limited: int
    traces: dict[int, list[tuple[int, list[int]]]]
    verdicts: dict[int, str]
    receivers: dict[int, str]
    asked: dict[int, dict[Question, Answer]]
    whole: set[bytes]

    def __init__(self, raw: dict[str, object]) -> None:
        self.__dict__.update(raw)


class Unresolved(Contributions):
    """Contributions of which only the counts are known; everything else is found out when it is asked for."""

    def __init__(self, known: Contributions, resolve: Callable[[], Contributions]) -> None:
        super().__init__(known.__dict__)
        self._resolve = resolve

    def __getattr__(self, name: str) -> Any:
        if name not in Contributions.__annotations__:
            raise AttributeError(name)
        self.__dict__.update(self._resolve().__dict__)
        return self.__dict__[name]


class Decisions:
    """What is decided about groups of references, in the form that the ladder reads.

    group       array('I') a reference: its group, or 0xFFFFFFFF
    decided     array('I') a group: 0 = nothing, 1 = no target, 2 = by what is spelled out, n = list n - 3
    offset, target, provenance   the lists
    missed      groups without a target whose references count as unresolved
    beside      a group: what its calls run beside the targets, by function values
    wide        groups of calls of an abstract method that more types define than are taken (`limits.MAX_OVERRIDERS`)
    limited     groups that met a limit of `limits`; `cut` parameters with more function values than are kept
    receivers   of references that were asked about, what their receiver was found to be
    asked, whole   as in `Contributions`
    """

    def __init__(self, n_refs: int) -> None:
        self.group: array[int] = array("I", [_NO_GROUP]) * n_refs
        self.decided: array[int] = array("I")
        self.offset: array[int] = array("I", [0])
        self.target: array[int] = array("I")
        self.provenance: array[int] = array("B")
        self.missed: set[int] = set()
        self.wide: set[int] = set()
        self.limited: set[int] = set()
        self.cut = 0
        self.beside: dict[int, tuple[int, ...]] = {}
        self.receivers: dict[int, str] = {}
        self.asked: dict[int, dict[Question, Answer]] = {}
        self.whole: set[bytes] = set()
        self._lists: dict[tuple[tuple[int, ...], int], int] = {}

    def references(self, groups: Collection[int]) -> Sequence[int]:
        """The references of some groups, ascending."""
        from ripwire._core.groups import marked

        if not groups:
            return ()
        marks = bytearray(max(groups) + 1)
        for group in groups:
            marks[group] = 1
        return marked(self.group, marks)

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


def decide(
    columns: Columns,
    read: Callable[[bytes], bytes | None],
    pins: dict[int, list[int]] | None,
    traced: Sequence[int] = (),
) -> Decisions:
    """Decide the groups of all families that have a policy, then what an index has pinned."""
    decisions = Decisions(len(columns.ref_name))
    # Nothing here is garbage before the end: looking for it takes a tenth of the time.
    collecting, deep = gc.isenabled(), sys.getrecursionlimit()
    gc.disable()
    # Questions inside of each other (`limits.MAX_OPEN_QUESTIONS`) take a dozen frames each.
    sys.setrecursionlimit(max(deep, 4000))
    try:
        _decide_groups(decisions, columns, read, traced)
    finally:
        sys.setrecursionlimit(deep)
        if collecting:
            gc.enable()
    _foreign(decisions, columns, pins or {})
    if pins:
        # Each pinned reference is a group of its own.
        for ref in sorted(pins):
            decisions.group[ref] = len(decisions.decided)
            decisions.decided.append(decisions.number(tuple(pins[ref]), BY_SCIP))
    return decisions


def _foreign(decisions: Decisions, columns: Columns, pins: dict[int, list[int]]) -> None:
    """Calls without a candidate of their own family that other languages' names for functions explain."""
    from ripwire.resolve.ffi import Foreign

    def is_open(ref: int) -> int:
        if ref in pins:
            return 0
        group = decisions.group[ref]
        decided = _UNDECIDED if group == _NO_GROUP else decisions.decided[group]
        return 0 if decided >= _FIRST_LIST else 1 if decided == _NO_TARGET else 2

    for ref, (targets, library) in Foreign(columns).calls(is_open).items():
        # Each such reference is a group of its own.
        number = decisions.number(tuple(targets), BY_BINDING | (_WEAK if library else 0))
        decisions.group[ref] = len(decisions.decided)
        decisions.decided.append(number)


def _decide_groups(
    decisions: Decisions, columns: Columns, read: Callable[[bytes], bytes | None], traced: Sequence[int]
) -> None:
    from ripwire.resolve.policy import POLICIES

    codes = [row.family in POLICIES for row in LANGUAGES]
    whole = [row.family in POLICIES and POLICIES[row.family].whole for row in LANGUAGES]
    if not any(codes[code] for code in set(columns.languages)):
        return
    from ripwire._core import groups
    from ripwire.resolve.engine import MISSED, SPELLED, Engine
    from ripwire.resolve.flow import Decision, called_values
    from ripwire.resolve.index import FUNCTIONS, rows_of

    raw = columns.raw
    files = bytearray(2 * codes[code] for code in columns.languages)
    if any(LANGUAGES[code].family == "c" for code in set(columns.languages)):
        from ripwire.resolve.c_includes import decided, graph

        for file, on in enumerate(decided(columns, *graph(columns))):
            if not on and LANGUAGES[columns.languages[file]].family == "c":
                files[file] = 0
    if not any(files):
        return
    kinds = columns.kind
    for file, owner in zip(columns.import_file, columns.import_owner, strict=True):
        if owner != _NO_GROUP and files[file] and kinds[owner] in FUNCTIONS:
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
    present = {LANGUAGES[code].family for code in set(columns.languages)}
    for policy in [POLICIES[family] for family in sorted(present) if family in POLICIES]:
        for word in policy.called_words:
            names[max(0, columns.strings.find(word))] = 1
        if policy.suffix:
            for handle in set(columns.name):
                if (text := columns.strings[handle]).endswith(policy.suffix):
                    names[max(0, columns.strings.find(text.removesuffix(policy.suffix)))] = 1
    for handle in called_values(columns):
        names[handle] = 1
    decisions.group, firsts, contexts = groups.group(raw, files, names)
    engine = Engine(columns, read)
    decisions.asked, decisions.whole = engine.sources.asked, engine.world.whole  # they fill as questions are asked
    number, spelled = decisions.number, SPELLED
    answers: list[Decision] = []
    for ref, context in zip(firsts, contexts, strict=True):
        try:
            found = engine.decide(ref, context)
        except RecursionError:  # questions nest by what the source says, and a question takes many frames
            found = None
        if found is MISSED:
            decisions.missed.add(len(answers))
        if engine.solver.limited:
            decisions.limited.add(len(answers))
            engine.solver.limited = False
        if engine.wide:
            decisions.wide.add(len(answers))
            engine.wide = False
        answers.append(found)
    engine.flow.revise(firsts, answers, decisions.group, decisions.beside)
    decisions.cut = engine.flow.cut
    decisions.decided = array(
        "I", [_UNDECIDED if a is None else _SPELLED if a is spelled else number(*a) for a in answers]
    )
    overloads = [row.family in POLICIES and POLICIES[row.family].overloads for row in LANGUAGES]
    if any(overloads[code] for code in set(columns.languages)):
        of = [overloads[columns.languages[columns.ref_file[ref]]] for ref in firsts]
        _by_arguments(decisions, columns, engine, {group for group, told in enumerate(of) if told})
    for ref in traced:
        if decisions.group[ref] != _NO_GROUP:
            decisions.receivers[ref] = engine.describe(ref)


def _by_arguments(decisions: Decisions, columns: Columns, engine: Engine, groups: set[int]) -> None:
    """Leave out targets that do not take as many arguments as a call gives, never all; the calls of a group differ."""
    several: dict[int, int] = {}
    for group in groups:
        number = decisions.decided[group] - _FIRST_LIST
        if number >= 0 and decisions.offset[number + 1] - decisions.offset[number] > 1:
            several[group] = number
    if not several:
        return
    made: dict[tuple[int, int], int] = {}
    for ref in decisions.references(several):
        group, given = decisions.group[ref], columns.ref_args[ref]
        if given == ARGS_UNKNOWN:
            continue
        new = made.get((group, given))
        if new is None:
            list_ = several[group]
            targets = decisions.target[decisions.offset[list_] : decisions.offset[list_ + 1]]
            fitting = tuple(target for target in targets if engine.takes(target, given))
            new = group
            if fitting and len(fitting) < len(targets):
                new = len(decisions.decided)
                decisions.decided.append(decisions.number(fitting, decisions.provenance[list_]))
                if group in decisions.wide:
                    decisions.wide.add(new)
            made[group, given] = new
        decisions.group[ref] = new


def closures(columns: Columns) -> array[int]:
    """The function on whose behalf each symbol runs, 0xFFFFFFFF for none: that around a local function value."""
    from ripwire._core import groups
    from ripwire.resolve.policy import POLICIES

    leads = [POLICIES[row.family].value_leads if row.family in POLICIES else 0 for row in LANGUAGES]
    return groups.closures(columns.raw, array("Q", [leads[code] for code in columns.languages]))


def resolve(
    columns: Columns,
    read: Callable[[bytes], bytes | None],
    pins: dict[int, list[int]] | None = None,
    traced: Sequence[int] = (),
) -> Contributions:
    """Resolve every call reference of a tree.

    ``read`` gives the content of a path of the tree, None where it cannot; ``pins`` are references with their targets
    by an index; ``traced`` are references, ascending, whose steps are kept.
    """
    from ripwire._core import ladder
    from ripwire.resolve.c_includes import graph
    from ripwire.resolve.policy import POLICIES

    families: dict[str, int] = {"": 0}
    groups: dict[str, int] = {}
    family_of: list[int] = []
    group_of: list[int] = []
    for row in LANGUAGES:
        family_of.append(families.setdefault(row.family, len(families)))
        apart = row.family in POLICIES and POLICIES[row.family].separate
        group_of.append(groups.setdefault(row.name if apart else row.family, len(groups)))
    rules = bytes(POLICIES[family].ladder if family in POLICIES else 0 for family in families)
    directories: dict[bytes, int] = {}
    file_dir = array("I", [directories.setdefault(p.rpartition(b"/")[0], len(directories)) for p in columns.paths])
    offsets = array("I", [0])
    at = 0
    for path in columns.paths:
        at += len(path)
        offsets.append(at)
    closure_of = closures(columns)
    decisions = decide(columns, read, pins, traced)
    include_first, include_to = graph(columns)
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
        closure_of=closure_of,
        traced=array("I", traced),
        include_first=include_first,
        include_to=include_to,
    )
    raw["verdicts"] = {ref: _verdict(decisions, ref) for ref in traced}
    raw["receivers"], raw["asked"], raw["whole"] = decisions.receivers, decisions.asked, decisions.whole
    if decisions.beside:
        _add_beside(raw, decisions, columns, closure_of)
    raw["wide"], raw["limited"] = 0, decisions.cut
    for ref in decisions.references(decisions.missed):
        raw["unresolved"][columns.ref_owner[ref]] += 1
    raw["wide"] += len(decisions.references(decisions.wide))
    raw["limited"] += len(decisions.references(decisions.limited))
    return Contributions(raw)


def _add_beside(raw: dict[str, Any], decisions: Decisions, columns: Columns, closure_of: Sequence[int]) -> None:
    """Add what calls run beside their targets, behind all other entries; the call's share is divided among all."""
    rows = {ref: decisions.beside[decisions.group[ref]] for ref in decisions.references(decisions.beside)}
    share: dict[int, float] = {}
    confidence, at_row = raw["confidence"], raw["row"]
    for at, ref in enumerate(at_row):
        if ref in rows:
            confidence[at] /= 1 + len(rows[ref])
            share[ref] = confidence[at]
    for ref, targets in rows.items():
        caller = columns.ref_owner[ref]
        while caller != _NO_GROUP:
            for target in targets:
                if target not in (caller, columns.ref_owner[ref]):
                    raw["src"].append(caller)
                    raw["dst"].append(target)
                    raw["line"].append(columns.ref_line[ref])
                    at_row.append(ref)
                    confidence.append(share.get(ref, 1.0 / len(targets)))
                    raw["provenance"].append(BY_FLOW)
            caller = closure_of[caller]


def _verdict(decisions: Decisions, ref: int) -> str:
    group = decisions.group[ref]
    number = decisions.decided[group] if group != _NO_GROUP else _UNDECIDED
    if number >= _FIRST_LIST:
        return PROVENANCE[decisions.provenance[number - _FIRST_LIST] & ~_WEAK]
    return ("", "outside", "spelled")[number]
