import ChartSeries
import Testing

/// An owner of foreign memory; tests check how long it lives.
private final class Lender: Sendable {}

struct ColumnValuesTests {
    @Test func `a copy keeps its rows while the original grows in place`() {
        var values = ColumnValues([1, 2, 3])
        values.append(contentsOf: [4])
        let copy = values
        values.append(contentsOf: [5, 6])
        #expect(Array(copy) == [1, 2, 3, 4])
        #expect(Array(values) == [1, 2, 3, 4, 5, 6])
    }

    @Test func `two copies that both append do not see each other's rows`() {
        var first = ColumnValues([1])
        first.append(contentsOf: [2])
        var second = first
        first.append(contentsOf: [30])
        second.append(contentsOf: [40, 50])
        #expect(Array(first) == [1, 2, 30])
        #expect(Array(second) == [1, 2, 40, 50])
    }

    @Test func `regular values stay regular while the next ones continue them`() {
        var values = ColumnValues(start: 10, step: 5, count: 3)
        values.append(contentsOf: [25, 30])
        #expect(values.regularity?.step == 5)
        #expect(Array(values) == [10, 15, 20, 25, 30])
        values.append(contentsOf: [31])
        #expect(values.regularity == nil)
        #expect(Array(values) == [10, 15, 20, 25, 30, 31])
    }

    @Test func `appending no values changes nothing`() {
        var values = ColumnValues(start: 0, step: 1, count: 0)
        values.append(contentsOf: [])
        #expect(values.isEmpty)
    }

    @Test func `a span has the values of its rows, stored or regular`() {
        let stored: ColumnValues = [1, 2, 3, 4]
        #expect(stored.withSpan(of: 1..<3) { [$0[0], $0[1], Double($0.count)] } == [2, 3, 2])
        let regular = ColumnValues(start: 0, step: 2, count: 4)
        #expect(regular.withSpan(of: 2..<4) { [$0[0], $0[1], Double($0.count)] } == [4, 6, 2])
    }

    @Test(arguments: [1, 300, 1000])
    func `the values of sparse rows come in row order`(count: Int) {
        let rows = (0..<count).map { 3 * $0 + $0 % 2 }
        let values = ColumnValues((0...3 * count).map { Double($0) + 0.5 })
        #expect(values.values(at: .list(rows)) == rows.map { Double($0) + 0.5 })
    }

    @Test func `a buffer that is full or was extended by another holder refuses elements`() {
        let buffer = GrowingBuffer<Double>(capacity: 3)
        let two: [Double] = [1, 2]
        let attempts = [0, 2, 1].map { buffer.extend(from: $0, with: two.span) }
        #expect(attempts == [true, false, false])
        #expect(Array(ColumnValues(sharing: buffer, count: 2)) == [1, 2])
    }

    @Test func `a buffer over foreign memory keeps the owner of the memory alive`() {
        let memory = UnsafeMutableBufferPointer<Double>.allocate(capacity: 2)
        defer { unsafe memory.deallocate() }
        unsafe memory.initialize(repeating: 7)
        weak var lender: Lender?
        var values: ColumnValues?
        do {
            let owner = Lender()
            lender = owner
            values = ColumnValues(
                sharing: unsafe GrowingBuffer(lending: UnsafeBufferPointer(memory), owner: owner), count: 1)
        }
        #expect(lender != nil)
        #expect(values.map(Array.init) == [7])
        values = nil
        #expect(lender == nil)
    }
}
