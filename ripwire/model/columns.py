"""The columns of a tree: structure of arrays, addressed by symbol id, reference row or file number.

Purpose: what `_core.assemble` made, with names and the few look-ups that every later stage needs.
Invariant: read-only after construction; paths are root-relative bytes in byte order.
Cost: attribute access to existing arrays; nothing per symbol is a Python object.
"""

from __future__ import annotations

from ripwire._core.records import KIND_NAMES, METRIC_NAMES, WHY_NAMES
from ripwire.languages.table import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any

    from ripwire._core.assemble import Strings
    from ripwire.languages.table import Language

KINDS = KIND_NAMES
KIND_FN, KIND_METHOD, KIND_CLS, KIND_STRUCT, KIND_IFACE, KIND_VAR, KIND_SEC, KIND_OTHER = range(8)
NO_SYMBOL = 0xFFFFFFFF


class Complexity:
    """The measured numbers of a function; see "Complexity" in CONTRIBUTING.md.

    cx, ccx, ev   cyclomatic, cognitive and essential complexity; ev is None where jumps are not measured (Bash, Kotlin)
    nest          deepest nesting
    humps, deep   places that nest 4 deep or more, and the rows they span
    locals, ppalt  local variables, and `#else` alternatives; None outside of the C family
    why           (tag, count) of the jumps behind ev
    """

    __slots__ = ("cx", "ccx", "nest", "humps", "deep", "locals", "ppalt", "ev", "why")
    locals: int | None
    ppalt: int | None
    ev: int | None

    def __init__(self, numbers: tuple[int, ...], why: tuple[tuple[str, int], ...], language: Language) -> None:
        self.cx, self.ccx, self.nest, self.humps, self.deep, self.locals, self.ppalt, self.ev = numbers
        self.why = why
        if language.family != "c":
            self.locals = self.ppalt = None
        if not language.jumps:
            self.ev = None


_TRIVIAL = (1, 0, 0, 0, 0, 0, 0, 1)


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
    doc: array[int]
    params: array[int]
    required: array[int]
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
    ref_local: array[int]
    import_source: array[int]
    import_name: array[int]
    import_alias: array[int]
    import_file: array[int]
    import_line: array[int]
    import_owner: array[int]
    import_flags: array[int]
    binding_name: array[int]
    binding_type: array[int]
    binding_file: array[int]
    binding_byte: array[int]
    binding_owner: array[int]
    binding_flags: array[int]
    metric_symbol: array[int]
    metric_cx: array[int]
    metric_ccx: array[int]
    metric_nest: array[int]
    metric_humps: array[int]
    metric_deep: array[int]
    metric_locals: array[int]
    metric_ppalt: array[int]
    metric_ev: array[int]
    metric_why: array[int]

    def __init__(self, paths: list[bytes], languages: bytes, raw: dict[str, Any]) -> None:
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

    def place_of(self, symbol: int) -> bytes:
        """Where a symbol is, as it is printed: ``path:line``."""
        return b"%s:%d" % (self.paths[self.file[symbol]], self.line[symbol])

    def id_of(self, symbol: int, prefix: bytes = b"") -> bytes:
        """The canonical id: the bare name without scope, else ``path::scope::name`` with the printed path."""
        scope = self.scope_of(symbol)
        if not scope:
            return self.name_of(symbol)
        return b"::".join((prefix + self.path_of(symbol), scope, self.name_of(symbol)))

    def doc_of(self, symbol: int) -> bytes:
        """The start of what its docstring or the comments above it say; empty without."""
        return self.strings[self.doc[symbol]]

    def complexity_of(self, symbol: int) -> Complexity | None:
        """The numbers of a function or method with a body; None for every other symbol."""
        if self.kind[symbol] not in (KIND_FN, KIND_METHOD) or self.sig_end[symbol] >= self.end[symbol]:
            return None
        language = LANGUAGES[self.languages[self.file[symbol]]]
        low, high = 0, len(self.metric_symbol)
        while low < high:
            middle = (low + high) // 2
            if self.metric_symbol[middle] < symbol:
                low = middle + 1
            else:
                high = middle
        if low == len(self.metric_symbol) or self.metric_symbol[low] != symbol:
            return Complexity(_TRIVIAL, (), language)
        counts = self.metric_why[low * len(WHY_NAMES) : (low + 1) * len(WHY_NAMES)]
        return Complexity(
            tuple(getattr(self, "metric_" + name)[low] for name in METRIC_NAMES),
            tuple((tag, count) for tag, count in zip(WHY_NAMES, counts, strict=True) if count),
            language,
        )

    def token_rate_of(self, symbol: int) -> float:
        """Bytes a token of the symbol's language takes."""
        return LANGUAGES[self.languages[self.file[symbol]]].token_rate
