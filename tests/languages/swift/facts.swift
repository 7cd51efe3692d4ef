import UIKit

/// Attempts that a job has.
let limit = 3
var total: Int = 0
let backup: Job? = Job.make(id: limit)
let scale = { (value: Int, by: Int) -> Int in value * by * limit }

/**
 What a job is doing.
 */
enum State: String {
    /// Not yet.
    case idle = "i", busy
    indirect case done(State, code: Int)
    var rank: Int {
        switch self {
        case .idle: return 0
        case let .done(inner, code) where code > limit && flag: return inner.rank + code
        default: return total
        }
    }
}

// MARK: - Job

// Plain comments count as well.
@MainActor
final class Job: NSObject, Runner {
    @Published(limit) var state: State = .idle {
        willSet(next) { total = next.rank }
        didSet { log(oldValue, state) }
    }
    var owner: Owner?
    private let queue: Tools.Queue<Job>, size = 1
    let cache = Cache()
    lazy var hook: (Int) -> Int = { count in count + limit }
    let tick = { total += 1 }
    var label: String {
        get { owner?.name ?? "none" }
        set(text) { owner?.name = text; self.size = limit }
    }

    init(id: Int, _ owner: Owner, retry times: Int = limit, tags: String...) {
        self.owner = owner
        super.init(id, times)
    }

    /// Looks one up.
    subscript(index: Int) -> State {
        get { rows[index] }
        set { rows[index] = newValue }
    }

    func run(_ input: any Input, done: @escaping (State) -> Void) async throws -> State? {
        let made = Job(id: 1, owner)
        let fresh: Owner = Owner(name: "x")
        var (left, right) = (limit, 2)
        let step = { limit in limit + left }
        guard let first = queue.first, first.ready, let owner else { return nil }
        if let next = first.next, case .done(let inner, _) = next.state {
            left += step(inner.rank)
        } else if flag || ready && made.ok {
            total -= 1
        } else {
            right = 0
        }
        for (key, item) in table where item.ready { print(key, item) }
        while let job = queue.pop() { if job.stale { continue }; break }
        repeat { made.size += 1 } while made.size < limit
        do {
            try await first.load(made, fresh, right)
        } catch let problem as Failure {
            report(problem)
        } catch {
            throw Failure.late
        }
        defer { close(input) }
        let picked = flag ? left : limit
        done(.idle)
        return picked > 1 ? .busy : nil
    }

    func trailing(_ list: [Job]) {
        list.map { $0.state }.filter(1) { item in item > $1 }
        animate(1) { self.label = "a" } completion: { total = 0 }
        Box<Int>(1) { 2 }
        _ = list.count
        let paths = \Job.state.rank
        tuple(name: limit, (first: 1, second: total))
        #if DEBUG
        trace(#selector(trailing))
        #endif
    }
}

protocol Runner: AnyObject {
    associatedtype Input
    var label: String { get set }
    func run(_ input: Input, twice: Bool) -> State?
}

extension Job: Codable {
    static func make(id limit: Int) -> Job? {
        switch limit {
        case 0, total: fallthrough
        case 1...3: return backup
        case is Int: break
        default: return Job(id: limit, Owner(name: "y"))
        }
        return nil
    }
    func == (other: Job) -> Bool { size == other.size }
}

struct Store {
    var boxes: [Box<Int>] = []
    let counter = Counter<Int>(1)
    subscript(index: Int) -> Box<Int>? { boxes[index] }
}

protocol Shelf {
    var owner: Owner { get }
    subscript(name: String) -> [Owner] { get }
    func all() -> [Owner]
}

func open(_ list: [Owner], more: [Owner]?) -> [Store] {
    let made = Counter<Int>(2)
    return []
}
