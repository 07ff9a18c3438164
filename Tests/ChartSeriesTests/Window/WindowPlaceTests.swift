import ChartSeries
import Testing

struct WindowPlaceTests {
    private func request(_ from: Double, _ to: Double, width: Int) -> WindowRequest {
        WindowRequest(from: from, to: to, columns: [0], method: .m4, width: width, maximumRows: 4_000)
    }

    @Test func `pixel columns divide the places, so their widths in x differ`() throws {
        let x = (0...100).map(Double.init)
        let table = try Table(xName: "x", xKind: .number, x: x, columns: [("a", x)])
        var request = request(0, 100, width: 2)
        request.place = { $0.squareRoot() }
        let window = table.window(request)
        #expect(window.rows == .list([0, 24, 25, 100]))
        #expect(window.bucket == nil && window.isExact)
    }

    @Test func `in a column of positive values only, other values are gaps`() throws {
        let values: [Double] = [5, 6, 7, -9, 8, 4, 9, 3]
        let table = try Samples.table(values)
        var request = request(0, 7, width: 1)
        #expect(table.window(request).rows == .list([0, 3, 6, 7]))
        request.positiveColumns = [0]
        let window = table.window(request)
        #expect(window.rows == .list([0, 3, 6, 7]) && !window.isExact)
        request.to = 2
        #expect(table.window(request).isExact)
    }

    @Test func `rows by index are chosen by index`() throws {
        let x = (0..<100).map { Double($0 * $0) }
        let table = try Table(xName: "x", xKind: .number, x: x, columns: [("a", (0..<100).map(Double.init))])
        var request = request(10, 89, width: 4)
        request.rowPosition = .index
        let window = table.window(request)
        #expect(window.rows == .list([10, 29, 30, 49, 50, 69, 70, 89]))
        #expect(window.before == 9 && window.after == 90 && window.isExact)
        request.maximumRows = 4
        #expect(table.window(request).rows == .list([10, 49, 50, 89]))
    }
}
