; What C, C++, Objective-C and CUDA share. Every pattern here compiles with all four grammars; what only the plain C and
; Objective-C grammars need is in c_only.

; --- Functions with a body ---------------------------------------------------------------------------------------
; The name hangs below the declarators that spell the return type: one level of pointer_declarator per `*`.

(function_definition
  declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)) @definition.function

(function_definition
  declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))) @definition.function

(function_definition
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)))) @definition.function

(function_definition
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator
          declarator: (identifier) @name parameters: (_) @params))))) @definition.function

; `int (f)(void)`: the parentheses keep a macro of the same name from expanding.
(function_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @params)) @definition.function

(function_definition
  declarator: (pointer_declarator
    declarator: (function_declarator
      declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @params))) @definition.function

; `int (*f(int))(char)`: a function that returns a pointer to a function.
(function_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))))) @definition.function

; --- Prototypes --------------------------------------------------------------------------------------------------
; Only at file level (bare, in #if branches, in `extern "C"`, in C++ namespaces): in a block a C++ object with
; constructor arguments, `T lock(m);`, has the same tree as a prototype.

(translation_unit
  (declaration declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @params)
  ]) @definition.function)

(preproc_ifdef
  (declaration declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @params)
  ]) @definition.function)

(preproc_if
  (declaration declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)))
  ]) @definition.function)

(preproc_else
  (declaration declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)))
  ]) @definition.function)

(preproc_elif
  (declaration declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
  ]) @definition.function)

(declaration_list
  (declaration declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)))
  ]) @definition.function)

(linkage_specification
  body: (declaration declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
  ]) @definition.function)

; In a block only what says `extern`, which no object with constructor arguments does.
(compound_statement
  (declaration
    (storage_class_specifier "extern")
    declarator: [
      (function_declarator declarator: (identifier) @name parameters: (_) @params)
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
    ]) @definition.function)

; --- Macros ------------------------------------------------------------------------------------------------------
; A function-like macro is called as a function is. The directive's node ends behind its line feed, so the definition is
; what ends on the last line of text: the value, or else the parameters.
(preproc_function_def
  name: (identifier) @name parameters: (_) @params value: (_) @definition.macro @body) @start
(preproc_function_def
  name: (identifier) @name parameters: (_) @params @definition.macro !value) @start

; --- Types -------------------------------------------------------------------------------------------------------
; A tag without a body is a forward declaration or a use, not a definition.
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum

; An alias of an existing type, also of pointers, arrays and functions.
(type_definition type: [
    (type_identifier) (primitive_type) (sized_type_specifier)
    (struct_specifier !body) (union_specifier !body) (enum_specifier !body)
  ]
  declarator: [
    (type_identifier) @name
    (primitive_type) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
  ]) @definition.type

; An unnamed type gets its name from the first declarator, and its body too; further declarators are aliases of it.
(type_definition
  type: [
    (struct_specifier !name body: (_) @body)
    (union_specifier !name body: (_) @body)
    (enum_specifier !name body: (_) @body)
  ]
  . (attribute_specifier)? .
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
  ]) @definition.type

(type_definition
  type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_)) (enum_specifier !name body: (_))]
  declarator: (_)
  declarator: [
    (type_identifier) @name @definition.type
    (pointer_declarator declarator: (type_identifier) @name) @definition.type
    (array_declarator declarator: (type_identifier) @name) @definition.type
  ])

; A typedef of a type that is defined in place under its own tag: the tag owns the body, so the alias is only its
; declarator, or it would become the scope of the tag.
(type_definition
  type: [
    (struct_specifier name: (_) body: (_))
    (union_specifier name: (_) body: (_))
    (enum_specifier name: (_) body: (_))
  ]
  declarator: [
    (type_identifier) @name @definition.type
    (pointer_declarator declarator: (type_identifier) @name) @definition.type
    (array_declarator declarator: (type_identifier) @name) @definition.type
  ])

; --- Constants ---------------------------------------------------------------------------------------------------
; Upper-case variables of file scope. Locals are dropped by the engine.
((declaration declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))
  ]) @definition.constant
  (#upper? @name))

; --- Calls -------------------------------------------------------------------------------------------------------
; Also macros, and variables that hold a function pointer, under their own name.
(call_expression function: (identifier) @name arguments: (argument_list) @args) @reference.call

(call_expression
  function: (field_expression argument: (_) @receiver field: (field_identifier) @name)
  arguments: (argument_list) @args) @reference.call

; `(f)(x)`, `(*fp)(x)`, `(*p->op)(x)`
(call_expression
  function: (parenthesized_expression [
    (identifier) @name
    (pointer_expression argument: (identifier) @name)
    (pointer_expression argument: (field_expression argument: (_) @receiver field: (field_identifier) @name))
    (field_expression argument: (_) @receiver field: (field_identifier) @name)
  ])
  arguments: (argument_list) @args) @reference.call

; --- Includes ----------------------------------------------------------------------------------------------------
(preproc_include path: (string_literal) @import.source) @import
(preproc_include path: (system_lib_string) @import.source @import.system) @import
