import CoreTestSupport
import Testing

@testable import ChartSeries

/// Statistics of a column, from blocks and from rows.
@Suite struct ColumnStatisticsTests {
    private struct Sums: Equatable {
        var numbers: [Double?]
        var rows: [Int?]

        init(_ statistics: ColumnStatistics) {
            let summary = statistics.summary
            numbers = [statistics.sum, statistics.mean, statistics.deviation, statistics.integral]
            rows = [
                summary.count, summary.missingCount, summary.firstRow, summary.lastRow,
                summary.extremes?.minimumRow, summary.extremes?.maximumRow,
            ]
        }
    }

    /// Rows with gaps of all lengths, some of which are longer than a block.
    private static func rows(_ count: Int, _ random: inout SeededCases) -> (x: [Double], y: [Double]) {
        var (x, y) = ([Double](), [Double]())
        var place = 0.0
        while x.count < count {
            let isGap = random.isTrue(oneIn: 3)
            for _ in 0..<random.integer(in: 1...(random.isTrue(oneIn: 9) ? 9_000 : 40)) {
                place += Double(random.integer(in: 0...7)) / 3
                x.append(place)
                y.append(isGap ? .nan : Double(random.integer(in: -9_999...9_999)) / 7)
            }
        }
        return (Array(x.prefix(count)), Array(y.prefix(count)))
    }

    private static func table(_ x: [Double], _ y: [Double]) throws -> Table {
        try Table(xName: "x", xKind: .number, x: x, columns: [(name: "y", values: y)])
    }

    /// The same rows in a table of their own have other blocks.
    @Test(arguments: seeds(8)) func `they are those of the rows alone, byte for byte`(seed: Int) throws {
        var random = SeededCases(seed: UInt64(seed))
        let (x, y) = Self.rows(30_000, &random)
        let table = try Self.table(x, y)
        for _ in 0..<12 {
            let start = random.integer(in: 0...29_999)
            let rows = start..<random.integer(in: start...30_000)
            let part = try Self.table(Array(x[rows]), Array(y[rows]))
            var alone = Sums(part.statistics(ofColumn: 0, rows: 0..<rows.count))
            for index in 2..<alone.rows.count { alone.rows[index] = alone.rows[index].map { $0 + start } }
            #expect(Sums(table.statistics(ofColumn: 0, rows: rows)) == alone, "\(rows)")
        }
    }

    @Test(arguments: seeds(4)) func `they are near those of long doubles`(seed: Int) throws {
        var random = SeededCases(seed: UInt64(seed))
        let (x, y) = Self.rows(12_000, &random)
        let statistics = try Self.table(x, y).statistics(ofColumn: 0, rows: 0..<12_000)
        let present = zip(x, y).filter { !$0.1.isNaN }
        let count = Double(present.count)
        let mean = present.reduce(0) { $0 + $1.1 } / count
        let squares = present.reduce(0) { $0 + ($1.1 - mean) * ($1.1 - mean) }
        let area = zip(present, present.dropFirst()).reduce(0) { $0 + ($1.1.0 - $1.0.0) * ($1.1.1 + $1.0.1) / 2 }
        func isNear(_ one: Double?, _ other: Double) -> Bool { abs((one ?? .nan) - other) <= 1e-9 * max(1, abs(other)) }
        #expect(isNear(statistics.mean, mean) && isNear(statistics.sum, mean * count))
        #expect(isNear(statistics.deviation, (squares / (count - 1)).squareRoot()))
        #expect(isNear(statistics.integral, area))
    }

    @Test func `appended rows count, also where a copy goes on otherwise`() throws {
        var one = try Self.table((0..<5_000).map(Double.init), (0..<5_000).map { _ in 1 })
        var other = one
        let behind = (5_000..<14_000).map(Double.init)
        try one.append(try Self.table(behind, behind.map { _ in 2 }))
        #expect(one.statistics(ofColumn: 0, rows: 0..<14_000).sum == 23_000)
        try other.append(try Self.table(behind, behind.map { _ in 3 }))
        #expect(other.statistics(ofColumn: 0, rows: 0..<14_000).sum == 32_000)
        #expect(one.statistics(ofColumn: 0, rows: 0..<14_000).sum == 23_000)
    }

    @Test func `of nothing there is a sum alone, and of one value no deviation`() throws {
        let table = try Self.table([1, 2, 3], [.nan, 5, .nan])
        let none = table.statistics(ofColumn: 0, rows: 0..<1)
        #expect(none.summary.count == 0 && none.sum == 0 && none.mean == nil && none.integral == nil)
        let one = table.statistics(ofColumn: 0, rows: 0..<3)
        #expect(one.sum == 5 && one.mean == 5 && one.deviation == nil && one.integral == 0)
    }

    @Test func `what no double is near is none`() throws {
        let large = try Self.table([1, 2], [1.7e308, 1.7e308]).statistics(ofColumn: 0, rows: 0..<2)
        #expect(large.sum == .infinity && large.mean == nil && large.deviation == nil && large.integral == nil)
        let apart = try Self.table([-1.7e308, 1.7e308], [1, 1]).statistics(ofColumn: 0, rows: 0..<2)
        #expect(apart.sum == 2 && apart.deviation == 0 && apart.integral == nil)
    }
}
