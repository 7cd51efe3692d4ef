"""What an edge rests on, by number: one list for the ladder, the mechanisms and the outputs.

Invariant: the weakest first, so that the best of several is their maximum; `_core/ladder.pyx` has the same numbers.
"""

from __future__ import annotations

PROVENANCE = (
    "", "binding", "name", "directory", "file", "flow", "include", "module", "scope", "self", "import", "type", "scip",
)  # fmt: skip
"""Evidence names by number; 0 is unused."""

(
    _, BY_BINDING, BY_NAME, BY_DIRECTORY, BY_FILE, BY_FLOW, BY_INCLUDE, BY_MODULE, BY_SCOPE, BY_SELF, BY_IMPORT,
    BY_TYPE, BY_SCIP,
) = range(len(PROVENANCE))  # fmt: skip
