; PHP
;
; Names of variables and properties keep their `$`: `$name` and a constant or function `name` are different things.

; --- scopes -----------------------------------------------------------------

(namespace_definition name: (namespace_name) @name body: (compound_statement)) @scope.module

; `namespace A;` has no body: what it holds are its siblings, so the file is the scope.
(program (namespace_definition name: (namespace_name) @name !body)) @scope.module

; --- types and functions ----------------------------------------------------

(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method

; A closure that a global variable holds. It is called through the variable, which gives no reference.
(program
  (expression_statement
    (_
      left: (variable_name) @name
      right: [
        (anonymous_function parameters: (_) @params body: (_) @body)
        (arrow_function parameters: (_) @params body: (_) @body)
      ]) @definition.function))
(namespace_definition
  body: (_
    (expression_statement
      (_
        left: (variable_name) @name
        right: [
          (anonymous_function parameters: (_) @params body: (_) @body)
          (arrow_function parameters: (_) @params body: (_) @body)
        ]) @definition.function)))

; --- constants and properties -----------------------------------------------

; Each name of a list is a definition from the statement's start to its own end: the signature shows modifiers and
; type, and the calls of a value belong to the innermost, which is its own name.
(const_declaration (const_element . (name) @name) @definition.constant) @start
(property_declaration (property_element name: (variable_name) @name) @definition.property) @start
(property_declaration
  (property_element name: (variable_name) @name)
  (property_hook_list) @body) @definition.property

; `define('NAME', 1)`
(program
  (expression_statement
    (_
      function: (name) @_define
      arguments: (_ . (_ (string (string_content) @name)))) @definition.constant)
  (#eq? @_define "define"))
(namespace_definition
  body: (_
    (expression_statement
      (_
        function: (name) @_define
        arguments: (_ . (_ (string (string_content) @name)))) @definition.constant))
  (#eq? @_define "define"))

; --- calls ------------------------------------------------------------------

; A callee, method or class that is a variable or an expression is named at run time: no reference.
(function_call_expression
  function: [
    (name) @name
    (qualified_name prefix: (namespace_name)? @qualifier (name) @name)
    (relative_name prefix: (namespace_name)? @qualifier (name) @name)
  ]
  arguments: (arguments) @args) @reference.call

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
  [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)]
  (arguments)? @args
  (#not-eq? @name "self") (#not-eq? @name "static") (#not-eq? @name "parent")) @reference.class

; Attributes construct their class.
(attribute
  [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)]
  parameters: (arguments)? @args) @reference.class

; --- bases ------------------------------------------------------------------

; Rooted at the declarations that are symbols: an anonymous class is none, and its bases would be given to the
; function around it. A trait's members are copied into the class that uses it, so it counts as a base.
(class_declaration [
    (base_clause [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)])
    (class_interface_clause [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)])
  ]) @reference.extends
(interface_declaration
  (base_clause [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)])) @reference.extends
(enum_declaration
  (class_interface_clause [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)])) @reference.extends
(class_declaration
  body: (_ (use_declaration [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)]))) @reference.extends
(trait_declaration
  body: (_ (use_declaration [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)]))) @reference.extends
(enum_declaration
  body: (_ (use_declaration [(name) @name (qualified_name prefix: (namespace_name)? @qualifier (name) @name)]))) @reference.extends

; --- imports ----------------------------------------------------------------

; `use A\B as C` imports the name B of A; alone, `use A` has no more than the name. An import is not merged with
; another of the same statement, so the patterns exclude each other.
(namespace_use_declaration
  (namespace_use_clause
    !alias
    [
      (qualified_name prefix: (namespace_name) @import.source (name) @import.name)
      (name) @import.source
    ])) @import
(namespace_use_declaration
  (namespace_use_clause
    . [
      (qualified_name prefix: (namespace_name) @import.source (name) @import.name)
      (name) @import.source
    ]
    alias: (name) @import.alias)) @import
(namespace_use_declaration
  (namespace_name) @import.source
  body: (_ (namespace_use_clause !alias [(name) (qualified_name)] @import.name))) @import
(namespace_use_declaration
  (namespace_name) @import.source
  body: (_ (namespace_use_clause . [(name) (qualified_name)] @import.name alias: (name) @import.alias))) @import

; A file is known only when its path is a literal.
(require_expression [
    (string (string_content) @import.source)
    (encapsed_string . (string_content) @import.source .)
    (_ "(" (string (string_content) @import.source))
    (_ "(" (encapsed_string . (string_content) @import.source .))
  ]) @import
(require_once_expression [
    (string (string_content) @import.source)
    (encapsed_string . (string_content) @import.source .)
    (_ "(" (string (string_content) @import.source))
    (_ "(" (encapsed_string . (string_content) @import.source .))
  ]) @import
(include_expression [
    (string (string_content) @import.source)
    (encapsed_string . (string_content) @import.source .)
    (_ "(" (string (string_content) @import.source))
    (_ "(" (encapsed_string . (string_content) @import.source .))
  ]) @import
(include_once_expression [
    (string (string_content) @import.source)
    (encapsed_string . (string_content) @import.source .)
    (_ "(" (string (string_content) @import.source))
    (_ "(" (encapsed_string . (string_content) @import.source .))
  ]) @import
