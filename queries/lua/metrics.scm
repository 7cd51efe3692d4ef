; Lua: what complexity counts.

(if_statement) @control.if
(elseif_statement) @control.elif
(else_statement) @else
(for_statement) @control.loop
(while_statement) @control.loop
(repeat_statement) @control.loop
(binary_expression ["and" "or"] @operator) @branch.boolean
(function_definition) @closure

(return_statement) @jump.return
(break_statement) @jump.break
(goto_statement (identifier) @label) @jump.goto
(label_statement (identifier) @label) @labelled
