; GDScript: reads, writes, local names, bindings, doc text.

; --- reads and writes ----------------------------------------------------------------------------------------------

(identifier) @name @reference.read

; A chain `a.b.c` is one flat node: its first link and what follows a call or an index have a receiver of their own (`b()` of
; `a.b().c`), for others the whole stands for it.
(attribute . (_) @receiver . (identifier) @name) @reference.read
(attribute [(attribute_call) (attribute_subscript)] @receiver . (identifier) @name @reference.read)
(attribute . (_) @receiver . (attribute_subscript . (identifier) @name)) @reference.read
(attribute . (_) . (_) (identifier) @name @reference.read) @receiver
(attribute . (_) . (_) (attribute_subscript . (identifier) @name @reference.read)) @receiver

; `a[i] = b` reads `a`: the name keeps its value.
(assignment left: (identifier) @name) @reference.write
(assignment left: (attribute . (_) @receiver . (identifier) @name .)) @reference.write
(assignment left: (attribute [(attribute_call) (attribute_subscript)] @receiver . (identifier) @name .)) @reference.write
(assignment left: (attribute . (_) . (_) (identifier) @name .) @receiver) @reference.write
(augmented_assignment left: (identifier) @name) @reference.write
(augmented_assignment left: (attribute . (_) @receiver . (identifier) @name .)) @reference.write
(augmented_assignment left: (attribute [(attribute_call) (attribute_subscript)] @receiver . (identifier) @name .)) @reference.write
(augmented_assignment left: (attribute . (_) . (_) (identifier) @name .) @receiver) @reference.write

; --- local names ---------------------------------------------------------------------------------------------------

(variable_statement name: (name) @local)
(const_statement name: (name) @local)
(for_statement left: (identifier) @local)
(pattern_binding (identifier) @local)
(parameters (identifier) @local)
(typed_parameter . (identifier) @local)
(default_parameter . (identifier) @local)
(typed_default_parameter . (identifier) @local)
(variadic_parameter (identifier) @local)

; The parameter of a setter lives in the setter, which is no symbol of its own. Every block has names of its own.
(get_body) @scope.local
(set_body) @scope.local
(body) @scope.local
(for_statement) @scope.local
(pattern_section) @scope.local

; --- places that are neither ---------------------------------------------------------------------------------------

(type) @skip.read
(export_variable_statement (arguments) @skip.read)
((pattern_section . (identifier) @skip.read @_any) (#eq? @_any "_"))

; --- bindings ------------------------------------------------------------------------------------------------------

(variable_statement name: (name) @name type: (type) @binding.type) @binding
(const_statement name: (name) @name type: (type) @binding.type) @binding
(export_variable_statement name: (name) @name type: (type) @binding.type) @binding
(onready_variable_statement name: (name) @name type: (type) @binding.type) @binding
(for_statement left: (identifier) @name type: (type) @binding.type) @binding
(for_statement left: (identifier) @name !type right: (_) @binding.value) @binding.item
(typed_parameter . (identifier) @name type: (type) @binding.type) @binding.param
(typed_default_parameter . (identifier) @name type: (type) @binding.type) @binding.param
(function_definition return_type: (type) @binding.type) @binding.return

; A variable has what it is given, `x as Thing` is one. A written type says more: only `var x =` and `var x :=` are read.
(variable_statement name: (name) @name . type: (inferred_type)? . value: (_) @binding.value) @binding
(variable_statement
  name: (name) @name . type: (inferred_type)? .
  value: (binary_operator op: "as" right: (_) @binding.type)) @binding

; Variables of a class are fields of its objects; a file is a class.
(class_body (variable_statement name: (name) @name type: (type) @binding.type) @binding.field)
(source (variable_statement name: (name) @name type: (type) @binding.type) @binding.field)
(class_body
  (variable_statement name: (name) @name . type: (inferred_type)? . value: (_) @binding.value) @binding.field)
(source (variable_statement name: (name) @name . type: (inferred_type)? . value: (_) @binding.value) @binding.field)
(function_definition !return_type body: (_ (return_statement (_) @binding.value))) @binding.return

; --- doc text ------------------------------------------------------------------------------------------------------

(comment) @comment
(annotation) @attribute
