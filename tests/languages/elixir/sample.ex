defmodule Shapes.Animal do
  @moduledoc "An animal"
  use GenServer, restart: :temporary
  import Enum, only: [map: 2]
  alias Shapes.Util
  alias Shapes.Deep.Thing, as: Other
  alias Shapes.{First, Sub.Second}
  require Logger
  require Shapes.Macros, as: Mac

  @behaviour Walker
  @limit compute()
  @callback feed(term) :: :ok
  defstruct [:name, legs: 4]

  defguard is_big(x) when is_integer(x) and x > 10
  defguardp is_small(x) when x < 3
  defdelegate size(x), to: Shapes.Util
  defdelegate fetch(map, key), to: Map, as: :get

  @doc "public"
  def run(a, b \\ 1) do
    local(a)
    Util.remote(a, b)
    Shapes.Util.deep(1)
    :lists.reverse(a)
    a.field()
    a.chain().next(1)
    fun.(1)
    no_parens 1, 2
    Util.no_parens_remote 1
    Util.bare_remote
    a |> piped() |> Util.piped_remote(2) |> bare_pipe
    Enum.map(a, &captured/1)
    Enum.map(a, &Util.captured_remote/2)
    Enum.map(a, &inline(&1, b))
    Enum.map(a, fn x -> inside(x) end)
    Enum.map(a, & &1)
    __MODULE__.own(1)
    %__MODULE__{name: made()}
    %Other{name: 1}
    Logger.info("x #{interpolated(1)}")
    if check(a), do: yes(), else: no()
    case decide(a) do
      :ok -> matched(a)
    end
    for x <- items(), do: visit(x)
    with {:ok, y} <- step(a) do
      finish(y)
    end
    x = assigned(1)
    [listed(1) | rest()]
    @limit
    a.map_field
    Kernel.+(a, 1)
    quote do
      unquote(quoted(1))
    end
  end

  def zero, do: 0
  def guarded(x) when is_big(x), do: big(x)
  def guarded(x), do: small(x)
  def bodiless(x, y \\ 2)
  def left + right, do: plus(left, right)
  def a ~> b when is_big(a), do: b
  def unquote(name)(x), do: x
  defp private(%{key: v} = x, _y), do: helper(v)

  defmacro trace(expr) do
    expand(expr)
  end
  defmacrop hidden(x), do: x

  defmodule Nested do
    def inner, do: Shapes.Animal.run(1)
  end

  defmodule Error do
    defexception message: "bad"
  end
end

defprotocol Shapes.Walker do
  def walk(thing)
  def stop(thing, reason)
end

defimpl Shapes.Walker, for: Shapes.Animal do
  def walk(thing), do: go(thing)
end

defimpl Shapes.Walker, for: [Integer, Float] do
  def walk(n), do: n
end

defmodule Shapes.AnimalTest do
  use ExUnit.Case

  setup do
    prepare()
  end

  describe "group" do
    test "walks" do
      assert walked()
    end

    @tag :slow
    test "with context", %{pid: pid} do
      assert touched(pid)
    end
  end
end

defmodule Shapes.Own do
  alias __MODULE__.Part
  import List
  defmodule __MODULE__.Late, do: late()
  defimpl Shapes.Walker do
    def walk(own), do: own
  end
end

top_level(1)
