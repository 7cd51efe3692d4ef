; Go: reads, writes, local names, bindings, doc text.
;
; Types, fields, packages and labels have node types of their own, so an identifier is a value. Every one is a read until
; something else claims its byte (see CONTRIBUTING): a definition, a call, a declared name, a skipped place.

; --- Reads and writes ------------------------------------------------------------------------------------------------

(identifier) @name @reference.read
(selector_expression operand: (_) @receiver field: (field_identifier) @name) @reference.read

(assignment_statement left: (expression_list [
  (identifier) @name
  (selector_expression operand: (_) @receiver field: (field_identifier) @name)
] @reference.write))
(inc_statement [
  (identifier) @name
  (selector_expression operand: (_) @receiver field: (field_identifier) @name)
]) @reference.write
(dec_statement [
  (identifier) @name
  (selector_expression operand: (_) @receiver field: (field_identifier) @name)
]) @reference.write
(range_clause
  left: (expression_list [
    (identifier) @name
    (selector_expression operand: (_) @receiver field: (field_identifier) @name)
  ] @reference.write)
  "=")
(receive_statement
  left: (expression_list [
    (identifier) @name
    (selector_expression operand: (_) @receiver field: (field_identifier) @name)
  ] @reference.write)
  "=")

; `_ = x` and `for _ = range x` write nothing.
((assignment_statement left: (expression_list (identifier) @skip.read)) (#eq? @skip.read "_"))
((range_clause left: (expression_list (identifier) @skip.read)) (#eq? @skip.read "_"))

; --- Local names -----------------------------------------------------------------------------------------------------

; Parameters, receivers and named results; those of a function type or of a required method are nobody's.
(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)
(type_parameter_declaration name: (identifier) @local)
(function_type) @scope.local

(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) @local) ":=")
(receive_statement left: (expression_list (identifier) @local) ":=")
(type_switch_statement alias: (expression_list (identifier) @local))

; Symbols at the package's level and, as the table says, in functions; there they are local names all the same.
(var_spec name: (identifier) @local)
(const_spec (identifier) @local)

; A statement holds the names of its initializer, a clause those of its own body.
(block) @scope.local
(if_statement) @scope.local
(for_statement) @scope.local
(expression_switch_statement) @scope.local
(type_switch_statement) @scope.local
(expression_case) @scope.local
(type_case) @scope.local
(default_case) @scope.local
(communication_case) @scope.local

; --- Places that are neither ------------------------------------------------------------------------------------------

; Keys of a struct are field names. Those of a map, an array or a slice are values; a literal without a type of its own,
; inside another, is a struct more often than not.
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @skip.read))))
(literal_element (literal_value (keyed_element key: (literal_element (identifier) @skip.read))))

; --- Bindings ---------------------------------------------------------------------------------------------------------

; Of named types only, since nothing else has methods; `*T` has those of T.
(parameter_declaration
  name: (identifier) @name
  type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  ]) @binding.param
(field_declaration
  name: (field_identifier) @name
  type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  ]) @binding.field
(var_spec
  name: (identifier) @name
  type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  ]) @binding

; The first of several results is the one with methods: `x, err := New()` takes it.
(function_declaration result: [
  (type_identifier) @binding.type
  (qualified_type) @binding.type
  (generic_type) @binding.type
  (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  (parameter_list . (parameter_declaration type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  ]))
]) @binding.return
(method_declaration result: [
  (type_identifier) @binding.type
  (qualified_type) @binding.type
  (generic_type) @binding.type
  (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  (parameter_list . (parameter_declaration type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  ]))
]) @binding.return
(method_elem result: [
  (type_identifier) @binding.type
  (qualified_type) @binding.type
  (generic_type) @binding.type
  (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  (parameter_list . (parameter_declaration type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  ]))
]) @binding.return

; x := T{}, x := &T{}, x := y.(*T)
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . [
    (composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @binding.type)
    (unary_expression
      operand: (composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @binding.type))
    (type_assertion_expression type: [
      (type_identifier) @binding.type
      (qualified_type) @binding.type
      (pointer_type [(type_identifier) (qualified_type)] @binding.type)
    ])
  ])) @binding
(var_spec
  . name: (identifier) @name
  value: (expression_list . [
    (composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @binding.type)
    (unary_expression
      operand: (composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @binding.type))
  ])) @binding

; x := f(), x, err := m.f(); x := new(T), whose argument is a type.
((short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . (call_expression
    function: [(identifier) (selector_expression operand: (identifier))] @binding.call))) @binding
  (#not-eq? @binding.call "new") (#not-eq? @binding.call "make"))
((var_spec
  . name: (identifier) @name
  value: (expression_list . (call_expression
    function: [(identifier) (selector_expression operand: (identifier))] @binding.call))) @binding
  (#not-eq? @binding.call "new") (#not-eq? @binding.call "make"))
((short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . (call_expression
    function: (identifier) @_new
    arguments: (argument_list . [(type_identifier) (qualified_type) (generic_type)] @binding.type .)))) @binding
  (#eq? @_new "new"))

; --- Doc text ---------------------------------------------------------------------------------------------------------

(comment) @comment
