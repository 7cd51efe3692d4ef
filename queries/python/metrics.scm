; Python: what complexity counts.

(if_statement) @control.if
(elif_clause) @control.elif
(else_clause) @else                     ; of if, for, while and try
(for_statement) @control.loop
(while_statement) @control.loop
(except_clause) @control.catch
(conditional_expression) @control.ternary
(match_statement) @control.switch
(lambda) @closure

; A lone `_` is the default; a guard beside it is a decision of its own.
(case_clause) @branch.case
(case_clause . (case_pattern "_") . guard: (_)? . consequence: (_)) @branch.default

; Decisions inside expressions: comprehensions, guards of case clauses.
(for_in_clause) @branch
(if_clause) @branch
(boolean_operator operator: ["and" "or"] @operator) @branch.boolean

(return_statement) @jump.return
(break_statement) @jump.break
(continue_statement) @jump.continue
