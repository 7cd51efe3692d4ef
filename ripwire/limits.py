"""The one list of limits: every number that makes ripwire leave something out.

Purpose: one place to read what is dropped, from which size on, and why; no other module writes such a number.
Invariant: whatever a limit drops is counted where the answer is read, and ``--skipped`` lists it.
Cost: integers and one tuple; importing it is free.

Names say the unit: ``_BYTES`` are bytes, ``_LEVELS`` are nesting levels, ``_PERCENT`` are hundredths.
"""

from __future__ import annotations

KIB = 1024
MIB = 1024 * KIB

# --- size of one file ---------------------------------------------------------------------------------------------

# Nobody writes 4 MiB of source by hand; such files are generated tables, and one can take as long as the whole
# rest of a tree. The one size limit that the user can move (--max-file-size).
DEFAULT_MAX_FILE_SIZE = 4 * MIB

# Only keys of depth 1 and 2 become symbols. JSON beyond this size is data, and its keys say nothing about the code.
JSON_MAX_BYTES = 256 * KIB

# As JSON; twice the room because hand-written YAML (compose files, charts, workflows) does grow.
YAML_MAX_BYTES = 512 * KIB

# Fixed ceilings by language name. The smaller one of this and --max-file-size counts.
LANGUAGE_MAX_BYTES: dict[str, int] = {"json": JSON_MAX_BYTES, "yaml": YAML_MAX_BYTES}

# --- nesting: what a grammar's scanner survives --------------------------------------------------------------------

# Error recovery of the JSON grammar costs more than linear time in the number of open brackets.
JSON_MAX_LEVELS = 512

# The YAML scanner saves one 4-byte entry for each open block level into a buffer of 1024 bytes without a bounds
# check: 253 levels fit, 254 write past its end (measured, tests/crawl/test_sniff.py tells the shapes). Some are
# spared because the scan in crawl/sniff.py counts levels, not the scanner's own entries (a block scalar adds one).
YAML_MAX_LEVELS = 248

# The Python scanner saves two bytes for each open indentation level and one for each open string into a buffer of 1024
# bytes, and its check lets the last pair pass by one byte: 384 levels with 255 open strings overwrite a pointer
# (measured; 511 levels do with a single string).
PYTHON_MAX_LEVELS = 380

# The Kotlin scanner saves one byte for each open string into a buffer of 1024 bytes, again without a check
# (1025 open strings crash). Nobody nests templates 128 deep.
KOTLIN_MAX_LEVELS = 128

# A file with fewer templates than the scanner has room for can not overflow it, however broken the file is. Above
# that, safety would rest on our lexer and the grammar agreeing about broken input: refuse instead.
KOTLIN_MAX_TEMPLATES = 1000

# --- git --------------------------------------------------------------------------------------------------------------

# A git that writes nothing for this long after the walk is given up, and the answer says that it failed: a FIFO in the
# place of an ignore file, or a pattern that backtracks, would hold it for ever.
GIT_PATIENCE_S = 10.0

# --- the page --------------------------------------------------------------------------------------------------------

# What a browser draws smoothly; the page says how many there are.
HTML_MAX_SYMBOLS = 5000

# --- what is kept between runs ----------------------------------------------------------------------------------------

# A kept file that nobody has used for so long, and whatever is more than these, goes: the longest unused first.
STORE_MAX_AGE_S = 30 * 24 * 3600
STORE_MAX_BYTES = 2 * 1024 * MIB
STORE_MAX_FILES = 4096

# Records of files that a run has not met (it was narrower, or they are gone) are carried over up to the size of those
# that it has met.
STORE_CARRIED_PERCENT = 100

# --- the parser ------------------------------------------------------------------------------------------------------

# A run that crashed on more files gives up: something is wrong that leaving files out does not cure.
MAX_CRASHES = 8

# tree-sitter counts bytes in 32 bits.
PARSER_MAX_BYTES = 2**31 - 1

# Work on one file is counted in calls of tree-sitter's progress callback, one per 100 of its steps, never in time, so
# that what is given up is the same on every machine. Ordinary files need at most 21 calls a KiB (measured over every
# tree of bench/), so ten times that gives up only what has exploded.
BUDGET_BASE_CALLS = 20_000
BUDGET_CALLS_PER_KIB = 200

# Matches in flight of one query. Ordinary files stay under 256; an expression of a thousand terms or a call chain as
# long holds that many, each looked at again for every node and compared with the others, which no budget counts. Beyond
# the limit tree-sitter gives up the oldest, and the file says so.
MAX_MATCHES_IN_FLIGHT = 512

# Bytes that tree-sitter may ask for while it works on one file, whether it gives them back or not. Ordinary files need
# at most 80 a byte, small ones up to 6 MiB (measured as above); error recovery on 20 KB of `@a @a` takes gigabytes.
MEMORY_BASE_BYTES = 96 * MIB
MEMORY_BYTES_PER_BYTE = 160

