; What C, C++, Objective-C and CUDA share; functions are in the files of their own. Every pattern here compiles with all
; four grammars. Compiling costs time at every start: milliseconds for a node type with children, nothing for a wildcard
; with children. So patterns are flat: `@declarator` climbs over pointers and parentheses to the declaration, wherever
; that stands, and a wildcard stands where a node type would say nothing more. What starts at the same node type is one
; pattern with alternatives; there the facts' captures stand inside, and `@declarator` climbs to the whole.

; --- Macros ------------------------------------------------------------------------------------------------------
; A function-like macro is called as a function is. The directive's node ends behind its line feed, so the definition is
; what ends on the last line of text: the value, or else the parameters.
(preproc_function_def
  name: (identifier) @name parameters: (_) @params value: (_) @definition.macro @body) @start
(preproc_function_def name: (identifier) @name parameters: (_) @params @definition.macro) @start

; --- Types -------------------------------------------------------------------------------------------------------
; A tag without a body is a forward declaration or a use, not a definition.
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant

; One pattern, since each pattern at typedefs takes milliseconds to compile:
; * An alias of an existing type, also of pointers, arrays and functions. What has both a name and a type is a macro
;   call that the grammar cannot read.
; * A typedef of a type that is defined in place. An unnamed type gets its name from the first declarator, and its body
;   too.
; * Other declarators, and all of them when the type has a tag of its own, are only aliases: the declarator is the
;   definition, or it would become the scope of the tag. (Where another part matches too, its longer span wins.)
(type_definition [
  (
    "typedef" type: [(_ !body !type) (_ !body !name)]
    declarator: [
      (type_identifier) @name @definition.type @declarator
      (primitive_type) @name @definition.type @declarator
      (_ declarator: [(type_identifier) @name (_ declarator: (type_identifier) @name)]) @definition.type @declarator
    ])
  (
    "typedef" type: (_ !name body: (_) @body)
    . declarator: [
      (type_identifier) @name @definition.type @declarator
      (_ declarator: (type_identifier) @name) @definition.type @declarator
    ])
  (
    "typedef" type: (_ !name body: (_) @body)
    . (attribute_specifier)
    . declarator: (type_identifier) @name @definition.type @declarator)
  (
    "typedef" type: (_ body: (_))
    declarator: [
      (type_identifier) @name @definition.type
      (_ declarator: (type_identifier) @name) @definition.type
    ])
])
(parenthesized_declarator (_ declarator: (type_identifier) @name)) @definition.type @declarator

; --- Constants ---------------------------------------------------------------------------------------------------
; Upper-case variables of file scope: the predicate leaves no declarator but a name. Locals are dropped by the engine,
; and parameters lead to no declaration.
; (In the same pattern, since each at declarations takes milliseconds: what locals.scm needs of them. A declarator without
; another one in it is a name. That of a prototype in a block, in C++ also of an object with constructor arguments, is a
; local like any other.)
((declaration declarator: [
    (_ !declarator) @name @definition.constant @declarator
    (_ !declarator) @local
    (_ declarator: (_ !declarator) @local parameters: (_))
  ])
  (#upper? @name))
([
    (init_declarator . (_) @name)
    (array_declarator . (_) @name)
    (pointer_declarator (_) @name)
  ] @definition.constant @declarator
  (#upper? @name))

; --- Calls -------------------------------------------------------------------------------------------------------
; Also macros, and variables that hold a function pointer, under their own name. With parentheses: `(f)(x)`,
; `(p->op)(x)`, `(*fp)(x)`, `(*p->op)(x)`.
(call_expression
  function: [
    (identifier) @name
    (_ argument: (_) @receiver field: (field_identifier) @name)
    (parenthesized_expression [
      (identifier) @name
      (_ argument: (_) @receiver field: (_) @name)
      (_ !field argument: (identifier) @name)
      (_ !field argument: (_ argument: (_) @receiver field: (_) @name))
    ])
  ]
  arguments: (argument_list) @args) @reference.call

; --- Includes ----------------------------------------------------------------------------------------------------
(preproc_include path: (string_literal) @import.source) @import
(preproc_include path: (system_lib_string) @import.source @import.system) @import
