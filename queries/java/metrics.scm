; Java: what complexity counts.

(if_statement) @control.if
(if_statement alternative: (if_statement) @control.elif)

; There is no node for an else. Its keyword stands for it, before any statement but another if.
(if_statement "else" @else . [
  (block) (expression_statement) (return_statement) (throw_statement) (break_statement) (continue_statement)
  (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (switch_expression) (try_statement)
  (yield_statement) (synchronized_statement)
])

(for_statement) @control.loop
(enhanced_for_statement) @control.loop
(while_statement) @control.loop
(do_statement) @control.loop
(catch_clause) @control.catch
(ternary_expression) @control.ternary
(switch_expression) @control.switch                   ; the statement too
(lambda_expression) @closure

; A label is an arm, `case A, B` as well as `case A:`; `default` weighs nothing. A guard decides once more.
(switch_label "case") @branch.case
(guard) @branch
(binary_expression operator: ["&&" "||"] @operator) @branch.boolean

(return_statement) @jump.return
(break_statement (identifier)? @label) @jump.break
(yield_statement) @jump.break                         ; leaves the switch
(continue_statement (identifier)? @label) @jump.continue
(labeled_statement . (identifier) @label) @labelled
