"""Grammars of languages, loaded when the first file of the language is met.

Purpose: turn a table row into a compiled `_core` Grammar.
Invariant: nothing of tree-sitter-language-pack's Python code runs; only the extension module that holds the grammar.
Cost: 0.4 ms for the shared object plus 0.2 to 110 ms for compiling the query, once a process and language.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec

from ripwire.errors import RipwireError
from ripwire.languages.table import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ripwire._core.grammar import Grammar
    from ripwire.languages.table import Language

_PACK = "tree_sitter_language_pack"
QUERY_FILES = ("tags.scm", "locals.scm", "metrics.scm")  # of a folder; all but the first may be absent
_ARITY = {"none": 0, "functions": 1, "all": 2}


class LanguageProblem(RipwireError):
    """A language that cannot be read here: its grammar is missing or its query does not fit it."""


def package_folders(name: str) -> list[str]:
    """Folders of an installed package, without importing it: importlib.util.find_spec costs 3 ms of imports."""
    for finder in sys.meta_path:
        spec = finder.find_spec(name, None)
        if spec is not None:
            return list(spec.submodule_search_locations or ())
    return []


def grammar_file(row: Language) -> str:
    """Path of the extension module that holds a row's grammar.

    Raises LanguageProblem when the package or the module is not installed.
    """
    package, _, module = row.grammar.partition(":")
    folder = "" if module else "bindings"
    where = package_folders(package if module else _PACK)
    for base in where:
        for suffix in EXTENSION_SUFFIXES:
            path = os.path.join(base, folder, (module or package) + suffix)
            if os.path.isfile(path):
                return path
    raise LanguageProblem(1, f"{row.name}: its grammar is not installed (pip install {package if module else _PACK})")


def capsule(row: Language) -> object:
    """The ``tree_sitter.Language`` capsule of a row's grammar."""
    path = grammar_file(row)
    # The last part of the name chooses the init function; the rest keeps a grammar named "json" from taking the place
    # of the standard module in sys.modules, where single-phase extensions put themselves.
    name = "ripwire.grammars." + os.path.basename(path).split(".")[0]
    loader = ExtensionFileLoader(name, path)
    try:
        module = loader.create_module(ModuleSpec(name, loader, origin=path))
        loader.exec_module(module)
    except ImportError as error:
        raise LanguageProblem(1, f"{row.name}: its grammar does not load: {error}") from error
    return module.language()


def queries_folder() -> str:
    """The folder of the query files: inside the package when installed, beside it in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (os.path.join(package, "queries"), os.path.join(os.path.dirname(package), "queries")):
        if os.path.isdir(folder):
            return folder
    raise LanguageProblem(1, "the query files of ripwire are missing; reinstall it")


def query_text(row: Language) -> bytes:
    """The query of a row: its folders' files in the table's order."""
    parts = []
    for name in row.queries:
        for file_name in QUERY_FILES:
            try:
                with open(os.path.join(queries_folder(), name, file_name), "rb") as file:
                    parts.append(file.read())
            except FileNotFoundError:
                if file_name == QUERY_FILES[0]:
                    raise
    return b"\n".join(parts)


def load(code: int) -> Grammar:
    """The compiled grammar of a language number. Raises LanguageProblem."""
    from ripwire._core.grammar import Grammar

    row = LANGUAGES[code]

    def words(texts: tuple[str, ...]) -> tuple[bytes, ...]:
        return tuple(text.encode() for text in texts)

    try:
        return Grammar(
            capsule(row),
            query_text(row),
            self_words=words(row.self_words),
            super_words=words(row.super_words),
            open_params=words(row.open_params),
            spread_args=words(row.spread_args),
            arity=_ARITY[row.arity],
            plain_names=row.plain_names,
            max_depth=row.max_depth,
            keep_locals=row.keep_locals,
            module_vars=row.module_vars,
            methods=row.methods,
            climb_through=words(row.climb_through),
            climb_to=words(row.climb_to),
            param_nodes=words(row.param_nodes),
            nested_spread=row.nested_spread,
            arity_names=row.arity_names,
            switch_breaks=row.switch_breaks,
            line_comments=words(row.line_comments),
            values=tuple((node.encode(), shape) for shape, nodes in row.values.items() for node in nodes),
            split_dots=row.family != "c",
            split_quoted=row.dotted_sources,
        )
    except (ValueError, OSError) as error:
        raise LanguageProblem(1, f"{row.name}: its query does not fit its grammar: {error}") from error
