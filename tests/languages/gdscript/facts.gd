## What locals.scm and metrics.scm extract.
class_name Basket extends Node

enum Kind { NEW, OLD = LIMIT }
const LIMIT: int = 10
## How much
## it costs.
@export_range(0, 10)
var price: float = LIMIT
var store := Store.new(LIMIT)
var rate: float:
	get:
		return price
	set(price):
		store = price
		emit()
var walker = func(row, deep = LIMIT): return row.rank if row else LIMIT


class Line:
	var kind: Kind
	var cache = Cache.new()


# Adds
# one.
@rpc("any")
func add(item: Line, count: int = LIMIT, flag := price, ...rest) -> bool:
	var line: Line = item
	var copy = Line.new()
	var made = make(count)
	var cast = get_parent() as Line
	price = line.kind
	self.rate += price
	line.kind.name = store.items[0]
	store.rows[count].size = flag
	items[count] = LIMIT
	Kind.NEW.value += 1
	return made and copy and cast or rest


func walk(items, limit):
	for item in items:
		if item && limit or price:
			continue
		elif item.kind:
			break
		else:
			limit = item
	for item: Line in items:
		match item:
			Kind.NEW, 3:
				return 1
			[var first, LIMIT]:
				break
			{"k": var value} when value > LIMIT:
				while value:
					if value:
						return value
			var other:
				return other
			_:
				continue
	return items.filter(func(row): return row.kind and limit) if item else walker


@warning_ignore("unused")
static func height(): return Vector2(price, price).normalized().y


const Other = preload("res://other.gd")


func chain(a, b):
	a.run(1).then(b)
	a.rows[b].size = Other
	a.rows[b].size += a.run(2).left
	return load("res://last.gd").new()
