"""Genera of files: code, docs and data, told by the path alone.

Purpose: --docs, --no-data and -t docs. Invariant: each path is of exactly one genus, so a flag and its negation
divide every tree in two. Cost: a list of globs is compiled once a process; asking is one lookup in it.

What says it, the stronger first: a spelling of code that an ending of docs or data would swallow
(docker-compose.yml), any other exact or glob-shaped spelling, of docs and data before code; a bare ending, again of
docs and data first; a directory or a name that documentation has. The rest is code. One list of rules says that: the
last that matches decides.
"""

from __future__ import annotations

import re
from functools import cache

from ripwire._core.globs import RuleSet
from ripwire.search.globs import add_name_globs
from ripwire.search.types import Types

CODE, DOCS, DATA = range(3)
NAMES = ("code", "docs", "data")

# What -t and -T take for a genus.
ALIASES = {b"code": CODE, b"source": CODE, b"docs": DOCS, b"doc": DOCS, b"prose": DOCS, b"data": DATA}

# Types that are not code.
_DOCS = """asciidoc creole dita license lilypond man markdown md mdc org pdf po pod postscript ps rdoc readme rst scdoc
    ssa taskpaper tex texinfo textile txt typst wiki"""
_DATA = """alire brotli bzip2 cbor cml config csv diff dvc edn gzip json jsonl lock log lz4 lzma plist svg systemd toml
    usd xml xz yaml z zstd"""

# Directories at any depth, and names up to their first dot, that make docs of what no type claims.
_FOLDERS = "doc docs documentation groovydoc javadoc man manual"
_STEMS = """acknowledgements acknowledgments authors changelog changes citation code_of_conduct contributing
    contributors credits faq governance hacking history install maintainers news roadmap security thanks todo"""

_BARE = re.compile(rb"\*(\.[\w+-]+)\Z")


def spellings() -> list[tuple[int, tuple[bytes, ...]]]:
    """(genus, globs of names), the weaker first."""
    types = Types()
    of = dict.fromkeys(_DOCS.split(), DOCS) | dict.fromkeys(_DATA.split(), DATA)
    bare: tuple[set[bytes], ...] = (set(), set(), set())
    shaped: tuple[set[bytes], ...] = (set(), set(), set())
    for name in types.names():
        for glob in types.globs(name):
            (bare if _BARE.match(glob) else shaped)[of.get(name.decode(), CODE)].add(glob)
    endings = tuple(glob[1:] for glob in bare[DOCS] | bare[DATA])
    shadows = {glob for glob in shaped[CODE] if glob.endswith(endings)}
    steps = [(CODE, bare[CODE]), (DOCS, bare[DOCS]), (DATA, bare[DATA]), (CODE, shaped[CODE] - shadows)]
    steps += [(DOCS, shaped[DOCS]), (DATA, shaped[DATA]), (CODE, shadows)]
    return [(genus, tuple(sorted(globs))) for genus, globs in steps]


@cache
def rules() -> RuleSet:
    """The list, whose marks are genera; a path that no rule matches is code."""
    out = RuleSet()
    for folder in _FOLDERS.split():
        out.line(b"**/" + folder.encode() + b"/**", fold=True, mark=DOCS)
    for stem in _STEMS.split():
        out.line(stem.encode(), fold=True, mark=DOCS)
        out.line(stem.encode() + b".*", fold=True, mark=DOCS)
    for genus, globs in spellings():
        add_name_globs(out, globs, genus)
    out.seal()
    return out


def genus_of(path: bytes) -> int:
    """CODE, DOCS or DATA."""
    found = rules().match(path)
    return found[0] if found else CODE


def kept(wanted: frozenset[int] | set[int], unwanted: frozenset[int] | set[int]) -> int:
    """The genera that flags leave, as bits: all or those that were asked for, without those that were refused."""
    genera = (wanted or {CODE, DOCS, DATA}) - unwanted
    return sum(1 << genus for genus in genera)
