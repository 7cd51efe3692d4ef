"""What `ripwire index` keeps of a tree: postings of trigrams, crests, and the stamps that say when these are believed.

Purpose: building, amending and opening the index of one root. Layout: a base, one file of `store.sections`, and perhaps
an amendment of the same form with the documents that have changed since, bound to its base by the base's mark; both are
replaced whole, so a reader keeps the generation that it has mapped, and there is none to retire.
Invariant: a file that can't be trusted is none; an index only ever leaves out files that it proves unchanged
(`_core.lookup.prove`).
Cost: building, one read of every file and 12 bytes a posting; opening, the digests of what is used.
"""

from __future__ import annotations

# ruff: noqa: SIM105
import os
from array import array

from ripwire._core.crest import CLASSES
from ripwire._core.lookup import ingest
from ripwire._core.trigram import Builder, Damaged, Postings
from ripwire.limits import INDEX_AMENDED_SHARE, INDEX_FILE_BYTES
from ripwire.search.kept import names
from ripwire.search.remembered import remember
from ripwire.search.walk import Surroundings, Walked, WalkRequest, walk
from ripwire.store.digest import blake2b
from ripwire.store.folder import Folder, replace
from ripwire.store.sections import Sections, Unusable, Writer
from ripwire.store.stamps import COARSE_NS, TICK_NS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

BASE, AMENDMENT = b"search", b"amended"
STAMP, LANES = 5, 16
INDEXED, SETTLED, SHORT, LARGE = 1, 2, 4, 8
_CHUNK = 1 << 16  # of postings that have a digest together
_FORMAT = 1
_VERSION = blake2b(repr((_FORMAT, CLASSES, STAMP, LANES, _CHUNK)).encode(), digest_size=16).digest()


