"""The version and the build facts that `ripwire --version` prints.

Invariant: plain constants, no imports, so that the build (setuptools reads `ripwire.version.VERSION`) and the fast path
of `--version` may both read this module. Cost: one small .pyc.
"""

from __future__ import annotations

VERSION = "0.1.0"

TREE_SITTER = "0.26.1"
"""The tree-sitter C runtime that setup.py fetches; one that pkg-config finds has the same major and minor version."""

PCRE2 = "10.47"
"""The PCRE2 that setup.py fetches; one that pkg-config finds is at least 10.45."""
