; Gleam.

; --- definitions ---------------------------------------------------------------------------------------------------

(function name: (identifier) @name) @definition.function
(external_function name: (identifier) @name) @definition.function
(constant name: (identifier) @name value: (_) @body) @definition.constant

(type_definition (type_name name: (type_identifier) @name) (data_constructors) @body) @definition.type
(type_alias (type_name name: (type_identifier) @name) (type) @body) @definition.type
(external_type (type_name name: (type_identifier) @name)) @definition.type

; A type's variants are what code calls by name.
(data_constructor name: (constructor_name) @name arguments: (data_constructor_arguments)? @params)
  @definition.constructor

; --- calls ---------------------------------------------------------------------------------------------------------

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

; x |> f |> module.g
(binary_expression operator: "|>" right: (identifier) @name) @reference.call
(binary_expression
  operator: "|>"
  right: (field_access record: (identifier) @qualifier field: (label) @name)) @reference.call

; use a <- f
(use value: (identifier) @name) @reference.call
(use value: (field_access record: (identifier) @qualifier field: (label) @name)) @reference.call

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
