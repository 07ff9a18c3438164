import Foundation

/// The distribution of repeated measurements.
struct Spread {
    private let sorted: [Double]

    /// Makes a distribution of at least one measurement.
    init(_ measurements: [Double]) {
        precondition(!measurements.isEmpty, "nothing was measured")
        sorted = measurements.sorted()
    }

    /// The median.
    var median: Double { quantile(0.5) }

    /// A text such as `0.82 (quartiles 0.81 to 0.84, all 0.78 to 0.88)`.
    func text(decimals: Int) -> String {
        func number(_ value: Double) -> String { Figure.text(value, decimals: decimals) }
        return "\(number(median)) (quartiles \(number(quantile(0.25))) to \(number(quantile(0.75))), "
            + "all \(number(quantile(0))) to \(number(quantile(1))))"
    }

    /// The 99th percentile.
    var percentile99: Double { quantile(0.99) }

    /// Returns the quantile of a fraction from 0 to 1.
    func quantile(_ fraction: Double) -> Double {
        let position = fraction * Double(sorted.count - 1)
        let below = Int(position)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }
}

/// Formats numbers for the report.
enum Figure {
    /// Formats a number with a number of decimals.
    static func text(_ value: Double, decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }

    /// Formats a number of bytes, such as `12.5 MB`.
    static func megabytes(_ bytes: Double) -> String { "\(text(bytes / 1e6, decimals: 1)) MB" }

    /// Formats a share as a whole percentage.
    static func percent(_ share: Double) -> String { "\(text(share * 100, decimals: 0)) %" }
}
