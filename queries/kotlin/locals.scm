; Kotlin: reads, writes, local names, bindings, doc text.
;
; Types have node types of their own, so a simple identifier is a value unless something claims its byte.

; --- Reads and writes ------------------------------------------------------------------------------------------------

(simple_identifier) @name @reference.read
(interpolated_identifier) @name @reference.read
(navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name)) @reference.read

; A::m reads m of A. (`a::m` with a value before the colons is a navigation as above, or looks like this.)
(callable_reference . (type_identifier) @receiver (simple_identifier) @name) @reference.read

; a = 1, a.b = 1, a.b.c += 1: what is assigned is the last link; its receiver is the link before.
(assignment . (directly_assignable_expression . (simple_identifier) @name .)) @reference.write
(directly_assignable_expression (_) @receiver . (navigation_suffix (simple_identifier) @name) .) @reference.write
(directly_assignable_expression . (_) @receiver . (navigation_suffix (simple_identifier) @name)) @reference.read
(postfix_expression
  [
    (simple_identifier) @name
    (_ . (_) @receiver (navigation_suffix (simple_identifier) @name))
  ]
  ["++" "--"]) @reference.write
(prefix_expression
  ["++" "--"]
  [
    (simple_identifier) @name
    (_ . (_) @receiver (navigation_suffix (simple_identifier) @name))
  ]) @reference.write

; --- Local names -----------------------------------------------------------------------------------------------------

; In classes and files it says nothing: those are properties.
(variable_declaration (simple_identifier) @local)
(parameter . (simple_identifier) @local)
(parameter_with_optional_type . (simple_identifier) @local)
(catch_block (simple_identifier) @local)

(statements) @scope.local
(for_statement) @scope.local
(when_expression) @scope.local
(catch_block) @scope.local
(getter) @scope.local
(setter) @scope.local

; What an accessor calls its property's value has a name without a declaration. No pattern can reach into any depth, but
; a use that is found near the top of the body declares the name for all of the block that it stands in.
(getter (_ (simple_identifier) @local) @_parent (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(getter (_ (_ (simple_identifier) @local) @_parent) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(getter (_ (_ (_ (simple_identifier) @local) @_parent)) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(getter (_ (_ (_ (_ (simple_identifier) @local) @_parent))) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(getter (_ (_ (_ (_ (_ (simple_identifier) @local) @_parent)))) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(setter (_ (_ (_ (simple_identifier) @local) @_parent)) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(setter (_ (_ (_ (_ (simple_identifier) @local) @_parent))) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(setter (_ (_ (_ (_ (_ (simple_identifier) @local) @_parent)))) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(setter (_ (_ (_ (_ (_ (_ (simple_identifier) @local) @_parent))))) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(setter (_ (_ (_ (_ (_ (_ (_ (simple_identifier) @local) @_parent)))))) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))
(setter (_ (_ (_ (_ (_ (_ (_ (_ (simple_identifier) @local) @_parent))))))) (#eq? @local "field") (#not-eq? @_parent ".field") (#not-eq? @_parent "?.field"))

; --- Places that are neither -----------------------------------------------------------------------------------------

((simple_identifier) @skip.read (#eq? @skip.read "it"))         ; the parameter of a lambda that declares none

(value_argument . (simple_identifier) @skip.read . "=")
(class_parameter (simple_identifier) @skip.read . ":")

; --- Bindings --------------------------------------------------------------------------------------------------------

; A `val` or `var` among the parameters of a class is a property. A parameter with modifiers in front has no binding: with
; `vararg` it is an array of the type.
(class_parameter . (simple_identifier) @name . ":" . (_) @binding.type) @binding.param
(class_parameter (binding_pattern_kind) . (simple_identifier) @name . ":" . (_) @binding.type) @binding.field
(function_value_parameters
  ["(" ","] . (parameter . (simple_identifier) @name . ":" . (_) @binding.type) @binding.param)
(function_declaration (function_value_parameters) . ":" . (_) @binding.type) @binding.return
(catch_block (simple_identifier) @name . ":" . (_) @binding.type) @binding

; The property's node is a wildcard for the reason that tags.scm gives; its `val` or `var` tells it from a loop.
(class_body (_
  (binding_pattern_kind)
  (variable_declaration (simple_identifier) @name . ":" . (_) @binding.type)) @binding.field)
(statements (_
  (binding_pattern_kind)
  (variable_declaration (simple_identifier) @name . ":" . (_) @binding.type)) @binding)
(source_file (_
  (binding_pattern_kind)
  (variable_declaration (simple_identifier) @name . ":" . (_) @binding.type)) @binding)

; val x = Foo(), val x = m.make(): without a type, the callee says it.
(class_body (_
  (binding_pattern_kind)
  (variable_declaration (simple_identifier) @name .)
  (call_expression . [(simple_identifier) (navigation_expression)] @binding.call)) @binding.field)
(statements (_
  (binding_pattern_kind)
  (variable_declaration (simple_identifier) @name .)
  (call_expression . [(simple_identifier) (navigation_expression)] @binding.call)) @binding)
(source_file (_
  (binding_pattern_kind)
  (variable_declaration (simple_identifier) @name .)
  (call_expression . [(simple_identifier) (navigation_expression)] @binding.call)) @binding)

; <T : A>, typealias B = A
(type_parameter (type_identifier) @name (_) @binding.type) @binding.bound
(type_alias (type_identifier) @name (_) @binding.type .) @binding.alias

; --- Doc text --------------------------------------------------------------------------------------------------------

(line_comment) @comment
(multiline_comment) @comment
