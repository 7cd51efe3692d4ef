; Kotlin.
;
; The grammar has hardly any fields, so children are told by type and by order. A child that can be any expression is
; written `(_ ...)` with what is in it: naming its type would make the query's analysis walk all of the expression rules,
; which costs up to ten milliseconds a pattern.

; --- Definitions: types ----------------------------------------------------------------------------------------------

; Classes, interfaces and enums are one node type; the order of the patterns decides among equal kinds.
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration (type_identifier) @name (_ . "{")? @body) @definition.class

; The parameters of the class are those of its constructor. Where a definition's node is the parameter list, and its span
; the declaration's, it has no list in the convention's sense and counts the row's `param_nodes`: so modifiers, and default
; values beside the parameters, are none.
(class_declaration (type_identifier) @name (primary_constructor) @definition.class) @start @end

(object_declaration (type_identifier) @name (class_body)? @body) @definition.class

; A companion without a name is no scope: its members are called by the name of the class around it.
(companion_object (type_identifier) @name (class_body)? @body) @definition.class

(type_alias (type_identifier) @name) @definition.type

; --- Definitions: functions ------------------------------------------------------------------------------------------

(function_declaration
  (simple_identifier) @name
  (function_value_parameters) @definition.function
  (function_body)? @body) @start @end

; fun a.b.Type<T>.name(): an extension is a method of its receiver's type.
(function_declaration
  receiver: (_ [
    (_ (type_identifier) @qualifier . (type_arguments)? .)
    (_ (_ (type_identifier) @qualifier . (type_arguments)? .))
  ])
  (simple_identifier) @name
  (function_value_parameters) @definition.method) @start @end

; In an object expression, which is no symbol.
(object_literal (_ (function_declaration
  (simple_identifier) @name
  (function_value_parameters) @definition.method) @start @end))

(secondary_constructor
  "constructor" @name
  (function_value_parameters) @definition.constructor
  "{"? @body) @start @end

; val f = { a, b -> ... } and val f = fun(a) ..., at any depth.
(property_declaration
  (_ . (simple_identifier) @name)
  [
    (_ . "{" . (lambda_parameters)? @params) @body
    (_ . "fun" (function_value_parameters) @params (function_body) @body)
  ]) @definition.function

; --- Definitions: properties -----------------------------------------------------------------------------------------

; All of the file's top level; in classes and objects constants in capitals.
(source_file (_ (variable_declaration (simple_identifier) @name)) @definition.property)

(class_body
  (_ (variable_declaration (simple_identifier) @name)) @definition.constant
  (#upper? @name))

; A property with accessors is code: a function without parameters, whose body they are. On the property's row an accessor
; is a part of it; below it is the sibling after it.
(property_declaration (_ . (simple_identifier) @name) (_ . ["get" "set"] (function_body) @body)) @definition.function
(class_body
  (_ (variable_declaration (simple_identifier) @name)) @definition.function
  . (getter (function_body) @body) @end)
(class_body
  (_ (variable_declaration (simple_identifier) @name)) @definition.function
  . (getter (function_body))? @body
  . (setter (function_body)) @body @end)
(source_file
  (_ (variable_declaration (simple_identifier) @name)) @definition.function
  . (getter (function_body) @body) @end)

; val Type.name: an extension, which always has an accessor.
(property_declaration
  receiver: (_ [
    (_ (type_identifier) @qualifier . (type_arguments)? .)
    (_ (_ (type_identifier) @qualifier . (type_arguments)? .))
  ])
  (_ . (simple_identifier) @name)) @definition.method
(source_file
  (_
    receiver: (_ [
      (_ (type_identifier) @qualifier . (type_arguments)? .)
      (_ (_ (type_identifier) @qualifier . (type_arguments)? .))
    ])
    (_ . (simple_identifier) @name)) @definition.method
  . (getter (function_body) @body) @end)

(enum_entry (simple_identifier) @name (class_body)? @body) @definition.constant

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

; Base(x) as a base, @A(x): the class is constructed. @A without arguments is a call of it, too.
(constructor_invocation (user_type) @name (value_arguments) @args) @reference.class
(annotation (user_type) @name) @reference.class

; : this(x), : super(x)
(constructor_delegation_call ["this" "super"] @name @receiver (value_arguments) @args) @reference.class

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

(package_header (identifier) @import.source @import.package) @import

; The source is the path as written, the name is its last segment. A comment behind the last import is a child of it.
(import_header (identifier (simple_identifier) @import.name .) @import.source .) @import
(import_header
  (identifier (simple_identifier) @import.name .) @import.source
  . [(multiline_comment) (line_comment)]) @import
(import_header
  (identifier (simple_identifier) @import.name .) @import.source
  (import_alias (type_identifier) @import.alias)) @import
(import_header (identifier) @import.source (wildcard_import) @import.star) @import
