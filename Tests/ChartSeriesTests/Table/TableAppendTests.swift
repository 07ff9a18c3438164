import ChartSeries
import CoreTestSupport
import Testing

struct TableAppendTests {
    let table: Table

    init() throws {
        table = try Table(
            xName: "x", xKind: .number, x: [1, 2], columns: [("a", [10, .nan]), ("b", [5, 6])])
    }

    private func rows(
        xName: String = "x", xKind: XKind = .number, x: [Double] = [2, 3], _ columns: [(name: String, values: [Double])]
    ) throws -> Table {
        try Table(xName: xName, xKind: xKind, x: x, columns: columns)
    }

    @Test func `rows are appended by column name, as a new version`() throws {
        var grown = table
        try grown.append(rows([("b", [7, .nan]), ("a", [-3, 4])]))
        #expect(grown.x == [1, 2, 2, 3])
        #expect(grown.columns.map(\.name) == ["a", "b"])
        #expect(isSame(grown.columns[0].values, [10, .nan, -3, 4]))
        #expect(isSame(grown.columns[1].values, [5, 6, 7, .nan]))
        #expect(grown.version == 2)
    }

    @Test func `a copy of the table keeps its rows`() throws {
        var grown = table
        try grown.append(rows([("a", [1, 1]), ("b", [1, 1])]))
        #expect(table.rowCount == 2)
        #expect(table.version == 1)
    }

    @Test(arguments: seeds(20))
    func `the summary after appends equals that of a new table`(seed: Int) throws {
        let whole = try Samples.table(seed: UInt64(seed), rows: 60, missingPercent: seed * 5)
        let values = whole.columns[0].values
        var grown = try Table(xName: "x", xKind: .number, x: [], columns: [("c0", [])])
        for start in stride(from: 0, to: 60, by: 7) {
            let part = start..<min(start + 7, 60)
            try grown.append(
                Table(
                    xName: "x", xKind: .number, x: Array(whole.x[part]), columns: [("c0", Array(values[part]))]))
        }
        #expect(grown.x == whole.x)
        #expect(isSame(grown.columns[0].values, values))
        #expect(grown.columns[0].minimum == whole.columns[0].minimum)
        #expect(grown.columns[0].maximum == whole.columns[0].maximum)
        #expect(grown.columns[0].missingCount == whole.columns[0].missingCount)
        #expect(grown.version == 10)
    }

    @Test func `rows that do not fit leave the table unchanged`() throws {
        let misfits: [(rows: Table, error: TableError)] = [
            (try rows([("a", [1, 1])]), .missingColumn("b")),
            (try rows([("a", [1, 1]), ("b", [1, 1]), ("c", [1, 1])]), .unknownColumn("c")),
            (
                try rows(xName: "t", [("a", [1, 1]), ("b", [1, 1])]),
                .xMismatch(expected: "x", expectedKind: .number, found: "t", foundKind: .number)
            ),
            (
                try rows(xKind: .date, [("a", [1, 1]), ("b", [1, 1])]),
                .xMismatch(expected: "x", expectedKind: .number, found: "x", foundKind: .date)
            ),
            (try rows(x: [1.5, 3], [("a", [1, 1]), ("b", [1, 1])]), .olderThanLast(last: 2, first: 1.5)),
        ]
        for misfit in misfits {
            var grown = table
            #expect(throws: misfit.error) { try grown.append(misfit.rows) }
            #expect(grown.x == table.x)
            #expect(isSame(grown.columns[0].values, table.columns[0].values))
            #expect(grown.version == 1)
        }
    }

    @Test func `a replacement is the next version`() throws {
        var grown = table
        try grown.append(rows([("a", [1, 1]), ("b", [1, 1])]))
        let other = try Table(xName: "t", xKind: .date, x: [9], columns: [("z", [9])])
        let replaced = grown.replaced(by: other)
        #expect(replaced.version == 3)
        #expect(replaced.xName == "t")
        #expect(replaced.x == [9])
        #expect(replaced.columns.map(\.name) == ["z"])
    }
}
