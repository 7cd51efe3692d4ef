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

; An element of an annotation type has brackets, but no list in them: the opening one, which has no children, stands for it.
(annotation_type_element_declaration name: (identifier) @name "(" @params) @definition.method

; Components of records are called by their names: each has an accessor.
(record_declaration
  parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.property))

(enum_constant name: (identifier) @name) @definition.constant

; Constants are fields in capitals; those of an interface have a node of their own. Each of a list spans from the
; declaration's start to its own end: the signature shows the type, and an initialiser's calls belong to its own name.
(field_declaration
  declarator: (variable_declarator name: (identifier) @name) @definition.constant
  (#upper? @name)) @start
(constant_declaration
  declarator: (variable_declarator name: (identifier) @name) @definition.constant
  (#upper? @name)) @start

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

; this(1), super(1), outer.super(1): constructors of the type or its base.
(explicit_constructor_invocation
  constructor: [(this) (super)] @name @receiver
  arguments: (argument_list) @args) @reference.class

; @A, @a.A, @A(1): an annotation is a call of its type.
(marker_annotation name: [(identifier) (scoped_identifier)] @name) @reference.call
(annotation
  name: [(identifier) (scoped_identifier)] @name
  arguments: (annotation_argument_list) @args) @reference.call

; --- Bases -----------------------------------------------------------------------------------------------------------

(superclass [(type_identifier) (generic_type) (scoped_type_identifier)] @name) @reference.extends
(super_interfaces
  (type_list [(type_identifier) (generic_type) (scoped_type_identifier)] @name)) @reference.extends
(extends_interfaces
  (type_list [(type_identifier) (generic_type) (scoped_type_identifier)] @name)) @reference.extends

; An anonymous class is no symbol: its methods stand in the function around it, and so does its base. In a field there
; is only the class around it, whose base it is not; so it must be somewhere that only functions have.
(local_variable_declaration
  (_ (_ type: [(type_identifier) (generic_type) (scoped_type_identifier)] @name (class_body)) @reference.extends))
(return_statement
  (_ type: [(type_identifier) (generic_type) (scoped_type_identifier)] @name (class_body)) @reference.extends)
(expression_statement [
  (_ right: (_ type: [(type_identifier) (generic_type) (scoped_type_identifier)] @name (class_body)) @reference.extends)
  (_ arguments: (_
    (_ type: [(type_identifier) (generic_type) (scoped_type_identifier)] @name (class_body)) @reference.extends))
])

; --- Imports ---------------------------------------------------------------------------------------------------------

(package_declaration [(scoped_identifier) (identifier)] @import.source @import.package) @import

; The name is a type of the package before it, or a member of the type before it if the import is static.
(import_declaration (scoped_identifier scope: (_) @import.source name: (identifier) @import.name) .) @import
(import_declaration (identifier) @import.source @import.name .) @import
(import_declaration [(scoped_identifier) (identifier)] @import.source (asterisk) @import.star) @import
