import Testing

@testable import ChartSeries

struct SortedSearchTests {
    @Test(arguments: 0...12)
    func `the row does not depend on the guess`(boundary: Int) {
        let search = SortedSearch(x: ColumnValues(start: 0, step: 1, count: 12), rows: 2..<11)
        for guess in -3...15 {
            #expect(search.firstRow(from: guess) { $0 >= Double(boundary) } == min(max(boundary, 2), 11))
        }
    }

    @Test func `a search in regular x needs at most four comparisons`() {
        let search = SortedSearch(x: ColumnValues(start: 0, step: 60_000, count: 100_000), rows: 0..<100_000)
        for row in stride(from: 0, to: 100_000, by: 777) {
            var looks = 0
            let target = Double(row) * 60_000
            let found = search.firstRow(near: target) { x in
                looks += 1
                return x >= target
            }
            #expect(found == row)
            #expect(looks <= 4)
        }
    }
}
