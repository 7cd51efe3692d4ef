package sample.pkg

import lib.deep.Thing
import lib.deep.Other as Renamed
import lib.tools.*
import Single

const val LIMIT = 1
val top: Int = compute(LIMIT)
val lambda = { a: Int, b: Int -> a.plus(b) }
val anonymous = fun(a: Int): Int { return inner(a) }
val <T> List<T>.extended: Int
    get() = 1

typealias Alias<T> = List<T>

@Marker("x")
open class Sample<T>(val first: Int = 1, vararg rest: Int) : Base<T>(first), lib.deep.Api, Plain<T> {
    val member = build()
    val delegated by lazy { make() }

    init {
        setup(1)
    }

    constructor(a: String) : this(a.length) {
        extra(a)
    }

    companion object {
        const val MAX_SIZE = 10
        fun create(): Sample<Int> = Sample(1, 2)
    }

    override fun <U> act(a: U, b: U): U {
        val LOCAL = 1
        this.helper(a)
        super.act(a, b)
        super<Plain>.act(a, b)
        helper { it }
        helper(1) { it }
        first.deep.chain(1)?.next()!!.last(x = 1)
        generic<Int>(1)
        lib.deep.Thing(*spread)
        a combine b
        val handler = object : Listener {
            override fun onEvent() { fire() }
        }
        val local = { x: Int -> used(x) }
        handlers[0](1)
        listOf(1).map(::skipped)
        fun nested() = inside()
        return when (a) {
            is Int -> "text ${format(a)}"
            else -> b
        }
    }

    fun String.inClass() = trim()

    inner class Nested {
        fun run() {}
    }
}

class Delegating(x: Api) : Api by x

class Qualified : lib.Outer.Inner(1), lib.Iface<Int>

class Bodyless

data class Pair(val a: Int, val b: Int)

enum class Color(val code: Int) : Api {
    RED(1) {
        override fun shade() = tint()
    },
    BLUE(2);

    open fun shade() = 1
}

interface Shape : Api {
    fun draw()
    fun erase() {
        draw()
    }
}

fun interface Single {
    fun go(): Int
}

annotation class Marker(val text: String)

object Singleton : Base<Int>(1) {
    fun use() {}
}

class Host {
    companion object Named : Factory<Host>() {
        fun produce() = Host()
    }
}

fun plain(a: Int, b: Int) {}

fun lib.Type<Int>.extension(a: Int) = this.size(a)

fun String?.nullable() {}

suspend inline fun <reified T> expression(): T = load()
