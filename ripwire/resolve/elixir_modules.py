"""Elixir: modules by full name, the lexical environment of aliases and imports, functions by name and arity.

Purpose: the language's rules leave nothing to guess: a call names a module or is local, and its arity is written. So
every call is decided here, spec/algorithms section 4.9.
Invariant: a call means what its environment says at its line, or nothing: never a stranger of the same name.
Not attempted: quoted code, what `use` injects, receivers that are values, dispatch of protocols by value.
Cost: a pass over the symbols and imports of the family when it is first met; a look-up a group of calls.
"""

from __future__ import annotations

from ripwire.model.codes import (
    BIND_ALIAS,
    DEF_HAS_BODY,
    IMPORT_EXCEPT,
    IMPORT_STAR,
    IMPORT_SYSTEM,
    PARAMS_UNKNOWN,
    RECV_NONE,
    ROLE_EXTENDS,
)  # fmt: skip
from ripwire.model.columns import KIND_FN, KIND_IFACE, KIND_METHOD, KIND_OTHER, KIND_STRUCT, NO_SYMBOL
from ripwire.resolve.engine import MISSED
from ripwire.resolve.evidence import BY_FILE, BY_IMPORT, BY_MODULE
from ripwire.resolve.finders import Finder
from ripwire.resolve.index import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ripwire.resolve.engine import Engine

    Decision = tuple[tuple[int, ...], int]
    Key = int  # a module's symbol, or ~row of the reference that names an implementation's protocol
    Sets = tuple[frozenset[bytes] | None, frozenset[bytes], int]

ALL, FUNCTIONS, MACROS = range(3)
_NONE: Decision = ((), 0)
_MAX_STEPS = 32
"""Aliases of aliases that are followed."""

_PRIVATE = frozenset({b"defp", b"defmacrop", b"defguardp"})
_MACROS = frozenset({b"defmacro", b"defmacrop", b"defguard", b"defguardp"})
_CURRENT = b"__MODULE__"

KERNEL = frozenset(
    b"abs apply binary_part binary_slice bit_size byte_size ceil div elem exit floor function_exported? "
    b"get_and_update_in get_in hd inspect is_atom is_binary is_bitstring is_boolean is_exception is_float "
    b"is_function is_integer is_list is_map is_map_key is_nil is_non_struct_map is_number is_pid is_port "
    b"is_reference is_struct is_tuple length macro_exported? make_ref map_size max min node not pop_in put_elem "
    b"put_in rem round self send spawn spawn_link spawn_monitor struct struct! tap then throw tl to_charlist "
    b"to_string to_timeout trunc tuple_size update_in alias! and binding dbg def defdelegate defexception "
    b"defguard defguardp defimpl defmacro defmacrop defmodule defoverridable defp defprotocol defstruct "
    b"destructure if in is_nil match? or raise reraise sigil_C sigil_D sigil_N sigil_R sigil_S sigil_T sigil_U "
    b"sigil_W sigil_c sigil_r sigil_s sigil_w unless use var! alias case cond fn for import quote receive "
    b"require super try unquote unquote_splicing with __CALLER__ __DIR__ __ENV__ __MODULE__ __STACKTRACE__ "
    b"__block__ + - * / ++ -- ! != !== < <= <> == === =~ > >= && || .. ..// ** |> @ &".split()
)
"""What `Kernel` and `Kernel.SpecialForms` give to every module."""


class _Directive:
    """One alias or import of a scope, where it stands.

    line, at   its line, and a number that is larger for what stands later
    name       what an alias binds
    full       the module's text, with `source` still to be put before it
    """

    __slots__ = ("line", "at", "name", "source", "rest", "only", "but", "sort", "nested")

    def __init__(self, line: int, at: int, source: bytes) -> None:
        self.line = line
        self.at = at
        self.source = source
        self.name = self.rest = b""
        self.only: frozenset[bytes] | None = None
        self.but: frozenset[bytes] = frozenset()
        self.sort = -1
        self.nested = b""


