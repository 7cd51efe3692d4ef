; Elixir: reads, local names, doc text. There are no bindings of values: only fields are read of a struct, and these are
; no symbols.
;
; A bare word is a variable, which is dropped, or a call of a function without arguments. Nothing is ever written: a variable
; that is bound again is a new one, and an attribute's value is its definition.

; --- reads ---------------------------------------------------------------------------------------------------------

(alias) @name @reference.read

; Words everywhere but behind a dot. (Only operators and dots have a field `right`; to name nodes would cost ten times that.)
([
  (_ !right (identifier) @name @bare)
  (_ left: (identifier) @name @bare)
  (_ operator: _ @_operator right: (identifier) @name @bare)
]
  (#not-eq? @_operator ".")
  (#not-eq? @name "__MODULE__")) @reference.call

; `user.name`; of a module this is a call.
(dot left: (_) @receiver right: (identifier) @name @reference.read)

; `@limit`, sign and all: a variable may have the same name.
(unary_operator operator: "@" operand: (identifier)) @name @reference.read
(unary_operator operator: "@" operand: (identifier) @skip.read)

; --- local names ---------------------------------------------------------------------------------------------------

; Every identifier of a head is a parameter or a part of one, whatever the pattern; one of its guard is one too.
(call
  target: (identifier) @_def
  . (_ . (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ (identifier) @local)])])])])])])])])])])]))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))

; What a test takes.
(call
  target: (identifier) @_test
  . (_ . (string)? . [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local (_ (identifier) @local)])])])])])])])])] .)
  (#any-of? @_test "test" "setup" "setup_all"))

; Clauses, those of `cond` excepted, which are no patterns.
(call
  target: (identifier) @_clauses
  (_ (stab_clause left: (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ (identifier) @local)])])])])])])])])])])))
  (#not-eq? @_clauses "cond"))
(anonymous_function (stab_clause left: (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ (identifier) @local)])])])])])])])])])])))
(rescue_block (stab_clause left: (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local (_ (identifier) @local)])])])))
(catch_block (stab_clause left: (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ (identifier) @local)])])])])])])])])])])))
(else_block (stab_clause left: (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
        (_ [(identifier) @local (_ (identifier) @local)])])])])])])])])])])))

; `x = f()`, `x <- list`, `"a" <> rest = x`
(binary_operator
  left: [(identifier) @local (_ right: (identifier) @local)]
  operator: ["=" "<-"])

; `{:ok, x} = f()`: a container to the left of any operator. To wait for the sign would take time that grows with the square
; of what stands before it.
(binary_operator
  left: [
    (tuple [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
    (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
    (_ [(identifier) @local (_ [(identifier) @local (_ (identifier) @local)])])])])])])])])
    (list [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
    (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
    (_ [(identifier) @local (_ [(identifier) @local (_ (identifier) @local)])])])])])])])])
    (map (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
    (_ [(identifier) @local (_ [(identifier) @local (_ [(identifier) @local
    (_ [(identifier) @local (_ [(identifier) @local (_ (identifier) @local)])])])])])])])]))
    (bitstring [(identifier) @local (_ [(identifier) @local (_ (identifier) @local)])])
  ])

; The names of a script are seen nowhere else.
(source) @scope.local

; --- places that are neither ---------------------------------------------------------------------------------------

; What is called, and the words of the language that look like it.
(call target: (identifier) @skip.read)

; Docs and types; quoted code.
(unary_operator
  operator: "@"
  operand: (_ target: (identifier) @_word)
  (#any-of? @_word
    "spec" "type" "typep" "opaque" "callback" "macrocallback" "doc" "moduledoc" "typedoc" "optional_callbacks")) @skip
(call
  target: (identifier) @_quote
  [(do_block) @skip (_ (keywords (pair key: (keyword) @_do value: (_) @skip)))]
  (#eq? @_quote "quote")
  (#any-of? @_do "do: " "do:"))

; --- sorts of functions ----------------------------------------------------------------------------------------------

; The word that defines a function, where it is not `def`, in it: resolution knows by it what is private, what is a macro
; and what a delegate.
(call
  target: (identifier) @name @binding.type
  (#any-of? @name "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate")) @binding.alias

; --- doc text ------------------------------------------------------------------------------------------------------

(comment) @comment
(unary_operator
  operator: "@"
  operand: (_ target: (identifier) @_doc . (_ [(string) @body (sigil (quoted_content) @body)]))
  (#any-of? @_doc "doc" "typedoc")) @comment
(unary_operator
  operator: "@"
  operand: (_ target: (identifier) @_doc . (_ [(string) @docstring (sigil (quoted_content) @docstring)]))
  (#eq? @_doc "moduledoc"))
(unary_operator
  operator: "@"
  operand: (_ target: (identifier) @_word)
  (#any-of? @_word "spec" "impl" "tag" "dialyzer" "deprecated" "since")) @between
(unary_operator
  operator: "@"
  operand: (_ target: (identifier) @_doc . (_ [(keywords) (boolean)]))
  (#eq? @_doc "doc")) @between
