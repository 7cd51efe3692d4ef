; Swift: reads, writes, local names, bindings, doc text.
;
; One node type serves for values, labels, members and declared names, so every name is a read until something else claims
; its byte (see CONTRIBUTING). Inner nodes are wildcards where their fields or tokens say enough: what a pattern costs to
; compile is the number of places in the grammar that its node types can stand in.

; --- Reads and writes ------------------------------------------------------------------------------------------------

; `fallthrough` and `defer` are names to the grammar; `$0` and `newValue` are names that nobody declares.
((simple_identifier) @name @reference.read
  (#not-eq? @name "_") (#not-eq? @name "$0") (#not-eq? @name "$1") (#not-eq? @name "fallthrough")
  (#not-eq? @name "newValue") (#not-eq? @name "oldValue") (#not-eq? @name "defer"))

; a.b, a?.b, and .b, of which the dot stands for the type that the context expects
(navigation_expression . (_) @receiver (_ suffix: (simple_identifier) @name)) @reference.read
(prefix_expression "." @receiver . (simple_identifier) @name) @reference.read

((assignment target: (_ [
    (simple_identifier) @name
    (_ . (_) @receiver (_ suffix: (simple_identifier) @name))
  ])) @reference.write
  (#not-eq? @name "_"))

; --- Local names -----------------------------------------------------------------------------------------------------

; let, var, if let, guard let, while let, for, case let
(_ bound_identifier: (simple_identifier) @local)
; let (a, b) = ..., case let .some(a), for (a, b) in ...
(pattern (value_binding_pattern) (_ . (simple_identifier) @local .))
(property_declaration name: (_ (_ . (simple_identifier) @local .)))
(for_statement item: (_ (_ . (simple_identifier) @local .)))

(parameter name: (simple_identifier) @local)
(lambda_parameter name: (simple_identifier) @local)
(capture_list_item name: (simple_identifier) @local)
; set(value) { ... }, willSet(value) { ... }
(computed_setter (simple_identifier) @local)
(willset_clause (simple_identifier) @local)
(didset_clause (simple_identifier) @local)

(statements) @scope.local
(if_statement) @scope.local
(while_statement) @scope.local
(for_statement) @scope.local
(switch_entry) @scope.local
(catch_block) @scope.local
(computed_setter) @scope.local
(willset_clause) @scope.local
(didset_clause) @scope.local

; --- Places that are neither ------------------------------------------------------------------------------------------

(parameter external_name: (simple_identifier) @skip.read)
(value_argument_label) @skip.read
(_ name: (simple_identifier) @skip.read . ":")      ; of a tuple's part or a trailing closure
(tuple_type) @skip.read
(enum_type_parameters) @skip.read
(attribute) @skip.read
(directive) @skip.read
(availability_condition) @skip.read
(type_constraints) @skip.read
(operator_declaration) @skip.read
(precedence_group_declaration) @skip.read
(control_transfer_statement ["break" "continue"] (simple_identifier) @skip.read)

; --- Bindings ---------------------------------------------------------------------------------------------------------

; `T`, `[T]`, `T?`, `some T`, `any T`: a type's node is the one that starts with a type's name or a bracket. And let x = T(),
; let x = T.make(), let x = T<U>().
(parameter
  name: (simple_identifier) @name
  [
    (_ . [(type_identifier) "["]) @binding.type
    (_ wrapped: (_ . [(type_identifier) "["]) @binding.type)
    (_ ["some" "any"] (_ . (type_identifier)) @binding.type)
  ]) @binding.param
(property_declaration
  (_ bound_identifier: (simple_identifier) @name)
  . [
    (_ . ":" . [
      (_ . [(type_identifier) "["]) @binding.type
      (_ wrapped: (_ . [(type_identifier) "["]) @binding.type)
      (_ ["some" "any"] (_ . (type_identifier)) @binding.type)
    ])
    (_
      . [(simple_identifier) (_ . (simple_identifier) . (_ suffix: (_)) .)] @binding.call
      (_ (_ "(")))
    (_ constructed_type: (_) @binding.type)
  ]) @binding
; A member's is a field's type as well.
(class_body (_
  (_ bound_identifier: (simple_identifier) @name)
  . [
    (_ . ":" . [
      (_ . [(type_identifier) "["]) @binding.type
      (_ wrapped: (_ . [(type_identifier) "["]) @binding.type)
      (_ ["some" "any"] (_ . (type_identifier)) @binding.type)
    ])
    (_
      . [(simple_identifier) (_ . (simple_identifier) . (_ suffix: (_)) .)] @binding.call
      (_ (_ "(")))
    (_ constructed_type: (_) @binding.type)
  ]) @binding.field)
(_ name: (type_identifier) @name "=" . (_) @binding.type) @binding.alias
; What is given: let x = a.b, if let x = a.b, guard let x = a.b, for x in a. (Wildcards with fields, which cost nothing.)
(_ name: (_ bound_identifier: (simple_identifier) @name) value: (_) @binding.value) @binding
(class_body (_ name: (_ bound_identifier: (simple_identifier) @name) value: (_) @binding.value) @binding.field)
(_ bound_identifier: (simple_identifier) @name . "=" . (_) @binding.value) @binding
(_ item: (_ bound_identifier: (simple_identifier) @name) collection: (_) @binding.value) @binding.item
(protocol_property_declaration
  (_ bound_identifier: (simple_identifier) @name)
  (_ . ":" . [
    (_ . [(type_identifier) "["]) @binding.type
    (_ wrapped: (_ . [(type_identifier) "["]) @binding.type)
    (_ ["some" "any"] (_ . (type_identifier)) @binding.type)
  ])) @binding.field
(function_declaration "->" . [
  (_ . [(type_identifier) "["]) @binding.type
  (_ wrapped: (_ . [(type_identifier) "["]) @binding.type)
  (_ ["some" "any"] (_ . (type_identifier)) @binding.type)
]) @binding.return
(subscript_declaration "->" . [
  (_ . [(type_identifier) "["]) @binding.type
  (_ wrapped: (_ . [(type_identifier) "["]) @binding.type)
]) @binding.return

; --- Doc text ---------------------------------------------------------------------------------------------------------

(comment) @comment
(multiline_comment) @comment
