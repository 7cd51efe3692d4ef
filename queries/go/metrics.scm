; Go: what complexity counts.

(if_statement) @control.if
(if_statement alternative: (if_statement) @control.elif)
(if_statement alternative: (block) @else)
(for_statement) @control.loop
(expression_switch_statement) @control.switch
(type_switch_statement) @control.switch
(select_statement) @control.switch
(func_literal) @closure

(expression_case) @branch.case
(type_case) @branch.case
(communication_case) @branch.case
(default_case) @branch.default
(binary_expression operator: ["&&" "||"] @operator) @branch.boolean

(return_statement) @jump.return
(break_statement (label_name)? @label) @jump.break
(continue_statement (label_name)? @label) @jump.continue
(goto_statement (label_name) @label) @jump.goto
(fallthrough_statement) @jump.fallthrough
(labeled_statement label: (label_name) @label) @labelled
