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

; Of `*T` the type is T, which has its methods; slices, arrays, maps and channels are kept for what is in them.
(parameter_declaration
  name: (identifier) @name
  type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
    (slice_type) @binding.type
    (array_type) @binding.type
    (map_type) @binding.type
    (channel_type value: (_) @binding.type)
  ]) @binding.param
(variadic_parameter_declaration name: (identifier) @name) @binding.param @binding.type
(field_declaration
  name: (field_identifier) @name
  type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
    (slice_type) @binding.type
    (array_type) @binding.type
    (map_type) @binding.type
    (channel_type value: (_) @binding.type)
  ]) @binding.field
; An embedded type is a field of its own name.
(field_declaration !name type: [
  (type_identifier) @name @binding.type
  (qualified_type name: (_) @name) @binding.type
  (generic_type type: [(type_identifier) @name (_ name: (_) @name)]) @binding.type
]) @binding.field
(var_spec
  name: (identifier) @name
  type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
    (slice_type) @binding.type
    (array_type) @binding.type
    (map_type) @binding.type
    (channel_type value: (_) @binding.type)
  ]) @binding

; The first of several results is the one with methods: `x, err := New()` takes it.
(function_declaration result: [
  (type_identifier) @binding.type
  (qualified_type) @binding.type
  (generic_type) @binding.type
  (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  (slice_type) @binding.type
  (map_type) @binding.type
  (channel_type value: (_) @binding.type)
  (parameter_list . (parameter_declaration type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
    (slice_type) @binding.type
    (map_type) @binding.type
    (channel_type value: (_) @binding.type)
  ]))
]) @binding.return
(method_declaration result: [
  (type_identifier) @binding.type
  (qualified_type) @binding.type
  (generic_type) @binding.type
  (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  (slice_type) @binding.type
  (map_type) @binding.type
  (channel_type value: (_) @binding.type)
  (parameter_list . (parameter_declaration type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
    (slice_type) @binding.type
    (map_type) @binding.type
    (channel_type value: (_) @binding.type)
  ]))
]) @binding.return
(method_elem result: [
  (type_identifier) @binding.type
  (qualified_type) @binding.type
  (generic_type) @binding.type
  (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
  (slice_type) @binding.type
  (map_type) @binding.type
  (channel_type value: (_) @binding.type)
  (parameter_list . (parameter_declaration type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (generic_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
    (slice_type) @binding.type
    (map_type) @binding.type
    (channel_type value: (_) @binding.type)
  ]))
]) @binding.return

; x := T{}, x := &T{}, x := []T{}, x := y.(*T)
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . [
    (composite_literal type: (_) @binding.type)
    (unary_expression operand: (composite_literal type: (_) @binding.type))
    (type_assertion_expression type: [
      (type_identifier) @binding.type
      (qualified_type) @binding.type
      (pointer_type [(type_identifier) (qualified_type)] @binding.type)
    ])
  ])) @binding
(var_spec
  . name: (identifier) @name
  value: (expression_list . [
    (composite_literal type: (_) @binding.type)
    (unary_expression operand: (composite_literal type: (_) @binding.type))
  ])) @binding

; x := new(T), x := make([]T, n): the argument is a type.
((short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . (call_expression
    function: (identifier) @_new
    arguments: (argument_list . [
      (type_identifier) (qualified_type) (generic_type) (slice_type) (map_type)
      (channel_type value: (_))
    ] @binding.type)))) @binding
  (#any-of? @_new "new" "make"))

; x := f(), x, err := a.b().c(), x, y := f(), g(), x = y; a variable of a range over what has elements.
(short_var_declaration left: (_ . (_) @name) right: (_ . (_) @binding.value)) @binding
(short_var_declaration left: (_ (_) . (_) @name) right: (_ (_) . (_) @binding.value)) @binding
(assignment_statement left: (_ . (identifier) @name) "=" right: (_ . (_) @binding.value)) @binding
(var_spec . name: (identifier) @name value: (expression_list . (_) @binding.value .)) @binding
(range_clause left: (expression_list (_) . (identifier) @name) right: (_) @binding.value) @binding.item

; `switch x := y.(type)`: x is one of the types of its cases.
(type_switch_statement
  alias: (expression_list (identifier) @name)
  (type_case type: [
    (type_identifier) @binding.type
    (qualified_type) @binding.type
    (pointer_type [(type_identifier) (qualified_type)] @binding.type)
  ])) @binding.narrow

; What is in a named slice, array or map, and what calling a named function type gives.
(type_spec type: [
  (slice_type element: (_) @binding.type)
  (array_type element: (_) @binding.type)
  (map_type value: (_) @binding.type)
]) @binding.yield
(type_spec type: (function_type result: [
  (type_identifier) @binding.type
  (qualified_type) @binding.type
  (generic_type) @binding.type
  (pointer_type [(type_identifier) (qualified_type) (generic_type)] @binding.type)
])) @binding.return

; type A = B; func f[T B]()
(type_alias name: (_) @name type: (_) @binding.type) @binding.alias
(type_parameter_declaration name: (identifier) @name type: (_) @binding.type) @binding.bound

; --- Doc text ---------------------------------------------------------------------------------------------------------

(comment) @comment
