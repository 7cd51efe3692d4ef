"""Small trees whose definitions carry their own names for the tests: ``def f(): ...  #=right``.

Purpose: a case says `caller -> {marks}` and reads like the program. Every tree gets a file of namesakes that nothing
imports: a function, a class and a method for each marked definition. Invariant: all targets of a caller that the case
names are compared, none may be left over. Cost: one run of the command a case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tests.support.command import answer, plant

Files = Mapping[str, str]

_MARK = re.compile(r"(?:#|//)=([\w.-]+)\s*$")
_DEFINED = {
    ".py": re.compile(r"^\s*(?:async\s+)?(def|class)\s+(\w+)"),
    ".ts": re.compile(
        r"^\s*(?:export\s+|default\s+|declare\s+|abstract\s+|static\s+|async\s+|public\s+|private\s+|get\s+|readonly\s+)*"
        r"(function|class|interface|const|)\s*(\w+)"
    ),
}


def _namesakes(files: Files, end: str) -> str:
    """Definitions of all marked names, in a file of their own."""
    names = {}
    for path, text in files.items():
        if path.endswith((".py",) if end == ".py" else (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs")):
            for line in text.splitlines():
                found = _DEFINED[end].match(line) if _MARK.search(line) else None
                if found and found[2] not in ("constructor", "__init__"):
                    names[found[2]] = found[1] in ("class", "interface")
    if end == ".py":
        top = [f"class {n}:\n    pass\n" if type_ else f"def {n}(*a, **k):\n    pass\n" for n, type_ in names.items()]
        inner = [f"    def {n}(self, *a, **k):\n        pass\n" for n, type_ in names.items() if not type_]
        return "".join([*top, "class Elsewhere:\n    kept = 0\n", *inner])
    top = [f"export class {n} {{}}\n" if t else f"export function {n}(...a: any[]) {{}}\n" for n, t in names.items()]
    inner = [f"  {n}(...a: any[]) {{}}\n" for n, type_ in names.items() if not type_]
    return "".join([*top, "export class Elsewhere {\n", *inner, "}\n"])


def edges(root: Path, *options: str) -> list[dict[str, str]]:
    """The rows of edges.tsv."""
    header, *rows = answer([root, "--export=edges.tsv", *options]).decode().splitlines()
    columns = header.split("\t")
    return [dict(zip(columns, row.split("\t"), strict=True)) for row in rows]


def reached(tmp_path: Path, files: Files, end: str) -> dict[str, dict[str, dict[str, str]]]:
    """Caller's name -> mark of the target, or its place where it has none -> the row."""
    where = {}
    for path, text in files.items():
        for number, line in enumerate(text.splitlines(), 1):
            if found := _MARK.search(line):
                where[path, str(number)] = found[1]
    kept = {"namesakes/elsewhere" + end: _namesakes(files, end)}
    out: dict[str, dict[str, dict[str, str]]] = {}
    for row in edges(plant(tmp_path / "tree", {**files, **kept})):
        place = row["callee_path"], row["callee_line"]
        mark = where.get(place, f"{place[0]}:{place[1]} {row['callee_name']}")
        out.setdefault(row["caller_name"], {})[mark] = row
    return out


def check(tmp_path: Path, files: Files, expected: Mapping[str, str], end: str) -> None:
    """Compare the targets of the callers that ``expected`` names: their marks, with spaces between."""
    found = reached(tmp_path, files, end)
    wrong = []
    for caller, marks in expected.items():
        real = sorted(found.get(caller, {}))
        if real != sorted(marks.split()):
            wrong.append(f"{caller}: {' '.join(real) or 'nothing'}; should be {marks or 'nothing'}")
    assert not wrong, "\n".join(wrong)


Case = tuple[str, Files, dict[str, str]]
