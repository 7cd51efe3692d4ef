"""JavaScript's and TypeScript's import specifiers.

Purpose: relative paths, `paths` and `baseUrl` of tsconfig.json, packages of the same tree by package.json.
Invariant: depends on paths and manifests alone; a manifest that is no JSON says nothing.
Cost: the manifests are read when first asked for; a few look-ups a specifier, kept by (directory, specifier).
"""

from __future__ import annotations

import json

from ripwire.resolve.finders import Finder
from ripwire.resolve.modules import directory_of, join
from ripwire.resolve.values import MODULE, OUTSIDE, Value, thing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ripwire.resolve.engine import Engine

_ENDS = (b"", b".ts", b".tsx", b".d.ts", b".js", b".jsx", b".mjs", b".cjs", b".mts", b".cts")
_INDEX = tuple(b"/index" + end for end in (b".ts", b".tsx", b".js", b".jsx", b".d.ts", b".mjs", b".cjs", b".mts"))
# A compiled file's name in a specifier stands for its source; React Native's ends pick a platform.
_SOURCES = {b".js": (b".ts", b".tsx"), b".jsx": (b".tsx",), b".mjs": (b".mts",), b".cjs": (b".cts",)}
_PLATFORMS = (b".native.js", b".ios.js", b".android.js", b".native.ts", b".ios.ts", b".android.ts", b".ios.tsx")
_BUILT = (b"dist/", b"build/", b"lib/", b"out/", b"esm/", b"cjs/")


def parse_json(data: bytes | None) -> dict[str, Any]:
    """An object of JSON with comments and trailing commas, as tsconfig.json may have; {} for anything else."""
    if data is None:
        return {}
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        try:
            found = json.loads(_without_comments(data.decode("utf-8", "replace")))
        except (ValueError, RecursionError):
            return {}
    return found if isinstance(found, dict) else {}


def _without_comments(text: str) -> str:
    out: list[str] = []
    i, n = 0, len(text)
    while i < n:
        c = text[i]
        if c == '"':
            start = i
            i += 1
            while i < n and text[i] != '"':
                i += 2 if text[i] == "\\" else 1
            i += 1
            out.append(text[start:i])
        elif text.startswith("//", i):
            while i < n and text[i] != "\n":
                i += 1
        elif text.startswith("/*", i):
            end = text.find("*/", i + 2)
            i = n if end < 0 else end + 2
        elif c == ",":
            k = i + 1
            while k < n and text[k].isspace():
                k += 1
            if k < n and text[k] in "]}":
                i += 1
            else:
                out.append(c)
                i += 1
        else:
            out.append(c)
            i += 1
    return "".join(out)


