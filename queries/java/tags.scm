; Java.

; --- Definitions: types ----------------------------------------------------------------------------------------------

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum

; module a.b {}: of a name with dots the part before the last one is its qualifier.
(module_declaration name: [(identifier) (scoped_identifier)] @name) @definition.module

; --- Definitions: members --------------------------------------------------------------------------------------------

(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor
(annotation_type_element_declaration name: (identifier) @name) @definition.method

; Constants are fields in capitals; those of an interface have a node of their own.
(field_declaration
  declarator: (variable_declarator name: (identifier) @name)
  (#upper? @name)) @definition.constant
(constant_declaration
  declarator: (variable_declarator name: (identifier) @name)
  (#upper? @name)) @definition.constant

; --- Calls -----------------------------------------------------------------------------------------------------------

; Outer.super.f(): the object is the base of an outer type. It comes first, so that its receiver wins.
(method_invocation
  object: (_)
  (super) @receiver
  name: (identifier) @name
  arguments: (argument_list) @args) @reference.call

(method_invocation
  object: (_)? @receiver
  name: (identifier) @name
  arguments: (argument_list) @args) @reference.call

; new T(), new T<A>(), new a.b.T(), new a.b.T<A>(); the body of an anonymous class makes no difference.
(object_creation_expression
  type: [(type_identifier) (generic_type) (scoped_type_identifier)] @name
  arguments: (argument_list) @args) @reference.class

; --- Bases -----------------------------------------------------------------------------------------------------------

(superclass [(type_identifier) (generic_type) (scoped_type_identifier)] @name) @reference.extends
(super_interfaces
  (type_list [(type_identifier) (generic_type) (scoped_type_identifier)] @name)) @reference.extends
(extends_interfaces
  (type_list [(type_identifier) (generic_type) (scoped_type_identifier)] @name)) @reference.extends

; --- Imports ---------------------------------------------------------------------------------------------------------

; The source is the path as written, the name is its last segment: a type, or a member if the import is static. (The
; trees of both differ by a keyword only, which a pattern cannot require to be absent.)
(import_declaration (scoped_identifier name: (identifier) @import.name) @import.source .) @import
(import_declaration (identifier) @import.source @import.name .) @import
(import_declaration [(scoped_identifier) (identifier)] @import.source (asterisk) @import.star) @import
