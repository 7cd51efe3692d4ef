"""The encoding that a Python file declares for itself (PEP 263).

Invariant: only encodings that keep ASCII as it is count, since the file was parsed as bytes. Cost: two lines.
"""

from __future__ import annotations

_LINES = 2


def declared_encoding(data: bytes) -> str | None:
    """The codec name of the coding comment in the first two lines, or None without a usable one.

    >>> declared_encoding(b"#!/usr/bin/python\\n# -*- coding: latin-1 -*-\\n")
    'iso8859-1'
    """
    import codecs
    import re

    for line in data.split(b"\n", _LINES)[:_LINES]:
        found = re.match(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", line)
        if found:
            try:
                codec = codecs.lookup(found.group(1).decode("ascii"))
                # Some codecs of the registry translate no text (hex, zip).
                return codec.name if b"az09_".decode(codec.name) == "az09_" else None
            except (LookupError, UnicodeError, TypeError):
                return None
        if line.strip() and not line.lstrip().startswith(b"#"):
            return None
    return None
