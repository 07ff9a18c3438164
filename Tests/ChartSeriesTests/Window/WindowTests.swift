import ChartSeries
import Testing

struct WindowTests {
    private func window(
        _ table: Table, _ from: Double, _ to: Double, _ method: WindowMethod, width: Int = 100, maximumRows: Int = 4000
    ) -> Window {
        table.window(
            WindowRequest(
                from: from, to: to, columns: Array(table.columns.indices), method: method, width: width,
                maximumRows: maximumRows))
    }

    @Test func `a window has every row if the rows fit`() throws {
        let table = try Samples.table([1, 2, 3, 4, 5])
        for method in [WindowMethod.none, .auto] {
            let window = window(table, 0.5, 3, method, maximumRows: 3)
            #expect(window.rows == .contiguous(1..<4))
            #expect((window.before, window.after) == (0, 4))
            #expect(window.sourceRows == 3)
            #expect(window.method == .none)
            #expect(window.isExact)
            #expect(window.bucket == nil)
        }
    }

    @Test func `a window between two rows has neighbours and no rows`() throws {
        let table = try Samples.table([1, 2])
        let between = window(table, 0.2, 0.4, .m4)
        #expect(between.rows.isEmpty)
        #expect((between.before, between.after) == (0, 1))
        #expect(window(table, -5, -4, .auto).before == nil)
        #expect(window(table, -5, -4, .auto).after == 0)
        #expect(window(table, 4, 5, .auto).before == 1)
        #expect(window(table, 4, 5, .auto).after == nil)
    }

    @Test func `a table without rows answers an empty window`() throws {
        let window = window(try Samples.table([]), 0, 1, .auto)
        #expect(window.rows == .contiguous(0..<0))
        #expect((window.before, window.after) == (nil, nil))
        #expect(window.sourceRows == 0)
    }

    @Test(arguments: [WindowMethod.none, .auto, .m4])
    func `rows that do not fit are chosen by m4, and the window names it`(method: WindowMethod) {
        let table = RandomWalk(seed: 1).table(rows: 5000)
        let window = window(table, table.x[0], table.x[4999], method, maximumRows: 1000)
        #expect(window.method == .m4)
        #expect(window.isExact)
        #expect(window.bucket == (table.x[4999] - table.x[0]) / 100)
        #expect(window.sourceRows == 5000)
        let kept = m4(
            x: table.x, series: [table.columns[0]], rows: 0..<5000, from: table.x[0], to: table.x[4999],
            width: 100)
        #expect(Array(window.rows) == kept)
    }

    @Test(arguments: [1, 2, 3, 5, 17, 100, 399, 1000], [0, 3, 60])
    func `no window has more rows than its maximum`(maximumRows: Int, missingPercent: Int) throws {
        let table = try Samples.table(seed: 8, rows: 3000, columns: 2, missingPercent: missingPercent)
        let window = window(table, table.x[10], table.x[2900], .m4, width: 700, maximumRows: maximumRows)
        #expect(window.rows.count <= maximumRows)
        #expect(window.rows.count > maximumRows / 3)
        #expect(!window.isExact)
        #expect(zip(window.rows, window.rows.dropFirst()).allSatisfy { $0 < $1 })
        #expect(window.rows.allSatisfy { (window.before ?? -1) < $0 && $0 < (window.after ?? .max) })
    }

    @Test func `fewer pixel columns are wider`() {
        let table = RandomWalk(seed: 3).table(rows: 10_000)
        let window = window(table, table.x[0], table.x[9999], .m4, width: 1000, maximumRows: 500)
        let bucket = window.bucket ?? 0
        #expect(bucket > (table.x[9999] - table.x[0]) / 250)
    }

    @Test func `gaps that do not fit are thinned to the last of each pixel column`() throws {
        let table = try Samples.table((0..<3000).map { $0 % 2 == 0 ? Double($0 % 7) : .nan })
        let window = window(table, 0, 2999, .m4, width: 1000, maximumRows: 100)
        #expect(window.rows.count { $0 % 2 == 1 } >= 15)
        #expect(window.rows.count { $0 % 2 == 0 } >= 60)
        #expect((window.bucket ?? .infinity) < 2999 / 15)
    }

    @Test func `rows that m4 keeps without a hole are contiguous`() throws {
        let window = window(try Samples.table([1, 5, 2, 8]), 0, 3, .m4)
        #expect(window.rows == .contiguous(0..<4))
    }

    @Test func `a window with a gap inside one pixel column is not exact`() throws {
        let split = try Samples.table([1, 2, .nan, 5, 6])
        #expect(!window(split, 0, 4, .m4, width: 1).isExact)
        #expect(window(split, 0, 4, .m4, width: 5).isExact)
    }

    @Test func `rows are chosen by the key of their x`() throws {
        let table = try Table(
            xName: "x", xKind: .number, x: [1, 9, 11, 19, 21, 29, 31], columns: [("a", [1, 2, 3, 4, 5, 6, 7])])
        var request = WindowRequest(
            from: 10, to: 20, columns: [0], method: .auto, width: 10, maximumRows: 10,
            key: { Double(Int($0) / 10 * 10) })
        let window = table.window(request)
        #expect(window.rows == .contiguous(2..<6))
        #expect((window.before, window.after) == (1, 6))
        #expect(window.isExact)
        request.method = .m4
        #expect(!table.window(request).isExact)
    }
}
