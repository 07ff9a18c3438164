import Testing

@testable import ChartSeries

struct NarrowedWidthTests {
    @Test(arguments: [(1000, 8000, 2000, 250), (1000, 4001, 4000, 875), (8, 5, 4, 6), (3, 5, 4, 2), (1, 9, 1, 1)])
    func `a width is lowered in proportion, by an eighth at least, and stays at least 1`(
        width: Int, found: Int, limit: Int, narrowed: Int
    ) {
        #expect(Table.narrowed(width, found: found, limit: limit) == narrowed)
    }

    @Test func `rows that lie in clusters need few scans`() {
        var width = 100_000
        var scans = 0
        while width > 1 {
            width = Table.narrowed(width, found: 4001, limit: 4000)
            scans += 1
        }
        #expect(scans < 100)
    }
}
