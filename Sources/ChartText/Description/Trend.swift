import Foundation

/// Where values tend to go, in their order.
///
/// The measure is Kendall's τ_b between the values and their order, which is the trend test of Mann and Kendall. Values
/// rise or fall if |τ_b| is at least ``leastCorrelation`` and the test is significant at 10 %, or if every pair agrees.
/// Else they are flat if they lie within ``flatShare`` of the largest magnitude, and otherwise mixed.
///
/// Sources: M. G. Kendall, *A New Measure of Rank Correlation*, Biometrika 30 (1938), and *The Treatment of Ties in
/// Ranking Problems*, Biometrika 33 (1945); H. B. Mann, *Nonparametric Tests Against Trend*, Econometrica 13 (1945).
package enum Trend: String, Sendable, Hashable, CaseIterable {
    /// Later values are mostly larger.
    case rising
    /// Later values are mostly smaller.
    case falling
    /// All values are almost equal.
    case flat
    /// The values change without one direction.
    case mixed

    /// The most values that are compared: of more rows, the means of so many parts.
    package static let mostPoints = 200
    /// The least |τ_b| of a trend; by Greiner's relation it is a correlation of sin(π/4) = 0.71, half of the variance.
    static let leastCorrelation = 0.5
    /// The least |Z| of the test of Mann and Kendall: two-sided, at 10 %.
    static let leastSignificance = 1.645
    /// The share of the largest magnitude within which flat values lie.
    static let flatShare = 0.01

    /// The trend of some values in their order; `nil` for fewer than two.
    ///
    /// - Complexity: O(n²) for n values.
    package init?(of values: [Double]) {
        guard values.count > 1, let low = values.min(), let high = values.max() else { return nil }
        let test = RankTest(of: values)
        if test.isUnanimous
            || test.correlation.magnitude >= Self.leastCorrelation
                && test.significance.magnitude >= Self.leastSignificance
        {
            self = test.score > 0 ? .rising : .falling
        } else {
            self = high - low <= Self.flatShare * max(high.magnitude, low.magnitude) ? .flat : .mixed
        }
    }
}

/// The test of Mann and Kendall.
struct RankTest {
    /// The number of rising pairs minus that of falling pairs.
    let score: Int
    /// Kendall's τ_b; 0 for equal values.
    let correlation: Double
    /// The score in standard deviations, with the correction for continuity; 0 for equal values.
    let significance: Double
    /// Whether every pair rises, or every pair falls.
    let isUnanimous: Bool

    init(of values: [Double]) {
        var score = 0
        for later in values.indices {
            for earlier in values.indices.prefix(upTo: later) {
                score += values[later] > values[earlier] ? 1 : values[later] < values[earlier] ? -1 : 0
            }
        }
        var tiedPairs = 0
        var lostVariance = 0
        var start = 0
        let sorted = values.sorted()
        for end in 1...sorted.count where end == sorted.count || sorted[end] != sorted[start] {
            let size = end - start
            tiedPairs += size * (size - 1) / 2
            lostVariance += size * (size - 1) * (2 * size + 5)
            start = end
        }
        let pairs = values.count * (values.count - 1) / 2
        let variance = Double(values.count * (values.count - 1) * (2 * values.count + 5) - lostVariance) / 18
        let untied = (Double(pairs) * Double(pairs - tiedPairs)).squareRoot()
        self.score = score
        correlation = untied > 0 ? Double(score) / untied : 0
        significance = variance > 0 ? Double(score - score.signum()) / variance.squareRoot() : 0
        isUnanimous = pairs > 0 && score.magnitude == pairs
    }
}
