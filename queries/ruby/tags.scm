; Ruby. Every `def` is a method, wherever it stands. A bare word without arguments is no call: it cannot be told from
; reading a local.
;
; `call` and `assignment` are the grammar's largest nodes: the first pattern that names one with children costs eight and
; four milliseconds at compile time, and so does every other. So what a call of a certain word means stands in one pattern
; with a branch a meaning, whose facts are captured inside the call, and nodes are wildcards where they can be.

; --- modules and classes -------------------------------------------------------------------------------------------

(module name: [(constant) (scope_resolution)] @name) @definition.module
(class name: [(constant) (scope_resolution)] @name) @definition.class

; An empty body leaves no `body` field; the closing word keeps the class a definition rather than a declaration.
(class name: [(constant) (scope_resolution)] @name !body "end" @body) @definition.class

; `class << Thing` reopens the singleton of Thing; `class << self` adds no name, its methods belong to what holds it.
(singleton_class value: [(constant) (scope_resolution)] @name) @definition.class

; `Point = Struct.new(:x) do ... end`: the constant names a class, the block holds its methods and the symbols are its
; accessors; `Error = Class.new(StandardError)` names its base. `f = ->(x) { }` and `f = lambda { }` name functions. Other
; constants are such when they are upper-case.
(assignment . [
  ((identifier) @name @definition.function . (lambda body: (_) @body) @end)
  ((identifier) @name @definition.function . (lambda parameters: (_) @params) @end)
  ((identifier) @name @definition.function
    . (_ !receiver method: (identifier) @_lambda block: (_) @body) @end)
  ((identifier) @name @definition.function
    . (_ !receiver method: (identifier) @_lambda block: (_ parameters: (_) @params)) @end)
  ((constant) @name @definition.class
    . (_ receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body) @end)
  ((constant) @name @definition.module
    . (_ receiver: (constant) @_module method: (identifier) @_new block: (_)? @body) @end)
  ((constant)
    . (_ receiver: (constant) @_struct method: (identifier) @_new
        arguments: (_ (simple_symbol) @name @definition.method)))
  ((constant)
    . (_ receiver: (constant) @_class method: (identifier) @_new
        arguments: (_ . [(constant) (scope_resolution)] @name @reference.extends)))
  ((constant) @name @definition.function . (lambda body: (_) @body) @end)
  ((constant) @name @definition.function . (lambda parameters: (_) @params) @end)
  ((constant) @name @definition.function
    . (_ !receiver method: (identifier) @_lambda block: (_) @body) @end)
  ((constant) @name @definition.function
    . (_ !receiver method: (identifier) @_lambda block: (_ parameters: (_) @params)) @end)
  ((constant) @name @_upper @definition.constant . (_) @end)
  ((_ scope: (_) @qualifier name: (constant) @name @_upper) @definition.constant . (_) @end)
]
  (#any-of? @_lambda "lambda" "proc")
  (#any-of? @_maker "Struct" "Class" "Data")
  (#eq? @_module "Module")
  (#any-of? @_struct "Struct" "Data")
  (#eq? @_class "Class")
  (#any-of? @_new "new" "define")
  (#upper? @_upper))
(operator_assignment left: (_) @name (#upper? @name)) @definition.constant

; --- methods -------------------------------------------------------------------------------------------------------

(method name: (_) @name) @definition.method
(method name: (_) @name !body "end" @body) @definition.method
(singleton_method name: (_) @name) @definition.method
(singleton_method name: (_) @name !body "end" @body) @definition.method

; `def Thing.f` outside any class says whose method it is; inside `class Thing` the class already does.
(program (_ object: [(constant) (scope_resolution)] @qualifier name: (_) @name) @definition.method)

(alias name: [(identifier) (constant) (operator) (setter)] @name alias: (_) @body) @definition.method

; --- calls -----------------------------------------------------------------------------------------------------------

; f(x), f x, f { }; a.f, a.f(x), a&.f, A::f. A constant before `::` is a path as well. `super` is named for the word: what
; it calls is the method of this name in the bases.
(call
  [receiver: (_) @receiver ([(constant) (scope_resolution)] @qualifier . "::")]?
  method: (_) @name
  arguments: (_)? @args) @reference.call
(super) @name @reference.call

; items.map(&:name)
(block_argument (simple_symbol) @name) @receiver @reference.call

; --- calls of certain words ------------------------------------------------------------------------------------------

; In turn: `require "a"`, `load` and `autoload :A, "a"` search the load path, as an angle-bracket include does;
; `require_relative "a"`; `attr_reader :a` (a method that has no body in the source); `alias_method :new, :old` and what it
; reads; `define_method(:a) { }`; `it "adds" do ... end` and `RSpec.describe "a" do ... end`, blocks with a name.
; (No part of a branch may be optional: branches that begin alike would lose matches.)
(call . [
  ((identifier) @import.system
    . (_ . [
      (_ . (string_content) @import.source .) @import
      ((simple_symbol) . (_ . (string_content) @import.source .) @import)
    ]))
  ((identifier) @_relative . (_ . (_ . (string_content) @import.source .) @import))
  ((identifier) @_accessor . (_ (simple_symbol) @name @definition.method))
  ((identifier) @_alias @start
    . (_ . [(simple_symbol) @name (string . (string_content) @name .)] . (_) @body) @definition.method)
  ((identifier) @_aliased . (_ . (_) . (simple_symbol) @name @reference.read .))
  ((identifier) @_define @start
    . (_ . [(simple_symbol) @name (string . (string_content) @name .)]) @definition.method
    . (_ parameters: (_)? @params) @body @end)
  ((identifier) @_test @start
    . (_ . (string . (string_content) @name.text .)) @definition.function
    . (_ parameters: (_)? @params) @body @end)
  ((constant) . (identifier) @_test @start
    . (_ . (string . (string_content) @name.text .)) @definition.function
    . (_ parameters: (_)? @params) @body @end)
]
  (#any-of? @import.system "require" "load" "autoload")
  (#eq? @_relative "require_relative")
  (#any-of? @_accessor "attr_reader" "attr_writer" "attr_accessor" "attr")
  (#any-of? @_alias "alias_method" "define_method" "define_singleton_method")
  (#eq? @_aliased "alias_method")
  (#any-of? @_define "define_method" "define_singleton_method")
  (#any-of? @_test "describe" "context" "feature" "scenario" "it" "specify" "test" "should"))

; --- bases and mixins ----------------------------------------------------------------------------------------------

(superclass [(constant) (scope_resolution)] @name) @reference.extends

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
