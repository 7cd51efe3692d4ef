"""Which definitions a text on the command line means: the one grammar of all verbs that take a symbol.

Source: spec/cli_surface 0.5. A text is a canonical id (``path::scope::name``), ``file-fragment:name``, or a bare name.
Invariant: all matches, ascending; a refusal says which half of the text is wrong and gives what would work.
Cost: one pass over the symbols.
"""

from __future__ import annotations

from ripwire.errors import RipwireError, echo
from ripwire.model.columns import KIND_SEC
from ripwire.model.paths import SEAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.model.columns import Columns

NOT_FOUND = 1
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%")
FILES_SHOWN = 6


def select(columns: Columns, text: bytes, flag: str, retry: bytes = b"%s") -> list[int]:
    """The definitions that ``text`` means, ascending; headings of documents are none.

    ``retry`` is the whole value of the flag with ``%s`` in the place of ``text``, for the example of a refusal.
    Raises RipwireError with advice when there are none.
    """
    if b"::" in text:
        found = _by_id(columns, text) or _by_scope(columns, text)
        if found:
            return found
    fragment, colon, name = text.rpartition(b":")
    if not colon:
        fragment, name = b"", text
    elif fragment.endswith(b":"):  # of an id that nothing has: its last name is the best to go by
        fragment = fragment[:-1].partition(b"::")[0]
    fragment = _without_lines(fragment)
    named = _named(columns, name)
    if not fragment:
        if named:
            return named
        raise RipwireError(NOT_FOUND, f"--{flag}: no definition is called {echo(name)}{_near(columns, name)}")
    files = {file for file, path in enumerate(columns.paths) if fragment in path}
    if not files:  # with several roots: as if the label were a folder
        files = {file for file, path in enumerate(columns.paths) if fragment in path.replace(SEAM, b"/")}
    if not files:
        raise RipwireError(
            NOT_FOUND, f"--{flag}: no indexed path contains {echo(fragment)} (give the name alone: {echo(name)})"
        )
    found = [symbol for symbol in named if columns.file[symbol] in files]
    if found:
        return found
    if named:
        paths = sorted({columns.path_of(symbol) for symbol in named})
        more = f" (+{len(paths) - FILES_SHOWN} more files)" if len(paths) > FILES_SHOWN else ""
        where = ", ".join(echo(path) for path in paths[:FILES_SHOWN])
        example = quoted(b"--" + flag.encode() + b"=" + retry.replace(b"%s", paths[0] + b":" + name))
        said = f"{echo(name)} is not defined in {echo(fragment)} but in {where}{more}"
        raise RipwireError(NOT_FOUND, f"--{flag}: {said} (e.g. {example})")
    raise RipwireError(NOT_FOUND, f"--{flag}: no definition is called {echo(name)}{_near(columns, name)}")


def quoted(word: bytes) -> str:
    """A word as a shell takes it."""
    text = echo(word)
    return text if _PLAIN.issuperset(word) else "'" + text.replace("'", "'\\''") + "'"


def _by_id(columns: Columns, text: bytes) -> list[int]:
    path, _, rest = text.partition(b"::")
    name = columns.strings.find(rest.rpartition(b"::")[2])
    if name < 0:
        return []
    return [symbol for symbol in with_name(columns, name) if columns.id_of(symbol) == text]


def _by_scope(columns: Columns, text: bytes) -> list[int]:
    """``Scope::name`` without a path; where names end in ``/N``, with it or for all numbers of parameters."""
    scope, _, name = text.rpartition(b"::")
    handle = columns.strings.find(scope)
    if handle < 0:
        return []
    names = [name] if b"/" in name else [name, *(name + b"/%d" % n for n in range(256))]
    wanted = {columns.strings.find(one) for one in names} - {-1}
    return [
        symbol
        for symbol, (own, around) in enumerate(zip(columns.name, columns.scope, strict=True))
        if around == handle and own in wanted and columns.kind[symbol] != KIND_SEC
    ]


def _named(columns: Columns, name: bytes) -> list[int]:
    handle = columns.strings.find(name) if name else -1
    return with_name(columns, handle) if handle >= 0 else []


def with_name(columns: Columns, handle: int) -> list[int]:
    """The definitions of a name, by its handle, ascending; headings are none."""
    from ripwire._core.reach import places

    kinds = columns.kind
    return [symbol for symbol in places(columns.name, handle) if kinds[symbol] != KIND_SEC]


def _without_lines(fragment: bytes) -> bytes:
    """A pasted ``:N`` or ``:N-M`` at the end of a path is left out."""
    head, colon, tail = fragment.rpartition(b":")
    first, dash, last = tail.partition(b"-")
    if colon and first.isdigit() and (last.isdigit() if dash else True):
        return head
    return fragment


def _near(columns: Columns, name: bytes) -> str:
    from ripwire.suggest import hint

    kinds, names = columns.kind, columns.name
    pool = {names[symbol] for symbol in range(columns.n_symbols) if kinds[symbol] != KIND_SEC}
    return hint(name, sorted({columns.strings[handle] for handle in pool} - {b""}))
