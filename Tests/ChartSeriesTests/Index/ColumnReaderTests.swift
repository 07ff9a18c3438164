import CoreTestSupport
import Testing

@testable import ChartSeries

/// Compares the answers of the index with a scan of the values.
struct ColumnReaderTests {
    private static let sizes = [4096, 4100, 5000, 9999, 20_000, 70_000]

    private func check(_ seed: Int, _ body: ([Double], ColumnReader, Range<Int>) -> Void) {
        var random = SplitMix64(seed: UInt64(seed) + 500)
        let values = RoughValues.make(seed: UInt64(seed), count: Self.sizes[seed % 6], hasGaps: seed % 5 > 0)
        let column = column(values)
        #expect(column.index?.rowCount == values.count)
        column.withReader { reader in
            for _ in 0..<150 { body(values, reader, RoughValues.rows(of: values.count, &random)) }
        }
    }

    @Test(arguments: seeds(24))
    func `the extremes are the first smallest and the first largest value`(seed: Int) {
        check(seed) { values, reader, rows in
            var expected = Extremes(at: rows.lowerBound)
            for row in rows { expected.add(values[row], row: row) }
            #expect(reader.extremes(of: rows) == expected)
        }
    }

    @Test(arguments: seeds(24), [ValueBand.positive, ValueBand(-20...20), ValueBand(200...300)])
    func `the extremes of a band ignore values outside it`(seed: Int, band: ValueBand) {
        check(seed) { values, reader, rows in
            var expected = Extremes(at: rows.lowerBound)
            for row in rows where band.contains(values[row]) { expected.add(values[row], row: row) }
            let found = reader.extremes(of: rows, in: band)
            #expect(expected.isEmpty ? found.isEmpty : found == expected)
        }
    }

    @Test(arguments: seeds(24), [ValueBand.present, .positive])
    func `drawn and missing rows are found from both sides`(seed: Int, band: ValueBand) {
        check(seed) { values, reader, rows in
            let (start, end) = (rows.lowerBound, rows.upperBound)
            #expect(reader.firstRow(in: band, from: start, before: end) == rows.first { band.contains(values[$0]) })
            #expect(
                reader.firstRow(outside: band, from: start, before: end) == rows.first { !band.contains(values[$0]) })
            #expect(reader.lastRow(in: band, from: start, before: end) == rows.last { band.contains(values[$0]) })
            #expect(reader.lastRow(outside: band, from: start, before: end) == rows.last { !band.contains(values[$0]) })
        }
    }

    @Test(arguments: seeds(12))
    func `sums and counts ignore missing values`(seed: Int) {
        check(seed) { values, reader, rows in
            let present = values[rows].filter { !$0.isNaN }
            let found = reader.sum(of: rows)
            #expect(found.count == present.count)
            #expect(found.sum == present.reduce(0, +))
        }
    }

    @Test func `a short column has no index and gives the same answers`() {
        let values = RoughValues.make(seed: 3, count: 4095)
        let column = column(values)
        #expect(column.index == nil)
        let expected = values.indices.filter { values[$0] == values.lazy.filter { !$0.isNaN }.max() }.first
        #expect(column.withReader { $0.extremes(of: values.indices).maximumRow } == expected)
    }
}
