; Gleam: what complexity counts. Code branches by `case` alone, and nothing jumps.

(case) @control.switch
(anonymous_function) @closure

; A clause that takes everything, whatever it names it, is the default.
(case_clause) @branch.case
(case_clause
  patterns: (case_clause_patterns (case_clause_pattern . [(discard) (identifier)] .))
  !guard) @branch.default
(case_clause
  patterns: (case_clause_patterns (case_clause_pattern . (discard) . (discard) .))
  !guard) @branch.default
(case_clause
  patterns: (case_clause_patterns (case_clause_pattern . (discard) . (discard) . (discard) .))
  !guard) @branch.default
(case_clause_guard) @branch
(binary_expression operator: ["&&" "||"] @operator) @branch.boolean
