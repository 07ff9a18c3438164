import CoreTestSupport
import Testing

@testable import ChartSeries

struct M4Tests {
    @Test(arguments: seeds(60))
    func `M4 keeps the rows that its slow twin keeps`(seed: Int) throws {
        let missing = [0, 5, 30, 80][seed % 4]
        let table = try Samples.table(seed: UInt64(seed), rows: 120, columns: 1 + seed % 3, missingPercent: missing)
        let series = table.columns.map(\.values)
        var random = SeededCases(seed: UInt64(seed) + 3000)
        for _ in 0..<8 {
            let from = Double(random.integer(in: -60...100))
            let to = from + Double(random.integer(in: 0...200))
            let rows = table.rows(in: from...to)
            let width = random.integer(in: 1...40)
            let kept = m4(x: table.x, series: table.columns, rows: rows, from: from, to: to, width: width)
            #expect(kept == slowM4(x: table.x, series: series, rows: rows, from: from, to: to, width: width))
        }
    }

    @Test func `ties keep the first row, and a constant series keeps its ends`() {
        let x = (0..<8).map(Double.init)
        #expect(m4(x: x, series: [[0, 2, 1, 2, -1, 0, -1, 0]], rows: 0..<8, from: 0, to: 7, width: 1) == [0, 1, 4, 7])
        #expect(m4(x: x, series: [Array(repeating: 3, count: 8)], rows: 0..<8, from: 0, to: 7, width: 1) == [0, 7])
    }

    @Test func `the row at the right edge belongs to the last pixel column`() {
        let x = [0.0, 1, 2, 3, 4]
        #expect(m4(x: x, series: [[0, 1, 2, 1, 2]], rows: 0..<5, from: 0, to: 4, width: 2) == [0, 1, 2, 3, 4])
        #expect(m4(x: x, series: [[0, 1, 2, 3, 4]], rows: 0..<5, from: 0, to: 4, width: 2) == [0, 1, 2, 4])
    }

    @Test func `M4 accepts no row, one row and rows at one place`() {
        #expect(m4(x: [1, 2], series: [[1, 2]], rows: 1..<1, from: 1.2, to: 1.8, width: 9) == [])
        #expect(m4(x: [1, 2], series: [[1, 2]], rows: 1..<2, from: 2, to: 2, width: 9) == [1])
        let sameX = Array(repeating: 4.0, count: 6)
        #expect(m4(x: sameX, series: [[2, 3, 1, 1, 3, 2]], rows: 0..<6, from: 4, to: 4, width: 9) == [0, 1, 2, 5])
    }

    @Test func `missing values are a gap only between two present ones`() {
        let x = (0..<6).map(Double.init)
        let gap = Double.nan
        #expect(m4(x: x, series: [[gap, gap, 1, gap, gap, gap]], rows: 0..<6, from: 0, to: 5, width: 1) == [2])
        #expect(m4(x: x, series: [[1, gap, gap, gap, gap, 1]], rows: 1..<5, from: 1, to: 4, width: 3) == [1])
        #expect(m4(x: x, series: [[1, gap, gap, gap, gap, gap]], rows: 1..<5, from: 1, to: 4, width: 3) == [])
    }

    @Test(arguments: [1, 7, 100])
    func `very large and very small x are divided like any other`(width: Int) throws {
        let table = try Samples.table(seed: 5, rows: 100)
        let series = [table.columns[0]]
        for power in [0x1p990, 0x1p-1000] {
            let x = table.x.map { $0 * power }
            let (from, to) = (x[3], x[95])
            let rows = try Table(xName: "x", xKind: .number, x: x, columns: []).rows(in: from...to)
            let kept = m4(x: ColumnValues(x), series: series, rows: rows, from: from, to: to, width: width)
            #expect(
                kept == m4(x: table.x, series: series, rows: rows, from: table.x[3], to: table.x[95], width: width))
        }
    }

    @Test func `a range may span almost all doubles`() {
        let x = [-1.7e308, -0.9e308, 0, 0.9e308, 1.7e308]
        let kept = m4(x: x, series: [[0, 1, 2, 3, 4]], rows: 0..<5, from: x[0], to: x[4], width: 2)
        #expect(kept == [0, 1, 2, 4])
        #expect(m4(x: x, series: [[0, 1, 2, 3, 4]], rows: 0..<5, from: x[0], to: x[4], width: 4) == [0, 1, 2, 3, 4])
    }
}
