; Bash and its relatives. A command word is a call wherever it stands: alone, in a pipeline, a condition, a
; substitution. Variables are no symbols. Its arguments are what stands behind its name; with an expansion among or in them
; their number is not known, since one may be any number of words.

; --- functions: `f() { }`, `function f { }`, with any compound command as the body ---------------------------------

(function_definition name: (word) @name) @definition.function

; --- calls ---------------------------------------------------------------------------------------------------------

((command name: (command_name (word) @name)) @args @reference.call (#not-eq? @name "."))

; Builtins that run the function their first word names; `trap - INT` names none.
(command
  name: (command_name (word) @_runner)
  .
  argument: (word) @name
  (#any-of? @_runner "trap" "time" "eval" "coproc")
  (#not-eq? @name "-")) @reference.call

; --- imports -------------------------------------------------------------------------------------------------------

(command
  name: (command_name (word) @_source)
  .
  argument: (_) @import.source
  (#any-of? @_source "source" ".")) @import
