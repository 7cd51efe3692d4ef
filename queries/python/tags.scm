; Python.
;
; Module-level assignments are found by patterns that start at `module`. Each keeps a state alive over the whole file,
; so there are few of them, and their alternatives are inside the statement.

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

; type X = ..., type X[T] = ...
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type . (identifier) @name))) @definition.type

; --- Definitions: module-level assignments ---------------------------------------------------------------------------

; A lambda that is bound to a name is a function; the kind wins over the variable below. A lambda without parameters
; has no list node, so its keyword, which has no children, stands for the empty list.
(module
  (assignment
    left: (identifier) @name
    right: [
      (lambda parameters: (lambda_parameters) @params body: (_) @body)
      (lambda "lambda" @params !parameters body: (_) @body)
    ]) @definition.function)

(module
  (assignment left: [
    (identifier) @name
    (pattern_list (identifier) @name)
    (tuple_pattern (identifier) @name)
    (list_pattern (identifier) @name)
  ]) @definition.variable)

; a = b = c = value: the second and third target.
(module
  (assignment right: [
    (assignment left: (identifier) @name) @definition.variable
    (assignment right: (assignment left: (identifier) @name) @definition.variable)
  ]))

; In a compound statement of the module. (Rooted at the module, so that class bodies stay out.)
(module
  (if_statement [
    (block (assignment left: (identifier) @name) @definition.variable)
    (elif_clause (block (assignment left: (identifier) @name) @definition.variable))
    (else_clause (block (assignment left: (identifier) @name) @definition.variable))
  ]))
(module
  (try_statement [
    (block (assignment left: (identifier) @name) @definition.variable)
    (except_clause (block (assignment left: (identifier) @name) @definition.variable))
    (else_clause (block (assignment left: (identifier) @name) @definition.variable))
    (finally_clause (block (assignment left: (identifier) @name) @definition.variable))
  ]))
(module (with_statement (block (assignment left: (identifier) @name) @definition.variable)))
(module (for_statement (block (assignment left: (identifier) @name) @definition.variable)))
(module (while_statement (block (assignment left: (identifier) @name) @definition.variable)))

; --- Calls -----------------------------------------------------------------------------------------------------------

; Constructors are calls of the class's name, so the same patterns find them.
(call function: (identifier) @name arguments: (argument_list) @args) @reference.call

(call
  function: (attribute object: (_) @receiver attribute: (identifier) @name)
  arguments: (argument_list) @args) @reference.call

; f(x for x in y): one argument without an argument list, so its count stays unknown.
(call function: (identifier) @name arguments: (generator_expression)) @reference.call

(call
  function: (attribute object: (_) @receiver attribute: (identifier) @name)
  arguments: (generator_expression)) @reference.call

; (f)(x). A subscript before the parenthesis is no name: `handlers[0](x)` calls no `handlers`.
(call function: (parenthesized_expression (identifier) @name) arguments: (argument_list) @args) @reference.call

(call
  function: (parenthesized_expression (attribute object: (_) @receiver attribute: (identifier) @name))
  arguments: (argument_list) @args) @reference.call

; @name and @a.name call name; @name(...) is a call expression already.
(decorator (identifier) @name) @reference.call
(decorator (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.call

; --- Bases -----------------------------------------------------------------------------------------------------------

; A base that is a call (`with_metaclass(M, B)`) is a call only; `metaclass=M` is no base.
(class_definition superclasses: (argument_list (identifier) @name @reference.extends))

(class_definition
  superclasses: (argument_list (attribute object: (_) @qualifier attribute: (identifier) @name) @reference.extends))

(class_definition superclasses: (argument_list (subscript value: (identifier) @name) @reference.extends))

(class_definition
  superclasses: (argument_list
    (subscript value: (attribute object: (_) @qualifier attribute: (identifier) @name)) @reference.extends))

; --- Imports ---------------------------------------------------------------------------------------------------------

(import_statement name: (dotted_name) @import.source) @import

(import_statement
  name: (aliased_import name: (dotted_name) @import.source alias: (identifier) @import.alias)) @import

(import_from_statement module_name: (_) @import.source name: (dotted_name) @import.name) @import

(import_from_statement
  module_name: (_) @import.source
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias)) @import

(import_from_statement module_name: (_) @import.source (wildcard_import) @import.star) @import

; `from __future__` has a node of its own, in which the module's name is a keyword.
(future_import_statement "__future__" @import.source name: (dotted_name) @import.name) @import
