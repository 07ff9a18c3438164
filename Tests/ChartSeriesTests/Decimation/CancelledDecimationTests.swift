import Testing

@testable import ChartSeries

struct CancelledDecimationTests {
    @Test func `a cancelled task chooses no further rows`() async {
        let count = 10_000
        let x = ColumnValues(start: 0, step: 1, count: count)
        let values = ColumnValues((0..<count).map { Double($0 % 17) })
        let whole = lttb(x: x, series: ScannedSeries(values), rows: 0..<count, points: 500)
        #expect(whole.count == 500)
        let cut = await withTaskGroup(of: [Int].self) { group in
            group.cancelAll()
            group.addTask { lttb(x: x, series: ScannedSeries(values), rows: 0..<count, points: 500) }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(cut.count < 10)
    }
}
