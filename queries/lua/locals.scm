; Lua: reads, writes, local names, bindings, doc text.
;
; A `local` at the top of a file is local to the file: no symbol, and its declaration writes nothing that others see.

; --- reads and writes -------------------------------------------------------

(identifier) @name @reference.read
(dot_index_expression table: (_) @receiver field: (identifier) @name) @reference.read

; What `local` declares is taken back below. `t[k] = v` and `t["k"] = v` read t: no name is written.
(assignment_statement (variable_list name: (identifier) @name @reference.write))
(assignment_statement
  (variable_list name: (dot_index_expression table: (_) @receiver field: (identifier) @name) @reference.write))

; --- local names ------------------------------------------------------------

(variable_declaration (variable_list name: (identifier) @local))
(variable_declaration (assignment_statement (variable_list name: (identifier) @local)))
(for_numeric_clause name: (identifier) @local)
(for_generic_clause (variable_list name: (identifier) @local))
(parameters name: (identifier) @local)

; Every block has names of its own; `until` sees those of its loop.
(do_statement) @scope.local
(while_statement) @scope.local
(repeat_statement) @scope.local
(for_statement) @scope.local
(if_statement) @scope.local

; --- places that are neither ------------------------------------------------

; `function M.sub.f`, `<const>`, labels, and the keys of a table: `{ key = value }`. (The grammar has the same node for the
; variable in `{ [key] = value }`, whose read is lost.)
(function_declaration name: (_) @skip.read)
(attribute) @skip.read
(goto_statement) @skip.read
(label_statement) @skip.read
(field name: (identifier) @skip.read)

; --- bindings ---------------------------------------------------------------

; Lua has no types. By convention `Class.new()`, `Class:new()` and `setmetatable({}, Class)` make a Class.
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_call
    name: (dot_index_expression table: (_) @binding.type field: (identifier) @_new)))
  (#eq? @_new "new")) @binding
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_call
    name: (method_index_expression table: (_) @binding.type method: (identifier) @_new)))
  (#eq? @_new "new")) @binding
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_call
    name: (identifier) @_make
    arguments: (arguments (_) . (identifier) @binding.type .)))
  (#eq? @_make "setmetatable")) @binding
(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @receiver field: (identifier) @name))
  (expression_list . value: (function_call
    name: (_ table: (_) @binding.type [field: (identifier) @_new method: (identifier) @_new])))
  (#eq? @_new "new")) @binding.field

; Else a name has what it is given, at the same place of the list.
(assignment_statement (variable_list) @name (expression_list) @binding.value) @binding

; What a file gives to those that require it (with the word, so that the name stays a read), and what a function gives or
; makes: `return M`, `return setmetatable(o, M)`.
(chunk (return_statement (expression_list . (identifier) .)) @binding.type @binding.return)
(return_statement (expression_list . (_) @binding.value .)) @binding.return
(return_statement
  (expression_list
    . (function_call
      name: (identifier) @_make
      arguments: (arguments (_) . (identifier) @binding.type .)) .)
  (#eq? @_make "setmetatable")) @binding.return

; --- doc text ---------------------------------------------------------------

(comment) @comment
