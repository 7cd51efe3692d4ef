"""The digest of contents that is used where somebody may try to make two of them equal.

Cost: importing this loads one small module; `hashlib`, where it comes from officially, loads OpenSSL as well (3 ms).
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # another interpreter
    from hashlib import blake2b

__all__ = ["blake2b"]
