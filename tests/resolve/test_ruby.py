"""Ruby: constants by nesting and ancestors, methods by the object. Every tree has decoys of the same names."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls_of

DECOY = """
class Elsewhere
  def run; end
  def find(a); end
  def go(a = 1); end
  def helper(a); end
  def initialize(a); end
  def self.make(a); end
  def name; end
end
"""


def of(found: set[Call], caller: str) -> set[tuple[str, int, str]]:
    return {call[1:] for call in found if call[0] == caller}


def test_constants_are_looked_for_around_then_in_ancestors(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "module App\n  class Tool\n    def self.go(a); end\n  end\n  class Base\n    class Inner\n"
            "      def self.go(a); end\n"
            "    end\n  end\nend\n",
            "b.rb": "class Tool\n  def self.go(a); end\nend\nclass Inner\n  def self.go(a); end\nend\n",
            "c.rb": "module App\n  class Child < Base\n    def near; Tool.go(1); end\n"
            "    def above; Inner.go(1); end\n"
            "    def root; ::Tool.go(1); end\n    def full; App::Base::Inner.go(1); end\n"
            "    def unknown; Missing.go(1); end\n"
            "  end\nend\nclass App::Short\n  def short; Tool.go(1); end\nend\n",
            "d.rb": DECOY,
        },
    )
    assert of(found, "near") == {("a.rb", 3, "go")}
    assert of(found, "above") == {("a.rb", 7, "go")}
    assert of(found, "full") == {("a.rb", 7, "go")}
    assert of(found, "unknown") == set()
    # `class App::Short` does not stand in App.
    assert of(found, "short") == {("b.rb", 2, "go")}


def test_reopened_types_are_one(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "class User\n  def initialize(a); end\n  def first(a); end\nend\n",
            "b.rb": "class User\n  def second; first(1); self.third(1); end\nend\n",
            "c.rb": "class User\n  def third(a); end\nend\n",
            "d.rb": "def main\n  u = User.new(1)\n  u.first(1)\n  u.third(1)\nend\n",
            "e.rb": "class Other\n  def initialize(a); end\n  def first(a); end\n  def third(a); end\nend\n",
        },
    )
    assert of(found, "second") == {("a.rb", 3, "first"), ("c.rb", 2, "third")}
    assert of(found, "main") == {("a.rb", 2, "initialize"), ("a.rb", 3, "first"), ("c.rb", 2, "third")}


def test_methods_of_objects_and_of_types(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "class Job\n  def self.run(a); helper(1); end\n  def run(a); helper(1); end\n"
            "  def helper(a); end\n"
            "  class << self\n    def helper(a); end\n    def make(a); new; end\n  end\nend\n",
            "b.rb": "def of_type; Job.run(1); end\ndef of_object; j = Job.new(); j.run(1); end\n"
            "def made; Job.make(1).run(1); end\n",
            "c.rb": DECOY,
        },
        places=True,
    )
    assert {call[1:] for call in found if call[0] == "b.rb of_type"} == {("a.rb", 2, "run")}
    assert {call[1:] for call in found if call[0] == "b.rb of_object"} == {("a.rb", 3, "run"), ("a.rb", 1, "Job")}
    assert {call[1:3] for call in found if call[0] == "a.rb run"} == {("a.rb", 6), ("a.rb", 4)}
    assert {call[1:] for call in found if call[0] == "b.rb made"} == {("a.rb", 7, "make"), ("a.rb", 3, "run")}


def test_mixins_and_super(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "module Util\n  def helper(a); hook(1); end\nend\nmodule Early\n  def go(a); end\nend\n"
            "class Base\n  def initialize(a); end\n  def go(a); end\n  def other(a); end\nend\n",
            "b.rb": "class Child < Base\n  include Util\n  include Early\n  extend Util\n  def initialize(a)\n"
            "    super\n  end\n"
            "  def other(a)\n    super(a)\n  end\n  def hook(a); end\n  def work; helper(1); go(1); end\n"
            "  def self.build; helper(1); end\nend\n",
            "c.rb": DECOY + "class Strange\n  def hook(a); end\n  def other(a); end\nend\n",
        },
    )
    assert of(found, "initialize") == {("a.rb", 8, "initialize")}
    assert of(found, "other") == {("a.rb", 10, "other")}
    assert of(found, "work") == {("a.rb", 2, "helper"), ("a.rb", 5, "go")}
    assert of(found, "build") == {("a.rb", 2, "helper")}
    assert of(found, "helper") == {("b.rb", 11, "hook")}


def test_receivers(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "class Repo\n  def find(a); Row.new; end\n  def self.make(a); new; end\nend\nclass Row\n"
            "  def go(a); self; end\nend\n",
            "b.rb": "class Shop\n  DEFAULT = Repo.new\n  attr_reader :repo\n  def initialize(a)\n"
            "    @repo = Repo.make(a)\n  end\n"
            "  def field; @repo.find(1); end\n  def reader; repo.find(1).go(1).go(2); end\n"
            "  def constant; DEFAULT.find(1); end\n"
            "  def local; r = @repo; r.find(1); end\n  def fresh; Repo.new.find(1); end\n"
            "  def own; self.class.other(1); end\n"
            "  def self.other(a); end\nend\n",
            "c.rb": DECOY + "class Strange\n  def other(a); end\n  def self.other(a); end\nend\n",
        },
    )
    find, go = ("a.rb", 2, "find"), ("a.rb", 6, "go")
    assert of(found, "initialize") == {("a.rb", 3, "make")}
    assert of(found, "field") == {find}
    assert of(found, "reader") == {find, go}
    assert of(found, "constant") == {find}
    assert of(found, "local") == {find}
    assert of(found, "fresh") == {find, ("a.rb", 1, "Repo")}
    assert of(found, "own") == {("b.rb", 13, "other")}


def test_bare_calls_are_of_the_object_or_outside_of_types(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "class Model < External::Base\n  def save(a)\n    validates(1)\n    puts(1)\n    top(1)\n"
            "    own(1)\n  end\n"
            "  def own(a); end\nend\n",
            "b.rb": "def top(a); end\n",
            "c.rb": "class Strange\n  def validates(a); end\n  def puts(a); end\n  def top(a); end\n"
            "  def own(a); end\nend\n",
        },
    )
    assert of(found, "save") == {("b.rb", 1, "top"), ("a.rb", 8, "own")}


def test_circles_are_survived(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "class A < B\n  include A\n  X = Y\n  Y = X\n  def f; X.g(1); super; g(1); end\nend\n"
            "class B < A\n  def g(a); self.class.f; end\nend\nmodule M\n  include N\nend\nmodule N\n  include M\n"
            "end\n",
        },
    )
    assert of(found, "f") == {("a.rb", 8, "g")}


def test_the_same_object_and_the_type_itself(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "class Shop\n  class << self\n    def settings; self; end\n    def set(a); end\n  end\n"
            "  def settings; self.class.settings; end\n  def set(a); end\n  def first; settings.set(1); end\n"
            "  def second; dup.set(1); end\n  def self.third; settings.set(1); end\nend\n",
            "b.rb": DECOY + "class Strange\n  def set(a); end\n  def self.set(a); end\n  def dup; end\nend\n",
        },
    )
    # (A bare word is no call, so nothing calls `settings`.)
    assert of(found, "first") == {("a.rb", 4, "set")}
    assert of(found, "second") == {("a.rb", 7, "set")}
    assert of(found, "third") == {("a.rb", 4, "set")}


def test_a_parameter_is_no_method(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        {
            "a.rb": "class Box\n  def repo; Repo.new; end\n  def initialize(repo)\n    @repo = repo\n  end\n"
            "  def first; @repo.uncommon(1); end\n  def second; repo.find(1); end\nend\n"
            "class Repo\n  def find(a); end\nend\n",
            "b.rb": "class Other\n  def uncommon(a); end\n  def find(a); end\nend\n",
        },
    )
    assert of(found, "first") == {("b.rb", 2, "uncommon")}  # unknown: the only one of that name
    assert ("a.rb", 10, "find") in of(found, "second")
    assert ("b.rb", 3, "find") not in of(found, "second")


def test_long_lines_of_bases_are_survived(tmp_path: Path) -> None:
    lines = [f"class C{i} < C{i + 1}\n  def f{i}; last(1); end\nend\n" for i in range(1500)]
    found = calls_of(tmp_path, {"a.rb": "".join(lines) + "class C1500\n  def last(a); end\nend\n"})
    assert ("f1499", "a.rb", 4502, "last") in found
