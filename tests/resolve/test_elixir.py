"""Calls in Elixir trees: each rule with the right target and a decoy of the same name and arity."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.calls import Call, calls, calls_of
from tests.support.command import answer, plant

STRANGER = """
defmodule Stranger do
  def run(a), do: a
  def run(a, b), do: {a, b}
  def load(a), do: a
  def add(a, b), do: a + b
  def rate(a), do: a
  def helper(a), do: a
  def other(a), do: a
  def head(a), do: a
end
"""


def tree(tmp_path: Path, places: bool = False, /, **files: str) -> set[Call]:
    """The calls of a tree with these files (``a__b`` is a/b.ex), beside two strangers."""
    other = STRANGER.replace("Stranger", "Other.Stranger")
    named = {name.replace("__", "/") + ".ex": text for name, text in files.items()}
    return calls_of(tmp_path, {"stranger.ex": STRANGER, "lib/other.ex": other} | named, places)


def test_local_calls_mean_the_own_module(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""defmodule A do
  def go(x), do: run(x)
  defp run(x), do: helper(x)
  defp helper(x), do: x
end
defmodule B do
  def go(x), do: run(x)
end
""",
    ) == {("go/1", "a.ex", 3, "run/1"), ("run/1", "a.ex", 4, "helper/1")}


def test_remote_calls_mean_the_module_by_its_aliases(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        lib__run="""defmodule App.Run do
  def run(a), do: a
end
defmodule Run do
  def run(a), do: a
end
""",
        a="""defmodule A do
  def early(x), do: Run.run(x)
  alias App.Run
  def late(x), do: Run.run(x)
  def full(x), do: Elixir.Run.run(x)
  def none(x), do: App.None.run(x)
  def inside(x) do
    alias Elixir.Run, as: Other
    Other.run(x)
  end
  def outside(x), do: Other.run(x)
  def erlang(x), do: :stranger.run(x)
end
""",
    ) == {
        ("early/1", "lib/run.ex", 5, "run/1"),
        ("late/1", "lib/run.ex", 2, "run/1"),
        ("full/1", "lib/run.ex", 5, "run/1"),
        ("inside/1", "lib/run.ex", 5, "run/1"),
    }


def test_groups_of_aliases_and_required_names(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        b="""defmodule App.One do
  def run(a), do: a
end
defmodule App.Deep.Two do
  def run(a), do: a
end
defmodule App.Three do
  def run(a), do: a
end
defmodule App.Four do
  def run(a), do: a
end
""",
        a="""defmodule App do
  alias __MODULE__.{One, Deep.Two}
  alias __MODULE__, as: Self
  require App.Three, as: Third
  require App.Four
  def one(x), do: One.run(x)
  def two(x), do: Two.run(x)
  def three(x), do: Third.run(x)
  def four(x), do: Four.run(x)
  def self(x), do: Self.one(x)
  def own(x), do: __MODULE__.two(x)
end
""",
    ) == {
        ("one/1", "b.ex", 2, "run/1"),
        ("two/1", "b.ex", 5, "run/1"),
        ("three/1", "b.ex", 8, "run/1"),
        ("self/1", "a.ex", 6, "one/1"),
        ("own/1", "a.ex", 7, "two/1"),
    }


def test_nested_modules_are_known_by_their_first_segment_from_there_on(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        b="""defmodule Inner.Deep do
  def run(a), do: a
end
""",
        a="""defmodule Outer do
  def early(x), do: Inner.Deep.run(x)
  defmodule Inner.Deep do
    def run(a), do: helper(a)
    defp helper(a), do: a
  end
  def late(x), do: Inner.Deep.run(x)
  defp helper(a), do: a
end
""",
        c="""defmodule C do
  def full(x), do: Outer.Inner.Deep.run(x)
end
""",
    ) == {
        ("early/1", "b.ex", 2, "run/1"),
        ("run/1", "a.ex", 5, "helper/1"),
        ("late/1", "a.ex", 4, "run/1"),
        ("full/1", "a.ex", 4, "run/1"),
    }


