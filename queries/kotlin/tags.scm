; Kotlin.
;
; The grammar has hardly any fields, so children are told by type and by order. Bodies and parameter lists come from
; patterns of their own: definitions at one name are one, and missing parts are taken from the others.

; --- Definitions: types ----------------------------------------------------------------------------------------------

; Classes, interfaces and enums are one node type; the order of the patterns decides among equal kinds.
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration (type_identifier) @name [(class_body) (enum_class_body)]? @body) @definition.class

(object_declaration (type_identifier) @name (class_body)? @body) @definition.class

; A companion without a name is no scope: its members are called by the name of the class around it.
(companion_object (type_identifier) @name (class_body)? @body) @definition.class

(type_alias (type_identifier) @name) @definition.type

; --- Definitions: functions ------------------------------------------------------------------------------------------

(function_declaration (simple_identifier) @name (function_value_parameters) @params) @definition.function
(function_declaration (simple_identifier) @name (function_body) @body) @definition.function

; fun a.b.Type<T>.name(): an extension is a method of its receiver's type.
(function_declaration
  receiver: (_ [
    (_ (type_identifier) @qualifier . (type_arguments)? .)
    (_ (_ (type_identifier) @qualifier . (type_arguments)? .))
  ])
  (simple_identifier) @name) @definition.method

; In an object expression, which is no symbol.
(object_literal (_ (function_declaration (simple_identifier) @name) @definition.method))

(secondary_constructor "constructor" @name (function_value_parameters) @params) @definition.constructor
(secondary_constructor "constructor" @name "{" @body) @definition.constructor

; val f = { a, b -> ... } and val f = fun(a) ..., at any depth.
(property_declaration
  (_ . (simple_identifier) @name)
  [
    (lambda_literal (lambda_parameters)? @params) @body
    (anonymous_function (function_value_parameters) @params (function_body) @body)
  ]) @definition.function

; --- Definitions: properties -----------------------------------------------------------------------------------------

; All of the file's top level; in classes and objects only constants in capitals.
(source_file (_ (variable_declaration (simple_identifier) @name)) @definition.property)

(class_body
  (_ (variable_declaration (simple_identifier) @name)) @definition.constant
  (#upper? @name))

; val Type.name: an extension.
(property_declaration
  receiver: (_ [
    (_ (type_identifier) @qualifier . (type_arguments)? .)
    (_ (_ (type_identifier) @qualifier . (type_arguments)? .))
  ])
  (_ . (simple_identifier) @name)) @definition.property

; --- Calls -----------------------------------------------------------------------------------------------------------

; Constructors are calls of the class's name. Arguments are counted if they are a list or a lambda; a list with a lambda
; behind it has no node of its own, so the count of its call is unknown.
(call_expression
  . [
    (simple_identifier) @name
    (navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name))
  ]
  (call_suffix)) @reference.call
(call_expression
  . [
    (simple_identifier) @name
    (navigation_expression (navigation_suffix (simple_identifier) @name))
  ]
  (_ (value_arguments) @args .)) @reference.call
(call_expression
  . [
    (simple_identifier) @name
    (navigation_expression (navigation_suffix (simple_identifier) @name))
  ]
  (_ . (annotated_lambda) @args)) @reference.call

; a name b
(infix_expression . (_) @receiver . (simple_identifier) @name . (_) .) @reference.call

; --- Bases -----------------------------------------------------------------------------------------------------------

; Base(x), Interface and Interface by x. An object expression's bases are left out: they are not those of the function
; around it.
(class_declaration
  (delegation_specifier [
    (user_type) @name
    (constructor_invocation (user_type) @name)
    (explicit_delegation (user_type) @name)
  ] @reference.extends))
(object_declaration
  (delegation_specifier [
    (user_type) @name
    (constructor_invocation (user_type) @name)
    (explicit_delegation (user_type) @name)
  ] @reference.extends))
(companion_object
  (type_identifier)
  (delegation_specifier [
    (user_type) @name
    (constructor_invocation (user_type) @name)
    (explicit_delegation (user_type) @name)
  ] @reference.extends))

; --- Imports ---------------------------------------------------------------------------------------------------------

; The source is the path as written, the name is its last segment.
(import_header (identifier (simple_identifier) @import.name .) @import.source .) @import
(import_header
  (identifier (simple_identifier) @import.name .) @import.source
  (import_alias (type_identifier) @import.alias)) @import
(import_header (identifier) @import.source (wildcard_import) @import.star) @import
