; GDScript: what complexity counts. `break` in a `match` leaves the loop around it.

(if_statement) @control.if
(elif_clause) @control.elif
(else_clause) @else
(for_statement) @control.loop
(while_statement) @control.loop
(match_statement) @control.switch
(conditional_expression) @control.ternary
(lambda) @closure

; A lone `_` is the default; a guard is a decision of its own.
(pattern_section) @branch.case
((pattern_section . (identifier) @_any . [(body) (pattern_guard)]) @branch.default (#eq? @_any "_"))
(pattern_guard) @branch
(binary_operator op: ["and" "or" "&&" "||"] @operator) @branch.boolean

(return_statement) @jump.return
(break_statement) @jump.break
(continue_statement) @jump.continue
