import Testing

@testable import ChartSeries

struct DecimatedWindowTests {
    private static let methods: [WindowMethod] = [.minmax, .lttb, .minmaxlttb]

    private func request(
        _ method: WindowMethod, _ table: Table, points: Int?, width: Int = 50, maximumRows: Int = 4000
    ) -> WindowRequest {
        WindowRequest(
            from: table.x[0], to: table.x[table.rowCount - 1], columns: Array(table.columns.indices), method: method,
            width: width, maximumRows: maximumRows, points: points)
    }

    @Test(arguments: methods)
    func `the rows of several series are merged`(method: WindowMethod) throws {
        let table = try Samples.table(seed: 4, rows: 2000, columns: 3, missingPercent: 10)
        let window = table.window(request(method, table, points: 40))
        let single = table.columns.indices.flatMap { column in
            var one = request(method, table, points: 40)
            one.columns = [column]
            return Array(table.window(one).rows)
        }
        #expect(Array(window.rows) == Set(single).sorted())
        #expect(window.method == method && !window.isExact && window.sourceRows == 2000)
    }

    @Test(arguments: methods, [1, 2, 3, 4, 7, 60, 500])
    func `no window has more rows than its maximum`(method: WindowMethod, maximumRows: Int) throws {
        let table = try Samples.table(seed: 8, rows: 3000, columns: 2, missingPercent: 40)
        for points in [3, 50, 900, nil] {
            let window = table.window(request(method, table, points: points, maximumRows: maximumRows))
            #expect(window.rows.count <= maximumRows && !window.rows.isEmpty)
            #expect(zip(window.rows, window.rows.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test(arguments: methods)
    func `without points a series gets two points per pixel column`(method: WindowMethod) throws {
        let table = RandomWalk(seed: 5).table(rows: 5000)
        let window = table.window(request(method, table, points: nil))
        #expect(window.rows == table.window(request(method, table, points: 100)).rows)
        #expect((90...100).contains(window.rows.count))
    }

    @Test(arguments: methods)
    func `if all rows fit, the window has all rows and is exact`(method: WindowMethod) throws {
        let table = try Samples.table([1, .nan, 3, 4])
        let window = table.window(request(method, table, points: 4))
        #expect(window.rows == .contiguous(0..<4) && window.isExact && window.method == method)
    }

    @Test func `a minmax window has the width of its bins`() throws {
        let table = RandomWalk(seed: 5).table(rows: 5000)
        let width = (table.x[4999] - table.x[0]) / 20
        let bucket = try #require(table.window(request(.minmax, table, points: 40)).bucket)
        #expect((bucket - width).magnitude < 1e-9 * width)
        #expect(table.window(request(.lttb, table, points: 40)).bucket == nil)
    }

    @Test(arguments: methods)
    func `on an axis of categories, rows lie at their index`(method: WindowMethod) throws {
        let x = (0..<100).map { Double($0 * $0) }
        let table = try Table(xName: "x", xKind: .number, x: x, columns: [("a", (0..<100).map { Double($0 % 9) })])
        let counted = try Samples.table((0..<100).map { Double($0 % 9) })
        var request = request(method, counted, points: 10)
        let expected = counted.window(request).rows
        request.rowPosition = .index
        #expect(table.window(request).rows == expected)
    }

    @Test func `values that are not positive are not drawn on a logarithmic axis`() throws {
        let table = try Samples.table((0..<50).map { $0 % 2 == 0 ? Double($0 + 1) : -1000 })
        var request = request(.minmax, table, points: 4)
        request.positiveColumns = [0]
        let values = table.columns[0].values
        let rows = table.window(request).rows.filter { values[$0] > 0 }
        #expect(rows == [0, 24, 26, 48])
    }

    @Test func `many columns together have no more pixel columns than a screen shows`() throws {
        let count = 20_000
        let values = (0..<count).map { Double($0 * 7_919 % 1_009) }
        let table = try Table(
            xName: "x", xKind: .number, x: (0..<count).map(Double.init),
            columns: (0..<58).map { (name: "c\($0)", values: values) })
        var wide = WindowRequest(
            from: 0, to: Double(count), columns: Array(0..<58), method: .m4, width: 100_000, maximumRows: 4_000)
        let window = table.window(wide)
        #expect(wide.grid.width == WindowRequest.mostPixelColumns / 58)
        #expect(window.rows.count <= 4_000 && !window.isExact)
        wide.columns = [0]
        #expect(wide.grid.width == 100_000)
    }

    @Test(arguments: WindowMethod.allCases)
    func `a window that scans or returns many values has a long effort`(method: WindowMethod) {
        func effort(_ rows: Int, _ columns: Int, _ most: Int, width: Int = 800) -> WindowEffort {
            method.effort(rows: rows, columns: columns, maximumRows: most, width: width)
        }
        #expect(effort(100_000, 1, 4_000) == ([.lttb, .calendar].contains(method) ? .usual : .short))
        #expect((effort(100_001, 1, 4_000) == .long) == (method == .lttb))
        #expect((effort(50_001, 2, 4_000) == .long) == (method == .lttb))
        #expect((effort(.max, 0, 4_000) == .long) == (method == .lttb))
        #expect(effort(4_000, 3, 4_000) == ([.lttb, .calendar].contains(method) ? .usual : .short))
        #expect(effort(4_001, 3, 4_001) == .usual)
        #expect(effort(4_000, 11, 20_000) == .usual)
        #expect(effort(4_001, 12, 4_000) == .long)
        #expect(effort(20_000, 2, 20_000) == .long)
        #expect(effort(5_000, 2, 4_000, width: 100_000) == (effort(5_000, 2, 4_000)))
        #expect(effort(10_000, 2, 4_000, width: 100_000) == .usual)
        #expect(effort(100_000, 1, 4_000, width: 100_000) == .long)
    }
}
