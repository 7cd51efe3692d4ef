; What JavaScript, TypeScript and TSX have in common. Every pattern here must compile in all three grammars.
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
  declaration: (class_declaration name: (_) @name) @definition.class)

; Methods of classes and of object literals, getters and setters among them.
; `if (...) {}` in a class body is a statement that lost its function to a syntax error.
(method_definition
  name: [(property_identifier) (private_property_identifier)] @name
  (#not-eq? @name "if")
  (#not-eq? @name "while")
  (#not-eq? @name "switch")) @definition.method
(method_definition name: (string (string_fragment) @name)) @definition.method

; [Symbol.iterator]() and ['name'](); other computed names are not known.
(method_definition
  name: (computed_property_name [
    (member_expression property: (property_identifier) @name)
    (string (string_fragment) @name)
  ])) @definition.method

; --- Definitions: function values with a name ------------------------------------------------------------------------

; const f = () => ..., at any depth.
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]) @definition.function

; The first declarator's definition starts at the keyword; parameters and body come from the pattern above.
(lexical_declaration
  kind: _ @start
  . (variable_declarator
    name: (identifier) @name
    value: [(arrow_function) (function_expression) (generator_function)]) @definition.function)
(variable_declaration
  "var" @start
  . (variable_declarator
    name: (identifier) @name
    value: [(arrow_function) (function_expression) (generator_function)]) @definition.function)

; { name: function () {} } and { 'name': () => {} }
(pair
  key: [(property_identifier) @name (string (string_fragment) @name)]
  value: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]) @definition.method

; exports.f = function () {}
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name)
  right: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]
  (#eq? @_exports "exports")) @definition.function

; module.exports.f = function () {}, a.b.f = function () {}
(assignment_expression
  left: (member_expression
    object: [(member_expression) (subscript_expression) (call_expression)]
    property: (property_identifier) @name)
  right: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]) @definition.function

; f = function () {}, where f was declared before.
(assignment_expression
  left: (identifier) @name
  right: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]) @definition.function

