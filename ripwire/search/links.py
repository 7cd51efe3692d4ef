"""Formats of --hyperlink-format as the scan takes them.

Purpose: `link_parts` splits a checked format into texts and names of what stands there for each line.
Invariant: the same links as ripgrep's; the host's name is given, nothing here asks for it. Cost: one pass.
"""

from __future__ import annotations

import re

_VARIABLE = re.compile(rb"\{\{|\}\}|\{([a-z]+)\}")


def link_parts(form: bytes, host: bytes) -> list[bytes | str] | None:
    """Texts, and "path", "line", "column"; None for no links. A brace that is doubled is one."""
    if not form:
        return None
    parts: list[bytes | str] = []
    at = 0
    for found in _VARIABLE.finditer(form):
        parts.append(form[at : found.start()])
        at = found.end()
        name = found[1]
        if name is None:
            parts.append(found[0][:1])
        elif name in (b"path", b"line", b"column"):
            parts.append(name.decode())
        else:
            parts.append(host if name == b"host" else b"")
    parts.append(form[at:])
    return [part for part in parts if part]
