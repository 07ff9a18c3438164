import Synchronization
import Testing
import Tracing

@testable import ChartTracing

/// A tracer whose spans a test takes, and how many were dropped.
final class Recorder: Sendable {
    let tracer: TraceTracer
    let queue: SpanQueue
    private let count: Counting

    private final class Counting: Sendable {
        let dropped = Mutex(0)
    }

    init(_ sampler: TraceSampler = .parentBasedAlwaysOn, capacity: Int = 100, batchSize: Int = 10) {
        let count = Counting()
        self.count = count
        queue = SpanQueue(capacity: capacity, batchSize: batchSize) { number in count.dropped.withLock { $0 += number }
        }
        tracer = TraceTracer(sampler: sampler, queue: queue)
    }

    var dropped: Int { count.dropped.withLock { $0 } }

    /// The next span; a test that takes one that is not there fails.
    func next() throws -> FinishedSpan { try #require(queue.takeBatch().first) }

    /// Makes spans of these names.
    func make(_ names: [String]) {
        for name in names { tracer.startSpan(name).end() }
    }
}

/// The headers of a request.
struct Headers: Extractor, Injector {
    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
}

/// A moment that a test names.
struct Moment: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    static func < (left: Moment, right: Moment) -> Bool { left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch }
}
