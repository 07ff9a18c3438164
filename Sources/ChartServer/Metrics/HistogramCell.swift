import Metrics
import Synchronization

/// A histogram of one series, with fixed bounds.
final class HistogramCell: TimerHandler, RecorderHandler {
    /// The upper ends of the buckets, rising; a last bucket has no end.
    let bounds: [Double]
    private let buckets: [CounterCell]
    private let total = AtomicSum()

    /// Creates an empty histogram.
    ///
    /// - Parameter bounds: The upper ends of the buckets, rising.
    init(bounds: [Double]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds rise")
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in CounterCell() }
    }

    /// The sum of the observations.
    var sum: Double { total.value }

    /// How many observations are at or below each bound, and last the number of all.
    var cumulativeCounts: [Int64] {
        var counts: [Int64] = []
        for bucket in buckets { counts.append((counts.last ?? 0) + bucket.count) }
        return counts
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard !value.isNaN else { return }
        buckets[bounds.firstIndex { value <= $0 } ?? bounds.count].increment(by: 1)
        total.add(value)
    }
}
