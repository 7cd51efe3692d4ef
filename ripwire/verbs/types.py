"""What a type asks of others, and who gives it: `--lego`.

Purpose: the methods that stand in a type, with their signatures, and the types below it, near and far.
Invariant: the hierarchy is resolution's (`ripwire.resolve.hierarchy`): a type that only has a namesake as base is none.
Cost: the tables of the type's family, a look at every type that names a base of the name, one read of the type's files.
"""

from __future__ import annotations

from array import array

from ripwire._core.reach import places, reach
from ripwire.document import Document, Node
from ripwire.document import legend as legends
from ripwire.errors import RipwireError, echo
from ripwire.languages.table import LANGUAGES
from ripwire.model.codes import DEF_HAS_BODY, ROLE_CALL
from ripwire.model.columns import KIND_IFACE, KIND_METHOD, KIND_OTHER, KIND_STRUCT, KINDS, NO_SYMBOL
from ripwire.model.paths import SEAM
from ripwire.model.selectors import NOT_FOUND, select
from ripwire.resolve.index import CONTAINERS, FUNCTIONS, TYPES
from ripwire.resolve.values import FUNCTION, kind_of, number_of
from ripwire.verbs.imports import engine_of
from ripwire.verbs.source import Signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire.document import Attribute
    from ripwire.resolve.engine import Engine
    from ripwire.tree import Tree

NO_METHODS = frozenset(("bash", "c", "gleam", "json", "toml", "yaml", "markdown", "html", "csv", "ipynb"))
"""Languages (by name) whose types ask for no methods in a way that the text shows."""

_IMPURE = """
printf fprintf puts putchar fputs fwrite fread fopen fclose fgets scanf getchar print println write read open close
malloc calloc realloc free rand srand random time clock gettimeofday clock_gettime sleep system popen fork exec execve
exit abort getenv setenv putenv unlink remove rename mkdir
"""
IMPURE = frozenset(_IMPURE.encode().split())
"""Calls of these names have effects that a type does not show (spec/algorithms 9.3)."""

def lego_document(tree: Tree, text: bytes) -> Document:
    """`--lego=TYPE`: the type with its methods, and its implementors."""
    columns = tree.columns
    symbols = select(columns, text, "lego")
    types = [symbol for symbol in symbols if _is_type(tree, symbol)]
    if not types:
        kinds = " and ".join(sorted({KINDS[columns.kind[symbol]] for symbol in symbols}))
        raise RipwireError(
            NOT_FOUND, f"--lego: {echo(text)} is no type but {kinds} (e.g. --uses={echo(text)} lists where it is used)"
        )
    # What is only declared says nothing where the same is defined.
    type_ = next((symbol for symbol in types if columns.flags[symbol] & DEF_HAS_BODY), types[0])
    engine = engine_of(tree)
    file = columns.file[type_]
    parts = sorted({type_, *engine.finder(file).same_type(type_)})
    attributes: list[Attribute] = [("n", columns.name_of(type_)), ("p", columns.place_of(type_))]
    methods: list[int] = []
    if columns.kind[type_] == KIND_IFACE and engine.hierarchy.order(type_)[1]:
        attributes.append(("open", True))
    if LANGUAGES[columns.languages[file]].name in NO_METHODS:
        attributes += [("methods", 0), ("caveat", "not-extracted-for-lang")]
    else:
        methods = _methods(engine, parts)
    found = _implementors(engine, tree, parts)
    signatures = Signatures(tree)
    effects = {owner for name in IMPURE for owner in _callers(tree, name)}
    asked = []
    for one in methods:
        text = signatures.of(one) or columns.name_of(one)
        pure: list[Attribute] = [("pure", True)] if _is_pure(tree, one, text, effects) else []
        asked.append(Node("m", pure, text=("sig", text)))
    rows = [
        Node("impl", [("n", name), ("p", b"%s:%d" % (path, line)), *([("steps", n)] if n > 1 else [])])
        for path, line, name, n in found
    ]
    iface = Node("iface", [*attributes, ("implementors", len(found))], rows, rows="impl", lists=[("m", asked)])
    lego = Node("lego", [], [iface], rows="iface")
    return Document(Node("ctx", [], [lego], rows="lego"), legends=(legends.LEGO,))


def _is_type(tree: Tree, symbol: int) -> bool:
    """Whether others can extend a symbol: types, and modules where these are mixed in or name behaviours."""
    columns = tree.columns
    if columns.kind[symbol] == KIND_OTHER:
        return LANGUAGES[columns.languages[columns.file[symbol]]].family in ("ruby", "elixir")
    return columns.kind[symbol] in TYPES


def _methods(engine: Engine, parts: list[int]) -> list[int]:
    """The methods of a type in the order of the text; of one that is declared and defined the first."""
    columns = engine.columns
    found: set[int] = set()
    for part in parts:
        for symbols in engine.hierarchy.own(part).values():
            found.update(symbol for symbol in symbols if columns.kind[symbol] in FUNCTIONS)
    return sorted(found)


