; What JavaScript, TypeScript and TSX have in common. Every pattern here must compile in all three grammars.
;
; A wildcard with children costs nothing when the query is compiled, while a named node with children costs up to
; several milliseconds in these grammars. So inner nodes are wildcards where their fields or tokens say what they are:
; `object` and `property` make a member expression, `parameters` and `body` a function value, `"class"` a class. The
; anchor at such a wildcard's first child drops a value of another shape early, which keeps the run fast. Alternatives
; stand inside one wildcard, not as several wildcards side by side: each of those would keep a state of its own alive
; for every node that stands there.
;
; A function value is an arrow function, a function expression or a generator function. An arrow function with one bare
; parameter (`x => ...`) has no list to count, so its parameter count is unknown.

; --- Definitions: declarations ---------------------------------------------------------------------------------------

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function

; The name is an identifier in JavaScript and a type identifier in TypeScript.
(class_declaration name: (_) @name) @definition.class

; A decorator in front of `export` is no part of the declaration's node, but of the definition.
(export_statement
  . decorator: (decorator) @start
  declaration: (_ "class" name: (_) @name) @definition.class)

; Methods of classes and of object literals, getters and setters among them; also 'name'(), [Symbol.iterator]() and
; ['name'](). Other computed names are not known.
; `if (...) {}` in a class body is a statement that lost its function to a syntax error.
(method_definition
  name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (string (string_fragment) @name)
    (_ "[" [(_ property: (property_identifier) @name) (string (string_fragment) @name)])
  ]
  (#not-eq? @name "if")
  (#not-eq? @name "while")
  (#not-eq? @name "switch")) @definition.method

; --- Definitions: function values with a name ------------------------------------------------------------------------

; const f = () => ..., at any depth.
(variable_declarator
  name: (identifier) @name
  value: (_ . [
    ((formal_parameters) @params body: (_) @body)
    ((_) . (formal_parameters) @params body: (_) @body)
    ((identifier) . "=>" body: (_) @body)
  ])) @definition.function

; const X = class {}. A name of the class expression's own is known only inside of it.
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class

; The first declarator's definition starts at the keyword; parameters and body come from the patterns above.
(lexical_declaration
  kind: _ @start
  . [
    (_
      name: (identifier) @name
      value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
    (_ name: (identifier) @name value: (class)) @definition.class
  ])
(variable_declaration
  "var" @start
  . (_
    name: (identifier) @name
    value: [(arrow_function) (function_expression) (generator_function)]) @definition.function)

; { name: function () {} } and { 'name': () => {} }
(pair
  key: [(property_identifier) @name (string (string_fragment) @name)]
  value: (_ . [
    ((formal_parameters) @params body: (_) @body)
    ((_) . (formal_parameters) @params body: (_) @body)
    ((identifier) . "=>" body: (_) @body)
  ])) @definition.method

; f = function () {}, where f was declared before; exports.f, a.b.f, a().f. (`module.exports = function () {}` has no
; name.) The patterns after this one add more to some of them.
(assignment_expression
  left: [
    (identifier) @name
    (_
      object: [(identifier) (member_expression) (subscript_expression) (call_expression)] @_object
      property: (property_identifier) @name)
  ]
  right: (_ . [
    ((formal_parameters) @params body: (_) @body)
    ((_) . (formal_parameters) @params body: (_) @body)
    ((identifier) . "=>" body: (_) @body)
  ])
  (#not-eq? @_object "module")) @definition.function

; X.f = function () {}: a function of the object X.
(assignment_expression
  left: (_ object: (identifier) @qualifier property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]
  (#not-eq? @qualifier "exports")
  (#not-eq? @qualifier "module")) @definition.function

; X.prototype.f = function () {} and a.X.prototype.f = function () {}
(assignment_expression
  left: (_
    object: (_
      object: [(identifier) @qualifier (_ property: (property_identifier) @qualifier)]
      property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]
  (#eq? @_prototype "prototype")) @definition.method

; this.f = () => {} and this.#f = () => {}
(assignment_expression
  left: (_ object: (this) property: [(property_identifier) (private_property_identifier)] @name)
  right: (_ . [
    ((formal_parameters) @params body: (_) @body)
    ((_) . (formal_parameters) @params body: (_) @body)
    ((identifier) . "=>" body: (_) @body)
  ])) @definition.method

; X.Y = class {}, with exports and module.exports as objects. (`module.exports = class {}` has no name.)
(assignment_expression
  left: (_ object: [(identifier) (member_expression)] @_object property: (property_identifier) @name)
  right: (class body: (_) @body)
  (#not-eq? @_object "module")) @definition.class

; --- Values by the place they stand in -------------------------------------------------------------------------------

; Two things are told by what is around them. The definition ends with its body and starts with the wildcard.
; * Function and class expressions that bring their own name: memo(function Name() {}), return function name() {},
;   (function name() {})(), x && function name() {}, module.exports = function name() {}. Under a declarator or a pair
;   the name above is the one in use. In a file that is not plain JavaScript (Flow) declarations become such
;   expressions, or parts of an error.
; * require('x'), except as the value of a declarator, which gives the names too (see imports).
(arguments (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(return_statement (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(parenthesized_expression (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(expression_statement (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(call_expression
  function: (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(member_expression
  object: (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(subscript_expression
  object: (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(binary_expression (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(ternary_expression (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(sequence_expression (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(unary_expression (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(ERROR (_ . [
    (["function" "async"] name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(export_statement
  value: (_ . [
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(arrow_function
  body: (_ . [
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(assignment_expression
  left: (_ object: (identifier) @_module property: (property_identifier) @_exports)
  right: [
    (_ . ["function" "async"] name: (identifier) @name) @definition.function
    (_ . "class" . name: (_) @name) @definition.class
  ]
  (#eq? @_module "module")
  (#eq? @_exports "exports"))
(assignment_expression
  right: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
  (#eq? @_require "require"))
(pair
  value: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
  (#eq? @_require "require"))
(array
  (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
  (#eq? @_require "require"))
(spread_element
  (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
  (#eq? @_require "require"))
(await_expression
  (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
  (#eq? @_require "require"))
(template_substitution
  (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
  (#eq? @_require "require"))

; --- Definitions: constants ------------------------------------------------------------------------------------------

; Capitals only, at the top of the module or exported. A function value wins over the constant.
(program [
    (lexical_declaration (_ name: (identifier) @name) @definition.constant)
    (variable_declaration (_ name: (identifier) @name) @definition.constant)
  ] (#upper? @name))
(export_statement
  declaration: (_ ["const" "let" "var"] (_ name: (identifier) @name) @definition.constant)
  (#upper? @name))

; In a file with a syntax error the top may be an error node.
(ERROR
  (lexical_declaration (_ name: (identifier) @name) @definition.constant)
  (#upper? @name))

; A header whose body the parser could not attach: at least its name is known.
(ERROR "function" @start . (identifier) @name @definition.function)
(ERROR "class" @start . (identifier) @name @definition.class)

; --- Calls -----------------------------------------------------------------------------------------------------------

; The callees: `f`, `a.f`, `a['f']`, `(f)`, and `(0, a.f)` as compilers write it. Optional calls and calls with
; type arguments have the same nodes. Of tagged templates the count of arguments is unknown.
(call_expression
  function: [
    (identifier) @name
    (member_expression object: (_) @receiver property: [(property_identifier) (private_property_identifier)] @name)
    (subscript_expression object: (_) @receiver index: (string (string_fragment) @name))
    (parenthesized_expression [
      (identifier) @name
      (_ object: (_) @receiver property: (property_identifier) @name)
      (sequence_expression (identifier) @name .)
      (sequence_expression (_ object: (_) @receiver property: (property_identifier) @name) .)
    ])
  ]
  arguments: [(arguments) @args (template_string)]) @reference.call

; Constructors: new X(), new X, new a.b.X(). A computed class has no name.
(new_expression
  constructor: [
    (identifier) @name
    (_ object: (_) @qualifier property: (property_identifier) @name)
  ]
  arguments: (arguments)? @args) @reference.class

; @name and @a.name call name; @name(...) is a call expression already.
(decorator [
  (identifier) @name
  (_ object: (_) @receiver property: (property_identifier) @name)
]) @reference.call

; --- Imports ---------------------------------------------------------------------------------------------------------

; import 'x'
(import_statement "import" . source: (string) @import.source) @import

; import x from 'x': the default export nearly always has the same name in its own file.
; import * as x from 'x', import {a, b as c} from 'x'
(import_statement
  (import_clause [
    (identifier) @import.name
    (namespace_import "*" @import.star (identifier) @import.alias)
    (named_imports (_ name: (identifier) @import.name alias: (identifier)? @import.alias))
  ])
  source: (string) @import.source) @import

; export * from 'x', export * as x from 'x', export {a, b as c} from 'x'
(export_statement
  "export" @import.reexport
  . [
    "*" @import.star
    (namespace_export "*" @import.star (identifier) @import.alias)
    (export_clause (_ name: (identifier) @import.name alias: (identifier)? @import.alias))
  ]
  source: (string) @import.source) @import

; import('x')
(call_expression function: (import) arguments: (_ . (string) @import.source)) @import

; const x = require('x'), const {a, b: c, d = 1, ...rest} = require('x')
(variable_declarator
  name: [
    (identifier) @import.alias
    (_ "{" [
      (shorthand_property_identifier_pattern) @import.name
      (_ key: (property_identifier) @import.name value: (identifier) @import.alias)
      (_ key: (property_identifier) @import.name value: (_ left: (identifier) @import.alias))
      (_ key: (property_identifier) @import.name value: (object_pattern))
      (_ left: (shorthand_property_identifier_pattern) @import.name)
      (_ "..." @import.star (identifier) @import.alias)
    ])
  ]
  value: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
  (#eq? @_require "require"))
