; C on top of queries/c.

(parameter_list (identifier) @local)
(attributed_declarator . (identifier) @local)
; Also the bodies of functions that a macro defines, which the grammar takes for blocks of the file.
(compound_statement) @scope.local

; --- Bindings ----------------------------------------------------------------------------------------------------
; Of pointers and arrays the type they are made of; a struct or union by its tag. What has parameters is a function, or a
; pointer to one. The parent's type and wildcards below it cost least to compile.
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
(parameter_list
  (_
    type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
    declarator: [
      (identifier) @name
      (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
    ]) @binding.param)
; `int f(a) int a; { .. }`
(function_definition
  (_
    type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
    declarator: [
      (identifier) @name
      (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
    ]) @binding.param)
((function_definition
    type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]) @binding.return
  (#not-eq? @binding.type "void"))

; Variables, and the results of prototypes. In a block a prototype is no symbol: its result would be taken for that of
; the function around.
([
    (translation_unit [
      (_
        type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
        declarator: [
          (identifier) @name
          (_ !parameters declarator: [
            (identifier) @name
            (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
          ])
        ]) @binding
      (_
        type: [(_ !name !body) @binding.type @_result (_ name: (_) @binding.type !body)]
        declarator: [
          (_ declarator: (identifier) parameters: (_))
          (_ declarator: [
            (_ declarator: (identifier) parameters: (_))
            (_ declarator: (_ declarator: (identifier) parameters: (_)))
          ])
        ]
        !body) @binding.return
    ])
    (preproc_ifdef [
      (_
        type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
        declarator: [
          (identifier) @name
          (_ !parameters declarator: [
            (identifier) @name
            (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
          ])
        ]) @binding
      (_
        type: [(_ !name !body) @binding.type @_result (_ name: (_) @binding.type !body)]
        declarator: [
          (_ declarator: (identifier) parameters: (_))
          (_ declarator: [
            (_ declarator: (identifier) parameters: (_))
            (_ declarator: (_ declarator: (identifier) parameters: (_)))
          ])
        ]
        !body) @binding.return
    ])
    (preproc_if [
      (_
        type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
        declarator: [
          (identifier) @name
          (_ !parameters declarator: [
            (identifier) @name
            (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
          ])
        ]) @binding
      (_
        type: [(_ !name !body) @binding.type @_result (_ name: (_) @binding.type !body)]
        declarator: [
          (_ declarator: (identifier) parameters: (_))
          (_ declarator: [
            (_ declarator: (identifier) parameters: (_))
            (_ declarator: (_ declarator: (identifier) parameters: (_)))
          ])
        ]
        !body) @binding.return
    ])
    (preproc_else [
      (_
        type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
        declarator: [
          (identifier) @name
          (_ !parameters declarator: [
            (identifier) @name
            (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
          ])
        ]) @binding
      (_
        type: [(_ !name !body) @binding.type @_result (_ name: (_) @binding.type !body)]
        declarator: [
          (_ declarator: (identifier) parameters: (_))
          (_ declarator: [
            (_ declarator: (identifier) parameters: (_))
            (_ declarator: (_ declarator: (identifier) parameters: (_)))
          ])
        ]
        !body) @binding.return
    ])
    (preproc_elif [
      (_
        type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
        declarator: [
          (identifier) @name
          (_ !parameters declarator: [
            (identifier) @name
            (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
          ])
        ]) @binding
      (_
        type: [(_ !name !body) @binding.type @_result (_ name: (_) @binding.type !body)]
        declarator: [
          (_ declarator: (identifier) parameters: (_))
          (_ declarator: [
            (_ declarator: (identifier) parameters: (_))
            (_ declarator: (_ declarator: (identifier) parameters: (_)))
          ])
        ]
        !body) @binding.return
    ])
    (declaration_list [
      (_
        type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
        declarator: [
          (identifier) @name
          (_ !parameters declarator: [
            (identifier) @name
            (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
          ])
        ]) @binding
      (_
        type: [(_ !name !body) @binding.type @_result (_ name: (_) @binding.type !body)]
        declarator: [
          (_ declarator: (identifier) parameters: (_))
          (_ declarator: [
            (_ declarator: (identifier) parameters: (_))
            (_ declarator: (_ declarator: (identifier) parameters: (_)))
          ])
        ]
        !body) @binding.return
    ])
  ]
  (#not-eq? @_result "void"))
; For complexity, too: the declarators of what is declared directly in a block. (A wildcard below a block would cost the
; square of the blocks' depth.)
(compound_statement [
  (declaration
    type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
    declarator: [
      (identifier) @name @binding
      (_ !parameters declarator: [
        (identifier) @name @binding
        (_ !parameters declarator: [
          (identifier) @name @binding
          (_ !parameters declarator: (identifier) @name @binding)
        ])
      ])
    ])
  (declaration declarator: (_) @count.local)
])
(for_statement
  (_
    type: [(_ !name !body) @binding.type (_ name: (_) @binding.type !body)]
    declarator: [
      (identifier) @name
      (_ !parameters declarator: [
        (identifier) @name
        (_ !parameters declarator: [(identifier) @name (_ !parameters declarator: (identifier) @name)])
      ])
    ]) @binding)
