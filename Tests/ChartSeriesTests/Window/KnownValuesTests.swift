import Testing

@testable import ChartSeries

/// Compares the values that a window knows of its rows with those of the column.
struct KnownValuesTests {
    private static func values(seed: Int, count: Int, hasGaps: Bool) -> [Double] {
        var random = SplitMix64(seed: UInt64(seed))
        // Mixes 0 and −0, which an index does not distinguish.
        return RoughValues.make(seed: UInt64(seed), count: count, hasGaps: hasGaps)
            .map { $0.magnitude < 4 ? (random.next(in: 0...1) == 0 ? 0 : -0.0) : $0 }
    }

    private static func request(
        _ table: Table, _ random: inout SplitMix64, columns: [Int], maximumRows: Int = 10_000
    ) -> WindowRequest {
        let rows = RoughValues.rows(of: table.rowCount, &random)
        return WindowRequest(
            from: table.x[rows.lowerBound], to: table.x[max(rows.lowerBound, rows.upperBound - 1)], columns: columns,
            method: .m4, width: random.next(in: 1...[5, 60, 900][random.next(in: 0...2)]),
            maximumRows: maximumRows)
    }

    @Test(arguments: 0..<40, [false, true])
    func `known values equal the values of the column`(seed: Int, hasGaps: Bool) throws {
        let table = try Samples.table(Self.values(seed: seed, count: 9000, hasGaps: hasGaps))
        var random = SplitMix64(seed: UInt64(seed))
        for maximumRows in repeatElement([10_000, 10_000, 50], count: 8).joined() {
            let window = table.window(Self.request(table, &random, columns: [0], maximumRows: maximumRows))
            let expected = window.rows.map { table.columns[0].values[$0].bitPattern }
            #expect(window.values(ofColumn: 0, in: table).map(\.bitPattern) == expected)
        }
    }

    /// Makes a window of all rows of a table, with 10 pixel columns of 900 rows each.
    private static func window(of values: [Double]) throws -> (Window, Table) {
        let table = try Samples.table(values)
        return (
            table.window(WindowRequest(from: 0, to: 9000, columns: [0], method: .m4, width: 10, maximumRows: 100)),
            table
        )
    }

    @Test func `M4 knows the values of extremes only`() throws {
        let (window, table) = try Self.window(of: (0..<9000).map { Double((($0 + 13) * 7919) % 9001 + 1) })
        let known = try #require(window.known).values
        #expect(window.rows.count == 40 && known.count == 40)
        for run in 0..<10 {
            let values = table.columns[0].values[run * 900..<(run + 1) * 900]
            #expect(known[4 * run].isNaN && known[4 * run + 3].isNaN)
            #expect(Set(known[4 * run + 1...4 * run + 2]) == Set([values.min(), values.max()].compactMap { $0 }))
        }
    }

    @Test(arguments: [1.0, -1])
    func `M4 knows the values of first and last rows that are extremes`(step: Double) throws {
        let (window, _) = try Self.window(of: (0..<9000).map { step * Double($0 + 1) })
        #expect(window.rows.count == 20)
        #expect(window.known?.values == window.rows.map { step * Double($0 + 1) })
    }

    @Test func `in a window of several columns, and in a column outside the request, every value is read`() throws {
        let count = 9000
        let columns = (0..<3).map { (name: "c\($0)", values: Self.values(seed: $0, count: count, hasGaps: false)) }
        let table = try Table(xName: "x", xKind: .number, x: (0..<count).map(Double.init), columns: columns)
        var random = SplitMix64(seed: 5)
        for chosen in [[0], [2], [0, 1]] {
            let window = table.window(Self.request(table, &random, columns: chosen))
            #expect((window.known != nil) == (chosen.count == 1))
            for column in 0..<3 {
                let expected = window.rows.map { table.columns[column].values[$0].bitPattern }
                #expect(window.values(ofColumn: column, in: table).map(\.bitPattern) == expected)
            }
        }
    }
}
