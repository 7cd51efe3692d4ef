"""Which files of a search its index can't rule out.

Purpose: `admitted` asks an index what a pattern forces, and proves by stats that the files without it are what they
were. Order of the prunings: the cover plan, else the text itself or the neighbours of a short one, then the crest
sieve; each is a necessary condition and may be left out alone.
Invariant: a file is left out only if the index proves that its bytes hold no match and a stat taken now proves that
these are its bytes; whatever is not understood is searched.
Source of the stop rules: the costs of a posting (about 1 ns) and of reading a document (about 5 microseconds).
Cost: some microseconds a clause and a posting, a stat for each file that is left out.
"""

from __future__ import annotations

from array import array

from ripwire import workers
from ripwire._core.lookup import Layer, marked, prove, sieve
from ripwire._core.trigram import intersection, union
from ripwire.limits import INDEX_CLAUSE_RATIO, INDEX_POSTINGS_PER_DOCUMENT, INDEX_SLIVER_RATIO
from ripwire.named import NamedTuple
from ripwire.search.index import INDEXED, SHORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ripwire.search.argv import Request
    from ripwire.search.index import Index, Part
    from ripwire.search.plain import Pattern

Clause = tuple[bytes, ...]


def standing_down(request: Request) -> str:
    """Why a request's answer needs all files, or nothing."""
    reasons = (
        ("no-index", request.index is False),
        ("flag:-v", request.invert),
        ("flag:--files-without-match", request.mode == "files-without"),
        ("flag:--include-zero", request.include_zero),
        ("flag:--passthru", request.passthru),
        ("flag:--stats", request.stats),
        ("flag:--json", request.mode == "json"),
        ("flag:--encoding", request.encoding != "auto"),
        ("flag:--search-zip", request.search_zip),
    )
    return next((reason for reason, holds in reasons if holds), "")


class Plan(NamedTuple):
    """What a pattern forces: clauses of which each must hold one text, a text of one or two bytes, and the swell."""

    clauses: list[Clause]
    sliver: bytes
    bounds: array[int]


def planned(pattern: Pattern, *, cover: bool, crest: bool) -> Plan:
    """The plan of a pattern; empty where nothing is known of it."""
    bounds: array[int] = array("H")
    if pattern.tree is None:
        text = pattern.literals or b""
        return Plan([(text,)] if len(text) >= 3 and cover else [], text if len(text) < 3 else b"", bounds)
    clauses: list[Clause] = []
    if cover:
        from ripwire.search.plan import cover as cover_of

        clauses = cover_of(pattern.tree)
    if crest:
        from ripwire.search.swell import swell

        alternatives = swell(pattern.tree)
        if alternatives and all(any(one) for one in alternatives):
            bounds = array("H", [bound for one in alternatives for bound in one])
    sliver = pattern.literals if pattern.literals is not None and len(pattern.literals) < 3 else b""
    return Plan(clauses, sliver or b"", bounds)


class Admitted(NamedTuple):
    """What an index said: a byte for each file, 1 for those that are to be searched, and numbers for the lens."""

    wanted: bytearray
    tier: str
    documents: int
    candidates: int
    sieved: int  # -1: no sieve
    files: int
    known: int
    proved: int

    def lines(self) -> list[str]:
        """The lines of the lens."""
        out = [f"cold tier={self.tier} candidates={self.candidates}/{self.documents}"]
        if self.sieved >= 0:
            out.append(f"cold sieve candidates={self.sieved}/{self.candidates}")
        out.append(f"cold files={self.files} known={self.known} proved={self.proved} searched={sum(self.wanted)}")
        return out


def admitted(
    index: Index, plan: Plan, paths: bytes, offsets: array[int], starts: array[int], prefix: bytes, threads: int
) -> Admitted:
    """Ask the index. ``starts`` and ``prefix`` are those of `places`. Raises Unusable where the index is damaged."""
    layers = []
    documents = candidates = 0
    sieved = 0 if len(plan.bounds) else -1
    tier = "none"
    for part in index.parts:
        marks, its_tier = _marks(part, plan)
        if its_tier != "none":
            tier = its_tier
        documents += part.documents
        candidates += sum(marks)
        if len(plan.bounds):
            sieved += sieve(part.crests, plan.bounds, marks)
        layers.append(Layer(part.paths, part.offsets, part.stamps, part.kinds, marks, prefix))
    wanted = bytearray(len(starts))
    known, count = proved(layers, paths, offsets, starts, wanted, threads)
    return Admitted(wanted, tier, documents, candidates, sieved, len(starts), known, count)