def _implementors(engine: Engine, tree: Tree, parts: list[int]) -> list[tuple[bytes, int, bytes, int]]:
    """The types below a type, by place: path, line, name, steps down to it."""
    columns = tree.columns
    family = LANGUAGES[columns.languages[columns.file[parts[0]]]].family
    if family == "gdscript":
        return _scripts(engine, tree, parts[0])
    steps = dict.fromkeys(parts, 0)
    queue = list(parts)
    if family == "go" and columns.kind[parts[0]] == KIND_IFACE:
        steps.update(dict.fromkeys(_of_shape(engine, parts[0]), 1))
        queue = []
    for one in queue:
        for other in engine.hierarchy.derived(one):
            # The parts of a type that is written in several places are one.
            for part in (other, *engine.finder(columns.file[other]).same_type(other)):
                if part not in steps:
                    steps[part] = steps[one] + 1
                    queue.append(part)
    root = _root(tree, parts[0])
    out: list[tuple[bytes, int, bytes, int]] = []
    seen = set(parts)
    for one in sorted(steps):
        if one not in seen and _root(tree, one) == root:
            seen.update((one, *engine.finder(columns.file[one]).same_type(one)))
            out.append((columns.path_of(one), columns.line[one], columns.name_of(one), steps[one]))
    return sorted(out)


def _of_shape(engine: Engine, iface: int) -> list[int]:
    """Go's types that have all methods of an interface, its embedded ones too, with as many parameters."""
    columns = engine.columns
    line = engine.hierarchy.order(iface)[0]
    wanted: dict[int, int] = {}
    for one in line:
        for name, symbols in engine.hierarchy.own(one).items():
            wanted.setdefault(name, columns.params[symbols[0]])
    if not wanted:
        return []  # everything has nothing
    rarest = min(wanted, key=lambda name: len(places(columns.name, name)))
    holders = {engine.holder(symbol) for symbol in places(columns.name, rarest) if columns.kind[symbol] == KIND_METHOD}
    holders.discard(NO_SYMBOL)
    candidates = holders.union(*(engine.hierarchy.below(one, columns.n_symbols) for one in holders))

    def has(type_: int, name: int) -> bool:
        found = engine.hierarchy.member(type_, name)
        return any(
            kind_of(one) == FUNCTION and columns.params[number_of(one)] == wanted[name] for one in found if one >= 0
        )

    family = LANGUAGES[columns.languages[columns.file[iface]]].family
    return [
        type_
        for type_ in sorted(candidates - {iface})
        if LANGUAGES[columns.languages[columns.file[type_]]].family == family
        and columns.kind[type_] != KIND_IFACE
        and all(has(type_, name) for name in wanted)
    ]


def _scripts(engine: Engine, tree: Tree, type_: int) -> list[tuple[bytes, int, bytes, int]]:
    """GDScript's classes below one: a script is a class, with a name or not."""
    from ripwire.resolve.gdscript_names import GdNames

    columns = tree.columns
    finder = engine.finder(columns.file[type_])
    assert isinstance(finder, GdNames)
    inner = (
        symbol
        for file in finder.files
        for symbol in range(columns.file_first_symbol[file], columns.file_first_symbol[file + 1])
        if columns.kind[symbol] in CONTAINERS and symbol not in finder.key_of
    )
    asked = finder.key_of.get(type_, type_)
    out: list[tuple[bytes, int, bytes, int]] = []
    for key in (*(~file for file in finder.files), *inner):
        line = finder.line(key)
        if key == asked or asked not in line:
            continue
        symbol = key if key >= 0 else finder.symbol_of.get(~key, -1)
        path = columns.paths[~key if key < 0 else columns.file[key]]
        name = columns.name_of(symbol) if symbol >= 0 else path.rpartition(b"/")[2].rpartition(b".")[0]
        out.append((path, columns.line[symbol] if symbol >= 0 else 1, name, line.index(asked)))
    return sorted(out)


def _callers(tree: Tree, name: bytes) -> list[int]:
    """The definitions that call a name."""
    columns = tree.columns
    handle = columns.strings.find(name)
    if handle <= 0:
        return []
    return [columns.ref_owner[ref] for ref in places(columns.ref_name, handle) if columns.ref_role[ref] == ROLE_CALL]


def _is_pure(tree: Tree, method: int, signature: bytes, effects: set[int]) -> bool:
    """Whether a method says of itself that it changes nothing, and nothing that it reaches is known to have effects."""
    columns = tree.columns
    language = LANGUAGES[columns.languages[columns.file[method]]]
    if language.family == "c":
        words = signature.replace(b"(", b" ( ").replace(b")", b" ) ").split()
        after = words[len(words) - words[::-1].index(b")") :] if b")" in words else []
        said = b"const" in after or not {b"constexpr", b"consteval"}.isdisjoint(words)
    elif language.family == "swift":
        parent = columns.parent[method]
        said = parent != NO_SYMBOL and columns.kind[parent] in (KIND_STRUCT, KIND_IFACE)
        said = said and not {b"mutating", b"init"} & set(signature.replace(b"(", b" ").split())
    else:
        return False
    if not said:
        return False
    reached, _, _ = reach(tree.graph.out_offset, tree.graph.dst, array("I", [method]))
    return effects.isdisjoint(reached)


def _root(tree: Tree, symbol: int) -> bytes:
    """The label of the root that a symbol is in."""
    return tree.columns.path_of(symbol).partition(SEAM)[0] if len(tree.roots) > 1 else b""
