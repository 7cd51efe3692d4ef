; Dart: what complexity counts. The grammar has no labelled statements, so a jump to a label marks nothing.

(if_statement) @control.if

; There is no node for an else. Its keyword stands for it, before any statement but another if. A guard decides once more.
; (One pattern: the first child of this node that a pattern names costs ten milliseconds.)
(if_statement [
  "when" @branch
  alternative: (if_statement) @control.elif
  ("else" @else . [
    (block) (expression_statement) (return_statement) (break_statement) (continue_statement) (for_statement)
    (while_statement) (do_statement) (switch_statement) (try_statement)
  ])
])

(for_statement) @control.loop
(while_statement) @control.loop
(do_statement) @control.loop
(conditional_expression) @control.ternary
(switch_statement) @control.switch
(switch_expression) @control.switch
(function_expression) @closure

; `catch (e)` and `on E` stand before the block that they guard. (Without a capture only the first of them is tried.)
(try_statement [(catch_clause) (type_identifier)] @_each . (block) @control.catch)

(switch_statement_case) @branch.case
(switch_expression_case) @branch.case
(switch_expression (_ . (_ . (identifier) @_any .) . "=>") @branch.default (#eq? @_any "_"))

; Guards, and decisions inside of collections.
(switch_block (_ "when" @branch))
(switch_expression (_ "when" @branch))
(if_element) @branch
(for_element) @branch

(logical_and_expression (_ "&&") @operator) @branch.boolean
(logical_or_expression (_ "||") @operator) @branch.boolean

(return_statement) @jump.return
(break_statement (identifier)? @label) @jump.break
(continue_statement (identifier)? @label) @jump.continue
