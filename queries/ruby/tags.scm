; Ruby. Every `def` is a method, wherever it stands. `attr_*` names are no definitions (the accessor has no source of
; its own), and a bare word without arguments is no call: it cannot be told from reading a local.

; --- modules and classes -------------------------------------------------------------------------------------------

(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_) @qualifier name: (constant) @name)) @definition.module

(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @qualifier name: (constant) @name)) @definition.class

; An empty body leaves no `body` field; the closing word keeps the class a definition rather than a declaration.
(class name: (constant) @name !body "end" @body) @definition.class
(class name: (scope_resolution name: (constant) @name) !body "end" @body) @definition.class

; `class << Thing` reopens the singleton of Thing; `class << self` adds no name, its methods belong to what holds it.
(singleton_class value: (constant) @name) @definition.class
(singleton_class value: (scope_resolution scope: (_) @qualifier name: (constant) @name)) @definition.class

; `Point = Struct.new(:x) do ... end`: the constant names a class, and the block holds its methods.
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)
  (#any-of? @_maker "Struct" "Class" "Data")
  (#any-of? @_new "new" "define")) @definition.class

(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)
  (#eq? @_maker "Module")
  (#eq? @_new "new")) @definition.module

; --- methods -------------------------------------------------------------------------------------------------------

(method name: (_) @name) @definition.method
(method name: (_) @name !body "end" @body) @definition.method
(singleton_method name: (_) @name) @definition.method
(singleton_method name: (_) @name !body "end" @body) @definition.method

; `def Thing.f` outside any class says whose method it is; inside `class Thing` the class already does.
(program
  (singleton_method
    object: [(constant) (scope_resolution)] @qualifier
    name: (_) @name) @definition.method)

(alias name: [(identifier) (constant) (operator) (setter)] @name alias: (_) @body) @definition.method

(call
  !receiver
  method: (identifier) @_how
  arguments: (argument_list . (string (string_content) @name) . (_) @body)
  (#eq? @_how "alias_method")) @definition.method

(call
  !receiver
  method: (identifier) @_how
  arguments: (argument_list . (string (string_content) @name))
  block: (_ parameters: (_)? @params) @body
  (#any-of? @_how "define_method" "define_singleton_method")) @definition.method

; --- constants -----------------------------------------------------------------------------------------------------

(assignment left: (constant) @name (#upper? @name)) @definition.constant
(assignment
  left: (scope_resolution scope: (_) @qualifier name: (constant) @name)
  (#upper? @name)) @definition.constant
(operator_assignment left: (constant) @name (#upper? @name)) @definition.constant

; --- calls ---------------------------------------------------------------------------------------------------------

; f(x), f x, f { }
(call !receiver method: [(identifier) (constant)] @name arguments: (argument_list)? @args) @reference.call

; a.f, a.f(x), a&.f, A::f. No word on the operator: two spellings of it here make long chains several times slower.
(call
  receiver: (_) @receiver
  method: [(identifier) (constant)] @name
  arguments: (argument_list)? @args) @reference.call

; A::f, A::B::f(x), A::F(x): a constant before `::` is a path as well
(call
  receiver: [(constant) (scope_resolution)] @qualifier
  operator: "::"
  method: [(identifier) (constant)] @name) @reference.call

; `super` is named for the word: what it calls is the method of this name in the bases.
(super) @name @reference.call
(call !receiver method: (super) @name arguments: (argument_list) @args) @reference.call

; --- bases and mixins ----------------------------------------------------------------------------------------------

(superclass (constant) @name) @reference.extends
(superclass (scope_resolution scope: (_)? @qualifier name: (constant) @name)) @reference.extends

; `Error = Class.new(StandardError)`
(call
  receiver: (constant) @_maker
  method: (identifier) @_new
  arguments: (argument_list . [
    (constant) @name
    (scope_resolution scope: (_)? @qualifier name: (constant) @name)
  ])
  (#eq? @_maker "Class")
  (#eq? @_new "new")) @reference.extends

; Mixins count as bases only in a class or module body: `extend M` in a method changes one object.
(class
  body: (body_statement
    (call
      !receiver
      method: (identifier) @_how
      arguments: (argument_list [
        (constant) @name
        (scope_resolution scope: (_)? @qualifier name: (constant) @name)
      ])
      (#any-of? @_how "include" "extend" "prepend")) @reference.extends))
(module
  body: (body_statement
    (call
      !receiver
      method: (identifier) @_how
      arguments: (argument_list [
        (constant) @name
        (scope_resolution scope: (_)? @qualifier name: (constant) @name)
      ])
      (#any-of? @_how "include" "extend" "prepend")) @reference.extends))
(singleton_class
  body: (body_statement
    (call
      !receiver
      method: (identifier) @_how
      arguments: (argument_list [
        (constant) @name
        (scope_resolution scope: (_)? @qualifier name: (constant) @name)
      ])
      (#any-of? @_how "include" "extend" "prepend")) @reference.extends))

; --- imports -------------------------------------------------------------------------------------------------------

(call
  !receiver
  method: (identifier) @_how
  arguments: (argument_list . (string (string_content) @import.source))
  (#eq? @_how "require_relative")) @import

; These search the load path, as an angle-bracket include does.
(call
  !receiver
  method: (identifier) @import.system
  arguments: (argument_list . (string (string_content) @import.source))
  (#any-of? @import.system "require" "load")) @import
(call
  !receiver
  method: (identifier) @import.system
  arguments: (argument_list . (_) . (string (string_content) @import.source))
  (#eq? @import.system "autoload")) @import
