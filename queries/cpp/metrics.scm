; C++ on top of queries/c. (What is declared in a block counts in locals.scm.)
(for_range_loop) @control.loop
(catch_clause) @control.catch
(lambda_expression) @closure
(co_return_statement) @jump.return
((attributed_statement (_ (_ name: (_) @_fallthrough))) @jump.fallthrough
  (#eq? @_fallthrough "fallthrough"))
(binary_expression operator: ["&&" "||" "and" "or"] @operator) @branch.boolean
