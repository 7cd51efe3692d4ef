; Elixir
;
; Everything is a call to this grammar: definitions, directives and control flow are told apart by the called word.
; Names keep their dots (`plain_names`): the alias `A.B` is one node and the module's whole name.
; Known limit: the heads and types in `@spec` and `@type` look like calls, and a pattern cannot ask for what is not
; around a node.

; --- modules, protocols, implementations, structs ---------------------------

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

; --- functions, macros, guards, delegates -----------------------------------

; Heads: `f(x)`, `f`, operators, and each of them with a guard. `def unquote(name)` has no name to be read.
(call
  target: (identifier) @_def
  . (_ . [
    (_ target: (identifier) @name (arguments) @params)
    (identifier) @name
    (_ operator: _ @name operand: (_))
    (_ operator: _ @name right: (_))
    (_
      left: [
        (_ target: (identifier) @name (arguments) @params)
        (identifier) @name
        (_ operator: _ @name operand: (_))
        (_ operator: _ @name right: (_))
      ]
      operator: "when")
  ] . (keywords)? @body)
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop")
  (#not-eq? @name "when") (#not-eq? @name "unquote")) @definition.function

; A guard's condition is its body.
(call
  target: (identifier) @_def
  . (_ . (_ left: (_ target: (identifier) @name (arguments) @params) operator: "when" @body))
  (#any-of? @_def "defguard" "defguardp")) @definition.macro

(call
  target: (identifier) @_def
  . (_ . [(_ target: (identifier) @name (arguments) @params) (identifier) @name] (keywords) @body)
  (#eq? @_def "defdelegate")) @definition.function

; A callback is what a behaviour asks its modules to define.
(unary_operator
  operator: "@"
  operand: (_
    target: (identifier) @_def
    . (_ (_ left: (_ target: (identifier) @name (arguments) @params) operator: "::")))
  (#any-of? @_def "callback" "macrocallback")) @definition.function

; ExUnit: a test is named by its literal.
(call
  target: (identifier) @_def
  . (_ . (string . (quoted_content) @name .))
  (do_block) @body
  (#eq? @_def "test")) @definition.function

; --- module attributes ------------------------------------------------------

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
  (#not-eq? @name "deprecated")) @definition.constant

; --- calls ------------------------------------------------------------------

; Local calls, less the words that define, direct or control, and the attributes above. A head is a call as well, and
; its definition at the same name drops it.
(call
  target: (identifier) @name
  (arguments) @args
  (#not-eq? @name "def") (#not-eq? @name "defp") (#not-eq? @name "defmacro") (#not-eq? @name "defmacrop")
  (#not-eq? @name "defguard") (#not-eq? @name "defguardp") (#not-eq? @name "defdelegate")
  (#not-eq? @name "defmodule") (#not-eq? @name "defprotocol") (#not-eq? @name "defimpl")
  (#not-eq? @name "defoverridable") (#not-eq? @name "alias") (#not-eq? @name "import") (#not-eq? @name "require")
  (#not-eq? @name "use") (#not-eq? @name "case") (#not-eq? @name "for") (#not-eq? @name "with") (#not-eq? @name "if")
  (#not-eq? @name "unless") (#not-eq? @name "quote") (#not-eq? @name "unquote") (#not-eq? @name "unquote_splicing")
  (#not-eq? @name "moduledoc") (#not-eq? @name "doc") (#not-eq? @name "typedoc") (#not-eq? @name "spec")
  (#not-eq? @name "type") (#not-eq? @name "typep") (#not-eq? @name "opaque") (#not-eq? @name "callback")
  (#not-eq? @name "macrocallback") (#not-eq? @name "optional_callbacks") (#not-eq? @name "behaviour")
  (#not-eq? @name "impl") (#not-eq? @name "derive") (#not-eq? @name "enforce_keys")
  (#not-eq? @name "external_resource") (#not-eq? @name "tag") (#not-eq? @name "moduletag")
  (#not-eq? @name "describetag") (#not-eq? @name "before_compile") (#not-eq? @name "after_compile")
  (#not-eq? @name "on_load") (#not-eq? @name "on_definition") (#not-eq? @name "dialyzer")
  (#not-eq? @name "deprecated")) @reference.call

; `setup do ... end`
(call
  target: (identifier) @name
  . (do_block)
  (#not-eq? @name "cond") (#not-eq? @name "receive") (#not-eq? @name "try") (#not-eq? @name "quote")) @reference.call

; Remote calls; without arguments `M.f` is one too, and so is the `M.f` of a capture `&M.f/1`. A module is a path, of
; which an atom is an Erlang module's. On anything else only the parentheses tell a call from a map's field.
(call
  target: (_ left: [(alias) (atom)] @qualifier right: [(identifier) (operator_identifier)] @name)
  (arguments)? @args) @reference.call
(call
  target: (_
    left: [(identifier) (call) (dot) (access_call) (map) (unary_operator) (block)] @receiver
    right: (identifier) @name)
  (arguments) @args) @reference.call

; `x |> f`, `&f/1`
(binary_operator operator: "|>" right: (identifier) @name) @reference.call
(unary_operator
  operator: "&"
  operand: (_ left: (identifier) @name operator: "/" right: (integer))) @reference.call

; `%A{}` constructs A.
(struct (alias) @name) @reference.class

; --- bases ------------------------------------------------------------------

(unary_operator
  operator: "@"
  operand: (_ target: (identifier) @_def . (_ (alias) @name))
  (#eq? @_def "behaviour")) @reference.extends

; The type that implements a protocol is the qualifier, since an implementation is no symbol.
(call
  target: (identifier) @_def
  . (_ . (alias) @name . (keywords (_ value: [(alias) @qualifier (list . (alias) @qualifier)]))?)
  (#eq? @_def "defimpl")) @reference.extends

; --- imports ----------------------------------------------------------------

(call
  target: (identifier) @_def
  . (_
    . [(alias) (_ left: (identifier) right: (alias))] @import.source
    . (keywords (_ value: (alias) @import.alias))? .)
  (#any-of? @_def "alias" "require")) @import
(call
  target: (identifier) @_def
  . (_ . (_ left: (_) @import.source right: (_ (alias) @import.name)))
  (#any-of? @_def "alias" "require" "import" "use")) @import

; Without `only:` or `except:` everything comes in.
(call
  target: (identifier) @_def
  . (_ . [(alias) (_ left: (identifier) right: (alias))] @import.source)
  (#eq? @_def "use")) @import
(call
  target: (identifier) @import.star
  . (_ . [(alias) (_ left: (identifier) right: (alias))] @import.source .)
  (#eq? @import.star "import")) @import
(call
  target: (identifier) @_def
  . (_ . [(alias) (_ left: (identifier) right: (alias))] @import.source . (keywords))
  (#eq? @_def "import")) @import
