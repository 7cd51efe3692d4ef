; JavaScript: local names whose nodes TypeScript has otherwise. (See ecma for the rest.)

(formal_parameters [
  (identifier) @local
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
  (_ left: (identifier) @name right: (_) @binding.param @binding.value)
])
(class name: (identifier) @local)
