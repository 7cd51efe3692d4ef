; C++ on top of queries/c. The patterns also compile with the CUDA grammar.

; --- Scopes ------------------------------------------------------------------------------------------------------
(namespace_definition name: (_) @name) @scope.module

; --- Functions with a body ---------------------------------------------------------------------------------------
; Names that C does not have. The declarators around the function's are the return type: `T*`, `T**`, `T&`. What
; lies in a class becomes a method by its place.

(function_definition
  declarator: (function_declarator
    declarator: [
      (field_identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
      (destructor_name) @name
    ]
    parameters: (_) @params)) @definition.function

(function_definition
  declarator: (pointer_declarator declarator: (function_declarator
    declarator: [
      (field_identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
    ]
    parameters: (_) @params))) @definition.function

(function_definition
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
    declarator: [
      (field_identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
    ]
    parameters: (_) @params)))) @definition.function

(function_definition
  declarator: (reference_declarator (function_declarator
    declarator: [
      (identifier) @name
      (field_identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
    ]
    parameters: (_) @params))) @definition.function

; A conversion operator has its own declarator; its parameter list is always empty.
(function_definition
  declarator: (operator_cast declarator: (abstract_function_declarator parameters: (_) @params)) @name
) @definition.method

; --- Out-of-line definitions -------------------------------------------------------------------------------------
; `A::B::f`: the qualifier nests to the right, and the innermost part is the scope the name belongs to.

(function_definition
  declarator: (function_declarator
    declarator: [
      (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)])
      (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)]))
      (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)])))
    ]
    parameters: (_) @params)) @definition.method

(function_definition
  declarator: (pointer_declarator declarator: (function_declarator
    declarator: [
      (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)])
      (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)]))
      (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)])))
    ]
    parameters: (_) @params))) @definition.method

(function_definition
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
    declarator: [
      (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)])
    ]
    parameters: (_) @params)))) @definition.method

(function_definition
  declarator: (reference_declarator (function_declarator
    declarator: [
      (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)])
      (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)]))
      (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [(identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)])))
    ]
    parameters: (_) @params))) @definition.method

(function_definition
  declarator: [
    (qualified_identifier scope: (_) @qualifier name: (operator_cast declarator: (abstract_function_declarator parameters: (_) @params)) @name)
    (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (operator_cast declarator: (abstract_function_declarator parameters: (_) @params)) @name))
    (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (operator_cast declarator: (abstract_function_declarator parameters: (_) @params)) @name)))
  ]) @definition.method

; --- Member declarations -----------------------------------------------------------------------------------------
(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (_) @params)
    (pointer_declarator
      declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (_) @params))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (_) @params)))
    (reference_declarator
      (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (_) @params))
  ]) @definition.method

; Constructors, destructors and conversions have no return type and are plain declarations.
(field_declaration_list
  (declaration declarator: [
    (function_declarator declarator: [(identifier) (destructor_name)] @name parameters: (_) @params)
    (operator_cast declarator: (abstract_function_declarator parameters: (_) @params)) @name
  ]) @definition.constructor)

; --- Prototypes --------------------------------------------------------------------------------------------------
; Only at namespace level, for the reason in queries/c; identifiers behind no declarator or `*` are there.
; `EXPORT_MACRO Result name(..);` reads as a path whose `::` is missing, so a path is a name here.
(template_declaration
  (declaration declarator: [
    (function_declarator declarator: [(identifier) (operator_name) (destructor_name)] @name parameters: (_) @params)
    (function_declarator declarator: (template_function name: (identifier) @name) parameters: (_) @params)
    (pointer_declarator
      declarator: (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
    (reference_declarator
      (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
  ]) @definition.function)

(translation_unit
  (declaration declarator: [
    (function_declarator declarator: (operator_name) @name parameters: (_) @params)
    (reference_declarator
      (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
    (function_declarator declarator: (qualified_identifier name: (identifier) @name) parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator
      declarator: (qualified_identifier name: (identifier) @name) parameters: (_) @params))
  ]) @definition.function)

(declaration_list
  (declaration declarator: [
    (function_declarator declarator: (operator_name) @name parameters: (_) @params)
    (reference_declarator
      (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
    (function_declarator declarator: (qualified_identifier name: (identifier) @name) parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator
      declarator: (qualified_identifier name: (identifier) @name) parameters: (_) @params))
  ]) @definition.function)

(preproc_ifdef
  (declaration declarator: [
    (function_declarator declarator: (operator_name) @name parameters: (_) @params)
    (reference_declarator
      (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
    (function_declarator declarator: (qualified_identifier name: (identifier) @name) parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator
      declarator: (qualified_identifier name: (identifier) @name) parameters: (_) @params))
  ]) @definition.function)

(preproc_if
  (declaration declarator: [
    (function_declarator declarator: (operator_name) @name parameters: (_) @params)
    (reference_declarator
      (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
    (function_declarator declarator: (qualified_identifier name: (identifier) @name) parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator
      declarator: (qualified_identifier name: (identifier) @name) parameters: (_) @params))
  ]) @definition.function)

; --- Types -------------------------------------------------------------------------------------------------------
; A struct is a class; a name may be a specialisation (`Box<int>`) or qualified (`A::Inner`).

(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name)
    (qualified_identifier scope: (_) @qualifier name: (template_type name: (type_identifier) @name))
    (qualified_identifier
      name: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name))
  ]
  body: (_)) @definition.class

(struct_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name)
    (qualified_identifier scope: (_) @qualifier name: (template_type name: (type_identifier) @name))
    (qualified_identifier
      name: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name))
  ]
  body: (_)) @definition.class

(union_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name)
    (qualified_identifier scope: (_) @qualifier name: (template_type name: (type_identifier) @name))
    (qualified_identifier
      name: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name))
  ]
  body: (_)) @definition.union

