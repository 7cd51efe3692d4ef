"""Calls from Python and JavaScript into C and C++: names that pybind11 gives functions, handles of loaded libraries.

Purpose: `m.def("add", &add)` in C++ is what `add(..)` elsewhere runs when nothing there has the name, `lib.add(..)`
runs a C function when lib is a `ctypes.CDLL` (spec/algorithms 4.6); and what a JNI function is called in Java.
Invariant: asked only where resolution found no candidate; such an edge is always ambiguous.
Cost: a pass over the bindings of C++ and Python files; over symbols and references only where there is such a name.
"""

from __future__ import annotations

from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import BIND_ALIAS, BIND_CALL, DEF_HAS_BODY, ROLE_CALL
from ripwire.model.columns import KIND_METHOD, KIND_SEC, NO_SYMBOL
from ripwire.resolve.index import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ripwire.model.columns import Columns

_LOADERS = frozenset(
    b"CDLL PyDLL WinDLL OleDLL cdll.LoadLibrary pydll.LoadLibrary windll.LoadLibrary oledll.LoadLibrary "
    b"ffi.dlopen numpy.ctypeslib.load_library np.ctypeslib.load_library".split()
)
"""Callees whose result is a library, without `ctypes.` before them."""

ALIAS_CALLERS = frozenset({"python", "ecma"})


def jni_name(name: bytes) -> bytes:
    """What Java calls a native function, b"" for one of another name.

    >>> jni_name(b"Java_a_b_1c_m__I")
    b'a.b_c.m'
    """
    if not name.startswith(b"Java_"):
        return b""
    plain = name[5:].partition(b"__")[0]
    return plain.replace(b"_1", b"\0").replace(b"_", b".").replace(b"\0", b"_")


class Foreign:
    """What one tree's files call functions of another language.

    aliases   name -> (file, path of the function as written)
    handles   file of Python -> receivers that are libraries
    """

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.families = [row.family for row in LANGUAGES]
        self.aliases: dict[int, list[tuple[int, bytes]]] = {}
        self.handles: dict[int, set[int]] = {}
        self._defined: dict[int, list[int]] = {}
        self._find()

    def _find(self) -> None:
        columns, strings = self.columns, self.columns.strings
        code = {family: bytes(f == family for f in self.families) for family in ("c", "python")}
        met = set(columns.languages)
        if not any(code["c"][one] for one in met):
            return
        names = set(columns.name_byte) if any(flags & BIND_ALIAS for flags in set(columns.binding_flags)) else set()
        languages = columns.languages
        loaders: dict[int, bool] = {}
        rows = zip(columns.binding_flags, columns.binding_file, columns.binding_type, strict=True)
        for row, (flags, file, type_) in enumerate(rows):
            if flags & BIND_ALIAS and code["c"][languages[file]]:
                # The name of a type that is another's has a symbol.
                byte = columns.binding_byte[row]
                if byte not in names or not self._is_symbol(file, byte):
                    self.aliases.setdefault(columns.binding_name[row], []).append((file, strings[type_]))
            elif flags & BIND_CALL and code["python"][languages[file]]:
                is_loader = loaders.get(type_)
                if is_loader is None:
                    is_loader = loaders[type_] = strings[type_].removeprefix(b"ctypes.") in _LOADERS
                if is_loader:
                    name = columns.binding_name[row]
                    field = strings.find(b"self." + strings[name])
                    self.handles.setdefault(file, set()).update(one for one in (name, field) if one > 0)

    def _is_symbol(self, file: int, byte: int) -> bool:
        columns = self.columns
        first, last = columns.file_first_symbol[file], columns.file_first_symbol[file + 1]
        return byte in columns.name_byte[first:last]

    def _index(self, wanted: set[int]) -> None:
        """Definitions of the wanted names, of all families."""
        for symbol, name in enumerate(self.columns.name):
            if name in wanted and self.columns.kind[symbol] != KIND_SEC:
                self._defined.setdefault(name, []).append(symbol)

    def _has(self, name: int, family: str) -> bool:
        columns = self.columns
        return any(self.families[columns.languages[columns.file[s]]] == family for s in self._defined.get(name, ()))

    def _functions(self, name: int) -> list[int]:
        columns = self.columns
        return [
            s for s in self._defined.get(name, ())
            if self.families[columns.languages[columns.file[s]]] == "c" and columns.kind[s] in FUNCTIONS
            and columns.flags[s] & DEF_HAS_BODY
        ]  # fmt: skip

    def of_alias(self, name: int) -> list[int]:
        """The functions that a name is given to: of the file that says so, else of the tree."""
        columns = self.columns
        out: set[int] = set()
        for file, path in self.aliases[name]:
            scope, _, last = path.replace(b" ", b"").rpartition(b"::")
            found = self._functions(columns.strings.find(last))
            if scope:
                tail = scope.rpartition(b"::")[2]
                found = [s for s in found if columns.scope_of(s).rpartition(b"::")[2] == tail]
            out.update([s for s in found if columns.file[s] == file] or found)
        return sorted(out)

    def of_library(self, name: int) -> list[int]:
        """The functions that a library can export under a name: those outside of types and name spaces."""
        columns = self.columns
        return [s for s in self._functions(name) if not columns.scope[s] and columns.kind[s] != KIND_METHOD]

    def calls(self, is_open: Callable[[int], int]) -> dict[int, tuple[list[int], bool]]:
        """The functions that references mean, and whether that is by a library's handle.

        ``is_open`` says of a reference: 0 = it has targets, 1 = it has none, 2 = it goes by its name.
        """
        columns = self.columns
        if not (self.aliases or self.handles):
            return {}
        strings = columns.strings
        wanted = set(self.aliases)
        for some in self.aliases.values():
            wanted.update(strings.find(path.replace(b" ", b"").rpartition(b"::")[2]) for _, path in some)
        languages, files = columns.languages, columns.ref_file
        by_handle: list[int] = []
        by_alias: list[int] = []
        rows = zip(columns.ref_name, files, columns.ref_receiver, columns.ref_role, columns.ref_owner, strict=True)
        for ref, (name, file, receiver, role, owner) in enumerate(rows):
            if role != ROLE_CALL or owner == NO_SYMBOL:
                continue
            if receiver and file in self.handles and receiver in self.handles[file]:
                by_handle.append(ref)
                wanted.add(name)
            elif name in self.aliases and self.families[languages[file]] in ALIAS_CALLERS:
                by_alias.append(ref)
        self._index(wanted)
        out: dict[int, tuple[list[int], bool]] = {}
        for refs, library in ((by_handle, True), (by_alias, False)):
            for ref in refs:
                name = columns.ref_name[ref]
                left = is_open(ref)
                if not left or left == 2 and self._has(name, self.families[languages[files[ref]]]):
                    continue
                targets = self.of_library(name) if library else self.of_alias(name)
                if targets:
                    out[ref] = targets, library
        return out
