import CoreTestSupport
import Testing

@testable import ChartSeries

struct TableRowsTests {
    @Test(arguments: seeds(40))
    func `a search finds the rows that a scan finds`(seed: Int) throws {
        let table = try Samples.table(seed: UInt64(seed), rows: seed * 3)
        var random = SeededCases(seed: UInt64(seed) + 1000)
        for _ in 0..<50 {
            let from = Double(random.integer(in: -120...400)) / 2
            let range = from...(from + Double(random.integer(in: 0...100)) / 2)
            let expected = table.x.indices.filter { range.contains(table.x[$0]) }
            let found = table.rows(in: range)
            #expect(Array(found) == expected)
            #expect(found.lowerBound == table.x.count { $0 < range.lowerBound })
        }
    }

    @Test(arguments: seeds(40))
    func `rows are found by their key`(seed: Int) throws {
        let table = try Samples.table(seed: UInt64(seed), rows: seed * 3)
        let startOfDay = { (x: Double) in x - (x + 1000).truncatingRemainder(dividingBy: 10) }
        for from in stride(from: -70.0, through: 200, by: 7) {
            let range = from...(from + 20)
            let expected = table.x.indices.filter { range.contains(startOfDay(table.x[$0])) }
            #expect(Array(table.rows(in: range, by: startOfDay)) == expected)
        }
    }

    @Test(arguments: seeds(40))
    func `the nearest row is the first row at the smallest distance`(seed: Int) throws {
        let table = try Samples.table(seed: UInt64(seed), rows: 1 + seed)
        var random = SeededCases(seed: UInt64(seed) + 2000)
        for _ in 0..<50 {
            let target = Double(random.integer(in: -240...800)) / 4
            let start = random.integer(in: 0...seed)
            let rows = start..<random.integer(in: start...(seed + 1))
            let expected = rows.min { (table.x[$0] - target).magnitude < (table.x[$1] - target).magnitude }
            #expect(table.nearestRow(to: target, in: rows) == expected)
        }
    }

    @Test func `of equally near rows the earlier counts, and of repeated x the first`() throws {
        let table = try Table(xName: "x", xKind: .number, x: [0, 0, 2, 2, 5], columns: [])
        #expect(table.nearestRow(to: 1, in: 0..<5) == 0)
        #expect(table.nearestRow(to: 3, in: 0..<5) == 2)
        #expect(table.nearestRow(to: 3, in: 3..<5) == 3)
        #expect(table.nearestRow(to: 9, in: 0..<5) == 4)
        #expect(table.nearestRow(to: -9, in: 1..<5) == 1)
        #expect(table.nearestRow(to: 1, in: 2..<2) == nil)
    }

    @Test func `infinite ranges and very large x are searched too`() throws {
        let table = try Table(
            xName: "x", xKind: .number, x: [-1.7e308, -1e300, 0, .leastNonzeroMagnitude, 1e300, 1.7e308], columns: [])
        #expect(table.rows(in: -.infinity ... .infinity) == 0..<6)
        #expect(table.rows(in: -1e300...1e300) == 1..<5)
        #expect(table.rows(in: Double.leastNonzeroMagnitude...Double.leastNonzeroMagnitude) == 3..<4)
        #expect(table.rows(in: 1.75e308 ... .infinity) == 6..<6)
        #expect(table.nearestRow(to: 1.1e300, in: 0..<6) == 4)
    }

    @Test(arguments: seeds(30))
    func `the value range covers the present values`(seed: Int) throws {
        let table = try Samples.table(seed: UInt64(seed), rows: 30, missingPercent: 70)
        for start in 0...30 {
            for end in [start, (start + 30) / 2, 30] {
                let present = table.columns[0].values[start..<end].filter { !$0.isNaN }
                let range = table.valueRange(ofColumn: 0, rows: start..<end)
                #expect(range?.minimum == present.min())
                #expect(range?.maximum == present.max())
            }
        }
    }
}
