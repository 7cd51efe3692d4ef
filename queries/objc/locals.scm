; Objective-C on top of queries/c. Wildcards stand for node types because those cost so much in this grammar.

; --- Local names -------------------------------------------------------------------------------------------------
(block_pointer_declarator declarator: (identifier) @local)
(method_parameter (identifier) @local)
(compound_statement) @scope.local

; Blocks, in one pattern since each takes milliseconds to compile: what type a variable has or points to, and, for
; complexity, the declarators of what is declared directly in a block.
(compound_statement
  (_
    type: (_) @binding.type
    declarator: [
      (identifier) @name @binding
      (_ !parameters declarator: [
        (identifier) @name @binding
        (_ !parameters declarator: (identifier) @name @binding)
      ])
      (identifier) @count.local
      (_ declarator: [(identifier) (_ declarator: (_)) (_ (_ declarator: (_)))]) @count.local
    ]))
; `for (id x in y)`, `for (T *x in y)`
(for_statement type: (_) @binding.type . [
  (_ !declarator) @local
  (_ !declarator) @name @binding
  (_ declarator: (_) @name @binding)
])

; --- Places that are neither -------------------------------------------------------------------------------------
; Selectors: of messages, of methods, of attributes and implementations of properties; protocols in types.
(message_expression method: (_) @skip.read)
(method_declaration) @skip.read
(implementation_definition (_ (_) @skip.read . (method_parameter)))
(property_attributes_declaration) @skip.read
(property_implementation) @skip.read
(protocol_reference_list) @skip.read
(available_expression) @skip.read
(macro_type_specifier name: (_) @skip.read)
(struct_declarator) @skip.read
(translation_unit (_ category: (_) @skip.read))
; Constants that the grammar takes for names.
((identifier) @skip.read
  (#any-of? @skip.read "nil" "Nil" "YES" "NO"))
; `@protocol(P)`
(at_expression (_ function: (_) @skip))

; --- Bindings ----------------------------------------------------------------------------------------------------
; Of pointers the type they point to; a method's types stand in parentheses, before the last of them what qualifies it.
(parameter_list
  (_ type: (_ !body) @binding.type declarator: [(identifier) @name (_ declarator: (identifier) @name)])) @binding.param
(method_parameter
  (_ [(_ (_) @binding.type . (abstract_pointer_declarator)) (_ . (_) @binding.type .)])
  (identifier) @name) @binding.param

; Instance variables and properties.
(struct_declaration
  (_) @binding.type
  . (struct_declarator [(identifier) @name (_ declarator: (identifier) @name)])) @binding.field
(field_declaration_list
  (_
    type: [
      (_ !name !body) @binding.type
      (_ name: (_) @binding.type !body)
    ]
    declarator: [
      (field_identifier) @name
      (_ !parameters declarator: [(field_identifier) @name (_ !parameters declarator: (field_identifier) @name)])
    ])) @binding.field

; Results.
((function_definition type: (_ !body) @binding.type) @binding.return
  (#not-eq? @binding.type "void"))
((method_declaration . (_ [
    (_ (_) @binding.type . (abstract_pointer_declarator))
    (_ . (_) @binding.type .)
  ])) @binding.return
  (#not-eq? @binding.type "void"))
((method_definition . (_ [
    (_ (_) @binding.type . (abstract_pointer_declarator))
    (_ . (_) @binding.type .)
  ])) @binding.return
  (#not-eq? @binding.type "void"))
