; Elixir: what complexity counts. There are no jumps.

; `with` decides once, so an `else` counts from its second clause on, as a `fn` does. A loop nobody can leave counts as a
; condition does, and one pattern less is two milliseconds.
(call target: (identifier) @_word (#any-of? @_word "if" "unless" "with" "for")) @control.if
(call target: (identifier) @_word (#any-of? @_word "case" "cond" "receive")) @control.switch
(else_block) @else
(pair key: (keyword) @_word (#any-of? @_word "else: " "else:")) @else

(stab_clause) @branch.case
(stab_clause left: (arguments . (identifier) @_any .) (#eq? @_any "_")) @branch.default
(stab_clause left: (arguments . (boolean "true") .)) @branch.default
(anonymous_function . (stab_clause) @branch.default)
(else_block . (stab_clause) @branch.default)
(rescue_block (stab_clause) @control.catch)
(catch_block (stab_clause) @control.catch)

(binary_operator operator: ["&&" "||" "and" "or"] @operator) @branch.boolean
(anonymous_function) @closure
