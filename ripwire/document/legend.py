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
UNRESOLVED = (
    "graph_unresolved=calls of the tree without an edge, since the only definitions of their name are in another "
    "language"
)
COUNTS = "counts_floor: calls that the text does not show are not counted; " + UNRESOLVED
CALLERS = (
    "ripwire callers and callees: distinct definitions one call away from all definitions of the name (defs); t=kind "
    "n=name p=path:line; toplevel_sites=calls of the name outside of any definition, which have no caller (uses lists "
    "them)"
)
IMPACT = (
    "ripwire impact: everything that reaches the definitions over calls, they themselves left out, by rank; "
    "reaches=how many; toplevel_sites=calls outside of any definition of the names of all these, which have no caller"
)
USES = (
    "ripwire uses: every reference to the name, u role p=path:line in_id=the definition it stands in (none: at the top "
    "of a file); defs=definitions of the name, external=none in the tree; narrowed_roles: sites of these roles are of "
    "the chosen definitions (defs of defs_of_name), calls at the top of a file and other roles go by the name alone; "
    "call_sites_of_name=calls of the name, whichever definition they mean; toplevel_sites=calls outside of any "
    "definition"
)
SURFACE = (
    "ripwire external-surface: x n=a name that code calls, imports or extends and the tree does not define, "
    "lang=where, refs=how often, calls=calls among them"
)
MENTIONS = (
    "ripwire mentions: documents that name the definition in a code span, mentions=how often; sections=headings it is "
    "named under; by name, whichever definition is meant"
)
LEGO = (
    "ripwire lego: iface=the type, m=what it asks of others (its methods; pure=it changes nothing), impl=types of its "
    "language that extend or implement it, steps=how far down when not directly (Go: types with all its methods); "
    "open=it has bases outside of the tree; methods=0 caveat: not told for this language"
)
DEPS = (
    "ripwire deps: files and what they import, those that need most in the end first. f includes=files it needs (inc "
    "t=as written p=file refs=imports), afferent=files that need it, instab=includes/(both), transitive=files it needs "
    "in the end. health over dep_files, those of languages with such imports: ccd=sum of the cones (a file and what it "
    "needs), acd=mean cone, nccd=ccd against a balanced tree; shape: horizontal below 0.9, balanced to 1.1, vertical "
    "to 2, then cyclic. godfiles=most needed; stabledeps=files that need less stable ones; cycles: cost=size squared, "
    "cut=the import with fewest refs; imports_unread=languages whose imports name no single files, so that they are "
    "not looked at"
)
CLONES = (
    "ripwire clones: group type=2: bodies equal but for names, numbers and texts, 3: similar to the first one, by "
    "similarity=2 * longest common subsequence / tokens of both, at least; f n=name p=path:line; groups=of type 2, "
    "type3=of type 3, in which one body of each group of type 2 stands for all; exempt=all are fixtures, or shell "
    "scripts that run tests; functions=bodies of min_tokens and more; too_long=bodies not compared for type 3, "
    "wide_pieces=five tokens that too many bodies have, pairs_capped=more pairs than are compared: what these could "
    "give is missing; unread_files=gone or shorter than they were"
)
COLUMNAR = (
    "columnar: a list for each field; path is a number of paths; in values and paths a comma, blank or ampersand is "
    "written as its character reference"
)
PATH = (
    "ripwire path: the shortest chain of calls from one definition to the other; hops=calls in it; hint=what else may "
    "tell how they are joined"
)
QUERY = "ripwire graph-query: the definitions that the expression means, by rank; count=how many"
AROUND = (
    "ripwire around: the map of what is near one definition, focus (the first of defs with a body); k=1/(1 + calls "
    "from it), in either direction; fanout_cut=definitions with more neighbours than fanout, of which the heaviest are "
    "followed"
)
CONNECT = (
    "ripwire connect: g=definitions that calls join, t=asked for, s=between them with their signatures, e=call f to t "
    "(f_p t_p=places, where a name is of several); unconnected=no way of radius calls; truncated=left out to fit: "
    "signatures, or paths (ways, the longest first); est_tokens=about how many tokens this is, over_ceiling=more than "
    "max-tokens, and nothing is left to leave out"
)
SIMILAR = (
    "ripwire similar: definitions that share callers or callees with one, focus (the first of defs with a body), by "
    "the sum of "
    "cocited=cosine of the callers and coupled=cosine of the callees; callers callees=how many it has"
)
AFFECTED = (
    "ripwire affected: the test files from which what changed is reached over calls; seeds=definitions that changed, "
    "reached=definitions that call them, in any number of steps; run=what runs the test; by=toplevel: listed for its "
    "calls outside of any definition, by the name of what changed or was reached alone; toplevel_sites=such calls, of "
    "test code or not, which have no caller; script_gates_unmodelled=test scripts, whose calls are not known"
)
EXERCISES = (
    "ripwire exercises: what the tests of some files (t; run=what runs one) reach over calls outside of test code, by "
    "rank; test_symbols=definitions in them; reaches=how many are reached; toplevel_sites=calls of names of the tree "
    "that stand outside of any definition in them, what these reach is not in the rows; harness=script: all of the "
    "files are shell scripts, mixed: some; note=what that leaves out"
)
DEAD_CODE = (
    "ripwire dead-code: functions without a caller whose names nothing outside of their file or package can use, and "
    "nothing in it writes; l=line; why=static (C family, the file) or unexported (Go, the folder); "
    "named_elsewhere=others without a caller whose names are written there, or may be put together by a macro; "
    "filter=the folder asked for; unread=files that could not be read, of which none is listed"
)
COMMUNITIES = (
    "ripwire communities: symbols that call one another more than others; size=symbols dir=where most are; label and "
    "members: most called first, accessors last; modules=communities of two and more; bridge: edges=pairs of caller "
    "and callee between a and b, a floor; isolated=without any call, by what they are: decl=no body, header, source, "
    "doc=headings and keys; connected_singletons=alone although they call; drill=the "
    "flag that lists one community"
)
COMMUNITY = (
    "ripwire community: all members of one community, most called first, accessors last; bridge: edges=pairs of caller "
    "and callee between it and another, a floor; partition=how many communities there are, numbered from 0"
)
ZOOM = (
    "ripwire zoom: level 1=communities, each level above groups those below, up to levels; modules=of two symbols and "
    "more, inside: what a module falls into on the next level that splits it, single symbols left out; "
    "community=ID: is one of level 1; a module that is not opened shows its most called members"
)
SEAMS = (
    "ripwire seams: calls from one directory into another, outside of test code; untested: the caller is not reached "
    "over known calls from a definition in one of test_files; bridges, untested=pairs of caller and callee; cp=p of "
    "callee; toplevel_sites=calls in test_files outside of any definition: what these reach counts as untested"
)
MATCH = (
    "ripwire match: places that a tree-sitter query matches: m p=path:line in=the definition around it, its text on "
    "one line; langs=languages whose grammar takes the query, files=of these; hits_capped: there are more than are "
    "counted; partial_files=given up for their cost or not readable, crashed_files=that crash the parser; "
    "auto_captured: a capture was put behind the query"
)
GREP = (
    "ripwire grep: hit p=path:line in=the innermost definition around it, m=its line, b and a=lines before and after; "
    "col=its first byte in the line, from 1, where it is not the line's first hit or the line is not shown from its "
    "start; source comes first, then tests and fixtures, then documents; files=with hits; hits_capped: there may be "
    "more than are counted; partial_files=given up for their cost, unread_files=not readable; scrubbed: bytes that XML "
    "cannot hold are replaced; changed: the file is another one by now"
)
SKIPPED = (
    "ripwire skipped: what the index leaves out and why; limit=the ceiling that bytes passed. denied_dirs excluded "
    "ignored_* are counted, not listed; unsupported=files of no known language"
)
