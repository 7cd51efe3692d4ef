; Kotlin: what complexity counts. No jumps: there is no `ev` for Kotlin.

(if_expression) @control.if
(if_expression alternative: (_ (if_expression) @control.elif))
(if_expression alternative: (_) @else)
(for_statement) @control.loop
(while_statement) @control.loop
(do_while_statement) @control.loop
(catch_block) @control.catch
(lambda_literal) @closure
(anonymous_function) @closure

; An entry is an arm, however many conditions it lists; `else` has none of them and weighs nothing.
(when_expression) @control.switch
(when_entry (when_condition)) @branch.case

(conjunction_expression "&&" @operator) @branch.boolean
(disjunction_expression "||" @operator) @branch.boolean