class EcmaModules(Finder):
    """Specifiers of one tree."""

    def __init__(self, engine: Engine, files: Sequence[int]) -> None:
        super().__init__(engine, files)
        world = self.world
        self.known: dict[tuple[bytes, bytes], Value] = {}
        self.configs: dict[bytes, tuple[bytes, list[tuple[bytes, list[bytes]]]] | None] = {}
        self.packages: dict[bytes, list[tuple[bytes, dict[str, Any]]]] = {}
        self.haste: dict[bytes, list[int]] = {}
        for path in world.paths:
            if path.endswith(b"package.json") and (path == b"package.json" or path.endswith(b"/package.json")):
                manifest = parse_json(world.read(path))
                name = manifest.get("name")
                if isinstance(name, str):
                    self.packages.setdefault(name.encode("utf-8", "surrogatepass"), []).append(
                        (directory_of(path), manifest)
                    )

    def module(self, file: int, source: bytes) -> Value:
        """What a specifier means in a file."""
        directory = directory_of(self.world.paths[file])
        key = (directory, source)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._module(directory, source)
        return found

    def _module(self, directory: bytes, source: bytes) -> Value:
        if source.startswith((b"./", b"../")) or source in (b".", b".."):
            path = join(directory, source)
            found = None if path is None else self._file(path)
            return OUTSIDE if found is None else (thing(MODULE, found),)
        for candidate in self._mapped(directory, source):
            found = self._file(candidate)
            if found is not None:
                return (thing(MODULE, found),)
        return self._package(directory, source)

    def _file(self, path: bytes) -> int | None:
        """The file that a path without or with its end names."""
        file_of = self.world.file_of
        for end in _ENDS:
            found = file_of.get(path + end)
            if found is not None:
                return found
        stem, dot, end = path.rpartition(b".")
        for other in _SOURCES.get(dot + end, ()):
            found = file_of.get(stem + other)
            if found is not None:
                return found
        for end in _PLATFORMS:
            found = file_of.get(path + end)
            if found is not None:
                return found
        for end in _INDEX:
            found = file_of.get((path + end).lstrip(b"/"))
            if found is not None:
                return found
        return None

    def _mapped(self, directory: bytes, source: bytes) -> Iterator[bytes]:
        """Paths that `paths` and `baseUrl` of the nearest tsconfig.json give a specifier."""
        config = self._config(directory)
        if config is None:
            return
        base, patterns = config
        for pattern, targets in patterns:
            before, star, after = pattern.partition(b"*")
            if star:
                if not (source.startswith(before) and source.endswith(after)) or len(source) < len(before) + len(after):
                    continue
                middle = source[len(before) : len(source) - len(after)]
            elif pattern == source:
                middle = b""
            else:
                continue
            for target in targets:
                path = join(base, target.replace(b"*", middle, 1))
                if path is not None:
                    yield path
            return
        path = join(base, source)
        if path is not None:
            yield path

    def _config(self, directory: bytes) -> tuple[bytes, list[tuple[bytes, list[bytes]]]] | None:
        if directory in self.configs:
            return self.configs[directory]
        found = None
        for name in (b"tsconfig.json", b"jsconfig.json", b"tsconfig.base.json"):
            path = (directory + b"/" if directory else b"") + name
            if path in self.world.file_of:
                found = self._read_config(path, 0)
                if found is not None:
                    break
        if found is None and directory:
            found = self._config(directory_of(directory))
        self.configs[directory] = found
        return found

    def _read_config(self, path: bytes, depth: int) -> tuple[bytes, list[tuple[bytes, list[bytes]]]] | None:
        config = parse_json(self.world.read(path))
        options = config.get("compilerOptions")
        directory = directory_of(path)
        if isinstance(options, dict) and (
            isinstance(options.get("paths"), dict) or isinstance(options.get("baseUrl"), str)
        ):
            base = options.get("baseUrl")
            at = join(directory, base.encode("utf-8", "surrogatepass")) if isinstance(base, str) else directory
            patterns = []
            paths = options.get("paths")
            for pattern, targets in paths.items() if isinstance(paths, dict) else ():
                if isinstance(targets, list):
                    patterns.append(
                        (
                            pattern.encode("utf-8", "surrogatepass"),
                            [t.encode("utf-8", "surrogatepass") for t in targets if isinstance(t, str)],
                        )
                    )
            patterns.sort(key=lambda row: (-len(row[0].partition(b"*")[0]), row[0]))
            return None if at is None else (at, patterns)
        parents = config.get("extends")
        for parent in parents if isinstance(parents, list) else [parents]:
            if isinstance(parent, str) and parent.startswith(".") and depth < 8:
                other = join(directory, parent.encode("utf-8", "surrogatepass"))
                for end in (b"", b".json"):
                    if other is not None and other + end in self.world.file_of:
                        return self._read_config(other + end, depth + 1)
        return None

    def _package(self, directory: bytes, source: bytes) -> Value:
        """A package of this tree by its name, its entry or a path in it."""
        parts = source.split(b"/")
        n = 2 if source.startswith(b"@") else 1
        name, rest = b"/".join(parts[:n]), b"/".join(parts[n:])
        found = self.packages.get(name, ())
        if len(found) != 1:
            return OUTSIDE
        at, manifest = found[0]
        for entry in self._entries(manifest, rest):
            path = join(at, entry)
            if path is None:
                continue
            file = self._file(path)
            if file is None:
                for built in _BUILT:
                    inside = entry[2:] if entry.startswith(b"./") else entry
                    if inside.startswith(built):
                        stem = inside[len(built) :].partition(b".")[0]
                        for below in (b"src/", b""):
                            path = join(at, below + stem)
                            file = None if path is None else self._file(path)
                            if file is not None:
                                break
                    if file is not None:
                        break
            if file is not None:
                return (thing(MODULE, file),)
        return OUTSIDE

    def _entries(self, manifest: dict[str, Any], rest: bytes) -> Iterator[bytes]:
        exports = manifest.get("exports")
        key = "./" + rest.decode("utf-8", "replace") if rest else "."
        if isinstance(exports, dict):
            if not any(k.startswith(".") for k in exports):
                exports = {".": exports}
            for pattern, target in exports.items():
                before, star, after = pattern.partition("*")
                if pattern == key:
                    middle = ""
                elif star and key.startswith(before) and key.endswith(after) and len(key) >= len(before) + len(after):
                    middle = key[len(before) : len(key) - len(after)]
                else:
                    continue
                for text in _texts(target, 0):
                    yield text.replace("*", middle).encode("utf-8", "surrogatepass")
        elif isinstance(exports, str) and not rest:
            yield exports.encode("utf-8", "surrogatepass")
        if rest:
            yield rest
            yield b"src/" + rest
            return
        for field in ("source", "types", "typings", "module", "main", "browser", "react-native"):
            value = manifest.get(field)
            if isinstance(value, str):
                yield value.encode("utf-8", "surrogatepass")
        yield b"index"
        yield b"src/index"


def _texts(target: object, depth: int) -> Iterator[str]:
    """The paths in a target of `exports`, conditions in the order of writing."""
    if isinstance(target, str):
        yield target
    elif isinstance(target, dict) and depth < 8:
        for value in target.values():
            yield from _texts(value, depth + 1)
    elif isinstance(target, list) and depth < 8:
        for value in target:
            yield from _texts(value, depth + 1)
