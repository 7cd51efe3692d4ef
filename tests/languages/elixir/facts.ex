defmodule Shop.Cart do
  @moduledoc """
  Keeps a cart.

  It's small.
  """
  use Shop.Base
  import Shop.Money, only: [round: 1, add: 2]
  import Shop.Tax, except: [rate: 0], warn: false
  import Shop.Guards, only: :macros
  require Logger, as: Log
  alias __MODULE__, as: Self
  alias Shop.{Item, Order.Line}

  @derive {Shop.Encoder, only: [:id]}
  @behaviour Shop.Store
  @limit 10
  @type t :: %__MODULE__{id: integer()}
  @typep pair(a, b) :: {a, b}
  @callback load(id :: term(), keyword()) :: t() when t: term()
  @callback reset :: :ok
  @macrocallback trace(Macro.t()) :: Macro.t()
  defstruct id: nil, items: [], total: default_total()

  # A comment.
  # Its second row.
  @spec put(t(), Item.t()) :: t()
  @impl true
  def put(%Self{items: [first | rest]} = cart, %{price: {amount, _}, name: "x" <> name}) when amount > 0 and is_map(cart) do
    limit = @limit
    {:ok, %{a: %{b: deep}}} = fetch(first)
    total = round(amount)
    Log.debug(name)
    %{cart | items: rest, total: total + limit + deep}
  end

  def put(cart, _item), do: cart

  def scale(value, factor \\ 2, opts \\ [])
  def scale(value, factor, _opts), do: value * factor

  defp _hidden, do: @limit
  def calls(list), do: Enum.map(list, &_hidden/0)
  def names, do: {limit, Enum.map([], &Item.name/1)}
  def old, do: legacy
  def limit, do: config().limit

  defguardp is_small(n) when is_integer(n) and n < @limit
  defdelegate find(id), to: Item
  defmacro __using__(_opts) do
    quote do
      injected(unquote(1))
    end
  end
  def !flag, do: not flag
  def left <~> right when left > right, do: left

  def check(state, other) do
    result =
      case load_all(state) do
        {:ok, value} when value > 1 and value < 9 or value == 20 -> value
        {:error, reason} -> log(reason)
        _ -> nil
      end

    cond do
      result && helper -> 1
      state[:open] -> 2
      true -> 3
    end

    if result do
      unless other do
        done()
      else
        more()
      end
    end

    with {:ok, a} <- step(state),
         b = next(a) do
      b
    else
      :error -> 0
      {:late, n} -> n
    end

    for x <- state.items, y = x.price, y > 1, do: y

    fun = fn
      0 -> zero()
      n -> n |> dec() |> Math.inc() |> Math.half
    end

    fun.(1) |> case do
      1 -> :one
    end

    receive do
      {:msg, text} -> text
    after
      100 -> timeout()
    end
  end

  def safe(path) do
    try do
      File.read!(path)
    rescue
      e in File.Error -> e.reason
      ArgumentError -> nil
    catch
      :exit, why -> why
    else
      data -> data
    after
      close(path)
    end
  end

  @doc "Builds one."
  def build(attrs) do
    item = %Item{id: attrs[:id]}
    item.id
  end
end

defimpl Shop.Encoder, for: [Shop.Cart, Shop.Item] do
  def encode(%{id: id}), do: id
end

defimpl Inspect, for: Shop.Cart do
  def inspect(cart, _), do: Inspect.Algebra.concat(["#", to_string(cart)])
end

defmodule Shop.Error do
  defexception [:message]
  def exception(msg), do: %__MODULE__{message: msg}
end

defmodule Shop.CartTest do
  use ExUnit.Case, async: true

  setup context do
    {:ok, user: context.user}
  end

  describe "put/2" do
    test "a.b keeps", %{user: user, cart: cart} do
      assert_raise Shop.Error do
        Shop.Cart.put(cart, user)
      end
    end
  end
end

cart = Shop.Cart.build([])
IO.inspect(cart)

defmodule Shop.Bare do
  defdelegate first(cart), to: Shop.Item, as: :head
  defdelegate now, to: Clock, as: :utc_now
  defdelegate size(cart), to: Shop.Item
  def zero, do: 1
  def one do zero end
  def two(list, at), do: list[at] + zero - other(zero)
  def text, do: "#{zero} #{__MODULE__}"
  def chain, do: zero |> step |> Shop.Item.up
  def field, do: zero.name
  def many(rest), do: {-zero, [zero | rest], %{a: zero}, fn -> zero end}
  def block do
    at = zero
    if at, do: zero
    zero
  end
end

defmodule Shop.Last do
  import Shop.Money, only: :functions
  import Shop.Signs, only: :sigils
  require Shop.Log
  import Shop.{Tax, Deep.Money}
  require Shop.{Tax, Log}
end
