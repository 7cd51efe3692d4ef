; What complexity counts in JavaScript, TypeScript and TSX.

(if_statement) @control.if
(else_clause) @else
(else_clause (if_statement) @control.elif)
(for_statement) @control.loop
(for_in_statement) @control.loop
(while_statement) @control.loop
(do_statement) @control.loop
(catch_clause) @control.catch
(ternary_expression) @control.ternary
(switch_statement) @control.switch
(switch_case) @branch.case
(switch_default) @branch.default

; `??` chooses a value by its presence and is no decision. (The operators in the pattern itself would double what it costs
; to compile.)
(binary_expression operator: _ @operator (#any-of? @operator "&&" "||")) @branch.boolean

(arrow_function) @closure
(function_expression) @closure
(generator_function) @closure

(return_statement) @jump.return
(break_statement label: (_)? @label) @jump.break
(continue_statement label: (_)? @label) @jump.continue
(labeled_statement label: (_) @label) @labelled
