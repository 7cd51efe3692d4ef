; Objective-C on top of queries/c.

; --- Types -------------------------------------------------------------------------------------------------------
; The interface and the implementation of a class are both symbols, and so are its categories, under the class's name.
; The superclass, the category and the protocols follow the name without fields.
(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @definition.class
(protocol_declaration . (identifier) @name) @definition.protocol

; Bodies, which begin at the first member, tell what defines from what declares. An interface stays without one: the
; implementation, often in another file, is where the class is.
(class_implementation . (identifier) @name . (implementation_definition) @body) @definition.class
(class_implementation . (identifier) @name . (instance_variables) @body) @definition.class
(class_implementation . (identifier) @name category: (identifier) . (implementation_definition) @body) @definition.class
(class_implementation . (identifier) @name superclass: (identifier) . (implementation_definition) @body) @definition.class
(protocol_declaration
  . (identifier) @name
  . (protocol_reference_list)?
  . [(method_declaration) (property_declaration) (qualified_protocol_interface_declaration)] @body) @definition.protocol

; `@class A, B;` and `@protocol P;` stand for what is defined elsewhere, as prototypes do for functions.
(class_declaration (identifier) @name @definition.class)
(protocol_forward_declaration (identifier) @name @definition.protocol)

; --- Methods -----------------------------------------------------------------------------------------------------
; The name is the first part of the selector: the identifier right behind the return type.
(method_declaration . (method_type) . (identifier) @name) @definition.method
(method_definition . (method_type) . (identifier) @name (compound_statement) @body) @definition.method
; Without a return type it is `id`.
(method_declaration . (identifier) @name) @definition.method
(method_definition . (identifier) @name (compound_statement) @body) @definition.method

; --- Blocks bound to a variable ----------------------------------------------------------------------------------
(declaration
  declarator: (init_declarator
    declarator: (function_declarator
      declarator: (parenthesized_declarator (block_pointer_declarator declarator: (identifier) @name))
      parameters: (_) @params)
    value: (block_literal (compound_statement) @body))) @definition.function

; --- Type aliases ------------------------------------------------------------------------------------------------
(type_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator (block_pointer_declarator declarator: (type_identifier) @name)))
) @definition.type
(type_definition
  declarator: (pointer_declarator
    declarator: (function_declarator
      declarator: (parenthesized_declarator (block_pointer_declarator declarator: (type_identifier) @name))))
) @definition.type

(type_definition
  type: [(generic_specifier) (typedefed_specifier)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
  ]) @definition.type

; `typedef NS_ENUM(NSInteger, Name) { ... };`: the grammar knows no macro with two arguments in that place.
((type_definition type: (macro_type_specifier name: (identifier) @_macro (ERROR (identifier) @name))) @definition.enum
  (#any-of? @_macro "NS_ENUM" "NS_OPTIONS" "NS_CLOSED_ENUM"))

; --- Superclasses and protocols ----------------------------------------------------------------------------------
; The list in angle brackets is of protocols behind a superclass or a category, and of type parameters right behind
; the name.
(class_interface superclass: (identifier) @name @reference.extends)
(class_implementation superclass: (identifier) @name @reference.extends)
(class_interface
  superclass: (identifier)
  . (parameterized_arguments (type_name (type_identifier) @name @reference.extends)))
(class_interface
  category: (identifier) . ")"
  . (parameterized_arguments (type_name (type_identifier) @name @reference.extends)))
(class_interface
  "(" . ")"
  . (parameterized_arguments (type_name (type_identifier) @name @reference.extends)))
(protocol_declaration (protocol_reference_list (identifier) @name @reference.extends))

; --- Message sends -----------------------------------------------------------------------------------------------
; Named by the first part of the selector, as the methods are. The arguments are no list and are not counted.
(message_expression receiver: (_) @receiver . method: (identifier) @name) @reference.send

; --- Modules -----------------------------------------------------------------------------------------------------
(module_import . path: (identifier) @import.source @import.system) @import
