; GDScript. A file is a class: `class_name` names it, so the named class spans the file and owns what is in it.
; (Where a syntax error takes the file node away, the statement alone still names the class.)

; --- classes and enums ---------------------------------------------------------------------------------------------

(source (class_name_statement name: (name) @name) . (_)? @body) @definition.class
(class_name_statement name: (name) @name) @definition.class

(class_definition name: (name) @name) @definition.class
(enum_definition name: (name) @name) @definition.enum
(enumerator left: (identifier) @name) @definition.constant

; --- functions -----------------------------------------------------------------------------------------------------

(function_definition name: (name) @name) @definition.function
(constructor_definition "_init" @name) @definition.constructor
(lambda name: (name) @name) @definition.function

; A lambda without a name has that of its variable.
(variable_statement
  name: (name) @name
  value: (lambda !name parameters: (parameters) @params body: (_) @body)) @definition.function
(const_statement
  name: (name) @name
  value: (lambda !name parameters: (parameters) @params body: (_) @body)) @definition.function

; --- members -------------------------------------------------------------------------------------------------------

(const_statement name: (name) @name) @definition.constant
(variable_statement name: (name) @name) @definition.variable
(export_variable_statement name: (name) @name) @definition.variable
(onready_variable_statement name: (name) @name) @definition.variable
(signal_statement name: (name) @name) @definition.variable

; --- calls ---------------------------------------------------------------------------------------------------------

(call (identifier) @name arguments: (arguments) @args) @reference.call

; a.f(): a chain is one flat node, so only its first link is a receiver of its own
(attribute
  .
  (_) @receiver
  .
  (attribute_call (identifier) @name arguments: (arguments) @args) @reference.call)

; a.b.f(), a.b().f(): the whole chain stands for a receiver that is no plain variable
(attribute
  .
  (_)
  .
  (_)
  (attribute_call (identifier) @name arguments: (arguments) @args) @reference.call) @receiver

; .f() is the older spelling of super.f()
(base_call "." @receiver (identifier) @name arguments: (arguments) @args) @reference.call

; Thing.new() makes a Thing
(attribute
  (identifier) @name @reference.class
  .
  (attribute_call (identifier) @_new arguments: (arguments) @args)
  (#eq? @_new "new"))

; @export_range(0, 10)
(annotation (identifier) @name arguments: (arguments)? @args) @reference.call

; A property calls the functions named as its accessors: `var hp: set = set_hp, get = get_hp`
(setget set: (setter) @name @reference.call)
(setget get: (getter) @name @reference.call)

; --- bases ---------------------------------------------------------------------------------------------------------

(extends_statement (type (identifier) @name)) @reference.extends
(extends_statement (type (attribute (identifier) @qualifier . (identifier) @name .))) @reference.extends
(extends_statement (type (attribute (string) . (identifier) @name .))) @reference.extends

; --- imports -------------------------------------------------------------------------------------------------------

(extends_statement (string) @import.source) @import
(extends_statement (type (attribute . (string) @import.source))) @import
; One pattern a place where the call can stand, since an import is not merged with another of the same call and only a
; constant gives it a local name.
((variable_statement value: (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((export_variable_statement value: (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((onready_variable_statement value: (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((assignment right: (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((augmented_assignment right: (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((arguments (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((attribute . (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((array (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((pair value: (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((return_statement (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((expression_statement (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((parenthesized_expression (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((conditional_expression (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((binary_operator (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((default_parameter value: (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
((typed_default_parameter value: (_ (identifier) @_load arguments: (_ . (string) @import.source)) @import)
  (#any-of? @_load "preload" "load"))
(attribute
  .
  (identifier) @_loader
  .
  (attribute_call (identifier) @_load arguments: (arguments . (string) @import.source)) @import
  (#eq? @_loader "ResourceLoader")
  (#eq? @_load "load"))

; const Scene = preload("res://scene.tscn")
(const_statement
  name: (name) @import.alias
  value: (call (identifier) @_load arguments: (arguments . (string) @import.source)) @import
  (#any-of? @_load "preload" "load"))
