; Swift: what complexity counts.

(if_statement) @control.if
((else) . (if_statement) @control.elif)
("}" . (else) @else . "{")              ; a guard's else follows its condition
(guard_statement) @control.if
(for_statement) @control.loop
(while_statement) @control.loop
(repeat_while_statement) @control.loop
(switch_statement) @control.switch
(catch_block) @control.catch
(ternary_expression) @control.ternary
(lambda_literal) @closure

(switch_entry) @branch.case
(switch_entry (default_keyword)) @branch.default
(switch_entry (where_keyword) @branch)
(where_clause) @branch                  ; of for and catch
(_ "&&" @operator) @branch.boolean
(_ "||" @operator) @branch.boolean

(control_transfer_statement "return") @jump.return
(control_transfer_statement "break" (simple_identifier)? @label) @jump.break
(control_transfer_statement "continue" (simple_identifier)? @label) @jump.continue
((switch_entry (_ (simple_identifier) @jump.fallthrough)) (#eq? @jump.fallthrough "fallthrough"))
