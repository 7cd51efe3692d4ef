; C#: reads, writes, local names, bindings, doc text.
;
; A type's name is an `identifier` as a value's is. The grammar's supertypes tell them apart: `(lvalue_expression/identifier)`
; is an identifier where an expression stands. In patterns both look alike (`x is Foo`, `case Foo`): there it is a read.

; --- Reads and writes ------------------------------------------------------------------------------------------------

; `this` and `base` are tokens without a node name: hence the bare wildcards.
(lvalue_expression/identifier) @name @reference.read
(constant_pattern (identifier) @name @reference.read)
(member_access_expression expression: _ @receiver name: (identifier) @name) @reference.read
(_ condition: _ @receiver (member_binding_expression name: (identifier) @name)) @reference.read

(assignment_expression left: [
  (identifier) @name @reference.write
  (_ expression: _ @receiver name: (identifier) @name) @reference.write
  (_ . "(" (argument [
    (identifier) @name
    (_ expression: _ @receiver name: (identifier) @name)
  ] @reference.write))
])
(postfix_unary_expression
  [
    (identifier) @name
    (_ expression: _ @receiver name: (identifier) @name)
  ]
  ["++" "--"]) @reference.write
(prefix_unary_expression
  ["++" "--"]
  [
    (identifier) @name
    (_ expression: _ @receiver name: (identifier) @name)
  ]) @reference.write
(with_initializer . (identifier) @name) @reference.write
(argument
  "out"
  [
    (identifier) @name
    (_ expression: _ @receiver name: (identifier) @name)
  ]) @reference.write

(goto_statement . "goto" . (identifier) @skip.read)     ; a label

; --- Local names -----------------------------------------------------------------------------------------------------

(block) @scope.local
(for_statement) @scope.local
(foreach_statement) @scope.local
(using_statement) @scope.local
(fixed_statement) @scope.local
(catch_clause) @scope.local
(switch_section) @scope.local
(switch_expression_arm) @scope.local
(query_expression) @scope.local

; Outside of functions, where it is a field, it says nothing.
(variable_declarator name: (identifier) @local)
(tuple_pattern name: (identifier) @local)
(parameter name: (identifier) @local)
(parameter_list name: (identifier) @local)              ; of a `params` array
(implicit_parameter) @local
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(recursive_pattern name: (identifier) @local)
(from_clause name: (identifier) @local)
(join_clause . (identifier) @local)
(let_clause . (identifier) @local)
(query_expression "into" . (identifier) @local)

; What a setter is given has a name without a declaration. No pattern can reach into any depth, but a use that is found
; near the top of the body declares the name for all of the block that it stands in.
(accessor_declaration) @scope.local
(accessor_declaration
  ["set" "init" "add" "remove"]
  (_ (_ (lvalue_expression/identifier) @local)) (#eq? @local "value"))
(accessor_declaration
  ["set" "init" "add" "remove"]
  (_ (_ (_ (lvalue_expression/identifier) @local))) (#eq? @local "value"))
(accessor_declaration
  ["set" "init" "add" "remove"]
  (_ (_ (_ (_ (lvalue_expression/identifier) @local)))) (#eq? @local "value"))
(accessor_declaration
  ["set" "init" "add" "remove"]
  (_ (_ (_ (_ (_ (lvalue_expression/identifier) @local))))) (#eq? @local "value"))
(accessor_declaration
  ["set" "init" "add" "remove"]
  (_ (_ (_ (_ (_ (_ (lvalue_expression/identifier) @local)))))) (#eq? @local "value"))
(accessor_declaration
  ["set" "init" "add" "remove"]
  (_ (_ (_ (_ (_ (_ (_ (lvalue_expression/identifier) @local))))))) (#eq? @local "value"))
(accessor_declaration
  ["set" "init" "add" "remove"]
  (_ (_ (_ (_ (_ (_ (_ (_ (lvalue_expression/identifier) @local)))))))) (#eq? @local "value"))

; --- Bindings --------------------------------------------------------------------------------------------------------

; `var` is a type node of its own, which is not among these.
(variable_declaration
  type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (predefined_type)] @binding.type
  (variable_declarator name: (identifier) @name)) @binding
(field_declaration (_ type: (_) @binding.type (_ name: (identifier) @name))) @binding.field
(property_declaration type: (_) @binding.type name: (identifier) @name) @binding.field

; Those of a record are its properties. (Its list has no field name, and neither have those of a class and a struct.)
(_ parameters: (_ (_ type: (_) @binding.type name: (identifier) @name) @binding.param))
(class_declaration (_ . "(" (_ type: (_) @binding.type name: (identifier) @name) @binding.param))
(struct_declaration (_ . "(" (_ type: (_) @binding.type name: (identifier) @name) @binding.param))
(record_declaration (_ . "(" (_ type: (_) @binding.type name: (identifier) @name) @binding.field))

(foreach_statement
  type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (predefined_type)] @binding.type
  left: (identifier) @name) @binding
(declaration_pattern
  type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (predefined_type)] @binding.type
  name: (identifier) @name) @binding
(declaration_expression
  type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (predefined_type)] @binding.type
  name: (identifier) @name) @binding
(catch_declaration type: (_) @binding.type name: (identifier) @name) @binding

; var x = new Foo(), var x = a.Make(): the callee says it.
(variable_declaration
  type: (implicit_type)
  (_
    name: (identifier) @name
    [
      (_ . "new" . type: [(identifier) (generic_name) (qualified_name)] @binding.call)
      (_ function: [(identifier) (member_access_expression) (generic_name)] @binding.call)
      (_ . "await" (_ function: [(identifier) (member_access_expression) (generic_name)] @binding.call))
    ])) @binding

; All but what has a keyword for a name, `void` among them.
(method_declaration
  returns: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type)] @binding.type) @binding.return
(operator_declaration
  type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type)] @binding.type) @binding.return

; where T : A
(type_parameter_constraints_clause
  (identifier) @name
  (type_parameter_constraint type: (_) @binding.type)) @binding.bound

; An extension method's receiver is bound to `this` as well, as a method's own would be.
(method_declaration
  (_ . "(" . (parameter (modifier) @name type: (_) @binding.type (#eq? @name "this")) @binding.param))

; --- Doc text --------------------------------------------------------------------------------------------------------

(comment) @comment
(preproc_pragma) @between
(preproc_region) @between
