; What JavaScript, TypeScript and TSX have in common. Every pattern here must compile in all three grammars.
;
; What costs when a query is compiled is a named node with children: in these grammars each takes one to several
; milliseconds, whatever is inside it, while a wildcard with children takes nothing. So there is one pattern a node type,
; which holds everything that is told by such a node as alternatives, and inner nodes are wildcards where their fields or
; tokens say what they are: `object` and `property` make a member expression, `parameters` and `body` a function value,
; `"class"` a class. The facts of such a pattern stand on inner nodes (the root is one for all alternatives): a
; definition starts at its `@start` and ends with its value or body. No alternative may begin with alternatives of its own:
; tree-sitter would try only the first of those. The anchor at a wildcard's first child drops a value
; of another shape early, which keeps the run fast.
;
; A function value is an arrow function, a function expression or a generator function. An arrow function with one bare
; parameter (`x => ...`) has no list to count, so its parameter count is unknown.

; --- Definitions: declarations ---------------------------------------------------------------------------------------

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function

; The name is an identifier in JavaScript and a type identifier in TypeScript.
(class_declaration name: (_) @name) @definition.class

; Methods of classes and of object literals, getters and setters among them; also 'name'(), [Symbol.iterator]() and
; ['name'](). Other computed names are not known. The result's type is TypeScript's.
; `if (...) {}` in a class body is a statement that lost its function to a syntax error.
(method_definition [
    ((property_identifier) @name (formal_parameters) @params body: (_) @body @definition.method)
    ((private_property_identifier) @name (formal_parameters) @params body: (_) @body @definition.method)
    ((_ . [
        (string_fragment) @name.text
        ("[" . [(_ property: (property_identifier) @name) (_ . (string_fragment) @name.text)])
      ])
      . (formal_parameters) @params
      body: (_) @body @definition.method)
    ((formal_parameters) . (_ . ":" (_) @binding.type) @binding.return)
  ]
  (#not-eq? @name "if")
  (#not-eq? @name "while")
  (#not-eq? @name "switch")) @start

; --- Variables ---------------------------------------------------------------------------------------------------------

; const f = () => ..., at any depth. const X = class {}: a name of the class expression's own is known only inside of it.
; const X = memo(() => ...), const X = memo(forwardRef(() => ...)): what wraps a nameless function in React gives it back.
; const X = memo(Y) is a component of its own.
;
; const x = require('x'), const {a, b: c, d = 1, ...rest} = require('x'), const x = require('x').X, const {a} =
; require('x').y (which comes from somewhere in x: the step between is left out).
;
; x = y, x = new X(), [x] = [make()]: the engine takes targets and values apart; with a written type: that one. The
; result's type of a function value.
(variable_declarator . [
    ((identifier) @name @start
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.function)
    ((identifier) @name @start value: (class body: (_) @body) @definition.class)
    ((identifier) @name @start
      value: (_
        . [(identifier) @_wrapper (_ property: (property_identifier) @_wrapper)]
        arguments: (_ . (_ . [
          ((formal_parameters) @params body: (_) @body)
          ((_ . "<") . (formal_parameters) @params body: (_) @body)
          ((identifier) . "=>" body: (_) @body)
        ]))) @definition.function)
    ((identifier) @name @start
      value: (_
        . [(identifier) @_component (_ property: (property_identifier) @_component)]
        arguments: (_ . (_
          . [(identifier) @_wrapper (_ property: (property_identifier) @_wrapper)]
          arguments: (_ . (_ . [
            ((formal_parameters) @params body: (_) @body)
            ((_ . "<") . (formal_parameters) @params body: (_) @body)
            ((identifier) . "=>" body: (_) @body)
          ]))))) @definition.function)
    ((identifier) @name @start
      value: (_
        . [(identifier) @_component (_ property: (property_identifier) @_component)]
        arguments: (_ . (identifier)) @body) @definition.function)
    ; The methods of an object literal are found by their own patterns; here they get its name as scope.
    ((identifier) @qualifier
      value: (_ . "{" [
        (_ name: (property_identifier) @name @definition.method)
        (_ name: (_ (string_fragment) @name.text @definition.method))
        (_ name: (_ "[" (_ property: (property_identifier) @name @definition.method)))
        (_ key: (property_identifier) @name @definition.method
          value: [(arrow_function) (function_expression) (generator_function)])
        (_ key: (_ (string_fragment) @name.text @definition.method)
          value: [(arrow_function) (function_expression) (generator_function)])
      ]))
    ((identifier) @import.alias
      value: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import)
    ((_ "{" [
        (shorthand_property_identifier_pattern) @import.name
        (_ key: (property_identifier) @import.name value: (identifier) @import.alias)
        (_ key: (property_identifier) @import.name value: (_ left: (identifier) @import.alias))
        (_ key: (property_identifier) @import.name value: (object_pattern))
        (_ left: (shorthand_property_identifier_pattern) @import.name)
        (_ "..." @import.star (identifier) @import.alias)
      ])
      value: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import)
    ((identifier) @import.alias
      value: (_
        object: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .))
        property: (property_identifier) @import.name) @import)
    ((_ "{" [
        (shorthand_property_identifier_pattern) @import.name
        (_ key: (property_identifier) @import.name value: (identifier) @import.alias)
        (_ key: (property_identifier) @import.name value: (_ left: (identifier) @import.alias))
        (_ key: (property_identifier) @import.name value: (object_pattern))
        (_ left: (shorthand_property_identifier_pattern) @import.name)
        (_ "..." @import.star (identifier) @import.alias)
      ])
      value: (_
        object: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .))
        property: (property_identifier)) @import)
    (identifier) @local
    (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
    ((identifier) @name . (_ . ":" (_) @binding.type) @binding)
    ((_) @name . "=" . (_) @binding @binding.value)
    ((_) value: (_ (formal_parameters) . (_ . ":" (_) @binding.type) @binding.return))
  ]
  (#eq? @_require "require")
  (#not-starts? @binding.value "require(")
  (#any-of? @_wrapper "memo" "forwardRef" "useCallback")
  (#any-of? @_component "memo" "forwardRef"))

; The first declarator's definition starts at the keyword; parameters and body come from the pattern above.
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

; Constants: capitals only, at the top of the module (or exported, see there). A function value wins over the constant.
(program [
    (lexical_declaration (_ name: (identifier) @name) @definition.constant)
    (variable_declaration (_ name: (identifier) @name) @definition.constant)
  ] (#upper? @name))

; --- Object literals ---------------------------------------------------------------------------------------------------

; { name: function () {} } and { 'name': () => {} }
(pair [
    ((property_identifier) @name @start
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    ((_ . (string_fragment) @name.text .) @start
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    value: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
    value: (_
      object: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .))
      property: (property_identifier) @import.name) @import
    value: (_ (formal_parameters) . (_ . ":" (_) @binding.type) @binding.return)
  ]
  (#eq? @_require "require"))

; --- Assignments -------------------------------------------------------------------------------------------------------

(assignment_expression . [
    ; f = function () {}, where f was declared before; exports.f, a.b.f, a().f. (`module.exports = function () {}` has no
    ; name.) The alternatives after these add more to some of them.
    ((identifier) @name @start
      right: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.function)
    ((_
        object: [(identifier) (member_expression) (subscript_expression) (call_expression)] @_object
        property: (property_identifier) @name) @start
      right: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.function)
    ; X.f = function () {}: a function of the object X.
    ((_ object: (identifier) @qualifier @_owner property: (property_identifier) @name) @start
      right: [(arrow_function) (function_expression) (generator_function)] @definition.function)
    ; X.prototype.f = function () {} and a.X.prototype.f = function () {}
    ((_
        object: (_
          object: [(identifier) @qualifier (_ property: (property_identifier) @qualifier)]
          property: (property_identifier) @_prototype)
        property: (property_identifier) @name) @start
      right: [(arrow_function) (function_expression) (generator_function)] @definition.method)
    ; x = { f() {} }, a.X = { f() {} }, X.prototype = { f() {} } and a.X.prototype = { f() {} }: the object is the scope.
    ((identifier) @qualifier
      right: (_ . "{" [
        (_ name: (property_identifier) @name @definition.method)
        (_ name: (_ (string_fragment) @name.text @definition.method))
        (_ name: (_ "[" (_ property: (property_identifier) @name @definition.method)))
        (_ key: (property_identifier) @name @definition.method
          value: [(arrow_function) (function_expression) (generator_function)])
        (_ key: (_ (string_fragment) @name.text @definition.method)
          value: [(arrow_function) (function_expression) (generator_function)])
      ]))
    ((_ object: [(identifier) (member_expression)] @_object property: (property_identifier) @qualifier @_plain)
      right: (_ . "{" [
        (_ name: (property_identifier) @name @definition.method)
        (_ name: (_ (string_fragment) @name.text @definition.method))
        (_ name: (_ "[" (_ property: (property_identifier) @name @definition.method)))
        (_ key: (property_identifier) @name @definition.method
          value: [(arrow_function) (function_expression) (generator_function)])
        (_ key: (_ (string_fragment) @name.text @definition.method)
          value: [(arrow_function) (function_expression) (generator_function)])
      ]))
    ((_
        object: [(identifier) @qualifier (_ property: (property_identifier) @qualifier)]
        property: (property_identifier) @_prototype)
      right: (_ . "{" [
        (_ name: (property_identifier) @name @definition.method)
        (_ name: (_ (string_fragment) @name.text @definition.method))
        (_ name: (_ "[" (_ property: (property_identifier) @name @definition.method)))
        (_ key: (property_identifier) @name @definition.method
          value: [(arrow_function) (function_expression) (generator_function)])
        (_ key: (_ (string_fragment) @name.text @definition.method)
          value: [(arrow_function) (function_expression) (generator_function)])
      ]))
    ; this.f = () => {} and this.#f = () => {}
    ((_ object: (this) property: [(property_identifier) (private_property_identifier)] @name) @start
      right: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    ; X.Y = class {}, with exports and module.exports as objects. (`module.exports = class {}` has no name.)
    ((_ object: [(identifier) (member_expression)] @_object property: (property_identifier) @name) @start
      right: (class body: (_) @body) @definition.class)
    ; module.exports = function name() {}, module.exports = class Name {}
    ((_ object: (identifier) @_module property: (property_identifier) @_exports)
      right: [
        (_ . "function" name: (identifier) @name parameters: (_) @params body: (_) @body) @definition.function
        (_ . "class" . name: (_) @name body: (_) @body) @definition.class
      ])
    ((_ object: (identifier) @_module property: (property_identifier) @_exports)
      . "=" @import.reexport @import.default
      . [
        (_ . "function" name: (identifier) @import @import.name parameters: (_))
        (_ . "class" . name: (_) @import @import.name)
      ])

    ; module.exports = x, module.exports = { a, b: c }, exports.a = b, module.exports.a = b
    ((_ object: (identifier) @_module property: (property_identifier) @_exports)
      . "=" @import.reexport @import.default
      . (identifier) @import @import.name)
    ((_ object: (identifier) @_module property: (property_identifier) @_exports)
      . "=" @import.reexport
      . (_ "{" [
        (shorthand_property_identifier) @import @import.name
        (_ key: (property_identifier) @import.alias value: (identifier) @import @import.name)
      ]))
    ((_
        object: [(identifier) @_exports (_ object: (identifier) @_module property: (property_identifier) @_exports)]
        property: (property_identifier) @import.alias)
      . "=" @import.reexport
      . (identifier) @import @import.name)
    ; x = require('x'), x = require('x').X
    ((_) right: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import)
    ((_) right: (_
      object: (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .))
      property: (property_identifier) @import.name) @import)

    ; A write. `a[i] = x` reads `a`: the name keeps its value.
    (identifier) @name @reference.write
    (_ object: (_) @receiver property: (_) @name) @reference.write
    ; Destructuring writes what it names. (In defaults and below keys the names look like declared ones: what locals.scm
    ; says of them ends with the pattern.)
    (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @name @reference.write)
    (array_pattern) @scope.local
    (object_pattern) @scope.local

    ; x = y, this.x = new X(), o["k"] = f
    ((_) @name right: (_) @binding @binding.value)
  ]
  (#not-eq? @_object "module")
  (#not-eq? @_plain "prototype")
  (#not-eq? @_owner "exports")
  (#not-eq? @_owner "module")
  (#eq? @_prototype "prototype")
  (#eq? @_module "module")
  (#eq? @_exports "exports")
  (#not-starts? @binding.value "require(")
  (#eq? @_require "require"))

; --- Values by the place they stand in -------------------------------------------------------------------------------

; Two things are told by what is around them.
; * Function and class expressions that bring their own name: memo(function Name() {}), return function name() {},
;   (function name() {})(), x && function name() {}. Under a declarator or a pair the name above is the one in use. In a
;   file that is not plain JavaScript (Flow) declarations become such expressions, or parts of an error.
; * require('x') and require('x').y, except as the value of a declarator, an assignment or a pair, which give the names too
;   (see there).
(arguments (_ . [
    ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
    (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(return_statement (_ . [
    ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
    (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(parenthesized_expression (_ . [
    ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
    (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(expression_statement (_ . [
    ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
    (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(subscript_expression
  object: (_ . [
    ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
    (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(binary_expression (_ . [
    ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
    (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(ternary_expression (_ . [
    ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
    (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(sequence_expression (_ . [
    ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
    ("class" . name: (_) @name body: (_) @definition.class @body)
    ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
    (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
  ]) @start
  (#eq? @_require "require"))
(array
  [
    (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
    (_ . (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import)
  ]
  (#eq? @_require "require"))
(spread_element
  [
    (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
    (_ . (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import)
  ]
  (#eq? @_require "require"))
(await_expression
  [
    (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
    (_ . (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import)
  ]
  (#eq? @_require "require"))
(template_substitution
  [
    (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import
    (_ . (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import)
  ]
  (#eq? @_require "require"))

; `delete a.b` writes b.
(unary_expression [
    ((_ . [
      ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
      ("class" . name: (_) @name body: (_) @definition.class @body)
      ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
      (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
    ]) @start)
    ("delete" . (_ object: (_) @receiver property: (_) @name) @reference.write)
  ]
  (#eq? @_require "require"))

; The bare parameter of `x => ...` is a local; a body without a block is what the function gives back.
(arrow_function [
    parameter: (identifier) @local
    body: (_) @binding.return @binding.value
    body: (_ . [
      ("class" . name: (_) @name body: (_) @definition.class @body)
      ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
      (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
    ]) @start
  ]
  (#eq? @_require "require"))

; `a.b` reads b of a, unless something else claims it.
(member_expression . [
    ((_ . [
      ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
      ("class" . name: (_) @name body: (_) @definition.class @body)
      (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
    ]) @start)
    ((_) @receiver property: (_) @name @reference.read)
  ]
  (#eq? @_require "require"))

; In a file with a syntax error the top may be an error node. A header whose body the parser could not attach: at least
; its name is known.
(ERROR [
    ((_ . [
      ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
      ("class" . name: (_) @name body: (_) @definition.class @body)
      ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
      (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
    ]) @start)
    (_ . ["const" "let"] (_ . (identifier) @name @_constant) @definition.constant)
    ("function" @start . (identifier) @name @definition.function)
    ("class" @start . (identifier) @name @definition.class)
  ]
  (#eq? @_require "require")
  (#upper? @_constant))

; --- Calls -----------------------------------------------------------------------------------------------------------

(call_expression . [
    ; The callees: `f`, `a.f`, `a['f']`, `(f)`, and `(0, a.f)` as compilers write it; in TypeScript `f!` and `(f as T)`.
    ; Optional calls and calls with type arguments have the same nodes. Of tagged templates the count of arguments is
    ; unknown.
    ((identifier) @name arguments: [(arguments) @args (template_string)] @reference.call)
    ((_ . [
        ((_) @receiver property: [(property_identifier) (private_property_identifier)] @name)
        ((_) @receiver index: (_ . (string_fragment) @name .))
        ((identifier) @name . "!")
        ((_ object: (_) @receiver property: (property_identifier) @name) . "!")
        ("(" . [
          (identifier) @name
          (_ object: (_) @receiver property: (property_identifier) @name)
          (_ "," [(identifier) @name (_ object: (_) @receiver property: (property_identifier) @name)] .)
          (_ . [(identifier) @name (_ object: (_) @receiver property: (property_identifier) @name)] . "as")
        ])
      ])
      arguments: [(arguments) @args (template_string)] @reference.call)
    ((super) @name @receiver arguments: (arguments) @args @reference.call)
    ; A callee without a name, `f()()`, `o[k]()`: the call is named by its bracket, and what is called is its receiver.
    ((call_expression) @receiver arguments: (arguments . "(" @name) @args @reference.call)
    ((subscript_expression index: [(identifier) (number)]) @receiver
      arguments: (arguments . "(" @name) @args @reference.call)
    ; A named function or class that is called at once, and require('x')(...).
    ((_ . [
      ("function" name: (identifier) @name parameters: (_) @params body: (_) @definition.function @body)
      ("class" . name: (_) @name body: (_) @definition.class @body)
      ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
      (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
    ]) @start)
    ; import('x')
    ((import) @import arguments: (_ . (string) @import.source))
    ; Blocks of tests are functions that have the text as name: it('does', () => {}), it.only(...),
    ; describe.each(...)('does', (a) => {}).
    ((identifier) @_test @start
      arguments: (_
        . [(string) @name.text (_ . "`" . (string_fragment) @name.text .)]
        (_ . [
          ((formal_parameters) @params body: (_) @body)
          ((_) . (formal_parameters) @params body: (_) @body)
          ((identifier) . "=>" body: (_) @body)
        ])) @definition.function)
    ((_ . [(identifier) @_test (_ . (identifier) @_test)]) @start
      arguments: (_
        . [(string) @name.text (_ . "`" . (string_fragment) @name.text .)]
        (_ . [
          ((formal_parameters) @params body: (_) @body)
          ((_) . (formal_parameters) @params body: (_) @body)
          ((identifier) . "=>" body: (_) @body)
        ])) @definition.function)
  ]
  (#eq? @_require "require")
  (#any-of? @_test "describe" "it" "test"))

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

; --- Imports and exports -----------------------------------------------------------------------------------------------

; import 'x'
; import x from 'x', import * as x from 'x', import {a, b as c} from 'x'
(import_statement "import" . (string) @import.source) @import
; A list may be long and its source comes last, so the source is the statement's and not each name's: a match for each name
; would wait for it.
(import_statement (import_clause (named_imports)) source: (string) @import.source) @scope.import
(import_clause (identifier) @import.default (named_imports)) @import
(import_statement
  (import_clause (namespace_import "*" @import.star (identifier) @import.alias))
  source: (string) @import.source) @import
(import_statement (import_clause (identifier) @import.default (namespace_import)) source: (string) @import.source) @import
(import_statement (import_clause . (identifier) @import.default .) source: (string) @import.source) @import
(import_specifier name: _ @import.name alias: _? @import.alias) @import

(export_statement [
    ; export * from 'x', export * as x from 'x'
    ("export" @import @import.reexport
      . ["*" @import.star (_ . "*" @import.star (identifier) @import.alias)]
      source: (string) @import.source)
    ; export default x, export default function x() {}, export default class X {}
    ("default" @import.reexport @import.default
      . [
        (identifier) @import @import.name
        (_ name: (_) @import @import.name parameters: (_))
        (_ "class" name: (_) @import @import.name)
      ])
    ; A decorator in front of `export` is no part of the declaration's node, but of the definition.
    ((decorator) @start (_ "class" name: (_) @name) @definition.class)
    ; export const NAME = ...
    (_ . ["const" "let" "var"] (_ . (identifier) @name @_constant) @definition.constant)
    ; export const make = create(...), export const f = a.b: what it holds may be called under this name.
    (_ . ["const" "let" "var"] (_ . (identifier) @name value: (_
      function: [(identifier) @_callee (_ property: (_) @_callee) (parenthesized_expression) (call_expression)])) @definition.variable)
    (_ . ["const" "let" "var"] (_ . (identifier) @name value: (_ property: (_))) @definition.variable)
    value: (_ . [
      ("class" . name: (_) @name body: (_) @definition.class @body)
      ((identifier) @_require @import . arguments: (_ . (string) @import.source .))
      (_ . (identifier) @_require @import . arguments: (_ . (string) @import.source .))
    ]) @start
  ]
  (#upper? @_constant)
  (#not-eq? @_callee "require")
  (#not-eq? @_callee "memo")
  (#not-eq? @_callee "forwardRef")
  (#eq? @_require "require"))

; export {a, b as c}, export {a, b as c} from 'x'
(export_statement (export_clause) source: (string) @import.source) @scope.import
(export_specifier name: _ @import.name @import.reexport alias: _? @import.alias) @import
