import Foundation
@testable import struct Shapes.Point
import Shapes.Deep

let MAX = limit(3), MIN = floor(1)
var counter: Int { return count() }
typealias Handler = (Int) -> Void
infix operator **: MultiplicationPrecedence

func ** (a: Int, b: Int) -> Int { return power(a, b) }

@MainActor
func top<T: Comparable>(_ x: T, to y: Int = 1, rest: Int...) async throws -> T {
    let local = bare()
    func inner(_ n: Int) -> Int { return twice(n) }
    struct Hidden { var v = 1 }
    return x
}

public class Animal: Creature, Walker, Box<Int> {
    static let shared = Animal(legs: 4)
    var legs: Int
    private(set) var name: String = pick() {
        willSet { before(newValue) }
        didSet { after() }
    }
    lazy var cache = { build() }()
    var speed: Double {
        get { return gauge() }
        set { store(newValue) }
    }
    let (left, right) = pair()

    init(legs: Int) { self.legs = legs; super.init() }
    convenience init?() { self.init(legs: 1) }
    deinit { release() }
    subscript(index: Int) -> Int { return lookup(index) }
    subscript(key: String) -> Int { get { find(key) } set { put(key, newValue) } }

    class func make() -> Animal { Animal(legs: 2) }
    static func < (a: Animal, b: Animal) -> Bool { less(a, b) }
    static prefix func ! (a: Animal) -> Bool { a.negate() }

    func calls(other: Animal?, list: [Animal], run: (Int) -> Void) {
        bare()
        other!.member(1, 2)
        other?.maybe(1)
        list.map { $0.touch() }.filter(by: 1).count
        self.speak("x", times: 2)
        super.walk()
        Animal.make()
        Outer.Inner.Tools.deep(1)
        Shapes.Point(x: 1, y: 2)
        Box<Int>(3)
        Animal.init(legs: 3)
        let c: Color = .implicit(1)
        delegate?.optional!(1)
        run(1)
        trailing { inside() }
        other?.both(1) { second() } completion: { third() }
        list[0].indexed()
        list[0](1)
        [Int](repeating: 0, count: 1)
        try! risky()
        print("x \(interpolated(1))")
        #selector(tapped)
        (grouped)(1)
        if let found = find(1), found.check() {}
        guard case .some(let v) = make() else { return }
        for item in items() { item.go() }
    }

    class Nested { func deep() { Self.make() } }
}

struct Point<T>: Shape, Ns.Hashing {
    var x, y: T
    static let origin = Point(x: 0, y: 0)
    mutating func move() { shift(&x) }
}

enum Color: String, CaseIterable {
    case red = "r", green
    indirect case mixed(Color, Int)
    var hex: String { render(self) }
    func paint() {}
}

actor Bank: Ledger {
    func deposit(_ n: Int) async { await add(n) }
}

protocol Walker: Mover {
    associatedtype Surface
    var speed: Double { get }
    static func make(_ x: Int) -> Self
    func walk()
    init(legs: Int)
    subscript(i: Int) -> Int { get }
}

extension Animal: Codable, Ns.Printable {
    var extra: Int { compute() }
    func extended() { helper() }
}

extension Outer.Inner where T: Equatable {
    func inOuter() {}
}

@Wrapped(1) var wrapped = 2
@propertyWrapper struct Wrapped { @State var s = 1; @Published(2) var p = 3 }
#macroCall(1)
macro stringify(_ x: Int) -> String = #externalMacro(module: "M", type: "T")
precedencegroup Power { higherThan: Multiplication }

func pair() -> (left: Int, right: Int) { return split() }
