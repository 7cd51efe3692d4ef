; Gleam: reads, local names, bindings, doc text. Nothing is assigned twice, so there are no writes.
;
; Types, constructors, labels and `_` have node types of their own, so an identifier is a value or a module's name. Every
; one is a read until something else claims its byte (see CONTRIBUTING).

; --- Reads -----------------------------------------------------------------------------------------------------------

(identifier) @name @reference.read
(field_access record: (_) @receiver field: (label) @name) @reference.read
(record_pattern name: [
  (constructor_name) @name
  (remote_constructor_name module: (identifier) @qualifier name: (constructor_name) @name)
]) @reference.read
; f(name:) is f(name: name)
(argument label: (label) @name !value) @reference.read
(record_update_argument label: (label) @name !value) @reference.read

; --- Local names -----------------------------------------------------------------------------------------------------

(function_parameter name: (identifier) @local)
(let pattern: (identifier) @local)
(let "as" . (identifier) @local)
(let_assert pattern: (identifier) @local)
(let_assert "as" . (identifier) @local)
(use_assignment (identifier) @local)
(case_clause_pattern (identifier) @local)
(case_clause_pattern (binary_expression right: (identifier) @local))
(case_clause_pattern (binary_expression left: (binary_expression right: (identifier) @local)))
(let_assert pattern: (binary_expression right: (identifier) @local))
(tuple_pattern (identifier) @local)
(list_pattern (identifier) @local)
(list_pattern_tail (identifier) @local)
(record_pattern_argument pattern: (identifier) @local)
(record_pattern_argument label: (label) @local !pattern)
(record_pattern_argument "as" . (identifier) @local)
(bit_string_pattern (bit_string_segment value: (identifier) @local))

(block) @scope.local
(case_clause) @scope.local

; --- Places that are none ---------------------------------------------------------------------------------------------

(remote_type_identifier module: (identifier) @skip.read)
(remote_constructor_name module: (identifier) @skip.read)
(attribute) @skip

; --- Bindings ---------------------------------------------------------------------------------------------------------

; A function type and a tuple have no name.
(function_parameter name: (identifier) @name type: (type name: (_)) @binding.type) @binding.param
(function return_type: (type name: (_)) @binding.type) @binding.return
(constant name: (identifier) @name type: (type name: (_)) @binding.type) @binding
(data_constructor_argument label: (label) @name value: (type name: (_)) @binding.type) @binding.field
(let pattern: (identifier) @name type: (type name: (_)) @binding.type) @binding
(use_assignment (identifier) @name type: (type name: (_)) @binding.type) @binding
(let pattern: (identifier) @name !type value: [
  (record name: (_) @binding.call)
  (record_update constructor: (_) @binding.call)
  (function_call function: (identifier) @binding.call)
  (function_call function: (field_access record: (identifier)) @binding.call)
]) @binding

; --- Doc text ---------------------------------------------------------------------------------------------------------

; `////` is about the file.
(comment) @comment
(statement_comment) @comment
(attribute) @attribute
