; Clojure. Everything is a list, so the word at its head says what it is; `s/defn` and other namespaced definers count
; by their last part. A call is a list, of which what stands behind its head (and its object) is counted.

; --- functions and variables ---------------------------------------------------------------------------------------

; One arity: (defn f "doc" {:attr 1} [x] body)
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  .
  (str_lit)?
  .
  (map_lit)?
  .
  (vec_lit) @params
  .
  [(_) ")"] @body
  (#any-of? @_define "defn" "defn-" "defmacro" "definline")) @definition.function

; Several arities: (defn f ([x] body) ([x y] body)); the parameter lists differ, so none is named.
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  .
  (str_lit)?
  .
  (map_lit)?
  .
  (list_lit) @body
  (#any-of? @_define "defn" "defn-" "defmacro" "definline")) @definition.function

; Whatever stands between name and parameters (schemas, reader conditionals), or nothing at all. A multimethod's
; dispatch function and a test's first form are bodies.
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  .
  (_)? @body
  (#any-of? @_define "defn" "defn-" "defmacro" "definline" "defmulti" "deftest")) @definition.function

; (defmethod area :circle [s] body)
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  .
  (_)
  .
  (vec_lit) @params
  .
  [(_) ")"] @body
  (#eq? @_define "defmethod")) @definition.method

(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  (#any-of? @_define "def" "defonce")) @definition.variable

; (def f (fn [x] body)), (def f #(body))
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  [
    (list_lit . (sym_lit name: (sym_name) @_fn) (vec_lit) @params . (_) @body)
    (anon_fn_lit) @body
  ]
  (#any-of? @_define "def" "defonce")
  (#eq? @_fn "fn")) @definition.function

; (letfn [(f [x] body)] ...)
(list_lit
  .
  (sym_lit name: (sym_name) @_letfn)
  .
  (vec_lit
    (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) @params . [(_) ")"] @body) @definition.function)
  (#eq? @_letfn "letfn"))

; --- namespaces, protocols, types ----------------------------------------------------------------------------------

; The namespace form holds its imports only; what follows it in the file is outside its span.
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  (#eq? @_define "ns")) @definition.module

(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  .
  (_)? @body
  (#any-of? @_define "defprotocol" "definterface")) @definition.interface
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) @params) @definition.method
  (#any-of? @_define "defprotocol" "definterface"))

; Where the body is empty, the closing bracket stands for it: a record without methods is defined all the same.
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  .
  (vec_lit) @params
  .
  [(_) ")"] @body
  (#any-of? @_define "defrecord" "deftype")) @definition.class

(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  (#any-of? @_define "extend-type" "extend-protocol")) @scope.type

; The fields of a type.
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit)
  .
  (vec_lit (sym_lit name: (sym_name) @name) @definition.field)
  (#any-of? @_define "defrecord" "deftype"))

; Methods in a type, an extension or a reified object.
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) @params . [(_) ")"] @body) @definition.method
  (#any-of? @_define "defrecord" "deftype" "extend-type" "extend-protocol" "reify"))

; --- implemented protocols -----------------------------------------------------------------------------------------

(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit)
  .
  (vec_lit)
  (sym_lit name: (sym_name) @name) @reference.extends
  (#any-of? @_define "defrecord" "deftype"))
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @qualifier)
  (sym_lit name: (sym_name) @name) @reference.extends
  (#eq? @_define "extend-type"))
(list_lit
  .
  (sym_lit name: (sym_name) @_define)
  .
  (sym_lit name: (sym_name) @name)
  (sym_lit name: (sym_name) @qualifier) @reference.extends
  (#eq? @_define "extend-protocol"))

; --- calls ---------------------------------------------------------------------------------------------------------

; (.method object 1)
(list_lit
  .
  (sym_lit name: (sym_name) @name)
  .
  (_) @receiver
  (#starts? @name ".")
  (#not-starts? @name ".-")
  (#not-starts? @name "..")
  (#not-eq? @name ".")) @args @reference.call

; Special forms and definers are no calls; (.-field object) is none either.
(list_lit
  .
  (sym_lit namespace: (sym_ns)? @qualifier name: (sym_name) @name)
  (#not-eq? @name "def") (#not-eq? @name "defn") (#not-eq? @name "defn-") (#not-eq? @name "defmacro")
  (#not-eq? @name "definline") (#not-eq? @name "defmulti") (#not-eq? @name "defmethod") (#not-eq? @name "defonce")
  (#not-eq? @name "deftest") (#not-eq? @name "defprotocol") (#not-eq? @name "definterface")
  (#not-eq? @name "defrecord") (#not-eq? @name "deftype") (#not-eq? @name "extend-type")
  (#not-eq? @name "extend-protocol") (#not-eq? @name "reify") (#not-eq? @name "ns") (#not-eq? @name "if")
  (#not-eq? @name "do") (#not-eq? @name "let") (#not-eq? @name "fn") (#not-eq? @name "loop")
  (#not-eq? @name "recur") (#not-eq? @name "quote") (#not-eq? @name "var") (#not-eq? @name "throw")
  (#not-eq? @name "try") (#not-eq? @name "catch") (#not-eq? @name "finally") (#not-eq? @name "new")
  (#not-eq? @name "set!") (#not-starts? @name ".-")) @args @reference.call
(anon_fn_lit
  .
  (sym_lit namespace: (sym_ns)? @qualifier name: (sym_name) @name)
  (#not-starts? @name ".-")) @args @reference.call

; (new Date 1)
(list_lit
  .
  (sym_lit name: (sym_name) @_new)
  .
  (sym_lit name: (sym_name) @name)
  (#eq? @_new "new")) @args @reference.class

; (-> x f (g 1) ns/h): after the first form, bare words are calls as well, and what comes from before is an argument more.
(list_lit
  .
  (sym_lit name: (sym_name) @_thread)
  .
  (_)
  [
    (sym_lit namespace: (_)? @qualifier name: (_) @name @args)
    (list_lit . (_ name: (_) @name))
  ] @pipe @reference.call
  (#any-of? @_thread "->" "->>" "some->" "some->>"))

; --- imports: (ns n (:require ...)) and (require '...) -------------------------------------------------------------

; The namespace that the file declares.
(list_lit
  .
  (sym_lit name: (sym_name) @_ns @import.package)
  .
  (sym_lit) @import.source
  (#eq? @_ns "ns")) @import

; In turn: `(:require a [b])`; `(:use a [b])`, which brings in every name; `:as`; `:refer [names]` and `:only [names]`;
; `:refer :all`; `(:import a.B)`; `(:import (a B C))`, the head of which is no call.
(list_lit . [
  ((kwd_lit name: (kwd_name) @_require) [
    [(sym_lit) (str_lit)] @import.source
    (vec_lit . [(sym_lit) (str_lit)] @import.source .)
  ] @import)
  ((kwd_lit name: (kwd_name) @_use @import.star) [
    (sym_lit) @import.source
    (vec_lit . (sym_lit) @import.source .)
  ] @import)
  ((kwd_lit name: (kwd_name) @_as)
    (vec_lit
      . [(sym_lit) (str_lit)] @import.source
      (kwd_lit name: (kwd_name) @_alias) . (sym_lit name: (sym_name) @import.alias)) @import)
  ((kwd_lit name: (kwd_name) @_refer)
    (vec_lit
      . [(sym_lit) (str_lit)] @import.source
      (kwd_lit name: (kwd_name) @_names) . (_ (sym_lit name: (sym_name) @import.name))) @import)
  ((kwd_lit name: (kwd_name) @_all)
    (vec_lit
      . [(sym_lit) (str_lit)] @import.source
      (kwd_lit name: (kwd_name) @_every) . (kwd_lit name: (kwd_name) @_all_names) @import.star) @import)
  ((kwd_lit name: (kwd_name) @_import) (sym_lit) @import.source @import)
  ((kwd_lit name: (kwd_name) @_imports)
    [
      (list_lit . (sym_lit) @import.source (sym_lit name: (sym_name) @import.name))
      (vec_lit . (sym_lit) @import.source (sym_lit name: (sym_name) @import.name))
    ] @import)
  ((kwd_lit name: (kwd_name) @_head) (list_lit . (sym_lit) @skip))
]
  (#any-of? @_require "require" "require-macros")
  (#eq? @_use "use")
  (#any-of? @_as "require" "require-macros" "use")
  (#any-of? @_alias "as" "as-alias")
  (#any-of? @_refer "require" "require-macros" "use")
  (#any-of? @_names "refer" "refer-macros" "only")
  (#any-of? @_all "require" "require-macros")
  (#eq? @_every "refer")
  (#eq? @_all_names "all")
  (#eq? @_import "import")
  (#eq? @_imports "import")
  (#eq? @_head "import"))

; The same at the top of a file, quoted.
(list_lit . [
  ((sym_lit name: (sym_name) @_require) (quoting_lit value: [
    (sym_lit) @import.source
    (vec_lit . (sym_lit) @import.source .)
  ] @import))
  ((sym_lit name: (sym_name) @_use @import.star) (quoting_lit value: [
    (sym_lit) @import.source
    (vec_lit . (sym_lit) @import.source .)
  ] @import))
  ((sym_lit name: (sym_name) @_as)
    (quoting_lit value: (vec_lit
      . (sym_lit) @import.source
      (kwd_lit name: (kwd_name) @_alias) . (sym_lit name: (sym_name) @import.alias)) @import))
  ((sym_lit name: (sym_name) @_refer)
    (quoting_lit value: (vec_lit
      . (sym_lit) @import.source
      (kwd_lit name: (kwd_name) @_names) . (_ (sym_lit name: (sym_name) @import.name))) @import))
]
  (#any-of? @_require "require" "import")
  (#eq? @_use "use")
  (#any-of? @_as "require" "use")
  (#eq? @_alias "as")
  (#any-of? @_refer "require" "use")
  (#any-of? @_names "refer" "only"))