# Pieces of 1 KiB that the lexer may read of one file, the same ones again or not. Ordinary files need at most 27 a KiB
# (measured as above). Scanners that look for the end of a string or comment from every position read the square of the
# file: 100 KB of `..` in Lua took 13 seconds, which no other budget counts.
READ_BASE_PIECES = 50_000
READ_PIECES_PER_KIB = 100

# Steps over siblings that the query may need below syntax errors, about a second's worth.
ERROR_STEPS = 400_000_000

# --- queries of the user's (--match) ---------------------------------------------------------------------------------

# Longer ones are programs, not questions; tree-sitter looks at each pattern beside each other, and its parser of
# queries calls itself for each bracket.
QUERY_MAX_BYTES = 16 * KIB
QUERY_MAX_LEVELS = 64
QUERY_MAX_PATTERNS = 50

# Calls of the progress callback, and matches in flight, of such a query on one file. They are lower than those of the
# parser below, for each step costs what is in flight, and here nobody has seen to it that that is little: 2.6 MB under
# 100 patterns of `(_ (_) @a (_) @b)` took two minutes with those.
QUERY_BASE_CALLS = 20_000
QUERY_CALLS_PER_KIB = 50
QUERY_MATCHES_IN_FLIGHT = 128
QUERY_MEMORY_BYTES = 256 * MIB

# Steps of a regular expression of a predicate once its repeats are written out.
REGEX_MAX_STEPS = 5000

# Places that are collected; beyond it their count is a floor and says so.
MATCH_MAX_HITS = 5000

# Steps that matches and their predicates may take on one file: texts compared, steps of their expressions, and
# MATCH_STEPS for each match, of which tree-sitter keeps a list that no other budget counts.
PREDICATE_BASE_STEPS = 50_000_000
PREDICATE_STEPS_PER_KIB = 500_000
MATCH_STEPS = 50  # a constant of the compiled code

# --- search ----------------------------------------------------------------------------------------------------------

# Patterns: a longer one is a list of words for -f -F, and groups, classes and repetitions nest as deep in ripgrep. The
# weight counts the items of PCRE2's code, of which as many compile in about a second; the automaton is ripgrep's, which
# we do not make.
PATTERN_MAX_BYTES = 1024 * KIB
PATTERN_MAX_LEVELS = 250
PATTERN_MAX_WEIGHT = 256 * KIB
PATTERN_AUTOMATON_BYTES = 100 * MIB

# Steps of one search of PCRE2: ripgrep has no such limit for its own engine, so this is far beyond what an honest
# pattern needs; -P has PCRE2's own default, as in ripgrep. What hits it is told. Then the memory of its interpreter, of
# the stack of its machine code and of its code, and how large code may be to be turned into machine code, which would
# take seconds. Constants of the compiled code.
REGEX_MATCH_LIMIT = 50_000_000
REGEX_USER_MATCH_LIMIT = 10_000_000
REGEX_HEAP_KIB = 256 * 1024
REGEX_STACK_BYTES = 10 * MIB
REGEX_CODE_BYTES = 16 * MIB
REGEX_JIT_CODE_BYTES = 2 * MIB
REGEX_MAX_PARENS = 1000

# The cover plan: members of a class that is a choice (the size of the class of what identifiers are made of), texts of
# a clause, clauses, copies of a repetition that are written out. The swell: alternatives that are judged apart.
COVER_MAX_MEMBERS = 64
COVER_MAX_ATOMS = 256
COVER_MAX_CLAUSES = 16
COVER_MAX_COPIES = 32
SWELL_MAX_ALTERNATIVES = 8

# The index of search. Larger files are always searched. With more changed files than this share, a new index is made.
# A clause of the cover plan that costs so many times the cheapest is left out, and one with so many postings
# for each document that is left; neighbours of a short text are not asked for when they come to so many postings a
# document.
INDEX_FILE_BYTES = 4 * MIB
INDEX_AMENDED_SHARE = 0.1
INDEX_CLAUSE_RATIO = 64
INDEX_POSTINGS_PER_DOCUMENT = 4096
INDEX_SLIVER_RATIO = 8

# --rank: lines of a file that are looked at, bytes of all files that are parsed for their definitions, and of a line
# that are shown.
RANK_MAX_LINES = 256
RANK_PARSED_BYTES = 3 * MIB
RANK_SNIPPET_BYTES = 120

# --grep and --regex: hits that are counted (beyond it their number is a floor and says so), lines of context, bytes of
# a line that are shown, hits that are held at once, and texts of a clause that a file is looked through for before
# PCRE2 searches it.
GREP_MAX_HITS = 4_000_000
GREP_MAX_CONTEXT = 1000
GREP_LINE_BYTES = 512
GREP_PIECE_HITS = 1024
GREP_MAX_TEXTS = 8

# Steps of PCRE2 from one place, for --regex: in a search of a whole file, in one of a single line, and in one of a line
# that takes even more. The last number is what all such lines of a file may take; then the file is given up, after
# some seconds.
GREP_STEPS = (5_000, 500_000, REGEX_MATCH_LIMIT, 200_000_000)

