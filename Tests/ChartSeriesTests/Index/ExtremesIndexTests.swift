import Testing

@testable import ChartSeries

/// An owner of foreign memory; tests check how long it lives.
private final class Lender: Sendable {}

struct ExtremesIndexTests {
    private func bytes(_ index: ExtremesIndex) -> [UInt8] { unsafe index.withBytes { unsafe Array($0) } }

    private func extremes(_ column: Column, _ rows: Range<Int>) -> Extremes? {
        column.withReader { $0.extremes(of: rows) }
    }

    private func check(_ column: Column, against values: [Double]) {
        var random = SplitMix64(seed: 9)
        for _ in 0..<100 {
            let rows = RoughValues.rows(of: values.count, &random)
            var expected = Extremes(at: rows.lowerBound)
            for row in rows { expected.add(values[row], row: row) }
            #expect(extremes(column, rows) == expected)
        }
    }

    @Test(arguments: 0..<8)
    func `an index extended in any portions equals the index of all rows`(seed: Int) {
        let values = RoughValues.make(seed: UInt64(seed), count: 30_000)
        var random = SplitMix64(seed: UInt64(seed) + 70)
        var grown = column([])
        var count = 0
        while count < values.count {
            let next = min(values.count, count + random.next(in: 0...[1, 33, 500, 9000][random.next(in: 0...3)]))
            grown.append(column(Array(values[count..<next])))
            count = next
        }
        check(grown, against: values)
        #expect(grown.index?.rowCount == values.count)
        let (sum, whole) = (grown.withReader { $0.sum(of: 7..<29_000).sum }, column(values))
        #expect(sum == whole.withReader { $0.sum(of: 7..<29_000).sum })
    }

    @Test func `two copies that both append do not see each other's rows, and an older copy is unchanged`() {
        let values = RoughValues.make(seed: 1, count: 10_000)
        let original = column(values)
        var first = original
        first.append(column([-1000, 1000]))
        var second = first
        var third = first
        second.append(column(Array(repeating: 2000, count: 700)))
        third.append(column(Array(repeating: -3000, count: 700)))
        check(second, against: values + [-1000, 1000] + Array(repeating: 2000, count: 700))
        check(third, against: values + [-1000, 1000] + Array(repeating: -3000, count: 700))
        check(first, against: values + [-1000, 1000])
        check(original, against: values)
    }

    @Test(arguments: [true, false])
    func `an index in foreign memory answers, grows and keeps the owner of the memory alive`(isLent: Bool) {
        let values = RoughValues.make(seed: 2, count: 12_345)
        let whole = column(values)
        let count = ExtremesIndex.byteCount(rowCapacity: 12_345)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
        defer { unsafe memory.deallocate() }
        unsafe memory.copyBytes(from: bytes(ExtremesIndex(of: whole.values)))
        weak var lender: Lender?
        var grown: Column?
        do {
            let owner = Lender()
            lender = owner
            let index =
                unsafe isLent
                ? ExtremesIndex(
                    lending: UnsafeRawBufferPointer(memory), rowCapacity: 12_345, rowCount: 12_345, owner: owner)
                : ExtremesIndex(adopting: memory, rowCapacity: 12_345, rowCount: 12_345, owner: owner)
            grown = Column(
                trusting: "a", values: whole.values, minimum: whole.minimum, maximum: whole.maximum,
                missingCount: whole.missingCount, index: index)
        }
        #expect(lender != nil)
        if let column = grown { check(column, against: values) }
        grown?.append(column([1, 2, 3]))
        if let column = grown { check(column, against: values + [1, 2, 3]) }
        #expect(lender == nil)
    }

    @Test(arguments: [true, false])
    func `an index writes to foreign memory only if it adopted it`(isLent: Bool) {
        let values = RoughValues.make(seed: 7, count: 5000)
        let count = ExtremesIndex.byteCount(rowCapacity: 9000)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
        defer { unsafe memory.deallocate() }
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        var index =
            unsafe isLent
            ? ExtremesIndex(lending: UnsafeRawBufferPointer(memory), rowCapacity: 9000, rowCount: 0, owner: Lender())
            : ExtremesIndex(adopting: memory, rowCapacity: 9000, rowCount: 0, owner: Lender())
        index.extend(over: ColumnValues(values))
        #expect(unsafe memory.contains { $0 != 0 } == !isLent)
        #expect(index.rowCount == 5000)
    }

    @Test func `the same rows make the same bytes, fewer than 0.77 per row`() {
        let values = RoughValues.make(seed: 4, count: 100_000)
        let index = ExtremesIndex(of: ColumnValues(values))
        #expect(bytes(index) == bytes(ExtremesIndex(of: ColumnValues(values))))
        #expect(bytes(index).count < 77_000)
    }

    @Test func `a column extends an older index to all rows`() {
        let values = RoughValues.make(seed: 6, count: 9000)
        let whole = column(values)
        let older = ExtremesIndex(of: ColumnValues(values.prefix(5000)))
        let column = Column(
            trusting: "a", values: whole.values, minimum: whole.minimum, maximum: whole.maximum,
            missingCount: whole.missingCount, index: older)
        check(column, against: values)
    }
}
