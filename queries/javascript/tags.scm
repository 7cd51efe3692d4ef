; JavaScript: what the TypeScript grammars name otherwise. (See ecma for the rest.)

; A class field that holds a function is a method; x = new X() and x = make() bind the field.
(field_definition [
    ((property_identifier) @name
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    ((property_identifier) @name
      . "="
      . (_ [
        ("new" . [(identifier) (member_expression)] @binding.call)
        function: (identifier) @binding.call
        function: (member_expression) @binding.call
      ]) @binding.field)
    ((private_property_identifier) @name
      value: (_ . [
        ((formal_parameters) @params body: (_) @body)
        ((_) . (formal_parameters) @params body: (_) @body)
        ((identifier) . "=>" body: (_) @body)
      ]) @definition.method)
    ((private_property_identifier) @name
      . "="
      . (_ [
        ("new" . [(identifier) (member_expression)] @binding.call)
        function: (identifier) @binding.call
        function: (member_expression) @binding.call
      ]) @binding.field)
  ]) @start

; --- Bases -----------------------------------------------------------------------------------------------------------

; A base that is a call (`mixin(X)`) is a call only.
(class_heritage [
  (identifier) @name
  (_ object: (_) @qualifier property: (property_identifier) @name)
]) @reference.extends
