; Elixir
;
; Everything is a call to this grammar: definitions, directives and control flow are told apart by the called word.
; Names keep their dots (`plain_names`): the alias `A.B` is one node and the module's whole name. Functions and calls are
; named with their arity (`arity_names`).
;
; `call` and `binary_operator` are the grammar's largest nodes: each pattern that names one with children costs three
; milliseconds at compile time. So nodes inside are wildcards where they can be.

; --- modules, protocols, implementations, structs ------------------------------------------------------------------

; The body is a block, or the `do:` keyword, which is an argument.
(call
  target: (identifier) @_def
  . (_ . [(alias) @name (_ right: (alias) @name)] . (keywords)? @body)
  (do_block)? @body
  (#eq? @_def "defmodule")) @definition.module
(call
  target: (identifier) @_def
  . (_ . [(alias) @name (_ right: (alias) @name)] . (keywords)? @body)
  (do_block)? @body
  (#eq? @_def "defprotocol")) @definition.protocol

; An implementation's functions belong to the type it is for; of several types, to the first. Without `for:` it
; stands in the type's own module, which is the scope already.
(call
  target: (identifier) @_def
  . (_ . (alias) (keywords (pair value: [(alias) @name (list . (alias) @name)])))
  (do_block)
  (#eq? @_def "defimpl")) @scope.type

; A struct has no name but its module's, which is a definition already, so the word stands for it.
(call target: (identifier) @name (#any-of? @name "defstruct" "defexception")) @definition.struct

; --- functions, macros, guards, delegates --------------------------------------------------------------------------

; Heads: `f(x)`, `f`, operators (whose operands are the parameters), and each of them with a guard. `def unquote(name)`
; has no name to be read.
(call
  target: (identifier) @_def
  . (_ . [
    (_ target: (identifier) @name (arguments) @params)
    (identifier) @name @params
    (_ operator: _ @name operand: (_)) @params
    (_ operator: _ @name right: (_)) @params
    (_
      left: [
        (_ target: (identifier) @name (arguments) @params)
        (identifier) @name @params
        (_ operator: _ @name operand: (_)) @params
        (_ operator: _ @name right: (_)) @params
      ]
      operator: "when")
  ] . (keywords)? @body)
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defdelegate")
  (#not-eq? @name "when") (#not-eq? @name "unquote")) @definition.function

; A guard's condition is its body. ExUnit: a test is named by its literal, a group of tests as well.
(call
  target: (identifier) @_def
  . (_ . [
    (_ left: (_ target: (identifier) @name (arguments) @params) operator: "when" @body)
    (string . (quoted_content) @name.text .)
  ])
  (do_block)? @body
  (#any-of? @_def "defguard" "defguardp" "test" "describe")) @definition.function

; --- module attributes ---------------------------------------------------------------------------------------------

; A callback is what a behaviour asks its modules to define.
(unary_operator
  operator: "@"
  operand: (_
    target: (identifier) @_def
    . (_ [
      (_ left: [
        (_ target: (identifier) @name (arguments) @params)
        (identifier) @name @params
      ] operator: "::")
      (_ left: (_ left: [
        (_ target: (identifier) @name (arguments) @params)
        (identifier) @name @params
      ] operator: "::") operator: "when")
    ]))
  (#any-of? @_def "callback" "macrocallback")
  (#prefix! "@callback ")) @definition.function
(unary_operator
  operator: "@"
  operand: (_
    target: (identifier) @_def
    . (_ (_ left: [
      (_ target: (identifier) @name (arguments) @params)
      (identifier) @name @params
    ] operator: "::")))
  (#any-of? @_def "type" "typep" "opaque")
  (#prefix! "@type ")) @definition.type

; Setting one looks like a call, so that its definition also keeps the reference away. Not the language's own, which
; are no constants.
(unary_operator
  operator: "@"
  operand: (_ target: (identifier) @name (arguments))
  (#not-eq? @name "moduledoc") (#not-eq? @name "doc") (#not-eq? @name "typedoc") (#not-eq? @name "spec")
  (#not-eq? @name "type") (#not-eq? @name "typep") (#not-eq? @name "opaque") (#not-eq? @name "callback")
  (#not-eq? @name "macrocallback") (#not-eq? @name "optional_callbacks") (#not-eq? @name "behaviour")
  (#not-eq? @name "impl") (#not-eq? @name "derive") (#not-eq? @name "enforce_keys")
  (#not-eq? @name "external_resource") (#not-eq? @name "tag") (#not-eq? @name "moduletag")
  (#not-eq? @name "describetag") (#not-eq? @name "before_compile") (#not-eq? @name "after_compile")
  (#not-eq? @name "on_load") (#not-eq? @name "on_definition") (#not-eq? @name "dialyzer")
  (#not-eq? @name "deprecated") (#not-eq? @name "compile")
  (#prefix! "@")) @definition.constant

; --- calls ---------------------------------------------------------------------------------------------------------

; `&f/1` and `&M.f/1` name a function by its arity.
(unary_operator
  operator: "&"
  operand: (_
    left: [
      (identifier) @name
      (_ target: (_ left: [(alias) (atom)] @qualifier right: (identifier) @name))
      (_ target: (_ left: (identifier) @receiver right: (identifier) @name))
    ]
    operator: "/"
    right: (integer) @arity)) @reference.call

; Local calls, less the words that define, direct or control, and the attributes above; a head is a call as well, and
; its definition at the same name drops it. Remote calls; a module is a path, of which an atom is an Erlang module's; on
; anything else only the parentheses tell a call from a map's field. A `do` block is one argument more.
(call
  target: [
    (identifier) @name @_local
    (_ left: [(alias) (atom)] @qualifier right: [(identifier) (operator_identifier)] @name)
    (_
      left: [(identifier) (call) (dot) (access_call) (map) (unary_operator) (block)] @receiver
      right: (identifier) @name)
  ]
  (arguments) @args
  (do_block)? @pipe
  (#not-eq? @_local "def") (#not-eq? @_local "defp") (#not-eq? @_local "defmacro") (#not-eq? @_local "defmacrop")
  (#not-eq? @_local "defguard") (#not-eq? @_local "defguardp") (#not-eq? @_local "defdelegate")
  (#not-eq? @_local "defmodule") (#not-eq? @_local "defprotocol") (#not-eq? @_local "defimpl")
  (#not-eq? @_local "defoverridable") (#not-eq? @_local "alias") (#not-eq? @_local "import") (#not-eq? @_local "require")
  (#not-eq? @_local "use") (#not-eq? @_local "case") (#not-eq? @_local "for") (#not-eq? @_local "with") (#not-eq? @_local "if")
  (#not-eq? @_local "unless") (#not-eq? @_local "quote") (#not-eq? @_local "unquote") (#not-eq? @_local "unquote_splicing")
  (#not-eq? @_local "try") (#not-eq? @_local "cond") (#not-eq? @_local "receive")
  (#not-eq? @_local "optional_callbacks") (#not-eq? @_local "behaviour")
  (#not-eq? @_local "impl") (#not-eq? @_local "derive") (#not-eq? @_local "enforce_keys")
  (#not-eq? @_local "external_resource") (#not-eq? @_local "tag") (#not-eq? @_local "moduletag")
  (#not-eq? @_local "describetag") (#not-eq? @_local "before_compile") (#not-eq? @_local "after_compile")
  (#not-eq? @_local "on_load") (#not-eq? @_local "on_definition") (#not-eq? @_local "dialyzer")
  (#not-eq? @_local "deprecated") (#not-eq? @_local "compile")) @reference.call

; `setup do ... end`
(call
  target: (identifier) @name @args
  . (do_block) @pipe
  (#not-eq? @name "case") (#not-eq? @name "cond") (#not-eq? @name "receive") (#not-eq? @name "try")
  (#not-eq? @name "quote") (#not-eq? @name "if") (#not-eq? @name "unless")) @reference.call

; Without arguments `M.f` is a call as well.
(dot left: [(alias) (atom)] @qualifier right: (identifier) @name @args) @reference.call

; `defdelegate f(x), to: M, as: :g` calls `M.g`. Without `as:` the called name is written once, as the definition: the
; module stands for it.
(_
  . [(_ (arguments) @args) (identifier) @args]
  . (keywords
    . (_ key: (keyword) @_to value: (alias) @qualifier)
    . (_ key: (keyword) @_as value: (atom) @name))
  (#any-of? @_to "to: " "to:")
  (#any-of? @_as "as: " "as:")) @reference.call
(call
  target: (identifier) @_delegate
  . (_ . (_) . (keywords . (_ key: (keyword) @_to value: (alias) @name) .))
  (#eq? @_delegate "defdelegate")
  (#any-of? @_to "to: " "to:")) @reference.class

; `x |> f`, `x |> f()`, `x |> M.f`: what is piped in is one argument more.
(binary_operator
  operator: "|>" @pipe
  right: [
    (identifier) @name @args
    (_ target: (identifier) @name)
    (_ target: (_ right: (identifier) @name))
  ]
  (#not-eq? @name "case") (#not-eq? @name "if") (#not-eq? @name "unless")) @reference.call

; `%A{}` constructs A.
(struct (alias) @name) @reference.class

; --- bases ---------------------------------------------------------------------------------------------------------

; A behaviour, and the protocols that a struct derives.
(unary_operator
  operator: "@"
  operand: (_
    target: (identifier) @_def
    . (_ . [
      (alias) @name
      (tuple . (alias) @name)
      (list [(alias) @name (tuple . (alias) @name)])
    ]))
  (#any-of? @_def "behaviour" "derive")) @reference.extends

; The type that implements a protocol is the qualifier, since an implementation is no symbol.
(call
  target: (identifier) @_def
  . (_
    . (alias) @name
    . (keywords (_ value: [(alias) @qualifier (identifier) @qualifier (list . (alias) @qualifier)]))?)
  (#eq? @_def "defimpl")) @reference.extends

; --- imports -------------------------------------------------------------------------------------------------------

; In turn: `alias A.{B, C}`; `alias A.B`; `use A` and `require A`, which give A no shorter name (`system`); `use A, option`;
; `alias A.B, as: C`; `import A`, which brings in everything, as do `import A, only: :sigils`, `:functions` (`system`), `:macros`
; (everything but those: `except`), and `except:`; `import A, only: [f: 1]`, whose name is the pair, since it says the arity;
; and what `except: [f: 1]` leaves out.
; (No part of a branch may be optional: branches that begin alike would lose matches.)
(call . [
  ((identifier) @_group . (_ . (dot left: (_) @import.source right: (_ (alias) @import.name))))
  ((identifier) @_groups @import.system . (_ . (dot left: (_) @import.source right: (_ (alias) @import.name))))
  ((identifier) @_starred @import.star . (_ . (dot left: (_) @import.source right: (_ (alias) @import.name))))
  ((identifier) @_alias . (_ . [(alias) (identifier) (_ left: (identifier) right: (alias))] @import.source .))
  ((identifier) @_need @import.system . (_ . [(alias) (identifier) (_ left: (identifier) right: (alias))] @import.source .))
  ((identifier) @_use @import.system . (_ . [(alias) (_ left: (identifier) right: (alias))] @import.source . (_)))
  ((identifier) @_as . (_
    . [(alias) (identifier) (_ left: (identifier) right: (alias))] @import.source
    . (keywords (_ value: (alias) @import.alias))))
  ((identifier) @_star @import.star . (_ . [(alias) (_ left: (identifier) right: (alias))] @import.source .))
  ((identifier) @_all . (_
    . [(alias) (_ left: (identifier) right: (alias))] @import.source
    . (keywords . (_ key: (keyword) @_sort value: (atom) @import.star @_other))))
  ((identifier) @_all . (_
    . [(alias) (_ left: (identifier) right: (alias))] @import.source
    . (keywords . (_ key: (keyword) @_sort value: (atom) @import.star @import.system @_functions))))
  ((identifier) @_all . (_
    . [(alias) (_ left: (identifier) right: (alias))] @import.source
    . (keywords . (_ key: (keyword) @_sort value: (atom) @import.star @import.except @_macros))))
  ((identifier) @_but . (_
    . [(alias) (_ left: (identifier) right: (alias))] @import.source
    . (keywords (_ key: (keyword) @import.star @_except))))
  ((identifier) @_some . (_
    . [(alias) (_ left: (identifier) right: (alias))] @import.source
    . (keywords (_ key: (keyword) @_only value: (list (keywords (pair) @import.name))))))
  ((identifier) @_not . (_
    . [(alias) (_ left: (identifier) right: (alias))] @import.source
    . (keywords (_ key: (keyword) @_without value: (list "[" @import.except (keywords (pair) @import.name))))))
]
  (#eq? @_group "alias")
  (#any-of? @_groups "require" "use")
  (#eq? @_starred "import")
  (#eq? @_alias "alias")
  (#any-of? @_need "require" "use")
  (#eq? @_use "use")
  (#any-of? @_as "alias" "require")
  (#eq? @_star "import")
  (#eq? @_all "import")
  (#any-of? @_sort "only: " "only:")
  (#not-eq? @_other ":functions") (#not-eq? @_other ":macros")
  (#eq? @_functions ":functions")
  (#eq? @_macros ":macros")
  (#eq? @_but "import")
  (#any-of? @_except "except: " "except:")
  (#eq? @_some "import")
  (#any-of? @_only "only: " "only:")
  (#eq? @_not "import")
  (#any-of? @_without "except: " "except:")) @import
