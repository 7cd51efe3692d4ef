; JavaScript: what the TypeScript grammars name otherwise. (See ecma for the rest.)

; --- Definitions -----------------------------------------------------------------------------------------------------

; A class field that holds a function is a method.
(field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function parameters: (formal_parameters) @params body: (_) @body)
    (arrow_function parameter: (identifier) body: (_) @body)
    (function_expression parameters: (formal_parameters) @params body: (_) @body)
    (generator_function parameters: (formal_parameters) @params body: (_) @body)
  ]) @definition.method

; --- Bases -----------------------------------------------------------------------------------------------------------

; A base that is a call (`mixin(X)`) is a call only.
(class_heritage (identifier) @name) @reference.extends
(class_heritage (member_expression object: (_) @qualifier property: (property_identifier) @name)) @reference.extends
