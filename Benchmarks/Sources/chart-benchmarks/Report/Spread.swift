import Foundation

/// How repeated measurements of one thing lie.
struct Spread {
    private let sorted: [Double]

    /// Takes the measurements, at least one.
    init(_ measurements: [Double]) {
        precondition(!measurements.isEmpty, "nothing was measured")
        sorted = measurements.sorted()
    }

    /// The middle one, or the mean of the two in the middle.
    var median: Double { quantile(0.5) }

    /// Such as `0.82 (quartiles 0.81 to 0.84, all 0.78 to 0.88)`.
    func text(decimals: Int) -> String {
        func number(_ value: Double) -> String { Figure.text(value, decimals: decimals) }
        return "\(number(median)) (quartiles \(number(quantile(0.25))) to \(number(quantile(0.75))), "
            + "all \(number(quantile(0))) to \(number(quantile(1))))"
    }

    /// The one that 99 of 100 do not exceed.
    var percentile99: Double { quantile(0.99) }

    /// The one that a fraction of them does not exceed.
    func quantile(_ fraction: Double) -> Double {
        let position = fraction * Double(sorted.count - 1)
        let below = Int(position)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }
}

/// How numbers are printed.
enum Figure {
    /// A number with so many decimals.
    static func text(_ value: Double, decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }

    /// A number of bytes, such as `12.5 MB`.
    static func megabytes(_ bytes: Double) -> String { "\(text(bytes / 1e6, decimals: 1)) MB" }

    /// A share as a whole percentage.
    static func percent(_ share: Double) -> String { "\(text(share * 100, decimals: 0)) %" }
}
