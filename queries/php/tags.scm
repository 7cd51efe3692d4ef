; PHP
;
; Names of variables keep their `$`: `$name` and a constant or function `name` are different things. Properties have none,
; as `->` names them; a static one is written with it and goes by the same name.
;
; A named node with children costs a millisecond when the query is compiled, a wildcard with children nothing: so what is
; told by one node type stands in one pattern where that is possible, and inner nodes are wildcards where a field or a
; token says what they are (only a closure has `parameters` on the right of an assignment, only `new X` starts with `new`).

; --- scopes -----------------------------------------------------------------

(namespace_definition name: (namespace_name) @name body: (compound_statement)) @scope.module

; `namespace A;` has no body: what it holds are its siblings, so the file is the scope.
(program (namespace_definition name: (namespace_name) @name !body)) @scope.module

; --- types and functions ----------------------------------------------------

; A trait's members are copied into the class that uses it, so it counts as a base. An anonymous class is no symbol: its
; bases belong to the function around it.
(class_declaration [
  ((name) @name body: (_) @body @definition.class)
  (_ . ["extends" "implements"] [
    (name) @name
    (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)
  ] @reference.extends)
  (_ (_ . "use" [
    (name) @name
    (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)
  ] @reference.extends))
]) @start
(anonymous_class [
  (_ . ["extends" "implements"] [
    (name) @name
    (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)
  ] @reference.extends)
  (_ (_ . "use" [
    (name) @name
    (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)
  ] @reference.extends))
])
(interface_declaration [
  ((name) @name body: (_) @body @definition.interface)
  (_ . "extends" [
    (name) @name
    (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)
  ] @reference.extends)
]) @start
(trait_declaration [
  ((name) @name body: (_) @body @definition.trait)
  (_ (_ . "use" [
    (name) @name
    (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)
  ] @reference.extends))
]) @start
(enum_declaration [
  ((name) @name body: (_) @body @definition.enum)
  (_ . "implements" [
    (name) @name
    (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)
  ] @reference.extends)
  (_ (_ . "use" [
    (name) @name
    (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)
  ] @reference.extends))
]) @start
(enum_case name: (name) @name) @definition.constant

(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method

; A closure that a global variable holds: it is called through the variable, which gives no reference. And
; `define('NAME', 1)`. A namespace is what the file declares.
(program
  (_ . [
    (_ left: (variable_name) @name right: (_ parameters: (_) @params body: (_) @body)) @definition.function
    (_ . (name) @_define arguments: (_ . (_ (_ . (string_content) @name .)))) @definition.constant
  ])
  (#eq? @_define "define"))
(namespace_definition [
    name: (namespace_name) @import @import.source @import.package
    body: (_
      (_ . [
        (_ left: (variable_name) @name right: (_ parameters: (_) @params body: (_) @body)) @definition.function
        (_ . (name) @_define arguments: (_ . (_ (_ . (string_content) @name .)))) @definition.constant
      ]))
  ]
  (#eq? @_define "define"))

; --- constants and properties -----------------------------------------------

; Each name of a list is a definition from the statement's start to its own end: the signature shows modifiers and
; type, and the calls of a value belong to the innermost, which is its own name.
(const_declaration (const_element . (name) @name) @definition.constant) @start
(property_declaration (property_element name: (_ (name) @name)) @definition.property) @start
(property_declaration
  (property_element name: (_ (name) @name))
  (property_hook_list) @body) @definition.property
(property_element name: (_ "$" @skip.read))

; --- calls ------------------------------------------------------------------

; A callee, method or class that is a variable or an expression is named at run time: no reference.
; Blocks of tests are functions that have the text as name: it('does', function () {}).
(function_call_expression . [
  ((name) @name arguments: (arguments) @args @reference.call)
  ((_ prefix: (namespace_name)? @qualifier "\\" . (name) @name) arguments: (arguments) @args @reference.call)
  ((name) @_test @start
    arguments: (_
      . (_ . [(string) @name.text (_ . "\"" . (string_content) @name.text .)])
      . (_ . (_ parameters: (_) @params body: (_) @body))) @definition.function)
] (#any-of? @_test "describe" "it" "test"))

(member_call_expression
  object: (_) @receiver
  name: (name) @name
  arguments: (arguments) @args) @reference.call
(nullsafe_member_call_expression
  object: (_) @receiver
  name: (name) @name
  arguments: (arguments) @args) @reference.call

; `A::f()` names its class, `self::f()` and `$a::f()` an object or the enclosing class.
(scoped_call_expression
  scope: [
    (name) @qualifier
    (qualified_name) @qualifier
    (relative_name) @qualifier
    (relative_scope) @receiver
    (variable_name) @receiver
  ]
  name: (name) @name
  arguments: (arguments) @args) @reference.call

; --- construction -----------------------------------------------------------

; The argument list may be missing. The words for the enclosing class and its base are plain names to the grammar.
(object_creation_expression
  [(name) @name (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)]
  (arguments)? @args
  (#not-eq? @name "self") (#not-eq? @name "static") (#not-eq? @name "parent")) @reference.class

; Attributes construct their class.
(attribute
  [(name) @name (_ prefix: (namespace_name)? @qualifier "\\" . (name) @name)]
  parameters: (arguments)? @args) @reference.class

; --- imports ----------------------------------------------------------------

; `use A\B as C` imports the name B of A; alone, `use A` has no more than the name.
(namespace_use_declaration [
  (namespace_use_clause
    . [
      (_ prefix: (namespace_name) @import.source "\\" . (name) @import.name)
      (_ . "\\" . (name) @import.source)
      (name) @import.source
    ]
    alias: (name)? @import.alias)
  ((namespace_name) @import.source
    body: (_ (_ . [(name) (qualified_name)] @import.name alias: (name)? @import.alias)))
]) @import

; A file is known only when its path is a literal.
(require_expression [
  (_ . (string_content) @import.source .)
  (_ "(" . (_ . (string_content) @import.source .))
]) @import
(require_once_expression [
  (_ . (string_content) @import.source .)
  (_ "(" . (_ . (string_content) @import.source .))
]) @import
(include_expression [
  (_ . (string_content) @import.source .)
  (_ "(" . (_ . (string_content) @import.source .))
]) @import
(include_once_expression [
  (_ . (string_content) @import.source .)
  (_ "(" . (_ . (string_content) @import.source .))
]) @import
