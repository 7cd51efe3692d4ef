; TypeScript and TSX: types, signatures and namespaces. (See ecma for the rest.)

; --- Definitions: types ----------------------------------------------------------------------------------------------

; (A decorated one before which `export` stands is found by ecma.)
(abstract_class_declaration name: (type_identifier) @name) @definition.class

(interface_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.enum

; The members of an enum, with and without a value.
(enum_body [
  (property_identifier) @name @definition.constant
  (string (string_fragment) @name.text) @definition.constant
  (_ name: [(property_identifier) @name (string (string_fragment) @name.text)]) @definition.constant
])

; namespace A {}, module A {}, namespace A.B {}, declare module 'name' {}
(internal_module name: [
  (identifier) @name
  (_ object: (_) @qualifier property: (property_identifier) @name)
]) @definition.namespace
(module name: [
  (identifier) @name
  (string (string_fragment) @name.text)
  (_ object: (_) @qualifier property: (property_identifier) @name)
]) @definition.module

; --- Definitions: functions ------------------------------------------------------------------------------------------

; Overloads and ambient functions have no body.
(function_signature name: (identifier) @name) @definition.function

; In interfaces, object types and ambient classes, and as overloads.
(method_signature name: [
  (property_identifier) @name
  (private_property_identifier) @name
  (string (string_fragment) @name.text)
  (_ "[" (_ property: (property_identifier) @name))
]) @definition.method
(abstract_method_signature name: (property_identifier) @name) @definition.method

; A property with a function's type is a method that is declared: who has the object calls it.
(property_signature
  name: (property_identifier) @name
  type: (_ ":" (function_type (formal_parameters) @params))) @definition.method

; A class field that holds a function is a method, one in capitals that is static or read-only a constant. A field has the
; type that is written, or its value.
(public_field_definition [
    ((property_identifier) @name
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    ((property_identifier) @name . (_ . ":" (function_type (formal_parameters) @params)) @definition.method)
    ((property_identifier) @name . (_ . ":" (_) @binding.type) @binding.field)
    ((property_identifier) @name . "=" . (_) @binding.field @binding.value)
    ((private_property_identifier) @name
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    ((private_property_identifier) @name . (_ . ":" (_) @binding.type) @binding.field)
    ((private_property_identifier) @name . "=" . (_) @binding.field @binding.value)
    value: (_ (formal_parameters) . (_ . ":" (_) @binding.type) @binding.return)
    ("static" (property_identifier) @name @_constant value: (_) @definition.constant)
    ("readonly" (property_identifier) @name @_constant value: (_) @definition.constant)
  ]
  (#upper? @_constant)) @start

; A method's decorators are its siblings.
(class_body (decorator) @attribute)

; --- Definitions: constants ------------------------------------------------------------------------------------------

; declare const NAME: string
(ambient_declaration
  (_ ["const" "let" "var"] (_ name: (identifier) @name) @definition.constant)
  (#upper? @name))

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

; export = x
(export_statement "=" @import.reexport @import.default . (identifier) @import @import.name)
