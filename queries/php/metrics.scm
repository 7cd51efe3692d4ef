; PHP: what complexity counts.

(if_statement) @control.if
(else_if_clause) @control.elif
(else_clause) @else
(else_clause (if_statement) @control.elif)
(for_statement) @control.loop
(foreach_statement) @control.loop
(while_statement) @control.loop
(do_statement) @control.loop
(catch_clause) @control.catch
(conditional_expression) @control.ternary
(switch_statement) @control.switch
(case_statement) @branch.case
(default_statement) @branch.default
(match_expression) @control.switch
(match_conditional_expression) @branch.case
(match_default_expression) @branch.default

; `xor` needs both sides, so it decides nothing. (The words in the pattern itself would double what it costs to compile.)
(binary_expression operator: _ @operator (#any-of? @operator "&&" "||" "and" "or")) @branch.boolean

(anonymous_function) @closure
(arrow_function) @closure

; `break 2` leaves two: the number is no label, so it counts for the innermost.
(return_statement) @jump.return
(break_statement) @jump.break
(continue_statement) @jump.continue
(goto_statement (name) @label) @jump.goto
(named_label_statement (name) @label) @labelled
