; Objective-C on top of queries/c. (What is declared in a block counts in locals.scm.)
(binary_expression operator: ["&&" "||"] @operator) @branch.boolean
(catch_clause) @control.catch
(block_literal) @closure
