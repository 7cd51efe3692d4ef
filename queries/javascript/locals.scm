; JavaScript: local names whose nodes TypeScript has otherwise. (See ecma for the rest.)

(formal_parameters [
  (identifier) @local
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
])
(class name: (identifier) @local)
