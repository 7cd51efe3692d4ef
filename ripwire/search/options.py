"""THE table of `ripwire search`: one `Flag` row feeds the parser, help, man page, completions and the schema.

Purpose: ripgrep 15's command line as data, with what a flag does to the others in its row (`sets`, `unsets`), so that
"the last one wins" is the order of assignments and no code. Invariant: every spelling that ripgrep takes has a row;
what is not served says so in its row and refuses. Cost: built at import, a fraction of a millisecond, no import.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Value = bool | int | str | bytes | tuple[str, bool] | None
    Sets = tuple[tuple[str, Value], ...]

KINDS = (
    "switch", "mark", "level", "number", "size", "text", "path", "separator", "byte", "choice", "encoding", "color",
    "link", "optional-number",
)  # fmt: skip
"""What a flag's value is, and what it leaves in the values of a run:

    switch           no value; assigns `sets`, its negation `unsets`
    mark             no value; appends `tag` to `dest`
    level            no value; counts, at most 3
    number, size     a number below 2**64, of a size with K, M or G (powers of 1024) behind it
    text             UTF-8 as bytes, may be empty
    path             any bytes
    separator        UTF-8 with escapes (\\t, \\n, \\r, \\0, \\\\, \\xHH), as the bytes that they mean
    byte             the same, one byte or none
    choice           one of `choices`
    encoding         a label of the WHATWG's list: the name of the encoding
    color            PART:ATTRIBUTE:VALUE, taken apart
    link             a format or a name of one, as the format
    optional-number  as number, joined by '=', or nothing
