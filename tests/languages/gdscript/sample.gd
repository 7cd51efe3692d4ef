@tool
class_name Player
extends Engine.Body

signal hit(amount)
enum State { IDLE, RUN = 3 }
enum { A, B }
const MAX = 3
const Scene = preload("res://scene.tscn")
export(int) var old = 1
onready var late = $Late
@export var speed: float = rate()
var hp := 10: set = set_hp, get = get_hp
static var count = 0
var prop: int:
	get:
		return calc()
	set(v):
		store(v)


class Inner extends Base:
	var x
	func f():
		pass


class Other:
	extends "res://other.gd"


func _ready() -> void:
	var local = Inner.new()
	super()
	super._ready()
	self.foo(1, 2)
	foo(1)
	local.play("x").stop()
	a.b.c()
	hit.emit(1)
	get_node("x").y()
	$Late.z()
	arr[0].w()
	var named_lambda = func named(q): return use(q)
	var k = load("res://k.gd")
	ResourceLoader.load("res://r.tres")
	await wait()
	State.IDLE


func typed(a: int, b := 2, c = 3, d: int = 4): return Vector2(1, 2)
func rest(first, ...others): pass
func _init(x):
	.older(1)


static func make(a) -> Player:
	return Ns.Inner.new()
