import Metrics
import Synchronization

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
