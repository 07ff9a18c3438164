import Testing

@testable import ChartSeries

/// Tests the numbers of a window's rows, which a window passes several rows at a time.
struct WindowRowsTests {
    /// A table of two columns, one with gaps.
    private static func table(rows: Int) throws -> Table {
        let values = RoughValues.make(seed: 9, count: rows)
        return try Table(
            xName: "x", xKind: .number, x: (0..<rows).map { Double($0) / 4 },
            columns: [("a", values), ("b", values.map { 2 * $0 + 1 })])
    }

    @Test(arguments: [0, 1, 2, 255, 256, 257, 512, 2000], [[], [0], [1, 0], [0, 0, 1]])
    func `every row comes once, in order, with x before its values`(rows: Int, columns: [Int]) throws {
        let table = try Self.table(rows: 2000)
        let (from, to) = rows == 0 ? (10.1, 10.2) : (10, 10 + Double(rows - 1) / 4)
        let window = table.window(
            WindowRequest(from: from, to: to, columns: columns, method: .none, width: 100, maximumRows: 4000))
        #expect(window.rows.count == min(rows, 1960))
        var numbers: [UInt64] = []
        window.readRows(of: columns, in: table) { part in
            #expect(part.count > 0 && part.count <= 256 * (1 + columns.count))
            for index in part.indices { numbers.append(part[index].bitPattern) }
        }
        let expected = window.rows.flatMap { row in
            [table.x[row].bitPattern] + columns.map { table.columns[$0].values[row].bitPattern }
        }
        #expect(numbers == expected)
    }

    @Test func `sparse rows come in order, with their values`() throws {
        let table = try Self.table(rows: 40_000)
        let window = table.window(
            WindowRequest(from: 0, to: 10_000, columns: [0], method: .m4, width: 300, maximumRows: 4000))
        guard case .list(let rows) = window.rows else {
            Issue.record("M4 leaves no row out")
            return
        }
        var numbers: [UInt64] = []
        window.readRows(of: [0, 1], in: table) { part in
            for index in part.indices { numbers.append(part[index].bitPattern) }
        }
        let expected = rows.flatMap { row in
            [table.x[row], table.columns[0].values[row], table.columns[1].values[row]].map(\.bitPattern)
        }
        #expect(rows.count > 512 && numbers == expected)
    }
}
