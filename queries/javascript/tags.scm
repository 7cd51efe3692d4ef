; JavaScript: what the TypeScript grammars name otherwise. (See ecma for the rest.)

; A class field that holds a function is a method, a static one in capitals a constant; its value binds it.
(field_definition [
    ((property_identifier) @name
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    ((property_identifier) @name . "=" . (_) @binding.field @binding.value)
    ((private_property_identifier) @name
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    ((private_property_identifier) @name . "=" . (_) @binding.field @binding.value)
    ("static" (property_identifier) @name @_constant value: (_) @definition.constant)
  ]
  (#upper? @_constant)) @start

; --- Bases -----------------------------------------------------------------------------------------------------------

; A base that is a call (`mixin(X)`) is a call only.
(class_heritage [
    (identifier) @name @reference.extends
    (_ object: (_) @qualifier property: (property_identifier) @name) @reference.extends
    (_ . (_ . function: (identifier) @_require . arguments: (_ . (string) @import.source .)) @import)
  ]
  (#eq? @_require "require"))
