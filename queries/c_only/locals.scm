; C on top of queries/c.

(parameter_list (identifier) @local)
(attributed_declarator . (identifier) @local)
; Also the bodies of functions that a macro defines, which the grammar takes for blocks of the file.
(compound_statement) @scope.local

; What a member has, pointers and arrays aside: a struct or union by its tag.
(field_declaration
  type: [
    (_ !name !body) @binding.type
    (_ name: (_) @binding.type !body)
  ]
  declarator: [
    (field_identifier) @name
    (_ declarator: (field_identifier) @name)
    (_ declarator: (_ declarator: (field_identifier) @name))
  ]) @binding.field
