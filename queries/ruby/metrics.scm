; Ruby: what complexity counts. `break` in a `case` leaves the loop around it; in a block, the block.

(if) @control.if
(unless) @control.if
(elsif) @control.elif
(if_modifier) @control.if
(unless_modifier) @control.if
(else) @else
(while) @control.loop
(until) @control.loop
(for) @control.loop
(while_modifier) @control.loop
(until_modifier) @control.loop
(case) @control.switch
(case_match) @control.switch
(when) @branch.case
(in_clause) @branch.case
(case (else) @branch.default)
(case_match else: (_) @branch.default)
(if_guard) @branch
(unless_guard) @branch
(rescue) @control.catch
(rescue_modifier) @control.catch
(conditional) @control.ternary
(binary operator: _ @operator (#any-of? @operator "&&" "||" "and" "or")) @branch.boolean
(block) @closure
(do_block) @closure

(return) @jump.return
(break) @jump.break
(next) @jump.continue
