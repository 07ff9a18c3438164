import Testing

@testable import ChartSeries

/// Compares the prefix of a table with the table before further rows were appended.
struct TablePrefixTests {
    private func table(rows: Range<Int>, isRegular: Bool) throws -> Table {
        var random = SplitMix64(seed: 7)
        let values = (0..<40_000).map { row in
            let value = Double(random.next(in: 0...100_000)) / 16 - 3_000
            return row % 700 < 40 ? Double.nan : value
        }
        let x = rows.map { isRegular ? Double($0) : Double($0) + Double($0 / 100 % 7) / 8 }
        return try Table(
            xName: "x", xKind: .number, x: x,
            columns: [("a", Array(values[rows])), ("b", rows.map { values[$0] * Double($0 % 13) })])
    }

    /// Returns the answers of a table to many requests.
    private func answers(of table: Table) -> [String] {
        var answers: [String] = []
        for method in WindowMethod.allCases where method != .calendar {
            for (from, to) in [(-1.0, 1e9), (100.25, 3_900.5), (3_000, 12_345), (17_000, 17_020)] {
                let request = WindowRequest(
                    from: from, to: to, columns: [0, 1], method: method, width: 37,
                    maximumRows: method == .none ? 50_000 : 500)
                answers.append("\(method) \(table.window(request))")
            }
        }
        for column in table.columns.indices {
            let summary = table.columns[column]
            answers.append("\(summary.minimum as Double?) \(summary.maximum as Double?) \(summary.missingCount)")
            for rows in [0..<table.rowCount, 0..<table.rowCount / 2, table.rowCount / 3..<table.rowCount] {
                answers.append("\(String(describing: table.valueRange(ofColumn: column, rows: rows)))")
                answers.append(
                    "\(String(describing: table.valueRange(ofColumn: column, rows: rows, within: 1...500)))")
                let sum = summary.withReader { $0.sum(of: rows) }
                answers.append("\(String(describing: sum))")
            }
        }
        answers.append("\(String(describing: table.extent)) \(table.rowCount) \(table.version)")
        for target in [-5.0, 77.3, 4_095.9, 9_000, 1e6] {
            answers.append("\(String(describing: table.nearestRow(to: target, in: 0..<table.rowCount)))")
        }
        return answers
    }

    @Test(
        arguments: [0, 1, 33, 4_000, 4_095, 4_096, 4_097, 5_000, 8_191, 16_384, 20_001, 30_000] as [Int], [false, true])
    func `a prefix gives the answers of the table that had only these rows`(rows: Int, isRegular: Bool) throws {
        var grown = try table(rows: 0..<rows, isRegular: isRegular)
        let before = grown
        for end in stride(from: rows + 1_777, through: 40_000, by: 9_999) {
            try grown.append(table(rows: grown.rowCount..<end, isRegular: isRegular))
        }
        let expected = answers(of: before)
        let first = try #require(grown.prefix(rows: rows, version: before.version))
        #expect(answers(of: first) == expected)
        #expect((first.columns[0].index == nil) == (before.columns[0].index == nil))
        #expect(first.columns.map(\.index?.rowCount) == before.columns.map(\.index?.rowCount))
        #expect((first.landmarks == nil) == (before.landmarks == nil))
    }

    @Test func `rows appended to a prefix do not change the whole table`() throws {
        let whole = try table(rows: 0..<9_000, isRegular: false)
        let expected = answers(of: whole)
        var first = try #require(whole.prefix(rows: 5_000, version: 4))
        try first.append(Table(xName: "x", xKind: .number, x: [1e6], columns: [("a", [5]), ("b", [6])]))
        #expect(first.version == 5 && first.rowCount == 5_001 && first.columns[1].values[5_000] == 6)
        #expect(answers(of: whole) == expected)
    }

    @Test(arguments: [-1, 101]) func `a prefix of fewer than 0 rows or of too many is nil`(rows: Int) throws {
        #expect(try table(rows: 0..<100, isRegular: true).prefix(rows: rows, version: 1)?.rowCount == nil)
    }
}
