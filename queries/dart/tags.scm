; Dart
;
; In this grammar a function's body is the sibling after its signature, and a call is a run of siblings (`a .b (1)`)
; in whatever node they happen to stand. So many patterns here are runs of siblings that start at a specific node.
; Children of some nodes (an `if`, a loop, a variable) are costly to name, since their rules are many: `(_ ...)` under the
; node around them stands for those.

; --- types ------------------------------------------------------------------

(class_definition name: (identifier) @name) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (mixin) . (identifier) @name (class_body) @body) @definition.trait
(enum_declaration name: (identifier) @name) @definition.enum
(extension_type_declaration name: (identifier) @name) @definition.type
(extension_type_declaration
  representation: (representation_declaration name: (identifier) @name) @definition.property)

(enum_constant name: (identifier) @name) @definition.constant

; A named extension can be called by its name, so it is a symbol; an unnamed one only adds to its type.
(extension_declaration name: (identifier) @name) @definition.class
(extension_declaration !name class: (type_identifier) @name) @scope.type

(type_alias "typedef" . (type_identifier) @name . (type_parameters)? . "=") @definition.type
(type_alias (type_identifier) @name . (type_parameters)? . (formal_parameter_list) @params) @definition.type

; --- functions and members with a body --------------------------------------

; The definition node is the body, and the span starts at the signature: together they are the whole function.
; Local functions match as well, since their signature and body are siblings too. In a type they become methods.
; A named constructor is `A.name`: the last identifier before the parameters is what a call says.
; (One pattern, as each one that starts with siblings costs eight milliseconds at compile time.)
([
    (function_signature name: (identifier) @name (formal_parameter_list) @params)
    (getter_signature name: (identifier) @name)
    (setter_signature name: (identifier) @name (formal_parameter_list) @params)
    (method_signature [
      (function_signature name: (identifier) @name (formal_parameter_list) @params)
      (getter_signature name: (identifier) @name)
      (setter_signature name: (identifier) @name (formal_parameter_list) @params)
      (operator_signature [(binary_operator) "[]" "[]=" "~"] @name (formal_parameter_list) @params)
      (constructor_signature name: (identifier) @name . parameters: (formal_parameter_list) @params)
      (factory_constructor_signature (identifier) @name . (formal_parameter_list) @params)
    ])
  ] @start
  . (function_body) @body @definition.function)

; Metadata stands before what it describes.
(annotation) @attribute

; A function that is bound to a name is called by it.
(local_variable_declaration
  (_ name: (identifier) @name value: (_ parameters: (_) @params body: (_) @body)) @definition.function)
(initialized_identifier
  . (identifier) @name
  . (_ parameters: (formal_parameter_list) @params body: (_) @body)) @definition.function
(static_final_declaration
  . (identifier) @name
  . (_ parameters: (formal_parameter_list) @params body: (_) @body)) @definition.function