def test_imports_give_what_they_name(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        True,
        m="""defmodule M do
  def add(a, b), do: a + b
  def rate(a), do: a
  def _rate(a), do: a
  defp helper(a), do: a
  defmacro trace(a), do: a
end
""",
        all="""defmodule All do
  def before(x), do: rate(x)
  import M
  def go(x), do: {add(x, 1), rate(x), helper(x), _rate(x), trace(x)}
end
""",
        only="""defmodule Only do
  import M, only: [add: 2]
  def go(x), do: {add(x, 1), rate(x)}
end
""",
        but="""defmodule But do
  import M, except: [add: 2]
  def go(x), do: {add(x, 1), rate(x)}
end
""",
        later="""defmodule Later do
  import M, only: [add: 2, rate: 1]
  import M, except: [rate: 1]
  def go(x), do: {add(x, 1), rate(x), trace(x)}
end
""",
        functions="""defmodule Functions do
  import M, only: :functions
  def go(x), do: {rate(x), trace(x)}
end
""",
        macros="""defmodule Macros do
  import M, only: :macros
  def go(x), do: {rate(x), trace(x)}
end
""",
        local="""defmodule Local do
  def go(x) do
    import M
    rate(x)
  end
  def outside(x), do: rate(x)
end
""",
    ) == {
        ("all.ex go/1", "m.ex", 2, "add/2"), ("all.ex go/1", "m.ex", 3, "rate/1"),
        ("all.ex go/1", "m.ex", 6, "trace/1"),
        ("only.ex go/1", "m.ex", 2, "add/2"),
        ("but.ex go/1", "m.ex", 3, "rate/1"),
        ("later.ex go/1", "m.ex", 2, "add/2"),
        ("functions.ex go/1", "m.ex", 3, "rate/1"),
        ("macros.ex go/1", "m.ex", 6, "trace/1"),
        ("local.ex go/1", "m.ex", 3, "rate/1"),
    }  # fmt: skip


def test_default_arguments_widen_the_arity(tmp_path: Path) -> None:
    found = tree(
        tmp_path,
        m="""defmodule M do
  def run(a, b \\\\ 1)
  def run(a, 1), do: a
  def run(a, b), do: {a, b}
  def load(a, b \\\\ 2, c \\\\ 3), do: {a, b, c}
end
""",
        a="""defmodule A do
  def omit(x), do: M.run(x)
  def give(x), do: M.run(x, 2)
  def one(x), do: M.load(x)
  def two(x), do: M.load(x, 1)
  def all(x), do: M.load(x, 1, 2)
  def many(x), do: M.load(x, 1, 2, 3)
  def piped(x), do: x |> M.load(1)
  def none(), do: M.load()
end
""",
    )
    run = {("omit/1", "m.ex", n, "run/2") for n in (2, 3, 4)} | {("give/1", "m.ex", n, "run/2") for n in (3, 4)}
    assert found == run | {(f"{name}/1", "m.ex", 5, "load/3") for name in ("one", "two", "all", "piped")}


def test_private_functions_are_local(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        True,
        m="""defmodule M do
  def go(x), do: helper(x)
  defp helper(a), do: a
  def same(x), do: M.helper(x)
end
""",
        a="""defmodule A do
  def go(x), do: M.helper(x)
end
""",
    ) == {("m.ex go/1", "m.ex", 3, "helper/1")}


def test_captures_delegates_and_structs(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        True,
        m="""defmodule M do
  defstruct [:id]
  def head(a), do: a
  def load(a), do: a
  def _under, do: 1
  def run(x), do: {&M.head/1, &_under/0, &head(&1)}
end
""",
        a="""defmodule A do
  defdelegate load(x), to: M
  defdelegate first(x), to: M, as: :head
  def make(x), do: %M{id: x}
end
""",
    ) == {
        ("m.ex run/1", "m.ex", 3, "head/1"),
        ("m.ex run/1", "m.ex", 5, "_under/0"),
        ("a.ex load/1", "m.ex", 4, "load/1"),
        ("a.ex first/1", "m.ex", 3, "head/1"),
        ("a.ex make/1", "m.ex", 2, "defstruct"),
    }


