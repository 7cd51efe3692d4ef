; Go.

; --- Functions and methods ---------------------------------------------------------------------------------------
(function_declaration name: (identifier) @name) @definition.function

; The receiver's type, behind its pointer and without its type parameters, is the scope.
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @qualifier
    (generic_type type: (type_identifier) @qualifier)
    (pointer_type (type_identifier) @qualifier)
    (pointer_type (generic_type type: (type_identifier) @qualifier))
    (parenthesized_type (type_identifier) @qualifier)
    (parenthesized_type (pointer_type (type_identifier) @qualifier))
    (qualified_type name: (type_identifier) @qualifier)
    (pointer_type (qualified_type name: (type_identifier) @qualifier))
  ]))
  name: (field_identifier) @name) @definition.method

; What an interface requires.
(method_elem name: (field_identifier) @name) @definition.method

; `a, b int` is one declaration of two parameters. (Those of a function type are nobody's.)
(function_declaration parameters: (_ (parameter_declaration "," . (identifier) @param.more)))
(method_declaration parameters: (_ (parameter_declaration "," . (identifier) @param.more)))
(method_elem parameters: (_ (parameter_declaration "," . (identifier) @param.more)))
(func_literal parameters: (_ (parameter_declaration "," . (identifier) @param.more)))

; --- Types -------------------------------------------------------------------------------------------------------
; A more specific kind wins over `type`.
(type_spec name: (type_identifier) @name) @definition.type
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type) @body) @definition.interface
(type_alias name: (type_identifier) @name) @definition.type

; --- Declared constants and variables, locals too (`keep_locals`); `x := ...` declares no symbol ------------------
; (Only the first of several constants has the field. The value is no child but a list.) The blank identifier names nothing.
((const_spec (identifier) @name) @definition.constant (#not-eq? @name "_"))
((var_spec name: (identifier) @name) @definition.variable (#not-eq? @name "_"))

; A variable that holds a function literal is called as a function is, one of a function's own too.
((var_spec
  . name: (identifier) @name
  value: (expression_list . (func_literal parameters: (_) @params body: (_) @body) .)) @definition.function
  (#not-eq? @name "_"))
(short_var_declaration
  left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal parameters: (_) @params body: (_) @body) .)) @definition.function

; --- Embedding ---------------------------------------------------------------------------------------------------
; A field without a name, with and without `*`. A qualified name's path becomes the qualifier.
(field_declaration !name type: [
  (type_identifier) @name
  (qualified_type) @name
  (generic_type type: [(type_identifier) (qualified_type)] @name)
] @reference.extends)
; An interface in an interface. More than one element is a union of a constraint, which extends nothing.
(interface_type (type_elem . [
  (type_identifier) @name
  (qualified_type) @name
  (generic_type type: [(type_identifier) (qualified_type)] @name)
] @reference.extends .))

; --- Calls -------------------------------------------------------------------------------------------------------
; `F[int](x)` has the tree of a conversion and `fs[0](x)` that of an index: neither is taken for a call of the name.
(call_expression function: (identifier) @name arguments: (argument_list) @args) @reference.call
(call_expression
  function: (selector_expression operand: (_) @receiver field: (field_identifier) @name)
  arguments: (argument_list) @args) @reference.call
(call_expression
  function: (parenthesized_expression [
    (identifier) @name
    (unary_expression operand: (identifier) @name)
    (selector_expression operand: (_) @receiver field: (field_identifier) @name)
  ])
  arguments: (argument_list) @args) @reference.call

; --- Constructor calls -------------------------------------------------------------------------------------------
(composite_literal type: [
    (type_identifier) @name
    (qualified_type) @name
    (generic_type type: [(type_identifier) (qualified_type)] @name)
  ]) @reference.class

; --- Imports -----------------------------------------------------------------------------------------------------
(package_clause (package_identifier) @import.source) @import @import.package
(import_spec !name path: (_) @import.source) @import
(import_spec name: [(package_identifier) (blank_identifier)] @import.alias path: (_) @import.source) @import
(import_spec name: (dot) @import.star path: (_) @import.source) @import
