import ChartSeries
import Testing

struct TableTests {
    @Test func `a table has rows, an extent and columns`() throws {
        let table = try Table(
            xName: "t", xKind: .date, x: [1, 2, 2, 5],
            columns: [("a", [4, .nan, -1, 3]), ("b", [.nan, .nan, .nan, .nan])])
        #expect(table.rowCount == 4)
        #expect(table.extent?.first == 1)
        #expect(table.extent?.last == 5)
        #expect(table.version == 1)
        #expect(table.index(ofColumn: "b") == 1)
        #expect(table.index(ofColumn: "t") == nil)
        let a = try #require(table.column(named: "a"))
        #expect((a.minimum, a.maximum) == (-1, 4))
        #expect(a.missingCount == 1)
        let b = try #require(table.column(named: "b"))
        #expect(b.minimum == nil)
        #expect(b.maximum == nil)
        #expect(b.missingCount == 4)
    }

    @Test func `a table without rows has no extent`() throws {
        let table = try Table(xName: "x", xKind: .number, x: [], columns: [("a", [])])
        #expect(table.extent == nil)
        #expect(table.column(named: "a")?.minimum == nil)
    }

    @Test(arguments: [
        (x: [0, .nan], error: TableError.xNotFinite(row: 1)),
        (x: [.infinity, 0], error: .xNotFinite(row: 0)),
        (x: [1, 0.5], error: .xDecreasing(row: 1)),
        (x: [1], error: .lengthMismatch(column: "a", expected: 1, found: 2)),
    ])
    func `x is finite, ascending and as long as the columns`(x: [Double], error: TableError) {
        #expect(throws: error) { try Table(xName: "x", xKind: .number, x: x, columns: [("a", [1, 2])]) }
    }

    @Test(arguments: [["a", "a"], ["a", "b", "a"]])
    func `column names are unique`(names: [String]) {
        #expect(throws: TableError.duplicateColumn("a")) {
            try Table(xName: "x", xKind: .number, x: [], columns: names.map { ($0, []) })
        }
    }

    @Test func `no column may have the name of x`() {
        #expect(throws: TableError.duplicateColumn("x")) {
            try Table(xName: "x", xKind: .number, x: [], columns: [("x", [])])
        }
    }

    @Test(arguments: [[.infinity], [-.infinity], [.nan, .infinity, 1], [1, -.infinity]] as [[Double]])
    func `a value is finite or missing`(values: [Double]) {
        #expect(throws: TableError.valueNotFinite(column: "a")) { try Samples.table(values) }
    }
}
