import Metrics
import Synchronization

/// A counter of one series.
final class CounterCell: CounterHandler {
    private let total = Atomic<Int64>(0)

    /// The count so far.
    var count: Int64 { total.load(ordering: .relaxed) }

    func increment(by amount: Int64) {
        total.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        total.store(0, ordering: .relaxed)
    }
}
