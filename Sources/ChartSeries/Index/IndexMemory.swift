import Synchronization

/// The memory of an index, which one holder extends while other holders read its beginning, as in ``GrowingBuffer``.
///
/// Written blocks never change. Only the holder whose row count equals the number of written rows may write more.
@safe final class IndexMemory: @unchecked Sendable {
    // Unchecked because the compiler cannot see that no block below a published count is written. `claim` reserves the
    // end with one atomic exchange before the holder writes. The holder then publishes the new count, which makes the
    // blocks visible.
    let rowCapacity: Int
    /// The levels that fit into the capacity, smallest blocks first.
    let levels: [IndexLevel]
    private let memory: UnsafeMutableRawBufferPointer
    private let written: Atomic<Int>
    private let owner: (any Sendable)?
    private let pages: (any PagedMemory)?

    /// Allocates memory for the blocks of `rowCapacity` rows.
    convenience init(rowCapacity: Int) {
        let byteCount = IndexLayout(rowCapacity: rowCapacity).byteCount
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe self.init(memory, rowCapacity: rowCapacity, rowCount: 0, owner: nil)
    }

    /// Uses memory that already holds the blocks of `rowCount` rows; if it is not writable, `claim` always fails.
    init(
        _ memory: UnsafeMutableRawBufferPointer, rowCapacity: Int, rowCount: Int, isWritable: Bool = true,
        owner: (any Sendable)?
    ) {
        let layout = IndexLayout(rowCapacity: rowCapacity)
        precondition(memory.count >= layout.byteCount, "memory too small for an index of so many rows")
        precondition(rowCount <= rowCapacity, "an index of more rows than it has room for")
        unsafe self.memory = unsafe memory
        self.rowCapacity = rowCapacity
        self.owner = owner
        pages = owner as? any PagedMemory
        written = Atomic(isWritable ? rowCount : .max)
        levels = layout.levels.enumerated().compactMap { number, level in
            unsafe memory.baseAddress.map { unsafe IndexLevel(number: number, at: level, of: $0) }
        }
    }

    deinit {
        if owner == nil { unsafe memory.deallocate() }
    }

    /// The bytes of all arrays, including unwritten blocks.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory) }

    /// Whether no read of a block would wait for the disk.
    var isNear: Bool {
        guard let pages else { return true }
        let start = unsafe UInt(bitPattern: memory.baseAddress)
        return unsafe pages.isNear(start..<start + UInt(memory.count))
    }

    /// Asks the system to load from disk what a search for the extremes of consecutive ranges will read.
    ///
    /// - Parameters:
    ///   - edges: The rows where one range ends and the next starts, ascending.
    ///   - distance: The approximate number of rows between two edges.
    func bring(edges: some RandomAccessCollection<Int>, distance: Int) {
        guard let pages, let lowest = levels.first else { return }
        func row(_ number: Int) -> Int { edges[edges.index(edges.startIndex, offsetBy: number)] }
        guard pages.isAway(someOf: edges.count, { lowest.addresses(around: row($0)).extremes }) else { return }
        for level in levels where distance >> level.rowShift > 0 {
            pages.bring(parts: edges.count) { level.addresses(around: row($0)).extremes }
            pages.bring(parts: edges.count) { level.addresses(around: row($0)).positions }
        }
    }

    /// Reserves the right to write the blocks of the rows behind the first `count`.
    ///
    /// - Returns: Whether the caller may write; `false` if there is no room or another holder has the right.
    func claim(from count: Int, to end: Int) -> Bool {
        end <= rowCapacity
            && written.compareExchange(expected: count, desired: end, ordering: .acquiringAndReleasing).exchanged
    }
}