class Part:
    """An open base or amendment. Raises Unusable where it is not what it should be."""

    def __init__(self, path: bytes, kind: bytes, root: bytes) -> None:
        self.file = Sections(path, kind, _VERSION)
        if self.file.bytes("root") != root:
            raise Unusable("it is of another tree")
        facts = self.file.view("facts")
        if len(facts) != 4:
            raise Unusable("its facts are damaged")
        self.anchor, self.text_bytes, self.mark, self.of = facts
        self.paths = self.file.view("paths")
        self.offsets = self.file.view("offsets")
        self.stamps = self.file.view("stamps")
        self.kinds = self.file.view("kinds")
        self.crests = self.file.view("crests")
        self.documents = len(self.kinds)
        self._sums = self.file.view("sums")
        self._blocks = self.file.view("blocks")
        self._data = self.file.view("trigrams", summed=False)
        self._checked = bytearray(len(self._sums))
        if len(self.crests) != LANES * self.documents or len(self._sums) != -(-len(self._data) // _CHUNK):
            raise Unusable("its parts do not fit each other")
        try:
            self._postings = Postings(self._blocks, self._data, self.documents)
        except Damaged as error:
            raise Unusable(str(error)) from None

    @property
    def size(self) -> int:
        """Bytes of the postings."""
        return len(self._data)

    def cost(self, trigram: int) -> int:
        """About how many documents hold a trigram; 0 for one that nothing holds."""
        self._check(trigram)
        try:
            return self._postings.size(trigram)
        except Damaged as error:
            raise Unusable(str(error)) from None

    def group(self, trigram: int) -> array[int]:
        """The documents that hold a trigram, ascending."""
        self._check(trigram)
        try:
            return self._postings.group(trigram)
        except Damaged as error:
            raise Unusable(str(error)) from None

    def _check(self, trigram: int) -> None:
        """Compare the digests of what will be read for a trigram."""
        first, last = self._blocks[trigram >> 8], self._blocks[(trigram >> 8) + 1]
        for number in range(first // _CHUNK, -(-last // _CHUNK)):
            if not self._checked[number]:
                from xxhash import xxh3_64_intdigest

                part = self._data[number * _CHUNK : (number + 1) * _CHUNK]
                if xxh3_64_intdigest(part) != self._sums[number]:
                    raise Unusable("its postings are damaged")
                self._checked[number] = 1


class Index:
    """The index of a root: its base, and the amendment where there is one that belongs to it."""

    def __init__(self, root: bytes, base: Part, amendment: Part | None) -> None:
        self.root, self.base, self.amendment = root, base, amendment

    @property
    def parts(self) -> list[Part]:
        return [self.base] if self.amendment is None else [self.base, self.amendment]


def opened(folder: Folder, root: bytes, tell: Callable[[str], None]) -> Index | None:
    """The index of a root; None where there is none to be used. What is damaged is told."""
    base_path, amended_path, _ = names(folder.path, root)
    base = _part(base_path, BASE, root, tell)
    if base is None:
        return None
    amendment = _part(amended_path, AMENDMENT, root, tell)
    if amendment is not None and amendment.of != base.mark:
        amendment = None  # of the base before
    return Index(root, base, amendment)


def _part(path: bytes, kind: bytes, root: bytes, tell: Callable[[str], None]) -> Part | None:
    try:
        return Part(path, kind, root)
    except Unusable as error:
        if error.told:
            from ripwire.errors import echo

            tell(f"{echo(path)}: this index is not used: {error.reason} (ripwire index makes a new one)")
        return None


# --- building ---------------------------------------------------------------------------------------------------------


class Built:
    """What building came to: ``kind`` "full", "amended" or "unchanged", and what is told of it."""

    def __init__(self, kind: str, documents: int, read: int, text_bytes: int) -> None:
        self.kind, self.documents, self.read, self.text_bytes = kind, documents, read, text_bytes


def build(
    folder: Folder,
    root: bytes,
    around: Surroundings,
    threads: int,
    now: Callable[[], int],
    mark: int,
    tell: Callable[[str], None],
    *,
    full: bool = False,
) -> Built:
    """Make or amend the index of the current folder, whose real path is ``root``.

    mark  a random number below 2**63, by which an amendment knows its base

    Raises OSError when it can't be written.
    """
    began = now()
    found = walk(WalkRequest(threads=threads), around, with_folders=True)
    remember(folder, root, found, around, began)
    base = None if full else opened(folder, root, tell)
    if base is not None:
        changed = _changed(base.base, found, threads)
        if not changed:
            return Built("unchanged", base.base.documents, 0, base.base.text_bytes)
        if len(changed) <= max(64, INDEX_AMENDED_SHARE * base.base.documents):
            paths = b"".join([found[i] + b"\0" for i in changed])
            offsets = array("Q", [0])
            for i in changed:
                offsets.append(offsets[-1] + len(found[i]) + 1)
            facts = _ingested(paths, offsets, now)
            _replace(names(folder.path, root)[1], AMENDMENT, root, paths, offsets, facts, mark, base.base.mark)
            return Built("amended", len(found), len(changed), base.base.text_bytes)
    paths, places, _ = found.found.buffers()
    offsets = array("Q", places)
    facts = _ingested(paths, offsets, now)
    base_path, amended_path, _ = names(folder.path, root)
    _replace(base_path, BASE, root, paths, offsets, facts, mark, 0)
    try:  # it belongs to the base before, and nobody would use it
        os.unlink(amended_path)
    except OSError:
        pass
    folder.sweep(now(), base_path)
    return Built("full", len(found), len(found), facts.text_bytes)


class _Facts:
    def __init__(self, anchor: int, made: tuple[array[int], bytearray, array[int], int], builder: Builder) -> None:
        self.anchor = anchor
        self.stamps, self.kinds, self.crests, self.text_bytes = made
        self.blocks, self.postings = builder.finish()


def _ingested(paths: bytes, offsets: array[int], now: Callable[[], int]) -> _Facts:
    builder = Builder()
    anchor = now()
    fine, coarse = anchor - 2 * TICK_NS, anchor - COARSE_NS
    return _Facts(anchor, ingest(paths, offsets, builder, fine, coarse, INDEX_FILE_BYTES), builder)


def _replace(
    path: bytes, kind: bytes, root: bytes, paths: bytes, offsets: array[int], facts: _Facts, mark: int, of: int
) -> None:
    from xxhash import xxh3_64_intdigest

    view = memoryview(facts.postings)
    sums = array("Q", [xxh3_64_intdigest(view[at : at + _CHUNK]) for at in range(0, len(view), _CHUNK)])

    def write(file: BinaryIO) -> None:
        out = Writer(file, kind, _VERSION)
        out.add("root", "B", [root])
        out.add("facts", "Q", [array("Q", [facts.anchor, facts.text_bytes, mark, of]).tobytes()])
        out.add("paths", "B", [paths])
        out.add("offsets", "Q", [offsets.tobytes()])
        out.add("stamps", "q", [facts.stamps.tobytes()])
        out.add("kinds", "B", [bytes(facts.kinds)])
        out.add("crests", "H", [facts.crests.tobytes()])
        out.add("blocks", "Q", [facts.blocks.tobytes()])
        out.add("sums", "Q", [sums.tobytes()])
        out.add("trigrams", "B", [facts.postings], summed=False)
        out.close()

    if problem := replace(path, write):
        raise OSError(f"{os.fsdecode(path)}: {problem}")


def _changed(base: Part, found: Walked, threads: int) -> list[int]:
    """The files of a walk that the base does not know as they are."""
    from ripwire._core.lookup import Layer
    from ripwire.search.admit import proved

    paths, places, _ = found.found.buffers()
    wanted = bytearray(len(found))
    layer = Layer(base.paths, base.offsets, base.stamps, base.kinds, bytes(base.documents), b"")
    proved([layer], paths, array("Q", places), array("Q", bytes(8 * len(found))), wanted, threads)
    known_large = _large(base)
    return [i for i in range(len(found)) if wanted[i] and found[i] not in known_large]


def _large(base: Part) -> set[bytes]:
    """Members that are always searched, so that there is nothing to amend."""
    return {
        bytes(base.paths[base.offsets[i] : base.offsets[i + 1] - 1]) for i in range(base.documents)
        if base.kinds[i] & LARGE
    }  # fmt: skip
