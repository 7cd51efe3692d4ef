"""THE option table: one `Flag` row feeds the parser, refusals, -h, --help, man page, completions and --schema.

Invariant: there is no other table of a flag's spelling, range, choices or companions; a message may name a flag in its
text. To add a flag, add a row (and its typed attribute to `ripwire.cli.parse.Options`); the tests over the table tell
what is still missing.

Cost: built at import, about 2 us a row; no import of re, dataclasses, enum or typing. `--version` doesn't load it.
"""

from __future__ import annotations

from ripwire.limits import DEFAULT_MAX_FILE_SIZE, GREP_MAX_CONTEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = ("switch", "int", "float", "size", "text", "repeat-text", "optional-text", "choice", "format")
"""What a flag's value is, and what `Options` holds when the flag is absent / given:

    switch         False / True
    int, float     None or the default / the number, low <= number <= high
    size           None or the default / digits with K, M, G (powers of 1024) and an optional trailing B, as int
    text           None / bytes, never empty
    repeat-text    () / a tuple of bytes in argv order, none empty
    optional-text  None / b"" for the bare flag, else bytes
    choice         None or the default / the chosen str
    format         None / (format str, file bytes or None), written FORMAT[:FILE]
"""

ROLES = ("verb", "modifier", "standalone")
"""A verb's report answers the run; a modifier changes one; a standalone flag needs no root and reaches no verb."""

READ_BY = ("all", "some", "budget", "paging", "json")
"""Which verbs a modifier reaches. "all": every verb (what is crawled, how the run is done). The others reach the verbs
that say so, and on the rest: "some" and "budget" give a notice (a budget on a paging verb refuses), "paging" refuses
where `pages` is false, "json" refuses where `json` is false."""

INT_MAX = 10**9
SIZE_MAX = 2**63 - 1

FAMILIES = (
    ("map", "Shape the map"),
    ("navigate", "Follow the calls"),
    ("crawl", "Choose what is read"),
    ("list", "List instead of the map"),
    ("export", "Export the graph"),
    ("run", "How the run is done"),
    ("about", "About the program"),
)
"""Key and --help heading of each family, in the order of --help."""

# The verb that answers when several are given. It names verbs of later issues too: a row that is added takes the place
# that is fixed here.
PRECEDENCE = (
    "index-out", "html", "for", "pack-task", "query", "lego", "exemplar", "recall", "deps", "arch", "ensemble",
    "context-ratio", "hotspots", "clones", "cochange", "owners", "quality-baseline", "quality-delta", "dmm",
    "readability", "comment-coherence", "nonlocal-state", "quality-panel", "naming-calibration",
    "naming-consistency", "dead-code", "edit-check", "eval", "eval-retrieval", "eval-skills", "callers",
    "callees", "graph-query", "uses", "external-surface", "path", "connect", "similar", "impact", "mentions",
    "affected", "exercises", "handoff", "situ", "test-gate", "pr-context", "explain", "export", "merge-scout",
    "plan-lanes", "stray-content", "abi", "eval-stray", "flags", "whereis", "layout", "field-affinity",
    "doc-drift", "from-trace", "note-add", "notes", "skipped", "communities", "community", "zoom", "seams",
    "mermaid", "report", "tree", "grep", "regex", "match", "lint", "around",
)  # fmt: skip


