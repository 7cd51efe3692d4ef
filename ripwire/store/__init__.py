"""What is kept between runs: the records of files and the ranked graph of a tree.

Purpose: the second run of a tree neither parses nor resolves what it need not.
Invariant: an answer with the store is the answer without it, byte for byte; what can't be trusted is not used.
Cost: nothing of this package is imported by a run without a store.
"""

from __future__ import annotations

import os

from ripwire.store import folder as folders
from ripwire.store.digest import blake2b
from ripwire.store.sections import Sections, Unusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from ripwire.crawl.walk import Crawl, Drop
    from ripwire.store.records import Records
    from ripwire.store.snapshot import Inputs, Snapshot
    from ripwire.tree import Tree

__all__ = ["Store", "Unusable"]


class Store:
    """The kept files of one tree in one configuration.

    root      of the tree
    options   what besides the tree decides its graph
    folder    path of the folder, b"" for none: then there is only ``blob``
    blob      path of a file for the records, b"" for the one in the folder
    now       the clock that file times come from, in nanoseconds
    fresh     write the records, but use none
    problems  what kept something from being used or written, for people
    """

    def __init__(
        self,
        root: bytes,
        options: tuple[object, ...],
        folder: bytes,
        blob: bytes,
        now: Callable[[], int],
        *,
        fresh: bool = False,
    ) -> None:
        from ripwire.store.version import memo_name, version

        self.now = now
        self._fresh = fresh
        self.problems: list[str] = []
        self._root = root
        self._folder: folders.Folder | None = None
        if folder:
            try:
                self._folder = folders.Folder(folder)
            except Unusable as error:
                self._tell(folder, error.reason)
        memo = self._folder.file(memo_name()) if self._folder is not None else b""
        self._version = version(memo, lambda data: self._keep_memo(memo, data))
        # The name tells trees and configurations apart.
        name = blake2b(os.path.realpath(root), digest_size=12).hexdigest().encode()
        self._own = not blob
        self._blob = blob or (self._folder.file(name + b".records") if self._folder is not None else b"")
        config = blake2b(repr((self._blob, options)).encode(), digest_size=6).hexdigest().encode()
        self._graph = self._folder.file(name + b"-" + config + b".graph") if self._folder is not None else b""
        self._wrote = False
        self._foreign = False  # the file that the user names is something else: it is left alone

    def _tell(self, path: bytes, reason: str) -> None:
        from ripwire.errors import echo

        self.problems.append(f"{echo(path)}: what is kept there is not used: {reason} (--no-cache does without it)")

    @staticmethod
    def _keep_memo(memo: bytes, data: bytes) -> None:
        if memo:
            folders.replace(memo, lambda file: file.writelines([data]))

    def open_records(self) -> Sections | None:
        """The blob of records; None where there is none to be used."""
        found = self._opened(self._blob, b"records", self._own)
        return None if self._fresh else found

    def _opened(self, path: bytes, kind: bytes, own: bool) -> Sections | None:
        if not path:
            return None
        try:
            return Sections(path, kind, self._version, own=own)
        except Unusable as error:
            if error.told:
                self._tell(path, error.reason)
            if error.foreign and not own:
                self._foreign = True
            return None

    def records(self, crawled: Crawl, blob: Sections | None) -> Records:
        """The outcomes of a crawl's files, as far as the blob knows them."""
        from ripwire.store.records import Records

        if blob is not None and self._folder is not None:
            self._folder.used(self._blob, self.now())
        try:
            return Records(crawled, blob, self.now)
        except Unusable as error:
            self.damaged(error)
            return Records(crawled, None, self.now)

    def damaged(self, error: Unusable) -> None:
        """Say that the blob turned out to be damaged."""
        self._tell(self._blob, error.reason)

    def inputs(self) -> Inputs:
        """The reader of what a graph is made from beside the records."""
        from ripwire.store.snapshot import Inputs

        return Inputs(self.now)

    def snapshot(self, paths: list[bytes], tree_key: bytes) -> Snapshot | None:
        """The graph of these files; None where there is none to be used."""
        from ripwire.store.snapshot import Snapshot

        kept = self._opened(self._graph, b"graph", True) if tree_key else None
        if kept is None:
            return None
        try:
            found = Snapshot(kept, tree_key, paths, self.inputs())
        except Unusable as error:
            if error.told:
                self._tell(self._graph, error.reason)
            return None
        if self._folder is not None:
            self._folder.used(self._graph, self.now())
        return found

    def renew(self, crawled: Crawl, records: Records) -> None:
        """Make the kept graph that of files some of which have changed, where the change decides nothing."""
        from ripwire.store.renewal import renewed

        try:
            kept = Sections(self._graph, b"graph", self._version) if self._graph else None
            found = renewed(kept, crawled, records, self.inputs()) if kept is not None else None
        except Unusable:  # whoever asks for the graph hears of it
            return
        if found is not None:
            self._write(self._graph, lambda file: found.write(file, self._version))

    def save_records(self, records: Records) -> None:
        """Write the outcomes, where there is something new."""
        if self._blob and not self._foreign and (records.changed or self._fresh):
            self._write(self._blob, lambda file: records.write(file, self._version))

    def save_graph(
        self, tree: Tree, tree_key: bytes, keys: bytes, drops: list[Drop], inputs: Inputs
    ) -> None:
        """Write the graph, where everything that it is made from is known; ``keys``: see `snapshot.write`."""
        from ripwire.store import snapshot

        if not self._graph or not tree_key or inputs.torn or tree.problems:
            return
        if self.snapshot(tree.crawl.paths, tree_key) is None:  # else there is this one
            version = self._version
            self._write(self._graph, lambda file: snapshot.write(file, version, tree_key, keys, tree, drops, inputs))

    def _write(self, path: bytes, write: Callable[[BinaryIO], None]) -> None:
        # A file that the user names is one of theirs, with the rights that their files have.
        mode = 0o600 if self._own or path != self._blob else 0o666
        if problem := folders.replace(path, write, mode):
            from ripwire.errors import echo

            self.problems.append(f"{echo(path)}: cannot be kept: {problem}")
        elif self._folder is not None and not self._wrote:
            self._wrote = True
            self._folder.sweep(self.now(), path)
