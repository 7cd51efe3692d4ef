"""The parse cache: what the bytes of each file of a tree gave, one blob a tree.

Purpose: a file that is what it was is neither read nor parsed; one that has the content of another is not parsed.
Invariant: an outcome is found by a digest of everything that it depends on; a file's stamp (`stamps`) only says that
its content still has that digest. A record's own digest is looked at before it is used. A damaged row is a row that is
not there.
Layout: sections (`sections`) with a row a path, ascending: paths, stamps, keys, languages, states, offsets, sizes,
sums; and the records, those of equal files once as a rule.
Cost: opening hashes some 100 bytes a file; a record is hashed and copied when it is asked for.
"""

from __future__ import annotations

from ripwire._core.codec import flags_of
from ripwire.crawl.walk import Crawl
from ripwire.languages.table import LANGUAGES
from ripwire.store.digest import blake2b
from ripwire.store.sections import Sections, Unusable
from ripwire.store.stamps import NEVER, STAMP, believed, stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from typing import BinaryIO

    from ripwire.extract.run import Extraction, Outcome

KIND = b"records"
KEY = 16
"""Bytes of a key."""

_REASONS = ("", "encoding", "binary", "nested", "minified", "crashed")
_BOOK = 128  # in a state: the record ends in a notebook's map, whose length are its last four bytes
_CPP = next(code for code, row in enumerate(LANGUAGES) if row.name == "cpp")


def tree_key(paths: list[bytes], keys: bytes) -> bytes:
    """A digest of what a tree holds: its paths and the keys of their contents."""
    digest = blake2b(b"\0".join(paths), digest_size=KEY)
    digest.update(b"\0\0" + keys)
    return digest.digest()


