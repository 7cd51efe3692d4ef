; C on top of queries/c.
(binary_expression operator: ["&&" "||"] @operator) @branch.boolean
(compound_statement (declaration declarator: (_) @count.local))

; Linux says so with a macro.
((expression_statement (identifier) @_fallthrough) @jump.fallthrough
  (#eq? @_fallthrough "fallthrough"))
