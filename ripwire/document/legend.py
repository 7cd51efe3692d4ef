"""Legends: the comments that tell a reader what a document's names mean. One text a verb, one a feature."""

from __future__ import annotations

MAP = (
    "ripwire map, best first: f=file p=path; s=symbol t=kind n=name id=path::scope::name k=rank amb=calls with several "
    "candidates overloads=definitions in the row; c=callee n. Edges are a floor. skipped_* ignored_* denied_dirs=left "
    "out"
)
METRICS = (
    "in out=callers, callees; role=hub: 8+ callers; loc=lines; cx ccx ev=cyclomatic, cognitive, essential complexity; "
    "nest humps deep=nesting; _floor=or more"
)
FIT = "as many symbols as fit into fit_bytes"
TREE = (
    "ripwire tree: files by their best symbol, symbols=how many they own, s=the three that rank highest; "
    "files_unlisted=indexed files without a symbol"
)
EXPLAIN = (
    "ripwire explain: how each call was resolved. by=the evidence that decided (outside: means nothing in the tree); "
    "receiver_is=what stands before the name; c=a definition of that name, out=kept, or what left it out: name "
    "language spelled members place arity locality, another evidence, ambiguous, recursion; graph_unresolved=calls of "
    "the tree whose only namesakes are in another language"
)
CALLERS = (
    "ripwire callers and callees: distinct definitions one call away from all definitions of the name (defs); t=kind "
    "n=name p=path:line; counts_floor: calls that the text does not show are not counted; toplevel_sites=calls of "
    "the name outside of any definition, which have no caller (uses lists them)"
)
IMPACT = (
    "ripwire impact: everything that reaches the definitions over calls, they themselves left out, by rank; "
    "reaches=how many; counts_floor and toplevel_sites as for callers"
)
PATH = "ripwire path: the shortest chain of calls from one definition to the other; hops=calls in it"
SKIPPED = (
    "ripwire skipped: what the index leaves out and why; limit=the ceiling that bytes passed. denied_dirs excluded "
    "ignored_* are counted, not listed; unsupported=files of no known language"
)
