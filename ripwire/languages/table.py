"""The languages ripwire reads, as data: one row a language.

Purpose: say which grammar parses a file, which query files extract its facts, and the few words and node
types that the engine needs to read captured facts (see "Capture conventions" in CONTRIBUTING.md).
Invariant: a row's position is its number in the columns, so rows are only ever appended.
Cost: plain tuples, built at import in well under a millisecond; no grammar is loaded here.
"""

from __future__ import annotations


class Language:
    """One row.

    name         the language's name; errors and the docs print it
    tag          short name used in outputs (``lang="py"``)
    grammar      module with the grammar: a name in tree-sitter-language-pack's ``bindings`` folder, or
                 ``package:module`` for a wheel of its own
    queries      folders of ``queries/`` whose files are concatenated, in this order
    extensions   lower-case file extensions with the dot
    family       call-compatibility family: references resolve only inside it
    self_words   receiver texts that mean the enclosing object
    super_words  receiver texts that mean the enclosing type's bases
    open_params  parameter node types that make a definition's arity inexact (default, variadic, optional)
    spread_args  argument node types that make a call's argument count unknown
    arity        which definitions may have an exact arity: "all", "functions" (methods have an implicit self) or "none"
    token_rate   bytes a token of source takes on average (spec/algorithms section 8)
    plain_names  names are text without segments (keys, headings, shell words): no final-segment rule
    max_depth    keep sections nested at most this deep (0 = no limit)
    keep_locals  variables declared inside functions are symbols too
    module_vars  variables inside types are none
    methods      functions directly in a type are its methods
    param_nodes  parameter node types of definitions that have no parameter list
    nested_spread  spread_args stand inside argument nodes
    arity_names  names of functions, methods and counted calls end in ``/N``
    dotted_sources  import sources are dotted even in quotes (Lua's ``require "a.b"``)
    jumps        jumps are measured, so that functions have an essential complexity
    switch_breaks  ``break`` leaves a switch, not only a loop
    values       node types by their shape as values (see "Bindings" in CONTRIBUTING.md); without them `@binding.value`
                 says nothing
    line_comments  how comments begin (with ``//`` there is ``/* */`` too)
    climb_through, climb_to  node types between a `@declarator` and the declaration that it belongs to, and that
                 declaration's own types
    """

    __slots__ = (
        "name", "tag", "grammar", "queries", "extensions", "family", "self_words", "super_words", "open_params",
        "spread_args", "arity", "token_rate", "plain_names", "max_depth", "keep_locals", "module_vars", "methods",
        "climb_through", "climb_to", "param_nodes", "nested_spread", "arity_names", "switch_breaks",
        "dotted_sources", "jumps", "line_comments", "values",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        tag: str,
        grammar: str,
        queries: tuple[str, ...],
        extensions: tuple[str, ...],
        family: str,
        *,
        self_words: tuple[str, ...] = (),
        super_words: tuple[str, ...] = (),
        open_params: tuple[str, ...] = (),
        spread_args: tuple[str, ...] = (),
        arity: str = "none",
        token_rate: float = 2.50,
        plain_names: bool = False,
        max_depth: int = 0,
        keep_locals: bool = False,
        module_vars: bool = False,
        methods: bool = True,
        climb_through: tuple[str, ...] = (),
        climb_to: tuple[str, ...] = (),
        param_nodes: tuple[str, ...] = (),
        nested_spread: bool = False,
        arity_names: bool = False,
        switch_breaks: bool = True,
        dotted_sources: bool = False,
        jumps: bool = True,
        line_comments: tuple[str, ...] = ("//",),
        values: dict[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.name = name
        self.tag = tag
        self.grammar = grammar
        self.queries = queries
        self.extensions = extensions
        self.family = family
        self.self_words = self_words
        self.super_words = super_words
        self.open_params = open_params
        self.spread_args = spread_args
        self.arity = arity
        self.token_rate = token_rate
        self.plain_names = plain_names
        self.max_depth = max_depth
        self.keep_locals = keep_locals
        self.module_vars = module_vars
        self.methods = methods
        self.climb_through = climb_through
        self.climb_to = climb_to
        self.param_nodes = param_nodes
        self.nested_spread = nested_spread
        self.arity_names = arity_names
        self.switch_breaks = switch_breaks
        self.dotted_sources = dotted_sources
        self.jumps = jumps
        self.line_comments = line_comments
        self.values = values or {}


# What stands between the name of a C function or variable and the declaration that it belongs to.
_C_THROUGH = (
    "pointer_declarator", "array_declarator", "function_declarator", "parenthesized_declarator", "init_declarator",
)  # fmt: skip
_C_TO = ("function_definition", "declaration", "type_definition", "field_declaration")
_CPP_THROUGH = (*_C_THROUGH, "reference_declarator", "qualified_identifier")

_PYTHON_VALUES = {
    "name": ("identifier",), "path": ("attribute",), "index": ("subscript",), "call": ("call",),
    "wrap": ("parenthesized_expression", "await"), "either": ("boolean_operator",),
    "choice": ("conditional_expression",), "list": ("list", "tuple", "expression_list"), "dict": ("dictionary",),
    "pair": ("pair",),
    "targets": ("pattern_list", "tuple_pattern", "list_pattern"), "function": ("lambda",),
    "keyword": ("keyword_argument",), "assign": ("assignment",), "parameter": ("default_parameter",),
    "text": ("string",),
}  # fmt: skip
_ECMA_VALUES = {
    "name": ("identifier", "this"), "path": ("member_expression",), "index": ("subscript_expression",),
    "call": ("call_expression", "new_expression"), "wrap": ("parenthesized_expression", "await_expression"),
    "either": ("binary_expression",), "choice": ("ternary_expression",), "list": ("array",), "dict": ("object",),
    "pair": ("pair", "pair_pattern"), "targets": ("array_pattern",), "fields": ("object_pattern",),
    "short": ("shorthand_property_identifier", "shorthand_property_identifier_pattern"),
    "parameter": ("assignment_pattern", "object_assignment_pattern"),
    "function": ("arrow_function", "function_expression", "generator_function"), "assign": ("assignment_expression",),
    "text": ("string", "template_string"),
}  # fmt: skip
_TSX_VALUES = {
    **_ECMA_VALUES, "wrap": (*_ECMA_VALUES["wrap"], "non_null_expression"),
    "cast": ("as_expression", "satisfies_expression"),
    "parameter": (*_ECMA_VALUES["parameter"], "required_parameter", "optional_parameter"),
}  # fmt: skip
_TYPESCRIPT_VALUES = {**_TSX_VALUES, "cast": (*_TSX_VALUES["cast"], "type_assertion"), "angle": ("type_arguments",)}

_SWIFT_VALUES = {
    "name": ("simple_identifier", "self_expression"), "path": ("navigation_expression",), "call": ("call_expression",),
    "wrap": ("await_expression", "tuple_expression"),
}  # fmt: skip
_GO_VALUES = {
    "name": ("identifier",), "path": ("selector_expression",), "index": ("index_expression",),
    "call": ("call_expression",), "wrap": ("parenthesized_expression", "unary_expression"),
    "cast": ("type_assertion_expression",),
}  # fmt: skip
_RUST_VALUES = {
    "name": ("identifier", "self"), "path": ("field_expression", "scoped_identifier"), "index": ("index_expression",),
    "call": ("call_expression",),
    "wrap": (
        "parenthesized_expression", "await_expression", "try_expression", "unary_expression", "generic_function",
        "reference_expression",
    ),
    "cast": ("type_cast_expression",), "list": ("tuple_expression",), "targets": ("tuple_pattern",),
}  # fmt: skip

# A call in PHP, Ruby or GDScript has no callee as a node: the access path of all of it says what it gives.
_PHP_VALUES = {
    "name": (
        "variable_name", "member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression",
        "function_call_expression", "object_creation_expression", "scoped_property_access_expression",
    ),
    "path": ("member_access_expression", "nullsafe_member_access_expression"),
    "wrap": ("parenthesized_expression", "clone_expression"), "either": ("binary_expression",),
    "choice": ("conditional_expression",), "assign": ("assignment_expression",),
}  # fmt: skip
_RUBY_VALUES = {
    "name": ("identifier", "instance_variable", "constant", "scope_resolution", "call", "self"),
    "wrap": ("parenthesized_statements",), "either": ("binary",), "choice": ("conditional",), "assign": ("assignment",),
}  # fmt: skip
_LUA_VALUES = {
    "name": ("identifier", "method_index_expression"), "path": ("dot_index_expression",), "call": ("function_call",),
    "wrap": ("parenthesized_expression",), "either": ("binary_expression",), "list": ("expression_list",),
    "targets": ("variable_list",),
}  # fmt: skip
_GDSCRIPT_VALUES = {
    "name": ("name", "identifier", "attribute"), "call": ("call",), "wrap": ("parenthesized_expression",),
    "choice": ("conditional_expression",),
}  # fmt: skip

LANGUAGES: tuple[Language, ...] = (
    Language(
        "python", "py", "python", ("python",), (".py",), "python", line_comments=("#",), values=_PYTHON_VALUES,
        self_words=("self", "cls"), super_words=("super()",), arity="functions", token_rate=2.36,
        open_params=(
            "default_parameter", "typed_default_parameter", "list_splat_pattern", "dictionary_splat_pattern",
        ),
        spread_args=("list_splat", "dictionary_splat"), module_vars=True, switch_breaks=False,
    ),
    Language(
        "c", "c", "c", ("c", "c_only"), (".c",), "c",
        open_params=("variadic_parameter", "..."), arity="none", token_rate=2.46, climb_through=_C_THROUGH,
        climb_to=_C_TO,
    ),
    Language(
        "cpp", "cpp", "cpp", ("c", "cpp"), (".cpp", ".cc", ".cxx", ".h", ".hpp", ".hh"), "c",
        self_words=("this",), arity="all", token_rate=2.46, climb_through=_CPP_THROUGH, climb_to=_C_TO,
        open_params=("optional_parameter_declaration", "variadic_parameter_declaration", "..."),
        spread_args=("parameter_pack_expansion",),
    ),
    Language(
        "objc", "objc", "objc", ("c", "objc"), (".m", ".mm"), "c",
        self_words=("self", "this"), super_words=("super",), token_rate=2.46, methods=False,
        open_params=("variadic_parameter",), param_nodes=("method_parameter",),
        climb_through=(*_C_THROUGH, "block_pointer_declarator"), climb_to=_C_TO,
    ),
    Language(
        "cuda", "cpp", "cuda", ("c", "cpp"), (".cu", ".cuh"), "c",
        self_words=("this",), arity="all", token_rate=2.46, climb_through=_CPP_THROUGH, climb_to=_C_TO,
        open_params=("optional_parameter_declaration", "variadic_parameter_declaration", "..."),
        spread_args=("parameter_pack_expansion",),
    ),
    Language(
        "metal", "cpp", "cpp", ("c", "cpp"), (".metal",), "c",
        self_words=("this",), arity="all", token_rate=2.46, climb_through=_CPP_THROUGH, climb_to=_C_TO,
        open_params=("optional_parameter_declaration", "variadic_parameter_declaration", "..."),
        spread_args=("parameter_pack_expansion",),
    ),
    Language(
        "rust", "rs", "rust", ("rust",), (".rs",), "rust", values=_RUST_VALUES,
        self_words=("self", "Self"), open_params=("variadic_parameter",), arity="none", token_rate=2.59,
        switch_breaks=False,
    ),
    Language(
        "go", "go", "go", ("go",), (".go",), "go", values=_GO_VALUES,
        arity="none", token_rate=2.53,
        open_params=("variadic_parameter_declaration",), spread_args=("variadic_argument",), keep_locals=True,
    ),
    Language(
        "swift", "swift", "swift", ("swift",), (".swift",), "swift", values=_SWIFT_VALUES,
        self_words=("self", "Self"), super_words=("super",), open_params=("=", "..."), arity="all", token_rate=2.55,
        param_nodes=("parameter",),
    ),
    Language(
        "typescript", "ts", "typescript", ("ecma", "typescript"), (".ts", ".mts", ".cts"), "ecma",
        values=_TYPESCRIPT_VALUES,
        self_words=("this",), super_words=("super",), arity="all", token_rate=2.59,
        open_params=("=", "optional_parameter", "rest_pattern"), spread_args=("spread_element",),
    ),
    Language(
        "tsx", "ts", "tsx", ("ecma", "typescript", "jsx"), (".tsx",), "ecma", values=_TSX_VALUES,
        self_words=("this",), super_words=("super",), arity="all", token_rate=2.59,
        open_params=("=", "optional_parameter", "rest_pattern"), spread_args=("spread_element",),
    ),
    Language(
        "javascript", "js", "javascript", ("ecma", "javascript", "jsx"), (".js", ".jsx", ".mjs", ".cjs"), "ecma",
        values=_ECMA_VALUES,
        self_words=("this",), super_words=("super",), arity="all", token_rate=2.59,
        open_params=("assignment_pattern", "rest_pattern"), spread_args=("spread_element",),
    ),
    Language(
        "java", "java", "java", ("java",), (".java",), "jvm",
        self_words=("this",), super_words=("super",), open_params=("spread_parameter",), arity="all", token_rate=2.55,
    ),
    Language(
        "ruby", "rb", "ruby", ("ruby",), (".rb",), "ruby", line_comments=("#",), values=_RUBY_VALUES,
        self_words=("self",), arity="none", token_rate=2.40,
        open_params=(
            "optional_parameter", "splat_parameter", "hash_splat_parameter", "block_parameter", "forward_parameter",
        ),
        spread_args=("splat_argument", "hash_splat_argument", "block_argument", "forward_argument"),
        switch_breaks=False,
    ),
    Language(
        "bash", "sh", "bash", ("bash",), (".sh", ".bash", ".zsh"), "bash", jumps=False, line_comments=("#",),
        self_words=tuple("0123456789"),  # $1 is what the function was called with: no variable that others name
        spread_args=(
            "simple_expansion", "expansion", "command_substitution", "file_redirect", "herestring_redirect",
            "heredoc_redirect",
        ),
        nested_spread=True, arity="none", token_rate=2.50, plain_names=True,
    ),
    Language(
        "csharp", "cs", "tree_sitter_c_sharp:_binding", ("csharp",), (".cs",), "csharp",
        # An array may be the `params` array, whose keyword stands beside it.
        self_words=("this",), super_words=("base",), open_params=("=", "array_type"),
        param_nodes=("parameter", "array_type"), token_rate=2.55,
    ),
    Language(
        "php", "php", "php", ("php",), (".php",), "php", line_comments=("//", "#"), values=_PHP_VALUES,
        self_words=("$this", "self", "static"), super_words=("parent",), open_params=("=", "variadic_parameter"),
        spread_args=("variadic_placeholder", "variadic_unpacking"), nested_spread=True, token_rate=2.50,
    ),
    Language(
        "lua", "lua", "lua", ("lua",), (".lua",), "lua", line_comments=("--",), values=_LUA_VALUES,
        self_words=("self",), open_params=("vararg_expression",), spread_args=("vararg_expression",),
        dotted_sources=True, token_rate=2.50,
    ),
    Language(
        "elixir", "ex", "elixir", ("elixir",), (".ex", ".exs"), "elixir", line_comments=("#",),
        self_words=("__MODULE__",), open_params=("\\\\",), arity="all", token_rate=2.50, plain_names=True,
        arity_names=True,
    ),
    Language(
        "dart", "dart", "dart", ("dart",), (".dart",), "dart",
        self_words=("this",), super_words=("super",), arity="all", token_rate=2.50,
    ),
    Language(
        "kotlin", "kt", "kotlin", ("kotlin",), (".kt",), "jvm", jumps=False,
        self_words=("this",), super_words=("super",), token_rate=2.50,
        # A default value and `vararg` of a function's parameter stand beside it, unseen: none is surely required.
        open_params=("=", "parameter", "modifiers"), param_nodes=("parameter", "class_parameter"),
        spread_args=("spread_expression",), nested_spread=True,
    ),
    Language(
        "clojure", "clj", "clojure", ("clojure",), (".clj", ".cljs", ".cljc"), "clojure", line_comments=(";",),
        spread_args=("dis_expr", "splicing_read_cond_lit", "read_cond_lit"), token_rate=2.50,
    ),
    Language(
        "gdscript", "gd", "gdscript", ("gdscript",), (".gd",), "gdscript", line_comments=("#",),
        values=_GDSCRIPT_VALUES,
        self_words=("self",), super_words=("super", "."), arity="all", token_rate=2.50,
        open_params=("default_parameter", "typed_default_parameter", "variadic_parameter"), switch_breaks=False,
    ),
    Language(
        "gleam", "gleam", "gleam", ("gleam",), (".gleam",), "gleam",
        spread_args=("hole",), nested_spread=True, arity="all", token_rate=2.50,
    ),
    Language("json", "json", "json", ("json",), (".json",), "", token_rate=3.10, plain_names=True, max_depth=2),
    Language("toml", "toml", "toml", ("toml",), (".toml",), "", token_rate=2.50, plain_names=True),
    Language(
        "yaml", "yaml", "tree_sitter_yaml:_binding", ("yaml",), (".yaml", ".yml"), "",
        token_rate=2.50, plain_names=True, max_depth=2,
    ),
    Language("markdown", "md", "", (), (".md",), "", token_rate=2.56, plain_names=True),
    Language("html", "html", "", (), (".html", ".htm"), "", token_rate=2.50, plain_names=True),
    Language("csv", "csv", "", (), (".csv",), "", token_rate=2.50, plain_names=True),
    # The code of a notebook is of another row; this one stands for those without code that can be read.
    Language("ipynb", "ipynb", "", (), (".ipynb",), "", token_rate=2.50, plain_names=True),
)  # fmt: skip

BY_NAME: dict[str, Language] = {row.name: row for row in LANGUAGES}
BY_EXTENSION: dict[str, int] = {ext: code for code, row in enumerate(LANGUAGES) for ext in row.extensions}
