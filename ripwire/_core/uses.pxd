"""Reads and writes that are none after all; see "What the engine does with them" in CONTRIBUTING.md."""

from ripwire._core.rawfacts cimport RawFacts

# Drop what another fact claims, what lies in a skipped place and what names a local; -1 when memory ran out.
# References are merged and in byte order, definitions are nested.
cdef int drop_uses(RawFacts* f) noexcept nogil
