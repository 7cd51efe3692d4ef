; Clojure: what complexity counts. A form of `and` or `or` is one operator, however many operands it has.
; There are no jumps.

(list_lit
  .
  (sym_lit name: (sym_name) @_if)
  (#any-of? @_if
    "if" "if-not" "when" "when-not" "if-let" "when-let" "if-some" "when-some" "when-first")) @control.if
(list_lit
  .
  (sym_lit name: (sym_name) @_loop)
  (#any-of? @_loop "loop" "for" "doseq" "dotimes" "while")) @control.loop
(list_lit
  .
  (sym_lit name: (sym_name) @_switch)
  (#any-of? @_switch "cond" "case" "condp" "cond->" "cond->>")) @control.switch
(list_lit . (sym_lit name: (sym_name) @_catch) (#eq? @_catch "catch")) @control.catch

; Every second form stands for an arm: of `cond` its test, elsewhere what the test leads to, since a value comes first. What
; `case` and its like start with, the default at the end of a `condp` and a keyword as a test of `cond` weigh nothing; nor
; do comments, but the arms behind one may change places.
(list_lit
  .
  (sym_lit name: (sym_name) @_switch)
  . ((_) . (_))*
  . (_) @branch.case
  (#any-of? @_switch "cond" "case" "condp" "cond->" "cond->>"))
(list_lit
  .
  (sym_lit name: (sym_name) @_case)
  .
  (_) @branch.default
  (#any-of? @_case "case" "condp" "cond->" "cond->>"))
(list_lit . (sym_lit name: (sym_name) @_condp) (_) @branch.default . ")" (#eq? @_condp "condp"))
(list_lit . (sym_lit name: (sym_name) @_cond) (kwd_lit) @branch.default (#eq? @_cond "cond"))
(list_lit (comment) @branch.default)

(list_lit . (sym_lit name: (sym_name) @operator) (#any-of? @operator "and" "or")) @branch.boolean
(anon_fn_lit) @closure
(list_lit . (sym_lit name: (sym_name) @_fn) (#any-of? @_fn "fn" "fn*")) @closure
