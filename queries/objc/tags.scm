; Objective-C on top of queries/c. Wildcards stand for node types because those cost up to 70 ms each in this grammar.

; --- Functions ---------------------------------------------------------------------------------------------------
; With a body anywhere; the declarators around the name's are the return type, and parentheses keep a macro of the same
; name from expanding.
(function_definition
  declarator: [
    (_ declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_) @params)
    (_ declarator: [
      (_ declarator: (identifier) @name parameters: (_) @params)
      (_ declarator: (_ declarator: (identifier) @name parameters: (_) @params))
    ])
  ]) @definition.function

; Prototypes at file level only: macros in an implementation and C++ in an `.mm` file read as prototypes all over.
(translation_unit
  (_
    declarator: [
      (_ declarator: (identifier) @name . parameters: (_) @params)
      (_ declarator: (_ declarator: (identifier) @name . parameters: (_) @params))
    ]) @definition.function)
(preproc_ifdef
  (_
    declarator: [
      (_ declarator: (identifier) @name . parameters: (_) @params)
      (_ declarator: (_ declarator: (identifier) @name . parameters: (_) @params))
    ]) @definition.function)
(preproc_if
  (_
    declarator: [
      (_ declarator: (identifier) @name . parameters: (_) @params)
      (_ declarator: (_ declarator: (identifier) @name . parameters: (_) @params))
    ]) @definition.function)
(preproc_else
  (_
    declarator: [
      (_ declarator: (identifier) @name . parameters: (_) @params)
      (_ declarator: (_ declarator: (identifier) @name . parameters: (_) @params))
    ]) @definition.function)
(declaration_list
  (_
    declarator: [
      (_ declarator: (identifier) @name . parameters: (_) @params)
      (_ declarator: (_ declarator: (identifier) @name . parameters: (_) @params))
    ]) @definition.function)
(linkage_specification
  (_
    declarator: [
      (_ declarator: (identifier) @name . parameters: (_) @params)
      (_ declarator: (_ declarator: (identifier) @name . parameters: (_) @params))
    ]) @definition.function)

; --- Macros ------------------------------------------------------------------------------------------------------
; Object-like ones too: they are often aliases of functions.
(preproc_def name: (identifier) @name value: (_) @definition.macro @body) @start
(preproc_def name: (identifier) @name @definition.macro) @start

; --- Types -------------------------------------------------------------------------------------------------------
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union

; The interface and the implementation of a class are both symbols, and so are its categories, under the class's name.
; The superclass, the category and the protocols follow the name without fields.
(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @definition.class
(protocol_declaration . (identifier) @name) @definition.protocol

; Bodies, which begin at the first member, tell what defines from what declares. An interface stays without one: the
; implementation, often in another file, is where the class is. A
; member has children; a superclass or a category, which are identifiers, have none, and neither have the items in a
; protocol's list of protocols.
(class_implementation . (identifier) @name . (_ (_)) @body) @definition.class
(class_implementation . (identifier) @name . (_) . (_ (_)) @body) @definition.class
(protocol_declaration . (identifier) @name . (_ (_ (_))) @body) @definition.protocol
(protocol_declaration . (identifier) @name . (_) . (_ (_)) @body) @definition.protocol
(protocol_declaration . (identifier) @name "@end" @body) @definition.protocol  ; when comments come first

; `@class A, B;` and `@protocol P;` stand for what is defined elsewhere, as prototypes do for functions.
(class_declaration (identifier) @name @definition.class)
(protocol_forward_declaration (identifier) @name @definition.protocol)

; --- Methods -----------------------------------------------------------------------------------------------------
; The name is the first part of the selector: the identifier right behind the return type, which holds a type_name.
(method_declaration . (_ (type_name)) . (_) @name) @definition.method
(method_definition . (_ (type_name)) . (_) @name (_) @body .) @definition.method
(method_definition . (_ (type_name)) . (_) @name (_) @body . (ERROR)) @definition.method
; Without a return type it is `id` and the name comes first: before the body, or before a parameter, which has children
; as a name has not.
(method_declaration . (identifier) @name) @definition.method
(method_definition . (_) @name . (_) @body .) @definition.method
(method_definition . (_) @name . (_ (_)) (_) @body .) @definition.method

; --- Blocks bound to a variable ----------------------------------------------------------------------------------
(init_declarator
  declarator: (_ declarator: (_ (block_pointer_declarator declarator: (_) @name)) parameters: (_) @params)
  value: (block_literal (compound_statement) @body)) @definition.function @declarator

; --- Type aliases ------------------------------------------------------------------------------------------------
(block_pointer_declarator declarator: (type_identifier) @name) @definition.type @declarator

; `typedef NS_ENUM(NSInteger, Name) { A, B };`: the grammar knows no macro with two arguments in that place and takes one of
; them for an error. Where a member has a value, even less of it holds together, and only the name can be told.
((type_definition
    type: (_ name: (_) @_macro [(ERROR (identifier) @name) ((ERROR) . (_ type: (type_identifier) @name))])) @definition.enum
  (#any-of? @_macro "NS_ENUM" "NS_OPTIONS" "NS_CLOSED_ENUM"))
((type_definition type: (_ name: (_) @_macro (ERROR)) declarator: (_ !declarator) @name @definition.constant)
  (#any-of? @_macro "NS_ENUM" "NS_OPTIONS" "NS_CLOSED_ENUM"))
((macro_type_specifier name: (_) @_macro [
    (ERROR (identifier) @name)
    ((ERROR) . (_ type: (type_identifier) @name))
  ]) @definition.enum
  (#any-of? @_macro "NS_ENUM" "NS_OPTIONS" "NS_CLOSED_ENUM"))

; --- Properties --------------------------------------------------------------------------------------------------
; A name, a pointer's, or a block's.
(property_declaration
  (_ (struct_declarator [
    (identifier) @name
    (_ declarator: [(identifier) @name (_ (_ declarator: (identifier) @name))])
  ]))) @definition.property

; --- Superclasses and protocols ----------------------------------------------------------------------------------
; The list in angle brackets is of protocols behind a superclass or a category, and of type parameters right behind
; the name.
(class_implementation superclass: (_) @name @reference.extends)
(class_interface [
  superclass: (_) @name @reference.extends
  ("@interface" superclass: (_) . (_ (type_name (type_identifier) @name @reference.extends)))
  (")" . (_ (type_name (type_identifier) @name @reference.extends)))
])
(protocol_declaration (protocol_reference_list (identifier) @name @reference.extends))

; --- Message sends -----------------------------------------------------------------------------------------------
; Named by the first part of the selector, as the methods are. The arguments are no list and are not counted.
(message_expression receiver: (_) @receiver . method: (identifier) @name) @reference.send

; --- Modules -----------------------------------------------------------------------------------------------------
(module_import . path: (identifier) @import.source @import.system) @import
