; C on top of queries/c. (What is declared in a block counts in locals.scm.)
(binary_expression operator: ["&&" "||"] @operator) @branch.boolean

; Linux says so with a macro.
((expression_statement (identifier) @_fallthrough) @jump.fallthrough
  (#eq? @_fallthrough "fallthrough"))