def _differing(a: bytes, b: bytes, size: int) -> list[int]:
    """The rows of a size in which two columns of one length differ, ascending; quick where these are few."""
    out: list[int] = []
    todo = [(0, len(a) // size)]
    while todo:
        first, last = todo.pop()
        if a[first * size : last * size] != b[first * size : last * size]:
            if last - first == 1:
                out.append(first)
            else:
                middle = (first + last) // 2
                todo += [(middle, last), (first, middle)]
    return out


class Row:
    """An outcome that is to be written: of a new one the bytes, of an old one its row."""

    __slots__ = ("key", "stamp", "language", "state", "body", "old")

    def __init__(self, key: bytes, mark: bytes, language: int, state: int, body: bytes | None, old: int) -> None:
        self.key, self.stamp, self.language, self.state, self.body, self.old = key, mark, language, state, body, old


class Records:
    """The outcomes of one crawl, with those of earlier runs.

    blob     an opened file of them, or None
    now      the clock of file times
    """

    def __init__(self, crawled: Crawl, blob: Sections | None, now: Callable[[], int]) -> None:
        self.now = now
        self._crawled = crawled
        self._rows = [-1] * len(crawled.paths)  # the blob's row of each file that is what it was
        self._new: list[Row | None] = [None] * len(crawled.paths)
        self._aligned = False  # whether the blob's rows are those of the crawl's files
        self.changed = False  # whether there is something that the blob does not have
        self.damaged = 0  # records that did not have their digest
        self.parsed = 0  # outcomes that no earlier run had
        self._table = Table(blob) if blob is not None else None
        if self._table is not None:
            self._match(self._table)

    def _match(self, table: Table) -> None:
        crawled = self._crawled
        marks = b"".join(map(stamp, crawled.stats))
        size = STAMP.size
        self._aligned = crawled.paths == table.paths
        if self._aligned:
            self._rows = list(range(len(crawled.paths)))
            for index in _differing(marks, table.stamps, size):
                self._rows[index] = -1
            return
        place = table.places
        for index, path in enumerate(crawled.paths):
            row = place.get(path, -1)
            if row >= 0 and table.stamps[row * size : row * size + size] == marks[index * size : index * size + size]:
                self._rows[index] = row

    # --- `extract.run.Kept` ---

    def known(self, index: int) -> bool:
        return self._rows[index] >= 0

    def fill(self, out: Extraction) -> None:
        """Put the outcomes of the known files in. Raises Unusable when one of them is damaged after all."""
        table = self._table
        if table is None:
            return
        for index, row in enumerate(self._rows):
            if row >= 0:
                outcome = table.outcome(row)
                if outcome is None:
                    raise Unusable("a record is damaged")
                out.take(self._crawled, index, outcome, self._crawled.sizes[index])
        out.settle()

    def key(self, language: int, path: bytes, data: bytes) -> bytes:
        from ripwire.extract.run import stem

        row = LANGUAGES[language]
        name = path[-2:].lower() if language == _CPP else b""
        if not row.grammar:
            name = stem(path)
        digest = blake2b(b"%d\0%d\0%s\0" % (language, len(name), name), digest_size=KEY)
        digest.update(data)
        return digest.digest()

    def find(self, key: bytes) -> Outcome | None:
        table = self._table
        if table is None:
            return None
        row = table.by_key.get(key, -1)
        outcome = table.outcome(row) if row >= 0 else None
        if row >= 0 and outcome is None:
            self.damaged += 1
        return outcome

    def put(self, index: int, key: bytes, outcome: Outcome, status: os.stat_result | None, now: int) -> None:
        mark = NEVER if status is None else believed(stamp(status), now)
        state = _REASONS.index(outcome.reason)
        body = outcome.record
        if body is not None and outcome.book is not None and outcome.book.lines:
            book = outcome.book.packed()
            body += book + len(book).to_bytes(4, "little")
            state |= _BOOK
        table = self._table
        old = table.by_key.get(key, -1) if table is not None else -1
        self.parsed += old < 0
        self._new[index] = Row(key, mark, outcome.language, state, body, -1)
        if table is None or not table.holds(self._crawled.paths[index], key, mark, state):
            self.changed = True

    # --- what the tree is ---

    @property
    def keys(self) -> bytes | None:
        """The keys of all files, one after the other; None when a file of the crawl has none (it could not be read)."""
        keys = self._table.keys if self._table is not None else b""
        if self._aligned:
            fresh = self.fresh
            out = bytearray(keys)
            for index in fresh:
                out[index * KEY : index * KEY + KEY] = self.key_of(index)
            return bytes(out) if self._rows.count(-1) == len(fresh) else None
        parts: list[bytes] = []
        for row, new in zip(self._rows, self._new, strict=True):
            if row >= 0:
                parts.append(keys[row * KEY : row * KEY + KEY])
            elif new is not None:
                parts.append(new.key)
            else:
                return None
        return b"".join(parts)

    def tree_key(self) -> bytes:
        """A digest of all paths with their keys; empty when these are not known."""
        keys = self.keys
        return b"" if keys is None else tree_key(self._crawled.paths, keys)

    @property
    def fresh(self) -> list[int]:
        """The files that were read, ascending, be it that they are what they were."""
        return [index for index, row in enumerate(self._new) if row is not None]

    def key_of(self, index: int) -> bytes:
        """The key of a file that was read."""
        new = self._new[index]
        return b"" if new is None else new.key

    def change(self, index: int, before: bytes) -> tuple[int, bytes, bytes] | None:
        """Language, record under the key of an earlier run and record now of a file that was read.

        None when one of them is not there, or is more than a record, or when the file is of another language now.
        """
        new, table = self._new[index], self._table
        if new is None or new.state or new.body is None or table is None:
            return None
        row = table.places.get(self._crawled.paths[index], -1)
        if row < 0 or table.keys[row * KEY : row * KEY + KEY] != before:
            return None
        old = table.outcome(row)
        if old is None or old.record is None or old.book is not None or old.language != new.language:
            return None
        return new.language, old.record, new.body

    @property
    def used(self) -> bool:
        """Whether outcomes of earlier runs may be among these."""
        return self._table is not None

    @property
    def read(self) -> bool:
        """Whether files had to be read, be it that they are what they were."""
        return any(row is not None for row in self._new)

    def release(self) -> None:
        """Let go of the records: they are written, or never will be."""
        for row in self._new:
            if row is not None:
                row.body = None

    # --- writing ---

    def write(self, file: BinaryIO, version: bytes) -> None:
        """Write everything: the new, what was found again, and the rest as it lies there."""
        from ripwire.store.rewriting import collected, exchanged

        table, paths = self._table, self._crawled.paths
        written = exchanged(table, self._new) if table is not None and self._aligned else None
        (written or collected(table, paths, self._rows, self._new)).write(file, version)


class Table:
    """The rows of a blob. Raises Unusable where they do not fit each other."""

    def __init__(self, blob: Sections) -> None:
        paths = blob.bytes("paths")
        self.stamps = blob.bytes("stamps")
        self.keys = blob.bytes("keys")
        self.languages = blob.view("languages")
        self.states = blob.view("states")
        self.offsets, self.sizes, self.sums = blob.view("offsets"), blob.view("sizes"), blob.view("sums")
        self.records = blob.view("records", summed=False)
        n = len(self.states)
        self.paths = paths.split(b"\0") if n else []
        columns = (self.paths, self.languages, self.offsets, self.sizes, self.sums)
        if any(len(column) != n for column in columns) or len(self.keys) != n * KEY or (
            len(self.stamps) != n * STAMP.size
        ):
            raise Unusable("its columns do not fit each other")
        self._places: dict[bytes, int] | None = None
        self._by_key: dict[bytes, int] | None = None

    @property
    def places(self) -> dict[bytes, int]:
        """Rows by path."""
        if self._places is None:
            self._places = {path: row for row, path in enumerate(self.paths)}
        return self._places

    @property
    def by_key(self) -> dict[bytes, int]:
        """A row of each key."""
        if self._by_key is None:
            keys = self.keys
            self._by_key = {keys[at : at + KEY]: at // KEY for at in range(0, len(keys), KEY)}
        return self._by_key

    def holds(self, path: bytes, key: bytes, mark: bytes, state: int) -> bool:
        """Whether the row of a path says just this."""
        row = self.places.get(path, -1)
        return (
            row >= 0
            and self.keys[row * KEY : row * KEY + KEY] == key
            and self.stamps[row * STAMP.size : (row + 1) * STAMP.size] == mark
            and self.states[row] == state
            and self.outcome(row) is not None
        )

    def body(self, row: int) -> memoryview:
        """The bytes of a row's record, whatever they are."""
        start, size = self.offsets[row], self.sizes[row]
        return self.records[start : start + size]

    def outcome(self, row: int) -> Outcome | None:
        """The outcome of a row; None when it is damaged."""
        from xxhash import xxh3_64_intdigest

        from ripwire.extract.notebook import NotebookMap
        from ripwire.extract.run import Outcome

        state, language = self.states[row], self.languages[row]
        reason = state & ~_BOOK
        body = self.body(row)
        if reason >= len(_REASONS) or language >= len(LANGUAGES) or len(body) != self.sizes[row]:
            return None
        if xxh3_64_intdigest(body) != self.sums[row]:
            return None
        if reason:
            return Outcome(language, _REASONS[reason])
        record = bytes(body)
        outcome = Outcome(language, record=record)
        try:
            if state & _BOOK:
                end = len(record) - 4
                start = end - int.from_bytes(record[end:], "little")
                outcome.record, outcome.book = record[:start], NotebookMap.unpacked(record[start:end])
            flags_of(outcome.record or b"")
        except ValueError:  # bytes that have their digest and are no record
            return None
        return outcome

    def row(self, row: int) -> Row:
        """A row as it is to be written again."""
        key = self.keys[row * KEY : row * KEY + KEY]
        mark = self.stamps[row * STAMP.size : (row + 1) * STAMP.size]
        return Row(key, mark, self.languages[row], self.states[row], None, row)
