"""Templates of --replace, as ripgrep reads them.

Purpose: `template` turns the bytes of a command line into texts and numbers of groups, which is all that the search
knows.
Invariant: reading never fails; what is no reference is text. Cost: one pass.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# A bare name is the longest run of these, so `$1a` is the group "1a"; in braces is nothing else either.
_REFERENCE = re.compile(rb"\$(?:(\$)|\{([0-9A-Za-z_]+)\}|([0-9A-Za-z_]+))")
_NUMBER_MOST = 2**64 - 1


def template(text: bytes, names: Mapping[str, int]) -> list[bytes | int]:
    """``text`` as texts and numbers of groups. A group that there is not stands for no text at all."""
    parts: list[bytes | int] = []
    at = 0
    for found in _REFERENCE.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        dollar, braced, bare = found.groups()
        if dollar:
            parts.append(b"$")
            continue
        parts.append(_group(braced if bare is None else bare, names))
    parts.append(text[at:])
    return [part for part in parts if part != b""]


def _group(name: bytes, names: Mapping[str, int]) -> bytes | int:
    if name.isdigit() and int(name) <= _NUMBER_MOST:
        return int(name)
    return names.get(name.decode(), b"")
