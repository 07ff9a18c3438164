import ChartSeries
import Testing

struct RowIndicesTests {
    @Test(arguments: [RowIndices.contiguous(4..<7), .list([4, 5, 6])])
    func `both forms count, subscript and iterate alike`(rows: RowIndices) {
        #expect(rows.count == 3)
        #expect(rows[0] == 4)
        #expect(rows[2] == 6)
        #expect(Array(rows) == [4, 5, 6])
        #expect(rows.last == 6)
    }

    @Test func `no rows have no indices`() {
        #expect(RowIndices.contiguous(3..<3).isEmpty)
        #expect(RowIndices.list([]).first == nil)
    }
}
