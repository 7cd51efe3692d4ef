; JavaScript: local names whose nodes TypeScript has otherwise. (See ecma for the rest.)

(formal_parameters (identifier) @local)
(class name: (identifier) @local)
