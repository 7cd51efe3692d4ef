@file:JvmName("StockKt")

package demo.stock

import demo.core.Clock as Watch
import demo.stock.Limits.CEILING

/** How often it may be tried. */
const val RETRIES = 3
var total: Int = 0
val doubled: Int
    get() = total * 2

/**
 * Keeps what is in store.
 * @since 2
 */
@Service("stock")
@Audited
class Stock<T : Item>(val items: List<T>, private var last: Item?, clock: Watch = Watch(), vararg rest: Int) :
    Closeable by rest, Base<T>(clock) {
    private val spare: List<T> by lazy { load() }
    private val found = HashMap<String, T>()
    lateinit var box: demo.core.Box<T>

    // Not a symbol of its own: no accessor.
    var plain = 1

    // Both accessors.
    var size: Int
        get() {
            val seen = count
            return seen
        }
        set(value) {
            if (value > 0) count = value
        }
    val label: String get() = describe(this)
    private val weight = 1
        get() = field + total

    init {
        val seed = RETRIES
        total = seed
        clock.start()
    }

    constructor(name: String) : this(listOf(), null) {
        label = name
    }

    companion object {
        private const val MAX = 9
        fun of(vararg items: Item, strict: Boolean = false): Stock<Item> = Stock(items.toList(), null)
    }

    fun find(key: String?, depth: Int = CEILING): T? {
        if (key == null || key.isEmpty() && total > 0 && !strict) {
            return null
        } else if (total == 0) {
            throw Missing(key)
        } else {
            total++
        }
        outer@ for (i in 0 until depth) {
            for ((name, item) in found) {
                if (name == key) return item
                else if (item == last) continue@outer
                else break
            }
        }
        do { --last.size; this.total += CEILING } while (total > 0)
        val fallback = if (key.isBlank()) spare else null
        return fallback?.first() ?: last
    }

    fun describe(thing: Any): String {
        when (val known = lookup(thing)) {
            is Item, is Crate -> { return known.name }
            in 1..9 -> { if (weight > 1 || plain > 1) plain = 2 else plain = 3 }
            Kind.SMALL -> {}
            else -> log("none $total ${known.name}")
        }
        return when {
            total > 1 -> "many"
            else -> "few"
        }
    }

    override fun close() {
        try {
            val made = Crate<T>(1)
            val held = box.hold(made)
            items.forEach { item -> val total = item.size; use(total, last = held) }
            items.map(Item::label).map(::price).fold(0) { sum, (a, b) -> sum + a + b }
            save(*rest)
        } catch (error: IOException) {
            log(error)
        } finally {
            box.lid.open = false
            found["x"].count -= 1
        }
        val listener = object : Listener("x") {
            private var heard = 0
            override fun on(event: Event) { heard += event.size }
        }
        for (entry in items) { if (entry.full) { while (true) { if (done) return } } }
        val check = fun(n: Int): Boolean { return n > total }
        check(plain)
    }
}

/* What a thing may be. */
enum class Kind(val factor: Int) {
    // Fits a hand.
    SMALL(1),
    @Deprecated("no") LARGE(2) {
        override fun weight() = factor * 2
    };

    open fun weight() = factor
}

fun List<Item>.heaviest(limit: Int) = maxBy { it.weight + limit }

val held = Foo(1)
val made = box.make()

class Chain : Base {
    var level: Int = 1
        get() = field
        set(value) { if (value > 0) field = value }
    constructor(n: Int) : super(n)
    fun each(): Int = list.map { it + field }
    val peer: Int get() = next.field
}
