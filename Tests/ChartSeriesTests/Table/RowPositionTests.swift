import ChartSeries
import Testing

struct RowPositionTests {
    private func table() throws -> Table {
        try Table(xName: "x", xKind: .number, x: [-5, 1, 10, 100, 100], columns: [("a", [1, 2, 3, 4, 5])])
    }

    @Test func `rows lie at their x or at their index`() throws {
        let table = try table()
        #expect(table.place(ofRow: 2, at: .x) == 10 && table.place(ofRow: 2, at: .index) == 2)
        #expect(try #require(table.extent(at: .index)) == (0, 4))
        #expect(try #require(table.extent(at: .x)) == (-5, 100))
        #expect(try Samples.table([]).extent(at: .index) == nil)
    }

    @Test(arguments: [(0.0, 9.0, 0..<5), (0.1, 1.9, 1..<2), (1.1, 1.9, 2..<2), (-7, -1, 0..<0), (5, 1e308, 5..<5)])
    func `rows in a range by index`(low: Double, high: Double, rows: Range<Int>) throws {
        #expect(try table().rows(in: low...high, at: .index) == rows)
    }

    @Test(arguments: [(-1e308, 0), (0.5, 0), (0.6, 1), (2.5, 2), (3.9, 4), (1e308, 4)])
    func `the nearest row by index`(target: Double, row: Int) throws {
        #expect(try table().nearestRow(to: target, in: 0..<5, at: .index) == row)
        #expect(try table().nearestRow(to: target, in: 2..<2, at: .index) == nil)
        #expect(try table().nearestRow(to: target, in: 2..<3, at: .index) == 2)
    }

    @Test(arguments: [(-9.0, 0), (4, 1), (5, 2), (50, 3), (40, 2), (1e9, 3)])
    func `the nearest row by a measure of x`(target: Double, row: Int) throws {
        let root = { (x: Double) in x < 0 ? x : x.squareRoot() }
        #expect(try table().nearestRow(to: target, in: 0..<5, at: .x, measure: root) == row)
    }
}