; Blocks of tests are functions that have the text as name: test('does', () {}). `(f)(1)` as a statement
; is here as well, since a second pattern of this node costs as much as the first.
(expression_statement . [
  ((identifier) @_test @start
    . (selector (_ (arguments
        . (argument (string_literal) @name.text)
        . (argument (_ parameters: (_) @params body: (_) @body))))) @definition.function)
  ((parenthesized_expression . (identifier) @name @reference.call) . (selector (_ (arguments) @args)))
  ]
  (#any-of? @_test "group" "test" "testWidgets"))

; --- members and functions without a body -----------------------------------

(declaration [
    (function_signature name: (identifier) @name (formal_parameter_list) @params)
    (getter_signature name: (identifier) @name)
    (setter_signature name: (identifier) @name (formal_parameter_list) @params)
    (operator_signature [(binary_operator) "[]" "[]=" "~"] @name (formal_parameter_list) @params)
    (constructor_signature name: (identifier) @name . parameters: (formal_parameter_list) @params)
    (factory_constructor_signature (identifier) @name . (formal_parameter_list) @params)
    (constant_constructor_signature (identifier) @name . (formal_parameter_list) @params)
    (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list) @params)
  ]) @definition.method

(program [
    (function_signature name: (identifier) @name (formal_parameter_list) @params)
    (getter_signature name: (identifier) @name)
    (setter_signature name: (identifier) @name (formal_parameter_list) @params)
  ] @definition.function)

; A list's optional part is one child of it, whatever it holds.
(optional_formal_parameters) @param.none
(optional_formal_parameters "required" . (formal_parameter) @param.more)
(optional_formal_parameters _ @_before . (formal_parameter) @param.optional (#not-eq? @_before "required"))

; --- variables and fields ---------------------------------------------------

; Each name of a list is a definition from the declaration's start to its own end: the signature shows the type, and
; the calls of an initializer belong to the innermost, which is its own name.
(declaration [
    (static_final_declaration_list (_ . (identifier) @name) @definition.field)
    (initialized_identifier_list (_ . (identifier) @name) @definition.field)
    (identifier_list (identifier) @name @definition.field)
  ]) @start

; A global's `const`, `final`, `var` or type is a sibling before the list. The earliest start wins.
(program [
    (static_final_declaration_list (_ . (identifier) @name) @definition.variable)
    (initialized_identifier_list (_ . (identifier) @name) @definition.variable)
  ])
(program
  [(const_builtin) (final_builtin) (inferred_type) (type_identifier)] @start
  . (type_identifier)?
  . [
    (static_final_declaration_list (_ . (identifier) @name) @definition.variable)
    (initialized_identifier_list (_ . (identifier) @name) @definition.variable)
  ])

; --- calls ------------------------------------------------------------------

; Calls, and reads of members, which are the same runs of siblings without arguments behind them. They are one pattern,
; as each that starts with siblings costs ten milliseconds at compile time. (One that starts with an alternation whose
; branches are alternations of siblings is analysed for less than one, so mind the cost when the first branch changes.)
; `List<int>.filled(1)`, `a!.f()`: the class and not its type arguments is the receiver, the operator changes nothing.
; In a chain the receiver is the link before, not the chain up to it: there is no node for that. After `super` the first
; link stands alone, without a selector around it.
; `a..f()..g()`: of a cascade's first link the object is the sibling before. (For the later ones see below.)
[
  ; f(1), f!(1), super.f(1)
  ([
      (identifier) @name @reference.call
      (unconditional_assignable_selector (identifier) @name @reference.call)
    ]
    . (selector "!")?
    . (selector (_ (arguments) @args)))
  ; a.f(1), a.b
  ([
      (identifier) (this) (super) (unconditional_assignable_selector) (parenthesized_expression) (string_literal)
      (selector [(unconditional_assignable_selector) (conditional_assignable_selector) (argument_part)])
      (list_literal) (set_or_map_literal) (record_literal) (new_expression) (const_object_expression)
      (decimal_integer_literal) (decimal_floating_point_literal) (hex_integer_literal) (symbol_literal)
    ] @receiver
    . (selector [(type_arguments) "!"])?
    . [
      ((selector (_ (identifier) @name @reference.call)) . (selector (_ (arguments) @args)))
      ((unconditional_assignable_selector (identifier) @name @reference.call) . (selector (_ (arguments) @args)))
      (selector (_ (identifier) @name @reference.read))
      (unconditional_assignable_selector (identifier) @name @reference.read)
      (cascade_section . (cascade_selector (identifier) @name @reference.call) . (argument_part (arguments) @args))
    ])
]

; In a cascade's later links, and where the object is a longer expression, the dots stand for it, so that no cascade
; reads as a bare call.
(cascade_section
  [".." "?.."] @receiver
  [
    (cascade_selector (identifier) @name @reference.call)
    (unconditional_assignable_selector (identifier) @name @reference.call)
  ]
  . (argument_part (arguments) @args))

; --- construction -----------------------------------------------------------

; `A(1)` and `A.named(1)` are calls as above; with `new` or `const` they have a node. As there, a named constructor is
; a call of its name on the class. `new p.A()` with an import prefix has the same tree as `new A.named()`.
(new_expression "new" . (type_identifier) @name . (type_arguments)? . (arguments) @args) @reference.class
(new_expression
  (type_identifier) @receiver . (type_arguments)? . (identifier) @name . (arguments) @args) @reference.class
(const_object_expression
  (const_builtin) . (type_identifier) @name . (type_arguments)? . (arguments) @args) @reference.class
(const_object_expression
  (type_identifier) @receiver . (type_arguments)? . (identifier) @name . (arguments) @args) @reference.class

; `: super.named(1)`, `: this.named(1)`, `: super(1)`, `: this(1)`, `factory A() = B.named;`
(initializer_list_entry (super) @receiver . (identifier) @name . (arguments) @args) @reference.class
(redirection (this) @receiver . (identifier) @name . (arguments) @args) @reference.class
(initializer_list_entry (super) @name @receiver . (arguments) @args) @reference.class
(redirection (this) @name @receiver . (arguments) @args) @reference.class
(redirecting_factory_constructor_signature (formal_parameter_list) . (type_identifier) @name .) @reference.class
(redirecting_factory_constructor_signature
  (formal_parameter_list) . (type_identifier) @receiver . (type_identifier) @name .) @reference.class

; An annotation with arguments constructs its class; without, it reads a constant.
(annotation name: (identifier) @name (arguments) @args) @reference.class
(annotation name: (scoped_identifier scope: (identifier) @qualifier name: (identifier) @name) (arguments) @args) @reference.class

; --- bases ------------------------------------------------------------------

; A base is the last identifier of its dotted path: it stands before a comma, its type arguments, the next clause or
; the end. A mixin's and an extension's `on` type counts as one, since their members act on it.
(superclass (type_identifier) @name .) @reference.extends
(superclass (type_identifier) @name . [(type_arguments) (mixins)]) @reference.extends
(superclass (type_identifier) @qualifier . "." . (type_identifier) @name) @reference.extends
(mixins (type_identifier) @name .) @reference.extends
(mixins (type_identifier) @name . [(type_arguments) ","]) @reference.extends
(mixins (type_identifier) @qualifier . "." . (type_identifier) @name) @reference.extends
(interfaces (type_identifier) @name .) @reference.extends
(interfaces (type_identifier) @name . [(type_arguments) ","]) @reference.extends
(interfaces (type_identifier) @qualifier . "." . (type_identifier) @name) @reference.extends
(mixin_application . (type_identifier) @name . [(mixins) (type_arguments)]) @reference.extends
(mixin_application . (type_identifier) @qualifier . "." . (type_identifier) @name) @reference.extends
(mixin_declaration
  (type_identifier) @name . [(type_arguments) (interfaces) (class_body) ","]) @reference.extends
(mixin_declaration (type_identifier) @qualifier . "." . (type_identifier) @name) @reference.extends
(extension_declaration name: (identifier) class: (type_identifier) @name) @reference.extends

; --- imports ----------------------------------------------------------------

; A library's names are all visible unless `as` puts them behind a prefix or `show` lists them. Behind a prefix, lists
; say what the prefix holds.
(import_specification "import" @import.star (configurable_uri (_ (string_literal) @import.source)) .) @import
(import_specification
  "import" @import.star
  (configurable_uri (_ (string_literal) @import.source)) . (combinator "hide")) @import
(import_specification
  [
    (configurable_uri (_ (string_literal) @import.source))
    (uri (string_literal) @import.source)                ; deferred
  ]
  (combinator "show" (identifier) @import.name)) @import
(import_specification
  "import" @import.star
  [
    (configurable_uri (_ (string_literal) @import.source))
    (uri (string_literal) @import.source)
  ]
  . (identifier) @import.alias) @import

; What `hide` leaves out.
(import_specification
  [
    (configurable_uri (_ (string_literal) @import.source))
    (uri (string_literal) @import.source)
  ]
  (combinator "hide" @import.except (identifier) @import.name)) @import
(library_export
  "export" @import.reexport
  (configurable_uri (_ (string_literal) @import.source))
  (combinator "hide" @import.except (identifier) @import.name)) @import

(library_export
  "export" @import.reexport @import.star
  (configurable_uri (_ (string_literal) @import.source)) .) @import
(library_export
  "export" @import.reexport @import.star
  (configurable_uri (_ (string_literal) @import.source)) . (combinator "hide")) @import
(library_export
  "export" @import.reexport
  (configurable_uri (_ (string_literal) @import.source))
  . (combinator "show" (identifier) @import.name)) @import

; The parts of a library share one scope, unlike what is imported (`system` tells).
(part_directive "part" @import.star @import.system (uri (string_literal) @import.source)) @import
(part_of_directive (part_of_builtin) @import.star @import.system (uri (string_literal) @import.source)) @import

; library a.b; and part of a.b; say what the file belongs to.
(library_name (dotted_identifier_list) @import.source @import.package) @import
(part_of_directive (dotted_identifier_list) @import.source @import.package) @import
