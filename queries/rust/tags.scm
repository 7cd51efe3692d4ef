; Rust.

; --- Functions ---------------------------------------------------------------------------------------------------
; In a trait or an impl they become methods by their place; a required method has no body.
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(macro_definition name: (identifier) @name . (macro_rule) @body) @definition.macro
(macro_definition name: (identifier) @name) @definition.macro

; A closure that a variable holds is called as a function is.
(let_declaration
  pattern: [(identifier) @name (mut_pattern (identifier) @name)]
  value: (closure_expression parameters: (closure_parameters) @params body: (_) @body)) @definition.function

; --- Types -------------------------------------------------------------------------------------------------------
(struct_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.constant
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
    (reference_type type: (_ [type: (type_identifier) name: (type_identifier)] @name))
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
    (reference_type type: (_ [type: (type_identifier) name: (type_identifier)] @qualifier))
    (dynamic_type trait: (type_identifier) @qualifier)
  ])

(trait_item bounds: (_ [
    (type_identifier) @name
    (_ name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name (_ name: (_) @name)])
    (higher_ranked_trait_bound type: (generic_type type: [(type_identifier) @name (_ name: (_) @name)]))
  ] @reference.extends))

; --- Attributes --------------------------------------------------------------------------------------------------
; One stands before its item, which starts at the first of them. `derive` lists traits that the item gets; of the others
; those that the language does not know are macros. Their arguments are tokens of a language of their own.
(attribute_item) @attribute
((attribute . (identifier) @_derive arguments: (token_tree (identifier) @name @reference.extends . ["," ")"]))
  (#eq? @_derive "derive"))
((attribute . [(identifier) (scoped_identifier)] @_other arguments: (token_tree) @skip)
  (#not-eq? @_other "derive"))
(attribute . (scoped_identifier) @name) @reference.call
((attribute . (identifier) @name) @reference.call
  (#not-eq? @name "derive") (#not-eq? @name "cfg") (#not-eq? @name "cfg_attr") (#not-eq? @name "test")
  (#not-eq? @name "ignore") (#not-eq? @name "should_panic") (#not-eq? @name "bench") (#not-eq? @name "allow")
  (#not-eq? @name "expect") (#not-eq? @name "warn") (#not-eq? @name "deny") (#not-eq? @name "forbid")
  (#not-eq? @name "deprecated") (#not-eq? @name "must_use") (#not-eq? @name "inline") (#not-eq? @name "cold")
  (#not-eq? @name "no_mangle") (#not-eq? @name "export_name") (#not-eq? @name "link") (#not-eq? @name "link_name")
  (#not-eq? @name "link_section") (#not-eq? @name "repr") (#not-eq? @name "doc") (#not-eq? @name "path")
  (#not-eq? @name "macro_use") (#not-eq? @name "macro_export") (#not-eq? @name "feature") (#not-eq? @name "default")
  (#not-eq? @name "non_exhaustive") (#not-eq? @name "track_caller") (#not-eq? @name "target_feature")
  (#not-eq? @name "global_allocator") (#not-eq? @name "proc_macro") (#not-eq? @name "proc_macro_derive")
  (#not-eq? @name "proc_macro_attribute") (#not-eq? @name "no_std") (#not-eq? @name "recursion_limit")
  (#not-eq? @name "crate_type") (#not-eq? @name "crate_name") (#not-eq? @name "automatically_derived")
  (#not-eq? @name "used") (#not-eq? @name "panic_handler"))

; --- Calls -------------------------------------------------------------------------------------------------------
; `f()`, `x.f()`; `m::f()`, `T::f()`, `Self::f()`, `crate::a::f()`, and `::f()`, whose path is empty
(call_expression
  function: [
    (identifier) @name
    (_ value: (_) @receiver field: (field_identifier) @name)
    (_ path: [(identifier) (scoped_identifier) (self) (super) (crate)] @qualifier name: (identifier) @name)
    (_ . "::" name: (identifier) @name)
  ]
  arguments: (_) @args) @reference.call

; `Vec::<u8>::f()`, `<Vec<u8>>::f()`; of `<X as T>::f()` the trait is the qualifier, since X is a type parameter more often
; than not.
(call_expression
  function: (_
    path: [
      (generic_type type: (_) @qualifier)
      (_ "<" . [(type_identifier) (scoped_type_identifier) (primitive_type)] @qualifier . ">")
      (_ "<" . (generic_type type: [(type_identifier) (scoped_type_identifier)] @qualifier))
      (_ (_ alias: [
        (type_identifier) @qualifier
        (scoped_type_identifier) @qualifier
        (generic_type type: (_) @qualifier)
      ]))
    ]
    name: (identifier) @name)
  arguments: (_) @args) @reference.call

; Turbofish; `(f)(x)`, and `(s.f)(x)`, the only spelling of a call of a field
(call_expression
  function: [
    (generic_function function: [
      (identifier) @name
      (_ value: (_) @receiver field: (field_identifier) @name)
      (_ path: [(identifier) (scoped_identifier) (self) (super) (crate)] @qualifier name: (identifier) @name)
      (_ path: (generic_type type: (_) @qualifier) name: (identifier) @name)
      (_ path: (_ (_ alias: [(type_identifier) @qualifier (_ type: (type_identifier) @qualifier)]))
        name: (identifier) @name)
    ])
    (parenthesized_expression [
      (identifier) @name
      (_ value: (_) @receiver field: (field_identifier) @name)
    ])
  ]
  arguments: (_) @args) @reference.call

; Macros. Their arguments are tokens and are not counted.
(macro_invocation macro: (_) @name) @reference.macro

; In the tokens of a macro a name before a parenthesis is a call (or the constructor of a tuple type). What stands right
; before its dot or colons is all of a receiver or path that is left; a dot alone means that there is one.
(token_tree [(identifier) (self)] @receiver . "." . (identifier) @name @reference.call . (token_tree "("))
(token_tree "." @receiver . (identifier) @name @reference.call . (token_tree "("))
(token_tree (identifier) @qualifier . "::" . (identifier) @name @reference.call . (token_tree "("))
(token_tree (identifier) @name @reference.call . (token_tree "("))

; --- Constructor calls -------------------------------------------------------------------------------------------
; What `Self { .. }` and `Self(..)` make is the enclosing type: the word is their receiver, too.
(struct_expression name: [
  (type_identifier) @name
  (_ type: (type_identifier) @name)
  (_ path: (_)? @qualifier name: (type_identifier) @name)
]) @reference.class
((struct_expression name: (type_identifier) @name @receiver) @reference.class (#eq? @name "Self"))
((call_expression function: (identifier) @name @receiver) @reference.class (#eq? @name "Self"))

; --- Imports -----------------------------------------------------------------------------------------------------
; The source is the path before the imported name; a name without a path has none, so a source without a name is a
; module declaration. Lists give their path to the sources of the items in them, a declaration its flag.
(mod_item name: (identifier) @import.source !body) @import
(extern_crate_declaration name: (identifier) @import.name !alias) @import
(extern_crate_declaration name: (identifier) @import.name alias: (identifier) @import.alias) @import

(use_declaration (visibility_modifier) @import.reexport) @scope.import
(scoped_use_list path: (_) @import.source list: (_) @scope.import)
; `self` in a list is the path before it, which is no part of its own source.
(scoped_use_list
  path: [
    (identifier) @import.name
    (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
  ] @import
  list: (_ [(self) (use_as_clause path: (self) alias: (identifier) @import.alias)]))

(use_declaration argument: [
  (identifier) @import.name
  (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
  (use_as_clause
    path: [
      (identifier) @import.name
      (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
    ]
    alias: (identifier) @import.alias)
  (use_wildcard (_) @import.source) @import.star
] @import)
(use_list [
  (identifier) @import.name
  (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
  (use_as_clause
    path: [
      (identifier) @import.name
      (scoped_identifier path: (_)? @import.source name: (identifier) @import.name)
    ]
    alias: (identifier) @import.alias)
  (use_wildcard (_)? @import.source "*") @import.star
] @import)
