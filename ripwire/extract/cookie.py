"""The encoding that a Python file declares for itself (PEP 263).

Invariant: only encodings that keep ASCII as it is count, since the file was parsed as bytes. Cost: two lines.
"""

from __future__ import annotations

_LINES = 2
_ASCII = bytes(range(128))


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
                name = codecs.lookup(found.group(1).decode("ascii")).name
                b"\xff".decode(name, "replace")  # some codecs know no way on from a bad byte
                if rb"\n".decode(name) != "\\n":  # an escape codec, which would warn about the rest
                    return None
                return name if _ASCII.decode(name) == _ASCII.decode("ascii") else None
            except (LookupError, ValueError, TypeError):
                return None
        if line.strip() and not line.lstrip().startswith(b"#"):
            return None
    return None
