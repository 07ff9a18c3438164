import Testing

@testable import ChartSeries

struct XLandmarksTests {
    @Test func `each started run of 256 rows has a landmark, however the rows were appended`() {
        let x = ColumnValues((0..<5000).map { Double($0) * 3 })
        var grown = XLandmarks(of: ColumnValues(x.prefix(1)))
        for count in [2, 256, 257, 258, 1000, 5000] {
            grown.extend(over: ColumnValues(x.prefix(count)))
            #expect(grown.values.count == XLandmarks.count(ofRows: count))
        }
        #expect(Array(grown.values) == stride(from: 0, to: 5000, by: 256).map { Double($0) * 3 })
    }

    @Test func `a table has landmarks unless its x is regular or its rows are few`() throws {
        let x = (0..<5000).map { Double($0 * $0) }
        var table = try Table(xName: "x", xKind: .number, x: Array(x.prefix(4000)), columns: [])
        #expect(table.landmarks == nil)
        try table.append(Table(xName: "x", xKind: .number, x: Array(x.suffix(1000)), columns: []))
        #expect(table.landmarks?.values.count == 20)
        let regular = Table(
            trusting: "x", xKind: .number, x: ColumnValues(start: 0, step: 1, count: 9000), columns: [], version: 1)
        #expect(regular.landmarks == nil)
    }
}
