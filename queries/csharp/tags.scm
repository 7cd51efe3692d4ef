; C# (grammar: the tree-sitter-c-sharp wheel)
;
; A child that can be any expression is written `(_ ...)` with what is in it: naming its type would make the query's
; analysis walk all of the expression rules, which costs up to twenty milliseconds a pattern.

; --- scopes -----------------------------------------------------------------

(namespace_declaration name: (_) @name) @scope.module

; `namespace A.B;` has no body: what it holds are its siblings, so the file is the scope.
(compilation_unit (file_scoped_namespace_declaration name: (_) @name)) @scope.module

; --- types ------------------------------------------------------------------

(class_declaration name: (identifier) @name (parameter_list)? @params) @definition.class
(struct_declaration name: (identifier) @name (_ . "(")? @params) @definition.struct
(record_declaration "struct" name: (identifier) @name) @definition.struct
(record_declaration name: (identifier) @name (_ . "(")? @params) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.type

; --- functions --------------------------------------------------------------

; The type and the name of a `params` array stand in the list itself. Where the definition's node is the list, and its
; span the declaration's, there is no list in the convention's sense, and the row's `param_nodes` are counted in it.
(method_declaration
  name: (identifier) @name
  parameters: (parameter_list) @definition.method
  body: (_)? @body) @start @end
(constructor_declaration
  name: (identifier) @name
  parameters: (parameter_list) @definition.constructor
  body: (_)? @body) @start @end
((destructor_declaration name: (identifier) @name) @definition.method (#prefix! "~"))
(local_function_statement name: (identifier) @name) @definition.function

; A lambda or an anonymous method that is bound to a name is called by it. (The single parameter of `x => ...` is no list,
; so such a lambda stays what its variable is.)
(variable_declarator
  name: (identifier) @name
  (_ parameters: (parameter_list) @params [(block) body: (_)] @body)) @definition.function

; The operator's token is the name (`+`, `==`, `true`).
(operator_declaration operator: _ @name) @definition.method

; A conversion has no name of its own, and its target type would collide with that type's name.
(conversion_operator_declaration ["implicit" "explicit"] @name) @definition.method

(indexer_declaration "this" @name accessors: (_) @body) @definition.method
(indexer_declaration "this" @name value: (_) @body) @definition.method

; --- properties, events, constants ------------------------------------------

(property_declaration name: (identifier) @name accessors: (accessor_list) @body) @definition.property

; With code in it, it is a method without parameters, whose body holds all of its accessors. (The name, which has no
; children, stands for the list: an array type beside it is no parameter.)
(property_declaration
  name: (identifier) @name @params
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.method
(property_declaration
  name: (identifier) @name @params
  value: (arrow_expression_clause) @body) @definition.method

; The positional parameters of a record are its public properties; those of a class are not.
(record_declaration
  (_ (parameter name: (identifier) @name) @definition.property))

(event_declaration name: (identifier) @name accessors: (accessor_list) @body) @definition.field

; With several declarators each one is a definition from the statement's start to its own end, so that every
; signature shows the type and an initializer's calls belong to the innermost, which is its own declarator.
(event_field_declaration (_ (variable_declarator name: (identifier) @name) @definition.field)) @start

(field_declaration
  (modifier "const")
  (_ (_ name: (identifier) @name) @definition.constant)) @start

(field_declaration
  (_ (_ name: (identifier) @name) @definition.constant)
  (#upper? @name)) @start

; --- calls ------------------------------------------------------------------

; `nameof` is an operator that the grammar cannot tell from a call. `this` and `base` are tokens without a node name:
; hence the bare wildcards. Names may be generic; their type arguments are cut off.
(invocation_expression
  function: [
    (identifier) @name
    (generic_name) @name
    (_ . "(" . (identifier) @name)
    (_ expression: _ @receiver name: (_) @name)
    (_ condition: _ @receiver (member_binding_expression name: (_) @name))
  ]
  arguments: (argument_list) @args
  (#not-eq? @name "nameof")) @reference.call

; --- construction -----------------------------------------------------------

; Arguments may be missing (`new A { B = 1 }`). The alias before `::` names an assembly, not a scope, so it is no
; qualifier.
(object_creation_expression
  type: [
    (identifier) @name
    (generic_name) @name
    (qualified_name) @name
    (_ alias: (_) name: (identifier) @name)
  ]
  arguments: (argument_list)? @args) @reference.class

; `A a = new(1)`: the declared type is the class.
(variable_declaration
  type: [
    (identifier) @name
    (generic_name) @name
    (qualified_name) @name
    (_ type: [(identifier) (generic_name) (qualified_name)] @name)
  ]
  (_ (_ . "new" . (argument_list) @args))) @reference.class
(property_declaration
  type: [
    (identifier) @name
    (generic_name) @name
    (qualified_name) @name
    (_ type: [(identifier) (generic_name) (qualified_name)] @name)
  ]
  value: (_ . "new" . (argument_list) @args)) @reference.class

; `: this(1)`, `: base(1)`
(constructor_initializer ["this" "base"] @name @receiver (argument_list) @args) @reference.class

; `class B(int x) : A(x)` calls the constructor of A.
(base_list . [(identifier) (generic_name) (qualified_name)] @name . (argument_list) @args) @reference.class
(primary_constructor_base_type
  type: [(identifier) (generic_name) (qualified_name)] @name
  (argument_list) @args) @reference.class

; --- attributes: each constructs its class ----------------------------------

(attribute
  name: [(identifier) (generic_name) (qualified_name)] @name
  (attribute_argument_list)? @args) @reference.class

; --- bases ------------------------------------------------------------------

(base_list [
    (identifier) @name
    (generic_name) @name
    (qualified_name) @name
    (_ alias: (_) name: (identifier) @name)
  ] @reference.extends)
(primary_constructor_base_type type: [(identifier) (generic_name) (qualified_name)] @name) @reference.extends

; --- imports ----------------------------------------------------------------

(namespace_declaration name: (_) @import @import.source @import.package)
(file_scoped_namespace_declaration name: (_) @import @import.source @import.package)

; `using N;` and `using static T;` bring in everything N or T holds; an alias brings in one name.
(using_directive
  "using" @import.star
  !name
  [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @import.source) @import
(using_directive
  name: (identifier) @import.alias
  . [
    (identifier) @import.source
    (_ qualifier: (_) @import.source name: [(identifier) @import.name (_ (identifier) @import.name)])
  ]) @import
