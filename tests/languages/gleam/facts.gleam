//// What the older sample does not show.

import gleam/option.{type Option, None, Some}
import shop/store as shelf

/// How often a job
/// may run.
pub const limit: Int = 3

// Told apart by kind.
const kinds = [Idle, shelf.default_kind, describe_kind]

/// What a job is doing.
pub type State {
  /// Not yet.
  Idle
  Busy(count: Int, owner: shelf.Owner)
  Done(Result(Int, String))
}

pub type Job {
  Job(id: Int, state: State, parent: Option(Job))
}

/// Makes one.
@external(javascript, "./job.mjs", "make")
@deprecated("use new")
pub fn make(id: Int) -> Job

@target(erlang)
// Plain comments count as well.
pub fn new(id: Int, state state: State) -> Job {
  let job = Job(id: id, state:, parent: None)
  let again = Job(..job, id: limit)
  let bumped = shelf.bump(again)
  let named: shelf.Label = bumped.label
  let inner = named.text.size
  shelf.Crate(job, again, inner)
  job
}

fn pipeline(items: List(Int), limit: Int) -> Option(Int) {
  let add = fn(a: Int, b) { a + b + limit }
  items
  |> list.map(add(_, 2))
  |> keep
  |> list.first
  |> option.map(fn(x) { double(x) })
  |> Some
  |> shelf.Crate(1)
  |> finish(1, _)
}

fn callbacks(path) {
  use file <- result.try(open(path))
  use #(key, value), rest: String <- with(file, limit)
  use <- guard
  use left <- shelf.each
  [key, value, rest, left]
}

pub fn decide(state: State, jobs: List(Job)) {
  case state, jobs {
    Idle, [first, ..rest] if first.id > limit && limit > 1 || path == "" -> first
    Busy(count: n, owner:), [_, Job(id, ..), ..] as all -> shelf.pick(n, owner, id, all)
    Done(Ok(total)), _ | Done(Error(total)), _ -> total
    _, _ -> panic as reason
  }
}

fn nested(value, flag: Bool) {
  let assert Ok(#(a, b) as pair) = value
  let assert "x" <> tail = a
  let #(one, two) as both = pair
  let <<size, body:bytes-size(size), _rest:bits>> = tail
  let outcome = case flag {
    True -> {
      let limit = 1
      case limit {
        0 -> fn(n) { case n { 1 -> kinds _ -> [] } }
        other -> other
      }
    }
    False if flag -> limit
    _ -> todo as "later"
  }
  echo outcome
  assert b == one
  list.each(both, fn(x) { !flag && x.ready && !done })
  two.0
}

pub fn wrap(box: shelf.Box(Job), run: fn(Int) -> Int) -> Result(List(Job), Nil) {
  Ok([box.job])
}
