; Ruby. Every `def` is a method, wherever it stands. `attr_*` names are no definitions (the accessor has no source of
; its own), and a bare word without arguments is no call: it cannot be told from reading a local.
;
; `call` is the grammar's largest node, and each pattern that names it with children costs three milliseconds at
; compile time: so there are few of them, and inner nodes are wildcards where their fields say what they are.

; --- modules and classes -------------------------------------------------------------------------------------------

(module name: [(constant) (scope_resolution)] @name) @definition.module
(class name: [(constant) (scope_resolution)] @name) @definition.class

; An empty body leaves no `body` field; the closing word keeps the class a definition rather than a declaration.
(class name: [(constant) (scope_resolution)] @name !body "end" @body) @definition.class

; `class << Thing` reopens the singleton of Thing; `class << self` adds no name, its methods belong to what holds it.
(singleton_class value: [(constant) (scope_resolution)] @name) @definition.class

; `Point = Struct.new(:x) do ... end`: the constant names a class, and the block holds its methods.
(assignment
  left: (constant) @name
  (_ receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)
  (#any-of? @_maker "Struct" "Class" "Data")
  (#any-of? @_new "new" "define")) @definition.class

(assignment
  left: (constant) @name
  (_ receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)
  (#eq? @_maker "Module")
  (#eq? @_new "new")) @definition.module

; --- methods -------------------------------------------------------------------------------------------------------

(method name: (_) @name) @definition.method
(method name: (_) @name !body "end" @body) @definition.method
(singleton_method name: (_) @name) @definition.method
(singleton_method name: (_) @name !body "end" @body) @definition.method

; `def Thing.f` outside any class says whose method it is; inside `class Thing` the class already does.
(program (_ object: [(constant) (scope_resolution)] @qualifier name: (_) @name) @definition.method)

(alias name: [(identifier) (constant) (operator) (setter)] @name alias: (_) @body) @definition.method

; `alias_method "new", "old"`, `define_method("name") { }`: the second argument or the block is the body.
(call
  !receiver
  method: (identifier) @_how
  arguments: (_ . (string (string_content) @name) . (_)? @body)
  block: (_ parameters: (_)? @params)? @body
  (#any-of? @_how "alias_method" "define_method" "define_singleton_method")) @definition.method

; --- constants -----------------------------------------------------------------------------------------------------

(assignment
  left: [(constant) @name (_ scope: (_) @qualifier name: (constant) @name)]
  (#upper? @name)) @definition.constant
(operator_assignment left: (constant) @name (#upper? @name)) @definition.constant

; --- calls ---------------------------------------------------------------------------------------------------------

; f(x), f x, f { }; a.f, a.f(x), a&.f, A::f. A constant before `::` is a path as well. `super` is named for the word: what
; it calls is the method of this name in the bases.
(call
  receiver: (_)? @receiver
  method: [(identifier) (constant) (super)] @name
  arguments: (argument_list)? @args) @reference.call
(call
  receiver: [(constant) (scope_resolution)] @qualifier
  operator: "::"
  method: [(identifier) (constant)] @name) @reference.call
(super) @name @reference.call

; --- bases and mixins ----------------------------------------------------------------------------------------------

(superclass [(constant) (scope_resolution)] @name) @reference.extends

; `Error = Class.new(StandardError)`
(assignment
  left: (constant)
  (_
    receiver: (constant) @_maker
    method: (identifier) @_new
    arguments: (_ . [(constant) (scope_resolution)] @name)) @reference.extends
  (#eq? @_maker "Class")
  (#eq? @_new "new"))

; Mixins count as bases only in a class or module body: `extend M` in a method changes one object.
(class
  body: (_
    (_ !receiver method: (identifier) @_how arguments: (_ [(constant) (scope_resolution)] @name)) @reference.extends)
  (#any-of? @_how "include" "extend" "prepend"))
(module
  body: (_
    (_ !receiver method: (identifier) @_how arguments: (_ [(constant) (scope_resolution)] @name)) @reference.extends)
  (#any-of? @_how "include" "extend" "prepend"))
(singleton_class
  body: (_
    (_ !receiver method: (identifier) @_how arguments: (_ [(constant) (scope_resolution)] @name)) @reference.extends)
  (#any-of? @_how "include" "extend" "prepend"))

; --- imports -------------------------------------------------------------------------------------------------------

; The first three search the load path, as an angle-bracket include does. `autoload :A, "path"` has a name before it.
; (Both captures of the word match each call; the predicates leave the right one.)
(call
  !receiver
  method: [(identifier) @import.system (identifier) @_relative]
  arguments: (_ . [
    (string (string_content) @import.source)
    ((simple_symbol) . (string (string_content) @import.source))
  ])
  (#any-of? @import.system "require" "load" "autoload")
  (#eq? @_relative "require_relative")) @import
