package import Metrics
import Synchronization

/// Holds the metrics of the process for Prometheus to fetch.
///
/// It keeps only the metrics and labels of one table, and ignores what libraries report beside them. Creating a handle
/// takes a lock; counting takes none.
package final class PrometheusMetrics: MetricsFactory {
    /// A value that is read when the metrics are fetched.
    struct Sample: Sendable {
        /// The metric: a counter or a gauge.
        var metric: MetricDescription
        /// The values of its labels, in their order.
        var labels: [String] = []
        /// The current value.
        var value: Double
    }

    /// The cell of one combination of label values.
    private enum Cell: Sendable {
        case counter(CounterCell)
        case gauge(GaugeCell)
        case histogram(HistogramCell)
    }

    private typealias Series = [[String]: Cell]

    private let table: [MetricDescription]
    private let mostSeries: Int
    private let families = Mutex<[String: Series]>([:])

    /// Creates metrics that count nothing yet, for `MetricsSystem` and `buildApplication`.
    package convenience init() {
        self.init(table: MetricTable.entries)
    }

    /// Creates metrics that count nothing yet.
    ///
    /// - Parameters:
    ///   - table: The metrics to keep.
    ///   - mostSeries: The most combinations of label values of a metric; further ones are ignored.
    init(table: [MetricDescription], mostSeries: Int = 10_000) {
        self.table = table
        self.mostSeries = mostSeries
    }

    /// The metrics in the text format 0.0.4, in the order of the table; series are sorted by their label values.
    ///
    /// - Parameter samples: The values read now.
    /// - Returns: The text, in UTF-8.
    func text(with samples: [Sample] = []) -> [UInt8] {
        let families = families.withLock { $0 }
        var writer = PrometheusWriter()
        for metric in table {
            var series: [(labels: [String], cell: Cell?, value: Double)] = (families[metric.name] ?? [:])
                .map { ($0.key, $0.value, 0) }
            series += samples.filter { $0.metric == metric }.map { ($0.labels, nil, $0.value) }
            guard !series.isEmpty else { continue }
            series.sort { $0.labels.lexicographicallyPrecedes($1.labels) }
            writer.begin(metric)
            for (labels, cell, value) in series {
                switch cell {
                case .counter(let counter): writer.series(of: metric, labels, Double(counter.count))
                case .gauge(let gauge): writer.series(of: metric, labels, gauge.value)
                case .histogram(let histogram): writer.histogram(of: metric, labels, histogram)
                case nil: writer.series(of: metric, labels, value)
                }
            }
        }
        return writer.bytes
    }

    /// Creates the handle of a counter.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        guard case .counter(let cell)? = cell(label, dimensions, of: { $0 == .counter }) else {
            return NOOPMetricsHandler.instance
        }
        return cell
    }

    /// Creates the handle of a gauge, or of a histogram when the metric is one.
    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        switch cell(label, dimensions, of: { $0 != .counter }) {
        case .gauge(let cell): cell
        case .histogram(let cell): cell
        case .counter, nil: NOOPMetricsHandler.instance
        }
    }

    /// Creates the handle of a gauge.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        guard case .gauge(let cell)? = cell(label, dimensions, of: { $0 == .gauge }) else {
            return NOOPMetricsHandler.instance
        }
        return cell
    }

    /// Creates the handle of a histogram of durations, in seconds.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        guard case .histogram(let cell)? = cell(label, dimensions, of: { $0 != .counter && $0 != .gauge }) else {
            return NOOPMetricsHandler.instance
        }
        return cell
    }

    /// Keeps the series, because a counter that starts again at zero would look like a restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Keeps the series.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Keeps the series.
    package func destroyMeter(_ handler: any MeterHandler) {}
    /// Keeps the series.
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// The cell of a metric of the table, created on first use.
    private func cell(
        _ name: String, _ dimensions: [(String, String)], of isWanted: (MetricDescription.Kind) -> Bool
    ) -> Cell? {
        guard let metric = table.first(where: { $0.name == name }), isWanted(metric.kind),
            metric.labels == dimensions.map(\.0)
        else { return nil }
        let labels = dimensions.map(\.1)
        return families.withLock { families in
            if let known = families[name]?[labels] { return known }
            guard (families[name]?.count ?? 0) < mostSeries else { return nil }
            let made: Cell =
                switch metric.kind {
                case .counter: .counter(CounterCell())
                case .gauge: .gauge(GaugeCell())
                case .histogram(let bounds): .histogram(HistogramCell(bounds: bounds))
                }
            families[name, default: [:]][labels] = made
            return made
        }
    }
}

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

/// A gauge of one series.
final class GaugeCell: RecorderHandler, MeterHandler {
    private let sum = AtomicSum()

    /// The value now.
    var value: Double { sum.value }

    func record(_ value: Int64) { sum.set(Double(value)) }
    func record(_ value: Double) { sum.set(value) }
    func set(_ value: Int64) { sum.set(Double(value)) }
    func set(_ value: Double) { sum.set(value) }
    func increment(by amount: Double) { sum.add(amount) }
    func decrement(by amount: Double) { sum.add(-amount) }
}

/// A number that several threads add to without a lock.
final class AtomicSum: Sendable {
    private let bits = Atomic<UInt64>(0)

    /// The number now.
    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    /// Replaces the number.
    func set(_ value: Double) {
        bits.store(value.bitPattern, ordering: .relaxed)
    }

    /// Adds to the number.
    func add(_ amount: Double) {
        var known = bits.load(ordering: .relaxed)
        while true {
            let sum = (Double(bitPattern: known) + amount).bitPattern
            let (isExchanged, original) = bits.weakCompareExchange(expected: known, desired: sum, ordering: .relaxed)
            if isExchanged { return }
            known = original
        }
    }
}

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