; X.prototype.f = function () {} and a.X.prototype.f = function () {}
(assignment_expression
  left: (member_expression
    object: (member_expression
      object: [(identifier) @qualifier (member_expression property: (property_identifier) @qualifier)]
      property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]
  (#eq? @_prototype "prototype")) @definition.method

; X.f = function () {}: a function of the object X. (`module.exports = function () {}` has no name.)
(assignment_expression
  left: (member_expression object: (identifier) @qualifier property: (property_identifier) @name)
  right: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]
  (#not-eq? @qualifier "exports")
  (#not-eq? @qualifier "module")) @definition.function

; this.f = () => {} and this.#f = () => {}
(assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]) @definition.method

; Function expressions that bring their own name: memo(function Name() {}), return function name() {}, (function name()
; {})(), x && function name() {}, module.exports = function name() {}. Under a declarator or a pair the name above is
; the one in use. In a file that is not plain JavaScript (Flow) declarations become such expressions, or parts of an
; error.
(arguments (function_expression name: (identifier) @name) @definition.function)
(return_statement (function_expression name: (identifier) @name) @definition.function)
(parenthesized_expression (function_expression name: (identifier) @name) @definition.function)
(call_expression function: (function_expression name: (identifier) @name) @definition.function)
(binary_expression (function_expression name: (identifier) @name) @definition.function)
(sequence_expression (function_expression name: (identifier) @name) @definition.function)
(unary_expression (function_expression name: (identifier) @name) @definition.function)
(member_expression object: (function_expression name: (identifier) @name) @definition.function)
(subscript_expression object: (function_expression name: (identifier) @name) @definition.function)
(ternary_expression (function_expression name: (identifier) @name) @definition.function)
(expression_statement (function_expression name: (identifier) @name) @definition.function)
(ERROR (function_expression name: (identifier) @name) @definition.function)
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (function_expression name: (identifier) @name) @definition.function
  (#eq? @_module "module")
  (#eq? @_exports "exports"))

; --- Definitions: class values with a name ---------------------------------------------------------------------------

; const X = class {}. A name of the class expression's own is known only inside of it.
(variable_declarator name: (identifier) @name value: (class body: (class_body) @body)) @definition.class
(lexical_declaration
  kind: _ @start
  . (variable_declarator name: (identifier) @name value: (class)) @definition.class)

; X.Y = class {}, with exports and module.exports as objects. (`module.exports = class {}` has no name.)
(assignment_expression
  left: (member_expression object: (identifier) @_object property: (property_identifier) @name)
  right: (class body: (class_body) @body)
  (#not-eq? @_object "module")) @definition.class
(assignment_expression
  left: (member_expression object: (member_expression) property: (property_identifier) @name)
  right: (class body: (class_body) @body)) @definition.class

; Class expressions that bring their own name, as mixins return them, with the places of functions above.
(return_statement (class name: (_) @name) @definition.class)
(arrow_function body: (class name: (_) @name) @definition.class)
(parenthesized_expression (class name: (_) @name) @definition.class)
(arguments (class name: (_) @name) @definition.class)
(call_expression function: (class name: (_) @name) @definition.class)
(binary_expression (class name: (_) @name) @definition.class)
(sequence_expression (class name: (_) @name) @definition.class)
(export_statement value: (class name: (_) @name) @definition.class)
(unary_expression (class name: (_) @name) @definition.class)
(ternary_expression (class name: (_) @name) @definition.class)
(member_expression object: (class name: (_) @name) @definition.class)
(subscript_expression object: (class name: (_) @name) @definition.class)
(expression_statement (class name: (_) @name) @definition.class)
(ERROR (class name: (_) @name) @definition.class)
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (class name: (_) @name) @definition.class
  (#eq? @_module "module")
  (#eq? @_exports "exports"))

; --- Definitions: constants ------------------------------------------------------------------------------------------

; Capitals only, at the top of the module or exported. A function value wins over the constant.
(program
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (#upper? @name))
(program
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (#upper? @name))
(export_statement
  declaration: (_ (variable_declarator name: (identifier) @name) @definition.constant)
  (#upper? @name))

; In a file with a syntax error the top may be an error node.
(ERROR
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  (#upper? @name))

; A header whose body the parser could not attach: at least its name is known.
(ERROR "function" @start . (identifier) @name @definition.function)
(ERROR "class" @start . (identifier) @name @definition.class)

; --- Calls -----------------------------------------------------------------------------------------------------------

; Optional calls and calls with type arguments have the same nodes.
(call_expression function: (identifier) @name arguments: (arguments) @args) @reference.call

(call_expression
  function: (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (arguments) @args) @reference.call

; Tagged templates: the count of arguments is unknown.
(call_expression function: (identifier) @name arguments: (template_string)) @reference.call
(call_expression
  function: (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (template_string)) @reference.call

; a['name'](x)
(call_expression
  function: (subscript_expression object: (_) @receiver index: (string (string_fragment) @name))
  arguments: (arguments) @args) @reference.call

; (f)(x), (a.f)(x), and (0, a.f)(x) as compilers write it.
(call_expression
  function: (parenthesized_expression [
    (identifier) @name
    (member_expression object: (_) @receiver property: (property_identifier) @name)
    (sequence_expression (identifier) @name .)
    (sequence_expression (member_expression object: (_) @receiver property: (property_identifier) @name) .)
  ])
  arguments: (arguments) @args) @reference.call

; Constructors: new X(), new X, new a.b.X(). A computed class has no name.
(new_expression constructor: (identifier) @name arguments: (arguments) @args) @reference.class
(new_expression constructor: (identifier) @name !arguments) @reference.class
(new_expression
  constructor: (member_expression object: (_) @qualifier property: (property_identifier) @name)
  arguments: (arguments) @args) @reference.class
(new_expression
  constructor: (member_expression object: (_) @qualifier property: (property_identifier) @name)
  !arguments) @reference.class

; @name and @a.name call name; @name(...) is a call expression already.
(decorator (identifier) @name) @reference.call
(decorator (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.call

; --- Imports ---------------------------------------------------------------------------------------------------------

; import 'x'
(import_statement "import" . source: (string) @import.source) @import

; import x from 'x': the default export nearly always has the same name in its own file.
(import_statement (import_clause (identifier) @import.name) source: (string) @import.source) @import

; import * as x from 'x'
(import_statement
  (import_clause (namespace_import "*" @import.star (identifier) @import.alias))
  source: (string) @import.source) @import

; import {a, b as c} from 'x'
(import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @import.name alias: (identifier)? @import.alias)))
  source: (string) @import.source) @import

; export * from 'x', export * as x from 'x', export {a, b as c} from 'x'
(export_statement
  "export" @import.reexport
  . "*" @import.star
  source: (string) @import.source) @import
(export_statement
  "export" @import.reexport
  . (namespace_export "*" @import.star (identifier) @import.alias)
  source: (string) @import.source) @import
(export_statement
  "export" @import.reexport
  (export_clause (export_specifier name: (identifier) @import.name alias: (identifier)? @import.alias))
  source: (string) @import.source) @import

; import('x') and require('x')
(call_expression
  function: (import)
  arguments: (arguments . (string) @import.source)) @import
(call_expression
  function: (identifier) @_require
  arguments: (arguments . (string) @import.source .)
  (#eq? @_require "require")) @import

; const x = require('x') and const {a, b: c} = require('x') add the names.
(variable_declarator
  name: (identifier) @import.alias
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @import.source .)) @import
  (#eq? @_require "require"))
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)
  ])
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @import.source .)) @import
  (#eq? @_require "require"))