(enum_specifier
  name: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name) body: (_)) @definition.enum

; C's typedef of a type only C++ has.
(type_definition
  type: [(qualified_identifier) (template_type) (dependent_type) (class_specifier !body) (decltype)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (reference_declarator (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @definition.type

(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type

; `class EXPORT_MACRO Name { ... };` reads as a function without parameters whose result is `class EXPORT_MACRO`. No
; function has a bare name as its declarator, so this is a class, its block the member list, and the access specifiers
; in it are labels. With bases, either the name is the declarator and the base an error, or the other way round.
(function_definition
  type: [(class_specifier !body) (struct_specifier !body)]
  . declarator: (identifier) @name
  body: (compound_statement)) @definition.class

(function_definition
  type: [(class_specifier !body) (struct_specifier !body)]
  . (ERROR . (identifier) @name .)
  . declarator: [(identifier) (qualified_identifier) (template_function)]
  body: (compound_statement)) @definition.class

(function_definition
  type: [(class_specifier !body) (struct_specifier !body)]
  . declarator: (identifier)
  . (ERROR (identifier) @name @reference.extends .)
  body: (compound_statement))

(function_definition
  type: [(class_specifier !body) (struct_specifier !body)]
  . (ERROR . (identifier) .)
  . declarator: [
    (identifier) @name
    (template_function name: (identifier) @name)
    (qualified_identifier scope: (_)? @qualifier name: [
      (identifier) @name (template_function name: (identifier) @name)])
  ] @reference.extends
  body: (compound_statement))

(function_definition
  type: [(class_specifier !body) (struct_specifier !body)]
  declarator: [(identifier) (qualified_identifier) (template_function)]
  body: (compound_statement [
    (declaration declarator: [
      (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params)
      (init_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
      (pointer_declarator
        declarator: (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
      (reference_declarator
        (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
    ]) @definition.method
    (labeled_statement (declaration declarator: [
      (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params)
      (init_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
      (pointer_declarator
        declarator: (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
      (reference_declarator
        (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (_) @params))
    ]) @definition.method)
  ]))

; Forward declarations of classes stand for a class that is defined elsewhere, as prototypes do for functions; for
; structs they are too common in C headers and say nothing.
(translation_unit (class_specifier name: (type_identifier) @name !body) @definition.class)
(declaration_list (class_specifier name: (type_identifier) @name !body) @definition.class)
(preproc_ifdef (class_specifier name: (type_identifier) @name !body) @definition.class)
(preproc_if (class_specifier name: (type_identifier) @name !body) @definition.class)
(template_declaration (class_specifier name: (type_identifier) @name !body) @definition.class)
(field_declaration type: (class_specifier name: (type_identifier) @name !body) @definition.class !declarator)

; --- Bases -------------------------------------------------------------------------------------------------------
(base_class_clause (type_identifier) @name @reference.extends)
(base_class_clause (template_type name: (type_identifier) @name) @reference.extends)
(base_class_clause [
  (qualified_identifier scope: (_)? @qualifier name: (type_identifier) @name)
  (qualified_identifier scope: (_)? @qualifier name: (template_type name: (type_identifier) @name))
  (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name))
  (qualified_identifier
    name: (qualified_identifier scope: (_) @qualifier name: (template_type name: (type_identifier) @name)))
  (qualified_identifier
    name: (qualified_identifier
      name: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @name)))
] @reference.extends)

; --- Lambdas bound to a variable ---------------------------------------------------------------------------------
(declaration
  declarator: (init_declarator
    declarator: (identifier) @name
    value: (lambda_expression body: (_) @body))) @definition.function
(declaration
  declarator: (init_declarator
    declarator: (identifier) @name
    value: (lambda_expression declarator: (_ parameters: (_) @params) body: (_) @body))) @definition.function

; --- Constants ---------------------------------------------------------------------------------------------------
((field_declaration declarator: (field_identifier) @name default_value: (_)) @definition.constant
  (#upper? @name))

; Headers are full of object-like macros: only upper-case ones with a value, which leaves include guards out.
((preproc_def name: (identifier) @name value: (_) @definition.constant) @start
  (#upper? @name))

; --- Calls -------------------------------------------------------------------------------------------------------
; A CUDA launch, `f<<<grid, block>>>(x)`, is a call with one more child. Explicit template arguments: the casts have the
; same tree.
((call_expression
  function: (template_function name: (identifier) @name)
  arguments: (argument_list) @args) @reference.call
  (#not-eq? @name "static_cast") (#not-eq? @name "dynamic_cast")
  (#not-eq? @name "reinterpret_cast") (#not-eq? @name "const_cast"))

; A call through a path of any written depth; the innermost part is the qualifier. `::f()` has none.
(call_expression
  function: (qualified_identifier
    scope: (_)? @qualifier
    name: [
      (identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
      (dependent_name (template_function name: (identifier) @name))
    ])
  arguments: (argument_list) @args) @reference.call

(call_expression
  function: (qualified_identifier name: (qualified_identifier
    scope: (_) @qualifier
    name: [
      (identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
      (dependent_name (template_function name: (identifier) @name))
    ]))
  arguments: (argument_list) @args) @reference.call

(call_expression
  function: (qualified_identifier name: (qualified_identifier name: (qualified_identifier
    scope: (_) @qualifier
    name: [
      (identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
      (dependent_name (template_function name: (identifier) @name))
    ])))
  arguments: (argument_list) @args) @reference.call

(call_expression
  function: (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (qualified_identifier
    scope: (_) @qualifier
    name: [
      (identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
      (dependent_name (template_function name: (identifier) @name))
    ]))))
  arguments: (argument_list) @args) @reference.call

(call_expression
  function: (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (qualified_identifier
    scope: (_) @qualifier
    name: [
      (identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
      (dependent_name (template_function name: (identifier) @name))
    ])))))
  arguments: (argument_list) @args) @reference.call

(call_expression
  function: (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (qualified_identifier
    scope: (_) @qualifier
    name: [
      (identifier) @name
      (operator_name) @name
      (template_function name: (identifier) @name)
      (dependent_name (template_function name: (identifier) @name))
    ]))))))
  arguments: (argument_list) @args) @reference.call

; Members: templated, with and without `template`, operators by name, and of a named base (`p->Base::f()`).
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: [
      (template_method name: (field_identifier) @name)
      (dependent_name (template_method name: (field_identifier) @name))
      (operator_name) @name
      (qualified_identifier scope: (_) @qualifier name: (field_identifier) @name)
      (qualified_identifier scope: (_) @qualifier name: (template_method name: (field_identifier) @name))
    ])
  arguments: (argument_list) @args) @reference.call

; --- Constructor calls -------------------------------------------------------------------------------------------
; `new T`, `new T(..)`, `new T{..}`
(new_expression
  type: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: (_)? @qualifier name: [
      (type_identifier) @name (template_type name: (type_identifier) @name)])
    (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [
      (type_identifier) @name (template_type name: (type_identifier) @name)]))
    (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [
      (type_identifier) @name (template_type name: (type_identifier) @name)])))
  ]
  arguments: (_)? @args) @reference.call

; `T{..}`
(compound_literal_expression
  type: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: (_)? @qualifier name: [
      (type_identifier) @name (template_type name: (type_identifier) @name)])
    (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [
      (type_identifier) @name (template_type name: (type_identifier) @name)]))
  ]
  value: (initializer_list) @args) @reference.call

; `T v(..);` and `T v{..};` where the grammar sees a value. With arguments that could be types it sees a prototype.
(declaration
  type: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: (_)? @qualifier name: [
      (type_identifier) @name (template_type name: (type_identifier) @name)])
    (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: [
      (type_identifier) @name (template_type name: (type_identifier) @name)]))
  ]
  declarator: (init_declarator value: [(argument_list) (initializer_list)] @args)) @reference.call
