"""Pictures as text: flowcharts in Mermaid's language, of directories and of the hierarchy of communities.

Invariant: what is left out is said in a comment on top; whatever names hold, a chart stays one (`quoted`).
Cost: a picture has a few hundred lines at most.
"""

from __future__ import annotations

from ripwire._core import clusters
from ripwire.graph.communities import folders, heaviest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ripwire.tree import Tree
    from ripwire.verbs.communities import Zoom

DIRECTORIES = 30
LEAST_CALLS = 3

# Inside of quotes: what would end them, begin markup or an entity, or a Markdown string.
_ENTITIES = {ord(char): f"#{name};" for char, name in
             (('"', "quot"), ("#", "35"), ("<", "lt"), (">", "gt"), ("&", "amp"), ("`", "96"))}  # fmt: skip


def quoted(value: bytes) -> str:
    """A label in double quotes; what cannot be printed becomes U+FFFD."""
    text = value.decode("utf-8", "replace")
    return '"' + "".join(char if char.isprintable() else "\ufffd" for char in text).translate(_ENTITIES) + '"'


def directory_chart(tree: Tree) -> Iterator[bytes]:
    """`--mermaid`: the directories with most definitions and the calls between them, in lines."""
    columns, graph = tree.columns, tree.graph
    names, folder_of = folders(columns)
    folder = clusters.gathered(columns.file, folder_of)
    offset, _ = clusters.grouped(folder, len(names))
    sizes = [offset[i + 1] - offset[i] for i in range(len(names))]
    owning = [i for i, size in enumerate(sizes) if size]
    shown = sorted(sorted(owning, key=lambda i: (-sizes[i], i))[:DIRECTORIES])
    kept = set(shown)
    crossings = clusters.crossings(graph.out_offset, graph.dst, folder, len(names), directed=True)
    lines = [
        f"  d{a} -->|{calls}| d{b}"
        for a, b, calls in heaviest(*crossings)
        if calls >= LEAST_CALLS and a in kept and b in kept
    ]
    yield b"flowchart LR\n"
    yield f"%% {len(shown)} of {len(owning)} directories, by definitions in them; {len(lines)} of {len(crossings[0])} "\
          f"arrows, those of {LEAST_CALLS} and more calls between what is shown\n".encode()  # fmt: skip
    if unresolved := sum(tree.contributions.unresolved):
        yield f"%% {unresolved} calls have namesakes in another language only\n".encode()
    segments: dict[bytes, list[int]] = {}
    for directory in shown:
        segments.setdefault(names[directory].partition(b"/")[0], []).append(directory)
    for number, (segment, inside) in enumerate(segments.items()):
        indent = "  "
        if len(inside) > 1:
            yield f"  subgraph g{number}[{quoted(segment)}]\n".encode()
            indent = "    "
        for directory in inside:
            yield f"{indent}d{directory}[{quoted(b'%s (%d)' % (names[directory], sizes[directory]))}]\n".encode()
        if len(inside) > 1:
            yield b"  end\n"
    for line in lines:
        yield line.encode() + b"\n"


def zoom_chart(zoom: Zoom, depth: int) -> Iterator[bytes]:
    """`--zoom --mermaid`: modules inside of modules, and the calls between the outermost ones, in lines."""
    from ripwire.verbs.communities import BRIDGES, TOP_MODULES

    shown = zoom.top[:TOP_MODULES]
    inside = set(shown)
    between = [bridge for bridge in zoom.bridges if bridge[0] in inside and bridge[1] in inside]
    few = between[:BRIDGES]
    yield b"flowchart TB\n"
    yield f"%% {len(shown)} of {len(zoom.top)} modules, {len(few)} of {len(zoom.bridges)} bridges\n".encode()
    number = len(zoom.levels)
    for group in shown:
        yield from _chart(zoom, number, group, depth, "  ", f"m{group}")
    for a, b, calls in few:
        yield f"  m{a} ---|{calls}| m{b}\n".encode()


def _chart(zoom: Zoom, number: int, group: int, depth: int, indent: str, name: str) -> Iterator[bytes]:
    """A module: a subgraph of the modules that it falls into, or a node."""
    from ripwire.verbs.communities import NESTED

    members = zoom.levels[number - 1].of(group)
    first = zoom.tree.columns.name_of(zoom.names.leaders(members, 1)[0])
    text = quoted(b"%s::%s (%d)" % (zoom.names.folder_name(members), first, len(members)))
    parts = zoom.inside(number, group) if depth > 1 else []
    if not parts:
        yield f"{indent}{name}[{text}]\n".encode()
        return
    if len(parts) > NESTED:
        yield f"{indent}%% {NESTED} of {len(parts)} modules of {name}\n".encode()
    yield f"{indent}subgraph {name}[{text}]\n".encode()
    for part in parts[:NESTED]:
        yield from _chart(zoom, *part, depth - 1, indent + "  ", f"{name}_{part[0]}_{part[1]}")
    yield f"{indent}end\n".encode()
