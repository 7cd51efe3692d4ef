; What complexity counts in C, C++, Objective-C and CUDA.

(if_statement) @control.if
(else_clause) @else
(else_clause (if_statement) @control.elif)
(for_statement) @control.loop
(while_statement) @control.loop
(do_statement) @control.loop
(conditional_expression) @control.ternary
(switch_statement) @control.switch
(case_statement ["case" @branch.case "default" @branch.default])

(return_statement) @jump.return
(break_statement) @jump.break
(continue_statement) @jump.continue
(goto_statement label: (statement_identifier) @label) @jump.goto
(labeled_statement label: (statement_identifier) @label) @labelled

(preproc_else) @count.ppalt
(preproc_elif) @count.ppalt
(preproc_elifdef) @count.ppalt
