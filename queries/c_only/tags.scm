; What only plain C has.

; Definitions and prototypes. A prototype in a block is dropped by the engine.
(function_declarator declarator: (identifier) @name parameters: (_) @params) @definition.function @declarator

; `int (f)(void)`: the parentheses keep a macro of the same name from expanding.
(function_declarator
  declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @params) @definition.function @declarator

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union

; An object-like macro in a source file is often an alias of a function and is then called by its name, so it is
; callable as the function-like ones are.
(preproc_def name: (identifier) @name value: (_) @definition.macro @body) @start
(preproc_def name: (identifier) @name @definition.macro) @start
