; Clojure: reads, writes, local names, bindings, doc text.
;
; A symbol is a read wherever it is no head of a list: there it is a call or a word of the language.

; --- reads and writes ----------------------------------------------------------------------------------------------

(sym_lit namespace: (sym_ns)? @qualifier name: (sym_name) @name) @reference.read
(list_lit . (sym_lit name: (sym_name) @_head) @skip.read (#not-starts? @_head ".-"))
(list_lit . (sym_lit name: (sym_name) @name) . (_) @receiver (#starts? @name ".-")) @reference.read

; (set! name value), (binding [name value ...])
(list_lit
  .
  (sym_lit name: (sym_name) @_set)
  .
  [
    (sym_lit name: (sym_name) @name)
    (vec_lit
      ["[" (comment)] . ((sym_lit) . value: (_))*
      . (_ namespace: (_)? @qualifier name: (sym_name) @name))
  ] @reference.write
  (#any-of? @_set "set!" "binding" "with-redefs"))

; --- local names ---------------------------------------------------------------------------------------------------

; Parameters, which may be taken apart: every symbol in them is a name. In turn: of one arity, of one of several (a list
; that starts with a vector), of a method's.
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit)?
  .
  (str_lit)?
  .
  (map_lit)?
  .
  (vec_lit (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ name: (sym_name) @local)])])])]))
  (#any-of? @_define "defn" "defn-" "defmacro" "definline" "fn" "fn*"))
(list_lit . (vec_lit (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ name: (sym_name) @local)])])])])))
; `(s/defn f :- Type [x :- Type])`
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit)
  .
  (kwd_lit)
  .
  (_)
  .
  (vec_lit (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ name: (sym_name) @local)])])])]))
  (#any-of? @_define "defn" "defn-" "fn"))
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit)
  .
  (_)
  .
  (vec_lit (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ name: (sym_name) @local)])])])]))
  (#eq? @_define "defmethod"))
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  (list_lit . (sym_lit) . (vec_lit (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ name: (sym_name) @local)])])))
  (#any-of? @_define
    "defrecord" "deftype" "extend-type" "extend-protocol" "reify" "proxy"))
(list_lit
  .
  (sym_lit name: (sym_name) @_letfn)
  .
  (vec_lit (list_lit . (sym_lit) . (vec_lit (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ name: (sym_name) @local)])]))))
  (#eq? @_letfn "letfn"))

; `(let [name value ...])`: every second form is a name, from the start or a comment on.
(list_lit
  .
  (sym_lit name: (sym_name) @_let)
  .
  (vec_lit
    ["[" (comment)] . ([(sym_lit) (map_lit) (vec_lit) (kwd_lit)] . value: (_))*
    . (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ name: (sym_name) @local)])])]))
  (#any-of? @_let
    "let" "loop" "for" "doseq" "dotimes" "if-let" "when-let" "if-some" "when-some" "when-first" "with-open" "let*"
    "with-local-vars"))
(vec_lit (kwd_lit name: (kwd_name) @_more) . (vec_lit . (_ name: (sym_name) @local)) (#eq? @_more "let"))

; `(fn name [x] ...)`
(list_lit . (sym_lit name: (sym_name) @_fn) . (sym_lit name: (sym_name) @local) (#eq? @_fn "fn"))

; `& rest` may be left out, and a type before the list is no parameter.
(list_lit
  (vec_lit [
    (meta_lit) @param.none
    (sym_lit name: (_) @_rest) @param.none
    (sym_lit name: (_) @_optional) @param.optional
    ((sym_lit name: (_) @_last) . (_) @param.none)
  ])
  (#eq? @_rest "&")
  (#eq? @_optional "&")
  (#eq? @_last "&"))

; --- what type a name has: a tagged parameter, what a constructor or function makes ----------------------------------

(list_lit
  .
  (sym_lit name: (_) @_define)
  .
  (_)?
  .
  (_)?
  .
  (vec_lit (_ meta: (_ value: (_) @binding.type) name: (_) @name) @binding.param)
  (#any-of? @_define "defn" "defn-" "fn"))
(list_lit
  .
  (sym_lit name: (_) @_let)
  .
  (vec_lit (sym_lit name: (_) @name) @binding . (_ . (sym_lit) @binding.call))
  (#any-of? @_let "let" "if-let" "when-let" "with-open"))

; `(catch Class e ...)`, `(as-> value name ...)`
(list_lit
  .
  (sym_lit name: (sym_name) @_catch)
  .
  (_)
  .
  (sym_lit name: (sym_name) @local)
  (#any-of? @_catch "catch" "as->"))

; `%` in `#(...)`
(anon_fn_lit (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ [name: (sym_name) @local (_ name: (sym_name) @local)])])])])
  (#any-of? @local "%" "%1" "%2" "%3" "%&"))

; What a form binds ends with it.
(list_lit
  .
  (sym_lit name: (sym_name) @_let)
  .
  (vec_lit)
  (#any-of? @_let
    "let" "loop" "for" "doseq" "dotimes" "if-let" "when-let" "if-some" "when-some" "when-first" "with-open" "let*"
    "with-local-vars" "letfn")) @scope.local
(list_lit . (sym_lit name: (sym_name) @_catch) (#any-of? @_catch "catch" "as->")) @scope.local
(list_lit . (vec_lit)) @scope.local

; --- places that are neither ---------------------------------------------------------------------------------------

(dis_expr) @skip
(quoting_lit value: (list_lit)) @skip
(quoting_lit) @skip.read
(meta_lit) @skip.read
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  (list_lit . (sym_lit) (vec_lit) @skip.read)
  (#any-of? @_define "defprotocol" "definterface"))

; --- doc text ------------------------------------------------------------------------------------------------------

(comment) @comment
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit)
  .
  (str_lit) @docstring
  .
  (_)
  (#any-of? @_define "defn" "defn-" "defmacro" "definline" "defmulti" "defprotocol" "definterface" "ns" "def" "defonce"))
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  (list_lit . (sym_lit) (str_lit) @docstring .)
  (#any-of? @_define "defprotocol" "definterface"))
