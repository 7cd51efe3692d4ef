(ns shop.cart
  (:refer-clojure :exclude [get])
  (:require [shop.item :as item :refer [price]]
            [clojure.test :refer [deftest is testing]])
  (:use shop.base
        [shop.words :only [plural]])
  (:import (java.util Date)))

(use '[shop.late :only [closing]])

;; What a cart holds
;; at most.
(def limit "At most." 10)
(def greeting "hello")
(def ^:dynamic *debug* false)

(defn total
  "Sums it up."
  [{:keys [items] :as cart} [head & tail] & {extra :extra}]
  (let [sum (reduce + (map price items))
        {:keys [a b]} (item/parts head)
        [x y] tail
        rate limit]
    (when (and *debug* (or (> sum limit) (neg? sum)))
      (println sum rate))
    (+ sum a b x y extra (:fee cart))))

(defn sum "no doc")

(defn pick
  ([n] (pick n nil))
  ([n other]
   (cond
     (neg? n) :negative
     ; a comment
     (zero? n) (let [z other] z)
     (and (odd? n) (odd? other) (odd? limit)) z
     :else (if-let [found (lookup n)] found other))))

(defn- walk! [tree]
  (loop [node tree depth 0]
    (case (:kind node)
      :leaf depth
      (:branch :root) (recur (first node) (inc depth))
      (throw (Exception. "bad"))))
  (doseq [x (:items tree)
          :let [y (* x x)]
          :when (pos? y)]
    (println x y))
  (try
    (slurp tree)
    (catch java.io.IOException e
      (log e)
      (when-not *debug* (.printStackTrace e)))
    (finally (flush))))

(defn steps [coll]
  (->> coll (map #(* % limit)) (filter pos?) item/join)
  (binding [*debug* true
            item/*mode* :fast]
    (set! *debug* false)
    (as-> coll c (conj c 1) (Math/max c 2)))
  (letfn [(twice [f] (f (f 1)))]
    (twice inc))
  (cond-> coll
    (seq coll) (conj 1)
    *debug* (conj 2))
  (condp = coll
    1 :one
    2 :two
    :many)
  (mapv (fn [k] (get k limit)) coll)
  '(quoted limit)
  #_(ignored limit)
  [#'limit ^Date *debug*])

(s/defn typed :- Long
  [n :- Long]
  (inc n))

(defprotocol Priced
  "Has a price."
  (cost [this] [this rate] "What it costs."))

(defrecord Line [item amount]
  Priced
  (cost [_] (* amount (price item))))

(extend-protocol Priced
  nil
  (cost [_] 0)
  Number
  (cost [n] n))

(def anon (fn [v] (str v limit)))

(deftest sums
  (testing "a sum"
    (is (= 3 (total {} [1 2])))))

(defn stamp ^String [^java.util.Date at ^long n & [zone]]
  (let [day (java.util.Date. n)
        made (->Line at 1)]
    (.setTime day n)
    (set! (.-zone day) zone)
    (-> day .toInstant (map->Line) (total 1 2))
    (some-> (.-label made) .trim)
    [#(.cost % 1) (.-total made)]))

(def nested (fn self [^Line v & more] (if v (self more) self)))
