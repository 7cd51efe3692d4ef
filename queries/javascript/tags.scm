; JavaScript: what the TypeScript grammars name otherwise. (See ecma for the rest.)

; --- Definitions -----------------------------------------------------------------------------------------------------

; A class field that holds a function is a method.
(field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: (_ . [
    ((formal_parameters) @params body: (_) @body)
    ((_) . (formal_parameters) @params body: (_) @body)
    ((identifier) . "=>" body: (_) @body)
  ])) @definition.method

; --- Bases -----------------------------------------------------------------------------------------------------------

; A base that is a call (`mixin(X)`) is a call only.
(class_heritage [
  (identifier) @name
  (_ object: (_) @qualifier property: (property_identifier) @name)
]) @reference.extends
