import gleam/io
import gleam/list.{map, type Option, Some as S} as l

@external(erlang, "a", "b")
pub fn ext(x: Int) -> Int

pub external fn old(Int) -> Int =
  "m" "f"

pub external type Conn

pub const max: Int = 3

pub type Shape {
  Circle(radius: Float)
  Square
}

pub opaque type Box(a) {
  Box(a)
}

pub type Alias =
  List(Int)

/// Doc.
pub fn main(a: Int, with b: Int) -> Nil {
  let x = helper(1, y: 2)
  io.println("x")
  l.map(x, fn(i) { inner(i) })
  x |> piped(2) |> io.debug |> bare
  use f <- result.try(open())
  use <- plain
  use g <- mod.with
  shape.Circle(2.0)
  rec.field.call(1)
  make()(2)
  case x {
    Circle(r) -> Box(r)
    Square -> Square
  }
  Box(..b, a: 1)
  shape.Box(..b, a: 1)
}

fn helper(a, y b) {
  todo
}
