; Python: reads, writes, local names, bindings, doc text.
;
; Every identifier is a read until something else claims its byte (see CONTRIBUTING): a definition, a call, an import, a
; declared name, a skipped place. Inner nodes are wildcards where their fields say what they are, which is a fifth of the
; time to compile: only an `attribute` has an `object`, only a `call` a `function`.

; --- Reads -----------------------------------------------------------------------------------------------------------

(identifier) @name @reference.read
(attribute object: (_) @receiver attribute: (identifier) @name) @reference.read

; `case Color.RED` compares with a member, `case m.Point()` names a class of a module.
(dotted_name (identifier) @receiver . (identifier) @name .) @reference.read

; --- Writes ----------------------------------------------------------------------------------------------------------

; An assignment declares its targets in a function, and writes a global or an attribute elsewhere. `a[i] = x` reads `a`:
; the name keeps its value. So does `del a[i]`.
(assignment left: (identifier) @name @local) @reference.write
(assignment left: (_ object: (_) @receiver attribute: (_) @name)) @reference.write
(augmented_assignment left: (identifier) @name @local) @reference.write
(augmented_assignment left: (_ object: (_) @receiver attribute: (_) @name)) @reference.write
(named_expression name: (identifier) @name @local) @reference.write
(delete_statement (identifier) @name @local) @reference.write
(delete_statement (_ object: (_) @receiver attribute: (_) @name) @reference.write)
(delete_statement (_ . "(" (identifier) @name @local @reference.write))
(delete_statement (expression_list (identifier) @name @local @reference.write))
(delete_statement (expression_list (_ object: (_) @receiver attribute: (_) @name) @reference.write))

; Targets that are lists: of assignments, loops, comprehensions.
(pattern_list (identifier) @name @local @reference.write)
(pattern_list (_ object: (_) @receiver attribute: (_) @name) @reference.write)
(tuple_pattern (identifier) @name @local @reference.write)
(tuple_pattern (_ object: (_) @receiver attribute: (_) @name) @reference.write)
(list_pattern (identifier) @name @local @reference.write)
(for_statement left: (identifier) @name @local) @reference.write
(for_statement left: (_ object: (_) @receiver attribute: (_) @name)) @reference.write

; `with a as b`, `except E as b`; with a list of targets the grammar sees a tuple.
(as_pattern_target (identifier) @name @local) @reference.write
(as_pattern_target (_ object: (_) @receiver attribute: (_) @name)) @reference.write
(as_pattern_target (_ . "(" (identifier) @name @local @reference.write))

; --- Local names -----------------------------------------------------------------------------------------------------

(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(default_parameter name: (identifier) @local)
(typed_parameter (identifier) @local)
(typed_default_parameter name: (identifier) @local)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(for_in_clause left: (identifier) @local)

; Names that a `case` binds: alone, under a keyword, after a star or `as`. The keyword itself is no name of the scope.
(case_pattern (dotted_name . (identifier) @local .))
(keyword_pattern (dotted_name . (identifier) @local .))
(keyword_pattern (identifier) @skip.read)
(splat_pattern (identifier) @local)
(as_pattern (case_pattern) (identifier) @local)

; A `nonlocal` name stays a local: of the function around.
(global_statement (identifier) @global)

(list_comprehension) @scope.local
(set_comprehension) @scope.local
(dictionary_comprehension) @scope.local
(generator_expression) @scope.local

; --- Places that are neither -------------------------------------------------------------------------------------------

(global_statement) @skip.read
(nonlocal_statement) @skip.read
(type) @skip.read
(keyword_argument name: (identifier) @skip.read)

; `class Box(Generic[T])`: the arguments of a base are types.
(class_definition superclasses: (_ (_ subscript: (_) @skip.read)))

; --- Bindings ----------------------------------------------------------------------------------------------------------

(typed_parameter . (identifier) @name type: (type) @binding.type) @binding.param
(typed_default_parameter name: (identifier) @name type: (type) @binding.type) @binding.param
(function_definition return_type: (type) @binding.type) @binding.return
(assignment left: (identifier) @name type: (type) @binding.type) @binding
(assignment
  left: (_ object: (identifier) @receiver attribute: (_) @name)
  type: (type) @binding.type) @binding.field

; x = y, x = Foo(), self.x = m.f, d["k"] = f, a, b = f, g: the engine takes targets and values apart. A written type says
; more.
(assignment left: (_) @name !type right: (_) @binding.value) @binding
(named_expression name: (_) @name value: (_) @binding.value) @binding
(default_parameter name: (identifier) @name value: (_) @binding.value) @binding.param
(with_item (as_pattern . (_) @binding.value alias: (_ (_) @name))) @binding.enter
(for_statement left: (_) @name right: (_) @binding.value) @binding.item
(for_in_clause left: (_) @name right: (_) @binding.value) @binding.item

; What a function gives back, a lambda's body included, and what a generator gives out.
(return_statement (_) @binding.value) @binding.return
(lambda body: (_) @binding.value) @binding.return
((yield (_) @binding.value) @binding.yield (#not-starts? @binding.yield "yield from"))

; What a class body assigns are fields of its objects.
(class_definition body: (_ (assignment left: (identifier) @name type: (type) @binding.type) @binding.field))
(class_definition body: (_ (assignment left: (_) @name !type right: (_) @binding.value) @binding.field))

; isinstance(x, T), isinstance(x, (T, U))
((call function: (identifier) @_isinstance arguments: (_ . (_) @name . (_) @binding.type .)) @binding.narrow
  (#eq? @_isinstance "isinstance"))

; type X = ..., def f[T: Bound]()
(type_alias_statement
  left: (type [(identifier) @name (generic_type . (identifier) @name)])
  right: (type) @binding.type) @binding.alias
(constrained_type . (type) @name . (type) @binding.type) @binding.bound

; An exception handler names the class of what it caught.
(except_clause
  (as_pattern . [(identifier) (attribute)] @binding.type alias: (_ (identifier) @name))) @binding

; --- Doc text ------------------------------------------------------------------------------------------------------------

(comment) @comment
; An f-string and a string of bytes document nothing.
((function_definition body: (_ . (string . (string_start) @_quote) @docstring))
  (#any-of? @_quote
    "\"\"\"" "'''" "\"" "'" "r\"\"\"" "r'''" "r\"" "r'" "R\"\"\"" "R'''" "R\"" "R'"
    "u\"\"\"" "u'''" "u\"" "u'" "U\"\"\"" "U'''" "U\"" "U'"))
((class_definition body: (_ . (string . (string_start) @_quote) @docstring))
  (#any-of? @_quote
    "\"\"\"" "'''" "\"" "'" "r\"\"\"" "r'''" "r\"" "r'" "R\"\"\"" "R'''" "R\"" "R'"
    "u\"\"\"" "u'''" "u\"" "u'" "U\"\"\"" "U'''" "U\"" "U'"))