def proved(
    layers: list[Layer], paths: bytes, offsets: array[int], starts: array[int], wanted: bytearray, threads: int
) -> tuple[int, int]:
    """`_core.lookup.prove` over all files, in threads."""
    count = len(wanted)
    shards = max(1, min(threads, count // 512))
    bounds = [count * k // shards for k in range(shards + 1)]
    numbers = iter(range(shards))
    sums = [(0, 0)] * shards

    def work(failures: list[BaseException]) -> None:
        k = next(numbers)
        sums[k] = prove(layers, paths, offsets, starts, wanted, bounds[k], bounds[k + 1])

    workers.run(shards, work, lambda: None)
    return sum(found for found, _ in sums), sum(count for _, count in sums)


def places(
    root: bytes, cwd: bytes, paths: bytes, offsets: array[int], typed: Sequence[bytes]
) -> tuple[array[int], bytes]:
    """For each path of a walk the byte from which on the index knows it, and the path of ``cwd`` below ``root`` with a
    slash behind it.

    Both folders are real paths. A path that begins elsewhere (an absolute one, one with ".." in what was typed) begins
    behind its end: the index can't know it.
    """
    inside = cwd[len(root) :].lstrip(b"/")
    prefix = inside + b"/" if inside else b""
    count = len(offsets) - 1
    known = all(not path.startswith(b"/") and b".." not in path.split(b"/") for path in typed)
    if known and not any(path.startswith(b".") for path in typed):
        return array("Q", bytes(8 * count)), prefix
    starts = array("Q", bytes(8 * count))
    for i in range(count):
        at, end = offsets[i], offsets[i + 1] - 1
        start = at
        while paths.startswith(b"./", start):
            start += 2
        outside = paths.startswith((b"/", b"../"), start) or not known
        starts[i] = (end if outside else start) - at
    return starts, prefix


# --- what may match ---------------------------------------------------------------------------------------------------


def _marks(part: Part, plan: Plan) -> tuple[bytearray, str]:
    """A byte for each document, 1 where nothing says that it holds no match; and the tier that said so."""
    found: array[int] | None = None
    tier = "none"
    if plan.clauses:
        found = _covered(part, plan.clauses)
        tier = "cover" if len(plan.clauses) > 1 or len(plan.clauses[0]) > 1 else "filters"
    elif plan.sliver:
        found = _neighbours(part, plan.sliver)
        tier = "filters" if found is not None else "none"
    if found is None:
        return bytearray(b"\1" * part.documents), "none"
    marks = marked(found, part.documents)
    for document, kind in enumerate(part.kinds if SHORT in _bits(part) and plan.sliver else ()):
        if kind & SHORT:  # it has no trigram that could say something
            marks[document] = 1
    return marks, tier


def _bits(part: Part) -> set[int]:
    """The bits that some document has."""
    return {bit for kind in set(part.kinds.tobytes()) for bit in (INDEXED, SHORT) if kind & bit}


def _trigrams(text: bytes) -> list[int]:
    return sorted({int.from_bytes(text[i : i + 3], "big") for i in range(len(text) - 2)})


def _covered(part: Part, clauses: list[Clause]) -> array[int]:
    """The documents that hold a text of each clause, cheap clauses first. Leaving one out only adds documents."""
    costs = []
    for clause in clauses:
        atoms = []
        for text in clause:
            sizes = [(part.cost(trigram), trigram) for trigram in _trigrams(text)]
            if min(sizes)[0]:  # else nothing holds this text
                atoms.append(sorted(sizes))
        costs.append((sum(sizes[0][0] for sizes in atoms), atoms))
    costs.sort(key=lambda cost: cost[0])
    found: array[int] | None = None
    for cost, atoms in costs:
        if found is not None:
            dear = cost > INDEX_CLAUSE_RATIO * max(1, costs[0][0]) or cost > INDEX_POSTINGS_PER_DOCUMENT * len(found)
            if dear or not found:
                break
        clause_found = _any([_all(part, [trigram for _, trigram in sizes]) for sizes in atoms])
        found = clause_found if found is None else intersection(found, clause_found)
    assert found is not None
    return found


def _all(part: Part, trigrams: list[int]) -> array[int]:
    """The documents that hold all of them, the rarest first."""
    found = part.group(trigrams[0])
    for trigram in trigrams[1:]:
        if not found or part.cost(trigram) > INDEX_POSTINGS_PER_DOCUMENT * len(found):
            break
        found = intersection(found, part.group(trigram))
    return found


def _any(lists: list[array[int]]) -> array[int]:
    """What is in one of them, pairs first, so that long lists are gone over seldom."""
    if not lists:
        return array("I")
    while len(lists) > 1:
        lists = [union(*lists[i : i + 2]) if i + 1 < len(lists) else lists[i] for i in range(0, len(lists), 2)]
    return lists[0]


def _neighbours(part: Part, text: bytes) -> array[int] | None:
    """Documents with a trigram around two bytes; None where that costs more than it could spare."""
    if len(text) != 2:
        return None
    ahead = int.from_bytes(text, "big") << 8
    behind = int.from_bytes(text, "big")
    trigrams = {ahead | byte for byte in range(256)} | {byte << 16 | behind for byte in range(256)}
    costs = {trigram: part.cost(trigram) for trigram in trigrams}
    if sum(costs.values()) > INDEX_SLIVER_RATIO * part.documents:
        return None
    return _any([part.group(trigram) for trigram in sorted(trigrams) if costs[trigram]])
