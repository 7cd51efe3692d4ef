; TypeScript and TSX: parameters, type positions, written types. (See ecma for the rest.)

; --- Parameters --------------------------------------------------------------------------------------------------------

; A parameter with a modifier is a field as well; `this: T` says what `this` is and is none.
(required_parameter pattern: [
  (identifier) @local
  (this) @param.none
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
])
(required_parameter pattern: (identifier) @name type: (_ ":" (_) @binding.type)) @binding.param
(required_parameter pattern: (this) @name type: (_ ":" (_) @binding.type)) @binding.param
(required_parameter
  [(accessibility_modifier) (override_modifier) "readonly"]
  . pattern: (identifier) @name
  type: (_ ":" (_) @binding.type)) @binding.field
(required_parameter pattern: (identifier) @name !type value: (_) @binding.value) @binding.param
(optional_parameter pattern: [
  (identifier) @local
  (_ . ["[" "{"] [(identifier) (shorthand_property_identifier_pattern)] @local)
])
(optional_parameter pattern: (identifier) @name type: (_ ":" (_) @binding.type)) @binding.param
(optional_parameter
  [(accessibility_modifier) (override_modifier) "readonly"]
  . pattern: (identifier) @name
  type: (_ ":" (_) @binding.type)) @binding.field

; The parameters of a function type are nobody's locals.
(function_type) @scope.local
(constructor_type) @scope.local

(import_alias . (identifier) @local)

; --- Type positions ----------------------------------------------------------------------------------------------------

; Only these hold identifiers; the names of types are nodes of their own.
(nested_type_identifier) @skip.read
(type_query) @skip.read
(type_predicate) @skip.read
(asserts) @skip.read
(index_signature) @skip.read
(tuple_type) @skip.read
(internal_module name: (nested_identifier) @skip.read)
(module name: (nested_identifier) @skip.read)

; --- Aliases and bounds --------------------------------------------------------------------------------------------------

(type_alias_declaration name: (_) @name value: (_) @binding.type) @binding.alias
(type_parameter name: (_) @name constraint: (_ "extends" . (_) @binding.type)) @binding.bound

; --- Written types -----------------------------------------------------------------------------------------------------

; Those of variables and class fields are with their definitions, in tags.scm, as are those of methods' results.
(property_signature name: (_) @name type: (_ ":" (_) @binding.type)) @binding.field

(function_declaration return_type: (_ ":" (_) @binding.type)) @binding.return
(generator_function_declaration return_type: (_ ":" (_) @binding.type)) @binding.return
(function_signature return_type: (_ ":" (_) @binding.type)) @binding.return
(method_signature return_type: (_ ":" (_) @binding.type)) @binding.return
(abstract_method_signature return_type: (_ ":" (_) @binding.type)) @binding.return
