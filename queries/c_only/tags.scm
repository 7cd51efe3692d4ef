; What plain C and Objective-C have and C++ says otherwise.

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union

; An object-like macro in a source file is often an alias of a function and is then called by its name, so it is
; callable as the function-like ones are.
(preproc_def name: (identifier) @name value: (_) @definition.macro @body) @start
(preproc_def name: (identifier) @name @definition.macro !value) @start

; Prototypes in #elifdef branches.
(preproc_elifdef
  (declaration declarator: [
    (function_declarator declarator: (identifier) @name parameters: (_) @params)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params))
  ]) @definition.function)
