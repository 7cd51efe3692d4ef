; PHP: reads, writes, local names, bindings, doc text.
;
; Variables keep their `$`, static properties do not: their name is what follows it. A function sees no variable from
; outside but those it names in `global`, a closure those in its `use`: such a name is looked for around the closure,
; so it is declared in neither.

; --- Reads -------------------------------------------------------------------

(variable_name) @name @reference.read
(member_access_expression object: (_) @receiver name: (name) @name) @reference.read
(nullsafe_member_access_expression object: (_) @receiver name: (name) @name) @reference.read
(scoped_property_access_expression . [
  ((relative_scope) @receiver name: (_ (name) @name @reference.read))
  ((variable_name) @receiver name: (_ (name) @name @reference.read))
  ((name) @qualifier name: (_ (name) @name @reference.read))
  ((qualified_name) @qualifier name: (_ (name) @name @reference.read))
  ((_) name: (_ (name) @name @reference.read))
  ((_) name: (_ "$" @skip.read))
])

; A::NAME, self::NAME, cases of enums; A::class is a string.
(class_constant_access_expression
  . [(relative_scope) @receiver (variable_name) @receiver (name) @qualifier (qualified_name) @qualifier]
  . (name) @name
  (#not-eq? @name "class")) @reference.read

; A constant is a plain name, as are classes, labels and much else: it is told by where it stands.
; (With the types of their parts the last three would take six times as long to compile.)
(argument [(name) (qualified_name)] @name .) @reference.read
(array_element_initializer [(name) (qualified_name)] @name) @reference.read
(return_statement [(name) (qualified_name)] @name) @reference.read
(echo_statement [(name) (qualified_name)] @name) @reference.read
(parenthesized_expression [(name) (qualified_name)] @name) @reference.read
(case_statement value: [(name) (qualified_name)] @name) @reference.read
(const_element (name) . [(name) (qualified_name)] @name) @reference.read
(property_element default_value: [(name) (qualified_name)] @name) @reference.read
(match_condition_list [(name) (qualified_name)] @name) @reference.read
(match_conditional_expression return_expression: [(name) (qualified_name)] @name) @reference.read
(unary_op_expression [(name) (qualified_name)] @name) @reference.read
(cast_expression [(name) (qualified_name)] @name .) @reference.read
(arrow_function [(name) (qualified_name)] @name .) @reference.read
(throw_expression [(name) (qualified_name)] @name) @reference.read
(print_intrinsic [(name) (qualified_name)] @name) @reference.read
(binary_expression (_) @name (#upper? @name)) @reference.read
(conditional_expression (_) @name (#upper? @name)) @reference.read
(subscript_expression (_) @name (#upper? @name)) @reference.read

; --- Writes ------------------------------------------------------------------

; An assignment declares its variable in a function. `$a[0] = x` reads `$a`: the name keeps its value.
; $x = make(), $x = $this->a, $this->x = $b->c() bind what they are given; so do the results of functions.
(assignment_expression . [
  (variable_name) @name @local @reference.write
  (_ object: (_) @receiver name: (name) @name) @reference.write
  (_
    scope: [(relative_scope) @receiver (variable_name) @receiver (name) @qualifier (qualified_name) @qualifier]
    name: (_ (name) @name)) @reference.write
  ((_) right: [(name) (qualified_name)] @name @reference.read)
  ((_) @name right: (_) @binding.value @binding)
])
(reference_assignment_expression . [
  (variable_name) @name @local @reference.write
  (_ object: (_) @receiver name: (name) @name) @reference.write
])
(augmented_assignment_expression [
  left: (variable_name) @name @local @reference.write
  left: (_ object: (_) @receiver name: (name) @name) @reference.write
  left: (_
    scope: [(relative_scope) @receiver (variable_name) @receiver (name) @qualifier (qualified_name) @qualifier]
    name: (_ (name) @name)) @reference.write
  right: [(name) (qualified_name)] @name @reference.read
])
(update_expression argument: [
  (variable_name) @name @local
  (_ object: (_) @receiver name: (name) @name)
  (_
    scope: [(relative_scope) @receiver (variable_name) @receiver (name) @qualifier (qualified_name) @qualifier]
    name: (_ (name) @name))
]) @reference.write
(unset_statement [
  (variable_name) @name @local @reference.write
  (_ object: (_) @receiver name: (name) @name) @reference.write
])
(list_literal [
  (variable_name) @name @local @reference.write
  (_ object: (_) @receiver name: (name) @name) @reference.write
])
(foreach_statement [
  ("(" . [(name) (qualified_name)] @name @reference.read)
  ("as" . (variable_name) @name @local @reference.write)
  ("as" . (_ "&" . (variable_name) @name @local @reference.write))
])
(pair [
  (variable_name) @name @local @reference.write
  (_ "&" . (variable_name) @name @local @reference.write)
])

; --- Local names -------------------------------------------------------------

(simple_parameter [
  name: (variable_name) @local
  default_value: [(name) (qualified_name)] @name @reference.read
])
(variadic_parameter name: (variable_name) @local)
(property_promotion_parameter [
  name: (variable_name) @local
  default_value: [(name) (qualified_name)] @name @reference.read
])
(static_variable_declaration name: (variable_name) @local)
(global_declaration (variable_name) @global)

; catch (E $e): with one class, the type of what was caught.
(catch_clause [
  name: (variable_name) @local
  ((_ . (named_type) @binding.type .) (variable_name) @name @binding)
])

; --- Written types -----------------------------------------------------------

; A field is bound under the name that `->` gives it, without the `$`. A promoted parameter is both.
(simple_parameter type: (_) @binding.type name: (variable_name) @name) @binding.param
(property_promotion_parameter
  type: (_) @binding.type
  name: [
    (variable_name) @name @binding.param
    (_ (name) @name) @binding.field
  ])
(property_declaration type: (_) @binding.type (_ name: (_ (name) @name))) @binding.field
(function_definition return_type: (_) @binding.type) @binding.return
(method_declaration return_type: (_) @binding.type) @binding.return

(return_statement (_) @binding.value) @binding.return

; --- Doc text ----------------------------------------------------------------

(comment) @comment
