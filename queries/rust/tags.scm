; Rust.

; --- Functions ---------------------------------------------------------------------------------------------------
; In a trait or an impl they become methods by their place; a required method has no body.
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(macro_definition name: (identifier) @name . (macro_rule) @body) @definition.macro
(macro_definition name: (identifier) @name) @definition.macro

; --- Types -------------------------------------------------------------------------------------------------------
(struct_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(union_item name: (type_identifier) @name) @definition.union
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(trait_item name: (type_identifier) @name) @definition.trait

; --- Modules, constants ------------------------------------------------------------------------------------------
(mod_item name: (identifier) @name) @definition.module
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.constant

; --- Scopes ------------------------------------------------------------------------------------------------------
; An impl gives its type's name to what it holds, without path, generics and references.
(impl_item type: [
    (type_identifier) @name
    (primitive_type) @name
    (array_type) @name
    (tuple_type) @name
    (pointer_type) @name
    (function_type) @name
    (_ name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name (_ name: (_) @name)])
    (reference_type type: [(type_identifier) (primitive_type) (array_type)] @name)
    (reference_type type: (_ type: (type_identifier) @name))
    (dynamic_type trait: [(type_identifier) @name (_ type: (type_identifier) @name)])
  ]) @scope.type

; --- Traits ------------------------------------------------------------------------------------------------------
; `impl T for X`: T with X, the type that gains it, as the qualifier.
(impl_item
  trait: [
    (type_identifier) @name
    (_ name: (_) @name)
    (generic_type type: [(type_identifier) @name (_ name: (_) @name)])
  ] @reference.extends
  type: [
    (type_identifier) @qualifier
    (primitive_type) @qualifier
    (array_type) @qualifier
    (tuple_type) @qualifier
    (pointer_type) @qualifier
    (function_type) @qualifier
    (_ name: (type_identifier) @qualifier)
    (generic_type type: [(type_identifier) @qualifier (_ name: (_) @qualifier)])
    (reference_type type: [(type_identifier) (primitive_type) (array_type)] @qualifier)
    (reference_type type: (_ type: (type_identifier) @qualifier))
    (dynamic_type trait: (type_identifier) @qualifier)
  ])

(trait_item bounds: (_ [
    (type_identifier) @name
    (_ name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name (_ name: (_) @name)])
  ] @reference.extends))

; --- Calls -------------------------------------------------------------------------------------------------------
(call_expression function: (identifier) @name arguments: (arguments) @args) @reference.call
(call_expression
  function: (field_expression value: (_) @receiver field: (field_identifier) @name)
  arguments: (arguments) @args) @reference.call

; `m::f()`, `T::f()`, `Self::f()`, `crate::a::f()`, and `::f()`, whose path is empty
(call_expression
  function: (scoped_identifier
    path: [(identifier) (scoped_identifier) (self) (super) (crate)] @qualifier name: (identifier) @name)
  arguments: (arguments) @args) @reference.call
(call_expression
  function: (scoped_identifier !path name: (identifier) @name)
  arguments: (arguments) @args) @reference.call

; `Vec::<u8>::f()`, `<Vec<u8>>::f()`
(call_expression
  function: (scoped_identifier
    path: [
      (generic_type type: [(type_identifier) (scoped_identifier) (scoped_type_identifier)] @qualifier)
      (bracketed_type [(type_identifier) (scoped_type_identifier) (primitive_type)] @qualifier)
      (bracketed_type (generic_type type: [(type_identifier) (scoped_type_identifier)] @qualifier))
    ]
    name: (identifier) @name)
  arguments: (arguments) @args) @reference.call

; `<X as T>::f()`: the trait is the qualifier, since X is a type parameter more often than not.
(call_expression
  function: (scoped_identifier
    path: (bracketed_type (qualified_type alias: [
      (type_identifier) @qualifier
      (scoped_type_identifier) @qualifier
      (generic_type type: [(type_identifier) (scoped_type_identifier)] @qualifier)
    ]))
    name: (identifier) @name)
  arguments: (arguments) @args) @reference.call

; Turbofish
(call_expression
  function: (generic_function function: [
    (identifier) @name
    (_ value: (_) @receiver field: (field_identifier) @name)
    (_
      path: [(identifier) (scoped_identifier) (self) (super) (crate)] @qualifier name: (identifier) @name)
    (_
      path: (generic_type type: [(type_identifier) (scoped_identifier) (scoped_type_identifier)] @qualifier)
      name: (identifier) @name)
    (_
      path: (bracketed_type (qualified_type alias: [
        (type_identifier) @qualifier
        (generic_type type: (type_identifier) @qualifier)
      ]))
      name: (identifier) @name)
  ])
  arguments: (arguments) @args) @reference.call

; `(f)(x)`, and `(s.f)(x)`, the only spelling of a call of a field
(call_expression
  function: (parenthesized_expression [
    (identifier) @name
    (_ value: (_) @receiver field: (field_identifier) @name)
  ])
  arguments: (arguments) @args) @reference.call

; Macros. Their arguments are tokens and are not counted.
(macro_invocation macro: (_) @name) @reference.macro

; In the tokens of a macro a name before a parenthesis is a call (or the constructor of a tuple type), which is all that
; can be told: receivers and paths are lost.
(token_tree (identifier) @name @reference.call . (token_tree "("))

; --- Constructor calls -------------------------------------------------------------------------------------------
; `Self { .. }` names nothing new.
((struct_expression name: [
    (type_identifier) @name
    (_ type: (type_identifier) @name)
    (_ path: (_)? @qualifier name: (type_identifier) @name)
  ]) @reference.class
  (#not-eq? @name "Self"))

; --- Imports -----------------------------------------------------------------------------------------------------
; The source is the path before the imported name; a name without a path has none, so a source without a name is a
; module declaration. In a list the source is the path of the innermost list that holds the name, and a list in a list
; also imports its own path from the outer one.
(mod_item name: (identifier) @import.source !body) @import
(extern_crate_declaration name: (identifier) @import.name !alias) @import
(extern_crate_declaration name: (identifier) @import.name alias: (identifier) @import.alias) @import

(use_declaration
  (visibility_modifier)? @import.reexport
  argument: [
    (identifier) @import.name
    (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
    (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
    (use_as_clause
      path: (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
      alias: (identifier) @import.alias)
    (use_wildcard (_) @import.source) @import.star
  ]) @import

; Items of a list: names, paths (whose source is the list's and whose name is the whole path), aliases, `self`, `*`.
(use_declaration
  (visibility_modifier)? @import.reexport
  argument: (scoped_use_list
    path: (_)? @import.source
    list: (use_list [
      (identifier) @import.name
      (scoped_identifier) @import.name
      (self) @import.name
      (use_as_clause path: (_) @import.name alias: (identifier) @import.alias)
      (use_wildcard (_) @import.name) @import.star
      (use_wildcard . "*") @import.star
      (scoped_use_list path: (_) @import.name)
    ] @import)))

(use_list
  (scoped_use_list
    path: (_)? @import.source
    list: (use_list [
      (identifier) @import.name
      (scoped_identifier) @import.name
      (self) @import.name
      (use_as_clause path: (_) @import.name alias: (identifier) @import.alias)
      (use_wildcard (_) @import.name) @import.star
      (use_wildcard . "*") @import.star
      (scoped_use_list path: (_) @import.name)
    ] @import)))

(use_declaration
  (visibility_modifier)? @import.reexport
  argument: (use_list [
    (identifier) @import.name
    (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
    (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
    (use_as_clause
      path: (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
      alias: (identifier) @import.alias)
    (use_wildcard (_) @import.source) @import.star
  ] @import))