class ElixirModules(Finder):
    """Modules, implementations and environments of a tree."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        self.full: dict[int, bytes] = {}
        self.modules: dict[bytes, list[Key]] = {}
        self.functions: dict[Key, dict[bytes, list[int]]] = {}
        self.structs: dict[Key, int] = {}
        self.defined: set[bytes] = set()
        self.words: dict[int, bytes] = {}
        self.blocks: dict[int, list[list[int]]] = {}  # file -> [row, owner, first line, last line] of implementations
        self.block_of: dict[int, int] = {}
        self.aliases: dict[tuple[int, int], list[_Directive]] = {}  # (file, owner): by position
        self.imports: dict[tuple[int, int], list[_Directive]] = {}
        self._callable: dict[tuple[Key, bytes, int, bool], list[int]] = {}
        self._expanded: dict[tuple[bytes, int, int, int], bytes] = {}
        columns, strings = engine.columns, engine.strings
        for file in files:
            for row in rows_of(columns.binding_file, file):
                owner = columns.binding_owner[row]
                if owner != NO_SYMBOL and columns.binding_flags[row] & BIND_ALIAS:
                    self.words[owner] = strings[columns.binding_type[row]]
            for row in rows_of(columns.ref_file, file):
                if columns.ref_role[row] == ROLE_EXTENDS and columns.ref_qualifier[row]:
                    line = columns.ref_line[row]
                    self.blocks.setdefault(file, []).append([row, columns.ref_owner[row], line, line])
            self._symbols(file)
            for row in rows_of(columns.import_file, file):
                self._directive(row, file)
        for blocks in self.blocks.values():
            for block in blocks:
                self._implementation(block)

    # --- declarations ---

    def _symbols(self, file: int) -> None:
        columns = self.e.columns
        kinds, parents = columns.kind, columns.parent
        for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1]):
            kind, parent, name = kinds[symbol], parents[symbol], columns.name_of(symbol)
            if kind in (KIND_OTHER, KIND_IFACE):
                self._module(file, symbol, name)
            elif kind in (KIND_FN, KIND_METHOD) and columns.params[symbol] != PARAMS_UNKNOWN and name[:1] != b"@":
                key: Key = parent
                if kind == KIND_METHOD and (parent == NO_SYMBOL or kinds[parent] != KIND_IFACE):
                    block = self._block(file, parent, columns.line[symbol])
                    if block is None:
                        continue
                    block[3] = max(block[3], columns.line[symbol])
                    self.block_of[symbol] = block[0]
                    key = ~block[0]
                elif parent == NO_SYMBOL:
                    continue
                base = name.rpartition(b"/")[0] or name
                self.functions.setdefault(key, {}).setdefault(base, []).append(symbol)
                for n in range(columns.required[symbol], columns.params[symbol] + 1):
                    self.defined.add(b"%s/%d" % (base, n))
            elif kind == KIND_STRUCT and parent != NO_SYMBOL and name in (b"defstruct", b"defexception"):
                self.structs.setdefault(parent, symbol)

    def _module(self, file: int, symbol: int, name: bytes) -> None:
        columns = self.e.columns
        outer = columns.parent[symbol]
        while outer != NO_SYMBOL and outer not in self.full:
            outer = columns.parent[outer]
        if name.startswith(b"Elixir."):
            full = name[7:]
        elif outer == NO_SYMBOL:
            full = name
        else:
            full = self.full[outer] + b"." + name
            # From here on the outer module knows it by its first segment.
            first = name.partition(b".")[0]
            alias = _Directive(columns.line[symbol], -1, b"")
            alias.name, alias.nested = first, self.full[outer] + b"." + first
            self.aliases.setdefault((file, columns.parent[symbol]), []).append(alias)
        self.full[symbol] = full
        self.modules.setdefault(full, []).append(symbol)

    def _block(self, file: int, owner: int, line: int) -> list[int] | None:
        """The implementation that a line of a module (or of a file's top) may belong to: the last begun."""
        found = None
        for block in self.blocks.get(file, ()):
            if block[1] == owner and block[2] <= line:
                found = block
        return found

    def _implementation(self, block: list[int]) -> None:
        """Know an implementation by protocol and types."""
        key = ~block[0]
        if key in self.functions:
            for name in self._names(block[0], 0):
                self.modules.setdefault(name, []).append(key)

    def _names(self, row: int, steps: int) -> list[bytes]:
        """The full names of an implementation: its protocol, then each type it is for.

        The first type is the qualifier of the reference that names the protocol, others are read on the same line.
        """
        columns, strings = self.e.columns, self.e.strings
        file, owner, line = columns.ref_file[row], columns.ref_owner[row], columns.ref_line[row]
        out = [strings[columns.ref_qualifier[row]].replace(b"::", b".")]
        at = row + 1
        while (
            at < len(columns.ref_line)
            and columns.ref_line[at] == columns.ref_line[row]
            and columns.ref_file[at] == columns.ref_file[row]
            and columns.ref_owner[at] == columns.ref_owner[row]
        ):
            if columns.ref_role[at] == 1:
                out.append(strings[columns.ref_name[at]])
            at += 1
        protocol = self.expand(strings[columns.ref_name[row]], file, owner, line, steps=steps)
        return [protocol + b"." + self.expand(one, file, owner, line, steps=steps) for one in out]

    # --- directives ---

    def _directive(self, row: int, file: int) -> None:
        columns, strings = self.e.columns, self.e.strings
        flags, line = columns.import_flags[row], columns.import_line[row]
        source, name = strings[columns.import_source[row]], strings[columns.import_name[row]]
        alias = strings[columns.import_alias[row]]
        owner = columns.import_owner[row]
        if flags & IMPORT_STAR and name:  # `import A.{B, C}`
            source, name = source + b"." + name, b""
        if flags & (IMPORT_STAR | IMPORT_EXCEPT) or b"/" in name:
            known = self.imports.setdefault((file, owner), [])
            if known and (known[-1].line, known[-1].source) == (line, source):
                one = known[-1]
            else:
                one = _Directive(line, row, source)
                one.sort = ALL
                known.append(one)
            if flags & IMPORT_STAR:
                one.sort = FUNCTIONS if flags & IMPORT_SYSTEM else MACROS if flags & IMPORT_EXCEPT else ALL
            elif flags & IMPORT_EXCEPT:
                one.but |= {name}
            else:
                one.only = (one.only or frozenset()) | {name}
            return
        if not alias and flags & IMPORT_SYSTEM:
            return  # `require` and `use` alone name nothing
        one = _Directive(line, row, source)
        one.rest = name
        one.name = alias or (name or source).rpartition(b".")[2]
        self.aliases.setdefault((file, owner), []).append(one)

    def _scopes(self, owner: int) -> Iterator[int]:
        """A symbol and what is around it, the file's top at the end."""
        parents = self.e.columns.parent
        while owner != NO_SYMBOL:
            yield owner
            owner = parents[owner]
        yield NO_SYMBOL

    def _visible(self, file: int, scope: int, line: int, one: _Directive, block: int) -> bool:
        """Whether what stands at ``line`` is in the part of a scope that a directive holds for."""
        if one.line > line:
            return False
        for other in self.blocks.get(file, ()):
            if other[1] == scope and other[0] != block and other[2] <= one.line <= other[3]:
                return False  # inside of another implementation
        return True

    # --- the environment ---

    def expand(self, text: bytes, file: int, owner: int, line: int, before: int = 1 << 40, steps: int = 0) -> bytes:
        """The full name of a module as it is written at a line; ``before`` leaves out directives from that one on."""
        key = (text, owner if owner != NO_SYMBOL else ~file, line, before)
        found = self._expanded.get(key)
        if found is None:
            found = self._expand(text, file, owner, line, before, steps)
            if steps < _MAX_STEPS:
                self._expanded[key] = found
        return found

    def _expand(self, text: bytes, file: int, owner: int, line: int, before: int, steps: int) -> bytes:
        first, dot, rest = text.partition(b".")
        if first == b"Elixir":
            return rest or text
        if first == _CURRENT:
            return self.current(file, owner, line, steps) + dot + rest
        if not first[:1].isupper() or steps >= _MAX_STEPS:
            return text
        block = self._around(file, owner, line)
        for scope in self._scopes(owner):
            best: _Directive | None = None
            for one in self.aliases.get((file, scope), ()):
                if one.name != first or one.at >= before or not self._visible(file, scope, line, one, block):
                    continue
                if best is None or (one.line, one.at) >= (best.line, best.at):
                    best = one
            if best is None:
                continue
            if best.nested:
                return best.nested + dot + rest
            full = self.expand(best.source, file, scope, best.line, best.at, steps + 1)
            if best.rest:
                full += b"." + best.rest
            return full + dot + rest
        return text

    def current(self, file: int, owner: int, line: int, steps: int) -> bytes:
        """What `__MODULE__` is at a place; of an implementation for several types, the name for the first."""
        key = self.key(file, owner, line)
        if key is None or steps >= _MAX_STEPS:
            return _CURRENT
        return self.full[key] if key >= 0 else self._names(~key, steps + 1)[0]

    def key(self, file: int, owner: int, line: int) -> Key | None:
        """The module or implementation around a place."""
        block = self._around(file, owner, line)
        if block >= 0:
            return ~block
        return next((scope for scope in self._scopes(owner) if scope in self.full), None)

    def _around(self, file: int, owner: int, line: int) -> int:
        """The implementation around a place, by its row; -1 for none."""
        for scope in self._scopes(owner):
            if scope in self.block_of:
                return self.block_of[scope]
            block = self._block(file, scope, line)
            if block is not None and block[2] < line <= block[3]:
                return block[0]
            if scope in self.full:
                break
        return -1

    def _imported(self, file: int, owner: int, line: int) -> dict[bytes, Sets]:
        """Modules whose names are imported at a place: the names if only some, those left out, and the sort."""
        seen: list[tuple[int, int, int, _Directive]] = []
        block = self._around(file, owner, line)
        for scope in self._scopes(owner):
            some = self.imports.get((file, scope))
            if some:
                seen.extend(
                    (one.line, one.at, scope, one) for one in some if self._visible(file, scope, line, one, block)
                )
        seen.sort(key=lambda item: item[:2])
        state: dict[bytes, Sets] = {}
        for at, row, scope, one in seen:
            full = self.expand(one.source, file, scope, at, row)
            if one.but:
                only, but, sort = state.get(full, (None, frozenset(), one.sort))
                state[full] = (only, but | one.but, sort)
            else:
                state[full] = (one.only, frozenset(), one.sort)
        return state

    # --- functions ---

    def callable(self, key: Key, base: bytes, n: int, local: bool) -> list[int]:
        """The definitions of a module that a call with ``n`` arguments runs."""
        place = (key, base, n, local)
        found = self._callable.get(place)
        if found is None:
            found = self._callable[place] = self._find(key, base, n, local)
        return found

    def _find(self, key: Key, base: bytes, n: int, local: bool) -> list[int]:
        columns = self.e.columns
        some = self.functions.get(key, {}).get(base, ())
        arities: dict[int, list[int]] = {}
        for symbol in some:
            if local or self.words.get(symbol, b"") not in _PRIVATE:
                arities.setdefault(columns.params[symbol], []).append(symbol)
        out: list[int] = []
        for params, symbols in arities.items():
            clauses = [symbol for symbol in symbols if columns.flags[symbol] & DEF_HAS_BODY]
            if params == n:
                out.extend(clauses or symbols)
            elif min(columns.required[symbol] for symbol in symbols) <= n < params:
                heads = [s for s in symbols if not columns.flags[s] & DEF_HAS_BODY and columns.required[s] < params]
                out.extend(clauses + heads)
        return sorted(out)

    def _of_import(self, full: bytes, sets: Sets, base: bytes, n: int) -> list[int]:
        only, but, sort = sets
        name = b"%s/%d" % (base, n)
        if name in but or (only is not None and name not in only) or (only is None and base[:1] == b"_"):
            return []
        out: list[int] = []
        for key in self.modules.get(full, ()):
            out.extend(self.callable(key, base, n, False))
        if sort != ALL:
            out = [symbol for symbol in out if (self.words.get(symbol, b"") in _MACROS) == (sort == MACROS)]
        return out

    # --- decisions ---

    def decide(self, ref: int) -> Decision | None:
        """The targets of a call; see `Engine.decide`."""
        columns, strings = self.e.columns, self.e.strings
        owner, file, line = columns.ref_owner[ref], columns.ref_file[ref], columns.ref_line[ref]
        name = strings[columns.ref_name[ref]]
        base, slash, digits = name.rpartition(b"/")
        if not slash or not digits.isdigit():
            return self._of_name(name, file, owner, line)
        n = int(digits)
        if columns.ref_qualifier[ref]:
            return self._remote(strings[columns.ref_qualifier[ref]].replace(b"::", b"."), base, n, file, owner, line)
        if columns.ref_recv[ref] != RECV_NONE:
            receiver = strings[columns.ref_receiver[ref]]
            if receiver.partition(b".")[0] == _CURRENT and b"(" not in receiver:
                return self._remote(receiver, base, n, file, owner, line)
            return _NONE
        return self._local(base, n, file, owner, line)

    def _local(self, base: bytes, n: int, file: int, owner: int, line: int) -> Decision:
        key = self.key(file, owner, line)
        if key is not None:
            own = self.callable(key, base, n, True)
            if own:
                return tuple(own), BY_FILE
        state = self._imported(file, owner, line)
        out: set[int] = set()
        for full, sets in state.items():
            out.update(self._of_import(full, sets, base, n))
        for full in (b"Kernel", b"Kernel.SpecialForms"):
            if full in self.modules and full not in state:
                out.update(self._of_import(full, (None, frozenset(), ALL), base, n))
        if out:
            return tuple(sorted(out)), BY_IMPORT
        return _NONE if base in KERNEL else self._missed(base, n, ())

    def _remote(self, text: bytes, base: bytes, n: int, file: int, owner: int, line: int) -> Decision:
        if text[:1] == b":":
            return _NONE  # of Erlang
        keys = self.modules.get(self.expand(text, file, owner, line), ())
        out: set[int] = set()
        for key in keys:
            out.update(self.callable(key, base, n, False))
        return (tuple(sorted(out)), BY_MODULE) if out else self._missed(base, n, keys)

    def _missed(self, base: bytes, n: int, keys: Sequence[Key]) -> Decision:
        """No target. It is worth counting when the module has the name with other arities, or anybody has it."""
        if b"%s/%d" % (base, n) in self.defined or any(base in self.functions.get(key, ()) for key in keys):
            return MISSED
        return _NONE

    def _of_name(self, name: bytes, file: int, owner: int, line: int) -> Decision:
        """A module in the place of what is called: `%Item{}`, and the `to:` of a delegate."""
        if self.words.get(owner) == b"defdelegate":
            base = self.e.columns.name_of(owner).rpartition(b"/")[0]
            return self._remote(name, base, self.e.columns.params[owner], file, owner, line)
        out = []
        for key in self.modules.get(self.expand(name, file, owner, line), ()):
            if key >= 0:
                out.append(self.structs.get(key, key))
        return (tuple(sorted(out)), BY_MODULE) if out else _NONE
