; C#: what complexity counts.

(if_statement) @control.if
(if_statement alternative: (if_statement) @control.elif)

; There is no node for an else. Its keyword stands for it, before any statement but another if.
(if_statement "else" @else . [
  (block) (expression_statement) (return_statement) (throw_statement) (break_statement) (continue_statement)
  (for_statement) (foreach_statement) (while_statement) (do_statement) (switch_statement) (try_statement)
  (goto_statement) (yield_statement) (using_statement) (lock_statement)
])

(for_statement) @control.loop
(foreach_statement) @control.loop
(while_statement) @control.loop
(do_statement) @control.loop
(catch_clause) @control.catch
(conditional_expression) @control.ternary
(switch_statement) @control.switch
(switch_expression) @control.switch
(lambda_expression) @closure
(anonymous_method_expression) @closure

(switch_section "case") @branch.case
(switch_expression_arm) @branch.case
(switch_expression_arm . (discard) . "=>") @branch.default
(when_clause) @branch
(catch_filter_clause) @branch
(binary_expression operator: _ @operator (#any-of? @operator "&&" "||")) @branch.boolean

(return_statement) @jump.return
(yield_statement "break") @jump.return
(break_statement) @jump.break
(continue_statement) @jump.continue
(goto_statement ["case" "default"]) @jump.fallthrough   ; to another arm of the switch
(goto_statement . "goto" . (identifier) @label) @jump.goto
(labeled_statement . (identifier) @label) @labelled
