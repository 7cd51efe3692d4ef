; C++ on top of queries/c. The patterns also compile with the CUDA grammar. Qualified names are captured whole: the
; engine splits `A::B<T>::f` into name and qualifier.

; --- Scopes ------------------------------------------------------------------------------------------------------
(namespace_definition name: (_) @name) @scope.module

; --- Functions ---------------------------------------------------------------------------------------------------
; Definitions and declarations. What lies in a class becomes a method by its place. In a block an object with
; constructor arguments, `T lock(m);`, has the same tree as a prototype; the engine drops both.
(function_declarator
  declarator: [
    (identifier) @name
    (field_identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (parenthesized_declarator (identifier) @name)
    (_ (MISSING "::") name: (identifier) @name)
    (_ name: (_ (MISSING "::") name: (identifier) @name))
  ]
  parameters: (_) @params) @definition.function @declarator

; A friend is no method of the class. (As a macro it stays a function.)
(friend_declaration
  (_
    declarator: [
      (_ declarator: (_) @name parameters: (_) @params)
      (_ (_ declarator: (_) @name parameters: (_) @params))
    ])) @definition.macro

; Specialisations, which always follow `template <>`, also behind `*` or `&`.
(template_declaration [
  (_ declarator: (_ declarator: (template_function) @name parameters: (_) @params)) @definition.function
  (_ declarator: (_ (_ declarator: (template_function) @name parameters: (_) @params))) @definition.function
  (_ . "class" name: (_) @name !body) @definition.class
])

; A conversion operator has its own declarator, without parameters when it converts to a pointer or a reference. Out of
; line, the path in front of it adds the qualifier.
;
; `EXPORT_MACRO Result A::f() {}` reads as the path `Result::f` with an error, A, in it.
;
; Out of line: `T A::f()`, then behind `*` or `&`, then `**`; also longer paths. A macro before the name, as in
; `int MACRO f()` or `MACRO std::string f()`, reads as a path whose last `::` is missing: such a name has no qualifier
; (above).
(operator_cast declarator: [(_ parameters: (_) @params) (_ !parameters)]) @name @definition.method @declarator
(function_definition
  declarator: [
    (_ name: [(_ declarator: (_)) (_ name: (_ declarator: (_)))]) @name
    (_
      declarator: [
        (_ (ERROR (identifier) @qualifier) name: (identifier) @name)
        (_ name: (_ (ERROR (identifier) @qualifier) name: (identifier) @name))
        (_ "::" @_path name: (_ !scope)) @name
        (_ name: (_ scope: (_) "::" @_path)) @name
      ]
      parameters: (_) @params)
    (_ [
      (_
        declarator: [(_ "::" @_path name: (_ !scope)) @name (_ name: (_ scope: (_) "::" @_path)) @name]
        parameters: (_) @params)
      (_ (_ declarator: (_ "::" @_path name: (_ !scope)) @name parameters: (_) @params))
    ])
  ]
  (#eq? @_path "::")) @definition.method

; `A::A() = default;` reads as an assignment to a call.
((expression_statement
    (_ left: (_ function: (_ "::") @name arguments: (_) @params) right: (identifier) @_default)) @definition.method
  (#eq? @_default "default"))

; --- Types -------------------------------------------------------------------------------------------------------
; A struct is a class; a name may be a specialisation (`Box<int>`) or qualified (`A::Inner`).
(class_specifier name: (_) @name body: (_)) @definition.class
(struct_specifier name: (_) @name body: (_)) @definition.class
(union_specifier name: (_) @name body: (_)) @definition.union

(reference_declarator (type_identifier) @name) @definition.type @declarator
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type

; `class EXPORT_MACRO Name { ... };` reads as a function without parameters whose result is `class EXPORT_MACRO`. No
; function has a bare name as its declarator, so this is a class, its block the member list, and the access specifiers
; in it are labels. With bases, either the name is the declarator and the base an error, or the other way round; with
; several bases, or none but `final`, and without members it reads as a declaration. (A name that is taken for a base
; too is dropped as a reference.)
((function_definition . [
    ((_ . ["class" "struct" "union"] name: (type_identifier)) . [
      (_ !parameters !declarator !name) @name @definition.class @declarator
      ((ERROR . (identifier) @name) @definition.class @declarator . (_ !parameters !declarator))
    ])
    ((_ . ["class" "struct"] !body) (ERROR (identifier) @name @reference.extends .))
    (
      (_ . ["class" "struct"] !body)
      . (ERROR . (identifier))
      . (_ !parameters !declarator) @name @_base @reference.extends)
  ])
  (#not-eq? @_base "final"))
((declaration
    (ERROR . (identifier) @name)
    . [((identifier) . (_ . (identifier) . (ERROR))) (_ . (identifier) @_final)]) @definition.class
  (#eq? @_final "final"))

; In such a block, constructors and destructors are errors.
(compound_statement (ERROR (_
  declarator: [(identifier) (destructor_name)] @name parameters: (_) @params) @definition.function))

; Forward declarations of classes stand for a class that is defined elsewhere, as prototypes do for functions; for
; structs they are too common in C headers and say nothing.
(translation_unit (_ . "class" name: (_) @name !body) @definition.class)
(declaration_list (_ . "class" name: (_) @name !body) @definition.class)
(preproc_ifdef (_ . "class" name: (_) @name !body) @definition.class)
(preproc_if (_ . "class" name: (_) @name !body) @definition.class)
(field_declaration (_ . "class" name: (_) @name !body) @definition.class !declarator)

; --- Bases -------------------------------------------------------------------------------------------------------
(base_class_clause [(type_identifier) (template_type) (qualified_identifier)] @name @reference.extends)

; --- Lambdas bound to a variable ---------------------------------------------------------------------------------
(init_declarator
  declarator: (identifier) @name
  value: (lambda_expression declarator: (_ parameters: (_) @params)? body: (_) @body)) @definition.function @declarator

; The same as the default of a member.
(field_declaration_list
  (_
    declarator: (_ !declarator) @name
    default_value: (lambda_expression declarator: (_ parameters: (_) @params)? body: (_) @body)) @definition.method)

; --- Constants ---------------------------------------------------------------------------------------------------
((field_declaration declarator: (_) @name default_value: (_)) @definition.constant
  (#upper? @name))

; Headers are full of object-like macros: only upper-case ones with a value, which leaves include guards out.
((preproc_def name: (identifier) @name value: (_) @definition.constant) @start
  (#upper? @name))

; --- Calls -------------------------------------------------------------------------------------------------------
; A CUDA launch, `f<<<grid, block>>>(x)`, is a call with one more child. Explicit template arguments: the casts have the
; same tree.
(call_expression
  function: [
    (template_function name: (identifier) @name @_cast)
    (_ "::" @_path name: [(identifier) (operator_name) (template_function) (qualified_identifier)]) @name
    (_ scope: (_) @qualifier name: (dependent_name (_ name: (_) @name)))
    (_
      argument: (_) @receiver
      field: [
        (template_method) @name
        (dependent_name (_ name: (_) @name))
        (operator_name) @name
        (qualified_identifier) @name
      ])
  ]
  arguments: (argument_list) @args
  (#eq? @_path "::")
  (#not-eq? @_cast "static_cast") (#not-eq? @_cast "dynamic_cast")
  (#not-eq? @_cast "reinterpret_cast") (#not-eq? @_cast "const_cast")) @reference.call

; --- Constructor calls -------------------------------------------------------------------------------------------
; `new T`, `new T(..)`, `new T{..}`
(new_expression
  type: [(type_identifier) (template_type) (qualified_identifier)] @name arguments: (_)? @args) @reference.call

; `T{..}`
(compound_literal_expression
  type: [(type_identifier) (template_type) (qualified_identifier)] @name
  value: (initializer_list) @args) @reference.call

; `T v(..);` and `T v{..};` where the grammar sees a value. With arguments that could be types it sees a prototype.
(declaration
  type: [(type_identifier) (template_type) (qualified_identifier)] @name
  declarator: (_ value: [(argument_list) (initializer_list)] @args)) @reference.call

; --- Names of other name spaces ----------------------------------------------------------------------------------
(using_declaration "namespace"? @import.star (_) @import.source) @import
(namespace_alias_definition name: (_) @import.alias "=" . (_) @import.source) @import
