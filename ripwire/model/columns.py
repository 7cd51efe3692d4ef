"""The columns of a tree: structure of arrays, addressed by symbol id, reference row or file number.

Purpose: what `_core.assemble` made, with names and the few look-ups that every later stage needs.
Invariant: read-only after construction; paths are root-relative bytes in byte order.
Cost: attribute access to existing arrays; nothing per symbol is a Python object.
"""

from __future__ import annotations

from ripwire._core.records import KIND_NAMES
from ripwire.languages.table import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from ripwire._core.assemble import Strings

KINDS = KIND_NAMES
KIND_FN, KIND_METHOD, KIND_CLS, KIND_STRUCT, KIND_IFACE, KIND_VAR, KIND_SEC, KIND_OTHER = range(8)
NO_SYMBOL = 0xFFFFFFFF


class Columns:
    """All columns of one tree.

    paths       list of bytes, one a file
    languages   bytes, the language number of each file
    strings     interned names; every ``name``, ``scope``, ``ref_name`` ... is a handle into them
    the arrays of `ripwire._core.assemble.assemble`, as attributes of the same names
    """

    paths: list[bytes]
    languages: bytes
    strings: Strings
    file_flags: array[int]
    file_module: array[int]
    file_first_symbol: array[int]
    name: array[int]
    scope: array[int]
    file: array[int]
    line: array[int]
    start: array[int]
    sig_end: array[int]
    end: array[int]
    name_byte: array[int]
    loc: array[int]
    parent: array[int]
    params: array[int]
    kind: array[int]
    flags: array[int]
    ref_name: array[int]
    ref_receiver: array[int]
    ref_qualifier: array[int]
    ref_file: array[int]
    ref_line: array[int]
    ref_byte: array[int]
    ref_owner: array[int]
    ref_role: array[int]
    ref_recv: array[int]
    ref_args: array[int]

    def __init__(self, paths: list[bytes], languages: bytes, raw: dict[str, object]) -> None:
        self.paths = paths
        self.languages = languages
        self.raw = raw
        self.__dict__.update(raw)

    @property
    def n_files(self) -> int:
        return len(self.paths)

    @property
    def n_symbols(self) -> int:
        return len(self.name)

    def name_of(self, symbol: int) -> bytes:
        """The name of a symbol. Raises IndexError."""
        return self.strings[self.name[symbol]]

    def scope_of(self, symbol: int) -> bytes:
        """The scope of a symbol, its containers joined by ``::``; empty at the top of a file."""
        return self.strings[self.scope[symbol]]

    def path_of(self, symbol: int) -> bytes:
        """The root-relative path of a symbol's file."""
        return self.paths[self.file[symbol]]

    def id_of(self, symbol: int, prefix: bytes = b"") -> bytes:
        """The canonical id: the bare name without scope, else ``path::scope::name`` with the printed path."""
        scope = self.scope_of(symbol)
        if not scope:
            return self.name_of(symbol)
        return b"::".join((prefix + self.path_of(symbol), scope, self.name_of(symbol)))

    def token_rate_of(self, symbol: int) -> float:
        """Bytes a token of the symbol's language takes."""
        return LANGUAGES[self.languages[self.file[symbol]]].token_rate
