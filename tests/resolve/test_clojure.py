"""Calls in Clojure trees: each mechanism with the right target and a decoy of the same name."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls_of

STRANGER = """(ns {})
(defn run [x] x)
(defn helper [x] x)
(defn size [x] x)
(defrecord Item [a])
(defn close [x] x)
"""


def tree(tmp_path: Path, files: dict[str, str]) -> set[Call]:
    """The calls of a tree with these files below src/shop, beside strangers."""
    strangers = {"src/stranger.clj": STRANGER.format("stranger"), "src/shop/other.clj": STRANGER.format("shop.other")}
    return calls_of(tmp_path, strangers | {f"src/shop/{name}": text for name, text in files.items()})


def test_required_names(tmp_path: Path) -> None:
    util = "(ns shop.{})\n(defn run [x] x)\n(defn helper [x] x)\n"
    assert tree(
        tmp_path,
        {
            "one.clj": util.format("one"),
            "two_parts.clj": util.format("two-parts"),
            "a.clj": """(ns shop.a
  (:require [shop.one :as one :refer [helper]]
            [shop.two-parts]
            [gone.lib :as gone]))
(defn go [x] (one/run x) (helper x) (run x) (gone/run x) (two/run x))
(defn full [x] (shop.two-parts/run x))
(defn thread [x] (-> x one/run (helper)))
""",
            "b.clj": """(ns shop.b
  (:require [shop.one :refer :all])
  (:use [shop.two-parts :only [helper]]))
(defn all [x] (run x))
(defn only [x] (helper x))
""",
            "c.clj": """(ns shop.c (:use shop.two-parts))
(defn used [x] (run x))
(defn helper [x] x)
(defn own [x] (helper x))
(defn local [helper] (helper 1) (let [run inc] (run 1)))
""",
        },
    ) == {
        ("go", "src/shop/one.clj", 2, "run"),
        ("go", "src/shop/one.clj", 3, "helper"),
        ("full", "src/shop/two_parts.clj", 2, "run"),
        ("thread", "src/shop/one.clj", 2, "run"),
        ("thread", "src/shop/one.clj", 3, "helper"),
        ("all", "src/shop/one.clj", 2, "run"),
        ("only", "src/shop/two_parts.clj", 3, "helper"),
        ("used", "src/shop/two_parts.clj", 2, "run"),
        ("own", "src/shop/c.clj", 3, "helper"),
    }


def test_records_and_the_hosts_methods(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "rec_one.clj": "(ns shop.rec-one)\n(defrecord Item [a])\n",
            "a.clj": """(ns shop.a
  (:require [shop.rec-one :refer [->Item] :as rec])
  (:import (java.util Date)))
(defn referred [x] (->Item x) (Date.) (.close x))
(defn behind [x] (rec/map->Item x))
""",
            "b.clj": """(ns shop.b (:import (shop.rec_one Item)))
(defn imported [x] (Item. x))
""",
            "c.clj": """(ns shop.c)
(defrecord Item [a])
(defn own [x] (->Item x))
(defn nobody [x] (Other. x) (size x))
""",
        },
    ) == {
        ("referred", "src/shop/rec_one.clj", 2, "Item"),
        ("behind", "src/shop/rec_one.clj", 2, "Item"),
        ("imported", "src/shop/rec_one.clj", 2, "Item"),
        ("own", "src/shop/c.clj", 2, "Item"),
    }


def test_protocols_and_multimethods_run_their_implementations(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "proto.clj": "(ns shop.proto)\n(defprotocol Sized\n  (size [this]))\n(defmulti area :kind)\n",
            "a.clj": """(ns shop.a (:require [shop.proto :refer [Sized size area]]))
(defrecord Box [n]
  Sized
  (size [this] n))
(defmethod area :box [s] (size s))
(defn go [x] (area x))
""",
            "b.clj": """(ns shop.b (:require [shop.proto :as p]))
(extend-type String
  p/Sized
  (size [s] 1))
(defn other [x] (p/size x))
""",
            "c.clj": """(ns shop.c)
(defprotocol Sized (size [this]))
(defrecord Own [n] Sized
  (size [this] n))
""",
        },
    ) == {
        (caller, "src/shop/" + path, line, "size")
        for caller in ("area", "other")
        for path, line in (("proto.clj", 3), ("a.clj", 4), ("b.clj", 4))
    } | {("go", "src/shop/proto.clj", 4, "area"), ("go", "src/shop/a.clj", 5, "area")}


def test_dialects_of_one_namespace(tmp_path: Path) -> None:
    both = "(ns shop.both)\n(defn run [x] x)\n"
    assert tree(
        tmp_path,
        {
            "both.clj": both,
            "both.cljs": both,
            "a.clj": "(ns shop.a (:require [shop.both :as b]))\n(defn go [x] (b/run x))\n",
            "b.cljs": "(ns shop.b (:require [shop.both :as b]))\n(defn other [x] (b/run x))\n",
        },
    ) == {("go", "src/shop/both.clj", 2, "run"), ("other", "src/shop/both.cljs", 2, "run")}


def test_circles_end(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        {
            "a.clj": "(ns shop.a (:use shop.b shop.a))\n(defn go [x] (back x) (go x))\n",
            "b.clj": "(ns shop.b (:require [shop.a :as shop.b]))\n(defn back [x] (shop.b/go x))\n",
            "c.clj": "(ns)\n(defn free [x] (free x))\n(defprotocol P)\n(extend-type P P (free [x] x))\n",
        },
    ) == {("go", "src/shop/b.clj", 2, "back"), ("back", "src/shop/a.clj", 2, "go")}
