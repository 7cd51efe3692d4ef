; Ruby: reads, writes, local names, bindings, doc text.
;
; A bare word is a read: of a local, which is dropped, or of a method without arguments.

; --- reads ---------------------------------------------------------------------------------------------------------

(identifier) @name @reference.read
(constant) @name @reference.read
(scope_resolution scope: (_) @qualifier name: (_) @name) @reference.read
(instance_variable) @name @reference.read
(class_variable) @name @reference.read
(global_variable) @name @reference.read

; { total: } says { total: total }
(pair key: (hash_key_symbol) @name !value) @reference.read

; --- writes, and what type a variable gets -------------------------------------------------------------------------

; `a.b = c` is a write of `b` and no call of it, `a[i] = b` reads `a`. A constant is a field of the module that it stands in.
(assignment . [
  ((identifier) @name @local @reference.write)
  ((constant) @name @reference.write)
  ((instance_variable) @name @reference.write)
  ((class_variable) @name @reference.write)
  ((global_variable) @name @reference.write)
  ((_ receiver: (_) @receiver method: (_) @name) @reference.write)
  ((identifier) @name . (_) @binding.value @binding)
  ((constant) @name . (_) @binding.value @binding.field)
  ((instance_variable) @name . (_) @binding.value @binding.field)
])
(operator_assignment . [
  ((identifier) @name @local @reference.write)
  ((constant) @name @reference.write)
  ((instance_variable) @name @reference.write)
  ((class_variable) @name @reference.write)
  ((global_variable) @name @reference.write)
  ((_ receiver: (_) @receiver method: (_) @name) @reference.write)
  ((identifier) @name right: (_) @binding.value @binding)
  ((instance_variable) @name right: (_) @binding.value @binding.field)
])
(left_assignment_list (identifier) @name @local @reference.write)
(left_assignment_list (instance_variable) @name @reference.write)
(left_assignment_list (_ receiver: (_) @receiver method: (_) @name) @reference.write)
(destructured_left_assignment (identifier) @name @local @reference.write)
(rest_assignment (identifier) @name @local @reference.write)

; What a method gives: its last expression, or what `return` says.
(method body: (_ (_) @binding.value .)) @binding.return
(singleton_method body: (_ (_) @binding.value .)) @binding.return
(return (_ . (_) @binding.value .)) @binding.return

; A parameter may be anything: its name is bound to nothing that is known, so that it is no method.
(method_parameters (identifier) @name @binding.param)
(optional_parameter name: (_) @name) @binding.param
(keyword_parameter name: (_) @name) @binding.param

; A method in `class << self` is one of the type itself: its name is bound to that word.
(singleton_class value: (self) @binding.type body: (_ (method name: (_) @name) @binding))

(rescue
  exceptions: (_ . [(constant) (scope_resolution)] @binding.type .)
  variable: (_ (identifier) @name)) @binding

; --- local names ---------------------------------------------------------------------------------------------------

(method_parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(block_parameters (identifier) @local)
(destructured_parameter (identifier) @local)
(optional_parameter name: (_) @local)
(keyword_parameter name: (_) @local)
(splat_parameter name: (_) @local)
(hash_splat_parameter name: (_) @local)
(block_parameter name: (_) @local)
(for pattern: (identifier) @local)
(exception_variable (identifier) @local)

; `k: 1` may be left out, `k:` may not.
(keyword_parameter value: (_)) @param.none
(keyword_parameter value: (_)) @param.optional

; What patterns bind.
(in_clause pattern: (identifier) @local)
(as_pattern name: (identifier) @local)
(array_pattern (identifier) @local)
(find_pattern (identifier) @local)
(keyword_pattern value: (identifier) @local)
(keyword_pattern key: (hash_key_symbol) @local !value)

; The names of a script and of a class body are seen nowhere else. A lambda's parameters stand before its block.
(program) @scope.local
(class) @scope.local
(module) @scope.local
(singleton_class) @scope.local
(lambda) @scope.local

; --- places that are neither ---------------------------------------------------------------------------------------

(undef) @skip.read
(class name: (scope_resolution) @skip.read)
(module name: (scope_resolution) @skip.read)
(singleton_class value: (_) @skip.read)
(singleton_method object: (_) @skip.read)

; --- doc text ------------------------------------------------------------------------------------------------------

(comment) @comment
