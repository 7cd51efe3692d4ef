; Swift

; --- types ------------------------------------------------------------------

; One node type holds classes, structs, enums, actors and extensions; its keyword tells them apart.
(class_declaration declaration_kind: ["class" "actor"] name: (_) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (_) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name) @scope.type
(protocol_declaration name: (type_identifier) @name) @definition.protocol
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

; --- functions --------------------------------------------------------------

; The return type sits in a `name` field too, so the name is tied to the keyword. It may be an operator's token.
(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(macro_declaration "macro" . (_) @name) @definition.macro
(macro_declaration "macro" . (_) @name (_ "=" @body)) @definition.macro

; A subscript's accessors are its body, but those of a protocol only say which it needs.
(subscript_declaration "subscript" @name) @definition.method
(class_body (_ "subscript" @name (computed_property) @body) @definition.method)
(enum_class_body (_ "subscript" @name (computed_property) @body) @definition.method)

; A variable that holds a closure is called as a function is, wherever it stands. A closure that does not name its
; parameters looks like a computed property when a type stands before it.
(property_declaration
  (_ bound_identifier: (simple_identifier) @name)
  (_ "{" (_ (lambda_function_type_parameters) @params) (statements) @body)) @definition.function
(property_declaration
  (_ bound_identifier: (simple_identifier) @name)
  . (_ "{" . (statements) @body)) @definition.function

; `case a, b(Int)` is one entry of two cases.
(enum_entry name: (simple_identifier) @name) @definition.constant

; --- properties -------------------------------------------------------------

; Only where a property is a member or global: an observer or a closure may hold `let` of its own, and since neither
; is a symbol the engine could not know it for a local. Of two patterns in one `let` each takes the whole statement.
; `let (a, b) = pair()` has a pattern for each name within one around them.
(source_file
  (_
    (value_binding_pattern)
    name: (_ [bound_identifier: (simple_identifier) @name (_ (simple_identifier) @name)])
    [(computed_property) (willset_didset_block)]? @body) @definition.variable)
(class_body
  (_
    (value_binding_pattern)
    name: (_ [bound_identifier: (simple_identifier) @name (_ (simple_identifier) @name)])
    [(computed_property) (willset_didset_block)]? @body) @definition.property)
(enum_class_body
  (_
    (value_binding_pattern)
    name: (_ [bound_identifier: (simple_identifier) @name (_ (simple_identifier) @name)])
    [(computed_property) (willset_didset_block)]? @body) @definition.property)

; A computed property is code: a method without parameters, whose body holds all of its accessors. (Observers stand beside
; a stored value, and a protocol only says which accessors it needs: those stay variables.)
(source_file
  (_
    (_ bound_identifier: (simple_identifier) @name)
    . (_ . ":") . computed_value: (_) @body) @definition.function)
(class_body
  (_
    (_ bound_identifier: (simple_identifier) @name)
    . (_ . ":") . computed_value: (_) @body) @definition.method)
(enum_class_body
  (_
    (_ bound_identifier: (simple_identifier) @name)
    . (_ . ":") . computed_value: (_) @body) @definition.method)

(protocol_property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @definition.property

; --- calls ------------------------------------------------------------------

; The callees: `f`, `a.f`, `.f`, `(f)`, and `f!` or `a.f!`, which call an optional function.
; * The receiver is a navigation's first child: `a?.f` has a second one, the question mark.
; * Of `.f(x)` it is the type that the context expects, never the enclosing one. The dot stands for it.
; * A subscript is a call with brackets, so the parenthesis is asked for.
; * A trailing closure is an argument outside of the list. Behind an empty list its brace, which has no children, stands
;   for that. With several closures the count is not known.
; * `defer { ... }` looks like a call.
((call_expression
  . [
    (simple_identifier) @name
    (_ . (_) @receiver suffix: (_ suffix: (simple_identifier) @name))
    (_ operation: "." @receiver target: (simple_identifier) @name)
    (_ . "(" . value: (simple_identifier) @name . ")" .)
    (_
      target: [
        (simple_identifier) @name
        (_ . (_) @receiver suffix: (_ suffix: (simple_identifier) @name))
      ]
      operation: (bang))
  ]
  [
    (call_suffix (_ "(") @args .)
    (call_suffix (_ "(") @args . (lambda_literal) @pipe .)
    (call_suffix . (lambda_literal "{" @args @pipe) .)
    (call_suffix (lambda_literal) . (simple_identifier))
  ]) @reference.call
  (#not-eq? @name "defer"))

; `Box<Int>(3)`: only a type can be specialised at a call.
(constructor_expression
  constructed_type: (_ (type_identifier) @name . (type_arguments) .)
  [
    (_ (_ "(") @args .)
    (_ (_ "(") @args . (lambda_literal) @pipe .)
    (_ . (lambda_literal "{" @args @pipe) .)
  ]) @reference.class

(macro_invocation (simple_identifier) @name [
  (_ (_ "(") @args .)
  (_ (_ "(") @args . (lambda_literal) @pipe .)
  (_ . (lambda_literal "{" @args @pipe) .)
]) @reference.macro

; A property wrapper, result builder, global actor or attached macro constructs its type. The language's own attributes
; do not.
(attribute
  (user_type) @name
  (#not-eq? @name "testable") (#not-eq? @name "available") (#not-eq? @name "objc") (#not-eq? @name "objcMembers")
  (#not-eq? @name "nonobjc") (#not-eq? @name "discardableResult") (#not-eq? @name "main") (#not-eq? @name "escaping")
  (#not-eq? @name "autoclosure") (#not-eq? @name "convention") (#not-eq? @name "inlinable") (#not-eq? @name "inline")
  (#not-eq? @name "usableFromInline") (#not-eq? @name "frozen") (#not-eq? @name "propertyWrapper")
  (#not-eq? @name "resultBuilder") (#not-eq? @name "globalActor") (#not-eq? @name "dynamicMemberLookup")
  (#not-eq? @name "dynamicCallable") (#not-eq? @name "preconcurrency") (#not-eq? @name "unknown")
  (#not-eq? @name "attached") (#not-eq? @name "freestanding") (#not-eq? @name "IBAction")
  (#not-eq? @name "IBOutlet") (#not-eq? @name "IBDesignable") (#not-eq? @name "IBInspectable")
  (#not-eq? @name "NSManaged")) @reference.class

; --- bases ------------------------------------------------------------------

; An extension is no symbol that could hold the reference: its type is the qualifier. First, so that it wins over
; the path before the base's name.
(class_declaration
  declaration_kind: "extension"
  name: (_) @qualifier
  (_ inherits_from: (_) @name) @reference.extends)
(inheritance_specifier inherits_from: (user_type) @name) @reference.extends

; --- imports ----------------------------------------------------------------

; `import struct M.S` and `import M` differ by a token only, which a pattern cannot ask to be absent: both give the path.
(import_declaration (identifier) @import.source) @import
