; Bash: what complexity counts. There are no jumps here, and so no `ev`: `break 2` and `exit` are commands like any other.

(if_statement) @control.if
(elif_clause) @control.elif
(else_clause) @else
(for_statement) @control.loop            ; and select
(c_style_for_statement) @control.loop
(while_statement) @control.loop          ; and until
(case_statement) @control.switch
(case_item) @branch.case
((case_item . value: (extglob_pattern) @_any) @branch.default (#eq? @_any "*"))
(ternary_expression) @control.ternary

; `a && b` is a decision among commands and among tests.
(list ["&&" "||"] @operator) @branch.boolean
(binary_expression operator: ["&&" "||"] @operator) @branch.boolean
