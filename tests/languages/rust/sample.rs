use std::io;
use std::{fmt, collections::{HashMap, hash_map::Entry as E}};
pub use crate::a::b as c;
use self::parts::*;
use foo;
use {p::q, r};
extern crate serde as sd;

mod elsewhere;
pub mod here {
    pub fn in_module() {}
    mod deeper {
        struct Hidden;
    }
}

const MAX: usize = 1;
static mut COUNTER: u32 = 0;

pub struct Point<T> { x: T }
struct Pair(u8, u8);
enum Shape { Circle(f32), Square { side: f32 } }
union Word { a: u32 }
type Bytes = Vec<u8>;

trait Area: fmt::Debug + Sized + other::Super<u8> {
    const ID: u32;
    type Out;
    fn area(&self) -> f32;
    fn describe(&self, n: u8) -> String { self.area(); String::new() }
}

impl<T> Point<T> {
    pub const ORIGIN: u32 = 1;
    pub fn new(x: T) -> Self { Self { x } }
    async fn get(&self) -> &T { Self::helper(1) }
}

impl Area for Shape {
    type Out = u8;
    fn area(&self) -> f32 { 1.0 }
}

impl<T: Area> fmt::Display for m::Point<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, "x") }
}

impl<'a> From<u8> for &'a Word {
    fn from(x: u8) -> Self { todo() }
}

macro_rules! twice {
    ($x:expr) => { $x + helper() };
}

extern "C" {
    fn external(a: i32);
}

fn calls(v: Vec<u8>) {
    bare(1);
    v.len();
    self.field.call(2);
    Point::new(1);
    a::b::c::d(1, 2);
    crate::root();
    ::top();
    <Point<u8> as Area>::area(&p);
    <Point<u8>>::new(1);
    Vec::<u8>::with_capacity(1);
    turbofish::<u8>(1);
    m::turbofish::<u8>(1);
    v.iter().collect::<Vec<_>>();
    println!("{}", inside(1));
    std::println!();
    (closure)(1);
    (s.field)(1, 2);
    fns[0](1);
    Shape::Circle(1.0);
    Point { x: 1 };
    Shape::Square { side: 1.0 };
    fn nested() { deep(); }
    const LOCAL: u8 = 1;
}
