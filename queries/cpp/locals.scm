; C++ on top of queries/c.

; --- Reads and writes --------------------------------------------------------------------------------------------
; `A::b`, `A::B::c`, of longer paths the last three names: the outer path matches first. A path to a type ends in another
; node. (Where the `::` is missing, a macro stands before a name. What is written to is in queries/c.)
((qualified_identifier
    "::" @_path
    name: [
      (identifier)
      (qualified_identifier "::" @_inner name: (identifier))
    ]) @name @reference.read
  (#eq? @_path "::") (#eq? @_inner "::"))

; A static member is defined with a value; a member is initialised by the constructor.
(init_declarator declarator: (qualified_identifier) @name) @reference.write
(field_initializer . (field_identifier) @name) @reference.write

; --- Local names -------------------------------------------------------------------------------------------------
(reference_declarator (identifier) @local)
(template_parameter_list (_ declarator: (identifier) @local))
(for_range_loop declarator: (_ !declarator) @local)
(attributed_declarator . (identifier) @local)
(variadic_declarator (identifier) @local)
(structured_binding_declarator (identifier) @local)
(lambda_capture_initializer left: (identifier) @local)

; Declarations also stand in conditions and loop heads.
(compound_statement) @scope.local
(for_range_loop) @scope.local
(while_statement) @scope.local
(if_statement) @scope.local
(else_clause) @scope.local
(switch_statement) @scope.local
(catch_clause) @scope.local
(template_declaration) @scope.local

; --- Places that are neither -------------------------------------------------------------------------------------
(destructor_name) @skip.read
; `v.operator bool()` reads as an error and a call of `bool`.
(field_expression (ERROR "operator") field: (_) @skip)
(operator_name) @skip.read
(template_function name: (_) @skip.read)
(using_declaration (identifier) @skip.read)
(preproc_def name: (_) @skip.read)

; --- Parameters --------------------------------------------------------------------------------------------------
; `this Self &self` is the object.
(parameter_list (_ . (this)) @param.none)

; --- What stands before a definition -----------------------------------------------------------------------------
(template_declaration "template" @attribute)
(template_parameter_list) @attribute
(requires_clause) @attribute

; --- Bindings ----------------------------------------------------------------------------------------------------
; Of pointers, references and arrays the type they are made of. Where something that is no C++ stands between the type and
; the name, as in Metal's `device float *x`, the type is another one than the grammar says. The parent's type and wildcards
; below it cost least to compile here.
((parameter_list
    (_
      type: (_ !body) @binding.type
      . declarator: [
        (identifier) @name
        (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])
        (reference_declarator (identifier) @name)
        (attributed_declarator . (identifier) @name)
      ])) @binding.param
  (#not-eq? @binding.type "auto"))

; Blocks, in one pattern since each takes milliseconds to compile: what type a variable has, `for (T x : y)`, and, for
; complexity, the declarators of what is declared directly in a block, structured bindings left out. (A type definition's
; name is another node; loops and functions have a body.) `auto` says nothing; what its value does: `new T`, `T{..}`, a
; cast, or a call, which may be a constructor.
((compound_statement [
    (_
      type: (_ !body) @binding.type
      declarator: [
        (identifier) @name @binding
        (_ declarator: [
          (identifier) @name @binding
          (_ !parameters declarator: (identifier) @name @binding)
          (reference_declarator (identifier) @name @binding)
        ])
      ]
      !body)
    (_
      type: (_) @binding.type
      declarator: [
        (identifier) @name @binding
        (_ declarator: (identifier) @name @binding)
        (reference_declarator (identifier) @name @binding)
      ]
      right: (_))
    (_
      type: (placeholder_type_specifier)
      declarator: (_
        declarator: [
          (identifier) @name
          (_ declarator: (identifier) @name)
          (reference_declarator (identifier) @name)
        ]
        value: [
          (_ type: (_) @binding.type @binding)
          (_ function: (_) @binding.call @binding)
          (_ function: [
            (_ arguments: (_ . (_) @binding.type .))
            (_ name: (_ arguments: (_ . (_) @binding.type .)))
            (_ field: (_ arguments: (_ . (_) @binding.type .)))
          ] @binding)
        ]))
    (_
      declarator: [
        (identifier)
        (_ declarator: [(identifier) (_ declarator: (_)) (reference_declarator (identifier))])
      ] @count.local
      !body)
  ])
  (#not-eq? @binding.type "auto"))

; Members: of a C struct the tag.
(field_declaration_list
  (_
    type: [
      (_ !name !body) @binding.type
      (_ "::") @binding.type
      (_ arguments: (_)) @binding.type
      (_ . ["struct" "union" "enum" "class"] name: (_) @binding.type)
    ]
    declarator: [
      (field_identifier) @name
      (_ !parameters declarator: [(field_identifier) @name (_ !parameters declarator: (field_identifier) @name)])
      (reference_declarator (field_identifier) @name)
      (attributed_declarator . (field_identifier) @name)
    ])) @binding.field

; Results: of definitions and, in a class, of declarations.
((function_definition
    type: [(_ !name !body) (_ "::") (_ arguments: (_))] @binding.type . declarator: (_)) @binding.return
  (#not-eq? @binding.type "auto") (#not-eq? @binding.type "void"))
((field_declaration_list
    (_
      type: (_ !body) @binding.type
      declarator: [
        (_ declarator: [(field_identifier) (operator_name)] parameters: (_))
        (_ (_ declarator: [(field_identifier) (operator_name)] parameters: (_)))
      ])) @binding.return
  (#not-eq? @binding.type "auto") (#not-eq? @binding.type "void"))
(function_declarator (_ "->" (_ type: (_) @binding.type))) @binding.return

; Variables outside of blocks, of a declaration the first, and results of prototypes: at the top and in namespaces. Not behind
; `#if`, in `extern "C" {}` or in templates, since looking one level deeper costs a tenth of the whole extraction; and not in
; functions, where an object with constructor arguments has the same tree as a prototype.
([
    (translation_unit
      (_
        type: [
          (_ !name !body) @binding.type
          (_ "::") @binding.type
          (_ arguments: (_)) @binding.type
          (_ . ["struct" "union" "enum" "class"] name: (_) @binding.type !body)
        ]
        . declarator: [
          (identifier) @name @binding
          (_ !parameters declarator: [
            (identifier) @name @binding
            (_ !parameters declarator: (identifier) @name @binding)
          ])
          (_ declarator: [(identifier) (operator_name)] parameters: (_)) @binding.return
          (_ (_ declarator: [(identifier) (operator_name)] parameters: (_)) @binding.return)
        ]
        !body))
    (declaration_list
      (_
        type: [
          (_ !name !body) @binding.type
          (_ "::") @binding.type
          (_ arguments: (_)) @binding.type
          (_ . ["struct" "union" "enum" "class"] name: (_) @binding.type !body)
        ]
        . declarator: [
          (identifier) @name @binding
          (_ !parameters declarator: [
            (identifier) @name @binding
            (_ !parameters declarator: (identifier) @name @binding)
          ])
          (_ declarator: [(identifier) (operator_name)] parameters: (_)) @binding.return
          (_ (_ declarator: [(identifier) (operator_name)] parameters: (_)) @binding.return)
        ]
        !body))
  ]
  (#not-eq? @binding.type "auto") (#not-eq? @binding.type "void"))

; What a type's name stands for.
(alias_declaration name: (_) @name type: (_) @binding.type) @binding.alias
(type_definition
  type: (_ !body) @binding.type
  declarator: [(type_identifier) @name (_ declarator: (type_identifier) @name)]) @binding.alias

; What another language calls a function, as pybind11 says it: `m.def("name", &f)`. There is no type of that name.
((call_expression
    function: (_ field: (field_identifier) @_def)
    arguments: (_ . (_ (string_content) @name) . [(identifier) @binding.type (_ argument: (_) @binding.type)])) @binding.alias
  (#eq? @_def "def"))