"""

FAMILIES = (
    ("pattern", "What is searched for"),
    ("match", "What counts as a match"),
    ("files", "Which files are searched"),
    ("answer", "What is printed"),
    ("form", "How lines look"),
    ("run", "How the run is done"),
    ("about", "About the program"),
    ("refused", "Flags of ripgrep that are refused"),
)
"""Key and --help heading of each family, in the order of --help."""

FOUND = 0
NOTHING = 1
FAILED = 2

EXIT_CODES = (
    (FOUND, "something was found (with -q even if a file could not be read)"),
    (NOTHING, "nothing was found, and nothing went wrong"),
    (FAILED, "a wrong flag, value or pattern, or a file that could not be read, whatever else was found"),
)

NUMBER_MAX = 2**64 - 1
LEVEL_MAX = 3
RANK_ROWS = 20  # of --rank without a number, or with 0

GENERA = ("code", "docs", "data")

# Escape sequences name these eight colours; other values are numbers.
COLORS = ("black", "blue", "green", "red", "cyan", "magenta", "yellow", "white")
COLOR_PARTS = ("path", "line", "column", "match", "highlight")
COLOR_STYLES = (
    "nobold", "bold", "nointense", "intense", "nounderline", "underline", "noitalic", "italic",
)  # fmt: skip

LINKS = (
    ("default", "file://{host}{path}"),
    ("none", ""),
    ("cursor", "cursor://file{path}:{line}:{column}"),
    ("file", "file://{host}{path}"),
    ("grep+", "grep+://{path}:{line}"),
    ("kitty", "file://{host}{path}#{line}"),
    ("macvim", "mvim://open?url=file://{path}&line={line}&column={column}"),
    ("textmate", "txmt://open?url=file://{path}&line={line}&column={column}"),
    ("vscode", "vscode://file{path}:{line}:{column}"),
    ("vscode-insiders", "vscode-insiders://file{path}:{line}:{column}"),
    ("vscodium", "vscodium://file{path}:{line}:{column}"),
)
LINK_VARIABLES = ("path", "host", "line", "column", "wslprefix")

# The WHATWG's encodings with their labels, https://encoding.spec.whatwg.org/#names-and-labels. The one that only
# replaces what it reads has no place here.
ENCODINGS = (
    ("utf-8", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"),
    ("ibm866", "866 cp866 csibm866 ibm866"),
    (
        "iso-8859-2",
        "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    ),
    (
        "iso-8859-3",
        "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    ),
    (
        "iso-8859-4",
        "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    ),
    (
        "iso-8859-5",
        "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    ),
    (
        "iso-8859-6",
        "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i"
        " iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    ),
    (
        "iso-8859-7",
        "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7"
        " iso_8859-7:1987 sun_eu_greek",
    ),
    (
        "iso-8859-8",
        "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8"
        " iso_8859-8:1988 visual",
    ),
    ("iso-8859-8-i", "csiso88598i iso-8859-8-i logical"),
    ("iso-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("iso-8859-13", "iso-8859-13 iso8859-13 iso885913"),
    ("iso-8859-14", "iso-8859-14 iso8859-14 iso885914"),
    ("iso-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    ("iso-8859-16", "iso-8859-16"),
    ("koi8-r", "cskoi8r koi koi8 koi8-r koi8_r"),
    ("koi8-u", "koi8-ru koi8-u"),
    ("macintosh", "csmacintosh mac macintosh x-mac-roman"),
    ("windows-874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    ("windows-1250", "cp1250 windows-1250 x-cp1250"),
    ("windows-1251", "cp1251 windows-1251 x-cp1251"),
    (
        "windows-1252",
        "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1"
        " iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
    ),
    ("windows-1253", "cp1253 windows-1253 x-cp1253"),
    (
        "windows-1254",
        "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254"
        " x-cp1254",
    ),
    ("windows-1255", "cp1255 windows-1255 x-cp1255"),
    ("windows-1256", "cp1256 windows-1256 x-cp1256"),
    ("windows-1257", "cp1257 windows-1257 x-cp1257"),
    ("windows-1258", "cp1258 windows-1258 x-cp1258"),
    ("x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian"),
    ("gbk", "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
    ("gb18030", "gb18030"),
    ("big5", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    ("euc-jp", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    ("iso-2022-jp", "csiso2022jp iso-2022-jp"),
    ("shift_jis", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
    (
        "euc-kr",
        "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    ),
    ("utf-16be", "unicodefffe utf-16be"),
    ("utf-16le", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
    ("x-user-defined", "x-user-defined"),
)


class Flag:
    """One row. Names are written without dashes."""

    __slots__ = (
        "name", "kind", "family", "short", "long", "letter", "metavar", "dest", "sets", "unsets", "off", "aliases",
        "choices", "many", "tag", "screen", "example", "refusal", "beside_rank",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: str,
        family: str,
        short: str,
        long: str,
        *,
        letter: str = "",
        metavar: str = "",
        dest: str = "",
        sets: Sets | None = None,
        unsets: Sets | None = None,
        off: str = "",
        aliases: tuple[str, ...] = (),
        choices: tuple[str, ...] = (),
        many: bool = False,
        tag: str = "",
        screen: bool = False,
        example: str = "",
        refusal: str = "",
        beside_rank: bool = True,
    ) -> None:
        self.name = name
        self.kind = kind
        self.family = family
        self.short = short
        """One line of -h and of completions, no full stop."""
        self.long = long
        """The paragraph of --help and of the man page."""
        self.letter = letter
        self.metavar = metavar
        self.dest = dest or name.replace("-", "_")
        """The value that the flag is about; of a switch it is True unless `sets` says otherwise."""
        plain = kind == "switch"
        self.sets: Sets = ((self.dest, True),) if sets is None and plain else sets or ()
        """What is assigned when it is given (beside its value)."""
        self.unsets: Sets = ((self.dest, False),) if unsets is None and plain else unsets or ()
        """What its negation assigns."""
        self.off = off
        """The name of its negation."""
        self.aliases = aliases
        self.choices = choices
        self.many = many
        """Values add up, in the order given."""
        self.tag = tag
        """Says in a list that several flags fill which of them it was."""
        self.screen = screen
        """Shown by -h."""
        self.example = example or "--" + name
        """Arguments with this flag in them."""
        self.refusal = refusal
        """Not served: why, and what to do instead."""
        self.beside_rank = beside_rank
        """May stand beside --rank, whose rows have a form of their own."""

    @property
    def takes_value(self) -> bool:
        return self.kind not in ("switch", "mark", "level")

    @property
    def optional(self) -> bool:
        return self.kind == "optional-number"

    @property
    def repeats(self) -> bool:
        return self.many or self.kind in ("mark", "level")

    @property
    def hidden(self) -> bool:
        return False

    @property
    def spelling(self) -> str:
        """`--max-count=N`, `--rank[=N]`, `--hidden`: as help and refusals write it."""
        if self.optional:
            return f"--{self.name}[={self.metavar}]"
        return f"--{self.name}={self.metavar}" if self.takes_value else "--" + self.name

    def __repr__(self) -> str:
        return f"<Flag {self.spelling}>"


class Table:
    """Rows with their look-ups."""

    __slots__ = ("flags", "families", "longs", "letters")

    def __init__(self, flags: Iterable[Flag], families: tuple[tuple[str, str], ...] = FAMILIES) -> None:
        self.flags = tuple(flags)
        self.families = families
        # name -> the row, and whether the name is no negation
        self.longs: dict[str, tuple[Flag, bool]] = {}
        self.letters: dict[str, Flag] = {}
        for flag in self.flags:
            self.longs[flag.name] = (flag, True)
            if flag.off:
                self.longs[flag.off] = (flag, False)
            for name in flag.aliases:
                self.longs[name] = (flag, True)
            if flag.letter:
                self.letters[flag.letter] = flag

    def family(self, key: str) -> list[Flag]:
        """The rows of a family, in table order."""
        return [flag for flag in self.flags if flag.family == key]

    def suggestions(self) -> list[bytes]:
        """Names that did-you-mean may offer: none that would refuse."""
        return [name.encode() for name, (flag, _) in self.longs.items() if not flag.refusal]


FLAGS = (
    # -- what is searched for ---------------------------------------------------------------------------------------
    Flag(
        "regexp",
        "text",
        "pattern",
        "search for PATTERN, also beside others",
        "Search for PATTERN. May be given many times: a line that matches any of them is found. Every argument that is"
        " no flag is a path then. The way to write a pattern that begins with a dash.",
        letter="e",
        metavar="PATTERN",
        dest="sources",
        many=True,
        tag="pattern",
        screen=True,
        example="-e TODO --regexp=FIXME",
    ),
    Flag(
        "file",
        "path",
        "pattern",
        "search for each line of FILE",
        "Search for the patterns in FILE, one a line; - is the standard input. An empty line is a pattern that is found"
        " everywhere, an empty file holds no pattern and nothing is found. Goes together with -e; every argument that"
        " is no flag is a path then.",
        letter="f",
        metavar="FILE",
        dest="sources",
        many=True,
        tag="file",
        example="--file=words.txt",
    ),
    Flag(
        "fixed-strings",
        "switch",
        "pattern",
        "patterns are plain text",
        "Patterns are plain text: no character has a meaning of its own. Holds beside -P too.",
        letter="F",
        dest="fixed",
        off="no-fixed-strings",
        screen=True,
    ),
    Flag(
        "pcre2",
        "switch",
        "pattern",
        "patterns are Perl's: look-around and more",
        "Read patterns as PCRE2 does: look-around, back references, recursion. Each line is searched for itself, unless"
        " -U is given. --engine and --auto-hybrid-regex say the same thing; the last of them counts.",
        letter="P",
        dest="engine",
        sets=(("engine", "pcre2"),),
        unsets=(("engine", "default"),),
        off="no-pcre2",
        screen=True,
    ),
    Flag(
        "engine",
        "choice",
        "pattern",
        "default, pcre2, or auto: whichever can",
        "How patterns are read: default is ripgrep's own dialect, pcre2 is -P, auto takes the first of the two that can"
        " read the patterns.",
        metavar="NAME",
        choices=("default", "pcre2", "auto"),
        example="--engine=pcre2",
    ),
    Flag(
        "auto-hybrid-regex",
        "switch",
        "pattern",
        "an old spelling of --engine=auto",
        "An old spelling of --engine=auto; its negation is --engine=default.",
        dest="engine",
        sets=(("engine", "auto"),),
        unsets=(("engine", "default"),),
        off="no-auto-hybrid-regex",
    ),
    Flag(
        "no-unicode",
        "switch",
        "pattern",
        "classes and case know ASCII only",
        "Classes, word borders and the folding of case know ASCII only, and a dot is one byte.",
        dest="unicode",
        sets=(("unicode", False),),
        unsets=(("unicode", True),),
        off="unicode",
    ),
    Flag(
        "no-pcre2-unicode",
        "switch",
        "pattern",
        "an old spelling of --no-unicode",
        "An old spelling of --no-unicode.",
        dest="unicode",
        sets=(("unicode", False),),
        unsets=(("unicode", True),),
        off="pcre2-unicode",
    ),
    Flag(
        "regex-size-limit",
        "size",
        "pattern",
        "accepted; patterns have limits of their own here",
        "Accepted so that a command line of ripgrep works, and checked to be a size. It bounds a machine that does not"
        " exist here, so it changes nothing: a pattern that is too large for ripwire is refused with its reason.",
        metavar="N[K|M|G]",
        example="--regex-size-limit=10M",
    ),
    Flag(
        "dfa-size-limit",
        "size",
        "pattern",
        "accepted; there is no such automaton here",
        "Accepted so that a command line of ripgrep works, and checked to be a size. There is no automaton that it"
        " could bound, so it changes nothing.",
        metavar="N[K|M|G]",
        example="--dfa-size-limit=10M",
    ),
    # -- what counts as a match -------------------------------------------------------------------------------------
    Flag(
        "ignore-case",
        "switch",
        "match",
        "upper and lower case are the same",
        "Upper and lower case are the same, by Unicode's simple folding. Of -i, -s and -S the last counts.",
        letter="i",
        dest="case",
        sets=(("case", "ignore"),),
        screen=True,
    ),
    Flag(
        "case-sensitive",
        "switch",
        "match",
        "upper and lower case differ (default)",
        "Upper and lower case differ, which they do by themselves; for undoing -i and -S.",
        letter="s",
        dest="case",
        sets=(("case", "sensitive"),),
    ),
    Flag(
        "smart-case",
        "switch",
        "match",
        "case counts only if a pattern has capitals",
        "As -i, unless a literal character of a pattern is a capital. A pattern without literal characters is taken as"
        " it stands.",
        letter="S",
        dest="case",
        sets=(("case", "smart"),),
        screen=True,
    ),
    Flag(
        "word-regexp",
        "switch",
        "match",
        "only matches that are whole words",
        "Only matches with no word character right before and right behind them. Of -w and -x the last counts.",
        letter="w",
        dest="word",
        sets=(("word", True), ("line", False)),
        screen=True,
    ),
    Flag(
        "line-regexp",
        "switch",
        "match",
        "only matches that are whole lines",
        "Only matches that take up their whole line.",
        letter="x",
        dest="line",
        sets=(("line", True), ("word", False)),
    ),
    Flag(
        "invert-match",
        "switch",
        "match",
        "lines that do not match",
        "Find the lines that do not match.",
        letter="v",
        dest="invert",
        off="no-invert-match",
        screen=True,
        beside_rank=False,
    ),
    Flag(
        "max-count",
        "number",
        "match",
        "at most N lines of each file",
        "Leave each file after N lines that were found. Matches in the lines that -A prints behind the last one still"
        " show as such. With 0 nothing is searched.",
        letter="m",
        metavar="N",
        screen=True,
        example="--max-count=3",
    ),
    Flag(
        "multiline",
        "switch",
        "match",
        "a match may go over several lines",
        "A match may go over several lines: \\n in a pattern is allowed, and classes hold it. A dot still stops at the"
        " end of a line, unless --multiline-dotall or (?s) lets it.",
        letter="U",
        sets=(("multiline", True), ("stop_on_nonmatch", False)),
        off="no-multiline",
    ),
    Flag(
        "multiline-dotall",
        "switch",
        "match",
        "with -U, a dot is any character",
        "With -U, a dot matches the end of a line too.",
        dest="dotall",
        off="no-multiline-dotall",
    ),
    Flag(
        "stop-on-nonmatch",
        "switch",
        "match",
        "leave a file at the end of its first run of matches",
        "Leave a file at its first line that does not match behind one that did: saves time where lines are sorted. Of"
        " this and -U the last counts.",
        sets=(("stop_on_nonmatch", True), ("multiline", False)),
    ),
    Flag(
        "crlf",
        "switch",
        "match",
        "lines may end in CR LF",
        "The end of a line may be CR LF, and $ stands before both. Of this and --null-data the last counts.",
        sets=(("crlf", True), ("null_data", False)),
        off="no-crlf",
    ),
    Flag(
        "null-data",
        "switch",
        "match",
        "NUL ends lines, not \\n",
        "Lines end with a NUL byte instead of \\n, in what is read and in what is printed.",
        sets=(("null_data", True), ("crlf", False)),
    ),
    Flag(
        "text",
        "switch",
        "match",
        "binary files are text as well",
        "Search files with NUL bytes like any other. Without it such a file is left at its first NUL byte. Of -a and"
        " --binary the last counts.",
        letter="a",
        dest="binary",
        sets=(("binary", "text"),),
        unsets=(("binary", "auto"),),
        off="no-text",
    ),
    Flag(
        "binary",
        "switch",
        "match",
        "search binary files until something is found",
        "Search files with NUL bytes to their first match, and say that there is one instead of printing it. Files"
        " that are named are always searched so.",
        sets=(("binary", "search"),),
        unsets=(("binary", "auto"),),
        off="no-binary",
    ),
    Flag(
        "encoding",
        "encoding",
        "match",
        "the encoding of all files",
        "The encoding of all files, by one of the names that web pages use for it (latin1, utf-16le, shift_jis). auto"
        " (the default) follows byte order marks, none takes the bytes as they are, with their marks.",
        letter="E",
        metavar="NAME",
        unsets=(("encoding", "auto"),),
        off="no-encoding",
        example="--encoding=latin1",
    ),
    Flag(
        "search-zip",
        "switch",
        "match",
        "look into compressed files",
        "Search what compressed files hold: gzip, bzip2, xz and LZMA, by their endings. Those of LZ4, Brotli, Zstandard"
        " and compress are told and not searched; archives are not taken apart.",
        letter="z",
        off="no-search-zip",
    ),
    # -- which files are searched -----------------------------------------------------------------------------------
    Flag(
        "glob",
        "text",
        "files",
        "only paths like GLOB; !GLOB: none of them",
        "Search only paths that GLOB matches; with ! before it, none of those. Without a slash in it GLOB is about"
        " names at any depth, else about whole paths. Stronger than all ignore files; where several match, the last"
        " counts.",
        letter="g",
        metavar="GLOB",
        dest="globs",
        many=True,
        screen=True,
        example="--glob='*.py'",
    ),
    Flag(
        "iglob",
        "text",
        "files",
        "as -g, upper and lower case are the same",
        "As --glob, where upper and lower case are the same. All of them come behind those of --glob.",
        metavar="GLOB",
        dest="iglobs",
        many=True,
        example="--iglob='readme*'",
    ),
    Flag(
        "glob-case-insensitive",
        "switch",
        "files",
        "each -g is an --iglob",
        "Upper and lower case are the same in each --glob.",
        off="no-glob-case-insensitive",
    ),
    Flag(
        "type",
        "text",
        "files",
        "only files of TYPE (--type-list names them)",
        "Search only files of TYPE; several add up. all stands for every type that there is, code, docs and data for"
        " the parts that --code, --docs and --data mean. --type-list prints the types.",
        letter="t",
        metavar="TYPE",
        dest="types",
        many=True,
        tag="select",
        screen=True,
        example="--type=py",
    ),
    Flag(
        "type-not",
        "text",
        "files",
        "no files of TYPE",
        "Search no files of TYPE. Where it and --type are about the same file, the last counts.",
        letter="T",
        metavar="TYPE",
        dest="types",
        many=True,
        tag="negate",
        example="--type-not=json",
    ),
    Flag(
        "type-add",
        "text",
        "files",
        "add a glob to a type: NAME:GLOB",
        "Let files that GLOB matches belong to the type NAME too, which is made if there is none. NAME:include:OTHER,"
        "ANOTHER takes over what belongs to other types. Holds for this run.",
        metavar="NAME:GLOB",
        dest="types",
        many=True,
        tag="add",
        example="--type-add='web:*.{html,css}'",
    ),
    Flag(
        "type-clear",
        "text",
        "files",
        "forget the globs of a type",
        "Forget which files belong to TYPE. What --type-add says behind it counts again.",
        metavar="TYPE",
        dest="types",
        many=True,
        tag="clear",
        example="--type-clear=py",
    ),
    Flag(
        "code",
        "mark",
        "files",
        "only code",
        "Search only code: every file that is neither documentation nor data, told by its path alone. Of --code, --docs"
        " and --data several add up.",
        dest="genera",
        tag="code",
        screen=True,
    ),
    Flag(
        "docs",
        "mark",
        "files",
        "only documentation",
        "Search only documentation: files of such types, and what lies in folders or has names that say so.",
        dest="genera",
        tag="docs",
    ),
    Flag(
        "data",
        "mark",
        "files",
        "only data and configuration",
        "Search only data: configuration, lock files, tables, pictures that are text, archives.",
        dest="genera",
        tag="data",
    ),
    Flag("no-code", "mark", "files", "no code", "Search no code.", dest="genera_not", tag="code"),
    Flag("no-docs", "mark", "files", "no documentation", "Search no documentation.", dest="genera_not", tag="docs"),
    Flag("no-data", "mark", "files", "no data and configuration", "Search no data.", dest="genera_not", tag="data"),
    Flag(
        "hidden",
        "switch",
        "files",
        "also what begins with a dot",
        "Search files and folders whose names begin with a dot, too. Those that are named as a path always are.",
        letter=".",
        off="no-hidden",
        screen=True,
    ),
    Flag(
        "unrestricted",
        "level",
        "files",
        "no ignore files; -uu also hidden, -uuu binary",
        "Once: --no-ignore. Twice: --hidden as well. Three times: --binary as well. There is no fourth.",
        letter="u",
        screen=True,
        example="-uu",
    ),
    Flag(
        "no-ignore",
        "switch",
        "files",
        "ignore files don't count",
        "Take no notice of ignore files: all of --no-ignore-dot, --no-ignore-exclude, --no-ignore-global,"
        " --no-ignore-parent and --no-ignore-vcs. Files that --ignore-file names still count.",
        dest="ignore_vcs",
        sets=(
            ("ignore_dot", False),
            ("ignore_exclude", False),
            ("ignore_global", False),
            ("ignore_parent", False),
            ("ignore_vcs", False),
        ),
        unsets=(
            ("ignore_dot", True),
            ("ignore_exclude", True),
            ("ignore_global", True),
            ("ignore_parent", True),
            ("ignore_vcs", True),
        ),
        off="ignore",
    ),
    Flag(
        "no-ignore-dot",
        "switch",
        "files",
        ".ignore and .rgignore don't count",
        "Take no notice of .ignore and .rgignore.",
        dest="ignore_dot",
        sets=(("ignore_dot", False),),
        unsets=(("ignore_dot", True),),
        off="ignore-dot",
    ),
    Flag(
        "no-ignore-exclude",
        "switch",
        "files",
        ".git/info/exclude doesn't count",
        "Take no notice of what a clone excludes for itself (.git/info/exclude).",
        dest="ignore_exclude",
        sets=(("ignore_exclude", False),),
        unsets=(("ignore_exclude", True),),
        off="ignore-exclude",
    ),
    Flag(
        "no-ignore-files",
        "switch",
        "files",
        "each --ignore-file doesn't count",
        "Take no notice of any --ignore-file, wherever it stands.",
        dest="use_ignore_files",
        sets=(("use_ignore_files", False),),
        unsets=(("use_ignore_files", True),),
        off="ignore-files",
    ),
    Flag(
        "no-ignore-global",
        "switch",
        "files",
        "git's global excludes don't count",
        "Take no notice of the file that git's core.excludesFile names.",
        dest="ignore_global",
        sets=(("ignore_global", False),),
        unsets=(("ignore_global", True),),
        off="ignore-global",
    ),
    Flag(
        "no-ignore-parent",
        "switch",
        "files",
        "ignore files above the paths don't count",
        "Take no notice of ignore files in the folders above those that are searched.",
        dest="ignore_parent",
        sets=(("ignore_parent", False),),
        unsets=(("ignore_parent", True),),
        off="ignore-parent",
    ),
    Flag(
        "no-ignore-vcs",
        "switch",
        "files",
        ".gitignore doesn't count",
        "Take no notice of .gitignore, here and above, and of what else git has beside it.",
        dest="ignore_vcs",
        sets=(("ignore_vcs", False),),
        unsets=(("ignore_vcs", True),),
        off="ignore-vcs",
    ),
    Flag(
        "no-require-git",
        "switch",
        "files",
        ".gitignore counts outside of repositories",
        "Follow .gitignore outside of git repositories too.",
        dest="require_git",
        sets=(("require_git", False),),
        unsets=(("require_git", True),),
        off="require-git",
    ),
    Flag(
        "ignore-file",
        "path",
        "files",
        "rules like those of .gitignore, from FILE",
        "Follow the rules in FILE, which are about paths below the current folder. They are the weakest; of several"
        " files the last is the stronger.",
        metavar="FILE",
        dest="ignore_files",
        many=True,
        example="--ignore-file=.searchignore",
    ),
    Flag(
        "ignore-file-case-insensitive",
        "switch",
        "files",
        "ignore files don't tell upper from lower case",
        "Upper and lower case are the same in ignore files.",
        dest="ignore_case_insensitive",
        off="no-ignore-file-case-insensitive",
    ),
    Flag(
        "max-depth",
        "number",
        "files",
        "at most N folders deep",
        "Go at most N folders deep: 1 is what lies in the folder that was named, 0 only files that were named.",
        letter="d",
        metavar="N",
        aliases=("maxdepth",),
        example="--max-depth=2",
    ),
    Flag(
        "max-filesize",
        "size",
        "files",
        "no files larger than N",
        "Leave out files that are larger than N bytes. K, M and G are powers of 1024.",
        metavar="N[K|M|G]",
        example="--max-filesize=1M",
    ),
    Flag(
        "follow",
        "switch",
        "files",
        "follow symbolic links",
        "Follow symbolic links. A link that leads back to where it came from, or nowhere, is told.",
        letter="L",
        off="no-follow",
    ),
    Flag(
        "one-file-system",
        "switch",
        "files",
        "stay on the file system of each path",
        "Stay on the file system on which the search of a path began.",
        off="no-one-file-system",
    ),
    # -- what is printed --------------------------------------------------------------------------------------------
    Flag(
        "files-with-matches",
        "switch",
        "answer",
        "paths of the files with matches",
        "Print the path of each file in which something is found, once. Of -l, -c, --count-matches,"
        " --files-without-match, --json, --files and --type-list the last counts.",
        letter="l",
        dest="mode",
        sets=(("mode", "files"),),
        screen=True,
        beside_rank=False,
    ),
    Flag(
        "files-without-match",
        "switch",
        "answer",
        "paths of the files without a match",
        "Print the path of each file in which nothing is found.",
        dest="mode",
        sets=(("mode", "files-without"),),
        beside_rank=False,
    ),
    Flag(
        "count",
        "switch",
        "answer",
        "how many lines of each file",
        "Print how many lines of each file are found; files without any are left out. Beside -o it is --count-matches.",
        letter="c",
        dest="mode",
        sets=(("mode", "count"),),
        screen=True,
        beside_rank=False,
    ),
    Flag(
        "count-matches",
        "switch",
        "answer",
        "how many matches in each file",
        "Print how many matches each file has; a line may hold several. Beside -v it is --count.",
        dest="mode",
        sets=(("mode", "count-matches"),),
        beside_rank=False,
    ),
    Flag(
        "include-zero",
        "switch",
        "answer",
        "with -c, also files that have none",
        "With -c or --count-matches, also print files that have none.",
        off="no-include-zero",
        beside_rank=False,
    ),
    Flag(
        "json",
        "switch",
        "answer",
        "a JSON object a line, as ripgrep's",
        "Print JSON, one object a line: begin, match, context and end of each file, a summary at the end. Text that is"
        " no UTF-8 is in base64. Flags about how lines look mean nothing then; --stats is always on.",
        dest="mode",
        sets=(("mode", "json"),),
        off="no-json",
        screen=True,
        beside_rank=False,
    ),
    Flag(
        "vimgrep",
        "switch",
        "answer",
        "each match on a line of its own, with its column",
        "Print each match on a line of its own as PATH:LINE:COLUMN:TEXT. A line with many matches is printed as many"
        " times.",
        beside_rank=False,
    ),
    Flag(
        "only-matching",
        "switch",
        "answer",
        "the matches instead of their lines",
        "Print the matches, each on a line of its own, instead of the lines that they are in.",
        letter="o",
        beside_rank=False,
    ),
    Flag(
        "replace",
        "text",
        "answer",
        "print TEXT in place of each match",
        "Print TEXT in place of each match; files stay as they are. $1 and $name, or ${1} and ${name}, are what groups"
        " matched, $$ is a dollar sign.",
        letter="r",
        metavar="TEXT",
        example="--replace='$1'",
        beside_rank=False,
    ),
    Flag(
        "passthru",
        "switch",
        "answer",
        "all lines, those that match marked",
        "Print all lines of a file, those that match as such. Of this and -A, -B, -C the last counts.",
        sets=(("passthru", True), ("after", None), ("before", None), ("around", None)),
        aliases=("passthrough",),
        beside_rank=False,
    ),
    Flag(
        "after-context",
        "number",
        "answer",
        "and N lines after each",
        "Print N lines after each line that is found. Stronger than -C, in whatever order they stand.",
        letter="A",
        metavar="N",
        dest="after",
        sets=(("passthru", False),),
        example="--after-context=2",
        beside_rank=False,
    ),
    Flag(
        "before-context",
        "number",
        "answer",
        "and N lines before each",
        "Print N lines before each line that is found. Stronger than -C, in whatever order they stand.",
        letter="B",
        metavar="N",
        dest="before",
        sets=(("passthru", False),),
        example="--before-context=2",
        beside_rank=False,
    ),
    Flag(
        "context",
        "number",
        "answer",
        "and N lines around each",
        "Print N lines before and after each line that is found.",
        letter="C",
        metavar="N",
        dest="around",
        sets=(("passthru", False),),
        screen=True,
        example="--context=2",
        beside_rank=False,
    ),
    Flag(
        "quiet",
        "switch",
        "answer",
        "nothing: the exit code says it",
        "Print nothing, and stop at the first match: the exit code is the answer.",
        letter="q",
    ),
    Flag(
        "rank",
        "optional-number",
        "answer",
        "the N best files, one line each (20)",
        "Print the N files (20, when no number is given) that are most likely meant, the best first, each with its best"
        " line: where a name is defined, then by how often it is used; what is generated comes last.",
        metavar="N",
        screen=True,
        example="--rank=5",
    ),
    Flag(
        "stats",
        "switch",
        "answer",
        "and sums over the whole search",
        "Print, behind the answer, how many lines and files matched and how much was searched. ripgrep's lines about"
        " time are left out: the same tree gives the same bytes.",
        off="no-stats",
        beside_rank=False,
    ),
    Flag(
        "files",
        "switch",
        "answer",
        "paths of the files that would be searched",
        "Print the path of each file that would be searched. No pattern is wanted.",
        dest="mode",
        sets=(("mode", "list-files"),),
        screen=True,
        beside_rank=False,
    ),
    Flag(
        "type-list",
        "switch",
        "answer",
        "the types of files, with their globs",
        "Print the types of files with their globs, as --type-add and --type-clear leave them.",
        dest="mode",
        sets=(("mode", "type-list"),),
        beside_rank=False,
    ),
    # -- how lines look ---------------------------------------------------------------------------------------------
    Flag(
        "line-number",
        "switch",
        "form",
        "with numbers of lines (default on a terminal)",
        "Print numbers of lines, which is the default on a terminal.",
        letter="n",
        sets=(("line_number", True),),
        beside_rank=False,
    ),
    Flag(
        "no-line-number",
        "switch",
        "form",
        "without numbers of lines",
        "Print no numbers of lines.",
        letter="N",
        dest="line_number",
        sets=(("line_number", False),),
        beside_rank=False,
    ),
    Flag(
        "column",
        "switch",
        "form",
        "with the column of the first match",
        "Print the column of the first match of a line, in bytes from 1 on; brings numbers of lines with it.",
        off="no-column",
        beside_rank=False,
    ),
    Flag(
        "byte-offset",
        "switch",
        "form",
        "with the offset of each line in its file",
        "Print how many bytes of the file stand before each line (with -o: before each match).",
        letter="b",
        off="no-byte-offset",
        beside_rank=False,
    ),
    Flag(
        "with-filename",
        "switch",
        "form",
        "with paths",
        "Print paths, also of a single file.",
        letter="H",
        sets=(("with_filename", True),),
        beside_rank=False,
    ),
    Flag(
        "no-filename",
        "switch",
        "form",
        "without paths",
        "Print no paths.",
        letter="I",
        dest="with_filename",
        sets=(("with_filename", False),),
        beside_rank=False,
    ),
    Flag(
        "heading",
        "switch",
        "form",
        "each path once, above its lines (terminal)",
        "Print each path once, above its lines, which is the default on a terminal; else each line begins with it.",
        off="no-heading",
        beside_rank=False,
    ),
    Flag(
        "pretty",
        "switch",
        "form",
        "as on a terminal: colours, headings, numbers",
        "The same as --color=always --heading --line-number.",
        letter="p",
        dest="color",
        sets=(("color", "always"), ("heading", True), ("line_number", True)),
        beside_rank=False,
    ),
    Flag(
        "null",
        "switch",
        "form",
        "NUL behind each path",
        "Print a NUL byte behind each path, for programs that read them.",
        letter="0",
        beside_rank=False,
    ),
    Flag(
        "trim",
        "switch",
        "form",
        "without the blanks that lines begin with",
        "Leave out the blanks that lines begin with.",
        off="no-trim",
        beside_rank=False,
    ),
    Flag(
        "max-columns",
        "number",
        "form",
        "no text of lines longer than N bytes",
        "Say of lines longer than N bytes only that they are. 0 prints lines of any length.",
        letter="M",
        metavar="N",
        example="--max-columns=200",
        beside_rank=False,
    ),
    Flag(
        "max-columns-preview",
        "switch",
        "form",
        "the beginning of lines that -M leaves out",
        "Print the first bytes of lines that --max-columns leaves out.",
        off="no-max-columns-preview",
        beside_rank=False,
    ),
    Flag(
        "color",
        "choice",
        "form",
        "auto, never, always or ansi",
        "When to print in colour. auto is on a terminal, unless NO_COLOR is set or TERM is dumb or not set; ansi is"
        " always.",
        metavar="WHEN",
        choices=("auto", "never", "always", "ansi"),
        example="--color=never",
    ),
    Flag(
        "colors",
        "color",
        "form",
        "PART:ATTRIBUTE:VALUE, a colour or style",
        "Set one attribute of one part: path, line, column, match or highlight (the rest of a line that matches). fg"
        " and bg take black, blue, green, red, cyan, magenta, yellow, white, a number below 256 or three, R,G,B; style"
        " takes bold, intense, underline, italic, or one of them with no before it. PART:none clears.",
        metavar="SPEC",
        many=True,
        example="--colors=match:fg:green",
    ),
    Flag(
        "hyperlink-format",
        "link",
        "form",
        "links on paths, for a terminal that has them",
        "Make paths links, where colours are on. The format holds {path}, and may hold {host}, {line}, {column} and"
        " {wslprefix}; or it is a name: default, none, file, cursor, grep+, kitty, macvim, textmate, vscode,"
        " vscode-insiders, vscodium.",
        metavar="FORMAT",
        example="--hyperlink-format=vscode",
        beside_rank=False,
    ),
    Flag(
        "context-separator",
        "separator",
        "form",
        "what stands between groups of lines",
        "The line between groups of lines that -A, -B and -C make, by itself --. \\t, \\n, \\0 and \\x7F are escapes."
        " Without separators: --no-context-separator.",
        metavar="TEXT",
        unsets=(("context_separator", None),),
        off="no-context-separator",
        example="--context-separator=...",
        beside_rank=False,
    ),
    Flag(
        "field-match-separator",
        "separator",
        "form",
        "what stands behind path and number, by itself :",
        "What stands behind path, number of line and column of a line that matches, by itself a colon.",
        metavar="TEXT",
        example="--field-match-separator='\\t'",
        beside_rank=False,
    ),
    Flag(
        "field-context-separator",
        "separator",
        "form",
        "the same of other lines, by itself -",
        "What stands behind path and number of a line that -A, -B, -C or --passthru print, by itself a dash.",
        metavar="TEXT",
        example="--field-context-separator='\\t'",
        beside_rank=False,
    ),
    Flag(
        "path-separator",
        "byte",
        "form",
        "print BYTE instead of / in paths",
        "Print BYTE instead of each slash in paths. Empty: the slash.",
        metavar="BYTE",
        example="--path-separator=:",
    ),
    Flag(
        "sort",
        "choice",
        "form",
        "by path (always so), modified or accessed",
        "The order of files: path (none means the same here: answers have one order), modified or accessed time, the"
        " oldest first. created is refused, since not every file system says it.",
        metavar="KEY",
        choices=("none", "path", "modified", "accessed"),
        example="--sort=modified",
        beside_rank=False,
    ),
    Flag(
        "sortr",
        "choice",
        "form",
        "the same, the other way around",
        "As --sort, the other way around. Of --sort, --sortr and --sort-files the last counts.",
        metavar="KEY",
        choices=("none", "path", "modified", "accessed"),
        dest="sort",
        example="--sortr=modified",
        beside_rank=False,
    ),
    Flag(
        "sort-files",
        "switch",
        "form",
        "an old spelling of --sort=path",
        "An old spelling of --sort=path; its negation is --sort=none.",
        dest="sort",
        sets=(("sort", ("path", False)),),
        unsets=(("sort", None),),
        off="no-sort-files",
        beside_rank=False,
    ),
    # -- how the run is done ----------------------------------------------------------------------------------------
    Flag(
        "index",
        "switch",
        "run",
        "let an index leave files out (default, if there is one)",
        "Let the index of the tree (ripwire index makes one), say which files need no reading; --no-index reads every"
        " file. Never changes the answer.",
        sets=(("index", True),),
        off="no-index",
    ),
    Flag(
        "threads",
        "number",
        "run",
        "use N threads (0: as many as there are cores)",
        "Use N threads; 0, as without the flag, is all cores that this process may use. Never changes the answer.",
        letter="j",
        metavar="N",
        example="--threads=2",
    ),
    Flag(
        "mmap",
        "switch",
        "run",
        "map files into memory, or never",
        "Map files into memory where that is possible, or (--no-mmap) never; by itself ripwire chooses.",
        sets=(("mmap", True),),
        off="no-mmap",
    ),
    Flag(
        "line-buffered",
        "switch",
        "run",
        "write each line at once",
        "Write each line as soon as it is found. The default on a terminal.",
        dest="buffer",
        sets=(("buffer", "line"),),
        unsets=(("buffer", "auto"),),
        off="no-line-buffered",
    ),
    Flag(
        "block-buffered",
        "switch",
        "run",
        "write in large pieces",
        "Write in large pieces, also on a terminal.",
        dest="buffer",
        sets=(("buffer", "block"),),
        unsets=(("buffer", "auto"),),
        off="no-block-buffered",
    ),
    Flag(
        "no-messages",
        "switch",
        "run",
        "nothing about files that can't be read",
        "Say nothing about files that can't be opened or read. The exit code still tells.",
        dest="messages",
        sets=(("messages", False),),
        unsets=(("messages", True),),
        off="messages",
    ),
    Flag(
        "no-ignore-messages",
        "switch",
        "run",
        "nothing about wrong lines in ignore files",
        "Say nothing about lines of ignore files that are wrong.",
        dest="ignore_messages",
        sets=(("ignore_messages", False),),
        unsets=(("ignore_messages", True),),
        off="ignore-messages",
    ),
    Flag(
        "no-config",
        "switch",
        "run",
        "accepted; no configuration is ever read",
        "Accepted so that a command line of ripgrep works: ripwire reads no configuration file anyway.",
        sets=(),
    ),
    # -- about the program ------------------------------------------------------------------------------------------
    Flag(
        "help",
        "switch",
        "about",
        "one screen of flags; --help describes them all",
        "Print every flag with its full description. -h prints the most used ones on one screen.",
        letter="h",
        dest="special",
        sets=(("special", "help"),),
    ),
    Flag(
        "version",
        "switch",
        "about",
        "the version and what it was built with",
        "Print the version and what it was built with.",
        letter="V",
        dest="special",
        sets=(("special", "version"),),
    ),
    Flag(
        "pcre2-version",
        "switch",
        "about",
        "the version of PCRE2",
        "Print the version of PCRE2 that ripwire was built with.",
        dest="special",
        sets=(("special", "pcre2-version"),),
    ),
    # -- refused ----------------------------------------------------------------------------------------------------
    Flag(
        "pre",
        "path",
        "refused",
        "refused: no program is run on files",
        "A program that turns files into text before they are searched. Refused: ripwire runs no program on what it"
        " searches. Let the program write its output to files and search those. The empty value and --no-pre are fine.",
        metavar="COMMAND",
        off="no-pre",
        example="--no-pre",
        refusal="ripwire runs no program on the files that it searches; write what it prints to files and search those",
    ),
    Flag(
        "pre-glob",
        "text",
        "refused",
        "refused: it belongs to --pre",
        "Which files --pre is for. Refused as --pre is.",
        metavar="GLOB",
        many=True,
        refusal="it belongs to --pre, and ripwire runs no program on the files that it searches",
    ),
    Flag(
        "hostname-bin",
        "path",
        "refused",
        "refused: no program is asked for the host's name",
        "A program that says what {host} in --hyperlink-format is. Refused: the system's name of the host is taken."
        " Write another name into the format itself. The empty value is fine.",
        metavar="COMMAND",
        refusal="ripwire takes the system's name of the host; write another one into --hyperlink-format instead of"
        " {host}",
    ),
    Flag(
        "debug",
        "switch",
        "refused",
        "refused: there is no log",
        "Messages about what is done. Refused: ripwire writes no log. --files says which files are searched.",
        refusal="ripwire writes no log; --files says which files are searched",
    ),
    Flag(
        "trace",
        "switch",
        "refused",
        "refused: there is no log",
        "The same with more detail. Refused as --debug is.",
        refusal="ripwire writes no log; --files says which files are searched",
    ),
    Flag(
        "generate",
        "text",
        "refused",
        "refused: see ripwire --completions=SHELL",
        "The manual page and completions. Refused: ripwire --completions=SHELL prints completions, and the manual page"
        " is installed with ripwire.",
        metavar="KIND",
        refusal="ripwire --completions=SHELL prints completions, man ripwire-search is the manual page",
    ),
)

TABLE = Table(FLAGS)
