; What JavaScript, TypeScript and TSX have in common: reads, writes, local names, blocks, doc text.
;
; Every identifier is a read until something else claims its byte (see CONTRIBUTING). Types, labels, property names and
; attribute names have node types of their own. What is told by assignments, declarators, member expressions, `delete` and
; arrow functions stands in tags.scm, in the one pattern that each of these has. Inner nodes are wildcards where their fields say what they are: only a
; member expression has an `object` and a `property`.

; --- Reads -----------------------------------------------------------------------------------------------------------

(identifier) @name @reference.read
(shorthand_property_identifier) @name @reference.read

; --- Writes ----------------------------------------------------------------------------------------------------------

; A declaration's value is no write. `a[i] = x` reads `a`: the name keeps its value.
(augmented_assignment_expression
  left: [(identifier) @name (_ object: (_) @receiver property: (_) @name)]) @reference.write
(update_expression argument: [(identifier) @name (_ object: (_) @receiver property: (_) @name)]) @reference.write
(for_in_statement !kind left: [
  (identifier) @name
  (_ object: (_) @receiver property: (_) @name)
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @name)
]) @reference.write

; --- Bindings ----------------------------------------------------------------------------------------------------------

; (Declarators, assignments and class fields are in tags.scm.) What functions give back: the engine drops what
; a function returns that is no definition. (Arrow functions without a block are in tags.scm, too.)
(for_in_statement left: (_) @name operator: "of" right: (_) @binding.value) @binding.item
(return_statement (_) @binding.value) @binding.return
((yield_expression (_) @binding.value) @binding.yield (#not-starts? @binding.yield "yield*" "yield *"))
(binary_expression) @binding.narrow  ; x instanceof T; the engine looks for the operator

; --- Local names -----------------------------------------------------------------------------------------------------

(catch_clause parameter: [
  (identifier) @local
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
])
(for_in_statement kind: _ left: [
  (identifier) @local
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
])

; Destructuring, at any depth, of declarations and parameters. An assignment looks the same: there the names that stand
; directly in the pattern are writes, so those are told by what is around it.
(array_pattern [
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
  (_ object: (_) @receiver property: (_) @name) @reference.write
])
(pair_pattern value: [
  (identifier) @local
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
  (_ object: (_) @receiver property: (_) @name) @reference.write
])
(assignment_pattern left: [
  (identifier) @local
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
])
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local)
(rest_pattern [
  (identifier) @local
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
])

; The name of a function expression is its own business when it is not the definition's name.
(function_expression name: (identifier) @local)

; Blocks, by the statements that they belong to: the block of a namespace is none, since its names are known outside of
; it. A method whose name is computed is no symbol, but has names of its own. A `var` in a block belongs to the function,
; which cannot be said here: its uses outside of the block stay uses.
(if_statement) @scope.local
(else_clause) @scope.local
(for_statement) @scope.local
(for_in_statement) @scope.local
(while_statement) @scope.local
(do_statement) @scope.local
(try_statement) @scope.local
(catch_clause) @scope.local
(finally_clause) @scope.local
(switch_body) @scope.local
(class_static_block) @scope.local
(statement_block) @scope.local
(method_definition) @scope.local

; --- Doc text ----------------------------------------------------------------------------------------------------------

(comment) @comment
