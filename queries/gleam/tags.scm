; Gleam.

; --- definitions ---------------------------------------------------------------------------------------------------

(function name: (identifier) @name) @definition.function
(external_function name: (identifier) @name) @definition.function
(constant name: (identifier) @name value: (_) @body) @definition.constant

; A function that a name is bound to is called as any other.
(let
  pattern: (identifier) @name
  value: (anonymous_function parameters: (function_parameters) @params body: (_) @body)) @definition.function

(type_definition (type_name name: (type_identifier) @name) (data_constructors) @body) @definition.type
(type_alias (type_name name: (type_identifier) @name) (type) @body) @definition.type
(external_type (type_name name: (type_identifier) @name)) @definition.type

; A type's variants are what code calls by name.
(data_constructor name: (constructor_name) @name arguments: (data_constructor_arguments)? @params)
  @definition.constructor

; --- calls ---------------------------------------------------------------------------------------------------------

; x |> f |> module.g: the arrow, which has no children, stands for the empty list of arguments, so the pipe makes one.
(binary_expression operator: "|>" @args @pipe right: (identifier) @name) @reference.call
(binary_expression
  operator: "|>" @args @pipe
  right: (field_access record: (identifier) @qualifier field: (label) @name)) @reference.call

; x |> f(y), x |> module.g(y): before the patterns of calls, so that this count is the one that is kept; those give the
; qualifier. A hole takes the piped value, so the table lets it make the count unknown.
(binary_expression
  operator: "|>" @pipe
  right: (function_call
    function: [(identifier) @name (field_access field: (label) @name)]
    arguments: (arguments) @args)) @reference.call

; use a <- f, use a <- f(x): what follows is one argument more
(use "<-" @args @pipe value: (identifier) @name) @reference.call
(use
  "<-" @args @pipe
  value: (field_access record: (identifier) @qualifier field: (label) @name)) @reference.call
(use
  "<-" @pipe
  value: (function_call
    function: [(identifier) @name (field_access field: (label) @name)]
    arguments: (arguments) @args)) @reference.call

; x |> Some, x |> shape.Circle(2.0)
(binary_expression
  operator: "|>" @args @pipe
  right: (record name: [(constructor_name) @name (_ name: (constructor_name) @name)] !arguments)) @reference.class
(binary_expression
  operator: "|>" @pipe
  right: (record
    name: [(constructor_name) @name (_ name: (constructor_name) @name)]
    arguments: (arguments) @args)) @reference.class

; f(x)
(function_call function: (identifier) @name arguments: (arguments) @args) @reference.call

; module.f(x): a function kept in a record's field looks the same and is far rarer
(function_call
  function: (field_access record: (identifier) @qualifier field: (label) @name)
  arguments: (arguments) @args) @reference.call
(function_call
  function: (field_access
    record: [(field_access) (function_call) (record) (tuple_access) (block)] @receiver
    field: (label) @name)
  arguments: (arguments) @args) @reference.call

; Circle(1.0), Square, shape.Circle(1.0), Box(..old, size: 1)
(record name: (constructor_name) @name arguments: (arguments)? @args) @reference.class
(record
  name: (remote_constructor_name module: (identifier) @qualifier name: (constructor_name) @name)
  arguments: (arguments)? @args) @reference.class
(record_update constructor: (constructor_name) @name) @reference.class
(record_update
  constructor: (remote_constructor_name
    module: (identifier) @qualifier
    name: (constructor_name) @name)) @reference.class

; --- imports -------------------------------------------------------------------------------------------------------

; The module's own name is bound by every import; the names in braces come on top.
(import module: (module) @import.source !alias) @import
(import module: (module) @import.source alias: (_) @import.alias) @import
(import
  module: (module) @import.source
  imports: (unqualified_imports (unqualified_import name: (_) @import.name !alias))) @import
(import
  module: (module) @import.source
  imports: (unqualified_imports (unqualified_import name: (_) @import.name alias: (_) @import.alias))) @import
