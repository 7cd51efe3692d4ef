; Rust: reads, writes, local names, bindings, doc text.
;
; Types and fields have node types of their own, so an identifier is a value, a pattern's name, a path's segment, a label or
; a lifetime. Every one is a read until something else claims its byte (see CONTRIBUTING).

; --- Reads and writes ------------------------------------------------------------------------------------------------

((identifier) @name @reference.read (#not-eq? @name "_"))
(field_expression value: (_) @receiver field: (field_identifier) @name) @reference.read
(scoped_identifier path: (_) @qualifier name: (identifier) @name) @reference.read
(struct_pattern type: (scoped_type_identifier path: (_) @qualifier name: (type_identifier) @name)) @reference.read

; In the tokens of a macro a name after a dot or colons is a field or an item.
(token_tree [(identifier) (self)] @receiver . "." . (identifier) @name @reference.read)
(token_tree "." @receiver . (identifier) @name @reference.read)
(token_tree (identifier) @qualifier . "::" . (identifier) @name @reference.read)

(assignment_expression left: [
  (identifier) @name
  (_ value: (_) @receiver field: (field_identifier) @name)
  (_ path: (_) @qualifier name: (identifier) @name)
]) @reference.write
(compound_assignment_expr left: [
  (identifier) @name
  (_ value: (_) @receiver field: (field_identifier) @name)
  (_ path: (_) @qualifier name: (identifier) @name)
]) @reference.write
(assignment_expression left: (_ . ["(" "["] [
  (identifier) @name
  (_ value: (_) @receiver field: (field_identifier) @name)
] @reference.write))

; `_ = f()` and `(a, _) = f()` write nothing.
((assignment_expression left: [(identifier) @skip.read (_ (identifier) @skip.read)]) (#eq? @skip.read "_"))

; --- Local names -----------------------------------------------------------------------------------------------------

(parameter pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(const_parameter name: (identifier) @local)
(let_declaration pattern: (identifier) @local)
(let_condition pattern: (identifier) @local)
(for_expression pattern: (identifier) @local)
; In functions; elsewhere they are symbols.
(const_item name: (identifier) @local)
(static_item name: (identifier) @local)

; Names in patterns. One that is the whole pattern of an arm, or an alternative of one, is a constant or a variant at
; least as often as it is a name.
(tuple_pattern (identifier) @local)
(tuple_struct_pattern type: (_) (identifier) @local)
(slice_pattern (identifier) @local)
(field_pattern pattern: (identifier) @local)
(field_pattern name: (shorthand_field_identifier) @local)
(mut_pattern (identifier) @local)
(ref_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(captured_pattern . (identifier) @local)

(block) @scope.local
(if_expression) @scope.local
(while_expression) @scope.local
(for_expression) @scope.local
(match_arm) @scope.local

; --- Places that are neither ------------------------------------------------------------------------------------------

; Paths before a name are its qualifier.
(scoped_identifier path: (_) @skip.read)
(scoped_type_identifier path: (_) @skip.read)
(token_tree (identifier) @skip.read . "::")
(use_declaration) @skip.read
(label) @skip.read
(lifetime) @skip.read
(attribute) @skip.read
(macro_definition) @skip.read

; --- Bindings ---------------------------------------------------------------------------------------------------------

; The type without its reference, whose methods are those of what it refers to; a trait's for `dyn T` and `impl T`. A slice
; or array is kept for what is in it.
(parameter
  pattern: [(identifier) @name (mut_pattern (identifier) @name)]
  type: [
    (type_identifier) @binding.type
    (scoped_type_identifier) @binding.type
    (generic_type) @binding.type
    (array_type) @binding.type
    (abstract_type trait: (_) @binding.type)
    (reference_type type: [
      (type_identifier) @binding.type
      (scoped_type_identifier) @binding.type
      (generic_type) @binding.type
      (array_type) @binding.type
      (abstract_type trait: (_) @binding.type)
      (dynamic_type trait: (_) @binding.type)
    ])
  ]) @binding.param
(field_declaration
  name: (field_identifier) @name
  type: [
    (type_identifier) @binding.type
    (scoped_type_identifier) @binding.type
    (generic_type) @binding.type
    (array_type) @binding.type
    (abstract_type trait: (_) @binding.type)
    (reference_type type: [
      (type_identifier) @binding.type
      (scoped_type_identifier) @binding.type
      (generic_type) @binding.type
      (array_type) @binding.type
      (abstract_type trait: (_) @binding.type)
      (dynamic_type trait: (_) @binding.type)
    ])
  ]) @binding.field
(let_declaration
  pattern: [(identifier) @name (mut_pattern (identifier) @name)]
  type: [
    (type_identifier) @binding.type
    (scoped_type_identifier) @binding.type
    (generic_type) @binding.type
    (array_type) @binding.type
    (abstract_type trait: (_) @binding.type)
    (reference_type type: [
      (type_identifier) @binding.type
      (scoped_type_identifier) @binding.type
      (generic_type) @binding.type
      (array_type) @binding.type
      (abstract_type trait: (_) @binding.type)
      (dynamic_type trait: (_) @binding.type)
    ])
  ]) @binding
(static_item
  name: (identifier) @name
  type: [
    (type_identifier) @binding.type
    (scoped_type_identifier) @binding.type
    (generic_type) @binding.type
    (array_type) @binding.type
    (abstract_type trait: (_) @binding.type)
    (reference_type type: [
      (type_identifier) @binding.type
      (scoped_type_identifier) @binding.type
      (generic_type) @binding.type
      (array_type) @binding.type
      (abstract_type trait: (_) @binding.type)
      (dynamic_type trait: (_) @binding.type)
    ])
  ]) @binding
(const_item
  name: (identifier) @name
  type: [
    (type_identifier) @binding.type
    (scoped_type_identifier) @binding.type
    (generic_type) @binding.type
    (array_type) @binding.type
    (abstract_type trait: (_) @binding.type)
    (reference_type type: [
      (type_identifier) @binding.type
      (scoped_type_identifier) @binding.type
      (generic_type) @binding.type
      (array_type) @binding.type
      (abstract_type trait: (_) @binding.type)
      (dynamic_type trait: (_) @binding.type)
    ])
  ]) @binding; The fields of a tuple type or variant are known by their places.
(struct_item body: (ordered_field_declaration_list type: (_) @binding.type)) @binding.yield
(enum_variant body: (ordered_field_declaration_list type: (_) @binding.type)) @binding.yield

(function_item return_type: [
  (type_identifier) @binding.type
  (scoped_type_identifier) @binding.type
  (generic_type) @binding.type
  (array_type) @binding.type
  (abstract_type trait: (_) @binding.type)
  (reference_type type: [
    (type_identifier) @binding.type
    (scoped_type_identifier) @binding.type
    (generic_type) @binding.type
    (array_type) @binding.type
    (abstract_type trait: (_) @binding.type)
    (dynamic_type trait: (_) @binding.type)
  ])
]) @binding.return
(function_signature_item return_type: [
  (type_identifier) @binding.type
  (scoped_type_identifier) @binding.type
  (generic_type) @binding.type
  (array_type) @binding.type
  (abstract_type trait: (_) @binding.type)
  (reference_type type: [
    (type_identifier) @binding.type
    (scoped_type_identifier) @binding.type
    (generic_type) @binding.type
    (array_type) @binding.type
    (abstract_type trait: (_) @binding.type)
    (dynamic_type trait: (_) @binding.type)
  ])
]) @binding.return

; let x = T { .. }, let x = &T { .. }
(let_declaration
  pattern: [(identifier) @name (mut_pattern (identifier) @name)]
  !type
  value: [
    (_ name: (_) @binding.type body: (_))
    (_ "&" value: (_ name: (_) @binding.type body: (_)))
  ]) @binding

; let x = f(), let x = y.f()?, let (a, b) = (f(), g())
(let_declaration
  pattern: [(identifier) @name (tuple_pattern) @name (mut_pattern (identifier) @name)]
  !type
  value: (_) @binding.value) @binding
; What is in `Some` and `Ok`: methods of those and of what is in them are looked for alike.
((let_declaration pattern: (tuple_struct_pattern type: (identifier) @_in . (identifier) @name .) value: (_) @binding.value) @binding
  (#any-of? @_in "Some" "Ok"))
((let_condition pattern: (tuple_struct_pattern type: (identifier) @_in . (identifier) @name .) value: (_) @binding.value) @binding
  (#any-of? @_in "Some" "Ok"))
((match_expression
  value: (_) @binding.value
  body: (_ (_ pattern: (_ (tuple_struct_pattern type: (identifier) @_in . (identifier) @name .))))) @binding
  (#any-of? @_in "Some" "Ok"))
; What is in a variant with one field, by the variant.
((tuple_struct_pattern
  type: (_) @binding.value . [(identifier) @name (ref_pattern (identifier) @name) (mut_pattern (identifier) @name)] .)
  @binding.item
  (#not-eq? @binding.value "Some") (#not-eq? @binding.value "Ok") (#not-eq? @binding.value "Err"))
(for_expression pattern: (identifier) @name value: (_) @binding.value) @binding.item
(assignment_expression left: (identifier) @name right: (_) @binding.value) @binding

; Type parameters, with `where`; one without a bound hides what an earlier one had.
(type_parameter name: (type_identifier) @name bounds: (_) @binding.type) @binding.bound
(type_parameter name: (type_identifier) @name @binding.type !bounds) @binding.bound
(where_predicate left: (type_identifier) @name bounds: (_) @binding.type) @binding.bound
(type_item name: (type_identifier) @name type: (_) @binding.type) @binding.alias

; --- Doc text ---------------------------------------------------------------------------------------------------------

; `//!` and `/*! */` belong to what they stand in.
(line_comment !inner) @comment
(block_comment !inner) @comment
(line_comment inner: (_)) @docstring
(block_comment inner: (_)) @docstring
