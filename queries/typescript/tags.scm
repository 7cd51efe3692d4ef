; TypeScript and TSX: types, signatures and namespaces. (See ecma for the rest.)

; --- Definitions: types ----------------------------------------------------------------------------------------------

; (A decorated one before which `export` stands is found by ecma.)
(abstract_class_declaration name: (type_identifier) @name) @definition.class

(interface_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.enum

; namespace A {}, module A {}, namespace A.B {}, declare module 'name' {}
(internal_module name: [
  (identifier) @name
  (_ object: (_) @qualifier property: (property_identifier) @name)
]) @definition.namespace
(module name: [
  (identifier) @name
  (string (string_fragment) @name)
  (_ object: (_) @qualifier property: (property_identifier) @name)
]) @definition.module

; --- Definitions: functions ------------------------------------------------------------------------------------------

; Overloads and ambient functions have no body.
(function_signature name: (identifier) @name) @definition.function

; In interfaces, object types and ambient classes, and as overloads.
(method_signature name: [
  (property_identifier) @name
  (private_property_identifier) @name
  (string (string_fragment) @name)
  (_ "[" (_ property: (property_identifier) @name))
]) @definition.method
(abstract_method_signature name: (property_identifier) @name) @definition.method

; A class field that holds a function is a method.
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: (_ . [
    ((formal_parameters) @params body: (_) @body)
    ((_) . (formal_parameters) @params body: (_) @body)
    ((identifier) . "=>" body: (_) @body)
  ])) @definition.method

; A method's decorators are its siblings; the earliest of them is the start.
(class_body
  (decorator) @start
  . (_ name: [(property_identifier) (private_property_identifier)] @name parameters: (_) body: (_)) @definition.method)
(class_body
  (decorator) @start
  . (decorator)
  . (_ name: [(property_identifier) (private_property_identifier)] @name parameters: (_) body: (_)) @definition.method)

; --- Definitions: constants ------------------------------------------------------------------------------------------

; declare const NAME: string
(ambient_declaration
  (_ ["const" "let" "var"] (_ name: (identifier) @name) @definition.constant)
  (#upper? @name))

; --- Calls -----------------------------------------------------------------------------------------------------------

; f!(x), (f as T)(x)
(call_expression
  function: [
    (non_null_expression [
      (identifier) @name
      (_ object: (_) @receiver property: (property_identifier) @name)
    ])
    (parenthesized_expression
      (as_expression . [
        (identifier) @name
        (_ object: (_) @receiver property: (property_identifier) @name)
      ]))
  ]
  arguments: (arguments) @args) @reference.call

; --- Bases -----------------------------------------------------------------------------------------------------------

; Type arguments of a base class are beside its name; those of an interface are around it. A base that is a call
; (`mixin(X)`) is a call only.
(extends_clause value: [
  (identifier) @name
  (_ object: (_) @qualifier property: (property_identifier) @name)
]) @reference.extends

(implements_clause [
  (type_identifier) @name
  (nested_type_identifier) @name
  (generic_type name: (_) @name)
] @reference.extends)

(extends_type_clause type: [
  (type_identifier) @name
  (nested_type_identifier) @name
  (generic_type name: (_) @name)
] @reference.extends)

; --- Imports ---------------------------------------------------------------------------------------------------------

; import x = require('x')
(import_statement (import_require_clause (identifier) @import.alias source: (string) @import.source)) @import

; require('x') as T
(as_expression
  (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
  (#eq? @_require "require"))
