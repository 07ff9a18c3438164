import Testing

@testable import ChartSeries

struct PagedMemoryTests {
    private func parts(_ starts: [UInt]) -> (Int) -> Range<UInt> { { starts[$0]..<starts[$0] + 10 } }

    @Test func `parts that lie close together are loaded by one request`() {
        let memory = BytesOnDemand(count: 0)
        memory.bring(parts: 5, parts([0, 5, 30_000, 100_000, 100_100]))
        #expect(memory.asked == [0..<30_010, 100_000..<100_110])
    }

    @Test func `parts are away if one of the sampled parts is`() {
        let memory = BytesOnDemand(count: 0)
        #expect(memory.isAway(someOf: 3, parts([0, 1, 2])))
        memory.isNear = true
        #expect(!memory.isAway(someOf: 3, parts([0, 1, 2])))
        #expect(!BytesOnDemand(count: 0).isAway(someOf: 0, parts([])))
    }

    @Test(arguments: [WindowMethod.m4, .minmax], [100, 1000, 12_000])
    func `a window of paged rows reads only what it has requested`(method: WindowMethod, rowsApart: Int) throws {
        let count = 60 * rowsApart + 17
        let x = ColumnValues(start: 0, step: 1, count: count)
        let whole = RandomWalk(seed: 3).table(rows: count).columns[0]
        let request = WindowRequest(
            from: 5.5, to: Double(count) - 40, columns: [0], method: method, width: 57, maximumRows: 1000, points: 100)
        let expected = Table(trusting: "x", xKind: .number, x: x, columns: [whole], version: 1).window(request)
        let index = try #require(whole.index)

        let values = BytesOnDemand(whole.values.map(\.bitPattern))
        let blocks = unsafe BytesOnDemand(index.withBytes { unsafe Array($0.bindMemory(to: UInt64.self)) })
        let paged = Column(
            trusting: "a",
            values: ColumnValues(
                sharing: unsafe GrowingBuffer(
                    lending: UnsafeBufferPointer(values.memory.bindMemory(to: Double.self)), owner: values),
                count: count),
            minimum: whole.minimum, maximum: whole.maximum, missingCount: 0,
            index: unsafe ExtremesIndex(
                lending: UnsafeRawBufferPointer(blocks.memory), rowCapacity: index.rowCapacity, rowCount: count,
                owner: blocks))
        let table = Table(trusting: "x", xKind: .number, x: x, columns: [paged], version: 1)
        let found = table.window(request)
        #expect(found == expected)
        let askedByChoice = values.askedBytes
        let numbers = whole.values.values(at: expected.rows)
        #expect(found.values(ofColumn: 0, in: table) == numbers)
        let askedByValues = values.askedBytes - askedByChoice
        var cells: [Double] = []
        found.readRows(of: [0], in: table) { part in for index in part.indices { cells.append(part[index]) } }
        #expect(cells == zip(expected.rows, numbers).flatMap { [Double($0), $1] })
        // Read the values again, including those that the index gave before.
        let before = values.askedBytes
        #expect(paged.values.values(at: expected.rows) == numbers)
        if method == .m4, rowsApart > 10_000 { #expect(askedByValues < values.askedBytes - before) }
        if rowsApart > 10_000 { #expect(values.askedBytes < 8 * count / 4) }
    }

    @Test func `a look finds whether every part of a table is in memory`() throws {
        let count = 5_000
        let whole = RandomWalk(seed: 3).table(rows: count).columns[0]
        let index = try #require(whole.index)
        let parts = [
            BytesOnDemand((0..<count).map { Double($0).bitPattern }), BytesOnDemand(whole.values.map(\.bitPattern)),
            unsafe BytesOnDemand(index.withBytes { unsafe Array($0.bindMemory(to: UInt64.self)) }),
        ]
        func values(of part: BytesOnDemand) -> ColumnValues {
            ColumnValues(
                sharing: unsafe GrowingBuffer(
                    lending: UnsafeBufferPointer(part.memory.bindMemory(to: Double.self)), owner: part), count: count)
        }
        let column = Column(
            trusting: "a", values: values(of: parts[1]), minimum: whole.minimum, maximum: whole.maximum,
            missingCount: 0,
            index: unsafe ExtremesIndex(
                lending: UnsafeRawBufferPointer(parts[2].memory), rowCapacity: index.rowCapacity, rowCount: count,
                owner: parts[2]))
        let soundness = TableSoundness()
        let x = values(of: parts[0])
        x.bring(Array(0..<count), reach: 0)
        let table = Table(
            trusting: "x", xKind: .number, x: x, columns: [column], version: 1, soundness: soundness)
        #expect(!table.isAway)
        for near in 0..<8 {
            for (number, part) in parts.enumerated() { part.isNear = near >> number & 1 == 1 }
            table.lookForAwayRows()
            #expect(table.isAway == (near != 7), "\(near)")
        }
    }

    @Test func `nothing is requested if everything is in memory`() {
        let values = BytesOnDemand((0..<5000).map { Double($0).bitPattern })
        values.isNear = true
        values.bring(UInt.min..<UInt.max)
        let asked = values.asked.count
        let column = ColumnValues(
            sharing: unsafe GrowingBuffer(
                lending: UnsafeBufferPointer(values.memory.bindMemory(to: Double.self)), owner: values),
            count: 5000)
        #expect(column.values(at: .list([1, 4000])) == [1, 4000])
        #expect(values.asked.count == asked)
    }
}

/// Memory whose bytes are correct only after they were requested.
@safe
private final class BytesOnDemand: PagedMemory, @unchecked Sendable {
    // Unchecked because of the memory, which only one test uses.
    let memory: UnsafeMutableRawBufferPointer
    private let truth: UnsafeMutableRawBufferPointer
    private(set) var asked: [Range<UInt>] = []
    var isNear = false

    convenience init(_ words: [UInt64]) {
        self.init(count: 8 * words.count)
        unsafe words.withUnsafeBytes { unsafe truth.copyMemory(from: $0) }
    }

    init(count: Int) {
        unsafe memory = .allocate(byteCount: count, alignment: 64)
        unsafe truth = .allocate(byteCount: count, alignment: 64)
        // Every unloaded number is below all others, so a read of it would be taken for the minimum.
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xFE)
    }

    deinit {
        unsafe memory.deallocate()
        unsafe truth.deallocate()
    }

    var askedBytes: Int { asked.reduce(0) { $0 + $1.count } }

    func isAway(_ address: UInt) -> Bool { !isNear }

    func isNear(_ addresses: Range<UInt>) -> Bool { isNear }

    func bring(_ addresses: Range<UInt>) {
        asked.append(addresses)
        guard let start = unsafe memory.baseAddress, let source = unsafe truth.baseAddress else { return }
        let mine = unsafe UInt(bitPattern: start)..<UInt(bitPattern: start) + UInt(memory.count)
        let part = addresses.clamped(to: mine)
        let offset = Int(part.lowerBound - mine.lowerBound)
        unsafe (start + offset).copyMemory(from: source + offset, byteCount: part.count)
    }
}
