; Lua

; --- functions --------------------------------------------------------------

; An empty function has no body node, and its `end` stands for it: a function without a body would be a declaration.
(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (identifier) @name !body "end" @body) @definition.function
(function_declaration name: (dot_index_expression table: (_) @qualifier field: (identifier) @name)) @definition.function
(function_declaration name: (dot_index_expression table: (_) @qualifier field: (identifier) @name) !body "end" @body) @definition.function
(function_declaration name: (method_index_expression table: (_) @qualifier method: (identifier) @name)) @definition.method
(function_declaration name: (method_index_expression table: (_) @qualifier method: (identifier) @name) !body "end" @body) @definition.method

; --- function values --------------------------------------------------------

; A function that is assigned is named by what it is assigned to, first to first and second to second. The span of the
; first starts at the statement; that of the second may not, or it would hold the first.
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition) @definition.function)) @start
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition !body "end" @body) @definition.function)) @start
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @qualifier field: (identifier) @name))
  (expression_list . value: (function_definition) @definition.function)) @start
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @qualifier field: (identifier) @name))
  (expression_list . value: (function_definition !body "end" @body) @definition.function)) @start
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @qualifier field: (string content: (string_content) @name)))
  (expression_list . value: (function_definition) @definition.function)) @start
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @qualifier field: (string content: (string_content) @name)))
  (expression_list . value: (function_definition !body "end" @body) @definition.function)) @start
(assignment_statement
  (variable_list . (_) . name: (identifier) @name)
  (expression_list . (_) . value: (function_definition) @definition.function))
(assignment_statement
  (variable_list . (_) . name: (identifier) @name)
  (expression_list . (_) . value: (function_definition !body "end" @body) @definition.function))

; With `local` the statement starts one node higher.
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition) @definition.function))) @start
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition !body "end" @body) @definition.function))) @start

; Fields of a table constructor; of one that is assigned, the variable is the qualifier.
(field name: (identifier) @name value: (function_definition parameters: (parameters) @params body: (block) @body)) @definition.function
(field
  name: (identifier) @name
  value: (function_definition parameters: (parameters) @params !body "end" @body)) @definition.function
(assignment_statement
  (variable_list . name: (_) @qualifier)
  (expression_list
    . value: (table_constructor (field name: (identifier) @name value: (function_definition)) @definition.function)))
(field name: (string content: (string_content) @name) value: (function_definition parameters: (parameters) @params body: (block) @body)) @definition.function
(field
  name: (string content: (string_content) @name)
  value: (function_definition parameters: (parameters) @params !body "end" @body)) @definition.function
(assignment_statement
  (variable_list . name: (_) @qualifier)
  (expression_list
    . value: (table_constructor (field name: (string content: (string_content) @name) value: (function_definition)) @definition.function)))

; --- tests ------------------------------------------------------------------

; busted: `describe("a thing", function() ... end)` is a block with a name.
(function_call
  name: (identifier) @_block
  arguments: (arguments
    . (string content: (string_content) @name.text)
    . (function_definition parameters: (parameters) @params) @body .)
  (#any-of? @_block "describe" "context" "it" "test" "insulate" "expose")) @definition.function

; --- calls ------------------------------------------------------------------

; `f "x"` and `f { }` have an argument node as well.
(function_call name: (identifier) @name arguments: (arguments) @args) @reference.call
(function_call
  name: (dot_index_expression table: (_) @receiver field: (identifier) @name)
  arguments: (arguments) @args) @reference.call
(function_call
  name: (method_index_expression table: (_) @receiver method: (identifier) @name)
  arguments: (arguments) @args) @reference.call

; --- imports ----------------------------------------------------------------

; The global `require` with one literal string. One pattern a place where the call can stand, since an import is not
; merged with another of the same call and only a plain variable gives it a local name.
(assignment_statement
  (variable_list . name: (identifier) @import.alias)
  (expression_list . value: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import)
  (#eq? @_require "require"))
(assignment_statement
  (variable_list . (_) . name: (identifier) @import.alias)
  (expression_list . (_) . value: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import)
  (#eq? @_require "require"))
(assignment_statement
  (variable_list . name: [(dot_index_expression) (bracket_index_expression)])
  (expression_list . value: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import)
  (#eq? @_require "require"))
(return_statement
  (expression_list
    (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import)
  (#eq? @_require "require"))
; `require("m").name`, by where it stands.
(assignment_statement
  (variable_list . name: (identifier) @import.alias)
  (expression_list . value: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name))
  (#eq? @_require "require"))
(assignment_statement
  (variable_list . (_) . name: (identifier) @import.alias)
  (expression_list . (_) . value: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name))
  (#eq? @_require "require"))
(assignment_statement
  (variable_list . name: [(dot_index_expression) (bracket_index_expression)])
  (expression_list . value: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name))
  (#eq? @_require "require"))
(return_statement
  (expression_list
    (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name))
  (#eq? @_require "require"))
(function_call name: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(dot_index_expression table: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(method_index_expression table: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(bracket_index_expression table: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(arguments (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(binary_expression (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(unary_expression (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(parenthesized_expression (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(field value: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(if_statement condition: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(elseif_statement condition: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @import.source) .)) @import
    field: (identifier) @import.name)
  (#eq? @_require "require"))
(method_index_expression
  table: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import
  (#eq? @_require "require"))
(chunk
  (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import
  (#eq? @_require "require"))
(block
  (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import
  (#eq? @_require "require"))
(arguments
  (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import
  (#eq? @_require "require"))
(function_call
  (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import
  (#eq? @_require "require"))
(binary_expression
  (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import
  (#eq? @_require "require"))
(parenthesized_expression
  (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import
  (#eq? @_require "require"))
(field
  value: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.source) .)) @import
  (#eq? @_require "require"))
