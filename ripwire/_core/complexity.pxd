"""Complexity of functions from the marks of a file; see "Complexity" in CONTRIBUTING.md."""

from ripwire._core.rawfacts cimport NestingRules, RawFacts

cdef enum:
    MAX_LEVELS = 32    # functions around a mark that it counts for

# Fill the metrics of every kept function; -1 when memory ran out. Definitions must be nested already.
cdef int measure(RawFacts* f, const NestingRules* rules) noexcept nogil
