; Python.
;
; Inner nodes are wildcards where their fields say what they are (only an `attribute` has an `object`): that is a fifth of the
; time to compile.

; --- Definitions -----------------------------------------------------------------------------------------------------

(class_definition name: (identifier) @name) @definition.class

; A function directly in a class becomes a method in the engine.
(function_definition name: (identifier) @name) @definition.function

; A decorated definition starts at its first decorator. It wins over the inner one because it starts earlier.
(decorated_definition
  definition: (class_definition name: (identifier) @name body: (block) @body)) @definition.class

(decorated_definition
  definition: (function_definition
    name: (identifier) @name
    parameters: (parameters) @params
    body: (block) @body)) @definition.function

; `/` and `*` are no parameters; of lambdas only those that have a name count theirs.
(parameters [(positional_separator) (keyword_separator)] @param.none)
(assignment
  left: (identifier)
  right: (lambda parameters: (_ [(positional_separator) (keyword_separator)] @param.none)))

; type X = ..., type X[T] = ...
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type . (identifier) @name))) @definition.type

; --- Definitions: module-level assignments ---------------------------------------------------------------------------

; Every assignment is captured and the engine drops those in functions and classes (`module_vars`): patterns rooted at the
; module would keep states alive for the whole file, which costs a tenth of the parse.
(assignment left: [
  (identifier) @name
  (pattern_list (identifier) @name)
  (tuple_pattern (identifier) @name)
  (list_pattern (identifier) @name)
]) @definition.variable
(assignment left: (_ (list_splat_pattern (identifier) @name))) @definition.variable
(assignment left: (_ (tuple_pattern (identifier) @name))) @definition.variable

; A lambda that is bound to a name is a function, wherever it stands; the kind wins over the variable above. A lambda
; without parameters has no list node, so its keyword, which has no children, stands for the empty list.
(assignment
  left: (identifier) @name
  right: [
    (lambda parameters: (lambda_parameters) @params body: (_) @body)
    (lambda "lambda" @params !parameters body: (_) @body)
  ]) @definition.function

; --- Calls -----------------------------------------------------------------------------------------------------------

; Constructors are calls of the class's name, so the same pattern finds them. `f(x for x in y)` has one argument without
; an argument list, so its count stays unknown. `(f)(x)` calls f, but `handlers[0](x)` calls no `handlers`.
(call
  function: [
    (identifier) @name
    (_ object: (_) @receiver attribute: (_) @name)
    (parenthesized_expression [
      (identifier) @name
      (_ object: (_) @receiver attribute: (_) @name)
    ])
  ]
  arguments: [(argument_list) @args (generator_expression)]) @reference.call

; A callee without a name, `d["k"]()`, `f()()`: the call is named by its bracket, and what is called is its receiver.
(call function: [(subscript) (call)] @receiver arguments: (argument_list . "(" @name) @args) @reference.call

; `raise E` makes one. A loop calls what its object iterates by: named by the keyword, which no definition has for a name.
(raise_statement . [
  (identifier) @name
  (_ object: (_) @receiver attribute: (_) @name)
] @reference.call)
(for_statement "in" @name right: (_) @receiver) @reference.call
(for_in_clause "in" @name right: (_) @receiver) @reference.call

; @name and @a.name call name; @name(...) is a call expression already.
(decorator [
  (identifier) @name
  (_ object: (_) @receiver attribute: (_) @name)
]) @reference.call

; --- Bases -----------------------------------------------------------------------------------------------------------

; `A`, `m.A`, `A[T]`, `m.A[T]`. A base that is a call (`with_metaclass(M, B)`) is a call only; `metaclass=M` is no base.
(class_definition
  superclasses: (_ [
    (identifier) @name
    (attribute) @name
    (subscript value: [(identifier) (attribute)] @name)
  ] @reference.extends))

; --- Imports ---------------------------------------------------------------------------------------------------------

(import_statement name: [
  (dotted_name) @import.source
  (aliased_import name: (dotted_name) @import.source alias: (identifier) @import.alias)
]) @import

(import_from_statement
  module_name: (_) @import.source
  name: [
    (dotted_name) @import.name
    (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias)
  ]) @import

(import_from_statement module_name: (_) @import.source (wildcard_import) @import.star) @import

; `from __future__` has a node of its own, in which the module's name is a keyword.
(future_import_statement "__future__" @import.source name: [
  (dotted_name) @import.name
  (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias)
]) @import

; --- Exports ---------------------------------------------------------------------------------------------------------

; `__all__` lists what `from m import *` takes. Each name is a re-export of a local name: of a list or tuple, added to
; another, or added later.
(assignment
  left: (identifier) @_all
  right: (_ (_ (string_content) @import @import.name @import.reexport))
  (#eq? @_all "__all__"))
(assignment
  left: (identifier) @_all
  right: (_ (_ (_ (string_content) @import @import.name @import.reexport)))
  (#eq? @_all "__all__"))
(augmented_assignment
  left: (identifier) @_all
  right: (_ (_ (string_content) @import @import.name @import.reexport))
  (#eq? @_all "__all__"))