class Flag:
    """One row. Names are written without dashes; `dest` is the attribute of `Options`."""

    __slots__ = (
        "name", "dest", "kind", "role", "family", "short", "long", "example", "letter", "metavar", "wants", "unit",
        "low", "high", "default", "choices", "zero_needs", "empty_is_bare", "read_by", "reads", "json", "pages",
        "requires", "conflicts", "aliases", "deprecated", "screen", "hidden", "shapes",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: str,
        family: str,
        short: str,
        long: str,
        *,
        example: str = "",
        role: str = "modifier",
        letter: str = "",
        metavar: str = "",
        wants: str = "",
        unit: str = "bytes",
        low: int = 1,
        high: int = INT_MAX,
        default: int | float | str | None = None,
        choices: tuple[str, ...] = (),
        zero_needs: tuple[str, ...] | None = None,
        empty_is_bare: bool = False,
        read_by: str = "all",
        reads: tuple[str, ...] = (),
        json: bool = False,
        pages: bool = False,
        requires: tuple[str, ...] = (),
        conflicts: tuple[str, ...] = (),
        aliases: tuple[tuple[str, str | None], ...] = (),
        deprecated: tuple[tuple[str, str | None], ...] = (),
        screen: bool = False,
        hidden: bool = False,
        shapes: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.dest = name.replace("-", "_")
        self.kind = kind
        self.family = family
        self.short = short
        """One line of -h and of completions, no full stop."""
        self.long = long
        """The paragraph of --help and of the man page."""
        self.example = example or "--" + name
        """Runnable text with this flag in it."""
        self.role = role
        self.letter = letter
        """The one-letter spelling, without its dash."""
        self.metavar = metavar
        self.wants = wants
        """For the text kinds: what the value is, as it is named in refusals ("a part of a path")."""
        self.unit = unit
        """For sizes: what is counted."""
        self.low = low
        self.high = high
        self.default = default
        self.choices = choices
        self.zero_needs = zero_needs
        """None: `low` says whether zero is allowed. A tuple: zero only beside one of these flags."""
        self.empty_is_bare = empty_is_bare
        """For optional-text: `--flag=` is the bare `--flag` (else it refuses)."""
        self.read_by = read_by
        self.reads = reads
        """For verbs: the "some" and "budget" modifiers that the verb reads."""
        self.json = json
        """For verbs: has a JSON form."""
        self.pages = pages
        """For verbs: a listing that honours paging flags (and refuses budget flags that it doesn't read)."""
        self.requires = requires
        """At least one of these flags must be given too."""
        self.conflicts = conflicts
        self.aliases = aliases
        """(other spelling, value that it stands for; None when it is written like the flag itself)."""
        self.deprecated = deprecated
        """The same, with one notice a run."""
        self.screen = screen
        """Shown by -h."""
        self.hidden = hidden
        self.shapes = shapes
        """For verbs: others to which it gives another form when both are asked for."""

    @property
    def takes_value(self) -> bool:
        return self.kind != "switch"

    @property
    def repeats(self) -> bool:
        return self.kind == "repeat-text"

    @property
    def spelling(self) -> str:
        """`--top-k=N`, `--owners[=SYM]`, `--json`: as help and refusals write it."""
        if self.kind == "switch":
            return "--" + self.name
        if self.kind == "optional-text":
            return f"--{self.name}[={self.metavar}]"
        return f"--{self.name}={self.metavar}"

    def __repr__(self) -> str:
        return f"<Flag {self.spelling}>"


class Table:
    """Rows with their look-ups. The program has one, `TABLE`; tests of the machinery build their own."""

    __slots__ = ("flags", "by_name", "spellings", "default_verb", "families", "precedence")

    def __init__(
        self,
        flags: Iterable[Flag],
        default_verb: Flag,
        families: tuple[tuple[str, str], ...] = FAMILIES,
        precedence: tuple[str, ...] = PRECEDENCE,
    ) -> None:
        self.flags = tuple(flags)
        self.default_verb = default_verb
        """What answers when no verb is given. It has no spelling of its own."""
        self.families = families
        self.precedence = precedence
        self.by_name = {flag.name: flag for flag in self.flags}
        # spelling with dashes -> (row, value that it stands for or None, is deprecated)
        self.spellings: dict[str, tuple[Flag, str | None, bool]] = {}
        for flag in self.flags:
            self.spellings["--" + flag.name] = (flag, None, False)
            if flag.letter:
                self.spellings["-" + flag.letter] = (flag, None, False)
            for name, value in flag.aliases:
                self.spellings["--" + name] = (flag, value, False)
            for name, value in flag.deprecated:
                self.spellings["--" + name] = (flag, value, True)

    def family(self, key: str) -> list[Flag]:
        """The rows of a family that help shows, in table order."""
        return [flag for flag in self.flags if flag.family == key and not flag.hidden]

    def suggestions(self) -> list[bytes]:
        """Names that did-you-mean may offer: no hidden and no deprecated spelling."""
        names = []
        for flag in self.flags:
            if not flag.hidden:
                names.append(flag.name.encode())
                names.extend(name.encode() for name, _ in flag.aliases)
        return names

    def json_verbs(self) -> list[str]:
        """What has a JSON form, spelled for a refusal."""
        verbs = ["--" + flag.name for flag in self.flags if flag.role == "verb" and flag.json and not flag.hidden]
        return ([f"the {self.default_verb.name} (no verb)"] if self.default_verb.json else []) + verbs


MAP = Flag(
    "map",
    "switch",
    "map",
    "the ranked map of the tree",
    "The most important definitions of the tree and what they call, best first. It answers when no verb is given.",
    example=".",
    role="verb",
    json=True,
    reads=("top-k", "max-tokens", "token-budget", "order", "metrics"),
)

FLAGS = (
    Flag(
        "top-k",
        "int",
        "map",
        "keep the N best definitions (default 200)",
        "Keep the N highest-ranked definitions; the map uses 200 when this flag is absent.",
        example="--top-k=50",
        metavar="N",
        low=0,
        zero_needs=(),
        read_by="budget",
        screen=True,
    ),
    Flag(
        "max-tokens",
        "int",
        "map",
        "shape the document to fit N tokens",
        "Shape to fit: keep as many of the best definitions as a document of about N tokens can hold, and say in the"
        " header what was fitted. When not even the smallest document fits, it is printed and marked over_ceiling.",
        example="--max-tokens=8000",
        metavar="N",
        read_by="budget",
        screen=True,
    ),
    Flag(
        "token-budget",
        "size",
        "map",
        "withhold the document (exit 3) beyond N tokens",
        "A gate, not a shape: when the document is estimated at more than N tokens, print only a record of the size"
        " that was withheld and exit 3. K, M and G are powers of 1024.",
        example="--token-budget=16K",
        metavar="N[K|M|G]",
        unit="tokens",
        read_by="budget",
        screen=True,
    ),
    Flag(
        "order",
        "choice",
        "map",
        "stable, important-first or important-last",
        "The order of files and of definitions inside them. important-first is by rank; important-last is its reverse,"
        " for readers that weigh the end of a text most; stable is by path and position, without ranks, so that small"
        " edits of the tree make small differences in the output. When this flag is absent, the map is important-first"
        " and turns itself around when it is large, which its header then says.",
        example="--order=stable",
        metavar="ORDER",
        choices=("stable", "important-first", "important-last"),
        deprecated=(
            ("stable", "stable"),
            ("most-important-last", "important-last"),
            ("no-auto-order", "important-first"),
        ),
        read_by="some",
    ),
    Flag(
        "metrics",
        "switch",
        "map",
        "add callers, callees, complexity, lines",
        "Add measurements to each definition of the map: its distinct callers and callees, the lines it spans, its"
        " parameters, and of a function its cyclomatic (cx), cognitive (ccx) and essential (ev) complexity and its"
        " deepest nesting. What was not measured is absent, never zero.",
        read_by="some",
        screen=True,
    ),
    Flag(
        "json",
        "switch",
        "map",
        "print JSON instead of XML",
        "Print the same document as JSON: keys are the names of the XML attributes, numbers and truth values are"
        " native. A verb without a JSON form refuses.",
        read_by="json",
        screen=True,
    ),
    Flag(
        "callers",
        "text",
        "navigate",
        "what calls a definition",
        "List the definitions that call SYM: all definitions of that name, or those that path::scope::name or file:name"
        " (a part of the path will do) leaves. Calls outside of any definition have no caller; they are counted.",
        example="--callers=parse",
        metavar="SYM",
        wants="a definition",
        role="verb",
        reads=("format",),
        json=True,
        pages=True,
        screen=True,
    ),
    Flag(
        "callees",
        "text",
        "navigate",
        "what a definition calls",
        "List the definitions that SYM calls, written as for --callers.",
        example="--callees=main",
        metavar="SYM",
        wants="a definition",
        role="verb",
        reads=("format",),
        json=True,
        pages=True,
        screen=True,
    ),
    Flag(
        "impact",
        "text",
        "navigate",
        "what a change of a definition may break",
        "List everything that reaches SYM over calls, in any number of steps, the most important first: 40 rows, unless"
        " --limit says more.",
        example="--impact=parse",
        metavar="SYM",
        wants="a definition",
        role="verb",
        reads=("format",),
        json=True,
        pages=True,
        screen=True,
    ),
    Flag(
        "path",
        "text",
        "navigate",
        "the shortest chain of calls between two",
        "Print the shortest chain of calls from a definition of SRC to one of DST, or say that none is known.",
        example="--path=main,parse",
        metavar="SRC,DST",
        wants="two definitions",
        role="verb",
        json=True,
    ),
    Flag(
        "uses",
        "text",
        "navigate",
        "every place that refers to a name",
        "List every reference to SYM with its role: call, read, write, import, extends. A bare name stands for all that"
        " is called so, even when the tree does not define it; file:name and path::scope::name keep only the calls that"
        " mean those definitions.",
        example="--uses=parse",
        metavar="SYM",
        wants="a name",
        role="verb",
        reads=("format",),
        json=True,
        pages=True,
    ),
    Flag(
        "external-surface",
        "switch",
        "navigate",
        "names that the tree uses but does not define",
        "List the names that code calls, imports or extends and that are defined nowhere in the tree, by language, the"
        " most used first: 100 rows, unless --limit says more.",
        example="--external-surface",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "mentions",
        "text",
        "navigate",
        "documents that name a definition",
        "List the documents that name SYM inside a code span, and how often.",
        example="--mentions=parse",
        metavar="SYM",
        wants="a definition",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "lego",
        "text",
        "navigate",
        "a type's methods, and what implements it",
        "Print what TYPE asks of those that implement or extend it, and list them, near and far.",
        example="--lego=Reader",
        metavar="TYPE",
        wants="a type",
        role="verb",
        json=True,
    ),
    Flag(
        "deps",
        "switch",
        "navigate",
        "what files import; cycles and other risks",
        "The graph of files by their imports, as far as these name one file: how coupled the whole is, the files that"
        " most others need, imports that go from stable to unstable files, cycles with the import that is cheapest to"
        " cut, and the files themselves by how much they need in the end: 40 rows, unless --limit says more.",
        example="--deps",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "format",
        "choice",
        "navigate",
        "xml, or columnar: fields as lists",
        "How callers, callees, impact and uses are listed: xml, an element a row (as when this flag is absent), or"
        " columnar (also called rows), a list for each field, which takes fewer tokens. In a list a comma, a blank and"
        " & inside of a value are written as character references.",
        example="--callers=parse --format=columnar",
        metavar="FORMAT",
        choices=("xml", "columnar", "rows"),
        requires=("callers", "callees", "impact", "uses"),
        conflicts=("json",),
        read_by="some",
    ),
    Flag(
        "connect",
        "text",
        "navigate",
        "the calls that join several definitions",
        "Print the smallest part of the call graph that joins 2 to 16 definitions, over calls in either direction, and"
        " list those that nothing joins within the radius. --max-tokens leaves out signatures, then the longest ways.",
        example="--connect=main,parse,write",
        metavar="A,B[,..]",
        wants="two or more definitions",
        role="verb",
        json=True,
        reads=("connect-radius", "max-tokens"),
    ),
    Flag(
        "connect-radius",
        "int",
        "navigate",
        "join over at most N calls (default 6)",
        "The longest way between two definitions of --connect, in calls.",
        example="--connect=main,parse --connect-radius=3",
        metavar="N",
        high=12,
        read_by="some",
        requires=("connect",),
    ),
    Flag(
        "around",
        "text",
        "navigate",
        "the map of what surrounds a definition",
        "Print a map of what calls SYM and what it calls, two steps far, nearest first: k is 1 for SYM, 1/2 one call"
        " away, and so on. Of several definitions the first is taken.",
        example="--around=parse",
        metavar="SYM",
        wants="a definition",
        role="verb",
        json=True,
        reads=("around-depth", "around-fanout", "max-tokens", "order", "metrics"),
    ),
    Flag(
        "around-depth",
        "int",
        "navigate",
        "go N calls far (default 2)",
        "How many calls --around goes.",
        example="--around=parse --around-depth=1",
        metavar="N",
        read_by="some",
        requires=("around",),
    ),
    Flag(
        "around-fanout",
        "int",
        "navigate",
        "follow the N heaviest calls (default 32)",
        "How many neighbours of each definition --around follows, those with the heaviest calls first; the answer says"
        " how many definitions have more.",
        example="--around=parse --around-fanout=8",
        metavar="N",
        read_by="some",
        requires=("around",),
    ),
    Flag(
        "graph-query",
        "text",
        "navigate",
        "definitions that an expression selects",
        'Print the definitions that EXPR means, the most important first: all, name("X"), kind(expr,K), cx(expr,N) and'
        ' fanin(expr,N) (at least N), file(expr,"regular expression"), callers(expr[,depth]), callees(expr[,depth]),'
        " and(a,b), or(a,b), not(a,b). K is one of fn, method, cls, struct, iface, var, sec. --top-k (200) or --limit"
        " say how many rows.",
        example="--graph-query='cx(kind(all,fn),10)'",
        metavar="EXPR",
        wants="an expression",
        role="verb",
        json=True,
        pages=True,
        reads=("top-k",),
    ),
    Flag(
        "similar",
        "text",
        "navigate",
        "definitions that are used alike",
        "List the definitions that share callers with SYM (cocited) or callees (coupled), as cosines between 0 and 1,"
        " the highest sum first: 20 rows, unless --limit says more. Of several definitions the first is taken.",
        example="--similar=parse",
        metavar="SYM",
        wants="a definition",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "affected",
        "text",
        "navigate",
        "the tests that reach a change",
        "List the test files from which changed files or definitions are reached over calls. Each item is a part of a"
        " path, where one has it, else a definition.",
        example="--affected=src/parse.py,main",
        metavar="F1,F2|SYM",
        wants="files or definitions",
        role="verb",
        json=True,
    ),
    Flag(
        "exercises",
        "text",
        "navigate",
        "what a test file reaches",
        "List the definitions outside of test code that the tests of a file reach over calls, the most important first:"
        " 40 rows, unless --limit says more. A part of a path will do.",
        example="--exercises=tests/test_parse.py",
        metavar="TESTFILE",
        wants="a test file",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "dead-code",
        "optional-text",
        "navigate",
        "functions that nothing can be using",
        "List functions that only their own file (C and its relatives: static) or package (Go: unexported) can name,"
        " that have no caller and whose name is written nowhere else there. DIR limits the rows to files below folders"
        " of that name, ./DIR to the one at the root.",
        example="--dead-code=src",
        metavar="DIR",
        wants="a folder",
        empty_is_bare=True,
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "communities",
        "switch",
        "navigate",
        "groups that call one another most",
        "List the communities of the call graph, definitions that call one another more than they call others, the"
        " largest first with their most called members, and the calls between them: 30 rows, unless --limit says more.",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "community",
        "int",
        "navigate",
        "the members of one community",
        "List the members of the community with the number ID in --communities, and the communities that its calls lead"
        " to or come from: 40 rows, unless --limit says more.",
        example="--community=0",
        metavar="ID",
        low=0,
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "zoom",
        "optional-text",
        "navigate",
        "modules of modules of communities",
        "Print the coarsest modules that the communities of the call graph form and what they fall into, DEPTH levels"
        " of them (1 to 8, by itself 2): 20 modules, unless --limit says more. Beside --mermaid it is a flowchart.",
        example="--zoom=3",
        metavar="DEPTH",
        wants="a number of levels, 1..8",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "seams",
        "switch",
        "navigate",
        "calls between directories that no test reaches",
        "List the pairs of directories with calls from one into the other whose caller no test reaches, most such calls"
        " first: 20 rows, unless --limit says more.",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "grep",
        "text",
        "navigate",
        "where a text stands, and in which definition",
        "List every place in the files of the map where STR stands just so, capitals included, with its line and the"
        " definition around it: source first, then tests, benchmarks and fixtures, then documents; 100 rows, unless"
        " --limit says more.",
        example="--grep='retry('",
        metavar="STR",
        wants="a text to look for",
        role="verb",
        json=True,
        pages=True,
        reads=("grep-context", "grep-before", "grep-after", "no-prefilter"),
    ),
    Flag(
        "regex",
        "text",
        "navigate",
        "the same for a regular expression",
        "List every place that PAT matches, as --grep does. Expressions are those of ripwire search; a match lies in"
        " one line, and an empty one counts where it is the first of its line.",
        example="--regex='retr(y|ies)\\b'",
        metavar="PAT",
        wants="a regular expression",
        role="verb",
        json=True,
        pages=True,
        reads=("grep-context", "grep-before", "grep-after", "no-prefilter"),
    ),
    Flag(
        "grep-context",
        "int",
        "navigate",
        "show N lines around each hit",
        "Show N lines before and after each row of --grep or --regex.",
        example="--grep=retry --grep-context=2",
        metavar="N",
        low=0,
        high=GREP_MAX_CONTEXT,
        read_by="some",
        requires=("grep", "regex"),
    ),
    Flag(
        "grep-before",
        "int",
        "navigate",
        "show N lines before each hit",
        "Show N lines before each row of --grep or --regex, whatever --grep-context says.",
        example="--grep=retry --grep-before=2",
        metavar="N",
        low=0,
        high=GREP_MAX_CONTEXT,
        read_by="some",
        requires=("grep", "regex"),
    ),
    Flag(
        "grep-after",
        "int",
        "navigate",
        "show N lines after each hit",
        "Show N lines after each row of --grep or --regex, whatever --grep-context says.",
        example="--grep=retry --grep-after=2",
        metavar="N",
        low=0,
        high=GREP_MAX_CONTEXT,
        read_by="some",
        requires=("grep", "regex"),
    ),
    Flag(
        "no-prefilter",
        "switch",
        "navigate",
        "search each line with the whole expression",
        "Do not look first for texts that every match of --regex holds. The answer is the same, later; it is there to"
        " check just that.",
        example="--regex='foo|bar' --no-prefilter",
        read_by="some",
        requires=("grep", "regex"),
    ),
    Flag(
        "match",
        "text",
        "navigate",
        "places that a tree-sitter query matches",
        "List the places in syntax trees that QUERY matches, in every language here whose grammar takes it: 100 rows,"
        " unless --limit says more. A row covers what is captured, but for captures with names that begin with _; a"
        " single pattern may do without. Predicates: #eq? #match? #any-of?, these with not- or (but for the last) any-"
        " before them. Regular expressions are Python's, without look-around and back references.",
        example="--match='(call function: (identifier) @f (#eq? @f \"open\"))'",
        metavar="QUERY",
        wants="a tree-sitter query",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "clones",
        "switch",
        "navigate",
        "functions that are written twice",
        "List groups of functions whose bodies are equal but for names, numbers and texts (type 2), and groups that are"
        " nearly so (type 3), the longest first: bodies of 40 tokens and more, 40 groups of each type unless --limit"
        " says otherwise.",
        role="verb",
        json=True,
        pages=True,
    ),
    Flag(
        "limit",
        "int",
        "navigate",
        "print N rows of a listing",
        "Print N rows of a listing, and say how many there are and where the next page begins.",
        example="--callers=parse --limit=20",
        metavar="N",
        read_by="paging",
    ),
    Flag(
        "offset",
        "int",
        "navigate",
        "begin a listing at row N",
        "Leave out the first N rows of a listing.",
        example="--callers=parse --offset=20",
        metavar="N",
        low=0,
        read_by="paging",
    ),
    Flag(
        "exclude",
        "repeat-text",
        "crawl",
        "skip paths that contain SUBSTR (repeatable)",
        "Skip every file and directory whose path below the root contains SUBSTR as plain text. May be given many"
        " times.",
        example="--exclude=vendor/",
        metavar="SUBSTR",
        wants="a part of a path",
        screen=True,
    ),
    Flag(
        "ignore-tests",
        "switch",
        "crawl",
        "leave out the definitions in test files",
        "Leave out the definitions in test files and the references that they make. The files are still read and"
        " counted.",
        screen=True,
    ),
    Flag(
        "no-ignore",
        "switch",
        "crawl",
        "read files that git ignores, too",
        "Read files that git ignores, too. Build folders, caches and package folders on the fixed list of skipped names"
        " stay out.",
    ),
    Flag(
        "max-file-size",
        "size",
        "crawl",
        "skip files larger than N bytes (default 4M)",
        "Skip files that are larger than N bytes (default 4M) and count them in the header; --skipped lists them. K, M"
        " and G are powers of 1024. JSON and YAML have lower limits of their own.",
        example="--max-file-size=16M",
        metavar="N[K|M|G]",
        default=DEFAULT_MAX_FILE_SIZE,
    ),
    Flag(
        "tree",
        "switch",
        "list",
        "files, each with its best definitions",
        "List the files that own definitions, the best first, with up to three definitions each, and count the files"
        " that own none.",
        role="verb",
        json=True,
        pages=True,
        screen=True,
    ),
    Flag(
        "skipped",
        "switch",
        "list",
        "what was found and left out, and why",
        "List what was found and left out with its reason: too large, nested too deep, binary, minified, generated,"
        " unreadable, a link and so on. Ignored, excluded and denied folders are counted, not listed.",
        role="verb",
        json=True,
        screen=True,
    ),
    Flag(
        "explain",
        "text",
        "list",
        "why a call goes where it goes",
        "For each call of NAME in the function CALLER (path::scope::name, file:name or a name): the evidence that"
        " decided, what the receiver was found to be, and every definition of that name with what left it out.",
        example="--explain=main,parse",
        metavar="CALLER,NAME",
        wants="a caller and the name that it calls",
        role="verb",
        json=True,
    ),
    Flag(
        "export",
        "format",
        "export",
        "the call graph, to stdout or FILE",
        "Write the whole call graph in a machine-readable form to stdout, or to FILE when one is named. edges.tsv: a"
        " line for each pair of caller and callee. dot, graphml, graph.json: definitions and edges for Graphviz, for"
        " graph editors, and as node-link JSON, which networkx reads. scip: a SCIP index of the definitions and of the"
        " calls that were resolved, for editors and code search; binary.",
        example="--export=edges.tsv:calls.tsv",
        metavar="FORMAT[:FILE]",
        role="verb",
        choices=("edges.tsv", "dot", "graphml", "graph.json", "scip"),
        screen=True,
    ),
    Flag(
        "mermaid",
        "switch",
        "export",
        "a flowchart of the directories' calls",
        "Draw the 30 directories with most definitions and the calls between them, from 3 on, as a flowchart in"
        " Mermaid's language, which code hosts and editors display. Beside --zoom: of modules of modules.",
        role="verb",
        shapes=("zoom",),
    ),
    Flag(
        "refetch",
        "switch",
        "run",
        "clone the URLs that are roots once more",
        "A root may be the URL of a git repository (https://, http://, ssh:// or git@): its last commit is cloned into"
        " the cache folder, and that clone is used from then on. This flag clones it anew.",
    ),
    Flag(
        "threads",
        "int",
        "run",
        "use N threads (default: all cores)",
        "Use N threads; all cores that this process may use when the flag is absent. Never changes a byte of the"
        " output.",
        example="--threads=2",
        metavar="N",
        high=256,
    ),
    Flag(
        "scip",
        "text",
        "run",
        "let a SCIP index decide the calls it covers",
        "Read a SCIP index of the tree, as a language's indexer writes it. A call that it covers goes where the index"
        " says, with full weight and marked prov=scip, and is never counted as ambiguous; all others are resolved as"
        " without it. An index that cannot be read or is of other files is told on stderr, and the run goes on.",
        example="--scip=index.scip",
        metavar="FILE",
        wants="a file",
        screen=True,
    ),
    Flag(
        "no-cache",
        "switch",
        "run",
        "neither use nor keep what earlier runs found",
        "Read and parse every file again, and keep nothing. Without it the facts of each file and the graph of the tree"
        " are kept in the user's cache folder (RIPWIRE_CACHE_DIR names another one), and a file is read again only when"
        " it has changed. Never changes a byte of the output.",
        conflicts=("cache",),
    ),
    Flag(
        "cache",
        "text",
        "run",
        "keep the facts of the files in FILE",
        "Keep the facts of the files in FILE instead of in the user's cache folder, and take them from there: a file"
        " that --index-out wrote, perhaps on another machine, is such a FILE. What is not of the same content is parsed"
        " again; a FILE that is damaged or of another version is told or passed over, and written anew.",
        example="--cache=index.ripwirecache",
        metavar="FILE",
        wants="a file",
        conflicts=("no-cache",),
    ),
    Flag(
        "html",
        "optional-text",
        "export",
        "a page to look around in, to stdout or FILE",
        "Write one self-contained page, to stdout or to FILE: modules, in them files, in them the most important"
        " definitions (up to 5000). It finds definitions by name, shows callers and callees of what is clicked, and"
        " needs no network.",
        example="--html=tree.html",
        metavar="FILE",
        wants="a file",
        role="verb",
        empty_is_bare=True,
    ),
    Flag(
        "index-out",
        "text",
        "export",
        "write the facts of all files for --cache",
        "Parse every file and write what it gives to BASE.ripwirecache, for --cache=BASE.ripwirecache here or in"
        " another checkout of the same tree. Prints nothing.",
        example="--index-out=index",
        metavar="BASE",
        wants="the name of a file, without its ending",
        role="verb",
        conflicts=("cache",),
    ),
    Flag(
        "help",
        "switch",
        "about",
        "one screen of flags; --help describes them all",
        "Print every flag with its full description. -h prints the most used ones on one screen.",
        role="standalone",
        letter="h",
        screen=True,
    ),
    Flag(
        "version",
        "switch",
        "about",
        "the version and what it was built with",
        "Print the version and what it was built with.",
        role="standalone",
        letter="v",
    ),
    Flag(
        "schema",
        "switch",
        "about",
        "every flag as JSON",
        "Print a JSON description of every flag: kind, range, choices, companions, example.",
        role="standalone",
    ),
    Flag(
        "completions",
        "choice",
        "about",
        "completion script for a shell",
        "Print the completion script for a shell. For bash and zsh, evaluate it or save it where the shell looks for"
        " completions; for fish, pipe it to source.",
        example="--completions=bash",
        metavar="SHELL",
        role="standalone",
        choices=("bash", "zsh", "fish"),
    ),
)

TABLE = Table(FLAGS, MAP)
