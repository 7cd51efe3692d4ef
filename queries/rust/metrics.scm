; Rust: what complexity counts. `?` is no decision.

(if_expression) @control.if
(else_clause) @else
(else_clause (if_expression) @control.elif)
; let ... else { return }
(let_declaration alternative: (block) @control.if)
(while_expression) @control.loop
(loop_expression) @control.loop
(for_expression) @control.loop
(match_expression) @control.switch
(closure_expression) @closure
(async_block) @closure

; A lone `_` is the default; a guard is a decision of its own.
(match_arm) @branch.case
(match_arm pattern: (match_pattern "_" !condition)) @branch.default
(match_pattern condition: (_)) @branch

(binary_expression operator: ["&&" "||"] @operator) @branch.boolean
; `if let A = b && c && d` is one node whatever its length: it is a run, and each further operator a decision.
(let_chain "&&" @operator) @branch.boolean
(let_chain "&&" . (_) . "&&" @branch)

(return_expression) @jump.return
(break_expression (label)? @label) @jump.break
(continue_expression (label)? @label) @jump.continue
(loop_expression (label) @label) @labelled
(while_expression (label) @label) @labelled
(for_expression (label) @label) @labelled
(block (label) @label) @labelled
