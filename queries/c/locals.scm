; Reads, writes, local names and doc text of what C, C++, Objective-C and CUDA share. Every identifier is a read until
; something else claims its byte; types, labels and the names of fields have node types of their own. `a[i] = x` and
; `*p = x` read a and p: they write what those point to. What has a name and no argument is a path, `A::b` in C++.

; --- Reads and writes --------------------------------------------------------------------------------------------
(identifier) @name @reference.read
(field_expression argument: (_) @receiver field: (field_identifier) @name) @reference.read
(assignment_expression left: [
  (identifier) @name
  (_ !argument name: (_)) @name
  (_ argument: (_) @receiver field: (_) @name)
]) @reference.write
(update_expression argument: [
  (identifier) @name
  (_ !argument name: (_)) @name
  (_ argument: (_) @receiver field: (_) @name)
]) @reference.write
(gnu_asm_output_operand value: (identifier) @name) @reference.write

; --- Local names -------------------------------------------------------------------------------------------------
; Declarations themselves are in tags.scm.
(init_declarator declarator: (identifier) @local)
(pointer_declarator declarator: (_ !declarator) @local)
(array_declarator declarator: (_ !declarator) @local)
(parameter_list (_ declarator: (identifier) @local))
(for_statement) @scope.local

; --- Places that are neither -------------------------------------------------------------------------------------
; Attributes are the compiler's words: a function of the same name has nothing to do with them.
(attribute_specifier) @skip
(ms_declspec_modifier) @skip
(attribute [prefix: (_) name: (_)] @skip.read)
(preproc_params) @skip.read
(ERROR (identifier) @skip.read)
(gnu_asm_output_operand symbol: (_) @skip.read)
(gnu_asm_input_operand symbol: (_) @skip.read)
(gnu_asm_goto_list) @skip.read

; --- Parameters --------------------------------------------------------------------------------------------------
; `f(void)` has none. (In `f(int (*g)(void))`, g's list is no part of the definition's.)
((function_declarator
    declarator: [(identifier) (field_identifier) (parenthesized_declarator (identifier)) (_ name: (_))]
    parameters: (_ . (_ . (primitive_type) @_void .) @param.none .))
  (#eq? @_void "void"))

; --- Doc text ----------------------------------------------------------------------------------------------------
(comment) @comment
