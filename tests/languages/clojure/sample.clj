(ns my.app.core
  "What it is for."
  (:require [a.set :as set :refer [union join]]
            [a.all :refer :all]
            a.plain
            [a.vector])
  (:use [a.use :only [word]])
  (:import (java.util Date UUID)
           [java.net URI]
           java.io.File))

(require '[late.one :as one])
(use 'late.two)

(def limit 10)
(defonce ^:dynamic *state* (atom nil))
(def twice (fn [x] (add x x)))
(def half #(div % 2))

(defn one-arity
  "Doc."
  {:added "1"}
  [x & more]
  (set/union x)
  (plain x))

(defn- many
  ([x] (many x 1))
  ([x y] (let [z (sub x y)] (if z (new Date z) (.getTime z)))))

(defn ^String empty-body [a b])

(defmacro unless [test body]
  `(when-not ~test ~body))

(s/defn typed :- Int
  [x :- Int]
  (check x))

(defmulti area :shape)
(defmethod area :circle [s]
  (pi s))

(defprotocol Shape
  "Doc."
  (size [this] "Doc.")
  (scale [this factor]))

(defrecord Square [w]
  Shape
  (size [this] (mul w w))
  java.io.Closeable
  (close [_]))

(defrecord Plain [a b])

(deftype Node [next])

(extend-type String
  Shape
  (size [s] (count s)))

(extend-protocol Shape
  Long
  (size [n] (abs n)))

(defn run []
  (-> limit twice (one-arity 1) set/union)
  (map #(one-arity %) [1])
  (reify Shape
    (size [this] (Math/abs 1))))

(deftest run-test
  (is (run)))