def test_implementations_keep_to_themselves(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        p="""defprotocol P do
  def conv(a)
end
defmodule T do
  defstruct []
  def other(a), do: a
end
defmodule U do
  defstruct []
end
defimpl P, for: [T, U] do
  alias __MODULE__, as: X
  def conv(a), do: {other(a), X.last(a)}
  def other(a), do: a
  def last(a), do: a
end
defmodule V do
  def dispatch(a), do: P.conv(a)
  def named(a), do: P.U.last(a)
  def type(a), do: T.other(a)
  def gone(a), do: X.last(a)
end
""",
    ) == {
        ("conv/1", "p.ex", 14, "other/1"),
        ("conv/1", "p.ex", 15, "last/1"),
        ("dispatch/1", "p.ex", 2, "conv/1"),
        ("named/1", "p.ex", 15, "last/1"),
        ("type/1", "p.ex", 6, "other/1"),
    }


def test_values_are_no_modules(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""defmodule A do
  def go(stranger, fun), do: {stranger.run(1), fun.(1), stranger.run}
  def kernel(x), do: length(x)
end
defmodule B do
  def length(x), do: x
end
""",
    ) == set()


def test_misses_are_counted_where_the_name_is_known(tmp_path: Path) -> None:
    root = plant(
        tmp_path / "tree",
        {
            "m.ex": "defmodule M do\n  def run(a), do: a\n  defp hid(a), do: a\nend\n",
            # A missing module, an impossible arity and a private function; then what nobody has, and Kernel's.
            "a.ex": "defmodule A do\n  def go(x), do: {Gone.run(x), M.run(x, 1), M.hid(x)}\n"
            "  def fine(x), do: {Enum.map(x, 1), size(x), length(x)}\nend\n",
        },
    )
    out = answer([root])
    assert b" ambiguous=0 unresolved=3 " in out
    assert calls(root) == set()


def test_circles_end(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        a="""defmodule A do
  alias B, as: C
  alias C, as: B
  alias B, as: C
  import B
  def go(x), do: C.run(x)
end
defimpl X, for: X do
  alias __MODULE__, as: X
  def run(a), do: X.run(a)
end
defimpl __MODULE__, for: __MODULE__ do
  def run(a), do: __MODULE__.run(a)
end
defmodule B do
  def run(a), do: a
end
""",
    ) == {("go/1", "a.ex", 16, "run/1")}


def test_operators_guards_and_macros(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        m="""defmodule M do
  defguard is_small(x) when x < 3
  def left <~> right, do: {left, right}
end
""",
        n="""defmodule N do
  defguard is_small(x) when x < 3
  def left <~> right, do: {left, right}
end
""",
        a="""defmodule A do
  import M
  def go(x) when is_small(x), do: x
  def named(x), do: M.<~>(x, x)
end
""",
    ) == {("go/1", "m.ex", 2, "is_small/1"), ("named/1", "m.ex", 3, "<~>/2")}


def test_groups_of_imports(tmp_path: Path) -> None:
    assert tree(
        tmp_path,
        m="""defmodule M.One do
  def run(a), do: a
end
defmodule M.Two do
  def load(a), do: a
end
""",
        a="""defmodule A do
  import M.{One, Two}
  def go(x), do: {run(x), load(x)}
end
""",
        b="""defmodule B do
  require M.{One, Two}
  def go(x), do: {run(x), One.run(x)}
end
""",
    ) == {("go/1", "m.ex", 2, "run/1"), ("go/1", "m.ex", 5, "load/1")}
