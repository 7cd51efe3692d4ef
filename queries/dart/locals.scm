; Dart: reads, writes, local names, bindings, doc text.
;
; Types have node types of their own, so an identifier is a value unless something claims its byte.

; --- Reads and writes ------------------------------------------------------------------------------------------------

(identifier) @name @reference.read
(identifier_dollar_escaped) @name @reference.read

; (Reads of `a.b` stand with the calls in tags.scm.)
(cascade_section [".." "?.."] @receiver . (cascade_selector (identifier) @name)) @reference.read
(qualified (type_identifier) @receiver . (identifier) @name) @reference.read    ; A.b in a pattern

; Assigned, or counted up or down.
(assignable_expression . (identifier) @name .) @reference.write
(assignable_expression (_) @receiver . (_ (identifier) @name) .) @reference.write
(cascade_section [".." "?.."] @receiver . (cascade_selector (identifier) @name) . "=") @reference.write
(cascade_section (cascade_selector) @receiver . (_ (identifier) @name) . "=") @reference.write
(pattern_assignment (_ (constant_pattern (identifier) @name @reference.write)))
(for_statement "for" . (_ . "(" . (identifier) @name . "in")) @reference.write

; Constructors write fields: `A(this.x) : y = 1`.
(constructor_param (this) @receiver (identifier) @name) @reference.write
(field_initializer . (this)? @receiver . (identifier) @name) @reference.write

; --- Local names -----------------------------------------------------------------------------------------------------

(block) @scope.local
(for_statement) @scope.local
(for_element) @scope.local
(if_statement) @scope.local
(try_statement) @scope.local
(switch_statement_case) @scope.local
(switch_expression_case) @scope.local

(local_variable_declaration (_ [
  name: (identifier) @local
  (initialized_identifier . (identifier) @local)
]))
(formal_parameter (identifier) @local)
(super_formal_parameter (identifier) @local)
(for_statement "for" . (_ name: (identifier) @local))
(for_element "for" . (_ name: (identifier) @local))
(catch_parameters (identifier) @local)
(variable_pattern (identifier) @local)
(local_variable_declaration (_ (_ (constant_pattern (identifier) @local))))

; --- Places that are neither -----------------------------------------------------------------------------------------

(label) @skip.read
(ERROR . (identifier) @skip.read . ":" .)               ; a label in front of a statement
(function_type) @skip.read
(record_type) @skip.read
(symbol_literal) @skip.read
(break_statement (identifier) @skip.read)
(continue_statement (identifier) @skip.read)
((identifier) @skip.read (#eq? @skip.read "_"))

; The class's name before that of a named constructor.
(constructor_signature . name: (identifier) @skip.read . ".")
(constant_constructor_signature (identifier) @skip.read . ".")
(factory_constructor_signature (identifier) @skip.read . ".")
(redirecting_factory_constructor_signature (identifier) @skip.read . ".")

; --- Bindings --------------------------------------------------------------------------------------------------------

; A type's arguments are its siblings: the type is the name before them.
(local_variable_declaration (_
  (type_identifier) @binding.type . (type_arguments)? . (nullable_type)? . name: (identifier) @name) @binding)
(declaration
  (type_identifier) @binding.type . (type_arguments)? . (nullable_type)?
  . (_ (_ . (identifier) @name) @binding.field))
(formal_parameter_list (_
  (type_identifier) @binding.type . (type_arguments)? . (nullable_type)? . name: (identifier) @name) @binding.param)
(optional_formal_parameters (_
  (type_identifier) @binding.type . (type_arguments)? . (nullable_type)? . name: (identifier) @name) @binding.param)
(for_statement "for" . (_ (type_identifier) @binding.type . (type_arguments)? . name: (identifier) @name)) @binding
(variable_pattern (type_identifier) @binding.type . (identifier) @name) @binding
(try_statement (type_identifier) @binding.type . (catch_clause (_ . (identifier) @name)) @binding)
(function_signature . (type_identifier) @binding.type) @binding.return
(getter_signature . (type_identifier) @binding.type) @binding.return
(operator_signature . (type_identifier) @binding.type) @binding.return
; A constructor gives its class; what an extension is of.
(constructor_signature . name: (identifier) @binding.type) @binding.return
(factory_constructor_signature . (identifier) @binding.type) @binding.return
(constant_constructor_signature . (identifier) @binding.type) @binding.return
(redirecting_factory_constructor_signature . (identifier) @binding.type) @binding.return
(extension_declaration name: (identifier) @name class: (type_identifier) @binding.type) @binding.alias
(program
  (type_identifier) @binding.type . (type_arguments)? . (nullable_type)?
  . (_ (_ . (identifier) @name) @binding))

; var x = Foo(), final x = make(): without a type, the callee says it.
(local_variable_declaration (_
  [(inferred_type) (final_builtin)]
  . name: (identifier) @name
  . (identifier) @binding.call
  . (selector (argument_part)) .) @binding)
(declaration
  [(inferred_type) (final_builtin)]
  . (_ (_ . (identifier) @name . (identifier) @binding.call . (selector (argument_part)) .) @binding.field))
(program
  [(inferred_type) (final_builtin)]
  . (_ (_ . (identifier) @name . (identifier) @binding.call . (selector (argument_part)) .) @binding))

; --- Doc text --------------------------------------------------------------------------------------------------------

(comment) @comment
(documentation_comment) @comment
