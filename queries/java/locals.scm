; Java: reads, writes, local names, bindings, doc text.
;
; Types have node types of their own, so an identifier is a value unless something claims its byte: a definition, a call,
; an import, a declared name, a skipped place. Fields that are no symbols (all but constants) are claimed by their binding.

; --- Reads and writes ------------------------------------------------------------------------------------------------

(identifier) @name @reference.read
(field_access object: (_) @receiver field: (identifier) @name) @reference.read

; A::m reads m of A; of A::new the A is read, as any identifier is.
(method_reference . (_) @receiver (identifier) @name .) @reference.read

(assignment_expression left: [
  (identifier) @name
  (field_access object: (_) @receiver field: (identifier) @name)
]) @reference.write
(update_expression [
  (identifier) @name
  (field_access object: (_) @receiver field: (identifier) @name)
]) @reference.write

; --- Local names -----------------------------------------------------------------------------------------------------

(block) @scope.local
(switch_block) @scope.local
(for_statement) @scope.local
(enhanced_for_statement) @scope.local
(try_with_resources_statement) @scope.local
(catch_clause) @scope.local

(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
(formal_parameter name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(enhanced_for_statement name: (identifier) @local)
(catch_formal_parameter name: (identifier) @local)
(resource name: (identifier) @local)
(instanceof_expression name: (identifier) @local)
(type_pattern (identifier) @local)
(record_pattern_component (identifier) @local)

; --- Places that are neither -----------------------------------------------------------------------------------------

(scoped_identifier) @skip.read                        ; the path of an annotation's or a module's name
(module_body) @skip.read
(labeled_statement . (identifier) @skip.read)
(break_statement (identifier) @skip.read)
(continue_statement (identifier) @skip.read)
(element_value_pair key: (identifier) @skip.read)
(record_pattern . (identifier) @skip.read)            ; a type
((switch_label (identifier) @skip.read) (#eq? @skip.read "default"))

; --- Bindings --------------------------------------------------------------------------------------------------------

; `var` says nothing; then a call that initialises the variable does. With a declared type it is the type that counts.
; (A method's callee is no node of its own: the call stands for it, its path ends with brackets.)
(local_variable_declaration
  type: (_) @binding.type
  declarator: (variable_declarator name: (identifier) @name)
  (#not-eq? @binding.type "var")) @binding
(local_variable_declaration
  type: (type_identifier) @_var
  declarator: (variable_declarator
    name: (identifier) @name
    value: [
      (object_creation_expression type: (_) @binding.call)
      (method_invocation) @binding.call
    ])
  (#eq? @_var "var")) @binding
(resource type: (_) @binding.type name: (identifier) @name (#not-eq? @binding.type "var")) @binding
(resource
  type: (type_identifier) @_var
  name: (identifier) @name
  value: [
    (object_creation_expression type: (_) @binding.call)
    (method_invocation) @binding.call
  ]
  (#eq? @_var "var")) @binding
(enhanced_for_statement type: (_) @binding.type name: (identifier) @name (#not-eq? @binding.type "var")) @binding
(catch_formal_parameter (catch_type . (_) @binding.type .) name: (identifier) @name) @binding
(instanceof_expression right: (_) @binding.type name: (identifier) @name) @binding
(type_pattern (_) @binding.type . (identifier) @name) @binding
(record_pattern_component (_) @binding.type . (identifier) @name (#not-eq? @binding.type "var")) @binding

(field_declaration type: (_) @binding.type declarator: (variable_declarator name: (identifier) @name)) @binding.field
(constant_declaration type: (_) @binding.type declarator: (variable_declarator name: (identifier) @name)) @binding.field
(record_declaration
  parameters: (formal_parameters (formal_parameter type: (_) @binding.type name: (identifier) @name))) @binding.field

; Those of a record are its fields.
(method_declaration
  parameters: (formal_parameters (formal_parameter type: (_) @binding.type name: (identifier) @name) @binding.param))
(constructor_declaration
  parameters: (formal_parameters (formal_parameter type: (_) @binding.type name: (identifier) @name) @binding.param))
(lambda_expression
  parameters: (formal_parameters (formal_parameter type: (_) @binding.type name: (identifier) @name) @binding.param))
(method_declaration type: [
  (type_identifier) (generic_type) (scoped_type_identifier) (array_type)
  (integral_type) (floating_point_type) (boolean_type)
] @binding.type) @binding.return                      ; all but void

; <T extends A & B>: the first bound.
(type_parameter (type_identifier) @name (type_bound . (_) @binding.type)) @binding.bound

; --- Doc text --------------------------------------------------------------------------------------------------------

(line_comment) @comment
(block_comment) @comment
