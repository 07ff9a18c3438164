import ChartSeries
import CoreTestSupport
import Testing

@testable import ChartText

/// Trends of made series.
@Suite struct TrendTests {
    private static let count = 200

    private static func series(_ value: (Double) -> Double) -> [Double] { (0..<count).map { value(Double($0)) } }

    /// Noise without any trend, from -1 to 1.
    private static func noise(seed: UInt64) -> [Double] {
        var cases = SeededCases(seed: seed)
        return (0..<count).map { _ in cases.number(in: -1...1) }
    }

    @Test func `a line rises or falls, however little`() {
        #expect(Trend(of: Self.series { 3 * $0 }) == .rising)
        #expect(Trend(of: Self.series { -3 * $0 }) == .falling)
        #expect(Trend(of: Self.series { 1e6 + 1e-3 * $0 }) == .rising)
        #expect(Trend(of: [1, 2]) == .rising && Trend(of: [2, 1]) == .falling)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func `noise has no direction`(seed: UInt64) {
        #expect(Trend(of: Self.noise(seed: seed)) == .mixed)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func `small noise on a high level is flat`(seed: UInt64) {
        #expect(Trend(of: Self.noise(seed: seed).map { 1_000 + 4 * $0 }) == .flat)
        #expect(Trend(of: Self.noise(seed: seed).map { 1_000 + 40 * $0 }) == .mixed)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func `a line under little noise rises`(seed: UInt64) {
        let noisy = Self.noise(seed: seed).enumerated().map { Double($0) / 100 + $1 / 2 }
        #expect(Trend(of: noisy) == .rising)
        #expect(Trend(of: noisy.reversed()) == .falling)
    }

    @Test func `a line that hides in noise has no direction`() {
        #expect(Trend(of: Self.noise(seed: 1).enumerated().map { Double($0) / 2_000 + $1 }) == .mixed)
    }

    @Test func `waves go up and down`() {
        #expect(Trend(of: Self.series { ($0 / 10).remainder(dividingBy: 1) }) == .mixed)
        #expect(Trend(of: Self.series { abs($0 - 99.5) }) == .mixed)
    }

    @Test func `a step rises`() {
        #expect(Trend(of: Self.series { $0 < 100 ? 0 : 1 }) == .rising)
        #expect(Trend(of: Self.series { $0 < 100 ? 1 : 0 }) == .falling)
    }

    @Test func `a constant is flat, also at zero`() {
        #expect(Trend(of: Self.series { _ in 7 }) == .flat)
        #expect(Trend(of: Self.series { _ in 0 }) == .flat)
    }

    @Test func `fewer than two values have no trend, and few need every pair`() {
        #expect(Trend(of: []) == nil && Trend(of: [3]) == nil)
        #expect(Trend(of: [1, 3, 2]) == .mixed)
        #expect(Trend(of: [1, 2, 4, 3]) == .mixed, "a correlation of 2/3 of four values is no evidence")
        #expect(Trend(of: [1, 2, 3, 5, 4, 6, 7, 8]) == .rising)
    }

    @Test func `the correlation is that of Kendall with ties`() {
        // Four ascending values with one tie: 5 of 6 pairs, of which √(6 · 5) could differ.
        let test = RankTest(of: [1, 2, 2, 3])
        #expect(test.score == 5)
        #expect(abs(test.correlation - 5 / 30.0.squareRoot()) < 1e-12)
        // The variance of Mann is n(n − 1)(2n + 5) / 18, less 18 for one tied pair.
        #expect(abs(test.significance - 4 / ((156.0 - 18) / 18).squareRoot()) < 1e-12)
    }

    @Test func `missing values are left out, and many rows are compared by the means of their parts`() throws {
        let rows = 100_000
        let values = (0..<rows).map { (row: Int) -> Double in
            guard row % 3 != 0 else { return .nan }
            let wave = Double(row % 1_000)
            return wave + Double(row) / 10
        }
        let table = try Table(
            xName: "x", xKind: .number, x: (0..<rows).map(Double.init), columns: [(name: "v", values: values)])
        let means = table.means(ofColumn: 0, rows: 0..<rows, parts: Trend.mostPoints)
        #expect(means.count == Trend.mostPoints)
        #expect(Trend(of: means) == .rising)
        #expect(table.means(ofColumn: 0, rows: 0..<9, parts: 200) == [1, 2, 4, 5, 7, 8].map { values[$0] })
        #expect(table.means(ofColumn: 0, rows: 0..<0, parts: 200) == [])
    }
}