# Output of files whose turn is not yet, and of the file whose turn it is, before it is let go. Constants of the
# compiled code.
SEARCH_WAITING_BYTES = 256 * MIB
SEARCH_STREAMED_BYTES = 1 * MIB

# What a compressed file (-z) may unpack to; a few kilobytes can be made to hold terabytes. The rest is told.
SEARCH_UNPACKED_BYTES = 1024 * MIB

# --- code that is written twice (--clones) ---------------------------------------------------------------------------

# Pieces of five tokens that more bodies have say nothing, and each of their pairs would be looked at.
CLONE_BUCKET = 1024

# Longer bodies are compared as a whole only.
CLONE_MAX_TOKENS = 4096

# Pairs whose longest common subsequence is computed.
CLONE_MAX_PAIRS = 200_000

# --- how far a content check looks ---------------------------------------------------------------------------------

# A NUL byte this early means binary: one page, so the check touches what the read has just brought in.
BINARY_SNIFF_BYTES = 4096

# Objective-C headers show an @interface or @protocol after the licence and the imports.
OBJC_SNIFF_BYTES = 8 * KIB

# --- minified code -------------------------------------------------------------------------------------------------

# Below this size a file on one line is cheap to parse and, likelier than above, a person's one-liner.
MINIFIED_MIN_BYTES = 32 * KIB

# Mean length of a line. Hand-written code stays below 60, generated code below 200, minifiers write 500 (their
# customary line limit) to the whole file on one line.
MINIFIED_LINE_BYTES = 480

# Share of the bytes ; , ( ) { } in the file. Minified code has 12 to 25, a base64 asset in a string literal has
# none: long strings are a single token, parse at once, and the code around them is worth having.
MINIFIED_PUNCTUATION_PERCENT = 4

# --- documents: titles of HTML files, notebooks -----------------------------------------------------------------------

# A title or heading longer than this is one that was never closed, or a paragraph in its place.
MAX_TITLE_BYTES = 200

# What is looked at to make such a name, entities still in it. Python refuses a decimal reference of 4300 digits.
MAX_TITLE_SOURCE_BYTES = 4096

# A notebook nests six levels deep before its outputs, and few outputs reach twenty. A deeper one is read as broken.
NOTEBOOK_MAX_LEVELS = 512

# --- resolution ----------------------------------------------------------------------------------------------------

# Candidates of one call. With more, each would get less than half a percent of the weight of a call that says nothing,
# and a file of N namesakes that call each other would cost N squared edges.
MAX_TARGETS = 256

# A request that fits served paths in more ways than these steps can try has no route.
MAX_ROUTE_STEPS = 1000

# A call of an abstract method is shared with its definitions in derived types where they are at most so many; the call
# of one with more, or with more derived types to look at, stays with the declaration (wide_abstract).
MAX_OVERRIDERS = 3
MAX_DERIVED = 64

# What a call site means is found by questions that lead to others. Circles of imports, bases and results end by
# themselves; these end what only grows. What meets one of them is in resolution_limits, and its call goes by its name.
MAX_QUESTIONS = 1000  # a call site
MAX_OPEN_QUESTIONS = 100  # inside of each other; each takes a dozen frames of Python's stack
MAX_STAR_FILES = 1024  # that one name is looked for in through imports of everything
MAX_BASES = 256  # types in the line of one type
MAX_FUNCTION_VALUES = 12  # functions that one parameter may hold
MAX_FLOW_ROUNDS = 4  # functions that hand a parameter on to each other

# These leave something unknown that says little: a call on it goes by its name, and is ambiguous like any other.
MAX_MEANINGS = 16  # of one expression
MAX_HOLDER_LEVELS = 3  # lists of lists
MAX_REST_ARGUMENTS = 16  # positions that a parameter for any number of arguments is followed for
MAX_SIGNATURE_BYTES = 8 * KIB  # in which the names of untyped parameters are read

# A SCIP index (--scip) is held in memory while it is read; that of a tree of a million lines has some 100 MiB.
MAX_SCIP_BYTES = 256 * MIB

# --- texts that are kept of a reference or definition (constants of the compiled code, see parse.compiled_limits) ----
# None of these drops a row: a longer text is no name that anything could be found by, so the row stands without it.

MAX_QUALIFIER_BYTES = 200
# What is left of a receiver or a bound value once the text between its brackets is gone.
MAX_PATH_BYTES = 200
# Nested names join to scopes; beyond this a scope grows no further, so that 10,000 nested functions do not cost their
# square.
MAX_SCOPE_BYTES = 4096
# Pointer, array and function declarators between a name and its declaration.
MAX_DECLARATOR_LEVELS = 6
# Doc text is the start of what a docstring or comment says, enough to tell what a definition is for.
MAX_DOC_BYTES = 200
MAX_DOC_ROWS = 12
# A decision counts for the functions around it, from the innermost outwards.
MAX_FUNCTION_LEVELS = 32
